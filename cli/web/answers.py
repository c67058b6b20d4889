"""Answers to acts on a page: the sentences on what was recorded, and what follows from it."""

import re
from collections.abc import Iterable, Iterator, Sequence

from roundbook.cli.acts.amend import Amended, SeniorsShown
from roundbook.cli.acts.announce import Announced
from roundbook.cli.acts.bracket import SeedsDone
from roundbook.cli.acts.closing import ChainBegun, Closed, RequestKept
from roundbook.cli.acts.cut import CutsMade, DaysMade, JustOut
from roundbook.cli.acts.decks import DeckKept, SeatsDrawn
from roundbook.cli.acts.drops import Attendance, CheckedIn, Lost
from roundbook.cli.acts.erase import Erasure
from roundbook.cli.acts.flights import FlightsDone, SplitsFound
from roundbook.cli.acts.judging import (
    CheckRecorded,
    ChecksDrawn,
    Extended,
    LossDue,
    PenaltyGiven,
    ProxyRecorded,
    Ruled,
)
from roundbook.cli.acts.pairing import NewRounds
from roundbook.cli.acts.people import Named, StaffList
from roundbook.cli.acts.registration import MOST_SAID, Arrived, ListRead, NotAdmitted
from roundbook.cli.acts.repair import RoundsRepaired
from roundbook.cli.acts.results import BracketWon, Corrected, Reported, counts
from roundbook.cli.acts.rounds import RoundsStarted
from roundbook.cli.desk.write import Done, Facts, WriteContext
from roundbook.cli.printing.posting import SheetPosted
from roundbook.cli.terminal.results import lost_alone
from roundbook.ledger.errors import Hint, advice, do, option
from roundbook.ledger.events.catalogue import (
    AnyEvent,
    Correction,
    NoteMade,
    ResultReported,
)
from roundbook.ledger.events.posting import PostedSheet
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.round_names import read_out
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.ledger.text import sentence, with_hands, with_names, with_sides
from roundbook.projections.cut.planner import PlannedCut
from roundbook.projections.cut.qualifiers import Alone
from roundbook.projections.decks import Judgement
from roundbook.projections.explain.tiebreak import WORDS
from roundbook.projections.history.announcement import change_in_words
from roundbook.projections.history.history import OF_PEOPLE, what
from roundbook.projections.judging.match_end import in_words as seen_in_words
from roundbook.projections.judging.match_end import verdict
from roundbook.projections.reports.text.announcement import (
    still_running,
    taken_back_in_words,
    too_short_in_words,
)
from roundbook.projections.reports.text.cut import (
    cut_in_words,
    in_words,
    planned_row,
    rounds_in_words,
)
from roundbook.projections.reports.text.posted import request_text
from roundbook.projections.rounds.cut_short import cut_short, short_in_words
from roundbook.projections.rounds.needs_repair import to_mend
from roundbook.projections.rounds.outgrown_announcements import outgrown

EXAMPLES = 5
"""The number of players of a list that are named, to show that its columns were understood."""


def in_page(ctx: WriteContext, facts: Facts) -> tuple[str | Hint, ...]:
    """Return the answer to an act: a sentence for each event, and hints on what to do next."""
    t = ctx.after(facts.entries)
    done = _arrived(ctx, facts) if isinstance(facts, Arrived) else _recorded(ctx, facts.entries)
    follows = _follows(ctx, facts)
    lines = (
        *((*follows, *done) if isinstance(facts, Ruled) else (*done, *follows)),
        *_came_in(t, facts.entries, "would be" if ctx.dry_run else "are"),
        *to_mend(t, ctx.rules),
    )
    pair = t.matches.get(facts.match) if isinstance(facts, Ruled) and facts.match else None
    if pair is None:
        return lines
    first, second = map(ctx.named, pair)
    return tuple(with_sides(one, first, second) if isinstance(one, str) else one for one in lines)


def in_box(ctx: WriteContext, facts: Facts) -> tuple[str | Hint, ...]:
    """Return the answer next to the slip that was entered; the whole answer for a dry run."""
    if ctx.dry_run:
        return in_page(ctx, facts)
    said = _follows(ctx, facts)
    if isinstance(facts, Reported) and not any(slip.leaving for slip in facts.slips):
        return tuple(said)  # A result alone does not change who is still active.
    return (*said, *to_mend(ctx.tournament, ctx.rules))


