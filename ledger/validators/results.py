"""Rules for results: the match exists, and the result fits its games and its facts."""

from roundbook.ledger.errors import Hint, advice, do, option
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.match_end import Facts, Stage
from roundbook.ledger.phrases import SHOWN, counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.tables import of_video_game
from roundbook.ledger.state.lock import locked
from roundbook.ledger.state.tournament import Tournament, part_of
from roundbook.ledger.terms import (
    ABSENT,
    MatchFormat,
    MatchId,
    Result,
    Score,
    Verdict,
    no_show,
    won,
)
from roundbook.ledger.validators.checks import Breach, Found
from roundbook.ledger.verdicts.contradictions import contradiction, most_games
from roundbook.ledger.verdicts.decide import ruling
from roundbook.ledger.verdicts.tally import tally

GAMES = {MatchFormat.BEST_OF_ONE: (1, 1), MatchFormat.BEST_OF_THREE: (2, 3)}
"""The number of games that wins a match, and the most that are played."""

NamesMatch = (
    ev.ResultReported
    | ev.Correction
    | ev.MatchEnded
    | ev.NoteMade
    | ev.TimeExtended
    | ev.PenaltyIssued
    | ev.OfCall
    | ev.MessageSent
    | ev.ThirdPlacePlayoffWithdrawn
)


def match_unknown(t: Tournament, event: NamesMatch) -> Found:
    """Only a paired match can have a result, extra time or a judge (TOP §4, TRF §7.2)."""
    if event.match is None or event.match in t.matches:
        return
    yield Breach(
        message=f"there is no match {event.match}.", cites="TOP §4", hint=_meant(t, event.match)
    )


def _meant(t: Tournament, match: MatchId) -> Hint:
    """Return open matches that may be meant: of the division, or at that table elsewhere.

    If the pool exists, no table of another pool is suggested.
    """
    division = match.pool.partition("-")[0]
    still = [m for m in t.matches if m not in t.results]
    own = [m for m in still if m.pool.partition("-")[0] == division]
    known = any(m.pool == match.pool for m in t.matches)
    at = (match.round, match.table)
    there = [m for m in still if (m.round, m.table) == at and not known]
    likely = own if 0 < len(own) <= SHOWN else there
    if 0 < len(likely) <= SHOWN:
        some = " or ".join(map(str, likely))
        return advice(
            "Did you mean {}? {} shows the pool, the round and the table.", some, do("pairings")
        )
    return advice("Check the pool, the round and the table: {}.", do("pairings"))


def already_reported(t: Tournament, event: ev.ResultReported, rules: Ruleset) -> Found:
    """A match is reported once; a wrong result is corrected, with a reason (LED-4)."""
    if event.match not in t.results:
        return
    stands = t.results[event.match].in_words(rules.tie_word)
    yield Breach(
        message=f"match {event.match} already has a result: {stands}.",
        cites="the ledger",
        hint=advice("It is locked (TOP §4); to note a dispute, use {}.", do("note"))
        if locked(t, event.match, rules)
        else advice("If the result is wrong, use {}.", do("correct")),
    )


def not_reported(t: Tournament, event: ev.Correction, rules: Ruleset) -> Found:
    """Only a result that was reported can be corrected or withdrawn (LED-4).

    Somebody who gives a table number may mean the round before.
    """
    match = event.match
    if match not in t.matches or match in t.results:
        return
    at_table = [m for m in t.results if (m.pool, m.table) == (match.pool, match.table)]
    earlier = (one for one in at_table if one.round < match.round)
    # A locked one cannot simply be corrected, so it is not suggested.
    before = [one for one in earlier if not locked(t, one, rules)]
    paired = t.rounds.get((match.pool, match.round))
    hint = advice("Report it: {}.", do("report"))
    if isinstance(event, ev.ResultWithdrawn) and not before:
        hint = advice("There is no result to withdraw.")
    elif paired and not paired.started and not before:
        hint = advice("Start the round first: {}.", do("start", match.pool))
    elif before:
        last = max(before)
        stands = t.results[last].in_words(rules.tie_word)
        hint = advice(
            "Report it ({}), or correct round {} at this table ({}), which was {}.",
            *(do("report"), str(last.round), do("correct", str(last), "…"), stands),
        )
    yield Breach(message=f"match {match} has no result yet.", cites="the ledger", hint=hint)


def same_result(t: Tournament, event: ev.ResultCorrected, rules: Ruleset) -> Found:
    """A correction must change the result (LED-4)."""
    if t.results.get(event.match) != event.result:
        return
    yield Breach(
        message=f"match {event.match} already has the result "
        f"{event.result.in_words(rules.tie_word)}.",
        cites="the ledger",
        hint="If another result was meant, check the match and the order of the players.",
    )


