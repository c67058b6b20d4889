"""A fixture told as a ledger, and the same file read a second time, without the importer."""

import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.importers.tdf.events import people, tell
from roundbook.ledger.importers.tdf.reader import read
from roundbook.ledger.importers.tdf.shapes import TdfFile
from roundbook.ledger.people.book import commitment
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.released import digest, load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor, HandId

IMPORTS = Path(__file__).resolve().parents[2] / "fixtures" / "imports"
SAMPLES = sorted(IMPORTS.glob("*.tdf"))
BY_HAND = sorted((IMPORTS / "hand").glob("*.tdf"))
LAWFUL = [*SAMPLES, *BY_HAND]
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def hand_written(name: str) -> bytes:
    return (IMPORTS / "hand" / f"{name}.tdf").read_bytes()


def told(data: bytes, edition: str = "tom") -> tuple[TdfFile, list[tuple[AnyEvent, ...]]]:
    """Return what stands in a file, and the acts that it tells."""
    file = read(data)
    salts = [f"{n:043d}" for n in range(len(file.players))]
    acts = tell(
        file,
        sha256=hashlib.sha256(data).hexdigest(),
        rules=load(edition),
        edition_sha256=digest(edition),
        tournament="hand-written-1",
        commitments=[commitment(p, s) for p, s in zip(people(file), salts, strict=True)],
    )
    return file, acts


def events(data: bytes, edition: str = "tom") -> list[AnyEvent]:
    return [event for act in told(data, edition)[1] for event in act]


def entries(acts: list[tuple[AnyEvent, ...]]) -> list[Entry]:
    hand = Actor(id=HandId("h1"))
    return [
        Entry(seq=n, at=NOON, hand=hand, cmd=f"import/{n}", prev="A" * 43, events=act)
        for n, act in enumerate(acts, start=1)
    ]


def followed(data: bytes, edition: str = "tom") -> Tournament:
    return Tournament.replay(entries(told(data, edition)[1]))


class Plain(NamedTuple):
    """A match as it stands in the XML: round, table, players by p-number, outcome."""

    number: int
    elimination: bool
    table: int
    players: tuple[str, ...]
    outcome: int
    last_of_pod: bool


def plain(data: bytes) -> tuple[ET.Element, dict[str, str], list[Plain]]:
    """Read a file the short way: the root, the p-number of each userid, the matches."""
    root = ET.fromstring(data)  # noqa: S314 - our own fixture.
    players = root.find("players")
    assert players is not None
    number = {player.attrib["userid"]: f"p{n}" for n, player in enumerate(players, start=1)}
    found = []
    for pod in root.iterfind("pods/pod"):
        rounds = pod.findall("rounds/round")
        for played in rounds:
            for match in played.iterfind("matches/match"):
                seats = [match.find(tag) for tag in ("player", "player1", "player2")]
                ids = tuple(number[s.attrib["userid"]] for s in seats if s is not None)
                found.append(
                    Plain(
                        int(played.attrib["number"]),
                        played.attrib["type"] == "1",
                        int(match.findtext("tablenumber", "0")),
                        ids,
                        int(match.attrib["outcome"]),
                        played is rounds[-1],
                    )
                )
    return root, number, [match for match in found if match.outcome != 9]
