"""`roundbook lab schema`: what `--json` prints is what the schema of the answer says."""

import ast
import json
from pathlib import Path

import jsonschema_rs
import pytest

from roundbook.cli.commands.schema import SHAPES, schema_of
from roundbook.ledger.events.drafts import Draft
from roundbook.projections.drafts import Limited
from tests.cli.line import Line
from tests.cli.swiss import play
from tests.cli.typed import IMPORTS, roundbook
from tests.conftest import ROOT

CUP = IMPORTS / "01_cup_two_pods_cut_final.tdf"
ASKED = {
    ("announce",): "announcement",
    ("proof blame", "p1", "points"): "blame",
    ("proof blame", "p1", "op-win"): "blame",
    ("proof blame", "masters-1-1", "pairing"): "blame",
    ("proof blame", "masters-1-1"): "blame",
    ("round bracket",): "bracket",
    ("round clock",): "clock",
    ("proof dossier", "masters-1-1", "--claim", "0-2"): "dossier",
    ("proof dossier", "p1"): "dossier",
    ("explain", "p1"): "explain",
    ("explain", "masters-1"): "explain-pairing",
    ("explain", "masters-2-1"): "explain-pairing",
    ("explain", "lock", "masters-1-1"): "explain-lock",
    ("history",): "history",
    ("proof lint",): "lint",
    ("pairings",): "pairings",
    ("pairings", "masters", "--round", "1"): "pairings",
    ("penalty",): "penalties",
    ("proof posted",): "posted",
    ("proof record", "p1"): "record",
    ("standings",): "standings",
    ("standings", "--overall"): "standings",
    ("standings", "--public"): "standings",
    ("what-if", "--result", "masters-1-1=tie"): "what-if",
    ("verify",): "verify",
    ("file check",): "check",
}


@pytest.fixture
def played(line: Line) -> Line:
    """An event with a cut, a penalty and a player who left, in the middle of its bracket."""
    line.start("--style", "swiss-plus-cut", Masters=10)
    line.announce("--rounds", 3, "--cut", "masters=4")
    for _ in range(3):
        play(line)
    line("penalty", "p1", "warning", "--for", "slow play")
    line("drop", "p2")
    line("cut")
    line("pair")
    line("post")
    line("start")
    return line


def fits(data: object, name: str) -> None:
    jsonschema_rs.validate(schema_of(name), data)


HANDED_OUT = {
    ("ruling deckcheck", "status", "-C", "{}"): "deckcheck",
    ("ruling deckcheck", "form", "-C", "{}", "p1"): "deckcheck-form",
    ("people requests", "-C", "{}"): "requests",
    ("people requests", "receipt", "-C", "{}", "1"): "requests-receipt",
    ("proof head", "-C", "{}"): "head",
    ("proof entry", "-C", "{}", "1"): "proof",
    ("proof entry", "-C", "{}", "--between", "{}/checkpoint", "{}/checkpoint"): "proof-between",
    ("proof tiles", "-C", "{}", "{}/../tiles"): "tiles",
    ("proof posted", "-C", "{}", "--entry", "{posted}"): "posted-entry",
    ("lab practise", "{}", "{}/../lesson"): "practise",
    ("lab practise", "{}/../lesson", "--check"): "practise-check",
    ("lab generate", "{}/../invented", "--players", "8", "--rounds", "1"): "generate",
}


def test_what_a_desk_hands_out_is_as_its_schema_says(played: Line) -> None:
    played("people requests", "record", "--from", "the sanctioning body")
    posted = next(e["seq"] for e in played.ledger() if e["events"][0]["event"] == "round-posted")
    for words, name in HANDED_OUT.items():
        typed = (word.replace("{posted}", f"{posted}").format(played.folder) for word in words)
        said = played.run(*typed, "--json")
        assert said.code in {0, 1}, said
        fits(said.data, name)
    said = played.run("desk", "-C", played.folder, "--json", stdin=b"o\n1 20\nq\n")
    for line in said.out.splitlines():
        fits(json.loads(line), "desk")


def test_what_is_read_and_written_beside_a_ledger_is_as_its_schema_says(
    played: Line, tmp_path: Path
) -> None:
    for kind in Draft:
        order = ("draft", "order", kind, "--players", "2", "--cards", "8", "--json")
        fits(roundbook(*order).data, "draft-order")
    for way in Limited:
        fits(roundbook("draft", "course", way, "--json").data, "draft-course")
    deck = ROOT / "fixtures" / "decks" / "tcg_live.txt"
    said = roundbook("deck", "judge", deck, "--format", "standard", "--json")
    assert said.data["breaches"]
    fits(said.data, "deck-judge")
    fits(played.run("deck", "list", "-C", played.folder, "--json").data, "deck-list")
    pdf = tmp_path / "p.pdf"
    fits(played.run("pairings", "-C", played.folder, "--pdf", pdf, "--json").data, "pdf")
    for name in ("cup.tdf", "cup.csv", "cup.ics"):
        said = played.run(
            "file export", "-C", played.folder, tmp_path / name, "--stand-ins", "--json"
        )
        fits(said.data, "export")
    fits(roundbook("file import", CUP, tmp_path / "told", "--json").data, "import")
    fits(
        roundbook("archive", tmp_path / "told", "--out", tmp_path / "a.zip", "--json").data,
        "archive",
    )
    said = roundbook("file unpack", tmp_path / "a.zip", tmp_path / "again", "--json")
    fits(said.data, "open-archive")


