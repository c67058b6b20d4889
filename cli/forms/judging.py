"""Forms for judges: notes, calls, messages, penalties, proxies and deck checks."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from roundbook.cli.acts import judging
from roundbook.cli.args.types import WordsType
from roundbook.cli.forms import field
from roundbook.cli.forms.form import Filled, Form, Undoing
from roundbook.cli.forms.people import WHO
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Facts, WriteContext
from roundbook.ledger.errors import UNDECODABLE, Misuse, Refused, advice, do
from roundbook.ledger.events.facts import MAX_DATA
from roundbook.ledger.events.judging import CheckItem, Penalty
from roundbook.ledger.state.round_names import match_round
from roundbook.ledger.terms import Division
from roundbook.ledger.text import opened, reason, with_names
from roundbook.projections.judging.penalties import (
    COUNTED,
    DISQUALIFICATION,
    penalties,
    penalty_called,
)

FAULT = WordsType(500)
MESSAGE = WordsType(400)
DATA = WordsType(MAX_DATA)


def _penalties(here: Venue) -> list[tuple[str, str]]:
    """Return the penalties of the edition, with their labels."""
    known = here.desk.rules.penalties
    return [(each, opened(penalty_called(each))) for each in Penalty if each in known]


PENALTY = replace(
    field.choice("penalty", "Penalty", tuple(Penalty), hint=COUNTED),
    titles=tuple(opened(penalty_called(each)) for each in Penalty),
    instead={DISQUALIFICATION: "to disqualify a player, use `roundbook people disqualify`."},
    options=_penalties,
)
FAULTS: Mapping[str, CheckItem] = {
    "legibility": CheckItem.LEGIBILITY,
    "sleeves": CheckItem.SLEEVES,
    "number": CheckItem.CARDS,
    "contents": CheckItem.CONTENTS,
    "references": CheckItem.REFERENCES,
}
"""The fields of a deck check that describe a problem, and the item that each is about."""


def _note(ctx: WriteContext, filled: Filled) -> Facts:
    return judging.keep_note(
        ctx,
        filled.text("text"),
        match=filled.match("match"),
        player=filled.player("who") if filled.has("who") else None,
        ruling=filled.has("ruling"),
    )


def _fact(ctx: WriteContext, filled: Filled) -> Facts:
    """Keep a fact of another program. Raise Misuse if its data are not an object of JSON."""
    data = filled.read("data", DATA) or "{}"
    try:
        held = msgspec.json.decode(data.encode(), type=dict[str, Any])
    except UNDECODABLE as error:
        raise Misuse(f"this is not a JSON object: {reason(error)}.", field="data") from None
    return judging.keep_fact(ctx, spec=filled.text("spec"), name=filled.text("id"), data=held)


def _call(ctx: WriteContext, filled: Filled) -> Facts:
    """Call a judge to a table, take a call, or mark it as done."""
    match, take, done = filled.match("match"), filled.has("take"), filled.has("done")
    told = filled.has("player") or filled.has("reason")
    if match is None or take + done + told > 1:
        field = "take" if take else "done" if done else "match"
        raise Misuse("either call a judge, take the call, or mark it as done.", field=field)
    if take and match in ctx.tournament.taken and not ctx.first():
        taken = ctx.venue.desk.entries[ctx.tournament.taken[match] - 1].hand.id
        who = ctx.book.hand(taken)
        said = f"{who} is already going to table {match.table}."
        raise Refused(said, hint=advice("See who is waiting for a judge: {}.", do("calls")))
    if take or done:
        return (judging.take_call if take else judging.end_call)(ctx, match)
    return judging.call_judge(
        ctx,
        match,
        player=filled.player("player") if filled.has("player") else None,
        reason=filled.words("reason"),
    )


def _message(ctx: WriteContext, filled: Filled) -> Facts:
    """Send a message, or withdraw one. Raise Misuse if the form asks for both or neither."""
    gone = filled.number("withdraw")
    if filled.has("text") == (gone is not None):
        raise Misuse(
            "write a message, or enter the entry number of the message to withdraw.", field="text"
        )
    if gone is not None and (filled.has("division") or filled.has("match")):
        raise Misuse("leave this out to withdraw a message.", field="division")
    if gone is not None:
        return judging.withdraw_message(ctx, gone)
    text = filled.read("text", MESSAGE) or ""
    return judging.send_message(
        ctx, text, division=filled.division("division"), match=filled.match("match")
    )


def _decide(ctx: WriteContext, filled: Filled) -> Facts:
    """Decide what a merge left open, or list what is open."""
    number, which = filled.number("entry"), filled.text("which")
    if number is None:
        return judging.Decided(open=judging.open_contradictions(ctx.tournament))
    if not which:
        raise Misuse("choose the result recorded here, or the other desk's.", field="which")
    reason = filled.words("reason")
    if reason is None:
        raise Misuse("give the reason, without names.", field="reason")
    return judging.decide(ctx, number, take=which == "take", reason=reason)


def _proxy(ctx: WriteContext, filled: Filled) -> Facts:
    return judging.make_proxy(
        ctx,
        filled.player("who"),
        card=filled.text("card"),
        reason=filled.text("reason"),
        kept=filled.has("kept"),
    )


def _penalty(ctx: WriteContext, filled: Filled) -> Facts:
    """Give a penalty, or withdraw one. Raise Misuse if the form mixes the two."""
    player, given = filled.player("who"), filled.number("seq")
    told = any(map(filled.has, ("penalty", "infraction", "match")))
    if given is not None:
        if told or not filled.has("reason"):
            raise Misuse(
                "to withdraw a penalty, give only its player, its entry and the reason.",
                field="reason",
            )
        return judging.withdraw_penalty(ctx, player, given, reason=filled.text("reason"))
    if filled.has("reason"):
        raise Misuse("fill this in only to withdraw a penalty.", field="reason")
    return judging.give_penalty(
        ctx,
        player,
        Penalty(filled.text("penalty")),
        infraction=filled.text("infraction"),
        match=filled.match("match"),
    )


def _given_penalty(here: Venue, filled: Mapping[str, str]) -> str:
    """Return a description of the penalty to withdraw; empty if there is no such penalty."""
    for one in penalties(here.desk.entries):
        if (str(one.seq), one.player) == (filled.get("seq"), filled.get("who")):
            given, why = one.called, with_names(one.infraction, here.book.shown)
            t = here.desk.tournament
            at = f", {match_round(t, one.match)}, table {one.match.table}," if one.match else ""
            return f"{here.book.shown(one.player)}: {given}{at} for “{why}” (entry {one.seq})"
    return ""


def _draw(ctx: WriteContext, filled: Filled) -> Facts:
    return judging.draw_checks(
        ctx,
        filled.pool("pool"),
        tables=filled.number("tables"),
        players=filled.number("players"),
    )


def _check(ctx: WriteContext, filled: Filled) -> Facts:
    """Record a deck check."""
    penalty = Penalty(filled.text("penalty")) if filled.has("penalty") else None
    faults = {item: filled.read(name, FAULT) for name, item in FAULTS.items()}
    seen = judging.CheckFindings(
        faults={item: text for item, text in faults.items() if text},
        left_out=frozenset(map(CheckItem, filled.lines("left_out"))),
        counted=filled.number("cards"),
        outcome=filled.words("outcome"),
    )
    return judging.record_check(
        ctx,
        filled.player("who"),
        seen,
        penalty=penalty,
        match=filled.match("match"),
    )


FORMS = (
    Form(
        verb="note",
        title="Add a note",
        says="""
            The note stays in the ledger, so write a player number such as p17 instead of a name.
            The head judge has the final word on card interpretations and rulings (TRF §1.2).
        """,
        fields=(
            field.text("text", "Text", needed=True, typed="TEXT"),
            field.match("match", "Match", hint="The match that the note is about."),
            field.player(
                "who", "Player", hint="The player whom the note is about.", typed="--player"
            ),
            field.flag(
                "ruling", "A ruling by the head judge, or by the organiser if there is none"
            ),
        ),
        examples=(
            'note "p17 disputes the result" --match masters-1-14',
            'note "the effect ends" --ruling --as Kim --role head-judge',
        ),
        act=_note,
    ),
    Form(
        verb="fact",
        title="Record a fact from another program",
        says="""
            Another program can record something about this event, such as a seating plan or a
            stream. The fact is kept and shown under the name of that program. No rule reads it,
            and it changes neither pairings nor standings. Write player numbers instead of names.
        """,
        fields=(
            field.text(
                "spec",
                "Program",
                needed=True,
                typed="SPEC",
                hint="The program, and where its facts are explained, such as example.org/seats/1.",
            ),
            field.text(
                "id", "ID", needed=True, typed="ID", hint="What the program calls the fact."
            ),
            field.text(
                "data",
                "Data",
                hint='A JSON object of at most 4,096 bytes, such as {"table": 7}.',
            ),
        ),
        examples=("fact example.org/seats/1 plan-2 --data '{\"table\": 7}'",),
        act=_fact,
    ),
    Form(
        verb="call",
        title="Call a judge",
        says="""
            A table can have only one open call. Players can also call a judge on their phones.
            The judge who goes to the table takes the call, and later marks it as done. Record the
            ruling separately, as a note, a penalty or extra time.
        """,
        fields=(
            field.match("match", "Match", needed=True, typed="MATCH"),
            field.flag("take", "You are going to the table"),
            field.flag("done", "The judge has left the table"),
            *field.seldom(
                field.player("player", "Player", hint="The player who called, if that matters."),
                field.reason("The reason for the call, without names.", typed="--for"),
            ),
        ),
        examples=(
            "call 14",
            'call masters-2-14 --take --as "Jo Park" --role judge',
            'call masters-2-14 --done --as "Jo Park" --role judge',
        ),
        act=_call,
    ),
    Form(
        verb="decide",
        title="Decide between two desks",
        says="""
            A merge cannot tell which of two desks is right: look at the slip and ask the players.
            Until you decide, the other desk's entry stays open in the ledger. Without an entry, the
            open contradictions are listed. Correcting the result of the match also settles it.
        """,
        fields=(
            field.number(
                "entry",
                "Entry",
                least=1,
                most=999_999_999,
                hint="The entry that records the contradiction.",
                typed="[ENTRY]",
            ),
            field.choice(
                "which",
                "What counts",
                ("keep", "take"),
                hint="Keep what is recorded here, or take the other desk's result.",
                typed="--keep/--take",
            ),
            field.reason("How it was settled, without names."),
        ),
        examples=(
            'decide 41 --keep --reason "both players confirm the slip"',
            'decide 41 --take --reason "the slip was misread here"',
            "decide",
        ),
        act=_decide,
    ),
    Form(
        verb="message",
        title="Send a message",
        says="""
            Players see the message on their phones and on the screen until it is withdrawn. A
            message to a table is only on the pages of its players, which anybody can open, until
            the match is over; if sent later, until the next round is paired. The public feed and
            the ledger keep every message, so write a player number such as p17 instead of a name;
            the pages show the name.
        """,
        fields=(
            field.text("text", "Message", typed="[TEXT]"),
            field.choice(
                "division",
                "Division",
                tuple(Division),
                hint="The division that gets the message; everybody, if none is chosen.",
            ),
            field.match(
                "match",
                "Table",
                hint="Only for the players at this table; the public feed has it too.",
            ),
            *field.seldom(
                field.number(
                    "withdraw",
                    "Withdraw the message in entry",
                    least=1,
                    hint="The entry number of the message to withdraw.",
                ),
            ),
        ),
        examples=(
            'message "Lunch until 13:00; round 4 starts straight after."',
            'message "Seniors play in the small hall." --division senior',
            'message "p17, please come to the desk." --match masters-2-14',
            "message --withdraw 73",
        ),
        act=_message,
        undoing=Undoing(
            by="withdraw",
            title="Withdraw the message",
            says="The message disappears from all pages and screens; it stays in the ledger.",
            fields=("withdraw",),
        ),
    ),
    Form(
        verb="penalty",
        title="Give a penalty",
        says="""
            The penalty is recorded with you as the judge; it must be one that the edition has. A
            disqualification is recorded separately.
        """,
        fields=(
            WHO,
            replace(PENALTY, needed=True, typed="[PENALTY]"),
            field.text(
                "infraction",
                "Infraction",
                needed=True,
                hint="The infraction, without names.",
                typed="--for",
            ),
            field.match("match", "Match", hint="The match that the penalty belongs to."),
            *field.seldom(
                field.number(
                    "seq",
                    "Withdraw the penalty in entry",
                    least=1,
                    hint="The entry number of the penalty to withdraw.",
                    typed="--withdraw",
                ),
                field.reason("Why it is withdrawn."),
            ),
        ),
        examples=(
            'penalty p17 warning --for "drew an extra card" --match masters-2-4',
            'penalty Ana game-loss --for "59 cards" --as "Jo Park" --role judge',
            'penalty p17 --withdraw 31 --reason "it was the opponent"',
        ),
        act=_penalty,
        undoing=Undoing(
            by="seq",
            title="Withdraw the penalty",
            says="The penalty stays in the ledger, marked as withdrawn, with your reason.",
            fields=("who", "seq", "reason"),
            meant=_given_penalty,
            given=("who", "seq"),
        ),
    ),
    Form(
        verb="proxy",
        title="Record a proxy for a damaged card",
        says="""
            A proxy replaces a card that was damaged during the event (TRF §1.7). Only a judge may
            make a proxy, or the organiser if the staff list has no judge, and the damaged card must
            be kept. A proxy made by a player is a fake card.
        """,
        fields=(
            WHO,
            field.text("card", "Card", needed=True, typed="CARD"),
            field.text(
                "reason",
                "Damaged",
                needed=True,
                hint="How the card was damaged.",
                typed="--damaged",
            ),
            field.flag("kept", "The damaged card is kept for reference during play"),
        ),
        examples=('proxy p17 "Switch ROS 91" --damaged bent --kept',),
        act=_proxy,
    ),
    Form(
        verb="deckcheck draw",
        title="Draw decks to check",
        says="""
            Draws players at random, or tables with both their decks, and records the draw. Nobody
            is drawn again until everybody has been drawn. While several pools are playing, choose
            one of them to draw tables; once other pools have ended, to draw players too.
        """,
        fields=(
            field.pool("pool", "Pool", typed="[POOL]"),
            field.number(
                "tables",
                "Tables",
                least=1,
                most=999,
                hint="The number of tables to draw from the latest round.",
            ),
            field.number(
                "players",
                "Players",
                least=1,
                most=9999,
                hint="The number of players; if left out, as many as should still be checked.",
            ),
        ),
        examples=(
            "deckcheck draw",
            "deckcheck draw masters --tables 4",
            "deckcheck draw --players 6",
        ),
        act=_draw,
    ),
    Form(
        verb="deckcheck record",
        title="Record a deck check",
        says="""
            Count the cards first: their number is needed. Anything else that you do not mention
            counts as in order.
        """,
        fields=(
            WHO,
            field.number(
                "cards",
                "Cards counted",
                least=0,
                most=9999,
                hint="The number of cards found; a wrong number counts as a problem.",
                wanted=True,
                typed="--counted",
            ),
            field.text("legibility", "Legibility", hint="What was hard to read on the list."),
            field.text("sleeves", "Sleeves", hint="What was wrong with the sleeves."),
            field.text(
                "number",
                "Cards",
                hint="What was wrong with the number of cards.",
                typed="--cards",
            ),
            field.text("contents", "Contents", hint="How the deck differs from the list."),
            field.text("outcome", "Outcome", hint="What was done about the problem."),
            replace(PENALTY, hint="The penalty given for the problem, in the same entry."),
            field.match("match", "Match", hint="The match that the penalty belongs to."),
            *field.seldom(
                field.text("references", "References", hint="Which reference cards were missing."),
                field.lines(
                    "left_out",
                    "Not checked",
                    choices=tuple(CheckItem),
                    hint="An item that was not checked.",
                ),
            ),
        ),
        examples=(
            "deckcheck record p17 --counted 60",
            "deckcheck record p17 --counted 59 --penalty game-loss",
        ),
        act=_check,
    ),
)
