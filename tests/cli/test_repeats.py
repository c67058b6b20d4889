"""A command that is repeated with its id does nothing more, however much has happened since."""

import pytest

from tests.cli.line import Line

WHY = ("--reason", "so that it is right")
STEPS: list[tuple[object, ...]] = [
    *(("register", name, "--birth-year", 1990) for name in ("Ana", "Ben", "Cho", "Dee", "Eve")),
    ("announce", "--prizes", "none"),
    ("people award-bye", "p5", 1),
    ("pair",),
    ("withdraw", "masters-1", *WHY),
    ("pair",),
    ("start",),
    ("report", "masters-1-1", "2-0"),
    ("report", "masters-1-2", "1-1"),
    ("correct", "masters-1-2", "2-1", *WHY),
    ("withdraw", "masters-1-2", *WHY),
    ("report", "masters-1-2", "0-2"),
    ("note", "the hall is cold"),
    ("lab fact", "example.org/seats/1", "plan-2", "--data", '{"table": 7}'),
    ("people amend", "p1", "--name", "Ida", *WHY),
    ("people amend", "p1", "--birth-year", 1991, *WHY),
    ("people amend", "p3", "--name", "Lima Roy, Cho", *WHY),
    ("people amend", "p3", "--birth-date", "1990-04-17", *WHY),
    ("people amend", "p3", "--name", "Cho Roy", *WHY),
    ("penalty", "p2", "warning", "--for", "slow play"),
    ("ruling proxy", "p2", "Switch", "--damaged", "bent", "--kept"),
    ("ruling deckcheck", "draw", "--tables", 1),
    ("ruling deckcheck", "record", "p1", "--counted", 60),
    ("people late-tag", "p1", "--set", *WHY),
    ("people late-tag", "p1", "--clear", *WHY),
    ("drop", "p1"),
    ("people reinstate", "p1", *WHY),
    ("round new-secrets", *WHY),
    ("late", "Fay", "--birth-year", 1990, "--informed"),
    ("late", "Gil", "--birth-year", 1990, "--refuse", *WHY),
    ("pair",),
    ("start",),
    ("people disqualify", "p2", *WHY),
    ("report", "masters-2-1", "tie"),
    ("report", "masters-2-2", "tie"),
    ("report", "masters-2-3", "tie"),
    ("close", "--override", "rounds-unplayed", "--because", "the hall is needed"),
    ("shelf reopen", *WHY),
    ("close", "--override", "rounds-unplayed", "--because", "the hall is needed"),
]


@pytest.mark.rule("LED-5")
def test_repeating_every_command_of_an_event_changes_nothing(line: Line) -> None:
    line.run("open", line.folder, "--name", "Cup", "--cmd", "open")
    answers = []
    for number, (verb, *words) in enumerate(STEPS):
        answers.append(line(str(verb), *words, "--cmd", f"c{number}", "--json").data["entries"])
    before = line.files()
    for number, (verb, *words) in enumerate(STEPS):
        again = line(str(verb), *words, "--cmd", f"c{number}", "--json")
        assert again.data["entries"] == answers[number], verb
    assert line.files() == before
    assert len(line.ledger()) == len(STEPS) + 1


@pytest.mark.rule("LED-5")
def test_no_command_passes_under_the_id_of_another(line: Line) -> None:
    line.run("open", line.folder, "--name", "Cup", "--cmd", "open")
    for number, (verb, *words) in enumerate(STEPS):
        said = line.refused(str(verb), *words, "--cmd", "open")
        assert "command id open was already used by entry 1, with different content" in said
        line(str(verb), *words, "--cmd", f"c{number}")
