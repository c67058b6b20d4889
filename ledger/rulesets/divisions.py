"""Age divisions: which one a player belongs to, and which are paired together in a pod."""

from collections.abc import Mapping, Sequence
from datetime import date

from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.tables import SeasonYears
from roundbook.ledger.terms import Division, Pool
from roundbook.ledger.text import joined

_AGES = (Division.JUNIOR, Division.SENIOR, Division.MASTERS)
_SEASON_BEGINS = 9
"""September: an event on 09/01/2025 belongs to season 2026."""

Pods = tuple[tuple[Division, ...], ...]
"""The pods of a tournament, each as the divisions that are paired together in it."""


def season_of(start: date) -> int:
    """Return the season of an event: the year in which it starts, plus one from September on."""
    return start.year + (start.month >= _SEASON_BEGINS)


def seasons_later(start: date, rules: Ruleset) -> int:
    """Return how many seasons after its rules an event takes place; 0 if they name no season."""
    return season_of(start) - rules.season if rules.season is not None else 0


def not_meant_for(start: date, rules: Ruleset) -> str | None:
    """Return that an edition is meant for other days than that of an event; None if it is not."""
    first, last = rules.meant_from, rules.meant_until
    if not ((first and start < first) or (last and start > last)):
        return None
    days = (f"from {first}" if first else "", f"until {last}" if last else "")
    said = " ".join(filter(None, days))
    return f"{rules.edition} is meant for events {said}, but this one starts on {start}"


def division_of(birth_year: int, start: date, rules: Ruleset) -> Division:
    """Return the division of a player at an event that starts on `start` (TOP §3.1.1).

    Only the year of birth counts. In an edition without divisions everybody is in Open.
    """
    years = years_of(start, rules)
    if years is None:
        return Division.OPEN
    if birth_year >= years.junior_from:
        return Division.JUNIOR
    return Division.SENIOR if birth_year >= years.senior_from else Division.MASTERS


def years_of(start: date, rules: Ruleset) -> SeasonYears | None:
    """Return the first years of birth of Juniors and Seniors; None without divisions."""
    years, season = rules.divisions, season_of(start)
    if years is None:
        return None
    listed = (row for row in years.seasons if row.season == season)
    juniors, seniors = season - years.junior_offset, season - years.senior_offset
    as_ever = SeasonYears(season=season, junior_from=juniors, senior_from=seniors)
    return next(listed, as_ever)


def pods_for(counts: Mapping[Division, int], rules: Ruleset) -> Pods:
    """Return which divisions play together, given the players in each (TOP §3.1.1, §3.1.2).

    Without players there are no pods. A division that is the only one plays alone, however small it
    is (A-13). If any player is in no age division (Open), everybody plays together.
    """
    present = tuple(division for division in Division if counts.get(division, 0) > 0)
    if not present:
        return ()
    if len(present) == 1 or Division.OPEN in present:
        return (present,)
    match rules.pods:
        case "one":
            return (present,)
        case "by-division":
            if all(counts[division] >= rules.minimum_division for division in present):
                return tuple((division,) for division in present)
            return (present,)
        case "tom":
            return _pods_of_tom(counts, rules.minimum_division)


def why_together(counts: Mapping[Division, int], rules: Ruleset) -> str | None:
    """Return why the divisions play in these pods: their players, and the fewest that play alone.

    None if there is nothing to choose: one division, or an edition with one pod.
    """
    present = [division for division in Division if counts.get(division, 0) > 0]
    if len(present) < 2 or Division.OPEN in present or rules.pods == "one":
        return None
    players = joined([f"{counts[division]} {division}" for division in present])
    least = rules.minimum_division
    pods = pods_for(counts, rules)
    if len(pods) == len(present):
        return f"{players}: each division has at least {least} players (TOP §3.1.1)"
    small = [division for division in present if counts[division] < least]
    each = joined(small) + (" has" if len(small) == 1 else " each have")
    why = f"{each} fewer than {least} players"
    who = "all" if len(pods) == 1 else joined([" and ".join(pod) for pod in pods if len(pod) > 1])
    return f"{players}: {why}, so {who} play together (TOP §3.1.2), with places for each division"


def as_tom_divides(counts: Mapping[Division, int], rules: Ruleset) -> str | None:
    """Return how TOM would divide these players, and the edition that does; None if it is the same.

    TOP §3.1.2 lets everybody play together if one division is too small; TOM puts two divisions
    together and leaves the third alone (A-94).
    """
    present = [division for division in Division if counts.get(division, 0) > 0]
    if not present or Division.OPEN in present or rules.divisions is None:
        return None
    own, tom = pods_for(counts, rules), _as_tom(counts, rules)
    if {frozenset(pod) & {*present} for pod in own} == {frozenset(pod) & {*present} for pod in tom}:
        return None
    pods = [[each for each in pod if each in present] for pod in tom]
    said = ", and ".join(" with ".join(pod) if pod[1:] else f"{pod[0]} alone" for pod in pods)
    return f"TOM would pair {said}; the edition that does so is tom (`open --edition tom`)"


def _as_tom(counts: Mapping[Division, int], rules: Ruleset) -> Pods:
    """Return the pods that TOM forms of the divisions that have players."""
    present = tuple(division for division in Division if counts.get(division, 0) > 0)
    return (present,) if len(present) < 2 else _pods_of_tom(counts, rules.minimum_division)


def _pods_of_tom(counts: Mapping[Division, int], enough: int) -> Pods:
    """Return the pods as the official program forms them; an empty division counts as too small.

    Its pods have fixed names: the pod is Juniors and Seniors even if there are no Juniors.
    """
    junior, senior, masters = (counts.get(division, 0) for division in _AGES)
    if min(junior, senior, masters) >= enough:
        return tuple((division,) for division in _AGES)
    if junior < enough and masters >= enough and junior + senior >= enough:
        return ((Division.JUNIOR, Division.SENIOR), (Division.MASTERS,))
    if junior >= enough and senior + masters >= enough:
        return ((Division.JUNIOR,), (Division.SENIOR, Division.MASTERS))
    return (_AGES,)


def pool_name(divisions: Sequence[Division]) -> Pool:
    """Return the name of the pool in which these divisions play: `masters`, `junior-senior`.

    All three age divisions together are `all`; the pool of an edition without divisions is `open`.
    """
    assert divisions, "a pool has players"
    if set(divisions) == set(_AGES):
        return Pool("all")
    together = (division for division in Division if division in divisions)
    return Pool("-".join(division.lower() for division in together))


def bracket_name(division: Division) -> Pool:
    """Return the name of the bracket of a division: `masters-cut`."""
    return Pool(f"{division.lower()}-cut")


BRACKET = Pool("bracket")
"""The name of the one bracket of a single elimination."""
