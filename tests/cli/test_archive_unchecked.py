"""What the page cannot check begins its verdict, and nobody borrows the name of released rules."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import pytest

from roundbook.ledger import archive_file as names
from roundbook.ledger.archive_file import packed, unpacked
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.phrases import counted
from roundbook.ledger.proofs.notes import vkey_of
from roundbook.ledger.rulesets import released
from roundbook.projections.reports.cells import array, csv_bytes, html_bytes
from tests.cli.rich import TOLD
from tests.cli.sealed import (
    Cup,
    Members,
    chained,
    cup,
    headed,
    lines_of,
    listed,
    resealed,
    with_lines,
)
from tests.cli.test_archive_forged import THIEF, by_thief, judged, wrong
from tests.cli.typed import lay, roundbook
from tests.node.test_page import Ask

pytestmark = pytest.mark.node


@pytest.fixture(scope="module")
def sealed_cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cup]:
    with pytest.MonkeyPatch.context() as patch:
        yield from cup(tmp_path_factory.mktemp("cup"), patch)


def by_other_rules(members: Members, name: str, title: str) -> Members:
    """Let a ledger be played by a forger's own rules; `title` is their name in edition.toml."""
    genuine = members[names.EDITION]
    rules = genuine.replace(b"win_points = 3", b"win_points = 2")
    rules = rules.replace(b'edition = "play-2017"', f'edition = "{title}"'.encode())
    first, *others = lines_of(members)
    old, new = (sha256(text).hexdigest().encode() for text in (genuine, rules))
    first = first.replace(old, new)
    first = first.replace(b'"edition":"play-2017"', f'"edition":"{name}"'.encode())
    forged = headed(with_lines(members, chained([first, *others])))
    return by_thief(forged | {names.EDITION: rules})


def exchanged(members: Members) -> Members:
    """Let the winner and the last player change places, in all three forms of the table."""
    rows = json.loads(members["tables/standings.json"])
    for column in ("player", "name"):
        rows[0][column], rows[-1][column] = rows[-1][column], rows[0][column]
    return members | {
        "tables/standings.json": array(rows),
        "tables/standings.csv": csv_bytes(rows),
        "tables/standings.html": html_bytes("Cup: standings", rows),
    }


def sealed_again(members: Members) -> Members:
    return unpacked(resealed(members))


def written(members: Members, file: Path) -> Path:
    file.write_bytes(packed(members | {names.SUMS: names.sums(members)}))
    return file


def thiefs_key(members: Members) -> str:
    tournament = json.loads(lines_of(members)[0])["events"][0]["tournament"]
    return str(vkey_of(f"roundbook/{tournament}", THIEF))


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize(
    ("name", "title"), [*((name, name) for name in released.EDITIONS), ("play-2017", "ours")]
)
def test_the_name_of_a_released_edition_stands_for_its_own_rules_only(
    sealed_cup: Cup, ask: Ask, tmp_path: Path, name: str, title: str
) -> None:
    """Whoever signed it: with the forger's key as a trusted one, the page used to say "Proved"."""
    forged = exchanged(sealed_again(by_other_rules(sealed_cup.members, name, title)))
    taken = f"edition: the name {name} belongs to a released edition."
    file = written(forged, tmp_path / "forged.zip")
    code, ours = judged(file)
    assert (code, ours[0]) == (5, taken)
    for given in ("", thiefs_key(forged)):
        answer = ask("review", [{"file": str(file), "given": given}])[0]
        assert wrong(answer) == [taken]
        assert answer["verdict"]["sentence"].startswith("Wrong: ")


