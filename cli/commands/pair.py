"""Pair the next round."""

from collections import Counter

import click

from cli import keys
from cli.byhand import seats_by_hand
from cli.counting import counted
from cli.params import POOL
from cli.seated import read_out
from cli.turn import Turn, at_desk
from cli.wiring import settings
from cli.words import WORDS
from ledger.errors import Refused
from ledger.events import AnyEvent, PodsFormed, RoundPaired
from ledger.field import due, latest_round, open_matches, planned_rounds
from ledger.rulesets.divisions import pods_for, pool_name
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Pool
from ledger.tournament import Tournament
from projections.pairing import propose
from projections.pairing.tables import tables


@click.command("pair")
@click.argument("pool", type=POOL, required=False)
@click.option("--by-hand", "seats", help='The pairings by number: "p1-p2 p3-p4 bye:p5".')
@click.option("--again", is_flag=True, help="Draw all of a round anew that has not started.")
@click.option("--reason", type=WORDS, help="Why by hand, or again; kept in the ledger for good.")
@click.option("--first-table", type=click.IntRange(1, 999_999), help="Where the tables begin.")
@at_desk
def command(
    turn: Turn,
    pool: Pool | None,
    seats: str | None,
    reason: str | None,
    first_table: int | None,
    *,
    again: bool,
) -> None:
    r"""Pair the next round: of POOL, or of every pool that is ready.

    Before the first round the pods are formed. The draw reveals the next secret of the chain, so
    that anyone can draw it again; a dry run shows nothing of it, since whoever saw the draw could
    still change what it is drawn from.

    A round that is paired and has not started is repaired (`roundbook repair`), so that as few
    players as possible change. Only --again, with a reason, draws all of it anew.

    \b
    Examples:
      roundbook pair
      roundbook pair masters --first-table 101
      roundbook pair masters --by-hand "p1-p2 p3-p4 bye:p5" --reason "no draw was possible"
      roundbook pair masters --again --reason "the list was posted for the wrong pod"
    """
    if (seats is None and not again) != (reason is None):
        raise click.UsageError("--by-hand or --again, and --reason REASON, belong together.")

    def pairing(t: Tournament, each: Pool) -> RoundPaired:
        number = _number(t, each, again=again)
        if seats is None or reason is None:
            return _drawn(turn, t, each, reason, first_table)
        return seats_by_hand(t, each, number, seats, reason, first_table)

    def act(t: Tournament) -> list[AnyEvent]:
        then = t.copy()
        done = _formed(then, turn.rules)
        for each in [pool] if pool else _due_pools(then, by_hand=seats is not None, again=again):
            done.append(pairing(then, each))
            then.happen(done[-1], t.seq)
        return done

    entry = turn.take(act)[0]
    pools = [event.pool for event in entry.events if isinstance(event, RoundPaired)]
    if turn.dry_run and seats is None:
        turn.say([], f"would be drawn: the next round of {', '.join(pools)}", pools=pools)
        return
    lines = [line for event in entry.events for line in _said(turn, event)]
    turn.say(entry, *lines, f"next: roundbook start {pools[0] if len(pools) == 1 else ''}".rstrip())


def _formed(t: Tournament, rules: Ruleset) -> list[AnyEvent]:
    """Let the pods be formed that the edition asks for, by who is in, unless they stand.

    Once a round is paired the pods stay as they are.
    """
    counts = Counter(player.division for player in t.players.values() if not player.out)
    pods = {pool_name(pod): pod for pod in pods_for(counts, rules)}
    if t.rounds or not pods or pods == t.pods:
        return []
    event = PodsFormed(pods=pods)
    t.happen(event, t.seq)
    return [event]


