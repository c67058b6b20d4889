"""The slips of an exercise, kept beside its ledger: what should have been entered."""

from pathlib import Path

import msgspec
from msgspec import Struct

from ledger.errors import Refused, Unreadable
from ledger.ids import UNDECODABLE
from ledger.storage.disk import unwritten
from ledger.terms import MatchId, Result
from ledger.text import reason

FILE = "exercise.json"


class ExerciseSlip(Struct, frozen=True, forbid_unknown_fields=True):
    """What a match's two players have signed."""

    match: MatchId
    result: Result


def keep(folder: Path, slips: dict[MatchId, Result]) -> None:
    """Write the slips into the folder of an exercise. Raises Unreadable."""
    data = msgspec.json.encode([ExerciseSlip(match, result) for match, result in slips.items()])
    try:
        (folder / FILE).write_bytes(msgspec.json.format(data, indent=1) + b"\n")
    except OSError as error:
        raise unwritten(error, folder / FILE) from error


def read(folder: Path) -> dict[MatchId, Result]:
    """Return the slips of an exercise. Raises Refused if it is none, and Unreadable."""
    path = folder / FILE
    if not path.is_file():
        msg = f"{folder} is no exercise: there is no {FILE} in it."
        raise Refused(msg, hint="Make one: `roundbook practise SOURCE DIR`.")
    try:
        slips = msgspec.json.decode(path.read_bytes(), type=list[ExerciseSlip])
    except UNDECODABLE as error:
        msg = f"{path} cannot be read: {reason(error)}."
        raise Unreadable(msg, where=str(path), hint="Make the exercise again.") from error
    return {slip.match: slip.result for slip in slips}
