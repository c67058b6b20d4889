"""What holds of every file that might be handed to the importer, however broken."""

from itertools import pairwise

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.importers.tdf.reader import official, read
from roundbook.ledger.importers.tdf.shapes import TdfFile
from roundbook.ledger.importers.tdf.xml import MAX_DEPTH, parse
from tests.ledger.tdf_told import LAWFUL, events, told

pytestmark = pytest.mark.fast

FILES = [path.read_bytes() for path in LAWFUL]
WORDS = sorted({word for data in FILES for word in data.split(b"<") if len(word) < 60})


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A real file with some of its bytes changed, left out, repeated or overwritten."""
    data = draw(st.sampled_from(FILES))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        length = draw(st.sampled_from([0, 1, 1, 2, 7, 40, 400, len(data)]))
        kind = draw(st.sampled_from(["bytes", "nothing", "twice", "word", "digit"]))
        part = data[start : start + length]
        if kind == "bytes":
            part = draw(st.binary(max_size=8))
        elif kind == "nothing":
            part = b""
        elif kind == "twice":
            part *= 2
        elif kind == "word":
            part = b"<" + draw(st.sampled_from(WORDS))
        else:
            # A digit is where most of the meaning is: an outcome, a table, a player.
            start = next((n for n in range(start, len(data)) if data[n : n + 1].isdigit()), start)
            length, part = 1, str(draw(st.integers(0, 9))).encode()
        data = data[:start] + part + data[start + length :]
    return data


def read_or_refusal(data: bytes) -> tuple[TdfFile, list[tuple[AnyEvent, ...]]] | Unreadable:
    try:
        return told(data)
    except Unreadable as refusal:
        return refusal


@given(damaged())
@example(b"")
@example(b"<tournament/>")
@example(b"\x00")
@example(b"<" * 10_000)
@example(b"<a>" * 10_000)
@example(b"<tournament>" + b"&#1;" + b"</tournament>")
@example(b"<tournament xmlns='a' type='2'/>")
def test_a_damaged_file_is_read_or_refused_with_a_sentence_and_nothing_else(data: bytes) -> None:
    outcome = read_or_refusal(data)
    if isinstance(outcome, Unreadable):
        assert outcome.message.endswith(".")
        assert outcome.hint
        assert outcome.message.isprintable()
        assert len(outcome.message) < 1_000
        return
    file, acts = outcome
    assert all(warning.endswith(".") and warning.isprintable() for warning in file.warnings)
    assert official(file).seeds.keys() <= {f"p{n}" for n in range(1, len(file.players) + 1)}
    for act in acts:
        for event in act:
            assert msgspec.json.decode(msgspec.json.encode(event), type=AnyEvent) == event


@given(st.sampled_from(FILES))
def test_a_file_always_tells_the_same(data: bytes) -> None:
    assert told(data) == told(data)


@given(st.sampled_from(FILES), st.sampled_from(["tom", "play-2017", "top-2017-literal"]))
def test_what_happened_does_not_depend_on_the_edition(data: bytes, edition: str) -> None:
    def rounds(told_events: list[AnyEvent]) -> list[AnyEvent]:
        return [e for e in told_events if isinstance(e, ev.RoundPaired | ev.ResultReported)]

    assert rounds(events(data, edition)) == rounds(events(data))


@given(st.sampled_from(FILES))
def test_nothing_is_told_before_it_can_have_happened(data: bytes) -> None:
    known: set[str] = set()
    paired: set[tuple[str, int]] = set()
    latest = 0
    for event in events(data):
        match event:
            case ev.PlayerRegistered() | ev.LatePlayerAdmitted():
                known.add(event.player)
            case ev.RoundPaired():
                seats = {player for pair in event.pairings for player in pair}
                assert seats | {bye.player for bye in event.byes} <= known
                assert event.round in {latest, latest + 1}
                latest = event.round
                paired.add((event.pool, event.round))
                assert all(before < after for before, after in pairwise(event.tables))
            case ev.ResultReported():
                assert (event.match.pool, event.match.round) in paired
            case ev.PlayerDropped() | ev.PlayerDisqualified():
                assert event.player in known
            case _:
                pass


@given(st.integers(1, 40))
def test_nesting_is_read_to_a_limit_and_refused_beyond_it(depth: int) -> None:
    data = b"<a>" * depth + b"</a>" * depth
    if depth > MAX_DEPTH:
        with pytest.raises(Unreadable):
            parse(data)
        return
    node = parse(data)
    for _ in range(depth - 1):
        (node,) = node.children
    assert node.children == ()


@given(st.sampled_from(FILES), st.text(max_size=30))
def test_an_unknown_attribute_changes_nothing_but_a_warning(data: bytes, value: str) -> None:
    plain = read(data)
    quoted = "".join(f"&#{ord(c)};" for c in value if c.isprintable())
    more = data.replace(b"<pods>", f'<pods news="{quoted}">'.encode(), 1)
    found = read(more)
    assert found.model_copy(update={"warnings": ()}) == plain.model_copy(update={"warnings": ()})
    (warning,) = set(found.warnings) - set(plain.warnings)
    assert "tournament/pods/@news: this attribute is unknown and was ignored." in warning