def happened(event: AnyEvent, t: Tournament, tie: str) -> str:
    """Return an event in words; a result with the winner."""
    kinds = ResultReported | Correction
    match = event.match if isinstance(event, kinds) else None
    pair = t.matches.get(match) if match else None
    said = what(event, tie, t)
    return with_sides(said, *pair) if pair else said


def _recorded(ctx: WriteContext, entries: Iterable[Entry]) -> list[str]:
    """Return what was recorded, entry by entry; what would be recorded, for a dry run."""
    t, tie, hands = ctx.tournament, ctx.rules.tie_word, ctx.book.hands

    def said_of(event: AnyEvent) -> str:
        name = ctx.person if isinstance(event, OF_PEOPLE) else ctx.named
        return with_hands(with_names(happened(event, t, tie), name), hands)

    said = [
        (entry.seq, number, said_of(event))
        for entry in entries
        for number, event in enumerate(entry.events)
    ]
    if ctx.dry_run:
        told = (
            f"In the same entry: {one}" if number else f"This would be entry {seq}: {one}"
            for seq, number, one in said
        )
        return ["Nothing was written.", *map(sentence, told)] if said else []
    return [sentence(f"Entry {seq}: {one}") for seq, _, one in said]


NOTE_STAYS = "A note cannot be withdrawn; if it is wrong, add another one that says so."


def _follows(ctx: WriteContext, facts: Facts) -> Sequence[str | Hint]:
    """Return what an entry does not say itself: the outcome of a draw, and what to do now."""
    match facts:
        case Amended() | SeniorsShown() | NotAdmitted() | Named() | StaffList() | Erasure():
            return _who_is(ctx, facts)
        case PenaltyGiven() | CheckRecorded() | ProxyRecorded():
            return _judged(facts)
        case ChecksDrawn():
            return _to_check(ctx, facts)
        case DeckKept():
            return _deck(ctx, facts)
        case SeatsDrawn():
            return _seats(ctx, facts)
        case RequestKept():
            said = [*request_text(ctx.tournament, facts.request), facts.doubt]
            return [*filter(None, said)]
        case Done(entries=(Entry(events=(NoteMade(), *_)), *_)):
            return [] if ctx.dry_run else [NOTE_STAYS]
        case _:
            return _of_matches(ctx, facts)


def _of_matches(ctx: WriteContext, facts: Facts) -> Sequence[str | Hint]:
    """Return what follows from results, from the time of matches and from closing."""
    match facts:
        case Reported():
            listed = facts.listed
            read_as = [f"{listed.where} was read as {listed.read_as}."] if listed else []
            known = [f"Already recorded: {counted(facts.known, 'result')}."] if facts.known else []
            absent = (_absent(ctx, one) for one in facts.absent)
            won = (_won(ctx, one) for one in facts.won)
            return [*read_as, *known, *won, *_lost(ctx, facts.lost), *absent]
        case CheckedIn():
            return [
                f"{len(facts.absent)} still to check in."
                if facts.absent
                else "All have checked in."
            ]
        case Attendance():
            back = [f"Back {lost_alone(facts)} (TOP §3.1.3)."] if facts.missed else []
            untagged = [facts.untagged] if facts.untagged else []
            still = (
                advice("Match {} is still open: {}.", str(match), do("report", str(match)))
                for match in facts.still_open
            )
            return [*back, *untagged, *_lost(ctx, facts.lost), *still]
        case Corrected():
            return [*_rests(facts)]
        case Ruled():
            return [*_ruled(ctx.tournament, facts, checking=ctx.dry_run)]
        case Extended():
            return [*_extended(ctx, facts)]
        case Closed():
            return [*_closed(ctx, facts)]
        case ChainBegun():
            return [
                f"The secret of the new chain is in {facts.kept_in} on the server: keep a copy."
            ]
        case _:
            return _of_rounds(ctx, facts)


def _won(ctx: WriteContext, one: BracketWon) -> str:
    """Return who won a bracket."""
    of = f" of {one.division}" if one.division else ""
    return f"The winner{of} is {ctx.named(one.player)}."


def _lost(ctx: WriteContext, lost: Iterable[Lost]) -> list[str]:
    """Return a sentence for each bracket match that a player loses by dropping."""
    return [f"{one.said(ctx.named)} (TOP §3.2)." for one in lost]


