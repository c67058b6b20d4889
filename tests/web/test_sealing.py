"""The sealed file goes out from a page, and verifies."""

import re
from pathlib import Path

from roundbook.cli.web.access.permissions import AccessRole
from tests.cli.line import Line
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor

PAGE = "/t/cup/desk/archive"


def test_an_archive_is_downloaded_and_verifies(
    visitor: Visitor, line: Line, tmp_path: Path
) -> None:
    line.begin("Ana Lopez", "Ben", "Cho", "Dee")
    visitor.come_in(AccessRole.ORGANISER)
    form = hidden(visitor.get(PAGE).text)
    refused = visitor.post(PAGE, data=form)
    assert refused.status_code == 422
    assert "not closed" in refused.text
    answer = visitor.post(PAGE, data={**form, "unfinished": "the hall burns"})
    assert answer.headers["content-type"] == "application/zip"
    file = tmp_path / "cup.zip"
    file.write_bytes(answer.content)
    assert line.run("verify", file).code == 0
    line.play(1)
    line("close", "--override", "rounds-unplayed", "--because", "a power failure")
    for more, lead in (({"anonymous": "yes"}, True), ({}, False)):
        assert visitor.post(PAGE, data={**form, **more}).status_code == 200
        assert ("Seal the archive" in visitor.get("/t/cup/desk/rounds").text) is lead
        page = visitor.get(PAGE).text
        assert ("Sealed: the archive contains the tournament as it is now." in page) is not lead
        assert (">Seal and download</button>" in page) is lead
        assert ('<button class="second">Download again</button>' in page) is not lead
        assert re.search(r"Keep the archive at least until \d", page)
    line("shelf reopen", "--reason", "one more look")
    nameless = visitor.post(PAGE, data={**form, "unfinished": "x", "anonymous": "yes"})
    assert b"Lopez" not in nameless.content


def test_only_the_organiser_takes_it(visitor: Visitor, line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    visitor.come_in(AccessRole.SCOREKEEPER)
    assert visitor.get(PAGE).status_code == 403


def test_an_edition_that_does_not_say_how_long_asks_nobody_to_keep_it(
    visitor: Visitor, line: Line
) -> None:
    line.start("--edition", "play-2027-notes", Masters=4)
    told = {"--format": "Standard", "--staff": "the judges", "--breaks": "none"}
    line.first_round(1, *(word for pair in told.items() for word in pair))
    line.play(1)
    line.close()
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get(PAGE).text
    assert "Seal" in page
    assert "Keep the archive" not in page
    assert "keep until" not in visitor.get("/desk").text
    assert "kept until" not in visitor.get("/t/cup/desk/ask/requests").text
