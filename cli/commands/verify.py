"""Check that a ledger is intact and signed, and that every rule was followed."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.archive.opening import (
    compared_with,
    inspect_archive,
    inspect_unpacked,
    is_unpacked,
)
from roundbook.cli.args.shared_options import OfPlaces
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.opened_archive import is_archive
from roundbook.cli.session import errors
from roundbook.cli.session.batch import (
    Stopped,
    one_by_one,
    or_here,
    progress,
    refuse_alone,
    say_summary,
)
from roundbook.cli.session.command import PLACE
from roundbook.cli.session.named_files import FILE, FileType, read_whole
from roundbook.cli.session.read import AS_JSON, say_answer
from roundbook.cli.session.write import serves_files
from roundbook.cli.terminal.tables import show_parts
from roundbook.cli.verify.inspect import Report, inspect, report_text, summed
from roundbook.ledger.proofs.policy import read_policy
from roundbook.ledger.record.entry import Entry
from roundbook.projections.reports.text.tables import WIDTH, wrapped

LONG = 2_000
"""The number of entries from which the progress is shown."""


class Verified(Struct, frozen=True, kw_only=True):
    """One tournament of several: the exit code, and the report or why it could not be read."""

    source: str
    code: int
    report: Report | None = None
    trouble: str | None = None


class VerifiedMany(Struct, frozen=True, kw_only=True):
    """The results of verifying several tournaments."""

    results: tuple[Verified, ...]


class CodeOrFile(FileType):
    """The code of a key as people write it, or a file; a file with such a name needs its folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the code, which may lack digits, or the path."""
        if re.fullmatch(r"[0-9][0-9 -]{19,}", str(value)):
            return str(value)
        return super().convert(value, param, ctx)


@click.command("verify", cls=OfPlaces)
@click.argument("sources", metavar="[DIR|FILE.zip]...", type=PLACE, nargs=-1)
@click.option(
    "--trust",
    metavar="CODE",
    type=CodeOrFile(),
    help="The code of the key that must sign, or a policy file.",
)
@click.option(
    "--head",
    "kept",
    type=FILE,
    help="A signed head that this ledger must contain.",
)
@click.option(
    "--allow-unsigned-tail",
    "tail",
    is_flag=True,
    help="Allow lines after the last trusted head.",
)
@AS_JSON
@serves_files
def command(
    sources: tuple[Anywhere, ...],
    trust: str | Path | None,
    kept: Path | None,
    *,
    tail: bool,
    as_json: bool,
) -> int:
    r"""Check that a ledger is intact and signed, and that every rule was followed.

    All lines are hashed again, every entry is checked against every rule, and every draw and cut is
    repeated. Names and imported entries are compared with the ledger. Heads must be signed by the
    ledger's key or, with --trust, by the keys in a policy file (tlog-policy) with lines such as
    `log KEY`, `witness NAME KEY` and `quorum NAME`. The last lines show how much was proved.

    \b
    Examples:
      roundbook verify cup.zip --head printed.checkpoint
      roundbook verify cup --trust office.policy

    \b
    Exit codes:
      0 intact, no rules broken    5 damaged, or it contradicts itself
      1 a rule broken, wrong details of a person, or less proved than it should be
    """
    if tail and trust is None:
        raise click.UsageError("--allow-unsigned-tail needs --trust.")
    refuse_alone(sources, "--head", kept)
    keys = read_whole(trust) if isinstance(trust, Path) else (trust or "").encode()
    policy = read_policy(keys, str(trust)) if trust else None

    def look(source: Anywhere) -> Report:
        if is_archive(source):
            report = inspect_archive(source, _watched, policy, tail=tail)
        elif is_unpacked(source):
            report = inspect_unpacked(source, _watched, policy, tail=tail)
        else:
            report = inspect(source, _watched, policy, tail=tail)
        return compared_with(kept, source, report, policy) if kept else report

    if len(sources) > 1:
        return _verify_many(sources, look, as_json=as_json)
    report = look(or_here(sources))
    if as_json:
        say_answer(_in_full(report))
    else:
        show_parts(report_text(report, errors.typed), plain=True)
    return _code(report)


def _verify_many(
    sources: tuple[Anywhere, ...], look: Callable[[Anywhere], Report], *, as_json: bool
) -> int:
    """Verify several tournaments: a short report if intact, otherwise the whole one."""
    results: list[Verified] = []
    for source, found in one_by_one(sources, look):
        name = errors.shown(str(source))
        if isinstance(found, Stopped):
            results.append(Verified(source=str(source), code=found.code, trouble=found.said[0]))
            lines = [f"{name}: {found.said[0]}", *found.said[1:]]
        else:
            code = _code(found)
            results.append(Verified(source=str(source), code=code, report=_in_full(found)))
            every = (f"  {line}" for line in report_text(found, errors.typed))
            lines = [f"{name}:", *every] if code else [*_in_short(name, found)]
        if not as_json:
            show_parts(lines, plain=True)
    if as_json:
        say_answer(VerifiedMany(results=tuple(results)))
        return max(one.code for one in results)
    return say_summary([one.code for one in results], "intact")


def _in_short(name: str, report: Report) -> Iterator[str]:
    """Yield what must be known of an intact ledger: how far it is proved, each limit and note."""
    yield f"{name}: {summed(report)}"
    if report.unchecked:
        yield from (f"  {line}" for line in wrapped(report.unchecked, WIDTH - 2))
    yield from (f"  {line}" for line in wrapped(report.verdict.sentence, WIDTH - 2))
    for sentence in report.verdict.unproved:
        yield from (f"    {line}" for line in wrapped(sentence, WIDTH - 4))
    yield from (f"  note: {remark}" for remark in report.remarks)


def _in_full(report: Report) -> Report:
    """Return a report for JSON, with every hint in words."""
    return replace(report, violations=tuple(map(errors.in_full, report.violations)))


def _code(report: Report) -> int:
    if report.wrong:
        return errors.UNREADABLE
    wrong = report.broken or report.names or report.restored or not report.verdict.holds
    return errors.FOUND if wrong else 0


def _watched(entries: Sequence[Entry]) -> Iterable[Entry]:
    """Return the entries; if there are many, progress is shown while they are checked."""
    return progress(entries, "lines", len(entries)) if len(entries) >= LONG else entries
