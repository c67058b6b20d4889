"""Follow an event run with TOM: record each change that TOM saves."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event

import click
from msgspec import Struct

from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.sources import is_kept, keep
from roundbook.cli.session.command import AT_FOLDER, FOLDER, gathered
from roundbook.cli.session.errors import FOUND, UNREADABLE, shown
from roundbook.cli.session.read import AS_JSON
from roundbook.cli.session.venue import Operator
from roundbook.cli.tom.follow import (
    Course,
    finish,
    followed,
    newer,
    say_older,
    say_taken,
    say_trouble,
    say_waiting,
    take,
)
from roundbook.cli.tom.organiser_file import BY, EDITION
from roundbook.cli.tom.save_order import Save, is_older
from roundbook.cli.tom.watch import Half, Looked, look
from roundbook.ledger.errors import Trouble, Unreadable

PATIENCE = 3
"""How often a file may be half written, and unchanged, before this is reported."""

BRIEFLY = 0.2
"""The maximum seconds until a half-written file is read again."""


class FollowOptions(Struct, frozen=True, kw_only=True):
    """The options of `follow`: the place, the ledger, and how."""

    place: Path
    folder: Anywhere
    edition: str | None
    name: str
    interval: float
    once: bool
    as_json: bool

    @property
    def rules(self) -> str | None:
        """The edition under which saves are taken; None for that of their season and mode."""
        return self.edition

    @property
    def operator(self) -> Operator:
        """The person who takes them."""
        return Operator(name=self.name)


@click.command("follow")
@click.argument("place", metavar="FILE|FOLDER", type=FOLDER)
@AT_FOLDER
@EDITION
@click.option("--once", is_flag=True, help="Read the current files, then stop.")
@click.option(
    "--interval",
    type=click.FloatRange(min=0.1, max=3600),
    default=2.0,
    show_default=True,
    help="The time between checks.",
    metavar="SECONDS",
)
@BY
@AS_JSON
@gathered(FollowOptions)
def command(asked: FollowOptions) -> int:
    r"""Follow an event run with TOM: record each change that TOM saves.

    FILE is one file that TOM saves again and again. FOLDER contains one file for each save. The
    first file starts the ledger. From each later file, only the changes are recorded; a correction
    cites both files. Contradictions are recorded too, and reported here and by `roundbook verify`.
    A copy of every file is kept in sources/. Press Ctrl-C to stop, and start again at any time.

    \b
    Examples:
      roundbook file follow saves -C cup
      roundbook file follow cup.tdf -C cup --interval 5

    \b
    Exit codes:
      0 done    with --once: 1 rules broken    5 a file that cannot be read
    """
    course = Course()
    with suppress(KeyboardInterrupt):
        _begin(asked, course)
        say_waiting(asked.place, once=asked.once or asked.as_json)
        _watch(asked, course)
    if not asked.as_json:
        click.echo(shown(course.sentence(asked.folder)))
    found = UNREADABLE if course.unread else FOUND if course.violations else 0
    return found if asked.once else 0


def _begin(asked: FollowOptions, course: Course) -> None:
    """Finish an import that was interrupted. Raises Unreadable if there is nothing to follow."""
    if not asked.place.exists() and not asked.place.absolute().parent.is_dir():
        raise _nothing(asked, "is neither a file nor a folder")
    left = finish(asked.folder, edition=asked.rules, operator=asked.operator)
    if left:
        course.add(left)
        say_taken("left unfinished", left.digest, left, as_json=asked.as_json)
    course.held |= {save.sha256: save for save in followed(asked.folder)}
    course.seen |= course.held.keys()


def _nothing(asked: FollowOptions, what: str) -> Unreadable:
    hint = "Give the file or folder where TOM saves the event."
    return Unreadable(f"{asked.place} {what}.", where=str(asked.place), hint=hint)


def _watch(asked: FollowOptions, course: Course) -> None:
    """Read new saves until the command is stopped; with --once, until all files are read."""
    wait = Event()
    looked: Looked | None = None
    while True:
        looked = _look(asked, looked)
        _deal_with(asked, course, looked.saves)
        waiting = _patient(asked, course, looked)
        if asked.once and not waiting:
            if not (looked.stamps or looked.halves):
                raise _nothing(asked, "contains no saves")
            return
        wait.wait(min(asked.interval, BRIEFLY) if waiting else asked.interval)


def _look(asked: FollowOptions, before: Looked | None) -> Looked:
    """Look for saves; if a drive is briefly missing, say so and try again."""
    try:
        return look(asked.place, before)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        click.echo(shown(f"{error.filename or asked.place}: {reason}; trying again"), err=True)
        return Looked(saves=(), halves={}, stamps=before.stamps if before else {})


def _patient(asked: FollowOptions, course: Course, looked: Looked) -> list[Half]:
    """Return files that may still be half written; report the others as unreadable."""
    for half in looked.halves.values():
        if half.times == PATIENCE:
            course.unread += 1
            say_trouble(half.path.name, half.why, as_json=asked.as_json)
    return [half for half in looked.halves.values() if half.times < PATIENCE]


def _deal_with(asked: FollowOptions, course: Course, saves: Sequence[Save]) -> None:
    """Record the saves not seen yet; in a folder, an older one is only kept and reported.

    A file that changes while it is followed is always newer: TOM has saved it again.
    """
    many = asked.place.is_dir()
    course.held |= {save.sha256: save for save in saves if save.sha256 in course.held}
    for save in saves:
        if save.sha256 in course.seen:
            continue
        course.seen.add(save.sha256)
        if not many or any(one.path == save.path for one in course.held.values()):
            held = course.held.items()
            course.held = {digest: one for digest, one in held if not is_older(save, one)}
        than = newer(save, course.held.values())
        if than is None:
            _take(asked, course, save)
        elif not is_kept(asked.folder, save.sha256):
            keep(asked.folder, save.sha256, "tdf", save.data)
            say_older(save, than, as_json=asked.as_json)


def _take(asked: FollowOptions, course: Course, save: Save) -> None:
    """Record the changes in a save, and report them."""
    try:
        taken = take(asked.folder, save, edition=asked.rules, operator=asked.operator)
    except Trouble as trouble:
        course.unread += 1
        say_trouble(save.label, trouble, as_json=asked.as_json)
        return
    course.held[save.sha256] = save
    for warning in save.file.warnings:
        _, _, what = warning.rpartition(": ")
        if what not in course.warned:
            click.echo(shown(f"warning: {save.label}: {warning}"), err=True)
        course.warned.add(what)
    course.saves += 1
    course.add(taken)
    say_taken(save.label, save.sha256, taken, as_json=asked.as_json)
