"""Numbers of things, as people say them."""


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return `1 seed`, `8 seeds`, `2 matches`."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
