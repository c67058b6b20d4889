"""How fast a round is drawn, beside the `swisspair` package of PyPI, on the same states in one run.

Run it by hand, with swisspair 0.2.1 installed: `python -m tests.bench.bench_pairing`, or with the
sizes to measure. Lots, certificate, and objects in and out are all in our time; the core of
swisspair is measured without its objects. It prints medians over rounds 2 and later, and ratios,
and judges nothing; last, how often the round of the peer is worse than ours.

Figures are milliseconds. `deep` as the only argument plays 1,000 events of six and of eight players
to the end, and says how many reached a round that cannot be paired.
"""

import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median

import swisspair
from swisspair import _swisspair as core

from roundbook.projections.pairing.certificate import Kind
from roundbook.projections.pairing.engine import draw
from roundbook.projections.pairing.state import BYE, Field
from roundbook.projections.pairing.verifying import RoundSheet, pairs_of
from tests.projections.pairing.simulated import Event

SIZES = (8, 33, 64, 129, 410, 512, 1_000, 4_096, 10_000)
ALONE = (40_000, 100_000)
"""Sizes at which the peer would need too long, or ends in a crash."""


def milliseconds(work: Callable[[], object]) -> float:
    """Return how long one call took."""
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


def as_peer(field: Field) -> list[swisspair.Player]:
    """Return a state as the peer takes it: sorted, and without players who have left."""
    here = {player.id for player in field.players}
    players = sorted(field.players, key=lambda player: -player.points)
    return [
        swisspair.Player(
            id=player.id,
            points=player.points,
            rank=rank,
            can_get_bye=not player.had_bye,
            cannot_be_paired_against_ids=set(player.opponents & here),
        )
        for rank, player in enumerate(players, 1)
    ]


def worse(field: Field, matches: list[swisspair.Match]) -> bool:
    """Tell whether the round of the peer is worse than ours, in the order of the objectives."""
    sheet = RoundSheet(field)
    theirs = [(m.p1.id, m.p2.id if m.p2 else BYE) for m in matches]
    return sheet.vector(theirs) > sheet.vector(pairs_of(draw(field)))


def measure(size: int, *, peer: bool) -> None:
    """Play one event of a size, measure its rounds, and print a line."""
    rounds = 10 if size > 256 else 3 + size.bit_length() // 2
    events = max(1, min(40, 1_000 // size))
    ours: list[float] = []
    api: list[float] = []
    bare: list[float] = []
    lost = proven = 0
    for number in range(events):
        event = Event(Random(number), size, ties=0.05)  # noqa: S311 - the dice of a bench.
        for _ in range(rounds):
            field = event.field()
            drawn = draw(field)
            if event.number > 1:
                players = as_peer(field) if peer else []
                for _ in range(3):
                    ours.append(milliseconds(lambda f=field: draw(f)))  # type: ignore[misc]
                    if not peer:
                        continue
                    run = milliseconds(lambda p=players: swisspair.create_matches(p))  # type: ignore[misc]
                    api.append(run)
                    ready = [player.compile() for player in players]
                    bare.append(milliseconds(lambda p=ready: core.create_matches(p, False)))  # type: ignore[misc]
                proven += drawn.certificate.kind is not Kind.UNPROVEN
                if peer:
                    lost += worse(field, swisspair.create_matches(players))
            event.play(drawn)
    ours.sort()
    mine = median(ours)
    line = f"{size:>7} {mine:9.2f} {ours[int(len(ours) * 0.99)]:9.2f} {ours[-1]:9.2f}"
    if peer:
        a, c = median(api), median(bare)
        line += f" {a:10.2f} {a / mine:6.1f}x {c:10.2f} {c / mine:6.1f}x"
        line += f" {lost:>4}/{events * (rounds - 1)}"
    print(line, f"proven {proven}/{events * (rounds - 1)}", flush=True)


def dead_ends(players: int, events: int) -> int:
    """Return how many events of n − 1 rounds reach one that cannot be paired."""
    return sum(
        any(
            drawn is None
            for _, drawn in Event(Random(seed), players, planned=players - 1).rounds(players - 1)  # noqa: S311
        )
        for seed in range(events)
    )


def main(*words: str) -> None:
    """Print the times, or the dead ends."""
    if words == ("deep",):
        for players in (6, 8):
            print(f"{players} players: {dead_ends(players, 1_000)} dead ends in 1,000 events")
        return
    asked = [int(size) for size in words]
    print("      n    p50 ms    p99 ms    max ms   swisspair  ratio       core  ratio  worse")
    for size in asked or SIZES + ALONE:
        measure(size, peer=size not in ALONE)


if __name__ == "__main__":
    main(*sys.argv[1:])
