"""What a `.tdf` file says officially: final places, who did not finish, seeds, bracket."""

from msgspec import Struct

from ledger.importers.tdf.players import numbers
from ledger.importers.tdf.shapes import DIVISIONS, TdfFile
from ledger.terms import Division, PlayerId


class OfficialPlaces(Struct, frozen=True, kw_only=True):
    """What the program that wrote the file made of it, to be compared with our own answers.

    `places` are by division, the first place first; a division nobody finished in is absent.
    `unfinished` are listed without a place. `seeds` and `orders` are each player's seed in the cut
    and position in the bracket.
    """

    places: dict[Division, tuple[tuple[PlayerId, int], ...]]
    unfinished: dict[Division, tuple[PlayerId, ...]]
    seeds: dict[PlayerId, int]
    orders: dict[PlayerId, int]


def official(file: TdfFile) -> OfficialPlaces:
    """Return the official places and seeds of a file; empty where it has none."""
    number = numbers(file)
    places: dict[Division, tuple[tuple[PlayerId, int], ...]] = {}
    unfinished: dict[Division, tuple[PlayerId, ...]] = {}
    for pod in (pod for pod in file.standings or () if pod.players):
        own = DIVISIONS[pod.category]
        division = own[0] if len(own) == 1 else Division.OPEN
        if pod.type == "dnf":
            unfinished[division] = tuple(number[row.id] for row in pod.players)
        else:
            placed = sorted((row.place or 0, number[row.id]) for row in pod.players)
            places[division] = tuple((player, place) for place, player in placed)
    return OfficialPlaces(
        places=places,
        unfinished=unfinished,
        seeds={number[row.userid]: row.seed for row in file.players if row.seed is not None},
        orders={number[row.userid]: row.order for row in file.players if row.order is not None},
    )
