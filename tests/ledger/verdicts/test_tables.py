"""The tables of TRF §8 and §9, over everything that can be seen at a table."""

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.events.match_end import (
    Away,
    Facts,
    GameEnd,
    Prizes,
    Side,
    Stage,
    TimeCalled,
    UnderWay,
)
from roundbook.ledger.terms import MatchFormat, Score, Verdict
from roundbook.ledger.verdicts.contradictions import contradiction
from roundbook.ledger.verdicts.decide import ruling, who_chooses
from roundbook.ledger.verdicts.tables import Next, NextStep, Ruling, cites
from roundbook.ledger.verdicts.tables import Row as Name
from tests.ledger.verdicts.matches import IN_A_GAME, imaginable, possible, with_absences
from tests.ledger.verdicts.tables import ROWS, rows_that_fit, situation

INITIAL = (6, 4, 3)
"""Constructed, Limited, and the thirty-card formats (TRF §11, §14)."""
OTHER = {"first": "second", "second": "first"}


@cache
def after_the_last_turn() -> tuple[Facts, ...]:
    """Every match that nobody has won, after time and after the turns that were left."""
    return tuple(
        facts
        for initial in INITIAL
        for facts in sorted(possible(initial), key=repr)
        if facts.time is not TimeCalled.NOT_YET
        and not is_won(facts)
        and (facts.under_way is UnderWay.NOTHING or has_no_turns_left(facts))
    )


def is_won(facts: Facts) -> bool:
    wins = [str(end).partition("-")[0] for end in facts.games]
    enough = 2 if facts.match_format is MatchFormat.BEST_OF_THREE else 1
    return enough in {wins.count("first"), wins.count("second")}


def has_no_turns_left(facts: Facts) -> bool:
    """None after the last; none in a Sudden Death for the match, or after time between games."""
    for_the_match = facts.under_way is UnderWay.SUDDEN_DEATH and facts.games[-1:] != (GameEnd.BOTH,)
    return facts.last_turn_ended or facts.time is TimeCalled.BETWEEN_GAMES or for_the_match


def expected(facts: Facts) -> tuple[str, str]:
    """What the literal table says of a situation: the row that is cited, and what follows."""
    (row,) = rows_that_fit(situation(facts))
    fewer = "first" if (facts.prizes or (0, 0))[0] < (facts.prizes or (0, 0))[1] else "second"
    word, _, rest = row.follows.partition(" ")
    leader = situation(facts).leader
    match word:
        case "tie":
            return row.where, f"tie {rest}"
        case "leader":
            return row.where, f"{leader} {_seen_by(rest, leader)}"
        case "fewer":
            games = {"1-0": ("1-0", "0-1"), "1-1": ("2-1", "1-2")}[rest]
            return row.where, f"{fewer} {games[fewer == 'second']}"
        case "win2" if fewer == leader:
            return "TRF §9.3 rows 7 and 10", f"{fewer} {_seen_by('2-0', fewer)}"
        case "win2":
            return "TRF §9.3 rows 7 and 11", "sudden death for the match"
        case _ if facts.decider:
            return row.where, str(facts.decider)
        case _ if row.follows == "sudden death for the match" and facts.under_way != "nothing":
            return row.where, "play on"
        case _:
            return row.where, row.follows


def _seen_by(games: str, leader: str) -> str:
    """Games as the leader has them, turned so that the first player's come first."""
    more, fewer, *drawn = games.split("-")
    sides = [more, fewer] if leader == "first" else [fewer, more]
    return "-".join([*sides, *drawn])


def as_words(found: Ruling) -> tuple[str, str]:
    """A ruling in the words of the literal table."""
    if found.result:
        games = f" {found.result.games}" if found.result.games else ""
        return found.cites, f"{found.result.verdict}{games}"
    assert found.next
    game = f", game {found.next.game}" if found.next.game else ""
    words = {
        NextStep.PLAY_ON: f"play on{game}",
        NextStep.UNTIL_PRIZES_DIFFER: "until the Prize cards differ",
        NextStep.SUDDEN_DEATH: f"sudden death{game}",
        NextStep.DECIDER: "sudden death for the match",
    }
    return found.cites, words[found.next.step]


