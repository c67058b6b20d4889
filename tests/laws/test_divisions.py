"""Who is in which division, and which play together: in every tournament, and in real ones."""

import re
from collections import Counter
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.rulesets.custom import read
from roundbook.ledger.rulesets.divisions import division_of, pods_for, pool_name, season_of
from roundbook.ledger.rulesets.released import EDITIONS, load, text
from roundbook.ledger.terms import Division

pytestmark = pytest.mark.fast

J, S, M, OPEN = Division.JUNIOR, Division.SENIOR, Division.MASTERS, Division.OPEN
IMPORTS = Path(__file__).resolve().parents[2] / "fixtures" / "imports"

counts = st.fixed_dictionaries(
    {}, optional={division: st.integers(0, 14) for division in (J, S, M)}
)
days = st.dates(min_value=date(1996, 1, 1), max_value=date(2090, 12, 31))
years = st.integers(1900, 2090)


# --- seasons and divisions ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "season"),
    [
        (date(2025, 1, 1), 2025),
        (date(2025, 8, 31), 2025),
        (date(2025, 9, 1), 2026),
        (date(2025, 12, 31), 2026),
        (date(2026, 1, 1), 2026),
        (date(2026, 8, 31), 2026),
        (date(2026, 9, 1), 2027),
        (date(2024, 2, 29), 2024),
    ],
)
def test_a_season_begins_in_september(start: date, season: int) -> None:
    assert season_of(start) == season


# Per season the first and the last year of birth of each division, as the documents and real files
# have them; only the first year of the Masters and the last of the Juniors are open.
YEARS = [
    # editions, season, oldest Junior, youngest Senior, oldest Senior, youngest Master
    (("play-2017", "top-2017-literal"), 2018, 2007, 2006, 2003, 2002),
    (("tom",), 2018, 2006, 2005, 2002, 2001),
    (("play-2017", "tom", "top-2017-literal"), 2025, 2013, 2012, 2009, 2008),
    (("play-2017", "tom", "top-2017-literal"), 2026, 2014, 2013, 2010, 2009),
    (("play-2017", "tom", "top-2017-literal"), 2027, 2015, 2014, 2011, 2010),
]


@pytest.mark.rule("TOP-3.1.1a")
@pytest.mark.parametrize(
    ("edition", "season", "years"),
    [(edition, row[1], row[2:]) for row in YEARS for edition in row[0]],
)
def test_the_year_of_birth_decides_the_division(
    edition: str, season: int, years: tuple[int, ...]
) -> None:
    rules = load(edition)
    for start in (date(season - 1, 9, 1), date(season, 1, 15), date(season, 8, 31)):
        found = [division_of(year, start, rules) for year in years]
        assert found == [J, S, S, M]
        assert division_of(years[0] + 5, start, rules) is J
        assert division_of(1950, start, rules) is M


@pytest.mark.rule("TOP-3.1.1a")
def test_the_seasons_beside_that_of_2018_follow_the_general_rule() -> None:
    play = load("play-2017")
    assert division_of(2006, date(2017, 8, 31), play) is J  # season 2017: 2005 or later
    assert division_of(2006, date(2017, 9, 1), play) is S  # season 2018: 2007 or later
    assert division_of(2006, date(2018, 8, 31), play) is S
    assert division_of(2007, date(2018, 9, 1), play) is J  # season 2019: 2007 or later
    assert division_of(2006, date(2018, 9, 1), play) is S


@given(years, days)
def test_an_edition_without_divisions_puts_everybody_into_open(year: int, start: date) -> None:
    assert division_of(year, start, load("dci-pod")) is OPEN
    assert division_of(year, start, load("dci-mtr")) is OPEN


@given(years, years, days, st.sampled_from(["play-2017", "tom", "top-2017-literal"]))
def test_nobody_is_in_a_younger_division_than_somebody_younger(
    one: int, other: int, start: date, edition: str
) -> None:
    older, younger = sorted((one, other))
    order = [J, S, M]
    places = [order.index(division_of(year, start, load(edition))) for year in (younger, older)]
    assert places == sorted(places)


