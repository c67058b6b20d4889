"""The answer to another program: a round with reasons and proof, or why there is none."""

from msgspec import Struct

from roundbook.projections.pairing.board import board_of
from roundbook.projections.pairing.certificate import Certificate
from roundbook.projections.pairing.engine import draw
from roundbook.projections.pairing.impossible import HINT, NoLegalRound
from roundbook.projections.pairing.reasons import Reason, Why, reasons
from roundbook.projections.pairing.state import Field
from roundbook.projections.perfect_matching import ALONE, complete


class ReasonAnswer(Struct, frozen=True, kw_only=True):
    """The reason for a table: a word, a sentence, and the past pairings that stood in the way."""

    why: Why
    sentence: str
    met: tuple[tuple[str, str], ...] = ()


class TableAnswer(Struct, frozen=True, kw_only=True):
    """Two players who meet, and the reason."""

    players: tuple[str, str]
    reason: ReasonAnswer


class ByeAnswer(Struct, frozen=True, kw_only=True):
    """The player who has the bye, and the reason."""

    player: str
    reason: ReasonAnswer


class DrawnAnswer(Struct, frozen=True, kw_only=True):
    """A round as it was drawn, in table order; `procedure` is specified in docs/pairing.md."""

    procedure: str
    round: int
    pairings: tuple[TableAnswer, ...]
    bye: ByeAnswer | None
    certificate: Certificate


class Witness(Struct, frozen=True, kw_only=True):
    """The proof that there is no legal round, which can be checked on the slips (Tutte 1947).

    Each of the `groups` has an odd number and may only meet its own members and the `others`; there
    are more groups than others, so one group must leave a player without an opponent. The bye, if
    there is one, is among them as `bye`.
    """

    groups: tuple[tuple[str, ...], ...]
    others: tuple[str, ...]


class Refused(Struct, frozen=True, kw_only=True):
    """The refusal of a state without a legal round: a sentence, a hint and the proof."""

    message: str
    hint: str
    witness: Witness


class Refusal(Struct, frozen=True, kw_only=True):
    """The answer if there is no legal round."""

    refused: Refused


def answer(field: Field) -> DrawnAnswer | Refusal:
    """Return the round of a state as its key draws it, or why there is none (TOP §3.1; A-11)."""
    try:
        found = draw(field, f"round {field.round}")
    except NoLegalRound as refusal:
        refused = Refused(message=refusal.message, hint=HINT, witness=_witness(field))
        return Refusal(refused=refused)
    told = [_reason(each) for each in reasons(field, found)]
    tables = zip(found.pairs, told, strict=False)
    return DrawnAnswer(
        procedure=found.procedure,
        round=found.round,
        pairings=tuple(TableAnswer(players=pair, reason=why) for pair, why in tables),
        bye=None if found.bye is None else ByeAnswer(player=found.bye, reason=told[-1]),
        certificate=found.certificate,
    )


def _reason(each: Reason) -> ReasonAnswer:
    return ReasonAnswer(why=each.why, sentence=each.sentence, met=each.met)


def _witness(field: Field) -> Witness:
    """Return the proof that a field has no legal round."""
    board = board_of(field)
    found = complete(board.barred, [ALONE] * len(board.names))
    assert found is not None, "a refusal must have a reason"
    named = [tuple(board.names[v] for v in sorted(group)) for group in found.groups]
    others = tuple(board.names[v] for v in sorted(found.others))
    return Witness(groups=tuple(sorted(named)), others=others)
