"""The errors that people see, and the hints that say what to do.

Trouble is the common class. Refused: a rule forbids it and nothing was written (exit 3). Conflict:
another desk changed the same thing first (exit 4). Unreadable: a ledger or a file cannot be read or
trusted (exit 5). Each carries a sentence on what is wrong and where (`message`) and one on what to
do (`hint`); if more than one thing is wrong, `others` are sentences about the rest. A hint that
names a command holds it as a value: the command line puts it into words in `cli.session.errors`, a
page in its own way.
"""

from collections.abc import Sequence
from typing import Self

import msgspec
from msgspec import Struct

UNDECODABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""The exceptions of msgspec for bytes that cannot be decoded."""


class Do(Struct, frozen=True):
    """A command for the reader of a hint: its name and its arguments.

    The name may have two words, such as `deck judge`. If it is empty, the arguments belong to the
    command that was refused.
    """

    verb: str
    args: tuple[str, ...] = ()


class OptionOf(Do, frozen=True):
    """An option of the command that was refused; `of` is its name, to find the label on a form."""

    of: str = ""


class Hint(Struct, frozen=True):
    """A sentence on what to do; each `{}` in its text stands for the next of its parts.

    A terminal shows a part as a command, a page as a button.
    """

    text: str
    parts: tuple[Do | str, ...] = ()


def advice(text: str, *parts: Do | str) -> Hint:
    """Return a hint with its parts: `advice("Pair it: {}.", do("pair", pool))`."""
    return Hint(text, parts)


class Warns(Hint, frozen=True):
    """A hint about something that is not as it should be; a page sets it apart."""


class Folds(Hint, frozen=True):
    """A sentence that stands for others: a terminal shows it alone, a page can show the `rest`."""

    rest: tuple[str, ...] = ()


def warning(text: str, *parts: Do | str) -> Hint:
    """Return a warning with its parts, as `advice` does; a text without parts stands as it is."""
    return Warns(text, parts) if parts else Warns("{}", (text,))


def do(verb: str, *args: str) -> Do:
    """Return a command with its arguments."""
    return Do(verb, args)


def option(*args: str, of: str = "") -> Do:
    """Return an option of the command that was refused, with its value; `of` is that command."""
    return OptionOf("", args, of)


class Violation(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A breach of a rule: in which entry, by which rule and source, and what to do about it.

    `told` is the digest of the file that says so, `because` the reason it gives, such as that
    another save said something different. `overridden` is true if an official has overridden it,
    `should` if its author may override it. `waiver` is false if the hint says all about that.

    Rule: `rule` is its name, `cites` where it is written.
    Units: `seq` is the number of the entry.
    Errors: none; it is a value, and nothing is raised with it.

    >>> roundbook.verify("fixtures/imports/03_challenge_five_players_final.tdf").violations
    ()
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
        """Return what to do, and how an official overrides it, if one may."""
        return advised([self])


class Trouble(Exception):  # noqa: N818 - a refused event is not a program error.
    """Something a person has to be told; `message` is a sentence, `hint` says what to do.

    Rule: what a person is told; nothing was written unless it says so.
    Units: sentences in English, the `hint` with commands as they are typed.
    Errors: it is one: Refused, Conflict, Misuse and Unreadable are kinds of it.

    >>> issubclass(roundbook.Refused, roundbook.Trouble)
    True
    """

    def __init__(
        self, message: str, *, hint: str | Hint | None = None, others: Sequence[str] = ()
    ) -> None:
        """Store the sentence, the hint, and what else is wrong."""
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
    """A rule refuses the command; `violations` are all breaches, the most important first.

    Rule: `rule` is the name of the one that decides, `citation` where it is written.
    Units: `violations` in order of precedence; the `hint` says what to do.
    Errors: it is one; an official may override a rule that only *should* be kept.

    >>> try:
    ...     desk.report("masters-9-9", "2-0")
    ... except roundbook.Refused as refused:
    ...     print(refused.rule, refused.citation)
    match-unknown TOP §4
    """

    def __init__(
        self,
        message: str,
        *,
        hint: str | Hint | None = None,
        violations: Sequence[Violation] = (),
        others: Sequence[str] = (),
    ) -> None:
        """Store the breaches."""
        super().__init__(message, hint=hint, others=others)
        self.violations = tuple(violations)

    @property
    def rule(self) -> str | None:
        """The name of the rule that decides, such as `result-locked`; None if it has no name."""
        return self.violations[0].rule if self.violations else None

    @property
    def citation(self) -> str | None:
        """Where that rule is written, such as `TOP §4`; None if no document has it."""
        return (self.violations[0].cites or None) if self.violations else None

    @classmethod
    def because(cls, found: Sequence[Violation]) -> Self:
        """Return a refusal for these breaches.

        It gives the first and, if that may be overridden, all others that may. So an official
        decides about everything at once, and a rule that nobody can override comes alone. Only a
        close comes with what would forbid the act even after a reopening.
        """
        first = found[0]
        held = [one.message for one in found[1:] if not one.should]
        if first.rule == "tournament-closed" and held:
            # It would be refused after a reopening, too.
            hint = advice("To note what happened, use {}.", do("note"))
            return cls(first.message, hint=hint, violations=found, others=held[:1])
        told = [one for one in found if one.should] if first.should else [first]
        others = [one for one in dict.fromkeys(one.message for one in told) if one != first.message]
        return cls(first.message, hint=advised(told), violations=found, others=others)


class Declined(Refused):
    """Somebody was asked to confirm a command and declined; nothing has changed."""


class Conflict(Trouble):
    """Another desk has changed the same match, player or round since this command read it.

    Rule: what a command rests on must not have changed since it was read (LED-5).
    Units: the message names the entry that was first.
    Errors: it is one; look at that entry, and decide again.

    >>> issubclass(roundbook.Conflict, roundbook.Refused)
    False
    """


class Replaced(Conflict):
    """The ledger that was read has been replaced by another one, or by an older copy."""


class Unreadable(Trouble):
    """A ledger or an input file cannot be read, is damaged, or contradicts itself.

    `where` names the place: a line, a byte, an element.

    Rule: nothing is read past damage, and nothing is written to what is damaged.
    Units: `where` is a path, a line, a byte or an element, as text.
    Errors: it is one.

    >>> try:
    ...     roundbook.open("nowhere.zip")
    ... except roundbook.Unreadable as error:
    ...     print(error.where)
    nowhere.zip
    """

    def __init__(
        self,
        message: str,
        *,
        where: str | None = None,
        hint: str | Hint | None = None,
        others: Sequence[str] = (),
    ) -> None:
        """Store the place."""
        super().__init__(message, hint=hint, others=others)
        self.where = where


class UnknownFormat(Unreadable):
    """A file is in none of the formats that are read here; another program may know it."""

    @classmethod
    def of(cls, trouble: Unreadable) -> Self:
        """Return the same refusal, as that of a file in an unknown format."""
        return cls(trouble.message, where=trouble.where, hint=trouble.hint, others=trouble.others)


class Unwritable(Unreadable):
    """A file could not be written, and nothing of it was; or the output was cut off."""


class NotKnown(Unreadable):
    """It is not known whether a write was done and will last.

    The connection to a server was lost before it answered, or a standby did not confirm. Repeating
    the command with the same `cmd` writes nothing twice.
    """


class Damaged(Unreadable):
    """A file of the right kind in which bytes have changed or are missing."""


class Occupied(Unreadable):
    """Something is already where a tournament was to be made (exit 3: nothing is unreadable)."""


class OtherVersion(Unreadable):
    """A file in another version of its format than the one that is read; nothing is damaged."""


BEFORE = "was made before version 1.0, and this version cannot read it"
"""What a message says of every file from before 1.0; only its makers ever had one."""


def insist_version(found: object, own: int, what: str, where: str) -> None:
    """Raise OtherVersion if a file gives another version of its format than the `own` one.

    The caller refuses a file that gives no number at all.
    """
    if not isinstance(found, int) or isinstance(found, bool) or found in {0, own}:
        return
    if found < own:
        hint = "Import the event from its file, or enter its results in a new tournament."
        raise OtherVersion(f"{what} {BEFORE}.", where=where, hint=hint)
    msg = f"{what} was written by a newer roundbook (version {found})."
    raise OtherVersion(msg, where=where, hint=UPDATE)


UPDATE = "Update roundbook."


class Misuse(Trouble):
    """A command was given values that make no sense; `field` names the wrong one.

    Rule: values are checked as the form of the act declares them; no rule was asked.
    Units: `field` is the name of the value.
    Errors: it is one.

    >>> try:
    ...     desk.award_bye("p1", 0)
    ... except roundbook.Misuse as wrong:
    ...     print(wrong.field)
    number
    """

    def __init__(self, message: str, *, field: str = "") -> None:
        """Store the sentence, and the value it is about."""
        super().__init__(message)
        self.field = field
