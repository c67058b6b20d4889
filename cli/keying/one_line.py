"""Enters one line of slips at an open venue, at the prompt or in the box on a page, and answers."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.acts import drops, results
from roundbook.cli.args.slips import Slip
from roundbook.cli.args.table_numbers import OpenTables, hall_of, pools_in_hall
from roundbook.cli.args.types import as_typed
from roundbook.cli.keying.grammar import (
    NOTHING,
    Keep,
    Other,
    Show,
    Slips,
    Spoken,
    Undo,
    Wrong,
    parse,
)
from roundbook.cli.session.errors import say_who_plays, stopped
from roundbook.cli.session.venue import PHONES, CommandOptions, Venue, reloaded
from roundbook.cli.session.write import Facts, Outcome, WriteContext, outcome
from roundbook.ledger.errors import Conflict, Do, Hint, advice, do
from roundbook.ledger.events.catalogue import (
    AnnouncementMade,
    AnyEvent,
    LatePlayerAdmitted,
    LateTagCleared,
    LateTagSet,
    MessageSent,
    PenaltyIssued,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerDropped,
    PlayerRegistered,
    PlayerReinstated,
    ResultCorrected,
    ResultReported,
    ResultWithdrawn,
    RoundPaired,
    RoundPosted,
    RoundRepaired,
    RoundStarted,
    TeamFormed,
    TimeExtended,
    TournamentClosed,
)
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.lock import final
from roundbook.ledger.state.round_names import match_round
from roundbook.ledger.state.rounds import latest_matches, matches_of, under_way
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor, Division, MatchId, PlayerId, Pool, Result, Verdict
from roundbook.ledger.text import with_hands
from roundbook.ledger.validators.results import score_impossible
from roundbook.projections.history.history import what
from roundbook.projections.standings.records import record_of, rounds_played

# Slips as acts: a report, or a correction of a different result.


class KeyedAct(Struct, frozen=True, kw_only=True):
    """An act, the command that does the same, and the match or player that it is about.

    `cmd` is the id that makes repeating it harmless, if it differs from that of the line.
    """

    verb: str
    about: str
    do: Callable[[WriteContext], Facts]
    cmd: str | None = None


def acts_for(slip: Slip, t: Tournament) -> tuple[KeyedAct, ...] | Wrong:
    """Return the acts for a slip; empty if everything on it is already recorded.

    Players who have dropped are not dropped again. A result that differs from the recorded one is a
    correction and needs a reason (TOP §4). With a reason, a winner without games or no-show is a
    different result too: somebody who gives a reason means to correct.
    """
    match, standing_result = slip.match, t.results.get(slip.match)
    leaving = tuple(one for one in slip.leaving if not (one in t.players and t.players[one].out))
    drops = (_drop(leaving),) if leaving else ()
    if standing_result is None:
        if slip.reason is not None:
            return Wrong(sentence=reason_too_early(_at_table(match, t)))
        return (_report(Slip(match=match, result=slip.result, leaving=leaving)),)
    if slip.result == standing_result:
        return drops
    if slip.reason is None and results.says_the_same(slip.result, standing_result):
        return drops
    if slip.reason is None:
        return Wrong(sentence=_impossible(t, slip) or _needs_a_reason(match, t, slip.result))
    return (_correct(match, slip.result, slip.reason), *drops)


def reason_too_early(where: str) -> str:
    """Return why a slip without a recorded result takes no reason."""
    return f"{where} has no result yet, so leave the reason out."


def _report(slip: Slip) -> KeyedAct:
    return KeyedAct(verb="report", about=str(slip.match), do=lambda c: results.report(c, slip))


def _correct(match: MatchId, result: Result, reason: str) -> KeyedAct:
    return KeyedAct(
        verb="correct",
        about=str(match),
        do=lambda ctx: results.correct(ctx, match, result, reason=reason),
    )


def _drop(players: tuple[PlayerId, ...]) -> KeyedAct:
    return KeyedAct(verb="drop", about=players[0], do=lambda ctx: drops.drop(ctx, players))


def _at_table(match: MatchId, t: Tournament) -> str:
    """Return a table with its players' numbers, which are replaced by names in the output."""
    first, second = t.matches[match]
    return f"table {match.table} ({first} – {second})"


