import pytest

from roundbook.ledger.text import cells_of
from roundbook.ledger.validators.checks import Check
from roundbook.projections.reports.text.tables import WIDTH
from tests.cli.typed import roundbook
from tests.rules.faces import IN_FORCE, name_of


def test_without_a_word_every_section_is_listed_and_our_own_numbers_are_named() -> None:
    lines = roundbook("edition find").out.splitlines()
    assert "TRF §2  Sleeves" in lines
    assert "TOP Appendix A  The English text prevails" in lines
    assert "TOP §1  TCG Penalty Guidelines (not included here)" in lines
    assert lines[-2:] == ["A  Decisions where the texts are unclear", "LED  The ledger"]
    assert max(map(cells_of, lines)) <= WIDTH


def test_a_word_shows_what_is_said_the_command_and_where_else_it_is_mentioned() -> None:
    said = roundbook("edition find", "bye", code=0)
    first, also = said.out.split("see also:\n")
    assert first.startswith("TOP §3.1  Byes\n  - With an odd number of players one player")
    assert "\n    command: roundbook people award-bye\nTOP §3.2  Single elimination\n" in first
    assert "  A-3  What a bye counts\n" in also
    assert max(map(cells_of, said.out.splitlines())) <= WIDTH


def test_what_is_left_to_people_names_no_command() -> None:
    assert "command:" not in roundbook("edition find", "sleeves").out.partition("see also")[0]


@pytest.mark.parametrize(
    "typed", [("TRF", "3.5"), ("TRF §3.5",), ("--section", "TRF §3.5"), ("--section", "trf 3.5")]
)
def test_a_section_is_shown_with_what_stands_below_it(typed: tuple[str, ...]) -> None:
    said = roundbook("edition find", *typed)
    cites = [line.partition("  ")[0] for line in said.out.splitlines() if line[0] != " "]
    assert cites == ["TRF §3.5", "TRF §3.5.1", "TRF §3.5.2"]


def test_words_are_looked_for_in_a_section_only() -> None:
    narrowed = roundbook("edition find", "dice", "shoulder", "--section", "3")
    whole, also = narrowed.out.split("see also:\n")
    titles = [line for line in whole.splitlines() if line[0] != " "]
    assert titles[0] == "TRF §3.5.2  Dice"
    assert {line.strip()[:6] for line in [*titles, *also.splitlines()]} == {"TRF §3"}


def test_a_number_of_ours_is_looked_up_with_the_sections_it_reads() -> None:
    cites = [one["cite"] for one in roundbook("edition find", "a-25", "--json").data["rules"]]
    assert cites == ["A-25", "TRF §8.2", "TRF §8.3", "TRF §9.2", "TRF §9.3"]


def test_the_name_of_a_rule_from_a_refusal_leads_to_what_it_demands_and_its_sections() -> None:
    lines = roundbook("edition find", "result-locked").out.splitlines()
    assert " ".join(lines).startswith(
        "result-locked: A match record locks when the second subsequent round is paired (TOP §4; "
        "A-40, A-48). TOP §4  "
    )
    cites = {line.partition("  ")[0] for line in lines[2:] if line[0] != " "}
    assert cites == {"TOP §4", "A-40", "A-48"}
    said = roundbook("edition find", "Pods-Wrong", "--json").data
    assert {one["cite"] for one in said["rules"]} == {"TOP §3.1.1", "TOP §3.1.2"}
    assert said["in_force"].endswith("(TOP §3.1.1, §3.1.2).")


@pytest.mark.parametrize("check", IN_FORCE, ids=name_of)
def test_every_rule_can_be_looked_up_by_its_name(check: Check) -> None:
    assert roundbook("edition find", name_of(check)).code == 0


def test_in_json_every_entry_has_its_section_its_command_and_its_requirements() -> None:
    said = roundbook("edition find", "who", "goes", "first", "--json")
    (entry,) = said.data["rules"]
    assert (entry["cite"], entry["ids"]) == ("TRF §10", ["TRF-10", "A-31"])
    assert (entry["verb"], entry["outside"]) == ("verdict", False)
    assert said.data["see_also"] == ["A-31"]


@pytest.mark.parametrize(
    ("words", "sentence", "hint"),
    [
        (
            ("slevee",),
            'no section is about "slevee".',
            "Try `roundbook edition find sleeves`",
        ),
        (
            ("xyzzy",),
            'no section is about "xyzzy".',
            "`roundbook edition find` lists every section.",
        ),
        (("--section", "99"), 'there is no section "99".', "give one, such as TRF §3.5."),
        (("q\x1bqq",), "no section is about", "`roundbook edition find` lists every section."),
        (("when", "is", "it"), 'no section is about "when is it".', "lists every section."),
    ],
)
def test_what_is_not_held_is_said_with_what_is_near(
    words: tuple[str, ...], sentence: str, hint: str
) -> None:
    said = roundbook("edition find", *words)
    assert (said.code, said.out) == (3, "")
    assert sentence in said.err
    assert hint in said.err
    assert "\x1b" not in said.err


@pytest.mark.parametrize(
    ("word", "first"),
    [
        ("bye", "TOP §3.1  Byes"),
        ("drop", "TOP §3.1  Dropping"),
        ("no-show", "TOP §3.1  Dropping"),
        ("tiebreak", "TOP §3.1.4.1  Tiebreakers"),
        ("tiebreaks", "TOP §3.1.4.1  Tiebreakers"),
        ("id", "POD, Draws  Draws in a pod"),
        ("late", "TOP §3.1.3  Late players"),
    ],
)
def test_the_words_of_the_hall_lead_to_their_section(word: str, first: str) -> None:
    said = roundbook("edition find", word)
    assert said.out.splitlines()[0] == first
    assert "latest" not in said.out.partition("see also")[0]


@pytest.mark.rule("A-26")
def test_time_before_game_1_is_looked_up_for_swiss_and_for_elimination() -> None:
    """In Swiss a tie (TRF §8.3); in elimination, where nothing is tied, Sudden Death (§9.3)."""
    own, *sections = roundbook("edition find", "A-26", "--json").data["rules"]
    (both,) = own["points"]
    swiss, elimination = both.split(". ")
    assert swiss == "In Swiss the match is a tie"
    assert elimination == "In elimination Single Prize Sudden Death decides it (TRF §9.3)."
    assert [one["cite"] for one in sections] == ["TRF §8.3", "TRF §9.3"]


def test_a_word_that_no_section_contains_is_said_with_similar_ones() -> None:
    lines = roundbook("edition find", "worn", "slevee", code=0).out.splitlines()
    assert lines[0] == 'No section contains "slevee". Similar words: sleeves.'
    assert lines[1] == "TRF §2  Sleeves"
    said = roundbook("edition find", "worn", "slevee", "--json").data
    assert (said["unknown"], said["silent"]) == (["slevee"], "")


def test_what_the_documents_do_not_speak_of_is_said_first() -> None:
    lines = roundbook("edition find", "I", "want", "to", "concede", code=0).out.splitlines()
    assert lines[:2] == [
        "The documents do not speak of conceding. The head judge decides (TRF §1.2).",
        "TRF §1.2  Who has the last word on a card",
    ]
    assert roundbook("edition find", "concede", "--json").data["silent"] == lines[0]
