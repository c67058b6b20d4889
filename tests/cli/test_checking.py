"""`roundbook file check` for everybody: many sources, kinds of findings, reports, builds."""

import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from roundbook.cli.checking.findings import GROUPS, KINDS, OWN, group_of
from roundbook.ledger import archive_file as names
from roundbook.ledger.archive_file import packed, unpacked
from tests.cli.browser import Tab, browser, found_browser
from tests.cli.line import Line
from tests.cli.sealed import summed
from tests.cli.typed import IMPORTS, rewrite, roundbook
from tests.conftest import ROOT
from tests.rules.faces import IN_FORCE, name_of

PAGE = ROOT / "docs" / "tom.md"
CUP = "08_challenge_awarded_bye_drop_final.tdf"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a good file, one whose places are swapped, and one with a rematch."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path.parent / f"{tmp_path.name}-home"))
    text = (IMPORTS / CUP).read_text(encoding="utf-8")
    Path("good.tdf").write_text(text, encoding="utf-8")
    second, third = 'place="2" />', 'place="3" />'
    swapped = text.replace(second, "\0").replace(third, second).replace("\0", third)
    Path("swapped.tdf").write_text(swapped, encoding="utf-8")
    return tmp_path


def sealed(rounds: int = 3) -> bytes:
    """An archive of an invented event, whoever closed it."""
    assert roundbook("lab generate", "cup", "--players", 9, "--rounds", rounds).code == 0
    roundbook("archive", "cup", "--out", "cup.zip", code=0)
    shutil.rmtree("cup")
    return Path("cup.zip").read_bytes()


def kinds(said: Any) -> list[str]:
    return [one["kind"] for one in said.data["findings"] if one["level"] == "error"]


# --- what is found -------------------------------------------------------------------------------


def test_every_kind_has_a_group_and_every_rule_is_one() -> None:
    assert {name_of(check) for check in IN_FORCE} <= KINDS
    assert {group_of(kind) for kind in KINDS} == set(GROUPS)
    assert not {name_of(check) for check in IN_FORCE} & (OWN.keys() - {"rematch", "second-bye"})


def test_an_archive_is_checked_as_it_was_sealed(here: Path) -> None:
    sealed()
    said = roundbook("file check", "cup.zip")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("cup.zip: 3 rounds: ")


@pytest.mark.parametrize("table", ["standings", "rounds", "pairings"])
@pytest.mark.parametrize("ending", ["csv", "json", "xlsx"])
def test_a_table_that_roundbook_made_leads_to_its_tournament(
    here: Path, table: str, ending: str
) -> None:
    assert roundbook("lab generate", "cup", "--players", 9, "--rounds", 3).code == 0
    file = f"{table}.{ending}"
    roundbook("file export", "-C", "cup", file, code=0)
    said = roundbook("file check", file, code=5).err
    assert f"{file}: roundbook made it from a tournament" in said
    assert "`roundbook file check DIR`" in said


@pytest.mark.parametrize("table", ["rounds", "standings"])
@pytest.mark.parametrize("ending", ["csv", "json"])
def test_so_does_a_table_of_an_archive(here: Path, table: str, ending: str) -> None:
    file = Path(f"{table}.{ending}")
    file.write_bytes(unpacked(sealed())[f"tables/{file}"])
    assert "roundbook made it from a tournament" in roundbook("file check", file, code=5).err


@pytest.mark.parametrize("file", ["ledger.jsonl", "people.json", "head", "checkpoint"])
def test_a_file_of_a_tournament_leads_to_its_folder(here: Path, file: str) -> None:
    assert roundbook("lab generate", "cup", "--players", 9, "--rounds", 1).code == 0
    said = roundbook("file check", f"cup/{file}", code=5).err
    assert f"cup/{file} is part of the tournament in cup" in said
    assert "`roundbook file check cup`" in said
    assert "Name the tournament's folder, cup, " in roundbook("verify", f"cup/{file}", code=5).err


def test_a_damaged_workbook_is_not_called_an_archive(here: Path) -> None:
    assert roundbook("lab generate", "cup", "--players", 9, "--rounds", 1).code == 0
    roundbook("file export", "-C", "cup", "all.xlsx", code=0)
    Path("half.xlsx").write_bytes(Path("all.xlsx").read_bytes()[:-40])
    said = roundbook("file check", "half.xlsx", code=5).err
    assert "it begins like a workbook, but cannot be unpacked; copy it again, or save it as" in said
    assert "archive" not in said


