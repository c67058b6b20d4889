"""Parses what is announced (cut, rounds, flights, prizes, text), display choices and cells."""

import re
from collections.abc import Callable, Iterable
from enum import StrEnum

import click

from roundbook.cli.args.players import find_player
from roundbook.cli.args.shared_options import Command, Decorator, with_options
from roundbook.cli.args.table_numbers import place_meant
from roundbook.cli.args.types import (
    DIVISION,
    POOL,
    EnumType,
    ReadType,
    WordsType,
    quoted,
    refuse,
)
from roundbook.ledger.errors import Misuse
from roundbook.ledger.events.flights import NUMBERS
from roundbook.ledger.people.book import Book, Display
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, Pool
from roundbook.projections.explain.blame import Cell, Figure, MatchCell

# How players want their names displayed; for a child under 13 the parents choose.

DISPLAY = EnumType(Display)
CHOICES: tuple[Decorator, ...] = (
    click.option(
        "--display",
        type=DISPLAY,
        help="Public name: full, initial, id (Player ID), anonymous.",
        metavar="HOW",
    ),
    click.option("--parent", is_flag=True, help="A parent chose the display for a child under 13."),
)


CHOSEN = {
    "display": "--parent needs --display with the parent's choice.",
    "parent": "for a child under 13, a parent must choose this: ask the parent, then add --parent.",
}
"""Messages for a terminal about combinations of these options that make no sense."""


def choosing(command: Command) -> Command:
    """Add the options `--display` and `--parent` to a command."""
    return with_options(CHOICES, command)


def _prizes(text: str) -> int:
    if text != "none" and not re.fullmatch(r"[0-9]{1,6}", text, re.ASCII):
        refuse(f"{quoted(text)} is not a number of players; use a number such as 8, or none.")
    return 0 if text == "none" else int(text)


_WORDS = WordsType(4000)


def _announced(text: str) -> str:
    """Return the text as typed; empty for `none`, which takes back what was announced."""
    if not text.strip():
        refuse("the text must not be empty; use none to withdraw it.")
    return "" if text.strip() == "none" else _WORDS.convert(text, None, None)


def _number_of(
    fits: Callable[[str], object], refusal: str
) -> Callable[[str], tuple[Division, int]]:
    """Return a function that reads a number for a division such as `masters=8`.

    `{}` in the refusal is replaced by what was typed.
    """

    def read(text: str) -> tuple[Division, int]:
        name, equals, said = text.partition("=")
        if not equals and (text.isdecimal() or text == "none"):
            refuse(f"{quoted(text)} does not say for which division; use masters={text}.")
        number = "0" if said == "none" else said
        division = DIVISION.convert(name, None, None)
        if not fits(number):
            refuse(refusal.format(quoted(text)))
        return division, int(number)

    return read


def _is_cut(size: str) -> bool:
    """Tell whether a cut can have this size: a power of two, or 0."""
    powers = {2**power for power in range(1, 14)}
    return bool(re.fullmatch(r"[0-9]{1,4}", size)) and int(size) in {0, *powers}


TABLE = "table"
"""The word for the number of rounds in the rounds table."""


def rounds_by_pool(said: Iterable[str]) -> dict[Pool | None, int]:
    """Return the rounds by pool, None for all pools. Raises a usage error."""
    rounds: dict[Pool | None, int] = {}
    for text in said:
        name, _, number = text.rpartition("=")
        if text == TABLE:
            continue
        if not re.fullmatch(r"[1-9][0-9]?", number, re.ASCII):
            allowed = "5, junior=3, or table (the rounds table)"
            msg = f"{quoted(text)} is not a number of rounds; use {allowed}."
            raise click.UsageError(msg)
        rounds[POOL.convert(name, None, None) if name else None] = int(number)
    return rounds


PRIZED = re.compile(r"([1-9][0-9]{0,3})(?:\s*[-–]\s*([1-9][0-9]{0,3}))?", re.ASCII)


