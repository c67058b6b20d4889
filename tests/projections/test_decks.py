from datetime import date

import pytest

from roundbook.ledger.decks.deck_list import CardLine, DeckList
from roundbook.ledger.decks.formats import Limit
from roundbook.ledger.decks.pools import CardPool, CardSet
from roundbook.projections.decks import judge, with_unused
from tests.projections.decks import DAY, RULES, asking, breaches, judged, listed

FULL = """
    4 Pikachu XY 42
    4 Raichu XY 43
    52 Fire Energy
"""
CONSTRUCTED = [
    ("standard", 60, 4),
    ("expanded", 60, 4),
    ("unlimited", 60, 4),
    ("30-card-constructed", 30, 2),
    ("2-on-2-constructed", 60, 4),
    ("team-battle-constructed", 60, 4),
]
LIMITED = [
    ("sealed", 40),
    ("booster-draft", 40),
    ("rochester-draft", 40),
    ("solomon-draft", 40),
    ("30-card-limited", 30),
    ("2-on-2-limited", 40),
    ("team-battle-limited", 40),
]
KINDS = ("Grass", "Fire", "Water", "Lightning", "Psychic", "Fighting", "Darkness", "Metal", "Fairy")


def deck(size: int, copies: int = 0) -> str:
    pikachu = f"{copies} Pikachu XY 42\n" if copies else ""
    return f"{pikachu}{size - copies} Fire Energy\n"


@pytest.mark.rule("TRF-11.1", "TRF-14.1", "TRF-14.2.1", "TRF-14.3")
@pytest.mark.parametrize(("name", "size", "most"), CONSTRUCTED)
def test_constructed_has_its_size_and_so_many_copies(name: str, size: int, most: int) -> None:
    assert breaches(deck(size, most), name) == []
    assert breaches(deck(size, most + 1), name) == [("copies", 1)]
    assert breaches(deck(size - 1, most), name) == [("deck-size", 0)]
    assert breaches(deck(size + 1, most), name) == [("deck-size", 0)]


@pytest.mark.rule("TRF-11.2", "TRF-14.1", "TRF-14.2.2", "TRF-14.3")
@pytest.mark.parametrize(("name", "size"), LIMITED)
def test_limited_has_its_size_exactly_and_any_number_of_copies(name: str, size: int) -> None:
    assert breaches(deck(size, size - 1), name) == []
    assert breaches(deck(size - 1, 30), name) == [("deck-size", 0)]
    assert breaches(deck(size + 1, 30), name) == [("deck-size", 0)]


@pytest.mark.rule("TRF-1.1", "TRF-11.1")
def test_copies_are_counted_by_english_name_whatever_the_print_or_the_language() -> None:
    text = "2 Pikachu XY 42\n2 PIKACHU PR-XY XY84\n1 Pikachu XY 42 (fr)\n55 Fire Energy\n"
    [one] = judged(text).breaches
    assert (one.rule, one.line) == ("copies", 3)
    assert one.message == "5 copies of Pikachu (lines 1, 2 and 3); at most 4."
    assert one.cites == "TRF §11.1"


@pytest.mark.rule("TRF-11.1")
@pytest.mark.parametrize(
    "energy",
    [
        *(f"{kind} Energy" for kind in KINDS),
        "Basic Fire Energy",
        "Basic {R} Energy SVE 2",
        "Fire Energy BS 98",
        "Psychic Energy SMEnergy 5",
        "Fire Energy Energy 2",
        "Metal Energy",
    ],
)
def test_basic_energy_is_free_in_number_and_legal_from_every_set(energy: str) -> None:
    assert breaches(f"60 {energy}\n") == []


@pytest.mark.parametrize(
    "energy",
    [
        "Double Colorless Energy XY 130",
        "Rainbow Energy XY 131",
        "Fire Crystal Energy XY 1",
        "Darkness Energy (Special) XY 1",
        "Colorless Energy XY 1",
    ],
)
def test_special_energy_counts_like_any_card(energy: str) -> None:
    assert breaches(f"5 {energy}\n55 Fire Energy\n") == [("copies", 1)]


