"""Looks at everything in a tournament's folder, and reports all that is wrong with it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from cli.desk.venue import checks, today
from cli.folder import deck_lists, heads, last_seen, layout, people
from cli.folder import sources as kept_files
from cli.folder.edition import ruleset
from cli.folder.layout import HEAD, LEDGER, PEOPLE, settings
from cli.folder.members import Anywhere, at
from cli.verify import sources as retelling
from ledger.errors import Hint, Newer, Unreadable, Violation
from ledger.events import catalogue as ev
from ledger.evidence import Evidence, Verdict, evidence, verdict
from ledger.people.binding import (
    hand_strangers,
    missing,
    strangers,
    unfinished,
    unknown_hands,
)
from ledger.people.book import Book
from ledger.phrases import counted, several
from ledger.proofs.checkpoints import Signed
from ledger.proofs.policy import Policy
from ledger.record.chain import Damage, Survey
from ledger.record.entry import Entry, each_event, entries_of
from ledger.record.schema import schema_of
from ledger.rulesets import released
from ledger.rulesets.ruleset import Ruleset
from ledger.state.round_names import named
from ledger.state.tournament import Tournament
from ledger.terms import HandId, PlayerId, Pool
from projections.audits import rounds
from projections.cut import seed_draw
from projections.drafts import SEATS
from projections.history.overview import erasures, in_words, kept_until
from projections.judging import deck_checks
from projections.reports.text.tables import WIDTH, wrapped
from projections.rounds import flights
from projections.standings import lots

# Where a tournament's folder contradicts itself, and what in it is odd: one sentence each.


def of_head(folder: Anywhere, survey: Survey) -> Iterator[str]:
    """Yield how the head contradicts the lines that are there."""
    if survey.ahead:
        yield survey.ahead.sentence
    if survey.head_wrong and at(folder).is_taken(HEAD):
        yield survey.head_wrong


def of_commands(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the command ids that stand twice, so that nobody knows what a repeat would answer."""
    first: dict[str, int] = {}
    for entry in entries:
        before = first.setdefault(entry.cmd, entry.seq)
        if before != entry.seq:
            yield f"entries {before} and {entry.seq} have the same command id {entry.cmd}."


