"""The standings of a pod, where the sheet's own words give another OMP."""

import html

import pytest

from tests.cli.line import Line
from tests.cli.test_pod import begin, play
from tests.web.visitor import Visitor


@pytest.mark.rule("A-62", "POD-11")
def test_the_page_shows_both_forms_of_the_omp_only_where_they_differ(
    line: Line, visitor: Visitor
) -> None:
    begin(line)
    play(line, 1, "2-0")
    gone = line.paired(1)["pairings"][0][0]
    assert "own words" not in visitor.get("/t/cup/standings").text
    line("drop", gone)
    for number in (2, 3):
        play(line, number, "2-0")
    remarks = line.run("standings", "-C", line.folder, "--json").data["remarks"]
    noted = [one for one in remarks if "Read literally, the sheet gives" in one]
    page = html.unescape(visitor.get("/t/cup/standings").text)
    assert page.count("Read literally, the sheet gives") == len(noted) > 0
