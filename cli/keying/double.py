"""Double keying: a result counts only when it has been keyed twice, the same both times."""

from collections.abc import Mapping
from typing import NamedTuple

from cli.keying.spoken import Keyed, Slips
from cli.params import as_typed
from ledger.terms import MatchId


class Twice(NamedTuple):
    """The slips that were keyed for the second time, those that wait for it, and what is said."""

    ready: Slips
    waiting: Mapping[MatchId, Keyed]
    lines: tuple[str, ...]
    wrong: tuple[str, ...]


def twice(spoken: Slips, waiting: Mapping[MatchId, Keyed]) -> Twice:
    """Return which slips count now. Two that differ both go: whoever keys looks at the slip again.

    A reason may be keyed with either.
    """
    still, ready = dict(waiting), list[Keyed]()
    lines, wrong = list[str](), list[str]()
    for slip in spoken.slips:
        table, now = slip.match.table, as_typed(slip.result)
        first = still.pop(slip.match, None)
        if first is None:
            still[slip.match] = slip
            lines.append(f"table {table}: {now}, keyed once; key it again")
        elif (first.result, set(first.leaving)) == (slip.result, set(slip.leaving)):
            ready.append(slip if slip.reason is not None else first)
        else:
            before = as_typed(first.result)
            unlike = f"{before}, and now {now}" if before != now else "with others who leave"
            wrong.append(f"table {table} was keyed {unlike}: neither counts; key it twice.")
    return Twice(Slips(slips=tuple(ready)), still, tuple(lines), tuple(wrong))
