"""Forms for judges: notes, penalties, proxies, and the checks of decks."""

from collections.abc import Mapping

from cli.acts import judging
from cli.acts.act import Facts
from cli.args.words import WordsType
from cli.desk.write import WriteContext
from cli.web.desk.forms.form import Filled, Form, FormField, Kind, flag
from cli.web.desk.forms.people import WHO
from ledger.errors import Misuse
from ledger.events.judging import CheckItem, Penalty

FAULT = WordsType(500)
PENALTIES = tuple(each.value for each in Penalty)
FAULTS: Mapping[str, CheckItem] = {
    "legibility": CheckItem.LEGIBILITY,
    "sleeves": CheckItem.SLEEVES,
    "number": CheckItem.CARDS,
    "contents": CheckItem.CONTENTS,
    "references": CheckItem.REFERENCES,
}
"""The fields of a deck check, and the item that each is about."""


def _note(ctx: WriteContext, filled: Filled) -> Facts:
    return judging.keep_note(
        ctx,
        filled.text("text"),
        match=filled.match("match"),
        player=filled.player("who") if filled.has("who") else None,
        ruling=filled.has("ruling"),
    )


def _proxy(ctx: WriteContext, filled: Filled) -> Facts:
    return judging.make_proxy(
        ctx,
        filled.player("who"),
        card=filled.text("card"),
        reason=filled.text("reason"),
        kept=filled.has("kept"),
    )


def _penalty(ctx: WriteContext, filled: Filled) -> Facts:
    """Give a penalty, or take one back: the two halves of the form do not mix."""
    player, given = filled.player("who"), filled.number("seq")
    told = any(map(filled.has, ("penalty", "infraction", "match")))
    if given is not None:
        if told or not filled.has("reason"):
            raise Misuse("fill in only the player and the reason with it.", field="seq")
        return judging.withdraw_penalty(ctx, player, given, reason=filled.text("reason"))
    if filled.has("reason"):
        raise Misuse("it belongs to a penalty that is taken back.", field="reason")
    for name in ("penalty", "infraction"):
        if not filled.has(name):
            raise Misuse("it must be filled in.", field=name)
    return judging.give_penalty(
        ctx,
        player,
        Penalty(filled.text("penalty")),
        infraction=filled.text("infraction"),
        match=filled.match("match"),
    )


def _draw(ctx: WriteContext, filled: Filled) -> Facts:
    return judging.draw_checks(
        ctx,
        filled.pool("pool"),
        tables=filled.number("tables"),
        players=filled.number("players"),
    )


def _check(ctx: WriteContext, filled: Filled) -> Facts:
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
        penalty=Penalty(filled.text("penalty")) if filled.has("penalty") else None,
        match=filled.match("match"),
    )


JUDGING = (
    Form(
        verb="note",
        title="Keep a note",
        says="""
            It stands in the ledger for good, so write no names: p17. On card
            interpretations and rulings the head judge has the last word (TRF §1.2).
        """,
        fields=(
            FormField(name="text", label="Text", needed=True),
            FormField(name="match", label="Match", kind=Kind.MATCH, hint="The match it is about."),
            FormField(name="who", label="Player", kind=Kind.PLAYER, hint="The player it is about."),
            flag("ruling", "It is a ruling of the head judge, who writes it"),
        ),
        act=_note,
    ),
    Form(
        verb="penalty",
        title="Give a penalty",
        says="""
            You are the judge, and the ledger keeps your number. No result changes: report a
            lost game or match as such.
        """,
        fields=(
            WHO,
            FormField(name="penalty", label="Penalty", kind=Kind.CHOICE, choices=PENALTIES),
            FormField(name="infraction", label="What for", hint="The infraction, without names."),
            FormField(
                name="match", label="Match", kind=Kind.MATCH, hint="The match it belongs to."
            ),
            FormField(
                name="seq",
                label="Take back the penalty of entry",
                kind=Kind.NUMBER,
                hint="The entry that gave the penalty.",
                least=1,
                seldom=True,
            ),
            FormField(name="reason", label="Reason", hint="Why it is taken back.", seldom=True),
        ),
        act=_penalty,
    ),
    Form(
        verb="proxy",
        title="Record a proxy for a damaged card",
        says="""
            For a card that was damaged during the event (TRF §1.7). Only a judge makes one,
            and the damaged card has to be kept. A player-made proxy is a fake card.
        """,
        fields=(
            WHO,
            FormField(name="card", label="Card", needed=True),
            FormField(name="reason", label="Damaged", hint="How it was damaged.", needed=True),
            flag("kept", "The damaged card is kept, to refer to it in play"),
        ),
        act=_proxy,
    ),
    Form(
        verb="deckcheck draw",
        title="Draw whose decks are checked",
        says="""
            Of the players of a pool, or of everybody; by tables, both decks of each are
            taken. Nobody is drawn again before everybody has been. The draw comes from
            recorded chance.
        """,
        fields=(
            FormField(name="pool", label="Pool", kind=Kind.POOL),
            FormField(
                name="tables",
                label="Tables",
                kind=Kind.NUMBER,
                hint="So many tables of the latest round.",
                least=1,
                most=999,
            ),
            FormField(
                name="players",
                label="Players",
                kind=Kind.NUMBER,
                hint="So many players. Left empty: what is missing.",
                least=1,
                most=9999,
            ),
        ),
        act=_draw,
    ),
    Form(
        verb="deckcheck record",
        title="Record a deck check",
        says="""
            What is left empty was in order.
        """,
        fields=(
            WHO,
            FormField(
                name="cards",
                label="Cards counted",
                kind=Kind.NUMBER,
                hint="How many cards there were.",
                least=0,
                most=9999,
            ),
            FormField(
                name="legibility",
                label="Legibility",
                hint="What was wrong with the list as it is written.",
            ),
            FormField(name="sleeves", label="Sleeves", hint="What was wrong with the sleeves."),
            FormField(
                name="number", label="Cards", hint="What was wrong with the number of cards."
            ),
            FormField(
                name="contents",
                label="Contents",
                hint="Where the deck is not the one on the list.",
            ),
            FormField(name="outcome", label="Outcome", hint="What came of it."),
            FormField(
                name="penalty",
                label="Penalty",
                kind=Kind.CHOICE,
                choices=PENALTIES,
                hint="A penalty for it, in the same entry.",
            ),
            FormField(
                name="match",
                label="Match",
                kind=Kind.MATCH,
                hint="The match that the penalty belongs to.",
            ),
            FormField(
                name="references",
                label="References",
                hint="Which reference cards were missing.",
                seldom=True,
            ),
            FormField(
                name="left_out",
                label="Left out",
                kind=Kind.LINES,
                choices=tuple(each.value for each in CheckItem),
                hint="An item that was not looked at.",
                seldom=True,
            ),
        ),
        act=_check,
    ),
)
