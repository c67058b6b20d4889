"""What may lie in an archive, under which name, and the list of their SHA-256 that lies beside it.

The names are a closed list: what an archive of ours never holds is never written to anybody's disk.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256

README, SUMS, PAGE = "README.txt", "SHA256SUMS", "verify.html"
LEDGER, HEAD, EDITION = "ledger.jsonl", "head", "edition.toml"
CHECKPOINT, PEOPLE, KEYS, UNFINISHED = "checkpoint", "people.json", "keys.policy", "UNFINISHED.txt"

TABLES = tuple(
    f"tables/{what}.{form}" for what in ("rounds", "standings") for form in ("csv", "html", "json")
)
"""What is derived from the ledger, so that it can be read and compared without any program."""

ALWAYS = (README, SUMS, PAGE, LEDGER, HEAD, EDITION, *TABLES)
SOMETIMES = (CHECKPOINT, PEOPLE, KEYS, UNFINISHED)

MOST = 4_000
"""Members of an archive: a ledger of half a million lines has no more tiles."""

LARGEST = 1 << 28
"""Bytes of an archive."""

_NUMBERED = re.compile(
    r"(?:witnessed/[0-9]{6,16}\.checkpoint"
    r"|tile/(?:[0-7]|entries)/(?:x[0-9]{3}/){0,2}[0-9]{3}(?:\.p/[1-9][0-9]{0,2})?)\Z"
)


def belongs(name: str) -> bool:
    """Tell whether an archive may hold a member of this name."""
    return name in ALWAYS or name in SOMETIMES or _NUMBERED.match(name) is not None


def name_fault(name: str) -> str | None:
    """Say what is wrong with the name of a member; None if an archive may hold it."""
    if belongs(name):
        return None
    if name.startswith("/"):
        return "has an absolute path"
    if "\\" in name:
        return "has a backslash in its name"
    if re.match(r"[A-Za-z]:", name):
        return "has the letter of a drive in its name"
    if ".." in name.split("/"):
        return "leads out of the archive"
    return "does not belong into an archive"


def sums(members: Mapping[str, bytes]) -> bytes:
    """Return the text that `sha256sum --check` reads, of all members but itself."""
    listed = (name for name in sorted(members) if name != SUMS)
    return "".join(f"{sha256(members[name]).hexdigest()}  {name}\n" for name in listed).encode()


def faults(members: Mapping[str, bytes]) -> Iterator[str]:
    """Yield which members are missing, and which are not what the list of SHA-256 says."""
    missing = [name for name in sorted(ALWAYS) if name not in members]
    yield from (f"{name} is missing." for name in missing)
    if SUMS in missing or members[SUMS] == sums(members):
        return
    said = members[SUMS].decode("utf-8", "replace").split("\n")
    unlike = [name for name in _listed(members, said) if name]
    yield from (f"{name} is not the file that {SUMS} lists." for name in unlike)
    if not unlike:
        yield f"{SUMS} does not list exactly the members that are there, in order."


def _listed(members: Mapping[str, bytes], said: Collection[str]) -> Iterator[str]:
    """Yield the members that stand in the list with another SHA-256, or not at all."""
    for line in sums(members).decode().split("\n"):
        if line not in said:
            yield line[66:]
