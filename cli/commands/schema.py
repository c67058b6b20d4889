"""Print the JSON Schema of an answer, or of a TOML file, generated from its type."""

import re
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

import click
import msgspec
from msgspec import Struct

from roundbook.cli.args.types import quoted
from roundbook.cli.checking.report import CheckAnswer, EditionAnswer, FindingGroups, StandingsAnswer
from roundbook.cli.commands.archive import ArchivedMany, ArchiveWritten
from roundbook.cli.commands.backup import BackupWritten
from roundbook.cli.commands.check_proof import GrowthProved, LineProved
from roundbook.cli.commands.deck import ListJudged, ListKept, ListsHandedIn
from roundbook.cli.commands.doctor import Examined
from roundbook.cli.commands.draft import DraftCourse, DraftOrder
from roundbook.cli.commands.edition import EditionChecked, EditionsDiffer
from roundbook.cli.commands.export import FileExported
from roundbook.cli.commands.import_ import FileImported
from roundbook.cli.commands.open_archive import ArchiveOpened
from roundbook.cli.commands.plugins import Plugins
from roundbook.cli.commands.prepare_database import DatabasePrepared
from roundbook.cli.commands.restore import BackupRestored
from roundbook.cli.commands.rules import RulesFound
from roundbook.cli.commands.team import SeatsFound, TeamsFound
from roundbook.cli.commands.tournaments import FoundLedgers
from roundbook.cli.commands.transfer import TournamentTransferred
from roundbook.cli.commands.verify import VerifiedMany
from roundbook.cli.commands.witness import Witnessed
from roundbook.cli.printing.paper import PdfWritten
from roundbook.cli.session.errors import ErrorAnswer
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import AS_JSON, say_answer
from roundbook.cli.session.write import serves
from roundbook.cli.shelf.handing_over import HandedOver
from roundbook.cli.shelf.questions import (
    FoundOnShelf,
    PeopleKept,
    PlayerHistory,
    SeasonTable,
    ShelfAnswer,
    ShelfDue,
)
from roundbook.cli.terminal.verdict import VerdictAnswer
from roundbook.cli.verify.inspect import Report
from roundbook.ledger.decks.pools import CardPool
from roundbook.ledger.errors import Refused
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.projections.reports.api import (
    basics,
    compared,
    event,
    handouts,
    resources,
    staff,
    standings,
    status,
)
from roundbook.projections.reports.api.resources import RESOURCES
from roundbook.projections.reports.text.tables import WIDTH, wrapped
from roundbook.projections.season.points import PointsRule

PUBLIC: dict[str, type[Struct]] = {
    **{each.name: each.answer for each in RESOURCES},
    "tournaments-served": event.Tournaments,
    "tables": resources.Tables,
    "feed": basics.FeedLine,
    "problem": basics.Problem,
    "explain-pairing": staff.RoundWhy,
    "explain-lock": staff.MatchLock,
}
"""The answers of the public JSON, the exported file, and the kinds of `explain`, by name."""

ANSWERS: dict[str, type[Struct]] = PUBLIC | {
    "announcement": event.Announcement,
    "deckcheck": handouts.DeckChecks,
    "deckcheck-form": handouts.CheckForm,
    "desk": handouts.PromptAnswer,
    "generate": handouts.InventedEvent,
    "head": handouts.SignedHead,
    "posted-entry": handouts.SheetPrintedAgain,
    "practise": handouts.Exercise,
    "practise-check": handouts.ExerciseChecked,
    "proof": handouts.EntryProof,
    "proof-between": handouts.GrowthProof,
    "requests": handouts.Requests,
    "requests-receipt": handouts.Receipt,
    "tiles": handouts.PublishedTiles,
    "archive": ArchiveWritten,
    "archive-many": ArchivedMany,
    "backup": BackupWritten,
    "blame": staff.Blame,
    "calls": staff.Calls,
    "check": CheckAnswer,
    "check-edition": EditionAnswer,
    "check-list": FindingGroups,
    "check-proof": LineProved,
    "check-proof-between": GrowthProved,
    "check-standings": StandingsAnswer,
    "compare-editions": compared.EditionsCompared,
    "deck-judge": ListJudged,
    "deck-list": ListsHandedIn,
    "deck-show": ListKept,
    "draft-course": DraftCourse,
    "draft-order": DraftOrder,
    "diff": compared.TwoAccounts,
    "edition-check": EditionChecked,
    "edition-diff": EditionsDiffer,
    "doctor": Examined,
    "dossier": staff.Dispute,
    "error": ErrorAnswer,
    "explain": standings.Why,
    "export": FileExported,
    "history": staff.History,
    "import": FileImported,
    "lint": staff.Unusual,
    "lint-list": staff.Lints,
    "messages": event.Messages,
    "open-archive": ArchiveOpened,
    "pdf": PdfWritten,
    "penalties": staff.Penalties,
    "plugins": Plugins,
    "podsheet": staff.FilledSheet,
    "posted": staff.PostedSheets,
    "record": staff.PostedRecord,
    "replay": compared.Replay,
    "transfer": TournamentTransferred,
    "prepare-database": DatabasePrepared,
    "restore": BackupRestored,
    "rules": RulesFound,
    "team-list": TeamsFound,
    "team-seats": SeatsFound,
    "shelf": ShelfAnswer,
    "shelf-due": ShelfDue,
    "shelf-find": FoundOnShelf,
    "shelf-hand-over": HandedOver,
    "shelf-people": PeopleKept,
    "shelf-player": PlayerHistory,
    "shelf-points": SeasonTable,
    "status": status.EventStatus,
    "tournaments": FoundLedgers,
    "verdict": VerdictAnswer,
    "verify": Report,
    "verify-many": VerifiedMany,
    "witness": Witnessed,
    "what-if": staff.WouldBe,
}
"""The type of each answer, by the command whose `--json` prints it, or by its own name."""