def prizes_by_place(said: Iterable[str]) -> dict[str, str]:
    """Return what each place wins, by place or places; empty for `none`. Raises a usage error."""
    found, taken = dict[str, str](), set[int]()
    for text in (one.strip() for one in said):
        if text == "none" and not found:
            continue
        places, equals, prize = text.partition("=")
        match = PRIZED.fullmatch(places.strip())
        first, last = (int(one or match[1]) for one in match.groups()) if match else (1, 0)
        if not equals or not prize.strip() or last < first:
            refuse(f"{quoted(text)} is not a prize for a place; use 1=36 packs, or 3-4=12 packs.")
        if twice := taken.intersection(range(first, last + 1)):
            refuse(f"place {min(twice)} has two prizes; give only one.")
        if len(prize.strip()) > MOST_OF_PRIZE:
            refuse(f"a prize has at most {MOST_OF_PRIZE} characters.")
        taken.update(range(first, last + 1))
        found[str(first) if first == last else f"{first}-{last}"] = prize.strip()
    return found


BREAK = re.compile(r"([1-9][0-9]?)=([1-9][0-9]{0,2})", re.ASCII)


def breaks_after(said: Iterable[str]) -> dict[str, int]:
    """Return the minutes of the break after a round; empty for `none`. Raises a usage error."""
    found = dict[str, int]()
    for text in (one.strip() for one in said):
        if text == "none" and not found:
            continue
        match = BREAK.fullmatch(text)
        if match is None:
            refuse(f"{quoted(text)} is not a break; use 3=45 for 45 minutes after round 3.")
        if match[1] in found:
            refuse(f"round {match[1]} has two breaks; give only one.")
        found[match[1]] = int(match[2])
    return found


MOST_OF_PRIZE = 200
"""The maximum length of what a place wins, in characters."""

PRIZES = ReadType("number", _prizes)
"""How many players get prizes."""
ANNOUNCED = ReadType("text", _announced)
FEW_WORDS = WordsType(300)
"""What is announced in a few words: the breaks, the format, the staff."""
CUT = ReadType(
    "division=number",
    _number_of(_is_cut, "{} is not a cut; use masters=8 (2, 4, 8, 16 …) or masters=none."),
)
"""The number of players of a division who advance."""
ROUNDS_OF = ReadType(
    "division=number",
    _number_of(
        re.compile(r"[0-9]{1,2}", re.ASCII).fullmatch,
        "{} is not a number of rounds; use masters=5 or masters=none.",
    ),
)
"""The number of rounds for a division."""
FLIGHTS = ReadType(
    "division=number",
    _number_of(
        {"1", *map(str, NUMBERS)}.__contains__,
        "{} is not possible; a division can have 2, 4, 8 or 16 flights, such as masters=4.",
    ),
)
"""The number of flights for a division."""
FLIGHTS_TOLD = ReadType(
    "division=number",
    _number_of(
        {"0", *map(str, NUMBERS)}.__contains__,
        "{} is not possible; announce 2, 4, 8 or 16 flights, such as masters=4, or masters=none.",
    ),
)
"""The number of flights announced for a division."""


# What a question is about: the kinds of explanation, and a cell of the standings or of a match.


class Explained(StrEnum):
    """What `explain` explains of a player, a match or a round."""

    PLACE = "place"
    PAIRING = "pairing"
    LOCK = "lock"
    BYE = "bye"


EXPLAINED = EnumType(Explained)


def cell_named(of: str, what: str | None, t: Tournament, book: Book) -> Cell:
    """Return the cell `what` of a player or match; by default, the place or the result.

    Raises Refused for an unknown player, Misuse if there is no such cell.
    """
    try:
        place = place_meant(of, t, book)
    except click.UsageError as wrong:
        raise Misuse(wrong.message, field="cell") from None
    match = place if isinstance(place, MatchId) else None
    kinds: list[Figure | MatchCell] = [*MatchCell] if match else [*Figure]
    usual = MatchCell.RESULT if match else Figure.PLACE
    shows = next((one for one in kinds if one == what), None) if what else usual
    if shows is None:
        some = ", ".join(kinds)
        msg = f"{quoted(what or '')} is not a possible value; use one of {some}."
        raise Misuse(msg, field="cell")
    return Cell(of=match or find_player(of, t, book), shows=shows)
