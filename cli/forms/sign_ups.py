"""Forms about the waiting list of people who signed up: open it, decide on it, close it."""

import click

from roundbook.cli.acts import sign_ups
from roundbook.cli.forms import field
from roundbook.cli.forms.form import Filled, Form
from roundbook.cli.session.write import Facts, WriteContext
from roundbook.ledger.errors import Misuse

WHOM = field.lines("numbers", "Numbers on the waiting list", typed="[NUMBER]...")
EVERY = field.flag("every", "Everybody who is waiting", value="all", typed="--all")

_NUMBER = click.IntRange(1, 99_999)


def _numbers(filled: Filled) -> list[int]:
    return [int(one) for one in filled.each("numbers", _NUMBER)]


def _accept(ctx: WriteContext, filled: Filled) -> Facts:
    return sign_ups.accept(ctx, _meant(filled), every=filled.has("every"))


def _refuse(ctx: WriteContext, filled: Filled) -> Facts:
    if filled.has("undo"):
        if filled.has("every") or filled.has("delete"):
            raise Misuse("name the people to put back on the list.", field="numbers")
        return sign_ups.put_back(ctx, _meant(filled))
    return sign_ups.refuse(
        ctx, _meant(filled), every=filled.has("every"), delete=filled.has("delete")
    )


def _meant(filled: Filled) -> list[int]:
    """Return the numbers; none if everybody is meant. Raise Misuse for neither or both."""
    numbers, every = _numbers(filled), filled.has("every")
    if every == bool(numbers):
        raise Misuse(
            "give numbers from the waiting list, or choose everybody (--all).", field="numbers"
        )
    return numbers


FORMS = (
    Form(
        verb="sign-ups open",
        title="Let people sign up",
        says="""
            People sign up on the page `/t/NAME/sign-up` until round 1 starts. They are put on a
            waiting list, and nothing is in the ledger until you accept them.
        """,
        examples=("sign-ups open",),
        act=lambda ctx, _: sign_ups.open_list(ctx),
    ),
    Form(
        verb="sign-ups accept",
        title="Accept people from the waiting list",
        says="""
            Registers them as `register` does. People who cannot be registered, such as somebody who
            is registered already, stay on the list, and you are told why.
        """,
        fields=(WHOM, EVERY),
        examples=("sign-ups accept 3 5", "sign-ups accept --all"),
        act=_accept,
    ),
    Form(
        verb="sign-ups refuse",
        title="Refuse people on the waiting list",
        says="""
            What they typed is deleted when round 1 starts; `--delete` deletes it at once, for
            example if a parent asks for that.
        """,
        fields=(
            WHOM,
            EVERY,
            field.flag("delete", "Delete their details at once"),
            field.flag("undo", "Put refused people back on the list"),
        ),
        examples=("sign-ups refuse 4", "sign-ups refuse 4 --undo", "sign-ups refuse 4 --delete"),
        act=_refuse,
    ),
    Form(
        verb="sign-ups check-in",
        title="Check in everybody who says that they are here",
        says="""
            On the day, accepted players tap “I am here” on the page where they signed up. This
            checks them in, as `check-in` does.
        """,
        examples=("sign-ups check-in",),
        act=lambda ctx, _: sign_ups.check_in(ctx),
    ),
    Form(
        verb="sign-ups close",
        title="Close sign-up",
        says="People who are on the waiting list stay on it.",
        examples=("sign-ups close",),
        act=lambda ctx, _: sign_ups.close_list(ctx),
    ),
)
