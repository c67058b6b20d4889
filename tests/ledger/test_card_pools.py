from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.decks import formats, pools
from roundbook.ledger.decks.deck_list import CardLine, number_key, title_key
from roundbook.ledger.decks.pools import CardPool, CardSet
from roundbook.ledger.decks.released import load
from roundbook.ledger.errors import Unreadable
from tests.conftest import ROOT

pytestmark = pytest.mark.fast

DAY = date(2016, 1, 16)
XY = {"XY—Kalos Starter Set", "XY", "XY—Flashfire", "XY—Furious Fists", "XY: Trainer Kit"}
PROMOS = {"XY Black Star Promos"}
FROM_BOUNDARIES_CROSSED = {
    "Black & White—Boundaries Crossed",
    "Black & White—Plasma Storm",
    "Black & White—Plasma Freeze",
    "Black & White—Plasma Blast",
    "Black & White—Legendary Treasures",
}
BEFORE = {
    "Black & White",
    "Black & White—Emerging Powers",
    "Black & White—Noble Victories",
    "Black & White—Next Destinies",
    "Black & White—Dark Explorers",
    "Black & White—Dragon Vault",
    "Black & White—Dragons Exalted",
}


def pool(name: str) -> CardPool:
    found = pools.named(name)
    assert found is not None
    return found[0]


def names(name: str) -> set[str]:
    return {one.name for one in pool(name).sets}


@pytest.mark.rule("TRF-13.1", "A-27")
def test_the_standard_of_2015_is_shipped_in_both_readings() -> None:
    assert names("standard-2015") == XY | PROMOS
    assert names("standard-2015-boundaries-crossed") == XY | PROMOS | FROM_BOUNDARIES_CROSSED
    for name in ("standard-2015", "standard-2015-boundaries-crossed"):
        one = pool(name)
        assert (one.format, one.banned, one.more_to_come) == ("standard", (), "additional XY sets")
        assert one.in_force(DAY)


@pytest.mark.rule("TRF-13.2")
def test_the_expanded_of_2015_has_its_sets_and_its_one_ban() -> None:
    assert names("expanded-2015") == XY | PROMOS | FROM_BOUNDARIES_CROSSED | BEFORE | {
        "BW: Trainer Kit",
        "BW Black Star Promos",
        "McDonald's Collection 2011",
        "McDonald's Collection 2012",
        "McDonald's Collection 2014",
    }
    [ban] = pool("expanded-2015").banned
    assert (ban.title, ban.set, ban.number) == ("Shiftry", "Next Destinies", "72/99")


@pytest.mark.rule("TRF-13.3")
def test_unlimited_holds_every_set_and_bans_nothing() -> None:
    one = pool("unlimited-2016")
    assert (one.every_set, one.sets, one.banned) == (True, (), ())


@pytest.mark.rule("A-27")
def test_a_pool_holds_for_its_days_and_no_others() -> None:
    for kind, name in (("standard", "standard-2015"), ("expanded", "expanded-2015")):
        found = pools.for_format(kind, DAY)
        assert found is not None
        assert found[0].name == name
        assert pools.for_format(kind, date(2014, 8, 31)) is None
        assert pools.for_format(kind, date(2014, 9, 1)) == found
        assert pools.for_format(kind, date(2016, 8, 31)) == found
        assert pools.for_format(kind, date(2016, 9, 1)) is None
    assert pools.for_format("unlimited", date(2040, 1, 1)) is not None


@pytest.mark.rule("A-27")
def test_no_code_names_a_set() -> None:
    """Sets are data: no module knows one by name or code."""
    known = {text for one in pools.released() for s in one.sets for text in (s.name, *s.codes)}
    told = {f'"{text}"' for text in known if text != "XY"}
    modules = [path for room in ("ledger", "projections", "cli") for path in _modules(room)]
    naming = [
        (path.name, text)
        for path in modules
        for text in told
        if text in path.read_text(encoding="utf-8")
    ]
    assert naming == []
    assert len(modules) > 100


