"""The files in a tournament's folder and in the user's own folder, and errors for missing ones."""

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeGuard, TypeVar

import click

from roundbook.cli.places import members
from roundbook.cli.places.members import Anywhere, at
from roundbook.ledger.errors import Hint, Occupied, Unreadable, advice, do
from roundbook.ledger.storage import disk
from roundbook.ledger.storage.disk import unread
from roundbook.ledger.terms import MAX_LINE
from roundbook.ledger.text import has_extension

if TYPE_CHECKING:
    from roundbook.ledger.storage.store import LastingStore

Made = TypeVar("Made")

LEDGER, HEAD, LOCK, QUARANTINE = disk.LEDGER, disk.HEAD, disk.LOCK, disk.FOLDER
PEOPLE, PEOPLE_LOCK = "people.json", ".people.lock"
CHECKPOINT, WITNESSED = "checkpoint", "witnessed"
ATTEMPTS = "attempts.jsonl"
SOURCES, DECKS = "sources", "decks"
EDITION = "edition.toml"
EXERCISE = "exercise.json"
SEALED = "sealed.json"
LOOK, LOGO = "look.json", "logo.png"
ERASED = "erased.json"
SIGN_UPS, SIGN_UPS_LOCK = "sign-ups.json", ".sign-ups.lock"
SERVING = ".serving"
PACKED = ".zip.gz"
ARCHIVES = (".zip", PACKED)
"""The extensions of archives, which are kept next to tournament folders, not in them."""
BACKUPS = ".roundbook-backup"
"""The extension of backups, which are kept elsewhere too."""


class Member(NamedTuple):
    """A file or a folder of files (shelf) in a tournament's folder, and what it contains."""

    name: str
    holds: str
    shelf: bool = False


MEMBERS = (
    Member(LEDGER, "the ledger: a line for every entry"),
    Member(HEAD, "the number and the leaf hash of the ledger's last line"),
    Member(LOCK, "the lock of the program that writes the ledger"),
    Member(PEOPLE, "the names of players and staff; they can be erased"),
    Member(PEOPLE_LOCK, "the lock of the program that writes the names file"),
    Member(CHECKPOINT, "the latest signed head"),
    Member(WITNESSED, "signed heads that a witness has countersigned, by size", shelf=True),
    Member(ATTEMPTS, "the commands that were refused, without names"),
    Member(SOURCES, "the files that were imported or followed, by SHA-256", shelf=True),
    Member(DECKS, "the deck lists, and the organiser's own card pools", shelf=True),
    Member(EDITION, "the rules edition, if it is the organiser's own"),
    Member(SIGN_UPS, "the waiting list of people who signed up; deleted when round 1 starts"),
    Member(SIGN_UPS_LOCK, "the lock of the program that writes the waiting list"),
    Member(ERASED, "files that still name erased people"),
    Member(SEALED, "the number of lines in the latest archive of the closed tournament"),
    Member(EXERCISE, "in an exercise: the slips to be entered"),
    Member(LOOK, "the colour and the contact line of the organiser, and whether there is a logo"),
    Member(LOGO, "the organiser's logo"),
    Member(QUARANTINE, "files that were moved aside", shelf=True),
    Member(SERVING, "the lock and the address of the server for this folder"),
)

_OPEN = (
    CHECKPOINT,
    f"{WITNESSED}/",
    EDITION,
    f"{DECKS}/pool-",
    EXERCISE,
    SEALED,
    LOOK,
    LOGO,
)


def names_people(name: str) -> bool:
    """Tell whether a member may contain names that not everybody may read; a few never do."""
    return not name.startswith(_OPEN)


MOST = 3
"""The most nearby tournaments that a hint names."""

_BEGIN = advice(
    "Give the tournament's folder, or create one with {} or {}.", do("open"), do("import")
)


def is_same(one: Anywhere, other: Anywhere) -> bool:
    """Tell whether two names are of the same folder, or of the same place in a database."""
    if isinstance(one, Path) and isinstance(other, Path):
        return one.resolve() == other.resolve()
    return one == other


def is_here(folder: Anywhere) -> bool:
    """Tell whether this is the current folder."""
    return isinstance(folder, Path) and folder.resolve() == Path.cwd()


