"""Season points: a rule turns places into points, and the best results are added up.

A rule is data, like an edition. If a league's rule is written so, each total can be explained.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fnmatch import fnmatchcase
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import Division
from roundbook.projections.season.placings import Placing

Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Place = Annotated[int, Meta(ge=1, le=100_000)]
Words = Annotated[str, Meta(min_length=1, max_length=200)]


class Band(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"least": "from"}):
    """The points for the places from `from` to `to`, in divisions of at least `players`."""

    least: Place
    to: Place
    points: Number
    players: Number = 0


class Tier(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Events of one weight: by patterns of their names or folders, such as `*cup*`.

    `best` is how many of a player's results in this tier count; None counts all.
    """

    name: Words
    events: Annotated[tuple[Words, ...], Meta(min_length=1, max_length=1000)]
    places: Annotated[tuple[Band, ...], Meta(min_length=1, max_length=1000)]
    best: Annotated[int, Meta(ge=1)] | None = None

    def holds(self, one: Placing) -> bool:
        """Tell whether an event belongs to this tier."""
        names = (one.title.casefold(), one.event.casefold())
        return any(fnmatchcase(name, each.casefold()) for each in self.events for name in names)

    def points(self, place: int, players: int) -> int:
        """Return the points for a place among so many players; 0 if there are none for it."""
        for band in self.places:
            if band.least <= place <= band.to and players >= band.players:
                return band.points
        return 0


class PointsRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule for season points: the days, the divisions, the tiers, and how many results count."""

    rule: Words
    title: Words
    first_day: date | None = None
    last_day: date | None = None
    divisions: tuple[Division, ...] = tuple(Division)
    best: Annotated[int, Meta(ge=1)] | None = None
    tier: Annotated[tuple[Tier, ...], Meta(min_length=1, max_length=100)]


def read_rule(found: Mapping[str, Any], where: str) -> PointsRule:
    """Return the rule in a decoded TOML file. Raises Unreadable with one sentence."""
    try:
        rule = msgspec.convert(found, PointsRule)
    except msgspec.ValidationError as mistake:
        said = str(mistake).replace("`$.", "`").rstrip(".")
        raise Unreadable(
            f"{where} is not a rule for season points: {said}.",
            where=where,
            hint="docs/shelf.md shows a complete rule.",
        ) from None
    for tier in rule.tier:
        for band in tier.places:
            if band.to < band.least:
                raise Unreadable(
                    f"{where}: tier {tier.name}: from {band.least} to {band.to} is not a range "
                    "of places.",
                    where=where,
                    hint="Write the better place first, such as from = 5, to = 8.",
                )
    return rule


class Award(Struct, frozen=True, kw_only=True, gc=False):
    """What one result is worth: its points, and whether and why they count."""

    result: Placing
    tier: str | None
    points: int
    counts: bool
    why: str


class Line(Struct, frozen=True, kw_only=True):
    """A person in the season's table of a division; tied people share a place."""

    division: Division
    place: int
    who: str
    name: str
    points: int
    events: int
    awards: tuple[Award, ...]


def season_table(rule: PointsRule, results: Iterable[Placing]) -> list[Line]:
    """Return the season's table, by division and place."""
    totals = _totals(rule, results)
    found: list[Line] = []
    for division in rule.divisions:
        rows = [
            (sum(each.points for each in awards if each.counts), awards, who)
            for (age, who), awards in totals.items()
            if age == division and any(each.tier for each in awards)
        ]
        rows.sort(key=lambda row: (-row[0], row[1][-1].result.name.casefold(), row[2]))
        place = {points: len(rows) - at for at, (points, *_) in enumerate(reversed(rows))}
        found += (
            Line(
                division=division,
                place=place[total],
                who=who,
                name=awards[-1].result.name,
                points=total,
                events=sum(each.tier is not None for each in awards),
                awards=tuple(awards),
            )
            for total, awards, who in rows
        )
    return found


