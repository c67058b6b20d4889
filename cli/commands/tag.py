"""Set or clear a player's late tag."""

import click

from cli.args.players import find_player
from cli.args.words import WORDS
from cli.desk.write import WriteContext, at_desk
from ledger.events.catalogue import LateTagCleared, LateTagSet
from ledger.record.entry import Entry
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId
from projections.explain import place_text
from projections.explain.place import explain_place
from projections.standings.standings import standings


@click.command("tag")
@click.argument("who", metavar="PLAYER")
@click.option("--set/--clear", "late", default=None, help="Set the late tag, or clear it.")
@click.option("--reason", required=True, type=WORDS, help="Why. Kept in the ledger for good.")
@at_desk
def command(ctx: WriteContext, who: str, late: bool | None, reason: str) -> None:  # noqa: FBT001
    r"""Set or clear the late tag of PLAYER (TOP §3.1.4.1; GTB-2).

    Where the tag decides places, the explanation for a support ticket is printed.

    \b
    Example:
      roundbook tag p17 --clear --reason "was here on time; set by accident"
    """
    if late is None:
        raise click.UsageError("say --set or --clear.")
    player = find_player(who, ctx.tournament, ctx.book)
    event = (LateTagSet if late else LateTagCleared)(player=player, reason=reason)
    entry = ctx.post(event)
    has = "has" if late else "no longer has"
    ctx.say(
        entry,
        f"{ctx.named(player)} {has} the late tag",
        *_ticket(ctx, entry, player, tagged=late),
    )


def _ticket(ctx: WriteContext, entry: Entry, player: PlayerId, *, tagged: bool) -> list[str]:
    """Return whose places the tag decides, and why, to be put into a support ticket (GTB-2)."""
    before = Tournament.replay(ctx.venue.desk.entries[: entry.seq - 1])
    now = before.copy()
    now.apply_entry(entry)
    was, stands = _places(before, ctx), _places(now, ctx)
    moved = [each for each in stands if stands[each] != was.get(each)]
    found = explain_place(now, ctx.rules, player)
    if not moved or not found.rounds:
        return []
    having, lacking = (stands, was) if tagged else (was, stands)
    names = {each: ctx.book.name(each) for each in now.players if each in ctx.book.players}
    return [
        "the tag decides places; for a support ticket:",
        *(
            f"  {ctx.named(each)}: place {having[each]} with the tag, {lacking[each]} without"
            for each in moved
        ),
        "",
        *place_text.lines(found, names),
    ]


def _places(t: Tournament, ctx: WriteContext) -> dict[PlayerId, int | None]:
    return {one.player: one.place for one in standings(t, ctx.rules)}
