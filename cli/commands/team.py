"""Form the teams of a team battle, list them, and show where they sit."""

from pathlib import Path

import click
from msgspec import Struct

from roundbook.cli.acts import teams
from roundbook.cli.acts.teams import without_partner
from roundbook.cli.answers.spoken import say
from roundbook.cli.args.table_numbers import AT_TABLE
from roundbook.cli.args.types import IN_ENCODING
from roundbook.cli.forms.command import declared
from roundbook.cli.session.command import at_desk
from roundbook.cli.session.errors import shown
from roundbook.cli.session.named_files import read_whole
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.session.write import WriteContext
from roundbook.cli.terminal.language import heading
from roundbook.cli.verbs import CommandGroup
from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.people.book import own_name
from roundbook.ledger.state.pools import in_teams
from roundbook.ledger.terms import MatchId, PlayerId
from roundbook.projections.judging.team_table import TeamTable, team_tables

WIDTH = 36


class Partner(Struct, frozen=True, kw_only=True):
    """A player of a team, and whether the deck list was handed in."""

    player: PlayerId
    list: bool


class TeamOfTwo(Struct, frozen=True, kw_only=True):
    """A team, with the player who represents it first."""

    name: str
    players: tuple[Partner, ...]


class TeamsFound(Struct, frozen=True, kw_only=True):
    """The teams of an event, and the players without a partner."""

    tournament: str
    entry: int
    teams: tuple[TeamOfTwo, ...]
    alone: tuple[PlayerId, ...]


class SeatsOfTeams(Struct, frozen=True, kw_only=True):
    """The seats at a match between two teams, clockwise.

    `turns` is their order if the first player begins: the team that wins the flip chooses which of
    its players does.
    """

    match: str
    clockwise: tuple[PlayerId, ...]
    turns: tuple[PlayerId, ...]


class SeatsFound(Struct, frozen=True, kw_only=True):
    """The seats of the teams in the latest round."""

    tournament: str
    entry: int
    tables: tuple[SeatsOfTeams, ...]


@click.group("team", cls=CommandGroup)
def command() -> None:
    r"""Form the teams for a team battle, list them, and show where they sit (TRF §14.3).

    Register both players first. The first player's number represents the team in pairings, results,
    drops and standings. Both players hand in a deck list.

    \b
    Examples:
      roundbook team form "Team Rocket" p1 p2
      roundbook team read teams.csv
      roundbook team list -C cup
      roundbook team seats -C cup
    """


command.add_command(declared("team form", "event"))


@command.command("read")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@IN_ENCODING
@at_desk
def read(ctx: WriteContext, file: Path, encoding: str | None) -> None:
    r"""Form every team in FILE: a spreadsheet with the columns team, first and second.

    Players may be identified by number, Player ID or name. If any row is wrong, no team is formed.

    \b
    Example:
      roundbook team read teams.csv
    """
    say(ctx, teams.form_list(ctx, read_whole(file), file.name, encoding))


command.add_command(declared("team split", "event"))


_NO_TEAMS = "this event is not a team battle, so there are no teams."


@command.command("list")
@at_ledger()
def show_all(reading: ReadContext) -> None:
    r"""List the teams, who has no deck list yet, and the players without a partner.

    \b
    Example:
      roundbook team list -C cup
    """
    t, alone = reading.t, without_partner(reading.t)
    lists = {player: player in t.decks for team in t.teams.values() for player in team.players}
    if reading.as_json:
        found = tuple(
            TeamOfTwo(
                name=team.name,
                players=tuple(Partner(player=p, list=lists[p]) for p in team.players),
            )
            for team in t.teams.values()
        )
        say_answer(
            TeamsFound(tournament=reading.event, entry=t.seq, teams=found, alone=tuple(alone))
        )
        return
    echo(heading(reading))
    for first, team in t.teams.items():
        missing = [player for player in team.players if not lists[player]]
        wanted = f"; no deck list: {', '.join(missing)}" if missing else ""
        echo(shown(f"{first} {reading.book.name(first)}: {' and '.join(team.players)}{wanted}"))
    if alone and in_teams(t):
        echo(shown(f"without a partner: {', '.join(map(reading.name, alone))}"))
    if not t.teams and not in_teams(t):
        echo(_NO_TEAMS)
    elif not t.teams:
        echo("no teams have been formed yet: `roundbook team form NAME PLAYER PARTNER`.")


@command.command("seats")
@at_ledger()
@click.option("--match", type=AT_TABLE, help="The match to show, such as masters-1-1.")
def seats(reading: ReadContext, match: MatchId | None) -> None:
    r"""Show where the teams sit in the latest round, and the order of their turns.

    The two players of a team sit diagonally opposite each other, so everybody faces an opponent.
    The team that wins the coin flip chooses which of its players begins; turns then go clockwise.

    \b
    Examples:
      roundbook team seats -C cup
      roundbook team seats -C cup --match masters-1-1
    """
    tables = team_tables(reading.t, match)
    if not tables and not in_teams(reading.t):
        raise Refused(_NO_TEAMS)
    if not tables:
        raise Refused(
            "no match between teams has been paired yet.",
            hint=advice("Pair the first round: {}.", do("pair"))
            if reading.t.teams
            else advice("Form the teams ({}), then pair.", do("team form")),
        )
    if reading.as_json:
        found = tuple(
            SeatsOfTeams(match=str(one.match), clockwise=one[1:], turns=one.turns(one.first))
            for one in tables
        )
        say_answer(SeatsFound(tournament=reading.event, entry=reading.t.seq, tables=found))
        return
    echo(heading(reading))
    for one in tables:
        for line in _diagram(one, reading):
            echo(shown(line))
    echo("the team that wins the coin flip chooses which of its players begins (TRF §14.3)")


def _diagram(one: TeamTable, reading: ReadContext) -> list[str]:
    """Return the table as seen from above, and the order of turns."""
    own = {player: own_name(reading.book, reading.t, player) for player in one[1:]}
    named = {player: f"{player} {name}"[:WIDTH] for player, name in own.items()}
    top = f"    {named[one.first]:<{WIDTH}}  {named[one.second]}"
    below = f"    {named[one.fourth]:<{WIDTH}}  {named[one.third]}"
    turns = f"    turns: {' - '.join(one.turns(one.first))}, if {one.first} begins"
    return ["", f"{one.match}", top, f"    {'-' * (2 * WIDTH + 2)}", below, turns]