def score_impossible(t: Tournament, event: ev.ResultReported | ev.ResultCorrected) -> Found:
    """The games must fit the format of the match and its result (TRF §8, §9).

    Time may be called in any game, so 1-0 and 0-0 are possible; nobody wins more games than a match
    needs, and no game is played after it is won.
    """
    if t.opened is None:
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
    yield Breach(
        message=f"{games} {wrong}.",
        cites="TRF §8, §9",
        hint="Check the slip; a match decided in another way is reported without its games.",
    )


def no_show_result(t: Tournament, event: ev.ResultReported | ev.ResultCorrected) -> Found:
    """A no-show loses the match without playing a game (TOP §3.1.4.1; A-7, A-51)."""
    result = event.result
    if result.no_show is None or (result.games is None and result == no_show(result.no_show)):
        return
    wrong = "has no games" if result.games else f"is not {Result(verdict=result.verdict)}"
    yield Breach(
        message=f"match {event.match} {wrong}: {ABSENT[result.no_show]}.",
        cites="TOP §3.1.4.1",
        hint="Report the no-show alone: no-show:1, no-show:2 or no-show:both.",
    )


def _playable(games: Score, kind: MatchFormat) -> bool:
    """Return whether a match can end with these games."""
    enough, most = GAMES[kind]
    more, fewer = max(games.first, games.second), min(games.first, games.second)
    return more <= enough and fewer < enough and sum(games) <= most


def _agrees(result: Result, games: Score) -> bool:
    """Return whether the games agree with the result."""
    if result.verdict in {Verdict.DOUBLE_LOSS, Verdict.UNPLAYED}:
        return sum(games) == 0
    return won(games).verdict is result.verdict


# How a match ended: the facts are possible, and the result follows from them.

_PARTS = {Stage.SWISS: "Swiss", Stage.ELIMINATION: "elimination"}
_KINDS = {
    MatchFormat.BEST_OF_ONE: "a single game",
    MatchFormat.BEST_OF_THREE: "a best of three",
}


def facts_impossible(t: Tournament, event: ev.MatchEnded) -> Found:
    """The facts of a match must not contradict each other (TRF §8, §9)."""
    if not (sentence := contradiction(event.facts)):
        return
    yield Breach(
        message=sentence,
        cites="TRF §8, §9",
        hint=advice(
            "Describe what was seen at the table; {} asks for the facts one by one.",
            do("verdict", "--ask"),
        ),
    )


def facts_elsewhere(t: Tournament, event: ev.MatchEnded) -> Found:
    """The facts must fit the stage and format in which the match is played (A-30, A-64)."""
    if t.opened is None or event.match not in t.matches:
        return
    facts, opened = event.facts, t.opened
    part, kind = part_of(t, event.match.pool), opened.match_format
    if (facts.part, facts.match_format) != (part, kind):
        wrong = f"is {_KINDS[kind]} in {_PARTS[part]}; the facts entered for it say something else."
        cites = "TRF §8, §9"
        hint = advice("Use {}, which fills this in.", do("time-called"))
    elif facts.prizes and opened.format and facts.initial != opened.format.prizes:
        start = counted(opened.format.prizes, "Prize card")
        side = "team" if opened.format.teams else "player"
        wrong = f"starts with {start} for each {side} ({opened.format}), not with {facts.initial}."
        cites = "TRF §9, §11, §14"
        hint = advice("Leave the number out: the format of the event gives it.")
    else:
        return
    yield Breach(
        message=f"match {event.match} {wrong}",
        cites=cites,
        hint=hint,
    )


OfFacts = ev.MatchEnded | ev.ResultReported | ev.ResultCorrected
"""Facts and results of a match: they have to fit each other in either order (A-63)."""


def _held_together(
    t: Tournament, event: OfFacts, entry: Entry
) -> tuple[Facts | None, Result | None]:
    """Return the facts and the result that a match would have after an event.

    If the same entry goes on to correct the result, the facts are checked only then.
    """
    if not isinstance(event, ev.MatchEnded):
        return _binding(t.endings.get(event.match)), event.result
    later = entry.events[entry.events.index(event) + 1 :]
    if any(isinstance(one, ev.Correction) and one.match == event.match for one in later):
        return None, None
    return _binding(event), t.results.get(event.match)


