"""What is said of a folder without a ledger."""

from pathlib import Path

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
