"""What everybody may see: names as people chose, and no year of birth anywhere."""

import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.people.book import Book, BookEntry, Display, Person, to_bytes
from roundbook.ledger.people.public_names import may_be_child, public_names, shown_person
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId
from tests.cli.line import Line
from tests.cli.typed import roundbook
from tests.scripts import happened

YEARS = ("1987", "1979", "1968", "2009")
READING = ("standings", "pairings", "history")


def begin(line: Line) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1987, "--id", 471100)
    line("register", "Ben van Ode", "--birth-year", 1979, "--display", "initial", "--id", 471101)
    line("register", "Cho Min", "--birth-year", 1968, "--display", "id", "--id", 471102)
    line("register", "Dee Fox", "--birth-year", 1968, "--display", "anonymous", "--id", 471103)
    line.first_round()


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize("form", [(), ("--json",)])
@pytest.mark.parametrize("verb", ["standings", "pairings"])
def test_public_views_show_names_as_people_chose(
    line: Line, verb: str, form: tuple[str, ...]
) -> None:
    begin(line)
    private = roundbook(verb, "-C", line.folder, *form).out
    public = roundbook(verb, "-C", line.folder, "--public", *form).out
    assert "Dee Fox" in private
    for hidden in ("Ben van", "Cho Min", "Dee Fox", "471100", "471101", "471103"):
        assert hidden not in public
    for shown in ("Ana Lopez", "Ben O.", "471102", "p4"):
        assert shown in public


@pytest.mark.rule("LED-9")
def test_a_player_who_is_only_known_in_public_is_explained_in_public(line: Line) -> None:
    begin(line)
    said = roundbook("explain", "-C", line.folder, "ben", "--public")
    assert said.out.startswith("Ben O. (p2): no place yet")
    assert roundbook("explain", "-C", line.folder, "dee", "--public").code == 3
    assert "van Ode" not in roundbook("explain", "-C", line.folder, "masters-1", "--public").out


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize("verb", ["history", "penalty", "status", "proof lint"])
def test_what_is_for_staff_has_no_public_view(line: Line, verb: str) -> None:
    begin(line)
    said = roundbook(verb, "-C", line.folder, "--public")
    assert (said.code, said.out) == (2, "")
    assert "This command has no public view." in said.err


@pytest.mark.rule("LED-9")
def test_no_view_shows_a_year_of_birth(line: Line) -> None:
    begin(line)
    said = [line("late", "Eve Ray", "--birth-year", 2009, "--informed", "--dry-run", "--json").out]
    said += [
        line("drop", "p1").out,
        line("people amend", "p1", "--birth-year", 1979, "--reason", "x").out,
    ]
    said += [
        roundbook(verb, "-C", line.folder, *public, *form).out
        for verb in (*READING, "verify", "file check")
        for form in ((), ("--json",))
        for public in ((), ("--public",))
    ]
    said += [
        roundbook("explain", "-C", line.folder, what).out
        for what in ("p1", "masters-1", "masters-1-1")
    ]
    said += [path.read_text(encoding="utf-8") for path in line.folder.glob("*.jsonl")]
    assert len("".join(said)) > 5_000
    for year in YEARS:
        alone = re.compile(rf"(?<![A-Za-z0-9_+/]){year}(?![A-Za-z0-9_+/])")  # Not within a hash.
        assert [text for text in said if alone.search(text)] == []


