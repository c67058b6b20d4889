"""Simulated events: a tournament that is registered, paired by `propose`, and played by dice."""

from collections.abc import Mapping, Sequence
from random import Random

from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record import draws
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import (
    Bye,
    ByeKind,
    Division,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Style,
    Verdict,
)
from roundbook.projections.pairing import propose
from roundbook.projections.pairing.proposal import Proposal
from roundbook.projections.pairing.table_numbers import tables
from tests.scripts import opening, registered

POOL = Pool("masters")
RULES = load("play-2017")
SEED = b"\x07" * 32
LENGTH = 60
MASTERS = Division.MASTERS


def dice_of(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - the dice of a test.


def pid(number: int) -> PlayerId:
    return PlayerId(f"p{number}")


def opened(
    divisions: Sequence[Division], *, tournament: str = "T-12345678", seed: bytes = SEED
) -> Tournament:
    """A tournament with p1, p2, … of these divisions, in one pod."""
    t = Tournament()
    secret = draws.commitment(seed, LENGTH)
    t.apply(replace(opening(style=Style.SWISS), tournament=tournament, commitment=secret), 1)
    for number, division in enumerate(divisions, 1):
        for joined in registered(pid(number), division=division):
            t.apply(joined, 1 + number)
    t.apply(ev.PodsFormed(pods={POOL: tuple(Division)}), len(divisions) + 2)
    return t


def masters(count: int, **more: object) -> Tournament:
    return opened([MASTERS] * count, **more)  # type: ignore[arg-type]


def secret_of(t: Tournament, seed: bytes = SEED) -> str:
    return draws.secret(seed, LENGTH, t.draws + 1)


def drawn(t: Tournament, seed: bytes = SEED) -> Proposal:
    return propose(t, RULES, pool=POOL, secret=secret_of(t, seed))


def posted(t: Tournament, proposal: Proposal) -> ev.RoundPaired:
    return ev.RoundPaired(
        pool=proposal.pool,
        round=proposal.round,
        pairings=proposal.pairings,
        tables=tables(t, proposal.pool, len(proposal.pairings)),
        byes=proposal.byes,
        drawn=proposal.drawn,
    )


def pair_by_hand(
    t: Tournament,
    pairs: Sequence[tuple[int, int]],
    bye: int | None = None,
    *,
    awarded: bool = False,
) -> None:
    """Pair the next round as told, without a draw, and start it."""
    number = t.latest.get(POOL, 0) + 1
    kind = ByeKind.AWARDED if awarded else ByeKind.RANDOM
    t.apply(
        ev.RoundPaired(
            pool=POOL,
            round=number,
            pairings=tuple(Pairing(pid(a), pid(b)) for a, b in pairs),
            tables=tuple(range(1, len(pairs) + 1)),
            byes=() if bye is None else (Bye(pid(bye), kind),),
        ),
        100 + number,
    )
    t.apply(ev.RoundStarted(pool=POOL, round=number), 100 + number)


def report(t: Tournament, verdicts: Mapping[MatchId, Verdict]) -> None:
    for match, verdict in verdicts.items():
        t.apply(ev.ResultReported(match=match, result=Result(verdict=verdict)), 999)


def play(t: Tournament, verdict: Verdict = Verdict.FIRST) -> None:
    """Give every match of the latest round the same verdict."""
    latest = t.rounds[POOL, t.latest[POOL]]
    report(t, {match: verdict for match, _ in latest.matches()})


def play_by_dice(t: Tournament, dice: Random, *, ties: float = 0.1, drops: float = 0.05) -> None:
    """Play the latest round: some ties, some double losses, and some players drop."""
    latest = t.rounds[POOL, t.latest[POOL]]
    t.apply(ev.RoundStarted(pool=POOL, round=latest.number), 999)
    for match, _ in latest.matches():
        roll = dice.random()
        verdict = dice.choice([Verdict.FIRST, Verdict.SECOND])
        if roll < ties:
            verdict = Verdict.TIE
        elif roll < ties + 0.02:
            verdict = dice.choice([Verdict.DOUBLE_LOSS, Verdict.UNPLAYED])
        report(t, {match: verdict})
    for player in list(t.players.values()):
        if not player.out and dice.random() < drops:
            t.apply(ev.PlayerDropped(player=player.id, after=latest.number), 999)
