"""All forms of the desk, by the command that does the same; one of them is only here."""

from collections.abc import Mapping

from roundbook.cli.acts import erase
from roundbook.cli.forms import announcing, cuts, event, field, judging, people, results, rounds
from roundbook.cli.forms.form import Filled, Form
from roundbook.cli.forms.opening import OPEN
from roundbook.cli.session.write import Facts, WriteContext
from roundbook.cli.web.access.sessions import guests, sign_out
from roundbook.ledger.errors import Misuse


def _erase(ctx: WriteContext, filled: Filled) -> Facts:
    """Erase people, or everybody. The confirmation word has been checked before."""
    all_of_them, number = filled.has("everybody"), filled.number("entry")
    who = filled.lines("who")
    if all_of_them == bool(who or number is not None):
        raise Misuse("name one or more players, or tick everybody.", field="who")
    gone = erase.everybody(ctx) if all_of_them else [erase.whom(ctx, text) for text in who]
    gone += [erase.not_admitted(ctx, number)] if number is not None else []
    wish = erase.Wish(
        gone=tuple(dict.fromkeys(gone)), everybody=all_of_them, reason=filled.words("reason")
    )
    at_pages = erase.Guests(guests, sign_out)
    return erase.erase(ctx, erase.consider(ctx, wish, at_pages), at_pages)


ERASE = Form(
    verb="erase",
    title="Erase a person's data",
    says="""
        Erases the name, Player ID and year of birth of a player, or the name of a staff
        member such as h2. The results stay under the player's number, and the ledger can
        still be verified. A reason is needed; for everybody, only if the event was
        closed late. While results have to be kept (TOP §4), erase one person at a time. The
        check shows what will be erased. Copies of the folder elsewhere are not erased.
    """,
    fields=(
        field.players("who", "Player"),
        field.flag("everybody", "Everybody; refused while results must be kept", value="all"),
        field.number(
            "entry",
            "Not admitted",
            least=1,
            hint="The ledger entry of the player who was not admitted.",
        ),
        field.reason("The reason, without names; it stays in the ledger."),
    ),
    act=_erase,
)
"""The form that erases people. It knows of the sign-ins to the pages, so it stays with them."""

FORMS: Mapping[str, Form] = {
    form.verb: form
    for family in (people, announcing, rounds, cuts, results, judging, event)
    for form in (OPEN, *family.FORMS, ERASE)
}
