"""Unlawful commands, each with the rule that has to refuse it first of all.

A wrong is a function of the floor and a number: it returns what somebody would write, or None where
the event is not so far that it could be tried. It is chosen so that this one rule is the first.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import asdict, replace

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import Drawn
from roundbook.ledger.events.flights import names
from roundbook.ledger.state.lock import chose_day_two, latest_paired_after
from roundbook.ledger.state.pools import brackets_of
from roundbook.ledger.state.rounds import (
    due,
    latest_started,
    planned_rounds,
    rounds_started,
    under_way,
)
from roundbook.ledger.state.tournament import Round
from roundbook.ledger.terms import (
    Bye,
    Division,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Score,
    Style,
    Verdict,
)
from roundbook.projections.bracket.bracket import bracket_of
from roundbook.projections.cut.seed_draw import draw_seeds
from tests.scripts import commitment
from tests.simulation.floor import MASTERS, Floor
from tests.strategies import have_met

Events = Sequence[ev.AnyEvent]
TIE = Result(verdict=Verdict.TIE)
WON = Result(verdict=Verdict.FIRST)


Write = Callable[[Floor, int], Events | None]
OWED = (
    *("round-unfinished", "rounds-unplayed", "cut-unmade"),
    *("bracket-unfinished", "third-place-unplayed", "nothing-played"),
)


class Wrong(NamedTuple):
    """An unlawful command: what it is, the rule that refuses it, how it is written."""

    name: str
    rule: str
    write: Write


# --- what is there to be got wrong ----------------------------------------------------------------


def waiting(floor: Floor, pick: int) -> Round | None:
    found = [paired for paired in floor.waiting() if paired.pairings]
    return found[pick % len(found)] if found else None


def started(floor: Floor, pick: int) -> Round | None:
    found = [paired for paired in floor.t.rounds.values() if paired.started]
    return found[pick % len(found)] if found else None


def idle(floor: Floor, pick: int) -> Pool | None:
    """Return a Swiss pool whose next round could be paired, where the pods stand."""
    t = floor.t
    if any(floor.pool(player) is None for player in floor.inside()):
        return None
    found = [pool for pool in sorted(t.pods) if floor.has_rounds_left(pool)]
    return found[pick % len(found)] if found else None


def reported(floor: Floor, pick: int, *, locked: bool) -> MatchId | None:
    """Return a match with its result, locked or not; of those not locked none that froze."""
    t = floor.t
    found = [
        match
        for match in sorted(t.results)
        if (latest_paired_after(t, match) >= match.round + 2) == locked
        if locked or match.pool in t.cuts or not any(rounds_started(t, pool) for pool in t.cuts)
        if locked or not chose_day_two(t, match)
    ]
    return found[pick % len(found)] if found else None


def playing(floor: Floor, pick: int) -> MatchId | None:
    """Return a match of a round that is being played, without a result."""
    t = floor.t
    found = [
        match
        for match in floor.open()
        if match not in t.playoffs.values() and match not in t.results
    ]
    return found[pick % len(found)] if found else None


def seated(pool: Pool, number: int, players: Sequence[PlayerId]) -> ev.RoundPaired:
    """Return a round of these players by hand, in their order."""
    pairs = tuple(Pairing(*pair) for pair in zip(players[::2], players[1::2], strict=False))
    bye = (Bye(players[-1]),) if len(players) % 2 else ()
    at = tuple(range(901, 901 + len(pairs)))
    return ev.RoundPaired(
        pool=pool, round=number, pairings=pairs, tables=at, byes=bye, reason="By hand."
    )


def someone(players: Sequence[PlayerId], pick: int) -> PlayerId | None:
    return players[pick % len(players)] if players else None


# --- people ---------------------------------------------------------------------------------------


def drop_who_is_out(floor: Floor, pick: int) -> Events | None:
    player = someone(floor.outside(), pick)
    return [ev.PlayerDropped(player=player, after=0)] if player else None


def reinstate_who_is_in(floor: Floor, pick: int) -> Events | None:
    player = someone(floor.inside(), pick)
    return [ev.PlayerReinstated(player=player, reason="By mistake.")] if player else None


def drop_after_another_round(floor: Floor, pick: int) -> Events | None:
    player = someone(floor.inside(), pick)
    after = latest_started(floor.t, player) + 1 if player else 0
    return [ev.PlayerDropped(player=player, after=after)] if player else None


def drop_a_stranger(floor: Floor, pick: int) -> Events | None:
    return [ev.PlayerDropped(player=PlayerId("p999"), after=0)]


def drop_the_winner(floor: Floor, pick: int) -> Events | None:
    player = someone([player for player in floor.inside() if floor.has_won(player)], pick)
    return (
        [ev.PlayerDropped(player=player, after=latest_started(floor.t, player))] if player else None
    )


def come_back_to_a_bracket(floor: Floor, pick: int) -> Events | None:
    t = floor.t
    for player in map(t.players.__getitem__, floor.outside()):
        for match, pair in t.matches.items():
            left = match.pool in t.cuts and match.round == player.after and match not in t.results
            if left and player.id in pair and rounds_started(t, match.pool) > match.round:
                return [ev.PlayerReinstated(player=player.id, reason="Too late.")]
    return None


def register_twice(floor: Floor, pick: int) -> Events | None:
    known = floor.t.players[PlayerId("p1")]
    return [
        ev.PlayerRegistered(
            player=floor.next_player(), division=known.division, commitment=known.commitment
        )
    ]


def register_out_of_order(floor: Floor, pick: int) -> Events | None:
    player = PlayerId("p999")
    division = floor.t.players[PlayerId("p1")].division
    return [
        ev.PlayerRegistered(player=player, division=division, commitment=commitment("a stranger"))
    ]


def register_after_the_start(floor: Floor, pick: int) -> Events | None:
    t, player = floor.t, floor.next_player()
    ages = sorted({each.division for each in t.players.values()})
    ages = [age for age in ages if floor.pure or rounds_of_division(floor, age)]
    if not floor.pure:  # Where nothing is left to play, that is the reason.
        ages = [age for age in ages if _rounds_left(floor, age)[1]]
    if not under_way(t) or not ages:
        return None
    bound, division = commitment(player), ages[pick % len(ages)]
    return [ev.PlayerRegistered(player=player, division=division, commitment=bound)]


def rounds_of_division(floor: Floor, division: object) -> int:
    """Return how many rounds of the first pool of a division have started."""
    pools = [pool for pool, ages in floor.t.pods.items() if division in ages]
    return rounds_started(floor.t, pools[0]) if pools else 0


def late_before_the_start(floor: Floor, pick: int) -> Events | None:
    return None if under_way(floor.t) else _late(floor, losses=0)


def late_with_other_losses(floor: Floor, pick: int) -> Events | None:
    losses, left = _rounds_left(floor, floor.t.players[PlayerId("p1")].division)
    return _late(floor, losses=losses + 1) if losses and left else None


def late_and_not_told(floor: Floor, pick: int) -> Events | None:
    losses, left = _rounds_left(floor, floor.t.players[PlayerId("p1")].division)
    return _late(floor, losses=losses, informed_by=None) if losses and left else None


def late_where_points_count(floor: Floor, pick: int) -> Events | None:
    losses, left = _rounds_left(floor, floor.t.players[PlayerId("p1")].division)
    return _late(floor, losses=losses) if losses >= 2 and floor.kind.points and left else None


def late_with_nothing_left(floor: Floor, pick: int) -> Events | None:
    losses, left = _rounds_left(floor, floor.t.players[PlayerId("p1")].division)
    return _late(floor, losses=losses) if losses and not left else None


def _rounds_left(floor: Floor, division: Division) -> tuple[int, bool]:
    """How many rounds of a division have started, and whether more will be."""
    t = floor.t
    pools = [pool for pool, ages in t.pods.items() if division in ages]
    started = rounds_of_division(floor, division)
    on = brackets_of(t, division) or any(pool in t.day_two for pool in pools)
    planned = planned_rounds(t, pools[0]) if pools else None
    return started, not on and started < (planned or started + 1)


def _late(floor: Floor, *, losses: int, informed_by: str | None = "h1") -> Events:
    player, division = floor.next_player(), floor.t.players[PlayerId("p1")].division
    return [
        ev.LatePlayerAdmitted(
            player=player,
            division=division,
            commitment=commitment(player),
            losses=losses,
            informed_by=informed_by,
        )
    ]


def tag_again(floor: Floor, pick: int) -> Events | None:
    player = None if floor.pure else someone([*floor.t.players], pick)
    kind = ev.LateTagSet if player and floor.t.players[player].late else ev.LateTagCleared
    return [kind(player=player, reason="By mistake.")] if player else None


def award_too_late(floor: Floor, pick: int) -> Events | None:
    player = None if floor.pure else someone(floor.inside(), pick)
    pool = floor.pool(player) if player else None
    latest = floor.t.latest.get(pool, 0) if pool else 0
    return [ev.ByeAwarded(player=player, round=latest)] if player and latest else None


def award_twice(floor: Floor, pick: int) -> Events | None:
    for player, rounds in floor.t.awarded.items():
        pool = floor.pool(player)
        if pool is None or floor.t.latest.get(pool, 0) < rounds[-1]:
            return [ev.ByeAwarded(player=player, round=rounds[-1])]
    return None


# --- rounds ---------------------------------------------------------------------------------------


def pair_out_of_order(floor: Floor, pick: int) -> Events | None:
    pool = idle(floor, pick)
    if pool is None:
        return None
    number = floor.t.latest.get(pool, 0) + 2
    return [seated(pool, number, due(floor.t, pool, number))]


def pair_before_the_results(floor: Floor, pick: int) -> Events | None:
    match = playing(floor, pick)
    if match is None or floor.t.latest[match.pool] != match.round or floor.pure:
        return None
    if any(floor.pool(player) is None for player in floor.inside()):
        return None
    return [seated(match.pool, match.round + 1, due(floor.t, match.pool, match.round + 1))]


def pair_before_the_start(floor: Floor, pick: int) -> Events | None:
    paired = waiting(floor, pick)
    nowhere = not floor.pure and any(floor.pool(p) is None for p in floor.inside())
    if paired is None or nowhere:
        return None
    return [seated(paired.pool, paired.number + 1, due(floor.t, paired.pool, paired.number))]


def pair_one_too_many(floor: Floor, pick: int) -> Events | None:
    t = floor.t
    if any(floor.pool(player) is None for player in floor.inside()):
        return None
    for pool in sorted(t.pods):
        number = t.latest.get(pool, 0)
        if number and number == planned_rounds(t, pool) and floor.is_idle(pool):
            return [seated(pool, number + 1, due(t, pool, number + 1))]
    return None


def start_twice(floor: Floor, pick: int) -> Events | None:
    paired = started(floor, pick)
    return [ev.RoundStarted(pool=paired.pool, round=paired.number)] if paired else None


def start_what_is_not_paired(floor: Floor, pick: int) -> Events | None:
    pools = [*floor.t.pods, *floor.t.cuts] or [Pool("nowhere")]
    pool = pools[pick % len(pools)]
    return [ev.RoundStarted(pool=pool, round=floor.t.latest.get(pool, 0) + 1)]


def start_without_somebody(floor: Floor, pick: int) -> Events | None:
    for paired in floor.waiting():
        if set(paired.players()) != set(due(floor.t, paired.pool, paired.number)):
            return [ev.RoundStarted(pool=paired.pool, round=paired.number)]
    return None


def withdraw_what_is_played(floor: Floor, pick: int) -> Events | None:
    paired = started(floor, pick)
    return (
        [ev.RoundWithdrawn(pool=paired.pool, round=paired.number, reason="Once more.")]
        if paired
        else None
    )


def repair_what_is_played(floor: Floor, pick: int) -> Events | None:
    paired = started(floor, pick)
    return [repaired(paired)] if paired else None


def repair_nothing(floor: Floor, pick: int) -> Events | None:
    """Say a drawn round again as it is; one with a rule waived in it would break that too."""
    paired = waiting(floor, pick)
    if paired is None or paired.pool in floor.t.cuts or not floor.fits(paired):
        return None
    if any(seq == paired.seq for seq, _ in floor.waived):
        return None
    results = [m for m in floor.t.matches if m.pool == paired.pool and m not in floor.t.results]
    return [repaired(paired)] if all(m.round == paired.number for m in results) else None


def repaired(paired: Round) -> ev.RoundRepaired:
    return ev.RoundRepaired(
        pool=paired.pool,
        round=paired.number,
        pairings=paired.pairings,
        tables=paired.tables,
        byes=paired.byes,
        reason="As it was.",
    )


def by_hand(floor: Floor, pick: int, **faults: bool) -> ev.RoundPaired | None:
    pool = idle(floor, pick)
    return floor.by_hand(pool, **faults) if pool else None  # type: ignore[arg-type]


def rematch_by_hand(floor: Floor, pick: int) -> Events | None:
    made = by_hand(floor, pick, rematch=True)
    return [made] if made else None


def second_bye_by_hand(floor: Floor, pick: int) -> Events | None:
    made = by_hand(floor, pick, second_bye=True)
    return [made] if made else None


def seat_who_left(floor: Floor, pick: int) -> Events | None:
    pool, gone = idle(floor, pick), floor.outside()
    if pool is None or not gone:
        return None
    number = floor.t.latest.get(pool, 0) + 1
    return [seated(pool, number, [*due(floor.t, pool, number), gone[pick % len(gone)]])]


def seat_everybody_but_one(floor: Floor, pick: int) -> Events | None:
    pool = idle(floor, pick)
    if pool is None:
        return None
    number = floor.t.latest.get(pool, 0) + 1
    return [seated(pool, number, due(floor.t, pool, number)[1:])]


def seat_somebody_twice(floor: Floor, pick: int) -> Events | None:
    pool = idle(floor, pick)
    if pool is None:
        return None
    number = floor.t.latest.get(pool, 0) + 1
    players = due(floor.t, pool, number)
    return [seated(pool, number, [*players, players[0]])]


def two_byes(floor: Floor, pick: int) -> Events | None:
    made = by_hand(floor, pick)
    if made is None or not made.pairings:
        return None
    byes = (*made.byes, *map(Bye, made.pairings[-1]))
    return [replace(made, pairings=made.pairings[:-1], tables=made.tables[:-1], byes=byes)]


def one_table_for_two(floor: Floor, pick: int) -> Events | None:
    made = by_hand(floor, pick)
    if made is None or len(made.pairings) < 2:
        return None
    return [replace(made, tables=(made.tables[0],) * len(made.tables))]


def a_table_too_few(floor: Floor, pick: int) -> Events | None:
    made = by_hand(floor, pick)
    return [replace(made, tables=made.tables[1:])] if made and made.pairings else None


def no_reason(floor: Floor, pick: int) -> Events | None:
    made = by_hand(floor, pick)
    return [replace(made, reason=None)] if made else None


def a_draw_that_was_not(floor: Floor, pick: int) -> Events | None:
    """Seat two pairs crosswise in a drawn round, where nobody of them has met."""
    pool = idle(floor, pick)
    if pool is None:
        return None
    try:
        drawn = floor._drawn(floor.t, pool)[-1]
    except Refused:
        return None
    assert isinstance(drawn, ev.RoundPaired)
    if len(drawn.pairings) < 2:
        return None
    (a, b), (c, d), *others = drawn.pairings
    met = have_met(floor.t, pool)
    if {frozenset((a, c)), frozenset((b, d))} & met:
        return None
    return [replace(drawn, pairings=(Pairing(a, c), Pairing(b, d), *others))]


def another_secret(floor: Floor, pick: int) -> Events | None:
    made, secret = by_hand(floor, pick), commitment("nobody committed to this")
    drawn = Drawn(draw="draw-1", number=floor.t.draws + 1, secret=secret)
    return [replace(made, drawn=drawn)] if made else None


def across_the_bracket(floor: Floor, pick: int) -> Events | None:
    """Seat two pairs of a bracket crosswise, in a round that waits."""
    for paired in floor.waiting():
        if paired.pool in floor.t.cuts and len(paired.pairings) > 1 and floor.fits(paired):
            (a, b), (c, d), *others = paired.pairings
            made = repaired(paired)
            facts = {**asdict(made), "pairings": (Pairing(a, c), Pairing(b, d), *others)}
            return [ev.RoundPaired(**facts)]
    return None


# --- results --------------------------------------------------------------------------------------


def report_no_match(floor: Floor, pick: int) -> Events | None:
    return [ev.ResultReported(match=MatchId(Pool("nowhere"), 1, 1), result=WON)]


def report_twice(floor: Floor, pick: int) -> Events | None:
    match = reported(floor, pick, locked=bool(pick % 2))
    return [ev.ResultReported(match=match, result=WON)] if match else None


def report_before_the_start(floor: Floor, pick: int) -> Events | None:
    paired = waiting(floor, pick)
    return [ev.ResultReported(match=paired.matches()[0][0], result=WON)] if paired else None


def correct_what_is_open(floor: Floor, pick: int) -> Events | None:
    match = playing(floor, pick)
    return [ev.ResultCorrected(match=match, result=WON, reason="By mistake.")] if match else None


def correct_to_the_same(floor: Floor, pick: int) -> Events | None:
    match = reported(floor, pick, locked=False)
    same = floor.t.results[match] if match else WON
    return [ev.ResultCorrected(match=match, result=same, reason="By mistake.")] if match else None


def correct_what_is_locked(floor: Floor, pick: int) -> Events | None:
    match = reported(floor, pick, locked=True)
    return [ev.ResultCorrected(match=match, result=WON, reason="Too late.")] if match else None


def take_back_what_is_locked(floor: Floor, pick: int) -> Events | None:
    match = reported(floor, pick, locked=True)
    return [ev.ResultWithdrawn(match=match, reason="Too late.")] if match else None


def tie_in_a_bracket(floor: Floor, pick: int) -> Events | None:
    match = playing(floor, pick)
    return (
        [ev.ResultReported(match=match, result=TIE)]
        if match and match.pool in floor.t.cuts
        else None
    )


def three_games_won(floor: Floor, pick: int) -> Events | None:
    match = playing(floor, pick)
    result = Result(verdict=Verdict.FIRST, games=Score(3, 0))
    return [ev.ResultReported(match=match, result=result)] if match else None


def more_time_untold(floor: Floor, pick: int) -> Events | None:
    match = playing(floor, pick)
    return [ev.TimeExtended(match=match, minutes=3)] if match else None


def other_time_than_none(floor: Floor, pick: int) -> Events | None:
    match = playing(floor, pick)
    if match is None or match in floor.t.extensions:
        return None
    return [ev.TimeExtended(match=match, minutes=3, instead=True, informed_by="h1")]


def more_time_too_late(floor: Floor, pick: int) -> Events | None:
    match = reported(floor, pick, locked=False)
    return [ev.TimeExtended(match=match, minutes=3, informed_by="h1")] if match else None


# --- after Swiss ----------------------------------------------------------------------------------


def uncut(floor: Floor) -> list[PlayerId]:
    """Return the Masters still in, in Swiss order, where they have no bracket yet."""
    if floor.pure or bracket_of(floor.t, MASTERS) or not floor.swiss_of(MASTERS):
        return []
    return floor.contenders(MASTERS)


def ended(floor: Floor) -> bool:
    """Tell whether every Swiss match of the Masters is in, and there was one."""
    pools = floor.swiss_of(MASTERS)
    return any(map(floor.t.latest.get, pools)) and all(map(floor.is_idle, pools))


def taken(players: Sequence[PlayerId], reason: str | None = "So be it.") -> Events:
    pool = Pool("masters-cut")
    return [ev.CutMade(division=MASTERS, pool=pool, seeds=tuple(players), reason=reason)]


def cut_before_the_end(floor: Floor, pick: int) -> Events | None:
    players = uncut(floor)
    pools = floor.swiss_of(MASTERS)
    is_open = any(match.pool in pools for match in floor.open()) or not any(
        map(floor.t.latest.get, pools)
    )
    return taken(players[:2]) if len(players) > 1 and is_open else None


def cut_before_the_last_round(floor: Floor, pick: int) -> Events | None:
    players = uncut(floor)
    short = ended(floor) and floor.short_of(floor.swiss_of(MASTERS))
    return taken(players[:2]) if len(players) > 1 and short and not floor.t.flights else None


def cut_of_three(floor: Floor, pick: int) -> Events | None:
    players = uncut(floor)
    return taken(players[:3]) if len(players) > 2 and ended(floor) else None


def cut_unannounced(floor: Floor, pick: int) -> Events | None:
    """Take another power of two than was announced, and say no reason."""
    players, size = uncut(floor), 8 if floor.kind.cut.get(MASTERS) == 4 else 4
    right = len(players) >= size and ended(floor) and floor.kind.cut
    return taken(players[:size], None) if right else None


def cut_upside_down(floor: Floor, pick: int) -> Events | None:
    players, done = uncut(floor), ended(floor)
    if len(players) < 2 or not done or floor.short_of(floor.swiss_of(MASTERS)) or floor.t.flights:
        return None
    swiss = floor.place_of(MASTERS)
    return taken(players[1::-1]) if swiss[players[0]] != swiss[players[1]] else None


def cut_with_who_left(floor: Floor, pick: int) -> Events | None:
    players, gone = uncut(floor), floor.outside()
    right = len(players) > 1 and gone and ended(floor)
    return taken([players[0], gone[pick % len(gone)]]) if right else None


def cut_twice(floor: Floor, pick: int) -> Events | None:
    cut = bracket_of(floor.t, MASTERS)
    return taken(cut.seeds) if isinstance(cut, ev.CutMade) and cut.division else None


def second_day_too_early(floor: Floor, pick: int) -> Events | None:
    if floor.t.cuts or floor.t.day_two or not floor.open():
        return None
    match = floor.open()[0]
    players = tuple(due(floor.t, match.pool, match.round + 1))
    return [ev.DayTwoMade(pool=match.pool, after=match.round, players=players)]


def second_day_alone(floor: Floor, pick: int) -> Events | None:
    for pool in floor.day_two_due():
        players = tuple(floor.second_day_of(pool)[:1])
        return [ev.DayTwoMade(pool=pool, after=floor.t.latest[pool], players=players)]
    return None


def second_day_without_the_first(floor: Floor, pick: int) -> Events | None:
    """Leave the best player out of the second day."""
    for pool in floor.day_two_due():
        players = floor.second_day_of(pool)
        if len(players) > 2 and not floor.short_of_rounds(pool):
            after = floor.t.latest[pool]
            return [ev.DayTwoMade(pool=pool, after=after, players=tuple(players[1:]))]
    return None


def third_place_unannounced(floor: Floor, pick: int) -> Events | None:
    pools = [] if floor.kind.playoff else floor.third_places()
    return [floor.playoff(pools[0])] if pools else None


def seeds_in_swiss(floor: Floor, pick: int) -> Events | None:
    if floor.pure or len(floor.inside()) < 2:
        return None
    return [draw_seeds(floor.t, secret=floor.secret)]


def seeds_again(floor: Floor, pick: int) -> Events | None:
    if not floor.pure or not floor.t.cuts or len(floor.inside()) < 2:
        return None
    settled = under_way(floor.t) or bool(floor.waiting()) or floor.has_seeds()
    drawn = draw_seeds(floor.t, secret=floor.secret, reason="I did not like them.")
    return [drawn] if settled else None


def pods_in_play(floor: Floor, pick: int) -> Events | None:
    right = not floor.pure and floor.t.rounds
    return [ev.PodsFormed(pods=dict(floor.t.pods))] if right else None


def pods_in_an_elimination(floor: Floor, pick: int) -> Events | None:
    return [ev.PodsFormed(pods={Pool("masters"): (MASTERS,)})] if floor.pure else None


def flights(floor: Floor, sizes: Sequence[int]) -> Events | None:
    players = iter([p.id for p in floor.t.players.values() if p.division == MASTERS and not p.out])
    named = zip(names(MASTERS, len(sizes)), sizes, strict=True)
    held = {
        pool: tuple(p for _, p in zip(range(size), players, strict=False)) for pool, size in named
    }
    return [ev.FlightsAssigned(division=MASTERS, flights=held, reason="By hand.")]


def flights_in_swiss(floor: Floor, pick: int) -> Events | None:
    return flights(floor, (2, 2)) if floor.kind.style is Style.SWISS else None


def flights_of_few(floor: Floor, pick: int) -> Events | None:
    t = floor.t
    alone = floor.kind.style is Style.SWISS_PLUS_CUT and t.pods and not t.rounds
    mixed = any(len(ages) > 1 for ages in t.pods.values())
    few = len(floor.inside()) < 64
    return flights(floor, (2, 2)) if alone and not mixed and few else None


def flights_in_play(floor: Floor, pick: int) -> Events | None:
    right = floor.t.flights and floor.t.rounds
    return flights(floor, (32, 32)) if right else None


def flights_uneven(floor: Floor, pick: int) -> Events | None:
    n = len(floor.inside())
    right = floor.t.flights and not floor.t.rounds and n > 67
    return flights(floor, (n - 32, 32)) if right else None


# --- the whole ------------------------------------------------------------------------------------


def open_again(floor: Floor, pick: int) -> Events | None:
    assert floor.t.opened
    return [floor.t.opened]


def announce_after_the_start(floor: Floor, pick: int) -> Events | None:
    return [ev.AnnouncementMade(rounds=3, minutes=60)] if under_way(floor.t) else None


def close_owing(rule: str) -> Write:
    """Return a close that this rule is the first to refuse."""
    return lambda floor, _: [ev.TournamentClosed()] if floor.owed()[:1] == [rule] else None


def reopen_what_is_open(floor: Floor, pick: int) -> Events | None:
    return [ev.TournamentReopened(reason="By mistake.")]


WRONGS = (
    Wrong("drop who is out", "already-out", drop_who_is_out),
    Wrong("reinstate who is in", "not-out", reinstate_who_is_in),
    Wrong("drop after another round", "drop-round", drop_after_another_round),
    Wrong("drop a stranger", "player-unknown", drop_a_stranger),
    Wrong("drop the winner", "bracket-over", drop_the_winner),
    Wrong("come back to a bracket", "bracket-moved-on", come_back_to_a_bracket),
    Wrong("register twice", "player-twice", register_twice),
    Wrong("register out of order", "player-number", register_out_of_order),
    Wrong("register after the start", "registration-closed", register_after_the_start),
    Wrong("late before the start", "late-before-start", late_before_the_start),
    Wrong("late with other losses", "late-losses", late_with_other_losses),
    Wrong("late and not told", "late-not-informed", late_and_not_told),
    Wrong("late with nothing left", "nothing-left-to-play", late_with_nothing_left),
    Wrong("late where points count", "late-entry-closed", late_where_points_count),
    Wrong("tag again", "late-tag-unchanged", tag_again),
    Wrong("award too late", "bye-award-too-late", award_too_late),
    Wrong("award twice", "bye-awarded-twice", award_twice),
    Wrong("pair out of order", "round-number", pair_out_of_order),
    Wrong("pair before the results", "results-missing", pair_before_the_results),
    Wrong("pair before the start", "round-not-started", pair_before_the_start),
    Wrong("pair one too many", "rounds-complete", pair_one_too_many),
    Wrong("start twice", "round-already-started", start_twice),
    Wrong("start what is not paired", "round-not-paired", start_what_is_not_paired),
    Wrong("start without somebody", "seats-changed", start_without_somebody),
    Wrong("withdraw what is played", "round-already-started", withdraw_what_is_played),
    Wrong("repair what is played", "round-already-started", repair_what_is_played),
    Wrong("repair nothing", "nothing-repaired", repair_nothing),
    Wrong("rematch by hand", "rematch", rematch_by_hand),
    Wrong("second bye by hand", "second-bye", second_bye_by_hand),
    Wrong("seat who left", "not-due", seat_who_left),
    Wrong("seat everybody but one", "not-seated", seat_everybody_but_one),
    Wrong("seat somebody twice", "seated-twice", seat_somebody_twice),
    Wrong("two byes", "random-byes", two_byes),
    Wrong("one table for two", "table-twice", one_table_for_two),
    Wrong("a table too few", "tables-count", a_table_too_few),
    Wrong("no reason", "reason-missing", no_reason),
    Wrong("a draw that was not", "draw-differs", a_draw_that_was_not),
    Wrong("another secret", "secret-wrong", another_secret),
    Wrong("across the bracket", "bracket-differs", across_the_bracket),
    Wrong("report no match", "match-unknown", report_no_match),
    Wrong("report twice", "already-reported", report_twice),
    Wrong("report before the start", "round-not-started", report_before_the_start),
    Wrong("correct what is open", "not-reported", correct_what_is_open),
    Wrong("correct to the same", "same-result", correct_to_the_same),
    Wrong("correct what is locked", "result-locked", correct_what_is_locked),
    Wrong("take back what is locked", "result-locked", take_back_what_is_locked),
    Wrong("tie in a bracket", "tie-in-cut", tie_in_a_bracket),
    Wrong("three games won", "score-impossible", three_games_won),
    Wrong("more time untold", "extension-not-told", more_time_untold),
    Wrong("other time than none", "extension-of-nothing", other_time_than_none),
    Wrong("more time too late", "extension-too-late", more_time_too_late),
    Wrong("cut before the end", "cut-too-early", cut_before_the_end),
    Wrong("cut before the last round", "swiss-unfinished", cut_before_the_last_round),
    Wrong("cut of three", "cut-size", cut_of_three),
    Wrong("cut unannounced", "cut-unannounced", cut_unannounced),
    Wrong("cut upside down", "cut-differs", cut_upside_down),
    Wrong("cut with who left", "cut-player", cut_with_who_left),
    Wrong("cut twice", "cut-twice", cut_twice),
    Wrong("second day too early", "day-two-too-early", second_day_too_early),
    Wrong("second day alone", "day-two-player", second_day_alone),
    Wrong("second day without the first", "day-two-differs", second_day_without_the_first),
    Wrong("third place unannounced", "playoff-unannounced", third_place_unannounced),
    Wrong("seeds in Swiss", "style-kept", seeds_in_swiss),
    Wrong("seeds again", "seeds-settled", seeds_again),
    Wrong("pods in play", "pods-frozen", pods_in_play),
    Wrong("pods in an elimination", "style-kept", pods_in_an_elimination),
    Wrong("flights in Swiss", "flights-without-cut", flights_in_swiss),
    Wrong("flights of few", "flights-too-small", flights_of_few),
    Wrong("flights in play", "flights-frozen", flights_in_play),
    Wrong("flights uneven", "flights-uneven", flights_uneven),
    Wrong("open again", "opened-twice", open_again),
    Wrong("announce after the start", "announcement-late", announce_after_the_start),
    *(Wrong(f"close: {rule}", rule, close_owing(rule)) for rule in OWED),
    Wrong("reopen what is open", "reopen-not-closed", reopen_what_is_open),
)
