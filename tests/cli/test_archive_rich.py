"""Whatever is changed in the archive of a long event is found and named; nothing valid is refused.

Some of the cases are tried each time, the same ones; all of them in the profile `deep`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundbook.cli.archive.contents import page
from roundbook.ledger import archive_file as names
from roundbook.ledger.archive_file import unpacked
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.proofs.checkpoints import read_checkpoint, signed
from tests.cli.browser import browser, found_browser
from tests.cli.rich import Rich, rich, sampled
from tests.cli.sealed import Members, chained, headed, lines_of, resealed, summed, with_lines
from tests.cli.test_archive_browser import VERDICT
from tests.cli.test_archive_forged import changed_lines, judged, states, wrong
from tests.cli.typed import roundbook
from tests.node.test_page import Ask, flipped

NAMES = ("whole", "anonymous", "erased", "told")
SIGNED = ("whole", "anonymous", "erased")


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rich]:
    with pytest.MonkeyPatch.context() as patch:
        yield from rich(tmp_path_factory.mktemp("rich"), patch)


# --- nothing valid is refused --------------------------------------------------------------------


@pytest.mark.node
@pytest.mark.parametrize("name", NAMES)
def test_what_was_sealed_is_refused_by_nobody(event: Rich, ask: Ask, name: str) -> None:
    assert judged(event.files[name]) == (0, [])
    [answer] = ask("review", [{"file": str(event.files[name])}])
    assert wrong(answer) == []
    assert (states(answer)["The places"], states(answer)["The lock"]) == ("holds", "holds")
    changed = "changed the key" in roundbook("verify", event.files[name]).out
    assert ("The key" in states(answer)) == changed


@pytest.mark.node
@pytest.mark.parametrize("name", SIGNED)
def test_every_head_that_was_kept_fits(event: Rich, ask: Ask, tmp_path: Path, name: str) -> None:
    file, kept = event.files[name], tmp_path / "kept"
    size = len(lines_of(event.members(name)))
    for head in event.heads:
        if read_checkpoint(head)[0].size > size:
            continue  # It was signed after this archive had been sealed.
        kept.write_bytes(head)
        assert judged(file, "--head", kept) == (0, [])
        given = {"file": str(file), "given": head.decode()}
        assert wrong(ask("review", [given])[0]) == []


@pytest.mark.browser
def test_a_browser_reckons_the_bracket_that_somebody_left(event: Rich, tmp_path: Path) -> None:
    file = tmp_path / "verify.html"
    file.write_bytes(page())
    with browser(found_browser(), tmp_path / "browser") as tab:
        tab.open(file)
        tab.choose("#file", event.files["whole"])
        text = tab.run(VERDICT)["page"]
    assert "calculated again from the results, with the same outcome" in text
    assert "failed" not in text


# --- lines ---------------------------------------------------------------------------------------


@pytest.mark.node
@pytest.mark.parametrize("name", NAMES)
def test_every_line_removed_swapped_doubled_or_altered_is_named(
    event: Rich, ask: Ask, tmp_path: Path, name: str
) -> None:
    cases = sampled(list(changed_lines(event.members(name))), 40)
    requests = []
    for number, (how, line, members) in enumerate(cases):
        file = tmp_path / f"{number}.zip"
        file.write_bytes(summed(members))
        code, ours = judged(file)
        assert code == 5, (how, line)
        assert any(f"line {near}" in ours[0] for near in (line - 1, line, line + 1)), (how, ours)
        requests.append({"file": str(file)})
    some = slice(None, None, 4)
    answers = ask("review", requests[some])
    for (how, line, _), answer in zip(cases[some], answers, strict=True):
        assert re.search(r"\bline \d+", wrong(answer)[0]), (how, line)


@pytest.mark.parametrize("name", NAMES)
def test_a_line_of_another_place_is_named_where_it_was_put(
    event: Rich, tmp_path: Path, name: str
) -> None:
    members = event.members(name)
    lines = lines_of(members)
    for at in sampled(range(len(lines) + 1), 10):
        foreign = lines[(at + len(lines) // 2) % len(lines)]
        file = tmp_path / f"{at}.zip"
        file.write_bytes(summed(with_lines(members, [*lines[:at], foreign, *lines[at:]])))
        code, ours = judged(file)
        assert code == 5, at
        assert any(f"line {near}" in ours[0] for near in (at, at + 1, at + 2)), ours


@pytest.mark.parametrize("name", NAMES)
def test_every_tail_cut_is_told_by_the_head(event: Rich, tmp_path: Path, name: str) -> None:
    members = event.members(name)
    lines = lines_of(members)
    for size in sampled(range(1, len(lines)), 12):
        file = tmp_path / f"{size}.zip"
        file.write_bytes(summed(with_lines(members, lines[:size])))
        code, ours = judged(file)
        assert code == 5
        assert f"line {len(lines)}" in " ".join(ours), ours
        assert f"line {size}" in " ".join(ours), ours


@pytest.mark.parametrize("name", SIGNED)
def test_every_tail_cut_by_a_forger_is_told_by_the_signed_head(
    event: Rich, tmp_path: Path, name: str
) -> None:
    """Everything but the signed heads is made anew."""
    members = event.members(name)
    lines = lines_of(members)
    closed = next(at for at, line in enumerate(lines) if b'"tournament-closed"' in line)
    for size in sampled(range(1, len(lines)), 10):
        short = headed(with_lines(members, lines[:size]))
        if size <= closed:
            short |= {names.UNFINISHED: b"it goes on\n"}
        file = tmp_path / f"{size}.zip"
        file.write_bytes(resealed(short))
        code, ours = judged(file)
        assert code == 5
        said = f"checkpoint was signed over {len(lines)} lines, but the ledger has only {size}"
        assert any(said in one for one in ours), ours


@pytest.mark.parametrize("name", SIGNED)
def test_every_line_changed_by_a_forger_is_told_by_the_signed_head(
    event: Rich, tmp_path: Path, name: str
) -> None:
    members = event.members(name)
    lines = lines_of(members)
    for at in sampled(range(len(lines)), 10):
        other = re.sub(
            rb'("cmd":")(.)', lambda m: m[1] + (b"0" if m[2] != b"0" else b"1"), lines[at]
        )
        assert other != lines[at]
        forged = chained([*lines[:at], other, *lines[at + 1 :]])
        file = tmp_path / f"{at}.zip"
        file.write_bytes(resealed(headed(with_lines(members, forged))))
        code, ours = judged(file)
        assert code == 5
        assert any("checkpoint was signed over different lines" in one for one in ours), ours


# --- signatures ----------------------------------------------------------------------------------


def replaced_signatures(members: Members) -> Iterator[tuple[str, str, bytes]]:
    """Yield every signed head with a signature flipped, made by a thief, or taken away."""
    for name, data in members.items():
        if name != names.CHECKPOINT and not name.startswith("witnessed/"):
            continue
        checkpoint, note = read_checkpoint(data)
        own = next(one for one in note.signatures if one.name == checkpoint.origin)
        others = [one for one in note.signatures if one is not own]
        thief = signed(checkpoint, own.name, b"t" * 32).signatures[0]
        for at in (0, 100, 511):
            bad = own._replace(blob=flipped(own.blob, at))
            yield name, "forged or damaged", note._replace(signatures=(bad, *others)).to_bytes()
        by_thief = thief._replace(key_id=own.key_id)
        yield name, "forged or damaged", note._replace(signatures=(by_thief, *others)).to_bytes()
        yield name, "a different key", note._replace(signatures=(thief, *others)).to_bytes()
        larger = checkpoint._replace(root=bytes(32))
        yield name, "different lines", note._replace(text=larger.text()).to_bytes()
        renamed = checkpoint._replace(origin="roundbook/another-cup")
        yield name, "another tournament", note._replace(text=renamed.text()).to_bytes()


@pytest.mark.node
@pytest.mark.parametrize("name", SIGNED)
def test_every_signature_replaced_is_named_with_its_head(
    event: Rich, ask: Ask, tmp_path: Path, name: str
) -> None:
    members = event.members(name)
    assert sum(each.startswith("witnessed/") for each in members) == 2
    requests, cases = [], list(replaced_signatures(members))
    for number, (head, said, data) in enumerate(cases):
        file = tmp_path / f"{number}.zip"
        file.write_bytes(summed(members | {head: data}))
        code, ours = judged(file)
        assert code == 5, (head, said)
        assert any(head in one and said in one for one in ours), (head, said, ours)
        requests.append({"file": str(file)})
    for (head, said, _), answer in zip(cases, ask("review", requests), strict=True):
        assert any(head in one and said in one for one in wrong(answer)), (head, said)


def test_an_earlier_head_in_the_place_of_the_last_proves_too_little(
    event: Rich, tmp_path: Path
) -> None:
    members = event.members("whole")
    size = len(lines_of(members))
    seen = max(int(name[10:16]) for name in members if name.startswith("witnessed/"))
    for number, head in enumerate(event.heads[:-1]):
        file = tmp_path / f"{number}.zip"
        file.write_bytes(resealed(members | {names.CHECKPOINT: head}))
        covered = max(seen, read_checkpoint(head)[0].size)
        said = roundbook("verify", file, "--json")
        some = f"only the first {covered} of {size} lines are signed"
        sentence = f"Not proved: the tournament is closed, but {some}."
        assert (said.code, said.data["verdict"]["sentence"]) == (1, sentence)


# --- an older copy -------------------------------------------------------------------------------


@pytest.mark.node
@pytest.mark.rule("LED-7")
def test_an_older_copy_is_told_by_every_later_head(event: Rich, ask: Ask, tmp_path: Path) -> None:
    file, kept = tmp_path / "older.zip", tmp_path / "kept"
    roundbook("archive", event.older, "--out", file, "--unfinished", "a copy", code=0)
    size = len(lines_of(unpacked(file.read_bytes())))
    later = 0
    for head in event.heads:
        covered = read_checkpoint(head)[0].size
        kept.write_bytes(head)
        code, ours = judged(file, "--head", kept)
        answer = ask("review", [{"file": str(file), "given": head.decode()}])[0]
        if covered <= size:
            assert (code, ours, wrong(answer)) == (0, [], [])
            continue
        later += 1
        assert (code, ours) == (1, [])
        assert f"covers {covered} lines, but the ledger has only {size}" in wrong(answer)[0]
        assert "this archive is an older copy" in wrong(answer)[0]
    assert 0 < later < len(event.heads)


# --- bits ----------------------------------------------------------------------------------------


def refused(data: bytes) -> bool:
    """Tell whether an archive is refused by its own form and sums, before anything else is read."""
    try:
        members = unpacked(data)
    except Unreadable:
        return True
    return any(names.faults(members))


def test_every_flipped_bit_of_the_smallest_is_found(event: Rich) -> None:
    """All of its million bits in the profile `deep`."""
    data = min((file.read_bytes() for file in event.files.values()), key=len)
    for bit in sampled(range(8 * len(data)), 3_000):
        assert refused(flipped(data, bit)), bit


@pytest.mark.node
@pytest.mark.parametrize("name", NAMES)
def test_flipped_bits_are_named_by_verify_and_by_the_page(
    event: Rich, ask: Ask, tmp_path: Path, name: str
) -> None:
    data = event.files[name].read_bytes()
    requests = []
    for bit in range(977, 8 * len(data), 8 * len(data) // 12):
        file = tmp_path / f"{bit}.zip"
        file.write_bytes(flipped(data, bit))
        code, ours = judged(file)
        assert (code, bool(ours)) == (5, True), bit
        requests.append({"file": str(file)})
    for request, answer in zip(requests, ask("review", requests), strict=True):
        assert wrong(answer), request


@pytest.mark.parametrize("name", SIGNED)
def test_flipped_bits_of_the_record_are_found_though_the_sums_fit(
    event: Rich, tmp_path: Path, name: str
) -> None:
    members = event.members(name)
    chosen = [each for each in (names.LEDGER, names.CHECKPOINT, names.EDITION) if each in members]
    for which in chosen:
        length = 8 * len(members[which])
        for bit in sampled(range(7, length, 1 + length // 500), 12):
            file = tmp_path / "flipped.zip"
            file.write_bytes(summed(members | {which: flipped(members[which], bit)}))
            code, ours = judged(file)
            assert (code, bool(ours)) == (5, True), (which, bit)
