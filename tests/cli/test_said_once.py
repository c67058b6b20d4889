"""A law of the house: the command and the page of an act do the same, and say the same."""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from roundbook.cli.answers.answer import answer
from roundbook.cli.forms.form import NO_FILE, Form, HandedFile
from roundbook.cli.session.errors import as_data, kind_of, shown, typed
from roundbook.cli.session.venue import CommandOptions, Operator, rehearsal, venue
from roundbook.cli.session.write import Outcome, WriteContext, outcome
from roundbook.cli.verbs import path_of
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.ledger.events.catalogue import AnyEvent, RoundPosted
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import Entry
from tests.chance import alike
from tests.cli.line import Line
from tests.cli.typed import NOON, Said, roundbook

APART = {"open", "verdict"}
"""What is not done at a tournament that is open, and what writes nothing: see below."""

DECK = "4 Pikachu XY 42\n56 Fire Energy\n"
"""The file that is handed over where a command names one."""


class Case(NamedTuple):
    """An act in both faces: what came before, the words of the command, the fields of the page."""

    before: Sequence[str]
    words: str
    fields: Mapping[str, str]


READY = ("announce",)
PAIRED = (*READY, "pair")
STARTED = (*PAIRED, "start")
PLAYED = (*STARTED, "report 1 2-0", "report 2 2-0")
OVER = (*PLAYED, "pair", "start", "report 1 2-0", "report 2 2-0")
KNOCKOUT = "open --style single-elimination"
DRAFT = "open --format booster-draft"
TEAM = "open --format team-battle-constructed"
TWO_DAYS = "open --style swiss-plus-cut"

