"""The seats of two teams at a table, and the order of their turns (TRF §14.3)."""

from typing import NamedTuple

from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, PlayerId


class TeamTable(NamedTuple):
    """The four seats of a match between teams, clockwise; team-mates sit diagonally.

    `first` faces `fourth` across the table, and `second` faces `third`; first and third are one
    team. Turns go clockwise too, starting with the player chosen by the team that won the flip.
    """

    match: MatchId
    first: PlayerId
    second: PlayerId
    third: PlayerId
    fourth: PlayerId

    def turns(self, begins: PlayerId) -> tuple[PlayerId, ...]:
        """Return the four players in the order of their turns, starting with `begins`."""
        seats = self[1:]
        at = seats.index(begins)
        return (*seats[at:], *seats[:at])


def team_tables(t: Tournament, match: MatchId | None = None) -> list[TeamTable]:
    """Return the seats of a match, or of every match of the latest rounds, by table."""
    matches = [match] if match else [one for one in t.matches if one.round == t.latest[one.pool]]
    found = []
    for one in sorted(matches, key=lambda each: each.table):
        teams = [t.teams.get(player) for player in t.matches.get(one, ())]
        if len(teams) == 2 and teams[0] and teams[1]:
            (a, c), (b, d) = teams[0].players, teams[1].players
            found.append(TeamTable(one, a, d, c, b))
    return found
