"""The players of a file: who they are, whether they started, came late or left, and their seeds."""

from collections.abc import Iterator

from ledger.state.queries import pool_of
from ledger.state.tournament import Player
from ledger.terms import PlayerId
from projections.bracket import brackets, positions
from projections.tdf.account import Account
from projections.tdf.elements import Element, described, text, within

DROPPED, DISQUALIFIED = 1, 2


def players(account: Account) -> Element:
    """Return everybody, in order of registration."""
    seeds, orders = _seeds(account)
    return within(
        "players", *(_player(account, one, seeds, orders) for one in account.t.players.values())
    )


def _seeds(account: Account) -> tuple[dict[PlayerId, int], dict[PlayerId, int]]:
    """Return everybody's seed in the cut, and position in the bracket."""
    seeds: dict[PlayerId, int] = {}
    orders: dict[PlayerId, int] = {}
    for cut in brackets(account.t):
        seeds |= {player: seed for seed, player in enumerate(cut.seeds, start=1)}
        placed = enumerate(positions(cut.seeds), start=1)
        orders |= {player: position for position, player in placed if player}
    return seeds, orders


def _player(
    account: Account, player: Player, seeds: dict[PlayerId, int], orders: dict[PlayerId, int]
) -> Element:
    who, times = account.people[player.id], account.moments
    created = times.registered[player.id]
    byes = awarded_from_the_start(account, player.id)
    found = [
        text("firstname", who.firstname),
        text("lastname", who.lastname),
        text("birthdate", who.birthdate),
        *([text("starter", value=True)] if _started(account, player) else []),
        *([text("order", orders[player.id])] if player.id in orders else []),
        *([text("seed", seeds[player.id])] if player.id in seeds else []),
        *([text("byes", byes)] if byes else []),
        *([_late(account, player)] if player.late else []),
        *_dropped(account, player),
        text("creationdate", created),
        text("lastmodifieddate", times.amended.get(player.id, created)),
    ]
    return described(within("player", *found, key=player.id), userid=who.userid)


def awarded_from_the_start(account: Account, player: PlayerId) -> int:
    """Return in how many rounds a player has an awarded bye, from the first without a gap."""
    granted = account.t.awarded.get(player, ())
    return next(number for number in range(len(granted) + 1) if number + 1 not in granted)


def _started(account: Account, player: Player) -> bool:
    """Tell whether a player was there when round 1 of the own pod was paired."""
    return not (player.late or player.losses or player.after == 0) and _begun(account, player)


def _begun(account: Account, player: Player) -> bool:
    """Tell whether round 1 of a player's pod is paired."""
    own = {*account.t.cuts} if account.pure else {pool_of(account.t, player)}
    return any(pool in own and number == 1 for pool, number in account.t.rounds)


def _late(account: Account, player: Player) -> Element:
    """Return that a player came late: in the round after those that were lost."""
    return within(
        "late",
        text("round", player.losses + 1),
        text("timestamp", account.moments.late[player.id]),
        text("forcedloss", player.losses),
        text("usedforcedloss", player.losses),
    )


def _dropped(account: Account, player: Player) -> Iterator[Element]:
    """Yield that a player has left, after the last round that counts.

    The program lists somebody who never came as dropped in round 1, without a match.
    """
    if player.after is None or (player.id in account.absent and _begun(account, player)):
        return
    yield within(
        "dropped",
        text("status", DISQUALIFIED if player.disqualified else DROPPED),
        text("round", player.after or int(not (player.losses or _seated(account, player)))),
        text("timestamp", account.moments.left[player.id]),
    )


def _seated(account: Account, player: Player) -> bool:
    """Tell whether a player stands in any round."""
    return any(player.id in set(one.players()) for one in account.t.rounds.values())
