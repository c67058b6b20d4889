"""Check whether this machine and a tournament's folder are ready for the event."""

import os
import platform
import shutil
import socket
from collections.abc import Iterator
from contextlib import closing
from enum import StrEnum
from pathlib import Path

import click
from msgspec import Struct

from roundbook.cli.commands.serve import PORT
from roundbook.cli.places import secrets, sign_ups, signing
from roundbook.cli.places.layout import (
    drafts,
    is_tournament,
    others_may_write,
    own_home,
    store,
    written_in,
)
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.serving import served_at
from roundbook.cli.session.command import AT_FOLDER
from roundbook.cli.session.errors import FOUND, shown, typed
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import AS_JSON, ReadContext, ledger_of, say_answer
from roundbook.cli.session.venue import now
from roundbook.ledger.errors import Hint, Refused, Trouble, advice, do
from roundbook.ledger.optional_packages import EXTRAS, lacks, to_install
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets.divisions import not_meant_for, seasons_later
from roundbook.ledger.state.rounds import under_way
from roundbook.ledger.text import opened

LOW, LEAST = 1_000_000_000, 100_000_000
"""Free bytes on a disk: below LOW there is a note, below LEAST the check fails."""


class Health(StrEnum):
    """The result of a check; a note does not make the machine unfit."""

    GOOD = "good"
    NOTE = "note"
    BAD = "bad"


class Finding(Struct, frozen=True, kw_only=True):
    """The result of one check, in a sentence, and what to do about it."""

    what: str
    health: Health
    said: str
    hint: str = ""


class Examined(Struct, frozen=True, kw_only=True):
    """The results for this machine, and for a tournament's folder if there is one."""

    folder: str
    findings: tuple[Finding, ...]


@click.command("doctor")
@AT_FOLDER
@AS_JSON
def command(folder: Anywhere, *, as_json: bool) -> int:
    r"""Check whether this machine is ready: Python, packages, disk, port and the secrets' folder.

    In a tournament's folder, it also checks the ledger, the clock, the fonts for the names, and
    whether this machine can draw and sign. Nothing is written.

    \b
    Examples:
      roundbook lab doctor
      roundbook lab doctor -C cup

    \b
    Exit codes:
      0 ready    1 something needs attention
    """
    found = (*_machine(folder), *_tournament(folder))
    if as_json:
        say_answer(Examined(folder=str(folder), findings=found))
    else:
        for one in found:
            echo(shown(f"{one.health:<5} {one.what}: {one.said}"))
            if one.hint:
                echo(shown(f"      hint: {one.hint}"))
    return FOUND if any(one.health is Health.BAD for one in found) else 0


def _good(what: str, said: str) -> Finding:
    return Finding(what=what, health=Health.GOOD, said=said)


def _note(what: str, said: str, hint: str | Hint) -> Finding:
    return Finding(what=what, health=Health.NOTE, said=said, hint=typed(hint))


def _bad(what: str, said: str, hint: str | Hint) -> Finding:
    return Finding(what=what, health=Health.BAD, said=said, hint=typed(hint))


# The machine.


def _machine(folder: Anywhere) -> Iterator[Finding]:
    """Yield the results for this machine."""
    yield _good("Python", f"{platform.python_version()} on {platform.system()}.")
    if lacking := [name for name in EXTRAS if lacks(name)]:
        yield _note(
            "packages",
            f"These extras are not installed: {', '.join(lacking)}.",
            f"{to_install(lacking)}.",
        )
    yield from (_space(place) for place in written_in(folder))
    yield from (_writable(place) for place in written_in(folder))
    yield _private(own_home())
    if isinstance(folder, Path):
        yield _port(folder)


def _space(place: Path) -> Finding:
    free = shutil.disk_usage(place).free
    said = f"{free // 1_000_000:,} MB are free at {place}."
    if free < LEAST:
        return _bad("disk", said, "Free some space before the event begins.")
    return _good("disk", said) if free >= LOW else _note("disk", said, "Free some space soon.")


def _writable(place: Path) -> Finding:
    if os.access(place, os.W_OK | os.X_OK):
        return _good("files", f"{place} can be written to.")
    return _bad("files", f"{place} cannot be written to.", "Change the permissions.")


def _private(home: Path) -> Finding:
    """Check that other users cannot write to the folder of the secrets and keys."""
    if others_may_write(home):
        return _bad("secrets", f"Other users can write to {home}.", f"chmod 700 {home}")
    return _good("secrets", f"The secrets and keys are kept in {home}.")


def _port(folder: Path) -> Finding:
    if at := served_at(folder)[0]:
        return _good("pages", f"This folder is being served at {at}.")
    with closing(socket.socket()) as asking:
        taken = asking.connect_ex(("127.0.0.1", PORT)) == 0
    if taken:
        hint = advice("Serve on another port: {}.", do("serve", "--port", str(PORT + 1)))
        return _note("pages", f"Another program uses port {PORT}.", hint)
    return _good("pages", f"Port {PORT} is free.")


