"""Rules for players: registration, check-in, drops, returns, byes awarded, and staff roles."""

from collections.abc import Sequence

from msgspec.structs import replace

from roundbook.ledger.errors import Do, advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.phrases import counted, have, several
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import brackets_of, pool_of
from roundbook.ledger.state.rounds import latest_started, names_are_seen, rounds_missed
from roundbook.ledger.state.staff import STAFFING, may, who_may
from roundbook.ledger.state.subjects import listed
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, PlayerId, Verdict
from roundbook.ledger.validators.checks import Breach, Found

NamesPlayers = (
    ev.PlayerAmended
    | ev.LateTagSet
    | ev.LateTagCleared
    | ev.PlayerDropped
    | ev.RegistrationWithdrawn
    | ev.PlayerReinstated
    | ev.PlayerDisqualified
    | ev.ByeAwarded
    | ev.PlayerCheckedIn
    | ev.CheckInUndone
    | ev.DeckRegistered
    | ev.RoundPaired
    | ev.RoundRepaired
    | ev.ThirdPlacePlayoffPaired
    | ev.CutMade
    | ev.SeedsDrawn
    | ev.DayTwoMade
    | ev.LotDrawn
    | ev.DraftSeated
    | ev.FlightsAssigned
    | ev.TeamFormed
    | ev.TeamSplit
    | ev.PeopleErased
    | ev.NoteMade
    | ev.JudgeCalled
    | ev.PenaltyIssued
    | ev.PenaltyWithdrawn
    | ev.ProxyMade
    | ev.DeckCheckDrawn
    | ev.DeckChecked
)
"""Events that name players, who must be registered."""


def player_unknown(t: Tournament, event: NamesPlayers) -> Found:
    """A player must be registered before an entry can name them (TOP §3.1)."""
    one: PlayerId | None = getattr(event, "player", None)
    named = (one,) if one else listed(event)
    unknown = list(dict.fromkeys(p for p in named if p not in t.players))
    if not unknown:
        return
    yield Breach(
        message=f"{have(unknown, one='is', many='are')} not registered.",
        cites="TOP §3.1",
        hint="Check the number, or register the player first.",
    )


def player_twice(t: Tournament, event: ev.Joining) -> Found:
    """No player is registered twice: each person has one number (TOP §3.1).

    A player whom a file lists as gone before the first round, and later as late, came late; a
    player without a pod who later gets one did come.
    """
    if event.player not in t.players and event.commitment not in t.bound:
        return  # Most players are new; comparing each with all others would take too long.
    known = t.players.get(event.player)
    late = isinstance(event, ev.LatePlayerAdmitted)
    if event.told and known and known.after == 0 and (late or known.unplaced):
        return
    same = [p.id for p in t.players.values() if p.commitment == event.commitment]
    if event.player not in t.players and not same:
        return
    who = f"{event.player} is" if event.player in t.players else f"this person, {several(same)}, is"
    yield Breach(
        message=f"{who} already registered.",
        cites="TOP §3.1",
        hint="If the player has dropped, reinstate them.",
    )


def to_amend(t: Tournament, player: str, *words: str) -> Do:
    """Return the command that corrects details; once names were seen, it needs a reason."""
    return do("amend", player, *words, *(("--reason", "…") if names_are_seen(t) else ()))


def player_number(t: Tournament, event: ev.Joining) -> Found:
    """A new player gets the next number, so numbers show the order of registration."""
    number = f"p{t.last_number + 1}"
    if event.player in t.players or event.player == number:
        return
    yield Breach(
        message=f"the next player number is {number}, not {event.player}.",
        cites="the ledger",
        hint=f"Register this player as {number}.",
    )


