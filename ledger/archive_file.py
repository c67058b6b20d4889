"""The archive of a tournament: a zip whose every byte is determined by the files in it.

Nothing is compressed, nothing has a date, and the members are in order of their names. So the same
ledger gives the same bytes on every machine, and nobody has to trust an archive: any byte that
roundbook would not have written is refused, and a sentence says which. A gzip around the zip is
allowed; it changes nothing in it.
"""

import gzip
import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

from roundbook.ledger.errors import Damaged, Unreadable, advice, do, insist_version

# The names that a member of an archive may have, and the list of SHA-256 sums next to them. The
# list of names is closed, so nothing unexpected from an archive is ever written to disk.

README, SUMS, PAGE = "README.txt", "SHA256SUMS", "verify.html"
LEDGER, HEAD, EDITION = "ledger.jsonl", "head", "edition.toml"
CHECKPOINT, PEOPLE, KEYS, UNFINISHED = "checkpoint", "people.json", "keys.policy", "UNFINISHED.txt"

TABLES = tuple(
    f"tables/{what}.{form}" for what in ("rounds", "standings") for form in ("csv", "html", "json")
)
"""The tables derived from the ledger, which can be read and compared without any program."""

TILES = "tile"
"""The folder of the tiles, the hashes and lines as other log tools read them."""

ALWAYS = (README, SUMS, PAGE, LEDGER, HEAD, EDITION, *TABLES)
SOMETIMES = (CHECKPOINT, PEOPLE, KEYS, UNFINISHED)

FORM = 3
"""The form of an archive. No reader knows 1 and 2, which were before version 1.0."""

_FORM = re.compile(rb"^  form +roundbook archive ([0-9]{1,9})$", re.MULTILINE)
_LETTER = 1 << 16
"""Where the letter of an archive is: in its first bytes."""

BACKUP = b"roundbook-backup/"
"""The bytes that a backup begins with, the organiser's own copy with all secrets."""

RESTORE = advice("Restore the backup to a new folder: {}.", do("restore", "FILE", "DIR"))

UNPACK = advice("Unpack the archive into a new folder: {}.", do("open-archive", "FILE", "DIR"))

MOST = 4_000
"""The most members of an archive: a ledger of half a million lines has no more tiles."""

LARGEST = 1 << 28
"""The most bytes of an archive."""

_NUMBERED = re.compile(
    r"(?:witnessed/[0-9]{6,16}\.checkpoint"
    r"|tile/(?:[0-7]|entries)/(?:x[0-9]{3}/){0,2}[0-9]{3}(?:\.p/[1-9][0-9]{0,2})?)\Z"
)


def belongs(name: str) -> bool:
    """Return whether an archive may contain a member of this name."""
    return name in ALWAYS or name in SOMETIMES or _NUMBERED.match(name) is not None


def name_fault(name: str) -> str | None:
    """Return what is wrong with the name of a member; None if an archive may contain it."""
    if belongs(name):
        return None
    if name.startswith("/"):
        return "has an absolute path"
    if "\\" in name:
        return "has a backslash in its name"
    if re.match(r"[A-Za-z]:", name):
        return "has a drive letter in its name"
    if ".." in name.split("/"):
        return "leads outside the archive"
    return "does not belong in an archive"


def sums(members: Mapping[str, bytes]) -> bytes:
    """Return the text that `sha256sum --check` reads, with all members but itself."""
    listed = (name for name in sorted(members) if name != SUMS)
    return "".join(f"{sha256(members[name]).hexdigest()}  {name}\n" for name in listed).encode()


def listed(told: bytes) -> dict[str, str]:
    """Return what a `SHA256SUMS` text gives for each name; lines of another form are ignored.

    The text comes from a folder, so it may say anything.
    """
    lines = (line.partition("  ") for line in told.decode("utf-8", "replace").split("\n"))
    return {name: digest for digest, _, name in lines if name}


def faults(members: Mapping[str, bytes]) -> Iterator[str]:
    """Yield the members that are missing, and those that do not match the list of SHA-256 sums."""
    missing = [name for name in sorted(ALWAYS) if name not in members]
    yield from (f"{name} is missing." for name in missing)
    if SUMS in missing or members[SUMS] == sums(members):
        return
    said = members[SUMS].decode("utf-8", "replace").split("\n")
    unlike = [line[66:] for line in sums(members).decode().splitlines() if line not in said]
    yield from (f"{name} does not match its line in {SUMS}." for name in unlike)
    if not unlike:
        yield f"{SUMS} must list every member of the archive, in order, and nothing else."


