"""Closes and reopens tournaments; also requests for results, entropy, and new secrets."""

from collections.abc import Callable
from datetime import date, timedelta
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.places import secrets, signing
from roundbook.cli.places.layout import own_home
from roundbook.cli.places.opened_archive import doubt_about
from roundbook.cli.session.venue import random_bytes, today
from roundbook.cli.session.write import Done, WriteContext
from roundbook.ledger.errors import Refused, advice, option
from roundbook.ledger.events.catalogue import (
    AnyEvent,
    EntropyAdded,
    KeyRotated,
    LotDrawn,
    RequestAnswered,
    RequestRecorded,
    SecretCommitted,
    TournamentClosed,
    TournamentReopened,
)
from roundbook.ledger.people.book import SALT_BYTES
from roundbook.ledger.proofs.notes import vkey_of
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.rounds import is_of_a_file
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.ledger.validators.retention import keep_until
from roundbook.projections.history.requests import Request, requests
from roundbook.projections.standings import lots


class Closed(Struct, frozen=True, kw_only=True):
    """A closed tournament, and the day from which results are kept (TOP §4).

    `lots` are each division's players who were tied on everything, in the order of the lots. In a
    dry run they have no order, and there are no `entries`: somebody who saw the lots could still
    change what they are drawn from. `days_left` is how many days the results must still be kept;
    like `until`, it is None if no rule says how long.
    """

    entries: tuple[Entry, ...]
    lots: tuple[tuple[Division, tuple[PlayerId, ...]], ...]
    last: date
    until: date | None
    days_left: int | None


def close(
    ctx: WriteContext, *, end: date | None = None, agree: Callable[[], object] | None = None
) -> Closed:
    """Close the tournament: its last results lock, and the places are final (A-49).

    Players who are tied on everything are first ordered by recorded lots (A-23). `end` is the last
    day, if not today. `agree` is called before a tournament that can be closed is closed; it raises
    to stop that.
    """

    def act(t: Tournament) -> list[AnyEvent]:
        then, drawn = t.copy(), list[AnyEvent]()
        for division, groups in lots.level(t, ctx.rules).items():
            secret = secrets.next_secret(own_home(), then)
            lot = lots.draw(then, division=division, groups=groups, secret=secret)
            then.apply(lot, t.seq)
            drawn.append(lot)
        return [*drawn, TournamentClosed(end=end)]

    opened = ctx.tournament.opened
    end = end or _end_in_file(ctx)
    first, said = (opened.start if opened else None), end or (opened.end if opened else None)
    if first and (said or today() + timedelta(days=1)) < first:
        raise Refused(
            f"the last day would be {said or today()}, which is before the first day, {first}.",
            hint=advice(
                "Give the last day ({}), or correct the clock of this computer.",
                option("--end", of="close"),
            ),
        )
    if agree and not ctx.dry_run and ctx.first() is None:
        ctx.rehearse(act)
        agree()
    (entry,) = ctx.take(act)
    last = end or (opened.end if opened else None) or entry.at.date()
    drawn = [event for event in entry.events if isinstance(event, LotDrawn)]
    in_order = sorted if ctx.dry_run else list
    until = keep_until(last, ctx.rules)
    return Closed(
        entries=() if ctx.dry_run else (entry,),
        lots=tuple((event.division, tuple(in_order(event.lots))) for event in drawn),
        last=last,
        until=until,
        days_left=(until - today()).days if until else None,
    )


def _end_in_file(ctx: WriteContext) -> date | None:
    """Return the last day as the file gave it, if all rounds are from the file; or None."""
    if not is_of_a_file(ctx.tournament):
        return None
    events = [event for entry in ctx.venue.desk.entries for event in entry.events]
    ends = [one.end for one in events if isinstance(one, TournamentClosed) and one.told]
    return ends[-1] if ends else None


def reopen(ctx: WriteContext, *, reason: str) -> Done:
    """Reopen a closed tournament, as some organisers can (A-49). Locked results stay locked."""
    return Done(entries=(ctx.post(TournamentReopened(reason=reason)),))


