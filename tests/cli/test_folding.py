"""What is longer than the terminal breaks between words; what a pipe takes is never touched."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.cli.session.output import folded
from roundbook.ledger.text import cells_of
from tests.cli.line import Line
from tests.cli.typed import roundbook

WORDS = st.text("ab.é漢`", min_size=1, max_size=30)


@given(st.lists(WORDS, min_size=1, max_size=20), st.integers(20, 80), st.integers(0, 6))
def test_a_line_keeps_its_words_and_only_a_word_may_be_longer(
    words: list[str], width: int, lead: int
) -> None:
    text = " " * lead + " ".join(words)
    lines = folded(text, width)
    assert " ".join(line.strip() for line in lines) == text.strip()
    assert lines[0].startswith(" " * lead)
    for line in lines[1:]:
        assert line.startswith(" " * (lead + 4))
        assert line.strip()
    for line in lines:
        # A command between backticks is one word.
        whole = line.strip()
        alone = " " not in whole or "`" in whole
        assert cells_of(line) <= width or alone


def test_what_somebody_may_copy_is_never_broken() -> None:
    hint = (
        "  hint: Give the tournament's folder, or create one with `roundbook open cup` or "
        "`roundbook file import`."
    )
    assert folded(hint, 60) == [
        "  hint: Give the tournament's folder, or create one with",
        "      `roundbook open cup` or `roundbook file import`.",
    ]
    path = "/a/very/long/way/" * 8
    assert folded(f"it is in {path} now", 40) == ["it is in", f"    {path}", "    now"]


def test_the_path_of_the_secret_stands_on_a_line_of_its_own(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    line.start()
    said = roundbook("status", "-C", line.folder, at_terminal=True).out.splitlines()
    (kept,) = (line.home / "chains").iterdir()
    assert said.count(f"  {kept}") == 1


def test_a_refusal_and_its_hint_fit_the_terminal(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    line.begin("Ana", "Ben")
    words = ("report", "masters-1-1", "2-9", "-C", line.folder)
    piped, seen = roundbook(*words), roundbook(*words, at_terminal=True)
    assert piped.code == seen.code == 3
    assert max(map(len, piped.err.splitlines())) > 40
    assert max(map(len, seen.err.splitlines())) <= 40
    assert seen.err.split() == piped.err.split()


def test_a_mistyped_command_fits_the_terminal(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    line.begin("Ana", "Ben")
    words = ("report", "masters-1-1", "wins", "-C", line.folder)
    piped, seen = roundbook(*words), roundbook(*words, at_terminal=True)
    assert piped.code == seen.code == 2
    assert max(map(len, piped.err.splitlines())) > 60
    assert max(map(len, seen.err.splitlines())) <= 60


def test_what_is_told_fits_the_terminal(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    line.start()
    name = "Ana Maria de los Angeles Lopez Fernandez"
    words = ("register", name, "--birth-year", 1990, "--dry-run", "-C", line.folder)
    piped, seen = roundbook(*words), roundbook(*words, at_terminal=True)
    assert max(map(len, piped.out.splitlines())) > 40
    assert max(map(len, seen.out.splitlines())) <= 40


def test_json_is_never_folded(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    line.begin("Ana", "Ben")
    for words in (
        ("report", "masters-1-1", "2-9", "-C", line.folder, "--json"),
        ("report", "masters-1-1", "wins", "-C", line.folder, "--json"),
        ("history", "-C", line.folder, "--json"),
    ):
        piped, seen = roundbook(*words), roundbook(*words, at_terminal=True)
        assert (piped.out, piped.err) == (seen.out, seen.err)


@pytest.mark.parametrize("names", ["Björn Schröder", "Konstantin Freiherr von Hohenberg"])
def test_a_player_takes_one_line_of_a_table_where_one_is_enough(
    line: Line, names: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table in colour is wider than a plain one, and broke a name in two."""
    monkeypatch.setenv("COLUMNS", "80")
    line.start()
    for number in range(4):
        line("register", f"{names} {'ABCD'[number]}", "--birth-year", 1990)
    line.first_round(1)
    line.play(1)
    piped = roundbook("standings", "-C", line.folder)
    seen = roundbook("standings", "-C", line.folder, at_terminal=True)
    assert sum(names in row for row in seen.out.splitlines()) == sum(
        names in row for row in piped.out.splitlines()
    )


