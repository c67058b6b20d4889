"""verify.html in a real browser, opened from the disk, with an archive chosen by a person."""

import json
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from roundbook.cli.archive.contents import page as verifying
from roundbook.ledger import archive_file as names
from roundbook.ledger.archive_file import compressed
from roundbook.ledger.text import clipped
from tests.cli.browser import Tab, browser, found_browser
from tests.cli.line import Line
from tests.cli.sealed import Cup, cup, replaced, resealed
from tests.cli.swiss import play
from tests.cli.test_archive_unchecked import (
    by_other_rules,
    exchanged,
    sealed_again,
    thiefs_key,
    written,
)
from tests.cli.test_team import formed
from tests.house.frozen import FROZEN

pytestmark = pytest.mark.browser

VERDICT = """new Promise(done => {
  const look = () => {
    const found = document.querySelector("#found .verdict");
    if (found) done({ verdict: found.textContent, page: document.body.innerText });
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  look();
})"""


@pytest.fixture(scope="module")
def sealed_cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cup]:
    found_browser()
    with pytest.MonkeyPatch.context() as patch:
        yield from cup(tmp_path_factory.mktemp("cup"), patch)


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with browser(found_browser(), tmp_path_factory.mktemp("browser")) as opened:
        yield opened


def judged(tab: Tab, page: Path, file: Path, given: str = "") -> tuple[str, str]:
    """Open the page, say what one has from elsewhere, choose the file; return what it shows."""
    tab.open(page)
    tab.run(f"document.getElementById('given').value = {given!r}")
    tab.choose("#file", file)
    said = tab.run(VERDICT)
    return said["verdict"], said["page"]


@pytest.fixture
def page(sealed_cup: Cup, tmp_path: Path) -> Path:
    """Return the page as it lies in the archive."""
    file = tmp_path / "verify.html"
    file.write_bytes(sealed_cup.members[names.PAGE])
    return file


@pytest.mark.parametrize("whose", ["its own", "that of today"])
def test_an_archive_of_version_1_is_verified_by_its_own_page_and_by_that_of_today(
    tab: Tab, tmp_path: Path, whose: str
) -> None:
    file = FROZEN / "cup.zip.gz"
    own = names.unpacked(file.read_bytes())[names.PAGE]
    (tmp_path / "verify.html").write_bytes(own if whose == "its own" else verifying())
    verdict, text = judged(tab, tmp_path / "verify.html", file)
    assert "All checks that this page can make were passed." in verdict
    assert "Eli Sole" in text


def test_a_good_archive_holds_and_nothing_is_asked_of_any_network(
    sealed_cup: Cup, tab: Tab, page: Path
) -> None:
    tab.asked.clear()
    tab.complaints.clear()
    verdict, text = judged(tab, page, sealed_cup.file, sealed_cup.key)
    assert verdict.endswith(
        "All checks that this page can make were passed. "
        "Only `roundbook verify` checks whether every entry followed the rules."
    )
    lead = tab.run("document.querySelector('#found .verdict strong').textContent")
    assert len(lead.split()) < 12, "the verdict comes first, in a few words"
    for word in ("Ana Lopez", "The signature", "signed this archive.", "Passed", "Masters"):
        assert word in text
    assert tab.asked == [page.as_uri()]
    assert tab.complaints == []


def test_a_file_may_be_dropped_anywhere(sealed_cup: Cup, tab: Tab, page: Path) -> None:
    tab.open(page)
    tab.drop(sealed_cup.file)
    assert "All checks that this page can make were passed" in tab.run(VERDICT)["verdict"]
    assert tab.run("location.href") == page.as_uri()


def test_a_packed_archive_is_read_as_it_is(
    sealed_cup: Cup, tab: Tab, page: Path, tmp_path: Path
) -> None:
    file = tmp_path / "cup.zip.gz"
    file.write_bytes(compressed(sealed_cup.file.read_bytes()))
    verdict, text = judged(tab, page, file, sealed_cup.key)
    assert "All checks that this page can make were passed" in verdict
    assert "signed this archive." in text
    file.write_bytes(file.read_bytes() + b"x")
    verdict, _ = judged(tab, page, file)
    assert verdict == (
        "This file cannot be checked: its gzip wrapper is damaged or cut short, "
        "or data was added after it."
    )


