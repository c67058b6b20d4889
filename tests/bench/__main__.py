"""All measurements by one command: `python -m tests.bench`; one of them: `… web`."""

import sys
from importlib import import_module
from pathlib import Path


def main(*words: str) -> None:
    """Run every bench of this folder, one after the other; or one by its name, with its words."""
    if words:
        import_module(f"tests.bench.bench_{words[0]}").main(*words[1:])
        return
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        print(f"== {path.stem}")
        import_module(f"tests.bench.{path.stem}").main()


if __name__ == "__main__":
    main(*sys.argv[1:])
