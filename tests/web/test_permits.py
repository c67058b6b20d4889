"""The table of who may do what: whole, and no wider than it says."""

import re
from itertools import takewhile
from pathlib import Path

import pytest

from roundbook.cli.verbs import TYPED, VERBS, path_of
from roundbook.cli.web.access.permissions import (
    AT_DESK,
    MAY,
    MAY_OVERRIDE,
    ROLES,
    SEES_ALL,
    AccessRole,
    invites,
    may,
    who_may,
)
from roundbook.ledger.state.staff import JUDGES, STAFFING, in_charge
from roundbook.ledger.state.tournament import Tournament


def test_every_seat_is_in_the_table_and_every_verb_exists() -> None:
    assert set(MAY) == set(AccessRole)
    for verbs in MAY.values():
        assert verbs <= set(VERBS)


def test_whoever_writes_has_a_role_in_the_record() -> None:
    assert {seat for seat, verbs in MAY.items() if verbs} == set(ROLES)


def test_only_the_organiser_closes_names_staff_and_erases() -> None:
    for verb in ("close", "reopen", "staff", "erase", "archive", "new-secrets", "requests", "open"):
        assert [seat for seat in AccessRole if may(seat, verb)] == [AccessRole.ORGANISER]


def test_a_screen_an_auditor_and_a_player_write_nothing_and_an_entry_station_only_slips() -> None:
    assert not MAY[AccessRole.SCREEN]
    assert not MAY[AccessRole.AUDITOR]
    assert not MAY[AccessRole.PLAYER]
    assert MAY[AccessRole.ENTRY] == {"report", "withdraw"}


def test_nobody_invites_to_a_seat_that_may_more_than_their_own() -> None:
    for seat in AccessRole:
        for guest in invites(seat):
            assert MAY[guest] <= MAY[seat]


def test_whoever_sees_everything_is_on_the_staff_or_audits() -> None:
    assert SEES_ALL - {AccessRole.AUDITOR} <= AT_DESK
    assert AccessRole.ENTRY not in SEES_ALL
    assert AccessRole.PLAYER not in AT_DESK


@pytest.mark.rule("A-76")
def test_only_organisers_and_head_judges_let_a_rule_pass() -> None:
    assert {AccessRole.ORGANISER, AccessRole.HEAD_JUDGE} == MAY_OVERRIDE


@pytest.mark.rule("A-76", "A-88")
def test_no_role_is_offered_an_act_that_the_ledger_refuses_to_everybody_in_it() -> None:
    for verb, roles in {"proxy": JUDGES, "staff": STAFFING}.items():
        nobody_listed = set(in_charge(Tournament(), roles))
        assert {ROLES[seat] for seat in who_may(verb)} == nobody_listed


def test_no_two_dangerous_acts_are_typed_alike() -> None:
    assert len(set(TYPED.values())) == len(TYPED)


def test_the_guide_says_of_every_seat_and_verb_what_the_table_says() -> None:
    guide = Path("docs/serving.md").read_text(encoding="utf-8")
    lines = [line.strip("| ").split("|") for line in guide.splitlines() if line.startswith("| ")]
    head = next(line for line in lines if line[0].strip() == "command")
    seats = [AccessRole(name.strip()) for name in head[1:]]
    said = {seat: set[str]() for seat in AccessRole}
    table = takewhile(lambda line: line[0].strip() != "page", lines[lines.index(head) + 1 :])
    for verbs, *cells in table:
        for seat, cell in zip(seats, [*cells, "", "", "", "", ""], strict=False):
            assert cell.strip() in {"", "yes"}
            if cell.strip():
                said[seat].update(re.findall(r"`([\w -]+)`", verbs))
    assert said == {seat: set(map(path_of, MAY[seat])) for seat in AccessRole}
    for word in TYPED.values():
        assert f"`{word}`" in guide
