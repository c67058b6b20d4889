"""Names from right to left: in their order, in their forms, and turning nothing beside them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.events.posting import Paper
from roundbook.projections.reports.names import bare
from roundbook.projections.reports.paper.bidi import MIRRORED, in_order, isolated, levels, reordered
from roundbook.projections.reports.paper.slips import slips_pdf
from roundbook.projections.reports.paper.typefaces import as_set, forms, joined, signs
from tests.house.tree import ROOT
from tests.projections.paper import joined as without_spaces
from tests.projections.paper import ours, pages_of, slip

TYPE = ours()
ALI, LEVI = "محمد علي", "דוד לוי"
ALI_SET = "\ufef2\ufee0\ufecb \ufeaa\ufee4\ufea4\ufee3"
"""The last letter first, each as it stands between its neighbours; by another program's hand."""
LEVI_SET = LEVI[::-1]


def test_the_lines_of_unicode_come_out_as_unicode_says() -> None:
    """Levels and order of the conformance test of UAX #9, where there are no embeddings."""
    rows = (ROOT / "fixtures/unicode/bidi-characters.txt").read_text(encoding="utf-8").splitlines()
    looked_at = 0
    for row in rows:
        if row.startswith("#"):
            continue
        points, _, base, expected, order = row.split(";")
        found = levels("".join(chr(int(point, 16)) for point in points.split()), int(base))
        assert " ".join(map(str, found)) == expected, row
        assert " ".join(map(str, reordered(found))) == order, row
        looked_at += 1
    assert looked_at > 500


@pytest.mark.parametrize(
    ("read", "there"),
    [
        (ALI, ALI_SET),
        (LEVI, LEVI_SET),
        ("سلام", "\ufee1\ufefc\ufeb3"),
        ("فاطمة", "\ufe94\ufee4\ufec3\ufe8e\ufed3"),
        ("پژمان", "\ufee5\ufe8e\ufee3\ufb8b\ufb58"),
        ("(ابن)", "(\ufee6\ufe91\ufe8d)"),
        ("Ana Lopez", "Ana Lopez"),
    ],
)
def test_a_name_is_set_as_it_is_read(read: str, there: str) -> None:
    assert as_set(read) == there
    assert as_set(isolated(read)) == there
    assert TYPE.sets(read)
    assert "".join(run.text for run in TYPE.runs(isolated(read))) == there


def test_letters_join_as_unicode_says_which_of_them_do() -> None:
    """The joining types of the letters of Arabic itself, by ArabicShaping.txt."""
    to_both = "ئبتثجحخسشصضطظعغفقكلمنهىي"
    to_the_right = "آأؤإاةدذرزو"
    for letter in to_both:
        own = forms()[letter]
        assert joined(letter * 3) == own.initial + own.medial + own.final
    for letter in to_the_right:
        own = forms()[letter]
        assert joined(letter * 2) == own.isolated * 2
        assert joined(f"ب{letter}ب")[1:] == own.final + forms()["ب"].isolated
    assert joined("ءب") == forms()["ء"].isolated + forms()["ب"].isolated
    assert joined("بـ")[0] == forms()["ب"].initial


def test_of_every_form_unicode_names_the_letter() -> None:
    for letters, own in forms().items():
        for form in filter(None, own):
            assert unicodedata.normalize("NFKC", form) == unicodedata.normalize("NFKC", letters)


@pytest.mark.parametrize("name", [ALI, LEVI, "محمد ١٢", "a (علي) b", "علي Smith"])
def test_an_isolated_name_turns_no_figure_beside_it(name: str) -> None:
    """A score that were read the other way round would be another score."""
    said = as_set(f"1 {isolated(name)} 2-0, against {isolated(LEVI)} 1-2 (3)")
    assert said.startswith("1 ")
    assert " 2-0, against " in said
    assert said.endswith(" 1-2 (3)")
    assert as_set(isolated(name)) in said


def test_an_isolate_that_is_broken_over_two_lines_turns_nothing_on_either() -> None:
    first, second = f"by {isolated(ALI)} 2-0".split(" ", 2)[1:]
    assert as_set(first) == "".join(reversed(joined(bare(first))))
    assert as_set(second).endswith(" 2-0")


@given(st.text("abc 12-(),.٣אבגשבתاسم<>«»", max_size=30), st.booleans())
def test_nothing_is_lost_and_nothing_is_added(text: str, alone: bool) -> None:
    found = "".join(in_order(isolated(text) if alone else text))
    plain = {left: min(left, right) for left, right in MIRRORED.items()}
    assert sorted(plain.get(c, c) for c in found) == sorted(plain.get(c, c) for c in text)


@given(st.text("שבתאבג", min_size=1, max_size=20))
def test_letters_from_right_to_left_alone_are_turned(text: str) -> None:
    assert as_set(text) == text[::-1]
    assert as_set(f"a {text} b") == f"a {text[::-1]} b"


@pytest.mark.parametrize(
    "name", ["مُحَمَّد", "שָׁלוֹם", "ܫܠܡܐ", "ދިވެހި", "ߒߞߏ", "نستعلیق ے", "א∑ב", "علي\u200dب"]
)
def test_what_needs_more_than_that_is_not_set(name: str) -> None:
    """Points and marks that move, other scripts, letters and signs that a font of ours lacks."""
    assert not TYPE.sets(name)
    spelled = TYPE.spelled(name)
    assert TYPE.sets(spelled)
    assert "<U+" in spelled


def test_fonts_are_looked_for_by_the_forms_that_will_stand_there() -> None:
    assert signs([ALI]) == set(ALI_SET)
    assert signs([isolated(LEVI), "नम"]) == {*LEVI} | signs(["न", "म"])


@pytest.mark.parametrize("name", [ALI, LEVI])
def test_a_reader_of_the_file_finds_the_name(name: str) -> None:
    data = slips_pdf([slip(1, isolated(name))], paper=Paper.A4, type_=TYPE, backs=False)
    said = unicodedata.normalize("NFKC", " ".join(pages_of(data)))
    assert without_spaces([name]) in without_spaces([said])
