"""Explain a place, a pairing, a locked match or a bye."""

import re
from functools import partial
from typing import assert_never

import click

from roundbook.cli.args.choices import Explained
from roundbook.cli.args.players import find_player
from roundbook.cli.args.table_numbers import place_meant
from roundbook.cli.args.types import RoundId, quoted
from roundbook.cli.session.errors import typed
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.terminal.tables import show_parts
from roundbook.ledger.errors import Refused
from roundbook.ledger.terms import MatchId, Pool
from roundbook.projections.explain.lock import explain_lock
from roundbook.projections.explain.pairing import (
    Granted,
    PairingWhy,
    explain_bye,
    explain_latest,
    explain_match,
    explain_round,
)
from roundbook.projections.reports.api.staff import match_lock, round_why
from roundbook.projections.reports.api.standings import why
from roundbook.projections.reports.text.explanations import (
    lock_said,
    why_locked,
    why_paired,
    why_place,
)
from roundbook.projections.reports.text.tables import who_wrote

_ROUND = re.compile(r"round ([1-9][0-9]{0,2})", re.ASCII)


@click.command("explain")
@at_ledger("PLAYER|MATCH|ROUND", kinds=Explained)
@click.option(
    "--proof", is_flag=True, help="Show every fraction, or the proof of the pairing and its draw."
)
def command(ctx: ReadContext, kind: Explained | None, what: str, *, proof: bool) -> None:
    r"""Explain PLAYER's place, or why MATCH or ROUND was paired the way it was.

    For a PLAYER, you see what decided the place and, in a bracket, who knocked the player out; with
    `pairing`, why each of the player's matches was paired, latest first. For a MATCH or a ROUND,
    you see why these players meet and how the round was paired. With `lock`, you see what
    locked a result, or what will; with `bye`, why a PLAYER had the latest bye. --proof adds every
    fraction, or the proof that no better pairing exists, and how to repeat the draw.

    \b
    Examples:
      roundbook explain -C cup p17 --proof
      roundbook explain -C cup "ana al" --as-of "before round 4"
      roundbook explain -C cup masters-3-7
      roundbook explain -C cup masters-3
      roundbook explain -C cup pairing p17
      roundbook explain -C cup lock masters-3-7
      roundbook explain -C cup bye p17
    """
    match kind:
        case Explained.LOCK:
            _explain_lock(ctx, what)
        case Explained.BYE:
            _explain_bye(ctx, what, proof=proof)
        case Explained.PAIRING if paired := _paired(ctx, what):
            _show_pairing(ctx, _found(ctx, paired, what), proof=proof)
        case Explained.PAIRING:
            _explain_pairings(ctx, what, proof=proof)
        case Explained.PLACE:
            _explain_place(ctx, what, proof=proof)
        case None if paired := _paired(ctx, what):
            _show_pairing(ctx, _found(ctx, paired, what), proof=proof)
        case None:
            _explain_place(ctx, what, proof=proof)
        case _:
            assert_never(kind)


def _paired(ctx: ReadContext, what: str) -> MatchId | RoundId | None:
    """Return the match or round whose pairing is meant; None for a player."""
    if number := _ROUND.fullmatch(what.strip().lower()):
        rounds = [f"{pool}-{number[1]}" for pool, n in ctx.t.rounds if n == int(number[1])]
        which = " or ".join(rounds or ["masters-3"])
        raise click.UsageError(f"give a round with its pool, such as {which}.")
    return place_meant(what, ctx.t, ctx.book)


def _explain_place(ctx: ReadContext, what: str, *, proof: bool) -> None:
    """Show what decided a player's place: every fraction, or the way through the bracket."""
    player = find_player(what, ctx.t, ctx.book)
    if ctx.as_json:
        answer = why(ctx.sight(), {"player": player})
        assert answer
        say_answer(answer)
        return
    show_parts(why_place(player, ctx, proof=proof), plain=ctx.plain)


def _found(ctx: ReadContext, place: MatchId | RoundId | None, what: str) -> PairingWhy:
    """Return why a round, a table or a player's latest round was paired the way it was."""
    match place:
        case MatchId():
            _refuse_held_back(ctx, place.pool, place.round)
            return explain_match(ctx.entries, ctx.rules, place)
        case RoundId():
            _refuse_held_back(ctx, place.pool, place.number)
            return explain_round(ctx.entries, ctx.rules, place.pool, place.number)
        case _:
            player = find_player(what, ctx.t, ctx.book)
            return explain_latest(ctx.entries, ctx.t, ctx.rules, player)


def _explain_pairings(ctx: ReadContext, what: str, *, proof: bool) -> None:
    """Show why each match of a player was paired so, the latest first; as JSON, only the latest."""
    player = ctx.t.entrant(find_player(what, ctx.t, ctx.book))
    hidden = {(one.pool, one.number) for one in ctx.held_back}
    _show_pairing(ctx, explain_latest(ctx.entries, ctx.t, ctx.rules, player), proof=proof)
    own = [
        match
        for match, pair in ctx.t.matches.items()
        if player in pair and match[:2] not in hidden and match.pool not in ctx.t.cuts
    ]
    for match in () if ctx.as_json else reversed(own[:-1]):
        echo("")
        _show_pairing(ctx, explain_match(ctx.entries, ctx.rules, match), proof=proof)


def _refuse_held_back(ctx: ReadContext, pool: Pool, number: int) -> None:
    """Refuse to explain a round in public that is not posted yet."""
    if any((one.pool, one.number) == (pool, number) for one in ctx.held_back):
        raise Refused(f"round {number} of {pool} has not been posted.", hint="Leave --public out.")


def _explain_lock(ctx: ReadContext, what: str) -> None:
    """Show why a match is locked, or until when its result can be corrected."""
    place = place_meant(what, ctx.t, ctx.book)
    if not isinstance(place, MatchId):
        raise click.UsageError(f"{quoted(what)} is not a match; use a name such as masters-3-7.")
    found = explain_lock(ctx.entries, ctx.rules, place)
    if ctx.as_json:
        by, said = lock_said(found, ctx)
        say_answer(match_lock(ctx.sight(), found, name=by, said=said))
        return
    show_parts(why_locked(found, ctx), plain=ctx.plain)


def _explain_bye(ctx: ReadContext, what: str, *, proof: bool) -> None:
    """Show why a player had the latest bye and, if it was awarded, who granted it."""
    player = find_player(what, ctx.t, ctx.book)
    found = explain_bye(ctx.entries, ctx.t, ctx.rules, player)
    _show_pairing(ctx, found.why, found.granted, proof=proof)


def _show_pairing(
    ctx: ReadContext, found: PairingWhy, granted: Granted | None = None, *, proof: bool
) -> None:
    """Show why a round, or some of its tables, was paired the way it was."""
    if ctx.as_json:
        say_answer(round_why(ctx.sight(), found, partial(who_wrote, ctx), granted))
        return
    said = why_paired(found, granted, ctx, advise=typed, proof=proof)
    show_parts(said, plain=ctx.plain)
