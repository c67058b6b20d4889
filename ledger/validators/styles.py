"""The three styles that are sanctioned, and what belongs to none but one of them (TOP §3)."""

from collections.abc import Iterator

from ledger import events as ev
from ledger.entries import Entry
from ledger.errors import Violation
from ledger.events import AnyEvent
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Style
from ledger.tournament import Tournament
from ledger.validators.wording import waiver

_SWISS = (
    ev.PodsFormed
    | ev.RoundsSet
    | ev.ByeAwarded
    | ev.DayTwoMade
    | ev.CutMade
    | ev.LateTagSet
    | ev.LateTagCleared
)
"""What a single elimination does not know: pods, byes by grant, a second day, a cut, late tags."""


def eliminates(t: Tournament) -> bool:
    """Tell whether the whole tournament is one bracket (TOP §3.2)."""
    return t.opened is not None and t.opened.style is Style.SINGLE_ELIMINATION


def style_not_sanctioned(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Swiss, single elimination and Swiss with a cut are sanctioned, nothing else (TOP §3).

    Another style may be run; it is not sanctioned without prior approval, which is the reason that
    an official gives.
    """
    if not isinstance(event, ev.TournamentOpened) or event.style is not Style.OTHER:
        return
    yield Violation(
        rule="style-not-sanctioned",
        seq=entry.seq,
        message="a tournament of another style is not sanctioned without prior approval.",
        cites="TOP §3",
        hint="Run it as swiss, swiss-plus-cut or single-elimination. "
        f"{waiver('style-not-sanctioned')}",
    )


def style_kept(t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset) -> Iterator[Violation]:
    """A single elimination is one bracket of drawn seeds and nothing else (TOP §3.2, §3.2.1).

    Whatever the ages and however many there are, there are no pods, no byes by grant, no late tags
    and no cut. In every other style there are no seeds to be drawn: Swiss decides them (TOP §3.3).
    """
    match event:
        case ev.SeedsDrawn() if not eliminates(t):
            wrong = "seeds are drawn in a single elimination, and this is none"
            hint = "Pair Swiss rounds; the standings seed the cut."
        case ev.RoundPaired() if eliminates(t) and event.pool not in t.cuts:
            wrong = f"{event.pool} is no bracket, and a single elimination has nothing else"
            hint = "Draw the seeds first, `roundbook seed`; then pair the bracket."
        case ev.AnnouncementMade() if eliminates(t) and any(event.cut.values()):
            wrong = "a single elimination has no cut: everybody plays in it from the start"
            hint = "Announce its rounds, and whether the third place is played for."
        case _ if isinstance(event, _SWISS) and eliminates(t):
            wrong = "a single elimination has no pods, granted byes, late tags, days or cut"
            hint = "All players, whatever their age, are in one bracket: `roundbook seed`."
        case _:
            return
    yield Violation(
        rule="style-kept",
        seq=entry.seq,
        message=f"{wrong}.",
        cites="TOP §3, §3.2.1",
        hint=hint,
    )
