"""`roundbook round entropy`: what everybody saw decides with, from then on and not before."""

import hashlib
from base64 import urlsafe_b64decode
from typing import Any

import pytest

from roundbook.ledger.events.catalogue import AnyEvent, EntropyAdded
from roundbook.ledger.record.entry import from_line
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Pool
from roundbook.projections.pairing import propose
from tests.cli.line import Line
from tests.cli.typed import rewrite
from tests.projections.pairing.events import masters

NAMES = tuple(f"Player {letter}" for letter in "ABCDEFGH")
RULES = released.load("play-2017")
MASTERS = Pool("masters")
DICE = ("4 2 6", "--source", "three dice at the stage")


def told(line: Line) -> list[tuple[int, AnyEvent]]:
    lines = (line.folder / "ledger.jsonl").read_bytes().splitlines()
    entries = [from_line(text, number) for number, text in enumerate(lines, start=1)]
    return [(entry.seq, event) for entry in entries for event in entry.events]


def seats(line: Line, number: int) -> list[Any]:
    pairings: list[Any] = line.paired(number)["pairings"]
    return pairings


@pytest.mark.rule("LED-3")
def test_dice_go_into_every_later_draw_and_change_none_before(line: Line) -> None:
    line.begin(*NAMES)
    first = seats(line, 1)
    line.play(1)
    said = line("round entropy", *DICE)
    added = ": public randomness was added, from three dice at the stage: 4 2 6."
    assert said.out.endswith(f"{added}\nnext: roundbook pair masters\n")
    line("pair")
    assert seats(line, 1) == first
    assert line.run("verify", line.folder).code == 0
    with_dice = Tournament()
    for seq, event in told(line)[:-1]:
        with_dice.apply(event, seq)
    assert [one.text for one in with_dice.entropy] == ["4 2 6"]
    secret = line.paired(2)["drawn"]["secret"]
    drawn = propose(with_dice, RULES, pool=MASTERS, secret=secret).pairings
    assert [list(pair) for pair in drawn] == seats(line, 2)
    before, after = (
        line.run("explain", "-C", line.folder, f"masters-{number}", "--json").data["paired"][
            "chance"
        ]
        for number in (1, 2)
    )
    assert before["entropy"] == ""
    assert bytes.fromhex(after["entropy"]) == b"\0\0\0\x054 2 6"


@pytest.mark.rule("LED-3")
def test_the_key_is_the_one_that_the_page_specifies(line: Line) -> None:
    """Reckoned here from docs/pairing.md, with SHA-256 and nothing else."""

    def joined(*words: bytes) -> bytes:
        return b"".join(len(word).to_bytes(4, "big") + word for word in words)

    line.enrol(*NAMES)
    line("announce")
    line("pair", "--dry-run")
    line("round entropy", *DICE)
    line("round entropy", "7", "--source", "a card", "--pool", "masters")
    line("round entropy", "1", "--source", "a card of the juniors", "--pool", "juniors")
    line("pair")
    said = line.run("explain", "-C", line.folder, "masters-1", "--json").data["paired"]["chance"]
    opened = line.ledger()[0]["events"][0]
    entropy = joined(b"4 2 6", b"7")
    assert said["entropy"] == entropy.hex()
    whole = joined(
        b"roundbook draw v1",
        opened["tournament"].encode(),
        b"masters",
        b"1",
        b"1",
        bytes.fromhex(said["state"]),
        urlsafe_b64decode(said["secret"] + "="),
        entropy,
    )
    assert said["key"] == hashlib.sha256(whole).hexdigest()


def test_other_dice_draw_another_round() -> None:
    found = set()
    for text in ("", "1", "2", "3"):
        t = masters(16)
        if text:
            t.apply(EntropyAdded(text=text, source="dice"), 99)
        found.add(propose(t, RULES, pool=MASTERS, secret="A" * 43).pairings)
    assert len(found) == 4


def test_what_was_added_for_another_pool_changes_nothing() -> None:
    plain, other = masters(16), masters(16)
    other.apply(EntropyAdded(text="1", source="dice", pool=Pool("juniors")), 99)
    rounds = {propose(t, RULES, pool=MASTERS, secret="A" * 43).pairings for t in (plain, other)}
    assert len(rounds) == 1


@pytest.mark.rule("LED-3")
def test_dice_that_are_changed_later_betray_themselves(line: Line) -> None:
    """Even to whoever chains every line anew: the round is not what its secret draws."""
    line.start()
    for number in range(24):
        line("register", f"Player {number}", "--birth-year", 1990)
    line("round entropy", *DICE)
    line("pair")
    assert line.run("verify", line.folder).code == 0
    rewrite(line.folder, lambda text: text.replace("4 2 6", "4 2 5"))
    said = line.run("verify", line.folder, code=1)
    assert "draw-differs" in said.out + said.err
    shown = line.run("explain", "-C", line.folder, "masters-1").out
    assert "The round is NOT the one that the recorded secret gives." in shown


def test_a_pool_that_is_not_there_and_a_name_are_refused(line: Line) -> None:
    line.begin(*NAMES)
    line.refused("round entropy", *DICE, "--pool", "seniors", rule="pool-unknown")
    line.refused("round entropy", "6", "--source", "thrown by Player A", rule="name-in-text")
    said = line.at("round entropy", "6", code=2)
    assert "--source" in said.err


def test_dice_after_the_close_are_refused(line: Line) -> None:
    line.begin("Ana", "Ben", played=1)
    line("close")
    line.refused("round entropy", *DICE, rule="tournament-closed")


def test_history_says_what_came_and_where_from(line: Line) -> None:
    line.begin(*NAMES)
    line("round entropy", *DICE)
    said = line.run("history", "-C", line.folder, "--json").data["history"][-1]
    assert said["what"] == "public randomness was added, from three dice at the stage: 4 2 6"
