"""The event page: the announcement, the progress of every pool, messages, and the winners."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.events.catalogue import AnnouncementMade, Bracket, TournamentOpened
from roundbook.ledger.phrases import Phrase
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.check_in import came
from roundbook.ledger.state.round_names import called
from roundbook.ledger.state.rounds import decision, planned_rounds, rounds_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool, Score, Verdict
from roundbook.ledger.text import folded, with_names
from roundbook.projections.bracket.bracket import eliminated, next_round
from roundbook.projections.judging.calls_and_messages import is_for, messages
from roundbook.projections.reports.clocks import Dial, decks_built, dial_of
from roundbook.projections.reports.lists import DraftTable, draft_tables, latest
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.remaining_rounds import StillToPlay, still_to_play
from roundbook.projections.reports.standings_page import PlaceLine, places
from roundbook.projections.rounds.clock import BuildingClock
from roundbook.projections.rounds.next_bracket_round import seed_again
from roundbook.projections.rounds.rounds import PostedRound, State, in_play

FIRST = 4
"""How many places of each division the page of a finished event shows."""


First = tuple[Division, tuple[PlaceLine, ...]]
"""A division that has played its last match, and who is in first place."""


class PoolStatus(Struct, frozen=True, kw_only=True):
    """A pool or a bracket with its latest round; `of` is the announced number of Swiss rounds.

    `second_day` is whether it is a round of day two (TOP §3.3.5). `follows` is the name of the next
    round, if this one is over and the next is not posted yet; `cut_follows` is whether the cut
    comes instead. `firsts` are its divisions that have played their last match.
    """

    pool: Pool
    round: PostedRound
    of: int | None
    dial: Dial | None
    second_day: bool = False
    follows: Phrase | None = None
    cut_follows: bool = False
    firsts: tuple[First, ...] = ()


class SaidMessage(Struct, frozen=True, kw_only=True):
    """A message from the desk as everybody reads it, with names instead of numbers."""

    at: datetime
    text: str
    division: Division | None


def said_by_desk(sight: Sight, player: PlayerId | None = None) -> tuple[SaidMessage, ...]:
    """Return the messages for a player; without one, those for everybody and whole divisions."""
    t = sight.t
    return tuple(
        SaidMessage(at=one.at, text=with_names(one.text, sight.person), division=one.division)
        for one in (messages(t, sight.entries) if t.messages else ())
        if (is_for(one, t, player) if player else one.match is None)
    )


class About(Struct, frozen=True, kw_only=True):
    """The content of an event's page.

    `messages` are those for everybody, or for a division. `winners` are the first places of each
    division, once the tournament is over; `drafts` are the seats of a draft, before round 1;
    `building` is the clock for building decks. `left` is empty if the rounds or their length are
    not announced. `cuts` are the brackets that are not paired yet, with their players by seed;
    `finished` are the pods that a bracket of another division has replaced; `whole` tells whether
    every division has played its last match.
    """

    start: date | None
    end: date | None
    players: int
    said: AnnouncementMade | None
    parts: tuple[PoolStatus, ...]
    is_over: bool
    drafts: tuple[DraftTable, ...]
    building: BuildingClock | None
    messages: tuple[SaidMessage, ...]
    left: tuple[tuple[tuple[Division, ...], StillToPlay], ...]
    cuts: tuple[tuple[Pool, tuple[tuple[PlayerId, str], ...]], ...]
    finished: tuple[tuple[Pool, tuple[First, ...]], ...]
    whole: bool
    winners: tuple[tuple[Division | None, tuple[PlaceLine, ...]], ...]


def about(sight: Sight) -> About:
    """Return the content of an event's page."""
    t = sight.t
    return About(
        start=t.opened.start if t.opened else None,
        end=t.opened.end if t.opened else None,
        players=playing(t),
        said=t.announcement,
        parts=tuple(_parts(sight)),
        is_over=t.closed is not None,
        drafts=sight.once(draft_tables),
        building=sight.once(decks_built),
        messages=said_by_desk(sight),
        left=sight.once(still_to_play),
        cuts=tuple(_cuts(sight)),
        finished=tuple(_finished(sight)),
        whole=sight.once(whole),
        winners=_winners(sight) if t.closed else (),
    )


def playing(t: Tournament) -> int:
    """Return the number of players, without those who dropped before round 1."""
    return len(came(t))


def cuts_made(sight: Sight) -> dict[Pool, Bracket]:
    """Return the brackets, without those whose cut has to be made again: others advance then."""
    t = sight.t
    return {pool: cut for pool, cut in t.cuts.items() if not seed_again(t, sight.rules, pool)}


