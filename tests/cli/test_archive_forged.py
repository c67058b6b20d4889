"""Every way of tampering with an archive is found by `verify` and by the page, in like words."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from roundbook.cli.archive.contents import Recorded, sealed
from roundbook.ledger import archive_file as names
from roundbook.ledger.archive_file import packed, unpacked
from roundbook.ledger.people.book import Book
from roundbook.ledger.proofs.checkpoints import read_checkpoint, signed
from roundbook.ledger.proofs.notes import Vkey, vkey_of
from roundbook.ledger.proofs.tree import Tree, leaf
from roundbook.ledger.record.entry import to_line
from roundbook.ledger.rulesets import released
from tests.cli.line import Line
from tests.cli.sealed import (
    Cup,
    Forgery,
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
from tests.cli.typed import IMPORTS, Said, lay, roundbook
from tests.node.test_page import Ask
from tests.scripts import happened

pytestmark = pytest.mark.node

THIEF = b"t" * 32
FIRST = b'"games":[2,1,0],"verdict":"first"'
SECOND = b'"games":[1,2,0],"verdict":"second"'


@pytest.fixture(scope="module")
def sealed_cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cup]:
    with pytest.MonkeyPatch.context() as patch:
        yield from cup(tmp_path_factory.mktemp("cup"), patch)


def judged(file: Path, *more: object) -> tuple[int, list[str]]:
    """Return the exit code of `verify`, and everything that it finds wrong."""
    said: Said = roundbook("verify", file, "--json", *more)
    if not said.out or {"cannot_read", "damaged"} & said.data.keys():
        return said.code, said.err.splitlines()[:1]
    found = said.data
    names_wrong = [f"{player}: what people.json says" for player in found["names"]]
    broken = [one["message"] for one in found["violations"]]
    damage = [one["sentence"] for one in found["damage"]]
    unlike = [f"{one['kind']}: {one['sentence']}" for one in found["contradictions"]]
    return said.code, [*damage, *found["faults"], *unlike, *names_wrong, *broken]


def wrong(answer: dict[str, Any]) -> list[str]:
    """Return everything that the page finds wrong."""
    return [
        said for check in answer["checks"] if check["state"] == "wrong" for said in check["said"]
    ]


def states(answer: dict[str, Any]) -> dict[str, str]:
    return {check["name"]: check["state"] for check in answer["checks"]}


def all_checked(answer: dict[str, Any]) -> str:
    """Return the verdict of the page as it would be if it checked as much as the program."""
    sentence: str = answer["verdict"]["sentence"]
    limited = re.fullmatch(r"(.*), (?:but|and) not checked here: [^.]*\. (.)(.*)", sentence)
    return f"{limited[1]}: {limited[2].lower()}{limited[3]}" if limited else sentence


def another_key(members: Members) -> bytes:
    """Sign the same head with a key that the ledger does not name."""
    checkpoint, _ = read_checkpoint(members[names.CHECKPOINT])
    note = signed(checkpoint, checkpoint.origin, THIEF)
    return resealed(members | {names.CHECKPOINT: note.to_bytes()})


def another_tournament(members: Members) -> bytes:
    checkpoint, _ = read_checkpoint(members[names.CHECKPOINT])
    other = checkpoint._replace(origin="roundbook/another-cup")
    note = signed(other, other.origin, THIEF)
    return resealed(members | {names.CHECKPOINT: note.to_bytes()})


def cut(members: Members) -> Members:
    return headed(with_lines(members, lines_of(members)[:-1]))


def renamed(members: Members) -> Members:
    return members | {names.PEOPLE: members[names.PEOPLE].replace(b"Ana Lopez", b"Eve Lopez")}


def unsigned(members: Members) -> Members:
    return {name: data for name, data in members.items() if name != names.CHECKPOINT}


def placed(members: Members) -> Members:
    rows = json.loads(members["tables/standings.json"])
    rows[0]["player"], rows[1]["player"] = rows[1]["player"], rows[0]["player"]
    text = json.dumps(rows, indent=1).encode()
    return members | {"tables/standings.json": text + b"\n"}


FORGERIES: dict[str, tuple[Forgery, str]] = {
    "a result, chained and sealed anew": (
        lambda members: resealed(replaced(members, b'"first"', b'"second"')),
        "checkpoint was signed over different lines: its root is not the root of the first ",
    ),
    "the end cut off, sealed anew": (
        lambda members: resealed(cut(members)),
        "checkpoint was signed over ",
    ),
    "another key": (another_key, "checkpoint is signed with a different key (roundbook/"),
    "another tournament": (
        another_tournament,
        "checkpoint is the signed head of another tournament's ledger, roundbook/another-cup.",
    ),
    "no signature": (
        lambda members: resealed(unsigned(members)),
        "checkpoint is missing, though the ledger names a signing key.",
    ),
    "another name": (lambda members: summed(renamed(members)), "p1: what people.json says"),
    "two places": (
        lambda members: summed(placed(members)),
        "tables/standings.json does not match the ledger",
    ),
    "a softer rule": (
        lambda members: resealed(
            members | {names.EDITION: members[names.EDITION].replace(b"= 3", b"= 4", 1)}
        ),
        "edition.toml is not the text of the edition that the ledger names.",
    ),
    "a remark on a closed tournament": (
        lambda members: resealed(members | {names.UNFINISHED: b"in a hurry\n"}),
        "UNFINISHED.txt is in the archive, though the tournament is closed.",
    ),
    "a tile too many": (
        lambda members: summed(members | {"tile/1/000.p/1": bytes(32)}),
        "tile/1/000.p/1 does not belong to this ledger.",
    ),
}


@pytest.mark.parametrize("case", FORGERIES)
def test_a_forgery_is_named_by_both(sealed_cup: Cup, ask: Ask, tmp_path: Path, case: str) -> None:
    forge, said = FORGERIES[case]
    file = tmp_path / "forged.zip"
    file.write_bytes(forge(sealed_cup.members))
    code, ours = judged(file)
    theirs = wrong(ask("review", [{"file": str(file)}])[0])
    assert code in {1, 5}
    assert [one for one in ours if one.startswith(said)], ours
    assert [one for one in theirs if one.startswith(said)], theirs


def test_tables_that_round_half_to_even_are_not_ours(ask: Ask, tmp_path: Path) -> None:
    """17/32 is 53.125 %, which a player with a calculator rounds to 53.13."""
    entries = happened("""
        crowd 8; round 1 8>5 3>1 4>2 6>7; round 2 6>7 1>3 2>5 4>8
        round 3 7>2 5>6 4>1 3>8; round 4 8>1 7>4 5>3 6>2
    """).entries
    what = Recorded(
        lines=tuple(map(to_line, entries)),
        edition=released.text("play-2017"),
        unfinished=b"a test\n",
    )
    members, places = (
        sealed(what, entries, released.load("play-2017"), Book()),
        "tables/standings.csv",
    )
    assert b"53.13," in members[places]
    even = members | {places: members[places].replace(b"53.13,", b"53.12,")}
    for found, faults in ((members, []), (even, [f"{places} does not match the ledger."])):
        file = tmp_path / "cup.zip"
        file.write_bytes(summed(found))
        theirs, ours = wrong(ask("review", [{"file": str(file)}])[0]), judged(file)[1]
        assert [[one for one in said if "tables/" in one] for said in (ours, theirs)] == [
            faults
        ] * 2


def test_an_archive_as_it_was_sealed_is_refused_by_nobody(sealed_cup: Cup, ask: Ask) -> None:
    assert judged(sealed_cup.file) == (0, [])
    answer = ask("review", [{"file": str(sealed_cup.file)}])[0]
    assert wrong(answer) == []
    assert states(answer)["The signature"] == "holds"
    assert states(answer)["The places"] == "holds"
    assert answer["title"] == "Cup"


def changed_lines(members: Members) -> Iterator[tuple[str, int, Members]]:
    """Yield every line removed, swapped, doubled or altered, and which line is to be named."""
    lines = lines_of(members)
    for at, line in enumerate(lines):
        behind = lines[at + 1 :]
        yield "removed", at + 1, with_lines(members, [*lines[:at], *behind])
        yield "doubled", at + 2, with_lines(members, [*lines[: at + 1], line, *behind])
        if behind:
            swapped = [*lines[:at], behind[0], line, *behind[1:]]
            yield "swapped", at + 1, with_lines(members, swapped)
        altered = line.replace(b'"at":"20', b'"at":"21', 1)
        yield "altered", at + 1, with_lines(members, [*lines[:at], altered, *behind])
        inserted = line.replace(b'"seq":', b'"seq": ', 1)
        yield "spaced", at + 1, with_lines(members, [*lines[:at], inserted, *behind])


def test_a_line_removed_swapped_doubled_or_altered_is_named_by_both(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    cases = list(changed_lines(sealed_cup.members))
    last = len(lines_of(sealed_cup.members))
    requests = []
    for number, (_, _, members) in enumerate(cases):
        file = tmp_path / f"{number}.zip"
        file.write_bytes(summed(members))
        requests.append({"file": str(file)})
    answers = ask("review", requests)
    for (how, line, _), request, answer in zip(cases, requests, answers, strict=True):
        code, ours = judged(Path(request["file"]))
        theirs = wrong(answer)
        assert code == 5, (how, line)
        if (how, line) == ("removed", last):
            assert theirs[0].startswith(f"the ledger ends with line {last - 1}, but"), theirs
        else:
            assert theirs[0].startswith(f"line {line} "), (how, theirs)
        assert any(f"line {number}" in ours[0] for number in (line - 1, line, line + 1)), ours


def test_a_byte_changed_in_any_member_is_named_by_both(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    """By whoever does not know that there is a list of sums."""
    members, requests = sealed_cup.members, []
    for number, (name, data) in enumerate(members.items()):
        changed = bytearray(data)
        changed[len(data) // 2] ^= 1
        file = tmp_path / f"{number}.zip"
        file.write_bytes(packed(members | {name: bytes(changed)}))
        requests.append({"file": str(file)})
    answers = ask("review", requests)
    for name, request, answer in zip(members, requests, answers, strict=True):
        said = f"{name} does not match its line in SHA256SUMS."
        code, ours = judged(Path(request["file"]))
        assert code == 5, name
        if name == names.SUMS:
            assert "SHA256SUMS" in ours[0]
            assert "SHA256SUMS" in wrong(answer)[0]
        else:
            assert said in ours
            assert said in wrong(answer)


NOBODY = {names.README, names.PAGE, names.SUMS}
"""What nothing rests on; `verify` says that it is another one."""


def test_a_byte_changed_in_any_member_is_found_though_the_sums_fit(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    members, requests = sealed_cup.members, []
    chosen = [name for name in members if name not in NOBODY]
    for number, name in enumerate(chosen):
        changed = bytearray(members[name])
        changed[len(changed) // 2] ^= 1
        file = tmp_path / f"{number}.zip"
        file.write_bytes(summed(members | {name: bytes(changed)}))
        requests.append({"file": str(file)})
    answers = ask("review", requests)
    for name, request, answer in zip(chosen, requests, answers, strict=True):
        code, ours = judged(Path(request["file"]))
        assert code in {1, 5}, name
        assert ours, name
        assert wrong(answer), name


def test_another_letter_or_page_is_said_and_is_no_fault(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    file = tmp_path / "other.zip"
    file.write_bytes(summed(sealed_cup.members | {names.PAGE: b"<p>Trust me."}))
    said = roundbook("verify", file, code=0)
    assert "note: verify.html is not from this version of roundbook" in said.out
    *_, last = ask("review", [{"file": str(file)}])[0]["checks"]
    assert (last["name"], last["state"]) == ("What only roundbook can check", "open")
    assert "whether README.txt and verify.html in the archive are as" in last["said"][0]


def by_thief(members: Members) -> Members:
    """Name the thief's own key in the ledger, and sign it with that."""
    checkpoint, _ = read_checkpoint(members[names.CHECKPOINT])
    key = str(vkey_of(checkpoint.origin, THIEF)).encode()
    old = json.loads(lines_of(members)[0])["events"][0]["public_key"].encode()
    forged = replaced(members, old, key)
    forged = {name: data for name, data in forged.items() if not name.startswith("witnessed/")}
    lines = lines_of(forged)
    head = checkpoint._replace(size=len(lines), root=Tree.over(map(leaf, lines)).root())
    note = signed(head, checkpoint.origin, THIEF)
    return forged | {names.CHECKPOINT: note.to_bytes()}


