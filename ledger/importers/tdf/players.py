"""The players of a `.tdf` file: the number, division and pool of each in the ledger."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping
from datetime import date, datetime
from itertools import count
from types import MappingProxyType
from typing import NamedTuple

from msgspec import UNSET, Struct

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.events.catalogue import TournamentOpened
from roundbook.ledger.events.event import ImportedFrom
from roundbook.ledger.importers.tdf.shapes import (
    DIVISIONS,
    ELIMINATION,
    Data,
    Outcome,
    PlayerRow,
    PodRow,
    TdfFile,
)
from roundbook.ledger.importers.tdf.xml import refused
from roundbook.ledger.people.book import Person, birthday
from roundbook.ledger.people.name_parts import NameParts
from roundbook.ledger.people.tidy_names import tidy_name
from roundbook.ledger.rulesets.divisions import BRACKET, bracket_name, division_of, pool_name
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.terms import Division, PlayerId, Pool


class Cast(Struct, frozen=True, kw_only=True):
    """The players of a file as the ledger knows them, under the rules of an edition.

    `numbers` and `divisions` are by the file's userid; `losses` are the rounds that a player lost
    before being paired for the first time (TOP §3.1.3), `last` is the last round in which a player
    appears at all; the `unplaced` are registered and do not play (A-68).
    """

    file: TdfFile
    rules: Ruleset
    sha256: str
    numbers: dict[str, PlayerId]
    divisions: dict[str, Division]
    losses: dict[str, int]
    last: dict[str, int]
    unplaced: frozenset[str]

    def told(self, time: datetime | None = None) -> ImportedFrom:
        """Return the file as the source of an event, with its own local time if given."""
        return ImportedFrom(sha256=self.sha256, local_time=time.isoformat() if time else None)

    def bracket(self, userid: str) -> Pool:
        """Return the bracket to which a player advances, or in which they play from the start."""
        if self.file.type == ELIMINATION:
            return BRACKET
        return bracket_name(self.divisions[userid])

    def divisions_of(self, pod: PodRow) -> tuple[Division, ...]:
        """Return the divisions of a pod."""
        return DIVISIONS[pod.category] if self.rules.divisions else (Division.OPEN,)

    def pool_of(self, pod: PodRow) -> Pool:
        """Return the pool of a pod in the ledger."""
        return pool_name(self.divisions_of(pod))

    def pod_of(self, player: PlayerRow) -> PodRow | None:
        """Return the pod in which a player's division plays."""
        division = self.divisions[player.userid]
        return next((pod for pod in self.file.pods if division in self.divisions_of(pod)), None)


NO_BIRTHDAY = "02-27"
"""The birthday that TOM writes for everybody, so that only the year means anything."""


def person(row: PlayerRow) -> Person:
    """Return the person of a player, under the userid if there is no name.

    Raises ValueError if the name cannot be kept.
    """
    parts = NameParts(
        *(tidy_name(one) if one.strip() else "" for one in (row.firstname, row.lastname))
    )
    day = birthday(row.birthdate)
    return Person(
        name=tidy_name(parts.joined() or row.userid),
        id=row.userid,
        birth_year=row.birthdate.year,
        last=parts.last if parts.joined() else UNSET,
        birthday=UNSET if day == NO_BIRTHDAY else day,
    )


def numbers(file: TdfFile) -> dict[str, PlayerId]:
    """Return the number that each player gets: p1, p2, … in the order of the file."""
    return {row.userid: PlayerId(f"p{n}") for n, row in enumerate(file.players, start=1)}


def cast_of(
    file: TdfFile, *, rules: Ruleset, sha256: str, known: Mapping[str, PlayerId] | None = None
) -> Cast:
    """Return the players of a file with their numbers, divisions and losses.

    `known` are the numbers that the players already have. Raises Unreadable if the edition cannot
    represent the file.
    """
    if rules.divisions is None and len(file.pods) > 1:
        raise Unreadable(
            (
                f"the file has {len(file.pods)} pods, but the edition {rules.edition} has "
                "no divisions, so all players would be in one pod."
            ),
            where=f"line {file.pods[1].line}, {file.pods[1].path}",
            hint="Import it under the edition tom.",
        )
    rounds: dict[str, dict[int, Outcome]] = {}
    for _, played, match in file.matches():
        for seat in match.players:
            rounds.setdefault(seat.userid, {})[played.number] = match.outcome
    return Cast(
        file=file,
        rules=rules,
        sha256=sha256,
        numbers=numbers(file) if known is None else dict(known),
        divisions=divisions_of(file, rules),
        losses={row.userid: _losses(row, rounds.get(row.userid, {})) for row in file.players},
        last={userid: max(own) for userid, own in rounds.items()},
        unplaced=file.unplaced(),
    )


