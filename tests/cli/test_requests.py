"""`roundbook people requests`: who asks is answered with one command, and has a receipt."""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from tests.cli.line import Line
from tests.cli.typed import IMPORTS, roundbook

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
BODY = ("people requests", "record", "--from", "the sanctioning body", "--reference", "2026-117")


@pytest.fixture
def handed(tmp_path: Path) -> Path:
    """A file that somebody hands over."""
    file = tmp_path / "cup.html"
    file.write_bytes(b"everything")
    return file


@pytest.mark.rule("TOP-4f")
def test_a_request_is_recorded_answered_and_its_receipt_kept(line: Line, handed: Path) -> None:
    line.begin(*FOUR, played=1)
    line.close("--end", "2026-03-07")
    said = line(*BODY, "--for", "the results")
    told = said.out.splitlines()
    assert told[0] == (
        "Entry 12: request 1 came from the sanctioning body (2026-117): the results."
    )
    assert "  open: the request has not been answered" in told
    then = "When you hand over the results, use `roundbook people requests answer 1 --with FILE`."
    assert told[-1] == then
    assert (
        "request 1 from the sanctioning body has not been answered"
        in roundbook("verify", line.folder).out
    )
    said = line("people requests", "answer", 1, "--with", handed, "--remark", "the whole event")
    digest = sha256(b"everything").hexdigest()
    assert line.ledger()[-1]["events"] == [
        {
            "event": "request-answered",
            "number": 1,
            "sha256": digest,
            "size": 10,
            "text": "the whole event",
        }
    ]
    first, receipt = said.out.split("\n", 1)
    assert first.startswith("Entry 13: request 1 was answered with a file of 10 bytes, ")
    for words in ("reference: 2026-117", "asked for: the results", f"SHA-256: {digest}", "10 byte"):
        assert words in receipt
    assert line.run("people requests", "receipt", "-C", line.folder, 1).out == receipt
    verified = roundbook("verify", line.folder, code=0)
    assert "waits" not in verified.out
    assert "Signed: nothing has been changed since all 13 lines" in verified.out
    roundbook("proof entry", "-C", line.folder, 13, code=0)


def test_the_list_shows_every_request_and_how_long_the_results_are_kept(
    line: Line, handed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "roundbook.cli.session.clock.now", lambda: datetime(2026, 3, 7, 12, tzinfo=UTC)
    )
    line.begin(*FOUR)
    said = roundbook("people requests", "-C", line.folder)
    assert said.out.splitlines()[1:] == [
        "the tournament is not closed yet, so the time for keeping results has not begun",
        "no request for the results of this tournament has been recorded.",
    ]
    line.play(1)
    line.close()
    line(*BODY)
    line("people requests", "record", "--from", "the father of p1")
    line("people requests", "answer", 2, "--with", handed)
    said = roundbook("people requests", "-C", line.folder)
    assert "the results are kept until 2026-06-07 (92 days left; TOP §4)" in said.out
    asked, answered = said.out.splitlines()[3:5]
    assert asked.startswith(" 1  2026-03-07  the sanctioning body")
    assert asked.endswith("  open")
    assert answered.startswith(" 2  2026-03-07  the father of p1")
    assert "  answered 2026-03-07" in answered
    data = roundbook("people requests", "-C", line.folder, "--json").data
    assert data["keep_until"] == "2026-06-07"
    assert [one["answer"] is None for one in data["requests"]] == [True, False]
    monkeypatch.setattr(
        "roundbook.cli.session.clock.now", lambda: datetime(2026, 6, 7, 12, tzinfo=UTC)
    )
    assert "today is the last day" in roundbook("people requests", "-C", line.folder).out


def test_a_request_is_answered_once_and_an_unknown_one_never(line: Line, handed: Path) -> None:
    line.begin(*FOUR)
    line.refused("people requests", "answer", 1, "--with", handed, rule="request-unknown")
    line(*BODY)
    line("people requests", "answer", 1, "--with", handed)
    line.refused("people requests", "answer", 1, "--with", handed, rule="request-answered")
    assert roundbook("people requests", "receipt", "-C", line.folder, 2).code == 3


def test_a_file_that_is_of_another_tournament_is_pointed_out(line: Line, tmp_path: Path) -> None:
    line.begin(*FOUR, played=1)
    line.close()
    own, other = tmp_path / "own.zip", tmp_path / "other.zip"
    deck, page = tmp_path / "d1.txt", tmp_path / "standings.csv"
    deck.write_text("4 Pikachu")
    page.write_text("place,player")
    assert (
        roundbook("file import", IMPORTS / "hand" / "third_place.tdf", tmp_path / "other").code == 0
    )
    for folder, file in ((line.folder, own), (tmp_path / "other", other)):
        assert roundbook("archive", folder, "--out", file).code == 0
    for number, (file, doubt) in enumerate(
        (
            (own, ""),
            (page, ""),
            (other, "\nother.zip is an archive of another tournament.\n"),
            (deck, "\nd1.txt is not an archive, a dossier or an export.\n"),
        ),
        start=1,
    ):
        line(*BODY)
        said = line("people requests", "answer", number, "--with", file).out
        assert doubt in said
        assert (" an archive" in said) == bool(doubt)


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize("option", ["--from", "--for", "--reference"])
def test_a_request_names_nobody(line: Line, option: str) -> None:
    line.begin(*FOUR)
    words = {"--from": "the body", option: "Ana Lopez"}
    typed = [word for pair in words.items() for word in pair]
    line.refused("people requests", "record", *typed, rule="name-in-text")


@pytest.mark.rule("LED-5")
def test_a_repeated_command_records_one_request(line: Line, handed: Path) -> None:
    line.begin(*FOUR)
    line(*BODY, "--cmd", "q1")
    answer = ("people requests", "answer", 1, "--with", handed, "--cmd", "a1")
    first = line(*answer)
    before = line.files()
    line(*BODY, "--cmd", "q1")
    assert line(*answer).out == first.out
    assert line.files() == before


def test_a_dry_run_says_what_would_be_written(line: Line, handed: Path) -> None:
    line.begin(*FOUR)
    before = line.files()
    would = line(*BODY, "--dry-run").out
    told = "This would be entry 9: request 1 came from the sanctioning body"
    assert would.startswith(f"Nothing was written.\n{told}")
    assert "requests answer" not in would
    assert line.files() == before
    line(*BODY)
    before = line.files()
    said = line("people requests", "answer", 1, "--with", handed, "--dry-run", "--json")
    assert said.data["request"]["answer"]["size"] == 10
    assert line.files() == before


def test_options_stand_behind_the_verb_they_are_for(line: Line) -> None:
    line.begin(*FOUR)
    said = roundbook("people requests", "-C", line.folder, "record", "--from", "the body", code=2)
    assert "put -C and --json after record" in said.err
