"""The sheet of an eight-player pod, filled in as far as the event has come (POD-15)."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events.catalogue import NoteMade
from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import draft_pods
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.projections.pairing.pod_sheet import (
    FEEDERS,
    LETTERS,
    ROUNDS,
    SEATS,
    Box,
    as_played,
    seats_of,
)
from roundbook.projections.standings.percentages import TwoForms, forms_that_differ
from roundbook.projections.standings.records import PlayedRound, Record, Scored, records
from roundbook.projections.standings.shown import settled
from roundbook.projections.standings.standings import Standing, pool_standings, standings

# The chart on the pod sheet: twelve matches by their letters, blank or filled in.


class SheetNote(Struct, frozen=True, kw_only=True):
    """A fact about a match or a round that the chart alone would not show.

    `lot`: nobody won `match`, and at random `player` took the winner's place and `other` the
    loser's. `swap`: `player`, now in `match`, and `other` had drawn in round 1 and had the same
    record after round 2, so they swapped brackets. `records`: the sheet does not give the pairings
    of `round`, which was paired by records.
    """

    kind: Literal["lot", "swap", "records"]
    round: int
    match: str = ""
    player: PlayerId | None = None
    other: PlayerId | None = None


class SheetMatch(Struct, frozen=True, kw_only=True):
    """A match of the chart: the games each player won; `places` say who is to play it.

    An empty place has no player, and there are no games until a result with games is known. If the
    round did not follow the sheet, the places are empty.
    """

    letter: str
    places: tuple[str, str]
    players: tuple[PlayerId | None, PlayerId | None] = (None, None)
    games: tuple[int, int] | None = None
    drawn: int = 0


NO_PLACES = ("", "")


def chart_round(t: Tournament, pool: Pool | None, number: int) -> tuple[SheetMatch, ...]:
    """Return the matches of one round of the chart, blank if nothing is paired."""
    letters = LETTERS[number - 1]
    paired = t.rounds.get((pool, number)) if pool else None
    if pool is None or paired is None:
        return tuple(SheetMatch(letter=letter, places=_places(letter)) for letter in letters)
    boxes = _boxes(t, pool, paired)
    by_letter = _by_letter(paired, boxes)
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
                places=_places(letter) if boxes else NO_PLACES,
                players=there,
                games=(won.first, won.second) if won else None,
                drawn=won.drawn if won else 0,
            )
        )
    return tuple(found)


def chart_notes(t: Tournament, pool: Pool | None) -> Iterator[SheetNote]:
    """Yield where a random choice, a swap, or pairing by records affected the chart."""
    for number in range(1, ROUNDS + 1) if pool else ():
        assert pool is not None
        paired = t.rounds.get((pool, number))
        if paired is None:
            return
        boxes = _boxes(t, pool, paired)
        if not boxes:
            yield SheetNote(kind="records", round=number)
        slots = [(box.letter, slot) for box in boxes for slot in (box.first, box.second)]
        chosen = {slot.place: slot.swapped or slot.player for _, slot in slots if slot.by_lot}
        for place, player in chosen.items():
            side, _, letter = place.partition(" of ")
            if side == "winner" and (other := chosen.get(f"loser of {letter}")):
                yield SheetNote(
                    kind="lot", round=number - 1, match=letter, player=player, other=other
                )
        for letter, slot in [each for each in slots if each[1].swapped][:1]:
            yield SheetNote(
                kind="swap", round=number, match=letter, player=slot.player, other=slot.swapped
            )


def _boxes(t: Tournament, pool: Pool, paired: Round) -> tuple[Box, ...]:
    """Return the matches of a round by the chart; empty if it did not follow the sheet."""
    seats = seats_of(t, pool)
    played = as_played(t, pool, seats) if SEATS - 1 <= len(seats) <= SEATS else []
    return played[paired.number - 1] if len(played) >= paired.number else ()


def _by_letter(
    paired: Round, boxes: tuple[Box, ...]
) -> dict[str, tuple[PlayerId | None, PlayerId | None]]:
    """Return the players of each match: by the chart, or in table order if it was not followed."""
    seated = set(paired.players())
    if boxes:
        return {
            box.letter: (_there(box.first.player, seated), _there(box.second.player, seated))
            for box in boxes
        }
    matches: list[tuple[PlayerId | None, PlayerId | None]] = [*paired.pairings]
    matches += [(bye.player, None) for bye in paired.byes]
    return dict(zip(LETTERS[paired.number - 1], matches, strict=False))


def _there(player: PlayerId | None, seated: set[PlayerId]) -> PlayerId | None:
    return player if player in seated else None


def _places(letter: str) -> tuple[str, str]:
    """Return the places of a match on the blank sheet: seats, or winners and losers of others."""
    if letter in FEEDERS:
        one, other, winners = FEEDERS[letter]
        word = "winner" if winners else "loser"
        return f"{word} {one}", f"{word} {other}"
    line = LETTERS[0].index(letter) + 1
    return str(line), str(line + SEATS // 2)


# The eight numbered lines on the pod sheet: scores, record, figures, deck, pick, rank.

NOTED = {"deck": "deck:", "first_pick": "first pick:"}
"""The words at the start of a note about a player that is copied to the sheet."""

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

    `omp`, `gwp` and `ogp` are the figures as the sheet calculates them: the mean of the opponents'
    match points, out of nine, and game points per game, out of three. They are None before a match
    has been played, and if the edition calculates differently. `omp_as_worded` is what the sheet's
    own words add up to, if that differs because an opponent had a bye or played fewer rounds.
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
    omp_as_worded: Fraction | None = None
    deck: str = ""
    first_pick: str = ""
    rank: int | None = None


def noted_in(entries: Iterable[Entry]) -> dict[PlayerId, dict[str, str]]:
    """Return the decks and first picks noted about players; the latest note counts."""
    found: dict[PlayerId, dict[str, str]] = {}
    for _, event in each_event(entries):
        if not isinstance(event, NoteMade) or event.player is None:
            continue
        for what, begins in NOTED.items():
            if event.text.lower().startswith(begins):
                found.setdefault(event.player, {})[what] = event.text[len(begins) :].strip()
    return found


def line_of(
    rules: Ruleset,
    number: int,
    record: Record,
    standing: Standing,
    noted: Mapping[str, str],
    forms: TwoForms | None = None,
) -> SheetLine:
    """Return the line of a player, with both forms of the OMP if they differ."""
    parts = {part.round: part for part in record.rounds}
    played = [parts[n] for n in sorted(parts) if n <= ROUNDS]
    counts = [_MATCH.get(part.scored, _LOST) for part in played]
    of_sheet = rules.rate == "points-of-three" or (rules.rate == "points" and not rules.bye_in_rate)
    reckoned = of_sheet and bool(played)
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
        omp_as_worded=forms.as_worded if forms else None,
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
    """Return won, lost and drawn as on the sheet: `2-1`, or `1-1-1` if there was a draw."""
    won, lost, drawn = counts
    return f"{won}-{lost}-{drawn}" if drawn else f"{won}-{lost}"


def as_on_the_sheet(figure: Fraction | None) -> str:
    """Return a figure as the sheet writes it: `7`, or cut to three decimals: `2.142`, `1.875`."""
    if figure is None:
        return "-"
    if figure.denominator == 1:
        return str(figure)
    thousandths = figure.numerator * 1000 // figure.denominator
    return f"{thousandths // 1000}.{thousandths % 1000:03}"


def omp_note(name: str, counts: Fraction, as_worded: Fraction) -> Phrase:
    """Return a note that the sheet's own words give a player another OMP, and why (A-62)."""
    return phrase(
        "%(player)s has an OMP of %(counts)s. Read literally, the sheet gives %(worded)s: it "
        "adds up points, however many rounds an opponent played, and counts a bye's points.",
        player=name,
        counts=as_on_the_sheet(counts),
        worded=as_on_the_sheet(as_worded),
    )


