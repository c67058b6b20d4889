"""Whoever checks a round notices what is wrong with it, or with its proof."""

import ast
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from roundbook.projections.pairing.certificate import Certificate, Circle, Kind, Objectives, Window
from roundbook.projections.pairing.engine import draw
from roundbook.projections.pairing.state import DrawnRound, Field, FieldPlayer
from roundbook.projections.pairing.verifying import RoundSheet, pairs_of, verify_round
from tests.projections.pairing.events import dice_of
from tests.projections.pairing.simulated import Event

ROOT = Path(__file__).resolve().parents[3]
KEY = (b"\x09" * 32).hex()


def field_of(
    groups: dict[int, int], met: set[frozenset[str]] | None = None, *, had_bye: tuple[str, ...] = ()
) -> Field:
    """Brackets of these sizes by points, p1 the first of the highest."""
    names = iter(f"p{number}" for number in range(1, 1_000))
    pairs = met or set()
    return Field(
        players=tuple(
            FieldPlayer(
                id=name,
                points=points,
                opponents=frozenset(o for pair in pairs if name in pair for o in pair - {name}),
                had_bye=name in had_bye,
            )
            for points, size in groups.items()
            for name in (next(names) for _ in range(size))
        ),
        key=KEY,
    )


def checked(field: Field, drawn: DrawnRound) -> list[str]:
    return verify_round(field, drawn, drawn.certificate)


def claiming(field: Field, drawn: DrawnRound) -> DrawnRound:
    """The round with the objectives that it has, whatever the rest of its certificate says."""
    bye, across, *gaps, squares = RoundSheet(field).vector(pairs_of(drawn))
    told = Objectives(bye=bye, across=across, gaps=tuple(gaps), squares=squares)
    return replace(drawn, certificate=replace(drawn.certificate, objectives=told))


def window_round() -> tuple[Field, DrawnRound]:
    """Three leaders who have all met: a window has to settle them."""
    leaders = {frozenset(pair) for pair in combinations(("p1", "p2", "p3"), 2)}
    field = field_of({9: 3, 6: 20, 3: 20}, leaders)
    drawn = draw(field)
    assert drawn.certificate.kind is Kind.WINDOW
    assert checked(field, drawn) == []
    return field, drawn


@pytest.mark.parametrize(
    ("pairs", "bye", "wrong"),
    [
        ((("p1", "p2"), ("p3", "p4")), None, "p5 is left out"),
        ((("p1", "p2"), ("p3", "p2")), "p5", "p2 is in it twice"),
        ((("p1", "p2"), ("p3", "p9")), "p5", "p9 is not to be paired in this round"),
        ((("p1", "p4"), ("p2", "p3")), "p5", "p1 and p4 have met before"),
        ((("p1", "p2"), ("p3", "p5")), "p4", "p4 has had a bye"),
        ((("p1", "p1"), ("p2", "p3")), "p5", "p1 and p1 have met before"),
    ],
)
def test_an_illegal_round_is_named(
    pairs: tuple[tuple[str, str], ...], bye: str | None, wrong: str
) -> None:
    field = field_of({3: 2, 0: 3}, {frozenset({"p1", "p4"})}, had_bye=("p4",))
    drawn = replace(draw(field), pairs=pairs, bye=bye)
    assert wrong in checked(field, drawn)


def test_a_bye_that_nobody_needs_is_named() -> None:
    field = field_of({3: 4})
    drawn = replace(draw(field), pairs=(("p1", "p2"),), bye="p3")
    assert checked(field, drawn) == ["nobody needs a bye", "p4 is left out"]


def test_objectives_that_are_not_those_of_the_round_are_named() -> None:
    field = field_of({3: 4, 0: 4})
    drawn = draw(field)
    other = replace(drawn.certificate.objectives, gaps=(2,))
    found = verify_round(field, drawn, replace(drawn.certificate, objectives=other))
    assert found == ["its objectives are (0, 0, 0, 0), not (0, 0, 2, 0)"]


