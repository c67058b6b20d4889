"""Texts and names: whether a text names a person, how names compare, what is safe to show."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import accumulate
from typing import NamedTuple

from roundbook.ledger.terms import HandId, MatchId, Pairing, PlayerId

UNSPACED = "\N{THAI CHARACTER KO KAI}"
"""The first character of the scripts that write words without a space between them."""


class Sought(NamedTuple):
    """A person in the form in which texts name them: the words of the name, and the Player ID."""

    words: tuple[str, ...]
    own_id: str

    @classmethod
    def of(cls, name: str, own_id: str) -> "Sought":
        """Return a person by name and Player ID."""
        return cls(tuple(_words(name).split()), _words(own_id))


class Spoken:
    """A text in the form in which names are compared, to look for many of them."""

    def __init__(self, text: str) -> None:
        """Fold the text once."""
        self._words = _words(text)
        self._compact = self._words.replace(" ", "")

    def names(self, who: Sought) -> bool:
        """Return whether the text names a person by their full name or their Player ID.

        Case, accents, look-alike letters of other alphabets, spaces inside or left out, a
        possessive s and the last name written first do not hide a name; an id counts only as a
        whole word. An id of one or two characters is just a number, and names nobody.
        """
        words, own = who
        # Of a large event, hardly any name is in a text by all of its words. A loop of its own:
        # every text is compared with thousands of names.
        for word in words:
            if word not in self._compact:
                if own and own in self._words:
                    break
                return False
        spoken = f" {self._words} "
        return any(one in spoken for one in _writings(words, own)) or self._run_together(words)

    def _run_together(self, words: Sequence[str]) -> bool:
        """Return whether words without the spaces between them are a name: `A n a Lima`."""
        whole, compact = "".join(words), self._compact
        if len(words) < 2 or len(whole) < _LONG_ENOUGH or len(compact) < len(whole):
            return False
        turns = {"".join((*words[at:], *words[:at])) for at in range(len(words))}
        found = [one for one in turns if one in compact]
        if not found:
            return False
        ends = {0, *accumulate(map(len, self._words.split()))}
        return any(
            at in ends and at + len(whole) in ends
            for one in found
            for at in range(len(compact))
            if compact.startswith(one, at)
        )


_LONG_ENOUGH = 6
"""A shorter name without its spaces may be another word: `Al Ice`."""


def _writings(words: Sequence[str], own: str) -> list[str]:
    """Return the ways in which a text may name a person, in the form of `_words`."""
    found: list[str] = []
    if words and max("".join(words)) >= UNSPACED:
        found.append(" ".join(words))  # It may be part of what looks like one word.
    elif words:
        orders = [" ".join((*words[at:], *words[:at])) for at in range(len(words))]
        found += [f" {one} " for one in orders]
        if len(words) > 1:  # `Lena Müllers Mutter`; one word with an s may be another word.
            found += [f" {one}s " for one in orders]
    if len(own) > 2:
        found.append(f" {own} ")
    return found


# How names are compared and sorted: by their letters, without the marks on them.

_ALONE = dict(zip("æœþðŋəǝɛɔĸ", ("ae", "oe", "th", *"dneeeok"), strict=True)) | {
    "\N{LATIN SMALL LETTER DOTLESS I}": "i",
    "\N{LATIN SMALL LETTER GAMMA}": "g",
    "\N{LATIN SMALL LETTER V WITH HOOK}": "v",
    **dict.fromkeys("`‘’\N{MODIFIER LETTER TURNED COMMA}\N{MODIFIER LETTER APOSTROPHE}", "'"),
}
"""Latin letters that Unicode does not decompose into a letter and its marks."""

_CHANGED = re.compile("LATIN SMALL LETTER ([A-Z]) WITH ")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})


def without_marks(text: str) -> str:
    """Return a text without accents and other marks, and with each ligature in its letters."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def folded(text: str) -> str:
    """Return a text in lowercase without marks: `Çelik` is `celik`, `Łukasik` is `lukasik`."""
    if text.isascii():
        return text.lower().replace("`", "'")
    apart = unicodedata.normalize("NFKD", text.casefold()).casefold()
    return "".join(map(_letter, (c for c in apart if not unicodedata.combining(c))))


