"""How TOM would divide the players, and a registration file of TOM that is run here."""

import pytest

from tests.cli.line import Line
from tests.cli.typed import IMPORTS


@pytest.mark.rule("A-94")
def test_where_tom_would_divide_the_players_differently_it_says_so(line: Line) -> None:
    """The shape of the first real file: 2 Juniors, 12 Seniors, 21 Masters are two pods of TOM."""
    line.start(junior=2, senior=12, masters=21)
    note = (
        "TOM would pair Junior with Senior, and Masters alone; the edition that does so is tom "
        "(`open --edition tom`)"
    )
    assert f"{note}.\n" in line("announce").out
    assert f"{note}.\n" in line("pair").out
    out = line.folder.parent / "cup.tdf"
    assert note in line.run("file export", "-C", line.folder, out, "--placeholders", code=0).out


@pytest.mark.rule("A-94")
def test_where_tom_would_divide_the_players_alike_nothing_is_said(line: Line) -> None:
    line.start(senior=6, masters=8)
    assert "TOM" not in line("announce").out + line("pair").out


@pytest.mark.rule("A-94")
def test_a_registration_file_of_tom_needs_one_command_to_be_run_here(line: Line) -> None:
    """It is signed and has its secret from then on, and status leads on to the announcement."""
    said = line.run(
        "file import", IMPORTS / "06_challenge_registered_only.tdf", line.folder, code=0
    ).out
    assert "to go on without TOM: roundbook round new-secrets --reason …" in said
    assert said.endswith(" (edition tom)\n")
    done = line("round new-secrets", "--reason", "played here").out
    assert "From now on, the ledger is signed with " in done
    kinds = [event["event"] for event in line.ledger()[-1]["events"]]
    assert kinds == ["secret-committed", "key-rotated"]
    assert "next: roundbook announce" in line.run("status", "-C", line.folder).out
    line("announce")
    line("pair")
    assert "Not signed" not in line.run("verify", line.folder).out
