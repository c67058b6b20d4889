"""How each kind of Limited play goes, step by step, with its times: TRF §11.2 as data."""

from enum import StrEnum

from msgspec import Struct

BUILDING = 30
"""Minutes to build the deck, in every kind of Limited play (TRF §11.2.1 to §11.2.4)."""

DECK = 40
"""Cards in a deck of Limited play, exactly (TRF §11.2)."""


class Limited(StrEnum):
    """The kinds of Limited play: sealed deck, and the three drafts."""

    SEALED = "sealed"
    BOOSTER = "booster"
    ROCHESTER = "rochester"
    SOLOMON = "solomon"


class DraftStep(Struct, frozen=True):
    """What happens, at whose signal or until when; `minutes` where a time is given."""

    what: str
    minutes: int | None = None


_ONE_SET = "Packs should be from one expansion, so that evolution lines stay together."
_CIRCLE = "Sit in circles of at most eight, as equal in size as possible."

_BEFORE: dict[Limited, tuple[str, ...]] = {
    Limited.SEALED: ("At the signal everybody opens all their packs.",),
    Limited.BOOSTER: (
        _CIRCLE,
        "At the signal everybody opens one pack, without showing it.",
        "Everybody picks one card and lays it face down; it does not go back.",
        (
            "The rest of the pack is passed face down, to the left, until every card has "
            "been picked."
        ),
        "The next pack is passed to the right, the one after it to the left, and so on.",
    ),
    Limited.ROCHESTER: (
        _CIRCLE,
        "At the signal player 1 opens two packs and lays every card face up.",
        (
            "Players pick one card each, clockwise; the last player picks two, and the "
            "order reverses."
        ),
        "Player 1 picks two, and so on, until the last card has been picked.",
        "Then all players may sort the cards they have.",
        "The player to the left opens two packs and picks first, and so on around the table.",
    ),
    Limited.SOLOMON: (
        "Sit in pairs, at random; the winner of a coin flip is player 1.",
        "At the signal both open all packs, look at them briefly, and shuffle one stack.",
        (
            "Player 1 lays out four cards; player 1 picks one, player 2 picks two, "
            "player 1 takes the last."
        ),
        (
            "Player 2 lays out four cards; player 2 picks one, player 1 picks two, "
            "player 2 takes the last."
        ),
        "Continue in turn until the stack is empty; only then look at your picks.",
        "Drafting together, or again with another opponent, must be announced beforehand.",
        "Players who draft again keep all cards drafted before.",
    ),
}

_BUILD = f"Build a deck of exactly {DECK} cards: these, and basic Energy if provided."
_AFTER = (
    "Hand in a list if the organiser asks for one: the deck, and the cards left over.",
    "From round 1 on, decks do not change.",
    "Do not trade cards from the packs before the tournament ends.",
)


def course(limited: Limited) -> tuple[DraftStep, ...]:
    """Return the steps of one kind of Limited play, in order (TRF §11.2.1 to §11.2.4)."""
    before, after = map(DraftStep, (_ONE_SET, *_BEFORE[limited])), map(DraftStep, _AFTER)
    return (*before, DraftStep(_BUILD, BUILDING), *after)
