"""Asks how the docs and messages are written: `python -m tests.prose`. The gate does not.

Patterns that sound translated only become fewer, pages stay short, and words are spelt as in a
dictionary. It needs the extra `dev`.
"""

import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    files = map(str, sorted(Path(__file__).parent.glob("test_*.py")))
    sys.exit(pytest.main(["--numprocesses=0", *files, *sys.argv[1:]]))
