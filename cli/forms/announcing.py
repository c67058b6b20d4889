"""What the players are told before round 1, and flights."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import click
from msgspec.structs import replace

from roundbook.cli.acts import announce, flights
from roundbook.cli.args.choices import (
    ANNOUNCED,
    CUT,
    FEW_WORDS,
    FLIGHTS,
    FLIGHTS_TOLD,
    PRIZES,
    ROUNDS_OF,
    TABLE,
    breaks_after,
    prizes_by_place,
    rounds_by_pool,
)
from roundbook.cli.forms import field
from roundbook.cli.forms.field import FieldRow
from roundbook.cli.forms.form import Filled, Form, OnPage
from roundbook.cli.places.sources import minutes_of_match
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Facts, WriteContext
from roundbook.ledger.errors import Misuse, Refused
from roundbook.ledger.events.catalogue import AnnouncementMade
from roundbook.ledger.events.flights import LEAST_DIVISION, LEAST_FLIGHT
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.check_in import left_out, to_come
from roundbook.ledger.state.match_time import Limit, proposed
from roundbook.ledger.state.pools import (
    active_by_division,
    by_sheet,
    counted_entrants,
    draft_pods,
    flights_to_draw,
    pool_of,
)
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool, Style
from roundbook.ledger.text import opened
from roundbook.ledger.validators.opening import is_asked
from roundbook.projections.cut.day_two import (
    attendance,
    has_two_days,
    row_of,
)
from roundbook.projections.cut.planner import PlannedCut, planned_cuts, schedules, table_of
from roundbook.projections.reports.names import pool_title
from roundbook.projections.reports.text.cut import in_words as flights_in_words
from roundbook.projections.reports.text.cut import planned_row
from roundbook.projections.rounds.flights import Option, options
from roundbook.projections.rounds_by_attendance import Schedule, elimination_rounds


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


def _prizes_by_place(here: Venue) -> str:
    said = here.desk.tournament.announcement
    return "\n".join(
        f"{place}={prize}" for place, prize in (said.prizes_by_place if said else {}).items()
    )


def _named_prizes(filled: Filled) -> dict[str, str] | None:
    """Return the prizes by place; None if the field was not sent, so that they stay."""
    return _parsed(filled, "prizes_by_place", prizes_by_place)


Value = TypeVar("Value")


def _parsed(
    filled: Filled, name: str, read: Callable[[Iterable[str]], dict[str, Value]]
) -> dict[str, Value] | None:
    """Return what the lines of a field say: empty if it was emptied, None if it was not sent."""
    if filled.emptied(name):
        return {}
    try:
        said = filled.lines(name)
        return read(said) if said else None
    except click.UsageError as wrong:
        raise Misuse(wrong.message, field=name) from None


def _breaks_after(here: Venue) -> str:
    said = here.desk.tournament.announcement
    return "\n".join(
        f"{number}={minutes}" for number, minutes in (said.breaks_after if said else {}).items()
    )


def _timed_breaks(filled: Filled) -> dict[str, int] | None:
    """Return the breaks by round; None if the field was not sent, so that they stay."""
    return _parsed(filled, "breaks_after", breaks_after)


def _text(here: Venue) -> str:
    said = here.desk.tournament.announcement
    return said.text if said else ""


def _words_of(name: str) -> Callable[[Venue], str]:
    """Return what finds a few words as announced: the breaks, the format or the staff."""

    def found(here: Venue) -> str:
        said = here.desk.tournament.announcement
        return (said and getattr(said, name)) or ""

    return found


def _asked(name: str) -> Callable[[Venue], bool]:
    """Return what tells whether the edition asks for it, and it is not recorded elsewhere."""
    return lambda here: is_asked(here.desk.tournament, here.desk.rules, name)


def _minutes(here: Venue) -> str:
    limit = _limit(here)
    return str(limit.minutes) if limit else ""


def _turns(here: Venue) -> str:
    limit = _limit(here)
    return str(limit.turns) if limit else ""


def _within(here: Venue) -> str:
    limit = _limit(here)
    return str(limit.within) if limit and limit.within else ""


def _limit(here: Venue) -> Limit | None:
    """Return the match time: as announced, or as proposed; None if there is none."""
    t = here.desk.tournament
    if (said := t.announcement) and said.minutes:
        return Limit(said.minutes, said.extra_turns or 0, said.turns_within)
    of_file = minutes_of_match(here.folder, here.desk.entries)
    return proposed(t.opened, here.desk.rules, of_file) if t.opened else None


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
            label=f"{pool_title(pool)}: {_in_pool(t, pool, one)}",
            hint="".join(
                (opened(_row_of(t, one)), _without(t, one, absent, fewer), _in_flights(here, one))
            ),
        )
        for pool, one in every.items()
    ]


def _in_flights(here: Venue, one: Schedule) -> str:
    """Return the rounds that a division plays if flights are chosen on the form; else empty."""
    t, age = here.desk.tournament, one.largest.division
    if len(one.divisions) > 1 or not any(row.key == age.lower() for row in _flights_to_tell(here)):
        return ""
    if flights_to_draw(t).get(age) or t.flights.get(age):
        return ""
    each = [
        f"{counted(split.rounds, 'round')} with {split.flights} flights"
        for split in options(t, here.desk.rules, age, table_of(t))[1:]
        if split.rounds and min(split.sizes) >= LEAST_FLIGHT
    ]
    means = ". If you choose flights and change no number of rounds, each flight plays: "
    return f"{means}{', '.join(each)}" if each else ""


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


def _in_pool(t: Tournament, pool: Pool, one: Schedule) -> str:
    """Return the number of players of a pool; flights and draft pods have a part of a division."""
    if not any(pool in pools for pools in (*t.flights.values(), draft_pods(t))):
        return _players_of(t, one)
    there = (each for each in t.players.values() if pool_of(t, each) == pool and not each.out)
    return counted(len([*there]), "player")


def _players_of(t: Tournament, one: Schedule) -> str:
    """Return the number of players who are paired together."""
    return counted_entrants(t, sum(each.players for each in one.divisions))


def _row_of(t: Tournament, one: Schedule) -> str:
    """Return the row of the rounds table, and the division that it is for (TOP-3.3.5a)."""
    if by_sheet(t):
        return f"the pod sheet: each draft table plays {counted(one.rounds, 'round')} by itself"
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
    large: dict[Division, set[str]] = {}
    for one in planned_cuts(t, rules, told, swiss=swiss, larger=True):
        is_told = one.announced and t.announcement is not None
        size = "" if plain and not one.size else str(one.size)
        found.setdefault(one.division, []).append((size, _meaning(t, one, told=is_told)))
        if one.too_large:
            large.setdefault(one.division, set()).add(size)
    return [
        FieldRow(
            key=division.lower(),
            label=division,
            choices=tuple(sizes),
            needs_why=frozenset(large.get(division, ())),
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
    return f"Without players who have not checked in: {row.cut or 'no cut'} of {players}."


def _meaning(t: Tournament, one: PlannedCut, *, told: bool) -> str:
    """Return the meaning of a cut size: what is special about it, its share, and its own rounds.

    What is special comes first, since a narrow list cuts off the end. All rounds and hours would
    depend on the other fields of the form: what is only checked shows them.
    """
    share = planned_row(one, t)[2]
    size = f"Top {one.size}" if one.size else "No cut"
    where = "by the rounds table" if one.listed else "announced" if told else ""
    where = where or ("needs a reason" if one.too_large else "")
    return " · ".join(
        filter(
            None,
            (
                size,
                where,
                share if one.size else "",
                counted(elimination_rounds(one.size), "round") if one.size else "",
            ),
        )
    )


def _day_rows(here: Venue) -> list[FieldRow]:
    """Return a row for day two of each division that has one, of all in an event of two days."""
    t = here.desk.tournament
    there = active_by_division(t)
    said = [line.partition("=")[0] for line in _days(here).splitlines()]
    if has_two_days(t):
        said = [age.lower() for age in Division if there[age]]
    return [FieldRow(key=age, label=f"{age.capitalize()}: rounds on day two") for age in said]


def _flights_told(here: Venue) -> str:
    """Return the numbers of flights as drawn, or as announced; none elsewhere."""
    t = here.desk.tournament
    drawn = {age: len(pools) for age, pools in t.flights.items()}
    return "\n".join(f"{a.lower()}={n}" for a, n in {**flights_to_draw(t), **drawn}.items())


def _flights_to_tell(here: Venue) -> list[FieldRow]:
    """Return a row for the flights of each division that may be split, if it is not paired yet."""
    t = here.desk.tournament
    if t.opened is None or t.opened.style is not Style.SWISS_PLUS_CUT or any(t.latest.values()):
        return []
    told = _flights_told(here)
    return [
        replace(one, choices=(("none" * (one.key in told), "No flights"), *one.choices[2:]))
        for one in _flight_rows(here)
    ]


def _flights_means(one: Option) -> str:
    """Return a number of flights with their sizes, and their rounds by the rounds table."""
    rounds = f": {counted(one.rounds, 'round')}" if one.rounds else ""
    return f"{flights_in_words(one)}{rounds}"


def _flight_rows(here: Venue) -> list[FieldRow]:
    """Return a row for the flights of each division that may be split (TOP §3.3.3)."""
    t, rules = here.desk.tournament, here.desk.rules
    ages = active_by_division(t)
    return [
        FieldRow(
            key=age.lower(),
            label=age,
            choices=(
                ("", "No change"),
                *(
                    (str(one.flights), _flights_means(one))
                    for one in options(t, rules, age, table_of(t))
                    if min(one.sizes) >= LEAST_FLIGHT
                ),
            ),
        )
        for age in Division
        if ages[age] >= LEAST_DIVISION
    ]


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
            flights=dict(filled.each("flights", FLIGHTS_TOLD)),
            prizes=filled.read("prizes", PRIZES),
            prizes_by_place=_named_prizes(filled),
            third_place_playoff=_chosen(filled, "third_place"),
            text="" if filled.emptied("text") else filled.read("text", ANNOUNCED),
            minutes=filled.number("minutes"),
            extra_turns=filled.number("turns"),
            basic_energy=_chosen(filled, "basic_energy"),
            energy_told_ahead=_chosen(filled, "energy_told_ahead"),
            redraft=_chosen(filled, "redraft"),
            cooperative_draft=_chosen(filled, "cooperative_draft"),
            breaks=filled.read("breaks", FEW_WORDS),
            turns_within=filled.number("turns_within"),
            format=filled.read("format", FEW_WORDS),
            staff=filled.read("staff", FEW_WORDS),
            breaks_after=_timed_breaks(filled),
        ),
    )


def _larger(here: Venue) -> str:
    """Return the reason that was announced for a cut of more than half; empty without one."""
    said = here.desk.tournament.announcement
    given = said.override if said else None
    return given.reason if given and "cut-too-large" in given.rules else ""


def _chosen(filled: Filled, name: str) -> bool | None:
    """Return True for yes, False for no; None if nothing was chosen, which changes nothing."""
    said = filled.text(name)
    return said == name.replace("_", "-") if said else None


def _either(name: str, label: str, hint: str = "", of: str = "") -> field.FormField:
    """Return a yes-or-no field with what was announced; choosing nothing keeps that."""
    said = name.replace("_", "-")

    def proposed(here: Venue) -> str:
        told = here.desk.tournament.announcement
        answer = getattr(told, of or name) if told else None
        return "" if answer is None else said if answer else f"no-{said}"

    return field.choice(name, label, (said, f"no-{said}"), hint=hint, proposed=proposed)


def _asked_in_limited(here: Venue) -> bool:
    """Tell whether the event is Limited and basic Energy is not announced yet (TRF §11.2)."""
    t = here.desk.tournament
    limited = t.opened and t.opened.format and t.opened.format.limited
    return bool(limited) and (t.announcement is None or t.announcement.basic_energy is None)


def _flights(ctx: WriteContext, filled: Filled) -> Facts:
    """Assign flights; if no division is filled in, show what each number of flights means."""
    wanted, at_most = filled.each("wanted", FLIGHTS), filled.number("at_most")
    if not wanted:
        return flights.what_splits(ctx, at_most=at_most)
    if at_most or len(dict(wanted)) < len(wanted):
        raise Misuse("name each division only once, and leave “At most” empty.", field="wanted")
    return flights.assign_flights(ctx, dict(wanted), reason=filled.words("reason"))


_IN_WORDS = (
    ("format", "Format", "What is played, such as Standard, if the event has no format."),
    ("staff", "Staff", "The staff to announce, if the staff list is empty."),
    ("breaks", "Breaks", 'When there are breaks, such as "lunch after round 3", or "none".'),
)
"""What is announced in a few words: the field, its label and its hint."""

FORMS = (
    Form(
        verb="announce",
        title="Announce rounds, cut and times",
        says="""
            Records what the players are told before round 1 (TOP §2): at least the rounds, and
            what the edition lists, such as the cut and the prizes, even if there are none. At
            first, the number of rounds comes from the rounds table, or in single elimination
            from the number of players. The match time is that of the imported file, or else the
            shortest that the edition allows (TRF §7.3). If there is a day two, these are the
            rounds of day one. Later, an empty field keeps its value, except the text, the prizes by
            place and the breaks after rounds: to withdraw these, empty the field.

            For a Limited event, announce whether basic Energy is provided, both before the day and
            at the event (TRF §11.2). Announce a 3rd-place match now, too.
        """,
        fields=(
            field.lines(
                "said",
                "Rounds",
                hint=(
                    "Swiss rounds for every pool, such as 5, or for one, such as junior=3; "
                    "“table” uses the rounds table. If empty: what was announced, or else the "
                    "rounds table."
                ),
                proposed=_rounds,
                rows=_pool_rows,
            ),
            field.lines(
                "flights",
                "Flights",
                hint="The number of flights in a division, such as masters=2, or masters=none.",
                proposed=_flights_told,
                rows=_flights_to_tell,
            ),
            field.lines(
                "cut",
                "Cut",
                hint=(
                    "The number of players who advance, such as masters=8, or masters=none. "
                    "If empty: what was announced, or else the rounds table; in Swiss without a "
                    "cut, none."
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
            _either("third_place", "3rd-place match", of="third_place_playoff"),
            field.number(
                "prizes",
                "Number of players who get prizes",
                least=0,
                most=999_999,
                hint="0 if nobody gets a prize.",
                proposed=_prizes,
                due=_asked("prizes"),
            ),
            field.lines(
                "prizes_by_place",
                "Prizes by place",
                hint="A place, or several, and the prize, such as 1=36 packs or 3-4=12 packs.",
                proposed=_prizes_by_place,
                typed="--prize",
            ),
            field.text(
                "text",
                "Text",
                hint="Anything else that was announced. To withdraw it, empty the field.",
                proposed=_text,
            ),
            *(
                replace(
                    field.text(name, title, hint=hint, proposed=_words_of(name), seldom=True),
                    due=_asked(name),
                )
                for name, title, hint in _IN_WORDS
            ),
            replace(
                field.lines(
                    "breaks_after",
                    "Breaks after rounds",
                    hint="One round per line, with the minutes of its break, such as 3=45.",
                    proposed=_breaks_after,
                    typed="--break-after",
                ),
                seldom=True,
            ),
            field.number(
                "minutes",
                "Time",
                least=1,
                most=999,
                hint=(
                    "The length of a match, in minutes. If empty: what was announced, or else the "
                    "imported file's time, or the edition's shortest."
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
                        "The number of extra turns after time. If empty: what was announced, or "
                        "else the edition's number."
                    ),
                    proposed=_turns,
                ),
                field.number(
                    "turns_within",
                    "Minutes for the turns",
                    least=1,
                    most=999,
                    hint="The time limit, if there is one, for all the turns after time.",
                    proposed=_within,
                ),
                replace(
                    _either(
                        "basic_energy", "Basic Energy", "Limited: whether basic Energy is provided."
                    ),
                    due=_asked_in_limited,
                ),
                replace(
                    _either(
                        "energy_told_ahead",
                        "Basic Energy was also announced before the day of the event",
                        "If it was not, choose “No”: round 1 can start all the same.",
                    ),
                    due=_asked_in_limited,
                ),
                _either("redraft", "Solomon draft: there is a re-draft in a later round"),
                _either("cooperative_draft", "Solomon draft: players may draft together"),
            ),
        ),
        page=OnPage(
            why={
                "cut": field.text(
                    "larger",
                    "Why more than half of a division advance",
                    hint=(
                        "At most half should advance. An official may allow more, with a reason "
                        "that stays in the ledger."
                    ),
                    proposed=_larger,
                    why=True,
                )
            },
            lets={"cut-too-large": "larger"},
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
            First announce the number of flights, together with the rounds; then draw the
            flights.
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
        page=OnPage(asks_twice=lambda sent: bool(sent.get("reason"))),
        act=_flights,
    ),
)
