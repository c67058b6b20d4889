"""The output of `roundbook file check`: text, annotations for a build, and JSON."""

from collections.abc import Iterator, Sequence

from msgspec import Struct, json

from roundbook.cli.checking.findings import Checked, Finding
from roundbook.cli.session import errors
from roundbook.cli.session.output import echo
from roundbook.cli.terminal.tables import show
from roundbook.ledger.errors import Trouble
from roundbook.ledger.phrases import counted
from roundbook.projections.compare.edition_search import EditionFound
from roundbook.projections.compare.pairing_quality import Judged
from roundbook.projections.reports.api.compared import ComparedFile
from roundbook.projections.reports.cells import Cell
from roundbook.projections.reports.text import review
from roundbook.projections.reports.text.tables import WIDTH, Column, wrapped

FORM = "roundbook-check/1"
"""The format of the JSON answer, described by `roundbook lab schema check`; fields may be added."""

_DIFFERENCES = (
    Column("Division"),
    Column("What"),
    Column("Player", wraps=True),
    Column("File", right=True),
    Column("Ours", right=True),
    Column("Decided by"),
    Column("Cause"),
)
_IN_TABLE = {"place", "seed", "bracket-position", "percentage"}


class ReviewedLedger(Struct, frozen=True, kw_only=True):
    """A ledger whose Swiss rounds were compared with the best possible ones."""

    folder: str
    rounds: tuple[Judged, ...]


class ReviewedArchive(Struct, frozen=True, kw_only=True):
    """An archive whose Swiss rounds were compared with the best possible ones."""

    archive: str
    rounds: tuple[Judged, ...]


class UnreadSource(Struct, frozen=True, kw_only=True):
    """A source that could not be read, and why."""

    source: str
    message: str
    hint: str | None


class CheckSummary(Struct, frozen=True, kw_only=True):
    """The totals of all sources."""

    sources: int
    errors: int
    notes: int
    ignored: int
    unreadable: int
    damaged: int


class CheckAnswer(Struct, frozen=True, kw_only=True):
    """Everything that a check found, in the format named by `form`."""

    form: str
    files: tuple[ComparedFile, ...]
    ledgers: tuple[ReviewedLedger, ...]
    archives: tuple[ReviewedArchive, ...]
    findings: tuple[Finding, ...]
    unreadable: tuple[UnreadSource, ...]
    summary: CheckSummary


class OurStandings(Struct, frozen=True, kw_only=True):
    """roundbook's standings for a file under an edition: one row for each player.

    With `from_file` they are the file's own, since it has no rounds to calculate from.
    """

    file: str
    edition: str
    standings: tuple[dict[str, Cell], ...]
    from_file: bool = False


class StandingsAnswer(Struct, frozen=True, kw_only=True):
    """roundbook's standings for several files, and the files that could not be read."""

    files: tuple[OurStandings, ...]
    unreadable: tuple[UnreadSource, ...]


class EditionAnswer(Struct, frozen=True, kw_only=True):
    """The rules under which the published figures of these files agree best.

    `found` is null if none of the files has published figures.
    """

    files: tuple[str, ...]
    found: EditionFound | None
    unreadable: tuple[UnreadSource, ...]


class FindingGroup(Struct, frozen=True, kw_only=True):
    """A group of findings: what it is about, and the kinds of findings in it."""

    group: str
    about: str
    kinds: tuple[str, ...]


class FindingGroups(Struct, frozen=True, kw_only=True):
    """Every kind of finding, by group."""

    groups: tuple[FindingGroup, ...]


class Failed(Struct, frozen=True):
    """A source that could not be checked, and why."""

    source: str
    trouble: Trouble


OTHER_RULES = "  `roundbook edition compare` shows whether another edition matches the file"
"""The hint for a file whose places differ from roundbook's."""


def say(checked: Checked, *, plain: bool, strict: bool, whole: bool) -> None:
    """Print the findings for a source: one line, causes, tables, then every other finding.

    Of many differences only examples of each cause are printed, unless `whole` is set. Findings
    that fail the check are printed in full; with `strict`, also notes on a file's rounds.
    """
    differences = [one for one in checked.findings if _is_difference(checked, one)]
    if differences:
        _say_differences(checked, differences, plain=plain, whole=whole)
    else:
        partly = checked.what == "file" and checked.ignored  # Then do not claim agreement.
        _echo(f"{checked.source}: {'nothing else was found.' if partly else checked.headline}")
    if checked.rounds and checked.what != "file":
        show(review.COLUMNS, review.rows(checked.rounds), plain=plain)
    for line in checked.lines:
        _echo(line)
    for one in checked.findings:
        in_rounds = _is_in_rounds(checked, one) and not (strict and checked.what == "file")
        if not _is_difference(checked, one) and not in_rounds:
            for line in _said(one):
                _echo(line)
    if checked.ignored:
        _echo(f"  {counted(checked.ignored, 'finding')} left out, as you asked")


