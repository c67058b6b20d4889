"""Prints a sheet of a round, and records the digest of exactly what was printed."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import click
from msgspec import Struct
from msgspec.structs import replace

from cli.desk.command import say_done
from cli.desk.context import speak_of
from cli.desk.errors import shown
from cli.desk.output import echo
from cli.desk.read import ReadContext
from cli.desk.venue import now
from cli.desk.write import WriteContext
from cli.printing.fonts import as_numbers, set_with
from cli.printing.paper import PdfRequest, taken, write
from cli.printing.pdf import sheet_draft
from cli.printing.text import sheet_text
from ledger.errors import Refused, advice, do
from ledger.events.catalogue import RoundPosted
from ledger.events.posting import PostedSheet, Printed
from ledger.record.entry import Entry
from ledger.state.queries import latest_round, open_matches
from ledger.state.tournament import Tournament
from ledger.terms import Pool
from projections.reports.messages import SOURCE
from projections.rounds.rounds import PostedRound, posted_round

OUT = click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write it into this file, and not to the screen.",
)
ROUND = click.option(
    "--round", "number", type=click.IntRange(1, 999), help="This round, not the latest."
)
SAID = {PostedSheet.PAIRINGS: "the pairings", PostedSheet.SLIPS: "the match slips"}


class Copy(NamedTuple):
    """What was printed: its bytes, what a PDF rests on, and what people should know of it."""

    data: bytes
    printed: Printed | None = None
    remarks: tuple[str, ...] = ()


class Asking(Struct, frozen=True, kw_only=True):
    """Which sheet is to be printed, of which rounds, and where to: the screen, a file, a PDF."""

    sheet: PostedSheet
    pool: Pool | None
    number: int | None
    out: Path | None = None
    pdf: PdfRequest | None = None
    boards: int = 1
    backs: bool = True
    language: str = SOURCE

    @property
    def file(self) -> Path | None:
        """The file that it goes to; None for the screen."""
        return self.pdf.file if self.pdf else self.out


def print_sheet(turn: WriteContext, asking: Asking) -> None:
    """Print a sheet of the rounds that are asked for, as one file or text, and record its digest.

    A text goes to the screen and what is said about it to the other stream, so that whoever
    catches the text has exactly what was recorded.
    """
    sheet, out = asking.sheet, asking.file
    if asking.pdf and asking.out:
        raise click.UsageError("write --out or --pdf, not both.")
    if out and out.exists() and turn.first() is None:
        raise taken(out)
    at = _time_of(turn)
    copies: dict[str, Copy] = {}
    kept: list[bytes] = []

    def keep() -> None:
        data = list(copies.values())[-1].data
        if out and data not in kept:
            write(out, data)
            kept.append(data)

    def act(t: Tournament) -> list[RoundPosted]:
        rounds = _asked(t, turn, asking.pool, asking.number)
        if sheet is PostedSheet.SLIPS and not any(one.tables for one in rounds):
            raise Refused("there is no match to print a slip for.", hint="Everybody has a bye.")
        copy = _copy(asking, rounds, _reading(turn, t, asking), at)
        digest = sha256(copy.data).hexdigest()
        copies.pop(digest, None)  # What was asked last stands last.
        copies[digest] = copy
        language = SOURCE if copy.printed else asking.language
        made = partial(RoundPosted, sheet=sheet, sha256=digest, language=language)
        return [made(pool=one.pool, round=one.number, printed=copy.printed) for one in rounds]

    entry = turn.take(act, before=keep)[0]
    done = [event for event in entry.events if isinstance(event, RoundPosted)]
    copy = copies[done[0].sha256]
    if out and not turn.dry_run and not kept:  # A repeated command, whose file may be gone.
        if out.exists() and out.read_bytes() != copy.data:
            raise taken(out)
        write(out, copy.data)
    _say(turn, asking, entry, done, copy)


def _say(
    turn: WriteContext, asking: Asking, entry: Entry, done: Sequence[RoundPosted], copy: Copy
) -> None:
    """Say what was printed, and show a text that goes to no file."""
    out, digest = asking.file, done[0].sha256
    which = " and ".join(f"round {event.round} of {event.pool}" for event in done)
    lines = [f"{SAID[asking.sheet]} of {which}", f"  SHA-256 {digest}"]
    lines += [f"  written to {out}"] if out and not turn.dry_run else []
    lines += [f"  {line}" for line in copy.remarks]
    if out is None and not turn.manner.as_json:
        speak_of(entry)
        echo(copy.data.decode(), nl=False)
        told = "would be entry" if turn.dry_run else "entry"
        for line in (f"{told} {entry.seq}: {lines[0]}", lines[1]):
            echo(shown(line), err=True)
        return
    more: dict[str, object] = {"remarks": copy.remarks} if copy.remarks else {}
    text = {} if copy.printed else {"text": copy.data.decode()}
    say_done(turn, entry, *lines, sha256=digest, **text, **more)


def _copy(
    asking: Asking, rounds: Sequence[PostedRound], reading: ReadContext, at: datetime
) -> Copy:
    """Return what is printed: a text of eighty columns, or a PDF."""
    if asking.pdf is None:
        return Copy(sheet_text(asking.sheet, rounds, reading).encode())
    printed = Printed(
        paper=asking.pdf.paper,
        at=at,
        boards=asking.boards,
        backs=asking.backs,
        language=asking.language,
    )
    draft = partial(sheet_draft, asking.sheet, rounds, printed=printed)
    done = set_with(reading, draft, asking.pdf.fonts)
    remarks = as_numbers(done, reading.book)
    if asking.sheet is PostedSheet.SLIPS and asking.backs:
        remarks.append("print it on both sides, turned over the long edge; then cut the stack")
    return Copy(done.data, replace(printed, fonts=done.fonts), tuple(remarks))


def _time_of(turn: WriteContext) -> datetime:
    """Return the time that stands on a print; of a repeated command, that of the first."""
    first = turn.first()
    for event in first.events if first else ():
        if isinstance(event, RoundPosted) and event.printed:
            return event.printed.at
    return now()


def _reading(turn: WriteContext, t: Tournament, asking: Asking) -> ReadContext:
    """Return what a sheet is printed from, as a desk has it."""
    return ReadContext(
        folder=turn.venue.folder,
        entries=turn.venue.desk.entries,
        t=t,
        rules=turn.rules,
        book=turn.book,
        language=asking.language,
    )


def _asked(
    t: Tournament, turn: WriteContext, pool: Pool | None, number: int | None
) -> list[PostedRound]:
    """Return the rounds to be printed; raises Refused where there is none.

    Where no pool is named: those that wait to be started, or else those that are being played.
    """
    if pool:
        pools = [pool]
    elif number:
        pools = [each for each in t.latest if (each, number) in t.rounds]
    else:
        pools = _where(t, lambda each: not each[0]) or _where(t, lambda each: each[1])
    found = [posted_round(t, turn.rules, each, number or t.latest.get(each, 0)) for each in pools]
    rounds = [one for one in found if one]
    if not rounds:
        where = f" of {pool}" if pool else ""
        which = f"round {number}{where} is not" if number else f"no round{where} is"
        raise Refused(
            f"{which} paired and waiting or played.", hint=advice("{} shows.", do("pairings"))
        )
    return rounds


def _where(t: Tournament, holds: Callable[[tuple[bool, bool]], bool]) -> list[Pool]:
    """Return the pools whose latest round fits: whether it started, and whether slips are out."""
    latest = [paired for pool in t.latest if (paired := latest_round(t, pool))]
    return [one.pool for one in latest if holds((one.started, bool(open_matches(t, one))))]
