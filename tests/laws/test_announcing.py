"""Whatever is announced in however many parts, the players know the same in the end."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.cli.acts.announce import ToAnnounce, told_with
from roundbook.ledger.errors import Refused
from roundbook.ledger.events.catalogue import AnnouncementMade
from roundbook.ledger.events.event import Event
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.rounds import planned_rounds
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, Pool
from tests.scripts import play

pytestmark = pytest.mark.fast

RULES = load("play-2017")
AGES = (Division.JUNIOR, Division.SENIOR, Division.MASTERS)
POOL = Pool("all")
SIZES = st.dictionaries(st.sampled_from(AGES), st.sampled_from([0, 2, 4, 8]))
OF_THE_WHOLE: dict[str, st.SearchStrategy[object]] = {
    "prizes": st.integers(0, 9),
    "minutes": st.integers(30, 75),
    "extra_turns": st.integers(0, 5),
    "text": st.sampled_from(["Lunch at 1.", "Bags outside."]),
    "third_place_playoff": st.booleans(),
    "basic_energy": st.booleans(),
    "energy_told_ahead": st.booleans(),
    "redraft": st.booleans(),
    "cooperative_draft": st.booleans(),
    "prizes_by_place": st.sampled_from([{"1": "36 packs"}, {"1": "a mat", "2-4": "12 packs"}]),
    "breaks": st.sampled_from(["none", "lunch after round 3"]),
    "breaks_after": st.sampled_from([{"3": 45}, {"1": 10, "4": 60}]),
    "turns_within": st.integers(1, 30),
    "format": st.sampled_from(["Standard", "Expanded"]),
    "staff": st.sampled_from(["Ana judges.", "Ana and Ben"]),
}
OF_DIVISIONS: dict[str, st.SearchStrategy[object]] = {
    "cut": SIZES,
    "day_two": SIZES,
    "flights": SIZES,
}
OF_POOLS: dict[str, st.SearchStrategy[object]] = {
    "rounds": st.dictionaries(st.sampled_from([None, POOL]), st.integers(1, 9), min_size=1)
}
SAID = st.fixed_dictionaries({}, optional=OF_POOLS | OF_DIVISIONS | OF_THE_WHOLE).filter(
    # Whoever says that there are no breaks names none: `announce` refuses that.
    lambda said: said.get("breaks") != "none" or "breaks_after" not in said
)


def announce(t: Tournament, said: Mapping[str, object]) -> None:
    """Announce in a tournament; what is nothing new leaves it as it is."""
    try:
        events, _ = told_with(t, RULES, ToAnnounce(**said))  # type: ignore[arg-type]
    except Refused as refused:
        assert refused.message.startswith("this has already been announced")  # noqa: PT017
        return
    for event in events:
        t.apply(event, t.seq + 1)


def test_every_value_that_can_be_announced_is_tried() -> None:
    by_table = {"by_table", "one_less"}
    assert {*OF_POOLS, *OF_DIVISIONS, *OF_THE_WHOLE} | by_table == {*ToAnnounce.__struct_fields__}
    assert {*ToAnnounce.__struct_fields__} - by_table == {
        *AnnouncementMade.__struct_fields__,
    } - {*Event.__struct_fields__}


@pytest.mark.rule("A-57", "TOP-2a", "TOP-2b")
@given(first=SAID, said=SAID)
def test_whatever_is_said_is_announced(first: dict[str, object], said: dict[str, object]) -> None:
    t = play("open tcg-single-day; crowd 9; senior s1 s2 s3; junior j1 j2").tournament
    announce(t, first)
    announce(t, said)
    told = t.announcement
    assert told
    for name in OF_THE_WHOLE.keys() & said:
        assert getattr(told, name) == said[name]
    for name in OF_DIVISIONS.keys() & said:
        assert getattr(told, name).items() >= said[name].items()  # type: ignore[attr-defined]
    rounds = said.get("rounds", {})
    assert isinstance(rounds, dict)
    if rounds:
        assert planned_rounds(t, POOL) == rounds.get(POOL, rounds.get(None))


@pytest.mark.rule("A-57", "TOP-2a")
@given(said=SAID, data=st.data())
def test_announced_in_any_parts_and_any_order_the_whole_is_the_same(
    said: dict[str, object], data: st.DataObject
) -> None:
    before = play("open tcg-single-day; crowd 9; senior s1 s2 s3; junior j1 j2").tournament
    at_once, by_and_by = before.copy(), before.copy()
    announce(at_once, said)
    parts = data.draw(st.permutations(list(said.items())))
    while parts:
        some = data.draw(st.integers(1, len(parts)))
        announce(by_and_by, dict(parts[:some]))
        parts = parts[some:]
    if said:
        assert by_and_by.announcement == at_once.announcement
        assert planned_rounds(by_and_by, POOL) == planned_rounds(at_once, POOL)
