"""Whether a file was written since we looked: which one it is, how long, when it changed."""

from pathlib import Path

Stamp = tuple[int, int, int]

NO_FILE: Stamp = (0, 0, 0)


def stamp_of(path: Path) -> Stamp:
    """Return which file this is, how long, and when it was last written; NO_FILE for none."""
    try:
        found = path.stat()
    except OSError:
        return NO_FILE
    return (found.st_ino, found.st_size, found.st_mtime_ns)


def is_another(before: Stamp, now: Stamp) -> bool:
    """Tell whether a file is not the one that we read, grown longer."""
    return before[0] != now[0] or now[1] < before[1]
