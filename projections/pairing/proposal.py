"""The proposal of the next round of a pool, and its refusal if there is none."""

from collections.abc import Iterable

from msgspec import Struct

from roundbook.ledger.errors import Refused
from roundbook.ledger.events.event import Drawn
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import next_draw
from roundbook.ledger.state.rounds import planned_rounds
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Bye, ByeKind, Pairing, PlayerId, Pool
from roundbook.projections.pairing.board import board_of
from roundbook.projections.pairing.certificate import DRAW
from roundbook.projections.pairing.impossible import has_legal_round
from roundbook.projections.pairing.inputs import Facts, facts_of, key_of
from roundbook.projections.pairing.state import Field, FieldPlayer, without_bye


class Proposal(Struct, frozen=True, kw_only=True):
    """The next round of a pool: pairings in table order, the byes, and the draw they came from.

    It becomes history when it is recorded as `round-paired`, with its tables.
    """

    pool: Pool
    round: int
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]
    drawn: Drawn


# The next round of a pool, drawn from recorded chance.


def propose(t: Tournament, rules: Ruleset, *, pool: Pool, secret: str) -> Proposal:
    """Return the next Swiss round of a pool, as `secret` draws it (TOP §3.1).

    Nobody meets a former opponent; the bye goes to the lowest bracket, to nobody twice, to nobody
    after an awarded bye and, if possible, to nobody before one (A-56); if divisions
    are mixed, as few pairs as possible cross them (TOP §3.1.2); then players meet within their
    bracket, from the highest to the lowest; the rest is chance. Raises NoLegalRound, with a reason
    that can be checked, if there is none.
    """
    from roundbook.projections.pairing.engine import draw  # Only whoever pairs needs the engine.

    facts = _asked(t, rules, pool)
    drawn = next_draw(t, DRAW, secret)
    key = key_of(t, facts, drawn)
    found = draw(field_of(t, facts, key), f"round {facts.round} of {pool}")
    return proposal_of(facts, found.pairs, found.bye, drawn)


def proposal_of(
    facts: Facts, pairs: Iterable[tuple[str, str]], bye: str | None, drawn: Drawn
) -> Proposal:
    """Return a round that was found, in table order, with the byes that were awarded for it."""
    awarded = tuple(Bye(player, ByeKind.AWARDED) for player in facts.awarded)
    return Proposal(
        pool=facts.pool,
        round=facts.round,
        pairings=tuple(Pairing(PlayerId(a), PlayerId(b)) for a, b in pairs),
        byes=(*awarded, *([] if bye is None else [Bye(PlayerId(bye))])),
        drawn=drawn,
    )


def field_of(t: Tournament, facts: Facts, key: bytes) -> Field:
    """Return the state of a round: what the engine sees of a tournament.

    Divisions count if more than one of them is to be paired (TOP §3.1.2). A player who awaits a bye
    does not have the random one if a legal round remains (A-56).
    """
    field = Field(
        players=tuple(
            FieldPlayer(
                id=player,
                points=facts.points[player],
                division=facts.divisions[player],
                opponents=frozenset(facts.met[player]),
                had_bye=player in facts.had_bye,
            )
            for player in facts.players
        ),
        key=key.hex(),
        round=facts.round,
        rounds_planned=planned_rounds(t, facts.pool),
        age_modified=len(set(facts.divisions.values())) > 1,
    )
    spared = without_bye(field, facts.awaiting)
    return spared if field is spared or has_legal_round(board_of(spared)) else field


def _asked(t: Tournament, rules: Ruleset, pool: Pool) -> Facts:
    """Return the facts of the next round; refuse a pool that has none, in a sentence."""
    if t.opened is None:
        raise Refused("no tournament has been opened.", hint="Open it first.")
    if pool in t.cuts:
        raise Refused(
            f"the pairings of the bracket {pool} follow from its seeds and results; they are not "
            "random.",
            hint="Pair the next round of the bracket from its seeds.",
        )
    facts = facts_of(t, rules, pool=pool, sparing=True)
    if not facts.players and not facts.awarded:
        raise Refused(
            (
                f"there is nobody to pair in {pool}: the pool does "
                "not exist, or everybody has dropped."
            ),
            hint=f"The pods are {', '.join(t.pods) or 'not formed yet'}.",
        )
    return facts
