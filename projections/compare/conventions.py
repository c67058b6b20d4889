"""Why published figures and places differ from ours, if that can be shown.

A cause is only named if it can be shown: under its convention, our figure is the published one. The
convention that explains most comes first; a figure that only follows from other differences is
marked so.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from msgspec.structs import replace

from roundbook.ledger.importers.published.published_event import Figure, PublishedPlayer
from roundbook.ledger.rulesets.ruleset import Ruleset, Tiebreak
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.projections.compare.official import CLOSE, Cause, Comparison, Difference, Published
from roundbook.projections.standings.percentages import Basis, basis, figures, met_in, share
from roundbook.projections.standings.records import Scored
from roundbook.projections.standings.standings import Standing, standings

CAUSES: dict[Cause, str] = {
    "unplayed": "a match that was never played counts as played, or as a loss",
    "bye": "byes are counted differently",
    "dropped": "the percentages of dropped players are calculated differently",
    "floor": "the floor for a percentage is different",
    "late": "a loss without an opponent counts as an opponent with the floor percentage",
    "games": "the percentages count games won, not matches",
    "follows": "the figure follows from other published figures, which differ",
    "rounding": "the figures are equal, so the publisher's rounding decides",
    "level": "the figures are equal, but the publisher orders tied players by a different rule",
    "roster": "the list leaves out players who played",
}
"""The causes that can be shown, and what they mean."""

_GAMES: dict[Figure, Figure] = {"Win %": "Game Win %", "Op Win %": "Op Game Win %"}
_ORDER: dict[str, Figure] = {
    "op-win": "Op Win %",
    "op-op-win": "Op Op Win %",
    "game-win": "Game Win %",
    "op-game-win": "Op Game Win %",
}
Open = dict[tuple[PlayerId, Figure], Fraction]
"""Published figures that are not explained yet."""


def explained(found: Comparison, t: Tournament, rules: Ruleset, published: Published) -> Comparison:
    """Return a comparison whose differences name their cause, if it can be shown."""
    if not found.differences:
        return found
    said: Open = {
        (one.player, figure): published[one.player].figures[figure]
        for one in found.differences
        if one.player in published
        for figure in published[one.player].figures
        if figure == one.what
    }
    causes: dict[tuple[PlayerId, str], Cause] = {}
    placed = standings(t, rules)
    for look in (_by_convention, _by_late_losses, _by_games, _by_others):
        for (player, figure), cause in look(dict(said), t, rules, published).items():
            if (player, figure) in said:
                del said[player, figure]
                causes[player, figure] = cause
    for one in found.differences:
        if one.what in {"points", "record"}:
            cause_ = _of_record(one, t, rules)
        elif one.what == "place":
            cause_ = _of_place(one, placed, rules, published, found.differences)
        else:
            continue
        if cause_:
            causes[one.player, one.what] = cause_
    return replace(
        found,
        differences=tuple(
            replace(one, cause=causes.get((one.player, one.what))) for one in found.differences
        ),
    )


Found = dict[tuple[PlayerId, Figure], Cause]


def values(b: Basis, players: set[PlayerId]) -> dict[tuple[PlayerId, Figure], Fraction]:
    """Return our figures of some players, by the names used for published figures."""
    own: dict[tuple[PlayerId, Figure], Fraction] = {}
    for player, one in figures(b, only=players).items():
        own[player, "Win %"] = share(b, player, b.spans[player])
        own[player, "Op Win %"] = one.op_win
        own[player, "Op Op Win %"] = one.op_op_win
        if one.game_win is not None and one.op_game_win is not None:
            own[player, "Game Win %"] = one.game_win
            own[player, "Op Game Win %"] = one.op_game_win
    return own


def agreeing(said: Open, own: Mapping[tuple[PlayerId, Figure], Fraction]) -> Open:
    """Return the published figures that agree with ours."""
    return {
        key: figure
        for key, figure in said.items()
        if key in own and abs(own[key] - figure) <= CLOSE
    }


def _by_convention(said: Open, t: Tournament, rules: Ruleset, _: Published) -> Found:
    found: Found = {}
    players = {player for player, _ in said}
    tried: list[tuple[Cause, Open]] = []
    for cause, other, unplayed in _conventions(rules) if said else ():
        b = basis(t, other, count_unplayed=unplayed)
        tried.append((cause, agreeing(said, values(b, players))))
    while tried:
        most = max(tried, key=lambda one: len(one[1].keys() - found.keys()))
        tried.remove(most)
        found |= dict.fromkeys(most[1].keys() - found.keys(), most[0])
    return found


def _conventions(rules: Ruleset) -> Iterator[tuple[Cause, Ruleset, bool]]:
    """Yield the edition with one of its conventions changed."""
    yield "unplayed", rules, True
    awarded: tuple[Literal["bye", "opponent"], ...] = ("bye", "opponent")
    for convention in awarded:
        if convention != rules.awarded_bye:
            yield "bye", replace(rules, awarded_bye=convention), False
    yield "bye", replace(rules, bye_in_rate=not rules.bye_in_rate), False
    for won in (0, 2):
        if rules.bye_games != (won, 0):
            yield "bye", replace(rules, bye_games=(won, 0)), False
    yield "dropped", replace(rules, freeze_dropped=not rules.freeze_dropped), False
    caps: tuple[Literal["never", "dropped", "dropped-early"], ...] = (
        *("never", "dropped"),
        "dropped-early",
    )
    for cap in caps:
        if cap != rules.cap_applies:
            yield "dropped", replace(rules, cap_applies=cap), False
    for floor in (Fraction(0), Fraction(1, 4), Fraction(1, 3)):
        if floor != rules.win_floor and floor <= rules.win_cap:
            yield "floor", replace(rules, win_floor=floor), False
        if floor != rules.own_game_floor:
            yield "floor", replace(rules, own_game_floor=floor), False


def _by_late_losses(said: Open, t: Tournament, rules: Ruleset, _: Published) -> Found:
    b = basis(t, rules)
    found: Found = {}
    for player, figure in said:
        played = b.table[player].rounds
        late = sum(part.scored is Scored.FORCED_LOSS for part in played)
        met = len(b.table[player].opponents) + b.table[player].awarded_byes
        if figure == "Op Win %" and late:
            own = figures(b, only=[player])[player].op_win
            whole = (own * met + rules.win_floor * late) / (met + late)
            if abs(whole - said[player, figure]) <= CLOSE:
                found[player, figure] = "late"
    return found


def _by_games(said: Open, t: Tournament, rules: Ruleset, _: Published) -> Found:
    both: tuple[Tiebreak, ...] = ("game-win", "op-game-win")
    names = (name for name in both if name not in rules.tiebreaks)
    other = replace(rules, tiebreaks=(*names, *rules.tiebreaks))
    own = values(basis(t, other), {player for player, _ in said}) if said else {}
    turned = {
        (player, figure): own[player, _GAMES[figure]]
        for player, figure in said
        if figure in _GAMES and own[player, _GAMES[figure]] > 0
    }
    return dict.fromkeys(agreeing(said, turned), "games")


def _by_others(said: Open, t: Tournament, rules: Ruleset, published: Published) -> Found:
    """Return the figures that are the mean of the opponents' published figures."""
    b = basis(t, rules)
    below: dict[Figure, Figure] = {"Op Op Win %": "Op Win %", "Op Win %": "Win %"}
    found: Found = {}
    for (player, figure), theirs in said.items():
        met = [one for one, _ in met_in(b, player, b.spans[player])]
        source = below.get(figure)
        if source is None or not met:
            continue
        own = values(b, {player, *met})
        parts = [(own[one, source], published[one].figures.get(source)) for one in met]
        if all(other is None or abs(one - other) <= CLOSE for one, other in parts):
            continue
        # Anything that is not the mean of opponents, such as an awarded bye, stays as it is.
        moved = sum((other - one for one, other in parts if other is not None), Fraction(0))
        count = len(met) + b.table[player].awarded_byes * (rules.awarded_bye == "opponent")
        if (
            min(abs(own[player, figure] + moved / each - theirs) for each in {len(met), count})
            <= CLOSE
        ):
            found[player, figure] = "follows"
    return found


