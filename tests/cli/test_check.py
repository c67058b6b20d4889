"""`roundbook file check` and `file replay`: the organiser's program and we, place by place."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from roundbook.cli.session.read import read_ledger
from roundbook.ledger.terms import Pool
from tests.cli.line import Line
from tests.cli.typed import GOLDEN, IMPORTS, rewrite, roundbook, transcript

FINAL = (
    "01_cup_two_pods_cut_final.tdf",
    "02_prerelease_mixed_pod_drops_final.tdf",
    "03_challenge_five_players_final.tdf",
    "07_cup_mixed_pod_drop_cap_final.tdf",
    "08_challenge_awarded_bye_drop_final.tdf",
)
SEEDED = ("04b_vgc_cup_top8_paired.tdf", "04c_vgc_cup_final_decided.tdf")
UNDECIDED = (
    "04a_vgc_cup_round4_paired.tdf",
    "05_challenge_round1_in_progress_two_pods.tdf",
    "06_challenge_registered_only.tdf",
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with copies of the samples under short names, such as 01.tdf."""
    monkeypatch.chdir(tmp_path)
    for name in (*FINAL, *SEEDED, *UNDECIDED):
        shutil.copy(IMPORTS / name, tmp_path / f"{name.split('_')[0]}.tdf")
    text = (tmp_path / "08.tdf").read_text(encoding="utf-8")
    second, third = 'place="2" />', 'place="3" />'
    assert text.count(second) == text.count(third) == 1
    swapped = text.replace(second, "\0").replace(third, second).replace("\0", third)
    (tmp_path / "swapped.tdf").write_text(swapped, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", FINAL)
def test_a_finalised_file_has_no_difference(name: str) -> None:
    said = roundbook("file check", IMPORTS / name)
    assert (said.code, said.err) == (0, "")
    [first, *pairings] = said.out.splitlines()
    assert "no difference in " in first
    assert pairings[0].startswith("  pairings: ")


def test_the_finalised_files_give_eleven_divisions(here: Path) -> None:
    said = roundbook("file check", "01.tdf", "02.tdf", "03.tdf", "07.tdf", "08.tdf", "--json").data
    assert sum(file["divisions"] for file in said["files"]) == 11
    assert [file["places"] for file in said["files"]] == [35, 16, 5, 25, 9]


@pytest.mark.parametrize("name", SEEDED)
def test_seeds_and_bracket_are_compared_before_there_are_places(name: str) -> None:
    said = roundbook("file check", IMPORTS / name, code=0)
    assert said.out.splitlines()[0].endswith(
        ": no official places yet; no difference in 8 seeds, 8 bracket positions."
    )


@pytest.mark.parametrize("name", UNDECIDED)
def test_nothing_to_compare_is_said_and_not_taken_for_agreement(name: str) -> None:
    said = roundbook("file check", IMPORTS / name, code=0)
    first = said.out.splitlines()[0]
    assert first.endswith(": nothing to compare: there are no official places or seeds yet.")


def test_what_is_said_fits_eighty_columns(here: Path, golden: Callable[[str, str], None]) -> None:
    agreeing = transcript(("file check", "01.tdf", "02.tdf", "04a.tdf", "04b.tdf"))
    differing = transcript(
        ("file check", "08.tdf", "swapped.tdf"),
        ("file check", "08.tdf", "--edition", "play-2017"),
        ("file replay", "08.tdf", "--edition", "play-2017"),
        code=1,
    )
    golden(f"{GOLDEN}/check.txt", f"{agreeing}\n{differing}")
    golden(
        f"{GOLDEN}/replay.txt", transcript(("file replay", "07.tdf"), ("file replay", "04c.tdf"))
    )


def test_two_swapped_places_are_the_two_lines(here: Path) -> None:
    said = roundbook("file check", "swapped.tdf", "--json", code=1)
    [file] = said.data["files"]
    assert [(one["said"], one["ours"]) for one in file["differences"]] == [(2, 3), (3, 2)]
    assert [one["what"] for one in file["differences"]] == ["place", "place"]
    assert [one["decided_by"] for one in file["differences"]] == ["op-op-win", "op-win"]
    assert all(one["name"].startswith("Player ") for one in file["differences"])


def test_a_swapped_result_is_found(here: Path) -> None:
    text = (here / "08.tdf").read_text(encoding="utf-8")
    assert 'match outcome="1"' in text
    altered = text.replace('match outcome="1"', 'match outcome="2"', 1)
    Path("turned.tdf").write_text(altered, encoding="utf-8")
    said = roundbook("file check", "turned.tdf", code=1)
    assert "differences under the edition tom" in said.out


def test_of_several_files_each_is_looked_at(here: Path) -> None:
    said = roundbook("file check", "swapped.tdf", "missing.tdf", "08.tdf", code=5)
    assert "swapped.tdf: 2 differences" in said.out
    assert "08.tdf: no difference" in said.out
    assert said.err.startswith("cannot read: missing.tdf: no such file or directory.")
    assert said.err.endswith("hint: Check the spelling and the folder.\n")


def test_a_file_that_another_edition_would_not_form_so_says_which_was_taken(
    line: Line, tmp_path: Path
) -> None:
    line.start()
    for division, number in (("junior", 5), ("senior", 5), ("masters", 6)):
        for n in range(number):
            year = {"junior": 2016, "senior": 2011, "masters": 1990}[division]
            line("register", f"{division} {n}", "--birth-year", year, "--id", f"{year}{n}")
    line.first_round()
    file = tmp_path / "x.tdf"
    assert line.run("file export", "-C", line.folder, file, "--stand-ins").code == 0
    said = roundbook("file check", file).out
    assert "under tom these divisions play as junior-senior and masters, not as all." in said
    assert said.endswith("  checked under tom, the default; `--edition` chooses another\n")
    other = roundbook("file check", file, "--edition", "play-2017").out
    assert "pods-wrong" not in other
    assert "checked under" not in other


def test_the_closing_sentence_of_a_replay(here: Path) -> None:
    said = roundbook("file replay", "01.tdf")
    note = "note: tom is the default; percentages differ by edition (`--edition`)\n"
    assert (said.code, said.err) == (0, note)
    assert said.out.endswith(
        "\nAll 35 official places, 12 seeds and 12 bracket positions are reproduced.\n"
    )


def test_a_replay_shows_the_standings_of_an_import(here: Path) -> None:
    assert roundbook("file import", "07.tdf", "cup").code == 0
    shown = roundbook("standings", "-C", "cup").out.partition("\n\n")[2]
    assert shown.startswith("Senior (2 players)\n")
    assert "\nMasters (23 players)\n" in shown
    assert shown in roundbook("file replay", "07.tdf").out
    replayed = roundbook("file replay", "07.tdf", "--json")
    assert replayed.standings == roundbook("standings", "-C", "cup", "--json").standings
    assert replayed.data["compared"]["differences"] == []


def test_a_file_may_come_through_a_pipe(here: Path) -> None:
    data = Path("08.tdf").read_bytes()
    assert roundbook("file replay", "-", stdin=data).out == roundbook("file replay", "08.tdf").out
    assert roundbook("file check", "-", stdin=data).out.startswith("-: no difference in 9")


def test_a_replay_writes_nothing(here: Path) -> None:
    before = sorted(here.rglob("*"))
    assert roundbook("file replay", "08.tdf").code == 0
    assert sorted(here.rglob("*")) == before


def test_a_ledger_is_checked_round_by_round(here: Path) -> None:
    words = ("--players", 13, "--rounds", 4, "--ties", "0.2", "--seed", "checked")
    assert roundbook("lab generate", "cup", *words).code == 0
    said = roundbook("file check", "cup")
    assert (said.code, said.err) == (0, "")
    first, titles, *lines = said.out.splitlines()
    assert re.fullmatch(r"cup: 4 rounds: [0-9] certified by parity(; [0-9] optimal, .*)?", first)
    assert titles.split() == ["Pool", "Round", "Tables", "Pairings"]
    assert [line.split()[:3] for line in lines] == [["masters", str(n), "6"] for n in (1, 2, 3, 4)]
    [ledger] = roundbook("file check", "cup", "--json").data["ledgers"]
    assert ledger["folder"] == "cup"
    assert [one["round"] for one in ledger["rounds"]] == [1, 2, 3, 4]
    assert {one["verdict"] for one in ledger["rounds"]} <= {"parity", "proven"}


def test_a_forged_round_is_found_by_its_figures_alone(here: Path) -> None:
    """Whoever can write every hash anew cannot make a worse round the best."""
    assert roundbook("lab generate", "cup", "--players", 12, "--rounds", 3, "--seed", "f").code == 0
    t = read_ledger(Path("cup")).t
    before = {frozenset(pair) for pair in t.rounds[Pool("masters"), 1].pairings}
    (a, b), *others = t.rounds[Pool("masters"), 2].pairings
    c, d = next(
        (c, d) for c, d in others[3:] if not before & {frozenset((a, c)), frozenset((b, d))}
    )

    def forge(line: str) -> str:
        if '"round-paired"' not in line or '"round":2' not in line:
            return line
        line = re.sub(r'"drawn":{[^}]*},', "", line)
        line = line.replace(f'["{a}","{b}"]', f'["{a}","{c}"]', 1)
        line = line.replace(f'["{c}","{d}"]', f'["{b}","{d}"]', 1)
        return line.replace('"round":2', '"reason":"by hand","round":2')

    rewrite(Path("cup"), forge)
    said = roundbook("file check", "cup", "--plain", code=1)
    assert "not the best" in said.out
    assert "2 pairs straddle the gap between 3 and 0 match points; 0 would be enough" in " ".join(
        said.out.split()
    )
    assert roundbook("file check", "cup", "--json").code == 1


def test_what_a_file_told_is_information_in_its_ledger_too(here: Path) -> None:
    assert roundbook("file import", "07.tdf", "cup").code == 0
    said = roundbook("file check", "cup", code=0)
    assert "not the best, imported from a file" in said.out


def test_how_the_pairings_of_a_file_compare_is_no_difference(here: Path) -> None:
    said = roundbook("file check", "07.tdf", "--json", code=0)
    [file] = said.data["files"]
    assert [one["verdict"] for one in file["pairings"]] == ["parity", "proven", *["worse"] * 3]
    assert all(one["told"] for one in file["pairings"])
    assert said.data["ledgers"] == []


def test_a_folder_without_a_ledger_is_no_tournament(here: Path) -> None:
    Path("empty").mkdir()
    said = roundbook("file check", "empty", code=5)
    assert said.err.startswith("cannot read: empty does not contain a tournament.")


def test_what_was_not_read_is_said_on_stderr(here: Path) -> None:
    text = Path("08.tdf").read_text(encoding="utf-8")
    odd = text.replace("<timeelapsed>", "<oddity>7</oddity><timeelapsed>", 1)
    assert odd != text
    Path("odd.tdf").write_text(odd, encoding="utf-8")
    said = roundbook("file check", "odd.tdf", code=0)
    assert said.err.startswith("warning: odd.tdf: ")
    assert "oddity" in said.err


def test_a_ledger_is_checked_by_the_edition_it_names(here: Path) -> None:
    assert roundbook("lab generate", "cup", "--players", "4", "--rounds", "1").code == 0
    assert roundbook("archive", "cup").code == 0
    for source in ("cup", "cup.zip"):
        said = roundbook("file check", source, "--edition", "play-2017")
        assert said.code != 0
        assert f"{source} is a ledger, which names its own edition" in said.err


def test_a_file_with_other_places_leads_to_the_editions(tmp_path: Path) -> None:
    """A .tdf is read by TOM's rules: places made under others differ, and nothing is wrong."""
    path = tmp_path / "cup.tdf"
    path.write_bytes((IMPORTS / "01_cup_two_pods_cut_final.tdf").read_bytes())
    hint = "`roundbook edition compare` shows whether another edition matches the file"
    for verb in ("file check", "file replay"):
        assert hint not in roundbook(verb, path).out
        assert hint in roundbook(verb, path, "--edition", "top-2017-literal").out


@pytest.mark.rule("TOP-3.1.3a")
def test_who_lost_a_round_without_an_opponent_was_not_left_out_of_it(tmp_path: Path) -> None:
    """The file says that p3 lost round 3 so: nobody had to be paired with p3."""
    late = IMPORTS / "hand" / "late_in_mid_event.tdf"
    said = roundbook("file check", late).out
    assert "left out" not in said
    assert roundbook("file import", late, tmp_path / "cup").code == 0
    said = roundbook("explain", "-C", tmp_path / "cup", "masters-3").out
    assert "not legal" not in said
    assert "left out" not in said


def test_a_player_who_was_left_out_of_a_round_is_named_as_in_the_file(tmp_path: Path) -> None:
    text = (IMPORTS / "hand" / "late_in_mid_event.tdf").read_text(encoding="utf-8")
    lost = re.search(r'<match outcome="8">.*?</match>', text, flags=re.DOTALL)
    assert lost
    (tmp_path / "cup.tdf").write_text(text.replace(lost[0], ""), encoding="utf-8")
    found = roundbook("file check", tmp_path / "cup.tdf", "--json").data["findings"]
    said = [one["message"] for one in found if one["message"].endswith("is left out.")]
    assert said
    assert not [one for one in said if re.search(r"\bp3\b", one)], said
    assert all("Player 0003 (" in one for one in said), said


def test_a_round_lost_without_an_opponent_stands_in_every_list(tmp_path: Path) -> None:
    cup, table = tmp_path / "cup", tmp_path / "rounds.csv"
    assert roundbook("file import", IMPORTS / "hand" / "late_in_mid_event.tdf", cup).code == 0
    assert roundbook("file export", "-C", cup, table).code == 0
    assert ",p3,Player 0003,,,second,,loss" in table.read_text(encoding="utf-8")
    assert roundbook("file export", "-C", cup, tmp_path / "rounds.json").code == 0
    answer = json.loads((tmp_path / "rounds.json").read_bytes())
    [lost] = [one for one in answer["rounds"]["matches"] if one["kind"] == "loss"]
    assert (lost["first"]["player"], lost["result"], lost["winner"]) == ("p3", "second", None)
    for named in ((), ("--by-name",)):
        assert "a loss" in roundbook("pairings", "-C", cup, "--round", "3", *named).out
    history = " ".join(roundbook("history", "-C", cup).out.split())
    assert "round 3 of masters was paired: 2 matches, 1 bye and 1 loss" in history
    assert (
        "round 3   lost without an opponent" in roundbook("explain", "-C", cup, "p3", "--proof").out
    )
