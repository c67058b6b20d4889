"""`roundbook status`, `roundbook players`, `roundbook` alone and `help`: where am I."""

import json
import re
from pathlib import Path

import click
import pytest

from roundbook.cli.args.shared_options import SharedOption
from roundbook.cli.places.phone_claims import Claim, Claims, to_bytes
from roundbook.cli.session.venue import venue
from roundbook.cli.verbs import GROUPS, LOOKS, TOPICS, VERBS, load, path_of
from tests.cli.line import Line
from tests.cli.swiss import play
from tests.cli.typed import IMPORTS, NOON, lay, roundbook
from tests.tom import Tom


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundbook.cli.session.clock.now", lambda: NOON)
    monkeypatch.setattr("roundbook.cli.session.read.now", lambda: NOON)


def paired(line: Line, *names: str) -> None:
    line.enrol(*names)
    line("announce")
    line("pair")


def status(line: Line) -> list[str]:
    said = line.run("status", "-C", line.folder, code=0)
    return said.out.splitlines()


def test_the_status_tells_how_far_the_event_is_and_what_comes_next(line: Line, noon: None) -> None:
    paired(line, "Ana", "Ben", "Cho", "Dee", "Eve")
    assert status(line)[-1] == "next: roundbook post masters"
    line("post")
    line("start")
    line("report", "masters-1-1", "1")
    line("late", "Uwe", "--birth-year", 1990, "--informed")
    told = status(line)
    assert "Swiss rounds: round 1 of 3" in told
    assert "6 players: 6 in (1 late)" in told
    assert "masters  1 of 3  started  1 of 2    2           starts in 2:00" in told
    assert told[-2:] == [
        "registered, but not in a round yet: Uwe (p6)",
        "next: roundbook report masters-1-2 RESULT",
    ]
    data = roundbook("status", "-C", line.folder, "--json").data
    assert data["pools"][0]["missing"] == ["masters-1-2"]
    assert data["next"] == {"verb": "report", "args": ["MATCH", "RESULT"]}
    assert data["phase"] == "swiss"
    assert [step["step"] for step in data["steps"] if step["stand"] == "now"] == ["round"]


def three_divisions(line: Line) -> None:
    line.start("--style", "swiss-plus-cut")
    for division, players in (("junior", 8), ("senior", 8), ("masters", 12)):
        for number in range(players):
            line("register", f"{division} {number}", "--division", division)
    line("announce", "--cut", "junior=2", "--cut", "senior=2")
    line("pair")


def test_what_other_pools_can_do_meanwhile_is_said(line: Line) -> None:
    three_divisions(line)
    assert status(line)[-1] == "next: roundbook post"
    said = line("withdraw", "masters-1", "--reason", "a player is missing").out
    assert said.endswith(
        ": round 1 of masters was withdrawn.\n"
        "next: roundbook pair masters\nmeanwhile: roundbook post\n"
    )
    assert status(line)[-2:] == ["next: roundbook pair masters", "meanwhile: roundbook post"]
    [row] = [said for said in status(line) if said.startswith("masters ")]
    assert row.split()[1:] == ["0", "of", "4", "not", "paired"]
    said = line("start").out
    assert "\nThe pairings of round 1 of junior were not posted. Post them now: " in said
    assert "(TOP §4)" not in said
    assert said.endswith("next: roundbook pair masters\n")


def test_a_division_can_cut_while_another_plays(line: Line) -> None:
    three_divisions(line)
    line("start")
    for number in (1, 2, 3):
        results = line.folder / "results.csv"
        rows = [
            f"{match},1\n"
            for match in venue(line.folder).desk.tournament.matches
            if match.round == number and (match.pool != "masters" or number < 3)
        ]
        results.write_text("match,result\n" + "".join(rows))
        line("report", results)
        if number < 3:
            line.pair()
    told = status(line)
    assert told[-3:] == [
        "next: roundbook report masters-3-9 RESULT",
        "meanwhile: roundbook cut junior",
        "meanwhile: roundbook cut senior",
    ]


def test_an_event_that_is_played_is_said_to_be_over(line: Line) -> None:
    line.enrol("Ana", "Ben")
    line.first_round(1)
    line.play(1)
    told = status(line)
    assert "all rounds have been played, but the tournament is not closed yet" in told
    assert told[-1] == "next: roundbook close"


def test_what_no_longer_fits_is_said_and_comes_first(line: Line) -> None:
    paired(line, "Ana", "Ben", "Cho", "Dee")
    line("drop", "p1")
    told = status(line)
    assert any("no longer matches the active players" in said for said in told)
    assert told[-1] == "next: roundbook round repair masters"
    assert "4 players: 3 in, 1 dropped" in told


