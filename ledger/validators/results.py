"""A result belongs to a match that is being played, and says something that can have happened."""

from collections.abc import Iterator

from ledger import events as ev
from ledger.entries import Entry
from ledger.errors import Violation
from ledger.events import AnyEvent
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import MatchFormat, MatchId, Result, Score, Verdict, no_show
from ledger.things import match_thing
from ledger.tournament import Tournament

GAMES = {MatchFormat.BEST_OF_ONE: (1, 1), MatchFormat.BEST_OF_THREE: (2, 3)}
"""The games that win a match, and the most that are played."""

_NAMES_A_MATCH = (
    ev.ResultReported
    | ev.ResultCorrected
    | ev.ResultWithdrawn
    | ev.MatchEnded
    | ev.NoteMade
    | ev.TimeExtended
    | ev.PenaltyIssued
)


def match_unknown(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Only a match that was paired has a result, or more time (TOP §4, TRF §7.2)."""
    if not isinstance(event, _NAMES_A_MATCH):
        return
    if event.match is None or event.match in t.matches:
        return
    yield Violation(
        rule="match-unknown",
        seq=entry.seq,
        message=f"there is no match {event.match}.",
        cites="TOP §4",
        hint=_meant(t, event.match),
    )


def _meant(t: Tournament, match: MatchId) -> str:
    """Return which match may be meant: the only one of that round and table, in another pool."""
    same = [one for one in t.matches if (one.round, one.table) == (match.round, match.table)]
    if len(same) == 1:
        return f"Perhaps {same[0]} is meant: `roundbook pairings` shows pool, round and table."
    return "Check pool, round and table: `roundbook pairings`."


def already_reported(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A match is reported once; what was wrong is corrected, with a reason (LED-4)."""
    if not isinstance(event, ev.ResultReported) or event.match not in t.results:
        return
    changed = t.changed.get(match_thing(event.match))
    since = f" since entry {changed}" if changed else ""
    stands = t.results[event.match].in_words(rules.tie_word)
    yield Violation(
        rule="already-reported",
        seq=entry.seq,
        message=f"match {event.match} has its result{since}: {stands}.",
        cites="LED-4",
        hint="If it is wrong, use `roundbook correct`.",
    )


def not_reported(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Only a result that was reported can be corrected or withdrawn (LED-4)."""
    if not isinstance(event, ev.ResultCorrected | ev.ResultWithdrawn):
        return
    if event.match not in t.matches or event.match in t.results:
        return
    yield Violation(
        rule="not-reported",
        seq=entry.seq,
        message=f"match {event.match} has no result yet.",
        cites="LED-4",
        hint="Report it: `roundbook report`.",
    )


def same_result(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A correction changes the result (LED-4)."""
    if not isinstance(event, ev.ResultCorrected) or t.results.get(event.match) != event.result:
        return
    yield Violation(
        rule="same-result",
        seq=entry.seq,
        message=f"match {event.match} stands as {event.result.in_words(rules.tie_word)} already.",
        cites="LED-4",
        hint="Nothing has to be corrected; check the match and the order of the players.",
    )


def tie_in_cut(t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset) -> Iterator[Violation]:
    """A match of a bracket has a winner, or two losers: somebody has to go on (TOP §3.2; A-50)."""
    if not isinstance(event, ev.ResultReported | ev.ResultCorrected):
        return
    if event.match.pool not in t.cuts or event.match not in t.matches:
        return
    if event.result.verdict not in {Verdict.TIE, Verdict.UNPLAYED}:
        return
    yield Violation(
        rule="tie-in-cut",
        seq=entry.seq,
        message=f"match {event.match} is played in a bracket: it needs a winner.",
        cites="TOP §3.2, TRF §9",
        hint="Play on as the rules for unfinished elimination matches say, then report.",
    )


def score_impossible(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """The games fit the format of the match, and the result (TRF §8, §9).

    Time may be called in any game, so that 1-0 and 0-0 are possible; nobody wins more games than a
    match needs, and nobody plays on after it is won.
    """
    if not isinstance(event, ev.ResultReported | ev.ResultCorrected) or t.opened is None:
        return
    games = event.result.games
    if games is None:
        return
    kind = t.opened.match_format
    if not _playable(games, kind):
        one = kind is MatchFormat.BEST_OF_ONE
        wrong = f"cannot happen in {'one game' if one else 'a best of three'}"
    elif not _agrees(event.result, games):
        wrong = f"is not {Result(verdict=event.result.verdict)}"
    else:
        return
    yield Violation(
        rule="score-impossible",
        seq=entry.seq,
        message=f"{games} {wrong}.",
        cites="TRF §8, §9",
        hint="Check the slip; a match decided otherwise is reported without its games.",
    )


def no_show_result(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Whoever does not come to a match has lost it, without a game (TOP §3.1.4.1; A-7, A-51)."""
    if not isinstance(event, ev.ResultReported | ev.ResultCorrected):
        return
    result = event.result
    if result.no_show is None or (result.games is None and result == no_show(result.no_show)):
        return
    wrong = "has no games" if result.games else f"is not {Result(verdict=result.verdict)}"
    yield Violation(
        rule="no-show-result",
        seq=entry.seq,
        message=f"match {event.match} {wrong}: the no-show ({result.no_show}) has lost it.",
        cites="TOP §3.1.4.1, A-7, A-51",
        hint="Report the no-show alone: no-show:1, no-show:2 or no-show:both.",
    )


def _playable(games: Score, kind: MatchFormat) -> bool:
    """Tell whether a match can end with these games."""
    enough, most = GAMES[kind]
    more, fewer = max(games.first, games.second), min(games.first, games.second)
    return more <= enough and fewer < enough and sum(games) <= most


def _agrees(result: Result, games: Score) -> bool:
    """Tell whether the games say what the result says."""
    match result.verdict:
        case Verdict.FIRST:
            return games.first > games.second
        case Verdict.SECOND:
            return games.first < games.second
        case Verdict.TIE:
            return games.first == games.second
        case Verdict.DOUBLE_LOSS | Verdict.UNPLAYED:
            return sum(games) == 0