@given(years, days)
def test_everybody_is_a_senior_for_four_seasons(year: int, start: date) -> None:
    starts = [start.replace(year=year + age, month=10, day=1) for age in range(30)]
    found = Counter(division_of(year, day, load("tom")) for day in starts)
    assert found[S] == 4
    assert found[J] + found[M] == 26


# --- pods -----------------------------------------------------------------------------------------

ALL = ((J, S, M),)
SEPARATE = ((J,), (S,), (M,))


@pytest.mark.rule("TOP-3.1.1b", "TOP-3.1.2a", "A-13")
@pytest.mark.parametrize("edition", ["play-2017", "top-2017-literal"])
@pytest.mark.parametrize(
    ("players", "pods"),
    [
        ((6, 6, 6), SEPARATE),
        ((9, 12, 200), SEPARATE),
        ((5, 6, 6), ALL),
        ((6, 5, 6), ALL),
        ((6, 6, 5), ALL),
        ((1, 90, 90), ALL),
        ((1, 1, 1), ALL),
        # An empty division does not count.
        ((0, 6, 6), ((S,), (M,))),
        ((6, 0, 6), ((J,), (M,))),
        ((6, 6, 0), ((J,), (S,))),
        ((0, 5, 6), ((S, M),)),
        ((5, 0, 6), ((J, M),)),
        ((5, 6, 0), ((J, S),)),
        # One division alone is plain Swiss, however small.
        ((0, 0, 5), ((M,),)),
        ((0, 1, 0), ((S,),)),
        ((6, 0, 0), ((J,),)),
        ((0, 0, 0), ()),
    ],
)
def test_six_players_in_every_division_play_apart(
    edition: str, players: tuple[int, int, int], pods: tuple[tuple[Division, ...], ...]
) -> None:
    assert pods_for(dict(zip((J, S, M), players, strict=True)), load(edition)) == pods


@pytest.mark.rule("A-13")
@pytest.mark.parametrize(
    ("players", "pods"),
    [
        ((6, 6, 6), SEPARATE),
        ((5, 6, 6), ((J, S), (M,))),
        ((5, 1, 6), ((J, S), (M,))),
        ((0, 6, 6), ((J, S), (M,))),
        ((3, 3, 6), ((J, S), (M,))),
        ((3, 2, 6), ALL),
        ((3, 1, 12), ALL),
        ((0, 2, 23), ALL),
        ((6, 5, 6), ((J,), (S, M))),
        ((6, 0, 6), ((J,), (S, M))),
        ((6, 6, 0), ((J,), (S, M))),
        ((6, 6, 5), ((J,), (S, M))),
        ((6, 3, 3), ((J,), (S, M))),
        ((6, 3, 2), ALL),
        ((5, 9, 5), ALL),
        ((5, 0, 5), ALL),
        ((0, 0, 9), ((M,),)),
        ((0, 3, 0), ((S,),)),
        ((12, 0, 0), ((J,),)),
        ((0, 0, 0), ()),
    ],
)
def test_the_official_program_forms_its_own_pods(
    players: tuple[int, int, int], pods: tuple[tuple[Division, ...], ...]
) -> None:
    assert pods_for(dict(zip((J, S, M), players, strict=True)), load("tom")) == pods


POD_CATEGORIES = {"0": (J,), "1": (S,), "2": (M,), "8": (J, S), "9": (S, M), "10": (J, S, M)}


