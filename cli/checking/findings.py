"""The findings of `roundbook file check`, with names that other programs can rely on."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.session.errors import typed
from roundbook.ledger.errors import Violation
from roundbook.ledger.events.catalogue import AnyEvent, Seating
from roundbook.ledger.people.book import Book
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, PlayerId, Pool
from roundbook.projections.compare.official import Comparison
from roundbook.projections.compare.pairing_quality import Judged, Verdict
from roundbook.projections.reports.api.compared import ComparedFile
from roundbook.projections.rules_in_force import rules_in_force

# The kinds and groups of findings, whose names other programs rely on.

GROUPS = {
    "pairing": (
        "who played whom, rematches, byes, and pair-downs compared with the best possible round"
    ),
    "place": "final places, and the players' divisions",
    "percentage": "published match points, records and percentages",
    "cut": "who advances to the cut, with which seed, and who advances to day two",
    "bracket": "who played whom in single elimination, and who advanced",
    "lock": "results that were changed after they were locked",
    "rule": "every other rule",
    "damage": "files that were damaged or changed",
}
"""The groups of findings."""

OWN = {
    kind: group
    for group, *kinds in (
        ("pairing", "rematch", "second-bye", "bye-too-high", "pair-down", "mixed-pair"),
        ("pairing", "illegal-round", "not-the-best", "no-legal-round", "not-as-drawn"),
        ("place", "place", "division"),
        ("percentage", "percentage"),
        ("cut", "seed"),
        ("bracket", "bracket-position"),
        ("damage", "damaged", "another-branch", "name", "not-erased", "unproved"),
    )
    for kind in kinds
}
"""The kinds of findings that do not come from a rule, with their groups."""

_BY_RULE = {
    "lock": ("result-locked", "seeding-frozen", "cut-result-final", "tournament-closed"),
    "cut": ("cut-", "day-two-", "seeds-outdated", "swiss-unfinished"),
    "bracket": ("bracket-", "seeds-", "tie-in-cut", "playoff-unannounced"),
    "pairing": (
        *("rematch", "second-bye", "random-byes", "seated-twice", "not-due", "not-seated"),
        *("bye-not-awarded", "awarded-bye-missing", "draw-differs", "repair-", "sheet-left"),
    ),
}
"""The rules of each group, by how their names begin; all others are in the group `rule`."""


SHOULD = frozenset(check.rule for check in rules_in_force(Book()) if check.should)
"""The rules that an official may override."""

KINDS = frozenset({*OWN, *(check.rule for check in rules_in_force(Book()))})
"""All kinds of findings."""


def group_of(kind: str) -> str:
    """Return the group of a kind."""
    if kind in OWN:
        return OWN[kind]
    found = (group for group, rules in _BY_RULE.items() if kind.startswith(rules))
    return next(found, "rule")


Level = Literal["error", "note"]


class Finding(Struct, frozen=True, kw_only=True):
    """One finding in one source.

    `source` is the file, ledger or archive, as it was typed or found. `kind` is one of `file check
    --list`, `group` its group there. A `note` does not fail the check: facts from a file, and rules
    that an official overrode. `said` is what the source states, `ours` what the rules give; both
    are text. `decided_by` is the tiebreak that decides our place, `cause` why the two differ,
    `also` the second cause if it takes two. `entry` is that of a ledger, `cites` the section of
    the rules.
    """

    source: str
    kind: str
    group: str
    level: Level
    message: str
    pool: str | None = None
    round: int | None = None
    division: str | None = None
    player: str | None = None
    entry: int | None = None
    said: str | None = None
    ours: str | None = None
    decided_by: str | None = None
    cause: str | None = None
    also: str | None = None
    cites: str | None = None
    hint: str | None = None


def of_rules(
    source: str,
    violations: Iterable[Violation],
    words: Callable[[Violation], str] = lambda one: one.message,
) -> list[Finding]:
    """Return the violations of rules as findings, worded by `words`.

    A file cannot record that an official overrode a *should* rule, so in a file this is a note.
    """
    return [
        Finding(
            source=source,
            kind=one.rule,
            group=group_of(one.rule),
            level="note" if one.overridden or (one.told and one.rule in SHOULD) else "error",
            message=f"{words(one)} An official overrode this." if one.overridden else words(one),
            entry=one.seq,
            cites=one.cites,
            hint=None if one.overridden else typed(one.advice),
        )
        for one in violations
    ]


_NAMED = re.compile(
    r"\b(?P<first>p[1-9]\d*)-(?P<second>p[1-9]\d*)\b|\b(?P<player>p[1-9]\d*)\b"
    r"|\b(?:match )?(?P<pool>[a-z][a-z-]*)-(?P<round>\d+)-(?P<table>\d+)\b"
)
"""A pair, a player or a match as named in the messages of rules."""


Named = Callable[[str, tuple[Pool, int] | None], str]
"""Writes a message with the names of players; a pair in a round gets its table."""


def named_by(t: Tournament, book: Book) -> Named:
    """Return a function that writes a message with the players' names and tables."""
    tables = {
        (match.pool, match.round, *sorted(pair)): match.table for match, pair in t.matches.items()
    }

    def who(player: str) -> str:
        known = PlayerId(player)
        return f"{book.name(known)} ({book.id(known) or player})" if known in t.players else player

    def named(message: str, place: tuple[Pool, int] | None) -> str:
        def where(found: re.Match[str]) -> str:
            if found["player"]:
                return who(found["player"])
            if found["pool"]:
                match = MatchId(Pool(found["pool"]), int(found["round"]), int(found["table"]))
                pair = t.matches.get(match)
                seats = " - ".join(map(who, pair or ()))
                at = f"round {match.round}, table {match.table} of {match.pool}"
                return f"{at} ({seats})" if pair else found[0]
            two = found["first"], found["second"]
            table = place and tables.get((*place, *sorted(map(PlayerId, two))))
            return " - ".join(map(who, two)) + (f" (table {table})" if table else "")

        return _NAMED.sub(where, message)

    return named