def _modules(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("FLF", "XY—Flashfire"),
        ("flf", "XY—Flashfire"),
        ("Flashfire", "XY—Flashfire"),
        ("XY - Flashfire", "XY—Flashfire"),
        ("XY: Flashfire", "XY—Flashfire"),
        ("XY", "XY"),
        ("NXD", "Black & White—Next Destinies"),
        ("Next Destinies", "Black & White—Next Destinies"),
        ("PR-XY", "XY Black Star Promos"),
        ("pr xy", "XY Black Star Promos"),
        ("XY Trainer Kit", "XY: Trainer Kit"),
        ("BW Trainer Kit", "BW: Trainer Kit"),
        ("McDonald’s Collection 2012", "McDonald's Collection 2012"),
    ],
)
def test_a_set_is_found_however_it_is_written(written: str, name: str) -> None:
    found = pool("expanded-2015").find(written)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("written", ["SVI", "Trainer Kit", "", "XY2", "Flash"])
def test_another_set_is_not_found(written: str) -> None:
    assert pool("expanded-2015").find(written) is None


def test_no_two_sets_of_a_pool_answer_to_one_name() -> None:
    for one in pools.released():
        known = [name for each in one.sets for name in each.known_as()]
        assert len(known) == len(set(known)), one.name


@pytest.mark.rule("TRF-1.3")
@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)))
def test_a_set_is_legal_three_weeks_after_its_release(released: date) -> None:
    new = CardPool(name="ours", format="standard", valid_from=date(2000, 1, 1))
    day = new.legal_from(CardSet(name="New Set", released=released))
    assert day is not None
    assert (day - released).days == 21
    assert day.weekday() == released.weekday()


def test_a_set_may_say_itself_from_when_on_it_is_legal() -> None:
    new = CardPool(name="ours", format="standard", valid_from=DAY)
    one = CardSet(name="New Set", released=date(2016, 2, 3), legal_from=date(2016, 2, 5))
    assert new.legal_from(one) == date(2016, 2, 5)
    assert new.legal_from(CardSet(name="Old Set")) is None


@pytest.mark.rule("TRF-13.2")
@pytest.mark.parametrize(
    ("line", "banned"),
    [
        (CardLine(count=1, title="Shiftry", set="NXD", number="72"), True),
        (CardLine(count=1, title="SHIFTRY", set="Next Destinies", number="072/99"), True),
        (CardLine(count=1, title="Shiftry"), True),
        (CardLine(count=1, title="Shiftry", number="72"), True),
        (CardLine(count=1, title="Shiftry", set="NXD"), True),
        (CardLine(count=1, title="Shiftry", set="FLF", number="14"), False),
        (CardLine(count=1, title="Shiftry", set="FLF", number="72"), False),
        (CardLine(count=1, title="Shiftry", number="14"), False),
        (CardLine(count=1, title="Nuzleaf", set="NXD", number="72"), False),
    ],
)
def test_a_ban_meets_its_print_and_a_line_that_may_be_it(line: CardLine, banned: bool) -> None:
    assert (pool("expanded-2015").ban_on(line, DAY) is not None) == banned


@pytest.mark.rule("TRF-1.1")
@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Flabébé", "flabebe", True),
        ("Professor's Letter", "Professor’s  Letter", True),
        ("Boss's Orders (Ghetsis)", "Boss's Orders (Giovanni)", True),
        ("Unown [A]", "Unown [B]", True),
        ("Mewtwo-EX", "Mewtwo", False),
        ("Nidoran ♀", "Nidoran ♂", False),
        ("Pikachu δ", "Pikachu", False),
        ("Dark Raichu", "Raichu", False),
    ],
)
def test_a_card_is_known_by_its_name(one: str, other: str, same: bool) -> None:
    assert (title_key(one) == title_key(other)) == same


@pytest.mark.parametrize(
    ("one", "other"), [("72/99", "72"), ("072", "72"), ("xy05", "XY5"), ("#7", "7"), ("0", "000")]
)
def test_a_number_is_the_same_however_it_is_written(one: str, other: str) -> None:
    assert number_key(one) == number_key(other)
    assert number_key(one) not in {number_key("720"), number_key("XY72"), number_key("BW5")}


FORMATS = {
    # name: category, cards, copies, prizes, sanctioned - from the table of the rules (TRF §11-14).
    "standard": ("constructed", 60, 4, 6, True),
    "expanded": ("constructed", 60, 4, 6, True),
    "unlimited": ("constructed", 60, 4, 6, True),
    "sealed": ("limited", 40, None, 4, True),
    "booster-draft": ("limited", 40, None, 4, True),
    "rochester-draft": ("limited", 40, None, 4, True),
    "solomon-draft": ("limited", 40, None, 4, True),
    "30-card-constructed": ("constructed", 30, 2, 3, False),
    "30-card-limited": ("limited", 30, None, 3, False),
    "2-on-2-constructed": ("constructed", 60, 4, 6, False),
    "2-on-2-limited": ("limited", 40, None, 4, False),
    "team-battle-constructed": ("constructed", 60, 4, 3, False),
    "team-battle-limited": ("limited", 40, None, 2, False),
}