def test_energy_is_known_by_its_kind_alone_among_the_energy() -> None:
    assert breaches("Energy: 60\n30 Fire\n30 Water\n") == []
    assert ("copies", 2) in breaches("Pokemon: 60\n30 Fire\n30 Water\n")


@pytest.mark.rule("TRF-1.1")
def test_a_set_in_small_letters_is_no_part_of_the_name() -> None:
    text = "2 pikachu flf 26\n3 Pikachu XY 42\n55 Fire Energy\n"
    assert breaches(text) == [("copies", 2)]
    assert breaches("4 shiftry nxd 72\n56 Fire Energy\n", "expanded") == [("card-banned", 1)]
    assert breaches("4 great ball 118\n56 Fire Energy\n") == []


@pytest.mark.rule("TRF-1a", "TRF-13.1")
def test_a_card_of_a_set_that_the_format_does_not_have_is_not_legal() -> None:
    [one] = judged("4 Pikachu XY 42\n1 Shiftry NXD 72\n55 Fire Energy\n").breaches
    assert (one.rule, one.line, one.cites) == ("set-not-legal", 2, "TRF §1.4, TRF §13.1")
    assert "unless a reprint with the same effect is" in one.message
    assert "Head Judge" in one.hint
    assert "Another reading of the rules" not in one.hint, (
        "neither reading of Standard has Next Destinies"
    )


@pytest.mark.rule("A-27", "TRF-1.3", "TRF-13.1")
def test_a_set_that_nobody_knows_is_not_called_illegal() -> None:
    """The text admits "additional XY sets" without naming them: BKT may be one of them."""
    found = judged("4 Pikachu BKT 48\n4 Pichu XYZ 1\n52 Fire Energy\n")
    assert found.breaches == ()
    assert found.unjudged == (1, 2)
    assert found.remarks == (
        (
            "standard-2015 has no entry for BKT, XYZ, so roundbook cannot check whether such "
            "cards are legal (TRF §1.3, TRF §13.1); provide a card pool with the additional XY "
            "sets "
            "(--pool FILE)."
        ),
    )
    assert found.in_words == "no breach; 2 lines cannot be checked"
    assert judged("4 Pikachu XY 42\n56 Fire Energy\n").in_words == "legal"


@pytest.mark.rule("A-27")
def test_a_set_of_the_other_reading_is_refused_with_its_name() -> None:
    [one] = judged("4 Runner BCR 1\n56 Fire Energy\n").breaches
    assert one.rule == "set-not-legal"
    assert "Another reading allows the card: `--pool standard-2015-boundaries-crossed`." in one.hint


@pytest.mark.rule("TRF-1.4")
def test_a_reprint_is_legal_by_its_title_where_the_pool_lists_it() -> None:
    ours = CardPool(
        name="ours",
        format="standard",
        valid_from=date(2015, 1, 1),
        sets=(CardSet(name="XY"),),
        titles=("Professor’s Letter",),
    )
    text = "4 Professor's Letter BKT 146\n4 Switch LTR 95\n52 Fire Energy\n"
    assert breaches(text, pool=ours) == [("set-not-legal", 2)]


@pytest.mark.rule("A-27", "TRF-13.1")
def test_the_two_readings_of_standard_differ_in_what_came_between() -> None:
    text = "4 Mewtwo-EX LTR 54\n4 Pikachu XY 42\n52 Fire Energy\n"
    assert breaches(text, pool="standard-2015") == [("set-not-legal", 1)]
    assert breaches(text, pool="standard-2015-boundaries-crossed") == []