@pytest.mark.rule(
    "TRF-8.2", "TRF-8.3", "TRF-9.2", "TRF-9.3", "A-24", "A-26", "A-30", "POD-8"
)  # fmt: skip
def test_the_tables_say_what_the_rules_say_wherever_a_match_can_stand() -> None:
    wrong = [
        (facts, as_words(found), expected(facts))
        for facts in after_the_last_turn()
        if as_words(found := ruling(facts)) != expected(facts)
    ]
    assert wrong[:3] == []


def test_every_situation_fits_exactly_one_row_and_every_row_is_met() -> None:
    fitting = [rows_that_fit(situation(facts)) for facts in after_the_last_turn()]
    assert {len(rows) for rows in fitting} == {1}
    assert {row for (row,) in fitting} == set(ROWS)


@pytest.mark.rule("TRF-8.2", "TRF-8.3", "TRF-9.2", "TRF-9.3", "A-25", "A-84")
def test_after_the_last_turn_the_one_who_was_away_loses_before_anything_else_is_asked() -> None:
    cite = {
        ("swiss", "bo1"): "TRF §8.2 row 1",
        ("swiss", "bo3"): "TRF §8.3 row 1",
        ("elimination", "bo1"): "TRF §9.2 row 1",
        ("elimination", "bo3"): "TRF §9.3 row 1",
    }
    for facts in after_the_last_turn():
        if facts.initial != 4:  # One kind of deck is enough here: the prizes come later.
            continue
        alone = ruling(facts)
        for seen in with_absences(facts):
            found = ruling(seen)
            one_away = seen.away in {Away.FIRST, Away.SECOND} and seen.judge_told
            if one_away:  # Even if Sudden Death was played all the same.
                here = (cite[seen.part, seen.match_format], OTHER[seen.away])
                assert as_words(found) == here, seen
            else:  # Nobody, both, or nobody told a judge: as if all had been on time.
                assert found == alone, seen


@pytest.mark.rule("TRF-8.1", "TRF-9.1", "A-85")
def test_before_the_last_turn_has_ended_the_turns_are_finished_whoever_was_away() -> None:
    row = {
        ("swiss", "in-turn"): "TRF §8.1 row 1",
        ("swiss", "between-turns"): "TRF §8.1 row 2",
        ("elimination", "in-turn"): "TRF §9.1 row 1",
        ("elimination", "between-turns"): "TRF §9.1 row 2",
    }
    met = 0
    for facts in possible(3):
        if (
            facts.time in IN_A_GAME
            and facts.under_way != "nothing"
            and not has_no_turns_left(facts)
        ):
            for seen in with_absences(facts):
                found = ruling(seen)
                in_turn = facts.time is TimeCalled.IN_TURN
                step = NextStep.FINISH_TURNS if in_turn else NextStep.BEGIN_TURNS
                assert found.next == Next(step=step, game=situation(facts).game)
                assert found.cites == row[facts.part, facts.time]
                met += 1
    assert met > 1_000


@pytest.mark.rule("TRF-8.1", "TRF-9.1", "POD-4")
def test_two_games_win_and_in_a_single_game_one_whatever_else_was_seen() -> None:
    for facts in possible(3):
        if not is_won(facts):
            continue
        wins = [str(end).partition("-")[0] for end in facts.games]
        score = Score(wins.count("first"), wins.count("second"))
        winner = Verdict.FIRST if score.first > score.second else Verdict.SECOND
        for seen in with_absences(facts):
            found = ruling(seen)
            assert found.result
            assert (found.result.verdict, found.result.games) == (winner, score)
            assert found.cites == f"TRF §{'8.1' if seen.part == 'swiss' else '9.1'} row 3"


@pytest.mark.rule("TRF-8.1", "TRF-9.1", "TRF-10", "A-31")
def test_before_time_a_match_goes_on_and_the_loser_of_a_game_chooses_who_starts_the_next() -> None:
    for facts in possible(3):
        if facts.time is not TimeCalled.NOT_YET or is_won(facts):
            continue
        found = ruling(facts)
        last = facts.games[-1] if facts.games else "none"
        game = situation(facts).game
        if facts.under_way != "nothing":
            due = Next(step=NextStep.PLAY_ON, game=game)
        elif last == "both":
            due = Next(step=NextStep.SUDDEN_DEATH, game=game)
        else:
            loser = {
                "none": None,
                "uncounted": None,
                "first": Side.SECOND,
                "second": Side.FIRST,
                "first-by-sudden-death": Side.SECOND,
                "second-by-sudden-death": Side.FIRST,
            }[last]
            due = Next(step=NextStep.START_GAME, game=game, chooses=loser)
            assert who_chooses(facts.games) == loser
            assert ("TRF §10 row 1" if loser else "TRF §10 row 2") in found.cites
        assert found.next == due, facts


