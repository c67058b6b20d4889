"""Plug-ins: what other distributions add by entry points, asked only where nothing here knows.

An importer (`roundbook.importers`) turns a file in a format of its own into one that roundbook
reads. A remark (`roundbook.remarks`) looks at a ledger and says what an auditor may want to see. A
plug-in can neither refuse nor write anything: verification, archives and the web pages load none.
"""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, Protocol

import click
from msgspec import Struct

from roundbook.cli.verbs import NO_PLUGINS
from roundbook.ledger.errors import Misuse, Unreadable
from roundbook.ledger.phrases import counted
from roundbook.ledger.text import reason, short

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

IMPORTERS, REMARKS = "roundbook.importers", "roundbook.remarks"
KINDS = {IMPORTERS: "importer", REMARKS: "remark"}
"""The groups of entry points, and what each of their members is called."""

LONGEST = 500
"""The longest remark, in characters; the rest is cut off."""

MOST = 1000
"""The most remarks that one plug-in may make."""


def are_off() -> bool:
    """Tell whether this command was told to use no plug-in."""
    context = click.get_current_context(silent=True)
    return bool(context and context.meta.get(NO_PLUGINS))


class HasEntries(Protocol):
    """A ledger, as far as this module looks at it: plug-ins get all of it."""

    @property
    def entries(self) -> Sequence[object]:
        """The entries."""


class Plugin(Struct, frozen=True, kw_only=True):
    """A plug-in that is installed: its kind and name, its package, and what is wrong with it."""

    kind: str
    name: str
    package: str
    version: str
    wrong: str | None = None


def installed() -> list[Plugin]:
    """Return every plug-in that is installed, importers first; each is loaded to see if it can be.

    Without plug-ins (`--no-plugins`), they are listed and none is loaded.
    """
    return [_listed(one) for group in KINDS for one in _members(group)]


def _listed(one: "EntryPoint") -> Plugin:
    wrong = None
    if not are_off():
        try:
            _loaded(one)
        except Unreadable as trouble:
            wrong = trouble.message
    package, version = _brought_by(one)
    return Plugin(
        kind=KINDS[one.group], name=one.name, package=package, version=version, wrong=wrong
    )


class Converted(Struct, frozen=True, kw_only=True):
    """A file that a plug-in has converted to a known format; `said` names the plug-in."""

    data: bytes
    said: tuple[str, ...]


def converted(name: str, data: bytes) -> Converted | None:
    """Return a file of an unknown format as an importer has converted it; None if none knows it.

    Importers are asked in the order of their names; the first that knows the file decides. Raise
    Unreadable, with its name, if one fails.
    """
    for one in _members(IMPORTERS) if not are_off() else ():
        made, printed = _asked(one, name, data)
        if made is None:
            continue
        if not isinstance(made, str | bytes):
            raise _failed(one, f"failed: it returned {type(made).__name__}, not the text of a file")
        told = f"it was read by the plug-in {one.name} ({' '.join(_brought_by(one))})."
        content = made.encode() if isinstance(made, str) else made
        return Converted(data=content, said=(told, *printed))
    return None


def remarks(name: str, ledger: HasEntries) -> tuple[list[tuple[int, str]], tuple[str, ...]]:
    """Return what a plug-in remarks on a ledger, each with its entry, and a note if it printed.

    Raise Misuse if there is no such plug-in, Unreadable with its name if it fails.
    """
    one = next((one for one in _members(REMARKS) if one.name == name), None)
    if are_off() or one is None:
        said = "Plug-ins are switched off." if are_off() else "`roundbook lab plugins` lists them."
        msg = f"there is no finding {short(name)!r}, and no plug-in of that name is in use. {said}"
        raise Misuse(msg, field="only")
    found, printed = _asked(one, ledger)
    if found is not None and not isinstance(found, list):
        raise _failed(one, f"failed: it returned {type(found).__name__}, not remarks")
    return [_remark(one, each, most=len(ledger.entries)) for each in found or ()], printed


def _remark(one: "EntryPoint", said: Any, *, most: int) -> tuple[int, str]:
    """Return a remark of a plug-in: the number of an entry, and a sentence. Raise Unreadable."""
    match said:
        case (int() as seq, str() as text) if not isinstance(seq, bool) and text.strip():
            if not 1 <= seq <= most:
                raise _failed(one, f"made a remark on entry {seq}, which does not exist")
            return seq, short(text.strip(), LONGEST)
        case _:
            raise _failed(one, "made a remark that is not an entry's number and a sentence")


def _members(group: str) -> Iterator["EntryPoint"]:
    """Yield the plug-ins of a group by name, without loading them; of one name, the first."""
    from importlib.metadata import entry_points  # It reads every distribution, so only now.

    found = sorted(entry_points(group=group), key=lambda one: (one.name, one.value))
    for _, same in groupby(found, key=lambda one: one.name):
        yield next(same)


def _brought_by(one: "EntryPoint") -> tuple[str, str]:
    return (one.dist.name, one.dist.version) if one.dist else ("unknown", "")


def _asked(one: "EntryPoint", *given: object) -> tuple[Any, tuple[str, ...]]:
    """Call a plug-in, and return its answer, with a sentence if it printed. Raise Unreadable.

    An answer of several is read here, so what a generator raises or prints is caught too.
    """
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            answer = _loaded(one)(*given)
            if isinstance(answer, Iterable) and not isinstance(answer, str | bytes):
                answer = [*islice(answer, MOST)]
        except Unreadable:
            raise
        except (Exception, SystemExit) as error:
            raise _failed(one, f"failed: {_told(error)}") from error
    lines = printed.getvalue().splitlines()
    hidden = f"{counted(len(lines), 'line')}, which {'is' if len(lines) == 1 else 'are'} not shown"
    said = f"the plug-in {one.name} printed {hidden}."
    return answer, (said,) if lines else ()


def _loaded(one: "EntryPoint") -> Callable[..., Any]:
    """Load a plug-in. Raise Unreadable, with its name, if it cannot be loaded or called."""
    quiet = io.StringIO()
    try:
        with redirect_stdout(quiet), redirect_stderr(quiet):
            found = one.load()
    except (Exception, SystemExit) as error:
        raise _failed(one, f"cannot be loaded: {_told(error)}") from error
    if not callable(found):
        raise _failed(one, "cannot be called")
    called: Callable[..., Any] = found
    return called


def _told(error: BaseException) -> str:
    """Return an exception in words: its kind, and what it says."""
    said = reason(error) if isinstance(error, Exception) else ""
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def _failed(one: "EntryPoint", why: str) -> Unreadable:
    """Return the one sentence about a plug-in that failed."""
    package, version = _brought_by(one)
    where = f"the plug-in {one.name}"
    msg = f"{where} of {package} {version} {why}."
    hint = "Ask its authors, or leave it out: `roundbook --no-plugins …`."
    return Unreadable(msg, where=where, hint=hint)
