"""Every way of tampering with a signed tournament is found by `verify`, and said as what it is."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import given

from roundbook.cli.places.last_seen import Kind
from roundbook.cli.verify.inspect import inspect
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.proofs.checkpoints import Checkpoint, cosignature, read_checkpoint, signed
from roundbook.ledger.proofs.notes import Note, Signature, vkey_of
from roundbook.ledger.proofs.tree import Tree, leaf
from roundbook.ledger.record.chain import Head, survey
from roundbook.ledger.record.entry import to_line
from roundbook.ledger.rulesets import released
from tests.cli.line import Line
from tests.cli.typed import Said, files, roundbook
from tests.simulation.forger import (
    ACTS,
    CHECKPOINT,
    HEAD,
    LEDGER,
    Act,
    Files,
    chained,
    headed,
    lay,
    lines_of,
    unsigned,
    with_lines,
)
from tests.strategies import Event, dice, simulate


class Scene(NamedTuple):
    """A tournament of which a witness signed two heads, and what is kept of it elsewhere.

    `older` is the folder as it was when round 2 had been paired, `home` that of who ran it, where
    its last line has been seen; `policy` asks for the key of the tournament and for the witness.
    """

    older: Files
    newer: Files
    home: Path
    policy: Path
    folder: Path

    @property
    def entries(self) -> int:
        return len(lines_of(self.newer))


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    away = tmp_path_factory.mktemp("scene")
    line = Line(away / "home", away / "cup")
    with pytest.MonkeyPatch.context() as patch:

        def by(name: str) -> None:
            patch.setenv("ROUNDBOOK_HOME", str(away / name))

        by("home")
        line.enrol("Ana", "Ben", "Cho", "Dee")
        line.first_round(2)
        line.play(1)
        line("pair")
        log = line("proof key").out.splitlines()[0]
        by("judge")
        assert line.run("proof witness", "-C", line.folder, "--name", "judge").code == 0
        older = files(line.folder)
        by("home")
        line("start")
        line.play(2)
        line("close")
        by("judge")
        witness = line.run("proof witness", "-C", line.folder, "--name", "judge").out.splitlines()[
            -1
        ]
    policy = away / "policy"
    policy.write_text(f"{log}\n{witness}\nquorum judge\n")
    return Scene(older, files(line.folder), line.home, policy, line.folder)


@pytest.fixture
def stranger(scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder on a machine that has never seen the tournament."""
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "nobody"))
    return tmp_path / "cup"