def test_every_answer_that_is_printed_has_a_published_schema() -> None:
    published = {shape.__name__ for shape in SHAPES.values()} | {"Schemas"}
    for file in (ROOT / "cli").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_bytes())):
            match node:
                case ast.Call(
                    func=ast.Name(id="say_answer"), args=[ast.Call(func=ast.Name(id=made))]
                ) if made[0].isupper():
                    assert made in published, (file.name, made)


def test_every_answer_is_as_its_schema_says(played: Line, tmp_path: Path) -> None:
    for words, name in ASKED.items():
        verb, *rest = words
        said = played.run(verb, "-C", played.folder, *rest, "--json")
        assert said.code in {0, 1}, said
        fits(said.data, name)
    fits(roundbook("shelf tournaments", played.folder.parent, "--json").data, "tournaments")
    fits(roundbook("edition find", "sleeves", "--json").data, "rules")
    fits(
        roundbook("ruling verdict", "--games", "1", "--time", "between-games", "--json").data,
        "verdict",
    )
    fits(roundbook("file diff", played.folder, CUP, "--json").data, "diff")
    fits(roundbook("file check", CUP, "--json").data, "check")
    fits(roundbook("file replay", CUP, "--json").data, "replay")
    fits(roundbook("edition compare", CUP, "--json").data, "compare-editions")
    assert (
        played.run("file export", "-C", played.folder, tmp_path / "cup.json", "--private").code == 0
    )
    fits(json.loads((tmp_path / "cup.json").read_bytes()), "tables")


def test_the_sheet_of_a_pod_is_as_its_schema_says(line: Line) -> None:
    line.start("--edition", "dci-pod")
    fits(line.run("round podsheet", "-C", line.folder, "--json").data, "podsheet")


@pytest.mark.parametrize(
    ("words", "kind", "code"),
    [
        (("report", "77", "2-0", "-C", "{}"), "misuse", 2),
        (("standings", "-C", "{}", "--nothing"), "misuse", 2),
        (("standings", "-C", "{}", "--as-of", "soon"), "misuse", 2),
        (("nothing",), "misuse", 2),
        (("correct", "masters-1-1", "1-2", "--reason", "misread", "-C", "{}"), "refused", 3),
        (("open", "{}", "--name", "Other"), "refused", 3),
        (("history", "-C", "{}", "masters-7-7"), "refused", 3),
        (("round clock", "-C", "{}", "nopool"), "refused", 3),
        (("report", "masters-1-1", "2-0", "--seen", "1", "-C", "{}"), "conflict", 4),
        (("standings", "-C", "nowhere"), "cannot_read", 5),
        (("edition", "check", "nowhere.toml"), "cannot_read", 5),
        (("file unpack", "nowhere.zip", "there"), "cannot_read", 5),
        (("proof check", "nowhere.tlog-proof"), "cannot_read", 5),
        (("file merge", "nowhere", "-C", "{}"), "cannot_read", 5),
        (("file restore", "nowhere.backup", "there"), "cannot_read", 5),
    ],
)
def test_every_error_has_one_shape(
    played: Line, words: tuple[str, ...], kind: str, code: int
) -> None:
    said = roundbook(*(word.format(played.folder) for word in words), "--json")
    assert (said.code, [*said.data]) == (code, [kind])
    fits(said.data, "error")
    assert said.data[kind]["message"] in " ".join(said.err.split())


def test_lists_of_what_is_looked_for_are_as_their_schema_says(played: Line) -> None:
    kinds = roundbook("file check", "--list", "--json").data
    fits(kinds, "check-list")
    assert sum(len(one["kinds"]) for one in kinds["groups"]) > 20
    lints = played.run("proof lint", "-C", played.folder, "--list", "--json").data
    fits(lints, "lint-list")
    assert lints["lints"][0].keys() == {"name", "reason"}


def test_an_edition_that_cannot_be_found_is_an_answer_too() -> None:
    said = roundbook("file check", "--find-edition", CUP, "--json", code=5)
    fits(said.data, "check-edition")
    assert said.data["found"] is None
    assert "has no published percentages" in said.data["unreadable"][0]["message"]


def test_a_wrong_answer_does_not_fit(played: Line) -> None:
    data = played.run("standings", "-C", played.folder, "--json").data
    data["divisions"][0]["lines"][0]["match_points"] = "nine"
    with pytest.raises(jsonschema_rs.ValidationError):
        fits(data, "standings")


def test_all_names_are_listed_and_each_has_a_schema() -> None:
    listed = roundbook("lab schema", "--json").data["schemas"]
    assert [one["name"] for one in listed] == sorted(SHAPES)
    assert all(one["about"].endswith(".") for one in listed)
    said = roundbook("lab schema").out
    for name in SHAPES:
        assert name in said
        jsonschema_rs.validator_for(roundbook("lab schema", name).data)


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    said = roundbook("lab schema", "standing")
    assert (said.code, said.err.splitlines()) == (
        3,
        ['refused: there is no schema "standing".', "  hint: Did you mean standings?"],
    )
