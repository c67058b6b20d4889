"""What a later save of a followed event adds to the ledger, as events.

A save is converted as if it were alone, and compared with the current tournament: what is new is
recorded, a difference becomes a correction, a repair or a return, whose reason names both saves.
Nothing is hidden: what breaks a rule is recorded as well.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import ImportedFrom
from roundbook.ledger.importers.tdf.events import tell
from roundbook.ledger.importers.tdf.shapes import Data, TdfFile
from roundbook.ledger.phrases import several
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.subjects import match_thing, player_thing
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchFormat, MatchId, PlayerId, Pool, Verdict
from roundbook.ledger.text import short

# Two saves of an event: who joined, dropped and returned in between, and what was withdrawn.

_SHOWN = 16
"""How many characters of a digest identify a save in a message."""


class Between(Struct, frozen=True, kw_only=True):
    """Two states of an event: `t` as recorded so far, which continues, and `goal`, the save alone.

    `saves` are the digests of the saves behind the entries so far.
    """

    t: Tournament
    goal: Tournament
    told: ImportedFrom
    saves: dict[int, str]

    def otherwise(self, seq: int | None) -> str:
        """Return the reason of a change: which save says so, and which said something different."""
        before = self.saves.get(seq or 0)
        than = f"save {before[:_SHOWN]}" if before else "the ledger"
        return f"Save {self.told.sha256[:_SHOWN]} differs from {than}."

    def of(self, player: PlayerId) -> str:
        """Return the reason of a change to a player."""
        return self.otherwise(self.t.changed.get(player_thing(player)))

    def back(self, player: PlayerId) -> ev.PlayerReinstated:
        """Return the event that a player who had dropped is back, and the rounds lost meanwhile."""
        missed = tuple(
            number
            for pool, number in self.lost(player)
            if (pool, number) in self.t.rounds
            and player not in self.t.rounds[pool, number].players()
        )
        return ev.PlayerReinstated(
            told=self.told, player=player, reason=self.of(player), missed=missed
        )

    def lost(self, player: PlayerId) -> list[tuple[Pool, int]]:
        """Return the rounds that a player loses without an opponent in the save."""
        return [key for key, one in self.goal.rounds.items() if player in one.absent]


def gone(both: Between, numbers: Mapping[str, PlayerId]) -> Iterator[ev.AnyEvent]:
    """Yield the drop of each player whom the save no longer lists, not even in a round."""
    for player in numbers.values():
        known = both.t.players.get(player)
        if known is None or player in both.goal.players or known.after == 0:
            continue
        if known.out:
            yield both.back(player)
        yield ev.PlayerDropped(told=both.told, player=player, after=0)


def taken_back(both: Between) -> Iterator[ev.AnyEvent]:
    """Yield the withdrawal of rounds and results from earlier saves that are not in this one."""
    rounds = [one for key, one in both.t.rounds.items() if one.told and key not in both.goal.rounds]
    for paired in sorted(rounds, key=lambda one: (-one.number, one.pool)):
        reason = both.otherwise(paired.seq)
        yield ev.RoundWithdrawn(
            told=both.told, pool=paired.pool, round=paired.number, reason=reason
        )
    for pool, cut in list(both.t.cuts.items()):
        if cut.told and cut.seeds and cut.division and pool not in both.goal.cuts:
            reason = both.otherwise(both.t.changed.get(("cut", cut.division)))
            yield ev.CutMade(
                told=both.told, division=cut.division, pool=pool, seeds=(), reason=reason
            )
    for match in sorted(both.t.results):
        seq = both.t.changed.get(match_thing(match))
        missing = match in both.goal.matches and match not in both.goal.results
        same = both.t.matches.get(match) == both.goal.matches.get(match)
        if missing and same and seq in both.saves:
            yield ev.ResultWithdrawn(told=both.told, match=match, reason=both.otherwise(seq))


def joined(both: Between, event: ev.Joining) -> Iterator[ev.AnyEvent]:
    """Yield the events of a player who is new, came after all, has a new name, or is back."""
    known = both.t.players.get(event.player)
    if known is None or (known.unplaced and not both.goal.players[event.player].unplaced):
        yield event
        return
    reason = both.of(known.id)
    missed = {number for _, number in both.lost(known.id)}
    if known.losses != event.losses or not missed.issuperset(known.missed):
        yield event  # A player who did come, but late; or whose losses have changed.
        return
    moved = None if known.division == event.division else event.division
    if known.commitment != event.commitment or moved:
        yield ev.PlayerAmended(
            told=both.told,
            player=event.player,
            commitment=event.commitment,
            division=moved,
            reason=reason,
        )
    late = isinstance(event, ev.LatePlayerAdmitted)
    if late != known.late:
        tag = ev.LateTagSet if late else ev.LateTagCleared
        yield tag(told=both.told, player=event.player, reason=reason)
    until = both.goal.players[event.player].after
    if known.told_out and known.after is not None and (until is None or until > known.after):
        yield both.back(event.player)


def left(both: Between, event: ev.PlayerDropped | ev.PlayerDisqualified) -> Iterator[ev.AnyEvent]:
    """Yield the drop of a player; one whose earlier drop was different is reinstated first."""
    known = both.t.players[event.player]
    disqualified = isinstance(event, ev.PlayerDisqualified)
    unplaced = isinstance(event, ev.PlayerDropped) and event.unplaced
    if (known.after, known.disqualified, known.unplaced) == (event.after, disqualified, unplaced):
        return
    if known.out:
        yield both.back(event.player)
    yield event


Acts = list[tuple[ev.AnyEvent, ...]]


def tell_changes(  # noqa: PLR0913 - as `tell`, and what was recorded before.
    t: Tournament,
    file: TdfFile,
    *,
    sha256: str,
    rules: Ruleset,
    edition_sha256: str,
    tournament: str,
    commitments: Sequence[str],
    numbers: Mapping[str, PlayerId],
    saves: Mapping[int, str],
    match_format: MatchFormat = MatchFormat.BEST_OF_THREE,
    heading: Data | None = None,
) -> Acts:
    """Return the events that bring a tournament to the state of a save, one tuple per entry.

    `numbers` are the players of this save and of all before, by userid; `commitments` those of the
    players of this save, in its order: a new one means that the person was written differently.
    `saves` are the digests of the saves behind the entries of `t`, and `heading` is that of the
    latest. Before the first entry this is `tell`. Raises Unreadable as `tell` does.
    """
    alone = tell(
        file,
        sha256=sha256,
        rules=rules,
        edition_sha256=edition_sha256,
        tournament=tournament,
        commitments=commitments,
        numbers=numbers,
        match_format=match_format,
    )
    if t.opened is None:
        return alone
    fresh = [event for act in alone for event in act]
    goal = Tournament()
    for event in fresh:
        goal.apply(event, 0)
    both = Between(t=t.copy(), goal=goal, told=ImportedFrom(sha256=sha256), saves=dict(saves))
    found: list[ev.AnyEvent] = []
    for event in _changes(both, fresh, numbers):
        # For the reasons of later changes only: if the tournament is reopened first, entries get
        # higher numbers.
        seq = t.seq + len(found) + 1
        both.t.apply(event, seq)
        both.saves[seq] = sha256
        found.append(event)
    changes = [(event,) for event in _closing(both, t, found)]
    other = other_heading(t.opened, heading, file.data)
    if other and not changes:
        # Without an entry of its own, the save would not be the latest, which an export continues.
        return [(ev.NoteMade(told=both.told, text=other),)]
    return [*changes]


_SETTINGS = {
    "city": "city",
    "state": "state",
    "country": "country",
    "roundtime": "round time",
    "finalsroundtime": "round time for the cut",
    "organizer": "organiser",
    "lessswiss": "number of Swiss rounds",
    "autotablenumber": "table numbering",
    "overflowtablestart": "table numbering",
}
"""The fields of the heading that are named without their values: they may contain a person."""


def other_heading(opened: ev.TournamentOpened, before: Data | None, now: Data) -> str | None:
    """Return what the heading of a save has that the save before did not have, in sentences."""
    if before is None or before == now:
        return None
    values = (
        ("sanction number", before.id, now.id),
        ("name", before.name, now.name),
        ("start", before.startdate, now.startdate),
    )
    new = [
        f"the {what} {short(str(value))}" if value else f"no {what}"
        for what, was, value in values
        if was != value
    ]
    new += dict.fromkeys(
        f"a different {what}"
        for name, what in _SETTINGS.items()
        if getattr(before, name) != getattr(now, name)
    )
    said = f"TOM's file now has {several(new)}."
    if now.startdate != opened.start:
        said += (
            f" Divisions still depend on the first date, {opened.start}; to change that, follow "
            "the event into a new folder."
        )
    return said


def _closing(both: Between, t: Tournament, found: list[ev.AnyEvent]) -> Iterator[ev.AnyEvent]:
    """Yield the changes; a closed tournament is reopened for them, and closed again."""
    closed = t.closed if t.closed and t.closed.told else None
    again = both.goal.closed
    same = closed is not None and again is not None and closed.end == again.end
    reopened = closed is not None and (bool(found) or not same)
    if reopened:
        last = max((seq for seq in both.saves if seq <= t.seq), default=None)
        yield ev.TournamentReopened(told=both.told, reason=both.otherwise(last))
    yield from found
    if again and (reopened or t.closed is None):
        yield again


def _changes(  # noqa: C901, PLR0912 - flat.
    both: Between, fresh: Sequence[ev.AnyEvent], numbers: Mapping[str, PlayerId]
) -> Iterator[ev.AnyEvent]:
    """Yield the changes; each event is applied before the next one is requested."""
    yield from gone(both, numbers)
    yield from taken_back(both)
    for event in fresh:
        match event:
            case ev.PlayerRegistered() | ev.LatePlayerAdmitted():
                yield from joined(both, event)
            case ev.ByeAwarded():
                if event.round not in both.t.awarded.get(event.player, ()):
                    yield event
            case ev.PlayerDropped() | ev.PlayerDisqualified():
                yield from left(both, event)
            case ev.PodsFormed():
                if dict(event.pods) != both.t.pods:
                    yield event
            case ev.RoundsSet():
                if both.t.planned.get(event.pool) != event.rounds:
                    yield event
            case ev.RoundPaired():
                yield from _paired(both, event)
            case ev.ThirdPlacePlayoffPaired():
                match_id = MatchId(event.pool, event.round, event.table)
                there = both.t.playoffs.get(event.pool)
                if there != match_id or both.t.matches.get(match_id) != event.pairing:
                    yield event
            case ev.CutMade():
                there_cut = both.t.cuts.get(event.pool)
                if there_cut is None or there_cut.seeds != event.seeds:
                    yield event
            case ev.ResultReported():
                yield from _reported(both, event)
            case _:
                pass  # The opening stands, and the close comes last.


def _paired(both: Between, event: ev.RoundPaired) -> Iterator[ev.AnyEvent]:
    """Yield that a round was paired, corrected, or paired again.

    It is a correction if some players keep their opponent, and all of those keep their table too.
    """
    there = both.t.rounds.get((event.pool, event.round))
    if there is None:
        yield event
        return
    now = dict(zip(event.tables, event.pairings, strict=True))
    before = dict(zip(there.tables, there.pairings, strict=True))
    # A round that a player lost while out is recorded with their return: it changes no pairing.
    absent = tuple(
        player
        for player in event.absent
        if player in there.players() or not both.t.players[player].lost_alone(event.round)
    )
    same = set(event.byes) == set(there.byes) and set(absent) == set(there.absent)
    if now == before and same:
        return
    reason = both.otherwise(there.seq)
    pairs = {frozenset(pair): table for table, pair in now.items()}
    kept = {frozenset(pair): table for table, pair in before.items() if frozenset(pair) in pairs}
    others = pairs.keys() != {frozenset(pair) for pair in before.values()}
    repaired = others and kept and all(pairs[pair] == table for pair, table in kept.items())
    yield (ev.RoundRepaired if repaired else ev.RoundPaired)(
        told=event.told,
        pool=event.pool,
        round=event.round,
        pairings=event.pairings,
        tables=event.tables,
        byes=event.byes,
        absent=absent,
        reason=reason,
    )


def _reported(both: Between, event: ev.ResultReported) -> Iterator[ev.AnyEvent]:
    """Yield a result that is new or has changed; games known at the desk stay."""
    stands = both.t.results.get(event.match)
    if stands is None:
        yield event
    elif stands.verdict != event.result.verdict:
        seq = both.t.changed.get(match_thing(event.match))
        after_all = "It was played after all. " if stands.verdict is Verdict.UNPLAYED else ""
        reason = f"{after_all}{both.otherwise(seq)}"
        yield ev.ResultCorrected(
            told=event.told, match=event.match, result=event.result, reason=reason
        )
