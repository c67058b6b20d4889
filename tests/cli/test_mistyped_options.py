"""An option that a command does not have: what is suggested is near, or another way to the same."""

import pytest

from tests.cli.line import Line
from tests.cli.typed import roundbook


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("standings", "--publik"), "No such option '--publik'. Did you mean --public?"),
        (("pairings", "--byname"), "No such option '--byname'. Did you mean --by-name?"),
        (("register", "Ana", "--year", "1990"), "Did you mean --birth-year?"),
        (("register", "Ana", "--birth", "1990"), "Did you mean --birth-date or --birth-year?"),
        (("pair", "--dryrun"), "Did you mean --dry-run?"),
        (
            ("standings", "--round", "1"),
            'see what was known after round 1, add `--as-of "after round 1"`.',
        ),
        (
            ("standings", "--out", "x"),
            "Add `> FILE` to save the output to a file, or give --pdf FILE.",
        ),
        (("what-if", "--player", "p3"), "--drop PLAYER, --late PLAYER, or MATCH RESULT."),
        (("status", "--out", "x"), "Add `> FILE` to save the output to a file."),
        (
            ("drop", "p1", "--reason", "ill"),
            (
                'This command does not record a reason; add one with `roundbook note "TEXT" '
                "--player PLAYER`."
            ),
        ),
    ],
)
def test_an_option_that_is_not_there_leads_to_one_that_is(
    words: tuple[str, ...], sentence: str
) -> None:
    said = roundbook(*words, code=2)
    assert sentence in " ".join(said.err.split())


@pytest.mark.parametrize("option", ["--zebra", "--format", "--", "--x"])
def test_nothing_is_suggested_that_is_not_near(option: str) -> None:
    assert "Did you mean" not in roundbook("status", option).err


def test_a_missing_option_is_shown_in_an_example(line: Line) -> None:
    line.begin("Ana", "Ben", played=1)
    example = 'For example: `roundbook correct 1-14 2-1 --reason "'
    said = line.refused("correct", "1", "2-0", code=2)
    assert f"Missing option '--reason'. {example}" in said
    keyed = line.run("desk", "-C", line.folder, stdin=b"correct masters-1-1 2-0\n")
    assert example in keyed.err
