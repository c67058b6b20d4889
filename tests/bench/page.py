"""Writes `docs/performance.md`: ratios to a peer or a limit of the same run, and how things grow.

A machine is fast one minute and slow the next, so no time stands on the page alone. Each figure is
taken in pairs with its peer, turn by turn, and is the median of their ratios. What only processors
do is measured in their time, what waits for a disk or another process in time that passes.
"""

import math
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from textwrap import fill
from typing import NamedTuple

from roundbook.ledger.record.entry import from_line
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.projections.standings.standings import standings
from tests.bench import bench_peer, bench_storage
from tests.bench.bench_replay import ledger
from tests.bench.bench_standings import large, plain_sum
from tests.bench.bench_start import PEER, prepare, processor_seconds, program
from tests.cli.seasons import RULE, invent

ROOT = Path(__file__).resolve().parents[2]
PAGE, PICTURE = "performance.md", "pictures/growth.svg"

Work = Callable[[], object]
Pair = tuple[float, float]
"""What one turn took, and what its peer took just before."""


class Size(NamedTuple):
    """How much is measured: pairs, entries, players, events of a season, and desks."""

    pairs: int
    entries: int
    players: int
    events: int
    appends: int
    hall: int
    growth: tuple[int, ...]


WHOLE = Size(5, 5_000, 2_000, 2_000, 400, 5_000, (125, 250, 500, 1_000, 2_000))
SMALL = Size(1, 100, 16, 3, 5, 50, (8, 16, 32))
"""What a test measures: enough to come through every line."""


class Figure(NamedTuple):
    """Something that is compared with a peer, and the ratio that is wanted.

    `least` tells that at least so much is wanted, not at most. `limit` is what keeps it there.
    """

    name: str
    peer: str
    aim: float
    take: Callable[[Size, Path], list[Pair]]
    limit: str
    least: bool = False


class Taken(NamedTuple):
    """A figure with what came of it."""

    figure: Figure
    ratio: float

    @property
    def is_reached(self) -> bool:
        """Whether the aim is reached."""
        aim = self.figure.aim
        return self.ratio >= aim if self.figure.least else self.ratio <= aim


def seconds(work: Work, clock: Callable[[], float] = time.perf_counter) -> float:
    """Return how long something takes."""
    began = clock()
    work()
    return clock() - began


def spent(work: Work) -> float:
    """Return what something takes of this process's processor."""
    return seconds(work, time.process_time)


# The figures. Each takes pairs: what it takes itself, then what its peer takes.


def appends(size: Size, folder: Path) -> list[Pair]:
    """Append lines to a ledger, and the same bytes to a bare file."""
    ours, theirs = bench_storage.append_times(folder, size.entries, size.appends)
    return [*zip(ours, theirs, strict=True)]


def posts(size: Size, folder: Path) -> list[Pair]:
    """Report results at a desk, and write the same bytes to a bare file."""
    players = size.entries * 9 // 50
    ours, theirs = bench_storage.post_times(folder, size.entries, players, size.appends)
    return [*zip(ours, theirs, strict=True)]


def cold_standings(size: Size, folder: Path) -> list[Pair]:
    """Show the standings of a large event, and of one of four players: the start of the program."""
    players = size.entries * 9 // 50
    cups = [
        bench_peer.written(folder / "large", size.entries, players),
        bench_peer.written(folder / "four", 14, 4),
    ]
    large_one, four = (program("standings", "-C", str(cup), "--plain") for cup in cups)
    return _processes(size, folder, large_one, four)


def starts(*words: str) -> Callable[[Size, Path], list[Pair]]:
    """Start the program with these words, and only import what it is made of."""

    def take(size: Size, folder: Path) -> list[Pair]:
        prepare(folder)
        return _processes(size, folder, program(*words), PEER)

    return take


def at_a_shelf(*words: str) -> Callable[[Size, Path], list[Pair]]:
    """Ask a shelf, and start the program."""

    def take(size: Size, folder: Path) -> list[Pair]:
        invent(folder, size.events)
        (folder / "league.toml").write_text(RULE, encoding="utf-8")
        processor_seconds(program("shelf", "--json"), folder)
        return _processes(size, folder, program("shelf", *words), program("--version"))

    return take


