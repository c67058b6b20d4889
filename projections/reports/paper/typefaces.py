"""Fonts: a text is set in the first font that has a glyph for every character."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

from msgspec import Struct

from roundbook.projections.reports.names import CLOSE, OPEN, bare
from roundbook.projections.reports.paper.bidi import MIRRORED, in_order, is_turned

# Arabic letters in the forms that they have next to each other, each form a character of its own.
# The forms are Unicode's "presentation forms", which themselves say which form of which letter they
# are. So no table has to be kept here, and a font needs no tables of its own. Letters without such
# forms, and marks over letters, are left to programs that do shaping.

TATWEEL = "\N{ARABIC TATWEEL}"
"""A stroke that lengthens a word: it joins on both sides, and has one form."""
LAM = "\N{ARABIC LETTER LAM}"
HALF_KNOWN = {"\N{ARABIC LETTER NOON GHUNNA}", "\N{ARABIC LETTER U WITH HAMZA ABOVE}"}
"""Letters for which not every form is a character of its own."""


class Forms(NamedTuple):
    """The forms of a letter; one that only joins to the right has no `initial` and no `medial`."""

    isolated: str
    final: str = ""
    initial: str = ""
    medial: str = ""


@cache
def forms() -> dict[str, Forms]:
    """Return the forms of each letter, and of lam with each alef, which are one sign."""
    found: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD)):
        tag, *parts = unicodedata.decomposition(chr(code)).split()[:3] or [""]
        letters = "".join(chr(int(part, 16)) for part in parts)
        is_lam_alef = letters[:1] == LAM and code >= 0xFEF5
        if tag and (len(letters) == 1 or is_lam_alef):
            found.setdefault(letters, {})[tag.strip("<>")] = chr(code)
    return {
        letters: Forms(**each)
        for letters, each in found.items()
        if "isolated" in each and letters not in HALF_KNOWN
    }


def has_forms(letter: str) -> bool:
    """Tell whether the forms of an Arabic letter next to others are known."""
    return letter == TATWEEL or letter in forms()


def joined(text: str) -> str:
    """Return a text, in reading order, with its Arabic letters in their joined forms."""
    known = forms()
    signs: list[str] = []
    for each in text:
        if signs and signs[-1] == LAM and signs[-1] + each in known:
            signs[-1] += each
        else:
            signs.append(each)
    return "".join(
        _form(before, each, after)
        for before, each, after in zip(["", *signs[:-1]], signs, [*signs[1:], ""], strict=True)
    )


def _form(before: str, sign: str, after: str) -> str:
    """Return the form of a sign between two others."""
    own = forms().get(sign)
    if own is None:
        return sign
    from_before = bool(own.final) and _joins_on(before)
    to_after = bool(own.initial) and _is_joined(after)
    if from_before and to_after:
        return own.medial
    return own.final if from_before else own.initial if to_after else own.isolated


def _joins_on(sign: str) -> bool:
    """Tell whether a sign joins to the next one in reading order."""
    known = forms().get(sign)
    return sign == TATWEEL or (known is not None and bool(known.initial))


def _is_joined(sign: str) -> bool:
    """Tell whether a sign joins to the previous one in reading order."""
    known = forms().get(sign)
    return sign == TATWEEL or (known is not None and bool(known.final))


# The fonts of a print, and what each of them can set.

TOO_LARGE = 64 * 1024 * 1024
"""A font file with more bytes than this is not read."""

_MARKS = range(0x0300, 0x0370)
_SHAPED = range(0x1800, 0x18B0)
_HEBREW = {0x05BE, *range(0x05D0, 0x05EB), *range(0x05EF, 0x05F5)}
_STOPS = "؛؟"


class Face(Struct, frozen=True, kw_only=True):
    """A font file: its bytes and their SHA-256; `part` is which font of a collection it is."""

    sha256: str
    data: bytes
    part: int = 0


class Loaded(NamedTuple):
    """A loaded font: its name in the PDF, its own name, and the characters that it covers."""

    name: str
    own: str
    glyphs: Mapping[int, int]

    def covers(self, text: str) -> bool:
        """Tell whether there is a glyph for every character."""
        return all(ord(each) in self.glyphs for each in text)


class Run(NamedTuple):
    """A piece of a text, and the name of the font in which it is set."""

    font: str
    text: str


class Typefaces(Struct, frozen=True, kw_only=True):
    """The fonts of a print, in order of preference; for bold text, bold ones come first.

    Characters without a glyph, or with shaping beyond the joined letters of Arabic (marks that
    move, letters that change places), are never set: a wrong name on a slip is worse than none.
    """

    regular: tuple[Loaded, ...]
    bold: tuple[Loaded, ...] = ()

    def sets(self, text: str) -> bool:
        """Tell whether a text can be set correctly."""
        if not is_turned(text):
            return all(simple(each) and self._face(each) for each in text)
        plain = all(simple(each) and _has_a_side(each) for each in bare(text))
        return plain and all(self._face(each) for each in as_set(text))

    def spelled(self, text: str) -> str:
        """Return a text that can be set: other characters become their code points."""
        if self.sets(text):
            return text
        kept = {each for each in text if each in {OPEN, CLOSE} or self.sets(each)}
        found = "".join(each if each in kept else _code(each) for each in text)
        if is_turned(found):  # Codes would split right-to-left text.
            found = "".join(_code(each) if is_turned(each) else each for each in bare(found))
        return found

    def runs(self, text: str, *, bold: bool = False) -> list[Run]:
        """Return a text in pieces, in order on paper, each with its font; as few as possible."""
        faces = (*self.bold, *self.regular) if bold else self.regular
        safe = text if text.isascii() and text.isprintable() else as_set(self.spelled(text))
        # One font for the whole text if any font has it all: a name that changes its font in the
        # middle reads badly.
        for face in faces:
            if face.covers(safe):
                return [Run(face.name, safe)]
        found: list[Run] = []
        for each in safe:
            face = next((one for one in faces if one.covers(each)), faces[0])
            # A space looks the same in every font, so it does not begin a new piece.
            if found and (found[-1].font == face.name or each == " "):
                found[-1] = Run(found[-1].font, found[-1].text + each)
            else:
                found.append(Run(face.name, each))
        return found

    def used(self, texts: Iterable[str]) -> set[str]:
        """Return the names of the fonts in which these texts are set, apart from the first."""
        firsts = {face.name for face in (self.regular[0], *self.bold[:1])}
        return {run.font for text in texts for run in self.runs(text)} - firsts

    def _face(self, character: str) -> Loaded | None:
        return next((one for one in self.regular if ord(character) in one.glyphs), None)


def simple(character: str) -> bool:
    """Tell whether a character can be set from its glyph alone: Hebrew and Arabic letters can."""
    if character.isascii():
        return character.isprintable()
    kind, code = unicodedata.category(character), ord(character)
    if kind[0] == "M":
        return code in _MARKS
    if unicodedata.bidirectional(character) in {"R", "AL"}:
        return code in _HEBREW or character in _STOPS or has_forms(character)
    return kind[0] != "C" and kind not in {"Zl", "Zp"} and code not in _SHAPED


def as_set(text: str) -> str:
    """Return a line with its signs in their order on paper from left to right."""
    return "".join(in_order(joined(text))) if is_turned(text) else bare(text)


def signs(texts: Iterable[str]) -> set[str]:
    """Return the signs for which these texts need a glyph, without those that cannot be set."""
    shown = ("".join(c for c in text if simple(c) or c in {OPEN, CLOSE}) for text in texts)
    return {sign for text in shown for sign in as_set(text)}


def _has_a_side(character: str) -> bool:
    """Tell whether the look of a sign in right-to-left text is known."""
    return not unicodedata.mirrored(character) or character in MIRRORED


def _code(character: str) -> str:
    return f"<U+{ord(character):04X}>"


def typefaces(regular: Sequence[Face], bold: Sequence[Face] = ()) -> Typefaces:
    """Return the loaded fonts; of two with the same name, the first counts.

    Raise ValueError if a file is not a font with TrueType outlines.
    """
    return Typefaces(regular=_distinct(regular), bold=_distinct(bold))


def _distinct(faces: Sequence[Face]) -> tuple[Loaded, ...]:
    found: dict[str, Loaded] = {}
    for face in faces:
        ready = loaded(face)
        found.setdefault(ready.own, ready)
    return tuple(found.values())


def loaded(face: Face) -> Loaded:
    """Load a font: its name in the PDF comes from its digest, so it means this file."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    name = f"{face.sha256[:16]}-{face.part}"
    if name not in pdfmetrics.getRegisteredFontNames():
        try:
            # Shaping would depend on what else is installed, and so would the bytes.
            font = TTFont(
                name, BytesIO(face.data), subfontIndex=face.part, asciiReadable=1, shapable=False
            )
        except (TTFError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise ValueError(f"it is not a font with TrueType outlines: {error}") from None
        except Exception as error:  # Damaged fonts raise all kinds, such as struct.error.
            raise ValueError("it is damaged, or not a font") from error
        if any(one["offset"] + one["length"] > len(face.data) for one in font.face.tables):
            raise ValueError("it is damaged: its end is missing, or it is not a font")
        pdfmetrics.registerFont(font)
    ready: Any = pdfmetrics.getFont(name)
    own = bytes(ready.face.name + ready.face.subfontNameX).decode("latin-1")
    return Loaded(name=name, own=own, glyphs=ready.face.charToGlyph)
