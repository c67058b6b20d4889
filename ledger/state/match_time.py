"""The time of a match: the least that the edition allows, and what to propose (TRF §7.3; A-34)."""

from typing import NamedTuple

from roundbook.ledger.events.catalogue import TournamentOpened
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.tables import of_video_game
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchFormat


class Turns(NamedTuple):
    """The turns that follow when time is called, and the minutes that they may take in all."""

    number: int
    within: int | None = None


class Limit(NamedTuple):
    """The minutes of a match, the turns that follow when time is called, and their minutes."""

    minutes: int
    turns: int
    within: int | None = None

    def __str__(self) -> str:
        """Return `45 minutes and 3 turns`, or `50 minutes` without turns.

        With minutes for the turns, it is `50 minutes, then 3 turns in at most 15 minutes`.
        """
        minutes, turns = counted(self.minutes, "minute"), counted(self.turns, "turn")
        if self.turns and self.within:
            return f"{minutes}, then {turns} in at most {counted(self.within, 'minute')}"
        return f"{minutes} and {turns}" if self.turns else minutes


def least(opened: TournamentOpened, rules: Ruleset) -> Limit | None:
    """Return the least time of a match, by its number of games and its format.

    A single game may be shorter in Limited; if the format is not known, the shorter time counts.
    None if the edition has no minimum, and for a video game, which TRF does not cover.
    """
    times = rules.times
    if of_video_game(opened.rounds_table):
        return None
    if opened.match_format is MatchFormat.BEST_OF_THREE:
        return Limit(times.best_of_three, *turns_of(rules))
    of_limited = opened.format is None or opened.format.limited
    minutes = times.single_limited if of_limited else times.single_constructed
    return Limit(minutes, *turns_of(rules)) if minutes else None


def turns_of(rules: Ruleset) -> Turns:
    """Return the turns that follow when time is called, by the edition."""
    return Turns(rules.times.extra_turns, rules.times.turns_within)


def turns_after_time(t: Tournament, rules: Ruleset) -> Turns:
    """Return the turns that follow when time is called: as announced, or the edition's (A-86).

    A video game, which TRF does not cover, has none unless they were announced.
    """
    of_video = t.opened is not None and of_video_game(t.opened.rounds_table)
    said, own = t.announcement, Turns(0) if of_video else turns_of(rules)
    if said is None:
        return own
    number = own.number if said.extra_turns is None else said.extra_turns
    return Turns(number, said.turns_within or own.within)


def proposed(opened: TournamentOpened, rules: Ruleset, of_file: int | None) -> Limit | None:
    """Return the time to propose: the minutes of the imported file, unless the edition has more."""
    shortest = least(opened, rules)
    if of_file is None or (shortest and of_file < shortest.minutes):
        return shortest
    return shortest._replace(minutes=of_file) if shortest else Limit(of_file, 0)
