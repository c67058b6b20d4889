"""Check a ledger: that nothing was changed, and that every rule was kept."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from msgspec.structs import replace

from cli.archive.opening import inspect_archive, unlike_kept
from cli.desk import errors
from cli.desk.command import FILE, FOLDER
from cli.desk.named_files import read_whole
from cli.desk.output import voice
from cli.desk.read import AS_JSON, say_answer
from cli.desk.write import serves_files
from cli.folder.archived import is_archive
from cli.terminal.tables import show_parts
from cli.verify.inspect import concluded, inspect, report_text
from ledger.proofs.policy import read_policy
from ledger.record.entry import Entry

LONG = 2_000
"""Entries from which on people would like to see that something is going on."""


@click.command("verify")
@click.argument("folder", metavar="[DIR|FILE.zip]", type=FOLDER, default=Path())
@click.option(
    "--trust", type=FILE, help="A file that says whose keys have to have signed (tlog-policy)."
)
@click.option(
    "--head",
    "kept",
    type=FILE,
    help="A signed head that you have kept: this ledger must be the same, or longer.",
)
@click.option(
    "--allow-unsigned-tail",
    "tail",
    is_flag=True,
    help="Lines after the last head that the keys of --trust signed, such as a round in progress.",
)
@AS_JSON
@serves_files
def command(
    folder: Path, trust: Path | None, kept: Path | None, *, tail: bool, as_json: bool
) -> int:
    r"""Check that nothing in a ledger was changed, and that every rule was kept.

    The stored bytes are hashed anew, line by line; every entry is judged by every rule; every draw
    and cut is made again; every name is compared with what the record is bound to, and what a file
    told with that file, where it is kept. Signed heads must fit the lines, and be signed by the key
    that the ledger names; with --trust, by those that a file of yours names: a line `log` and the
    text that `roundbook key` shows, and for witnesses `witness NAME KEY`, `group NAME any|all|N
    NAME…` and `quorum NAME`.

    The last lines say how far the ledger is proved: by a key that you trust, by the key that it
    names itself, in part, or not. It is not where a round has started and nothing is signed, where
    a closed tournament is not signed to its last line, or where --trust asks for more.

    An archive is taken for hostile, and all that follows from its record is made again and
    compared, down to the tables.

    \b
    Examples:
      roundbook verify cup
      roundbook verify cup.zip --head printed.checkpoint
      roundbook verify cup --trust office.policy

    \b
    Exit codes:
      0 intact, no rule broken
      1 a rule broken, a name not the bound one, or less proved than it should be
      5 damaged, or it contradicts itself
    """
    if tail and trust is None:
        raise click.UsageError("--allow-unsigned-tail goes with --trust.")
    policy = read_policy(read_whole(trust), str(trust)) if trust else None
    look = inspect_archive if is_archive(folder) else inspect
    report = look(folder, _watched, policy, tail=tail)
    if kept:
        found = (*report.contradictions, *unlike_kept(kept, folder))
        report = concluded(replace(report, contradictions=found))
    if as_json:
        said = tuple(errors.in_full(found) for found in report.violations)
        say_answer(replace(report, violations=said))
    else:
        show_parts(report_text(report, errors.typed), plain=True)
    if report.wrong:
        return errors.UNREADABLE
    wrong = report.broken or report.names or report.restored or not report.verdict.holds
    return errors.FOUND if wrong else 0


def _watched(entries: Sequence[Entry]) -> Iterable[Entry]:
    """Return the entries, with a bar on the terminal while many of them are judged."""
    if len(entries) < LONG or voice() or not sys.stderr.isatty():
        return entries
    from rich.console import Console
    from rich.progress import track

    return track(entries, "judging", console=Console(stderr=True), transient=True)
