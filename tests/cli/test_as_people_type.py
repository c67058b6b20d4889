"""What organisers type at a terminal, as they are used to from paper and from TOM."""

import pytest

from roundbook.cli.commands import close as close_command
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.projections.bracket.tree import How, Node, Tree
from roundbook.projections.reports.text.bracket import picture
from tests.cli.line import Line


def _result(line: Line) -> dict[str, object]:
    event = line.ledger()[-1]["events"][0]
    assert event["event"] == "result-reported"
    found: dict[str, object] = event["result"]
    return found


@pytest.mark.parametrize(
    ("words", "first_won"),
    [(("1", "W"), True), (("1", "p1"), True), (("1", "p2"), False), (("Ben", "W"), False),
     (("Ana", "win"), True), (("Ben", "L"), True), (("1", "Ben"), False)],
)  # fmt: skip
def test_the_winner_is_said_by_a_letter_a_number_or_a_name(
    line: Line, words: tuple[str, ...], first_won: bool
) -> None:
    line.enrol("Ana", "Ben")
    line.first_round(1)
    upper = line.paired(1)["pairings"][0][0]
    line("report", *words)
    ana_won = first_won if words != ("1", "W") else upper == "p1"
    assert _result(line)["verdict"] == ("first" if ana_won is (upper == "p1") else "second")


def test_somebody_who_did_not_show_up_is_named(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    pairs = line.paired(1)["pairings"]
    line("report", pairs[0][1], "no-show")
    assert _result(line)["no_show"] == "second"
    line("report", "2", "n2d2")
    assert _result(line)["no_show"] == "second"
    dropped = line.ledger()[-1]["events"][1]
    assert (dropped["event"], dropped["player"]) == ("player-dropped", pairs[1][1])


@pytest.mark.parametrize("typed", ["26/09/2026", "26.9.2026", "26-09-2026", "09.09.2026"])
def test_a_date_may_begin_with_the_day(line: Line, typed: str) -> None:
    line.run("open", line.folder, "--name", "Cup", "--start", typed, code=0)
    assert line.ledger()[0]["events"][0]["start"] in {"2026-09-26", "2026-09-09"}


def test_a_date_that_may_begin_with_either_is_asked_about(line: Line) -> None:
    said = line.run("open", line.folder, "--name", "Cup", "--start", "03/04/2026", code=2).err
    assert "could mean 2026-04-03 or 2026-03-04 (YYYY-MM-DD); use one of these" in said
    wrong = line.run("open", line.folder, "--name", "Cup", "--start", "31/02/2026", code=2).err
    assert "is not a date" in wrong


def test_a_sentence_that_says_what_to_type_has_no_usage_above_it(line: Line) -> None:
    line.begin("Ana", "Ben")
    said = line.at("report", "1", "7-x", code=2).err
    assert said.startswith("Error: ")
    assert "Usage" not in said
    assert "For example: `roundbook report 14 2-1`" in line.at("report", code=2).err
    said = line.at("explain", code=2).err
    assert said.startswith("Error: Missing argument 'PLAYER|MATCH|ROUND'. For example: `")
    extra = line.run("proof key", line.folder, code=2).err
    assert extra.startswith(f"Error: {line.folder} is a folder; use `roundbook proof key")
    assert "Usage" not in extra


def test_a_name_is_corrected_without_a_reason_until_a_round_is_posted(line: Line) -> None:
    line.enrol("Ana", "Ben")
    line("people amend", "p1", "--name", "Anna")
    assert "reason" not in line.ledger()[-1]["events"][0]
    line.first_round(1)
    assert "give a reason" in line.refused("people amend", "p1", "--name", "Ana", code=2)
    line("people amend", "p1", "--name", "Ana", "--reason", "typing mistake")
    assert line.run("verify", line.folder).code == 0


def test_before_the_first_pairing_start_says_what_comes_first(line: Line) -> None:
    line.enrol("Ana", "Ben")
    assert "Continue with `roundbook announce --prizes N`" in line.refused("start")
    line.announce()
    assert "Continue with `roundbook pair`" in line.refused("start")


def test_other_games_with_the_same_winner_cost_nothing(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    line("report", "1", "2-0")
    match = line.tables(1)[0]
    same = " ".join(line.run("what-if", "-C", line.folder, match, "2-1", code=0).out.split())
    assert "It affects no record" in same
    other = " ".join(line.run("what-if", "-C", line.folder, match, "0-2", code=0).out.split())
    assert "It affects 2 records" in other


def test_a_players_pairings_are_explained_round_by_round(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", played=1)
    line.pair()
    said = line.run("explain", "-C", line.folder, "pairing", "p1", code=0).out
    assert said.index("Round 2 of masters") < said.index("Round 1 of masters")


def test_close_asks_for_the_last_day_if_nobody_gave_it(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin("Ana", "Ben", played=1)
    answers = iter(["in spring", "7.3.2026"])
    asked = list[str]()

    def answered(lines: list[str], question: str) -> str:
        asked.extend([*lines, question])
        return next(answers)

    monkeypatch.setattr(close_command, "at_terminal", lambda: True)
    monkeypatch.setattr(close_command, "answered", answered)
    line.close()
    assert line.ledger()[-1]["events"][-1]["end"] == "2026-03-07"
    assert asked[0] == "The event began on 2026-03-07, and its last day was not given."
    assert '"in spring" is not a date' in asked[2]


def eight(name: str, disqualified: int | None = None) -> str:
    """Draw a bracket of eight players after its first round."""
    names = {PlayerId(f"p{n}"): f"{name} {n}" for n in range(1, 9)}
    players = [*names]
    pairs = [(players[n], players[7 - n]) for n in range(4)]
    first = [
        Node(round=4, first=one, second=other, winner=one, how=How.LEFT) for one, other in pairs
    ]
    later = [
        tuple(
            Node(round=number, first=None, second=None, winner=None, how=How.TO_COME)
            for _ in range(count)
        )
        for number, count in ((5, 2), (6, 1))
    ]
    shown = Tree(
        pool=Pool("masters-cut"),
        seeds=tuple(players),
        places=tuple(player for pair in pairs for player in pair),
        rounds=(tuple(first), *later),
        third_place=None,
        disqualified=frozenset({players[disqualified - 1]} if disqualified else ()),
    )
    return "\n".join(picture(shown, names.__getitem__))


def test_a_disqualified_player_keeps_name_and_seed_in_a_narrow_bracket() -> None:
    drawn = eight("Marcos Prieto", disqualified=8)
    assert "8 M. Prieto 8 *" in drawn or "8 Marcos Prieto 8*" in drawn, drawn
    assert "* 8 Marcos Prieto 8 (disqualified)" in drawn
    assert "~" not in drawn


def test_a_winner_with_a_long_name_has_the_initial_and_no_other_word() -> None:
    drawn = eight("Bartholomew Prieto")
    assert "| B. Prieto 1 -" in drawn, drawn
    assert "None" not in drawn
