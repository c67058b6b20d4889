"""Remembers the last line written in each folder of a tournament, to detect rollbacks and branches.

The notes are in the user's own folder, out of reach of copies. An older copy or another branch
brings a fitting `head`, but cannot change the notes (LED-6). Only writers add to them, each for
their own folder: writing in one folder never changes what another folder may do.
"""

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime
from enum import StrEnum
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.places import heads, layout, signing
from roundbook.cli.places.layout import SEEN, keep_at_home
from roundbook.cli.places.members import Anywhere, at
from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import UNDECODABLE, Trouble, Unreadable, advice, do, option
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.catalogue import TournamentOpened
from roundbook.ledger.phrases import counted
from roundbook.ledger.proofs.checkpoints import Signed
from roundbook.ledger.record.chain import Head
from roundbook.ledger.record.entry import Entry, each_event, from_line, leaf_hash
from roundbook.ledger.state.rounds import decision, matches_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Pool

# The note about a folder: the last line written there, and what a signed head covered.


class Written(Struct, frozen=True, kw_only=True):
    """The last line written in a folder on this machine, and when.

    `signed` are the last lines that signed heads covered; `heard` are the last lines of other
    folders that the writer here has been told about. `paired` is the highest round ever paired in
    each pool, also in lines that were lost later: it locks results for good (A-74). `gone` is
    whether somebody has recorded in another folder that this one no longer exists. A note stays
    all the same: it knows an older copy in the place of this folder.
    """

    last: Head
    folder: str
    at: datetime
    signed: tuple[Head, ...] = ()
    heard: tuple[str, ...] = ()
    paired: dict[Pool, int] = {}
    gone: bool = False

    @property
    def when(self) -> str:
        """The time of the last entry in words."""
        return f" on {self.at:%Y-%m-%d at %H:%M}"


class Lines(NamedTuple):
    """How many lines a ledger has, and the leaf hash of each by its number."""

    size: int
    leaf: Callable[[int], str]

    def hold(self, head: Head) -> bool:
        """Tell whether this is the head of one of the lines."""
        return head.seq <= self.size and self.leaf(head.seq) == head.leaf


def remember(
    home: Path,
    folder: Anywhere,
    desk: Desk,
    signed: Signed | None = None,
    *,
    say: heads.Say = heads.quiet,
) -> Written | None:
    """Remember the last line of a ledger as written in this folder; return the note.

    If the user's own folder cannot be written, nothing is refused. A rollback then goes unnoticed,
    and `say` is told so with every entry: no warning means that the note was written.
    """
    opened, lines = desk.tournament.opened, Lines(desk.tournament.seq, desk.leaf)
    if opened is None:
        return None
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
        paired=_paired(desk.tournament),
    )
    name, data = _name(opened, written.folder), msgspec.json.encode(written) + b"\n"
    # Nobody waits for a note that only grows. One that takes back what an earlier one says has to
    # last: after a power cut, the earlier one would call this ledger another branch.
    takes_back = own is not None and not lines.hold(own.last)
    try:
        keep_at_home(home, name, data, NOTED, wait=takes_back)
    except Unreadable as error:
        say(f"warning: {error.message} {error.hint} {UNNOTED}")
        return written
    if own and own.folder != written.folder:
        with suppress(OSError, Unreadable):
            at(home).remove(_name(opened, own.folder))
    return written


NOTED = "a note of the last entry"
UNNOTED = (
    "Until then, this machine does not notice if an older copy takes the place of this folder."
)


def _paired(t: Tournament) -> dict[Pool, int]:
    """Return the highest round ever paired in each pool, here or in lines that are lost (A-74)."""
    found = t.ever_paired.copy()
    for before in t.shortened.values():
        found |= {pool: max(number, found.get(pool, 0)) for pool, number in before.paired.items()}
    return found


def _head(lines: Lines, seq: int) -> Head:
    return Head(leaf=lines.leaf(seq), seq=seq)


def _called(folder: Anywhere) -> str:
    return at(folder).whole


def _name(opened: TournamentOpened, folder: str) -> str:
    """Return the name of a folder's note."""
    return layout.of_folder(f"{SEEN}/{opened.tournament}", folder)


def _known(home: Path, opened: TournamentOpened | None) -> list[Written]:
    """Return the notes on every folder of a tournament, leaving out any that cannot be read."""
    found: list[Written] = []
    if opened is None:
        return found
    with suppress(OSError):
        for name in at(home).names(f"{SEEN}/{opened.tournament}"):
            with suppress(*UNDECODABLE, OSError, Unreadable):
                found.append(msgspec.json.decode(at(home).read(name), type=Written))
    return found


