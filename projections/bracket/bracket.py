"""Single elimination: the order of a bracket, its next round, and the players knocked out.

A bracket is given by its seeds (`cut-made`, `seeds-drawn`) and its rounds. Positions are fixed: the
winners of neighbouring matches meet, and there is no re-pairing by seed (TOP §3.2).
"""

from collections.abc import Sequence
from typing import NamedTuple

from roundbook.ledger.events.catalogue import Bracket
from roundbook.ledger.state.round_names import first_round
from roundbook.ledger.state.rounds import beaten, open_matches, rounds_of, to_replace
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import Bye, Division, Pairing, PlayerId, Pool


class NextRound(NamedTuple):
    """The next round of a bracket, by position; players without an opponent have byes."""

    pool: Pool
    number: int
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]


def order(size: int) -> tuple[int, ...]:
    """Return the seeds of a bracket by position: 1,4,3,2 for four, 1,8,5,4,3,6,7,2 for eight.

    `size` is a power of two. Each position of the next smaller bracket becomes two, whose seeds add
    up to size + 1; the better seed is first at odd positions, second at even ones.
    """
    assert size >= 1, size
    assert size & (size - 1) == 0, size
    seeds: tuple[int, ...] = (1,)
    while len(seeds) < size:
        total = 2 * len(seeds) + 1
        seeds = tuple(
            seed
            for position, better in enumerate(seeds)
            for seed in ((total - better, better) if position % 2 else (better, total - better))
        )
    return seeds


def byes_needed(players: int) -> int:
    """Return how many byes the first round of a bracket has: 53 players need 11 (TOP §3.2)."""
    size = 1
    while size < players:
        size *= 2
    return size - players


def positions(seeds: Sequence[PlayerId]) -> tuple[PlayerId | None, ...]:
    """Return the players of a bracket by position; None is opposite a bye (TOP §3.2)."""
    size = len(seeds) + byes_needed(len(seeds))
    return tuple(seeds[seed - 1] if seed <= len(seeds) else None for seed in order(size))


def bracket_of(t: Tournament, division: Division) -> Bracket | None:
    """Return the latest cut of a division, or None before there is one."""
    cuts = [cut for cut in t.cuts.values() if cut.division == division]
    return cuts[-1] if cuts else None


def brackets(t: Tournament) -> list[Bracket]:
    """Return the brackets that give places: the last cut of each division, or the drawn seeds."""
    cuts = [found for division in Division if (found := bracket_of(t, division))]
    return cuts + [drawn for drawn in t.cuts.values() if drawn.division is None]


def eliminated(t: Tournament, pool: Pool) -> dict[PlayerId, int]:
    """Return the round in which each player of a bracket was knocked out.

    Nobody has been while seeds have to be replaced: the cut is made again.
    """
    return {} if to_replace(t, pool) else _knocked_out(t, pool)


def _knocked_out(t: Tournament, pool: Pool) -> dict[PlayerId, int]:
    """Return who was knocked out of a bracket with the seeds that it has, in which round.

    A player who drops without being beaten loses the next match, paired or not (TOP §3.2).
    """
    out: dict[PlayerId, int] = {}
    for paired in rounds_of(t, pool):
        for match, _ in paired.matches():
            for player in beaten(t, match):
                out.setdefault(player, paired.number)
        there = set(paired.players())
        for seeded in t.cuts[pool].seeds if paired.started else ():
            # The round started without this player, and no later result brings anybody back into it
            #
            if seeded not in there:
                out.setdefault(seeded, paired.number)
    for seeded in t.cuts[pool].seeds:
        known = t.players.get(seeded)
        if known and known.after is not None:
            out.setdefault(seeded, known.after + 1)
    return out


def next_round(t: Tournament, pool: Pool) -> NextRound | None:
    """Return the next round of a bracket; None while a match is open, and once it is over.

    If both players of a match lost, the player who would have met the winner has a bye (A-50).
    """
    rounds = rounds_of(t, pool)
    if any(open_matches(t, part) for part in rounds):
        return None
    # Replayed from the seeds, not taken from the last round: so a corrected result moves the
    # players who follow from it.
    out = _knocked_out(t, pool)
    standing = positions(t.cuts[pool].seeds)
    number = rounds[-1].number + 1 if rounds else first_round(t, pool)
    for part in rounds:
        if len(standing) < 2:
            return None  # A round that somebody added after the final.
        standing = tuple(
            next((p for p in pair if p and out.get(p, number) > part.number), None)
            for pair in zip(standing[::2], standing[1::2], strict=True)
        )
    standing = tuple(None if p in out else p for p in standing)
    if len([p for p in standing if p]) < 2:
        return None
    pairs = list(zip(standing[::2], standing[1::2], strict=True))
    return NextRound(
        pool=pool,
        number=number,
        pairings=tuple(Pairing(a, b) for a, b in pairs if a and b),
        byes=tuple(Bye(p) for pair in pairs if None in pair for p in pair if p),
    )


def third_place(t: Tournament, pool: Pool) -> Pairing | None:
    """Return the losers of the semi-finals, who may play for third place (TOP §3.3.6.1)."""
    semis = semi_finals(t, pool)
    if semis is None:
        return None
    losers = [p for match, _ in semis.matches() for p in beaten(t, match)]
    still = [p for p in losers if p in t.players and not t.players[p].out]
    return Pairing(*still) if len(still) == 2 else None


def semi_finals(t: Tournament, pool: Pool) -> Round | None:
    """Return the round of a bracket with two matches and no bye; None before it is paired."""
    rounds = rounds_of(t, pool)
    return next((part for part in rounds if len(part.pairings) == 2 and not part.byes), None)
