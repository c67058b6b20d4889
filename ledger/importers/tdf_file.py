"""Reads the bytes of an organiser's `.tdf` file, whole or not at all.

What is known is read strictly; what is not known stays in the original and is named in a warning;
what contradicts itself is refused with one sentence. Nothing is guessed.
"""

from collections.abc import Iterator

from ledger.errors import Unreadable
from ledger.importers.shapes import Unread, each, fill
from ledger.importers.tdf_codes import ALONE, ELIMINATION, GAMES, MODES, VERSIONS, Outcome
from ledger.importers.tdf_contradictions import refuse_contradictions
from ledger.importers.tdf_finals import CategoryCut, CutOption, PlaceRow, StandingsRow
from ledger.importers.tdf_shapes import (
    Data,
    Dropped,
    Late,
    MatchRow,
    Organizer,
    PlayerRow,
    PodData,
    PodRow,
    RoundRow,
    Seat,
    Subgroup,
    TdfFile,
)
from ledger.importers.tree import Node, parse, refused
from ledger.importers.values import shown

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
            "standings": each(standings, "pod", _standings, unread) if standings else None,
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


def _seat(node: Node, unread: Unread) -> Seat:
    return fill(node, Seat, unread)


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


def _standings(node: Node, unread: Unread) -> StandingsRow:
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