def _of_record(one: Difference, t: Tournament, rules: Ruleset) -> Cause | None:
    """Return why points or a record differ: byes not counted as wins, matches counted as lost."""
    record = basis(t, rules).table[one.player]
    byes = record.byes + record.awarded_byes
    unplayed = sum(part.scored is Scored.UNPLAYED for part in record.rounds)
    won, lost, tied = record.wins + byes, record.losses, record.ties
    if byes and one.said in {
        record.match_points - byes * rules.win_points,
        f"{won - byes}-{lost}-{tied}",
    }:
        return "bye"
    if unplayed and one.said in {
        f"{won}-{lost + unplayed}-{tied}",
        f"{won}-{lost}-{tied + unplayed}",
    }:
        return "unplayed"
    return None


def _of_place(
    one: Difference,
    placed: Sequence[Standing],
    rules: Ruleset,
    published: Published,
    differences: Sequence[Difference],
) -> Cause | None:
    """Return why a place differs: because of published figures, their rounding, or the list."""
    missing = {d.player for d in differences if d.what == "place" and d.said is None}
    if one.player in missing:
        return "roster" if one.player not in published else None
    mine = next((line for line in placed if line.player == one.player), None)
    if mine is None or not isinstance(one.said, int):
        return None
    rivals = [line for line in placed if line.division == mine.division and line.place]
    listed = [line for line in rivals if line.player not in missing]
    if missing and _at(mine, listed, lambda line: -(line.place or 0), one.said):
        return "roster"
    names = [_ORDER[name] for name in rules.tiebreaks if name in _ORDER]

    def key(line: Standing) -> tuple[object, ...] | None:
        return _key(line, published.get(line.player), names)

    if key(mine) is None or not _at(mine, rivals, key, one.said):
        return None
    others = [line for line in rivals if line.player in published and line is not mine]
    crossed = [
        line
        for line in others
        if (their := published[line.player].place)
        if (their < one.said) != ((line.place or 0) < (mine.place or 0))
    ]
    level = [line for line in crossed if _exact(line) == _exact(mine)]
    if not level or len(level) < len(crossed):
        return "follows"
    return "level" if all(key(line) == key(mine) for line in level) else "rounding"


