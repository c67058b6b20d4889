"""Set or clear a player's late tag."""

import click

from cli.args.players import find_player
from cli.args.words import WORDS
from cli.desk.write import Turn, at_desk
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
def command(turn: Turn, who: str, late: bool | None, reason: str) -> None:  # noqa: FBT001
    r"""Set or clear the late tag of PLAYER (TOP §3.1.4.1; GTB-2).

    Where the tag decides places, the explanation for a support ticket is printed.

    \b
    Example:
      roundbook tag p17 --clear --reason "was here on time; set by accident"
    """
    if late is None:
        raise click.UsageError("say --set or --clear.")
    player = find_player(who, turn.tournament, turn.book)
    event = (LateTagSet if late else LateTagCleared)(player=player, reason=reason)
    entry = turn.post(event)
    has = "has" if late else "no longer has"
    turn.say(
        entry,
        f"{turn.named(player)} {has} the late tag",
        *_ticket(turn, entry, player, tagged=late),
    )


def _ticket(turn: Turn, entry: Entry, player: PlayerId, *, tagged: bool) -> list[str]:
    """Return whose places the tag decides, and why, to be put into a support ticket (GTB-2)."""
    before = Tournament.of(turn.venue.desk.entries[: entry.seq - 1])
    now = before.copy()
    now.follow(entry)
    was, stands = _places(before, turn), _places(now, turn)
    moved = [each for each in stands if stands[each] != was.get(each)]
    found = explain_place(now, turn.rules, player)
    if not moved or not found.rounds:
        return []
    having, lacking = (stands, was) if tagged else (was, stands)
    names = {each: turn.book.name(each) for each in now.players if each in turn.book.players}
    return [
        "the tag decides places; for a support ticket:",
        *(
            f"  {turn.named(each)}: place {having[each]} with the tag, {lacking[each]} without"
            for each in moved
        ),
        "",
        *place_text.lines(found, names),
    ]


def _places(t: Tournament, turn: Turn) -> dict[PlayerId, int | None]:
    return {one.player: one.place for one in standings(t, turn.rules)}
