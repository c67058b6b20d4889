"""The percentages in detail: what each opponent counts, and why it is not simply their win %."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from roundbook.ledger.phrases import Phrase, phrase, phrase_of
from roundbook.ledger.terms import PlayerId
from roundbook.projections.standings.percentages import (
    BYES,
    Basis,
    Span,
    awarded_in,
    awarded_op_wins,
    game_rate,
    game_share,
    is_capped,
    mean,
    met_in,
    percent,
    share,
    win_rate,
    within,
)
from roundbook.projections.standings.records import PlayedRound, Scored, record_of


class Share(Struct, frozen=True, kw_only=True):
    """What one opponent counts in a mean, and why it is not simply their rate.

    `opponent` is None for an awarded bye that counts as an opponent; `rate` is None if no round was
    played.
    """

    opponent: PlayerId | None
    round: int
    record: str
    rate: Fraction | None
    counts: Fraction
    notes: tuple[Phrase, ...] = ()


class Mean(Struct, frozen=True, kw_only=True):
    """A percentage as the mean of its shares; `note` explains it, for example if there are none."""

    shares: tuple[Share, ...]
    result: Fraction
    note: Phrase | None = None


def op_win_of(b: Basis, player: PlayerId, span: Span) -> Mean:
    """Return an Op Win % with its shares."""
    shares = [_share(b, part, span) for part in within(b, player, span) if part.opponent]
    if awarded_in(b, player, span):
        words = phrase("an awarded bye counts as an opponent with 100%%")
        shares += _awarded(b, player, span, Fraction(1), words)
    return _mean(b, sorted(shares, key=lambda one: one.round))


def _awarded(
    b: Basis, player: PlayerId, span: Span, counts: Fraction, words: Phrase
) -> Iterator[Share]:
    """Yield the awarded byes of a span as opponents who all count the same."""
    for part in within(b, player, span):
        if part.scored == Scored.AWARDED_BYE:
            yield Share(
                opponent=None,
                round=part.round,
                record="",
                rate=counts,
                counts=counts,
                notes=(words,),
            )


def _share(b: Basis, part: PlayedRound, span: Span) -> Share:
    """Return what one opponent counts in the Op Win %."""
    assert part.opponent is not None
    opponent = part.opponent
    rate, counts = win_rate(b, opponent, span), share(b, opponent, span)
    notes, floor = [], percent(b.rules.win_floor)
    byes = sum(other.scored in BYES for other in within(b, opponent, span))
    if byes and not (b.rules.bye_in_rate or b.rules.rate == "rounds-planned"):
        notes.append(phrase_of("%(num)s bye left out", "%(num)s byes left out", byes))
    if byes and awarded_in(b, opponent, span):
        notes[-1:] = [
            phrase(
                "an awarded bye counts as a win and a round played; "
                "a bye from a pairing is left out"
            )
        ]
    if rate is None:
        notes.append(
            phrase(
                "no rounds played, so counts as %(floor)s%%, the minimum for an opponent",
                floor=floor,
            )
        )
    elif rate < b.rules.win_floor:
        notes.append(phrase("counts as %(floor)s%%, the minimum for an opponent", floor=floor))
    if is_capped(b, opponent, span) and (rate or 0) > b.rules.win_cap:
        notes.append(
            phrase(
                "dropped after round %(number)s, so at most %(cap)s%%",
                number=b.left[opponent],
                cap=percent(b.rules.win_cap),
            )
        )
    return Share(
        opponent=opponent,
        round=part.round,
        record=str(record_of(within(b, opponent, span))),
        rate=rate,
        counts=counts,
        notes=tuple(notes),
    )


def op_op_win_of(b: Basis, player: PlayerId, span: Span) -> Mean:
    """Return an Op Op Win % with its shares: each opponent counts their own Op Win %."""
    met = [part for part in within(b, player, span) if part.opponent]
    shares = []
    for part, (opponent, theirs) in zip(met, met_in(b, player, span), strict=True):
        each = op_win_of(b, opponent, theirs)
        found = each.result
        notes = []
        if theirs.upto < span.upto:
            notes.append(phrase("as it stood after round %(number)s", number=theirs.upto))
        if any((one.rate or 0) < b.rules.win_floor for one in each.shares):
            least = percent(b.rules.win_floor)
            words = phrase(
                "one of their opponents counts as %(floor)s%%, the minimum for an opponent",
                floor=least,
            )
            notes.append(words)
        shares.append(
            Share(
                opponent=opponent,
                round=part.round,
                record=str(record_of(within(b, opponent, theirs))),
                rate=found,
                counts=found,
                notes=tuple(notes),
            )
        )
    if awarded_op_wins(b, player, span):
        counts = b.rules.awarded_bye_op_op_win or Fraction(0)
        words = phrase("an awarded bye counts as an opponent with %(rate)s%%", rate=percent(counts))
        shares += _awarded(b, player, span, counts, words)
    return _mean(b, sorted(shares, key=lambda one: one.round))


def op_game_win_of(b: Basis, player: PlayerId, span: Span) -> Mean:
    """Return an opponents' game-win % with its shares (POD-13)."""
    shares = []
    for part in within(b, player, span):
        if part.opponent is None:
            continue
        rate, counts = game_rate(b, part.opponent, span), game_share(b, part.opponent, span)
        least = percent(b.rules.win_floor)
        floor = phrase("counts as %(floor)s%%, the minimum for an opponent", floor=least)
        shares.append(
            Share(
                opponent=part.opponent,
                round=part.round,
                record=str(record_of(within(b, part.opponent, span)).games),
                rate=rate,
                counts=counts,
                notes=(floor,) if counts != rate else (),
            )
        )
    return _mean(b, shares)


def _mean(b: Basis, shares: list[Share]) -> Mean:
    """Return the mean of the shares."""
    nobody = b.rules.op_win_without_opponents
    return Mean(
        shares=tuple(shares),
        result=mean([one.counts for one in shares], nobody),
        note=None
        if shares
        else phrase("no opponents, so counts as %(rate)s%%", rate=percent(nobody)),
    )
