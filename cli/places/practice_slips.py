"""The slips of an exercise, kept next to its ledger: the results that should be entered."""

import msgspec
from msgspec import Struct

from roundbook.cli.places.layout import EXERCISE
from roundbook.cli.places.members import Anywhere, at
from roundbook.ledger.errors import UNDECODABLE, Refused, Unreadable, advice, do
from roundbook.ledger.terms import MatchId, Result
from roundbook.ledger.text import reason


class ExerciseSlip(Struct, frozen=True, forbid_unknown_fields=True):
    """The result that both players of a match signed."""

    match: MatchId
    result: Result


def keep(folder: Anywhere, slips: dict[MatchId, Result]) -> None:
    """Write the slips into the folder of an exercise. Raises Unreadable."""
    data = msgspec.json.encode([ExerciseSlip(match, result) for match, result in slips.items()])
    at(folder).write(EXERCISE, msgspec.json.format(data, indent=1) + b"\n")


def read(folder: Anywhere) -> dict[MatchId, Result]:
    """Return the slips of an exercise. Raises Refused if it is not an exercise, and Unreadable."""
    if not at(folder).has(EXERCISE):
        msg = f"{folder} is not an exercise: there is no {EXERCISE} in it."
        raise Refused(msg, hint=advice("Make one: {}.", do("practise", "SOURCE", "DIR")))
    try:
        slips = msgspec.json.decode(at(folder).read(EXERCISE), type=list[ExerciseSlip])
    except UNDECODABLE as error:
        path = at(folder).where(EXERCISE)
        msg = f"{path} cannot be read: {reason(error)}."
        raise Unreadable(msg, where=path, hint="Make the exercise again.") from error
    return {slip.match: slip.result for slip in slips}
