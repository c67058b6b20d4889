"""Who plays on, as it is read out: which share of a division, who is just out, and why."""

from collections.abc import Callable
from gettext import NullTranslations

from cli.desk.write import WriteContext
from cli.terminal.tables import WIDTH, wrapped
from ledger.events.catalogue import CutMade
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import Division, PlayerId
from projections.bracket.bracket import bracket_of
from projections.cut.day_two import attendance, row_of
from projections.cut.qualifiers import Alone, flights_of, still_in, swiss_order
from projections.explain.comparison import WORDS, NeighbourStep
from projections.explain.missed_cut import misses
from projections.reports.messages import said
from projections.text import Phrase, counted, phrase


def share_of(t: Tournament, division: Division, size: int) -> str:
    """Return how many of how many play on: `8 of 33 players (24 %)` (TOP-3.3a)."""
    came = max(attendance(t, division), 1)
    return f"{size} of {counted(came, 'player')} ({round(100 * size / came)} %)"


def out_and_why(ctx: WriteContext, t: Tournament, cut: CutMade) -> list[str]:
    """Return who is just out, in each flight, and what put them below the last seed."""
    lines = []
    for flight in flights_of(t, cut.division):
        order = still_in(t, swiss_order(t, ctx.rules, cut.division, flight))
        first_out = next((one.player for one in order if one.player not in cut.seeds), None)
        if first_out is not None:
            found = misses(t, ctx.rules, first_out)
            where = f" of {flight}" if flight else ""
            lines += just_out(ctx, first_out, found[-1].step if found else None, where)
    return lines


def just_out(
    ctx: WriteContext, player: PlayerId, step: NeighbourStep | None, where: str = ""
) -> list[str]:
    """Return who is the first that does not play on, and how they compare with the last."""
    lines = [f"  just out{where}: {ctx.named(player)}"]
    if step and step.decided_by:
        lines.append(f"    below {ctx.named(step.other)} by {WORDS[step.decided_by]}:")
        lines.append(f"    {step.mine} against {step.theirs}")
    return lines


def going_on(t: Tournament, division: Division) -> Phrase | None:
    """Return who of a division plays on, as it stands under the standings; None before that."""
    cut = bracket_of(t, division)
    if cut:
        return phrase(
            "%(number)s play on in %(pool)s; all others keep their place (TOP §3.3.6).",
            number=len(cut.seeds),
            pool=cut.pool,
        )
    taken = [
        player
        for made in t.day_two.values()
        for player in made.players
        if player in t.players and t.players[player].division == division
    ]
    if taken:
        return phrase(
            "%(number)s play the second day; all others keep their place (A-20).",
            number=len(taken),
        )
    return None


def too_large(t: Tournament, rules: Ruleset, division: Division, size: int) -> list[str]:
    """Return a warning where a premier event has a larger cut than the table (TOP-3.3.5c)."""
    row = row_of(t, rules, division)
    if row is None or t.opened is None or not t.opened.premier or size <= row.cut:
        return []
    return [f"warning: at a premier event the {division} cut is at most {row.cut} ({row.cites})"]


# The note that only one undefeated player is left, where rounds are still to be played.


def undefeated_lines(
    alone: Alone, named: Callable[[PlayerId], str], words: NullTranslations | None = None
) -> list[str]:
    """Return the note: who it is, and that the announced number of rounds counts."""
    note = phrase(
        "note: only %(player)s is undefeated in %(pool)s after round %(after)s; %(announced)s"
        " rounds were announced, and that counts (TOP §3.1, A-1)",
        player=named(alone.player),
        pool=alone.pool,
        after=alone.after,
        announced=alone.announced,
    )
    return wrapped(said(note, words) if words else note, WIDTH - 2)
