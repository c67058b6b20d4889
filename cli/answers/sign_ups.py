"""Answers to what the desk does with the waiting list of people who signed up."""

from roundbook.cli.acts.registration import MOST_SAID
from roundbook.cli.acts.sign_ups import Accepted, ListChanged, WhatChanged
from roundbook.cli.answers.people import EXAMPLES, arrived
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Hint, warning
from roundbook.ledger.phrases import counted
from roundbook.ledger.text import joined


def accepted(ctx: WriteContext, facts: Accepted) -> list[str | Hint]:
    """Return who was registered from the waiting list, and why others still wait."""
    left = list(facts.waiting.items())
    said = [f"Number {number} is still waiting: {why}" for number, why in left[:MOST_SAID]]
    more = len(left) - MOST_SAID
    said += [f"… and {counted(more, 'more person', 'more people')}."] * (more > 0)
    done = arrived(ctx, facts.arrived)
    if len(facts.numbers) > EXAMPLES:
        rest = len(facts.numbers) - EXAMPLES
        would = "would be" if ctx.dry_run else "were"
        done = [
            f"{counted(len(facts.numbers), 'player')} {would} registered.",
            *done[:EXAMPLES],
            f"… and {counted(rest, 'more player')}.",
        ]
    return [*done, *(warning(one) for one in said)]


LIST_SAYS = {
    WhatChanged.OPENED: "Sign-up {} open until round 1 starts.",
    WhatChanged.CLOSED: "Sign-up {} closed.",
    WhatChanged.REFUSED: "{} refused; the details are deleted when round 1 starts.",
    WhatChanged.PUT_BACK: "{} back on the waiting list.",
    WhatChanged.DELETED: "{} deleted, with all details.",
}


def list_changed(ctx: WriteContext, facts: ListChanged) -> list[str | Hint]:
    """Return what the desk did with the waiting list, by numbers only, and who still waits."""
    many = len(facts.numbers) > 1
    who = f"Number{'s' if many else ''} {joined(list(map(str, facts.numbers)))} "
    is_or_are = "would be" if ctx.dry_run else "are" if many else "is"
    said = LIST_SAYS[facts.what].format(f"{who if facts.numbers else ''}{is_or_are}")
    said = f"Nothing was written. {said}" if ctx.dry_run else said
    waiting = counted(facts.waiting, "person is", "people are")
    return [said, f"{waiting} waiting."] if facts.numbers or facts.waiting else [said]


WHOLE = {
    Accepted: accepted,
    ListChanged: list_changed,
}
