"""docs/disputes.md: how a dispute is settled, with commands that are run whenever this test is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.typed import NOON, block, roundbook

EVENT = ("lab generate", "cup", "--players", "8", "--rounds", "3", "--seed", "dispute")

PAGE = """\
# How a dispute is settled

Written by `pytest --regenerate`, which runs every command on this page; the sentences between
the commands are in `tests/cli/test_disputes_page.py`.

A player says to the head judge: *I won that match, but you have it as a loss.* The ledger shows
what was entered, when and by whom; it cannot show what was played. So always ask the same six
questions, in this order. The first five change nothing.

The examples use an invented event of eight players and three rounds:

    roundbook {event}

## 1. What was entered?

{history}

Compare this with the slip. If the slip agrees with the ledger, the dispute is about the slip, and
the ledger cannot help. A correction would also be listed here, with the earlier result and the
reason.

## 2. Can the result still be corrected?

{lock}

A record can be corrected until the second subsequent round is paired (TOP §4). If this result
could be corrected, `roundbook correct masters-1-2 2-0 --reason "…"` would settle the dispute, and
the next round would be paired from the corrected record. Here the desk refuses, and records the
attempt (LED-2):

{refused}

## 3. What would it change?

{whatif}

`what-if` changes nothing, but shows the player, and anybody who asks later, whether the result
would have mattered.

## 4. Which entries led to the place?

{blame}

If any one of these entries were removed, the points would change.
`roundbook explain -C cup p3 --proof` shows every fraction behind the place. Entries whose effect is
hidden by a minimum or maximum would be listed separately.

## 5. Would an auditor ask about anything?

{lint}

None of these is an error, but each is worth asking about: a result corrected by the person who
entered it, entries at night, or a refused attempt. `roundbook proof lint --list` shows
what it looks for.

If the complaint is about the rules rather than the result, `roundbook edition compare` shows
which places another edition would change, and the clause responsible:

{editions}

## 6. What can everybody keep?

{note}

The head judge notes the decision. A note changes nothing else, and can be added after the close.
Without the key, as here, no signature covers it, and `verify` says so: run
`roundbook proof head --sign` on the machine that has the key. If the key is lost, the organiser
uses `roundbook shelf reopen`, `roundbook proof key --adopt` and `roundbook close`, and the ledger
is signed to its last line again.
Then one page collects everything:

{dossier}

The page is HTML, so you can print it on A4 or send it to a phone. It shows what happened entry by
entry, what the posted sheet said then and what is known now, the lock, what the claim would change,
and the rules.
If the head of the ledger is signed (`roundbook proof head --sign`), the page also contains the
exact line of each entry and the proof that it is in the ledger, so anybody can check it with
`roundbook proof check`, without the ledger. `--anonymous` leaves out the names.
"""


def test_the_page_of_disputes_is_fresh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Callable[[str, str], None]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("roundbook.cli.session.clock.now", lambda: NOON)
    assert roundbook(*EVENT).code == 0
    match, claim = "masters-1-2", "2-0"
    cup = ("-C", "cup", "--as", "Cem", "--role", "head-judge")
    text = PAGE.format(
        event=" ".join(EVENT),
        history=block("history", "-C", "cup", "--match", match),
        lock=block("explain", "-C", "cup", "lock", match),
        refused=block("correct", match, claim, "--reason", "as the player says", *cup, code=3),
        whatif=block("what-if", "-C", "cup", "--result", f"{match}={claim}"),
        blame=block("proof blame", "-C", "cup", "p3", "points", "--proof"),
        lint=block("proof lint", "-C", "cup", code=1),
        editions=block("edition compare", "cup", "top-2017-literal", "tom", code=1),
        note=block("note", "the slip says 0-2, signed by both", "--match", match, *cup),
        dossier=block(
            "proof dossier", "-C", "cup", match, "--claim", claim, "--out", "complaint.html"
        ),
    )
    assert max(map(len, text.splitlines())) <= 120
    golden("docs/disputes.md", text)
