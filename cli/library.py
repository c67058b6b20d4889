"""The Python library: reads and verifies tournaments, and answers questions about them.

`import roundbook` gives the names that roundbook.py lists. Nothing is written or printed; errors
are raised as the ledger's own exceptions, which say what to do.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory

from click import ClickException
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.archive.contents import recorded
from roundbook.cli.archive.opening import inspect_archive
from roundbook.cli.desk.command import named
from roundbook.cli.desk.errors import hint_of, in_full, of_the_system
from roundbook.cli.desk.named_files import read_whole
from roundbook.cli.desk.venue import Operator
from roundbook.cli.folder import layout, people
from roundbook.cli.folder.members import Anywhere
from roundbook.cli.folder.opened_archive import is_archive, lay, read_archive
from roundbook.cli.tom.importing import foretell
from roundbook.cli.tom.read import telling_of
from roundbook.cli.verify.inspect import Report, inspect, judged_by
from roundbook.ledger.errors import Trouble, Unreadable
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import Entry, entries_of
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.projections.history.history import Happening, history
from roundbook.projections.rules_in_force import checks
from roundbook.projections.standings.shown import shown
from roundbook.projections.standings.standings import Standing

Source = str | PathLike[str]
"""A tournament's source: a folder, an archive (`.zip`, `.zip.gz`), a TOM save (`.tdf`),
published results (`.json`), or, as a `str`, an address, `postgresql://USER@HOST/DATABASE/NAME`.
"""


class Ledger(Struct, frozen=True, kw_only=True):
    """A tournament as read: its entries, their state, and the rules they name.

    For an organiser's file, the entries are those that `roundbook file import` would write now;
    their times and random numbers differ each time.
    """

    entries: Sequence[Entry]
    tournament: Tournament
    rules: Ruleset
    book: Book

    def name(self, player: str) -> str:
        """Return the name of a player, given as `p1`; the number if the name was erased."""
        return self.book.name(PlayerId(player))

    def standings(self) -> list[Standing]:
        """Return the standings after the last complete round, by division and place."""
        return shown(self.tournament, self.rules)

    def rounds(self) -> list[Round]:
        """Return every round that has been paired, by pool."""
        rounds = self.tournament.rounds.values()
        return sorted(rounds, key=lambda one: (one.pool, one.number))

    def history(self) -> list[Happening]:
        """Return what happened, oldest first: when, what, why and by whom."""
        return list(history(self.entries, tie=self.rules.tie_word))


def read(source: Source, *, start: date | None = None) -> Ledger:
    """Read a tournament; `start` is its first day, if published results do not give it.

    Raises Unreadable if it cannot be read, or is damaged.
    """
    with _in_words():
        path = _place(source)
        if not isinstance(path, Path) or path.is_dir():
            return _in_folder(path)
        return _in_archive(path) if is_archive(path) else _in_file(path, start)


def verify(source: Source, *, start: date | None = None) -> Report:
    """Check that the ledger is intact and signed, and that no rule was broken; return the report.

    For a file, only the rules can be checked. Raises Unreadable if there is nothing to check.
    """
    with _in_words():
        path = _place(source)
        if not isinstance(path, Path) or path.is_dir():
            report = inspect(path)
        elif is_archive(path):
            report = inspect_archive(path)
        else:
            told = _in_file(path, start)
            report = Report(
                entries=len(told.entries),
                damage=(),
                faults=(),
                violations=tuple(checks(told.book).review(told.entries, told.rules)),
                names=(),
                remarks=(),
            )
        found = (replace(in_full(one), waiver=False) for one in report.violations)
        return replace(report, violations=tuple(found))


@contextmanager
def _in_words() -> Iterator[None]:
    """Raise errors of the system as Unreadable, and every hint in words."""
    try:
        yield
    except Trouble as trouble:
        trouble.hint = hint_of(trouble)
        raise
    except OSError as error:
        raise of_the_system(error) from error


def _place(source: Source) -> Anywhere:
    """Return the place of a source; errors in an address are raised as Unreadable."""
    if "\0" in str(source):
        raise Unreadable(f"{str(source)!r} cannot be the name of a file.", where=str(source))
    if not isinstance(source, str):
        return Path(source)
    try:
        return named(source)
    except ClickException as error:
        raise Unreadable(error.message, where="the address") from error


def _in_folder(folder: Anywhere) -> Ledger:
    if not layout.is_tournament(folder):
        raise layout.no_ledger(folder)
    survey = layout.store(folder).survey()
    for damage in survey.damage:
        raise Unreadable(damage.sentence, where=layout.where(folder))
    entries = list(entries_of(survey.lines))
    rules = judged_by(folder, entries)
    if rules is None:
        raise Unreadable("the ledger has no opening entry.", where=layout.where(folder))
    return _told(entries, rules, people.book_or_none(folder, []))


def _in_archive(file: Path) -> Ledger:
    members = read_archive(file)
    inside = recorded(members).files()
    with TemporaryDirectory() as away:
        lay({name: members[name] for name in members if name in inside}, Path(away))
        return _in_folder(Path(away))


def _in_file(file: Path, start: date | None) -> Ledger:
    telling = telling_of(str(file), read_whole(file), None, start)
    telling.refuse_without_rounds()
    if telling.no_date:
        hint = "Give the first day: start=date(2026, 3, 7)."
        raise Unreadable(f"{telling.no_date}.", where=str(file), hint=hint)
    entries, book = foretell(telling, Operator())
    return _told(entries, telling.rules, book)


def _told(entries: Sequence[Entry], rules: Ruleset, book: Book) -> Ledger:
    tournament = Tournament.replay(entries)
    return Ledger(entries=entries, tournament=tournament, rules=rules, book=book)
