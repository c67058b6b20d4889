"""A tournament begins on a page, in a folder of its own."""

from cli.web.access.permissions import AccessRole
from cli.web.access.sessions import AccessStore
from cli.web.server.tournaments import TournamentFolder
from tests.cli.line import Line
from tests.web.test_acts import hidden
from tests.web.test_signin import come_in
from tests.web.visitor import Visitor


def opened(visitor: Visitor, **fields: str) -> str:
    form = hidden(visitor.get("/desk").text)
    return visitor.post("/desk", data={**form, **fields}).text


def test_a_tournament_is_opened_in_a_new_folder(
    visitor: Visitor, access: AccessStore, tournaments: TournamentFolder, line: Line
) -> None:
    come_in(visitor, access, AccessRole.ORGANISER)
    assert "None yet" in visitor.get("/desk").text
    opened(visitor, title="Herbst-Cup ☃ 2026", style="swiss-plus-cut")
    assert list(tournaments.by_slug) == ["herbst-cup-2026"]
    assert (tournaments.folder / "herbst-cup-2026" / "ledger.jsonl").is_file()
    assert "Herbst-Cup" in visitor.get("/desk").text
    opened(visitor, title="Herbst-Cup 2026")
    assert list(tournaments.by_slug) == ["herbst-cup-2026", "herbst-cup-2026-2"]


def test_a_form_that_is_sent_twice_opens_one_tournament(
    visitor: Visitor, access: AccessStore, tournaments: TournamentFolder
) -> None:
    come_in(visitor, access, AccessRole.ORGANISER)
    form = {**hidden(visitor.get("/desk").text), "title": "Herbst-Cup"}
    first, again = (visitor.post("/desk", data=form) for _ in range(2))
    assert first.url.path == again.url.path == "/t/herbst-cup/desk/players"
    assert list(tournaments.by_slug) == ["herbst-cup"]
    assert visitor.post("/desk", data={**form, "cmd": "not one of ours"}).status_code == 400


def test_what_is_wrong_is_said_and_nothing_is_made(
    visitor: Visitor, access: AccessStore, tournaments: TournamentFolder
) -> None:
    come_in(visitor, access, AccessRole.ORGANISER)
    said = opened(visitor, title="Cup", start="2026-03-07", end="2026-03-01")
    assert "before the first one" in said
    assert 'value="Cup"' in said
    assert opened(visitor, title="  ")
    assert opened(visitor, title="--help")
    assert [path.name for path in tournaments.folder.iterdir()] in ([], ["help"])


def test_only_the_organiser_of_all_opens_one(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.start()
    come_in(visitor, access, AccessRole.ORGANISER, tournament="cup")
    assert visitor.get("/desk").status_code == 403
    visitor.client.cookies.clear()
    come_in(visitor, access, AccessRole.SCOREKEEPER)
    assert visitor.get("/desk").status_code == 403
