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


def test_after_a_round_is_before_the_next_one_or_now(line: Line) -> None:
    line.begin(*FOUR)
    line.play(1)
    now = line.run("standings", "-C", line.folder, "--json").data
    assert (
        line.run("standings", "-C", line.folder, "--as-of", "after round 1", "--json").data == now
    )
    line("pair")
    line("start")
    line.play(2)
    for moment in ("after round 1", "After round 1 of masters", "before round 2 was paired"):
        assert line.run("standings", "-C", line.folder, "--as-of", moment, "--json").data == now
    refused = line.run("standings", "-C", line.folder, "--as-of", "after round 3")
    assert "round 3 has never been paired" in refused.err
    refused = line.run("standings", "-C", line.folder, "--as-of", "round 1")
    assert '"before round 4 was paired" or "after round 3"' in " ".join(refused.err.split())
    refused = line.run("explain", "-C", line.folder, "bye")
    assert "`roundbook edition find bye`" in " ".join(refused.err.split())


def test_a_missing_word_is_told_by_an_example_alone(line: Line) -> None:
    told = line.run("lab generate").err
    assert "Usage:" not in told
    assert "Missing argument 'DIR'. For example: `roundbook lab generate" in " ".join(told.split())
