"""Show the waiting list of people who signed up, and decide on it."""

import click
from msgspec import Struct

from roundbook.cli.acts.sign_ups import SignUpState, state_of
from roundbook.cli.forms.command import declared
from roundbook.cli.places import sign_ups
from roundbook.cli.places.members import Anywhere
from roundbook.cli.session.command import AT_FOLDER, is_typed_alone
from roundbook.cli.session.errors import in_words_of, shown
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import AS_JSON, ReadContext, ledger_of, say_answer
from roundbook.cli.session.write import serves
from roundbook.cli.terminal.language import heading
from roundbook.cli.terminal.tables import show
from roundbook.cli.verbs import CommandGroup
from roundbook.ledger.phrases import counted
from roundbook.projections.reports.text.tables import Column


class Waiting(Struct, frozen=True, kw_only=True):
    """A person on the waiting list, as the desk needs to know them."""

    number: int
    name: str
    state: str
    player: str = ""
    here: bool = False


class WaitingList(Struct, frozen=True, kw_only=True):
    """The waiting list: whether people may sign up, and who has."""

    tournament: str
    open: bool
    people: tuple[Waiting, ...]


@click.group("sign-ups", cls=CommandGroup, invoke_without_command=True)
@AT_FOLDER
@AS_JSON
@click.pass_context
@serves
def command(ctx: click.Context, folder: Anywhere, *, as_json: bool) -> None:
    r"""Show the people who have signed up, and what the desk has decided.

    The list is in the tournament's folder and only the desk reads it. It is deleted when round 1
    starts. Birth years are not shown.

    \b
    Examples:
      roundbook people sign-ups -C cup
      roundbook people sign-ups open
      roundbook people sign-ups accept --all
      roundbook people sign-ups refuse 4
    """
    if is_typed_alone(ctx, as_json=as_json):
        _show(ledger_of(folder, as_json=as_json))


def _show(reading: ReadContext) -> None:
    kept = sign_ups.read(reading.folder, reading.t)
    state = state_of(reading.t, kept)
    found = WaitingList(
        tournament=reading.event,
        open=state is SignUpState.OPEN,
        people=tuple(_line(one) for one in kept.people),
    )
    if reading.as_json:
        say_answer(found)
        return
    with in_words_of(reading.rules):
        echo(heading(reading))
        waiting = counted(len(kept.waiting), "person is", "people are")
        echo(shown(f"sign-up is {state.value}, and {waiting} waiting for the desk"))
        if found.people:
            columns = [Column("Number"), Column("Name", wraps=True), Column("State")]
            show(columns, [_row(one) for one in found.people], plain=reading.plain)


def _line(one: sign_ups.SignUp) -> Waiting:
    state = "accepted" if one.player else "refused" if one.refused else "waiting"
    return Waiting(
        number=one.number, name=one.whole_name, state=state, player=one.player, here=one.here
    )


def _row(one: Waiting) -> list[str]:
    here = ", says they are here" if one.here else ""
    return [str(one.number), one.name or one.player, f"{one.state}{here}"]


for _act in ("open", "accept", "refuse", "check-in", "close"):
    command.add_command(declared(f"sign-ups {_act}", "sign_ups"))
