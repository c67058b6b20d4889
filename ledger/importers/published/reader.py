"""Recognises the format of a published file by its content, and reads it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from pydantic import ValidationError

from roundbook.ledger.errors import UnknownFormat
from roundbook.ledger.importers.json_text import decoded, in_words
from roundbook.ledger.importers.published.players import of_divisions, of_limitless, of_standings
from roundbook.ledger.importers.published.published_event import Published, of_ours, wrong
from roundbook.ledger.importers.published.results import of_games, of_melee

MAX_BYTES = 32_000_000
"""The longest file, in bytes."""


class Form(NamedTuple):
    """A format in JSON: how it is recognised, and how it is read."""

    is_one: Callable[[Any], bool]
    read: Callable[[Any], Published]


def _keys(found: Any) -> set[str]:
    return set(found) if isinstance(found, dict) else set()


def _first(found: Any) -> set[str]:
    return _keys(found[0]) if isinstance(found, list) and found else set()


FORMS = (
    Form(lambda found: "tournament_data" in _keys(found), of_divisions),
    Form(
        lambda found: {"name", "rounds"} <= _first(found) or "data" in _first(found),
        lambda found: of_divisions({"tournament_data": found}),
    ),
    Form(lambda found: "placing" in _first(found), of_limitless),
    Form(lambda found: {"Tournament", "Rounds"} <= _keys(found), of_melee),
    Form(lambda found: "rounds" in _keys(found), of_games),
    Form(lambda found: "players" in _keys(found), of_standings),
)
"""The formats in JSON; the first that fits is used."""


def _is_ours(found: Any) -> bool:
    """Tell whether it is an answer, an export or a table of an archive of roundbook."""
    told = found.get("tournament") if isinstance(found, dict) else None
    if "as_of" in _keys(found) | _keys(told):
        return True
    return "decided_by" in _first(found) or {"pool", "first_name"} <= _first(found)


def is_json(data: bytes) -> bool:
    """Return whether a file is meant to be JSON: it begins with a brace or a bracket."""
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in {b"{", b"["}


def read_published(data: bytes) -> Published:
    """Read a published event in JSON. Raises Unreadable with one sentence."""
    if len(data) > MAX_BYTES:
        raise wrong(f"it has {len(data):,} bytes; at most {MAX_BYTES:,} can be read")
    try:
        found = decoded(data.removeprefix(b"\xef\xbb\xbf"), infinite=True)
    except ValueError as mistake:
        raise wrong(str(mistake)) from None
    if b'"corpScore"' in data or b'"runnerScore"' in data:
        raise wrong(
            "it is from NRTM or Cobra, for Netrunner, where a match has two games with different "
            "sides; roundbook has no rules for it"
        )
    if _is_ours(found):
        raise of_ours()
    form = next((one for one in FORMS if one.is_one(found)), None)
    if form is None:
        unknown = wrong(
            "its JSON is not in a format that roundbook can read; it reads "
            "`rounds` with matches, `players` with rounds, `tournament_data`, an export from "
            "Melee, or standings from Limitless"
        )
        raise UnknownFormat.of(unknown)
    try:
        return form.read(found)
    except ValidationError as mistakes:
        raise wrong(in_words(mistakes.errors()[0], "the file")) from None
