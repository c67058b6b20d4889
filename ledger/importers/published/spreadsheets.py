"""Published results and standings in a spreadsheet or as CSV."""

import re
from contextlib import suppress
from fractions import Fraction
from typing import Any

from roundbook.ledger.errors import UnknownFormat, Unreadable, advice, do
from roundbook.ledger.importers.lists import sheet as spreadsheet
from roundbook.ledger.importers.lists.columns import Mistake, Source, known_as
from roundbook.ledger.importers.lists.results import made_a_date
from roundbook.ledger.importers.lists.roster import NEEDS
from roundbook.ledger.importers.lists.roster_titles import ROSTER
from roundbook.ledger.importers.lists.sheet import ColumnSheet, Kin
from roundbook.ledger.importers.published.published_event import (
    HINT,
    Alone,
    Figure,
    Meeting,
    Notes,
    Published,
    PublishedPlayer,
    Stage,
    dropped_after,
    in_sentences,
    named,
    of_ours,
)
from roundbook.ledger.importers.published.results import Listed, agreed_result, with_ties
from roundbook.ledger.people.book import Person
from roundbook.ledger.rulesets.released import OF_GAMES, OF_RESULTS
from roundbook.ledger.terms import Division, Result, Score, won

_RESULTS = known_as(
    round="round, rnd, runde, ronda, rodada, ronde, tour, turno, giro",
    table="table, table number, tisch, tischnummer, mesa, tavolo",
    player1="""player1, player 1, player a, home, spieler 1, jugador 1, joueur 1, giocatore 1,
        jogador 1""",
    player2="""player2, player 2, player b, opponent, away, spieler 2, gegner, jugador 2, joueur 2,
        giocatore 2, jogador 2""",
    id1="id1, id 1, player1 id, player 1 id, id player 1, spieler 1 id",
    id2="id2, id 2, player2 id, player 2 id, id player 2, spieler 2 id",
    games1="games1, games 1, wins1, wins 1, score1, score 1, siege 1",
    games2="games2, games 2, wins2, wins 2, score2, score 2, siege 2",
    draws="draws, drawn, ties, unentschieden, empates, nulles, pareggi",
    result="result, results, score, ergebnis, resultat, resultado, résultat, risultato, marcador",
)
RESULTS = {**_RESULTS, "division": ROSTER["division"]}
"""The titles of the columns of a list of results."""

_STANDINGS = known_as(
    place="""place, rank, placing, standing, pos, position, platz, rang, puesto, lugar, classement,
        posizione, posição, colocação""",
    points="points, match points, pts, punkte, puntos, points de match, punti, pontos",
    record="record, w l t, wlt, bilanz, balance, bilan",
    win="win, win %, win rate, own win %, mw, mwp, self",
    omw="""op win %, opp win %, opponents win %, opponent win percentage, omw, omwp, omw %, opw,
        opw %, resistance, opp""",
    oomw="""op op win %, opp opp win %, opponents opponents win %, oomw, oomw %, oopw, oopw %,
        oppopp""",
    gw="game win %, gw, gwp, gw %",
    ogw="op game win %, opponents game win %, ogw, ogwp, ogw %",
)
STANDINGS = {
    **_STANDINGS,
    "player": ROSTER["name"] | ROSTER["surnames"] | ROSTER["turned"] | ROSTER["somebody"],
    "id": ROSTER["id"],
    "division": ROSTER["division"],
}
"""The titles of the columns of standings."""

_NEEDS_RESULTS = (
    frozenset({"round", "player1", "player2", "result"}),
    frozenset({"round", "player1", "player2", "games1", "games2"}),
)
_NEEDS_STANDINGS = (frozenset({"place", "player"}),)
_OURS = (
    known_as(place="place", player="player", name="name", decided="decided by"),
    known_as(pool="pool", round="round", first="first", name="first name"),
)
"""Titles of the tables that roundbook itself makes: standings, and rounds or pairings."""
_SCORE = re.compile(r"(\d)\s*[-:]\s*(\d)(?:\s*[-:]\s*(\d))?")
_WORDS = {
    **dict.fromkeys(
        ("w", "win", "1", "p1", "sieg", "victoria", "victoire", "vittoria"), ("W", None)
    ),
    **dict.fromkeys(("l", "loss", "2", "p2", "niederlage", "derrota", "défaite"), ("L", None)),
    **dict.fromkeys(
        (
            "t",
            "d",
            "tie",
            "draw",
            "x",
            "remis",
            "unentschieden",
            "empate",
            "nul",
            "match nul",
            "pareggio",
            "patta",
            "½",
            "½-½",
        ),
        ("T", None),
    ),
    **dict.fromkeys(("id", "intentional draw"), ("T", "intentional-draw")),
    **dict.fromkeys(("dl", "double loss"), ("L", "double-loss")),
    **dict.fromkeys(("", "-", "unplayed"), (None, None)),
}
_NOBODY = {"", "-", "bye", "freilos", "descanso", "exempt", "libre"}
_AGES = {"j": Division.JUNIOR, "s": Division.SENIOR, "m": Division.MASTERS}


