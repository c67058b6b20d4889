"""Reads the bytes of an organiser's `.tdf` file, whole or not at all.

What is known is read strictly; what is not known stays in the original and is named in a warning;
what contradicts itself is refused with one sentence. Nothing is guessed.
"""

from collections.abc import Iterator

from ledger.errors import Unreadable
from ledger.importers.tdf.shapes import (
    ALONE,
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
from ledger.importers.tdf.xml import ANOTHER_SAVE, Node, Unread, each, fill, parse, refused, shown

# What a `.tdf` file must not say at the same time; the first contradiction is refused in words.

_DIVISIONS = {0: {0}, 1: {1}, 2: {2}, 8: {0, 1}, 9: {1, 2}, 10: {0, 1, 2}}


def refuse_contradictions(file: TdfFile) -> None:
    """Raise Unreadable at the first thing in a file that cannot be true beside the rest of it."""
    known = _players(file)
    _stage(file)
    pod_of = _pods(file, known)
    if file.type == ELIMINATION and len(file.pods) > 1:
        raise refused(
            file.pods[1], "a single elimination (type 1) is one bracket, but has two pods"
        )
    for pod in file.pods:
        _rounds(file, pod)
        for played in pod.rounds:
            for match in played.matches:
                _seats(pod, match, known, pod_of)
            _tables(played)
    _twice_in_a_round(file)
    _standings(file, known)


def _players(file: TdfFile) -> set[str]:
    known: dict[str, int] = {}
    for player in file.players:
        if player.userid in known:
            what = f"player {player.userid} is listed twice, first in line {known[player.userid]}"
            raise refused(player, what)
        known[player.userid] = player.line
        born, held = player.birthdate.year, file.data.startdate.year
        if not 1900 <= born <= held:
            what = f"player {player.userid} was born in {born}, but the event was held in {held}"
            raise refused(player, what)
    return set(known)


def _stage(file: TdfFile) -> None:
    played = [paired for pod in file.pods for paired in pod.rounds]
    if file.stage == REGISTRATION and played:
        what = "the tournament is still registering players (stage 1), but a round is paired"
        raise refused(played[0], what, ANOTHER_SAVE)
    if file.finalised and file.standings is None:
        what = "the tournament is finalised (stage 5), but has no <standings>"
        raise refused(file, what, ANOTHER_SAVE)


def _pods(file: TdfFile, known: set[str]) -> dict[str, PodRow]:
    """Return the pod in which each player is listed."""
    pod_of: dict[str, PodRow] = {}
    taken: set[int] = set()
    for pod in file.pods:
        if taken & _DIVISIONS[pod.category]:
            raise refused(pod, f"a division of pod {pod.category} is in another pod as well")
        taken |= _DIVISIONS[pod.category]
        for subgroup in pod.subgroups:
            for seat in subgroup.players:
                if seat.userid not in known:
                    what = f"pod {pod.category} lists player {seat.userid}, whom <players> has not"
                    raise refused(seat, what)
                if seat.userid in pod_of:
                    raise refused(seat, f"player {seat.userid} is listed in pods twice")
                pod_of[seat.userid] = pod
    return pod_of


def _rounds(file: TdfFile, pod: PodRow) -> None:
    cut = False
    for expected, played in enumerate(pod.rounds, start=1):
        if played.number != expected:
            what = (
                f"round {played.number} of pod {pod.category} stands where round {expected} is due"
            )
            raise refused(played, what, ANOTHER_SAVE)
        elimination = played.type == ELIMINATION
        if not elimination and file.type == ELIMINATION:
            what = (
                f"round {played.number} is Swiss, but the tournament is elimination only (type 1)"
            )
            raise refused(played, what)
        if elimination and file.type == SWISS:
            what = (
                f"round {played.number} is elimination, but the tournament is Swiss only (type 2)"
            )
            raise refused(played, what)
        if cut and not elimination:
            raise refused(
                played, f"round {played.number} is Swiss, but follows an elimination round"
            )
        cut = cut or elimination


def _seats(pod: PodRow, match: MatchRow, known: set[str], pod_of: dict[str, PodRow]) -> None:
    for seat in match.players:
        if seat.userid not in known:
            raise refused(seat, f"a match seats player {seat.userid}, whom <players> has not")
        if pod_of.get(seat.userid, pod) is not pod:
            other = pod_of[seat.userid].category
            what = f"player {seat.userid} plays in pod {pod.category}, but is listed in pod {other}"
            raise refused(seat, what)


def _tables(played: RoundRow) -> None:
    taken: dict[int, int] = {}
    for match in _standing(played):
        if match.outcome in ALONE:
            continue
        table = match.tablenumber
        if not table:
            raise refused(match, "a match of two players is at table 0, which is for byes")
        if table in taken:
            first = f"first in line {taken[table]}"
            what = f"table {table} is used twice in round {played.number}, {first}"
            raise refused(match, what)
        taken[table] = match.line


def _standing(played: RoundRow) -> Iterator[MatchRow]:
    return (match for match in played.matches if match.outcome != Outcome.DELETED)


def _twice_in_a_round(file: TdfFile) -> None:
    seated: dict[tuple[int, str], int] = {}
    for _, played, match in file.matches():
        for seat in match.players:
            place = (played.number, seat.userid)
            if place in seated:
                what = f"player {seat.userid} is seated twice in round {played.number}"
                raise refused(match, f"{what}, first in line {seated[place]}")
            seated[place] = seat.line


def _standings(file: TdfFile, known: set[str]) -> None:
    placed: set[str] = set()
    lists: set[tuple[int, str]] = set()
    for pod in file.standings or ():
        if (pod.category, pod.type) in lists:
            raise refused(pod, f"there are two {pod.type} standings of category {pod.category}")
        lists.add((pod.category, pod.type))
        if pod.type not in {"finished", "dnf"}:
            raise refused(pod, f"standings of type {pod.type!a} are not known")
        places: set[int] = set()
        for row in pod.players:
            if row.id not in known:
                raise refused(row, f"the standings name player {row.id}, whom <players> has not")
            if row.id in placed:
                raise refused(row, f"the standings name player {row.id} twice")
            placed.add(row.id)
            if pod.type == "dnf":
                continue
            if not row.place:
                raise refused(row, f"player {row.id} finished, but has no place")
            if row.place in places:
                raise refused(row, f"place {row.place} is given twice in one division")
            places.add(row.place)


_SEATS = ("player", "player1", "player2")


def read(data: bytes) -> TdfFile:
    """Return what a `.tdf` file says. Raises Unreadable, naming the line and the element."""
    root = parse(data)
    if root.tag != "tournament":
        raise Unreadable(
            f"line {root.line}: this is no tournament file: it begins with <{root.path}> "
            "instead of <tournament>.",
            where=f"line {root.line}",
            hint="Check that this is the .tdf file that TOM saved.",
        )
    file = _file(root)
    refuse_contradictions(file)
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
            "data": _data(root.one("data"), unread),
            "players": each(root.one("players"), "player", _player, unread),
            "pods": each(root.one("pods"), "pod", _pod, unread),
            "standings": each(standings, "pod", _standings_tdf_file, unread) if standings else None,
            "finalsoptions": each(finals, "categorycut", _cut, unread) if finals else (),
        },
    )
    return file.model_copy(update={"warnings": (*_doubts(file), *_said(unread))})


