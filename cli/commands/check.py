"""Check files, ledgers and archives: pairings, places, cuts, brackets, locks, figures."""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from roundbook.cli.args.shared_options import OfPlaces
from roundbook.cli.args.types import quoted
from roundbook.cli.checking.findings import GROUPS, KINDS, Checked, Finding, group_of, wish
from roundbook.cli.checking.page import page
from roundbook.cli.checking.report import (
    EditionAnswer,
    Failed,
    FindingGroup,
    FindingGroups,
    OurStandings,
    StandingsAnswer,
    annotations,
    answer,
    say,
    say_default,
    say_edition,
    say_failed,
    say_standings,
    summed,
    unread,
)
from roundbook.cli.checking.sources import look, our_standings, published_case, spread
from roundbook.cli.session import errors
from roundbook.cli.session.batch import progress
from roundbook.cli.session.command import as_shown
from roundbook.cli.session.named_files import write_file
from roundbook.cli.session.read import AS_JSON, PLAIN, say_answer
from roundbook.ledger.errors import Trouble
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.released import EDITIONS
from roundbook.ledger.text import has_extension
from roundbook.projections.compare.edition_search import PublishedCase, find_edition
from roundbook.projections.reports.cells import csv_bytes

Found = TypeVar("Found")


@click.command("check", cls=OfPlaces)
@click.argument("names", metavar="FILE|DIR...", nargs=-1)
@click.option(
    "--edition",
    metavar="EDITION",
    help="The rules edition, or a .toml file.",
)
@click.option(
    "--only", multiple=True, metavar="KIND", help="A kind of finding to report, without the others."
)
@click.option("--ignore", multiple=True, metavar="KIND", help="A kind of finding to leave out.")
@click.option("--all", "whole", is_flag=True, help="List every difference, not only examples.")
@click.option("--strict", is_flag=True, help="Count notes as failures too.")
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a readable HTML report to this file.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "github", "csv"]),
    default="text",
    show_default=False,
    help="The output format; csv only with --standings.",
)
@click.option(
    "--standings", "ours", is_flag=True, help="Print the standings that roundbook calculates."
)
@click.option("--list", "listing", is_flag=True, help="List the kinds of findings.")
@click.option(
    "--find-edition",
    is_flag=True,
    help="Find the edition whose percentages match FILE.",
)
@AS_JSON
@PLAIN
def command(
    names: Sequence[str], edition: str | None, html: Path | None, *, listing: bool, **asked: Any
) -> int:
    r"""Check .tdf files, published results, ledgers and archives against the rules.

    A ledger is also verified, and the pairing of each Swiss round is proved.

    \b
    Example:
      roundbook file check --edition play-2017 *.tdf
    Exit codes:
      0 nothing wrong    1 something wrong    5 unreadable or damaged
    """
    if listing:
        _list(as_json=asked["as_json"])
        return 0
    _refuse_odd(names, edition, **asked)
    if asked["find_edition"]:
        return _find_edition(names, as_json=asked["as_json"])
    if asked["ours"]:
        return _standings(names, edition, **asked)
    wanted = _wish(asked["only"], asked["ignore"])
    quiet = asked["as_json"] or asked["form"] != "text"
    checked, failed = list[Checked](), list[Failed]()
    for one in _each(names, lambda name: look(name, edition)):
        if isinstance(one, Failed):
            failed.append(one)
            if not quiet:
                say_failed(one)
        else:
            checked.append(one.only(wanted))
            if not quiet:
                say(
                    checked[-1],
                    plain=asked["plain"],
                    strict=asked["strict"],
                    whole=asked["whole"],
                )
                if edition is None:
                    say_default(checked[-1])
    if html:
        write_file(html, page(checked, failed).encode())
    _sum_up(checked, failed, as_json=asked["as_json"], quiet=quiet)
    return _code(checked, failed, strict=asked["strict"])


def _refuse_odd(names: Sequence[str], edition: str | None, **asked: Any) -> None:
    """Raise a usage error for options that contradict each other."""
    if not names:
        raise click.UsageError("give a file, a ledger or an archive.")
    if edition and not has_extension(edition, ".toml") and edition not in EDITIONS:
        known = ", ".join(EDITIONS)
        raise click.UsageError(f"{quoted(edition)} is not an edition; use {known} or a .toml file.")
    if asked["form"] == "csv" and not asked["ours"]:
        raise click.UsageError("--format csv can only be used with --standings.")


