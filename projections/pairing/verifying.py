"""Is a drawn round legal, and is there no better one? The answer needs no part of the engine.

Everything is counted anew from the state. That the round is the one its key draws is another
question: for that it has to be drawn again.
"""

from collections.abc import Iterator
from itertools import pairwise

from projections.pairing.bounds import unbound
from projections.pairing.certificate import Certificate, Kind, NoRound
from projections.pairing.sheet import Sheet, pairs_of
from projections.pairing.states import BYE, DrawnRound, Field
from projections.pairing.trials import TRIED, better


def verify_round(field: Field, drawn: DrawnRound, certificate: Certificate) -> list[str]:
    """Return what is wrong with a round or its proof, in sentences; nothing if it is the best.

    It is legal (TOP §3.1, A-11); its objectives are those it claims; and the certificate shows that
    no legal round is better, in the order of docs/pairing.md.
    """
    sheet = Sheet(field)
    wrong = list(sheet.illegal(pairs_of(drawn)))
    if wrong:
        return wrong
    vector = sheet.vector(pairs_of(drawn))
    if vector != certificate.objectives.vector():
        return [f"its objectives are {vector}, not {certificate.objectives.vector()}"]
    return [*_ahead(sheet, drawn, certificate), *_bound(sheet, drawn, certificate)]


def _bound(sheet: Sheet, drawn: DrawnRound, certificate: Certificate) -> Iterator[str]:
    """Yield why the certificate does not show that no round is better."""
    match certificate.kind:
        case Kind.TRIAL:
            if len(sheet.players) > TRIED:
                yield f"more than {TRIED} players are too many for a trial of every round"
            else:
                yield from better(sheet, drawn)
        case Kind.UNPROVEN:
            yield "it is legal, but nothing shows that no round is better"
        case Kind.PARITY | Kind.WINDOW:
            if sheet.field.looks_ahead and certificate.following is None:
                yield "it does not say how the round after it can be paired"
            pairs = list(drawn.pairs)
            if not sheet.mixed:
                pairs = pairs_of(drawn)
            elif drawn.bye is not None:
                yield from _bye(sheet, drawn.bye, certificate)
            if certificate.kind is Kind.PARITY:
                yield from _parity(sheet, pairs)
            else:
                yield from unbound(sheet, pairs, certificate.windows)


def _parity(sheet: Sheet, pairs: list[tuple[str, str]]) -> Iterator[str]:
    """Yield where a round does more than parity asks for.

    How many pairs straddle a gap is even if the players above it are (the one with the bye left
    out), whatever the round. So none is better than one that crosses each gap once or never, and
    passes no bracket.
    """
    vector = sheet.vector(pairs)
    bye, across, gaps = vector[0], vector[1], vector[2:-1]
    if bye:
        yield "the bye is not in the lowest bracket"
    if across:
        yield "a pair crosses divisions"
    if any(times > 1 for times in gaps):
        yield "a gap between brackets is crossed twice"
    standing = sorted({sheet.bracket[name] for pair in pairs for name in pair if name != BYE})
    following = dict(pairwise(standing))
    for one, other in pairs:
        if BYE not in {one, other}:
            high, low = sorted((sheet.bracket[one], sheet.bracket[other]))
            if low not in {high, following.get(high)}:
                yield f"{one} and {other} pass a bracket"


def _bye(sheet: Sheet, lucky: str, certificate: Certificate) -> Iterator[str]:
    """Yield whoever of a lower bracket could have the bye, where it is drawn before anybody."""
    shown = {refusal.bye: refusal for refusal in certificate.refused}
    for name, player in sorted(sheet.players.items()):
        if sheet.bracket[name] > sheet.bracket[lucky] and not player.had_bye:
            refusal = shown.get(name)
            if refusal is None or not _stands(sheet, refusal):
                yield f"nothing shows that {name}, of a lower bracket, could not have the bye"


def _stands(sheet: Sheet, refusal: NoRound) -> bool:
    """Tell whether a refusal is true: more odd groups than others that they could meet."""
    others = set(refusal.others)
    rest = set(sheet.players) - others - {refusal.bye}
    names = [name for group in refusal.groups for name in group]
    return (
        len(refusal.groups) > len(others)
        and all(len(group) % 2 for group in refusal.groups)
        and len(names) == len(set(names))
        and set(names) <= rest
        and not any(
            sheet.may_meet(name, other)
            for group in refusal.groups
            for name in group
            for other in rest - set(group)
        )
    )


def _ahead(sheet: Sheet, drawn: DrawnRound, certificate: Certificate) -> Iterator[str]:
    """Yield what is wrong with the round that is said to be possible after this one."""
    following = certificate.following
    if following is None:
        return
    yield from (f"the round after it cannot be so: {wrong}" for wrong in sheet.illegal(following))
    now = {frozenset(pair) for pair in pairs_of(drawn)}
    again = [pair for pair in following if frozenset(pair) in now]
    yield from (f"the round after it repeats {one} and {other}" for one, other in again)
