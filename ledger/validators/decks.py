"""Deck lists: as many cards as the format asks for, legal ones, and no change during play."""

from collections.abc import Iterator

from ledger import events as ev
from ledger.decks import construction
from ledger.entries import Entry
from ledger.errors import Violation
from ledger.events import AnyEvent
from ledger.field import latest_started
from ledger.rulesets.ruleset import Ruleset
from ledger.tournament import Tournament
from ledger.validators.wording import count, waiver


def deck_frozen(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Nobody hands in a list once a round that they play in has started (TRF §4).

    For who came on time that is round 1. Who came late may hand in a list until the first round
    that they are due in has started.
    """
    if not isinstance(event, ev.DeckRegistered) or event.player not in t.players:
        return
    started, lost = latest_started(t, event.player), t.players[event.player].losses
    if started <= lost:
        return
    before = "the list cannot change" if event.player in t.decks else "it is too late for a list"
    yield Violation(
        rule="deck-frozen",
        seq=entry.seq,
        message=f"round {lost + 1} of {event.player} has started: {before}.",
        cites="TRF §4",
        hint="Decks do not change during a tournament; note what happened with `roundbook note`.",
    )


def deck_size(t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset) -> Iterator[Violation]:
    """A deck has exactly as many cards as its format says (TRF §11, §14.2)."""
    if not isinstance(event, ev.DeckRegistered):
        return
    wanted = construction.rules().format(event.format)
    if wanted is None or event.cards == wanted.cards:
        return
    yield Violation(
        rule="deck-size",
        seq=entry.seq,
        message=f"the deck of {event.player} has {count(event.cards, 'card')}, not {wanted.cards}.",
        cites=wanted.cites,
        hint=f"A deck of the format {wanted.name} has exactly {wanted.cards} cards.",
    )


def deck_not_legal(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A list names only cards that are legal, and no more of each than allowed (TRF §1, §11).

    The Head Judge has the last word on what a card is (TRF §1.2), so an official may let it pass.
    """
    if not isinstance(event, ev.DeckRegistered) or not event.breaches:
        return
    found = count(event.breaches, "breach", many="breaches")
    yield Violation(
        rule="deck-not-legal",
        seq=entry.seq,
        message=f"the list of {event.player} has {found} of the rules of {event.format}.",
        cites="TRF §1, §11",
        hint=f"`roundbook deck judge` lists them. {waiver('deck-not-legal')}",
    )
