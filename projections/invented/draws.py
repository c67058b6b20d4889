"""What is drawn at an invented event, from a chain of its own: its rounds and its last lots."""

from ledger.errors import Refused
from ledger.events import catalogue as ev
from ledger.events.catalogue import AnyEvent
from ledger.record import draws
from ledger.rulesets import released
from ledger.terms import Pool, Style
from projections import lots
from projections.invented.stage import Act, Stage
from projections.pairing import propose
from projections.pairing.tables import tables


def opening(on: Stage) -> AnyEvent:
    """Return the opening, with the published end of the chain of secrets."""
    seed, length = _chain(on)
    return ev.TournamentOpened(
        tournament=f"invented-{on.plan.dice.throw('tournament', on.plan).hex()[:16]}",
        name="An invented event",
        edition=on.rules.edition,
        edition_sha256=released.digest(on.rules.edition),
        style=Style.SWISS,
        start=on.plan.day,
        commitment=draws.commitment(seed, length),
    )


def _chain(on: Stage) -> tuple[bytes, int]:
    """Return the chain of secrets: long enough for the rounds and the lots of three divisions."""
    return on.plan.dice.throw("secret"), 3 * on.plan.rounds + 3


def _next_secret(on: Stage, latest: str | None) -> str:
    seed, length = _chain(on)
    return draws.next_secret(seed, length, latest or "")


def paired_by_lot(on: Stage, pool: Pool) -> AnyEvent | None:
    """Return the next round of a pool as its secret draws it; None if there is no legal one."""
    secret = _next_secret(on, on.t.commitment)
    try:
        found = propose(on.t, on.rules, pool=pool, secret=secret)
    except Refused:
        return None
    return ev.RoundPaired(
        pool=pool,
        round=found.round,
        pairings=found.pairings,
        tables=tables(on.t, pool, len(found.pairings)),
        byes=found.byes,
        drawn=found.drawn,
    )


def close(on: Stage) -> Act:
    """Return the close, with the lots of those who are level in everything (A-23)."""
    then, drawn = on.t.copy(), list[AnyEvent]()
    for division, groups in lots.level(on.t, on.rules).items():
        secret = _next_secret(on, then.commitment)
        drawn.append(lots.draw(then, division=division, groups=groups, secret=secret))
        then.happen(drawn[-1], on.t.seq)
    return (*drawn, ev.TournamentClosed())
