"""Whatever is done in whatever order, a result and the facts of its match fit each other."""

from typing import Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import Override
from roundbook.ledger.events.match_end import Facts, Stage, TimeCalled
from roundbook.ledger.terms import MatchFormat, MatchId, Pool, Result, Score, Verdict, won
from roundbook.ledger.verdicts.decide import ruling
from roundbook.ledger.verdicts.tally import games_started
from tests.ledger.verdicts.matches import possible
from tests.scripts import play

pytestmark = pytest.mark.fast

MATCH = MatchId(Pool("masters"), 1, 1)
SWISS = sorted(
    (
        facts
        for facts in possible(3)
        if (facts.part, facts.match_format) == (Stage.SWISS, MatchFormat.BEST_OF_THREE)
    ),
    key=repr,
)
RESULTS = (
    *(Result(verdict=verdict) for verdict in (Verdict.FIRST, Verdict.SECOND, Verdict.TIE)),
    *(won(Score(*games)) for games in [(2, 0), (1, 2), (2, 1), (0, 1), (1, 1), (1, 1, 1), (0, 0)]),
)
BINDING = ("verdict-differs", "game-not-started")
LEAVES = tuple(
    Override.of(rules, reason="The players agree.", official=official)
    for rules in (*zip(BINDING), BINDING, ("another-rule", BINDING[0]), ("another-rule",))
    for official in ("head-judge", "organiser")
)
NEXT = ("round 2 p1-p3 p2-p4", "report 2-1 2-0 2-2 2-0", "round 3 p1-p4 p2-p3")

DECIDING = [facts for facts in SWISS if ruling(facts).result]
"""Facts from which a result follows: the others only say what has been won so far."""

Told = Facts | Result | Literal["as seen"] | None
"""What somebody says of the match: what was seen, how it ended, or that it was another table."""

seen = st.sampled_from(DECIDING) | st.sampled_from(SWISS)
ended = st.just("as seen") | st.sampled_from(RESULTS)
told = st.tuples(seen | ended | st.none(), st.none() | st.sampled_from(LEAVES))
entry = st.lists(told, min_size=1, max_size=2)
begun_with = st.sampled_from(DECIDING).map(lambda facts: [[(facts, None)], [("as seen", None)]])
entries = st.builds(
    lambda first, then: [*first, *then],
    st.just([]) | begun_with,
    st.lists(entry | entry | st.just("on"), max_size=8),
)


def act_of(
    told: Told, leave: Override | None, facts: Facts | None, standing: Result | None
) -> ev.AnyEvent:
    """Return what is written of it: a result replaces the one that stands."""
    if told == "as seen":
        told = (ruling(facts).result if facts else None) or RESULTS[0]
    match told:
        case Facts():
            return ev.MatchEnded(match=MATCH, facts=told, override=leave)
        case Result() if standing:
            reason = "The slip was misread."
            return ev.ResultCorrected(match=MATCH, result=told, reason=reason, override=leave)
        case Result():
            return ev.ResultReported(match=MATCH, result=told, override=leave)
        case None:
            reason = "It was another table."
            return ev.ResultWithdrawn(match=MATCH, reason=reason, override=leave)


def allow(facts: Facts, result: Result) -> bool:
    """The tables, asked for what stands: the result is theirs, or keeps the games already won."""
    due = ruling(facts).result
    names = [str(end).partition("-")[0] for end in facts.games]
    if due is None:
        return result.games is None or (
            result.games.first >= names.count("first")
            and result.games.second >= names.count("second")
        )
    games = None in {due.games, result.games} or due.games == result.games
    return due.verdict == result.verdict and games


def let_stand(act: ev.AnyEvent, facts: Facts, result: Result) -> bool:
    """The organiser, who has no head judge, let it pass that this result is not of the facts."""
    more = result.games is not None and sum(result.games) > begun(facts)
    rule = "game-not-started" if more else "verdict-differs"
    let = act.override
    return let is not None and let.official == "organiser" and rule in (let.rule, *let.also)


def begun(facts: Facts) -> int:
    """How many games can have begun: once time is called, those that were seen."""
    return 3 if facts.time is TimeCalled.NOT_YET else games_started(facts)


NOT_FIRST = next(
    facts for facts in DECIDING if (due := ruling(facts).result) and due.verdict != Verdict.FIRST
)
"""Facts that decide the match, but not for the first player."""


@pytest.mark.rule("A-63")
@given(entries)
@example([[(NOT_FIRST, None)], [("as seen", None)], [(Result(verdict=Verdict.FIRST), None)]])
def test_the_result_that_stands_is_one_the_facts_allow_or_the_head_judge_let_it(
    script: list[list[tuple[Told, Override | None]] | str],
) -> None:
    desk = play("register ana ben cho dee\nround 1 ana-ben cho-dee\nreport 1-2 2-0")
    ahead = iter(NEXT)
    facts: Facts | None = None
    result: Result | None = None
    last: ev.AnyEvent | None = None
    for said in script:
        if isinstance(said, str):  # Play goes on: from some round on the match is locked.
            if result and (line := next(ahead, None)):
                play(line, desk)
            continue
        acts = [act_of(what, leave, facts, result) for what, leave in said]
        try:
            desk.post(*acts)
        except Refused:
            continue
        for act in acts:
            match act:
                case ev.MatchEnded():
                    facts, last = act.facts, act
                case ev.ResultReported() | ev.ResultCorrected():
                    result, last = act.result, act
                case ev.ResultWithdrawn():
                    result = None
                case _:
                    pass
        if facts and result and last:
            assert allow(facts, result) or let_stand(last, facts, result), (facts, result, last)
