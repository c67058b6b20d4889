"""Every forgery gets the verdict that it deserves, the same from the program and from the page."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from roundbook.cli.archive.opening import inspect_archive
from roundbook.cli.verify.inspect import inspect
from roundbook.ledger import archive_file as names
from roundbook.ledger.errors import Refused, Unreadable
from roundbook.ledger.evidence import Evidence, Level, verdict
from roundbook.ledger.proofs.checkpoints import read_checkpoint, signed
from roundbook.ledger.proofs.notes import vkey_of
from roundbook.ledger.proofs.policy import Policy, read_policy
from roundbook.ledger.proofs.tree import Tree, leaf
from tests.cli.line import Line
from tests.cli.sealed import (
    Cup,
    Members,
    chained,
    cup,
    headed,
    lines_of,
    replaced,
    resealed,
    summed,
    with_lines,
)
from tests.node.test_page import Ask
from tests.simulation.forger import lay

pytestmark = pytest.mark.node

THIEF = b"t" * 32
PROVED, SIGNED, PARTLY, UNSIGNED, WANTING, WRONG = Level


@pytest.fixture(scope="module")
def sealed_cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cup]:
    with pytest.MonkeyPatch.context() as patch:
        yield from cup(tmp_path_factory.mktemp("cup"), patch)


# --- the same function in two languages ----------------------------------------------------------


def evidence(chance: Random) -> Evidence:
    lines = chance.randint(1, 12)
    asked = chance.random() < 0.5
    who = ["judge", "office", "roundbook/cup"]
    return Evidence(
        lines=lines,
        signed=chance.choice([0, lines, chance.randint(0, lines)]),
        key="roundbook/cup+a1b2c3d4",
        asked=asked,
        trusted=tuple(chance.sample(who, chance.randint(0, 2))) if asked else (),
        proved=chance.choice([0, lines, chance.randint(0, lines)]) if asked else 0,
        tail=asked and chance.random() < 0.5,
        started=chance.random() < 0.7,
        closed=chance.random() < 0.5,
        imported=chance.random() < 0.2,
        witnesses=tuple(chance.sample(who, chance.randint(0, 2))),
        unbound=tuple(chance.sample(["h1", "h2"], chance.randint(0, 2))),
        names=chance.choice([0, 0, 0, 1]),
        contradicted=chance.random() < 0.1,
        unlike=chance.random() < 0.1,
        later=lines + 7 if chance.random() < 0.1 else 0,
        doubtful=chance.random() < 0.1,
        unknown_code="66770-97338-90734-45260-46335-46309" if chance.random() < 0.2 else "",
        unchecked=tuple(chance.sample(["the places", "2 draws of lots"], chance.randint(0, 2))),
    )


@pytest.mark.rule("LED-6")
def test_page_and_program_give_the_same_verdict_on_the_same_evidence(ask: Ask) -> None:
    chance = Random(14)  # noqa: S311 - chosen once, the same for ever.
    cases = [evidence(chance) for _ in range(2_000)]
    plain = [json.loads(msgspec.json.encode(case)) for case in cases]
    answers = ask("verdict", [{"evidence": case} for case in plain])
    assert answers == [json.loads(msgspec.json.encode(verdict(case))) for case in cases]
    assert {answer["level"] for answer in answers} == set(Level)


# --- forgeries -----------------------------------------------------------------------------------


class Scene(NamedTuple):
    """A genuine archive, an older copy of it, and a chance to choose by."""

    members: Members
    older: Members
    chance: Random


Act = Callable[[Scene, Members], Members]


def no_heads(_: Scene, members: Members) -> Members:
    gone = ("witnessed/", names.CHECKPOINT)
    return {name: data for name, data in members.items() if not name.startswith(gone)}


def old_head(scene: Scene, members: Members) -> Members:
    return no_heads(scene, members) | {names.CHECKPOINT: scene.older[names.CHECKPOINT]}


def own_head(scene: Scene, members: Members) -> Members:
    """Sign what is there with the thief's key, which the ledger does not name."""
    checkpoint, _ = read_checkpoint(scene.members[names.CHECKPOINT])
    lines = lines_of(members)
    head = checkpoint._replace(size=len(lines), root=Tree.over(map(leaf, lines)).root())
    note = signed(head, checkpoint.origin, THIEF)
    return no_heads(scene, members) | {names.CHECKPOINT: note.to_bytes()}


