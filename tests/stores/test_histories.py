"""Whatever happens to a ledger in whatever order, every store goes on from a valid prefix."""

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from roundbook.ledger.errors import Conflict, Unreadable
from roundbook.ledger.storage.jsonl import JsonlStore
from roundbook.ledger.storage.store import Behind, MemoryStore
from tests.stores.lines import data, head, lines, mark


class Histories(RuleBasedStateMachine):
    """Two desks on one folder, a memory beside it that must tell the same, and accidents."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.desks = [JsonlStore.create(self.folder), JsonlStore(self.folder)]
        self.memory = MemoryStore()
        self.held: list[bytes] = []
        self.written = 0

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    @property
    def ledger(self) -> Path:
        return self.folder / "ledger.jsonl"

    def new(self, count: int, *, behind: int) -> list[bytes]:
        self.written += 1
        return lines(count, start=mark(self.held[:behind]), cmd=f"t{self.written}.")

    @rule(desk=st.sampled_from([0, 1]), count=st.integers(1, 4))
    def append(self, desk: int, count: int) -> None:
        more = self.new(count, behind=len(self.held))
        self.desks[desk].append(more, after=len(self.held))
        self.memory.append(more, after=len(self.held))
        self.held += more

    @rule(desk=st.sampled_from([0, 1]), back=st.integers(1, 5))
    def append_without_having_looked(self, desk: int, back: int) -> None:
        seen = max(0, len(self.held) - back)
        more = self.new(1, behind=seen)
        for store in (self.desks[desk], self.memory) if seen < len(self.held) else ():
            with pytest.raises(Behind):
                store.append(more, after=seen)

    @rule(desk=st.sampled_from([0, 1]))
    def append_behind_a_line_that_never_was(self, desk: int) -> None:
        stray = lines(1, start=mark([])._replace(seq=len(self.held), leaf="B" * 43))
        for store in (self.desks[desk], self.memory):
            with pytest.raises(Conflict):
                store.append(stray, after=len(self.held))

    @rule(desk=st.sampled_from([0, 1]), after=st.integers(0, 12))
    def read(self, desk: int, after: int) -> None:
        assert self.desks[desk].lines(after) == self.memory.lines(after) == self.held[after:]

    @rule(desk=st.sampled_from([0, 1]))
    def open_anew(self, desk: int) -> None:
        self.desks[desk] = JsonlStore(self.folder)

    @rule(cut=st.integers(1, 400), count=st.integers(1, 3))
    def a_write_is_cut_short(self, cut: int, count: int) -> None:
        new = data(self.new(count, behind=len(self.held)))[:-1]
        self.append_bytes(new[: min(cut, new.index(b"\n") if b"\n" in new else len(new))])

    @rule(zeros=st.integers(1, 400), end=st.sampled_from([b"", b"\n"]))
    def the_power_goes(self, zeros: int, end: bytes) -> None:
        self.append_bytes(b"\0" * zeros + end)

    @rule()
    def the_head_is_lost(self) -> None:
        (self.folder / "head").unlink(missing_ok=True)

    @precondition(lambda self: self.held)
    @rule(back=st.integers(0, 5))
    def the_head_is_an_older_one(self, back: int) -> None:
        older = self.held[: max(1, len(self.held) - back)]
        (self.folder / "head").write_bytes(head(older).to_bytes())

    @precondition(lambda self: self.held)
    @rule(desk=st.sampled_from([0, 1]), lost=st.integers(1, 900))
    def the_end_is_cut_off_and_that_is_accepted(self, desk: int, lost: int) -> None:
        (self.folder / "head").write_bytes(head(self.held).to_bytes())
        whole = data(self.held)
        cut = whole[: max(0, len(whole) - lost)]
        self.ledger.write_bytes(cut)
        kept = cut.count(b"\n")
        self.desks[desk] = JsonlStore(self.folder)
        assert self.desks[desk].lines() == self.held[:kept]
        more = self.new(1, behind=kept)
        with pytest.raises(Unreadable):
            self.desks[desk].append(more, after=kept)
        self.desks[desk].accept_shorter("the stick was pulled out")
        self.desks[desk].append(more, after=kept)
        self.held = [*self.held[:kept], *more]
        self.memory = MemoryStore()
        self.memory.append(self.held, after=0)

    @invariant()
    def the_lines_are_a_whole_ledger(self) -> None:
        found = JsonlStore(self.folder).survey()
        assert (found.lines, found.damage, found.ahead) == (self.held, (), None)

    def append_bytes(self, torn: bytes) -> None:
        with self.ledger.open("ab") as file:
            file.write(torn)


TestHistories = pytest.mark.rule("LED-6")(Histories.TestCase)
