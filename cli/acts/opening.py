"""Opens a tournament: its first entry, in a new folder, with its own secret and key."""

from datetime import date
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.places import edition as editions
from roundbook.cli.places import secrets, signing
from roundbook.cli.places.layout import is_tournament, own_home, refuse_taken
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.people import keep_book
from roundbook.cli.session.editions import read_edition
from roundbook.cli.session.venue import founding, new_id, random_bytes, rehearsal, today, venue
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.decks import formats
from roundbook.ledger.errors import Misuse
from roundbook.ledger.events.catalogue import TournamentOpened
from roundbook.ledger.events.decks import Format
from roundbook.ledger.events.drafts import PairedBy
from roundbook.ledger.people.book import SALT_BYTES, Book
from roundbook.ledger.proofs.notes import vkey_of
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.tables import RoundsTable
from roundbook.ledger.terms import MatchFormat, Style
from roundbook.ledger.text import joined, looks_like_another

REGIONS = formats.regions()
"""The regions of events, for the languages of cards (TRF §1.8)."""


class Opening(Struct, frozen=True, kw_only=True):
    """The settings of a new tournament. None means the edition's value, or today.

    `rules_text` contains the organiser's own rules, which replace an `edition`.
    """

    name: str
    edition: str | None = None
    rules_text: bytes | None = None
    style: Style = Style.SWISS
    start: date | None = None
    end: date | None = None
    table: RoundsTable | None = None
    match_format: MatchFormat = MatchFormat.BEST_OF_THREE
    pairing: PairedBy | None = None
    format: Format | None = None
    premier: bool = False
    championship_points: bool = False
    sanction: str | None = None
    region: str | None = None


class Opened(Struct, frozen=True, kw_only=True):
    """An opened tournament: its first event, its rules, and the file with its secret.

    `again` is whether this same command had already opened it.
    """

    entries: tuple[Entry, ...]
    opening: TournamentOpened
    rules: Ruleset
    folder: Anywhere
    secret: str = ""
    again: bool = False

    @property
    def remark(self) -> str | None:
        """What to know about the rules, or, of a sanctioned event, about those of its season."""
        sanctioned, day = self.opening.sanction, self.opening.start
        of_season = map(released.load, released.to_run(day) if sanctioned else ())
        return self.rules.remark or next((one.remark for one in of_season), None)


def open_tournament(ctx: WriteContext, asked: Opening) -> Opened:
    """Open a tournament in the folder of a rehearsed venue.

    Everything is checked before the folder is created; a failure leaves nothing behind. Raises
    Misuse if days or tables do not fit, Unreadable if the folder is already in use.
    """
    folder, manner = ctx.venue.folder, ctx.manner
    rules, text = _rules(asked)
    opening = _event(asked, rules, text)
    if before := _opened_before(ctx, opening, rules):
        return before
    refuse_taken(folder)
    judging = rehearsal(folder, Book(), manner.operator, rules=rules)
    entry = WriteContext(venue=judging, manner=replace(manner, dry_run=True)).post(opening)
    if manner.dry_run:
        return Opened(entries=(entry,), opening=opening, rules=rules, folder=folder)
    opening = replace(opening, commitment=secrets.begin(own_home(), random_bytes(SALT_BYTES)))
    try:
        seed = signing.current(own_home(), random_bytes(SALT_BYTES))
        key = vkey_of(signing.origin(opening), seed)
        opening = replace(opening, public_key=str(key))
        with founding(folder, Book(), manner.operator) as here:
            if asked.rules_text is not None:
                editions.keep(folder, text)
            keep_book(folder, here.book)
            entry = WriteContext(venue=here, manner=manner).post(opening)
    except BaseException:
        secrets.forget(own_home(), opening.commitment or "")
        raise
    kept = secrets.where(own_home(), opening.commitment or "")
    return Opened(entries=(entry,), opening=opening, rules=rules, folder=folder, secret=kept)


def _event(asked: Opening, rules: Ruleset, text: bytes) -> TournamentOpened:
    """Return the first event. Raises Misuse if the settings do not fit together."""
    first = asked.start or today()
    if odd := looks_like_another(asked.name):
        raise Misuse(
            f"the name contains {odd}, so it could be mistaken for a different name.", field="title"
        )
    if asked.end and asked.end < first:
        raise Misuse("the last day is before the first day.", field="end")
    if asked.table and not rules.rows(asked.table):
        known = rules.rounds_tables
        has = f"its tables are {joined(known)}" if known else "it has none"
        msg = f"the edition {rules.edition} has no rounds table {asked.table}; {has}."
        raise Misuse(msg, field="table")
    pairing = asked.pairing or PairedBy(rules.pairing)
    if pairing is PairedBy.POD_SHEET and asked.match_format is not MatchFormat.BEST_OF_THREE:
        msg = "the matches of a pod sheet must be best of three (bo3)."
        raise Misuse(msg, field="match_format")
    return TournamentOpened(
        tournament=new_id(),
        name=asked.name,
        edition=rules.edition,
        edition_sha256=sha256(text).hexdigest(),
        style=asked.style,
        start=first,
        end=asked.end,
        rounds_table=asked.table or next(iter(rules.rounds_tables), None),
        match_format=asked.match_format,
        pairing=pairing,
        premier=asked.premier,
        championship_points=asked.championship_points,
        sanction=asked.sanction,
        region=asked.region,
        format=asked.format,
    )


def _rules(asked: Opening) -> tuple[Ruleset, bytes]:
    """Return the rules and their exact text. Raises Unreadable."""
    if asked.rules_text is None:
        name = asked.edition or released.DEFAULT
        return released.load(name), released.text(name)
    return read_edition(asked.rules_text), asked.rules_text


def _opened_before(ctx: WriteContext, opening: TournamentOpened, rules: Ruleset) -> Opened | None:
    """Return the opened tournament if this same command has already opened it, or None."""
    folder, manner = ctx.venue.folder, ctx.manner
    if manner.cmd is None or manner.dry_run or not is_tournament(folder):
        return None
    ctx = WriteContext(venue=venue(folder, manner.operator, begun=False), manner=manner)
    entry = ctx.first()
    stands = ctx.tournament.opened
    if entry is None or stands is None or entry.seq != 1:
        return None
    same = replace(
        opening,
        tournament=stands.tournament,
        commitment=stands.commitment,
        public_key=stands.public_key,
    )
    return Opened(entries=(ctx.post(same),), opening=stands, rules=rules, folder=folder, again=True)
