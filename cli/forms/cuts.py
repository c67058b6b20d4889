"""Seeds, cuts, day two, and the 3rd-place match."""

import re
from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from roundbook.cli.acts import bracket, cut
from roundbook.cli.args.types import DIVISION
from roundbook.cli.forms import field
from roundbook.cli.forms.field import TICK, FieldRow
from roundbook.cli.forms.form import Filled, Form, OnPage, Undoing
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Facts, WriteContext
from roundbook.ledger.errors import Misuse, Refused
from roundbook.ledger.events.catalogue import CutMade
from roundbook.ledger.rulesets.divisions import bracket_name
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import active_by_division, counted_entrants, each_sends
from roundbook.ledger.state.rounds import day_two_started
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, Pool
from roundbook.projections.audits.cuts import cut_too_large
from roundbook.projections.bracket.bracket import bracket_of
from roundbook.projections.cut.cut_preview import CutAhead, cut_ahead, day_two_ahead
from roundbook.projections.cut.day_two import (
    attendance,
    awaits_day_two,
    divisions_on,
    rounds_of_day_two,
)
from roundbook.projections.cut.planner import size_due
from roundbook.projections.cut.qualifiers import unplayed
from roundbook.projections.rounds.cut_short import has_played


def _cuts_due(here: Venue, *, again: bool = False) -> list[Division]:
    """Return the divisions whose cut has not been made yet, or must be made again."""
    try:
        return cut.divisions_due(here.desk.tournament, here.desk.rules, again=again)
    except Refused:
        return []


def _to_change(here: Venue) -> list[Division]:
    """Return the divisions whose cut can be made again, because its bracket has not started."""
    t = here.desk.tournament
    if t.is_elimination or t.closed is not None:
        return []
    return [age for age in Division if bracket_of(t, age) and unplayed(t, age)]


def _still_right(here: Venue) -> bool:
    """Tell whether no cut must be made again, so that only another number of players changes it."""
    return bool(_to_change(here)) and not _cuts_due(here, again=True)


def _cut_due(here: Venue, *, again: bool = False) -> str:
    return "\n".join(division.lower() for division in _cuts_due(here, again=again))


def _cut_size(here: Venue, *, again: bool = False) -> str:
    """Return the number of players who advance; empty unless one division has its cut due."""
    due = _cuts_due(here, again=again) or (_to_change(here) if again else [])
    return str(size_due(here.desk.tournament, here.desk.rules, due[0])) if len(due) == 1 else ""


def _days_due(here: Venue) -> list[Pool]:
    """Return the pools due to begin day two; if there are none, all that have not begun it."""
    t, rules = here.desk.tournament, here.desk.rules
    left = [pool for pool in t.pods if pool not in t.day_two]
    due = [pool for pool in left if awaits_day_two(t, rules, pool)]
    return cut.due_now(t, rules, due) or due or left


def _day_due(here: Venue) -> str:
    """Return the pool that can begin day two, or could; empty unless there is exactly one."""
    due = _days_due(here)
    return str(due[0]) if len(due) == 1 else ""


def _day_rounds(here: Venue) -> str:
    """Return the rounds of day two of the pools that are due; empty if they differ, or for none."""
    t, rules = here.desk.tournament, here.desk.rules
    on = (age for pool in _days_due(here) for age in divisions_on(t, rules, pool))
    rounds = {rounds_of_day_two(t, rules, division) for division in on}
    return str(rounds.pop()) if len(rounds) == 1 else ""


def _due_rows(here: Venue, *, again: bool = False) -> list[FieldRow]:
    """Return the divisions whose cut is due, ticked; if there are none, all, to choose from.

    A cut that may be made `again`, but need not be, is ticked only if no other must be.
    """
    t, rules = here.desk.tournament, here.desk.rules
    due = _cuts_due(here, again=again)
    every = _to_change(here) if again else due
    if not due and not again:
        there = active_by_division(t)
        return [FieldRow(key=age.lower(), label=age, ticks=True) for age in Division if there[age]]
    return [
        FieldRow(
            key=age.lower(),
            label=f"{age}: {_of_how_many(t, rules, age)}",
            value=TICK if age in due or not due else "",
            ticks=True,
            needs_why=frozenset({TICK}) if _too_large(t, rules, age) else frozenset(),
        )
        for age in every
    ]


