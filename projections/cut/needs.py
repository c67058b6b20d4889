"""What a player needs for the cut: the places that a win, a tie or a loss leaves open."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from msgspec import Struct

from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import flights_of, pool_of
from roundbook.ledger.state.rounds import latest_round, open_matches, unseated
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, PlayerId, Pool, Result, Verdict
from roundbook.projections.cut.planner import pods_counted, size_for
from roundbook.projections.cut.qualifiers import swiss_order
from roundbook.projections.standings.percentages import games_count
from roundbook.projections.standings.records import records

ENDS = (Verdict.FIRST, Verdict.TIE, Verdict.SECOND)
"""How an open match may end: double losses and matches that are never played are not foreseen."""

MOST = 5_000
"""How many lines of standings are calculated at most: more are bounded by match points."""

OWN: Mapping[str, int] = {"win": 0, "tie": 1, "lose": 2}


class Outlook(Struct, frozen=True, kw_only=True):
    """The places that are possible after Swiss; `own` is how the player's open match ends.

    Places are counted among those who are still in: a player who dropped takes no place in the cut
    (A-44). `own` is None without an open match.
    """

    own: str | None
    best: int
    worst: int


class Needs(Struct, frozen=True, kw_only=True):
    """What a player needs for a cut of `size`, `of` so many of the division or of their flight.

    `gone` have dropped and are not among them. `begun` is whether a round is paired. `counted` is
    in how many ways the open matches can end, each of which was looked at; None where the places
    are bounded by match points. Bounds are safe: no other place is possible, but some of these may
    not be. `rounds` are still to be paired.
    """

    size: int
    of: int
    gone: int
    begun: bool
    rounds: int
    counted: int | None
    outlooks: tuple[Outlook, ...]

    @property
    def is_open(self) -> bool:
        """Whether match points decide nothing yet, however the player's own match ends."""
        wide = all(one.best <= self.size < one.worst for one in self.outlooks)
        return self.counted is None and wide


def needs(t: Tournament, rules: Ruleset, player: PlayerId) -> Needs | None:
    """Return what a player needs; None if no cut is to come, or the player has dropped.

    Before a round is paired nothing is decided. A pairing that somebody has dropped from does not
    stand, so its round is still to be paired. If there is a second day, it is None too.
    """
    known = t.players[player]
    pool, division = pool_of(t, known), known.division
    made = t.closed or any(cut.division in {division, None} for cut in t.cuts.values())
    if made or known.out or _second_day(t, pool, division):
        return None
    planned = t.planned.get(pool or _to_be(t, rules, division), t.planned.get(None))
    flights = flights_of(t, division)
    size = size_for(t, rules, division) // len(flights)
    if not size or planned is None:
        return None
    paired = latest_round(t, pool) if pool else None
    stands = paired if paired not in unseated(t) else None
    rest = max(planned - (paired.number if paired else 0), 0) + (paired is not stands)
    flight = pool if len(flights) > 1 else None
    left = sorted(open_matches(t, stands)) if stands else []
    own_pool = (each for each in t.players.values() if pool_of(t, each) == pool)
    rivals = [each.id for each in own_pool if each.division == division]
    few = len(rivals) * len(ENDS) ** len(left) <= MOST
    # Where games count, the winner of a match alone does not give the standings, so only bounds are
    # safe.
    exact = not rest and few and not games_count(rules)
    own = next((match for match in left if player in t.matches[match]), None)
    if exact:
        ranks = _counted(t, rules, player, flight, left)
    else:
        ranks = _bounded(t, rules, player, rivals, left, rest)
    found: dict[str | None, tuple[int, int]] = {}
    for how, best, worst in ranks:
        least, most = found.get(how, (best, worst))
        found[how] = (min(least, best), max(most, worst))
    order = [word for word in OWN if word in found] if own else [None]
    return Needs(
        size=size,
        of=sum(not t.players[one].out for one in rivals),
        gone=sum(t.players[one].out for one in rivals),
        begun=paired is not None,
        rounds=rest,
        counted=len(ENDS) ** len(left) if exact else None,
        outlooks=tuple(Outlook(own=w, best=found[w][0], worst=found[w][1]) for w in order),
    )


def _to_be(t: Tournament, rules: Ruleset, division: Division) -> Pool | None:
    """Return the pool that a division will play in; None if it is unknown."""
    pods = pods_counted(t, rules).items()
    return next((pool for pool, pod in pods if division in pod), None)


def _second_day(t: Tournament, pool: Pool | None, division: Division) -> bool:
    """Tell whether a second day of Swiss is announced or made: it is played before the cut."""
    said = t.announcement
    return bool((pool and t.day_two.get(pool)) or (said and said.day_two.get(division)))


def _word(t: Tournament, match: MatchId, verdict: Verdict, player: PlayerId) -> str:
    """Return what the end of a match is to one of its players."""
    if verdict is Verdict.TIE:
        return "tie"
    return "win" if (verdict is Verdict.FIRST) == (t.matches[match].first == player) else "lose"


def _counted(
    t: Tournament, rules: Ruleset, player: PlayerId, flight: Pool | None, left: Sequence[MatchId]
) -> Iterator[tuple[str | None, int, int]]:
    """Yield the first and the last rank of a player in each way in which the matches can end."""
    for ends in product(ENDS, repeat=len(left)):
        then, how = t.copy(), None
        for match, verdict in zip(left, ends, strict=True):
            then.results[match] = Result(verdict=verdict)
            if player in t.matches[match]:
                how = _word(t, match, verdict, player)
        order = swiss_order(then, rules, t.players[player].division, flight)
        place = next(one.place for one in order if one.player == player)
        inside = [one.place for one in order if not t.players[one.player].out]
        # Who is level is parted by a lot that nobody knows yet.
        yield how, sum(p < place for p in inside) + 1, sum(p <= place for p in inside)


def _bounded(
    t: Tournament,
    rules: Ruleset,
    player: PlayerId,
    rivals: Sequence[PlayerId],
    left: Sequence[MatchId],
    rest: int,
) -> Iterator[tuple[str | None, int, int]]:
    """Yield the ranks that match points leave open, for each end of the player's own match.

    Both players of an open match cannot win it. Who meets in the rounds to come is unknown.
    """
    table = records(t, rules)
    win, tie, loss = rules.win_points, rules.tie_points, rules.loss_points
    worth = dict(zip(ENDS, ((win, loss), (tie, tie), (loss, win)), strict=True))
    now = {p: table[p].match_points for p in rivals if p != player and not t.players[p].out}
    playing = {p for match in left for p in t.matches[match]}
    idle = [[[now[p]]] for p in now if p not in playing]
    for word in OWN if player in playing else (None,):
        own = table[player].match_points + ((win, tie, loss)[OWN[word]] if word else 0)
        low, high = own + rest * loss, own + rest * win
        ends = [
            [
                [now[p] + more for p, more in zip(pair, worth[verdict], strict=True) if p in now]
                for verdict in ENDS
                if player not in pair or _word(t, match, verdict, player) == word
            ]
            for match in left
            for pair in [t.matches[match]]
        ]
        above = sum(
            min(sum(each + rest * loss > high for each in points) for points in ways)
            for ways in (*idle, *ends)
        )
        reach = sum(
            max(sum(each + rest * win >= low for each in points) for points in ways)
            for ways in (*idle, *ends)
        )
        yield word, above + 1, reach + 1