# The tournament.


def _tournament(folder: Anywhere) -> Iterator[Finding]:
    """Yield the results for a tournament's folder; nothing if it is not one."""
    if isinstance(folder, Path) and not is_tournament(folder):
        return
    try:
        ctx = ledger_of(folder)
        if not isinstance(folder, Path):
            store(folder).ready()
            yield _good(
                "database",
                "The database accepts entries, and waits until they are written to disk.",
            )
    except Trouble as error:
        yield _bad("ledger", error.message, typed(error.hint or ""))
        return
    yield _good(
        "ledger", f"{ctx.event}: {counted(ctx.t.seq, 'entry', 'entries')}, all of them readable."
    )
    yield from _drafts(folder)
    yield from _waiting_list(ctx)
    yield _clock(ctx)
    yield from (_rules(ctx), _secret(ctx), _key(ctx))
    if not lacks("print"):
        yield _fonts(ctx)


def _drafts(folder: Anywhere) -> Iterator[Finding]:
    """Yield a note on files that a write left behind when the program was killed."""
    if isinstance(folder, Path) and (found := drafts(folder)):
        yield _note(
            "files",
            f"left over from an interrupted write: {', '.join(map(str, found))}.",
            "Delete the files that end in .new. Each file without .new is complete, or was never "
            "written.",
        )


def _waiting_list(ctx: ReadContext) -> Iterator[Finding]:
    """Yield whether the list of people who signed up is as it must be, if there is one."""
    if not sign_ups.is_kept(ctx.folder):
        return
    if under_way(ctx.t):
        said = "round 1 has started, but the names of people who only signed up are still here."
        yield _bad("sign-ups", said, advice("Delete them: {}.", do("sign-ups close")))
        return
    try:
        kept = sign_ups.read(ctx.folder, ctx.t)
    except Trouble as error:
        yield _bad("sign-ups", error.message, typed(error.hint or ""))
        return
    if file := sign_ups.open_to_others(ctx.folder):
        yield _bad("sign-ups", f"other users of this machine can read {file}.", f"chmod 600 {file}")
        return
    said = f"sign-up is {'open' if kept.open else 'closed'}, and "
    said += f"{counted(len(kept.waiting), 'person is', 'people are')} waiting."
    yield _good("sign-ups", said)


def _clock(ctx: ReadContext) -> Finding:
    here, last = now(), ctx.entries[-1].at
    said = f"It is {here:%Y-%m-%d %H:%M} here"
    if here < last:
        said += f", but the last entry is dated {last.astimezone(here.tzinfo):%Y-%m-%d %H:%M}."
        return _bad("clock", said, "Set the clock of this machine.")
    return _good("clock", f"{said} ({here.tzname()}).")


def _rules(ctx: ReadContext) -> Finding:
    began = ctx.t.opened
    late = seasons_later(began.start, ctx.rules) if began else 0
    if late > 1:
        said = f"{ctx.rules.edition} is {late} seasons older than the event."
        return _note(
            "rules", said, advice(("Make an edition for this season: {}."), do("edition", "new"))
        )
    if began and (other := not_meant_for(began.start, ctx.rules)):
        return _note("rules", f"{other}.", "Check that it is the right edition.")
    return _good("rules", f"{ctx.rules.edition}.")


def _secret(ctx: ReadContext) -> Finding:
    if ctx.t.closed or ctx.t.chain is None:
        return _good(
            "draws",
            "The tournament is closed, so there will be no more draws."
            if ctx.t.closed
            else "This ledger has no chain of secrets, so nothing is drawn at random.",
        )
    try:
        secrets.next_secret(own_home(), ctx.t)
    except Refused as error:
        return _bad("draws", opened(error.message), typed(error.hint or ""))
    return _good("draws", f"The secret is here: {secrets.where(own_home(), ctx.t.chain)}.")


def _key(ctx: ReadContext) -> Finding:
    began = ctx.t.opened
    if began is None or ctx.t.key is None:
        return _good("signature", "This ledger does not name a key, so its heads are not signed.")
    if signing.seed_of(own_home(), signing.origin(began), ctx.t.key) is None:
        error = signing.not_here(closed=ctx.t.closed is not None)
        return _note("signature", opened(error.message), error.hint or "")
    return _good("signature", "This machine signs the heads of the ledger.")


def _fonts(ctx: ReadContext) -> Finding:
    """Check the names: in a PDF, a name that no font can print appears as a number."""
    from roundbook.cli.printing.fonts import fonts_for

    names = [ctx.name(player) for player in ctx.t.players]
    fonts = fonts_for(names)
    unset = sum(not fonts.type.sets(name) for name in names)
    if unset:
        said = f"{counted(unset, 'name')} cannot be printed; each would appear as a number."
        return _note("fonts", said, "Install a font with these letters, or give one with --font.")
    return _good("fonts", "All names can be printed.")