def _cuts(sight: Sight) -> Iterator[tuple[Pool, tuple[tuple[PlayerId, str], ...]]]:
    """Yield each cut that is not paired yet, with the players who advance, by seed."""
    t = sight.t
    for pool, cut in sight.once(cuts_made).items():
        if cut.division and cut.seeds and not t.latest.get(pool) and t.closed is None:
            yield pool, tuple((player, sight.name(player)) for player in cut.seeds)


def _parts(sight: Sight) -> list[PoolStatus]:
    """Return every pool in play, with its latest round."""
    t = sight.t
    return [
        PoolStatus(
            pool=one.round.pool,
            round=one.round,
            of=None if one.in_bracket else planned_rounds(t, one.round.pool),
            dial=dial_of(sight, one.round.pool, one.round.number),
            second_day=is_second_day(t, one.round.pool, one.round.number),
            follows=following(t, one.round),
            cut_follows=_cut_follows(sight, one.round),
            firsts=tuple(_firsts(sight, one.round.pool)),
        )
        for one in sight.once(latest)
    ]


def following(t: Tournament, one: PostedRound) -> Phrase | None:
    """Return the name of the next round if this one is over; None if no next one is known.

    Whether it has been paired, but not posted, makes no difference to players who wait for a table.
    """
    if one.state is not State.COMPLETED or t.closed is not None:
        return None
    if (one.pool, one.number) not in t.rounds:  # The 3rd-place match: the semi-finals say it.
        return None
    if one.pool in t.cuts:
        coming = next_round(t, one.pool)
        return called(t, one.pool, coming.number) if coming else None
    planned = planned_rounds(t, one.pool)
    return called(t, one.pool, one.number + 1) if planned and one.number < planned else None


def may_move(sight: Sight, player: PlayerId) -> bool:
    """Tell whether a round in progress may still change the place of a player.

    A bracket changes only the places of players who are still in it, or play for third place.
    """
    t, own = sight.t, sight.t.players[player].division
    for board in sight.once(latest) if t.closed is None else ():
        pool = board.round.pool
        if board.round.state is State.STARTED:
            cut = t.cuts.get(pool)
            if cut and player in cut.seeds and player not in eliminated(t, pool):
                return True
            if cut and any(player in t.matches[match] for match in board.round.open):
                return True
            if not cut and own in t.pods.get(pool, ()):
                return True
    return False


def ends_swiss(t: Tournament, pool: Pool, number: int, division: Division) -> bool:
    """Tell whether a round is the last Swiss round of a division without day two."""
    said, planned = t.announcement, planned_rounds(t, pool)
    if said is None or not planned or said.day_two.get(division):
        return False
    return number >= planned


def _cut_follows(sight: Sight, one: PostedRound) -> bool:
    """Tell whether a round was the last before a cut that was announced but not made yet."""
    t, said = sight.t, sight.t.announcement
    if said is None or one.state is not State.COMPLETED or t.closed is not None:
        return False
    made = {cut.division for cut in sight.once(cuts_made).values()}
    to_cut = (d for d in t.pods.get(one.pool, ()) if said.cut.get(d) and d not in made)
    return any(ends_swiss(t, one.pool, one.number, division) for division in to_cut)


def _finished(sight: Sight) -> Iterator[tuple[Pool, tuple[First, ...]]]:
    """Yield the pods that a bracket has replaced, with the divisions that do not play in one."""
    shown = in_play(sight.t)
    for pool in sight.t.pods:
        if pool not in shown and (firsts := tuple(_firsts(sight, pool))):
            yield pool, firsts


def _firsts(sight: Sight, pool: Pool) -> Iterator[First]:
    """Yield the players in first place of each division that has no more rounds, and no cut."""
    t = sight.t
    if pool in t.cuts or t.closed is not None or not t.latest.get(pool):
        return
    for block in sight.once(places).blocks:
        own = block.division
        if own and own in t.pods.get(pool, ()) and _ends_without_cut(sight, own):
            yield own, tuple(line for line in block.lines if line.one.place == 1)


def _ends_without_cut(sight: Sight, division: Division) -> bool:
    """Tell whether a division has no more rounds, and no cut follows."""
    said = sight.t.announcement
    return said is not None and not said.cut.get(division) and has_played_swiss(sight, division)


def whole(sight: Sight) -> bool:
    """Tell whether every division has played its last match."""
    return all(has_played_all(sight, block.division) for block in sight.once(places).blocks)