def test_published_figures_that_do_not_follow_are_named(here: Path) -> None:
    members = unpacked(sealed())
    table = members["tables/standings.json"]
    altered = re.sub(rb'("op_win": ")[^"]+', rb"\g<1>1/1", table, count=1)
    altered = re.sub(rb'("place": )2\b', rb"\g<1>3", altered, count=1)
    Path("cup.zip").write_bytes(summed(members | {"tables/standings.json": altered}))
    said = roundbook("file check", "cup.zip", "--json", code=5)
    assert sorted(set(kinds(said))) == ["damaged", "percentage", "place"]
    [figure] = [one for one in said.data["findings"] if one["kind"] == "percentage"]
    assert figure["said"] == "1/1"
    assert figure["ours"] != "1/1"
    [place] = [one for one in said.data["findings"] if one["kind"] == "place"]
    assert (place["said"], place["ours"]) == ("3", "2")


def test_a_damaged_archive_is_an_unreadable_one(here: Path) -> None:
    members = unpacked(sealed())
    Path("cup.zip").write_bytes(packed(members | {names.PEOPLE: b"{}"}))
    assert roundbook("file check", "cup.zip").code == 5
    Path("torn.zip").write_bytes(Path("cup.zip").read_bytes()[:-9])
    said = roundbook("file check", "torn.zip", "--json")
    assert (said.code, said.data["unreadable"][0]["source"]) == (5, "torn.zip")


def test_a_result_changed_after_its_lock_is_found_in_a_ledger(here: Path) -> None:
    words = ("--players", 8, "--rounds", 3, "--seed", "late", "--corrections", "0.9")
    assert roundbook("lab generate", "cup", *words).code == 0

    def settle(line: str) -> str:
        return re.sub(r'("result-corrected","match":\["masters",)3,', r"\g<1>1,", line, count=1)

    rewrite(Path("cup"), settle)
    said = roundbook("file check", "cup", "--only", "lock", "--json", code=1)
    assert set(kinds(said)) == {"result-locked"}
    assert {one["group"] for one in said.data["findings"]} == {"lock"}


def test_rounds_that_could_be_better_are_named_and_what_fails_a_strict_check_is_said(
    here: Path,
) -> None:
    cup = IMPORTS / "01_cup_two_pods_cut_final.tdf"
    said = roundbook("file check", cup, code=0)
    assert "7 of 9 rounds" in said.out
    assert "\n    other rounds: 3, 4 of junior-senior\n" in said.out
    assert "note:" not in said.out
    said = roundbook("file check", cup, "--strict", code=1)
    assert said.out.count("note: round 3 of junior-senior: ") == 2
    assert said.out.count("  pairing: pair-down") == 4
    assert all(len(line) <= 80 for line in said.out.splitlines()[1:])


def test_a_rematch_that_a_file_tells_is_a_note_and_fails_a_strict_check(here: Path) -> None:
    text = Path("good.tdf").read_text(encoding="utf-8")
    rounds = re.findall(r'<round number="\d+".*?</round>', text, flags=re.DOTALL)
    pairs = [
        re.findall(r'<player1 userid="(\d+)".*?<player2 userid="(\d+)"', one, re.DOTALL)
        for one in rounds
    ]
    a, b = pairs[0][0]
    # Whoever met a in round 2 changes seats with b, so that a and b meet again.
    opponent = next(y if x == a else x for x, y in pairs[1] if a in {x, y})
    moved = {b: opponent, opponent: b}
    again = re.sub(
        r'userid="(\d+)"', lambda one: f'userid="{moved.get(one[1], one[1])}"', rounds[1]
    )
    Path("again.tdf").write_text(text.replace(rounds[1], again), encoding="utf-8")
    said = roundbook("file check", "again.tdf", "--only", "pairing", "--json", code=0)
    (met,) = [one for one in said.data["findings"] if one["kind"] == "rematch"]
    found = re.fullmatch(
        (
            r"round 2 of [a-z-]+: these players have met before: .* \((\d+)\) - .* "
            r"\((\d+)\) \(table (\d+)\)\."
        ),
        met["message"],
    )
    assert found
    assert {found[1], found[2]} == {a, b}
    moved_text = text.replace(rounds[1], again)
    match = next(
        one
        for one in re.findall(r"<match .*?</match>", moved_text, re.DOTALL)[::-1]
        if f'"{a}"' in one and f'"{b}"' in one
    )
    assert f"<tablenumber>{found[3]}<" in match
    assert met["hint"] is None
    assert roundbook("file check", "again.tdf", "--only", "rematch", "--strict").code == 1
    assert roundbook("file check", "good.tdf", "--only", "rematch", "--strict").code == 0


SEEDED = {"seed", "cut-differs", "bracket-position", "bracket-differs"}