@pytest.mark.rule("TOP-4h")
def test_a_round_that_rests_on_a_corrected_result_says_so_until_it_is_repaired(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", "Eve", "Fay", "Gil", "Hal", played=1)
    line("pair")
    assert not [said for said in status(line) if "repair" in said]
    line("correct", "masters-1-1", "2", "--reason", "misread")
    [said] = [said for said in status(line) if "repair" in said]
    assert said == (
        "Round 2 of masters was paired before masters-1-1 was corrected: "
        "repair it (`roundbook round repair masters`), or start it unchanged"
    )
    line("round repair")
    assert not [said for said in status(line) if "repair" in said]
    line("correct", "masters-1-1", "1", "--reason", "misread twice")
    line("start")
    assert not [said for said in status(line) if "repair" in said]


@pytest.mark.rule("TOP-2b")
def test_what_was_never_announced_is_not_forgotten_once_round_1_is_paired(line: Line) -> None:
    line.start()
    line("register", "Ana", "--birth-year", 1990)
    line("register", "Ben", "--birth-year", 1990)
    line.run("announce", "-C", line.folder)
    line("pair")
    told = status(line)
    said = "The players have not been told the number of prizes: `roundbook announce --prizes N`"
    assert (said in told, told[-1]) == (True, "next: roundbook announce --prizes N")
    line.run("announce", "-C", line.folder, "--prizes", "none")
    told = status(line)
    assert (said in told, told[-1]) == (False, "next: roundbook post masters")


def test_rules_of_an_earlier_season_are_named(line: Line) -> None:
    line.run("open", line.folder, "--name", "Cup", "--start", "2026-03-07")
    assert "play-2017 (rules of season 2018, but the event is in season 2026), swiss" in status(
        line
    )
    other = line.folder.parent / "early"
    line.run("open", other, "--name", "Cup", "--start", "2018-03-07")
    assert "play-2017, swiss" in roundbook("status", "-C", other).out.splitlines()


def test_what_players_report_on_phones_waits_for_the_desk(line: Line) -> None:
    from roundbook.cli.places.layout import CLAIMS, of_folder

    line.begin("Ana", "Ben")
    opened = line.ledger()[0]["events"][0]
    claim = Claim(match="masters-1-1", player="p1", word="1", at=NOON)
    claims = Claims(event=opened["tournament"], allowed=True, claims=(claim,))
    path = line.home / of_folder(CLAIMS, line.folder)
    path.parent.mkdir(parents=True)
    path.write_bytes(to_bytes(claims))
    assert "1 result was reported on phones but not entered: see the desk's page Phones" in status(
        line
    )


def test_an_event_that_tom_runs_is_followed_and_a_closed_one_archived(tmp_path: Path) -> None:
    closed = lay(IMPORTS / "01_cup_two_pods_cut_final.tdf", tmp_path / "cup")
    assert roundbook("status", "-C", closed).out.endswith(f"\nnext: roundbook archive {closed}\n")


@pytest.mark.parametrize(
    "words",
    [
        ("round new-secrets", "--reason", "the event goes on here"),
        ("announce", "--prizes", "4"),
        ("cut", "masters", "--size", "4"),
    ],
    ids=lambda words: words[0],
)
def test_once_the_desk_has_taken_over_the_next_step_is_its_own(
    line: Line, words: tuple[str, ...]
) -> None:
    tom = Tom()
    tom.join(9)
    for number in (1, 2, 3, 4):
        tom.pair()
        tom.play(number)
    file = line.folder.parent / "cup.tdf"
    file.write_bytes(tom.save())
    said = line.run("file import", file, line.folder).out
    assert "to go on without TOM: roundbook round new-secrets --reason …" in said
    assert status(line)[-2:] == [
        "next: roundbook file follow FILE.tdf",
        "or, to run it here: roundbook round new-secrets --reason …",
    ]
    line(*words)
    what = "pair" if words[0] == "cut" else "cut"
    assert status(line)[-1].startswith(f"next: roundbook {what}")


def test_what_is_archived_owes_nothing_until_it_is_opened_again(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin("Ana", "Ben", played=1)
    monkeypatch.chdir(line.folder.parent)
    early = ("--override", "rounds-unplayed", "--because", "a power failure")
    assert line.run("archive", "cup", "--unfinished", "power failure", "--out", "1.zip").code == 0
    until = line("close", *early, "--json").data["keep_until"]
    done = f"everything is done; keep the results until {until} (TOP §4)"
    for nobody in ((), ("--anonymous", "--out", "nameless.zip")):
        assert nobody == () or line.run("archive", "cup", *nobody).code == 0
        assert status(line)[-1] == "next: roundbook archive"
    assert line.run("archive", "cup").code == 0
    assert status(line)[-1] == done
    data = roundbook("status", "-C", "cup", "--json").data
    assert data["next"] is None
    assert [one["stand"] for one in data["steps"] if one["step"] == "archive"] == ["done"]
    line("people requests", "record", "--from", "the office")
    assert status(line)[-1] == done
    assert "newer than the archive" not in " ".join(status(line))
    line("note", "a judge remembered a ruling")
    assert status(line)[-2:] == [
        "1 entry is newer than the archive: archive it again with `roundbook archive`",
        done,
    ]
    assert "cup-2.zip" in line.run("archive", "cup").out
    assert status(line)[-1] == done
    assert "newer than the archive" not in " ".join(status(line))
    line("shelf reopen", "--reason", "a slip was found")
    assert status(line)[-1] != done
    line("close", *early)
    assert status(line)[-1] == "next: roundbook archive"
    (line.folder / "sealed.json").write_text("{")
    assert status(line)[-1] == "next: roundbook archive"


def test_roundbook_alone_is_the_status_in_a_folder_and_a_way_in_elsewhere(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start()
    above = line.folder.parent
    monkeypatch.chdir(line.folder)
    assert roundbook() == roundbook("status")
    monkeypatch.chdir(above)
    assert roundbook().out == "This folder contains tournaments:\n  roundbook status -C cup\n"
    (above / "empty").mkdir()
    monkeypatch.chdir(above / "empty")
    said = roundbook(code=0)
    assert len(said.out.splitlines()) < 10
    assert all(
        f"roundbook {verb}" in said.out for verb in ("open", "file import", "lab demo", "help")
    )


def test_players_are_listed_by_last_name_and_found_by_word(line: Line) -> None:
    line.start()
    line("register", "Ida Zimmer", "--birth-year", 1990, "--id", "4711")
    line("register", "Émre Çelik", "--division", "senior")
    line("register", "Bo Adler", "--birth-year", 1990)
    line("drop", "p3")
    names = [
        said[5:16].strip() for said in roundbook("players", "-C", line.folder).out.splitlines()[3:]
    ]
    assert names == ["Adler, Bo", "Çelik, Émre", "Zimmer, Ida"]

    def found(*words: str) -> list[str]:
        data = roundbook("players", "-C", line.folder, *words, "--json").data
        return [one["player"] for one in data["players"]]

    assert found() == ["p1", "p2", "p3"]
    assert found("celik") == ["p2"]
    assert found("4711") == ["p1"]
    assert found("P3") == ["p3"]
    assert found("dropped") == ["p3"]
    assert found("in") == ["p1", "p2"]
    assert found("senior") == found("--division", "senior") == ["p2"]
    assert found("nobody") == []
    assert "4711" not in roundbook("players", "-C", line.folder, "--public").out


def test_players_without_a_deck_list_are_found(line: Line, tmp_path: Path) -> None:
    line.enrol("Ana", "Ben")
    listed = tmp_path / "ana.txt"
    listed.write_text("60 Basic Fire Energy\n")
    judged = ("--override", "deck-not-legal", "--because", "a test")
    line("deck", "register", "p1", listed, "--format", "unlimited", *judged)
    assert "List" in roundbook("players", "-C", line.folder).out
    data = roundbook("players", "-C", line.folder, "--json").data
    assert [one["deck_list"] for one in data["players"]] == [True, False]
    some = roundbook("players", "-C", line.folder, "--no-list", "--json").data
    assert [one["player"] for one in some["players"]] == ["p2"]
    public = roundbook("players", "-C", line.folder, "--json", "--public").data
    assert "deck_list" not in json.dumps(public)


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_of_help_lists_its_commands_once_and_no_others(topic: str) -> None:
    rows = roundbook("help", topic).out.splitlines()
    listed = [row[2:].partition("  ")[0] for row in rows if re.match("  [a-z]", row)]
    assert listed == list(dict.fromkeys(path_of(verb.name) for verb in GROUPS[TOPICS[topic]]))


@pytest.mark.parametrize("word", LOOKS)
def test_a_word_that_also_looks_says_so_where_it_is_listed(word: str) -> None:
    said = " ".join(roundbook("help", "all").out.split())
    assert f" {word} {VERBS[word].line} {LOOKS[word].says} " in said


def test_the_options_that_commands_share_have_a_page_and_one_line_in_each() -> None:
    shared = roundbook("help", "options").out
    assert all(
        f"\n  {each} " in shared for each in ("-C", "--seen", "--override", "--as-of", "--json")
    )
    for verb in ("note", "history"):
        page = roundbook("help", verb).out
        assert "`help options`" in page
        assert not any(f"\n  {each} " in page for each in ("-C", "--seen", "--override"))


def options_left_out(command: click.Command) -> list[str]:
    """The options of a command, and of those below it, that have no line in its help."""
    below = command.commands.values() if isinstance(command, click.Group) else ()
    own = [one.opts[0] for one in command.params if isinstance(one, SharedOption)]
    return own + [name for each in below for name in options_left_out(each)]


@pytest.mark.parametrize("verb", VERBS)
def test_an_option_without_a_line_of_its_own_is_on_the_page_of_options(verb: str) -> None:
    page = roundbook("help", "options").out
    assert [name for name in options_left_out(load(verb)) if f"\n  {name} " not in page] == []


def test_the_page_of_options_lists_the_values_that_have_only_a_name_elsewhere() -> None:
    page = " ".join(roundbook("help", "options").out.split())
    for name, words in {
        "EDITION": "play-2017, tom, dci-pod,",
        "STYLE": "swiss, swiss-plus-cut, single-elimination, other.",
        "TABLE": "tcg-single-day, tcg-swiss-only, tcg-two-day, vg, vg-two-day.",
        "FORMAT": "standard, expanded, unlimited,",
        "REGION": "canada, europe, mexico,",
    }.items():
        assert f" {name} {words}" in page


def test_help_of_what_there_is_not_leads_on() -> None:
    said = roundbook("help", "standing", code=2)
    assert "Do you mean `standings`" in said.err
    assert "`deck` has no command 'dance'" in roundbook("help", "deck", "dance").err


# A word that is a division, a match, a round or a player is understood as that, without an option.


@pytest.fixture
def two_rounds(line: Line, monkeypatch: pytest.MonkeyPatch) -> Line:
    line.begin("Ana", "Ben", "Cho", "Dee", played=1)
    line("pair")
    monkeypatch.chdir(line.folder)
    return line


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("standings masters", "standings --division masters"),
        ("history masters-1-1", "history --match masters-1-1"),
        ("history masters-1", "history --round masters-1"),
        ("history ana", "history --player ana"),
        ("what-if masters-1-1=0-2", "what-if --result masters-1-1=0-2"),
        ("what-if masters-1-1 0-2", "what-if --result masters-1-1=0-2"),
        ("pairings round 1", "pairings --round 1"),
        ("pairings masters round 1", "pairings masters --round 1"),
        ("pairings masters-1", "pairings masters --round 1"),
        ("pairings 1", "pairings --round 1"),
    ],
)
def test_a_word_means_what_an_option_says(two_rounds: Line, short: str, long: str) -> None:
    said = roundbook(*short.split(), code=0)
    assert said.out == roundbook(*long.split()).out
    verb, *words = short.split()
    named = roundbook(verb, "-C", two_rounds.folder, *words)
    assert named.out == said.out
    assert roundbook(verb, *words, "-C", two_rounds.folder).out == said.out


def test_a_word_that_means_nothing_is_named(two_rounds: Line, tmp_path: Path) -> None:
    said = roundbook("standings", "elders", code=3)
    assert "'elders' is not a division or a flight here" in said.err.replace('"', "'")
    assert "roundbook explain elders" in said.err
    assert roundbook("pairings", "round", "9").code == 3
    assert "use the form masters round 2" in roundbook("pairings", "one", "two", "three").err


def test_far_from_a_tournament_the_folder_that_is_not_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "nowhere" in roundbook("standings", "-C", "nowhere").err


def test_pods_of_different_rounds_are_each_told_in_the_first_lines(line: Line) -> None:
    line.start(masters=9, senior=8, junior=6)
    for verb in ("announce", "pair", "start"):
        line(verb)
    assert status(line)[2] == "Swiss rounds: round 1 of 3 (junior, senior), round 1 of 4 (masters)"


def test_two_brackets_that_are_apart_are_named_in_the_table_alone(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", masters=9, senior=9)
    line.announce("--rounds", 1, "--cut", "masters=4", "--cut", "senior=2")
    play(line)
    line("cut")
    line("pair")
    told = status(line)
    assert "single elimination" in told
    assert {"final", "Top 4, semi-finals"} <= {said[13:32].strip() for said in told}
    line("post")
    line("start")
    said = line("report", "senior-cut-2-1", "1").out
    assert said.endswith("\nnext: roundbook report masters-cut-2-2 RESULT\n")


def test_an_event_that_was_closed_without_a_round_asks_for_no_players_and_no_rounds(
    line: Line,
) -> None:
    line.start()
    line("register", "Ana", "--birth-year", 1990)
    assert "next: roundbook archive" in line.close().out
    assert status(line)[-1] == "next: roundbook archive"
