"""What still lies in a tournament's folder of people whom the ledger says were erased."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from ledger.people.book import Book
from ledger.people.erasure import still_in
from ledger.state.tournament import Tournament
from ledger.validators.phrasing import have

_LONGEST = 8
"""No number of a player or a hand has more characters; a commitment has."""


def of_erased(t: Tournament, book: Book, *, people: Path, sources: Path) -> Iterator[str]:
    """Yield what an erasure that broke off has left, or an old copy has brought back.

    `people` is the book of names, `sources` the files that were imported: after an erasure there
    are none.
    """
    back = still_in(book, t.erased)
    if back:
        whom = have(map(called, back), one="stands", many="stand")
        yield (
            f"{whom} in {people.name}, and entry {t.erased[back[0]]} says that they were erased: "
            "an old copy was put there, or the erasure broke off. Take it away: "
            f"`roundbook redact {_typed(back, t)}`."
        )
    if t.erased and sources.is_dir() and any(sources.iterdir()):
        yield (
            f"{sources.name} holds files with names again, and entry {min(t.erased.values())} says "
            f"that they were erased. Take them away: `roundbook redact {_typed([*t.erased], t)}`."
        )


def called(who: str) -> str:
    """Return a number as it is, and words for a commitment, which says nothing."""
    return who if len(who) <= _LONGEST else "somebody who was not admitted"


def _typed(erased: Sequence[str], t: Tournament) -> str:
    """Return what to type to take away what is left of these people.

    All at once if an entry has erased several: only after the three months one can.
    """
    if t.players.keys() <= set(erased) and len(set(t.erased.values())) < len(t.erased):
        return "--all"
    numbers = [who for who in erased if len(who) <= _LONGEST]
    return " ".join(numbers[:9]) or "--not-admitted ENTRY"
