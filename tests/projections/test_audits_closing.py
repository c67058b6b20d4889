"""What an event owes when it is closed, each debt a rule that an official may let pass (A-55)."""

from collections.abc import Iterator

import pytest

from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Refused
from roundbook.ledger.events.catalogue import TournamentClosed
from roundbook.ledger.events.event import Override
from roundbook.ledger.people.book import Book
from roundbook.ledger.validators.checks import Checks
from roundbook.projections.rules_in_force import rules_in_force
from tests.scripts import new_desk, play

CHECKS = rules_in_force(Book())
FOUR = """
    register ana ben cho dee
    round 1 ana>ben cho>dee
"""
CUT = """
    round 2 ana>cho ben>dee
    cut masters ana ben cho dee ~ cut-differs
"""
BEGUN = f"open\nannounce 3 masters=4 third\n{FOUR}"


def told(script: str) -> Desk:
    """Tell what happened, with no other rule asked than at the close."""
    return play(script, new_desk(checks=()))


def owed(script: str) -> list[tuple[str, str]]:
    """Return what an event owes that is closed here: each rule, and its sentence."""
    return list(_owed(told(script)))


def _owed(desk: Desk) -> Iterator[tuple[str, str]]:
    desk.post(TournamentClosed())
    last = len(desk.entries)
    for found in Checks(CHECKS).review(desk.entries, desk.rules):
        if found.seq == last:
            yield found.rule, found.message


@pytest.mark.rule("A-1", "A-55", "A-78", "TOP-3.1g")
@pytest.mark.parametrize(
    ("script", "due"),
    [
        ("", "1 of 3 announced rounds of masters was played."),
        ("round 2 ana=cho ben=dee", "2 of 3 announced rounds of masters were played."),
        ("round 2 ana>cho ben>dee", "2 of 3 announced rounds of masters were played."),
        ("round 2 ana=cho ben=dee; round 3 ana>dee cho<ben", None),
        ("drop ana; drop ben; drop cho", None),  # Nobody is left to play.
        ("drop ana; drop ben", None),  # The two others have met.
        ("event {'event':'rounds-set','rounds':1,'pool':'masters'}", None),
        ("event {'event':'rounds-set','rounds':2}", "1 of 2 announced rounds of masters was play"),
        ("cut masters ana cho", None),  # What a cut left out was asked for when it was made.
    ],
)
def test_as_many_rounds_are_owed_as_were_announced(script: str, due: str | None) -> None:
    found = dict(owed(f"open\nannounce 3\n{FOUR}\n{script.replace(chr(39), chr(34))}"))
    said = found.get("rounds-unplayed")
    assert (said is None) == (due is None), found
    assert said is None or due is None or said.startswith(due)


@pytest.mark.rule("A-55")
def test_every_division_owes_its_own_rounds_and_those_of_a_second_day() -> None:
    joining = "".join(f"register m{n}; senior s{n}\n" for n in range(1, 7))
    rounds = "round 1 m1=m2 m3=m4 m5=m6; senior: round 1 s1=s2 s3=s4 s5=s6"
    apart = f"open\nannounce 1\n{joining}\npods masters senior\n{rounds}"
    assert owed(apart) == []
    more = 'event {"event":"rounds-set","rounds":2,"pool":"senior"}'
    assert owed(f"{apart}\n{more}") == [
        ("rounds-unplayed", "1 of 2 announced rounds of senior was played.")
    ]
    second = 'event {"event":"announcement-made","rounds":1,"day_two":{"Masters":2}}'
    assert owed(f"{apart}\n{second}") == [
        ("rounds-unplayed", "1 of 3 announced rounds of masters was played.")
    ]


@pytest.mark.rule("A-55")
def test_before_the_first_pairing_every_round_is_owed_unless_nobody_could_play() -> None:
    assert owed("open\nannounce 3\nregister ana ben") == [
        ("rounds-unplayed", "0 of 3 announced rounds were played.")
    ]
    none = [("nothing-played", "no round was paired.")]
    assert owed("open\nannounce 3\nregister ana ben\ndrop ana") == none
    assert owed("open\nregister ana ben") == none, "nothing was announced"
    assert owed("open\nannounce 3") == [("nothing-played", "no player has registered.")]
    assert owed("open single-elimination\nregister ana ben") == none


@pytest.mark.rule("A-55")
@pytest.mark.parametrize(
    ("script", "due"),
    [
        ("withdraw 1-2", "round 1 of masters is not finished: masters-1-2 has no result."),
        ("pair 2 ana-cho ben-dee", "round 2 of masters was paired, but has not started."),
        ("pair 2 ana-cho ben-dee; post 2", "round 2 of masters was paired, but has not started."),
        ("pair 2 ana-cho ben-dee; withdraw 2", None),
        ("round 2 ana>cho ben-dee", "round 2 of masters is not finished: masters-2-2 has no resul"),
        ("round 2 ana>cho ben?dee", None),
        ("round 2 ana-cho ben>dee; withdraw 1-1", "round 1 of masters is not finished: masters-1"),
    ],
)
def test_what_was_paired_is_played_or_withdrawn(script: str, due: str | None) -> None:
    found = [said for rule, said in owed(f"{BEGUN}\n{script}") if rule == "round-unfinished"]
    assert bool(found) == bool(due)
    assert not due or found[0].startswith(due)