@pytest.mark.rule(
    "TRF-11.1", "TRF-11.2", "TRF-13", "TRF-14.1", "TRF-14.2.1", "TRF-14.2.2", "TRF-14.3"
)
def test_every_format_has_the_sizes_of_the_rules() -> None:
    found = {
        one.name: (one.category.value, one.cards, one.copies, one.prizes, one.sanctioned)
        for one in formats.rules().formats
    }
    assert found == FORMATS


@pytest.mark.rule("TRF-1.8")
def test_the_local_languages_are_those_of_the_rules() -> None:
    assert formats.rules().languages == {
        "canada": ("en", "fr"),
        "europe": ("en", "fr", "de", "it", "es", "pt"),
        "mexico": ("en", "es"),
        "russia": ("ru",),
        "south-america": ("en", "es", "pt"),
        "united-states": ("en",),
        "asia-pacific": ("en",),
        "south-africa": ("en",),
    }


GOOD = """
name = "ours-2026"
format = "standard"
valid_from = 2026-01-01
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name = ", "ours.toml is not TOML: "),
        ("format = 'standard'\nvalid_from = 2026-01-01", "missing required field `name`"),
        (GOOD + "sets = 3", "sets: Expected `array`, got `int`"),
        (GOOD + "colour = 3", "contains unknown field `colour`"),
        (GOOD + "[[sets]]\nname = 'A'\nreleased = 'soon'", "sets[0].released: "),
        (GOOD + "[[limits]]\nname = 'A'\nmost = 0", "limits[0].most: Expected `int` >= 1"),
        (GOOD.replace("ours-2026", "standard-2015"), "belongs to a released card pool"),
        (GOOD.replace("2026-01-01", "2026-13-01"), "ours.toml is not TOML"),
        (b"\xff\xff", "ours.toml is not TOML in UTF-8"),
        ("a = " + "[" * 5000, "ours.toml is not TOML"),
        (b"#" * (pools.MAX_BYTES + 1), "has 500,001 bytes; a card pool has at most 500,000."),
    ],
)
def test_a_pool_that_makes_no_sense_is_refused_in_one_sentence(
    text: str | bytes, words: str
) -> None:
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(Unreadable, match=r"\.\Z") as caught:
        pools.read(data, "ours.toml")
    assert words in caught.value.message
    assert caught.value.message.count("\n") == 0


def test_a_released_pool_may_be_brought_as_it_is() -> None:
    assert pools.read(load("standard-2015"), "x.toml") == pool("standard-2015")


@pytest.mark.rule("A-27", "TRF-1.4")
def test_the_pool_in_the_manual_says_what_the_manual_says() -> None:
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    ours = pools.read(text.split("```toml\n")[1].split("```")[0].encode(), "ours.toml")
    new = ours.find("BKP")
    assert new is not None
    assert ours.legal_from(new) == date(2016, 2, 24)
    assert ours.reprinted(CardLine(count=1, title="Professor's Letter", set="BKT"))
    assert ours.ban_on(CardLine(count=1, title="Shiftry", set="Next Destinies", number="72"), DAY)
    [limit] = ours.limits
    assert (limit.most, limit.together) == (1, True)
    assert limit.covers(CardLine(count=1, title="Life Dew"))


@pytest.mark.rule("A-29")
@pytest.mark.parametrize(
    ("draft", "within", "remarked"),
    [
        ("solomon-draft", "unlimited", True),
        ("solomon-draft", "unlimited-2016", True),
        ("solomon-draft", "2-on-2-limited", True),
        ("solomon-draft", "standard", False),
        ("solomon-draft", "expanded", False),
        ("solomon-draft", "30-card-limited", False),
        ("sealed", "unlimited", False),
        ("booster-draft", "2-on-2-limited", False),
        ("rochester-draft", "unlimited", False),
        ("solomon-draft", "no-such-format", False),
    ],
)
def test_a_draft_that_the_text_leaves_out_is_remarked(
    draft: str, within: str, remarked: bool
) -> None:
    assert (pools.unnamed(draft, within) is not None) == remarked
