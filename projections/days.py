"""The tournament as it stood at the end of the first day, for those who did not play the second."""

from msgspec.structs import replace

from ledger.state.tournament import Tournament


def first_day(t: Tournament) -> Tournament:
    """Return the tournament without the second day: who is not in it keeps place and figures.

    Rounds, cuts and drops after the first day have not happened, and the rounds of that day are all
    that were planned (A-20).
    """
    before = t.copy()
    ends = {pool: made.after for pool, made in t.day_two.items()}
    before.rounds = {
        (pool, number): paired
        for (pool, number), paired in t.rounds.items()
        if number <= ends.get(pool, number) and pool not in t.cuts
    }
    before.latest = {pool: min(number, ends.get(pool, number)) for pool, number in t.latest.items()}
    for pool, end in ends.items():
        before.planned[pool] = end
    before.day_two, before.cuts = {}, {}
    last = max(ends.values(), default=0)
    before.players = {
        player.id: replace(player, after=None)
        if player.after is not None and player.after > last
        else player
        for player in t.players.values()
    }
    return before
