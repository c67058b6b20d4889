"""All that a file is written from: the tournament, when things happened, and who is who."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from itertools import count

from msgspec import Struct

from ledger.errors import Refused, advice, do
from ledger.events import catalogue as ev
from ledger.importers.tdf.shapes import DIVISIONS, PlayerRow
from ledger.people.book import Book, Person, tidy_name
from ledger.record.entry import Entry, each_event
from ledger.rulesets.divisions import division_of
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import formed_pods, planned_rounds, pool_of
from ledger.state.tournament import Player, Tournament
from ledger.terms import Division, MatchId, PlayerId, Pool, Style
from projections.bracket.placements import is_pure

# When everything happened, as a file says it: local time without a zone.


class Moments(Struct, frozen=True, kw_only=True):
    """The times of a tournament: of the last such act, of a registration the first."""

    registered: dict[PlayerId, str] = {}
    amended: dict[PlayerId, str] = {}
    late: dict[PlayerId, str] = {}
    left: dict[PlayerId, str] = {}
    paired: dict[tuple[Pool, int], str] = {}
    started: dict[tuple[Pool, int], str] = {}
    reported: dict[MatchId, str] = {}


def moments(entries: Iterable[Entry], *, untold: str) -> Moments:
    """Return when everything in these entries happened.

    What a file told without a time has the time `untold`: the clock of the import is none of it.
    """
    found = Moments()
    for entry, event in each_event(entries):
        local = event.told.local_time if event.told else None
        at = stamp(datetime.fromisoformat(local) if local else entry.at)
        unknown = event.told is not None and local is None
        _note(found, event, untold if unknown else at)
    return found


def stamp(moment: datetime) -> str:
    """Return a time as the program writes it."""
    return f"{day(moment)} {moment:%H:%M:%S}"


def midnight(start: date) -> str:
    """Return the beginning of a day, for what happened on it or later, nobody knows when."""
    return f"{day(start)} 00:00:00"


def day(moment: date) -> str:
    """Return a day as the program writes it, with a year of four digits."""
    return f"{moment:%m/%d}/{moment.year:04}"


def _note(found: Moments, event: ev.AnyEvent, at: str) -> None:
    match event:
        case ev.PlayerRegistered() | ev.LatePlayerAdmitted():
            found.registered.setdefault(event.player, at)
            found.late[event.player] = at
        case ev.LateTagSet():
            found.late[event.player] = at
        case ev.PlayerAmended():
            found.amended[event.player] = at
        case ev.PlayerDropped() | ev.PlayerDisqualified():
            found.left[event.player] = at
        case ev.RoundPaired() | ev.RoundRepaired():
            found.paired[event.pool, event.round] = at
        case ev.ThirdPlacePlayoffPaired():
            found.paired.setdefault((event.pool, event.round), at)
        case ev.RoundStarted():
            clock = stamp(event.clock_at) if event.clock_at else at
            found.started[event.pool, event.round] = clock
        case ev.ResultReported() | ev.ResultCorrected():
            found.reported[event.match] = at
        case ev.RoundWithdrawn():
            found.started.pop((event.pool, event.round), None)
        case _:
            pass


# The tournament as a file sees it: its pods, with their rounds, brackets and stages.

_CATEGORIES = {frozenset(ages): category for category, ages in DIVISIONS.items()}
ALL_TOGETHER = 10
"""The category of all divisions together, and of an edition that knows none."""


class Heading(Struct, frozen=True, kw_only=True):
    """What stands at the head of a file and not in a ledger; None is what the ledger suggests.

    `version` is that of the program whose form is written; `popid` and `organizer` are who runs the
    event, `roundtime` and `finalsroundtime` minutes.
    """

    version: str = "1.86"
    gametype: str | None = None
    mode: str | None = None
    city: str = ""
    state: str = ""
    country: str = ""
    popid: str = ""
    organizer: str = ""
    roundtime: int | None = None
    finalsroundtime: int | None = None

    def since(self, version: str) -> bool:
        """Tell whether the form is that of a version or a later one; an odd one is the latest."""
        try:
            return Fraction(self.version) >= Fraction(version)
        except (ValueError, ZeroDivisionError):
            return True


class Identity(Struct, frozen=True, kw_only=True):
    """Who a player is in a file."""

    userid: str
    firstname: str
    lastname: str
    birthdate: str


class Account(Struct, frozen=True, kw_only=True):
    """A tournament as it is to be written.

    `absent` are those whom the imported file shows as gone by no more than that they never started.
    `undivided` is the category of a pod under an edition without divisions: that of the file.
    """

    t: Tournament
    rules: Ruleset
    heading: Heading
    moments: Moments
    people: dict[PlayerId, Identity]
    absent: frozenset[PlayerId] = frozenset()
    undivided: int = ALL_TOGETHER

    def pods(self) -> dict[Pool, tuple[Division, ...]]:
        """Return the pods, those in flights whole."""
        if self.pure:
            return {Pool("all"): ()} if self.t.cuts else {}
        return formed_pods(self.t)

    @property
    def pure(self) -> bool:
        """Whether all is one bracket, from the start."""
        return is_pure(self.t)

    def swiss(self, pool: Pool) -> tuple[Pool, ...]:
        """Return what is paired apart in a pod during Swiss: itself, or its flights."""
        if self.pure:
            return ()
        ages = self.pods()[pool]
        return self.t.flights.get(ages[0], (pool,)) if len(ages) == 1 else (pool,)

    def divisions(self, pool: Pool) -> set[Division]:
        """Return the divisions of a pod, and those that play nowhere else and have joined it."""
        pods = self.pods()
        elsewhere = {age for other, ages in pods.items() if other != pool for age in ages}
        return {*pods[pool], *({one.division for one in self.members(pool)} - elsewhere)}

    def brackets(self, pool: Pool) -> tuple[Pool, ...]:
        """Return the brackets that the divisions of a pod went on to."""
        if self.pure:
            return tuple(self.t.cuts)
        ages = self.divisions(pool)
        return tuple(name for name, cut in self.t.cuts.items() if cut.division in ages)

    def members(self, pool: Pool) -> list[Player]:
        """Return who plays in a pod, in order of registration."""
        if self.pure:
            return [*self.t.players.values()]
        own = self.swiss(pool)
        return [player for player in self.t.players.values() if pool_of(self.t, player) in own]

    def numbers(self, pool: Pool) -> list[int]:
        """Return the numbers of the rounds that a pod has, its brackets' with them."""
        pools = {*self.swiss(pool), *self.brackets(pool)}
        playoffs = [match for name, match in self.t.playoffs.items() if name in pools]
        own = {number for name, number in self.t.rounds if name in pools}
        return sorted(own | {match.round for match in playoffs})

    def category(self, pool: Pool) -> int:
        """Return the category of a pod."""
        ages = frozenset(self.pods()[pool])
        return _CATEGORIES.get(ages, self.undivided if Division.OPEN in ages else ALL_TOGETHER)

    def planned(self, pool: Pool) -> int | None:
        """Return how many rounds of Swiss a pod is to play; None if it is not known."""
        swiss = self.swiss(pool)
        return planned_rounds(self.t, swiss[0]) if swiss else None

    @property
    def type(self) -> int:
        """The type of the tournament: 1 elimination, 2 Swiss alone, 3 Swiss with a cut."""
        if self.pure:
            return 1
        opened = self.t.opened
        cut = self.t.cuts or (opened and opened.style is Style.SWISS_PLUS_CUT)
        return 3 if cut else 2

    @property
    def stage(self) -> int:
        """The stage: 1 registration, 3 configured, 4 running, 5 finalised."""
        if self.t.closed:
            return 5
        if self.t.rounds:
            return 4
        return 3 if self.pods() else 1


