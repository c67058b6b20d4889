"""The review of pairings in words: round by round for a ledger, summed up for a file."""

from collections import Counter
from collections.abc import Iterable, Sequence

from roundbook.ledger.people.book import Book
from roundbook.ledger.phrases import counted
from roundbook.projections.compare.official import Comparison
from roundbook.projections.compare.pairing_quality import Judged, Verdict
from roundbook.projections.reports.text.tables import WIDTH, Column, wrapped

COLUMNS = (
    Column("Pool"),
    Column("Round", right=True),
    Column("Tables", right=True),
    Column("Pairings", wraps=True),
)

WORDS = {
    Verdict.PARITY: "certified by parity",
    Verdict.PROVEN: "optimal, by a checked proof",
    Verdict.SHEET: "as on the pod sheet",
    Verdict.UNPROVEN: "legal, and no better pairing is known",
    Verdict.WORSE: "not the best",
    Verdict.ILLEGAL: "not legal",
    Verdict.IMPOSSIBLE: "with no legal pairing possible",
    Verdict.OTHERWISE: "different from the random draw",
}
_GOOD = {Verdict.PARITY, Verdict.PROVEN, Verdict.UNPROVEN}


def rows(judged: Iterable[Judged]) -> list[list[str]]:
    """Return the rounds as rows of a table; imported rounds are marked."""
    return [[one.pool, str(one.round), str(one.tables), _said(one)] for one in judged]


def _said(one: Judged) -> str:
    """Return the verdict on a round in a few words, and why."""
    told = ", imported from a file" if one.told else ""
    why = f": {'; '.join(one.why)}" if one.why else ""
    return f"{WORDS[one.verdict]}{told}{why}"


def sum_up(judged: Sequence[Judged]) -> str:
    """Return one line on all rounds: how many have which verdict."""
    if not judged:
        return "no Swiss round has been paired"
    found = Counter(one.verdict for one in judged)
    parts = [f"{found[verdict]} {words}" for verdict, words in WORDS.items() if found[verdict]]
    return f"{counted(len(judged), 'round')}: {'; '.join(parts)}"


def wrong(judged: Iterable[Judged]) -> bool:
    """Tell whether a round paired here should be looked into; imported rounds are not counted."""
    return any(one.verdict.wrong and not one.told for one in judged)


def told_lines(judged: Sequence[Judged]) -> list[str]:
    """Return the review of the pairings in an organiser's file, as information."""
    if not judged:
        return []
    figures = [one.measured for one in judged]
    good = [one for one in judged if one.verdict in _GOOD]
    tables = counted(sum(one.tables for one in judged), "table")
    rematches = counted(sum(each.rematches for each in figures), "rematch", "rematches")
    known = any(one.verdict is Verdict.UNPROVEN for one in good)
    best = "with no better pairing known" if known else "as good as possible"
    rounds = f"{len(good)} of {counted(len(judged), 'round')} {best}"
    parts = [
        counted(sum(each.byes for each in figures), "bye") + _byes(judged),
        _beside(judged, "across", "cross-division pair"),
        _beside(judged, "down", "pair-down"),
    ]
    other = _other(judged)
    return [
        f"  pairings: {rounds}, {tables}, {rematches}",
        *(f"    {line}" for line in wrapped(", ".join(parts), WIDTH - 4)),
        *(f"    {line}" for line in wrapped(_why_best(judged), WIDTH - 4) if line),
        *(f"    {line}" for line in wrapped(other, WIDTH - 4) if line),
        *(f"      {line}" for line in wrapped(MAY_BE, WIDTH - 6) if other),
    ]


def _other(judged: Sequence[Judged]) -> str:
    """Return the rounds that are not as good as possible: `other rounds: 3, 4 of masters`."""
    other: dict[str, list[str]] = {}
    for one in judged:
        if one.verdict not in _GOOD:
            other.setdefault(one.pool, []).append(str(one.round))
    said = "; ".join(f"{', '.join(rounds)} of {pool}" for pool, rounds in other.items())
    return f"other rounds: {said}" if said else ""


MAY_BE = (
    "better pairings were possible with the results in this file; the results may "
    "have been corrected since, or the round was paired by hand or by other rules"
)
"""Why a round in a file may not be as good as possible: a file has the results as they are now, not
as they were when the next round was paired."""


def _byes(judged: Sequence[Judged]) -> str:
    """Return how many byes were second ones, or in a higher bracket than necessary."""
    second = sum(one.measured.second_byes for one in judged)
    high = sum(one.measured.bye_too_high for one in judged)
    said = [
        f"{number} {words}" for number, words in ((second, "second"), (high, "too high")) if number
    ]
    return f" ({', '.join(said)})" if said else ""


def _beside(judged: Sequence[Judged], what: str, word: str) -> str:
    """Return a figure next to that of the best rounds: `12 pair-downs (11 in the best)`."""
    ours = sum(getattr(one.measured, what) for one in judged)
    best = [getattr(one.measured, f"best_{what}") for one in judged]
    known = "" if None in best else f" (best {sum(best)})"
    return f"{counted(ours, word)}{known}"


BEST = (
    "best: the figure in the rounds with the fewest cross-division pairs and, among those, the "
    "fewest pair-downs from the top"
)
"""Why a figure may be lower than in the best rounds: a figure before it is higher."""


OTHER_BYE = "best: for any choice of bye; the bye is drawn before its round is paired"
"""Why a figure may be higher although every round is as good as possible (A-77)."""


def _why_best(judged: Sequence[Judged]) -> str:
    """Return what "best" means, if a figure differs from that of the best rounds."""
    more = False
    for what in ("across", "down"):
        best = [getattr(one.measured, f"best_{what}") for one in judged]
        ours = sum(getattr(one.measured, what) for one in judged)
        if None not in best:
            if ours < sum(best):
                return BEST
            more = more or ours > sum(best)
    return OTHER_BYE if more and not _other(judged) else ""


# The differences between an organiser's file and ours: as rows of a table, and in one line.

DIFFERENCE_COLUMNS = (
    Column("Division"),
    Column("What"),
    Column("Player", wraps=True),
    Column("File", right=True),
    Column("Ours", right=True),
    Column("Decided by"),
)


def compared_in_words(found: Comparison) -> list[str]:
    """Return what was compared: `35 official places`, `12 seeds`, `12 bracket positions`."""
    return [
        counted(number, what)
        for number, what in (
            (found.places, "official place"),
            (found.seeds, "seed"),
            (found.positions, "bracket position"),
            (found.figures, "published figure"),
            (found.points, "point total"),
            (found.records, "record"),
        )
        if number
    ]


def verdict(found: Comparison) -> str:
    """Return one line on a file without differences; nothing to compare is not agreement."""
    if found.nothing:
        return "nothing to compare: there are no official places or seeds yet"
    unplaced = "" if found.places else "no official places yet; "
    return f"{unplaced}no difference in {', '.join(compared_in_words(found))}"


def difference_rows(found: Comparison, book: Book) -> list[list[str]]:
    """Return the differences as rows of a table."""
    return [
        [
            one.division.value,
            one.what,
            f"{book.name(one.player)} ({book.id(one.player) or one.player})",
            "none" if one.said is None else str(one.said),
            "none" if one.ours is None else str(one.ours),
            one.decided_by or "",
        ]
        for one in found.differences
    ]
