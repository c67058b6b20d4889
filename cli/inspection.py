"""Looks at everything in a tournament's folder, and reports all that is wrong with it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from cli import contradictions, deckbox, remains, retelling, seen
from cli.absent import LEDGER, no_ledger
from cli.booked import staff_strangers, strangers, unfinished, unknown_hands
from cli.edition import ruleset
from cli.kept import SOURCES
from cli.vouching import Vouched, vouched
from cli.wiring import PEOPLE, checks, read_book, settings, today
from ledger.errors import Unreadable, Violation
from ledger.events.catalogue import TournamentOpened
from ledger.people.book import Book
from ledger.proofs.policy import Policy
from ledger.record.bulk_read import entries_of
from ledger.record.chain import Damage, Survey
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.storage.folder import HEAD
from ledger.storage.jsonl import JsonlStore
from ledger.terms import HandId, PlayerId
from projections.history.overview import erasures, in_words, kept_until

Watch = Callable[[Sequence[Entry]], Iterable[Entry]]
"""Gives the entries one by one, so that somebody can see how far the judging has come."""


class Report(Struct, frozen=True, kw_only=True):
    """What was found in a folder.

    `entries` counts those that could be read. `damage` are lines that are not what was written;
    `faults` sentences on what else contradicts itself: the head, the edition, the book of names, a
    source. `violations` are breaches of rules, `names` the players whose name in the book is not
    the one that the record is bound to. `restored` are sentences on who is there though they were
    erased. `remarks` are said, but are no fault. `vouched` is what the signed heads show.
    """

    entries: int
    damage: tuple[Damage, ...]
    faults: tuple[str, ...]
    violations: tuple[Violation, ...]
    names: tuple[PlayerId | HandId, ...]
    remarks: tuple[str, ...]
    restored: tuple[str, ...] = ()
    vouched: Vouched = Vouched()

    @property
    def damaged(self) -> bool:
        """Whether the files are not what roundbook wrote."""
        return bool(self.damage or self.faults)

    @property
    def broken(self) -> int:
        """How many rules were broken without an official letting it pass."""
        return sum(not found.overridden for found in self.violations)


def inspect(folder: Path, watch: Watch = iter, policy: Policy | None = None) -> Report:
    """Look at everything; raises Unreadable only if there is no ledger at all.

    The bytes are hashed anew, every entry is judged by every check, every draw and cut is made
    again, every name is compared with its commitment, every told entry with the file that is kept,
    and every signed head with the lines; with a policy, trusted keys must have signed. Works where
    nothing can be written.
    """
    if not (folder / LEDGER).is_file():
        raise no_ledger(folder)
    survey = JsonlStore(folder).survey()
    entries, damage = _entries(survey)
    faults = list(contradictions.of_head(folder, survey))
    book, rules = Book(), None
    try:
        book = read_book(folder)
    except Unreadable as trouble:
        faults.append(trouble.message)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        faults.append(f"the book of names {folder / PEOPLE} cannot be read: {reason}.")
    try:
        rules = judged_by(folder, entries)
    except Unreadable as trouble:
        faults.append(trouble.message)
    if not damage:
        faults += contradictions.of_opening(entries)
        faults += _unlike_what_was_seen(entries, survey.end.leaf)
    faults += [
        *contradictions.of_commands(entries),
        *contradictions.of_told(folder, entries),
        *contradictions.of_sources(folder, entries),
        *contradictions.unknown_draws(entries),
        *deckbox.contradicting(folder, entries),
    ]
    t = Tournament.of(entries)
    people, sources = folder / PEOPLE, folder / SOURCES
    if rules:
        faults += retelling.unlike(folder, entries, rules, book)
    signed = vouched(folder, entries, survey.leaves, policy)
    faults += signed.faults
    t = Tournament.of(entries)
    return Report(
        entries=len(entries),
        damage=damage,
        faults=tuple(faults),
        violations=tuple(checks(book).review(watch(entries), rules)) if rules else (),
        names=(*strangers(t, book), *staff_strangers(entries, book)),
        remarks=(
            *_remarks(folder, survey),
            *(unknown_hands(entries, book) if (folder / PEOPLE).exists() else ()),
            *unfinished(t, book),
            *_afterwards(t, entries),
            *retelling.unkept(folder, entries),
            *contradictions.odd_times(entries),
            *deckbox.missing(folder, entries),
        ),
        restored=tuple(remains.of_erased(t, book, people=people, sources=sources)),
        vouched=signed,
    )


def _unlike_what_was_seen(entries: Sequence[Entry], leaf: str) -> Iterator[str]:
    """Yield how a ledger, whose last line has this leaf hash, contradicts what was seen of it."""
    leaves = [*(entry.prev for entry in entries), leaf]
    known = seen.last(settings(), Tournament.of(entries).opened)
    odd = seen.contradiction(known, len(entries), leaves.__getitem__)
    if odd:
        yield odd


def _afterwards(t: Tournament, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield who was erased, who waits for the results, and how long those are kept (TOP §4)."""
    for one in erasures(entries):
        yield f"{one.what} by entry {one.seq}: {one.why}."
    for number in sorted(t.requests.keys() - t.answers.keys()):
        yield f"request {number} of {t.requests[number].source} waits for an answer."
    if t.closed and not t.closed.told and t.players.keys() - t.erased.keys():
        yield f"{in_words(kept_until(t), today())}."


def _entries(survey: Survey) -> tuple[list[Entry], tuple[Damage, ...]]:
    """Return the entries before the first damage, and all damage.

    A line that hangs together with its neighbours, but is no entry, is damage too.
    """
    entries: list[Entry] = []
    try:
        entries.extend(entries_of(survey.lines))  # What came before a bad line stays.
    except Unreadable as trouble:
        offset = sum(len(line) + 1 for line in survey.lines[: len(entries)])
        return entries, (Damage(len(entries) + 1, offset, trouble.message), *survey.damage)
    return entries, survey.damage


def judged_by(folder: Path, entries: Iterable[Entry]) -> Ruleset | None:
    """Return the rules that the ledger names, if their digest is the one that it gives."""
    events = (event for entry in entries for event in entry.events)
    opening = next((event for event in events if isinstance(event, TournamentOpened)), None)
    return ruleset(folder, opening) if opening else None


def _remarks(folder: Path, survey: Survey) -> tuple[str, ...]:
    """Return what people should know though it is no fault."""
    torn = survey._replace(ahead=None, head_wrong=None).remarks
    missing = [
        remark
        for remark, there in (
            (
                f"{HEAD} is missing: nothing vouches for the last line. The next entry writes it.",
                not survey.head_wrong or (folder / HEAD).exists(),
            ),
            (f"{PEOPLE} is missing: players are shown by number.", (folder / PEOPLE).exists()),
        )
        if not there
    ]
    return (*torn, *missing)
