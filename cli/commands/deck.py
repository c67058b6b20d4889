"""Check deck lists, register them before round 1, and show who has handed one in."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import asdict

from roundbook.cli.acts import decks
from roundbook.cli.acts.decks import Basis, ChosenPool, JudgedBy
from roundbook.cli.acts.opening import REGIONS
from roundbook.cli.answers.spoken import lists_wait, say
from roundbook.cli.args.players import find_player
from roundbook.cli.args.shared_options import Command, option, with_options
from roundbook.cli.args.types import DATE, called, quoted, typed_as
from roundbook.cli.places import deck_lists
from roundbook.cli.places.phone_claims import waiting_lists
from roundbook.cli.session import errors
from roundbook.cli.session.command import at_desk
from roundbook.cli.session.errors import shown
from roundbook.cli.session.named_files import bytes_of
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import AS_JSON, ReadContext, at_ledger, say_answer
from roundbook.cli.session.venue import refuse_files, today
from roundbook.cli.session.write import WriteContext, serves
from roundbook.cli.terminal.language import heading
from roundbook.cli.terminal.tables import show
from roundbook.cli.verbs import CommandGroup
from roundbook.ledger.decks import pools
from roundbook.ledger.decks.deck_list import DeckList
from roundbook.ledger.decks.released import load
from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events.decks import DeckRegistered
from roundbook.ledger.people.book import own_name
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.validators.decks import is_frozen
from roundbook.projections.decks import Breach, Judgement, judge
from roundbook.projections.reports.text.tables import Column

COLUMNS = (
    Column("Number"),
    Column("Player", wraps=True),
    Column("Division"),
    Column("Cards", right=True),
    Column("Format"),
)


class ListJudged(Struct, frozen=True, kw_only=True):
    """The result of checking a deck list, with the format, the date and the card pool used."""

    file: str
    format: str
    prizes: int
    sanctioned: bool
    date: dt.date  # From Python 3.14 on, `date` alone would mean this field itself.
    pool: str | None
    pool_sha256: str | None
    cards: int
    breaches: tuple[Breach, ...]
    remarks: tuple[str, ...]
    unjudged: tuple[int, ...]


class ListsHandedIn(Struct, frozen=True, kw_only=True):
    """The registered deck lists with their commitments, and the players whose list is missing.

    `waiting` are players who sent a list by phone on which the desk has not decided yet.
    """

    tournament: str
    entry: int
    lists: tuple[DeckRegistered, ...]
    missing: tuple[PlayerId, ...]
    waiting: tuple[PlayerId, ...]


class ListKept(Struct, frozen=True, kw_only=True):
    """The deck list of a player: its entry in the ledger, and the cards."""

    tournament: str
    registered: DeckRegistered
    deck: DeckList


# The options of the deck check, and the files they name.

_OPTIONS = (
    click.option(
        "--pool",
        "--card-pool",
        "pool_name",
        metavar="POOL",
        help="The card pool: a name, or a .toml file.",
    ),
    click.option(
        "--region",
        type=click.Choice(REGIONS),
        metavar="REGION",
        help="The region of the event (see `help options`).",
    ),
    option(
        "--pool-list",
        of="limited",
        stands_for=("--pool-list, …", "Options for Limited: `help options`."),
        metavar="FILE",
        multiple=True,
        help="Limited: all cards the player was given; for a team, repeat the option.",
    ),
    option(
        "--basic-energy",
        of="limited",
        is_flag=True,
        help="Limited: the organiser provides basic Energy.  [default: as announced]",
    ),
    option(
        "--draft",
        of="limited",
        type=click.Choice(decks.DRAFTS),
        metavar="KIND",
        help="Limited: the type of event (sealed, booster-draft, rochester-draft or "
        "solomon-draft), if the format does not say.",
    ),
)


def format_option(words: str, *, required: bool = False) -> Callable[[Command], Command]:
    """Return the option that names the format."""
    return click.option(
        "--format",
        "format_name",
        type=click.Choice(decks.FORMATS),
        metavar="FORMAT",
        required=required,
        help=words,
    )


def by_what(command: Command) -> Command:
    """Add the options of the deck check to a command; it gets them together as `by`."""

    @wraps(command)
    def judging(
        *args: Any,
        pool_name: str | None,
        region: str | None,
        pool_list: tuple[str, ...],
        basic_energy: bool,
        draft: str | None,
        **options: Any,
    ) -> Any:
        by = JudgedBy(
            pool=_pool(pool_name) if pool_name is not None else None,
            region=region,
            handed_out=_together(pool_list),
            basic_energy=basic_energy,
            draft=draft,
        )
        return command(*args, by=by, **options)

    return with_options(_OPTIONS, judging)  # type: ignore[return-value]


def _deck(name: str) -> DeckList:
    """Return a deck list from a file, or from stdin for `-`. Raises Unreadable."""
    from roundbook.ledger.importers.lists import pasted_decks as lists

    return lists.read(bytes_of(name, lists.MAX_BYTES), called(name))


def _together(names: Sequence[str]) -> DeckList | None:
    """Return the cards of several lists as one list; None if there are no lists."""
    lists = [_deck(name) for name in names]
    return DeckList(lines=tuple(line for one in lists for line in one.lines)) if lists else None


def _pool(name: str) -> ChosenPool:
    """Return a built-in card pool, or one from a file. Raises Unreadable, or a usage error."""
    if found := decks.pool_named(name):
        return found
    refuse_files(name)
    if not Path(name).is_file():
        known = ", ".join(pool.name for pool in pools.released())
        msg = f"there is no card pool {quoted(name)}; give a file, or one of {known}."
        raise click.UsageError(msg)
    data = bytes_of(name, pools.MAX_BYTES)
    return ChosenPool(pools.read(data, name), pools.digest(data), data)


def _options(format_name: str) -> Mapping[str, str]:
    """Return the message for each wrong value, with the options that caused it."""
    return {
        "draft": f"{format_name} is Constructed: --pool-list, --basic-energy and --draft are "
        "only for Limited.",
    }


@click.group("deck", cls=CommandGroup)
def command() -> None:
    r"""Check deck lists, accept them, and show who has handed one in (TRF §4).

    Deck lists are kept outside the ledger. It contains the format, the number of cards, what the
    check found, and a cryptographic commitment to each list, so the cards stay secret and cannot
    be changed unnoticed. On the page Phones of `roundbook serve`, the organiser lets players
    send their lists from their phones.

    \b
    Examples:
      roundbook deck judge ana.txt --format standard --date 2016-01-16
      roundbook deck register p7 ana.txt --format standard
      roundbook deck list -C cup
    """


@command.command("judge")
@click.argument("file", metavar="FILE")
@format_option("A format listed in `help options`.", required=True)
@click.option("--date", "on", type=DATE, help="The day of the event.  [default: today]")
@click.option(
    "--premier",
    is_flag=True,
    help="No foreign-language cards; needs --region.",
)
@by_what
@AS_JSON
@serves
def judge_list(
    file: str,
    format_name: str,
    on: dt.date | None,
    by: JudgedBy,
    *,
    premier: bool,
    as_json: bool,
) -> int:
    r"""Check the deck list in FILE; no tournament is needed.

    FILE may be a list exported by another program (`4 Pikachu SVI 25` under headings), lines such
    as `4 Pikachu`, or CSV with the columns count, name, set and number; `-` is stdin.

    \b
    Examples:
      roundbook deck judge ana.txt --format standard --date 2016-01-16
      roundbook deck judge ana.txt --format standard --pool our-pool.toml
      roundbook deck judge ana.txt --format sealed --pool-list given.txt

    \b
    Exit codes:
      0 no breach    1 not legal    5 a list or a pool that cannot be read
    """
    day = on or today()
    with typed_as(**_options(format_name)):
        basis = decks.basis(by, format_name=format_name, on=day, premier=premier)
    judged = judge(_deck(file), basis.asked)
    if as_json:
        say_answer(_judged(file, judged, basis))
    else:
        for line in _in_words(file, judged):
            echo(line)
    return errors.FOUND if judged.breaches else 0


def _in_words(name: str, judged: Judgement) -> list[str]:
    """Return the result of a deck check as lines of text."""
    lines: list[str] = []
    for one in judged.breaches:
        lines += [one.in_words] + ([f"  hint: {one.hint}"] if one.hint else [])
    lines += [f"note: {remark}" for remark in judged.remarks]
    lines.append(f"{name}: {counted(judged.cards, 'card')}, {judged.in_words}.")
    return [shown(line) for line in lines]


def _judged(file: str, judged: Judgement, by: Basis) -> ListJudged:
    """Return the result of a deck check for JSON."""
    asked = by.asked
    return ListJudged(
        file=file,
        format=asked.format.name,
        prizes=asked.format.prizes,
        sanctioned=asked.format.sanctioned,
        date=asked.on,
        pool=asked.pool.name if asked.pool and asked.sets_known else None,
        pool_sha256=by.pool_sha256,
        **asdict(judged),
    )


@command.command("pool")
@click.argument("name", required=False)
@serves
def show_pool(name: str | None) -> None:
    r"""Show a built-in card pool, as a template for your own.

    \b
    Example:
      roundbook deck pool standard-2015 > our-pool.toml
    """
    if name is None:
        for pool in pools.released():
            until = f" to {pool.valid_until}" if pool.valid_until else ""
            doubt = f"; {pool.unchecked}" if pool.unchecked else ""
            echo(f"{pool.name}: {pool.format}, from {pool.valid_from}{until}{doubt}")
        return
    if pools.named(name) is None:
        known = ", ".join(pool.name for pool in pools.released())
        raise click.UsageError(f"there is no such card pool; choose one of {known}.")
    echo(load(name).decode(), nl=False)


@command.command("register")
@click.argument("who", metavar="PLAYER")
@click.argument("file", metavar="FILE")
@format_option("The format.  [default: the tournament's]")
@by_what
@at_desk
def register(ctx: WriteContext, who: str, file: str, format_name: str | None, by: JudgedBy) -> None:
    r"""Accept PLAYER's deck list from FILE, before their first round starts (TRF §4).

    A new list replaces the earlier one, which is kept. Once the player's first round has started,
    the list cannot be changed.

    \b
    Examples:
      roundbook deck register p7 ana.txt --format standard
      roundbook deck register p7 - < ana.txt
    """
    player = find_player(who, ctx.tournament, ctx.book)
    with typed_as(format_name="give the format of the tournament (--format)."):
        named, _ = decks.format_of(ctx, format_name)
    with typed_as(**_options(named)):
        judged = decks.judge_deck(ctx, player, _deck(file), by, format_name=named)
    for one in judged.judgement.breaches:
        echo(shown(one.in_words), err=True)
    done = decks.register_deck(ctx, judged)
    say(ctx, done, judgement=_judged(file, done.judgement, done.basis))


@command.command("list")
@at_ledger(staff=True)
def show_all(reading: ReadContext) -> None:
    r"""Show which players have handed in a deck list, but not the cards in it.

    \b
    Example:
      roundbook deck list -C cup
    """
    t = reading.t
    entered = t.decks.keys() | t.in_team.keys()
    inside = [player for player in t.players.values() if not player.out or player.id in entered]
    missing = [player.id for player in inside if player.id not in t.decks]
    if reading.as_json:
        handed = tuple(t.decks[p.id] for p in inside if p.id in t.decks)
        say_answer(
            ListsHandedIn(
                tournament=reading.event,
                entry=t.seq,
                lists=handed,
                missing=tuple(missing),
                waiting=tuple(waiting_lists(reading.folder, t)),
            )
        )
        return
    echo(heading(reading))
    rows, waiting = [], waiting_lists(reading.folder, t)
    for player in inside:
        one = t.decks.get(player.id)
        cards, played = (str(one.cards), one.format) if one else ("", "no list yet")
        if player.id in waiting:
            played = f"{played}; another waits" if one else "waits for a decision"
        rows.append(
            [player.id, own_name(reading.book, t, player.id), player.division.value, cards, played]
        )
    show(COLUMNS, rows, plain=reading.plain)
    echo(f"{len(inside) - len(missing)} of {counted(len(inside), 'list')} handed in")
    for line in lists_wait(reading.named, waiting):
        echo(shown(line))


@command.command("show")
@at_ledger("PLAYER", staff=True)
@click.option(
    "--form",
    type=click.Choice(["live", "online", "csv"]),
    help="The format of another program.",
)
def show_one(reading: ReadContext, who: str, form: str | None) -> None:
    r"""Show PLAYER's deck list, which only the staff may see unless the player agrees to show it.

    With --form, show only the list, in the format of TCG Live or TCG Online, or as a spreadsheet.

    \b
    Examples:
      roundbook deck show -C cup p7
      roundbook deck show -C cup p7 --form live > p7.txt
    """
    player = find_player(who, reading.t, reading.book)
    event = reading.t.decks.get(player)
    if event is None:
        hint = advice(
            "Accept it before the player's first round starts: {}.",
            do("deck register", player, "FILE"),
        )
        raise Refused(
            f"{player} has not handed in a deck list.",
            hint=None if is_frozen(reading.t, player) else hint,
        )
    kept = deck_lists.kept_list(reading.folder, event)
    if reading.as_json:
        say_answer(ListKept(tournament=reading.event, registered=event, deck=kept.deck))
        return
    from roundbook.projections.reports.deck_texts import FORMS, in_words

    if form:
        echo(FORMS[form](kept.deck).decode(), nl=False)
        return
    for line in in_words(event, kept.deck, own_name(reading.book, reading.t, player)):
        echo(shown(line))