def _impossible(t: Tournament, slip: Slip) -> str | None:
    """Return why no match of this event can end like this (TRF §8, §9); None if one can."""
    event = ResultCorrected(match=slip.match, result=slip.result, reason=slip.reason or WHY)
    return next((one.message for one in score_impossible(t, event)), None)


def _needs_a_reason(match: MatchId, t: Tournament, result: Result) -> str:
    has = f"{_at_table(match, t)} already has the result {as_typed(t.results[match])}"
    return f"{has}: to change it to {as_typed(result)}, add `because` and the reason."


# Undo: takes back a person's last entry, by a new entry, never by deleting one.

WHY = "withdrawn by the person who entered it"

_UNDO = re.compile(r"undo/([1-9][0-9]*)(?:\.[0-9]+)?(?::.*)?\Z", re.ASCII)


def _undoings(entries: Iterable[Entry]) -> list[tuple[Entry, int]]:
    """Return each entry that takes back another, with the number of that other."""
    # Every undo looks through all entries, and hardly any needs the pattern.
    likely = [entry for entry in entries if entry.cmd.startswith("undo/")]
    return [(one, int(found[1])) for one in likely if (found := _UNDO.match(one.cmd))]


def undoing(
    t: Tournament,
    entries: Sequence[Entry],
    hand: Actor,
    *,
    reason: str | None,
    cmd: str | None,
) -> tuple[Entry, tuple[KeyedAct, ...]] | Wrong:
    """Return the entry to take back, and the acts that do it.

    It is the last entry by this person at this station that was not taken back yet. Rules decide
    whether it is allowed. `cmd` is the id of this command: if it has already taken something back,
    that entry is returned, without acts.
    """
    before = _taken_back_by(cmd, entries) if cmd else None
    if before:
        return before, ()
    entry = _last(entries, hand)
    if entry is None:
        return Wrong(sentence="you have not entered anything here that could be undone.")
    acts: list[KeyedAct] = []
    for number, event in enumerate(reversed(entry.events), start=1):
        act = _against(event, t, entries[: entry.seq - 1], reason or WHY)
        if isinstance(act, str):
            said = f"entry {entry.seq} cannot be undone: {act}"
            then = None if event.told else _instead(event, entry.seq, t)
            return Wrong(sentence=said, then=then)
        own = f"undo/{entry.seq}" if number == 1 else f"undo/{entry.seq}.{number}"
        own = f"{own}:{cmd}" if cmd else own
        acts.append(replace(act, cmd=own))
    return entry, tuple(acts)


def _taken_back_by(cmd: str, entries: Sequence[Entry]) -> Entry | None:
    """Return the entry that this command took back before, or None."""
    of_cmd = (number for one, number in _undoings(entries) if one.cmd.partition(":")[2] == cmd)
    number = next(of_cmd, None)
    return entries[number - 1] if number else None


def _last(entries: Sequence[Entry], hand: Actor) -> Entry | None:
    """Return a person's last entry that neither takes back another nor was taken back, or None."""
    settled = {seq for one, number in _undoings(entries) for seq in (one.seq, number)}
    for entry in reversed(entries):
        own = (entry.hand.id, entry.hand.station) == (hand.id, hand.station)
        if own and entry.seq not in settled:
            return entry
    return None


