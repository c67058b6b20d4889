"""What follows from the rounds of a published event: where Swiss ends, who left, who plays on."""

from collections.abc import Mapping, Sequence

from ledger.importers.published import Meeting
from ledger.terms import Verdict

_Rounds = Sequence[Sequence[Meeting]]


def last_rounds(rounds: _Rounds) -> dict[int, int]:
    """Return the last round in which each player is seated."""
    found: dict[int, int] = {}
    for number, meetings in enumerate(rounds, start=1):
        found.update(dict.fromkeys((n for one in meetings for n in one.players), number))
    return found


def swiss_rounds(rounds: _Rounds) -> int:
    """Return the number of Swiss rounds: those before a bracket that ends with one match.

    A bracket is one match after two, after four, …, played by the winners of the round before. A
    single match at the end is a bracket only where its players have won such a round.
    """
    swiss, size = len(rounds), 1
    while swiss and len(rounds[swiss - 1]) == size and _decided(rounds[swiss - 1]):
        if size > 1 and _winners(rounds[swiss - 1]) != _seated(rounds[swiss]):
            break
        swiss, size = swiss - 1, size * 2
    return len(rounds) if len(rounds) - swiss < 2 else swiss


def _decided(meetings: Sequence[Meeting]) -> bool:
    verdicts = {Verdict.FIRST, Verdict.SECOND}
    return all(one.result and one.result.verdict in verdicts for one in meetings)


def _winners(meetings: Sequence[Meeting]) -> set[int]:
    return {
        one.players[0 if one.result and one.result.verdict is Verdict.FIRST else 1]
        for one in meetings
    }


def _seated(meetings: Sequence[Meeting]) -> set[int]:
    return {player for one in meetings for player in one.players}


def first_day(swiss: _Rounds, given: Mapping[int, int | None]) -> int | None:
    """Return the last round of a first day, after which a part of the players played on.

    That is where more stop without having left than play on; None where that is nowhere.
    """
    last = last_rounds(swiss)
    for number in range(1, len(swiss)):
        stopped = [p for p, n in last.items() if n == number and given.get(p) is None]
        if len(stopped) > len(_seated(swiss[number])):
            return number
    return None