def own_key(scene: Scene, members: Members) -> Members:
    """Name the thief's key in line 1, and sign everything with it."""
    checkpoint, _ = read_checkpoint(scene.members[names.CHECKPOINT])
    key = str(vkey_of(checkpoint.origin, THIEF)).encode()
    old = json.loads(lines_of(members)[0])["events"][0]["public_key"].encode()
    return own_head(scene, replaced(members, old, key))


def everywhere(old: bytes, new: bytes) -> Act:
    def act(_: Scene, members: Members) -> Members:
        lines = [line.replace(old, new) for line in lines_of(members)]
        return headed(with_lines(members, chained(lines)))

    return act


def turned(_: Scene, members: Members) -> Members:
    """Let the two at table 1 of round 1 change sides, which the secret had drawn."""
    side = re.compile(rb'"pairings":\[\["(p.)","(p.)"\]')
    lines = lines_of(members)
    at = next(number for number, line in enumerate(lines) if side.search(line))
    lines[at] = side.sub(rb'"pairings":[["\2","\1"]', lines[at])
    return headed(with_lines(members, chained(lines)))


def no_key(scene: Scene, members: Members) -> Members:
    key = json.loads(lines_of(members)[0])["events"][0]["public_key"]
    bare = replaced(members, f'"public_key":"{key}",'.encode(), b"")
    return {name: data for name, data in no_heads(scene, bare).items() if name != names.KEYS}


def heads_kept(_: Scene, members: Members) -> Members:
    return members


def word(old: bytes, new: bytes) -> Act:
    return lambda _, members: replaced(members, old, new)


def moved(change: Callable[[list[bytes], int], list[bytes]], *, rechained: bool = True) -> Act:
    def act(scene: Scene, members: Members) -> Members:
        lines = lines_of(members)
        lines = change(lines, scene.chance.randrange(1, len(lines) - 1))
        return headed(with_lines(members, chained(lines) if rechained else lines))

    return act


def named(change: Callable[[dict[str, Any]], None]) -> Act:
    def act(_: Scene, members: Members) -> Members:
        book = json.loads(members[names.PEOPLE])
        change(book)
        return members | {names.PEOPLE: json.dumps(book).encode()}

    return act


def swapped(book: dict[str, Any]) -> None:
    players = book["players"]
    players["p1"], players["p2"] = players["p2"], players["p1"]


def swapped_with_a_past(book: dict[str, Any]) -> None:
    book["former"] = {one: [book["players"][one]] for one in ("p1", "p2")}
    swapped(book)


def another_hand(book: dict[str, Any]) -> None:
    book["hands"]["h1"] = book["staff"]["h1"]["person"]["name"] = "Maria Klein"


def nameless(book: dict[str, Any]) -> None:
    del book["players"]["p2"]


def uninvited(book: dict[str, Any]) -> None:
    book["players"]["p99"] = book["players"]["p1"]


def twice_named(_: Scene, members: Members) -> Members:
    """Give p1 two names under one key: a reader shows the first or the last."""
    text = members[names.PEOPLE]
    name = b'"name": "Ana Lopez"'
    return members | {names.PEOPLE: text.replace(name, b'"name": "Eve Ray", ' + name)}


def mixed(scene: Scene, members: Members) -> Members:
    """Go on with the end of one history behind the beginning of another."""
    lines, older = lines_of(members), lines_of(scene.older)
    at = scene.chance.randrange(1, len(older))
    other = [line.replace(b'"first"', b'"second"') for line in lines[at:]]
    return headed(with_lines(members, chained([*older[:at], *other])))


def member(prefix: str) -> Act:
    """Turn a bit in the first member whose name begins so, if anything is left of it."""

    def act(scene: Scene, members: Members) -> Members:
        for name in sorted(name for name in members if name.startswith(prefix) and members[name]):
            data = members[name]
            at = scene.chance.randrange(len(data))
            return members | {name: data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]}
        return members

    return act


