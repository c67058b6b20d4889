"""What we write as a whole is what TOM wrote, but for what no ledger holds."""

import re
from collections import Counter
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.importers.tdf.reader import read
from roundbook.ledger.importers.tdf.shapes import TdfFile
from roundbook.ledger.people.book import Book, BookEntry, Person
from roundbook.ledger.people.tidy_names import tidy_name
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.terms import Actor, HandId, PlayerId
from roundbook.projections.tdf.export import Source, tdf_file
from tests.ledger.tdf_told import BY_HAND, SAMPLES, entries, events, told
from tests.projections.tdf.holds import SALT

KNOWN = {"round", "timeleft", "starttime", "timeelapsed", "autotablenumber", "overflowtablestart"}
"""What is not in a ledger, or has more than one form in TOM's own files: which round stage."""

QUIRKS = {
    # 1.74 writes the players of the pod for a division without players, and offers them a cut; it
    # does not say when a round was paired, which is what a bye and an open match are stamped with.
    "03_challenge_five_players_final": {"playercount", "timestamp"},
    "04a_vgc_cup_round4_paired": {"playercount", "value", "timestamp", "cut"},
    "04b_vgc_cup_top8_paired": {"playercount", "value", "timestamp"},
    "04c_vgc_cup_final_decided": {"playercount", "value", "timestamp"},
    # Rebuilt from a published file: one list of cuts is all it has.
    "08_challenge_awarded_bye_drop_final": {
        *("categorycut", "options", "value", "cut", "playercount", "paired3rd4th")
    },
}


def moment(text: str) -> datetime:
    """Return a time of a file; one that was written by hand may give none."""
    return datetime.strptime(text or "03/07/2026 09:00:00", "%m/%d/%Y %H:%M:%S").replace(tzinfo=UTC)


def run_here(file: TdfFile, data: bytes) -> list[Entry]:
    """The event of a file as if it had been run in roundbook, at the times that the file gives."""
    numbers = count(1)
    created = {PlayerId(f"p{n}"): moment(one.creationdate) for n, one in enumerate(file.players, 1)}
    found = []
    at = moment(file.players[0].creationdate)
    for event in events(data):
        assert event.told
        if event.told.local_time:
            at = datetime.fromisoformat(event.told.local_time).replace(tzinfo=UTC)
        when = created[event.player] if isinstance(event, ev.PlayerRegistered) else at
        acts: list[ev.AnyEvent] = [replace(event, told=None)]
        if isinstance(event, ev.RoundPaired):
            acts.append(ev.RoundStarted(pool=event.pool, round=event.round))
        found.append(
            Entry(
                seq=next(numbers),
                at=when,
                hand=Actor(id=HandId("h1")),
                cmd="x",
                prev=SALT,
                events=tuple(acts),
            )
        )
    return found


def written(data: bytes) -> str:
    """A file written as a whole, from what a ledger holds of it and from its head."""
    file = read(data)
    book = Book(
        players={
            PlayerId(f"p{number}"): BookEntry(
                person=Person(
                    name=tidy_name(f"{row.firstname} {row.lastname}"),
                    id=row.userid,
                    birth_year=row.birthdate.year,
                ),
                salt=SALT,
            )
            for number, row in enumerate(file.players, start=1)
        }
    )
    organizer = file.data.organizer
    assert organizer
    head = {
        "version": file.version,
        "gametype": file.gametype,
        "mode": file.mode,
        "city": file.data.city,
        "state": file.data.state,
        "country": file.data.country,
        "popid": organizer.popid,
        "organizer": organizer.name,
        "roundtime": str(file.data.roundtime),
        "finalsroundtime": str(file.data.finalsroundtime),
    }
    return tdf_file(run_here(file, data), load("tom"), book, heading=head).data.decode()


def as_tom_dates_births(data: bytes) -> str:
    """A file with the day of birth that TOM writes for everybody; the samples have another."""
    text = data.decode().replace("\r\n", "\n")
    return re.sub(r"(<birthdate>)\d\d/\d\d/", r"\g<1>02/27/", text)


def lines_of(text: str) -> Counter[str]:
    """The lines of a file, with their white space; the order of a group is nobody's."""
    return Counter(text.split("\n"))


