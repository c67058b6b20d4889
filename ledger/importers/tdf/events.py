"""Converts a `.tdf` file to events of the ledger, in the order in which they must have happened.

Every event carries the digest of the file. What the file does not contain (announcement, secret,
posting, start) is absent, never invented. A file that breaks a rule is imported all the same.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.flights import UNKNOWN_FLIGHTS
from roundbook.ledger.importers.tdf.players import Cast, cast_of, person
from roundbook.ledger.importers.tdf.rounds import PoolRound, paired, results, sheets
from roundbook.ledger.importers.tdf.shapes import (
    ELIMINATION,
    SWISS,
    SWISS_PLUS_CUT,
    Outcome,
    PlayerRow,
    PodRow,
    TdfFile,
)
from roundbook.ledger.importers.tdf.xml import refused
from roundbook.ledger.people.book import Person
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.divisions import BRACKET, bracket_name
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.tables import RoundsTable
from roundbook.ledger.terms import MatchFormat, PlayerId, Style

# The cut of a `.tdf` file: before which round it was made, and who advances from which seed.


def cuts(cast: Cast, pod: PodRow) -> Iterator[ev.Bracket]:
    """Yield the players who advance to single elimination, by division, in order of seed.

    If everything is elimination, it is one bracket of all ages. Raises Unreadable if a seed is
    given twice in one bracket.
    """
    rows = [
        row for row in cast.file.players if row.seed is not None and row.userid not in cast.unplaced
    ]
    if cast.file.type == ELIMINATION:
        if seeds := _seeded(cast, rows, "the bracket"):
            yield ev.SeedsDrawn(told=cast.told(), pool=BRACKET, seeds=seeds)
        return
    for division in cast.divisions_of(pod):
        own = [row for row in rows if cast.divisions[row.userid] == division]
        if seeds := _seeded(cast, own, division):
            pool = bracket_name(division)
            yield ev.CutMade(
                told=cast.told(),
                division=division,
                pool=pool,
                seeds=seeds,
                reason=UNKNOWN_FLIGHTS if len(pod.subgroups) > 1 else None,
            )


def _seeded(cast: Cast, rows: list[PlayerRow], of: str) -> tuple[PlayerId, ...]:
    """Return players in order of seed. Raises Unreadable if a seed is given twice."""
    by_seed = {row.seed: row for row in reversed(rows)}
    for row in rows:
        first = by_seed[row.seed]
        if first is not row:
            what = f"seed {row.seed} of {of} is given to both {first.userid} and {row.userid}"
            raise refused(row, what)
    return tuple(cast.numbers[row.userid] for row in sorted(rows, key=lambda row: row.seed or 0))


def refuse_unseeded(cast: Cast, sheet: PoolRound) -> None:
    """Refuse a player of the cut who was not seeded."""
    if sheet.played.type != ELIMINATION:
        return
    seeded = {row.userid for row in cast.file.players if row.seed is not None}
    for seat in (seat for match in (*sheet.matches, *sheet.byes) for seat in match.players):
        if seat.userid not in seeded:
            raise refused(seat, f"player {seat.userid} plays in the cut, but has no seed")


# The players who dropped in a `.tdf` file, and after which round that is recorded.

DISQUALIFIED = 2


def dropped_after(cast: Cast) -> dict[int, list[ev.AnyEvent]]:
    """Return the drops and disqualifications, by the round after whose results they are recorded.

    The file gives the last round that counts; the drop is recorded after the player's last round in
    the file, since any player who is still in is due in the next round. A player who is in no
    round, a no-show or one who did not start, dropped before round 1, and no round counts.
    """
    found: dict[int, list[ev.AnyEvent]] = {}
    for row in cast.file.players:
        last = cast.last.get(row.userid, 0)
        left, player = row.left, cast.numbers[row.userid]
        if row.userid in cast.unplaced:
            never = ev.PlayerDropped(told=cast.told(), player=player, after=0, unplaced=True)
            found.setdefault(0, []).append(never)
        elif left:
            event = ev.PlayerDisqualified if left.status == DISQUALIFIED else ev.PlayerDropped
            after = left.round if last else 0
            gone = event(told=cast.told(left.timestamp), player=player, after=after)
            found.setdefault(min(left.round, last), []).append(gone)
        elif last == 0 and cast.file.idle(row):
            never = ev.PlayerDropped(told=cast.told(), player=player, after=0)
            found.setdefault(0, []).append(never)
    return found


# The awarded byes in a `.tdf` file, and the planned number of Swiss rounds.

_TABLES: dict[str, tuple[RoundsTable, ...]] = {
    "LEAGUECHALLENGE": ("tcg-swiss-only", "tcg-single-day"),
    "TCG1DAY": ("tcg-single-day",),
    "TCG2DAY": ("tcg-two-day",),
    "VGCPREMIER": ("vg",),
}
"""The rounds tables of each mode; the first one that the edition has is used."""
MAX_ROUND = 999


def rounds_table(file: TdfFile, rules: Ruleset) -> RoundsTable | None:
    """Return the rounds table for an event of this mode; None if it has none.

    The program uses the table of video games for a video game challenge.
    """
    tables = _TABLES.get(file.mode, ())
    if file.mode == "LEAGUECHALLENGE" and file.gametype == "VIDEO_GAME":
        tables = ("vg",)
    return next((one for one in tables if rules.rows(one)), None)


def edition_for(file: TdfFile) -> str:
    """Return the edition for a file: that of its season, or the first if that lacks its table.

    Events without a table, such as a Prerelease, need none.
    """
    found = released.for_file(file.data.startdate)
    missing = file.mode in _TABLES and rounds_table(file, released.load(found)) is None
    return released.OF_TOM[0] if missing else found


def is_cut(cast: Cast, pod: PodRow) -> bool:
    """Return whether a pod has reached its cut: it has elimination rounds, or seeded players."""
    divisions = cast.divisions_of(pod)
    return any(played.type == ELIMINATION for played in pod.rounds) or any(
        row.seed is not None and cast.divisions[row.userid] in divisions
        for row in cast.file.players
    )


def planned_swiss(cast: Cast, pod: PodRow) -> int | None:
    """Return the Swiss rounds of a pod; None if they are not known yet.

    A finalised tournament or a cut pod had as many as it has. A running one plays what the table
    gives for the largest division of the pod (TOP §3.3.5), one fewer with `lessswiss`, plus its
    `additionalrounds`; never fewer than are already paired.
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
    """Return the Swiss rounds of one day for the largest division of a pod; None for two days."""
    divisions = cast.divisions_of(pod)
    sizes = Counter(
        division
        for userid, division in cast.divisions.items()
        if division in divisions and userid in cast.last
    )
    largest = max(sizes.values(), default=0)
    if largest < cast.rules.rows(table)[0].least:
        return cast.rules.fewest_rounds
    row = cast.rules.row_for(table, largest)
    return row.swiss if row and not row.day_two_rounds else None


