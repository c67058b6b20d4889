"""Every row of both verdict tables, asked by command, at the desk, and on a slip.

For each row as it is typed from the documents, one match that fits it: the command and the desk's
calculator cite the row, and so does the table of the match, where the result is reported.
"""

import re
from functools import cache
from typing import NamedTuple

import pytest

from roundbook.cli.args.facts import GAMES_TYPED
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.ledger.events.match_end import Facts, TimeCalled
from tests.cli.line import Line
from tests.cli.typed import roundbook
from tests.ledger.verdicts import tables, test_tables_2026
from tests.ledger.verdicts.tables import Row, rows_that_fit, situation
from tests.ledger.verdicts.test_tables import after_the_last_turn
from tests.web.by_pages import plain
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor

OLD, NEW = "play-2017", "play-2027-notes"
TYPED = {end: word for word, end in GAMES_TYPED.items()}


class Seen(NamedTuple):
    """A match that fits a row of an edition's table, and the row as it is cited."""

    edition: str
    row: str
    facts: Facts


@cache
def seen() -> tuple[Seen, ...]:
    """The first match of six Prize cards that fits each row of each table."""
    found = dict[tuple[str, Row], Facts]()
    for facts in after_the_last_turn():
        if facts.initial == 6 and facts.decider is None:
            for edition, fits in (
                (OLD, rows_that_fit(situation(facts))),
                (NEW, test_tables_2026.fitting(situation(facts))),
            ):
                for row in fits:
                    found.setdefault((edition, row), facts)
    return tuple(
        Seen(edition, cite(edition, row), facts) for (edition, row), facts in found.items()
    )


def cite(edition: str, row: Row) -> str:
    if edition == OLD:
        return row.where
    return f"TCG-H §7.4.4.{2 if row.part == 'S' else 3} {row.where}"


def test_every_row_of_both_tables_is_met() -> None:
    """The pod's rows stand in the same list of 2016, and belong to another sheet."""
    met = {(one.edition, one.row) for one in seen()}
    old = {row.where for row in tables.ROWS}
    new = {cite(NEW, row) for row in test_tables_2026.ROWS}
    assert {row for edition, row in met if edition == NEW} == new
    assert {row for edition, row in met if edition == OLD} >= {
        row for row in old if row.startswith("TRF")
    }


def fields(facts: Facts) -> dict[str, str]:
    """The facts as the form of the desk sends them."""
    left = facts.prizes
    every = {
        "games": ",".join(TYPED[end] for end in facts.games),
        "on": str(facts.under_way),
        "time": str(facts.time),
        "last_turn_ended": "last-turn-ended" if facts.last_turn_ended else "",
        "prizes": f"{left.first}-{left.second}" if left else "",
    }
    return {name: text for name, text in every.items() if text}


def options(facts: Facts) -> list[str]:
    """The facts as they are typed."""
    return [
        word
        for name, text in fields(facts).items()
        for word in ([f"--{text}"] if name == "last_turn_ended" else [f"--{name}", text])
    ]


def follows(text: str) -> str:
    """What a verdict says follows: the result, or the next step."""
    found = re.search(r"[Rr]esult: ([0-9-]+ \(a \w+|[0-9-]+)|[Nn]ext: [^.;,§]*", text)
    assert found, text
    return re.split(r" (?:trf|tcg-h)\b", (found[1] or " ".join(found[0].split())).lower())[0]


def kind(facts: Facts) -> tuple[str, str]:
    return str(facts.part), str(facts.match_format)


@pytest.mark.rule("TRF-8.2", "TRF-8.3", "TRF-9.2", "TRF-9.3")
@pytest.mark.parametrize("edition", [OLD, NEW])
@pytest.mark.parametrize("part", ["swiss", "elimination"])
@pytest.mark.parametrize("games", ["bo1", "bo3"])
def test_every_row_by_command_desk_and_slip(
    visitor: Visitor, access: AccessStore, line: Line, edition: str, part: str, games: str
) -> None:
    """What the command says is said at the desk and at the table, with the same row."""
    rows = [one for one in seen() if one.edition == edition and kind(one.facts) == (part, games)]
    assert len(rows) >= 2
    begun(line, edition, part, games)
    visitor.come_in(AccessRole.ORGANISER)
    single = ["--single"] if games == "bo1" else []
    bracket = ["--elimination"] if part == "elimination" else []
    ticks = {"single": "single"} if single else {}
    ticks |= {"elimination": "elimination"} if bracket else {}
    for one in rows:
        assert one.facts.time is not TimeCalled.NOT_YET
        said = roundbook(
            *("ruling verdict", "--edition", edition, *bracket, *single, *options(one.facts)),
            code=0,
        ).out
        desk = asked(visitor, "verdict", {**ticks, **fields(one.facts)})
        slip = line.at("time-called", "1", *options(one.facts), "--dry-run", code=0).out
        for text in (said, desk, slip):
            words = " ".join(text.replace("(opens in a new tab) ", "").split())
            assert one.row in words, (one, words)
            other = {OLD: r"TCG-H|tiebreaker game", NEW: r"\bTRF\b|Sudden Death"}[edition]
            assert not re.search(other, words), words
        assert follows(said).split(" (")[0] == follows(desk).split(" (")[0], one


def begun(line: Line, edition: str, part: str, games: str) -> None:
    """Open an event of that kind, and start its first round."""
    style = "single-elimination" if part == "elimination" else "swiss"
    line.run(
        *("open", line.folder, "--name", "Cup", "--start", "2026-11-28", "--edition", edition),
        *("--style", style, "--match-format", games),
        code=0,
    )
    line.crowd(masters=4)
    because = ("--override", "rounds-differ", "--because", "small")
    told = ("--format", "Standard", "--staff", "Ana judges.", "--breaks", "none")
    line("announce", *told, *(() if part == "elimination" else ("--rounds", "2", *because)))
    if part == "elimination":
        line("round seed")
    line("pair")
    line("start")


def asked(visitor: Visitor, verb: str, sent: dict[str, str]) -> str:
    """Ask the desk's calculator."""
    page = f"/t/cup/desk/do/{verb}"
    answer = visitor.post(page, data={**hidden(visitor.get(page).text), **sent})
    assert answer.status_code == 200, plain(answer.text)
    found = re.search(r'<div class="said".*', answer.text, re.DOTALL)
    return plain(found[0]).partition("Elimination")[0] if found else plain(answer.text)
