"""The eight numbered lines on the sheet of a pod: scores, record, figures, deck, pick, rank."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from ledger.events.catalogue import NoteMade
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import PlayerId
from projections.pairing.pod_chart import ROUNDS
from projections.played import PlayedRound, Scored
from projections.records import Record
from projections.standings import Standing

NOTED = {"deck": "deck:", "first_pick": "first pick:"}
"""What a note about a player begins with to be written on the sheet."""

_LOST = (0, 1, 0)
_MATCH = {
    Scored.WIN: (1, 0, 0),
    Scored.BYE: (1, 0, 0),
    Scored.AWARDED_BYE: (1, 0, 0),
    Scored.TIE: (0, 0, 1),
    Scored.UNPLAYED: (0, 0, 0),
}


class SheetRound(Struct, frozen=True, kw_only=True):
    """One round of a line: the score in matches, and the score in games."""

    matches: str
    games: str


class SheetLine(Struct, frozen=True, kw_only=True):
    """One of the eight numbered lines.

    `omp`, `gwp` and `ogp` are the figures as the sheet reckons them: match points of an opponent of
    nine, game points a game of three. They are absent before a match has been played, and where the
    edition reckons otherwise.
    """

    number: int
    player: PlayerId | None = None
    rounds: tuple[SheetRound | None, ...] = (None,) * ROUNDS
    record: str = ""
    games: str = ""
    points: int | None = None
    omp: Fraction | None = None
    gwp: Fraction | None = None
    ogp: Fraction | None = None
    deck: str = ""
    first_pick: str = ""
    rank: int | None = None


def noted_in(entries: Iterable[Entry]) -> dict[PlayerId, dict[str, str]]:
    """Return the decks and first picks that were noted about players; the latest note counts."""
    found: dict[PlayerId, dict[str, str]] = {}
    for entry in entries:
        for event in entry.events:
            if not isinstance(event, NoteMade) or event.player is None:
                continue
            for what, begins in NOTED.items():
                if event.text.lower().startswith(begins):
                    found.setdefault(event.player, {})[what] = event.text[len(begins) :].strip()
    return found


def line_of(
    rules: Ruleset, number: int, record: Record, standing: Standing, noted: Mapping[str, str]
) -> SheetLine:
    """Return the line of a player."""
    parts = {part.round: part for part in record.played}
    played = [parts[n] for n in sorted(parts) if n <= ROUNDS]
    counts = [_MATCH.get(part.scored, _LOST) for part in played]
    reckoned = rules.rate == "points" and not rules.bye_in_rate and bool(played)
    whole = rules.win_points * ROUNDS
    return SheetLine(
        number=number,
        player=standing.player,
        rounds=tuple(_sheet_round(parts[n]) if n in parts else None for n in range(1, ROUNDS + 1)),
        record=_score([sum(column) for column in zip(*counts, strict=True)]) if played else "",
        games=_score(record.games) if played else "",
        points=standing.match_points if played else None,
        omp=standing.op_win * whole if reckoned else None,
        gwp=_of_three(rules, standing.game_win) if reckoned else None,
        ogp=_of_three(rules, standing.op_game_win) if reckoned else None,
        deck=noted.get("deck", ""),
        first_pick=noted.get("first_pick", ""),
        rank=standing.place if played else None,
    )


def _of_three(rules: Ruleset, rate: Fraction | None) -> Fraction | None:
    return None if rate is None else rate * rules.win_points


def _sheet_round(part: PlayedRound) -> SheetRound:
    """Return one round of a line: the bye has no games (A-38)."""
    games = _score(part.games) if part.opponent else ""
    if part.scored in {Scored.BYE, Scored.AWARDED_BYE}:
        games = "bye"
    return SheetRound(matches=_score(_MATCH.get(part.scored, _LOST)), games=games)


def _score(counts: Iterable[int]) -> str:
    """Return won, lost and drawn as on the sheet: `2-1`, and `1-1-1` where something was drawn."""
    won, lost, drawn = counts
    return f"{won}-{lost}-{drawn}" if drawn else f"{won}-{lost}"
