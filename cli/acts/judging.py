"""Judges' acts: notes, calls, messages, proxies, penalties, deck checks, extra time, verdicts."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.acts.results import Reported, follows
from roundbook.cli.args.slips import Slip
from roundbook.cli.places import secrets
from roundbook.cli.places.layout import own_home
from roundbook.cli.session.write import Done, WriteContext
from roundbook.ledger.errors import Misuse, Refused, advice, do, option
from roundbook.ledger.events.catalogue import (
    AnyEvent,
    CallEnded,
    CallTaken,
    ContradictionDecided,
    DeckCheckDrawn,
    DeckChecked,
    FactAdded,
    JudgeCalled,
    MatchEnded,
    MessageSent,
    MessageWithdrawn,
    NoteMade,
    OfCall,
    PenaltyIssued,
    PenaltyWithdrawn,
    ProxyMade,
    ResultCorrected,
    ResultReported,
    TimeExtended,
)
from roundbook.ledger.events.judging import OK, CheckItem, Penalty
from roundbook.ledger.events.match_end import Facts as SeenAtTable
from roundbook.ledger.events.match_end import Stage, TimeCalled
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.match_time import Turns, turns_after_time, turns_of
from roundbook.ledger.state.rounds import calls_judge
from roundbook.ledger.state.tournament import Tournament, part_of
from roundbook.ledger.terms import Division, MatchFormat, MatchId, PlayerId, Pool, Result
from roundbook.ledger.text import reason as why
from roundbook.ledger.verdicts.contradictions import contradiction
from roundbook.ledger.verdicts.decide import ruling
from roundbook.ledger.verdicts.tables import Ruling
from roundbook.projections.judging.deck_checks import (
    deck_size,
    draw,
    progress,
    sits_at,
    still_playing,
)
from roundbook.projections.judging.match_end import coming
from roundbook.projections.judging.penalties import LOSSES, GivenPenalty, penalties
from roundbook.projections.rounds.clock import RoundClock, clocks


class Noted(Struct, frozen=True, kw_only=True):
    """A note, or a ruling by the head judge."""

    entries: tuple[Entry, ...]


def keep_note(
    ctx: WriteContext,
    text: str,
    *,
    match: MatchId | None = None,
    player: PlayerId | None = None,
    ruling: bool = False,
) -> Noted:
    """Record a note, or a ruling by the head judge, whose decision is final (TRF §1.2)."""
    entry = ctx.post(NoteMade(text=text, match=match, player=player, ruling=ruling))
    return Noted(entries=(entry,))


_SPELLED = "use letters, digits and . _ : / - only, such as example.org/seats/1."
"""What is said where the program of a fact, or its id there, is written in another way."""


class FactKept(Struct, frozen=True, kw_only=True):
    """A fact of another program."""

    entries: tuple[Entry, ...]


def keep_fact(ctx: WriteContext, *, spec: str, name: str, data: Mapping[str, Any]) -> FactKept:
    """Keep a fact of another program, which no rule reads. Raise Misuse if it has another form."""
    fact = {"event": "fact-added", "spec": spec, "id": name, "data": data}
    try:
        event = msgspec.convert(fact, FactAdded)
    except msgspec.ValidationError as error:
        wrong = next((field for field in ("spec", "id") if f"$.{field}" in str(error)), "data")
        said = f"a fact cannot have this data: {why(error)}." if wrong == "data" else _SPELLED
        raise Misuse(said, field=wrong) from None
    return FactKept(entries=(ctx.post(event),))


class JudgeWanted(Struct, frozen=True, kw_only=True):
    """A call for a judge, and the tables now waiting, longest first."""

    entries: tuple[Entry, ...]
    waiting: tuple[MatchId, ...]


def call_judge(
    ctx: WriteContext,
    match: MatchId,
    *,
    player: PlayerId | None = None,
    reason: str | None = None,
) -> JudgeWanted:
    """Call a judge to a table; `player` is the one who called (TRF §1.2)."""
    return _of_call(ctx, JudgeCalled(match=match, player=player, reason=reason))


def take_call(ctx: WriteContext, match: MatchId) -> JudgeWanted:
    """Take a call, as the judge who goes to the table."""
    return _of_call(ctx, CallTaken(match=match))


def end_call(ctx: WriteContext, match: MatchId) -> JudgeWanted:
    """Mark a call as done."""
    return _of_call(ctx, CallEnded(match=match))


def _of_call(ctx: WriteContext, event: OfCall) -> JudgeWanted:
    entry = ctx.post(event)
    then = ctx.after([entry])
    calls = (match for match in then.calls if calls_judge(then, match))
    waiting = tuple(match for match in calls if match not in then.taken)
    return JudgeWanted(entries=(entry,), waiting=waiting)


def send_message(
    ctx: WriteContext, text: str, *, division: Division | None = None, match: MatchId | None = None
) -> Done:
    """Send a message to a division, to a table, or to everybody."""
    if division is not None and match is not None:
        raise Misuse("choose a division or a table for the message, not both.", field="match")
    return Done(entries=(ctx.post(MessageSent(text=text, division=division, match=match)),))


def withdraw_message(ctx: WriteContext, number: int) -> Done:
    """Withdraw the message of an entry."""
    return Done(entries=(ctx.post(MessageWithdrawn(entry=number)),))


class Decided(Struct, frozen=True, kw_only=True):
    """A contradiction that a merge had left open, now decided, and how many are still open.

    Without an entry, those that are open, each by the entry that records it.
    """

    entries: tuple[Entry, ...] = ()
    open: dict[int, str]


def decide(ctx: WriteContext, number: int, *, take: bool, reason: str) -> Decided:
    """Decide a contradiction: keep what is recorded here, or take the other desk's result."""

    def act(t: Tournament) -> list[AnyEvent]:
        found = t.contradictions.get(number)
        if found is None or not take:
            return [ContradictionDecided(entry=number, reason=reason)]
        if found.match is None or found.result is None:
            raise Refused(
                f"entry {number} is not about a result, so there is no result to use.",
                hint=advice(
                    "Enter here what should count, then close the contradiction: {}.",
                    do("decide", str(number), "--keep", "--reason", "…"),
                ),
            )
        if t.results.get(found.match) is None:
            return [
                ResultReported(match=found.match, result=found.result),
                NoteMade(text=reason, match=found.match),
            ]
        return [ResultCorrected(match=found.match, result=found.result, reason=reason)]

    (entry,) = ctx.take(act)
    return Decided(entries=(entry,), open=open_contradictions(ctx.after([entry])))