def _absent(ctx: WriteContext, player: PlayerId) -> Hint:
    """Return the hint for a player who did not show up, but will be paired again next round."""
    return advice(
        "{} did not show up, and will be paired again next round. To drop the player: {}.",
        ctx.named(player),
        do("drop", player),
    )


def _rests(found: Corrected) -> Iterator[Hint]:
    """Yield what was based on the result before: a round waiting to start, seeds of brackets."""
    pool = found.match.pool
    if found.waiting is not None:
        start = ", or start it: the next round will be paired correctly (TOP §4)"
        more = "" if found.in_bracket else start
        yield advice(
            f"Round {{}} of {{}} was paired before the correction. Repair it ({{}}){more}.",
            *(str(found.waiting), pool, do("repair", pool)),
        )
    for bracket in found.seeded:
        yield advice(
            "The correction does not change the seeds of {}, which is being played.", bracket
        )
    if found.chose:
        yield advice(
            "The correction does not change who plays day two of {}, which is being played.", pool
        )


def _who_is(
    ctx: WriteContext,
    facts: Amended | SeniorsShown | NotAdmitted | Named | StaffList | Erasure,
) -> list[str]:
    """Return the details of a player or staff member, as now in the names file."""
    match facts:
        case Amended():
            would = "would be" if ctx.dry_run else "is"
            who = f"{facts.known.person.name} ({facts.player}), {facts.division},"
            return [f"{who} {would} shown: {facts.display}."]
        case SeniorsShown():
            would = "would be" if ctx.dry_run else "are"
            return [f"Seniors under 18 {would} shown: {facts.display}."]
        case NotAdmitted():
            return [f"{facts.name} is not admitted. The name is kept outside the ledger."]
        case Named():
            return [f"{facts.name} is {facts.hand}{_in_roles(facts.roles)}."]
        case Erasure():
            return _gone(facts)
        case StaffList():
            return [
                f"{one.hand}, {one.name or 'whose name is not kept'}"
                f"{_in_roles(one.roles)}: "
                f"{counted(one.entries, 'entry', 'entries')}."
                for one in facts.staff
            ]


def _gone(it: Erasure) -> list[str]:
    """Return what is, or would be, erased of people, and what is left."""
    found = it.plan
    if found.empty and not it.done:
        return [f"{it.wish.words}: already erased; the name is no longer known here.", *found.left]
    parts = [
        counted(len(found.people), "name"),
        counted(len(found.sources), "imported file") if found.sources else "",
        counted(len(found.decks), "deck list") if found.decks else "",
        counted(found.attempts, "refused command") if found.attempts else "",
        f"{counted(len(found.aside), 'file')} in quarantine" if found.aside else "",
        counted(found.guests, "sign-in") if found.guests else "",
        f"{counted(found.handed, 'undecided deck list')} from phones" if found.handed else "",
    ]
    went = "These are gone" if it.done else "These would go"
    return [
        f"{went}: {', '.join(filter(None, parts))}.",
        *(["The imported file can no longer be exported byte for byte."] if found.sources else []),
        *found.left,
        "Copies of the folder elsewhere still contain the names; erase them there too.",
    ]


def _in_roles(roles: Sequence[str]) -> str:
    return f", {' and '.join(role.replace('-', ' ') for role in roles)}" if roles else ""


def _arrived(ctx: WriteContext, facts: Arrived) -> list[str | Hint]:
    """Return the players registered or admitted, by name; for a list, also how it was read."""
    seqs = [entry.seq for entry in facts.entries for _ in entry.events]
    tie = ctx.rules.tie_word
    found = []
    for at, event in enumerate(facts.events):
        said = with_names(
            what(event, tie, ctx.tournament), lambda p: f"{facts.names.get(p, p)} ({p})"
        )
        said = with_hands(said, ctx.book.hands)
        if ctx.dry_run and event.drawn:  # Nobody may know a draw in advance.
            said = f"{facts.names[event.player]} would join a flight, drawn at random"
        found.append(f"Entry {seqs[at]}: {said}." if seqs and not ctx.dry_run else f"{said}.")
    alike = [
        f"{one} If they are the same person, drop {one.player}."
        for one in facts.namesakes[:MOST_SAID]
    ]
    tried = ["Nothing was written. The ledger would say:"] if ctx.dry_run else []
    if facts.listed is None:
        return [*tried, *found, *alike, *facts.lacking]
    more = len(found) - EXAMPLES
    rest = [f"… and {counted(more, 'more player')}."] if more > 0 else []
    read = _listed(ctx, facts, facts.listed)
    return [*tried, *read, *found[:EXAMPLES], *rest, *alike, *facts.lacking]


