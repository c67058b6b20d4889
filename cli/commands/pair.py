"""Pair the next round."""

from collections.abc import Sequence
from typing import get_args

import click
from msgspec.structs import replace

from roundbook.cli.acts import pairing, repair
from roundbook.cli.acts.pairing import Absent, Lock, NewRound, SeatsByHand
from roundbook.cli.answers.spoken import say
from roundbook.cli.args.pairings import BY_HAND, FIXED, TABLES, hall_of
from roundbook.cli.args.players import find_player
from roundbook.cli.args.types import POOL, WORDS
from roundbook.cli.keying.open_matters import open_matters
from roundbook.cli.session.ask import confirm
from roundbook.cli.session.command import at_desk
from roundbook.cli.session.errors import at_prompt
from roundbook.cli.session.errors import command as typed
from roundbook.cli.session.errors import typed as in_shell
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import do
from roundbook.ledger.phrases import have
from roundbook.ledger.state.round_names import called
from roundbook.ledger.terms import Pairing, PlayerId, Pool
from roundbook.ledger.text import opened, with_names
from roundbook.projections.reports.text.pairings import read_out
from roundbook.projections.rounds.outgrown_announcements import if_left_out


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
    "--fixed",
    type=FIXED,
    multiple=True,
    help="A table kept for a player, such as p7=3 or p7=none.",
)
@click.option(
    "--allow-rematches",
    is_flag=True,
    help="Allow unavoidable rematches, as few as possible.",
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
    fixed: tuple[tuple[PlayerId, int | None], ...],
    *,
    swap: tuple[str, str] | None,
    again: bool,
    allow_rematches: bool,
    absent: Absent | None,
) -> None:
    r"""Pair the next round of POOL, or of every pool that is ready.

    From round 3 on, pairing a round locks the results of the round before the last for good
    (TOP §4), so at a terminal you are asked first. Each draw reveals the next secret in the chain,
    so anyone can repeat it. To change as little as possible before a round starts, use
    `roundbook round repair`.

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
    left, asked = [in_shell(one) for one in open_matters(ctx.venue)], False

    def agree(locks: Sequence[Lock], missing: Sequence[PlayerId], worse: Sequence[str]) -> None:
        nonlocal asked
        lines = [*left, *_not_here(ctx, missing), *_better(ctx, worse)]
        asked = confirm(ctx, lines, "Pair?", said_by_answer=[_locks(ctx, one) for one in locks])

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
            agree=agree,
        )
    if asked:  # The question has named them.
        found = replace(found, locks=())
    several = len(found.rounds) > 1
    say(ctx, found, *(line for one in found.rounds for line in _tables(ctx, one, named=several)))


def _refuse_mixed(
    *, swap: bool, alone: bool, by_hand: bool, again: bool, reason: str | None
) -> None:
    """Refuse options of a round by hand that do not go together."""
    if (by_hand or again or swap) != (reason is not None):
        msg = "--by-hand, --again and --swap need --reason REASON, and --reason needs one of them."
        raise click.UsageError(msg)
    if swap and alone:
        raise click.UsageError("--swap keeps the rest of the round; use it alone, with --reason.")


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
    missing = (
        f"; {have(map(str, one.missing), one='has', many='have')} no result" if one.missing else ""
    )
    t = ctx.tournament
    which = f"{called(t, one.pool, one.number)} of {one.pool}{one.whose}"
    if at_prompt() and len({*t.pods, *t.cuts}) == 1:
        which = called(t, one.pool, one.number)
    return f"{locks} the results of {which} for good{missing} (TOP §4)."


def _tables(ctx: WriteContext, one: NewRound, *, named: bool) -> list[str]:
    """Return the tables and byes of a paired round.

    The round is named only among several: the answer above has just named one that is alone.
    """
    event, t = one.event, ctx.tournament
    at = zip(event.tables, event.pairings, strict=True)
    in_bracket = event.pool in t.cuts
    lines = read_out(t, ctx.rules, at, event.byes, ctx.named, in_bracket=in_bracket)
    first = [opened(f"{called(t, event.pool, event.round)} of {event.pool}:")] if named else []
    return [*first, *lines]
