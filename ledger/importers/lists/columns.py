"""The columns of a list, found by their titles in several languages, and mistakes by line."""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from roundbook.ledger.errors import Hint, Unreadable
from roundbook.ledger.phrases import Phrase, phrase, phrase_of
from roundbook.ledger.text import short, without_marks

# Mistakes in a list: each is reported by its line, and all of them at once.

MAX_BYTES = 5_000_000
"""The longest list, in bytes."""

MOST_SAID = 20
"""How many wrong lines are named at once; the rest are counted."""

Mistake = tuple[int, str]
"""The number of a line, and what is wrong with it."""

HALF_QUOTED = phrase(
    "the quotation marks in a cell do not match; remove them, or put the whole cell in quotation "
    "marks and double those inside it"
)
"""What is wrong with a line that the CSV reader refuses, in words that are translated."""


Who = Mapping[int, str]
"""The name of the player on a line, if it could be read."""


def at(line: int, who: Who) -> str:
    """Return a line as people look for it: by its number, and by the player on it."""
    return f"line {line}, {who[line]}" if line in who else f"line {line}"


def _of_line(line: int, said: str, who: Who) -> str:
    """Return the sentence about a line; one that players read can be translated."""
    if isinstance(said, Phrase):
        return phrase("line %(line)s: %(what)s.", line=line, what=said)
    return f"{at(line, who)}: {said}."


CORRECT_IT = "Correct the list and try again; nothing was written."
"""What to do about a list that is wrong, whether it was only checked or was to be imported."""


class Source(NamedTuple):
    """Where a list comes from, what it lists, and what to do if it is wrong.

    `names_encoding` is whether the user can say in which encoding it was saved.
    """

    where: str
    what: str
    hint: str | Hint
    names_encoding: bool = False

    def wrong(self, line: int, said: str) -> Unreadable:
        """Return the refusal of a list with one wrong line."""
        return self.all_wrong([(line, said)])

    def all_wrong(self, mistakes: Sequence[Mistake], who: Who = MappingProxyType({})) -> Unreadable:
        """Return the refusal of a list with wrong lines; there must be at least one."""
        (line, said), *others = sorted(mistakes, key=lambda mistake: mistake[0])
        told = [_of_line(number, what, who) for number, what in others[: MOST_SAID - 1]]
        if len(others) >= MOST_SAID:
            more = len(others) - MOST_SAID + 1
            rest = phrase_of(
                "There is %(num)s more mistake.", "There are %(num)s more mistakes.", more
            )
            told.append(rest if more < 1_000 else f"There are {more:,} more mistakes.")
        first = f"{self.where}, {_of_line(line, said, who)}"
        if isinstance(said, Phrase):
            first = phrase(
                "%(where)s, line %(line)s: %(what)s.", where=self.where, line=line, what=said
            )
        return Unreadable(first, where=f"line {line}", hint=self.hint, others=told)

    def empty(self, said: str) -> Unreadable:
        """Return the refusal of a whole list; a phrase is the sentence as a whole."""
        whole = said if isinstance(said, Phrase) else f"{self.where} {said}"
        return Unreadable(whole, where=self.where, hint=self.hint)


Titles = Mapping[str, frozenset[str]]
"""The content of a column, and every title for it, as `folded` returns it."""


class Columns(NamedTuple):
    """The place of each content in a row, a title that repeats one, and all titles to be quoted."""

    places: dict[str, int]
    titles: tuple[str, ...]
    twice: str | None

    @property
    def unread(self) -> list[str]:
        """The titles of the columns that are not used."""
        taken = set(self.places.values())
        return [title for place, title in enumerate(self.titles) if title and place not in taken]


def folded(title: str) -> str:
    """Return a title as it is compared: lowercase without accents, single spaces."""
    return re.sub(r"[\W_]+", " ", without_marks(title[:80].casefold())).strip()


def known_as(**titles: str) -> Titles:
    """Return the titles of each content, from lines of words."""
    return {
        name: frozenset(folded(title) for line in lines.splitlines() for title in line.split(","))
        - {""}
        for name, lines in titles.items()
    }


_ASKED = re.compile(
    r"(what is|what s|whats|please enter|enter) ?(your)? |your |"
    r"(player|child|attendee|participant) s? ?"
)
_BRACKETS = re.compile(r"\(.*?\)|\[.*?\]")


def readings(title: str) -> set[str]:
    """Return a title as it is compared, also without brackets, and as the answer to a question.

    So `What is your date of birth? (DD/MM/YYYY)` is the date of birth.
    """
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", title)  # As in `dateOfBirth`.
    found = {folded(each) for one in (title, apart) for each in (one, _BRACKETS.sub(" ", one))}
    return found | {_ASKED.sub("", words, count=1) for words in found if _ASKED.match(words)}


def columns(header: Sequence[str], titles: Titles) -> Columns:
    """Return the places of the contents, by the titles of their columns."""
    places: dict[str, int] = {}
    twice = None
    for place, title in enumerate(header):
        for name in _contents(title, titles):
            if name in places:
                # A column called id may be that of a database, beside the one with Player IDs.
                if name == "id" and folded(header[places[name]]) in _ANY_ID:
                    places[name] = place
                    continue
                twice = twice or folded(title)
            places.setdefault(name, place)
    return Columns(places, tuple(map(short, header)), twice)


_ANY_ID = frozenset({"id", "user id", "userid"})
"""Titles that may also mean the number of an order or of an account."""


def _contents(title: str, titles: Titles) -> list[str]:
    """Return the contents that a title may mean; one in two languages has what both mean."""
    said = readings(title)
    found = [name for name, known in titles.items() if said & known]
    if found or "/" not in title:
        return found
    parts = [readings(part) for part in _BRACKETS.sub(" ", title).split("/")]
    each = [{name for name, known in titles.items() if part & known} for part in parts]
    # `Nom / Last name` is the last name; `Name / Vorname` may be both in one column.
    meant = set().union(*each) - {"name"} if {"last", "family"} & set().union(*each) else None
    meant = set().union(*each) if meant is None else meant
    return [*meant] if len(meant) == 1 else []


def enough(found: Columns, needs: Iterable[frozenset[str]]) -> bool:
    """Return whether all columns of one of the needs are there."""
    return any(need <= found.places.keys() for need in needs)


RESULTS = known_as(
    match="""match, match id, table, table number, slip, tisch, tischnummer, spiel, partie, mesa,
        número de mesa, partida, numéro de table, tavolo, partita""",
    result="""result, results, score, ergebnis, resultat, resultado, résultat, risultato,
        marcador""",
    pool="pool, pod, gruppe, grupo, groupe",
    round="round, round number, runde, ronda, ronde, turno",
    drop="""drop, drops, dropped, leaves, steigt aus, aussteiger, abandona, abandono, abandon,
        abandonne, retirada, ritiro, desistência""",
)

TEAMS = known_as(
    team="team, team name, name, mannschaft, equipo, équipe, squadra",
    first="first, player 1, player, erste, spieler 1, jugador 1, joueur 1, giocatore 1",
    second="second, player 2, partner, zweite, spieler 2, jugador 2, joueur 2, giocatore 2",
)
