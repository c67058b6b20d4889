"""Every door through which a file comes in: what goes in, how it is broken, what may come of it.

A file is read, or refused with one sentence. Anything else that happens is a finding.
"""

import json
import os
import shutil
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from roundbook.cli.places import phone_claims
from roundbook.cli.session.errors import hint_of
from roundbook.cli.web.access import sessions
from roundbook.ledger.archive_file import unpacked
from roundbook.ledger.decks import deck_list as lists
from roundbook.ledger.decks import pools
from roundbook.ledger.errors import Trouble
from roundbook.ledger.importers.lists import pasted_decks as decks
from roundbook.ledger.importers.lists import results, roster
from roundbook.ledger.importers.published.reader import read_published
from roundbook.ledger.importers.published.spreadsheets import read_table
from roundbook.ledger.importers.states_json import read_state
from roundbook.ledger.importers.tdf.reader import official
from roundbook.ledger.people import book
from roundbook.ledger.proofs.checkpoints import read_checkpoint
from roundbook.ledger.proofs.entries import read_proof
from roundbook.ledger.proofs.policy import read_policy
from roundbook.ledger.record.chain import Head
from roundbook.ledger.record.entry import START, check_line, from_line, leaf_hash
from roundbook.ledger.rulesets import custom, released
from roundbook.ledger.state.tournament import Tournament
from roundbook.projections.standings.standings import standings
from tests.cli.typed import roundbook
from tests.fuzz import mutation, samples
from tests.fuzz.mutation import Mutation
from tests.ledger.tdf_told import entries, told

Samples = Callable[[], Sequence[bytes]]
LONGEST = 60_000
"""So long may be what is said of a file that is refused or judged, in characters."""


class Target(NamedTuple):
    """A door: good files, what changes their pieces, and what takes a file in.

    `slow` doors are whole commands, and are tried less often.
    """

    name: str
    samples: Samples
    of_form: Mutation
    take: Callable[[bytes], None]
    slow: bool = False

    def check(self, data: bytes) -> None:
        """Take a file in; raises whatever is no refusal, and AssertionError for a bad one."""
        refusal = None
        try:
            self.take(data)
        except Trouble as trouble:
            refusal = trouble
        for said in (
            (refusal.message, *refusal.others, hint_of(refusal) or "Do it.") if refusal else ()
        ):
            assert said.strip(), refusal
            assert len(said) < 1_000, said[:1_000]
            assert "Traceback" not in said
            assert "\n" not in said
            said.encode()


def _tdf(data: bytes) -> None:
    file, acts = told(data)
    official(file)
    standings(Tournament.replay(entries(acts)), released.load("tom"))


def _ledger(data: bytes) -> None:
    """Read the lines of a ledger as far as they go, and ask who stands where."""
    t = Tournament()
    for number, line in enumerate(data.split(b"\n")[:-1], start=1):
        check_line(line, number)
        t.apply_entry(from_line(line, number))
    standings(t, released.load("play-2017"))


def _deck(data: bytes) -> None:
    deck = decks.read(data, "deck.txt")
    again = decks.read(lists.as_text(deck).encode(), "again.txt")
    assert again.cards == deck.cards


def _head(data: bytes) -> None:
    Head.from_bytes(data)


def typed(*words: object, stdin: bytes = b"") -> None:
    """Type a command that may say yes or no, but has to say it."""
    said = roundbook(*words, stdin=stdin)
    assert said.code in range(6), said
    assert said.code == 0 or said.out.strip() or said.err.strip(), said
    for text in (said.out, said.err):
        assert len(text) < LONGEST, text[:500]
        assert "Traceback" not in text, text


def command(name: str, *words: str) -> Callable[[bytes], None]:
    """Return what takes a file in by a whole command, at a table of its own."""

    def take(data: bytes) -> None:
        with TemporaryDirectory() as away:
            path = Path(away) / name
            path.write_bytes(data)
            here = str(_table())
            typed(*(word.format(file=path, cup=here, away=away) for word in words))

    return take


