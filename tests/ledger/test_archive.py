"""The one form of an archive: what is packed is read back, and nothing else is read at all."""

import gzip
import io
import stat
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger import archive_file as names
from roundbook.ledger.archive_file import compressed, packed, unpacked
from roundbook.ledger.errors import Damaged, Unreadable

pytestmark = pytest.mark.fast

SOME = {
    "README.txt": b"A letter.\n",
    "ledger.jsonl": b'{"seq":1}\n{"seq":2}\n',
    "tile/0/000.p/2": bytes(64),
    "verify.html": b"",
}
NAMES = st.one_of(
    st.sampled_from((*names.ALWAYS, *names.SOMETIMES)),
    st.from_regex(r"witnessed/[0-9]{6}\.checkpoint", fullmatch=True),
    st.from_regex(r"tile/(?:[0-7]|entries)/x[0-9]{3}/[0-9]{3}", fullmatch=True),
)


def refused(data: bytes) -> str:
    with pytest.raises(Unreadable) as caught:
        unpacked(data)
    damaged = isinstance(caught.value, Damaged)
    said = "the archive: " if damaged else "the archive is not an archive from roundbook: "
    assert caught.value.message.startswith(said)
    return caught.value.message.removeprefix(said)


@given(st.dictionaries(NAMES, st.binary(max_size=300)))
def test_what_is_packed_is_read_back(members: dict[str, bytes]) -> None:
    assert unpacked(packed(members)) == members


@given(st.dictionaries(NAMES, st.binary(max_size=300)))
def test_a_gzip_around_it_changes_nothing_whoever_made_it(members: dict[str, bytes]) -> None:
    ours = compressed(packed(members))
    theirs = gzip.compress(packed(members), 1, mtime=1_800_000_000)
    assert unpacked(ours) == unpacked(theirs) == members
    assert gzip.decompress(ours) == packed(members)
    assert compressed(packed(members)) == ours


def test_a_gzip_that_is_not_whole_or_not_alone_is_refused_in_a_sentence() -> None:
    good = compressed(packed(SOME))
    for length in range(2, len(good)):
        assert refused(good[:length]) in {
            "its gzip wrapper is cut short.",
            "its end is missing, or data was added after it.",
        }
    for more in (b"\n", bytes(512), good):
        assert refused(good + more) == "data was added after its gzip wrapper."
    assert refused(good[:-5] + bytes([good[-5] ^ 1]) + good[-4:]) == (
        "its gzip wrapper is damaged."
    )
    assert "its end is missing" in refused(compressed(good)), "one gzip, and no more"


def test_a_bit_of_a_gzip_that_is_flipped_changes_nothing_unnoticed() -> None:
    good = compressed(packed(SOME))
    for place in range(16, 8 * len(good)):
        changed = bytearray(good)
        changed[place // 8] ^= 1 << place % 8
        said = ""
        try:
            assert unpacked(bytes(changed)) == SOME
        except Unreadable as refusal:
            said = refusal.message
        assert not said or "gzip" in said


def test_a_bomb_is_put_down_before_it_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "LARGEST", 1 << 20)
    bomb = gzip.compress(bytes(1 << 26))
    tracemalloc.start()
    said = refused(bomb)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert said == "it is larger than 1,048,576 bytes once unpacked."
    assert most < 1 << 23


@given(st.dictionaries(NAMES, st.binary(max_size=300)), st.randoms())
def test_the_order_in_which_members_come_changes_no_byte(
    members: dict[str, bytes], chance: Random
) -> None:
    shuffled = list(members.items())
    chance.shuffle(shuffled)
    assert packed(dict(shuffled)) == packed(members)


@given(st.dictionaries(NAMES, st.binary(max_size=300)))
def test_the_zip_of_the_standard_library_reads_it(members: dict[str, bytes]) -> None:
    with zipfile.ZipFile(io.BytesIO(packed(members))) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == members
        for one in archive.infolist():
            assert (one.compress_type, one.date_time) == (0, (1980, 1, 1, 0, 0, 0))
            assert stat.S_IMODE(one.external_attr >> 16) == 0o644


def test_the_bytes_of_an_archive_are_a_promise() -> None:
    assert packed({"head": b"x"}).hex() == (
        "504b03040a00000000000000210083 16dc8c 01000000 01000000 0400 0000 68656164 78"
        "504b0102 1403 0a00 0000 0000 0000 2100 8316dc8c 01000000 01000000 0400 0000 0000 0000 0000"
        "0000a481 00000000 68656164"
        "504b0506 0000 0000 0100 0100 32000000 23000000 0000"
    ).replace(" ", "")


def test_every_flipped_bit_is_found() -> None:
    data = packed(SOME)
    for place in range(len(data)):
        for bit in range(8):
            changed = bytearray(data)
            changed[place] ^= 1 << bit
            assert refused(bytes(changed))


def test_every_cut_and_every_addition_is_found() -> None:
    data = packed(SOME)
    for length in range(len(data)):
        assert refused(data[:length])
    assert "data was added after it" in refused(data + b"\0")
    assert refused(b"\0" + data)
    assert refused(data + data)