def test_a_forged_archive_is_refused_in_words(
    sealed_cup: Cup, tab: Tab, page: Path, tmp_path: Path
) -> None:
    file = tmp_path / "forged.zip"
    file.write_bytes(resealed(replaced(sealed_cup.members, b"[2,1,0]", b"[2,0,0]")))
    verdict, text = judged(tab, page, file)
    assert verdict.endswith("Do not rely on it. 1 check failed.")
    assert "checkpoint was signed over different lines" in text


@pytest.mark.rule("LED-6")
def test_forged_places_never_stand_below_a_word_that_covers_them(
    sealed_cup: Cup, tab: Tab, page: Path, tmp_path: Path
) -> None:
    color = "document.querySelector('#found .verdict').className"
    file = tmp_path / "forged.zip"
    for name in ("play-2017", "ours"):
        forged = exchanged(sealed_again(by_other_rules(sealed_cup.members, name, name)))
        said, _ = judged(tab, page, written(forged, file), thiefs_key(forged))
        assert said.startswith("Wrong: this was altered, or was not written by roundbook.")
        assert tab.run(color) == "verdict wrong"


def test_names_of_an_archive_are_text_and_never_markup(
    sealed_cup: Cup, tab: Tab, page: Path, tmp_path: Path
) -> None:
    file = tmp_path / "<img src=x onerror=alert(1)>.zip"
    file.write_bytes(b"no zip at all")
    verdict, text = judged(tab, page, file)
    assert "Do not rely on it" in verdict
    assert "<img src=x onerror=alert(1)>.zip" in text
    assert tab.run("document.images.length") == 0


def test_the_page_can_be_used_without_a_mouse_and_fits_a_telephone(
    sealed_cup: Cup, tab: Tab, page: Path, tmp_path: Path
) -> None:
    judged(tab, page, sealed_cup.file)
    labels = "[...document.querySelectorAll('input,textarea')].map(each => each.labels.length)"
    assert tab.run(labels) == [1, 1]
    assert tab.run("document.activeElement.id") == "found"
    assert tab.run("document.documentElement.lang") == "en"
    tab.picture(tmp_path / "page.png", 360)
    assert tab.run("document.documentElement.scrollWidth <= innerWidth")
    # The name of a key is one word, as long as a tournament's id.
    tab.run("document.querySelector('.verdict').append('k'.repeat(300))")
    box = "document.querySelector('.verdict')"
    assert tab.run(f"{box}.scrollWidth <= {box}.clientWidth")


RACE = """new Promise(done => {
  const races = document.getElementById("races");
  const look = () => {
    const chart = races.querySelector("svg.chart");
    if (!chart) return;
    const said = chart.getAttribute("aria-labelledby").split(" ")
      .map((id) => document.getElementById(id).textContent);
    const rows = [...races.querySelectorAll("tr")].map((row) =>
      [...row.children].map((cell) => cell.textContent));
    done({ said, rows, names: [...races.querySelectorAll("text")].map((one) => one.textContent),
      text: [...races.children].map((one) => one.textContent).join(" "),
      wide: chart.getBoundingClientRect().width });
  };
  new MutationObserver(look).observe(races, { childList: true });
  races.open = true;
})"""


def test_an_archive_has_the_race_as_a_picture_and_the_same_in_words_and_as_a_table(
    sealed_cup: Cup, tab: Tab, page: Path, tmp_path: Path
) -> None:
    """Once somebody opens it: every round is calculated again."""
    tab.complaints.clear()
    judged(tab, page, sealed_cup.file, sealed_cup.key)
    race = tab.run(RACE)
    places = json.loads(sealed_cup.members["tables/standings.json"])
    first = places[0]["name"]
    assert race["said"][0] == "Places after each round: Masters"
    assert race["said"][1].startswith(f"{first} is first; places after each round: ")
    assert race["rows"][0] == ["Player", "Round 1", "Round 2"]
    assert {row[0]: row[2] for row in race["rows"][1:]} == {
        one["name"]: str(one["place"]) for one in places
    }
    assert clipped(first, 18) in race["names"], "whoever is first, drawn by lot"
    assert "appear by number" not in race["text"]
    assert race["wide"] > 300
    assert tab.complaints == []
    file = tmp_path / "without.zip"
    sealed_cup.line.run("archive", sealed_cup.line.folder, "--anonymous", "--out", file, code=0)
    judged(tab, page, file)
    race = tab.run(RACE)
    assert {row[0] for row in race["rows"][1:]} == {"p1", "p2", "p3", "p4"}
    assert "appear by number" not in race["text"], "everybody does, and the page says so above"


