"""The whole .tdf document: the root, the event, the pods, the players and the final places."""

from collections import Counter
from collections.abc import Iterator
from itertools import count, takewhile

from msgspec.structs import replace

from roundbook.ledger.events.catalogue import TournamentOpened
from roundbook.ledger.events.decks import Format
from roundbook.ledger.rulesets.tables import of_video_game
from roundbook.ledger.state.pools import pool_of
from roundbook.ledger.state.rounds import all_lost
from roundbook.ledger.state.tournament import Player
from roundbook.ledger.terms import Division, PlayerId, Pool, Style
from roundbook.projections.bracket.bracket import bracket_of, brackets, positions
from roundbook.projections.rounds_by_attendance import swiss_rounds
from roundbook.projections.standings.standings import overall, standings
from roundbook.projections.tdf.account import ALL_TOGETHER, Account, Heading
from roundbook.projections.tdf.elements import SPACED, TIGHT, Element, text, within
from roundbook.projections.tdf.event_times import day
from roundbook.projections.tdf.rounds import played, rounds

# The end of a file: the final places, and the cuts that were offered and made.

VIDEO_GAME = "VIDEO_GAME"
LISTS = {2: Division.MASTERS, 1: Division.SENIOR, 0: Division.JUNIOR}
"""The divisions by category, in the order in which they are listed."""

_OFFERED = {True: ((9, 2), (9, 4), (17, 8)), False: ((9, 4), (21, 8))}
"""For each size of cut, the number of players with which it is offered; video games offer two
too."""


def lists(account: Account) -> dict[int, Division]:
    """Return the lists of places, by category; a bracket of all divisions has one list."""
    if account.rules.divisions and not account.pure:
        return LISTS
    one = account.undivided if account.undivided in LISTS else ALL_TOGETHER
    return {one: Division.OPEN}


def _final_places(account: Account) -> Iterator[Element]:
    """Yield the players who finished, by place, and those who did not, list by list.

    Players who share a place are in the order of the file, except for two who are second because
    both lost the final: nobody is first (A-89).
    """
    lost = {player for cut in brackets(account.t) for player in all_lost(account.t, cut.pool)}
    together = Division.OPEN in lists(account).values()
    placed = (overall if together else standings)(account.t, account.rules)
    for category, division in lists(account).items():
        here = [one for one in placed if division in {Division.OPEN, one.division}]
        own = [one.player for one in here if one.place is not None]
        out = [one.player for one in here if one.place is None]
        ids = {one.player: account.people[one.player].userid for one in here}
        shared = {one.player: one.place for one in here if one.player in lost}
        finished = [
            within(
                "player",
                end=SPACED,
                about=player,
                id=ids[player],
                place=shared.get(player) or place,
            )
            for place, player in enumerate(own, start=1)
        ]
        names = {one: (account.people[one].lastname, account.people[one].firstname) for one in out}
        unplaced = [
            within("player", end=SPACED, about=player, id=ids[player])
            for player in sorted(out, key=lambda one: names[one])
        ]
        for kind, rows in (("finished", finished), ("dnf", unplaced)):
            about = f"{category} {kind}"
            yield within("pod", *rows, about=about, whole=True, category=category, type=kind)


def _cut(account: Account, category: int, division: Division) -> Element:
    """Return the cut of a division: the sizes offered, and the size made."""
    everybody = account.t.players.values()
    starters = sum(
        _present(player) for player in everybody if division in {Division.OPEN, player.division}
    )
    made, announced = bracket_of(account.t, division), account.t.announcement
    # As the cut was made, or as it was announced.
    taken = len(made.seeds) if made else announced.cut.get(division, 0) if announced else 0
    video = account.heading.gametype == VIDEO_GAME
    offered = [size for _, size in takewhile(lambda row: row[0] <= starters, _OFFERED[video])]
    sizes = sorted({0, *offered, taken})
    playoffs = account.t.playoffs
    paired = any(
        cut.division == division and pool in playoffs for pool, cut in account.t.cuts.items()
    )
    return within(
        "categorycut",
        within("options", *(Element("value", text=str(size), key=str(size)) for size in sizes)),
        text("cut", taken),
        text("playercount", starters),
        text("paired3rd4th", paired),
        about=category,
        key=category,
    )


