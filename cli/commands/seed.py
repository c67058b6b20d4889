"""Draw the seeds of a single elimination."""

import click

from cli.args.words import WORDS
from cli.desk.command import at_desk, say_done
from cli.desk.write import WriteContext
from cli.folder import secrets
from cli.folder.home import settings
from ledger.errors import Refused
from ledger.events.catalogue import AnyEvent, RoundWithdrawn, SeedsDrawn
from ledger.state.queries import latest_round
from ledger.state.tournament import Tournament
from ledger.validators.opening import eliminates
from projections.bracket.bracket import byes_needed
from projections.cut.seed_draw import BRACKET, draw_seeds
from projections.text import counted


@click.command("seed")
@click.option("--reason", type=WORDS, help="Who came or left; needed to draw them anew.")
@at_desk
def command(ctx: WriteContext, reason: str | None) -> None:
    r"""Draw the seeds of a single elimination: everybody who is in, all ages in one bracket.

    Each player has a seed at random, from the next secret of the chain, so that anyone can draw
    them again. The byes of round 1 go to the highest seeds (TOP §3.2).

    If somebody comes before round 1 has started, all of its matches are broken: it is taken back,
    the seeds are drawn anew, and it is paired again. Or the player stays out (`roundbook late
    --refuse`). After the start nobody is added (TOP §3.2.2).

    \b
    Examples:
      roundbook seed
      roundbook seed --reason "p54 came before the start"
    """

    def act(t: Tournament) -> list[AnyEvent]:
        if not eliminates(t):
            raise Refused(
                "this is no single elimination: Swiss decides its seeds.",
                hint="Seeds are drawn where the style is single-elimination (TOP §3.2, §3.3).",
            )
        then, done = t.copy(), list[AnyEvent]()
        waiting = latest_round(t, BRACKET)
        if waiting and not waiting.started and reason:
            done.append(RoundWithdrawn(pool=BRACKET, round=waiting.number, reason=reason))
            then.apply(done[0], t.seq)
        secret = secrets.next_secret(settings(), then)
        return [*done, draw_seeds(then, secret=secret, reason=reason if t.cuts else None)]

    entry = ctx.take(act)[0]
    drawn = next(event for event in entry.events if isinstance(event, SeedsDrawn))
    players, byes = len(drawn.seeds), byes_needed(len(drawn.seeds))
    broken = [
        f"  round {event.round} is taken back: all of its matches are broken (TOP §3.2.2)"
        for event in entry.events
        if isinstance(event, RoundWithdrawn)
    ]
    in_all = f"{counted(players, 'player')}, {counted(byes, 'bye')} in round 1"
    if ctx.dry_run:  # Who has which seed would be known too early: the draw is for the real one.
        say_done(
            ctx, [], f"would be drawn: the seeds of {in_all}", *broken, players=players, byes=byes
        )
        return
    lines = [
        f"  seed {number}: {ctx.named(player)}{', bye in round 1' if number <= byes else ''}"
        for number, player in enumerate(drawn.seeds, start=1)
    ]
    say_done(
        ctx,
        entry,
        f"the seeds are drawn: {in_all}",
        *broken,
        *lines,
        f"next: roundbook pair {drawn.pool}",
        byes=byes,
    )
