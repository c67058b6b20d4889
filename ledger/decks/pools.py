"""Card pools: the sets that are legal in a format on a day, as data that is never edited.

The sets of a season are not code. roundbook carries what the rules of 2016 name; today's sets come
in a file that the organiser brings.
"""

import hashlib
import re
import tomllib
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from roundbook.ledger.decks import formats
from roundbook.ledger.decks.deck_list import CardLine, number_key, set_key, title_key
from roundbook.ledger.decks.formats import CURRENT, DeckFormat, Limit, Name, Slug
from roundbook.ledger.decks.formats import RELEASED as RULES
from roundbook.ledger.decks.released import decoded, load, names
from roundbook.ledger.errors import Unreadable, advice, do
from roundbook.ledger.terms import DeckRules
from roundbook.ledger.text import reason

MAX_BYTES = 500_000
"""The longest file of a card pool, in bytes."""

_HINT = advice("Correct the file; {} shows the format.", do("deck pool", "standard-2015"))


Mark = Annotated[str, Meta(pattern=r"^[A-Z]\Z")]
"""A regulation mark: the letter on a card that says in which years it is legal."""

FRIDAY = 4


class CardSet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A set, legal from `legal_from` on or, by the pool's rule, some days after `released`.

    `codes` are the short names that programs write. `lowest` is the first collector number that
    counts, if the rules say `XY01 and higher`. `marks` are the regulation marks on its cards.
    """

    name: Name
    codes: tuple[Name, ...] = ()
    released: date | None = None
    legal_from: date | None = None
    lowest: Annotated[int, Meta(ge=0)] | None = None
    marks: tuple[Mark, ...] = ()

    def known_as(self) -> frozenset[str]:
        """Return every name that a line may give the set: `XY—Flashfire`, `Flashfire`, `FLF`."""
        last = re.split(r"[\u2014\u2013:]", self.name)[-1]
        spoken = (self.name, last if last.strip().casefold() != "trainer kit" else self.name)
        return frozenset(map(set_key, (*spoken, *self.codes)))


class Banned(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A banned card: every print of it, or the one of a `set` and `number`; `since` a day.

    `unsure` says why it may not be banned: then it is not refused, and the Head Judge decides.
    """

    title: Name
    set: str = ""
    number: str = ""
    since: date | None = None
    unsure: str = ""


