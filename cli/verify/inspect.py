"""Verifies a tournament's folder: hashes, rules, draws, names and signatures, with a report."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.places import deck_lists, heads, last_seen, layout, people
from roundbook.cli.places import sources as kept_files
from roundbook.cli.places.edition import ruleset
from roundbook.cli.places.layout import HEAD, LEDGER, PEOPLE, own_home
from roundbook.cli.places.members import Anywhere, at
from roundbook.cli.session.venue import today
from roundbook.cli.verify import sources as retelling
from roundbook.ledger.decks.formats import CURRENT
from roundbook.ledger.errors import Hint, OtherVersion, Unreadable, Violation
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.evidence import Evidence, Verdict, evidence, verdict
from roundbook.ledger.people.binding import (
    hand_strangers,
    invented,
    missing,
    strangers,
    unfinished,
    unknown_hands,
)
from roundbook.ledger.people.book import Book
from roundbook.ledger.phrases import counted, several
from roundbook.ledger.proofs.checkpoints import Signed
from roundbook.ledger.proofs.policy import Policy
from roundbook.ledger.record.chain import Damage, Survey
from roundbook.ledger.record.entry import Entry, each_event, entries_of
from roundbook.ledger.rulesets.own_rules import fields_that_differ, own_rules, parent_of
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.wording import cited_in
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import HandId, PlayerId
from roundbook.projections.audits.draws import KNOWN
from roundbook.projections.history.history import at_the_time, what
from roundbook.projections.history.requests import in_words, kept_until
from roundbook.projections.reports.remarks import kept_days
from roundbook.projections.reports.text.tables import WIDTH, wrapped
from roundbook.projections.rounds.cut_short import cut_short, short_in_words
from roundbook.projections.rounds.invalidating_rematches import rematches
from roundbook.projections.rules_in_force import checks

# Contradictions and oddities in a tournament's folder, one sentence each.


def of_head(folder: Anywhere, survey: Survey) -> Iterator[str]:
    """Yield how the head contradicts the lines of the ledger."""
    if survey.ahead:
        yield survey.ahead.sentence
    if survey.head_wrong and at(folder).is_taken(HEAD):
        yield survey.head_wrong


def of_commands(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the command ids used twice, for which the answer to a repeat would be ambiguous."""
    first: dict[str, int] = {}
    for entry in entries:
        before = first.setdefault(entry.cmd, entry.seq)
        if before != entry.seq:
            yield f"entries {before} and {entry.seq} have the same command id {entry.cmd}."


