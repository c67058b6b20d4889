"""Two ledgers differ exactly where they mean something else."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger import events as ev
from ledger.entries import Entry
from ledger.tournament import Tournament
from projections.meaning import differences, meaning
from tests.strategies import SWISS, tournaments


@given(tournaments(), tournaments())
def test_a_difference_is_one_from_both_sides(one: list[Entry], other: list[Entry]) -> None:
    left, right = Tournament.of(one), Tournament.of(other)
    found, back = differences(left, right), differences(right, left)
    assert {(d.fact, d.left, d.right) for d in found} == {(d.fact, d.right, d.left) for d in back}
    assert (found == []) == (meaning(left) == meaning(right))


@given(tournaments())
def test_who_wrote_it_and_when_is_no_difference(entries: list[Entry]) -> None:
    once = Tournament.of(entries)
    together = Tournament()
    for entry in entries:
        for event in entry.events:
            together.happen(event, 1)
    assert differences(once, together) == []


@given(tournaments(), st.data())
def test_one_other_result_is_one_difference(entries: list[Entry], data: st.DataObject) -> None:
    before, after = Tournament.of(entries), Tournament.of(entries)
    if not before.results:
        return
    match = data.draw(st.sampled_from(sorted(before.results)))
    result = data.draw(st.sampled_from(SWISS))
    after.happen(ev.ResultCorrected(match=match, result=result, reason="the slip"), after.seq)
    found = differences(before, after)
    assert len(found) == (before.results[match] != result)
    assert all(match.pool in one.fact.where for one in found)


@given(tournaments())
def test_the_same_seats_seen_from_the_other_side_mean_the_same(entries: list[Entry]) -> None:
    """Who is named first at a table is how the slip was printed."""
    t, turned = Tournament.of(entries), Tournament.of(entries)
    for key, paired in turned.rounds.items():
        swapped = tuple(type(pair)(pair.second, pair.first) for pair in paired.pairings)
        turned.rounds[key] = type(paired)(
            **{name: getattr(paired, name) for name in paired.__struct_fields__}
            | {"pairings": swapped}
        )
        for match, _ in paired.matches():
            result = t.results.get(match)
            if result is None:
                continue
            sides = {"first": "second", "second": "first"}
            games = result.games
            turned.results[match] = replace(
                result,
                verdict=type(result.verdict)(sides.get(result.verdict, result.verdict)),
                games=games and games._replace(first=games.second, second=games.first),
                no_show=sides.get(result.no_show or "", result.no_show),
            )
    found = {one.fact.what for one in differences(t, turned)}
    assert found <= {"third place"}