def _against(
    event: AnyEvent, t: Tournament, before: Sequence[Entry], reason: str
) -> KeyedAct | str:
    """Return the act that takes an event back, or the reason why there is none."""
    if event.told:
        return "the entry was imported from a file."
    match event:
        case ResultReported() if t.results.get(event.match) == event.result:
            return KeyedAct(
                verb="withdraw",
                about=str(event.match),
                do=partial(results.withdraw, match=event.match, reason=reason),
            )
        case ResultCorrected() if t.results.get(event.match) == event.result:
            earlier = _result_in(before, event.match)
            assert earlier is not None, "only a current result can be corrected"
            return _correct(event.match, earlier, reason)
        case ResultWithdrawn() if event.match not in t.results:
            earlier = _result_in(before, event.match)
            assert earlier is not None, "only a current result can be withdrawn"
            return _report(Slip(match=event.match, result=earlier))
        case PlayerDropped() if t.players[event.player].out:
            return KeyedAct(
                verb="reinstate",
                about=event.player,
                do=partial(drops.reinstate, player=event.player, reason=reason),
            )
        case ResultReported() | ResultCorrected() | ResultWithdrawn():
            return f"{event.match} was changed after that; see `history`."
        case PlayerDropped():
            return f"{event.player} is already back."
        case RoundStarted():
            return f"{what(event)}; its pairings are final (TOP §4)."
        case RoundPosted() if not _waits(event, t):
            return f"{what(event)}; nothing is left to undo."
        case _:
            return f"{what(event)}; u undoes only results and drops."


def _instead(event: AnyEvent, seq: int, t: Tournament) -> Do | None:  # noqa: C901, PLR0912 - flat.
    """Return the command that takes back an event which `u` does not undo; None without one."""
    why = ("--reason", "…")
    match event:
        case PlayerRegistered():
            return do("drop" if under_way(t) else "unregister", event.player)
        case LatePlayerAdmitted() | PlayerReinstated():
            return do("drop", event.player)
        case PlayerDisqualified():
            return do("reinstate", event.player, *why)
        case PlayerCheckedIn() if not under_way(t):
            return do("check-in", event.player, "--undo")
        case LateTagSet() | LateTagCleared():
            back = "--clear" if isinstance(event, LateTagSet) else "--set"
            return do("late-tag", event.player, back, *why)
        case TeamFormed() if not t.rounds:
            return do("team split", event.players[0], *why)
        case RoundPaired() | RoundRepaired() | RoundPosted() if _waits(event, t):
            return do("withdraw", f"{event.pool}-{event.round}", *why)
        case AnnouncementMade() if not under_way(t):
            return do("announce", "…")
        case TimeExtended():
            before = max(0, t.extensions.get(event.match, 0) - event.minutes)
            minutes = "MINUTES" if event.instead else str(before)
            return do("extend", str(event.match), minutes, "--instead", "--informed", *why)
        case PenaltyIssued():
            return do("penalty", event.player, "--withdraw", str(seq), *why)
        case MessageSent():
            return do("message", "--withdraw", str(seq))
        case TournamentClosed():
            return do("reopen", *why)
        case _:
            return None


def _waits(event: RoundPaired | RoundRepaired | RoundPosted, t: Tournament) -> bool:
    """Tell whether the round of an event is paired, and has not started."""
    paired = t.rounds.get((event.pool, event.round))
    return paired is not None and not paired.started


def _result_in(entries: Sequence[Entry], match: MatchId) -> Result | None:
    """Return the result of a match after these entries, or None."""
    for entry in reversed(entries):
        for event in reversed(entry.events):
            if isinstance(event, ResultWithdrawn) and event.match == match:
                return None
            if isinstance(event, ResultReported | ResultCorrected) and event.match == match:
                return event.result
    return None


Allowed = Callable[[str], bool]
"""Whether the person may use a command."""

_OF_A_MATCH = (ResultReported, ResultCorrected, ResultWithdrawn)

Says = Callable[[WriteContext, Facts], Sequence[str | Hint]]
"""Returns the lines on an act besides the one that repeats the slip; in a dry run, all lines."""


