"""The rounds of a pod as in a .tdf file: flights and brackets of one round together."""

from collections.abc import Iterator

from msgspec import Struct

from roundbook.ledger.state.rounds import verdict_of
from roundbook.ledger.state.tournament import Round
from roundbook.ledger.terms import ByeKind, MatchId, Pairing, PlayerId, Pool, Verdict
from roundbook.projections.tdf.account import Account
from roundbook.projections.tdf.elements import ROUND, TIGHT, Element, text, within
from roundbook.projections.tdf.event_times import midnight

ELIMINATION = 1
PAIRED, RUNNING, COMPLETE, LAST = 2, 4, 6, 8
"""Stages of a round. TOM writes 8 for the last Swiss round, and for the last round of the cut."""

OPEN, FORCED_LOSS = 0, 8
_OUTCOMES = {
    Verdict.FIRST: 1,
    Verdict.SECOND: 2,
    Verdict.TIE: 3,
    Verdict.DOUBLE_LOSS: 10,
    Verdict.UNPLAYED: OPEN,
}
_BYES = {ByeKind.AWARDED: 4, ByeKind.RANDOM: 5}


class Together(Struct, frozen=True, kw_only=True):
    """What a pod plays in one round: matches with their tables, byes, and lost rounds."""

    number: int
    elimination: bool
    parts: tuple[Round, ...]
    matches: tuple[tuple[int, MatchId, Pairing], ...]
    forced: tuple[PlayerId, ...] = ()

    @property
    def pools(self) -> tuple[Pool, ...]:
        """The pools that play the round."""
        own = [part.pool for part in self.parts] + [match.pool for _, match, _ in self.matches]
        return tuple(dict.fromkeys(own))


def rounds(account: Account, pool: Pool) -> Element:
    """Return the rounds of a pod, in order."""
    every = [*played(account, pool)]
    last = {one.elimination: one.number for one in every}
    return within(
        "rounds",
        *(_round(account, pool, one, last=last[one.elimination] == one.number) for one in every),
    )


def played(account: Account, pool: Pool) -> Iterator[Together]:
    """Yield what a pod plays, round by round; in the cut, what its brackets play."""
    late = [player for player in account.members(pool) if player.losses or player.missed]
    for number in account.numbers(pool):
        parts = _parts(account, account.swiss(pool), number)
        brackets = account.brackets(pool)
        eliminating = not parts
        parts += _parts(account, brackets, number)
        found = [(match, pair) for part in parts for match, pair in part.matches()]
        playoffs = (account.t.playoffs.get(bracket) for bracket in brackets)
        found += [(one, account.t.matches[one]) for one in playoffs if one and one.round == number]
        seated = {player for part in parts for player in part.players()}
        yield Together(
            number=number,
            elimination=eliminating,
            parts=tuple(parts),
            matches=tuple(_at_tables(found)),
            forced=(
                *(
                    player.id
                    for player in late
                    if player.lost_alone(number) and player.id not in seated and not eliminating
                ),
                *(player for part in parts for player in part.absent),
            ),
        )


def _parts(account: Account, pools: tuple[Pool, ...], number: int) -> list[Round]:
    there = account.t.rounds
    return [there[pool, number] for pool in pools if (pool, number) in there]


def _at_tables(found: list[tuple[MatchId, Pairing]]) -> list[tuple[int, MatchId, Pairing]]:
    """Return matches by table; a table used twice in a pod gets a free number."""
    taken: set[int] = set()
    last = max((match.table for match, _ in found), default=0)
    placed = []
    for match, pair in found:
        table = match.table
        if table in taken:
            last += 1
            table = last
        taken.add(table)
        placed.append((table, match, pair))
    return sorted(placed)


def _round(account: Account, pool: Pool, one: Together, *, last: bool) -> Element:
    key = (one.pools[0], one.number)
    times = account.moments
    timed = account.heading.since("1.80")
    found = [
        text("timeleft", _time_left(account, one)),
        *([text("pairtime", times.paired.get(key, ""))] if timed else []),
        *([text("starttime", times.started.get(key, ""))] if timed else []),
        within("matches", *_matches(account, one)),
    ]
    return within(
        "round",
        *found,
        about=one.number,
        end=ROUND,
        number=one.number,
        type=ELIMINATION if one.elimination else account.type,
        stage=_stage(account, pool, one, last=last),
    )


def _time_left(account: Account, one: Together) -> int:
    """Return the seconds of a round that has not started; 0 for others, as they are unknown."""
    if any(part.started for part in one.parts):
        return 0
    heading = account.heading
    return 60 * ((heading.finalsroundtime if one.elimination else heading.roundtime) or 0)


def _stage(account: Account, pool: Pool, one: Together, *, last: bool) -> int:
    """Return the stage of a round; of an imported round, only its results count.

    `last` is whether it is the latest of Swiss, or of the cut.
    """
    verdicts = [verdict_of(account.t, match) for _, match, _ in one.matches]
    begun = any(verdicts) or any(part.started and not part.told for part in one.parts)
    if not begun:
        return PAIRED
    if None in verdicts:
        return RUNNING
    # Whether no round of its kind can follow: of Swiss, or of the cut.
    swiss_is_over = account.brackets(pool) or one.number == account.planned(pool)
    over = account.t.closed or (swiss_is_over and not one.elimination)
    return LAST if last and over else COMPLETE


def _matches(account: Account, one: Together) -> Iterator[Element]:
    """Yield byes, forced losses, and matches by table."""
    opened = account.t.opened
    unknown = midnight(opened.start) if opened else ""  # Of a round that a save has told.
    for part in one.parts:
        for bye in part.byes:
            at = account.moments.paired.get((part.pool, part.number)) or unknown
            seat = _seat(account, "player", bye.player)
            yield _match(_BYES[bye.kind], at, 0, seat, about=bye.player)
    for player in one.forced:
        at = account.moments.paired.get((one.pools[0], one.number)) or unknown
        yield _match(FORCED_LOSS, at, 0, _seat(account, "player", player), about=player)
    for table, match, pair in one.matches:
        verdict = verdict_of(account.t, match)
        paired = account.moments.paired.get((match.pool, match.round), "")
        at = account.moments.reported.get(match, paired) if verdict else paired
        yield _match(
            _OUTCOMES[verdict] if verdict else OPEN,
            at,
            table,
            _seat(account, "player1", pair.first),
            _seat(account, "player2", pair.second),
            about=" ".join(sorted(pair)),
        )


def _seat(account: Account, tag: str, player: PlayerId) -> Element:
    return within(tag, end=TIGHT, userid=account.people[player].userid)


def _match(outcome: int, at: str, table: int, *seats: Element, about: str) -> Element:
    more = (text("timestamp", at), text("tablenumber", table))
    return within("match", *seats, *more, about=about, outcome=outcome)
