"""Cut and day-two checks: the right players by the standings, at the right moment."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from roundbook.ledger.errors import Hint, advice, do
from roundbook.ledger.events.catalogue import (
    AnnouncementMade,
    CutMade,
    DayTwoMade,
    RoundPaired,
    RoundRepaired,
    RoundStarted,
)
from roundbook.ledger.events.flights import UNKNOWN_FLIGHTS
from roundbook.ledger.phrases import counted, have
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import swiss_pools_of
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.rounds import announced_to_everybody, planned_rounds
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, Pool
from roundbook.ledger.validators.checks import Breach, Found
from roundbook.projections.cut.day_two import amiss, attendance, row_of, why_choose_again
from roundbook.projections.cut.planner import LARGEST_SHARE, is_too_large, largest_cut
from roundbook.projections.cut.qualifiers import first_wrong, why_seed_again
from roundbook.projections.rounds_left import can_go_on

MOST_APART = 2
"""The share of one division is at most this many times that of another (TOP §3.3; A-61)."""


def swiss_unfinished(t: Tournament, event: CutMade | DayTwoMade, rules: Ruleset) -> Found:
    """The cut, or day two, comes after all announced rounds (TOP §3.3; A-1).

    If no legal round is left, fewer are enough (A-78).
    """
    match event:
        case CutMade() if not t.is_elimination:
            pools, what = swiss_pools_of(t, event.division), f"the {event.division} cut"
        case DayTwoMade() if event.players and event.pool not in t.day_two:
            pools, what = [event.pool], "day two" + (f" of {event.pool}" if len(t.pods) > 1 else "")
        case _:
            return
    wanting = [why for pool in pools if (why := _wanting(t, event, rules, pool))]
    if event.told or not wanting:
        return
    yield Breach(
        message=f"{what} comes too early: {wanting[0]}.",
        cites="TOP §3.3",
        hint="Play all the announced rounds first.",
    )


def _wanting(t: Tournament, event: CutMade | DayTwoMade, rules: Ruleset, pool: Pool) -> str | None:
    """Return what is left of the Swiss rounds of a pool; None if all have been played."""
    planned, played = planned_rounds(t, pool), t.latest.get(pool, 0)
    if planned is not None and played < planned and can_go_on(t, pool):
        whose = f" of {pool}" if len(t.pods) > 1 else ""
        have = "has" if 1 in {played, planned} else "have"
        return f"{played} of {counted(planned, 'round')}{whose} {have} been played"
    announced = t.announcement.day_two if t.announcement else {}
    if isinstance(event, CutMade) and announced.get(event.division) and pool not in t.day_two:
        return f"day two of {pool} has not begun"
    return None


def cut_too_large(t: Tournament, event: AnnouncementMade | CutMade, rules: Ruleset) -> Found:
    """No more than half of a division advances without a reason (A-61, A-81).

    Checked at the announcement and at the cut, if the players are known; a size that was announced
    when all players of the division were known, or for which an official overrode the rule, is not
    checked twice.
    """
    for one in _shares(t, event, rules, "cut-too-large"):
        if one.judged and is_too_large(one.size, one.players) and one.size <= one.players:
            yield Breach(
                message=f"a cut of {one.size} is more than half of the "
                f"{counted(one.players, 'player')} in {one.division}.",
                cites="roundbook",
                hint=_smaller(t, event, one.division, _most(t, one)),
            )


def cut_shares(t: Tournament, event: AnnouncementMade | CutMade, rules: Ruleset) -> Found:
    """About the same share of each division advances (TOP §3.3; A-61).

    The rows of the table differ by more than that. So only a division that departs from its row is
    compared with the others that have a cut: this must not put them further apart than a factor of
    two. If a cut is too large, only that is reported.
    """
    shares = [one for one in _shares(t, event, rules, "cut-shares") if one.size or one.row]
    if any(one.size > one.players * LARGEST_SHARE for one in shares):
        return
    for one, other in permutations(shares, 2):
        if one.row in {None, one.size} or not (one.judged or other.judged):
            continue
        less, more = sorted((one, other), key=_Share.now)
        tabled = sorted((one.by_row(), other.by_row()))
        further = more.now() * tabled[0] > less.now() * tabled[1]
        if further and more.now() > less.now() * MOST_APART:
            yield Breach(
                message=(
                    f"{_of(more)} would advance, but {_few(less)}: more than twice the share."
                ),
                cites="TOP §3.3",
                hint=_smaller(t, event, one.division, one.row),
            )
            return


class _Share(NamedTuple):
    """A division: how many advance, of how many; its own row; whether it is checked now."""

    division: Division
    size: int
    players: int
    row: int | None
    judged: bool

    def now(self) -> Fraction:
        return Fraction(self.size, self.players)

    def by_row(self) -> Fraction:
        return Fraction(self.size if self.row is None else self.row, self.players)


def _shares(
    t: Tournament, event: AnnouncementMade | CutMade, rules: Ruleset, rule: str
) -> Iterator[_Share]:
    """Yield the share of each division that has players: as cut, or as announced now.

    A cut is not checked by a rule that was overridden when this size was announced (A-81).
    """
    if event.told or "cut" not in rules.announced or t.is_elimination:
        return
    sizes = dict(t.announcement.cut) if t.announcement else {}
    cut = {one.division: len(one.seeds) for one in t.cuts.values() if isinstance(one, CutMade)}
    if isinstance(event, CutMade):
        cut[event.division] = len(event.seeds)
    else:
        cut |= event.cut
    for division in Division:
        size, players = {**sizes, **cut}.get(division), attendance(t, rules, division)
        if size is None or not players:
            continue
        let = isinstance(event, CutMade) and _let_pass(t, rule)
        known = size == sizes.get(division) and (let or announced_to_everybody(t, {division}))
        mine = isinstance(event, AnnouncementMade) or event.division == division
        row = row_of(t, rules, division)
        yield _Share(division, size, players, row.cut if row else None, mine and not known)


def _let_pass(t: Tournament, rule: str) -> bool:
    """Tell whether an official overrode a rule in the latest announcement."""
    told = t.announcement
    return told is not None and told.override is not None and rule in told.override.rules


def _most(t: Tournament, one: _Share) -> int:
    """Return the largest cut of a division that no rule is against (TOP §3.3.5)."""
    most = largest_cut(one.players)
    premier = t.opened is not None and t.opened.premier
    return min(most, one.row) if premier and one.row is not None else most


def _few(one: _Share) -> str:
    return f"only {_of(one)}" if one.size else _of(one)


def _of(one: _Share) -> str:
    return f"{one.size or 'none'} of {one.players} in {one.division}"


def _smaller(
    t: Tournament, event: AnnouncementMade | CutMade, division: Division, size: int
) -> Hint:
    """Return a hint for another size; a cut of another size is made for its division alone."""
    name = division.lower()
    if isinstance(event, CutMade):
        if not size:
            return advice("Do not make a cut for this division.")
        again = do("cut", name, "--size", f"{size}", "--reason", "…")
        several_cuts = t.announcement and sum(map(bool, t.announcement.cut.values())) > 1
        if several_cuts:
            return advice("Use a cut of {}, for {} only ({}).", f"{size}", division, again)
    else:
        again = do("announce", "--cut", f"{name}={size or 'none'}")
    return advice("Use {} ({}).", f"a cut of {size}" if size else "no cut", again)


def cut_differs(t: Tournament, event: CutMade, rules: Ruleset) -> Found:
    """Seeds follow the Swiss places of the active players (TOP §3.3; A-44).

    Players who share a place may be in either order. Each flight sends its best players, who are
    merged by the standings of the division (TOP §3.3.3); a file that has flights does not say who
    plays in which. Pure single elimination has no Swiss rounds, and its seeds are drawn.
    """
    if t.is_elimination or (event.told and event.reason == UNKNOWN_FLIGHTS):
        return
    wrong = first_wrong(t, rules, event)
    if wrong is None:
        return
    number, taken, expected = wrong
    hint: str | Hint
    if event.told:
        hint = advice(
            "The seeds in the file come from different standings: compare them with {}.",
            do("standings"),
        )
    else:
        hint = "Use the order of the standings; the next player in the standings moves up."
    yield Breach(
        message=(
            f"seed {number} of the {event.division} cut is {taken.player} (place "
            f"{taken.place}), but by the standings it should be {expected.player} "
            f"(place {expected.place})."
        ),
        cites="TOP §3.3",
        hint=hint,
        waiver=not event.told,
    )


def seeds_outdated(t: Tournament, event: RoundPaired | RoundStarted, rules: Ruleset) -> Found:
    """A bracket is paired and starts with the seeds that the standings give (A-40, A-44).

    After the start, Swiss results no longer change the seeds. An imported round follows the seeds
    of its file.
    """
    cut = t.cuts.get(event.pool)
    if not isinstance(cut, CutMade) or event.told:
        return
    if why := why_seed_again(t, rules, event.pool):
        act = "be paired" if isinstance(event, RoundPaired) else "start"
        yield Breach(
            message=f"{named(t, event.pool, event.round)} cannot {act}: {why}.",
            cites="TOP §3.3, §4",
            hint=advice("Make the cut again: {}.", do("cut", cut.division.lower(), "--again")),
        )


# Day two has all players with X-2-0 or better, or the best 32, until its first round starts.


def day_two_differs(t: Tournament, event: DayTwoMade, rules: Ruleset) -> Found:
    """Day two has all players with X-2-0 or better, or the best 32 (TOP §3.3.5; A-19).

    Each division of the pool is checked separately. Of players who share the last place, any may be
    taken.
    """
    if not event.players or any(t.players[p].out for p in event.players if p in t.players):
        return  # It is withdrawn, or `day-two-player` comes first.
    wrong = amiss(t, rules, event.pool, event.players, event.after)
    if not wrong:
        return
    why = "should be in it" if wrong.missing else "should not be in it"
    who = have(wrong.missing or wrong.extra, one=why, many=why)
    yield Breach(
        message=f"day two of {event.pool} has the wrong players: {who}.",
        cites="TOP §3.3.5",
        hint=advice("Let {} choose them.", do("day-two", event.pool)),
    )


def day_two_outdated(
    t: Tournament, event: RoundPaired | RoundRepaired | RoundStarted, rules: Ruleset
) -> Found:
    """Day two is paired and starts with the players whom the standings give (A-71).

    After the start, a drop or a correction no longer changes who plays it.
    """
    why = None if event.told else why_choose_again(t, rules, event.pool)
    if not why:
        return
    act = {RoundPaired: "be paired", RoundRepaired: "be repaired"}.get(type(event), "start")
    yield Breach(
        message=f"{named(t, event.pool, event.round)} cannot {act}: {why}.",
        cites="TOP §3.3.5, §4",
        hint=advice("Choose its players again: {}.", do("day-two", event.pool, "--again")),
    )
