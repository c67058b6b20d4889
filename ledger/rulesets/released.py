"""The released editions: load one by name, and check that its file has not been changed.

A released file is never edited. `RELEASED` holds the SHA-256 of the exact bytes of each; a ledger
names the edition and that digest in its opening event, so a tournament can be checked years later
by the rules it was played under. A change of rules is a new file.
"""

import hashlib
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from pkgutil import get_data

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.rulesets.ruleset import Ruleset, decode

EDITIONS: tuple[str, ...] = (
    *("play-2017", "tom", "dci-pod", "dci-pod-literal", "dci-mtr"),
    "top-2017-literal",
    *("play-2027-notes", "tom-2027-notes"),
)
"""The released editions, the default first."""

DEFAULT = EDITIONS[0]
"""The edition of an event that names none: the newest one held against its documents."""
OF_TOM = ("tom", "tom-2027-notes")
"""The editions for files of TOM: the one for every season first, then those of one season."""
OF_RESULTS, OF_GAMES = "tom", "dci-mtr"
"""The editions for published results, without and with the games of each match."""
COMPARED = ("tom", "top-2017-literal", DEFAULT)
"""The editions that are compared by default: TOM's, the letter of the text, and the guide's."""


@lru_cache
def load(edition: str) -> Ruleset:
    """Return the rules of a released edition.

    Raise Unreadable if there is no such edition, or if its file is not the released one.
    """
    found = text(edition)
    if hashlib.sha256(found).hexdigest() != digests().get(edition):
        raise Unreadable(
            f"the file of the edition {edition} differs from the released version.",
            where=_file(edition),
            hint=(
                "Reinstall roundbook. Save your own rules in a separate file, under a "
                "different name."
            ),
        )
    return decode(found)


def meant_for(day: date, editions: Sequence[str] = EDITIONS) -> list[str]:
    """Return the editions that say they are meant for an event on that day, in their order."""
    found = []
    for name in editions:
        rules = load(name)
        if rules.meant_from and rules.meant_from <= day and day <= (rules.meant_until or day):
            found.append(name)
    return found


def to_run(day: date) -> list[str]:
    """Return the editions meant for that day, without those that read files of TOM."""
    return [one for one in meant_for(day) if one not in OF_TOM]


def for_file(day: date) -> str:
    """Return the edition for a file that TOM wrote about an event on that day."""
    return (meant_for(day, OF_TOM) or OF_TOM)[0]


def digest(edition: str) -> str:
    """Return the SHA-256 of an edition's exact bytes, in hexadecimal; raise as `text` does."""
    return hashlib.sha256(text(edition)).hexdigest()


def text(edition: str) -> bytes:
    """Return the exact bytes of a released edition; raise Unreadable if there is none."""
    if edition not in EDITIONS:
        raise Unreadable(
            f"there is no edition {edition!r}.",
            hint=f"The released editions are {', '.join(EDITIONS)}.",
        )
    return _packaged(_file(edition))


def digests() -> dict[str, str]:
    """Return the SHA-256 of every released edition by its name, as RELEASED lists them."""
    lines = _packaged("RELEASED").decode(errors="replace").splitlines()
    return {name: sha256 for name, _, sha256 in (line.partition(" ") for line in lines)}


def taken(edition: str) -> str:
    """Return that this name belongs to a released edition, so no other rules may have it."""
    return f"edition: the name {edition} belongs to a released edition."


def _file(edition: str) -> str:
    """Return the file name of an edition."""
    return f"{edition.replace('-', '_')}.toml"


def _packaged(name: str) -> bytes:
    """Return a file that is installed next to this module; raise Unreadable if it is missing."""
    try:
        # Every command comes here, and `importlib.resources` would load what reads zip files.
        found = get_data("roundbook.ledger.rulesets", name)
    except OSError:
        found = None
    if found is None:
        msg = f"the installed file {name} is missing or cannot be read."
        raise Unreadable(msg, hint="Reinstall roundbook.")
    return found