@pytest.mark.rule("TRF-13.2")
def test_expanded_bans_one_shiftry_and_not_the_others() -> None:
    assert breaches("4 Shiftry NXD 72\n56 Fire Energy\n", "expanded") == [("card-banned", 1)]
    assert breaches("4 Shiftry FLF 14\n56 Fire Energy\n", "expanded") == []
    [unsure] = judged("4 Shiftry\n56 Fire Energy\n", "expanded").breaches
    assert "the line does not say which Shiftry it is" in unsure.message
    assert unsure.hint == "Give the set and the collector number."


@pytest.mark.rule("TRF-13.1", "TRF-13.2")
def test_promos_count_from_the_number_that_the_rules_name() -> None:
    assert breaches("4 Pikachu PR-XY XY01\n56 Fire Energy\n") == []
    assert breaches("4 Pikachu PR-XY XY00\n56 Fire Energy\n") == [("set-not-legal", 1)]
    assert breaches("4 Pikachu PR-BLW BW01\n56 Fire Energy\n") == [("set-not-legal", 1)]
    assert breaches("4 Pikachu PR-BLW BW01\n56 Fire Energy\n", "expanded") == []


@pytest.mark.rule("TRF-13.3", "TRF-12")
def test_unlimited_takes_every_set() -> None:
    assert breaches("4 Shiftry NXD 72\n4 Pikachu BS 58\n52 Fire Energy\n", "unlimited") == []


NEW = CardPool(
    name="ours",
    format="standard",
    valid_from=date(2015, 1, 1),
    sets=(CardSet(name="BREAKpoint", codes=("BKP",), released=date(2016, 2, 3)),),
)


@pytest.mark.rule("TRF-1.3")
@pytest.mark.parametrize(
    ("on", "legal"),
    [
        (date(2016, 2, 3), False),
        (date(2016, 2, 23), False),
        (date(2016, 2, 24), True),
        (date(2016, 3, 1), True),
    ],
)
def test_a_new_set_is_legal_from_the_21st_day_after_its_release(on: date, legal: bool) -> None:
    text = "4 Psyduck BKP 16\n56 Fire Energy\n"
    assert breaches(text, pool=NEW, on=on) == ([] if legal else [("set-too-new", 1)])


@pytest.mark.rule("TRF-1.3")
def test_in_limited_a_set_is_legal_at_once() -> None:
    text = "7 Psyduck BKP 16\n33 Fire Energy\n"
    assert breaches(text, "sealed", pool=NEW, on=date(2016, 2, 3)) == []


@pytest.mark.rule("TRF-1.11", "TRF-12")
@pytest.mark.parametrize(
    "line",
    [
        "1 Pikachu XY 42 (NOT TOURNAMENT LEGAL)",
        "1 Pikachu (not tournament legal) XY 42",
        "1 Pikachu (World Championships 2012 deck)",
        "1 Pikachu World Championship Deck",
        "1 Pikachu (collector’s set)",
        "1 Fire Energy (NOT TOURNAMENT LEGAL)",
    ],
)
@pytest.mark.parametrize(("name", "size"), [("standard", 60), ("unlimited", 60), ("sealed", 40)])
def test_a_card_that_is_legal_nowhere_is_refused(line: str, name: str, size: int) -> None:
    assert breaches(f"{line}\n{size - 1} Fire Energy\n", name) == [("card-refused", 1)]


LANGUAGES = {
    "canada": "en fr",
    "europe": "en fr de it es pt",
    "mexico": "en es",
    "russia": "ru",
    "south-america": "en es pt",
    "united-states": "en",
    "asia-pacific": "en",
    "south-africa": "en",
}


@pytest.mark.rule("TRF-1.8")
@pytest.mark.parametrize("region", LANGUAGES)
@pytest.mark.parametrize("language", ["en", "fr", "de", "it", "es", "pt", "ru", "ja"])
def test_at_a_premier_event_cards_are_in_a_local_language(region: str, language: str) -> None:
    text = f"4 Pikachu XY 42 ({language})\n56 Fire Energy\n"
    local = RULES.languages[region]
    expected = [] if language in LANGUAGES[region].split() else [("language-foreign", 1)]
    assert breaches(text, premier=True, local=local) == expected
    assert breaches(text, premier=False, local=local) == []


