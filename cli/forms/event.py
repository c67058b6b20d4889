"""Forms about the event: deck lists, teams, drafts, and requests for the results."""

from msgspec.structs import replace

from roundbook.cli.acts import closing, decks, teams
from roundbook.cli.acts.opening import REGIONS
from roundbook.cli.args.types import EnumType, WordsType
from roundbook.cli.forms import field
from roundbook.cli.forms.form import Filled, Form, OnPage, Undoing
from roundbook.cli.forms.people import WHO
from roundbook.cli.session.venue import Venue
from roundbook.cli.session.write import Facts, WriteContext
from roundbook.ledger.decks import pools
from roundbook.ledger.errors import Misuse
from roundbook.ledger.events.drafts import Draft

REFERENCE = WordsType(200)
TEAM = WordsType(60)
DRAFT = EnumType(Draft)
POOLS = tuple(one.name for one in pools.released())


def _waiting(here: Venue) -> list[tuple[str, str]]:
    """Return the requests that have not been answered, each with who asked."""
    t = here.desk.tournament
    return [
        (str(number), f"{number}: {asked.source}")
        for number, asked in t.requests.items()
        if number not in t.answers
    ]


def _only_one_waiting(here: Venue) -> str:
    """Return the request to answer, if there is only one."""
    waiting = _waiting(here)
    return waiting[0][0] if len(waiting) == 1 else ""


def _deck(ctx: WriteContext, filled: Filled) -> Facts:
    """Import a deck list that was pasted or uploaded."""
    from roundbook.ledger.importers.lists import pasted_decks as lists

    player = filled.player("who")
    named, _ = decks.format_of(ctx, filled.words("format_name"))
    by = decks.JudgedBy(
        pool=decks.pool_named(filled.text("pool_name")),
        region=filled.words("region"),
        basic_energy=filled.has("basic_energy"),
        draft=filled.words("draft"),
    )
    deck = lists.read(filled.file.data, filled.file.name)
    judged = decks.judge_deck(ctx, player, deck, by, format_name=named)
    return decks.register_deck(ctx, judged)


def _seats(ctx: WriteContext, filled: Filled) -> Facts:
    if filled.has("undo"):
        if filled.has("kind"):
            raise Misuse("leave this out to withdraw the seats.", field="kind")
        return decks.undo_seats(ctx, reason=filled.text("reason"))
    return decks.draw_seats(ctx, filled.read("kind", DRAFT), reason=filled.words("reason"))


def _build(ctx: WriteContext, filled: Filled) -> Facts:
    if filled.has("undo"):
        return decks.undo_building(ctx, reason=filled.text("reason"))
    return decks.start_building(ctx, reason=filled.words("reason"))


def _format(here: Venue) -> str:
    """Return the format of the tournament, or else of the latest deck list."""
    t = here.desk.tournament
    latest = next((one.format for one in reversed(t.decks.values())), None)
    return str((t.opened.format if t.opened else None) or latest or "")


