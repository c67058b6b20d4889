"""`roundbook shelf`: many events in one folder, a player's history, and season points."""

import json
import os
import re
import sqlite3
import stat
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier
from typing import Any, NamedTuple

import pytest

from roundbook.cli.places.known_people import forget_known
from roundbook.cli.places.members import Folder
from roundbook.cli.places.shelf import INDEX, TABLES
from roundbook.cli.places.shelf_databases import forget
from roundbook.cli.shelf import index as shelf_index
from roundbook.ledger.errors import Unreadable
from tests.cli.line import Line
from tests.cli.seasons import RULE, Season, invent
from tests.cli.typed import IMPORTS, roundbook

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def season(here: Path) -> Season:
    """Twenty events: four ledgers, two archives, fourteen published files."""
    found = invent(here, 20, ledgers=4, archives=2)
    (here / "league.toml").write_text(RULE, encoding="utf-8")
    return found


def lines(here: Path) -> dict[str, list[Any]]:
    """Everything in the index but what the files looked like."""
    with closing(sqlite3.connect(here / INDEX)) as index:
        return {
            name: sorted(
                index.execute(f"SELECT event, told FROM {name}").fetchall()  # noqa: S608
            )
            for name in TABLES
        }


def test_a_season_is_indexed_once_and_brought_up_to_date(here: Path, season: Season) -> None:
    said = roundbook("shelf", "--json", code=0).data
    assert (said["read"], len(said["events"])) == (20, 20)
    assert all(one["counts"] for one in said["events"])
    levels = Counter(one["event"]["what"] for one in said["events"])
    assert levels == {"ledger": 4, "archive": 2, "file": 14}
    assert stat.S_IMODE((here / INDEX).stat().st_mode) == 0o600
    assert roundbook("shelf", "--json").data["read"] == 0
    assert roundbook("shelf", "--again", "--json").data["read"] == 20
    before = lines(here)
    (here / INDEX).unlink()
    assert roundbook("shelf", "--json").data["read"] == 20
    assert lines(here) == before
    (here / INDEX).write_bytes(b"this is no database")
    assert roundbook("shelf", "--json").data["read"] == 20
    assert lines(here) == before
    (here / "cup-0010.json").unlink()
    said = roundbook("shelf", "--json").data
    assert (said["read"], len(said["events"])) == (0, 19)


def reckoned(season: Season, *, opens: int = 25) -> dict[str, int]:
    """The season's totals: the best three, of which one may be an open."""
    found: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for event, places in season.places.items():
        for who, place in places.items():
            if event.startswith("cup"):
                found[who][0].append(10 if place == 1 else 4 if place <= 4 else 0)
            else:
                found[who][1].append(opens if place == 1 else 6)
    return {
        who: sum(sorted(cups + sorted(own, reverse=True)[:1], reverse=True)[:3])
        for who, (cups, own) in found.items()
    }


def test_the_table_of_a_season_is_what_a_script_reckons(here: Path, season: Season) -> None:
    table = roundbook("shelf", "points", "league.toml", "--json", code=0).data
    assert {line["who"]: line["points"] for line in table["lines"]} == reckoned(season)
    points = [line["points"] for line in table["lines"]]
    assert points == sorted(points, reverse=True)
    assert [line["place"] for line in table["lines"]] == [1 + points.index(p) for p in points]
    rows = roundbook("shelf", "points", "league.toml", "--csv").out.splitlines()
    assert len(rows) == 1 + len(points)
    first = table["lines"][0]
    said = roundbook("shelf", "points", "league.toml", "--explain", first["who"]).out
    counting = [one["points"] for one in first["awards"] if one["counts"]]
    assert f"place 1 of Masters, {first['points']} points" in said
    assert sum(counting) == first["points"]
    assert said.count("\n") == 1 + len(first["awards"])


def test_a_changed_rule_shows_why_a_place_has_moved(here: Path, season: Season) -> None:
    other = RULE.replace("points = 25", "points = 5")
    assert other != RULE
    (here / "new.toml").write_text(other, encoding="utf-8")
    before, now = reckoned(season), reckoned(season, opens=5)
    who = next(each for each in before if now[each] < before[each])
    words = ("shelf", "points", "new.toml", "--before", "league.toml")
    said = roundbook(*words, "--explain", who, code=0).out
    assert f"with {before[who]} points before" in said
    assert f"with {now[who]} points now" in said
    assert "25 points (opens) before, 5 points (opens)" in said
    words = ("shelf", "points", "league.toml", "--before", "league.toml")
    assert roundbook(*words, code=0).out == "no place has changed.\n"


