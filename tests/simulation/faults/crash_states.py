"""Every state that a disk may be in after a crash, while an event is run by real commands.

The commands are typed at the real command line, and the disk notes each effect on every file of the
tournament's folder and of the user's own folder. Between any two effects the program may be killed:
then all of them before that are there. Or the power may go: then what nobody waited for may be
there in any order, in part or not at all. Or the program is killed, somebody else types the next
command, and the power goes then. Each state is laid out again, opened, and gone on with.

Run it by hand: `python -m tests.simulation.faults.crash_states --states 5000`.
"""

import argparse
import os
import shlex
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest import mock

from roundbook.cli.places.people import read_book
from roundbook.ledger.record.entry import entries_of
from roundbook.ledger.state.rounds import open_matches
from roundbook.ledger.state.tournament import Tournament
from tests.chance import alike
from tests.cli.typed import Said, roundbook
from tests.simulation.faults.disk import Disk, Image, NameSync, Op, Sync, after_power_cut, lines_in

LEDGER = "events/cup/ledger.jsonl"

EVENT = (
    "register {lists}/players.csv",
    'register "Fay Gorse" --birth-year 2014',
    'people staff "Jo Desk" scorekeeper',
    'announce --prizes none --rounds 2 --override rounds-differ --because "it is small"',
    "pair",
    "withdraw junior-masters-1 --reason 'too early'",
    "pair",
    "post",
    "start",
    "report junior-masters-1-1 2-0 --as 'Kim Stone' --role scorekeeper",
    "report junior-masters-1-2 1-2",
    "correct junior-masters-1-1 2-1 --reason misread",
    "note 'The hall is cold.'",
    "people amend p1 --name 'Ida Alder' --reason misheard",
    "report junior-masters-1-3 1",
    "drop p5",
    "pair",
    "people reinstate p5 --reason 'the bus was late'",
    "round repair --reason 'p5 is back'",
    "start",
    "report {lists}/slips.csv",
    "close",
    "shelf reopen --reason 'a slip was found'",
    "people erase p2 --yes --reason 'the parents asked for it'",
)
"""What is typed, one command after the other; each is acknowledged before the next."""


class Recorded(NamedTuple):
    """One command: its words, how many effects there were when it was acknowledged, its lines."""

    words: tuple[str, ...]
    until: int
    lines: tuple[bytes, ...]


class Recording(NamedTuple):
    """An event: what lay there at first, the effects in order, and the commands."""

    first: Image
    ops: list[Op]
    commands: list[Recorded]


class State(NamedTuple):
    """Where it ends: before which effect, and how.

    0 is a killed program and an odd number a power cut. With an even one, the program is killed,
    and the power goes while the next command is done, or after it: the same one if 4 divides it.
    """

    before: int
    how: int

    @property
    def is_left(self) -> bool:
        """Whether somebody else goes on with what a killed program has left, before the cut."""
        return self.how > 0 and self.how % 2 == 0


class LostError(AssertionError):
    """Something that was acknowledged is not there, or the event cannot go on."""


@contextmanager
def hall(root: Path) -> Iterator[Disk]:
    """Lay a disk below a folder, with a home and the lists that are read; both empty."""
    root = root.resolve()
    lists, drive = root / "lists", root / "drive"
    for folder in (lists, drive):
        folder.mkdir()
    names = ("Ana Alder", "Ben Birch", "Cho Cedar", "Dee Elm", "Eva Fir")
    rows = "".join(f"{name},1990\n" for name in names)
    (lists / "players.csv").write_text(f"name,birth year\n{rows}")
    with mock.patch.dict(os.environ, ROUNDBOOK_HOME=str(drive / "home")):
        for name in ("ROUNDBOOK_HAND", "ROUNDBOOK_STATION"):
            os.environ.pop(name, None)
        disk = Disk(drive)
        disk.take_in()
        with disk.in_use():
            yield disk


def typed(root: Path, words: Sequence[str]) -> Said:
    """Type a command at the tournament."""
    first = words[0] if words[0] not in {"round", "people", "shelf"} else " ".join(words[:2])
    rest = words[1:] if first == words[0] else words[2:]
    folder = root.resolve() / "drive/events/cup"
    return roundbook(first, *rest, *([] if words[0] == "open" else ["-C", folder]))


def lines_of(disk: Disk) -> list[bytes]:
    """Return the lines of the ledger that end."""
    return lines_in(Path(disk.root, LEDGER))


def record(root: Path, disk: Disk) -> Recording:
    """Run the event once, and note every effect."""
    with alike("crash states"):
        folder = Path(disk.root, "events/cup")
        (folder.parent).mkdir()
        (Path(disk.root) / "home").mkdir()
        disk.take_in()
        disk.ops.clear()
        first, commands, held = disk.image.copy(), list[Recorded](), list[bytes]()
        opening = f"open {folder} --name Cup --start 2026-03-07"
        for text in (opening, *EVENT):
            words = shlex.split(text.format(lists=root.resolve() / "lists"))
            if words[-1].endswith("slips.csv"):
                write_slips(root, lines_of(disk))
            said = typed(root, words)
            assert said.code == 0, f"{text}: {said.err} {commands}"
            now = lines_of(disk)
            commands.append(Recorded(tuple(words), len(disk.ops), tuple(now[len(held) :])))
            held = now
        return Recording(first, disk.ops.copy(), commands)


