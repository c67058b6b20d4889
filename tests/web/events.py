"""Tournaments at every stage, played at the real command line, for whoever looks at their pages."""

from tests.cli.line import Line
from tests.cli.swiss import finish, last, play

HOSTILE = (
    "<script>alert(1)</script>",
    "Bobby'); DROP TABLE--",
    'O\'Brien & Sons "x"',
    "{{ 7 * 7 }}",
    "%(name)s %s",
)
"""Names that would like to be something else than a name."""

MANY_LETTERS = (
    "Ingrid Åkesson-Fjällström von Hohenlohe",
    "山田 太郎",
    "Иван Петров",
    "محمد علي",
    "Nguyễn Thị Minh Khai",
    "W" * 100,
)
"""Names in other letters, and very long ones."""


def at(line: Line, name: str) -> Line:
    """Return the command line at another tournament beside this one."""
    return Line(line.home, line.folder.parent / name)


def running(line: Line) -> Line:
    """Round 2 is being played: one result is in, one was corrected, one match has extra time."""
    cup = at(line, "running")
    cup.enrol("Ada Winter", "Bruno Castel", *HOSTILE, *MANY_LETTERS)
    cup.announce("--rounds", 4, "--time", 50, "--text", "Lunch is after round 2.")
    play(cup)
    cup.pair()
    first, second, *_ = (f"masters-2-{n}" for n in last(cup, "round-paired")["tables"])
    cup("report", first, "2-1")
    cup("correct", first, "1-2", "--reason", "the slip was read upside down")
    cup("extend", second, 5, "--informed", "--reason", "a deck check")
    return cup


def at_the_cut(line: Line) -> Line:
    """The quarter-finals have been played, the semi-finals are being played."""
    cup = at(line, "top-cut")
    cup.start("--style", "swiss-plus-cut", Masters=10)
    cup.announce("--rounds", 3, "--cut", "masters=8", "--override", "cut-too-large")
    for _ in range(3):
        play(cup)
    cup("cut")
    play(cup)
    cup.pair()
    return cup


def knock_out(line: Line) -> Line:
    """A single elimination of two ages after two rounds, one of which two players have left."""
    cup = at(line, "knock-out")
    cup.start("--style", "single-elimination", Masters=6, Senior=4)
    cup("announce")
    cup("round seed")
    play(cup)
    play(cup)
    return cup


def over(line: Line) -> Line:
    """Three rounds have been played, and the tournament is closed."""
    cup = at(line, "over")
    cup.start(Masters=6)
    cup.announce("--rounds", 3)
    for _ in range(3):
        play(cup)
        finish(cup)
    cup("close")
    return cup


def stages(line: Line) -> list[Line]:
    """Every stage, in one hall: an empty one, one with players, one with a round, and so on."""
    empty = at(line, "empty")
    empty.start()
    registered = at(line, "registered")
    registered.start(Masters=5)
    paired = at(line, "paired")
    paired.start(Masters=5)
    paired.announce("--rounds", 3)
    paired("pair")
    return [empty, registered, paired, running(line), at_the_cut(line), knock_out(line), over(line)]
