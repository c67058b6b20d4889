"""Signed notes, checkpoints, witnesses and entry proofs, against vectors that others published."""

import hashlib

import pytest

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.proofs.checkpoints import (
    Checkpoint,
    Voucher,
    cosignature,
    read_checkpoint,
    signed,
    vouchers,
)
from roundbook.ledger.proofs.entries import prove, read_proof
from roundbook.ledger.proofs.notes import (
    COSIGNATURE,
    Note,
    Signature,
    Vkey,
    read_note,
    sign,
    vkey_of,
)
from roundbook.ledger.proofs.tree import Tree, joins, leaf
from tests.ledger.proofs.test_tree import REFERENCE, TREE

pytestmark = pytest.mark.fast

LOG, WITNESS = "ledger.example/t1", "witness.example/w1"
LOG_SEED = hashlib.sha256(b"test key seed").digest()
WITNESS_SEED = hashlib.sha256(b"test witness seed").digest()
LOG_KEY = "ledger.example/t1+7c56e524+Af4q7cV8xpRkoBqef6LNriZTSy34ZzwE7GI//dZQHgjW"
WITNESS_KEY = "witness.example/w1+edbeba24+BDCFGQWngK9miUp5o295slKtUhlk5GFvcgaWNFC5ZVep"
KEYS = (Vkey.parse(LOG_KEY), Vkey.parse(WITNESS_KEY))
PROOF = """\
c2sp.org/tlog-proof@v1
index 5
vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=
yoVOoSjtBQtBs1/8G4e46yveRh6eO1WW7Oa51ZdaCuA=
037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=

ledger.example/t1
8
XcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=

— ledger.example/t1 \
fFblJDBpcDZmCLKXWlYisPoAZBavcevT5dLvgJut2H3yf9uCB1fzsxlTlGBqeeDadsc5HQwOUEYK52J6VAjLP/J98gM=
— witness.example/w1 \
7b66JAAAAABpVbkAGVA5oseJGYtvLTajRFA7HsWbAMTQGarmAiRNvuPqdNVLQfVNdttKuQBlE2CkDxZRrSFOekb03AVu7xAhgodvDA==
"""
"""Accepted by Go's sumdb/note and tlog, sigstore-js, aics-tlog and metamorphic-log."""

