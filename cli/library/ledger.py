"""The Python library, reading: tournaments, and the answers about them, as values.

`import roundbook` gives the names that roundbook.py lists. Nothing is printed; errors are raised as
the ledger's own exceptions, which say what to do.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event as Timer
from typing import Any

from click import ClickException
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.archive.contents import recorded
from roundbook.cli.archive.opening import inspect_archive, inspect_unpacked, is_unpacked
from roundbook.cli.args.choices import cell_named
from roundbook.cli.args.players import find_player
from roundbook.cli.args.table_numbers import place_meant
from roundbook.cli.args.types import MATCH, RESULT, RoundId, as_typed, quoted
from roundbook.cli.places import layout, people
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.opened_archive import is_archive, lay, read_archive
from roundbook.cli.session.command import moment_named, named
from roundbook.cli.session.errors import hint_of, in_full, of_the_system, sentence_of
from roundbook.cli.session.named_files import read_whole
from roundbook.cli.session.read import ReadContext
from roundbook.cli.session.venue import Operator
from roundbook.cli.tom.header import NAMES, checked_header
from roundbook.cli.tom.importing import foretell
from roundbook.cli.tom.organiser_file import telling_of
from roundbook.cli.verify.inspect import Report, concluded, inspect, judged_by
from roundbook.ledger.errors import Misuse, Refused, Trouble, Unreadable
from roundbook.ledger.events.catalogue import FactAdded
from roundbook.ledger.evidence import Evidence
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import Entry, each_event, entries_of
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import Actor, HandId, MatchId, PlayerId, Pool, Result
from roundbook.projections.bracket.bracket import brackets
from roundbook.projections.bracket.tree import Tree, tree
from roundbook.projections.explain.blame import Blamed, blame
from roundbook.projections.explain.pairing import PairingWhy, explain_match, explain_round
from roundbook.projections.explain.place import Explanation, explain_place
from roundbook.projections.explain.what_if import WhatIf, changes, what_if
from roundbook.projections.history.history import Happening, history_asked
from roundbook.projections.history.moments import upto
from roundbook.projections.rules_in_force import checks
from roundbook.projections.standings.shown import shown, shown_after
from roundbook.projections.standings.standings import Standing

Source = str | PathLike[str]
"""A tournament's source: a folder, an archive (`.zip`, `.zip.gz`), a TOM save (`.tdf`),
published results (`.json`), or, as a `str`, an address, `postgresql://USER@HOST/DATABASE/NAME`.
"""

EVERY = 0.5
"""The seconds between two looks at a ledger that is followed."""


class Fact(Struct, frozen=True, kw_only=True):
    """A fact of another program: `spec` says whose, `id` names it there, `data` is what it says.

    Rule: no rule reads it, and no pairing, result or place depends on it.
    Units: `seq` is the number of its entry, `at` a time with its offset, `by` who wrote it.
    Errors: none; a fact that is too large or of another form is refused when it is kept.

    >>> for fact in cup.facts("example.org/seats/1"):
    ...     print(fact.seq, fact.id, fact.data)
    """

    seq: int
    at: datetime
    by: Actor
    spec: str
    id: str
    data: Mapping[str, Any]


class Ledger(Struct, frozen=True, kw_only=True):
    """A tournament as read: its entries, their state, the rules they name, and the names.

    Rule: what is shown follows from `entries` alone, under the edition that the first one names.
    Units: `entries` are in order, from entry 1; `tournament` is the state after the last.
    Errors: methods raise Refused if what is asked for is not there, Misuse if it makes no sense.

    For an organiser's file, the entries are those that `roundbook file import` would write now;
    their times and random numbers differ each time.

    >>> len(cup.tournament.players), cup.rules.edition
    (35, 'tom')
    """

    entries: Sequence[Entry]
    tournament: Tournament
    rules: Ruleset
    book: Book
    source: Source

    def name(self, number: str) -> str:
        """Return the name of a player (`p1`) or staff member (`h2`); the number if it was erased.

        Rule: names are kept next to the ledger, which has only numbers (LED-9).
        Units: a text, as the person wrote it.
        Errors: none; for a number that nobody has, the number is returned.

        >>> cup.name("p99")
        'p99'
        """
        return self.book.hands.get(HandId(number)) or self.book.name(PlayerId(number))

    def player(self, text: str) -> PlayerId:
        """Return the number of a player, given by number, Player ID, or (part of) a name.

        Rule: what the command line takes for a player.
        Units: a number such as `p17`.
        Errors: Refused if nobody, or more than one player, is meant.

        >>> cup.player(cup.name("p17"))
        'p17'
        """
        with in_words():
            return find_player(text, self.tournament, self.book)

    def as_of(self, moment: int | datetime | str) -> "Ledger":
        """Return the ledger as it was after an entry, at a time, or `before round 4`.

        Rule: entries count in their order; the clock may have been set back.
        Units: an entry from 1, a time with its offset, or the same as text; also
        `before round 4 of masters` and `after round 3`.
        Errors: Refused if the moment has not come or was before the opening; Misuse for other
        texts.

        >>> len(cup.as_of("before round 2").rounds())
        2
        """
        with in_words():
            when = moment_named(moment, self.entries) if isinstance(moment, str) else moment
            entries = upto(self.entries, when)
        return replace(self, entries=entries, tournament=Tournament.replay(entries))

    def standings(self, *, after: int | None = None, live: bool = False) -> list[Standing]:
        """Return the standings after the last complete round, by division and place.

        Rule: TOP §3.1.4.1 as the edition reads it; a running round does not count (A-92).
        Units: percentages are fractions from 0 to 1. `after` is a Swiss round: only rounds up to it
        count, with all corrections known now. `live` counts the results of a running round too.
        Errors: Refused if round `after` is not complete; Misuse if both are given.

        >>> first = cup.standings()[0]
        >>> str(first.division), first.place, first.record
        ('Masters', 1, '4-1-0')
        >>> cup.standings(after=3)[0].record
        '3-0-0'
        """
        with in_words():
            if after is None:
                return shown(self.tournament, self.rules, live=live)
            if live:
                raise Misuse("give `after` or `live`, not both.", field="live")
            return shown_after(self.tournament, self.rules, after)

    def rounds(self) -> list[Round]:
        """Return every round that was not withdrawn, by pool and number.

        Rule: a round that was repaired or paired again is as it is now.
        Units: rounds and tables count from 1; those of a bracket continue the Swiss rounds.
        Errors: none.

        >>> [one.number for one in cup.rounds() if one.pool == "masters"]
        [1, 2, 3, 4, 5]
        """
        rounds = self.tournament.rounds.values()
        return sorted(rounds, key=lambda one: (one.pool, one.number))

    def bracket(self, pool: str | None = None) -> Tree:
        """Return a bracket: its seeds, its matches as a tree, and who won.

        Rule: TOP §3.2 and §3.3: seeds meet as the edition says, winners advance.
        Units: `pool` is that of the bracket, such as `masters-cut`; it may be left out if there is
        only one.
        Errors: Refused if there is no such bracket; Misuse if there are several, and none is named.

        >>> cup.bracket("masters-cut").winner == cup.standings()[0].player
        True
        """
        there = [one.pool for one in brackets(self.tournament)]
        with in_words():
            if pool is None and len(there) > 1:
                raise Misuse(f"name one of the brackets: {', '.join(there)}.", field="pool")
            wanted = Pool(pool.lower()) if pool else next(iter(there), None)
            if wanted not in there:
                said = f"there is no bracket {quoted(pool)}." if pool else "there is no bracket."
                raise Refused(said, hint=f"The brackets are: {', '.join(there) or 'none yet'}.")
            return tree(self.tournament, wanted)

    def explain(self, player: str) -> Explanation:
        """Return everything that a player's place follows from.

        Rule: the tiebreakers of the edition, in their order (TOP §3.1.4.1).
        Units: every percentage is a fraction, with the opponents and records it comes from.
        Errors: Refused if nobody, or more than one player, is meant.

        >>> cup.explain("p1").standing.place == {s.player: s.place for s in cup.standings()}["p1"]
        True
        """
        with in_words():
            return explain_place(self.tournament, self.rules, self.player(player))

    def why(self, match: str | MatchId) -> PairingWhy:
        """Return why a match, or a round such as `masters-3`, was paired the way it was.

        Rule: TOP §3.1 and the recorded draw; the proof that no better pairing exists is with it.
        Units: a match as it is written, such as `masters-3-7`, or its table in the latest round.
        Errors: Refused if it was never paired; Misuse if the text is neither a match nor a round.

        >>> cup.why("masters-1-8").round
        1
        """
        with in_words():
            match place_meant(str(match), self.tournament, self.book):
                case MatchId() as place:
                    return explain_match(self.entries, self.rules, place)
                case RoundId() as place:
                    return explain_round(self.entries, self.rules, place.pool, place.number)
                case _:
                    said = f"{quoted(str(match))} is neither a match nor a round."
                    raise Misuse(said, field="match")

    def what_if(
        self,
        results: Mapping[str, str | Result] | None = None,
        *,
        drops: Iterable[str] = (),
        late: Iterable[str] = (),
        on_time: Iterable[str] = (),
    ) -> WhatIf:
        """Return what other results, drops or late tags would change. Nothing is written.

        Rule: each later pairing is judged with the rounds before it as they were played.
        Units: results by match, such as `{"masters-1-3": "2-1"}`, seen from the left player.
        Errors: Refused for an unknown match or player, or a result that the match cannot have;
        Misuse for a text that is not a match or a result, or if there is nothing to try.

        >>> len(cup.what_if({"masters-1-8": "0-2"}).places) > 0
        True
        """
        with in_words():
            tried = {
                _read(MATCH, match): _read(RESULT, as_text(result))
                for match, result in (results or {}).items()
            }
            events = changes(
                self.tournament,
                drops=[self.player(one) for one in drops],
                lates=[self.player(one) for one in late],
                on_time=[self.player(one) for one in on_time],
            )
            if not tried and not events:
                raise Misuse("give a result, a drop or a late tag to try.", field="results")
            return what_if(self.entries, self.rules, results=tried, events=events)

    def history(self, about: str | MatchId | None = None) -> list[Happening]:
        """Return what happened, oldest first: when, what, why and by whom.

        Rule: every event of every entry, with nothing left out; a correction hides nothing.
        Units: `about` is a player, a match such as `masters-1-14`, or a round such as `masters-2`.
        Errors: Refused if there is no such player, or nothing about such a match or round.

        >>> cup.history()[0].what.endswith("was opened under the edition tom")
        True
        """
        with in_words():
            place = place_meant(str(about), self.tournament, self.book) if about else None
            return history_asked(
                self.entries,
                player=self.player(str(about)) if about and place is None else None,
                match=place if isinstance(place, MatchId) else None,
                round_of=(place.pool, place.number) if isinstance(place, RoundId) else None,
                tie=self.rules.tie_word,
            )

    def blame(self, of: str | MatchId, what: str | None = None) -> Blamed:
        """Return the entries without which a figure would be different.

        Rule: each entry is left out in turn, and the figure is calculated again.
        Units: `of` is a player (`place`, `points`, `op-win` …) or a match (`result`, `pairing`);
        `made_by` are the numbers of entries.
        Errors: Refused if there is no such player or match, Misuse if there is no such figure.

        >>> cup.blame("masters-1-8").made_by
        (41, 49)
        """
        with in_words():
            return blame(
                self.entries, self.rules, cell_named(str(of), what, self.tournament, self.book)
            )

    def facts(self, spec: str | None = None) -> list[Fact]:
        """Return the facts that other programs have added, oldest first; of one, if it is named.

        Rule: no rule reads them; a later fact with the same `id` replaces nothing by itself.
        Units: as Fact says.
        Errors: none; an unknown `spec` has no facts.

        >>> cup.facts()
        []
        """
        return [
            Fact(seq=entry.seq, at=entry.at, by=entry.hand, spec=one.spec, id=one.id, data=one.data)
            for entry, one in each_event(self.entries)
            if isinstance(one, FactAdded) and spec in {None, one.spec}
        ]

    def follow(self, after: int = 0, *, waits: bool = True) -> Iterator[Entry]:
        """Yield the entries after a number, then each new one, until the tournament is closed.

        Rule: every entry once, in order, as soon as it is written; keep `entry.seq` to resume.
        Units: numbers of entries; a new one is seen within half a second. Without `waits`, and for
        an archive or a file, the last entry ends it.
        Errors: Conflict if the ledger was replaced meanwhile, Unreadable if it cannot be read.

        >>> [entry.seq for entry in cup.follow(after=3, waits=False)][:2]
        [4, 5]
        """
        with in_words():
            place = place_of(self.source)
            lasts = waits and (not isinstance(place, Path) or place.is_dir())
            entries = iter(self.entries) if not lasts else _growing(place)
            yield from (entry for entry in entries if entry.seq > after)

    def tdf(self, *, placeholders: bool = False, header: Mapping[str, str] | None = None) -> bytes:
        """Return the tournament as a .tdf file for TOM, with names, Player IDs and dates of birth.

        Rule: an imported file comes out unchanged, except for what has happened since the import.
        Units: the bytes that `roundbook file export cup.tdf` writes. `placeholders` fills gaps, and
        `header` sets fields of the header, such as `city`.
        Errors: Refused if TOM needs what the ledger lacks, or the source is a file that was not
        imported; Misuse for a field that a header does not have, or a value that it cannot have.

        >>> cup.tdf(header={"town": "Bonn"})
        Traceback (most recent call last):
        roundbook.Misuse: "town" is not one of …
        """
        from roundbook.cli.tom.export import ExportOptions, tdf

        said = {name: text.strip() for name, text in (header or {}).items()}
        if unknown := said.keys() - {*NAMES}:
            listed = ", ".join(NAMES)
            raise Misuse(f"{quoted(min(unknown))} is not one of {listed}.", field="header")
        with in_words(), _unpacked(place_of(self.source)) as folder:
            ctx = ReadContext(
                folder=folder,
                entries=[*self.entries],
                t=self.tournament,
                rules=self.rules,
                book=self.book,
            )
            asked = ExportOptions(stand_ins=placeholders, heading=checked_header(said))
            return tdf(ctx, asked, _in_folder(folder).entries).data

    def verify(self) -> Report:
        """Check the source again: that it is intact and signed, and that no rule was broken.

        Rule: every rule in force, for every entry; no plug-in is asked.
        Units: as `roundbook.verify`, which takes a source that cannot be opened too.
        Errors: Unreadable if there is nothing to check.

        >>> cup.verify().damaged
        False
        """
        opened = self.tournament.opened
        return verify(self.source, start=opened.start if opened else None)


def open_ledger(source: Source, *, start: date | None = None) -> Ledger:
    """Read a tournament from a folder, an archive, a file or the address of a database.

    Rule: nothing is written, and nothing is asked over a network but a database that is named.
    Units: `start` is the first day, needed only if published results do not give it.
    Errors: Unreadable if it cannot be read or is damaged; its `hint` says what to do.

    >>> roundbook.open("fixtures/imports/02_prerelease_mixed_pod_drops_final.tdf").rules.edition
    'tom'
    """
    with in_words():
        path = place_of(source)
        if not isinstance(path, Path) or path.is_dir():
            return replace(_in_folder(path), source=source)
        found = _in_archive(path) if is_archive(path) else _in_file(path, start)
        return replace(found, source=source)


def verify(source: Source, *, start: date | None = None) -> Report:
    """Check that a ledger is intact and signed, and that no rule was broken; return the report.

    Rule: every rule in force, for every entry, as `roundbook verify` checks them without a key.
    Units: `violations` and `damage` are in the order of entries; for a file, only rules are
    checked.
    Errors: Unreadable if there is nothing to check.

    >>> report = roundbook.verify("fixtures/imports/01_cup_two_pods_cut_final.tdf")
    >>> bool(report.damaged), report.entries
    (False, 144)
    """
    with in_words():
        path = place_of(source)
        if not isinstance(path, Path) or path.is_dir():
            report = inspect_unpacked(path) if is_unpacked(path) else inspect(path)
        elif is_archive(path):
            report = inspect_archive(path)
        else:
            told = _in_file(path, start)
            report = concluded(
                Report(
                    entries=len(told.entries),
                    damage=(),
                    faults=(),
                    violations=tuple(checks(told.book).review(told.entries, told.rules)),
                    names=(),
                    remarks=(),
                    evidence=Evidence(lines=len(told.entries), imported=True),
                )
            )
        found = (replace(in_full(one), waiver=False) for one in report.violations)
        return replace(report, violations=tuple(found))


@contextmanager
def in_words() -> Iterator[None]:
    """Raise errors of the system as Unreadable, of words as Misuse, and every hint in words."""
    try:
        yield
    except Trouble as trouble:
        trouble.hint = hint_of(trouble)
        raise
    except ClickException as error:
        raise Misuse(sentence_of(error).replace("--as-of ", "")) from error
    except OSError as error:
        raise of_the_system(error) from error


def as_text(value: object) -> str:
    """Return a value as a person would type it."""
    return as_typed(value) if isinstance(value, Result) else str(value)


def _read(kind: Any, text: str) -> Any:
    return kind.convert(text, None, None)


def _growing(place: Anywhere) -> Iterator[Entry]:
    """Yield the entries of a ledger, and each new one, until the last one closes the tournament."""
    from roundbook.cli.session.venue import venue

    here, told, pause = venue(place, noting=False, names_needed=False), 0, Timer()
    while True:
        entries = here.desk.entries
        yield from entries[told:]
        told = len(entries)
        if here.desk.tournament.closed is not None:
            return
        pause.wait(EVERY)
        here.desk.refresh()


def place_of(source: Source) -> Anywhere:
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
    return read_from(entries, rules, people.book_or_none(folder, []))


def _in_archive(file: Path) -> Ledger:
    with _unpacked(file) as folder:
        return _in_folder(folder)


@contextmanager
def _unpacked(place: Anywhere) -> Iterator[Anywhere]:
    """Yield the folder or database of a ledger; an archive is unpacked while it is read."""
    if not isinstance(place, Path) or place.is_dir():
        yield place
        return
    if not is_archive(place):
        raise Refused(
            f"{place} is the file of another program, not a ledger.",
            hint=f"Import it first: `roundbook file import {place} DIR`.",
        )
    members = read_archive(place)
    inside = recorded(members).files()
    with TemporaryDirectory() as away:
        lay({name: members[name] for name in members if name in inside}, Path(away))
        yield Path(away)


def _in_file(file: Path, start: date | None) -> Ledger:
    telling = telling_of(str(file), read_whole(file), None, start)
    telling.refuse_without_rounds()
    if telling.no_date:
        hint = "Give the first day: start=date(2026, 3, 7)."
        raise Unreadable(f"{telling.no_date}.", where=str(file), hint=hint)
    entries, book = foretell(telling, Operator())
    return read_from(entries, telling.rules, book)


def read_from(
    entries: Sequence[Entry], rules: Ruleset, book: Book, *, source: Source = ""
) -> Ledger:
    """Return the ledger of entries that were read already."""
    tournament = Tournament.replay(entries)
    return Ledger(entries=entries, tournament=tournament, rules=rules, book=book, source=source)