def _too_large(t: Tournament, rules: Ruleset, division: Division) -> bool:
    """Tell whether an official has to allow the cut of a division that is due (A-61)."""
    ahead = cut_ahead(t, rules, division)
    seeds = tuple(one.player for one in ahead.players[: ahead.size]) if ahead else ()
    made = CutMade(division=division, pool=bracket_name(division), seeds=seeds)
    return any(cut_too_large(t, made, rules))


def _of_how_many(t: Tournament, rules: Ruleset, division: Division) -> str:
    """Return how many players advance, of those whom the cut is a share of (TOP §3.3)."""
    came = counted_entrants(t, attendance(t, rules, division))
    gone = (one for one in t.players.values() if one.after == 0 and t.entrant(one.id) == one.id)
    left = sum(one.division is division for one in gone)
    size = size_due(t, rules, division)
    each = each_sends(t, division, size) if division in t.flights else None
    of_each = f", the best {each} of each flight" if each else ""
    since = sum(
        one.division is division and bool(one.after) and one.out and not one.disqualified
        for one in t.players.values()
        if t.entrant(one.id) == one.id
    )
    counts = []
    if since:
        counts.append(f"{since} dropped later and {'is' if since == 1 else 'are'} counted")
    if left:
        counts.append(
            f"{left} dropped before round 1 and {'is' if left == 1 else 'are'} not counted"
        )
    apart = f" ({', '.join(counts)})" if counts else ""
    return f"{size} of {came} advance{of_each}{apart}"


def days_ahead(here: Venue, filled: Mapping[str, str]) -> list[CutAhead]:
    """Return who would play day two of the pools of the form, if it began now or began again."""
    t, again = here.desk.tournament, bool(filled.get("again"))
    chosen = [Pool(filled["pool"])] if filled.get("pool") else [] if again else _days_due(here)
    due = (pool for pool in chosen if pool in t.pods and (again or pool not in t.day_two))
    there = (pool for pool in due if not day_two_started(t, pool))
    return [one for pool in there for one in day_two_ahead(t, here.desk.rules, pool)]


def cuts_ahead(
    here: Venue, filled: Mapping[str, str], rows: Mapping[str, Sequence[FieldRow]]
) -> list[CutAhead]:
    """Return the cut of each ticked division as the form would make it now, if it can be made."""
    t, rules = here.desk.tournament, here.desk.rules
    size = filled.get("size", "")
    number = int(size) if SIZE.fullmatch(size) else None
    ticked = {row.key for row in rows.get("divisions", ()) if row.value}
    due = _cuts_due(here, again=bool(filled.get("again")))
    if filled.get("again") and number:
        due = [a for a in _to_change(here) if a in due or number != size_due(t, rules, a)]
    wanted = [division for division in due if division.lower() in ticked]
    played = (division for division in wanted or due if has_played(t, division))
    every = (cut_ahead(t, rules, division, size=number) for division in played)
    return [one for one in every if one is not None]


SIZE = re.compile("[1-9][0-9]{0,3}", re.ASCII)
"""A number of players who advance, as typed."""


def _cut(ctx: WriteContext, filled: Filled) -> Facts:
    return cut.make_cuts(
        ctx,
        tuple(filled.each("divisions", DIVISION)),
        size=filled.number("size"),
        again=filled.has("again"),
        reason=filled.words("reason"),
    )


def _day_two(ctx: WriteContext, filled: Filled) -> Facts:
    if filled.has("undo"):
        if any(map(filled.has, ("rounds", "again", "reason"))):
            raise Misuse("this withdraws day two: give only the pool.", field="undo")
        return cut.withdraw_day_two(ctx, filled.pool("pool"))
    return cut.make_day_two(
        ctx,
        filled.pool("pool"),
        rounds=filled.number("rounds"),
        again=filled.has("again"),
        reason=filled.words("reason"),
    )


DIVISIONS_DUE = field.lines(
    "divisions", "Divisions", proposed=_cut_due, rows=_due_rows, typed="[DIVISION]..."
)
SIZE_DUE = field.number(
    "size",
    "Size",
    least=2,
    most=1024,
    hint="How many players advance; a number other than the one due needs a reason.",
    proposed=_cut_size,
)
WHY_OTHER = field.reason(
    "Why more or fewer players advance than are due, or more than half of a division."
)
DAY_DUE = replace(
    field.pool("pool", "Pool", proposed=_day_due, typed="[POOL]"), empty="Every pool that is due"
)
DAY_ROUNDS = field.number(
    "rounds",
    "Rounds",
    least=1,
    most=99,
    hint="The number of rounds on day two.",
    proposed=_day_rounds,
)

