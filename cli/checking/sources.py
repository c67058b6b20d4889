"""What can be checked, how each is told from the others, and what is looked at in it.

A further kind of file takes its place in `KINDS`: how it is recognised, and one function that looks
at it. Nothing else here, in the command or in the page needs to know of it.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cli.absent import LEDGER
from cli.archive.opening import is_archive
from cli.checking.files import look_at_file
from cli.checking.findings import Checked
from cli.checking.ledgers import look_at_archive, look_at_ledger
from ledger.errors import Unreadable


class Kind(NamedTuple):
    """A kind of source: the ends of its names, whether this is one, and how to look at it."""

    ends: tuple[str, ...]
    is_one: Callable[[str], bool]
    look: Callable[[str, str | None], Checked]


def look(name: str, edition: str | None) -> Checked:
    """Look at everything in a source; a file is read by an edition. Raises Trouble and OSError."""
    kind = next((each for each in KINDS if each.is_one(name)), FILE)
    return kind.look(name, edition)


def spread(given: Sequence[str]) -> list[str]:
    """Return the sources that were named, and those inside of folders that are no ledger.

    Raises Unreadable for a folder without any.
    """
    found: list[str] = []
    for name in given:
        folder = Path(name)
        if not folder.is_dir() or (folder / LEDGER).exists():
            found.append(name)
        elif inside := list(_inside(folder)):
            found += inside
        else:
            found.append(name)  # It is said there that it holds nothing.
    return list(dict.fromkeys(found))


def _inside(folder: Path) -> Iterator[str]:
    """Yield the sources in a folder and below, by name; those of a ledger belong to the ledger."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink():
            if (path / LEDGER).exists():
                yield str(path)
            else:
                yield from _inside(path)
        elif path.is_file() and path.suffix.lower() in ENDS:
            yield str(path)


def _is_other(name: str) -> bool:
    """Tell whether a name promises a list of results that nobody here reads yet."""
    return Path(name).suffix.lower() in {".csv", ".xlsx"}


def _look_at_other(name: str, edition: str | None) -> Checked:
    """Say what can be checked instead."""
    del edition
    end = Path(name).suffix
    msg = f"{name} is a {end} file, and what such files tell cannot be checked."
    hint = (
        "Give a .tdf file, published results (.json), a tournament's folder, or an archive (.zip)."
    )
    raise Unreadable(msg, where=name, hint=hint)


def _is_event(name: str) -> bool:
    """Tell whether a name promises an event: an organiser's file, or published results."""
    return name == "-" or Path(name).suffix.lower() in {".tdf", ".json"}


FILE = Kind((".tdf",), _is_event, look_at_file)
KINDS = (
    Kind((), lambda name: Path(name).is_dir(), look_at_ledger),
    Kind((".zip",), lambda name: is_archive(Path(name)), look_at_archive),
    FILE,
    Kind((), _is_other, _look_at_other),
)
"""What can be checked, the first that fits; what fits none is read as an organiser's file."""
ENDS = frozenset(end for kind in KINDS for end in kind.ends)
"""How the names of files end that are looked for in a folder."""