def _letter(c: str) -> str:
    """Return a letter with a stroke, a hook or a tail as the letter that people type for it."""
    changed = None if c.isascii() else _CHANGED.match(unicodedata.name(c, ""))
    return changed[1].lower() if changed else _ALONE.get(c, c)


def spellings(text: str) -> tuple[str, ...]:
    """Return a text as people type it, folded: `Müller` is `muller` and `mueller`.

    Apostrophes are left out: `O'Connell` is `oconnell`.
    """
    small = unicodedata.normalize("NFC", text.casefold())
    written = dict.fromkeys((small, small.translate(_UMLAUTS)))
    return tuple(folded(one).replace("'", "") for one in written)


def plain(text: str) -> str:
    """Return a text for comparing: without case, accents, and extra spaces."""
    return " ".join(folded(text).split())


def turned(name: str) -> list[str]:
    """Return a plain name with its last name first, for each place where the last may begin."""
    words = plain(name).split()
    ways = ((*words[at:], *words[:at]) for at in range(1, len(words)))
    return [" ".join(way) for way in ways if [*way] != words]


_LOOK_ALIKES = str.maketrans("авеёіјкмнорстухѕһԁԛԝαβεηικνορτυχ", "abeeijkmhopctyxshdqwabehikvoptux")
"""Letters of other alphabets, small or as capitals, as the Latin letters that they look like."""


_BETWEEN_WORDS = re.compile(r"[\W_]+")


def _words(text: str) -> str:
    """Return the words of a text, without case, accents and punctuation, one space apart.

    Letters that look alike are the same, so that a name cannot be disguised.
    """
    if text.isascii():
        return _BETWEEN_WORDS.sub(" ", text.lower()).strip()
    plain = unicodedata.normalize("NFKD", text.casefold()).casefold().translate(_LOOK_ALIKES)
    kept = "".join(c for c in plain if not unicodedata.combining(c))
    return _BETWEEN_WORDS.sub(" ", kept).strip()


_LETTERS = re.compile(r"\w+")


def spoken(text: str) -> Iterator[tuple[str, str]]:
    """Yield each word of a text as it is written, and in the form in which names are compared."""
    for place in _LETTERS.finditer(text):
        yield place[0], _words(place[0])


def in_words(text: str) -> list[str]:
    """Return the words of a text in the form in which names are compared."""
    return _words(text).split()


def without_name(text: str, name: str, instead: str) -> str:
    """Return a text with `instead` in place of a name, whichever part of it comes first."""
    wanted = _words(name).split()
    orders = (wanted, [*wanted[-1:], *wanted[:-1]])
    places = [*_LETTERS.finditer(text)]
    words = [_words(place[0]) for place in places]
    for at in range(len(words) - len(wanted), -1, -1) if wanted else ():
        if words[at : at + len(wanted)] in orders:
            end = places[at + len(wanted) - 1].end()
            text = f"{text[: places[at].start()]}{instead}{text[end:]}"
    return text


# Sentences of the ledger name players by number only: their names are kept separately.

_NUMBER = re.compile(r"`[^`]*`|\"[^\"]*\"|\(p[1-9][0-9]{0,5}\)|\bp[1-9][0-9]{0,5}\b", re.ASCII)
"""A player's number, or a text in which one must stay: a command, a quotation, `Ana (p1)`."""


def with_names(said: str, name: Callable[[PlayerId], str]) -> str:
    """Return a sentence with every player's number replaced by what `name` returns for it."""
    return _NUMBER.sub(lambda n: name(PlayerId(n[0])) if n[0][0] == "p" else n[0], said)


_TOLD_BY = re.compile(r"(?<=told by )h[1-9][0-9]{0,5}\b", re.ASCII)


