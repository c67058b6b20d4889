"""How the server bears many tournaments: 300, 3,000 and 10,000 folders below one.

Run it by hand: `python -m tests.bench hosted [FOLDERS …]`. It prints ratios and judges nothing.
What a start costs is set beside reading the first and the last line of every ledger; the list of
tournaments, asked for again and again, beside a bare Starlette answer of the same bytes. Then every
tournament is looked at once: so many threads, so much memory. Meanwhile a desk enters slips at one
of them, and its times stand beside those of a server of that one tournament.
"""

import os
import shutil
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path

from msgspec.structs import replace

from roundbook.cli.places.layout import SERVING
from roundbook.cli.places.serving import sole
from roundbook.cli.session.venue import today
from roundbook.cli.web.server.listing import TournamentList
from roundbook.cli.web.server.tournaments import TournamentFolder
from roundbook.ledger.events.catalogue import TournamentOpened
from roundbook.ledger.record.chain import Head
from roundbook.ledger.record.entry import START, Entry, entries_of, leaf_hash, to_line
from tests.bench.bench_web import ask, compared, enter, played
from tests.web.at_desk import Desk
from tests.web.served import Served

FOLDERS = (300, 3_000, 10_000)
PLAYERS, DESK_PLAYERS, ROUNDS = 8, 120, 7
"""Players in each tournament, of the one with the desk; and how often a start is measured."""

READERS = 8
"""So many look at the tournaments at the same time."""


def laid_out(events: Path, folders: int) -> None:
    """Lay out so many tournaments beside the first, each with a name and a day of its own."""
    first = events / "cup"
    lines = (first / "ledger.jsonl").read_bytes().splitlines()
    entries = list(entries_of(lines, 0))
    for number in range(2, folders + 1):
        folder = events / f"cup-{number:05}"
        folder.mkdir()
        shutil.copyfile(first / "people.json", folder / "people.json")
        leaf, made = START, list[bytes]()
        for entry in entries:
            made.append(to_line(replace(_renamed(entry, number), prev=leaf)))
            leaf = leaf_hash(made[-1])
        (folder / "ledger.jsonl").write_bytes(b"".join(line + b"\n" for line in made))
        (folder / "head").write_bytes(Head(leaf=leaf, seq=len(made)).to_bytes())


def _renamed(entry: Entry, number: int) -> Entry:
    """Return the entry as it stands in another tournament."""
    events = tuple(
        replace(
            event,
            tournament=f"{event.tournament[:-5]}{number:05}",
            name=f"{event.name} {number}",
            start=event.start + timedelta(days=number % 365),
        )
        if isinstance(event, TournamentOpened)
        else event
        for event in entry.events
    )
    return replace(entry, events=events)


def read(events: Path) -> float:
    """Return how long it takes to read the first and the last line of every ledger."""
    began = time.process_time()
    for folder in os.scandir(events):
        with open(f"{folder.path}/ledger.jsonl", "rb") as ledger:  # noqa: PTH123 - The quickest way.
            assert ledger.readline()
            ledger.seek(-min(4096, ledger.seek(0, os.SEEK_END)), os.SEEK_END)
            assert ledger.read().splitlines()[-1]
    return time.process_time() - began


def started(events: Path) -> float:
    """Return how long it takes to know every tournament, from nothing to the first list."""
    began = time.process_time()
    with sole(events) as found:
        listing = TournamentList(TournamentFolder(events, found), today).look()
    took = time.process_time() - began
    (events / SERVING).unlink()
    assert len(listing.lines) == len(list(events.iterdir()))
    return took


def slips(served: Served, desk: Desk, tables: range) -> list[float]:
    """Enter slips, and return how long each took."""
    return sorted(enter(desk, table) for table in tables)


def middle(times: list[float]) -> float:
    """Return the time that half of them did not take."""
    return times[len(times) // 2]


def looked_at(served: Served, folders: int) -> None:
    """Ask for the page of every tournament once, as several readers do."""

    def look(reader: int) -> None:
        line = HTTPConnection("127.0.0.1", served.port)
        for number in range(2 + reader, folders + 1, READERS):
            ask(line, f"/t/cup-{number:05}")

    with ThreadPoolExecutor(READERS) as readers:
        list(readers.map(look, range(READERS)))


def figures(served: Served) -> tuple[int, float]:
    """Return how many threads a server has, and how many MB of memory."""
    status = Path(f"/proc/{served.process.pid}/status").read_text(encoding="ascii")
    said = dict(line.split(":", 1) for line in status.splitlines())
    return int(said["Threads"]), int(said["VmRSS"].split()[0]) / 1024


def main(*words: str) -> None:
    """Print what came of it."""
    for folders in map(int, words or map(str, FOLDERS)):
        with tempfile.TemporaryDirectory() as name:
            measured(Path(name), folders)


def measured(base: Path, folders: int) -> None:
    """Print what so many folders cost."""
    os.environ["ROUNDBOOK_HOME"] = str(base / "home")
    for where, players in (("one", DESK_PLAYERS), ("events", PLAYERS)):
        (base / where).mkdir()
        played(base / where, players)
    events = base / "events"
    laid_out(events, folders - 1)
    shutil.copytree(base / "one" / "cup", events / "venue")
    print(f"{folders:,} folders", flush=True)
    costs = [(started(events), read(events)) for _ in range(ROUNDS)]
    ours, lines = (min(each) for each in zip(*costs, strict=True))
    print(f"  start: {ours / lines:.2f} of reading the first and the last lines", flush=True)
    with Served(base / "one", base / "home") as served:
        alone = slips(served, Desk(served.port, served.code), range(1, 41))
    with Served(events, base / "home") as served:
        desk = Desk(served.port, served.code, "/t/venue/desk")
        compared(served, base, "/")
        many = slips(served, desk, range(1, 31))
        with ThreadPoolExecutor(1) as beside:
            looking = beside.submit(looked_at, served, folders - 1)
            busy = slips(served, desk, range(31, 61))
            looking.result()
        threads, memory = figures(served)
        print(
            f"  a slip: {middle(many) / middle(alone):.2f} of one where nothing else is served,"
            f" {middle(busy) / middle(alone):.2f} while {READERS} readers open every tournament\n"
            f"  after all were looked at: {threads} threads, {memory:,.0f} MB"
        )
        compared(served, base, "/")


if __name__ == "__main__":
    main(*sys.argv[1:])
