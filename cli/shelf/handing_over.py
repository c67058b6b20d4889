"""Hands several events over as one file, with a request and a receipt in each ledger (TOP §4)."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile, ZipInfo

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.acts.closing import Handed, answer_request, record_request
from roundbook.cli.archive.seal import Archived, seal
from roundbook.cli.places import last_archive
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.shelf import Shelf
from roundbook.cli.places.shelf_databases import opened_at
from roundbook.cli.session.batch import progress
from roundbook.cli.session.errors import typed
from roundbook.cli.session.named_files import is_another, write_file
from roundbook.cli.session.venue import CommandOptions, venue
from roundbook.cli.session.write import WriteContext, at_open_venue, in_own_name, in_own_role
from roundbook.ledger.errors import Do, Hint, Refused, advice, do
from roundbook.projections.history.requests import requests


class Receipt(Struct, frozen=True, kw_only=True):
    """The receipt of one event: the number of its request, and the entry with the answer.

    `remarks` are what its archive says about itself, such as texts that stay without names.
    """

    event: str
    number: int
    seq: int
    remarks: tuple[str, ...] = ()


class HandedOver(Struct, frozen=True, kw_only=True):
    """A file with the archives of several events, and the receipt of each."""

    file: str
    sha256: str
    size: int
    receipts: tuple[Receipt, ...]


class Ask(NamedTuple):
    """Who asked for the results, with which reference, and whether names are to be left out."""

    source: str
    reference: str | None
    anonymous: bool


def hand_over(
    shelf: Shelf,
    events: Sequence[str],
    ask: Ask,
    file: Path,
    *,
    manner: CommandOptions,
) -> HandedOver:
    """Write the archives of these events to one file, and record request and answer in each.

    All events are sealed once before anything is written, so one that cannot be handed over stops
    the rest. A repeated command goes on with the requests that it has recorded. Raises Refused,
    Unreadable.
    """
    if is_another(file, b""):
        raise Refused(f"{file} already exists.", hint="Give another file name: --out FILE.")

    def sealed(place: Anywhere) -> Archived:
        return seal(place, anonymous=ask.anonymous, unfinished=None)

    for event in events:
        with opened_at(shelf, event) as place:
            sealed(place)
    numbers = dict[str, int]()
    inside = dict[str, bytes]()
    remarks = dict[str, tuple[str, ...]]()
    for event in progress(events, "events", len(events)):
        with opened_at(shelf, event) as place:
            numbers[event] = _request(_at(place, manner), ask)
            done = sealed(place)
            remarks[event] = tuple(_typed_at(place, one) for one in done.remarks)
            inside[f"{event.replace('/', '-')}.zip"] = done.data
            if not ask.anonymous:
                last_archive.keep(place, done.lines)
    data = _parcel(inside)
    write_file(file, data)
    handed = Handed(sha256=sha256(data).hexdigest(), size=len(data))
    text = f"one of {len(events)} events in one file" if len(events) > 1 else None
    receipts = []
    for event in events:
        with opened_at(shelf, event) as place:
            kept = answer_request(_at(place, manner), numbers[event], handed, text=text)
        seq = kept.entries[0].seq
        receipts.append(
            Receipt(event=event, number=numbers[event], seq=seq, remarks=remarks[event])
        )
    return HandedOver(
        file=str(file), sha256=handed.sha256, size=handed.size, receipts=tuple(receipts)
    )


def _typed_at(place: Anywhere, remark: str | Hint) -> str:
    """Return a remark whose commands name the event, since a shelf has several."""
    if isinstance(remark, str):
        return remark
    parts = (
        replace(part, args=(*part.args, "-C", str(place))) if isinstance(part, Do) else part
        for part in remark.parts
    )
    return typed(replace(remark, parts=tuple(parts)))


def _parcel(inside: Mapping[str, bytes]) -> bytes:
    """Return these archives as one file, without a date."""
    out = BytesIO()
    with ZipFile(out, "w") as parcel:
        for name in sorted(inside):
            parcel.writestr(ZipInfo(name), inside[name])
    return out.getvalue()


def _at(place: Anywhere, manner: CommandOptions) -> WriteContext:
    manner = in_own_name(place, manner)
    here = venue(place, manner.operator)
    return at_open_venue(here, in_own_role(here, manner))


def _request(ctx: WriteContext, ask: Ask) -> int:
    """Return the number of the request that is answered: an open one, or a new one."""
    for one in requests(ctx.venue.desk.entries):
        if one.answer is None and (one.source, one.reference) == ask[:2]:
            return one.number
    kept = record_request(ctx, source=ask.source, reference=ask.reference, text=None)
    return kept.request.number


def refuse_unknown(events: Sequence[str], ledgers: Sequence[str]) -> None:
    """Refuse an event that is not a ledger of the shelf."""
    for event in events:
        if event not in ledgers:
            raise Refused(
                f"{event[:60]} is not a ledger on this shelf.",
                hint=advice("{} lists the events.", do("shelf")),
            )
