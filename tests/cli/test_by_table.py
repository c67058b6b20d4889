"""A match is named by its table wherever it can be named: the desk looks at a slip, not at ids."""

import click
import pytest

from roundbook.cli.args.table_numbers import OpenTables
from roundbook.cli.args.types import MATCH, MATCH_OR_ROUND, OUTCOME
from roundbook.cli.verbs import VERBS, load
from roundbook.ledger.terms import MatchId, Pool
from tests.cli.line import Line
from tests.cli.typed import roundbook


@pytest.fixture
def cup(line: Line, monkeypatch: pytest.MonkeyPatch) -> Line:
    """A round of four that has started, and somebody in its folder."""
    line.begin("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
    monkeypatch.chdir(line.folder)
    return line


WRITE = {
    "extend": ("2", "5", "--informed"),
    "call": ("2",),
    "time-called": ("2", "--games", "1", "--time", "between-games"),
    "note": ("a card fell", "--match", "2"),
    "message": ("look at your table", "--match", "2"),
    "penalty": ("{player}", "warning", "--for", "tardiness", "--match", "2"),
    "report": ("2", "1"),
}
LOOK = (
    ("history", "{}"),
    ("history", "--match", "{}"),
    ("explain", "{}"),
    ("explain", "lock", "{}"),
    ("proof blame", "{}"),
    ("proof dossier", "{}"),
    ("what-if", "{}", "2"),
    ("what-if", "--result", "{}=2"),
)


@pytest.mark.parametrize("verb", WRITE)
def test_a_table_is_enough_for_whoever_writes(cup: Line, verb: str) -> None:
    player = cup.paired(1)["pairings"][1][0]
    cup(verb, *(word.format(player=player) for word in WRITE[verb]))
    assert MatchId(*cup.ledger()[-1]["events"][0]["match"]) == MatchId(Pool("masters"), 1, 2)


def test_a_result_is_corrected_and_taken_back_by_table(cup: Line) -> None:
    cup("report", 2, 1)
    cup("correct", 2, 2, "--reason", "misread")
    assert "masters-1-2" in cup("withdraw", 2, "--reason", "of another table").out


@pytest.mark.parametrize("words", LOOK, ids=" ".join)
def test_a_table_is_enough_for_whoever_looks(cup: Line, words: tuple[str, ...]) -> None:
    cup("report", 2, 1)
    by_table, in_full = (
        roundbook(*(word.format(match) for word in words)) for match in ("2", "masters-1-2")
    )
    assert by_table == in_full
    assert (by_table.code, by_table.err) == (0, "")


def test_a_list_of_results_may_have_tables(cup: Line) -> None:
    file = cup.folder.parent / "slips.csv"
    file.write_text("match,result\n1,2-0\nmasters-1-2,0-2\n")
    cup("report", file)
    assert cup("status").out.splitlines()[-1] == "next: roundbook pair masters"


def test_a_table_that_is_none_or_of_two_pools_is_said(
    cup: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = cup.at("extend", 99, 5, "--informed")
    assert (said.code, "there is no table 99; the tables are 1 to 2." in said.err) == (2, True)
    both = tuple(MatchId(Pool(pool), 1, 2) for pool in ("masters", "senior"))
    tables = OpenTables(running=both, resting=(), matches={}, results={})
    monkeypatch.setattr("roundbook.cli.args.table_numbers.hall_of", lambda _: tables)
    said = cup.at("extend", 2, 5, "--informed")
    why = "table 2 is used in masters and senior; use masters-1-2 or senior-1-2 instead."
    assert (said.code, why in said.err) == (2, True)


def test_whoever_has_that_number_as_player_id_is_meant(cup: Line) -> None:
    assert roundbook("history", "2") == roundbook("history", "masters-1-2")
    cup("register", "Eve Ray", "--birth-year", 1990, "--id", "2", "--left-off", "--reason", "x")
    assert roundbook("history", "2") == roundbook("history", "p5")


def test_no_command_takes_a_match_and_not_its_table() -> None:
    """Whoever adds a command with a match takes `AT_TABLE`."""
    strict = []
    for verb in VERBS:
        command = load(verb)
        parts = command.commands.values() if isinstance(command, click.Group) else ()
        strict += [
            f"{verb} {param.name}"
            for each in (command, *parts)
            for param in each.params
            if param.type in (MATCH, MATCH_OR_ROUND, OUTCOME)
        ]
    assert strict == ["history round_of"]


@pytest.mark.parametrize("word", ["table 2", "Table 2", "tisch 2", "2"])
def test_a_table_may_be_called_a_table(line: Line, word: str) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    assert (
        "match masters-1-2 was given 3 extra minutes" in line("extend", word, 3, "--informed").out
    )
    assert line("report", "table", "2", "20").code == 0


@pytest.mark.parametrize("word", ["master", "masters", "MASTERS"])
def test_a_division_may_be_one_or_many(line: Line, word: str) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    assert line("report", word, "2", "20").code == 0
    line("report", "masters-1-1", "1")
    assert "round 2 of masters" in line("pair", word).out
    said = line.refused("cut", "elders", code=2)
    assert '"elders" is not a division; use junior, senior, masters, open.' in said
