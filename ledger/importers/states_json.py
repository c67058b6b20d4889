"""States of a round in JSON, one per line, as a person or another program wrote them."""

import json
from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.importers.json_text import decoded, sentence
from roundbook.ledger.terms import MAX_INT
from roundbook.ledger.text import UNSAFE, short

MAX_BYTES = 64_000_000
"""The longest state, in bytes: some hundred thousand players with twenty opponents each."""

HINT = "docs/library.md shows a complete state."

Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^\S+$")]


class _Asked(BaseModel):
    """The base of both tables of a state: strict, with no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class StatePlayer(_Asked):
    """A player who is to be paired, or to have the bye."""

    id: Id
    points: Annotated[int, Field(ge=0, le=MAX_INT)]
    division: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    opponents: list[Id] = []
    had_bye: bool = False


class RoundState(_Asked):
    """A round to be paired: its players, and the key of the draw."""

    players: Annotated[list[StatePlayer], Field(min_length=1)]
    key: Annotated[str, Field(pattern=r"^(?:[0-9a-fA-F]{2}){1,64}$")]
    round: Annotated[int, Field(ge=1, le=999)] = 1
    rounds_planned: Annotated[int, Field(ge=1, le=999)] | None = None
    age_modified: bool = False


def read_state(line: bytes, where: str) -> RoundState:
    """Read one state. Raises Unreadable with one sentence that names `where` and the field."""
    if len(line) > MAX_BYTES:
        raise _unreadable(
            where, f"it has {len(line):,} bytes; a state can have at most {MAX_BYTES:,}"
        )
    try:
        state = RoundState.model_validate(_decoded(line, where))
    except ValidationError as mistakes:
        raise _unreadable(where, _sentence(mistakes)) from None
    for mistake in _contradictions(state):
        raise _unreadable(where, mistake)
    return state


def numbered(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not empty, with their numbers from 1."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield number, line


def is_json(text: bytes) -> bool:
    """Return whether a text by itself is JSON, such as one line of several."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _decoded(line: bytes, where: str) -> object:
    try:
        return decoded(line)
    except ValueError as mistake:
        raise _unreadable(where, str(mistake)) from None


def _contradictions(state: RoundState) -> Iterator[str]:
    """Yield contradictions between fields that each make sense."""
    seen: set[str] = set()
    for player in state.players:
        name = short(player.id)
        if player.id in seen:
            yield f"the player {name} appears twice"
        if UNSAFE.search(player.id):
            yield f"the id {name} contains control or text-direction characters"
        if player.id == "bye":
            yield "no player can have the id bye, which is used for the bye itself"
        if player.id in player.opponents:
            yield f"the player {name} is listed as their own opponent"
        if state.age_modified and player.division is None:
            yield f"the player {name} has no division, but the pairing is age-modified"
        seen.add(player.id)


def _sentence(mistakes: ValidationError) -> str:
    """Return the first mistake in words; a key has an even number of digits."""
    said = sentence(mistakes, "a state")
    if said == "a state must be an object":
        return "it is not a JSON object"
    if said == "key does not have the expected form":
        return "key must be bytes in hexadecimal: 2 to 128 digits, an even number of them"
    return said.replace("does not have the expected form", "must not contain spaces")


def _unreadable(where: str, what: str) -> Unreadable:
    return Unreadable(f"{where}: {what}.", where=where, hint=HINT)