def _listed(ctx: WriteContext, facts: Arrived, listed: ListRead) -> list[str]:
    """Return how a list was read, its players who are already registered, and its odd lines."""
    new = counted(len(facts.events), "player") if facts.events else "Nobody"
    sizes = ", ".join(f"{number} {division}" for division, number in listed.divisions.items())
    one = len(facts.events) < 2
    now = f"in the list {'is' if one else 'are'} new"
    done = "was registered" if one else "were registered"
    lines = [f"{new} {now if ctx.dry_run else done}{f': {sizes}' if sizes else ''}."]
    lines += [
        f"Line {one.line}: {ctx.person(one.player)} is already registered."
        for one in listed.known[:MOST_SAID]
    ]
    if ctx.dry_run or listed.guessed:
        lines.append(f"{listed.name} was read as {listed.read_as}.")
    if ctx.dry_run:
        columns = (f"{title} = {_HOLDS[name]}" for name, title in listed.columns.items())
        lines.append(f"Columns: {', '.join(columns)}.")
    lines += [f"Columns not read: {', '.join(listed.not_read)}."] if listed.not_read else []
    if ctx.dry_run:
        lines += [f"Look at {said}" for said in listed.doubts[:MOST_SAID]]
        more = len(listed.doubts) - MOST_SAID
        lines += [f"Look at {counted(more, 'more line')}."] if more > 0 else []
    return lines


_HOLDS = {
    "name": "name",
    "somebody": "name",
    "first": "first name",
    "last": "last name",
    "id": "player ID",
    "year": "year of birth",
    "day": "year of birth (from the date)",
    "division": "division",
}
"""The content of the columns of a list, in words."""


def _judged(facts: PenaltyGiven | CheckRecorded | ProxyRecorded) -> list[str | Hint]:
    """Return what a judge has to know or do about a penalty, a deck check or a proxy."""
    match facts:
        case PenaltyGiven():
            before = (
                f"Before: {one.called} in entry {one.seq}: {one.infraction}" for one in facts.before
            )
            return [*before, *_to_report(facts.due)]
        case CheckRecorded():
            none = ["No deck list was handed in here, so there is none to compare with."]
            shuffled = "Let the player shuffle the deck thoroughly (TRF §5)."
            return [*(none if facts.unlisted else ()), *_to_report(facts.due), shuffled]
        case ProxyRecorded():
            return ["The damaged card stays with the deck, for reference during play."]


def _extended(ctx: WriteContext, found: Extended) -> Iterator[str | Hint]:
    """Yield the extra time of a match in all, and how to undo what it was given now."""
    yield f"{' and '.join(map(ctx.named, found.players))}: {found.in_all} minutes more."
    if not ctx.dry_run and found.instead_of is None:
        before = str(found.in_all - found.minutes)
        then = do("extend", str(found.match), before, "--instead")
        yield advice("Undo: {}.", then)


def _ruled(t: Tournament, found: Ruled, *, checking: bool) -> Iterator[str | Hint]:
    """Yield the verdict on an unfinished match, with each rule that it is based on.

    After `checking` only, a hint says how to report the result at the same time.
    """
    lines = verdict(found.seen, found.ruling, tie=found.tie, turns=found.turns)
    yield from (f"{line[0].upper()}{line[1:]}" for line in lines)
    if found.match is None:
        yield f"Seen: {seen_in_words(found.seen)}."
    if found.reported and not checking:
        yield advice("If this result is wrong: {}.", do("correct", str(found.match)))
    if found.match and found.ruling.result and not found.reported:
        yield advice("If the judge agrees: {}.", do("report", str(found.match)))
        if checking:
            yield advice(
                "Or add {} to report the result here.", option("--report", of="time-called")
            )
    if found.match and found.clock:
        told = still_running(t, found.clock, found.match, found.entries[0].at)
        yield f"{told[0].upper()}{told[1:]}."


