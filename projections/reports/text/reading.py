"""A ledger as it is read out: what it tells, the names, and the language of its sentences."""

from collections.abc import Iterable, Sequence
from gettext import NullTranslations
from typing import Protocol

from ledger.people.book import Book
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import Actor, HandId, PlayerId
from projections.reports.messages import phrased, translations
from projections.reports.text.tables import Column


class Reading(Protocol):
    """What texts are made of: a tournament up to a moment, its rules, the names, a language."""

    @property
    def t(self) -> Tournament:
        """The tournament."""

    @property
    def rules(self) -> Ruleset:
        """The edition that it is played under."""

    @property
    def book(self) -> Book:
        """Who the players and the staff are."""

    @property
    def language(self) -> str:
        """The language of what is read out, in two letters."""

    def name(self, player: PlayerId) -> str:
        """Return a player's name, or the number."""


def words_of(ctx: Reading) -> NullTranslations:
    """Return the catalogue of the language in which a ledger is read out."""
    return translations(ctx.language)


def say(text: str, ctx: Reading) -> str:
    """Return a sentence in the language of a reading; a name or a figure as it is."""
    return phrased(text, words_of(ctx))


def table_in(
    columns: Sequence[Column], rows: Iterable[Sequence[str]], words: NullTranslations
) -> tuple[list[Column], list[list[str]]]:
    """Return a table with the titles and sentences in it in the language of a catalogue."""
    titled = [one._replace(title=phrased(one.title, words)) for one in columns]
    return titled, [[phrased(cell, words) for cell in row] for row in rows]


# How players and staff are called where something is told about them.


def named(ctx: Reading, player: PlayerId) -> str:
    """Return a player's number and name; the number alone where the name was erased."""
    name = ctx.name(player)
    return player if name == player else f"{player} {name}"


def who_wrote(ctx: Reading, hand: Actor) -> str:
    """Return who wrote an entry: the name, and the role and station where they say more."""
    name = ctx.book.hands.get(HandId(hand.id), hand.id)
    more = [word for word in (hand.role.value, hand.station) if word not in {name, "desk"}]
    return f"{name} ({', '.join(more)})" if more else name
