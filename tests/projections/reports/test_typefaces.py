"""Which font a text is set in: never a wrong sign, and never one left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.events.posting import Paper
from roundbook.projections.reports.names import bare
from roundbook.projections.reports.paper.slips import slips_pdf
from roundbook.projections.reports.paper.typefaces import as_set, loaded, simple, typefaces
from tests.projections.paper import KHMER, KHMER_NAME, SHIPPED, face, joined, ours, pages_of, slip

TYPE = ours()


@pytest.mark.parametrize(
    "name",
    ["Lopez", "Łukasz Wiśniewska", "Nguyễn Thị Minh", "Παππάς Νίκος", "Иванов", "Çelik", "Dvořák"],
)
def test_what_is_read_from_left_to_right_is_set_in_the_font_that_comes_with_us(name: str) -> None:
    assert TYPE.sets(name)
    assert joined([name]) in joined(
        pages_of(slips_pdf([slip(1, name)], paper=Paper.A4, type_=TYPE, backs=False))
    )


@pytest.mark.parametrize(
    "name", ["مُحَمَّد", "שָׁלוֹם", "नमस्ते", "王小明", "\u202eevil", "a\u0000b", "\U0001f3c6", "a\u200db"]
)
def test_what_would_look_wrong_is_spelled_out_in_code_points(name: str) -> None:
    """Points have glyphs here, but would stand beside their letters."""
    assert not TYPE.sets(name)
    spelled = TYPE.spelled(name)
    assert TYPE.sets(spelled)
    odd = [each for each in name if each not in " abeilv"]
    assert all(f"<U+{ord(each):04X}>" in spelled for each in odd if not TYPE.sets(each))
    said = joined(pages_of(slips_pdf([slip(1, name)], paper=Paper.A4, type_=TYPE, backs=False)))
    assert joined([spelled]) in said


@given(st.text(max_size=30))
def test_what_is_set_is_the_text_with_its_odd_signs_spelled(text: str) -> None:
    runs = TYPE.runs(text)
    assert "".join(run.text for run in runs) == as_set(TYPE.spelled(text))
    known = {one.name: one for one in TYPE.regular}
    assert all(known[run.font].covers(run.text) for run in runs)
    assert all(simple(each) for each in bare(TYPE.spelled(text)))


def test_a_name_is_set_in_one_font_where_one_has_all_of_it() -> None:
    other = face(KHMER.read_bytes())
    both = ours(other)
    assert not TYPE.sets(KHMER_NAME)
    assert both.sets(KHMER_NAME)
    [run] = both.runs(KHMER_NAME)
    assert run.font == loaded(other).name
    assert both.used([KHMER_NAME, "Lopez"]) == {run.font}
    assert both.used(["Lopez"]) == set()
    mixed = both.runs(f"Ana {KHMER_NAME} Ben")
    assert [one.text for one in mixed] == ["Ana ", f"{KHMER_NAME} ", "Ben"] or len(mixed) == 3
    made = slips_pdf([slip(1, KHMER_NAME)], paper=Paper.A4, type_=both, backs=False)
    assert KHMER_NAME in joined(pages_of(made))


@pytest.mark.parametrize("data", [b"", b"no font", b"\x00\x01\x00\x00" * 9, b"OTTO" + b"\0" * 60])
def test_what_is_no_font_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(ValueError, match="font"):
        loaded(face(data))


def test_a_font_that_is_cut_off_is_refused() -> None:
    whole = KHMER.read_bytes()
    for length in range(4, len(whole) - 900, 97):
        with pytest.raises(ValueError, match="font"):
            loaded(face(whole[:length]))


def test_of_two_files_of_one_font_the_first_counts() -> None:
    """A page calls its fonts by their own names, and would mix two of one name up."""
    data = SHIPPED.joinpath("DejaVuSansCondensed.ttf").read_bytes()
    assert len(typefaces([face(data), face(data + b"\0")]).regular) == 1