def _closed(ctx: WriteContext, found: Closed) -> Iterator[str | Hint]:
    """Yield the players who were ordered at random, and how long to keep the results."""
    if ctx.dry_run:
        yield "Nothing was written. The tournament would be closed."
    for division, players in found.lots:
        order = "would be ordered at random" if ctx.dry_run else "were ordered at random"
        yield f"Tied on everything, {division}: {', '.join(map(ctx.named, players))} {order}."
    for one in cut_short(ctx.tournament, ctx.rules):
        yield f"{short_in_words(one)}."
    yield f"Keep the results until {found.until}, three months from {found.last} (TOP §4)."
    if found.days_left > 0:
        yield f"That is {counted(found.days_left, 'day')} from today."
    yield "After that, names may be erased; nothing is ever erased automatically."
    yield advice("The final places: {}.", do("standings"))


def _to_report(due: LossDue | None) -> list[str | Hint]:
    """Return the hint to report a lost game or match; a penalty itself changes no result."""
    if due is None:
        return []
    told = [str(due.match)] if due.match else []
    won = [due.winner] if due.winner else []
    then = do("correct" if due.reported else "report", *told, *won)
    if not due.whole:
        return [advice("The lost game counts in the result of the match. Enter it: {}.", then)]
    return [advice("The match is lost. Enter its result: {}.", then)]


def _to_check(ctx: WriteContext, drawn: ChecksDrawn) -> list[str | Hint]:
    """Return the players whose decks are checked, and their tables; no names for a dry run."""
    if ctx.dry_run:
        return ["Nothing was written. The decks to check would be drawn."]
    found = list[str | Hint]([f"{counted(len(drawn.players), 'deck')} to check:"])
    for player, match in drawn.players:
        where = f", table {match.table} of {match.pool}" if match else ""
        check = do("deckcheck record", player)
        found.append(advice("{}: {}.", f"{ctx.person(player)}{where}", check))
    return found


OPTION = re.compile(r" \(--[a-z-]+( [A-Z]+)?\)", re.ASCII)
"""An option of a command in the middle of a sentence: a page has a field for it."""


def _deck(ctx: WriteContext, kept: DeckKept) -> list[str]:
    """Return the number of cards in a deck list, and what is wrong with it."""
    judged = kept.judgement
    cards = counted(judged.cards, "card")
    before = " and replaces the earlier list" if kept.again else ""
    return [
        f"The list of {ctx.person(kept.player)} has {cards} for {kept.format}{before}.",
        *(one.in_words for one in judged.breaches),
        *(f"Note: {note}" for note in notes_on(judged)),
    ]


def notes_on(judged: Judgement) -> list[str]:
    """Return the notes on a deck list, without the options of the terminal."""
    return [OPTION.sub("", remark) for remark in judged.remarks]


def _seats(ctx: WriteContext, drawn: SeatsDrawn) -> list[str]:
    """Return the seats of a draft; no names for a dry run."""
    tables = counted(drawn.count, "draft table")
    if ctx.dry_run:
        return [f"Nothing was written. The seats of {tables} would be drawn."]
    return [
        f"Draft table {number}, seat {seat}: {ctx.named(player)}"
        for number, circle in enumerate(drawn.tables, start=1)
        for seat, player in enumerate(circle, start=1)
    ]


def _came_in(t: Tournament, entries: Iterable[Entry], are: str) -> list[str]:
    """Return how many results of each round concerned are, or would be, in."""
    kinds = ResultReported | Correction
    matches = [one.match for entry in entries for one in entry.events if isinstance(one, kinds)]
    return [
        f"{one.came_in} of {one.every} results of {read_out(t, one.pool, one.number)} {are} in."
        for one in counts(t, matches)
    ]


# What follows from acts about rounds, cuts and flights, and what is missing.


