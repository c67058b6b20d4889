"""What a command says: on the streams of the terminal, or collected for whoever gave the command.

A command that runs inside another program, as at the web desk, has no terminal of its own. What it
says is collected in the context of the call, which belongs to one thread; the streams of the
process are never touched.
"""

import click

from cli.desk.folding import fitted

_KEPT = "cli.desk.output"


class Voice:
    """What is said in one call: `told` would have stood on stdout, `aside` on stderr."""

    def __init__(self) -> None:
        """Nothing has been said yet."""
        self.told: list[str] = []
        self.aside: list[str] = []

    @property
    def lines(self) -> tuple[str, ...]:
        """Return what was told, line by line."""
        return tuple("".join(self.told).splitlines())

    @property
    def notes(self) -> tuple[str, ...]:
        """Return what was said beside it, line by line."""
        return tuple("".join(self.aside).splitlines())

    def speaks_in(self, context: click.Context) -> None:
        """Let whatever is said in this context be collected here."""
        context.meta[_KEPT] = self


def voice() -> Voice | None:
    """Return what collects in this call; None where a terminal listens."""
    context = click.get_current_context(silent=True)
    found: Voice | None = context.meta.get(_KEPT) if context else None
    return found


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Say a text, on stdout or stderr, or to whoever collects.

    On a terminal a line that is too long for it breaks between words; in a pipe it stays one line.
    """
    collects = voice()
    if collects is None:
        click.echo(fitted(text, err=err) if nl else text, err=err, nl=nl)
        return
    (collects.aside if err else collects.told).append(f"{text}\n" if nl else text)
