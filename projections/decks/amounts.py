"""How many: the number of cards, the copies of one title, and what a card's own text allows."""

from collections.abc import Iterable, Iterator, Sequence

from ledger.decks.formats import Limit
from ledger.decks.lists import DeckList, Line
from projections.decks.judgement import Breach, Question


def size(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """A deck has exactly as many cards as its format says (TRF §11, §14.2)."""
    wanted = asked.format.cards
    if deck.cards == wanted:
        return
    off = deck.cards - wanted
    yield Breach(
        rule="deck-size",
        message=f"the deck has {deck.cards} cards, not {wanted}: {abs(off)} too "
        f"{'many' if off > 0 else 'few'}.",
        cites=asked.format.cites,
        hint=f"A deck of the format {asked.format.name} has exactly {wanted} cards.",
    )


def copies(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """No title more often than the format allows; basic Energy is free (TRF §11.1, §14.2.1).

    What a card's own text says of its number counts instead.
    """
    most = asked.format.copies
    if most is None:
        return
    for lines in _by_title(deck, asked).values():
        found = sum(line.count for line in lines)
        if found <= most or asked.rules.basic_kind(lines[0]) or _limits_on(lines, asked):
            continue
        yield Breach(
            rule="copies",
            line=_passing(lines, most),
            message=f"{found} copies of {lines[0].title}{_where(lines)}; at most {most}.",
            cites=asked.format.cites,
            hint="Cards of one English title count together, whatever the set or the language.",
        )


def limits(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """A text on the card may allow fewer of it, or only one card of its kind (TRF §11.1, §14.2)."""
    by_title = _by_title(deck, asked)
    for limit in _in_force(asked):
        meant = [lines for lines in by_title.values() if any(map(limit.covers, lines))]
        sets = [[line for lines in meant for line in lines]] if limit.together else meant
        for lines in sets:
            found = sum(line.count for line in lines)
            if limit.most is None or found <= limit.most:
                continue
            what = f"{limit.name} cards" if limit.together else f"copies of {lines[0].title}"
            yield Breach(
                rule="card-limit",
                line=_passing(lines, limit.most),
                message=f"{found} {what}{_where(lines)}; the text on the card allows "
                f"{limit.most} ({limit.name}).",
                cites="TRF §11.1, §14.2",
                hint="What a card says about itself goes before the rule of copies.",
            )


def _limits_on(lines: Sequence[Line], asked: Question) -> bool:
    """Whether a text on the card itself says how many of it there may be."""
    return any(limit.covers(line) for limit in _in_force(asked) for line in lines)


def _in_force(asked: Question) -> Iterable[Limit]:
    """Return the limits that hold on the day of the event."""
    known = (*asked.rules.limits, *(asked.pool.limits if asked.pool else ()))
    return [limit for limit in known if limit.since is None or limit.since <= asked.on]


def _by_title(deck: DeckList, asked: Question) -> dict[str, list[Line]]:
    found: dict[str, list[Line]] = {}
    for line in deck.deck:
        found.setdefault(asked.rules.counted(line), []).append(line)
    return found


def _passing(lines: Sequence[Line], most: int) -> int:
    """Return the line with which there are too many."""
    seen = 0
    for line in lines:
        seen += line.count
        if seen > most:
            return line.line
    return lines[-1].line


def _where(lines: Sequence[Line]) -> str:
    """Return the lines that count together, where there are several."""
    numbers = [str(line.line) for line in lines if line.line]
    return f" (lines {', '.join(numbers[:-1])} and {numbers[-1]})" if len(numbers) > 1 else ""