@pytest.mark.rule("LED-9")
def test_a_parent_chooses_for_a_child_under_13(line: Line) -> None:
    line.start()  # In March 2026.
    kim = ("register", "Kim Sun", "--birth-year", 2014)
    assert "a parent must choose" in line.refused(*kim, "--display", "full", code=2)
    line(*kim)
    line("register", "Lee Sun", "--birth-year", 2012)
    public = roundbook("standings", "-C", line.folder, "--public").out
    assert "Kim S." in public
    assert "Lee S." in public
    line("people amend", "p2", "--display", "full")
    assert "Lee Sun" in roundbook("standings", "-C", line.folder, "--public").out
    line("people amend", "p1", "--display", "full", "--parent")
    assert "Kim Sun" in roundbook("standings", "-C", line.folder, "--public").out
    assert "a parent must choose" in line.refused("people amend", "p1", "--display", "id", code=2)
    for less in ("initial", "anonymous"):  # Less than before: the desk may do that at once.
        line("people amend", "p1", "--display", less)
    assert "a parent must" in line.refused("people amend", "p1", "--display", "initial", code=2)
    line("register", "Mia Sun", "--birth-year", 2014, "--display", "initial")


@pytest.mark.rule("LED-9")
def test_how_a_name_is_shown_never_reaches_the_record(line: Line) -> None:
    begin(line)
    before = len(line.ledger())
    assert line("people amend", "p1", "--display", "anonymous").out == (
        "Ana Lopez (p1), Masters, is shown with the number only.\n"
    )
    assert len(line.ledger()) == before
    assert "Ana Lopez" not in roundbook("pairings", "-C", line.folder, "--public").out
    assert "anonymous" not in (line.folder / "ledger.jsonl").read_text(encoding="utf-8")
    book = json.loads((line.folder / "people.json").read_text(encoding="utf-8"))
    assert book["players"]["p1"]["display"] == "anonymous"
    assert roundbook("verify", line.folder).code == 0


@pytest.mark.parametrize("bad", [b"", b"{", b"\xff\xfe", b'{"players":{"p1":7}}', b"[]"])
@pytest.mark.parametrize("verb", READING)
def test_a_bad_book_of_names_does_not_stop_the_standings(line: Line, verb: str, bad: bytes) -> None:
    begin(line)
    (line.folder / "people.json").write_bytes(bad)
    said = roundbook(verb, "-C", line.folder, code=0)
    assert "p1" in said.out
    assert "Players are shown by number." in said.err
    assert said.err.count("\n") == 1
    assert line.at("drop", "p1").code == 5
    assert (line.folder / "people.json").read_bytes() == bad


