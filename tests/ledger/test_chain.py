import base64
import hashlib
from collections.abc import Iterator
from functools import lru_cache

import pytest

from roundbook.ledger.proofs.tree import leaf
from roundbook.ledger.record import chain, entry
from roundbook.ledger.record.chain import (
    BEGINNING,
    Ahead,
    Damage,
    Followed,
    Head,
    Mark,
    Survey,
    follow,
    survey,
)
from roundbook.ledger.terms import MAX_LINE
from tests.stores.lines import data, head, lines, mark, note

SIXTY = lines(60)
"""The ledger most of these tests damage."""


def offset(number: int, held: list[bytes] = SIXTY) -> int:
    """Return the byte at which line `number` begins."""
    return len(data(held[: number - 1]))


def only_damage(found: Survey) -> tuple[int, str]:
    (damage,) = found.damage
    assert damage.offset == offset(damage.line)
    assert found.lines == SIXTY[: damage.line - 1]
    assert found.leaves == [*map(leaf, found.lines)]
    return damage.line, damage.sentence


# --- intact ledgers -------------------------------------------------------------------------------


def test_an_intact_ledger_is_clean_and_all_of_it_is_read() -> None:
    found = survey(data(SIXTY), head(SIXTY))
    assert found == Survey(SIXTY, [*map(leaf, SIXTY)], mark(SIXTY), {}, (), b"", None, None)
    assert found.clean
    assert found.remarks == ()


def test_an_empty_ledger_without_a_head_is_clean() -> None:
    assert survey(b"", None) == Survey([], [], BEGINNING, {}, (), b"", None, None)


def test_the_place_behind_the_last_line_has_its_hash_by_the_words_of_rfc_6962() -> None:
    leaf = hashlib.sha256(b"\x00" + SIXTY[-1]).digest()
    assert survey(data(SIXTY), head(SIXTY)).end == Mark(
        60, base64.urlsafe_b64encode(leaf).decode().rstrip("="), len(data(SIXTY))
    )


@pytest.mark.parametrize("known", [1, 30, 59, 60])
def test_a_survey_that_begins_further_on_finds_the_rest(known: int) -> None:
    start = mark(SIXTY[:known])
    found = survey(data(SIXTY)[start.offset :], head(SIXTY), start)
    leaves = [*map(leaf, SIXTY[known:])]
    assert found == Survey(SIXTY[known:], leaves, mark(SIXTY), {}, (), b"", None, None)


def test_a_survey_that_begins_further_on_counts_bytes_from_the_first_line() -> None:
    start = mark(SIXTY[:30])
    bad = data(SIXTY).replace(b"Table 41", b"Table 47")
    (damage,) = survey(bad[start.offset :], head(SIXTY), start).damage
    assert (damage.line, damage.offset) == (41, offset(41))


def test_lines_are_followed_as_far_as_they_hang_together() -> None:
    leaves = [*map(leaf, SIXTY)]
    short = [*SIXTY[:5], *SIXTY[6:]]
    known, five = mark(SIXTY[:59]), mark(SIXTY[:5])
    assert follow(SIXTY, BEGINNING) == Followed(known, mark(SIXTY), leaves)
    assert follow(SIXTY[1:], BEGINNING) == Followed(BEGINNING, BEGINNING, [])
    assert follow(short, BEGINNING) == Followed(mark(SIXTY[:4]), five, leaves[:5])
    assert follow(SIXTY[5:], five) == Followed(known, mark(SIXTY), leaves[5:])


def test_a_line_of_a_newer_version_is_followed_though_nobody_can_tell_what_it_means() -> None:
    newer = (
        b'{"at":"2031-01-02T10:00:00Z","cmd":"n","events":[{"event":"player-cloned"}],"prev":"%s",'
        b'"seq":61,"signed":{"by":"h2"},"v":2,"zone":"Europe/Berlin"}'
    ) % mark(SIXTY).leaf.encode()
    held = [*SIXTY, newer]
    assert survey(data(held), head(held)).clean
    assert survey(data([*held, *lines(2, start=mark(held))]), head(held)).clean


