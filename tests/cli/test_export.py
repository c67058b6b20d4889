"""`roundbook file export`: the tournament for another program; a `.tdf` of TOM above all."""

import difflib
import json
import re
from pathlib import Path

import pytest

from tests.cli.line import Line
from tests.cli.swiss import lower_wins, play
from tests.cli.typed import IMPORTS, lay, roundbook

FILES = [*sorted(IMPORTS.glob("*.tdf")), *sorted((IMPORTS / "hand").glob("*.tdf"))]
CUP = IMPORTS / "01_cup_two_pods_cut_final.tdf"
VIDEO = IMPORTS / "04a_vgc_cup_round4_paired.tdf"
RUNNING = IMPORTS / "05_challenge_round1_in_progress_two_pods.tdf"
REGISTERED = IMPORTS / "06_challenge_registered_only.tdf"
BECAUSE = ("--reason", "the slip was read upside down")


def exported(folder: Path, *words: object) -> bytes:
    """Export a tournament, and return the file."""
    out = folder.parent / "out.tdf"
    roundbook("file export", "-C", folder, out, "--force", *words, code=0)
    return out.read_bytes()


def changes(before: bytes, after: bytes) -> tuple[list[str], list[str]]:
    """The lines that went and those that came, without the space around them."""
    old, new = before.decode().splitlines(), after.decode().splitlines()
    found = [one for one in difflib.ndiff(old, new) if one[:2] in {"- ", "+ "}]
    gone, come = ([one[2:].strip() for one in found if one[0] == sign] for sign in "-+")
    return gone, come


def timeless(lines: list[str]) -> list[str]:
    return [re.sub(r">\d\d/\d\d/\d{4} [\d:]{8}<", ">TIME<", one) for one in lines]


# --- as it came in --------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_an_imported_file_goes_out_byte_for_byte(here: Path, file: Path) -> None:
    folder = lay(file, here / "made")
    assert exported(folder) == file.read_bytes()
    said = roundbook("file export", "-C", folder, here / "again.tdf", "--json").data
    assert (said["how"], said["byte_exact_ended"]) == ("kept", None)
    assert said["bytes"] == file.stat().st_size


def test_once_somebody_was_erased_the_byte_exact_export_has_ended(here: Path) -> None:
    folder = lay(CUP, here / "cup")
    reason = ("--reason", "the parents asked", "--yes")
    assert roundbook("people erase", "p3", *reason, "-C", folder).code == 0
    said = roundbook("file export", "-C", folder, here / "out.tdf", code=3)
    assert "a .tdf file needs details that are missing: p3 was erased." in said.err
    assert "hint: Use `--placeholders`, which fills in an unused ID, a number as" in said.err
    assert not (here / "out.tdf").exists()
    said = roundbook("file export", "-C", folder, here / "out.tdf", "--stand-ins", code=0)
    assert (
        "deleted when somebody was erased, so the export no longer matches it byte for byte."
        in said.out
    )
    assert "the name of p3: a placeholder is written" in said.out
    text = (here / "out.tdf").read_text()
    assert "<lastname>p3</lastname>" in text
    assert roundbook("file check", here / "out.tdf").code == 0


def test_everybody_of_whom_a_file_needs_to_know_more_is_named(line: Line) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990)
    line("register", "Ben Ode", "--birth-year", 1991, "--id", "4711")
    line("register", "Cho Min", "--division", "masters", "--id", "4712")
    line("register", "Dee Fox", "--division", "masters")
    out = line.folder.parent / "out.tdf"
    said = line.run("file export", "-C", line.folder, out, code=3)
    told = " ".join(said.err.split())
    assert "the Player ID of Ana Lopez (p1), Dee Fox (p4); the birth year of Cho" in told
    assert "the birth year of Cho Min (p3), Dee Fox (p4)." in told
    add = "with `roundbook people amend PLAYER --id ID --birth-year YEAR`, or use `--placeholders`"
    assert f"{add}, which fills in an unused" in told
    done = line.run("file export", "-C", line.folder, out, "--stand-ins").out
    assert "the Player ID of p1, p4: a placeholder is written" in done
    told = line.run("file export", "-C", line.folder, out, "--stand-ins", "--json").data
    assert (told["unsaid"], len(told["to_complete"])) == ([], 6)


