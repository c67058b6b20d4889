"""Pair the next round."""

from collections import Counter

import click

from cli import keys
from cli.byhand import seats_by_hand
from cli.counting import counted
from cli.params import POOL
from cli.turn import Turn, at_desk
from cli.wiring import settings
from cli.words import WORDS
from ledger.errors import Refused
from ledger.events import AnyEvent, PodsFormed, RoundPaired
from ledger.field import due, latest_round, open_matches, planned_rounds
from ledger.rulesets.divisions import pods_for, pool_name
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import ByeKind, Pool
from ledger.tournament import Tournament
from projections.pairing import propose
from projections.pairing.tables import tables
from projections.records import records


@click.command("pair")
@click.argument("pool", type=POOL, required=False)
@click.option("--by-hand", "seats", help='The pairings by number: "p1-p2 p3-p4 bye:p5".')
@click.option("--reason", type=WORDS, help="Why by hand; needed with --by-hand.")
@click.option("--first-table", type=click.IntRange(1, 999_999), help="Where the tables begin.")
@at_desk
def command(
    turn: Turn, pool: Pool | None, seats: str | None, reason: str | None, first_table: int | None
) -> None:
    r"""Pair the next round: of POOL, or of every pool that is ready.

    Before the first round the pods are formed. The draw reveals the next secret of the chain, so
    that anyone can draw it again; a dry run shows nothing of it, since whoever saw the draw could
    still change what it is drawn from.

    \b
    Examples:
      roundbook pair
      roundbook pair masters --first-table 101
      roundbook pair masters --by-hand "p1-p2 p3-p4 bye:p5" --reason "no draw was possible"
    """
    if (seats is None) != (reason is None):
        raise click.UsageError("--by-hand PAIRINGS and --reason REASON belong together.")

    def pairing(t: Tournament, each: Pool) -> RoundPaired:
        if seats is None or reason is None:
            return _drawn(turn, t, each, first_table)
        return seats_by_hand(t, each, seats, reason, first_table)

    def act(t: Tournament) -> list[AnyEvent]:
        then = t.copy()
        done = _formed(then, turn.rules)
        for each in [pool] if pool else _ready(then, only_one=seats is not None):
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


def _ready(t: Tournament, *, only_one: bool) -> list[Pool]:
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
    if only_one and len(ready) > 1:
        msg = "a round paired by hand belongs to one pool."
        raise Refused(msg, hint=f"Name it: {', '.join(ready)}.")
    return ready


def _drawn(turn: Turn, t: Tournament, pool: Pool, first_table: int | None) -> RoundPaired:
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
        )
    known = ", ".join(t.pods) or "none yet"
    raise Refused(f"there is no pool {pool} here to be drawn.", hint=f"The pools are: {known}.")


def _said(turn: Turn, event: AnyEvent) -> list[str]:
    """Return a paired round as it is read out: tables, byes, what it locks; or the pods."""
    if isinstance(event, PodsFormed):
        return [f"the pods are {', '.join(event.pods)}"]
    if not isinstance(event, RoundPaired):
        return []
    t = turn.tournament
    table = records(t, turn.rules)
    score = {player: table[player].score for player in t.players}
    lines = [f"round {event.round} of {event.pool}: {counted(len(event.pairings), 'table')}"]
    for number, (first, second) in zip(event.tables, event.pairings, strict=True):
        left, right = (f"{turn.named(p)} {score.get(p, '')}".strip() for p in (first, second))
        lines.append(f"  table {number}: {left} - {right}")
    for bye in event.byes:
        kind = " (awarded)" if bye.kind is ByeKind.AWARDED else ""
        lines.append(f"  bye{kind}: {turn.named(bye.player)} {score.get(bye.player, '')}".rstrip())
    locked = event.round - turn.rules.rounds_until_lock
    if locked >= 1:
        lines.append(f"  the results of round {locked} are now locked (TOP §4)")
    if event.round > 1:
        lines.append("  check your records: a wrong result can still be corrected until it locks")
    return lines
