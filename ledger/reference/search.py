"""Look-up by words: the sections that hold most of what is asked, the best first."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from math import log

import msgspec
from msgspec import Struct

from roundbook.ledger.reference.library import OWN, Entry, Line, cited, entries
from roundbook.ledger.text import without_marks


class Found(Struct, frozen=True, kw_only=True):
    """What a look-up found: the sections about the words, then others that hold some of them.

    `silent` says that the documents do not speak of what was asked. `unknown` are the words that no
    section holds.
    """

    about: tuple[Entry, ...] = ()
    also: tuple[Entry, ...] = ()
    silent: str = ""
    unknown: tuple[str, ...] = ()


class Synonym(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words that people say, what the sections call it, and why it is the same."""

    said: tuple[Line, ...]
    means: tuple[Line, ...]
    because: Line


class Silence(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words for something that the documents do not speak of, and the sentence that says so."""

    said: tuple[Line, ...]
    tells: Line


class Wording(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How people at a table ask: small words, irregular forms, synonyms, and silences."""

    small: frozenset[str]
    forms: dict[str, tuple[str, ...]]
    synonym: tuple[Synonym, ...]
    silence: tuple[Silence, ...]


@lru_cache
def wording() -> Wording:
    """Return how people at a table ask, from the file next to this module."""
    file = resources.files("roundbook.ledger.reference").joinpath("wording.toml")
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Wording)


# What a section is worth: all numbers are shares, compared with each other and never shown.

_TITLE, _WORDS, _TEXT, _ABOVE = 3.0, 2.5, 1.0, 0.6
"""What a word counts in the title, the search words and the text, and in the section above."""
_USUAL = 40
"""The words of a usual text: one of a longer text counts for less, since it says more besides."""
_AS_SYNONYM = 0.8
"""A section that says the word itself comes before one that says its synonym."""
_NUMBER = 0.4
"""A number tells little without the word next to it: 40 cards are not 40 players."""
_NEXT_TO = 0.7
"""What two words count in addition that stand together, as they were asked."""
_DOCUMENTS = {"POD": 0.8, "GTB": 0.8, "A": 0.3, "LED": 0.3}
"""The two rulebooks come first, then what is said of them elsewhere, then our own decisions."""

_IN_FULL, _LEVEL, _NAMED = 2, 4, 10
"""Two sections are shown in full, up to four that are level, and ten more are named: a phone."""
_SIMILAR = 8
"""The number of unknown words for which similar ones are looked for."""
_CLOSE, _RELATED = 0.45, 0.25
"""The share of the best section's worth from which others are shown in full, and named."""

Stems = tuple[str, ...]
"""The stems of one word, or of several that have to stand next to each other."""


class _Held(Struct, frozen=True):
    """What each stem counts in an entry, and which stems stand there next to each other.

    Two words that may be written as one are held with a `+`: `+decklist` for `deck list`.
    """

    worth: dict[str, float]
    pairs: dict[Stems, float]

    def of(self, way: Stems) -> float:
        """Return what these stems count here; 0 if one is not here, or they stand apart."""
        together = all(pair in self.pairs for pair in pairwise(way))
        return min(self.worth.get(one, 0.0) for one in way) if together else 0.0


class _Asked(Struct, frozen=True):
    """A word that was asked, and the ways in which a section may say it, each with its weight."""

    word: str
    stem: str
    ways: dict[Stems, float]

    @property
    def weight(self) -> float:
        """What the word counts at most; 0 if no section holds it."""
        return max(self.ways.values())

    def worth(self, held: _Held) -> float:
        """Return what the word counts in an entry."""
        return max(held.of(way) * weight for way, weight in self.ways.items())


def search(found: Iterable[Entry], words: Sequence[str]) -> Found:
    """Return the sections that hold most of the words, the best first.

    A word counts more if fewer sections have it, and most in a title; the words that players use
    for it are looked for as well. Where the documents do not speak of something, the section about
    the person who decides comes first.
    """
    typed = [word for text in words for word in words_in(text)]
    asked = _asked(typed)
    held = [one for one in asked if one.weight]
    worths = [(_worth(entry, held), entry) for entry in found]
    ranked = sorted(((w, e) for w, e in worths if w), key=lambda one: -one[0])
    about = list(_in_full(ranked))
    also = [e for w, e in ranked if w >= ranked[0][0] * _RELATED and e not in about]
    if silent := _silence(typed):
        decided = tuple(cited(entries(), silent))
        return Found(about=decided, also=tuple([*about, *also][:_NAMED]), silent=silent)
    unknown = tuple(one.word for one in asked if not one.weight)
    return Found(about=tuple(about), also=tuple(also[:_NAMED]), unknown=unknown)


def near(words: Sequence[str]) -> list[str]:
    """Return words of the reference that look like the ones that were not found."""
    texts = (text for entry in entries() for text in (entry.title, *entry.words))
    held = {word for text in texts for word in words_in(text) if len(word) > 2}
    known = sorted(held - wording().small)
    asked = [part for word in words[:_SIMILAR] for part in words_in(word)]
    close = [one for word in asked for one in get_close_matches(word, known, n=3, cutoff=0.75)]
    return list(dict.fromkeys(close))