def test_a_worse_round_does_not_pass_by_parity() -> None:
    field = field_of({3: 4, 0: 4})
    drawn = replace(draw(field), pairs=(("p1", "p5"), ("p2", "p6"), ("p3", "p4"), ("p7", "p8")))
    assert checked(field, claiming(field, drawn)) == [
        "more than one pair crosses the same gap between brackets"
    ]
    field = field_of({6: 1, 3: 2, 0: 1})
    drawn = replace(draw(field), pairs=(("p1", "p4"), ("p2", "p3")))
    assert checked(field, claiming(field, drawn)) == [
        "p1 and p4 are paired across a bracket with players in it"
    ]
    field = field_of({3: 2, 0: 1})
    drawn = replace(draw(field), pairs=(("p1", "p3"),), bye="p2")
    assert "the bye is not in the lowest bracket" in checked(field, claiming(field, drawn))


def test_a_worse_round_does_not_pass_by_the_window_of_a_better_one() -> None:
    field, drawn = window_round()
    names = {player.id: player.points for player in field.players}
    level = [p for p in drawn.pairs if names[p[0]] == names[p[1]] == 3][:1]
    six = [p for p in drawn.pairs if names[p[0]] == names[p[1]] == 6][:1]
    ((a, b), (c, d)) = (*six, *level)
    pairs = [pair for pair in drawn.pairs if pair not in {(a, b), (c, d)}]
    worse = replace(drawn, pairs=(*pairs, (a, c), (b, d)))
    assert checked(field, claiming(field, worse))


def forged(drawn: DrawnRound, **changes: object) -> Certificate:
    (window,) = drawn.certificate.windows
    return replace(drawn.certificate, windows=(replace(window, **changes),))


def test_a_window_that_was_tampered_with_does_not_pass() -> None:
    field, drawn = window_round()
    (window,) = drawn.certificate.windows
    raised = (str(int(window.labels[0]) + 2**200), *window.labels[1:])
    assert verify_round(field, drawn, forged(drawn, labels=raised)) == [
        "in a window of the certificate, the labels of two vertices exceed the price of the pair"
    ]
    lowered = (str(int(window.labels[0]) - 2**200), *window.labels[1:])
    assert verify_round(field, drawn, forged(drawn, labels=lowered)) == [
        "the labels of a window of the certificate do not rule out a round with a lower price"
    ]
    assert verify_round(field, drawn, forged(drawn, labels=window.labels[1:])) == [
        "the labels of a window of the certificate do not fit its vertices"
    ]
    assert verify_round(field, drawn, forged(drawn, players=window.players[1:])) == [
        "a window of the certificate lists only some players of a bracket or division"
    ]
    more = tuple(replace(copy, count=copy.count + 1) for copy in window.copies)
    assert verify_round(field, drawn, forged(drawn, copies=more)) == [
        "the copies in a window of the certificate do not match the players outside the window"
    ]
    used = tuple(replace(copy, count=3) for copy in window.copies)  # Three meet somebody by name.
    assert verify_round(field, drawn, forged(drawn, copies=used))[0] == (
        "fewer than two copies of a kind meet each other in a window of the certificate"
    )
    below = (*window.circles, Circle(vertices=(0, 1, 2), label="-2"))
    assert verify_round(field, drawn, forged(drawn, circles=below)) == [
        "the labels of a window of the certificate do not fit its vertices"
    ]
    other = Window(players=tuple(f"p{n}" for n in range(24, 44)), copies=(), labels=(), circles=())
    assert verify_round(field, drawn, forged(drawn, players=other.players))
    none = replace(drawn.certificate, windows=())
    assert (
        "two or more pairs cross a gap between brackets that is in no window of the certificate"
        in verify_round(field, drawn, none)
    )


@pytest.mark.parametrize("seed", range(6))
def test_no_single_label_can_be_changed_by_much(seed: int) -> None:
    """A bound that is lower shows nothing, and one that is higher exceeds a price."""
    event = Event(dice_of(seed), 24, mixed=seed % 2 == 1, ties=0.3)
    tried = 0
    for field, drawn in event.rounds(7):
        assert drawn is not None
        for place, window in enumerate(drawn.certificate.windows):
            for vertex in range(0, len(window.labels), 3):
                for change in (-(2**90), 2**90):
                    labels = list(window.labels)
                    labels[vertex] = str(int(labels[vertex]) + change)
                    windows = list(drawn.certificate.windows)
                    windows[place] = replace(window, labels=tuple(labels))
                    told = replace(drawn.certificate, windows=tuple(windows))
                    assert verify_round(field, drawn, told)
                    tried += 1
    assert tried > 10