class ListOfPlayersError(Unreadable):
    """A table that lists players without any results."""


def is_table(data: bytes, ending: str) -> bool:
    """Return whether a file is a table: by its extension, or by a header row with separators."""
    if ending in {".csv", ".tsv", ".xlsx", ".tdf"}:
        return ending != ".tdf"
    first = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:2000].splitlines()[:1]
    if not first or first[0][:1] in b"<{[" or re.search(rb"[\x00-\x08\x0e-\x1f]", first[0]):
        return False
    return re.search(rb"[,;\t|]", first[0]) is not None


def read_table(data: bytes, where: str) -> Published:
    """Return results or standings from a table. Raises Unreadable, naming the lines."""
    source = Source(where, "results or standings", HINT)
    try:
        return _read(data, source)
    except Unreadable:
        if _is_ours(data, source):
            raise of_ours() from None
        raise


def _is_ours(data: bytes, source: Source) -> bool:
    """Tell whether a table is one that roundbook itself makes, by its titles."""
    for titles in _OURS:
        with suppress(Unreadable):
            return bool(spreadsheet.read(data, source, Kin(titles, (frozenset(titles),), "")))
    return False


def _read(data: bytes, source: Source) -> Published:
    missing = (
        "there is no header row: results need round, player1, player2 and result "
        "(or games1, games2); standings need place and player"
    )
    for titles, needs, told in (
        (RESULTS, _NEEDS_RESULTS, _results),
        (STANDINGS, _NEEDS_STANDINGS, _standings),
    ):
        try:
            sheet = spreadsheet.read(data, source, Kin(titles, needs, missing))
        except Unreadable as trouble:
            if missing not in trouble.message:
                raise
        else:
            return told(_bounded(sheet, source), source)
    try:
        spreadsheet.read(data, source, Kin(ROSTER, NEEDS, missing))
    except Unreadable as trouble:
        raise (UnknownFormat.of(trouble) if missing in trouble.message else trouble) from None
    raise ListOfPlayersError(
        f"{source.where} is a list of players, without results or places.",
        where=source.where,
        hint=advice("Register them: {}.", do("register", "FILE")),
    )


def _bounded(sheet: ColumnSheet, source: Source) -> ColumnSheet:
    if not sheet.rows:
        raise source.empty("has a header row and nothing below it.")
    return sheet


def _results(sheet: ColumnSheet, source: Source) -> Published:
    listed, mistakes, notes = Listed(), list[Mistake](), Notes()
    ages: dict[int, Division] = {}
    who: dict[int, Person] = {}
    rounds: dict[int, list[Meeting]] = {}
    seen: dict[tuple[int, int], int] = {}
    for line, cells in sheet.rows:
        row = sheet.said(cells)
        number = re.sub(r"^\D{0,12}", "", row.get("round", ""))
        if not (number.isascii() and number.isdigit() and 0 < int(number[:4]) <= 99):
            mistakes.append(
                (line, f"the round is {row.get('round', '')!a:.20}, not a number from 1 to 99")
            )
            continue
        try:
            meeting = _meeting(row, listed, who, f"line {line}", notes)
        except Unreadable as trouble:
            mistakes.append((line, trouble.message.rstrip(".").removeprefix(f"line {line}: ")))
            continue
        twice = (one for one in meeting.players if (int(number), one) in seen)
        if (player := next(twice, None)) is not None:
            before = f"in round {int(number)}, also on line {seen[int(number), player]}"
            mistakes.append((line, f"{who[player].name} plays twice {before}"))
        seen |= {(int(number), player): line for player in meeting.players}
        if age := _AGES.get(row.get("division", "")[:1].casefold()):
            ages |= dict.fromkeys(meeting.players, age)
        rounds.setdefault(int(number), []).append(meeting)
    if mistakes:
        raise source.all_wrong(mistakes)
    every = [rounds.get(number, []) for number in range(1, max(rounds) + 1)]
    stages = tuple(Stage.SWISS for _ in every)
    left = dropped_after(every, stages)
    lines = [
        PublishedPlayer(person=who[number], division=ages.get(number), left=left.get(number))
        for number in listed.numbers.values()
    ]
    games = any(one.result and one.result.games for meetings in every for one in meetings)
    return Published(
        name="A tournament without a name",
        form=f"a table of results, {sheet.taken.in_words}",
        edition=OF_GAMES if games else OF_RESULTS,
        lines=tuple(lines),
        rounds=every,
        stages=stages,
        warnings=in_sentences(notes),
    )


