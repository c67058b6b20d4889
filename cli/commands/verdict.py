"""Ask the verdict tables, without any tournament."""

import click
from msgspec.structs import replace

from cli.acts.judging import judge
from cli.args.facts import with_facts
from cli.desk.ask import ask
from cli.desk.output import echo
from cli.desk.read import AS_JSON, say_answer
from cli.desk.write import serves
from cli.terminal.verdict import in_lines, verdict_answer
from ledger.events.match_end import Facts, Stage
from ledger.rulesets import released
from ledger.terms import MatchFormat
from projections.judging.match_end import in_words
from projections.reports.text.tables import WIDTH, wrapped


@click.command("verdict")
@click.option("--elimination", is_flag=True, help="A match of a bracket, under TRF §9.")
@click.option("--single", is_flag=True, help="A match of one game.")
@with_facts
@click.option("--ask", "asking", is_flag=True, help="Ask for the facts one by one.")
@click.option(
    "--edition",
    type=click.Choice(released.EDITIONS),
    default=released.EDITIONS[0],
    show_default=True,
    help="The rules edition: extra turns, the word for a tie, and a pod's sheet.",
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
    r"""Show how a match ends, or how it continues, from what was seen at the table.

    A calculator for judges: it needs no tournament and writes nothing. The first player is the left
    player on the slip. docs/verdicts.md contains every row of the tables. To record a match that
    ended on time, use `roundbook time-called`.

    GAMES are the winners in order: 1 or 2; sd1 or sd2, by Sudden Death; both, if both won at the
    same time and it is not decided yet; void, for a game that does not count.

    \b
    Examples:
      roundbook verdict --ask
      roundbook verdict --games 1 --time between-games
      roundbook verdict --elimination --games 1 --on game --time in-turn \
        --last-turn-ended --prizes 2-4
    """
    seen = replace(
        facts,
        part=Stage.ELIMINATION if elimination else Stage.SWISS,
        match_format=MatchFormat.BEST_OF_ONE if single else MatchFormat.BEST_OF_THREE,
    )
    seen = ask() if asking else seen
    rules = released.load(edition)
    found = judge(seen, rules).ruling
    if as_json:
        say_answer(verdict_answer(seen, found, rules))
        return
    first, *rest = wrapped(f"seen: {in_words(seen)}", WIDTH - 4)
    for line in (first, *(f"    {more}" for more in rest), *in_lines(found, rules)):
        echo(line)
