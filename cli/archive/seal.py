"""Seals a tournament: makes one archive file from its folder, or says why it cannot."""

from collections.abc import Sequence

from msgspec import Struct

from roundbook.cli.archive.contents import Recorded, sealed
from roundbook.cli.places import edition as editions
from roundbook.cli.places import heads, last_seen, layout, people, signing
from roundbook.cli.places.layout import own_home
from roundbook.cli.places.members import Anywhere
from roundbook.cli.session.read import ReadContext, read_ledger
from roundbook.cli.session.venue import venue
from roundbook.cli.verify.inspect import Report, inspect
from roundbook.ledger.archive_file import LARGEST, packed
from roundbook.ledger.errors import Hint, Refused, Unreadable, advice, do, option
from roundbook.ledger.people.book import Book, to_bytes, without_teams
from roundbook.ledger.people.privacy import texts
from roundbook.ledger.phrases import counted, several
from roundbook.ledger.record.entry import Entry, each_event


class Archived(Struct, frozen=True, kw_only=True):
    """A sealed tournament: the bytes of its file, its number of lines, and remarks.

    `signed` is the last line covered by a signature, or 0; `named` tells whether it contains names
    of players. `code` is that of the ledger's own key, empty without a signature. Nothing is
    written to the ledger.
    """

    data: bytes
    lines: int
    signed: int
    named: bool
    code: str = ""
    remarks: tuple[str | Hint, ...] = ()
    entries: tuple[Entry, ...] = ()


def seal(folder: Anywhere, *, anonymous: bool, unfinished: str | None) -> Archived:
    """Return a tournament as one sealed file; its head is signed if the key is here.

    `unfinished` is the reason for sealing before the close. Raises Refused, Unreadable.
    """
    report = inspect(folder)
    if report.wrong:
        raise Unreadable(f"this ledger cannot be archived: {report.wrong}", where=str(folder))
    if report.restored and not anonymous:
        raise Refused(
            "the names of erased people are in the folder again, and nothing in an archive can be "
            "erased.",
            hint=advice("{} shows whom to erase again.", do("verify")),
        )
    if report.names and not anonymous:
        one, *more = report.names
        others = f" (and {counted(len(more), 'other')})" if more else ""
        msg = f"what people.json says about {one}{others} does not match the ledger."
        raise Refused(
            msg,
            hint=advice(
                "Put people.json back from a backup, or leave all names out with {}.",
                option("--anonymous"),
            ),
        )
    ctx = read_ledger(folder)
    _refuse_unfinished(ctx, unfinished)
    remarks = (*_signed(folder, ctx), *_broken(report))
    if anonymous:
        remarks = (*remarks, *_as_written(ctx.entries))
    what = _recorded(ctx, anonymous=anonymous, unfinished=unfinished)
    book = ctx.book if what.people else Book()
    members = sealed(what, ctx.entries, ctx.rules, book)
    data = packed(members)
    if len(data) > LARGEST:
        msg = f"the archive would be {len(data):,} bytes, but at most {LARGEST:,} can be read."
        raise Refused(msg, hint="Hand over the folder itself instead.")
    return Archived(
        data=data,
        lines=len(what.lines),
        signed=what.signed,
        named=bool(book.players or book.refused),
        code=report.evidence.key if what.signed else "",
        remarks=remarks,
    )


def _refuse_unfinished(ctx: ReadContext, unfinished: str | None) -> None:
    """Refuse an open tournament without a reason, a closed one with one, and a name in a reason."""
    t = ctx.t
    if t.closed is None and unfinished is None:
        msg = "the tournament is not closed, so its places are not final."
        raise Refused(
            msg,
            hint=advice(
                "Close it with {}, or give the reason with {}.",
                do("close"),
                option("--unfinished", "REASON"),
            ),
        )
    if t.closed is not None and unfinished is not None:
        msg = "the tournament is closed, so no reason is needed."
        raise Refused(msg, hint=advice("Leave {} out.", option("--unfinished")))
    named = ctx.book.named_in(unfinished) if unfinished else None
    if named:
        msg = f"the reason contains the name of {named}, but nothing in an archive can be erased."
        raise Refused(msg, hint=f'Write "{named}" instead of the name.')


def _signed(folder: Anywhere, ctx: ReadContext) -> list[str | Hint]:
    """Sign the current ledger if its key is here; return remarks."""
    t, home = ctx.t, own_home()
    if t.opened is None or t.key is None:
        return ["this ledger is not signed: it does not name a key."]
    last = heads.latest(folder)
    if last and last.checkpoint.size == t.seq:
        return []
    if signing.seed_of(home, signing.origin(t.opened), t.key) is not None:
        said = list[str | Hint]()
        last_seen.sign(home, folder, venue(folder).desk, said.append)
        return said
    if last is None:
        raise signing.not_here(closed=t.closed is not None)
    covered = f"{last.checkpoint.size} of {counted(t.seq, 'line')}"
    missing = signing.not_here(closed=t.closed is not None).message
    return [f"the signed head covers only {covered}: {missing}"]


def _broken(report: Report) -> list[Hint]:
    """Return a remark on violated rules, which are sealed too."""
    if not report.broken:
        return []
    found = counted(report.broken, "violation")
    return [advice("The archived ledger contains {} of the rules; see {}.", found, do("verify"))]


def _as_written(entries: Sequence[Entry]) -> list[Hint]:
    """Return a remark on the texts that stay in an archive without names.

    Only full names of players are kept out of them; staff may have been announced by name.
    """
    written = dict.fromkeys(entry.seq for entry, event in each_event(entries) if any(texts(event)))
    if not written:
        return []
    of = "entry" if len(written) == 1 else "entries"
    return [
        advice(
            "Texts that staff wrote stay unchanged, in {} {}: check them for names with {}.",
            of,
            several(written),
            do("history"),
        )
    ]


def _names(ctx: ReadContext) -> bytes | None:
    """Return the names file, with the people that the ledger commits to; None if it was erased."""
    text = people.text_of(ctx.folder)
    own = without_teams(ctx.book, ctx.t)  # Nobody is committed to by the name of a team.
    return text if text is None or people.is_kept(ctx.folder, own) else to_bytes(own)


def _recorded(ctx: ReadContext, *, anonymous: bool, unfinished: str | None) -> Recorded:
    """Return the recorded part of a folder."""
    folder, opened = ctx.folder, ctx.t.opened
    assert opened is not None
    last = heads.latest(folder)
    return Recorded(
        lines=tuple(layout.store(folder).lines()),
        edition=editions.text_of(folder, opened),
        people=None if anonymous else _names(ctx),
        checkpoint=last.note.to_bytes() if last else None,
        witnessed={
            f"{layout.WITNESSED}/{one.checkpoint.size:06}.checkpoint": one.note.to_bytes()
            for one in heads.witnessed(folder)
        },
        unfinished=f"{unfinished}\n".encode() if unfinished else None,
    )
