"""Makes an exercise from any event: a new tournament with invented names, and slips to enter."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET

from roundbook.cli.archive.contents import recorded
from roundbook.cli.places import edition as editions
from roundbook.cli.places import heads, layout, practice_slips, secrets, signing
from roundbook.cli.places.layout import own_home, refuse_taken
from roundbook.cli.places.opened_archive import is_archive, read_archive
from roundbook.cli.places.people import keep_book
from roundbook.cli.session.command import moment_named
from roundbook.cli.session.read import ledger_named, read_ledger
from roundbook.cli.session.venue import Operator, founding, new_id, now, random_bytes
from roundbook.cli.tom import compare
from roundbook.cli.tom.organiser_file import read_telling
from roundbook.ledger.errors import Refused, Unreadable, advice, do
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.people.book import SALT_BYTES, packed
from roundbook.ledger.proofs.checkpoints import ORIGIN
from roundbook.ledger.proofs.notes import vkey_of
from roundbook.ledger.record.entry import START, Entry, from_line, leaf_hash, to_line
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor, HandId, MatchId, Result
from roundbook.projections.history.moments import BeforeRound, upto
from roundbook.projections.practice.practice import Cast, acts, mistaken, open_slips, with_mistakes


class Source(NamedTuple):
    """An event to practise with; `edition` is the text of the organiser's own rules, if any."""

    entries: Sequence[Entry]
    rules: Ruleset
    edition: bytes | None = None


class Exercise(NamedTuple):
    """The result: the tournament, its slips, and how many of them were entered wrong."""

    t: Tournament
    slips: dict[MatchId, Result]
    mistakes: int


def source(name: str, edition: str) -> Source:
    """Return a ledger, an archive or an organiser's file as a source. Raises Trouble."""
    ledger = ledger_named(name)
    if ledger is not None and not is_archive(ledger):
        ctx = read_ledger(ledger)
        return Source(ctx.entries, ctx.rules, editions.own_text(ledger))
    if ledger is not None:
        path = Path(name)
        what = recorded(read_archive(path))
        entries = [from_line(line, seq) for seq, line in enumerate(what.lines, start=1)]
        opened = Tournament.replay(entries).opened
        if opened is None or opened.edition not in released.EDITIONS:
            msg = f"{name} contains its own edition: unpack it, and practise with the folder."
            raise Unreadable(
                msg, where=name, hint=advice("Unpack it: {}.", do("open-archive", name, "DIR"))
            )
        return Source(entries, editions.ruleset(path.parent, opened))
    telling = read_telling(name, edition)
    happened, _ = compare.told_events(telling)
    return Source(list(_told(happened)), telling.rules)


def _told(happened: Sequence[AnyEvent]) -> Iterator[Entry]:
    """Yield an entry for each event of a file."""
    at, hand = now(), Actor(id=HandId("h1"))
    for seq, event in enumerate(happened, start=1):
        yield Entry(seq=seq, at=at, hand=hand, cmd=f"p{seq}", prev=START, events=(event,))


def write(found: Source, folder: Path, moment: str | None, mistakes: int, seed: str) -> Exercise:
    """Write an exercise into a new folder. Raises Refused and Unreadable."""
    refuse_taken(folder)
    entries = upto(found.entries, moment_named(moment, found.entries)) if moment else _half(found)
    opened = Tournament.replay(entries).opened
    if opened is None:
        raise Refused(
            "the tournament had not been opened at that moment.",
            hint="Give a later moment with --as-of.",
        )
    people = Cast(packed(random_bytes(SALT_BYTES)) for _ in repeat(None))
    tournament, key = new_id(), signing.current(own_home(), random_bytes(SALT_BYTES))
    opening = {
        "tournament": tournament,
        "name": "Practice",
        "commitment": secrets.begin(own_home(), random_bytes(SALT_BYTES)),
        "public_key": str(vkey_of(f"{ORIGIN}{tournament}", key)),
        "sanction": None,
    }
    try:
        told = list(acts(entries, opening, people))
        slips = open_slips(Tournament.replay(_chained(told, {})), found.rules)
        wrong = mistaken(slips, mistakes, seed)
        book = people.book(sorted({entry.hand.id for entry, _ in told}))
        bound = {hand: known.bound for hand, known in book.staff.items()}
        made = _chained([(entry, with_mistakes(events, wrong)) for entry, events in told], bound)
        with founding(folder, book, Operator()) as here:
            if found.edition:
                editions.keep(folder, found.edition)
            keep_book(folder, book)
            practice_slips.keep(folder, slips)
            layout.store(folder).append([to_line(entry) for entry in made], after=0)
            here.desk.refresh()
            heads.sign_with(key, folder, here.desk)
    except BaseException:
        secrets.forget(own_home(), opening["commitment"] or "")
        raise
    return Exercise(Tournament.replay(made), slips, len(wrong))


def _half(found: Source) -> Sequence[Entry]:
    """Return the entries before the last Swiss round: two rounds can then be corrected."""
    t = Tournament.replay(found.entries)
    last = max((number for pool, number in t.rounds if pool not in t.cuts), default=0)
    return upto(found.entries, BeforeRound(last)) if last > 1 else found.entries


def _chained(
    told: Sequence[tuple[Entry, tuple[AnyEvent, ...]]], bound: Mapping[HandId, str]
) -> list[Entry]:
    """Return entries with the same times, numbered and chained, without station names.

    The first entry by a staff member commits to that person's name.
    """
    made: list[Entry] = []
    prev, unbound = START, dict(bound)
    for seq, (entry, events) in enumerate(told, start=1):
        commits = unbound.pop(entry.hand.id, UNSET)
        hand = Actor(id=entry.hand.id, role=entry.hand.role, commitment=commits)
        cmd = f"practice/{seq}"
        one = Entry(seq=seq, at=entry.at, hand=hand, cmd=cmd, prev=prev, events=events)
        made.append(one)
        prev = leaf_hash(to_line(one))
    return made