def _totals(
    rule: PointsRule, results: Iterable[Placing]
) -> dict[tuple[Division, str], list[Award]]:
    """Return what each result of each person is worth, in order of days; the best ones count."""
    events: dict[str, list[Placing]] = {}
    for one in results:
        if one.place and one.division in rule.divisions:
            events.setdefault(one.event, []).append(one)
    found: dict[tuple[Division, str], list[Award]] = {}
    for own in sorted(events.values(), key=lambda own: (own[0].day or date.min, own[0].event)):
        outside = _outside(rule, own[0])
        tier = None if outside else next((one for one in rule.tier if one.holds(own[0])), None)
        why = outside or ("" if tier else "the event is in no tier")
        name, counts = tier.name if tier else None, not why
        for one in own:
            points = tier.points(one.place or 0, one.players) if tier else 0
            award = Award(result=one, tier=name, points=points, counts=counts, why=why)
            found.setdefault((one.division, one.who), []).append(award)
    for awards in found.values():
        for each in rule.tier:
            if each.best is not None:
                in_tier = [at for at, one in enumerate(awards) if one.tier == each.name]
                _drop(awards, in_tier, each.best, f"of tier {each.name}")
        if rule.best is not None:
            counting = [at for at, one in enumerate(awards) if one.counts]
            _drop(awards, counting, rule.best, "of the season")
    return found


def _drop(awards: list[Award], at: Sequence[int], best: int, where: str) -> None:
    """Leave out all but the best results; of equal ones, the earlier counts."""
    if len(at) <= best:
        return
    why = f"not among the best {best} {where}"
    for one in sorted(at, key=lambda one: (-awards[one].points, one))[best:]:
        awards[one] = msgspec.structs.replace(awards[one], counts=False, why=why)


def _outside(rule: PointsRule, one: Placing) -> str:
    if one.day is None:
        return "its day is not known" if rule.first_day or rule.last_day else ""
    if rule.first_day and one.day < rule.first_day:
        return f"before the first day, {rule.first_day}"
    if rule.last_day and one.day > rule.last_day:
        return f"after the last day, {rule.last_day}"
    return ""


# Why a total is what it is, and why a place has moved.


def in_words(line: Line) -> list[str]:
    """Return how a person's total adds up, one line for each event."""
    place = f"place {line.place} of {line.division.value}"
    head = f"{line.name}: {place}, {counted(line.points, 'point')}"
    return [head, *(f"  {_award(each)}" for each in line.awards)]


def _award(one: Award) -> str:
    result = one.result
    place = f"place {result.place} of {result.players}"
    worth = f"{counted(one.points, 'point')} ({one.tier})" if one.tier else "no points"
    why = f", not counted: {one.why}" if one.why else ""
    return f"{result.day or 'no day'} {result.title} ({result.event}): {place}, {worth}{why}"


def moved(before: Line | None, now: Line | None) -> list[str]:
    """Return why a person's place differs between two rules, event by event."""
    known = now or before
    if known is None:
        return []
    places = [
        f"place {line.place} with {counted(line.points, 'point')}" if line else "not in the table"
        for line in (before, now)
    ]
    found = [f"{known.name}: {places[0]} before, {places[1]} now"]
    old = {each.result.event: each for each in (before.awards if before else ())}
    new = {each.result.event: each for each in (now.awards if now else ())}
    for event in dict.fromkeys((*old, *new)):
        then, since = old.get(event), new.get(event)
        if _worth(then) != _worth(since):
            one = (since or then or known.awards[0]).result
            found.append(f"  {one.title} ({event}): {_worth(then)} before, {_worth(since)} now")
    if len(found) == 1:
        found.append("  the same results count as before, so only other people's totals differ")
    return found


def _worth(one: Award | None) -> str:
    if one is None:
        return "no points"
    worth = f"{counted(one.points, 'point')} ({one.tier})" if one.tier else "no points"
    return f"{worth}, not counted: {one.why}" if one.why and one.tier else worth