# What the notes say about a ledger: a genuine beginning, rolled back, or another branch.


class Kind(StrEnum):
    """How a ledger contradicts the notes, though none of its bytes is damaged."""

    ROLLED_BACK = "rolled back, or restored from an older backup"
    OTHER = "another branch"


class Contradiction(Struct, frozen=True):
    """One contradiction, and a sentence on where and when the other lines were written."""

    kind: Kind
    sentence: str

    @property
    def told(self) -> str:
        """The sentence followed by its meaning."""
        return (
            f"{self.sentence.removesuffix('.')}: this ledger "
            f"{'was' if self.kind is Kind.ROLLED_BACK else 'is'} {self.kind}."
        )


def is_there(copy: "Copy", folder: Anywhere) -> bool:
    """Tell whether a folder still has the last line that was written there. Raises Unreadable."""
    if not layout.is_tournament(folder):
        return False
    return any(leaf_hash(line) == copy.written.last.leaf for line in layout.lines(folder))


def settle(home: Path, opened: TournamentOpened, copy: "Copy") -> None:
    """Note that a folder is gone for good, so that nobody is told of its lines again.

    Its note is only marked. If the folder is written again, the mark goes. Raises Unreadable.
    """
    written = replace(copy.written, gone=True)
    data = msgspec.json.encode(written) + b"\n"
    keep_at_home(home, _name(opened, written.folder), data, NOTED)


class Copy(NamedTuple):
    """Another folder whose last line is not in this ledger.

    `shared` is how many lines they have in common, None if unknown; `later` are the lines after
    those, as far as they can be read.
    """

    written: Written
    shared: int | None
    later: Sequence[bytes] = ()

    @property
    def is_settled(self) -> bool:
        """Whether nobody needs to be told: the folder is gone, and somebody has recorded that."""
        return self.written.gone and self.shared is None

    def is_in(self, folder: Anywhere) -> bool:
        """Whether the note is on this folder."""
        return self.written.folder == _called(folder)

    def parts(self, lines: Lines) -> int | None:
        """Return the first line known to differ from a signed one there, or None."""
        signed = self.written.signed
        if self.shared is None:
            odd = (one.seq for one in signed if one.seq <= lines.size and not lines.hold(one))
            return next(odd, None)
        covered = min(lines.size, max((one.seq for one in signed), default=0))
        return self.shared + 1 if self.shared < covered else None

    def sentence(self, lines: Lines, folder: str = "") -> str:
        """Say where the other lines are, when they were written, and how many there are.

        `folder` is the name of this one, if that may not be clear.
        """
        where, when = self.written.folder, self.written.when
        if self.shared is None:
            return (
                f"line {self.written.last.seq} was written in {where}{when}, but is missing here."
            )
        more = counted(self.written.last.seq - self.shared, "entry", "entries")
        if self.shared < lines.size:
            own = counted(lines.size - self.shared, "other", "others")
            last = "written" if self.written.last.seq == self.shared + 1 else "the last"
            last = f"it has {more} of its own, {last}{when}"
            here = folder or "this one"
            return (
                f"the copy in {where} differs after line {self.shared}: {last}; {here} has {own}."
            )
        told = ", ".join(_told(self.later, self.shared)) if len(self.later) <= MOST else ""
        one = self.written.last.seq - self.shared == 1
        shorter = f" and {'is' if one else 'are'} not in {folder}" if folder else ""
        added = f"{'was' if one else 'were'} added later in {where}{when}{shorter}"
        return f"{more} {added}{told and f': {told}'}."


MOST = 3
"""The most entries added elsewhere that are described."""


_BESIDE: ContextVar[frozenset[str]] = ContextVar("beside", default=frozenset())


@contextmanager
def beside(*folders: Anywhere) -> Iterator[None]:
    """Give no notice that these folders have other lines: the running command is about them."""
    token = _BESIDE.set(frozenset(map(_called, folders)))
    try:
        yield
    finally:
        _BESIDE.reset(token)


