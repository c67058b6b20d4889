"""The kinds of sources that `roundbook file check` can check: files, ledgers and archives.

To add a kind of file, add to `KINDS` how it is recognised and the one function that checks it.
Nothing else here, in the command or in the page needs to change.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from operator import mul
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

import msgspec

from roundbook.cli.archive.contents import recorded
from roundbook.cli.archive.opening import inspect_archive
from roundbook.cli.checking.findings import (
    Checked,
    Finding,
    in_full,
    named_by,
    of_foreign,
    of_places,
    of_rounds,
    of_rules,
    of_years,
)
from roundbook.cli.checking.report import OurStandings
from roundbook.cli.places.layout import ARCHIVES, is_address, is_folder, is_taken, no_ledger
from roundbook.cli.places.opened_archive import is_archive, lay, read_archive
from roundbook.cli.places.people import read_book
from roundbook.cli.session.command import as_shown, named
from roundbook.cli.session.read import read_ledger
from roundbook.cli.session.venue import now
from roundbook.cli.tom import compare
from roundbook.cli.tom.organiser_file import Telling, read_telling, say_warnings
from roundbook.cli.verify.inspect import Report, inspect, judged_by, unlike
from roundbook.ledger.errors import UNDECODABLE, Refused, Unreadable, Violation, advice, do
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.evidence import Level
from roundbook.ledger.importers.published.published_event import Figure
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import START, Entry, from_line
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor, Division, HandId
from roundbook.ledger.text import has_extension
from roundbook.projections.compare.conventions import summary
from roundbook.projections.compare.edition_search import PublishedCase
from roundbook.projections.compare.pairing_quality import Judged, review_events
from roundbook.projections.compare.pairing_quality import review as review_pairing_quality
from roundbook.projections.reports.api.compared import compared_file
from roundbook.projections.reports.cells import Cell
from roundbook.projections.reports.export_tables import places
from roundbook.projections.reports.text import review
from roundbook.projections.rules_in_force import checks
from roundbook.projections.standings.standings import Standing, standings

# Checks an event's file: places, rules, and every Swiss round.


def look_at_file(name: str, edition: str | None) -> Checked:
    """Compare a TOM save or a published file with roundbook's own standings."""
    telling = read_telling(name, edition)
    say_warnings(telling)
    happened, book = compare.told_events(telling)
    t, compared = compare.compared(telling, happened)
    judged = review_events(enumerate(happened, start=1), telling.rules)
    who = named_by(t, book)
    broken = of_rules(name, _judged(happened, telling.rules, book), in_full(who, happened))
    if telling.rules.divisions is None:
        broken = of_foreign(broken, telling.rules)
    return Checked(
        source=name,
        what="file",
        edition=telling.edition,
        headline=f"{review.verdict(compared)}.",
        findings=(
            *of_places(name, compared, book),
            *of_years(name, telling.moved()),
            *(msgspec.structs.replace(one, entry=None, hint=None) for one in broken),
            *of_rounds(name, judged, broken, who),
        ),
        rounds=tuple(judged),
        causes=tuple(summary(compared)),
        lines=(
            *([f"  read as {telling.form}"] if telling.form else ()),
            *review.told_lines(judged),
        ),
        compared=compared_file(name, compared, book, judged),
    )


def our_standings(name: str, edition: str | None) -> OurStandings:
    """Return roundbook's standings for a file. Raises Unreadable and OSError.

    A table of standings has no rounds to calculate from, so its own places and points are returned.
    """
    telling = read_telling(name, edition)
    happened, book = compare.told_events(telling)
    if not telling.counts()[1] and telling.published():
        rows = tuple(_rows_of_file(telling, book))
        return OurStandings(file=name, edition=telling.edition, standings=rows, from_file=True)
    t = Tournament()
    for seq, event in enumerate(happened, start=1):
        t.apply(event, seq)
    rows = tuple(places(standings(t, telling.rules), book))
    return OurStandings(file=name, edition=telling.edition, standings=rows)


