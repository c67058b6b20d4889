"""Tells a `.tdf` file as events, in the order in which things must have happened.

Every event carries the digest of the file that says so. What the file does not say (announcement,
secret, posting, start) is absent, never invented. A file that breaks a rule is told all the same.
"""

from collections.abc import Iterator, Mapping, Sequence

from ledger import events as ev
from ledger.importers.tdf_cast import Cast, cast_of, losses_of
from ledger.importers.tdf_codes import ELIMINATION, SWISS, SWISS_PLUS_CUT
from ledger.importers.tdf_cuts import cut_before, cuts, refuse_unseeded
from ledger.importers.tdf_leavers import leavers
from ledger.importers.tdf_plan import awarded_byes, planned_swiss, rounds_table
from ledger.importers.tdf_rounds import paired, results, sheets
from ledger.importers.tdf_shapes import TdfFile
from ledger.importers.tree import refused
from ledger.people import Person, tidy_name
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import PlayerId, Style

Acts = Iterator[tuple[ev.AnyEvent, ...]]
"""What was done, step by step: each becomes one entry of the ledger."""

_STYLES = {
    ELIMINATION: Style.SINGLE_ELIMINATION,
    SWISS: Style.SWISS,
    SWISS_PLUS_CUT: Style.SWISS_PLUS_CUT,
}

MAX_SANCTION = 40
"""The longest sanction number that a ledger keeps; a longer text stays in the file."""


def people(file: TdfFile) -> list[Person]:
    """Return who the players are, in the order of the file; the nth becomes p<n>.

    Raises Unreadable if a name cannot be kept.
    """
    found = []
    for row in file.players:
        try:
            name = tidy_name(f"{row.firstname} {row.lastname}".strip() or row.userid)
        except ValueError as error:
            raise refused(row, str(error).rstrip(".")) from None
        found.append(Person(name=name, id=row.userid, birth_year=row.birthdate.year))
    return found


def tell(
    file: TdfFile,
    *,
    sha256: str,
    rules: Ruleset,
    edition_sha256: str,
    tournament: str,
    commitments: Sequence[str],
    numbers: Mapping[str, PlayerId] | None = None,
) -> list[tuple[ev.AnyEvent, ...]]:
    """Return the events of a file, one tuple per entry.

    `sha256` is the digest of the file's bytes, `edition_sha256` that of the edition's, `tournament`
    the id of the new ledger; `commitments` are those of `people(file)`, in the same order;
    `numbers` those that the players have, by userid, where saves before this one have told them.

    Order: opened; players as in the file; awarded byes; who never came; pods and their number of
    rounds; then per round what was paired, the results by table, the drops; the cut of a pod before
    its first elimination round; closed, if the file is finalised. Raises Unreadable if the file
    contradicts itself under these rules.
    """
    if len(commitments) != len(file.players):
        raise ValueError("one commitment is needed for each player of the file")
    cast = cast_of(file, rules=rules, sha256=sha256, known=numbers)
    left = leavers(cast)
    return [
        (_opened(cast, edition_sha256, tournament),),
        *_registered(cast, commitments),
        *((event,) for event in awarded_byes(cast)),
        *((event,) for event in left.get(0, ())),
        *_pods(cast),
        *_rounds(cast, left),
        *_closed(cast),
    ]


def _opened(cast: Cast, edition_sha256: str, tournament: str) -> ev.TournamentOpened:
    data = cast.file.data
    return ev.TournamentOpened(
        told=cast.told(),
        tournament=tournament,
        name=data.name or "A tournament without a name",
        edition=cast.rules.edition,
        edition_sha256=edition_sha256,
        style=_STYLES[cast.file.type],
        start=data.startdate,
        rounds_table=rounds_table(cast.file, cast.rules),
        sanction=data.id if 0 < len(data.id) <= MAX_SANCTION else None,
    )


def _registered(cast: Cast, commitments: Sequence[str]) -> Acts:
    for row, commitment in zip(cast.file.players, commitments, strict=True):
        losses = losses_of(cast, row)
        player, division = cast.numbers[row.userid], cast.divisions[row.userid]
        if row.late:
            yield (
                ev.LatePlayerAdmitted(
                    told=cast.told(row.late.timestamp),
                    player=player,
                    division=division,
                    commitment=commitment,
                    losses=losses,
                ),
            )
        else:
            yield (
                ev.PlayerRegistered(
                    told=cast.told(),
                    player=player,
                    division=division,
                    commitment=commitment,
                    losses=losses,
                    reason="The file has forced losses, but no late tag." if losses else None,
                ),
            )


def _pods(cast: Cast) -> Acts:
    pods = {cast.pool_of(pod): cast.divisions_of(pod) for pod in cast.file.pods}
    if not pods or cast.file.type == ELIMINATION:
        return
    yield (ev.PodsFormed(told=cast.told(), pods=pods),)
    for pod in cast.file.pods:
        planned = planned_swiss(cast, pod)
        if planned:
            yield (ev.RoundsSet(told=cast.told(), rounds=planned, pool=cast.pool_of(pod)),)


def _rounds(cast: Cast, left: Mapping[int, Sequence[ev.AnyEvent]]) -> Acts:
    """Yield round after round, and in each round pod after pod; then who `left` after it."""
    all_sheets = [(pod, list(sheets(cast, pod))) for pod in cast.file.pods]
    last = max((len(pod.rounds) for pod in cast.file.pods), default=0)
    for number in range(1, last + 2):
        for pod, own in all_sheets:
            if number == cut_before(pod):
                yield from ((event,) for event in cuts(cast, pod))
            for sheet in own:
                if sheet.played.number == number:
                    refuse_unseeded(cast, sheet)
                    yield from ((event,) for event in paired(cast, sheet))
        for _, own in all_sheets:
            for sheet in own:
                if sheet.played.number == number:
                    yield from ((event,) for event in results(cast, sheet))
        yield from ((event,) for event in left.get(number, ()))


def _closed(cast: Cast) -> Acts:
    """Yield the close of a finalised tournament, on the day of its last result."""
    if cast.file.finalised:
        yield (ev.TournamentClosed(told=cast.told(), end=cast.file.last_day()),)