def open_contradictions(t: Tournament) -> dict[int, str]:
    """Return what merges have left to decide, by entry."""
    return {seq: one.text for seq, one in t.contradictions.items()}


class ProxyRecorded(Struct, frozen=True, kw_only=True):
    """A proxy for a card; the damaged card stays with the deck (TRF §1.7)."""

    entries: tuple[Entry, ...]
    player: PlayerId
    card: str


def make_proxy(
    ctx: WriteContext, player: PlayerId, *, card: str, reason: str, kept: bool
) -> ProxyRecorded:
    """Record a judge's proxy for a card that was damaged during the event."""
    entry = ctx.post(ProxyMade(player=player, card=card, reason=reason, kept=kept))
    return ProxyRecorded(entries=(entry,), player=player, card=card)


class LossDue(Struct, frozen=True, kw_only=True):
    """A game or match loss that has to be reported, since a penalty changes no result.

    `reported` is whether there is a result that has to be corrected. `winner` is the side that wins
    if the `whole` match is lost and the side is known.
    """

    match: MatchId | None
    reported: bool
    whole: bool
    winner: str | None = None


class PenaltyGiven(Struct, frozen=True, kw_only=True):
    """A penalty, the player's earlier penalties, and the loss to report for it."""

    entries: tuple[Entry, ...]
    player: PlayerId
    penalty: Penalty
    before: tuple[GivenPenalty, ...]
    due: LossDue | None


def give_penalty(
    ctx: WriteContext,
    player: PlayerId,
    penalty: Penalty,
    *,
    infraction: str,
    match: MatchId | None = None,
) -> PenaltyGiven:
    """Give a player a penalty; the operator is the judge."""
    given = penalties(ctx.venue.desk.entries, player)
    event = PenaltyIssued(player=player, penalty=penalty, infraction=infraction, match=match)
    entry = ctx.post(event)
    return PenaltyGiven(
        entries=(entry,),
        player=player,
        penalty=penalty,
        before=tuple(one for one in given if one.withdrawn is None and one.seq < entry.seq),
        due=_due(ctx.tournament, player, penalty, match),
    )


def withdraw_penalty(ctx: WriteContext, player: PlayerId, number: int, *, reason: str) -> Done:
    """Withdraw the penalty that an entry gave a player."""
    event = PenaltyWithdrawn(player=player, entry=number, reason=reason)
    return Done(entries=(ctx.post(event),))


def _due(
    t: Tournament, player: PlayerId, penalty: Penalty, match: MatchId | None
) -> LossDue | None:
    if penalty not in LOSSES:
        return None
    whole, seated = penalty is Penalty.MATCH_LOSS, t.matches.get(match) if match else None
    won = ("2" if player == seated.first else "1") if whole and seated else None
    return LossDue(match=match, reported=match in t.results, whole=whole, winner=won)