def test_once_the_tournament_is_closed_the_hint_names_every_way_out(line: Line) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990, "--id", "4711")
    line("register", "Ben Ode", "--birth-year", 1991)
    line.close()
    said = line.run("file export", "-C", line.folder, line.folder.parent / "out.tdf", code=3)
    assert "the Player ID of Ben Ode (p2)." in said.err
    ways = (
        "(`roundbook shelf reopen --reason …`), add the details "
        "(`roundbook people amend p2 --id ID`), close it again ("
    )
    assert ways in said.err
    assert "or use `--placeholders`, which fills in an unused ID. Do not" in said.err
    line("shelf reopen", "--reason", "an id is missing")
    line("people erase", "p2", "--reason", "asked by the player", "--yes")
    line.close()
    said = line.run("file export", "-C", line.folder, line.folder.parent / "out.tdf")
    assert "hint: Use `--placeholders`, which fills in an unused ID, a number as" in said.err, (
        "nobody knows the name"
    )


def test_percentages_that_tom_calculates_differently_are_pointed_out(line: Line) -> None:
    """TOM freezes those of players who drop; before anybody does, they are the same."""
    line.begin("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox", played=1)
    words = ("file export", "-C", line.folder, line.folder.parent / "out.tdf", "--stand-ins")
    apart = "4 players has different percentages than under play-2017, but the same places\n"
    assert apart not in line.run(*words, code=0).out
    line("drop", "p1")
    line.pair()
    line.play(2)
    assert f"\nby TOM's rules, 1 of {apart}" in line.run(*words, "--force", code=0).out


def test_a_source_that_survived_an_erasure_names_nobody(here: Path) -> None:
    """Somebody puts a copy of the file back, or the erasure broke off: the name stays out."""
    folder = lay(CUP, here / "cup")
    (source,) = (folder / "sources").iterdir()
    data = source.read_bytes()
    reason = ("--reason", "the parents asked", "--yes")
    assert roundbook("people erase", "p3", *reason, "-C", folder).code == 0
    source.parent.mkdir(exist_ok=True)
    source.write_bytes(data)
    before = ("--as-of", "before round 2 was paired")
    for words in ((), before):
        text = exported(folder, "--stand-ins", *words).decode()
        assert "<lastname>p3</lastname>" in text


def test_a_source_that_was_changed_since_is_not_gone_on_from(here: Path) -> None:
    folder = lay(REGISTERED, here / "made")
    (source,) = (folder / "sources").iterdir()
    source.write_bytes(source.read_bytes().replace(b"Player", b"Planer"))
    said = roundbook("file export", "-C", folder, here / "out.tdf", code=0)
    assert "was changed and is not used" in said.out
    assert b"Planer" not in (here / "out.tdf").read_bytes()


# --- updated from the ledger -------------------------------------------------------------


def test_a_result_changes_its_match_and_nothing_else(here: Path) -> None:
    folder = lay(RUNNING, here / "cup")
    assert roundbook("report", "junior-1-1", "1", "-C", folder).code == 0
    gone, come = changes(RUNNING.read_bytes(), exported(folder))
    assert timeless(gone) == [
        '<round number="1" type="2" stage="4" >',
        '<match outcome="0">',
        "<timestamp>TIME</timestamp>",
    ]
    assert timeless(come) == [
        '<round number="1" type="2" stage="6" >',
        '<match outcome="1">',
        "<timestamp>TIME</timestamp>",
    ]