def test_a_certificate_that_proves_nothing_says_so() -> None:
    field = field_of({3: 4})
    drawn = draw(field)
    assert verify_round(field, drawn, replace(drawn.certificate, kind=Kind.UNPROVEN)) == [
        "the round is legal, but a better pairing has not been ruled out"
    ]
    field = field_of({3: 14})
    drawn = draw(field)
    assert verify_round(field, drawn, replace(drawn.certificate, kind=Kind.TRIAL)) == [
        "a certificate by trial is possible only for at most 12 players"
    ]


def test_a_trial_finds_a_better_round() -> None:
    field = field_of({3: 2, 0: 2})
    drawn = replace(draw(field), pairs=(("p1", "p3"), ("p2", "p4")))
    told = replace(claiming(field, drawn).certificate, kind=Kind.TRIAL)
    assert verify_round(field, drawn, told) == ["this round is better: p1-p2, p3-p4"]


def test_a_round_after_this_one_that_cannot_be_is_named() -> None:
    field = replace(field_of({3: 6}), rounds_planned=5)
    drawn = draw(field)
    assert drawn.certificate.following is not None
    again = replace(drawn.certificate, following=drawn.pairs)
    assert len(verify_round(field, drawn, again)) == 3
    first = drawn.certificate.following[0]
    short = replace(drawn.certificate, following=drawn.certificate.following[1:])
    assert verify_round(field, drawn, short) == [
        f"the next round in the certificate is not possible: {name} is left out"
        for name in sorted(first)
    ]
    silent = replace(drawn.certificate, following=None)
    assert verify_round(field, drawn, silent) == [
        "the certificate does not say how the next round can be paired"
    ]


def test_a_bye_of_a_mixed_field_is_drawn_from_the_lowest_bracket() -> None:
    """Only p5 stands below, and could have the bye as well."""
    field = field_of({3: 4, 0: 1})
    kinds = ("Senior", "Senior", "Masters", "Masters", "Masters")
    players = zip(field.players, kinds, strict=True)
    field = replace(
        field,
        age_modified=True,
        players=tuple(replace(player, division=kind) for player, kind in players),
    )
    drawn = draw(field)
    assert drawn.bye == "p5"
    other = replace(drawn, pairs=(("p1", "p2"), ("p3", "p5")), bye="p4")
    assert "nothing shows that p5, from a lower bracket, could not have the bye" in checked(
        field, claiming(field, other)
    )


def test_whoever_of_a_lower_bracket_cannot_have_the_bye_is_shown_with_the_reason() -> None:
    """p1 has met all but p5, so p5 must play, although p5 stands lowest."""
    met = {frozenset({"p1", name}) for name in ("p2", "p3", "p4")}
    field = field_of({3: 4, 0: 1}, met)
    kinds = ("Senior", "Senior", "Masters", "Masters", "Masters")
    players = zip(field.players, kinds, strict=True)
    field = replace(
        field,
        age_modified=True,
        players=tuple(replace(player, division=kind) for player, kind in players),
    )
    drawn = draw(field)
    assert checked(field, drawn) == []
    (refusal,) = drawn.certificate.refused
    assert refusal.bye == "p5"
    wrong = ["nothing shows that p5, from a lower bracket, could not have the bye"]
    told = drawn.certificate
    assert verify_round(field, drawn, replace(told, refused=())) == wrong
    for groups, others in (
        ((), ()),
        ((("p2",),), ()),
        ((("p1", "p2"),), ()),
        ((("p1",),), ("p2",)),
    ):
        false = replace(refusal, groups=groups, others=others)
        assert verify_round(field, drawn, replace(told, refused=(false,))) == wrong


def test_nothing_of_the_engine_checks_its_own_work() -> None:
    """What checks a round may know the words of a state and of a certificate, and nothing else."""
    allowed = {"certificate", "state"}
    source = (ROOT / "projections" / "pairing" / "verifying.py").read_text()
    modules = [
        node.module.split(".")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module
    ]
    ours = [parts[1:] for parts in modules if parts[0] == "roundbook"]
    assert {parts[:2] == ["projections", "pairing"] for parts in ours} == {True}
    assert {parts[2] for parts in ours} <= allowed
