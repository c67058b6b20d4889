"""Rules for deck lists, drafts and the building of decks (TRF §4, §11, §14)."""

from collections import Counter

from roundbook.ledger.decks import formats
from roundbook.ledger.errors import Hint, advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.decks import Format
from roundbook.ledger.events.drafts import Draft
from roundbook.ledger.phrases import counted, have, several
from roundbook.ledger.state.pools import by_sheet
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.rounds import open_matches, under_way
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.validators.checks import Breach, Found


def deck_frozen(t: Tournament, event: ev.DeckRegistered) -> Found:
    """Players cannot hand in a list once a round that they play in has started (TRF §4).

    For players who came on time that is round 1. A late player, or one who was left out at first,
    may hand in a list until the first round that they play in has started.
    """
    first = first_played(t, event.player)
    if event.player not in t.players or first is None:
        return
    before = (
        "the list cannot change" if event.player in t.decks else "it is too late for a deck list"
    )
    yield Breach(
        message=f"round {first}, the first for {event.player}, has started, so {before}.",
        cites="TRF §4",
        hint=advice(
            "Decks do not change during a tournament; to note what happened, use {}.", do("note")
        ),
    )


def is_frozen(t: Tournament, player: PlayerId) -> bool:
    """Return whether the first round that a player plays in has started (TRF §4)."""
    return first_played(t, player) is not None


def first_played(t: Tournament, player: PlayerId) -> int | None:
    """Return the first started round in which a player has an opponent or a bye, if any."""
    entrant = t.entrant(player)
    played = (
        (one.seq, one.number)
        for one in t.rounds.values()
        if one.started
        if one.match_of(entrant) or any(bye.player == entrant for bye in one.byes)
    )
    return min(played, default=(0, None))[1]


def deck_size(t: Tournament, event: ev.DeckRegistered) -> Found:
    """A deck has exactly as many cards as its format says (TRF §11, §14.2)."""
    wanted = formats.rules().format(event.format)
    if wanted is None or event.cards == wanted.cards:
        return
    yield Breach(
        message=f"the deck of {event.player} has {counted(event.cards, 'card')}, "
        f"not {wanted.cards}.",
        cites=wanted.cites,
        hint=f"In the {wanted.name} format, a deck has exactly {wanted.cards} cards.",
    )


def deck_not_legal(t: Tournament, event: ev.DeckRegistered) -> Found:
    """A list has only cards and numbers that are legal by the edition (TRF §1, §11).

    The Head Judge has the last word on what a card is (TRF §1.2), so an official may override it.
    """
    if not event.breaches:
        return
    found = counted(event.breaches, "breach", many="breaches")
    yield Breach(
        message=f"the deck list of {event.player} breaks the rules of {event.format}: {found}.",
        cites="TRF §1, §11",
        hint=advice("{} lists them.", do("deck judge")),
    )


# Seats at a draft: every active player has one, and the tables are as equal as possible.

BUILDING = "players are already building their decks"
UNDO_BUILDING = advice(
    "If that was started by mistake, undo it first: {}.",
    do("draft build", "--undo", "--reason", "…"),
)
NOTE_IT = advice("To note what happened, use {}.", do("note"))

MOST = 8
"""The most players at one draft table (TRF §11.2.2, §11.2.3)."""