def test_facts_are_refused_exactly_where_no_match_can_come_to_them() -> None:
    reached = possible(3)
    seen = set()
    for facts in imaginable(3):
        sentence = contradiction(facts)
        assert (sentence is None) == (facts in reached), (facts, sentence)
        if sentence is not None:
            assert sentence.endswith((".", ")."))
            assert len(sentence) <= 100, sentence
            seen.add(sentence)
        else:
            assert isinstance(ruling(facts), Ruling)
    assert len(seen) > 12


def test_facts_that_contradict_each_other_have_no_verdict() -> None:
    told = Facts(judge_told=True)
    assert (
        contradiction(told)
        == "neither player was late or away, so there was nothing to tell a judge."
    )
    with pytest.raises(ValueError, match="neither player was late"):
        ruling(told)


@pytest.mark.rule("TRF-9.3", "A-24")
@pytest.mark.parametrize(
    ("initial", "first", "second", "follows"),
    [
        # Half of six is three: two are less than half, three are not.
        (6, 3, 4, "first 1-0"),
        (6, 3, 3, "first 1-0"),
        (6, 6, 6, "first 1-0"),
        (6, 2, 3, "first 2-0"),
        (6, 3, 2, "sudden death for the match"),
        (6, 2, 2, "until the Prize cards differ"),
        (6, 1, 2, "first 2-0"),
        # Half of four is two: one is less than half, two are not.
        (4, 2, 3, "first 1-0"),
        (4, 2, 2, "first 1-0"),
        (4, 1, 2, "first 2-0"),
        (4, 2, 1, "sudden death for the match"),
        (4, 1, 1, "until the Prize cards differ"),
        # Half of three lies between one and two.
        (3, 2, 3, "first 1-0"),
        (3, 1, 2, "first 2-0"),
        # Of one or two prizes nobody who has not won has less than half.
        (2, 1, 2, "first 1-0"),
        (1, 1, 1, "first 1-0"),
    ],
)
def test_game_2_counts_once_somebody_has_less_than_half_the_prizes(
    initial: int, first: int, second: int, follows: str
) -> None:
    facts = Facts(
        part=Stage.ELIMINATION,
        games=(GameEnd.FIRST,),
        under_way=UnderWay.GAME,
        time=TimeCalled.IN_TURN,
        last_turn_ended=True,
        initial=initial,
        prizes=Prizes(first, second),
    )
    assert as_words(ruling(facts))[1] == follows


@pytest.mark.rule("A-30", "TRF-9.3")
def test_elimination_never_ends_in_a_tie_and_swiss_never_in_sudden_death_after_time() -> None:
    for facts in after_the_last_turn():
        found = ruling(facts)
        if facts.part is Stage.ELIMINATION:
            assert found.result is None or found.result.verdict is not Verdict.TIE
        else:
            assert found.result is not None


@pytest.mark.rule("POD-8")
def test_an_unfinished_third_game_is_1_1_1_and_one_that_did_not_start_is_1_1() -> None:
    level = Facts(games=(GameEnd.FIRST, GameEnd.SECOND), time=TimeCalled.BETWEEN_GAMES)
    begun = replace(level, under_way=UnderWay.GAME, time=TimeCalled.IN_TURN, last_turn_ended=True)
    assert as_words(ruling(level)) == ("TRF §8.3 row 7", "tie 1-1")
    assert as_words(ruling(begun)) == ("TRF §8.3 row 8", "tie 1-1-1")


def swapped(facts: Facts) -> Facts:
    """The same match with the players on the other sides of the slip."""
    turn = {"first": "second", "second": "first"}

    def other(word: str) -> str:
        head, dash, rest = word.partition("-")
        return f"{turn.get(head, head)}{dash}{rest}"

    return replace(
        facts,
        games=tuple(GameEnd(other(end)) for end in facts.games),
        prizes=Prizes(facts.prizes.second, facts.prizes.first) if facts.prizes else None,
        away=Away(other(facts.away)),
        decider=Side(other(facts.decider)) if facts.decider else None,
    )


