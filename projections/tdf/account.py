"""What a .tdf file is written from: the tournament, the times of its events, and the players."""

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
from ledger.state.pools import formed_pods, pool_of
from ledger.state.rounds import planned_rounds
from ledger.state.tournament import Player, Tournament
from ledger.terms import Division, MatchId, PlayerId, Pool, Style
from projections.bracket.placements import is_pure

# The times of events as a file gives them: local time without a zone.


class Moments(Struct, frozen=True, kw_only=True):
    """The times of a tournament: of the latest such event; for a registration, of the first."""

    registered: dict[PlayerId, str] = {}
    amended: dict[PlayerId, str] = {}
    late: dict[PlayerId, str] = {}
    left: dict[PlayerId, str] = {}
    paired: dict[tuple[Pool, int], str] = {}
    started: dict[tuple[Pool, int], str] = {}
    reported: dict[MatchId, str] = {}


def moments(entries: Iterable[Entry], *, untold: str) -> Moments:
    """Return when everything in these entries happened.

    Events imported without a time get the time `untold`: the time of the import is not theirs.
    """
    found = Moments()
    for entry, event in each_event(entries):
        local = event.told.local_time if event.told else None
        at = stamp(datetime.fromisoformat(local) if local else entry.at)
        unknown = event.told is not None and local is None
        _note(found, event, untold if unknown else at)
    return found


def stamp(moment: datetime) -> str:
    """Return a time as TOM writes it."""
    return f"{day(moment)} {moment:%H:%M:%S}"


def midnight(start: date) -> str:
    """Return the beginning of a day, for events on that day or later whose time is unknown."""
    return f"{day(start)} 00:00:00"


def day(moment: date) -> str:
    """Return a day as TOM writes it, with a four-digit year."""
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
"""The category of all divisions together, and of an edition without divisions."""


class Heading(Struct, frozen=True, kw_only=True):
    """Values in the head of a file that are not in a ledger; None stands for a suggestion.

    `version` is the version of TOM whose format is written; `popid` and `organizer` are the person
    running the event; `roundtime` and `finalsroundtime` are in minutes.
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
        """Tell whether the format is at least that of a version; unknown ones count as latest."""
        try:
            return Fraction(self.version) >= Fraction(version)
        except (ValueError, ZeroDivisionError):
            return True


class Identity(Struct, frozen=True, kw_only=True):
    """The identity of a player in a file."""

    userid: str
    firstname: str
    lastname: str
    birthdate: str


class Account(Struct, frozen=True, kw_only=True):
    """A tournament as it is to be written.

    `absent` are players who are out according to the imported file only because they never started.
    `undivided` is the category of a pod under an edition without divisions, taken from the file.
    """

    t: Tournament
    rules: Ruleset
    heading: Heading
    moments: Moments
    people: dict[PlayerId, Identity]
    absent: frozenset[PlayerId] = frozenset()
    undivided: int = ALL_TOGETHER

    def pods(self) -> dict[Pool, tuple[Division, ...]]:
        """Return the pods; a pod in flights is one pod."""
        if self.pure:
            return {Pool("all"): ()} if self.t.cuts else {}
        return formed_pods(self.t)

    @property
    def pure(self) -> bool:
        """Whether the whole event is one bracket, from the start."""
        return is_pure(self.t)

    def swiss(self, pool: Pool) -> tuple[Pool, ...]:
        """Return the pools paired separately in a pod during Swiss: itself, or its flights."""
        if self.pure:
            return ()
        ages = self.pods()[pool]
        return self.t.flights.get(ages[0], (pool,)) if len(ages) == 1 else (pool,)

    def divisions(self, pool: Pool) -> set[Division]:
        """Return the divisions of a pod, including those of its players that have no other pod."""
        pods = self.pods()
        elsewhere = {age for other, ages in pods.items() if other != pool for age in ages}
        return {*pods[pool], *({one.division for one in self.members(pool)} - elsewhere)}

    def brackets(self, pool: Pool) -> tuple[Pool, ...]:
        """Return the brackets to which the divisions of a pod advanced."""
        if self.pure:
            return tuple(self.t.cuts)
        ages = self.divisions(pool)
        return tuple(name for name, cut in self.t.cuts.items() if cut.division in ages)

    def members(self, pool: Pool) -> list[Player]:
        """Return the players of a pod, in order of registration."""
        if self.pure:
            return [*self.t.players.values()]
        own = self.swiss(pool)
        return [player for player in self.t.players.values() if pool_of(self.t, player) in own]

    def numbers(self, pool: Pool) -> list[int]:
        """Return the numbers of the rounds of a pod, including those of its brackets."""
        pools = {*self.swiss(pool), *self.brackets(pool)}
        playoffs = [match for name, match in self.t.playoffs.items() if name in pools]
        own = {number for name, number in self.t.rounds if name in pools}
        return sorted(own | {match.round for match in playoffs})

    def category(self, pool: Pool) -> int:
        """Return the category of a pod."""
        ages = frozenset(self.pods()[pool])
        return _CATEGORIES.get(ages, self.undivided if Division.OPEN in ages else ALL_TOGETHER)

    def planned(self, pool: Pool) -> int | None:
        """Return how many Swiss rounds are planned for a pool; None if that is not known."""
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


# The identities of the players in a file: from the names file, and from the imported file.

_USERID = re.compile(r"[0-9]{1,20}")


class Gap(Struct, frozen=True):
    """A detail of a player that a file needs but nobody knows: name, Player ID or birth year."""

    player: PlayerId
    what: str


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
) -> tuple[dict[PlayerId, Identity], list[Gap]]:
    """Return the identity of every player, and the details for which placeholders were written.

    An imported player keeps the exact details of the file, as long as the names file agrees. Raise
    Refused if a detail is missing, unless there may be `stand_ins`: the player number for a name, a
    free number for an id, a year of the division for a birth year.
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
    """Return what is known of a player; name, id and year are empty if nothing is."""
    known, row = book.players.get(player), rows.get(player)
    if known:
        return known.person
    if row:
        return Person(name=_name(row), id=row.userid, birth_year=row.birthdate.year)
    return Person(name="")


