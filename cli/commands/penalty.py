"""Give a player a penalty, or withdraw one."""

import click

from roundbook.cli.acts import judging
from roundbook.cli.args.players import find_player
from roundbook.cli.args.table_numbers import AT_TABLE
from roundbook.cli.args.types import WORDS, ReadType, quoted, refuse
from roundbook.cli.desk.command import at_desk, next_line, say_done
from roundbook.cli.desk.errors import command as command_line
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.errors import do
from roundbook.ledger.events.judging import Penalty
from roundbook.ledger.terms import MatchId
from roundbook.projections.judging.penalties import DISQUALIFICATION, penalty_called


def _penalty(text: str) -> Penalty:
    """Return a penalty by its name, with a dash or a space."""
    word = text.strip().lower().replace(" ", "-").replace("_", "-")
    if word == DISQUALIFICATION:
        refuse("to disqualify a player, use `roundbook disqualify`.")
    if word not in set(Penalty):
        refuse(f"{quoted(text)} is not a penalty; use {', '.join(Penalty)}.")
    return Penalty(word)


PENALTY = ReadType("penalty", _penalty)


@click.command("penalty")
@click.argument("who", metavar="PLAYER")
@click.argument("penalty", type=PENALTY, required=False)
@click.option("--for", "infraction", type=WORDS, help="The infraction, without names.")
@click.option("--match", type=AT_TABLE, help="The match in which the penalty was given.")
@click.option(
    "--withdraw",
    "seq",
    type=click.IntRange(min=1),
    help="The entry number of the penalty to withdraw.",
)
@click.option(
    "--reason", type=WORDS, help="With --withdraw: the reason for withdrawing the penalty."
)
@at_desk
def command(
    turn: WriteContext,
    who: str,
    penalty: Penalty | None,
    infraction: str | None,
    match: MatchId | None,
    seq: int | None,
    reason: str | None,
) -> None:
    r"""Give PLAYER a PENALTY, or withdraw one; the entry records the judge.

    PENALTY is caution, warning, prize, double-prize, quadruple-prize, game-loss or match-loss, if
    the edition has it. A penalty does not change a result, so after a game loss or match loss,
    report the result too. `roundbook penalties` lists all penalties.

    \b
    Examples:
      roundbook penalty p17 warning --for "drew an extra card" --match masters-2-4
      roundbook penalty Ana game-loss --for "59 cards" --as "Jo Park" --role judge
      roundbook penalty p17 --withdraw 31 --reason "it was the opponent"
    """
    player = find_player(who, turn.tournament, turn.book)
    if seq is not None:
        if reason is None or penalty or infraction or match:
            raise click.UsageError("with --withdraw ENTRY, give only PLAYER and --reason REASON.")
        done = judging.withdraw_penalty(turn, player, seq, reason=reason)
        say_done(turn, done.entries, f"the penalty given to {turn.named(player)} was withdrawn")
        return
    if penalty is None or infraction is None or reason:
        raise click.UsageError('give the penalty and the infraction: PENALTY --for "...".')
    given = judging.give_penalty(turn, player, penalty, infraction=infraction, match=match)
    lines = [f"{turn.named(player)} was given a {penalty_called(penalty)}"]
    lines += [
        f"  before: {one.called} in entry {one.seq}: {one.infraction}" for one in given.before
    ]
    say_done(turn, given.entries, *lines, *reminder(given.due))


def reminder(due: judging.LossDue | None) -> list[str]:
    """Return what has to be reported, because the penalty itself does not change a result."""
    if due is None:
        return []
    which = str(due.match) if due.match else "MATCH"
    verb = "correct" if due.reported else "report"
    if not due.whole:
        act = command_line(do(verb, which, "…"))
        return [f"next: count the lost game when you {verb} the result ({act})"]
    return [next_line(do(verb, which, str(due.winner or "RESULT")))]
