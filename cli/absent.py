"""What is said of a folder without a ledger."""

from pathlib import Path

import click

from ledger.errors import Unreadable

LEDGER = "ledger.jsonl"


def no_ledger(folder: Path) -> Unreadable:
    """Return what is wrong with a folder without a ledger; beside a head, one has gone missing."""
    if (folder / "head").exists() or (folder / LEDGER).exists():
        msg = f"the ledger of the tournament in {folder} is missing."
        hint = f"Restore {LEDGER} from a copy of the folder."
    else:
        msg = f"{folder} holds no tournament."
        hint = "Name its folder, or begin one with `roundbook open` or `roundbook import`."
    return Unreadable(msg, where=str(folder), hint=hint)


def refuse_ledger(word: str, missing: str) -> None:
    """Refuse the folder of a ledger for a word, where the folder we are in holds none."""
    if (Path(word) / LEDGER).exists() and not Path(LEDGER).exists():
        msg = f"{word} is the folder of a tournament; {missing} is missing behind it."
        raise click.UsageError(msg)
