"""Forms about rounds: pair, repair, post, print and start."""

from typing import get_args

import click

from roundbook.cli.acts import pairing, repair, rounds
from roundbook.cli.args.pairings import BY_HAND, FIXED, TABLES, hall_of
from roundbook.cli.forms import field
from roundbook.cli.forms.form import Filled, Form, OnPage
from roundbook.cli.printing import posting
from roundbook.cli.session.command import TIME
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Facts, WriteContext
from roundbook.ledger.errors import Misuse, Refused
from roundbook.ledger.events.posting import Paper, PostedSheet
from roundbook.ledger.state.check_in import to_come
from roundbook.projections.pairing.table_numbers import TablePlan
from roundbook.projections.reports.languages import LANGUAGES, SOURCE
from roundbook.projections.rounds.ready_to_pair import ready


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


POOL = field.pool("pool", "Pool")
POOL_DUE = field.pool("pool", "Pool", proposed=_due)
POOL_WAITS = field.pool("pool", "Pool", proposed=_waits)
BLOCKED = field.text(
    "blocked", "Tables to leave out", hint="Table numbers, such as 5-8,12.", seldom=True
)
ROUND = field.number("number", "Round", least=1, most=999, hint="Leave empty for the latest round.")
LANGUAGE = field.choice("language", "Language", LANGUAGES, hint="The language of the printout.")
PAPER = field.choice("paper", "Paper", tuple(Paper), proposed=lambda _: Paper.A4)

FORMS = (
    Form(
        verb="pair",
        title="Pair a round",
        says="""
            Pairs the next round of a pool, or of every pool that is ready; the pods are formed
            before the first round. The draw reveals the next secret of the chain, so that anyone
            can repeat it. A bracket is not random: its pairings follow from seeds and results.

            If a round is paired but has not started, repair it instead: then as few players as
            possible get another opponent. If rematches cannot be avoided, an official may allow as
            few as possible; the reason stays in the ledger.
        """,
        fields=(
            POOL_DUE,
            field.choice(
                "absent",
                "Players who have not checked in",
                get_args(pairing.Absent),
                hint="Before round 1: drop players who have not checked in, or pair them anyway.",
                applies=lambda here: bool(to_come(here.desk.tournament)),
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
                    "Fixed tables",
                    hint="A table for a player in this and all later rounds, such as p7=3, or "
                    "p7=none to end it.",
                ),
                field.flag(
                    "allow_rematches",
                    ("Pair with the fewest rematches, if rematches cannot be avoided"),
                ),
            ),
        ),
        page=OnPage(risk=lambda sent: "pair-again" if sent.get("again") else None),
        act=_pair,
    ),
    Form(
        verb="repair",
        title="Repair a round that has not started",
        says="""
            Repairs the round that is waiting to start, in one pool or in every pool whose round
            is wrong. After a corrected result, a late player, a drop or a reinstatement, as few
            players as possible get a new opponent (TOP §4); players who keep their opponent
            keep their table.

            In a bracket nothing is random: a match changes only if its players have changed. A
            Swiss round that was paired from a wrong record may also be started unchanged, if its
            players are still the same: the next round will be paired correctly. Pair a round of
            a pod sheet again instead; seed a bracket again if it has not started.
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
            to start. A Premier Event must use match slips (TOP §4).
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
            shuffle, and then the clock of the round starts (TRF §7.1). If this is a player's
            first round, a deck list from their phone that you have not decided on is discarded;
            all sign-ups are deleted when round 1 starts.
        """,
        fields=(
            POOL_WAITS,
            field.time(
                "clock_at",
                "Clock starts at",
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
)
