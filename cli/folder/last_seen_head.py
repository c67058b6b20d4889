"""The last line of each tournament that this user has seen, kept outside the tournament's folder.

Whoever puts an older copy in place of a folder, or another branch of it, changes the head in it as
well; what is kept here they do not reach (LED-6).
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from cli.folder import members
from cli.folder.home import SEEN, keep
from ledger.desk import Desk
from ledger.errors import Unreadable
from ledger.events.catalogue import TournamentOpened
from ledger.record.chain import Head


def strange(home: Path, desk: Desk) -> str | None:
    """Return in a sentence how a ledger contradicts what was seen of it before.

    None for one that has only grown since, and for one of which nothing is known here.
    """
    seen = last(home, desk.tournament.opened)
    if seen and seen.seq > desk.tournament.seq:
        desk.refresh()  # Another desk may have written between the two looks.
    return contradiction(seen, desk.tournament.seq, desk.leaf)


def contradiction(seen: Head | None, held: int, leaf: Callable[[int], str]) -> str | None:
    """Return the same for a ledger of `held` lines with these leaf hashes, by number."""
    if seen is None:
        return None
    if held < seen.seq:
        return (
            f"this ledger ends with line {held} ({leaf(held)}), but line {seen.seq} ({seen.leaf}) "
            "of the same tournament was seen on this machine: an older copy has taken its place."
        )
    if leaf(seen.seq) != seen.leaf:
        return (
            f"line {seen.seq} of this ledger is {leaf(seen.seq)}, but {seen.leaf} was seen on this "
            "machine: it is another branch of the same tournament."
        )
    return None


def refuse(sentence: str | None, folder: Path) -> None:
    """Raise Unreadable if there is such a sentence: nobody writes on without a reason."""
    if sentence:
        hint = "Restore the folder, or say why you go on with it: --accept-shorter REASON."
        raise Unreadable(sentence, where=str(folder), hint=hint)


def remember(home: Path, desk: Desk) -> None:
    """Keep the last line of a ledger as the one that was seen.

    A home that cannot be written is no reason to refuse anybody: it is what then stays unproved.
    """
    name = _name(desk.tournament.opened)
    head = Head(leaf=desk.leaf(desk.tournament.seq), seq=desk.tournament.seq).to_bytes()
    if name is None or not home.is_dir():
        return
    with suppress(OSError, Unreadable):
        if not (members.has(home, name) and members.read(home, name) == head):
            keep(home, name, head, "the last line seen", wait=False)


def last(home: Path, opened: TournamentOpened | None) -> Head | None:
    """Return the last line seen of a tournament; None where none is kept, or cannot be read."""
    name = _name(opened)
    with suppress(OSError):
        return Head.from_bytes(members.read(home, name)) if name else None
    return None


def _name(opened: TournamentOpened | None) -> str | None:
    """Return the name of the last line seen; None before a tournament is opened."""
    return f"{SEEN}/{opened.tournament}.json" if opened else None