def _say_differences(
    checked: Checked, differences: Sequence[Finding], *, plain: bool, whole: bool
) -> None:
    """Print why a file differs, then its differences, or some of each cause if there are many."""
    differs = counted(len(differences), "difference")
    _echo(f"{checked.source}: {differs} under the edition {checked.edition}")
    for line in checked.causes:
        first, *more = wrapped(line.strip(), WIDTH - 6)
        indent = "    " if line.startswith(" ") else "  "
        _echo(f"{indent}{first}")
        for each in more:
            _echo(f"{indent}  {each}")
    shown = differences if whole or len(differences) <= FEW else examples(differences)
    rows = [_row(one) for one in shown]
    known = len(_DIFFERENCES) - (not any(row[-1] for row in rows))
    show(_DIFFERENCES[:known], [row[:known] for row in rows], plain=plain)
    if len(shown) < len(differences):
        _echo(f"  examples: {len(shown)} of {len(differences):,} differences; `--all` lists all")
    if any(one.kind == "place" for one in differences):
        _echo(OTHER_RULES)


FEW = 20
"""The most differences that are listed in full without being asked for."""

_EACH = 2
"""The examples of each cause."""


def examples(differences: Sequence[Finding]) -> list[Finding]:
    """Return some differences of each cause: first those without one, then the commonest."""
    by_cause: dict[tuple[str | None, str | None], list[Finding]] = {}
    for one in differences:
        by_cause.setdefault((one.cause, one.also), []).append(one)
    order = sorted(by_cause, key=lambda cause: (cause[0] is not None, -len(by_cause[cause])))
    return [one for cause in order for one in by_cause[cause][:_EACH]]


def say_default(checked: Checked) -> None:
    """Print that a file which breaks rules was checked under the default edition."""
    if checked.what == "file" and any(one.group == "rule" for one in checked.findings):
        _echo(f"  checked under {checked.edition}, the default; `--edition` chooses another")


def say_failed(failed: Failed) -> None:
    """Print to stderr what could not be read, and why."""
    for line in errors.in_words(failed.trouble, "cannot read"):
        echo(errors.shown(line), err=True)


def _echo(line: str) -> None:
    echo(errors.shown(line))


def _is_difference(checked: Checked, one: Finding) -> bool:
    """Tell whether a finding is a row in a file's table of differences."""
    return checked.what == "file" and one.kind in _IN_TABLE


def _is_in_rounds(checked: Checked, one: Finding) -> bool:
    """Tell whether a finding is in the table of rounds, or in a file's figures."""
    return one.round is not None and (checked.what != "file" or one.level == "note")


def _row(one: Finding) -> list[str]:
    who, _, has = one.message.partition(" has ")
    what = has.partition(f" {one.said or 'none'} in the file")[0]
    return [
        *(one.division or "", what, who, one.said or "none", one.ours or "none"),
        one.decided_by or "",
        " + ".join(filter(None, (one.cause, one.also))),
    ]


def _said(one: Finding) -> Iterator[str]:
    """Yield one finding in full: where, what, the rule, and the hint."""
    where = f"entry {one.entry}: " if one.entry else ""
    note = "note: " if one.level == "note" else ""
    yield from wrapped(f"{note}{where}{one.message}", WIDTH)
    cited = f" ({one.cites})" if one.cites else ""
    yield f"  {one.group}: {one.kind}{cited}"
    if one.hint:
        first, *more = wrapped(f"hint: {one.hint}", WIDTH - 8)
        yield f"  {first}"
        yield from (f"        {line}" for line in more)


def summed(checked: Sequence[Checked], failed: Sequence[Failed]) -> str:
    """Return one line about all sources."""
    found = summary(checked, failed)
    parts = [counted(found.errors, "error"), counted(found.notes, "note")]
    if found.ignored:
        parts.append(f"{found.ignored} left out")
    if found.unreadable:
        parts.append(f"{found.unreadable} unreadable")
    return f"{counted(found.sources, 'source')}: {', '.join(parts)}."


