"""What still lies in a tournament's folder of people whom the ledger says were erased."""

from collections.abc import Iterator
from pathlib import Path

from ledger.erasure import still_in
from ledger.people import Book
from ledger.tournament import Tournament
from ledger.validators.wording import have


def of_erased(t: Tournament, book: Book, *, people: Path, sources: Path) -> Iterator[str]:
    """Yield what an erasure that broke off has left, or an old copy has brought back.

    `people` is the book of names, `sources` the files that were imported: after an erasure there
    are none.
    """
    back = still_in(book, t.erased)
    if back:
        whom = "--all" if len(back) == len(t.players) > 1 else " ".join(back[:9])
        yield (
            f"{have(back, one='stands', many='stand')} in {people}, and entry "
            f"{t.erased[back[0]]} says that they were erased: an old copy was put there, or the "
            f"erasure broke off. Take it away: `roundbook redact {whom}`."
        )
    if t.erased and sources.is_dir() and any(sources.iterdir()):
        first = min(t.erased, key=lambda who: t.erased[who])
        yield (
            f"{sources} holds files with names again, and entry {t.erased[first]} says that they "
            f"were erased. Take them away: `roundbook redact {first}`."
        )
