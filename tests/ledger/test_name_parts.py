"""Which part of a name is the last name: as people of several countries would say it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.people.book import Person, typed_name
from roundbook.ledger.people.name_parts import NameParts, initial, parts_of, split, turned

pytestmark = pytest.mark.fast


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("Ana Lopez", "Lopez"),
        ("Mary Ann Smith", "Smith"),
        ("Ludwig van Beethoven", "van Beethoven"),
        ("Jan van den Berg", "van den Berg"),
        ("Jan Van den Berg", "Van den Berg"),
        ("Luis de la Cruz", "de la Cruz"),
        ("Luis De La Cruz", "De La Cruz"),
        ("Marco De Luca", "De Luca"),
        ("Leonardo da Vinci", "da Vinci"),
        ("Ahmad bin Yusuf", "bin Yusuf"),
        ("José Ortega y Gasset", "Ortega y Gasset"),
        ("João Costa e Silva", "Costa e Silva"),
        ("Nguyen Van An", "An"),  # Van in capitals is a name in Vietnam.
        ("Sam Hill III", "Hill III"),
        ("Sam Hill Jr.", "Hill Jr."),
        ("Madonna", "Madonna"),
        ("de Gea", "Gea"),  # A first name is always left.
        ("山田 太郎", "山田"),
        ("ANA DE LEON", "LEON"),  # In capitals nobody can tell; a person looks.
    ],
)
def test_a_name_in_one_piece_is_split_by_a_rule(name: str, last: str) -> None:
    assert split(name).last == last


@pytest.mark.parametrize(
    ("name", "last", "first"),
    [
        ("Rossi Maria", "Rossi", "Maria"),
        ("De Luca Marco", "De Luca", "Marco"),
        ("De la Fuente Eva", "De la Fuente", "Eva"),
        ("Nguyễn Văn An", "Nguyễn", "Văn An"),
        ("Madonna", "Madonna", ""),
    ],
)
def test_a_name_whose_last_name_comes_first_is_split_there(
    name: str, last: str, first: str
) -> None:
    assert turned(name) == (first, last)


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("Ana García Márquez", "Ana", "García Márquez"),
        ("Eva de la Cruz Soto", "Eva", "de la Cruz Soto"),
        ("Luis Gil", "Luis", "Gil"),
        ("María José López Ruiz", "María José", "López Ruiz"),
    ],
)
def test_a_spanish_name_of_several_words_has_two_surnames(name: str, first: str, last: str) -> None:
    assert split(name, surnames=2) == (first, last)


@pytest.mark.parametrize(
    ("typed", "name", "last"),
    [
        ("García Márquez, Ana", "Ana García Márquez", "García Márquez"),
        ("van den Berg,Jan", "Jan van den Berg", "van den Berg"),
        ("Sam Hill, Jr.", "Sam Hill Jr.", "Hill Jr."),
        ("山田, 太郎", "山田 太郎", "山田"),
    ],
)
def test_one_comma_separates_the_last_name_from_the_first(typed: str, name: str, last: str) -> None:
    assert typed_name(typed) == (name, last)


@pytest.mark.parametrize("typed", ["Ana Lopez", "Lopez, Ana, Maria", ", Ana", "Lopez,"])
def test_nothing_else_says_which_the_last_name_is(typed: str) -> None:
    assert Person(name=typed_name(typed)[0], last=typed_name(typed)[1]) == Person(name=typed)


WORD = st.text(st.characters(categories=("Lu", "Ll", "Lo")), min_size=1, max_size=4)
PART = st.lists(WORD, min_size=1, max_size=3).map(" ".join)


@given(first=PART | st.just(""), last=PART | st.just(""), family_first=st.booleans())
def test_the_parts_of_a_name_are_read_back_in_either_order(
    first: str, last: str, *, family_first: bool
) -> None:
    if not first and not last:
        return
    parts = NameParts(first, last)
    assert parts_of(parts.joined(family_first=family_first), last) == parts


@pytest.mark.parametrize(
    ("last", "letter"), [("van Ode", "O"), ("de la Cruz", "C"), ("Gil Soto", "G"), ("Van", "V")]
)
def test_the_initial_is_that_of_the_name_and_not_of_its_particle(last: str, letter: str) -> None:
    assert initial(last) == letter