def test_a_players_history_and_head_to_head_are_those_of_the_events(
    here: Path, season: Season
) -> None:
    who, _ = Counter(who for places in season.places.values() for who in places).most_common()[0]
    said = roundbook("shelf", "player", who, "--json", code=0).data
    assert {one["event"]: one["place"] for one in said["placings"]} == {
        event: places[who] for event, places in season.places.items() if who in places
    }
    for met in said["head_to_head"]:
        other = met["opponent"]
        assert (met["wins"], met["losses"], met["ties"]) == (
            season.beaten[who, other],
            season.beaten[other, who],
            season.tied[who, other],
        )
        for match in met["matches"]:
            proved = not match["event"].endswith(".json")
            assert (match["entry"] is not None) == proved
    met = sum(one["wins"] + one["losses"] + one["ties"] for one in said["head_to_head"])
    assert met == 3 * len(said["placings"])
    assert set(said["levels"].values()) <= {"not proved", "unsigned"}
    shown = roundbook("shelf", "player", who, code=0).out
    assert shown.startswith("Player 0")


@pytest.fixture
def few(here: Path) -> Season:
    """One ledger, one archive and one file."""
    return invent(here, 3, ledgers=1, archives=1)


def test_an_archive_altered_after_indexing_is_found(here: Path, few: Season) -> None:
    assert roundbook("shelf", "--json").data["read"] == 3
    archive = here / "cup-0002.zip"
    data = archive.read_bytes()
    at = data.index(b"result-reported")
    archive.write_bytes(data[:at] + b"result-rePorted" + data[at + 15 :])
    said = roundbook("shelf", "--json").data
    assert said["read"] == 1
    [wrong] = [one for one in said["events"] if one["event"]["trouble"]]
    assert (wrong["event"]["event"], wrong["counts"]) == ("cup-0002.zip", False)
    who = next(iter(few.places["cup-0002.zip"]))
    kept = [event for event, places in few.places.items() if who in places]
    answer = roundbook("shelf", "player", who, "--json")
    found = [one["event"] for one in answer.data["placings"]] if answer.code == 0 else []
    assert sorted(found) == sorted(event for event in kept if event != "cup-0002.zip")


def test_copies_of_an_event_count_once(here: Path, few: Season) -> None:
    roundbook("archive", "cup-0001", "--out", "copy.zip", code=0)
    said = roundbook("shelf", "--json").data["events"]
    counts = {one["event"]["event"]: one["counts"] for one in said}
    assert counts == {
        "cup-0001": True,
        "copy.zip": False,
        "cup-0002.zip": True,
        "open-0003.json": True,
    }


@pytest.mark.rule("LED-9")
def test_who_is_erased_from_an_event_is_in_the_lines_of_none_of_its_copies(
    here: Path, few: Season
) -> None:
    roundbook("archive", "cup-0001", "--out", "copy.zip", code=0)
    who = next(iter(few.places["cup-0001"]))
    roundbook("shelf", code=0)
    copies = [line for line in lines(here)["placings"] if line[0] in {"cup-0001", "copy.zip"}]
    [one, other] = [told for _, told in copies if f'"person":"{who}"' in told]
    player = json.loads(one)["player"]
    assert json.loads(other)["shown"]
    words = ("people erase", player, "-C", "cup-0001", "--reason", "they asked", "--yes")
    roundbook(*words, code=0)
    # The event and its copy are out of the index at once, and come again without the person.
    assert not {line[0] for line in lines(here)["placings"]} & {"cup-0001", "copy.zip"}
    assert {line[0] for line in lines(here)["placings"]}, "other events stay"
    roundbook("shelf", code=0)
    copies = [line for line in lines(here)["placings"] if line[0] in {"cup-0001", "copy.zip"}]
    assert len(copies) == 12
    gone = [line for _, told in copies if (line := json.loads(told))["player"] == player]
    assert [(line["person"], line["shown"]) for line in gone] == [("", ""), ("", "")]
    assert not [told for _, told in copies if f'"{who}"' in told]


@pytest.mark.rule("TOP-4f", "A-43")
@pytest.mark.parametrize(("day", "due"), [(2, False), (3, True)])
def test_what_is_due_to_be_erased_is_said(
    here: Path, few: Season, monkeypatch: pytest.MonkeyPatch, *, day: int, due: bool
) -> None:
    """cup-0001 ended on 2 February, so it is kept until 2 May."""
    at = datetime(2026, 5, day, 12, tzinfo=UTC)
    monkeypatch.setattr("roundbook.cli.session.clock.now", lambda: at)
    said = roundbook("shelf", "--json").data
    dues = ["cup-0001"] if due else []
    assert [one["event"]["event"] for one in said["events"] if one["due"]] == dues
    shown = roundbook("shelf").out
    assert ("that may now be erased: roundbook people erase --all -C cup-0001" in shown) is due


