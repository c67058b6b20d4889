"""What can go wrong, as one tree.

Trouble is what a person has to be told. It is Refused when a rule says no and nothing was written
(exit 3), a Conflict when another desk changed the same thing first (exit 4), and Unreadable when a
ledger or a file cannot be read or believed (exit 5). Each carries one sentence for people
(`message`: what is wrong and where) and one that says what to do (`hint`); where more than one
thing is wrong, `others` are sentences about the rest. A hint that names something to do holds it as
a value: the command line puts it into words in one place, `cli.desk.errors`, a page in another.
"""

from collections.abc import Sequence
from typing import Self

import msgspec
from msgspec import Struct

UNDECODABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What msgspec raises at bytes that are not what they should be."""


class Do(Struct, frozen=True):
    """Something to do: a verb, and what is said to it.

    A verb may be of two words, as `deck judge`; where it is empty, the arguments go with what is
    being done already.
    """

    verb: str
    args: tuple[str, ...] = ()


class OptionOf(Do, frozen=True):
    """An option of what is being done already; `of` is its verb, whose form knows its label."""

    of: str = ""


class Hint(Struct, frozen=True):
    """A sentence on what to do: each `{}` in its text stands for the next of its parts.

    A terminal shows what is to be done as a command, a page as a button.
    """

    text: str
    parts: tuple[Do | str, ...] = ()


def advice(text: str, *parts: Do | str) -> Hint:
    """Return a sentence and what is in it: `advice("Pair it: {}.", do("pair", pool))`."""
    return Hint(text, parts)


def do(verb: str, *args: str) -> Do:
    """Return a verb with what is said to it."""
    return Do(verb, args)


def option(*args: str, of: str = "") -> Do:
    """Return an option of what is being done already, and its value; `of` is its verb."""
    return OptionOf("", args, of)


class Violation(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is wrong, in which entry, by which rule and source, and what to do about it.

    `told` is the digest of the file that says so, `because` what it gives as the reason, such as
    that another save said differently; `overridden` is true where an official has overridden it,
    and `should` where one may; `waiver` is false where the hint says all that there is to say of
    that.
    """

    rule: str
    seq: int
    message: str
    cites: str
    hint: str | Hint
    told: str | None = None
    because: str | None = None
    overridden: bool = False
    should: bool = False
    waiver: bool = True

    @property
    def advice(self) -> str | Hint:
        """Return what to do, and how an official overrides it, where one may."""
        return advised([self])


class Trouble(Exception):  # noqa: N818 - an event that is refused is no error of the program.
    """Something a person has to be told. `message` is a sentence, `hint` says what to do."""

    def __init__(
        self, message: str, *, hint: str | Hint | None = None, others: Sequence[str] = ()
    ) -> None:
        """Keep the sentence, the advice, and what else is wrong."""
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.others = tuple(others)


def advised(found: Sequence[Violation]) -> str | Hint:
    """Return what to do about all of these, and how an official overrides all of them."""
    first, *others = found
    if not first.should or not (first.waiver or others):
        return first.hint
    said = [one.hint for one in found if one.hint]
    said = [one for number, one in enumerate(said) if one not in said[:number]]
    hints = [one if isinstance(one, Hint) else advice("{}", one) for one in said]
    rules = dict.fromkeys(one.rule for one in found)
    words = (word for rule in rules for word in ("--override", rule))
    what = "all of these" if others else "it"
    may = advice(f"An official may override {what}: {{}}.", option(*words, "--because", "…"))
    text = " ".join(hint.text for hint in (*hints, may))
    return advice(text, *(part for hint in (*hints, may) for part in hint.parts))


class Refused(Trouble):
    """A rule refuses the command; `violations` are all of them, the most important first."""

    def __init__(
        self,
        message: str,
        *,
        hint: str | Hint | None = None,
        violations: Sequence[Violation] = (),
        others: Sequence[str] = (),
    ) -> None:
        """Keep what was violated."""
        super().__init__(message, hint=hint, others=others)
        self.violations = tuple(violations)

    @classmethod
    def because(cls, found: Sequence[Violation]) -> Self:
        """Return a refusal for these breaches: the first, and if it may pass, all that may pass.

        So an official decides about everything at once, and a rule that nobody lifts comes alone.
        """
        first = found[0]
        told = [one for one in found if one.should] if first.should else [first]
        others = [one for one in dict.fromkeys(one.message for one in told) if one != first.message]
        return cls(first.message, hint=advised(told), violations=found, others=others)


class Declined(Refused):
    """Somebody was asked before something that is for good, and did not agree: all is as it was."""


class Conflict(Trouble):
    """Another desk has changed the same match, player or round since this command looked."""


class Replaced(Conflict):
    """Another ledger, or an older copy, lies where the one lay that was read."""


class Unreadable(Trouble):
    """A ledger or an input file cannot be read, is damaged, or contradicts itself.

    `where` names the place: a line, a byte, an element.
    """

    def __init__(
        self,
        message: str,
        *,
        where: str | None = None,
        hint: str | Hint | None = None,
        others: Sequence[str] = (),
    ) -> None:
        """Keep the place."""
        super().__init__(message, hint=hint, others=others)
        self.where = where


class NotKnown(Unreadable):
    """The third outcome of a write: whether it was done, and lasts, nobody knows yet.

    The connection to a server was lost before it answered, or a standby did not confirm. Anyone who
    repeats the command with the same `cmd` writes nothing twice.
    """


class Newer(Unreadable):
    """A line is of a schema that this roundbook does not know: nothing is damaged."""


class Misuse(Trouble):
    """An act was asked for with values that make no sense; `field` names the one that is wrong."""

    def __init__(self, message: str, *, field: str = "") -> None:
        """Keep the sentence, and which value it is about."""
        super().__init__(message)
        self.field = field
