"""Pair the next round."""

from collections.abc import Sequence
from typing import get_args

import click

from roundbook.cli.acts import pairing, repair
from roundbook.cli.acts.pairing import Absent, Lock, NewRound, SeatsByHand
from roundbook.cli.args.pairings import BY_HAND, FIXED, TABLES, hall_of
from roundbook.cli.args.players import find_player
from roundbook.cli.args.types import POOL, WORDS
from roundbook.cli.desk.ask import confirm
from roundbook.cli.desk.command import at_desk, leading_on, say_done
from roundbook.cli.desk.errors import command as typed
from roundbook.cli.desk.errors import typed as advised
from roundbook.cli.desk.write import WriteContext
from roundbook.cli.folder.phone_claims import asked_to_drop
from roundbook.ledger.errors import do
from roundbook.ledger.events.catalogue import (
    AnyEvent,
    DraftSeated,
    PlayerDropped,
    PodsFormed,
    RoundPaired,
)
from roundbook.ledger.phrases import counted, have, several
from roundbook.ledger.rulesets.divisions import as_tom_divides, why_together
from roundbook.ledger.state.pools import active_by_division
from roundbook.ledger.state.round_names import called, first_round
from roundbook.ledger.terms import Pairing, PlayerId, Pool
from roundbook.ledger.text import with_names
from roundbook.projections.cut.planner import why_mixed
from roundbook.projections.reports.text.cut import undefeated_lines
from roundbook.projections.reports.text.pairings import read_out
from roundbook.projections.rounds.needs_repair import to_mend
from roundbook.projections.rounds.outgrown_announcements import if_left_out, outgrown
from roundbook.projections.rounds.rounds import until_when


