"""Pair the next round."""

from collections.abc import Sequence

import click
from msgspec.structs import replace

from cli.acts.cut_text import undefeated_lines
from cli.acts.pod import pod_seats
from cli.acts.rounds import drawn_round, formed
from cli.args.pairings import FIXED, TABLES, hall_of, in_hall, seats_by_hand
from cli.args.types import POOL
from cli.args.words import WORDS
from cli.desk.command import at_desk, say_done
from cli.desk.write import WriteContext
from cli.terminal.rounds import read_out
from ledger.errors import Refused
from ledger.events.catalogue import AnyEvent, DraftSeated, PodsFormed, RoundPaired
from ledger.state.lock import round_locked_by
from ledger.state.queries import flights_named, latest_round
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId, Pool
from ledger.validators.rounds import next_round
from projections.cut.qualifiers import only_undefeated
from projections.pairing.pod_sheet import POD_SHEET, by_sheet
from projections.rounds.needs_repair import ready
from projections.text import counted


@click.command("pair")
@click.argument("pool", type=POOL, required=False)
@click.option("--by-hand", "seats", help='The pairings by number: "p1-p2 p3-p4 bye:p5".')
@click.option("--again", is_flag=True, help="Draw all of a round anew that has not started.")
@click.option("--reason", type=WORDS, help="Why by hand, or again; kept in the ledger for good.")
@click.option("--first-table", type=click.IntRange(1, 999_999), help="Where the tables begin.")
@click.option("--block", "blocked", type=TABLES, help="Tables that are not used: 5-8,12.")
@click.option("--fixed", type=FIXED, multiple=True, help="Who always sits where: p7=3.")
@click.option("--allow-rematches", is_flag=True, help="The fewest, if there is no legal round.")
@at_desk
def command(  # noqa: PLR0913 - one argument per option.
    ctx: WriteContext,
    pool: Pool | None,
    seats: str | None,
    reason: str | None,
    first_table: int | None,
    blocked: frozenset[int] | None,
    fixed: tuple[tuple[PlayerId, int], ...],
    *,
    again: bool,
    allow_rematches: bool,
) -> None:
    r"""Pair the next round: of POOL, or of every pool that is ready.

    Before the first round the pods are formed. The draw reveals the next secret of the chain, so
    that anyone can draw it again; a dry run shows nothing of it, since whoever saw the draw could
    still change what it is drawn from. A bracket is not drawn: it follows from seeds and results.

    A round that is paired and has not started is repaired (`roundbook repair`), so that as few
    players as possible change. Only --again, with a reason, draws all of it anew.

    A pod that was opened with `--pairing pod-sheet` goes by its sheet.

    Where no round is legal, --allow-rematches draws the one with the fewest rematches. That is the
    organiser's decision, and stands in the ledger with its reason.

    \b
    Examples:
      roundbook pair
      roundbook pair masters --first-table 101
      roundbook pair --block 5-8,12 --fixed p7=3
      roundbook pair masters --by-hand "p1-p2 p3-p4 bye:p5" --reason "no draw was possible"
      roundbook pair masters --again --reason "the list was posted for the wrong pod"
      roundbook pair --allow-rematches --override rematch --because "a fourth round"
    """
    if (seats is None and not again) != (reason is None):
        raise click.UsageError("--by-hand or --again, and --reason REASON, belong together.")
    if allow_rematches:
        _decided(ctx, seats)
    alone = seats is not None or again or allow_rematches
    hall = hall_of(first_table, blocked, fixed)

    def pairing(t: Tournament, each: Pool) -> RoundPaired:
        number = _number(t, each, again=again)
        if seats is None or reason is None:
            event = drawn_round(
                t, ctx.rules, each, first_table=first_table, allow_rematches=allow_rematches
            )
            event = replace(event, reason=reason)
        else:
            event = seats_by_hand(t, each, number, seats, reason, first_table)
        return in_hall(t, event, hall) if blocked or fixed else event

    def act(t: Tournament) -> list[AnyEvent]:
        then = t.copy()
        done = formed(then, ctx.rules)
        done += pod_seats(then) if seats is None else []
        some = flights_named(then, pool)
        due = _due_pools(then, some, again=again, alone=alone) if some or not pool else [pool]
        for each in due:
            done.append(pairing(then, each))
            then.apply(done[-1], t.seq)
        return done

    entry = ctx.take(act)[0]
    paired = [event for event in entry.events if isinstance(event, RoundPaired)]
    pools = [event.pool for event in paired]
    if ctx.dry_run and any(event.drawn for event in paired):
        say_done(ctx, [], f"would be drawn: the next round of {', '.join(pools)}", pools=pools)
        return
    lines = [line for event in entry.events for line in _said(ctx, event)]
    say_done(
        ctx, entry, *lines, f"next: roundbook start {pools[0] if len(pools) == 1 else ''}".rstrip()
    )


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
    return t.latest[pool] if waits else next_round(t, pool)


def _due_pools(t: Tournament, flights: Sequence[Pool], *, again: bool, alone: bool) -> list[Pool]:
    """Return the pools to be paired, where none is named; raises Refused where one has to be.

    Where all flights of a division are named together, it is those of them.
    """
    if not again:
        pools = ready(t, flights)
    else:
        latest = [latest_round(t, pool) for pool in t.latest]
        pools = [paired.pool for paired in latest if paired and not paired.started]
        pools = [each for each in pools if each in flights] if flights else pools
        if not pools:
            raise Refused("no round waits to be started.", hint="Pair the next: `roundbook pair`.")
    if alone and len(pools) > 1:
        msg = "a round paired by hand, again, or with rematches belongs to one pool."
        raise Refused(msg, hint=f"Name it: {', '.join(pools)}.")
    return pools


def _decided(ctx: WriteContext, seats: str | None) -> None:
    """Refuse rematches that nobody has decided on; they are drawn, and not paired by hand."""
    override = ctx.manner.override
    if seats is not None or override is None or override.rule != "rematch":
        msg = "--allow-rematches needs --override rematch --because REASON, and is not --by-hand."
        raise click.UsageError(msg)


def _said(ctx: WriteContext, event: AnyEvent) -> list[str]:
    """Return a paired round as it is read out: tables, byes, what it locks; or the pods."""
    if isinstance(event, PodsFormed):
        return [f"the pods are {', '.join(event.pods)}"]
    if isinstance(event, DraftSeated):
        seats = enumerate(event.tables[0], start=1)
        return ["the seats of the pod", *(f"  {n} {ctx.named(player)}" for n, player in seats)]
    if not isinstance(event, RoundPaired):
        return []
    at = zip(event.tables, event.pairings, strict=True)
    many = counted(len(event.pairings), "table") if event.pairings else "nobody plays, only byes"
    lines = [f"round {event.round} of {event.pool}: {many}"]
    lines += read_out(ctx, ctx.tournament, at, event.byes)
    if by_sheet(ctx.tournament) and event.drawn and event.drawn.draw != POD_SHEET:
        lines.append("  the sheet does not say who meets whom here: by match points (A-37)")
    if locked := round_locked_by(event.round, ctx.rules):
        lines.append(f"  the results of round {locked} are now locked (TOP §4)")
    alone = only_undefeated(ctx.tournament, ctx.rules, event.pool)
    lines += [f"  {line}" for line in undefeated_lines(alone, ctx.named)] if alone else []
    if event.round > 1:
        lines.append("  check your records: a wrong result can still be corrected until it locks")
    return lines