def test_a_correction_changes_an_outcome_and_its_time(here: Path) -> None:
    folder = lay(RUNNING, here / "cup")
    assert roundbook("correct", "junior-1-2", "tie", *BECAUSE, "-C", folder).code == 0
    gone, come = changes(RUNNING.read_bytes(), exported(folder))
    assert timeless(gone) == ['<match outcome="2">', "<timestamp>TIME</timestamp>"]
    assert timeless(come) == ['<match outcome="3">', "<timestamp>TIME</timestamp>"]


def test_a_drop_is_one_block_in_its_place(here: Path) -> None:
    folder = lay(RUNNING, here / "cup")
    assert roundbook("drop", "p1", "-C", folder).code == 0
    gone, come = changes(RUNNING.read_bytes(), exported(folder))
    assert gone == []
    assert timeless(come) == [
        *("<dropped>", "<status>1</status>", "<round>1</round>"),
        *("<timestamp>TIME</timestamp>", "</dropped>"),
    ]
    text = exported(folder).decode()
    assert re.search(r"<starter>true</starter>\n\t\t\t<dropped>", text)


def test_a_new_name_changes_the_part_that_is_new(here: Path) -> None:
    folder = lay(RUNNING, here / "cup")
    words = ("--name", "Zoë D'Arc 0015", "--reason", "a guest")
    assert roundbook("people amend", "p1", *words, "-C", folder).code == 0
    gone, come = changes(RUNNING.read_bytes(), exported(folder))
    assert [one for one in gone if "date" not in one] == ["<firstname>Player</firstname>"]
    assert [one for one in come if "date" not in one] == ["<firstname>Zoë D&apos;Arc</firstname>"]


def test_an_event_that_goes_on_in_roundbook_gets_its_rounds_and_places(here: Path) -> None:
    """Round 4 of the video game cup is reported here, the fifth played, and the cut to eight."""
    line = Line(here / "home", lay(VIDEO, here / "cup"))
    finish_round(line)
    line("round new-secrets", "--reason", "the event goes on here")
    play_round(line)
    line("cut", "masters", "--size", "8")
    for _ in range(3):
        play_round(line)
    line("close")
    data = exported(line.folder)
    assert data.count(b"\r\n") == data.count(b"\n")
    gone, _ = changes(VIDEO.read_bytes(), data)
    tags = {one.strip("</>").split()[0].split(">")[0] for one in gone}
    assert tags == {"tournament", "pod", "round", "match", "timestamp"}
    (here / "out.tdf").write_bytes(data)
    assert roundbook("file check", here / "out.tdf").code == 0


def finish_round(line: Line) -> None:
    """Report everything that is out."""
    for posted in line.run("pairings", "-C", line.folder, "--json").data["pairings"]:
        for match in posted["open"]:
            line("report", match, "1")


def play_round(line: Line) -> None:
    line.pair()
    finish_round(line)


def test_a_file_can_be_written_as_of_an_earlier_moment(here: Path) -> None:
    folder = lay(VIDEO, here / "cup")
    text = exported(folder, "--as-of", "before round 3 was paired").decode()
    assert re.findall(r'<round number="(\d)"', text) == ["1", "2"]
    assert "<id>" in text
    assert roundbook("file check", here / "out.tdf").code == 0


def test_an_edition_without_divisions_keeps_the_pod_of_the_file(here: Path) -> None:
    source = (IMPORTS / "hand" / "late_and_left_off.tdf").read_bytes()
    (here / "in.tdf").write_bytes(source)
    assert roundbook("file import", "in.tdf", "cup", "--edition", "dci-mtr").code == 0
    assert exported(here / "cup") == source
    line = Line(here / "home", here / "cup")
    finish_round(line)
    gone, come = changes(source, exported(here / "cup"))
    assert not any("<pod " in one or "categorycut" in one for one in [*gone, *come])
    assert any(one.startswith('<match outcome="1"') for one in come)
    assert roundbook("file check", here / "out.tdf", "--edition", "dci-mtr").code == 0


