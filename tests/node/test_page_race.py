"""The page of an archive shows the race of places that the program shows, mark for mark."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from roundbook.ledger.events.catalogue import ResultReported
from roundbook.ledger.record.entry import Entry, to_line
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.rounds import open_matches
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Pool, Result, Verdict
from roundbook.projections.reports.charts import MOST, Chart, Runner, race_chart
from roundbook.projections.standings.race import Race, races
from tests.node.test_page import Ask
from tests.scripts import happened
from tests.strategies import simulate

pytestmark = pytest.mark.node

RULES = released.load("play-2017")

NO_WINNER = """
    crowd 4
    pods masters
    round 1 1>2 3>4
    round 2 1>3 4>2
    cut masters 1 3 2 4
    masters-cut: round 3 1>4 3>2
    masters-cut: pair 4 1-3
    masters-cut: start 4
"""

ALL_OUT = """
    crowd 4
    pods masters
    round 1 1>2 3>4
    round 2 1>3 4>2
    event {"event":"player-disqualified","player":"p1","after":2,"reason":"left"}
    event {"event":"player-disqualified","player":"p2","after":2,"reason":"left"}
    event {"event":"player-disqualified","player":"p3","after":2,"reason":"left"}
"""


def drawn(race: Race, t: Tournament) -> Chart | None:
    """Return the picture of a race as the program draws it, if there is one."""
    last = [(place, at, who) for at, (who, place) in enumerate(race.places[-1].items()) if place]
    if len(race.places) < 2 or len(last) < 2:
        return None
    runners = [
        Runner(player=who, name=f"The player {who} with a long name", places=race.of(who))
        for _, _, who in sorted(last)[:MOST]
    ]
    made = [len(cut.seeds) for cut in t.cuts.values() if cut.division == race.division]
    said = t.announcement.cut.get(race.division, 0) if t.announcement else 0
    cut = made[-1] if made else said
    return race_chart(runners, len(race.places), cut=cut if cut < MOST else 0)


def marks(chart: Chart) -> list[list[Any]]:
    """Return the marks of a picture as the page has them."""
    lines = [["polyline", {"points": " ".join(o.points), "class": o.kind}] for o in chart.lines]
    dots = [["circle", {"cx": dot.x, "cy": dot.y, "r": 5}] for dot in chart.dots]
    labels = [
        ["text", {"x": o.x, "y": o.y, "text-anchor": o.at, "class": o.kind}, o.text]
        for o in chart.labels
    ]
    return [*lines, *dots, *labels]


def same_races(ask: Ask, told: list[list[Entry]]) -> int:
    """Ask the page for the races of ledgers; return how many pictures there were."""
    pictures = 0
    requests = [{"lines": [to_line(entry).decode() for entry in entries]} for entries in told]
    for entries, answer in zip(told, ask("races", requests), strict=True):
        t = Tournament.replay(entries)
        ours = races(t, RULES)
        assert answer["places"] == {str(one.division): [*one.places] for one in ours.values()}
        charts = {str(one.division): drawn(one, t) for one in ours.values()}
        there = {division: chart for division, chart in charts.items() if chart}
        assert {division: one["marks"] for division, one in answer["marks"].items()} == {
            division: marks(chart) for division, chart in there.items()
        }
        assert all(there[each].height == one["height"] for each, one in answer["marks"].items())
        pictures += len(there)
    return pictures


def without_winner() -> list[Entry]:
    """Return a cut whose last match both lost: only an official lets it stand."""
    desk = happened(NO_WINNER)
    [final] = open_matches(desk.tournament, desk.tournament.rounds[Pool("masters-cut"), 4])
    both = ResultReported(match=final, result=Result(verdict=Verdict.DOUBLE_LOSS))
    last = desk.entries[-1]
    return [*desk.entries, replace(last, seq=last.seq + 1, cmd=f"{last.cmd}9", events=(both,))]


@pytest.mark.rule("A-92", "A-89")
@pytest.mark.parametrize(
    "seeds", [range(12), pytest.param(range(500, 620), marks=pytest.mark.long)], ids=str
)
def test_the_page_draws_the_race_that_the_program_draws(ask: Ask, seeds: range) -> None:
    """With late players, drops, second days and cuts, and a last match without a winner."""
    told = [list(simulate(Random(seed)).desk.entries) for seed in seeds]  # noqa: S311
    told += [without_winner(), list(happened(ALL_OUT).entries)]
    assert same_races(ask, told) > 5
