import json
import re
from pathlib import Path

import pytest

from tests.cli.line import Line
from tests.cli.swiss import play

FEW = ("--override", "cut-shares", "--because", "The hall closes.")


@pytest.mark.rule("TOP-2a", "TOP-3.3.5a")
def test_without_a_number_the_table_says_how_many_rounds_and_which_row(line: Line) -> None:
    line.start("--style", "swiss-plus-cut")
    line.crowd(masters=9)
    said = line("announce", "--prizes", 4)
    event = line.ledger()[-1]["events"][0]
    assert (event["rounds"], event["cut"], event["prizes"]) == (4, {"Masters": 4}, 4)
    assert "masters: 4 rounds (TOP §3.3.5, TCG single-day, 9-12 players)" in said.out


def test_plain_swiss_has_no_cut_of_its_own(line: Line) -> None:
    line.start()
    line.crowd(masters=9)
    line("announce")
    assert "cut" not in line.ledger()[-1]["events"][0]


def test_an_announced_cut_makes_the_style(line: Line) -> None:
    line.start()
    line.crowd(masters=13, senior=9)
    said = line("announce", "--cut", "masters=4", "--prizes", "4").out
    assert "The event now has the style swiss-plus-cut, since a cut was announced" in said
    assert line.ledger()[-1]["events"][0]["cut"] == {"Masters": 4, "Senior": 4}
    assert ", swiss-plus-cut" in line("status").out
    again = line("announce", "--cut", "senior=2", "--override", "cut-shares", "--because", "few")
    assert "now has the style" not in again.out
    line("pair")
    line("start")
    assert line.run("verify", line.folder).code == 0


def test_no_cut_that_is_announced_leaves_the_style(line: Line) -> None:
    line.start()
    line.crowd(masters=9)
    line("announce", "--cut", "masters=none")
    assert "swiss-plus-cut" not in line("status").out


def test_each_pod_has_the_rounds_of_its_own_size(line: Line) -> None:
    line.start("--style", "swiss-plus-cut")
    line.crowd(masters=13, senior=9, junior=6)
    said = line("announce", "--rounds", "junior=2").out
    events = line.ledger()[-1]["events"]
    assert (events[0]["rounds"], events[0]["cut"]) == (
        5,
        {"Masters": 4, "Senior": 4, "Junior": 0},
    )
    assert {event["pool"]: event["rounds"] for event in events[1:]} == {"senior": 4, "junior": 2}
    assert said.startswith("Entry 30: 5 rounds were announced (")
    assert "Entry 30: the rounds of senior were set to 4.\n" in said
    assert "Entry 30: the rounds of junior were set to 2.\n" in said


def test_a_pod_that_the_table_leaves_out_says_its_size(line: Line) -> None:
    line.start()
    line.crowd(junior=6, masters=13)
    said = line("announce").out
    assert (
        "\njunior: 3 rounds, the minimum (6 players, too few for the rounds table in TOP §3.3.5).\n"
        in said
    )


@pytest.mark.rule("TOP-3.3.5a")
def test_mixed_divisions_that_the_table_leaves_out_say_the_size_of_the_largest(line: Line) -> None:
    line.start()
    line.crowd(masters=5, senior=3)
    few = "the largest division has 5 players, too few for the rounds table in TOP §3.3.5"
    assert f"3 rounds, the minimum ({few})." in line("announce").out


def test_a_number_that_is_named_counts(line: Line) -> None:
    line.start()
    line("announce", "--rounds", 7, "--cut", "masters=8", "--third-place", "--text", "Lunch at 1.")
    event = line.ledger()[-1]["events"][0]
    assert event["rounds"] == 7
    assert event["cut"] == {"Masters": 8}
    assert event["third_place_playoff"] is True
    assert event["text"] == "Lunch at 1."


