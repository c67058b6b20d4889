"""The engine without a tournament: a state in JSON, a round and its certificate out."""

import json

import msgspec
import pytest
from msgspec.structs import replace

from roundbook.ledger.record import draws
from roundbook.projections.pairing.certificate import DRAW, Certificate, Kind
from roundbook.projections.pairing.draw_by_lots import Ground, parts
from roundbook.projections.pairing.engine import draw
from roundbook.projections.pairing.impossible import NoLegalRound
from roundbook.projections.pairing.state import DrawnRound, Field, FieldPlayer, mutual
from roundbook.projections.pairing.verifying import verify_round
from tests.projections.pairing.events import dice_of
from tests.projections.pairing.simulated import Event

KEY = "ab" * 32
STATE = {
    "players": [
        {"id": "a", "points": 3, "division": "Masters", "opponents": ["b"], "had_bye": False},
        {"id": "b", "points": 0, "division": "Masters", "opponents": ["a"]},
        {"id": "c", "points": 3, "opponents": ["d"]},
        {"id": "d", "points": 0, "opponents": ["c"]},
        {"id": "e", "points": 3, "had_bye": True},
    ],
    "round": 2,
    "rounds_planned": 5,
    "age_modified": False,
    "key": KEY,
}


def read(data: bytes) -> Field:
    return msgspec.json.decode(data, type=Field)


def state(**changes: object) -> Field:
    return read(json.dumps(STATE | changes).encode())


def test_a_state_goes_in_and_a_round_comes_out() -> None:
    field = state()
    drawn = draw(field)
    assert (drawn.procedure, drawn.round) == (DRAW, 2)
    assert drawn.bye in {"b", "d"}
    seated = sorted([*(name for pair in drawn.pairs for name in pair), drawn.bye])
    assert seated == ["a", "b", "c", "d", "e"]
    assert verify_round(field, drawn, drawn.certificate) == []


def test_a_round_can_be_written_down_and_checked_by_somebody_else() -> None:
    """Windows carry numbers of any size; they pass as text."""
    event = Event(dice_of(3), 23, ties=0.4)
    kinds = set()
    for field, drawn in event.rounds(8):
        assert drawn is not None
        again = msgspec.json.decode(msgspec.json.encode(drawn), type=DrawnRound)
        same = read(msgspec.json.encode(field))
        assert again == drawn
        assert verify_round(same, again, again.certificate) == []
        kinds.add(drawn.certificate.kind)
    assert Kind.WINDOW in kinds


@pytest.mark.parametrize("players", [7, 12, 23, 60])
def test_the_order_of_the_players_decides_nothing(players: int) -> None:
    event = Event(dice_of(players), players, mixed=players == 23, ties=0.3)
    for field, drawn in event.rounds(5):
        turned = list(field.players)
        dice_of(1).shuffle(turned)
        assert draw(replace(field, players=tuple(turned))) == drawn


@pytest.mark.parametrize("players", [6, 18, 40])
def test_it_is_enough_if_one_of_two_names_the_other(players: int) -> None:
    event = Event(dice_of(players), players, ties=0.3)
    for field, drawn in event.rounds(5):
        half = tuple(
            replace(
                player,
                opponents=frozenset(o for o in player.opponents if int(o[1:]) < int(player.id[1:])),
            )
            for player in field.players
        )
        assert draw(mutual(replace(field, players=half))) == drawn


def test_opponents_who_have_left_decide_nothing() -> None:
    field = state()
    gone = tuple(replace(p, opponents=p.opponents | {"x", "y"}) for p in field.players)
    assert draw(replace(field, players=gone)) == draw(field)


@pytest.mark.parametrize("named", ["a", "b"])
def test_a_state_without_a_legal_round_is_refused_by_name(named: str) -> None:
    """It is enough if one of the two names the other, whichever it is."""
    met = {"a": ["b"], "b": ["a"]}
    pair = [
        {"id": one, "points": 3 * (one == "a"), "opponents": met[one] if one == named else []}
        for one in met
    ]
    with pytest.raises(NoLegalRound, match="round 2 cannot be paired"):
        draw(state(players=pair), "round 2")


def test_no_players_make_an_empty_round() -> None:
    """As where everybody of a tournament has an awarded bye."""
    drawn = draw(Field(players=(), key=KEY))
    assert (drawn.pairs, drawn.bye) == ((), None)
    assert isinstance(drawn.certificate, Certificate)


def test_many_lots_at_once_are_the_lots_of_the_page() -> None:
    ids = [f"p{n}" for n in range(1, 300)] + ["ä" * 64]
    ground = Ground(range(len(ids)), [set()] * len(ids), parts(ids), bytes.fromhex(KEY))
    for label in ("0", "17"):
        by_hand = sorted(
            range(len(ids)), key=lambda v: draws.lot(bytes.fromhex(KEY), label, ids[v])
        )
        assert ground.line(range(len(ids)), label) == by_hand


def test_a_window_changes_the_plan_and_lots_do_the_rest() -> None:
    """Three leaders have met each other: as docs/pairing.md has it, by hand.

    The window sends all three down; they meet the first three of the next bracket in order of
    their lots, its other players meet their neighbours, and the last one goes down alone.
    """
    drawn = draw(leaders())
    assert drawn.certificate.objectives.gaps == (3, 1)

    def line(first: int, last: int) -> list[str]:
        ids = [f"p{n}" for n in range(first, last + 1)]
        return sorted(ids, key=lambda name: draws.lot(bytes.fromhex(KEY), "0", name))

    middle, low = line(4, 13), line(14, 24)
    seats = ["p1", middle[0], "p2", middle[1], "p3", middle[2], *middle[3:], *low]
    assert drawn.pairs == tuple(zip(seats[::2], seats[1::2], strict=True))


def leaders() -> Field:
    """p1 to p3 have met each other; p1 to p3 on 6 points, p4 to p13 on 3, p14 to p24 on 0."""
    met = {"p1": {"p2", "p3"}, "p2": {"p1", "p3"}, "p3": {"p1", "p2"}}
    points = {n: 6 if n <= 3 else 3 if n <= 13 else 0 for n in range(1, 25)}
    return Field(
        players=tuple(
            FieldPlayer(
                id=f"p{n}", points=points[n], opponents=frozenset(met.get(f"p{n}", frozenset()))
            )
            for n in range(1, 25)
        ),
        key=KEY,
        round=3,
    )


@pytest.mark.parametrize("name", ["a\n", "a b", "", "a" * 65])
def test_an_id_is_one_word(name: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        state(players=[{"id": name, "points": 0}])
