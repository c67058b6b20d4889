"""A table that is fixed for a player is marked wherever people look for their table."""

import re

from roundbook.cli.web.access.permissions import AccessRole
from tests.cli.line import Line
from tests.cli.swiss import finish
from tests.web.by_pages import plain
from tests.web.test_acts import hidden
from tests.web.test_prints import text_of
from tests.web.visitor import Visitor

LEGEND = "Fixed: the table is kept for one of its two players."


def marked(page: str) -> list[str]:
    """Return the cells that are marked."""
    cells = re.findall(r"<t[dh][^>]*>.*?</t[dh]>", page, re.DOTALL)
    return [plain(cell) for cell in cells if re.search(r"\bfixed\b", cell)]


def paired(line: Line, *words: object) -> None:
    line.start(Masters=6)
    line.announce("--rounds", 2)
    line("pair", *words)


def test_a_fixed_table_is_marked_on_pairings_slips_and_the_pages_of_staff(
    visitor: Visitor, line: Line
) -> None:
    paired(line, "--fixed", "p4=9")
    assert line.paired(1)["fixed"] == ["p4"]
    slips = line("round slips").out.split("- " * 39 + "-\n")
    assert ["table 9, fixed table" in slip for slip in slips[:3]] == [False, False, True]
    line("start")
    by_table = visitor.get("/t/cup/pairings?by=table").text
    assert marked(by_table) == ["9 fixed"]
    assert LEGEND in by_table
    by_name = visitor.get("/t/cup/pairings").text
    assert marked(by_name) == ["9 fixed", "9 fixed"], "a line for each of the two"
    assert LEGEND in by_name
    [round_] = visitor.get("/api/v1/tournaments/cup/pairings").json()["pairings"]
    assert [one["fixed"] for one in round_["tables"]] == [False, False, True]
    visitor.come_in(AccessRole.ORGANISER)
    rounds = visitor.get("/t/cup/desk/rounds").text
    assert marked(rounds) == ["9 fixed"]
    assert plain(rounds).count("fixed table") == 1, "on the live board"
    visitor.come_in(AccessRole.JUDGE)
    assert plain(visitor.get("/t/cup/desk/tables").text).count("fixed table") == 1


def kept_on(page: str) -> list[str]:
    """Return the lines of the list of fixed tables on the page of rounds."""
    part = page.partition('<h2 id="kept">')[2].partition("</section>")[0]
    return [plain(line) for line in re.findall(r"<li.*?</li>", part, re.DOTALL)]


def test_the_page_of_rounds_says_who_keeps_which_table_and_lets_it_end(
    visitor: Visitor, line: Line
) -> None:
    paired(line, "--fixed", "p4=9", "--fixed", "p2=7")
    visitor.come_in(AccessRole.SCOREKEEPER)
    rounds = "/t/cup/desk/rounds"
    waits = visitor.get(rounds).text
    assert kept_on(waits) == ["7 Masters 2", "9 Masters 4"]
    assert "which you can do when the next round is paired" in waits
    line("start")
    finish(line)
    page = visitor.get(rounds).text
    assert kept_on(page) == [
        "7 Masters 2 End it … for Masters 2",
        "9 Masters 4 End it … for Masters 4",
    ]
    [way] = re.findall(r'href="([^"]*fixed=p4[^"]*)"', page)
    form = visitor.get(way).text
    assert ">p4=none</textarea>" in form
    visitor.post("/t/cup/desk/do/pair", data={**hidden(form), "fixed": "p4=none"})
    assert line.paired(2)["kept"] == {"p2": 7}
    assert kept_on(visitor.get(rounds).text) == ["7 Masters 2"]
    line("drop", "p2")
    assert kept_on(visitor.get(rounds).text) == [], "who has dropped needs no table"


def test_a_fixed_table_is_marked_on_every_list_that_is_printed(
    visitor: Visitor, line: Line
) -> None:
    paired(line, "--fixed", "p4=9")
    printed = [line("post").out, line.run("pairings", "-C", line.folder).out]
    printed.append(line.run("pairings", "-C", line.folder, "--by-name").out)
    visitor.come_in(AccessRole.SCOREKEEPER)
    desk = "/t/cup/desk/print"
    form = {**hidden(visitor.get(desk).text), "verb": "post", "pool": "masters", "paper": "a4"}
    printed.append(text_of(visitor.post(desk, data=form).content))
    printed.append(text_of(visitor.get(f"{desk}/pairings").content))
    marks = [len(re.findall(r"\bfixed 9\b", text)) for text in printed]
    assert marks == [2, 1, 2, 2, 1], "by name there is a line for each of the two"
    for text in printed:
        assert LEGEND in " ".join(text.split())
    assert "fest 9" in line.run("pairings", "-C", line.folder, "--lang", "de").out


def test_without_a_fixed_table_nothing_is_marked_or_written(visitor: Visitor, line: Line) -> None:
    paired(line)
    assert "fixed" not in line.paired(1)
    line("start")
    page = visitor.get("/t/cup/pairings?by=table").text
    assert marked(page) == []
    assert LEGEND not in page
    visitor.come_in(AccessRole.ORGANISER)
    assert "Fixed tables" not in visitor.get("/t/cup/desk/rounds").text
    assert "ixed" not in line.run("pairings", "-C", line.folder).out


def test_a_player_who_is_moved_takes_the_mark_of_no_table_along(line: Line) -> None:
    """A swap by hand seats somebody else there; a repair keeps those who stay."""
    paired(line, "--by-hand", "p1-p2 p3-p4 p5-p6", "--reason", "as seated", "--fixed", "p4=9")
    line("pair", "--swap", "p4", "p6", "--reason", "brothers")
    assert "fixed" not in line.paired(1)
    line("pair", "--again", "--by-hand", "p1-p2 p3-p4 p5-p6", "--reason", "back")
    assert line.paired(1)["fixed"] == ["p4"], "the table is still kept"
    line("drop", "p1")
    line("register", "Late Ann", "--birth-year", 1990)
    line("round repair")
    events = [event for entry in line.ledger() for event in entry["events"]]
    repaired = next(one for one in reversed(events) if one["event"] == "round-repaired")
    [pair] = [
        pair
        for table, pair in zip(repaired["tables"], repaired["pairings"], strict=True)
        if table == 9
    ]
    assert ("p4" in pair) == (repaired.get("fixed") == ["p4"])
    assert "p4" in pair