class LineAnswer(Struct, frozen=True, kw_only=True):
    """The answer to a line.

    `lines` is the answer, `said` the outcome of each act. `wrong` are sentences on what stopped it;
    the line then stays in the box to be corrected. `at_odds` are slips whose match has a different
    result, for the person to decide. `keeping` is the result for the tables on the next line.
    `shows` is the match that was asked about. `other` is whether the line is not about slips:
    perhaps a command.
    """

    lines: tuple[str | Hint, ...] = ()
    said: tuple[Outcome, ...] = ()
    wrong: tuple[str | Hint, ...] = ()
    at_odds: tuple[Slip, ...] = ()
    keeping: str | None = None
    shows: MatchId | None = None
    other: bool = False


class Giving(Struct, frozen=True, kw_only=True):
    """The commands that may be used, and the lines on an act."""

    says: Says
    allowed: Allowed


def enter(
    here: Venue,
    manner: CommandOptions,
    line: str,
    keeping: str | None = None,
    *,
    says: Says,
    allowed: Allowed = lambda _: True,
) -> LineAnswer:
    """Enter a line, using only `allowed` commands. Raises Unreadable."""
    here = reloaded(here)
    spoken = parse(line, hall_of(here.desk.tournament), keeping)
    return carry_out(here, manner, spoken, keeping, says=says, allowed=allowed)


def carry_out(
    here: Venue,
    manner: CommandOptions,
    spoken: Spoken,
    keeping: str | None = None,
    *,
    says: Says,
    allowed: Allowed = lambda _: True,
) -> LineAnswer:
    """Carry out a parsed line at a venue that is up to date."""
    answer, giving = LineAnswer(keeping=keeping), Giving(says=says, allowed=allowed)
    match spoken:
        case Other():
            return replace(answer, other=True)
        case Wrong():
            return replace(answer, wrong=(spoken.sentence,))
        case Keep():
            kept = spoken.result
            said = (
                (f"every table that follows gets {kept}; type = to end this")
                if kept
                else _KEPT_NO_MORE
            )
            return replace(answer, keeping=kept, lines=(said,))
        case Show():
            t, desk = here.desk.tournament, here.desk
            said = card(t, desk.rules, here.entrants, spoken.match, desk.entries)
            return replace(answer, lines=(said,), shows=spoken.match)
        case Undo():
            return _undo(here, manner, spoken, answer, giving)
        case Slips():
            return _slips(here, manner, spoken, answer, giving)


_KEPT_NO_MORE = "from now on, type a result with each table; earlier entries are kept"


def _slips(
    here: Venue, manner: CommandOptions, spoken: Slips, answer: LineAnswer, giving: Giving
) -> LineAnswer:
    """Enter one slip or several: all are checked before the first is entered."""
    t, rules = here.desk.tournament, here.desk.rules
    planned = [(slip, acts_for(slip, t)) for slip in spoken.slips]
    wrong = tuple(_why(here, slip, each) for slip, each in planned if isinstance(each, Wrong))
    if wrong:
        odd = [
            slip
            for slip, each in planned
            if isinstance(each, Wrong)
            and not (slip.reason or final(t, slip.match, rules) or _impossible(t, slip))
        ]
        none = (NOTHING,) if len(planned) > 1 else ()
        return replace(answer, wrong=(*wrong, *none), at_odds=tuple(odd))
    for slip, acts in planned:
        assert not isinstance(acts, Wrong), "problems were answered above"
        if not (acts or manner.dry_run):
            here.desk.confirm()
        answer = _given(here, manner, acts, answer, giving)
        if answer.wrong:
            was_first = answer.said and isinstance(answer.said[-1].trouble, Conflict)
            return replace(answer, at_odds=(slip,)) if was_first else answer
        done = answer.said[len(answer.said) - len(acts) :]
        known = not (acts or _sent_before(here, manner))
        echo = _echo(here, slip.match, slip.leaving, known=known, changed=slip.reason is not None)
        back = () if manner.dry_run else (echo,)
        beside = (line for one in done for line in one.lines)
        answer = replace(answer, lines=(*answer.lines, *back, *beside))
    return answer


