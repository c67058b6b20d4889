"""What goes into an archive: what was recorded and signed, and all that follows from it.

`verify` makes what follows anew from what was recorded, and compares the two, byte for byte.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256

from msgspec import Struct

from cli.archive.page import page
from cli.archive.reviewer import readme
from cli.archive.tables import tables
from ledger import archive as names
from ledger.events import catalogue as ev
from ledger.people.book import Book
from ledger.proofs.checkpoints import read_checkpoint
from ledger.proofs.tiles import tiles
from ledger.proofs.tree import Tree, leaf
from ledger.record.chain import Head
from ledger.record.entry import Entry, leaf_hash
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament

WITNESSED = "witnessed/"
FREE = (names.README, names.PAGE)
"""What may differ between two versions of roundbook, since nothing rests on it."""


class Recorded(Struct, frozen=True, kw_only=True):
    """What cannot be made again: the lines, the rules, the names, the signatures, the remark.

    `people` is None where the archive is to name nobody, `checkpoint` where nobody signed;
    `unfinished` is why a tournament was sealed before its close.
    """

    lines: tuple[bytes, ...]
    edition: bytes
    people: bytes | None = None
    checkpoint: bytes | None = None
    witnessed: Mapping[str, bytes] = {}
    unfinished: bytes | None = None

    def files(self) -> dict[str, bytes]:
        """Return these by their names in the archive."""
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
        """How many lines the signed head covers; 0 where there is none. Raises Unreadable."""
        return read_checkpoint(self.checkpoint)[0].size if self.checkpoint else 0


def recorded(members: Mapping[str, bytes]) -> Recorded:
    """Return what an archive holds of the kind that cannot be made again."""
    return Recorded(
        lines=tuple(members[names.LEDGER].split(b"\n")[:-1]),
        edition=members[names.EDITION],
        people=members.get(names.PEOPLE),
        checkpoint=members.get(names.CHECKPOINT),
        witnessed={name: data for name, data in members.items() if name.startswith(WITNESSED)},
        unfinished=members.get(names.UNFINISHED),
    )


def sealed(
    what: Recorded, entries: Iterable[Entry], rules: Ruleset, book: Book
) -> dict[str, bytes]:
    """Return every member of the archive, by name. Raises Unreadable for a bad checkpoint."""
    entries = list(entries)
    t = Tournament.of(entries)
    tree = Tree.over(map(leaf, what.lines))
    covered = what.signed or len(what.lines)
    part = Tree.over(map(leaf, what.lines[:covered])) if covered < tree.size else tree
    keys = public_keys(entries)
    found = {
        **what.files(),
        names.HEAD: Head(leaf=leaf_hash(what.lines[-1]), seq=len(what.lines)).to_bytes(),
        **dict(tiles(part, what.lines[:covered])),
        **tables(t, rules, book),
        names.PAGE: page(),
        names.README: readme(what, t, rules, tree.root(), keys),
    }
    if keys:
        found[names.KEYS] = policy(keys)
    found[names.SUMS] = names.sums(found)
    return found


def public_keys(entries: Iterable[Entry]) -> list[str]:
    """Return every key that the ledger named as its own, in order."""
    named = [
        event.public_key
        for entry in entries
        for event in entry.events
        if isinstance(event, ev.TournamentOpened | ev.KeyRotated) and event.public_key
    ]
    return list(dict.fromkeys(named))


def policy(keys: Iterable[str]) -> bytes:
    """Return the keys as `--trust` reads them, with a word of warning."""
    lines = [
        "# The keys that this ledger itself names. They prove something only to whoever has",
        "# learned them elsewhere: compare them with what the organiser or a witness gave you.",
        *(f"log {key}" for key in keys),
    ]
    return "".join(f"{line}\n" for line in lines).encode()


def is_named(edition: bytes, opened: ev.TournamentOpened | None) -> bool:
    """Tell whether this is the text of the edition that the opening names."""
    return opened is not None and sha256(edition).hexdigest() == opened.edition_sha256
