"""The released files on decks: load one by name, and check that it has not been changed."""

import hashlib
import tomllib
from importlib import resources
from typing import TypeVar

import msgspec

from roundbook.ledger.errors import Unreadable

Data = TypeVar("Data", bound=msgspec.Struct)


def names() -> dict[str, str]:
    """Return the name of every released file with the SHA-256 of its exact bytes."""
    lines = _packaged("RELEASED").decode(errors="replace").splitlines()
    return {name: sha256 for name, _, sha256 in (line.partition(" ") for line in lines)}


def load(name: str) -> bytes:
    """Return the exact bytes of a released file.

    Raise Unreadable if there is none of that name, or if it has been changed.
    """
    released = names().get(name)
    if released is None:
        raise Unreadable(
            f"there is no released file named {name!r}.",
            hint=f"The released files are {', '.join(names())}.",
        )
    data = _packaged(f"{name.replace('-', '_')}.toml")
    if hashlib.sha256(data).hexdigest() != released:
        raise Unreadable(
            f"the file {name} differs from the released version.",
            where=name,
            hint=(
                "Reinstall roundbook. Save your own rules in a separate file, "
                "under a different name."
            ),
        )
    return data


def decoded(data: bytes, kind: type[Data]) -> Data:
    """Return the content of a TOML text; raise ValueError (msgspec's too) or RecursionError."""
    return msgspec.convert(tomllib.loads(data.decode("utf-8-sig")), kind)


def _packaged(name: str) -> bytes:
    """Return a file that is installed next to this module; raise Unreadable if it is missing."""
    try:
        return resources.files("roundbook.ledger.decks").joinpath(name).read_bytes()
    except OSError:
        raise Unreadable(
            f"the installed file {name} is missing or cannot be read.",
            hint="Reinstall roundbook.",
        ) from None
