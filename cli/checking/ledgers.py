"""Looks at a ledger and at an archive: what `verify` finds, every round, published figures."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from cli import reviewing
from cli.absent import LEDGER, no_ledger
from cli.archive.contents import recorded
from cli.archive.opening import inspect_archive, lay, read_archive
from cli.checking.findings import Checked, Finding, of_rounds, of_rules
from cli.inspection import Report, inspect, judged_by
from cli.reading import read_ledger
from cli.wiring import read_book
from ledger.ids import UNDECODABLE
from ledger.people.book import Book
from ledger.record.entry import from_line
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from projections.compare.pairing_quality import review
from projections.reports.tables import places


def look_at_ledger(name: str, edition: str | None) -> Checked:
    """Look at a tournament's folder: bytes, rules, and every round beside the best."""
    del edition  # A ledger names its own.
    folder = Path(name)
    if not (folder / LEDGER).exists():
        raise no_ledger(folder)
    report = inspect(folder)
    judged = []
    if not report.damage:
        reading = read_ledger(folder)
        judged = review(reading.entries, reading.rules)
    broken = of_rules(name, report.violations)
    return Checked(
        source=name,
        what="ledger",
        headline=reviewing.sum_up(judged),
        findings=(*_damage(name, report), *broken, *of_rounds(name, judged, broken)),
        rounds=tuple(judged),
        data={"folder": name, "rounds": reviewing.as_data(judged)},
        damaged=report.damaged,
    )


def _damage(name: str, report: Report) -> Iterator[Finding]:
    """Yield where the files are not what was written, and whose names are wrong."""
    damaged = [*(one.sentence for one in report.damage), *report.faults]
    strangers = [
        f"{player}: the name in people.json is not the one that the record is bound to."
        for player in report.names
    ]
    for kind, said in (("damaged", damaged), ("name", strangers), ("not-erased", report.restored)):
        for sentence in said:
            yield Finding(source=name, kind=kind, group="damage", level="error", message=sentence)


def look_at_archive(name: str, edition: str | None) -> Checked:
    """Look at an archive as `verify` does, and at its rounds and published figures one by one."""
    del edition
    report = inspect_archive(Path(name))
    broken = of_rules(name, report.violations)
    judged, figures = [], list[Finding]()
    if not report.damage:
        members = read_archive(Path(name))
        what = recorded(members)
        entries = [from_line(line, seq) for seq, line in enumerate(what.lines, start=1)]
        with TemporaryDirectory() as away:
            lay({each: members[each] for each in members if each in what.files()}, Path(away))
            rules, book = judged_by(Path(away), entries), read_book(Path(away))
        if rules:
            judged = review(entries, rules)
            stored = members.get("tables/standings.json", b"[]")
            figures += _figures(name, stored, Tournament.of(entries), rules, book)
    return Checked(
        source=name,
        what="archive",
        headline=reviewing.sum_up(judged),
        findings=(*_damage(name, report), *figures, *broken, *of_rounds(name, judged, broken)),
        rounds=tuple(judged),
        data={"archive": name, "rounds": reviewing.as_data(judged)},
        damaged=report.damaged,
    )


_PUBLISHED = ("match_points", "wins", "losses", "ties", "op_win", "op_op_win")


def _figures(
    name: str, stored: bytes, t: Tournament, rules: Ruleset, book: Book
) -> Iterator[Finding]:
    """Yield which places and figures of a published table are not ours."""
    try:
        rows = {
            one["player"]: one for one in msgspec.json.decode(stored, type=list[dict[str, object]])
        }
    except (*UNDECODABLE, KeyError, TypeError):
        return  # That the table is another is said as damage.
    for ours in places(t, rules, book):
        player = str(ours["player"])
        said = rows.get(player)
        if said is None:
            continue
        for field in ("place", *_PUBLISHED):
            theirs, own = said.get(field), ours.get(field)
            if theirs == own:
                continue
            kind = "place" if field == "place" else "percentage"
            words = field.replace("_", " ")
            yield Finding(
                source=name,
                kind=kind,
                group=kind,
                level="error",
                message=f"{player} has {words} {theirs} in the table, {own} by the rules.",
                division=str(ours["division"]),
                player=player,
                said=str(theirs),
                ours=str(own),
            )
