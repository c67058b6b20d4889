"""What is done to a good file: bytes changed anywhere, its own pieces moved, lost and replaced."""

import io
import json
import re
import warnings
import zipfile
from collections.abc import Callable
from random import Random
from typing import Any

ODD_TEXT = (
    "", " ", "\0", "\t", "\x1b[2J", "\u202e", "\ufeff", "\ud800", "=1+1", "<", "&lt;", "]]>", '"',
    "'", "%s", "{0}", "../../x", "nan", "inf", "true", "null", "p1", "bye", "Ana López", "x" * 300,
    "é" * 70_000, "1e9", "-1", "\u0663", "\U0001d7db", "0" * 50, "9" * 5_000, "2026-02-30",
    "02/30/2026 25:61:00",
)  # fmt: skip
ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**53, 2**63, 2**64, 10**400, 1.5, 1e308, [], {}, [[]], "",
    "p1",
)  # fmt: skip
ODD_BYTES = (
    b"\x00", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\r", b"\n", b"\xc3", b"PK\x03\x04",
    b"<!DOCTYPE a [",
)  # fmt: skip
DEEP = 3_000

Mutation = Callable[[bytes, Random], bytes]


def of_bytes(data: bytes, random: Random) -> bytes:
    """Change, leave out, repeat or put in some bytes, or break off."""
    at = random.randrange(len(data) + 1)
    length = random.choice((0, 1, 1, 2, 7, 40, 400))
    part = data[at : at + length]
    kind = random.randrange(7)
    if kind == 0:
        part = bytes(random.randrange(256) for _ in range(random.randrange(9)))
    elif kind == 1:
        part = b""
    elif kind == 2:
        part *= random.choice((2, 3, 50))
    elif kind == 3:
        part = random.choice(ODD_BYTES)
    elif kind == 4:
        part = str(random.choice(ODD_TEXT)).encode(errors="surrogatepass")
    elif kind == 5:
        return data[:at]
    else:
        part = bytes(byte ^ (1 << random.randrange(8)) for byte in part)
    return data[:at] + part + data[at + length :]


def of_pieces(pattern: bytes) -> Mutation:
    """Return what moves, loses, repeats or replaces a piece of a text, apart by a pattern."""
    cut = re.compile(pattern)

    def change(data: bytes, random: Random) -> bytes:
        pieces = cut.split(data)  # With what stands between, since the pattern is a group.
        at, other = random.randrange(len(pieces)), random.randrange(len(pieces))
        kind = random.randrange(5)
        if kind == 0:
            pieces[at] = b""
        elif kind == 1:
            pieces[at] = pieces[at] * random.choice((2, 5))
        elif kind == 2:
            pieces[at], pieces[other] = pieces[other], pieces[at]
        elif kind == 3:
            pieces[at] = random.choice(ODD_TEXT).encode(errors="surrogatepass")
        else:
            pieces[at : at + random.randrange(1, 9)] = []
        return b"".join(pieces)

    return change


of_xml = of_pieces(rb"(<[^<>]*>|\"[^\"]*\")")
of_cells = of_pieces(rb"([,;|\t\r\n]+)")
of_words = of_pieces(rb"([\s=\"\[\]:]+)")


def of_json(data: bytes, random: Random) -> bytes:
    """Change something within one line of JSON, or within the whole of a text of JSON."""
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    whole = False
    try:
        tree = json.loads(lines[at])
    except (ValueError, RecursionError):
        try:
            tree, whole = json.loads(data), True
        except (ValueError, RecursionError):
            return of_bytes(data, random)
    if random.randrange(60) == 0:
        nested = b"[" * DEEP + b"]" * DEEP
        return nested if whole else b"\n".join((*lines[:at], nested, *lines[at + 1 :]))
    tree = _within(tree, random)
    text = json.dumps(
        tree, sort_keys=True, separators=(",", ":"), ensure_ascii=random.random() < 0.2
    )
    changed = text.encode(errors="surrogatepass")
    return changed if whole else b"\n".join((*lines[:at], changed, *lines[at + 1 :]))


def _within(tree: Any, random: Random) -> Any:
    """Return a tree of JSON with one of its values, somewhere, changed."""
    if isinstance(tree, dict) and tree and random.random() < 0.85:
        name = random.choice(sorted(tree))
        kind = random.randrange(12)
        if kind == 0:
            return {key: value for key, value in tree.items() if key != name}
        if kind == 1:
            return {**tree, random.choice(ODD_TEXT[:20]): tree[name]}
        return {**tree, name: _within(tree[name], random)}
    if isinstance(tree, list) and tree and random.random() < 0.85:
        at = random.randrange(len(tree))
        kind = random.randrange(8)
        if kind == 0:
            return [*tree[:at], *tree[at + 1 :]]
        if kind == 1:
            return [*tree, tree[at]]
        return [*tree[:at], _within(tree[at], random), *tree[at + 1 :]]
    if isinstance(tree, int) and random.random() < 0.6:
        return tree + random.choice((-1, 1, 2, -tree, 1_000))
    if isinstance(tree, str) and random.random() < 0.4:
        return random.choice((tree[:-1], tree + "0", tree.upper(), tree[::-1]))
    return random.choice((random.choice(ODD_TEXT), random.choice(ODD_VALUES)))


def of_parts(inner: Mutation) -> Mutation:
    """Return what changes a part of a zip file: what is in it, what it is called, how it lies."""

    def change(data: bytes, random: Random) -> bytes:
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                parts = [(part.filename, packed.read(part)) for part in packed.infolist()]
        except (
            zipfile.BadZipFile,
            NotImplementedError,
            ValueError,
            OSError,
            EOFError,
            RuntimeError,
        ):
            return of_bytes(data, random)
        except Exception:  # noqa: BLE001 - whatever zlib says of what was changed before.
            return of_bytes(data, random)
        if not parts:
            return of_bytes(data, random)
        at = random.randrange(len(parts))
        name, content = parts[at]
        kind = random.randrange(12)
        if kind == 0:
            del parts[at]
        elif kind == 1:
            parts.append((name + random.choice(("", "2", "/../x")), content))
        elif kind == 2:
            parts[at] = (random.choice(("../x", "/x", "x" * 200, "a/b/c", "é")), content)
        else:
            parts[at] = (name, inner(content, random))
        out = io.BytesIO()
        way = random.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED))
        with zipfile.ZipFile(out, "w", way) as again, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # That a name stands twice is what is tried.
            for filename, held in parts:
                again.writestr(zipfile.ZipInfo(filename, (1980, 1, 1, 0, 0, 0)), held, way)
        return out.getvalue()

    return change


def mutated(data: bytes, of_form: Mutation, random: Random) -> bytes:
    """Return a file with one to five changes: most of its own form, some of bytes."""
    for _ in range(random.randrange(1, 6)):
        change = of_bytes if random.randrange(4) == 0 else of_form
        data = change(data, random)
    return data
