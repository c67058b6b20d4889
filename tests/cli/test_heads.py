"""Signed heads: when they are made, who vouches for them, and every way of tampering with them."""

import base64
import json
import re
import shutil
from pathlib import Path

import pytest

from roundbook.cli.places import last_seen, signing
from roundbook.ledger.proofs.checkpoints import read_checkpoint, signed
from roundbook.ledger.proofs.notes import Vkey, vkey_of
from roundbook.ledger.proofs.tree import Tree, leaf
from roundbook.ledger.record.entry import leaf_hash
from tests.cli.line import Line
from tests.cli.typed import IMPORTS, Said, roundbook

FOUR = ("Ana", "Ben", "Cho", "Dee")


def verified(line: Line, *more: object) -> Said:
    return line.run("verify", line.folder, *more)


def size_of(line: Line) -> int:
    said = line.run("proof head", "-C", line.folder, "--json", code=0)
    size: int = said.data["size"]
    return size


def rewritten(line: Line, number: int, old: bytes, new: bytes) -> None:
    """Change a line, and chain all that follow it anew, as a forger with a program does."""
    lines = (line.folder / "ledger.jsonl").read_bytes().split(b"\n")[:-1]
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new)
    for at in range(number, len(lines)):
        before = json.loads(lines[at])["prev"].encode()
        lines[at] = lines[at].replace(before, leaf_hash(lines[at - 1]).encode())
    (line.folder / "ledger.jsonl").write_bytes(b"".join(one + b"\n" for one in lines))
    head = json.dumps({"leaf": leaf_hash(lines[-1]), "seq": len(lines)}, separators=(",", ":"))
    (line.folder / "head").write_text(head + "\n")
    line.forget()


def cut(line: Line, count: int) -> None:
    """Take the last lines away, and make head and memory agree with what is left."""
    lines = (line.folder / "ledger.jsonl").read_bytes().split(b"\n")[: -1 - count]
    (line.folder / "ledger.jsonl").write_bytes(b"".join(one + b"\n" for one in lines))
    head = json.dumps({"leaf": leaf_hash(lines[-1]), "seq": len(lines)}, separators=(",", ":"))
    (line.folder / "head").write_text(head + "\n")
    line.forget()