class Compared(NamedTuple):
    """What this machine knows about a ledger.

    `own` is why writing in its folder needs a reason, and `seen` the note on it. `branch` says
    which signed lines a ledger contradicts that was never written here. `copies` are other folders
    with other lines; `begins` is the one that this ledger is a genuine beginning of.
    """

    lines: Lines
    own: Contradiction | None = None
    branch: Contradiction | None = None
    copies: tuple[Copy, ...] = ()
    begins: Copy | None = None
    heard: tuple[str, ...] = ()
    folder: str = ""
    seen: Written | None = None

    def shortened(self, folder: Anywhere, reason: str) -> ev.HistoryShortened | None:
        """Return what the ledger has to record for good if it continues without missing lines.

        They were written in this folder, or its `head` names them; None if none are missing (A-74).
        """
        known = [self.seen.last] if self.own and self.seen else []
        with suppress(OSError, Unreadable):
            head = Head.from_bytes(at(folder).read(layout.HEAD))
            known += [head] if head and head.seq > self.lines.size else []
        if not known:
            return None
        last = max(known, key=lambda one: one.seq)
        paired = self.seen.paired if self.seen else {}
        return ev.HistoryShortened(lines=last.seq, leaf=last.leaf, paired=paired, reason=reason)

    @property
    def news(self) -> list[str]:
        """Sentences on the other folders that writers here have not been told about yet."""
        about = _BESIDE.get()
        return [
            f"warning: {one.sentence(self.lines, self.folder)} {self._advice(one)}"
            for one in self.copies
            if one.written.last.leaf not in self.heard and one.written.folder not in about
            if not one.is_settled
        ]

    def _advice(self, one: "Copy") -> str:
        """Return how to work with only one of two folders, or record that the other one is gone."""
        if one.shared is None:
            words = ("roundbook", "file", "merge", one.written.folder, "--gone", "REASON")
            here = ("-C", self.folder) if self.folder else ()
            settle = shlex.join((*words, *here))
            return f"If that folder is gone for good, go on without it: `{settle}`."
        return (
            "Work in only one of the two; `roundbook file diff` compares them, "
            "`roundbook file merge` adds the entries of one to the other."
        )

    def remarks(self, *, archived: bool) -> Iterator[str]:
        """Yield what a reviewer should know about the other folders."""
        ends = "sealed at" if archived else "up to its end at"
        for one in self.copies:
            if one.is_settled:
                continue
            genuine = f"genuine, {ends} line {self.lines.size}; " if one is self.begins else ""
            gone = f" {self._advice(one)}" if one.shared is None and not archived else ""
            yield f"{genuine}{one.sentence(self.lines)}{gone}"


def compare(
    home: Path, folder: Anywhere | None, opened: TournamentOpened | None, lines: Lines
) -> Compared:
    """Compare a ledger with everything written for its tournament on this machine.

    `folder` is None for an archive. Nothing is saved.
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
        return Compared(lines, odd, None, copies, begins, own.heard, _called(folder), own)
    for one in () if begins else copies:
        parts = one.parts(lines)
        if parts and max(held, default=0) < parts:  # Else this branch, too, was written here.
            copies = tuple(each for each in copies if each is not one)
            odd = Contradiction(Kind.OTHER, one.sentence(lines))
            return Compared(lines, branch=odd, copies=copies)
    return Compared(lines, copies=copies, begins=begins, folder=_called(folder) if folder else "")


def at_desk(home: Path, folder: Anywhere, desk: Desk) -> Compared:
    """Compare a desk's ledger with the notes. Raises what `Desk.refresh` raises."""
    lines = Lines(desk.tournament.seq, desk.leaf)
    found = compare(home, folder, desk.tournament.opened, lines)
    if found.own is None:
        return found
    desk.refresh()  # Another desk may have written since the first comparison.
    return compare(home, folder, desk.tournament.opened, Lines(desk.tournament.seq, desk.leaf))


def refuse(odd: Contradiction | None, folder: Anywhere, *, verb: str = "") -> None:
    """Raise Unreadable if other lines were written here: continuing then needs a reason.

    `verb` is a command that takes the reason, if the one that is refused does not.
    """
    if odd:
        why = ("--accept-shorter", "REASON")
        hint = advice(
            "Put the copy with that line back, or continue with this one and give a reason: {}.",
            do(verb, "TEXT", *why) if verb else option(*why),
        )
        raise Unreadable(odd.told, where=str(folder), hint=hint)


def _has_grown(own: Written, folder: Anywhere, lines: Lines) -> bool:
    """Tell whether another desk has written since these lines were read.

    A line is on disk before it is noted as the last one, so the folder is read again to look for
    it.
    """
    seq = own.last.seq
    with suppress(OSError, Unreadable):
        after = layout.lines(folder) if seq > lines.size else []
        return len(after) >= seq and leaf_hash(after[seq - 1]) == own.last.leaf
    return False


