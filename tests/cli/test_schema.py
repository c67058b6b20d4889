"""`roundbook schema`: what `--json` prints is what the schema of the answer says."""

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
    ("announcement",): "announcement",
    ("blame", "p1", "points"): "blame",
    ("blame", "p1", "op-win"): "blame",
    ("blame", "masters-1-1", "pairing"): "blame",
    ("blame", "masters-1-1"): "blame",
    ("bracket",): "bracket",
    ("clock",): "clock",
    ("dossier", "masters-1-1", "--claim", "0-2"): "dossier",
    ("dossier", "p1"): "dossier",
    ("explain", "p1"): "explain",
    ("explain", "masters-1"): "explain-pairing",
    ("explain", "masters-2-1"): "explain-pairing",
    ("explain", "lock", "masters-1-1"): "explain-lock",
    ("history",): "history",
    ("lint",): "lint",
    ("pairings",): "pairings",
    ("pairings", "masters", "--round", "1"): "pairings",
    ("penalties",): "penalties",
    ("posted",): "posted",
    ("record", "p1"): "record",
    ("standings",): "standings",
    ("standings", "--overall"): "standings",
    ("standings", "--public"): "standings",
    ("what-if", "--result", "masters-1-1=tie"): "what-if",
    ("verify",): "verify",
    ("check",): "check",
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
    ("deckcheck", "status", "{}"): "deckcheck",
    ("deckcheck", "form", "{}", "p1"): "deckcheck-form",
    ("requests", "--dir", "{}"): "requests",
    ("requests", "receipt", "{}", "1"): "requests-receipt",
    ("head", "{}"): "head",
    ("proof", "{}", "1"): "proof",
    ("proof", "{}", "--between", "{}/checkpoint", "{}/checkpoint"): "proof-between",
    ("tiles", "{}", "{}/../tiles"): "tiles",
    ("posted", "{}", "--entry", "{posted}"): "posted-entry",
    ("practise", "{}", "{}/../lesson"): "practise",
    ("practise", "{}/../lesson", "--check"): "practise-check",
    ("generate", "{}/../invented", "--players", "8", "--rounds", "1"): "generate",
}


def test_what_a_desk_hands_out_is_as_its_schema_says(played: Line) -> None:
    played("requests", "record", "--from", "the sanctioning body")
    posted = next(e["seq"] for e in played.ledger() if e["events"][0]["event"] == "round-posted")
    for words, name in HANDED_OUT.items():
        typed = (word.replace("{posted}", f"{posted}").format(played.folder) for word in words)
        said = played.run(*typed, "--json")
        assert said.code in {0, 1}, said
        fits(said.data, name)
    said = played.run("desk", played.folder, "--json", stdin=b"o\n1 20\nq\n")
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
    fits(played.run("deck", "list", played.folder, "--json").data, "deck-list")
    pdf = tmp_path / "p.pdf"
    fits(played.run("pairings", played.folder, "--pdf", pdf, "--json").data, "pdf")
    for name in ("cup.tdf", "cup.csv", "cup.ics"):
        said = played.run("export", played.folder, tmp_path / name, "--stand-ins", "--json")
        fits(said.data, "export")
    fits(roundbook("import", CUP, tmp_path / "told", "--json").data, "import")
    fits(
        roundbook("archive", tmp_path / "told", "--out", tmp_path / "a.zip", "--json").data,
        "archive",
    )
    said = roundbook("open-archive", tmp_path / "a.zip", tmp_path / "again", "--json")
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
        said = played.run(verb, played.folder, *rest, "--json")
        assert said.code in {0, 1}, said
        fits(said.data, name)
    fits(roundbook("tournaments", played.folder.parent, "--json").data, "tournaments")
    fits(roundbook("rules", "sleeves", "--json").data, "rules")
    fits(roundbook("verdict", "--games", "1", "--time", "between-games", "--json").data, "verdict")
    fits(roundbook("diff", played.folder, CUP, "--json").data, "diff")
    fits(roundbook("check", CUP, "--json").data, "check")
    fits(roundbook("replay", CUP, "--json").data, "replay")
    fits(roundbook("compare-editions", CUP, "--json").data, "compare-editions")
    assert played.run("export", played.folder, tmp_path / "cup.json", "--private").code == 0
    fits(json.loads((tmp_path / "cup.json").read_bytes()), "tables")


def test_the_sheet_of_a_pod_is_as_its_schema_says(line: Line) -> None:
    line.start("--edition", "dci-pod")
    fits(line.run("podsheet", line.folder, "--json").data, "podsheet")


@pytest.mark.parametrize(
    ("words", "kind", "code"),
    [
        (("report", "77", "2-0", "--dir", "{}"), "misuse", 2),
        (("standings", "{}", "--nothing"), "misuse", 2),
        (("standings", "{}", "--as-of", "soon"), "misuse", 2),
        (("nothing",), "misuse", 2),
        (("correct", "masters-1-1", "1-2", "--reason", "misread", "--dir", "{}"), "refused", 3),
        (("open", "{}", "--name", "Other"), "refused", 3),
        (("history", "{}", "masters-7-7"), "refused", 3),
        (("clock", "{}", "nopool"), "refused", 3),
        (("report", "masters-1-1", "2-0", "--seen", "1", "--dir", "{}"), "conflict", 4),
        (("standings", "nowhere"), "cannot_read", 5),
        (("edition", "check", "nowhere.toml"), "cannot_read", 5),
        (("open-archive", "nowhere.zip", "there"), "cannot_read", 5),
        (("check-proof", "nowhere.tlog-proof"), "cannot_read", 5),
        (("merge", "nowhere", "--dir", "{}"), "cannot_read", 5),
        (("restore", "nowhere.backup", "there"), "cannot_read", 5),
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
    kinds = roundbook("check", "--list", "--json").data
    fits(kinds, "check-list")
    assert sum(len(one["kinds"]) for one in kinds["groups"]) > 20
    lints = played.run("lint", played.folder, "--list", "--json").data
    fits(lints, "lint-list")
    assert lints["lints"][0].keys() == {"name", "reason"}


def test_an_edition_that_cannot_be_found_is_an_answer_too() -> None:
    said = roundbook("check", "--find-edition", CUP, "--json", code=5)
    fits(said.data, "check-edition")
    assert said.data["found"] is None
    assert "has no published percentages" in said.data["unreadable"][0]["message"]


def test_a_wrong_answer_does_not_fit(played: Line) -> None:
    data = played.run("standings", played.folder, "--json").data
    data["divisions"][0]["lines"][0]["match_points"] = "nine"
    with pytest.raises(jsonschema_rs.ValidationError):
        fits(data, "standings")


def test_all_names_are_listed_and_each_has_a_schema() -> None:
    listed = roundbook("schema", "--json").data["schemas"]
    assert [one["name"] for one in listed] == sorted(SHAPES)
    assert all(one["about"].endswith(".") for one in listed)
    said = roundbook("schema").out
    for name in SHAPES:
        assert name in said
        jsonschema_rs.validator_for(roundbook("schema", name).data)


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    said = roundbook("schema", "standing")
    assert (said.code, said.err.splitlines()) == (
        3,
        ['refused: there is no schema "standing".', "  hint: Did you mean standings?"],
    )