def _number(t: Tournament, pool: Pool, *, again: bool) -> int:
    """Return the number of the round to be paired; raises Refused where one waits, or none does."""
    latest = latest_round(t, pool)
    waits = latest is not None and not latest.started
    if waits and not again:
        raise Refused(
            f"round {t.latest[pool]} of {pool} is paired already, and waits to be started.",
            hint=f"If it is wrong: `roundbook repair {pool}`. To draw all of it anew: "
            f"`roundbook pair {pool} --again --reason …`.",
        )
    if again and not waits:
        raise Refused(
            f"no round of {pool} waits to be started, so there is none to draw again.",
            hint=f"Pair the next one: `roundbook pair {pool}`.",
        )
    return t.latest.get(pool, 0) + (not waits)


def _due_pools(t: Tournament, *, by_hand: bool, again: bool) -> list[Pool]:
    """Return the pools to be paired, where none is named; raises Refused where one has to be."""
    if not again:
        pools = _ready(t)
    else:
        latest = [latest_round(t, pool) for pool in t.pods]
        pools = [paired.pool for paired in latest if paired and not paired.started]
        if not pools:
            raise Refused("no round waits to be started.", hint="Pair the next: `roundbook pair`.")
    if (by_hand or again) and len(pools) > 1:
        msg = "a round paired by hand, or again, belongs to one pool."
        raise Refused(msg, hint=f"Name it: {', '.join(pools)}.")
    return pools


def _ready(t: Tournament) -> list[Pool]:
    """Return the pods whose next round can be paired; raises Refused if there is none.

    A round that waits to be started, or for results, is not ready; nor is a pool with all its
    rounds played, unless it is named.
    """
    if not t.pods:
        raise Refused(
            "nobody is registered, so there is nobody to pair.",
            hint="Register the players: `roundbook register`.",
        )
    ready: list[Pool] = []
    waiting: list[str] = []
    for pool in t.pods:
        paired = latest_round(t, pool)
        planned = planned_rounds(t, pool)
        if paired and not paired.started:
            waiting.append(f"round {paired.number} of {pool} has not started")
        elif paired and open_matches(t, paired):
            missing = len(open_matches(t, paired))
            waiting.append(f"round {paired.number} of {pool} lacks {counted(missing, 'result')}")
        elif paired and planned and paired.number >= planned:
            waiting.append(f"{pool} has played its {planned} rounds")
        elif due(t, pool, t.latest.get(pool, 0) + 1):
            ready.append(pool)
    if not ready:
        why = "; ".join(waiting) or "everybody has dropped"
        raise Refused(f"no pool is ready to be paired: {why}.", hint="Finish that first.")
    return ready


def _drawn(
    turn: Turn, t: Tournament, pool: Pool, reason: str | None, first_table: int | None
) -> RoundPaired:
    """Return the next round of a pool, as the next secret of the chain draws it."""
    if pool in t.pods:
        secret = keys.next_secret(settings(), t)
        found = propose(t, turn.rules, pool=pool, secret=secret)
        return RoundPaired(
            pool=pool,
            round=found.round,
            pairings=found.pairings,
            tables=tables(t, pool, len(found.pairings), first_table),
            byes=found.byes,
            drawn=found.drawn,
            reason=reason,
        )
    known = ", ".join(t.pods) or "none yet"
    raise Refused(f"there is no pool {pool} here to be drawn.", hint=f"The pools are: {known}.")


def _said(turn: Turn, event: AnyEvent) -> list[str]:
    """Return a paired round as it is read out: tables, byes, what it locks; or the pods."""
    if isinstance(event, PodsFormed):
        return [f"the pods are {', '.join(event.pods)}"]
    if not isinstance(event, RoundPaired):
        return []
    at = zip(event.tables, event.pairings, strict=True)
    lines = [f"round {event.round} of {event.pool}: {counted(len(event.pairings), 'table')}"]
    lines += read_out(turn, turn.tournament, at, event.byes)
    locked = event.round - turn.rules.rounds_until_lock
    if locked >= 1:
        lines.append(f"  the results of round {locked} are now locked (TOP §4)")
    if event.round > 1:
        lines.append("  check your records: a wrong result can still be corrected until it locks")
    return lines
