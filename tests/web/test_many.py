"""Many tournaments in one process: let go and come back, listed by pages, and nothing is lost."""

import asyncio
import gc
import os
import re
import shutil
import threading
import weakref
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundbook.cli.places.members import below
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.public import live
from roundbook.cli.web.public.feed import _events
from roundbook.cli.web.public.live import _desk_news, _news, listening
from roundbook.cli.web.server import listing
from roundbook.cli.web.server import tournaments as server
from roundbook.cli.web.server.page_cache import FeedPosition
from roundbook.cli.web.server.tournaments import Lane, ServedTournament, TournamentFolder
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.events.catalogue import NoteMade
from tests.cli.line import Line
from tests.web.test_acts import hidden
from tests.web.test_players import read
from tests.web.visitor import Visitor

NAMES = ("Spring Cup", "Autumn Cup", "Łódź Open", "Winter Cup")


@pytest.fixture
def several(line: Line, tournaments: TournamentFolder) -> dict[str, Line]:
    """Return a few tournaments beside each other, by their names in addresses."""
    found = {}
    for number, name in enumerate(NAMES):
        one = Line(line.home, line.folder.parent / f"t{number}")
        assert one.run("open", one.folder, "--name", name, "--start", "2026-03-07").code == 0
        found[one.folder.name] = one
    tournaments.look()
    return found


@pytest.fixture
def one_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep one tournament open at most that nobody has in their hands."""
    monkeypatch.setattr(server, "MOST_OPEN", 1)


@pytest.mark.usefixtures("one_open")
@pytest.mark.rule("LED-6")
def test_what_was_let_go_comes_back_as_it_was(
    visitor: Visitor, tournaments: TournamentFolder, several: dict[str, Line]
) -> None:
    several["t0"]("register", "Ana Lopez", "--birth-year", 1990)
    paths = ("/t/t0", "/t/t0/players", "/t/t0/standings", "/api/v1/tournaments/t0/feed")
    before = [visitor.get(path) for path in paths]
    first = weakref.ref(tournaments.at("t0"))
    assert visitor.get("/t/t1").status_code == 200
    gc.collect()
    assert first() is None
    after = [visitor.get(path) for path in paths]
    assert [one.content for one in after] == [one.content for one in before]
    assert [one.headers["etag"] for one in after] == [one.headers["etag"] for one in before]
    assert "1 player" in read(visitor, "/t/t0")


def test_nobody_is_let_go_who_was_asked_for_a_moment_ago_and_everybody_is_after_a_while(
    tournaments: TournamentFolder, several: dict[str, Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    at = 1_000.0
    monkeypatch.setattr(server, "perf_counter", lambda: at)
    for slug in several:
        tournaments.at(slug)
    gc.collect()
    assert {one.slug for one in tournaments.opened} == set(several)
    at += server.IDLE
    tournaments.at("t2")
    gc.collect()
    assert [one.slug for one in tournaments.opened] == ["t2"]


@pytest.mark.usefixtures("one_open")
def test_a_tournament_to_which_somebody_listens_hears_of_every_entry(
    visitor: Visitor, tournaments: TournamentFolder, several: dict[str, Line]
) -> None:
    async def heard() -> str:
        served = tournaments.at("t0")
        with listening(served, tournaments):
            await served.alone(served.look)
            known = served.version
            for slug in ("t1", "t2", "t3"):
                assert (await visitor.client.get(f"/t/{slug}")).status_code == 200
            gc.collect()
            assert tournaments.at("t0") is served
            several["t0"]("register", "Ana Lopez", "--birth-year", 1990)
            async with asyncio.timeout(60):
                while served.version == known:
                    await served.news.wait()
            return served.version

    version = visitor.run(heard())
    gc.collect()
    assert tournaments.at("t0").look().sight.version == version


@pytest.mark.parametrize("desk", [False, True])
def test_open_pages_hear_that_a_tournament_cannot_be_read_and_that_it_is_back(
    visitor: Visitor, tournaments: TournamentFolder, several: dict[str, Line], *, desk: bool
) -> None:
    folder = several["t0"].folder
    away = folder.with_name("away")
    served = tournaments.at("t0")
    news = (
        _desk_news(served, tournaments, lambda: True, claims=False)
        if desk
        else _news(served, tournaments, "", lambda: True)
    )

    async def heard() -> list[str]:
        found = list[str]()
        async for event in news:
            if not event.startswith("event: "):
                continue
            found.append(event)
            if len(found) == 3:
                break
            folder.rename(away) if len(found) == 1 else away.rename(folder)
        return found

    before, gone, after = visitor.run(asyncio.wait_for(heard(), 60))
    assert gone.startswith("event: away")
    assert before == after, "pages that show this version have nothing to fetch"


def test_a_feed_says_that_a_tournament_cannot_be_read_and_that_it_is_back(
    visitor: Visitor,
    tournaments: TournamentFolder,
    several: dict[str, Line],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The line that all is well is not sent meanwhile, however long it takes."""
    monkeypatch.setattr(live, "HEARTBEAT", 0.01)
    folder = several["t0"].folder
    away = folder.with_name("away")

    async def heard() -> list[bytes]:
        found = list[bytes]()
        async for piece in _events(tournaments.at("t0"), tournaments, FeedPosition(0, 0)):
            if piece.startswith(b"retry") or found[-1:] == [piece]:
                continue
            found.append(piece)
            if piece == b": still here\n\n" and len(found) == 2:
                folder.rename(away)
            elif piece.startswith(b"event: away"):
                await asyncio.sleep(0.1)
                away.rename(folder)
            elif len(found) == 5:
                break
        return found

    opened, well, *gone, again = visitor.run(asyncio.wait_for(heard(), 60))
    assert opened.startswith(b"id: 1.1\ndata: ")
    assert gone == [
        b'event: away\ndata: {"event":"away"}\n\n',
        b'event: back\ndata: {"event":"back"}\n\n',
    ]
    assert well == again == b": still here\n\n"


