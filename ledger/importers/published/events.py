"""Converts a published event to events of the ledger, in the order in which they happened."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date

from msgspec.structs import replace

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import ImportedFrom
from roundbook.ledger.importers.published.published_event import (
    HINT,
    Alone,
    Meeting,
    Pod,
    Published,
    number_of,
    seated,
)
from roundbook.ledger.rulesets.divisions import bracket_name, pool_name
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.terms import (
    Bye,
    ByeKind,
    Division,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Style,
    Verdict,
)

Seeded = Callable[[Sequence[ev.AnyEvent], Sequence[PlayerId]], Sequence[PlayerId]]
"""Puts the players of a cut in order of seed, from the events so far: such files have no seeds."""

NO_DAY = date(1970, 1, 1)
"""The first day of an event of which it is unknown; it is compared and shown, but never saved."""

_KINDS = {Alone.BYE: ByeKind.RANDOM, Alone.AWARDED_BYE: ByeKind.AWARDED}


def tell_published(  # noqa: PLR0913 - as `tell` of a save, and what such files lack.
    event: Published,
    *,
    sha256: str,
    rules: Ruleset,
    edition_sha256: str,
    tournament: str,
    commitments: Sequence[str],
    start: date,
    seeded: Seeded,
) -> list[tuple[ev.AnyEvent, ...]]:
    """Return the events of a published event, one tuple per entry; `start` is its first day.

    Raises Unreadable if the edition cannot represent it.
    """
    told = ImportedFrom(sha256=sha256)
    late = _late(event)
    pods = [_without_late(pod, late) for pod in event.pods(rules)]
    happened: list[ev.AnyEvent] = [
        ev.TournamentOpened(
            told=told,
            tournament=tournament,
            name=event.name,
            edition=rules.edition,
            edition_sha256=edition_sha256,
            style=Style.SWISS_PLUS_CUT if any(pod.has_cut for pod in pods) else Style.SWISS,
            start=start,
        )
    ]
    happened += (
        (ev.LatePlayerAdmitted if n in late else ev.PlayerRegistered)(
            told=told,
            player=number_of(n),
            division=event.division(line, rules),
            commitment=bound,
            losses=late.get(n, 0),
        )
        for n, (line, bound) in enumerate(zip(event.lines, commitments, strict=True), start=1)
    )
    for one in _happenings(event, pods, rules, told, lambda seats: seeded(happened, seats)):
        happened.append(one)  # One by one: the seeds follow from the events before.
    happened.append(ev.TournamentClosed(told=told, end=start))
    return [(one,) for one in happened]


def _late(event: Published) -> dict[int, int]:
    """Return how many rounds each late player lost first; one who had played before is not late."""
    lost: dict[int, int] = {}
    late = set[int]()
    for number, meetings in enumerate(event.rounds, start=1):
        for one in meetings:
            player = one.players[0]
            if one.is_loss_alone and lost.get(player, 0) == number - 1:
                lost[player] = number
                late |= {player} if one.alone is Alone.LATE else set()
    return {player: lost[player] for player in late}


def _without_late(pod: Pod, late: Mapping[int, int]) -> Pod:
    """Return a pod without the rounds that late players lost first: they come with the players."""
    rounds = [
        [m for m in meetings if not (m.is_loss_alone and number <= late.get(m.players[0], 0))]
        for number, meetings in enumerate(pod.rounds, start=1)
    ]
    return replace(pod, rounds=rounds)


def _happenings(
    event: Published,
    pods: Sequence[Pod],
    rules: Ruleset,
    told: ImportedFrom,
    order: Callable[[Sequence[PlayerId]], Sequence[PlayerId]],
) -> Iterator[ev.AnyEvent]:
    for number, meetings in enumerate(event.rounds, start=1):
        for one in meetings:
            if len(one.players) == 1 and one.alone is Alone.AWARDED_BYE:
                yield ev.ByeAwarded(told=told, player=number_of(one.players[0]), round=number)
    yield from _leavers(event, told, 0)
    if pods:
        formed = {pool_name(pod.divisions): pod.divisions for pod in pods}
        yield ev.PodsFormed(told=told, pods=formed)
    for pod in pods:
        if pod.swiss:
            yield ev.RoundsSet(told=told, rounds=pod.swiss, pool=pool_name(pod.divisions))
    for number in range(1, len(event.rounds) + 1):
        for pod in pods:
            yield from _round(event, pod, number, rules, told, order)
        yield from _leavers(event, told, number)


def _round(
    event: Published,
    pod: Pod,
    number: int,
    rules: Ruleset,
    told: ImportedFrom,
    order: Callable[[Sequence[PlayerId]], Sequence[PlayerId]],
) -> Iterator[ev.AnyEvent]:
    """Yield a round of a pod, preceded by the players of a second day or of the cut."""
    if number > len(pod.rounds):
        return
    meetings, pool = pod.rounds[number - 1], pool_name(pod.divisions)
    seats = tuple(number_of(n) for one in meetings for n in one.players)
    if pod.first_day == number - 1 and number > 1:
        yield ev.DayTwoMade(told=told, pool=pool, after=number - 1, players=seats)
    if number <= pod.swiss:
        if any(one.third_place for one in meetings):
            raise Unreadable(
                f"round {number}: a 3rd-place match is played in the cut, not in Swiss.",
                where=f"round {number}",
                hint=HINT,
            )
        yield from _paired(meetings, told, pool, number)
        return
    lost = set[int]()
    if number > pod.swiss + 1:
        lost = {player for one in pod.rounds[number - 2] for player in one.losers}
    brackets: dict[Division, list[Meeting]] = {}
    for one in meetings:
        ages = {event.division(event.lines[n - 1], rules) for n in one.players}
        if len(ages) > 1:
            names = " and ".join(event.lines[n - 1].person.name for n in one.players)
            raise Unreadable(
                f"round {number}: {names} meet in the cut, but belong to different divisions.",
                where=f"round {number}",
                hint=HINT,
            )
        brackets.setdefault(ages.pop(), []).append(one)
    for division, own in brackets.items():
        if number == pod.swiss + 1:
            seeds = tuple(order([number_of(n) for n in seated(own)]))
            where = bracket_name(division)
            yield ev.CutMade(told=told, division=division, pool=where, seeds=seeds)
        third = next((one for one in own if one.third_place or _met_after(lost, own, one)), None)
        yield from _paired(own, told, bracket_name(division), number, third)


def _paired(
    meetings: Sequence[Meeting],
    told: ImportedFrom,
    pool: Pool,
    number: int,
    third: Meeting | None = None,
) -> Iterator[ev.AnyEvent]:
    """Yield a round with its results; `third` is the 3rd-place match next to a final."""
    two = [one for one in meetings if len(one.players) == 2]
    one_each = [one for one in meetings if len(one.players) == 1]
    given = [one.table for one in two if one.table]
    whole = len(set(given)) == len(two)
    tables = {id(one): one.table if whole and one.table else n for n, one in enumerate(two, 1)}
    two.sort(key=lambda one: tables[id(one)])
    rest = [one for one in two if one is not third]
    if rest or one_each or not third:
        yield ev.RoundPaired(
            told=told,
            pool=pool,
            round=number,
            pairings=tuple(map(_pairing, rest)),
            tables=tuple(tables[id(one)] for one in rest),
            byes=tuple(
                Bye(number_of(one.players[0]), _KINDS[one.alone])
                for one in one_each
                if one.alone in _KINDS
            ),
            absent=tuple(number_of(one.players[0]) for one in one_each if one.is_loss_alone),
        )
    if third:
        yield ev.ThirdPlacePlayoffPaired(
            told=told, pool=pool, round=number, pairing=_pairing(third), table=tables[id(third)]
        )
    for one in two:
        yield ev.ResultReported(
            told=told,
            match=MatchId(pool, number, tables[id(one)]),
            result=one.result or Result(verdict=Verdict.UNPLAYED),
        )


def _met_after(lost: set[int], own: Sequence[Meeting], one: Meeting) -> bool:
    """Tell whether a match next to one other is between players who lost the round before."""
    return len(own) == len(one.players) == 2 and lost.issuperset(one.players)


def _pairing(one: Meeting) -> Pairing:
    return Pairing(*map(number_of, one.players))


def _leavers(event: Published, told: ImportedFrom, after: int) -> Iterator[ev.AnyEvent]:
    for number, line in enumerate(event.lines, start=1):
        if line.left == after:
            left = ev.PlayerDisqualified if line.disqualified else ev.PlayerDropped
            yield left(told=told, player=number_of(number), after=after)
