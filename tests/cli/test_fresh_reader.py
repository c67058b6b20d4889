"""Somebody makes an edition of an invented season from a two-page handbook, by docs/seasons.md.

The steps are those of the page: `edition new`, one question after the other, `edition check`,
`edition diff`. Then an event under the edition does what the handbook says, sentence by sentence.
"""

import re
from pathlib import Path

import pytest

from roundbook.ledger.events.match_end import Facts, Stage
from roundbook.ledger.rulesets import custom
from roundbook.ledger.rulesets.questions import QUESTIONS
from roundbook.ledger.verdicts.decide import ruling
from tests.cli.line import Line
from tests.cli.typed import Said, roundbook

HANDBOOK = Path(__file__).resolve().parents[2] / "fixtures" / "seasons" / "orchard-handbook.md"

Answer = dict[str, str | None]

ROWS = """[
    { from = 6, to = 8, swiss = 3, cut = 0 },
    { from = 9, to = 16, swiss = 4, cut = 4 },
    { from = 17, swiss = 5, cut = 8 },
]"""

ANSWERS: dict[str, Answer] = {
    "edition": {
        "meant_from": "2030-09-01  # 2.1",
        "meant_until": "2031-08-31  # 2.1",
        "rounds_source": '"OLH §3.5"  # 3.5',
        "citations": """
"TOP §2" = "OLH §1.1"
"TOP §3.1.1" = "OLH §2.1"
"TOP §3.1.2" = "OLH §2.2"
"TOP §3.1.3" = "OLH §2.4"
"TOP §3.1.4" = "OLH §3.4"
"TOP §3.3.5" = "OLH §3.5"
"TRF §8" = "OLH §4.4"
"TRF §9" = "OLH §4.4"
"TRF §10" = "OLH §4.4"
"result-locked" = "OLH §2.5"
"tie-agreed" = "OLH §3.3"
"penalty-not-in-edition" = "OLH §4.3"
"pod-too-small" = "OLH §2.3"
"retention-running" = "OLH §1.2"
""",
    },
    "announced": {"announced": '["cut", "staff", "breaks"]  # 1.1'},
    "retention": {"retention_months": "6  # 1.2"},
    "divisions": {
        # 2.1: `edition new --season 2031` has written these years.
        "pods": '"tom"  # 2.2',
        "minimum_division": "4  # 2.2",
    },
    "smallest-event": {
        "minimum_pod": "6  # 2.3",
        "fewest_rounds": "3  # 2.3",
        "rematch_invalidates_until": "2  # 2.3",
    },
    "late-entry": {
        "late_entry_until_round": "2  # 2.4",
        "late_entry_until": '"complete"  # 2.4',
        "late_players_count": "false  # 2.4",
    },
    "lock": {"rounds_until_lock": "1  # 2.5"},
    "points": {"win_points": "5  # 3.1", "tie_points": "2", "tie_word": '"draw"'},
    "percentages": {
        "rate": '"rounds-played"  # 3.2',
        "win_floor": '"3/10"  # 3.2',
        "win_cap": '"4/5"  # 3.2',
        "cap_applies": '"dropped"  # 3.2',
        "op_win_without_opponents": '"3/10"  # 3.2',
    },
    "draws": {"intentional_draws": "false  # 3.3"},
    "tiebreaks": {
        "tiebreaks": '["op-win", "head-to-head", "op-op-win", "lot"]  # 3.4',
        "head_to_head": '"two"  # 3.4',
    },
    "rounds": {
        "one_round_fewer": "false  # 3.5",
        "tcg_single_day": ROWS,
        "tcg_two_day": None,
        "vg": None,
    },
    "second-day": {},
    "match": {
        "best_of_three": "40  # 4.1",
        "single_constructed": "25  # 4.1",
        "single_limited": None,
        "extra_turns": "2  # 4.1",
        "cut_best_of_three": "true  # 4.1",
    },
    "byes-and-drops": {"byes_each": "1  # 4.2", "missed_rounds": '"loss"  # 4.2'},
    "penalties": {"penalties": '["caution", "warning", "game-loss", "match-loss"]  # 4.3'},
    "verdicts": {"verdicts": '"tcg-2026"  # 4.4'},
    "decks": {},  # 4.5
}


