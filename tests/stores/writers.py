"""A desk that writes to a store as quickly as it can, beside others."""

from roundbook.ledger.storage.store import Behind, Store
from tests.stores.lines import lines, mark


def going_on(store: Store, wanted: int, cmd: str) -> list[bytes]:
    """Append one line after the other, behind whatever stands there; return those that we wrote."""
    mine: list[bytes] = []
    held = store.lines()
    while len(mine) < wanted:
        line = lines(1, start=mark(held), cmd=f"{cmd}-")
        try:
            store.append(line, after=len(held))
        except Behind:
            held += store.lines(after=len(held))
        else:
            held += line
            mine += line
    return mine