def _sent_before(here: Venue, manner: CommandOptions) -> bool:
    """Tell whether this same line was sent before, so that it gets the same answer."""
    own = f"{manner.cmd}."
    return bool(manner.cmd) and any(entry.cmd.startswith(own) for entry in here.desk.entries)


def _why(here: Venue, slip: Slip, wrong: Wrong) -> str:
    """Return what is wrong with a slip, and whose entry it contradicts."""
    t, rules = here.desk.tournament, here.desk.rules
    if slip.match not in t.results:
        earlier = _earlier(t, rules, slip.match)
        if earlier is None:
            return wrong.sentence
        return f"{wrong.sentence} For round {earlier.round}, type {earlier} instead of the table."
    if _impossible(t, slip):
        return wrong.sentence
    told = last_about(slip.match, here.desk.entries)
    whose = f" The result is from entry {told.seq} {by(told, here.book)}." if told else ""
    if final(t, slip.match, rules):
        at, stands = _at_table(slip.match, t), as_typed(t.results[slip.match])
        return f"{at} has the result {stands}, which is locked (TOP §4).{whose}"
    return f"{wrong.sentence}{whose}"


def _earlier(t: Tournament, rules: Ruleset, match: MatchId) -> MatchId | None:
    """Return the latest earlier match at this table, if its result can be corrected."""
    rounds = (match._replace(round=number) for number in range(match.round - 1, 0, -1))
    found = next((one for one in rounds if one in t.results), None)
    return found if found and not final(t, found, rules) else None


def _undo(
    here: Venue, manner: CommandOptions, spoken: Undo, answer: LineAnswer, giving: Giving
) -> LineAnswer:
    """Take back this person's last entry, by new entries."""
    desk, operator = here.desk, manner.operator
    hand = Actor(
        id=here.book.with_hand(operator.name)[1], role=operator.role, station=operator.station
    )
    found = undoing(desk.tournament, desk.entries, hand, reason=spoken.reason, cmd=manner.cmd)
    if isinstance(found, Wrong):
        sentence = with_hands(found.sentence, here.book.hands)
        said = advice(f"{sentence} Instead: {{}}.", found.then) if found.then else None
        return replace(answer, wrong=(said or sentence,))
    entry, acts = found
    answer = _given(here, manner, acts, answer, giving)
    if answer.wrong:
        return answer
    matches = {event.match: None for event in entry.events if isinstance(event, _OF_A_MATCH)}
    was = "; ".join(what(event, desk.rules.tie_word) for event in entry.events)
    back = [f"entry {entry.seq} was undone: {was}", *(_echo(here, match) for match in matches)]
    beside = (line for one in answer.said for line in one.lines)
    return replace(answer, lines=(*([] if manner.dry_run else back), *beside))


def _given(
    here: Venue,
    manner: CommandOptions,
    acts: Sequence[KeyedAct],
    answer: LineAnswer,
    giving: Giving,
) -> LineAnswer:
    """Carry out acts in order, up to the first that is stopped; their commands must be allowed.

    Each has its own id, which says what it is about: a line that is sent again with its id finds
    what it has written, even if it was stopped halfway. Only the last says what comes next.
    """
    barred = [act.verb for act in acts if not giving.allowed(act.verb)]
    if barred:
        return replace(answer, wrong=(f"you may not use `{barred[0]}` here; ask the scorekeeper.",))
    for act in acts:
        own = f"{manner.cmd}.{act.verb}.{act.about}" if manner.cmd else None
        typed = replace(manner, cmd=act.cmd or own, goes_on=manner.goes_on or act is not acts[-1])
        said = outcome(here, typed, act.do, say=giving.says)
        answer = replace(answer, said=(*answer.said, said))
        if said.trouble:
            say_who_plays(said.trouble, here.desk.tournament.matches)
        if not said.done:
            return replace(answer, wrong=tuple(stopped(said.trouble, said.misuse)))
    return answer