def written(text: str, name: str, answer: Answer) -> str:
    """Write an answer into the fields, and take the question out of the list, as the page says."""
    for field, value in answer.items():
        if field == "citations":
            text = f"{text.rstrip()}\n\n[citations]{value}"
            continue
        line = rf"(?m)^{field} *= *(?:\[(?:\n(?:    .*\n)*?\]|.*\])|[^\[\n]*)(?: *#.*)?\n"
        said = f"{field} = {value}\n" if value else ""
        if re.search(line, text):
            text = re.sub(line, said, text, count=1)
        elif value:
            assert field not in {"best_of_three", "extra_turns"}
            text = re.sub(r"(?m)^\[", f"{said}\n[", text, count=1)
    return re.sub(rf'(?m)^ +"{name}",.*\n', "", text)


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the edition that comes of the handbook, by the steps of the page."""
    folder = tmp_path_factory.mktemp("seasons")
    file = folder / "orchard-2031.toml"
    made = ("edition", "new", file, "--from", "play-2017", "--season", "2031")
    roundbook(*made, "--title", "Orchard League 2031", code=0)
    left: list[str] = [one.name for one in QUESTIONS]
    assert list(ANSWERS) == left
    for name, answer in ANSWERS.items():
        said = roundbook("edition", "check", file, "--json", code=0).data
        assert [one["name"] for one in said["unanswered"]] == left
        text = written(file.read_text("utf-8"), name, answer)
        file.write_text(text, "utf-8")
        left.remove(name)
    text = file.read_text("utf-8")
    text = re.sub(r"(?m)^unanswered = \[\n\]\n", "", text)
    source = 'source = "Orchard League tournament handbook, season 2031"'
    file.write_text(re.sub(r"(?m)^source = .*$", source, text, count=1), "utf-8")
    checked = roundbook("edition", "check", file, code=0).out
    assert "orchard-2031: no mistakes, with the birth years of season 2031" in checked
    assert "not answered" not in checked
    return file


def test_the_difference_to_last_year_says_in_words_what_the_handbook_changed(edition: Path) -> None:
    said = " ".join(roundbook("edition", "diff", "play-2017", edition, code=1).out.split())
    for words in (
        "told before round 1, besides the rounds (announced): cut, prizes → cut, staff, breaks",
        "months for which results are kept (retention_months): 3 → 6",
        "later rounds after which a record is locked (rounds_until_lock): 2 → 1",
        "match points for a win (win_points): 3 → 5",
        "players may agree on a draw (intentional_draws): yes → no",
        "minimum time in minutes, best of three: 45 → 40",
        "turns after time: 3 → 2",
        "rounds table TCG single-day, from 9 players: to 12, swiss 4, cut 4 → to 16,",
    ):
        assert words in said


def test_the_years_are_those_of_the_handbook(edition: Path) -> None:
    years = custom.read(edition.read_bytes()).divisions
    assert years is not None
    assert [(one.junior_from, one.senior_from) for one in years.seasons] == [(2019, 2015)]


class Reading:
    """A tournament under the edition; everything that is said is read for other documents."""

    def __init__(self, line: Line, edition: Path, *words: str) -> None:
        self.line = line
        start = ("--start", "2030-11-30", "--championship-points", *words)
        self.said(
            line.run(
                "open", line.folder, "--name", "Cup", "--edition-file", edition, *start, code=0
            )
        )

    def said(self, said: Said) -> str:
        text = " ".join(f"{said.out}\n{said.err}".split())
        assert not re.search(r"\b(?:TOP|TRF|GTB)\b|Sudden Death", text), text
        return text

    def do(self, verb: str, *words: object, code: int = 0) -> str:
        return self.said(self.line.at(verb, *words, code=code))


@pytest.mark.parametrize(
    ("players", "rounds", "cut"), [(6, 3, 0), (8, 3, 0), (9, 4, 4), (16, 4, 4), (17, 5, 8)]
)
def test_rounds_and_cut_are_those_of_the_table(
    line: Line, edition: Path, players: int, rounds: int, cut: int
) -> None:
    event = Reading(line, edition, "--style", "swiss-plus-cut")
    line.crowd(masters=players)
    said = event.do("announce", "--staff", "Ana judges.", "--breaks", "none")
    assert f"{rounds} rounds were announced" in said
    assert "OLH §3.5" in said
    told = event.do("announce")
    assert ("40 minutes and 2 turns" in told, "There are no breaks." in told) == (True, True)
    assert (f"the top {cut} advance" in told) == bool(cut)


def test_an_event_does_what_the_handbook_says(line: Line, edition: Path) -> None:
    event = Reading(line, edition, "--style", "swiss-plus-cut")
    line.crowd(masters=9)
    assert "does not allow one round fewer" in event.do("announce", "--one-less", code=3)
    event.do("announce")
    event.do("pair")
    # 1.1 Staff and breaks are announced.
    said = event.do("start", code=3)
    assert "the staff and when there are breaks have not been announced" in said
    assert "OLH §1.1" in said
    event.do("announce", "--staff", "Ana judges.", "--breaks", "lunch after round 2")
    event.do("start")
    # 3.3 No draw is agreed on; 4.3 no other penalty is given.
    assert "rule: tie-agreed (OLH §3.3)" in event.do("report", "1", "id", code=3)
    said = event.do("penalty", "p1", "prize", "--for", "Slow.", code=3)
    assert "rule: penalty-not-in-edition (OLH §4.3)" in said
    event.do("penalty", "p1", "warning", "--for", "Slow.")
    finish(line, 1)
    # 2.5 A record is corrected until the next round is paired.
    event.do("correct", "masters-1-1", "0-2", "--reason", "misread")
    event.do("correct", "masters-1-1", "2-0", "--reason", "right after all")
    event.do("pair")
    said = event.do("correct", "masters-1-1", "0-2", "--reason", "misread", code=3)
    assert "rule: result-locked (OLH §2.5)" in said
    event.do("start")
    # 2.4 Players may join until round 2 is complete, and do not count for the rounds.
    event.do("late", "Eva Late", "--division", "masters", "--informed")
    finish(line, 2)
    said = event.do("late", "Fay Later", "--division", "masters", "--informed", code=3)
    assert "rule: late-entry-closed" in said
    for number in (3, 4):
        event.do("pair")
        event.do("start")
        finish(line, number)
    # 3.1 Five points for a win: the first has won four matches.
    first = line.run("standings", "-C", line.folder, "--json", code=0).standings[0]
    assert first["match_points"] == 20
    event.do("standings")
    event.do("explain", "p1")
    # 4.4 In the cut: the winner of game 1 has won at 1–0; the higher seed chooses.
    event.do("cut", "masters")
    event.do("pair", "masters-cut")
    event.do("start", "masters-cut")
    rules = custom.read(edition.read_bytes())
    then = ruling(Facts(part=Stage.ELIMINATION), verdicts=rules.verdicts).next
    assert then is not None
    assert then.by_seed
    seen = ("--games", "1", "--on", "game", "--time", "in-turn", "--last-turn-ended")
    said = event.do("time-called", "1", *seen, "--prizes", "6-1", "--report")
    assert "Result: 1-0" in said
    event.do("report", "2", "2-0")
    event.do("pair", "masters-cut")
    event.do("start", "masters-cut")
    event.do("report", "1", "2-0")
    # 1.2 Results are kept for six months.
    closed = event.do("close", "--end", "2030-11-30")
    assert "six months from" in closed
    assert "rule: retention-running (OLH §1.2)" in event.do(
        "people erase", "--all", "--yes", code=3
    )
    assert event.said(line.run("verify", line.folder, code=0))


def finish(line: Line, number: int) -> None:
    """The left player wins every match of a round."""
    for match in line.tables(number):
        line("report", match, "2-0")


def test_small_divisions_play_with_the_next_one(line: Line, edition: Path) -> None:
    """2.2: three Juniors play with the Seniors, the Masters by themselves."""
    event = Reading(line, edition, "--style", "swiss")
    line.crowd(junior=3, senior=6, masters=6)
    event.do("announce", "--staff", "Ana judges.", "--breaks", "none")
    said = event.do("pair")
    assert "junior-senior" in said
    pools = {one["pool"] for one in line.at("status", "--json").data["pools"]}
    assert pools == {"junior-senior", "masters"}


def test_fewer_than_six_players_are_no_event(line: Line, edition: Path) -> None:
    event = Reading(line, edition, "--style", "swiss", "--sanction", "31-11-000123")
    line.crowd(masters=5)
    event.do("announce", "--staff", "Ana judges.", "--breaks", "none")
    assert "rule: pod-too-small (OLH §2.3)" in event.do("pair", code=3)


def test_the_handbook_has_two_pages_and_every_paragraph_is_answered() -> None:
    text = HANDBOOK.read_text("utf-8")
    assert len(text.split()) < 700
    paragraphs = set(re.findall(r"(?m)^(\d\.\d) ", text))
    answered = {
        paragraph
        for answer in ANSWERS.values()
        for value in answer.values()
        for paragraph in re.findall(r"(?:# |§)(\d\.\d)", value or "")
    }
    assert paragraphs - answered == {"4.5"}
