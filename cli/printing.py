"""Prints a sheet of a round, and records the digest of exactly what was printed."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import click

from cli.at_hand import speak_of
from cli.explain import shown
from cli.reading import Reading
from cli.sheets import sheet_text
from cli.turn import Turn
from cli.voice import echo
from ledger.errors import Refused, Unreadable
from ledger.events import RoundPosted
from ledger.field import latest_round, open_matches
from ledger.hall import Sheet
from ledger.terms import Pool
from ledger.tournament import Tournament
from projections.rounds import PostedRound, posted_round

OUT = click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write it into this file, and not to the screen.",
)
ROUND = click.option(
    "--round", "number", type=click.IntRange(1, 999), help="This round, not the latest."
)
SAID = {Sheet.PAIRINGS: "the pairings", Sheet.SLIPS: "the match slips"}


def print_sheet(
    turn: Turn, sheet: Sheet, pool: Pool | None, number: int | None, out: Path | None
) -> None:
    """Print a sheet of the rounds that are asked for, as one text, and record its digest.

    The text goes to the screen and what is said about it to the other stream, so that whoever
    catches the text has exactly what was recorded.
    """
    if out and out.exists() and turn.first() is None:
        raise _taken(out)
    texts: dict[str, bytes] = {}
    kept: list[bytes] = []

    def keep() -> None:
        text = list(texts.values())[-1]
        if out and text not in kept:
            _write(out, text)
            kept.append(text)

    def act(t: Tournament) -> list[RoundPosted]:
        rounds = _asked(t, turn, pool, number)
        if sheet is Sheet.SLIPS and not any(one.tables for one in rounds):
            raise Refused("there is no match to print a slip for.", hint="Everybody has a bye.")
        reading = reading_at(turn, t)
        text = sheet_text(sheet, rounds, reading).encode()
        digest = sha256(text).hexdigest()
        texts.pop(digest, None)  # What was asked last stands last.
        texts[digest] = text
        return [
            RoundPosted(pool=one.pool, round=one.number, sha256=digest, sheet=sheet)
            for one in rounds
        ]

    entry = turn.take(act, before=keep)[0]
    done = [event for event in entry.events if isinstance(event, RoundPosted)]
    text = texts[done[0].sha256]
    if out and not turn.dry_run and not kept:  # A repeated command, whose file may be gone.
        if out.exists() and out.read_bytes() != text:
            raise _taken(out)
        _write(out, text)
    which = " and ".join(f"round {event.round} of {event.pool}" for event in done)
    lines = [f"{SAID[sheet]} of {which}", f"  SHA-256 {done[0].sha256}"]
    lines += [f"  written to {out}"] if out and not turn.dry_run else []
    if out is None and not turn.manner.as_json:
        speak_of(entry)
        echo(text.decode(), nl=False)
        told = "would be entry" if turn.dry_run else "entry"
        for line in (f"{told} {entry.seq}: {lines[0]}", lines[1]):
            echo(shown(line), err=True)
        return
    turn.say(entry, *lines, sha256=done[0].sha256, text=text.decode())


def reading_at(turn: Turn, t: Tournament) -> Reading:
    """Return what a sheet is printed from, as a desk has it."""
    return Reading(
        folder=turn.venue.folder,
        entries=turn.venue.desk.entries,
        t=t,
        rules=turn.rules,
        book=turn.book,
    )


def _asked(t: Tournament, turn: Turn, pool: Pool | None, number: int | None) -> list[PostedRound]:
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
        raise Refused(f"{which} paired and waiting or played.", hint="`roundbook pairings` shows.")
    return rounds


def _where(t: Tournament, holds: Callable[[tuple[bool, bool]], bool]) -> list[Pool]:
    """Return the pools whose latest round fits: whether it started, and whether slips are out."""
    latest = [paired for pool in t.latest if (paired := latest_round(t, pool))]
    return [one.pool for one in latest if holds((one.started, bool(open_matches(t, one))))]


def _taken(out: Path) -> Refused:
    return Refused(f"{out} is there already.", hint="Name another file: nothing is written over.")


def _write(out: Path, text: bytes) -> None:
    try:
        out.write_bytes(text)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        msg = f"{out} cannot be written: {reason}."
        raise Unreadable(msg, where=str(out), hint="Name another file, and print again.") from None
