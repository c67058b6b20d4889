"""The form of a new tournament: its name, its style, its days, its tables and its rules."""

from cli.acts import opening
from cli.acts.act import Facts
from cli.acts.opening import REGIONS
from cli.args.types import WordsType
from cli.desk.write import WriteContext
from cli.web.desk.forms import field
from cli.web.desk.forms.form import Filled, Form
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
        region=filled.words("region"),
    )
    return opening.open_tournament(ctx, asked)


OPEN = Form(
    verb="open",
    title="Open a tournament",
    says="""
        Swiss, swiss-plus-cut and single-elimination are the sanctioned styles. Any other style
        needs approval, and is run by hand (TOP §3).
    """,
    fields=(
        field.text("title", "Name", needed=True, hint="The name of the tournament."),
        field.choice("style", "Style", Style),
        field.day("start", "First day", hint="The first day. Leave empty for today."),
        field.choice(
            "table",
            "Table",
            opening.TABLES,
            hint=("The rounds table. Leave empty for tcg-single-day."),
        ),
        field.flag("premier", "This is a premier event"),
        *field.seldom(
            field.choice(
                "edition",
                "Edition",
                released.EDITIONS,
                hint="The rules edition. Leave empty for play-2017.",
            ),
            field.day("end", "Last day", hint="The last day, if the event has several days."),
            field.choice(
                "match_format", "Match format", MatchFormat, hint="The number of games in a match."
            ),
            field.choice(
                "pairing",
                "Pairing",
                PairedBy,
                hint=(
                    "The way rounds are paired. Leave empty for swiss, or for pod-sheet under "
                    "dci-pod."
                ),
            ),
            field.choice("cards", "Format", Format, hint="The format of the decks."),
            field.flag("championship_points", "The event awards Championship Points"),
            field.text("sanction", "Sanction", hint="The sanction number."),
            field.choice(
                "region",
                "Region",
                REGIONS,
                hint=("The region, which decides the local card languages."),
            ),
        ),
    ),
    act=_open,
)