CASES: dict[str, Case] = {
    "register": Case((), "Fay Ode|--birth-year|1990", {"who": "Fay Ode", "birth_year": "1990"}),
    "late": Case(
        STARTED,
        "Fay Ode|--birth-year|1990|--informed",
        {"name": "Fay Ode", "birth_year": "1990", "informed": "informed"},
    ),
    "amend": Case((), "p2|--display|initial", {"who": "p2", "display": "initial"}),
    "staff": Case((), "Jo Park|judge", {"name": "Jo Park", "roles": "judge"}),
    "check-in": Case((), "p1|p2", {"who": "p1\np2"}),
    "drop": Case(STARTED, "p1|p3", {"who": "p1\np3"}),
    "unregister": Case((), "p4|--reason|twice", {"who": "p4", "reason": "twice"}),
    "reinstate": Case(
        (*STARTED, "drop p1"), "p1|--reason|was here", {"who": "p1", "reason": "was here"}
    ),
    "disqualify": Case(STARTED, "p1|--reason|fraud", {"who": "p1", "reason": "fraud"}),
    "award-bye": Case((), "p1|1", {"who": "p1", "number": "1"}),
    "late-tag": Case(
        PLAYED, "p1|--set|--reason|was late", {"who": "p1", "late": "set", "reason": "was late"}
    ),
    "announce": Case((), "--prizes|2|--time|50", {"prizes": "2", "minutes": "50"}),
    "flights": Case((TWO_DAYS, "many"), "masters=2", {"wanted": "masters=2"}),
    "seed": Case((KNOCKOUT,), "", {}),
    "pair": Case(READY, "masters", {"pool": "masters"}),
    "repair": Case((*PAIRED, "drop p1"), "masters", {"pool": "masters"}),
    "post": Case(PAIRED, "masters|--pdf|{pdf}", {"pool": "masters", "paper": "a4"}),
    "slips": Case(PAIRED, "masters|--pdf|{pdf}", {"pool": "masters", "paper": "a4"}),
    "start": Case(PAIRED, "masters", {"pool": "masters"}),
    "cut": Case(
        ("open --style swiss-plus-cut", "many", "announce --rounds 3 --cut masters=8", "rounds"),
        "masters",
        {"divisions": "masters"},
    ),
    "day-two": Case(
        (TWO_DAYS, "many", "announce --rounds 3 --day-two masters=2 --cut masters=none", "rounds"),
        "masters",
        {"pool": "masters"},
    ),
    "third-place": Case(
        (KNOCKOUT, "announce --third-place", "round seed", "pair", "start", "finish"), "", {}
    ),
    "report": Case(STARTED, "masters-1-1|2-1", {"match": "masters-1-1", "result": "2-1"}),
    "correct": Case(
        PLAYED,
        "masters-1-1|0-2|--reason|read upside down",
        {"match": "masters-1-1", "result": "0-2", "reason": "read upside down"},
    ),
    "withdraw": Case(
        PLAYED,
        "masters-1-1|--reason|wrong table",
        {"what": "masters-1-1", "reason": "wrong table"},
    ),
    "extend": Case(
        STARTED, "1|5|--informed", {"match": "1", "minutes": "5", "informed": "informed"}
    ),
    "time-called": Case(
        STARTED, "1|--games|1|--time|in-turn", {"match": "1", "games": "1", "time": "in-turn"}
    ),
    "close": Case((*OVER, "pair", "start", "finish"), "", {}),
    "reopen": Case(
        (*OVER, "pair", "start", "finish", "close"),
        "--reason|a slip came late",
        {"reason": "a slip came late"},
    ),
    "entropy": Case((), "4 2|--source|dice", {"text": "4 2", "source": "dice"}),
    "new-secrets": Case((), "--reason|lost", {"reason": "lost"}),
    "note": Case(STARTED, "slow play|--match|1", {"text": "slow play", "match": "1"}),
    "fact": Case(
        (),
        'example.org/seats/1|plan-2|--data|{{"table": 7}}',
        {"spec": "example.org/seats/1", "id": "plan-2", "data": '{"table": 7}'},
    ),
    "decide": Case(
        (*STARTED, "merge"),
        "10|--take|--reason|misread",
        {"entry": "10", "which": "take", "reason": "misread"},
    ),
    "call": Case(STARTED, "2|--for|a question", {"match": "2", "reason": "a question"}),
    "message": Case((), "Lunch until one.", {"text": "Lunch until one."}),
    "penalty": Case(
        STARTED,
        "p1|game-loss|--for|59 cards",
        {"who": "p1", "penalty": "game-loss", "infraction": "59 cards"},
    ),
    "proxy": Case(
        STARTED,
        "p1|Switch ROS 91|--damaged|bent|--kept",
        {"who": "p1", "card": "Switch ROS 91", "reason": "bent", "kept": "kept"},
    ),
    "deckcheck draw": Case(STARTED, "masters|--tables|1", {"pool": "masters", "tables": "1"}),
    "deckcheck record": Case(
        STARTED,
        "p1|--counted|59|--penalty|warning",
        {"who": "p1", "cards": "59", "penalty": "warning"},
    ),
    "erase": Case((), "p1|--reason|on request|--yes", {"who": "p1", "reason": "on request"}),
    "deck register": Case(
        (), "p1|{file}|--format|standard", {"who": "p1", "format_name": "standard"}
    ),
    "requests answer": Case(
        ("people requests record --from office",), "1|--with|{file}", {"number": "1"}
    ),
    "requests record": Case((), "--from|the office", {"source": "the office"}),
    "team form": Case((TEAM,), "Rocket|p1|p2", {"name": "Rocket", "who": "p1", "partner": "p2"}),
    "team split": Case(
        (TEAM, "team form Rocket p1 p2"),
        "p1|--reason|other partners",
        {"who": "p1", "reason": "other partners"},
    ),
    "draft seats": Case((DRAFT,), "booster", {"kind": "booster"}),
    "draft build": Case((DRAFT, "draft seats"), "", {}),
}

