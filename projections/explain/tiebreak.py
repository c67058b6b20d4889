"""Two neighbours in the standings: what they were tied on, and which tiebreak separated them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.phrases import Phrase, listed, phrase, phrase_of
from roundbook.ledger.rulesets.wording import cited
from roundbook.ledger.state.round_names import out_in
from roundbook.ledger.state.rounds import beaten
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.projections.bracket.bracket import brackets
from roundbook.projections.bracket.tree import tree
from roundbook.projections.standings.percentages import Basis, percent
from roundbook.projections.standings.records import PlayedRound, Scored
from roundbook.projections.standings.standings import Standing
from roundbook.projections.standings.tiebreaks import (
    Chain,
    TiebreakLine,
    are_joined,
    beaten_by,
    of_last_opponents,
    tiers,
    without_circles,
)

CITES: dict[str, str] = {
    "cut": "TOP §3.3.6",
    "bracket": "TOP §3.3.6",
    "seed": "TOP §3.3.6.1",
    "day-two": "TOP §3.3.5",
    "match-points": "TOP §3.1.4",
    "never-played": "",
    "late": "TOP §3.1.4.1 (1)",
    "op-win": "TOP §3.1.4.1 (2), GTB",
    "op-op-win": "TOP §3.1.4.1 (3), GTB",
    "head-to-head": "TOP §3.1.4.1 (4)",
    "last-opponent": "TOP §3.1.4.1 (5)",
    "lot": "",
    "file-order": phrase("the order of the players in the file"),
    "game-win": "POD",
    "op-game-win": "POD",
}
"""The source of each tiebreak. A random draw has none in the rules (A-23), nor has the place of who
never played a round (A-7)."""

PLAYOFF = "TOP §3.3.6.1"
"""The source of the rule that a match may separate the two players who lost the semi-finals."""

THIRD = "third-place"
"""The name for `bracket`, in what people read, if the 3rd-place match separated two players."""

WORDS: dict[str, Phrase] = {
    "cut": phrase("the cut"),
    "bracket": phrase("how far they got in the bracket"),
    THIRD: phrase("the 3rd-place match"),
    "seed": phrase("seed"),
    "day-two": phrase("who made day two"),
    "match-points": phrase("match points"),
    "never-played": phrase("having played a round"),
    "late": phrase("lateness"),
    "op-win": phrase("Op Win %%"),
    "op-op-win": phrase("Op Op Win %%"),
    "head-to-head": phrase("head-to-head"),
    "last-opponent": phrase("the last opponent's results"),
    "lot": phrase("a random draw"),
    "file-order": phrase("the order of registration"),
    "game-win": phrase("Game %%"),
    "op-game-win": phrase("Op Game %%"),
}
"""The name of each tiebreak when it is read out."""

WON_THIRD, LOST_THIRD = phrase("won the 3rd-place match"), phrase("lost the 3rd-place match")

SILENT = ("cut", "bracket", "seed", "day-two", "never-played")
"""Tiebreaks that do not concern most players; named only if they decide."""


class NeighbourStep(Struct, frozen=True, kw_only=True):
    """How a player compares with a neighbour.

    `is_above` is whether the neighbour ranks above. `level_on` names the tiebreaks on which the two
    are tied, in order; lateness only if both were late. `decided_by` names the tiebreak that
    separated them; None while they are tied on everything. Then `to_draw` is whether a recorded
    random draw will order them (A-23): none comes after the close. `mine` and `theirs` are the
    values that it compared. `note` says why their own match did not separate them, if one of them
    won it.
    """

    other: PlayerId
    is_above: bool
    level_on: tuple[str, ...]
    decided_by: str | None
    mine: Phrase
    theirs: Phrase
    cites: str
    note: Phrase | None = None
    to_draw: bool = False

    @property
    def called(self) -> str | None:
        """What separated them, as named in `WORDS`: the match of two who met for third place."""
        return THIRD if {self.mine, self.theirs} == {WON_THIRD, LOST_THIRD} else self.decided_by


def compare(  # noqa: PLR0913 - one argument per fact.
    b: Basis,
    everybody: Mapping[PlayerId, TiebreakLine],
    clauses: Chain,
    among: Collection[PlayerId],
    mine: Standing,
    theirs: Standing,
    *,
    t: Tournament,
    is_above: bool,
) -> NeighbourStep:
    """Return how a player compares with the neighbour directly above or below.

    `among` are all players compared with them; `t` is the tournament in which they are compared.
    """
    names = [clause.name for clause in clauses]
    decided_by = None
    if mine.place != theirs.place:
        decided_by = mine.decided_by if is_above else theirs.decided_by
    before = names[: names.index(decided_by)] if decided_by else names
    one, other = everybody[mine.player], everybody[theirs.player]
    level = (
        _level(everybody, clauses, among, one, "head-to-head")
        if "head-to-head" in [*before, decided_by]
        else []
    )
    beaten = beaten_by(b.table, level)
    straight = without_circles(beaten) if len(level) > 2 else {}
    pair = {one.player, other.player}
    told = any(pair & {loser, *won} for loser, won in straight.items() if won)

    def value(line: TiebreakLine, against: TiebreakLine) -> Phrase:
        if decided_by == "head-to-head" and told:
            return _among(straight, line.player)
        if decided_by == "bracket":
            return _how_far(t, line)
        if decided_by == "last-opponent":
            return _last(b, everybody, clauses, among, line, against)
        return _value(b, decided_by, line, against)

    return NeighbourStep(
        other=theirs.player,
        is_above=is_above,
        level_on=tuple(
            name
            for name in dict.fromkeys(before)
            if name not in SILENT and (name != "late" or one.late)
            if name != "lot" or decided_by
        ),
        decided_by=decided_by,
        mine=value(one, other),
        theirs=value(other, one),
        cites=cited(
            PLAYOFF
            if decided_by == "bracket" and _played_off(one, other)
            else _cites(b, decided_by),
            b.rules,
        ),
        note=_unused(b, beaten, one, other) if decided_by != "head-to-head" else None,
        to_draw=decided_by is None and not t.closed,
    )


def _level(
    everybody: Mapping[PlayerId, TiebreakLine],
    clauses: Chain,
    among: Collection[PlayerId],
    line: TiebreakLine,
    clause: str,
) -> list[PlayerId]:
    """Return the players who are tied with a player when a tiebreak is applied."""
    names = [clause.name for clause in clauses]
    figures = clauses[names.index("day-two") : names.index(clause)]
    parted = tiers([everybody[player] for player in among], figures)
    group = next((tier.level for tier in parted if line in tier.level), ())
    return [one.player for one in group]


Beaten = Mapping[PlayerId, Collection[PlayerId]]
"""For each of the tied players, those who beat that player."""


def _among(beaten: Beaten, player: PlayerId) -> Phrase:
    """Return which of several tied players a player beat and lost to."""
    won = [loser for loser in beaten if player in beaten[loser]]
    lost = [one for one in beaten if one in beaten[player]]
    said = [phrase("beat %(players)s", players=_all(won))] if won else []
    said += [phrase("lost to %(players)s", players=_all(lost))] if lost else []
    return listed(said) if said else phrase("no wins or losses against the others")


def _all(players: Sequence[PlayerId]) -> Phrase:
    """Return players with "and" before the last one: `p3, p6 and p7`."""
    *some, last = map(_bare, players)
    return phrase("%(some)s and %(last)s", some=listed(some), last=last) if some else last


def _unused(b: Basis, beaten: Beaten, one: TiebreakLine, other: TiebreakLine) -> Phrase | None:
    """Return why the match of two tied players did not separate them, if one of them won it."""
    pair = (one.player, other.player)
    won = next((p for p, q in (pair, pair[::-1]) if p in beaten.get(q, ())), None)
    if won is None:
        return None
    if b.rules.head_to_head == "two":
        said = phrase(
            "head-to-head applies only between exactly two players, and %(num)s are tied",
            num=len(beaten),
        )
    else:
        said = phrase("some of the tied players beat each other in a circle")
    return phrase("%(player)s won their match, but %(why)s", player=won, why=said)


def _cites(b: Basis, clause: str | None) -> str:
    """Return the source of a tiebreak; an edition with points has its own source for Op Win %."""
    if clause is None:
        return ""
    if clause == "op-win" and b.rules.rate == "points":
        return "POD"
    return CITES[clause]


def _value(b: Basis, clause: str | None, line: TiebreakLine, other: TiebreakLine) -> Phrase:
    """Return a player's value in a tiebreak, in words."""
    match clause:
        case "op-win" | "op-op-win" | "game-win" | "op-game-win":
            rate = _rate(clause, line)
            return phrase("%(fraction)s = %(rate)s%%", fraction=str(rate), rate=percent(rate))
        case "head-to-head":
            return _mutual(b, line, other)
        case None:
            return phrase("tied on every tiebreaker")
        case _:
            return _PLAIN[clause](line)


