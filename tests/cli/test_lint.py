"""`roundbook proof lint`: what breaks no rule, and an auditor wants to see."""

import json

from tests.cli.line import Line

FOUR = ("Ana", "Ben", "Cho", "Dee")


def test_refused_attempts_and_changed_results_are_shown_and_nothing_is_written(line: Line) -> None:
    line.begin(*FOUR, played=2)
    line("pair")
    match = line.tables(1)[0]
    line.refused("correct", match, "0-2", "--reason", "misread", rule="result-locked")
    before = line.files()
    data = line.run("proof lint", "-C", line.folder, "--json", code=1)
    assert "refused-attempts" in {one["lint"] for one in data.data["remarks"]}
    said = line.run("proof lint", "-C", line.folder)
    assert f"was refused by result-locked: match {match}" in " ".join(said.out.split())
    assert said.out.endswith("`roundbook proof lint --list` explains each kind.\n")
    assert line.files() == before


def test_an_invented_event_has_nothing_to_see(line: Line) -> None:
    typed = ("--players", "9", "--rounds", "3", "--corrections", "0.1")
    assert line.run("lab generate", line.folder, *typed).code == 0
    said = line.run("proof lint", "-C", line.folder)
    assert (said.code, said.out) == (0, "nothing found: 17 checks were made.\n")
    one = line.run("proof lint", "-C", line.folder, "--only", "second-bye", code=0)
    assert one.out == "nothing found: 1 check was made.\n"


def test_what_is_looked_for_is_listed_with_its_reason(line: Line) -> None:
    line.start()
    said = line.run("proof lint", "-C", line.folder, "--list", code=0)
    assert "one-hand-both\n  The same person entered a result and its correction" in said.out


def test_damaged_attempts_are_named_by_line(line: Line) -> None:
    line.start()
    (line.folder / "attempts.jsonl").write_bytes(b"{}\n")
    said = line.run("proof lint", "-C", line.folder)
    assert (said.code, said.out) == (5, "")
    assert "line 1 of" in said.err


def test_whoever_did_it_is_named_and_the_answer_in_json_has_the_id(line: Line) -> None:
    line.begin(*FOUR, played=2)
    line("pair")
    line.refused("correct", line.tables(1)[0], "0-2", "--reason", "misread", rule="result-locked")
    hand, name = next(iter(json.loads((line.folder / "people.json").read_text())["hands"].items()))
    said = " ".join(line.run("proof lint", "-C", line.folder).out.split())
    assert (f"{name} was refused by result-locked" in said, f" {hand} was" in said) == (True, False)
    assert f"{hand} was refused" in line.run("proof lint", "-C", line.folder, "--json").out


def test_a_refused_command_of_nobody_is_not_read(line: Line) -> None:
    """Who gave it is held to its pattern, as in the ledger."""
    line.start()
    line.refused("pair")
    assert line.run("proof lint", "-C", line.folder).code != 5
    path = line.folder / "attempts.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"id":"h1"', b'"id":"x1"'))
    said = line.run("proof lint", "-C", line.folder, code=5)
    assert "is not a refused command: Expected `str` matching regex" in " ".join(said.err.split())
