"""The promises of `Store`, which every store keeps."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundbook.ledger.errors import Conflict
from roundbook.ledger.record.chain import Mark
from roundbook.ledger.storage.database import Database
from roundbook.ledger.storage.jsonl import JsonlStore
from roundbook.ledger.storage.postgres import PostgresStore
from roundbook.ledger.storage.store import Behind, MemoryStore, Store
from tests.stores.lines import lines, mark

if TYPE_CHECKING:
    from tests.postgres import Server

Desk = Callable[[], Store]
"""Another desk on the same ledger; in memory there is only one."""


@pytest.fixture(params=["memory", "jsonl", pytest.param("postgres", marks=pytest.mark.database)])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    if request.param == "memory":
        only = MemoryStore()
        return lambda: only
    if request.param == "postgres":
        server: Server = request.getfixturevalue("postgres")
        name = server.new_name()
        PostgresStore.create(Database(server.hall), name)
        return lambda: PostgresStore(Database(server.hall), name)
    folder = tmp_path / "cup"
    JsonlStore.create(folder)
    return lambda: JsonlStore(folder)


def test_a_new_store_holds_nothing(desk: Desk) -> None:
    store = desk()
    assert (store.lines(), store.lines(after=3), store.notices) == ([], [], [])


def test_what_was_appended_is_read_back_byte_for_byte_by_everybody(desk: Desk) -> None:
    held = lines(7)
    store = desk()
    store.append(held[:1], after=0)
    store.append(held[1:5], after=1)
    desk().append(held[5:], after=5)
    for reader in (store, desk()):
        assert reader.lines() == held
        assert reader.notices == []


@pytest.mark.parametrize("after", range(9))
def test_lines_behind_a_number_are_the_rest_whatever_was_read_before(
    desk: Desk, after: int
) -> None:
    held = lines(7)
    store = desk()
    store.append(held, after=0)
    for reader in (store, desk()):
        assert reader.lines(after=5) == held[5:]
        assert reader.lines(after=after) == held[after:]
        assert reader.lines(after=7) == []
        assert reader.lines(after=after) == held[after:]


@pytest.mark.rule("LED-5")
@pytest.mark.parametrize("after", [0, 4, 6, 60])
def test_who_has_not_seen_the_last_line_writes_nothing(desk: Desk, after: int) -> None:
    held = lines(5)
    desk().append(held, after=0)
    store = desk()
    with pytest.raises(Behind) as caught:
        store.append(lines(2, start=Mark(after, mark(held).leaf, 0)), after=after)
    assert (caught.value.after, caught.value.held) == (after, 5)
    assert desk().lines() == held


@pytest.mark.rule("LED-5")
def test_of_two_that_saw_the_same_one_succeeds_and_the_other_may_go_on_behind_it(
    desk: Desk,
) -> None:
    held = lines(5)
    one, two = desk(), desk()
    one.append(held, after=0)
    assert two.lines() == held
    first = lines(1, start=mark(held), cmd="one")
    one.append(first, after=5)
    with pytest.raises(Behind):
        two.append(lines(1, start=mark(held), cmd="two"), after=5)
    assert two.lines(after=5) == first
    second = lines(1, start=mark([*held, *first]), cmd="two")
    two.append(second, after=6)
    assert one.lines(after=5) == [*first, *second]


@pytest.mark.parametrize("broken", ["first", "second", "number"])
def test_lines_that_do_not_follow_the_last_one_are_refused_all_of_them(
    desk: Desk, broken: str
) -> None:
    """Such a desk has read a line that never was acknowledged, or another ledger."""
    held = lines(5)
    desk().append(held, after=0)
    good = lines(2, start=mark(held))
    stray = {
        "first": lines(2, start=Mark(5, "B" * 43, 0)),
        "second": [good[0], *lines(1, start=Mark(6, "B" * 43, 0))],
        "number": lines(2, start=Mark(6, mark(held).leaf, 0)),
    }[broken]
    with pytest.raises(Conflict, match=r"does not follow line [56]\.$"):
        desk().append(stray, after=5)
    assert desk().lines() == held


@pytest.mark.rule("LED-6")
def test_what_was_read_can_be_confirmed_but_no_more_and_no_less(desk: Desk) -> None:
    held = lines(5)
    store = desk()
    store.confirm(after=0)
    store.append(held, after=0)
    for reader in (store, desk()):
        reader.confirm(after=5)
        assert reader.lines() == held
        reader.confirm(after=5)
        for other in (0, 4, 6):
            with pytest.raises(Behind) as caught:
                reader.confirm(after=other)
            assert (caught.value.after, caught.value.held) == (other, 5)
    assert desk().lines() == held


def test_what_a_reader_does_to_its_answer_changes_nothing(desk: Desk) -> None:
    held = lines(3)
    store = desk()
    store.append(held, after=0)
    store.lines().clear()
    assert store.lines() == held