@pytest.mark.rule("A-55")
@pytest.mark.parametrize(
    ("script", "is_owed"),
    [
        ("", True),
        ("cut masters ana ben cho dee", False),
        ("cut masters ana ben", False),  # Smaller than announced, which the cut answers for.
        ("drop ana; drop ben", True),
        ("drop ana; drop ben; drop cho", False),
        ("drop ana; drop ben; drop cho; drop dee", False),
    ],
)
def test_a_cut_that_was_announced_is_made_while_two_are_in(script: str, is_owed: bool) -> None:
    found = dict(owed(f"{BEGUN}\n{script}"))
    said = "the announced cut of 4 in Masters was not made."
    assert found.get("cut-unmade") == (said if is_owed else None)


@pytest.mark.rule("A-55")
def test_no_cut_is_owed_where_none_was_announced() -> None:
    assert owed(f"open\nannounce 1 masters=0\n{FOUR}") == []


SEMIS = f"{BEGUN}{CUT}masters-cut: round 3 ana>dee ben>cho"
FINAL = f"{SEMIS}\nmasters-cut: playoff 4 dee-cho 2\nmasters-cut: round 4 ana>ben at:1"
UNFINISHED = "masters-cut has no winner: p1 and p2 are still in the bracket."
THIRD = "the 3rd-place match in masters-cut was not played:"


@pytest.mark.rule("A-55", "TOP-3.2a")
@pytest.mark.parametrize(
    ("script", "due"),
    [
        (f"{BEGUN}{CUT}", ["bracket-unfinished"]),
        (SEMIS, ["bracket-unfinished", "third-place-unplayed"]),
        (f"{SEMIS}\nmasters-cut: pair 4 ana-ben", ["bracket-unfinished", "third-place-unplayed"]),
        (f"{SEMIS}\nmasters-cut: round 4 ana-ben", ["bracket-unfinished", "third-place-unplayed"]),
        (f"{SEMIS}\nmasters-cut: round 4 ana>ben", ["third-place-unplayed"]),
        (f"{SEMIS}\nmasters-cut: round 4 ana>ben\ndrop cho", []),
        (f"{SEMIS}\nmasters-cut: round 4 ana-ben\ndrop ana\ndrop dee", []),
        (FINAL, ["third-place-unplayed"]),
        (f"{FINAL}\nmasters-cut: report 4-2 2-0", []),
    ],
)
def test_a_bracket_is_played_until_one_player_remains_and_third_place_too(
    script: str, due: list[str]
) -> None:
    found = owed(script)
    assert [rule for rule, _ in found] == due
    for rule, said in found:
        if rule == "third-place-unplayed":
            assert said.startswith(THIRD)
        elif "round 3" in script:
            assert said == UNFINISHED


@pytest.mark.rule("A-44", "A-55")
@pytest.mark.parametrize(
    ("script", "due"),
    [
        ("drop ana", "masters-cut must be made again and played: p1 has dropped."),
        ("masters-cut: pair 4 ana-ben\ndrop ana", "masters-cut must be made again and played: p1"),
        ("masters-cut: round 4 ana-ben\ndrop ana", None),  # The match is lost: ben has won.
        ("drop ana; drop cho; drop dee", None),  # Nobody can move up.
    ],
)
def test_a_cut_of_two_is_not_won_while_a_seed_who_dropped_has_to_be_replaced(
    script: str, due: str | None
) -> None:
    swiss = f"{BEGUN}\nround 2 ana>cho ben>dee\nround 3 ana>dee ben>cho\ncut masters ana ben"
    found = [said for rule, said in owed(f"{swiss}\n{script}") if rule == "bracket-unfinished"]
    assert bool(found) == bool(due)
    assert not due or found[0].startswith(due)


@pytest.mark.rule("A-55")
def test_a_single_elimination_says_nothing_twice() -> None:
    begun = "open single-elimination\nannounce 2\nregister ana ben cho dee"
    assert owed(begun) == [("bracket-unfinished", "the bracket of 4 players has not begun.")]
    played = f"{begun}\nseed ana ben cho dee\nbracket: round 1 ana>dee ben-cho"
    assert [rule for rule, _ in owed(played)] == ["bracket-unfinished"]
    assert owed(f"{played}\nbracket: report 1-2 2-0\nbracket: round 2 ana>ben") == []


@pytest.mark.rule("A-55")
def test_all_that_is_owed_is_told_at_once_and_passes_for_one_reason() -> None:
    desk = told(f"{BEGUN}\nround 2 ana=cho ben-dee")
    desk.checks = Checks(CHECKS)  # From here on everything is judged.
    with pytest.raises(Refused) as caught:
        desk.post(TournamentClosed())
    refused = caught.value
    assert refused.message.startswith("round 2 of masters is not finished")
    assert refused.others == (
        "1 of 3 announced rounds of masters was played.",
        "the announced cut of 4 in Masters was not made.",
    )
    rules = ("round-unfinished", "rounds-unplayed", "cut-unmade")
    for number in range(3):
        some = Override.of(rules[:number] or ["x"], reason="The fire alarm.", official="organiser")
        with pytest.raises(Refused) as caught:
            desk.post(TournamentClosed(override=some))
        assert [one.rule for one in caught.value.violations] == list(rules[number:])
    every = Override.of(rules, reason="The fire alarm.", official="organiser")
    entry = desk.post(TournamentClosed(override=every))
    assert entry.events[0].override == every
    assert (every.also, every.named) == (
        rules[1:],
        "round-unfinished, rounds-unplayed and cut-unmade",
    )
