"""Make a rules edition of your own, check it, and compare two editions."""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import click
import msgspec
from msgspec import Struct

from roundbook.cli.args.types import WordsType, quoted
from roundbook.cli.session.editions import edition_of, read_edition
from roundbook.cli.session.errors import FOUND, shown
from roundbook.cli.session.named_files import FILE, read_whole, write_file
from roundbook.cli.session.output import as_typed, echo
from roundbook.cli.session.read import AS_JSON, PLAIN, say_answer
from roundbook.cli.session.write import serves_files
from roundbook.cli.terminal.tables import show
from roundbook.cli.verbs import CommandGroup
from roundbook.ledger.errors import Refused
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.own_rules import fields_that_differ, own_rules, values
from roundbook.ledger.rulesets.questions import QUESTIONS, in_words, list_of_all, question_of
from roundbook.ledger.rulesets.ruleset import NAME, Ruleset
from roundbook.projections.reports.text.tables import WIDTH, Column, wrapped

RELEASED = "# This file has been released and is never edited. A change of rules is a new file.\n"


class Unanswered(Struct, frozen=True, kw_only=True):
    """A question that the documents have to answer, and the fields that hold the answer."""

    name: str
    asks: str
    fields: tuple[str, ...]


class NotSaid(Struct, frozen=True, kw_only=True):
    """A question, or a field of one, that the documents do not answer; `values` are what holds."""

    name: str
    words: str
    values: dict[str, str]


class EditionChecked(Struct, frozen=True, kw_only=True):
    """An edition without mistakes: its name, title, and the digest that a ledger records.

    `season` is the latest season for which it gives years of birth, null if it gives none.
    `own_rules` says how it differs from its parent, null if it is released (A-75).
    `unanswered` are the questions to the documents that it still lists, `not_said` what they do not
    answer, so the values in the file hold.
    """

    edition: str
    title: str
    season: int | None
    sha256: str
    own_rules: str | None
    unanswered: tuple[Unanswered, ...]
    not_said: tuple[NotSaid, ...]


class EditionField(Struct, frozen=True, kw_only=True):
    """A field in which two editions differ; null if an edition does not have the field.

    `words` say what the field is, `asks` which question to the documents it answers.
    """

    field: str
    words: str
    asks: str
    a: str | None
    b: str | None


class EditionsDiffer(Struct, frozen=True, kw_only=True):
    """The fields in which two editions differ, in their order in the file."""

    a: str
    b: str
    fields: tuple[EditionField, ...]


@click.group("edition", cls=CommandGroup)
def command() -> None:
    r"""Make a rules edition of your own, check it, and compare it with another.

    \b
    Examples:
      roundbook edition new play-2027.toml --from play-2017 --season 2027
      roundbook edition check play-2027.toml
      roundbook edition diff play-2017 play-2027.toml
    """


@command.command("new")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--from", "base", metavar="EDITION|FILE", required=True, help="The edition to copy.")
@click.option("--season", type=click.IntRange(1900, 2999), help="The season, such as 2027.")
@click.option(
    "--title", type=WordsType(200), help="The edition's title.  [default: its name and season]"
)
@serves_files
def new(file: Path, base: str, season: int | None, title: str | None) -> None:
    r"""Write a new rules edition to FILE, as a copy of an existing one.

    The new edition is named after FILE, without the extension. With --season, the years of birth
    are set for that season; rounds tables, times and tiebreakers stay the same until you change
    them. The file then begins with questions to answer from the season's documents.

    \b
    Example:
      roundbook edition new play-2027.toml --from play-2017 --season 2027
    """
    rules, text = edition_of(base)
    name = file.stem
    if not NAME.fullmatch(name) or name in released.EDITIONS:
        raise click.UsageError(
            f"{quoted(name)} cannot be the name of an edition; give the file a new name in "
            "lowercase letters, digits and dashes, such as play-2027.toml."
        )
    if file.suffix.lower() not in {"", ".toml"}:
        raise click.UsageError(f"an edition is a TOML file; use {file.with_suffix('.toml')}.")
    if file.exists():
        raise Refused(
            f"{file} already exists.", hint="Give another file name, or remove this file."
        )
    season_words = f", season {season}" if season else ""
    made = _renamed(text.decode("utf-8-sig"), name, title or f"{name}{season_words}", rules.edition)
    if season:
        made = _with_questions(_of_season(made, rules, season))
    data = made.encode()
    read_edition(data)
    write_file(file, data, public=True)
    typed = as_typed(file)
    echo(shown(f"{file} has the rules of {rules.edition}, under the name {name}"))
    echo("next: edit the file wherever the season changes the rules, then")
    echo(shown(f"  roundbook edition check {typed}"))
    echo(shown(f"  roundbook open DIR --name NAME --start DATE --edition-file {typed}"))