# Who the players of a file are: from the names file, and from the file that told them.

_USERID = re.compile(r"[0-9]{1,20}")


class Gap(Struct, frozen=True):
    """What a file needs to know of a player and nobody knows: the name, the id, the birth year."""

    player: PlayerId
    what: str


def from_file(row: PlayerRow) -> Identity:
    """Return who a player is as a file says it."""
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
) -> tuple[dict[PlayerId, Identity], list[Gap]]:
    """Return who everybody is, and what stand-ins were written.

    A player whom a file told keeps what it says, letter for letter, as long as the book says the
    same. Raises Refused where something is not known, unless there may be `stand_ins`: the number
    of the ledger for a name, a free number for an id, a year of the division for a birth year.
    """
    found: dict[PlayerId, Identity] = {}
    gaps: list[Gap] = []
    taken: set[str] = set()
    persons = {player: _person(player, book, rows) for player in t.players}
    ids = {person.id for person in persons.values()}
    free = (userid for userid in map(str, count(1)) if userid not in ids)
    for player, person in persons.items():
        row = rows.get(player)
        userid = person.id
        if not _USERID.fullmatch(userid) or userid in taken:
            gaps.append(Gap(player, "Player ID"))
            userid = next(free)
        taken.add(userid)
        unknown = {"name": not person.name, "birth year": person.birth_year is None}
        gaps += (Gap(player, what) for what, missing in unknown.items() if missing)
        first, last = _split(person.name or player, row)
        born = _birthdate(t, rules, t.players[player], person.birth_year, row)
        found[player] = Identity(userid=userid, firstname=first, lastname=last, birthdate=born)
    if gaps and not stand_ins:
        raise _missing(t, gaps)
    return found, gaps