def in_full(named: Named, happened: Sequence[AnyEvent]) -> Callable[[Violation], str]:
    """Return a function that words a violation with the players' names, round and table.

    `happened` are the events that were checked; the first of them is entry 1.
    """

    def words(one: Violation) -> str:
        event = happened[one.seq - 1]
        place = (event.pool, event.round) if isinstance(event, Seating) else None
        said = named(one.message, place)
        if place is None or f"round {place[1]}" in one.message:
            return said
        return f"round {place[1]} of {place[0]}: {said}"

    return words


def of_foreign(findings: Iterable[Finding], rules: Ruleset) -> list[Finding]:
    """Return violations in an event that is not held under Play! Pokémon's documents.

    An edition without Play! Pokémon's divisions is not bound by its documents: a rule that only
    they contain is a note, and the edition is cited instead.
    """
    found = []
    for one in findings:
        ours = one.cites is None or not one.cites.startswith(("TRF", "TOP", "GTB"))
        level: Level = "note" if one.cites and one.cites.startswith("TRF") else one.level
        cites = one.cites if ours else rules.title
        found.append(replace(one, level=level, cites=cites, hint=one.hint if ours else None))
    return found


def of_rounds(
    source: str,
    judged: Iterable[Judged],
    known: Collection[Finding],
    named: Named = lambda message, _: message,
) -> list[Finding]:
    """Return what is wrong with Swiss rounds, leaving out what a rule has already found.

    Rounds from a file are notes: another program paired them by its own rules.
    """
    said = {(one.entry, one.kind) for one in known}
    found: list[Finding] = []
    for one in judged:
        for sentence in one.why if one.verdict.wrong or one.verdict is Verdict.IMPOSSIBLE else ():
            kind = _kind_of(one, sentence)
            if (one.seq, kind) in said:
                continue
            right = one.verdict.wrong and not one.told
            found.append(
                Finding(
                    source=source,
                    kind=kind,
                    group="pairing",
                    level="error" if right else "note",
                    message=(
                        f"round {one.round} of {one.pool}: "
                        f"{named(sentence, (one.pool, one.round))}."
                    ),
                    pool=one.pool,
                    round=one.round,
                    entry=None if one.told else one.seq,
                )
            )
    return found


