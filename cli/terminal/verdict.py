"""A verdict as text, with every row it is based on, or as data."""

from functools import partial

from msgspec import Struct

from roundbook.cli.acts.judging import Ruled
from roundbook.cli.session.errors import shown
from roundbook.ledger.events.match_end import Facts, Side
from roundbook.ledger.rulesets.wording import in_edition
from roundbook.ledger.terms import Result
from roundbook.ledger.verdicts.tables import Next
from roundbook.projections.judging.match_end import coming, verdict
from roundbook.projections.reports.text.tables import WIDTH, wrapped


def in_lines(found: Ruled) -> list[str]:
    """Return a ruling as lines that fit a terminal."""
    lines: list[str] = []
    for text in verdict(found.seen, found.ruling, rules=found.rules, turns=found.turns):
        first, *rest = wrapped(shown(text), WIDTH - 4)
        lines += [f"  {first}", *(f"    {line}" for line in rest)]
    return lines


class VerdictRow(Struct, frozen=True, kw_only=True):
    """A row of the verdict tables that a ruling is based on."""

    cite: str
    case: str
    follows: str


class VerdictAnswer(Struct, frozen=True, kw_only=True):
    """How a match ends (`result`), or what must happen `next`, and the rows that say so.

    `game_won` is the game that a row awards although the match continues.
    """

    facts: Facts
    over: bool
    result: Result | None
    next: Next | None
    next_in_words: str | None
    game_won: Side | None
    cites: str
    rows: tuple[VerdictRow, ...]


def verdict_answer(ruled: Ruled) -> VerdictAnswer:
    """Return a ruling as data for programs."""
    found, said = ruled.ruling, partial(in_edition, rules=ruled.rules)
    return VerdictAnswer(
        facts=ruled.seen,
        over=found.result is not None,
        result=found.result,
        next=found.next,
        next_in_words=coming(found.next, rules=ruled.rules, turns=ruled.turns)
        if found.next
        else None,
        game_won=found.won,
        cites=said(found.cites),
        rows=tuple(
            VerdictRow(cite=said(one.cite), case=said(one.case), follows=said(one.follows))
            for one in found.rows
        ),
    )
