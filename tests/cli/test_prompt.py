"""`roundbook desk`: lines at a prompt, from a file, and from a program."""

import json
import re
import shlex
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.cli.args.slips import Slip
from roundbook.cli.args.types import result_named
from roundbook.cli.commands.help import page_of_many
from roundbook.cli.keying.grammar import Slips
from roundbook.cli.keying.one_line import twice
from roundbook.cli.main import roundbook
from roundbook.cli.prompt.loop import (
    Reply,
    Session,
    answer,
    news,
    offers,
    page,
    prompt,
    verbs_of,
)
from roundbook.cli.prompt.parts import answers, parts
from roundbook.cli.session.venue import CommandOptions, Operator, venue
from roundbook.cli.verbs import TOPICS, VERBS, path_of
from roundbook.ledger.terms import MatchId, PlayerId, Pool, Role
from tests.cli.line import Line
from tests.cli.typed import Said

BEA = CommandOptions(operator=Operator(name="Bea", role=Role.SCOREKEEPER, station="desk-2"))


def typed(line: Line, *lines: str, words: tuple[str, ...] = ()) -> Said:
    """Give the prompt a script."""
    return line.run("desk", "-C", line.folder, *words, stdin="\n".join(lines).encode())


def session_at(line: Line, *, double: bool = False) -> Session:
    here = venue(line.folder, BEA.operator)
    context = click.Context(roundbook)
    return Session(
        here=here,
        manner=BEA,
        verbs=verbs_of(context),
        pages=partial(page_of_many, context),
        shown=here.desk.tournament.seq,
        double=double,
    )


def keyed(session: Session, *lines: str) -> tuple[Session, list[str]]:
    """Type lines; return what was said and what was wrong."""
    said = list[str]()
    for line in lines:
        session, _ = news(session)
        session, reply = answer(session, line)
        said += [*reply.lines, *reply.wrong]
    return session, said


def test_an_event_is_typed_from_registration_to_the_close(line: Line) -> None:
    line.start()
    said = typed(
        line,
        "# before the first round",
        *(f"register {name} --birth-year 1990" for name in ("Ana", '"Ben Ode"', "Cho", "Dee")),
        "roundbook announce --rounds 1 --prizes none --override rounds-differ --because small",
        "",
        "pair",
        "start",
        "= 20",
        "1 2",
        "=",
        "2 t because the slip of the other table",
        "u",
        "close",
        "standings",
    )
    assert said.code == 0, said
    assert said.err == ""
    assert "Ben Ode" in said.out
    assert "\nnext: close\n" in said.out, "as it is typed here: no program, and the only pool"
    kinds = [event["event"] for entry in line.ledger() for event in entry["events"]]
    assert [kind for kind in kinds if kind.startswith("result-")] == [
        *("result-reported", "result-reported", "result-corrected", "result-corrected")
    ]
    assert kinds[-1] == "tournament-closed"
    assert line.run("verify", line.folder).code == 0