def _in_full(ranked: Sequence[tuple[float, Entry]]) -> Iterator[Entry]:
    """Yield the entries of the best sections; our own documents only if nothing else is found."""
    rules = [one for one in ranked if one[1].document not in OWN] or ranked
    best = rules[0][0] if rules else 0.0
    level = dict.fromkeys(entry.cite for worth, entry in rules if worth == best)
    close = [entry for worth, entry in rules if worth >= best * _CLOSE]
    cites = [*level][:_LEVEL] if len(level) > _IN_FULL else [e.cite for e in close]
    shown = [*dict.fromkeys(cites)][: max(_IN_FULL, min(len(level), _LEVEL))]
    yield from (entry for entry in close if entry.cite in shown)


def _asked(typed: Sequence[str]) -> list[_Asked]:
    """Return the words that count, each once, with the ways in which a section may say them.

    Two words may be one in the rules (`deck list`, `decklist`). A synonym tells no more than the
    word itself, if any section holds that.
    """
    joined: dict[str, list[Stems]] = {word: [] for word in typed}
    for first, second in pairwise(typed):
        for word in (first, second):
            joined[word].append((stem(first + second),))
    found = dict[str, _Asked]()
    for word in (word for word in typed if word not in wording().small):
        own = _rarity((stem(word),)) * (_NUMBER if word.isdigit() else 1.0)
        ways: dict[Stems, float] = {(stem(word),): own}
        ways |= {way: _rarity(way) for way in ((f"+{stem(word)}",), *joined[word])}
        for way in _synonyms().get(stem(word), ()):
            ways.setdefault(way, _AS_SYNONYM * min(own or _rarity(way), _rarity(way)))
        found.setdefault(stem(word), _Asked(word, stem(word), ways))
    return list(found.values())


def _worth(entry: Entry, asked: Sequence[_Asked]) -> float:
    """Return what an entry is worth: what it holds, times its share of what was asked."""
    held = _held(entry)
    worths = [one.worth(held) for one in asked]
    if not any(worths):
        return 0.0
    said = sum(one.weight for one, worth in zip(asked, worths, strict=True) if worth)
    together = sum(
        held.pairs.get(pair, 0.0) * _NEXT_TO * min(_rarity((one,)) for one in pair)
        for pair in pairwise(one.stem for one in asked)
    )
    share = said / sum(one.weight for one in asked)
    return (sum(worths) + together) * share * _DOCUMENTS.get(entry.document, 1.0)


@lru_cache(maxsize=4096)
def _rarity(way: Stems) -> float:
    """Return what stems tell: the more, the fewer entries hold them; 0 if none does."""
    if not _vocabulary().issuperset(way):  # A pasted page has thousands of words that are nowhere.
        return 0.0
    holding = sum(1 for entry in entries() if _held(entry).of(way))
    return log(1 + len(entries()) / holding) if holding else 0.0


@lru_cache
def _vocabulary() -> frozenset[str]:
    return frozenset(stem for entry in entries() for stem in _held(entry).worth)


@lru_cache(maxsize=1024)
def _held(entry: Entry) -> _Held:
    above = [
        text
        for one in entries()
        if one.document == entry.document and entry.section.startswith(f"{one.section}.")
        for text in (one.title, *one.words)
    ]
    length = sum(len(words_in(point)) for point in entry.points)
    text = _TEXT * (_USUAL / max(length, _USUAL / 2)) ** 0.25
    parts = ((_ABOVE, above), (text, entry.points), (_WORDS, entry.words), (_TITLE, [entry.title]))
    worth, pairs = dict[str, float](), dict[Stems, float]()
    for each, texts in parts:
        for words in map(words_in, texts):
            worth |= {f"+{stem(first + second)}": each for first, second in pairwise(words)}
            worth |= {stem(word): each for word in words}
            significant = [word for word in words if word not in wording().small]
            for together in (words, significant):
                pairs |= dict.fromkeys(pairwise([stem(word) for word in together]), each)
    return _Held(worth, pairs)


def _silence(typed: Sequence[str]) -> str:
    """Return the sentence about what the documents do not speak of, if that was asked."""
    text = f" {' '.join(map(stem, typed))} "
    for one in wording().silence:
        if any(f" {' '.join(map(stem, words_in(said)))} " in text for said in one.said):
            return one.tells
    return ""


@lru_cache
def _forms() -> dict[str, str]:
    return {form: word for word, forms in wording().forms.items() for form in forms}


@lru_cache
def _synonyms() -> dict[str, list[Stems]]:
    found: dict[str, list[Stems]] = {}
    for one in wording().synonym:
        for said in one.said:
            means = [tuple(map(stem, words_in(text))) for text in one.means]
            found.setdefault(stem(said), []).extend(means)
    return found


# Words and their stems.

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_FORMS = (
    (re.compile(r"['’]s?\Z"), ""),
    (re.compile(r"(?<=..)ie[sd]\Z"), "y"),
    (re.compile(r"(?<=..(?:ch|sh|ss))es\Z|(?<=..x)es\Z"), ""),
    (re.compile(r"(?<=[^s])(?<=..)s\Z"), ""),
    (re.compile(r"(?<=...)(?:ing|ed)\Z"), ""),
    (re.compile(r"(?<=.)([^aeiouls])\1\Z"), r"\1"),
    (re.compile(r"(?<=...)e\Z"), ""),
    (re.compile(r"(?<=...)iz\Z"), "is"),
)


def words_in(text: str) -> list[str]:
    """Return the words of a text, in lower case and without accents, hyphened ones in parts."""
    return _WORD.findall(without_marks(text.casefold()))


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Return the stem of a word, without plural and verb endings: `dropped`, `drop`."""
    word = _forms().get(word, word)
    for form, instead in _FORMS:
        word = form.sub(instead, word)
    return word
