"""Files of other kinds that somebody takes for a tournament file: each is called what it is."""

from ledger.errors import Unreadable

_KINDS = {
    b"%PDF-": "a PDF",
    b"PK\x03\x04": "a workbook or an archive",
    bytes.fromhex("d0cf11e0a1b11ae1"): "a workbook of the old kind",
}
"""What they begin with."""


def refuse_other_kinds(data: bytes) -> None:
    """Refuse a file that says by how it begins what else it is. Raises Unreadable."""
    kind = next((kind for begin, kind in _KINDS.items() if data.startswith(begin)), None)
    if kind is not None:
        raise Unreadable(
            f"this is {kind}, and no tournament file.",
            where="line 1",
            hint="Take the .tdf file that TOM saved; a list of players goes to `register`.",
        )