def is_folder(folder: Anywhere) -> bool:
    """Tell whether this is an existing folder, with one tournament, many or none."""
    return isinstance(folder, Path) and folder.is_dir()


def is_address(word: str) -> bool:
    """Tell whether a word is meant to be the address of a database."""
    return word.startswith(("postgresql://", "postgres://"))


def is_file(folder: Anywhere) -> TypeGuard[Path]:
    """Tell whether this names a file instead of a folder."""
    return isinstance(folder, Path) and folder.is_file()


def name_of(folder: Anywhere) -> str:
    """Return the name of a folder, even if it was given as `.`."""
    return at(folder).name


def served_by(folder: Anywhere) -> tuple[str, str]:
    """Return the two full paths that can be served: the tournament's own, and its parent's."""
    own = at(folder)
    return own.whole, own.around


def is_tournament(folder: Anywhere) -> bool:
    """Tell whether a folder contains a ledger."""
    return at(folder).has(LEDGER)


def is_taken(folder: Anywhere) -> bool:
    """Tell whether anything has the ledger's name in a folder, a ledger or not."""
    return at(folder).is_taken(LEDGER)


def is_part(file: Path) -> bool:
    """Tell whether a file is one that a tournament's folder is made of, such as its ledger."""
    own = (one.name for one in MEMBERS if not one.shelf)
    return file.name in own and is_taken(file.parent)


def tournaments(folder: Path, *, deepest: int) -> Iterator[Path]:
    """Yield the tournament folders in a folder and below, down to `deepest`, in order."""
    return members.below(folder, LEDGER, deepest=deepest)


def drafts(folder: Path) -> list[Path]:
    """Return what interrupted writes left: in a folder, or as archives and backups next to it."""
    beside = (f"{end}{disk.DRAFT}" for end in (*ARCHIVES, BACKUPS))
    return sorted(
        [
            *folder.rglob(f"*{disk.DRAFT}"),
            *(file for end in beside for file in folder.resolve().parent.glob(f"*{end}")),
        ]
    )


def around(folder: Anywhere) -> Path | None:
    """Return the tournament's folder that this folder is inside, or None."""
    if not isinstance(folder, Path):
        return None
    return next((one for one in folder.resolve().parents if is_tournament(one)), None)


def refuse_taken(folder: Anywhere, *, instead: str = "") -> None:
    """Raise Unreadable if a folder already has a tournament, or is not a folder.

    `instead` is what to do, if it is not for a new tournament.
    """
    hint = instead or "Give a new folder for a new tournament."
    if is_taken(folder) or at(folder).is_taken(HEAD):
        if not instead and is_only_opened(folder):
            hint = (
                "The ledger contains only its opening entry. To begin again, remove the "
                f"folder {folder}."
            )
        raise Occupied(f"{folder} is already a tournament.", where=str(folder), hint=hint)
    if isinstance(folder, Path) and folder.exists() and not folder.is_dir():
        raise Unreadable(f"{folder} is a file, not a folder.", where=str(folder), hint=hint)


def is_only_opened(folder: Anywhere) -> bool:
    """Tell whether a folder contains a ledger of one entry and no files from elsewhere.

    Such a folder can be removed without loss; a list of players next to the ledger would be lost.
    """
    if not isinstance(folder, Path):
        return False
    try:
        ours = {one.name for one in folder.iterdir()} <= {one.name for one in MEMBERS}
        start = at(folder).read(LEDGER, 2 * MAX_LINE)
    except (OSError, Unreadable):
        return False
    return ours and start.endswith(b"\n") and start.count(b"\n") == 1


