"""What was written in every folder of a tournament on this machine, kept where no copy reaches it.

An older copy, or another branch, in the place of a folder brings a fitting `head` of its own; what
is kept here it does not change (LED-6). Only writers add to it, and each for their own folder: no
write in one folder changes what another folder may do.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from cli.folder import heads, layout, signing
from cli.folder.layout import SEEN, keep_at_home
from cli.folder.members import Anywhere, at
from ledger.desk import Desk
from ledger.errors import UNDECODABLE, Trouble, Unreadable, advice, option
from ledger.events import catalogue as ev
from ledger.events.catalogue import TournamentOpened
from ledger.phrases import counted
from ledger.proofs.checkpoints import Signed
from ledger.record.chain import Head
from ledger.record.entry import Entry, each_event, from_line, leaf_hash, tags_of
from ledger.state.queries import open_matches
from ledger.state.tournament import Tournament

# What is kept of a folder: the last line that was written there, and what a signed head covered.


class Written(Struct, frozen=True, kw_only=True):
    """Up to where a folder was written on this machine, and when.

    `signed` are the lines with which a signed head ended; `heard` the last lines of other folders
    that whoever wrote here was told of. An earlier version kept no folder and no time.
    """

    last: Head
    folder: str = ""
    at: datetime | None = None
    signed: tuple[Head, ...] = ()
    heard: tuple[str, ...] = ()

    @property
    def when(self) -> str:
        """The time of the last entry, as people read it."""
        return f" on {self.at:%Y-%m-%d at %H:%M}" if self.at else ""


class Lines(NamedTuple):
    """The lines of a ledger: how many, and the leaf hash of each by its number."""

    size: int
    leaf: Callable[[int], str]

    def hold(self, head: Head) -> bool:
        """Tell whether this is one of the lines."""
        return head.seq <= self.size and self.leaf(head.seq) == head.leaf


def remember(home: Path, folder: Anywhere, desk: Desk, signed: Signed | None = None) -> None:
    """Keep the last line of a ledger as the one that was written in this folder.

    A home that cannot be written is no reason to refuse anybody: it is what then stays unproved.
    """
    opened, lines = desk.tournament.opened, Lines(desk.tournament.seq, desk.leaf)
    if opened is None or not home.is_dir():
        return
    known = _known(home, opened)
    own = _own(known, folder, lines)
    kept = [one for one in own.signed if lines.hold(one)] if own else []
    if signed and signed.checkpoint.size not in {one.seq for one in kept}:
        kept.append(_head(lines, signed.checkpoint.size))
    others = (one.last for one in known if one is not own and not lines.hold(one.last))
    written = Written(
        last=_head(lines, lines.size),
        folder=_called(folder),
        at=desk.entries[-1].at,
        signed=tuple(kept),
        heard=tuple(sorted(one.leaf for one in others)),
    )
    with suppress(OSError, Unreadable):
        name, data = _name(opened, written.folder), msgspec.json.encode(written) + b"\n"
        keep_at_home(home, name, data, "the last line written", wait=False)
        if own and own.folder != written.folder:
            at(home).remove(_name(opened, own.folder))


def _head(lines: Lines, seq: int) -> Head:
    return Head(leaf=lines.leaf(seq), seq=seq)


def _called(folder: Anywhere) -> str:
    return at(folder).whole


def _name(opened: TournamentOpened, folder: str) -> str:
    """Return under which name a folder is kept; an earlier version kept one for all of them."""
    shelf = f"{SEEN}/{opened.tournament}"
    return layout.of_folder(shelf, folder) if folder else f"{shelf}.json"


def _known(home: Path, opened: TournamentOpened | None) -> list[Written]:
    """Return what is kept of every folder of a tournament; what cannot be read is left out."""
    found: list[Written] = []
    if opened is None:
        return found
    with suppress(OSError):
        for name in at(home).names(f"{SEEN}/{opened.tournament}"):
            with suppress(*UNDECODABLE, OSError, Unreadable):
                found.append(msgspec.json.decode(at(home).read(name), type=Written))
    with suppress(OSError, Unreadable):
        if old := Head.from_bytes(at(home).read(_name(opened, ""))):
            found.append(Written(last=old))
    return found


# What that says of a ledger: it is a true beginning, it was rolled back, or it is another branch.


class Kind(StrEnum):
    """How a ledger contradicts what is known of it, though no byte of it is damaged."""

    ROLLED_BACK = "rolled back"
    OLDER = "an older copy"
    OTHER = "another branch"


class Contradiction(Struct, frozen=True):
    """One such thing, and a sentence that says where and when the other lines were written."""

    kind: Kind
    sentence: str

    @property
    def told(self) -> str:
        """The sentence with what it means."""
        return (
            f"{self.sentence.removesuffix('.')}: it "
            f"{'was' if self.kind is Kind.ROLLED_BACK else 'is'} {self.kind}."
        )


class Copy(NamedTuple):
    """Another folder whose last line a ledger does not hold.

    `shared` is how many lines they have in common, None where nothing tells; `later` are the lines
    behind those, as far as they can be read.
    """

    written: Written
    shared: int | None
    later: Sequence[bytes] = ()

    def parts(self, lines: Lines) -> int | None:
        """Return the first line known to differ from one that was signed there; None if none."""
        signed = self.written.signed
        if self.shared is None:
            odd = (one.seq for one in signed if one.seq <= lines.size and not lines.hold(one))
            return next(odd, None)
        covered = min(lines.size, max((one.seq for one in signed), default=0))
        return self.shared + 1 if self.shared < covered else None

    def sentence(self, lines: Lines) -> str:
        """Say where the other lines are, when they were written, and how many they are."""
        where, when = self.written.folder or "another folder", self.written.when
        if self.shared is None:
            return (
                f"line {self.written.last.seq} was written in {where}{when}, but is missing here."
            )
        more = counted(self.written.last.seq - self.shared, "entry", "entries")
        if self.shared < lines.size:
            own = counted(lines.size - self.shared, "other", "others")
            here = "here there is" if lines.size - self.shared == 1 else "here there are"
            return f"{where} continued after line {self.shared} with {more}{when}; {here} {own}."
        told = ", ".join(_tags(self.later, self.shared)) if len(self.later) <= MOST else ""
        verb = "was" if self.written.last.seq - self.shared == 1 else "were"
        return f"{more} {verb} added later in {where}{when}{told and f': {told}'}."


MOST = 3
"""So many entries that were added elsewhere are named."""


class Compared(NamedTuple):
    """What this machine knows of a ledger.

    `own` is why nobody writes in its folder without a reason. `branch` says which signed lines a
    ledger contradicts that was never written here. `copies` are other folders that have other
    lines; `begins` is the one of them of which this ledger is a true beginning.
    """

    lines: Lines
    own: Contradiction | None = None
    branch: Contradiction | None = None
    copies: tuple[Copy, ...] = ()
    begins: Copy | None = None
    heard: tuple[str, ...] = ()

    @property
    def news(self) -> list[str]:
        """Sentences on the other folders of which no writer here has been told yet."""
        fresh = [one for one in self.copies if one.written.last.leaf not in self.heard]
        return [f"{one.sentence(self.lines)} Continue in only one of the two." for one in fresh]

    def remarks(self, *, archived: bool) -> Iterator[str]:
        """Yield what a reviewer should know of the other folders."""
        ends = "sealed at" if archived else "up to its end at"
        for one in self.copies:
            genuine = f"genuine, {ends} line {self.lines.size}; " if one is self.begins else ""
            yield f"{genuine}{one.sentence(self.lines)}"


def compare(
    home: Path, folder: Anywhere | None, opened: TournamentOpened | None, lines: Lines
) -> Compared:
    """Compare a ledger with all that was written of its tournament on this machine.

    `folder` is where it lies, None for an archive. This is only a look: nothing is kept.
    """
    known = _known(home, opened)
    own = _own(known, folder, lines)
    held = [one.last.seq for one in known if one is not own and lines.hold(one.last)]
    others = (one for one in known if one is not own and not lines.hold(one.last))
    copies = tuple(_copy(one, lines) for one in others)
    begins = next((one for one in copies if one.shared == lines.size), None)
    if own and folder:
        is_there = lines.hold(own.last) or _has_grown(own, folder, lines)
        odd = None if is_there else _unlike(own, folder, lines)
        return Compared(lines, own=odd, copies=copies, begins=begins, heard=own.heard)
    for one in () if begins else copies:
        parts = one.parts(lines)
        if parts and max(held, default=0) < parts:  # Else this branch, too, was written here.
            copies = tuple(each for each in copies if each is not one)
            odd = Contradiction(Kind.OTHER, one.sentence(lines))
            return Compared(lines, branch=odd, copies=copies)
    return Compared(lines, copies=copies, begins=begins)


def at_desk(home: Path, folder: Anywhere, desk: Desk) -> Compared:
    """Compare the ledger of a desk; raises what it raises that follows another one's lines."""
    lines = Lines(desk.tournament.seq, desk.leaf)
    found = compare(home, folder, desk.tournament.opened, lines)
    if found.own is None:
        return found
    desk.refresh()  # Another desk may have written between the two looks.
    return compare(home, folder, desk.tournament.opened, Lines(desk.tournament.seq, desk.leaf))