@cache
def _table() -> Path:
    """Return a tournament where lists come in: its first round is being played."""
    home = samples.event().parent / "table"
    for words in (
        ("open", home, "--name", "Cup", "--start", "2026-03-07"),
        *(("register", name, "--birth-year", 1990, "-C", home) for name in ("Zoe", "Yan")),
        ("announce", "--prizes", "none", "-C", home),
        ("pair", "-C", home),
        ("start", "-C", home),
    ):
        roundbook(*words, code=0)
    return home


def _states(data: bytes) -> None:
    typed("lab propose", stdin=data)


def folder_with(name: str, *verbs: tuple[str, ...]) -> Callable[[bytes], None]:
    """Return what looks at a tournament of which one file was changed."""

    def take(data: bytes) -> None:
        with TemporaryDirectory() as away:
            folder = Path(away) / "cup"
            shutil.copytree(samples.event(), folder)
            (folder / name).write_bytes(data)
            for words in verbs:
                shutil.rmtree(Path(os.environ["ROUNDBOOK_HOME"]) / "seen", ignore_errors=True)
                typed(*(word.format(cup=folder) for word in words))

    return take


def _forged(data: bytes) -> None:
    """Look at a ledger as somebody would forge it: every line broken or not, the chain whole."""
    prev, lines = START, list[bytes]()
    for line in data.split(b"\n")[:-1]:
        try:
            changed = {**json.loads(line), "prev": prev, "seq": len(lines) + 1}
            text = json.dumps(changed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            lines.append(text.encode())
        except (ValueError, TypeError, RecursionError):
            continue
        prev = leaf_hash(lines[-1])
    with TemporaryDirectory() as away:
        folder = Path(away) / "cup"
        shutil.copytree(samples.event(), folder)
        (folder / "checkpoint").unlink(missing_ok=True)
        (folder / "ledger.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
        (folder / "head").write_bytes(Head(leaf=prev, seq=max(len(lines), 1)).to_bytes())
        for words in LOOK:
            shutil.rmtree(Path(os.environ["ROUNDBOOK_HOME"]) / "seen", ignore_errors=True)
            typed(*(word.format(cup=folder) for word in words))


def member(name: str) -> Samples:
    """Return a file of the small tournament."""
    return lambda: [samples.members()[name]]


LOOK = (("verify", "{cup}"), ("standings", "-C", "{cup}"), ("history", "-C", "{cup}", "--json"))
"""What is asked of a tournament whose files were changed."""

TARGETS = (
    Target("tdf", samples.tdfs, mutation.of_xml, _tdf),
    Target("roster", lambda: samples.ROSTERS, mutation.of_cells,
           lambda data: void(roster.read(data, "list.csv"))),
    Target("workbook", lambda: [samples.workbook()], mutation.of_parts(mutation.of_xml),
           lambda data: void(roster.read(data, "list.xlsx"))),
    Target("results", lambda: samples.RESULTS, mutation.of_cells,
           lambda data: void(results.read(data, "round.csv"))),
    Target("deck", samples.decks, mutation.of_words, _deck),
    Target("kept-deck", samples.kept_decks, mutation.of_json,
           lambda data: void(lists.from_bytes(data, "deck.json").commitment)),
    Target("published", samples.published, mutation.of_json,
           lambda data: void(read_published(data))),
    Target("published-forms", samples.forms, mutation.of_json,
           lambda data: void(read_published(data))),
    Target("published-tables", samples.tables, mutation.of_cells,
           lambda data: void(read_table(data, "the table"))),
    Target("claims", samples.claims, mutation.of_json,
           lambda data: void(phone_claims.from_bytes(data, "reported.json"))),
    Target("doors", samples.doors, mutation.of_json,
           lambda data: void(sessions.from_bytes(data, "doors.json"))),
    Target("state", samples.states, mutation.of_json,
           lambda data: void(read_state(data, "line 1"))),
    Target("people", samples.people, mutation.of_json,
           lambda data: void(book.from_bytes(data, "people.json"))),
    Target("ledger", member("ledger.jsonl"), mutation.of_json, _ledger),
    Target("head", member("head"), mutation.of_json, _head),
    Target("archive", samples.archives, mutation.of_parts(mutation.of_json),
           lambda data: void(unpacked(data))),
    Target("checkpoint", member("checkpoint"), mutation.of_words,
           lambda data: void(read_checkpoint(data))),
    Target("proof", samples.proofs, mutation.of_words, lambda data: void(read_proof(data))),
    Target("policy", samples.policies, mutation.of_words, lambda data: void(read_policy(data))),
    Target("edition", samples.edition_texts, mutation.of_words,
           lambda data: void(custom.read(data))),
    Target("pool", samples.pool_texts, mutation.of_words,
           lambda data: void(pools.read(data, "pool.toml"))),
    Target("import", samples.tdfs, mutation.of_xml,
           command("cup.tdf", "file import", "{file}", "{away}/new", "--dry-run"), slow=True),
    Target("import-published", samples.published, mutation.of_json,
           command("cup.json", "file import", "{file}", "{away}/new", "--start", "2026-03-07",
                   "--dry-run"), slow=True),
    Target("check-published", samples.published, mutation.of_json,
           command("cup.json", "file check", "{file}"), slow=True),
    Target("check-forms", samples.forms, mutation.of_json,
           command("cup.json", "file check", "{file}"), slow=True),
    Target("check-tables", samples.tables, mutation.of_cells,
           command("list.csv", "file check", "{file}"), slow=True),
    Target("follow", samples.tdfs, mutation.of_xml,
           command("saves.tdf", "file follow", "{file}", "-C", "{away}/new", "--once"), slow=True),
    Target("check", samples.tdfs, mutation.of_xml,
           command("cup.tdf", "file check", "{file}"), slow=True),
    Target("replay", samples.tdfs, mutation.of_xml,
           command("cup.tdf", "file replay", "{file}"), slow=True),
    Target("register", lambda: samples.ROSTERS, mutation.of_cells,
           command("list.csv", "register", "{file}", "-C", "{cup}", "--dry-run"), slow=True),
    Target("register-workbook", lambda: [samples.workbook()], mutation.of_parts(mutation.of_xml),
           command("list.xlsx", "register", "{file}", "-C", "{cup}", "--dry-run"), slow=True),
    Target("report", lambda: samples.RESULTS, mutation.of_cells,
           command("list.csv", "report", "{file}", "-C", "{cup}", "--dry-run"), slow=True),
    Target("judge-deck", samples.decks, mutation.of_words,
           command("deck.txt", "deck", "judge", "{file}", "--format", "standard",
                   "--date", "2016-01-16"), slow=True),
    Target("propose", samples.states, mutation.of_json, _states, slow=True),
    Target("open-edition", samples.edition_texts, mutation.of_words,
           command("own.toml", "open", "{away}/new", "--name", "Cup", "--start", "2026-03-07",
                   "--edition-file", "{file}", "--dry-run"), slow=True),
    Target("folder-ledger", member("ledger.jsonl"), mutation.of_json,
           folder_with("ledger.jsonl", *LOOK), slow=True),
    Target("forged-ledger", member("ledger.jsonl"), mutation.of_json, _forged, slow=True),
    Target("folder-people", samples.people, mutation.of_json,
           folder_with("people.json", *LOOK), slow=True),
    Target("folder-attempts", samples.attempts, mutation.of_json,
           folder_with("attempts.jsonl", ("proof lint", "-C", "{cup}"), *LOOK[:1]), slow=True),
    Target("folder-head", member("head"), mutation.of_json,
           folder_with("head", *LOOK[:2]), slow=True),
    Target("folder-checkpoint", member("checkpoint"), mutation.of_words,
           folder_with("checkpoint", *LOOK[:1]), slow=True),
    Target("verify-archive", samples.archives, mutation.of_parts(mutation.of_json),
           command("cup.zip", "verify", "{file}"), slow=True),
    Target("open-archive", samples.archives, mutation.of_parts(mutation.of_json),
           command("cup.zip", "file unpack", "{file}", "{away}/opened"), slow=True),
    Target("restore", samples.backups, mutation.of_words,
           command("cup.roundbook-backup", "file restore", "{file}", "{away}/restored"), slow=True),
)  # fmt: skip
"""Every door, by name."""

BY_NAME = {target.name: target for target in TARGETS}


def void(_: object) -> None:
    """Throw away what was read: that it was read is all that is asked."""
