"""The words of a list of players: titles of columns, years and divisions, as people write them."""

from ledger.importers.titles import folded, known_as
from ledger.terms import Division

TITLES = known_as(
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
        play! pokémon id, pokemon id, userid, user id, spieler id, spielerid, spielernummer,
        id jugador, id de jugador, número de jugador, id joueur, id du joueur, id de joueur,
        numéro de joueur, id giocatore, id jogador, id do jogador""",
    year="""birth year, birthyear, year, year of birth, yob, born, geburtsjahr, jahrgang,
        año de nacimiento, año nacimiento, année de naissance, annee naissance, anno di nascita,
        ano de nascimento""",
    day="""birthdate, birth date, date of birth, dob, d.o.b., birthday, geburtsdatum,
        geburtstag, fecha de nacimiento, fecha nacimiento, nacimiento, date de naissance,
        naissance, data di nascita, data de nascimento, nascimento""",
    division="""division, age division, category, age category, age group, agegroup,
        altersklasse, altersgruppe, kategorie, división, categoría, categoría de edad,
        grupo de edad, catégorie, catégorie d'âge, tranche d'âge, categoria, divisão""",
)
"""What the columns of a list of players are called, in the languages of those who keep one."""

NEEDS = (frozenset({"name"}), frozenset({"first", "last"}), frozenset({"somebody"}))
"""What there has to be. A column called player holds the name only where no other one does."""

_DIVISIONS = {
    Division.JUNIOR: "junior, juniors, juniores, jr, jun, junioren",
    Division.SENIOR: "senior, seniors, seniores, sénior, séniors, sr, sen, senioren",
    Division.MASTERS: "masters, master, meister, maestro, maestros, máster, másters, ma, mas, "
    "maître, maîtres",
    Division.OPEN: "open",
}
_BY_WORD = {
    folded(word): division for division, words in _DIVISIONS.items() for word in words.split(",")
}


def year_of(text: str) -> int | None:
    """Return the year in a date such as 2008, 2008-04-17, 17.04.2008 or 04/17/2008.

    None for nothing. Raises ValueError with a sentence.
    """
    if not text:
        return None
    day, _, time = text.partition(" ")
    parts = (day if time[:1].isdigit() else text).replace("/", "-").replace(".", "-").split("-")
    parts = [part.strip() for part in parts]
    years = [part for part in parts if len(part) == 4 and part.isascii() and part.isdigit()]
    if len(years) != 1 or len(parts) not in {1, 3}:
        msg = f'"{text[:20]}" is no year of birth; write 2008'
        raise ValueError(msg)
    year = int(years[0])
    if not 1900 <= year <= 2100:
        raise ValueError("a year of birth lies between 1900 and 2100")
    return year


def division_of(text: str) -> Division | None:
    """Return a division, as it or its letters are written in any case and several languages.

    None for nothing. Raises ValueError with a sentence.
    """
    words = folded(text)
    if not words:
        return None
    if words in _BY_WORD:
        return _BY_WORD[words]
    for division in Division:
        if division.lower().startswith(words):
            return division
    first = words.split()[0]  # As in `Masters Division` and `Senior (2010-2013)`.
    if first in _BY_WORD:
        return _BY_WORD[first]
    msg = f'"{text[:20]}" is no division; they are junior, senior and masters'
    raise ValueError(msg)
