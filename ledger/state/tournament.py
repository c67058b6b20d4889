"""The state of a tournament after the entries of its ledger.

The state accepts every event. Whether an event is allowed is up to the validators, and they check
other people's ledgers too: so nothing here fails on an event that makes no sense.
"""

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from datetime import date
from functools import cached_property
from itertools import chain, repeat
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import Drawn
from roundbook.ledger.events.match_end import Stage
from roundbook.ledger.events.posting import PostedSheet
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.subjects import Thing, changed_by
from roundbook.ledger.terms import (
    Bye,
    Division,
    HandId,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Style,
)

# A player as registered, and a round as paired.


class Player(Struct, frozen=True, kw_only=True):
    """A player as registered; `after` is the last round that counts for one who has dropped.

    The first `losses` rounds had started before the player came, the `missed` ones while they were
    out: losses without an opponent. `told_out` means that the drop comes from a file, so the file's
    result of their last match stands; `unplaced` that the file seats them nowhere, so they are
    registered and do not play.
    """

    id: PlayerId
    division: Division
    commitment: str
    seq: int
    late: bool = False
    losses: int = 0
    missed: tuple[int, ...] = ()
    after: int | None = None
    disqualified: bool = False
    told_out: bool = False
    unplaced: bool = False
    pool: Pool | None = None

    @property
    def out(self) -> bool:
        """Whether the player has dropped or was disqualified."""
        return self.after is not None

    def lost_alone(self, number: int) -> bool:
        """Return whether a round started without the player, who has lost it (TOP §3.1.3)."""
        return number <= self.losses or number in self.missed


class Round(Struct, frozen=True, kw_only=True, dict=True):
    """A paired round of a pool; one from a file counts as started, since it does not say when.

    The `absent` lost it without an opponent. `drawn` says whether its pairings were drawn, `posted`
    whether they were posted, `slips` whether its slips were printed. The `fixed` players are at a
    table that was kept for them.

    Rule: TOP §3.1; a repaired round has the pairings of the repair.
    Units: rounds and tables count from 1; `seq` is the entry that paired it last.
    Errors: none.

    >>> paired = cup.rounds()[0]
    >>> paired.number, len(paired.pairings) == len(paired.tables)
    (1, True)
    """

    pool: Pool
    number: int
    pairings: tuple[Pairing, ...]
    tables: tuple[int, ...]
    byes: tuple[Bye, ...]
    absent: tuple[PlayerId, ...] = ()
    seq: int
    told: bool
    drawn: bool = False
    posted: bool = False
    started: bool = False
    slips: bool = False
    fixed: tuple[PlayerId, ...] = ()

    def matches(self) -> tuple[tuple[MatchId, Pairing], ...]:
        """Return every match of the round with its two players, in table order."""
        return self._matches

    @cached_property
    def _matches(self) -> tuple[tuple[MatchId, Pairing], ...]:
        """Cached: a large round is asked for its matches many times while one slip is entered."""
        named = map(MatchId, repeat(self.pool), repeat(self.number), self.tables)
        return tuple(zip(named, self.pairings, strict=False))

    @cached_property
    def numbers(self) -> tuple[MatchId, ...]:
        """Every match of the round by its number, in table order."""
        return tuple(match for match, _ in self._matches)

    def match_of(self, player: PlayerId) -> tuple[MatchId, Pairing] | None:
        """Return the match in which a player is seated, if any."""
        return self._match_of.get(player)

    @cached_property
    def _match_of(self) -> dict[PlayerId, tuple[MatchId, Pairing]]:
        return {player: one for one in self._matches for player in one[1]}

    def players(self) -> Iterator[PlayerId]:
        """Yield all players who are seated, have a bye, or lose without an opponent."""
        for pairing in self.pairings:
            yield from pairing
        for bye in self.byes:
            yield bye.player
        yield from self.absent


def _youngest_first(pod: tuple[Pool, tuple[Division, ...]]) -> tuple[int, Pool]:
    """Return the sort key of a pod: its youngest division, in the order of the rules."""
    pool, ages = pod
    return min(map([*Division].index, ages), default=0), pool


