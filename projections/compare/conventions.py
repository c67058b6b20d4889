"""Why published figures and places differ from ours, if that can be shown.

A cause is only named if it can be shown: under its convention, our figure is the published one. The
convention that explains most comes first, then two together; a figure that only follows from other
published figures is marked so. `projections.compare.places` does the same for places.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import Any, NamedTuple

from msgspec.structs import replace

from roundbook.ledger.importers.published.published_event import Figure
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Result, Verdict
from roundbook.projections.compare.official import (
    CLOSE,
    Cause,
    Comparison,
    Difference,
    Published,
)
from roundbook.projections.compare.places import causes_of_places
from roundbook.projections.standings.percentages import (
    Basis,
    basis,
    figures,
    floors_in,
    game_share,
    game_win,
    mean,
    met_in,
    share,
)
from roundbook.projections.standings.records import NO_GAMES, Scored
from roundbook.projections.standings.standings import Standing, standings

CAUSES: dict[Cause, str] = {
    "unpublished": "the file has the floor for each percentage, so none was published",
    "unplayed": "a match that was never played counts as played, as a tie or as a loss",
    "bye": "byes are counted differently",
    "dropped": "the percentages of dropped players are calculated differently",
    "floor": "the floor for a percentage is different",
    "late": "a loss without an opponent counts as an opponent with the floor percentage",
    "games": "the percentages count games won, not matches",
    "days": "the percentages of day two count different days",
    "follows": "the value follows from other published values, which differ",
    "rounding": "the figures are equal or nearly so, and the publisher's rounding decides",
    "level": "the figures are equal, but the publisher orders tied players by a different rule",
    "order": "the figures give this place, so the publisher does not use our other tiebreakers",
    "roster": "the list leaves out players who played",
}
"""The causes that can be shown, and what they mean."""

Key = tuple[PlayerId, str]
"""A value of a player, by the name of the figure."""

Open = dict[Key, Fraction]
"""Published figures that are not explained yet."""

Causes = tuple[Cause, ...]
"""One cause, or two that give the published value only together."""

Found = dict[Key, Causes]


# The conventions of publishers: what each one changes in our calculation.


class Convention(NamedTuple):
    """A way to calculate that differs from the edition, and the causes that it stands for.

    `change` are parameters of the edition. `unplayed` counts opponents of matches that were never
    played; `ended` is the verdict that such matches count as. `late` counts losses without an
    opponent as opponents, `games` games instead of matches.
    """

    causes: Causes
    change: Mapping[str, Any] = {}
    unplayed: bool = False
    ended: Verdict | None = None
    late: bool = False
    games: bool = False

    def rules(self, rules: Ruleset) -> Ruleset:
        """Return the edition as this convention changes it. Raises ValueError."""
        return replace(rules, **self.change)

    def tournament(self, t: Tournament) -> Tournament:
        """Return the tournament as this convention sees it."""
        if self.ended is None:
            return t
        other, counts = t.copy(), Result(verdict=self.ended)
        for match, result in t.results.items():
            if result.verdict is Verdict.UNPLAYED:
                other.results[match] = counts
        return other

    def basis(self, t: Tournament, rules: Ruleset) -> Basis:
        """Return what the percentages are calculated from under this convention."""
        return basis(
            self.tournament(t),
            self.rules(rules),
            count_unplayed=self.unplayed,
            losses_alone=self.late,
        )

    def standings(self, t: Tournament, rules: Ruleset, *, seeded: bool) -> list[Standing]:
        """Return the standings under this convention; cuts are seeded by them, if by no file."""
        t, own = self.tournament(t), self.rules(rules)
        if t.cuts and not seeded:
            swiss = standings(t, own, swiss_only=True, count_unplayed=self.unplayed)
            order = [line.player for line in swiss]
            t = t.copy()
            t.cuts = {
                pool: replace(cut, seeds=tuple(sorted(cut.seeds, key=order.index)))
                for pool, cut in t.cuts.items()
            }
        return standings(t, own, count_unplayed=self.unplayed)

    def joined(self, other: "Convention") -> "Convention":
        """Return both conventions together."""
        return Convention(
            causes=(*self.causes, *other.causes),
            change={**self.change, **other.change},
            unplayed=self.unplayed or other.unplayed,
            ended=self.ended or other.ended,
            late=self.late or other.late,
            games=self.games or other.games,
        )

    def joins(self, other: "Convention") -> bool:
        """Tell whether two conventions are about different things."""
        return self.causes != other.causes


_THIRDS = (Fraction(0), Fraction(1, 4), Fraction(1, 3))
_CHANGES: tuple[tuple[Cause, str, tuple[object, ...]], ...] = (
    ("bye", "awarded_bye", ("bye", "opponent")),
    ("bye", "bye_in_rate", (False, True)),
    ("bye", "bye_games", ((0, 0), (2, 0))),
    ("dropped", "freeze_dropped", (False, True)),
    ("dropped", "cap_applies", ("never", "dropped", "dropped-early")),
    ("floor", "win_floor", _THIRDS),
    ("floor", "own_game_floor", _THIRDS),
    ("floor", "op_win_without_opponents", _THIRDS),
    ("days", "day_two", ("both-days", "day-two-only")),
)
"""The parameters of an edition that publishers set differently, and the cause of each."""


def conventions(t: Tournament, rules: Ruleset) -> list[Convention]:
    """Return the conventions that can make a difference in a tournament."""
    own = records_of(t, rules)
    found: list[Convention] = []
    if own[Scored.UNPLAYED]:
        found += (
            Convention(("unplayed",), unplayed=True),
            Convention(("unplayed",), ended=Verdict.DOUBLE_LOSS),
            Convention(("unplayed",), ended=Verdict.TIE),
        )
    for cause, name, values_ in _CHANGES:
        if cause == "days" and not t.day_two:
            continue
        for value in values_:
            one = Convention((cause,), change={name: value})
            if value != getattr(rules, name) and _possible(one, rules):
                found.append(one)
    if own[Scored.FORCED_LOSS]:
        found.append(Convention(("late",), late=True))
    if any(result.games for result in t.results.values()):
        found.append(Convention(("games",), games=True))
    return found


def records_of(t: Tournament, rules: Ruleset) -> Counter[Scored]:
    """Return how often each kind of result occurs in the Swiss rounds."""
    table = basis(t, rules).table
    return Counter(part.scored for record in table.values() for part in record.rounds)


def _possible(one: Convention, rules: Ruleset) -> bool:
    """Tell whether an edition can be changed like this: a floor above the cap cannot."""
    try:
        one.rules(rules)
    except ValueError:
        return False
    return True


# Our figures, under a convention.


def values(b: Basis, players: set[PlayerId]) -> dict[Key, Fraction]:
    """Return our figures of some players, by the names used for published figures."""
    own: dict[Key, Fraction] = {}
    for player, one in figures(b, only=players).items():
        own[player, "Win %"] = share(b, player, b.spans[player])
        own[player, "Op Win %"] = one.op_win
        own[player, "Op Op Win %"] = one.op_op_win
        if one.game_win is not None and one.op_game_win is not None:
            own[player, "Game Win %"] = one.game_win
            own[player, "Op Game Win %"] = one.op_game_win
    return own


def agreeing(said: Open, own: Mapping[Key, Fraction]) -> Open:
    """Return the published figures that agree with ours."""
    return {
        key: figure
        for key, figure in said.items()
        if key in own and abs(own[key] - figure) <= CLOSE
    }


def _under(one: Convention, said: Open, t: Tournament, rules: Ruleset) -> Open:
    """Return the published figures that agree with ours under a convention."""
    players = {player for player, _ in said}
    if not one.games:
        return agreeing(said, values(one.basis(t, rules), players))
    games = [name for name in ("game-win", "op-game-win") if name not in rules.tiebreaks]
    counting = Convention((), change={"tiebreaks": (*games, *rules.tiebreaks)})
    return agreeing(said, _by_games(one.joined(counting).basis(t, rules), players))


def _by_games(b: Basis, players: set[PlayerId]) -> dict[Key, Fraction]:
    """Return the percentages of games under the names of those of matches.

    Players without a game have none, nor do players whose opponents have none.
    """
    own: dict[Key, Fraction] = {}
    with_games = {player for player in b.table if b.table[player].games != NO_GAMES}
    for player in players:
        span = b.spans[player]
        met = [one for one, _ in met_in(b, player, span)]
        if player in with_games:
            own[player, "Win %"] = game_win(b, player, span)
        if not with_games.isdisjoint(met):
            own[player, "Op Win %"] = _op_games(b, player)
            theirs = [_op_games(b, one) for one in met]
            own[player, "Op Op Win %"] = mean(theirs + floors_in(b, player, span), Fraction(0))
    return own


def _op_games(b: Basis, player: PlayerId) -> Fraction:
    """Return the mean share of games that a player's opponents won."""
    span = b.spans[player]
    shares = [game_share(b, one, span) for one, _ in met_in(b, player, span)]
    return mean(shares + floors_in(b, player, span), Fraction(0))


