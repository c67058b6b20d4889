"""How a match ended, in words: the facts, the ruling, and what must happen next."""

from collections.abc import Iterator

from roundbook.ledger.events.match_end import Away, Facts, GameEnd, Side, TimeCalled, UnderWay
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.wording import in_edition
from roundbook.ledger.state.match_time import Turns
from roundbook.ledger.verdicts.tables import Next, NextStep, Ruling
from roundbook.ledger.verdicts.tally import tally

_WHO = {Side.FIRST: "the left player", Side.SECOND: "the right player"}
_GAMES = {
    GameEnd.FIRST: "was won by the left player",
    GameEnd.SECOND: "was won by the right player",
    GameEnd.FIRST_BY_SUDDEN_DEATH: "was won by the left player in Sudden Death",
    GameEnd.SECOND_BY_SUDDEN_DEATH: "was won by the right player in Sudden Death",
    GameEnd.BOTH: "was won by both at the same time",
    GameEnd.UNCOUNTED: "does not count",
}
_TIMES = {
    TimeCalled.NOT_YET: "time was not called",
    TimeCalled.IN_TURN: "time was called during a turn",
    TimeCalled.BETWEEN_TURNS: "time was called between turns",
    TimeCalled.BETWEEN_GAMES: "time was called with no game under way",
}
_AWAY = {
    Away.FIRST: "the left player was late or away",
    Away.SECOND: "the right player was late or away",
    Away.BOTH: "both were late or away",
}


def in_words(facts: Facts, rules: Ruleset | None = None) -> str:
    """Return the facts as one sentence without a full stop, in the words of the edition if given.

    Without it, the words are those under which facts are stored.
    """
    said = "; ".join(_told(facts))
    return in_edition(said, rules) if rules else said


def _told(facts: Facts) -> Iterator[str]:
    for number, end in enumerate(facts.games, start=1):
        yield f"game {number} {_GAMES[end]}"
    if facts.under_way is UnderWay.GAME:
        yield f"game {tally(facts).game} under way"
    if facts.under_way is UnderWay.SUDDEN_DEATH:
        yield "Sudden Death under way"
    if facts.decider:
        yield f"{_WHO[facts.decider]} won the match by Sudden Death"
    yield _TIMES[facts.time]
    if facts.last_turn_ended:
        yield "the last turn has ended"
    if facts.prizes:
        yield f"Prize cards remaining {facts.prizes} of {facts.initial}"
    if facts.away in _AWAY:
        told = "a judge knew" if facts.judge_told else "no judge knew"
        yield f"{_AWAY[facts.away]}, and {told}"


def verdict(seen: Facts, found: Ruling, *, rules: Ruleset, turns: Turns) -> list[str]:
    """Return a ruling as lines: the result or what comes next, then each row of the tables used.

    `turns` is how many turns follow time. Lines say what makes no difference: Prize cards, a Sudden
    Death (A-84), an absence of which no judge was told.
    """
    lines = []
    if found.result:
        lines.append(f"result: {found.result.in_words(rules.tie_word)}")
    if found.next:
        if found.won:
            lines.append(f"game 2: won by {_WHO[found.won]}")
        lines.append(f"next: {coming(found.next, rules=rules, turns=turns)}")
    lines += [f"{row.cite}: {row.case}: {row.follows}" for row in found.rows]
    if seen.prizes and not any(row.by_prizes for row in found.rows):
        lines.append("the Prize cards remaining make no difference here")
    if seen.decider and any(row.by_absence for row in found.rows):
        lines.append("Sudden Death makes no difference: the absence is considered first")
    if seen.away in {Away.FIRST, Away.SECOND} and not seen.judge_told:
        lines.append(f"not counted: {_AWAY[seen.away]}, but no judge was told before the end")
    return [in_edition(line, rules) for line in lines]


def coming(then: Next, *, rules: Ruleset, turns: Turns) -> str:
    """Return what must happen next, as a judge would say it under an edition."""
    return in_edition(_coming(then, turns), rules)


def _coming(then: Next, turns: Turns) -> str:
    most = f"; the turns end at most {counted(turns.within or 0, 'minute')} after time"
    within = most if turns.within else ""
    match then.step:
        case NextStep.START_GAME:
            return f"game {then.game} starts; {_starts(then.chooses, by_seed=then.by_seed)}"
        case NextStep.PLAY_ON:
            return f"game {then.game} goes on" if then.game else "Sudden Death goes on"
        case NextStep.FINISH_TURNS:
            return (
                "finish the turn being played and resolve the effects between turns; "
                f"the next turn is turn 1 of {turns.number}{within}"
            )
        case NextStep.BEGIN_TURNS:
            said = f"the new turn is turn 1 of {turns.number}{within}"
            return f"resolve the effects between turns; {said}"
        case NextStep.UNTIL_PRIZES_DIFFER:
            return (
                f"game {then.game} continues, from the effects between turns, until the "
                "players have different numbers of Prize cards"
            )
        case NextStep.SUDDEN_DEATH:
            return f"Single Prize Sudden Death decides game {then.game}; {_starts(None)}"
        case NextStep.DECIDER:
            return f"Single Prize Sudden Death decides the match; {_starts(None)}"


def _starts(chooses: Side | None, *, by_seed: bool = False) -> str:
    if by_seed:
        return "the player with the higher seed chooses who goes first"
    if chooses is None:
        return "a new coin flip decides who goes first"
    return f"{_WHO[chooses]}, who lost, chooses who goes first, at the time of the coin flip"
