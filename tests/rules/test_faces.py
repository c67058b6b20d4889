"""Every rule has four faces with one name: function, docstring, breaking ledger, spoken words."""

from collections.abc import Callable
from pathlib import Path

import pytest

from roundbook.cli.session.errors import hint_of
from roundbook.ledger.errors import Refused
from roundbook.ledger.events.event import ImportedFrom, Override
from roundbook.ledger.record.entry import from_line
from roundbook.ledger.validators.checks import Checks
from tests.conftest import ROOT
from tests.house.pages import RULES_IN_FORCE, in_force, rows
from tests.rules.breaches import BREACHES
from tests.rules.faces import IN_FORCE, breach_of, changed, name_of, words_of
from tests.scripts import tell

pytestmark = pytest.mark.fast

FOLDER = Path("fixtures/rules")
CHECKS = Checks(IN_FORCE)
BY_NAME = {name_of(check): check for check in IN_FORCE}
NAMES = tuple(BY_NAME)
TOLD = ImportedFrom(sha256="f" * 64)

SILENT = {
    "absent-untold",  # Only a file may say so.
    "reopen-not-organiser",  # No file says by whom.
    "nothing-played",  # A list of final standings has no rounds.
    # What the file does not say: announcement, secret, posting, start, and who was informed.
    "round-not-started",
    "announcement-missing",
    "announcement-incomplete",
    "announcement-late",
    "cut-unfillable",
    "registration-closed",
    "left-off-losses",
    "late-before-start",
    "late-losses",
    "rounds-missed-lost",
    "late-not-informed",
    "no-pod-to-return-to",
    "nothing-left-to-play",
    "late-entry-closed",
    "pod-too-small",
    "late-flight",
    "flights-undrawn",
    "flights-unannounced",
    "drop-round",
    "bracket-over",
    "bracket-moved-on",
    "seeding-frozen",
    "seeds-outdated",
    "day-two-outdated",
    "cut-result-final",
    "cut-unannounced",
    "cut-of-single-games",
    "playoff-unannounced",
    "swiss-unfinished",
    "cut-too-large",
    "cut-shares",
    "table-in-play",
    "rounds-differ",
    "reason-missing",
    "slips-missing",
    "deck-checks-missing",
}
"""The rules that need a fact which files lack, and so are silent on what a file tells."""


def test_every_rule_has_its_faces_and_there_are_no_stray_ones() -> None:
    assert list(BREACHES) == list(NAMES)
    wanted = {f"{name}{face}" for name in NAMES for face in (".ledger", ".txt")}
    assert {path.name for path in (ROOT / FOLDER).iterdir()} == wanted


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_states_itself_and_its_source(name: str) -> None:
    first = (BY_NAME[name].find.__doc__ or "").splitlines()[0]
    assert first.endswith("."), first


@pytest.mark.parametrize("name", NAMES)
def test_the_smallest_breach_is_kept_with_the_words_that_it_earns(
    name: str, golden: Callable[[str, str], None]
) -> None:
    breach = breach_of(name)
    golden(f"{FOLDER}/{name}.ledger", breach.ledger())
    found = CHECKS.judge_entry(breach.desk.tournament, breach.entry(), breach.rules)
    golden(f"{FOLDER}/{name}.txt", words_of(found[0]))


@pytest.mark.parametrize("name", NAMES)
def test_the_kept_ledger_breaks_this_rule_in_its_last_line_and_no_other_before(name: str) -> None:
    lines = (ROOT / FOLDER / f"{name}.ledger").read_bytes().splitlines()
    entries = [from_line(line, number) for number, line in enumerate(lines, start=1)]
    found = [v for v in CHECKS.review(entries, breach_of(name).rules) if not v.overridden]
    assert [(v.rule, v.seq) for v in found] == [(name, len(lines))]
    assert words_of(found[0]) == (ROOT / FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in NAMES if name != "not-open"])
def test_the_desk_refuses_the_last_line_in_these_words(name: str) -> None:
    breach = breach_of(name)
    before = list(breach.desk.entries)
    with pytest.raises(Refused) as caught:
        breach.desk.post(*breach.events)
    assert caught.value.violations[0].rule == name
    said = words_of(caught.value.violations[0])
    assert said == (ROOT / FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert breach.desk.entries == before


def test_a_desk_without_a_tournament_refuses_everything_but_the_opening() -> None:
    breach = breach_of("not-open")
    with pytest.raises(Refused):
        breach.desk.post(*breach.events)
    assert breach.desk.entries == []


@pytest.mark.parametrize("name", [name for name in NAMES if name != "not-open"])
def test_what_a_file_tells_is_written_and_its_breach_reported(name: str) -> None:
    breach = breach_of(name)
    tell(breach.desk, *(changed(event, told=TOLD) for event in breach.events))
    found = list(CHECKS.review(breach.desk.entries, breach.rules))
    here = [v for v in found if v.seq == len(breach.desk.entries)]
    assert [v.rule for v in here] == ([] if name in SILENT else [name])
    assert all(v.told == TOLD.sha256 for v in here)


@pytest.mark.parametrize("name", NAMES)
def test_an_official_may_let_a_should_rule_pass_and_no_other(name: str) -> None:
    breach = breach_of(name)
    override = Override(rule=name, reason="It is better so.", official=breach.desk.hand.role)
    events = tuple(changed(event, override=override) for event in breach.events)
    if not BY_NAME[name].should:
        with pytest.raises(Refused) as caught:
            breach.desk.post(*events)
        final = (hint_of(caught.value) or "").startswith(f"Nobody may override {name}. ")
        assert final == (name != "not-open"), "the desk refuses that one before it asks the rules"
        return
    breach.desk.post(*events)
    last = len(breach.desk.entries)
    found = [v for v in CHECKS.review(breach.desk.entries, breach.rules) if v.seq == last]
    assert [(v.rule, v.overridden) for v in found] == [(name, True)]


@pytest.mark.parametrize("name", [name for name in NAMES if BY_NAME[name].should])
def test_an_override_of_another_rule_lets_nothing_pass(name: str) -> None:
    breach = breach_of(name)
    override = Override(
        rule="another-rule", reason="It is better so.", official=breach.desk.hand.role
    )
    with pytest.raises(Refused):
        breach.desk.post(*(changed(event, override=override) for event in breach.events))


@pytest.mark.parametrize("name", NAMES)
def test_words_are_sentences_that_name_no_path_and_fit_a_line(name: str) -> None:
    said, rule, hint = (ROOT / FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    message = said.removeprefix("refused: ")
    assert message.endswith(".")
    assert hint.endswith(".")
    assert rule.startswith(f"  rule: {name} (")
    assert len(message) <= 100, message


def test_the_rules_in_force_are_kept_for_review(golden: Callable[[str, str], None]) -> None:
    golden(RULES_IN_FORCE, rows(in_force()))