def _losses(player: PlayerRow, rounds: Mapping[int, Outcome]) -> int:
    """Return how many rounds a player lost before being paired for the first time (TOP §3.1.3).

    Forced losses in the rounds count; if there are none, the number in the late block does. Raises
    Unreadable if the player was paired in a round that the late block counts as lost.
    """
    forced = [number for number, outcome in rounds.items() if outcome == Outcome.FORCED_LOSS]
    if forced:
        return next(number for number in count(0) if number + 1 not in forced)
    losses = player.late.forcedloss if player.late else 0
    if min(rounds, default=losses + 1) <= losses:
        given = "1 forced loss" if losses == 1 else f"{losses} forced losses"
        what = (
            f"player {player.userid} came late, with {given}, "
            f"but was already paired in round {min(rounds)}"
        )
        raise refused(player, what)
    return losses


def divisions_of(file: TdfFile, rules: Ruleset) -> dict[str, Division]:
    """Return the division of every player (A-69), by userid.

    It comes from the standings of one division, or else a pod of one division. If neither gives it,
    the year of birth and the season do (TOP §3.1.1), or the nearest division of the player's pod;
    players of one bracket share a division, since anonymised files may have altered years.
    """
    found = years_of(file, rules)
    if rules.divisions is None:
        return found
    for pod in file.pods:
        seated = {seat.userid for one in pod.subgroups for seat in one.players}
        seated |= {s.userid for one in pod.rounds for m in one.matches for s in m.players}
        for userid in seated:
            found[userid] = min(
                DIVISIONS[pod.category],
                key=lambda age: abs(_AGES.index(age) - _AGES.index(found[userid])),
            )
        found |= _by_cut(file, pod, {userid: found[userid] for userid in seated})
    for listed in file.standings or ():
        if len(DIVISIONS[listed.category]) == 1:
            found |= dict.fromkeys((row.id for row in listed.players), *DIVISIONS[listed.category])
    return found


_AGES = DIVISIONS[10]


def _by_cut(file: TdfFile, pod: PodRow, ages: Mapping[str, Division]) -> dict[str, Division]:
    """Return the division of the players in the cut of a pod, one for each of its brackets.

    If there are several first seeds there are as many brackets, formed by the players who met. A
    bracket belongs to the division whose cut its pairs of seeds fit best, as 3 and 6 fit a cut of
    eight; if several fit equally, to that of most players by their `ages`. If the ages alone give
    every cut its seeds, they decide: bracket rounds that were paired by hand prove nothing.
    """
    seeds = {row.userid: row.seed for row in file.players if row.seed and row.userid in ages}
    sizes = {DIVISIONS[cut.key]: cut.cut for cut in file.finalsoptions}
    if all(
        sorted(seed for who, seed in seeds.items() if ages[who] == age)
        == [*range(1, sizes.get((age,), 0) + 1)]
        for age in DIVISIONS[pod.category]
    ):
        return {}
    fights = [
        [seat.userid for seat in match.players]
        for played in pod.rounds
        for match in played.matches
        if played.type == ELIMINATION != file.type and match.outcome != Outcome.DELETED
    ]
    brackets = [set(seeds)] if fights and [*seeds.values()].count(1) == 1 else []
    for pair in fights:
        apart = [one for one in brackets if one.isdisjoint(pair)]
        joined = [one for one in brackets if not one.isdisjoint(pair)]
        brackets = [*apart, set(pair).union(*joined)]
    told = dict[str, Division]()
    for bracket in brackets:
        fit = Counter(
            sum(seeds.get(one, 0) for one in pair) - 1 for pair in fights if pair[0] in bracket
        )
        years = Counter(ages[userid] for userid in bracket)
        told |= dict.fromkeys(
            bracket,
            max(
                DIVISIONS[pod.category],
                key=lambda age: (fit[sizes.get((age,), 0)], years[age], _AGES.index(age)),
            ),
        )
    return told


def years_of(file: TdfFile, rules: Ruleset) -> dict[str, Division]:
    """Return the division of every player by year of birth and season alone (TOP §3.1.1)."""
    start = file.data.startdate
    return {row.userid: division_of(row.birthdate.year, start, rules) for row in file.players}


def moved(file: TdfFile, rules: Ruleset) -> list[str]:
    """Return the players who are in another division than by year of birth, in words."""
    told, years = divisions_of(file, rules), years_of(file, rules)
    return [
        f"{userid} ({told[userid].title()}, by year of birth {years[userid].title()})"
        for userid in told
        if told[userid] != years[userid]
    ]


def years_at_odds(file: TdfFile, rules: Ruleset) -> str | None:
    """Return how the years of birth contradict the counts in the file, None if they agree.

    The counts were made at the start. One of an empty division means nothing: old programs wrote
    the size of the whole pod there.
    """
    if rules.divisions is None:
        return None
    ages = years_of(file, rules)
    unplaced = file.unplaced()
    counted = [row.userid for row in file.players if row.starter]
    by_year = Counter(ages[userid] for userid in counted if userid not in unplaced)
    told = {
        DIVISIONS[cut.key][0]: cut.playercount
        for cut in file.finalsoptions
        if cut.playercount and len(DIVISIONS[cut.key]) == 1
    }
    same = all(age not in by_year or by_year[age] == told[age] for age in told)
    if not told or (same and by_year.keys() <= told.keys()) or len({*by_year, *told}) == 1:
        return None
    counts, years = (
        ", ".join(f"{age.title()} {each.get(age, 0)}" for age in _AGES) for each in (told, by_year)
    )
    return (
        f"tournament/finalsoptions counts {counts}, but the years of birth give "
        f"{years}: divisions are taken from the standings, the pods and the cut where "
        "possible."
    )


