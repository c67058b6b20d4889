"""Bytes of a text that somebody saved somewhere: in which encoding they are, and what they say."""

import codecs
from typing import NamedTuple

from ledger.importers.sources import MAX_BYTES, Source

UTF_8, UTF_16, WINDOWS = "UTF-8", "UTF-16", "Windows-1252"


class Text(NamedTuple):
    """A text, and the encoding that its bytes were taken for."""

    text: str
    encoding: str


def decoded(data: bytes, source: Source) -> Text:
    """Return the text of a list. Raises Unreadable, naming the line.

    It is UTF-8, or UTF-16 where it is marked or every other byte of its beginning is empty. What is
    neither is taken for Windows-1252, as older spreadsheets save it; where that is a guess, whoever
    reads the list has to be told.
    """
    if len(data) > MAX_BYTES:
        raise source.empty(
            f"has {len(data):,} bytes; a list of {source.what} has at most {MAX_BYTES:,}."
        )
    if encoding := _sixteen(data):
        return Text(_strictly(data, encoding, UTF_16, source), UTF_16)
    try:
        return Text(data.decode("utf-8-sig"), UTF_8)
    except UnicodeDecodeError:
        return Text(_strictly(data, "cp1252", WINDOWS, source), WINDOWS)


def _sixteen(data: bytes) -> str | None:
    """Return by which name UTF-16 is decoded, or None if this is another encoding."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    begin = data[:64]
    if len(begin) >= 4 and len(begin) % 2 == 0:
        if not any(begin[1::2]) and all(begin[0::2]):
            return "utf-16-le"
        if not any(begin[0::2]) and all(begin[1::2]):
            return "utf-16-be"
    return None


def _strictly(data: bytes, encoding: str, called: str, source: Source) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding, "replace").count("\n") + 1
        also = "it is not UTF-8 text" if called == WINDOWS else f"it is no {called} text"
        raise source.wrong(line, f"{also}; save the list as UTF-8") from None
