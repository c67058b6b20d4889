"""A bracket as a picture in plain text, within eighty columns."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from gettext import NullTranslations
from typing import NamedTuple

from roundbook.ledger.phrases import phrase
from roundbook.ledger.state.round_names import called_with
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.text import cells_of
from roundbook.projections.bracket.tree import How, Node, Tree
from roundbook.projections.reports.languages import SOURCE, said, translations
from roundbook.projections.reports.text.tables import WIDTH, wrapped

ENGLISH = translations(SOURCE)
PART = 3
"""How many rounds are shown side by side: eight positions. A larger bracket is shown in parts."""

Name = Callable[[PlayerId], str]


class Label(NamedTuple):
    """One label of the picture: a name, and the games of the match that led there."""

    text: str
    games: str = ""


def picture(shown: Tree, name: Name, words: NullTranslations = ENGLISH) -> list[str]:
    """Return a bracket as lines; a large one in parts, early rounds first.

    The seed is before each player of the first round; the winner is between the two who met, with
    the games, or else the match to be played.
    """
    lines: list[str] = []
    for title, labels in parts_of(shown, name, PART, words):
        lines += ["", title, *_drawn(labels), *dict.fromkeys(_starred(labels))]
    gone_on = [one for column in shown.rounds for one in column if one.corrected]
    for one in gone_on:
        note = phrase(
            "%(winner)s advanced from %(match)s: the bracket had already moved on before the "
            "result was corrected (entry %(entry)s)",
            winner=name(one.winner) if one.winner else "",
            match=str(one.match),
            entry=one.corrected or 0,
        )
        lines += ["", *wrapped(said(note, words), WIDTH)]
    return lines


def parts_of(
    shown: Tree, name: Name, depth: int, words: NullTranslations = ENGLISH
) -> Iterator[tuple[str, list[list[Label]]]]:
    """Yield a bracket in parts of at most `depth` rounds: the title, and the labels by column."""
    seeds = {player: number for number, player in enumerate(shown.seeds, start=1)}
    gone = {
        (one.round, player): player in shown.disqualified
        for column in shown.rounds
        for one in column
        if one.how is How.LEFT
        for player in (one.first, one.second)
        if player and player != one.winner
    }
    for start in range(0, len(shown.rounds), depth):
        rounds = shown.rounds[start : start + depth]
        parts = 2 * len(rounds[0]) >> len(rounds)
        called = [said(called_with(2 * len(one)), words) for one in (rounds[0], rounds[-1])]
        over = f"{shown.pool}: {' - '.join(dict.fromkeys(called))}"
        for part in range(parts):
            columns = [
                one[part * len(one) // parts : (part + 1) * len(one) // parts] for one in rounds
            ]
            which = phrase(", part %(number)s of %(of)s", number=part + 1, of=parts)
            title = f"{over}{said(which, words) if parts > 1 else ''}"
            labels = [
                [_seat(one, n, seeds, gone, name, words) for one in columns[0] for n in (0, 1)]
            ]
            labels += [[_out(one, gone, name, words) for one in column] for column in columns]
            yield title, labels


def _drawn(labels: Sequence[Sequence[Label]]) -> list[str]:
    """Return one part of a bracket: its players on the left, the winner on the right."""
    width = min(WIDTH // len(labels), 26)
    height = 2 * len(labels[0]) - 1
    canvas = [[" "] * (len(labels) * width) for _ in range(height)]
    rows = list(range(0, height, 2))
    for depth, column in enumerate(labels):
        left = depth * width
        last = depth == len(labels) - 1
        for row, label in zip(rows, column, strict=True):
            _write(canvas[row], left, _cut(label, width - (1 if last else 3)))
        if last:
            break
        for upper, lower in zip(rows[::2], rows[1::2], strict=True):
            for row in (upper, lower):
                end = left + width - 2
                at = max(x for x in range(left, end + 1) if canvas[row][x] != " " or x == left)
                for x in range(at + 2, end):
                    canvas[row][x] = "-"
                canvas[row][end] = "+"
            for row in range(upper + 1, lower):
                canvas[row][left + width - 2] = "|"
        rows = [(a + b) // 2 for a, b in zip(rows[::2], rows[1::2], strict=True)]
    return ["".join(row).rstrip() for row in canvas]


Gone = Mapping[tuple[int, PlayerId], bool]
"""Players who were out before a match was decided, by round: whether they were disqualified."""


def _mark(gone: Gone, where: tuple[int, PlayerId], words: NullTranslations) -> str:
    """Return the mark of a player who was out before a match of this round was decided."""
    if gone.get(where):
        return f"({said(phrase('disqualified'), words)})"
    return said(phrase("(drop)"), words) if where in gone else ""


def _seat(
    one: Node,
    which: int,
    seeds: dict[PlayerId, int],
    gone: Gone,
    name: Name,
    words: NullTranslations,
) -> Label:
    """Return a player with the seed, marked if they dropped; `bye` if there is no opponent."""
    player = one.second if which else one.first
    if player:
        left = _mark(gone, (one.round, player), words)
        return Label(f"{seeds[player]:>2} {name(player)}", left)
    if one.how is How.TO_COME:
        return Label("...")
    return Label(said(phrase("bye") if one.how is How.BYE else phrase("nobody"), words))


def _out(one: Node, gone: Gone, name: Name, words: NullTranslations) -> Label:
    """Return who advances, with the games, and whether they dropped from the next match.

    If nobody has won yet, return the match to be played.
    """
    if one.winner is None:
        playing = f"[{one.match}]" if one.how is How.PAIRED else "..."
        to_come = one.how in {How.PAIRED, How.TO_COME}
        return Label(playing if to_come else said(phrase("nobody"), words))
    result = one.result if one.how is How.PLAYED else None
    if result and one.winner == one.second:
        result = result.turned()  # The winner's games come first.
    games = result.games if result else None
    left = _mark(gone, (one.round + 1, one.winner), words)
    return Label(name(one.winner), f"{games or ''} {left}".strip())


def _cut(label: Label, width: int) -> str:
    """Return a label that fits: a long name is cut off at the end, the games never."""
    text, games = label
    if games and cells_of(text) + 1 + cells_of(games) > width:
        # A mark is explained below the picture, so that it takes no room from the name.
        games = _MARK.sub("*", games)
    room = width - (cells_of(games) + 1 if games else 0)
    if cells_of(text) > room:
        text = _FIRST.sub(lambda found: f"{found[1] or ''}{found[2]}. ", text, count=1)
    if cells_of(text) > room:
        while text and cells_of(text) > room - 1:
            text = text[:-1]
        text = f"{text.rstrip()}~"
    return f"{text} {games}".rstrip()


_MARK = re.compile(r"\(.*\)")
_FIRST = re.compile(r"^(\s*\d+ )?([^\W\d_])\S*\s(?=\S)")
"""The seed, and the first name, of which the initial is enough where there is no room."""


def _starred(labels: Sequence[Sequence[Label]]) -> Iterator[str]:
    """Yield each name with its mark, if there was no room for the mark next to it."""
    width = min(WIDTH // len(labels), 26)
    for depth, column in enumerate(labels):
        for label in column:
            shown = _cut(label, width - (1 if depth == len(labels) - 1 else 3))
            mark = _MARK.search(label.games)
            if mark and mark[0] not in shown:
                yield f"* {label.text.strip()} {mark[0]}"


def _write(row: list[str], left: int, text: str) -> None:
    """Write a text into a row; wide characters take two columns."""
    at = left
    for character in text:
        wide = cells_of(character)
        if wide == 0:
            row[at - 1] += character
            continue
        row[at] = character
        for more in range(1, wide):
            row[at + more] = ""
        at += wide
