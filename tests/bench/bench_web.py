"""How the server bears a hall: 2,000 phones reload the pairings while a desk enters slips.

`python -m tests.bench web slips [PLAYERS]` measures what one slip costs instead: at 50 players and
at 5,000, at one desk and at twenty, and what 5,000 phones that follow make of it.

Run it by hand: `python -m tests.bench web [PHONES [PLAYERS]]`. It prints figures and judges
nothing. A server of its own serves a tournament in round 3; the phones are another process, the
desk a third. First every phone reloads once within ten seconds, then they also follow the news.
At last one page is asked for again and again, in turns with a bare Starlette answer of the same
bytes from the same kind of server.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import timedelta
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from statistics import median

from roundbook.cli.acts import pairing, results, rounds
from roundbook.cli.args.slips import Slip, SlipList
from roundbook.cli.session.venue import CommandOptions, Operator, Venue, now, random_bytes, venue
from roundbook.cli.session.write import Facts, WriteContext, outcome
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.ledger.state.rounds import latest_round
from roundbook.ledger.terms import Pool, Result, Role, Verdict
from tests.cli.typed import roundbook
from tests.web.at_desk import Desk
from tests.web.served import Served

PHONES, PLAYERS, SECONDS = 2_000, 2_000, 10.0
SLIP_EVERY = 0.5
"""So many seconds pass between two slips of the desk: faster than anybody types them."""

POOL = Pool("masters")
DESK = CommandOptions(operator=Operator(name="Bea", role=Role.SCOREKEEPER, station="desk-1"))
ROUNDS = 2
"""So many rounds have been played before anybody looks."""

BLOCKS, IN_BLOCK, WARM = 40, 100, 50


def done(here: Venue, do: Callable[[WriteContext], Facts]) -> None:
    """Do an act at the tournament; it must succeed."""
    said = outcome(here, DESK, do)
    assert said.done, said


def played(events: Path, players: int) -> None:
    """Lay a tournament of so many players into a folder: its third round is being played."""
    folder = events / "cup"
    names = events.parent / "names.csv"
    rows = (f"Given{n % 97} Family{n},Masters" for n in range(1, players + 1))
    names.write_text("\n".join(["name,division", *rows]), encoding="utf-8")
    for words in (
        ("open", folder, "--name", "Cup", "--start", "2026-03-07"),
        ("register", names, "-C", folder),
        ("announce", "--prizes", "none", "-C", folder),
    ):
        roundbook(*words, code=0)
    here = venue(folder)
    for _ in range(ROUNDS):
        done(here, pairing.pair)
        done(here, rounds.start)
        slips = SlipList(where="the slips", slips=tuple(slips_out(here)), read_as="typed")
        done(here, partial(results.report_all, listed=slips))
    done(here, pairing.pair)
    done(here, rounds.start)


def slips_out(here: Venue) -> list[Slip]:
    """Return a slip for each match that is being played: the left has won."""
    paired = latest_round(here.desk.tournament, POOL)
    assert paired is not None
    return [
        Slip(match=match, result=Result(verdict=Verdict.FIRST)) for match, _ in paired.matches()
    ]


def enter(desk: Desk, table: int) -> float:
    """Enter a slip; return how many seconds passed until the next one could be typed."""
    began = time.perf_counter()
    text = desk.enter(f"{table} 1")
    took = time.perf_counter() - began
    assert f">{table}</strong>" not in text, f"table {table} is still out"
    return took


def stormed(served: Served, desk: Desk, tables: Iterator[int], phones: int, how: str) -> None:
    """Let the phones reload while the desk enters; print how long both had to wait."""
    words = [served.port, "/t/cup/live", "/t/cup/pairings", phones, SECONDS, how]
    program = [sys.executable, "-m", "tests.bench.phones", *map(str, words)]
    pipe = subprocess.PIPE
    crowd = subprocess.Popen(program, stdin=pipe, stdout=pipe, text=True)
    assert crowd.stdin is not None
    assert crowd.stdout is not None
    assert crowd.stdout.readline() == "ready\n"
    crowd.stdin.write("\n")
    crowd.stdin.flush()
    assert crowd.stdout.readline() == "go\n"
    before, began = processor(served.process.pid), time.perf_counter()
    queued = in_queue(served.process.pid)
    waited = []
    while time.perf_counter() - began < SECONDS:
        waited.append(enter(desk, next(tables)))
        time.sleep(max(0.0, SLIP_EVERY - waited[-1]))
    busy = (processor(served.process.pid) - before) / (time.perf_counter() - began)
    kept_waiting = in_queue(served.process.pid) - queued
    out, _ = crowd.communicate()
    said = json.loads(out)
    took = said["took"]
    print(
        f"  phones, {how}: {len(took):,} reloads, {said['bytes'] / max(1, len(took)):,.0f} bytes"
        f" each; p50 {at(took, 50)}, p99 {at(took, 99)}, worst {at(took, 100)};"
        f" wrong: {said['wrong'] or 'none'}; asked again after a reset: {said['again']:,};"
        f" listeners lost: {said['deaf']}"
    )
    print(
        f"  desk meanwhile: {len(waited)} slips; p50 {at(waited, 50)}, p99 {at(waited, 99)};"
        f" the server used {busy:.0%} of a core, and the thread that answers waited"
        f" {kept_waiting:.1f} s for one that others had"
    )


def at(took: list[float], percent: int) -> str:
    """Return the time within which so many of a hundred were done."""
    ordered = sorted(took)
    return f"{ordered[max(0, -(-len(ordered) * percent // 100) - 1)] * 1e3:,.0f} ms"


def processor(pid: int) -> float:
    """Return how many seconds of a processor a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def in_queue(pid: int) -> float:
    """Return how many seconds the first thread of a process waited for a processor."""
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9


