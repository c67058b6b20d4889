"""What a `.tdf` file says was granted and planned: awarded byes, and the number of Swiss rounds."""

from collections import Counter
from collections.abc import Iterator

from ledger import events as ev
from ledger.importers.tdf_cast import Cast
from ledger.importers.tdf_codes import ELIMINATION, Outcome
from ledger.importers.tdf_shapes import PlayerRow, PodRow, TdfFile
from ledger.rulesets.ruleset import Ruleset
from ledger.rulesets.tables import RoundsTable

_TABLES: dict[str, RoundsTable] = {
    "LEAGUECHALLENGE": "tcg-single-day",
    "TCG1DAY": "tcg-single-day",
    "TCG2DAY": "tcg-two-day",
    "VGCPREMIER": "vg",
}
MAX_ROUND = 999


def rounds_table(file: TdfFile, rules: Ruleset) -> RoundsTable | None:
    """Return the rounds table by which an event of this mode is run; none if it is free.

    The program plays a video game challenge by the table of video games.
    """
    table = _TABLES.get(file.mode)
    if file.mode == "LEAGUECHALLENGE" and file.gametype == "VIDEO_GAME":
        table = "vg"
    return table if table and rules.rows(table) else None


def is_cut(cast: Cast, pod: PodRow) -> bool:
    """Tell whether a pod has come to its cut: it has elimination rounds, or seeded players."""
    divisions = cast.divisions_of(pod)
    return any(played.type == ELIMINATION for played in pod.rounds) or any(
        row.seed is not None and cast.divisions[row.userid] in divisions
        for row in cast.file.players
    )


def planned_swiss(cast: Cast, pod: PodRow) -> int | None:
    """Return the Swiss rounds of a pod; none where nobody can tell yet.

    A finalised tournament or a cut pod had as many as it has. A running one plays what the table
    gives for the largest division of the pod (TOP §3.3.5), one less with `lessswiss`, and its
    `additionalrounds`; never fewer than are paired already.
    """
    swiss = sum(played.type != ELIMINATION for played in pod.rounds)
    if not swiss:
        return None
    if cast.file.finalised or is_cut(cast, pod):
        return swiss
    table = rounds_table(cast.file, cast.rules)
    row = _row(cast, pod, table) if table else None
    if row is None:
        return None
    more = pod.poddata.additionalrounds if pod.poddata else 0
    return min(max(row - cast.file.data.lessswiss + more, swiss, 1), MAX_ROUND)


def _row(cast: Cast, pod: PodRow, table: RoundsTable) -> int | None:
    """Return the Swiss rounds of one day for the largest division of a pod; none for two days."""
    divisions = cast.divisions_of(pod)
    sizes = Counter(
        division
        for userid, division in cast.divisions.items()
        if division in divisions and userid in cast.last
    )
    largest = max(sizes.values(), default=0)
    rows = cast.rules.rows(table)
    if largest < rows[0].least:
        return cast.rules.fewest_rounds
    for row in rows:
        if row.least <= largest and (row.most is None or largest <= row.most):
            return None if row.day_two_rounds else row.swiss
    return None


def awarded_byes(cast: Cast) -> Iterator[ev.ByeAwarded]:
    """Yield the awarded byes: those that were taken, and those of rounds still to come.

    `<byes>N</byes>` grants the byes of rounds 1 to N; one that was not taken in its round is gone.
    """
    taken: dict[str, list[int]] = {}
    for _, played, match in cast.file.matches():
        if match.outcome == Outcome.AWARDED_BYE and played.type != ELIMINATION:
            taken.setdefault(match.players[0].userid, []).append(played.number)
    for row in cast.file.players:
        for number in sorted(taken.get(row.userid, [])) + _to_come(cast, row):
            yield ev.ByeAwarded(told=cast.told(), player=cast.numbers[row.userid], round=number)


def _to_come(cast: Cast, row: PlayerRow) -> list[int]:
    pod = cast.pod_of(row)
    over = cast.file.finalised or row.left or cast.file.idle(row) or (pod and is_cut(cast, pod))
    done = len(pod.rounds) if pod else 0
    return [] if over else list(range(done + 1, min(row.byes, 999) + 1))
