"""Slips keyed in on one line: what every line means, what it does, and how it is taken back."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundbook.cli.answers.spoken import beside
from roundbook.cli.args.slips import Slip
from roundbook.cli.args.table_numbers import OpenTables, hall_of
from roundbook.cli.args.types import as_typed, result_named
from roundbook.cli.keying.grammar import Keep, Other, Show, Slips, Undo, Wrong, parse
from roundbook.cli.keying.one_line import LineAnswer, between, enter, status, still_out
from roundbook.cli.session.errors import typed
from roundbook.cli.session.venue import CommandOptions, Operator, Venue, venue
from roundbook.ledger.terms import (
    MatchId,
    NoShow,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Role,
    Score,
    Verdict,
    no_show,
    won,
)
from tests.cli.line import Line

MASTERS, SENIOR, JUNIOR = Pool("masters"), Pool("senior"), Pool("junior")


def seated(*matches: MatchId) -> dict[MatchId, Pairing]:
    return {
        match: Pairing(PlayerId(f"p{2 * n + 1}"), PlayerId(f"p{2 * n + 2}"))
        for n, match in enumerate(matches)
    }


def match(pool: Pool, number: int, table: int) -> MatchId:
    return MatchId(pool, number, table)


OLD = match(MASTERS, 1, 12)
BOTH = [match(MASTERS, 2, 12), match(SENIOR, 2, 12)]
HALL = OpenTables(
    running=(match(MASTERS, 2, 3), match(MASTERS, 2, 7), match(SENIOR, 2, 9), *BOTH),
    resting=(match(JUNIOR, 2, 3), match(JUNIOR, 2, 30)),
    matches=seated(
        OLD, match(MASTERS, 2, 3), match(MASTERS, 2, 7), match(SENIOR, 2, 9), *BOTH,
        match(JUNIOR, 2, 3), match(JUNIOR, 2, 30),
    ),
    results={},
)  # fmt: skip


def result(verdict: Verdict) -> Result:
    return Result(verdict=verdict)


RESULTS = [
    ("1", result(Verdict.FIRST)),
    ("2", result(Verdict.SECOND)),
    ("t", result(Verdict.TIE)),
    ("T", result(Verdict.TIE)),
    ("x", result(Verdict.DOUBLE_LOSS)),
    ("id", Result(verdict=Verdict.TIE, agreed=True)),
    ("20", won(Score(2, 0))),
    ("02", won(Score(0, 2))),
    ("21", won(Score(2, 1))),
    ("12", won(Score(1, 2))),
    ("10", won(Score(1, 0))),
    ("11", won(Score(1, 1))),
    ("111", won(Score(1, 1, 1))),
    ("2-1", won(Score(2, 1))),
    ("2:1", won(Score(2, 1))),
    ("1:0:1", won(Score(1, 0, 1))),
    ("n1", no_show("first")),
    ("n2", no_show("second")),
    ("nb", no_show("both")),
    ("double-loss", result(Verdict.DOUBLE_LOSS)),
    ("unplayed", result(Verdict.UNPLAYED)),
]


@pytest.mark.parametrize(("word", "meant"), RESULTS)
def test_a_table_and_a_result_are_a_slip(word: str, meant: Result) -> None:
    spoken = parse(f"7 {word}", HALL)
    assert spoken == Slips(slips=(Slip(match=match(MASTERS, 2, 7), result=meant),))


def slip(of: MatchId, keyed: str, *leaving: int, reason: str | None = None) -> Slips:
    meant = result_named(keyed)
    assert meant is not None
    players = tuple(HALL.matches[of][side] for side in leaving)
    return Slips(slips=(Slip(match=of, result=meant, leaving=players, reason=reason),))


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("7 1 d2", slip(match(MASTERS, 2, 7), "1", 1)),
        ("7 1d2", slip(match(MASTERS, 2, 7), "1", 1)),
        ("7 20d1", slip(match(MASTERS, 2, 7), "20", 0)),
        ("7 xd1d2", slip(match(MASTERS, 2, 7), "x", 0, 1)),
        ("7 2 - 0 d1", slip(match(MASTERS, 2, 7), "20", 0)),
        ("7 1 – 1 – 1", slip(match(MASTERS, 2, 7), "111")),
        ("7 x d1 d2 d1", slip(match(MASTERS, 2, 7), "x", 0, 1)),
        ("  7   20 ", slip(match(MASTERS, 2, 7), "20")),
        ("7 2 because slip Read upside down", slip(
            match(MASTERS, 2, 7), "2", reason="slip Read upside down")),
        ("7 2 d1 BECAUSE x", slip(match(MASTERS, 2, 7), "2", 0, reason="x")),
        ("3 1", slip(match(MASTERS, 2, 3), "1")),
        ("30 1", slip(match(JUNIOR, 2, 30), "1")),
        ("junior 3 1", slip(match(JUNIOR, 2, 3), "1")),
        ("masters 12 1", slip(BOTH[0], "1")),
        ("S 12 1", slip(BOTH[1], "1")),
        ("masters-1-12 2 because x", slip(OLD, "2", reason="x")),
        ("7 ?", Show(match=match(MASTERS, 2, 7))),
        ("7", Show(match=match(MASTERS, 2, 7))),
        ("senior 12 ?", Show(match=BOTH[1])),
        ("u", Undo()),
        ("U because wrong table", Undo(reason="wrong table")),
        ("= 20", Keep(result="20")),
        ("=t", Keep(result="t")),
        ("", Other()),
        ("pair", Other()),
        ("drop p7", Other()),
        ("undo", Undo()),
        ("table 7", Show(match=MatchId(Pool("masters"), 2, 7))),
    ],
)  # fmt: skip
def test_a_line_means(line: str, meant: object) -> None:
    assert parse(line, HALL) == meant


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "7 7",
            '"7" is not a result; type 1 or 2 for the winner, games such as 20 (2-0)',
        ),
        ("7 99999", '"99999" is not a result'),
        ("8 1", "there is no table 8; the tables are 3, 7, 9, 12, 30."),
        ("junior 12 1", "there is no table 12 in junior; the tables are 3, 30."),
        ("12 1", "table 12 is in masters and senior: type the pool too, as in `masters 12 1`."),
        ("masters-9-1 1", "there is no match masters-9-1."),
        (
            "7 1 p2",
            (
                '"p2" is not understood after a result; type d1 or d2 to drop a player, '
                "or `because` and a reason."
            ),
        ),
        ("7 2 1", '"1" is not understood after a result; for 2-1 type `7 21`.'),
        (
            "masters 12 2 0 d1",
            '"0" is not understood after a result; for 2-0 type `masters 12 20`.',
        ),
        (
            "=",
            (
                "no result is being repeated, so there is nothing to end; `= 20` gives 2-0 to "
                "every table that follows."
            ),
        ),
        ("= 7", '"7" is not a result to repeat'),
        ("= 20 3", '"20 3" is not a result to repeat'),
        ("7 1 because", "give the reason after `because`."),
        ("because x", "give the table before `because`."),
        ("7 1 because " + "x" * 100_000, "a reason can have at most "),
    ],
)
def test_what_cannot_be_meant_is_said_in_a_sentence(line: str, sentence: str) -> None:
    spoken = parse(line, HALL)
    assert isinstance(spoken, Wrong)
    assert spoken.sentence.startswith(sentence), spoken.sentence
    assert "\n" not in spoken.sentence


def test_a_pool_with_one_table_is_told_as_such() -> None:
    one = match(MASTERS, 2, 3)
    hall = OpenTables(running=(one,), resting=(), matches={one: HALL.matches[one]}, results={})
    assert parse("1 1", hall) == Wrong(sentence="there is no table 1; the only table is 3.")


def test_a_kept_result_is_that_of_every_table_in_the_lines_that_follow() -> None:
    spoken = parse("3, 7 s 12 masters-1-12 7", HALL, "20")
    assert isinstance(spoken, Slips)
    assert [one.match for one in spoken.slips] == [
        match(MASTERS, 2, 3),
        match(MASTERS, 2, 7),
        BOTH[1],
        OLD,
    ]
    assert {one.result for one in spoken.slips} == {won(Score(2, 0))}
    assert parse("7 t", HALL, "20") == slip(match(MASTERS, 2, 7), "t")
    assert parse("=", HALL, "20") == Keep(result=None)
    wrong = parse("3 8", HALL, "20")
    assert isinstance(wrong, Wrong)
    assert wrong.sentence.startswith("there is no table 8; ")
    assert wrong.sentence.endswith(". Nothing from this line was recorded.")
    alone = parse("8", HALL, "20")
    assert isinstance(alone, Wrong)
    assert "Nothing" not in alone.sentence


def test_a_table_that_is_not_played_at_is_found_only_where_none_is() -> None:
    waiting = OpenTables(
        running=(), resting=HALL.resting, matches=HALL.matches, results=HALL.results
    )
    assert parse("3 1", waiting) == slip(match(JUNIOR, 2, 3), "1")
    nobody = OpenTables(running=(), resting=(), matches={}, results={})
    spoken = parse("3 1", nobody)
    assert isinstance(spoken, Wrong)
    assert spoken.sentence == "there is no table 3: no round is paired."


@given(st.text(max_size=40), st.none() | st.text(max_size=4))
def test_any_line_means_something_or_says_what_is_wrong(line: str, keeping: str | None) -> None:
    spoken = parse(line, HALL, keeping)
    assert isinstance(spoken, Slips | Show | Undo | Keep | Wrong | Other)


SHORT = "7 3 12 30 1 2 t x 20 111 n2 ? u = d1 d2 because masters senior m"
TOKENS = st.sampled_from([*SHORT.split(), "junior-2-3", "masters-1-12"])


@given(st.lists(TOKENS, min_size=1, max_size=6), st.none() | st.sampled_from(["20", "t"]))
def test_whatever_is_keyed_is_about_matches_that_there_are(
    tokens: list[str], keeping: str | None
) -> None:
    spoken = parse(" ".join(tokens), HALL, keeping)
    if isinstance(spoken, Slips):
        assert spoken.slips
        for one in spoken.slips:
            assert set(one.leaving) <= set(HALL.matches[one.match])


games = st.builds(Score, *[st.integers(0, 9)] * 3)
any_result = (
    st.builds(Result, verdict=st.sampled_from(Verdict))
    | games.map(won)
    | st.sampled_from(get_args(NoShow)).map(no_show)
    | st.just(Result(verdict=Verdict.TIE, agreed=True))
)


@given(any_result)
def test_a_result_is_read_again_as_it_is_typed(one: Result) -> None:
    assert result_named(as_typed(one)) == one


# ---- at a tournament

BEA = CommandOptions(operator=Operator(name="Bea", role=Role.SCOREKEEPER, station="desk-2"))
JO = CommandOptions(operator=Operator(name="Jo", role=Role.JUDGE, station="desk-3"))


@pytest.fixture
def here(line: Line) -> Venue:
    """Six Masters in their first round, at tables 1 to 3."""
    line.begin("Ana", "Ben", "Cho", "Dee", "Eve", "Fay")
    return venue(line.folder)


def key(here: Venue, *lines: str, by: CommandOptions = BEA) -> LineAnswer:
    answer = LineAnswer()
    for line in lines:
        answer = enter(here, by, line, answer.keeping, says=beside)
    return answer


def told(answer: LineAnswer) -> tuple[str, ...]:
    return tuple(map(typed, answer.lines))


def stopped_by(answer: LineAnswer) -> tuple[str, ...]:
    return tuple(map(typed, answer.wrong))


def results(here: Venue) -> dict[MatchId, Result]:
    return dict(venue(here.folder).desk.tournament.results)


def seats(here: Venue, table: int) -> tuple[PlayerId, PlayerId]:
    return here.desk.tournament.matches[match(MASTERS, 1, table)]


def test_one_line_is_said_back_with_the_table_and_both_names_the_winner_first(here: Venue) -> None:
    left, right = (here.book.name(player) for player in seats(here, 1))
    answer = key(here, "1 20")
    assert told(answer) == (f"1: {left} 2-0 {right}",)
    left, right = (here.book.name(player) for player in seats(here, 2))
    answer = key(here, "2 t d2")
    assert told(answer) == (f"2: {left} ties with {right} · {right} dropped",)
    *_, entry = here.desk.entries
    assert [type(event).__name__ for event in entry.events] == ["ResultReported", "PlayerDropped"]
    assert entry.hand.station == "desk-2"
    left, right = (here.book.name(player) for player in seats(here, 3))
    answer = key(here, "3 n1")
    assert told(answer)[0] == f"3: {right} beats {left} (no-show)"
    assert told(answer)[-1] == "next: roundbook pair masters"


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ("20", "Ana 2-0 Ben"),
        ("12", "Ben 2-1 Ana"),
        ("1", "Ana beats Ben"),
        ("2", "Ben beats Ana"),
        ("n2", "Ana beats Ben (no-show)"),
        ("t", "Ana draws with Ben"),
        ("111", "Ana draws with Ben (1-1-1)"),
        ("id", "Ana agrees on a draw with Ben"),
        ("x", "Ana and Ben both lose"),
        ("nb", "Ana and Ben both lose (neither showed up)"),
        ("unplayed", "Ana did not play Ben"),
    ],
)
def test_a_result_between_two_players_names_the_winner_first(result: str, said: str) -> None:
    read = result_named(result)
    assert read is not None
    assert between("Ana", "Ben", read, "draw") == said
    turned = read.turned()
    is_won = turned.verdict in {Verdict.FIRST, Verdict.SECOND}
    assert (between("Ben", "Ana", turned, "draw") == said) == is_won, "from either side"


def test_a_slip_that_is_keyed_again_changes_nothing(here: Venue) -> None:
    first = key(here, "1 20")
    seq = here.desk.tournament.seq
    again = key(here, "1 20")
    assert told(again) == told(key(here, "1 1")) != ()
    assert told(again) == (f"{told(first)[0]} · already recorded",)
    assert not stopped_by(again)
    assert not again.said
    assert here.desk.tournament.seq == seq


@pytest.mark.rule("LED-4")
def test_another_result_for_a_table_needs_a_reason_and_is_a_correction(here: Venue) -> None:
    key(here, "1 20", by=JO)
    seq = here.desk.tournament.seq
    answer = key(here, "1 2")
    (wrong,) = stopped_by(answer)
    first, second = seats(here, 1)
    assert wrong.startswith(
        f"table 1 ({first} – {second}) already has the result 2-0: "
        "to change it to 2, add `because` and the reason."
    )
    assert f"The result is from entry {seq} by Jo (judge) at desk-3, " in wrong
    assert here.desk.tournament.seq == seq
    answer = key(here, "1 2 d1 because slip read upside down")
    corrected, dropped = here.desk.entries[-2:]
    assert [type(event).__name__ for event in corrected.events] == ["ResultCorrected"]
    assert getattr(corrected.events[0], "reason", None) == "slip read upside down"
    assert [getattr(event, "player", None) for event in dropped.events] == [seats(here, 1)[0]]
    lost, won = (here.book.name(player) for player in seats(here, 1))
    assert told(answer)[0] == f"1: {won} beats {lost} · corrected · {lost} dropped"
    assert key(here, "1 2 d1").said == ()


def test_a_result_that_no_match_can_have_is_called_so_and_not_offered_as_a_correction(
    here: Venue,
) -> None:
    key(here, "1 20")
    answer = key(here, "1 33")
    assert stopped_by(answer) == ("3-3 cannot happen in a best of three.",)
    assert answer.at_odds == ()


def test_after_an_undo_a_result_is_from_the_entry_that_first_said_it(here: Venue) -> None:
    key(here, "1 20", by=JO)
    seq = here.desk.tournament.seq
    key(here, "1 2 because slip read upside down", "u")
    (wrong,) = stopped_by(key(here, "1 2"))
    assert f"The result is from entry {seq} by Jo (judge) at desk-3, " in wrong


def test_a_line_that_is_only_tried_writes_nothing(here: Venue) -> None:
    seq = here.desk.tournament.seq
    trial = CommandOptions(operator=BEA.operator, dry_run=True)
    answer = key(here, "1 20 d1", by=trial)
    assert told(answer)[0] == "Nothing was written."
    would = f"This would be entry {seq + 1}: match masters-1-1 was reported: 2-0 (a win for "
    assert told(answer)[1].startswith(would)
    assert here.desk.tournament.seq == seq


def test_a_line_that_is_sent_again_with_its_id_does_nothing_more(here: Venue) -> None:
    key(here, "1 20", "2 1")
    form = CommandOptions(operator=BEA.operator, cmd="form-9")
    first, seq = key(here, "u", by=form), here.desk.tournament.seq
    again = key(here, "u", by=form)
    assert told(again) == told(first)
    assert here.desk.tournament.seq == seq
    assert set(results(here)) == {match(MASTERS, 1, 1)}
    many = CommandOptions(operator=BEA.operator, cmd="form-11")
    for times in range(2):
        answer = enter(here, many, "1 2 3", "20", says=beside)
        assert not stopped_by(answer)
        known = sum(line.endswith("already recorded") for line in told(answer))
        assert known == (0 if times else 1), "what it has recorded itself is not said"
        assert here.desk.tournament.seq == seq + 2
    slip = CommandOptions(operator=BEA.operator, cmd="form-12")
    key(here, "1 2 d1 because so", by=slip)
    seq = here.desk.tournament.seq
    key(here, "1 2 d1 because so", by=slip)
    assert here.desk.tournament.seq == seq


def test_a_reason_where_nothing_is_changed_is_not_lost_in_silence(here: Venue) -> None:
    answer = key(here, "1 2 because it is so")
    first, second = seats(here, 1)
    said = f"table 1 ({first} – {second}) has no result yet, so leave the reason out."
    assert stopped_by(answer) == (said,)


def test_a_no_show_that_was_played_after_all_is_corrected_with_its_reason(here: Venue) -> None:
    key(here, "1 n1", "1 2")
    match = next(iter(here.desk.tournament.results))
    assert here.desk.tournament.results[match].no_show == "first", "the winner is the same"
    answer = key(here, "1 2 because he came late")
    assert not stopped_by(answer)
    assert here.desk.tournament.results[match].no_show is None
    assert "already recorded" not in " ".join(told(answer))


def test_while_a_round_waits_a_correction_is_led_to_the_round_before(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    here = venue(line.folder)
    key(here, "1 1", "2 1")
    line("pair")
    (wrong,) = stopped_by(key(here, "1 02 because it was misread"))
    assert wrong.endswith("For round 1, type masters-1-1 instead of the table.")
    line("start")
    line.play(2)
    line("pair")
    (wrong,) = stopped_by(key(here, "1 02 because it was misread"))
    assert wrong.endswith("For round 2, type masters-2-1 instead of the table.")
    answer = key(here, "masters-1-1 02")
    assert "which is locked (TOP §4)" in stopped_by(answer)[0]
    assert answer.at_odds == (), "nothing is left to decide"


def test_a_drop_without_a_side_names_both_players(here: Venue) -> None:
    (wrong,) = stopped_by(key(here, "1 1 drop"))
    first, second = seats(here, 1)
    assert wrong == f"say who drops: d1 is {first}, d2 is {second}."


def test_what_a_rule_refuses_is_said_with_the_rule(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    here = venue(line.folder)
    key(here, "1 1", "2 1")
    line("pair")
    answer = key(here, "1 1")
    assert stopped_by(answer)[0].startswith("refused: ")
    assert stopped_by(answer)[1].startswith("  rule: ")


def test_one_kept_result_is_entered_at_every_table_or_at_none(here: Venue) -> None:
    answer = key(here, "= 20", "1 2")
    assert answer.keeping == "20"
    assert len(told(answer)) == len(answer.said) == 2
    assert set(results(here).values()) == {won(Score(2, 0))}
    key(here, "u", "u", "1 t")
    answer = key(here, "= 20", "3 1 2")
    assert ") already has the result tie" in stopped_by(answer)[0]
    assert stopped_by(answer)[-1] == "Nothing from this line was recorded."
    assert set(results(here)) == {match(MASTERS, 1, 1)}


@pytest.mark.rule("LED-1")
def test_undo_takes_back_the_last_entry_of_this_hand_by_another_entry(here: Venue) -> None:
    key(here, "1 20")
    before = here.desk.tournament.seq
    key(here, "2 1", by=JO)
    key(here, "1 21 because a game was forgotten", "3 t d1")
    answer = key(here, "u")
    assert told(answer)[0].startswith(f"entry {before + 3} was undone: ")
    assert match(MASTERS, 1, 3) not in results(here)
    assert not here.desk.tournament.players[seats(here, 3)[0]].out
    key(here, "u")
    assert results(here)[match(MASTERS, 1, 1)] == won(Score(2, 0))
    key(here, "u because it was table 3")
    assert set(results(here)) == {match(MASTERS, 1, 2)}
    assert getattr(here.desk.entries[-1].events[0], "reason", "") == "it was table 3"
    answer = key(here, "u")
    assert stopped_by(answer) == ("you have not entered anything here that could be undone.",)
    assert [entry.seq for entry in here.desk.entries] == list(range(1, len(here.desk.entries) + 1))


def test_undo_does_not_reach_what_another_hand_has_changed_since(here: Venue) -> None:
    key(here, "1 20")
    key(here, "1 2 because the judge saw it", by=JO)
    (wrong,) = stopped_by(key(here, "u"))
    assert "was changed after that" in wrong


def test_undo_of_what_is_no_slip_says_what_it_was(line: Line, here: Venue) -> None:
    by_line = CommandOptions(operator=Operator())
    (wrong,) = stopped_by(key(here, "u", by=by_line))
    assert wrong == (
        f"entry {here.desk.tournament.seq} cannot be undone: "
        "round 1 of masters was started; its pairings are final (TOP §4)."
    )
    line("drop", "p1")
    key(here, "u", by=by_line)
    assert not venue(here.folder).desk.tournament.players[PlayerId("p1")].out
    line("report", "masters-1-1", "1")
    line("withdraw", "masters-1-1", "--reason", "the wrong table")
    key(here, "u", by=by_line)
    assert results(here) == {match(MASTERS, 1, 1): result(Verdict.FIRST)}


def test_undo_of_what_is_no_slip_names_the_command_that_takes_it_back(line: Line) -> None:
    line.start()
    script = (
        b'register Ana --birth-year 1990; register "Ben Ode" --birth-year 1991\nu\n'
        b"announce --prizes none\nu\npair\nu\nstart\nround slips\nu\nextend 1 3 --informed\nu\n"
        b"register Cho --birth-year 1990 --left-off "
        b'--reason "was missed"\nu\nclose --override nothing-played --because cold\nu\n'
    )
    said = line.run("desk", "-C", line.folder, "--keep-going", stdin=script).err
    told = "u undoes only results and drops. Instead: "
    assert f"Ben Ode (p2) was registered in Masters; {told}`people unregister p2`." in said
    assert f"{told}`announce …`." in said
    assert f"{told}`withdraw masters-1 --reason …`." in said
    assert "the slips of round 1 of masters were prepared; nothing is left to undo." in said
    assert (
        f"both players were told by organiser; {told}`extend masters-1-1 0 --instead --informed "
        "--reason …`."
    ) in said
    assert f"{told}`drop p3`." in said


def test_undo_names_no_command_that_would_be_refused(line: Line) -> None:
    line.start("--format", "team-battle-constructed", masters=4)
    line("people check-in", "p1", "--as", "Kim Sun")
    line("team form", "Rocket", "p1", "p2", "--as", "Jo Park")
    line("team form", "Aqua", "p3", "p4")

    def undone(name: str) -> str:
        return line.run("desk", "-C", line.folder, "--as", name, stdin=b"u\n").err

    assert "Instead: `people check-in p1 --undo`." in undone("Kim Sun")
    assert "Instead: `team split p1 --reason …`." in undone("Jo Park")
    line("announce")
    line.pair()
    assert "Instead" not in undone("Kim Sun") + undone("Jo Park")


@pytest.mark.rule("TOP-4h")
def test_undo_of_what_has_locked_is_refused_by_the_rule(line: Line, here: Venue) -> None:
    key(here, "= 1", "1 2 3")
    line.pair()
    line.play(2)
    line("pair")
    answer = key(here, "u")
    assert "rule: result-locked" in stopped_by(answer)[1]


def test_a_card_shows_who_sits_there_and_whose_entry_it_is(here: Venue) -> None:
    left, right = (here.book.name(player) for player in seats(here, 1))
    assert told(key(here, "1 ?")) == (
        f"table 1 (masters-1-1): {left} 0-0-0 and {right} 0-0-0, no result",
    )
    key(here, "1 111", by=JO)
    (shown,) = told(key(here, "1"))
    assert f"{left} 0-0-1 ties with {right} 0-0-1 (1-1-1) · entry " in shown
    assert "by Jo (judge) at desk-3, " in shown


def test_two_pools_at_once_are_told_apart_by_the_table_or_by_name(line: Line) -> None:
    line.start(masters=8, senior=8)
    line.first_round()
    here = venue(line.folder)
    hall = hall_of(here.desk.tournament)
    assert {one.pool for one in hall.running} == {MASTERS, SENIOR}
    tables = [one.table for one in hall.running]
    shared = [n for n in tables if tables.count(n) > 1]
    for one in hall.running:
        typed = f"{one.pool} {one.table} 1" if one.table in shared else f"{one.table} 1"
        answer = key(here, typed)
        assert told(answer)[0].startswith(f"{one.pool} {one.table}: ")
    assert status(here.desk.tournament, hall_of(here.desk.tournament)) == (
        "senior 4/4, masters 4/4"
    )


def test_every_result_that_can_be_keyed_is_in_the_list_that_is_offered(here: Venue) -> None:
    said = key(here, "1 intentional").wrong[0]
    assert isinstance(said, str)
    for word in ("1", "2", "20", "111", "t", "id", "x", "n1", "n2", "nb", "unplayed"):
        assert re.search(rf"\b{word}\b", said), word
        assert result_named(word), word


def test_tables_whose_slips_are_out_are_listed(here: Venue) -> None:
    key(here, "2 1")
    t = here.desk.tournament
    out = still_out(t, here.book, hall_of(t))
    assert [text.split()[0] for text in out] == ["1", "3"]
    assert status(t, hall_of(t)) == "1 of 3 in"


@contextmanager
def small() -> Iterator[Venue]:
    with TemporaryDirectory() as away, pytest.MonkeyPatch.context() as patch:
        home = Path(away) / "home"
        patch.setenv("ROUNDBOOK_HOME", str(home))
        line = Line(home, Path(away) / "cup")
        line.begin("Ana", "Ben", "Cho", "Dee")
        yield venue(line.folder)


KEYED = st.builds(
    "{} {}{}".format,
    st.integers(1, 2),
    st.sampled_from(["1", "2", "t", "20", "12", "111", "x", "n1"]),
    st.sampled_from(["", " because so"]),
)


@settings(max_examples=8)
@given(st.lists(KEYED, max_size=6))
def test_as_many_undos_as_there_were_entries_lead_back(lines: list[str]) -> None:
    with small() as here:
        seq, states = here.desk.tournament.seq, [results(here)]
        for line in lines:
            key(here, line)
            if here.desk.tournament.seq > seq:
                states.append(results(here))
            seq = here.desk.tournament.seq
        while states[1:]:
            states.pop()
            key(here, "u")
            assert results(here) == states[-1]
        assert stopped_by(key(here, "u"))


def test_no_tie_is_suggested_for_a_match_in_a_bracket() -> None:
    final = match(Pool("masters-cut"), 1, 1)
    hall = OpenTables(
        running=(final,),
        resting=(),
        matches=seated(final),
        results={},
        brackets=frozenset({final.pool}),
    )
    said = parse("1 b", hall)
    assert isinstance(said, Wrong)
    assert said.sentence.startswith('"b" is not a result; type 1 or 2 for the winner')
    assert "tie" not in said.sentence
    assert "draw" not in said.sentence
