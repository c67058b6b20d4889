"""Forms about the event beside its matches: requests for its results, the seats of a draft."""

from cli.acts import drafts, requests
from cli.args.words import WordsType
from cli.web.desk.forms.form import Form, FormField, Kind
from ledger.events.drafts import Draft

REFERENCE = WordsType(200)

EVENT = (
    Form(
        verb="requests record",
        title="Record who asks for the results",
        says="""
            Names stay out: write p17.
        """,
        fields=(
            FormField(name="source", label="From whom", hint="Who asks.", needed=True),
            FormField(name="reference", label="Reference", hint="What they call their request."),
            FormField(name="text", label="What for", hint="What they ask for."),
        ),
        act=lambda ctx, filled: requests.record_request(
            ctx,
            source=filled.text("source"),
            reference=filled.read("reference", REFERENCE),
            text=filled.words("text"),
        ),
    ),
    Form(
        verb="draft seats",
        title="Draw who sits where for a draft",
        says="""
            Everybody who is in has a seat, drawn from the next secret of the chain. Tables have at
            most eight seats, and are as few and as equal as can be. For a Solomon draft two sit at
            each, and seat 1 has won the flip of the coin.
        """,
        fields=(
            FormField(
                name="kind",
                label="Kind",
                kind=Kind.CHOICE,
                choices=tuple(each.value for each in Draft),
                needed=True,
            ),
            FormField(
                name="reason", label="Reason", hint="Why again; kept in the ledger for good."
            ),
        ),
        act=lambda ctx, filled: drafts.draw_seats(
            ctx, Draft(filled.text("kind")), reason=filled.words("reason")
        ),
    ),
)