@pytest.mark.rule("TRF-1.8")
def test_without_a_region_the_languages_are_not_judged_and_that_is_said() -> None:
    found = judged("4 Pikachu XY 42 (ja)\n56 Fire Energy\n", premier=True)
    assert found.breaches == ()
    assert found.remarks == ("cards in ja: add --region to check the languages (TRF §1.8).",)


def test_cards_without_a_language_are_taken_to_be_local() -> None:
    assert breaches(FULL, premier=True, local=("en",)) == []


# --- what a card says about itself ------------------------------------------------------------


def with_limits(*limits: Limit) -> CardPool:
    sets = (CardSet(name="XY"),)
    return CardPool(name="ours", format="standard", valid_from=DAY, sets=sets, limits=limits)


@pytest.mark.rule("TRF-11.1", "TRF-11.2", "TRF-14.2.1", "TRF-14.2.2")
@pytest.mark.parametrize(
    ("name", "size", "cites"),
    [
        ("standard", 60, "TRF §11.1"),
        ("sealed", 40, "TRF §11.2"),
        ("30-card-constructed", 30, "TRF §14.2.1"),
        ("30-card-limited", 30, "TRF §14.2.2"),
    ],
)
def test_a_card_that_says_one_per_deck_is_there_once(name: str, size: int, cites: str) -> None:
    """The section of the format says so, and is cited."""
    one = "{} Master Ball (one per deck)\n{} Fire Energy\n"
    assert breaches(one.format(1, size - 1), name) == []
    [found] = judged(one.format(2, size - 2), name).breaches
    assert (found.rule, found.line, found.cites) == ("card-limit", 1, cites)


def test_of_cards_that_are_limited_together_there_is_one() -> None:
    ace = Limit(name="ACE SPEC", most=1, together=True, titles=("Computer Search", "Life Dew"))
    pool = with_limits(ace)
    text = "1 Computer Search XY 1\n1 Life Dew XY 2\n58 Fire Energy\n"
    [found] = judged(text, pool=pool).breaches
    assert (found.rule, found.line) == ("card-limit", 2)
    assert "2 ACE SPEC cards (lines 1 and 2); the text on the card allows 1" in found.message
    assert breaches("1 Life Dew XY 2\n59 Fire Energy\n", pool=pool) == []
    marked = "1 Life Dew (ACE SPEC) XY 2\n1 Rock Guard XY 3 (ace spec)\n58 Fire Energy\n"
    assert breaches(marked) == [("card-limit", 2)]


def test_a_limit_knows_its_cards_by_how_the_title_begins_or_ends() -> None:
    pool = with_limits(
        Limit(name="Radiant", most=1, together=True, beginnings=("Radiant ",)),
        Limit(name="Prism Star", most=1, endings=("◇", "Prism Star")),
    )
    text = "1 Radiant Eevee XY 1\n1 Radiant Steelix XY 2\n58 Fire Energy\n"
    assert breaches(text, pool=pool) == [("card-limit", 2)]
    text = "2 Jirachi ◇ XY 1\n1 Ditto Prism Star XY 2\n57 Fire Energy\n"
    assert breaches(text, pool=pool) == [("card-limit", 1)]


def test_a_card_may_say_that_there_can_be_any_number_of_it() -> None:
    pool = with_limits(Limit(name="any number", titles=("Arceus",)))
    assert breaches("12 Arceus XY 1\n48 Fire Energy\n", pool=pool) == []
    assert breaches("12 Pikachu XY 1\n48 Fire Energy\n", pool=pool) == [("copies", 1)]


