"""Facts and results that go together, and those that do not; everything through the checks."""

from functools import cache

import pytest
from msgspec.structs import replace

from roundbook.ledger.desk import Desk
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.decks import Format
from roundbook.ledger.events.event import Override
from roundbook.ledger.events.match_end import Facts, GameEnd, Prizes, Stage, TimeCalled, UnderWay
from roundbook.ledger.terms import MatchFormat, MatchId, Pool, Result, Score, Verdict, won
from roundbook.ledger.verdicts.decide import ruling
from tests.ledger.verdicts.matches import possible
from tests.ledger.verdicts.tables import ROWS, rows_that_fit, situation
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
TEAMS = """
    register ana ben cho dee
    event {"event":"team-formed","players":["p1","p3"],"name":"Rocket"}
    event {"event":"team-formed","players":["p2","p4"],"name":"Plasma"}
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
    entry = replace(desk.entries[-1], seq=99, hand=desk.hand, events=events)
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
                assert {"verdict-differs", "game-not-started"} & set(said), (facts, claim)


@pytest.mark.rule("POD-8", "TRF-8.1")
def test_a_third_game_that_did_not_start_is_not_counted() -> None:
    desk = play(PLAYED)
    begun = Facts(games=ONE_EACH, under_way=UnderWay.GAME, time=TimeCalled.IN_TURN)
    desk.post(ev.MatchEnded(match=SWISS, facts=replace(begun, under_way=UnderWay.NOTHING)))
    third = ev.ResultReported(match=SWISS, result=won(Score(1, 1, 1)))
    assert said_of(desk, third) == ["game-not-started"]
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
    desk = play(f"open\nannounce 3\nstaff h2 head-judge judge\n{PLAYED}\nhand {official}")
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


OVER = Facts(games=(GameEnd.FIRST,), time=TimeCalled.BETWEEN_GAMES)
"""Time was called after game 1, which the first player won: a win for the first (TRF §8.3)."""
SAID = {
    verdict: Result(verdict=verdict) for verdict in (Verdict.FIRST, Verdict.SECOND, Verdict.TIE)
}


def seen(facts: Facts, match: MatchId = SWISS) -> ev.MatchEnded:
    return ev.MatchEnded(match=match, facts=facts)


def reported(verdict: Verdict) -> ev.ResultReported:
    return ev.ResultReported(match=SWISS, result=SAID[verdict])


def corrected(verdict: Verdict) -> ev.ResultCorrected:
    return ev.ResultCorrected(match=SWISS, result=SAID[verdict], reason="The slip was misread.")


@pytest.mark.rule("A-63")
def test_facts_bind_a_correction_and_a_report_after_a_withdrawal() -> None:
    desk = play(PLAYED)
    desk.post(seen(OVER), reported(Verdict.FIRST))
    assert said_of(desk, corrected(Verdict.TIE)) == ["verdict-differs"]
    desk.post(ev.ResultWithdrawn(match=SWISS, reason="It was another table."))
    assert said_of(desk, reported(Verdict.TIE)) == ["verdict-differs"]
    assert said_of(desk, seen(replace(OVER, games=ONE_EACH)), reported(Verdict.TIE)) == []


@pytest.mark.rule("A-63")
def test_facts_that_exclude_the_result_that_stands_come_with_its_correction() -> None:
    desk = play(PLAYED)
    desk.post(reported(Verdict.TIE))
    assert said_of(desk, seen(OVER)) == ["verdict-differs"]
    assert said_of(desk, seen(OVER), corrected(Verdict.FIRST)) == []
    assert said_of(desk, seen(OVER), corrected(Verdict.SECOND)) == ["verdict-differs"]
    assert said_of(desk, corrected(Verdict.FIRST), seen(OVER)) == []
    assert said_of(desk, corrected(Verdict.SECOND), seen(OVER)) == ["verdict-differs"]
    three = ev.ResultCorrected(match=SWISS, result=won(Score(1, 1, 1)), reason="As they say.")
    desk.post(three)
    even = replace(OVER, games=ONE_EACH)
    assert said_of(desk, seen(even)) == ["game-not-started"]


@pytest.mark.rule("A-63")
def test_games_that_were_won_while_a_match_went_on_stay_won() -> None:
    desk = play(PLAYED)
    desk.post(seen(Facts(games=(GameEnd.FIRST,))))
    for games, said in (((0, 2), ["verdict-differs"]), ((1, 2), []), ((2, 0), [])):
        report = ev.ResultReported(match=SWISS, result=won(Score(*games)))
        assert said_of(desk, report) == said, games


@pytest.mark.rule("A-63", "TRF-1.2")
@pytest.mark.parametrize(
    ("report", "facts", "rule"),
    [
        ("0-1", OVER, "verdict-differs"),
        ("1-1-1", replace(OVER, games=ONE_EACH), "game-not-started"),
    ],
)
def test_after_the_lock_only_the_head_judge_may_record_facts_against_a_result(
    report: str, facts: Facts, rule: str
) -> None:
    desk = play(f"""
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 {report} 1-2 2-0
        round 2 ana-cho ben-dee
        report 2-1 2-0 2-2 2-0
        round 3 ana-dee ben-cho
        staff h2 head-judge judge
        hand head-judge
    """)
    due = ruling(facts).result
    assert due
    fix = ev.ResultCorrected(match=SWISS, result=due, reason="So it was.")
    assert said_of(desk, seen(facts), fix) == ["result-locked"]
    assert said_of(desk, seen(facts)) == [rule]
    leave = Override(rule=rule, reason="The players agree.", official="head-judge")
    assert said_of(desk, replace(seen(facts), override=leave)) == []
    play("hand judge", desk)
    assert said_of(desk, replace(seen(facts), override=replace(leave, official="judge"))) == [rule]


PRIZES = dict.fromkeys(Format, 4) | {  # TRF §11.1, §11.2, §14.2, §14.3
    Format.STANDARD: 6,
    Format.EXPANDED: 6,
    Format.UNLIMITED: 6,
    Format.TWO_ON_TWO_CONSTRUCTED: 6,
    Format.THIRTY_CARD_CONSTRUCTED: 3,
    Format.THIRTY_CARD_LIMITED: 3,
    Format.TEAM_BATTLE_CONSTRUCTED: 6,
}
"""The Prize cards of each side, which are a team's own: the others are Limited."""


