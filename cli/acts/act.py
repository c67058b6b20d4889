"""What every act answers: the entries that it wrote, what follows, or what stopped it."""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from cli.desk.errors import of_the_system
from cli.desk.venue import CommandOptions, Venue
from cli.desk.write import WriteContext, at_open_venue
from ledger.errors import Hint, Misuse, Trouble
from ledger.record.entry import Entry


class Facts(Protocol):
    """What came of an act: the entries that were written, or would be, and what follows."""

    @property
    def entries(self) -> Sequence[Entry]:
        """Return the entries, in their order."""


class Done(Struct, frozen=True, kw_only=True):
    """Entries from which nothing follows that they do not say themselves."""

    entries: tuple[Entry, ...]


class Outcome(Struct, frozen=True, kw_only=True):
    """What came of an act at an open venue: the facts, and how the edge says them.

    `trouble` is why a rule, another desk or a file stopped it; `misuse` says in one sentence what
    was wrong with what was filled in, `field` where. `notes` are about the tournament's files.
    """

    facts: Facts | None = None
    lines: tuple[str | Hint, ...] = ()
    notes: tuple[str, ...] = ()
    trouble: Trouble | None = None
    misuse: str | None = None
    field: str = ""

    @property
    def done(self) -> bool:
        """Whether the act did what it was asked."""
        return self.trouble is None and self.misuse is None

    @property
    def entries(self) -> Sequence[Entry]:
        """The entries that were written, or would be."""
        return self.facts.entries if self.facts else ()


def outcome(
    here: Venue,
    manner: CommandOptions,
    do: Callable[[WriteContext], Facts],
    *,
    say: Callable[[WriteContext, Facts], Sequence[str | Hint]] = lambda _, __: (),
) -> Outcome:
    """Do an act at an open venue, in the name of somebody; `say` puts what came of it into words.

    Raises nothing that a person has to be told: that comes back.
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
    """Return what is to be told about the files of a tournament, once."""
    found = tuple(here.notices)
    here.notices.clear()
    return found
