"""Name people to the staff, or list who is on it."""

from collections import Counter

import click
from msgspec.structs import replace

from cli.acts.people import fresh_salt, holding_the_book
from cli.args.words import NAME
from cli.desk.command import at_desk, say_done
from cli.desk.write import WriteContext
from cli.folder.people import keep_book, read_book
from ledger.events.catalogue import StaffNamed
from ledger.people.book import BookEntry, Person, commitment
from ledger.terms import HandId, Role
from projections.text import counted

ROLES = click.Choice([role.value for role in Role])


@click.command("staff")
@click.argument("name", type=NAME, required=False)
@click.argument("roles", metavar="[ROLE]...", type=ROLES, nargs=-1)
@at_desk
def command(ctx: WriteContext, name: str | None, roles: tuple[str, ...]) -> None:
    r"""Name NAME to the staff in one ROLE or several; without a name, list the staff.

    The roles are organiser, head-judge, judge and scorekeeper. The record holds a number and a
    commitment; the name stays in people.json. Whoever gives a command with `--as NAME` is on the
    list too, named or not.

    \b
    Examples:
      roundbook staff "Jo Park" judge
      roundbook staff "Kim Sun" head-judge scorekeeper
      roundbook staff --json
    """
    if name is None:
        _list(ctx)
        return
    if not roles:
        raise click.UsageError(f"in which role? {', '.join(role.value for role in Role)}.")
    folder, wanted = ctx.venue.folder, tuple(dict.fromkeys(roles))
    with holding_the_book(ctx):
        book, hand = read_book(folder).with_hand(name)
        known = book.staff.get(hand) or BookEntry(person=Person(name=name), salt=fresh_salt())
        book = replace(book, staff={**book.staff, hand: known})
        bound = commitment(known.person, known.salt)
        entry = ctx.take(
            lambda _: [StaffNamed(hand=hand, role=role, commitment=bound) for role in wanted],
            before=lambda: keep_book(folder, book),
        )[0]
    say_done(ctx, entry, f"{name} is {hand}: {', '.join(wanted)}", hand=hand)


def _list(ctx: WriteContext) -> None:
    """List everybody who was named or has written an entry, by number."""
    t, book = ctx.tournament, read_book(ctx.venue.folder)
    wrote = Counter(entry.hand.id for entry in ctx.venue.desk.entries)
    hands = sorted({*t.staff, *wrote}, key=lambda hand: int(hand[1:]))
    found = [
        {
            "hand": hand,
            "name": book.hands.get(HandId(hand)),
            "roles": list(t.staff.get(hand, ())),
            "entries": wrote[HandId(hand)],
        }
        for hand in hands
    ]
    lines = [
        f"{hand}  {book.hands.get(HandId(hand), 'not in people.json')}: "
        f"{', '.join(t.staff.get(hand, ())) or 'not named to a role'}; "
        f"{counted(wrote[HandId(hand)], 'entry', 'entries')}"
        for hand in hands
    ]
    say_done(ctx, [], *lines, staff=found)
