"""The round clock and extensions at the desk."""

from datetime import datetime, timedelta

import pytest

from tests.cli.line import Line
from tests.cli.typed import roundbook

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")


def at(line: Line, minutes: int, seconds: int = 0) -> str:
    """The moment so long after the start of the round, as somebody types it."""
    start = next(
        entry["at"]
        for entry in reversed(line.ledger())
        if entry["events"][0]["event"] == "round-started"
    )
    return (datetime.fromisoformat(start) + timedelta(minutes=minutes, seconds=seconds)).isoformat()


@pytest.fixture
def started(line: Line, monkeypatch: pytest.MonkeyPatch) -> Line:
    """A round that has started, and a clock on the wall two hours ahead."""
    line.begin(*FOUR)
    ahead = datetime.now().astimezone().replace(microsecond=0) + timedelta(hours=2)
    monkeypatch.setattr("roundbook.cli.session.command.now", lambda: ahead)
    return line


@pytest.mark.rule("TRF-7.1", "TRF-7.3")
def test_the_clock_says_what_is_left(started: Line) -> None:
    def clock(minutes: int, seconds: int = 0) -> str:
        moment = at(started, minutes, seconds)
        return started.run("round clock", "-C", started.folder, "--as-of", moment).out.splitlines()[
            1
        ]

    assert clock(0, 30).startswith(
        "masters, round 1: the clock starts in 1:30, for 45 minutes and 3 turns (2 out)"
    )
    assert clock(2).startswith("masters, round 1: 45:00 left, until ")
    assert clock(15, 55).startswith("masters, round 1: 31:05 left, until ")
    assert clock(47) == "masters, round 1: time, then 3 turns (2 out)"
    assert clock(49, 10) == "masters, round 1: time was called 2:10 ago, then 3 turns (2 out)"


def test_a_round_of_a_bracket_has_the_name_that_people_call_it_by(line: Line) -> None:
    line.start("--style", "single-elimination")
    line.register(*FOUR)
    line("announce")
    line("round seed")
    line.pair()
    said = line.run("round clock", "-C", line.folder).out.splitlines()[1]
    assert said.startswith("bracket, Top 4, semi-finals: the clock starts in ")
    assert "the semi-final round of bracket has started" in line.refused(
        "withdraw", "bracket-1", "--reason", "x"
    )


@pytest.mark.rule("TRF-7.2")
def test_an_extension_is_recorded_at_once_and_shown_by_its_table(started: Line) -> None:
    started.refused("extend", "masters-1-2", 5, rule="extension-not-told")
    said = started(
        "extend", "masters-1-2", 5, "--informed", "--as", "Jo Park", "--role", "judge",
        "--reason", "a deck check",
    )  # fmt: skip
    told = "Entry 9: match masters-1-2 was given 5 extra minutes, "
    told += "and both players were told by Jo Park.\n"
    assert said.out.startswith(told)
    assert said.out.endswith("next: roundbook round clock\n")
    entry = started.ledger()[-1]
    assert entry["hand"].items() >= {"id": "h2", "role": "judge", "station": "desk"}.items()
    [event] = entry["events"]
    assert event == {
        "event": "time-extended",
        "match": ["masters", 1, 2],
        "minutes": 5,
        "informed_by": "h2",
        "reason": "a deck check",
    }
    again = started("extend", "masters-1-2", 3, "--informed")
    assert "was given 3 extra minutes, " in again.out
    assert ": 8 extra minutes in total.\n" in again.out
    moment = at(started, 40)
    out = started.run("round clock", "-C", started.folder, "masters", "--as-of", moment).out
    assert "  table 2 (masters-1-2): 8 extra minutes: 15:00 left\n" in out
    data = started.run("round clock", "-C", started.folder, "--as-of", moment, "--json").data
    [one] = data["clocks"]
    assert (one["seconds_left"], one["minutes"], one["turns"]) == (7 * 60, 45, 3)
    assert [(each["match"], each["seconds_left"]) for each in one["longer"]] == [
        ("masters-1-2", 15 * 60)
    ]
    history = started.run("history", "-C", started.folder, "--plain").out
    told = "match masters-1-2 was given 5 extra minutes, and both players were told by h2"
    assert told in " ".join(history.split())