def refuse(odd: Contradiction | None, folder: Anywhere) -> None:
    """Raise Unreadable where other lines were written than are there: nobody goes on unasked."""
    if odd:
        hint = advice(
            "Put the newer copy back, or continue with this one and give a reason: {}.",
            option("--accept-shorter", "REASON"),
        )
        raise Unreadable(odd.told, where=str(folder), hint=hint)


def _has_grown(own: Written, folder: Anywhere, lines: Lines) -> bool:
    """Tell whether somebody has written since these lines were read.

    A line is on the disk before it is kept as the last one: so what is kept is looked for once
    more, in the folder as it is after that.
    """
    seq = own.last.seq
    with suppress(OSError, Unreadable):
        after = layout.lines(folder) if seq > lines.size else []
        return len(after) >= seq and leaf_hash(after[seq - 1]) == own.last.leaf
    return False


def _unlike(own: Written, folder: Anywhere, lines: Lines) -> Contradiction:
    """Return how the lines in a folder are not those that were written there."""
    seq = own.last.seq
    where = "here" if own.folder in {"", _called(folder)} else f"when it was in {own.folder},"
    if lines.size < seq:
        told = f"{folder} ends with line {lines.size}, but line {seq} was written"
        return Contradiction(Kind.ROLLED_BACK, f"{told} {where}{own.when}.")
    told = f"line {seq} in {folder} is not the line {seq} that was written {where}{own.when}."
    return Contradiction(Kind.OTHER, told)