# Players across the saves of one event: a player keeps the number from the first save.


class SavedSeat(NamedTuple):
    """Where a player sat in a round of a save: pod, round, table, side, and against whom."""

    pod: int
    round: int
    table: int
    side: int
    opponent: str


Seats = Mapping[str, frozenset[SavedSeat]]
"""The seats of each player of a save, by userid."""


class ListedPlayer(NamedTuple):
    """A player as listed in the saves: the number, and the person and seats as last written."""

    player: PlayerId
    person: Person
    seats: frozenset[SavedSeat] = frozenset()


def seats_of(file: TdfFile) -> Seats:
    """Return where everybody sat in each round of a save."""
    found = defaultdict[str, set[SavedSeat]](set)
    for pod, played, match in file.matches():
        both = [seat.userid for seat in match.players]
        for side, userid in enumerate(both):
            opponent = both[1 - side] if len(both) > 1 else ""
            where = (pod.category, played.number, match.tablenumber, side)
            found[userid].add(SavedSeat(*where, opponent))
    return {userid: frozenset(seats) for userid, seats in found.items()}


def listed_by(
    people: Iterable[Person],
    before: Mapping[str, ListedPlayer],
    registered: int,
    seats: Seats = MappingProxyType({}),
) -> dict[str, ListedPlayer]:
    """Return all players listed so far, by userid, after a save that lists `people`.

    New players take the next numbers after the `registered` ones, in the order of the save. A new
    userid is not a new player if one who is no longer in the save has the same name and birth year,
    as the Player ID was corrected; or has the same `seats` in every round, as a placeholder was
    given a name.
    """
    people = list(people)
    found = dict(before)
    fresh = {one.id: one for one in people if one.id not in before}
    gone = {userid: before[userid] for userid in before.keys() - {one.id for one in people}}
    former = _paired_off(
        {userid: _apart_from_id(person) for userid, person in fresh.items()},
        {userid: _apart_from_id(one.person) for userid, one in gone.items()},
    )
    rounds = {(seat.pod, seat.round) for one in before.values() for seat in one.seats}
    former |= _paired_off(
        {one: _sat(seats.get(one, ()), fresh, rounds) for one in fresh.keys() - former.keys()},
        {one: _sat(gone[one].seats, gone, rounds) for one in gone.keys() - {*former.values()}},
    )
    numbers = count(registered + 1)
    for person in people:
        known = found.pop(former[person.id]) if person.id in former else found.get(person.id)
        player = known.player if known else PlayerId(f"p{next(numbers)}")
        found[person.id] = ListedPlayer(player, person, seats.get(person.id, frozenset()))
    return found


def _paired_off(new: Mapping[str, object], old: Mapping[str, object]) -> dict[str, str]:
    """Return the old userid of each new one that alone has what one old userid alone has."""
    here, there = Counter(new.values()), Counter(old.values())
    by_what = {what: userid for userid, what in old.items()}
    return {
        userid: by_what[what]
        for userid, what in new.items()
        if what and here[what] == there[what] == 1
    }


def _sat(
    seats: Iterable[SavedSeat], strange: Container[str], rounds: Container[tuple[int, int]]
) -> frozenset[SavedSeat]:
    """Return seats in rounds that both saves have, without opponents who changed as well."""
    return frozenset(
        seat._replace(opponent="") if seat.opponent in strange else seat
        for seat in seats
        if (seat.pod, seat.round) in rounds
    )


def _apart_from_id(person: Person) -> tuple[str, int | None]:
    return person.name, person.birth_year


def is_same_event(data: Data, *, sanction: str | None, name: str, start: date) -> bool:
    """Return whether a save has this event's sanction number or, without one, name or first day."""
    if sanction and data.id:
        return sanction == data.id
    return name == data.name or start == data.startdate


def refuse_other_event(opened: TournamentOpened, file: TdfFile) -> None:
    """Raise Unreadable if a save is of another event than the ledger."""
    data = file.data
    if is_same_event(data, sanction=opened.sanction, name=opened.name, start=opened.start):
        return
    ours, whose = opened.name, data.name or "an event without a name"
    if opened.sanction and data.id:
        ours, whose = opened.sanction, data.id
    raise Unreadable(
        f"this save belongs to another event, {whose}; the ledger belongs to {ours}.",
        where="tournament/data",
        hint="Import it into another folder with -C.",
    )
