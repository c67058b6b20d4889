"""Facts and results that go together, and those that do not; everything through the checks."""

import pytest
from msgspec.structs import replace

from ledger.desk import Desk
from ledger.events import catalogue as ev
from ledger.events.event import Override
from ledger.events.match_end import Facts, GameEnd, Stage, TimeCalled, UnderWay
from ledger.terms import MatchFormat, MatchId, Pool, Result, Score, Verdict, won
from ledger.verdicts.decide import ruling
from tests.ledger.verdicts.matches import possible
from tests.scripts import play

SWISS = MatchId(Pool("masters"), 1, 1)
CUT = MatchId(Pool("masters-cut"), 2, 1)
PLAYED = """
    register ana ben
    round 1 ana-ben
"""
BRACKET = f"""{PLAYED}
    report 1-1 2-0
    cut masters ana ben
    masters-cut: round 2 ana-ben
"""
CLAIMS = [
    Result(verdict=Verdict.FIRST),
    Result(verdict=Verdict.SECOND),
    Result(verdict=Verdict.TIE),
    Result(verdict=Verdict.DOUBLE_LOSS),
    *(won(Score(*games)) for games in [(2, 0), (1, 2), (1, 0), (0, 1, 1), (0, 0), (1, 1, 1)]),
]
ONE_EACH = (GameEnd.FIRST, GameEnd.SECOND)


def said_of(desk: Desk, *events: ev.AnyEvent) -> list[str]:
    """The rules that an entry of these events breaks, and nobody overrides."""
    entry = replace(desk.entries[-1], seq=99, events=events)
    found = desk.checks.judge_entry(desk.tournament, entry, desk.rules)
    return [violation.rule for violation in found if not violation.overridden]


@pytest.mark.rule("TRF-8.2", "TRF-8.3", "TRF-9.2", "TRF-9.3")
@pytest.mark.parametrize("match_format", list(MatchFormat))
@pytest.mark.parametrize("part", list(Stage))
def test_the_result_that_the_tables_give_can_be_reported_and_no_other(
    part: Stage, match_format: MatchFormat
) -> None:
    script = PLAYED if part is Stage.SWISS else BRACKET.replace("2-0", "1-0")
    desk = play(f"open {match_format}\nannounce 3\n{script}")
    match = SWISS if part is Stage.SWISS else CUT
    some = [
        facts
        for facts in sorted(possible(3), key=repr)
        if facts.prizes in {None, (1, 2), (2, 2)} and GameEnd.UNCOUNTED not in facts.games
    ]
    for facts in some:
        if (facts.part, facts.match_format) != (part, match_format):
            continue
        ended = ev.MatchEnded(match=match, facts=facts)
        due = ruling(facts).result
        if due is None:
            for claim in CLAIMS[:2]:
                said = said_of(desk, ended, ev.ResultReported(match=match, result=claim))
                assert said == ["verdict-differs"], facts
            continue
        assert said_of(desk, ended, ev.ResultReported(match=match, result=due)) == [], facts
        for claim in CLAIMS:
            said = said_of(desk, ended, ev.ResultReported(match=match, result=claim))
            games_fit = claim.games is None or due.games is None or claim.games == due.games
            if claim.verdict == due.verdict and games_fit:
                assert set(said) <= {"score-impossible", "game-not-started"}, (facts, claim)
            else:
                assert "verdict-differs" in said, (facts, claim)


@pytest.mark.rule("POD-8", "TRF-8.1")
def test_a_third_game_that_did_not_start_is_not_counted() -> None:
    desk = play(PLAYED)
    begun = Facts(games=ONE_EACH, under_way=UnderWay.GAME, time=TimeCalled.IN_TURN)
    desk.post(ev.MatchEnded(match=SWISS, facts=replace(begun, under_way=UnderWay.NOTHING)))
    third = ev.ResultReported(match=SWISS, result=won(Score(1, 1, 1)))
    assert said_of(desk, third) == ["game-not-started", "verdict-differs"]
    desk.post(ev.MatchEnded(match=SWISS, facts=begun))
    assert said_of(desk, third) == []


