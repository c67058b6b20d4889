"""The form that opens a tournament: name, style, days, rounds table and rules edition."""

from msgspec.structs import replace

from roundbook.cli.acts import opening
from roundbook.cli.acts.opening import REGIONS
from roundbook.cli.args.types import SANCTION, EnumType, WordsType
from roundbook.cli.forms import field
from roundbook.cli.forms.form import Filled, Form
from roundbook.cli.session.write import Facts, WriteContext
from roundbook.ledger.events.decks import Format
from roundbook.ledger.events.drafts import PairedBy
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.tables import KNOWN_TABLES
from roundbook.ledger.terms import MatchFormat, Style

NAME = WordsType(200)
EDITION = (
    "The first edition in the list has the newest rules that were checked against the official "
    "documents. Those of season 2027 come from public notes, and have not been checked."
)


def _open(ctx: WriteContext, filled: Filled) -> Facts:
    asked = opening.Opening(
        name=filled.read("title", NAME) or "",
        edition=filled.words("edition"),
        rules_text=filled.file.data or None,
        style=filled.read("style", EnumType(Style)) or Style.SWISS,
        start=filled.day("start"),
        end=filled.day("end"),
        table=next((one for one in KNOWN_TABLES if one == filled.text("table")), None),
        match_format=filled.read("match_format", EnumType(MatchFormat))
        or MatchFormat.BEST_OF_THREE,
        pairing=filled.read("pairing", EnumType(PairedBy)),
        format=filled.read("cards", EnumType(Format)),
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
        needs prior approval (TOP §3); its rounds are paired as Swiss, or by hand.
    """,
    fields=(
        field.text("title", "Name", needed=True),
        field.choice(
            "style",
            "Style",
            Style,
            default=Style.SWISS,
            hint="Rounds, the cut, flights, a 3rd-place match and prizes come later: they are "
            "announced once the players are registered.",
        ),
        field.day("start", "First day", hint="Leave empty for today."),
        field.or_none(
            field.choice(
                "table",
                "Rounds table",
                KNOWN_TABLES,
                hint="Sets the proposed rounds and cut. Some editions have no rounds table.",
            ),
            "Default of the edition",
        ),
        field.or_none(
            field.choice(
                "cards",
                "Deck format",
                Format,
                hint="For a Prerelease: sealed, or a booster draft.",
            ),
            "Not given",
        ),
        field.or_none(
            field.choice(
                "pairing",
                "How rounds are paired",
                PairedBy,
                hint="Swiss mixes the tables of a draft. Pod sheet: each draft table plays on "
                "its own as a pod, best of three; the sheet is for tables of eight.",
            ),
            "As the rules edition says: Swiss, except in the editions for draft pods",
        ),
        field.flag("premier", "This is a Premier Event"),
        field.text("sanction", "Sanction number", hint="If the event is sanctioned."),
        *field.seldom(
            replace(
                field.choice(
                    "edition",
                    "Rules edition",
                    released.EDITIONS,
                    hint=EDITION,
                    default=released.DEFAULT,
                ),
                titles=tuple(released.load(one).title for one in released.EDITIONS),
            ),
            field.day("end", "Last day", hint="If empty: the day on which the event is closed."),
            field.choice(
                "match_format",
                "Games in a match",
                MatchFormat,
                default=MatchFormat.BEST_OF_THREE,
            ),
            field.flag("championship_points", "The event awards Championship Points"),
            field.or_none(
                field.choice(
                    "region",
                    "Region",
                    REGIONS,
                    hint="Decides the legal card languages.",
                ),
                "Not given",
            ),
        ),
    ),
    act=_open,
)