@pytest.mark.rule("TOP-3.3.5c")
def test_a_larger_cut_than_the_table_is_warned_about_at_a_premier_event(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", "--premier")
    line.crowd(masters=20)
    assert "At a Premier Event the Masters cut is at most 4 (TOP §3.3.5)." in (
        line("announce", "--cut", "masters=8").out
    )


def test_with_nobody_registered_no_table_can_say(line: Line) -> None:
    line.start()
    assert "there are no active players" in line.refused("announce")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("--rounds", "many"),
            '"many" is not a number of rounds; use 5, junior=3, or table (the rounds table).',
        ),
        (("--rounds", "0"), '"0" is not a number of rounds'),
        (("--rounds", "J!=3"), '"J!" is not a pool'),
        (("--rounds", "3", "--cut", "masters=6"), '"masters=6" is not a cut'),
        (("--flights", "masters=32"), "announce 2, 4, 8 or 16 flights, such as masters=4"),
        (("--rounds", "3", "--cut", "elders=8"), '"elders" is not a division'),
        (("--cut", "8"), '"8" does not say for which division; use masters=8.'),
        (("--rounds", "3", "--text", "x" * 4001), "at most 4,000 are allowed"),
        (("--rounds", "3", "--text", ""), "must not be empty; use none to withdraw it"),
    ],
)
def test_what_cannot_be_meant_announces_nothing(
    line: Line, words: tuple[str, ...], sentence: str
) -> None:
    line.start()
    assert sentence in line.refused("announce", *words, code=2)


@pytest.mark.rule("LED-5")
def test_a_repeated_announcement_answers_the_first_though_players_came(line: Line) -> None:
    line.start()
    line.crowd(masters=9)
    line("announce", "--prizes", 4, "--cmd", "a1")
    line("register", "Zoe", "--birth-year", 1980)
    before = line.files()
    assert line("announce", "--prizes", 4, "--cmd", "a1").out.startswith(
        "Entry 11: 4 rounds were announced ("
    )
    assert line.files() == before


@pytest.mark.rule("A-61", "TOP-3.3a")
def test_every_cut_is_shown_with_its_share_rounds_and_hours_before_it_is_told(line: Line) -> None:
    line.start("--style", "swiss-plus-cut")
    line.crowd(masters=33, senior=9)
    before = line.files()
    said = line("announce", "--cut", "masters=16", "--dry-run")
    assert line.files() == before
    assert [row.split() for row in said.out.splitlines() if row.startswith("  Masters ")] == [
        ["Masters", "none", "6", "4:30"],
        ["Masters", "2", "2", "of", "33", "players", "(6%)", "7", "5:15"],
        ["Masters", "4", "4", "of", "33", "players", "(12%)", "8", "6:00"],
        ["Masters", "8", "8", "of", "33", "players", "(24%)", "9", "6:45", "rounds", "table"],
        ["Masters", "16", "16", "of", "33", "players", "(48%)", "10", "7:30", "chosen"],
    ]
    cuts = json.loads(line("announce", "--json").out)["cuts"]
    assert [one["size"] for one in cuts if one["division"] == "Senior"] == [0, 2, 4]
    assert next(one for one in cuts if one["announced"]) == {
        "division": "Senior",
        "size": 4,
        "players": 9,
        "share": "4/9",
        "rounds": 6,
        "minutes": 270,
        "announced": True,
        "listed": True,
    }


