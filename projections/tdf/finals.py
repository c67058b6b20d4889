"""The end of a file: the final places, and the cuts that were offered and taken."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from ledger.terms import Division
from projections.bracket import bracket_of
from projections.overall import overall
from projections.standings import Standing, standings
from projections.tdf.account import ALL_TOGETHER, Account
from projections.tdf.elements import SPACED, Element, described, empty, text, within

VIDEO_GAME = "VIDEO_GAME"
LISTS = {2: Division.MASTERS, 1: Division.SENIOR, 0: Division.JUNIOR}
"""The divisions by category, in the order in which they are listed."""

_OFFERED = {True: ((9, 2), (9, 4), (17, 8)), False: ((9, 4), (21, 8))}
"""From how many players on a size of cut is offered; a video game offers two as well."""


def lists(account: Account) -> dict[int, Division]:
    """Return what has places of its own, by category; a bracket of all ages has one list."""
    if account.rules.divisions and not account.pure:
        return LISTS
    one = account.undivided if account.undivided in LISTS else ALL_TOGETHER
    return {one: Division.OPEN}


def final_places(account: Account) -> Element:
    """Return who finished where, and who did not, list by list."""
    together = Division.OPEN in lists(account).values()
    placed = overall(account.t, account.rules) if together else standings(account.t, account.rules)
    return within("standings", *_places(account, placed))


def _places(account: Account, placed: Sequence[Standing]) -> Iterator[Element]:
    """Yield the lists. Players who share a place stand in the order of the file."""
    for category, division in lists(account).items():
        here = [one for one in placed if division in {Division.OPEN, one.division}]
        own = [one.player for one in here if one.place is not None]
        out = [one.player for one in here if one.place is None]
        finished = [
            empty("player", SPACED, player, id=account.people[player].userid, place=place)
            for place, player in enumerate(own, start=1)
        ]
        names = {one: (account.people[one].lastname, account.people[one].firstname) for one in out}
        unplaced = [
            empty("player", SPACED, player, id=account.people[player].userid)
            for player in sorted(out, key=lambda one: names[one])
        ]
        for kind, rows in (("finished", finished), ("dnf", unplaced)):
            key = f"{category} {kind}"
            found = Element("pod", (), tuple(rows), key=key, whole=True)
            yield described(found, category=category, type=kind)


def options(account: Account) -> Element:
    """Return the cut of each division: what was offered by its size, and what was taken."""
    rows = (_cut(account, *row) for row in lists(account).items()) if account.pods() else ()
    return within("finalsoptions", *rows)


def _cut(account: Account, category: int, division: Division) -> Element:
    everybody = account.t.players.values()
    there = [one for one in everybody if division in {Division.OPEN, one.division}]
    starters = sum(player.losses == 0 and player.after != 0 for player in there)
    taken = cut_of(account, division)
    video = account.heading.gametype == VIDEO_GAME
    offered = [size for _, size in takewhile(lambda row: row[0] <= starters, _OFFERED[video])]
    sizes = sorted({0, *offered, taken})
    playoffs = account.t.playoffs
    paired = any(
        cut.division == division and pool in playoffs for pool, cut in account.t.cuts.items()
    )
    found = within(
        "categorycut",
        within("options", *(Element("value", text=str(size), key=str(size)) for size in sizes)),
        text("cut", taken),
        text("playercount", starters),
        text("paired3rd4th", paired),
        key=str(category),
    )
    return described(found, key=category)


def cut_of(account: Account, division: Division) -> int:
    """Return how many of a division play on: as the cut was made, or as it was announced."""
    made, announced = bracket_of(account.t, division), account.t.announcement
    if made:
        return len(made.seeds)
    return announced.cut.get(division, 0) if announced else 0
