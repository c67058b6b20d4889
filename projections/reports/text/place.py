"""An explanation of a place in plain lines, at most 80 columns wide, to be read out at the desk."""

import textwrap
from collections.abc import Mapping

from ledger.terms import PlayerId
from projections.explain.comparison import WORDS, NeighbourStep
from projections.explain.missed_cut import Miss
from projections.explain.percentages import Mean, Share
from projections.explain.place import Explanation
from projections.standings.percentages import percent
from projections.standings.records import PlayedRound, Scored

WIDTH = 80
LABEL = 28

Names = Mapping[PlayerId, str]
"""Who the players are; a number without a name stands alone."""


def lines(explanation: Explanation, names: Names) -> list[str]:
    """Return an explanation as lines of text.

    Every figure is printed as the fraction that it is, so that it can be reckoned again by hand.
    """
    said = [*_heading(explanation, names), "", "Match points"]
    said += [_round(part, names) for part in explanation.rounds]
    said.append(f"  {'together':<56}{explanation.standing.match_points:>4}")
    if explanation.looks_at:
        said += _wrap(f"The percentages look at {explanation.looks_at}.", 0)
    said += _mean("Op Win %: the mean of what each opponent counts", explanation.op_win, names)
    said += _mean("Op Op Win %: the mean of the opponents' Op Win %", explanation.op_op_win, names)
    if explanation.games is not None and explanation.game_win is not None:
        rate = explanation.game_win
        said += ["", f"Game-win %: games {explanation.games}, {rate} = {percent(rate)} %"]
    if explanation.op_game_win:
        said += _mean(
            "Opponents' game-win %: the mean of their game-win %", explanation.op_game_win, names
        )
    for step in explanation.steps:
        said += ["", *_step(step, names)]
    for miss in explanation.misses:
        said += ["", *_miss(miss, names)]
    return said


def _heading(explanation: Explanation, names: Names) -> list[str]:
    """Return who stands where."""
    one = explanation.standing
    place = f"place {one.place}" if one.place else "no place, disqualified (A-8),"
    heading = f"{_label(one.player, names)}: {place} in {one.division}"
    if explanation.flight and explanation.flight_place:
        heading += f", {explanation.flight_place} in {explanation.flight}"
    worth = "1 match point" if one.match_points == 1 else f"{one.match_points} match points"
    parts = [worth, one.record]
    if one.seed:
        parts.append(f"seed {one.seed} of the cut")
    parts.append("late: below everybody on time (TOP §3.1.4.1)" if one.late else "on time")
    if explanation.dropped_after is not None:
        parts.append(f"left after round {explanation.dropped_after}")
    return [heading, *_wrap(", ".join(parts), 0)]


def _round(part: PlayedRound, names: Names) -> str:
    """Return what a round was worth."""
    said = {
        Scored.WIN: "won against",
        Scored.TIE: "tied with",
        Scored.LOSS: "lost to",
        Scored.DOUBLE_LOSS: "double loss with",
        Scored.FORCED_LOSS: "lost: had started before the player came",
        Scored.UNPLAYED: "not played: no round, no opponent",
    }.get(part.scored, part.scored.value)
    whom = f" {_label(part.opponent, names)}" if part.opponent else ""
    return f"  round {part.round:<3} {said + whom:<46}{part.match_points:>4}"


def _mean(title: str, mean: Mean, names: Names) -> list[str]:
    """Return a figure, share by share, and the mean."""
    said = ["", title]
    for share in mean.shares:
        said += _share(share, names)
    if mean.note:
        said.append(f"  {mean.note}")
    total = sum((share.counts for share in mean.shares), start=mean.result * 0)
    by = f"{total} by {len(mean.shares)} = " if mean.shares else ""
    return [*said, *_wrap(f"= {by}{mean.result} = {percent(mean.result)} %", 2)]


def _share(share: Share, names: Names) -> list[str]:
    """Return what one opponent counts, and why."""
    who = _label(share.opponent, names) if share.opponent else "awarded bye"
    rate = "" if share.rate is None or share.rate == share.counts else str(share.rate)
    line = f"  {who:<{LABEL}} {share.record:>8}  {rate:>9}  counts {share.counts}"
    return [line, *(part for note in share.notes for part in _wrap(note, 6))]


def _step(step: NeighbourStep, names: Names) -> list[str]:
    """Return how a neighbour compares."""
    other = _label(step.other, names)
    level = ", ".join(WORDS[name] for name in step.level_on)
    if step.decided_by is None:
        return _wrap(f"Level with {other} in {level}: one lot will order them ({step.cites}).", 0)
    said = _wrap(f"{'Below' if step.is_above else 'Above'} {other}", 0)
    if level:
        said += _wrap(f"not parted by {level};", 2)
    said += _wrap(f"decided by {WORDS[step.decided_by]} ({step.cites}):", 2)
    return [*said, *_wrap(f"{step.mine} against {step.theirs}", 4)]


def _miss(miss: Miss, names: Names) -> list[str]:
    """Return why a player does not play on."""
    said = _wrap(
        f"Not in {miss.what} of {miss.size} ({miss.pool}), "
        f"whose last in Swiss order is {_label(miss.last, names)}:",
        0,
    )
    if miss.step is not None:
        return [*said, *_step(miss.step, names)]
    if miss.gone:
        return [*said, *_wrap("had left, so the next in rank moved up (A-44).", 2)]
    fixed = "the seeds were fixed before the standings came to be as they are (A-40)."
    return [*said, *_wrap(fixed, 2)]


def _label(player: PlayerId | None, names: Names) -> str:
    """Return a player's number and name, shortened to fit its column."""
    label = f"{player} {names.get(player, '')}".rstrip() if player else ""
    return label if len(label) <= LABEL else f"{label[: LABEL - 1]}…"


def _wrap(text: str, indent: int) -> list[str]:
    """Return a text in lines that fit."""
    return textwrap.wrap(
        text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2)
    )