def _echo(
    here: Venue,
    match: MatchId,
    leaving: Sequence[PlayerId] = (),
    *,
    known: bool = False,
    changed: bool = False,
) -> str:
    t, book = here.desk.tournament, here.entrants
    how = "already recorded" if known else "corrected" if changed else ""
    left = (f"{book.shown(player)} dropped" for player in leaving if t.players[player].out)
    return " · ".join(filter(None, (echo_line(t, here.desk.rules, book, match), how, *left)))


# Double keying: a result counts only after it was keyed twice, identically.


class Twice(NamedTuple):
    """Slips keyed for the second time, slips still waiting for it, and the answers."""

    ready: Slips
    waiting: Mapping[MatchId, Slip]
    lines: tuple[str, ...]
    wrong: tuple[str, ...]


def twice(spoken: Slips, waiting: Mapping[MatchId, Slip]) -> Twice:
    """Return the slips that count now. Two that differ are both dropped: check the slip again.

    A reason may be given with either.
    """
    still, ready = dict(waiting), list[Slip]()
    lines, wrong = list[str](), list[str]()
    for slip in spoken.slips:
        table, now = slip.match.table, as_typed(slip.result)
        first = still.pop(slip.match, None)
        if first is None:
            still[slip.match] = slip
            lines.append(f"table {table}: {now} was entered once; enter it again")
        elif (first.result, set(first.leaving)) == (slip.result, set(slip.leaving)):
            ready.append(slip if slip.reason is not None else first)
        else:
            before = as_typed(first.result)
            unlike = f"as {before}, then as {now}" if before != now else "with different drops"
            wrong.append(
                f"table {table} was entered {unlike}: neither result counts; start again and "
                "enter the result twice."
            )
    return Twice(Slips(slips=tuple(ready)), still, tuple(lines), tuple(wrong))


# The answer to a slip: one line with the table and both names, the winner first.


def echo_line(t: Tournament, rules: Ruleset, book: Book, match: MatchId) -> str:
    """Return a match as it is now: `12: Ana Lopez 2-0 Ben Ode`.

    A wrong table or winner is seen at once, and nothing else is told: the prompt and the page show
    how many results are in, and the next pairings show the records.
    """
    first, second = map(book.shown, t.matches[match])
    result = t.results.get(match)
    said = f"{first} and {second}, no result"
    if result:
        said = between(first, second, result, rules.tie_word)
    of_which = f"{match.pool} " if len(pools_in_hall(t)) > 1 else ""
    if match not in latest_matches(t, match.pool):
        return f"{of_which}{match_round(t, match)}, table {match.table}: {said}"
    return f"{of_which}{match.table}: {said}"


def card(
    t: Tournament, rules: Ruleset, book: Book, match: MatchId, entries: Iterable[Entry]
) -> str:
    """Return the players at a table, the result, and who entered it."""
    first, second = _named(t, rules, book, match)
    told = last_about(match, entries)
    result = t.results.get(match)
    if result is None or told is None:
        return f"table {match.table} ({match}): {first} and {second}, no result"
    how = between(first, second, result, rules.tie_word)
    return f"table {match.table} ({match}): {how} · entry {told.seq} {by(told, book)}"


