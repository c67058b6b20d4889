import csv
import io
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from roundbook.ledger.decks.deck_list import (
    CardLine,
    DeckList,
    KeptList,
    Section,
    as_text,
    canonical,
    from_bytes,
    to_bytes,
)
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.importers.lists.pasted_decks import MAX_BYTES, MOST, read

pytestmark = pytest.mark.fast

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "fixtures" / "decks"


def lines(text: str) -> tuple[CardLine, ...]:
    return read(text.encode(), "list.txt").lines


def one(text: str) -> CardLine:
    [line] = lines(text)
    return line


def refused(data: bytes | str) -> str:
    with pytest.raises(Unreadable) as caught:
        read(data.encode() if isinstance(data, str) else data, "list.txt")
    assert caught.value.message.endswith(".")
    assert "\n" not in caught.value.message
    assert len(caught.value.message) < 200
    return caught.value.message


def brief(deck: DeckList) -> list[tuple[int, str, str, str]]:
    return [(line.count, line.title, line.set, line.number) for line in deck.lines]


def test_an_export_of_the_online_game_is_read() -> None:
    deck = read((KEPT / "ptcgo.txt").read_bytes(), "ptcgo.txt")
    assert brief(deck) == [
        (4, "Pikachu", "XY", "42"),
        (3, "Mewtwo-EX", "LTR", "54"),
        (2, "Shiftry", "FLF", "14"),
        (1, "Ho-Oh LEGEND", "HS", "111"),
        (4, "Flabébé", "FLF", "63"),
        (4, "Professor's Letter", "XY", "123"),
        (30, "Shauna", "KSS", "35"),
        (10, "Fire Energy", "XY", "133"),
        (2, "Double Colorless Energy", "XY", "130"),
    ]
    assert [line.section for line in deck.lines] == [
        *[Section.POKEMON] * 5,
        *[Section.TRAINER] * 2,
        *[Section.ENERGY] * 2,
    ]
    assert deck.lines[0].line == 5
    assert (deck.cards, deck.total) == (60, 60)


def test_an_export_of_the_live_game_is_read() -> None:
    deck = read((KEPT / "tcg_live.txt").read_bytes(), "tcg_live.txt")
    assert brief(deck) == [
        (4, "Pikachu", "SVI", "25"),
        (2, "Radiant Greninja", "ASR", "46"),
        (1, "Mew ex", "MEW", "151"),
        (3, "Boss's Orders (Ghetsis)", "PAL", "172"),
        (1, "Nest Ball", "PR-SV", "84"),
        (9, "Basic {R} Energy", "SVE", "2"),
    ]
    assert deck.total == 20


def test_a_spreadsheet_is_read() -> None:
    deck = read((KEPT / "columns.csv").read_bytes(), "columns.csv")
    assert brief(deck) == [
        (4, "Pikachu", "XY", "42"),
        (2, "Professor’s Letter", "XY", "123"),
        (10, "Fire Energy", "", ""),
        (1, "Raichu", "", ""),
    ]
    assert [line.language for line in deck.lines] == ["", "de", "", ""]
    assert [line.unused for line in deck.lines] == [False, False, False, True]
    assert deck.lines[3].note == "NOT TOURNAMENT LEGAL"
    assert [line.line for line in deck.lines] == [2, 3, 4, 5]


