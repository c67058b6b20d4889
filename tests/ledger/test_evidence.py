"""How far a ledger is proved follows from the evidence alone, the worst thing first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.evidence import Evidence, Level, verdict

pytestmark = pytest.mark.fast

KEY = "14089-27736-55120-98461-33072-11845"
OWN = f"unless by somebody who has the ledger's own key. Its code is {KEY}"
TRUSTED = f"unless by somebody who has a key that you trust: {KEY}"
ALL = "nothing has been changed since all 29 lines were signed"
SOME = "nothing has been changed in the first 22 of 29 lines since they were signed"
CLOSED = Evidence(lines=29, signed=29, key=KEY, started=True, closed=True)
RUNNING = replace(CLOSED, signed=22, closed=False)
ASKED = replace(CLOSED, asked=True, trusted=(KEY,), proved=29)


@st.composite
def evidences(draw: st.DrawFn) -> Evidence:
    lines = draw(st.integers(1, 40))
    asked, flags = draw(st.booleans()), st.booleans()
    signers = st.lists(st.sampled_from(["judge", "office", "roundbook/cup"]), max_size=2)
    return Evidence(
        lines=lines,
        signed=draw(st.integers(0, lines)),
        key=KEY,
        asked=asked,
        trusted=tuple(draw(signers)) if asked else (),
        proved=draw(st.integers(0, lines)) if asked else 0,
        tail=asked and draw(flags),
        started=draw(flags),
        closed=draw(flags),
        imported=draw(flags),
        witnesses=tuple(draw(signers)),
        unbound=tuple(draw(st.lists(st.sampled_from(["h1", "h2"]), max_size=2, unique=True))),
        names=draw(st.sampled_from([0, 0, 0, 2])),
        contradicted=draw(st.sampled_from([False, False, False, True])),
        unlike=draw(st.sampled_from([False, False, False, True])),
        later=draw(st.sampled_from([0, 0, 0, lines + 1])),
        doubtful=draw(st.sampled_from([False, False, False, True])),
        unchecked=tuple(draw(st.lists(st.sampled_from(["the places", "2 lots"]), max_size=2))),
    )


def test_a_ledger_without_lines_is_not_signed() -> None:
    assert verdict(Evidence(lines=0)).level is Level.UNSIGNED


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize(
    ("evidence", "level", "sentence"),
    [
        (
            CLOSED,
            Level.SIGNED,
            f"Signed: {ALL}, {OWN}.",
        ),
        (
            ASKED,
            Level.PROVED,
            f"Proved: {ALL}, {TRUSTED}.",
        ),
        (
            RUNNING,
            Level.PARTLY,
            f"Signed in part: {SOME}, {OWN}.",
        ),
        (
            replace(CLOSED, signed=22),
            Level.WANTING,
            "Not proved: the tournament is closed, but only the first 22 of 29 lines are signed.",
        ),
        (
            replace(CLOSED, signed=0),
            Level.WANTING,
            "Not proved: the tournament is closed, but no line is signed.",
        ),
        (
            replace(RUNNING, signed=0),
            Level.WANTING,
            "Not proved: a round has started, but nothing has been signed.",
        ),
        (
            replace(RUNNING, signed=0, started=False),
            Level.UNSIGNED,
            "Not signed yet: no round has started.",
        ),
        (
            replace(CLOSED, signed=0, imported=True),
            Level.UNSIGNED,
            "Not signed: the ledger was imported from a file and names no key.",
        ),
        (
            replace(ASKED, proved=22),
            Level.WANTING,
            "Not proved: only the first 22 of 29 lines are signed by the keys that you asked for.",
        ),
        (
            replace(ASKED, proved=22, tail=True),
            Level.PARTLY,
            f"Proved in part: {SOME}, {TRUSTED}.",
        ),
        (
            replace(ASKED, proved=0, trusted=(), tail=True),
            Level.WANTING,
            "Not proved: too few of the keys that you asked for have signed: none.",
        ),
        (
            replace(ASKED, names=1),
            Level.WANTING,
            "Not proved: a name does not match its cryptographic commitment in the ledger.",
        ),
        (
            replace(CLOSED, doubtful=True),
            Level.WANTING,
            (
                "Not proved: this ledger and the head from elsewhere contradict each other, and "
                "the head is signed with a key that the ledger does not name, so either may be "
                "forged."
            ),
        ),
        (
            replace(ASKED, unchecked=("the places", "2 draws of lots")),
            Level.PROVED,
            (
                "Proved, but not checked here: the places, 2 draws of lots. "
                f"{ALL.capitalize()}, {TRUSTED}."
            ),
        ),
        (
            replace(RUNNING, signed=0, started=False, unchecked=("the places",)),
            Level.UNSIGNED,
            "Not signed yet, and not checked here: the places. No round has started.",
        ),
        (
            replace(ASKED, contradicted=True),
            Level.WRONG,
            "Wrong: this was altered, or was not written by roundbook. Do not rely on it.",
        ),
    ],
)
def test_a_verdict_has_one_sentence(evidence: Evidence, level: Level, sentence: str) -> None:
    found = verdict(evidence)
    assert (found.level, found.sentence) == (level, sentence)
    assert found.holds == (level not in {Level.WANTING, Level.WRONG})


@pytest.mark.rule("LED-6")
@given(evidences())
def test_nothing_that_lacks_something_passes_as_proved(e: Evidence) -> None:
    level = verdict(e).level
    if level is Level.PROVED:
        assert e.asked
        assert e.proved == e.lines
    if level in {Level.PROVED, Level.SIGNED, Level.PARTLY}:
        assert (e.contradicted, e.doubtful, e.names) == (False, False, 0)
        assert e.proved if e.asked else e.signed
        assert not e.closed or e.imported or e.signed == e.lines
    if e.started and not e.imported and not e.signed:
        assert not verdict(e).holds


@pytest.mark.rule("LED-6")
@given(evidences())
def test_what_was_not_checked_begins_the_verdict_and_changes_nothing_else(e: Evidence) -> None:
    found, whole = verdict(e), verdict(replace(e, unchecked=()))
    assert (found.level, found.unproved) == (whole.level, whole.unproved)
    if not e.unchecked or found.level is Level.WRONG:
        assert found.sentence == whole.sentence
        return
    how_far, _, rest = whole.sentence.partition(": ")
    first, _, after = found.sentence.partition(". ")
    assert first.startswith(how_far)
    assert first.endswith(f" not checked here: {', '.join(e.unchecked)}")
    assert after.lower() == rest.lower()


def test_what_is_not_proved_is_said_where_something_is() -> None:
    said = verdict(replace(RUNNING, signed=28, witnesses=("judge",), unbound=("h1", "h2")))
    assert said.unproved == (
        "Anybody can sign with a key of their own: compare the code with the organiser's.",
        "Nobody signed line 29.",
        "judge also signed, but you gave no key for them.",
        "The ledger contains no cryptographic commitment to the names of h1, h2.",
        "No signature proves the times, which come from the desks' clocks.",
    )
    assert "Nobody signed lines 23 to 29." in verdict(RUNNING).unproved
    assert verdict(replace(RUNNING, signed=0)).unproved == ()
