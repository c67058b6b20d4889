"""What was keyed in, as our verbs: a report, or a correction where another result stands."""

from collections.abc import Container, Mapping, Sequence

from msgspec import Struct

from cli.keying.hall import Hall
from cli.keying.spoken import Keyed, Wrong
from cli.params import as_typed
from ledger.terms import MatchId, PlayerId, Result


class Given(Struct, frozen=True, kw_only=True):
    """A verb with its words and options, and the id that makes repeating it harmless."""

    verb: str
    words: tuple[str, ...]
    options: Mapping[str, str | bool | Sequence[str]] = {}
    cmd: str | None = None


def verbs_for(slip: Keyed, hall: Hall, out: Container[PlayerId]) -> tuple[Given, ...] | Wrong:
    """Return what a slip lets be done; nothing where all of it stands already.

    `out` are the players who have left: they need not leave again. Another result than the one that
    stands is a correction, and needs a reason (TOP §4).
    """
    match, standing = slip.match, hall.results.get(slip.match)
    leaving = tuple(player for player in slip.leaving if player not in out)
    drops = (Given(verb="drop", words=leaving),) if leaving else ()
    words = (str(match), as_typed(slip.result))
    if standing is None:
        if slip.reason is not None:
            return Wrong(sentence=f"table {match.table} has no result yet: leave the reason out.")
        options = {"drop": leaving} if leaving else {}
        return (Given(verb="report", words=words, options=options),)
    if says_the_same(slip.result, standing):
        return drops
    if slip.reason is None:
        return Wrong(sentence=_needs_a_reason(match, standing, slip.result))
    return (Given(verb="correct", words=words, options={"reason": slip.reason}), *drops)


def says_the_same(result: Result, standing: Result) -> bool:
    """Tell whether a result repeats one that stands, if only who won of it."""
    bare = Result(verdict=standing.verdict)
    return result in {standing, bare}


def _needs_a_reason(match: MatchId, standing: Result, result: Result) -> str:
    has = f"table {match.table} has {as_typed(standing)} already"
    return f"{has}: say why it is {as_typed(result)}, behind `because`."
