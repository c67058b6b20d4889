"""What an edition must not say: two fields that cannot both hold, a table with a hole in it."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

    from ledger.rulesets.ruleset import Ruleset
    from ledger.rulesets.tables import Row

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_LAST_RESORTS = ("lot", "file-order")


def contradiction(rules: "Ruleset") -> str | None:
    """Return the first contradiction in an edition as a sentence, or None if there is none."""
    for look in (_name, _points, _rates, _tiebreaks, _divisions, _rounds):
        for sentence in look(rules):
            return sentence
    return None


def _name(rules: "Ruleset") -> Iterator[str]:
    """An edition has a name that a ledger can hold and a person can type."""
    if _NAME.fullmatch(rules.edition) is None:
        yield "its name (edition) must be made of small letters, digits and dashes, at most 40"


def _points(rules: "Ruleset") -> Iterator[str]:
    """A win is worth more than a tie, and a tie no less than a loss."""
    if not rules.win_points > rules.tie_points >= rules.loss_points:
        yield "win_points must be more than tie_points, and those no fewer than loss_points"


def _rates(rules: "Ruleset") -> Iterator[str]:
    """Every rate lies between 0 and 1, and the floor below the cap."""
    for name in ("win_floor", "win_cap", "op_win_without_opponents", "own_game_floor"):
        rate: Fraction = getattr(rules, name)
        if not 0 <= rate <= 1:
            yield f"{name} is {rate}, but a rate lies between 0 and 1"
    if rules.win_floor > rules.win_cap:
        yield f"win_floor ({rules.win_floor}) is above win_cap ({rules.win_cap})"


def _tiebreaks(rules: "Ruleset") -> Iterator[str]:
    """The chain names each tiebreak once and ends in the one thing that always decides."""
    chain = rules.tiebreaks
    if len(set(chain)) != len(chain):
        twice = next(name for name in chain if chain.count(name) > 1)
        yield f"tiebreaks names {twice} more than once"
    ends = [name for name in chain if name in _LAST_RESORTS]
    if ends != list(chain[-1:]):
        yield 'tiebreaks must end with "lot" or "file-order", and hold only one of them'


def _divisions(rules: "Ruleset") -> Iterator[str]:
    """Pods by division need divisions; a Junior is younger than a Senior; no season twice."""
    years = rules.divisions
    if years is None:
        if rules.pods != "one":
            yield f'pods is "{rules.pods}", which needs a table of divisions'
        return
    if years.junior_offset >= years.senior_offset:
        yield "divisions: junior_offset must be less than senior_offset"
    for row in years.seasons:
        if row.junior_from <= row.senior_from:
            yield f"divisions, season {row.season}: junior_from must be later than senior_from"
    seasons = [row.season for row in years.seasons]
    if len(set(seasons)) != len(seasons):
        yield "divisions: a season stands there twice"


def _rounds(rules: "Ruleset") -> Iterator[str]:
    """A rounds table has no hole and no overlap, and every cut is a bracket without byes."""
    for name in ("vg", "tcg_two_day", "tcg_single_day"):
        rows: Sequence[Row] = getattr(rules, name)
        for row in rows:
            if row.most is not None and row.most < row.least:
                yield f"{name}, row {row.least}: `to` is less than `from`"
            if row.cut == 1 or row.cut & (row.cut - 1):
                yield f"{name}, row {row.least}: a cut is 0, 2, 4, 8, 16 …, not {row.cut}"
            if row.cut > row.least:
                yield f"{name}, row {row.least}: a cut of {row.cut} needs as many players"
            if (row.day_two_cut is None) != (row.day_two_rounds == 0):
                yield f"{name}, row {row.least}: day_two_rounds and day_two_cut belong together"
        for before, row in pairwise(rows):
            if before.most is None or row.least != before.most + 1:
                yield f"{name}, row {row.least}: does not begin where the row before it ends"