def test_an_interrupted_index_continues_where_it_stopped(
    here: Path, few: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = shelf_index._read

    def torn(shelf: Path, events: Any, *, alone: bool) -> Iterator[Any]:
        yield next(iter(whole(shelf, events, alone=alone)))
        raise KeyboardInterrupt

    monkeypatch.setattr(shelf_index, "_read", torn)
    with shelf_index.opened(here) as index, pytest.raises(KeyboardInterrupt):
        shelf_index.bring_up_to_date(index, here)
    monkeypatch.setattr(shelf_index, "_read", whole)
    with shelf_index.opened(here) as index:
        assert shelf_index.bring_up_to_date(index, here).read == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rule = ", "league.toml is not TOML"),
        ('rule = "a"\ntitle = "b"', "league.toml is not a rule for season points"),
        (RULE.replace("points = 10", 'points = "10"'), "Expected `int`, got `str`"),
        (
            RULE.replace("from = 2, to = 4", "from = 4, to = 2"),
            "from 4 to 2 is not a range of places",
        ),
        (RULE.replace("best = 1", "bests = 1"), "unknown field `bests`"),
    ],
)
def test_a_rule_that_cannot_be_read_is_refused_in_one_sentence(
    here: Path, text: str, said: str
) -> None:
    (here / "league.toml").write_text(text, encoding="utf-8")
    answer = roundbook("shelf", "points", "league.toml", code=5)
    assert said in " ".join(answer.err.split())
    assert not (here / INDEX).exists()


def test_what_is_not_on_the_shelf_is_said(here: Path, few: Season) -> None:
    said = roundbook("shelf", "player", "nobody", code=3)
    assert "there is no player nobody on this shelf." in said.err
    assert "players are called player" in roundbook("shelf", "player", "player", code=3).err
    assert "is a tournament" in roundbook("shelf", "-C", "cup-0001", code=3).err
    assert "put the options after find" in roundbook("shelf", "--csv", "find", "x", code=2).err
    found = roundbook("shelf", "find", "cup-0001", "--json", code=0).data
    assert [one["event"] for one in found["events"]] == ["cup-0001"]
    assert roundbook("shelf", "find", "nowhere", code=0).out == "nothing was found.\n"
    (here / "broken.tdf").write_text("<", encoding="utf-8")
    assert "WRONG:" in roundbook("shelf", code=0).out


def test_a_save_of_tom_is_on_the_shelf_with_its_official_places(here: Path) -> None:
    name = "03_challenge_five_players_final.tdf"
    (here / name).write_bytes((IMPORTS / name).read_bytes())
    [one] = roundbook("shelf", "--json").data["events"]
    assert (one["event"]["players"], one["event"]["level"]) == (5, "not proved")


def test_the_rule_of_the_page_is_complete(here: Path, few: Season) -> None:
    page = (ROOT / "docs" / "shelf.md").read_text(encoding="utf-8")
    [rule] = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (here / "league.toml").write_text(rule, encoding="utf-8")
    table = roundbook("shelf", "points", "league.toml", "--json", code=0).data
    # The published file has no day, and a league has a first and a last one.
    dated = {who for event in ("cup-0001", "cup-0002.zip") for who in few.places[event]}
    assert {line["who"] for line in table["lines"]} == dated
    assert max(line["points"] for line in table["lines"]) >= 50


@pytest.mark.parametrize(("processors", "wanted"), [(2, 2), (64, 8)])
def test_many_events_are_indexed_on_all_processors(
    here: Path, monkeypatch: pytest.MonkeyPatch, processors: int, wanted: int
) -> None:
    """As many processes as there are processors, or events; the index is that of one process."""
    invent(here, 8)
    roundbook("shelf", code=0)
    asked: list[int] = []

    class Counted(ThreadPoolExecutor):
        def __init__(self, workers: int) -> None:
            asked.append(workers)
            super().__init__(workers)

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Counted)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: range(processors), raising=False)
    alone = lines(here)
    assert roundbook("shelf", "--again", "--json", code=0).data["read"] == 8
    assert (asked, lines(here)) == ([wanted], alone)


class Away(NamedTuple):
    """A database, to the shelf: the tournaments in a folder that stands for it."""

    root: Path
    only: str | None = None
    user: str = "office"

    @property
    def whole(self) -> str:
        return Folder(self.root / "any").around

    def __str__(self) -> str:
        return "postgresql://office@db/events"

    def address_of(self, name: str) -> str:
        return f"{self}/{name}"

    def looks(self) -> dict[str, str]:
        if not self.root.exists():
            raise Unreadable("the database cannot be reached.", where="", hint="")
        return shelf_index.looks(self.root)

    @contextmanager
    def opened(self, name: str) -> Iterator[Folder]:
        yield Folder(self.root / name)


