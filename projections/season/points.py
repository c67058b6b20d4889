"""Season points: a rule turns places into points, and the best results are added up.

A rule is data, like an edition. Who writes a league down in it can have each total explained.
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

    def points(self, one: Placing) -> int:
        """Return the points for a place; 0 if there are none for it."""
        place = one.place or 0
        fitting = (
            band.points
            for band in self.places
            if band.least <= place <= band.to and one.players >= band.players
        )
        return next(fitting, 0)


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
                    f"{where}: tier {tier.name}: places from {band.least} to {band.to} are none.",
                    where=where,
                    hint="Write the better place first, such as from = 5, to = 8.",
                )
    return rule


class Award(Struct, frozen=True, kw_only=True):
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
    tiers: dict[str, Tier | None] = {}  # Patterns are slow, and an event has many results.
    people: dict[tuple[Division, str], list[Placing]] = {}
    for one in results:
        if one.division in rule.divisions and one.place:
            if one.event not in tiers:
                tiers[one.event] = next((each for each in rule.tier if each.holds(one)), None)
            people.setdefault((one.division, one.who), []).append(one)
    totals = {key: _awards(rule, own, tiers) for key, own in people.items()}
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
                awards=awards,
            )
            for total, awards, who in rows
        )
    return found


def _awards(
    rule: PointsRule, results: Sequence[Placing], tiers: Mapping[str, Tier | None]
) -> tuple[Award, ...]:
    """Return what each result of a person is worth, in order of days; the best ones count."""
    found: dict[int, Award] = {}
    own = sorted(results, key=lambda one: (one.day or date.min, one.event))
    for at, one in enumerate(own):
        tier = tiers[one.event]
        outside = _outside(rule, one)
        points = tier.points(one) if tier and not outside else 0
        why = outside or ("" if tier else "the event is in no tier")
        kept = tier.name if tier and not outside else None
        found[at] = Award(result=one, tier=kept, points=points, counts=not why, why=why)
    for tier in rule.tier:
        in_tier = [at for at, one in found.items() if one.tier == tier.name]
        _drop(found, in_tier, tier.best, f"of tier {tier.name}")
    _drop(found, [at for at, one in found.items() if one.counts], rule.best, "of the season")
    return tuple(found.values())


def _drop(found: dict[int, Award], at: Sequence[int], best: int | None, where: str) -> None:
    """Leave out all but the best results; of equal ones, the earlier counts."""
    if best is None:
        return
    order = sorted(at, key=lambda one: (-found[one].points, one))
    for one in order[best:]:
        why = f"not among the best {best} {where}"
        found[one] = msgspec.structs.replace(found[one], counts=False, why=why)


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
