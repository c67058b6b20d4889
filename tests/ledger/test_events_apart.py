"""The second reader, in an archive's page, knows each event or may pass over it."""

from typing import get_args

import pytest

from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.events.event import Event
from tests.house.tree import ROOT

pytestmark = pytest.mark.fast

FOLD = (ROOT / "cli" / "archive" / "fold.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", get_args(AnyEvent))
def test_an_event_is_apart_or_has_a_case(kind: type[Event]) -> None:
    """tests/laws/test_fold.py tries whether the two readers then agree."""
    assert (f'case "{kind.__struct_config__.tag}":' in FOLD) is not kind.apart
