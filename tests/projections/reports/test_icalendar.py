"""The schedule as a calendar: what RFC 5545 asks for, and what is known of the rounds."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.rulesets import released
from roundbook.ledger.terms import Pool
from roundbook.projections.reports.icalendar import BETWEEN, bytes_of, escaped, folded, slots
from tests.scripts import play

RULES = released.load("play-2017")
TEN = datetime(2018, 3, 4, 10, tzinfo=UTC)


def unfolded(data: bytes) -> str:
    """Return a text as a reader of calendars puts it together (RFC 5545 §3.1)."""
    return data.replace(b"\r\n ", b"").decode()


def unescaped(text: str) -> str:
    out, letters = "", iter(text)
    for letter in letters:
        if letter == "\\":
            following = next(letters)
            out += "\n" if following == "n" else following
        else:
            out += letter
    return out


@given(st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))))
def test_a_folded_line_is_short_breaks_no_letter_and_unfolds_to_itself(text: str) -> None:
    data = folded(f"SUMMARY:{text}")
    assert data.endswith(b"\r\n")
    for line in data.split(b"\r\n"):
        assert len(line) <= 75
        line.decode()
    assert unfolded(data) == f"SUMMARY:{text}\r\n"


@given(st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))))
def test_a_value_is_escaped_so_that_a_reader_gets_it_back(text: str) -> None:
    said = escaped(text)
    assert "\n" not in said
    assert unescaped(said) == text


def test_a_line_break_in_a_value_is_written_out() -> None:
    assert escaped("a,b;c\\d\r\ne\x07") == "a\\,b\\;c\\\\d\\ne"


def events(data: bytes) -> list[dict[str, str]]:
    """Return the events of a calendar, by the names of their lines."""
    found: list[dict[str, str]] = []
    for line in unfolded(data).split("\r\n"):
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found and name not in {"END", "BEGIN"}:
            found[-1][name] = value
    return found


def test_rounds_that_were_started_have_their_times_and_others_an_estimate() -> None:
    entries = play("""
        register ana ben cho dee
        round 1  ana-ben cho-dee
        report   1-1 2-0  1-2 2-1
    """).entries
    found = slots(entries, RULES)
    assert [slot.estimated for slot in found] == [False] + [True] * 8
    assert found[0].ends
    assert found[1].begins == found[0].ends + BETWEEN
    calendar = events(bytes_of(entries, RULES))
    assert len(calendar) == 10
    assert len({event["UID"] for event in calendar}) == 10
    whole, first, second = calendar[:3]
    assert whole["SUMMARY"] == "Spring Cup"
    assert (whole["DTSTART;VALUE=DATE"], whole["DTEND;VALUE=DATE"]) == ("20180304", "20180305")
    assert "9 Swiss rounds" in whole["DESCRIPTION"]
    assert (first["STATUS"], second["STATUS"]) == ("CONFIRMED", "TENTATIVE")
    assert first["SUMMARY"] == "Spring Cup: Masters\\, round 1"
    assert first["DTSTART"] == f"{found[0].begins.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    assert all(event["SEQUENCE"] == str(entries[-1].seq) for event in calendar)


def test_before_the_first_round_only_a_beginning_that_is_known_gives_rounds_a_time() -> None:
    entries = play("register ana ben cho dee").entries
    assert slots(entries, RULES) == []
    found = slots(entries, RULES, TEN)
    assert [slot.round for slot in found] == list(range(1, 10))
    assert (found[0].begins, found[0].title) == (TEN, "Round 1")
    assert found[1].begins - found[0].begins > timedelta(minutes=15)
    assert all(slot.estimated for slot in found)


BREAKS = '"cut": {"Masters": 0}, "prizes": 0, "minutes": 45, "breaks_after": {"1": 40, "3": 10}'


def test_an_announced_break_stands_between_its_rounds_and_moves_what_follows() -> None:
    """It is estimated like the round before it, and has an identity of its own."""
    said = f'open; event {{"event": "announcement-made", "rounds": 4, {BREAKS}}}'
    entries = play(f"{said}; register ana ben cho dee; round 1 ana-ben cho-dee").entries
    found = slots(entries, RULES)
    assert [(slot.round, slot.pause) for slot in found] == [
        *((1, False), (1, True), (2, False)),
        *((3, False), (3, True), (4, False)),
    ]
    first, pause, second, third, short, last = found
    assert first.ends == pause.begins
    assert pause.ends
    assert pause.ends - pause.begins == timedelta(minutes=40)
    assert second.begins == pause.ends + BETWEEN
    assert third.begins - second.begins == timedelta(minutes=45) + BETWEEN
    assert last.begins - third.begins == timedelta(minutes=45 + 10) + BETWEEN
    assert (short.title, short.estimated) == ("Masters, break after round 3", True)
    calendar = events(bytes_of(entries, RULES))
    assert len({event["UID"] for event in calendar}) == 7
    assert "break after round 1: 40 minutes" in calendar[0]["DESCRIPTION"].replace("\\n", " ")
    before = play(f"{said}; register ana ben cho dee").entries
    assert [slot.pause for slot in slots(before, RULES, TEN)] == [slot.pause for slot in found]


def test_a_tournament_that_is_closed_has_no_estimates() -> None:
    entries = play("""
        event {"event": "rounds-set", "rounds": 1}
        register ana ben
        round 1 ana-ben
        report 1-1 2-0
        close
    """).entries
    assert [(slot.pool, slot.round, slot.estimated) for slot in slots(entries, RULES, TEN)] == [
        (Pool("masters"), 1, False)
    ]


def test_a_bracket_has_its_times_once_its_first_round_is_put_up() -> None:
    before = """
        event {"event": "rounds-set", "rounds": 1}
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        cut masters ana cho
        masters-cut: pair 2 ana-cho
    """
    pools = [slot.pool for slot in slots(play(before).entries, RULES, TEN)]
    assert Pool("masters-cut") not in pools
    after = play(f"{before} masters-cut: post 2").entries
    pools = [slot.pool for slot in slots(after, RULES, TEN)]
    assert Pool("masters-cut") in pools
