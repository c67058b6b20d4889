"""The fonts of a PDF: those of roundbook, of the user, and of this machine."""

import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.session.named_files import read_whole
from roundbook.cli.session.read import ReadContext
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.events.posting import Paper
from roundbook.ledger.people.book import Book
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.text import has_extension
from roundbook.projections.reports.paper.bidi import is_turned, isolated
from roundbook.projections.reports.paper.document import Document, texts
from roundbook.projections.reports.paper.flow import as_pdf
from roundbook.projections.reports.paper.typefaces import (
    TOO_LARGE,
    Face,
    Typefaces,
    loaded,
    signs,
    simple,
    typefaces,
)

KNOWN = (
    "notosans-regular", "notosansjp", "notosanssc", "notosanstc", "notosanskr", "droidsansfallback",
    "arial unicode", "arialuni", "wqy-microhei", "wqy-zenhei", "ipag", "ipaexg", "takaogothic",
    "vl-gothic", "nanumgothic", "msgothic", "meiryo", "yugothm", "msyh", "simsun", "simhei",
    "msjh", "malgun", "applegothic", "applesdgothicneo", "hiragino", "pingfang", "unfonts",
    "notosansthai", "leelawui", "tahoma", "notosansgeorgian", "notosansarmenian", "sylfaen",
    "notosansethiopic", "nyala", "notosanscherokee", "gadugi", "segoeui", "arial", "freesans",
    "unifont",
)  # fmt: skip
"""The font files to look for, by the beginning of their names, the best first.

No other fonts of the machine are used: they may be display fonts.
"""


class Fonts(Struct, frozen=True, kw_only=True):
    """The fonts of a PDF, ready for typesetting; `others` are the files besides roundbook's own."""

    type: Typefaces
    others: tuple[Face, ...] = ()

    def used(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Return the SHA-256 of each font file, besides roundbook's own, that these texts use."""
        names = self.type.used(texts)
        return tuple(face.sha256 for face in self.others if loaded(face).name in names)


def fonts_for(texts: Sequence[str], named: Sequence[Path] = ()) -> Fonts:
    """Return fonts that can show these texts, as few as are needed.

    roundbook's own come first, then those in `named`, then the machine's. Raises Unreadable if a
    named file is not a usable font.
    """
    others = [_named(path) for path in named]
    open_ = signs(texts)
    for face in (*_ours()[0], *others):
        open_ -= {each for each in open_ if ord(each) in loaded(face).glyphs}
    for path in _of_the_machine() if open_ else ():
        found = _face(path)
        if isinstance(found, Face) and any(ord(each) in loaded(found).glyphs for each in open_):
            others.append(found)
            open_ -= {each for each in open_ if ord(each) in loaded(found).glyphs}
        if not open_:
            break
    return _fonts(others)


def fonts_again(digests: Sequence[str], named: Sequence[Path] = ()) -> Fonts | None:
    """Return exactly the fonts that a PDF was made with; None if one of them is missing here."""
    there: dict[str, Path] = {}
    for path in (*named, *_of_the_machine()) if digests else ():
        data = _read(path)
        if data is not None:
            there.setdefault(sha256(data).hexdigest(), path)
    found = [_face(there[digest]) for digest in digests if digest in there]
    faces = [face for face in found if isinstance(face, Face)]
    return _fonts(faces) if len(faces) == len(digests) else None


def _fonts(others: Sequence[Face]) -> Fonts:
    regular, bold = _ours()
    return Fonts(type=typefaces([*regular, *others], bold), others=tuple(others))


def _ours() -> tuple[list[Face], list[Face]]:
    """Return roundbook's own fonts: Latin, Greek, Cyrillic and more (2,900 characters)."""
    folder = files("roundbook.projections.reports.paper") / "fonts"
    names = ("DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf")
    regular, bold = (folder.joinpath(name).read_bytes() for name in names)
    return [_as_face(regular)], [_as_face(bold)]


def _as_face(data: bytes) -> Face:
    return Face(sha256=sha256(data).hexdigest(), data=data)


def _named(path: Path) -> Face:
    """Return a font given by the user. Raises Unreadable with the reason if it cannot be used."""
    face = _face(path)
    if isinstance(face, str):
        msg = f"the font {path} cannot be used: {face}."
        hint = "Give a .ttf or .ttc file with TrueType outlines."
        raise Unreadable(msg, where=str(path), hint=hint)
    return face


def _face(path: Path) -> Face | str:
    """Return the font in a file, or the reason why it cannot be used."""
    data = _read(path)
    if data is None:
        return "the file cannot be read, or is larger than 64 MB"
    face = _as_face(data)
    try:
        loaded(face)
    except ValueError as error:
        return str(error)
    return face


def _read(path: Path) -> bytes | None:
    try:
        return read_whole(path, TOO_LARGE)
    except (OSError, Unreadable):
        return None


def _of_the_machine() -> Iterator[Path]:
    """Yield the machine's font files that are known to be plain, the best first."""
    found = []
    for folder in _folders():
        for place, inner, names in os.walk(folder):
            inner.sort()
            known = [name for name in names if has_extension(name, ".ttf", ".ttc", ".otf")]
            found += [Path(place, name) for name in known]
    odd = ("bold", "italic", "oblique", "light", "thin", "black", "mono", "serif")
    plain = [path for path in found if not any(word in path.stem.lower() for word in odd)]
    for start in KNOWN:
        yield from sorted(path for path in plain if path.name.lower().startswith(start))


def _folders() -> list[Path]:
    """Return the folders for fonts on this kind of machine."""
    home = Path.home()
    if sys.platform == "darwin":
        system = Path("/System/Library/Fonts")
        return [Path("/Library/Fonts"), system, system / "Supplemental", home / "Library/Fonts"]
    if sys.platform == "win32":
        windows = Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"
        return [windows, home / "AppData/Local/Microsoft/Windows/Fonts"]
    own = [home / ".fonts", home / ".local/share/fonts"]
    return [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), *own]


