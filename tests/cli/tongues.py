"""Events at which everything that players read has something to say, for tests of its words."""

from tests.cli.line import Line
from tests.cli.swiss import play
from tests.cli.test_elimination import begin

RESULTS = ("tie", "2-1", "double-loss", "no-show:1")
NAMES = (
    "Maximiliane Schwarzenberger-Wolkenstein",
    "Guadalupe Fernández de la Vega y Montalbán",
    "Ana Lopez",
    "Ben Ode",
    "Cho Min",
    "Dee Fox",
    "Éloïse Beauharnais-Lévêque",
    "Fay Cox",
    "Gus Gil",
)


def swiss(line: Line) -> None:
    """Nine Masters after two rounds: a tie, games, a double loss, a no-show, drops, more time."""
    line.start("--style", "swiss-plus-cut")
    line.register(*NAMES)
    line.announce(
        *("--rounds", 4, "--cut", "masters=4", "--third-place", "--prizes", 8, "--time", 60),
        *("--text", "Lunch is at noon."),
    )
    line.pair()
    for match, result in zip(line.tables(1), RESULTS, strict=True):
        line("report", match, result)
    line("drop", "p9")
    line.pair()
    line("report", line.tables(2)[0], "2-0")
    line("extend", line.tables(2)[1], 10, "--informed")


def cut(line: Line) -> None:
    """Nine Masters, a cut of four, who left it, and the match for the third place."""
    line.start("--style", "swiss-plus-cut", masters=9)
    line.announce("--third-place")
    for _ in range(4):
        play(line)
    line("cut")
    line.pair()
    [drawn] = line.run("round bracket", "-C", line.folder, "--json").data["brackets"]
    first, second = drawn["rounds"][0]["matches"]
    line("report", first["match"], "2-1")
    line("report", second["match"], "1")
    line("round third-place", "masters-cut")
    line("pair")


def bracket(line: Line) -> None:
    """A single elimination of eleven: byes, a match that was lost by leaving, matches to come."""
    begin(line, 11)
    line.pair()
    [drawn] = line.run("round bracket", "-C", line.folder, "--json").data["brackets"]
    played = [node for node in drawn["rounds"][0]["matches"] if node["match"]]
    line("report", played[0]["match"], "2-1")
    line("drop", played[1]["first"]["player"])
