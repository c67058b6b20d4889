"""The verb `invite`: a code for a seat, as a link and a picture where the folder is served."""

import json
from pathlib import Path

import pytest

from roundbook.cli.places.serving import say_where, sole
from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from tests.cli.line import Line


@pytest.fixture
def events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Line:
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    (tmp_path / "events").mkdir()
    line = Line(tmp_path / "home", tmp_path / "events" / "cup")
    line.start()
    line("register", "Ana", "--birth-year", 1990)
    return line


def access(line: Line) -> AccessStore:
    return AccessStore(line.home, line.folder.parent, clock=now, random_bytes=random_bytes)


def test_an_invitation_is_a_code_that_lets_in_once(events: Line) -> None:
    said = events.run(
        "people invite", "judge", "-C", events.folder.parent, "--name", "Jo Park", code=0
    )
    assert "This folder is not being served" in said.out
    code = said.out.splitlines()[0].removeprefix("judge: ")
    _, session = access(events).enter(code)
    assert (session.seat, session.name, session.station) == (AccessRole.JUDGE, "Jo Park", "judge")
    assert access(events).invited(code) is None


def test_where_the_folder_is_served_the_link_is_shown_and_drawn(events: Line) -> None:
    folder = events.folder.parent
    with sole(folder):
        say_where(folder, "http://192.0.2.7:8080/")
        said = events.run("people invite", "screen", "-C", folder)
        assert "screen: http://192.0.2.7:8080/join/" in said.out
        assert "▄" in said.out
        answer = json.loads(
            events.run("people invite", "entry-station", "-C", folder, "--uses", 3, "--json").out
        )
        assert answer["link"].endswith(answer["code"])
        assert answer["uses"] == 3
        say_where(folder, "http://127.0.0.1:8080/")
        assert "▄" not in events.run("people invite", "screen", "-C", folder).out, (
            "no phone could follow it"
        )


def test_a_code_of_one_tournament_among_many_that_are_served_is_theirs(events: Line) -> None:
    """The server of the folder around it would not know the code."""
    around = events.folder.parent
    assert events.run("people invite", "judge", "-C", events.folder).code == 0
    with sole(around):
        said = events.run("people invite", "judge", "-C", events.folder)
        assert (said.code, said.out) == (3, "")
        assert f"cup is served with the tournaments in {around}" in said.err
        advised = f"people invite judge -C {around} --tournament cup"
        assert f"roundbook {advised}" in " ".join(said.err.split())
        assert events.run(*advised.split()).code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["judge", "--tournament", "nothing"], 3, "there is no tournament"),
        (["player", "--tournament", "cup", "--player", "p9"], 3, "no player in that tournament"),
        (["player", "--tournament", "cup", "--player", "../p1"], 3, "no player in that tournament"),
        (["player", "--tournament", "cup"], 2, "needs --player, such as p17."),
        (["judge", "--tournament", "cup", "--player", "p1"], 2, "--player is only for the role"),
        (["judge", "--name", "Jo", "--uses", "3"], 2, "--name"),
        (["judge", "--name", "A\N{RIGHT-TO-LEFT OVERRIDE}B"], 2, "direction"),
        (["judge", "--station", "Desk 2"], 2, "station"),
        (["judge", "--hours", "73"], 2, "hours"),
        (["king"], 2, "king"),
    ],
)
def test_an_invitation_that_cannot_be_is_said_in_a_sentence(
    events: Line, words: list[str], code: int, said: str
) -> None:
    answer = events.run(
        "people invite", words[0], "-C", events.folder.parent, *words[1:], code=code
    )
    assert said in answer.err
    assert not access(events).doors.invitations


def test_a_station_named_after_a_player_is_refused_before_anybody_uses_the_code(
    events: Line,
) -> None:
    for where in ((events.folder,), (events.folder.parent, "--tournament", "cup")):
        words = ("judge", "-C", *where, "--station", "desk-of-ana")
        said = events.run("people invite", *words, code=3).err
        assert "the station name desk-of-ana contains the name of Ana (p1)" in said
        assert "such as desk-2" in said
    assert not access(events).doors.invitations
    (events.folder / "ledger.jsonl").write_bytes(b"damaged\n")
    words = ("judge", "-C", events.folder, "--station", "desk-2")
    assert events.run("people invite", *words).code == 0, "staff may have to repair it"


def test_a_player_of_the_only_tournament_needs_no_name_of_it(events: Line) -> None:
    said = events.run("people invite", "player", "-C", events.folder, "--player", "p1", "--json")
    own = AccessStore(events.home, events.folder, clock=now, random_bytes=random_bytes)
    _, session = own.enter(json.loads(said.out)["code"])
    assert (session.tournament, session.player) == ("cup", "p1")
    assert session.name == "p1"  # Nobody types a name at the code of a player.