# --- damage ---------------------------------------------------------------------------------------


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remember the hashes and claims of lines: these tests look at the same ones very often."""
    leaf_hash, claim = lru_cache(200_000)(entry.leaf_hash), lru_cache(200_000)(chain.claim)
    monkeypatch.setattr(chain, "leaf_hash", leaf_hash)
    monkeypatch.setattr(chain, "claim", claim)


def flips(held: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the bytes of a ledger with each bit turned over, and the byte that it is in."""
    altered = bytearray(held)
    for byte in range(len(altered)):
        for bit in range(8):
            altered[byte] ^= 1 << bit
            yield byte, bytes(altered)
            altered[byte] ^= 1 << bit


@pytest.mark.rule("LED-1")
@pytest.mark.usefixtures("quick")
def test_each_bit_that_turns_over_is_found_and_its_line_is_named() -> None:
    """Some flips make a LF and break a line in two, some unmake one and join two lines."""
    held = lines(20, happens=note)
    number, wrong = 0, []
    whole, last = data(held), head(held)
    starts = [*(offset(n, held) for n in range(1, 21)), len(whole)]
    for byte, altered in flips(whole):
        while byte >= starts[number]:
            number += 1
        found = survey(altered, last)
        joins = byte == starts[number] - 1
        intact_again = number + (2 if joins else 1)
        if (
            [(bad.line, bad.offset) for bad in found.damage] != [(number, starts[number - 1])]
            or found.lines != held[: number - 1]
            or list(found.later) != list(range(intact_again, 21))
            or (found.torn, found.ahead, found.head_wrong) != (b"", None, None)
        ):
            wrong.append((number, byte, found.damage))
    assert wrong == []


@pytest.mark.usefixtures("quick")
def test_each_bit_that_turns_over_in_the_head_is_noticed() -> None:
    """Beside the last line, which the head accuses when its own hash has changed."""
    for _, altered in flips(head(SIXTY).to_bytes()):
        found = survey(data(SIXTY), Head.from_bytes(altered))
        assert not found.clean
        assert found.lines[:59] == SIXTY[:59]


@pytest.mark.usefixtures("quick")
def test_with_newer_lines_behind_it_the_head_is_wrong_and_no_line_is() -> None:
    for _, altered in flips(head(SIXTY[:59]).to_bytes()):
        found = survey(data(SIXTY), Head.from_bytes(altered))
        if Head.from_bytes(altered) != head(SIXTY[:59]):
            assert found.head_wrong
            assert (found.lines, found.damage, found.ahead) == (SIXTY, (), None)


def test_an_altered_word_is_found_by_what_the_next_line_says() -> None:
    found = survey(data(SIXTY).replace(b"Table 41", b"Table 47"), head(SIXTY))
    assert only_damage(found) == (
        41,
        "line 41 has been altered: line 42 gives a different hash for it.",
    )
    assert found.later == {n: SIXTY[n - 1] for n in range(42, 61)}


def test_an_altered_last_line_is_found_by_what_the_head_says() -> None:
    held = SIXTY[:59]
    found = survey(data(held).replace(b"Table 59", b"Table 95"), head(held))
    assert only_damage(found) == (
        59,
        "line 59 has been altered: `head` gives a different hash for it.",
    )


def test_of_two_neighbours_the_later_is_altered() -> None:
    """What line 31 says of line 30 cannot be believed when line 32 disowns line 31."""
    bad = bytearray(data(SIXTY))
    at = offset(32) - 70
    assert SIXTY[29] not in bytes(bad[at:])
    bad[at] = ord("A") if bad[at] != ord("A") else ord("B")
    line, _ = only_damage(survey(bytes(bad), head(SIXTY)))
    assert line == 31


