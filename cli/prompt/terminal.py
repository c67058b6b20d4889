"""A person at a terminal: lines with history and completion, and the terminal as it was before.

The history is of this sitting alone and is written nowhere: there are names in it.
"""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType, ModuleType

Ask = Callable[[str], str]
"""Asks for a line after a prompt."""


@contextmanager
def terminal(offers: Callable[[str, str | None], Sequence[str]]) -> Iterator[Ask]:
    """Yield what asks for a line; whatever happens, the terminal is left as it was found.

    `offers` returns how a word can go on, given what is typed of it, and the first word of the line
    where that is another.
    """
    readline = _readline()
    with _restored(), _ended_in_order():
        if readline:
            _complete(readline, offers)
        yield input


def _readline() -> ModuleType | None:
    with suppress(ImportError):
        import readline

        return readline
    return None


def _complete(readline: ModuleType, offers: Callable[[str, str | None], Sequence[str]]) -> None:
    def offered(text: str, number: int) -> str | None:
        before = readline.get_line_buffer()[: readline.get_begidx()].split()
        found = offers(text, before[0] if before else None)
        return f"{found[number]} " if number < len(found) else None

    readline.clear_history()
    readline.set_completer_delims(" \t\n")
    readline.set_completer(offered)
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")


@contextmanager
def _restored() -> Iterator[None]:
    """Put the terminal back into the state in which it was."""
    try:
        import termios
    except ImportError:
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """Let whoever ends the program from outside end it in order."""

    def leave(number: int, frame: FrameType | None) -> None:
        del frame
        raise SystemExit(128 + number)

    kinds = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [(kind, signal.signal(kind, leave)) for kind in kinds]
    try:
        yield
    finally:
        for kind, handler in before:
            signal.signal(kind, handler)