_SAYING = (
    ("have met before", "rematch"),
    ("has had a bye", "second-bye"),
    ("it is not what", "not-as-drawn"),
    ("the bye is", "bye-too-high"),
    ("the bye stands", "bye-too-high"),
    ("cross divisions", "mixed-pair"),
    ("straddle the gap", "pair-down"),
    ("squared differences", "pair-down"),
)
"""The words that tell the sentences of `projections.compare.pairing_quality` apart."""


def _kind_of(one: Judged, sentence: str) -> str:
    """Return the kind of a sentence about a round."""
    if one.verdict is Verdict.IMPOSSIBLE:
        return "no-legal-round"
    other = "illegal-round" if one.verdict is Verdict.ILLEGAL else "not-the-best"
    return next((kind for words, kind in _SAYING if words in sentence), other)


def of_places(source: str, compared: Comparison, book: Book) -> list[Finding]:
    """Return where a file's places, seeds, brackets and percentages differ from roundbook's."""
    found = []
    for one in compared.differences:
        figure = one.what.endswith("%") or one.what in {"points", "record"}
        kind = "percentage" if figure else one.what.replace(" ", "-")
        who = f"{book.name(one.player)} ({book.id(one.player) or one.player})"
        said, ours = ("none" if each is None else str(each) for each in (one.said, one.ours))
        found.append(
            Finding(
                source=source,
                kind=kind,
                group=group_of(kind),
                level="error",
                message=f"{who} has {one.what} {said} in the file, but {ours} under the rules.",
                division=one.division.value,
                player=one.player,
                said=None if one.said is None else said,
                ours=None if one.ours is None else ours,
                decided_by=one.decided_by,
                cause=one.cause,
                also=one.also,
            )
        )
    return found


def of_years(source: str, moved: Sequence[str]) -> Iterator[Finding]:
    """Yield a note on players whose birth year does not fit their division (A-69)."""
    if moved:
        some = ", ".join(moved[:3]) + (f" and {len(moved) - 3} more" if len(moved) > 3 else "")
        yield Finding(
            source=source,
            kind="division",
            group=group_of("division"),
            level="note",
            message=(
                f"{counted(len(moved), 'player is', 'players are')} in a division that does "
                f"not match their age: {some}."
            ),
            hint=(
                "Somebody may have changed the years of birth; the divisions in the file are used."
            ),
        )


class Checked(Struct, frozen=True, kw_only=True):
    """The result of checking one source: a `file`, a `ledger` or an `archive`.

    `headline` is a one-line summary; `edition` is the rules a file was read by. `rounds` are
    checked one by one; `compared` is a file's figures next to roundbook's; `causes` sums up why
    these differ; `lines` are further information. `ignored` counts the findings left out; `damaged`
    is whether the source differs from what was written.
    """

    source: str
    what: Literal["file", "ledger", "archive"]
    headline: str
    edition: str = ""
    findings: tuple[Finding, ...] = ()
    rounds: tuple[Judged, ...] = ()
    causes: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    compared: ComparedFile | None = None
    ignored: int = 0
    damaged: bool = False

    def only(self, wanted: Callable[[Finding], bool]) -> "Checked":
        """Return the same result with only the findings that are wanted."""
        kept = tuple(one for one in self.findings if wanted(one))
        return replace(self, findings=kept, ignored=len(self.findings) - len(kept))

    @property
    def errors(self) -> int:
        """The number of findings that fail the check."""
        return sum(one.level == "error" for one in self.findings)

    @property
    def notes(self) -> int:
        """The number of findings that are only information."""
        return len(self.findings) - self.errors


def wish(only: Sequence[str], ignore: Sequence[str]) -> Callable[[Finding], bool]:
    """Return a filter by kinds or groups: those named (all if none), except the ignored ones."""

    def wanted(one: Finding) -> bool:
        names = {one.kind, one.group}
        return (not only or not names.isdisjoint(only)) and names.isdisjoint(ignore)

    return wanted