_RATES: dict[str, Figure] = {
    "op_win": "Op Win %",
    "op_op_win": "Op Op Win %",
    "game_win": "Game Win %",
    "op_game_win": "Op Game Win %",
}


def _rows_of_file(telling: Telling, book: Book) -> Iterator[dict[str, Cell]]:
    """Yield the places, points and percentages that a table of standings has; None for others."""
    worth = (telling.rules.win_points, telling.rules.loss_points, telling.rules.tie_points)
    for player, line in telling.published().items():
        record = [int(part) for part in line.record.split("-")] if line.record else None
        points = sum(map(mul, record, worth)) if record else None
        given = {name: line.figures.get(figure) for name, figure in _RATES.items()}
        shown = Standing(
            division=line.division or Division.OPEN,
            place=line.place,
            player=player,
            match_points=0,
            wins=0,
            losses=0,
            ties=0,
            op_win=given["op_win"] or Fraction(0),
            op_op_win=given["op_op_win"] or Fraction(0),
            game_win=given["game_win"],
            op_game_win=given["op_game_win"],
        )
        [row] = places([shown], book)
        row |= zip(("wins", "losses", "ties"), record or (None,) * 3, strict=True)
        row["match_points"] = points if line.points is None else line.points
        for name in (name for name, rate in given.items() if rate is None):
            row |= {key: None for key in row if key in {name, f"{name}_percent"}}
        yield row


def published_case(name: str) -> PublishedCase:
    """Return a published event for finding its edition. Raises Unreadable and OSError."""
    telling = read_telling(name, None)
    published = telling.published()
    if not telling.counts()[1] or not any(line.figures for line in published.values()):
        raise Unreadable(
            f"{name} has no published percentages with its rounds, so the edition cannot be found.",
            where=name,
            hint="Give results with rounds and published percentages (docs/tom.md).",
        )
    t = Tournament()
    for seq, event in enumerate(compare.told_events(telling)[0], start=1):
        t.apply(event, seq)
    return PublishedCase(t, published)


def _judged(happened: Sequence[AnyEvent], rules: Ruleset, book: Book) -> Iterator[Violation]:
    """Yield the rules that a file breaks, as `import` and `verify` would find them."""
    at, hand = now(), Actor(id=HandId("h1"))
    entries = [
        Entry(seq=seq, at=at, hand=hand, cmd=f"check/{seq}", prev=START, events=(event,))
        for seq, event in enumerate(happened, start=1)
    ]
    return checks(book).review(entries, rules)


# Checks a ledger or an archive: what `verify` finds, every round, and published figures.


def look_at_ledger(name: str, edition: str | None) -> Checked:
    """Check a tournament's folder: bytes, rules, and every round against the best possible one."""
    _refuse_edition(name, edition)
    folder, name = named(name), as_shown(name)
    if not is_taken(folder):
        raise no_ledger(folder)
    report = inspect(folder)
    judged = []
    if not report.damage:
        ctx = read_ledger(folder)
        judged = review_pairing_quality(ctx.entries, ctx.rules)
    return _checked(name, "ledger", report, judged)


def _refuse_edition(name: str, edition: str | None) -> None:
    """Raise Refused if an edition was given for a ledger, which names its own."""
    if edition:
        raise Refused(
            f"{name} is a ledger, which names its own edition: --edition is for files.",
            hint=advice("Compare it under other rules: {}.", do("compare-editions")),
        )


def _checked(
    name: str,
    what: Literal["ledger", "archive"],
    report: Report,
    judged: Sequence[Judged],
    figures: Sequence[Finding] = (),
) -> Checked:
    """Return the findings of `verify`, with every round and the published figures."""
    broken = of_rules(name, report.violations)
    return Checked(
        source=name,
        what=what,
        headline=review.sum_up(judged),
        findings=(*_damage(name, report), *figures, *broken, *of_rounds(name, judged, broken)),
        rounds=tuple(judged),
        damaged=bool(report.wrong),
    )


