"""The end of a tournament: it is closed, its last ties are broken by lot; it can be reopened."""

from datetime import date, timedelta
from hashlib import sha256

from msgspec import Struct

from cli.acts.act import Done
from cli.desk.venue import random_bytes, today
from cli.desk.write import WriteContext
from cli.folder import secrets
from cli.folder.layout import settings
from ledger.errors import Refused, advice, option
from ledger.events.catalogue import (
    AnyEvent,
    EntropyAdded,
    LotDrawn,
    RequestAnswered,
    RequestRecorded,
    SecretCommitted,
    TournamentClosed,
    TournamentReopened,
)
from ledger.people.book import SALT_BYTES
from ledger.record.entry import Entry
from ledger.state.tournament import Tournament
from ledger.terms import Division, PlayerId, Pool
from projections.history.overview import Request, keep_until, requests
from projections.standings import lots


class Closed(Struct, frozen=True, kw_only=True):
    """A tournament that is closed, from which day the three months of TOP §4 are counted.

    `lots` are the players of each division who were tied in everything, in the order of the lot. Of
    a close that was only judged they are in no order, and `entries` are none: whoever saw the lots
    could still change what they are drawn from. `days_left` is how long the results are kept from
    today.
    """

    entries: tuple[Entry, ...]
    lots: tuple[tuple[Division, tuple[PlayerId, ...]], ...]
    last: date
    until: date
    days_left: int


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
            f"the last day would be {said or today()}, which is before the first day, {first}.",
            hint=advice(
                "Give the last day ({}), or correct the clock of this computer.",
                option("--end", of="close"),
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
    )


def reopen(ctx: WriteContext, *, reason: str) -> Done:
    """Open a closed tournament again; only the organiser can (A-49). What was locked stays so."""
    return Done(entries=(ctx.post(TournamentReopened(reason=reason)),))


# Requests for the results: who asked, and what they were given (TOP §4).


class RequestKept(Struct, frozen=True, kw_only=True):
    """A request that was recorded or answered, as it stands now."""

    entries: tuple[Entry, ...]
    request: Request


class Handed(Struct, frozen=True, kw_only=True):
    """What is handed over, by its digest and its size in bytes."""

    sha256: str
    size: int


def digest(data: bytes) -> Handed:
    """Return what is kept of a file that is handed over."""
    return Handed(sha256=sha256(data).hexdigest(), size=len(data))


def record_request(
    ctx: WriteContext, *, source: str, reference: str | None, text: str | None
) -> RequestKept:
    """Record that somebody asks for the results; it gets the next number."""

    def act(t: Tournament) -> list[AnyEvent]:
        number = len(t.requests) + 1
        return [RequestRecorded(number=number, source=source, reference=reference, text=text)]

    entry = ctx.take(act)[0]
    number = next(e.number for e in entry.events if isinstance(e, RequestRecorded))
    return _kept(ctx, entry, number)


def answer_request(
    ctx: WriteContext, number: int, handed: Handed, *, text: str | None
) -> RequestKept:
    """Answer a request with a file, whose digest stands in the ledger from now on."""
    event = RequestAnswered(number=number, sha256=handed.sha256, size=handed.size, text=text)
    return _kept(ctx, ctx.post(event), number)


def _kept(ctx: WriteContext, entry: Entry, number: int) -> RequestKept:
    entries = [*ctx.venue.desk.entries, *([entry] if ctx.dry_run else [])]
    one = next(each for each in requests(entries) if each.number == number)
    return RequestKept(entries=(entry,), request=one)


# Where chance comes from: what everybody saw goes into every later draw; new chains of secrets.


def add_entropy(ctx: WriteContext, text: str, *, source: str, pool: Pool | None) -> Done:
    """Let a text that chance gave before everybody's eyes decide with in every later draw."""
    return Done(entries=(ctx.post(EntropyAdded(text=text, source=source, pool=pool)),))


class ChainBegun(Struct, frozen=True, kw_only=True):
    """A new chain of secrets, and the file that holds the first of them on this machine."""

    entries: tuple[Entry, ...]
    kept_in: str


def begin_chain(ctx: WriteContext, *, reason: str) -> ChainBegun:
    """Begin a new chain of secrets on this machine; everybody may know why."""
    first, home = ctx.first(), settings()
    had = first.events[0] if first else None
    if isinstance(had, SecretCommitted):
        published, made = had.commitment, False
    else:
        published, made = secrets.begin(home, random_bytes(SALT_BYTES)), True
    try:
        entry = ctx.post(SecretCommitted(commitment=published, reason=reason))
    except BaseException:
        # Nobody will ever draw by a secret to which the ledger does not refer.
        if made:
            secrets.forget(home, published)
        raise
    if ctx.dry_run and made:
        secrets.forget(home, published)
    return ChainBegun(entries=(entry,), kept_in=secrets.where(home, published))
