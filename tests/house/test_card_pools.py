"""Released card pools and rules of deck building keep their promise: they are never edited."""

import hashlib

import pytest

from roundbook.ledger.decks import formats, pools
from roundbook.ledger.decks.released import load, names
from roundbook.ledger.errors import Unreadable
from tests.house.tree import ROOT

ROOM = ROOT / "ledger" / "decks"


@pytest.mark.rule("A-27")
def test_every_released_file_has_the_bytes_that_were_released() -> None:
    files = {path.stem.replace("_", "-"): path for path in ROOM.glob("*.toml")}
    assert set(files) == set(names())
    for name, path in files.items():
        data = path.read_bytes()
        assert hashlib.sha256(data).hexdigest() == names()[name], name
        assert b"\r" not in data
        assert data.endswith(b"\n")
        assert max(map(len, data.decode().splitlines())) <= 100


def test_a_file_carries_the_name_it_was_released_under() -> None:
    of_pools = [name for name in names() if name not in formats.RELEASED]
    assert [pool.name for pool in pools.released()] == of_pools
    assert [formats.rules(name).name for name in formats.RELEASED] == [*formats.RELEASED]
    assert formats.rules().name == formats.CURRENT == next(iter(names()))


def test_a_file_that_was_edited_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "roundbook.ledger.decks.released.names", lambda: {"standard-2015": "0" * 64}
    )
    with pytest.raises(Unreadable, match="differs from the released version"):
        load("standard-2015")
    with pytest.raises(Unreadable, match="there is no released file"):
        load("standard-2031")


def test_one_pool_at_most_is_the_default_of_a_format_on_any_day() -> None:
    standing = [pool for pool in pools.released() if pool.default]
    assert len({(pool.format, pool.deck_rules) for pool in standing}) == len(standing) == 5