def _data(node: Node, unread: Unread) -> Data:
    organizer = node.maybe("organizer")
    read_organizer = fill(organizer, Organizer, unread) if organizer else None
    return fill(node, Data, unread, {"organizer": read_organizer})


def _player(node: Node, unread: Unread) -> PlayerRow:
    inside: dict[str, object] = {}
    dropped = node.maybe("dropped")
    if dropped:
        inside["dropped"] = fill(dropped, Dropped, unread)
    late = node.maybe("late")
    if late:
        # Older programs wrote a plain false for everybody who was on time.
        inside["late"] = None if late.text == "false" else _late(late, unread)
    return fill(node, PlayerRow, unread, inside)


def _late(node: Node, unread: Unread) -> Late:
    if node.text != "true" and (node.text or not node.children):
        raise refused(node, "<late> says neither true nor false nor in which round")
    plain = Node(node.tag, node.path, node.line, node.attributes, "", node.children)
    return fill(plain, Late, unread)


def _pod(node: Node, unread: Unread) -> PodRow:
    poddata = node.maybe("poddata")
    inside: dict[str, object] = {
        "poddata": fill(poddata, PodData, unread) if poddata else None,
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
        node, RoundRow, unread, {"matches": each(node.one("matches"), "match", _match, unread)}
    )


