"""What people call a round: by its number, in a bracket by how many are left."""

from collections.abc import Iterable

from ledger.phrases import Phrase, phrase
from ledger.state.queries import rounds_of
from ledger.state.tournament import Tournament
from ledger.terms import Pool
from ledger.text import joined


def called(t: Tournament, pool: Pool, number: int) -> Phrase:
    """Return what people call a round: `round 3`, in a bracket `Top 4, semi-finals` or `final`.

    That goes by how many would be left if everybody had an opponent.
    """
    size = _size(t, pool, number)
    return called_with(size) if size > 1 else phrase("round %(number)s", number=number)


def called_with(size: int) -> Phrase:
    """Return what people call the round of a bracket that so many play, if nobody had a bye."""
    names = {
        2: phrase("final"),
        4: phrase("Top 4, semi-finals"),
        8: phrase("Top 8, quarter-finals"),
    }
    return names.get(size, phrase("Top %(size)s", size=size))


def called_alone(t: Tournament, pool: Pool, number: int) -> Phrase:
    """Return a round in one word: `round 3`, in a bracket `semi-finals`, `final` or `Top 16`."""
    names = {4: phrase("semi-finals"), 8: phrase("quarter-finals")}
    return names.get(_size(t, pool, number), called(t, pool, number))


def out_in(t: Tournament, pool: Pool, number: int) -> Phrase:
    """Return in which round somebody left a bracket: `out in the final`."""
    size = _size(t, pool, number)
    names = {
        2: phrase("out in the final"),
        4: phrase("out in the semi-finals"),
        8: phrase("out in the quarter-finals"),
    }
    if size < 2:
        return phrase("out in round %(number)s", number=number)
    return names.get(size, phrase("out in the Top %(size)s", size=size))


def named(t: Tournament, pool: Pool, number: int) -> str:
    """Return a round as a sentence has it: `round 3 of masters`, `the Top 8 of masters-cut`."""
    return f"{named_alone(t, pool, number)} of {pool}"


def read_out(t: Tournament, pool: Pool, number: int) -> str:
    """Return a round as it is read out: `round 3 of masters`, `the final (masters cut)`."""
    return of_pools(t, [(pool, number)])


def of_pools(t: Tournament, rounds: Iterable[tuple[Pool, int]]) -> str:
    """Return rounds as they are read out: `round 3 of junior and masters`, each number once."""
    swiss: dict[int, list[Pool]] = {}
    found: list[str] = []
    for pool, number in rounds:
        if _size(t, pool, number) > 1:
            found.append(f"the {called_alone(t, pool, number)} ({pool.replace('-', ' ')})")
        else:
            swiss.setdefault(number, []).append(pool)
    said = [f"round {number} of {joined(pools)}" for number, pools in swiss.items()]
    return joined([*said, *found])


def named_alone(t: Tournament, pool: Pool, number: int) -> str:
    """Return the same where the pool is plain: `round 3`, `the Top 8`, `the final`."""
    size = _size(t, pool, number)
    shortly, _, _ = called_with(size).partition(",")
    return f"the {shortly}" if size > 1 else f"round {number}"


def _size(t: Tournament, pool: Pool, number: int) -> int:
    """Return how many a round of a bracket has room for, a power of two; 0 for no such round."""
    cut = t.cuts.get(pool)
    if cut is None or number < first_round(t, pool):
        return 0
    return (1 << max(len(cut.seeds) - 1, 0).bit_length()) >> (number - first_round(t, pool))


def first_round(t: Tournament, pool: Pool) -> int:
    """Return the number of the first round of a bracket: it counts on from Swiss."""
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