def _damage(name: str, report: Report) -> Iterator[Finding]:
    """Yield damage, wrong names, people not erased, and missing proofs."""
    damaged = [*(one.sentence for one in report.damage), *report.faults]
    strangers = [*map(unlike, report.names)]
    lacking = report.verdict.level is Level.WANTING and not report.names
    for kind, said in (
        ("damaged", damaged),
        ("another-branch", [one.sentence for one in report.contradictions]),
        ("name", strangers),
        ("not-erased", report.restored),
        ("unproved", [report.verdict.sentence] if lacking else []),
    ):
        for sentence in said:
            yield Finding(source=name, kind=kind, group="damage", level="error", message=sentence)


def look_at_archive(name: str, edition: str | None) -> Checked:
    """Check an archive as `verify` does, and each of its rounds and published figures."""
    _refuse_edition(name, edition)
    report = inspect_archive(Path(name))
    judged, figures = [], list[Finding]()
    if not report.damage:
        members = read_archive(Path(name))
        what = recorded(members)
        entries = [from_line(line, seq) for seq, line in enumerate(what.lines, start=1)]
        with TemporaryDirectory() as away:
            lay({each: members[each] for each in members if each in what.files()}, Path(away))
            rules, book = judged_by(Path(away), entries), read_book(Path(away))
        if rules:
            judged = review_pairing_quality(entries, rules)
            stored = members.get("tables/standings.json", b"[]")
            figures += recorded_places(name, stored, Tournament.replay(entries), rules, book)
    return _checked(name, "archive", report, judged, figures)


_PUBLISHED = ("place", "match_points", "wins", "losses", "ties", "op_win", "op_op_win")


def recorded_places(
    name: str, stored: bytes, t: Tournament, rules: Ruleset, book: Book
) -> Iterator[Finding]:
    """Yield the places and figures in a published table that differ from roundbook's."""
    try:
        listed = msgspec.json.decode(stored, type=list[dict[str, object]])
        rows = {one["player"]: one for one in listed}
    except (*UNDECODABLE, KeyError, TypeError):
        return  # A table that is no table is already reported as damage.
    for ours in places(standings(t, rules), book):
        player = str(ours["player"])
        said = rows.get(player)
        if said is None:
            continue
        for field in _PUBLISHED:
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
                message=f"{player} has {words} {theirs} in the table, but {own} under the rules.",
                division=str(ours["division"]),
                player=player,
                said=str(theirs),
                ours=str(own),
            )


class Kind(NamedTuple):
    """A kind of source: its extensions, how to recognise it, and how to check it."""

    ends: tuple[str, ...]
    is_one: Callable[[str], bool]
    look: Callable[[str, str | None], Checked]


def look(name: str, edition: str | None) -> Checked:
    """Check a source; a file is read under an edition. Raises Trouble and OSError."""
    kind = next(each for each in KINDS if each.is_one(name))
    return kind.look(name, edition)


def spread(given: Sequence[str]) -> list[str]:
    """Return the named sources, replacing folders that are not ledgers by the sources inside.

    A folder without any sources is kept: checking it raises Unreadable.
    """
    found: list[str] = []
    for name in given:
        folder = named(name)
        is_of_many = isinstance(folder, Path) and is_folder(folder) and not is_taken(folder)
        inside = [*_inside(Path(name))] if is_of_many else []
        found += inside or [name]  # An empty one is reported when it is checked.
    return list(dict.fromkeys(found))


def _inside(folder: Path) -> Iterator[str]:
    """Yield the sources in a folder and below, by name, but not the files of a ledger."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink():
            yield from [str(path)] if is_taken(path) else _inside(path)
        elif path.is_file() and has_extension(path.name, *ENDS):
            yield str(path)


FILE = Kind((".tdf", ".json", ".csv", ".xlsx"), lambda _: True, look_at_file)
KINDS = (
    Kind((), lambda name: is_address(name) or is_folder(Path(name)), look_at_ledger),
    Kind(ARCHIVES, lambda name: is_archive(Path(name)), look_at_archive),
    FILE,
)
"""The kinds of sources, of which the first match counts; files are recognised by content."""
ENDS = tuple(end for kind in KINDS for end in kind.ends)
"""The extensions of files to look for in a folder."""