def test_what_is_said_of_the_head_stands_there(here: Path) -> None:
    folder = lay(RUNNING, here / "cup")
    words = ("--set", "city=Köln", "--set", "version=1.86", "--set", "state=")
    gone, come = changes(RUNNING.read_bytes(), exported(folder, *words))
    assert [one.split(" gametype")[0] for one in gone] == [
        '<tournament type="2" stage="4" version="1.80"',
        "<city>Sample City</city>",
    ]
    assert [one.split(" gametype")[0] for one in come] == [
        '<tournament type="2" stage="4" version="1.86"',
        "<city>Köln</city>",
    ]


@pytest.mark.parametrize(
    ("finals", "others"), [(75, ()), (50, ("finalsroundtime",))], ids=["apart", "alike"]
)
def test_an_announced_time_replaces_that_of_the_file(
    here: Path, finals: int, others: tuple[str, ...]
) -> None:
    """The finals keep a time of their own."""
    data = REGISTERED.read_bytes()
    for tag, minutes in (("roundtime", 50), ("finalsroundtime", finals)):
        data = re.sub(rb"<%s>\d+<" % tag.encode(), b"<%s>%d<" % (tag.encode(), minutes), data)
    (here / "cup.tdf").write_bytes(data)
    line = Line(here / "home", lay(here / "cup.tdf", here / "cup"))
    line("announce")
    assert exported(line.folder) == data, "the time in the file was announced"
    line("announce", "--time", 60)
    gone, come = changes(data, exported(line.folder))
    assert gone == [f"<{tag}>50</{tag}>" for tag in ("roundtime", *others)]
    assert come == [f"<{tag}>60</{tag}>" for tag in ("roundtime", *others)]
    told, set_ = changes(data, exported(line.folder, "--set", "roundtime=50"))
    assert (len(told), len(set_)) == (len(others), len(others))


# --- run entirely in roundbook --------------------------------------------------------------------


def small(line: Line, *words: object) -> None:
    """Open an event and register eight players with all that a file needs."""
    line.start(*words)
    rows = [f"Ana O'Hara {n},{100 + n},{1980 + n}" for n in range(1, 9)]
    path = line.home.parent / "eight.csv"
    path.write_text("\n".join(["name,id,birth year", *rows]), encoding="utf-8")
    line("register", path)


def test_every_stage_of_an_event_has_its_file(line: Line) -> None:
    small(line, "--table", "tcg-single-day")
    stages = [stage(line)]
    line("announce")
    stages.append(stage(line))
    for _ in range(3):
        play(line, lower_wins)
        stages.append(stage(line))
    line("close")
    stages.append(stage(line))
    assert stages == [1, 1, 4, 4, 4, 5]


@pytest.mark.rule("TOP-3.1.3a")
def test_whoever_was_left_out_and_came_late_is_late_in_the_file_too(line: Line) -> None:
    small(line)
    line("announce")
    line("drop", "p8")
    line.pair()
    line("people reinstate", "p8", "--reason", "arrived at 10:20")
    line("people late-tag", "p8", "--set", "--reason", "arrived at 10:20")
    line.play(1)
    line("pair")
    text = exported(line.folder).decode()
    late = re.sub(r"\s+", "", text.partition("<late>")[2].partition("</late>")[0])
    assert re.fullmatch(
        "<round>2</round><timestamp>.*</timestamp>"
        "<forcedloss>1</forcedloss><usedforcedloss>1</usedforcedloss>",
        late,
    )
    assert text.count("<starter>") == 7
    assert "<playercount>7</playercount>" in text
    checked = roundbook("file check", line.home.parent / "out.tdf")
    assert (checked.code, "playercount" in checked.out, "warning" in checked.out) == (
        0,
        False,
        False,
    )


def stage(line: Line) -> int:
    """Export, let the checker look at it, and return the stage that it says."""
    data = exported(line.folder)
    out = line.folder.parent / "out.tdf"
    assert roundbook("file check", out, "--edition", "play-2017").code == 0
    again = line.folder.parent / f"again-{len(list(line.folder.parent.iterdir()))}"
    assert roundbook("file import", out, again, "--edition", "play-2017").code == 0
    assert roundbook("verify", again).code == 0
    found = re.search(rb'<tournament type="2" stage="(\d)"', data)
    assert found
    return int(found[1])


