"""Number and hash of the last line: what protects the end of a ledger, which no later line does."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from ledger.patterns import UNDECODABLE
from ledger.terms import MAX_INT, Commitment


class Head(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last line of a ledger: its leaf hash in unpadded base64url, and its number."""

    leaf: Commitment
    seq: Annotated[int, Meta(ge=1, le=MAX_INT)]

    def to_bytes(self) -> bytes:
        """Return the file `head`: canonical JSON and a LF."""
        return _encoder.encode(self) + b"\n"

    @classmethod
    def from_bytes(cls, data: bytes) -> "Head | None":
        """Read the file `head`; None if it is not exactly what `to_bytes` writes."""
        try:
            head = _decoder.decode(data)
        except UNDECODABLE:
            return None
        return head if head.to_bytes() == data else None


_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(Head)
