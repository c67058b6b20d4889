"""Record requests for the results, answer them, and print the receipts."""

from collections.abc import Iterator
from pathlib import Path

import click

from roundbook.cli.acts import closing as acts
from roundbook.cli.answers.spoken import say
from roundbook.cli.args.types import WORDS
from roundbook.cli.forms.command import declared
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.opened_archive import doubt_about
from roundbook.cli.session.command import AT_FOLDER, at_desk, is_typed_alone
from roundbook.cli.session.errors import command as command_line
from roundbook.cli.session.errors import in_words_of, shown
from roundbook.cli.session.named_files import FILE, digest_of, read_whole
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import AS_JSON, ReadContext, at_ledger, ledger_of, say_answer
from roundbook.cli.session.venue import today
from roundbook.cli.session.write import WriteContext, serves
from roundbook.cli.terminal.language import heading
from roundbook.cli.terminal.tables import show_parts
from roundbook.cli.verbs import CommandGroup
from roundbook.ledger.archive_file import LARGEST
from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.state.tournament import Tournament
from roundbook.projections.history.requests import Request, kept_until, requests
from roundbook.projections.reports.api.handouts import Receipt, Requests
from roundbook.projections.reports.text.posted import request_text, requests_text


@click.group("requests", cls=CommandGroup, invoke_without_command=True)
@AT_FOLDER
@AS_JSON
@click.pass_context
@serves
def command(ctx: click.Context, folder: Anywhere, *, as_json: bool) -> None:
    r"""Show the requests for the results, and how they were answered (TOP §4).

    Results are kept as long as the edition says, and given to the sanctioning body on request.
    Record each request, answer it with one command, and print the receipt as often as you like.

    \b
    Examples:
      roundbook people requests -C cup
      roundbook people requests record --from "the office" --reference "2026-117"
      roundbook people requests answer 1 --with cup.zip
      roundbook people requests receipt 1
    """
    if is_typed_alone(ctx, as_json=as_json):
        _show(ledger_of(folder, as_json=as_json))


def _show(reading: ReadContext) -> None:
    found, until = requests(reading.entries), kept_until(reading.t, reading.rules)
    if reading.as_json:
        say_answer(Requests(tournament=reading.event, keep_until=until, requests=tuple(found)))
        return
    with in_words_of(reading.rules):
        echo(heading(reading))
        show_parts(requests_text(found, reading, today()), plain=reading.plain)


command.add_command(declared("requests record", "event"))


@command.command("answer")
@click.argument("number", type=click.IntRange(1, 9999))
@click.option(
    "--with",
    "file",
    required=True,
    type=FILE,
    help="The file that is handed over; the ledger records its digest and size.",
)
@click.option("--remark", "text", type=WORDS, help="A description of the file, without names.")
@at_desk
def answer(turn: WriteContext, number: int, file: Path, text: str | None) -> None:
    r"""Answer request NUMBER with a file, and print the receipt.

    You can prove later which file you handed over: its SHA-256 is in the ledger, covered by a
    signed head.

    \b
    Example:
      roundbook people requests answer 1 --with cup.zip --remark "without names"
    """
    sha256, size = digest_of(file)
    doubt = doubt_about(file.name, lambda: read_whole(file, LARGEST), turn.tournament)
    handed = acts.Handed(sha256=sha256, size=size, doubt=doubt)
    kept = acts.answer_request(turn, number, handed, text=text)
    say(turn, kept, *([] if turn.dry_run else _proof(kept.request)))


@command.command("receipt")
@at_ledger("NUMBER", staff=True)
def again(reading: ReadContext, number: str) -> None:
    r"""Print the receipt for request NUMBER again, from the ledger.

    \b
    Example:
      roundbook people requests receipt -C cup 1
    """
    found = [one for one in requests(reading.entries) if str(one.number) == number]
    if not found:
        last = len(requests(reading.entries))
        there = f"the highest number is {last}" if last else "none is recorded yet"
        msg = f"there is no request {number[:20]}; {there}."
        raise Refused(msg, hint=advice("See {}.", do("requests")))
    if reading.as_json:
        say_answer(Receipt(tournament=reading.event, request=found[0]))
        return
    for line in receipt(reading.t, found[0]):
        echo(shown(line))


def receipt(t: Tournament, one: Request) -> Iterator[str]:
    """Yield the lines of the receipt of a request, and the command that proves its entry."""
    yield from request_text(t, one)
    yield from _proof(one)


def _proof(one: Request) -> Iterator[str]:
    if one.answer is not None:
        proof = command_line(do("proof", str(one.answer.seq)))
        yield f"  proof that this is in the ledger: {proof}"
