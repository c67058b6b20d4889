"""A command speaks by `cli.session.output`, so that it can be given inside another program."""

import ast

from tests.house.tree import ROOT, modules

# Doors to the terminal, and commands that are only ever typed into a shell.
ALOUD = {
    "cli/session/output.py",
    "cli/session/errors.py",
    "cli/session/ask.py",
    "cli/verbs.py",  # The page of --help, as click itself prints it.
    *(
        f"cli/commands/{name}.py"
        for name in (
            *("import_", "tournaments", "open_archive", "demo", "generate", "propose"),
            *("check", "replay", "diff", "compare_editions", "witness", "check_proof"),
            *("serve", "invite", "tiles", "practise", "feed", "follow"),
        )
    ),
}


def calls(text: str) -> set[str]:
    return {
        f"{node.func.value.id}.{node.func.attr}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if isinstance(node.func.value, ast.Name)
    }


def test_nothing_is_printed_past_the_voice() -> None:
    """`from roundbook.cli.session.output import echo`, and not click's own."""
    found = {
        path.as_posix()
        for path in modules()
        if path.parts[0] == "cli" and path.as_posix() not in ALOUD
        if calls((ROOT / path).read_text(encoding="utf-8")) & {"click.echo", "click.secho"}
    }
    assert found == set()
