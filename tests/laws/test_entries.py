"""The bytes of an entry are those that RFC 8785 asks for, and they mean the entry."""

import json
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import msgspec
import pytest
import rfc8785
from hypothesis import assume, example, given
from hypothesis import strategies as st

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.events.catalogue import (
    AnnouncementMade,
    ContradictionDecided,
    ContradictionFound,
    EntropyAdded,
    FactAdded,
    HistoryShortened,
    MatchEnded,
    NoteMade,
    PlayerRegistered,
    ResultReported,
    RoundPaired,
    TournamentClosed,
)
from roundbook.ledger.events.match_end import Facts, GameEnd, Prizes, Stage, TimeCalled
from roundbook.ledger.record.entry import START, Entry, check_line, from_line, leaf_hash, to_line
from roundbook.ledger.terms import (
    Actor,
    Bye,
    Division,
    HandId,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Role,
    Score,
    Verdict,
)

pytestmark = pytest.mark.fast

# Written out, not taken from the code: what a line of text may not hold.
FORBIDDEN = [*map(chr, (*range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, 0xFEFF))]
FORBIDDEN += map(chr, (*range(0x2028, 0x202F), *range(0x2066, 0x206A)))

texts = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters=FORBIDDEN), min_size=1, max_size=60
)
players = st.integers(1, 999_999).map(lambda n: PlayerId(f"p{n}"))
pools = st.from_regex(r"[a-z][a-z0-9-]{0,31}", fullmatch=True).map(Pool)
matches = st.builds(MatchId, pools, st.integers(1, 999), st.integers(1, 999_999))
scores = st.builds(Score, *[st.integers(0, 999_999)] * 3)
results = st.builds(Result, verdict=st.sampled_from(Verdict), games=st.none() | scores)
commitments = st.from_regex(r"[A-Za-z0-9_-]{43}", fullmatch=True)
divisions = st.sampled_from(Division)
facts = st.builds(
    Facts,
    part=st.sampled_from(Stage),
    games=st.lists(st.sampled_from(GameEnd), max_size=4).map(tuple),
    time=st.sampled_from(TimeCalled),
    prizes=st.none() | st.builds(Prizes, st.integers(0, 6), st.integers(0, 6)),
    judge_told=st.booleans(),
)
offsets = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
moments = st.datetimes(timezones=offsets)
plain = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | texts
keys = st.from_regex(r"[ -~]{1,20}", fullmatch=True)
nested = st.recursive(
    plain,
    lambda held: st.lists(held, max_size=3).map(tuple) | st.dictionaries(keys, held, max_size=3),
    max_leaves=3,
)
events = st.one_of(
    st.builds(
        FactAdded,
        id=st.from_regex(r"[A-Za-z0-9._:/-]{1,100}", fullmatch=True),
        spec=st.from_regex(r"[A-Za-z0-9._:/-]{1,200}", fullmatch=True),
        data=st.dictionaries(keys, nested, max_size=4),
    ),
    st.builds(NoteMade, text=texts, match=st.none() | matches, player=st.none() | players),
    st.builds(PlayerRegistered, player=players, division=divisions, commitment=commitments),
    st.builds(EntropyAdded, text=texts, source=texts, pool=st.none() | pools),
    st.builds(ResultReported, match=matches, result=results),
    st.builds(MatchEnded, match=matches, facts=facts),
    st.builds(
        ContradictionFound,
        leaf=commitments,
        entry=st.integers(1, 999_999_999),
        at=moments,
        text=texts,
        match=st.none() | matches,
        result=st.none() | results,
    ),
    st.builds(ContradictionDecided, entry=st.integers(1, 999_999_999), reason=texts),
    st.builds(
        RoundPaired,
        pool=pools,
        round=st.integers(1, 999),
        pairings=st.lists(st.builds(Pairing, players, players), max_size=5).map(tuple),
        tables=st.lists(st.integers(1, 999_999), max_size=5).map(tuple),
        byes=st.lists(st.builds(Bye, players), max_size=2).map(tuple),
    ),
    st.builds(
        AnnouncementMade,
        rounds=st.integers(1, 999),
        cut=st.dictionaries(divisions, st.integers(0, 999_999)),
        text=texts,
    ),
    st.builds(
        HistoryShortened,
        lines=st.integers(1, 2**53 - 1),
        leaf=commitments,
        paired=st.dictionaries(pools, st.integers(1, 999), max_size=3),
        reason=texts,
    ),
    st.builds(TournamentClosed, end=st.none() | st.dates(date(1990, 1, 1), date(2200, 1, 1))),
)
hands = st.builds(Actor, id=st.just(HandId("h12")), role=st.sampled_from(Role))
entries = st.builds(
    Entry,
    seq=st.integers(1, 2**53 - 1),
    at=moments,
    hand=hands,
    cmd=st.from_regex(r"[A-Za-z0-9._:/-]{1,100}", fullmatch=True),
    prev=commitments,
    events=st.lists(events, max_size=4).map(tuple),
)


@given(entries)
def test_a_line_is_what_rfc_8785_asks_for(entry: Entry) -> None:
    line = to_line(entry)
    assert line == rfc8785.dumps(json.loads(line))


@given(entries)
def test_a_line_is_read_back_as_the_entry_it_was_made_from(entry: Entry) -> None:
    line = to_line(entry)
    again = from_line(line, entry.seq)
    assert again == entry
    assert again.at.utcoffset() == entry.at.utcoffset()
    assert to_line(again) == line
    assert check_line(line, entry.seq) == entry.prev


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | texts,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(min_codepoint=32, max_codepoint=126)), inner)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), values), st.integers(2, 99))
def test_a_line_of_any_newer_version_is_checked_as_rfc_8785_would(
    fields: dict[str, Any], version: int
) -> None:
    line = rfc8785.dumps({**fields, "prev": START, "seq": 5, "v": version})
    assert check_line(line, 5) == START
    with pytest.raises(Unreadable):
        from_line(line, 5)


@given(entries, st.data())
def test_a_line_is_read_only_if_it_is_canonical(entry: Entry, data: st.DataObject) -> None:
    """Any bytes put in, taken out or changed: what can still be read is what was written."""
    line = to_line(entry)
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, min(len(line), start + 3)))
    junk = data.draw(st.binary(max_size=3) | st.sampled_from([b" ", b"\\u0041", b"0", b'"', b"{}"]))
    altered = line[:start] + junk + line[end:]
    assume(altered != line)
    with suppress(Unreadable):
        again = from_line(altered, entry.seq)
        assert to_line(again) == altered
        assert altered == rfc8785.dumps(json.loads(altered))
    assert leaf_hash(altered) != leaf_hash(line)


@given(st.binary(max_size=200) | texts.map(str.encode))
@example(b"{" * 65_535)
@example(b'{"prev":1,"seq":1}')
@example(b'{"prev":"","seq":true}')
def test_any_bytes_get_an_answer_or_a_sentence(line: bytes) -> None:
    for read in (from_line, check_line):
        with pytest.raises(Unreadable) as caught:
            read(line, 1)
        assert caught.value.message.startswith("line 1 ")
        assert "\n" not in caught.value.message


@given(texts)
def test_text_is_stored_as_it_was_typed(text: str) -> None:
    """Never normalised: the bytes are the proof."""
    note = NoteMade(text=text)
    entry = Entry(
        seq=1,
        at=datetime(2026, 1, 2, tzinfo=UTC),
        hand=Actor(id=HandId("h1")),
        cmd="c",
        prev=START,
        events=(note,),
    )
    assert msgspec.json.decode(to_line(entry))["events"][0]["text"] == text
