"""Rules for team battles: two players who form a team before round 1 and then play as one."""

from roundbook.ledger.errors import advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.phrases import have, several
from roundbook.ledger.state.pools import in_teams
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.text import plain
from roundbook.ledger.validators.checks import Breach, Found
from roundbook.ledger.validators.seating import seated

OfTeam = ev.TeamFormed | ev.TeamSplit
"""Events that form or break up a team."""

CITES = "TRF §14.3"


def team_wrong(t: Tournament, event: OfTeam) -> Found:
    """A team is two active players of a team battle, with a name of its own (TRF §14.3; A-65).

    Each player is in one team. It is formed, or broken up, before the first round is paired.
    """
    played = t.opened.format if t.opened else None
    hint = advice("{} shows the teams, and the players without a partner.", do("team list"))
    if t.rounds:
        wrong = "a round has been paired, so the teams can no longer change"
        hint = advice(
            "If round 1 has not started, withdraw it first: {}.",
            do("withdraw", "-".join(map(str, min(t.rounds))), "--reason", "…"),
        )
    elif isinstance(event, ev.TeamSplit):
        if event.player in t.teams:
            return
        wrong = f"{event.player} does not represent a team"
    elif played is None or not played.teams:
        wrong = "this event is not a team battle, so there are no teams"
        hint = advice(
            "For a team battle, open a new tournament in the format team-battle-constructed or "
            "team-battle-limited."
        )
    elif event.players[0] == event.players[1]:
        wrong = f"{event.players[0]} cannot be both players of a team"
    elif there := [player for player in event.players if player in t.in_team]:
        wrong = f"{have(there, one='already plays', many='already play')} in a team"
    elif any(plain(team.name) == plain(event.name) for team in t.teams.values()):
        wrong = f"there is already a team with the name {event.name}"
    elif out := [p for p in event.players if p in t.players and t.players[p].out]:
        wrong = f"{have(out, one='is', many='are')} no longer active"
    else:
        return
    yield Breach(message=f"{wrong}.", cites=CITES, hint=hint)


OfOne = (
    ev.PlayerDropped
    | ev.PlayerReinstated
    | ev.PlayerDisqualified
    | ev.ByeAwarded
    | ev.LateTagSet
    | ev.LateTagCleared
)
"""Events of one player that apply to both players of a team."""


def team_apart(t: Tournament, event: OfOne) -> Found:
    """Byes, drops and late tags apply to a team, and name the player who represents it (A-65)."""
    first = t.in_team.get(event.player)
    if first is None or first == event.player:
        return
    yield Breach(
        message=f"{event.player} plays in the team {t.teams[first].name}, and {first} "
        f"represents it.",
        cites=CITES,
        hint=f"Use {first} instead: the entry counts for both players.",
    )


def team_too_late(t: Tournament, event: ev.Joining) -> Found:
    """Nobody joins a team battle once a round is paired: its teams stay (TRF §14.3; A-65)."""
    if not (t.teams and t.rounds):
        return
    yield Breach(
        message="nobody else can join: teams can only be formed before round 1 is paired.",
        cites=CITES,
        hint=advice(
            "If round 1 has not started, withdraw it ({}), register the player and form the team.",
            do("withdraw", "-".join(map(str, min(t.rounds))), "--reason", "…"),
        ),
    )


def team_missing(t: Tournament, event: ev.RoundPaired) -> Found:
    """In a team event, every paired player represents a team (TRF §14.3; A-65)."""
    alone = [player for player in seated(event) if player not in t.teams] if in_teams(t) else []
    if not alone:
        return
    yield Breach(
        message=(
            f"{have(alone, one='has', many='have')} no partner, but this event is played in teams."
        ),
        cites=CITES,
        hint=advice(
            "Form the teams ({}), or let {} drop.",
            do("team form", "NAME", *alone[:1], "PLAYER"),
            several(alone),
        ),
    )
