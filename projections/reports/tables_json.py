"""Rows for programs: rates as exact fractions and as they are printed, nothing as a float."""

from collections.abc import Mapping, Sequence

import msgspec

from ledger.state.tournament import Tournament
from projections.reports.rows import Row

_encoder = msgspec.json.Encoder(enc_hook=str)


def array(rows: Sequence[Row]) -> bytes:
    """Return rows as an array of objects, as an archive holds them."""
    return msgspec.json.format(_encoder.encode(rows), indent=1) + b"\n"


def bytes_of(
    t: Tournament, tables: Mapping[str, Sequence[Row]], remarks: Sequence[str] = ()
) -> bytes:
    """Return tables by name, of which tournament and entry they are, and what is remarked."""
    opened = t.opened
    about = {
        "tournament": opened.name if opened else None,
        "id": opened.tournament if opened else None,
        "start": opened.start if opened else None,
        "edition": opened.edition if opened else None,
        "entry": t.seq,
        "closed": t.closed is not None,
        "remarks": remarks,
    }
    return msgspec.json.format(_encoder.encode({**about, **tables}), indent=1) + b"\n"