def awarded_byes(cast: Cast) -> Iterator[ev.ByeAwarded]:
    """Yield the awarded byes: those that were taken, and those of rounds still to come.

    `<byes>N</byes>` grants the byes of rounds 1 to N; one that was not taken in its round is lost.
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


_STYLES = {
    ELIMINATION: Style.SINGLE_ELIMINATION,
    SWISS: Style.SWISS,
    SWISS_PLUS_CUT: Style.SWISS_PLUS_CUT,
}

MAX_SANCTION = 40
"""The longest sanction number that a ledger keeps; a longer text stays in the file."""


def people(file: TdfFile) -> list[Person]:
    """Return the persons of the players, in the order of the file; the nth becomes p<n>.

    Raises Unreadable if a name cannot be kept.
    """
    found = []
    for row in file.players:
        try:
            found.append(person(row))
        except ValueError as error:
            raise refused(row, str(error).rstrip(".")) from None
    return found


def tell(  # noqa: PLR0913 - a file, and what it lacks.
    file: TdfFile,
    *,
    sha256: str,
    rules: Ruleset,
    edition_sha256: str,
    tournament: str,
    commitments: Sequence[str],
    numbers: Mapping[str, PlayerId] | None = None,
    match_format: MatchFormat = MatchFormat.BEST_OF_THREE,
) -> list[tuple[ev.AnyEvent, ...]]:
    """Return the events of a file, one tuple per entry.

    `sha256` is the digest of the file's bytes, `edition_sha256` that of the edition's, `tournament`
    the id of the new ledger; `commitments` are those of `people(file)`, in the same order;
    `numbers` are the players' numbers by userid, if earlier saves gave them. `match_format` is in
    no file.

    Order: opening; players as in the file; awarded byes; players who never came; pods and their
    number of rounds; then per round the pairings, the results by table, the drops; the cut of a pod
    before its first elimination round; the close, if the file is finalised. Raises Unreadable if
    the file contradicts itself under these rules.
    """
    if len(commitments) != len(file.players):
        raise ValueError("one cryptographic commitment is needed for each player in the file")
    cast = cast_of(file, rules=rules, sha256=sha256, known=numbers)
    left = dropped_after(cast)
    data = file.data
    opened = ev.TournamentOpened(
        told=cast.told(),
        tournament=tournament,
        name=data.name or "A tournament without a name",
        edition=rules.edition,
        edition_sha256=edition_sha256,
        style=_STYLES[file.type],
        start=data.startdate,
        rounds_table=rounds_table(file, rules),
        match_format=match_format,
        sanction=data.id if 0 < len(data.id) <= MAX_SANCTION else None,
    )
    closed = [ev.TournamentClosed(told=cast.told(), end=file.last_day())] if file.finalised else []
    happened: Iterable[ev.AnyEvent] = (
        opened,
        *_registered(cast, commitments),
        *awarded_byes(cast),
        *left.get(0, ()),
        *_pods(cast),
        *_rounds(cast, left),
        *closed,
    )
    return [(event,) for event in happened]


def _registered(cast: Cast, commitments: Sequence[str]) -> Iterator[ev.Joining]:
    for row, commitment in zip(cast.file.players, commitments, strict=True):
        late = None if row.userid in cast.unplaced else row.late
        losses = cast.losses[row.userid] if late or row.userid in cast.last else 0
        joined = ev.LatePlayerAdmitted if late else ev.PlayerRegistered
        event = joined(
            told=cast.told(late.timestamp if late else None),
            player=cast.numbers[row.userid],
            division=cast.divisions[row.userid],
            commitment=commitment,
            losses=losses,
        )
        if losses and isinstance(event, ev.PlayerRegistered):
            event = replace(event, reason="The file has forced losses, but no late tag.")
        yield event


def _pods(cast: Cast) -> Iterator[ev.AnyEvent]:
    pods = {cast.pool_of(pod): cast.divisions_of(pod) for pod in cast.file.pods}
    if not pods or cast.file.type == ELIMINATION:
        return
    yield ev.PodsFormed(told=cast.told(), pods=pods)
    for pod in cast.file.pods:
        planned = planned_swiss(cast, pod)
        if planned:
            yield ev.RoundsSet(told=cast.told(), rounds=planned, pool=cast.pool_of(pod))


def _rounds(cast: Cast, left: Mapping[int, Sequence[ev.AnyEvent]]) -> Iterator[ev.AnyEvent]:
    """Yield the rounds in order, and in each round the pods in order; then the drops (`left`)."""
    all_sheets = [(pod, list(sheets(cast, pod))) for pod in cast.file.pods]
    last = max((len(pod.rounds) for pod in cast.file.pods), default=0)
    for number in range(1, last + 2):
        here = []
        for pod, own in all_sheets:
            cut = (played.number for played in pod.rounds if played.type == ELIMINATION)
            if number == next(cut, len(pod.rounds) + 1):
                yield from cuts(cast, pod)
            for sheet in (one for one in own if one.played.number == number):
                refuse_unseeded(cast, sheet)
                yield from paired(cast, sheet)
                here.append(sheet)
        for sheet in here:
            yield from results(cast, sheet)
        yield from left.get(number, ())
