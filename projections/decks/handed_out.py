"""Limited: a deck is made of the cards that the player was given, and of nothing else."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from ledger.decks.formats import Construction
from ledger.decks.lists import DeckList, Line, number_key, set_key
from projections.decks.judgement import Breach, Question, print_of

Print = tuple[str, str, str]
"""A title, a set and a collector number, as they are compared."""


def only_what_was_given(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """In Limited players use only cards that were handed out at the event (TRF §1, §11.2).

    Basic Energy is free where the organiser provides it. Cards are counted by title, and by print
    as far as both lists name it.
    """
    if asked.handed_out is None or not asked.limited:
        return
    listed = (*deck.deck, *deck.unused)
    given = (*asked.handed_out.deck, *asked.handed_out.unused)
    titles, prints, unsaid = _counts(given, asked)
    for line in listed:
        title = asked.rules.counted(line)
        basic = asked.rules.basic_kind(line)
        if basic and asked.energy_provided:
            continue
        titles[title] -= line.count
        short = max(0, min(-titles[title], line.count))
        exact = _print(line, title)
        if not short and exact[1] and exact[2]:
            same = min(prints[exact], line.count)
            perhaps = min(unsaid[title], line.count - same)
            prints[exact] -= same
            unsaid[title] -= perhaps
            short = line.count - same - perhaps
        if short:
            energy = " If the organiser provides basic Energy, say --basic-energy." if basic else ""
            yield Breach(
                rule="not-handed-out",
                line=line.line,
                message=f"{short} of {line.count} {print_of(line)} {_were(short)} not handed out.",
                cites="TRF §1, §11.2",
                hint=f"Only cards that the organiser gave out may be played.{energy}",
            )
    yield from _left_out(deck, asked, titles)


def _left_out(deck: DeckList, asked: Question, left: Counter[str]) -> Iterator[Breach]:
    """Where a list names its unused cards, it names all of them (TRF §4)."""
    names = {asked.rules.counted(line): line for line in (asked.handed_out or deck).lines}
    missing = [
        names[title]
        for title, number in left.items()
        if number > 0 and title in names and not _free(names[title], asked)
    ]
    if deck.unused and missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        yield Breach(
            rule="unused-incomplete",
            message=f"{print_of(missing[0])}{more} of the cards handed out stand neither in the "
            "deck nor among the unused ones.",
            cites="TRF §4",
            hint="The list of a Limited event names the deck and the unused cards, all of them.",
        )


def _free(line: Line, asked: Question) -> bool:
    return asked.energy_provided and asked.rules.basic_kind(line) is not None


def _counts(
    given: Iterable[Line], asked: Question
) -> tuple[Counter[str], Counter[Print], Counter[str]]:
    """Return how many were given of each title, of each print, and of titles without a print."""
    titles, prints, unsaid = Counter[str](), Counter[Print](), Counter[str]()
    for line in given:
        title = asked.rules.counted(line)
        titles[title] += line.count
        exact = _print(line, title)
        if exact[1] and exact[2]:
            prints[exact] += line.count
        else:
            unsaid[title] += line.count
    return titles, prints, unsaid


def _print(line: Line, title: str) -> Print:
    return title, set_key(line.set), number_key(line.number)


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def with_unused(deck: DeckList, handed_out: DeckList | None, rules: Construction) -> DeckList:
    """Return a list with the cards that were handed out and are not in the deck (TRF §4).

    A list that names its unused cards itself stays as it is.
    """
    if handed_out is None or deck.unused:
        return deck
    used: Counter[str] = Counter()
    for line in deck.deck:
        used[rules.counted(line)] += line.count
    left: list[Line] = []
    for line in handed_out.lines:
        title = rules.counted(line)
        taken = min(used[title], line.count)
        used[title] -= taken
        if line.count > taken:
            left.append(replace(line, count=line.count - taken, unused=True, line=0))
    return replace(deck, lines=(*deck.lines, *left))