# Making a PDF with the fonts here: players whose name they cannot show appear as numbers.

_NUMBERS = re.compile(r"\bp[1-9][0-9]*\b")


class Draft(Struct, frozen=True, kw_only=True):
    """A PDF before typesetting: all its texts, and a function that makes the file from fonts."""

    texts: Sequence[str]
    press: Callable[[Fonts, Paper], bytes]


Build = Callable[[ReadContext], Document | Draft]
"""Makes a print from a ledger's contents."""


def _drafted(made: Document | Draft) -> Draft:
    """Return a print as a Draft; a Document flows over the pages."""
    if isinstance(made, Draft):
        return made
    return Draft(
        texts=texts(made), press=lambda fonts, paper: as_pdf(made, paper=paper, type_=fonts.type)
    )


class Done(Struct, frozen=True, kw_only=True):
    """A finished PDF: its bytes, other fonts than roundbook's, and players shown as numbers."""

    data: bytes
    fonts: tuple[str, ...]
    numbers: tuple[PlayerId, ...]

    @property
    def sha256(self) -> str:
        """The digest of exactly the bytes of the PDF."""
        return sha256(self.data).hexdigest()


def set_with(ctx: ReadContext, build: Build, fonts: Fonts | Sequence[Path], paper: Paper) -> Done:
    """Return a finished PDF; a player whose name has missing characters appears as a number.

    `fonts` are exactly the fonts to use, or files that may be used besides those of roundbook and
    the machine.
    """
    made = _drafted(build(ctx))
    chosen = fonts if isinstance(fonts, Fonts) else fonts_for(made.texts, fonts)
    unset = tuple(p for p in ctx.book.players if not chosen.type.sets(ctx.name(p)))
    book = _printable(ctx.book, unset)
    if book is not ctx.book:
        made = _drafted(build(replace(ctx, book=book)))
    there = {word for text in made.texts for word in _NUMBERS.findall(text)}
    numbers = tuple(p for p in unset if p in there)
    return Done(data=made.press(chosen, paper), fonts=chosen.used(made.texts), numbers=numbers)


def _printable(book: Book, unset: Collection[PlayerId]) -> Book:
    """Return the names as they are printed.

    Players whose name cannot be shown get their number and the end of their Player ID, which they
    know. A right-to-left name is isolated so that it does not reorder the text next to it.
    """
    renamed = {}
    for player, known in book.players.items():
        own, name = book.id(player), known.person.name
        if player in unset:
            name = f"{player} (id …{own[-4:]})" if own else player
        elif is_turned(name):
            name = isolated(name)
        if name != known.person.name:
            renamed[player] = replace(known, person=replace(known.person, name=name))
    return replace(book, players={**book.players, **renamed}) if renamed else book


def as_numbers(numbers: Sequence[PlayerId], book: Book) -> list[str]:
    """Return lines on which players appear as numbers, why, and what to do about it."""
    shaped = [p for p in numbers if not all(map(simple, book.name(p)))]
    others = [p for p in numbers if p not in shaped]
    lines = []
    for players, (one, many) in ((others, _NO_FONT), (shaped, _NO_SHAPE)):
        who = ", ".join(f"{player} ({book.name(player)})" for player in players)
        if players:
            said = one if len(players) == 1 else many
            lines.append(f"{counted(len(players), 'player')}: {said}: {who}")
    if others:
        searched = ", ".join(map(str, _folders()))
        lines.append(
            f"  hint: Give a font with --font FILE; these folders were searched: {searched}."
        )
    if numbers:
        lines.append("  hint: A page printed from a browser shows every name.")
    return lines


_NO_FONT = (
    "the name needs a font that is not installed, so a number is printed",
    "the names need fonts that are not installed, so numbers are printed",
)
_NO_SHAPE = (
    "the name is in a script that our PDFs cannot show, so a number is printed",
    "the names are in scripts that our PDFs cannot show, so numbers are printed",
)
