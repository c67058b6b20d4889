"""Start the paired round."""

from datetime import datetime

import click

from roundbook.cli.acts import rounds
from roundbook.cli.acts.rounds import RoundsStarted
from roundbook.cli.args.types import POOL
from roundbook.cli.desk.command import TIME, at_desk, leading_on, say_done
from roundbook.cli.desk.errors import command as typed
from roundbook.cli.desk.errors import typed as advised
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.errors import do
from roundbook.ledger.phrases import counted, have
from roundbook.ledger.state.round_names import called, read_out
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Pool


@click.command("start")
@click.argument("pool", type=POOL, required=False)
@click.option(
    "--clock-at",
    type=TIME,
    help="The time at which the clock starts, such as 14:02.  [default: in two minutes]",
)
@at_desk
def command(ctx: WriteContext, pool: Pool | None, clock_at: datetime | None) -> None:
    r"""Start the paired round of POOL, or of every pool that has one.

    Once the round has started, its pairings cannot change (TOP §4). The players have two minutes to
    shuffle, then the round's clock starts (TRF §7.1); use --clock-at for a later time. Deck lists
    sent from players' phones are discarded if the desk has not decided on them.

    \b
    Examples:
      roundbook start
      roundbook start masters --clock-at 14:02
    """
    found = rounds.start(ctx, pool, clock_at=clock_at)
    t = ctx.after(found.entries)
    lines = [
        f"{called(t, event.pool, event.round)} of {event.pool} has started"
        for event in found.rounds
    ]
    warnings = [
        *_unprinted(t, found),
        *_listless(found),
        *_undecided(ctx, found),
        *_unchecked(found),
    ]
    lines += [*warnings, *leading_on(ctx, found.entries)]
    say_done(ctx, found.entries, *lines, warnings=warnings)


def _listless(found: RoundsStarted) -> list[str]:
    """Return a warning about players who start without a deck list."""
    if not found.without_list:
        return []
    handed = have(found.without_list, one="has", many="have")
    return [f"warning: {handed} not handed in a deck list (`{typed(do('deck list'))}`)"]


def _undecided(ctx: WriteContext, found: RoundsStarted) -> list[str]:
    """Return a warning about deck lists from phones that nobody has decided on."""
    if not found.undecided:
        return []
    lists, names = counted(len(found.undecided), "deck list"), map(ctx.person, found.undecided)
    was_or_were = "was" if len(found.undecided) == 1 else "were"
    went = "would be" if ctx.dry_run else was_or_were
    return [f"warning: {lists} from phones {went} discarded without a decision: {', '.join(names)}"]


def _unchecked(found: RoundsStarted) -> list[str]:
    """Return a note that decks must still be checked, with the command."""
    return [advised(line) for line in found.to_check]


def _unprinted(t: Tournament, found: RoundsStarted) -> list[str]:
    """Return a warning if a premier event has not posted a round (TOP §4); a note for others."""
    premier = t.opened is not None and t.opened.premier
    said = []
    for event in found.rounds:
        which = read_out(t, event.pool, event.round)
        if event in found.unposted:
            unposted = f"the pairings of {which} were not posted"
            said.append(f"warning: {unposted} (TOP §4)" if premier else f"note: {unposted}")
    return said