def _meeting(
    row: dict[str, str], listed: Listed, who: dict[int, Person], where: str, notes: Notes
) -> Meeting:
    """Return the match of a line. Raises Unreadable."""

    def player(at: str) -> int:
        name, own = row.get(f"player{at}", ""), row.get(f"id{at}", "")
        number = listed.number(own or name)
        who.setdefault(number, Person(name=named(name), id=own[:40]))
        return number

    first = player("1")
    said, kind, games = _said(row, where)
    if row.get("player2", "").casefold() in _NOBODY:
        lost = said == "L" or (games is not None and games.second > games.first)
        return Meeting(players=(first,), alone=Alone.LOSS if lost else Alone.BYE)
    table = row.get("table", "")
    at = int(table) if table.isascii() and table.isdigit() and len(table) < 6 else None
    result: Result | None = None
    if games is not None:
        result = won(games)
    else:
        turned = {"W": "L", "L": "W"}.get(said or "", said)
        result = agreed_result(kind, said, "L" if kind == "double-loss" else turned, where)
    if result is None:
        notes.setdefault("has no result, so the match counts as not played", []).append(where)
    return Meeting(players=(first, player("2")), result=result, table=at)


def _said(row: dict[str, str], where: str) -> tuple[Any, str | None, Score | None]:
    """Return the result of a line, as its first player sees it: a word, or games."""
    if row.get("games1", "") or row.get("games2", ""):
        games = [row.get(name, "") or "0" for name in ("games1", "games2", "draws")]
        if not all(re.fullmatch("[0-9]", one) for one in games):
            raise Unreadable(
                f"{where}: the numbers of games are {', '.join(games)!a:.40}, not whole numbers.",
                hint=HINT,
            )
        return None, None, Score(*map(int, games))
    text = row.get("result", "").strip().casefold()
    if score := _SCORE.fullmatch(text):
        return None, None, Score(int(score[1]), int(score[2]), int(score[3] or 0))
    if text not in _WORDS and made_a_date(text):
        raise Unreadable(f"{where}: {made_a_date(row['result'])}.", hint=HINT)
    if text not in _WORDS:
        raise Unreadable(f"{where}: {text!a:.30} is not a result; use 2-1, W, L or T.", hint=HINT)
    return *_WORDS[text], None


_FIGURES: dict[str, Figure] = {
    "win": "Win %",
    "omw": "Op Win %",
    "oomw": "Op Op Win %",
    "gw": "Game Win %",
    "ogw": "Op Game Win %",
}


def _standings(sheet: ColumnSheet, source: Source) -> Published:
    mistakes, lines = list[Mistake](), list[PublishedPlayer]()
    for line, cells in sheet.rows:
        row = sheet.said(cells)
        place, points, record = (row.get(name, "") for name in ("place", "points", "record"))
        if not re.fullmatch("[1-9][0-9]{0,5}", place.rstrip(".")):
            mistakes.append((line, f"the place is {place!a:.20}, not a positive whole number"))
        elif points and not re.fullmatch("[0-9]{1,5}", points):
            mistakes.append((line, f"the points are {points!a:.20}, not a whole number"))
        else:
            try:
                lines.append(
                    PublishedPlayer(
                        person=Person(name=named(row.get("player", "")), id=row.get("id", "")[:40]),
                        division=_AGES.get(row.get("division", "")[:1].casefold()),
                        place=int(place.rstrip(".")),
                        points=int(points) if points else None,
                        record=_record(record),
                        figures={
                            what: rate
                            for name, what in _FIGURES.items()
                            if (rate := _rate(row.get(name, ""))) is not None
                        },
                    )
                )
            except Unreadable as trouble:
                mistakes.append((line, trouble.message.rstrip(".")))
    if mistakes:
        raise source.all_wrong(mistakes)
    return Published(
        name="A tournament without a name",
        form=f"a table of standings, {sheet.taken.in_words}, without rounds",
        edition=OF_RESULTS,
        lines=tuple(lines),
    )


def _record(text: str) -> str | None:
    apart: list[str] = re.findall(r"\d+", text)
    return with_ties("-".join(apart)) if len(apart) in {2, 3} else None


def _rate(text: str) -> Fraction | None:
    """Return a rate: 0.6667, 66.67 or 66,67 %; None if there is none."""
    found = re.fullmatch(r"(\d{1,3})(?:[.,](\d{1,12}))?\s*(%?)", text.strip())
    if not found:
        return None
    rate = Fraction(f"{found[1]}.{found[2] or 0}")
    rate = rate / 100 if found[3] or rate > 1 else rate
    return rate if rate <= 1 else None