def _by_age(cut: tuple[Pool, ev.Bracket]) -> int:
    """Return the sort key of a bracket; one of all ages comes last."""
    division = cut[1].division
    return [*Division].index(division) if division else len(Division)


class Tournament:
    """Everything that has happened so far, by subject.

    `apply` changes everything but `seq` and `founder`, which readers of entries set; projections
    change only a `copy`.

    Rule: it follows from the entries alone; applying the same ones gives the same state.
    Units: players, matches and results by their numbers; each field says what it holds.
    Errors: none; entries that contradict themselves are found by `verify`.

    >>> cup.tournament.players["p1"].division.value in {"Junior", "Senior", "Masters"}
    True
    """

    def __init__(self) -> None:  # noqa: PLR0915 - each field, and what it means.
        """Begin before the first entry."""
        self.seq = 0
        """The number of the last entry."""
        self.founder: HandId | None = None
        """Who wrote the first entry, and so opened the tournament."""
        self.opened: ev.TournamentOpened | None = None
        self.announcement: ev.AnnouncementMade | None = None
        """The latest announcement."""
        self.closed: ev.TournamentClosed | None = None
        """None again once it is reopened."""
        self.reopened = 0
        """How often it was reopened."""
        self.ended: date | None = None
        """The last day of a closed tournament."""
        self.requests: dict[int, ev.RequestRecorded] = {}
        """The requests for results, by number."""
        self.answers: dict[int, ev.RequestAnswered] = {}
        """The answers to them, by the number of the request."""
        self.erased: dict[str, int] = {}
        """The entry that erased a player or a staff member."""
        self.key: str | None = None
        """The key that signs the heads."""
        self.chain: str | None = None
        """The published end of the chain of secrets in use."""
        self.commitment: str | None = None
        """What the next secret must hash to."""
        self.revealed = 0
        """How many secrets of the chain have been revealed."""
        self.draws = 0
        """How many draws there were, of any kind."""
        self.entropy: tuple[ev.EntropyAdded, ...] = ()
        """What people in the hall added to the draws."""
        self.players: dict[PlayerId, Player] = {}
        """All players, in order of registration."""
        self.bound: dict[str, None] = {}
        """Every commitment to a person."""
        self.checked_in: dict[PlayerId, int] = {}
        """The players who have checked in, with the entry that says so."""
        self.awarded: dict[PlayerId, tuple[int, ...]] = {}
        """The rounds for which a player was awarded a bye."""
        self.unregistered: dict[PlayerId, int] = {}
        """The entry that withdrew the registration of each player who should not be there."""
        self.planned: dict[Pool | None, int] = {}
        """The rounds announced for all pools (None), or set for one."""
        self.overruled: dict[Pool | None, int] = {}
        """Rounds that an official set against the rounds table, as the last such number."""
        self.pods: dict[Pool, tuple[Division, ...]] = {}
        """The Swiss pools, and the divisions that play in them; flights are among them."""
        self.drafts: tuple[ev.DraftSeated, ...] = ()
        """The seats of each draft."""
        self.undrafted: dict[Pool, tuple[Division, ...]] = {}
        """The pods as they were before the tables of a draft became pods."""
        self.built: int | None = None
        """How many drafts there were when decks were built."""
        self.built_after: dict[Pool, int] = {}
        """The highest round ever paired in each pool when decks were built."""
        self.decks: dict[PlayerId, ev.DeckRegistered] = {}
        """The latest list of each player."""
        self.teams: dict[PlayerId, ev.TeamFormed] = {}
        """The teams, by the player who represents them."""
        self.in_team: dict[PlayerId, PlayerId] = {}
        """The player who represents the team, for both of its players."""
        self.flights: dict[Division, tuple[Pool, ...]] = {}
        """The pools of a division that plays in flights."""
        self.rounds: dict[tuple[Pool, int], Round] = {}
        """The paired rounds, by pool and number."""
        self.kept: dict[PlayerId, int] = {}
        """The tables that are kept for players, from round to round."""
        self.latest: dict[Pool, int] = {}
        """The last paired round of each pool."""
        self.ever_paired: dict[Pool, int] = {}
        """The highest round ever paired in a pool, which is what locks results (A-48)."""
        self.shortened: dict[int, ev.HistoryShortened] = {}
        """The entries from which the ledger goes on from an older copy (A-74)."""
        self.held: dict[MatchId, int] = {}
        """The last such entry that found the result of a match which still stands."""
        self.matches: dict[MatchId, Pairing] = {}
        """The players of each match."""
        self.results: dict[MatchId, Result] = {}
        """The results that stand."""
        self.endings: dict[MatchId, ev.MatchEnded] = {}
        """What a judge saw at the end of a match."""
        self.day_two: dict[Pool, ev.DayTwoMade] = {}
        """Who plays the second day, for pools that have one."""
        self.cuts: dict[Pool, ev.Bracket] = {}
        """The brackets, after Swiss or without."""
        self.playoffs: dict[Pool, MatchId] = {}
        """The paired 3rd-place match of each bracket."""
        self.lots: dict[Division, tuple[PlayerId, ...]] = {}
        """The players whose ties a draw decides, in the order drawn."""
        self.extensions: dict[MatchId, int] = {}
        """The extra minutes of a match."""
        self.calls: dict[MatchId, int] = {}
        """The entry of each open call for a judge."""
        self.taken: dict[MatchId, int] = {}
        """The entry in which a judge took a call."""
        self.messages: dict[int, ev.MessageSent] = {}
        """The current messages of the desk, by entry."""
        self.contradictions: dict[int, ev.ContradictionFound] = {}
        """What a merge left to decide, by entry, until somebody decides."""
        self.staff: dict[str, tuple[str, ...]] = {}
        """The roles of each staff member."""
        self.penalties: dict[tuple[int, PlayerId], ev.PenaltyIssued] = {}
        """The current penalties, by entry and player."""
        self.noted: dict[tuple[MatchId, PlayerId], int] = {}
        """The last note on a match and a player of it."""
        self.deck_draws: dict[PlayerId, int] = {}
        """How often a deck was drawn for a check."""
        self.deck_checks: dict[PlayerId, int] = {}
        """How often a deck was checked."""
        self.changed: dict[Thing, int] = {}
        """The last entry that changed each thing, to notice if another desk wrote first."""

    @classmethod
    def replay(cls, entries: Iterable[Entry]) -> Self:
        """Return the tournament after these entries."""
        t = cls()
        for entry in entries:
            t.apply_entry(entry)
        return t

    def copy(self) -> Self:
        """Return a copy that can continue without changing this one."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict):
                # One level is enough: the values in the dicts are frozen, and are replaced, never
                # changed.
                setattr(other, name, value.copy())
        return other

    @property
    def last_number(self) -> int:
        """The highest number that a player was given, even if the registration was withdrawn."""
        return len(self.players) + len(self.unregistered)

    @property
    def is_elimination(self) -> bool:
        """Whether the whole tournament is one bracket of all ages, without Swiss (TOP §3.2)."""
        return self.opened is not None and self.opened.style is Style.SINGLE_ELIMINATION

    @property
    def announced_third_place(self) -> bool:
        """Whether a 3rd-place match was announced (TOP §3.3.6.1)."""
        return self.announcement is not None and self.announcement.third_place_playoff

    def entrant(self, player: PlayerId) -> PlayerId:
        """Return who is paired and placed for a player: in a team, the one who represents it."""
        return self.in_team.get(player, player)

    def players_of(self, entrant: PlayerId) -> tuple[PlayerId, ...]:
        """Return who plays as one entrant: both players of a team, or the one player."""
        team = self.teams.get(entrant)
        return team.players if team else (entrant,)

    def at_table(self, match: MatchId) -> tuple[PlayerId, ...]:
        """Return everybody who plays in a match, in a team both; empty if there is no such one."""
        return tuple(chain.from_iterable(map(self.players_of, self.matches.get(match, ()))))

    def is_out(self, player: PlayerId) -> bool:
        """Return whether a registered player, or their team, has dropped or was disqualified."""
        return self.players[self.entrant(player)].out

    def apply_entry(self, entry: Entry) -> None:
        """Apply an entry."""
        for event in entry.events:
            self.apply(event, entry.seq, entry.at.date())
        self.follow(entry)

    def follow(self, entry: Entry) -> None:
        """Note that this entry was the last whose events were applied."""
        self.seq = entry.seq
        self.founder = self.founder or entry.hand.id

    def apply(  # noqa: C901, PLR0912, PLR0915 - flat.
        self, event: ev.AnyEvent, seq: int, day: date | None = None
    ) -> None:
        """Apply one event of entry `seq`, which was written on `day`."""
        # Nothing is checked and nothing raises here: a ledger that breaks rules must be readable to
        # say which, and a file tells what happened whether it was allowed or not. An event that
        # names something unknown changes nothing. Results come first: most events are results.
        match event:
            case ev.ResultReported() | ev.ResultCorrected():
                if event.match in self.matches:
                    self.results[event.match] = event.result
                if self.contradictions:
                    self._settle(lambda _, one: one.match == event.match)
            case ev.ResultWithdrawn():
                self.results.pop(event.match, None)
                self.held.pop(event.match, None)
            case ev.MatchEnded():
                if event.match in self.matches:
                    self.endings[event.match] = event
            case ev.PlayerRegistered() | ev.LatePlayerAdmitted():
                self._register(event, seq)
            case ev.PlayerAmended():
                self.bound[event.commitment] = None
                moved = {"division": event.division} if event.division else {}
                self._change(event.player, commitment=event.commitment, **moved)
                self._change_flight(event.player)
            case ev.LateTagSet() | ev.LateTagCleared():
                self._change(event.player, late=isinstance(event, ev.LateTagSet))
            case ev.PlayerDropped():
                self._change(event.player, after=event.after, told_out=bool(event.told))
                self._change(event.player, unplaced=event.unplaced)
            case ev.RegistrationWithdrawn():
                self._unregister(event.player, seq)
            case ev.PlayerDisqualified():
                self._change(event.player, after=event.after, told_out=bool(event.told))
                self._change(event.player, disqualified=True)
            case ev.PlayerReinstated():
                self._return(event.player, event.missed)
            case ev.ByeAwarded():
                self.awarded[event.player] = (*self.awarded.get(event.player, ()), event.round)
            case ev.PlayerCheckedIn():
                self.checked_in[event.player] = seq
            case ev.CheckInUndone():
                self.checked_in.pop(event.player, None)
            case ev.RoundPaired() | ev.RoundRepaired():
                self._seat(event, seq)
            case ev.RoundWithdrawn():
                self._withdraw(event.pool, event.round)
            case ev.RoundPosted():
                field = "posted" if event.sheet is PostedSheet.PAIRINGS else "slips"
                self._change_round(event.pool, event.round, **{field: True})
            case ev.RoundStarted():
                self._change_round(event.pool, event.round, started=True)
            case ev.TimeExtended():
                before = self.extensions.pop(event.match, 0)
                if in_all := event.minutes + (0 if event.instead else before):
                    self.extensions[event.match] = in_all
            case ev.JudgeCalled():
                if event.match in self.matches:
                    self._end_call(event.match)
                    self.calls[event.match] = seq
            case ev.CallTaken():
                if event.match in self.calls:
                    self.taken[event.match] = seq
            case ev.CallEnded():
                self._end_call(event.match)
            case ev.MessageSent():
                self.messages[seq] = event
            case ev.MessageWithdrawn():
                self.messages.pop(event.entry, None)
            case ev.HandRenamed():
                pass
            case ev.StaffNamed():
                self.staff[event.hand] = (*self.staff.get(event.hand, ()), event.role)
            case ev.ThirdPlacePlayoffPaired():
                match = MatchId(event.pool, event.round, event.table)
                self.playoffs[event.pool] = match
                self.matches[match] = event.pairing
            case ev.ThirdPlacePlayoffWithdrawn():
                if self.playoffs.get(event.match.pool) == event.match:
                    self._forget(event.match)
            case ev.TournamentOpened():
                self.opened = event
                self.chain = self.commitment = event.commitment
                self.key = event.public_key
            case ev.KeyRotated():
                self.key = event.public_key
            case ev.AnnouncementMade():
                self.announcement = event
                self.planned[None] = event.rounds
                self._decide(None, event)
                if self.opened and self.opened.style is Style.SWISS and any(event.cut.values()):
                    # An announced cut has to be made, so the event has one (TOP §2, §3.3).
                    self.opened = replace(self.opened, style=Style.SWISS_PLUS_CUT)
            case ev.RoundsSet():
                self.planned[event.pool] = event.rounds
                self._decide(event.pool, event)
            case ev.SecretCommitted():
                self.chain = self.commitment = event.commitment
                self.revealed = 0
            case ev.EntropyAdded():
                self.entropy += (event,)
            case ev.DeckRegistered():
                self.decks[event.player] = event
            case ev.PodsFormed():
                for division in [*self.flights]:
                    self._land(division)
                # A file sorts them by name; people want the youngest first, everywhere.
                self.pods = dict(sorted(event.pods.items(), key=_youngest_first))
            case ev.DraftSeated():
                self.drafts += (event,)
                self._form_pods(event)
                self._reveal(event.drawn)
            case ev.BuildingStarted():
                self.built, self.built_after = len(self.drafts), self.ever_paired.copy()
            case ev.BuildingWithdrawn():
                self.built = None
            case ev.SeatsWithdrawn():
                self._unseat()
            case ev.TeamFormed():
                self._team(event)
            case ev.TeamSplit():
                self._split(event.player)
            case ev.FlightsAssigned():
                self._fly(event)
                self._reveal(event.drawn)
            case ev.DayTwoMade() if event.players:
                self.day_two[event.pool] = event
            case ev.DayTwoMade():
                self.day_two.pop(event.pool, None)
            case ev.CutMade():
                cuts = {**self.cuts, event.pool: event}
                self.cuts = dict(sorted(cuts.items(), key=_by_age))
            case ev.SeedsDrawn():
                self.cuts[event.pool] = event
                self._reveal(event.drawn)
            case ev.LotDrawn():
                self.lots[event.division] = event.lots
                self._reveal(event.drawn)
            case ev.TournamentClosed():
                self.closed = event
                self.ended = self._last_day(event, day)
            case ev.TournamentReopened():
                self.closed = self.ended = None
                self.reopened += 1
            case ev.HistoryShortened():
                self.shortened[seq] = event
                self.held |= dict.fromkeys(self.results, seq)
            case ev.PenaltyIssued():
                self.penalties[seq, event.player] = event
            case ev.PenaltyWithdrawn():
                self.penalties.pop((event.entry, event.player), None)
            case ev.DeckCheckDrawn():
                for player in event.players:
                    self.deck_draws[player] = self.deck_draws.get(player, 0) + 1
                self._reveal(event.drawn)
            case ev.DeckChecked():
                self._check_deck(event.player)
            case ev.EntryRefused():
                self.bound[event.commitment] = None
            case ev.RequestRecorded():
                self.requests[event.number] = event
            case ev.RequestAnswered():
                self.answers[event.number] = event
            case ev.PeopleErased():
                everybody = self.players if event.everybody else ()
                # Somebody who was erased before keeps that entry.
                self.erased = {**dict.fromkeys((*everybody, *event.named), seq), **self.erased}
            case ev.ContradictionFound():
                self.contradictions[seq] = event
            case ev.ContradictionDecided():
                self._settle(lambda at, _: at == event.entry)
            case ev.NoteMade():
                if event.match and event.player:
                    self.noted[event.match, event.player] = seq
            case ev.ProxyMade() | ev.FactAdded():
                pass  # They change nothing.
        for thing in changed_by(event):
            self.changed[thing] = seq

    # --- how the larger events change it ---------------------------------------------------------

    def _decide(self, pool: Pool | None, event: ev.AnnouncementMade | ev.RoundsSet) -> None:
        """Keep a number of rounds that an official set against the rounds table."""
        if event.override and "rounds-differ" in event.override.rules:
            self.overruled[pool] = event.rounds

    def _register(self, event: ev.Joining, seq: int) -> None:
        self.bound[event.commitment] = None
        self.players[event.player] = Player(
            id=event.player,
            division=event.division,
            commitment=event.commitment,
            seq=seq,
            late=isinstance(event, ev.LatePlayerAdmitted),
            losses=event.losses,
            pool=event.pool,
        )
        self._reveal(event.drawn)

    def _unregister(self, player: PlayerId, seq: int) -> None:
        """Forget a player, but not the number, which is not given again."""
        if self.players.pop(player, None) is None:
            return
        self.unregistered[player] = seq
        for kept in (self.awarded, self.checked_in, self.decks, self.deck_draws, self.deck_checks):
            kept.pop(player, None)
        self.penalties = {key: one for key, one in self.penalties.items() if key[1] != player}

    def _return(self, player: PlayerId, missed: tuple[int, ...]) -> None:
        self._change(player, after=None, disqualified=False, unplaced=False)
        if missed and player in self.players:
            self._change(player, missed=(*self.players[player].missed, *missed))

    def _form_pods(self, event: ev.DraftSeated) -> None:
        """Make every table of a draft that names its pools a pod (A-66)."""
        if not event.pools:
            return
        if not any(pool in one.pools for one in self.drafts[:-1] for pool in self.pods):
            self.undrafted = self.pods
        self.pods = {}
        for pool, table in zip(event.pools, event.tables, strict=False):
            for player in table:
                self._change(player, pool=pool)
            ages = {self.players[player].division for player in table if player in self.players}
            self.pods[pool] = tuple(sorted(ages, key=list(Division).index))

    def _unseat(self) -> None:
        """Forget the latest seats of a draft, and the pods that its tables became."""
        if not self.drafts:
            return
        latest, self.drafts = self.drafts[-1], self.drafts[:-1]
        if not any(pool in latest.pools for pool in self.pods):
            return
        for player in [one.id for one in self.players.values() if one.pool in latest.pools]:
            self._change(player, pool=None)
        self.pods = self.undrafted
        if podded := [one for one in self.drafts if one.pools]:
            self._form_pods(podded[-1])

    def _team(self, event: ev.TeamFormed) -> None:
        """Let the first of two players represent the team; the other has no place of their own."""
        first, second = event.players
        self._split(first)
        self.teams[first] = event
        self.in_team |= {first: first, second: first}
        self._change(second, after=0, unplaced=True)

    def _split(self, first: PlayerId) -> None:
        team = self.teams.pop(first, None)
        for player in team.players if team else ():
            self.in_team.pop(player, None)
            self._change(player, after=None, unplaced=False)

    def _fly(self, event: ev.FlightsAssigned) -> None:
        self._land(event.division)
        if not event.flights:
            return
        pools = self.flights[event.division] = tuple(event.flights)
        alone = (event.division,)
        parts = [pools if ages == alone else (pool,) for pool, ages in self.pods.items()]
        ages_of = dict(self.pods)
        self.pods = {pool: ages_of.get(pool, alone) for part in parts for pool in part}
        for pool, players in event.flights.items():
            for player in players:
                self._change(player, pool=pool)

    def _land(self, division: Division) -> None:
        pools = self.flights.pop(division, ())
        whole = Pool(division.lower())
        self.pods = {whole if pool in pools else pool: ages for pool, ages in self.pods.items()}
        for player in [each.id for each in self.players.values() if each.pool in pools]:
            self._change(player, pool=None)

    def _change_flight(self, player: PlayerId) -> None:
        """Move a player whose division was corrected to its smallest flight, if it has flights."""
        known = self.players.get(player)
        there = self.flights.get(known.division, ()) if known else ()
        if known is None or known.pool in there:
            return
        seats = [each.pool for each in self.players.values()]
        if there:
            self._change(player, pool=min(reversed(there), key=seats.count))
        elif any(known.pool in pools for pools in self.flights.values()):
            self._change(player, pool=None)

    def _check_deck(self, player: PlayerId) -> None:
        """Count a check; one that was not drawn also counts as drawn."""
        done = self.deck_checks.get(player, 0) + 1
        self.deck_checks[player] = done
        self.deck_draws[player] = max(done, self.deck_draws.get(player, 0))

    def _last_day(self, closed: ev.TournamentClosed, written: date | None) -> date | None:
        """Return the last day: as the close gives it, or the opening, or the day of the close."""
        opened = self.opened
        said = closed.end or (opened.end if opened else None)
        return said or (opened.start if opened and closed.told else written)

    def _change(self, player: PlayerId, **changes: object) -> None:
        if player in self.players:
            self.players[player] = replace(self.players[player], **changes)

    def _change_round(self, pool: Pool, number: int, **changes: object) -> None:
        paired = self.rounds.get((pool, number))
        if paired:
            self.rounds[pool, number] = replace(paired, **changes)

    def _seat(self, event: ev.Seating, seq: int) -> None:
        # What was recorded for the round before goes too: its tables may have other players now.
        self._withdraw(event.pool, event.round)
        paired = Round(
            pool=event.pool,
            number=event.round,
            pairings=event.pairings,
            tables=event.tables,
            byes=event.byes,
            absent=event.absent,
            seq=seq,
            told=event.told is not None,
            drawn=event.drawn is not None,
            started=event.told is not None,
            fixed=event.fixed,
        )
        self.rounds[event.pool, event.round] = paired
        self.matches.update(paired.matches())
        self.latest[event.pool] = max(event.round, self.latest.get(event.pool, 0))
        if isinstance(event, ev.RoundPaired):  # A repair locks nothing more.
            self.ever_paired[event.pool] = max(event.round, self.ever_paired.get(event.pool, 0))
            if event.kept is not None:
                self.kept = dict(event.kept)
        self._reveal(event.drawn)

    def _withdraw(self, pool: Pool, number: int) -> None:
        # `ever_paired` stays: what a paired round has locked is not unlocked by withdrawing it.
        paired = self.rounds.pop((pool, number), None)
        if paired is None:
            return
        for match, _ in paired.matches():
            self._forget(match)
        self.latest[pool] = max((n for p, n in self.rounds if p == pool), default=0)

    def _forget(self, match: MatchId) -> None:
        """Forget a match and all that was recorded about it, for third place too."""
        self.matches.pop(match, None)
        if self.playoffs.get(match.pool) == match:
            del self.playoffs[match.pool]
        self.results.pop(match, None)
        self.held.pop(match, None)
        self.endings.pop(match, None)
        self.extensions.pop(match, None)
        self._end_call(match)

    def _end_call(self, match: MatchId) -> None:
        self.calls.pop(match, None)
        self.taken.pop(match, None)

    def _settle(self, settled: Callable[[int, ev.ContradictionFound], bool]) -> None:
        """Forget the contradictions that are decided."""
        left = {at: one for at, one in self.contradictions.items() if not settled(at, one)}
        self.contradictions = left

    def _reveal(self, drawn: Drawn | None) -> None:
        if drawn:
            self.draws += 1
            self.revealed += 1
            self.commitment = drawn.secret


def part_of(t: Tournament, pool: Pool) -> Stage:
    """Return the stage of a pool, whose tables apply: Swiss or elimination (TRF §8, §9)."""
    return Stage.ELIMINATION if t.is_elimination or pool in t.cuts else Stage.SWISS
