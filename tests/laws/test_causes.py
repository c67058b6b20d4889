"""What a publisher does its own way is named as the cause of what differs, alone and in pairs."""

from itertools import combinations, islice

import pytest

from roundbook.cli.tom.compare import compared, told_events
from roundbook.cli.tom.organiser_file import telling_of
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.projections.compare.edition_search import PublishedCase, find_edition
from roundbook.projections.compare.official import Comparison
from tests.laws.publisher import ODD, Event, in_order, invent, publish, published, written

PAIRS = [*combinations(ODD, 2)]


def events(count: int, *, games: bool) -> list[Event]:
    """Return events in which figures alone put everybody in order."""
    found = (invent(seed, games=games) for seed in range(1_000))
    return [*islice(filter(parted, found), count)]


def parted(event: Event) -> bool:
    rows = publish(event)
    order = in_order(event, rows)
    keys = [(rows[who].points, *rows[who].figures.values()) for who in order]
    return len({key[0:1] + key[2:] for key in keys}) == len(keys)


def check(data: bytes) -> Comparison:
    telling = telling_of("event.json", data, "tom")
    return compared(telling, told_events(telling)[0])[1]


def names_every_cause(event: Event, oddly: tuple[str, ...]) -> None:
    rows = published(event, oddly)
    found = check(written(event, rows)).differences
    assert [one for one in found if one.cause is None] == []
    named = {cause for one in found for cause in (one.cause, one.also) if cause}
    makes_a_difference = {
        ODD[one]
        for one in oddly
        if published(event, [other for other in oddly if other != one]) != rows
    }
    assert makes_a_difference <= named


@pytest.mark.parametrize("games", [False, True])
def test_the_table_reckoned_on_paper_is_ours(games: bool) -> None:
    for event in events(5, games=games):
        assert check(written(event, publish(event))).differences == ()


@pytest.mark.rule("A-95")
@pytest.mark.parametrize("odd", ODD)
def test_an_oddity_alone_is_named(odd: str) -> None:
    told = [published(event, [odd]) != publish(event) for event in events(3, games=True)]
    assert any(told), "nothing differs, so that nothing can be named"
    for event in events(3, games=odd == "games"):
        names_every_cause(event, (odd,))


@pytest.mark.rule("A-95")
def test_the_search_for_an_edition_finds_which_days_count() -> None:
    [event] = events(1, games=False)
    for oddly, changed in (((), ()), (("days",), ("day_two",))):
        telling = telling_of("event.json", written(event, publish(event, oddly)), "tom")
        t = Tournament()
        for seq, happened in enumerate(told_events(telling)[0], start=1):
            t.apply(happened, seq)
        found = find_edition([PublishedCase(t, telling.published())], [load("tom")])
        assert (found.agreeing, found.changed) == (found.figures, changed)
        assert "day_two" in found.parameters


@pytest.mark.parametrize("at", range(6))
def test_two_oddities_together_are_named(at: int) -> None:
    for pair in PAIRS[at::18]:
        for event in events(1, games="games" in pair):
            names_every_cause(event, pair)


@pytest.mark.long
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_every_two_oddities_together_are_named(pair: tuple[str, str]) -> None:
    for event in events(8, games="games" in pair):
        names_every_cause(event, pair)
