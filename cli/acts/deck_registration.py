"""Deck lists at the desk: taken in before the first round, shown to the staff, counted for all."""

import click
import msgspec

from cli.acts import decks
from cli.args.players import find_player
from cli.desk import errors
from cli.desk.command import at_desk, say_done
from cli.desk.output import echo
from cli.desk.read import ReadContext, at_ledger, say_json
from cli.desk.venue import random_bytes
from cli.desk.write import WriteContext
from cli.folder import deck_lists
from cli.terminal.tables import Column, show
from ledger.decks.lists import SALT_BYTES, KeptList, as_text, canonical
from ledger.errors import Refused, Unreadable, advice, do
from ledger.events.catalogue import DeckRegistered
from ledger.people.book import packed
from ledger.record.entry import Entry
from ledger.terms import PlayerId
from projections.decks.judging import judge, with_unused
from projections.text import counted

COLUMNS = (
    Column("Number"),
    Column("Player", wraps=True),
    Column("Division"),
    Column("Cards", right=True),
    Column("Format"),
)


@click.command("register")
@click.argument("who", metavar="PLAYER")
@click.argument("file", metavar="FILE")
@decks.format_option("The format played.  [default: the tournament's]")
@decks.by_what
@at_desk
def register(
    turn: WriteContext, who: str, file: str, format_name: str | None, by: decks.By
) -> None:
    r"""Take in the deck list of PLAYER from FILE, before their first round starts (TRF §4).

    A list that is handed in again takes the place of the one before, which is kept. Once the round
    has started nothing changes any more.

    \b
    Examples:
      roundbook deck register p7 ana.txt --format standard
      roundbook deck register p7 - < ana.txt
    """
    t = turn.tournament
    player = find_player(who, t, turn.book)
    latest = next((one.format for one in reversed(t.decks.values())), None)
    named = format_name or (t.opened.format if t.opened else None) or latest
    if named is None or t.opened is None:
        raise click.UsageError("say the format of the tournament (--format).")
    deck = decks.read_deck(file)
    basis = decks.basis(by, format_name=named, on=t.opened.start, premier=t.opened.premier)
    asked = basis.asked
    judged = judge(deck, asked)
    kept = KeptList(
        deck=canonical(with_unused(deck, asked.handed_out, asked.rules)),
        salt=_salt_before(turn, player) or packed(random_bytes(SALT_BYTES)),
    )
    event = DeckRegistered(
        player=player,
        commitment=kept.commitment,
        format=asked.format.name,
        cards=judged.cards,
        unused=sum(line.count for line in kept.deck.unused),
        pool=asked.pool.name if asked.pool else None,
        pool_sha256=basis.pool_sha256,
        breaches=sum(one.rule != "deck-size" for one in judged.breaches),
    )
    for one in judged.breaches:
        echo(errors.shown(decks.said(one)), err=True)
    folder = turn.venue.folder
    [entry] = turn.take(
        lambda _: [event],
        before=lambda: deck_lists.keep(folder, event, kept, basis.brought),
    )
    before = " in place of the one before" if _had_list(turn, player, entry) else ""
    say_done(
        turn,
        entry,
        f"{turn.named(player)} handed in {counted(judged.cards, 'card')} for {named}{before}",
        *(f"  note: {remark}" for remark in judged.remarks),
        judgement=decks.as_data(judged, basis),
    )


def _had_list(turn: WriteContext, player: PlayerId, now: Entry) -> bool:
    """Tell whether a player had handed in a list before an entry."""
    earlier = (e for entry in turn.venue.desk.entries[: now.seq - 1] for e in entry.events)
    return any(isinstance(event, DeckRegistered) and event.player == player for event in earlier)


def _salt_before(turn: WriteContext, player: PlayerId) -> str | None:
    """Return the salt that this same command used before, if it was given before."""
    first = turn.first()
    for event in first.events if first else ():
        if isinstance(event, DeckRegistered) and event.player == player:
            try:
                return deck_lists.kept_list(turn.venue.folder, event).salt
            except Unreadable:
                return None
    return None


@click.command("list")
@at_ledger()
def show_all(reading: ReadContext) -> None:
    r"""Show who has handed in a deck list, and who has not; never what is in it.

    \b
    Example:
      roundbook deck list cup
    """
    t = reading.t
    inside = [player for player in t.players.values() if not player.out or player.id in t.decks]
    missing = [player.id for player in inside if player.id not in t.decks]
    if reading.as_json:
        handed = [msgspec.to_builtins(t.decks[p.id]) for p in inside if p.id in t.decks]
        say_json(tournament=reading.event, entry=t.seq, lists=handed, missing=missing)
        return
    echo(reading.heading())
    rows = []
    for player in inside:
        one = t.decks.get(player.id)
        cards, played = (str(one.cards), one.format) if one else ("", "no list yet")
        rows.append([player.id, reading.name(player.id), player.division.value, cards, played])
    show(COLUMNS, rows, plain=reading.plain)
    echo(f"{len(inside) - len(missing)} of {counted(len(inside), 'list')} in")


@click.command("show")
@at_ledger("PLAYER")
@click.option("--form", type=click.Choice(["live", "online", "csv"]), help="As programs read it.")
def show_one(reading: ReadContext, who: str, form: str | None) -> None:
    r"""Show the deck list of PLAYER, for the staff: it is secret until the event is over.

    With --form it is the list alone, as TCG Live or TCG Online exports it, or as a spreadsheet.

    \b
    Examples:
      roundbook deck show cup p7
      roundbook deck show cup p7 --form live > p7.txt
    """
    player = find_player(who, reading.t, reading.book)
    event = reading.t.decks.get(player)
    if event is None:
        hint = advice("Take it in before round 1: {}.", do("deck register", player, "FILE"))
        raise Refused(f"{player} has not handed in a deck list.", hint=hint)
    kept = deck_lists.kept_list(reading.folder, event)
    if reading.as_json:
        say_json(
            tournament=reading.event,
            registered=msgspec.to_builtins(event),
            deck=msgspec.to_builtins(kept.deck),
        )
        return
    if form:
        from projections.reports.deck_texts import FORMS

        echo(FORMS[form](kept.deck).decode(), nl=False)
        return
    pool = f", pool {event.pool}" if event.pool else ""
    echo(errors.shown(f"{reading.name(player)} ({player}): {event.format}{pool}"))
    for line in as_text(kept.deck).splitlines():
        echo(errors.shown(line))
