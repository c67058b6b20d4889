"""Two ledgers differ exactly where they mean something else."""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.cli.acts.announce import ToAnnounce
from roundbook.cli.commands.announce import command as announce
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import Event
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, Pairing, PlayerId, Pool, Result, Verdict
from roundbook.projections.compare.ledgers import differences, meaning
from roundbook.projections.history.announcement import ANNOUNCEABLE
from roundbook.projections.history.history import what
from roundbook.projections.reports.api.event import announced
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.text.announcement import announced_lines
from tests.strategies import SWISS, tournaments


@given(tournaments(), tournaments())
def test_a_difference_is_one_from_both_sides(one: list[Entry], other: list[Entry]) -> None:
    left, right = Tournament.replay(one), Tournament.replay(other)
    found, back = differences(left, right), differences(right, left)
    assert {(d.fact, d.left, d.right) for d in found} == {(d.fact, d.right, d.left) for d in back}
    assert (found == []) == (meaning(left) == meaning(right))


@given(tournaments())
def test_who_wrote_it_and_when_is_no_difference(entries: list[Entry]) -> None:
    once = Tournament.replay(entries)
    together = Tournament()
    for entry in entries:
        for event in entry.events:
            # A penalty is taken back by the number of its entry, which is another one there.
            if isinstance(event, ev.PenaltyWithdrawn):
                event = replace(event, entry=event.entry + 100)  # noqa: PLW2901
            together.apply(event, entry.seq + 100)
    assert differences(once, together) == []


@given(tournaments(), st.data())
def test_one_other_result_is_one_difference(entries: list[Entry], data: st.DataObject) -> None:
    before, after = Tournament.replay(entries), Tournament.replay(entries)
    if not before.results:
        return
    match = data.draw(st.sampled_from(sorted(before.results)))
    result = data.draw(st.sampled_from(SWISS))
    after.apply(ev.ResultCorrected(match=match, result=result, reason="the slip"), after.seq)
    found = differences(before, after)
    assert len(found) == (before.results[match] != result)
    assert all(match.pool in one.fact.where for one in found)


@given(tournaments())
def test_the_same_seats_seen_from_the_other_side_mean_the_same(entries: list[Entry]) -> None:
    """Who is named first at a table is how the slip was printed."""
    t, turned = Tournament.replay(entries), Tournament.replay(entries)
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


def shows(t: Tournament) -> dict[str, object]:
    """What people look at and a later entry can rest on, without who wrote it, and when."""
    opened, told = t.opened, t.announcement
    assert opened
    return {
        "opened": replace(opened, tournament="-" * 8, commitment=None, public_key=None),
        "announced": told and replace(told, rounds=1, override=None, told=None),
        "players": [replace(one, seq=0, commitment="") for one in t.players.values()],
        "awarded": {player: sorted(rounds) for player, rounds in t.awarded.items()},
        "rounds": {key: replace(one, seq=0, slips=False) for key, one in t.rounds.items()},
        "results": t.results,
        "extensions": t.extensions,
        "seeds": {pool: cut.seeds for pool, cut in t.cuts.items()},
        "second day": {pool: set(taken.players) for pool, taken in t.day_two.items()},
        "penalties": sorted((who, one.penalty) for (_, who), one in t.penalties.items()),
        "decks": {player: deck.cards for player, deck in t.decks.items()},
        "checks": t.deck_checks,
        "seats": [draft.tables for draft in t.drafts],
        "pods": t.pods,
        "planned": t.planned,
        "lots": t.lots,
        "closed": bool(t.closed),
    }


@given(tournaments(), st.data())
def test_what_tells_the_same_shows_the_same(entries: list[Entry], data: st.DataObject) -> None:
    """Without any one entry, whatever it was, the others say so or lose nothing that is shown."""
    lost = data.draw(st.integers(1, len(entries) - 1))
    whole = Tournament.replay(entries)
    rest = Tournament.replay([one for at, one in enumerate(entries) if at != lost])
    assert (differences(whole, rest) == []) == (shows(whole) == shows(rest))


ANOTHER: dict[str, object] = {
    "rounds": 5,
    "cut": {Division.MASTERS: 8},
    "day_two": {Division.MASTERS: 3},
    "prizes": 8,
    "prizes_by_place": {"1": "36 packs"},
    "third_place_playoff": True,
    "text": "Doors at nine.",
    "minutes": 50,
    "extra_turns": 3,
    "basic_energy": True,
    "energy_told_ahead": True,
    "redraft": True,
    "cooperative_draft": True,
    "breaks": "lunch after round 2",
    "breaks_after": {"2": 45},
    "turns_within": 15,
    "format": "Standard",
    "staff": "Ana judges.",
    "flights": {Division.MASTERS: 2},
}
"""Another value for every field of an announcement."""


def test_every_field_of_an_announcement_has_an_option_and_a_place_in_the_form() -> None:
    fields = {*ev.AnnouncementMade.__struct_fields__} - {*Event.__struct_fields__}
    assert {*ANOTHER} == fields
    assert {each.field for each in ANNOUNCEABLE} | {"rounds"} == fields
    assert fields | {"by_table", "one_less"} == {*ToAnnounce.__struct_fields__}
    own = {"typed": "rounds", "said": "rounds", "turns": "extra_turns"}
    own |= {"third_place": "third_place_playoff", "one_less": "rounds"}
    for surface in (announce.params, FORMS["announce"].fields):
        named = {own.get(str(each.name), str(each.name)) for each in surface}
        assert fields <= named, surface


def as_told(told: ev.AnnouncementMade) -> tuple[Tournament, object, list[str], object]:
    """Return a tournament with this announcement: the history, the poster and the public JSON."""
    t, rules = Tournament(), load("play-2017")
    t.apply(told, 1)
    sight = Sight(slug="cup", version="1", t=t, rules=rules, entries=[], book=Book())
    read: Any = SimpleNamespace(t=t, rules=rules, language="en")
    return t, what(told), [*announced_lines(told, read)], announced(sight)


@pytest.mark.rule("A-57", "TOP-2b")
@pytest.mark.parametrize("field", ANOTHER)
def test_whatever_was_announced_otherwise_is_a_difference_and_is_told(field: str) -> None:
    told = ev.AnnouncementMade(rounds=4, minutes=40, extra_turns=5)
    before, *was = as_told(told)
    after, *now = as_told(replace(told, **{field: ANOTHER[field]}))
    assert len(differences(before, after)) == 1
    assert [one for one, other in zip(was, now, strict=True) if one == other] == []


def test_a_match_for_the_third_place_means_the_same_from_either_side() -> None:
    found = []
    for first, second, verdict in (("p1", "p2", Verdict.FIRST), ("p2", "p1", Verdict.SECOND)):
        t = Tournament()
        pair = Pairing(PlayerId(first), PlayerId(second))
        pool = Pool("masters-cut")
        t.apply(ev.ThirdPlacePlayoffPaired(pool=pool, round=2, pairing=pair, table=2), 1)
        result = Result(verdict=verdict)
        t.apply(ev.ResultReported(match=MatchId(pool, 2, 2), result=result), 2)
        found.append(t)
    one, other = found
    assert differences(one, other) == []