@pytest.mark.rule("A-69")
@pytest.mark.parametrize(
    ("name", "one", "other", "kinds"),
    [
        ("04b_vgc_cup_top8_paired", "<seed>1<", "<seed>2<", SEEDED),
        ("04b_vgc_cup_top8_paired", "<order>3<", "<order>6<", {"bracket-position"}),
        ("03_challenge_five_players_final", "/2001</birth", "/2016</birth", {"division"}),
    ],
)
def test_what_was_altered_in_a_file_is_named(
    here: Path, name: str, one: str, other: str, kinds: set[str]
) -> None:
    text = (IMPORTS / f"{name}.tdf").read_text(encoding="utf-8")
    assert one in text
    parts = [part.replace(other, one) for part in text.split(one)]
    Path("altered.tdf").write_text(other.join(parts), encoding="utf-8")
    said = roundbook("file check", "altered.tdf", "--json")
    assert {found["kind"] for found in said.data["findings"]} - {"pair-down"} == kinds


def test_the_cut_of_a_file_in_flights_is_not_judged_by_one_list(here: Path) -> None:
    """Every flight sends its best players, and a .tdf file does not say who plays in which."""
    text = (IMPORTS / "04b_vgc_cup_top8_paired.tdf").read_text(encoding="utf-8")
    parts = [part.replace("<seed>2<", "<seed>1<") for part in text.split("<seed>1<")]
    flights = '</subgroup><subgroup number="2"><players></players></subgroup>'
    altered = "<seed>2<".join(parts).replace("</subgroup>", flights, 1)
    Path("altered.tdf").write_text(altered, encoding="utf-8")
    said = roundbook("file check", "altered.tdf", "--json")
    assert not {found["kind"] for found in said.data["findings"]} & {"seed", "cut-differs"}
    assert "so the seeds of a cut from flights cannot be checked." in said.err
    assert roundbook("file import", "altered.tdf", "cup").code == 0
    assert "cut-differs" not in roundbook("verify", "cup").out


# --- which of it is wanted -----------------------------------------------------------------------


def test_kinds_and_groups_are_asked_for_and_left_out(here: Path) -> None:
    assert roundbook("file check", "swapped.tdf").code == 1
    assert roundbook("file check", "swapped.tdf", "--ignore", "place").code == 0
    assert roundbook("file check", "swapped.tdf", "--only", "cut", "--only", "lock").code == 0
    assert roundbook("file check", "swapped.tdf", "--only", "place").code == 1
    said = roundbook("file check", "swapped.tdf", "--only", "lock")
    assert "no difference" not in said.out
    assert "findings left out, as you asked" in said.out
    said = roundbook("file check", "swapped.tdf", "--only", "places")
    assert (said.code, "is not a kind of finding" in said.err) == (2, True)
    assert roundbook("file check").code == 2


def test_the_kinds_are_listed(here: Path) -> None:
    said = roundbook("file check", "--list", code=0)
    assert {line.strip() for line in said.out.splitlines() if line.startswith(" ")} == KINDS
    assert [line.split(":")[0] for line in said.out.splitlines() if line[0] != " "] == [*GROUPS]


# --- many sources at once ------------------------------------------------------------------------


def test_a_folder_stands_for_all_that_lies_in_it(here: Path) -> None:
    sealed()
    Path("sub").mkdir()
    assert roundbook("lab generate", "sub/cup", "--players", 8, "--rounds", 2).code == 0
    shutil.copy("swapped.tdf", "sub/Again.TDF")
    Path("notes.txt").write_text("nothing to be checked")
    said = roundbook("file check", ".", "--json", code=1)
    assert [one["file"] for one in said.data["files"]] == [
        "good.tdf",
        "sub/Again.TDF",
        "swapped.tdf",
    ]
    assert [one["archive"] for one in said.data["archives"]] == ["cup.zip"]
    assert [one["folder"] for one in said.data["ledgers"]] == ["sub/cup"]
    last = roundbook("file check", ".", "good.tdf").out.splitlines()[-1]
    assert re.fullmatch(r"5 sources: 4 errors, \d+ notes\.", last), last


def test_what_cannot_be_read_is_said_and_stops_nothing(here: Path) -> None:
    Path("odd.json").write_text("{}")
    Path("torn.tdf").write_text("<tournament")
    said = roundbook("file check", "odd.json", "torn.tdf", "missing.tdf", "swapped.tdf", "--json")
    assert said.code == 5
    lost = {one["source"]: one["message"] for one in said.data["unreadable"]}
    assert sorted(lost) == ["missing.tdf", "odd.json", "torn.tdf"]
    assert "its JSON is not in a format that roundbook can read" in lost["odd.json"]
    assert kinds(said) == ["place", "place"]
    assert said.data["summary"] == {
        "sources": 4,
        "errors": 2,
        "notes": said.data["summary"]["notes"],
        "ignored": 0,
        "unreadable": 3,
        "damaged": 0,
    }
    shown = roundbook("file check", "odd.json", "swapped.tdf")
    assert "2 errors" in shown.out.splitlines()[-1]
    assert "1 unreadable" in shown.out.splitlines()[-1]


