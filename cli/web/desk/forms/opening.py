"""The form of a new tournament: its name, its style, its days, its tables and its rules."""

from cli.acts import opening
from cli.acts.act import Facts
from cli.args.words import WordsType
from cli.desk.write import WriteContext
from cli.web.desk.forms.form import Filled, Form, FormField, Kind, flag
from ledger.events.decks import Format
from ledger.events.drafts import PairedBy
from ledger.rulesets import released
from ledger.terms import MatchFormat, Style

NAME, SANCTION = WordsType(200), WordsType(40)


def _open(ctx: WriteContext, filled: Filled) -> Facts:
    pairing, cards = filled.text("pairing"), filled.text("cards")
    asked = opening.Opening(
        name=filled.read("title", NAME) or "",
        edition=filled.words("edition"),
        style=Style(filled.text("style") or Style.SWISS),
        start=filled.day("start"),
        end=filled.day("end"),
        table=next((one for one in opening.TABLES if one == filled.text("table")), None),
        match_format=MatchFormat(filled.text("match_format") or MatchFormat.BEST_OF_THREE),
        pairing=PairedBy(pairing) if pairing else None,
        format=Format(cards) if cards else None,
        premier=filled.has("premier"),
        championship_points=filled.has("championship_points"),
        sanction=filled.read("sanction", SANCTION),
    )
    return opening.open_tournament(ctx, asked)


OPEN = Form(
    verb="open",
    title="Begin a tournament",
    says="""
        Swiss, swiss-plus-cut and single-elimination are the sanctioned styles. Any other is run
        by hand, with an approval (TOP §3).
    """,
    fields=(
        FormField(name="title", label="Name", hint="What it is called.", needed=True),
        FormField(
            name="style",
            label="Style",
            kind=Kind.CHOICE,
            choices=tuple(each.value for each in Style),
        ),
        FormField(
            name="start", label="First day", kind=Kind.DAY, hint="The first day. Left empty: today."
        ),
        FormField(
            name="table",
            label="Table",
            kind=Kind.CHOICE,
            choices=tuple(opening.TABLES),
            hint="The rounds table. Left empty: tcg-single-day.",
        ),
        flag("premier", "It is a premier event"),
        FormField(
            name="edition",
            label="Edition",
            kind=Kind.CHOICE,
            choices=tuple(released.EDITIONS),
            hint="The rules. Left empty: play-2017.",
            seldom=True,
        ),
        FormField(
            name="end",
            label="Last day",
            kind=Kind.DAY,
            hint="The last day, if there are several.",
            seldom=True,
        ),
        FormField(
            name="match_format",
            label="Games of a match",
            kind=Kind.CHOICE,
            choices=tuple(each.value for each in MatchFormat),
            hint="How many games make a match.",
            seldom=True,
        ),
        FormField(
            name="pairing",
            label="Pairing",
            kind=Kind.CHOICE,
            choices=tuple(each.value for each in PairedBy),
            hint="By what the rounds are paired. Left empty: swiss; pod-sheet under dci-pod.",
            seldom=True,
        ),
        FormField(
            name="cards",
            label="Format",
            kind=Kind.CHOICE,
            choices=tuple(each.value for each in Format),
            hint="With which decks it is played.",
            seldom=True,
        ),
        flag(
            "championship_points",
            "It gives Championship Points",
            value="championship-points",
            seldom=True,
        ),
        FormField(name="sanction", label="Sanction", hint="The sanction number.", seldom=True),
    ),
    act=_open,
)