def test_the_tables_favour_neither_side_of_the_slip() -> None:
    for facts in possible(3):
        one, mirrored = ruling(facts), ruling(swapped(facts))
        assert one.rows == mirrored.rows
        if one.result:
            assert mirrored.result
            games = one.result.games
            turned = Score(games.second, games.first, games.drawn) if games else None
            assert mirrored.result.games == turned
        else:
            assert one.next
            assert mirrored.next
            assert (one.next.step, one.next.game) == (mirrored.next.step, mirrored.next.game)


def seen_somewhere() -> Iterator[Facts]:
    return (facts for facts in sorted(possible(3), key=repr) if len(facts.games) < 6)


SOMEWHERE = tuple(seen_somewhere())


@pytest.mark.rule("A-31")
@given(st.sampled_from(SOMEWHERE), st.data())
def test_games_that_do_not_count_change_nothing_but_who_starts(
    facts: Facts, data: st.DataObject
) -> None:
    if not facts.games or is_won(facts):
        return
    at = data.draw(st.integers(0, len(facts.games) - 1))
    more = replace(facts, games=(*facts.games[:at], GameEnd.UNCOUNTED, *facts.games[at:]))
    assert ruling(more) == ruling(facts)


def rows_if_one_was_away(facts: Facts) -> tuple[Name, ...]:
    if facts.initial != 3:
        return ()
    return ruling(replace(facts, away=Away.FIRST, judge_told=True)).rows


def of_a_pod() -> Iterator[Facts]:
    """Everything that can be seen at a table of a pod: a best of three in Swiss."""
    kind = (Stage.SWISS, MatchFormat.BEST_OF_THREE)
    return (facts for facts in possible(6) if (facts.part, facts.match_format) == kind)


@pytest.mark.rule("POD-4", "POD-8")
def test_on_the_sheet_of_a_pod_whoever_has_won_more_games_wins() -> None:
    """The sheet: "the player who has won more games wins", "an equal amount ... is a draw"."""
    first = {GameEnd.FIRST, GameEnd.FIRST_BY_SUDDEN_DEATH}
    second = {GameEnd.SECOND, GameEnd.SECOND_BY_SUDDEN_DEATH}
    for facts in of_a_pod():
        found = ruling(facts, sheet=True)
        assert all(row.section in {"pod", "10"} for row in found.rows)
        if found.result is None:
            continue
        won = [sum(end in side for end in facts.games) for side in (first, second)]
        verdicts = {1: Verdict.FIRST, 0: Verdict.TIE, -1: Verdict.SECOND}
        assert found.result.verdict is verdicts[(won[0] > won[1]) - (won[0] < won[1])]
        assert max(won) == 2 or facts.time is not TimeCalled.NOT_YET


def test_every_row_can_be_met_and_says_what_it_is() -> None:
    met = {row for facts in possible(3) for row in ruling(facts).rows}
    met |= {row for facts in after_the_last_turn() for row in rows_if_one_was_away(facts)}
    met |= {row for facts in of_a_pod() for row in ruling(facts, sheet=True).rows}
    assert met == {row for row in Name if not row.section.startswith("h")}


def test_rows_of_one_section_are_cited_together() -> None:
    rows = (Name.CUT_2_PRIZES, Name.CUT_2_LEVEL, Name.COIN_STARTS)
    assert cites(rows) == "TRF §9.3 rows 7 and 11, TRF §10 row 2"


@pytest.mark.parametrize("part", list(Stage))
def test_a_row_is_true_whether_time_was_called_in_game_1_or_after_it(part: Stage) -> None:
    """TRF §8.1: a player who wins a game in the turns after time starts no other."""
    during, after = (
        ruling(Facts(part=part, games=(GameEnd.FIRST,), time=time))
        for time in (TimeCalled.IN_TURN, TimeCalled.BETWEEN_GAMES)
    )
    assert during == after
    [row] = during.rows
    assert row.case == "time has been called, game 1 is won, and game 2 has not started"
