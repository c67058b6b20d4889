"""Show what was posted: which sheets, one of them again, or whether a file is one of them."""

from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

import click
from msgspec.structs import replace

from cli.commands.post import SAID
from cli.desk import errors
from cli.desk.errors import shown
from cli.desk.options import FILE
from cli.desk.output import echo
from cli.desk.read import ReadContext, at_ledger, say_answer, say_json
from cli.printing.fonts import fonts_again, set_with
from cli.printing.paper import PdfRequest, on_paper, taken, write
from cli.printing.pdf import sheet_draft
from cli.printing.text import sheet_text
from ledger.errors import Refused, advice, do
from ledger.events.catalogue import RoundPosted
from ledger.record.entry import Entry
from ledger.state.tournament import Tournament
from projections.reports.api.staff import posted_sheets
from projections.rounds.rounds import PostedRound, posted_round


@click.command("posted")
@at_ledger()
@click.option("--entry", "seq", type=click.IntRange(min=1), help="Print again what it posted.")
@click.option("--check", "file", type=FILE, help="Whether this file is exactly what was posted.")
@on_paper
def command(
    ctx: ReadContext, seq: int | None, file: Path | None, on_paper: PdfRequest | None
) -> int:
    r"""Show which pairings and slips were printed, and prove what they said (TOP §4).

    With --entry the sheet is printed again, as the ledger stood at that moment; what differs from
    the digest that was recorded is said. What was printed as PDF is made again, on the same paper
    and in the same fonts.

    \b
    Examples:
      roundbook posted cup
      roundbook posted cup --entry 12
      roundbook posted cup --check round-2.txt
      roundbook posted cup --entry 12 --pdf again.pdf

    \b
    Exit codes:
      0 done    1 it is not what was posted
    """
    if seq and file:
        raise click.UsageError("name --entry or --check, not both.")
    if seq:
        return _again(ctx, seq, on_paper)
    if on_paper:
        raise click.UsageError("--pdf writes again what one --entry posted.")
    found = list(_postings(ctx))
    if file:
        digest = sha256(file.read_bytes()).hexdigest()
        found = [(entry, event) for entry, event in found if event.sha256 == digest]
    if ctx.as_json:
        say_answer(posted_sheets(ctx.sight(), found))
    else:
        for entry, event in found:
            at = entry.at.isoformat(sep=" ", timespec="minutes")
            what = f"{SAID[event.sheet]} of round {event.round} of {event.pool}"
            echo(shown(f"entry {entry.seq}, {at}: {what}"))
            echo(f"  SHA-256 {event.sha256}")
        if not found:
            nothing = f"nothing that was posted is {file}." if file else "nothing was posted yet."
            echo(shown(nothing))
    return errors.FOUND if file and not found else 0


OTHERWISE = (
    "this is not byte for byte what was posted: a name has changed since,\n"
    "or this roundbook prints it otherwise."
)


def _postings(ctx: ReadContext) -> Iterator[tuple[Entry, RoundPosted]]:
    for entry in ctx.entries:
        for event in entry.events:
            if isinstance(event, RoundPosted):
                yield entry, event


def _again(ctx: ReadContext, seq: int, on_paper: PdfRequest | None) -> int:
    """Print what an entry posted, from the ledger as it stood then; say if it is not the same."""
    own = [(entry, event) for entry, event in _postings(ctx) if entry.seq == seq]
    if not own:
        msg = f"entry {seq} posted nothing."
        raise Refused(msg, hint=advice("{} lists what was posted.", do("posted")))
    t = Tournament.replay(ctx.entries[: seq - 1])
    found = [posted_round(t, ctx.rules, event.pool, event.round) for _, event in own]
    rounds = [one for one in found if one]
    event = own[0][1]
    then = replace(ctx, t=t, language=event.language)
    if event.printed:
        return _pdf_again(then, event, rounds, on_paper)
    if on_paper:
        raise Refused("this was printed as text, not as PDF.", hint="Leave --pdf out.")
    text = sheet_text(event.sheet, rounds, then)
    same = sha256(text.encode()).hexdigest() == event.sha256
    if ctx.as_json:
        say_json(entry=seq, sha256=event.sha256, same=same, text=text)
    else:
        echo(text, nl=False)
        if not same:
            echo(OTHERWISE, err=True)
    return 0 if same else errors.FOUND


def _pdf_again(
    then: ReadContext,
    event: RoundPosted,
    rounds: Sequence[PostedRound],
    on_paper: PdfRequest | None,
) -> int:
    """Make a PDF again in the very fonts; write it where that is asked for."""
    printed = event.printed
    assert printed
    fonts = fonts_again(printed.fonts, on_paper.fonts if on_paper else ())
    if fonts is None:
        digests = ", ".join(printed.fonts)
        hint = f"Name its file: --pdf FILE --font FONT. The SHA-256 of what is needed: {digests}."
        raise Refused("a font that this was printed in is not here.", hint=hint)
    draft = partial(sheet_draft, event.sheet, rounds, printed=printed)
    done = set_with(then, draft, fonts)
    same = done.sha256 == event.sha256
    if on_paper and on_paper.file.exists():
        raise taken(on_paper.file)
    if on_paper:
        write(on_paper.file, done.data)
    if then.as_json:
        say_json(sha256=event.sha256, same=same, printed=printed)
        return 0 if same else errors.FOUND
    paper = f"{SAID[event.sheet]} as PDF on {printed.paper}"
    wrote = f"written to {on_paper.file}" if on_paper else "`--pdf FILE` writes it again"
    echo(shown(f"{paper}: {wrote}"))
    echo(f"  SHA-256 {event.sha256}")
    if not same:
        echo(OTHERWISE, err=True)
    return 0 if same else errors.FOUND