RECORD: dict[str, Act] = {
    "a result": word(b'"verdict":"first"', b'"verdict":"second"'),
    "a time": word(b'"at":"20', b'"at":"19'),
    "the games of a result": word(b'"games":[2,1,0]', b'"games":[2,0,0]'),
    "a role": word(b'"role":"organiser"', b'"role":"judge"'),
    "the role of every hand": everywhere(b'"role":"organiser"', b'"role":"judge"'),
    "every time": everywhere(b'"at":"20', b'"at":"99'),
    "a table": word(b'"tables":[1,2]', b'"tables":[2,1]'),
    "who sat on which side": turned,
    "the name of the event": word(b'"name":"Cup"', b'"name":"Pot"'),
    "what nobody sees in its name": word(
        b'"name":"Cup"', '"name":"C\N{ZERO WIDTH SPACE}up"'.encode()
    ),
    "a look-alike in its name": word(
        b'"name":"Cup"', '"name":"\N{CYRILLIC CAPITAL LETTER ES}up"'.encode()
    ),
    "an earlier version": word(b'"v":3}', b'"v":2}'),
    "a later version": word(b'"v":3}', b'"v":9}'),
    "a hand bound to another": word(b'"commitment":"', b'"commitment":"A'),
    "a line removed": moved(lambda lines, at: [*lines[:at], *lines[at + 1 :]]),
    "two lines swapped": moved(
        lambda lines, at: [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
    ),
    "a line doubled": moved(lambda lines, at: [*lines[: at + 1], *lines[at:]]),
    "the end cut off": moved(lambda lines, at: lines[:at]),
    "a line removed, not chained": moved(
        lambda lines, at: [*lines[:at], *lines[at + 1 :]], rechained=False
    ),
    "two histories": mixed,
}
BESIDE: dict[str, Act] = {
    "two names swapped": named(swapped),
    "two names swapped, the real ones former": named(swapped_with_a_past),
    "another name of a hand": named(another_hand),
    "a name taken away": named(nameless),
    "a name of nobody": named(uninvited),
    "two names under one key": twice_named,
    "the rules": member(names.EDITION),
    "the places": member("tables/standings.json"),
    "the results": member("tables/rounds.csv"),
    "the list of keys": member(names.KEYS),
    "the log": member("tile/"),
}
HEADS: dict[str, Act] = {
    "the heads kept": heads_kept,
    "no head": no_heads,
    "no head, and no key": no_key,
    "an old head": old_head,
    "signed with a different": own_head,
    "signed with a key of one's own": own_key,
}


class Forged(NamedTuple):
    """A forged archive: what was done to it, and its bytes."""

    what: str
    data: bytes


def sealed_anew(members: Members) -> bytes:
    """Make everything anew that follows, as far as the forged record lets anybody."""
    try:
        return resealed(members)
    except (Unreadable, Refused, LookupError, ValueError, AssertionError, TypeError):
        return summed(members)


def forged(scene: Scene, record: str | None, heads: str, beside: str | None) -> Forged:
    members = RECORD[record](scene, scene.members) if record else scene.members
    members = HEADS[heads](scene, members)
    derived = beside not in {"the places", "the results", "the list of keys", "the log"}
    if beside and derived and beside in BESIDE:
        members = BESIDE[beside](scene, members)
    data = sealed_anew(members)
    if beside and not derived:
        data = summed(BESIDE[beside](scene, names.unpacked(data)))
    return Forged(", ".join(filter(None, (record, heads, beside))), data)


def found(data: bytes, away: Path, policy: Policy | None = None) -> Level:
    file = away / "forged.zip"
    file.write_bytes(data)
    try:
        return inspect_archive(file, policy=policy).verdict.level
    except Unreadable:
        return Level.WRONG


def scene_of(sealed_cup: Cup, away: Path, seed: int) -> Scene:
    older = sealed_cup.members | {
        names.LEDGER: (sealed_cup.older / "ledger.jsonl").read_bytes(),
        names.CHECKPOINT: (sealed_cup.older / "checkpoint").read_bytes(),
    }
    return Scene(sealed_cup.members, older, Random(seed))  # noqa: S311 - chosen once, for ever.


def judged_by_both(
    forgeries: list[Forged], key: str, ask: Ask, away: Path
) -> Iterator[tuple[Forged, Level, Level]]:
    """Yield each with its verdict, without and with a trusted key; the page's are the same."""
    policy = read_policy(f"log {key}\n".encode())
    requests: list[dict[str, Any]] = []
    for number, one in enumerate(forgeries):
        file = away / f"{number}.zip"
        file.write_bytes(one.data)
        requests += [{"file": str(file)}, {"file": str(file), "given": key}]
    answers = iter([answer["verdict"]["level"] for answer in ask("review", requests)])
    for one in forgeries:
        plain, trusted = found(one.data, away), found(one.data, away, policy)
        theirs = (next(answers), next(answers))
        assert theirs == (plain, trusted), f"{one.what}: program {plain}, {trusted}; page {theirs}"
        yield one, plain, trusted


MINE, OWN = "the heads kept", "signed with a key of one's own"
DESERVED: dict[tuple[str | None, str, str | None], tuple[Level, Level, Level]] = {
    # What was done to the record, the heads, and the rest: the verdict on the folder, on the
    # archive, and on the archive with a trusted key.
    (None, MINE, None): (SIGNED, SIGNED, PROVED),
    # Names.
    (None, MINE, "two names swapped"): (WANTING, WANTING, WANTING),
    (None, MINE, "two names swapped, the real ones former"): (WANTING, WANTING, WANTING),
    (None, MINE, "another name of a hand"): (WANTING, WANTING, WANTING),
    (None, MINE, "two names under one key"): (WRONG, WRONG, WRONG),
    (None, MINE, "a name taken away"): (SIGNED, SIGNED, PROVED),  # A remark says so.
    (None, MINE, "a name of nobody"): (SIGNED, SIGNED, PROVED),  # And here.
    # The signature is gone: an archive has a list of its members, a folder has none.
    (None, "no head", None): (WANTING, WRONG, WRONG),
    ("a result", "no head", None): (WANTING, WRONG, WRONG),
    ("the games of a result", "no head", None): (WANTING, WRONG, WRONG),
    ("a time", "no head", None): (WANTING, WRONG, WRONG),
    ("every time", "no head", None): (WANTING, WRONG, WRONG),
    ("a table", "no head", None): (WANTING, WRONG, WRONG),
    ("who sat on which side", "no head", None): (WANTING, WRONG, WRONG),
    ("the role of every hand", "no head", None): (WANTING, WRONG, WRONG),
    ("the end cut off", "no head", None): (UNSIGNED, WRONG, WRONG),
    (None, "no head, and no key", None): (WANTING, WANTING, WANTING),
    ("a result", "no head, and no key", None): (WANTING, WANTING, WANTING),
    ("a role", "no head, and no key", None): (WANTING, WANTING, WANTING),
    # Only the end is rewritten, behind a genuine head.
    (None, "an old head", None): (WANTING, WANTING, WANTING),
    ("a result", "an old head", None): (WANTING, WANTING, WANTING),
    # The whole is rewritten, and signed with another key.
    (None, "signed with a different", None): (WRONG, WRONG, WRONG),
    (None, OWN, None): (SIGNED, SIGNED, WANTING),
    ("a result", OWN, None): (SIGNED, SIGNED, WANTING),
    ("a time", OWN, None): (SIGNED, SIGNED, WANTING),
    ("what nobody sees in its name", OWN, None): (SIGNED, SIGNED, WANTING),
    ("a look-alike in its name", OWN, None): (SIGNED, SIGNED, WANTING),
    # The heads are kept, and the lines are not.
    ("a result", MINE, None): (WRONG, WRONG, WRONG),
    ("the end cut off", MINE, None): (WRONG, WRONG, WRONG),
    ("two histories", MINE, None): (WRONG, WRONG, WRONG),
    ("an earlier version", OWN, None): (WRONG, WRONG, WRONG),
    ("a later version", OWN, None): (WRONG, WRONG, WRONG),
    # What follows from the record is not what follows: a folder does not hold it.
    (None, MINE, "the places"): (SIGNED, WRONG, WRONG),
    (None, MINE, "the rules"): (SIGNED, WRONG, WRONG),
}
"""The trial's falsifications, each in the form of a folder and of an archive."""
DERIVED = ("tables/", "tile/", names.SUMS, "README.txt", "verify.html", names.KEYS, names.EDITION)


def found_in_folder(members: Members, folder: Path) -> Level:
    lay({name: data for name, data in members.items() if not name.startswith(DERIVED)}, folder)
    try:
        return inspect(folder).verdict.level
    except Unreadable:
        return Level.WRONG


@pytest.mark.rule("LED-6")
def test_each_forgery_of_the_trial_gets_the_verdict_that_it_deserves(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    scene = scene_of(sealed_cup, tmp_path, 1)
    cases = [forged(scene, *what) for what in DESERVED]
    judged = judged_by_both(cases, sealed_cup.key, ask, tmp_path)
    for (one, plain, trusted), deserved in zip(judged, DESERVED.values(), strict=True):
        laid = found_in_folder(names.unpacked(one.data), tmp_path / one.what)
        assert (laid, plain, trusted) == deserved, one.what


def test_a_folder_without_its_signature_is_not_proved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder has no list of its members: that the head is missing is for the verdict to say."""
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    line = Line(tmp_path / "home", tmp_path / "cup")
    line.begin("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox", played=1)
    line.close()
    (line.folder / "checkpoint").unlink()
    said = line.run("verify", line.folder, code=1)
    assert "Not proved: the tournament is closed, but no line is signed." in said.out
