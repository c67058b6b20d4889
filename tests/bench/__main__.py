"""All measurements by one command: `python -m tests.bench`; one of them: `… web`.

`… --page` takes those with a peer, and writes docs/performance.md.
"""

import sys
from importlib import import_module
from pathlib import Path

NAMES = tuple(sorted(p.stem.removeprefix("bench_") for p in Path(__file__).parent.glob("bench_*")))


def main(*words: str) -> None:
    """Run every bench of this folder, one after the other; or one by its name, with its words."""
    if words[:1] == ("--page",):
        import_module("tests.bench.page").main(*words[1:])
        return
    if words and words[0] not in NAMES:
        sys.exit(f"no bench is called {words[0]}: there are {', '.join(NAMES)}")
    for name in words[:1] or NAMES:
        print(f"== {name}", flush=True)
        import_module(f"tests.bench.bench_{name}").main(*words[1:])


if __name__ == "__main__":
    main(*sys.argv[1:])
