"""Close the tournament."""

from datetime import date, timedelta

import click

from cli.args.types import DATE
from cli.desk.command import at_desk, say_done
from cli.desk.venue import today
from cli.desk.write import WriteContext
from cli.folder import secrets
from cli.folder.home import settings
from ledger.errors import Refused
from ledger.events.catalogue import AnyEvent, LotDrawn, TournamentClosed
from ledger.state.tournament import Tournament
from projections.history.overview import keep_until
from projections.judging.deck_checks import remark
from projections.standings import lots


@click.command("close")
@click.option("--end", type=DATE, help="The last day, if it was another than now.")
@at_desk
def command(ctx: WriteContext, end: date | None) -> None:
    r"""Close the tournament: its last results lock, and the places are final (A-49).

    Players who are level in everything are ordered by recorded lots first (A-23).

    \b
    Example:
      roundbook close
    """

    def act(t: Tournament) -> list[AnyEvent]:
        then, drawn = t.copy(), list[AnyEvent]()
        for division, groups in lots.level(t, ctx.rules).items():
            secret = secrets.next_secret(settings(), then)
            lot = lots.draw(then, division=division, groups=groups, secret=secret)
            then.apply(lot, t.seq)
            drawn.append(lot)
        return [*drawn, TournamentClosed(end=end)]

    opened = ctx.tournament.opened
    first, said = (opened.start if opened else None), end or (opened.end if opened else None)
    if first and (said or today() + timedelta(days=1)) < first:
        raise Refused(
            f"the last day would be {said or today()}, before the first one, {first}.",
            hint="Name the last day (--end), or set the clock of this computer right.",
        )
    entry = ctx.take(act)[0]
    last = end or (opened.end if opened else None) or entry.at.date()
    drawn = [event for event in entry.events if isinstance(event, LotDrawn)]
    if ctx.dry_run:
        players = [player for event in drawn for player in sorted(event.lots)]
        lots_for = f", with lots for {', '.join(players)}" if players else ""
        say_done(ctx, [], f"would be closed{lots_for}", keep_until=keep_until(last))
        return
    lines = ["the tournament is closed"]
    for event in drawn:
        order = ", ".join(ctx.named(player) for player in event.lots)
        lines.append(f"  lots, {event.division}: {order}")
    lines.append(f"keep the results until {keep_until(last)}, three months from {last} (TOP §4)")
    left = (keep_until(last) - today()).days
    lines.append(
        f"  {left} days from today; `roundbook tournaments` shows it"
        if left > 0
        else "  that has passed"
    )
    lines.append("  then names may be erased; nothing is ever erased by itself (A-43)")
    lines += remark(ctx.tournament)
    lines.append("next: roundbook standings")
    say_done(ctx, entry, *lines, keep_until=keep_until(last), days_left=left)
