"""The Merkle tree: published roots, the recursive definition, and proofs that cannot be bent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.proofs.tree import EMPTY, Tree, extends, includes, leaf, node

pytestmark = pytest.mark.fast

INPUTS = "/00/10/2021/3031/40414243/5051525354555657/606162636465666768696a6b6c6d6e6f"
REFERENCE = [bytes.fromhex(text) for text in INPUTS.split("/")]
ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
"""The roots that RFC 6962's reference implementation gives for the first 0 … 8 inputs."""

LEAVES = [leaf(str(number).encode()) for number in range(70)]
TREE = Tree.over(LEAVES)


def defined(leaves: list[bytes]) -> bytes:
    """Return the root as RFC 6962 §2.1 defines it, word by word."""
    if not leaves:
        return EMPTY
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return node(defined(leaves[:k]), defined(leaves[k:]))


def path_defined(m: int, leaves: list[bytes]) -> list[bytes]:
    """Return PATH(m, D[n]) as RFC 6962 §2.1.1 defines it."""
    n = len(leaves)
    if n == 1:
        return []
    k = 1
    while 2 * k < n:
        k *= 2
    if m < k:
        return [*path_defined(m, leaves[:k]), defined(leaves[k:])]
    return [*path_defined(m - k, leaves[k:]), defined(leaves[:k])]


def subproof(m: int, leaves: list[bytes], *, whole: bool = True) -> list[bytes]:
    """Return SUBPROOF(m, D[n], b) as RFC 6962 §2.1.2 defines it."""
    n = len(leaves)
    if m == n:
        return [] if whole else [defined(leaves)]
    k = 1
    while 2 * k < n:
        k *= 2
    if m <= k:
        return [*subproof(m, leaves[:k], whole=whole), defined(leaves[k:])]
    return [*subproof(m - k, leaves[k:], whole=False), defined(leaves[:k])]


@pytest.mark.parametrize("size", range(9))
def test_the_roots_are_those_of_the_reference_implementation(size: int) -> None:
    assert Tree.over(leaf(line) for line in REFERENCE).root(size).hex() == ROOTS[size]
    assert Tree.over(leaf(line) for line in REFERENCE[:size]).root().hex() == ROOTS[size]


def test_the_hashes_are_those_of_the_published_hasher() -> None:
    assert leaf(b"L123456").hex() == (
        "395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56"
    )
    assert node(b"N123", b"N456").hex() == (
        "aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb"
    )


def test_roots_and_paths_are_as_defined_at_every_size() -> None:
    for size in range(1, 35):
        leaves = LEAVES[:size]
        assert TREE.root(size) == defined(leaves)
        for index in range(size):
            assert TREE.inclusion(index, size) == path_defined(index, leaves)
        for old in range(1, size + 1):
            assert TREE.consistency(old, size) == subproof(old, leaves)


def test_every_proof_holds_and_no_other_place_size_or_leaf_does() -> None:
    for size in range(1, 18):
        root = TREE.root(size)
        for index in range(size):
            path = TREE.inclusion(index, size)
            for place in range(-1, size + 2):
                held = includes(root=root, size=size, index=place, leaf=LEAVES[index], path=path)
                assert held == (place == index)
            for other in range(size):
                held = includes(root=root, size=size, index=index, leaf=LEAVES[other], path=path)
                assert held == (other == index)
            more = [*path, LEAVES[0]]
            assert not includes(root=root, size=size, index=index, leaf=LEAVES[index], path=more)


@given(st.integers(1, 70), st.integers(0, 69), st.integers(0, 12), st.binary(max_size=33))
def test_a_path_that_was_bent_proves_nothing(size: int, index: int, at: int, by: bytes) -> None:
    index %= size
    path = TREE.inclusion(index, size)
    where = at % (len(path) + 1)
    longer = [*path[:where], by, *path[where:]]
    proof = {"root": TREE.root(size), "size": size, "index": index, "leaf": LEAVES[index]}
    assert includes(**proof, path=path)  # type: ignore[arg-type]
    assert not includes(**proof, path=longer)  # type: ignore[arg-type]
    if path:
        shorter = [*path[: at % len(path)], *path[at % len(path) + 1 :]]
        assert not includes(**proof, path=shorter)  # type: ignore[arg-type]


@given(st.integers(1, 70), st.integers(1, 70), st.integers(0, 12), st.binary(max_size=33))
def test_only_a_tree_that_grew_is_an_extension(one: int, other: int, at: int, by: bytes) -> None:
    old, size = sorted((one, other))
    path = TREE.consistency(old, size)
    where = at % (len(path) + 1)
    claim = {"old_root": TREE.root(old), "old_size": old, "root": TREE.root(size), "size": size}
    assert extends(**claim, path=path)  # type: ignore[arg-type]
    assert not extends(**claim, path=[*path[:where], by, *path[where:]])  # type: ignore[arg-type]
    if path:
        cut = at % len(path)
        assert not extends(**claim, path=[*path[:cut], *path[cut + 1 :]])  # type: ignore[arg-type]
    forged = Tree.over([leaf(b"forged"), *LEAVES[1:size]])
    bent = {**claim, "root": forged.root()}
    assert not extends(**bent, path=forged.consistency(old, size))  # type: ignore[arg-type]


def test_nothing_extends_an_empty_tree_and_no_tree_shrinks() -> None:
    root = TREE.root(4)
    assert not extends(old_root=EMPTY, old_size=0, root=root, size=4, path=[])
    assert not extends(old_root=EMPTY, old_size=0, root=EMPTY, size=0, path=[])
    assert not extends(old_root=root, old_size=4, root=TREE.root(3), size=3, path=[])
    assert not extends(old_root=root, old_size=4, root=TREE.root(3), size=4, path=[])
