"""The way in: whoever stops the program before it has begun is told so in a sentence."""

import sys


def main() -> None:
    """Run the command line. Importing it takes a moment, in which somebody may press Ctrl-C."""
    try:
        from cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("stopped before anything was done.\n")
        sys.exit(2)
