"""Ed25519 keys as signed notes name them: a name, four bytes of hash, and the key (C2SP).

A verification key is written `name+7c56e524+AbC…`: that text is public, and can be printed. What
signs is a seed of 32 bytes, which never leaves the user's own folder.
"""

import base64
import hashlib
import re
from typing import NamedTuple, Self

ED25519, COSIGNATURE = 1, 4
"""What a key signs: notes, or cosignatures with a time."""

_NAME = re.compile(r"[^\s+\x00-\x1f\x7f]{1,200}\Z")


class Vkey(NamedTuple):
    """Whose signature this is: a name, the kind of signature, and 32 bytes that check it."""

    name: str
    kind: int
    key: bytes

    @property
    def id(self) -> bytes:
        """The four bytes that lead every signature of this key."""
        typed = self.name.encode() + b"\n" + bytes([self.kind]) + self.key
        return hashlib.sha256(typed).digest()[:4]

    def __str__(self) -> str:
        """Return the key as it is published."""
        typed = base64.b64encode(bytes([self.kind]) + self.key).decode()
        return f"{self.name}+{self.id.hex()}+{typed}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a published key; raises ValueError with a sentence."""
        name, _, rest = text.strip().partition("+")
        said, _, typed = rest.partition("+")
        try:
            data = base64.b64decode(typed, validate=True)
        except ValueError:
            data = b""
        if not _NAME.match(name) or len(data) != 33 or data[0] not in {ED25519, COSIGNATURE}:
            msg = f"{text[:60]!r} is no key; one is written name+12345678+base64, for Ed25519."
            raise ValueError(msg)
        found = cls(name, data[0], data[1:])
        if str(found) != text.strip():
            msg = f"the key of {name} does not agree with its own number {said[:20]!r}."
            raise ValueError(msg)
        return found


def public_key(seed: bytes) -> bytes:
    """Return the 32 public bytes of a seed of 32 bytes."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def vkey_of(name: str, seed: bytes, kind: int = ED25519) -> Vkey:
    """Return the public key of a seed under a name; raises ValueError if that can be none."""
    if not _NAME.match(name):
        msg = f"{name[:60]!r} cannot name a key: no spaces, no plus, at most 200 characters."
        raise ValueError(msg)
    return Vkey(name, kind, public_key(seed))


def sign(seed: bytes, message: bytes) -> bytes:
    """Return the 64 bytes of an Ed25519 signature."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed).sign(message)


def signed_by(key: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether a message was signed with the seed behind a public key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
