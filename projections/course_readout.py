"""A way through a bracket in plain lines, at most eighty columns wide, to be read out."""

import textwrap
from collections.abc import Mapping

from ledger.terms import PlayerId
from projections.course import Course, Leg, Neighbour, Went
from projections.falls import Fall

WIDTH = 80

Names = Mapping[PlayerId, str]
"""Who the players are; a number without a name stands alone."""


def lines(course: Course, names: Names) -> list[str]:
    """Return a way through a bracket as lines of text, and what the place follows from."""
    said = [_heading(course, names)] if course.pure else [f"{course.pool}, seed {course.seed}"]
    for leg in course.legs:
        said += _wrap(f"round {leg.round}: {_leg(leg, names)}", 2)
    said += _wrap(_why(course, names), 0)
    for one in course.neighbours:
        said += _wrap(_beside(one, names), 0)
    return said


def _heading(course: Course, names: Names) -> str:
    """Return who stands where among all, and in the division."""
    if course.place is None:
        where = "no place, disqualified (A-8)"
    else:
        own = f", {course.in_division} in the division" if course.in_division else ""
        where = f"place {course.place} of {course.players}{own}"
    return f"{_label(course.player, names)}: {where}, seed {course.seed}"


def _leg(leg: Leg, names: Names) -> str:
    """Return what a round was, in words."""
    other = _label(leg.opponent, names) if leg.opponent else "nobody"
    games = f", {leg.games}" if leg.games else ""
    third = "for the third place, " if leg.third_place else ""
    said = {
        Went.WON: f"beat {other}{games}",
        Went.LOST: f"lost to {other}{games}",
        Went.BYE: "bye",
        Went.OTHER_LEFT: f"won against {other}, who left (TOP §3.2)",
        Went.LEFT: f"lost to {other} by leaving (TOP §3.2)",
        Went.BOTH_LOST: f"both lost, against {other} (A-50)",
        Went.OPEN: f"plays {other}",
    }[leg.went]
    return f"{third}{said}"


def _why(course: Course, names: Names) -> str:
    """Return what the place follows from."""
    fall = course.fall
    if fall is None and course.won:
        return "Not beaten: the winner (TOP §3.2)."
    if fall is None:
        return "Still in: those who are not beaten yet stand by seed for now."
    out = f"Out in round {fall.round}, {_by(fall, course.by_place, names)}"
    if not course.pure:
        return f"{out}; those out in one round stand by seed (TOP §3.3.6)."
    return f"{out}: a player stands as whoever knocked them out does (TOP §3.2.3)."


def _beside(one: Neighbour, names: Names) -> str:
    """Return how a neighbour left the bracket."""
    who = f"{'Below' if one.is_above else 'Above'} {_label(one.player, names)}, place {one.place}"
    if one.fall is None:
        return f"{who}: not beaten."
    return f"{who}: out in round {one.fall.round}, {_by(one.fall, one.by_place, names)}."


def _by(fall: Fall, place: int | None, names: Names) -> str:
    """Return who knocked a player out, and where that one stands."""
    if fall.by is None:
        return "and nobody went on from there"
    stands = f" (place {place})" if place else ""
    who = f"{_label(fall.by, names)}{stands}"
    return f"knocked out by {who}" if fall.met else f"where {who} went on"


def _label(player: PlayerId, names: Names) -> str:
    return f"{player} {names.get(player, '')}".rstrip()


def _wrap(text: str, indent: int) -> list[str]:
    """Return a text in lines that fit."""
    return textwrap.wrap(
        text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2)
    )
