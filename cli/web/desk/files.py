"""Verbs that read a file or write one: it is there while the verb is given, and no longer."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace
from starlette.requests import Request

from cli.desk.context import CommandOptions
from cli.desk.invoke import NONE, CommandAnswer, Options
from cli.desk.invoke import act as given
from cli.desk.venue import Venue
from cli.web.acts import through

LARGEST = 900_000
"""So many bytes a file may have that comes in."""


class File(NamedTuple):
    """A file that came: its name as the visitor knows it, what it holds, of which kind it is."""

    name: str
    data: bytes
    suffix: str

    @property
    def wrong(self) -> str:
        """Why it cannot be taken in; nothing where it can."""
        if not self.data:
            return f"{self.name} is empty." if self.name else "choose a file."
        return f"a file has at most {LARGEST:,} bytes here." if len(self.data) > LARGEST else ""


async def bring(
    request: Request,
    verb: str,
    words: Sequence[str] = (),
    options: Options = NONE,
    *,
    fields: dict[str, str],
    file: File,
    option: str = "",
) -> CommandAnswer:
    """Give a verb with a file that came: as its last word, or as an option.

    What is said names the file as the visitor knows it. Raises SignInError, TurnedAwayError.
    """

    def giving(here: Venue, manner: CommandOptions) -> CommandAnswer:
        with tempfile.TemporaryDirectory(prefix="roundbook-") as folder:
            path = Path(folder) / f"list{file.suffix}"
            path.write_bytes(file.data)
            last = () if option else (str(path),)
            more = {option: str(path)} if option else {}
            said = given(here, manner, verb, [*words, *last], {**options, **more}, files=True)
            return _called(file.name, str(path), said)

    return await through(request, verb, giving, fields=fields)


def _called(name: str, path: str, said: CommandAnswer) -> CommandAnswer:
    """Return what was said with the name of the file as the visitor knows it."""

    def ours(text: str) -> str:
        return text.replace(path, name)

    if said.trouble is not None:
        said.trouble.message = ours(said.trouble.message)
        said.trouble.others = tuple(map(ours, said.trouble.others))
    return replace(
        said,
        lines=tuple(map(ours, said.lines)),
        notes=tuple(map(ours, said.notes)),
        misuse=None if said.misuse is None else ours(said.misuse),
    )


async def fetch(
    request: Request,
    verb: str,
    words: Sequence[str] = (),
    options: Options = NONE,
    *,
    fields: dict[str, str],
    option: str,
) -> tuple[CommandAnswer, bytes]:
    """Give a verb that writes a file, named by an option; return what it said, and the file.

    Raises SignInError, TurnedAwayError.
    """
    made = b""

    def giving(here: Venue, manner: CommandOptions) -> CommandAnswer:
        nonlocal made
        said, made = written(here, manner, verb, words, options, option=option)
        return said

    return await through(request, verb, giving, fields=fields), made


def written(
    here: Venue,
    manner: CommandOptions,
    verb: str,
    words: Sequence[str],
    options: Options,
    *,
    option: str,
) -> tuple[CommandAnswer, bytes]:
    """Return what a verb says that writes a file, and the file; empty where it wrote none."""
    with tempfile.TemporaryDirectory(prefix="roundbook-") as folder:
        file = Path(folder) / f"made.{'zip' if option == 'out' else option}"
        said = given(here, manner, verb, words, {**options, option: str(file)}, files=True)
        return said, file.read_bytes() if file.is_file() else b""
