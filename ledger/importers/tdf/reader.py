"""Reads the bytes of an organiser's `.tdf` file, whole or not at all.

Known parts are read strictly; unknown parts stay in the original and are named in a warning; a
contradiction is refused with one sentence. Nothing is guessed.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.errors import UnknownFormat
from roundbook.ledger.importers.tdf.players import numbers
from roundbook.ledger.importers.tdf.shapes import (
    ALONE,
    DIVISIONS,
    ELIMINATION,
    GAMES,
    MODES,
    REGISTRATION,
    SWISS,
    VERSIONS,
    CategoryCut,
    CutOption,
    Data,
    Dropped,
    Late,
    MatchRow,
    Organizer,
    Outcome,
    PlaceRow,
    PlayerRow,
    PodData,
    PodRow,
    RoundRow,
    StandingsRow,
    Subgroup,
    TdfFile,
    TdfSeat,
)
from roundbook.ledger.importers.tdf.xml import (
    ANOTHER_SAVE,
    THIS_FILE,
    Node,
    Shape,
    Unread,
    each,
    fill,
    parse,
    refused,
    shown,
    unfit,
)
from roundbook.ledger.terms import Division, PlayerId

# Contradictions in a `.tdf` file; the first one is refused in words.

Contradictions = Iterator[tuple[Shape, str] | tuple[Shape, str, str]]
"""The element, what is wrong with it, and what to do if saving again is not enough."""


def _contradictions(file: TdfFile) -> Contradictions:
    """Yield the contradictions in a file; the first is enough."""
    known = {player.userid for player in file.players}
    yield from _players(file)
    yield from _stage(file)
    yield from _pods(file, known)
    pod_of = {
        seat.userid: pod for pod in file.pods for one in pod.subgroups for seat in one.players
    }
    if file.type == ELIMINATION and len(file.pods) > 1:
        yield (
            file.pods[1],
            f"single elimination (type 1) has one bracket, but the file has {len(file.pods)} pods",
        )
    for pod in file.pods:
        yield from _rounds(file, pod)
        for played in pod.rounds:
            for match in played.matches:
                yield from _seats(pod, match, known, pod_of)
            yield from _tables(played)
    yield from _twice_in_a_round(file)
    yield from _standings(file, known)


def _players(file: TdfFile) -> Contradictions:
    lines: dict[str, int] = {}
    for player in file.players:
        who = f"player {player.userid}"
        if player.userid in lines:
            yield player, f"{who} is listed twice, first in line {lines[player.userid]}"
        lines[player.userid] = player.line
        born, held = player.birthdate.year, file.data.startdate.year
        if not 1900 <= born <= held:
            yield player, f"{who} was born in {born}, but the event was held in {held}"


def _stage(file: TdfFile) -> Contradictions:
    played = [paired for pod in file.pods for paired in pod.rounds]
    if file.stage == REGISTRATION and played:
        what = "the tournament is still registering players (stage 1), but a round is paired"
        yield played[0], what, ANOTHER_SAVE
    if file.finalised and file.standings is None:
        yield file, "the tournament is finalised (stage 5), but has no <standings>", ANOTHER_SAVE


def _pods(file: TdfFile, known: set[str]) -> Contradictions:
    listed: set[str] = set()
    taken = set[Division]()
    for pod in file.pods:
        if not taken.isdisjoint(DIVISIONS[pod.category]):
            yield pod, f"a division of pod {pod.category} is also in another pod"
        taken.update(DIVISIONS[pod.category])
        for seat in (seat for subgroup in pod.subgroups for seat in subgroup.players):
            who = f"player {seat.userid}"
            if seat.userid not in known:
                yield seat, f"pod {pod.category} lists {who}, who is not in <players>"
            if seat.userid in listed:
                yield seat, f"{who} is listed twice in the pods"
            listed.add(seat.userid)


def _rounds(file: TdfFile, pod: PodRow) -> Contradictions:
    cut = False
    for expected, played in enumerate(pod.rounds, start=1):
        this = f"round {played.number}"
        if played.number != expected:
            what = f"round {expected} of pod {pod.category} is missing: {this} is in its place"
            yield played, what, ANOTHER_SAVE
        elimination = played.type == ELIMINATION
        if not elimination and file.type == ELIMINATION:
            yield played, f"{this} is Swiss, but the tournament is elimination only (type 1)"
        if elimination and file.type == SWISS:
            yield played, f"{this} is elimination, but the tournament is Swiss only (type 2)"
        if cut and not elimination:
            yield played, f"{this} is Swiss, but follows an elimination round"
        cut = cut or elimination


def _seats(
    pod: PodRow, match: MatchRow, known: set[str], pod_of: dict[str, PodRow]
) -> Contradictions:
    for seat in match.players:
        who, own = f"player {seat.userid}", pod_of.get(seat.userid, pod)
        if seat.userid not in known:
            yield seat, f"a match names {who}, who is not in <players>"
        if own is not pod:
            yield seat, f"{who} plays in pod {pod.category}, but is listed in pod {own.category}"


def _tables(played: RoundRow) -> Contradictions:
    lines: dict[int, int] = {}
    for match in played.matches:
        if match.outcome == Outcome.DELETED or match.outcome in ALONE:
            continue
        table = match.tablenumber
        if table and table in lines:
            twice = f"table {table} is used twice in round {played.number}"
            yield match, f"{twice}, first in line {lines[table]}"
        lines[table] = match.line


def _twice_in_a_round(file: TdfFile) -> Contradictions:
    lines: dict[tuple[int, str], int] = {}
    for _, played, match in file.matches():
        for seat in match.players:
            place = (played.number, seat.userid)
            if place in lines:
                twice = f"player {seat.userid} is seated twice in round {played.number}"
                yield match, f"{twice}, first in line {lines[place]}"
            lines[place] = seat.line


def _standings(file: TdfFile, known: set[str]) -> Contradictions:
    placed: set[str] = set()
    lists: set[tuple[int, str]] = set()
    for pod in file.standings or ():
        if (pod.category, pod.type) in lists:
            yield pod, f"there are two sets of {pod.type} standings for category {pod.category}"
        lists.add((pod.category, pod.type))
        if pod.type not in {"finished", "dnf"}:
            yield pod, f"standings of type {pod.type!a} are unknown"
        places: set[int] = set()
        for row in pod.players:
            if row.id not in known:
                yield row, f"the standings name player {row.id}, who is not in <players>"
            if row.id in placed:
                yield row, f"the standings list player {row.id} twice"
            placed.add(row.id)
            if pod.type == "dnf":
                continue
            if not row.place:
                yield row, f"player {row.id} finished, but has no place"
            elif row.place in places:
                yield row, f"place {row.place} is given twice in one division"
            else:
                places.add(row.place)


_SEATS = ("player", "player1", "player2")


def read(data: bytes) -> TdfFile:
    """Return what a `.tdf` file says. Raises Unreadable, naming the line and the element."""
    root = parse(data)
    if root.tag != "tournament":
        what = (
            f"this is not a tournament file: it begins with <{root.path}> instead of <tournament>"
        )
        raise UnknownFormat.of(unfit(root.line, what, THIS_FILE))
    file = _file(root)
    for found in _contradictions(file):
        raise refused(*found)
    return file


def _file(root: Node) -> TdfFile:
    unread: Unread = {}
    standings = root.maybe("standings")
    finals = root.maybe("finalsoptions")
    file = fill(
        root,
        TdfFile,
        unread,
        {
            "data": _data(root.child_named("data"), unread),
            "players": each(root.child_named("players"), "player", _player, unread),
            "pods": each(root.child_named("pods"), "pod", _pod, unread),
            "standings": each(standings, "pod", _standings_tdf_file, unread) if standings else None,
            "finalsoptions": each(finals, "categorycut", _cut, unread) if finals else (),
        },
    )
    return file.model_copy(update={"warnings": (*_doubts(file), *_said(unread))})


def _data(node: Node, unread: Unread) -> Data:
    organizer = node.maybe("organizer")
    found = organizer and fill(organizer, Organizer, unread)
    return fill(node, Data, unread, {"organizer": found})


def _player(node: Node, unread: Unread) -> PlayerRow:
    inside: dict[str, object] = {}
    dropped = node.maybe("dropped")
    if dropped:
        inside["dropped"] = fill(dropped, Dropped, unread)
    late = node.maybe("late")
    if late:
        # Older programs wrote a plain false for all on-time players.
        inside["late"] = None if late.text == "false" else _late(late, unread)
    return fill(node, PlayerRow, unread, inside)


def _late(node: Node, unread: Unread) -> Late:
    if node.text != "true" and (node.text or not node.children):
        raise refused(node, "<late> is neither true nor false, and gives no round")
    return fill(replace(node, text=""), Late, unread)


def _pod(node: Node, unread: Unread) -> PodRow:
    poddata = node.maybe("poddata")
    inside: dict[str, object] = {
        "poddata": poddata and fill(poddata, PodData, unread),
        "subgroups": each(node.maybe("subgroups"), "subgroup", _subgroup, unread),
        "rounds": each(node.maybe("rounds"), "round", _round, unread),
    }
    return fill(node, PodRow, unread, inside)


def _subgroup(node: Node, unread: Unread) -> Subgroup:
    players = each(node.maybe("players"), "player", _seat, unread)
    return fill(node, Subgroup, unread, {"players": players})


def _seat(node: Node, unread: Unread) -> TdfSeat:
    return fill(node, TdfSeat, unread)


def _round(node: Node, unread: Unread) -> RoundRow:
    return fill(
        node,
        RoundRow,
        unread,
        {"matches": each(node.child_named("matches"), "match", _match, unread)},
    )


def _match(node: Node, unread: Unread) -> MatchRow:
    alone, first, second = (node.maybe(tag) for tag in _SEATS)
    seats = tuple(_seat(seat, unread) for seat in (alone, first, second) if seat)
    match = fill(node, MatchRow, unread, {"players": seats}, claimed=_SEATS)
    if match.outcome == Outcome.DELETED:
        return match
    if match.outcome in ALONE and not (alone and len(seats) == 1):
        what = f"outcome {match.outcome} (a bye or a forced loss) needs exactly one <player>"
        raise refused(node, what)
    if match.outcome not in ALONE and not (first and second and len(seats) == 2):
        raise refused(node, f"outcome {match.outcome} needs a <player1> and a <player2>")
    return match


def _standings_tdf_file(node: Node, unread: Unread) -> StandingsRow:
    players = tuple(fill(player, PlaceRow, unread) for player in node.children_named("player"))
    return fill(node, StandingsRow, unread, {"players": players}, claimed=("player",))


def _cut(node: Node, unread: Unread) -> CategoryCut:
    options = each(node.maybe("options"), "value", _option, unread)
    return fill(node, CategoryCut, unread, {"options": tuple(option.size for option in options)})


def _option(node: Node, unread: Unread) -> CutOption:
    return fill(replace(node, text=""), CutOption, unread, {"size": node.text})


# --- what is said about a file that can be read ---------------------------------------------------


def _doubts(file: TdfFile) -> Iterator[str]:
    """Yield oddities of a file that contradict nothing."""
    for name, value, known in (
        ("version", file.version, VERSIONS),
        ("gametype", file.gametype, GAMES),
        ("mode", file.mode, MODES),
    ):
        if value not in known:
            yield f"line {file.line}, tournament/@{name}: the {name} {shown(value)} is unknown."
    if file.type == ELIMINATION:
        yield (
            f"line {file.line}, tournament/@type: roundbook's authors have never "
            "seen a file of this type."
        )
    if file.standings and not file.finalised:
        yield "tournament/standings: there are final standings, but the file is not finalised."
    for pod in file.pods:
        if len(pod.subgroups) > 1:
            groups = f"{len(pod.subgroups)} subgroups"
            yield (
                f"line {pod.line}, {pod.path}: its {groups} are imported as one group, so the "
                "seeds of a cut from flights cannot be checked."
            )
    yield from _out_of_place(file)
    seated = {seat.userid for _, _, match in file.matches() for seat in match.players}
    seated |= file.unplaced()
    for player in file.players:
        at = f"line {player.line}, {player.path}"
        if not f"{player.firstname}{player.lastname}":
            yield f"{at}: the player has no name, so the player's number is used."
        if file.idle(player) and player.userid not in seated:
            yield f"{at}: the player was never paired, so they count as dropped before round 1."


def _out_of_place(file: TdfFile) -> Iterator[str]:
    """Yield the matches without a table, and the players without a place in the event."""
    for _, played, match in file.matches():
        if len(match.players) == 2 and not match.tablenumber:
            seats = " and ".join(seat.userid for seat in match.players)
            free = f"get the next free table number in round {played.number}"
            yield f"line {match.line}, {match.path}: {seats} have no table (0), so they {free}."
    if unplaced := file.unplaced():
        who = "1 player is" if len(unplaced) == 1 else f"{len(unplaced)} players are"
        names = ", ".join(row.userid for row in file.players if row.userid in unplaced)
        names = names if len(names) <= 100 else f"{names[:100]} …"
        nowhere = f"{who} not in any pod, match or standings"
        yield f"tournament/players: {nowhere}, so they are registered but do not play ({names})."


def _said(unread: Unread) -> Iterator[str]:
    """Yield one sentence for each kind of element that was not read."""
    for path, lines in unread.items():
        kind = "attribute" if "/@" in path else "text" if path.endswith("/text()") else "element"
        times = f", {len(lines)} times" if len(lines) > 1 else ""
        yield f"line {lines[0]}, {path}: this {kind} is unknown and was ignored{times}."


# The official results in a `.tdf` file: final places, unfinished players, seeds, bracket.


class OfficialPlaces(Struct, frozen=True, kw_only=True):
    """The results of the program that wrote the file, to be compared with our own.

    `places` are by division, the first place first; a division in which nobody finished is absent.
    `unfinished` players are listed without a place. `seeds` and `orders` are each player's seed in
    the cut and position in the bracket. Lists that are `whole` contain everybody who played.
    """

    places: dict[Division, tuple[tuple[PlayerId, int], ...]]
    unfinished: dict[Division, tuple[PlayerId, ...]]
    seeds: dict[PlayerId, int]
    orders: dict[PlayerId, int]
    whole: bool = True


def official(file: TdfFile) -> OfficialPlaces:
    """Return the official places and seeds of a file; empty if it has none."""
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