@command.command("check")
@click.argument("file", metavar="FILE", type=FILE)
@AS_JSON
@serves_files
def check(file: Path, *, as_json: bool) -> None:
    r"""Check every field of the rules edition in FILE, and whether any contradict each other.

    Lists the questions that are still unanswered, and those that the season's documents do not
    answer.

    \b
    Example:
      roundbook edition check play-2027.toml

    \b
    Exit codes:
      0 no mistakes    5 mistakes; each is shown with its field
    """
    data = read_whole(file)
    rules = read_edition(data)
    found = EditionChecked(
        edition=rules.edition,
        title=rules.title,
        season=rules.season,
        sha256=sha256(data).hexdigest(),
        own_rules=own_rules(rules) or None,
        unanswered=tuple(
            Unanswered(name=one.name, asks=one.asks, fields=tuple(one.fields))
            for one in QUESTIONS
            if one.name in rules.unanswered
        ),
        not_said=tuple(_not_said(rules)),
    )
    if as_json:
        say_answer(found)
        return
    years = f", with the birth years of season {found.season}" if found.season else ""
    echo(shown(f"{found.edition}: no mistakes{years}"))
    if found.own_rules:
        echo(shown(found.own_rules))
    typed = as_typed(file)
    if found.unanswered:
        number = counted(len(found.unanswered), "question is", "questions are")
        echo(f"{number} not answered yet, in the order of the documents:")
        for one in found.unanswered:
            for line in wrapped(f"{one.name}: {one.asks}", WIDTH - 2):
                echo(f"  {line}")
        echo("write each answer into its fields, then take the question out of `unanswered`.")
        echo("if the documents do not answer it, move it to `not_said`.")
    if found.not_said:
        echo("the documents leave these open, so the values in the file apply:")
        for each in found.not_said:
            held = "; ".join(f"{field} = {value}" for field, value in each.values.items())
            asks = each.words if each.words.endswith("?") else f"{each.words}:"
            for line in wrapped(f"{asks} {held or 'nothing'}", WIDTH - 2):
                echo(shown(f"  {line}"))
    echo(shown(f"next: roundbook open DIR --name NAME --edition-file {typed}"))


def _not_said(rules: Ruleset) -> Iterator[NotSaid]:
    """Yield what the documents do not answer, in their order, with the values that hold."""
    known = values(rules)
    for question in QUESTIONS:
        whole = question.name in rules.not_said
        if whole:
            held = {field: known[field] for field in question.fields if field in known}
            yield NotSaid(name=question.name, words=question.asks, values=held)
        for field, words in question.fields.items():
            if field in rules.not_said and not whole:
                held = {field: known[field]} if field in known else {}
                yield NotSaid(name=field, words=words, values=held)