def refuse_full(folder: Path) -> None:
    """Raise Occupied unless a folder is empty or does not exist yet."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        msg = f"{folder} already exists and is not empty."
        raise Occupied(msg, where=str(folder), hint="Give a folder that does not exist yet.")


def new_folder(among: Path, name: str) -> Path:
    """Return a free folder for a new tournament: `name-2` if `name` exists."""
    folder = among / name
    return among / at(folder).free_name() if folder.exists() else folder


def put_aside(folder: Path) -> str:
    """Return the name that a restore gives to the folder that it replaces."""
    return f".{folder.name}.before-restore"


SPELLING = "Check the spelling and the folder."


def no_ledger(folder: Anywhere) -> Unreadable:
    """Return the error for a folder without a ledger; if it has a head, the ledger went missing."""
    hint: str | Hint
    try:
        at(folder).read(LEDGER, 0)
    except Unreadable as trouble:  # There is a pipe, a device or a folder with its name.
        return trouble
    except OSError:
        pass
    assert isinstance(folder, Path), "a database says what is wrong with it"
    if is_part(folder):
        msg = f"{folder} is part of a tournament."
        hint = f"Name the tournament's folder, {folder.parent}, instead."
    elif is_file(folder):
        msg = f"{folder} is a file, not a tournament's folder."
        hint = advice("Make a folder from the file: {}.", do(_unpacks(folder), str(folder), "DIR"))
    elif at(folder).is_taken(HEAD) or is_taken(folder):
        msg = f"the ledger of the tournament in {folder} is missing."
        hint = f"Restore {LEDGER} from a copy of the folder."
    elif folder.suffix and not folder.exists():
        msg, hint = f"{folder}: no such file or directory.", SPELLING
    else:
        msg = f"{folder} does not contain a tournament."
        # A word that does not name a folder may be something else, such as an entry number.
        hint = _beside(folder) or (_beside(Path()) if not folder.exists() else "") or _BEGIN
    return Unreadable(msg, where=str(folder), hint=hint)


def _unpacks(file: Path) -> str:
    """Return the command that makes a tournament's folder from a file."""
    from roundbook.ledger.archive_file import BACKUP  # Only for a word that names no folder.

    with suppress(OSError, Unreadable):
        if disk.read_start(file, len(BACKUP)) == BACKUP:
            return "restore"
    return "open-archive" if has_extension(file.name, *ARCHIVES) else "import"


def _beside(folder: Path) -> str:
    """Return a hint that names tournaments near a folder without one; empty if there are none."""
    try:
        below = sorted(path.parent for path in folder.glob(f"*/{LEDGER}"))[:MOST]
    except OSError:
        return ""
    if is_taken(folder / ".."):
        below = [folder / ".."]
    names = ", ".join(str(path) for path in below)
    if not below:
        return ""
    word = "There is one" if len(below) == 1 else "There are some"
    give = f"add `-C {quote(str(below[0]))}`" if _has_dir() else "give that folder"
    return f"{word} in {names}: {give}, or change to it first (`cd`)."


def _has_dir() -> bool:
    """Tell whether the running command takes the folder as an option."""
    context = click.get_current_context(silent=True)
    return context is not None and any("-C" in one.opts for one in context.command.params)


# Creates the folder of a new tournament, or nothing at all.


@contextmanager
def founding(folder: Anywhere, make: Callable[[], Made]) -> Iterator[Made]:
    """Create the folder of a new tournament; leave nothing behind if the creation fails.

    Raises Unreadable if it already has a tournament.
    """
    refuse_taken(folder)
    with at(folder).founding(make) as made:
        yield made


# The stored lines of the ledger, for proving and publishing.


def store(folder: Anywhere) -> "LastingStore":
    """Return the store of a tournament's ledger without reading it."""
    return at(folder).store()


def new_store(folder: Anywhere) -> "LastingStore":
    """Create a new tournament's folder and empty ledger. Raises Unreadable if there is one."""
    return at(folder).make()


def where(folder: Anywhere) -> str:
    """Return the ledger's path or address, as shown to people."""
    return at(folder).where(LEDGER)


def path_of(folder: Anywhere) -> Path:
    """Return the ledger's path or address as a path, for error messages about a disk."""
    return Path(where(folder))


def lines(folder: Anywhere) -> list[bytes]:
    """Return the lines of a ledger, byte for byte. Raises OSError."""
    return at(folder).read(LEDGER).split(b"\n")[:-1]


_MOSTLY = 4096
"""Bytes that contain most first lines; reading no more saves time with thousands of ledgers."""


def first_line(folder: Anywhere) -> bytes:
    """Return the first line of a ledger without reading the rest. Raises Unreadable."""
    try:
        start = at(folder).read(LEDGER, _MOSTLY)
        if b"\n" not in start:
            start = at(folder).read(LEDGER, MAX_LINE + 1)
        return start.partition(b"\n")[0]
    except OSError as error:
        raise unread(error, path_of(folder)) from error


