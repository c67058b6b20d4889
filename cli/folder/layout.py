"""What is said of a folder without a ledger."""

from pathlib import Path

import click

from ledger.errors import Unreadable

LEDGER = "ledger.jsonl"

MOST = 3
"""So many tournaments near by are named."""

_BEGIN = "Name its folder, or begin one with `roundbook open` or `roundbook import`."


def no_ledger(folder: Path) -> Unreadable:
    """Return what is wrong with a folder without a ledger; beside a head, one has gone missing."""
    if (folder / "head").exists() or (folder / LEDGER).exists():
        msg = f"the ledger of the tournament in {folder} is missing."
        hint = f"Restore {LEDGER} from a copy of the folder."
    else:
        msg = f"{folder} holds no tournament."
        hint = _beside(folder) or _BEGIN
    return Unreadable(msg, where=str(folder), hint=hint)


def _beside(folder: Path) -> str:
    """Return where a tournament lies near a folder without one; empty if there is none."""
    try:
        below = sorted(path.parent for path in folder.glob(f"*/{LEDGER}"))[:MOST]
    except OSError:
        return ""
    if (folder / ".." / LEDGER).exists():
        below = [folder / ".."]
    names = ", ".join(str(path) for path in below)
    word = "It lies" if len(below) == 1 else "They lie"
    return f"{word} in {names}: name the folder, or go there first (`cd`)." if below else ""


def refuse_ledger(word: str, missing: str) -> None:
    """Refuse the folder of a ledger for a word, where the folder we are in holds none."""
    if (Path(word) / LEDGER).exists() and not Path(LEDGER).exists():
        msg = f"{word} is the folder of a tournament; {missing} is missing behind it."
        raise click.UsageError(msg)
