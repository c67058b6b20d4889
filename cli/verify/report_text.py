"""What was found in a tournament's folder, as it is read out, and one line that sums it up."""

from collections.abc import Callable, Iterator

from cli.verify.inspect import Report
from ledger.errors import Hint, Violation
from projections.reports.text.tables import WIDTH, wrapped
from projections.text import counted


def report_text(report: Report, advise: Callable[[str | Hint], str]) -> Iterator[str]:
    """Yield what was found, for people; `advise` says what is to be done."""
    for damage in report.damage:
        yield f"damaged: byte {damage.offset}: {damage.sentence}"
    for fault in report.faults:
        yield f"damaged: {fault}"
    for remark in report.remarks:
        yield f"note: {remark}"
    for found in report.violations:
        yield from _said(found, advise)
    for player in report.names:
        yield f"{player}: the name in people.json is not the one that the record is bound to."
    for sentence in report.restored:
        yield from wrapped(f"not erased: {sentence}", WIDTH)
    yield _sum(report)


def _said(found: Violation, advise: Callable[[str | Hint], str]) -> Iterator[str]:
    """Yield one violation: which entry, what, by which rule, what to do, which file said so."""
    waived = ", overridden" if found.overridden else ""
    yield from wrapped(f"entry {found.seq}: {found.message}", WIDTH)
    yield f"  rule: {found.rule} ({found.cites}){waived}"
    first, *more = wrapped(f"hint: {advise(found.hint)}", WIDTH - 8)
    yield f"  {first}"
    yield from (f"        {line}" for line in more)
    if found.told:
        yield f"  told by the save {found.told[:16]}…"
        yield from (f"    {line}" for line in wrapped(found.because or "", WIDTH - 4) if line)


def _sum(report: Report) -> str:
    """Return one line that sums it up."""
    entries = counted(report.entries, "entry", "entries")
    broken = counted(report.broken, "violation") if report.broken else "no rule broken"
    if report.damaged:
        return f"{entries} can be read, {broken}; the folder is damaged: restore it from a copy."
    allowed = len(report.violations) - report.broken
    overridden = f", {counted(allowed, 'override')}" if allowed else ""
    names = f", {counted(len(report.names), 'wrong name')}" if report.names else ""
    size, by = report.vouched.size, len(report.vouched.by)
    signed = f", signed up to line {size} by {counted(by, 'key')}" if size else ""
    return f"{entries}: intact, {broken}{overridden}{names}{signed}."
