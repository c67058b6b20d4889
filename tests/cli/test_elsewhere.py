"""Somebody stands outside the tournament's folder: every command that is advised works as typed."""

import shlex
from pathlib import Path

import pytest

from roundbook.cli.desk.errors import command
from roundbook.ledger.errors import do
from tests.cli.typed import Said, roundbook


@pytest.fixture
def above(here: Path) -> Path:
    """The folder above a tournament in which four players are registered."""
    assert roundbook("open", "my cup", "--name", "Cup", "--start", "2026-03-07").code == 0
    for name in ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox"):
        assert roundbook("register", name, "--birth-year", 1990, "--dir", "my cup").code == 0
    return here


def at(*words: object) -> Said:
    return roundbook(*words, "--dir", "my cup")


def advised(said: Said) -> list[str]:
    """The commands that were named as what comes next, and in the hint of a refusal."""
    found = [one.removeprefix("next: ") for one in said.out.splitlines() if "next: " in one]
    found += [one for line in said.err.splitlines() for one in line.split("`")[1::2]]
    return [one for one in found if one.startswith("roundbook ")]


def test_what_comes_next_works_as_it_is_typed(above: Path) -> None:
    at("announce", "--prizes", "none")
    said = at("pair")
    (command,) = advised(said)
    assert command == "roundbook post masters --dir 'my cup'"
    assert roundbook(*shlex.split(command)[1:]).code == 0
    (then,) = advised(at("start"))
    assert then == "roundbook report masters-1-1 RESULT --dir 'my cup'"
    assert roundbook(*shlex.split(then.replace("RESULT", "1"))[1:]).code == 0


def test_a_folder_given_as_a_word_is_named_too(above: Path) -> None:
    at("announce", "--prizes", "none")
    assert advised(roundbook("status", "my cup")) == ["roundbook pair --dir 'my cup'"]
    assert "use `roundbook pair --dir 'my cup'`" in roundbook("pairings", "my cup").out


def test_in_the_folder_itself_nothing_is_added(
    above: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(above / "my cup")
    assert roundbook("announce", "--prizes", "none").code == 0
    assert advised(roundbook("status")) == ["roundbook pair"]
    assert advised(roundbook("pair", "--dir", ".")) == ["roundbook post masters"]


def test_the_hint_of_a_refusal_names_the_folder(above: Path) -> None:
    at("drop", "p4")
    for words in (("late", "dee"), ("late", "Dee Fox", "--birth-year", 1990)):
        said = at(*words, "--informed")
        assert "roundbook reinstate p4 --reason … --dir 'my cup'" in advised(said)
    unknown = roundbook("explain", "my cup", "zoe")
    assert advised(unknown) == ["roundbook players --dir 'my cup'"]


def test_a_command_without_that_option_takes_the_folder_as_a_word(above: Path) -> None:
    said = roundbook("proof", "my cup", "999")
    assert advised(said) == ["roundbook head --sign 'my cup'"]
    assert roundbook("head", "--sign", "my cup").code == 0


@pytest.mark.parametrize(
    "words", [("key",), ("backup", "stick.backup"), ("status",), ("proof", "114"), ("requests",)]
)
def test_who_stands_outside_is_told_how_this_command_takes_the_folder(
    above: Path, words: tuple[str, ...]
) -> None:
    said = roundbook(*words, code=5)
    assert "hint: There is one in my cup: add `--dir 'my cup'`, or change to it first" in said.err


def test_a_command_that_takes_a_word_alone_is_given_the_folder(above: Path) -> None:
    assert "There is one in my cup: give that folder" in roundbook("archive").err


def test_a_folder_in_place_of_a_subcommand_is_named_by_the_option(above: Path) -> None:
    said = roundbook("requests", "my cup", code=2)
    assert "my cup is a folder; use roundbook requests --dir 'my cup'." in said.err
    assert "No such command" in roundbook("requests", "nowhere").err


def test_a_program_is_told_no_folder(above: Path) -> None:
    at("drop", "p4")
    refused = at("late", "dee", "--informed", "--json").data["refused"]
    assert "`roundbook reinstate p4 --reason …`" in refused["hint"]


@pytest.mark.usefixtures("above")
def test_at_the_prompt_advice_can_be_typed_as_it_is() -> None:
    at("announce", "--prizes", "none")
    said = roundbook("desk", "my cup", stdin=b"pair\nstart\n1 n1\nstatus\n", code=0)
    assert advised(said), "there is advice"
    assert "--dir" not in said.out + said.err


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (("transfer", "My Cup.zip", "cup 2"), "roundbook open-archive 'My Cup.zip' 'cup 2'"),
        (("backup", "to", "--dir", "My Cup.zip"), "roundbook open-archive 'My Cup.zip' DIR"),
        (
            ("standings", "my cup", "Ana Lopez"),
            "roundbook explain 'Ana Lopez' --dir 'my cup'",
        ),
        (
            ("note", "Late", "--as", "Kim O'Hare", "--dir", "my cup"),
            """roundbook staff 'Kim O'"'"'Hare' ROLE --dir 'my cup'""",
        ),
    ],
)
def test_words_of_an_advised_command_are_quoted_for_a_shell(
    above: Path, words: tuple[str, ...], command: str
) -> None:
    (above / "My Cup.zip").write_bytes(b"PK")
    at("staff", "Kim O'Hara", "judge")
    said = roundbook(*words)
    assert said.code != 0
    assert command in advised(said)


def test_only_what_the_reader_fills_in_is_not_quoted() -> None:
    act = do("register", "NAME|FILE", "--dir", "my|cup", "--reason", "…")
    assert command(act) == "roundbook register NAME|FILE --dir 'my|cup' --reason …"
    assert act.args[2] == "my|cup", "a program gets the words themselves"
