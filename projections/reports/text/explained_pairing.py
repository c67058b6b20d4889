"""Why a round was paired as it was, in paragraphs to be read out at the desk."""

import re
from collections.abc import Iterator, Mapping, Sequence

from ledger.errors import Hint, advice, do
from ledger.phrases import count
from ledger.terms import PlayerId
from ledger.text import with_names, with_number
from projections.compare.pairing_quality import Judged, Verdict
from projections.explain.pairing import Chance, Made, PairingWhy, TableWhy
from projections.pairing.certificate import Certificate, Kind, Objectives
from projections.pairing.state import BYE

Names = Mapping[PlayerId, str]
"""The names of the players; a number without a name is shown alone."""

Paragraph = tuple[int, str | Hint]
"""The indent of a paragraph, and its text, which may be wider than a line."""

_PAIR = re.compile(r"\b(p[1-9][0-9]{0,5})-(p[1-9][0-9]{0,5})\b", re.ASCII)


def paragraphs(
    explained: PairingWhy, names: Names, *, by: str, proof: bool = True
) -> list[Paragraph]:
    """Return an explanation as paragraphs; `by` says who entered the round.

    The `proof` is how good the round is, what shows that none is better, and how to repeat the
    draw.
    """
    said: list[Paragraph] = []
    for one in explained.tables:
        said += _table(one, names)
    said += [(0, ""), *_made(explained, names, by)]
    if explained.chance and proof:
        said += [(0, ""), *_chance(explained.chance)]
    if explained.judged:
        verdict, *proved = _compared(explained.judged, explained, names)
        said += [(0, ""), verdict, *(proved if proof else ())]
    return said


def _table(one: TableWhy, names: Names) -> Iterator[Paragraph]:
    """Yield the players at a table, and why they meet; and their opponents before a repair."""
    who = " and ".join(named_in(player, names) for player in one.players)
    yield 0, f"{one.match}: {who}" if one.match else f"no opponent: {who}"
    yield 2, _with_names(one.sentence, names)
    for player, other in one.before.items():
        kind = {"random": "had the bye", "awarded": "had an awarded bye"}
        was = kind.get(other, f"met {_with_names(other, names)}")
        was = "was not in the round" if other == "nobody" else was
        yield 2, f"Before the repair {named_in(player, names)} {was}."


def _made(explained: PairingWhy, names: Names, by: str) -> Iterator[Paragraph]:
    """Yield who paired the round, how, and why."""
    where = f"Round {explained.round} of {explained.pool}"
    how = "repaired" if explained.repaired else "paired"
    at = explained.at.isoformat(sep=" ", timespec="minutes")[:16]
    entry = f"entry {explained.seq} by {by}, {at}"
    because = f', because: "{explained.reason}"' if explained.reason else ""
    match explained.made:
        case Made.TOLD:
            yield 0, f"{where} was not {how} here, but imported from a file ({entry})."
            yield 2, f"SHA-256 of the imported file {explained.told}"
        case Made.DRAWN:
            yield 0, f"{where} was {how} by recorded chance ({entry}){because}."
        case Made.HAND:
            yield 0, f"{where} was {how} by hand ({entry}){because}."
        case Made.BRACKET:
            yield 0, f"{where} was {how} from the bracket ({entry}){because}."
    if explained.repaired:
        moved = ", ".join(named_in(player, names) for player in explained.moved)
        yield 2, f"The repair gave a new opponent to {moved or 'nobody'}."


def _chance(chance: Chance) -> Iterator[Paragraph]:
    """Yield the input of a draw, and how to repeat it."""
    pages = {"repair": "docs/repair.md", "pod-sheet": "docs/drafts.md"}
    page = pages.get(chance.procedure.rpartition("-")[0], "docs/pairing.md")
    yield 0, f"Draw {chance.draw} in the ledger, by {chance.procedure} ({page})"
    yield 2, f"secret   {chance.secret}"
    if chance.state and chance.key:
        yield 2, f"state    {chance.state}"
        if chance.entropy:
            yield 2, f"entropy  {chance.entropy}"
        yield 2, f"key      {chance.key}"
    again = "Anybody can repeat the draw from these values and {}, with {} or another program."
    yield 0, advice(again, page, do("verify"))


def _compared(judged: Judged, explained: PairingWhy, names: Names) -> Iterator[Paragraph]:
    """Yield how good the round is compared with the best one, and the proof."""
    certificate = explained.certificate
    yield 0, _with_names(_verdict(judged), names)
    if certificate is None:
        return
    whose = "It" if judged.measured.drawn else "The best round known"
    yield 0, f"{whose} has {_objectives(certificate.objectives)}."
    checked = "" if explained.checked or certificate.kind is Kind.UNPROVEN else ", NOT confirmed"
    yield 0, f"Certificate: {_certificate(certificate)}{checked}."


def _verdict(judged: Judged) -> str:
    """Return the verdict on the round, in a sentence."""
    why = "; ".join(judged.why)
    match judged.verdict:
        case Verdict.PARITY | Verdict.PROVEN:
            same = "the one" if judged.measured.drawn else "as good as the one"
            return f"No better pairing is possible: this is {same} that roundbook finds."
        case Verdict.UNPROVEN:
            return "The round is legal, and no better pairing is known."
        case Verdict.WORSE:
            return f"The round is worse than the best possible one: {why}."
        case Verdict.ILLEGAL:
            return f"The round is not legal, though a legal pairing was possible: {why}."
        case Verdict.IMPOSSIBLE:
            return f"No legal pairing of this round was possible: {why.rstrip('.')}."
        case Verdict.SHEET:
            return (
                "The round follows the pod sheet, with the random "
                "choices that the recorded secret gives."
            )
        case Verdict.OTHERWISE:
            worse = "".join(f"; {each}" for each in judged.why[1:])
            return f"The round is NOT the one that the recorded secret gives{worse}."


def _objectives(found: Objectives) -> str:
    """Return the measures of a round, in the order of docs/pairing.md."""
    bye = f"a bye {count(found.bye, 'bracket')} above the lowest bracket, " if found.bye else ""
    across = f"{count(found.across, 'pair')} across divisions, " if found.across else ""
    gaps = ", ".join(str(gap) for gap in found.gaps)
    apart = f"pairs across each gap between brackets, from the top: {gaps}"
    return f"{bye}{across}{apart if gaps else 'only one bracket'}"


def _certificate(found: Certificate) -> str:
    """Return what shows that no round is better."""
    match found.kind:
        case Kind.PARITY:
            return (
                "parity: each gap between brackets is crossed once if the number "
                "of players above it is odd"
            )
        case Kind.WINDOW:
            sizes = "; ".join(_inside(window.players) for window in found.windows)
            return (
                f"window: {count(len(found.windows), 'part')} of the field ({sizes}) with labels "
                "that give a lower bound, which this round meets exactly"
            )
        case Kind.TRIAL:
            return "trial: with so few players every round can be tried, and none is better"
        case Kind.UNPROVEN:
            return "unproven: the round is legal, and nothing shows that no other is better"


def _inside(players: Sequence[str]) -> str:
    """Return the players in a window, as a number; the bye may be among them."""
    people = count(len(players) - (BYE in players), "player")
    return f"{people} and the bye" if BYE in players else people


def _with_names(text: str, names: Names) -> str:
    """Return a sentence with names instead of player numbers."""
    text = _PAIR.sub(r"\1 with \2", text)
    return with_names(text, lambda number: named_in(number, names))


def named_in(player: PlayerId, names: Names) -> str:
    """Return a player's name and number, or the number alone."""
    return with_number(player, names.get(player, ""))
