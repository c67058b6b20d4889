"""docs/disputes.md: how a dispute is settled, with commands that are run whenever this test is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.typed import NOON, block, roundbook

EVENT = ("generate", "cup", "--players", "8", "--rounds", "3", "--seed", "dispute")

PAGE = """\
# How a dispute is settled

Written by `pytest --regenerate`, which runs every command that stands here; the sentences between
them stand in `tests/cli/test_disputes_page.py`.

A player comes to the head judge: *I won that match, and you have it as a loss.* The ledger knows
what was entered, when and by whom; what was played it does not know. So the questions are always
the same six, in this order. None of the first five writes anything.

The event in the examples is an invented one, of eight players and three rounds:

    roundbook {event}

## 1. What was entered?

{history}

Read the slip beside it. Where the slip agrees with the ledger, the dispute is about the slip, and
the ledger cannot help. A correction would stand here as well, with the result before it and the
reason.

## 2. Can it still be corrected?

{lock}

A record can be corrected until the second subsequent round is paired (TOP §4). If this one could
be, `roundbook correct masters-1-2 2-0 --reason "…"` would settle it, and the next round would be
paired by what is then known. Here the desk refuses, and keeps that somebody asked (LED-2):

{refused}

## 3. What would it change?

{whatif}

It is a question only; but it tells the player, and a later reader, whether it would have mattered.

## 4. What does the place rest on?

{blame}

These are the entries without which the points would be different, one by one.
`roundbook explain cup p3 --proof` has every fraction of the place. What a floor or a cap keeps from
showing would be told apart.

## 5. Is there something that an auditor would ask about?

{lint}

Nothing of it is a fault. A hand that entered both a result and its correction, entries at night, a
refused attempt: each is something to ask about. `roundbook lint --list` says what is looked for.

If the complaint is about the rules and not the result, `roundbook compare-editions` shows whose
place another edition would move, and the clause that does it:

{editions}

## 6. What does everybody take home?

{note}

The head judge writes down what was decided; that changes nothing else, and works after the close.
Then one page holds it all:

{dossier}

It is HTML: print it on A4 or send it to a phone. It tells what happened entry by entry, what the
posted sheet said then and what is known now, the lock, what the claim would change, and the rules.
Where the head of the ledger is signed (`roundbook head --sign`) it also holds, for each entry, its
exact line and the proof that it stands in the ledger, so that whoever receives it can check it with
`roundbook check-proof` and without the ledger. `--anonymous` names nobody.
"""


def test_the_page_of_disputes_is_fresh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Callable[[str, str], None]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("cli.desk.venue.now", lambda: NOON)
    assert roundbook(*EVENT).code == 0
    match, claim = "masters-1-2", "2-0"
    cup = ("--dir", "cup", "--as", "Cem", "--role", "head-judge")
    text = PAGE.format(
        event=" ".join(EVENT),
        history=block("history", "cup", "--match", match),
        lock=block("explain", "cup", "lock", match),
        refused=block("correct", match, claim, "--reason", "as the player says", *cup, code=3),
        whatif=block("what-if", "cup", "--result", f"{match}={claim}"),
        blame=block("blame", "cup", "p3", "points", "--proof"),
        lint=block("lint", "cup", code=1),
        editions=block("compare-editions", "cup", "top-2017-literal", "tom", code=1),
        note=block("note", "the slip says 0-2, signed by both", "--match", match, *cup),
        dossier=block("dossier", "cup", match, "--claim", claim, "--out", "complaint.html"),
    )
    assert max(map(len, text.splitlines())) <= 120
    golden("docs/disputes.md", text)
