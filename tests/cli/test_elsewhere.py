"""Somebody stands outside the tournament's folder: every command that is advised works as typed."""

import shlex
from pathlib import Path

import pytest

from roundbook.cli.session.errors import command
from roundbook.ledger.errors import do
from tests.cli.typed import Said, roundbook


@pytest.fixture
def above(here: Path) -> Path:
    """The folder above a tournament in which four players are registered."""
    assert roundbook("open", "my cup", "--name", "Cup", "--start", "2026-03-07").code == 0
    for name in ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox"):
        assert roundbook("register", name, "--birth-year", 1990, "-C", "my cup").code == 0
    return here


def at(*words: object) -> Said:
    return roundbook(*words, "-C", "my cup")


def advised(said: Said) -> list[str]:
    """The commands that were named as what comes next, and in the hint of a refusal."""
    found = [one.removeprefix("next: ") for one in said.out.splitlines() if "next: " in one]
    found += [one for line in said.err.splitlines() for one in line.split("`")[1::2]]
    return [one for one in found if one.startswith("roundbook ")]


def test_what_comes_next_works_as_it_is_typed(above: Path) -> None:
    at("announce", "--prizes", "none")
    said = at("pair")
    (command,) = advised(said)
    assert command == "roundbook post masters -C 'my cup'"
    assert roundbook(*shlex.split(command)[1:]).code == 0
    (then,) = advised(at("start"))
    assert then == "roundbook report masters-1-1 RESULT -C 'my cup'"
    assert roundbook(*shlex.split(then.replace("RESULT", "1"))[1:]).code == 0


def test_a_folder_given_as_a_word_is_named_too(above: Path) -> None:
    at("announce", "--prizes", "none")
    assert advised(roundbook("status", "-C", "my cup")) == ["roundbook pair -C 'my cup'"]
    assert "use `roundbook pair -C 'my cup'`" in roundbook("pairings", "-C", "my cup").out


def test_in_the_folder_itself_nothing_is_added(
    above: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(above / "my cup")
    assert roundbook("announce", "--prizes", "none").code == 0
    assert advised(roundbook("status")) == ["roundbook pair"]
    assert advised(roundbook("pair", "-C", ".")) == ["roundbook post masters"]


def test_the_hint_of_a_refusal_names_the_folder(above: Path) -> None:
    at("drop", "p4")
    for words in (("late", "dee"), ("late", "Dee Fox", "--birth-year", 1990)):
        said = at(*words, "--informed")
        assert "roundbook people reinstate p4 --reason … -C 'my cup'" in advised(said)
    unknown = roundbook("explain", "-C", "my cup", "zoe")
    assert advised(unknown) == ["roundbook players -C 'my cup'"]


def test_a_command_in_a_group_is_advised_with_the_folder(above: Path) -> None:
    said = roundbook("proof entry", "-C", "my cup", "999")
    assert advised(said) == ["roundbook proof head --sign -C 'my cup'"]
    assert roundbook("proof head", "--sign", "-C", "my cup").code == 0


@pytest.mark.parametrize(
    "words",
    [
        ("proof key",),
        ("file backup", "stick.backup"),
        ("status",),
        ("proof entry", "114"),
        ("people requests",),
    ],
)
def test_who_stands_outside_is_told_how_this_command_takes_the_folder(
    above: Path, words: tuple[str, ...]
) -> None:
    said = roundbook(*words, code=5)
    assert "hint: There is one in my cup: add `-C 'my cup'`, or change to it first" in said.err


def test_a_command_that_takes_a_word_alone_is_given_the_folder(above: Path) -> None:
    assert "There is one in my cup: give that folder" in roundbook("archive").err


def test_a_folder_in_place_of_a_subcommand_is_named_by_the_option(above: Path) -> None:
    said = roundbook("people requests", "my cup", code=2)
    assert "my cup is a folder; use `roundbook people requests -C 'my cup'`." in said.err
    assert "no command 'people requests nowhere'" in roundbook("people requests", "nowhere").err


def test_a_program_is_told_no_folder(above: Path) -> None:
    at("drop", "p4")
    refused = at("late", "dee", "--informed", "--json").data["refused"]
    assert "`roundbook people reinstate p4 --reason …`" in refused["hint"]


@pytest.mark.usefixtures("above")
def test_at_the_prompt_advice_can_be_typed_as_it_is() -> None:
    at("announce", "--prizes", "none")
    said = roundbook("desk", "-C", "my cup", stdin=b"pair\nstart\n1 n1\nstatus\n", code=0)
    assert "next: 2 RESULT\n" in said.out, "a slip, as it is typed there"
    assert "-C" not in said.out + said.err


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (("file transfer", "My Cup.zip", "cup 2"), "roundbook file unpack 'My Cup.zip' 'cup 2'"),
        (("file backup", "to", "-C", "My Cup.zip"), "roundbook file unpack 'My Cup.zip' DIR"),
        (
            ("standings", "-C", "my cup", "Ana Lopez"),
            "roundbook explain 'Ana Lopez' -C 'my cup'",
        ),
        (
            ("note", "Late", "--as", "Kim O'Hare", "-C", "my cup"),
            """roundbook people staff 'Kim O'"'"'Hare' ROLE -C 'my cup'""",
        ),
    ],
)
def test_words_of_an_advised_command_are_quoted_for_a_shell(
    above: Path, words: tuple[str, ...], command: str
) -> None:
    (above / "My Cup.zip").write_bytes(b"PK")
    at("people staff", "Kim O'Hara", "judge")
    said = roundbook(*words)
    assert said.code != 0
    assert command in advised(said)


def test_only_what_the_reader_fills_in_is_not_quoted() -> None:
    act = do("register", "NAME|FILE", "-C", "my|cup", "--reason", "…")
    assert command(act) == "roundbook register NAME|FILE -C 'my|cup' --reason …"
    assert act.args[2] == "my|cup", "a program gets the words themselves"