_LOCAL, _CENTRAL, _END = (
    struct.Struct(form) for form in ("<4sHHHHHIIIHH", "<4sHHHHHHIIIHHHHHII", "<4sHHHHIIH")
)
_NEEDS, _MADE_BY = 10, (3 << 8) | 20
_DATE = 0x21  # 1 January 1980, at midnight: a zip knows no earlier day.
_PLAIN = 0o100644 << 16
_OTHER = (
    "it was damaged, or packed again by another program, so its bytes are not those that were "
    "sealed"
)


class _Listed(NamedTuple):
    """The fields of a record in the list at the end of a zip that differ from member to member."""

    name: str
    crc: int
    size: int
    offset: int


def packed(members: Mapping[str, bytes]) -> bytes:
    """Return these files as one archive."""
    files, listed = [], []
    offset = 0
    for name, data in sorted(members.items()):
        assert name_fault(name) is None, name
        local = _local(name, zlib.crc32(data), len(data))
        listed.append(_central(_Listed(name, zlib.crc32(data), len(data), offset)))
        files += [local, data]
        offset += len(local) + len(data)
    ending = b"".join(listed)
    end = _END.pack(b"PK\5\6", 0, 0, len(listed), len(listed), len(ending), offset, 0)
    return b"".join((*files, ending, end))


GZIP = b"\x1f\x8b"
"""The bytes that a gzip begins with (RFC 1952 §2.3.1)."""


def compressed(data: bytes) -> bytes:
    """Return an archive with a gzip around it that has no name and no date."""
    return gzip.compress(data, mtime=0)


def _sealed(data: bytes) -> bytes:
    """Return an archive as it was sealed, without a gzip around it; raise ValueError."""
    if not data.startswith(GZIP):
        return data
    reader = zlib.decompressobj(wbits=31)
    try:
        found = reader.decompress(data, LARGEST + 1)
    except zlib.error:
        raise _DamagedError("its gzip wrapper is damaged") from None
    _insist(len(found) <= LARGEST, f"it is larger than {LARGEST:,} bytes once unpacked")
    if not reader.eof:
        raise _DamagedError("its gzip wrapper is cut short")
    _insist(not reader.unused_data, "data was added after its gzip wrapper")
    return found


_GET = "Get a new copy from the people who made the archive, and do not change it."


class _DamagedError(ValueError):
    """An archive whose bytes have changed, or are missing: what is wrong with it."""


def unpacked(data: bytes, where: str = "the archive") -> dict[str, bytes]:
    """Return the members of an archive; raise Unreadable with what is wrong with it.

    Nothing in the file is trusted: not its lengths, not its names, not its checksums.
    """
    if data.startswith(BACKUP):
        raise Unreadable(f"{where} is a backup, not an archive.", where=where, hint=RESTORE)
    try:
        data = _sealed(data)
        members = _unpacked(data)
    except _DamagedError as fault:
        raise Damaged(f"{where}: {fault}.", where=where, hint=_GET) from None
    except ValueError as fault:
        _insist_form(data[:_LETTER], where)  # Another form may be another kind of zip altogether.
        raise Unreadable(
            f"{where} is not an archive from roundbook: {fault}.",
            where=where,
            hint=_GET,
        ) from None
    _insist_form(members.get(README, b""), where)
    return members


def _insist_form(letter: bytes, where: str) -> None:
    """Raise OtherVersion if the letter in an archive gives another form than ours."""
    found = _FORM.search(letter)
    insist_version(int(found[1]) if found else None, FORM, where, where)


