"""The time of a match: more of it, how the match stood when it was called, and what follows."""

from msgspec import Struct
from msgspec.structs import replace

from cli.desk.write import WriteContext
from ledger.errors import Refused, advice, do
from ledger.events.catalogue import AnyEvent, MatchEnded, ResultReported, TimeExtended
from ledger.events.match_end import Facts as SeenAtTable
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import part_of
from ledger.state.tournament import Tournament
from ledger.terms import MatchId, PlayerId, Result
from ledger.verdicts.contradictions import contradiction
from ledger.verdicts.decide import ruling
from ledger.verdicts.tables import Ruling
from projections.judging.match_end import coming


class Extended(Struct, frozen=True, kw_only=True):
    """A match that was given more time: how much just now, and how much in all, in minutes."""

    entries: tuple[Entry, ...]
    match: MatchId
    players: tuple[PlayerId, ...]
    minutes: int
    in_all: int


def extend(
    ctx: WriteContext, match: MatchId, minutes: int, *, informed: bool, reason: str | None
) -> Extended:
    """Give a match so many minutes more, at once (TRF §7.2); both players have to be told."""
    desk = ctx.venue.desk
    (entry,) = ctx.take(
        lambda _: [
            TimeExtended(
                match=match,
                minutes=minutes,
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
        in_all=t.extensions.get(match, minutes),
    )


class Ruled(Struct, frozen=True, kw_only=True):
    """What follows from what was seen at a table, by the tables of TRF §8 and §9.

    `match` is the one that it is recorded of; None where somebody only asks. `reported` is the
    result that was reported with it. `rules` know how many turns there are, and the word for a tie.
    """

    entries: tuple[Entry, ...] = ()
    match: MatchId | None = None
    seen: SeenAtTable
    ruling: Ruling
    reported: Result | None = None
    rules: Ruleset


def time_called(
    ctx: WriteContext,
    match: MatchId,
    facts: SeenAtTable,
    *,
    report: bool = False,
    result: Result | None = None,
) -> Ruled:
    """Record how a match stood when it ended or when time was called, and what follows.

    With `report` the result that follows is reported in the same entry; with `result` that one,
    which is for the head judge to decide.
    """

    def act(t: Tournament) -> list[AnyEvent]:
        kind = t.opened.match_format if t.opened else facts.match_format
        seen = replace(facts, part=part_of(t, match.pool), match_format=kind)
        ended = MatchEnded(match=match, facts=seen)
        if contradiction(seen) or match not in t.matches or not (report or result):
            return [ended]
        found = ruling(seen)
        if result is None and found.next:
            hint = f"Next: {coming(found.next, turns=ctx.rules.times.extra_turns)}."
            raise Refused(f"by the facts, match {match} is not over.", hint=hint)
        due = result or found.result
        assert due is not None, "a ruling is a result, or says what comes next"
        return [ended, ResultReported(match=match, result=due)]

    (entry,) = ctx.take(act)
    seen = next(one.facts for one in entry.events if isinstance(one, MatchEnded))
    reported = [one.result for one in entry.events if isinstance(one, ResultReported)]
    return Ruled(
        entries=(entry,),
        match=match,
        seen=seen,
        ruling=ruling(seen),
        reported=reported[0] if reported else None,
        rules=ctx.rules,
    )


def judge(seen: SeenAtTable, rules: Ruleset) -> Ruled:
    """Return what follows from what was seen; raises Refused if that cannot have been."""
    try:
        return Ruled(seen=seen, ruling=ruling(seen), rules=rules)
    except ValueError as error:
        hint = advice(
            "Say what was seen at the table; {} asks fact by fact.", do("verdict", "--ask")
        )
        raise Refused(str(error), hint=hint) from None
