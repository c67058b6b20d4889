"""Show what would stand, had a match ended otherwise or a player left: nothing is written."""

from typing import Any

import click

from cli.args.players import find_player
from cli.args.types import MATCH, RESULT
from cli.args.words import quoted
from cli.desk.output import echo
from cli.desk.read import ReadContext, at_ledger, say_answer
from cli.terminal.tables import show
from ledger.events import catalogue as ev
from ledger.state.queries import latest_started
from ledger.terms import MatchId, Result
from projections.explain.what_if import Cost, WhatIf, cost, what_if
from projections.reports.api.staff import would_be
from projections.reports.text.tables import WIDTH, Column, wrapped
from projections.text import counted

COLUMNS = (
    Column("Player", wraps=True),
    Column("Division"),
    Column("Place", right=True),
    Column("would be", right=True),
    Column("Points", right=True),
    Column("would be", right=True),
)


class OutcomeType(click.ParamType[tuple[MatchId, Result]]):
    """A match and how it might have ended: `masters-1-3=2-1`."""

    name = "match=result"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[MatchId, Result]:
        """Return the match and the result; a usage error says how to write them."""
        if isinstance(value, tuple):
            return value
        match, equals, result = value.partition("=")
        if not equals:
            self.fail(f"{quoted(value)} is no outcome; write masters-1-3=2-1.", param, ctx)
        return MATCH.convert(match, param, ctx), RESULT.convert(result, param, ctx)


OUTCOME = OutcomeType()


@click.command("what-if")
@at_ledger()
@click.option("--result", "outcomes", type=OUTCOME, multiple=True, help="How a match ends instead.")
@click.option("--drop", "drops", multiple=True, metavar="PLAYER", help="Who leaves now.")
@click.option("--late", "lates", multiple=True, metavar="PLAYER", help="Who has the late tag.")
@click.option("--on-time", "on_time", multiple=True, metavar="PLAYER", help="Who has no late tag.")
def command(
    reading: ReadContext,
    outcomes: tuple[tuple[MatchId, Result], ...],
    drops: tuple[str, ...],
    lates: tuple[str, ...],
    on_time: tuple[str, ...],
) -> None:
    r"""Show what a correction, a drop or a late tag would change: nothing is written.

    Shown are the places and points that would be others; the rounds already paired that would have
    been paired otherwise, and how many players at least; the cuts; and what a correction costs: how
    long ago it was, and whose figures it reaches. A locked result can be asked about as well: it
    then stays a question.

    \b
    Examples:
      roundbook what-if cup --result masters-1-3=2-1
      roundbook what-if cup --result masters-1-3=tie --drop p7 --json
    """
    events = [*_events(reading, drops, lates, on_time)]
    if not outcomes and not events:
        raise click.UsageError("name something: --result, --drop, --late or --on-time.")
    found = what_if(reading.entries, reading.rules, results=dict(outcomes), events=events)
    costs = [cost(reading.entries, reading.t, reading.rules, match) for match, _ in outcomes]
    if reading.as_json:
        say_answer(would_be(reading.sight(), found, costs))
        return
    _show(reading, found)
    for one in costs:
        for line in _cost(one, found):
            echo(line)


def _events(
    reading: ReadContext, drops: tuple[str, ...], lates: tuple[str, ...], on_time: tuple[str, ...]
) -> list[ev.AnyEvent]:
    """Return what would happen now; raises Refused if somebody is not meant by a word."""
    t, why = reading.t, "what if"
    gone, late, early = (
        [find_player(word, t, reading.book) for word in words] for words in (drops, lates, on_time)
    )
    return [
        *(ev.PlayerDropped(player=player, after=latest_started(t, player)) for player in gone),
        *(ev.LateTagSet(player=player, reason=why) for player in late),
        *(ev.LateTagCleared(player=player, reason=why) for player in early),
    ]


def _show(reading: ReadContext, found: WhatIf) -> None:
    """Say it to people."""
    echo(reading.heading())
    for match in found.locked:
        echo(f"The result of {match} is locked (TOP §4): this is a question only.")
    if not (found.places or found.rounds or found.cuts):
        echo("It would change no place, no points, no pairing and no cut.")
        return
    if found.places:
        rows = [
            [
                reading.name(one.player),
                one.division.value,
                str(one.place or "-"),
                str(one.would_be or "-"),
                str(one.match_points),
                str(one.would_have),
            ]
            for one in found.places
        ]
        echo()
        show(COLUMNS, rows, plain=reading.plain)
    for unlike in found.rounds:
        where = f"round {unlike.round} of {unlike.pool}"
        if unlike.players is None:
            echo(f"{where} could not have been paired without a rematch.")
        else:
            others = counted(unlike.players, "player")
            echo(f"{where} would have been paired otherwise: {others} at least.")
    for cut in found.cuts:
        joins = ", ".join(map(reading.name, cut.joins)) or "nobody"
        leaves = ", ".join(map(reading.name, cut.leaves)) or "nobody"
        echo(f"the cut of {cut.division}: {joins} would be in, {leaves} would not.")


def _cost(one: Cost, found: WhatIf) -> list[str]:
    """Return what a correction costs: how long ago it was, whom it reaches, who moves how far."""
    since = f"{counted(one.rounds, 'round')} paired since"
    when = f"reported by entry {one.entry}, {since}" if one.entry else f"not reported, {since}"
    steps = [
        abs(each.place - each.would_be) for each in found.places if each.place and each.would_be
    ]
    moved = [step for step in steps if step]
    move = f"{len(moved)} places move" if len(moved) != 1 else "1 place moves"
    furthest = f", the furthest by {max(moved)}" if moved else ""
    reached = counted(len(one.players), "record")
    said = (
        f"cost of correcting {one.match}: {when}; it reaches {reached}, the Op Win % of "
        f"{counted(len(one.opponents), 'opponent')} and the Op Op Win % of "
        f"{len(one.beyond)} more; {move}{furthest}."
    )
    return wrapped(said, WIDTH)
