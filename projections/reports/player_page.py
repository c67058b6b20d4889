"""A player's own page: table, opponent, what to do now, and the record in the ledger."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.catalogue import Bracket, DayTwoMade
from roundbook.ledger.events.event import Event
from roundbook.ledger.phrases import Phrase
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.state.pools import flights_by_player, pool_of
from roundbook.ledger.state.round_names import called, first_round, match_round
from roundbook.ledger.state.rounds import planned_rounds, rounds_started
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, Pairing, PlayerId, Pool, Result, Role, Style
from roundbook.projections.bracket.bracket import eliminated, third_place
from roundbook.projections.bracket.tree import How
from roundbook.projections.reports.bracket_picture import drawings
from roundbook.projections.reports.clocks import dial_of
from roundbook.projections.reports.event_page import (
    Champion,
    champions,
    cuts_made,
    ends_swiss,
    following,
    has_played_swiss,
    may_move,
    whole,
)
from roundbook.projections.reports.lists import draft_seat, latest
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.remaining_rounds import StillToPlay, by_division
from roundbook.projections.reports.seating import Sat, now, seats, table
from roundbook.projections.reports.standings_page import Places, places
from roundbook.projections.rounds.rounds import State
from roundbook.projections.rounds_by_attendance import elimination_rounds
from roundbook.projections.standings.records import Record, Scored
from roundbook.projections.standings.shown import (
    COUNTED_WHEN_COMPLETE,
    after_which_round,
    counts_later,
)

# The log of each player, entry by entry, to check the ledger against.


class What(StrEnum):
    """What can happen to a player in public; penalties are not public."""

    REGISTERED = "registered"
    LATE = "came late"
    BYE = "bye awarded"
    REPORTED = "reported"
    CORRECTED = "corrected"
    TAKEN_BACK = "taken back"
    MORE_TIME = "more time"
    LEFT = "left"
    BACK = "back"


_OF_RESULT: dict[type[Event], What] = {
    ev.ResultReported: What.REPORTED,
    ev.ResultCorrected: What.CORRECTED,
    ev.ResultWithdrawn: What.TAKEN_BACK,
}


class Item(Struct, frozen=True, kw_only=True):
    """One line of a player's log: its entry, when, and which match.

    `result` is from this player's side; `why` is the reason given for a change. `is_own` tells
    whose report became the result, if the players reported different results by phone and staff
    decided; `by_judge` whether that was a judge. `minutes` are extra time: given, or what the match
    has `instead`.
    """

    seq: int
    at: datetime
    what: What
    round: int | None = None
    called: Phrase | None = None
    match: MatchId | None = None
    result: Result | None = None
    why: str | None = None
    is_own: bool | None = None
    by_judge: bool = False
    minutes: int = 0
    instead: bool = False


def logs(sight: Sight) -> dict[PlayerId, list[Item]]:
    """Return the log of each player, in order."""
    seated: dict[MatchId, Pairing] = {}
    found: dict[PlayerId, list[Item]] = {}
    for entry, event in each_event(sight.entries):
        if isinstance(event, ev.Seating):
            for table, pair in zip(event.tables, event.pairings, strict=False):
                seated[MatchId(event.pool, event.round, table)] = pair
        elif isinstance(event, ev.ThirdPlacePlayoffPaired):
            seated[MatchId(event.pool, event.round, event.table)] = event.pairing
        for player, item in _items(sight.t, entry, event, seated):
            is_own = item.what in {What.REGISTERED, What.LATE}
            for each in (player,) if is_own else sight.t.players_of(player):
                found.setdefault(each, []).append(item)
    return found


def _items(
    t: Tournament, entry: Entry, event: Event, seated: dict[MatchId, Pairing]
) -> Iterator[tuple[PlayerId, Item]]:
    """Yield the log line of each player whom an event is about."""
    match event:
        case ev.PlayerRegistered():
            yield event.player, _item(entry, What.REGISTERED)
        case ev.LatePlayerAdmitted():
            yield event.player, _item(entry, What.LATE)
        case ev.ByeAwarded():
            yield event.player, Item(seq=entry.seq, at=entry.at, what=What.BYE, round=event.round)
        case ev.PlayerDropped():
            yield event.player, _item(entry, What.LEFT)
        case ev.PlayerReinstated():
            yield event.player, _item(entry, What.BACK)
        case ev.ResultReported() | ev.ResultCorrected() | ev.ResultWithdrawn():
            result = None if isinstance(event, ev.ResultWithdrawn) else event.result
            pair = seated.get(event.match, ())
            kept = _kept_of(entry, event.match)
            for player, is_first in zip(pair, (True, False), strict=False):
                own = Item(
                    seq=entry.seq,
                    at=entry.at,
                    what=_OF_RESULT[type(event)],
                    round=event.match.round,
                    called=match_round(t, event.match),
                    match=event.match,
                    result=result if is_first or result is None else result.turned(),
                    why=None if isinstance(event, ev.ResultReported) else event.reason,
                    is_own=None if kept is None else kept == player,
                    by_judge=entry.hand.role in JUDGES,
                )
                yield player, own
        case ev.TimeExtended():
            for player in seated.get(event.match, ()):
                yield (
                    player,
                    Item(
                        seq=entry.seq,
                        at=entry.at,
                        what=What.MORE_TIME,
                        called=match_round(t, event.match),
                        match=event.match,
                        why=event.reason,
                        minutes=event.minutes,
                        instead=event.instead,
                    ),
                )
        case _:
            return


JUDGES = frozenset({Role.JUDGE, Role.HEAD_JUDGE})


def _kept_of(entry: Entry, match: MatchId) -> PlayerId | None:
    """Return whose phone report became the result in an entry; None if they did not differ.

    The note about that player is in the entry of the result; any other note has its own entry.
    """
    if not any(isinstance(event, ev.ResultReported) for event in entry.events):
        return None
    notes = (one for one in entry.events if isinstance(one, ev.NoteMade) and one.match == match)
    return next((one.player for one in notes), None)


def _item(entry: Entry, what: What) -> Item:
    return Item(seq=entry.seq, at=entry.at, what=what)


# The player's own page: what to do now, and the record so far.


class Now(StrEnum):
    """What a player has to do now."""

    EARLY = "nothing is paired yet"
    SIT = "go to the table"
    BYE = "a bye"
    WAIT = "wait for the next round"
    LEFT = "has left"
    LAST = "the last match is over"
    PLAYED = "all rounds are played"
    CUT = "the cut comes next"
    SEEDED = "in the cut"
    MISSED = "not in the cut"
    OUT = "out of the bracket"
    SECOND = "lost the final"
    WON = "won the bracket"
    NO_SECOND_DAY = "not in the second day"
    OVER = "the tournament is over"


DONE = frozenset({
    *(Now.LEFT, Now.MISSED, Now.OUT, Now.SECOND, Now.WON, Now.NO_SECOND_DAY, Now.OVER)
})  # fmt: skip
"""After these a player is not paired again, unless the desk reinstates them."""


class Pip(Struct, frozen=True, kw_only=True):
    """A round of a player as a mark: how it was scored, whether it `is_now`, or else still to come.

    `called` is the name of the round, `number` its place in the day.
    """

    number: int
    called: Phrase
    scored: Scored | None = None
    is_now: bool = False


class Person(Struct, frozen=True, kw_only=True):
    """The content of a player's page.

    `named` is whether there is a name to show; `draft` is the table and seat of a draft, before
    round 1; `second_day` is whether the player made day two. `sat` is the seat in the latest round,
    `ends_at` when time is called there. `rounds` are the rounds so far, latest first, and `pips`
    all of them in the order of play, with those to come; `to_check` are those whose results can
    still be corrected, earliest first. For a member of a `team`, everything played is the team's,
    represented by `first`. `slips` tells whether the slips of the round were printed.
    `shares` is whether another player has the same place, `so_far` whether the round in progress
    may change it, `after` which round it is after, `later` why the record
    has more than the standings. `seed` is the seed in the cut, `meets` the round
    and the opponent that come next in the bracket, if they are known, `cut_ahead` whether there may
    still be a cut, `may_change` whether a drop may still change who is in the one that was made,
    and `no_cut` whether only other divisions have one; `won` is set for a champion. `follows` is
    the next Swiss round, if the latest is over and the next is not posted yet. `left_to_play` is
    what the player's division still has. `announced` is whether prizes, or anything in words, were
    announced: it may say what comes after the last match. `erased` is whether the
    name was, and `whole` whether every division has played its last match.
    """

    player: PlayerId
    name: str
    named: bool
    division: Division
    flight: Pool | None
    draft: tuple[int, int] | None
    second_day: bool
    late: bool
    team: str | None
    first: PlayerId
    left: bool
    disqualified: bool
    now: Now
    sat: Sat | None
    opponent: str | None
    started: bool
    begins_at: datetime | None
    ends_at: datetime | None
    turns: int
    turns_end_at: datetime | None
    more: int
    more_why: tuple[str, ...]
    slips: bool
    record: Record
    place: int | None
    of: int
    has_swiss: bool
    rounds: tuple[tuple[Sat, str | None], ...]
    pips: tuple[Pip, ...]
    to_check: tuple[Sat, ...]
    log: tuple[Item, ...]
    seed: int | None = None
    meets: tuple[Phrase, PlayerId, str] | None = None
    cut_ahead: bool = False
    no_cut: bool = False
    may_change: bool = False
    shares: bool = False
    so_far: bool = False
    after: Phrase | None = None
    later: Phrase | None = None
    won: Champion | None = None
    follows: int | None = None
    left_to_play: StillToPlay | None = None
    announced: bool = False
    erased: bool = False
    whole: bool = False

    @property
    def is_done(self) -> bool:
        """Whether the player will not be paired again."""
        return self.now in DONE


def person(sight: Sight, player: PlayerId) -> Person:
    """Return the content of a player's page; the player is registered."""
    t = sight.t
    first = t.entrant(player)
    known = t.players[first]
    taken = day_two_of(t, first)
    sat = now(sight, first)
    dial = dial_of(sight, sat.pool, sat.round) if sat else None
    more = (
        next((one for one in dial.longer if sat and one.match == sat.match), None) if dial else None
    )
    own, bracket = sight.once(seats)[first], _bracket(sight, first)
    won = (one for one in sight.once(champions) if one.line.one.player == first)
    standing: Places = sight.once(places)
    log = sight.once(logs).get(player, [])
    return Person(
        player=player,
        name=sight.name(player),
        named=player in sight.book.players,
        division=t.players[player].division,
        flight=flights_by_player(t).get(first),
        draft=draft_seat(sight, player),
        second_day=bool(taken and first in taken.players) and t.closed is None,
        late=known.late,
        team=sight.name(first) if player in t.in_team else None,
        first=first,
        left=known.out,
        disqualified=known.disqualified,
        now=_now(sight, first, sat),
        sat=sat,
        opponent=sight.name(sat.opponent) if sat and sat.opponent else None,
        started=bool(sat and (sat.third_place or t.rounds[sat.pool, sat.round].started)),
        begins_at=dial.begins_at if dial else None,
        ends_at=dial.of_match(sat.match) if dial and sat else None,
        turns=dial.turns if dial else 0,
        turns_end_at=dial.turns_end_of(sat.match) if dial and sat else None,
        more=more.minutes if more else 0,
        more_why=tuple(_reasons(log, more.match)) if more else (),
        slips=bool(sat and (sheet := t.rounds.get((sat.pool, sat.round))) and sheet.slips),
        record=sight.once(table)[first],
        place=standing.of_player.get(first),
        of=standing.sizes[known.division],
        has_swiss=not t.is_elimination,
        rounds=tuple(
            (one, sight.name(one.opponent) if one.opponent else None) for one in reversed(own)
        ),
        pips=tuple(_pips(sight, first, own)),
        to_check=tuple(one for one in own if one.until and one.scored),
        log=tuple(reversed(log)),
        seed=bracket.seeds.index(first) + 1 if bracket and first in bracket.seeds else None,
        meets=_meets(sight, first),
        cut_ahead=not t.is_elimination and bracket is None and _has_cut(t, known.division),
        may_change=bracket is not None
        and not t.is_elimination
        and not rounds_started(t, bracket.pool),
        no_cut=bracket is None and _has_no_cut(t, known.division),
        shares=standing.is_shared(first),
        so_far=may_move(sight, first),
        after=after_which_round(t, first),
        later=COUNTED_WHEN_COMPLETE if counts_later(t, first) else None,
        won=next(won, None),
        follows=_follows(sight, sat),
        left_to_play=sight.once(by_division).get(known.division) if sat else None,
        announced=bool(t.announcement and (t.announcement.prizes or t.announcement.text)),
        erased=player in t.erased,
        whole=sight.once(whole),
    )


