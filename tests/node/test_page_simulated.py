"""The page of an archive reads the ledger of a simulated event as roundbook does."""

import pytest

from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import entries_of
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.tournament import Tournament
from roundbook.projections.reports.export_tables import places
from roundbook.projections.reports.remarks import decided
from roundbook.projections.standings.standings import standings
from tests.node.test_page import Ask, without_name
from tests.simulation.faults.play import Play, plan, play

pytestmark = pytest.mark.node


@pytest.mark.parametrize(
    "seeds", [range(3, 5), pytest.param(range(100, 160), marks=pytest.mark.long)], ids=str
)
def test_what_a_simulated_event_leaves_is_read_alike_by_page_and_program(
    ask: Ask, seeds: range
) -> None:
    ledgers = list[list[bytes]]()

    def keep(event: Play) -> None:
        ledgers.append(event.held)

    for seed in seeds:
        play(plan(seed, 80), keep)
    asked = [{"lines": [line.decode() for line in held]} for held in ledgers]
    for held, answer in zip(ledgers, ask("replay", asked), strict=True):
        entries = list(entries_of(held, 0))
        t = Tournament.replay(entries)
        assert t.opened
        rows = places(standings(t, released.load(t.opened.edition)), Book())
        assert answer["places"] == [without_name(dict(row)) for row in rows]
        # That the ledger continues from an older copy has a check of its own on the page.
        told = [one for one in decided(entries) if "continues from an older copy" not in one]
        assert answer["decided"] == told
