"""Who may override what, and who may issue a proxy: by role, and by the staff list (A-76, A-88)."""

import pytest
from msgspec.structs import replace

from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Refused
from roundbook.ledger.events.event import ImportedFrom, Override
from roundbook.ledger.state.staff import OFFICIALS, RULING
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor, HandId, Role
from roundbook.ledger.validators.checks import Checks
from roundbook.ledger.validators.in_force import VALIDATORS
from roundbook.projections.audits import AUDITS
from tests.rules.faces import changed
from tests.scripts import Script, new_desk, play, player

MET = """
    open
    announce 3
    register ana ben
    round 1 ana>ben
"""
AGAIN = "pair 2 ana-ben"
"""A rematch: an organiser or the head judge may let it pass."""
CUT = """
    register ana ben cho dee
    round 1 ana>ben cho>dee
    cut masters ana cho ben dee
    masters-cut: round 2 ana>dee cho>ben
    masters-cut: round 3 ana-cho
"""
WON = "masters-cut: correct 2-1 0-2"
"""A semi-final that decided who plays the final: a ruling."""
LISTS = {
    "nobody": "",
    "no head judge": "staff h2 judge scorekeeper",
    "a head judge": "staff h3 head-judge\nstaff h2 judge scorekeeper organiser",
}


def refuses(script: str, act: str, hand: str, role: Role, rules: str) -> list[str]:
    """Return the rules that stop an act which somebody would let pass, in a role."""
    desk = play(script)
    desk.hand = Actor(id=HandId(hand), role=role)
    made = Script(desk)
    made.names |= {name: player(n) for n, name in enumerate(("ana", "ben", "cho", "dee"), start=1)}
    (events,) = list(made.events(act))
    let = Override.of(rules.split(), reason="So it is.", official=role)
    try:
        desk.post(*(changed(event, override=let) for event in events))
    except Refused as refused:
        return [one.rule for one in refused.violations]
    return []


@pytest.mark.rule("A-76")
@pytest.mark.parametrize(
    ("listed", "hand", "role", "rematch", "ruling"),
    [
        ("nobody", "h1", "organiser", True, True),
        ("nobody", "h1", "head-judge", False, False),
        ("nobody", "h2", "organiser", False, False),
        ("nobody", "h2", "head-judge", False, False),
        ("nobody", "h2", "scorekeeper", False, False),
        ("no head judge", "h1", "organiser", True, True),
        ("no head judge", "h2", "judge", False, False),
        ("no head judge", "h2", "scorekeeper", False, False),
        ("no head judge", "h2", "organiser", False, False),
        ("a head judge", "h1", "organiser", True, False),
        ("a head judge", "h2", "organiser", True, False),
        ("a head judge", "h2", "judge", False, False),
        ("a head judge", "h3", "head-judge", True, True),
        ("a head judge", "h3", "organiser", False, False),
        ("a head judge", "h4", "head-judge", False, False),
    ],
)
def test_rulings_are_for_the_head_judge_and_other_rules_for_the_organiser_too(
    listed: str, hand: str, role: str, *, rematch: bool, ruling: bool
) -> None:
    """The table is the decision's, not the code's; h1 opened the tournament."""
    staff = LISTS[listed]
    assert refuses(f"{MET}\n{staff}", AGAIN, hand, Role(role), "rematch") == (
        [] if rematch else ["rematch"]
    )
    assert refuses(f"{CUT}\n{staff}", WON, hand, Role(role), "cut-result-final") == (
        [] if ruling else ["cut-result-final"]
    )


@pytest.mark.rule("A-76")
def test_the_rules_that_are_rulings_are_these_and_no_others() -> None:
    every = {check.rule: check.by for check in (*VALIDATORS, *AUDITS) if check.should}
    assert {rule for rule, by in every.items() if by == RULING} == {
        "cut-result-final",
        "game-not-started",
        "verdict-differs",
    }
    assert {*every.values()} == {OFFICIALS, RULING}


