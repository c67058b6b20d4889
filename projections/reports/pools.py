"""What a pool is called: `masters-cut` is a word of the ledger, and nobody's name for it."""

from ledger.terms import Division

_AGES = {division.lower() for division in Division}


def pool_title(pool: str) -> str:
    """Return a pool as a title: `Masters cut`, `Masters A`; of two ages `Senior & Masters`."""
    words = pool.split("-")
    if _AGES.issuperset(words):
        return " & ".join(word.capitalize() for word in words)
    first, *others = words
    return " ".join((first.capitalize(), *(w.upper() if len(w) == 1 else w for w in others)))
