"""Who advances, to be read out: share of each division, first to miss out, and flights."""

from collections import Counter
from collections.abc import Callable, Sequence
from gettext import NullTranslations

from roundbook.ledger.events.catalogue import Bracket
from roundbook.ledger.phrases import Phrase, counted, phrase
from roundbook.ledger.state.pools import counted_entrants
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId
from roundbook.projections.bracket.bracket import bracket_of, eliminated
from roundbook.projections.cut.planner import PlannedCut
from roundbook.projections.cut.qualifiers import Alone
from roundbook.projections.reports.languages import said
from roundbook.projections.reports.text.tables import WIDTH, Column, wrapped
from roundbook.projections.reports.text.tables import lines as table_lines
from roundbook.projections.rounds.flights import Option

PLANNED = (
    Column("Division"),
    Column("Cut", right=True),
    Column("Share"),
    Column("Rounds", right=True),
    Column("Hours", right=True),
    Column(""),
)


def planned_row(one: PlannedCut, t: Tournament) -> tuple[str, ...]:
    """Return a possible cut: size, share, rounds, hours, and where it comes from (A-61).

    Hours are the match time of the winner's rounds, without turns and breaks.
    """
    return (
        one.division,
        str(one.size or "none"),
        share_of(one.size, one.players, t) if one.size else "",
        str(one.rounds),
        f"{one.minutes // 60}:{one.minutes % 60:02}" if one.minutes else "",
        ", ".join(["chosen"] * one.announced + ["rounds table"] * one.listed),
    )


def planned_lines(cuts: Sequence[PlannedCut], t: Tournament) -> list[str]:
    """Return the possible cuts of the divisions as a table; empty if there is no choice."""
    if not cuts:
        return []
    return [
        "cuts to choose from, with about the same share of each division (TOP §3.3):",
        *(f"  {line}" for line in table_lines(PLANNED, [planned_row(one, t) for one in cuts])),
        (
            "  rounds: played by the winner; hours: match time of those rounds, excluding "
            "extra turns and breaks"
        ),
    ]


def share_of(size: int, came: int, t: Tournament) -> str:
    """Return how many advance, as a share: `8 of 33 players (24%)` (TOP-3.3a)."""
    return f"{size} of {counted_entrants(t, came)} ({round(100 * size / came)}%)"


def going_on(t: Tournament, division: Division) -> Phrase | None:
    """Return how many of a division advance, as a line below the standings.

    None before that, and after the final.
    """
    cut = bracket_of(t, division)
    if cut:
        if not _is_undecided(t, cut):
            return None
        return phrase(
            "%(number)s advance to %(pool)s; all others keep their place (TOP §3.3.6).",
            number=len(cut.seeds),
            pool=cut.pool,
        )
    taken = [
        player
        for made in t.day_two.values()
        for player in made.players
        if player in t.players and t.players[player].division == division
    ]
    if taken:
        return phrase(
            "%(number)s advance to day two; all others finish in their current place.",
            number=len(taken),
        )
    return None


def provisional(t: Tournament, division: Division) -> Phrase | None:
    """Return the note that the first places are provisional until the bracket is finished."""
    cut = bracket_of(t, division)
    if cut is None or not _is_undecided(t, cut):
        return None
    return phrase(
        "note: %(pool)s is not finished: the places of players still in it are provisional",
        pool=cut.pool,
    )


def _is_undecided(t: Tournament, cut: Bracket) -> bool:
    """Tell whether at least two players are still in a bracket."""
    return len(cut.seeds) - len(eliminated(t, cut.pool)) > 1


# The note that only one player is undefeated although rounds are still to be played.


def undefeated_lines(
    alone: Alone,
    named: Callable[[PlayerId], str],
    words: NullTranslations | None = None,
    *,
    width: int = WIDTH,
) -> list[str]:
    """Return the note: which player it is, and that the planned number of rounds applies."""
    note = phrase(
        "note: only %(player)s is undefeated in %(pool)s after round %(after)s; %(announced)s "
        "rounds are planned, and that number applies (TOP §3.1)",
        player=named(alone.player),
        pool=alone.pool,
        after=alone.after,
        announced=alone.announced,
    )
    return wrapped(said(note, words) if words else note, width - 2)


# Flights, to be read out: number and sizes, rounds, and cut.


def sizes_in_words(one: Option) -> str:
    """Return the sizes of flights: `36, 36, 36, 35`, or `16 × 32` if there are many."""
    if one.flights <= 4:
        return ", ".join(map(str, one.sizes))
    found = Counter(one.sizes)
    return ", ".join(f"{n} × {size}" if n > 1 else f"{size}" for size, n in found.items())


def in_words(one: Option) -> str:
    """Return the number and sizes of flights: `4 flights of 36, 36, 36, 35`."""
    if one.flights == 1:
        return f"{counted(one.sizes[0], 'player')} without flights"
    return f"{one.flights} flights of {sizes_in_words(one)}"


def apart_in_words(one: Option) -> str:
    """Return why flights differ by two players; empty if they do not (A-17, A-82)."""
    if one.flights == 1 or max(one.sizes) - min(one.sizes) < 2:
        return ""
    return (
        "only one flight is odd, and only if the total is (TOP §3.3.3.2), so the sizes differ by "
        "two; this saves byes in every round"
    )


def rounds_in_words(one: Option) -> str:
    """Return the rounds with their source, and the other reading if it differs (A-16)."""
    if one.rounds is None:
        return "no rounds table gives the number of rounds"
    said = f"{counted(one.rounds, 'round')} ({one.cites})"
    if one.by_doubling in {None, one.rounds}:
        return said
    return f"{said}; one round fewer for each doubling of the flights would give {one.by_doubling}"


def cut_in_words(one: Option) -> str:
    """Return how many players of each flight advance, or how large the cut would have to be."""
    if one.of_each is None:
        return f"a cut of {2 * one.flights} or more" if one.flights > 1 else "no cut"
    return f"top {one.of_each} of each" if one.flights > 1 else f"top {one.cut}"