def test_lists_and_hints_fit_the_terminal(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    line.start()
    for words in (
        ("proof lint", "-C", line.folder, "--list"),
        ("people invite", "judge", "-C", line.folder.parent),
    ):
        said = roundbook(*words, at_terminal=True).out.splitlines()
        assert max(map(cells_of, said)) <= 80, words


@pytest.mark.parametrize(
    "group", ["deck", "ruling deckcheck", "draft", "edition", "people requests", "team"]
)
def test_the_help_of_a_group_cuts_no_sentence(group: str) -> None:
    listed = roundbook("help", *group.split()).out.split("Commands:")[1]
    assert listed.strip()
    assert "..." not in listed


def test_a_word_that_matches_no_player_is_said(line: Line) -> None:
    line.begin("Ana", "Ben")
    said = roundbook("players", "-C", line.folder, "zoe").out
    assert 'no player matches "zoe"; `roundbook players` lists everybody.' in said


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


def crowded(line: Line) -> Path:
    """A list of 24 players, of whom one has a name that looks odd."""
    path = line.home.parent / "players.csv"
    names = ["Ana 2", *(f"Player {chr(at)}" for at in range(ord("A"), ord("A") + 23))]
    rows = (f"{name},{2016 if at < 4 else 1990}" for at, name in enumerate(names))
    path.write_text("\n".join(("name,birth year", *rows)))
    return path


@pytest.mark.usefixtures("small")
def test_a_list_of_players_longer_than_the_terminal_is_counted(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start()
    monkeypatch.chdir(line.folder)
    words = ("register", crowded(line))
    tried = roundbook(*words, "--dry-run").out
    assert "24 players in the list are new: 4 in Junior, 20 in Masters.\n" in tried
    assert "\n… and 19 more players.\n" in tried, "nobody is listed who is not registered"
    said = roundbook(*words, at_terminal=True).out.splitlines()
    assert said[0] == "24 players were registered: 4 in Junior, 20 in Masters."
    assert "registered now" not in said[1], "the list is everybody"
    few = "New: Ana 2 (p1), Player A (p2), Player B (p3) and 21 more. All players:"
    assert said[said.index(few) + 1].strip() == "`roundbook players`."
    assert not [one for one in said if "Player W" in one]
    assert [one for one in said if one.startswith("Look at line 2, Ana 2: ")]
    assert said[-1].startswith("next: roundbook announce ")
    assert len(said) < 24
    again = roundbook(*words, "--skip-known", at_terminal=True).out.splitlines()
    assert again[:2] == ["Nobody was registered.", "24 players are registered now."]
    assert "… and 19 more lines with players who are already registered." in again
    assert len(again) < 24
    (line.home.parent / "players.csv").write_text("name,birth year\nBen Ode,1990\nCho Min,1990\n")
    short = roundbook(*words, at_terminal=True).out
    assert "\n26 players are registered now.\nNew: Ben Ode (p25) and Cho Min (p26).\n" in short
    assert "more player" not in short


@pytest.mark.usefixtures("small")
def test_a_terminal_ends_the_standings_with_what_is_missing(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
    line("report", "masters-1-1", "2-0")
    monkeypatch.chdir(line.folder)
    piped = roundbook("standings").out
    shown = roundbook("standings", at_terminal=True).out
    *_, missing, following = shown.splitlines()
    assert missing == "4 players; 1 of 2 results missing in round 1 of masters"
    assert following == "next: roundbook report masters-1-2 RESULT"
    assert "missing" not in piped
    assert "next:" not in piped
    for option in ("--plain", "--public", ("--lang", "de"), ("--as-of", "1")):
        words = (option,) if isinstance(option, str) else option
        assert "next:" not in roundbook("standings", *words, at_terminal=True).out
    line("report", "masters-1-2", "2-0")
    line.close()
    assert roundbook("standings", at_terminal=True).out.splitlines()[-1] == "4 players"