def _own(known: Iterable[Written], folder: Anywhere | None, lines: Lines) -> Written | None:
    """Return what was written in this folder, or where it lay before it was moved.

    A folder of which nothing is kept was moved from where no ledger of this tournament lies any
    more: it is the one whose last line it holds, else the one that was written last.
    """
    if folder is None:
        return None
    for one in known:
        if one.folder == _called(folder):
            return one
    gone = [one for one in known if not _there(one, lines)]
    fitting = [one for one in gone if lines.hold(one.last)]
    if fitting:
        return max(fitting, key=lambda one: one.last.seq)
    return max(gone, key=lambda one: one.at.timestamp() if one.at else 0, default=None)


def _there(written: Written, lines: Lines) -> bool:
    """Tell whether the same tournament lies where this was written."""
    with suppress(OSError, Unreadable):
        first = layout.first_line(Path(written.folder)) if written.folder else b""
        return leaf_hash(first) == lines.leaf(1)
    return False


def _copy(one: Written, lines: Lines) -> Copy:
    """Return how many lines another folder has in common with these."""
    with suppress(OSError, Unreadable):
        theirs = layout.lines(Path(one.folder)) if one.folder else []
        hashes = [leaf_hash(line) for line in theirs[: one.last.seq]]
        if Lines(len(hashes), lambda seq: hashes[seq - 1]).hold(one.last):
            pairs = enumerate(hashes[: lines.size], start=1)
            shared = sum(1 for _ in takewhile(lambda pair: lines.leaf(pair[0]) == pair[1], pairs))
            return Copy(one, shared, theirs[shared : one.last.seq])
    sealed = any(lines.hold(head) and head.seq == lines.size for head in one.signed)
    return Copy(one, lines.size if sealed else None)


def _tags(later: Iterable[bytes], shared: int) -> Iterator[str]:
    """Yield what each of these entries tells, in the words of the format."""
    for seq, line in enumerate(later, start=shared + 1):
        with suppress(Unreadable):
            yield f"{seq} {', '.join(tags_of(from_line(line, seq)))}"


# After each write: the head is signed where something has ended, and the last line is kept.

_ENDS = (
    ev.RoundStarted,
    ev.CutMade,
    ev.DayTwoMade,
    ev.TournamentClosed,
    ev.TournamentReopened,
    ev.RequestAnswered,
    ev.PeopleErased,
    ev.KeyRotated,
)


def after(home: Path, folder: Anywhere, desk: Desk, done: Sequence[Entry], say: list[str]) -> None:
    """Remember the last line, and sign the head if these entries have ended something.

    What goes wrong is said and stops nobody: the entries stand, and the next head will cover them.
    """
    remember(home, folder, desk)
    t = desk.tournament
    if t.key is None or t.opened is None or not _ended(t, done):
        return
    try:
        if signing.seed_of(home, signing.origin(t.opened), t.key) is None:
            say.append("the head was not signed: the key of this ledger is on another machine.")
        else:
            sign(home, folder, desk)
    except (Trouble, OSError) as error:
        say.append(f"the head was not signed: {error}")


def sign(home: Path, folder: Anywhere, desk: Desk) -> Signed:
    """Sign the head of a ledger as it stands, and remember it. Raises Refused, and Unreadable."""
    found = heads.sign(home, folder, desk)
    remember(home, folder, desk, found)
    return found


def _ended(t: Tournament, done: Iterable[Entry]) -> bool:
    """Tell whether a round, a part of the tournament, or all of it ended with these entries.

    A closed tournament is signed to its last line.
    """
    if t.closed:
        return True
    for _, event in each_event(done):
        if isinstance(event, _ENDS):
            return True
        if isinstance(event, ev.ResultReported):
            paired = t.rounds.get((event.match.pool, event.match.round))
            if paired and not open_matches(t, paired):
                return True
    return False