def _processes(
    size: Size, folder: Path, one: tuple[str, ...], other: tuple[str, ...]
) -> list[Pair]:
    processor_seconds(one, folder)  # Bytecode and the cache of the disk are there from now on.
    pairs = range(size.pairs)
    return [(processor_seconds(one, folder), processor_seconds(other, folder)) for _ in pairs]


def placing(edition: str) -> Callable[[Size, Path], list[Pair]]:
    """Place everybody, and add up the same results in the plainest way."""

    def take(size: Size, folder: Path) -> list[Pair]:
        del folder
        t, rules = large(size.players), load(edition)
        standings(t, rules)
        pairs = range(size.pairs)
        return [(spent(lambda: standings(t, rules)), spent(lambda: plain_sum(t))) for _ in pairs]

    return take


def verifying_many(size: Size, folder: Path) -> list[Pair]:
    """Verify many events on one processor, and on two: the ratio is how much sooner it ends."""
    invent(folder, max(6, size.events // 2))
    processors = sorted(os.sched_getaffinity(0))

    def verify() -> None:
        run = program("shelf", "--again", "--json")
        subprocess.run(run, cwd=folder, check=True, stdout=subprocess.DEVNULL)

    verify()
    found = list[Pair]()
    for _ in range(size.pairs):
        with _only_on(processors[:1]):
            alone = seconds(verify)
        with _only_on(processors[:2]):
            found.append((alone, seconds(verify)))
    return found


@contextmanager
def _only_on(processors: Sequence[int]) -> Iterator[None]:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, processors)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def desks(size: Size, folder: Path) -> list[Pair]:
    """Enter slips at twenty desks at once, and at one alone."""
    del folder
    from tests.bench import bench_web  # It loads what serves.

    alone, together = bench_web.cost(size.hall, phones=0)
    return [(together, alone)]


FIGURES = (
    Figure(
        "An append to a ledger of 5,000 lines",
        "the same bytes, written and flushed",
        1.4,
        appends,
        "The line before and the head are read each time under the lock, and the head is written. "
        "These calls to the system alone, in a bare loop, take 1.2 times the peer where a flush "
        "takes 90 µs. The rest, some 50 µs, is Python: a third of it hashes and links the line, a "
        "fifth looks at what is there, and the rest locks, opens, writes and closes. On a slow "
        "disk that hardly matters.",
    ),
    Figure(
        "A result at a desk with 5,000 entries",
        "the same bytes, written and flushed",
        2.0,
        posts,
        "The program itself takes some 150 µs: two fifths for the append, three tenths for the "
        "rules and the canonical line, and a fifth to see whether another desk has written, since "
        "a refusal has to rest on that. The last line is read again under the lock, since the "
        "time of a file does not tell two writes of the same moment apart.",
    ),
    Figure(
        "Standings of 5,000 entries, opened cold",
        "the same of an event of four players",
        1.5,
        cold_standings,
        "Each line is hashed, decoded strictly, encoded again to see that it is canonical, and "
        "applied; then all players are placed with exact fractions and printed. Apart from the "
        "start of the program, reading takes two fifths of the time, placing a third, and printing "
        "the rest. The decoder alone, which is written in C, takes a tenth.",
    ),
    Figure(
        "Standings under dci-mtr",
        "a plain sum of the same matches",
        30.0,
        placing("dci-mtr"),
        "Four percentages for every player, as exact fractions.",
    ),
    Figure(
        "Standings under play-2017",
        "a plain sum of the same matches",
        25.0,
        placing("play-2017"),
        "Two percentages for every player, as exact fractions.",
    ),
    Figure(
        "1,000 events, verified on one processor",
        "the same on two",
        1.7,
        verifying_many,
        "The modules that read events are loaded once, before the processes start. That takes half "
        "a second, as long as 40 events. From then on, two processes are about 1.75 times as fast "
        "as one, since a tenth of the work is writing the index, in one process. "
        "On a busy machine, a second processor gains nothing.",
        least=True,
    ),
    Figure(
        "A slip while twenty desks enter at once, 5,000 players",
        "a slip at one desk",
        2.0,
        desks,
        "One process answers all desks, and a slip takes some 10 ms of a processor: two fifths "
        "check and write it, a quarter finds what its page shows, the rest fills the page. "
        "Twenty slips at the same instant wait for one another, so half of them wait for ten "
        "others or more, whatever a slip takes. On n processors the ratio stays near 10 / n; "
        "with Python, which runs one thread at a time, near 10.",
    ),
    Figure(
        "`shelf points --json` of 2,000 events",
        "the start of the program",
        3.0,
        at_a_shelf("points", "league.toml", "--json"),
        "12,000 placings are read, calculated and written out, nearly 7 MB.",
    ),
    Figure(
        "`shelf player` of 2,000 events",
        "the start of the program",
        3.0,
        at_a_shelf("player", "70001"),
        "Every file is checked for changes.",
    ),
    Figure(
        "`--help`",
        "importing click and msgspec",
        1.5,
        starts("--help"),
        "15 commands and 11 groups are listed.",
    ),
    Figure(
        "`status`",
        "importing click and msgspec",
        2.5,
        starts("status", "-C", "cup"),
        "Everything that reads a ledger is imported, and the checks and proposals that say what "
        "comes next: some 250 modules.",
    ),
)
"""What is wanted, in the order of the page."""


# How things grow with the number of players: time is to the power of an exponent.


class Growth(NamedTuple):
    """What something took at each size, in terms of the smallest, and the exponent of that."""

    name: str
    sizes: tuple[int, ...]
    took: tuple[float, ...]

    @property
    def exponent(self) -> float:
        """The slope of the straight line through logarithms: 1 is linear, 2 quadratic."""
        xs, ys = ([math.log(one) for one in side] for side in (self.sizes, self.took))
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        slope = sum((one - x) * (other - y) for one, other in zip(xs, ys, strict=True))
        return slope / sum((one - x) ** 2 for one in xs)


def growths(size: Size) -> list[Growth]:
    """Measure how the main things grow with players, nine rounds each."""
    took: dict[str, list[float]] = {}
    rules = load("play-2017")
    for players in size.growth:
        t = large(players)
        held = ledger(t)
        entries = [from_line(line, number) for number, line in enumerate(held, start=1)]
        works: dict[str, Work] = {
            "Reading the lines": lambda held=held: [  # type: ignore[misc]
                from_line(line, number) for number, line in enumerate(held, start=1)
            ],
            "Applying the entries": lambda entries=entries: Tournament.replay(entries),  # type: ignore[misc]
            "Standings": lambda t=t: standings(t, rules),  # type: ignore[misc]
        }
        for name, work in works.items():
            took.setdefault(name, []).append(min(spent(work) for _ in range(3)))
    floor = 1e-6  # A clock that has not moved is no time to take a logarithm of.
    return [
        Growth(name, size.growth, tuple(max(one, floor) / max(times[0], floor) for one in times))
        for name, times in took.items()
    ]


# The page and its picture.

COLUMNS = 120
WIDTH, HEIGHT, EDGE = 640, 360, 48
COLOURS = ("#0b6e4f", "#b3541e", "#3a4fa3")


def picture(found: Sequence[Growth]) -> str:
    """Return the growth as SVG: both axes are logarithms, so a power is a straight line."""
    sizes = found[0].sizes
    top = max(max(one.took) for one in found)

    def at(size: float, took: float) -> str:
        right = math.log(size / sizes[0]) / math.log(sizes[-1] / sizes[0])
        up = math.log(max(took, 1)) / math.log(max(top, 2))
        x, y = EDGE + right * (WIDTH - 4 * EDGE), HEIGHT - EDGE - up * (HEIGHT - 2 * EDGE)
        return f"{x:.1f},{y:.1f}"

    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" font-size="13"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        "<title>Time by number of players, both as logarithms</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for size in sizes:
        x = at(size, 1).partition(",")[0]
        parts.append(
            f'<path d="M{x} {EDGE}V{HEIGHT - EDGE}" stroke="#ddd"/>'
            f'<text x="{x}" y="{HEIGHT - EDGE + 18}" text-anchor="middle">{size:,}</text>'
        )
    for one, colour in zip(found, COLOURS, strict=False):
        line = " ".join(at(size, took) for size, took in zip(one.sizes, one.took, strict=True))
        x, _, y = line.rpartition(" ")[2].partition(",")
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{float(x) + 6:.1f}" y="{y}" fill="{colour}">{one.name}</text>'
        )
    parts.append(f'<text x="{EDGE}" y="{HEIGHT - 8}">players, nine rounds</text></svg>\n')
    return "\n".join(parts)