def _match(node: Node, unread: Unread) -> MatchRow:
    alone, first, second = (node.maybe(tag) for tag in _SEATS)
    seats = tuple(_seat(seat, unread) for seat in (alone, first, second) if seat)
    match = fill(node, MatchRow, unread, {"players": seats}, claimed=_SEATS)
    if match.outcome == Outcome.DELETED:
        return match
    if match.outcome in ALONE and not (alone and len(seats) == 1):
        what = f"outcome {match.outcome} (a bye or a forced loss) is for one <player> alone"
        raise refused(node, what)
    if match.outcome not in ALONE and not (first and second and len(seats) == 2):
        raise refused(node, f"outcome {match.outcome} needs a <player1> and a <player2>")
    return match


def _standings_tdf_file(node: Node, unread: Unread) -> StandingsRow:
    players = tuple(fill(player, PlaceRow, unread) for player in node.all("player"))
    return fill(node, StandingsRow, unread, {"players": players}, claimed=("player",))


def _cut(node: Node, unread: Unread) -> CategoryCut:
    options = each(node.maybe("options"), "value", _option, unread)
    return fill(node, CategoryCut, unread, {"options": tuple(option.size for option in options)})


def _option(node: Node, unread: Unread) -> CutOption:
    plain = Node(node.tag, node.path, node.line, node.attributes, "", node.children)
    return fill(plain, CutOption, unread, {"size": node.text})


# --- what is said about a file that can be read ---------------------------------------------------


def _doubts(file: TdfFile) -> Iterator[str]:
    """Yield what is odd about a file that contradicts nothing."""
    for name, value, known in (
        ("version", file.version, VERSIONS),
        ("gametype", file.gametype, GAMES),
        ("mode", file.mode, MODES),
    ):
        if value not in known:
            yield f"line {file.line}, tournament/@{name}: the {name} {shown(value)} is not known."
    if file.type == ELIMINATION:
        yield f"line {file.line}, tournament/@type: no file of a single elimination was ever seen."
    if file.standings and not file.finalised:
        yield "tournament/standings: there are final standings, but the file is not finalised."
    for pod in file.pods:
        if len(pod.subgroups) > 1:
            groups = f"{len(pod.subgroups)} subgroups"
            yield f"line {pod.line}, {pod.path}: its {groups} are told as one."
    seated = {seat.userid for _, _, match in file.matches() for seat in match.players}
    for player in file.players:
        at = f"line {player.line}, {player.path}"
        if not f"{player.firstname}{player.lastname}":
            yield f"{at}: the player has no name, and is called by the number."
        if file.idle(player) and player.userid not in seated:
            yield f"{at}: the player was never paired, and is told as gone before the first round."


def _said(unread: Unread) -> Iterator[str]:
    """Yield one sentence for each kind of thing that was not read."""
    for path, lines in unread.items():
        kind = "attribute" if "/@" in path else "text" if path.endswith("/text()") else "element"
        times = f", {len(lines)} times" if len(lines) > 1 else ""
        yield f"line {lines[0]}, {path}: this {kind} is not known and was not read{times}."