def _reasons(log: Sequence[Item], match: MatchId) -> list[str]:
    """Return why a match has the extra time that it has; what was replaced no longer counts."""
    given = [one for one in log if one.what is What.MORE_TIME and one.match == match]
    since = max((number for number, one in enumerate(given) if one.instead), default=0)
    return [one.why for one in given[since:] if one.why]


def _pips(sight: Sight, player: PlayerId, own: Sequence[Sat]) -> Iterator[Pip]:
    """Yield the rounds of a player in the order of play; none before the first is paired.

    After those so far come the Swiss rounds that are planned, or those of the bracket up to the
    final, as long as the player is in.
    """
    t = sight.t
    for sat in sorted(own, key=lambda one: one.round):
        now = sat.scored is None
        yield Pip(number=sat.round, called=sat.called, scored=sat.scored, is_now=now)
    if not own or t.closed is not None or t.players[player].out:
        return
    pool, latest = own[-1].pool, max(sat.round for sat in own)
    bracket = _bracket(sight, player)
    if bracket is None:
        taken, said = t.day_two.get(pool), t.announcement
        last = planned_rounds(t, pool) or 0
        if taken and said and player in taken.players:
            last = taken.after + said.day_two.get(t.players[player].division, 0)
    elif player in bracket.seeds and player not in eliminated(t, bracket.pool):
        pool = bracket.pool
        last = first_round(t, pool) - 1 + elimination_rounds(len(bracket.seeds))
    else:
        return
    for number in range(latest + 1, last + 1):
        yield Pip(number=number, called=called(t, pool, number))