# --- for programs --------------------------------------------------------------------------------


def test_the_fields_of_the_answer_are_those_that_the_page_leads_to(here: Path) -> None:
    said = roundbook("file check", "swapped.tdf", "missing.tdf", "--json").data
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert said["form"] == "roundbook-check/1"
    assert f"`{said['form']}` may gain fields" in page
    assert "`roundbook lab schema check` describes them" in page
    kinds = roundbook("lab schema", "check", code=0).data["$defs"]
    for kind, value in (
        ("CheckAnswer", said),
        ("Finding", said["findings"][0]),
        ("UnreadSource", said["unreadable"][0]),
        ("CheckSummary", said["summary"]),
    ):
        assert list(kinds[kind]["properties"]) == list(value), kind
    told = set(re.findall(r"`(\w+)`", kinds["Finding"]["description"]))
    assert {"kind", "said", "ours", "decided_by", "cause", "also"} <= told


def test_a_build_is_told_beside_its_files(here: Path) -> None:
    shutil.copy("swapped.tdf", "a,b.tdf")
    shutil.copy(IMPORTS / "07_cup_mixed_pod_drop_cap_final.tdf", "c.tdf")
    said = roundbook("file check", "a,b.tdf", "c.tdf", "missing.tdf", "--format", "github", code=5)
    lines = said.out.splitlines()
    assert lines[0].startswith("::error file=a%2Cb.tdf,title=place::Player ")
    assert any(line.startswith("::notice file=c.tdf,title=pair-down::") for line in lines)
    assert lines[-1].startswith("::error file=missing.tdf,title=unreadable::missing.tdf: no such")
    assert said.err == ""


# --- for people ----------------------------------------------------------------------------------


class Outline(HTMLParser):
    """What a page is made of: its tags with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def report(*words: str) -> str:
    roundbook("file check", *words, "--html", "report.html")
    return Path("report.html").read_text(encoding="utf-8")


def test_the_report_is_one_page_that_asks_for_nothing(here: Path) -> None:
    sealed()
    page = Outline(report("swapped.tdf", "cup.zip", "missing.tdf"))
    tags = [tag for tag, _ in page.tags]
    assert not {"script", "img", "link", "iframe", "a"} & {*tags}
    assert ("html", {"lang": "en"}) in page.tags
    assert tags.count("h1") == 1
    heads = [attrs for tag, attrs in page.tags if tag == "th"]
    assert all(attrs["scope"] in {"col", "row"} for attrs in heads)
    assert tags.count("caption") == tags.count("table") > 3
    for words in ("2 errors", "has place 2 in the file, but 3 under the rules", "missing.tdf"):
        assert words in page.text
    assert "certified by parity" in page.text


def test_names_in_a_report_are_text_and_never_markup(here: Path) -> None:
    text = Path("swapped.tdf").read_text(encoding="utf-8")
    nasty = "&lt;script&gt;alert(1)&lt;/script&gt;"
    named = re.sub(r"<firstname>[^<]*", f"<firstname>{nasty}", text)
    Path("<b>.tdf").write_text(named, encoding="utf-8")
    page = Outline(report("<b>.tdf"))
    assert not {"script", "b"} & {tag for tag, _ in page.tags}
    assert "<script>alert(1)</script>" in page.text
    assert "<b>.tdf" in page.text


@pytest.fixture
def tab(tmp_path: Path) -> Iterator[Tab]:
    with browser(found_browser(), tmp_path / "browser") as opened:
        yield opened


@pytest.mark.browser
def test_a_browser_shows_the_report_on_a_telephone(here: Path, tab: Tab) -> None:
    report("swapped.tdf", "good.tdf")
    tab.open(here / "report.html")
    tab.picture(here / "page.png", 360)
    assert tab.run("document.documentElement.scrollWidth <= innerWidth")
    assert tab.run("document.querySelectorAll('main h2').length") == 2
    assert tab.complaints == []


def test_an_overridden_rule_is_a_note_that_says_so(line: Line) -> None:
    """Its hint would tell what to do about something that an official has decided."""
    line.start("--style", "swiss-plus-cut", Masters=8)
    line.announce("--rounds", 3, "--cut", "masters=8", "--override", "cut-too-large")
    said = " ".join(line.run("file check", line.folder).out.split())
    assert "An official overrode this." in said
    assert "An official may override it" not in said
    verified = line.run("verify", line.folder).out
    assert "rule: cut-too-large (roundbook), overridden\n" in verified
    assert "hint: " not in verified
