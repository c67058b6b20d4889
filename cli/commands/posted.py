"""Show what was posted: which sheets, one of them again, or whether a file is one of them."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import click
from msgspec.structs import replace

from cli import explain
from cli.explain import shown
from cli.printing import SAID
from cli.reading import Reading, at_ledger, say_json
from cli.sheets import sheet_text
from cli.voice import echo
from ledger.entries import Entry
from ledger.errors import Refused
from ledger.events import RoundPosted
from ledger.tournament import Tournament
from projections.rounds import posted_round


@click.command("posted")
@at_ledger()
@click.option("--entry", "seq", type=click.IntRange(min=1), help="Print again what it posted.")
@click.option(
    "--check",
    "file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Whether this file is exactly what was posted.",
)
def command(reading: Reading, seq: int | None, file: Path | None) -> int:
    r"""Show which pairings and slips were printed, and prove what they said (TOP §4).

    With --entry the sheet is printed again, as the ledger stood at that moment; what differs from
    the digest that was recorded is said.

    \b
    Examples:
      roundbook posted cup
      roundbook posted cup --entry 12
      roundbook posted cup --check round-2.txt

    \b
    Exit codes:
      0 done    1 it is not what was posted
    """
    if seq and file:
        raise click.UsageError("name --entry or --check, not both.")
    if seq:
        return _again(reading, seq)
    found = list(_postings(reading))
    if file:
        digest = sha256(file.read_bytes()).hexdigest()
        found = [(entry, event) for entry, event in found if event.sha256 == digest]
    if reading.as_json:
        say_json(tournament=reading.event, posted=[_data(*each) for each in found])
    else:
        for entry, event in found:
            echo(shown(_line(entry, event)))
            echo(f"  SHA-256 {event.sha256}")
        if not found:
            nothing = f"nothing that was posted is {file}." if file else "nothing was posted yet."
            echo(shown(nothing))
    return explain.FOUND if file and not found else 0


def _postings(reading: Reading) -> Iterator[tuple[Entry, RoundPosted]]:
    for entry in reading.entries:
        for event in entry.events:
            if isinstance(event, RoundPosted):
                yield entry, event


def _line(entry: Entry, event: RoundPosted) -> str:
    at = entry.at.isoformat(sep=" ", timespec="minutes")
    return f"entry {entry.seq}, {at}: {SAID[event.sheet]} of round {event.round} of {event.pool}"


def _data(entry: Entry, event: RoundPosted) -> dict[str, object]:
    facts = {"pool": event.pool, "round": event.round, "sheet": event.sheet, "sha256": event.sha256}
    return {"entry": entry.seq, "at": entry.at, "hand": entry.hand, **facts}


def _again(reading: Reading, seq: int) -> int:
    """Print what an entry posted, from the ledger as it stood then; say if it is not the same."""
    own = [(entry, event) for entry, event in _postings(reading) if entry.seq == seq]
    if not own:
        msg = f"entry {seq} posted nothing."
        raise Refused(msg, hint="`roundbook posted` lists what was posted.")
    t = Tournament.of(reading.entries[: seq - 1])
    rounds = [posted_round(t, reading.rules, event.pool, event.round) for _, event in own]
    then = replace(reading, t=t)
    text = sheet_text(own[0][1].sheet, [one for one in rounds if one], then)
    digest = sha256(text.encode()).hexdigest()
    same = digest == own[0][1].sha256
    if reading.as_json:
        say_json(entry=seq, sha256=own[0][1].sha256, same=same, text=text)
    else:
        echo(text, nl=False)
        if not same:
            said = "this is not byte for byte what was posted: a name has changed since,"
            echo(f"{said}\nor this roundbook prints it otherwise.", err=True)
    return 0 if same else explain.FOUND