def test_our_own_finalised_file_is_exactly_this(line: Line) -> None:
    """What is at the head and at the end of a challenge of eight, line by line."""
    small(line, "--table", "tcg-single-day", "--sanction", "26-03-000001")
    line("announce", "--time", "50")
    for _ in range(3):
        play(line, lower_wins)
    line("drop", "p8")
    line("people disqualify", "p7", "--reason", "hid a card")
    line("close")
    text = exported(line.folder, "--set", "organizer=A & B", "--set", "popid=1").decode()
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<tournament type="2" stage="5" version="1.86" gametype="TRADING_CARD_GAME" '
        'mode="LEAGUECHALLENGE">\n'
        "\t<data>\n"
        "\t\t<name>Cup</name>\n"
        "\t\t<id>26-03-000001</id>\n"
        "\t\t<city></city>\n"
        "\t\t<state></state>\n"
        "\t\t<country></country>\n"
        "\t\t<roundtime>50</roundtime>\n"
        "\t\t<finalsroundtime>50</finalsroundtime>\n"
        '\t\t<organizer popid="1" name="A &amp; B"/>\n'
        "\t\t<startdate>03/07/2026</startdate>\n"
        "\t\t<lessswiss>false</lessswiss>\n"
        "\t\t<autotablenumber>true</autotablenumber>\n"
        "\t\t<overflowtablestart>0</overflowtablestart>\n"
        "\t</data>\n"
        "\t<timeelapsed>0</timeelapsed>\n"
        "\t<players>\n"
        '\t\t<player userid="101">\n'
        "\t\t\t<firstname>Ana O&apos;Hara</firstname>\n"
        "\t\t\t<lastname>1</lastname>\n"
        "\t\t\t<birthdate>02/27/1981</birthdate>\n"
        "\t\t\t<starter>true</starter>\n"
        "\t\t\t<creationdate>"
    )
    assert text.startswith(head)
    end = text[text.index("\t<standings>") :].splitlines()
    assert end[0:2] == ["\t<standings>", '\t\t<pod category="2" type="finished">']
    assert end[2] == '\t\t\t<player id="101" place="1" />'
    assert end[8] == '\t\t\t<player id="108" place="7" />'
    assert end[9:13] == [
        "\t\t</pod>",
        '\t\t<pod category="2" type="dnf">',
        '\t\t\t<player id="107" />',
        "\t\t</pod>",
    ]
    assert text.endswith("\t</finalsoptions>\n</tournament>\n")
    assert "<status>1</status>" in text
    assert "<status>2</status>" in text


def test_an_awarded_bye_that_was_used_is_in_the_file(line: Line) -> None:
    small(line)
    line("announce", "--rounds", "3")
    line("people award-bye", "p7", 2, "--reason", "won a last-chance event")
    out = line.folder.parent / "out.tdf"
    said = "an awarded bye of p7 before it is used"
    for number in (1, 2):
        assert said in line.run("file export", "-C", line.folder, out, "--force").out
        line.pair()
        line.play(number)
    assert said not in line.run("file export", "-C", line.folder, out, "--force").out


