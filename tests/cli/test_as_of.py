"""Whatever was shown at a moment is shown again when that moment is named."""

from typing import Any

from tests.cli.line import Line

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
VIEWS = ("standings", "pairings", "history")


def test_every_view_of_every_moment_can_be_had_again(line: Line) -> None:
    shown: dict[tuple[int, str], Any] = {}

    def look() -> None:
        entry = line.ledger()[-1]["seq"]
        for view in VIEWS:
            shown[entry, view] = line.run(view, "-C", line.folder, "--json").data

    line.begin(*FOUR)
    look()
    for match in line.tables(1):
        line("report", match, "2-1")
        look()
    line("pair")
    look()
    line("correct", line.tables(1)[0], "0-2", "--reason", "the slip was read upside down")
    look()
    line("start")
    line.play(2)
    look()
    line("drop", "p3")
    line.close()
    assert len({str(one) for one in shown.values()}) > 2 * len(VIEWS)
    for (entry, view), before in shown.items():
        again = line.run(view, "-C", line.folder, "--as-of", entry, "--json").data
        assert again == before, (entry, view)
