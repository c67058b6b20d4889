"""What in a list of players is no mistake, and yet worth a look before they are registered."""

from collections.abc import Iterable, Iterator, Sequence

from ledger.importers.titles import folded
from ledger.people import Person

Numbered = tuple[int, Person]


def doubts(people: Sequence[Numbered]) -> list[str]:
    """Return the odd lines, each with what is odd about it, in the order of the list."""
    found = [*_names(people), *_twins(people), *_years(people), *_ids(people)]
    return [f"line {line}: {said}" for line, said in sorted(found)]


def _names(people: Iterable[Numbered]) -> Iterator[tuple[int, str]]:
    for line, one in people:
        if "," in one.name:
            yield line, "the name has a comma in it; is it turned round?"
        elif "@" in one.name:
            yield line, "the name looks like an address."
        elif any(map(str.isdigit, one.name)):
            yield line, "the name has digits in it."
        elif "?" in one.name or "\N{REPLACEMENT CHARACTER}" in one.name:
            yield line, "the name may have lost its accents."
        elif "Ã" in one.name or "â€" in one.name:
            yield line, "the name was saved in one encoding and read in another."


def _twins(people: Iterable[Numbered]) -> Iterator[tuple[int, str]]:
    """Yield those who have the name of somebody above them, with another id or year."""
    above: dict[str, int] = {}
    for line, one in people:
        first = above.setdefault(folded(one.name), line)
        if first != line:
            yield line, f"somebody of this name stands on line {first}; are they two people?"


def _years(people: Iterable[Numbered]) -> Iterator[tuple[int, str]]:
    for line, one in people:
        if one.birth_year is not None and one.birth_year < 1930:
            yield line, f"born in {one.birth_year}; is that right?"


def _ids(people: Sequence[Numbered]) -> Iterator[tuple[int, str]]:
    """Yield the ids that are unlike nearly all others: missing, or with letters among numbers."""
    digits = [line for line, one in people if one.id.isdigit()]
    if 2 * len(digits) <= len(people):
        return
    for line, one in people:
        if not one.id:
            yield line, "the id is missing."
        elif not one.id.isdigit():
            yield line, "the id is no number, unlike the others."
