"""The law of the house, by role: no page leads to an act that is refused, whoever reads it."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest

from roundbook.cli.web.access.permissions import AT_DESK, AccessRole
from tests.cli.line import Line
from tests.web.by_pages import plain
from tests.web.visitor import Visitor

DESK = "/t/cup/desk"
HALL = (*sorted(AT_DESK), AccessRole.AUDITOR)
OTHERWISE = ("--override", "rounds-differ", "--because", "so")
LEFT = ("/desk/ask/", "/desk/history", "/desk/print/", "/desk/codes")
"""What only reads: questions have tests of their own, and their links lead to the same pages."""
RULES = tuple(f"{DESK}/ask/rules?about={about}" for about in ("TOP+§3.3", "TRF+§7", "TRF+§1"))
"""Sections of the rules with an act, of which some can be done and some cannot."""


def playing(line: Line) -> None:
    """A round of a cup with a cut is being played, with one result in."""
    line.start("--style", "swiss-plus-cut", Masters=8, Senior=2)
    line.announce("--rounds", 2, "--cut", "masters=4", "--third-place", *OTHERWISE)
    line("pair")
    line("post")
    line("start")
    line("report", "senior-masters-1-1", "2-0")


def played(line: Line) -> None:
    """Every slip of the final and of the 3rd-place match is in; one player has dropped."""
    line.start("--style", "swiss-plus-cut", Masters=9)
    line.announce("--rounds", 1, "--cut", "masters=4", "--third-place", *OTHERWISE)
    line.pair()
    line.play(1, "2-0")
    line("drop", "p9")
    line("cut")
    line.pair()
    line.report({f"masters-cut-2-{table}": "2-0" for table in (1, 2)})
    line("round third-place")
    line.pair()
    line.report({f"masters-cut-3-{table}": "2-1" for table in (1, 2)})


def closed(line: Line) -> None:
    """The same, and the organiser has closed it."""
    played(line)
    line("close")


def linked(base: str, page: str) -> set[str]:
    """Return the pages of the desk to which a page leads, without the places within them."""
    found = set[str]()
    for href in re.findall(r'<a [^>]*href="([^"]+)"', page):
        to = urlsplit(urljoin(base, unescape(href)))
        path = to.path + (f"?{to.query}" if to.query else "")
        if path.startswith((DESK, "/doors")) and not any(one in path for one in LEFT):
            found.add(path)
    return found


def forms(base: str, page: str) -> Iterator[str]:
    """Yield the page of each act for which a page has a form."""
    for form in re.findall(r'<form method="post".*?</form>', page, re.DOTALL):
        to = re.search(r' action="([^"]+)"', form.partition(">")[0])
        path = urlsplit(to[1] if to else base).path
        verb = re.search(r'name="verb" value="([^"]+)"', form)
        if verb and verb[1] not in {"call", "settle"}:
            yield f"{DESK}/do/{verb[1].replace(' ', '/')}"
        elif path.startswith(f"{DESK}/correct/"):
            yield f"{DESK}/do/correct"


def said(page: str) -> str:
    """Return what a page refuses at once; empty if it does not."""
    found = re.search(r'<div class="refusal".*?</div></div>', page, re.DOTALL)
    return plain(f"<main>{found[0]}</main>") if found else ""


def cases() -> Iterator[object]:
    """Yield each stage with each role: who writes most before the close, and all after it."""
    often = {(stage, "organiser") for stage in (playing, played)} | {(played, "scorekeeper")}
    for stage in (playing, played, closed):
        for role in HALL:
            now = stage is closed or (stage, role.value) in often
            marks = () if now else (pytest.mark.long,)
            yield pytest.param(stage, role, id=f"{stage.__name__}-{role}", marks=marks)


@pytest.mark.parametrize(("stage", "role"), [*cases()])
def test_no_page_leads_to_what_is_refused(
    visitor: Visitor, line: Line, stage: Callable[[Line], None], role: AccessRole
) -> None:
    stage(line)
    start = visitor.come_in(role, name="kim", tournament="cup")
    assert start.status_code == 200
    to_see, seen, wrong = [(start.url.path, "the door")], set[str](), list[str]()
    to_see += [(rule, "a rule") for rule in RULES if role is not AccessRole.ENTRY]
    while to_see:
        path, via = to_see.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = visitor.get(path)
        if answer.status_code != 200 or said(answer.text):
            wrong.append(f"{via} leads to {path}: {answer.status_code} {said(answer.text)}")
        to_see += [(one, path) for one in (*linked(path, answer.text), *forms(path, answer.text))]
        assert stage is not closed or "data-entry" not in answer.text, "no line that is refused"
    assert not wrong, "\n".join(wrong)
    assert len(seen) > (0 if role is AccessRole.ENTRY else 5), seen


def test_the_scorekeeper_is_told_that_the_organiser_closes_and_what_can_be_done_meanwhile(
    visitor: Visitor, line: Line
) -> None:
    played(line)
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get(f"{DESK}/rounds").text
    assert "Next step: Close the tournament. Only the organiser can do this." in plain(page)
    main = page[page.index("<main") :]
    assert f'<a class="button second" href="{DESK}/standings">' in main
    assert f'<a class="button second" href="{DESK}/print">' in main
    [step] = re.findall(r'<li class="is-now">(.*?)</li>', page)
    assert " ".join(re.sub("<[^>]+>", " ", step).split()).endswith("Close organiser")
    assert f'href="{DESK}/rounds#whose"' in step, "who presses it reads whose step it is"
    assert re.search(r'<p [^>]*id="whose"[^>]*>Next step: Close the tournament', page)
    visitor.client.cookies.clear()
    visitor.come_in(AccessRole.ORGANISER)
    assert "Only the organiser can do this" not in visitor.get(f"{DESK}/rounds").text


def test_the_head_judge_is_told_who_pairs_the_next_round(visitor: Visitor, line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", played=1)
    visitor.come_in(AccessRole.HEAD_JUDGE)
    said = plain(visitor.get(f"{DESK}/rounds").text)
    assert "Only the organiser or the scorekeeper can do this." in said


def test_after_the_close_the_page_of_a_result_says_once_who_can_reopen_and_asks_nothing(
    visitor: Visitor, line: Line
) -> None:
    closed(line)
    match = "masters-cut-3-1"
    for role, how in (
        (AccessRole.ORGANISER, "Reopen it …"),
        (AccessRole.SCOREKEEPER, "Only the organiser can reopen it."),
    ):
        visitor.client.cookies.clear()
        visitor.come_in(role, name=role.value)
        page = visitor.get(f"{DESK}/correct/{match}").text
        said = plain(page)
        assert said.count("closed") == 1, said
        assert match not in said
        assert f"The tournament is closed, so this result is locked. {how}" in said
        assert "<form" not in page[page.index("<main") : page.index("</main>")]
        for way in ("rounds", "players", "bracket", "tables", f"tables/{match}"):
            assert f"The tournament is closed. {how}" in plain(visitor.get(f"{DESK}/{way}").text)
        assert f"no more results can be entered. {how}" in plain(visitor.get(DESK).text)


def test_a_locked_result_says_once_by_whom_its_round_was_paired(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", played=2)
    line.pair()
    visitor.come_in(AccessRole.SCOREKEEPER)
    said = plain(visitor.get(f"{DESK}/correct/masters-1-1").text)
    assert re.search(r"was paired at .{10,11} \S+ by [^b]", said), said
    assert "by by" not in said


def test_what_was_posted_can_be_opened_again_after_the_close(visitor: Visitor, line: Line) -> None:
    playing(line)
    visitor.come_in(AccessRole.SCOREKEEPER)
    before = visitor.get(f"{DESK}/print").text
    assert "Print and record" in before
    line.close()
    page = visitor.get(f"{DESK}/print").text
    assert "Print and record" not in page
    [again] = re.findall(rf'href="({DESK}/print/again/\d+)"', page)
    assert "round 1: pairings" in visitor.get(again).text


def test_all_forms_say_why_nobody_can_be_meant_without_naming_an_example(
    visitor: Visitor, line: Line
) -> None:
    playing(line)
    for role in (AccessRole.JUDGE, AccessRole.ORGANISER):
        visitor.client.cookies.clear()
        visitor.come_in(role, name=role.value, tournament="cup")
        later = plain(visitor.get(f"{DESK}/acts").text).partition("Not now")[2]
        assert not re.search(r"\(p[0-9]", later), later
    visitor.client.cookies.clear()
    visitor.come_in(AccessRole.JUDGE, name="kim", tournament="cup")
    later = plain(visitor.get(f"{DESK}/acts").text).partition("Not now")[2]
    assert "You are not on the staff list as judge; an organiser has to add you" in later