STEPS = st.lists(
    st.tuples(st.sampled_from(["web", "line", "look", "list"]), st.sampled_from(["t0", "t1"])),
    min_size=1,
    max_size=8,
)


@pytest.mark.usefixtures("one_open")
@pytest.mark.rule("LED-5")
def test_two_who_write_lose_nothing_however_often_a_tournament_is_let_go(
    visitor: Visitor, several: dict[str, Line]
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    counts = dict.fromkeys(several, 0)

    def register(how: str, slug: str) -> None:
        counts[slug] += 1
        name = f"Given{counts[slug]} Family{counts[slug]}"
        if how == "line":
            several[slug]("register", name, "--birth-year", 1990)
            return
        path = f"/t/{slug}/desk/do/register"
        fields = {**hidden(visitor.get(path).text), "who": name, "division": "masters"}
        said = visitor.post(path, data=fields)
        assert said.status_code == 200, said.text

    @settings(max_examples=10)
    @given(STEPS)
    def played(steps: list[tuple[str, str]]) -> None:
        for how, slug in steps:
            if how in {"web", "line"}:
                register(how, slug)
            elif how == "look":
                shown = visitor.get(f"/api/v1/tournaments/{slug}/players").json()["players"]
                assert len(shown) == counts[slug]
            else:
                assert NAMES[int(slug[1])] in visitor.get("/").text

    played()
    for slug, count in counts.items():
        entries = several[slug].ledger()
        assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
        assert len(entries) == count + 1
        assert several[slug].run("verify", several[slug].folder).code == 0


@pytest.mark.usefixtures("one_open")
def test_after_a_failed_flush_nothing_is_written_until_the_next_start(
    tournaments: TournamentFolder, several: dict[str, Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system may call the same bytes written the next time, though they never were."""

    def fails(_: int) -> None:
        raise OSError(5, "Input/output error")

    def write(slug: str) -> None:
        with tournaments.at(slug).held() as here:
            here.desk.post(NoteMade(text="The hall is warm."))

    with monkeypatch.context() as patch:
        patch.setattr("roundbook.ledger.storage.disk.make_durable", fails)
        with pytest.raises(Unreadable):
            write("t0")
    for slug in ("t1", "t2"):
        write(slug)
    gc.collect()
    with pytest.raises(Unreadable, match="it is unclear how much of it reached the disk"):
        write("t0")


# The list.


def shown(visitor: Visitor, query: str = "") -> list[str]:
    return re.findall(r'href="/t/([^"]+)"', visitor.get(f"/{query}").text)


def test_the_list_is_made_once_and_sent_once(
    visitor: Visitor, several: dict[str, Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = visitor.get("/")
    known = {"If-None-Match": first.headers["etag"]}

    def never(*words: object, **more: object) -> str:
        raise AssertionError(words)

    with monkeypatch.context() as patch:
        patch.setattr("roundbook.cli.web.public.players.render", never)
        assert visitor.get("/").content == first.content
        assert visitor.get("/", headers=known).status_code == 304
    shutil.copytree(several["t0"].folder, several["t0"].folder.with_name("t9"))
    assert visitor.get("/", headers=known).status_code == 200
    assert "t9" in shown(visitor)


def test_a_folder_that_comes_goes_or_breaks_is_seen_in_the_list_and_by_its_address(
    visitor: Visitor, several: dict[str, Line]
) -> None:
    one = several["t0"]
    assert read(visitor, "/t/t0")
    ledger = one.folder / "ledger.jsonl"
    whole = ledger.read_bytes()
    for data, status, listed in ((b"{", 503, True), (whole, 200, True), (b"", 503, True)):
        ledger.write_bytes(data)
        assert visitor.get("/t/t0").status_code == status
        assert ("t0" in shown(visitor)) is listed
        assert ("cannot be read right now" in read(visitor, "/")) is (status == 503)
    ledger.unlink()
    assert "t0" not in shown(visitor)
    assert visitor.get("/t/t0").status_code == 404
    ledger.write_bytes(whole)
    assert "t0" in shown(visitor)
    assert visitor.get("/t/t0").status_code == 200


def test_the_list_says_how_many_play_where_somebody_has_looked(
    visitor: Visitor, several: dict[str, Line]
) -> None:
    several["t1"]("register", "Ana Lopez", "--birth-year", 1990)
    assert "1 player" not in read(visitor, "/")
    visitor.get("/t/t1")
    assert "1 player" in read(visitor, "/")
    several["t1"]("register", "Ben Ode", "--birth-year", 1990)
    assert "2 players" in read(visitor, "/")


def test_whoever_comes_meanwhile_is_not_kept_waiting_by_a_look_at_all_folders(
    visitor: Visitor,
    tournaments: TournamentFolder,
    several: dict[str, Line],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = visitor.get("/").text
    goes_on, look = threading.Event(), tournaments.look_again

    def slowly() -> None:
        assert goes_on.wait(60)
        look()

    monkeypatch.setattr(tournaments, "look_again", slowly)
    monkeypatch.setattr(listing, "PATIENCE", 0.0)
    shutil.rmtree(several["t3"].folder)
    try:
        answers = [visitor.get("/") for _ in range(3)]
    finally:
        goes_on.set()
    assert {one.text for one in answers} == {before}
    monkeypatch.setattr(listing, "PATIENCE", None)
    assert "t3" not in shown(visitor)


def many(line: Line, count: int) -> None:
    """Lay a tournament beside itself so many times."""
    line.start()
    for number in range(1, count):
        shutil.copytree(line.folder, line.folder.with_name(f"cup-{number:02}"))


def test_a_long_list_is_searched_and_read_page_by_page(
    visitor: Visitor, several: dict[str, Line], line: Line
) -> None:
    assert "Find a tournament" not in visitor.get("/").text
    many(line, 51)
    assert "Find a tournament" in visitor.get("/").text
    assert shown(visitor, "?find=spring") == ["t0"]
    assert shown(visitor, "?find=lodz+open") == ["t2"]
    assert sorted(shown(visitor, "?find=SPR")) == ["t0"]
    assert sorted(shown(visitor, "?find=cup+t")) == ["t0", "t1", "t3"]
    assert "0 tournaments found." in read(visitor, "/?find=nowhere")
    found = visitor.get("/?find=cup-").text
    assert 'href="/?page=2&amp;find=cup-"' not in found, "fifty stand on one page"
    second = visitor.get("/?find=c%26p+u")
    assert "0 tournaments found." in second.text
    assert 'href="/?page=2&amp;find=cup"' in visitor.get("/?find=cup").text
    assert len(shown(visitor, "?page=2&find=cup")) == 54 - 50


def test_programs_read_the_list_whole_in_pages_or_by_words(
    visitor: Visitor, several: dict[str, Line], line: Line
) -> None:
    many(line, 51)

    def asked(query: str = "") -> list[str]:
        found = visitor.get(f"/api/v1/tournaments{query}").json()["tournaments"]
        return [one["slug"] for one in found]

    assert len(asked()) == 55
    assert asked() == sorted(asked())
    assert [len(asked(f"?page={page}")) for page in (1, 2, 3)] == [50, 5, 5]
    assert sorted(asked("?page=1") + asked("?page=2")) == asked()
    pages = "/api/v1/tournaments"
    told = [visitor.get(f"{pages}{query}").json().get("pages") for query in ("", "?page=7")]
    assert told == [None, 2]
    assert asked("?find=lodz") == ["t2"]
    assert asked("?find=lodz&page=1") == ["t2"]
    for wrong in ("?page=0", "?page=x", "?find=", f"?find={'x' * 81}"):
        assert visitor.get(f"/api/v1/tournaments{wrong}").status_code == 400
    first = visitor.get("/api/v1/tournaments")
    again = visitor.get("/api/v1/tournaments", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["/?page={}", "/api/v1/tournaments?page={}"])
def test_numbers_past_the_end_of_the_list_keep_no_more_pages(
    visitor: Visitor, line: Line, path: str
) -> None:
    many(line, 53)
    last = visitor.get(path.format(2)).text
    kept = visitor.run(visitor.app.state.listing.now()).pages
    size = kept.size
    assert size >= len(last)
    assert {visitor.get(path.format(number)).text for number in range(3, 9)} == {last}
    assert kept.size == size


def test_the_staff_opens_no_more_tournaments_than_stand_on_a_page(
    visitor: Visitor,
    tournaments: TournamentFolder,
    line: Line,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    many(line, 53)
    opened = list[str]()
    held = ServedTournament.held

    def watched(served: ServedTournament) -> object:
        opened.append(served.slug)
        return held(served)

    monkeypatch.setattr(ServedTournament, "held", watched)
    visitor.come_in(AccessRole.SCOREKEEPER)
    opened.clear()
    page = read(visitor, "/desk")
    assert "53 of 53 tournaments, page 1 of 2" in page
    assert len(set(opened)) == 50
    assert "page 2 of 2" in read(visitor, "/desk?page=2")
    assert "1 of 53 tournaments" in read(visitor, "/desk?find=cup-07")


# Threads, and what they do one after the other.


def test_a_few_threads_do_for_all_tournaments(
    visitor: Visitor, several: dict[str, Line], line: Line
) -> None:
    many(line, 60)
    before = {*threading.enumerate()}  # Of servers of other tests that are about to end.
    paths = [f"/t/cup-{number:02}" for number in range(1, 60)]
    assert {one.status_code for one in visitor.at_once(paths)} == {200}
    mine = {one for one in threading.enumerate() if one.name.startswith("tournaments")} - before
    assert len(mine) <= server.THREADS < 40


@pytest.fixture(scope="module")
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as found:
        yield found


@given(st.lists(st.tuples(st.integers(0, 2), st.booleans()), max_size=30))
def test_in_a_lane_everything_is_done_in_its_order_and_one_thing_at_a_time(
    pool: ThreadPoolExecutor, jobs: list[tuple[int, bool]]
) -> None:
    lanes, done = [Lane(pool) for _ in range(3)], [list[int]() for _ in range(3)]
    inside = [threading.Lock() for _ in range(3)]

    def work(lane: int, number: int, *, breaks: bool) -> int:
        assert inside[lane].acquire(blocking=False), "somebody else is at work here"
        done[lane].append(number)
        inside[lane].release()
        if breaks:
            raise ZeroDivisionError
        return number

    futures = list[Future[int]]()
    for number, (lane, breaks) in enumerate(jobs):
        futures.append(lanes[lane].submit(partial(work, lane, number, breaks=breaks)))
    for number, ((_, breaks), future) in enumerate(zip(jobs, futures, strict=True)):
        if breaks:
            assert isinstance(future.exception(60), ZeroDivisionError)
        else:
            assert future.result(60) == number
    for lane in range(3):
        assert done[lane] == [n for n, (at, _) in enumerate(jobs) if at == lane]


def test_the_answer_to_an_act_is_made_before_acts_that_came_later(
    pool: ThreadPoolExecutor,
) -> None:
    """So a slip amid twenty waits for those before it, and not for all."""
    lane, begins, goes_on, done = Lane(pool), threading.Event(), threading.Event(), list[str]()

    def first() -> None:
        begins.set()
        assert goes_on.wait(60)
        done.append("act")

    jobs = [lane.submit(first)]
    assert begins.wait(60)
    jobs += [lane.submit(partial(done.append, name)) for name in ("next act", "last act")]
    jobs.append(lane.submit(partial(done.append, "answer"), soon=True))
    goes_on.set()
    for job in jobs:
        job.result(60)
    assert done == ["act", "answer", "next act", "last act"]
    assert lane.submit(lambda: 1, soon=True).result(60) == 1, "nothing waits"


def test_what_nobody_waits_for_any_more_is_passed_over(pool: ThreadPoolExecutor) -> None:
    lane, begins, goes_on = Lane(pool), threading.Event(), threading.Event()

    def first() -> bool:
        begins.set()
        return goes_on.wait(60)

    busy = lane.submit(first)
    assert begins.wait(60)
    given_up, last = lane.submit(lambda: 1), lane.submit(lambda: 2)
    assert given_up.cancel()
    goes_on.set()
    assert busy.result(60)
    assert last.result(60) == 2
    with pytest.raises(CancelledError):
        given_up.result()


TREES = st.dictionaries(
    st.lists(st.sampled_from(["a", "b", ".c", "d e"]), min_size=0, max_size=4).map(tuple),
    st.sampled_from(["ledger", "file", "folder"]),
    max_size=6,
)


@given(TREES)
def test_folders_are_found_as_a_walk_finds_them(
    tmp_path_factory: pytest.TempPathFactory, tree: dict[tuple[str, ...], str]
) -> None:
    top = tmp_path_factory.mktemp("tree")
    for path, what in tree.items():
        folder = top.joinpath(*path)
        folder.mkdir(parents=True, exist_ok=True)
        if what != "folder":
            (folder / ("x" if what == "ledger" else "y")).touch()
    expected = list[Path]()
    for at, folders, files in os.walk(top):
        here = Path(at)
        if "x" in files:
            expected.append(here)
            folders.clear()
        deep = len(here.relative_to(top).parts)
        folders[:] = sorted(one for one in folders if not one.startswith(".") and deep < 2)
    assert list(below(top, "x", deepest=2)) == expected


def test_a_phone_signed_in_elsewhere_keeps_the_page_of_a_player(
    visitor: Visitor, several: dict[str, Line]
) -> None:
    """Two children play two events: the phone of one still shows where the other sits."""
    several["t0"]("register", "Ana Lopez", "--birth-year", 1990)
    several["t1"]("register", "Ben Ode", "--birth-year", 1990)
    visitor.come_in(AccessRole.PLAYER, tournament="t0", player="p1")
    assert visitor.get("/t/t1/mine?me=p1").url.path == "/t/t1/mine"
    assert "<bdi>Ben Ode</bdi></h1>" in visitor.get("/t/t1/mine").text
    assert "<bdi>Ana Lopez</bdi></h1>" in visitor.get("/t/t0/mine").text


def test_who_dropped_before_round_1_is_not_counted_and_who_dropped_later_is(
    visitor: Visitor, several: dict[str, Line]
) -> None:
    line = several["t0"]
    line.register("Ana Lopez", "Ben Ode", "Cho Sun")
    line.announce("--rounds", 1)
    assert "3 players" in read(visitor, "/t/t0")
    assert "3 players" in read(visitor, "/"), "the list as it was read last"
    line("drop", "p3")
    assert "2 players" in read(visitor, "/t/t0")
    line.pair()
    assert "2 players" in read(visitor, "/t/t0")
    assert "2 players" in read(visitor, "/")
    line("drop", "p2")
    assert "2 players" in read(visitor, "/t/t0"), "they played"
