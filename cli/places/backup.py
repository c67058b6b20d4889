"""Backups: one file with a tournament's folder and the secrets that this machine keeps for it.

An archive is made for others, so it contains no secrets. A backup is the organiser's own: it also
contains the secret for future draws and the key that signs heads. Anyone who has it can carry on
with the event, so only its owner may read it, and it can be encrypted with a passphrase.

    roundbook-backup/2 LF, then a zip
    roundbook-backup/2 scrypt chacha20-poly1305 LF, 16 bytes of salt, 12 of nonce, the encrypted zip

The zip contains `backup.json`, `tournament/…` (the folder), and `home/…` (the user's own folder).
"""

import io
import re
import shutil
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, suppress
from datetime import datetime
from hashlib import scrypt, sha256
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

import msgspec
from msgspec import Struct

from roundbook.cli.places import layout, members, secrets, serving, signing
from roundbook.cli.places.layout import LEDGER, LOCK, PEOPLE_LOCK, SERVING, SIGN_UPS_LOCK
from roundbook.cli.places.members import Anywhere, at
from roundbook.ledger.archive_file import BACKUP, GZIP, UNPACK
from roundbook.ledger.errors import UNDECODABLE, Refused, Unreadable, insist_version
from roundbook.ledger.record.chain import Head
from roundbook.ledger.record.entry import leaf_hash
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.storage import disk

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

VERSION = 2
"""The version of the format of a backup. No reader knows 1, which was before version 1.0."""

PLAIN = BACKUP + b"%d\n" % VERSION
LOCKED = BACKUP + b"%d scrypt chacha20-poly1305\n" % VERSION
_NUMBER = re.compile(rb"[0-9]{1,9}(?=[ \n])")
ENDING = layout.BACKUPS
SALT, NONCE = 16, 12