# The pods of a file: their settings, their players, their rounds.

PRERELEASE = "PRERELEASE"


def _pod(account: Account, pool: Pool) -> Element:
    number = account.category(pool)
    over = account.t.closed and account.heading.mode == PRERELEASE
    return within(
        "pod",
        _data(account, pool),
        within("subgroups", *_groups(account, pool)),
        rounds(account, pool),
        about=number,
        category=number,
        stage=1 if account.brackets(pool) else 2 if over else 0,
    )


def _data(account: Account, pool: Pool) -> Element:
    playoff = account.t.announced_third_place or any(
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
    """Return the first table of the pod's latest round; 1 if there is none yet."""
    tables = [[table for table, _, _ in one.matches] for one in played(account, pool)]
    return min(tables[-1], default=1) if tables else 1


def additional_rounds(account: Account, pool: Pool) -> int | None:
    """Return how many more Swiss rounds a pod plays than its row; None if not known."""
    opened = account.t.opened
    planned = account.planned(pool)
    if planned is None or opened is None or opened.rounds_table is None:
        return None
    seated = {player for one in account.t.rounds.values() for player in one.players()}
    sizes = Counter(
        player.division for player in account.members(pool) if player.id in seated or player.losses
    )
    if not sizes:
        return None
    table = opened.rounds_table
    return planned - swiss_rounds(sizes, table, account.rules).rounds


def _groups(account: Account, pool: Pool) -> Iterator[Element]:
    """Yield the flights of a pod, or the pod as one group."""
    flights = account.swiss(pool) or (pool,)
    for number, flight in enumerate(flights, start=1):
        own = [
            player.id
            for player in account.members(pool)
            if len(flights) == 1 or pool_of(account.t, player) == flight
        ]
        seats = (
            within("player", end=SPACED, about=one, userid=account.people[one].userid)
            for one in own
        )
        yield within("subgroup", within("players", *seats), about=number, number=number)


# The players of a file: identity, start, late arrival, drop, and seed.

DROPPED, DISQUALIFIED = 1, 2


def _players(account: Account) -> Iterator[Element]:
    """Yield all players, in order of registration, with their seed and bracket position."""
    seeds: dict[PlayerId, int] = {}
    orders: dict[PlayerId, int] = {}
    for cut in brackets(account.t):
        seeds |= {player: seed for seed, player in enumerate(cut.seeds, start=1)}
        placed = enumerate(positions(cut.seeds), start=1)
        orders |= {player: position for position, player in placed if player}
    for one in account.t.players.values():
        yield _player(account, one, seeds, orders)


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
    return within("player", *found, about=player.id, userid=who.userid)


def awarded_from_the_start(account: Account, player: PlayerId) -> int:
    """Return in how many rounds from round 1 on, without a gap, a player has an awarded bye."""
    granted = account.t.awarded.get(player, ())
    return next(number for number in range(len(granted) + 1) if number + 1 not in granted)


def _started(account: Account, player: Player) -> bool:
    """Tell whether a player was present when round 1 of their pod was paired."""
    return _present(player) and _begun(account, player)


def _present(player: Player) -> bool:
    """Tell whether a player is present for round 1, and so counts as a starter.

    Readers count the `starter` flags and compare them with `playercount`: both come from this rule.
    """
    return not (player.late or player.lost_alone(1) or player.after == 0)


def _begun(account: Account, player: Player) -> bool:
    """Tell whether round 1 of a player's pod has been paired."""
    own = {*account.t.cuts} if account.pure else {pool_of(account.t, player)}
    return any(pool in own and number == 1 for pool, number in account.t.rounds)


def _late(account: Account, player: Player) -> Element:
    """Return the late arrival of a player: in the round after those that were lost.

    A player who was left out as absent and came back has missed those rounds, which is the same
    here.
    """
    lost = next(number for number in count() if not player.lost_alone(number + 1))
    return within(
        "late",
        text("round", lost + 1),
        text("timestamp", account.moments.late[player.id]),
        text("forcedloss", lost),
        text("usedforcedloss", lost),
    )


def _dropped(account: Account, player: Player) -> Iterator[Element]:
    """Yield the drop of a player, after the last round that counts.

    TOM lists a player who never came as dropped in round 1, without a match.
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
    return any(player.id in set(one.players()) for one in account.t.rounds.values())


# The root of a file: the event, and everything in it.

_MODES = {
    "tcg-two-day": "TCG2DAY",
    "vg": "VGCPREMIER",
    "tcg-single-day": "TCG1DAY",
    "tcg-swiss-only": "LEAGUECHALLENGE",
}
_SMALL = {"tcg-single-day", "vg"}

CHALLENGE, CUSTOM = "LEAGUECHALLENGE", "CUSTOM"


def tournament(account: Account) -> Element:
    """Return the tournament as an element, whatever its stage."""
    heading = account.heading
    cuts = (_cut(account, *row) for row in lists(account).items()) if account.pods() else ()
    return within(
        "tournament",
        _data_whole(account),
        text("timeelapsed", 0),
        within("players", *_players(account)),
        within("pods", *(_pod(account, pool) for pool in account.pods())),
        *([within("standings", *_final_places(account))] if account.t.closed else []),
        within("finalsoptions", *cuts),
        type=account.type,
        stage=account.stage,
        version=heading.version,
        gametype=heading.gametype,
        mode=heading.mode,
    )


def suggested(heading: Heading, opened: TournamentOpened) -> Heading:
    """Return a complete heading: the game and the mode follow from the rounds table and the format.

    A sealed deck or booster draft event without a cut is a Prerelease, whatever its table. Others
    follow from the table and the cut; without a table they are custom.
    """
    table = opened.rounds_table or ""
    return replace(
        heading,
        gametype=heading.gametype
        or ("VIDEO_GAME" if of_video_game(table) else "TRADING_CARD_GAME"),
        mode=heading.mode or _mode(opened),
        roundtime=heading.roundtime or 0,
        finalsroundtime=heading.finalsroundtime or 0,
    )


def _mode(opened: TournamentOpened) -> str:
    table, cut = opened.rounds_table or "", opened.style is Style.SWISS_PLUS_CUT
    if opened.format in {Format.SEALED, Format.BOOSTER_DRAFT} and not cut:
        return PRERELEASE
    return CHALLENGE if table in _SMALL and not cut else _MODES.get(table, CUSTOM)


def why_mode(opened: TournamentOpened) -> str:
    """Return the kind of event that a suggested mode stands for, in words."""
    match _mode(opened):
        case "LEAGUECHALLENGE" if opened.rounds_table in _SMALL:
            pure = opened.style is Style.SINGLE_ELIMINATION
            return "a day of single elimination" if pure else "a day without a cut"
        case "PRERELEASE":
            return "a limited event without a cut"
        case "CUSTOM" if opened.rounds_table:
            return f"the rounds table {opened.rounds_table}, for which TOM has no mode"
        case "CUSTOM":
            return "an event without a rounds table"
        case _:
            return f"the rounds table {opened.rounds_table}"


def _data_whole(account: Account) -> Element:
    heading, opened = account.heading, account.t.opened
    assert opened is not None, "the tournament must have been opened"
    return within(
        "data",
        text("name", opened.name),
        text("id", heading.sanction or opened.sanction or ""),
        text("city", heading.city),
        text("state", heading.state),
        text("country", heading.country),
        text("roundtime", heading.roundtime),
        text("finalsroundtime", heading.finalsroundtime),
        within("organizer", end=TIGHT, popid=heading.popid, name=heading.organizer),
        text("startdate", day(opened.start)),
        text("lessswiss", one_less(account)),
        text("autotablenumber", value=True),
        text("overflowtablestart", 0),
    )


def one_less(account: Account) -> bool:
    """Tell whether every pod plays one Swiss round fewer than the table gives."""
    more = [additional_rounds(account, pool) for pool in account.pods()]
    return bool(more) and all(number == -1 for number in more)
