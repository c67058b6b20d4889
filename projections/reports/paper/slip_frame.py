"""What every match slip shows: the boxes, the lines to sign on, and the back for judges."""

from projections.reports.paper.press import Press, Side

EDGE, PAD = 22.0, 15.0
"""What printers cannot reach stays white: this much at the sides, and at every cut."""
HEAD, END = 47.0, 34.0
"""How high the head of a slip is, and its end with the signatures."""
BOX, RECORD = 15.0, 100.0
BACK = ("Judge", "Player", "Infraction", "Description", "Penalty")
"""What a judge writes down about a penalty, in this order."""

Frame = tuple[int, str | None]
"""How many games have boxes, and the word for a tie; None where the match has a winner."""


def record_at(press: Press, games: int) -> float:
    """Return where the records begin."""
    return min(_columns(press, games)) - RECORD


def row_height(high: float, *, tie: bool) -> float:
    """Return how high the row of a player is, on a slip of a height."""
    return (high - 2 * PAD - HEAD - END) / (3 if tie else 2)


def _columns(press: Press, games: int) -> list[float]:
    """Return where the boxes stand, from the right: drop, match, games."""
    drop = press.width - EDGE - 26
    match = drop - 54
    return [drop, match, *(match - 44 * (games - number) for number in range(games))]


def draw_frame(press: Press, games: int, tie: str | None, high: float) -> None:
    """Draw all that the slips of an event have in common, at the upper edge of the page."""
    left, right, columns = EDGE, press.width - EDGE, _columns(press, games)
    titles = ["Drop", "Match", *(f"Game {number}" for number in range(1, games + 1))]
    y = PAD + HEAD
    press.text((left, y - 3), "Player", 8)
    press.text((record_at(press, games), y - 3), "Record", 8)
    for x, title in zip(columns, titles, strict=True):
        press.text((x + BOX / 2, y - 3), title, 8, side=Side.MIDDLE)
    tall = row_height(high, tie=bool(tie))
    for row in range(3 if tie else 2):
        press.line(left, y, right, y, thick=0.5)
        for x in columns[1:] if row == 2 else columns:
            press.box(x, y + (tall - BOX) / 2, BOX, BOX)
        if tie and row == 2:
            press.text((left, y + tall / 2 + 4), tie.capitalize(), 12)
        y += tall
    press.line(left, y, right, y, thick=0.5)
    middle = (left + right) / 2
    for start, end in ((left, middle - 6), (middle + 6, right)):
        press.text((start, y + 17), "Signed", 7.5)
        press.line(start + 30, y + 18, end, y + 18, thick=0.6)


def back(press: Press, top: float, high: float) -> None:
    """Draw the back of a slip from its upper edge; the description has two lines."""
    left, right = EDGE, press.width - EDGE
    step = (high - 2 * PAD - 12) / (len(BACK) + 1)
    y = top + PAD + 8
    press.text((left, y), "For judges", 8, bold=True)
    y += step
    for field in BACK:
        press.text((left, y), field, 10)
        press.line(left + 70, y + 1, right, y + 1, thick=0.5)
        y += step
        if field == "Description":
            press.line(left + 70, y + 1, right, y + 1, thick=0.5)
            y += step
