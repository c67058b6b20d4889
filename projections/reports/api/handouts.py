"""Answers for the desk: deck checks, requests, proofs, sheets, exercises and invented events."""

from datetime import date

from msgspec import Struct, field

from roundbook.ledger.events.posting import Printed
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.terms import PlayerId, Verdict
from roundbook.projections.history.requests import Request
from roundbook.projections.judging.deck_checks import Progress
from roundbook.projections.reports.api.basics import Number


class DeckChecks(Struct, frozen=True, kw_only=True):
    """How many decks should be checked, and which were; null if no cards are played."""

    tournament: str
    entry: int
    deck_checks: Progress | None


class FormPart(Struct, frozen=True, kw_only=True):
    """A part of a form: its heading, and its lines."""

    heading: str
    lines: tuple[str, ...]


class CheckForm(Struct, frozen=True, kw_only=True):
    """The form for the check of a player's deck."""

    tournament: str
    player: Number
    form: tuple[FormPart, ...]


class Requests(Struct, frozen=True, kw_only=True):
    """The requests for the results with their answers, and until when results are kept."""

    tournament: str
    keep_until: date | None
    requests: tuple[Request, ...]


class Receipt(Struct, frozen=True, kw_only=True):
    """A request for the results, with its answer."""

    tournament: str
    request: Request


class EntryProof(Struct, frozen=True, kw_only=True):
    """The proof that a signed head covers a line (c2sp.org/tlog-proof)."""

    entry: int
    line: str
    proof: str
    key: str | None


class GrowthProof(Struct, frozen=True, kw_only=True):
    """The proof that the lines of one head are the beginning of another's (RFC 6962)."""

    old_size: int
    size: int
    proof: tuple[str, ...]
    key: str | None


class SignedHead(Struct, frozen=True, kw_only=True):
    """The latest signed head: how many lines it covers, their root, and who signed it."""

    path: str
    origin: str
    size: int
    root: str
    signatures: tuple[str, ...]
    note: str


class PublishedTiles(Struct, frozen=True, kw_only=True):
    """Tiles of a ledger: how many were written, kept, or partial and removed."""

    folder: str
    size: int
    written: int
    kept: int
    removed: int


class SheetPrintedAgain(Struct, frozen=True, kw_only=True):
    """A posted sheet printed again: `same` is whether it is what was posted.

    `text` is the sheet if it was printed as text, `printed` is what a PDF depends on.
    """

    entry: int
    sha256: str
    same: bool
    text: str | None
    printed: Printed | None


class SlipOfMatch(Struct, frozen=True, kw_only=True):
    """A slip as it was signed: games won by the first player, by the second, and drawn."""

    match: str
    first: PlayerId
    second: PlayerId
    result: Verdict
    games: tuple[int, ...] | None


class Exercise(Struct, frozen=True, kw_only=True):
    """A new exercise: how many results were entered wrongly, and the slips."""

    folder: str
    entries: int
    mistakes: int
    slips: tuple[SlipOfMatch, ...]


class ExerciseChecked(Struct, frozen=True, kw_only=True):
    """How many slips an exercise has, and those that are not entered as they were signed."""

    slips: int
    wrong: tuple[SlipOfMatch, ...]


class InventedEvent(Struct, frozen=True, kw_only=True):
    """An event that was invented from a seed, and its numbers."""

    folder: str
    seed: str
    entries: int
    players: int
    rounds: int
    matches: int
    drops: int
    corrections: int


class PromptAnswer(Struct, frozen=True, kw_only=True):
    """The answer to a line at the prompt; `news` is what other desks have written since.

    `wrong` is what stopped the line, `entry` the last entry, `in` how many slips are in, and `all`
    the result entered for the tables that follow.
    """

    line: str
    lines: tuple[str, ...]
    notes: tuple[str, ...]
    wrong: tuple[str, ...]
    code: int
    entries: tuple[Entry, ...]
    news: tuple[str, ...]
    entry: int
    came_in: str | None = field(name="in")
    keeping: str | None = field(name="all")