def test_a_removed_line_is_named() -> None:
    found = survey(data([*SIXTY[:19], *SIXTY[20:]]), head(SIXTY))
    assert only_damage(found) == (20, "line 20 is missing: line 21 is in its place.")
    assert list(found.later) == list(range(21, 61))


def test_a_line_that_was_put_in_is_found() -> None:
    found = survey(data([*SIXTY[:20], b"{}", *SIXTY[20:]]), head(SIXTY))
    assert only_damage(found) == (
        21,
        "there is something before line 21 that does not belong there.",
    )
    assert list(found.later) == list(range(21, 61))


def test_a_line_that_stands_twice_is_found() -> None:
    found = survey(data([*SIXTY[:20], SIXTY[19], *SIXTY[20:]]), head(SIXTY))
    assert found.damage
    assert found.damage[0].line in {20, 21}
    assert found.lines == SIXTY[: found.damage[0].line - 1]


def test_lines_that_changed_places_are_found() -> None:
    swapped = [*SIXTY[:19], SIXTY[20], SIXTY[19], *SIXTY[21:]]
    found = survey(data(swapped), head(SIXTY))
    assert [bad.line for bad in found.damage] == [20, 21]
    assert found.lines == SIXTY[:19]


def test_two_damages_far_from_each_other_are_both_named() -> None:
    bad = data(SIXTY).replace(b"Table 41", b"Table 47").replace(b"Table 11 ", b"Table 17 ")
    found = survey(bad, head(SIXTY))
    assert [damage.line for damage in found.damage] == [11, 41]
    assert list(found.later) == [*range(12, 41), *range(42, 61)]


def test_a_ledger_that_begins_with_another_line_is_damaged_there() -> None:
    other = lines(60, start=Mark(0, "B" * 43, 0))
    (damage,) = survey(data(other), head(other)).damage
    assert damage == Damage(
        1, 0, "line 1 does not follow line 0: it gives a different hash for that line."
    )


def test_a_ledger_that_goes_on_from_an_older_copy_is_damaged_where_it_forks() -> None:
    """Line 31 and all behind it hang together, but they follow another line 30."""
    fork = [*SIXTY[:30], *lines(30, start=Mark(30, "B" * 43, 0))]
    found = survey(data(fork), head(SIXTY[:30]))
    assert [bad.line for bad in found.damage] == [31]
    assert found.lines == SIXTY[:30]


def test_a_line_that_is_too_long_is_damage_even_at_the_end_and_without_a_line_end() -> None:
    long = b"x" * (MAX_LINE + 1)
    for end in (b"", b"\n"):
        found = survey(data(SIXTY) + long + end, head(SIXTY))
        assert found.damage == (
            Damage(61, len(data(SIXTY)), "line 61 is longer than 65,535 bytes."),
        )
        assert found.lines == SIXTY
        assert found.torn == b""


# --- the end of the file --------------------------------------------------------------------------


@pytest.mark.rule("LED-6")
@pytest.mark.usefixtures("quick")
def test_cut_at_each_byte_before_the_head_both_numbers_are_said_and_whole_lines_are_read() -> None:
    whole, last = data(SIXTY), head(SIXTY)
    for size in range(len(whole)):
        found = survey(whole[:size], last)
        kept = whole.count(b"\n", 0, size)
        assert found.damage == ()
        assert found.ahead == Ahead(lines=kept, head=60)
        assert found.lines == SIXTY[:kept]
        assert found.torn == whole[found.end.offset : size]
        assert found.remarks[-1].startswith(f"the ledger ends with line {kept}, but `head` names")


@pytest.mark.rule("LED-6")
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("headed", [0, 1, 55])
def test_cut_at_each_byte_behind_the_head_the_rest_is_torn_and_whole_lines_are_read(
    headed: int,
) -> None:
    whole, last = data(SIXTY), head(SIXTY[:headed]) if headed else None
    for size in range(len(data(SIXTY[:headed])), len(whole) + 1):
        found = survey(whole[:size], last)
        kept = whole.count(b"\n", 0, size)
        assert found.damage == ()
        assert found.ahead is None
        assert found.lines == SIXTY[:kept]
        assert found.torn == whole[found.end.offset : size]


