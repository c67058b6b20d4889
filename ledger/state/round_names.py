"""The names of rounds: by number in Swiss, by the number of players left in a bracket."""

from collections.abc import Callable, Iterable

from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.state.rounds import rounds_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Pool
from roundbook.ledger.text import joined


def called(t: Tournament, pool: Pool, number: int) -> Phrase:
    """Return the name of a round: `round 3`, in a bracket `Top 4, semi-finals` or `final`.

    It depends on how many players would be left if everybody had an opponent.
    """
    size = _size(t, pool, number)
    return called_with(size) if size > 1 else phrase("round %(number)s", number=number)


def match_round(t: Tournament, match: MatchId) -> Phrase:
    """Return the name of the round of a match: `final`, or `3rd-place match` for that match."""
    third = t.playoffs.get(match.pool) == match
    return phrase("3rd-place match") if third else called(t, match.pool, match.round)


def called_with(size: int) -> Phrase:
    """Return the name of a bracket round with that many players, if nobody had a bye."""
    names = {
        2: phrase("final"),
        4: phrase("Top 4, semi-finals"),
        8: phrase("Top 8, quarter-finals"),
    }
    return names.get(size, phrase("Top %(size)s", size=size))


def called_alone(t: Tournament, pool: Pool, number: int) -> Phrase:
    """Return the short name of a round: `round 3`, or `semi-finals`, `final`, `Top 16`."""
    names = {4: phrase("semi-finals"), 8: phrase("quarter-finals")}
    return names.get(_size(t, pool, number), called(t, pool, number))


def out_in(t: Tournament, pool: Pool, number: int) -> Phrase:
    """Return the round in which a player was knocked out of a bracket: `lost in the final`."""
    size = _size(t, pool, number)
    names = {
        2: phrase("lost in the final"),
        4: phrase("out in the semi-finals"),
        8: phrase("out in the quarter-finals"),
    }
    if size < 2:
        return phrase("out in round %(number)s", number=number)
    return names.get(size, phrase("out in the Top %(size)s", size=size))


def named(t: Tournament, pool: Pool, number: int) -> str:
    """Return a round for a sentence: `round 3 of masters`, `the semi-final round of masters-cut`.

    It is one round, whatever is said of it: "… has started".
    """
    said = named_alone(t, pool, number)
    one = f"{said.removesuffix('s')} round" if said.endswith("-finals") else said
    return f"{one} of {pool}"


def read_out(t: Tournament, pool: Pool, number: int) -> str:
    """Return a round as it is read out: `round 3 of masters`, `the final (masters cut)`."""
    return of_pools(t, [(pool, number)])


def counted_in(t: Tournament, pool: Pool, number: int) -> str:
    """Return what the matches of a round are of, with the 3rd-place match if it is one of them."""
    third = t.playoffs.get(pool)
    said = read_out(t, pool, number)
    if third is None or third.round != number:
        return said
    match = "the 3rd-place match"
    whole = f"the final and {match}" if (pool, number) in t.rounds else match
    return said.replace("the final", whole, 1)


def of_pools(
    t: Tournament, rounds: Iterable[tuple[Pool, int]], titled: Callable[[Pool], str] = str
) -> str:
    """Return rounds as they are read out: `round 3 of junior and masters`, each number once.

    `titled` returns how a pool is called, if not by its name in the ledger.
    """
    swiss: dict[int, list[str]] = {}
    found: list[str] = []
    for pool, number in rounds:
        if _size(t, pool, number) > 1:
            found.append(f"the {called_alone(t, pool, number)} ({titled(pool).replace('-', ' ')})")
        else:
            swiss.setdefault(number, []).append(titled(pool))
    said = [f"round {number} of {joined(pools)}" for number, pools in swiss.items()]
    return joined([*said, *found])


def named_alone(t: Tournament, pool: Pool, number: int) -> str:
    """Return a round for a sentence without its pool: `round 3`, `the semi-finals`, `the final`."""
    said = called_alone(t, pool, number)
    return f"the {said}" if _size(t, pool, number) > 1 else said


def _size(t: Tournament, pool: Pool, number: int) -> int:
    """Return the size of a bracket round, a power of two; 0 if there is no such round."""
    cut = t.cuts.get(pool)
    if cut is None or number < first_round(t, pool):
        return 0
    return (1 << max(len(cut.seeds) - 1, 0).bit_length()) >> (number - first_round(t, pool))


def first_round(t: Tournament, pool: Pool) -> int:
    """Return the number of the first round of a bracket, which continues the count of Swiss."""
    rounds = rounds_of(t, pool)
    if rounds:
        return rounds[0].number
    division = t.cuts[pool].division
    last = (
        number
        for (swiss, number), paired in t.rounds.items()
        if swiss not in t.cuts
        and any(t.players[p].division == division for p in paired.players() if p in t.players)
    )
    return max(last, default=0) + 1