def _rate(clause: str, line: TiebreakLine) -> Fraction:
    """Return the percentage that a tiebreak compares."""
    return getattr(line, clause.replace("-", "_")) or Fraction(0)


def _how_far(t: Tournament, line: TiebreakLine) -> Phrase:
    """Return how far a player got in a bracket, in words."""
    pool = next(cut.pool for cut in brackets(t) if line.player in cut.seeds)
    if len(line.far) < 2:
        is_winner = tree(t, pool).winner == line.player
        return phrase("won the final") if is_winner else phrase("still in")
    playoff = t.playoffs.get(pool)
    lost = beaten(t, playoff) if playoff else ()
    if line.player in lost:
        return LOST_THIRD
    if playoff and lost and line.player in t.matches[playoff]:
        return WON_THIRD
    return out_in(t, pool, -line.far[0])


def _played_off(one: TiebreakLine, other: TiebreakLine) -> bool:
    """Tell whether the 3rd-place match separated two players knocked out in the same round."""
    return one.far[:1] == other.far[:1] and one.far[1:2] != other.far[1:2]


def separated_for_third(t: Tournament) -> frozenset[PlayerId]:
    """Return the players whose places a 3rd-place match decided, in any bracket (TOP §3.3.6.1)."""
    decided = (match for match in t.playoffs.values() if len(beaten(t, match)) == 1)
    return frozenset(player for match in decided for player in t.matches[match])


