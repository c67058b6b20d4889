"""A round that a person pairs by hand, typed as `p1-p2 p3-p4 bye:p5`."""

import re

import click

from cli.words import quoted
from ledger.events.catalogue import RoundPaired
from ledger.state.tournament import Tournament
from ledger.terms import Bye, ByeKind, Pairing, PlayerId, Pool
from projections.pairing.tables import tables

_PAIR = re.compile(r"(p[1-9][0-9]{0,5})-(p[1-9][0-9]{0,5})\Z", re.ASCII)
_BYE = re.compile(r"bye:(p[1-9][0-9]{0,5})\Z", re.ASCII)


def seats_by_hand(
    t: Tournament, pool: Pool, number: int, seats: str, reason: str, first_table: int | None
) -> RoundPaired:
    """Return a round of a pool as somebody has paired it; raises a usage error.

    A bye that was awarded for this round is one; any other stands for the random one.
    """
    pairings: list[Pairing] = []
    byes: list[Bye] = []
    for word in seats.lower().replace(",", " ").split():
        pair, bye = _PAIR.match(word), _BYE.match(word)
        if pair:
            pairings.append(Pairing(PlayerId(pair[1]), PlayerId(pair[2])))
        elif bye:
            player = PlayerId(bye[1])
            awarded = number in t.awarded.get(player, ())
            byes.append(Bye(player, ByeKind.AWARDED if awarded else ByeKind.RANDOM))
        else:
            msg = f"{quoted(word)} is no pairing; write p1-p2, or bye:p5."
            raise click.BadParameter(msg, param_hint="--by-hand")
    if not pairings and not byes:
        raise click.BadParameter("it names nobody.", param_hint="--by-hand")
    return RoundPaired(
        pool=pool,
        round=number,
        pairings=tuple(pairings),
        tables=tables(t, pool, len(pairings), first_table),
        byes=tuple(byes),
        reason=reason,
    )