def with_hands(said: str, hands: Mapping[HandId, str]) -> str:
    """Return a sentence with the name of the staff member who informed a player."""
    return _TOLD_BY.sub(lambda hand: hands.get(HandId(hand[0]), hand[0]), said)


_HAND = re.compile(r"\bh[1-9][0-9]{0,5}\b", re.ASCII)


def with_staff(said: str, hands: Mapping[HandId, str]) -> str:
    """Return a sentence of ours with the names of the staff members whose numbers it has."""
    return _HAND.sub(lambda hand: hands.get(HandId(hand[0]), hand[0]), said)


def has_extension(file: str, *extensions: str) -> bool:
    """Tell whether a file's name ends like this, also in capital letters: `CUP.ZIP`."""
    return file.lower().endswith(extensions)


def opened(text: str) -> str:
    """Return a text with a capital first letter, and nothing else changed."""
    return text[:1].upper() + text[1:]


def sentence(said: str) -> str:
    """Return a text that ends like a sentence; a note may already have its full stop."""
    return said if said.endswith((".", "!", "?", "…")) else f"{said}."


def clipped(text: str, most: int) -> str:
    """Return a text in at most this many letters; an ellipsis is for what is left out."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def with_sides(said: str, first: str, second: str) -> str:
    """Return a sentence about one match with the players' names for the sides of the slip."""
    return said.replace("the left player", first).replace("the right player", second)


_MATCH = re.compile(
    r"`[^`]*`|\"[^\"]*\"|\b[a-z][a-z0-9]*(?:-[a-z0-9]+)*-[1-9][0-9]{0,2}-[1-9][0-9]{0,5}\b",
    re.ASCII,
)
"""A match as people write it; or a command or a quotation, which is left alone."""

_PLAYER = re.compile(r"\bp[1-9][0-9]{0,5}\b", re.ASCII)
"""A player's number, whatever surrounds it."""

_MOST_MATCHES = 2
"""A sentence with more matches than this is a list, so their players are not added."""


def with_opponents(said: str, matches: Mapping[MatchId, Pairing]) -> str:
    """Return a sentence with the players of its matches: `masters-1-7 (p1 – p2)`.

    If it already names both players, nothing is added.
    """
    named = dict.fromkeys(found[0] for found in _MATCH.finditer(said) if found[0][0] not in '`"')
    if not 0 < len(named) <= _MOST_MATCHES:
        return said
    players = set(_PLAYER.findall(said))
    both = {word: matches.get(MatchId.parse(word)) for word in named}

    def told(found: re.Match[str]) -> str:
        pair = both.pop(found[0], None)  # Players are added once per match.
        if pair is None or players.issuperset(pair):
            return found[0]
        return f"{found[0]} ({pair.first} – {pair.second})"

    return _MATCH.sub(told, said)


def with_winner(said: str, matches: Mapping[MatchId, Pairing]) -> str:
    """Return a sentence with the winner's number in a result, if it is about one match."""
    named = {found[0] for found in _MATCH.finditer(said) if found[0][0] not in '`"'}
    pair = matches.get(MatchId.parse(named.pop())) if len(named) == 1 else None
    if pair is None:
        return said
    told = said.replace("a win for the left player", f"a win for {pair.first}")
    return told.replace("a win for the right player", f"a win for {pair.second}")


def with_players(said: str, match: MatchId | None, matches: Mapping[MatchId, Pairing]) -> str:
    """Return a sentence about a match with its players, and with each in place of their side."""
    pair = matches.get(match) if match else None
    return with_sides(with_opponents(said, matches), *pair) if pair else said


def with_this_match(said: str, match: str) -> str:
    """Return a sentence for a page about one match: "this match" replaces its number."""
    told = with_matches(said, lambda found: "this match" if found == match else found)
    return told.replace("match this match", "this match").replace("Match this", "This")


def with_matches(said: str, named: Callable[[str], str]) -> str:
    """Return a sentence in which `named` says each match that is not quoted."""
    return _MATCH.sub(lambda found: found[0] if found[0][0] in '`"' else named(found[0]), said)


