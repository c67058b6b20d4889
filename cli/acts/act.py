"""The results of acts: the entries written and what follows, or what stopped them."""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from cli.desk.errors import of_the_system
from cli.desk.venue import CommandOptions, Venue
from cli.desk.write import WriteContext, at_open_venue
from ledger.errors import Hint, Misuse, Trouble
from ledger.record.entry import Entry


class Facts(Protocol):
    """The facts about an act: the entries that were, or would be, written, and what follows."""

    @property
    def entries(self) -> Sequence[Entry]:
        """Return the entries in order."""


class Done(Struct, frozen=True, kw_only=True):
    """Entries without further consequences."""

    entries: tuple[Entry, ...]


class Outcome(Struct, frozen=True, kw_only=True):
    """The outcome of an act at an open venue: the facts, and lines about them.

    `trouble` is the rule, other desk or file that stopped it; `misuse` is a sentence on what was
    wrong with the input. `notes` are about the tournament's files.
    """

    facts: Facts | None = None
    lines: tuple[str | Hint, ...] = ()
    notes: tuple[str, ...] = ()
    trouble: Trouble | None = None
    misuse: str | None = None
    field: str = ""

    @property
    def done(self) -> bool:
        """Whether the act succeeded."""
        return self.trouble is None and self.misuse is None

    @property
    def entries(self) -> Sequence[Entry]:
        """The entries that were, or would be, written."""
        return self.facts.entries if self.facts else ()


def outcome(
    here: Venue,
    manner: CommandOptions,
    do: Callable[[WriteContext], Facts],
    *,
    say: Callable[[WriteContext, Facts], Sequence[str | Hint]] = lambda _, __: (),
) -> Outcome:
    """Carry out an act at an open venue with these options; `say` puts the facts into words.

    Errors that people should read are returned, not raised.
    """
    try:
        ctx = at_open_venue(here, manner)
        facts = do(ctx)
        lines = tuple(say(ctx, facts))
    except Misuse as wrong:
        return Outcome(misuse=wrong.message, field=wrong.field, notes=_notices(here))
    except Trouble as trouble:
        return Outcome(trouble=trouble, notes=_notices(here))
    except OSError as error:
        return Outcome(trouble=of_the_system(error), notes=_notices(here))
    return Outcome(facts=facts, lines=lines, notes=_notices(here))


def _notices(here: Venue) -> tuple[str, ...]:
    """Return the notices about a tournament's files, once."""
    found = tuple(here.notices)
    here.notices.clear()
    return found