INTRODUCTION = """
`python -m tests.bench --page` writes this page. A time alone says more about the machine than about
the program, so each figure is a ratio to a peer. The two are measured in turn in the same run, and
the figure is the median of all pairs.
""".strip()


def page(taken: Sequence[Taken], found: Sequence[Growth], note: str = "") -> str:
    """Return the page; `note` says on what machine it was made."""
    rows = [
        f"| {one.figure.name} | {one.figure.peer} | **{one.ratio:.2f}** | "
        f"{'≥' if one.figure.least else '≤'} {one.figure.aim:g} | "
        f"{'reached' if one.is_reached else 'not reached'} |"
        for one in taken
    ]
    limits = [
        fill(f"- **{one.figure.name}:** {one.figure.limit}", COLUMNS, subsequent_indent="  ")
        for one in taken
    ]
    grown = [
        f"| {one.name} | {one.exponent:.2f} | "
        + " | ".join(f"{took:.1f}" for took in one.took)
        + " |"
        for one in found
    ]
    sizes = found[0].sizes
    return "\n".join(
        (
            "# Performance",
            "",
            fill(f"{INTRODUCTION} {note}".strip(), COLUMNS),
            "",
            "| What | Next to | Ratio | Wanted | |",
            "|---|---|--:|--:|---|",
            *rows,
            "",
            "## What sets the limit",
            "",
            *limits,
            "",
            "## Growth",
            "",
            "Time by players, relative to the smallest event. An exponent of 1 is linear.",
            "",
            "| What | Exponent | " + " | ".join(f"{one:,}" for one in sizes) + " |",
            "|---|--:|" + "--:|" * len(sizes),
            *grown,
            "",
            f"![Time by number of players, both as logarithms]({PICTURE})",
            "",
        )
    )


