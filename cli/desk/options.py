"""The options of every verb that writes: where, who, how, and whether at all."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import click

from cli.args.words import COMMAND_ID, NAME, RULE, STATION, WORDS, quoted
from cli.desk.venue import now
from ledger.errors import Refused
from ledger.record.entry import Entry
from ledger.terms import Pool, Role
from projections.history.moments import BeforeRound, Moment

# What people type for a moment of a tournament: an entry, a time, or the pairing of a round.

_BEFORE = re.compile(
    r"before\s+round\s+([0-9]{1,3})(?:\s+of\s+([a-z][a-z0-9-]*))?(?:\s+was\s+paired)?",
    re.IGNORECASE,
)


class TimeType(click.ParamType[datetime]):
    """A time at the venue, written 14:02: the nearest one; or with its day and offset."""

    name = "time"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime:
        """Return the time with its offset; a usage error says how to write it."""
        if isinstance(value, datetime):
            return value
        text, at = value.strip(), now()
        clock = re.fullmatch("([01]?[0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))?", text, re.ASCII)
        if clock:
            hour, minute, second = (int(part or 0) for part in clock.groups())
            today = at.replace(hour=hour, minute=minute, second=second)
            days = (today + timedelta(days=day) for day in (-1, 0, 1))
            return min(days, key=lambda time: abs(time - at))
        try:
            time = datetime.fromisoformat(text).replace(microsecond=0)
        except ValueError:
            self.fail(f"{quoted(value)} is no time; write 14:02 or 2026-03-07T14:02.", param, ctx)
        return time if time.tzinfo else time.replace(tzinfo=at.tzinfo)


TIME = TimeType()


def moment_named(text: str, entries: Sequence[Entry]) -> Moment:
    """Return the moment that a text names: `57`, a time with its offset, `before round 4`.

    A time that is written without an offset is one at the venue, as the first entry has it. Raises
    a usage error if it is none of these, Refused if it has not come yet.
    """
    text = text.strip()
    if re.fullmatch("[0-9]{1,15}", text):
        return int(text)
    before = _BEFORE.fullmatch(text)
    if before:
        return BeforeRound(int(before[1]), Pool(before[2].lower()) if before[2] else None)
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        msg = (
            f"--as-of {text!r} is no moment; write an entry number such as 57, a time such as "
            '2026-03-07T14:30, or "before round 4 was paired".'
        )
        raise click.UsageError(msg) from None
    if time.tzinfo is None:
        time = time.replace(tzinfo=entries[0].at.tzinfo if entries else now().tzinfo)
    latest = max([now(), *(entry.at for entry in entries[-1:])])
    if time > latest:
        msg = f"{text} has not come yet; the ledger ends at entry {len(entries)}."
        raise Refused(msg, hint="Leave --as-of out to see what is known now.")
    return time


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

FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
"""A file that is there, to be read."""

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