def rewritten(members: Members) -> bytes:
    """Rewrite the whole ledger, and sign it."""
    return resealed(by_thief(replaced(members, FIRST, SECOND)))


@pytest.mark.rule("LED-6")
def test_a_ledger_rewritten_from_the_first_line_is_told_by_a_key_from_elsewhere(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    file, policy, head = (tmp_path / name for name in ("forged.zip", "office.policy", "kept"))
    file.write_bytes(rewritten(sealed_cup.members))
    policy.write_text(f"log {sealed_cup.key}\n")
    head.write_bytes(sealed_cup.members[names.CHECKPOINT])
    text = head.read_text("utf-8")
    unaided, by_key, by_head = ask(
        "review",
        [{"file": str(file)}, *({"file": str(file), "given": g} for g in (sealed_cup.key, text))],
    )
    assert judged(file) == (0, []), "nothing within the file can show it"
    assert wrong(unaided) == []
    assert states(unaided)["Your keys"] == "open"
    code, ours = judged(file, "--trust", policy)
    assert (code, ours) == (1, [])
    assert "did not sign this archive with the key that you gave" in wrong(by_key)[0]
    said = roundbook("verify", file, "--head", head)
    assert (said.code, f"note: {head} does not match this ledger." in said.out) == (1, True)
    assert by_head["verdict"]["level"] == "wanting"
    assert all_checked(by_head) in " ".join(said.out.split())
    assert "the ledger was changed, or continued elsewhere" in wrong(by_head)[0]
    code, ours = judged(file, "--head", head, "--trust", policy)
    assert (code, ours[0].startswith(f"another branch: {head} does not ")) == (5, True)


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("size", [5, 99])
def test_a_head_that_anybody_can_write_does_not_condemn_a_ledger(
    sealed_cup: Cup, ask: Ask, tmp_path: Path, size: int
) -> None:
    """Its signature is checked too: only the keys of the ledger, or trusted ones, count."""
    genuine, note = read_checkpoint(sealed_cup.members[names.CHECKPOINT])
    other = genuine._replace(size=size, root=bytes(32))
    strange = signed(other, "mallory", THIEF)
    altered = note._replace(text=other.text())
    head = tmp_path / "kept"
    head.write_bytes(strange.to_bytes())
    said = roundbook("verify", sealed_cup.file, "--head", head)
    assert (said.code, "Wrong" in said.out) == (1, False)
    head.write_bytes(altered.to_bytes())
    refused = roundbook("verify", sealed_cup.file, "--head", head)
    assert (refused.code, refused.out) == (5, "")
    assert "is forged or damaged" in refused.err
    file = str(sealed_cup.file)
    given = [one.to_bytes().decode() for one in (strange, altered)]
    doubtful, useless = ask("review", [{"file": file, "given": one} for one in given])
    assert doubtful["verdict"]["level"] == "wanting"
    assert all_checked(doubtful) in " ".join(said.out.split())
    assert "is forged or damaged, so the head proves nothing." in useless["mistyped"]


def test_keys_and_heads_from_elsewhere_that_fit_are_confirmed(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    policy, head = tmp_path / "office.policy", tmp_path / "kept"
    text = f"# by hand\nlog {sealed_cup.key}\n{sealed_cup.witness}\nquorum judge\n"
    policy.write_text(text)
    head.write_bytes((sealed_cup.older / "checkpoint").read_bytes())
    assert judged(sealed_cup.file, "--trust", policy, "--head", head) == (0, [])
    file = str(sealed_cup.file)
    given = [text, sealed_cup.key, head.read_text("utf-8"), "nonsense"]
    witnessed, *good, odd = ask("review", [{"file": file, "given": one} for one in given])
    assert "Witnesses" not in states(witnessed)
    for answer in (witnessed, *good):
        assert wrong(answer) == []
        confirmed = {"Your keys", "Your signed head"} & {*states(answer)}
        assert [states(answer)[name] for name in confirmed] == ["holds"]
    assert odd == {
        "mistyped": "nonsense is not a key. Enter one as it was given to you: name+12345678+base64."
    }


@pytest.mark.rule("LED-6")
def test_a_mistyped_key_says_nothing_about_the_archive(sealed_cup: Cup, ask: Ask) -> None:
    """A letter that was read out wrong on the phone used to condemn a genuine archive."""
    key, file = sealed_cup.key, str(sealed_cup.file)
    name, number, letters = key.split("+", 2)
    given = {
        f"{key[:40]}\n{key[40:]}": None,
        f"log {key}\r\n": None,
        f"log {key[:40]}\n{key[40:]}": None,
        "log": "log is not a key",
        "witness judge": "witness judge is not a key",
        f"{name}+{number}+{letters.swapcase()}": "A letter of the key",
        f"{name}+{number}": "only the short form of a key",
        sealed_cup.members[names.KEYS].decode(): "These keys come from an archive",
    }
    answers = ask("review", [{"file": file, "given": one} for one in given])
    for answer, fault in zip(answers, given.values(), strict=True):
        if fault is None:
            assert answer["verdict"]["level"] == "proved"
        else:
            assert fault in answer["mistyped"]
            assert [*answer] == ["mistyped"], "nothing else is said"


@pytest.mark.rule("LED-6")
def test_a_head_that_was_not_pasted_whole_says_nothing_about_the_archive(
    sealed_cup: Cup, ask: Ask
) -> None:
    head = sealed_cup.members[names.CHECKPOINT].decode()
    origin, size, _ = head.split("\n", 2)
    parts = [
        f"{origin}\n{size}",
        *(head[:-end] for end in (3, 30, 60, 100)),
        head[len(origin) + 1 :],
    ]
    for part in ask("review", [{"file": str(sealed_cup.file), "given": one} for one in parts]):
        assert [*part] == ["mistyped"], part
        assert "This is not a whole signed head." in part["mistyped"]
    (whole,) = ask("review", [{"file": str(sealed_cup.file), "given": f"  {head}\n\n"}])
    assert states(whole)["Your signed head"] == "holds"


@pytest.mark.rule("LED-6")
def test_a_code_that_was_read_aloud_proves_as_much_as_the_key(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    key, file = Vkey.parse(sealed_cup.key), str(sealed_cup.file)
    wrong_code = key.code[:-1] + str((int(key.code[-1]) + 1) % 10)
    assert key.code in " ".join(roundbook("verify", sealed_cup.file).out.split())
    policy = tmp_path / "office.policy"
    for code, level in ((key.code, "Proved:"), (wrong_code, "Not proved:")):
        policy.write_text(f"log {code}\n")
        said = roundbook("verify", sealed_cup.file, "--trust", policy)
        assert (said.code, level in said.out) == (int(code != key.code), True)
    said = roundbook("verify", sealed_cup.file, "--trust", policy)
    _, *verdict = said.out.partition("Not proved:")
    typed = (
        key.code,
        f"log {key.code}\n",
        f" {key.code.replace('-', ' ')} ",
        key.code.replace("-", ""),
    )
    lines = (key.code[:17] + "\n" + key.code[18:], f"{key.code}\n{sealed_cup.witness}")
    answers = ask(
        "review", [{"file": file, "given": one} for one in ("", *typed, *lines, wrong_code)]
    )
    assert key.code in answers[0]["verdict"]["sentence"]
    assert {one["verdict"]["level"] for one in answers[1:-1]} == {"proved"}
    assert [*answers[-1]] == ["mistyped"], "nothing else is said"
    assert answers[-1]["mistyped"] == " ".join("".join(verdict).split()), (
        "the program says the same"
    )


@pytest.mark.rule("LED-6")
def test_a_code_that_is_still_being_typed_is_only_short(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    code, file = Vkey.parse(sealed_cup.key).code, str(sealed_cup.file)
    why = {
        code[:1]: "29 digits are missing",
        code[:29]: "5 digits are missing",
        code[:-1]: "1 digit is missing",
        f"{code[:17]}\n{code[18:-1]}": "1 digit is missing",
        f"{code}12": "32 were given",
    }
    answers = ask("review", [{"file": file, "given": one} for one in why])
    for typed, answer in zip(why, answers, strict=True):
        assert answer == {"mistyped": f"A code has thirty digits, but {why[typed]}."}
        policy = tmp_path / "office.policy"
        policy.write_text(f"log {' '.join(typed.split())}\n")
        said = roundbook("verify", sealed_cup.file, "--trust", policy)
        assert (said.code, said.out) == (5, "")
        assert f"line 1: a code has thirty digits, but {why[typed]}." in " ".join(said.err.split())


@pytest.mark.rule("LED-6")
def test_an_archive_cannot_vouch_for_itself(sealed_cup: Cup, tmp_path: Path) -> None:
    """Its letter advised `--trust keys.policy`, which is a file of the archive."""
    own = tmp_path / "keys.policy"
    own.write_bytes(sealed_cup.members[names.KEYS])
    said = roundbook("verify", sealed_cup.file, "--trust", own)
    assert said.code == 5
    assert "comes from an archive, which cannot vouch for itself." in said.err
    mine = [line for line in own.read_text("utf-8").splitlines() if not line.startswith("#")]
    own.write_text("\n".join(mine), "utf-8")
    assert roundbook("verify", sealed_cup.file, "--trust", own).code == 0
    assert b"--trust keys.policy" not in sealed_cup.members[names.README]


@pytest.mark.rule("LED-6")
def test_the_signature_of_a_head_from_elsewhere_counts_though_the_head_fits(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    """With the right root, a forged signature used to be confirmed, and a stranger's as well."""
    genuine = sealed_cup.members[names.CHECKPOINT]
    checkpoint, _ = read_checkpoint(genuine)
    stranger = signed(checkpoint, checkpoint.origin, THIEF).to_bytes()
    lines = genuine.split(b"\n")
    own = next(at for at, line in enumerate(lines) if line.startswith("— ".encode()))
    lines[own] = lines[own][:-9] + (b"A" if lines[own][-9:-8] != b"A" else b"B") + lines[own][-8:]
    forged = b"\n".join(lines)
    kept = tmp_path / "kept"
    answers = ask(
        "review", [{"file": str(sealed_cup.file), "given": g.decode()} for g in (stranger, forged)]
    )
    kept.write_bytes(stranger)
    said = roundbook("verify", sealed_cup.file, "--head", kept, code=0)
    assert (
        "kept fits this ledger, but its key is neither named in the ledger nor trusted by you."
        in said.out
    )
    assert states(answers[0])["Your signed head"] == "open"
    kept.write_bytes(forged)
    said = roundbook("verify", sealed_cup.file, "--head", kept, code=5)
    assert "forged or damaged" in said.err
    assert "so it proves nothing." in said.err
    assert "is forged or damaged, so the head proves nothing." in answers[1]["mistyped"]


@pytest.mark.rule("LED-7")
def test_an_older_copy_is_told_by_its_open_end_and_by_a_head_from_elsewhere(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    file, head = tmp_path / "older.zip", tmp_path / "kept"
    head.write_bytes(sealed_cup.members[names.CHECKPOINT])
    roundbook("archive", sealed_cup.older, "--out", file, "--unfinished", "a copy", code=0)
    plain = ask("review", [{"file": str(file)}])[0]
    assert states(plain)["The end"] == "note"
    assert wrong(plain) == []
    code, ours = judged(file, "--head", head)
    assert (code, ours) == (1, [])
    report = " ".join(roundbook("verify", file, "--head", head).out.split())
    held, lines = len(lines_of(sealed_cup.members)), len(lines_of(unpacked(file.read_bytes())))
    assert (
        f"Not proved: the head from elsewhere covers {held} lines, so this ledger of {lines} is an "
        "older copy or another branch." in report
    )
    assert "Wrong" not in report
    text = head.read_text("utf-8")
    answer = ask("review", [{"file": str(file), "given": text}])[0]
    assert "this archive is an older copy" in wrong(answer)[0]
    assert all_checked(answer) in report
    stranger = text.replace(text.splitlines()[0], "roundbook/another")
    head.write_text(stranger)
    code, ours = judged(file, "--head", head)
    assert (code, ours) == (1, [])
    assert "another tournament's ledger" in roundbook("verify", file, "--head", head).out
    answer = ask("review", [{"file": str(file), "given": stranger}])[0]
    assert answer["verdict"]["level"] == "wanting"
    members = unpacked(file.read_bytes())
    del members[names.UNFINISHED]
    file.write_bytes(resealed(members))
    said_so = "the tournament is not closed, and the archive does not say why it was sealed: "
    assert judged(file)[1][0].startswith(said_so)
    assert wrong(ask("review", [{"file": str(file)}])[0])[0].startswith(said_so)


def test_an_older_copy_is_genuine_to_a_machine_that_has_written_more(
    sealed_cup: Cup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "older.zip"
    roundbook("archive", sealed_cup.older, "--out", file, "--unfinished", "a copy", code=0)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(sealed_cup.line.home))
    assert judged(file) == (0, [])
    said_so = f"were added later in {sealed_cup.line.folder}"
    assert said_so in roundbook("verify", file).out


def drawn(ask: Ask, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what the page says of every draw of a ledger, chained or not."""
    texts = [json.dumps(line) for line in lines]
    draws: list[dict[str, Any]] = ask("replay", [{"lines": texts}])[0]["draws"]
    return draws


def test_the_page_draws_lots_again_and_tells_others_from_them(line: Line, ask: Ask) -> None:
    line.begin("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
    line.play(1, "tie")
    line.close()
    ledger = line.ledger()
    assert [one["holds"] for one in drawn(ask, ledger) if one["event"] == "lot-drawn"] == [True]
    lots = ledger[-1]["events"][0]["lots"]
    lots[0], lots[1] = lots[1], lots[0]
    assert [one["holds"] for one in drawn(ask, ledger) if one["event"] == "lot-drawn"] == [False]


def test_the_page_draws_rounds_again_and_tells_others_from_them(line: Line, ask: Ask) -> None:
    said = roundbook("lab generate", line.folder, "--players", 40, "--rounds", 4, "--seed", "again")
    assert said.code == 0
    ledger = line.ledger()
    honest = drawn(ask, ledger)
    assert all(one["follows"] and one["numbered"] for one in honest)
    again = [one["seq"] for one in honest if one["holds"]]
    assert len(again) >= 2
    assert not [one for one in honest if one["holds"] is False]
    for seq in again:
        pairings = ledger[seq - 1]["events"][-1]["pairings"]
        pairings[0][0], pairings[1][0] = pairings[1][0], pairings[0][0]
        other = {one["seq"]: one["holds"] for one in drawn(ask, ledger)}
        assert other[seq] is False
        pairings[0][0], pairings[1][0] = pairings[1][0], pairings[0][0]


def test_the_page_tells_a_secret_that_does_not_follow(line: Line, ask: Ask) -> None:
    line.begin("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
    ledger = line.ledger()
    paired = next(e for e in ledger if e["events"][-1]["event"] == "round-paired")
    paired["events"][-1]["drawn"]["secret"] = "A" * 43
    assert [one["follows"] for one in drawn(ask, ledger)] == [False]


SENSELESS: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**53 - 1,
    "",
    "x",
    [],
    {},
    [[]],
    {"a": []},
    "p1",
    "masters",
)


def senseless(members: Members, chance: Random) -> Members:
    """Put something that makes no sense into an event, and chain everything behind it anew."""
    lines = [json.loads(line) for line in lines_of(members)]
    event = chance.choice(chance.choice(lines)["events"])
    name = chance.choice([name for name in event if name != "event"] or ["event"])
    if isinstance(event[name], list) and event[name] and chance.random() < 0.5:
        event[name][chance.randrange(len(event[name]))] = chance.choice(SENSELESS)
    elif chance.random() < 0.2:
        del event[name]
    else:
        event[name] = chance.choice(SENSELESS)
    made = chained([json.dumps(line).encode() for line in lines])
    return senseless(members, chance) if made == lines_of(members) else headed_by(members, made)


def headed_by(members: Members, lines: list[bytes]) -> Members:
    return headed(with_lines(members, lines))


def test_events_without_sense_are_refused_by_both_and_stop_neither(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    requests = []
    for seed in range(120):
        file = tmp_path / f"{seed}.zip"
        chance = Random(seed)  # noqa: S311 - replayed by its seed.
        file.write_bytes(summed(senseless(sealed_cup.members, chance)))
        requests.append({"file": str(file)})
    answers = ask("review", requests)
    for request, answer in zip(requests, answers, strict=True):
        assert wrong(answer), request
    for request in requests[::6]:
        code, ours = judged(Path(request["file"]))
        assert code in {1, 5}, request
        assert ours


def test_no_archive_that_was_sealed_is_refused_by_either(
    ask: Ask, line: Line, tmp_path: Path
) -> None:
    """Files of others at every stage of their life, and invented events of every kind."""
    assert not line.home.exists(), "a machine that has seen nothing yet"
    folders = [lay(file, tmp_path / file.stem) for file in sorted(IMPORTS.glob("*.tdf"))]
    lively = ("--ties", "0.2", "--drops", "0.1", "--late", "0.1", "--awarded", "0.1")
    for fields in ("0,0,9", "7,9,20", "2,3,6"):
        folders.append(tmp_path / fields)
        said = roundbook(
            "lab generate", folders[-1], "--divisions", fields, "--seed", fields, *lively
        )
        assert said.code == 0, said.err
    files = list[Path]()
    for folder in folders:
        is_closed = b'"event":"tournament-closed"' in (folder / "ledger.jsonl").read_bytes()
        why = [] if is_closed else ["--unfinished", "it goes on"]
        for how in ([], ["--anonymous"]):
            files.append(tmp_path / f"{len(files)}.zip")
            said = roundbook("archive", folder, "--out", files[-1], *why, *how, code=0)
    answers = ask("review", [{"file": str(file)} for file in files])
    for file, answer in zip(files, answers, strict=True):
        assert wrong(answer) == []
        said = roundbook("verify", file, "--json")
        assert said.code in {0, 1}
        assert (said.data["damage"], said.data["faults"], said.data["names"]) == ([], [], [])


@pytest.mark.rule("A-92")
def test_the_page_says_which_round_places_are_after_while_one_is_played(
    ask: Ask, line: Line, tmp_path: Path
) -> None:
    """Sealed in round 2 with one of two results in: program and page count round 1 alone."""
    line.begin("Ana", "Ben", "Cho", "Dee")
    line.play(1)
    line("pair")
    line("start")
    line("report", line.tables(2)[0], "1")
    file = tmp_path / "cup.zip"
    sealed_now = line.run("archive", line.folder, "--out", file, "--unfinished", "a copy")
    assert sealed_now.code == 0, sealed_now.err
    [answer] = ask("review", [{"file": str(file)}])
    said = {check["name"]: check for check in answer["checks"]}["The places"]
    assert said["state"] == "holds"
    assert said["said"] == [
        "4 places calculated again from the results, with the same outcome. masters: after round 1."
    ]
    assert {row["match_points"] for row in answer["places"]} == {0, 3}
    assert line.run("verify", file).code == 0
