"""The end of a tournament: it is closed, its last ties are broken by lot; it can be reopened."""

from datetime import date, timedelta

from msgspec import Struct

from cli.acts.act import Done
from cli.desk.venue import today
from cli.desk.write import WriteContext
from cli.folder import secrets
from cli.folder.home import settings
from ledger.errors import Refused, advice, option
from ledger.events.catalogue import AnyEvent, LotDrawn, TournamentClosed, TournamentReopened
from ledger.record.entry import Entry
from ledger.state.tournament import Tournament
from ledger.terms import Division, PlayerId
from projections.history.overview import keep_until
from projections.judging.deck_checks import remark
from projections.standings import lots


class Closed(Struct, frozen=True, kw_only=True):
    """A tournament that is closed, from which day the three months of TOP §4 are counted.

    `lots` are the players of each division who were tied in everything, in the order of the lot. Of
    a close that was only judged they are in no order, and `entries` are none: whoever saw the lots
    could still change what they are drawn from. `days_left` is how long the results are kept from
    today; `to_check` what is still to be done about decks.
    """

    entries: tuple[Entry, ...]
    lots: tuple[tuple[Division, tuple[PlayerId, ...]], ...]
    last: date
    until: date
    days_left: int
    to_check: tuple[str, ...]


def close(ctx: WriteContext, *, end: date | None = None) -> Closed:
    """Close the tournament: its last results lock, and the places are final (A-49).

    Players who are tied in everything are ordered by recorded lots first (A-23). `end` is the last
    day, if it was another than now.
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
            hint=advice(
                "Name the last day ({}), or set the clock of this computer right.", option("--end")
            ),
        )
    (entry,) = ctx.take(act)
    last = end or (opened.end if opened else None) or entry.at.date()
    drawn = [event for event in entry.events if isinstance(event, LotDrawn)]
    in_order = sorted if ctx.dry_run else list
    return Closed(
        entries=() if ctx.dry_run else (entry,),
        lots=tuple((event.division, tuple(in_order(event.lots))) for event in drawn),
        last=last,
        until=keep_until(last),
        days_left=(keep_until(last) - today()).days,
        to_check=tuple(remark(ctx.tournament)),
    )


def reopen(ctx: WriteContext, *, reason: str) -> Done:
    """Open a closed tournament again; only the organiser can (A-49). What was locked stays so."""
    return Done(entries=(ctx.post(TournamentReopened(reason=reason)),))