def table_sizes(players: int, draft: Draft | None) -> tuple[int, ...]:
    """Return how many players sit at each draft table, larger tables first (TRF §11.2; A-32).

    There are as few tables as possible with at most eight players, and their sizes differ by at
    most one. A Solomon draft has two at each table; an odd number of players gives ().
    """
    if draft is Draft.SOLOMON:
        return () if players % 2 else (2,) * (players // 2)
    tables = -(-players // MOST)
    return tuple(players // tables + (place < players % tables) for place in range(tables))


def draft_too_late(t: Tournament, event: ev.DraftSeated) -> Found:
    """Drafts come before round 1, which fixes the decks; Solomon may be repeated (TRF §11.2)."""
    if not under_way(t) or _again(t, event):
        return
    yield Breach(
        message="round 1 has started, so the decks are fixed and the draft is over.",
        cites="TRF §11.2",
        hint="Only a Solomon draft can be drafted again.",
    )


def _again(t: Tournament, event: ev.DraftSeated) -> bool:
    """Return whether a Solomon draft is repeated."""
    before = any(one.draft is Draft.SOLOMON for one in t.drafts)
    return event.draft is Draft.SOLOMON and before


def draft_under_way(t: Tournament, event: ev.DraftSeated) -> Found:
    """Once decks are being built, seats are kept until an announced re-draft (TRF §11.2.4; A-91).

    A re-draft is another Solomon draft, between rounds.
    """
    if not t.drafts or t.built != len(t.drafts):
        return  # Nobody builds a deck with the cards of the latest draft yet.
    playing = [one for one in t.rounds.values() if one.started and open_matches(t, one)]
    if not under_way(t):
        wrong = BUILDING
        hint: str | Hint = UNDO_BUILDING
    elif not _again(t, event):
        return  # Too late for any draft, which `draft-too-late` says.
    elif not _redraft_announced(t):
        wrong, hint = "a re-draft was not announced", "Continue with the cards that were drafted."
    elif t.built_after == t.ever_paired:
        wrong, hint = BUILDING, "Pair the next round."
    elif playing:
        wrong = f"{named(t, playing[0].pool, playing[0].number)} is still being played"
        hint = "Draw the re-draft seats between rounds."
    else:
        return
    yield Breach(
        message=f"the draft seats can no longer change: {wrong}.",
        cites="TRF §11.2, §11.2.4",
        hint=hint,
    )


def _redraft_announced(t: Tournament) -> bool:
    """Return whether a re-draft was announced, or nothing is known of any announcement."""
    return t.announcement is None or t.announcement.redraft


def redraft_unannounced(t: Tournament, event: ev.DraftSeated) -> Found:
    """A re-draft in a later round is announced before the start (TRF §11.2.4)."""
    if not under_way(t) or not _again(t, event):
        return
    if _redraft_announced(t):
        return
    yield Breach(
        message="a re-draft was not announced before the tournament started.",
        cites="TRF §11.2.4",
        hint="Continue with the cards that were drafted.",
    )


def draft_elsewhere(t: Tournament, event: ev.DraftSeated) -> Found:
    """A draft must be of the kind that the event's format uses (TRF §11.2)."""
    played = t.opened.format if t.opened else None
    if event.draft is None or played is None:
        return
    wanted = draft_of(played)
    if wanted is event.draft or (wanted is None and played.limited and played is not Format.SEALED):
        return
    yield Breach(
        message=f"the event is {played}, so it has no {event.draft} draft.",
        cites="TRF §11.2",
        hint=advice("Draw the seats for the event's own draft: {}.", do("draft seats"))
        if wanted
        else "Build decks without a draft, or open a new tournament in the format of the draft."
        if played.limited
        else "Players bring their decks; a draft needs an event opened in its format.",
    )


def draft_of(played: Format) -> Draft | None:
    """Return the draft of a format; None if it has none, or may have one of several."""
    return next((draft for draft in Draft if played == f"{draft}-draft"), None)


def draft_seat_twice(t: Tournament, event: ev.DraftSeated) -> Found:
    """No player has two seats at a draft (TRF §11.2)."""
    seats = Counter(player for circle in event.tables for player in circle)
    twice = [player for player, number in seats.items() if number > 1]
    if not twice:
        return
    yield Breach(
        message=f"{have(twice, one='has', many='have')} more than one seat at the draft.",
        cites="TRF §11.2",
        hint=advice("Give every player one seat: {} draws the seats.", do("draft seats")),
    )


def draft_players(t: Tournament, event: ev.DraftSeated) -> Found:
    """Every active player, and nobody else, has a seat at the draft (TRF §11.2)."""
    seated = {player for circle in event.tables for player in circle}
    wrong = [p.id for p in t.players.values() if (p.id in seated) == p.out]
    if not wrong:
        return
    out = [player for player in wrong if t.players[player].out]
    gone = have(out, one="is not active, but sits", many="are not active, but sit") if out else ""
    missing = [player for player in wrong if player not in out]
    what = gone or f"{have(missing, one='has', many='have')} no seat"
    yield Breach(
        message=f"{what} at the draft.",
        cites="TRF §11.2",
        hint="Seat every active player, and nobody else.",
    )


def draft_pods(t: Tournament, event: ev.DraftSeated) -> Found:
    """Draft tables become pods only before round 1, and only under the pod sheet (POD-1; A-66)."""
    if not event.pools:
        return
    hint = advice("Draw the seats: {}.", do("draft seats"))
    if not by_sheet(t):
        wrong = "this tournament does not use a pod sheet, so its draft tables are not pods"
    elif len({*event.pools}) != len(event.tables) or len(event.pools) != len(event.tables):
        tables = counted(len(event.tables), "draft table")
        wrong = f"{tables} cannot play as {several(event.pools)}"
    elif t.rounds:
        wrong = "a round has been paired, so the pods can no longer change"
        acts = [do("withdraw", f"{pool}-1", "--reason", "…") for pool in t.latest]
        each = ", ".join("{}" for _ in acts)
        hint = advice(f"Withdraw round 1 first, if it has not started: {each}.", *acts)
    else:
        return
    yield Breach(
        message=f"{wrong}.",
        cites="POD",
        hint=hint,
    )


def draft_tables(t: Tournament, event: ev.DraftSeated) -> Found:
    """Draft tables have at most eight seats, and are as few and as equal as possible (A-32)."""
    sizes = tuple(len(circle) for circle in event.tables)
    wanted = table_sizes(sum(sizes), event.draft)
    if sorted(sizes) == sorted(wanted):
        return
    players = counted(sum(sizes), "player")
    message = f"{players} cannot sit in pairs."
    if wanted:
        message = f"{players} must sit at tables of {several(wanted)}, not of {several(sizes)}."
    yield Breach(
        message=message,
        cites="TRF §11.2",
        hint=advice("Draw the seats: {}.", do("draft seats")),
    )


def seats_missing(t: Tournament, event: ev.SeatsWithdrawn) -> Found:
    """Only seats that were drawn can be withdrawn (TRF §11.2; A-91)."""
    del event
    if not t.drafts:
        hint = NOTE_IT if under_way(t) else advice("Draw them: {}.", do("draft seats"))
        yield _kept("no seats have been drawn", hint)


def seats_used(t: Tournament, event: ev.SeatsWithdrawn) -> Found:
    """Seats can be withdrawn until decks are built or a round is paired (TRF §11.2; A-91)."""
    del event
    what = "the draft seats cannot be withdrawn"
    if t.drafts and t.ever_paired:
        yield _kept(f"{what}: a round has been paired")
    elif t.drafts and t.built == len(t.drafts):
        yield _kept(f"{what}: {BUILDING}", UNDO_BUILDING)


def _kept(wrong: str, hint: Hint = NOTE_IT) -> Breach:
    """Return why seats, or the start of the deck-building time, are not undone."""
    return Breach(message=f"{wrong}.", cites="TRF §11.2", hint=hint)


# Building decks, after all cards are handed out or drafted.


def building_too_late(t: Tournament, event: ev.BuildingStarted) -> Found:
    """Decks are built before round 1, which fixes them, or after a re-draft (TRF §11.2)."""
    del event
    if not under_way(t) or len(t.drafts) > max(t.built or 0, 1):
        return
    yield Breach(
        message="round 1 has started, so the decks are fixed.",
        cites="TRF §11.2",
        hint="Decks can be rebuilt only after another Solomon draft.",
    )


def building_missing(t: Tournament, event: ev.BuildingWithdrawn) -> Found:
    """Only a deck-building time that was started can be undone (TRF §11.2; A-91)."""
    del event
    if t.built is None:
        start = advice("Start it once all cards are given out: {}.", do("draft build"))
        hint = NOTE_IT if under_way(t) else start
        yield _kept("the deck-building time has not been started", hint)


def building_used(t: Tournament, event: ev.BuildingWithdrawn) -> Found:
    """Deck building is undone only before a deck list is in or a round paired (TRF §11.2; A-91)."""
    del event
    what = "the start of the deck-building time cannot be undone"
    if t.built is not None and t.decks:
        yield _kept(f"{what}: {next(iter(t.decks))} has handed in a deck list")
    elif t.built is not None and t.ever_paired:
        yield _kept(f"{what}: a round has been paired")


def building_elsewhere(t: Tournament, event: ev.BuildingStarted) -> Found:
    """Players build decks at the event only in Limited (TRF §11.2)."""
    del event
    played = t.opened.format if t.opened else None
    if played is None or played.limited:
        return
    yield Breach(
        message=f"the event is {played}, so players bring their decks.",
        cites="TRF §11.2",
        hint=advice("Pair round 1: {}.", do("pair")),
    )