# Looks for the causes of figures, each time among those that are not explained yet.


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
    causes: Found = {}
    for look in (_by_placeholders, _by_conventions, _by_others):
        causes |= look({key: said[key] for key in said if key not in causes}, t, rules, published)
    for one in found.differences:
        if one.what in {"points", "record"}:
            causes[one.player, one.what] = _of_record(one, t, rules)
    placed = standings(t, rules)
    others = partial(_standings_under, {each for own in causes.values() for each in own}, t, rules)
    causes |= {
        (player, "place"): (cause,)
        for player, cause in causes_of_places(
            found.differences, placed, rules, published, partial(others, published)
        ).items()
    }

    def named(one: Difference) -> Difference:
        first, also, *_ = (*causes.get((one.player, one.what), ()), None, None)
        return replace(one, cause=first, also=also)

    return replace(found, differences=tuple(map(named, found.differences)))


def _standings_under(
    shown: Collection[Cause], t: Tournament, rules: Ruleset, published: Published
) -> Iterator[tuple[Cause, list[Standing]]]:
    """Yield our standings under the conventions that figures have shown; under all, without any."""
    with_figures = any(line.figures for line in published.values())
    for one in conventions(t, rules):
        if not with_figures or one.causes[0] in shown:
            yield one.causes[0], one.standings(t, rules, seeded=not published)


