"""What a pool is called: `masters-cut` is a word of the ledger, and nobody's name for it."""


def pool_title(pool: str) -> str:
    """Return a pool as a title: `Masters cut`, `Masters A`; a pod of two ages `Junior, Senior`."""
    words = pool.split("-")
    return " ".join(
        word.upper() if len(word) == 1 else (word.capitalize() if order == 0 else word)
        for order, word in enumerate(words)
    )
