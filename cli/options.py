"""The options of every verb that writes: where, who, how, and whether at all."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from cli.words import COMMAND_ID, NAME, RULE, STATION, WORDS
from ledger.terms import Role


class FolderType(click.Path):
    """A folder; no word at all is none, and not the folder that somebody happens to be in."""

    def __init__(self) -> None:
        """Take paths."""
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the folder; a usage error where nothing was typed between the quotes."""
        if value == "":
            self.fail("it is empty; name a folder, `.` for this one.", param, ctx)
        return super().convert(value, param, ctx)


FOLDER = FolderType()

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

WHERE: tuple[Decorator, ...] = (
    click.option(
        "--dir",
        "folder",
        type=FOLDER,
        default=Path(),
        help="The tournament's folder.  [default: this folder]",
    ),
    click.option(
        "--seen", type=click.IntRange(min=0), help="The entry up to which you had looked."
    ),
    click.option(
        "--accept-shorter",
        type=WORDS,
        help="Why to go on with a ledger that has lost its end, as after restoring a copy, or with "
        "another branch than the one seen here.",
    ),
)
HOW: tuple[Decorator, ...] = (
    click.option(
        "--cmd",
        type=COMMAND_ID,
        help="An id for this command: repeating it with the same id is safe.",
    ),
    click.option(
        "--as",
        "acting",
        envvar="ROUNDBOOK_HAND",
        type=NAME,
        default="organiser",
        help="Who you are; your name stays out of the record.",
    ),
    click.option(
        "--role",
        type=click.Choice([role.value for role in Role]),
        default=Role.ORGANISER.value,
        help="In which role you act.",
    ),
    click.option(
        "--station",
        envvar="ROUNDBOOK_STATION",
        type=STATION,
        default="desk",
        help="Where you sit.",
    ),
    click.option("--override", "rule", type=RULE, help="Let this rule pass; needs --because."),
    click.option("--because", type=WORDS, help="Why an official lets it pass. Kept for good."),
    click.option("--dry-run", is_flag=True, help="Judge it, and write nothing."),
    click.option("--json", "as_json", is_flag=True, help="Answer in JSON."),
)
WHO = HOW[1:4]
"""Those of them that say who acts: for whoever stays, and gives one command after the other."""
