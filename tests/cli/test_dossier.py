"""`roundbook proof dossier`: one page for a complaint that needs nothing else to be proved."""

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.cli.line import Line
from tests.cli.typed import roundbook

EIGHT = ("Ana", "Ben", "Cho <b>Chan</b>", "Dee", "Eve", "Fay", "Gus", "Hal & Co")
VOID = {"meta", "br"}


class Strict(HTMLParser):
    """A reader that knows which elements are open, and keeps what it saw."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def disputed(line: Line) -> str:
    """A cup in which the result of a match was corrected, and is locked by now."""
    line.begin(*EIGHT)
    line.play(1, "2-0")
    line("pair")
    match = line.tables(1)[0]
    line("correct", match, "0-2", "--reason", "The slip <says> 0-2.", "--as", "Cem & Co")
    line("start")
    line.play(2)
    line("pair")
    return match


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def written(line: Line, *words: object) -> str:
    out = line.home.parent / "page.html"
    line.run("proof dossier", "-C", line.folder, *words, "--out", out, code=0)
    return out.read_text(encoding="utf-8")


def test_a_page_is_whole_escaped_and_needs_nothing(line: Line) -> None:
    page = written(line, disputed(line), "--claim", "2-0")
    reader = Strict()
    reader.feed(page)
    assert reader.open == []
    assert not {"script", "img", "link", "iframe", "a", "b", "object"} & set(reader.seen)
    assert not {"src", "href", "onclick", "style"} & {name for name, _ in reader.attributes}
    assert "http://" not in page
    assert "https://" not in page
    assert "url(" not in page
    assert "@import" not in page
    assert "The slip &lt;says&gt; 0-2." in page
    assert "<says>" not in page
    assert 'name="viewport"' in page
    assert "size: A4" in page


def test_it_tells_what_happened_what_the_sheet_said_and_what_a_claim_would_change(
    line: Line,
) -> None:
    match = disputed(line)
    text = text_of(written(line, match, "--claim", "2-0"))
    first, second = line.paired(1)["pairings"][0]
    seqs = [entry["seq"] for entry in line.ledger()]
    assert f"{match} is locked: its record can no longer be altered (TOP §4)." in text
    assert f"(entry {seqs[-1]})." in text
    assert "were paired at table 1 in round 1 of masters" in text
    assert "was corrected to 0-2 (a win for the right player)" in text
    assert "before that: 2-0 (a win for the left player)" in text
    assert "Cem & Co" in text
    assert "1-0-0, 3 points 0-1-0, 0 points – differs" in text  # The first: said then, known now.
    assert "0-1-0, 0 points 1-0-0, 3 points – differs" in text
    name = EIGHT[int(first[1:]) - 1]
    assert f"Claimed: 2-0 (a win for {name} ({first}))." in text
    assert "The result is locked, so this is only a hypothetical question." in text
    asked = line.run("what-if", "-C", line.folder, "--result", f"{match}=2-0", "--json").data
    assert asked["places"]
    for one in asked["places"]:
        name = asked["names"][one["player"]]
        figures = "{place} {would_be} {match_points} {would_have}".format(**one)
        assert f"{name} ({one['player']}) Masters {figures}" in text
    data = line.run("proof dossier", "-C", line.folder, match, "--json").data
    assert {one["player"] for one in data["then"]} == {first, second}
    assert data["locks"][0]["state"] == "locked"


@pytest.mark.rule("LED-1", "LED-4")
def test_the_proofs_on_the_page_hold_with_check_proof(line: Line, tmp_path: Path) -> None:
    match = disputed(line)
    assert line.run("proof head", "-C", line.folder, "--sign").code == 0
    page = written(line, match)
    kept = [unescape(one) for one in re.findall(r"<pre>(.*?)</pre>", page, re.DOTALL)]
    _, key, *rest = kept
    entries = re.findall(r"Entry (\d+), its exact line", page)
    assert len(rest) == 2 * len(entries) >= 10
    for number, (entry, proof) in zip(
        entries, zip(rest[::2], rest[1::2], strict=True), strict=True
    ):
        (tmp_path / "line").write_text(entry, encoding="utf-8")
        (tmp_path / "proof").write_text(proof, encoding="utf-8")
        said = line.run("proof check", tmp_path / "proof", tmp_path / "line", "--key", key.strip())
        assert said.code == 0, said
        assert f"is entry {number} of the" in said.out


@pytest.mark.rule("LED-9")
def test_nobody_is_named_on_an_anonymous_page_nor_whom_the_book_has_lost(line: Line) -> None:
    match = disputed(line)
    first, _ = line.paired(1)["pairings"][0]
    names = [name.replace("&", "&amp;").replace("<", "&lt;") for name in EIGHT]
    page = written(line, match, "--claim", "2-0")
    assert EIGHT[int(first[1:]) - 1].split()[0] in page
    # A hash may hold any three letters, so what is as long as one is left out.
    bare = re.sub(r"[\w-]{22,}", "", written(line, match, "--claim", "2-0", "--anonymous"))
    assert not any(re.search(rf"\b{re.escape(name.split()[0])}\b", bare) for name in names)
    assert "Cem" not in bare
    (line.folder / "people.json").unlink()
    erased = written(line, match, "--claim", "2-0")
    assert not any(re.search(rf"\b{re.escape(name.split()[0])}\b", erased) for name in names)


def test_a_player_has_a_page_too_with_every_match_and_its_state(line: Line) -> None:
    disputed(line)
    text = text_of(line.run("proof dossier", "-C", line.folder, "p1").out)
    assert "p1 was registered in Masters" in text.replace("Ana (p1)", "p1")
    assert text.count("Recorded: ") == 3
    assert "Can be corrected until the tournament is closed." in text


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("masters-9-9",), 3, "match masters-9-9 has not been paired."),
        (("p99",), 3, "there is no player p99"),
        (("masters-1-1", "--claim", "9-9"), 3, "9-9 cannot happen in a best of three."),
        (("p1", "--claim", "2-0"), 2, "--claim needs a match"),
    ],
)
def test_what_is_not_there_is_refused(
    line: Line, words: tuple[str, ...], code: int, why: str
) -> None:
    line.begin(*EIGHT[:2])
    said = line.run("proof dossier", "-C", line.folder, *words)
    assert (said.code, said.out) == (code, "")
    assert why in said.err


def test_nothing_is_written_to_the_ledger(line: Line) -> None:
    match = disputed(line)
    before = line.files()
    assert line.run("proof dossier", "-C", line.folder, match, "--claim", "2-0").code == 0
    assert line.files() == before


def test_the_digest_is_that_of_the_pairings_and_not_of_slips_printed_later(line: Line) -> None:
    line.begin(*EIGHT)
    line("post")
    line("round slips")
    posted = [e for one in line.ledger() for e in one["events"] if e["event"] == "round-posted"]
    pairings, slips = (one["sha256"] for one in posted)
    said = text_of(written(line, line.tables(1)[0]))
    assert f"SHA-256 of the pairings posted for round 1 of masters: {pairings}" in said
    assert f"masters: {slips}" not in said


def test_at_a_terminal_a_page_goes_to_a_file_and_never_onto_the_screen(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin(*EIGHT)
    monkeypatch.chdir(tmp_path)
    piped = roundbook("proof dossier", "-C", line.folder, "p1")
    assert piped.out.startswith("<!DOCTYPE html>")
    said = roundbook("proof dossier", "-C", line.folder, "p1", at_terminal=True)
    assert re.fullmatch(r"dossier-p1\.html contains \d+ entries of Cup\n", said.out)
    assert (tmp_path / "dossier-p1.html").read_text(encoding="utf-8") == piped.out