REFUSED: dict[str, Case] = {
    "late": Case(STARTED, "Fay|--birth-year|1990", {"name": "Fay", "birth_year": "1990"}),
    "drop": Case(("drop p1",), "p1", {"who": "p1"}),
    "reinstate": Case((), "p1|--reason|x", {"who": "p1", "reason": "x"}),
    "award-bye": Case(STARTED, "p1|1", {"who": "p1", "number": "1"}),
    "check-in": Case(STARTED, "p1", {"who": "p1"}),
    "start": Case((), "", {}),
    "cut": Case((), "masters", {"divisions": "masters"}),
    "third-place": Case((), "", {}),
    "withdraw": Case(STARTED, "masters-1-1|--reason|x", {"what": "masters-1-1", "reason": "x"}),
    "extend": Case(STARTED, "1|5", {"match": "1", "minutes": "5"}),
    "reopen": Case((), "--reason|x", {"reason": "x"}),
    "call": Case(STARTED, "1|--take", {"match": "1", "take": "take"}),
    "decide": Case((), "1|--keep|--reason|x", {"entry": "1", "which": "keep", "reason": "x"}),
    "message": Case((), "--withdraw|1", {"withdraw": "1"}),
    "penalty": Case((), "p1|--withdraw|1|--reason|x", {"who": "p1", "seq": "1", "reason": "x"}),
    "note": Case((), "Ana Roy is slow", {"text": "Ana Roy is slow"}),
    "fact": Case(
        (),
        'example.org/seats/1|1|--data|{{"who": "Ana Roy"}}',
        {"spec": "example.org/seats/1", "id": "1", "data": '{"who": "Ana Roy"}'},
    ),
    "proxy": Case(
        STARTED,
        "p1|Switch|--damaged|bent",
        {"who": "p1", "card": "Switch", "reason": "bent"},
    ),
    "team split": Case((), "p1|--reason|x", {"who": "p1", "reason": "x"}),
    "draft seats": Case(STARTED, "booster", {"kind": "booster"}),
    "correct": Case(
        STARTED,
        "masters-1-1|0-2|--reason|x",
        {"match": "masters-1-1", "result": "0-2", "reason": "x"},
    ),
}


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let both faces act at the same time."""
    for module in ("clock", "read", "command"):
        monkeypatch.setattr(f"roundbook.cli.session.{module}.now", lambda: NOON)


def test_every_form_has_a_case() -> None:
    assert {*CASES} == {*FORMS} - APART


@pytest.mark.parametrize("verb", CASES)
def test_command_and_page_write_the_same_and_say_the_same(line: Line, verb: str) -> None:
    said, page = _both(line, verb, CASES[verb])
    assert said.code == 0, said.err
    assert page.done, page
    written = entries_in(line.folder)[len(entries_in(line.folder)) - len(page.entries) :]
    assert timeless(written) == timeless(page.entries)
    heard = (said.out + said.err).splitlines()
    assert [one for one in map(shown, map(typed, page.lines)) if one not in heard] == []


@pytest.mark.parametrize("verb", REFUSED)
def test_command_and_page_give_the_same_refusal(line: Line, verb: str) -> None:
    said, page = _both(line, verb, REFUSED[verb], "--json")
    assert said.code == 3, (said.out, said.err)
    assert page.trouble is not None, page
    told = as_data(page.trouble, kind_of(page.trouble)[0])
    assert said.data == msgspec.json.decode(msgspec.json.encode(told, enc_hook=str))


def test_a_tournament_is_opened_alike(line: Line) -> None:
    words = ("--name", "Cup", "--start", "2026-03-07", "--style", "swiss-plus-cut", "--premier")
    with alike("one"):
        line.run("open", line.folder, *words, "--cmd", "same", code=0)
    twin = line.folder.parent / "twin"
    manner = CommandOptions(operator=Operator(), cmd="same")
    fields = {
        "title": "Cup",
        "start": "2026-03-07",
        "style": "swiss-plus-cut",
        "premier": "premier",
    }
    with alike("one"):
        here = rehearsal(twin, Book(), manner.operator)
        FORMS["open"].give(WriteContext(venue=here, manner=manner), fields)
    (typed_entry,), (page_entry,) = entries_in(line.folder), entries_in(twin)
    assert typed_entry.events == page_entry.events


def test_a_verdict_is_told_alike(line: Line) -> None:
    """A terminal breaks the lines; the words are the same."""
    line.start()
    said = roundbook("ruling verdict", "--games", "1", "--time", "between-games", code=0).out
    fields = {"games": "1", "time": "between-games"}
    page = _on_page(FORMS["verdict"], line.folder, fields, as_json=False)
    heard = " ".join(said.split()).lower()
    assert len(page.lines) > 1
    assert [one for one in page.lines if str(one).lower().rstrip(".") not in heard] == []


def _both(line: Line, verb: str, case: Case, *words: str) -> tuple[Said, Outcome]:
    """Do an act by its command, and in a copy of the tournament by its page."""
    twin = prepared(line, case)
    said = by_command(line, verb, case, *words)
    with alike("one"):
        page = _on_page(FORMS[verb], twin, case.fields, as_json="--json" in words)
    return said, page


def prepared(line: Line, case: Case) -> Path:
    """Bring a tournament to where an act is done, and return a copy of it."""
    opening, *others = case.before or ("",)
    style = opening.split()[1:] if opening.startswith("open ") else []
    line.start(*style)
    line.register("Ana Roy", "Ben Ito", "Cleo Fox", "Dan Ash")
    for step in others if style else case.before:
        _step(line, step)
    twin = line.folder.parent / "twin"
    shutil.copytree(line.folder, twin)
    return twin


def by_command(line: Line, verb: str, case: Case, *words: str) -> Said:
    """Do an act by its command, which draws by chance that always falls alike."""
    file, pdf = line.folder.parent / "deck.txt", line.folder.parent / "twin" / "posted.pdf"
    file.write_text(DECK)
    with alike("one"):
        typed_words = case.words.format(pdf=pdf, file=file).split("|")
        return line.at(path_of(verb), *filter(None, typed_words), "--cmd", "same", *words)


def _step(line: Line, step: str) -> None:
    if step == "many":
        line.crowd(Masters=60)
    elif step == "rounds":
        for _ in range(3):
            line.pair()
            _finish(line)
    elif step.startswith("announce"):
        line.announce(*step.split()[1:])
    elif step == "finish":
        _finish(line)
    elif step == "close":
        line.close()
    elif step == "merge":
        away = line.folder.parent / "laptop-two"
        shutil.copytree(line.folder, away)
        line.run("report", "1", "0-2", "-C", away, code=0)
        line.forget()
        line("report", "1", "2-0")
        line.at("file merge", away, code=1)
    else:
        line(*step.split())


def _finish(line: Line) -> None:
    """Report a win of the first player at every open table, until nothing is open."""
    told = line.run("status", "-C", line.folder, "--json").data
    for pool in told["pools"]:
        for match in pool["missing"]:
            line("report", match, "2-0")


def _on_page(form: Form, folder: Path, fields: Mapping[str, str], *, as_json: bool) -> Outcome:
    here = venue(folder, Operator(), noting=False)
    file = HandedFile("deck.txt", DECK.encode()) if form.page.file else NO_FILE
    manner = CommandOptions(operator=Operator(), cmd="same", as_json=as_json)
    return outcome(here, manner, lambda ctx: form.give(ctx, fields, file), say=answer)


def timeless(entries: Sequence[Entry]) -> list[AnyEvent]:
    """Return what was written; a PDF has the time in it, so its digest is left out."""
    return [
        replace(event, sha256="", printed=None) if isinstance(event, RoundPosted) else event
        for entry in entries
        for event in entry.events
    ]


def entries_in(folder: Path) -> Sequence[Entry]:
    return venue(folder, Operator(), noting=False).desk.entries