@pytest.mark.rule("LED-1", "LED-6")
def test_a_head_that_was_not_signed_at_the_start_is_signed_with_the_next_entry(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program was killed between the entry and the head."""

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    line.enrol(*FOUR)
    line("announce", "--rounds", 2)
    line("pair")
    with monkeypatch.context() as patch:
        patch.setattr(last_seen, "sign", killed)
        line.at("start")
    assert line.ledger()[-1]["events"][0]["event"] == "round-started"
    assert not (line.folder / "checkpoint").exists()
    line("note", "We go on.")
    assert size_of(line) == len(line.ledger())
    assert verified(line).code == 0


@pytest.mark.rule("LED-1")
def test_a_head_is_signed_when_a_round_starts_is_complete_and_at_the_close(line: Line) -> None:
    line.enrol(*FOUR)
    line("announce", "--rounds", 2)
    line("pair")
    assert line.run("proof head", "-C", line.folder).code == 3
    line("start")
    assert size_of(line) == len(line.ledger())
    first, second = (f"masters-1-{table}" for table in line.paired(1)["tables"])
    line("report", first, "2-0")
    assert size_of(line) == len(line.ledger()) - 1
    line("report", second, "2-0")
    assert size_of(line) == len(line.ledger())
    line("pair")
    assert size_of(line) == len(line.ledger()) - 1
    assert line.run("proof head", "-C", line.folder, "--sign").code == 0
    assert size_of(line) == len(line.ledger())
    said = verified(line)
    assert said.code == 0
    assert (
        f"Signed: nothing has been changed since all {len(line.ledger())} lines were signed"
        in said.out
    )


def test_the_root_is_that_of_the_exact_lines(line: Line) -> None:
    line.begin(*FOUR)
    said = line.run("proof head", "-C", line.folder, "--json").data
    lines = (line.folder / "ledger.jsonl").read_bytes().split(b"\n")[:-1]
    root = Tree.over(map(leaf, lines)).root()
    assert (said["size"], said["root"]) == (len(lines), base64.b64encode(root).decode())
    opened = line.ledger()[0]["events"][0]
    assert said["origin"] == f"roundbook/{opened['tournament']}"
    assert opened["public_key"].startswith(f"{said['origin']}+")


@pytest.mark.rule("LED-6")
def test_a_changed_result_that_is_chained_anew_betrays_itself(line: Line) -> None:
    line.begin(*FOUR, played=1)
    assert verified(line).code == 0
    seq = next(e["seq"] for e in line.ledger() if e["events"][0]["event"] == "result-reported")
    rewritten(line, seq, b'"first"', b'"second"')
    said = verified(line)
    assert said.code == 5
    assert "checkpoint was signed over different lines" in said.out


@pytest.mark.rule("LED-6")
def test_a_missing_end_is_named_with_both_numbers(line: Line) -> None:
    line.begin(*FOUR)
    held = len(line.ledger())
    cut(line, 1)
    said = verified(line)
    assert said.code == 5
    assert (
        f"was signed over {held} lines, but the ledger has only {held - 1}: its end is" in said.out
    )


@pytest.mark.rule("LED-6")
def test_a_head_that_another_key_signed_is_refused(line: Line) -> None:
    line.begin(*FOUR)
    path = line.folder / "checkpoint"
    checkpoint, _ = read_checkpoint(path.read_bytes())
    path.write_bytes(signed(checkpoint, checkpoint.origin, b"o" * 32).to_bytes())
    said = verified(line)
    assert said.code == 5
    assert "is signed with a different key (roundbook/" in said.out
    assert "; the ledger names roundbook/" in said.out


@pytest.mark.parametrize("at", range(0, 200, 7))
def test_a_flipped_byte_of_the_head_is_found(line: Line, at: int) -> None:
    line.begin(*FOUR)
    data = bytearray((line.folder / "checkpoint").read_bytes())
    data[at % len(data)] ^= 1
    (line.folder / "checkpoint").write_bytes(data)
    said = verified(line)
    assert said.code == 5
    assert "checkpoint" in said.out


def test_a_head_of_another_tournament_is_named(line: Line, tmp_path: Path) -> None:
    line.begin(*FOUR)
    other = Line(line.home, tmp_path / "other")
    other.begin(*FOUR)
    shutil.copy(other.folder / "checkpoint", line.folder / "checkpoint")
    said = verified(line)
    assert said.code == 5
    assert "is the signed head of another tournament's ledger" in said.out


def test_a_key_that_is_renewed_signs_from_then_on(line: Line) -> None:
    line.begin(*FOUR)
    old = line("proof key").out.splitlines()[0]
    line("proof key", "--renew", "--reason", "the old laptop was stolen")
    new = line("proof key").out.splitlines()[0]
    assert old != new
    said = verified(line)
    assert said.code == 0
    told = f"note: entry {len(line.ledger())} changed the key that signs this ledger"
    assert told in said.out, "no signature of the old key shows who did it"
    assert size_of(line) == len(line.ledger())
    line.refused("proof key", "--adopt", "--reason", "again", rule="key-unchanged")


def test_a_renewal_that_is_refused_or_repeated_makes_no_key(line: Line) -> None:
    """A new tournament would be signed with it, and nobody had been told of it."""
    line.begin("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
    kept = line.home / "signing-keys.json"
    before = kept.read_bytes()
    line.refused("proof key", "--renew", "--reason", "Ana Lopez has it", rule="name-in-text")
    line("proof key", "--renew", "--reason", "a trial", "--dry-run")
    assert kept.read_bytes() == before
    words = ("proof key", "--renew", "--reason", "the old laptop was stolen", "--cmd", "k1")
    first, after = line(*words).out, kept.read_bytes()
    assert after != before
    assert line(*words).out == first
    assert kept.read_bytes() == after, "a repeat names the key of the first time"
    line.close()
    line.refused("proof key", "--renew", "--reason", "too late", rule="tournament-closed")
    assert kept.read_bytes() == after


def test_a_key_left_behind_by_a_killed_renewal_changes_nothing(line: Line) -> None:
    """The program ends after the key was saved, and before the entry that names it."""
    line.begin(*FOUR)
    old = line("proof key").out.splitlines()[0]
    signing.replaced(line.home, bytes(32))
    (line.home / "signing-keys.json.new").write_text("half a key")
    assert line("proof key").out.splitlines()[0] == old
    assert line.run("proof head", "-C", line.folder, "--sign").code == 0
    assert verified(line).code == 0
    line("proof key", "--renew", "--reason", "the old laptop was stolen")
    assert line("proof key").out.splitlines()[0] != old
    assert verified(line).code == 0
    assert not (line.home / "signing-keys.json.new").exists()


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("words", ["proof head --sign", "archive --unfinished trial --out x.zip"])
def test_whoever_signs_a_head_is_told_if_it_could_not_be_noted(
    line: Line, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin(*FOUR)
    line("note", "the hall is cold")
    line.forget()
    (line.home / "seen").write_text("a file in the way")
    monkeypatch.chdir(line.folder)
    said = line.run(*words.split(), code=0)
    told = f"{said.out}{said.err}"
    assert told.count("warning: a note of the last entry cannot be saved in ") == 1
    assert " ".join(told.split()).count(last_seen.UNNOTED) == 1


def test_a_machine_without_the_key_says_so_and_goes_on(
    line: Line, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    line.begin(*FOUR)
    covered = size_of(line)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "elsewhere"))
    said = [line("report", f"masters-1-{n}", "2-0") for n in line.paired(1)["tables"]][-1]
    assert "the head was not signed: this machine does not have the key that signs" in said.err
    assert size_of(line) == covered
    assert line.run("proof head", "-C", line.folder, "--sign").code == 3
    line("proof key", "--adopt", "--reason", "the event goes on here")
    assert size_of(line) == len(line.ledger())
    assert verified(line).code == 0


@pytest.mark.rule("LED-6")
def test_a_round_that_a_file_brings_has_started_and_its_missing_head_is_missed(here: Path) -> None:
    roundbook("file import", IMPORTS / "05_challenge_round1_in_progress_two_pods.tdf", "n", code=0)
    assert "the ledger was imported from a file and names no key" in roundbook("verify", "n").out
    roundbook("proof key", "-C", "n", "--adopt", "--reason", "we go on here", code=0)
    assert roundbook("verify", "n").out.count("Signed: nothing has been changed") == 1
    Path("n/checkpoint").unlink()
    said = roundbook("verify", "n", code=1)
    assert "Not proved: a round has started, but nothing has been signed." in said.out


def test_the_advice_of_a_machine_without_the_key_brings_it_and_keeps_its_own(
    line: Line, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Copying the file with the keys over another one, as was once advised, destroys a key."""
    line.begin(*FOUR)
    other = Line(tmp_path / "elsewhere", tmp_path / "other")
    monkeypatch.setenv("ROUNDBOOK_HOME", str(other.home))
    other.begin(*FOUR)
    said = line.run("lab doctor", "-C", line.folder).out
    assert "This machine does not have the key that signs this ledger." in said
    assert "On the machine that has it, use `roundbook file backup TO`" in " ".join(said.split())
    assert "If the key is lost: `roundbook proof key --adopt --reason" in " ".join(said.split())
    monkeypatch.setenv("ROUNDBOOK_HOME", str(line.home))
    assert line.at("file backup", tmp_path / "b.roundbook-backup").code == 0
    monkeypatch.setenv("ROUNDBOOK_HOME", str(other.home))
    here = tmp_path / "here"
    assert line.run("file restore", tmp_path / "b.roundbook-backup", here).code == 0
    for folder in (here, other.folder):
        assert line.run("proof head", "-C", folder, "--sign").code == 0


@pytest.mark.rule("LED-6", "A-49")
def test_after_a_note_in_a_closed_event_there_is_a_way_back_to_a_signed_whole(
    line: Line, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    line.begin(*FOUR, played=1)
    line("close", "--override", "rounds-unplayed", "--because", "a fire alarm")
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "elsewhere"))
    line("note", "the slip says 0-2")
    count = len(line.ledger())
    checked = line.run("verify", line.folder, code=1)
    assert f"only the first {count - 1} of {count} lines are signed" in " ".join(
        checked.out.split()
    )
    refused = " ".join(line.run("proof head", "-C", line.folder, "--sign", code=3).err.split())
    way = (
        "`roundbook shelf reopen --reason …`, then `roundbook proof key --adopt --reason …`, "
        "and close again"
    )
    assert f"If the key is lost: {way}." in refused.replace(f" -C {line.folder}", "")
    line.refused("proof key", "--adopt", "--reason", "the key is lost", rule="tournament-closed")
    # The machine that has the key signs the note, and nothing else is needed.
    monkeypatch.setenv("ROUNDBOOK_HOME", str(line.home))
    kept = line.files()
    assert line.run("proof head", "-C", line.folder, "--sign", code=0)
    assert verified(line).code == 0
    # Without that machine, the way of the advice leads there as well.
    for name in ("checkpoint", "head", "ledger.jsonl"):
        (line.folder / name).write_bytes(kept[name])
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "elsewhere"))
    line("shelf reopen", "--reason", "the key is lost")
    line("proof key", "--adopt", "--reason", "the key is lost")
    line("close", "--override", "rounds-unplayed", "--because", "a fire alarm")
    assert size_of(line) == len(line.ledger())
    assert verified(line).code == 0


