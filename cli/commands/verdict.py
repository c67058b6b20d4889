"""Show how a match ends or continues by the tables of the rules, without a tournament."""

import click
from msgspec.structs import replace

from roundbook.cli.acts.judging import judge
from roundbook.cli.args.facts import typed_facts, with_facts
from roundbook.cli.args.shared_options import option
from roundbook.cli.session.ask import ask
from roundbook.cli.session.editions import edition_of
from roundbook.cli.session.errors import in_words_of
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import AS_JSON, say_answer
from roundbook.cli.session.write import serves
from roundbook.cli.terminal.verdict import in_lines, verdict_answer
from roundbook.ledger.events.match_end import Facts, Stage
from roundbook.ledger.rulesets import released
from roundbook.ledger.terms import MatchFormat
from roundbook.projections.judging.match_end import in_words
from roundbook.projections.reports.text.tables import WIDTH, wrapped


@click.command("verdict")
@click.option("--elimination", is_flag=True, help="A match in a bracket (TRF §9).")
@option("--single", is_flag=True, of="facts", help="A match of one game.")
@with_facts
@click.option(
    "--ask",
    "asking",
    is_flag=True,
    help="Ask for missing facts, one by one.",
)
@click.option(
    "--edition",
    default=released.DEFAULT,
    show_default=True,
    help="The rules edition, or a file.",
    metavar="EDITION",
)
@AS_JSON
@serves
def command(
    *,
    elimination: bool,
    single: bool,
    facts: Facts,
    asking: bool,
    edition: str,
    as_json: bool,
) -> None:
    r"""Show how a match ends or continues, given the situation at the table.

    GAMES lists winners: 1, 2, sd1 or sd2 (by Sudden Death), both (at once) or void (does not
    count). Player 1 is the left player (the upper one on a slip). Nothing is written;
    `roundbook time-called` records a match.

    \b
    Example:
      roundbook ruling verdict --games 1 --time between-games
    """
    seen = replace(
        facts,
        part=Stage.ELIMINATION if elimination else Stage.SWISS,
        match_format=MatchFormat.BEST_OF_ONE if single else MatchFormat.BEST_OF_THREE,
    )
    if asking:
        seen = ask(
            typed_facts(),
            part=seen.part if elimination else None,
            match_format=seen.match_format if single else None,
        )
    rules, _ = edition_of(edition)
    with in_words_of(rules):
        found = judge(seen, rules)
    if as_json:
        say_answer(verdict_answer(found))
        return
    first, *rest = wrapped(f"seen: {in_words(seen, rules)}", WIDTH - 4)
    for line in (first, *(f"    {more}" for more in rest), *in_lines(found)):
        echo(line)
