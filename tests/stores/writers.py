"""A desk that writes to a store as quickly as it can, beside others."""

from threading import Event

from roundbook.ledger.storage.store import Behind, Store
from tests.stores.lines import lines, mark


def going_on(store: Store, wanted: int, cmd: str, enough: Event | None = None) -> list[bytes]:
    """Append so many lines, behind whatever stands there; return those that we wrote.

    Where it is said when it is enough, they are as many more as there is time for until then.
    """
    mine: list[bytes] = []
    held = store.lines()
    while len(mine) < wanted or (enough and not enough.is_set()):
        line = lines(1, start=mark(held), cmd=f"{cmd}-")
        try:
            store.append(line, after=len(held))
        except Behind:
            held += store.lines(after=len(held))
        else:
            held += line
            mine += line
    return mine
