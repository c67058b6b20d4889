"""Forged archives from a generator with a seed, each with the verdict that its maker expects.

A maker knows what was done, and to what; so the verdict follows from that, and from no program.
"""

import io
import json
import re
import warnings
import zipfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from roundbook.cli.archive.contents import Recorded, sealed
from roundbook.ledger import archive_file as names
from roundbook.ledger.archive_file import packed, unpacked
from roundbook.ledger.evidence import Level
from roundbook.ledger.people.book import Book
from roundbook.ledger.proofs.checkpoints import read_checkpoint
from roundbook.ledger.proofs.notes import vkey_of
from roundbook.ledger.record.entry import Entry, to_line
from roundbook.ledger.rulesets import released
from roundbook.projections.reports.cells import array, csv_bytes, html_bytes
from tests.any_line import with_any_entries
from tests.cli.sealed import (
    Members,
    chained,
    headed,
    lines_of,
    listed,
    resealed,
    summed,
    with_lines,
)
from tests.editions import any_edition
from tests.simulation.test_verdicts import (
    BESIDE,
    HEADS,
    MINE,
    OWN,
    RECORD,
    THIEF,
    Scene,
    forged,
    own_key,
)
from tests.wild import wild_event

PROVED, SIGNED, PARTLY, UNSIGNED, WANTING, WRONG = Level


class Forgery(NamedTuple):
    """An archive, its verdict alone, and that with a trusted key: the organiser's, or `key`."""

    what: str
    data: bytes
    alone: Level
    trusted: Level
    key: str | None = None


Family = Callable[[Scene], Forgery]


# What the maker of a forgery knows of each of its parts.

BREAKS = {
    "an earlier version",
    "a later version",
    "a line doubled",  # The same command, twice.
    "a hand bound to another",  # By a text that is no commitment.
    "the end cut off",  # The close is gone, and nothing says why it was sealed.
}
"""What no ledger can hold, or no archive, whoever signed it."""
WITH_A_PAST = "two names swapped, the real ones former"
OTHER_NAMES = {
    "two names swapped",
    WITH_A_PAST,
    "another name of a hand",
}
RECHAINED = {OWN, "no head, and no key"}
"""What changes line 1, and so chains all others again."""
SAME = {None, "a name taken away", "a name of nobody"}


def of_the_record(scene: Scene) -> Forgery:
    """Change the record, the heads and what lies beside it, and seal it again."""
    record = scene.chance.choice([None, *RECORD])
    heads = scene.chance.choice([*HEADS])
    beside = scene.chance.choice([None, None, *BESIDE])
    made = forged(scene, record, heads, beside)
    kept = heads == "no head, and no key" and beside == "the list of keys"  # There is none.
    unchained = record == "a line removed, not chained" and heads not in RECHAINED
    broken = unchained or record in BREAKS or not (beside in SAME | OTHER_NAMES or kept)
    # A former name needs an entry that bound it: the line that was removed may have been that one.
    broken |= beside == WITH_A_PAST and not {"p1", "p2"} <= _registered(made.data)
    unlike = heads in {"no head", "signed with a different"} or (heads == MINE and record)
    if broken or unlike or (heads == "an old head" and record and _covers(scene, made.data)):
        verdict = (WRONG, WRONG)
    elif heads in {"an old head", "no head, and no key"} or beside in OTHER_NAMES:
        verdict = (WANTING, WANTING)
    else:
        verdict = (SIGNED, WANTING if heads == OWN else PROVED)
    return Forgery(made.what, made.data, *verdict)


def _registered(data: bytes) -> set[str]:
    """Return the players whom the lines of an archive register."""
    entries = map(json.loads, lines_of(unpacked(data)))
    events = (event for entry in entries for event in entry["events"])
    return {event["player"] for event in events if event["event"] == "player-registered"}


def _covers(scene: Scene, data: bytes) -> bool:
    """Tell whether the old head covers a line that was changed."""
    size = read_checkpoint(scene.older[names.CHECKPOINT])[0].size
    return lines_of(unpacked(data))[:size] != lines_of(scene.members)[:size]


# Members altered, removed and doubled, under the old list of sums or a new one.

FREE = {names.README, names.PAGE}