def test_a_policy_says_whose_signatures_count(line: Line, tmp_path: Path) -> None:
    line.begin(*FOUR)
    policy = tmp_path / "policy"
    policy.write_text(line("proof key").out.splitlines()[0] + "\n")
    assert verified(line, "--trust", policy).code == 0
    code = Vkey.parse(policy.read_text().removeprefix("log ")).code
    assert verified(line, "--trust", code).code == 0
    assert verified(line, "--trust", code.replace("-", " ")).code == 0
    short = verified(line, "--trust", code[:-1])
    assert (short.code, "a code has thirty digits, but 1 digit is missing" in short.err) == (
        5,
        True,
    )
    stranger = vkey_of("roundbook/other", b"s" * 32)
    assert verified(line, "--trust", stranger.code).code == 1
    policy.write_text(f"log {stranger}\n")
    said = verified(line, "--trust", policy)
    assert said.code == 1
    assert "too few of the keys that you asked for have signed: none" in said.out
    policy.write_text("nonsense\n")
    assert verified(line, "--trust", policy).code == 5


def test_a_witness_countersigns_and_is_asked_for(
    line: Line, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    line.begin(*FOUR)
    log = line("proof key").out.splitlines()[0]
    home = line.home
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "judge"))
    said = line.run("proof witness", "-C", line.folder, "--name", "judge", code=0)
    witness = said.out.splitlines()[-1]
    policy = tmp_path / "policy"
    policy.write_text(f"{log}\n{witness}\nquorum judge\n")
    assert re.search(
        r"Proved: nothing .*,\s+judge\+", verified(line, "--trust", policy).out, re.DOTALL
    )
    monkeypatch.setenv("ROUNDBOOK_HOME", str(home))
    line.play(1)
    assert verified(line).code == 0
    said = verified(line, "--trust", policy)
    assert said.code == 1
    assert "Not proved: only the first 8 of 10 lines are signed by the keys that you" in said.out
    said = verified(line, "--trust", policy, "--allow-unsigned-tail")
    assert (
        said.code,
        "Proved in part: nothing has been changed in the first 8 of 10 lines" in said.out,
    ) == (0, True)
    assert verified(line, "--allow-unsigned-tail").code == 2
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "judge"))
    assert line.run("proof witness", "-C", line.folder, "--name", "judge", "--json").data["size"]
    assert verified(line, "--trust", policy).code == 0
    assert len(list((line.folder / "witnessed").iterdir())) == 2


