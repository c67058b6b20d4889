"""Where the bytes go that cannot stay in the ledger: nothing is thrown away."""

from itertools import count
from pathlib import Path

from ledger.storage import disk

FOLDER = "quarantine"


def set_aside(folder: Path, name: str, data: bytes) -> Path:
    """Keep `data` in the quarantine of `folder`, for good, and return where. Raises OSError.

    A name that is taken by other bytes gets a number. The same bytes are kept once: whoever was
    interrupted here does it again.
    """
    quarantine = folder / FOLDER
    quarantine.mkdir(exist_ok=True)
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    path = next(path for path in map(quarantine.joinpath, names) if _is_free(path, data))
    disk.put(path, data)
    disk.make_names_durable(folder)
    return path


def _is_free(path: Path, data: bytes) -> bool:
    return not path.exists() or path.read_bytes() == data