def other(**how: object) -> bytes:
    """Return a zip of the standard library, with a member made as asked."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        one = zipfile.ZipInfo("README.txt")
        one.create_system = 3
        one.external_attr = 0o100644 << 16
        for name, value in how.items():
            setattr(one, name, value)
        archive.writestr(one, b"A" * 5000)
    return out.getvalue()


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "compressed": (
        lambda: other(compress_type=zipfile.ZIP_DEFLATED),
        "it was damaged, or packed again by another program, so its bytes are not those",
    ),
    "a link": (lambda: other(external_attr=0o120777 << 16), "README.txt is a link."),
    "a folder": (lambda: other(external_attr=0o040755 << 16), "README.txt is a folder."),
    "dated": (
        lambda: other(date_time=(2026, 3, 7, 9, 0, 0)),
        "it was damaged, or packed again by another program, so its bytes are not those",
    ),
    "with a remark": (
        lambda: other(comment=b"x"),
        "it was damaged, or packed again by another program",
    ),
    "with more fields": (
        lambda: other(extra=struct.pack("<HH", 9, 0)),
        "it was damaged, or packed again by another program",
    ),
    "nested": (lambda: other(filename="inner.zip"), "inner.zip does not belong in an archive."),
    "no zip": (lambda: b"PK" * 40, "its end is missing, or data was added after it."),
    "nothing": (lambda: b"", "its end is missing, or data was added after it."),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_what_another_program_made_is_refused_with_the_reason(case: str) -> None:
    made, said = HOSTILE[case]
    assert refused(made()).startswith(said)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("/etc/passwd", "has an absolute path"),
        ("../ledger.jsonl", "leads outside the archive"),
        ("tile/../../x", "leads outside the archive"),
        ("..\\ledger.jsonl", "has a backslash in its name"),
        ("C:/ledger.jsonl", "has a drive letter in its name"),
        ("ledger.jsonl/", "is a folder"),
        ("Ledger.jsonl", "does not belong in an archive"),
        ("attempts.jsonl", "does not belong in an archive"),
        ("tile/0/000.p/256/x", "does not belong in an archive"),
        ("ledger.jsonl\n", "does not belong in an archive"),
        ("a\x1b[2Jb", "does not belong in an archive"),
    ],
)
def test_a_name_that_no_archive_has_is_never_written(name: str, said: str) -> None:
    fault = refused(other(filename=name))
    assert said in fault
    assert fault.isprintable()


def test_a_member_twice_out_of_order_or_overlapping_is_refused() -> None:
    one, two = packed({"head": b"x"}), packed({"head": b"x", "verify.html": b"y"})
    record = one[35:-22]
    twice = one[:35] + record * 2 + end(2, 2 * len(record), 35)
    assert refused(twice) == "head is in it twice."
    size, begin = struct.unpack("<II", two[-10:-2])
    first, second = two[begin : begin + 50], two[begin + 50 : begin + size]
    swapped = two[:begin] + second + first + two[-22:]
    assert refused(swapped) == "verify.html does not begin where the previous file ends."
    overlap = second[:-15] + struct.pack("<I", 0) + second[-11:]
    assert refused(two[:begin] + first + overlap + two[-22:]) == (
        "verify.html does not begin where the previous file ends."
    )
    gap = one[:35] + b"?" + record + end(1, len(record), 36)
    assert refused(gap) == "there is extra data between its files and the list of files."


def test_encryption_zip64_and_many_parts_are_refused_by_name() -> None:
    data = packed({"head": b"x"})
    at = 35  # Where the list begins.

    def changed(place: int, value: bytes) -> str:
        return refused(data[:place] + value + data[place + len(value) :])

    assert changed(at + 8, b"\1\0") == "head was damaged, or is encrypted."
    assert changed(at + 20, b"\xff\xff\xff\xff") == (
        "head uses zip64, which archives made by roundbook never do."
    )
    assert changed(at + 24, b"\2") == "head has two different lengths."
    assert (
        changed(len(data) - 14, b"\xff\xff\xff\xff")
        == "it uses zip64, which archives made by roundbook never do."
    )
    assert changed(len(data) - 18, b"\1") == "it was damaged, or is one part of a split archive."
    many = refused(b"x" * 40 + end(5000, 18, 0))
    assert many == "it contains 5,000 files; at most 4,000 can be read."


def test_what_is_too_large_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundbook.ledger.archive_file.LARGEST", 100)
    assert refused(packed(SOME)) == "it is larger than 100 bytes."


def test_a_bomb_of_small_bytes_stays_small() -> None:
    """Nothing is compressed, so that nothing can be larger than the file itself."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("ledger.jsonl", bytes(50_000_000))
    assert len(out.getvalue()) < 100_000
    assert refused(out.getvalue()).startswith("it was damaged, or packed again by another program")


def test_the_list_of_sums_names_what_is_not_as_it_was() -> None:
    members = dict.fromkeys(names.ALWAYS, b"x")
    members[names.SUMS] = names.sums(members)
    assert list(names.faults(members)) == []
    assert list(names.faults(members | {"head": b"y"})) == [
        "head does not match its line in SHA256SUMS."
    ]
    assert list(names.faults(members | {"checkpoint": b"y"})) == [
        "checkpoint does not match its line in SHA256SUMS."
    ]
    more = members | {names.SUMS: members[names.SUMS] + b"\n"}
    assert list(names.faults(more)) == [
        "SHA256SUMS must list every member of the archive, in order, and nothing else."
    ]
    del members["tables/rounds.csv"]
    assert next(names.faults(members)) == "tables/rounds.csv is missing."


def end(count: int, size: int, begin: int) -> bytes:
    return struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, count, count, size, begin, 0)