def _unpacked(data: bytes) -> dict[str, bytes]:
    """Return the members; raise ValueError with a part of a sentence."""
    _insist(len(data) <= LARGEST, f"it is larger than {LARGEST:,} bytes")
    count, begins = _end(data)
    at = begins
    members: dict[str, bytes] = {}
    offset, last = 0, ""
    for number in range(1, count + 1):
        listed, at = _read(data, at, number)
        _insist(listed.name not in members, f"{listed.name} is in it twice")
        _insist(last < listed.name, f"{listed.name} is out of order")
        _insist(
            listed.offset == offset, f"{listed.name} does not begin where the previous file ends"
        )
        local = _local(listed.name, listed.crc, listed.size)
        begin, offset = offset + len(local), offset + len(local) + listed.size
        content = data[begin:offset]
        said = f"{listed.name} does not match its entry in the list"
        _insist(data[begin - len(local) : begin] == local, said)
        if zlib.crc32(content) != listed.crc:
            raise _DamagedError(f"{listed.name} is damaged: its checksum does not match")
        members[listed.name], last = content, listed.name
    _insist(len(data) - _END.size == at, "the length of its list of files is wrong")
    _insist(begins == offset, "there is extra data between its files and the list of files")
    return members


def _end(data: bytes) -> tuple[int, int]:
    """Return the number of members and the place where the list of them begins."""
    cut = "its end is missing, or data was added after it"
    ends = len(data) >= _END.size and data[-_END.size : 4 - _END.size] == b"PK\5\6"
    if not ends and data.startswith(b"PK\3\4"):
        raise _DamagedError(cut)
    _insist(ends, cut)
    _, disk, first, here, count, size, begin, comment = _END.unpack(data[-_END.size :])
    _insist(comment == 0, cut)
    large = 0xFFFF in {here, count} or 0xFFFFFFFF in {size, begin}
    _insist(not large, "it uses zip64, which archives made by roundbook never do")
    _insist(
        (disk, first, here) == (0, 0, count), "it was damaged, or is one part of a split archive"
    )
    _insist(count <= MOST, f"it contains {count:,} files; at most {MOST:,} can be read")
    _insist(begin + size + _END.size == len(data), "its list of files is in the wrong place")
    return count, begin


def _read(data: bytes, at: int, number: int) -> tuple[_Listed, int]:
    """Return record `number` of the list, and the place where the next one begins."""
    broken = f"entry {number} in its list of files is damaged"
    _insist(at + _CENTRAL.size <= len(data) - _END.size, broken)
    fields = _CENTRAL.unpack_from(data, at)
    _insist(fields[0] == b"PK\1\2", broken)
    length, more = fields[10], fields[11] + fields[12]
    begin = at + _CENTRAL.size
    behind = begin + length + more
    _insist(behind <= len(data) - _END.size, broken)
    raw = data[begin : begin + length].decode("latin-1")
    name = shown(raw)
    _insist(not fields[3] & 0x41, f"{name} was damaged, or is encrypted")
    _insist(fields[4] == 0, _OTHER)
    kind = fields[15] >> 28
    _insist(kind != 0o12, f"{name} is a link")
    _insist(kind != 0o4 and not raw.endswith("/"), f"{name} is a folder")
    fault = name_fault(raw)
    _insist(fault is None, f"{name} {fault}")
    _insist(
        0xFFFFFFFF not in fields[8:10],
        (f"{name} uses zip64, which archives made by roundbook never do"),
    )
    _insist(fields[8] == fields[9], f"{name} has two different lengths")
    found = _Listed(raw, fields[7], fields[9], fields[16])
    _insist(data[at:behind] == _central(found), _OTHER)
    return found, behind


def shown(name: str) -> str:
    """Return the name of a member with every unprintable character replaced, shortened."""
    safe = "".join(c if " " <= c <= "~" else "?" for c in name)
    return safe if len(safe) <= 80 else f"{safe[:80]}…"


def _local(name: str, crc: int, size: int) -> bytes:
    head = _LOCAL.pack(b"PK\3\4", _NEEDS, 0, 0, 0, _DATE, crc, size, size, len(name), 0)
    return head + name.encode("ascii")


def _central(one: _Listed) -> bytes:
    fixed = (b"PK\1\2", _MADE_BY, _NEEDS, 0, 0, 0, _DATE)
    own = (one.crc, one.size, one.size, len(one.name), 0, 0, 0, 0, _PLAIN, one.offset)
    return _CENTRAL.pack(*fixed, *own) + one.name.encode("ascii")


def _insist(holds: bool, fault: str) -> None:  # noqa: FBT001 - read as a word: insist that.
    if not holds:
        raise ValueError(fault)