def test_a_file_of_registration_is_toms_own_to_the_byte() -> None:
    """Four players, no pods: sample 06, saved by TOM 1.80."""
    data = next(path for path in SAMPLES if path.name.startswith("06")).read_bytes()
    assert written(data) == as_tom_dates_births(data)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_line_is_toms_own_but_for_what_a_ledger_does_not_hold(path: Path) -> None:
    """Indentation, spaces before the ends of tags, empty elements, order of fields, dates."""
    theirs = lines_of(as_tom_dates_births(path.read_bytes()))
    ours = lines_of(written(path.read_bytes()))
    other = [*(theirs - ours), *(ours - theirs)]
    tags = {found[1] for line in other if (found := re.match(r"\s*</?(\w+)", line))}
    assert tags <= KNOWN | QUIRKS.get(path.stem, set()), other


@pytest.mark.parametrize("path", [*SAMPLES, *BY_HAND], ids=lambda path: path.stem)
def test_the_elements_stand_in_toms_order(path: Path) -> None:
    """In each element that both files have, those within it follow one another alike."""
    for tag in ("data", "player", "poddata", "pod", "round", "match", "categorycut"):
        theirs = orders(path.read_bytes().decode(), tag)
        ours = orders(written(path.read_bytes()), tag)
        for order in ours:
            assert any(fits(order, known) for known in theirs) or not theirs, (tag, order)


@pytest.mark.parametrize(
    ("version", "since"),
    [
        ("1.7", set()),
        ("1.74", set()),
        ("1.80", {"pairtime", "starttime", "additionalrounds"}),
        ("1.84", {"pairtime", "starttime", "additionalrounds", "blockedranges"}),
        ("1.86", {"pairtime", "starttime", "additionalrounds", "blockedranges"}),
        ("2.0 beta", {"pairtime", "starttime", "additionalrounds", "blockedranges"}),
    ],
)
def test_each_version_has_the_fields_that_its_own_files_have(version: str, since: set[str]) -> None:
    data = next(path for path in SAMPLES if path.name.startswith("08")).read_bytes()
    text = written(data.replace(b'version="1.86"', f'version="{version}"'.encode()))
    assert f'version="{version}"' in text
    assert {
        tag
        for tag in ("pairtime", "starttime", "additionalrounds", "blockedranges")
        if f"<{tag}>" in text
    } == since


@pytest.mark.parametrize(
    "name",
    [
        *("O'Neill & Søn", 'Ana "Zip" <Ray>', "Ng", "李 小龍", "Ana Maria de la Cruz"),
        *("علي حسن", "नमस्ते‍जी क", "Noncharacter ￾ Ash", "Ünï-cödé ẞ", "]]> --> ?>"),
    ],
)
def test_a_name_is_read_as_it_was_written(name: str) -> None:
    """All of Unicode but what no XML may hold, which is a replacement character."""
    data = next(path for path in SAMPLES if path.name.startswith("06")).read_bytes()
    file = read(data)
    known = BookEntry(
        person=Person(name=name, id=file.players[0].userid, birth_year=1990), salt=SALT
    )
    found = tdf_file(
        entries(told(data)[1]), load("tom"), Book(players={PlayerId("p1"): known}), Source(data)
    )
    row = read(found.data).players[0]
    both = (row.firstname, row.lastname)
    order = reversed(both) if name == "李 小龍" else both  # In Chinese the family name comes first.
    assert tidy_name(" ".join(order)) == name.replace("￾", "�")
    assert found.data.decode().count("&apos;") == name.count("'")


def orders(text: str, tag: str) -> set[tuple[str, ...]]:
    """The names of what stands in elements of a name, in their order, one level below."""
    found = set()
    for block in re.findall(
        rf"^(\t*)<{tag}(?: [^>]*[^/])?>\r?\n(.*?)^\1</{tag}>", text, re.MULTILINE | re.DOTALL
    ):
        margin = block[0] + "\t"
        inner = re.findall(rf"^{margin}<(\w+)", block[1], re.MULTILINE)
        found.add(tuple(dict.fromkeys(inner)))
    return found


def fits(order: tuple[str, ...], known: tuple[str, ...]) -> bool:
    """Tell whether two orders agree about everything that is in both."""
    both = set(order) & set(known)
    return [one for one in order if one in both] == [one for one in known if one in both]