def registration_stays(t: Tournament, event: ev.RegistrationWithdrawn) -> Found:
    """A registration is withdrawn before round 1 starts, of a player who sits nowhere (A-99).

    A round that is paired is repaired without the player first, in the same entry.
    """
    player, other = event.player, event.same_as
    if player not in t.players:
        return
    hint = advice("If the player does not play, drop them: {}.", do("drop", player))
    if latest_started(t, player):
        why = f"round 1 has started for {player}"
    elif any(player in cut.seeds for cut in t.cuts.values()):
        why = f"{player} has a seed in the bracket"
    elif any(player in paired.players() for paired in t.rounds.values()):
        why = f"{player} is paired"
    elif player in t.in_team:
        why = f"{player} is in a team"
        hint = advice("Split the team: {}.", do("team split", player))
        if t.rounds:
            hint = advice(
                "Withdraw round 1 ({}), then split the team ({}).",
                do("withdraw", "-".join(map(str, min(t.rounds))), "--reason", "…"),
                do("team split", player),
            )
    elif any(player in table for draft in t.drafts for table in draft.tables):
        why = f"{player} has a seat in the draft"
    elif other and (other == player or other not in t.players):
        why = f"{other} is not another player"
        hint = advice("Give the number of the player who stays: {}.", do("players"))
    else:
        return
    yield Breach(
        message=f"the registration of {player} cannot be withdrawn: {why}.",
        cites="TOP §3.1",
        hint=hint,
    )


def division_settled(t: Tournament, event: ev.PlayerAmended) -> Found:
    """A player's division cannot change after a cut, or if the pool would change too (A-40).

    Until a round is paired, the division can change freely. After that it decides where a player
    plays: players who have been paired stay where they are, and nobody joins a pool in play as if
    they had been there from the start. A cut took its seeds from one division, and a match in a
    mixed pod locks with the brackets of its players' divisions: moving a player would unlock it.
    """
    if event.division is None:
        return
    player = t.players.get(event.player)
    if player is None or player.division == event.division:
        return
    cut = [d for d in (player.division, event.division) if brackets_of(t, d)]
    here, there = pool_of(t, player), pool_of(t, replace(player, division=event.division))
    if cut:
        why = f"the {several(cut)} cut has been made"
    elif t.rounds and here != there:
        why = (
            f"rounds have been paired, and the {event.division} division does not "
            f"play in {here or 'any pool'}"
        )
    else:
        return
    yield Breach(
        message=f"{player.id} cannot change division: {why}.",
        cites="TOP §4",
        hint=advice("Keep the division; to note the mistake, use {}.", do("note")),
    )


# Drops, returns, check-in, and byes awarded in advance.


def already_out(
    t: Tournament, event: ev.PlayerDropped | ev.PlayerDisqualified | ev.PlayerCheckedIn
) -> Found:
    """Only an active player can check in, drop or be disqualified (TOP §3.1)."""
    player = t.players.get(t.entrant(event.player))
    if player is None or not player.out:
        return
    how = "was already disqualified" if player.disqualified else "has already dropped"
    when = f"after round {player.after}" if player.after else "before round 1"
    yield Breach(
        message=f"{event.player} {how}, {when}.",
        cites="TOP §3.1",
        hint="Reinstate the player first if something else has to be recorded.",
    )


def checked_in_already(t: Tournament, event: ev.PlayerCheckedIn) -> Found:
    """A player is checked in once, so a mix-up of two players is noticed at once (TOP §3.1)."""
    if event.player not in t.checked_in:
        return
    yield Breach(
        message=f"{event.player} has already checked in (entry {t.checked_in[event.player]}).",
        cites="TOP §3.1",
        hint=advice(
            "Check the number, or undo the earlier check-in: {}.",
            do("check-in", event.player, "--undo"),
        ),
    )


def check_in_over(t: Tournament, event: ev.PlayerCheckedIn | ev.CheckInUndone) -> Found:
    """Check-in ends when round 1 of a pool starts; later arrivals have missed it (TOP §3.1.3)."""
    if event.player not in t.players or not latest_started(t, event.player):
        return
    yield Breach(
        message=f"round 1 has started for {event.player}, so check-in is over.",
        cites="TOP §3.1.3",
        hint=advice(
            "A player who is not at the table loses as a no-show; drop players who have gone: {}.",
            do("drop", event.player),
        ),
    )


def not_checked_in(t: Tournament, event: ev.CheckInUndone) -> Found:
    """Only a check-in that is still valid can be undone (TOP §3.1)."""
    if event.player not in t.players or event.player in t.checked_in:
        return
    yield Breach(
        message=f"{event.player} has not checked in.",
        cites="TOP §3.1",
        hint=advice("See who has not checked in: {}.", do("players", "--absent")),
    )


