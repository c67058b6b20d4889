"""Deck lists as tests write them, and what is asked of them."""

from datetime import date
from typing import Any

from roundbook.ledger.decks import formats, pools
from roundbook.ledger.decks.deck_list import DeckList
from roundbook.ledger.decks.pools import CardPool
from roundbook.ledger.importers.lists.pasted_decks import read
from roundbook.projections.decks import Judgement, Question, judge

DAY = date(2016, 1, 16)
RULES = formats.rules()


def listed(text: str) -> DeckList:
    """Return a list that is written with a card on each line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return read("\n".join(lines).encode(), "list.txt")


def asking(name: str = "standard", pool: str | CardPool | None = None, **said: Any) -> Question:
    """Return the question of a format, with its pool of 2016 or another."""
    wanted = RULES.format(name)
    assert wanted is not None
    if isinstance(pool, str):
        found = pools.named(pool)
        assert found is not None
        pool = found[0]
    elif pool is None and wanted.pool:
        held = pools.for_format(wanted.pool, DAY)
        assert held is not None
        pool = held[0]
    return Question(**{"format": wanted, "rules": RULES, "on": DAY, "pool": pool, **said})


def judged(text: str, name: str = "standard", **said: Any) -> Judgement:
    """Return the judgement of a list."""
    return judge(listed(text), asking(name, **said))


def breaches(text: str, name: str = "standard", **said: Any) -> list[tuple[str, int]]:
    """Return the rules that a list breaks, with the lines."""
    return [(one.rule, one.line) for one in judged(text, name, **said).breaches]
