"""The sheet of an eight-player pod, filled in as far as the event has come (POD-15)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from ledger.errors import Refused, advice, do
from ledger.events.catalogue import NoteMade
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Round, Tournament
from ledger.terms import PlayerId, Pool
from projections.pairing.pod_sheet import FEEDERS, LETTERS, ROUNDS, SEATS, as_played, seats_of
from projections.standings.records import PlayedRound, Record, Scored, records
from projections.standings.standings import Standing, standings

# The chart on the sheet of a pod: twelve matches by their letters, blank or filled in.


class SheetMatch(Struct, frozen=True, kw_only=True):
    """A match of the chart: who won how many games; `places` say who is to play it.

    An empty place has no player, and no games are told as long as there is no result with games.
    """

    letter: str
    places: tuple[str, str]
    players: tuple[PlayerId | None, PlayerId | None] = (None, None)
    games: tuple[int, int] | None = None
    drawn: int = 0


def chart_round(t: Tournament, pool: Pool | None, number: int) -> tuple[SheetMatch, ...]:
    """Return the matches of one round of the chart, blank where nothing is paired."""
    letters = LETTERS[number - 1]
    paired = t.rounds.get((pool, number)) if pool else None
    if pool is None or paired is None:
        return tuple(SheetMatch(letter=letter, places=_places(letter)) for letter in letters)
    by_letter = _by_letter(t, pool, paired)
    results = {frozenset(pair): (pair, t.results.get(match)) for match, pair in paired.matches()}
    found = []
    for letter in letters:
        there = by_letter.get(letter, (None, None))
        pair, result = results.get(frozenset(p for p in there if p), (there, None))
        seen = result if result is None or pair == there else result.turned()
        won = seen.games if seen else None
        found.append(
            SheetMatch(
                letter=letter,
                places=_places(letter),
                players=there,
                games=(won.first, won.second) if won else None,
                drawn=won.drawn if won else 0,
            )
        )
    return tuple(found)


def _by_letter(
    t: Tournament, pool: Pool, paired: Round
) -> dict[str, tuple[PlayerId | None, PlayerId | None]]:
    """Return who plays which match: by the chart, or in table order where it was left (A-37)."""
    letters = LETTERS[paired.number - 1]
    played = as_played(t, pool, seats_of(t)) if seats_of(t) else []
    seated = set(paired.players())
    if len(played) >= paired.number:
        return {
            box.letter: (_there(box.first.player, seated), _there(box.second.player, seated))
            for box in played[paired.number - 1]
        }
    matches: list[tuple[PlayerId | None, PlayerId | None]] = [*paired.pairings]
    matches += [(bye.player, None) for bye in paired.byes]
    return dict(zip(letters, matches, strict=False))


def _there(player: PlayerId | None, seated: set[PlayerId]) -> PlayerId | None:
    return player if player in seated else None


def _places(letter: str) -> tuple[str, str]:
    """Return what the blank sheet says of a match: seats, or winners and losers of two others."""
    if letter in FEEDERS:
        one, other, winners = FEEDERS[letter]
        word = "winner" if winners else "loser"
        return f"{word} {one}", f"{word} {other}"
    line = LETTERS[0].index(letter) + 1
    return str(line), str(line + SEATS // 2)


# The eight numbered lines on the sheet of a pod: scores, record, figures, deck, pick, rank.

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


# The whole sheet, the chart and the lines.


class PodSheet(Struct, frozen=True, kw_only=True):
    """The whole sheet: the chart, round by round, and the lines."""

    chart: tuple[tuple[SheetMatch, ...], ...]
    lines: tuple[SheetLine, ...]


def pod_sheet(t: Tournament, rules: Ruleset, entries: Iterable[Entry]) -> PodSheet:
    """Return the sheet of a pod; raises Refused if it has no line for everybody."""
    lines = tuple(player for player in seats_of(t) or t.players if player in t.players)
    if len(lines) > SEATS:
        raise Refused(
            f"the sheet of a pod has {SEATS} lines, and {len(lines)} players are here.",
            hint=advice(
                "Every pod is a tournament of its own; {} shows this one.", do("standings")
            ),
        )
    pool = next((pool for pool in t.latest if pool not in t.cuts), None)
    noted, table = noted_in(entries), records(t, rules)
    placed = {one.player: one for one in standings(t, rules)}
    filled = [
        line_of(rules, number, table[player], placed[player], noted.get(player, {}))
        for number, player in enumerate(lines, start=1)
    ]
    blank = [SheetLine(number=number) for number in range(len(lines) + 1, SEATS + 1)]
    chart = tuple(chart_round(t, pool, number) for number in range(1, ROUNDS + 1))
    return PodSheet(chart=chart, lines=(*filled, *blank))
