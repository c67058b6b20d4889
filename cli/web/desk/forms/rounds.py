"""Forms about rounds: announce, pair, repair, post, print, start; flights, cuts and day two."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import get_args

import click
from msgspec.structs import replace

from roundbook.cli.acts import announce, bracket, cut, flights, pairing, repair, rounds
from roundbook.cli.args.choices import (
    ANNOUNCED,
    CUT,
    FLIGHTS,
    PRIZES,
    ROUNDS_OF,
    TABLE,
    rounds_by_pool,
)
from roundbook.cli.args.pairings import BY_HAND, FIXED, TABLES, hall_of
from roundbook.cli.args.types import DIVISION
from roundbook.cli.desk.command import TIME
from roundbook.cli.desk.venue import Venue
from roundbook.cli.desk.write import Facts, WriteContext
from roundbook.cli.folder.sources import minutes_of_match
from roundbook.cli.printing import posting
from roundbook.cli.web.desk.forms import field
from roundbook.cli.web.desk.forms.field import TICK, FieldRow
from roundbook.cli.web.desk.forms.form import Filled, Form, Undoing
from roundbook.ledger.errors import Misuse, Refused
from roundbook.ledger.events.catalogue import AnnouncementMade
from roundbook.ledger.events.flights import LEAST_DIVISION
from roundbook.ledger.events.posting import Paper, PostedSheet
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.check_in import left_out, to_come
from roundbook.ledger.state.match_time import Limit, proposed
from roundbook.ledger.state.pools import active_by_division, counted_entrants
from roundbook.ledger.state.rounds import day_two_started
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool, Style
from roundbook.projections.cut.cut_preview import CutAhead, cut_ahead, day_two_ahead
from roundbook.projections.cut.day_two import (
    attendance,
    awaits_day_two,
    divisions_on,
    rounds_of_day_two,
    row_of,
)
from roundbook.projections.cut.planner import PlannedCut, planned_cuts, schedules, size_due
from roundbook.projections.pairing.table_numbers import TablePlan
from roundbook.projections.reports.languages import LANGUAGES, SOURCE
from roundbook.projections.reports.names import pool_title
from roundbook.projections.reports.text.cut import planned_row
from roundbook.projections.rounds.cut_short import has_played
from roundbook.projections.rounds.ready_to_pair import ready
from roundbook.projections.rounds_by_attendance import Schedule

# Values that the tournament proposes: rounds of the rounds table, the cut, the pool that is due.


def _tabled(here: Venue) -> tuple[dict[Pool | None, int], announce.Tabled] | None:
    """Return the rounds and cuts of the rounds table for the attendance; None if none."""
    try:
        return announce.planned_rounds(here.desk.tournament, here.desk.rules, {}, one_less=False)
    except Refused:
        return None


def _rounds(here: Venue) -> str:
    """Return the rounds as typed: the number for every pool, then pools with another number."""
    t, found = here.desk.tournament, _tabled(here)
    planned = t.planned if t.announcement else found[0] if found else {}
    return "\n".join(
        f"{pool}={number}" if pool else f"{number}" for pool, number in planned.items()
    )


def _cuts(here: Venue) -> str:
    return _by_division(here, 0)


def _days(here: Venue) -> str:
    return _by_division(here, 1)


def _by_division(here: Venue, which: int) -> str:
    """Return the cuts or the rounds of day two: as announced, or from the rounds table."""
    t, rules = here.desk.tournament, here.desk.rules
    said = t.announcement
    numbers = ((said.cut, said.day_two) if said else announce.by_table(t, rules))[which]
    return "\n".join(f"{age.lower()}={number}" for age, number in numbers.items())


def _prizes(here: Venue) -> str:
    """Return the number of players who get prizes, as announced."""
    said = here.desk.tournament.announcement
    return "" if said is None or said.prizes is None else str(said.prizes)


def _text(here: Venue) -> str:
    said = here.desk.tournament.announcement
    return said.text if said else ""


def _minutes(here: Venue) -> str:
    limit = _limit(here)
    return str(limit.minutes) if limit else ""


def _turns(here: Venue) -> str:
    limit = _limit(here)
    return str(limit.turns) if limit else ""


def _limit(here: Venue) -> Limit | None:
    """Return the match time: as announced, or as proposed; None if there is none."""
    t = here.desk.tournament
    if (said := t.announcement) and said.minutes:
        return Limit(said.minutes, said.extra_turns or 0)
    of_file = minutes_of_match(here.folder, here.desk.entries)
    return proposed(t.opened, here.desk.rules, of_file) if t.opened else None


def _due(here: Venue) -> str:
    """Return the pool that can be paired; empty unless there is exactly one."""
    try:
        due = ready(here.desk.tournament, here.desk.rules)
    except Refused:
        return ""
    return str(due[0]) if len(due) == 1 else ""


def _waits(here: Venue) -> str:
    """Return the pool whose round is waiting to start; empty unless there is exactly one."""
    waits = pairing.waiting(here.desk.tournament)
    return str(waits[0]) if len(waits) == 1 else ""


def _cuts_due(here: Venue, *, again: bool = False) -> list[Division]:
    """Return the divisions whose cut has not been made yet, or must be made again."""
    try:
        return cut.divisions_due(here.desk.tournament, here.desk.rules, again=again)
    except Refused:
        return []


def _cut_due(here: Venue, *, again: bool = False) -> str:
    return "\n".join(division.lower() for division in _cuts_due(here, again=again))


def _cut_size(here: Venue, *, again: bool = False) -> str:
    """Return the number of players who advance; empty unless one division has its cut due."""
    due = _cuts_due(here, again=again)
    return str(size_due(here.desk.tournament, here.desk.rules, due[0])) if len(due) == 1 else ""


def _day_due(here: Venue) -> str:
    """Return the pool that can begin day two, or could; empty unless there is exactly one."""
    t, rules = here.desk.tournament, here.desk.rules
    due = [pool for pool in t.pods if awaits_day_two(t, rules, pool)] or [*t.pods]
    return str(due[0]) if len(due) == 1 else ""


def _day_rounds(here: Venue) -> str:
    t, rules, due = here.desk.tournament, here.desk.rules, _day_due(here)
    if not due:
        return ""
    on = divisions_on(t, rules, Pool(due))
    return str(max(rounds_of_day_two(t, rules, division) for division in on)) if on else ""


# The rows for each pool or division, with the row of the rounds table that the proposal is from.


def _pool_rows(here: Venue) -> list[FieldRow]:
    """Return a row for the rounds of each pool; one for everybody if no rounds table applies."""
    try:
        every = announce.schedules_of(here.desk.tournament, here.desk.rules)
    except Refused:
        return [FieldRow(key="", label="For everybody")]
    t, rules = here.desk.tournament, here.desk.rules
    absent = to_come(t)
    fewer = schedules(left_out(t, absent), rules) if absent else {}
    return [
        FieldRow(
            key=pool,
            label=f"{pool_title(pool)}: {_players_of(t, one)}",
            hint=f"{_row_of(t, one)}{_without(t, one, absent, fewer)}",
        )
        for pool, one in every.items()
    ]


def _without(
    t: Tournament, one: Schedule, absent: Sequence[PlayerId], fewer: Mapping[Pool, Schedule]
) -> str:
    """Return how many of a pool have not checked in, and its rounds without them; else empty.

    They may still come, so they are counted until they are dropped.
    """
    ages = {each.division for each in one.divisions}
    away = {who for who in map(t.entrant, absent) if t.players[who].division in ages}
    if not away:
        return ""
    have = "has" if len(away) == 1 else "have"
    said = f". {counted_entrants(t, len(away))} {have} not checked in"
    for pool, then in fewer.items():
        if one.largest.division in {each.division for each in then.divisions}:
            rounds = counted(then.rounds, "round")
            return (
                f"{said}; without them, {pool_title(pool)} has {_players_of(t, then)} and {rounds}."
            )
    return f"{said}."


def _players_of(t: Tournament, one: Schedule) -> str:
    """Return the number of players who are paired together."""
    return counted_entrants(t, sum(each.players for each in one.divisions))


def _row_of(t: Tournament, one: Schedule) -> str:
    """Return the row of the rounds table, and the division that it is for (TOP-3.3.5a)."""
    if len(one.divisions) == 1:
        return one.cites
    players = counted_entrants(t, one.largest.players)
    return f"{one.cites}: the largest division counts ({one.largest.division}, {players})"


def _cut_rows(here: Venue) -> list[FieldRow]:
    """Return a row for the cut of each division, with every size and its meaning (TOP §3.3).

    In Swiss without a cut, one can be announced too: the event then has a cut.
    """
    t, rules = here.desk.tournament, here.desk.rules
    opened = t.opened
    plain = opened is not None and opened.style is Style.SWISS
    if opened and plain:
        t = t.copy()
        t.opened = replace(opened, style=Style.SWISS_PLUS_CUT)
    try:
        every = announce.schedules_of(t, rules)
    except Refused:
        return []
    by_table = {age.division: one.rounds for one in every.values() for age in one.divisions}
    swiss = announce.swiss_of(t, rules) if t.announcement else by_table
    limit = _limit(here)
    told = t.announcement or AnnouncementMade(rounds=1, minutes=limit.minutes if limit else None)
    absent = to_come(t)
    fewer = left_out(t, absent) if absent else None
    found: dict[Division, list[tuple[str, str]]] = {}
    for one in planned_cuts(t, rules, told, swiss=swiss, larger=True):
        is_told = one.announced and t.announcement is not None
        size = "" if plain and not one.size else str(one.size)
        found.setdefault(one.division, []).append((size, _meaning(one, told=is_told)))
    return [
        FieldRow(
            key=division.lower(),
            label=division,
            choices=tuple(sizes),
            hint=_cut_without(t, fewer, rules, division) if fewer else "",
        )
        for division, sizes in found.items()
    ]


def _cut_without(t: Tournament, fewer: Tournament, rules: Ruleset, division: Division) -> str:
    """Return a division's cut by the rounds table without players who have not checked in.

    `fewer` is the tournament without them. Empty if none of them is in the division.
    """
    row = row_of(fewer, rules, division)
    if row is None or row.players == attendance(t, rules, division):
        return ""
    players = counted_entrants(t, row.players)
    return f"Without those who have not checked in: {row.cut or 'no cut'} of {players}."


def _meaning(one: PlannedCut, *, told: bool) -> str:
    """Return the meaning of a cut size: its share of the players, its rounds and hours."""
    _, _, share, rounds, hours, _ = planned_row(one)
    size = f"Top {one.size}, {share}" if one.size else "No cut"
    where = "by the rounds table" if one.listed else "announced" if told else ""
    where = where or ("more than half: an official must override the rule" if one.too_large else "")
    return " · ".join(filter(None, (size, f"{rounds} rounds", hours and f"{hours} hours", where)))


def _day_rows(here: Venue) -> list[FieldRow]:
    """Return a row for day two of each division that has one."""
    said = [line.partition("=")[0] for line in _days(here).splitlines()]
    return [FieldRow(key=division, label=division.capitalize()) for division in said]


def _flight_rows(here: Venue) -> list[FieldRow]:
    """Return a row for the flights of each division that may be split (TOP §3.3.3)."""
    ages = active_by_division(here.desk.tournament)
    numbers = tuple((str(number), str(number)) for number in (1, 2, 4, 8, 16))
    return [
        FieldRow(key=age.lower(), label=age, choices=(("", "as it is"), *numbers))
        for age in Division
        if ages[age] >= LEAST_DIVISION
    ]


def _due_rows(here: Venue, *, again: bool = False) -> list[FieldRow]:
    """Return the divisions whose cut is due, ticked; if there are none, all, to choose from."""
    t, rules = here.desk.tournament, here.desk.rules
    due = _cuts_due(here, again=again)
    if not due and not again:
        there = active_by_division(t)
        return [FieldRow(key=age.lower(), label=age, ticks=True) for age in Division if there[age]]
    return [
        FieldRow(
            key=age.lower(),
            label=f"{age}: {_of_how_many(t, rules, age)}",
            value=TICK,
            ticks=True,
        )
        for age in due
    ]


def _of_how_many(t: Tournament, rules: Ruleset, division: Division) -> str:
    """Return how many players advance, of those whom the cut is a share of (TOP §3.3)."""
    came = counted_entrants(t, attendance(t, rules, division))
    gone = (one for one in t.players.values() if one.after == 0 and t.entrant(one.id) == one.id)
    left = sum(one.division is division for one in gone)
    apart = f"; {left} who dropped before round 1 {'is' if left == 1 else 'are'} not counted"
    return f"{size_due(t, rules, division)} of {came} advance{apart if left else ''}"


def days_ahead(here: Venue, filled: Mapping[str, str]) -> list[CutAhead]:
    """Return who would play day two of the pool of the form, if it began now or began again."""
    t, pool = here.desk.tournament, Pool(filled.get("pool", ""))
    due = pool in t.pods and (pool not in t.day_two or bool(filled.get("again")))
    started = day_two_started(t, pool)
    return day_two_ahead(t, here.desk.rules, pool) if due and not started else []


def cuts_ahead(
    here: Venue, filled: Mapping[str, str], rows: Mapping[str, Sequence[FieldRow]]
) -> list[CutAhead]:
    """Return the cut of each ticked division as the form would make it now, if it can be made."""
    t, rules = here.desk.tournament, here.desk.rules
    size = filled.get("size", "")
    number = int(size) if SIZE.fullmatch(size) else None
    ticked = {row.key for row in rows.get("divisions", ()) if row.value}
    due = _cuts_due(here, again=bool(filled.get("again")))
    wanted = [division for division in due if division.lower() in ticked]
    played = (division for division in wanted or due if has_played(t, rules, division))
    every = (cut_ahead(t, rules, division, size=number) for division in played)
    return [one for one in every if one is not None]


SIZE = re.compile("[1-9][0-9]{0,3}", re.ASCII)
"""A number of players who advance, as typed."""

# The acts, with the values that were filled in.


def _announce(ctx: WriteContext, filled: Filled) -> Facts:
    """Announce. Rounds that were left as proposed are recorded as those of the rounds table."""
    said, proposed = filled.lines("said"), _rounds(ctx.venue).splitlines()
    try:
        asked = rounds_by_pool(said) if said != proposed else {}
    except click.UsageError as wrong:
        raise Misuse(wrong.message, field="said") from None
    return announce.announce(
        ctx,
        announce.ToAnnounce(
            rounds=asked,
            by_table=TABLE in said,
            one_less=filled.has("one_less"),
            cut=dict(filled.each("cut", CUT)),
            day_two=dict(filled.each("day_two", ROUNDS_OF)),
            flights=dict(filled.each("flights", CUT)),
            prizes=filled.read("prizes", PRIZES),
            third_place_playoff=_chosen(filled, "third_place"),
            text="" if filled.emptied("text") else filled.read("text", ANNOUNCED),
            minutes=filled.number("minutes"),
            extra_turns=filled.number("turns"),
            basic_energy=_chosen(filled, "basic_energy"),
            energy_told_ahead=_chosen(filled, "energy_told_ahead"),
            redraft=_chosen(filled, "redraft"),
            cooperative_draft=_chosen(filled, "cooperative_draft"),
        ),
    )


def _chosen(filled: Filled, name: str) -> bool | None:
    """Return True for yes, False for no; None if nothing was chosen, which changes nothing."""
    said = filled.text(name)
    return said == name.replace("_", "-") if said else None


def _either(name: str, label: str, hint: str = "") -> field.FormField:
    """Return a yes-or-no field, in which choosing nothing keeps what was announced."""
    said = name.replace("_", "-")
    return field.choice(name, label, (said, f"no-{said}"), hint=hint)


def _flights(ctx: WriteContext, filled: Filled) -> Facts:
    """Assign flights; if no division is filled in, show what each number of flights means."""
    wanted, at_most = filled.each("wanted", FLIGHTS), filled.number("at_most")
    if not wanted:
        return flights.what_splits(ctx, at_most=at_most)
    if at_most or len(dict(wanted)) < len(wanted):
        raise Misuse("name each division only once, and leave “At most” empty.", field="wanted")
    return flights.assign_flights(ctx, dict(wanted), reason=filled.words("reason"))


def _pair(ctx: WriteContext, filled: Filled) -> Facts:
    by_hand = filled.read("seats", BY_HAND)
    return pairing.pair(
        ctx,
        filled.pool("pool"),
        by_hand=pairing.SeatsByHand(*by_hand) if by_hand else None,
        again=filled.has("again"),
        reason=filled.words("reason"),
        hall=_hall(filled),
        allow_rematches=filled.has("allow_rematches"),
        absent="drop"
        if filled.text("absent") == "drop"
        else "keep"
        if filled.has("absent")
        else None,
        anyway=filled.has("anyway"),
    )


def _hall(filled: Filled) -> TablePlan:
    first, blocked = filled.number("first_table"), filled.read("blocked", TABLES)
    try:
        return hall_of(first, blocked, tuple(filled.each("fixed", FIXED)))
    except click.UsageError as wrong:
        raise Misuse(wrong.message, field="fixed") from None


def _post(ctx: WriteContext, filled: Filled, sheet: PostedSheet) -> Facts:
    return posting.post(
        ctx,
        posting.ToPost(
            sheet=sheet,
            pool=filled.pool("pool"),
            number=filled.number("number"),
            paper=Paper(filled.text("paper") or Paper.A4),
            language=filled.text("language") or SOURCE,
        ),
    )


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
        return cut.withdraw_day_two(ctx, filled.pool("pool"))
    return cut.make_day_two(
        ctx,
        filled.pool("pool"),
        rounds=filled.number("rounds"),
        again=filled.has("again"),
        reason=filled.words("reason"),
    )


POOL = field.pool("pool", "Pool")
POOL_DUE = field.pool("pool", "Pool", proposed=_due)
POOL_WAITS = field.pool("pool", "Pool", proposed=_waits)
BLOCKED = field.text(
    "blocked", "Tables not used", hint="Table numbers, such as 5-8,12.", seldom=True
)
ROUND = field.number("number", "Round", least=1, most=999, hint="Leave empty for the latest round.")
LANGUAGE = field.choice("language", "Language", LANGUAGES, hint="The language of the printout.")
DIVISIONS_DUE = field.lines("divisions", "Divisions", proposed=_cut_due, rows=_due_rows)
SIZE_DUE = field.number(
    "size",
    "Size",
    least=2,
    most=1024,
    hint="The number of players who advance; a number that was not announced needs a reason.",
    proposed=_cut_size,
)
DAY_DUE = field.pool("pool", "Pool", proposed=_day_due)
DAY_ROUNDS = field.number(
    "rounds",
    "Rounds",
    least=1,
    most=99,
    hint="The number of rounds on day two.",
    proposed=_day_rounds,
)
PAPER = field.choice("paper", "Paper", tuple(Paper), proposed=lambda _: Paper.A4)

ROUNDS = (
    Form(
        verb="announce",
        title="Announce rounds, cut and times",
        says="""
            Records what the players are told before round 1 (TOP §2): at least the rounds, the
            cut and the prizes, even if there are none. At first, the number of rounds comes
            from the rounds table, or in single elimination from the number of players. The
            match time is that of the imported file, or else the shortest that the edition
            allows (TRF §7.3). If there is a day two, these are the rounds of day one. Later, an
            empty field keeps its value, except the text.

            A Limited event announces whether basic Energy is provided, before the date and at
            the event (TRF §11.2). Announce a 3rd-place match now, too.
        """,
        fields=(
            field.lines(
                "said",
                "Rounds",
                hint=(
                    "Swiss rounds for every pool, such as 5, or for one, such as junior=3; "
                    "“table” uses the rounds table. Leave empty for the rounds table, or to "
                    "keep what was announced."
                ),
                proposed=_rounds,
                rows=_pool_rows,
            ),
            field.lines(
                "cut",
                "Cut",
                hint=(
                    "The number of players who advance, such as masters=8, or masters=none. "
                    "Leave empty for the rounds table, or to keep what was announced."
                ),
                proposed=_cuts,
                rows=_cut_rows,
            ),
            field.lines(
                "day_two",
                "Day two",
                hint="The number of rounds on day two, such as masters=5.",
                proposed=_days,
                rows=_day_rows,
            ),
            _either("third_place", "3rd-place match"),
            field.number(
                "prizes",
                "Players who get prizes",
                least=0,
                most=999_999,
                hint="0 if nobody gets a prize. This must be announced before round 1.",
                proposed=_prizes,
                wanted=True,
            ),
            field.text(
                "text",
                "Text",
                hint="Anything else that was announced. Empty the field to take it back.",
                proposed=_text,
            ),
            field.number(
                "minutes",
                "Time",
                least=1,
                most=999,
                hint=(
                    "The length of a match, in minutes. Leave empty for the time of the imported "
                    "file or else the edition's shortest time, or to keep what was announced."
                ),
                proposed=_minutes,
            ),
            *field.seldom(
                field.flag("one_less", "One Swiss round fewer than in the rounds table"),
                field.number(
                    "turns",
                    "Turns",
                    least=0,
                    most=99,
                    hint=(
                        "The number of extra turns after time. Leave empty for the edition's "
                        "number of turns, or to keep what was announced."
                    ),
                    proposed=_turns,
                ),
                _either(
                    "basic_energy", "Basic energy", ("Limited: whether basic Energy is provided.")
                ),
                _either("energy_told_ahead", "Basic Energy was also announced before the date"),
                _either("redraft", "Solomon: players draft again in a later round"),
                _either("cooperative_draft", "Solomon: players may draft together"),
                field.lines(
                    "flights",
                    "Flights",
                    hint="Flights of a division, such as masters=2.",
                    rows=_flight_rows,
                ),
            ),
        ),
        act=_announce,
    ),
    Form(
        verb="flights",
        title="Split a division into flights",
        says="""
            Splits a division at random into 2, 4, 8 or 16 flights; 1 removes them. Each flight
            plays its own Swiss rounds, and needs fewer of them; the cut brings the flights
            together again. Flights are a last resort: use as few as the time allows (TOP
            §3.3.3). Leave the form empty to see what each number of flights would mean.
            Announce the rounds afterwards.
        """,
        fields=(
            field.lines("wanted", "Flights of each division", rows=_flight_rows),
            field.reason("The reason; needed only to assign flights again."),
            field.number(
                "at_most",
                "At most",
                least=1,
                most=99,
                hint="The maximum number of rounds per flight; shows the fewest flights needed.",
            ),
        ),
        act=_flights,
    ),
    Form(
        verb="seed",
        title="Draw the seeds",
        says="""
            Gives every active player a random seed, with all ages in one bracket. The byes in
            round 1 go to the highest seeds (TOP §3.2).

            If somebody joins before round 1 has started, all of its matches change: round 1 is
            withdrawn, the seeds are drawn again, and it is paired again. The alternative is not
            to admit the player. After the start nobody can be added (TOP §3.2.2).
        """,
        fields=(
            field.reason(
                "The reason, such as who joined or dropped; needed only to draw the seeds again."
            ),
        ),
        act=lambda ctx, filled: bracket.seed(ctx, reason=filled.words("reason")),
    ),
    Form(
        verb="pair",
        title="Pair a round",
        says="""
            Pairs the next round of a pool, or of every pool that is ready; the pods are formed
            before the first round. The draw reveals the next secret of the chain, so that anyone
            can repeat it. A bracket is not random: its pairings follow from seeds and results.

            If a round is paired but has not started, repair it instead, so that as few players as
            possible are re-paired. If rematches cannot be avoided, the organiser may choose the
            pairings with the fewest rematches; the reason stays in the ledger.
        """,
        fields=(
            POOL_DUE,
            field.choice(
                "absent",
                "Players who have not checked in",
                get_args(pairing.Absent),
                hint="Before round 1: drop players who have not checked in, or pair them anyway.",
            ),
            field.flag("again", "Pair the whole round again, before it starts"),
            field.reason(
                "Why the round is paired by hand or again; the reason stays in the ledger."
            ),
            *field.seldom(
                field.text(
                    "seats",
                    "Pairings by hand",
                    hint="The pairings by number, such as p1-p2 p3-p4 bye:p5.",
                ),
                field.flag("anyway", "Pair by hand although a better pairing is possible"),
                field.number(
                    "first_table",
                    "First table",
                    least=1,
                    most=999_999,
                    hint="The first table number.",
                ),
            ),
            BLOCKED,
            *field.seldom(
                field.lines(
                    "fixed",
                    "Fixed seats",
                    hint="Players who always sit at the same table, such as p7=3.",
                ),
                field.flag(
                    "allow_rematches",
                    ("Pair with the fewest rematches, if rematches cannot be avoided"),
                ),
            ),
        ),
        risk=lambda sent: "pair-again" if sent.get("again") else None,
        act=_pair,
    ),
    Form(
        verb="repair",
        title="Repair a round that has not started",
        says="""
            Repairs the round that is waiting to start, in one pool or in every pool whose round
            is wrong. After a corrected result, a late player, a drop or a reinstatement, as few
            players as possible get another opponent (TOP §4); players who keep their opponent
            keep their table.

            In a bracket nothing is random: a match changes only if its players have changed. A
            round that was paired from a wrong record may also be started unchanged: the next
            round will be paired correctly.
        """,
        fields=(
            POOL_WAITS,
            field.reason("What made the round wrong; this stays in the ledger."),
            BLOCKED,
        ),
        act=lambda ctx, filled: repair.repair(
            ctx,
            filled.pool("pool"),
            reason=filled.words("reason"),
            blocked=filled.read("blocked", TABLES) or frozenset(),
        ),
    ),
    Form(
        verb="post",
        title="Post the pairings",
        says="""
            Posts the pairings by name, for one pool or for every pool whose round is waiting to
            start. A posting can be shown again later, and proved. A round may start without a
            posting: pairings may also be called out.
        """,
        fields=(POOL_WAITS, ROUND, PAPER, LANGUAGE),
        act=lambda ctx, filled: _post(ctx, filled, PostedSheet.PAIRINGS),
    ),
    Form(
        verb="slips",
        title="Print the match slips",
        says="""
            Prints a slip for every match, for one pool or for every pool whose round is waiting
            to start. A premier event must use match slips (TOP §4).
        """,
        fields=(POOL_WAITS, ROUND, PAPER, LANGUAGE),
        act=lambda ctx, filled: _post(ctx, filled, PostedSheet.SLIPS),
    ),
    Form(
        verb="start",
        title="Start a round",
        says="""
            Starts the paired round of one pool, or of every pool whose round is waiting to start.
            From then on none of its pairings can change (TOP §4). The players have two minutes to
            shuffle, and then the clock of the round starts (TRF §7.1). Deck lists from phones
            that you have not decided on are discarded.
        """,
        fields=(
            POOL_WAITS,
            field.time(
                "clock_at",
                "Clock at",
                hint=(
                    "The time when the clock starts, such as 14:02. Leave empty for two "
                    "minutes from now."
                ),
            ),
        ),
        act=lambda ctx, filled: rounds.start(
            ctx, filled.pool("pool"), clock_at=filled.read("clock_at", TIME)
        ),
    ),
    Form(
        verb="cut",
        title="Make the cut",
        says="""
            Chooses who advances to single elimination, in the divisions named or in all that have a
            cut. If the size is left empty, as many players advance as were announced, or as the
            rounds table gives. Active players are seeded by their Swiss places; players who are
            tied on everything are ordered at random, and the draw is recorded.

            Until the first round of the bracket starts, it can be seeded again: the next in the
            standings moves up if somebody drops, and corrected results count.
        """,
        fields=(
            DIVISIONS_DUE,
            SIZE_DUE,
            field.flag("again", "Seed the bracket again, before its first round starts"),
            field.reason("Why more or fewer players advance; this stays in the ledger."),
        ),
        repeated=(
            replace(
                DIVISIONS_DUE,
                proposed=partial(_cut_due, again=True),
                rows=partial(_due_rows, again=True),
            ),
            replace(SIZE_DUE, proposed=partial(_cut_size, again=True)),
        ),
        act=_cut,
    ),
    Form(
        verb="day-two",
        title="Begin day two",
        says="""
            Players with the match points of the rounds table advance; if it asks for X-2-0, at
            least the top 32 do (TOP §3.3.5). Those who advance keep their match points, byes and
            opponents; the others keep their place from day one.

            Until the first round of day two starts, the players can be chosen again: the next in
            the standings moves up if somebody drops, and corrected results count.
        """,
        fields=(
            DAY_DUE,
            DAY_ROUNDS,
            field.flag(
                "again", "Choose the players again, before the first round of day two starts"
            ),
            field.flag("undo", "Withdraw day two, before its first round starts"),
            field.reason("Why the number of rounds is different; this stays in the ledger."),
        ),
        undoing=Undoing(
            by="undo",
            title="Withdraw day two",
            says="Nobody plays day two until somebody begins it again.",
            fields=("pool", "undo"),
        ),
        repeated=(replace(DAY_DUE, proposed=None), replace(DAY_ROUNDS, proposed=None)),
        act=_day_two,
    ),
    Form(
        verb="third-place",
        title="Pair the 3rd-place match",
        says="""
            The players who lost the semi-finals play for third place, if that was announced
            beforehand (TOP §3.3.6.1). Without the match, the better-seeded of the two takes third
            place after Swiss; in a pure single elimination, it is the one who lost to the winner
            (TOP §3.2.3).
        """,
        fields=(
            POOL,
            field.number(
                "table",
                "Table",
                least=1,
                most=999_999,
                hint="The table for the match.",
            ),
        ),
        act=lambda ctx, filled: bracket.pair_third_place(
            ctx, filled.pool("pool"), table=filled.number("table")
        ),
    ),
)
