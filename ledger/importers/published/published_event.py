"""A published event: its players, rounds, results and published figures."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.errors import Unreadable, advice, do
from roundbook.ledger.importers.tdf.reader import OfficialPlaces
from roundbook.ledger.people.book import Person
from roundbook.ledger.people.tidy_names import tidy_name
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.terms import Division, PlayerId, Result, Verdict

Figure = Literal["Win %", "Op Win %", "Op Op Win %", "Game Win %", "Op Game Win %"]

Notes = dict[str, list[str]]
"""The oddities of a file, with every place of each."""

HINT = "docs/tom.md shows every format that can be read."


class Alone(StrEnum):
    """What a round was for a player without an opponent."""

    BYE = "bye"
    AWARDED_BYE = "awarded-bye"
    LOSS = "loss"
    LATE = "late"


class Stage(StrEnum):
    """The stage of a round: Swiss, Swiss of a second day, or the cut."""

    SWISS = "swiss"
    DAY_TWO = "day-two"
    CUT = "cut"


class PublishedPlayer(Struct, frozen=True, kw_only=True):
    """A player as published: place, figures, points and record; `left` is the last round."""

    person: Person
    division: Division | None = None
    place: int | None = None
    left: int | None = None
    disqualified: bool = False
    points: int | None = None
    record: str | None = None
    figures: dict[Figure, Fraction] = {}


class Meeting(Struct, frozen=True, kw_only=True):
    """A match of two players by their number from 1, or a round of one `alone`."""

    players: tuple[int, ...]
    result: Result | None = None
    table: int | None = None
    alone: Alone = Alone.BYE
    third_place: bool = False

    @property
    def is_loss_alone(self) -> bool:
        """Whether it is a loss without an opponent."""
        return len(self.players) == 1 and self.alone in {Alone.LOSS, Alone.LATE}

    @property
    def winner(self) -> int | None:
        """The winner; None in a tie, in a double loss, and without a result."""
        sides = {Verdict.FIRST: 0, Verdict.SECOND: 1}
        side = sides.get(self.result.verdict) if self.result else None
        return None if side is None else self.players[side]

    @property
    def losers(self) -> set[int]:
        """The players who have lost a match: both in a double loss."""
        if self.winner is None and (not self.result or self.result.verdict != Verdict.DOUBLE_LOSS):
            return set()
        return {*self.players} - {self.winner}

    def worth(self, player: int) -> int:
        """Return the match points of one of its players."""
        if len(self.players) == 1:
            return 0 if self.is_loss_alone else 3
        tie = self.result is not None and self.result.verdict is Verdict.TIE
        return 3 if self.winner == player else int(tie)


Rounds = Sequence[Sequence[Meeting]]


class Pod(Struct, frozen=True, kw_only=True):
    """Divisions that met each other: their rounds, and the stage of each."""

    divisions: tuple[Division, ...]
    rounds: Rounds
    stages: tuple[Stage, ...]

    @property
    def swiss(self) -> int:
        """The number of Swiss rounds, of both days."""
        return sum(stage is not Stage.CUT for stage in self.stages)

    @property
    def has_cut(self) -> bool:
        """Whether some of the players advanced to single elimination."""
        return len(self.rounds) > self.swiss

    @property
    def first_day(self) -> int | None:
        """The last round of the first day, if there is a second one."""
        return self.stages.index(Stage.DAY_TWO) if Stage.DAY_TWO in self.stages else None


class Published(Struct, frozen=True, kw_only=True):
    """A published event; `form` is the format in which the file was read.

    `stages` are those of the rounds; without them they follow from the rounds. A format with
    standings alone has no `rounds`.
    """

    name: str
    form: str
    edition: str
    lines: tuple[PublishedPlayer, ...]
    rounds: Rounds = ()
    stages: tuple[Stage, ...] | None = None
    start: date | None = None
    warnings: tuple[str, ...] = ()

    def people(self) -> list[Person]:
        """Return the persons of the players; the nth becomes p<n>."""
        return [line.person for line in self.lines]

    def division(self, line: PublishedPlayer, rules: Ruleset) -> Division:
        """Return the division of a player; without a published division it is Masters."""
        return (line.division or Division.MASTERS) if rules.divisions else Division.OPEN

    def official(self, rules: Ruleset) -> OfficialPlaces:
        """Return the published places; a player who is in no list is not compared."""
        places: dict[Division, list[tuple[PlayerId, int]]] = {}
        out: dict[Division, tuple[PlayerId, ...]] = {}
        for number, line in enumerate(self.lines, start=1):
            division = self.division(line, rules)
            if line.place:
                places.setdefault(division, []).append((number_of(number), line.place))
            elif line.disqualified:
                out[division] = (*out.get(division, ()), number_of(number))
        return OfficialPlaces(
            places={
                age: tuple(sorted(rows, key=lambda row: row[1])) for age, rows in places.items()
            },
            unfinished=out,
            seeds={},
            orders={},
            whole=False,
        )

    def pods(self, rules: Ruleset) -> list[Pod]:
        """Return the divisions, together if they met, each with its own rounds."""
        ages = [self.division(line, rules) for line in self.lines]
        groups: list[set[Division]] = [{age} for age in dict.fromkeys(ages)]
        for meetings in self.rounds:
            for one in meetings:
                met = {ages[player - 1] for player in one.players}
                if len(met) > 1:
                    joined = [group for group in groups if group & met]
                    groups = [group for group in groups if not group & met]
                    groups.append(set().union(*joined))
        order = tuple(Division)
        found = []
        for group in sorted(groups, key=lambda group: min(map(order.index, group))):
            own = [[m for m in one if ages[m.players[0] - 1] in group] for one in self.rounds]
            while own and not own[-1]:
                own.pop()
            found.append(
                Pod(
                    divisions=tuple(sorted(group, key=order.index)),
                    rounds=own,
                    stages=self.stages or stages_of(own),
                )
            )
        return found


def number_of(number: int) -> PlayerId:
    """Return the number of the nth player."""
    return PlayerId(f"p{number}")


def wrong(what: str) -> Unreadable:
    """Return the refusal of a published file."""
    return Unreadable(f"{what}.", where="the file", hint=HINT)


def of_ours() -> Unreadable:
    """Return the refusal of a table that roundbook made of a tournament: the ledger has it all."""
    msg = "roundbook made it from a tournament, so there is nothing to compare."
    own = advice("Check the tournament's folder or archive: {}.", do("check", "DIR"))
    return Unreadable(msg, where="the file", hint=own)


def named(name: str) -> str:
    """Return a name as it is kept. Raises Unreadable."""
    try:
        return tidy_name(name)
    except ValueError as mistake:
        raise wrong(str(mistake).rstrip(".")) from None


def figures(
    said: Mapping[Figure, float | None], who: str, notes: Notes, *, none: float | None = None
) -> dict[Figure, Fraction]:
    """Return the published rates, exactly; one out of range is noted and left out.

    `none` is what a publisher writes for a missing rate.
    """
    found: dict[Figure, Fraction] = {}
    for what, rate in said.items():
        if rate is None or rate == none:
            continue
        if 0 <= rate <= 1:
            found[what] = Fraction(rate)
        else:
            odd = f"is {rate:.6g}, which is not between 0 and 1, so it is treated as not published"
            notes.setdefault(odd, []).append(f"{what} of {who}")
    return found


def in_sentences(notes: Notes) -> tuple[str, ...]:
    """Return one sentence for each kind of note: the first place, and how many more there are."""
    return tuple(
        f"{places[0]} {what}{f'; {len(places) - 1} more like this' if places[1:] else ''}."
        for what, places in notes.items()
    )


# What follows from the rounds of a published event: the end of Swiss, drops, and advancement.


def seated(meetings: Iterable[Meeting]) -> set[int]:
    """Return the players of a round."""
    return {player for one in meetings for player in one.players}


def refuse_twice(rounds: Rounds, lines: Sequence[PublishedPlayer]) -> None:
    """Raise Unreadable if a player has two matches in a round."""
    for number, meetings in enumerate(rounds, start=1):
        seen: set[int] = set()
        for one in meetings:
            for player in one.players:
                if player in seen:
                    raise wrong(
                        f"{lines[player - 1].person.name} plays twice in round {number}: if two "
                        "players have this name, write it differently for each"
                    )
                seen.add(player)


def without_repeats(rounds: Rounds, notes: Notes) -> list[list[Meeting]]:
    """Return the rounds without matches of the next round that a publisher listed too early.

    A match counts as such if it is in both rounds, and one of its players has another one here.
    """
    found = []
    for number, meetings in enumerate(rounds, start=1):
        busy = Counter(player for one in meetings for player in one.players)
        later = rounds[number] if number < len(rounds) else ()
        again = [
            one
            for one in meetings
            if any(busy[player] > 1 for player in one.players)
            and any({*one.players} == {*other.players} for other in later)
        ]
        if again:
            also = f"also lists {counted(len(again), 'match', 'matches')} of the next round"
            notes.setdefault(f"{also}, which is left out here", []).append(f"round {number}")
        found.append([one for one in meetings if one not in again])
    return found


def with_winners(
    rounds: Rounds, stages: Sequence[Stage], lines: Sequence[PublishedPlayer], notes: Notes
) -> list[list[Meeting]]:
    """Return the rounds with a winner of each bracket match that was published without one.

    Players who split the prize write a draw. The player who plays the next round has won, and in
    the last round the one with the better published place.
    """
    found = []
    for number, (meetings, stage) in enumerate(zip(rounds, stages, strict=True), start=1):
        later = seated(rounds[number]) if number < len(rounds) else None
        found.append(
            [_won(one, later, number, lines, notes) for one in meetings]
            if stage is Stage.CUT
            else [*meetings]
        )
    return found


def _won(
    one: Meeting,
    later: set[int] | None,
    number: int,
    lines: Sequence[PublishedPlayer],
    notes: Notes,
) -> Meeting:
    """Return a bracket match with the winner who follows from the file, if one does."""
    if len(one.players) == 1 or one.winner or one.losers or one.third_place:
        return one
    if later is None:
        best = min(lines[player - 1].place or NOWHERE for player in one.players)
        ahead = [player for player in one.players if lines[player - 1].place == best]
        who = "the player with the better place"
    else:
        ahead = [player for player in one.players if player in later]
        who = "the player who plays the next round"
    if len(ahead) != 1:
        return one
    verdict = Verdict.FIRST if ahead[0] == one.players[0] else Verdict.SECOND
    names = " and ".join(lines[player - 1].person.name for player in one.players)
    what = f"has no winner in the file, so {who} is taken as the winner"
    notes.setdefault(what, []).append(f"the bracket match of {names} in round {number}")
    return replace(one, result=Result(verdict=verdict))


NOWHERE = 1_000_000
"""The place of a player who is in no list: after all others."""


def dropped_after(rounds: Rounds, stages: Sequence[Stage]) -> dict[int, int]:
    """Return the players who dropped from Swiss, with the last round they played that day."""
    found: dict[int, int] = {}
    for number, meetings in enumerate(rounds, start=1):
        here = number < len(rounds) and stages[number] is stages[number - 1] is not Stage.CUT
        days = (n for n in range(number, len(rounds)) if stages[n] is stages[number - 1])
        if here:
            later = set().union(*(seated(rounds[n]) for n in days))
            found |= dict.fromkeys(seated(meetings) - later, number)
    return found


def stages_of(rounds: Rounds) -> tuple[Stage, ...]:
    """Return the stage of each round, as it follows from the rounds."""
    swiss = _swiss_rounds(rounds)
    day = _first_day(rounds[:swiss]) or swiss
    cut = [Stage.CUT] * (len(rounds) - swiss)
    return tuple([Stage.SWISS] * day + [Stage.DAY_TWO] * (swiss - day) + cut)


def _swiss_rounds(rounds: Rounds) -> int:
    """Return the number of Swiss rounds: those before a bracket that ends with one match (A-96).

    Counted from the end, a round of a bracket is played by exactly the winners and bye holders of
    the round before. A single match at the end is a bracket only if such a round leads to it.
    """
    rounds = [[one for one in meetings if not one.third_place] for meetings in rounds]
    final = bool(rounds) and len(rounds[-1]) == 1 and _advancing(rounds[-1]) != seated(rounds[-1])
    swiss = len(rounds) - 1
    # Only the first round of a bracket has byes, so a bracket cannot begin before such a round.
    while final and swiss and not _byes(rounds[swiss]):
        if _advancing(rounds[swiss - 1]) != seated(rounds[swiss]):
            break
        swiss -= 1
    return swiss if final and swiss < len(rounds) - 1 else len(rounds)


def _byes(meetings: Iterable[Meeting]) -> set[int]:
    return {one.players[0] for one in meetings if len(one.players) == 1 and not one.is_loss_alone}


def _advancing(meetings: Iterable[Meeting]) -> set[int]:
    """Return the winners and bye holders of a round; nobody advances from an undecided match."""
    return {one.winner for one in meetings if one.winner} | _byes(meetings)


def _first_day(swiss: Rounds) -> int | None:
    """Return the last round of a first day, after which only some of the players advanced.

    More players stop there than advance, and nearly all who stop (nine in ten) have no more points
    than the last player who advances; None if there is no such round.
    """
    points: dict[int, int] = {}
    last = {player: n for n, one in enumerate(swiss, start=1) for player in seated(one)}
    for number, meetings in enumerate(swiss[:-1], start=1):
        for player, worth in _worth(meetings):
            points[player] = points.get(player, 0) + worth
        on = seated(swiss[number])
        stopped = [player for player, n in last.items() if n == number]
        if len(stopped) > len(on):
            least = min(points.get(player, 0) for player in on)
            if 10 * sum(points[player] > least for player in stopped) <= len(stopped):
                return number
    return None


def _worth(meetings: Iterable[Meeting]) -> Iterator[tuple[int, int]]:
    for one in meetings:
        for player in one.players:
            yield player, one.worth(player)
