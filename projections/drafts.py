"""Drafts and Limited play: the order of the picks (booster, Rochester, Solomon) and the seats."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import islice

from msgspec import Struct

from roundbook.ledger.decks import formats
from roundbook.ledger.errors import Refused
from roundbook.ledger.events.catalogue import DraftSeated
from roundbook.ledger.events.decks import Format
from roundbook.ledger.events.drafts import Draft, pod_names
from roundbook.ledger.record import draws
from roundbook.ledger.state.pools import by_sheet, draft_pods, draw_key, next_draw
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.ledger.validators.decks import table_sizes

# Each kind of Limited play, step by step, with its times: TRF §11.2 as data.

BUILDING = 30
"""Minutes to build the deck, in every kind of Limited play (TRF §11.2.1 to §11.2.4)."""


class Limited(StrEnum):
    """The kinds of Limited play: sealed deck, and the three drafts."""

    SEALED = "sealed"
    BOOSTER = "booster"
    ROCHESTER = "rochester"
    SOLOMON = "solomon"


class DraftStep(Struct, frozen=True):
    """One step of Limited play; `minutes` if it has a time limit."""

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
        (
            "The organiser announces beforehand whether players may cooperate in the draft, or "
            "draft again with another opponent."
        ),
        "Players who draft again keep all cards drafted before.",
    ),
}

_AFTER = (
    "Hand in a list if the organiser asks for one: the deck, and the cards left over.",
    "From round 1 on, decks do not change.",
    "Do not trade cards from the packs before the tournament ends.",
)


def course(limited: Limited, played: Format | None = None) -> tuple[DraftStep, ...]:
    """Return the steps of one kind of Limited play, in order (TRF §11.2.1 to §11.2.4).

    The format that is `played` says how many cards a deck has (TRF §11.2, §14.2.2).
    """
    before, after = map(DraftStep, (_ONE_SET, *_BEFORE[limited])), map(DraftStep, _AFTER)
    of = formats.rules().format(played if played and played.limited else Format.SEALED)
    assert of is not None, "every kind of Limited has its rules"
    build = f"Build a deck of exactly {of.cards} cards: these, and basic Energy if provided."
    return (*before, DraftStep(build, BUILDING), *after)


def kind_of(played: Format | None) -> Limited | None:
    """Return the kind of Limited play of a format; None if it may be one of several."""
    named = (played or "").removesuffix("-draft")
    return Limited(named) if named in set(Limited) else None


# A booster draft: everybody picks at once, and the packs go round (TRF §11.2.2).


class BoosterPick(Struct, frozen=True, tag_field="draft", tag="booster"):
    """One pick: `seat` takes a card as `pick` of pack number `pack`, opened by `opened_by`.

    All count from 1. All players make the same pick of the same pack at the same time.
    """

    pack: int
    pick: int
    seat: int
    opened_by: int


def passes_left(pack: int) -> bool:
    """Tell whether packs are passed left: the first one is, the second goes right, and so on."""
    return pack % 2 == 1


def booster(players: int, packs: int, cards: int) -> Iterator[BoosterPick]:
    """Yield every pick of a booster draft in order; simultaneous picks go seat by seat.

    `packs` is per player, `cards` per pack. Seats are numbered clockwise, so the player to the left
    has the next number, and the last passes to the first. A pack is passed until all its cards have
    been picked, however many players there are.
    """
    for pack in range(1, packs + 1):
        step = -1 if passes_left(pack) else 1
        for pick in range(1, cards + 1):
            for seat in range(1, players + 1):
                opened_by = (seat - 1 + step * (pick - 1)) % players + 1
                yield BoosterPick(pack, pick, seat, opened_by)


# A Rochester draft: two packs face up, and picks that go round and back (TRF §11.2.3).

AT_ONCE = 2
"""How many packs are opened together."""


class RochesterPick(Struct, frozen=True, tag_field="draft", tag="rochester"):
    """One pick: `seat` takes it as `pick` of the cards that seat `opener` has laid out.

    `opening` counts how often packs were opened; all count from 1. After the last pick of an
    opening, players may sort the cards they have.
    """

    opening: int
    opener: int
    pick: int
    seat: int


def rochester(players: int, packs: int, cards: int) -> Iterator[RochesterPick]:
    """Yield every pick of a Rochester draft in order.

    `packs` is per player, `cards` per pack. Seat 1 opens two packs, then seat 2 to the left, and so
    on; with an odd number of packs each, the last packs are opened one at a time.
    """
    opening = 0
    left = packs
    while left > 0:
        opened = min(AT_ONCE, left)
        for opener in range(1, players + 1):
            opening += 1
            for pick, seat in enumerate(snake(players, opener, opened * cards), start=1):
                yield RochesterPick(opening, opener, pick, seat)
        left -= opened


def snake(players: int, opener: int, cards: int) -> Iterator[int]:
    """Yield the seat that takes each card laid out: clockwise from the opener, and back.

    The player at either end takes two cards in a row, the last on the way there and the first on
    the way back.
    """
    for card in range(cards):
        turn, place = divmod(card, players)
        along = place if turn % 2 == 0 else players - 1 - place
        yield (opener - 1 + along) % players + 1


# A Solomon draft: two players and one stack, four cards at a time (TRF §11.2.4).

PILE = 4
"""How many cards are laid out at a time."""

_FIRST_TO_PICK = (True, False, False, True)
"""For each card of a pile, whether the player who laid it out takes it."""


class SolomonPick(Struct, frozen=True, tag_field="draft", tag="solomon"):
    """One pick: `seat` takes it as `pick` of the pile that seat `opener` has laid out."""

    pile: int
    opener: int
    pick: int
    seat: int


def solomon(cards: int) -> Iterator[SolomonPick]:
    """Yield every pick from a stack in order; seat 1 has won the coin flip.

    The players lay out piles in turn. If the stack is not a multiple of four, the last pile follows
    the same pattern until it is empty (A-33).
    """
    for card in range(cards):
        pile, place = divmod(card, PILE)
        opener = pile % 2 + 1
        seat = opener if _FIRST_TO_PICK[place] else 3 - opener
        yield SolomonPick(pile + 1, opener, place + 1, seat)


# The seats of a draft, from recorded chance: as few tables as possible, of equal size if possible.

SEATS = "seats-1"
"""The procedure: all active players are sorted by the SHA-256 lot of the draw's key, and the tables
are filled in this order, each from seat 1. docs/formats.md specifies it."""

_TRIES = 1000
"""How many seatings are tried for another draft before it is refused."""


def draw(
    t: Tournament, *, draft: Draft | None, secret: str, reason: str | None = None
) -> DraftSeated:
    """Draw the seats of all active players with `secret` (TRF §11.2; POD-2).

    At a Solomon draft there are two players at each table, and seat 1 has won the coin flip; no two
    players who met in an earlier one meet again (TRF §11.2.4). If the event uses pod sheets and has
    several tables, each table is a pod (A-66). Raise Refused if there is no such seating.
    """
    players = [player.id for player in t.players.values() if not player.out]
    sizes = _sizes(len(players), draft)
    drawn = next_draw(t, SEATS, secret)
    earlier = _earlier(t, draft)
    apart = sorted(" ".join(each) for each in earlier)
    state = draws.digest([SEATS, draft or "pod", " ".join(players), *apart])
    key = draw_key(t, drawn, "draft", state)
    barred = {frozenset(pair) for pair in earlier}
    pods = pods_of(t, draft, len(sizes))
    # All seats are drawn again, instead of two players swapping, so every seating that is allowed
    # stays equally likely.
    for attempt in range(_TRIES):
        tables = _dealt(key, str(attempt), players, sizes)
        if barred.isdisjoint(frozenset(circle) for circle in tables):
            return DraftSeated(tables=tables, draft=draft, drawn=drawn, reason=reason, pools=pods)
    raise Refused(
        "no seating was found that keeps all opponents from an earlier draft apart.",
        hint="Continue with the cards that were drafted (TRF §11.2.4).",
    )


def pods_of(t: Tournament, draft: Draft | None, number: int) -> tuple[Pool, ...]:
    """Return the names of the pods that so many draft tables become; empty if they are none."""
    split = by_sheet(t) and draft is not Draft.SOLOMON and (number > 1 or draft_pods(t))
    return pod_names(number) if split else ()


def _sizes(players: int, draft: Draft | None) -> tuple[int, ...]:
    """Return the number of players at each table; raise Refused if they cannot be seated."""
    sizes = table_sizes(players, draft) if players else ()
    if sizes:
        return sizes
    wrong = f"{players} players cannot sit in pairs" if players else "there are no active players"
    hint = "A Solomon draft needs an even number." if players else "Register the players first."
    raise Refused(f"no seats can be drawn: {wrong}.", hint=hint)


def _earlier(t: Tournament, draft: Draft | None) -> list[tuple[PlayerId, ...]]:
    """Return the pairs of earlier Solomon drafts, if this is one, each in order of number."""
    if draft is not Draft.SOLOMON:
        return []
    before = (each for each in t.drafts if each.draft is draft)
    return [tuple(sorted(circle)) for each in before for circle in each.tables]


def _dealt(
    key: bytes, label: str, players: Sequence[PlayerId], sizes: Sequence[int]
) -> tuple[tuple[PlayerId, ...], ...]:
    """Return the players in the order of their lots, dealt to tables one after the other."""
    ordered = iter(sorted(players, key=lambda player: draws.lot(key, label, player)))
    return tuple(tuple(islice(ordered, size)) for size in sizes)
