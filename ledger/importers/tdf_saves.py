"""Who is who through the saves of one event: a player keeps the number that a save gave first."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ledger.errors import Unreadable
from ledger.events import TournamentOpened
from ledger.importers.tdf_shapes import TdfFile
from ledger.people import Person
from ledger.terms import PlayerId


class Listed(NamedTuple):
    """A player as the saves have listed them: the number, and the person as written last."""

    player: PlayerId
    person: Person


def listed_by(
    people: Iterable[Person], before: Mapping[str, Listed], registered: int
) -> dict[str, Listed]:
    """Return everybody whom the saves have listed, by userid, after a save that lists `people`.

    Who is new takes the next numbers after the `registered` ones, in the order of the save.
    """
    found = dict(before)
    number = registered
    for person in people:
        known = found.get(person.id)
        if known is None:
            number += 1
        player = known.player if known else PlayerId(f"p{number}")
        found[person.id] = Listed(player, person)
    return found


def refuse_other_event(opened: TournamentOpened, file: TdfFile) -> None:
    """Raise Unreadable if a save is of another event than the ledger.

    Sanction numbers tell events apart; where one is missing, the name and the first day do.
    """
    data = file.data
    if opened.sanction and data.id:
        same = opened.sanction == data.id
    else:
        same = opened.name == data.name or opened.start == data.startdate
    if not same:
        whose = data.id if opened.sanction and data.id else data.name or "an event without a name"
        ours = opened.sanction if opened.sanction and data.id else opened.name
        raise Unreadable(
            f"this save is of another event: of {whose}, and the ledger is of {ours}.",
            where="tournament/data",
            hint="Follow it into another folder with --dir.",
        )