def of_a_member(scene: Scene) -> Forgery:
    """Alter a member in the middle, remove it, or put it in twice."""
    name = scene.chance.choice([*scene.members])
    how = scene.chance.choice(["altered", "removed", "doubled"])
    remade = scene.chance.random() < 0.7 and name != names.SUMS
    members = dict(scene.members)
    if how == "doubled":
        return Forgery(f"{name} doubled", _doubled(members, name), WRONG, WRONG)
    if how == "altered":
        at = len(members[name]) // 2
        members[name] = (
            members[name][:at] + bytes([members[name][at] ^ 1]) + members[name][at + 1 :]
        )
    else:
        del members[name]
    nobody_misses = how == "removed" and name.startswith("witnessed/")
    fine = remade and (nobody_misses or (how == "altered" and name in FREE))
    data = summed(members) if remade else packed(members)
    sums = "a new" if remade else "the old"
    return Forgery(
        f"{name} {how}, {sums} list of sums", data, *((SIGNED, PROVED) if fine else (WRONG, WRONG))
    )


def _doubled(members: Members, name: str) -> bytes:
    """Pack members as the archive does, and one of them once more at the end of the list."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file, warnings.catch_warnings(action="ignore"):
        for each, data in (*sorted(members.items()), (name, members[name])):
            info = zipfile.ZipInfo(each)
            info.external_attr = 0x81A40000
            file.writestr(info, data)
    return out.getvalue()


# The rules: every field of an edition, its digest kept, or everything made again and signed.


def of_an_edition(scene: Scene) -> Forgery:
    """Play by other rules: under the old digest, honestly as one's own, or with invented places."""
    how = scene.chance.choice(
        ["under the old digest", "honestly", "with invented places", "badly written"]
    )
    text, _ = any_edition(scene.chance)
    if how == "under the old digest":
        data = summed(scene.members | {names.EDITION: text})
        return Forgery(f"other rules {how}", data, WRONG, WRONG)
    if how == "badly written":
        name, wrong = scene.chance.choice([*BAD_RULES.items()])
        text = re.sub(
            wrong[0], wrong[1], released.text("play-2017").replace(b'"play-2017"', b'"ours"', 1)
        )
        how = f"with {name}"
    members = _by(scene, text)
    key = str(vkey_of(read_checkpoint(scene.members[names.CHECKPOINT])[0].origin, THIEF))
    if how == "honestly":
        return Forgery(f"own rules {how}", resealed(members), SIGNED, PROVED, key)
    if how == "with invented places":
        return Forgery(f"own rules {how}", invented(unpacked(resealed(members))), WRONG, WRONG, key)
    return Forgery(f"own rules {how}", summed(members), WRONG, WRONG, key)


BAD_RULES: dict[str, tuple[bytes, bytes]] = {
    "a field too many": (rb"(?m)^win_points", b"more = 1\nwin_points"),
    "a field too few": (rb"(?m)^win_points.*$", b""),
    "a field twice": (rb"(?m)^win_points", b"win_points = 3\nwin_points"),
    "a tie above a win": (rb"(?m)^tie_points = 1", b"tie_points = 4"),
    "a decimal": (rb'win_floor = "1/4"', b"win_floor = 0.25"),
    "a rate above one": (rb'win_cap = "3/4"', b'win_cap = "5/4"'),
    "a floor above the cap": (rb'win_floor = "1/4"', b'win_floor = "4/5"'),
    "a number as text": (rb"rounds_until_lock = 2", b'rounds_until_lock = "2"'),
    "no lock": (rb"rounds_until_lock = 2", b"rounds_until_lock = 0"),
    "a clause that nobody knows": (rb'"op-op-win"', b'"opp-win"'),
    "a clause twice": (rb'"op-op-win"', b'"op-win"'),
    "no last resort": (rb', "lot"\]', b"]"),
    "a name in capitals": (rb'edition = "ours"', b'edition = "Ours"'),
    "the name of a released edition": (rb'edition = "ours"', b'edition = "tom"'),
    "no end of a text": (rb'title = "', b"title = "),
}


def _by(scene: Scene, text: bytes) -> Members:
    """Let the ledger name other rules, and sign it with a key that it names."""
    first, *others = lines_of(scene.members)
    entry = json.loads(first)
    opened = entry["events"][0] | {"edition": "ours", "edition_sha256": sha256(text).hexdigest()}
    entry["events"][0] = opened
    lines = chained([json.dumps(entry).encode(), *others])
    members = headed(with_lines(scene.members, lines)) | {names.EDITION: text}
    return own_key(scene, members)


def invented(members: Members) -> bytes:
    """Exchange the first and the last place in all three forms of the table."""
    rows = json.loads(members["tables/standings.json"])
    for column in ("player", "name"):
        rows[0][column], rows[-1][column] = rows[-1][column], rows[0][column]
    title = json.loads(lines_of(members)[0])["events"][0]["name"]
    made = members | {
        "tables/standings.json": array(rows),
        "tables/standings.csv": csv_bytes(rows),
        "tables/standings.html": html_bytes(f"{title}: standings", rows),
    }
    return summed(made)