def of_opening(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield that there is nothing to judge by: only the opening names the rules (LED-1)."""
    if not entries:
        yield f"{LEDGER} is empty: even a new tournament has an opening entry."
    elif not any(isinstance(event, ev.TournamentOpened) for event in entries[0].events):
        yield "entry 1 is not the opening of a tournament, so it is not known which rules apply."


def of_told(folder: Anywhere, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the entries that call themselves told by a file where no file can have told them.

    An import writes all that its file tells before anything is done at the desk. Many rules are
    silent on what a file tells, so nobody may borrow its word. The saves of an event that is
    followed from its opening on go on telling: those are kept, and told once more, all or none of
    them; of none it is said that nobody can compare what they told.
    """
    at_desk = 0
    followed = bool(entries and entries[0].events and entries[0].events[0].told)
    gone = followed and not any(_is_kept(folder, one) for one in entries)
    for entry in entries:
        told = all(event.told for event in entry.events)
        lawful = not at_desk or gone or (followed and _is_kept(folder, entry))
        if not told and any(event.told for event in entry.events):
            yield f"entry {entry.seq} comes only in part from an imported file."
        elif told and entry.events and not lawful:
            before = f"the earlier entry {at_desk} was made at the desk."
            yield f"entry {entry.seq} claims to come from an imported file, but {before}"
        at_desk = at_desk or (0 if told else entry.seq)


def _is_kept(folder: Anywhere, entry: Entry) -> bool:
    """Tell whether the save that told an entry is there to be told once more."""
    return any(
        kept_files.lies_there(folder, one.told.sha256) for one in entry.events[:1] if one.told
    )


def of_sources(folder: Anywhere, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the kept files that are not what was told; one that is missing was erased."""
    told = {event.told.sha256 for entry in entries for event in entry.events if event.told}
    for digest in sorted(told):
        if kept_files.lies_there(folder, digest) and not kept_files.is_kept(folder, digest):
            path = kept_files.where(folder, digest)
            yield f"{path} is not the file that was imported: its SHA-256 does not match."


def of_schemas(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the entries whose schema is not the one that they need: roundbook writes no other."""
    for entry in entries:
        needed = schema_of(entry.hand, entry.events)
        if entry.v != needed:
            yield (
                f"entry {entry.seq} has schema {entry.v}, but its contents need schema {needed}."
            )


def odd_times(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield where the clock went backwards: the order is that of the numbers, whatever it says."""
    for before, entry in pairwise(entries):
        if entry.at < before.at:
            yield (
                f"entry {entry.seq} is dated {entry.at.isoformat()}, which is before entry "
                f"{before.seq} at {before.at.isoformat()}: a clock was wrong, or was set back."
            )


def _before_release(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield that a ledger was opened under rules from before the first release (A-67)."""
    for event in (event for entry in entries for event in entry.events):
        if isinstance(event, ev.TournamentOpened):
            if released.before_release(event.edition, event.edition_sha256):
                yield f"the rules are a version of {event.edition} from before the first release."
            return


def unknown_draws(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the draws by a procedure that this program does not know, and so cannot check."""
    known = {
        ev.RoundPaired: rounds.PROCEDURES.keys(),
        ev.RoundRepaired: rounds.REPAIRS,
        ev.LotDrawn: {lots.DRAW},
        ev.DraftSeated: {SEATS},
        ev.DeckCheckDrawn: deck_checks.KNOWN,
        ev.FlightsAssigned: {flights.ASSIGN},
        ev.SeedsDrawn: {seed_draw.DRAW},
        ev.PlayerRegistered: {flights.ADMIT},
        ev.LatePlayerAdmitted: {flights.ADMIT},
    }
    for entry, event in each_event(entries):
        drawn = getattr(event, "drawn", None)
        if drawn and drawn.draw not in known.get(type(event), {drawn.draw}):
            yield (
                f"entry {entry.seq} was written by a newer roundbook: this version does not "
                f"recognise the draw {drawn.draw} and cannot check it. Install a newer version."
            )


Watch = Callable[[Sequence[Entry]], Iterable[Entry]]
"""Gives the entries one by one, so that somebody can see how far the judging has come."""


class Report(Struct, frozen=True, kw_only=True):
    """What was found in a folder.

    `entries` counts those that could be read. `damage` are lines that are not what was written;
    `faults` sentences on what else contradicts itself: the head, the edition, the names file, a
    source. `violations` are breaches of rules, `names` the players whose name in the book is not
    the one that the record is bound to. `restored` are sentences on who is there though they were
    erased. `remarks` are said, but are no fault. `contradictions` are with what was written on this
    machine, or with a head that somebody kept. `verdict` follows from these and from the `evidence`
    of the signed heads.
    """

    entries: int
    damage: tuple[Damage, ...]
    faults: tuple[str, ...]
    violations: tuple[Violation, ...]
    names: tuple[PlayerId | HandId, ...]
    remarks: tuple[str, ...]
    restored: tuple[str, ...] = ()
    contradictions: tuple[last_seen.Contradiction, ...] = ()
    evidence: Evidence = Evidence(lines=0)
    verdict: Verdict = verdict(Evidence(lines=0))

    @property
    def damaged(self) -> bool:
        """Whether the files are not what roundbook wrote."""
        return bool(self.damage or self.faults)

    @property
    def wrong(self) -> str | None:
        """The first reason not to rely on the files; None if there is none."""
        damage = [one.sentence for one in self.damage]
        unlike = [one.told for one in self.contradictions]
        return next(iter([*damage, *self.faults, *unlike]), None)

    @property
    def broken(self) -> int:
        """How many rules were broken without an official letting it pass."""
        return sum(not found.overridden for found in self.violations)


def concluded(report: Report) -> Report:
    """Return a report with the verdict on all that stands in it."""
    evidence = replace(
        report.evidence,
        names=len(report.names),
        contradicted=report.damaged,
        unlike=bool(report.contradictions),
    )
    return replace(report, evidence=evidence, verdict=verdict(evidence))


def inspect(
    folder: Anywhere,
    watch: Watch = iter,
    policy: Policy | None = None,
    *,
    tail: bool = False,
    archived: bool = False,
) -> Report:
    """Look at everything; raises Unreadable if there is no ledger at all, Newer if one is newer.

    The bytes are hashed anew, every entry is judged by every check, every draw and cut is made
    again, every name is compared with its commitment, every told entry with the file that is kept,
    and every signed head with the lines; with a policy, trusted keys must have signed, and every
    line unless a `tail` is allowed. In what was `archived` no amendment is under way. Works where
    nothing can be written.
    """
    if not layout.is_tournament(folder):
        raise layout.no_ledger(folder)
    survey = layout.store(folder).survey()
    entries, damage = _entries(survey)
    faults = list(of_head(folder, survey))
    named, rules = _book(folder, faults), None
    book = named or Book()
    try:
        rules = judged_by(folder, entries)
    except Unreadable as trouble:
        faults.append(trouble.message)
    t = Tournament()
    if rules:
        violations = tuple(checks(book).review(watch(entries), rules, into=t))
    else:
        violations, t = (), Tournament.replay(entries)
    if not damage:
        faults += of_opening(entries)
    faults += [
        *of_commands(entries),
        *of_schemas(entries),
        *of_told(folder, entries),
        *of_sources(folder, entries),
        *unknown_draws(entries),
        *deck_lists.contradicting(folder, entries),
    ]
    if rules:
        faults += retelling.unlike(folder, entries, rules, book)
    signed = _signed(folder, faults)
    proven, unlike = evidence(t, entries, survey.leaves, signed, policy, tail=tail)
    faults += unlike
    settled = archived or t.closed is not None
    known = _known(None if archived else folder, t, entries, survey)
    report = Report(
        entries=len(entries),
        damage=damage,
        faults=tuple(faults),
        violations=violations,
        names=(*strangers(t, book, settled=settled), *hand_strangers(entries, book)),
        remarks=(
            *_remarks(folder, survey),
            *(_unlike_the_record(t, entries, named) if named else ()),
            *(() if settled else unfinished(t, book)),
            *_paired_again(t, entries),
            *_afterwards(t, entries),
            *retelling.unkept(folder, entries),
            *_before_release(entries),
            *odd_times(entries),
            *deck_lists.missing(folder, entries),
            *known.remarks(archived=archived),
        ),
        contradictions=tuple(filter(None, (known.own, known.branch))),
        restored=tuple(people.of_erased(t, book, folder)),
        evidence=proven,
    )
    return concluded(report)


def _book(folder: Anywhere, faults: list[str]) -> Book | None:
    """Return the names of a folder, None without any; why one cannot be read is a fault."""
    try:
        return people.read_book(folder) if at(folder).is_taken(PEOPLE) else None
    except Unreadable as trouble:
        faults.append(trouble.message)
    except OSError as error:
        faults.append(people.unread(folder, error))
    return None


def _signed(folder: Anywhere, faults: list[str]) -> list[Signed]:
    """Return the signed heads of a folder; what cannot be read is added to the faults."""
    try:
        return heads.kept(folder)
    except Unreadable as trouble:
        faults.append(trouble.message)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        faults.append(f"the signed head cannot be read: {reason}.")
    return []


def _known(
    folder: Anywhere | None, t: Tournament, entries: Sequence[Entry], survey: Survey
) -> last_seen.Compared:
    """Compare a ledger with what was written of it on this machine, unless it is damaged."""
    leaves = [*(entry.prev for entry in entries), survey.end.leaf]
    opened = None if survey.damage else t.opened
    return last_seen.compare(
        settings(), folder, opened, last_seen.Lines(len(entries), leaves.__getitem__)
    )


def _unlike_the_record(t: Tournament, entries: Sequence[Entry], book: Book) -> Iterator[str]:
    """Yield who is in the names file or in the record, and not in the other."""
    yield from unknown_hands(entries, book)
    yield from missing(t, book)


def _paired_again(t: Tournament, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield which rounds were paired more than once, or repaired, before they started (TOP §4)."""
    paired = set[tuple[Pool, int]]()
    again = list[str]()
    for entry, event in each_event(entries):
        if not isinstance(event, ev.RoundPaired | ev.RoundRepaired) or event.told:
            continue
        if (event.pool, event.round) in paired:
            how = "repaired" if isinstance(event, ev.RoundRepaired) else "paired again"
            again.append(f"{named(t, event.pool, event.round)} was {how} by entry {entry.seq}")
        paired.add((event.pool, event.round))
    if again:
        yield f"{several(again)}."


def _afterwards(t: Tournament, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield who was erased, who waits for the results, and how long those are kept (TOP §4)."""
    for one in erasures(entries):
        yield f"{one.what} by entry {one.seq}: {one.why}."
    for number in sorted(t.requests.keys() - t.answers.keys()):
        yield f"request {number} from {t.requests[number].source} has not been answered."
    if t.closed and not t.closed.told and t.players.keys() - t.erased.keys():
        yield f"{in_words(kept_until(t), today())}."


def _entries(survey: Survey) -> tuple[list[Entry], tuple[Damage, ...]]:
    """Return the entries before the first damage, and all damage.

    A line that hangs together with its neighbours, but is no entry, is damage too. Raises Newer for
    one that a newer roundbook wrote, if nothing before it is wrong.
    """
    entries: list[Entry] = []
    try:
        entries.extend(entries_of(survey.lines))  # What came before a bad line stays.
    except Unreadable as trouble:
        if isinstance(trouble, Newer) and not survey.damage:
            raise
        offset = sum(len(line) + 1 for line in survey.lines[: len(entries)])
        return entries, (Damage(len(entries) + 1, offset, trouble.message), *survey.damage)
    return entries, survey.damage


def judged_by(folder: Anywhere, entries: Iterable[Entry]) -> Ruleset | None:
    """Return the rules that the ledger names, if their digest is the one that it gives."""
    events = (event for entry in entries for event in entry.events)
    opening = next((event for event in events if isinstance(event, ev.TournamentOpened)), None)
    return ruleset(folder, opening) if opening else None


def _remarks(folder: Anywhere, survey: Survey) -> Iterator[str]:
    """Yield what people should know though it is no fault."""
    yield from survey._replace(ahead=None, head_wrong=None).remarks
    if survey.head_wrong and not at(folder).is_taken(HEAD):
        yield (
            f"{HEAD} is missing, so nothing confirms the last line. The next entry will write "
            "the file again."
        )
    if not at(folder).is_taken(PEOPLE):
        yield f"{PEOPLE} is missing: players are shown by number."


# What was found in a tournament's folder, as it is read out, and one line that sums it up.


def report_text(report: Report, advise: Callable[[str | Hint], str]) -> Iterator[str]:
    """Yield what was found, for people; `advise` says what is to be done."""
    for damage in report.damage:
        yield f"damaged: byte {damage.offset}: {damage.sentence}"
    for fault in report.faults:
        yield f"damaged: {fault}"
    for one in report.contradictions:
        yield f"{one.kind}: {one.sentence}"
    for remark in report.remarks:
        yield f"note: {remark}"
    for found in report.violations:
        yield from _said(found, advise)
    for player in report.names:
        yield f"{player}: the name in people.json is not the one that the ledger is bound to."
    for sentence in report.restored:
        yield from wrapped(f"not erased: {sentence}", WIDTH)
    yield summed(report)
    if not report.damaged:
        yield from wrapped(report.verdict.sentence, WIDTH)
    for sentence in report.verdict.unproved:
        yield from (f"  {line}" for line in wrapped(sentence, WIDTH - 2))


def _said(found: Violation, advise: Callable[[str | Hint], str]) -> Iterator[str]:
    """Yield one violation: which entry, what, by which rule, what to do, which file said so."""
    waived = ", overridden" if found.overridden else ""
    yield from wrapped(f"entry {found.seq}: {found.message}", WIDTH)
    yield f"  rule: {found.rule} ({found.cites}){waived}"
    first, *more = wrapped(f"hint: {advise(found.advice)}", WIDTH - 8)
    yield f"  {first}"
    yield from (f"        {line}" for line in more)
    if found.told:
        yield f"  from the save {found.told[:16]}…"
        yield from (f"    {line}" for line in wrapped(found.because or "", WIDTH - 4) if line)


def summed(report: Report) -> str:
    """Return one line that sums it up."""
    entries = counted(report.entries, "entry", "entries")
    broken = counted(report.broken, "violation") if report.broken else "no rules broken"
    if report.damaged:
        return f"{entries} can be read, {broken}. The folder is damaged: restore it from a copy."
    allowed = len(report.violations) - report.broken
    overridden = f", {counted(allowed, 'override')}" if allowed else ""
    names = f", {counted(len(report.names), 'wrong name')}" if report.names else ""
    return f"{entries}: intact, {broken}{overridden}{names}."