class ChecksDrawn(Struct, frozen=True, kw_only=True):
    """The players whose decks are checked, each with their current match.

    A dry run has no players: nobody may know the draw in advance.
    """

    entries: tuple[Entry, ...]
    players: tuple[tuple[PlayerId, MatchId | None], ...] = ()


def draw_checks(
    ctx: WriteContext, pool: Pool | None, *, tables: int | None = None, players: int | None = None
) -> ChecksDrawn:
    """Draw deck checks, by tables or by players; if neither is given, as many as are still missing.

    By tables, both decks are checked. Nobody is drawn again before everybody has been (TRF §5). The
    draw uses the next secret of the chain.
    """
    if tables and players:
        raise Misuse("give a number of tables or of players, not both.", field="tables")

    def act(t: Tournament) -> list[AnyEvent]:
        known = {*t.pods, *t.cuts}
        if pool and pool not in known:
            there = ", ".join(sorted(known)) or "none yet"
            raise Refused(f"there is no pool {pool}.", hint=f"Pools: {there}.")
        where = _pool_in_play(t, pool, tables) if tables else pool or _pool_left(t)
        there_is = progress(t)
        missing = there_is.missing - len(there_is.waiting) if there_is else 0
        return [
            draw(
                t,
                asked=tables or players or max(-(-missing // (2 if t.teams else 1)), 1),
                secret=secrets.next_secret(own_home(), t),
                pool=where,
                number=t.latest[where] if tables and where else None,
            )
        ]

    entry = ctx.take(act)[0]
    if ctx.dry_run:
        return ChecksDrawn(entries=())
    (event,) = (event for event in entry.events if isinstance(event, DeckCheckDrawn))
    t = ctx.tournament
    return ChecksDrawn(
        entries=(entry,), players=tuple((each, sits_at(t, each)) for each in event.players)
    )


def _pool_in_play(t: Tournament, pool: Pool | None, tables: int) -> Pool:
    """Return the pool whose tables are meant. Raises Refused if that is unclear."""
    in_play = still_playing(t) if pool is None else []
    in_play = [each for each in in_play or t.latest if t.latest.get(each)]
    if pool in in_play and pool:
        return pool
    if pool is None and len(in_play) == 1:
        return in_play[0]
    if not in_play or pool:
        raise Refused(
            f"no round is paired{f' in {pool}' if pool else ''}, so there are no tables.",
            hint=advice("Draw players instead: {}.", do("deckcheck draw", "--players", "N")),
        )
    draws = [do("deckcheck draw", each, "--tables", str(tables)) for each in in_play]
    raise Refused(
        "tables to check are drawn from one pool at a time, but several pools are playing.",
        hint=advice(f"Choose the pool: {', '.join(['{}'] * len(draws))}.", *draws),
    )


def _pool_left(t: Tournament) -> Pool | None:
    """Return the only pool still playing, None for everybody. Raises Refused for several."""
    playing = still_playing(t)
    if len(playing) > 1:
        draws = [do("deckcheck draw", each) for each in playing]
        raise Refused(
            "some pools have finished, so players are drawn from one pool at a time.",
            hint=advice(f"Choose the pool: {', '.join(['{}'] * len(draws))}.", *draws),
        )
    return next(iter(playing), None)


class CheckFindings(Struct, frozen=True, kw_only=True):
    """A judge's findings on a deck: items without a fault and not left out are fine (TRF §5)."""

    faults: Mapping[CheckItem, str]
    left_out: frozenset[CheckItem] = frozenset()
    counted: int | None = None
    outcome: str | None = None

    @property
    def items(self) -> dict[CheckItem, str]:
        """The record for each item that was looked at."""
        looked = (each for each in CheckItem if each in self.faults or each not in self.left_out)
        return {item: self.faults.get(item, OK) for item in looked}


_OF_THE_LIST = {CheckItem.LEGIBILITY, CheckItem.CONTENTS}
"""What can only be checked with a deck list."""


class CheckRecorded(Struct, frozen=True, kw_only=True):
    """A deck that was checked: its problems, and the penalty, if any.

    `unlisted` is whether items of the list count as in order, but no list was handed in here.
    """

    entries: tuple[Entry, ...]
    player: PlayerId
    problems: Mapping[CheckItem, str]
    unlisted: bool
    penalty: Penalty | None
    due: LossDue | None


def record_check(
    ctx: WriteContext,
    player: PlayerId,
    seen: CheckFindings,
    *,
    penalty: Penalty | None = None,
    match: MatchId | None = None,
) -> CheckRecorded:
    """Record a deck check; a penalty for its findings is given in the same entry.

    A wrong number of cards counts as a problem with the cards. Raises Misuse for an outcome or a
    penalty without a problem, since the problem is then missing; the outcome `ok` needs none.
    """
    if match and not penalty:
        raise Misuse("a match can only be given together with a penalty.", field="match")
    seen = _with_count(seen, deck_size(ctx.tournament))
    if not seen.faults and (seen.outcome or "").strip(" .!").casefold() in {OK, "okay", "in order"}:
        seen = replace(seen, outcome=None)
    if (seen.outcome or penalty) and not seen.faults:
        what = "outcome" if seen.outcome else "penalty"
        msg = f"the problem with the deck is missing: describe it, or leave out the {what}."
        raise Misuse(msg, field=what)
    event = DeckChecked(player=player, items=seen.items, counted=seen.counted, outcome=seen.outcome)
    events: list[AnyEvent] = [event]
    if penalty:
        said = "; ".join(f"{item}: {text}" for item, text in event.problems.items())
        given = f"deck check, {said}" if said else "deck check"
        events.append(PenaltyIssued(player=player, penalty=penalty, infraction=given, match=match))
    return CheckRecorded(
        entries=(ctx.post(*events),),
        player=player,
        problems=event.problems,
        unlisted=player not in ctx.tournament.decks
        and OK in {seen.items.get(item) for item in _OF_THE_LIST},
        penalty=penalty,
        due=_due(ctx.tournament, player, penalty, match) if penalty else None,
    )


def _with_count(seen: CheckFindings, size: int | None) -> CheckFindings:
    """Return the findings, with the number of cards among the problems if it is wrong."""
    if seen.counted in {None, size} or size is None or CheckItem.CARDS in seen.faults:
        return seen
    wrong = {CheckItem.CARDS: f"{seen.counted} instead of {size}"}
    return replace(seen, faults={**seen.faults, **wrong})


# The time of a match: extensions, how it stood when time was called, and the verdict.


class Extended(Struct, frozen=True, kw_only=True):
    """A match with extra time, in minutes: the latest extension, and the total.

    `instead_of` is the earlier total if it was replaced.
    """

    entries: tuple[Entry, ...]
    match: MatchId
    players: tuple[PlayerId, ...]
    minutes: int
    in_all: int
    instead_of: int | None = None


def extend(
    ctx: WriteContext,
    match: MatchId,
    minutes: int,
    *,
    informed: bool,
    reason: str | None,
    instead: bool = False,
) -> Extended:
    """Give a match extra minutes (TRF §7.2); both players have to be told.

    With `instead`, they replace all earlier extensions, which needs a reason.
    """
    if not (minutes or instead):
        raise Misuse("give at least one minute.", field="minutes")
    if instead and reason is None:
        raise Misuse("give the reason for replacing the extra time.", field="reason")
    desk = ctx.venue.desk
    before = ctx.tournament.extensions.get(match, 0)
    (entry,) = ctx.take(
        lambda _: [
            TimeExtended(
                match=match,
                minutes=minutes,
                instead=instead,
                informed_by=desk.hand.id if informed else None,
                reason=reason,
            )
        ]
    )
    t = ctx.after([entry])
    return Extended(
        entries=(entry,),
        match=match,
        players=tuple(t.matches.get(match, ())),
        minutes=minutes,
        in_all=t.extensions.get(match, 0),
        instead_of=before if instead else None,
    )


class Ruled(Struct, frozen=True, kw_only=True):
    """The verdict on what was seen at a table, by the tables of the edition.

    `match` is None for a mere question. `reported` is the result that was reported with it,
    `follows` the state of its round and what comes next. `clock` is the round's clock if it is
    still running although time is said to have been called. `turns` are those after time, `rules`
    the edition whose words the verdict has.
    """

    entries: tuple[Entry, ...] = ()
    match: MatchId | None = None
    seen: SeenAtTable
    ruling: Ruling
    reported: Result | None = None
    follows: Reported | None = None
    clock: RoundClock | None = None
    turns: Turns
    rules: Ruleset


NOTHING_SEEN = (
    "describe what was seen at the table: the games won, the game being played, or "
    "when time was called."
)


def time_called(
    ctx: WriteContext,
    match: MatchId,
    facts: SeenAtTable,
    *,
    report: bool = False,
    result: Result | None = None,
    reason: str | None = None,
) -> Ruled:
    """Record how a match stood when it ended or time was called, and the verdict.

    With `report`, the result of the verdict is reported in the same entry; with `result`, that one,
    if the head judge has to decide. A different result that is already recorded is corrected, for a
    `reason`. The number of Prize cards at the start is that of the event's format (A-64). Raises
    Misuse if no facts were given, since the entry would say nothing.
    """
    nothing = SeenAtTable(part=facts.part, match_format=facts.match_format, initial=facts.initial)
    if facts == nothing and match in ctx.tournament.matches:
        raise Misuse(NOTHING_SEEN, field="games")
    running = clocks(ctx.venue.desk.entries, ctx.rules, ctx.tournament)

    def act(t: Tournament) -> list[AnyEvent]:
        seen = _as_played(t, match, facts)
        ended = MatchEnded(match=match, facts=seen)
        if contradiction(seen) or match not in t.matches or not (report or result):
            return [ended]
        found = ruling(seen, sheet=ctx.rules.by_sheet, verdicts=ctx.rules.verdicts)
        if result is None and found.next:
            turns = turns_after_time(t, ctx.rules)
            hint = f"Next: {coming(found.next, rules=ctx.rules, turns=turns)}."
            raise Refused(f"according to these facts, match {match} is not over yet.", hint=hint)
        due = result or found.result
        assert due is not None, "give either the result or what happens next"
        standing = t.results.get(match)
        if standing is None:
            return [ended, ResultReported(match=match, result=due)]
        if standing == due:
            return [ended]
        if reason is None:
            msg = f"match {match} already has the result {standing.in_words(ctx.rules.tie_word)}."
            because = advice(
                "To correct it with these facts, give a reason: {}.",
                option("--reason", "…", of="time-called"),
            )
            raise Refused(msg, hint=because)
        return [ended, ResultCorrected(match=match, result=due, reason=reason)]

    (entry,) = ctx.take(act)
    seen = next(one.facts for one in entry.events if isinstance(one, MatchEnded))
    results = (ResultReported, ResultCorrected)
    reported = [one.result for one in entry.events if isinstance(one, results)]
    slips = [Slip(match=match, result=result) for result in reported]
    here = (match.pool, match.round)
    clock = next((one for one in running if (one.pool, one.round) == here), None)
    left = clock and clock.left(entry.at, match)
    early = seen.time is not TimeCalled.NOT_YET and left and left > timedelta(0)
    return Ruled(
        entries=(entry,),
        match=match,
        seen=seen,
        ruling=ruling(seen, sheet=ctx.rules.by_sheet, verdicts=ctx.rules.verdicts),
        reported=reported[0] if reported else None,
        follows=follows(ctx, entry, slips[0]) if slips else None,
        clock=clock if early else None,
        turns=turns_after_time(ctx.tournament, ctx.rules),
        rules=ctx.rules,
    )


_OF_SHEET = (Stage.SWISS, MatchFormat.BEST_OF_THREE)


def judge(seen: SeenAtTable, rules: Ruleset, *, turns: Turns | None = None) -> Ruled:
    """Return the verdict on what was seen. Raises Refused if the facts are impossible.

    `turns` are those announced for the event; None for the edition's own number.
    """
    if rules.by_sheet and (seen.part, seen.match_format) != _OF_SHEET:
        raise Refused(
            "a pod sheet only has Swiss rounds with best-of-three matches.",
            hint=advice(
                "Leave out {} and {}, or use a different edition.",
                *(option(name, of="verdict") for name in ("--elimination", "--single")),
            ),
        )
    try:
        return Ruled(
            seen=seen,
            ruling=ruling(seen, sheet=rules.by_sheet, verdicts=rules.verdicts),
            turns=turns or turns_of(rules),
            rules=rules,
        )
    except ValueError as error:
        hint = advice(
            "Describe what was seen at the table; {} asks for the facts one by one.",
            do("verdict", "--ask"),
        )
        raise Refused(str(error), hint=hint) from None


def _as_played(t: Tournament, match: MatchId, facts: SeenAtTable) -> SeenAtTable:
    """Return facts completed from the event: stage, match format, initial Prize cards (A-64).

    A number that was typed is kept, so that the desk can report that the format has another.
    """
    opened = t.opened
    if opened is None:
        return facts
    typed = facts.initial != SeenAtTable().initial
    return replace(
        facts,
        part=part_of(t, match.pool),
        match_format=opened.match_format,
        initial=facts.initial if typed else prizes_at_start(t),
    )


def prizes_at_start(t: Tournament) -> int:
    """Return the Prize cards of each side at the start of a game, by the event's format (A-64)."""
    played = t.opened.format if t.opened else None
    return played.prizes if played else SeenAtTable().initial