# The user's own folder, outside every tournament, for files no copy or restore may touch.

CHAINS = "chains"
"""The unrevealed secrets for draws, named by their published end."""

SEEN = "seen"
"""The last line seen of each tournament."""

WITNESSED_HEADS = "witnessed"
"""The last signed head of each tournament that this user witnessed."""

KEYS = "signing-keys.json"
"""The keys that sign heads, the current one last."""

CERTIFICATE = "certificate.pem"
"""The certificate that roundbook created for the pages, with its key."""

SERVED = "served"
"""The address at which this machine serves a database."""

SECURITY = "security"
"""The security log of a served folder: sign-ins, failures, refusals."""

DOORS, CLAIMS = "doors", "claims"
"""The people who may sign in to the pages of a served folder, and what players report there."""


def own_home() -> Path:
    """Return the user's own folder: ROUNDBOOK_HOME, or the system's folder for application data."""
    named = os.environ.get("ROUNDBOOK_HOME")
    return Path(named) if named else Path(click.get_app_dir("roundbook"))


def written_in(folder: Anywhere) -> list[Path]:
    """Return the folders written to (this one and the user's own), or their nearest parents."""
    here = [folder.resolve()] if isinstance(folder, Path) else []
    places = (*here, own_home().resolve())
    return [next(each for each in (one, *one.parents) if each.exists()) for one in places]


def others_may_write(home: Path) -> bool:
    """Tell whether another user of this machine may change the files in the user's own folder.

    On Windows, permissions work differently, and other users have none there.
    """
    if sys.platform == "win32" or not home.exists():
        return False
    return bool(home.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def others_may_read(file: Path) -> bool:
    """Tell whether another user of this machine may read a file meant for its owner alone.

    On Windows, the permissions of the folder around it decide.
    """
    return sys.platform != "win32" and bool(file.stat().st_mode & 0o077)


class Whole(Protocol):
    """Anything with a unique full path or address."""

    @property
    def whole(self) -> str:
        """The full path or address."""
        ...


Whereabouts = Path | Whole | str
"""A folder, a place elsewhere, or the full path or address of either."""


def of_folder(shelf: str, folder: Whereabouts) -> str:
    """Return the name of the file kept about a served folder, different for every folder."""
    return f"{shelf}/{digest(folder)}.json"


def digest(folder: Whereabouts) -> str:
    """Return 24 characters that differ for every folder."""
    named = members.Folder(folder) if isinstance(folder, Path) else folder
    whole = named if isinstance(named, str) else named.whole
    return sha256(whole.encode(errors="surrogateescape")).hexdigest()[:24]


def keep_at_home(home: Path, name: str, data: bytes, what: str, *, wait: bool = True) -> None:
    """Write a file that only its owner may read; `what` is its content in words.

    The file is complete or not written, and durable unless `wait` is false. If this raises
    Unreadable, the old file is unchanged.
    """
    path = home.joinpath(*name.split("/"))
    try:
        disk.make_folder(path.parent, mode=0o700)
        disk.put(path, data, private=True, wait=wait)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        msg = f"{what} cannot be saved in {path.parent}: {reason}."
        hint = "Make that folder writable, or set ROUNDBOOK_HOME to another folder."
        raise Unreadable(msg, where=str(path), hint=hint) from error


def read(home: Path, name: str) -> bytes:
    """Return the contents of a file at home. Raises Unreadable, and FileNotFoundError."""
    try:
        return at(home).read(name)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise disk.unread(error, Path(at(home).where(name))) from error


@contextmanager
def held(home: Path, name: str) -> Iterator[None]:
    """Lock a file at home for one writer: `doors/….json` by `doors/….lock`.

    Raises Unreadable if the lock cannot be created.
    """
    path = home.joinpath(*name.split("/"))
    with ExitStack() as stack:
        try:
            disk.make_folder(path.parent, mode=0o700)
            stack.enter_context(disk.locked_to_write(path.with_suffix(".lock")))
        except OSError as error:
            raise disk.unwritten(error, path) from error
        yield
