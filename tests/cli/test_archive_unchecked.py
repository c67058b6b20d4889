"""Nobody borrows the name of released rules."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from roundbook.ledger import archive as names
from roundbook.ledger.archive import packed, unpacked
from roundbook.ledger.proofs.notes import vkey_of
from roundbook.ledger.rulesets import released
from roundbook.projections.reports.export_tables import array, csv_bytes, html_bytes
from tests.cli.sealed import Cup, Members, chained, cup, headed, lines_of, resealed, with_lines
from tests.cli.test_archive_forged import THIEF, by_thief, judged, wrong
from tests.node.test_page import Ask


@pytest.fixture(scope="module")
def sealed_cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cup]:
    with pytest.MonkeyPatch.context() as patch:
        yield from cup(tmp_path_factory.mktemp("cup"), patch)


def by_other_rules(members: Members, name: str, title: str) -> Members:
    """Let a ledger be played by a forger's own rules; `title` is their name in edition.toml."""
    genuine = members[names.EDITION]
    rules = genuine.replace(b"win_points = 3", b"win_points = 2")
    rules = rules.replace(b'edition = "play-2017"', f'edition = "{title}"'.encode())
    first, *others = lines_of(members)
    old, new = (sha256(text).hexdigest().encode() for text in (genuine, rules))
    first = first.replace(old, new)
    first = first.replace(b'"edition":"play-2017"', f'"edition":"{name}"'.encode())
    forged = headed(with_lines(members, chained([first, *others])))
    return by_thief(forged | {names.EDITION: rules})


def exchanged(members: Members) -> Members:
    """Let the winner and the last player change places, in all three forms of the table."""
    rows = json.loads(members["tables/standings.json"])
    for column in ("player", "name"):
        rows[0][column], rows[-1][column] = rows[-1][column], rows[0][column]
    return members | {
        "tables/standings.json": array(rows),
        "tables/standings.csv": csv_bytes(rows),
        "tables/standings.html": html_bytes("Cup: standings", rows),
    }


def sealed_again(members: Members) -> Members:
    return unpacked(resealed(members))


def written(members: Members, file: Path) -> Path:
    file.write_bytes(packed(members | {names.SUMS: names.sums(members)}))
    return file


def thiefs_key(members: Members) -> str:
    tournament = json.loads(lines_of(members)[0])["events"][0]["tournament"]
    return str(vkey_of(f"roundbook/{tournament}", THIEF))


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize(
    ("name", "title"), [*((name, name) for name in released.EDITIONS), ("play-2017", "ours")]
)
def test_the_name_of_a_released_edition_stands_for_its_own_rules_only(
    sealed_cup: Cup, ask: Ask, tmp_path: Path, name: str, title: str
) -> None:
    """Whoever signed it: with the forger's key as a trusted one, the page used to say "Proved"."""
    forged = exchanged(sealed_again(by_other_rules(sealed_cup.members, name, title)))
    taken = f"edition: the name {name} belongs to a released edition."
    file = written(forged, tmp_path / "forged.zip")
    code, ours = judged(file)
    assert (code, ours[0]) == (5, taken)
    for given in ("", thiefs_key(forged)):
        answer = ask("review", [{"file": str(file), "given": given}])[0]
        assert wrong(answer) == [taken]
        assert answer["verdict"]["sentence"].startswith("Wrong: ")