@pytest.mark.rule("TRF-4c")
@pytest.mark.parametrize(
    ("text", "title", "set_name", "number"),
    [
        ("4 Pikachu", "Pikachu", "", ""),
        ("4x Pikachu SVI 25", "Pikachu", "SVI", "25"),
        ("* 4 Pikachu SVI 25", "Pikachu", "SVI", "25"),
        ("- 4 Pikachu SVI 025/198", "Pikachu", "SVI", "025"),
        ("4 Pikachu (SVI 25)", "Pikachu", "SVI", "25"),
        ("4 Pikachu (SVI-25)", "Pikachu", "SVI", "25"),
        ("4 Pikachu [SVI]", "Pikachu", "SVI", ""),
        ("4 Pikachu 25", "Pikachu", "", "25"),
        ("4 Pikachu #25", "Pikachu", "", "25"),
        ("2 Shiftry (Next Destinies 72/99)", "Shiftry", "Next Destinies", "72"),
        ("1 Karen PR-XY XY177", "Karen", "PR-XY", "XY177"),
        ("1 Mewtwo EX 54", "Mewtwo EX", "", "54"),
        ("1 Zacian V 138", "Zacian V", "", "138"),
        ("1 N NVI 92", "N", "NVI", "92"),
        ("1 Nidoran ♀ MEW 29", "Nidoran ♀", "MEW", "29"),
        ("1 Type: Null UPR 89", "Type: Null", "UPR", "89"),
        ("1 Gardevoir & Sylveon-GX UNB 130", "Gardevoir & Sylveon-GX", "UNB", "130"),
        ("1 Mew CEL TG05/TG30", "Mew", "CEL", "TG05"),
    ],
)
def test_a_card_is_read_as_people_write_it(
    text: str, title: str, set_name: str, number: str
) -> None:
    line = one(text)
    assert (line.title, line.set, line.number) == (title, set_name, number)


@pytest.mark.parametrize(
    ("text", "language", "note"),
    [
        ("4 Pikachu SVI 25 (de)", "de", ""),
        ("4 Pikachu (German) SVI 25", "de", ""),
        ("4 Pikachu [FR] (NOT TOURNAMENT LEGAL)", "fr", "NOT TOURNAMENT LEGAL"),
        ("4 Unown [A]", "", "A"),
        ("4 Pikachu (promo) (signed)", "", "promo; signed"),
        ("4 Pikachu ()", "", ""),
    ],
)
def test_what_stands_in_brackets_is_a_language_or_a_note(
    text: str, language: str, note: str
) -> None:
    assert (one(text).language, one(text).note) == (language, note)


@pytest.mark.parametrize(
    "heading", ["Trainer: 4", "## Trainer Cards - 4", "TRAINERS (4)", "Supporters", "Entraîneur: 4"]
)
def test_headings_are_read_as_programs_write_them(heading: str) -> None:
    assert one(f"{heading}\n4 N NVI 92\n").section is Section.TRAINER


def test_whose_list_it_is_is_not_kept() -> None:
    text = "Player Name: Ana Lopez\nPlayer ID: 123\nFormat: Standard\n\nPokémon\n4 Pikachu XY 42\n"
    deck = read(text.encode(), "list.txt")
    assert "Ana" not in str(deck)
    assert brief(deck) == [(4, "Pikachu", "XY", "42")]