def _sum_up(
    checked: Sequence[Checked], failed: Sequence[Failed], *, as_json: bool, quiet: bool
) -> None:
    """Print the JSON answer, the annotations or, for several sources, a summary line."""
    if as_json:
        say_answer(answer(checked, failed))
    elif quiet:
        for line in annotations(checked, failed):
            click.echo(errors.shown(line))
    elif len(checked) + len(failed) > 1:
        click.echo(summed(checked, failed))


def _standings(names: Sequence[str], edition: str | None, **asked: Any) -> int:
    """Print the standings that roundbook calculates for every file; return the exit code."""
    found, failed = list[OurStandings](), list[Failed]()
    quiet = asked["as_json"] or asked["form"] == "csv"
    for one in _each(names, lambda name: our_standings(name, edition)):
        if isinstance(one, Failed):
            failed.append(one)
        else:
            found.append(one)
            if not quiet:
                say_standings(found[-1], plain=asked["plain"])
    if asked["as_json"]:
        say_answer(StandingsAnswer(files=tuple(found), unreadable=unread(failed)))
    else:
        for wrong in failed:
            say_failed(wrong)
        if asked["form"] == "csv":
            rows = [{"file": ours.file, **row} for ours in found for row in ours.standings]
            click.echo(csv_bytes(rows).decode(), nl=False)
    return errors.UNREADABLE if failed else 0


def _find_edition(names: Sequence[str], *, as_json: bool) -> int:
    """Print the rules under which most figures match; return 1 if some figures do not match."""
    cases, failed = dict[str, PublishedCase](), list[Failed]()
    for one in _each(names, lambda name: (name, published_case(name))):
        if isinstance(one, Failed):
            failed.append(one)
        else:
            cases[one[0]] = one[1]
    if not as_json:
        for wrong in failed:
            say_failed(wrong)
    editions = [released.load(name) for name in EDITIONS]
    found = find_edition([*cases.values()], editions, _tried) if cases else None
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
    if as_json:
        say_answer(EditionAnswer(files=tuple(cases), found=found, unreadable=unread(failed)))
    elif found:
        say_edition([*cases], found)
    if failed or found is None:
        return errors.UNREADABLE
    return errors.FOUND if found.agreeing < found.figures else 0


def _tried(number: int) -> None:
    """Show at a terminal how many rules were tried so far, on one line that is overwritten."""
    if sys.stderr.isatty():
        click.echo(f"\r{number:,} tried ", nl=False, err=True)


def _each(names: Sequence[str], read: Callable[[str], Found]) -> Iterator[Found | Failed]:
    """Yield what is read from each source, or why it cannot be read."""
    sources = spread(names)
    for name in progress(sources, "sources", len(sources)):
        try:
            yield read(name)
        except Trouble as trouble:
            yield Failed(as_shown(name), trouble)
        except OSError as error:
            yield Failed(as_shown(name), errors.of_the_system(error))


def _wish(only: Sequence[str], ignore: Sequence[str]) -> Callable[[Finding], bool]:
    """Return the filter for findings; raises a usage error for an unknown kind or group."""
    unknown = [name for name in (*only, *ignore) if name not in GROUPS and name not in KINDS]
    if unknown:
        hint = "`roundbook file check --list` lists them"
        raise click.UsageError(f"{quoted(unknown[0])} is not a kind of finding; {hint}.")
    return wish(only, ignore)


def _code(checked: Sequence[Checked], failed: Sequence[Failed], *, strict: bool) -> int:
    """Return the exit code; an unreadable or damaged source outweighs findings."""
    if failed or any(one.damaged for one in checked):
        return errors.UNREADABLE
    wrong = any(one.errors or (strict and one.notes) for one in checked)
    return errors.FOUND if wrong else 0


def _list(*, as_json: bool) -> None:
    """List the groups of findings with their kinds."""
    groups = tuple(
        FindingGroup(
            group=group, about=about, kinds=tuple(k for k in sorted(KINDS) if group_of(k) == group)
        )
        for group, about in GROUPS.items()
    )
    if as_json:
        say_answer(FindingGroups(groups=groups))
        return
    for one in groups:
        click.echo(f"{one.group}: {one.about}")
        for kind in one.kinds:
            click.echo(f"  {kind}")