FILES: dict[str, type[Struct]] = {"edition": Ruleset, "pool": CardPool, "points": PointsRule}
"""The type of each TOML file that an organiser writes, as JSON."""

SHAPES = ANSWERS | FILES
DIALECT = "https://json-schema.org/draft/2020-12/schema"


class NamedSchema(Struct, frozen=True, kw_only=True):
    """The name of a schema that can be printed, and what it describes."""

    name: str
    about: str


class Schemas(Struct, frozen=True, kw_only=True):
    """All schemas that can be printed."""

    schemas: tuple[NamedSchema, ...]


@click.command("schema")
@click.argument("name", required=False, metavar="[NAME]")
@AS_JSON
@serves
def command(name: str | None, *, as_json: bool) -> None:
    r"""Print the JSON Schema of an answer, such as `standings --json`, or of a file.

    Without NAME, all schemas are listed with their names. NAME is one of these: the answer of a
    command, which may be called differently there (such as `rules` for `edition find`), a resource
    of the public JSON API, or a kind of TOML file that you write (edition, pool or points). Answers
    may gain new fields, so programs should ignore fields that they do not know.

    \b
    Examples:
      roundbook lab schema
      roundbook lab schema standings
      roundbook lab schema edition > edition.schema.json
    """
    if name:
        echo(msgspec.json.format(msgspec.json.encode(schema_of(name)), indent=2).decode())
        return
    known = [NamedSchema(name=each, about=_about(SHAPES[each])) for each in sorted(SHAPES)]
    if as_json:
        say_answer(Schemas(schemas=tuple(known)))
        return
    edge = max(len(one.name) for one in known) + 2
    for one in known:
        first, *rest = wrapped(one.about, WIDTH - edge)
        echo(f"{one.name:<{edge}}{first}")
        for line in rest:
            echo(f"{'':<{edge}}{line}")


def schema_of(name: str) -> dict[str, Any]:
    """Return the schema of an answer or a file; raises Refused for an unknown name."""
    shape = SHAPES.get(name.lower())
    if shape is None:
        near = get_close_matches(name.lower(), SHAPES, n=1, cutoff=0.5)
        hint = f"Did you mean {near[0]}?" if near else "`roundbook lab schema` lists the names."
        raise Refused(f"there is no schema {quoted(name)}.", hint=hint)
    made = msgspec.json.schema(shape, schema_hook=exact)
    return {"$schema": DIALECT, "title": name.lower(), **_portable(made)}


def _about(shape: type[Struct]) -> str:
    """Return the first paragraph of the docstring of a type, on one line."""
    paragraph = (shape.__doc__ or "").partition("\n\n")[0]
    return " ".join(paragraph.split())


def exact(kind: type) -> dict[str, Any]:
    """Return the schema of an exact figure, which is a fraction in text."""
    if kind is not Fraction:
        raise NotImplementedError
    return {"type": "string", "pattern": "^-?[0-9]+(/[1-9][0-9]*)?$"}


_OWN_NUMBERS = re.compile(r"\s*\((?:A|LED|POD|GTB|FL)-\d[^)]*\)|[;,]\s(?:A|LED|POD|GTB|FL)-\d+")


def _portable(made: Any) -> Any:
    """Return a portable schema: patterns end with `$`, and our own rule numbers are removed."""
    match made:
        case dict():
            return {key: _portable(value) for key, value in made.items()}
        case list():
            return [_portable(each) for each in made]
        case str():
            return _OWN_NUMBERS.sub("", made).replace(r"\Z", "$")
        case _:
            return made