@pytest.fixture
def owner(scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which the tournament was run, on the machine that ran it."""
    shutil.copytree(scene.home, tmp_path / "home")
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    return scene.folder


def verified(files: Files, folder: Path, *more: object) -> Said:
    """Lay the files into an empty folder, and verify it."""
    shutil.rmtree(folder, ignore_errors=True)
    return roundbook("verify", lay(files, folder), *more)


def found(said: Said, sentence: str, kinds: tuple[str, ...] = ("damaged",)) -> None:
    """Hold that something was reported of such a kind, and in such a sentence."""
    assert said.code == 5, said.out
    damage = [line for line in said.out.splitlines() if line.partition(": ")[0] in kinds]
    assert any(re.search(sentence, line) for line in damage), f"{sentence}\n{said.out}"


def unproved(said: Said, sentence: str) -> None:
    """Hold that nothing contradicts itself, and that the verdict says what is missing."""
    assert said.code == 1, said.out
    assert re.search(f"Not proved: {sentence}", said.out.replace("\n", " ")), said.out


UNLIKE = (Kind.ROLLED_BACK, Kind.OTHER)
NONE_SIGNED = "too few of the keys that you asked for have signed: none"


# --- what is valid is not refused ----------------------------------------------------------------


@pytest.mark.parametrize("more", [False, True], ids=["by itself", "with trusted keys"])
def test_what_nobody_touched_is_intact(scene: Scene, stranger: Path, more: bool) -> None:
    said = verified(scene.newer, stranger, *(("--trust", scene.policy) if more else ()))
    assert said.code == 0
    level = "Proved" if more else "Signed"
    assert f"{level}: nothing has been changed since all {scene.entries} lines were" in said.out


def test_an_older_signed_head_is_true_and_covers_less(scene: Scene, stranger: Path) -> None:
    older = {CHECKPOINT: scene.older[CHECKPOINT]}
    size = read_checkpoint(older[CHECKPOINT])[0].size
    said = verified(unsigned(scene.newer) | older, stranger)
    unproved(said, f"the tournament is closed, but only the first {size} of {scene.entries} lines")
    assert f"{scene.entries} entries: intact" in said.out


def test_an_older_head_vouches_for_less_and_contradicts_nothing(
    scene: Scene, stranger: Path
) -> None:
    assert verified(scene.newer | {HEAD: scene.older[HEAD]}, stranger).code == 0


@given(dice())
def test_no_lawful_event_is_refused_whenever_it_is_signed_and_by_whichever_key(
    chance: Random,
) -> None:
    """Heads are signed between any two acts, keys replaced, and some of the heads witnessed."""
    keys: list[bytes] = []
    heads: list[Note] = []

    def meddle(event: Event) -> None:
        if not event.t.closed and (chance.random() < 0.1 or not keys):
            seed = chance.randbytes(32)
            key = str(vkey_of("roundbook/spring-cup", seed))
            event.desk.post(ev.KeyRotated(public_key=key, reason="The laptop is new."))
            keys.append(seed)
        if chance.random() < 0.2:
            leaves = [leaf(to_line(entry)) for entry in event.desk.entries]
            root = Tree.over(leaves).root()
            head = Checkpoint("roundbook/spring-cup", len(leaves), root)
            note = signed(head, head.origin, keys[-1])
            heads.append(note.with_more([cosignature(note.text, "judge", b"j" * 32, 1)]))

    entries = simulate(chance, meddle).desk.entries
    kept = headed(with_lines({}, [to_line(entry) for entry in entries]))
    for note in heads:
        size = note.text.split("\n")[1]
        kept |= {CHECKPOINT: note.to_bytes(), f"witnessed/{size:0>6}.checkpoint": note.to_bytes()}
    with TemporaryDirectory() as away, pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROUNDBOOK_HOME", away)
        report = inspect(lay(kept, Path(away) / "cup"))
    assert not report.damaged, report
    assert report.entries == len(entries)
    assert report.evidence.signed == (int(heads[-1].text.split("\n")[1]) if heads else 0)


# --- lines ---------------------------------------------------------------------------------------


@pytest.mark.rule("LED-6")
def test_a_bit_of_every_byte_is_found_in_its_line(scene: Scene) -> None:
    """Each bit of a byte has its turn; tests/ledger/test_chain.py turns all bits of a few lines."""
    whole, head = bytearray(scene.newer[LEDGER]), Head.from_bytes(scene.newer[HEAD])
    number = 1
    for at, byte in enumerate(scene.newer[LEDGER]):
        bit = 1 << at % 8
        whole[at] ^= bit
        seen = survey(bytes(whole), head)
        whole[at] ^= bit
        assert not seen.clean, f"byte {at}, bit {bit}"
        if byte != 0x0A:
            assert seen.damage[0].line == number, f"byte {at}, bit {bit}"
        number += byte == 0x0A


@pytest.mark.rule("LED-6")
def test_a_flipped_bit_is_said_with_its_line(scene: Scene, stranger: Path) -> None:
    """One bit of every 127, at the command line: each bit of a byte has its turn."""
    data = scene.newer[LEDGER]
    for place in range(0, 8 * len(data), 127):
        altered = bytearray(data)
        altered[place // 8] ^= 1 << place % 8
        number = data.count(b"\n", 0, place // 8) + 1
        said = verified(scene.newer | {LEDGER: bytes(altered)}, stranger)
        found(said, rf"line ({number}|{number + 1}) ")


def places(scene: Scene, act: Act) -> range:
    return range(1, scene.entries + (act.name != "swapped with the next"))


CLUMSY = {
    "removed": (
        "line {at} is missing|line {at} does not contain|ends with line {before}, but `head`"
    ),
    "doubled": "there is something before line {at} |line {after} does not contain",
    "swapped with the next": "line {at} does not contain|line {at} is missing",
    "followed by one from elsewhere": (
        "there is something before line {after} |line {after} does not contain|line "
        "{after} is missing"
    ),
}
"""What is said of lines that are not chained anew, whether or not `head` is adapted."""

SIGNED_OVER_OTHERS = (
    "was signed over different lines"
    "|was signed over [0-9]+ lines, but the ledger has only [0-9]+: its end is missing"
    "|is signed with a different key"
    "|have the same command id"
)
"""What is said once they are. A line behind the signed head betrays itself by what it repeats."""


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name)
@pytest.mark.parametrize("adapt", [lambda kept: kept, headed], ids=["head left", "head adapted"])
def test_a_moved_line_is_named(
    scene: Scene, stranger: Path, act: Act, adapt: Callable[[Files], Files]
) -> None:
    for at in places(scene, act):
        moved = adapt(with_lines(scene.newer, act.change(lines_of(scene.newer), at)))
        sentence = CLUMSY[act.name].format(at=at, before=at - 1, after=at + 1)
        if (act.name, at, adapt) == ("removed", scene.entries, headed):
            sentence = "its end is missing"  # Nothing but a signature knows of the last line.
        found(verified(moved, stranger), sentence)


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name)
def test_a_moved_line_that_is_chained_anew_is_not_what_was_signed(
    scene: Scene, stranger: Path, act: Act
) -> None:
    for at in places(scene, act):
        moved = chained(with_lines(scene.newer, act.change(lines_of(scene.newer), at)))
        found(verified(moved, stranger), SIGNED_OVER_OTHERS)


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name)
def test_without_any_signature_what_was_seen_and_what_is_trusted_remain(
    scene: Scene, owner: Path, act: Act, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for at in places(scene, act):
        lines = act.change(lines_of(scene.newer), at)
        forged = unsigned(chained(with_lines(scene.newer, lines)))
        if b'"tournament-opened"' not in lines[0]:
            found(verified(forged, owner), "entry 1 is not the opening of a tournament")
        elif lines_of(forged)[: scene.entries] == lines_of(scene.newer):
            found(verified(forged, owner), "have the same command id")  # It was only added to.
        else:
            found(verified(forged, owner), "written here on 20", UNLIKE)
        with monkeypatch.context() as elsewhere:
            elsewhere.setenv("ROUNDBOOK_HOME", str(tmp_path / "nobody"))
            said = verified(forged, owner, "--trust", scene.policy)
            if said.code != 5:
                unproved(said, NONE_SIGNED)


@pytest.mark.rule("LED-6")
def test_a_tail_that_is_cut_is_missed(scene: Scene, stranger: Path) -> None:
    lines, count = lines_of(scene.newer), scene.entries
    for left in range(1, count):
        cut = with_lines(scene.newer, lines[:left])
        found(
            verified(cut, stranger),
            f"the ledger ends with line {left}, but `head` names line {count}",
        )
        end = f"was signed over {count} lines, but the ledger has only {left}: its end is missing"
        found(verified(headed(cut), stranger), end)


@pytest.mark.rule("LED-6")
def test_a_tail_that_is_cut_with_its_signatures_is_missed_by_who_has_seen_it(
    scene: Scene, owner: Path
) -> None:
    lines, count = lines_of(scene.newer), scene.entries
    for left in range(1, count):
        cut = headed(with_lines(unsigned(scene.newer), lines[:left]))
        said = verified(cut, owner)
        found(said, f"ends with line {left}, but line {count} was written here", UNLIKE)


# --- what only a forger with a program can do ----------------------------------------------------


def everywhere(old: bytes, new: bytes) -> Callable[[Files], Files]:
    """Write other words into the lines, and chain them anew."""

    def change(kept: Files) -> Files:
        lines = [line.replace(old, new) for line in lines_of(kept)]
        assert lines != lines_of(kept), f"{old!r} stands nowhere"
        return chained(with_lines(kept, lines))

    return change


def other_edition(kept: Files) -> Files:
    digest = released.digest("play-2017").encode()
    named = everywhere(b'"play-2017"', b'"tom"')(kept)
    return everywhere(digest, released.digest("tom").encode())(named)


REWRITTEN: dict[str, Callable[[Files], Files]] = {
    "who won": everywhere(b'"first"', b'"second"'),
    "who wrote it": everywhere(b'"organiser"', b'"judge"'),
    "when it was": everywhere(b'"at":"20', b'"at":"19'),
    "the edition": other_edition,
    "the name of the event": everywhere(b'"Cup"', b'"Pot"'),
}


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("what", REWRITTEN)
def test_other_words_are_not_what_was_signed_seen_or_trusted(
    scene: Scene, owner: Path, what: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    forged = REWRITTEN[what](scene.newer)
    found(verified(unsigned(forged), owner), f"line {scene.entries} in .* was written here", UNLIKE)
    verified(scene.newer, owner)  # It is back in its place, and what was forged lies next to it.
    found(verified(unsigned(forged), tmp_path / "cup"), str(scene.folder), UNLIKE)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "nobody"))
    found(verified(forged, owner), "was signed over different lines")
    unproved(verified(unsigned(forged), owner, "--trust", scene.policy), NONE_SIGNED)


@pytest.mark.rule("LED-6")
def test_an_edition_that_is_not_the_one_of_its_digest_is_none(scene: Scene, stranger: Path) -> None:
    forged = unsigned(everywhere(b'"play-2017"', b'"tom"')(scene.newer))
    found(verified(forged, stranger), "edition: the name tom belongs to a released edition")


@pytest.mark.rule("LED-6")
def test_a_forger_who_signs_with_his_own_key_is_not_the_one_who_is_trusted(
    scene: Scene, stranger: Path
) -> None:
    """He writes all anew, with a key of his own in line 1: only who is trusted tells them apart."""
    seed = b"f" * 32
    name = read_checkpoint(scene.newer[CHECKPOINT])[0].origin
    mine = str(vkey_of(name, seed)).encode()
    [named] = re.findall(rb'"public_key":"([^"]+)"', scene.newer[LEDGER])
    forged = everywhere(b'"first"', b'"second"')(everywhere(named, mine)(scene.newer))
    root = Tree.over(map(leaf, lines_of(forged))).root()
    note = signed(Checkpoint(name, scene.entries, root), name, seed)
    forged = unsigned(forged) | {CHECKPOINT: note.to_bytes()}
    assert verified(forged, stranger).code == 0
    said = verified(forged, stranger, "--trust", scene.policy)
    unproved(said, NONE_SIGNED)


# --- signatures ----------------------------------------------------------------------------------


def note_of(kept: Files) -> tuple[Checkpoint, Note]:
    return read_checkpoint(kept[CHECKPOINT])


def signatures(change: Callable[[Scene], tuple[Signature, ...]]) -> Callable[[Scene], Files]:
    """Put other signatures below the same head."""

    def forge(scene: Scene) -> Files:
        note = Note(note_of(scene.newer)[1].text, change(scene))
        return scene.newer | {CHECKPOINT: note.to_bytes()}

    return forge


def own(scene: Scene) -> Signature:
    return note_of(scene.newer)[1].signatures[0]


def by_the_witness_alone(scene: Scene) -> tuple[Signature, ...]:
    return note_of(scene.newer)[1].signatures[1:]


def by_another(scene: Scene) -> tuple[Signature, ...]:
    checkpoint, _ = note_of(scene.newer)
    return signed(checkpoint, checkpoint.origin, b"a" * 32).signatures


def of_another_under_its_number(scene: Scene) -> tuple[Signature, ...]:
    return (own(scene)._replace(blob=by_another(scene)[0].blob),)


def of_an_older_head(scene: Scene) -> tuple[Signature, ...]:
    return note_of(scene.older)[1].signatures


def of_zeros(scene: Scene) -> tuple[Signature, ...]:
    return (own(scene)._replace(blob=bytes(64)),)


def cut_short(scene: Scene) -> tuple[Signature, ...]:
    return (own(scene)._replace(blob=own(scene).blob[:63]),)


def other_size(scene: Scene) -> Files:
    checkpoint, note = note_of(scene.newer)
    tree = Tree.over(map(leaf, lines_of(scene.newer)))
    shorter = checkpoint._replace(size=9, root=tree.root(9))
    return scene.newer | {CHECKPOINT: Note(shorter.text(), note.signatures).to_bytes()}


def other_root(scene: Scene) -> Files:
    checkpoint, note = note_of(scene.newer)
    other = checkpoint._replace(root=bytes(32))
    return scene.newer | {CHECKPOINT: Note(other.text(), note.signatures).to_bytes()}


def other_origin(scene: Scene) -> Files:
    checkpoint, _ = note_of(scene.newer)
    other = checkpoint._replace(origin="roundbook/another")
    return scene.newer | {CHECKPOINT: signed(other, other.origin, b"a" * 32).to_bytes()}


def no_note(scene: Scene) -> Files:
    return scene.newer | {CHECKPOINT: b"signed, the head judge\n"}


def newer_heads_on_an_older_ledger(name: str) -> Callable[[Scene], Files]:
    return lambda scene: scene.older | {name: scene.newer[name]}


def witnessed_of_another(scene: Scene) -> Files:
    [*_, last] = sorted(name for name in scene.newer if name.startswith("witnessed/"))
    other = other_root(scene)[CHECKPOINT]
    return scene.newer | {last: other}


FORGED = "the signature in .* is forged or damaged: roundbook/.* did not make it"
ANOTHER = "is signed with a different key \\(.*\\); the ledger names roundbook/"
SIGNATURES: dict[str, tuple[Callable[[Scene], Files], str]] = {
    "only the witness has signed": (signatures(by_the_witness_alone), ANOTHER),
    "another key has signed": (signatures(by_another), ANOTHER),
    "another key has signed under its number": (signatures(of_another_under_its_number), FORGED),
    "it was signed for an older head": (signatures(of_an_older_head), FORGED),
    "it is all zeros": (signatures(of_zeros), FORGED),
    "it is cut short": (signatures(cut_short), FORGED),
    "the head is that of fewer lines": (other_size, FORGED),
    "the root is another": (other_root, "was signed over different lines"),
    "the head is of another tournament": (
        other_origin,
        "is the signed head of another tournament's ledger",
    ),
    "there is no head, only words": (no_note, "is not a signed note"),
    "a witnessed head has another root": (witnessed_of_another, "signed over different lines"),
    "the signed head is newer than the ledger": (
        newer_heads_on_an_older_ledger(CHECKPOINT),
        "its end is missing",
    ),
    "the head is newer than the ledger": (
        newer_heads_on_an_older_ledger(HEAD),
        "the ledger ends with line .* but `head` names line",
    ),
}


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("what", SIGNATURES)
def test_a_signature_that_is_not_the_right_one_is_said(
    scene: Scene, stranger: Path, what: str
) -> None:
    forge, sentence = SIGNATURES[what]
    found(verified(forge(scene), stranger), sentence)


def every_byte(data: bytes) -> Iterator[bytes]:
    for at in range(len(data)):
        yield data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]


@pytest.mark.rule("LED-6")
def test_a_witness_that_is_asked_for_and_did_not_sign_is_missed(
    scene: Scene, stranger: Path
) -> None:
    """A forged witness harms nobody who does not ask for it."""
    note = note_of(scene.newer)[1]
    witness = note.signatures[1]
    other = cosignature(note.text, "judge", b"o" * 32, 1)
    for forged in (other, witness._replace(blob=other.blob), None):
        kept = note.signatures[:1] + ((forged,) if forged else ())
        tampered = unsigned(scene.newer) | {CHECKPOINT: Note(note.text, kept).to_bytes()}
        assert verified(tampered, stranger).code == 0
        said = verified(tampered, stranger, "--trust", scene.policy)
        unproved(said, "too few of the keys that you asked for have signed: roundbook/.*")


@pytest.mark.rule("LED-6")
def test_no_byte_of_a_signed_head_can_be_another(scene: Scene, stranger: Path) -> None:
    checkpoint = scene.newer[CHECKPOINT]
    above = checkpoint.index(b"\n", checkpoint.index("—".encode())) + 1
    for altered in every_byte(checkpoint[:above]):
        said = verified(scene.newer | {CHECKPOINT: altered + checkpoint[above:]}, stranger)
        found(said, CHECKPOINT)


# --- older copies --------------------------------------------------------------------------------


@pytest.mark.rule("LED-6")
def test_an_older_copy_is_true_and_only_who_has_seen_more_notices(
    scene: Scene, owner: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found(verified(scene.older, owner), "ends with line 11, but line 15 was written here", UNLIKE)
    verified(scene.newer, owner)
    said = verified(scene.older, tmp_path / "copy")
    assert "genuine, up to its end at line 11; 4 entries were added later in" in said.out
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "nobody"))
    said = verified(scene.older, owner, "--trust", scene.policy)
    unproved(said, "only the first 10 of 11 lines are signed by the keys that you asked")
    said = verified(scene.older, owner, "--trust", scene.policy, "--allow-unsigned-tail")
    assert said.code == 0
    assert "Proved in part: nothing has been changed in the first 10 of 11 lines since" in said.out
    assert f"{len(lines_of(scene.older))} entries: intact" in said.out