def test_what_a_file_cannot_say_is_said(line: Line) -> None:
    small(line)
    line("announce", "--rounds", 2, "--override", "rounds-differ", "--because", "a short day.")
    line.pair("masters", "--by-hand", "p1-p2 p3-p4 p5-p6 p7-p8", "--reason", "no printer")
    line("report", "masters-1-1", "2-1")
    line("correct", "masters-1-1", "2-0", "--reason", "misread")
    line("ruling deckcheck", "record", "p1", "--counted", 60)
    line("time-called", "masters-1-2", "--games", "1", "--time", "between-games")
    line("note", "the hall is cold")
    out = line.folder.parent / "out.tdf"
    said = roundbook("file export", "-C", line.folder, out, code=0)
    for one in ("deck checks", "how matches ended, as a judge saw it", "notes"):
        assert f"{one}: 1" in said.out
    assert "rounds paired by hand: 1" in said.out
    assert "corrections: 1" in said.out
    assert "overrides by an official (a short day): 1" in said.out
    assert "the games of 1 match (it contains only who won)" in said.out, (
        "a corrected one counts once"
    )
    told = roundbook("file export", "-C", line.folder, out, "--json").data
    assert told["stage"] == 4
    assert "rounds paired by hand: 1" in told["unsaid"]
    assert len(told["sha256"]) == 64


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("--birth-year", "1990"), "the Player ID of Ana Ash (p1)"),
        (("--id", "4711", "--division", "Masters"), "the birth year of Ana Ash (p1)"),
        (("--id", "RK9-7", "--birth-year", "1990"), "the numeric Player ID of Ana Ash (p1)"),
    ],
)
def test_a_player_who_is_not_known_well_enough_is_named(
    line: Line, words: tuple[str, ...], what: str
) -> None:
    line.start()
    line("register", "Ana Ash", *words)
    out = line.folder.parent / "out.tdf"
    said = roundbook("file export", "-C", line.folder, out, code=3)
    assert what in said.err
    assert not out.exists()
    assert roundbook("file export", "-C", line.folder, out, "--stand-ins").code == 0
    assert roundbook("file check", out).code == 0


# --- the file itself ------------------------------------------------------------------------------


def test_another_file_is_not_written_over(here: Path) -> None:
    folder = lay(REGISTERED, here / "made")
    out = here / "out.tdf"
    out.write_text("mine")
    said = roundbook("file export", "-C", folder, out, code=3)
    assert "out.tdf already exists, and differs from the new export." in said.err
    assert out.read_text() == "mine"
    assert roundbook("file export", "-C", folder, out, "--force").code == 0
    assert roundbook("file export", "-C", folder, out).code == 0
    assert roundbook("file export", "-C", folder, here).code == 2
    assert roundbook("file export", "-C", folder, here, "--format", "tdf", "--force").code == 3
    assert [path.name for path in here.iterdir() if path.name.endswith(".new")] == []


def test_a_folder_that_is_not_there_is_one_sentence(here: Path) -> None:
    folder = lay(REGISTERED, here / "made")
    said = roundbook("file export", "-C", folder, here / "no" / "out.tdf", code=5)
    assert "could not be written: No such file or directory." in said.err
    assert "hint: Create its folder first, or choose another folder." in said.err


def test_a_word_that_was_forgotten_behind_the_folder_is_asked_for(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(REGISTERED, here / "made")
    monkeypatch.chdir(here)
    for verb in ("file export", "proof record"):
        said = roundbook(verb, "made", code=2)
        assert f"made is a folder; use `roundbook {verb} -C made" in said.err
    said = roundbook("file export", "-C", "made", "made")
    assert (said.code, "made is a folder: give the FILE to write" in said.err) == (2, True)


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("out.csvx",), "FILE does not end in one of"),
        (("-", "--format", "tdf", "--json"), "--json and `-` both write"),
        (("out.tdf", "--public"), "leave --public out"),
        (("out.tdf", "--set", "weather=fine"), "use NAME=TEXT"),
        (("out.tdf", "--set", "city"), "use NAME=TEXT"),
        (("out.tdf", "--set", "roundtime=soon"), "the minutes must be a number"),
    ],
)
def test_misuse_is_one_sentence(here: Path, words: tuple[str, ...], what: str) -> None:
    folder = lay(REGISTERED, here / "made")
    said = roundbook("file export", "-C", folder, *words, code=2)
    assert what in said.err
    assert not (here / "out.tdf").exists()


