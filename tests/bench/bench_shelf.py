"""How long a shelf takes: an index per event, and each question next to starting the program.

Processor time of whole processes. An index that grows linearly takes the same for each event at 20,
200 and 2,000; of two processors it uses nearly twice the time that passes. At most 3 × the start is
wanted for a question.
"""

import tempfile
import time
from pathlib import Path
from statistics import median

from tests.bench.bench_start import processor_seconds, program
from tests.cli.seasons import RULE, invent

QUESTIONS = (
    ("shelf",),
    ("shelf", "player", "70001"),
    ("shelf", "points", "league.toml"),
    ("shelf", "find", "player 001"),
)


def main(*words: str) -> None:
    """Print both for seasons of so many events, or of 20, 200 and 2,000."""
    for events in map(int, words or ("20", "200", "2000")):
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            invent(folder, events)
            (folder / "league.toml").write_text(RULE, encoding="utf-8")
            began = time.perf_counter()
            took = processor_seconds(program("shelf", "--json"), folder)
            passed = time.perf_counter() - began
            print(
                f"{events:5} events: {1000 * took / events:6.1f} ms each, {took / passed:.2f} CPUs"
            )
            for question in QUESTIONS:
                ratios = [
                    processor_seconds(program(*question), folder)
                    / processor_seconds(program("--version"), folder)
                    for _ in range(5)
                ]
                print(f"  {' '.join(question[:2]):14} {median(ratios):5.2f} × the start")