PUBLISHED = (
    (
        "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        """\
If you think cryptography is the answer to your problem,
then you don't know what your problem is.
""",
        "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=",
    ),
    (
        "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "This is an example message.\n",
        "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=",
    ),
)


def golden_note() -> Note:
    tree = Tree.over(leaf(line) for line in REFERENCE)
    note = signed(Checkpoint(LOG, 8, tree.root()), LOG, LOG_SEED)
    return note.with_more([cosignature(note.text, WITNESS, WITNESS_SEED, 1_767_225_600)])


def test_keys_are_written_as_others_write_them() -> None:
    assert str(vkey_of(LOG, LOG_SEED)) == LOG_KEY
    assert str(vkey_of(WITNESS, WITNESS_SEED, COSIGNATURE)) == WITNESS_KEY


def test_the_golden_proof_is_written_and_read_byte_for_byte() -> None:
    tree = Tree.over(leaf(line) for line in REFERENCE)
    note = golden_note()
    proof = prove(tree, 5, Checkpoint(LOG, 8, tree.root()), note)
    assert proof.to_bytes() == PROOF.encode()
    read = read_proof(PROOF.encode())
    assert read == proof
    assert [line for line in REFERENCE if read.holds(line)] == [REFERENCE[5]]
    good, forged = vouchers(read.note, KEYS)
    assert [(one.key, one.time) for one in good] == [(KEYS[0], None), (KEYS[1], 1_767_225_600)]
    assert forged == []


def test_the_text_of_a_note_may_have_empty_lines() -> None:
    note = Note("one\n\ntwo\n", golden_note().signatures)
    assert read_note(note.to_bytes()) == note


def test_a_proof_leads_to_the_signed_head_whatever_was_added_later() -> None:
    longer = Tree.over(leaf(line) for line in (*REFERENCE, b"later", b"and later"))
    proof = prove(longer, 5, Checkpoint(LOG, 8, longer.root(8)), golden_note())
    assert proof.to_bytes() == PROOF.encode()
    assert proof.holds(REFERENCE[5])


def test_heads_join_only_if_they_are_of_one_tournament() -> None:
    older, newer = Checkpoint(LOG, 5, TREE.root(5)), Checkpoint(LOG, 8, TREE.root(8))
    path = TREE.consistency(5, 8)
    assert joins(older, newer, path)
    assert not joins(older._replace(origin="ledger.example/t2"), newer, path)
    assert not joins(older, newer._replace(root=TREE.root(7)), path)


def test_a_witness_who_gives_no_time_has_witnessed_nothing() -> None:
    """The signature is genuine, but of a bare head, as the log signs it."""
    head = signed(Checkpoint(LOG, 8, TREE.root(8)), LOG, LOG_SEED)
    bare = Signature(WITNESS, KEYS[1].id, sign(WITNESS_SEED, head.text.encode()))
    assert vouchers(head.with_more([bare]), KEYS) == ([Voucher(KEYS[0])], [KEYS[1]])


@pytest.mark.parametrize(("key", "text", "signature"), PUBLISHED)
def test_published_notes_verify(key: str, text: str, signature: str) -> None:
    vkey = Vkey.parse(key)
    data = f"{text}\n— {vkey.name} {signature}\n".encode()
    note = read_note(data)
    assert (note.text, note.to_bytes()) == (text, data)
    assert [one.key for one in vouchers(note, [vkey])[0]] == [vkey]
    bent = Note(text.replace("m", "n", 1), note.signatures)
    assert vouchers(bent, [vkey]) == ([], [vkey])


def test_no_bit_of_a_signed_head_can_be_flipped() -> None:
    whole = golden_note().to_bytes()
    for at in range(len(whole) * 8):
        bent = bytearray(whole)
        bent[at // 8] ^= 1 << at % 8
        try:
            _, note = read_checkpoint(bytes(bent))
        except Unreadable:
            continue
        assert len(vouchers(note, KEYS)[0]) < 2, at


def test_a_name_borrowed_for_another_key_is_no_signature() -> None:
    forged = signed(Checkpoint(LOG, 8, bytes(32)), LOG, WITNESS_SEED)
    assert vouchers(forged, KEYS) == ([], [])


def test_a_signature_by_the_same_key_takes_the_place_of_the_old() -> None:
    note = golden_note()
    later = note.with_more([cosignature(note.text, WITNESS, WITNESS_SEED, 1_767_225_601)])
    assert len(later.signatures) == 2
    assert [one.time for one in vouchers(later, KEYS)[0]] == [None, 1_767_225_601]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no signature\n",
        b"text\n\n",
        b"text\n\nno line\n",
        "text\n\n— a b\n".encode(),
        "text\n\n— a AAAAAA==".encode(),
        b"text\n\n\xff\n",
        "te\x00xt\n\n— a AAAAAAAA\n".encode(),
        "\n\n— a AAAAAAAA\n".encode()[1:],
        b"x" * 70_000,
        b"text\n\n" + "— a AAAAAAAA\n".encode() * 101,
    ],
)
def test_what_is_no_note_is_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(Unreadable, match=r"^the note is not a signed note: [^\n]*\.$"):
        read_note(data)


@pytest.mark.parametrize(
    "text",
    [
        "origin\n08\nXcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=\n",
        "origin\n8\nXcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyh=\n",
        "origin\n8\n",
        "origin\n-1\nXcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=\n",
        "origin\n8\nXcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=\nextension\n",
        "origin\n9999999999999999\nXcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=\n",
    ],
)
def test_a_note_that_is_no_checkpoint_is_refused(text: str) -> None:
    note = Note(text, golden_note().signatures)
    with pytest.raises(Unreadable, match="is signed, but is not a checkpoint"):
        read_checkpoint(note.to_bytes())


@pytest.mark.parametrize(
    "bent",
    [
        PROOF.replace("@v1", "@v2"),
        PROOF.replace("index 5", "index 05"),
        PROOF.replace("index 5\n", ""),
        PROOF.replace("037kGJdt", "037kGJd"),
        PROOF.replace("\n\nledger", "\nledger"),
        PROOF[:200],
        "",
    ],
)
def test_a_broken_proof_is_refused_in_one_sentence(bent: str) -> None:
    with pytest.raises(Unreadable, match=r"^the proof is not a [^\n]*\.$"):
        read_proof(bent.encode())


def test_extra_data_of_a_proof_is_passed_over() -> None:
    more = PROOF.replace("index 5", "extra AAAA\nindex 5")
    assert read_proof(more.encode()) == read_proof(PROOF.encode())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name",
        LOG_KEY.replace("7c56", "7c57"),
        LOG_KEY.replace("+Af4q", "+Bf4q"),
        LOG_KEY[:-4],
        LOG_KEY.replace("t1", "t 1"),
        "a+" + LOG_KEY,
    ],
)
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a key|does not match"):
        Vkey.parse(text)


@pytest.mark.parametrize("name", ["", "two words", "a+b", "x" * 201])
def test_a_key_needs_a_name_without_spaces(name: str) -> None:
    with pytest.raises(ValueError, match="is not a valid key name"):
        vkey_of(name, LOG_SEED)


def test_the_code_of_a_key_is_that_of_all_tournaments_of_an_organiser() -> None:
    """Four bytes can be searched for in an hour; thirty digits (more than 99 bits) never."""
    cup, club, other = (
        vkey_of(*one) for one in (("cup", LOG_SEED), ("club", LOG_SEED), ("cup", WITNESS_SEED))
    )
    assert cup.code == club.code == "69078-28575-90226-97232-58666-42074"
    assert other.code != cup.code
    assert vkey_of("cup", LOG_SEED, COSIGNATURE).code != cup.code
