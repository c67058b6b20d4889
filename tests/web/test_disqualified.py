"""The reason of a disqualification: it is kept for good, and is nobody's to read in public."""

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.projections.reports.api.resources import RESOURCES, ROOT
from tests.cli.line import Line
from tests.cli.swiss import last, play
from tests.web.at_desk import hidden
from tests.web.tour import NO_PAGE, TOUR
from tests.web.visitor import Visitor

REASON = "marked cards, found in a deck check"


def public_paths(player: str) -> list[str]:
    """Return every public address of the tournament `cup`: pages, JSON, and the feed."""
    pages = [path for path in (*TOUR, *NO_PAGE) if path.startswith("/t/{slug}")]
    pages = [path for path in pages if "/desk" not in path and "/mine" not in path]
    api = [f"{ROOT}/{{slug}}{one.path}" for one in RESOURCES]
    every = (*pages, *api, f"{ROOT}/{{slug}}/feed")
    ends = ("/live", "logo.png", "/jump")
    return [path.format(slug="cup", player=player) for path in every if not path.endswith(ends)]


@pytest.mark.rule("A-90")
def test_the_reason_of_a_disqualification_is_on_no_public_page_feed_or_api(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", masters=8)
    line.announce("--rounds", 1, "--cut", "masters=4")
    play(line)
    line("cut")
    line.pair("masters-cut")
    player = last(line, "round-paired")["pairings"][0][0]
    line("people disqualify", player, "--reason", REASON)
    shown = {path: visitor.get(path) for path in public_paths(player)}
    assert {answer.status_code for answer in shown.values()} == {200}
    assert [path for path, answer in shown.items() if "marked cards" in answer.text] == []
    assert "disqualified" in shown[f"/t/cup/players/{player}"].text, "that much is public"
    visitor.come_in(AccessRole.HEAD_JUDGE)
    assert REASON in visitor.get("/t/cup/desk/history").text
    assert line.ledger()[-1]["events"][0]["reason"] == REASON


@pytest.mark.rule("A-90")
def test_a_disqualification_asks_for_its_reason_and_says_who_reads_it(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    before = line.ledger()
    said = line.run("people disqualify", "p1", "-C", line.folder, code=2).err
    assert "Missing option '--reason'" in said
    visitor.come_in(AccessRole.HEAD_JUDGE)
    form = visitor.get("/t/cup/desk/do/disqualify")
    filled = {**hidden(form.text), "who": "p1", "reason": "", "typed": "DISQUALIFY"}
    assert visitor.post("/t/cup/desk/do/disqualify", data=filled).status_code == 422
    assert line.ledger() == before
    helped = line.run("people disqualify", "--help").out
    for said in (helped, form.text):
        assert "No public page, feed or table shows it" in " ".join(said.split())


def test_a_disqualification_is_red_and_is_taken_back_from_its_answer(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    visitor.come_in(AccessRole.HEAD_JUDGE)
    way = "/t/cup/desk/do/disqualify"
    form = visitor.get(way, params={"who": "p1"}).text
    assert '<button class="grave">Disqualify Ana</button>' in form
    filled = {**hidden(form), "who": "p1", "reason": REASON, "typed": "DISQUALIFY"}
    done = visitor.post(way, data=filled).text
    assert 'href="/t/cup/desk/do/reinstate?who=p1">Undo: disqualification of Ana</a>' in done
    back = visitor.get("/t/cup/desk/do/reinstate", params={"who": "p1"}).text
    given = {**hidden(back), "who": "p1", "reason": "the other player"}
    visitor.post("/t/cup/desk/do/reinstate", data=given)
    assert line.ledger()[-1]["events"][0]["event"] == "player-reinstated"