# Requests for results: who asked, and what was handed over (TOP §4).


class RequestKept(Struct, frozen=True, kw_only=True):
    """A request that was recorded or answered, as it is now; `doubt` is about the file."""

    entries: tuple[Entry, ...]
    request: Request
    doubt: str = ""


class Handed(Struct, frozen=True, kw_only=True):
    """A file that is handed over: its digest, its size in bytes, and why it may be a wrong one."""

    sha256: str
    size: int
    doubt: str = ""


def digest(name: str, data: bytes, t: Tournament) -> Handed:
    """Return what is recorded about a file that is handed over."""
    doubt = doubt_about(name, lambda: data, t)
    return Handed(sha256=sha256(data).hexdigest(), size=len(data), doubt=doubt)


def record_request(
    ctx: WriteContext, *, source: str, reference: str | None, text: str | None
) -> RequestKept:
    """Record a request for results, with the next number."""

    def act(t: Tournament) -> list[AnyEvent]:
        number = len(t.requests) + 1
        return [RequestRecorded(number=number, source=source, reference=reference, text=text)]

    entry = ctx.take(act)[0]
    number = next(e.number for e in entry.events if isinstance(e, RequestRecorded))
    return _kept(ctx, entry, number)


def answer_request(
    ctx: WriteContext, number: int, handed: Handed, *, text: str | None
) -> RequestKept:
    """Answer a request with a file, whose digest is recorded in the ledger."""
    event = RequestAnswered(number=number, sha256=handed.sha256, size=handed.size, text=text)
    return replace(_kept(ctx, ctx.post(event), number), doubt=handed.doubt)


def _kept(ctx: WriteContext, entry: Entry, number: int) -> RequestKept:
    entries = [*ctx.venue.desk.entries, *([entry] if ctx.dry_run else [])]
    one = next(each for each in requests(entries) if each.number == number)
    return RequestKept(entries=(entry,), request=one)


# Sources of chance: public entropy for later draws, and new chains of secrets.


def add_entropy(ctx: WriteContext, text: str, *, source: str, pool: Pool | None) -> Done:
    """Mix something random that everybody has seen into every later draw."""
    return Done(entries=(ctx.post(EntropyAdded(text=text, source=source, pool=pool)),))


class ChainBegun(Struct, frozen=True, kw_only=True):
    """A new chain of secrets, and the file on this machine that contains it.

    `key` is the key that signs from now on, if a ledger made of a file named none.
    """

    entries: tuple[Entry, ...]
    kept_in: str
    key: str | None = None


def begin_chain(ctx: WriteContext, *, reason: str) -> ChainBegun:
    """Begin a new chain of secrets on this machine, with a public reason.

    An imported event that goes on here is signed from now on, too.
    """
    home = own_home()
    if had := ctx.written(SecretCommitted):
        published, made = had[0].commitment, False
    else:
        published, made = secrets.begin(home, random_bytes(SALT_BYTES)), True
    key = _own_key(ctx)
    begun = SecretCommitted(commitment=published, reason=reason)
    signed = [KeyRotated(public_key=key, reason=reason)] if key else []
    try:
        entries = ctx.take(lambda _: [begun, *signed])
    except BaseException:
        # The ledger does not refer to this secret, so no draw will ever use it.
        if made:
            secrets.forget(home, published)
        raise
    if ctx.dry_run and made:
        secrets.forget(home, published)
    kept = secrets.where(home, published)
    return ChainBegun(entries=tuple(entries), kept_in=kept, key=key)


def _own_key(ctx: WriteContext) -> str | None:
    """Return the key of this machine for an imported ledger that names none; None otherwise."""
    if had := ctx.written(KeyRotated):
        return had[0].public_key
    opened = ctx.tournament.opened
    if opened is None or opened.told is None or ctx.tournament.key:
        return None
    seed, name = random_bytes(32), signing.origin(opened)
    return str(vkey_of(name, seed if ctx.dry_run else signing.current(own_home(), seed)))