@pytest.mark.rule("LED-6")
def test_places_that_rules_of_ones_own_do_not_give_are_found_by_both(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    """The page knew one edition, and called the invented places under any other "Proved"."""
    honest = sealed_again(by_other_rules(sealed_cup.members, "ours", "ours"))
    key = thiefs_key(honest)
    for members, faults in ((honest, []), (exchanged(honest), TABLES_OF_PLACES)):
        file = written(members, tmp_path / "own.zip")
        said = [f"{name} does not match the ledger." for name in faults]
        code, ours = judged(file)
        assert (code, [one for one in ours if one in said]) == (5 if faults else 0, said)
        for given in ("", key):
            answer = ask("review", [{"file": str(file), "given": given}])[0]
            assert wrong(answer) == said
            rules = {check["name"]: check["said"] for check in answer["checks"]}["The rules"]
            assert (
                "own rules (1 field differs from play-2017; the lock is that of TOP §4)" in rules[0]
            )


TABLES_OF_PLACES = [f"tables/standings.{form}" for form in ("csv", "html", "json")]


def drawn(tag: str, draw: str, **fields: object) -> dict[str, Any]:
    return {"event": tag, **fields, "drawn": {"draw": draw, "number": 9, "secret": "A" * 43}}


ROUND = {"pool": "x", "round": 1, "pairings": [], "tables": []}
JOINS = {"player": "p1", "division": "Masters"}
UNCHECKED: dict[str, tuple[list[dict[str, Any]], list[str]]] = {
    "more losses than rounds": (
        [{"event": "late-player-admitted", **JOINS, "losses": 1000}],
        ["the places"],
    ),
    "a round": ([drawn("round-paired", "draw-1", **ROUND)], ["3 rounds paired at random"]),
    "a repaired round": ([drawn("round-repaired", "repair-1", **ROUND)], ["1 repaired round"]),
    "lots": ([drawn("lot-drawn", "lots-1", division="Masters", lots=[])], ["1 draw of lots"]),
    "a draft": (
        [drawn("draft-seated", "seats-1", tables=[["p1"]])],
        ["1 draft seated at random"],
    ),
    "flights": (
        [drawn("flights-assigned", "flights-1", division="Masters", flights={})],
        ["1 draw of flights"],
    ),
    "a flight": (
        [drawn("player-registered", "late-flight-1", **JOINS)],
        ["1 draw of flights"],
    ),
    "the flight of a late player": (
        [
            drawn("late-player-admitted", "late-flight-1", **JOINS, losses=0),
            {"event": "late-tag-cleared", "player": "p1", "reason": "by mistake"},
        ],
        ["1 draw of flights"],
    ),
    "seeds": ([drawn("seeds-drawn", "seeds-1", pool="x", seeds=[])], ["1 draw of seeds"]),
    "a deck check": (
        [drawn("deck-check-drawn", "deck-checks-1", players=[], asked=0)],
        ["1 draw of deck checks"],
    ),
}
"""Events of which the page cannot check everything, and how it says so. Players are p1 again."""

LEFT_TO_OTHERS = {
    "The secrets",
    "The signature",
    "How much is signed",
    "Your keys",
    "Witnesses",
    "The end",
    "What only roundbook can check",
}
"""What is open for reasons that are no comparison; the page says the last one below the verdict."""


def test_every_event_that_can_be_drawn_is_in_the_list() -> None:
    tags = {
        str(kind.__struct_config__.tag)
        for kind in get_args(ev.AnyEvent)
        if "drawn" in kind.__struct_fields__
    }
    assert tags == {e["event"] for events, _ in UNCHECKED.values() for e in events if "drawn" in e}


def continued(members: Members, events: list[dict[str, Any]]) -> Members:
    """Add an entry before the close, and remake all that does not depend on its meaning."""
    *lines, last = map(json.loads, lines_of(members))
    known = next(e for line in lines for e in line["events"] if e.get("player") == "p1")
    bound = [
        event
        | ({"commitment": known["commitment"]} if "division" in event and "player" in event else {})
        for event in events
    ]
    entry = last | {"cmd": "another", "events": bound}
    texts = [json.dumps(line).encode() for line in (*lines, entry, last)]
    forged = by_thief(headed(with_lines(members, chained(texts))))
    return listed(forged, thiefs_key(forged))


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("case", UNCHECKED)
def test_whatever_is_not_checked_begins_the_verdict(
    sealed_cup: Cup, ask: Ask, tmp_path: Path, case: str
) -> None:
    events, named = UNCHECKED[case]
    forged = written(continued(sealed_cup.members, events), tmp_path / "forged.zip")
    says_all_that_is_open(ask("review", [{"file": str(forged)}])[0], named)


def by_newer(members: Members, *rounds: int, secret: str = "") -> Members:
    """Let rounds be drawn as no version of today does; `secret` is what another one reveals."""
    entries = [json.loads(line) for line in lines_of(members)]
    for event in (event for entry in entries for event in entry["events"]):
        if event["event"] == "round-paired" and event["round"] in rounds:
            event["drawn"]["draw"] = "draw-9"
        elif event["event"] == "round-paired" and secret:
            event["drawn"]["secret"] = secret
    lines = [json.dumps(entry).encode() for entry in entries]
    return sealed_again(by_thief(headed(with_lines(members, chained(lines)))))


def entry_of_round(members: Members, number: int) -> int:
    """Return the entry that paired a round."""
    every = [(n, json.loads(line)) for n, line in enumerate(lines_of(members), start=1)]
    return next(n for n, one in every for e in one["events"] if e.get("round") == number)


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("rounds", [(1,), (1, 2)])
def test_a_draw_by_a_newer_roundbook_is_neither_genuine_nor_altered(
    sealed_cup: Cup, ask: Ask, tmp_path: Path, rounds: tuple[int, ...]
) -> None:
    """Both used to call the whole file altered, though nobody had changed it."""
    newer = by_newer(sealed_cup.members, *rounds)
    file = written(newer, tmp_path / "newer.zip")
    named = counted(len(rounds), "draw by a newer roundbook", "draws by a newer roundbook")
    told = [
        f"entry {entry_of_round(newer, number)} was written by a newer roundbook: this version "
        "does not recognise the draw draw-9 and cannot check it. Install a newer version."
        for number in rounds
    ]
    answer = ask("review", [{"file": str(file)}])[0]
    assert wrong(answer) == []
    says_all_that_is_open(answer, [named])
    [shown] = [one for one in answer["checks"] if one["name"] == "The procedures"]
    assert (shown["state"], shown["said"]) == ("open", told)
    report = roundbook("verify", file, "--json", code=0).data
    assert [one for one in report["remarks"] if "newer" in one] == told
    for verdict in (report["verdict"], answer["verdict"]):
        assert verdict["level"] == "signed"
        assert verdict["sentence"].startswith("Signed, but not checked here: ")
        assert named in verdict["sentence"]
    ours = report["verdict"]["sentence"]
    assert ours.startswith(
        f"Signed, but not checked here: {named}. Nothing has been changed since "
    )


@pytest.mark.rule("LED-6")
def test_a_draw_by_a_newer_roundbook_hides_no_forged_one(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    forged = by_newer(sealed_cup.members, 1, secret="A" * 43)
    file, seq = written(forged, tmp_path / "forged.zip"), entry_of_round(forged, 2)
    answer = ask("review", [{"file": str(file)}])[0]
    assert wrong(answer) == [
        f"entry {seq} reveals a secret whose hash is not the one committed to before."
    ]
    assert "1 draw by a newer roundbook" in answer["verdict"]["sentence"]
    report = roundbook("verify", file, "--json", code=1).data
    assert [(one["rule"], one["seq"]) for one in report["violations"]] == [("secret-wrong", seq)]
    assert "1 draw by a newer roundbook" in report["verdict"]["sentence"]


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("is_chained", [False, True])
def test_a_draw_by_a_newer_roundbook_hides_nothing_that_was_altered(
    sealed_cup: Cup, ask: Ask, tmp_path: Path, *, is_chained: bool
) -> None:
    """A line next to it was changed after the head had been signed."""
    newer = by_newer(sealed_cup.members, 1)
    lines = [line.replace(b"office asked", b"office came") for line in lines_of(newer)]
    assert lines != lines_of(newer)
    file = written(
        with_lines(newer, chained(lines) if is_chained else lines), tmp_path / "altered.zip"
    )
    for answer in (
        ask("review", [{"file": str(file)}])[0],
        roundbook("verify", file, "--json", code=5).data,
    ):
        assert answer["verdict"]["level"] == "wrong"
        assert answer["verdict"]["sentence"].startswith("Wrong: this was altered")


@pytest.mark.rule("LED-6")
def test_an_event_of_a_newer_roundbook_is_read_by_neither(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    """The page used to go on, and to call the rest signed."""
    newer = written(
        continued(sealed_cup.members, [{"event": "comet-seen"}]), tmp_path / "newer.zip"
    )
    [theirs] = ask("unread", [{"file": str(newer)}])
    assert theirs.endswith("was written by a newer roundbook (event comet-seen)")
    assert f"{theirs}." in " ".join(roundbook("verify", newer, code=5).err.split())


@pytest.mark.rule("LED-6")
def test_both_say_that_imported_entries_were_not_compared(ask: Ask, tmp_path: Path) -> None:
    folder, file = lay(TOLD, tmp_path / "told"), tmp_path / "told.zip"
    entries = (folder / "ledger.jsonl").read_bytes().count(b"\n")
    closed = b'"tournament-closed"' in (folder / "ledger.jsonl").read_bytes()
    why = () if closed else ("--unfinished", "a file")
    assert roundbook("archive", folder, "--out", file, *why).code == 0
    answer = ask("review", [{"file": str(file)}])[0]
    named = f"{entries} imported entries"
    says_all_that_is_open(answer, [named])
    program = roundbook("verify", file, "--json").data["verdict"]["sentence"]
    assert program.startswith(f"Not signed, and not checked here: {named}. The ledger was")
    assert (
        roundbook("verify", folder, "--json")
        .data["verdict"]["sentence"]
        .startswith("Not signed: the ledger was")
    )


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize(
    "how", ["altered", "altered, the list made again", "deleted", "altered, and the list deleted"]
)
def test_no_member_of_an_opened_archive_is_altered_or_missing_without_a_word(
    sealed_cup: Cup, tmp_path: Path, how: str
) -> None:
    """Whatever was done to the list of sums, which nobody has signed."""
    folder = tmp_path / "opened"
    assert roundbook("file unpack", sealed_cup.file, folder).code == 0
    said = roundbook("verify", folder, code=0)
    assert "note: the folder is its archive, byte for byte." in said.out
    for name, data in sealed_cup.members.items():
        if name == names.SUMS:
            continue
        file, kept = folder / name, folder / names.SUMS
        if how == "deleted":
            file.unlink()
        else:
            at = len(data) // 2
            file.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        if how.endswith("made again"):
            members = sealed_cup.members | {name: file.read_bytes()}
            kept.write_bytes(names.sums(members))
        elif how.endswith("list deleted"):
            kept.unlink()
        found = roundbook("verify", folder)
        free = name in {names.README, names.PAGE} and how.endswith("made again")
        erased = name == names.PEOPLE and how == "deleted"
        named = name == names.PEOPLE  # A name that is not bound, or no JSON.
        assert found.code in ({0} if free or erased else {1, 5}), (name, found.out)
        assert "byte for byte" not in found.out
        if not named:
            text = found.out + found.err
            assert name in text or "head" in text or "line " in text, text
        file.write_bytes(data)
        kept.write_bytes(sealed_cup.members[names.SUMS])


@pytest.mark.rule("LED-6")
def test_an_opened_archive_without_its_list_or_with_one_of_another_ledger_is_not_intact(
    sealed_cup: Cup, tmp_path: Path
) -> None:
    folder = tmp_path / "opened"
    assert roundbook("file unpack", sealed_cup.file, folder).code == 0
    sums = folder / names.SUMS
    sums.unlink()
    said = roundbook("verify", folder, code=5)
    assert "damaged: SHA256SUMS is missing, so it is not known what was in the archive." in said.out
    digest = sha256(sealed_cup.members[names.LEDGER]).hexdigest().encode()
    sums.write_bytes(sealed_cup.members[names.SUMS].replace(digest, b"0" * 64))
    said = roundbook("verify", folder, code=5)
    assert "damaged: SHA256SUMS lists a different ledger" in said.out


@pytest.mark.rule("LED-6")
def test_an_opened_archive_that_went_on_is_still_compared_as_it_was(
    sealed_cup: Cup, tmp_path: Path
) -> None:
    """Its names may have gone since; what else its tables say still follows from the ledger."""
    folder = tmp_path / "opened"
    assert roundbook("file unpack", sealed_cup.file, folder).code == 0
    assert roundbook("note", "the office called", "-C", folder).code == 0
    said = roundbook("verify", folder)
    assert "note: 1 entry was added after the archive was unpacked" in said.out
    assert "damaged" not in said.out
    (folder / names.PEOPLE).unlink()
    said = roundbook("verify", folder)
    assert "not checked here: the names in the tables." in " ".join(said.out.split())
    assert "damaged" not in said.out
    table = folder / "tables" / "standings.csv"
    table.write_bytes(table.read_bytes().replace(b",6,", b",9,"))
    said = roundbook("verify", folder, code=5)
    assert "damaged: tables/standings.csv does not match" in said.out


def says_all_that_is_open(answer: dict[str, Any], named: list[str]) -> None:
    assert answer["verdict"]["level"] != "wrong", wrong(answer)
    open_checks = [check for check in answer["checks"] if check["state"] == "open"]
    unchecked = [said for check in open_checks for said in check["unchecked"]]
    assert {check["name"] for check in open_checks if not check["unchecked"]} <= LEFT_TO_OTHERS
    assert {*named} <= {*unchecked}
    first, _, _ = answer["verdict"]["sentence"].partition(". ")
    assert first.endswith(f" not checked here: {', '.join(unchecked)}")


@pytest.mark.rule("A-74")
def test_an_older_copy_is_said_by_page_and_program_for_good(
    sealed_cup: Cup, ask: Ask, tmp_path: Path
) -> None:
    members = unpacked(sealed_cup.file.read_bytes())
    assert "The history" not in str(judged_by_page(members, ask, tmp_path))
    *lines, close = lines_of(members)
    entry = json.loads(lines[-1])
    entry["cmd"], entry["seq"] = "went-on", entry["seq"] + 1
    entry["events"] = [
        {
            "event": "history-shortened",
            "lines": 99,
            "leaf": "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
            "paired": {"masters": 4},
            "reason": "The stick was lost.",
        }
    ]
    last = json.loads(close) | {"seq": entry["seq"] + 1}
    more = [
        json.dumps(one, sort_keys=True, separators=(",", ":")).encode() for one in (entry, last)
    ]
    forged = by_thief(headed(with_lines(members, chained([*lines, *more]))))
    answer = judged_by_page(forged, ask, tmp_path)
    [history] = [one for one in answer["checks"] if one["name"] == "The history"]
    told = "The ledger continues from an older copy: 99 lines had been written before."
    assert history["said"] == [f"{told} Entry {entry['seq']} says why: The stick was lost."]
    assert history["state"] == "note"
    file = tmp_path / "forged.zip"
    said = " ".join(roundbook("verify", file).out.split())
    assert (
        "the ledger continues from an older copy: 99 lines had been written before, up to" in said
    )
    letter = unpacked(resealed(forged))[names.README]
    assert b"the ledger continues from an older copy" in letter


def judged_by_page(members: Members, ask: Ask, away: Path) -> Any:
    """Return what the page finds in an archive."""
    (away / "forged.zip").write_bytes(packed(members))
    [answer] = ask("review", [{"file": str(away / "forged.zip")}])
    return answer
