"""The contents of an archive: what was recorded and signed, and everything derived from it.

`verify` derives it again from the recorded part, and compares the two byte for byte.
"""

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib import resources
from textwrap import fill
from typing import Any

from msgspec import Struct

from roundbook.cli.archive.forms import form_of, line_forms
from roundbook.cli.places import layout
from roundbook.ledger import archive_file as names
from roundbook.ledger.errors import BEFORE
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.facts import MAX_DATA
from roundbook.ledger.evidence import SENTENCES, keys_named
from roundbook.ledger.people.book import Book, Person, with_teams
from roundbook.ledger.proofs.checkpoints import read_checkpoint
from roundbook.ledger.proofs.policy import FROM_ARCHIVE
from roundbook.ledger.proofs.tree import Tree, leaf, tiles
from roundbook.ledger.record.chain import Head
from roundbook.ledger.record.entry import VERSION, Entry, entries_of, leaf_hash
from roundbook.ledger.rulesets.own_rules import NOT_RULES
from roundbook.ledger.rulesets.released import EDITIONS, digests, text
from roundbook.ledger.rulesets.ruleset import LOCK_OF_TOP, Ruleset, parse
from roundbook.ledger.state.tournament import Tournament
from roundbook.projections.audits.draws import KNOWN
from roundbook.projections.reports import cells as forms
from roundbook.projections.reports.export_tables import matches, places
from roundbook.projections.reports.remarks import decided
from roundbook.projections.standings.shown import settled
from roundbook.projections.standings.standings import standings

# The page that verifies an archive in a browser, assembled into one file.

SCRIPTS = (
    "digests.js",
    "curve.js",
    "unzip.js",
    "toml.js",
    "record.js",
    "heads.js",
    "verdict.js",
    "fold.js",
    "brackets.js",
    "days.js",
    "rounds_left.js",
    "figures.js",
    "forms.js",
    "entries.js",
    "edition.js",
    "places.js",
    "race.js",
    "lock.js",
    "draws.js",
    "names.js",
    "tables.js",
    "review.js",
    "view.js",
)
"""The parts of the script in order: each uses only parts before it."""


@cache
def page() -> bytes:
    """Return the whole page, the same bytes on every machine."""
    facts = {
        "VERSION": VERSION,
        "FORM": names.FORM,
        "BEFORE": BEFORE,
        "RELEASED": digests(),
        "SENTENCES": SENTENCES,
        "FROM_ARCHIVE": FROM_ARCHIVE,
        "EDITION_FORM": form_of(Ruleset),
        "BOOK_FORM": form_of(Book),
        "PERSON_FORM": form_of(Person),
        "EDITIONS": {name: _rules_of(name) for name in EDITIONS},
        "LOCK_OF_TOP": LOCK_OF_TOP,
        "STAYS": STAYS,
        "NOT_RULES": NOT_RULES,
        "LINE_FORMS": line_forms(),
        "MOST_IN_A_FACT": MAX_DATA,
        "PROCEDURES": {kind.__struct_config__.tag: sorted(known) for kind, known in KNOWN.items()},
    }
    told = [f"const {name} = {json.dumps(fact)};" for name, fact in facts.items()]
    script = "\n".join(["'use strict';", *told, *map(_part, SCRIPTS)])
    style = _part("page.css") + _chart_styles()
    assert "</" not in script.replace("<\\/", ""), "a closing tag would end the script early"
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    html = _part("page.html")
    for mark, part in (("@policy@", policy), ("@style@", style), ("@script@", script)):
        assert html.count(mark) == 1, mark
        html = html.replace(mark, part)
    return html.encode()


def _rules_of(edition: str) -> dict[str, Any]:
    """Return the rules of a released edition as JSON, without what it is called and meant for."""
    table = parse(text(edition)).items()
    return {field: value for field, value in table if field not in NOT_RULES}


def page_digest() -> str:
    """Return the SHA-256 of the genuine page; a forged page may approve everything."""
    return sha256(page()).hexdigest()


def _part(name: str) -> str:
    return resources.files("roundbook.cli.archive").joinpath(name).read_bytes().decode()


def _chart_styles() -> str:
    """Return what the pages of the server say of charts: this page has to be one file."""
    static = resources.files("roundbook.cli.web").joinpath("static", "charts.css")
    return static.read_bytes().decode()


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"


# The recorded part of an archive, and the letter to the reviewer in every archive.


class Recorded(Struct, frozen=True, kw_only=True):
    """The recorded part, which cannot be derived: lines, rules, names, signatures, remark.

    `people` is None for an archive without names, `checkpoint` if nobody signed; `unfinished` is
    why a tournament was sealed before its close.
    """

    lines: tuple[bytes, ...]
    edition: bytes
    people: bytes | None = None
    checkpoint: bytes | None = None
    witnessed: Mapping[str, bytes] = {}
    unfinished: bytes | None = None

    def files(self) -> dict[str, bytes]:
        """Return these members by name."""
        ledger = b"".join(line + b"\n" for line in self.lines)
        found: dict[str, bytes | None] = {
            names.LEDGER: ledger,
            names.EDITION: self.edition,
            names.PEOPLE: self.people,
            names.CHECKPOINT: self.checkpoint,
            names.UNFINISHED: self.unfinished,
            **self.witnessed,
        }
        return {name: data for name, data in found.items() if data is not None}

    @property
    def signed(self) -> int:
        """The number of lines that the signed head covers; 0 without one. Raises Unreadable."""
        return read_checkpoint(self.checkpoint)[0].size if self.checkpoint else 0