def test_a_limit_holds_from_its_day_on() -> None:
    pool = with_limits(Limit(name="late", most=1, titles=("Lysandre",), since=date(2016, 2, 1)))
    text = "2 Lysandre XY 1\n58 Fire Energy\n"
    assert breaches(text, pool=pool) == []
    assert breaches(text, pool=pool, on=date(2016, 2, 1)) == [("card-limit", 1)]


# --- Limited: what was handed out -------------------------------------------------------------

GIVEN = "3 Pikachu XY 42\n2 Raichu XY 43\n40 Squirtle XY 29\n"


@pytest.mark.rule("TRF-1a", "TRF-11.2", "TRF-4a")
def test_in_limited_only_cards_that_were_handed_out_are_played() -> None:
    given = listed(GIVEN)
    assert breaches("3 Pikachu\n2 Raichu\n35 Squirtle\n", "sealed", handed_out=given) == []
    text = "4 Pikachu\n1 Mew\n35 Squirtle\n"
    found = judged(text, "sealed", handed_out=given).breaches
    assert [(one.rule, one.line) for one in found] == [("not-handed-out", 1), ("not-handed-out", 2)]
    assert found[0].message == "1 of 4 Pikachu was not handed out."


def test_another_print_of_a_card_was_not_handed_out() -> None:
    given = listed(GIVEN)
    text = "3 Pikachu PR-XY XY84\n37 Squirtle XY 29\n"
    assert breaches(text, "sealed", handed_out=given) == [("not-handed-out", 1)]
    bare = listed("3 Pikachu\n40 Squirtle\n")
    assert breaches(text, "sealed", handed_out=bare) == []
    mixed = listed("2 Pikachu XY 42\n1 Pikachu\n40 Squirtle\n")
    either = "2 Pikachu XY 42\n1 Pikachu PR-XY XY84\n37 Squirtle\n"
    assert breaches(either, "sealed", handed_out=mixed) == []
    both = "1 Pikachu PR-XY XY84\n1 Pikachu PR-XY XY85\n38 Squirtle\n"
    assert breaches(both, "sealed", handed_out=mixed) == [("not-handed-out", 2)]


@pytest.mark.rule("TRF-11.2")
def test_basic_energy_is_free_in_limited_where_the_organiser_provides_it() -> None:
    given = listed(GIVEN)
    text = "3 Pikachu\n20 Squirtle\n17 Water Energy\n"
    [one] = judged(text, "sealed", handed_out=given).breaches
    assert (one.rule, one.line) == ("not-handed-out", 3)
    assert "--basic-energy" in one.hint
    assert breaches(text, "sealed", handed_out=given, energy_provided=True) == []


@pytest.mark.rule("TRF-4a")
def test_a_list_that_names_its_unused_cards_names_all_of_them() -> None:
    given = listed(GIVEN)
    whole = "3 Pikachu\n37 Squirtle\nUnused\n2 Raichu\n3 Squirtle\n"
    assert breaches(whole, "sealed", handed_out=given) == []
    short = "3 Pikachu\n37 Squirtle\nUnused\n3 Squirtle\n"
    assert breaches(short, "sealed", handed_out=given) == [("unused-incomplete", 0)]
    twice = "3 Pikachu\n37 Squirtle\nUnused\n2 Raichu\n4 Squirtle\n"
    assert breaches(twice, "sealed", handed_out=given) == [("not-handed-out", 5)]


@pytest.mark.rule("TRF-4a")
def test_what_is_not_played_of_the_cards_handed_out_is_the_unused_part() -> None:
    whole = with_unused(listed("3 Pikachu\n37 Squirtle\n"), listed(GIVEN), RULES)
    assert [(line.count, line.title) for line in whole.unused] == [(2, "Raichu"), (3, "Squirtle")]
    assert whole.cards == 40