def _now(sight: Sight, player: PlayerId, sat: Sat | None) -> Now:
    """Return what a player has to do now."""
    t = sight.t
    if t.closed is not None:
        return Now.OVER
    if sat and sat.scored is None:
        return Now.SIT
    if t.players[player].out:
        return Now.LEFT
    if not any(t.latest.values()):
        return Now.EARLY
    taken = day_two_of(t, player)
    if taken and player not in taken.players:
        return Now.NO_SECOND_DAY
    if in_bracket := _in_bracket(sight, player):
        return in_bracket
    if sat is None:
        return _after_the_pod(sight, player)
    if sat.scored in {Scored.BYE, Scored.AWARDED_BYE} and not _is_complete(sight, sat.pool):
        return Now.BYE
    return Now.WAIT if sat.in_bracket else _after(sight, player, sat)


def _after_the_pod(sight: Sight, player: PlayerId) -> Now:
    """Return what comes for a player without a seat: nothing, if a bracket replaced their pod."""
    t, own = sight.t, sight.once(seats).get(player, [])
    is_latest = bool(own) and own[-1].round == t.latest.get(own[-1].pool)
    return _after(sight, player, own[-1]) if is_latest else Now.WAIT


def _after(sight: Sight, player: PlayerId, sat: Sat) -> Now:
    """Return what comes after a Swiss round that is over for a player."""
    t = sight.t
    own = t.players[player].division
    if not ends_swiss(t, sat.pool, sat.round, own):
        return Now.WAIT
    if _has_cut(t, own):
        return Now.CUT
    return Now.PLAYED if has_played_swiss(sight, own) else Now.LAST