def _at(
    mine: Standing,
    rivals: Sequence[Standing],
    key: Callable[[Standing], object],
    place: int,
) -> bool:
    """Tell whether a player has a place if all are ordered by a key, the largest first."""
    keys = [key(line) for line in rivals]
    own = key(mine)
    above = sum(one is not None and one > own for one in keys)  # type: ignore[operator]
    level = sum(one == own for one in keys)
    return above < place <= above + level


def _exact(line: Standing) -> tuple[object, ...]:
    return line.match_points, line.op_win, line.op_op_win, line.game_win, line.op_game_win


def _key(
    line: Standing, said: PublishedPlayer | None, names: Sequence[Figure]
) -> tuple[object, ...] | None:
    """Return the sort key of a player by published figures; players in the cut come first."""
    if line.seed:
        return (1, -(line.place or 0))
    if said is None or not said.figures:
        return None
    points = line.match_points if said.points is None else said.points
    return (0, points, *(said.figures.get(name, Fraction(0)) for name in names))


def summary(found: Comparison) -> list[str]:
    """Return how many differences are explained, and by what; empty if none is."""
    causes = [one.cause for one in found.differences if one.cause]
    if not causes:
        return []
    counts = sorted(((causes.count(c), c) for c in dict.fromkeys(causes)), reverse=True)
    head = f"{len(causes)} of {len(found.differences)} differences are explained:"
    return [head, *(f"  {number} {cause}: {CAUSES[cause]}" for number, cause in counts)]