@click.command("pair")
@click.argument("pool", type=POOL, required=False)
@click.option(
    "--by-hand",
    "seats",
    type=BY_HAND,
    help='The pairings, such as "p1-p2 p3-p4 bye:p5".',
)
@click.option("--again", is_flag=True, help="Re-pair a round that has not started.")
@click.option(
    "--swap",
    nargs=2,
    metavar="PLAYER PLAYER",
    help="Two players to swap before the round starts.",
)
@click.option(
    "--reason",
    type=WORDS,
    help="The reason for --by-hand, --again or --swap.",
)
@click.option(
    "--first-table",
    type=click.IntRange(1, 999_999),
    metavar="N",
    help="The number of the first table.",
)
@click.option("--block", "blocked", type=TABLES, help="Tables to leave empty, such as 5-8,12.")
@click.option(
    "--fixed", type=FIXED, multiple=True, help="A fixed table for a player, such as p7=3."
)
@click.option(
    "--allow-rematches",
    is_flag=True,
    help="Allow the fewest rematches if no pairing is legal.",
)
@click.option(
    "--absent",
    type=click.Choice(get_args(Absent)),
    help="Drop or keep players who have not checked in.",
)
@at_desk
def command(  # noqa: PLR0913 - one argument per option.
    ctx: WriteContext,
    pool: Pool | None,
    seats: tuple[tuple[Pairing, ...], tuple[PlayerId, ...]] | None,
    reason: str | None,
    first_table: int | None,
    blocked: frozenset[int] | None,
    fixed: tuple[tuple[PlayerId, int], ...],
    *,
    swap: tuple[str, str] | None,
    again: bool,
    allow_rematches: bool,
    absent: Absent | None,
) -> None:
    r"""Pair the next round of POOL, or of every pool that is ready.

    Pairing a round locks the results of the round before last for good (TOP §4), so at a terminal
    you are asked first. Each draw reveals the next secret in the chain, so anyone can repeat the
    draw. To fix a round that has not started, changing as few pairings as possible, use `roundbook
    repair`.

    \b
    Examples:
      roundbook pair
      roundbook pair masters --by-hand "p1-p2 p3-p4 bye:p5" --reason "no draw"
    """
    alone = bool(pool or seats or again or first_table or blocked or fixed or allow_rematches)
    _refuse_mixed(swap=bool(swap), alone=alone, by_hand=bool(seats), again=again, reason=reason)
    override = ctx.manner.override
    if allow_rematches and (seats or override is None or "rematch" not in override.rules):
        msg = "--allow-rematches needs --override rematch --because REASON, without --by-hand."
        raise click.UsageError(msg)
    wishes = _wishes(ctx)
    if swap and reason:
        first, second = (find_player(who, ctx.tournament, ctx.book) for who in swap)
        found = repair.swap(
            ctx,
            first,
            second,
            reason=reason,
            agree=lambda worse: confirm(ctx, _better(ctx, worse), "Swap?") if worse else None,
        )
    else:
        found = pairing.pair(
            ctx,
            pool,
            by_hand=SeatsByHand(*seats) if seats else None,
            again=again,
            reason=reason,
            hall=hall_of(first_table, blocked, fixed),
            allow_rematches=allow_rematches,
            absent=absent,
            agree=lambda locks, missing, worse: confirm(
                ctx,
                [
                    *wishes,
                    *_not_here(ctx, missing),
                    *_better(ctx, worse),
                    *(_locks(ctx, one) for one in locks),
                ],
                "Pair?",
            ),
        )
    missing: dict[str, object] = {"absent": found.absent} if found.absent else {}
    pools, locks = found.pools, [one._asdict() for one in found.locks]
    if found.would_draw:
        said = f"the next round of {', '.join(pools)} would be paired"
        would = [f"  {_locks(ctx, one, 'This would lock')}" for one in found.locks]
        if mixed := why_mixed(ctx.tournament, ctx.rules):
            would.append(f"  {mixed}")
        say_done(ctx, found.entries, said, *would, pools=pools, locks=locks, **missing)
        return
    rounds = {one.event.pool: one for one in found.rounds}
    if worse := [why for one in found.rounds for why in one.worse]:
        missing["worse"] = worse
    lines = [
        line
        for entry in found.entries
        for event in entry.events
        for line in (
            _said(ctx, rounds[event.pool])
            if isinstance(event, RoundPaired)
            else _before(ctx, event)
        )
    ]
    if absent == "drop" and any(
        e for entry in found.entries for e in entry.events if isinstance(e, PlayerDropped)
    ):
        lines.append(_back())
    if any(one.event.round == 1 for one in found.rounds):
        late = outgrown(ctx.after(found.entries), ctx.rules)
        lines += [f"note: {advised(said)}" for said in late]
    if pool is None:  # Of every pool that is ready: a bracket with outdated seeds is not.
        lines += [f"note: {advised(said)}" for said in to_mend(ctx.after(found.entries), ctx.rules)]
    say_done(ctx, found.entries, *lines, *leading_on(ctx, found.entries), locks=locks, **missing)


def _refuse_mixed(
    *, swap: bool, alone: bool, by_hand: bool, again: bool, reason: str | None
) -> None:
    """Refuse options of a round by hand that do not go together."""
    if (by_hand or again or swap) != (reason is not None):
        msg = "--by-hand, --again and --swap need --reason REASON, and --reason needs one of them."
        raise click.UsageError(msg)
    if swap and alone:
        raise click.UsageError("--swap keeps the rest of the round; use it alone, with --reason.")


def _wishes(ctx: WriteContext) -> list[str]:
    """Return the line about players who asked by phone to drop, but would be paired."""
    asked = asked_to_drop(ctx.venue.folder, ctx.tournament)
    if not asked:
        return []
    who = have(map(ctx.named, asked), one="has", many="have")
    return [f"{who} asked on the phone page to drop: `{typed(do('drop', *asked))}`."]


def _not_here(ctx: WriteContext, missing: Sequence[PlayerId]) -> list[str]:
    """Return the line about players who have not checked in, but are paired."""
    if not missing:
        return []
    who = have(map(ctx.person, missing), one="has", many="have")
    paired = "Absent players are paired anyway; use --absent drop to drop them."
    out = " ".join(if_left_out(ctx.tournament, ctx.rules, missing))
    return [f"{who} not checked in. {paired}", f"If they are dropped: {out} {_back()}"]