# Events with flights, teams, drafts, second days and cuts in any order, under rules of one's own.


def of_a_wild_event(scene: Scene) -> Forgery:
    """Seal an unsigned event that nobody would hold: as it is, or with invented places."""
    text, rules = any_edition(scene.chance)
    entries = wild_event(scene.chance, closes=False)
    opened = json.loads(to_line(entries[0]))
    opened["events"][0] |= {"edition": "ours", "edition_sha256": sha256(text).hexdigest()}
    lines = chained([json.dumps(opened).encode(), *(to_line(one) for one in entries[1:])])
    played: list[Entry] = [entries[0], *entries[1:]]
    what = Recorded(lines=tuple(lines), edition=text, unfinished=b"a test\n")
    members = sealed(what, played, rules, Book())
    started = b'"event":"round-started"' in members[names.LEDGER]
    rows = json.loads(members["tables/standings.json"])
    if scene.chance.random() < 0.5 or len(rows) < 2 or rows[0]["player"] == rows[-1]["player"]:
        level = WANTING if started else UNSIGNED
        return Forgery("a wild event", packed(members), level, WANTING)
    return Forgery("a wild event with invented places", invented(members), WRONG, WRONG)


# The names file, as others may write it.


def _text(change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    return change


def _book(change: Callable[[dict[str, Any]], object]) -> Callable[[bytes], bytes]:
    def changed(text: bytes) -> bytes:
        book = json.loads(text)
        change(book)
        return json.dumps(book).encode()

    return changed


def _person(**fields: object) -> Callable[[bytes], bytes]:
    return _book(lambda book: book["players"]["p1"]["person"].update(fields))


ODD_NAMES: dict[str, tuple[Callable[[bytes], bytes], Level]] = {
    "a byte order mark": (lambda text: b"\xef\xbb\xbf" + text, WRONG),
    "no text at all": (lambda _: b"", WRONG),
    "a list": (lambda _: b"[]", WRONG),
    "half of it": (lambda text: text[: len(text) // 2], WRONG),
    "bad letters": (lambda text: text.replace(b"Ana", b"An\xff"), WRONG),
    "half a letter": (lambda text: text.replace(b"Ana", rb"An\ud83c"), WRONG),
    "something behind it": (lambda text: text + b"x", WRONG),
    "a key that nobody knows": (_book(lambda book: book.update(more=1)), WRONG),
    "a field that nobody knows": (_person(more=1), WRONG),
    "a year as text": (_person(birth_year="1991"), WRONG),
    "a year of another age": (_person(birth_year=99), WRONG),
    "a year with a point": (
        lambda text: _person(birth_year=-1)(text).replace(b"-1", b"1991.0"),
        WRONG,
    ),
    "a year with an exponent": (
        lambda text: _person(birth_year=-1)(text).replace(b"-1", b"1.991e3"),
        WRONG,
    ),
    "a name that is none": (_person(name=None), WRONG),
    "a salt that is none": (_book(lambda book: book["players"]["p1"].update(salt="x")), WRONG),
    "no salt": (_book(lambda book: book["players"]["p1"].pop("salt")), WRONG),
    "a number that is none": (
        _book(lambda book: book["players"].update(q1=book["players"]["p1"])),
        WRONG,
    ),
    "a former name that is invented": (
        _book(lambda book: book.update(former={"p1": [_eve(book["players"]["p1"])]})),
        WRONG,
    ),
    "a refused name that is invented": (
        _book(lambda book: book.update(refused={"A" * 43: _eve(book["players"]["p1"])})),
        WRONG,
    ),
    "the keys in another order": (
        _book(lambda book: book.update(players=book.pop("players"))),
        SIGNED,
    ),
    "other spaces": (lambda text: json.dumps(json.loads(text), indent=7).encode(), SIGNED),
    "escaped letters": (lambda text: text.replace(b"Ana", rb"\u0041na"), SIGNED),
}


def _eve(known: dict[str, Any]) -> dict[str, Any]:
    return known | {"person": {**known["person"], "name": "Dirty Cheater"}}


def of_the_names(scene: Scene) -> Forgery:
    """Write the names file as another program would, or as somebody with something to hide."""
    name, (change, level) = scene.chance.choice([*ODD_NAMES.items()])
    members = scene.members | {names.PEOPLE: change(scene.members[names.PEOPLE])}
    return Forgery(
        f"names with {name}", summed(members), level, PROVED if level is SIGNED else level
    )


# Lines that roundbook cannot have written, or that nobody would write, signed with one's own key.


def _in_an_entry(name: str, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda entry: entry.update({name: value})


def _in_an_event(name: str, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda entry: entry["events"][-1].update({name: value})


NEWER = "a draw that nobody knows"
"""A newer roundbook may have made it, so nobody calls the ledger wrong for it."""

FROM_A_FILE = {"sha256": "0" * 64}
UNWRITTEN: dict[str, Callable[[dict[str, Any]], object]] = {
    "a field of no entry": _in_an_entry("more", 1),
    "no time": lambda entry: entry.pop("at"),
    "a time with zeros": lambda entry: entry.update(at=entry["at"].replace("Z", ".000000Z")),
    "a time of no day": _in_an_entry("at", "2026-02-30T10:00:00Z"),
    "no command": lambda entry: entry.pop("cmd"),
    "a hand of no number": lambda entry: entry["hand"].update(id="p1"),
    "no station": lambda entry: entry["hand"].pop("station"),
    "a role of nobody": lambda entry: entry["hand"].update(role="owner"),
    "a field of no event": _in_an_event("more", "x"),
    "a field of another event": _in_an_event("public_key", None),
    "an event without a name": lambda entry: entry["events"][-1].pop("event"),
    "an event of tomorrow": _in_an_event("event", "comet-seen"),
    "no event, but a word": lambda entry: entry["events"].append("dropped"),
    "a default written out": _in_an_event("override", None),
    "an override without a reason": _in_an_event("override", {"rule": "x", "official": "y"}),
    "a file without a digest": _in_an_event("told", {"sha256": "x"}),
    "the word of a file at the desk": _in_an_event("told", FROM_A_FILE),
    "half an entry of a file": lambda entry: entry["events"].append(
        {"event": "note-made", "text": "x", "told": FROM_A_FILE}
    ),
    "a fact that is too large": lambda entry: entry["events"].append(
        {"event": "fact-added", "id": "x", "spec": "x", "data": {"a": ["x" * 400] * 11}}
    ),
    NEWER: lambda entry: entry["events"].append(
        {
            "event": "lot-drawn",
            "division": "Masters",
            "lots": [],
            "drawn": {"draw": "lots-9", "number": 9, "secret": "A" * 43},
        }
    ),
}
"""What is done to an entry behind the first, so that no roundbook can have written the ledger."""

BINDING = {
    *("tournament-opened", "key-rotated", "staff-named", "hand-renamed", "tournament-reopened"),
    *("player-registered", "late-player-admitted", "player-amended", "registration-withdrawn"),
    *("people-erased", "entry-refused"),
}
"""Events that bear on a key, on a name, or on whether the event is over."""


def of_the_lines(scene: Scene) -> Forgery:
    """Write a line that cannot be, or entries that break rules; then sign everything again."""
    lines = [json.loads(line) for line in lines_of(scene.members)]
    if scene.chance.random() < 0.6:
        what, change = scene.chance.choice([*UNWRITTEN.items()])
        change(scene.chance.choice(lines[1:]))
        level, trusted = (SIGNED, PROVED) if what is NEWER else (WRONG, WRONG)
    else:
        what, level, trusted = "any entries", SIGNED, PROVED
        lines = with_any_entries(lines_of(scene.members), scene.chance, BINDING)
    made = chained([json.dumps(line).encode() for line in lines])
    members = own_key(scene, headed(with_lines(scene.members, made)))
    key = str(vkey_of(read_checkpoint(scene.members[names.CHECKPOINT])[0].origin, THIEF))
    data = resealed(members) if level is SIGNED else summed(listed(members, key))
    return Forgery(f"lines with {what}", data, level, trusted, key)


FAMILIES: tuple[tuple[Family, int], ...] = (
    (of_the_record, 5),
    (of_a_member, 4),
    (of_an_edition, 4),
    (of_a_wild_event, 4),
    (of_the_names, 3),
    (of_the_lines, 5),
)
"""The kinds of forgeries, and how many there are of each among twenty-five."""


def corpus(members: Members, older: Members, seed: int, number: int) -> Iterator[Forgery]:
    """Yield so many forgeries, the same ones for the same seed and the same archive."""
    chance = Random(seed)  # noqa: S311 - replayed by its seed.
    kinds, weights = zip(*FAMILIES, strict=True)
    for _ in range(number):
        [made] = chance.choices(kinds, weights)
        yield made(Scene(members, older, chance))
