"""The folder of tiles: every hash and line is where others look for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.proofs.tree import Tree, leaf, tiles

pytestmark = pytest.mark.fast


def files(count: int) -> dict[str, bytes]:
    lines = [f"line {number}".encode() for number in range(count)]
    return dict(tiles(Tree.over(leaf(line) for line in lines), lines))


def test_the_paths_are_grouped_and_partial_ones_say_so() -> None:
    assert sorted(files(3)) == ["tile/0/000.p/3", "tile/entries/000.p/3"]
    assert sorted(files(256)) == ["tile/0/000", "tile/1/000.p/1", "tile/entries/000"]
    assert sorted(files(600)) == [
        "tile/0/000",
        "tile/0/001",
        "tile/0/002.p/88",
        "tile/1/000.p/2",
        "tile/entries/000",
        "tile/entries/001",
        "tile/entries/002.p/88",
    ]
    assert files(0) == {}


def test_a_thousand_tiles_are_grouped_in_threes() -> None:
    many = files(256 * 1_001 + 1)
    assert "tile/0/x001/000" in many
    assert "tile/0/x001/001.p/1" in many
    assert "tile/1/003.p/233" in many
    assert "tile/2/000.p/3" in many


@given(st.integers(0, 1_300))
def test_each_level_holds_the_roots_of_the_full_tiles_below(count: int) -> None:
    found = files(count)
    lines = [f"line {number}".encode() for number in range(count)]
    level, hashes = 0, [leaf(line) for line in lines]
    while hashes:
        data = b"".join(found[path] for path in sorted(found) if path.startswith(f"tile/{level}/"))
        assert data == b"".join(hashes)
        full = range(0, len(hashes) - len(hashes) % 256, 256)
        hashes = [Tree.over(hashes[start : start + 256]).root() for start in full]
        level += 1
    bundles = b"".join(found[path] for path in sorted(found) if "entries" in path)
    assert bundles == b"".join(len(line).to_bytes(2, "big") + line for line in lines)
