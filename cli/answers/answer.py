"""Answers to acts: the sentences on what was recorded, and what follows from it.

Every face reads the same ones. A hint is a value: the terminal shows it as a command to type, a
page as a button.
"""

from functools import partial
from importlib import import_module

from roundbook.cli.answers.recorded import came_in, recorded
from roundbook.cli.answers.results import beside_slip, is_result_alone
from roundbook.cli.session.write import Facts, WriteContext
from roundbook.ledger.errors import Hint
from roundbook.ledger.events.catalogue import CutMade, LotDrawn, TournamentClosed
from roundbook.projections.rounds.needs_repair import to_mend

FAMILIES = {
    "amend": "people",
    "announce": "announcing",
    "bracket": "rounds",
    "closing": "event",
    "cut": "rounds",
    "decks": "event",
    "drops": "people",
    "erase": "people",
    "flights": "rounds",
    "judging": "judging",
    "pairing": "rounds",
    "people": "people",
    "phone_reports": "phone_reports",
    "registration": "people",
    "repair": "rounds",
    "results": "results",
    "rounds": "rounds",
    "sign_ups": "sign_ups",
    "teams": "event",
    "unregister": "people",
}
"""The module here that words the facts of each module of `cli.acts`; it is loaded when needed.

In a module, `FOLLOWS` has a function for each kind of facts, which returns what the entries do not
say themselves, and what to do now. One in `WHOLE` also says what was recorded, in its own way.
"""


def answer(ctx: WriteContext, facts: Facts) -> tuple[str | Hint, ...]:
    """Return the answer to an act: a sentence for each event, and what follows from it."""
    t = ctx.after(facts.entries)
    return (
        *_said(ctx, facts),
        *came_in(t, facts.entries, "would be" if ctx.dry_run else "are"),
        *(() if is_result_alone(facts) else to_mend(t, ctx.rules)),
    )


says_slip = partial(beside_slip, whole=answer)
"""Returns the answer next to the slip that was entered."""


def _said(ctx: WriteContext, facts: Facts) -> list[str | Hint]:
    kind = type(facts)
    family = FAMILIES.get(kind.__module__.rpartition(".")[2])
    words = import_module(f"roundbook.cli.answers.{family}") if family else None
    if whole := getattr(words, "WHOLE", {}).get(kind):
        return [*whole(ctx, facts)]
    follows = getattr(words, "FOLLOWS", {}).get(kind)
    said = recorded(ctx, facts.entries, without=_told_below(facts))
    return [*said, *(follows(ctx, facts) if follows else ())]


def _told_below(facts: Facts) -> list[LotDrawn]:
    """Return the draws of a cut or a close, whose answer tells the random order itself."""
    events = [event for entry in facts.entries for event in entry.events]
    tells = any(isinstance(one, CutMade | TournamentClosed) for one in events)
    return [one for one in events if tells and isinstance(one, LotDrawn)]