def readme(
    what: Recorded,
    t: Tournament,
    rules: Ruleset,
    book: Book,
    root: bytes,
    keys: Sequence[str],
) -> bytes:
    """Return the letter: what the archive contains, and three ways to check it."""
    assert t.opened is not None, "only an opened tournament can be sealed"
    size = len(what.lines)
    covered = f"the first {what.signed} are" if what.signed < size else "all of them are"
    told = _part("letter.txt").format(
        form=names.FORM,
        name=t.opened.name,
        tournament=t.opened.tournament,
        rules=rules.edition,
        digest=t.opened.edition_sha256,
        size=size,
        root=base64.b64encode(root).decode(),
        signed=f"{covered} covered by the signed head" if what.signed else "nobody signed them",
        keys="\n".join(f"  {key}" for key in keys) or "  none",
        state=_state(what, t),
        decided="\n".join(f"  {said}" for said in decided(entries_of(what.lines))) or "  nothing",
        names=_whose_names(book),
    )
    return told.encode()


STAYS = (
    "What staff wrote is in it unchanged: the event's name, announcements, reasons, notes, and the "
    "names of teams and desks."
)
"""What an archive without names contains all the same: its lines are sealed as they were written.

The page says it too.
"""


def _whose_names(book: Book) -> str:
    """Return what people.json contains: after an erasure, perhaps only names of staff."""
    players, staff = book.players or book.refused, book.hands or book.staff
    if not (players or staff):
        left_out = "people.json is left out or empty: players and staff appear by number."
        return fill(f"{left_out} {STAYS}", 96)
    whose = "of players and staff" if players and staff else "of players" if players else "of staff"
    only = "" if players else "only "
    more = ", what was recorded of players' birth dates and Player IDs" if players else ""
    said = (
        f"people.json contains {only}names {whose}{more}, and the data that links each of them "
        "to the ledger. Keep it only as long as you are allowed to: everything else can still be "
        "verified without it."
    )
    return fill(said, 96)


def _state(what: Recorded, t: Tournament) -> str:
    """Return a sentence on whether the tournament was over."""
    if what.unfinished is not None:
        why = what.unfinished.decode("utf-8", "replace").strip()
        return f"The tournament was not closed when this archive was made: {why}"
    again = f", after being reopened {t.reopened} times" if t.reopened > 1 else ""
    again = ", after being reopened once" if t.reopened == 1 else again
    return f"The tournament is closed{again}; its places are final."


# The places and rounds of a sealed tournament, in three formats that other programs can read.


def tables(t: Tournament, rules: Ruleset, book: Book) -> dict[str, bytes]:
    """Return the files of places and rounds, by their names in an archive.

    Players whose names are not in the book appear by number only.
    """
    title = t.opened.name if t.opened else ""
    found: dict[str, bytes] = {}
    placed = places(standings(settled(t), rules), book)
    listed = {"standings": placed, "rounds": matches(t, book)}
    for what, rows in listed.items():
        found |= table_files(what, title, list(rows))
    return found


def table_files(what: str, title: str, rows: Sequence[forms.Row]) -> dict[str, bytes]:
    """Return the three files of a table, by their names in an archive."""
    return {
        f"tables/{what}.json": forms.array(rows),
        f"tables/{what}.csv": forms.csv_bytes(rows),
        f"tables/{what}.html": forms.html_bytes(f"{title}: {what}", rows),
    }


FREE = (names.README, names.PAGE)
"""Members that may differ between versions of roundbook, since nothing depends on them."""


def recorded(members: Mapping[str, bytes]) -> Recorded:
    """Return the recorded part of an archive."""
    shelf = f"{layout.WITNESSED}/"
    return Recorded(
        lines=tuple(members[names.LEDGER].split(b"\n")[:-1]),
        edition=members[names.EDITION],
        people=members.get(names.PEOPLE),
        checkpoint=members.get(names.CHECKPOINT),
        witnessed={name: data for name, data in members.items() if name.startswith(shelf)},
        unfinished=members.get(names.UNFINISHED),
    )


def sealed(
    what: Recorded, entries: Iterable[Entry], rules: Ruleset, book: Book
) -> dict[str, bytes]:
    """Return every member of the archive, by name. Raises Unreadable for a bad checkpoint.

    The tables have the names of `book` and, if there is a names file, those of the teams.
    """
    entries = list(entries)
    t = Tournament.replay(entries)
    shown = with_teams(book, t) if what.people is not None else book
    tree = Tree.over(map(leaf, what.lines))
    covered = what.signed or len(what.lines)
    part = Tree.over(map(leaf, what.lines[:covered])) if covered < tree.size else tree
    keys = list(dict.fromkeys(keys_named(entries)))
    found = {
        **what.files(),
        names.HEAD: Head(leaf=leaf_hash(what.lines[-1]), seq=len(what.lines)).to_bytes(),
        **dict(tiles(part, what.lines[:covered])),
        **tables(t, rules, shown),
        names.PAGE: page(),
        names.README: readme(what, t, rules, book, tree.root(), keys),
    }
    if keys:
        found[names.KEYS] = policy(keys)
    found[names.SUMS] = names.sums(found)
    return found


def policy(keys: Iterable[str]) -> bytes:
    """Return the keys in the format of `--trust`, with a warning."""
    return "".join([FROM_ARCHIVE, *(f"log {key}\n" for key in keys)]).encode()


def is_named(edition: bytes, opened: ev.TournamentOpened | None) -> bool:
    """Tell whether this is the text of the edition that the opening names."""
    return opened is not None and sha256(edition).hexdigest() == opened.edition_sha256