def test_a_dash_is_stdout_and_what_is_said_goes_to_stderr(line: Line) -> None:
    line.folder.parent.mkdir(exist_ok=True)
    folder = lay(REGISTERED, line.folder)
    process = line.process("file export", "-C", folder, "-", "--format", "tdf")
    out, err = process.communicate()
    assert process.returncode == 0
    assert out == REGISTERED.read_bytes()
    assert b"byte for byte" in err


def test_what_is_no_tournament_yet_is_not_written(line: Line) -> None:
    said = roundbook("file export", "-C", line.folder, line.folder.parent / "out.tdf", code=5)
    assert "does not contain a tournament" in said.err


def test_json_is_one_answer(here: Path) -> None:
    folder = lay(RUNNING, here / "made")
    said = roundbook("file export", "-C", folder, "out.tdf", "--json")
    assert json.loads(said.out)["file"] == "out.tdf"
    assert said.err == ""


@pytest.mark.rule("TOP-3.1.3a")
def test_rounds_that_a_late_player_lost_before_an_import_have_a_time(tmp_path: Path) -> None:
    """No ledger knows when a file's rounds were paired: midnight, as docs/format.md says."""
    assert roundbook("file import", VIDEO, tmp_path / "cup").code == 0
    late = ("late", "-C", tmp_path / "cup", "Eve Ely", "--birth-year", 2000, "--id", "5551234")
    assert roundbook(*late, "--informed").code == 0
    text = exported(tmp_path / "cup").decode()
    assert text.count('outcome="8"') > VIDEO.read_text().count('outcome="8"')
    assert "<timestamp></timestamp>" not in text


def test_a_file_has_the_names_and_dates_that_were_given_and_names_what_was_not(line: Line) -> None:
    """Two surnames stay together, and a day that nobody gave is never invented in silence."""
    line.start()
    line("register", "García Márquez, Ana", "--birth-date", "1990-02-01", "--id", 4001)
    line("register", "Luis de la Cruz", "--birth-year", 1991, "--id", 4002)
    out = line.folder.parent / "cup.tdf"
    said = line.run("file export", "-C", line.folder, out, "--json", code=0).data
    text = out.read_text(encoding="utf-8")
    assert re.findall("<(?:first|last)name>(.*?)</|<birthdate>(.*?)</", text) == [
        ("Ana", ""), ("García Márquez", ""), ("", "02/01/1990"),
        ("Luis", ""), ("de la Cruz", ""), ("", "02/27/1991"),
    ]  # fmt: skip
    assert "the date of birth of p2: 27 February is written" in said["to_complete"]
    line("people amend", "p2", "--birth-date", "1991-03-04", "--reason", "he told us")
    said = line.run("file export", "-C", line.folder, out, "--force", "--json", code=0).data
    assert "<birthdate>03/04/1991</birthdate>" in out.read_text(encoding="utf-8")
    assert not any("birth" in one for one in said["to_complete"])


def test_a_player_who_joins_an_imported_event_is_named_if_the_day_is_invented(here: Path) -> None:
    """The others have the dates of the file, which is why its list of them is empty (A4)."""
    folder = lay(REGISTERED, here / "run")
    roundbook("round new-secrets", "--reason", "played here", "-C", folder, code=0)
    who = ("--birth-year", 2013, "--id", 999)
    roundbook("register", "Late Kid", *who, "-C", folder, code=0)
    said = roundbook("file export", "-C", folder, here / "run.tdf", "--json", code=0).data
    [odd] = said["to_complete"]
    number = max(
        json.loads((folder / "people.json").read_bytes())["players"], key=lambda p: int(p[1:])
    )
    assert odd == f"the date of birth of {number}: 27 February is written"


def test_closing_asks_for_the_dates_that_a_file_needs(line: Line) -> None:
    line.start()
    for n in range(1, 5):
        day = ("--birth-date", "1990-05-06") if n > 1 else ("--birth-year", 1990)
        line("register", f"Player {n}", *day, "--id", 4000 + n)
    line.first_round()
    line.play(1)
    said = line.close().out + line.at("status").out
    assert "date of birth" in said
