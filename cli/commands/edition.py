"""Make a rules edition of your own, check it, and compare two editions."""

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from roundbook.cli.args.shared_options import CommandGroup
from roundbook.cli.args.types import WordsType, quoted
from roundbook.cli.desk.errors import FOUND, shown
from roundbook.cli.desk.named_files import FILE, read_whole, write_file
from roundbook.cli.desk.output import as_typed, echo
from roundbook.cli.desk.read import AS_JSON, PLAIN, say_answer
from roundbook.cli.desk.venue import refuse_files
from roundbook.cli.desk.write import serves_files
from roundbook.cli.terminal.tables import show
from roundbook.ledger.errors import Refused
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.ruleset import NAME, Ruleset
from roundbook.projections.reports.text.tables import Column

CALLED = ("edition", "title", "source")
RELEASED = "# This file has been released and is never edited. A change of rules is a new file.\n"


class EditionChecked(Struct, frozen=True, kw_only=True):
    """An edition without mistakes: its name, title, and the digest that a ledger records.

    `season` is the latest season for which it gives years of birth, null if it gives none.
    """

    edition: str
    title: str
    season: int | None
    sha256: str


class EditionField(Struct, frozen=True, kw_only=True):
    """A field in which two editions differ; null if an edition does not have the field."""

    field: str
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
    them.

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
    made = _renamed(text.decode("utf-8-sig"), name, title or f"{name}{season_words}", base)
    if season:
        made = _of_season(made, rules, season)
    data = made.encode()
    _read(data)
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

    \b
    Example:
      roundbook edition check play-2027.toml

    \b
    Exit codes:
      0 no mistakes    5 mistakes; each is shown with its field
    """
    data = read_whole(file)
    rules = _read(data)
    found = EditionChecked(
        edition=rules.edition,
        title=rules.title,
        season=rules.season,
        sha256=sha256(data).hexdigest(),
    )
    if as_json:
        say_answer(found)
        return
    years = f", with the birth years of season {found.season}" if found.season else ""
    echo(shown(f"{found.edition}: no mistakes{years}"))
    typed = as_typed(file)
    echo(shown(f"next: roundbook open DIR --name NAME --edition-file {typed}"))


@command.command("diff")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@AS_JSON
@PLAIN
@serves_files
def diff(first: str, second: str, *, as_json: bool, plain: bool) -> int:
    r"""Show the fields in which rules editions A and B differ; either may be a file.

    \b
    Examples:
      roundbook edition diff play-2017 tom
      roundbook edition diff play-2017 play-2027.toml

    \b
    Exit codes:
      0 the same rules    1 different rules    5 an edition that cannot be read
    """
    editions = (edition_of(each)[0] for each in (first, second))
    a, b = (dict(_fields(msgspec.to_builtins(each, enc_hook=str))) for each in editions)
    fields = tuple(
        EditionField(field=place, a=a.get(place), b=b.get(place))
        for place in dict.fromkeys([*a, *b])
        if a.get(place) != b.get(place) and place not in CALLED
    )
    if as_json:
        say_answer(EditionsDiffer(a=first, b=second, fields=fields))
    elif fields:
        columns = [Column(title, wraps=True) for title in ("Field", first, second)]
        show(columns, [[one.field, one.a or "-", one.b or "-"] for one in fields], plain=plain)
        echo(f"{counted(len(fields), 'field')} differ{'s' if len(fields) == 1 else ''}.")
    else:
        echo("the editions have the same rules.")
    return FOUND if fields else 0


def edition_of(word: str) -> tuple[Ruleset, bytes]:
    """Return a released edition, or one from a file. Raises Unreadable, or a usage error."""
    if word in released.EDITIONS:
        return released.load(word), released.text(word)
    refuse_files(word)
    if not Path(word).is_file():
        known = ", ".join(released.EDITIONS)
        msg = f"there is no edition {quoted(word)}; give a file, or one of {known}."
        raise click.UsageError(msg)
    data = read_whole(Path(word))
    return _read(data), data


def _read(data: bytes) -> Ruleset:
    """Return the rules in a file written by a user. Raises Unreadable."""
    from roundbook.ledger.rulesets import custom  # It loads pydantic, and is rarely needed.

    return custom.read(data)


def _renamed(text: str, name: str, title: str, base: str) -> str:
    """Return the text of an edition under another name, without the note about its release."""
    text = text.replace(
        RELEASED, f"# Made from {base}: everything is the same until you change it.\n"
    )
    for field, said in (("edition", name), ("title", title)):
        line = f"{field} = {msgspec.json.encode(said).decode()}".replace("\\", r"\\")
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


def _fields(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield every field of an edition and its value: `times.extra_turns`, a row as `vg[8]`."""
    match value:
        case dict():
            for name, each in value.items():
                yield from _fields(each, f"{place}.{name}".removeprefix("."))
        case [{"name": _, "rows": _}, *_]:
            for table in value:
                yield from _fields(table["rows"], f"{place}.{table['name']}")
        case [dict(), *_]:
            for row in value:
                (_, first), *rest = row.items()
                said = (f"{name} {each}" for name, each in rest if each not in {None, 0})
                yield f"{place}[{first}]", ", ".join(said)
        case None | ():
            return
        case tuple():
            yield place, ", ".join(map(str, value))
        case bool():
            yield place, str(value).lower()
        case _:
            yield place, str(value)