def test_cards_under_the_heading_unused_are_not_in_the_deck() -> None:
    deck = read(b"Pokemon\n2 Pikachu\nUnused: 3\nPokemon\n1 Raichu\nEnergy\n2 Fire Energy\n", "x")
    assert [(line.title, line.unused) for line in deck.lines] == [
        ("Pikachu", False),
        ("Raichu", True),
        ("Fire Energy", True),
    ]
    assert deck.cards == 2


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "list.txt is empty."),
        (b"\n\n  \n", "list.txt is empty."),
        (b"Trainer: 3\n", "list.txt does not contain any cards."),
        ("4 Pikachu\nRaichu XY 43\n", 'line 2: "Raichu XY 43" does not begin with a count'),
        ("0 Pikachu\n", 'line 1: "0" is not a number of cards; enter a number from 1 to 999.'),
        ("1000 Pikachu\n", '"1000" is not a number of cards'),
        (f"{'9' * 5000} Pikachu\n", '"999999999999…" is not a number of cards'),
        ("4 Pikachu\x1b[2J\n", "line 1: it contains control or text-direction characters"),
        ("4 Pika\u202echu\n", "line 1: it contains control or text-direction characters"),
        (b"4 Pikachu\n4 Flab\xe9b\xe9\n", "line 2: it is not UTF-8 text; save the list as UTF-8."),
        (b"\xff\xfe4\x00", "line 1: it is not UTF-8 text"),
        (
            f"4 {'P' * 101}\n",
            f'line 1: "{"P" * 20}…" has 101 characters; at most 100 can be kept',
        ),
        (
            f"4 {'P' * 9000}\n",
            "line 1: it has 9,000 characters, too many for a line of a deck list.",
        ),
        (f"4 Pikachu ({'x' * 101})\n", f'line 1: "{"x" * 20}…" has 101 characters'),
        (
            b"4 Pikachu\n" * (MOST + 1),
            "list.txt has 1,001 lines; a deck list can have at most 1,000.",
        ),
        (
            b"4" * (MAX_BYTES + 1),
            "list.txt has 100,001 bytes; a deck list can have at most 100,000.",
        ),
        ("count,name\nfour,Pikachu\n", 'line 2: "four" is not a number of cards'),
        ("count,name\n4\n", "line 2: the name of the card is missing."),
        ("count,name\n4,Energy\n", 'line 2: "Energy" is a heading, not a card.'),
        (
            "count,name,name\n",
            'line 1: two columns contain the same information: the second is "name".',
        ),
        ("count,name,type\n4,Pikachu,Weapon\n", 'line 2: "weapon" is not a part of a deck'),
        ("count,name,lang\n4,Pikachu,Elvish\n", 'line 2: "Elvish" is not a known language'),
        ('count,name\n4,"Pikachu\n', "line 2: the quotation marks in a cell do not match"),
        ('count,name\n4,"Pika" chu\n', "put the whole cell in quotation marks and double"),
        (f"count,name,number\n4,Pikachu,{'1' * 21}\n", "line 2: the collector number has more"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(data: bytes | str, words: str) -> None:
    assert words in refused(data)


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
@example(b"4 ((((((((((((((")
@example(b"4 a" + b" (x)" * 90)
@example(b"count,name\n4,\x00")
def test_no_file_makes_the_reader_fail_otherwise_than_in_words(data: bytes) -> None:
    try:
        deck = read(data, "x")
    except Unreadable as trouble:
        assert trouble.message.endswith(".")  # noqa: PT017 - both are answers.
    else:
        kept = KeptList(deck=canonical(deck), salt="A" * 43)
        assert from_bytes(to_bytes(kept), "x") == kept


WORD = st.sampled_from(
    ["Pikachu", "Mr. Mime", "Farfetch'd", "Ho-Oh", "N", "Flabébé", "δ", "Team Rocket's", "ex"]
)
TITLES = st.lists(WORD, min_size=1, max_size=3).map(" ".join)
PRINTS = st.sampled_from(
    [("", ""), ("XY", "42"), ("PR-XY", "XY25"), ("Next Destinies", "72"), ("", "7"), ("MEW", "151")]
)
NOTES = st.sampled_from(["", "signed", "NOT TOURNAMENT LEGAL", "first; second"])


@st.composite
def decks(draw: st.DrawFn) -> DeckList:
    found = []
    for _ in range(draw(st.integers(1, 12))):
        set_name, number = draw(PRINTS)
        line = CardLine(
            count=draw(st.integers(1, 60)),
            title=draw(TITLES),
            set=set_name,
            number=number,
            language=draw(st.sampled_from(["", "de", "en"])),
            note=draw(NOTES),
            section=draw(st.none() | st.sampled_from(Section)),
            unused=draw(st.booleans()),
        )
        found.append(line)
    return DeckList(lines=tuple(found))


@given(decks())
def test_what_is_written_is_read_again_as_it_was(deck: DeckList) -> None:
    kept = canonical(deck)
    assert canonical(read(as_text(kept).encode(), "x")) == kept


@given(decks())
def test_a_spreadsheet_with_all_columns_is_read_as_it_was(deck: DeckList) -> None:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["qty", "card", "set code", "collector number", "lang", "section", "notes"])
    used = [line for line in deck.lines if not line.unused]
    for x in used:
        rows.writerow([x.count, x.title, x.set, x.number, x.language, x.section or "", x.note])
    if used:
        found = read(out.getvalue().encode(), "x")
        assert canonical(found) == canonical(DeckList(lines=tuple(used)))


@given(decks())
def test_the_kept_list_loses_no_card_and_names_none_twice(deck: DeckList) -> None:
    kept = canonical(deck)
    assert sum(x.count for x in kept.lines) == sum(x.count for x in deck.lines)
    names = [
        (x.title, x.set, x.number, x.language, x.note, x.section, x.unused) for x in kept.lines
    ]
    assert len(names) == len(set(names))
    assert canonical(kept) == kept