@pytest.mark.rule("A-13")
@pytest.mark.parametrize("file", sorted(IMPORTS.glob("*.tdf")), ids=lambda file: file.name[:3])
def test_real_files_have_the_divisions_and_pods_that_we_form(file: Path) -> None:
    """The file's own counts and pods were written by the official program, before ours existed."""
    saved = file.read_text(encoding="utf-8")
    month, day, year = map(int, re.findall(r"<startdate>(\d+)/(\d+)/(\d+)<", saved)[0])
    births = [int(born) for born in re.findall(r"<birthdate>\d+/\d+/(\d+)<", saved)]
    ours = Counter(division_of(born, date(year, month, day), load("tom")) for born in births)
    theirs = set(re.findall(r'<pod category="(\d+)" stage', saved))
    if not theirs:
        assert re.search(r'<tournament type="\d" stage="1"', saved), "no pods before the start only"
        assert ours == {J: 1, S: 3}
        return
    assert set(pods_for(ours, load("tom"))) == {POD_CATEGORIES[category] for category in theirs}


@pytest.mark.parametrize("edition", ["dci-pod", "dci-mtr"])
def test_an_edition_without_divisions_plays_in_one_pod(edition: str) -> None:
    assert pods_for({OPEN: 8}, load(edition)) == ((OPEN,),)
    assert pods_for({OPEN: 0}, load(edition)) == ()


@pytest.mark.parametrize("edition", EDITIONS)
def test_somebody_in_no_age_division_keeps_everybody_together(edition: str) -> None:
    assert pods_for({M: 20, J: 20, S: 20, OPEN: 1}, load(edition)) == ((J, S, M, OPEN),)


def seated(
    found: tuple[tuple[Division, ...], ...], players: Mapping[Division, int]
) -> Counter[Division]:
    """How often each division that has players stands in a pod."""
    return Counter(d for pod in found for d in pod if players.get(d, 0) > 0)


@pytest.mark.rule("TOP-3.1.1b")
@given(counts, st.sampled_from(EDITIONS))
def test_every_player_is_in_exactly_one_pod(players: dict[Division, int], edition: str) -> None:
    """So every division that has players is in one pod, and every pod has players."""
    found = pods_for(players, load(edition))
    present = {division for division, number in players.items() if number}
    assert seated(found, players) == dict.fromkeys(present, 1)
    assert all(any(players.get(division) for division in pod) for pod in found)


@pytest.mark.rule("TOP-3.1.1b", "TOP-3.1.2a")
@given(counts, st.sampled_from(["play-2017", "tom"]))
def test_a_pod_of_one_division_is_large_enough_or_alone(
    players: dict[Division, int], edition: str
) -> None:
    found = pods_for(players, load(edition))
    sizes = [sum(players.get(division, 0) for division in pod) for pod in found]
    assert len(found) <= 1 or min(sizes) >= 6


@given(counts)
def test_the_smallest_division_that_plays_apart_is_a_number_of_the_edition(
    players: dict[Division, int],
) -> None:
    """With 1 as that number every division that has players plays apart."""
    ours = text("play-2017").replace(b'"play-2017"', b'"ours"')
    rules = read(ours.replace(b"minimum_division = 6", b"minimum_division = 1"))
    assert pods_for(players, rules) == tuple((d,) for d in (J, S, M) if players.get(d, 0))


@pytest.mark.parametrize(
    ("divisions", "name"),
    [
        ((J,), "junior"),
        ((S,), "senior"),
        ((M,), "masters"),
        ((J, S), "junior-senior"),
        ((S, M), "senior-masters"),
        ((J, M), "junior-masters"),
        ((J, S, M), "all"),
        ((M, S, J), "all"),
        ((M, J), "junior-masters"),
        ((OPEN,), "open"),
    ],
)
def test_a_pool_is_named_by_its_divisions(divisions: tuple[Division, ...], name: str) -> None:
    assert pool_name(divisions) == name


@given(counts, st.sampled_from(EDITIONS))
def test_no_two_pods_share_a_name(players: dict[Division, int], edition: str) -> None:
    names = [pool_name(pod) for pod in pods_for(players, load(edition))]
    assert len(set(names)) == len(names)
