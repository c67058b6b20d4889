"""What is put up or handed out for a round: printed, and recorded by the digest of every byte."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from cli.desk.read import ReadContext
from cli.desk.venue import now
from cli.desk.write import WriteContext
from cli.printing.fonts import fonts_again, set_with
from cli.printing.pdf import sheet_draft
from cli.printing.text import sheet_text
from ledger.errors import Refused, advice, do
from ledger.events.catalogue import RoundPosted
from ledger.events.posting import Paper, PostedSheet, Printed
from ledger.people.book import Book
from ledger.record.entry import Entry
from ledger.state.queries import latest_round, open_matches
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId, Pool
from projections.history.overview import as_asked, in_public, with_teams, without_teams
from projections.reports.messages import SOURCE
from projections.reports.text.posted import postings
from projections.rounds.rounds import PostedRound, posted_round


class ToPost(Struct, frozen=True, kw_only=True):
    """Which sheet is to be printed, of which rounds: as a text, or on paper as a PDF.

    Without a pool it is every pool that waits to be started, or else is being played; without a
    number the latest round. `fonts` are files that may be used for names beside ours. `public` is
    whether names are those of the public view.
    """

    sheet: PostedSheet
    pool: Pool | None = None
    number: int | None = None
    paper: Paper | None = None
    fonts: tuple[Path, ...] = ()
    boards: int = 1
    backs: bool = True
    language: str = SOURCE
    public: bool = False


class SheetPosted(Struct, frozen=True, kw_only=True):
    """A sheet that was printed and recorded: exactly its bytes, and their digest.

    `as_numbers` are the players whose names no font here can set. `printed` is what a PDF rests on;
    None of a text.
    """

    entries: tuple[Entry, ...]
    rounds: tuple[RoundPosted, ...]
    data: bytes
    printed: Printed | None = None
    as_numbers: tuple[PlayerId, ...] = ()

    @property
    def sheet(self) -> PostedSheet:
        """Which sheet it is."""
        return self.rounds[0].sheet

    @property
    def sha256(self) -> str:
        """The digest of exactly what was printed."""
        return self.rounds[0].sha256


class _Copy(NamedTuple):
    data: bytes
    printed: Printed | None = None
    as_numbers: tuple[PlayerId, ...] = ()


def post(
    ctx: WriteContext, asked: ToPost, *, keep: Callable[[bytes], None] = lambda _: None
) -> SheetPosted:
    """Print a sheet of the rounds that are asked for, and record its digest (TOP §4).

    `keep` is called with the bytes once everything has been judged, and before it is recorded, so
    that nothing stands in the ledger that could not be kept.
    """
    at = _time_of(ctx)
    copies: dict[str, _Copy] = {}

    def act(t: Tournament) -> list[RoundPosted]:
        rounds = _asked(t, ctx, asked)
        if asked.sheet is PostedSheet.SLIPS and not any(one.tables for one in rounds):
            raise Refused("there is no match to print a slip for.", hint="Everybody has a bye.")
        named = _names(asked.sheet, ctx.book, t)[-1 if asked.public else 0]
        reading = replace(as_read(ctx, asked.language), t=t, book=named)
        copy = _copy(asked, rounds, reading, at)
        digest = sha256(copy.data).hexdigest()
        copies.pop(digest, None)  # What was asked last stands last.
        copies[digest] = copy
        language = SOURCE if copy.printed else asked.language
        made = partial(RoundPosted, sheet=asked.sheet, sha256=digest, language=language)
        return [made(pool=one.pool, round=one.number, printed=copy.printed) for one in rounds]

    entry = ctx.take(act, before=lambda: keep(list(copies.values())[-1].data))[0]
    posted = tuple(event for event in entry.events if isinstance(event, RoundPosted))
    copy = copies[posted[0].sha256]
    return SheetPosted(entries=(entry,), rounds=posted, **copy._asdict())


def _names(sheet: PostedSheet, book: Book, t: Tournament) -> tuple[Book, Book, Book]:
    """Return the names as a sheet has them, in full, and as everybody may see them.

    Pairings hang on a wall: players who asked for another name have it there. A slip is for the two
    at a table and the desk. Earlier versions put all names up in full.
    """
    hangs = sheet is PostedSheet.PAIRINGS
    own = as_asked(book, t) if hangs else book
    return with_teams(own, t), with_teams(book, t), in_public(book, t)


def as_read(ctx: WriteContext, language: str) -> ReadContext:
    """Return what is printed from at a desk, as a ledger that is read."""
    return ReadContext(
        folder=ctx.venue.folder,
        entries=ctx.venue.desk.entries,
        t=ctx.tournament,
        rules=ctx.rules,
        book=with_teams(ctx.book, ctx.tournament),
        language=language,
    )


def _copy(
    asked: ToPost, rounds: Sequence[PostedRound], reading: ReadContext, at: datetime
) -> _Copy:
    """Return what is printed: a text of eighty columns, or a PDF."""
    if asked.paper is None:
        return _Copy(sheet_text(asked.sheet, rounds, reading).encode())
    printed = Printed(
        paper=asked.paper, at=at, boards=asked.boards, backs=asked.backs, language=asked.language
    )
    draft = partial(sheet_draft, asked.sheet, rounds, printed=printed)
    done = set_with(reading, draft, asked.fonts, asked.paper)
    return _Copy(done.data, replace(printed, fonts=done.fonts), done.numbers)


def _time_of(ctx: WriteContext) -> datetime:
    """Return the time that stands on a print; of a repeated command, that of the first."""
    first = ctx.first()
    for event in first.events if first else ():
        if isinstance(event, RoundPosted) and event.printed:
            return event.printed.at
    return now()


def _asked(t: Tournament, ctx: WriteContext, asked: ToPost) -> list[PostedRound]:
    """Return the rounds to be printed; raises Refused where there is none.

    Where no pool is named: those that wait to be started, or else those that are being played.
    """
    pool, number = asked.pool, asked.number
    if pool:
        pools = [pool]
    elif number:
        pools = [each for each in t.latest if (each, number) in t.rounds]
    else:
        latest = [paired for each in t.latest if (paired := latest_round(t, each))]
        waiting = [one.pool for one in latest if not one.started]
        pools = waiting or [one.pool for one in latest if open_matches(t, one)]
    found = [posted_round(t, ctx.rules, each, number or t.latest.get(each, 0)) for each in pools]
    rounds = [one for one in found if one]
    if not rounds:
        where = f" of {pool}" if pool else ""
        which = (
            f"round {number}{where} has not been paired."
            if number
            else f"no round{where} is waiting to start or being played."
        )
        hint = (
            advice("{} shows the rounds that are paired.", do("pairings"))
            if number and t.rounds
            else advice("Pair one: {}.", do("pair"))
        )
        raise Refused(which, hint=hint)
    return rounds


# Prints again what an entry posted, from the ledger as it stood then, and compares the digests.


class SheetAgain(Struct, frozen=True, kw_only=True):
    """A sheet as it is printed now: a text or a PDF; `same` if it is what was posted."""

    event: RoundPosted
    data: bytes
    same: bool

    @property
    def text(self) -> str | None:
        """The sheet, where it was printed as text."""
        return None if self.event.printed else self.data.decode()


class FontMissing(Refused):
    """A sheet cannot be printed again: a font is missing; `needed` are the digests of all."""

    def __init__(self, fonts: Sequence[str]) -> None:
        """Say which fonts are needed, and how a terminal names one."""
        self.needed = f"The SHA-256 of each font needed: {', '.join(fonts)}."
        hint = f"Give the font's file: --pdf FILE --font FONT. {self.needed}"
        super().__init__("a font that was used to print this is not installed.", hint=hint)


def sheet_again(ctx: ReadContext, seq: int, fonts: Sequence[Path] = ()) -> SheetAgain:
    """Print what an entry posted, a PDF on the same paper and in the very fonts.

    Raises Refused if the entry posted nothing, or a font is not here nor among `fonts`.
    """
    own = [event for entry, event in postings(ctx.entries) if entry.seq == seq]
    if not own:
        msg = f"entry {seq} posted nothing."
        raise Refused(msg, hint=advice("{} lists what was posted.", do("posted")))
    t = Tournament.replay(ctx.entries[: seq - 1])
    found = [posted_round(t, ctx.rules, event.pool, event.round) for event in own]
    rounds = [one for one in found if one]
    event = own[0]
    names = _names(event.sheet, without_teams(ctx.book, t), t)
    tried = (
        _again(event, rounds, replace(ctx, t=t, book=book, language=event.language), fonts)
        for book in names
    )
    first = next(tried)
    return first if first.same else next((one for one in tried if one.same), first)


def _again(
    event: RoundPosted, rounds: Sequence[PostedRound], then: ReadContext, fonts: Sequence[Path]
) -> SheetAgain:
    """Print a sheet with the names of a book; the ledger does not say which names stood there."""
    printed = event.printed
    if printed is None:
        data = sheet_text(event.sheet, rounds, then).encode()
        return SheetAgain(event=event, data=data, same=sha256(data).hexdigest() == event.sha256)
    again = fonts_again(printed.fonts, fonts)
    if again is None:
        raise FontMissing(printed.fonts)
    draft = partial(sheet_draft, event.sheet, rounds, printed=printed)
    done = set_with(then, draft, again, printed.paper)
    return SheetAgain(event=event, data=done.data, same=done.sha256 == event.sha256)
