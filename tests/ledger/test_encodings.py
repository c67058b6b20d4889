"""Lists in the encodings in which people save them: read where nothing is in doubt, else asked."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from roundbook.ledger.errors import Hint, Unreadable
from roundbook.ledger.importers.lists.roster import Roster, read
from roundbook.ledger.importers.lists.sheet import ENCODINGS, encoding_called, may_be_typed

pytestmark = pytest.mark.fast

LISTS = Path(__file__).resolve().parents[2] / "fixtures" / "imports" / "lists"
GERMAN = ["Jürgen Müller", "Lea Schäfer", "Max Weiß", "Änne Öztürk"]
POLISH = ["Łukasz Wiśniewski", "Małgorzata Źródło"]
TURKISH = ["Elif Yıldız", "Şebnem Öztürk"]  # noqa: RUF001
SPANISH = ["José Nuñez", "Mª Carmen Peña"]
JAPANESE = ["山田 太郎", "佐藤 花子", "すずき 一郎"]


def of(names: list[str], codec: str) -> bytes:
    return "\r\n".join(["name;year", *(f"{name};2001" for name in names), ""]).encode(codec)


def names_of(found: Roster) -> list[str]:
    return [row.person.name for row in found.rows]


@pytest.mark.parametrize(
    ("file", "called", "names"),
    [
        ("german-utf-8.csv", "UTF-8", GERMAN),
        ("german-utf-16.csv", "UTF-16", GERMAN),
        ("german-windows-1252.csv", "Windows-1252", GERMAN),
        ("german-mac-roman.csv", "Mac-Roman", GERMAN),
        ("polish-windows-1250.csv", "Windows-1250", POLISH),
    ],
)
def test_a_list_that_says_one_thing_only_is_read(file: str, called: str, names: list[str]) -> None:
    found = read((LISTS / file).read_bytes(), file)
    assert names_of(found) == names
    assert found.taken.form.startswith(f"{called}, ")


@pytest.mark.parametrize(
    ("file", "encoding", "names", "said"),
    [
        (
            "spanish-windows-1252.csv",
            "Windows-1252",
            SPANISH,
            'line 2: depending on the encoding, this may be "José Nuñez" (Windows-1252) or "José',
        ),
        (
            "turkish-windows-1254.csv",
            "Windows-1254",
            TURKISH,
            '"Elif Yýldýz" (Windows-1252) or "Elif Yıldız" (Windows-1254)',  # noqa: RUF001
        ),
        ("japanese-shift-jis.csv", "Shift-JIS", JAPANESE, '"山田 太郎" (Shift-JIS)'),
    ],
)
def test_where_two_readings_differ_in_a_name_both_are_shown_and_the_encoding_is_asked_for(
    file: str, encoding: str, names: list[str], said: str
) -> None:
    data = (LISTS / file).read_bytes()
    with pytest.raises(Unreadable) as caught:
        read(data, file)
    assert said in caught.value.message
    assert isinstance(caught.value.hint, Hint)
    assert names_of(read(data, file, encoding=encoding)) == names


@given(st.lists(st.sampled_from(GERMAN + POLISH + TURKISH + SPANISH + JAPANESE), min_size=1,
                unique=True), st.sampled_from([*ENCODINGS.values()]))  # fmt: skip
@example(GERMAN[:2], "gb18030")
def test_whatever_is_read_without_asking_is_what_was_saved(names: list[str], codec: str) -> None:
    try:
        data = of(names, codec)
    except UnicodeEncodeError:
        return
    try:
        found = read(data, "list.csv")
    except Unreadable:
        return
    assert names_of(found) == names


def test_a_wrong_encoding_is_refused_and_one_without_names_too() -> None:
    with pytest.raises(Unreadable, match="line 2: it is not UTF-8 text"):
        read(of(GERMAN, "cp1252"), "list.csv", encoding="UTF-8")
    with pytest.raises(Unreadable, match="no other encoding gives readable names"):
        read(b"name;year\r\n\xa9\xa9x;2001\r\n", "list.csv")


def test_a_column_that_is_not_read_leaves_nothing_in_doubt() -> None:
    data = "name;year;club\r\nAna;2001;Peña\r\n".encode("cp1252")
    assert names_of(read(data, "list.csv")) == ["Ana"]


@pytest.mark.parametrize("name", ["JŸrgen", "J¸rgen", "Weiﬂ", "Mьller", "Nu\u2013ez", "J殲gen"])  # noqa: RUF001
def test_nobody_types_a_sign_or_a_capital_within_a_word(name: str) -> None:
    assert not may_be_typed(name)
    assert all(map(may_be_typed, ["O’Brien", "McDonald", "ÄNNE", "Mª José", "محمد علي", "ペン子"]))


@pytest.mark.parametrize(
    ("named", "codec"),
    [
        ("latin1", "cp1252"), ("ISO-8859-1", "cp1252"), ("ansi", "cp1252"), ("CP1252", "cp1252"),
        ("shift_jis", "shift_jis"), ("koi8-r", "koi8-r"), ("cp850", "cp850"),
        ("windows-1255", "cp1255"), ("utf8", "utf-8"),
    ],
)  # fmt: skip
def test_an_encoding_is_known_by_the_names_that_people_type(named: str, codec: str) -> None:
    found = encoding_called(named)
    assert found is not None
    text = "Müller" if codec.startswith("cp1252") else "Ana"
    assert text.encode(codec).decode(ENCODINGS.get(found, found)) == text


@pytest.mark.parametrize("named", ["utf-7", "idna", "punycode", "base64", "nonsense", ""])
def test_another_name_is_no_encoding_of_a_list(named: str) -> None:
    assert encoding_called(named) is None