FORMS = (
    Form(
        verb="deck register",
        title="Import a deck list",
        says="""
            A new list replaces the earlier one, which is kept. Once the player's first round has
            started, the list cannot change.
        """,
        page=OnPage(file="The deck list", pasted=True),
        fields=(
            WHO,
            field.choice(
                "format_name",
                "Format",
                decks.FORMATS,
                hint="The format played. Leave empty for the format of the tournament.",
                proposed=_format,
            ),
            field.choice("pool_name", "Pool", POOLS, hint="The card pool to check against."),
            field.choice(
                "region",
                "Region",
                REGIONS,
                hint="The region of the event, which decides the legal card languages.",
            ),
            field.flag("basic_energy", "Limited: the organiser provides basic Energy"),
            field.choice(
                "draft",
                "Draft",
                decks.DRAFTS,
                hint="The type of Limited event, if the format does not say.",
            ),
        ),
        act=_deck,
    ),
    Form(
        verb="requests answer",
        title="Answer a request",
        says="""
            Records which file you hand over, and shows the receipt. Nothing is sent.

            You can prove later which file it was: its SHA-256 is in the ledger.
        """,
        page=OnPage(file="The file that you hand over"),
        fields=(
            replace(
                field.number("number", "Request", needed=True, least=1, most=9999),
                options=_waiting,
                proposed=_only_one_waiting,
            ),
            field.text("text", "Note", hint="A description of the file, without names."),
        ),
        act=lambda ctx, filled: closing.answer_request(
            ctx,
            filled.number("number") or 0,
            closing.digest(*filled.file, ctx.tournament),
            text=filled.words("text"),
        ),
    ),
    Form(
        verb="requests record",
        title="Record a request for the results",
        says="""
            Write player numbers such as p17, not names.
        """,
        fields=(
            field.text(
                "source",
                "From whom",
                needed=True,
                hint="The person or office that made the request.",
                typed="--from",
            ),
            field.text("reference", "Reference", hint="The reference they use for the request."),
            field.text("text", "Request", hint="What was requested.", typed="--for"),
        ),
        examples=(
            'requests record --from "the office" --reference "2026-117"',
            'requests record --from "the father of p17" --for "places"',
        ),
        act=lambda ctx, filled: closing.record_request(
            ctx,
            source=filled.text("source"),
            reference=filled.read("reference", REFERENCE),
            text=filled.words("text"),
        ),
    ),
    Form(
        verb="team form",
        title="Form a team",
        says="""
            Two registered players play a team battle as one team. The player named first
            represents the team: results and places are the team's. Both players hand in a deck
            list. Teams can only be formed before round 1 is paired.
        """,
        fields=(
            field.text(
                "name",
                "Team",
                needed=True,
                hint="The name of the team, without names of players.",
                typed="NAME",
            ),
            WHO,
            field.player("partner", "Partner", needed=True, typed="PARTNER"),
        ),
        examples=('team form "Team Rocket" p1 p2',),
        act=lambda ctx, filled: teams.form_team(
            ctx, filled.read("name", TEAM) or "", filled.player("who"), filled.player("partner")
        ),
    ),
    Form(
        verb="team split",
        title="Split a team",
        says="""
            Use this if a team was formed by mistake. Its two players become single players again.
            Teams can only be split before round 1 is paired.
        """,
        page=OnPage(of="Split the team of {}"),
        fields=(
            WHO,
            field.reason("The reason for the split; it stays in the ledger.", needed=True),
        ),
        examples=('team split p1 --reason "they came with other partners"',),
        act=lambda ctx, filled: teams.split_team(
            ctx, filled.player("who"), reason=filled.text("reason")
        ),
    ),
    Form(
        verb="draft seats",
        title="Draw the seats for a draft",
        says="""
            Every active player gets a random seat, drawn with the next secret of the chain. The
            players are spread evenly over as few tables as possible, with at most eight at each. In
            a Solomon draft, two players sit at each table, and seat 1 counts as the winner of the
            coin flip. Seats drawn by mistake can be withdrawn until decks are being built or round
            1 is paired.
        """,
        fields=(
            field.choice(
                "kind",
                "Kind",
                Draft,
                hint="Leave empty if the event's format decides it.",
                typed="[KIND]",
            ),
            field.reason("Why the seats are drawn again or withdrawn; it stays in the ledger."),
            field.flag("undo", "Withdraw seats that were drawn by mistake"),
        ),
        examples=(
            "draft seats",
            "draft seats booster",
            'draft seats solomon --reason "the re-draft that was announced"',
            'draft seats --undo --reason "two players have not registered yet"',
        ),
        undoing=Undoing(
            by="undo",
            title="Withdraw the draft seats",
            says="Nobody has a seat until the seats are drawn again, with another secret.",
            fields=("reason", "undo"),
        ),
        page=OnPage(asks_twice=lambda sent: bool(sent.get("reason")) and not sent.get("undo")),
        act=_seats,
    ),
    Form(
        verb="draft build",
        title="Start the deck-building time",
        says="""
            Players have 30 minutes to build their Limited decks (TRF §11.2). The clock page and the
            screen count down these 30 minutes. Once this time has started, the draft seats cannot
            be changed. If you started it by mistake, you can undo that until a deck list is in or
            round 1 is paired.
        """,
        fields=(
            field.reason(
                "Why deck-building time starts again, or its start is undone; kept in the ledger."
            ),
            field.flag("undo", "Undo a start that was a mistake"),
        ),
        examples=(
            "draft build",
            'draft build --reason "a fire alarm"',
            'draft build --undo --reason "one table is still drafting"',
        ),
        act=_build,
        undoing=Undoing(
            by="undo",
            title="Undo the start of the deck-building time",
            says="The time no longer counts, and the draft seats can be drawn again.",
            fields=("reason", "undo"),
        ),
    ),
)