def _in_bracket(sight: Sight, player: PlayerId) -> Now | None:
    """Return a player's outcome in their bracket; None before it, and while they are in it."""
    t, bracket = sight.t, _bracket(sight, player)
    if bracket is None:
        return None
    if player not in bracket.seeds:
        return Now.MISSED
    out = eliminated(t, bracket.pool)
    still = len(bracket.seeds) - len(out)
    if player not in out:
        is_waiting = not t.latest.get(bracket.pool) and not t.is_elimination
        return Now.WON if still == 1 else Now.SEEDED if is_waiting else None
    if _may_be_third(t, bracket.pool, player):
        return None
    return Now.SECOND if still <= 1 and out[player] == max(out.values()) else Now.OUT


def _meets(sight: Sight, player: PlayerId) -> tuple[Phrase, PlayerId, str] | None:
    """Return the next round of a player's bracket with the opponent, if both are known already."""
    made = sight.once(cuts_made)
    for drawn in (one for one in sight.once(drawings) if one.tree.pool in made):
        for node in (one for nodes in drawn.tree.rounds for one in nodes):
            if node.how is How.TO_COME and node.first and node.second:
                pair = (node.first, node.second)
                if player in pair:
                    other = pair[pair.index(player) - 1]
                    return called(sight.t, drawn.tree.pool, node.round), other, sight.name(other)
    return None