def told_apart(t: Tournament, placed: Iterable[Standing]) -> list[Standing]:
    """Return standings with what put each player there as in `WORDS`, for people to read."""
    thirds = separated_for_third(t)
    return [
        replace(one, decided_by=THIRD)
        if one.player in thirds and one.decided_by == "bracket"
        else one
        for one in placed
    ]


def _in_cut(line: TiebreakLine) -> Phrase:
    """Return whether a player was in the cut, in words."""
    return (
        phrase("seed %(seed)s of the cut", seed=line.seed)
        if line.seed
        else phrase("outside the cut")
    )


def _bare(value: str | int) -> Phrase:
    """Return a value that needs no words."""
    return Phrase("%(value)s", {"value": value})


_PLAIN: dict[str, Callable[[TiebreakLine], Phrase]] = {
    "cut": _in_cut,
    "seed": lambda line: phrase("seed %(seed)s", seed=line.seed or 0),
    "day-two": lambda line: (
        phrase("made day two") if line.day_two else phrase("did not make day two")
    ),
    "match-points": lambda line: _bare(line.match_points),
    "never-played": lambda line: (
        phrase("dropped without playing a round") if line.gone_unseen else phrase("played")
    ),
    "late": lambda line: phrase("late") if line.late else phrase("on time"),
    "lot": lambda line: _bare(line.player),
    "file-order": lambda line: _bare(line.player),
}
"""The values of tiebreaks that compare a single value of each player."""


def _mutual(b: Basis, line: TiebreakLine, other: TiebreakLine) -> Phrase:
    """Return how the matches between two players ended for one of them."""
    met = [part for part in b.table[line.player].rounds if part.opponent == other.player]
    return listed([_met(part) for part in met])


def _met(part: PlayedRound) -> Phrase:
    """Return how one match ended, in words."""
    match part.scored:
        case Scored.WIN:
            return phrase("won in round %(number)s", number=part.round)
        case Scored.TIE:
            return phrase("tied in round %(number)s", number=part.round)
        case _:
            return phrase("lost in round %(number)s", number=part.round)


def _last(
    b: Basis,
    everybody: Mapping[PlayerId, TiebreakLine],
    clauses: Chain,
    among: Collection[PlayerId],
    line: TiebreakLine,
    other: TiebreakLine,
) -> Phrase:
    """Return the last Swiss opponent of a player, with the figures up to the one that decides."""
    last, against = (b.table[one.player].last_opponent for one in (line, other))
    if last is None or last not in everybody:
        return phrase("no opponent")
    compared = of_last_opponents(b.table, clauses)
    names = [clause.name for clause in compared]
    applied = "head-to-head" if are_joined(clauses) else "last-opponent"
    tied = _level(everybody, clauses, among, line, applied)
    met = {one for player in tied if (one := b.table[player].last_opponent) in everybody}
    level = [everybody[one] for one in sorted(one for one in met if one)]
    decides, beside = _apart(level, compared, last, against)
    counts = names[: names.index(decides) + 1] if decides else names
    found, rival = everybody[last], everybody.get(against) if against else None
    figures = [
        _figure(name, found, rival)
        for name in dict.fromkeys(counts)
        if name != "head-to-head" and (name != "late" or name == decides or found.late)
    ]
    if decides == "head-to-head":
        beaten = beaten_by(b.table, beside)
        figures.append(_among(without_circles(beaten) if len(beside) > 2 else beaten, last))
    return phrase("%(player)s (%(figures)s)", player=last, figures=listed(figures))


def _apart(
    level: Sequence[TiebreakLine], clauses: Chain, one: PlayerId, other: PlayerId | None
) -> tuple[str | None, list[PlayerId]]:
    """Return the first tiebreak that separates two of several players, and who is tied there."""
    for clause in clauses:
        for _, part in clause.parts(level):
            here = {line.player for line in part}
            if (one in here) != (other in here):
                return clause.name, [line.player for line in level]
            if one in here:
                level = part
                break
    return None, []


def _figure(name: str, line: TiebreakLine, rival: TiebreakLine | None) -> Phrase:
    """Return what a tiebreak compares of a last opponent; exactly, if rounding hides it."""
    if name == "match-points":
        return phrase_of("%(num)s match point", "%(num)s match points", line.match_points)
    if name in _PLAIN:
        return _PLAIN[name](line)
    rate = _rate(name, line)
    shown = percent(rate)
    if rival and _rate(name, rival) != rate and percent(_rate(name, rival)) == shown:
        shown = f"{rate} = {shown}"
    return Phrase("%(name)s %(rate)s", {"name": WORDS[name], "rate": shown})