def entered(script: str, played: Format) -> str:
    """Let two teams play where a format has teams."""
    return script.replace("\n    register ana ben\n", TEAMS) if played.teams else script


@pytest.mark.rule("A-64", "TRF-9.3")
@pytest.mark.parametrize("played", list(Format))
def test_prize_cards_at_the_start_are_those_of_the_format(played: Format) -> None:
    due = PRIZES[played]
    desk = play(f"open {played}\nannounce 3 energy\n{entered(BRACKET, played)}")
    counted = Facts(
        part=Stage.ELIMINATION,
        under_way=UnderWay.GAME,
        time=TimeCalled.IN_TURN,
        last_turn_ended=True,
        prizes=Prizes(1, 2),
    )
    for initial in range(2, 7):
        expected = [] if initial == due else ["facts-elsewhere"]
        assert said_of(desk, seen(replace(counted, initial=initial), CUT)) == expected


@pytest.mark.rule("A-64", "TRF-8.2", "TRF-8.3", "TRF-9.2", "TRF-9.3")
@pytest.mark.parametrize("played", list(Format))
def test_every_row_of_the_verdict_tables_is_played_once_in_every_format(played: Format) -> None:
    """Each row by the literal table; a bracket's prizes are those that this format begins with."""
    met = set()
    for kind in MatchFormat:
        for part in Stage:
            script = PLAYED if part is Stage.SWISS else BRACKET.replace("2-0", "1-0")
            script = entered(script, played)
            desk = play(f"open {played} {kind}\nannounce 3 energy\n{script}")
            match = SWISS if part is Stage.SWISS else CUT
            for row, facts in one_of_each_row(part, kind, PRIZES[played]).items():
                due = ruling(facts).result
                said = [ev.ResultReported(match=match, result=due)] if due else []
                assert said_of(desk, seen(facts, match), *said) == [], (row, facts)
                met.add(row)
    assert {row.where for row in ROWS} == met


@cache
def one_of_each_row(part: Stage, kind: MatchFormat, initial: int) -> dict[str, Facts]:
    """One way in which each row of the literal table can be met with so many Prize cards."""
    found: dict[str, Facts] = {}
    for facts in sorted(possible(initial), key=repr):
        over = facts.last_turn_ended or facts.time is TimeCalled.BETWEEN_GAMES
        if (facts.part, facts.match_format) == (part, kind) and over and not facts.decider:
            for row in rows_that_fit(situation(facts)):
                found.setdefault(row.where, facts)
    return found


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