def _may_be_third(t: Tournament, pool: Pool, player: PlayerId) -> bool:
    """Tell whether a 3rd-place match waits for a player: paired, or announced."""
    playoff = t.playoffs.get(pool)
    if playoff is None and not t.announced_third_place:
        return False
    return playoff not in t.results and player in (third_place(t, pool) or ())


def _bracket(sight: Sight, player: PlayerId) -> Bracket | None:
    """Return the bracket of a player's division: the one with the player, if there are several."""
    own, made = sight.t.players[player].division, sight.once(cuts_made).values()
    found = [one for one in made if one.seeds and one.division in {own, None}]
    return next((one for one in found if player in one.seeds), found[-1] if found else None)


def _has_cut(t: Tournament, division: Division) -> bool:
    """Tell whether a division may have a cut: as announced, or before that by the style."""
    if t.closed is not None or t.opened is None:
        return False
    told, by_style = t.announcement, t.opened.style is Style.SWISS_PLUS_CUT
    return by_style if told is None else bool(told.cut.get(division))


def _has_no_cut(t: Tournament, division: Division) -> bool:
    """Tell whether a cut was announced for other divisions, but not for this one."""
    if t.announcement is None or t.closed is not None or t.is_elimination:
        return False
    cut = t.announcement.cut
    return any(cut.values()) and not cut.get(division)


def day_two_of(t: Tournament, player: PlayerId) -> DayTwoMade | None:
    """Return which players of a player's pool made day two, once that is known (TOP §3.3.5)."""
    pool = pool_of(t, t.players[player])
    return t.day_two.get(pool) if pool else None


def _is_complete(sight: Sight, pool: Pool) -> bool:
    """Tell whether the latest round of a pool has been played to the end."""
    return any(
        one.round.pool == pool and one.round.state is State.COMPLETED for one in sight.once(latest)
    )


def _follows(sight: Sight, sat: Sat | None) -> int | None:
    """Return the Swiss round that a player waits for; None during a round, and after the last."""
    rounds = (one.round for one in sight.once(latest) if sat and one.round.pool == sat.pool)
    found = (one.number + 1 for one in rounds if following(sight.t, one))
    return None if sat and sat.in_bracket else next(found, None)
