"""Print the JSON Schema of an answer, made of the very shape that the answer is made of."""

from difflib import get_close_matches
from fractions import Fraction
from typing import Any

import click
import msgspec
from msgspec import Struct

from cli.args.words import quoted
from cli.checking.words import CheckAnswer
from cli.commands.rules import RulesFound
from cli.commands.tournaments import FoundLedgers
from cli.desk.output import echo
from cli.desk.read import AS_JSON, say_answer
from cli.desk.write import serves
from cli.terminal.verdict import VerdictAnswer
from cli.verify.inspect import Report
from ledger.errors import Refused
from projections.reports.api import basics, compared, event, places, resources, staff
from projections.reports.api.resources import RESOURCES
from projections.reports.text.tables import WIDTH, wrapped

PUBLIC: dict[str, type[Struct]] = {
    **{each.name: each.answer for each in RESOURCES},
    "tournaments-served": event.Tournaments,
    "tables": resources.Tables,
    "feed": basics.FeedLine,
    "problem": basics.Problem,
    "explain-pairing": staff.RoundWhy,
    "explain-lock": staff.MatchLock,
}
"""The answers of the public JSON by their names there, an exported file, and kinds of `explain`."""

ANSWERS: dict[str, type[Struct]] = PUBLIC | {
    "announcement": event.Announcement,
    "blame": staff.Blame,
    "check": CheckAnswer,
    "compare-editions": compared.EditionsCompared,
    "diff": compared.TwoAccounts,
    "dossier": staff.Dispute,
    "explain": places.Why,
    "history": staff.History,
    "lint": staff.Unusual,
    "penalties": staff.Penalties,
    "podsheet": staff.FilledSheet,
    "posted": staff.PostedSheets,
    "record": staff.PostedRecord,
    "replay": compared.Replay,
    "rules": RulesFound,
    "tournaments": FoundLedgers,
    "verdict": VerdictAnswer,
    "verify": Report,
    "what-if": staff.WouldBe,
}
"""The shape of each answer, by the verb whose `--json` gives it, or by its own name."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class NamedSchema(Struct, frozen=True, kw_only=True):
    """An answer whose schema can be printed, and what it is."""

    name: str
    about: str


class Schemas(Struct, frozen=True, kw_only=True):
    """Every answer whose schema can be printed."""

    schemas: tuple[NamedSchema, ...]


@click.command("schema")
@click.argument("name", required=False, metavar="[NAME]")
@AS_JSON
@serves
def command(name: str | None, *, as_json: bool) -> None:
    r"""Print the JSON Schema of an answer, such as that of `standings --json`.

    NAME is a verb, or an answer of the public JSON; without it all of them are listed. Fields may
    be added to an answer, so programs pass over what they do not know.

    \b
    Examples:
      roundbook schema
      roundbook schema standings
    """
    if name:
        echo(msgspec.json.format(msgspec.json.encode(schema_of(name)), indent=2).decode())
        return
    known = [NamedSchema(name=each, about=_about(ANSWERS[each])) for each in sorted(ANSWERS)]
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
    """Return the schema of an answer; raises Refused where there is no such answer."""
    shape = ANSWERS.get(name.lower())
    if shape is None:
        near = get_close_matches(name.lower(), ANSWERS, n=1, cutoff=0.5)
        hint = f"Write {near[0]}." if near else "`roundbook schema` lists the names."
        raise Refused(f"there is no answer {quoted(name)}.", hint=hint)
    made = msgspec.json.schema(shape, schema_hook=_exact)
    return {"$schema": DIALECT, "title": name.lower(), **_portable(made)}


def _about(shape: type[Struct]) -> str:
    """Return the first sentence that is said of a shape."""
    paragraph = (shape.__doc__ or "").partition("\n\n")[0]
    return " ".join(paragraph.split())


def _exact(kind: type) -> dict[str, Any]:
    """Return the schema of an exact figure, which is a fraction in text."""
    if kind is not Fraction:
        raise NotImplementedError
    return {"type": "string", "pattern": "^-?[0-9]+(/[1-9][0-9]*)?$"}


def _portable(made: Any) -> Any:
    """Return a schema whose patterns every language reads: the end of a text is `$` in them."""
    if isinstance(made, dict):
        return {
            key: value.replace(r"\Z", "$")
            if key == "pattern" and isinstance(value, str)
            else _portable(value)
            for key, value in made.items()
        }
    return [_portable(each) for each in made] if isinstance(made, list) else made