@pytest.mark.rule("A-61", "TOP-3.3.5c")
def test_a_premier_event_is_shown_no_larger_cut_than_the_table_has(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", "--premier", "--table", "vg")
    line.crowd(masters=33)
    cuts = json.loads(line("announce", "--json").out)["cuts"]
    sizes = [(one["size"], one["minutes"]) for one in cuts]
    assert sizes == [(0, None), (2, None), (4, None), (8, None)]


@pytest.mark.rule("A-61", "FL-7")
def test_flights_and_a_second_day_count_in_what_a_cut_means(line: Line) -> None:
    line.start("--style", "swiss-plus-cut")
    line.crowd(masters=64)
    line("round flights", "masters=2")
    words = ("--rounds", 4, "--day-two", "masters=2", "--override", "rounds-differ", "--because")
    cuts = json.loads(line("announce", *words, "Two days.", "--json").out)["cuts"]
    assert [(one["size"], one["rounds"]) for one in cuts] == [
        (0, 6),
        (4, 8),
        (8, 9),
        (16, 10),
        (32, 11),
    ]


def test_flights_with_different_rounds_are_each_named(line: Line) -> None:
    line.start("--style", "swiss-plus-cut")
    line.crowd(masters=64)
    line("round flights", "masters=2")
    because = ("--override", "rounds-differ", "--because", "Two days.")
    said = line("announce", "--rounds", "masters-a=3", "--rounds", "masters-b=4", *because).out
    each = "3 rounds for masters-a and 4 rounds for masters-b announced"
    assert f"masters, 2 flights of 32, 32: {each}; the rounds table has 5 rounds" in said


@pytest.mark.rule("A-61")
def test_where_nobody_advances_no_cut_is_shown(line: Line) -> None:
    line.start()
    line.crowd(masters=9)
    said = line("announce", "--json")
    assert json.loads(said.out)["cuts"] == []


@pytest.mark.rule("A-57", "TOP-2a")
def test_round_1_waits_for_the_cut_of_each_division_and_for_the_prizes(line: Line) -> None:
    line.start("--style", "swiss-plus-cut")
    line.crowd(masters=9)
    waits = "Before round 1, announce the number of prizes too: `roundbook announce --prizes N`.\n"
    assert waits in line.at("announce").out
    line.crowd(senior=9)
    line("pair")
    said = line.refused("start", "masters", rule="announcement-incomplete")
    assert "the cut of Senior and the number of prizes have not been announced" in said
    assert "a number can also be `none`: `roundbook announce --cut senior=N --prizes N`" in said
    line.at("announce", "--cut", "senior=2")
    said = line.refused("start", "masters", rule="announcement-incomplete")
    assert "the number of prizes has not been announced" in said
    line.at("announce", "--prizes", "none")
    line("start")
    told = [e for entry in line.ledger() for e in entry["events"] if e["event"][:4] == "anno"]
    assert told[-1] == {**told[0], "cut": {"Masters": 4, "Senior": 2}, "prizes": 0}
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("A-57", "TOP-2a")
def test_a_later_announcement_changes_what_it_names_and_says_what_was_told_before(
    line: Line,
) -> None:
    line.start("--style", "swiss-plus-cut")
    line.crowd(masters=9, senior=9)
    line("announce", "--cut", "senior=2", "--prizes", 8, "--third-place", "--text", "Lunch at 1.")
    before = line.ledger()[-1]["events"][0]
    answer = line("announce", "--cut", "senior=none", "--time", 60, "--json", *FEW)
    assert line.ledger()[-1]["events"][0] | {"override": None} == before | {
        "cut": {"Masters": 4, "Senior": 0},
        "minutes": 60,
        "override": None,
    }
    assert json.loads(answer.out)["changes"] == [
        {"what": "minutes", "before": "45", "now": "60"},
        {"what": "cut of Senior", "before": "2", "now": "none"},
    ]
    said = line("announce", "--cut", "masters=2", "--cut", "senior=2").out
    assert "\ncut of Senior: none → 2.\ncut of Masters: 4 → 2.\n" in said
    assert "Players were told something different about the Masters cut" in said


@pytest.mark.rule("A-57")
def test_a_text_is_taken_back_by_none(line: Line) -> None:
    line.start()
    line("announce", "--rounds", 3, "--text", "Lunch at 1.")
    assert "\ntext: Lunch at 1. → not announced.\n" in line("announce", "--text", "none").out
    assert "text" not in line.ledger()[-1]["events"][0]
    assert "already been announced" in line.refused("announce", "--text", "none")


@pytest.mark.rule("A-57")
def test_an_announcement_of_nothing_new_says_so(line: Line) -> None:
    line.start()
    line.crowd(masters=9)
    line("announce", "--prizes", 4)
    line("announce", "--rounds", 2, "--override", "rounds-differ", "--because", "The hall closes.")
    assert "this has already been announced" in line.refused("announce", "--rounds", 2)
    line("announce", "--rounds", "table")
    for words in (("--prizes", 4), ("--rounds", 4), ("--rounds", "table", "--time", 45)):
        assert "this has already been announced" in line.refused("announce", *words)


def test_announce_alone_shows_what_was_announced(line: Line) -> None:
    """Looking at it and doing it are one word."""
    line.start()
    line.crowd(masters=9)
    line("announce", "--prizes", 4)
    before = line.files()
    shown = line.at("announce", code=0).out
    assert "4 rounds of Swiss" in shown
    assert shown == line.at("announce", "--plain", code=0).out
    assert line.at("announce", "--json").data == line.at("announce", "--public", "--json").data
    assert line.files() == before
    assert not (line.folder / "attempts.jsonl").exists()


@pytest.mark.rule("A-57")
def test_the_rounds_table_is_asked_again_when_it_is_named(line: Line) -> None:
    line.start()
    line.crowd(masters=9)
    line("announce")
    line.crowd(senior=33)
    assert "4 rounds of Swiss" in line("announce").out
    assert "rounds of every pool: 4 → 6" in line("announce", "--rounds", "table").out
    assert line.ledger()[-1]["events"][1]["rounds"] == 4


@pytest.mark.rule("A-57")
def test_a_number_for_every_pool_replaces_that_of_one_pool(line: Line) -> None:
    line.start()
    line.crowd(masters=9, junior=13)
    line("announce", "--rounds", 4, "--rounds", "junior=5")
    line("announce", "--rounds", 4)
    assert [event["rounds"] for event in line.ledger()[-1]["events"]] == [4, 4]
    assert "already been announced" in line.refused("announce", "--rounds", 4)


@pytest.mark.rule("A-57")
def test_fewer_rounds_than_players_already_play_for_are_a_promise_taken_back(line: Line) -> None:
    line.begin(*"ABCDEFGH")
    words = ("--override", "announcement-late", "--because", "The hall closes.")
    said = line("announce", "--rounds", 2, *words).out
    assert "rounds of every pool: 3 → 2" in said
    assert "Players were told something different about the number of rounds" in said


def _grown(line: Line, first: int, more: int, *told: object) -> None:
    line.start("--style", "swiss-plus-cut")
    line.crowd(masters=first)
    line("announce", *told)
    for number in range(more):
        line("register", f"Late {number}", "--birth-year", 1990)


def _status(line: Line) -> str:
    return " ".join(line.run("status", "-C", line.folder).out.split())


@pytest.mark.rule("TOP-3.3.5")
def test_who_came_after_the_announcement_may_mean_more_rounds(line: Line) -> None:
    _grown(line, 8, 5)
    said = (
        "13 players in masters: the rounds table gives 5 rounds, but 3 were announced; "
        "it gives a Masters cut of 4, but none was announced: "
    )
    act = "announce --rounds masters=5 --cut masters=4"
    assert _status(line).count(f"{said}`roundbook {act}`") == 1
    assert f"{said}`roundbook {act}`" in line("pair").out
    line(*act.split())
    assert "the rounds table gives" not in _status(line)
    line("start")
    assert "the rounds table gives" not in _status(line)


@pytest.mark.rule("TOP-3.3.5b")
def test_one_round_fewer_than_the_table_has_by_now_is_said_to_be_allowed(line: Line) -> None:
    _grown(line, 12, 1)
    said = "the rounds table gives 5 rounds (one fewer is allowed), but 4 were announced: `"
    assert f"13 players in masters: {said}" in _status(line)
    line.pair()
    assert "the rounds table gives" not in _status(line)


@pytest.mark.rule("TOP-3.3.5b", "TOP-3.3.5d")
def test_a_number_that_was_chosen_is_not_held_against_the_table(line: Line) -> None:
    _grown(line, 9, 1, "--one-less")
    assert "the rounds table gives" not in _status(line)
    line("announce", "--rounds", 2, "--override", "rounds-differ", "--because", "The hall closes.")
    for number in range(5):
        line("register", f"Later {number}", "--birth-year", 1990)
    line("announce", "--prizes", 2)
    line("register", "Last", "--birth-year", 1990)
    assert "the rounds table gives" not in _status(line)
    assert "the rounds table gives" not in line("pair").out


@pytest.mark.rule("A-57", "TOP-3.3.5d")
def test_rounds_that_no_longer_fit_keep_nobody_from_announcing_something_else(line: Line) -> None:
    line.start("--style", "swiss-plus-cut")
    line("announce", "--rounds", 5, "--prizes", 8, "--cut", "masters=4")
    line.crowd(masters=9)
    line("announce", "--text", "Lunch at 1.")
    line("announce", "--prizes", 4)
    outgrown = "9 players in masters: the rounds table gives 4 rounds, but 5 were announced"
    assert outgrown in _status(line)
    said = line.refused("announce", "--rounds", 6, rule="rounds-differ")
    assert "Take the number from the rounds table: `roundbook announce --rounds table`." in said
    line("announce", "--rounds", "table")
    assert outgrown not in _status(line)
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("TOP-3.3.5")
def test_the_command_for_one_division_keeps_the_rounds_of_the_other(line: Line) -> None:
    line.start("--style", "swiss-plus-cut")
    line.crowd(senior=9, masters=12)
    line("announce", "--rounds", "senior=3")
    line("register", "Late", "--birth-year", 1990)
    assert "`roundbook announce --rounds masters=5`" in _status(line)
    line("announce", "--rounds", "masters=5")
    line("pair")
    told = _status(line)
    assert "senior 1 of 3" in told
    assert "masters 1 of 5" in told


@pytest.mark.rule("TOP-3.3.5a")
def test_where_divisions_play_together_the_largest_is_what_no_longer_fits(line: Line) -> None:
    line.start()
    line.crowd(junior=3, masters=13)
    line("announce", "--rounds", 5)
    line("drop", "p16")
    said = "12 Masters, the largest division of junior-masters: the rounds table gives 4 rounds"
    assert said in " ".join(_status(line).split())


@pytest.mark.rule("A-61")
def test_an_announced_cut_that_is_now_more_than_half_is_pointed_out_before_play(line: Line) -> None:
    line.start("--style", "swiss-plus-cut")
    line.crowd(Masters=16)
    line.announce("--rounds", 4, "--cut", "masters=8")
    assert "more than half" not in _status(line)
    line("drop", "p1", "p2", "p3")
    said = "The Masters cut of 8 is more than half of the 13 players who came; announce a smaller"
    act = "announce --cut masters=4"
    assert f"{said} one: `roundbook {act}`" in line("pair").out
    assert f"{said} one: `roundbook {act}`" in _status(line)
    line.announce(*act.split()[1:])
    assert "more than half" not in _status(line)


@pytest.mark.rule("A-61")
def test_a_cut_of_more_than_half_that_an_official_let_pass_is_not_pointed_out(line: Line) -> None:
    line.start("--style", "swiss-plus-cut")
    line.crowd(Masters=14)
    line.announce("--rounds", 4, "--cut", "masters=8", "--override", "cut-too-large")
    assert "more than half" not in line("pair").out


@pytest.mark.rule("A-80")
def test_in_pure_swiss_another_number_of_rounds_than_the_tables_is_a_note(line: Line) -> None:
    """The tables are guidelines for Swiss plus single elimination (TOP §3.3.5)."""
    line.start("--style", "swiss")
    line.crowd(masters=8)
    said = " ".join(line("announce", "--rounds", 4).out.split())
    assert "Note: the rounds table gives masters 3 rounds (TOP §3.3.5, TCG single-day, 8" in said
    assert "in pure Swiss that is only a guideline" in said
    assert "the rounds table gives" not in line.run("status", "-C", line.folder).out
    assert line.run("verify", line.folder).code == 0
    assert "the rounds table gives" not in line("announce", "--rounds", 3).out


@pytest.mark.rule("A-81")
def test_a_cut_that_was_let_pass_when_announced_needs_no_second_override(line: Line) -> None:
    """Two players join after the announcement, so it was not to everybody."""
    line.start("--style", "swiss-plus-cut")
    line.crowd(masters=6)
    said = line.refused("announce", "--cut", "masters=4", rule="cut-too-large")
    assert "rule: cut-too-large (roundbook)" in said, "no section of the documents says so"
    assert "a cut of 4 is more than half of the 6 players in Masters" in said
    let = ("--override", "cut-too-large", "--because", "four came with prizes")
    line("announce", "--rounds", 2, "--cut", "masters=4", *let)
    line("register", "Late", "--division", "masters")
    for _ in range(2):
        play(line)
    line("cut")
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("TOP-2b")
def test_an_edition_can_ask_for_the_format_the_staff_and_the_breaks(line: Line) -> None:
    """Each has an option of its own, and a text about anything announces none of them."""
    ours = asking(line, "cut", "prizes", "format", "staff", "breaks")
    line.start("--edition-file", ours, masters=4)
    line("announce", "--rounds", "2", "--override", "rounds-differ", "--because", "small")
    line("pair")
    said = line.at("start", code=3).err
    assert (
        "the format of the decks, the staff and when there are breaks have not been announced"
        in said
    )
    assert "--format WORDS --staff WORDS --breaks WORDS" in said
    line("announce", "--text", "Bring a pen.")
    assert said in line.at("start", code=3).err
    line("announce", "--format", "Standard", "--staff", "Ana judges.")
    assert "when there are breaks has not been announced" in line.at("start", code=3).err
    line("announce", "--breaks", "lunch after round 1")
    told = line.at("announce", code=0).out
    for sentence in ("Format: Standard.", "Staff: Ana judges.", "Breaks: lunch after round 1."):
        assert sentence in told
    line("announce", "--breaks", "none")
    assert "There are no breaks." in line.at("announce", code=0).out
    line("start")


@pytest.mark.rule("TOP-2b")
def test_what_is_recorded_elsewhere_is_not_announced_again(line: Line) -> None:
    """The opening has the format, and the staff list the staff."""
    ours = asking(line, "format", "staff")
    line.start("--edition-file", ours, "--format", "standard", masters=4)
    line("people staff", "Ana Judge", "judge")
    line("announce", "--rounds", "2", "--override", "rounds-differ", "--because", "small")
    line("pair")
    line("start")


@pytest.mark.rule("TOP-2b")
@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ((), ("the rounds have", "")),
        (("prizes",), ("the rounds and the prizes have", " --prizes N")),
        (("cut", "breaks"), ("the rounds and the breaks have", " --breaks WORDS")),  # No cut.
    ],
)
def test_the_refusal_and_the_next_step_name_what_the_edition_asks_for(
    line: Line, asked: tuple[str, ...], words: tuple[str, str]
) -> None:
    line.start("--edition-file", asking(line, *asked), masters=4)
    step = line.at("status", "--json").data["next"]
    assert " ".join([step["verb"], *step["args"]]) == f"announce{words[1]}"
    line("pair")
    said = line.at("start", code=3).err
    assert f"round 1 cannot start: {words[0]} not been announced." in said


def asking(line: Line, *names: str) -> Path:
    """Write an edition that asks for these to be announced."""
    ours = line.home.parent / "ours.toml"
    line.run("edition", "new", ours, "--from", "play-2017", code=0)
    listed = f"announced = [{', '.join(f'{name!r}' for name in names)}]"
    ours.write_text(re.sub(r"(?m)^announced = .*$", listed, ours.read_text("utf-8")), "utf-8")
    return ours
