"""A pod of eight at a real desk: seated, paired by its sheet, and played as a test says."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.drafts import PairedBy
from roundbook.ledger.people.book import Book
from roundbook.ledger.record import draws
from roundbook.ledger.state.rounds import rounds_started
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, PlayerId, Pool, Result, Verdict
from roundbook.projections import drafts
from roundbook.projections.pairing import propose
from roundbook.projections.pairing.pod_sheet import SheetLeft, propose_by_sheet, seats_of
from roundbook.projections.pairing.proposal import Proposal
from roundbook.projections.rules_in_force import rules_in_force
from tests.scripts import DRAWS, SEED, commitment, new_desk, opening

POOL = Pool("open")
TIE = Result(verdict=Verdict.TIE)


class PodEvent:
    """A pod while it is played; every act goes through all rules and audits."""

    def __init__(self, players: int = 8, seed: bytes = SEED) -> None:
        self.desk = new_desk(checks=rules_in_force(Book()))
        self.seed = seed
        opened = opening("dci-pod", pairing=PairedBy.POD_SHEET)
        self.desk.post(replace(opened, commitment=draws.commitment(seed, DRAWS)))
        self.desk.post(ev.AnnouncementMade(rounds=3, minutes=50))
        for _ in range(players):
            self.register()
        self.desk.post(ev.PodsFormed(pods={POOL: (Division.OPEN,)}))
        self.desk.post(drafts.draw(self.t, draft=None, secret=self.secret()))

    @property
    def t(self) -> Tournament:
        return self.desk.tournament

    @property
    def seats(self) -> tuple[PlayerId, ...]:
        return seats_of(self.t, POOL)

    def register(self) -> PlayerId:
        player = PlayerId(f"p{len(self.t.players) + 1}")
        self.desk.post(
            ev.PlayerRegistered(
                player=player, division=Division.OPEN, commitment=commitment(player)
            )
        )
        return player

    def secret(self) -> str:
        return draws.secret(self.seed, DRAWS, self.t.draws + 1)

    def by_sheet(self) -> Proposal:
        return propose_by_sheet(self.t, self.desk.rules, pool=POOL, secret=self.secret())

    def swiss(self) -> Proposal:
        return propose(self.t, self.desk.rules, pool=POOL, secret=self.secret())

    def pair(self) -> Proposal:
        """Pair the next round as the desk does, and start it."""
        try:
            found = self.by_sheet()
        except SheetLeft:
            found = self.swiss()
        self.desk.post(round_of(found))
        self.desk.post(ev.RoundStarted(pool=POOL, round=found.round))
        return found

    def win(self, player: PlayerId, number: int) -> None:
        """Let a player win their match of a round."""
        match, pairing = self.match_of(player, number)
        verdict = Verdict.FIRST if pairing[0] == player else Verdict.SECOND
        self.desk.post(ev.ResultReported(match=match, result=Result(verdict=verdict)))

    def tie(self, player: PlayerId, number: int) -> None:
        match, _ = self.match_of(player, number)
        self.desk.post(ev.ResultReported(match=match, result=TIE))

    def match_of(self, player: PlayerId, number: int) -> tuple[MatchId, Sequence[PlayerId]]:
        return next(
            (match, pairing)
            for match, pairing in self.t.rounds[POOL, number].matches()
            if player in pairing
        )

    def drop(self, player: PlayerId) -> None:
        self.desk.post(ev.PlayerDropped(player=player, after=rounds_started(self.t, POOL)))


def round_of(found: Proposal) -> ev.RoundPaired:
    return ev.RoundPaired(
        pool=found.pool,
        round=found.round,
        pairings=found.pairings,
        tables=tuple(range(1, len(found.pairings) + 1)),
        byes=found.byes,
        drawn=found.drawn,
    )


def met(found: Proposal) -> set[frozenset[PlayerId]]:
    """Who meets whom; whoever has the bye meets nobody."""
    pairs = {frozenset(pairing) for pairing in found.pairings}
    return pairs | {frozenset((bye.player,)) for bye in found.byes}


def as_pairs(chart: str, who: Mapping[str, PlayerId]) -> set[frozenset[PlayerId]]:
    """Read a line of the sheet, `wA-wC wB-wD`, with the players that its words stand for."""
    return {frozenset(who[word] for word in pair.split("-")) for pair in chart.split()}
