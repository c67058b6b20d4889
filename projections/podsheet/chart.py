"""The chart on the sheet of a pod: twelve matches by their letters, blank or filled in."""

from msgspec import Struct

from ledger.state.tournament import Round, Tournament
from ledger.terms import PlayerId, Pool
from projections.pairing.pod_chart import FEEDERS, LETTERS, SEATS
from projections.pairing.pod_played import as_played
from projections.pairing.pod_sheet import seats_of


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
        games = result.games if result else None
        turned = games is not None and pair != there
        score = None if games is None else (games.first, games.second)
        found.append(
            SheetMatch(
                letter=letter,
                places=_places(letter),
                players=there,
                games=score[::-1] if score and turned else score,
                drawn=games.drawn if games else 0,
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
