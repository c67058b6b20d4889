"""The formats of TRF §11, §13 and §14, as the text tells them apart."""

import pytest

from roundbook.ledger.events.decks import Format

pytestmark = pytest.mark.fast

# Written off the text: what the deck is made from, whether §14 has it, the Prize cards of a player.
TOLD = {
    "standard": ("constructed", "sanctioned", 6),
    "expanded": ("constructed", "sanctioned", 6),
    "unlimited": ("constructed", "sanctioned", 6),
    "sealed": ("limited", "sanctioned", 4),
    "booster-draft": ("limited", "sanctioned", 4),
    "rochester-draft": ("limited", "sanctioned", 4),
    "solomon-draft": ("limited", "sanctioned", 4),
    "30-card-constructed": ("constructed", "fun", 3),
    "30-card-limited": ("limited", "fun", 3),
    "2-on-2-constructed": ("constructed", "fun", 6),
    "2-on-2-limited": ("limited", "fun", 4),
    "team-battle-constructed": ("constructed", "fun", 6),
    "team-battle-limited": ("limited", "fun", 4),
}


@pytest.mark.rule("TRF-11a", "A-83")
def test_every_format_is_constructed_or_limited_and_the_fun_ones_are_known() -> None:
    found = {
        each.value: (
            "limited" if each.limited else "constructed",
            "fun" if each.fun else "sanctioned",
            each.prizes,
        )
        for each in Format
    }
    assert found == TOLD
