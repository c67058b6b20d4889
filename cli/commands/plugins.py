"""List the plug-ins that are installed."""

import click
from msgspec import Struct

from roundbook.cli.plugins import Plugin, are_off, installed
from roundbook.cli.session.errors import FOUND, shown
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import AS_JSON, say_answer


class Plugins(Struct, frozen=True, kw_only=True):
    """The plug-ins that are installed, and whether they are used."""

    used: bool
    plugins: tuple[Plugin, ...]


@click.command("plugins")
@AS_JSON
def command(*, as_json: bool) -> int:
    r"""List the plug-ins: what other packages add, and whether each can be loaded.

    An importer reads a file in a format that roundbook does not know. A remark runs only when you
    name it: `roundbook proof lint --only NAME`. Nothing else loads a plug-in: `verify`, archives
    and pages never do. To use none: `roundbook --no-plugins COMMAND`, or ROUNDBOOK_NO_PLUGINS=1.

    \b
    Examples:
      roundbook lab plugins
      roundbook --no-plugins file import results.xyz cup

    \b
    Exit codes:
      0 all can be loaded    1 one cannot be loaded
    """
    found = installed()
    if as_json:
        say_answer(Plugins(used=not are_off(), plugins=tuple(found)))
        return FOUND if any(one.wrong for one in found) else 0
    if are_off():
        echo("Plug-ins are switched off.")
    if not found:
        echo("No plug-ins are installed. docs/library.md shows how to write one.")
    for one in found:
        echo(shown(f"{one.kind} {one.name} ({one.package} {one.version})"))
        if one.wrong:
            echo(shown(f"  {one.wrong}"))
    return FOUND if any(one.wrong for one in found) else 0