def _person(player: PlayerId, book: Book, rows: Mapping[PlayerId, PlayerRow]) -> Person:
    """Return what is known of a player; without a name, an id or a year if nothing is."""
    known, row = book.players.get(player), rows.get(player)
    if known:
        return known.person
    if row:
        return Person(name=_name(row), id=row.userid, birth_year=row.birthdate.year)
    return Person(name="")


def _name(row: PlayerRow) -> str:
    """Return the name that a row gave the book."""
    return tidy_name(f"{row.firstname} {row.lastname}".strip() or row.userid)


def _split(name: str, row: PlayerRow | None) -> tuple[str, str]:
    """Return a name in two parts: as the file has them, else the last word is the last name."""
    if row:
        if name == _name(row):
            return row.firstname, row.lastname
        first, last = (" ".join(part.split()) for part in (row.firstname, row.lastname))
        if last and name.endswith(f" {last}"):
            return name.removesuffix(f" {last}"), row.lastname
        if first and name.startswith(f"{first} "):
            return row.firstname, name.removeprefix(f"{first} ")
    first, _, last = name.rpartition(" ")
    return first, last


def _birthdate(
    t: Tournament, rules: Ruleset, player: Player, year: int | None, row: PlayerRow | None
) -> str:
    """Return a date in the year of birth; the program itself writes the same day for everybody."""
    if row and year == row.birthdate.year:
        return day(row.birthdate)
    assert t.opened is not None, "a player can only be registered for an open tournament"
    return f"02/27/{year or _year_of(player.division, t.opened.start, rules):04}"


def _year_of(division: Division, start: date, rules: Ruleset) -> int:
    """Return a year in which somebody of a division was born."""
    years = range(start.year - 10, 1900, -1)
    return next((year for year in years if division_of(year, start, rules) == division), 1990)


def missing(gaps: Sequence[Gap]) -> list[str]:
    """Return what is not known, each with every player of whom it is not."""
    kinds = dict.fromkeys(gap.what for gap in gaps)
    return [
        f"the {what} of {', '.join(gap.player for gap in gaps if gap.what == what)}"
        for what in kinds
    ]


def _missing(t: Tournament, gaps: Sequence[Gap]) -> Refused:
    """Return of which players something is not known, and what can be done."""
    gone = [player for player in dict.fromkeys(gap.player for gap in gaps) if player in t.erased]
    known = [gap for gap in gaps if gap.player not in t.erased]
    said = [f"{', '.join(gone)} {'was' if len(gone) == 1 else 'were'} erased"] if gone else []
    msg = f"a .tdf file needs details that are missing: {'; '.join((*said, *missing(known)))}."
    # Nobody can be amended once the tournament is closed, nor a player whose name was erased.
    add = advice("Add the details with {}, or use", do("amend")) if known and not t.closed else None
    hint = advice(
        f"{add.text if add else 'Use'} --placeholders: a number as the name, a free id, a birth "
        "year of the division. Do not use such a file for official records.",
        *(add.parts if add else ()),
    )
    return Refused(msg, hint=hint)
