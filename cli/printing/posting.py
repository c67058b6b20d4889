"""Prints pairings and match slips, and records the digest of the exact bytes."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.printing.fonts import fonts_again, set_with
from roundbook.cli.printing.round_pdf import sheet_draft
from roundbook.cli.printing.round_text import sheet_text
from roundbook.cli.session.read import ReadContext
from roundbook.cli.session.venue import now
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events.catalogue import RoundPosted
from roundbook.ledger.events.posting import Paper, PostedSheet, Printed
from roundbook.ledger.people.book import Book, with_teams, without_teams
from roundbook.ledger.people.public_names import as_asked, public_names
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.pools import flights_named
from roundbook.ledger.state.rounds import latest_round, still_out
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.projections.progress import go_on
from roundbook.projections.reports.languages import SOURCE
from roundbook.projections.reports.text.posted import postings
from roundbook.projections.rounds.rounds import PostedRound, posted_round


class ToPost(Struct, frozen=True, kw_only=True):
    """The sheet to print, and for which rounds: as text, or as a PDF if `paper` is given.

    Without a pool, it is for every pool with a round waiting to start or, failing that, being
    played; without a number, for the latest round. `fonts` are additional files for names. `public`
    is whether to print the names of the public view.
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
    """A sheet that was printed and recorded: its exact bytes, and their digest.

    `as_numbers` are the players whose names no font here can show. `printed` is what a PDF depends
    on; None for text.
    """

    entries: tuple[Entry, ...]
    rounds: tuple[RoundPosted, ...]
    data: bytes
    printed: Printed | None = None
    as_numbers: tuple[PlayerId, ...] = ()

    @property
    def sheet(self) -> PostedSheet:
        """The kind of sheet."""
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
    """Print a sheet for the requested rounds, and record its digest (TOP §4).

    `keep` is called with the bytes after all checks and before the entry is written, so the ledger
    never names a sheet that could not be saved.
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
        copies.pop(digest, None)  # The latest request comes last.
        copies[digest] = copy
        language = SOURCE if copy.printed else asked.language
        made = partial(RoundPosted, sheet=asked.sheet, sha256=digest, language=language)
        return [made(pool=one.pool, round=one.number, printed=copy.printed) for one in rounds]

    entry = ctx.take(act, before=lambda: keep(list(copies.values())[-1].data))[0]
    posted = tuple(event for event in entry.events if isinstance(event, RoundPosted))
    copy = copies[posted[0].sha256]
    return SheetPosted(entries=(entry,), rounds=posted, **copy._asdict())


def _names(sheet: PostedSheet, book: Book, t: Tournament) -> tuple[Book, Book, Book]:
    """Return the names in three forms: as printed on the sheet, in full, and as in the public view.

    Pairings are posted on a wall, so players who asked for another name are shown under it there. A
    slip is seen only by the two players at a table and the desk.
    """
    hangs = sheet is PostedSheet.PAIRINGS
    own = as_asked(book, t) if hangs else book
    return with_teams(own, t), with_teams(book, t), public_names(book, t)


def as_read(ctx: WriteContext, language: str) -> ReadContext:
    """Return what a print at the desk is made from, as a context for reading."""
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
    """Return the print: text of eighty columns, or a PDF."""
    if asked.paper is None:
        return _Copy(sheet_text(asked.sheet, rounds, reading).encode())
    printed = Printed(
        paper=asked.paper, at=at, boards=asked.boards, backs=asked.backs, language=asked.language
    )
    draft = partial(sheet_draft, asked.sheet, rounds, printed=printed)
    done = set_with(reading, draft, asked.fonts, asked.paper)
    return _Copy(done.data, replace(printed, fonts=done.fonts), done.numbers)


def _time_of(ctx: WriteContext) -> datetime:
    """Return the time for a print; for a repeated command, the time of the first one."""
    printed = (one.printed for one in ctx.written(RoundPosted) if one.printed)
    return next((one.at for one in printed), None) or now()


def _asked(t: Tournament, ctx: WriteContext, asked: ToPost) -> list[PostedRound]:
    """Return the rounds to print. Raises Refused if there are none.

    A division in flights means all of them. Without a pool: those waiting to start or, failing
    that, those being played.
    """
    pool, number = asked.pool, asked.number
    if pool:
        pools = [*(flights_named(t, pool) or (pool,))]
    elif number:
        pools = [each for each in t.latest if (each, number) in t.rounds]
    else:
        latest = [paired for each in t.latest if (paired := latest_round(t, each))]
        waiting = [one.pool for one in latest if not one.started]
        pools = waiting or [one.pool for one in latest if still_out(t, one.pool)]
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
            else go_on(t, ctx.rules)
        )
        raise Refused(which, hint=hint)
    return rounds


# Prints a posted sheet again, from the ledger as it was then, and compares the digests.


class SheetAgain(Struct, frozen=True, kw_only=True):
    """A sheet printed again, as text or a PDF; `same` if it equals what was posted."""

    event: RoundPosted
    data: bytes
    same: bool

    @property
    def text(self) -> str | None:
        """The sheet, if it was printed as text; else None."""
        return None if self.event.printed else self.data.decode()


class FontMissing(Refused):
    """A sheet cannot be printed again because a font is missing; `needed` names all the digests."""

    def __init__(self, fonts: Sequence[str]) -> None:
        """Say which fonts are needed, and how to give one in a terminal."""
        self.needed = f"The SHA-256 of each font needed: {', '.join(fonts)}."
        hint = f"Give the font's file: --pdf FILE --font FONT. {self.needed}"
        super().__init__("a font that was used to print this is not installed.", hint=hint)


def sheet_again(ctx: ReadContext, seq: int, fonts: Sequence[Path] = ()) -> SheetAgain:
    """Print again what an entry posted, a PDF on the same paper and with the same fonts.

    Raises Refused if the entry posted nothing, or a font is neither here nor in `fonts`.
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
    """Print a sheet with the names of one book: the ledger does not say which were printed."""
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
