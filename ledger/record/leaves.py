"""The hash of a line, by which the next line names it and the tree holds it (RFC 6962 §2.1).

33 bytes are 44 digits of base64: with a byte behind each hash many are written in one go.
"""

import base64
import hashlib
from collections.abc import Iterable


def leaf_hash(line: bytes) -> str:
    """Return the leaf hash of a line without its LF, in unpadded base64url."""
    return written(leaves_of((line,)))[0]


def leaves_of(lines: Iterable[bytes]) -> list[bytes]:
    """Return the hash of each of these lines, 32 bytes each: SHA-256 of 0x00 and the line."""
    sha256 = hashlib.sha256
    return [sha256(b"\x00" + line).digest() for line in lines]


def written(leaves: Iterable[bytes]) -> list[str]:
    """Return these hashes, 32 bytes each, as lines name them: in unpadded base64url."""
    digits = base64.urlsafe_b64encode(b"\x00".join([*leaves, b""])).decode()
    return [digits[at : at + 43] for at in range(0, len(digits), 44)]


START = base64.urlsafe_b64encode(hashlib.sha256(b"").digest()).rstrip(b"=").decode()
"""What the first line names as the line before it: SHA-256 of nothing."""
