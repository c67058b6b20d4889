"""Who is who in a `.tdf` file: the number, division and pool that each player has in the ledger."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import count
from typing import NamedTuple

from msgspec import Struct

from ledger.errors import Unreadable
from ledger.events.catalogue import TournamentOpened
from ledger.events.event import ImportedFrom
from ledger.importers.tdf.shapes import DIVISIONS, ELIMINATION, Outcome, PlayerRow, PodRow, TdfFile
from ledger.importers.tdf.xml import refused
from ledger.people.book import Person
from ledger.rulesets.divisions import division_of, pool_name
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Division, PlayerId, Pool


class Cast(Struct, frozen=True, kw_only=True):
    """The players of a file as the ledger knows them, under the rules of an edition.

    `numbers` and `divisions` are by the file's userid; `forced` are the rounds that a player lost
    without being paired; `first` is the first round in which a player had a match or a bye, `last`
    the last round in which a player stands at all.
    """

    file: TdfFile
    rules: Ruleset
    sha256: str
    numbers: dict[str, PlayerId]
    divisions: dict[str, Division]
    forced: dict[str, list[int]]
    first: dict[str, int]
    last: dict[str, int]

    def told(self, time: datetime | None = None) -> ImportedFrom:
        """Return that the file says so, and its own local time where it gives one."""
        return ImportedFrom(sha256=self.sha256, local_time=time.isoformat() if time else None)

    def bracket(self, userid: str) -> Pool:
        """Return the bracket in which a player plays on, or plays from the start."""
        if self.file.type == ELIMINATION:
            return BRACKET
        return bracket_of(self.divisions[userid])

    def divisions_of(self, pod: PodRow) -> tuple[Division, ...]:
        """Return the divisions that a pod is for."""
        return DIVISIONS[pod.category] if self.rules.divisions else (Division.OPEN,)

    def pool_of(self, pod: PodRow) -> Pool:
        """Return the pool that a pod is in the ledger."""
        return pool_name(self.divisions_of(pod))

    def pod_of(self, player: PlayerRow) -> PodRow | None:
        """Return the pod in which a player's division plays."""
        division = self.divisions[player.userid]
        return next((pod for pod in self.file.pods if division in self.divisions_of(pod)), None)


BRACKET = Pool("bracket")
"""The one bracket of a tournament that is elimination from the start."""


def numbers(file: TdfFile) -> dict[str, PlayerId]:
    """Return the number that each player gets: p1, p2, … in the order of the file."""
    return {row.userid: PlayerId(f"p{n}") for n, row in enumerate(file.players, start=1)}


def cast_of(
    file: TdfFile, *, rules: Ruleset, sha256: str, known: Mapping[str, PlayerId] | None = None
) -> Cast:
    """Return who is who in a file.

    The division follows the year of birth and the season of the event (TOP §3.1.1), whatever the
    file makes of it. `known` are the numbers that the players have already. Raises Unreadable if
    the edition cannot hold what the file tells.
    """
    if rules.divisions is None and len(file.pods) > 1:
        raise Unreadable(
            f"the file has {len(file.pods)} pods, but the edition {rules.edition} knows no "
            "divisions, so that all play in one.",
            where=f"line {file.pods[1].line}, {file.pods[1].path}",
            hint="Import it under the edition tom.",
        )
    start = file.data.startdate
    forced: dict[str, list[int]] = {}
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for _, played, match in file.matches():
        for seat in match.players:
            last[seat.userid] = max(played.number, last.get(seat.userid, 0))
            if match.outcome == Outcome.FORCED_LOSS:
                forced.setdefault(seat.userid, []).append(played.number)
            else:
                first[seat.userid] = min(played.number, first.get(seat.userid, played.number))
    return Cast(
        file=file,
        rules=rules,
        sha256=sha256,
        numbers=numbers(file) if known is None else dict(known),
        divisions={
            row.userid: division_of(row.birthdate.year, start, rules) for row in file.players
        },
        forced=forced,
        first=first,
        last=last,
    )


def bracket_of(division: Division) -> Pool:
    """Return the name of the pool in which a division plays its cut: `masters-cut`."""
    return Pool(f"{division.lower()}-cut")


def losses_of(cast: Cast, player: PlayerRow) -> int:
    """Return how many rounds a player lost before being paired for the first time (TOP §3.1.3).

    The forced losses that stand in rounds count; without any, what the late block says. Raises
    Unreadable if they are not the player's first rounds.
    """
    forced = cast.forced.get(player.userid, [])
    losses = len(forced) or (player.late.forcedloss if player.late else 0)
    first = cast.first.get(player.userid, losses + 1)
    if first <= losses or (forced and sorted(forced) != list(range(1, losses + 1))):
        given = "1 forced loss" if losses == 1 else f"{losses} forced losses"
        what = (
            f"player {player.userid} has {given}, which can only stand before every other round "
            "of the player, but the rounds say otherwise"
        )
        raise refused(player, what)
    return losses


# Who is who through the saves of one event: a player keeps the number that a save gave first.


class ListedPlayer(NamedTuple):
    """A player as the saves have listed them: the number, and the person as written last."""

    player: PlayerId
    person: Person


def listed_by(
    people: Iterable[Person], before: Mapping[str, ListedPlayer], registered: int
) -> dict[str, ListedPlayer]:
    """Return everybody whom the saves have listed, by userid, after a save that lists `people`.

    Who is new takes the next numbers after the `registered` ones, in the order of the save.
    """
    found = dict(before)
    numbers = count(registered + 1)
    for person in people:
        known = found.get(person.id)
        player = known.player if known else PlayerId(f"p{next(numbers)}")
        found[person.id] = ListedPlayer(player, person)
    return found


def refuse_other_event(opened: TournamentOpened, file: TdfFile) -> None:
    """Raise Unreadable if a save is of another event than the ledger.

    Sanction numbers tell events apart; where one is missing, the name and the first day do.
    """
    data = file.data
    if opened.sanction and data.id:
        ours, whose = opened.sanction, data.id
        same = ours == whose
    else:
        ours, whose = opened.name, data.name or "an event without a name"
        same = opened.name == data.name or opened.start == data.startdate
    if not same:
        raise Unreadable(
            f"this save is of another event: of {whose}, and the ledger is of {ours}.",
            where="tournament/data",
            hint="Follow it into another folder with --dir.",
        )
