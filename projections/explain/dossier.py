"""The dossier: everything about a disputed match, or about a player, to decide a complaint."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.posting import PostedSheet
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.round_names import read_out
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, PlayerId, Pool, Result
from roundbook.projections.explain.lock import LockWhy, explain_lock
from roundbook.projections.explain.what_if import WhatIf, what_if
from roundbook.projections.history.history import Happening, history
from roundbook.projections.standings.records import Record, records


class Then(Struct, frozen=True, kw_only=True):
    """A player's record when a round was paired, and the record for those rounds as known now.

    Both are for the rounds before `round`. `posted` is the digest of the posted pairings, if it was
    recorded. `called` is the name of the round as it is read out.
    """

    player: PlayerId
    pool: Pool
    round: int
    seq: int
    at: datetime
    said: str
    known: str
    called: str
    posted: str | None = None

    @property
    def differs(self) -> bool:
        """Whether the record has changed since."""
        return self.said != self.known


class Dossier(Struct, frozen=True, kw_only=True):
    """A complaint as data: what happened, what sheets said, what is locked, and a what-if.

    `match` is the disputed match, or `player` the player concerned; `players` are all players
    concerned. `entries` are the numbers of the entries about it. `asked` is what the `claim` would
    change.
    """

    match: MatchId | None
    player: PlayerId | None
    players: tuple[PlayerId, ...]
    happenings: tuple[Happening, ...]
    then: tuple[Then, ...]
    locks: tuple[LockWhy, ...]
    entries: tuple[int, ...]
    claim: Result | None = None
    asked: WhatIf | None = None


def dossier_of_match(
    entries: Sequence[Entry], rules: Ruleset, match: MatchId, claim: Result | None = None
) -> Dossier:
    """Return everything about a match; raise Refused if it has not been paired."""
    lock = explain_lock(entries, rules, match)
    about = {one.seq for one in history(entries, match=match)}
    about |= {seq for seq, _ in _of_round(entries, match)} | ({lock.by.seq} if lock.by else set())
    seated = {one.seq: one for one in history(entries, player=lock.players[0]) if not one.match}
    told = [
        seated.get(one.seq, one) if one.round == match[:2] and one.match is None else one
        for one in history(entries, tie=rules.tie_word)
        if one.seq in about and _is_about(one, match, lock)
    ]
    return Dossier(
        match=match,
        player=None,
        players=lock.players,
        happenings=tuple(told),
        then=tuple(_then(entries, rules, lock.players)),
        locks=(lock,),
        entries=tuple(sorted({one.seq for one in told})),
        claim=claim,
        asked=what_if(entries, rules, results={match: claim}) if claim else None,
    )


def dossier_of_player(entries: Sequence[Entry], rules: Ruleset, player: PlayerId) -> Dossier:
    """Return everything about a player; raise Refused if there is no such player."""
    t = Tournament.replay(entries)
    if player not in t.players:
        raise Refused(
            f"there is no player {player}.", hint=advice("{} lists the numbers.", do("standings"))
        )
    told = tuple(history(entries, player=player, tie=rules.tie_word))
    own = [match for match in t.matches if player in t.at_table(match)]
    return Dossier(
        match=None,
        player=player,
        players=(player,),
        happenings=told,
        then=tuple(_then(entries, rules, (t.entrant(player),))),
        locks=tuple(explain_lock(entries, rules, match) for match in own),
        entries=tuple(sorted({one.seq for one in told})),
    )


def _of_round(entries: Sequence[Entry], match: MatchId) -> Iterator[tuple[int, ev.AnyEvent]]:
    """Yield the events of the round that a match belongs to."""
    for entry, event in each_event(entries):
        kinds = ev.RoundPosted | ev.RoundStarted | ev.RoundWithdrawn
        if isinstance(event, kinds) and (event.pool, event.round) == match[:2]:
            yield entry.seq, event


def _is_about(one: Happening, match: MatchId, lock: LockWhy) -> bool:
    """Tell whether an event belongs to the dossier of a match: of the match, round or lock."""
    if one.match is not None:
        return one.match == match
    if one.round == match[:2]:
        return True
    return lock.by is not None and one.seq == lock.by.seq


def _then(entries: Sequence[Entry], rules: Ruleset, players: Sequence[PlayerId]) -> Iterator[Then]:
    """Yield, for each round of these players, the record then and the record now."""
    now = Tournament.replay(entries)
    t = Tournament()
    posted: dict[tuple[Pool, int], str] = {}
    found: list[Then] = []
    for entry, event in each_event(entries):
        if isinstance(event, ev.RoundPosted) and event.sheet is PostedSheet.PAIRINGS:
            posted[event.pool, event.round] = event.sha256
        if isinstance(event, ev.Seating) and not event.told and _stands(now, event, entry.seq):
            seated = {p for pair in event.pairings for p in pair}
            seated |= {bye.player for bye in event.byes}
            said = records(t, rules, through=event.round - 1)
            known = records(now, rules, through=event.round - 1)
            found += [
                Then(
                    player=player,
                    pool=event.pool,
                    round=event.round,
                    seq=entry.seq,
                    at=entry.at,
                    said=_record(said.get(player)),
                    known=_record(known.get(player)),
                    called=read_out(now, event.pool, event.round),
                )
                for player in players
                if player in seated
            ]
        t.apply(event, entry.seq)
    for one in found:
        digest = posted.get((one.pool, one.round))
        yield replace(one, posted=digest)


def _stands(now: Tournament, event: ev.Seating, seq: int) -> bool:
    """Tell whether this pairing of a round is the one that stands."""
    stands = now.rounds.get((event.pool, event.round))
    return stands is not None and stands.seq == seq


def _record(record: Record | None) -> str:
    """Return a record as a sheet shows it."""
    return f"{record}, {counted(record.match_points, 'point')}" if record else "not there"
