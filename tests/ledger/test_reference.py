"""What there is to look up: every section of the four documents, and what is said there."""

import re
from collections import defaultdict

import pytest

from roundbook.cli.verbs import VERBS, load
from roundbook.ledger.reference.library import OWN, Entry, documents, entries, in_section
from tests.house.matrix import facts, requirements

pytestmark = pytest.mark.fast

# The sections that the bodies of the documents have, typed from their headings.
TRF = """
    1 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 1.10 1.11 2 3 3.1 3.2 3.3 3.4 3.5 3.5.1 3.5.2 3.6 4 5 6
    7 7.1 7.2 7.3 8 8.1 8.2 8.3 9 9.1 9.2 9.3 10 11 11.1 11.2 11.2.1 11.2.2 11.2.3 11.2.4 12
    13 13.1 13.1.1 13.1.2 13.2 13.2.1 13.2.2 13.3 13.3.1 13.3.2
    14 14.1 14.1.1 14.1.2 14.2 14.2.1 14.2.2 14.3 14.3.1 14.3.2
"""
TOP = """
    1 2 3 3.1 3.1.1 3.1.2 3.1.3 3.1.4 3.1.4.1 3.2 3.2.1 3.2.2 3.2.3
    3.3 3.3.1 3.3.2 3.3.3 3.3.3.1 3.3.3.2 3.3.4 3.3.5 3.3.6 3.3.6.1 4
"""
POD = "Chart, Seating, Pairings, Time limits, Best-of-three, Draws, Match record, "
POD += "Opponents' match-win, Game-win, Opponents' game-win"
GTB = "Late tag, Opponents' Win Percentage, Opponents'-Opponents' Win Percentage, Head-to-Head, "
GTB += "Standing of Last Opponent, When All Else Fails"
BODY = {
    "TRF": [*TRF.split(), "Appendix A"],
    "TOP": [*TOP.split(), "Appendix A"],
    "POD": POD.split(", "),
    "GTB": GTB.split(", "),
    "A": [row.id[2:] for row in requirements() if row.id.startswith("A-")],
    "LED": [str(number) for number in range(1, 10)],
}


def by_cite() -> dict[str, list[Entry]]:
    held: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries():
        held[entry.cite].append(entry)
    return held


@pytest.mark.rule("A-28")
def test_every_section_of_the_four_documents_is_held_by_the_number_of_the_body() -> None:
    for document in documents():
        sections = list(dict.fromkeys(entry.section for entry in document.entry))
        assert sections == BODY[document.document], document.document
    assert [document.document for document in documents()] == list(BODY)


@pytest.mark.parametrize("cite", facts())
@pytest.mark.rule("TRF-1.4", "TRF-4c", "TRF-10", "TRF-13.1", "TRF-13.2", "TRF-13.3", "TRF-14")
@pytest.mark.rule("TOP-0", "TOP-1", "TOP-3.1.1a", "A-27")
def test_a_section_says_what_was_read_there_and_nothing_beside_it(cite: str) -> None:
    """Each fact is said; each sentence holds a fact, and each of its numbers is part of one."""
    points = [point for entry in by_cite()[cite] for point in entry.points]
    together = "\n".join(points)
    assert [fact for fact in facts()[cite] if fact not in together] == []
    for point in points:
        known = [fact for fact in facts()[cite] if fact in point]
        assert known, point
        numbers = set(re.findall(r"\d+", point)) - set(re.findall(r"\d+", " ".join(known)))
        assert numbers == set(), point


def test_facts_were_read_of_every_section() -> None:
    ours = {entry.cite for entry in entries() if entry.document in OWN}
    assert set(by_cite()) - ours <= set(facts()) <= set(by_cite())


def test_every_text_and_everything_that_is_left_to_people_can_be_looked_up() -> None:
    held = {name for entry in entries() for name in entry.ids}
    assert len([row for row in requirements() if row.human]) == 14
    assert [row.id for row in requirements() if row.id not in held] == []


def test_every_entry_belongs_to_its_section() -> None:
    for entry in entries():  # A requirement that names its section stands there, or within it.
        for name in entry.ids:
            found = re.fullmatch(r"(TRF|TOP)-([0-9]+(?:\.[0-9]+)*)[a-i]?", name)
            if found and found[1] == entry.document and found[2] != "0":
                shorter, longer = sorted((entry.section, found[2]), key=len)
                near_by = longer == shorter or longer.startswith(f"{shorter}.")
                assert near_by or entry.cite == "TOP §3.3.4", (entry.cite, name)


def test_every_command_that_is_named_exists() -> None:
    verbs = {entry.verb.partition(" ")[::2] for entry in entries() if entry.verb}
    assert {verb for verb, _ in verbs} <= set(VERBS)
    for verb, part in sorted(verbs):
        if part:
            assert part in getattr(load(verb), "commands", {}), (verb, part)


@pytest.mark.rule("TOP-1")
def test_what_is_not_held_is_marked_as_outside() -> None:
    outside = [entry.title for entry in entries() if entry.outside]
    assert outside == [
        "General Event Rules",
        "TCG Penalty Guidelines",
        "VG Rules and Formats",
        "Tournament Sanctioning Regulations",
    ]


@pytest.mark.parametrize(
    ("typed", "cites"),
    [
        ("TRF §3.5", ["TRF §3.5", "TRF §3.5.1", "TRF §3.5.2"]),
        ("trf 3.5.1", ["TRF §3.5.1"]),
        ("§3.6", ["TRF §3.6"]),
        ("1.1", ["TRF §1.1"]),
        ("TRF §8", ["TRF §8", "TRF §8.1", "TRF §8.2", "TRF §8.3"]),
        ("TOP §4", ["TOP §4", "TOP §4", "TOP §4"]),
        ("a-28", ["A-28"]),
        ("A-25", ["A-25", "TRF §8.2", "TRF §8.3", "TRF §9.2", "TRF §9.3"]),
        ("A-26", ["A-26", "TRF §8.3", "TRF §9.3"]),
        ("LED-5", ["LED-5"]),
        ("POD-6", ["POD, Draws"]),
        ("pod, draws", ["POD, Draws"]),
        ("POD", [f"POD, {section}" for section in BODY["POD"]]),
        ("TRF-3.5.2", ["TRF §3.5", "TRF §3.5.2"]),
        ("TOP Appendix A", ["TOP Appendix A"]),
        ("", []),
        ("VG", []),
        ("TRF §99", []),
    ],
)
def test_a_section_holds_what_stands_there_and_below(typed: str, cites: list[str]) -> None:
    assert [entry.cite for entry in in_section(entries(), typed)] == cites
