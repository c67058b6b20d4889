"""What a `.tdf` file must not say at the same time; the first contradiction is refused in words."""

from collections.abc import Iterator

from ledger.importers.tdf_codes import ALONE, ELIMINATION, REGISTRATION, SWISS, Outcome
from ledger.importers.tdf_shapes import MatchRow, PodRow, RoundRow, TdfFile
from ledger.importers.tree import ANOTHER_SAVE, refused

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