# The whole sheet, the chart and the lines.


class PodSheet(Struct, frozen=True, kw_only=True):
    """The whole sheet: the chart, round by round, and the lines.

    `pool` is the pod, once there is one; `notes` explain where the chart alone would mislead.
    """

    chart: tuple[tuple[SheetMatch, ...], ...]
    lines: tuple[SheetLine, ...]
    pool: Pool | None = None
    notes: tuple[SheetNote, ...] = ()


def pod_sheets(
    t: Tournament, rules: Ruleset, entries: Iterable[Entry], *, only: Pool | None = None
) -> list[PodSheet]:
    """Return the sheets of all pods, or of one; raise Refused if a pod has too many players."""
    pods: tuple[Pool | None, ...] = draft_pods(t)
    if only and only not in (pods or t.pods):
        raise Refused(
            f"there is no pod {only}.",
            hint=f"The pods are: {', '.join(map(str, pods or t.pods)) or 'none yet'}.",
        )
    seen = settled(t)  # The lines are standings; the chart has the round being played.
    noted, table, forms = noted_in(entries), records(seen, rules), forms_that_differ(seen, rules)
    found = []
    for pod in (only,) if only else pods or (None,):
        pool = pod or next((pool for pool in t.latest if pool not in t.cuts), None)
        placed = pool_standings(seen, rules, pod) if pod in pods and pod else standings(seen, rules)
        by_player = {one.player: one for one in placed}
        lines = [player for player in seats_of(t, pool) or t.players if player in by_player]
        if len(lines) > SEATS:
            raise Refused(
                f"a pod sheet has {SEATS} lines, but there are {len(lines)} players.",
                hint=advice("{} shows everybody.", do("standings"))
                if t.rounds
                else advice(
                    "Draw the seats to form pods ({}); {} shows everybody.",
                    do("draft seats"),
                    do("standings"),
                ),
            )
        filled = [
            line_of(
                rules,
                number,
                table[player],
                by_player[player],
                noted.get(player, {}),
                forms.get(player),
            )
            for number, player in enumerate(lines, start=1)
        ]
        blank = [SheetLine(number=number) for number in range(len(lines) + 1, SEATS + 1)]
        found.append(
            PodSheet(
                chart=tuple(chart_round(t, pool, number) for number in range(1, ROUNDS + 1)),
                lines=(*filled, *blank),
                pool=pool,
                notes=tuple(chart_notes(t, pool)),
            )
        )
    return found