@pytest.fixture
def away(here: Path, monkeypatch: pytest.MonkeyPatch) -> Away:
    """A database with one event; the shelf has a file, a rule, and nothing else."""
    there = Away(here / ".away")  # The shelf itself looks into no folder with such a name.
    there.root.mkdir()
    found = invent(there.root, 1, ledgers=1)
    assert found.places.keys() == {"cup-0001"}
    invent(here, 1, seed=2)  # With the same people, some of them at both.
    (here / "league.toml").write_text(RULE, encoding="utf-8")

    def elsewhere(address: str) -> Away:
        return there._replace(only=address.removeprefix(f"{there}").rpartition("/")[2] or None)

    for module in ("places.shelf_databases", "shelf.index", "shelf.reading"):
        monkeypatch.setattr(f"roundbook.cli.{module}.elsewhere", elsewhere)
    return there


@pytest.mark.rule("LED-9")
def test_a_folder_and_a_database_are_on_one_shelf(here: Path, away: Away) -> None:
    shelf, cup = ("shelf", "--json"), f"{away}/cup-0001"
    assert len(roundbook(*shelf, code=0).data["events"]) == 1
    said = roundbook(*shelf, "--also", str(away), code=0).data
    assert (said["read"], {one["event"]["event"] for one in said["events"]}) == (
        1,
        {"cup-0001.json", cup},
    )
    assert roundbook(*shelf, code=0).data["read"] == 0, "it is kept, and nothing has changed"
    table = roundbook("shelf", "points", "league.toml", "--json", code=0).data
    who = next(line["who"] for line in table["lines"] if line["events"] == 2)
    history = roundbook("shelf", "player", who, "--json", code=0).data
    assert {one["event"] for one in history["placings"]} == {"cup-0001.json", cup}
    due = roundbook("shelf", "due", code=0).out
    assert f"erase --all -C {cup}" in due
    roundbook("shelf", "people", "--until", "2037-12-31", code=0)
    # What is erased there leaves the index here at once, and the book of people.
    forget(Folder(away.root / "cup-0001"))
    forget_known(Folder(away.root / "cup-0001"), {who})
    assert cup not in {event for event, _ in lines(here)["placings"]}
    known = roundbook("shelf", "people", "--json", code=0).data["people"]
    assert known
    assert who not in {one["id"] for one in known}
    assert roundbook(*shelf, code=0).data["read"] == 1
    away.root.rename(here / ".gone")
    troubles = [one["event"]["trouble"] for one in roundbook(*shelf, code=0).data["events"]]
    assert [*filter(None, troubles)] == ["the database cannot be reached."]
    (here / ".gone").rename(away.root)
    assert roundbook(*shelf, code=0).data["read"] == 1
    said = roundbook(*shelf, "--also", "none", code=0).data
    assert [one["event"]["event"] for one in said["events"]] == ["cup-0001.json"]


def test_what_cannot_be_put_on_a_shelf_is_refused(here: Path, away: Away) -> None:
    for words, code, said in (
        (("--also", f"{away}/cup-0001"), 3, "is a single tournament, not a database of several"),
        (("--also", f"{away}/".replace("@", ":secret@")), 3, "must not contain a password"),
        (("--also", "events"), 2, "takes the address of a database"),
    ):
        assert said in " ".join(roundbook("shelf", *words, code=code).err.split())
    assert len(roundbook("shelf", "--json", code=0).data["events"]) == 1


def test_an_index_that_several_make_at_once_is_made_once(tmp_path: Path) -> None:
    """The second one used to find its tables there already, and took the file from the first."""

    def made(shelf: Path) -> int:
        barrier.wait(60)
        with shelf_index.opened(shelf) as index:
            index.execute("INSERT INTO events VALUES (hex(randomblob(8)), '', '')")
            index.commit()
            return int(index.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])

    barrier = Barrier(4)
    with ThreadPoolExecutor(4) as at_once:
        for number in range(10):
            shelf = tmp_path / str(number)
            shelf.mkdir()
            assert len({*at_once.map(made, [shelf] * 4)}) == 1
            with shelf_index.opened(shelf) as index:
                assert index.execute("SELECT count(*) FROM events").fetchone()[0] == 4


def test_how_far_the_index_is_stands_on_the_terminal(here: Path) -> None:
    invent(here, 5)
    said = roundbook("shelf", at_terminal=True, code=0)
    assert "5 of 5 events" in said.err


@pytest.mark.rule("A-94")
def test_what_is_noted_for_the_user_is_no_event(line: Line) -> None:
    """A machine without a folder for its user keeps notes on the ledgers that it has seen."""
    line.begin("Ana Roy", "Ben Ode", "Cho Min", "Dee Fox")
    assert [*(line.home / "seen").rglob("*.json")], "there are notes beside the event"
    shelf = Path(os.path.commonpath([line.home, line.folder]))
    events = roundbook("shelf", "-C", shelf, "--json", code=0).data["events"]
    assert [one["event"]["what"] for one in events] == ["ledger"]
