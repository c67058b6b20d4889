"""The form with which staff keep one of two reports that differ, made by phone."""

from roundbook.cli.acts import phone_reports
from roundbook.cli.forms import field
from roundbook.cli.forms.form import Filled, Form
from roundbook.cli.session.write import Facts, WriteContext
from roundbook.ledger.errors import Misuse


def _settle(ctx: WriteContext, filled: Filled) -> Facts:
    match = filled.match("match")
    if match is None or not filled.has("player"):
        raise Misuse("choose the report to keep.", field="player")
    return phone_reports.keep_report(ctx, match, filled.player("player"))


SETTLE = Form(
    verb="settle",
    title="Keep one of two reports",
    says="""
        If the players of a match report different results by phone, a judge or the desk can keep
        one of the two: it becomes the result, with its games. If neither is right, the desk enters
        the result. On the pages, only a scorekeeper, the head judge or an organiser can correct it
        afterwards.
    """,
    fields=(
        field.match("match", "Match", needed=True, typed="MATCH"),
        field.player("player", "Whose report counts", needed=True, typed="PLAYER"),
    ),
    examples=(
        "settle 14 p17",
        'settle masters-2-14 "Ana Lopez" --as "Jo Park" --role judge',
    ),
    act=_settle,
)

FORMS = (SETTLE,)
