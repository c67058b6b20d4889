"""Judge deck lists, take them in before round 1, and show who has handed one in."""

from datetime import date

import click

from cli.acts import deck_registration, decks
from cli.args.types import DATE
from cli.desk import errors
from cli.desk.context import serves
from cli.desk.output import echo
from cli.desk.read import AS_JSON, say_json
from cli.desk.venue import today
from ledger.decks import pools
from ledger.decks.released import load
from projections.decks.judging import judge


@click.group("deck")
def command() -> None:
    r"""Judge deck lists, take them in before round 1, and show who has handed one in (TRF §4).

    A list is kept beside the ledger; the record holds only what binds it, so that it stays secret
    and nobody can change it.

    \b
    Examples:
      roundbook deck judge ana.txt --format standard --date 2016-01-16
      roundbook deck register p7 ana.txt --format standard
      roundbook deck list cup
    """


@command.command("judge")
@click.argument("file", metavar="FILE")
@decks.format_option("The format played.", required=True)
@click.option("--date", "on", type=DATE, help="The day of the event.  [default: today]")
@click.option("--premier", is_flag=True, help="It is a Premier Event: no foreign cards.")
@decks.by_what
@AS_JSON
@serves
def judge_list(
    file: str,
    format_name: str,
    on: date | None,
    by: decks.By,
    *,
    premier: bool,
    as_json: bool,
) -> int:
    r"""Judge the deck list in FILE, without any tournament.

    Read are the lists that programs export (`4 Pikachu SVI 25` under headings), `4 Pikachu` alone,
    and spreadsheets with the columns count, name, set, number; `-` reads from stdin.

    \b
    Examples:
      roundbook deck judge ana.txt --format standard --date 2016-01-16
      roundbook deck judge ana.txt --format standard --pool our-pool.toml
      roundbook deck judge ana.txt --format sealed --pool-list given.txt --basic-energy

    \b
    Exit codes:
      0 legal    1 breaches    5 a list or a pool that cannot be read
    """
    basis = decks.basis(by, format_name=format_name, on=on or today(), premier=premier)
    judged = judge(decks.read_deck(file), basis.asked)
    if as_json:
        say_json(file=file, **decks.as_data(judged, basis))
    else:
        for line in decks.in_words(file, judged):
            echo(line)
    return errors.FOUND if judged.breaches else 0


@command.command("pool")
@click.argument("name", required=False)
@serves
def show_pool(name: str | None) -> None:
    r"""Show a card pool that roundbook carries, as a pattern for one of your own.

    \b
    Example:
      roundbook deck pool standard-2015 > our-pool.toml
    """
    if name is None:
        for pool in pools.released():
            until = f" to {pool.valid_until}" if pool.valid_until else ""
            echo(f"{pool.name}: {pool.format}, from {pool.valid_from}{until}")
        return
    if pools.named(name) is None:
        known = ", ".join(pool.name for pool in pools.released())
        raise click.UsageError(f"there is no such pool; they are {known}.")
    echo(load(name).decode(), nl=False)


for _subcommand in (
    deck_registration.register,
    deck_registration.show_all,
    deck_registration.show_one,
):
    command.add_command(_subcommand)
