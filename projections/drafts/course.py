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


_ONE_SET = "Packs should be of one expansion, so that evolutions are not torn apart."
_CIRCLE = "Sit in circles of eight at most, as equal as can be."

_BEFORE: dict[Limited, tuple[str, ...]] = {
    Limited.SEALED: ("At the signal everybody opens all their packs.",),
    Limited.BOOSTER: (
        _CIRCLE,
        "At the signal everybody opens one pack, and shows it to nobody.",
        "Everybody lays one card face down: it is picked, and does not go back.",
        "The rest goes on face down, to the left, until every card has been picked.",
        "The next pack goes to the right, the one after it to the left, and so on.",
    ),
    Limited.ROCHESTER: (
        _CIRCLE,
        "At the signal player 1 opens two packs and lays every card face up.",
        "Players pick one card each, clockwise; the last picks two, and back it goes.",
        "Player 1 picks two, and so on, until the last card has been picked.",
        "Then everybody may put the cards they have in any order.",
        "The player to the left opens two packs and picks first, and so on round.",
    ),
    Limited.SOLOMON: (
        "Sit in pairs, by lot; the winner of a coin flip is player 1.",
        "At the signal both open all packs, look at them briefly, and shuffle one stack.",
        "Player 1 lays out four cards; 1 picks one, 2 picks two, 1 takes the last.",
        "Player 2 lays out four cards; 2 picks one, 1 picks two, 2 takes the last.",
        "So on in turn until the stack is empty; nobody looks at their picks before.",
        "To draft together, or again with another opponent, has to be announced before.",
        "Who drafts again keeps all cards drafted before.",
    ),
}

_BUILD = f"Build a deck of exactly {DECK} cards: these, and basic Energy if provided."
_AFTER = (
    "Hand in a list if the organiser asks for one: the deck, and the cards left over.",
    "From round 1 on no deck is changed.",
    "Nobody trades cards of the packs before the tournament ends.",
)


def course(limited: Limited) -> tuple[DraftStep, ...]:
    """Return the steps of one kind of Limited play, in order (TRF §11.2.1 to §11.2.4)."""
    before, after = map(DraftStep, (_ONE_SET, *_BEFORE[limited])), map(DraftStep, _AFTER)
    return (*before, DraftStep(_BUILD, BUILDING), *after)