MATCHES = """new Promise(done => {
  const player = document.querySelector(".places details");
  const name = player.querySelector("summary").textContent;
  const look = () => {
    const said = [...player.querySelectorAll("li")].map((one) => one.textContent);
    if (said.length) done({ name, said });
  };
  new MutationObserver(look).observe(player, { childList: true });
  player.open = true;
})"""


def test_a_name_opens_to_the_matches_of_that_player(sealed_cup: Cup, tab: Tab, page: Path) -> None:
    tab.complaints.clear()
    judged(tab, page, sealed_cup.file, sealed_cup.key)
    found = tab.run(MATCHES)
    rows = json.loads(sealed_cup.members["tables/rounds.json"])
    sides = [(row["first_name"], row["second_name"]) for row in rows]
    others = [{*pair} - {found["name"]} for pair in sides if found["name"] in pair]
    assert [said.partition(" against ")[2] for said in found["said"]] == [
        f"{other}." for (other,) in others
    ]
    assert tab.complaints == []


@pytest.mark.rule("LED-9")
def test_the_race_of_an_archive_does_not_name_the_young_or_whoever_asked_for_less(
    line: Line, tab: Tab, tmp_path: Path
) -> None:
    line.start()
    for name, born in (("Ana Ash", 1990), ("Ben Bay", 1991), ("Cho Cay", 1992), ("Dee Dew", 1993)):
        line("register", name, "--birth-year", born)
    for name in ("Kaia Fell", "Finn Gale"):
        line("register", name, "--birth-year", 2012)
    line("people amend", "p2", "--display", "anonymous")
    line("people amend", "p6", "--display", "full")
    line.announce("--rounds", 2)
    for _ in range(2):
        play(line)
    line.close()
    file = tmp_path / "cup.zip"
    line.run("archive", line.folder, "--out", file, code=0)
    page = tmp_path / "verify.html"
    page.write_bytes(verifying())
    judged(tab, page, file)
    race = tab.run(RACE)
    named = {row[0] for row in race["rows"]} - {"Player"}
    assert named == {"Ana Ash", "p2", "Cho Cay", "Dee Dew", "p5", "Finn Gale"}
    assert named <= {*race["names"]}
    assert "asked not to be shown by full name, appear by number." in race["text"]


def test_there_is_no_race_of_one_round(line: Line, tab: Tab, tmp_path: Path) -> None:
    line.begin("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox", played=1)
    file = tmp_path / "cup.zip"
    line.run("archive", line.folder, "--unfinished", "It rained.", "--out", file, code=0)
    page = tmp_path / "verify.html"
    page.write_bytes(verifying())
    verdict, _ = judged(tab, page, file)
    assert tab.run("document.getElementById('races')") is None
    assert verdict.endswith("Note: it was sealed before the tournament was closed: It rained.")


@pytest.mark.rule("A-65")
def test_an_archive_of_teams_has_their_names_and_those_of_both_players(
    line: Line, tab: Tab, tmp_path: Path
) -> None:
    formed(line)
    line.first_round(1)
    line.play(1, "2-0")
    line.close()
    sealed = tmp_path / "teams.zip"
    assert line.run("archive", line.folder, "--out", sealed).code == 0
    page = tmp_path / "verify.html"
    page.write_bytes(ZipFile(sealed).read(names.PAGE))
    verdict, text = judged(tab, page, sealed)
    assert "Do not rely" not in verdict
    assert "8 names of players and 1 of staff checked against the commitments" in text
    assert "Rocket (Ana Ash & Ben Bay)" in text
    assert "does not match" not in text
    line.run("archive", line.folder, "--anonymous", "--out", sealed)
    verdict, text = judged(tab, page, sealed)
    assert "Do not rely" not in verdict
    assert "Rocket" not in text.partition("The places")[0]
    assert "does not match" not in text