class CardPool(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The cards of a format, for the days from `valid_from` to `valid_until`.

    A new set is legal `days_until_legal` days after its release in the United States (TRF §1.3), or
    with `new_sets = "second-friday"` on the second Friday after it. If there are `marks`, a card
    with one of them is legal in any set that is not too new, and one with another mark is not.
    `titles` are cards that are legal in any print: reprints with the same text (TRF §1.4).
    `more_to_come` says which sets the rules admit without naming them.
    """

    name: Slug
    format: Slug
    valid_from: date
    valid_until: date | None = None
    cites: Name = "TRF §13"
    default: bool = False
    days_until_legal: Annotated[int, Meta(ge=0, le=366)] = 21
    every_set: bool = False
    more_to_come: str = ""
    deck_rules: DeckRules = "trf-2016"
    unchecked: str = ""
    marks: tuple[Mark, ...] = ()
    new_sets: Literal["after-days", "second-friday"] = "after-days"
    sets: tuple[CardSet, ...] = ()
    titles: tuple[Name, ...] = ()
    banned: tuple[Banned, ...] = ()
    limits: tuple[Limit, ...] = ()
    drafts: tuple[Slug, ...] = ()

    @property
    def section(self) -> str:
        """Return the section of the rules that describes the format, without our own decision."""
        return self.cites.partition(", A-")[0]

    def in_force(self, on: date) -> bool:
        """Return whether the pool applies on a day."""
        return self.valid_from <= on and (self.valid_until is None or on <= self.valid_until)

    def find(self, name: str) -> CardSet | None:
        """Return the set that a name means; None if it is not in the pool."""
        wanted = set_key(name)
        return next((one for one in self.sets if wanted in one.known_as()), None)

    def same_set(self, one: str, other: str) -> bool:
        """Return whether two names mean the same set."""
        first = self.find(one)
        return set_key(one) == set_key(other) or (first is not None and first == self.find(other))

    def legal_from(self, one: CardSet) -> date | None:
        """Return the first day on which a set is legal; None if its release is not known."""
        if one.legal_from:
            return one.legal_from
        if one.released is None:
            return None
        days = self.days_until_legal
        if self.new_sets == "second-friday":
            days = (FRIDAY - one.released.weekday() - 1) % 7 + 1 + 7
        return one.released + timedelta(days=days)

    def reprinted(self, line: CardLine) -> bool:
        """Return whether the pool lists the title, so any print of it is legal (TRF §1.4)."""
        return line.key in map(title_key, self.titles)

    def ban_on(self, line: CardLine, on: date) -> Banned | None:
        """Return the ban that a line falls under, or may fall under if it names no set."""
        own = (ban for ban in self.banned if title_key(ban.title) == line.key)
        for ban in (ban for ban in own if ban.since is None or ban.since <= on):
            other_set = ban.set and line.set and not self.same_set(ban.set, line.set)
            other = line.number and number_key(ban.number) != number_key(line.number)
            if not other_set and not (ban.number and other):
                return ban
        return None


@lru_cache
def released() -> tuple[CardPool, ...]:
    """Return the card pools that roundbook carries."""
    return tuple(decoded(load(name), CardPool) for name in names() if name not in RULES)


def digest(data: bytes) -> str:
    """Return the SHA-256 of a pool's exact text, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def named(name: str) -> tuple[CardPool, str] | None:
    """Return a released pool with its digest; None if there is none of that name."""
    found = (pool for pool in released() if pool.name == name)
    return next(((pool, digest(load(name))) for pool in found), None)


def for_format(kind: str, on: date, deck_rules: str = CURRENT) -> tuple[CardPool, str] | None:
    """Return the released pool of a kind of format on a day, with its digest, or None."""
    own = (one for one in _defaults(kind, deck_rules) if one.in_force(on))
    return next(((pool, digest(load(pool.name))) for pool in own), None)


def _defaults(kind: str, deck_rules: str) -> Iterator[CardPool]:
    """Yield the released pools of a kind of format that go with these rules of deck building."""
    for one in released():
        if one.format == kind and one.default and one.deck_rules == deck_rules:
            yield one


def last_before(kind: str, on: date, deck_rules: str = CURRENT) -> CardPool | None:
    """Return the latest released pool of a kind of format from before a day, or None.

    Its bans and card texts are the latest known ones; it cannot say which sets are legal on that
    day.
    """
    own = (one for one in _defaults(kind, deck_rules) if one.valid_from <= on)
    return max(own, key=lambda one: one.valid_from, default=None)


def listing(name: str) -> list[CardPool]:
    """Return the released pools that list a set by this name."""
    return [one for one in released() if one.find(name)]


def read(data: bytes, where: str) -> CardPool:
    """Read a card pool that an organiser brings; raise Unreadable with one sentence."""
    if len(data) > MAX_BYTES:
        msg = f"{where} has {len(data):,} bytes; a card pool has at most {MAX_BYTES:,}."
        raise Unreadable(msg, where=where, hint=_HINT)
    try:
        pool = decoded(data, CardPool)
    except (ValueError, RecursionError) as mistake:
        raise Unreadable(f"{where}{_said(mistake)}.", where=where, hint=_HINT) from None
    for sentence in _contradictions(pool):
        raise Unreadable(f"{where}: {sentence}.", where=where, hint=_HINT)
    if pool.name in names() and digest(data) != names()[pool.name]:
        msg = f"{where}: the name {pool.name} belongs to a released card pool."
        raise Unreadable(msg, where=where, hint="Give the card pool a different name.")
    return pool


def _contradictions(pool: CardPool) -> Iterator[str]:
    """Yield what in a pool cannot all hold."""
    if pool.valid_until and pool.valid_until < pool.valid_from:
        yield f"valid_until ({pool.valid_until}) is before valid_from ({pool.valid_from})"
    if len({*pool.marks}) != len(pool.marks):
        yield "marks lists a regulation mark more than once"
    known = set[str]()
    for number, one in enumerate(pool.sets):
        if set_key(one.name) in known:
            yield f"sets[{number}]: {one.name} is listed twice"
        known.add(set_key(one.name))
        if pool.marks and one.marks and not {*one.marks} & {*pool.marks}:
            yield (
                f"sets[{number}]: {one.name} has the marks {', '.join(one.marks)}, none of which "
                f"is legal here ({', '.join(pool.marks)})"
            )


def _said(mistake: Exception) -> str:
    """Return what is wrong with a file, to follow its name in a message."""
    match mistake:
        case msgspec.ValidationError():
            what, _, place = reason(mistake).partition(" - at ")
            at = place.strip("`").removeprefix("$").lstrip(".")
            return f": {at}: {what}" if at else f": {what}"
        case tomllib.TOMLDecodeError():
            return f" is not TOML: {reason(mistake)}"
        case _:
            return " is not TOML in UTF-8, or it contains an invalid number or date"


# The kinds of Limited that the rules name for a format; a note says if one is left out.


def unnamed(draft: str, within: str) -> str | None:
    """Return the note that the rules leave a draft out for a format or a pool, or None.

    `draft` is such as `solomon-draft`, `within` such as `2-on-2-limited`, `unlimited`. The rules
    name Solomon Draft for Standard and Expanded, and not for Unlimited and 2-on-2; they forbid it
    nowhere, so it is not a breach.
    """
    known: tuple[DeckFormat | CardPool, ...] = (*released(), *formats.rules().formats)
    meant = (one for one in known if within == one.name or _stands_for(one, within))
    return next((said for one in meant if (said := left_out(draft, one))), None)


def left_out(draft: str, within: DeckFormat | CardPool) -> str | None:
    """Return the note that the drafts named for a format or a pool do not include this one."""
    if not within.drafts or draft in within.drafts:
        return None
    named = f"the drafts of {within.name}"
    return f"{draft} is not one of {named} ({within.cites})."


def _stands_for(one: DeckFormat | CardPool, kind: str) -> bool:
    return isinstance(one, CardPool) and one.default and one.format == kind
