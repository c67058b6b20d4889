"""A command that was given from outside the tournament's folder: what it advises names the folder.

Whoever types `roundbook pair --dir cup` is told `next: roundbook post --dir cup`, which works as
it stands. In the folder itself nothing is added, and nothing for a program, which knows the folder.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import click
from msgspec.structs import replace

from cli.desk.output import as_typed
from cli.folder.layout import is_here
from cli.folder.members import Anywhere
from ledger.errors import Do, Hint, Trouble

_KEPT = "cli.desk.elsewhere"

NAMED = frozenset({"folder", "folders", "sources"})
"""What the word is called that names a tournament's folder to a command without `--dir`."""


@contextmanager
def advising_from(folder: Anywhere, *, as_json: bool) -> Iterator[None]:
    """Let what is said in this call, and what goes wrong in it, name the folder it was given."""
    if as_json or is_here(folder):
        yield
        return
    click.get_current_context().meta[_KEPT] = as_typed(folder)
    try:
        yield
    except Trouble as trouble:  # It is put into words once this call has ended.
        if isinstance(trouble.hint, Hint):
            parts = (in_folder(one) if isinstance(one, Do) else one for one in trouble.hint.parts)
            trouble.hint = replace(trouble.hint, parts=tuple(parts))
        raise


def in_folder(do: Do) -> Do:
    """Return what to do with the folder that this call was given, where its verb takes one."""
    context = click.get_current_context(silent=True)
    folder: str | None = context.meta.get(_KEPT) if context else None
    if folder is None or not do.verb or folder in do.args:
        return do
    return replace(do, args=(*do.args, *_naming(do, folder)))


def _naming(do: Do, folder: str) -> tuple[str, ...]:
    """Return the words that name a folder to a verb; none where it needs none, or has it."""
    from cli.verbs import find  # It loads the verb: only where a folder has to be named.

    first, *others = do.verb.split()
    found = find(first)
    for word in (*others, *do.args[:1]):
        if isinstance(found, click.Group) and word in found.commands:
            found = found.commands[word]
    if found is None or found.name == "tournaments":  # It takes the folder of many.
        return ()
    if any("--dir" in param.opts for param in found.params):
        return ("--dir", folder)
    takes = any(
        param.name in NAMED and isinstance(param, click.Argument) and not param.required
        for param in found.params
    )
    return (folder,) if takes and (not do.args or do.args[0].startswith("-")) else ()
