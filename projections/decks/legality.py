"""Which cards: those that are never legal, those of the pool on the day, bans and languages."""

from collections.abc import Iterator

from ledger.decks.lists import DeckList, Line, plain
from ledger.decks.pools import CardSet
from projections.decks.judgement import Breach, Question, print_of

ASK = "Ask the Head Judge, who has the last word on what a card is (TRF §1.2)."


def never_legal(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """Cards of collector's sets and those marked so are legal nowhere (TRF §1.11, §12)."""
    for line in deck.deck:
        said = plain(f"{line.title} {line.set} {line.note}")
        mark = next((mark for mark in asked.rules.refused if plain(mark) in said), None)
        if mark:
            yield Breach(
                rule="card-refused",
                line=line.line,
                message=f"{print_of(line)} is not legal in any tournament: {mark}.",
                cites="TRF §1.11, §12",
                hint="Replace the card; another print of it may be legal.",
            )


def sets(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """A card is of a set of the pool, 21 days old, or a reprint of one (TRF §1.3, §1.4, §13).

    Basic Energy is legal from every set. In Limited new sets are legal at once.
    """
    if asked.pool is None:
        return
    for line in deck.deck:
        if not line.set or asked.rules.basic_kind(line) or asked.pool.reprinted(line):
            continue
        one = asked.pool.find(line.set)
        found = _unknown(line, asked) if one is None else _not_yet(line, one, asked)
        if found:
            yield found


def _unknown(line: Line, asked: Question) -> Breach | None:
    """Return that the pool does not have the set of a line."""
    pool = asked.pool
    if pool is None or pool.every_set:
        return None
    more = f", or a pool with the {pool.more_to_come} (--pool)" if pool.more_to_come else ""
    return Breach(
        rule="set-not-legal",
        line=line.line,
        message=f"{print_of(line)}: {line.set} is no set of {pool.name}, so the card is not legal "
        "unless a reprint that does the same is.",
        cites=f"TRF §1.4, {pool.cites}",
        hint=f"Name a print of the pool{more}. {ASK}",
    )


def _not_yet(line: Line, one: CardSet, asked: Question) -> Breach | None:
    """Return that a set is too new, or that a number is not among those of the pool."""
    pool = asked.pool
    if pool is None:
        return None
    digits = "".join(c for c in line.number if c in "0123456789")
    if one.lowest is not None and digits and int(digits) < one.lowest:
        return Breach(
            rule="set-not-legal",
            line=line.line,
            message=f"{print_of(line)}: of {one.name} only {one.lowest} and higher are legal.",
            cites=pool.cites,
            hint=ASK,
        )
    day = pool.legal_from(one)
    if day is None or day <= asked.on or asked.limited:
        return None
    return Breach(
        rule="set-too-new",
        line=line.line,
        message=f"{print_of(line)}: {one.name} is legal from {day}, not yet on {asked.on}.",
        cites="TRF §1.3",
        hint="A reprint of a card that is legal already may be played (TRF §1.5): ask the Head "
        "Judge.",
    )


def bans(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """Some cards are banned, by name and print (TRF §13.2)."""
    if asked.pool is None:
        return
    for line in deck.deck:
        ban = asked.pool.ban_on(line, asked.on)
        if ban is None:
            continue
        which = " ".join(part for part in (ban.set, ban.number) if part)
        card = f"{ban.title} ({which})" if which else ban.title
        sure = not ban.set or (line.set and (line.number or not ban.number))
        yield Breach(
            rule="card-banned",
            line=line.line,
            message=f"{card} is banned in {asked.pool.format}."
            if sure
            else f"{card} is banned in {asked.pool.format}, and the line does not say which "
            f"{line.title} it is.",
            cites=asked.pool.cites,
            hint="Replace the card." if sure else "Name the set and the collector number.",
        )


def languages(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """At a Premier Event only languages local to the venue are permitted (TRF §1.8)."""
    if not asked.premier or asked.local is None:
        return
    for line in deck.deck:
        if line.language and line.language not in asked.local:
            yield Breach(
                rule="language-foreign",
                line=line.line,
                message=f"{print_of(line)} is in the language {line.language}, which is foreign "
                "here; no foreign cards at a Premier Event.",
                cites="TRF §1.8",
                hint=f"Local languages here: {', '.join(asked.local)}.",
            )