def test_a_script_ends_at_the_first_line_that_is_refused_with_its_code(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    said = typed(line, "1 1", "pair", "2 1")
    assert said.code == 3
    assert said.err.startswith("line 2: refused: ")
    assert said.err.endswith(
        "Nothing after line 2 was run. Correct that line, and run the script again from there; "
        "with `--keep-going`, a script goes on.\n"
    )
    assert len(line.tables(1)) - 1 == sum(
        event["event"] == "result-reported" for entry in line.ledger() for event in entry["events"]
    )
    said = typed(line, "9 1", "dance", "2 1", words=("--keep-going",))
    assert said.code == 2
    assert "line 1: there is no table 9; the tables are 1 to 2." in said.err
    assert "line 2: there is no command 'dance'." in said.err
    assert "Nothing after" not in said.err
    assert "next: pair" in said.out


@pytest.mark.parametrize(
    ("bad", "sentence", "code"),
    [
        (b'note "open', "a quotation mark is not closed.", 2),
        (b"\xff\xfe", "this is not UTF-8 text.", 5),
        (b"help dance", "there is no help for dance.", 2),
        (b"note a --as Eve", "--as is already set here; leave it out.", 2),
        (b"note a -C elsewhere", "-C is already set here; leave it out.", 2),
        (
            b"lab demo",
            "`lab demo` cannot be used here; run it in a shell, on the machine with the ledger.",
            2,
        ),
        (
            b"desk",
            "`desk` cannot be used here; run it in a shell, on the machine with the ledger.",
            2,
        ),
        (b"1 " + b"9" * 100_000, '"9999999999999999999999999999999999999999…" is not a result', 2),
    ],
)
def test_a_line_that_cannot_be_understood_is_answered_in_a_sentence(
    line: Line, bad: bytes, sentence: str, code: int
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    said = line.run("desk", "-C", line.folder, stdin=bad + b"\nquit\n", code=code)
    assert said.err.startswith(f"line 1: {sentence}"), said.err
    assert said.err.count("\n") == 2, "the sentence, and that nothing after it was run"


def test_a_program_gets_a_line_of_json_for_every_line(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    said = typed(line, "1 20", "1 2", "= t", "2", "o", words=("--json",))
    answers: list[Any] = [json.loads(text) for text in said.out.splitlines()]
    assert said.code == 2
    assert [one["code"] for one in answers] == [0, 2, 0, 0, 0]
    assert [one["in"] for one in answers] == [
        "1 of 2 in",
        "1 of 2 in",
        "1 of 2 in",
        "2 of 2 in",
        "2 of 2 in",
    ]
    assert answers[0]["entries"][0]["events"][0]["event"] == "result-reported"
    assert "add `because`" in answers[1]["wrong"][0]
    assert answers[3]["all"] == "t"
    assert answers[4]["lines"] == ["no slips are out"]


# Several inputs on one line.


def test_a_line_of_several_inputs_does_what_they_do_one_by_one(line: Line, tmp_path: Path) -> None:
    line.enrol("Ana", "Ben", "Cho", "Dee")
    line.announce("--rounds", 2)
    posting = f'pair; post --out "{tmp_path / "round 1.txt"}"; start  # now on the wall'
    said = typed(line, posting, "1 20;2 12", "pair")
    assert (said.code, said.err) == (0, "")
    kinds = [event["event"] for entry in line.ledger() for event in entry["events"]]
    assert kinds[-7:] == [
        *("pods-formed", "round-paired", "round-posted", "round-started"),
        *("result-reported", "result-reported", "round-paired"),
    ]
    shown = ("Round 1: 2 matches.", "Posted.", "Written to ", "Started.", "1: ", "2: ", "Round 2:")
    told = said.out.splitlines()
    at = [next(n for n, text in enumerate(told) if text.startswith(one)) for one in shown]
    assert at == sorted(at), "what was typed is not said back"
    assert not re.search(r"masters|entry|roundbook", said.out, re.IGNORECASE)
    assert [text for text in told if text.startswith("next: ")] == ["next: pair", "next: post"], (
        "what was typed next on the line needs no hint, and a slip no command"
    )


def test_pairings_are_shown_once_if_they_are_posted_on_the_same_line(line: Line) -> None:
    """By table, since only there stands who the upper player is."""
    line.enrol("Ana", "Ben", "Cho")
    line.announce("--rounds", 3)
    said = typed(line, "pair; post")
    assert "table 1: " in said.out
    assert "Opponent" not in said.out
    assert "Posted.\nThe list by name: `pairings --by-name`.\nnext: start" in said.err
    again = typed(line, "post; start")
    assert "Opponent" in again.out, "what was paired on an earlier line is shown by name"


def test_nothing_is_run_after_an_input_that_is_refused(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    said = typed(line, "1 1; pair; 2 1 because x; # y; u", "2 1")
    assert said.code == 3
    assert said.err.startswith("line 1: refused: ")
    assert "\nNot run, since it comes after that: 2 1 because x\nNothing after line 1" in said.err
    assert [one["events"][0]["event"] for one in line.ledger()[-2:]] == [
        *("round-started", "result-reported")
    ]
    said = typed(line, "2 1; q; u")
    assert (said.code, said.err) == (0, "")
    assert line.ledger()[-1]["events"][0]["event"] == "result-reported", "q ends the line as well"
    said = typed(line, 'u; note "never')
    assert said.code == 2
    assert "a quotation mark is not closed" in said.err
    assert line.ledger()[-1]["events"][0]["event"] == "result-reported", "nothing of it was run"


def test_a_program_gets_one_answer_for_a_line_of_several_inputs(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    said = typed(line, "1 20; 2 12", "u; u; 9 1; u", words=("--json",))
    both, undone = (json.loads(text) for text in said.out.splitlines())
    assert (both["line"], both["code"], both["in"]) == ("1 20; 2 12", 0, "2 of 2 in")
    assert len(both["entries"]) == len(both["lines"]) - 1 == 2
    assert both["lines"][-1] == "next: pair"
    assert (undone["code"], undone["in"], len(undone["entries"])) == (2, "0 of 2 in", 2)
    assert undone["wrong"][-1] == "Not run, since it comes after that: u"


@pytest.mark.rule("LED-5")
def test_what_another_desk_writes_between_two_inputs_of_a_line_is_a_conflict(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    told = list[Reply]()

    def tell(reply: Reply) -> None:
        told.append(reply)
        if len(told) == 1:
            line("correct", "masters-1-1", "2-1", "--reason", "a game was forgotten", "--as", "Jo")

    fix = 'correct masters-1-1 1-2 --reason "read upside down"'
    session, reply = answers(session_at(line), f"1 20; {fix}; o", tell)
    assert [one.code for one in told] == [0, 4], "its own entry is not news, that of Jo is"
    assert reply.wrong[-1] == "Not run, since it comes after that: o"
    session, said = news(session)
    assert "was corrected to 2-1" in said[0]
    assert answers(session, f"o; {fix}; o", tell)[1].code == 0


@given(st.lists(st.lists(st.text(min_size=1), min_size=1), min_size=1))
def test_whatever_is_quoted_as_for_a_shell_stays_in_one_piece(lines: list[list[str]]) -> None:
    lines = [words for words in lines if not {"because"} & {word.lower() for word in words}]
    assert [shlex.split(part) for part in parts("; ".join(map(shlex.join, lines)))] == lines
    assert parts("".join(f"{shlex.join(words)} ;" for words in lines) + " # x; y") == parts(
        ";".join(map(shlex.join, lines))
    )


@given(st.text())
def test_a_reason_is_what_was_typed_up_to_a_semicolon(reason: str) -> None:
    said = f"1 2 because {reason}".partition(";")[0]
    assert parts(f"u; {said}") == ["u", said.strip()]
    assert parts(f"{said}; u") == [said.strip(), "u"], "what comes next is not lost in a reason"


def test_there_has_to_be_a_tournament(line: Line, tmp_path: Path) -> None:
    line.run("desk", "-C", tmp_path / "nowhere", stdin=b"1 1\n", code=5)


def test_what_other_desks_write_is_shown_before_the_next_line(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    session = session_at(line)
    assert news(session)[1] == ()
    left, right = (session.here.book.name(p) for p in seats(session, 1))
    session, _ = keyed(session, "2 1")
    line("report", "masters-1-1", "2-0", "--as", "Jo", "--role", "judge", "--station", "desk-3")
    seq = len(line.ledger())
    session, said = news(session)
    reported = "match masters-1-1 was reported: 2-0 (a win for the left player)"
    assert said == (f"entry {seq} by Jo (judge, desk-3): {reported}",)
    assert news(session)[1] == ()
    line("drop", seats(session, 1)[0], "--as", "Jo")
    (dropped,) = news(session)[1]
    assert f": {left} dropped, after round 1" in dropped
    assert right not in dropped


def seats(session: Session, table: int) -> tuple[PlayerId, PlayerId]:
    return session.here.desk.tournament.matches[MatchId(Pool("masters"), 1, table)]


@pytest.mark.rule("LED-5")
def test_a_verb_that_rests_on_what_was_not_shown_yet_is_a_conflict(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    session, _ = keyed(session_at(line), "1 20")
    session, _ = news(session)
    line("correct", "masters-1-1", "2-1", "--reason", "a game was forgotten", "--as", "Jo")
    session, reply = answer(session, 'correct masters-1-1 1-2 --reason "read upside down"')
    assert reply.code == 4
    assert reply.wrong[0].startswith("conflict: ")
    session, said = news(session)
    assert "was corrected to 2-1" in said[0]
    session, reply = answer(session, 'correct masters-1-1 1-2 --reason "read upside down"')
    assert reply.code == 0


def test_before_the_line_stands_how_far_the_round_is_and_the_time_it_has(line: Line) -> None:
    line.start()
    session = session_at(line)
    at = session.here.desk.entries[-1].at
    assert prompt(session, at) == "no round> "
    line.register("Ana", "Ben", "Cho", "Dee")
    for verb in ("announce", "pair", "start"):
        line(verb)
    session, _ = news(session)
    started = session.here.desk.entries[-1].at
    assert prompt(session, started) == "0 of 2 in · clock starts in 2:00> "
    assert prompt(session, started + timedelta(minutes=12, seconds=30)) == (
        "0 of 2 in · 34:30 left> "
    )
    session, _ = keyed(session, "= 20", "1")
    assert prompt(session, started + timedelta(hours=1)) == "1 of 2 in · time · all 20> "


def report_all(line: Line, session: Session, *pools: str) -> None:
    """Report every match of these pools that is out."""
    t = session.here.desk.tournament
    for match in t.matches:
        if match.pool in pools and match not in t.results:
            line("report", match, "1")


def test_three_divisions_stand_before_a_line_of_eighty_columns(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    noon = datetime(2026, 3, 7, 12, tzinfo=UTC)
    later = noon + timedelta(minutes=10)
    monkeypatch.setattr("roundbook.cli.session.clock.now", lambda: noon)
    line.start(masters=9, senior=8, junior=6)
    for verb in ("announce", "pair", "start"):
        line(verb)
    session = session_at(line)
    assert prompt(session, noon) == "junior 0/3, senior 0/4, masters 0/4 · clock starts in 2:00> "
    report_all(line, session, "junior")
    monkeypatch.setattr("roundbook.cli.session.clock.now", lambda: later)
    for verb in ("pair", "start"):
        line(verb, "junior")
    session, _ = news(session)
    said = "junior 0/3 clock starts in 2:00, senior 0/4 37:00 left, masters 0/4 37:00 left"
    assert prompt(session, later) == f"{said}> "
    session, _ = keyed(session, "= 20")
    assert prompt(session, later) == "junior 0/3, senior 0/4, masters 0/4 · all 20> "
    session, _ = keyed(session, "=")
    report_all(line, session, "junior", "senior")
    session, _ = news(session)
    assert prompt(session, later).startswith("masters 0 of 4 in · ")


def test_files_are_completed_and_may_be_in_the_home_folder(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.enrol("Bo Min")
    session = session_at(line)
    monkeypatch.setenv("HOME", str(tmp_path / "own"))
    (tmp_path / "own" / "lists").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "own")
    for name in ("Book 1.csv", "book.csv", ".book"):
        Path(name).write_text("name,year\nDee,1990\n")
    assert set(offers(session, "boo", "register")) == {'"Book 1.csv"', "book.csv"}
    assert offers(session, '"Boo', "report") == offers(session, "boo", "register")
    assert offers(session, "li", "file") == ["lists/"]
    assert offers(session, "bo", "drop") == ['"Bo Min"']
    assert offers(session, "~/book.", "register") == ["~/book.csv"]
    _, said = keyed(session, "register ~/book.csv")
    assert said[0] == "1 player was registered: 1 in Masters."


def test_after_a_slip_and_its_drop_were_undone_the_round_is_not_over(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    before, _, after = typed(line, "1 20", "2 20 d2", "u").out.partition("was undone")
    assert "\nnext: pair" in before
    assert "next: " not in after


def test_words_go_on_as_verbs_options_pools_matches_and_names(line: Line) -> None:
    line.enrol("Ana Lopez", "Ánna", "Ben")
    session = session_at(line)
    assert offers(session, "dr", None) == ["draft", "drop"]
    assert "help" in offers(session, "", None)
    assert set(offers(session, "an", "drop")) == {'"Ana Lopez"', "Ánna"}
    assert offers(session, "--rea", "correct") == ["--reason"]
    assert offers(session, "--", "no-such-verb") == []
    line.first_round()
    session, _ = news(session)
    assert offers(session, "masters-", "report") == ["masters-1-1"]


def test_every_verb_has_its_page_and_one_page_names_them_all(line: Line) -> None:
    line.start()
    session = session_at(line)
    first, every = page(session.pages, []), page(session.pages, ["all"])
    assert first is not None
    assert every is not None
    for verb in VERBS:
        assert f"  {path_of(verb)} " in every
        assert f"  {verb} " not in first
    assert len(first.splitlines()) < 24
    shown = page(session.pages, ["deck", "register"])
    assert shown is not None
    assert shown.startswith("Usage: deck register [OPTIONS] PLAYER FILE")
    assert "--dry-run" in shown
    assert "--station" not in shown
    assert page(session.pages, ["dance"]) is None
    for word in ("options", *TOPICS):  # As pages of help say that they can be asked for.
        assert page(session.pages, [word]), word
    _, said = keyed(session, "late --help")
    assert said[0].startswith("Usage: late")


def test_where_a_reason_is_missing_tab_on_the_empty_line_brings_the_line_back(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    session, said = keyed(session_at(line), "1 20", "1 2")
    assert (
        ") already has the result 2-0: to change it to 2, add `because` and the reason." in said[-1]
    )
    assert offers(session, "", None) == ["1 2 because"]
    assert offers(session, "", "1") != ["1 2 because"]
    assert offers(session, "dro", None) == ["drop"]
    session, _ = keyed(session, "o")
    assert "1 2 because" not in offers(session, "", None)
    session, said = keyed(session, "= 20", "=", "=")
    assert said[1] == "from now on, type a result with each table; earlier entries are kept"
    assert offers(session, "", None) != ["= because"]


MATCH = MatchId(Pool("masters"), 1, 7)


def once(result: str, *leaving: str, reason: str | None = None) -> Slips:
    meant = result_named(result)
    assert meant is not None
    players = tuple(PlayerId(player) for player in leaving)
    return Slips(slips=(Slip(match=MATCH, result=meant, leaving=players, reason=reason),))


def test_a_result_keyed_twice_counts_and_two_that_differ_both_go() -> None:
    first = twice(once("2-0"), {})
    assert first.ready.slips == ()
    assert first.lines == ("table 7: 2-0 was entered once; enter it again",)
    second = twice(once("2-0"), first.waiting)
    assert second.ready == once("2-0")
    assert second.waiting == {}
    unlike = twice(once("0-2"), first.waiting)
    assert unlike.ready.slips == ()
    assert unlike.waiting == {}
    assert unlike.wrong == (
        (
            "table 7 was entered as 2-0, then as 0-2: neither result counts; start again and "
            "enter the result twice."
        ),
    )
    assert twice(once("2-0", "p1"), first.waiting).ready.slips == ()
    assert twice(once("2-0", reason="so"), first.waiting).ready == once("2-0", reason="so")
    late = twice(once("2-0"), twice(once("2-0", reason="so"), {}).waiting)
    assert late.ready == once("2-0", reason="so")


def test_with_double_keying_nothing_is_written_at_the_first_time(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    before = line.ledger()
    session, said = keyed(session_at(line, double=True), "1 20", "2 t", "1 02")
    assert line.ledger() == before
    assert (
        said[-1] == "table 1 was entered as 2-0, then as 0-2: neither result counts; start "
        "again and enter the result twice."
    )
    session, said = keyed(session, "2 t", "1 20", "1 20")
    assert len(line.ledger()) == len(before) + 2
    assert said[-2].startswith("1: ")
    assert typed(line, "1 02 because so", "1 02", words=("--double",)).code == 0
    assert line.ledger()[-1]["events"][0]["event"] == "result-corrected"


def test_what_stands_in_names_cannot_move_the_cursor(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    said = line.run("desk", "-C", line.folder, stdin="1 \x1b[2J\u202e\n".encode(), code=2)
    assert "\x1b" not in said.err
    assert "\u202e" not in said.err