@pytest.mark.rule("A-76")
def test_nobody_counts_in_a_role_that_they_gave_themselves_in_the_same_entry() -> None:
    desk = play(MET)
    desk.hand = Actor(id=HandId("h2"), role=Role.HEAD_JUDGE)
    with pytest.raises(Refused) as caught:
        play("staff h2 head-judge", desk)
    assert caught.value.violations[0].rule == "staff-not-organiser"
    desk.hand = Actor(id=HandId("h1"), role=Role.ORGANISER)
    play("staff h2 scorekeeper organiser", desk)
    desk.hand = Actor(id=HandId("h2"), role=Role.SCOREKEEPER)
    with pytest.raises(Refused):
        play("staff h2 head-judge", desk)
    desk.hand = Actor(id=HandId("h2"), role=Role.ORGANISER)
    play("staff h3 head-judge", desk)


@pytest.mark.rule("A-76")
def test_an_override_names_the_role_of_the_person_who_writes_it() -> None:
    """A scorekeeper does not become the head judge by writing that the head judge let it pass."""
    desk = play(f"{MET}\nstaff h3 head-judge")
    let = Override(rule="rematch", reason="They want to.", official="head-judge")
    made = Script(desk)
    made.names |= {"ana": player(1), "ben": player(2)}
    (events,) = list(made.events("pair 2 ana-ben"))
    with pytest.raises(Refused):
        desk.post(*(changed(event, override=let) for event in events))


@pytest.mark.rule("A-76")
def test_verify_judges_an_override_by_the_staff_list_of_its_moment() -> None:
    """Whoever is named later could not decide before."""
    desk = play(f"{MET}\nround 2 ana-ben ~ rematch\nstaff h2 head-judge")
    checks = Checks((*VALIDATORS, *AUDITS))
    assert [one.rule for one in checks.review(desk.entries, desk.rules) if not one.overridden] == []
    forged = [
        replace(entry, hand=Actor(id=HandId("h2"), role=Role.ORGANISER))
        if any(event.override for event in entry.events)
        else entry
        for entry in desk.entries
    ]
    found = [one for one in checks.review(forged, desk.rules) if not one.overridden]
    assert [one.rule for one in found] == ["rematch"]
    assert not found[0].should


def hint_for(desk: Desk, hand: str, role: Role) -> str:
    """Return what somebody is told who pairs a rematch."""
    desk.hand = Actor(id=HandId(hand), role=role)
    with pytest.raises(Refused) as caught:
        play("pair 2 p1-p2", desk)
    hint = caught.value.hint
    assert hint is not None
    return hint if isinstance(hint, str) else hint.text.format(*map(str, hint.parts))


@pytest.mark.rule("A-76")
def test_the_refusal_says_who_may_and_how() -> None:
    desk = play(f"{MET}\nstaff h2 scorekeeper head-judge")
    assert "An official may override it" in hint_for(desk, "h1", Role.ORGANISER)
    said = hint_for(desk, "h2", Role.SCOREKEEPER)
    assert "Only an organiser or the head judge can override this. Act as one: " in said
    assert "An official may override it" in hint_for(desk, "h2", Role.HEAD_JUDGE)
    said = hint_for(desk, "h3", Role.HEAD_JUDGE)
    assert "You are not on the staff list as head judge; an organiser has to add you" in said
    assert "Only" in (said := hint_for(desk, "h3", Role.JUDGE))
    assert "Act as one" not in said


REOPENED = '{"event":"tournament-reopened","reason":"Too early."}'
CLOSED = "open\nregister ana\nclose ~ nothing-played"


@pytest.mark.rule("A-49", "A-76")
@pytest.mark.parametrize(
    ("listed", "hand", "role", "allowed"),
    [
        ("", "h1", "organiser", True),
        ("", "h1", "judge", False),
        ("", "h2", "organiser", False),
        ("staff h2 organiser", "h2", "organiser", True),
        ("staff h2 organiser", "h2", "judge", False),
        ("staff h2 organiser", "h3", "organiser", False),
        ("staff h2 head-judge", "h2", "head-judge", False),
        ("staff h2 head-judge", "h2", "organiser", False),
    ],
)
def test_only_an_organiser_on_the_staff_list_or_who_opened_the_event_reopens_it(
    listed: str, hand: str, role: str, *, allowed: bool
) -> None:
    desk = play(f"{CLOSED}\n{listed}")
    desk.hand = Actor(id=HandId(hand), role=Role(role))
    play(f"event {REOPENED} {'' if allowed else '! reopen-not-organiser'}", desk)