@command.command("diff")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@AS_JSON
@PLAIN
@serves_files
def diff(first: str, second: str, *, as_json: bool, plain: bool) -> int:
    r"""Show in words where rules editions A and B differ; either may be a file.

    With --plain, a table of the fields.

    \b
    Examples:
      roundbook edition diff play-2017 tom
      roundbook edition diff play-2017 play-2027.toml

    \b
    Exit codes:
      0 the same rules    1 different rules    5 an edition that cannot be read
    """
    one, other = (edition_of(each)[0] for each in (first, second))
    a, b = values(one), values(other)
    fields = tuple(
        EditionField(
            field=place,
            words=in_words(place),
            asks=question_of(place)[0].asks,
            a=a.get(place),
            b=b.get(place),
        )
        for place in fields_that_differ(one, other)
    )
    if as_json:
        say_answer(EditionsDiffer(a=first, b=second, fields=fields))
    elif fields and plain:
        columns = [Column(title, wraps=True) for title in ("Field", first, second)]
        show(columns, [[one.field, one.a or "-", one.b or "-"] for one in fields], plain=plain)
    elif fields:
        _say_differences(fields, first, second)
    else:
        echo("the editions have the same rules.")
    return FOUND if fields else 0


def _say_differences(fields: Sequence[EditionField], first: str, second: str) -> None:
    """Print how two editions differ: by question, in the order of the documents."""
    echo(shown(f"{first} → {second}:"))
    for question in QUESTIONS:
        own = [one for one in fields if one.asks == question.asks]
        if own:
            echo(question.asks)
        for one in sorted(own, key=_in_its_table):
            field = f" ({one.field})" if one.field.isidentifier() else ""
            was, now = (WORDS.get(each or "none", each) for each in (one.a, one.b))
            line = f"{one.words}{field}: {was} → {now}"
            for part in wrapped(shown(line), WIDTH - 2):
                echo(f"  {part}")
    echo(f"{counted(len(fields), 'field')} differ{'s' if len(fields) == 1 else ''}.")


WORDS = {"none": "none", "true": "yes", "false": "no"}
"""How values are said."""


def _in_its_table(one: EditionField) -> tuple[str, int]:
    """Return a key that puts the rows of each table in order, and leaves all else as it is."""
    table, _, row = one.field.removesuffix("]").partition("[")
    return (table, int(row)) if row.isdigit() else ("", 0)


def _renamed(text: str, name: str, title: str, parent: str) -> str:
    """Return the text of an edition under another name, with its parent instead of its release."""
    text = re.sub(r"(?m)^parent *=.*\n|^# Made from .*\n#\n", "", text.replace(RELEASED, ""))
    text = f"# Made from {parent}: all of it, the comments too, until you change it.\n#\n{text}"
    for field, said in (("edition", name), ("title", title)):
        line = f"{field} = {msgspec.json.encode(said).decode()}".replace("\\", r"\\")
        line += f'\nparent = "{parent}"' if field == "edition" else ""
        text = re.sub(rf"(?m)^{field} *=.*$", line, text, count=1)
    return text


def _of_season(text: str, rules: Ruleset, season: int) -> str:
    """Return the text of an edition with the years of birth of one season."""
    years = rules.divisions
    if years is None:
        raise Refused(
            f"{rules.edition} has no age divisions, so it does not belong to a season.",
            hint="Leave --season out.",
        )
    junior, senior = season - years.junior_offset, season - years.senior_offset
    row = f"{{ season = {season}, junior_from = {junior}, senior_from = {senior} }}"
    text = re.sub(r"(?m)^seasons *= *\[[^\]]*\]\n?", "", text)
    return re.sub(r"(?m)^(senior_offset *=.*\n?)", rf"\1seasons = [{row}]\n", text, count=1)


def _with_questions(text: str) -> str:
    """Return the text of an edition that lists every question to its documents as unanswered.

    What the base says about its own documents, days and doubts is left out.
    """
    for field in ("unanswered", "not_said", "unchecked", "meant_from", "meant_until", "remark"):
        text = re.sub(rf"(?ms)^{field} *= *(?:\[.*?\][^\n]*|[^\n]*)\n", "", text)
    named = 'source = "to be named: the documents of this season"\n'
    return re.sub(r"(?m)^source *=.*\n", f"{named}{list_of_all()}", text, count=1)
