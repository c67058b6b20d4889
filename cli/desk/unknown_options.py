"""What is said of an option that a command does not have: a near one, or another way."""

from difflib import SequenceMatcher

import click

NEAR = 0.7
"""How alike two words have to be, of 1, for one to be taken for a slip of the other."""


def of_unknown(option: click.NoSuchOption) -> str:
    """Return the sentence on an option that is not there, with a suggestion only if it is near."""
    known = _options(option.ctx.command) if option.ctx else set()
    said = option.message
    if way := _another_way(option.option_name, known):
        return f"{said} {way}"
    found = sorted(one for one in known if _is_near(option.option_name, one))
    return f"{said} Did you mean {' or '.join(found)}?" if found else said


def _options(command: click.Command) -> set[str]:
    """Return the long options of a command, but for its hidden ones."""
    options = (one for one in command.params if isinstance(one, click.Option) and not one.hidden)
    names = (name for one in options for name in (*one.opts, *one.secondary_opts))
    return {name for name in names if name.startswith("--")}


def _is_near(typed: str, known: str) -> bool:
    """Tell whether a word may be a slip of an option, or one of the words that it is made of."""
    word, name = typed.strip("-").lower(), known.strip("-")
    parts = (name, *name.split("-"))
    return bool(word) and (
        name.startswith(f"{word}-")
        or any(SequenceMatcher(None, word, part).ratio() >= NEAR for part in parts)
    )


def _another_way(typed: str, known: set[str]) -> str | None:
    """Return how else people get what an option does for other commands."""
    word = typed.strip("-")
    if word in {"out", "output", "file"} and "--plain" in known and "--out" not in known:
        pdf = ", or give --pdf FILE" if "--pdf" in known else ""
        return f"Add `> FILE` to save the output to a file{pdf}."
    if word == "reason" and "--station" in known and "--reason" not in known:
        return (
            'This command does not record a reason; add one with `roundbook note "TEXT" '
            "--player PLAYER`."
        )
    return None
