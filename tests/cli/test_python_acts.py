"""A law of the house: each act is a method of Python, and writes what the command writes."""

import inspect
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

import roundbook
from roundbook.cli.library.desk import Desk
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.ledger.terms import Pool, Score, won
from tests.chance import alike
from tests.cli.line import Line
from tests.cli.python_acts import FILE, example, name_of, source
from tests.cli.test_said_once import CASES, REFUSED, by_command, entries_in, prepared, timeless
from tests.cli.typed import NOON
from tests.transcripts import Golden

OWN = {"ledger", "given"}
"""What a desk has besides its acts."""


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("clock", "venue", "read", "command"):
        monkeypatch.setattr(f"roundbook.cli.session.{module}.now", lambda: NOON)


def test_the_methods_are_those_that_the_forms_declare(golden: Golden) -> None:
    golden(FILE, source())


def test_every_act_of_a_form_is_a_method_with_its_fields() -> None:
    methods = dict(inspect.getmembers(Desk, inspect.isfunction))
    acts = {name_of(verb): form for verb, form in FORMS.items() if verb != "open"}
    assert {*methods} - OWN - {"__init__"} == {*acts}
    for name, form in acts.items():
        given = {*inspect.signature(methods[name]).parameters} - {"self", "file"}
        assert given == {one.name for one in form.fields}, name
    given = {*inspect.signature(roundbook.create).parameters}
    fields = {one.name for one in FORMS["open"].fields} - {"title"} | {"name"}
    assert given - fields == {"place", "rules", "as_", "station"}
    assert fields <= given


@pytest.mark.parametrize("verb", CASES)
def test_the_example_of_a_method_writes_what_the_command_writes(line: Line, verb: str) -> None:
    twin = prepared(line, CASES[verb])
    said = by_command(line, verb, CASES[verb], "--json")
    assert said.code == 0, said.err
    before = len(entries_in(twin))
    with alike("one"):
        answer = called(roundbook.at(twin), example(FORMS[verb]))
    written, here = entries_in(twin)[before:], entries_in(line.folder)
    assert timeless(written) == timeless(here[len(here) - len(written) :])
    assert timeless(answer.entries) == timeless(written)
    assert answer.said


def called(desk: roundbook.Desk, call: str) -> roundbook.Answer:
    """Call a method as its docstring does."""
    assert f">>> answer = {call}" in unwrapped(
        inspect.getdoc(getattr(Desk, call[5:].partition("(")[0]))
    )
    names = {"desk": desk.given(cmd="same")}
    answer: roundbook.Answer = eval(call, names)  # noqa: S307 - it is the example that we wrote.
    return answer


def unwrapped(text: str | None) -> str:
    """Return a docstring with each call on one line."""
    lines: Iterator[str] = iter((text or "").splitlines())
    found = "\n".join(line.removeprefix("...     ").removeprefix("... ") for line in lines)
    return found.replace("(\n", "(").replace(",\n)", ")").replace(",\n", ", ")


@pytest.mark.parametrize("verb", REFUSED)
def test_a_method_is_refused_as_the_command_is(line: Line, verb: str) -> None:
    case = REFUSED[verb]
    twin = prepared(line, case)
    told = by_command(line, verb, case, "--json").data["refused"]
    form, desk, before = FORMS[verb], roundbook.at(twin), entries_in(twin)
    known = {one.name: one for one in form.fields}
    values = {
        name: True if not known[name].choices[1:] and known[name].choices else text
        for name, text in case.fields.items()
    }
    with pytest.raises(roundbook.Refused) as caught:
        getattr(desk, name_of(verb))(**values)
    refused = caught.value
    assert str(refused) == told["message"]
    assert (refused.rule, refused.citation) == (told.get("rule"), told.get("cites"))
    assert refused.hint == told.get("hint")
    assert entries_in(twin) == before


def test_values_of_python_are_taken_for_what_is_typed(line: Line, tmp_path: Path) -> None:
    """Names, days, numbers by pool, matches and results as values, in a whole small event."""
    assert line.folder.parent == tmp_path  # Secrets and keys are kept where the test keeps its own.
    desk = roundbook.create(tmp_path / "new", "Cup", start=date(2026, 3, 7), premier=True)
    for name in ("Ana Roy", "Ben Ito", "Cleo Fox", "Dan Ash"):
        desk.register(name, birth_year=1990)
    official = desk.given(override=("rounds-differ",), because="a small event")
    official.announce(said={"masters": 3}, prizes=0, minutes=50)
    desk.pair()
    desk.slips(paper="a4")
    desk.start(clock_at=datetime(2026, 3, 7, 12, 5, tzinfo=UTC))
    first, second = (
        roundbook.MatchId(Pool("masters"), 1, 1),
        roundbook.MatchId(Pool("masters"), 1, 2),
    )
    desk.report(first, won(Score(2, 1)), leaving=["Ana Roy"])
    desk.report("2", "tie")
    told = desk.ledger()
    assert told.tournament.results[second].verdict == "tie"
    assert told.tournament.results[first].games == Score(2, 1)
    assert told.tournament.players[told.player("ana")].out
    desk.correct(first, told.tournament.results[second], reason="read upside down")
    assert [one.why for one in desk.ledger().history(first)][-1] == "read upside down"
    dry = desk.given(dry_run=True)
    assert dry.note("x").said[0] == "Nothing was written."
    assert len(desk.ledger().entries) == len(roundbook.open(tmp_path / "new").entries)
    same = desk.given(cmd="once")
    assert same.note("twice").entries == same.note("twice").entries


