"""Shells complete commands, options, divisions, pools, open matches and players."""

import os
import shutil
import subprocess

import pytest
from click.shell_completion import ShellComplete

from roundbook.cli.main import roundbook as commands
from roundbook.cli.session.completion import VARIABLE
from tests.cli.line import Line
from tests.cli.typed import roundbook, words_of
from tests.programs import OURS, needed
from tests.programs import roundbook as installed


def offered(*words: str) -> dict[str, str | None]:
    """What is offered for the last word, each with what is said of it."""
    found = ShellComplete(commands, {}, "roundbook", VARIABLE)
    items = found.get_completions(words_of(words[:-1]), words[-1])
    return {item.value: item.help for item in items if item.type == "plain"}


@pytest.fixture
def cup(line: Line, monkeypatch: pytest.MonkeyPatch) -> Line:
    line.begin("Ana Lopez", "Ben Ode", "Cho Min", "Dée Fox")
    line("report", "masters-1-1", "1")
    monkeypatch.chdir(line.folder)
    return line


def test_commands_and_their_options_are_completed() -> None:
    assert {*offered("sta")} == {"start", "standings", "status"}
    assert offered("standings")["standings"] == "Show the standings."
    assert "--division" in offered("standings", "--d")
    assert "--dry-run" in offered("report", "--d")
    assert {*offered("deck", "re")} == {"register"}
    assert "bash" in offered("lab completion", "b")
    assert "pair" in offered("nonsense", "p")


def test_what_the_tournament_knows_is_completed(cup: Line) -> None:
    [(match, names)] = offered("report", "masters-").items()
    assert match == "masters-1-2"
    assert names
    assert names.count(" - ") == 1
    assert offered("standings", "ma") == {"masters": "round 1", **offered("report", "masters-")}
    assert offered("drop", "lop") == {"p1": "Ana Lopez"}
    assert offered("explain", "dee") == {"p4": "Dée Fox"}
    assert {*offered("drop", "p")} == {"p1", "p2", "p3", "p4"}
    assert "masters" in offered("standings", "--division", "m")


def test_only_what_a_command_can_be_used_for_is_completed(cup: Line) -> None:
    assert {*offered("start", "ma")} == {"masters-1-2"}, "round 1 has started"
    assert offered("people reinstate", "p") == {}
    cup("drop", "p1")
    assert offered("people reinstate", "p") == {"p1": "Ana Lopez"}
    assert {*offered("drop", "p")} == {"p2", "p3", "p4"}
    cup("report", "masters-1-2", "1")
    assert {*offered("pair", "ma")} == {"masters"}
    cup("pair")
    assert {*offered("start", "masters")} == {"masters", "masters-2-1"}


def test_nobody_waits_for_a_database_that_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = list[float]()
    monkeypatch.setattr("roundbook.ledger.storage.database.sleep", waits.append)
    assert offered("drop", "-C", "postgresql://127.0.0.1:1/events/cup", "lop") == {}
    assert not waits


def test_a_tournament_elsewhere_is_asked_and_without_one_there_are_files(
    cup: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(cup.folder.parent)
    assert offered("drop", "lop") == {}
    assert offered("drop", "-C", "cup", "lop") == {"p1": "Ana Lopez"}
    assert offered("explain", "-C", "cup", "lop") == {"p1": "Ana Lopez"}
    (cup.folder / "ledger.jsonl").write_bytes(b"nonsense\n")
    assert offered("drop", "-C", "cup", "lop") == {}


SHELLS = {
    "bash": 'eval "$(roundbook lab completion bash)"; COMP_WORDS=(roundbook {0}); COMP_CWORD={1}; '
    '_roundbook_completion roundbook; printf "%s\\n" "${{COMPREPLY[@]}}"',
    "fish": 'roundbook lab completion fish | source; complete -C "roundbook {0}"',
}


@pytest.mark.tools
@pytest.mark.parametrize("shell", SHELLS)
def test_a_real_shell_takes_what_is_offered(cup: Line, shell: str) -> None:
    if shell == "fish" and not shutil.which(shell):
        pytest.skip("no fish")
    needed(shell, called=shell)

    def typed(words: str) -> list[str]:
        script = SHELLS[shell].format(words, len(words.split()))
        done = subprocess.run(
            [shell, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            cwd=cup.folder,
            env=os.environ
            | {
                "ROUNDBOOK_HOME": str(cup.home),
                "PATH": f"{OURS}{os.pathsep}{os.environ['PATH']}",
            },
        )
        return [said.split("\t")[0] for said in done.stdout.splitlines()]

    assert typed("stat") == ["status"]
    assert typed("report masters-") == ["masters-1-2"]


@pytest.mark.parametrize("shell", [pytest.param("bash", marks=pytest.mark.tools), "zsh", "fish"])
def test_each_shell_has_its_lines_and_is_answered_in_its_way(cup: Line, shell: str) -> None:
    assert f"{VARIABLE}={shell}_complete" in roundbook("lab completion", shell).out
    done = subprocess.run(
        [installed()],
        capture_output=True,
        text=True,
        check=True,
        cwd=cup.folder,
        env=os.environ
        | {
            "ROUNDBOOK_HOME": str(cup.home),
            VARIABLE: f"{shell}_complete",
            "COMP_WORDS": "roundbook drop lop",
            "COMP_CWORD": "lop" if shell == "fish" else "2",
        },
    )
    assert "p1" in done.stdout
    assert ("Ana Lopez" in done.stdout) is (shell != "bash")
