"""Every act as a form: what the verb takes, said by whom, refused in its own words."""

import errno
import os
import re
from typing import Any

import pytest

from roundbook.cli.web.access.kept_answers import EACH
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from tests.cli.line import Line
from tests.web.test_signin import come_in
from tests.web.visitor import Visitor


def hidden(text: str) -> dict[str, str]:
    return dict(re.findall(r'type="hidden" name="(key|cmd|seen|warned)" value="([^"]*)"', text))


@pytest.fixture
def running(line: Line) -> Line:
    line.begin("Ana", "Ben", "Cho", "Dee")
    return line


def test_a_late_player_comes_in_by_a_form(
    visitor: Visitor, access: AccessStore, running: Line
) -> None:
    come_in(visitor, access, AccessRole.SCOREKEEPER)
    form = visitor.get("/t/cup/desk/do/late")
    assert form.status_code == 200
    filled = {**hidden(form.text), "name": "Eva Late", "division": "masters"}
    untold = visitor.post("/t/cup/desk/do/late", data=filled)
    assert untold.status_code == 422
    box = "The player has been told about the losses and the late tag"
    assert f"then tick “{box}”." in untold.text  # As the box is called.
    assert f">{box}</label>" in untold.text
    said = visitor.post(
        "/t/cup/desk/do/late",
        data={
            **hidden(form.text),
            "name": "Eva Late",
            "division": "masters",
            "informed": "informed",
        },
    )
    assert said.status_code == 200
    assert "Eva Late" in said.text
    last = running.ledger()[-1]
    assert last["hand"]["role"] == "scorekeeper"
    assert last["hand"]["station"] == "desk-2"


