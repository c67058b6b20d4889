"""The entry point: turns Ctrl-C during start-up into a one-sentence message."""

import sys


def main() -> None:
    """Run the command line. Importing it takes a moment, during which somebody may press Ctrl-C."""
    try:
        from roundbook.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("stopped before anything was done.\n")
        sys.exit(2)
