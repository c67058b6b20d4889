"""Players from lines without titles, as people paste them from a chat: a name, perhaps an ID."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from roundbook.ledger.importers.lists.pages_and_forms import Row


class _Piece(NamedTuple):
    """What a line says of one player."""

    line: int
    names: tuple[str, ...]
    id: str
    day: str
    division: str


class Loose(NamedTuple):
    """Players from lines without titles, and sentences on how they were read."""

    rows: list[Row]
    left_out: tuple[str, ...]


TITLES = ("name", "id", "date of birth", "division")
_MARKS = re.compile('[\u2705\u2714\u2611\ufe0f\u20e3\u2022\u25cf\u25aa\u00b7*>_`"“”]+|[✓✗]')
_COUNT = re.compile(r"\s*[(\[]?(\d{1,3})\s*(?:[.):\]]|-(?=\s)|–(?=\s))\s*")
_KEYCAP = re.compile("^\\s*(\\d{1,2})[\ufe0f\u20e3]+\\s*")
_BULLET = re.compile(r"\s*[-–—+•]\s+")
_ID = re.compile(r"#?\d{4,10}")
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}")
_YEAR = re.compile(r"(19|20)\d\d")
_MAIL = re.compile(r"<?(?<![^\s<>,;])[^\s<>,;]+@[^\s<>,;]+>?")  # It may begin once a word.
_CALLED = re.compile(r"\b(?:player )?(?:id|pop|nr|no|num)\b[.:#]?", re.IGNORECASE)
_CUT = re.compile(r"\s*[,;\t|()\[\]]\s*|\s+[-–—:]\s+")
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’.-])*")
_PICTURES = re.compile("[\u2600-\u27bf\U0001f000-\U0001faff]")


def loose(  # noqa: C901 - one kind of line after the other.
    text: str, division_of: Callable[[str], bool], is_out: Callable[[str], bool]
) -> Loose | None:
    """Return the players of a text without titles; None if a line may be anything else.

    A line above others may give their division, or say that they are on a waiting list.
    """
    found: list[_Piece] = []
    left, unknown = list[str](), 0
    division, outside, counts = "", "", list[int]()
    for number, raw in _pieces(text):
        line = _plain(raw)
        if not re.search(r"[^\W_]", line):
            outside = outside if line or raw.strip() else ""
            continue
        counted, line = _counted(raw, line)
        counts += counted
        heading = line.rstrip(": ").strip()
        if not re.search(r"[^\W\d_]", line):
            if _ID.fullmatch(line) and found and not found[-1].id and not counted:
                found[-1] = found[-1]._replace(id=line)
            elif line:
                return None
            continue
        if division_of(heading):
            division, outside = heading, ""
            continue
        if is_out(heading) and not _ID.search(line):
            outside = heading
            continue
        one = _read(number, line, division_of)
        if one is None or (not found and line.endswith(":")):
            if found and not _PICTURES.search(raw):
                return None
            unknown += 1
            left.append(
                f'line {number} ("{line[:40]}") does not look like a player, so it was not read.'
            )
        elif outside:
            who = " ".join(one.names)
            left.append(f'line {number}, {who}: listed below "{outside[:40]}", so it was not read.')
        else:
            found.append(one._replace(division=one.division or division))
    steps = [b - a for a, b in pairwise(counts)]
    in_order = all(step == 1 or b == 1 for step, b in zip(steps, counts[1:], strict=True)) or (
        all(step > 0 for step in steps)
    )
    if len(found) < 2 or unknown > len(found) or not in_order:
        return None
    return _as_rows(found, left)


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text with their numbers; a single line is cut where a player ends."""
    lines = text.strip("\ufeff").splitlines()
    filled = [line for line in lines if line.strip()]
    if len(filled) == 1:
        cut = r";" if ";" in filled[0] else r",|\b(?:and|und|et|y|e|en|i)\b(?=[^()]*\()|(?<=:)\s"
        for part in re.split(cut, filled[0]):
            yield 1, part.strip().rstrip(".")
        return
    yield from enumerate(lines, 1)


def _plain(text: str) -> str:
    """Return a line without marks, and one space where there are many, which a pattern may try."""
    return re.sub(r"[^\S\t]+", " ", _MARKS.sub(" ", text)).strip()


def _counted(raw: str, line: str) -> tuple[list[int], str]:
    """Return the number with which a line begins, if it counts the players, and the rest."""
    if found := _KEYCAP.match(raw):
        return [int(found[1])], _plain(raw[found.end() :])
    if found := _COUNT.match(line):
        return [int(found[1])], line[found.end() :]
    bullet = _BULLET.match(line)
    return [], line[bullet.end() :] if bullet else line


def _read(number: int, line: str, division_of: Callable[[str], bool]) -> _Piece | None:
    """Return what a line says, if it is a name with an ID, a date and a division at most."""
    line = _CALLED.sub(" ", _MAIL.sub(" ", line))
    names, ids, days, divisions = list[str](), list[str](), list[str](), list[str]()
    for part in filter(None, (one.strip(" .") for one in _CUT.split(line))):
        words = part.split()
        if _DATE.fullmatch(part):
            days.append(part)
        elif _ID.fullmatch(part):
            ids.append(part)
        elif division_of(part):
            divisions.append(part)
        elif len(words) > 1 and _ID.fullmatch(words[-1]):
            names.append(" ".join(words[:-1]))
            ids.append(words[-1])
        elif len(words) > 1 and _ID.fullmatch(words[0]):
            names.append(" ".join(words[1:]))
            ids.append(words[0])
        else:
            names.append(part)
    if max(len(ids), len(days), len(divisions)) > 1 or not 1 <= len(names) <= 2:
        return None
    if not all(map(_is_name, names)) or (len(names) == 1 and " " not in names[0]):
        return None
    return _Piece(number, tuple(names), "".join(ids).lstrip("#"), "".join(days), "".join(divisions))


def _is_name(text: str) -> bool:
    """Tell whether a text may be a person's name, and not a sentence or the name of a card."""
    words = text.split()
    if not 1 <= len(words) <= 5 or not all(map(_WORD.fullmatch, words)):
        return False
    return all(one[0].isupper() or not one[0].islower() for one in (words[0], words[-1]))


def _as_rows(found: Sequence[_Piece], left: Iterable[str]) -> Loose | None:
    """Return the players as rows below titles; None if some lines have two names, others one."""
    kinds = {len(one.names) for one in found}
    if len(kinds) > 1:
        return None
    two = kinds == {2}
    titles = ["first name", "last name", *TITLES[1:]] if two else [*TITLES]
    rows = [(one.line, [*one.names, one.id, one.day, one.division]) for one in found]
    used = [any(cells[at] for _, cells in rows) for at in range(len(titles))]
    kept = [at for at, is_used in enumerate(used) if is_used]
    rows = [(line, [cells[at] for at in kept]) for line, cells in rows]
    first = found[0]
    asked = (
        f"line {first.line}: the list has no header row; is {first.names[0]} the first name, and "
        f"{first.names[-1]} the last name?"
    )
    said = [asked] if two else []
    return Loose([(first.line, [titles[at] for at in kept]), *rows], (*said, *left))
