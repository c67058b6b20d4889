"""Last names in texts: a message that shows a hidden one is refused, other texts are questioned."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roundbook.ledger.text import Sought, Spoken
from tests.cli.line import Line
from tests.cli.typed import roundbook


@pytest.fixture
def cup(line: Line) -> Line:
    """Two Juniors whom the public sees by an initial, and two Masters."""
    line.start()
    for name in ("Kim Kidman", "Lee Little"):
        line("register", name, "--birth-year", 2016)
    line.register("Ana Lima", "Max Kim")
    return line


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize(
    "text",
    [
        "Kidman to the stage",
        "Send kidman to Table 4",
        "kidman to the stage",
        "Nobody knows where Kidman's jacket is",
        "KIDMAN TO THE STAGE",
        "Kidmán to the stage",
        "\N{CYRILLIC CAPITAL LETTER KA}idman to the stage",
    ],
)
def test_a_message_does_not_show_a_last_name_that_is_hidden(cup: Line, text: str) -> None:
    before = cup.files()["ledger.jsonl"]
    said = cup.refused("message", text)
    assert (
        "the message contains the last name of Kim Kidman (p1), which the public does not see."
        in said
    )
    assert 'Write "p1", the table, or "Kim K.".' in said
    assert cup.files()["ledger.jsonl"] == before
    assert "idman" not in str(cup.attempts()), "what was refused is noted by number"


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize(
    "text",
    ["Kim K. to the stage", "p1 to the stage", "Lima to the stage", "Table 3 to the stage"],
)
def test_other_messages_are_sent(cup: Line, text: str) -> None:
    """Whom the public sees in full may be named, and the organiser is told what it means."""
    said = cup("message", text)
    heard = '"Lima" is the last name of p3, and text in the ledger is never erased'
    assert (heard in said.err) == ("Lima" in text), said.err


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize(
    ("words", "who"),
    [
        (("note", "Kidman cried"), "Kidman"),
        (("note", "Lima was late"), "Lima"),
        (("drop", "p2"), ""),
        (("note", "Kim was late"), ""),
        (("note", "they lost a lima bean"), ""),
    ],
)
def test_a_note_with_a_last_name_is_said_to_stay_for_good(
    cup: Line, words: tuple[str, ...], who: str
) -> None:
    """A word that is somebody's first name, or is written as no name is, is none."""
    said = cup(*words)
    assert (f'"{who}" is the last name of' in said.err) == bool(who), said.err
    assert "never erased" in said.err or not who


@pytest.mark.rule("LED-9")
def test_the_names_of_the_staff_are_announced_without_a_word(cup: Line) -> None:
    """Their field is there for names, and a first name may be the last name of a player."""
    cup("register", "Ana Kidman", "--birth-year", 1990)
    told = cup("announce", "--staff", "Max Lima (organiser)", "--breaks", "none")
    assert "last name" not in told.err
    told = cup("announce", "--staff", "Max Lima (organiser)", "--text", "Lima is late")
    assert '"Lima" is the last name of p3' in told.err


@pytest.mark.rule("LED-9")
def test_a_person_at_a_terminal_is_asked_first(cup: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundbook.cli.session.ask.at_terminal", lambda: True)
    before = cup.files()["ledger.jsonl"]
    noted = cup.folder / "attempts.jsonl"
    no = roundbook("note", "Lima was late", "-C", cup.folder, stdin=b"n\n")
    assert (no.code, "Write it anyway?" in no.err) == (3, True)
    assert "Nothing was recorded." in no.err
    assert (cup.files()["ledger.jsonl"], noted.exists()) == (before, False)
    reason = ("people late-tag", "p3", "--set", "--reason", "Lima was late", "-C", cup.folder)
    assert roundbook(*reason, stdin=b"y\n", code=0)
    assert cup.files()["ledger.jsonl"] != before


WORDS = ("Ana", "Lima", "lima", "LIMA", "Lima's", "Kidman", "Kim", "p3", "was", "late")


@pytest.mark.rule("LED-9")
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join))
@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_name_is_told_once(cup: Line, text: str) -> None:
    """A text is refused for a name, or the name is questioned: neither twice, and never both."""
    said = roundbook("note", text, "--dry-run", "-C", cup.folder).err
    asked = re.findall(r"is the last name of (p\d+)", said)
    assert len(asked) == len(set(asked)), said
    assert not (asked and "refused:" in said), said


@pytest.mark.rule("LED-9")
def test_nobody_is_asked_about_a_text_that_is_refused(
    cup: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundbook.cli.session.ask.at_terminal", lambda: True)
    said = cup.refused("note", "Ana Lima was late", rule="name-in-text")
    assert "Write it anyway?" not in said


@pytest.mark.rule("LED-9")
def test_the_name_of_a_team_is_questioned_as_well(line: Line) -> None:
    line.start("--format", "team-battle-constructed")
    line.register("Ana Lima", "Ben Ito", "Cho Park", "Dee Roy")
    said = line("team", "form", "Team Lima", "p1", "p2")
    assert '"Lima" is the last name of p1' in said.err


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize(
    "text",
    [
        "A n a Lima",
        "AnaLima",
        "LimaAna won",
        "\N{CYRILLIC CAPITAL LETTER A}na Lima",
        "Ana L\N{CYRILLIC SMALL LETTER I}ma".replace("\N{CYRILLIC SMALL LETTER I}", "i"),
        "an\N{CYRILLIC SMALL LETTER A} lim\N{GREEK SMALL LETTER ALPHA}",
        "a.n.a l.i.m.a",
    ],
)
def test_a_disguised_name_is_a_name(text: str) -> None:
    assert Spoken(text).names(Sought.of("Ana Lima", ""))
    assert not Spoken(text).names(Sought.of("Eva Lund", ""))


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize("text", ["Banana limas", "Diana Limaxe", "an alimal", "a lima an"])
def test_letters_inside_of_other_words_are_no_name(text: str) -> None:
    assert not Spoken(text).names(Sought.of("Ana Lima", ""))


@pytest.mark.rule("LED-9")
def test_a_name_in_another_alphabet_is_found_in_its_own() -> None:
    assert Spoken("Анна Каренина опоздала").names(Sought.of("Анна Каренина", ""))
    assert not Spoken("Анна опоздала").names(Sought.of("Анна Каренина", ""))