def test_a_book_that_may_not_be_read_does_not_stop_the_standings(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(line)
    really_open = os.open

    def forbidden(path: Path, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if Path(path).name == "people.json":
            raise PermissionError(13, "Permission denied", str(path))
        return really_open(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", forbidden)
    said = roundbook("standings", "-C", line.folder)
    assert (said.code, "permission denied. Players are shown by number." in said.err) == (0, True)


NAMES = st.text(st.characters(categories=("Lu", "Ll", "Lo")), min_size=2, max_size=9)


@pytest.mark.rule("LED-9")
@given(
    st.lists(NAMES, min_size=1, max_size=3).map(" ".join),
    st.integers(1990, 2020) | st.none(),
    st.sampled_from(list(Display)) | st.none(),
    st.sampled_from(list(Division)),
    st.sampled_from(list(Display)) | st.just(UNSET),
)
def test_a_public_book_holds_nothing_but_shown_names(
    name: str,
    year: int | None,
    display: Display | None,
    division: Division,
    seniors: Display | UnsetType,
) -> None:
    told = happened("")
    told.post(ev.PlayerRegistered(player=PlayerId("p1"), division=division, commitment="A" * 43))
    t = Tournament.replay(told.entries)
    known = BookEntry(
        person=Person(name=name, id="4711", birth_year=year), salt="A" * 43, display=display
    )
    book = Book(players={PlayerId("p1"): known}, former={PlayerId("p1"): (known,)}, seniors=seniors)
    public = public_names(book, t)
    assert (public.hands, public.former, public.refused) == ({}, {}, {})
    child = may_be_child(year, division, t)
    young = division is Division.SENIOR and (year is None or year >= 2000)  # 18 in 2018, perhaps.
    default = Display.INITIAL if child else seniors or Display.INITIAL if young else Display.FULL
    meant = display or default
    shown = public.name(PlayerId("p1"))
    match meant:
        case Display.FULL:
            assert shown == name
        case Display.ID:
            assert shown == "4711"
        case Display.ANONYMOUS:
            assert shown == "p1"
        case Display.INITIAL:
            first, *rest = name.split()
            # In scripts of East Asia the first name is the last word.
            assert shown.rstrip(".").split()[0] in {first, first[0], *rest}
            assert len(shown) < len(name) or not rest or len(rest[-1]) <= 2
    if public.players:
        person = public.players[PlayerId("p1")].person
        assert (person.id, person.birth_year) == ("", None)


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize(
    ("year", "division", "child"),
    [
        (2005, Division.JUNIOR, True),  # Thirteen in the course of 2018, perhaps.
        (2004, Division.SENIOR, False),
        (None, Division.JUNIOR, True),
        (None, Division.MASTERS, False),
    ],
)
def test_who_may_be_under_13_at_the_start(
    year: int | None, division: Division, child: bool
) -> None:
    assert may_be_child(year, division, Tournament.replay(happened("").entries)) is child


@pytest.mark.rule("LED-9")
def test_the_organiser_says_how_seniors_appear_who_have_not_chosen(line: Line) -> None:
    line.start()
    line("register", "Ida Jung", "--birth-year", 2012)
    line("register", "Kim Sun", "--birth-year", 2012, "--display", "full")
    line("register", "Max Alt", "--birth-year", 1990)
    line("register", "Lea Kind", "--birth-year", 2016)
    line("announce")

    def names() -> list[str]:
        said = line.run("standings", "-C", line.folder, "--public", "--json")
        return sorted(one["name"] for block in said.data["divisions"] for one in block["lines"])

    before = line.files()
    assert names() == ["Ida J.", "Kim Sun", "Lea K.", "Max Alt"]
    said = line("people amend", "seniors", "--display", "full")
    assert said.out == "Seniors under 18 who have not chosen are shown with the full name.\n"
    assert names() == ["Ida Jung", "Kim Sun", "Lea K.", "Max Alt"]
    assert line.files()["ledger.jsonl"] == before["ledger.jsonl"]
    line("people amend", "seniors", "--display", "anonymous", "--dry-run")
    assert names() == ["Ida Jung", "Kim Sun", "Lea K.", "Max Alt"]
    line("people amend", "seniors", "--display", "anonymous")
    assert line("people amend", "p2", "--display", "id").code == 0
    shown = line.run("standings", "-C", line.folder, "--public").out
    assert "Ida" not in shown
    assert "Max Alt" in shown
    line.refused("people amend", "seniors", code=2)
    line.refused("people amend", "seniors", "--display", "full", "--name", "Kim", code=2)
    assert roundbook("verify", line.folder).code == 0


def test_a_book_that_says_nothing_of_seniors_is_written_as_before() -> None:
    assert b"seniors" not in to_bytes(Book())


def test_a_name_without_spaces_is_not_shown_whole_as_first_name_and_initial() -> None:
    known = BookEntry(person=Person(name="山田太郎"), salt="A" * 43, display=Display.INITIAL)
    assert shown_person(known, None, Tournament()) == Person(name="山.")


def test_the_feed_of_the_shell_shortens_a_child_from_the_registration_on(line: Line) -> None:
    """The names file has them in full, and the player is not in the tournament yet."""
    line.start()
    for name, division in (("Kim Little", "junior"), ("Sam Teen", "senior")):
        line("register", name, "--division", division)
    line("register", "Ana Lopez", "--birth-year", 1990)
    line("late", "Lou Small", "--division", "junior", "--refuse", "--reason", "full")
    with line.process("lab feed", "-C", line.folder) as program:
        fed = program.communicate(timeout=60)[0].decode()
    assert "Little" not in fed
    assert "Teen" not in fed
    assert '"Kim L."' in fed
    assert '"Sam T."' in fed
    assert '"Ana Lopez"' in fed