BARE = """
import sys, uvicorn
from pathlib import Path
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
body = Path(sys.argv[1]).read_bytes()
async def page(request):
    return Response(body, media_type="text/html")
app = Starlette(routes=[Route("/", page)])
config = uvicorn.Config(app, http="h11", access_log=False, log_level="warning", lifespan="off",
                        port=int(sys.argv[2]))
uvicorn.Server(config).run()
"""


@contextmanager
def bare(body: bytes, folder: Path) -> Iterator[tuple[int, int]]:
    """Run a bare server of these bytes; give its port and its process."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    path = folder / "body"
    path.write_bytes(body)
    process = subprocess.Popen([sys.executable, "-c", BARE, str(path), str(port)])
    try:
        for _ in range(200):
            time.sleep(0.05)
            try:
                ask(HTTPConnection("127.0.0.1", port), "/")
            except OSError:
                continue
            break
        yield port, process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def ask(line: HTTPConnection, path: str) -> bytes:
    """Ask for a page, packed."""
    line.request("GET", path, headers={"Accept-Encoding": "gzip"})
    said = line.getresponse()
    body = said.read()
    assert said.status == 200, said.status
    return body


def compared(served: Served, folder: Path, path: str = "/t/cup/pairings") -> None:
    """Ask for the same bytes here and there, in turns; print what one request costs."""
    with (
        closing(HTTPConnection("127.0.0.1", served.port)) as ours,
        bare(body := ask(ours, path), folder) as (port, pid),
        closing(HTTPConnection("127.0.0.1", port)) as theirs,
    ):
        sides = ((ours, path, served.process.pid), (theirs, "/", pid))
        spent, wall = [0.0, 0.0], [[], []]  # type: list[float], list[list[float]]
        for block in range(BLOCKS + 1):
            for side, (line, asked, process) in enumerate(sides):
                before = processor(process)
                for _ in range(IN_BLOCK):
                    began = time.perf_counter()
                    ask(line, asked)
                    if block:
                        wall[side].append(time.perf_counter() - began)
                spent[side] += (processor(process) - before) if block else 0.0
    each = [one / (BLOCKS * IN_BLOCK) * 1e6 for one in spent]
    mid = [sorted(one)[len(one) // 2] * 1e6 for one in wall]
    print(
        f"  one page of {len(body):,} bytes: {each[0]:.0f} µs of processor beside {each[1]:.0f}"
        f" of a bare Starlette answer ({each[0] / each[1]:.2f} of it);"
        f" answered in {mid[0]:.0f} µs beside {mid[1]:.0f}"
    )


FEW, MANY, DESKS, EACH, TURNS = 50, 5_000, 20, 20, 4
"""Players of a small event and of a large one, desks, the slips that one desk enters, and those of
each of twenty at once."""


def slips(players: int = MANY) -> None:
    """Print what a slip costs at a small event and at a large one, in the same run."""
    few = cost(FEW, phones=0)
    many = cost(players, phones=players)
    one, all_at_once = (large / small for large, small in zip(many, few, strict=True))
    print(
        f"  a slip at {players:,} players takes {one:.1f} times one at {FEW};"
        f" with {DESKS} desks at once {all_at_once:.1f} times"
    )


def cost(players: int, *, phones: int) -> tuple[float, float]:
    """Return the median seconds of a slip at one desk, and at twenty; print both, and the bytes."""
    with tempfile.TemporaryDirectory() as name:
        base = Path(name)
        os.environ["ROUNDBOOK_HOME"] = str(base / "home")
        (base / "events").mkdir()
        played(base / "events", players)
        with Served(base / "events", base / "home") as served:
            desk = Desk(served.port, served.code)
            took = [enter_and_undo(desk, 1) for _ in range(EACH)]
            size = len(desk.enter("1 1").encode())
            waits = f"a slip p50 {at(took, 50)}, p99 {at(took, 99)}"
            print(f"{players:,} players: {waits}; {size:,} bytes")
            waited = together(served)
            desk.hang_up()  # The server has closed a connection that was idle meanwhile.
            if phones:
                stormed(served, desk, iter(range(DESKS + 2, players // 2)), phones, "follow")
            desk.hang_up()
    return median(took), median(waited)


def enter_and_undo(desk: Desk, table: int) -> float:
    """Return how long a slip took; it is taken back, so that a small event has tables enough."""
    took = enter(desk, table)
    desk.enter("u")
    return took


def together(served: Served) -> list[float]:
    """Let twenty desks enter at once; print how long they waited for their slips, and return it.

    Each has entered a slip before: the first of somebody new writes the names file.
    """
    access = AccessStore(served.home, served.folder, clock=now, random_bytes=random_bytes)

    def desk_of(number: int) -> Desk:
        code = access.invite(
            AccessRole.SCOREKEEPER,
            name=f"Desk {number}",
            station=f"desk-{number}",
            tournament=None,
            lasting=timedelta(hours=1),
        )
        return Desk(served.port, code)

    desks, took = [desk_of(number) for number in range(DESKS)], list[float]()
    for table, desk in enumerate(desks, start=2):
        enter_and_undo(desk, table)
    with ThreadPoolExecutor(DESKS) as pool:
        for _ in range(TURNS):
            for desk in desks:
                desk.hang_up()  # The server closes a connection that is idle for some seconds.
            took += pool.map(enter, desks, range(2, DESKS + 2))
            for desk in desks:
                desk.enter("u")
    for desk in desks:
        desk.hang_up()
    print(f"  {DESKS} desks at once: a slip p50 {at(took, 50)}, worst {at(took, 100)}")
    return took


def main(*words: str) -> None:
    """Print what came of it."""
    if words[:1] == ("slips",):
        slips(*map(int, words[1:]))
        return
    usual = (PHONES, PLAYERS)
    phones, players = (*map(int, words), *usual[len(words) :])
    with tempfile.TemporaryDirectory() as name:
        base = Path(name)
        os.environ["ROUNDBOOK_HOME"] = str(base / "home")
        (base / "events").mkdir()
        began = time.perf_counter()
        played(base / "events", players)
        entries = (base / "events" / "cup" / "ledger.jsonl").read_bytes().count(b"\n")
        print(
            f"{phones:,} phones, {players:,} players, {entries:,} entries (laid out in"
            f" {time.perf_counter() - began:.0f} s)"
        )
        with Served(base / "events", base / "home") as served:
            desk = Desk(served.port, served.code)
            tables = iter(range(1, players // 2 + 1))
            for how in ("once", "follow"):
                stormed(served, desk, tables, phones, how)
            compared(served, base)


if __name__ == "__main__":
    main(*sys.argv[1:])