def test_lines_that_are_newer_than_the_head_are_as_good_as_any() -> None:
    found = survey(data(SIXTY), head(SIXTY[:57]))
    assert found.clean
    assert (found.lines, found.remarks) == (SIXTY, ())


@pytest.mark.parametrize("rest", [b"\0" * 300, b'{"at":"20' + b"\0" * 90, b"]]]", b"{}"])
@pytest.mark.parametrize("end", [b"", b"\n"])
def test_behind_the_head_what_is_no_line_is_torn(rest: bytes, end: bytes) -> None:
    """A power cut may leave zeros before a LF that did reach the disk."""
    found = survey(data(SIXTY) + rest + end, head(SIXTY))
    assert found.clean
    assert found.torn == rest + end
    assert found.remarks == (
        f"a write was cut short: the last {len(rest + end)} bytes, after line 60, are left out.",
    )


def test_zeros_among_the_newest_lines_are_torn_with_all_that_follows() -> None:
    """One write of several lines, of which the disk kept the first block and the last."""
    zeros = b"\0" * len(SIXTY[56])
    torn = data([zeros, *SIXTY[57:]])
    found = survey(data(SIXTY[:56]) + torn, head(SIXTY[:55]))
    assert (found.lines, found.torn, found.damage) == (SIXTY[:56], torn, ())


def test_a_bad_line_with_good_ones_behind_it_is_damage_even_behind_the_head() -> None:
    """They were acknowledged, so a write was not cut short there: nothing may be left out."""
    bad = data(SIXTY).replace(b"Table 56 ", b"Table\n56 ")
    line, _ = only_damage(survey(bad, head(SIXTY[:50])))
    assert line == 56
    assert [bad.line for bad in survey(bad, None).damage] == [56]


def test_a_good_line_that_follows_another_one_is_damage_even_behind_the_head() -> None:
    stray = lines(1, start=Mark(60, "B" * 43, 0))
    found = survey(data([*SIXTY, *stray]), head(SIXTY))
    assert [(bad.line, bad.sentence) for bad in found.damage] == [
        (61, "line 61 does not follow line 60: it gives a different hash for that line.")
    ]


@pytest.mark.parametrize("held", [1, 60])
def test_a_ledger_without_its_head_is_read_and_the_loss_is_said(held: int) -> None:
    found = survey(data(SIXTY[:held]), None)
    assert found.lines == SIXTY[:held]
    assert found.remarks == (
        "`head` is missing or cannot be read. The next entry will write `head` again.",
    )


def test_a_head_that_contradicts_lines_which_confirm_each_other_is_wrong() -> None:
    assert survey(data(SIXTY), Head(leaf="A" * 43, seq=30)).head_wrong == (
        "`head` and the next line give different hashes for line 30."
    )
    assert survey(data(SIXTY), Head(leaf=mark(SIXTY).leaf, seq=70)).head_wrong == (
        "`head` gives the number of line 60 as 70."
    )


def test_a_wrong_head_is_also_noticed_behind_a_damage() -> None:
    bad = data(SIXTY).replace(b"Table 11 ", b"Table 17 ")
    found = survey(bad, Head(leaf="A" * 43, seq=30))
    assert [damage.line for damage in found.damage] == [11]
    assert found.head_wrong


def test_a_head_is_read_only_as_it_is_written() -> None:
    written = head(SIXTY).to_bytes()
    assert written == b'{"leaf":"%s","seq":60}\n' % mark(SIXTY).leaf.encode()
    assert Head.from_bytes(written) == head(SIXTY)
    for other in (written[:-1], b" " + written, written * 2, b"", b"\xff", b"[" * 10_000):
        assert Head.from_bytes(other) is None
