"""Judging a deck list: the options that say by what, and what is said of it."""

from collections.abc import Callable
from datetime import date
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from msgspec import Struct

from cli.args.words import quoted
from cli.desk.context import refuse_files
from cli.desk.errors import shown
from cli.desk.named_files import bytes_of
from ledger.decks import formats, pools
from ledger.decks.lists import DeckList
from ledger.decks.pools import CardPool
from projections.decks.judging import Breach, Judgement, Question
from projections.text import counted

Command = TypeVar("Command", bound=Callable[..., Any])

FORMATS = [one.name for one in formats.rules().formats]
DRAFTS = ["sealed", "booster-draft", "rochester-draft", "solomon-draft"]
REGIONS = list(formats.rules().languages)

_OPTIONS = (
    click.option("--pool", "pool_name", metavar="NAME|FILE", help="Judge by this card pool."),
    click.option(
        "--region",
        type=click.Choice(REGIONS),
        metavar="REGION",
        help=f"Where it is played, for the languages: {', '.join(REGIONS)}.",
    ),
    click.option(
        "--pool-list",
        metavar="FILE",
        help="Limited: the list of all cards that the player was given.",
    ),
    click.option(
        "--basic-energy", is_flag=True, help="Limited: the organiser provides basic Energy."
    ),
    click.option(
        "--draft",
        type=click.Choice(DRAFTS),
        metavar="DRAFT",
        help=f"The kind of Limited, where the format is wider: {', '.join(DRAFTS)}.",
    ),
)


class By(Struct, frozen=True, kw_only=True):
    """What somebody typed of by what a list is to be judged."""

    pool_name: str | None
    region: str | None
    pool_list: str | None
    basic_energy: bool
    draft: str | None


class Basis(Struct, frozen=True, kw_only=True):
    """By what a list is to be judged: the question, and the text of a pool that was brought."""

    asked: Question
    pool_sha256: str | None = None
    brought: bytes | None = None


def format_option(words: str, *, required: bool = False) -> Callable[[Command], Command]:
    """Return the option that names the format, and lists all of them."""
    return click.option(
        "--format",
        "format_name",
        type=click.Choice(FORMATS),
        metavar="FORMAT",
        required=required,
        help=f"{words}  One of {', '.join(FORMATS)}.",
    )


def by_what(command: Command) -> Command:
    """Give a command the options that say by what a list is judged, and `by` for them all."""

    @wraps(command)
    def judging(*args: Any, **options: Any) -> Any:
        own = {name: options.pop(name) for name in By.__struct_fields__}
        return command(*args, by=By(**own), **options)

    for option in reversed(_OPTIONS):
        judging = option(judging)
    return judging  # type: ignore[return-value]


def read_deck(name: str) -> DeckList:
    """Return a deck list from a file, or from stdin for `-`. Raises Unreadable."""
    from ledger.importers.lists import decks

    where = "stdin" if name == "-" else name
    return decks.read(bytes_of(name, decks.MAX_BYTES), where)


def basis(by: By, *, format_name: str, on: date, premier: bool) -> Basis:
    """Return by what a list is judged; raises Unreadable, and UsageError for a wrong option."""
    rules = formats.rules()
    wanted = rules.format(format_name)
    if wanted is None:
        msg = f"{quoted(format_name)} is no format; they are {', '.join(FORMATS)}."
        raise click.UsageError(msg)
    pool, digest, brought = _pool(by.pool_name, wanted.pool, on)
    asked = Question(
        format=wanted,
        rules=rules,
        on=on,
        pool=pool,
        local=rules.languages[by.region] if by.region else None,
        premier=premier,
        handed_out=read_deck(by.pool_list) if by.pool_list else None,
        energy_provided=by.basic_energy,
        draft=by.draft,
    )
    if not asked.limited and (by.pool_list or by.draft or by.basic_energy):
        msg = f"{wanted.name} is Constructed: --pool-list, --basic-energy and --draft are for "
        raise click.UsageError(f"{msg}Limited.")
    return Basis(asked=asked, pool_sha256=digest, brought=brought)


def _pool(
    name: str | None, kind: str | None, on: date
) -> tuple[CardPool | None, str | None, bytes | None]:
    """Return the pool that is named, or the one that holds on a day, with digest and text."""
    if name is not None:
        if found := pools.named(name):
            return *found, None
        refuse_files(name)
        if not Path(name).is_file():
            known = ", ".join(pool.name for pool in pools.released())
            msg = f"there is no card pool {quoted(name)}; name a file, or one of {known}."
            raise click.UsageError(msg)
        data = bytes_of(name, pools.MAX_BYTES)
        return pools.read(data, name), pools.digest(data), data
    if kind is None:
        return None, None, None
    if found := pools.for_format(kind, on):
        return *found, None
    msg = f"no card pool of {kind} that roundbook carries holds on {on}; bring one (--pool FILE)."
    raise click.UsageError(msg)


def said(one: Breach) -> str:
    """Return a breach in one line: where, what, by which section."""
    where = f"line {one.line}: " if one.line else ""
    return f"{where}{one.message} ({one.cites})"


def in_words(name: str, judged: Judgement) -> list[str]:
    """Return a judgement as lines for people."""
    lines: list[str] = []
    for one in judged.breaches:
        lines += [said(one)] + ([f"  hint: {one.hint}"] if one.hint else [])
    lines += [f"note: {remark}" for remark in judged.remarks]
    found = counted(len(judged.breaches), "breach", "breaches") if judged.breaches else "legal"
    lines.append(f"{name}: {counted(judged.cards, 'card')}, {found}.")
    return [shown(line) for line in lines]


def as_data(judged: Judgement, by: Basis) -> dict[str, object]:
    """Return a judgement for a program."""
    asked = by.asked
    return {
        "format": asked.format.name,
        "prizes": asked.format.prizes,
        "sanctioned": asked.format.sanctioned,
        "date": asked.on.isoformat(),
        "pool": asked.pool.name if asked.pool else None,
        "pool_sha256": by.pool_sha256,
        **msgspec.to_builtins(judged),
    }