def _by_placeholders(said: Open, _: Tournament, rules: Ruleset, published: Published) -> Found:
    """Return figures that stand for none: all of a player's are the floor, two wrongly so."""
    wrong = Counter(player for player, _ in said)
    return {
        (player, figure): ("unpublished",)
        for player, figure in said
        if wrong[player] > 1 and set(published[player].figures.values()) == {rules.win_floor}
    }


def _by_conventions(said: Open, t: Tournament, rules: Ruleset, _: Published) -> Found:
    """Return the figures that one convention gives, then those that only two give together.

    Among so many pairs a chance hit is likely. So a pair has to explain at least two figures,
    unless one of the two has been shown by itself.
    """
    singles = conventions(t, rules) if said else []
    found = _most_first([(one, _under(one, said, t, rules)) for one in singles])
    said = {key: said[key] for key in said if key not in found}
    if not said:
        return found
    shown = {cause for causes in found.values() for cause in causes}
    pairs = [one.joined(other) for one, other in combinations(singles, 2) if one.joins(other)]
    tried = [(one, _under(one, said, t, rules)) for one in pairs if _possible(one, rules)]
    return found | _most_first(tried, lambda one: 2 if shown.isdisjoint(one.causes) else 1)


def _most_first(
    tried: Sequence[tuple[Convention, Open]], least: Callable[[Convention], int] = lambda _: 1
) -> Found:
    """Return which convention explains each figure: the one that explains most new ones first."""
    found: Found = {}
    left = [*tried]
    while left:
        most = max(left, key=lambda one: len(one[1].keys() - found.keys()))
        left.remove(most)
        new = most[1].keys() - found.keys()
        if len(new) >= least(most[0]):
            found |= dict.fromkeys(new, most[0].causes)
    return found


def _by_others(said: Open, t: Tournament, rules: Ruleset, published: Published) -> Found:
    """Return the figures that are the mean of the opponents' published figures."""
    b = basis(t, rules)
    found: Found = {}
    for (player, figure), theirs in said.items():
        met = [one for one, _ in met_in(b, player, b.spans[player])]
        source = _BELOW.get(figure)
        own = values(b, {player, *met})
        if source is None or not met or (player, figure) not in own:
            continue
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
            found[player, figure] = ("follows",)
    return found


_BELOW: dict[str, Figure] = {
    "Op Op Win %": "Op Win %",
    "Op Win %": "Win %",
    "Op Game Win %": "Game Win %",
}
"""The figures that are the mean of a figure of the opponents."""


def _of_record(one: Difference, t: Tournament, rules: Ruleset) -> Causes:
    """Return why points or a record differ, such as byes that do not count as wins."""
    record = basis(t, rules).table[one.player]
    byes = record.byes + record.awarded_byes
    unplayed = sum(part.scored is Scored.UNPLAYED for part in record.rounds)
    worth = {None: 0, Verdict.TIE: rules.tie_points, Verdict.DOUBLE_LOSS: rules.loss_points}
    for left_out, ended in product((0, byes), worth) if byes or unplayed else ():
        parts: tuple[tuple[Cause, bool], ...] = (
            ("bye", left_out > 0),
            ("unplayed", ended is not None and unplayed > 0),
        )
        causes = tuple(cause for cause, applies in parts if applies)
        points = record.match_points - left_out * rules.win_points
        points += worth[ended] * unplayed
        won, lost, tied = record.wins + byes - left_out, record.losses, record.ties
        lost += unplayed * (ended is Verdict.DOUBLE_LOSS)
        tied += unplayed * (ended is Verdict.TIE)
        if causes and one.said in {points, f"{won}-{lost}-{tied}"}:
            return causes
    return ()


def summary(found: Comparison) -> list[str]:
    """Return how many differences are explained, and by what; empty if none is.

    The cause of most differences comes first. A difference with two causes counts for both.
    """
    causes = Counter(cause for one in found.differences for cause in (one.cause, one.also) if cause)
    if not causes:
        return []
    some = sum(one.cause is not None for one in found.differences)
    all_ = counted(len(found.differences), "difference is", "differences are")
    head = f"{some:,} of {all_} explained:"
    return [head, *(f"  {n:,} {cause}: {CAUSES[cause]}" for cause, n in causes.most_common())]