def not_out(t: Tournament, event: ev.PlayerReinstated) -> Found:
    """Only a player who has dropped or was disqualified can come back (TOP §3.1)."""
    player = t.players.get(event.player)
    if player is None or player.out:
        return
    yield Breach(
        message=f"{player.id} has not dropped.",
        cites="TOP §3.1",
        hint="Check the player's number.",
    )


def rounds_missed_lost(t: Tournament, event: ev.PlayerReinstated, rules: Ruleset) -> Found:
    """Returning players lose the rounds that started meanwhile, and no others (T2; A-60).

    A file gives its own count.
    """
    if event.told:
        return
    missed = rounds_missed(t, rules, event.player)
    if event.missed == missed:
        return
    yield Breach(
        message=f"{event.player} takes {counted(len(missed), 'loss')}"
        f"{_in_rounds(missed)}, not {len(event.missed)}{_in_rounds(event.missed)}.",
        cites="TOP §3.1.3, §3.1.4.1",
        hint="The player takes one loss for every round that started while they were out.",
    )


def _in_rounds(numbers: Sequence[int]) -> str:
    if not numbers:
        return ""
    return f" (round{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))})"


def drop_round(t: Tournament, event: ev.PlayerDropped | ev.PlayerDisqualified) -> Found:
    """The last round that counts for a drop is the latest one started (TOP §3.1.4.1; A-7).

    A file gives the last round itself, but a player with a result in it cannot have vanished.
    """
    player = t.players.get(event.player)
    if player is None or player.out:
        return
    if event.told:
        played = _first_result(t, player.id) if event.after == 0 else None
        if played:
            yield Breach(
                message=(
                    f"{player.id} has a result in {played}, so cannot count as never having played."
                ),
                cites="TOP §3.1.4.1",
                hint="Compare the two saves: a player who leaves is dropped, not deleted.",
            )
        return
    latest = latest_started(t, player.id)
    if event.after == latest:
        return
    yield Breach(
        message=f"{player.id} drops after round {latest}, the latest that has started, "
        f"not after round {event.after}.",
        cites="TOP §3.1.4.1",
        hint="Only rounds that have started count.",
    )


def _first_result(t: Tournament, player: PlayerId) -> MatchId | None:
    """Return the first match that a player has played, or None."""
    own = (match for match, pair in t.matches.items() if player in pair)
    played = (m for m in own if m in t.results and t.results[m].verdict is not Verdict.UNPLAYED)
    return min(played, key=lambda match: (match.round, match.pool, match.table), default=None)


def bye_award_too_late(t: Tournament, event: ev.ByeAwarded) -> Found:
    """A bye is awarded in advance, for a round that is not yet paired (TOP §3.1)."""
    player = t.players.get(event.player)
    pool = pool_of(t, player) if player else None
    if pool is None or t.latest.get(pool, 0) < event.round:
        return
    yield Breach(
        message=f"round {event.round} of {pool} is already paired, so {event.player} cannot be "
        "awarded a bye for it.",
        cites="TOP §3.1",
        hint="Award it for a later round, or withdraw the round if it has not started.",
    )


def bye_awarded_twice(t: Tournament, event: ev.ByeAwarded) -> Found:
    """A player is awarded the bye of a round only once (TOP §3.1)."""
    if event.round not in t.awarded.get(event.player, ()):
        return
    yield Breach(
        message=f"{event.player} already has an awarded bye in round {event.round}.",
        cites="TOP §3.1",
        hint="Check the round number.",
    )


# Staff members and their roles.


def staff_not_organiser(t: Tournament, event: ev.StaffNamed, entry: Entry) -> Found:
    """Only an organiser adds staff: one on the list, or the one who opened the event (A-76)."""
    if may(t, entry.hand, STAFFING):
        return
    yield Breach(
        message="you cannot add anybody to the staff.",
        cites="the ledger",
        hint=who_may(t, entry.hand, STAFFING, "add people to the staff"),
    )


def staff_named_twice(t: Tournament, event: ev.StaffNamed) -> Found:
    """A staff member gets each role only once (LED-1)."""
    if event.role not in t.staff.get(event.hand, ()):
        return
    yield Breach(
        message=f"{event.hand} already has the role {event.role}.",
        cites="the ledger",
        hint=advice("{} lists the staff.", do("staff")),
    )