@pytest.mark.rule("A-49", "A-76")
@pytest.mark.parametrize(
    ("hand", "role", "hint"),
    [
        ("h2", Role.JUDGE, "Only an organiser can reopen the tournament."),
        ("h3", Role.JUDGE, "Only an organiser can reopen the tournament. Act as one: "),
        ("h2", Role.ORGANISER, "You are not on the staff list as organiser; an organiser, such as"),
    ],
)
def test_who_may_not_reopen_is_told_who_may(hand: str, role: Role, hint: str) -> None:
    """A judge who is no organiser is shown no words that would make one of them."""
    desk = play(f"{CLOSED}\nstaff h2 judge\nstaff h3 judge organiser")
    desk.hand = Actor(id=HandId(hand), role=role)
    with pytest.raises(Refused, match=r"^you cannot reopen the tournament\.") as caught:
        play(f"event {REOPENED}", desk)
    said = caught.value.hint
    assert said is not None
    words = said if isinstance(said, str) else said.text
    assert words.startswith(hint)
    assert ("Act as one" in words) == ("Act as one" in hint)


@pytest.mark.rule("A-49", "LED-1")
def test_what_was_reopened_before_by_somebody_unlisted_is_read_and_named() -> None:
    """Replay asks no rule, so such a ledger is still read; `verify` says which entry it is."""
    desk = play(f"{CLOSED}\nreopen")
    *before, last = desk.entries
    entries = [*before, replace(last, hand=Actor(id=HandId("h2"), role=Role.ORGANISER))]
    t = Tournament.replay(entries)
    assert (t.closed, t.reopened) == (None, 1)
    checks = Checks((*VALIDATORS, *AUDITS))
    found = [(one.rule, one.seq) for one in checks.review(entries, desk.rules)]
    assert ("reopen-not-organiser", last.seq) in found
    assert "reopen-not-organiser" not in [
        one.rule for one in checks.review(desk.entries, desk.rules)
    ]


@pytest.mark.rule("A-49")
def test_what_another_program_reopened_breaks_no_rule() -> None:
    """A file does not say who opened the event again, and anybody may follow the file."""
    desk = play(f"{CLOSED}\nreopen")
    *before, last = desk.entries
    (reopened,) = last.events
    told = changed(reopened, told=ImportedFrom(sha256="0" * 64))
    hand = Actor(id=HandId("h2"), role=Role.SCOREKEEPER)
    entries = [*before, replace(last, hand=hand, events=(told,))]
    found = [one.rule for one in Checks(VALIDATORS).review(entries, desk.rules)]
    assert "reopen-not-organiser" not in found


PROXY = '{"event":"proxy-made","player":"p1","card":"Gust","reason":"Bent.","kept":true}'


@pytest.mark.rule("A-88", "TRF-1.7")
@pytest.mark.parametrize(
    ("listed", "hand", "role", "allowed"),
    [
        ("", "h1", "organiser", True),
        ("", "h1", "judge", False),
        ("", "h2", "judge", False),
        ("", "h2", "organiser", False),
        ("staff h2 scorekeeper", "h1", "organiser", True),
        ("staff h2 scorekeeper", "h2", "scorekeeper", False),
        ("staff h2 judge", "h2", "judge", True),
        ("staff h2 judge", "h2", "scorekeeper", False),
        ("staff h2 judge", "h3", "judge", False),
        ("staff h2 judge", "h1", "organiser", False),
        ("staff h2 head-judge", "h2", "head-judge", True),
        ("staff h2 head-judge", "h1", "organiser", False),
    ],
)
def test_a_proxy_is_issued_by_a_judge_on_the_staff_list_or_without_one_by_the_organiser(
    listed: str, hand: str, role: str, *, allowed: bool
) -> None:
    desk = play(f"open\nregister ana\n{listed}")
    desk.hand = Actor(id=HandId(hand), role=Role(role))
    play(f"event {PROXY} {'' if allowed else '! proxy-not-judge'}", desk)


@pytest.mark.rule("A-88")
def test_no_official_lets_somebody_else_issue_a_proxy() -> None:
    desk = new_desk()
    play("open\nregister ana\nstaff h2 judge", desk)
    let = Override(rule="proxy-not-judge", reason="In a hurry.", official="organiser")
    (events,) = list(Script(desk).events(f"event {PROXY}"))
    with pytest.raises(Refused):
        desk.post(*(changed(event, override=let) for event in events))