def _of_rounds(  # noqa: C901 - flat: one case for each kind of facts.
    ctx: WriteContext, facts: Facts
) -> list[str | Hint]:
    """Return what follows from an act about rounds; empty for any other act."""
    match facts:
        case NewRounds():
            first = any(one.event.round == 1 for one in facts.rounds)
            late = outgrown(ctx.after(facts.entries), ctx.rules) if first else []
            return [*_paired(ctx, facts), *late]
        case RoundsRepaired():
            return _repaired(ctx.tournament, facts)
        case RoundsStarted():
            return _started(ctx, facts)
        case SheetPosted():
            return [] if ctx.dry_run else [_posted(facts)]
        case Announced():
            return _announced(facts, judged=ctx.dry_run)
        case CutsMade():
            return [*_cuts(ctx, facts)]
        case DaysMade():
            return [*_days(ctx, facts)]
        case SeedsDone() if not facts.entries:
            players = counted(facts.players, "player")
            return [f"Nothing was written. The seeds of {players} would be drawn."]
        case FlightsDone() if not facts.entries:
            divisions = " and ".join(facts.divisions)
            return [f"Nothing was written. The flights of {divisions} would be drawn."]
        case FlightsDone():
            return [
                advice(
                    ("Announce the rounds now with {}: flights play fewer rounds."), do("announce")
                )
            ]
        case SplitsFound():
            return [*_splits(facts)]
        case _:
            return []


def _paired(ctx: WriteContext, done: NewRounds) -> list[str]:
    """Return the results that pairing locked, and the only undefeated player; no pairings."""
    t = ctx.tournament
    would = "would be" if done.would_draw else "are now"
    found = [
        f"The results of {read_out(t, one.pool, one.number)}{one.whose} {would} locked (TOP §4)."
        for one in done.locks
    ]
    if done.would_draw:
        pools = " and ".join(done.pools)
        return [f"Nothing was written. The next round of {pools} would be paired.", *found]
    for one in done.rounds:
        found += [f"A better pairing is possible: {why}." for why in one.worse]
        if one.spared:
            matches = counted(one.spared, "match", "matches")
            found.append(f"Another bye would have spared {matches} across divisions.")
        if one.off_sheet:
            found.append(
                "The sheet does not give this round's pairings, so it was paired by match points."
            )
        found += [line for line in [_alone(ctx, one.alone)] if line]
    return found


def _alone(ctx: WriteContext, alone: Alone | None) -> str:
    """Return the sentence for a player who is alone undefeated with rounds left (A-1)."""
    if alone is None:
        return ""
    return (
        f"Only {ctx.named(alone.player)} is undefeated in {alone.pool}; {alone.announced} rounds "
        "are planned, and that number applies (TOP §3.1)."
    )


def _repaired(t: Tournament, done: RoundsRepaired) -> list[str | Hint]:
    """Return how much of each round is unchanged, and a hint to post it again."""
    found = list[str | Hint]()
    for one in done.rounds:
        players = "player gets" if one.moved == 1 else "players get"
        which = read_out(t, one.pool, one.number)
        found.append(
            f"{one.stay} of {one.tables} tables of {which} are unchanged; "
            f"{one.moved} {players} another opponent."
        )
        if not one.in_bracket:
            found.append("No other repair would change fewer pairings.")
    if not done.entries:
        return ["Nothing was written.", *found]
    return [*found, advice("The posted pairings are out of date: {}.", do("post"))]


def _started(ctx: WriteContext, done: RoundsStarted) -> list[str | Hint]:
    """Return what should have been done before the start: postings and deck lists."""
    found = list[str | Hint]()
    opened = ctx.tournament.opened
    cited = " (TOP §4)" if opened and opened.premier else ""
    for one in done.unposted:
        which = read_out(ctx.tournament, one.pool, one.round)
        said = f"The pairings of {which} were not posted{cited}."
        found.append(advice(f"{said} Do it now: {{}}.", do("post", one.pool)))
        if not ctx.tournament.rounds[one.pool, one.round].slips:
            found.append(advice("Print the match slips: {}.", do("slips", one.pool)))
    if done.without_list:
        found.append(f"No deck list yet: {', '.join(map(ctx.person, done.without_list))}.")
    if done.undecided:
        went = "would be" if ctx.dry_run else "was" if len(done.undecided) == 1 else "were"
        lists, names = counted(len(done.undecided), "deck list"), map(ctx.person, done.undecided)
        found.append(
            f"{lists} from phones {went} discarded without a decision: {', '.join(names)}."
        )
    return [*found, *done.to_check]


def _posted(done: SheetPosted) -> Hint:
    """Return the hint to print the sheet that was posted; its digest is in the history."""
    what = "slips" if done.sheet is PostedSheet.SLIPS else "pairings"
    return advice(f"Print the {what}: {{}}.", do("posted", "--entry", str(done.entries[0].seq)))