@pytest.mark.rule("TRF-7.2")
def test_time_that_was_given_by_mistake_is_taken_back(started: Line) -> None:
    five = ("extend", "masters-1-2", 5, "--informed")
    undo = (
        "To undo this, tell both players first: "
        "`roundbook extend masters-1-2 {} --instead --informed --reason …`.\n"
    )
    assert undo.format(0) in started(*five).out
    assert "Undo" not in started(*five, "--dry-run").out
    assert undo.format(5) in started(*five).out
    said = started.refused("extend", "masters-1-2", -5, code=2)
    assert (
        "-5 is less than 0. Change the extra time: "
        '`roundbook extend masters-1-2 MINUTES --informed --reason "…" --instead`.'
    ) in said
    assert "The new minutes replace the extra time that the match has now" in said
    said = roundbook("extend", "2", "-5", "--reason", "a slip", "-C", "my cup").err
    assert (
        "`roundbook extend 2 MINUTES --reason 'a slip' -C 'my cup' --informed --instead`." in said
    )
    less = ("extend", "masters-1-2", 5, "--instead", "--informed")
    assert "--reason: this" in started.refused(*less, code=2)
    said = started(*less, "--reason", "typed twice").out
    assert "the extra time of match masters-1-2 was changed to 5 minutes" in said
    assert ": 5 extra minutes in total, not 10.\n" in said
    shown = " ".join(started.run("history", "-C", started.folder, "--plain").out.split())
    assert "was changed to 5 minutes, and both players were told by h1" in shown
    none = ("extend", "masters-1-2", 0, "--instead", "--informed", "--reason", "the wrong table")
    assert ": no extra time in total, not 5.\n" in started(*none).out
    moment = at(started, 40)
    assert "table 2" not in started.run("round clock", "-C", started.folder, "--as-of", moment).out
    started.refused(*none, rule="extension-of-nothing")
    assert started.run("verify", started.folder).code == 0


def test_a_dry_run_extends_nothing(started: Line) -> None:
    before = started.files()
    said = started("extend", "masters-1-1", 5, "--informed", "--dry-run")
    assert said.out.startswith(
        "Nothing was written.\n"
        "This would be entry 9: match masters-1-1 was given 5 extra minutes, "
        "and both players were told by "
    )
    assert started.files() == before


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("masters-1-9", 5, "--informed"), 3),
        (("masters-1-1", 0, "--informed"), 2),
        (("masters-1-1", -5, "--informed"), 2),
        (("masters-1-1", "soon", "--informed"), 2),
        (("masters-1-1", 45, "--informed"), 3),
    ],
)
def test_what_cannot_be_meant_gives_no_time(
    started: Line, words: tuple[object, ...], code: int
) -> None:
    started.refused("extend", *words, code=code)


@pytest.mark.rule("TRF-7.2")
def test_a_match_that_is_over_gets_no_more_time(started: Line) -> None:
    started("report", "masters-1-1", 1)
    started.refused("extend", "masters-1-1", 5, "--informed", rule="extension-too-late")


@pytest.mark.rule("TRF-7.1")
def test_the_clock_may_be_started_later_by_hand_but_not_within_the_two_minutes(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Half an hour after the moment of the test is another day, late in the evening.
    now = datetime.now().astimezone().replace(hour=12, minute=0, second=0, microsecond=0)
    for module in ("clock", "venue", "read", "command"):
        monkeypatch.setattr(f"roundbook.cli.session.{module}.now", lambda: now)
    line.enrol(*FOUR)
    line("announce")
    line("pair")
    early, later = now - timedelta(minutes=1), now + timedelta(minutes=30)
    line.refused("start", "--clock-at", early.isoformat(), rule="clock-too-early")
    line.refused("start", "--clock-at", "noon", code=2)
    said = line("start", "--clock-at", f"{later:%H:%M:%S}")
    assert said.code == 0
    [event] = line.ledger()[-1]["events"]
    assert datetime.fromisoformat(event["clock_at"]) == later
    data = line.run("round clock", "-C", line.folder, "--json").data
    assert datetime.fromisoformat(data["clocks"][0]["begins_at"]) == later
    assert data["clocks"][0]["seconds_left"] == 45 * 60


def test_without_a_round_there_is_no_clock(line: Line) -> None:
    line.start()
    assert line.run("round clock", "-C", line.folder).out == "Cup\nno clock is running.\n"
    said = line.run("round clock", "-C", line.folder, "nopool")
    assert (said.code, 'no round of "nopool" has been paired' in said.err) == (3, True)


def test_as_of_an_entry_the_clock_is_that_of_the_entry(started: Line) -> None:
    said = started.run("round clock", "-C", started.folder, "--as-of", 8).out
    assert "the clock starts in 2:00, for 45 minutes and 3 turns (2 out)" in said
