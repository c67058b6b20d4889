"""Seal a tournament into one file that anybody can check without us."""

from pathlib import Path

import click

from cli.archive.contents import Recorded, sealed
from cli.args.words import WORDS
from cli.desk.context import serves_files
from cli.desk.errors import shown
from cli.desk.folding import as_typed
from cli.desk.named_files import write_file
from cli.desk.output import echo
from cli.desk.read import AS_JSON, ReadContext, read_ledger, say_json
from cli.desk.venue import venue
from cli.folder import edition as editions
from cli.folder import heads, layout, people, signing
from cli.folder.home import settings
from cli.verify.inspect import Report, inspect
from ledger.archive import LARGEST, packed
from ledger.errors import Refused, Unreadable, advice, do
from ledger.people.book import Book
from projections.text import counted


@click.command("archive")
@click.argument("folder", metavar="[DIR]", type=click.Path(path_type=Path), default=Path())
@click.option("--out", type=click.Path(path_type=Path), help="The file.  [default: NAME.zip]")
@click.option("--anonymous", is_flag=True, help="Leave every name out: players by number.")
@click.option(
    "--unfinished", type=WORDS, metavar="REASON", help="Why to seal it before it is closed."
)
@AS_JSON
@serves_files
def command(
    folder: Path, *, out: Path | None, anonymous: bool, unfinished: str | None, as_json: bool
) -> None:
    r"""Seal a closed tournament into one file, for the office or a reviewer.

    The record, the rules, the signed heads, the names, the places and rounds as tables, and a page
    that verifies all this in a browser without any network. The same ledger gives the same bytes.
    What was refused at the desk and imported files stay out.

    \b
    Examples:
      roundbook archive cup
      roundbook archive cup --anonymous --out for-the-public.zip
    """
    report = inspect(folder)
    if report.damaged:
        first = report.damage[0].sentence if report.damage else report.faults[0]
        raise Unreadable(f"nobody seals a damaged ledger: {first}", where=str(folder))
    ctx = read_ledger(folder)
    _refuse_unfinished(ctx, unfinished)
    remarks = [*_signed(folder, ctx), *_broken(report)]
    what = _recorded(ctx, anonymous=anonymous, unfinished=unfinished)
    members = sealed(what, ctx.entries, ctx.rules, Book() if anonymous else ctx.book)
    data = packed(members)
    if len(data) > LARGEST:
        msg = f"the archive would have {len(data):,} bytes, and at most {LARGEST:,} are read."
        raise Refused(msg, hint="Pass on the folder itself instead.")
    file = out or Path(f"{layout.name_of(folder)}.zip")
    _write(file, data)
    lines, covered = len(what.lines), what.signed
    if as_json:
        say_json(file=str(file), bytes=len(data), lines=lines, signed=covered, remarks=remarks)
        return
    signed = f", signed up to line {covered}" if covered else ""
    echo(shown(f"{file}: {counted(lines, 'line')}{signed}, {len(data):,} bytes"))
    for remark in remarks:
        echo(shown(f"note: {remark}"), err=True)
    echo(shown(f"check it: roundbook verify {as_typed(file)}, or open verify.html from within it"))


def _refuse_unfinished(ctx: ReadContext, unfinished: str | None) -> None:
    """Refuse to seal what is not over, unless a reason is given that names nobody."""
    t = ctx.t
    if t.closed is None and unfinished is None:
        msg = "the tournament is not closed, so that its places are not final."
        raise Refused(
            msg, hint=advice("Close it: {}; or say why: --unfinished REASON.", do("close"))
        )
    if t.closed is not None and unfinished is not None:
        msg = "the tournament is closed, so that there is no reason to give."
        raise Refused(msg, hint="Leave --unfinished out.")
    named = ctx.book.named_in(unfinished) if unfinished else None
    if named:
        msg = f"the reason names {named}, and what is sealed cannot be erased."
        raise Refused(msg, hint=f"Write {named} instead of the name.")


def _signed(folder: Path, ctx: ReadContext) -> list[str]:
    """Sign the ledger as it stands, if its key is here; return what is to be said."""
    t, home = ctx.t, settings()
    if t.opened is None or t.key is None:
        return ["nobody signed this ledger: it names no key."]
    last = heads.latest(folder)
    if last and last.checkpoint.size == t.seq:
        return []
    if signing.seed_of(home, signing.origin(t.opened), t.key) is not None:
        heads.sign(home, folder, venue(folder).desk)
        return []
    if last is None:
        msg = "the ledger names a key that is not on this machine, and no head was ever signed."
        raise Refused(msg, hint=advice("Sign it where the key is: {}.", do("head", "--sign")))
    covered = f"{last.checkpoint.size} of {t.seq} lines"
    return [f"the signed head covers {covered}: the key is on another machine."]


def _broken(report: Report) -> list[str]:
    """Return what is to be said of rules that were broken: that is sealed as well."""
    if not report.broken:
        return []
    return [f"{counted(report.broken, 'violation')} found by `roundbook verify` are sealed too."]


def _recorded(ctx: ReadContext, *, anonymous: bool, unfinished: str | None) -> Recorded:
    """Return what is recorded in a folder."""
    folder, opened = ctx.folder, ctx.t.opened
    assert opened is not None
    last = heads.latest(folder)
    return Recorded(
        lines=tuple(layout.store(folder).lines()),
        edition=editions.text_of(folder, opened),
        people=None if anonymous else people.text_of(folder),
        checkpoint=last.note.to_bytes() if last else None,
        witnessed={
            f"{layout.WITNESSED}/{one.checkpoint.size:06}.checkpoint": one.note.to_bytes()
            for one in heads.witnessed(folder)
        },
        unfinished=f"{unfinished}\n".encode() if unfinished else None,
    )


def _write(file: Path, data: bytes) -> None:
    """Write the archive in one step, and over nothing else. Raises Refused, Unreadable."""
    if file.exists() and (not file.is_file() or file.read_bytes() != data):
        msg = f"{file} is there already, and is another one."
        raise Refused(msg, hint="Name another file: --out FILE.")
    write_file(file, data)