def write(size: Size, docs: Path, names: Sequence[str] = (), note: str = "") -> list[Taken]:
    """Take all figures, or those whose names contain a word, and write the page and its picture."""
    taken = list[Taken]()
    home = os.environ.get("ROUNDBOOK_HOME")
    for figure in FIGURES:
        if names and not any(name in figure.name for name in names):
            continue
        with tempfile.TemporaryDirectory(dir=docs.parent) as name:
            folder = Path(name).resolve()
            os.environ["ROUNDBOOK_HOME"] = str(folder / "home")
            ratio = median(ours / theirs for ours, theirs in figure.take(size, folder))
        taken.append(Taken(figure, ratio))
        print(f"{figure.name}: {ratio:.2f} ({figure.aim:g} wanted)", flush=True)
    os.environ.pop("ROUNDBOOK_HOME", None)
    if home is not None:
        os.environ["ROUNDBOOK_HOME"] = home
    found = growths(size)
    (docs / PICTURE).parent.mkdir(parents=True, exist_ok=True)
    (docs / PICTURE).write_text(picture(found), encoding="utf-8")
    (docs / PAGE).write_text(page(taken, found, note), encoding="utf-8")
    return taken


def main(*words: str) -> None:
    """Write the page of this checkout; the words say on what machine."""
    write(WHOLE, ROOT / "docs", note=" ".join(words))
