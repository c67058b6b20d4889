"""The pods of a file: their settings, their players, their rounds."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from ledger.state.queries import pool_of
from ledger.terms import Division, Pool
from projections.schedule import swiss_rounds
from projections.tdf.account import Account
from projections.tdf.elements import SPACED, Element, described, empty, text, within
from projections.tdf.rounds import played, rounds

if TYPE_CHECKING:
    from ledger.rulesets.tables import RoundsTable

PRERELEASE = "PRERELEASE"


def pods(account: Account) -> Element:
    """Return the pods, in the order in which they were formed."""
    return within("pods", *(_pod(account, pool) for pool in account.pods()))


def _pod(account: Account, pool: Pool) -> Element:
    number = account.category(pool)
    found = within(
        "pod",
        _data(account, pool),
        _subgroups(account, pool),
        rounds(account, pool),
        key=str(number),
    )
    return described(found, category=number, stage=_stage(account, pool))


def _stage(account: Account, pool: Pool) -> int:
    """Return 1 for a pod with a cut, 2 for a Prerelease that is over, else 0."""
    if account.brackets(pool):
        return 1
    return 2 if account.t.closed and account.heading.mode == PRERELEASE else 0


def _data(account: Account, pool: Pool) -> Element:
    announced = account.t.announcement
    playoff = (announced is not None and announced.third_place_playoff) or any(
        bracket in account.t.playoffs for bracket in account.brackets(pool)
    )
    more = additional_rounds(account, pool)
    heading = account.heading
    return within(
        "poddata",
        text("startingtable", _starting_table(account, pool)),
        text("playoff3rd4th", bool(playoff)),
        text("subgroupcount", max(len(account.swiss(pool)), 1)),
        *([text("additionalrounds", max(more or 0, 0))] if heading.since("1.80") else []),
        *([within("blockedranges")] if heading.since("1.84") else []),
    )


def _starting_table(account: Account, pool: Pool) -> int:
    """Return the first table of the pod's latest round; 1 before there is any."""
    tables = [[table for table, _, _ in one.matches] for one in played(account, pool)]
    return min(tables[-1], default=1) if tables else 1


def additional_rounds(account: Account, pool: Pool) -> int | None:
    """Return how many Swiss rounds a pod plays beyond the table's row; None where nobody knows."""
    opened = account.t.opened
    planned = account.planned(pool)
    if planned is None or opened is None or opened.rounds_table is None:
        return None
    seated = {player for one in account.t.rounds.values() for player in one.players()}
    sizes: dict[Division, int] = {}
    for player in account.members(pool):
        if player.id in seated or player.losses:
            sizes[player.division] = sizes.get(player.division, 0) + 1
    if not sizes:
        return None
    table = cast("RoundsTable", opened.rounds_table)
    return planned - swiss_rounds(sizes, table, account.rules).rounds


def _subgroups(account: Account, pool: Pool) -> Element:
    return within("subgroups", *_groups(account, pool))


def _groups(account: Account, pool: Pool) -> Iterator[Element]:
    """Yield the flights of a pod, or the one group that it is."""
    flights = account.swiss(pool) or (pool,)
    for number, flight in enumerate(flights, start=1):
        own = [
            player.id
            for player in account.members(pool)
            if len(flights) == 1 or pool_of(account.t, player) == flight
        ]
        seats = (empty("player", SPACED, one, userid=account.people[one].userid) for one in own)
        group = within("subgroup", within("players", *seats), key=str(number))
        yield described(group, number=number)