def _unlike(own: Written, folder: Anywhere, lines: Lines) -> Contradiction:
    """Return how the lines in a folder differ from those that were written there."""
    seq = own.last.seq
    where = "here" if own.folder == _called(folder) else f"when it was in {own.folder},"
    if lines.size < seq:
        told = f"{folder} ends with line {lines.size}, but line {seq} was written"
        return Contradiction(Kind.ROLLED_BACK, f"{told} {where}{own.when}.")
    told = f"line {seq} in {folder} is not the line {seq} that was written {where}{own.when}."
    return Contradiction(Kind.OTHER, told)


def _own(known: Iterable[Written], folder: Anywhere | None, lines: Lines) -> Written | None:
    """Return the note on this folder, or on where it was before it was moved; None without one.

    A folder without a note was moved from a folder that no longer contains this tournament: the one
    whose last line it has or, failing that, the one that was written last.
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
    return max(gone, key=lambda one: one.at, default=None)


def _there(written: Written, lines: Lines) -> bool:
    """Tell whether the folder in the note still contains the same tournament."""
    with suppress(OSError, Unreadable):
        # The first entry has the id of the tournament, so its hash tells one tournament from
        # another.
        first = layout.first_line(Path(written.folder))
        return leaf_hash(first) == lines.leaf(1)
    return False


def _copy(one: Written, lines: Lines) -> Copy:
    """Compare another folder's lines with these, and return the result."""
    with suppress(OSError, Unreadable):
        theirs = layout.lines(Path(one.folder))
        hashes = [leaf_hash(line) for line in theirs[: one.last.seq]]
        if Lines(len(hashes), lambda seq: hashes[seq - 1]).hold(one.last):
            pairs = enumerate(hashes[: lines.size], start=1)
            shared = sum(1 for _ in takewhile(lambda pair: lines.leaf(pair[0]) == pair[1], pairs))
            return Copy(one, shared, theirs[shared : one.last.seq])
    sealed = any(lines.hold(head) and head.seq == lines.size for head in one.signed)
    return Copy(one, lines.size if sealed else None)


def _told(later: Iterable[bytes], shared: int) -> Iterator[str]:
    """Yield each of these entries in a few words."""
    # Few commands have something to tell.
    from roundbook.projections.history.history import in_brief

    for seq, line in enumerate(later, start=shared + 1):
        with suppress(Unreadable):
            yield in_brief(from_line(line, seq))


# After each write: the head is signed if something has ended, and the last line is noted.

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
    """Remember the last line, and sign the head if these entries ended something.

    A failure is reported in `say` but stops nothing: the entries stand, and the next head covers
    them.
    """
    # Noted before the head is signed: signing may fail, and the lines stand all the same.
    noted = remember(home, folder, desk, say=say.append)
    t = desk.tournament
    if t.key is None or t.opened is None:
        return
    if not (_ended(t, done) or _outdated(folder, done) or _interrupted(home, t, noted)):
        return

    def once(said: str) -> None:
        if said not in say:  # The note of the last line may have failed for the same reason.
            say.append(said)

    try:
        sign(home, folder, desk, once)
    except (Trouble, OSError) as error:
        say.append(f"the head was not signed: {error}")


def sign(home: Path, folder: Anywhere, desk: Desk, say: heads.Say = heads.quiet) -> Signed:
    """Sign the current head of a ledger, and remember it. Raises Refused, and Unreadable.

    `say` is told if something else was in its place, and if it could not be noted.
    """
    found = heads.sign(home, folder, desk, say)
    remember(home, folder, desk, found, say=say)
    return found


def _interrupted(home: Path, t: Tournament, noted: Written | None) -> bool:
    """Tell whether a round has started and no head was signed, though the key is here.

    The program was ended between the entry and the head: then nothing would be proved before the
    next round starts.
    """
    if noted is None or noted.signed or t.key is None or t.opened is None:
        return False
    started = any(paired.started for paired in t.rounds.values())
    return started and signing.seed_of(home, signing.origin(t.opened), t.key) is not None


def _outdated(folder: Anywhere, done: Iterable[Entry]) -> bool:
    """Tell whether the signed head is of lines from which a ledger no longer goes on (A-74)."""
    shortened = any(isinstance(event, ev.HistoryShortened) for _, event in each_event(done))
    return shortened and heads.is_of_others(folder)


def _ended(t: Tournament, done: Iterable[Entry]) -> bool:
    """Tell whether a round, a stage, or the tournament ended with these entries.

    In a closed tournament every further entry counts, so its last line is always signed.
    """
    if t.closed:
        return True
    for _, event in each_event(done):
        if isinstance(event, _ENDS):
            return True
        if isinstance(event, ev.ResultReported):
            played = matches_of(t, event.match.pool, event.match.round)
            if played and all(decision(t, match) is not None for match in played):
                return True
    return False
