"""The columns of a list, found by their titles in several languages, and mistakes by line."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from roundbook.ledger.errors import Hint, Unreadable
from roundbook.ledger.text import short

# Mistakes in a list: each is reported by its line, and all of them at once.

MAX_BYTES = 5_000_000
"""The longest list, in bytes."""

MOST_SAID = 20
"""How many wrong lines are named at once; the rest are counted."""

Mistake = tuple[int, str]
"""The number of a line, and what is wrong with it."""


Who = Mapping[int, str]
"""The name of the player on a line, if it could be read."""


def at(line: int, who: Who) -> str:
    """Return a line as people look for it: by its number, and by the player on it."""
    return f"line {line}, {who[line]}" if line in who else f"line {line}"


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
        told = [f"{at(number, who)}: {what}." for number, what in others[: MOST_SAID - 1]]
        if len(others) >= MOST_SAID:
            more = len(others) - MOST_SAID + 1
            told.append(f"{more:,} more {'mistake follows' if more == 1 else 'mistakes follow'}.")
        first = f"{self.where}, {at(line, who)}: {said}."
        return Unreadable(first, where=f"line {line}", hint=self.hint, others=told)

    def empty(self, said: str) -> Unreadable:
        """Return the refusal of a whole list."""
        return Unreadable(f"{self.where} {said}", where=self.where, hint=self.hint)


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
    apart = unicodedata.normalize("NFKD", title[:80].casefold())
    plain = "".join(c for c in apart if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", " ", plain).strip()


def known_as(**titles: str) -> Titles:
    """Return the titles of each content, from lines of words."""
    return {
        name: frozenset(folded(title) for line in lines.splitlines() for title in line.split(","))
        - {""}
        for name, lines in titles.items()
    }


def columns(header: Sequence[str], titles: Titles) -> Columns:
    """Return the places of the contents, by the titles of their columns."""
    places: dict[str, int] = {}
    twice = None
    for place, title in enumerate(header):
        words = folded(title)
        for name, known in titles.items():
            if words in known:
                if name in places:
                    twice = twice or words
                places.setdefault(name, place)
    return Columns(places, tuple(map(short, header)), twice)


def enough(found: Columns, needs: Iterable[frozenset[str]]) -> bool:
    """Return whether all columns of one of the needs are there."""
    return any(need <= found.places.keys() for need in needs)


ROSTER = known_as(
    name="""name, player name, full name, spielername, vollständiger name, nombre,
        nombre completo, nombre y apellidos, nom, nom complet, nome, nome completo""",
    somebody="""player, participant, competitor, spieler, teilnehmer, jugador, jugadora,
        participante, joueur, joueuse, giocatore, jogador""",
    first="""first, first name, firstname, given name, given names, givenname, forename,
        vorname, rufname, nombre de pila, nombres, prénom, prenom, primeiro nome""",
    last="""last, last name, lastname, surname, family name, familyname, nachname, familienname,
        zuname, apellido, apellidos, primer apellido, nom de famille, cognome, sobrenome,
        apelido""",
    id="""id, player id, playerid, player id number, pop id, popid, pop, play pokemon id,
        play! pokémon id, pokemon id, userid, user id, player no, player nr, player number,
        spieler id, spielerid, spielernummer, spieler nr, spielernr, n de jugador, n de joueur,
        id jugador, id de jugador, número de jugador, id joueur, id du joueur, id de joueur,
        numéro de joueur, id giocatore, id jogador, id do jogador""",
    year="""birth year, birthyear, year, year of birth, yob, y.o.b., born, birth, dob year,
        year of dob, birth date year, year born, geburtsjahr,
        geb, geboren, geb jahr, jahrgang, jg, année, año,
        año de nacimiento, año nacimiento, année de naissance, annee naissance, anno di nascita,
        ano de nascimento""",
    day="""birthdate, birth date, date of birth, dob, d.o.b., birthday, geburtsdatum,
        geburtstag, geboren am, geb am, geb datum, né le, née le, fecha de nacimiento,
        fecha nacimiento, nacimiento, date de naissance, naissance, data di nascita,
        data de nascimento, nascimento""",
    division="""division, age division, category, age category, age group, agegroup,
        altersklasse, altersgruppe, kategorie, división, categoría, categoría de edad,
        grupo de edad, catégorie, catégorie d'âge, tranche d'âge, categoria, divisão""",
)
"""The titles of the columns of a list of players, in several languages."""

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