def write_slips(root: Path, held: list[bytes]) -> None:
    """Write a list with a result for every match that is being played."""
    t = Tournament.replay(list(entries_of(held)))
    paired = [one for one in t.rounds.values() if one.started]
    rows = [f"{match},2-0\n" for one in paired for match in open_matches(t, one)]
    (root.resolve() / "lists/slips.csv").write_text("match,result\n" + "".join(rows))


def states(recording: Recording, how_many: int, seed: int) -> list[State]:
    """Return so many states, spread over all effects, with each way to end among them."""
    places = range(len(recording.ops) + 1)
    rounds = max(-(-how_many // len(places)), 5)
    every = [State(place, how) for how in range(rounds) for place in places]
    if how_many < len(every):
        Random(seed).shuffle(every)
    return every[:how_many]


def laid(recording: Recording, state: State) -> Image:
    """Return the disk in a state, before the power goes."""
    image = recording.first.copy()
    for op in recording.ops[: state.before]:
        image.add(op)
    if state.how == 0:
        image.settle()
    return image


def after_the_next(
    root: Path, disk: Disk, image: Image, words: Sequence[str], pick: Random
) -> tuple[Image, bool]:
    """Let somebody type a command while the power is on; return the disk at one of its effects.

    And whether all that is there then was acknowledged: the command was done, and at its end.
    """
    disk.lay(image, is_on=True)
    disk.ops.clear()
    said = typed(root, words)
    check(said.code in {0, 2, 3}, f"nothing can be written after a kill: {said.err}")
    # Most of the time passes while the program waits for the disk.
    waits = [at for at, op in enumerate(disk.ops) if isinstance(op, Sync | NameSync)]
    many = pick.choice([*waits, len(disk.ops) // 2, len(disk.ops)])
    after = image.copy()
    for op in disk.ops[:many]:
        after.add(op)
    return after, said.code == 0 and many == len(disk.ops)


def try_out(root: Path, disk: Disk, recording: Recording, state: State, seed: int) -> None:
    """Lay out a state, and go on with the event. Raises LostError."""
    done = [one for one in recording.commands if one.until <= state.before]
    acknowledged = [line for one in done for line in one.lines]
    under_way = recording.commands[len(done) :][:1]
    perhaps = [*acknowledged, *(line for one in under_way for line in one.lines)]
    if not done:
        return  # The folder was being made: nothing has been acknowledged.
    image, dice = laid(recording, state), Random(f"{seed} {state.before} {state.how}")
    if state.is_left:
        again = state.how % 4 == 0 and under_way
        words = under_way[0].words if again else ["note", "Somebody else goes on."]
        image, is_done = after_the_next(root, disk, image, words, dice)
        perhaps = lines_of(disk)
        acknowledged = perhaps if is_done else acknowledged
    disk.lay(after_power_cut(image, dice.randrange) if state.how else image)
    found = lines_of(disk)
    check(found[: len(acknowledged)] == acknowledged, "a line that was acknowledged is not there")
    said = typed(root, ["note", "We go on."])
    check(said.code == 0, f"nothing can be written: {said.err}")
    found = lines_of(disk)
    check(
        found[:-1] in [perhaps[:n] for n in range(len(acknowledged), len(perhaps) + 1)],
        "other lines are there than were written",
    )
    t = Tournament.replay(list(entries_of(found)))
    book = read_book(Path(disk.root, "events/cup"))
    unnamed = [one for one in t.players if one not in book.players and one not in t.erased]
    check(not unnamed, f"the names of {unnamed} are lost")
    for one in under_way:
        said = typed(root, one.words)
        check(said.code in {0, 2, 3}, f"{' '.join(one.words)}: {said.err}")
    for one in recording.commands[len(done) + 1 :][:2]:
        if "slips.csv" in one.words[-1]:
            write_slips(root, lines_of(disk))
        said = typed(root, one.words)
        check(said.code in {0, 3}, f"{' '.join(one.words)}: {said.err}")
    said = typed(root, ["verify"])
    check(said.code == 0, f"it does not verify: {said.out}{said.err}")


def check(holds: bool, what: str) -> None:
    """Raise LostError unless it holds."""
    if not holds:
        raise LostError(what)


def lost(
    root: Path,
    *,
    seed: int,
    chosen: Callable[[Recording], Iterable[State]],
) -> list[tuple[State, str]]:
    """Return the states, of those chosen, in which something was lost, and what."""
    found = list[tuple[State, str]]()
    with hall(root) as disk:
        recording = record(root, disk)
        for state in chosen(recording):
            try:
                try_out(root, disk, recording, state, seed)
            except LostError as trouble:
                found.append((state, str(trouble)))
    return found


def main() -> int:
    """Try so many states; return 1 if something was lost in one."""
    asked = argparse.ArgumentParser(prog="python -m tests.simulation.faults.crash_states")
    asked.add_argument("--states", type=int, default=5_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--before", type=int, help="the one effect to end before")
    asked.add_argument(
        "--how",
        type=int,
        default=0,
        help="0: the program is killed; odd: a power cut; even: somebody goes on before that",
    )
    said = asked.parse_args()

    def chosen(recording: Recording) -> list[State]:
        if said.before is not None:
            return [State(said.before, said.how)]
        return states(recording, said.states, said.seed)

    began = time.monotonic()
    with tempfile.TemporaryDirectory() as away:
        found = lost(Path(away), seed=said.seed, chosen=chosen)
    for state, what in found:
        print(f"--before {state.before} --how {state.how}: {what}")
    minutes = (time.monotonic() - began) / 60
    print(
        f"{said.states if said.before is None else 1:,} crash states, seed {said.seed}: "
        f"{len(found)} lost something; {minutes:.0f} minutes"
    )
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