def test_a_desk_is_one_of_several(line: Line) -> None:
    """What another program wrote is seen, and what it changed meanwhile is a conflict."""
    line.begin("Ana", "Ben")
    ours, theirs = roundbook.at(line.folder, as_="Jo Park"), roundbook.at(line.folder)
    seen = len(ours.ledger().entries)
    theirs.report("1", "2-0")
    with pytest.raises(roundbook.Conflict, match=r"entry [0-9]+ changed"):
        ours.given(seen=seen).report("1", "0-2")
    line("note", "typed at a terminal")
    assert ours.ledger().history()[-1].what == "note: typed at a terminal"
    assert ours.note("seen").entries[0].seq == len(roundbook.open(line.folder).entries)


def test_whoever_acts_is_found_on_the_staff_list(line: Line) -> None:
    line.begin("Ana", "Ben")
    line("people staff", "Jo Park", "judge")
    line("people staff", "Kim Day", "head-judge")
    judge = roundbook.at(line.folder, as_="jo park", station="floor-2")
    hand = judge.call("1").entries[0].hand
    assert (hand.role.value, hand.station) == ("judge", "floor-2")
    with pytest.raises(roundbook.Refused) as caught:
        judge.note("this stands", ruling=True)
    assert (caught.value.rule, caught.value.citation) == ("ruling-not-head-judge", "TRF §1.2")
    head = roundbook.at(line.folder, as_="Kim Day")
    assert head.note("this stands", ruling=True).said[0].endswith("ruling: this stands.")
    new = roundbook.at(line.folder, as_="Lou Tan", role="judge").note("new here")
    assert new.notes == ("Lou Tan is new here, and acts as judge.",)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda desk: desk.report("1", "3-9-9-9"), "result: "),
        (lambda desk: desk.report("masters", "2-0"), "match: "),
        (lambda desk: desk.award_bye("p1", 0), "number: "),
        (
            lambda desk: desk.penalty("p1", penalty="shouting", infraction="slow"),
            "penalty: choose from",
        ),
        (lambda desk: desk.report("", "2-0"), "match: this field must be filled in."),
        (lambda desk: desk.given(override=("x",)), "must be given together"),
        (lambda desk: desk.start(clock_at="noon"), "clock_at: "),
    ],
)
def test_a_value_that_makes_no_sense_is_named(
    line: Line, wrong: Callable[[roundbook.Desk], object], said: str
) -> None:
    line.begin("Ana", "Ben")
    before = line.files()
    with pytest.raises(roundbook.Misuse, match=said):
        wrong(roundbook.at(line.folder))
    assert line.files() == before


def test_a_role_or_a_place_that_there_is_not_is_refused(line: Line, tmp_path: Path) -> None:
    line.begin("Ana", "Ben")
    with pytest.raises(roundbook.Misuse, match="a role is one of organiser, head-judge"):
        roundbook.at(line.folder, role="king")
    for station in ("", "Desk 2", "d" * 33):
        with pytest.raises(roundbook.Misuse, match=r"the station .* cannot be used; use only low"):
            roundbook.at(line.folder, station=station)
        with pytest.raises(roundbook.Misuse, match="the station "):
            roundbook.create(tmp_path / "own", "Cup", station=station)
    with pytest.raises(roundbook.Misuse, match="a name must not be empty"):
        roundbook.at(line.folder, as_="")
    with pytest.raises(roundbook.Unreadable):
        roundbook.at(tmp_path / "nowhere")
    with pytest.raises(roundbook.Unreadable):
        roundbook.create(line.folder, "Cup")
    with pytest.raises(roundbook.Misuse, match="not both"):
        roundbook.create(tmp_path / "own", "Cup", edition="tom", rules=b"x")
    assert not (tmp_path / "own").exists()


def test_a_tournament_is_created_under_rules_of_ones_own(line: Line, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    line.run("edition", "new", file, "--from", "play-2017", code=0)
    desk = roundbook.create(tmp_path / "own", "Cup", start="2026-03-07", rules=file)
    assert desk.ledger().rules.edition not in {"play-2017", "tom"}
    assert (tmp_path / "own" / "edition.toml").read_bytes() == file.read_bytes()