def test_facts_bind_a_later_report_once_the_match_is_over_and_not_before() -> None:
    desk = play(PLAYED)
    tie = ev.ResultReported(match=SWISS, result=Result(verdict=Verdict.TIE))
    first = ev.ResultReported(match=SWISS, result=Result(verdict=Verdict.FIRST))
    desk.post(ev.MatchEnded(match=SWISS, facts=Facts(games=(GameEnd.FIRST,))))
    assert said_of(desk, first) == said_of(desk, tie) == []
    over = Facts(games=(GameEnd.FIRST,), time=TimeCalled.BETWEEN_GAMES)
    desk.post(ev.MatchEnded(match=SWISS, facts=over))
    assert said_of(desk, first) == []
    assert said_of(desk, tie) == ["verdict-differs"]


@pytest.mark.rule("TRF-1.2")
@pytest.mark.parametrize(
    ("official", "refused"), [("head-judge", []), ("judge", ["verdict-differs"])]
)
def test_the_head_judge_and_nobody_else_lets_another_result_stand(
    official: str, refused: list[str]
) -> None:
    desk = play(PLAYED)
    leave = Override(rule="verdict-differs", reason="A slow opponent.", official=official)
    facts = Facts(games=(GameEnd.FIRST,), time=TimeCalled.BETWEEN_GAMES)
    tie = ev.ResultReported(match=SWISS, result=Result(verdict=Verdict.TIE), override=leave)
    assert said_of(desk, ev.MatchEnded(match=SWISS, facts=facts), tie) == refused


@pytest.mark.rule("A-30")
def test_each_part_has_its_own_table() -> None:
    swiss, elimination = Facts(), Facts(part=Stage.ELIMINATION)
    desk = play(BRACKET)
    assert said_of(desk, ev.MatchEnded(match=CUT, facts=swiss)) == ["facts-elsewhere"]
    assert said_of(desk, ev.MatchEnded(match=CUT, facts=elimination)) == []
    desk = play(PLAYED)
    assert said_of(desk, ev.MatchEnded(match=SWISS, facts=elimination)) == ["facts-elsewhere"]


def test_facts_go_with_the_result_that_is_withdrawn_and_with_the_round() -> None:
    over = Facts(games=(GameEnd.FIRST,), time=TimeCalled.BETWEEN_GAMES)
    desk = play(PLAYED)
    desk.post(
        ev.MatchEnded(match=SWISS, facts=over),
        ev.ResultReported(match=SWISS, result=Result(verdict=Verdict.FIRST)),
    )
    assert desk.tournament.endings[SWISS].facts == over
    desk.post(ev.ResultWithdrawn(match=SWISS, reason="It was another table."))
    assert desk.tournament.endings == {}


@pytest.mark.rule("POD-7", "A-34")
@pytest.mark.parametrize(("edition", "said"), [("dci-pod", ["tie-agreed"]), ("play-2017", [])])
def test_players_may_agree_on_a_tie_only_where_the_edition_lets_them(
    edition: str, said: list[str]
) -> None:
    desk = play(f"""
        open {edition} swiss
        announce 3
        register ana ben cho dee eva fay gus hal
        round 1 ana-ben cho-dee eva-fay gus-hal
    """)
    match = next(iter(desk.tournament.matches))
    agreed = Result(verdict=Verdict.TIE, agreed=True)
    assert said_of(desk, ev.ResultReported(match=match, result=agreed)) == said
    desk.post(ev.ResultReported(match=match, result=Result(verdict=Verdict.FIRST)))
    corrected = ev.ResultCorrected(match=match, result=agreed, reason="They had agreed.")
    assert said_of(desk, corrected) == said