def has_played_all(sight: Sight, division: Division | None) -> bool:
    """Tell whether a division has played its last match, or everybody in single elimination."""
    t = sight.t
    brackets = [pool for pool, cut in t.cuts.items() if cut.division == division]
    if brackets:
        thirds = (t.playoffs.get(pool) for pool in brackets)
        return all(_is_won(t, pool) for pool in brackets) and all(
            decision(t, third) is not None for third in thirds if third
        )
    begun = any(division in ages and t.latest.get(pool) for pool, ages in t.pods.items())
    return division is not None and begun and _ends_without_cut(sight, division)


def has_played_swiss(sight: Sight, division: Division) -> bool:
    """Tell whether the last Swiss round of a division is complete in each of its flights."""
    rounds = (board.round for board in sight.once(latest))
    return all(
        each.state is State.COMPLETED and ends_swiss(sight.t, each.pool, each.number, division)
        for each in rounds
        if division in sight.t.pods.get(each.pool, ())
    )


def _winners(sight: Sight) -> tuple[tuple[Division | None, tuple[PlaceLine, ...]], ...]:
    """Return the first places of each division."""
    return tuple(
        (
            block.division,
            tuple(line for line in block.lines if line.one.place and line.one.place <= FIRST),
        )
        for block in sight.once(places).blocks
    )


# Champions: known once the final has a result, not only when the tournament is closed.


class Champion(Struct, frozen=True, kw_only=True):
    """The first of a division, or of a bracket of all divisions; with the final, if there was one.

    `record` is that of the Swiss rounds, empty in single elimination, which has none; `beat` is the
    opponent in the final, and `games` its score. `next` are the places after it, up to the fourth,
    as far as nothing that is still being played may change them.
    """

    division: Division | None
    line: PlaceLine
    record: str
    beat: str | None = None
    games: Score | None = None
    next: tuple[PlaceLine, ...] = ()


def champions(sight: Sight) -> tuple[Champion, ...]:
    """Return the champions: of a bracket after its final, otherwise after the close."""
    t = sight.t
    over = {cut.division: pool for pool, cut in t.cuts.items() if _is_won(t, pool)}
    found = []
    for block in sight.once(places).blocks:
        pool = over.get(block.division) if block.division else next(iter(over.values()), None)
        if pool is None and t.closed is None:
            continue
        firsts = [line for line in block.lines if line.one.place == 1]
        if len(firsts) == 1:
            # The match for third place may be over after the final.
            third = t.playoffs.get(pool) if pool else None
            known = 2 if third and decision(t, third) is None else FIRST
            after = tuple(
                line for line in block.lines if line.one.place and 1 < line.one.place <= known
            )
            one = _champion(sight, pool, block.division, firsts[0])
            found.append(replace(one, next=after))
    return tuple(found)


def _is_won(t: Tournament, pool: Pool) -> bool:
    """Tell whether only one player is left in a bracket."""
    return len(t.cuts[pool].seeds) - len(eliminated(t, pool)) == 1


def _champion(
    sight: Sight, pool: Pool | None, division: Division | None, line: PlaceLine
) -> Champion:
    """Return a champion, with the final if there was one."""
    won, record = line.one.player, "" if sight.t.is_elimination else line.one.record
    # If all others dropped before the bracket was paired, there is no final.
    last = rounds_of(sight.t, pool)[-1:] if pool else []
    for match, pair in (seated for final in last for seated in final.matches()):
        result = sight.t.results.get(match)
        if won in pair and result is not None:
            first, second = pair
            seen, other = (result, second) if won == first else (result.turned(), first)
            if seen.verdict is Verdict.FIRST:
                beat = sight.name(other)
                return Champion(
                    division=division, line=line, record=record, beat=beat, games=seen.games
                )
    return Champion(division=division, line=line, record=record)


def is_second_day(t: Tournament, pool: Pool, number: int) -> bool:
    """Tell whether a round belongs to day two."""
    taken = t.day_two.get(pool)
    return taken is not None and number > taken.after


# The clocks: identical ones are shown as one.


class Face(Struct, frozen=True, kw_only=True):
    """A clock, or the progress of a round, for all pools for which it is the same."""

    parts: tuple[PoolStatus, ...]

    @property
    def of(self) -> PoolStatus:
        """One of the pools, for what all of them have in common."""
        return self.parts[0]

    @property
    def is_alike(self) -> bool:
        """Whether all pools are in the same round, of the same number of rounds."""
        return len({_round(one) for one in self.parts}) == 1

    @property
    def tables(self) -> int:
        """How many matches there are."""
        return sum(len(one.round.tables) for one in self.parts)

    @property
    def out(self) -> int:
        """How many matches are still being played."""
        return sum(len(one.round.open) for one in self.parts)


