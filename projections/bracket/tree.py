"""A bracket as a tree: every match of every round, played or to come, and its winner."""

from enum import StrEnum

from msgspec import Struct

from roundbook.ledger.state.round_names import first_round
from roundbook.ledger.state.rounds import beaten, rounds_of, to_replace
from roundbook.ledger.state.subjects import match_thing
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, PlayerId, Pool, Result, Verdict
from roundbook.projections.bracket.bracket import eliminated, positions


class How(StrEnum):
    """How a node of a bracket was decided; `left` is a match lost by dropping (TOP §3.2).

    `gone on` is one whose bracket had gone on before its result was corrected, or before the loser
    came back (A-72).
    """

    TO_COME = "to come"
    PAIRED = "paired"
    PLAYED = "played"
    BYE = "bye"
    LEFT = "left"
    GONE_ON = "gone on"
    BOTH_LOST = "both lost"
    NOBODY = "nobody"


class Node(Struct, frozen=True, kw_only=True):
    """Two neighbours of a bracket: the players of `round`, their `match`, and who advances.

    A player is None if not known yet, or if there never is one; `how` says which. `corrected` is
    the entry that last changed the result of a bracket that had gone on.
    """

    round: int
    first: PlayerId | None
    second: PlayerId | None
    winner: PlayerId | None
    how: How
    match: MatchId | None = None
    result: Result | None = None
    corrected: int | None = None


class Tree(Struct, frozen=True, kw_only=True):
    """A bracket: its players by position (None is opposite a bye), and its rounds in order.

    Rule: TOP §3.2, §3.3.6: the winner of a match advances.
    Units: `rounds` from the first to the final; `seeds` in order, the best first.
    Errors: none.

    >>> bracket = cup.bracket("masters-cut")
    >>> len(bracket.seeds), bracket.winner == bracket.rounds[-1][0].winner
    (8, True)
    """

    pool: Pool
    seeds: tuple[PlayerId, ...]
    places: tuple[PlayerId | None, ...]
    rounds: tuple[tuple[Node, ...], ...]
    third_place: Node | None
    disqualified: frozenset[PlayerId]

    @property
    def winner(self) -> PlayerId | None:
        """The winner of the bracket; None before the end."""
        return self.rounds[-1][0].winner if self.rounds else None


class _Slot(Struct, frozen=True):
    """The player who comes out of a part of a bracket; `known` means that None is final."""

    player: PlayerId | None
    known: bool


def tree(t: Tournament, pool: Pool) -> Tree:
    """Return a bracket with every match that was played, and every one to come (TOP §3.2)."""
    cut = t.cuts[pool]
    places = positions(cut.seeds)
    out = eliminated(t, pool)
    paired = {
        frozenset(pair): match for part in rounds_of(t, pool) for match, pair in part.matches()
    }
    number = first_round(t, pool)
    # Every round has half as many slots as the one before. An empty slot is empty for good (a bye)
    # or only for now, so a slot says which: against a bye a player advances at once.
    # No place is known while the cut has to be made again.
    known = not to_replace(t, pool)
    slots = [_Slot(player, known=known) for player in places]
    rounds: list[tuple[Node, ...]] = []
    while len(slots) > 1:
        nodes: list[Node] = []
        for first, second in zip(slots[::2], slots[1::2], strict=True):
            nodes.append(_node(t, number, first, second, out=out, paired=paired))
        slots = [_Slot(one.winner, known=one.how not in {How.TO_COME, How.PAIRED}) for one in nodes]
        rounds.append(tuple(nodes))
        number += 1
    return Tree(
        pool=pool,
        seeds=cut.seeds,
        places=places,
        rounds=tuple(rounds),
        third_place=_third_place(t, pool),
        disqualified=frozenset(one for one in cut.seeds if t.players[one].disqualified),
    )


def _node(
    t: Tournament,
    number: int,
    first: _Slot,
    second: _Slot,
    *,
    out: dict[PlayerId, int],
    paired: dict[frozenset[PlayerId], MatchId],
) -> Node:
    """Return a match of a bracket, or what there is instead of one."""
    there = [slot.player for slot in (first, second) if slot.player]
    match = paired.get(frozenset(there)) if len(there) == 2 else None
    match = match if match and match.round == number else None
    # A player who is out after this round was still in it.
    still = [player for player in there if out.get(player, number + 1) > number]
    winner: PlayerId | None = still[0] if len(still) == 1 else None
    result = t.results.get(match) if match else None
    if not (first.known and second.known):
        how, winner = How.TO_COME, None
    elif len(there) < 2:
        how = How.BYE if winner else How.NOBODY
    elif len(still) == 2:
        how, winner = How.PAIRED if match else How.TO_COME, None
    elif not still:
        how = How.BOTH_LOST
    else:
        [loser] = [player for player in there if player != winner]
        won = Verdict.FIRST if winner == first.player else Verdict.SECOND
        last = t.players[loser].after
        if result and result.verdict is won:
            how = How.PLAYED
        else:
            how = How.GONE_ON if last is None or last > number else How.LEFT
    return Node(
        round=number,
        first=first.player,
        second=second.player,
        winner=winner,
        how=how,
        match=match,
        result=result,
        corrected=_corrected(t, match) if match and how is How.GONE_ON else None,
    )


def _corrected(t: Tournament, match: MatchId) -> int | None:
    """Return the entry that changed a result once the next round was paired; None for none."""
    following, changed = (
        t.rounds.get((match.pool, match.round + 1)),
        t.changed.get(match_thing(match), 0),
    )
    return changed if following and changed > following.seq else None


def _third_place(t: Tournament, pool: Pool) -> Node | None:
    """Return the 3rd-place match, if it was paired."""
    match = t.playoffs.get(pool)
    if match is None:
        return None
    pair = t.matches[match]
    first, second = (_Slot(player, known=True) for player in pair)
    out = dict.fromkeys(beaten(t, match), match.round)
    return _node(t, match.round, first, second, out=out, paired={frozenset(pair): match})