def of_opening(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield that the opening is missing: only it says which rules apply (LED-1)."""
    if not entries:
        yield f"{LEDGER} is empty: even a new tournament has an opening entry."
    elif not any(isinstance(event, ev.TournamentOpened) for event in entries[0].events):
        yield "entry 1 is not the opening of a tournament, so it is not known which rules apply."


def of_told(folder: Anywhere, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the entries that claim to come from a file though no file can have contained them.

    An import writes everything in its file before anything is done at the desk. Many rules do not
    apply to imported entries, so an entry must not pretend to be one. In an event that is followed
    from its opening, later saves continue to add entries. These saves are kept and read again, all
    of them or none; if none is kept, a notice says that they cannot be compared.
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
    """Tell whether the save that an entry came from is kept."""
    return any(
        kept_files.lies_there(folder, one.told.sha256) for one in entry.events[:1] if one.told
    )


def of_sources(folder: Anywhere, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the kept files that are not what was imported; a missing one was erased."""
    told = {event.told.sha256 for entry in entries for event in entry.events if event.told}
    for digest in sorted(told):
        if kept_files.lies_there(folder, digest) and not kept_files.is_kept(folder, digest):
            path = kept_files.where(folder, digest)
            yield f"{path} is not the file that was imported: its SHA-256 does not match."


def odd_times(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield where the time went backwards; the entry numbers still give the order."""
    for before, entry in pairwise(entries):
        if entry.at < before.at:
            yield (
                f"entry {entry.seq} is dated {entry.at.isoformat()}, which is before entry "
                f"{before.seq} at {before.at.isoformat()}: a clock was wrong, or was set back."
            )


def unknown_draws(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the draws by a procedure that this version does not know and cannot check.

    They are neither genuine nor forged here: the verdict begins with how many were not checked.
    """
    for entry, event in each_event(entries):
        drawn = getattr(event, "drawn", None)
        if drawn and drawn.draw not in KNOWN[type(event)]:
            yield (
                f"entry {entry.seq} was written by a newer roundbook: this version does not "
                f"recognise the draw {drawn.draw} and cannot check it. Install a newer version."
            )


Watch = Callable[[Sequence[Entry]], Iterable[Entry]]
"""Yields the entries one by one, which allows showing the progress."""


class Report(Struct, frozen=True, kw_only=True):
    """The result of verifying a folder.

    `entries` counts those that could be read. `damage` are lines that differ from what was written.
    `faults` are sentences on other contradictions: the head, the edition, the names file, a source.
    `violations` are breaches of rules. `names` are players whose name does not match the ledger.
    `restored` are sentences on erased people who are in the files again. `remarks` are notes, not
    faults. `contradictions` are with what was written on this machine, or with a head that somebody
    kept. `own_rules` says how rules that somebody made differ from their parent (A-75), and
    `own_fields` where.
    `unchecked` names the edition whose values are not certain, and why. `verdict` follows from all
    of these and from the `evidence` of the signed heads.

    Rule: every rule of the edition, for every entry, as `roundbook verify` checks them.
    Units: `violations` in order of entries; the sentences are for people.
    Errors: none; what cannot be checked at all raises Unreadable before there is a report.

    >>> roundbook.verify("fixtures/imports/01_cup_two_pods_cut_final.tdf").damage
    ()
    """

    entries: int
    damage: tuple[Damage, ...]
    faults: tuple[str, ...]
    violations: tuple[Violation, ...]
    names: tuple[PlayerId | HandId, ...]
    remarks: tuple[str, ...]
    restored: tuple[str, ...] = ()
    unchecked: str | None = None
    contradictions: tuple[last_seen.Contradiction, ...] = ()
    evidence: Evidence = Evidence(lines=0)
    verdict: Verdict = verdict(Evidence(lines=0))
    own_rules: str = ""
    own_fields: tuple[str, ...] = ()

    @property
    def damaged(self) -> bool:
        """Whether the files differ from what roundbook wrote."""
        return bool(self.damage or self.faults)

    @property
    def wrong(self) -> str | None:
        """The first reason not to rely on the files; None if there is none."""
        damage = [one.sentence for one in self.damage]
        unlike = [one.told for one in self.contradictions]
        return next(iter([*damage, *self.faults, *unlike]), None)

    @property
    def broken(self) -> int:
        """How many violations were not overridden by an official."""
        return sum(not found.overridden for found in self.violations)


def concluded(report: Report) -> Report:
    """Return a report with the verdict on its contents."""
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
    """Verify a tournament. Raises Unreadable without a ledger; OtherVersion if it cannot be read.

    Every line is hashed again, every entry checked against every rule, every draw and cut repeated,
    every name compared with its commitment, every imported entry with the kept file, and every
    signed head with the lines. With a policy, trusted keys must have signed every line, unless a
    `tail` is allowed. In an `archived` ledger, no amendment is under way, and deck lists are left
    out. Lines that are damaged or lost may have registered, amended or erased anybody, so nobody is
    said to be missing from one. This also works on read-only disks.
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
    newer = tuple(unknown_draws(entries))
    if not damage:
        faults += of_opening(entries)
    faults += [
        *of_commands(entries),
        *of_told(folder, entries),
        *of_sources(folder, entries),
        *deck_lists.contradicting(folder, entries, rules.deck_rules if rules else CURRENT),
    ]
    if rules:
        faults += retelling.unlike(folder, entries, rules, book)
    signed = _signed(folder, faults)
    if damage:  # Only the lines before it are compared: heads over more say nothing of them.
        signed = [one for one in signed if one.checkpoint.size <= len(entries)]
    proven, unlike = evidence(t, entries, survey.leaves, signed, policy, tail=tail)
    faults += unlike
    known = _known(None if archived else folder, t, entries, survey)
    whole = not (damage or survey.ahead or known.own)
    settled = whole and (archived or t.closed is not None)
    if named and whole:
        faults += invented(t, named, settled=settled)
    worded = partial(cited_in, rules=rules) if rules else str
    report = Report(
        entries=len(entries),
        damage=damage,
        faults=tuple(faults),
        violations=violations,
        names=(*strangers(t, book, settled=settled), *hand_strangers(entries, book)),
        remarks=tuple(
            map(
                worded,
                (
                    *_remarks(folder, survey),
                    *(map(str, rematches(t, rules)) if rules else ()),
                    *_cut_short(t, rules),
                    *(kept_days(t, rules) if rules else ()),
                    *(
                        _unlike_the_record(t, entries, named, settled=settled)
                        if named and whole
                        else ()
                    ),
                    *_paired_again(t, entries),
                    *_shortened(t),
                    *_afterwards(t, entries, rules),
                    *_keys_changed(entries),
                    *retelling.unkept(folder, entries),
                    *odd_times(entries),
                    *newer,
                    *(
                        deck_lists.missing(folder, entries, t.players.keys() - t.erased)
                        if whole and not archived
                        else ()
                    ),
                    *known.remarks(archived=archived),
                ),
            )
        ),
        contradictions=tuple(filter(None, (known.own, known.branch))),
        restored=tuple(people.of_erased(t, book, folder)),
        own_rules=own_rules(rules) if rules else "",
        own_fields=_own_fields(rules) if rules else (),
        unchecked=f"{rules.edition}: {rules.doubt}" if rules and rules.doubt else None,
        evidence=replace(
            proven, unchecked=(*retelling.uncompared(folder, entries), *_by_newer(newer))
        ),
    )
    return concluded(report)


def _by_newer(newer: Sequence[str]) -> tuple[str, ...]:
    """Return how many draws were not checked, as the verdict names them."""
    one, many = (f"{each} by a newer roundbook" for each in ("draw", "draws"))
    return (counted(len(newer), one, many),) if newer else ()


def _own_fields(rules: Ruleset) -> tuple[str, ...]:
    """Return the fields in which an organiser's own rules differ from their edition (A-75)."""
    return tuple(fields_that_differ(rules, parent_of(rules))) if own_rules(rules) else ()


def _cut_short(t: Tournament, rules: Ruleset | None) -> Iterator[str]:
    """Yield that a closed event had no legal pairing left before its announced rounds (A-78)."""
    for one in cut_short(t) if rules and t.closed else ():
        yield f"{short_in_words(one)}."


def _book(folder: Anywhere, faults: list[str]) -> Book | None:
    """Return a folder's names, or None; a fault is added if the file cannot be read."""
    try:
        return people.read_book(folder) if at(folder).is_taken(PEOPLE) else None
    except Unreadable as trouble:
        faults.append(trouble.message)
    except OSError as error:
        faults.append(people.unread(folder, error))
    return None


def _signed(folder: Anywhere, faults: list[str]) -> list[Signed]:
    """Return a folder's signed heads; a fault is added if they cannot be read."""
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
    """Compare a ledger with what was written on this machine, unless it is damaged."""
    leaves = [*(entry.prev for entry in entries), survey.end.leaf]
    opened = None if survey.damage else t.opened
    return last_seen.compare(
        own_home(), folder, opened, last_seen.Lines(len(entries), leaves.__getitem__)
    )


def _unlike_the_record(
    t: Tournament, entries: Sequence[Entry], book: Book, *, settled: bool
) -> Iterator[str]:
    """Yield the people who are in only one of the names file and the ledger, or half amended."""
    yield from unknown_hands(entries, book)
    yield from missing(t, book)
    yield from () if settled else unfinished(t, book)


def _paired_again(t: Tournament, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the rounds that were paired again, or repaired, before they started (TOP §4)."""
    paired, again = set[str](), list[str]()
    for entry, event in each_event(entries):
        if not isinstance(event, ev.Seating) or event.told:
            continue
        # A cut that was made again with another size has other rounds.
        which = named(at_the_time(t, entries, event), event.pool, event.round)
        if which in paired:
            how = "repaired" if isinstance(event, ev.RoundRepaired) else "paired again"
            again.append(f"{which} was {how} by entry {entry.seq}")
        paired.add(which)
    if again:
        yield f"{several(again)}."


def _shortened(t: Tournament) -> Iterator[str]:
    """Yield each entry from which the ledger goes on from an older copy (A-74)."""
    for seq, event in t.shortened.items():
        yield f"{what(event)}; entry {seq} says why: {event.reason.removesuffix('.')}."


def _afterwards(t: Tournament, entries: Iterable[Entry], rules: Ruleset | None) -> Iterator[str]:
    """Yield the erasures, the open requests for results, and how long results are kept (TOP §4)."""
    for entry, event in each_event(entries):
        if isinstance(event, ev.PeopleErased):
            yield f"{what(event)} by entry {entry.seq}: {event.reason}."
    for number in sorted(t.requests.keys() - t.answers.keys()):
        yield f"request {number} from {t.requests[number].source} has not been answered."
    there = t.players.keys() - t.erased.keys()
    if rules and rules.retention_months and t.closed and not t.closed.told and there:
        yield f"{in_words(kept_until(t, rules), today())}."


def _keys_changed(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield each change of the signing key: no signature of the old key shows who made it."""
    key = None
    for entry, event in each_event(entries):
        if isinstance(event, ev.TournamentOpened | ev.KeyRotated):
            if key and event.public_key and event.public_key != key:
                yield (
                    f"entry {entry.seq} changed the key that signs this ledger: ask the organiser "
                    "whether they did this."
                )
            key = event.public_key or key


def _entries(survey: Survey) -> tuple[list[Entry], tuple[Damage, ...]]:
    """Return the entries before the first damage, and all damage.

    A line that fits the chain but is not an entry is damage too. Raises OtherVersion for one in
    another version of the format, if nothing before it is wrong.
    """
    entries: list[Entry] = []
    try:
        entries.extend(entries_of(survey.lines))  # The entries before a bad line are kept.
    except Unreadable as trouble:
        if isinstance(trouble, OtherVersion) and not survey.damage:
            raise
        offset = sum(len(line) + 1 for line in survey.lines[: len(entries)])
        return entries, (Damage(len(entries) + 1, offset, trouble.message), *survey.damage)
    return entries, survey.damage


def judged_by(folder: Anywhere, entries: Iterable[Entry]) -> Ruleset | None:
    """Return the rules that the ledger names, if their digest matches."""
    events = (event for entry in entries for event in entry.events)
    opening = next((event for event in events if isinstance(event, ev.TournamentOpened)), None)
    return ruleset(folder, opening) if opening else None


def _remarks(folder: Anywhere, survey: Survey) -> Iterator[str]:
    """Yield what people should know that is not a fault."""
    yield from survey._replace(ahead=None, head_wrong=None).remarks
    if survey.head_wrong and not at(folder).is_taken(HEAD):
        yield (
            f"{HEAD} is missing, so nothing confirms the last line. The next entry will write "
            "the file again."
        )
    if not at(folder).is_taken(PEOPLE):
        yield f"{PEOPLE} is missing: players are shown by number."


# The report on a tournament's folder as text, with a summary line.


def unlike(person: str) -> str:
    """Return the sentence on somebody whose name, birth date or ID is not the one in the ledger."""
    return f"{person}: what people.json says about this person does not match the ledger."


def report_text(
    report: Report, advise: Callable[[str | Hint], str], width: int = WIDTH
) -> Iterator[str]:
    """Yield the report for people, in lines of this width; `advise` formats the hints."""
    yield from wrapped(report.unchecked, width) if report.unchecked else ()
    yield from (f"damaged: byte {one.offset}: {one.sentence}" for one in report.damage)
    yield from (f"damaged: {fault}" for fault in report.faults)
    for one in report.contradictions:
        yield f"{one.kind}: {one.sentence}"
    for remark in report.remarks:
        yield f"note: {remark}"
    for found in report.violations:
        yield from _said(found, advise, width)
    for player in report.names:
        yield unlike(player)
    for sentence in report.restored:
        yield from wrapped(f"not erased: {sentence}", width)
    yield from wrapped(summed(report), width) if report.damaged else [summed(report)]
    if not report.damaged:
        yield from wrapped(report.verdict.sentence, width)
    if report.own_fields:
        yield from wrapped(f"  own rules differ in: {_folded(report.own_fields)}", width)
    for sentence in report.verdict.unproved:
        yield from (f"  {line}" for line in wrapped(sentence, width - 2))


MOST = 8
"""The most fields of an edition that are named; more are counted."""


def _folded(fields: Sequence[str]) -> str:
    """Return the fields in which own rules differ; `edition diff` lists all of them."""
    more = len(fields) - MOST
    rest = f" and {more} more (`roundbook edition diff`)" if more > 0 else ""
    return f"{', '.join(fields[:MOST])}{rest}."


def _said(found: Violation, advise: Callable[[str | Hint], str], width: int) -> Iterator[str]:
    """Yield one violation: the entry, message, rule and hint, and the save it came from.

    If an official overrode the rule, there is nothing left to do, so there is no hint.
    """
    waived = ", overridden" if found.overridden else ""
    yield from wrapped(f"entry {found.seq}: {found.message}", width)
    source = f" ({found.cites})" if found.cites else ""
    yield f"  rule: {found.rule}{source}{waived}"
    if not found.overridden:
        first, *more = wrapped(f"hint: {advise(found.advice)}", width - 8)
        yield f"  {first}"
        yield from (f"        {line}" for line in more)
    if found.told:
        yield f"  from the save {found.told[:16]}…"
        yield from (f"    {line}" for line in wrapped(found.because or "", width - 4) if line)


def summed(report: Report) -> str:
    """Return a one-line summary of a report."""
    entries = counted(report.entries, "entry", "entries")
    broken = counted(report.broken, "violation") if report.broken else "no rules broken"
    if report.damaged:
        return (
            f"{entries} can be read, {broken}. This copy is damaged: ask for a good one. The "
            "organiser can restore a backup with `roundbook file restore` "
            "(docs/when-something-breaks.md)."
        )
    allowed = len(report.violations) - report.broken
    overridden = f", {counted(allowed, 'override')}" if allowed else ""
    people = counted(len(report.names), "person", "people")
    names = f", wrong details of {people}" if report.names else ""
    own = f", {report.own_rules}" if report.own_rules else ""
    # "Intact" is said of what was compared, and of nothing else.
    intact = "what was compared is intact" if report.evidence.unchecked else "intact"
    return f"{entries}: {intact}, {broken}{overridden}{names}{own}."