def faces(parts: Iterable[PoolStatus]) -> list[Face]:
    """Return every clock once, in the order of the first pool of each."""
    found: dict[tuple[object, ...], list[PoolStatus]] = {}
    for one in parts:
        dial = one.dial
        runs = (
            dial and dial.ends_at and (dial.begins_at, dial.ends_at, dial.turns, dial.turns_end_at)
        )
        found.setdefault(runs or (*_round(one), one.round.state), []).append(one)
    return [Face(parts=tuple(same)) for same in found.values()]


def _round(one: PoolStatus) -> tuple[int | str, int | None, bool]:
    """Return the name of a round, and of how many."""
    return one.round.called, one.of, one.second_day


# A tournament in one line, for the list of tournaments on this server.


class RoundNow(Struct, frozen=True, kw_only=True):
    """What is being played at a tournament in a list, and its clock.

    `pools` are those that it is about, empty if there are no others; `of` is the number of Swiss
    rounds, None in a bracket. Without an end, no clock runs.
    """

    pools: tuple[Pool, ...]
    number: int
    of: int | None
    called: Phrase
    state: State
    begins_at: datetime | None = None
    ends_at: datetime | None = None
    turns: int = 0


def now_played(sight: Sight) -> tuple[RoundNow, ...]:
    """Return what is being played, or was last, each clock once; empty before and after."""
    t = sight.t
    every = faces(sight.once(about).parts) if t.closed is None else []
    found = []
    for face in every:
        one = face.of
        clock = one.dial if one.dial and one.dial.ends_at else None
        found.append(
            RoundNow(
                pools=tuple(part.pool for part in face.parts) if len(every) > 1 else (),
                number=one.round.number,
                of=one.of,
                called=one.round.called,
                state=one.round.state,
                begins_at=clock.begins_at if clock else None,
                ends_at=clock.ends_at if clock else None,
                turns=clock.turns if clock else 0,
            )
        )
    return tuple(found)


STARTED = frozenset({State.STARTED, State.COMPLETED})
"""The states of a round that has started."""


class ListedTournament(Struct, frozen=True, kw_only=True):
    """A tournament in a list; without a start, it cannot be read right now.

    The number of players, whether it is over, and what is being played `now` are known only if the
    whole ledger was read.
    """

    slug: str
    name: str
    start: date | None = None
    end: date | None = None
    players: int | None = None
    is_over: bool = False
    now: tuple[RoundNow, ...] = ()

    def when(self, today: date) -> str:
        """Return whether it is today, coming, over or unknown, as of a day.

        What was not closed yesterday is still today's: it went on after midnight, or nobody has
        closed it yet. What is being played is today's, even if the date is a later one.
        """
        if self.start is None:
            return "unknown"
        unfinished = bool(self.now) and not self.is_over
        begun = any(one.number > 1 or one.state in STARTED for one in self.now)
        if self.start > today:
            return "today" if begun and not self.is_over else "coming"
        last = (self.end or self.start) + timedelta(days=unfinished)
        return "today" if today <= last else "over"

    def is_near(self, today: date) -> bool:
        """Tell whether it may be going on, so that all of it is worth reading."""
        return self.start is not None and (
            self.start <= today <= (self.end or self.start) + timedelta(days=1)
        )


def listed(slug: str, sight: Sight) -> ListedTournament:
    """Return a tournament's line for a list, as everybody may see it."""
    t = sight.t
    return ListedTournament(
        slug=slug,
        name=t.opened.name if t.opened else slug,
        start=t.opened.start if t.opened else None,
        end=t.opened.end if t.opened else None,
        players=playing(t),
        is_over=t.closed is not None,
        now=sight.once(now_played),
    )


def listed_by(slug: str, first: Entry) -> ListedTournament:
    """Return the line of a tournament if only its first entry was read."""
    opened = next((one for one in first.events if isinstance(one, TournamentOpened)), None)
    if opened is None:
        return ListedTournament(slug=slug, name=slug)
    return ListedTournament(slug=slug, name=opened.name, start=opened.start, end=opened.end)


_FIRST = ("today", "coming", "over", "unknown")


def in_order(known: Iterable[ListedTournament], today: date) -> list[ListedTournament]:
    """Return tournaments as people look for them: today's, the next ones, then the past ones."""

    def key(one: ListedTournament) -> tuple[int, int, str, str]:
        when, day = one.when(today), one.start.toordinal() if one.start else 0
        return _FIRST.index(when), -day if when == "over" else day, folded(one.name), one.slug

    return sorted(known, key=key)