def with_number(player: PlayerId, name: str, width: int | None = None) -> str:
    """Return a player as messages name them: `Ana Lopez (p1)`, or `p1` without a name.

    A name that already ends with the number stays as it is; a long one is cut to `width`.
    """
    name = name.removesuffix(f"({player})").rstrip()
    if name in {"", player}:
        return player
    number = f" ({player})"
    return f"{clipped(name, width - len(number)) if width else name}{number}"


# Foreign texts in messages: short, with no hidden or misleading characters.

UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""One control or direction character.

None may be in the ledger or in a name, or be printed on a terminal as it is.
"""

_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]"
)
"""Letters and marks that show nothing, though they are neither controls nor spaces."""

_JOINING = re.compile("[\u200c\u200d\ufe0f]")
"""Joiners between letters of some scripts, such as Persian and Hindi, and the parts of an emoji."""

_ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"})
"""Alphabets with letters of the same shape: no language mixes two of them in a word."""


def looks_like_another(title: str) -> str | None:
    """Return what makes a title look like a different one, as part of a sentence, or None.

    That is an invisible character, an accent without its letter, a letter in disguise, or a word in
    two alphabets. A word that is wholly in another alphabet is fine.
    """
    text = unicodedata.normalize("NFC", title)
    before = " "
    for c in text:
        kind = unicodedata.category(c)
        plain = unicodedata.normalize("NFKC", c)
        joined = "\u0590" <= before <= "\u18ff" or unicodedata.category(before) == "So"
        if joined and _JOINING.match(c):
            continue
        if kind in {"Cf", "Co", "Cn"} or _INVISIBLE.match(c):
            return f"{_called(c)}, which cannot be seen"
        if kind in {"Mn", "Me"} and before.isspace():
            return f"{_called(c)}, an accent without its letter"
        if c.isalpha() and not c.isascii() and plain.isascii():
            return f"{_called(c)}, which looks like {plain}"
        before = c
    for word in text.split():
        alphabets = {unicodedata.name(c, "").partition(" ")[0]: c for c in word if c.isalpha()}
        mixed = sorted(_ALPHABETS & alphabets.keys(), key=lambda one: one == "LATIN")
        if len(mixed) > 1:
            return f'{_called(alphabets[mixed[0]])} in the word "{short(word)}"'
    return None


def _called(c: str) -> str:
    return f"U+{ord(c):04X} {unicodedata.name(c, 'without a name')}"


SHORT, LONG = 40, 160
"""How many characters of a foreign word, and of a library's message, are quoted."""


def short(text: str, most: int = SHORT) -> str:
    """Return a foreign text as it can be quoted: its beginning, with nothing hidden."""
    kept = text if len(text) <= most else f"{text[:most]}…"
    return UNSAFE.sub("?", kept.encode(errors="replace").decode())


def reason(error: Exception) -> str:
    """Return what a library says about a text, as part of a sentence.

    It may quote the text, which may be hostile and endless, so both the message and the place are
    cut.
    """
    what, at, place = str(error).rpartition(" - at ")
    whole = (what, place) if at else (place,)
    return at.join(short(part.rstrip("."), LONG) for part in whole)


# Several things in one sentence.


def joined(words: Sequence[str], last_by: str = "and") -> str:
    """Return `p1`, `p1 and p2`, or `p1, p2 and p3`; or with another word than `and`."""
    *some, last = words or ("",)
    return f"{', '.join(some)} {last_by} {last}" if some else last


# When something happened.


def minute_of(at: datetime) -> str:
    """Return a time to the minute, as the clock at the venue showed it: `2026-11-30 20:59`."""
    return at.isoformat(sep=" ", timespec="minutes")[:16]


# The width of a text in columns: most letters take one, some take two or none.


def cells_of(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return len(text) if text.isascii() else sum(cells(character) for character in text)


def cells(character: str) -> int:
    """Return how many columns of a terminal a character takes."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"F", "W"} else 1
