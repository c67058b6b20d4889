"""Whatever is done in whatever order, a result and the facts of its match fit each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger.errors import Refused
from ledger.events import catalogue as ev
from ledger.events.event import Override
from ledger.events.match_end import Facts, Stage
from ledger.terms import MatchFormat, MatchId, Pool, Result, Score, Verdict, won
from ledger.verdicts.decide import ruling
from tests.ledger.verdicts.matches import possible
from tests.scripts import play

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
LEAVES = tuple(
    Override(rule=rule, reason="The players agree.", official="head-judge")
    for rule in ("verdict-differs", "game-not-started")
)
NEXT = ("round 2 p1-p3 p2-p4", "report 2-1 2-0 2-2 2-0", "round 3 p1-p4 p2-p3")

seen = st.builds(ev.MatchEnded, match=st.just(MATCH), facts=st.sampled_from(SWISS))
said = st.builds(ev.ResultReported, match=st.just(MATCH), result=st.sampled_from(RESULTS))
corrected = st.builds(
    ev.ResultCorrected,
    match=st.just(MATCH),
    result=st.sampled_from(RESULTS),
    reason=st.just("The slip was misread."),
)
withdrawn = st.just(ev.ResultWithdrawn(match=MATCH, reason="It was another table."))
changes = st.one_of(seen, said, corrected, withdrawn)
allowed = st.builds(
    lambda one, leave: replace(one, override=leave), changes, st.sampled_from(LEAVES)
)
entries = st.lists(st.lists(changes | allowed, min_size=1, max_size=2) | st.just("on"), max_size=9)


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


@pytest.mark.rule("A-63")
@given(entries)
def test_the_result_that_stands_is_one_the_facts_allow_or_the_head_judge_let_it(
    script: list[list[ev.AnyEvent] | str],
) -> None:
    desk = play("register ana ben cho dee\nround 1 ana-ben cho-dee\nreport 1-2 2-0")
    ahead = iter(NEXT)
    facts: Facts | None = None
    result: Result | None = None
    let = False
    for acts in script:
        if isinstance(acts, str):  # Play goes on: from some round on the match is locked.
            if result and (line := next(ahead, None)):
                play(line, desk)
            continue
        try:
            desk.post(*acts)
        except Refused:
            continue
        for act in acts:
            match act:
                case ev.MatchEnded():
                    facts = act.facts
                    let = act.override is not None
                case ev.ResultReported() | ev.ResultCorrected():
                    result = act.result
                    let = act.override is not None
                case ev.ResultWithdrawn():
                    result = None
                case _:
                    pass
        if facts and result:
            assert let or allow(facts, result), (facts, result)