def between(first: str, second: str, result: Result, tie_word: str) -> str:
    """Return a result between two players, the winner first: `Ana 2-0 Ben`, `Ana beats Ben`."""
    if result.verdict is Verdict.SECOND:
        first, second, result = second, first, result.turned()
    games = result.games
    detail = f" ({games})" if games else ""
    match result.verdict:
        case Verdict.FIRST if games and games.first > games.second:
            return f"{first} {games} {second}"
        case Verdict.FIRST:
            return f"{first} beats {second}{' (no-show)' if result.no_show else detail}"
        case Verdict.TIE:
            how = f"agrees on a {tie_word}" if result.agreed else f"{tie_word}s"
            return f"{first} {how} with {second}{detail}"
        case Verdict.DOUBLE_LOSS:
            absent = " (neither showed up)" if result.no_show else detail
            return f"{first} and {second} both lose{absent}"
        case _:
            return f"{first} did not play {second}"


def last_about(match: MatchId, entries: Iterable[Entry]) -> Entry | None:
    """Return the last entry that set the result of a match, or None.

    An undo gave back an earlier result: then it is the entry of that one.
    """
    told = [
        (entry, event.result)
        for entry, event in each_event(entries)
        if isinstance(event, ResultReported | ResultCorrected) and event.match == match
    ]
    if not told:
        return None
    last, stands = told[-1]
    own = [entry for entry, result in told if result == stands and not _UNDO.match(entry.cmd)]
    return own[-1] if own else last


def by(entry: Entry, book: Book) -> str:
    """Return who wrote an entry, when and where: `by Bea (judge) at desk-2, 14:02`."""
    return f"by {who(entry, book)}, {entry.at:%H:%M}"


def who(entry: Entry, book: Book) -> str:
    """Return who wrote an entry, and where: `Bea (judge) at desk-2`; `the organiser at desk`.

    A code for a role gives people no name: then the role says who it was.
    """
    if is_phones(entry.hand, book):
        return "the players' phones"
    name, role = book.hand(entry.hand.id), entry.hand.role
    named = f"the {name}" if name == role else f"{name} ({role})"
    return f"{named} at {entry.hand.station}"


def is_phones(hand: Actor, book: Book) -> bool:
    """Tell whether players did this with their phones: then there is no role, and no station."""
    return (book.hands.get(hand.id), hand.station) == (PHONES.name, PHONES.station)


def slips_in(t: Tournament, hall: OpenTables) -> dict[Pool, tuple[int, int]]:
    """Return how many results of each round in play are in, and of how many: juniors first."""
    ages = {**t.pods, **{pool: (cut.division,) for pool, cut in t.cuts.items()}}
    order = [*Division]
    rounds = {match.pool: match.round for match in hall.running or hall.resting}
    pools = sorted(rounds, key=lambda pool: (order.index(ages[pool][0]), pool))
    every = {pool: matches_of(t, pool, rounds[pool]) for pool in pools}
    return {pool: (sum(m in t.results for m in own), len(own)) for pool, own in every.items()}


def status(t: Tournament, hall: OpenTables) -> str:
    """Return how many results are in for each round: `41 of 52 in`, `junior 0/2, masters 3/5`."""
    counts = slips_in(t, hall)
    if len(counts) > 1:
        return ", ".join(f"{pool} {came}/{every}" for pool, (came, every) in counts.items())
    named = len(hall.pools) > 1
    return "".join(
        f"{f'{pool} ' if named else ''}{came} of {every} in"
        for pool, (came, every) in counts.items()
    )


def still_out(t: Tournament, book: Book, hall: OpenTables) -> list[str]:
    """Return the tables without a result, with both names."""
    found = []
    for match in hall.running:
        if match not in t.results:
            first, second = (book.shown(player) for player in t.matches[match])
            found.append(f"{match.table:>4}  {first} and {second} ({match})")
    return found


def _named(t: Tournament, rules: Ruleset, book: Book, match: MatchId) -> list[str]:
    """Return both players with their records, which are left out in a bracket."""
    players = t.matches[match]
    if t.is_elimination or match.pool in t.cuts:
        return [book.shown(player) for player in players]
    played = rounds_played(t, rules, of=players)
    return [f"{book.shown(player)} {record_of(played[player])}" for player in players]