@pytest.mark.parametrize(
    ("act", "filled"),
    [
        ("late", {"name": "Eva Late", "division": "masters", "informed": "informed"}),
        ("note", {"text": "the hall is cold"}),
    ],
)
def test_a_folder_that_is_read_only_is_said_without_its_path(
    visitor: Visitor,
    access: AccessStore,
    running: Line,
    monkeypatch: pytest.MonkeyPatch,
    act: str,
    filled: dict[str, str],
) -> None:
    come_in(visitor, access, AccessRole.ORGANISER)
    form = hidden(visitor.get(f"/t/cup/desk/do/{act}").text)
    really = os.open

    def read_only(path: Any, flags: int, *rest: Any, **more: Any) -> int:
        if str(running.folder) in str(path) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise OSError(errno.EROFS, "Read-only file system", str(path))
        return really(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", read_only)
    said = visitor.post(f"/t/cup/desk/do/{act}", data={**form, **filled})
    assert said.status_code == 422
    assert "cannot be written: it is read-only here" in said.text
    assert str(running.folder.parent) not in said.text


def test_what_a_rule_refuses_is_said_beside_what_was_filled_in(
    visitor: Visitor, access: AccessStore, running: Line
) -> None:
    come_in(visitor, access, AccessRole.SCOREKEEPER)
    form = visitor.get("/t/cup/desk/do/correct")
    filled = {"match": "masters-1-9", "result": "2-0", "reason": "misread"}
    before = running.ledger()
    said = visitor.post("/t/cup/desk/do/correct", data={**hidden(form.text), **filled})
    assert said.status_code == 422
    assert "match-unknown" not in said.text, "nobody at a desk knows a rule by its name"
    assert 'class="refusal"' in said.text
    assert 'value="masters-1-9"' in said.text
    assert running.ledger() == before


def test_a_refusal_says_who_plays_the_match(
    visitor: Visitor, access: AccessStore, running: Line
) -> None:
    come_in(visitor, access, AccessRole.SCOREKEEPER)
    form = visitor.get("/t/cup/desk/do/correct")
    filled = {"match": "masters-1-1", "result": "2-0", "reason": "misread"}
    said = visitor.post("/t/cup/desk/do/correct", data={**hidden(form.text), **filled})
    assert re.search(r"Table 1 \(\w+ \(p\d\) – \w+ \(p\d\)\) has no result yet", said.text)


def test_a_form_that_is_sent_twice_is_one_act(
    visitor: Visitor, access: AccessStore, running: Line
) -> None:
    come_in(visitor, access, AccessRole.SCOREKEEPER)
    form = visitor.get("/t/cup/desk/do/drop")
    filled = {**hidden(form.text), "who": "p1"}
    visitor.post("/t/cup/desk/do/drop", data=filled)
    after = running.ledger()
    again = visitor.post("/t/cup/desk/do/drop", data=filled)
    assert again.status_code == 200
    said = f"The form was sent twice, and recorded once, as entry {after[-1]['seq']}."
    assert said in again.text
    assert running.ledger() == after


def test_a_page_that_answers_a_form_has_an_address_of_its_own(
    visitor: Visitor, access: AccessStore, running: Line
) -> None:
    """Going back to a refusal or a check, and reloading it, sends nothing."""
    come_in(visitor, access, AccessRole.ORGANISER)
    form = hidden(visitor.get("/t/cup/desk/do/drop").text)
    before = running.ledger()
    for more, status, said in (
        ({"who": "p99"}, 422, 'class="refusal"'),
        ({"who": "p1", "dry-run": "yes"}, 200, 'class="checked"'),
    ):
        sent = visitor.post("/t/cup/desk/do/drop", data={**form, **more}, follow_redirects=False)
        assert sent.status_code == 303
        for _ in range(2):
            page = visitor.get(sent.headers["location"])
            assert page.status_code == status
            assert said in page.text
            assert re.search(f'[">]{more["who"]}["<]', page.text), "what was filled in"
        elsewhere = visitor.get(sent.headers["location"].replace("do/drop", "do/note"))
        assert said not in elsewhere.text
    assert running.ledger() == before


def test_the_answers_of_one_session_do_not_crowd_out_those_of_others(
    visitor: Visitor, access: AccessStore, running: Line
) -> None:
    """The latest are kept; an older one leads to the form as it is."""
    come_in(visitor, access, AccessRole.ORGANISER)
    form, page = hidden(visitor.get("/t/cup/desk/do/drop").text), "/t/cup/desk/do/drop"
    sent = [
        visitor.post(page, data={**form, "who": "p99"}, follow_redirects=False).headers["location"]
        for _ in range(EACH + 1)
    ]
    assert [visitor.get(sent[at]).status_code for at in (0, 1, -1)] == [200, 422, 422]


def test_a_dangerous_act_has_to_be_typed(
    visitor: Visitor, access: AccessStore, running: Line
) -> None:
    come_in(visitor, access, AccessRole.ORGANISER)
    form = visitor.get("/t/cup/desk/do/disqualify")
    filled = {**hidden(form.text), "who": "p1", "reason": "hit a judge"}
    before = running.ledger()
    assert visitor.post("/t/cup/desk/do/disqualify", data=filled).status_code == 422
    assert running.ledger() == before
    filled["typed"] = "DISQUALIFY"
    assert visitor.post("/t/cup/desk/do/disqualify", data=filled).status_code == 200
    assert running.ledger() != before


def test_a_judge_cannot_pair(visitor: Visitor, access: AccessStore, running: Line) -> None:
    come_in(visitor, access, AccessRole.JUDGE)
    assert visitor.get("/t/cup/desk/do/pair").status_code == 403
    form = visitor.get("/t/cup/desk/do/extend")
    before = running.ledger()
    assert visitor.post("/t/cup/desk/do/pair", data=hidden(form.text)).status_code == 403
    assert running.ledger() == before


def offered(page: str) -> list[str]:
    """Return the titles in a list of pages that are not filtered out."""
    return re.findall(r'<li data-words="[^"]*"><a [^>]*>([^<]*)</a>', page)


@pytest.mark.parametrize(
    ("sought", "title"),
    [
        ("extra time", "Give a match extra time"),
        ("EXTENSION", "Give a match extra time"),
        ("scoresheet", "Print the match slips"),
    ],
)
def test_a_form_is_found_by_its_title_and_by_related_words(
    visitor: Visitor, access: AccessStore, running: Line, sought: str, title: str
) -> None:
    come_in(visitor, access, AccessRole.ORGANISER)
    every = visitor.get("/t/cup/desk/acts").text
    found = visitor.get("/t/cup/desk/acts", params={"find": sought}).text
    assert title in offered(found)
    assert len(offered(found)) < len(offered(every)) / 4
    assert f'value="{sought.lower()}"' in found
    assert '<a href="/t/cup/desk/acts">Show all' in found
    assert "Nothing here is called that" in visitor.get("/t/cup/desk/acts?find=zebra").text
    asked = offered(visitor.get("/t/cup/desk/ask?find=verify").text)
    assert asked == ["Was anything changed, and was every rule followed?"]


def test_a_question_is_found_by_the_words_of_the_field_and_from_the_forms(
    visitor: Visitor, access: AccessStore, running: Line
) -> None:
    come_in(visitor, access, AccessRole.JUDGE)
    locked = visitor.get("/t/cup/desk/ask?find=locked").text
    assert offered(locked) == ["Why this place, pairing, bye or lock?"]
    forms = visitor.get("/t/cup/desk/acts?find=locked").text
    assert 'look in <a href="/t/cup/desk/ask?find=locked" data-other>Questions</a>' in forms
    assert "What happened, in words" in offered(visitor.get("/t/cup/desk/ask?find=whom").text)


def test_a_form_that_cannot_be_used_now_is_found_with_the_reason(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", Masters=4)
    come_in(visitor, access, AccessRole.ORGANISER)
    found = visitor.get("/t/cup/desk/acts?find=flight").text
    [later] = re.findall(r'<details id="later" open>.*?</details>', found, re.DOTALL)
    [shown] = re.findall(r'<li data-words="[^"]*">(.*?)</li>', later)
    assert "Masters has 4 players, but flights need at least 64." in shown
    assert "<span data-none hidden>" in found
