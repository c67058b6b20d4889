"""Show why a player stands there, why a round was paired so, why a match is locked, why a bye."""

from functools import partial

import click

from cli.args.players import find_player
from cli.args.types import RoundId, match_or_round
from cli.args.words import quoted
from cli.desk.errors import shown, typed
from cli.desk.output import echo
from cli.desk.read import ReadContext, at_ledger, say_answer
from ledger.errors import Refused, advice, do
from ledger.terms import HandId, MatchId, PlayerId
from projections.explain import bracket
from projections.explain.bracket import course
from projections.explain.bye import Granted, explain_bye
from projections.explain.lock import explain_lock, lock_in_words
from projections.explain.pairing import PairingWhy, explain_round, only_player, only_table
from projections.explain.place import explain_place
from projections.reports.api.places import why
from projections.reports.api.staff import match_lock, round_why
from projections.reports.text import pairing as pairing_text
from projections.reports.text import place as place_text
from projections.reports.text.reading import named, who_wrote
from projections.reports.text.tables import WIDTH, wrapped


@click.command("explain")
@at_ledger("PLAYER|MATCH|ROUND", kinds=("place", "pairing", "lock", "bye"))
def command(ctx: ReadContext, kind: str | None, what: str) -> None:
    r"""Show why PLAYER stands where they stand, or why MATCH or ROUND was paired as it was.

    PLAYER is a number such as p17, an organiser's id, or a part of a name: shown is every fraction
    that the place follows from, and in a bracket who knocked the player out, and in which round.
    MATCH is written masters-3-7, ROUND masters-3: shown is why these players meet, who paired them,
    what proves that no round is better, and how to draw it again.

    \b
    Examples:
      roundbook explain cup p17
      roundbook explain cup "ana al" --as-of "before round 4"
      roundbook explain cup masters-3-7
      roundbook explain cup masters-3
      roundbook explain cup pairing p17
      roundbook explain cup lock masters-3-7
      roundbook explain cup bye p17
    """
    if kind == "lock":
        _explain_lock(ctx, what)
        return
    if kind == "bye":
        _explain_bye(ctx, what)
        return
    place = match_or_round(what) if kind != "place" else None
    if place or kind == "pairing":
        found = _table(ctx, place) if place else _latest_of(ctx, what)
        _show_pairing(ctx, found)
        return
    _explain_place(ctx, what)


def _explain_place(ctx: ReadContext, what: str) -> None:
    """Show every fraction, or the way through the bracket, that a player's place follows from."""
    player = find_player(what, ctx.t, ctx.book)
    way = course(ctx.t, ctx.rules, player)
    found = explain_place(ctx.t, ctx.rules, player)
    if ctx.as_json:
        answer = why(ctx.sight(), {"player": player})
        assert answer
        say_answer(answer)
        return
    said = [] if way and way.pure else place_text.lines(found, _names(ctx))
    if way:
        said += [*([""] if said else []), *bracket.lines(way, _names(ctx))]
    for line in said:
        echo(line)


def _table(ctx: ReadContext, place: MatchId | RoundId) -> PairingWhy:
    """Return why a round, or one table of it, was paired as it was."""
    number = place.round if isinstance(place, MatchId) else place.number
    found = explain_round(ctx.entries, ctx.rules, place.pool, number)
    return only_table(found, place) if isinstance(place, MatchId) else found


def _latest_of(ctx: ReadContext, what: str) -> PairingWhy:
    """Return why the latest pairing or bye of a player is as it is; raises Refused."""
    player = find_player(what, ctx.t, ctx.book)
    seated = [one for one in ctx.t.rounds.values() if player in one.players()]
    if not seated:
        raise Refused(
            f"{player} has not been paired.", hint=advice("All rounds are in {}.", do("pairings"))
        )
    latest = max(seated, key=lambda one: one.seq)
    found = explain_round(ctx.entries, ctx.rules, latest.pool, latest.number)
    return only_player(found, player)


def _explain_lock(ctx: ReadContext, what: str) -> None:
    """Show why a match is locked, or until when its result can be corrected."""
    place = match_or_round(what)
    if not isinstance(place, MatchId):
        raise click.UsageError(f"{quoted(what)} is no match; write one such as masters-3-7.")
    found = explain_lock(ctx.entries, ctx.rules, place)
    by = who_wrote(ctx, found.by.hand) if found.by else None
    said = lock_in_words(found, by or "")
    if ctx.as_json:
        say_answer(match_lock(ctx.sight(), found, name=by, said=said))
        return
    first, second = (named(ctx, player) for player in found.players)
    result = found.result.in_words(ctx.rules.tie_word) if found.result else "no result yet"
    echo(shown(f"{found.match}: {first} and {second}, {result}"))
    for line in said:
        _paragraph(2, line)


def _explain_bye(ctx: ReadContext, what: str) -> None:
    """Show why a player had the latest bye, and who granted it where it was awarded."""
    player = find_player(what, ctx.t, ctx.book)
    found = explain_bye(ctx.entries, ctx.rules, player)
    _show_pairing(ctx, found.why, found.granted)
    if found.granted and not ctx.as_json:
        at = found.granted.at.isoformat(sep=" ", timespec="minutes")[:16]
        by = who_wrote(ctx, found.granted.hand)
        because = f', because: "{found.granted.reason}"' if found.granted.reason else ""
        _paragraph(0, "")
        _paragraph(0, f"It was granted by {by}, {at} (entry {found.granted.seq}){because}.")


def _show_pairing(ctx: ReadContext, found: PairingWhy, granted: Granted | None = None) -> None:
    """Show why a round, or some of its tables, was paired as it was."""
    if ctx.as_json:
        say_answer(round_why(ctx.sight(), found, partial(who_wrote, ctx), granted))
        return
    by = ctx.book.hands.get(HandId(found.hand.id), found.hand.id)
    by = by if by == found.hand.role else f"{by}, {found.hand.role}"
    for indent, text in pairing_text.paragraphs(found, _names(ctx), by=shown(by)):
        _paragraph(indent, typed(text))


def _paragraph(indent: int, text: str) -> None:
    """Print a paragraph, whose later lines stand further in."""
    first, *rest = wrapped(shown(text), WIDTH - indent - 2)
    echo(f"{' ' * indent}{first}".rstrip())
    for line in rest:
        echo(f"{' ' * (indent + 2)}{line}")


def _names(ctx: ReadContext) -> dict[PlayerId, str]:
    """Return the names of the players that have one, as they are shown."""
    names = {number: ctx.name(number) for number in ctx.t.players}
    return {number: shown(name) for number, name in names.items() if name != number}
