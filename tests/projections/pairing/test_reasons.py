"""Every table says why it is as it is."""

from collections import Counter

import pytest
from msgspec.structs import replace

from roundbook.projections.pairing.engine import draw
from roundbook.projections.pairing.reasons import Reason, Why, reasons
from roundbook.projections.pairing.state import Field, FieldPlayer
from tests.projections.pairing.events import dice_of
from tests.projections.pairing.simulated import Event

KEY = "cd" * 32


def field_of(*players: tuple[str, int, str, str], **more: object) -> Field:
    """Players as id, points, opponents, division; a star behind the id for a bye had before."""
    return Field(
        players=tuple(
            FieldPlayer(
                id=name.rstrip("*"),
                points=points,
                opponents=frozenset(met.split()),
                division=division or None,
                had_bye=name.endswith("*"),
            )
            for name, points, met, division in players
        ),
        key=KEY,
        **more,  # type: ignore[arg-type]
    )


def told(field: Field) -> dict[frozenset[str], Reason]:
    return {frozenset(reason.players): reason for reason in reasons(field, draw(field))}


def of(found: dict[frozenset[str], Reason], player: str) -> Reason:
    return next(reason for players, reason in found.items() if player in players)


def test_two_of_the_same_bracket_need_no_more_reason() -> None:
    reason = of(told(field_of(("a", 3, "", ""), ("b", 3, "", ""))), "a")
    assert reason.why is Why.BRACKET
    assert reason.sentence in {"a and b are both on 3 points.", "b and a are both on 3 points."}


@pytest.mark.rule("TOP-3.1d", "A-12")
def test_an_odd_bracket_sends_one_down() -> None:
    players = [(f"p{n}", 3 if n <= 3 else 0, "", "") for n in range(1, 7)]
    (reason,) = [r for r in told(field_of(*players)).values() if r.why is not Why.BRACKET]
    assert reason.why is Why.ODD
    high, low = reason.players
    assert reason.sentence == (
        f"{high}, on 3 points, meets {low}, on 0 points: "
        "an odd number of players (3) have 3 points or more."
    )
    lone = told(field_of(("a", 6, "", ""), ("b", 3, "", "")))
    assert of(lone, "a").sentence == (
        "a, on 6 points, meets b, on 3 points: only one of the players has 6 points or more."
    )


@pytest.mark.rule("A-12")
def test_rematches_that_drive_players_down_are_named() -> None:
    found = told(field_of(("a", 6, "b", ""), ("b", 6, "a", ""), ("c", 3, "", ""), ("d", 3, "", "")))
    assert {reason.why for reason in found.values()} == {Why.REMATCHES}
    reason = of(found, "a")
    assert reason.met == (("a", "b"),)
    assert reason.sentence == (
        f"a, on 6 points, meets {reason.players[1]}, on 3 points: "
        "their brackets cannot be paired without a rematch (a-b have met)."
    )


@pytest.mark.rule("TOP-3.1.2b", "A-14")
def test_a_pair_across_divisions_names_the_odd_ones_or_the_rematches() -> None:
    odd = told(field_of(("a", 0, "", "Junior"), ("b", 0, "", "Masters"), age_modified=True))
    assert of(odd, "a").why is Why.DIVISION
    assert of(odd, "a").sentence.endswith("the numbers of Junior and Masters players are both odd.")
    left_over = told(
        field_of(
            *((f"j{n}", 3, "", "Junior") for n in range(3)),
            *((f"s{n}", 3, "", "Senior") for n in range(3)),
            ("s3", 0, "", "Senior"),
            age_modified=True,
        )
    )
    assert of(left_over, "s3").why is Why.BYE
    (across,) = [one for one in left_over.values() if one.why is Why.DIVISION]
    assert across.sentence.endswith(
        ": without s3, who has the bye, the numbers of Junior and Senior players are both odd."
    )
    met = told(
        field_of(
            ("a", 0, "b", "Junior"),
            ("b", 0, "a", "Junior"),
            ("c", 0, "", "Masters"),
            ("d", 0, "", "Masters"),
            age_modified=True,
        )
    )
    assert of(met, "a").met
    assert "their divisions cannot be paired within themselves (" in of(met, "a").sentence


@pytest.mark.rule("TOP-3.1e", "A-10")
def test_a_bye_says_why_it_is_this_player() -> None:
    lowest = told(field_of(("a", 3, "", ""), ("b", 3, "", ""), ("c", 0, "", "")))
    assert of(lowest, "c").sentence == (
        "c has the bye: the number of players (3) is odd, and it goes to the lowest bracket, "
        "0 points."
    )
    spared = told(field_of(("a", 0, "", ""), ("b*", 0, "", ""), ("c", 0, "", "")))
    [bye] = [reason for reason in spared.values() if reason.why is Why.BYE]
    assert bye.sentence.endswith(
        "0 points, at random among a and c; b has had one already, or been promised one."
    )
    higher = told(field_of(("a", 3, "", ""), ("b*", 0, "", ""), ("c*", 0, "", "")))
    assert of(higher, "a").sentence.endswith(
        "and everybody below 3 points has had a bye or been promised one."
    )
    forced = told(field_of(("a", 3, "b", ""), ("b", 3, "a", ""), ("c", 0, "", "")))
    reason = next(reason for reason in forced.values() if reason.why is Why.BYE)
    assert reason.sentence.endswith(
        "a bye in a lower bracket would leave no legal pairing of this round."
    )


def test_what_the_next_round_asks_for_is_said() -> None:
    """In many events of six players somebody is paired down so that round 5 can be paired."""
    seen: Counter[Why] = Counter()
    for seed in range(40):
        for field, drawn in Event(dice_of(seed), 6, planned=5).rounds(5):
            assert drawn is not None
            for reason in reasons(field, drawn):
                seen[reason.why] += 1
                if reason.why is Why.AHEAD:
                    assert reason.sentence.endswith(
                        "any other pairing would leave no legal next round."
                    )
    assert seen[Why.AHEAD] > 0


@pytest.mark.parametrize("mixed", [False, True])
def test_every_table_and_the_bye_have_a_reason(mixed: bool) -> None:
    event = Event(dice_of(8), 27, mixed=mixed, ties=0.3)
    for field, drawn in event.rounds(9):
        assert drawn is not None
        found = reasons(field, drawn)
        expected = [*drawn.pairs, *([] if drawn.bye is None else [(drawn.bye,)])]
        assert [set(reason.players) for reason in found] == [set(pair) for pair in expected]
        by_id = {player.id: player for player in field.players}
        for reason in found:
            assert reason.sentence.endswith(".")
            assert all(b in by_id[a].opponents for a, b in reason.met)
    assert reasons(replace(field, players=()), draw(replace(field, players=()))) == ()