_MANIFEST, _FOLDER, _HOME = "backup.json", "tournament/", "home/"
_LEFT = {LOCK, PEOPLE_LOCK, SERVING, SIGN_UPS_LOCK}
_SHELVES = tuple(f"{member.name}/" for member in layout.MEMBERS if member.shelf)
_FILES = {member.name for member in layout.MEMBERS if not member.shelf} - _LEFT
_CHAIN = re.compile(r"[A-Za-z0-9_-]{43}\.json\Z")
_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+=-]*\Z")
_TORN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError)
"""What zipfile raises for bytes that are not a complete zip, and `signing` for a damaged key."""
_ENCRYPTED, _PACKED = 1, {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_TOO_LARGE = "when unpacked, the file is larger than any tournament"
_MOST = 100_000
"""The largest number of files in a backup."""


class NotRestorableError(Exception):
    """The bytes are not a backup that can be restored; the text says why."""


class Contents(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The list in a backup: the last line of its ledger, the time of that line, and every file."""

    tournament: str
    name: str
    last: Head
    at: datetime
    files: dict[str, str]

    @property
    def secret(self) -> bool:
        """Tell whether the backup contains the secret for future draws."""
        return any(name.startswith(f"{_HOME}{layout.CHAINS}/") for name in self.files)

    @property
    def key(self) -> bool:
        """Tell whether the backup contains the key that signs heads."""
        return _HOME + layout.KEYS in self.files


class Backup(NamedTuple):
    """A backup that was read: its list, and its files by name."""

    contents: Contents
    files: Mapping[str, bytes]
    left_out: tuple[str, ...] = ()
    """Files in the folder that are not the tournament's, such as those of a file manager."""

    @property
    def lines(self) -> list[bytes]:
        """The lines of the ledger, byte for byte."""
        return self.files[_FOLDER + LEDGER].split(b"\n")[:-1]

    @property
    def lost(self) -> Head | None:
        """A later line than the ledger has, which the `head` of its folder names; None if none."""
        head = Head.from_bytes(self.files.get(_FOLDER + layout.HEAD, b""))
        return head if head and head.seq > len(self.lines) else None


def make(folder: Anywhere, home: Path, t: Tournament, at: datetime) -> Backup:
    """Read a tournament while its files are locked; `t` and `at` are as of its last entry.

    Raises Unreadable, or Refused if an entry has been written since `t` was read.
    """
    place = members.at(folder)
    assert t.opened is not None
    files: dict[str, bytes] = {}
    try:
        # The names file first, as in an act: in another order two programs could wait for each
        # other.
        with ExitStack() as alone:
            for lock in (PEOPLE_LOCK, LOCK):
                try:
                    alone.enter_context(place.held(lock))
                except OSError as error:
                    if error.errno not in disk.FORBIDDEN:
                        raise
                    # Nobody writes on a read-only disk; elsewhere, the lines are counted below.
            there = [_FOLDER + name for name in _names(folder)]
            for name in filter(_belongs, there):
                files[name] = place.read(name.removeprefix(_FOLDER))
    except OSError as error:
        raise disk.unread(error, layout.path_of(folder)) from error
    lines = files[_FOLDER + LEDGER].split(b"\n")[:-1]
    if len(lines) != t.seq:
        raise Refused("an entry was written during the backup.", hint="Repeat the command.")
    if t.chain is not None:
        with suppress(FileNotFoundError):
            kept = layout.read(home, secrets.name_of(t.chain))
            files[_HOME + secrets.name_of(t.chain)] = kept
    if t.key and (seed := signing.seed_of(home, signing.origin(t.opened), t.key)):
        files[_HOME + layout.KEYS] = signing.keyring([seed])
    contents = Contents(
        tournament=t.opened.tournament,
        name=t.opened.name,
        last=Head(leaf=leaf_hash(lines[-1]), seq=len(lines)),
        at=at,
        files={name: sha256(data).hexdigest() for name, data in sorted(files.items())},
    )
    left_out = (name.removeprefix(_FOLDER) for name in there if not _belongs(name))
    return Backup(contents, files, tuple(left_out))


def _names(folder: Anywhere) -> list[str]:
    """Return the members present in a folder. Locks are left out: they are created when needed."""
    shelves = [name for shelf in _SHELVES for name in at(folder).names(shelf.rstrip("/"))]
    return [*(name for name in sorted(_FILES) if at(folder).has(name)), *shelves]


def to_bytes(backup: Backup, passphrase: str | None, chance: bytes) -> bytes:
    """Return the bytes of a backup file; `chance` is fresh, at least salt and nonce long."""
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as packed:
        manifest = msgspec.json.format(msgspec.json.encode(backup.contents))
        for name, data in {_MANIFEST: manifest, **backup.files}.items():
            packed.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    if passphrase is None:
        return PLAIN + sink.getvalue()
    salt, nonce = chance[:SALT], chance[SALT : SALT + NONCE]
    locked = _cipher(passphrase, salt)
    # The first line is authenticated too, so nobody can change how the rest is to be read.
    return LOCKED + salt + nonce + locked.encrypt(nonce, sink.getvalue(), LOCKED)


def read_file(file: Path) -> bytes:
    """Return the bytes of a backup. Raises Unreadable."""
    try:
        return disk.read_whole(file, disk.MAX_LEDGER + disk.MAX_FILE)
    except OSError as error:
        raise disk.unread(error, file) from error


def to_restore(file: Path) -> bytes:
    """Return the bytes of a backup in our format. Raises Unreadable."""
    data = read_file(file)
    number = _NUMBER.match(data, len(BACKUP)) if data.startswith(BACKUP) else None
    insist_version(int(number[0]) if number else None, VERSION, str(file), str(file))
    return data


def is_locked(data: bytes) -> bool:
    """Tell whether a passphrase is needed to read a backup."""
    return data.startswith(LOCKED)


def from_bytes(data: bytes, passphrase: str | None, name: str) -> Backup:
    """Read a backup, even a hostile one. Raises Unreadable; Refused if the passphrase is wrong."""
    if data.startswith((b"PK", GZIP)):
        raise Unreadable(f"{name} is an archive, not a backup.", where=name, hint=UNPACK)
    try:
        return _read(_unlocked(data, passphrase))
    except (*UNDECODABLE, *_TORN, NotRestorableError) as fault:
        reason = str(fault) if isinstance(fault, NotRestorableError) else "its bytes are damaged"
        raise Unreadable(
            f"{name} is not a backup that can be restored: {reason}.",
            where=name,
            hint="Use another copy of this backup, or an earlier one.",
        ) from fault


def _unlocked(data: bytes, passphrase: str | None) -> bytes:
    """Return the zip. Raises NotRestorableError; Refused if the passphrase is missing or wrong."""
    if not is_locked(data):
        if not data.startswith(PLAIN):
            raise NotRestorableError("the file does not begin like a backup")
        return data[len(PLAIN) :]
    if passphrase is None:
        raise Refused(
            "this backup is encrypted.", hint="Give the passphrase: `--passphrase-file FILE`."
        )
    from cryptography.exceptions import InvalidTag

    salt, data = data[len(LOCKED) :][:SALT], data[len(LOCKED) + SALT :]
    if len(data) <= NONCE:
        raise NotRestorableError("its end is missing")
    try:
        return _cipher(passphrase, salt).decrypt(data[:NONCE], data[NONCE:], LOCKED)
    except InvalidTag as error:
        msg = "the passphrase does not open this backup, or the file was changed."
        hint = "Type the passphrase again; if it is right, use another copy of the backup."
        raise Refused(msg, hint=hint) from error


def _cipher(passphrase: str, salt: bytes) -> "ChaCha20Poly1305":
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    # Keyboards encode `é` as one character or as two: both must open the backup.
    passphrase = normalize("NFC", passphrase)
    # 32 MiB and about a tenth of a second for each guess (RFC 7914 §2).
    key = scrypt(passphrase.encode(), salt=salt, n=1 << 15, r=8, p=1, maxmem=1 << 26, dklen=32)
    return ChaCha20Poly1305(key)


def _read(data: bytes) -> Backup:
    """Read the zip without trusting it. Raises NotRestorableError, and what zipfile raises."""
    files: dict[str, bytes] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        listed = packed.infolist()
        if len(listed) > _MOST:
            raise NotRestorableError(f"it has more than {_MOST:,} files")
        room = disk.MAX_LEDGER + disk.MAX_FILE
        _check_names(one.filename for one in listed)
        for one in listed:
            _check(one)
            with packed.open(one) as stream:
                # No more than the size that was checked: a small zip can unpack to anything.
                files[one.filename] = stream.read(one.file_size)
            room -= len(files[one.filename])
            if room < 0:
                raise NotRestorableError(_TOO_LARGE)
    if _MANIFEST not in files or _FOLDER + LEDGER not in files:
        raise NotRestorableError("the backup has no ledger, or no list of its files")
    contents = msgspec.json.decode(files.pop(_MANIFEST), type=Contents)
    found = {name: sha256(content).hexdigest() for name, content in files.items()}
    if found != contents.files:
        raise NotRestorableError("a file is missing, or differs from the one that was backed up")
    if _HOME + layout.KEYS in files:
        signing.read(files[_HOME + layout.KEYS])
    backup = Backup(contents, files)
    if not backup.lines or leaf_hash(backup.lines[-1]) != contents.last.leaf:
        raise NotRestorableError("the end of the backup's ledger does not match its list of files")
    return backup


def _check_names(names: Iterable[str]) -> None:
    """Raise NotRestorableError if no folder can contain files with these names."""
    files = Counter(names)
    for name, times in files.items():
        if times > 1:
            raise NotRestorableError(f"{name} appears twice")
        if not files.keys().isdisjoint(map(str, PurePosixPath(name).parents)):
            raise NotRestorableError(f"{name} would be inside a file instead of a folder")


def _check(one: zipfile.ZipInfo) -> None:
    """Raise NotRestorableError for a file that does not belong in a backup."""
    if one.filename != _MANIFEST and not _belongs(one.filename):
        raise NotRestorableError("it contains files that do not belong in a backup")
    if one.flag_bits & _ENCRYPTED or one.compress_type not in _PACKED:
        raise NotRestorableError(f"{one.filename} is packed in a way that backups never use")
    if one.file_size > (disk.MAX_LEDGER if one.filename == _FOLDER + LEDGER else disk.MAX_FILE):
        raise NotRestorableError(_TOO_LARGE)


def _belongs(name: str) -> bool:
    """Tell whether a file with this name may be in a backup: no name leads out of the folder."""
    if name.startswith(_HOME):
        kept = name.removeprefix(_HOME)
        shelf, _, chain = kept.partition("/")
        return kept == layout.KEYS or (shelf == layout.CHAINS and bool(_CHAIN.match(chain)))
    if not name.startswith(_FOLDER):
        return False
    member = name.removeprefix(_FOLDER)
    shelf, _, inner = member.partition("/")
    if not inner:
        return member in _FILES
    return f"{shelf}/" in _SHELVES and all(_PART.match(part) for part in inner.split("/"))


# Restoring a tournament; the folder that it replaces is moved aside.


class Relation(NamedTuple):
    """How the ledger in a folder compares with the backup's: its lines, and how many match."""

    lines: int
    common: int


def compare(folder: Anywhere, backup: Backup) -> Relation | None:
    """Compare a folder with the backup to restore there; None if it has no tournament.

    Raises Refused if it contains another tournament; Unreadable, also if it contains other files.
    """
    if not layout.is_tournament(folder):
        if isinstance(folder, Path):
            layout.refuse_full(folder)
        return None
    there = layout.lines(folder)
    if there[:1] != backup.lines[:1]:
        raise Refused(
            f"{folder} does not contain the tournament of the backup.",
            hint="Give a folder that does not exist yet.",
        )
    pairs = zip(there, backup.lines, strict=False)
    common = next(
        (n for n, (a, b) in enumerate(pairs) if a != b), min(len(there), len(backup.lines))
    )
    return Relation(len(there), common)


def lay(backup: Backup, folder: Anywhere, there: Relation | None) -> Path | None:
    """Restore a backup to a folder; return where its old contents were moved. Raises Unreadable.

    The new folder is complete before it replaces the old one. Raises Refused, and moves nothing, if
    the old folder has changed since `compare` or is being served.
    """
    inside = {
        name.removeprefix(_FOLDER): data
        for name, data in backup.files.items()
        if name.startswith(_FOLDER)
    }
    if not isinstance(folder, Path):
        with layout.founding(folder, at(folder).make) as record:
            for name, data in inside.items():
                if name not in {LEDGER, layout.HEAD}:
                    at(folder).write(name, data, private=True)
            record.append(backup.lines, after=0)
        return None
    folder = folder.resolve()
    # The dot keeps a server of the parent folder from serving this, or the folder put aside.
    new = layout.new_folder(folder.parent, f".{folder.name}.restoring")
    aside = None
    try:
        disk.make_folder(new)
        for name, data in inside.items():
            at(new).write(name, data, private=True)
        with ExitStack() as alone:
            if there:
                _stay_alone(alone, backup, folder, there)
            if folder.exists():
                aside = layout.new_folder(folder.parent, layout.put_aside(folder))
                disk.move(folder, aside)
            disk.move(new, folder)
    except OSError as error:
        raise disk.unwritten(error, folder) from error
    finally:
        if new.exists():
            shutil.rmtree(new, ignore_errors=True)
    return aside


def _stay_alone(alone: ExitStack, backup: Backup, folder: Path, there: Relation) -> None:
    """Keep all writers out until `alone` ends. Raises OSError, Refused, Unreadable.

    An entry that was reported as written must not be lost between the comparison and the move.
    """
    if server := serving.server_of(folder):
        raise Refused(f"{server} is being served.", hint="Stop the server, then restore again.")
    for lock in (PEOPLE_LOCK, LOCK):
        alone.enter_context(at(folder).held(lock))
    if compare(folder, backup) != there:
        raise Refused("an entry was written during the restore.", hint="Restore again.")
    if sys.platform == "win32":
        alone.close()  # Windows cannot move a folder while a file in it is open.


class Kept(NamedTuple):
    """Whether the secret and the key that fit the ledger are at home after a restore.

    `alone` is true if the backup's key is the only one there, so it will also sign new events.
    """

    secret: bool
    key: bool
    alone: bool


def keep_at_home(backup: Backup, home: Path, t: Tournament) -> Kept:
    """Copy the secret and the key of a restored tournament into the user's own folder.

    Only those that its ledger names are copied, and they never replace ones that fit: a backup may
    come from anywhere, and a key that the ledger does not name would sign this user's own events.
    Raises Unreadable.
    """
    secret = key = False
    alone = not at(home).has(layout.KEYS)
    if t.chain is not None:
        secret = secrets.restore(home, t.chain, backup.files.get(_HOME + secrets.name_of(t.chain)))
    if t.key and t.opened:
        ring = backup.files.get(_HOME + layout.KEYS)
        key = signing.restore(home, ring, signing.origin(t.opened), t.key)
    return Kept(secret, key, alone=alone and key)
