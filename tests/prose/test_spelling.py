"""The words of the docs that people write are spelt as in a dictionary, the British way."""

import re

import pytest
from spellchecker import SpellChecker

from tests.house.tree import ROOT
from tests.prose.test_words_by_hand import FENCED, pages

pytestmark = pytest.mark.tools

OURS = frozenset((ROOT / "fixtures/spelling.txt").read_text(encoding="utf-8").split())
"""Names, words of the field and of programs, and British forms that the dictionary lacks."""

AMERICAN = re.compile(
    r"(?:col|fav|behavi|neighb|flav)or|cente?r(?:ed)?\b|gray|catalogs?\b|licens(?!e[ds]?\b|ing)"
    r"|(?:organ|recogn|summar|real|minim|custom|penal|final|author)iz|analyz|defense|offense"
)
NOT_PROSE = re.compile(r"`[^`]*`|\]\([^)]*\)|https?://\S+|<!--.*?-->|\*\d|^ {4}.*$", re.MULTILINE)
WORD = re.compile(r"(?<![\w.'’-])[A-Za-z][a-z]{3,}(?![\w.]*[\w-])")


@pytest.fixture(scope="module")
def dictionary() -> SpellChecker:
    return SpellChecker()


def misspelt(text: str, dictionary: SpellChecker) -> set[str]:
    """Return the words of a text that no dictionary has, and those that are American."""
    prose = NOT_PROSE.sub(" ", FENCED.sub("", text))
    found = {word.lower() for word in WORD.findall(prose)}
    foreign = {word for word in found if AMERICAN.match(word)}
    return (dictionary.unknown(found) | foreign) - OURS


def test_a_mistake_and_an_american_word_would_be_seen(dictionary: SpellChecker) -> None:
    assert misspelt("The neighbour of a tornament, in `kode`.", dictionary) == {"tornament"}
    assert misspelt("The color is recognized.", dictionary) == {"color", "recognized"}


def test_the_docs_by_hand_are_spelt_well(dictionary: SpellChecker) -> None:
    wrong = {
        page: sorted(found)
        for page in pages()
        if (found := misspelt((ROOT / page).read_text(encoding="utf-8"), dictionary))
    }
    assert wrong == {}, "correct it, or add it to fixtures/spelling.txt"
