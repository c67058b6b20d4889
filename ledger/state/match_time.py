"""The time of a match: the least that the edition allows, and what to propose (TRF §7.3; A-34)."""

from typing import NamedTuple

from roundbook.ledger.events.catalogue import TournamentOpened
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.tables import of_video_game
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchFormat


class Limit(NamedTuple):
    """The minutes of a match, and the turns that follow when time is called."""

    minutes: int
    turns: int

    def __str__(self) -> str:
        """Return `45 minutes and 3 turns`, or `50 minutes` without turns."""
        minutes = f"{self.minutes} minute{'' if self.minutes == 1 else 's'}"
        turns = f" and {self.turns} turn{'' if self.turns == 1 else 's'}"
        return f"{minutes}{turns if self.turns else ''}"


def least(opened: TournamentOpened, rules: Ruleset) -> Limit | None:
    """Return the least time of a match, by its number of games and its format.

    A single game may be shorter in Limited; if the format is not known, the shorter time counts.
    None if the edition has no minimum, and for a video game, which TRF does not cover.
    """
    times = rules.times
    if of_video_game(opened.rounds_table):
        return None
    if opened.match_format is MatchFormat.BEST_OF_THREE:
        return Limit(times.best_of_three, times.extra_turns)
    of_limited = opened.format is None or opened.format.limited
    minutes = times.single_limited if of_limited else times.single_constructed
    return Limit(minutes, times.extra_turns) if minutes else None


def turns_after_time(t: Tournament, rules: Ruleset) -> int:
    """Return how many turns follow when time is called: as announced, or the edition's (A-86)."""
    said = t.announcement.extra_turns if t.announcement else None
    return rules.times.extra_turns if said is None else said


def proposed(opened: TournamentOpened, rules: Ruleset, of_file: int | None) -> Limit | None:
    """Return the time to propose: the minutes of the imported file, unless the edition has more."""
    shortest = least(opened, rules)
    if of_file is None or (shortest and of_file < shortest.minutes):
        return shortest
    return Limit(of_file, shortest.turns if shortest else 0)