@pytest.mark.rule("LED-6")
def test_a_witness_refuses_another_branch_with_both_heads(
    line: Line, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    line.begin(*FOUR)
    branch = tmp_path / "branch"
    shutil.copytree(line.folder, branch)
    line.play(1)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "judge"))
    assert line.run("proof witness", "-C", line.folder).code == 0
    said = line.run("proof witness", "-C", branch, code=3)
    assert "the last head you witnessed covers" in said.err
    assert line.run("proof witness", "-C", tmp_path / "nowhere").code == 5


def test_nobody_vouches_for_a_damaged_ledger(line: Line) -> None:
    line.begin(*FOUR)
    data = (line.folder / "ledger.jsonl").read_bytes()
    (line.folder / "ledger.jsonl").write_bytes(data.replace(b"announcement", b"announcemant", 1))
    said = line.run("proof witness", "-C", line.folder, code=5)
    assert "this ledger cannot be witnessed: line " in said.err


def test_one_entry_is_proved_to_whoever_has_the_key(line: Line, tmp_path: Path) -> None:
    line.begin(*FOUR)
    key = line("proof key").out.splitlines()[0].removeprefix("log ")
    out = tmp_path / "dispute"
    assert line.run("proof entry", "-C", line.folder, 3, "--out", out).code == 0
    files = (out.with_suffix(".tlog-proof"), out.with_suffix(".line"))
    said = line.run("proof check", *files, "--key", key)
    assert (said.code, said.out.startswith("proved: ")) == (0, True)
    assert f"is entry 3 of the {len(line.ledger())} entries that roundbook/" in said.out
    files[1].write_bytes(files[1].read_bytes().replace(b"p", b"q", 1))
    said = line.run("proof check", *files, "--key", key)
    assert (said.code, "is not entry 3" in said.out) == (1, True)
    stranger = vkey_of("roundbook/other", b"s" * 32)
    said = line.run("proof check", *files, "--key", stranger)
    assert (said.code, "did not sign the head" in said.out) == (1, True)
    assert line.run("proof check", *files, "--key", "nonsense").code == 2
    proof = line.run("proof entry", "-C", line.folder, 3).out
    assert proof.startswith("c2sp.org/tlog-proof@v1\nindex 2\n")
    said = line.run("proof entry", "-C", line.folder, 99)
    assert (said.code, "is not covered by a signed head" in said.err) == (3, True)
    assert line.run("proof entry", "-C", line.folder, "x").code == 2


def test_the_secret_of_the_key_is_its_owners_alone(line: Line) -> None:
    line.begin(*FOUR)
    path = line.home / "signing-keys.json"
    assert path.stat().st_mode & 0o077 == 0
    seeds = json.loads(path.read_text())["seeds"]
    for file in line.folder.rglob("*"):
        assert file.is_dir() or seeds[0].encode() not in file.read_bytes()


def test_keys_that_cannot_be_read_stop_no_result(line: Line) -> None:
    line.begin(*FOUR)
    (line.home / "signing-keys.json").write_text("{")
    said = [line("report", f"masters-1-{n}", "2-0") for n in line.paired(1)["tables"]][-1]
    assert "the head was not signed: the signing keys" in said.err
