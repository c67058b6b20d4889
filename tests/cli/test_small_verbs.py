import pytest

from tests.cli.line import Line

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")


@pytest.mark.rule("GTB-2")
def test_a_late_tag_can_be_set_and_cleared_for_a_reason(line: Line) -> None:
    line.begin(*FOUR)
    said = line("people late-tag", "ana", "--set", "--reason", "came ten minutes after the start")
    assert said.out == "Entry 9: Ana Lopez (p1) was given the late tag.\n"
    line.refused("people late-tag", "p1", "--set", "--reason", "again", rule="late-tag-unchanged")
    said = line("people late-tag", "p1", "--clear", "--reason", "was here; set by accident")
    assert said.out == "Entry 10: Ana Lopez (p1)'s late tag was removed.\n"
    wrong = line.refused("people late-tag", "p1", "--reason", "?", code=2)
    assert "--set or --clear: this field must be filled in" in wrong


def test_a_bye_is_awarded_before_the_round_is_paired(line: Line) -> None:
    line.begin(*FOUR)
    line.refused("people award-bye", "p1", 1, rule="bye-award-too-late")
    said = line("people award-bye", "p1", 2, "--reason", "won a last-chance event")
    assert said.out == "Entry 9: Ana Lopez (p1) was awarded a bye in round 2.\n"
    line.refused("people award-bye", "p1", 2, rule="bye-awarded-twice")
    assert "is not in the range" in line.refused("people award-bye", "p1", 0, code=2)


def test_a_note_changes_nothing_but_stays(line: Line) -> None:
    line.begin(*FOUR)
    line("note", "p1 disputes the result", "--match", "masters-1-1", "--player", "ana")
    (event,) = line.ledger()[-1]["events"]
    assert event == {
        "event": "note-made",
        "match": ["masters", 1, 1],
        "player": "p1",
        "text": "p1 disputes the result",
    }
    line.refused("note", "Ana Lopez disputes the result", rule="name-in-text")


def test_a_chain_that_is_lost_gives_way_to_a_new_one(line: Line) -> None:
    line.begin(*FOUR)
    line.play(1)
    for chain in (line.home / "chains").iterdir():
        chain.unlink()
    assert "roundbook round new-secrets" in line.refused("pair")
    line("round new-secrets", "--reason", "the first laptop is lost", "--dry-run")
    assert list((line.home / "chains").iterdir()) == []
    line("round new-secrets", "--reason", "the first laptop is lost", "--cmd", "c1")
    line("round new-secrets", "--reason", "the first laptop is lost", "--cmd", "c1")
    (chain,) = (line.home / "chains").iterdir()
    assert chain.stem == line.ledger()[-1]["events"][0]["commitment"]
    line("pair")


def test_a_refused_recommitment_leaves_no_secret(line: Line) -> None:
    line.begin(*FOUR)
    before = list((line.home / "chains").iterdir())
    line.refused("round new-secrets", "--reason", "Ana Lopez lost it", rule="name-in-text")
    assert list((line.home / "chains").iterdir()) == before
