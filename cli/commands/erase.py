"""Erase who somebody is from everything that stands beside the record."""

import sys
from collections.abc import Sequence

import click
from msgspec.structs import replace

from cli.acts.erase import HAND, Wish, as_data, lines
from cli.args.players import find_player
from cli.args.words import WORDS
from cli.desk.command import at_desk, say_done
from cli.desk.context import nobody_to_ask
from cli.desk.errors import shown
from cli.desk.output import echo
from cli.desk.staff import seat
from cli.desk.venue import checks
from cli.desk.write import WriteContext
from cli.folder.erasure import Plan, carry_out, plan
from cli.folder.home import settings
from cli.folder.people import book_lock, read_book
from ledger.errors import Refused
from ledger.events.catalogue import EntryRefused, PeopleErased
from ledger.people.erasure import everybody_in
from ledger.record.entry import Entry


@click.command("erase")
@click.argument("who", metavar="[PLAYER]...", nargs=-1)
@click.option("--all", "everybody", is_flag=True, help="Everybody, once three months are over.")
@click.option("--not-admitted", "entry", type=int, help="Who was not admitted, by that entry.")
@click.option("--reason", type=WORDS, help="Why. Kept in the ledger for good, without names.")
@click.option("--yes", is_flag=True, help="Do not ask; for scripts.")
@at_desk
def command(
    ctx: WriteContext,
    who: tuple[str, ...],
    entry: int | None,
    reason: str | None,
    *,
    everybody: bool,
    yes: bool,
) -> None:
    r"""Erase who PLAYER is: the name, the id, the year of birth; of staff (h2) the name.

    The results stay, under the number, and the ledger verifies as before. Nothing is ever erased
    by itself. Before the three months of TOP §4 are over it is one person at a time, for a reason.
    --dry-run shows what will go. Copies of the folder elsewhere are not reached.

    \b
    Examples:
      roundbook erase p17 --reason "the parents asked for it" --dry-run
      roundbook erase p17 --reason "the parents asked for it"
      roundbook erase --all
    """
    if everybody == bool(who or entry is not None):
        raise click.UsageError("name a player or more, or say --all.")
    gone = _everybody(ctx) if everybody else _meant(ctx, who, entry)
    wish = Wish(gone=tuple(dict.fromkeys(gone)), everybody=everybody, reason=reason)
    event = _recorded_before(ctx) or wish.event(ctx.tournament)
    found = _planned(ctx, wish)
    rehearsed: list[Entry] = []
    if event and ctx.first() is None:  # What a rule refuses is refused before anybody is asked.
        manner = replace(ctx.manner, dry_run=True)
        rehearsed = replace(ctx, manner=manner).take(lambda _: [event])
    if ctx.dry_run or (found.empty and not event):
        say_done(ctx, rehearsed, *lines(wish, found, done=False), **as_data(wish, found))
        return
    if not yes:
        _confirm(wish, found)
    entries = _erase(ctx, wish, event)
    say_done(ctx, entries, *lines(wish, found, done=True), **as_data(wish, found))


def _everybody(ctx: WriteContext) -> list[str]:
    players, hands, refused = everybody_in(ctx.book)
    return [*ctx.tournament.players, *players, *hands, *refused, *ctx.tournament.erased]


def _meant(ctx: WriteContext, who: Sequence[str], entry: int | None) -> list[str]:
    """Return whom the words mean, by number or commitment. Raises Refused."""
    gone = [_one(ctx, text) for text in who]
    return gone if entry is None else [*gone, _not_admitted(ctx, entry)]


def _one(ctx: WriteContext, text: str) -> str:
    hand = text.strip().lower()
    if not HAND.match(hand):
        return find_player(text, ctx.tournament, ctx.book)
    if hand in ctx.book.hands or any(e.hand.id == hand for e in ctx.venue.desk.entries):
        return hand
    msg = f"nobody on the staff is {hand}."
    raise Refused(msg, hint="`roundbook history --json` shows who wrote what.")


def _not_admitted(ctx: WriteContext, number: int) -> str:
    """Return the commitment to who was not admitted by an entry. Raises Refused."""
    for entry in ctx.venue.desk.entries[max(number - 1, 0) : max(number, 0)]:
        for event in entry.events:
            if isinstance(event, EntryRefused):
                return event.commitment
    msg = f"entry {number} does not say that somebody was not admitted."
    raise Refused(msg, hint="`roundbook history` shows which one does.")


def _recorded_before(ctx: WriteContext) -> PeopleErased | None:
    """Return what this same command has recorded before, if it has."""
    first = ctx.first()
    events = first.events if first else ()
    return next((event for event in events if isinstance(event, PeopleErased)), None)


def is_terminal() -> bool:
    """Tell whether somebody sits there who can be asked."""
    return not nobody_to_ask() and sys.stdin.isatty()


def _confirm(wish: Wish, found: Plan) -> None:
    """Let somebody at a terminal type whom they erase. Raises Refused, or a usage error."""
    if not is_terminal():
        raise click.UsageError("erasing is for good: add --yes, or do it at a terminal.")
    for line in lines(wish, found, done=False):
        echo(shown(line), err=True)
    try:
        typed: str = click.prompt(
            f'This is for good. Type "{wish.words}" to erase', default="", err=True
        )
    except click.Abort:
        typed = ""
    if typed.strip().lower() != wish.words:
        raise Refused("nothing was erased: something else was typed.", hint="Give it again.")


def _erase(ctx: WriteContext, wish: Wish, event: PeopleErased | None) -> list[Entry]:
    """Write that they are erased, then take them away, while nobody else writes the book."""
    from cli.web.access.sessions import sign_out

    folder = ctx.venue.folder
    seat(ctx.venue, ctx.manner.operator)
    with book_lock(folder):
        book = read_book(folder)
        ctx.venue.desk.checks = checks(book)
        entries = ctx.take(lambda _: [event]) if event else []
        sign_out(settings(), folder, book, set(wish.gone))
        carry_out(plan(folder, book, set(wish.gone), everybody=wish.everybody))
    return entries


def _planned(ctx: WriteContext, wish: Wish) -> Plan:
    """Return what goes: from the folder, and from those who may come in to its pages."""
    from cli.web.access.sessions import guests

    folder, book, gone = ctx.venue.folder, ctx.book, set(wish.gone)
    found = plan(folder, book, gone, everybody=wish.everybody)
    return replace(found, guests=guests(settings(), folder, book, gone))