def test_a_list_that_names_its_unused_cards_itself_stays_as_it_is() -> None:
    said = listed("3 Pikachu\n37 Squirtle\nUnused\n2 Raichu\n")
    assert with_unused(said, listed(GIVEN), RULES) == said
    assert with_unused(listed(GIVEN), None, RULES) == listed(GIVEN)


def test_a_list_of_what_was_handed_out_means_nothing_in_constructed() -> None:
    assert breaches(FULL, handed_out=listed("1 Mew\n")) == []


# --- remarks ----------------------------------------------------------------------------------


@pytest.mark.rule("A-29")
@pytest.mark.parametrize(
    ("name", "pool", "draft", "named"),
    [
        ("solomon-draft", "unlimited-2016", None, False),
        ("rochester-draft", "unlimited-2016", None, True),
        ("solomon-draft", "standard-2015", None, True),
        ("solomon-draft", "expanded-2015", None, True),
        ("solomon-draft", None, None, True),
        ("2-on-2-limited", None, "solomon-draft", False),
        ("2-on-2-limited", None, "sealed", True),
        ("30-card-limited", None, "solomon-draft", True),
    ],
)
def test_solomon_where_the_text_leaves_it_out_is_remarked_and_not_refused(
    name: str, pool: str | None, draft: str | None, named: bool
) -> None:
    size = 30 if name == "30-card-limited" else 40
    found = judged(deck(size), name, pool=pool, draft=draft)
    assert found.breaches == ()
    assert any("not one of the drafts" in remark for remark in found.remarks) != named


@pytest.mark.rule("TRF-4c")
def test_a_line_without_set_and_number_is_remarked_and_not_refused() -> None:
    found = judged("4 Pikachu\n4 Raichu XY\n52 Fire Energy\n", "unlimited")
    assert found.breaches == ()
    assert found.remarks == (
        (
            "2 lines, the first 1, lack a set or a collector number; "
            "a clear list gives both (TRF §4)."
        ),
    )
    alone = judged("4 Pikachu XY 42\n4 Raichu\n52 Fire Energy\n")
    assert alone.breaches == ()
    assert alone.remarks == (
        "line 2 lacks a set or a collector number; a clear list gives both (TRF §4).",
        "roundbook cannot check whether a card without a set is legal (TRF §13).",
    )
    assert judged(FULL).remarks == ()


@pytest.mark.rule("A-27")
def test_a_pool_that_does_not_hold_on_the_day_is_remarked() -> None:
    found = judged(FULL, pool="standard-2015", on=date(2017, 1, 1))
    assert found.breaches == ()
    assert found.remarks == (
        "the card pool standard-2015 is valid from 2014-09-01 to 2016-08-31, not on 2017-01-01.",
    )


def test_a_sum_that_is_not_the_sum_is_remarked() -> None:
    found = judged(f"{FULL}Total Cards: 61\n")
    assert found.remarks == ("the list gives a total of 61 cards, but contains 60.",)


def test_breaches_stand_in_order_of_their_lines_the_whole_first() -> None:
    text = "1 Shiftry NXD 72\n5 Pikachu XY 42\n1 Mew (world championships)\n"
    assert breaches(text) == [
        ("deck-size", 0),
        ("set-not-legal", 1),
        ("copies", 2),
        ("card-refused", 3),
    ]


def test_a_list_of_one_line_that_says_nothing_but_a_name_can_be_judged() -> None:
    lines = (CardLine(count=60, title="Fire Energy"),)
    assert judge(DeckList(lines=lines), asking()).breaches == ()


@pytest.mark.rule("TRF-14.3", "A-29")
@pytest.mark.parametrize("draft", ["booster-draft", "rochester-draft", "solomon-draft", "sealed"])
def test_only_sealed_is_named_for_a_team_battle(draft: str) -> None:
    found = judged("40 Fire Energy\n", "team-battle-limited", draft=draft)
    said = [one for one in found.remarks if "is not one of the drafts of" in one]
    assert bool(said) == (draft != "sealed")
