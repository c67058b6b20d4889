"""Deck lists as text, in the formats that other programs export and import."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from roundbook.ledger.decks.deck_list import HEADINGS, CardLine, DeckList, Section, as_line, as_text
from roundbook.ledger.events.decks import DeckRegistered
from roundbook.ledger.phrases import counted
from roundbook.projections.reports.cells import harmless

_IN_ORDER = (Section.POKEMON, Section.TRAINER, Section.ENERGY, None)


def live(deck: DeckList) -> bytes:
    """Return a list as TCG Live exports it: `Pokémon: 12`, then `4 Pikachu SVI 25`."""
    return _written(deck, "{heading}: {count}", "{card}", "Total Cards: {count}")


def online(deck: DeckList) -> bytes:
    """Return a list as TCG Online exported it: `##Pokémon - 12`, then `* 4 Pikachu XY 42`."""
    begin = "****** Pokémon Trading Card Game Deck List ******\n\n"
    whole = _written(deck, "##{heading} - {count}", "* {card}", "Total Cards - {count}")
    return begin.encode() + whole


def columns(deck: DeckList) -> bytes:
    """Return a list as a spreadsheet, with a line for every card."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(("count", "name", "set", "number", "language", "section", "note"))
    for line in deck.lines:
        part = "unused" if line.unused else (line.section or "")
        cells = (line.title, line.set, line.number, line.language, part, line.note)
        writer.writerow((line.count, *map(harmless, cells)))
    return out.getvalue().encode()


def in_words(event: DeckRegistered, deck: DeckList, name: str) -> Iterator[str]:
    """Yield a registered list line by line, below its player, format, card pool and total."""
    pool = f", pool {event.pool}" if event.pool else ""
    yield f"{name} ({event.player}): {counted(deck.cards, 'card')}, format {event.format}{pool}"
    yield from as_text(deck).splitlines()


FORMS: Mapping[str, Callable[[DeckList], bytes]] = MappingProxyType(
    {"live": live, "online": online, "csv": columns}
)
"""The formats of a deck list, by name."""


def _written(deck: DeckList, heading: str, card: str, total: str) -> bytes:
    """Return a list part by part, with unused cards at the end."""
    lines: list[str] = []
    for section in _IN_ORDER:
        part = [line for line in deck.deck if line.section == section]
        if part:
            name = HEADINGS[section] if section else "Deck"
            count = sum(line.count for line in part)
            lines += [heading.format(heading=name, count=count), *_cards(part, card), ""]
    lines += [total.format(count=deck.cards), ""]
    if deck.unused:
        lines += ["Unused", *_cards(deck.unused, card), ""]
    return "\n".join(lines).encode(errors="replace")


def _cards(part: list[CardLine] | tuple[CardLine, ...], form: str) -> Iterator[str]:
    for line in part:
        yield form.format(card=as_line(line))
