"""The standings as they are shown: after the last complete round of each pool (A-92)."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events.catalogue import (
    AnyEvent,
    Joining,
    PlayerReinstated,
    RoundWithdrawn,
)
from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import brackets_of, members, pool_of, swiss_pools_of
from roundbook.ledger.state.rounds import open_matches, rounds_of
from roundbook.ledger.state.tournament import Player, Tournament
from roundbook.ledger.terms import Division, MatchId, PlayerId, Pool
from roundbook.projections.standings.standings import (
    Standing,
    as_shown,
    overall,
    pool_standings,
    standings,
)

# How far a pool has come: its last complete round, and the round that is being played.


class Reached(Struct, frozen=True, kw_only=True):
    """The last complete Swiss round of a pool; 0 before the first is complete.

    `running` is the round that has started after it, with how many of its results are `there`, of
    `every` match; None if none is being played.
    """

    pool: Pool
    after: int
    running: int | None = None
    there: int = 0
    every: int = 0


def reached(t: Tournament, pool: Pool) -> Reached:
    """Return how far the Swiss rounds of a pool have come.

    A round counts as complete only if every round before it is. Once the tournament is closed, all
    its rounds do.
    """
    after = 0
    for paired in rounds_of(t, pool):
        missing, every = len(open_matches(t, paired)), len(paired.pairings)
        if t.closed is None and not paired.started:
            break
        if t.closed is None and missing:
            there = every - missing
            return Reached(pool=pool, after=after, running=paired.number, there=there, every=every)
        after = paired.number
    return Reached(pool=pool, after=after)


def settled(t: Tournament, after: int | None = None) -> Tournament:
    """Return the tournament with the Swiss rounds that its standings count: the complete ones.

    So everybody in a table has had the same chance to score, and a correction of an earlier round
    shows at once. Drops and brackets are as they are now. No round later than `after` counts.
    """
    ends = {pool: reached(t, pool).after for pool in t.pods}
    if after is not None:
        ends = {pool: min(last, after) for pool, last in ends.items()}
    gone = [(pool, number) for pool, number in t.rounds if number > ends.get(pool, number)]
    # Nobody was above the others for having made a day two that had not come.
    later = [pool for pool, made in t.day_two.items() if after is not None and made.after >= after]
    if not gone and not later:
        return t
    seen = t.copy()
    for pool in later:
        del seen.day_two[pool]
    for pool, number in gone:
        seen.apply(RoundWithdrawn(pool=pool, round=number, reason="It is not complete."), t.seq)
    for pool in dict.fromkeys(pool for pool, _ in gone):
        for player in members(t, pool):
            seen.players[player] = _lost_by(t.players[player], ends[pool])
    return seen


def settled_entries(entries: Iterable[Entry], t: Tournament) -> list[Entry]:
    """Return the entries that make the settled tournament: those of its rounds, and of no round.

    So a question about the standings can leave one of them out, and counts the same rounds.
    """
    ends = {pool: reached(t, pool).after for pool in t.pods}
    found = list[Entry]()
    for entry in entries:
        events = tuple(_up_to(t, ends, event) for event in entry.events if _counts(ends, event))
        if events:
            found.append(entry if events == entry.events else replace(entry, events=events))
    return found


def _counts(ends: Mapping[Pool, int], event: AnyEvent) -> bool:
    """Tell whether an event is of a round that counts, or of none."""
    match: MatchId | None = getattr(event, "match", None)
    pool = match.pool if match else getattr(event, "pool", None)
    number: int = match.round if match else getattr(event, "round", None) or 0
    return number <= ends.get(pool or Pool(""), number)


def _up_to(t: Tournament, ends: Mapping[Pool, int], event: AnyEvent) -> AnyEvent:
    """Return an event with the losses without an opponent in the rounds that count."""
    if not isinstance(event, Joining | PlayerReinstated) or event.player not in t.players:
        return event
    pool = pool_of(t, t.players[event.player])
    last = ends.get(pool, 0) if pool else 0
    if isinstance(event, PlayerReinstated):
        return replace(event, missed=tuple(one for one in event.missed if one <= last))
    return replace(event, losses=min(event.losses, last)) if event.losses > last else event


def _lost_by(player: Player, last: int) -> Player:
    """Return a player with the losses without an opponent up to a round."""
    if player.losses <= last and not player.missed:
        return player
    missed = tuple(number for number in player.missed if number <= last)
    return replace(player, losses=min(player.losses, last), missed=missed)


def running(t: Tournament) -> Tournament:
    """Return the tournament with every result so far; a running round gives no points for byes.

    They would be above everybody who is still playing. Once its last result is in, they count.
    """
    seen = t.copy()
    for (pool, number), paired in t.rounds.items():
        if pool not in t.cuts and paired.byes and t.closed is None and open_matches(t, paired):
            seen.rounds[pool, number] = replace(paired, byes=())
    return seen


def counted(t: Tournament, *, live: bool = False) -> Tournament:
    """Return the tournament as the standings count it: settled, or `live` with a running round."""
    return running(t) if live else settled(t)


# The standings of that moment, for people: nobody has a place before round 1 is complete.


def shown(
    t: Tournament, rules: Ruleset, *, as_one: bool = False, live: bool = False
) -> list[Standing]:
    """Return the standings as every surface shows them (A-92).

    `as_one` is one list of all divisions. `live` is the running table instead.
    """
    seen = counted(t, live=live)
    placed = overall(seen, rules) if as_one else standings(seen, rules)
    return as_shown(seen, placed, as_one=as_one)


def shown_in(t: Tournament, rules: Ruleset, pool: Pool, *, live: bool = False) -> list[Standing]:
    """Return the standings of a flight, or of one pod of several, as every surface shows them."""
    seen = counted(t, live=live)
    return as_shown(seen, pool_standings(seen, rules, pool))


def shown_after(t: Tournament, rules: Ruleset, number: int) -> list[Standing]:
    """Return the standings after a Swiss round, from all results as they are known now (A-92).

    Raise Refused if the round is not complete in any pool.
    """
    if not any(reached(t, pool).after >= number for pool in t.pods):
        hint = advice("{} shows what is missing.", do("status"))
        raise Refused(f"round {number} is not complete.", hint=hint)
    seen = settled(t, number)
    return as_shown(seen, standings(seen, rules, swiss_only=True))


# Which round the standings are after, in words.


def reached_by(t: Tournament, division: Division | None = None) -> Iterator[Reached]:
    """Yield how far the pools of a division, or all pools, have come, while Swiss is played."""
    if t.closed is not None or t.is_elimination:
        return
    pools = swiss_pools_of(t, division) if division else [*t.pods]
    for pool in pools:
        ages = (division,) if division else t.pods[pool]
        if not all(brackets_of(t, age) for age in ages):
            yield reached(t, pool)


def after_which(
    t: Tournament, division: Division | None = None, *, live: bool = False
) -> list[Phrase]:
    """Return after which round the standings of a division, or of all, are: in one line a pool.

    If all pools are equally far, it is one line without the pool; empty before anything is paired.
    """
    every = [*reached_by(t, division)]
    if len({replace(one, pool=Pool("")) for one in every}) == 1:
        every = [replace(every[0], pool=Pool(""))]
    return [said for one in every if (said := _in_words(one, live=live))]


def after_which_round(t: Tournament, player: PlayerId) -> Phrase | None:
    """Return after which round the place of a player is; None once Swiss is over."""
    known = t.players[player]
    pool = pool_of(t, known)
    there = {one.pool for one in reached_by(t, known.division)}
    return reached_in_words(t, pool) if pool in there else None


COUNTED_WHEN_COMPLETE = phrase("The standings count a round once all its results are in.")
"""What to say next to a record that has a result which the standings do not count yet."""


def counts_later(t: Tournament, player: PlayerId) -> bool:
    """Tell whether a player has a result that the standings do not count yet."""
    pool = pool_of(t, t.players[player])
    far = next((one for one in reached_by(t) if one.pool == pool), None)
    if far is None or far.running is None:
        return False
    return any(
        match.pool == pool and match.round > far.after and player in t.matches[match]
        for match in t.results
    )


def reached_in_words(t: Tournament, pool: Pool, *, live: bool = False) -> Phrase | None:
    """Return after which round the standings of one flight, or of one pod of several, are."""
    return _in_words(replace(reached(t, pool), pool=Pool("")), live=live)


def _in_words(one: Reached, *, live: bool) -> Phrase | None:
    """Return how far a pool has come; None before its first round."""
    if one.running is None:
        said = phrase("after round %(after)s", after=one.after) if one.after else None
    elif live:
        said = phrase(
            "round %(round)s so far: %(there)s of %(every)s in",
            round=one.running,
            there=one.there,
            every=one.every,
        )
    elif one.after:
        said = phrase(
            "after round %(after)s; round %(round)s: %(there)s of %(every)s in",
            after=one.after,
            round=one.running,
            there=one.there,
            every=one.every,
        )
    else:
        said = phrase(
            "round %(round)s: %(there)s of %(every)s in",
            round=one.running,
            there=one.there,
            every=one.every,
        )
    return phrase("%(pool)s: %(state)s", pool=one.pool, state=said) if said and one.pool else said
