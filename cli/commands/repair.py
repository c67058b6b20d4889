"""Repair a posted round before it starts."""

import click

from cli.acts.pod import refuse_on_sheet
from cli.args.pairings import TABLES
from cli.args.types import POOL
from cli.args.words import WORDS
from cli.desk.command import at_desk, say_done
from cli.desk.write import WriteContext
from cli.folder import secrets
from cli.folder.home import settings
from cli.terminal.rounds import read_out
from ledger.errors import Refused
from ledger.events.catalogue import RoundRepaired
from ledger.state.queries import flights_named, latest_round
from ledger.state.tournament import Tournament
from ledger.terms import Pairing, Pool
from projections.pairing.repair import Repair, opponents, repair
from projections.rounds.bracket import mended


@click.command("repair")
@click.argument("pool", type=POOL, required=False)
@click.option("--reason", type=WORDS, help="What made it wrong. Kept in the ledger for good.")
@click.option("--block", "blocked", type=TABLES, help="Tables that are not used: 5-8,12.")
@at_desk
def command(
    ctx: WriteContext, pool: Pool | None, reason: str | None, blocked: frozenset[int] | None
) -> None:
    r"""Repair the round that waits to be started: of POOL, or of every pool where it is wrong.

    After a corrected result, a late player, a drop or a reinstatement as few players as possible
    get another opponent (TOP §4); who keeps the opponent keeps the table. The round becomes as good
    as one drawn now, and the answer is that no repair changes fewer. Which of several such repairs
    it is, the next secret of the chain decides.

    In a bracket nothing is drawn: a match changes only if its players are others now (A-50).

    A round that rests on a wrong record may as well be started as it is: the next pairing will be
    right. To draw all of it again, use `roundbook pair --again`.

    \b
    Examples:
      roundbook repair
      roundbook repair masters --reason "p17 has dropped"
      roundbook repair masters --dry-run
      roundbook repair masters --block 5-8,12
    """

    def act(t: Tournament) -> list[RoundRepaired]:
        then = t.copy()
        done: list[RoundRepaired] = []
        for each in [pool] if pool and not flights_named(t, pool) else _waiting(then, pool):
            event = _repaired(ctx, then, each, reason, blocked or frozenset())
            if event:
                done.append(event)
                then.apply(event, t.seq)
        if not done:
            where = pool or "any pool"
            raise Refused(
                f"there is nothing to repair in {where}: everybody who is in is seated, and no "
                "other round would be better.",
                hint="Start it: `roundbook start`.",
            )
        return done

    entry = ctx.take(act)[0]
    events = [event for event in entry.events if isinstance(event, RoundRepaired)]
    pools = [event.pool for event in events]
    before = Tournament.replay(ctx.venue.desk.entries[: entry.seq - 1])
    lines = [line for event in events for line in _said(ctx, before, event)]
    if ctx.dry_run and any(event.drawn for event in events):
        # Whom it takes would be known too early: the draw is for the real one.
        counted = [f"would be repaired: {line}" for line in lines if not line.startswith(" ")]
        say_done(ctx, [], *counted, pools=pools)
        return
    say_done(
        ctx,
        entry,
        *lines,
        "  what was posted is out of date: post the round again (`roundbook post`)",
        f"next: roundbook start {pools[0] if len(pools) == 1 else ''}".rstrip(),
    )


def _waiting(t: Tournament, division: Pool | None) -> list[Pool]:
    """Return the pools with a round that waits to be started; raises Refused if there is none.

    Where a division in flights is named, it is those of its flights.
    """
    pools = flights_named(t, division) or list(dict.fromkeys((*t.pods, *t.cuts)))
    latest = [latest_round(t, pool) for pool in pools]
    waiting = [paired.pool for paired in latest if paired and not paired.started]
    if not waiting:
        raise Refused(
            "no round is paired and waits to be started, so there is none to repair.",
            hint="A round that has started is played as it is; the next pairing will be right.",
        )
    return waiting


def _repaired(
    ctx: WriteContext, t: Tournament, pool: Pool, reason: str | None, blocked: frozenset[int]
) -> RoundRepaired | None:
    """Return the repair of a pool's round, by the next secret; None if it is right as it is.

    That of a bracket follows from its seeds and results.
    """
    if pool in t.cuts:
        return mended(t, pool, reason)
    refuse_on_sheet(t, ctx.rules, pool)
    secret = secrets.next_secret(settings(), t)
    found: Repair = repair(t, ctx.rules, pool=pool, secret=secret, blocked=blocked)
    paired = latest_round(t, pool)
    assert paired is not None
    if opponents(found.pairings, found.byes) == opponents(paired.pairings, paired.byes):
        return None
    return RoundRepaired(
        pool=pool,
        round=found.round,
        pairings=found.pairings,
        tables=found.tables,
        byes=found.byes,
        drawn=found.drawn,
        reason=reason,
    )


def _said(ctx: WriteContext, before: Tournament, event: RoundRepaired) -> list[str]:
    """Return what a repair keeps, and each table and bye that is new."""
    paired = before.rounds[event.pool, event.round]
    posted, now = (opponents(one.pairings, one.byes) for one in (paired, event))
    stay = {table for table, pair in _at(event) if posted.get(pair.first) == pair.second}
    moved = sum(posted.get(player) != other for player, other in now.items())
    players = "player has" if moved == 1 else "players have"
    kept = f"{len(stay)} of {len(paired.tables)} tables stay as they are"
    in_bracket = event.pool in before.cuts
    proved = "the others stay" if in_bracket else "no repair changes fewer"
    title = f"round {event.round} of {event.pool}"
    lines = [f"{title}: {kept}; {moved} {players} another opponent, and {proved}"]
    changed = [(table, pair) for table, pair in _at(event) if table not in stay]
    byes = [bye for bye in event.byes if posted.get(bye.player) != bye.kind]
    lines += read_out(ctx, before, changed, byes)
    lines += [
        f"  table {table} stays empty" for table in paired.tables if table not in event.tables
    ]
    return lines


def _at(one: RoundRepaired) -> list[tuple[int, Pairing]]:
    return list(zip(one.tables, one.pairings, strict=True))
