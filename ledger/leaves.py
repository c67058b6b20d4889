"""The hash of a line, by which the next line names it and the tree holds it (RFC 6962 §2.1).

33 bytes are 44 digits of base64: with a byte behind each hash many are written or read in one go.
"""

import base64
import hashlib
from collections.abc import Iterable


def leaf_hash(line: bytes) -> str:
    """Return the leaf hash of a line without its LF, in unpadded base64url."""
    return leaf_hashes((line,))[0]


def leaf_hashes(lines: Iterable[bytes]) -> list[str]:
    """Return the leaf hash of each of these lines: SHA-256 of 0x00 and the line."""
    sha256 = hashlib.sha256
    hashes = b"".join([sha256(b"\x00" + line).digest() + b"\x00" for line in lines])
    digits = base64.urlsafe_b64encode(hashes).decode()
    return [digits[at : at + 43] for at in range(0, len(digits), 44)]


def leaves_of(names: Iterable[str]) -> list[bytes]:
    """Return the hashes, 32 bytes each, that these leaf hashes say in digits."""
    hashes = base64.urlsafe_b64decode("A".join([*names, ""]))
    return [hashes[at : at + 32] for at in range(0, len(hashes), 33)]


START = base64.urlsafe_b64encode(hashlib.sha256(b"").digest()).rstrip(b"=").decode()
"""What the first line names as the line before it: SHA-256 of nothing."""
