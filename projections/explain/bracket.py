"""A player's path through a bracket: opponents, who knocked them out, and the place they took."""

from enum import StrEnum

from msgspec import Struct

from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.round_names import called_alone, out_in
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Pool, Score
from roundbook.projections.bracket.bracket import brackets
from roundbook.projections.bracket.placements import Fall, falls
from roundbook.projections.bracket.tree import How, Node, Tree, tree
from roundbook.projections.standings.shown import shown


class Went(StrEnum):
    """How one round of a bracket went for a player; dropping loses the match (TOP §3.2)."""

    WON = "won"
    LOST = "lost"
    BYE = "bye"
    OTHER_LEFT = "the opponent left"
    LEFT = "left"
    WENT_ON = "went on"
    STAYED_OUT = "stayed out"
    BOTH_LOST = "both lost"
    OPEN = "open"


class Leg(Struct, frozen=True, kw_only=True):
    """One round of a player in a bracket, with its name; `games` are from the player's side.

    `disqualified` is whether a match that was lost by dropping was lost by disqualification.
    `corrected` is the entry that corrected the result after the bracket had gone on (A-72).
    """

    round: int
    called: Phrase
    went: Went
    opponent: PlayerId | None = None
    games: Score | None = None
    third_place: bool = False
    disqualified: bool = False
    corrected: int | None = None


class Neighbour(Struct, frozen=True, kw_only=True):
    """The player directly above or below, with their `fall`: None for the winner.

    `out` says in which round; `by_place` is the place of the player who knocked them out. `won` is
    whether the player won the bracket, `won_third` the match for third place against the player.
    """

    player: PlayerId
    place: int
    is_above: bool
    fall: Fall | None
    out: Phrase | None
    by_place: int | None
    won: bool
    won_third: bool | None = None


class Course(Struct, frozen=True, kw_only=True):
    """A player's path through a bracket of `players`.

    In pure single elimination, `place` is the place in the one bracket, next to `neighbours`. After
    Swiss it is the place in the division; players who were knocked out in the same round rank by
    seed (TOP §3.3.6), unless they played for third place. `out` says in which round the player was
    knocked out; `by_place` is the place of the player who did it; `won` is whether the player won
    the bracket.
    """

    player: PlayerId
    pool: Pool
    players: int
    seed: int
    last: int
    pure: bool
    place: int | None
    in_division: int | None
    legs: tuple[Leg, ...]
    fall: Fall | None
    out: Phrase | None
    by_place: int | None
    won: bool
    neighbours: tuple[Neighbour, ...]

    @property
    def third(self) -> Leg | None:
        """The 3rd-place match, if it separated the two players."""
        open_still = {Went.OPEN, Went.BOTH_LOST}
        thirds = (leg for leg in self.legs if leg.third_place and leg.went not in open_still)
        return next(thirds, None)

    @property
    def lost_final(self) -> bool:
        """Whether the player lost the final."""
        return self.fall is not None and self.fall.round == self.last


def course(t: Tournament, rules: Ruleset, player: PlayerId) -> Course | None:
    """Return a player's path through the bracket; None for a player who is not in a bracket."""
    cut = next((each for each in brackets(t) if player in each.seeds), None)
    if cut is None:
        return None
    pure = t.is_elimination
    divided = shown(t, rules)
    placed = shown(t, rules, as_one=True) if pure else divided
    places = {one.player: one.place for one in placed}
    out = falls(t, cut.pool)
    fall = out.get(player)
    order = [one.player for one in placed if one.place is not None]
    at = order.index(player) if pure and player in order else None
    beside = [] if at is None else [n for n in (at - 1, at + 1) if 0 <= n < len(order)]
    whole = tree(t, cut.pool)

    def out_at(one: Fall | None) -> Phrase | None:
        return out_in(t, cut.pool, one.round) if one else None

    return Course(
        player=player,
        pool=cut.pool,
        players=len(cut.seeds),
        last=whole.rounds[-1][0].round if whole.rounds else 0,
        seed=cut.seeds.index(player) + 1,
        pure=pure,
        place=places[player],
        in_division=next(one.place for one in divided if one.player == player),
        legs=_legs(t, whole, player),
        fall=fall,
        out=out_at(fall),
        by_place=_place_of_victor(fall, places),
        won=whole.winner == player,
        neighbours=tuple(
            Neighbour(
                player=order[n],
                place=places[order[n]] or 0,
                is_above=at is not None and n < at,
                fall=out.get(order[n]),
                out=out_at(out.get(order[n])),
                by_place=_place_of_victor(out.get(order[n]), places),
                won=whole.winner == order[n],
                won_third=_won_third(whole, order[n], against=player),
            )
            for n in beside
        ),
    )


def _won_third(whole: Tree, player: PlayerId, *, against: PlayerId) -> bool | None:
    """Tell whether a player won third place against another; None if that was not decided."""
    match = whole.third_place
    if match is None or {match.first, match.second} != {player, against} or not match.winner:
        return None
    return match.winner == player


def _place_of_victor(fall: Fall | None, places: dict[PlayerId, int | None]) -> int | None:
    return places.get(fall.by) if fall and fall.by else None


def _legs(t: Tournament, whole: Tree, player: PlayerId) -> tuple[Leg, ...]:
    """Return the rounds of a player, in order, and the 3rd-place match."""
    nodes = [node for nodes in whole.rounds for node in nodes]
    own = [node for node in nodes if player in {node.first, node.second}]
    out = whole.disqualified
    legs = [_leg(node, player, called_alone(t, whole.pool, node.round), out) for node in own]
    third = whole.third_place
    if third and player in {third.first, third.second}:
        legs.append(_leg(third, player, phrase("3rd-place match"), out, third_place=True))
    return tuple(leg for leg in legs if leg.opponent or leg.went is not Went.OPEN)


def _leg(
    node: Node,
    player: PlayerId,
    called: Phrase,
    out: frozenset[PlayerId],
    *,
    third_place: bool = False,
) -> Leg:
    """Return one match from the point of view of one of its players."""
    is_first = player == node.first
    won = node.winner == player
    games = node.result.games if node.result and node.how is How.PLAYED else None
    return Leg(
        round=node.round,
        called=called,
        went=_went(node.how, won=won),
        opponent=node.second if is_first else node.first,
        games=games if games is None or is_first else Score(games[1], games[0], games[2]),
        third_place=third_place,
        corrected=node.corrected,
        disqualified=node.how is How.LEFT
        and any(one in out for one in (node.first, node.second) if one != node.winner),
    )


def _went(how: How, *, won: bool) -> Went:
    match how:
        case How.PLAYED:
            return Went.WON if won else Went.LOST
        case How.LEFT:
            return Went.OTHER_LEFT if won else Went.LEFT
        case How.GONE_ON:
            return Went.WENT_ON if won else Went.STAYED_OUT
        case How.BYE:
            return Went.BYE
        case How.BOTH_LOST:
            return Went.BOTH_LOST
        case How.NOBODY:
            return Went.LEFT
        case How.PAIRED | How.TO_COME:
            return Went.OPEN
