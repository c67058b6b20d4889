"""Players are known by a number that is theirs alone, in order of registration."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from ledger import events as ev
from ledger.entries import Entry
from ledger.errors import Violation
from ledger.events import AnyEvent
from ledger.field import brackets_of, pool_of
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import PlayerId
from ledger.things import listed
from ledger.tournament import Tournament
from ledger.validators.wording import have, several


def player_unknown(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Whoever is named has been registered before (TOP §3.1)."""
    unknown = list(dict.fromkeys(p for p in _named(event) if p not in t.players))
    if not unknown:
        return
    yield Violation(
        rule="player-unknown",
        seq=entry.seq,
        message=f"{have(unknown, one='is', many='are')} not registered.",
        cites="TOP §3.1",
        hint="Check the number, or register the player first.",
    )


def _named(event: AnyEvent) -> Iterable[PlayerId]:
    """Return every player that an event takes to be registered."""
    match event:
        case (
            ev.PlayerAmended()
            | ev.LateTagSet()
            | ev.LateTagCleared()
            | ev.PlayerDropped()
            | ev.PlayerReinstated()
            | ev.PlayerDisqualified()
            | ev.ByeAwarded()
            | ev.DeckRegistered()
            | ev.PenaltyIssued()
            | ev.PenaltyWithdrawn()
            | ev.ProxyMade()
            | ev.DeckChecked()
        ):
            return (event.player,)
        case ev.NoteMade():
            return (event.player,) if event.player else ()
        case _:
            return listed(event)


def player_twice(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Nobody is registered twice: one number, one person (TOP §3.1).

    Whom a file lists as gone before the first round, and then as late, has come late.
    """
    if not isinstance(event, ev.PlayerRegistered | ev.LatePlayerAdmitted):
        return
    if event.player not in t.players and event.commitment not in t.bound:
        return  # Most are new; looking at everybody for each of them would take too long.
    known = t.players.get(event.player)
    if event.told and isinstance(event, ev.LatePlayerAdmitted) and known and known.after == 0:
        return
    same = [p.id for p in t.players.values() if p.commitment == event.commitment]
    if event.player not in t.players and not same:
        return
    who = f"{event.player} is" if event.player in t.players else f"this person, {several(same)}, is"
    yield Violation(
        rule="player-twice",
        seq=entry.seq,
        message=f"{who} already registered.",
        cites="TOP §3.1",
        hint="If the player had left, reinstate them.",
    )


def player_number(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A new player takes the next number, so that a number tells the order of registration."""
    if not isinstance(event, ev.PlayerRegistered | ev.LatePlayerAdmitted):
        return
    number = f"p{len(t.players) + 1}"
    if event.player in t.players or event.player == number:
        return
    yield Violation(
        rule="player-number",
        seq=entry.seq,
        message=f"the next player is {number}, not {event.player}.",
        cites="LED-1",
        hint=f"Register this player as {number}.",
    )


def division_settled(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Nobody changes division once it would move them to another pool, or past a cut (A-40).

    While nothing is paired a division is a word. Then it says where somebody plays: whoever has
    been paired stays where they are, and nobody joins a pool in play as if they had been there from
    the start. A cut took its seeds from one division, and a match of a mixed pod locks with the
    brackets of its players' divisions: moving a player would unlock it.
    """
    if not isinstance(event, ev.PlayerAmended) or event.division is None:
        return
    player = t.players.get(event.player)
    if player is None or player.division == event.division:
        return
    cut = [d for d in (player.division, event.division) if brackets_of(t, d)]
    here, there = pool_of(t, player), pool_of(t, replace(player, division=event.division))
    if cut:
        why = f"the {several(cut)} cut has been made"
    elif t.rounds and here != there:
        why = f"rounds are paired, and {event.division} is not played in {here or 'any pool'}"
    else:
        return
    yield Violation(
        rule="division-settled",
        seq=entry.seq,
        message=f"{player.id} cannot change division: {why}.",
        cites="A-40",
        hint="Keep the division, and write the mistake down with `roundbook note`.",
    )