def _binding(seen: ev.MatchEnded | None) -> Facts | None:
    """Return recorded facts, unless there are none or they contradict each other."""
    return seen.facts if seen and contradiction(seen.facts) is None else None


def game_not_started(t: Tournament, event: OfFacts, entry: Entry) -> Found:
    """A game counts only if it started, so its starting player was known (POD-8; TRF §8.1).

    Facts and result must agree in either order; the head judge decides (A-63, TRF §1.2).
    """
    facts, result = _held_together(t, event, entry)
    if facts is None or result is None or result.games is None:
        return
    most = most_games(facts)
    if sum(result.games) <= most:
        return
    yield Breach(
        message=f"{result.games} counts {counted(sum(result.games), 'game')}, but according to "
        f"the facts {counted(most, 'game')} started.",
        cites="TRF §8.1, §9.1; POD",
        hint="Leave out games that were never started.",
    )


def verdict_differs(t: Tournament, event: OfFacts, entry: Entry, rules: Ruleset) -> Found:
    """A result must be one that the recorded facts of the match allow (TRF §8, §9; A-63).

    They must agree in either order and with any command. If the match went on after the facts, a
    later result keeps the games that were won; the head judge decides (TRF §1.2).
    """
    facts, result = _held_together(t, event, entry)
    if facts is None or result is None:
        return
    if result.games and sum(result.games) > most_games(facts):
        return  # That is `game-not-started`: a fault is reported once.
    found = ruling(facts, sheet=rules.by_sheet, verdicts=rules.verdicts)
    if found.result:
        if _same_result(result, found.result):
            return
        said = (one.in_words(rules.tie_word) for one in (found.result, result))
        wrong = f"according to these facts, match {event.match} is {next(said)}, not {next(said)}."
    elif _begun_in(entry, event):
        wrong = f"according to these facts, match {event.match} is not over yet."
    elif result.games and not _keeps(facts, result.games):
        won = tally(facts)
        wrong = (
            f"according to these facts, the games in match {event.match} stood at "
            f"{won.first}-{won.second}, so it cannot be {result.games}."
        )
    else:
        return
    fix: str | Hint = ""
    if isinstance(event, ev.MatchEnded):
        fix = advice(
            "Check the facts, or use them to correct the result: {}.",
            option("--report", "--reason", "…", of="time-called"),
        )
    yield Breach(
        message=wrong,
        cites=found.cites,
        hint=fix,
    )


def _begun_in(entry: Entry, event: OfFacts) -> bool:
    """Return whether a result is in the same entry as the facts, and so concludes them."""
    return not isinstance(event, ev.MatchEnded) and any(
        isinstance(one, ev.MatchEnded) and one.match == event.match for one in entry.events
    )


def _keeps(facts: Facts, games: Score) -> bool:
    """Return whether the games include every game that the facts say was won."""
    won = tally(facts)
    return games.first >= won.first and games.second >= won.second


def _same_result(said: Result, due: Result) -> bool:
    """Return whether a result is the expected one; either may leave out the games."""
    return said.verdict == due.verdict and (
        said.games is None or due.games is None or said.games == due.games
    )


def tie_agreed(
    t: Tournament, event: ev.ResultReported | ev.ResultCorrected, rules: Ruleset
) -> Found:
    """Players cannot agree on a win, or on a tie if the edition forbids it (POD; A-34)."""
    if not event.result.agreed:
        return
    if event.result.verdict is not Verdict.TIE:
        wrong = f"only a {rules.tie_word} can be agreed upon"
    elif not rules.intentional_draws:
        wrong = f"players may not agree on a {rules.tie_word}"
    elif rules.intentional_draws_in == "tcg" and t.opened and of_video_game(t.opened.rounds_table):
        wrong = f"players of a video game may not agree on a {rules.tie_word}"
    else:
        return
    yield Breach(
        message=f"{wrong}: match {event.match} must be played.",
        cites="POD",
        hint="Let them play, and report the games that were started.",
    )


def tie_in_cut(t: Tournament, event: ev.ResultReported | ev.ResultCorrected) -> Found:
    """A bracket match has a winner, or two losers, but is never a tie (TOP §3.2; A-50)."""
    if event.match.pool not in t.cuts or event.match not in t.matches:
        return
    if event.result.verdict not in {Verdict.TIE, Verdict.UNPLAYED}:
        return
    yield Breach(
        message=f"match {event.match} is played in a bracket: it needs a winner.",
        cites="TOP §3.2, TRF §9",
        hint=advice(
            "Report who won. If time ran out, record that, then see who wins: {}, {}.",
            do("time-called"),
            do("verdict", "--elimination"),
        ),
    )
