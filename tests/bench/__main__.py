"""All measurements by one command: `python -m tests.bench`."""

from importlib import import_module
from pathlib import Path


def main() -> None:
    """Run every bench of this folder, one after the other."""
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        print(f"== {path.stem}")
        import_module(f"tests.bench.{path.stem}").main()


if __name__ == "__main__":
    main()