def _announced(done: Announced, *, judged: bool) -> list[str | Hint]:
    """Return what was announced or changed, cuts that do not fit, and what is missing.

    The cuts that could be announced are listed only for a dry run: `judged`.
    """
    found: list[str | Hint] = [
        f"{division}: a cut of {size}." for division, size in done.told.cut.items() if size
    ]
    if done.changes:
        found = [f"{change_in_words(one.fact.what, one.left, one.right)}." for one in done.changes]
    if done.taken_back:
        found.append(taken_back_in_words(done.taken_back))
    if done.too_short:
        found.append(f"Note: {too_short_in_words(done.too_short)}.")
    if done.now_with_cut:
        found.append("The event now has the style swiss-plus-cut, since a cut was announced.")
    found += [
        f"At a premier event the {division} cut is at most {most} (TOP §3.3.5)."
        for division, most in done.most.items()
    ]
    found += [f"Note: {note}." for note in done.beside]
    found += [
        advice(f"Round 1 waits for {what}: {{}}.", do("announce", *words))
        for what, words in done.missing.items()
    ]
    return [*found, *map(_planned, done.cuts)] if judged else found


def _planned(one: PlannedCut) -> str:
    """Return a cut that could be announced, in one sentence."""
    division, size, share, _, hours, where = planned_row(one)
    means = [share, counted(one.rounds, "round"), hours and f"{hours} hours of matches", where]
    return (
        f"{division}, {f'cut {size}' if one.size else 'no cut'}: {', '.join(filter(None, means))}."
    )


def _cuts(ctx: WriteContext, done: CutsMade) -> list[str]:
    """Return the first player below each cut, and the results that pairing it locks."""
    if done.level:
        return _by_lot(ctx, done.pools, done.level)
    found = []
    for one in done.cuts:
        found += _just_out(ctx, one.out)
        if one.larger:
            most = f"at most {one.larger.cut} ({one.larger.cites})"
            found.append(f"At a premier event the {one.made.division} cut is {most}.")
        if one.locks:
            which = f"the {one.made.division} results of round {one.locks}"
            found.append(f"Pairing the cut locks {which} (TOP §4).")
        found.append(
            "Once the cut starts, the seeds are fixed: later corrections do not change them."
        )
    return list(dict.fromkeys(found))  # A sentence that applies to every cut appears once.


def _days(ctx: WriteContext, done: DaysMade) -> list[str]:
    """Return the rounds of day two, and the first player who did not advance to it."""
    if done.level:
        return _by_lot(ctx, done.pools, done.level)
    found = []
    for one in done.days:
        found.append(f"{one.made.pool} plays rounds {one.made.after + 1} to {one.until}.")
        found += _just_out(ctx, one.out)
        found.append("Once it starts, its players are fixed: later corrections do not change them.")
    return found


def _by_lot(ctx: WriteContext, pools: Iterable[Pool], level: Iterable[PlayerId]) -> list[str]:
    """Return which players a draw would order; its outcome is not shown in advance."""
    tied = ", ".join(map(ctx.named, level))
    return [
        (
            f"Nothing was written. In {' and '.join(pools)}, these tied players would be ordered "
            f"at random: {tied}."
        )
    ]


def _just_out(ctx: WriteContext, out: Iterable[JustOut]) -> list[str]:
    """Return the first player who does not advance, and the tiebreak that decides it."""
    found = []
    for one in out:
        where = f" of {one.flight}" if one.flight else ""
        step, why = one.step, ""
        if step and step.decided_by:
            by = WORDS[step.decided_by]
            why = f", below {ctx.named(step.other)} by {by}: {step.mine} against {step.theirs}"
        found.append(f"Just out{where}: {ctx.named(one.player)}{why}.")
    return found


def _splits(found: SplitsFound) -> list[str]:
    """Return the meaning of each number of flights, or why it is not possible."""
    said = []
    for each in found.divisions:
        for one, why_not in each.options:
            means = why_not or f"{rounds_in_words(one)}, {cut_in_words(one)}"
            said.append(f"{each.division}, {in_words(one)}: {means}.")
        if found.at_most:
            most = counted(found.at_most, "round")
            said.append(
                f"{each.division}, the smallest number of flights with at most {most}: "
                f"{each.fewest(found.at_most) or 'none'}."
            )
    return said or ["Nobody is registered yet."]
