"""The seats of a draft: everybody who is in has one, at tables that are as equal as can be."""

from collections import Counter
from collections.abc import Iterator

from ledger import events as ev
from ledger.drafting import Draft
from ledger.entries import Entry
from ledger.errors import Violation
from ledger.events import AnyEvent
from ledger.field import under_way
from ledger.rulesets.ruleset import Ruleset
from ledger.tournament import Tournament
from ledger.validators.wording import count, have, several, waiver

MOST = 8
"""So many players sit at one draft table at most (TRF §11.2.2, §11.2.3)."""


def table_sizes(players: int, draft: Draft | None) -> tuple[int, ...]:
    """Return how many sit at each draft table, the larger tables first (TRF §11.2; A-32).

    As few tables as eight players at each allow, whose sizes differ by one at most. At a Solomon
    draft two sit at each; if the players are odd in number somebody would sit alone: then it is ().
    """
    if draft is Draft.SOLOMON:
        return () if players % 2 else (2,) * (players // 2)
    tables = -(-players // MOST)
    return tuple(players // tables + (place < players % tables) for place in range(tables))


def draft_too_late(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A draft comes before round 1, which fixes the decks; only Solomon is re-drafted (TRF §11.2).

    Whether a re-draft was announced is for people to know (TRF §11.2.4).
    """
    if not isinstance(event, ev.DraftSeated) or not under_way(t):
        return
    again = any(before.draft is Draft.SOLOMON for before in t.drafts)
    if event.draft is Draft.SOLOMON and again:
        return
    yield Violation(
        rule="draft-too-late",
        seq=entry.seq,
        message="round 1 has started, so that the decks are fixed and nothing is drafted any more.",
        cites="TRF §11.2",
        hint=f"Only a Solomon draft is drafted again. {waiver('draft-too-late')}",
    )


def draft_seat_twice(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Nobody has two seats at a draft (TRF §11.2)."""
    if not isinstance(event, ev.DraftSeated):
        return
    seats = Counter(player for circle in event.tables for player in circle)
    twice = [player for player, number in seats.items() if number > 1]
    if not twice:
        return
    yield Violation(
        rule="draft-seat-twice",
        seq=entry.seq,
        message=f"{have(twice, one='has', many='have')} more than one seat at the draft.",
        cites="TRF §11.2",
        hint="Give everybody one seat: `roundbook draft seats` draws them.",
    )


def draft_players(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Everybody who is in has a seat at the draft, and nobody else has (TRF §11.2)."""
    if not isinstance(event, ev.DraftSeated):
        return
    seated = {player for circle in event.tables for player in circle}
    wrong = [p.id for p in t.players.values() if (p.id in seated) == p.out]
    if not wrong:
        return
    out = [player for player in wrong if t.players[player].out]
    what = f"{have(out, one='has', many='have')} left, and sit" if out else ""
    missing = [player for player in wrong if player not in out]
    what = what or f"{have(missing, one='has', many='have')} no seat"
    yield Violation(
        rule="draft-players",
        seq=entry.seq,
        message=f"{what} at the draft.",
        cites="TRF §11.2",
        hint="Give a seat to everybody who is in, and to nobody else.",
    )


def draft_tables(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Draft tables have at most eight seats and are as few and as equal as can be (A-32)."""
    if not isinstance(event, ev.DraftSeated):
        return
    sizes = tuple(len(circle) for circle in event.tables)
    wanted = table_sizes(sum(sizes), event.draft)
    if sorted(sizes) == sorted(wanted):
        return
    players = count(sum(sizes), "player")
    message = f"{players} cannot sit two by two."
    if wanted:
        message = f"{players} sit at tables of {several(sizes)}, not of {several(wanted)}."
    yield Violation(
        rule="draft-tables",
        seq=entry.seq,
        message=message,
        cites="TRF §11.2, A-32",
        hint="Let the seats be drawn: `roundbook draft seats`.",
    )
