"""How a match ended: the facts are possible, and the result is the one that follows from them."""

from collections.abc import Iterator

from ledger import events as ev
from ledger.ending import Facts, Part
from ledger.entries import Entry
from ledger.errors import Violation
from ledger.events import AnyEvent
from ledger.field import part_of
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import MatchFormat, MatchId, Result, Verdict
from ledger.tournament import Tournament
from ledger.verdicts.contradictions import contradiction, most_games
from ledger.verdicts.judging import ruling

_PARTS = {Part.SWISS: "Swiss", Part.ELIMINATION: "elimination"}
_KINDS = {
    MatchFormat.BEST_OF_ONE: "a single game",
    MatchFormat.BEST_OF_THREE: "a best of three",
}


def facts_impossible(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """The facts of a match do not contradict each other (TRF §8, §9)."""
    if not isinstance(event, ev.MatchEnded) or not (sentence := contradiction(event.facts)):
        return
    yield Violation(
        rule="facts-impossible",
        seq=entry.seq,
        message=sentence,
        cites="TRF §8, §9",
        hint="Say what was seen at the table; `roundbook verdict --ask` asks fact by fact.",
    )


def facts_elsewhere(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """The facts are those of the part and the format that the match is played in (A-30)."""
    if not isinstance(event, ev.MatchEnded) or t.opened is None or event.match not in t.matches:
        return
    part, kind = part_of(t, event.match.pool), t.opened.match_format
    if (event.facts.part, event.facts.match_format) == (part, kind):
        return
    yield Violation(
        rule="facts-elsewhere",
        seq=entry.seq,
        message=f"match {event.match} is {_KINDS[kind]} in {_PARTS[part]}; the facts differ.",
        cites="TRF §8, §9",
        hint="Use `roundbook ended`, which fills this in.",
    )


def _facts(t: Tournament, match: MatchId) -> Facts | None:
    """Return the recorded facts of a match, if there are any that make sense."""
    ended = t.endings.get(match)
    return ended.facts if ended and contradiction(ended.facts) is None else None


def game_not_started(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A game counts only if it has started: its starting player was known (POD-8; TRF §8.1)."""
    if not isinstance(event, ev.ResultReported) or event.result.games is None:
        return
    facts = _facts(t, event.match)
    if facts is None:
        return
    claimed, most = sum(event.result.games), most_games(facts)
    if claimed <= most:
        return
    games = f"{most} game{'' if most == 1 else 's'}"
    yield Violation(
        rule="game-not-started",
        seq=entry.seq,
        message=f"{event.result.games} counts {claimed} games, but by the facts {games} started.",
        cites="TRF §8.1, §9.1; POD",
        hint="Leave out what was not begun; a match won otherwise is reported as 1 or 2.",
    )


def verdict_differs(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A result is the one that follows from the recorded facts of its match (TRF §8, §9).

    Facts of an earlier entry bind if by them the match was over; the decision stays with the head
    judge (TRF §1.2).
    """
    if not isinstance(event, ev.ResultReported):
        return
    facts = _facts(t, event.match)
    if facts is None:
        return
    together = any(isinstance(one, ev.MatchEnded) for one in entry.events)
    found = ruling(facts)
    if found.result is None:
        if not together:
            return  # It went on, and has ended since.
        wrong = f"by the facts, match {event.match} is not over."
    elif _fits(event.result, found.result):
        return
    else:
        said = (one.in_words(rules.tie_word) for one in (found.result, event.result))
        wrong = f"by the facts, match {event.match} is {next(said)}, not {next(said)}."
    yield Violation(
        rule="verdict-differs",
        seq=entry.seq,
        message=wrong,
        cites=found.cites,
        hint="The head judge may let it stand: --role head-judge --override verdict-differs.",
    )


def _fits(said: Result, due: Result) -> bool:
    """Tell whether a result is the due one; the games may be left out of either."""
    return said.verdict == due.verdict and (
        said.games is None or due.games is None or said.games == due.games
    )


def tie_agreed(t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset) -> Iterator[Violation]:
    """Nobody agrees on a result where the edition forbids it, and nowhere on a win (POD; A-34)."""
    if not isinstance(event, ev.ResultReported | ev.ResultCorrected) or not event.result.agreed:
        return
    if event.result.verdict is not Verdict.TIE:
        wrong = "only a tie can be agreed upon"
    elif not rules.intentional_draws:
        wrong = f"players may not agree on a {rules.tie_word}"
    else:
        return
    yield Violation(
        rule="tie-agreed",
        seq=entry.seq,
        message=f"{wrong}: match {event.match} is played.",
        cites="POD",
        hint="Let them play, and report the games that were begun.",
    )
