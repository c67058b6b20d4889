"""Signed notes: a readable text with its signatures below (C2SP signed-note)."""

import base64
import hashlib
import re
from collections.abc import Iterable
from typing import NamedTuple, Self

from roundbook.ledger.errors import Unreadable

# Ed25519 keys as signed notes name them: a name, four bytes of hash, and the key (C2SP). A
# verification key is written `name+7c56e524+AbC…`: it is public, and can be printed. The secret is
# a seed of 32 bytes, which never leaves the user's own folder.

ED25519, COSIGNATURE = 1, 4
"""What a key signs: notes, or cosignatures with a time."""

CODE_LENGTH = 30
"""How many digits the code of a key has."""

_NAME = re.compile(r"[^\s+\x00-\x1f\x7f]{1,200}\Z")


def in_groups(digits: str) -> str:
    """Return a code as people write it: groups of five digits."""
    return "-".join(digits[at : at + 5] for at in range(0, len(digits), 5))


class Vkey(NamedTuple):
    """A public key: its name, the kind of signature, and the 32 bytes that verify it."""

    name: str
    kind: int
    key: bytes

    @property
    def id(self) -> bytes:
        """The four bytes that every signature of this key begins with."""
        typed = self.name.encode() + b"\n" + bytes([self.kind]) + self.key
        return hashlib.sha256(typed).digest()[:4]

    def __str__(self) -> str:
        """Return the key as it is published."""
        typed = base64.b64encode(bytes([self.kind]) + self.key).decode()
        return f"{self.name}+{self.id.hex()}+{typed}"

    @property
    def short(self) -> str:
        """Return the short form by which sentences name a key: its name and the four bytes."""
        return f"{self.name}+{self.id.hex()}"

    @property
    def code(self) -> str:
        """Return the code by which people compare keys: thirty digits, in groups of five.

        Digits can be read aloud in every language. It is of the key alone, without the name, so it
        is the same for all tournaments of an organiser. Thirty digits are more than 99 bits: nobody
        can search for another key with the same code, as they can for the four bytes of `short`.
        """
        number = int.from_bytes(hashlib.sha256(bytes([self.kind]) + self.key).digest()[:16])
        return in_groups(f"{number % 10**CODE_LENGTH:0{CODE_LENGTH}}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a published key; raise ValueError with a sentence."""
        name, _, rest = text.strip().partition("+")
        said, _, typed = rest.partition("+")
        try:
            data = base64.b64decode(typed, validate=True)
        except ValueError:
            data = b""
        if not _NAME.match(name) or len(data) != 33 or data[0] not in {ED25519, COSIGNATURE}:
            msg = f"{text[:60]!r} is not a key; an Ed25519 key is written name+12345678+base64."
            raise ValueError(msg)
        found = cls(name, data[0], data[1:])
        # Written again it must be the same: this checks the number, and base64 can spell the same
        # bytes in several ways.
        if str(found) != text.strip():
            msg = f"the key of {name} does not match the number written in it, {said[:20]!r}."
            raise ValueError(msg)
        return found


def public_key(seed: bytes) -> bytes:
    """Return the 32 public bytes of a seed of 32 bytes."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def vkey_of(name: str, seed: bytes, kind: int = ED25519) -> Vkey:
    """Return the public key of a seed under a name; raise ValueError if the name is invalid."""
    if not _NAME.match(name):
        msg = (
            f"{name[:60]!r} is not a valid key name: use at most 200 characters, without "
            "spaces or plus signs."
        )
        raise ValueError(msg)
    return Vkey(name, kind, public_key(seed))


def sign(seed: bytes, message: bytes) -> bytes:
    """Return the 64 bytes of an Ed25519 signature."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed).sign(message)


def signed_by(key: bytes, signature: bytes, message: bytes) -> bool:
    """Return whether a message was signed with the seed of a public key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


MAX_NOTE = 65_535
"""The most bytes of a note; a real one has a few hundred."""

MOST = 100
"""The most signatures of a note; a real one has a handful."""

_LINE = re.compile(r"— ([^\s+\x00-\x1f\x7f]{1,200}) ([A-Za-z0-9+/]+={0,2})\Z")


class Signature(NamedTuple):
    """A line below the text: a name, the id of the key, and the signature."""

    name: str
    key_id: bytes
    blob: bytes

    def __str__(self) -> str:
        """Return the line, without its LF."""
        return f"— {self.name} {base64.b64encode(self.key_id + self.blob).decode()}"


class Note(NamedTuple):
    """A text that ends in LF, and its signatures, in order."""

    text: str
    signatures: tuple[Signature, ...]

    def to_bytes(self) -> bytes:
        """Return the note as it is stored and sent."""
        return "\n".join((self.text, *map(str, self.signatures), "")).encode()

    def with_more(self, more: Iterable[Signature]) -> "Note":
        """Return the note with signatures added; a new one replaces that of the same key."""
        fresh = tuple(more)
        keys = {(one.name, one.key_id) for one in fresh}
        kept = tuple(one for one in self.signatures if (one.name, one.key_id) not in keys)
        return Note(self.text, kept + fresh)


def read_note(data: bytes, where: str = "the note") -> Note:
    """Read a note; raise Unreadable if it is not one, naming `where`.

    The signatures are below the last empty line; nothing else is.
    """
    if len(data) > MAX_NOTE:
        raise _no_note(where, f"it has {len(data):,} bytes; at most {MAX_NOTE:,} can be read")
    try:
        whole = data.decode()
    except UnicodeDecodeError:
        raise _no_note(where, "it is not UTF-8") from None
    if any(ord(char) < 0x20 and char != "\n" for char in whole):
        raise _no_note(where, "it has control characters")
    text, gap, below = whole.rpartition("\n\n")
    lines = below.split("\n")
    if not gap or not text or lines.pop() != "" or not lines or len(lines) > MOST:
        raise _no_note(where, "it must end with an empty line and then its signatures")
    return Note(text + "\n", tuple(_signature(line, where) for line in lines))


def _signature(line: str, where: str) -> Signature:
    found = _LINE.match(line)
    try:
        blob = base64.b64decode(found[2], validate=True) if found else b""
    except ValueError:
        blob = b""
    signature = Signature(found[1], blob[:4], blob[4:]) if found else None
    # One spelling only, since base64 has several for the same bytes and a note is compared byte for
    # byte.
    if signature is None or len(blob) < 5 or str(signature) != line:
        raise _no_note(where, f"{line[:60]!r} is not a signature")
    return signature


def _no_note(where: str, why: str) -> Unreadable:
    return Unreadable(
        f"{where} is not a signed note: {why}.",
        where=where,
        hint="Get a new copy from its source; a note must be kept byte for byte.",
    )
