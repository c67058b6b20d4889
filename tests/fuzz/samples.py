"""Good files of every kind that is read, from which the broken ones are made."""

import io
import json
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from openpyxl import Workbook

from roundbook.cli.places import phone_claims as claims_kept
from roundbook.cli.places.phone_claims import Claim, Claims
from roundbook.cli.web.access import sessions as doors_kept
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessList, Invitation, Session
from roundbook.ledger.decks import pools
from roundbook.ledger.decks.deck_list import KeptList, to_bytes
from roundbook.ledger.decks.released import load
from roundbook.ledger.importers.lists import pasted_decks as deck_lists
from roundbook.ledger.rulesets import released
from tests.cli.line import Line
from tests.cli.typed import files, roundbook

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"
NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)

ROSTERS = (
    "First Name,Last Name,Player ID,Birth Year,Division\r\nAna,López,4711,2001,Masters\r\n"
    "Ben,Ode,4712,2014,Junior\r\n".encode("utf-8-sig"),
    "sep=;\r\nNombre;Apellidos;Año de nacimiento\r\nAna;López;27.02.2001\r\n".encode(),
    'name|year|note\nAna López|2001|"a\nb"\nBen|2002|x\n'.encode("utf-16"),
    "Vorname\tName\tGeburtsdatum\nJürgen\tMüßig\t04/17/1988\n".encode("cp1252"),
)
RESULTS = (
    b"match,result,drop\nmasters-1-1,2-1,\nmasters-1-2,tie,p3\nmasters-1-3,no-show:2,p1+p2\n",
    b"Mesa;Resultado\nmasters-1-1;1\nmasters-1-2;double-loss\n",
)
STATE = {
    "players": [
        {"id": name, "points": points, "opponents": ["d"] if name == "a" else []}
        for name, points in (("a", 3), ("b", 3), ("c", 0), ("d", 0), ("e", 0))
    ],
    "key": "00" * 16,
    "round": 2,
    "rounds_planned": 4,
}


@cache
def event() -> Path:
    """Return the folder of a small tournament that was signed and is over, and its archive."""
    home = Path(mkdtemp(prefix="roundbook-fuzz-"))
    line = Line(home / "home", home / "cup")
    line.enrol("Ana López", "Ben Ode", "Cho Min", "Dee Fox")
    line.announce("--rounds", 1)
    assert line.run("start", "-C", line.folder).code, "A refused command is noted."
    line.pair()
    line.play(1)
    line("note", "the hall is cold")
    line("close")
    for words in (
        ("archive", line.folder, "--out", home / "cup.zip"),
        ("proof entry", "-C", line.folder, 3, "--out", home / "proof"),
        ("file backup", home / "cup.roundbook-backup", "-C", line.folder),
    ):
        line.run(*words, code=0)
    return line.folder


def members() -> dict[str, bytes]:
    """Return everything in the folder of that tournament."""
    return files(event())


def archives() -> list[bytes]:
    """Return the sealed archive of that tournament."""
    return [event().with_suffix(".zip").read_bytes()]


def backups() -> list[bytes]:
    """Return the backup of that tournament."""
    return [event().with_suffix(".roundbook-backup").read_bytes()]


def workbook() -> bytes:
    """Return a list of players as a workbook."""
    book = Workbook()
    assert book.active is not None
    for row in (
        ["First Name", "Last Name", "Player ID", "Birth Year"],
        ["Ana", "López", 4711, 2001],
        ["Ben", "Ode", "4712", 2014.0],
    ):
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def tdfs() -> list[bytes]:
    """Return the organiser's files."""
    return [path.read_bytes() for path in sorted(FIXTURES.glob("imports/**/*.tdf"))]


def decks() -> list[bytes]:
    """Return deck lists."""
    return [path.read_bytes() for path in sorted(FIXTURES.glob("decks/*"))]


def kept_decks() -> list[bytes]:
    """Return deck lists as they are kept beside a ledger."""
    return [to_bytes(KeptList(deck=deck_lists.read(one, "x"), salt="A" * 43)) for one in decks()]


STANDINGS = {
    "label": "Cup",
    "players": [
        {
            "id": name,
            "name": f"{name} Ode",
            "placing": place,
            "published_win_percentages": {"self": 0.5, "opp": 0.5, "oppopp": 0.25},
            "rounds": {"1": {"opponent": other, "result": result, "table": 1}},
        }
        for place, (name, other, result) in enumerate((("ana", "ben", "W"), ("ben", "ana", "L")), 1)
    ],
}


def published() -> list[bytes]:
    """Return events that somebody has published: with game scores, and as standings."""
    games = sorted((FIXTURES / "tournaments").glob("*_eight_player_*.json"))
    return [*(path.read_bytes() for path in games), json.dumps(STANDINGS).encode()]


def forms() -> list[bytes]:
    """Return events in the forms of others, one of each."""
    return [path.read_bytes() for path in (FIXTURES / "imports" / "published").glob("*.json")]


def tables() -> list[bytes]:
    """Return published results and standings as tables."""
    return [path.read_bytes() for path in (FIXTURES / "imports" / "published").glob("*.csv")]


def states() -> list[bytes]:
    """Return states of a round."""
    return [json.dumps(STATE).encode()]


def edition_texts() -> list[bytes]:
    """Return the texts of two editions of the rules."""
    return [released.text("play-2017"), released.text("dci-mtr")]


def pool_texts() -> list[bytes]:
    """Return the texts of the card pools that are released."""
    return [load(pool.name) for pool in pools.released()]


def claims() -> list[bytes]:
    """Return what players have reported on their own phones."""
    said = Claim(match="masters-1-1", player="p1", word="1", at=NOON)
    return [claims_kept.to_bytes(Claims(allowed=True, claims=(said,)))]


def doors() -> list[bytes]:
    """Return who may come in, and who is in."""
    invited = Invitation(
        digest="aa" * 32,
        seat=AccessRole.JUDGE,
        name="Bea",
        station="floor",
        tournament="cup",
        until=NOON,
    )
    come = Session(
        number=1,
        digest="bb" * 32,
        form_key="cc" * 32,
        seat=AccessRole.SCOREKEEPER,
        name="Cy",
        station="desk-2",
        tournament=None,
        since=NOON,
        until=NOON,
    )
    return [doors_kept.to_bytes(AccessList(invitations=(invited,), sessions=(come,), given=1))]


def attempts() -> list[bytes]:
    """Return the commands that were refused at a small tournament."""
    return [members()["attempts.jsonl"]]


def people() -> list[bytes]:
    """Return a book of names."""
    return [members()["people.json"]]


def proofs() -> list[bytes]:
    """Return a proof of one entry."""
    return [event().parent.joinpath("proof.tlog-proof").read_bytes()]


def policies() -> list[bytes]:
    """Return whose keys count."""
    key = roundbook("proof key", "-C", event()).out.splitlines()[0].removeprefix("log ")
    named = f"# a remark\nlog {key}\nwitness a {key}\nwitness b {key}\n"
    return [f"{named}group both all a b\nquorum both\n".encode(), f"log {key}\n".encode()]