FORMS = (
    Form(
        verb="seed",
        title="Draw the seeds",
        says="""
            Gives every active player a random seed, with all ages in one bracket. The byes in
            round 1 go to the highest seeds (TOP §3.2).

            If somebody joins before round 1 has started, draw the seeds again: this withdraws a
            paired round 1, so pair it again; all of its matches change. The alternative is not to
            admit the player. After the start nobody can be added (TOP §3.2.2).
        """,
        fields=(
            field.reason(
                "The reason, such as who joined or dropped; needed only to draw the seeds again."
            ),
        ),
        page=OnPage(asks_twice=lambda sent: bool(sent.get("reason"))),
        act=lambda ctx, filled: bracket.seed(ctx, reason=filled.words("reason")),
    ),
    Form(
        verb="cut",
        title="Make the cut",
        says="""
            The announced number of players advance, or the number in the rounds table: in the
            divisions you choose, or in every division with a cut. They are seeded by their Swiss
            places; players tied on every tiebreaker are ordered at random, and the draw is
            recorded, unless the edition orders them differently. Until the bracket's first round
            starts, it can be seeded again: the next in the standings moves up if somebody drops,
            and corrected results count.
        """,
        fields=(
            DIVISIONS_DUE,
            *field.seldom(
                SIZE_DUE,
                field.flag("again", "Seed the bracket again, before it starts"),
                WHY_OTHER,
            ),
        ),
        examples=(
            "cut",
            'cut masters --size 4 --reason "the hall closes at eight"',
            "cut masters --again",
        ),
        page=OnPage(
            repeated=(
                replace(
                    DIVISIONS_DUE,
                    proposed=partial(_cut_due, again=True),
                    rows=partial(_due_rows, again=True),
                ),
                replace(
                    SIZE_DUE, proposed=partial(_cut_size, again=True), seldom=True, due=_still_right
                ),
                WHY_OTHER,
            ),
            lets={"cut-too-large": "reason"},
            titled_again="Change the cut",
            says_again="""
                Until the bracket's first round starts, you can change how many players advance, or
                bring in others after a drop or a correction. The bracket is seeded again; if its
                first round is paired, that is withdrawn.
            """,
        ),
        act=_cut,
    ),
    Form(
        verb="day-two",
        title="Begin day two",
        says="""
            Players with at least the match points in the rounds table advance. If that is X-2-0 (3
            match points for every round but two, with or without ties), at least the top 32 of a
            division advance: with flights, an equal part of each, such as 16 of each of two (TOP
            §3.3.5). Match points, byes and opponents carry over; the others keep their place
            from day one. Without a pool, day two begins in every pool where it is due. Each flight
            plays its own day two; they meet in the cut. Until day two starts, players can be chosen
            again: the next player moves up if somebody drops, and corrected results count.
        """,
        fields=(
            DAY_DUE,
            DAY_ROUNDS,
            field.flag("again", "Choose the players again, before day two starts"),
            field.flag("undo", "Withdraw day two, before it starts"),
            field.reason("Why day two has more or fewer rounds."),
        ),
        examples=(
            "day-two",
            "day-two masters --again",
            'day-two masters --rounds 4 --reason "the hall closes"',
        ),
        undoing=Undoing(
            by="undo",
            title="Withdraw day two",
            says="Day two cannot be played until you begin it again.",
            fields=("pool", "undo"),
        ),
        page=OnPage(repeated=(replace(DAY_DUE, proposed=None), replace(DAY_ROUNDS, proposed=None))),
        act=_day_two,
    ),
    Form(
        verb="third-place",
        title="Pair the 3rd-place match",
        says="""
            The players who lost the semi-finals play for third place, if that was announced
            beforehand (TOP §3.3.6.1). Without the match, third place goes to the better-seeded of
            the two if there was a Swiss stage, or, in pure single elimination, to the one who lost
            to the winner (TOP §3.2.3).
        """,
        fields=(
            field.pool("pool", "Pool", typed="[POOL]"),
            field.number(
                "table",
                "Table",
                least=1,
                most=999_999,
                hint="The table for the match.",
            ),
        ),
        examples=("third-place", "third-place masters-cut --table 2"),
        act=lambda ctx, filled: bracket.pair_third_place(
            ctx, filled.pool("pool"), table=filled.number("table")
        ),
    ),
)