def _name(row: PlayerRow) -> str:
    """Return the name that a row gave the names file."""
    return tidy_name(f"{row.firstname} {row.lastname}".strip() or row.userid)


def _split(name: str, row: PlayerRow | None) -> tuple[str, str]:
    """Return a name in two parts: as in the file, or else with the last word as the last name."""
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
    """Return a date in the year of birth; TOM itself writes the same day for everybody."""
    if row and year == row.birthdate.year:
        return day(row.birthdate)
    assert t.opened is not None, "a player can only be registered for an open tournament"
    return f"02/27/{year or _year_of(player.division, t.opened.start, rules):04}"


def _year_of(division: Division, start: date, rules: Ruleset) -> int:
    """Return a year of birth that fits a division."""
    years = range(start.year - 10, 1900, -1)
    return next((year for year in years if division_of(year, start, rules) == division), 1990)


def missing(gaps: Sequence[Gap]) -> list[str]:
    """Return the missing details, each with all the players concerned."""
    kinds = dict.fromkeys(gap.what for gap in gaps)
    return [
        f"the {what} of {', '.join(gap.player for gap in gaps if gap.what == what)}"
        for what in kinds
    ]


def _missing(t: Tournament, gaps: Sequence[Gap]) -> Refused:
    """Return the refusal: the players whose details are missing, and what can be done."""
    gone = [player for player in dict.fromkeys(gap.player for gap in gaps) if player in t.erased]
    known = [gap for gap in gaps if gap.player not in t.erased]
    said = [f"{', '.join(gone)} {'was' if len(gone) == 1 else 'were'} erased"] if gone else []
    msg = f"a .tdf file needs details that are missing: {'; '.join((*said, *missing(known)))}."
    # Players cannot be amended once the tournament is closed, nor if their names were erased.
    add = advice("Add the details with {}, or use", do("amend")) if known and not t.closed else None
    hint = advice(
        f"{add.text if add else 'Use'} --placeholders: a number as the name, a free id, a birth "
        "year of the division. Do not use such a file for official records.",
        *(add.parts if add else ()),
    )
    return Refused(msg, hint=hint)
