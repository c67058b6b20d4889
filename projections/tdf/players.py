"""The players of a .tdf file: their names and IDs, years of birth, and what is missing."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import count

from msgspec import Struct

from roundbook.ledger.errors import Refused, advice, do, option
from roundbook.ledger.importers.tdf.players import NO_BIRTHDAY, person
from roundbook.ledger.importers.tdf.shapes import PlayerRow
from roundbook.ledger.people.book import Book, Person
from roundbook.ledger.people.name_parts import NameParts
from roundbook.ledger.rulesets.divisions import division_of
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Player, Tournament
from roundbook.ledger.terms import Division, PlayerId
from roundbook.ledger.text import joined
from roundbook.projections.tdf.event_times import day
from roundbook.projections.tdf.gaps import BIRTH_DATE, Gap, id_gap, missing, to_add


class Identity(Struct, frozen=True, kw_only=True):
    """The identity of a player in a file."""

    userid: str
    firstname: str
    lastname: str
    birthdate: str


def from_file(row: PlayerRow) -> Identity:
    """Return the identity of a player as the file gives it."""
    return Identity(
        userid=row.userid,
        firstname=row.firstname,
        lastname=row.lastname,
        birthdate=day(row.birthdate),
    )


def identities(
    t: Tournament,
    rules: Ruleset,
    book: Book,
    rows: Mapping[PlayerId, PlayerRow],
    *,
    stand_ins: bool,
) -> tuple[dict[PlayerId, Identity], list[Gap], list[Gap]]:
    """Return the identity of every player, the placeholders, and the dates of a known year only.

    An imported player keeps the exact details of the file, as long as the names file agrees. Raise
    Refused if a detail is missing, unless there may be `stand_ins`: the player number for a name, a
    free number for an id, a year of the division for a birth year.
    """
    found: dict[PlayerId, Identity] = {}
    gaps: list[Gap] = []
    undated: list[Gap] = []
    taken: set[str] = set()
    persons = {player: _person(player, book, rows) for player in t.players}
    ids = {own.id for own in persons.values()}
    free = (userid for userid in map(str, count(1)) if userid not in ids)
    for player, own in persons.items():
        row = rows.get(player)
        userid = own.id
        if (what := id_gap(userid)) or userid in taken:
            gaps.append(Gap(player, what or "Player ID"))
            userid = next(free)
        taken.add(userid)
        unknown = {"name": not own.name, "birth year": own.birth_year is None}
        gaps += (Gap(player, what) for what, missing in unknown.items() if missing)
        first, last = _split(own, player, row)
        born, is_known = _birthdate(t, rules, t.players[player], own, row)
        undated += [] if is_known or own.birth_year is None else [Gap(player, BIRTH_DATE)]
        found[player] = Identity(userid=userid, firstname=first, lastname=last, birthdate=born)
    if gaps and not stand_ins:
        raise _missing(t, gaps)
    return found, gaps, undated


def _person(player: PlayerId, book: Book, rows: Mapping[PlayerId, PlayerRow]) -> Person:
    """Return what is known of a player; name, id and year are empty if nothing is."""
    known, row = book.players.get(player), rows.get(player)
    if known:
        return known.person
    return person(row) if row else Person(name="")


def _split(own: Person, player: PlayerId, row: PlayerRow | None) -> NameParts:
    """Return a name in two parts: as the file has them, if they are still those of the person.

    Of a name that was corrected, and whose parts nobody gave, the part that stayed is kept.
    """
    if not own.name:
        return NameParts("", player)
    if row is None or own.last_name is not None:
        told = person(row) if row else None
        same = row and told and (told.name, told.last) == (own.name, own.last)
        return NameParts(row.firstname, row.lastname) if row and same else own.parts
    first, last = (" ".join(part.split()) for part in (row.firstname, row.lastname))
    if last and own.name.endswith(f" {last}"):
        return NameParts(own.name.removesuffix(f" {last}"), row.lastname)
    if first and own.name.startswith(f"{first} "):
        return NameParts(row.firstname, own.name.removeprefix(f"{first} "))
    return own.parts


def _birthdate(
    t: Tournament, rules: Ruleset, player: Player, own: Person, row: PlayerRow | None
) -> tuple[str, bool]:
    """Return the date of birth to write, and whether its day is known or the file gave it.

    Without a day, it is the one that TOM itself writes for everybody.
    """
    if own.birth_date:
        return day(own.birth_date), True
    if row and own.birth_year == row.birthdate.year:
        return day(row.birthdate), True
    assert t.opened is not None, "a player can only be registered for an open tournament"
    year = own.birth_year or _year_of(player.division, t.opened.start, rules)
    return day(date.fromisoformat(f"{year}-{NO_BIRTHDAY}")), False


def _year_of(division: Division, start: date, rules: Ruleset) -> int:
    """Return a year of birth that fits a division."""
    years = range(start.year - 10, 1900, -1)
    return next((year for year in years if division_of(year, start, rules) == division), 1990)


_STAND_INS = {"name": "a number as the name", "birth year": "a birth year from the division"}
"""What is written in place of a missing detail; in place of any other, an unused Player ID."""


def _missing(t: Tournament, gaps: Sequence[Gap]) -> Refused:
    """Return the refusal: the players whose details are missing, and what can be done."""
    gone = [player for player in dict.fromkeys(gap.player for gap in gaps) if player in t.erased]
    known = [gap for gap in gaps if gap.player not in t.erased]
    said = [f"{', '.join(gone)} {'was' if len(gone) == 1 else 'were'} erased"] if gone else []
    msg = f"a .tdf file needs details that are missing: {'; '.join((*said, *missing(known)))}."
    # Players cannot be amended once the tournament is closed, nor if their names were erased.
    amend = (to_add(t, known),) if known else ()
    steps = (do("reopen", "--reason", "…"), *amend, do("close")) if t.closed else amend
    add = "Reopen the tournament ({}), add the details ({}), close it again ({}), or use"
    add = add if t.closed else "Add the details with {}, or use"
    fills = joined([*dict.fromkeys(_STAND_INS.get(gap.what, "an unused ID") for gap in gaps)])
    hint = advice(
        f"{add if known else 'Use'} {{}}, which fills in {fills}. "
        "Do not use such a file for official records.",
        *(steps if known else ()),
        option("--placeholders", of="export"),
    )
    return Refused(msg, hint=hint)
