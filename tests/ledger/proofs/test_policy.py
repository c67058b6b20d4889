"""Whose keys count, and how many witnesses are asked for."""

from itertools import chain, combinations

import pytest

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.proofs.notes import COSIGNATURE, Vkey, vkey_of
from roundbook.ledger.proofs.policy import read_policy

pytestmark = pytest.mark.fast

LOG = vkey_of("cup", bytes(32))
OTHER = vkey_of("other", b"o" * 32)
A, B, C = (vkey_of(name, name.encode() * 32, COSIGNATURE) for name in "abc")
TEXT = f"""\
# whose keys count
log {LOG} https://example.org
witness a {A}
witness b {B}   # the head judge
witness c {C}
group two 2 a b c
group one any two c
quorum one
"""


def everybody() -> list[tuple[Vkey, ...]]:
    keys = (LOG, OTHER, A, B, C)
    return list(chain.from_iterable(combinations(keys, size) for size in range(len(keys) + 1)))


@pytest.mark.parametrize(
    ("quorum", "enough"),
    [
        ("quorum one\n", lambda by: C in by or len({A, B, C} & by) >= 2),
        ("quorum two\n", lambda by: len({A, B, C} & by) >= 2),
        ("quorum b\n", lambda by: B in by),
        ("quorum none\n", bool),
        ("", bool),
    ],
)
def test_a_head_counts_when_the_log_and_the_quorum_signed(quorum: str, enough: object) -> None:
    policy = read_policy(TEXT.replace("quorum one\n", quorum).encode())
    assert policy.keys() == (LOG, A, B, C)
    for by in everybody():
        assert policy.satisfied(by) == (LOG in by and bool(enough({*by})))  # type: ignore[operator]


def test_a_code_stands_for_the_key_that_the_ledger_names_and_for_no_other() -> None:
    policy = read_policy(f"log {LOG.code}\n".encode())
    assert (policy.logs, policy.codes) == ((), (LOG.code,))
    assert read_policy(f"{LOG.code.replace('-', ' ')}\n".encode()) == policy
    assert policy.among([OTHER, LOG]).satisfied([LOG])
    assert not policy.among([OTHER]).satisfied([OTHER])
    both = read_policy(f"log {OTHER}\nlog {LOG.code}\nwitness a {A}\nquorum a\n".encode())
    assert both.among([LOG]).logs == (OTHER, LOG)
    assert not both.among([LOG]).satisfied([LOG])
    assert both.among([LOG]).satisfied([LOG, A])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("log", "the line is not valid"),
        ("log nonsense", "is not a key"),
        (f"log {LOG.code[:-1]}", "a code has thirty digits, but 1 digit is missing"),
        (f"log {LOG.code[:29]}", "a code has thirty digits, but 5 digits are missing"),
        (LOG.code[:-1], "a code has thirty digits, but 1 digit is missing"),
        (f"log {LOG.code}1", "a code has thirty digits, but 31 were given"),
        (f"witness a {A}\nwitness a {B}", "line 3"),
        ("group two 2 a b", "listed twice, or is not defined above"),
        (f"witness a {A}\ngroup two 2 a", "2 of 1 cannot"),
        (f"witness a {A}\ngroup all 0 a", "0 of 1 cannot"),
        (f"witness a {A}\ngroup two 2 a a", "listed twice"),
        (f"witness a {A}\ngroup two {'9' * 5_000} a", f"line 3: {'9' * 40}… of 1 cannot"),
        (f"group two 2 {'a' * 9_000}", f"line 2: {'a' * 40}… is listed twice"),
        ("quorum nobody", "the line is not valid"),
        ("quorum none\nquorum none", "line 3"),
        (f"witness none {A}", "line 2"),
    ],
)
def test_a_line_that_says_nothing_is_named(line: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        read_policy(f"log {LOG}\n{line}\n".encode())


def test_a_policy_without_a_log_counts_nobody() -> None:
    with pytest.raises(Unreadable, match="no line gives the key of a log"):
        read_policy(b"# nothing\n")
    with pytest.raises(Unreadable, match="bytes"):
        read_policy(b"#" * 70_000)