def _better(ctx: WriteContext, worse: Sequence[str]) -> list[str]:
    """Return the lines on what a better pairing than one by hand would spare (A-93)."""
    return [f"a better pairing is possible: {with_names(why, ctx.named)}." for why in worse]


def _back() -> str:
    """Return how to bring back absent players: `late` would register them a second time."""
    return (
        f"If an absent player arrives, use `{typed(do('reinstate', 'PLAYER', '--reason', '…'))}`."
    )


def _locks(ctx: WriteContext, one: Lock, locks: str = "This locks") -> str:
    """Return which results lock once a round is paired, and which of them are missing."""
    missing = f"; {several(map(str, one.missing))} without a result" if one.missing else ""
    which = f"{called(ctx.tournament, one.pool, one.number)} of {one.pool}{one.whose}"
    return f"{locks} the results of {which} for good{missing} (TOP §4)."


def _before(ctx: WriteContext, event: AnyEvent) -> list[str]:
    """Return what was done before a first round: absent players dropped, pods, seats."""
    if isinstance(event, PlayerDropped):
        return [f"{ctx.named(event.player)} did not show up, and has dropped"]
    if isinstance(event, PodsFormed):
        return [f"the pods are {', '.join(event.pods)}", *_why_pods(ctx, event)]
    if isinstance(event, DraftSeated):
        lines = []
        for pod, table in zip(event.pools or ("the pod",), event.tables, strict=True):
            lines.append(f"the seats of {pod}")
            lines += [f"  {n} {ctx.named(player)}" for n, player in enumerate(table, start=1)]
        return lines
    return []


def _why_pods(ctx: WriteContext, event: PodsFormed) -> list[str]:
    """Return why the divisions play in these pods; nothing if an official decided it."""
    counts = active_by_division(ctx.tournament)
    why = why_together(counts, ctx.rules)
    if event.override is not None:
        return []
    tom = as_tom_divides(counts, ctx.rules)
    return [*([f"  {why}"] if why else []), *([f"  {tom}"] if tom else [])]


def _said(ctx: WriteContext, one: NewRound) -> list[str]:
    """Return the lines about a paired round: tables and byes."""
    event = one.event
    at = zip(event.tables, event.pairings, strict=True)
    many = counted(len(event.pairings), "table") if event.pairings else "only byes, no matches"
    lines = [f"{called(ctx.tournament, event.pool, event.round)} of {event.pool}: {many}"]
    t, in_bracket = ctx.tournament, event.pool in ctx.tournament.cuts
    lines += read_out(t, ctx.rules, at, event.byes, ctx.named, in_bracket=in_bracket)
    if one.off_sheet:
        lines.append(
            "  the sheet does not give this round's pairings, so it was paired by match points"
        )
    if one.spared:
        matches = counted(one.spared, "match", "matches")
        lines.append(f"  another bye would have spared {matches} across divisions")
    lines += [f"  {why}" for why in _better(ctx, one.worse)] if ctx.dry_run else []
    lines += [f"  {line}" for line in undefeated_lines(one.alone, ctx.named)] if one.alone else []
    return [*lines, *([f"  check your records: {_open(ctx, event)}"] if event.round > 1 else ())]


def _open(ctx: WriteContext, event: RoundPaired) -> str:
    """Return until when the results of the round before can be corrected (TOP §4)."""
    t, pool, before = ctx.tournament, event.pool, event.round - 1
    if pool in t.cuts and before < first_round(t, pool):
        return "results of the last Swiss round can be corrected until the bracket starts"
    until = until_when(t, ctx.rules, pool, before)
    which = "the round before" if pool in t.cuts else called(t, pool, before)
    return f"results of {which} can be corrected until {until}"