def summary(checked: Sequence[Checked], failed: Sequence[Failed]) -> CheckSummary:
    """Return the totals of all sources."""
    return CheckSummary(
        sources=len(checked) + len(failed),
        errors=sum(one.errors for one in checked),
        notes=sum(one.notes for one in checked),
        ignored=sum(one.ignored for one in checked),
        unreadable=len(failed),
        damaged=sum(one.damaged for one in checked),
    )


def say_standings(ours: OurStandings, *, plain: bool) -> None:
    """Print roundbook's standings for a file: a line, and a table."""
    if ours.from_file:
        _echo(f"{ours.file}: the standings in the file, which has no rounds")
    else:
        _echo(f"{ours.file}: our standings under the edition {ours.edition}")
    rows = [
        [str("" if row[name] is None else row[name]) for name in _SHOWN] for row in ours.standings
    ]
    show(_STANDINGS, rows, plain=plain)


_SHOWN = (
    *("division", "place", "name", "match_points", "wins", "losses", "ties"),
    *("op_win_percent", "op_op_win_percent"),
)
_STANDINGS = (
    Column("Division"),
    Column("Place", right=True),
    Column("Player", wraps=True),
    *(Column(name, right=True) for name in ("Points", "W", "L", "T", "Op Win %", "Op Op Win %")),
)


def say_edition(files: Sequence[str], found: EditionFound) -> None:
    """Print the rules under which most figures agree, in the form of lines in an edition file."""
    of = counted(len(files), "file")
    _echo(f"{found.agreeing:,} of {found.figures:,} published figures in {of} match these rules:")
    agree = f"{found.by_edition:,} match it without changes"
    _echo(f"  the edition {found.edition} ({agree}), with these changes:")
    for name in found.changed:
        _echo(f"  {name} = {json.encode(found.parameters[name]).decode()}")
    if not found.changed:
        _echo("  no changes")
    if found.count_unplayed:
        _echo("  and opponents from unplayed matches count too, which no edition allows")
    closing = []
    if found.undecided:
        closing.append(
            f"these files do not show which value is right for: {', '.join(found.undecided)}"
        )
    if found.agreeing < found.figures:
        closing.append("no combination of rules that was tried gives all the published figures")
    if found.changed:
        made = f"roundbook edition new NAME.toml --from {found.edition}"
        closing.append(
            f"next: {made}, change these lines in NAME.toml, then "
            "roundbook file check FILE --edition NAME.toml"
        )
    for sentence in closing:
        for line in wrapped(sentence, WIDTH):
            _echo(line)


def unread(failed: Sequence[Failed]) -> tuple[UnreadSource, ...]:
    """Return the sources that could not be read, for JSON."""
    return tuple(
        UnreadSource(
            source=one.source, message=one.trouble.message, hint=errors.hint_of(one.trouble)
        )
        for one in failed
    )


def answer(checked: Sequence[Checked], failed: Sequence[Failed]) -> CheckAnswer:
    """Return the whole result for JSON, in the format `FORM`."""
    return CheckAnswer(
        form=FORM,
        files=tuple(one.compared for one in checked if one.compared),
        ledgers=tuple(
            ReviewedLedger(folder=one.source, rounds=one.rounds)
            for one in checked
            if one.what == "ledger"
        ),
        archives=tuple(
            ReviewedArchive(archive=one.source, rounds=one.rounds)
            for one in checked
            if one.what == "archive"
        ),
        findings=tuple(found for one in checked for found in one.findings),
        unreadable=unread(failed),
        summary=summary(checked, failed),
    )


def annotations(checked: Sequence[Checked], failed: Sequence[Failed]) -> Iterator[str]:
    """Yield every finding as an annotation for a build (GitHub workflow commands)."""
    for one in checked:
        for found in one.findings:
            command = "error" if found.level == "error" else "notice"
            where = f"file={_property(one.source)},title={found.kind}"
            yield f"::{command} {where}::{_value(found.message)}"
    for lost in failed:
        message = _value(lost.trouble.message)
        yield f"::error file={_property(lost.source)},title=unreadable::{message}"


def _value(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _value(text).replace(":", "%3A").replace(",", "%2C")
