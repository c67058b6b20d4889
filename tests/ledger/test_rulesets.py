"""What each edition says, and what an edition that somebody brings may say."""

import hashlib
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.rulesets import released as editions
from roundbook.ledger.rulesets.custom import MAX_BYTES, read
from roundbook.ledger.rulesets.released import EDITIONS, digest, load, text
from roundbook.ledger.rulesets.ruleset import Ruleset, decode, fraction
from roundbook.ledger.rulesets.tables import of_video_game

pytestmark = pytest.mark.fast

QUARTER, THIRD = Fraction(1, 4), Fraction(1, 3)
TOP_CHAIN = ("late", "op-win", "op-op-win", "head-to-head", "last-opponent")
DCI_CHAIN = ("op-win", "game-win", "op-game-win", "lot")

# The table of editions: one line per parameter, one column per edition, in this order.
COLUMNS = ("play-2017", "tom", "dci-pod", "dci-mtr", "top-2017-literal")
UNCHANGED = {
    "intentional_draws_in": "both",
    "late_entry_until": "started",
    "late_players_count": True,
    "rematch_invalidates_until": 0,
    "one_round_fewer": True,
    "cut_best_of_three": False,
    "verdicts": "trf-2016",
    "citations": {},
    "unchecked": None,
    "meant_from": None,
    "meant_until": None,
    "unanswered": (),
    "retention_months": 3,
    "deck_rules": "trf-2016",
    "penalties": (*("caution", "warning", "prize", "double-prize", "game-loss", "match-loss"),),
}
"""What a later season changed, and all editions of before have alike, without naming it."""
SAID = {
    "win_points": (3, 3, 3, 3, 3),
    "tie_points": (1, 1, 1, 1, 1),
    "loss_points": (0, 0, 0, 0, 0),
    "rate": ("rounds-played", "rounds-played", "points", "points", "rounds-planned"),
    "win_floor": (QUARTER, QUARTER, THIRD, THIRD, QUARTER),
    "win_cap": (1 - QUARTER, 1 - QUARTER, Fraction(1), Fraction(1), 1 - QUARTER),
    "cap_applies": ("dropped-early", "dropped-early", "never", "never", "dropped"),
    "freeze_dropped": (False, True, False, False, False),
    "awarded_bye": ("bye", "opponent", "bye", "bye", "bye"),
    "awarded_bye_op_op_win": (None, QUARTER, None, None, None),
    "head_to_head": ("acyclic", "acyclic", "two", "two", "acyclic"),
    "missed_rounds": ("loss", "loss", "none", "none", "loss"),
    "byes_each": (1, 1, None, None, 1),
    "announced": (*[("cut", "prizes")] * 2, (), (), ("cut", "prizes")),
    "op_win_without_opponents": (QUARTER, Fraction(0), THIRD, THIRD, QUARTER),
    "own_game_floor": (Fraction(0), Fraction(0), Fraction(0), THIRD, Fraction(0)),
    "bye_games": ((0, 0), (0, 0), (0, 0), (2, 0), (0, 0)),
    "bye_in_rate": (False, False, False, True, False),
    "day_two": ("both-days", "day-two-only", "both-days", "both-days", "both-days"),
    "tiebreaks": (
        (*TOP_CHAIN, "lot"),
        (*TOP_CHAIN, "file-order"),
        DCI_CHAIN,
        DCI_CHAIN,
        (*TOP_CHAIN, "lot"),
    ),
    "rounds_until_lock": (2, 2, 2, 2, 2),
    "late_entry_until_round": (2, 2, 2, 2, 2),
    "pods": ("by-division", "tom", "one", "one", "by-division"),
    "minimum_division": (6, 6, 6, 6, 6),
    "minimum_pod": (4, 4, 4, 2, 4),
    "pairing": ("swiss", "swiss", "pod-sheet", "swiss", "swiss"),
    "tie_word": ("tie", "tie", "draw", "draw", "tie"),
    "intentional_draws": (True, True, False, True, True),
} | {name: (value,) * len(COLUMNS) for name, value in UNCHANGED.items()}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_loads_under_its_own_name(edition: str) -> None:
    rules = load(edition)
    assert rules.edition == edition
    assert rules.title
    assert rules.source
    assert digest(edition) == hashlib.sha256(text(edition)).hexdigest()


def test_the_default_edition_comes_first() -> None:
    assert EDITIONS[0] == "play-2017"


@pytest.mark.parametrize("parameter", SAID)
def test_an_edition_says_what_its_documents_say(parameter: str) -> None:
    assert tuple(getattr(load(edition), parameter) for edition in COLUMNS) == SAID[parameter]


def test_the_table_above_forgets_no_parameter_but_names_and_tables() -> None:
    elsewhere = {"edition", "title", "source", "divisions", "times", "fewest_rounds"}
    elsewhere |= {
        "parent",
        "not_said",
        "remark",
        "sanctioned",
        "rounds_source",
        "vg",
        "tcg_two_day",
        "tcg_single_day",
        "tables",
    }
    assert set(SAID) == set(Ruleset.__struct_fields__) - elsewhere


def test_to_the_letter_is_play_2017_but_for_the_win_percentage_and_its_cap() -> None:
    literal, play = load("top-2017-literal"), load("play-2017")
    named = {"edition", "title", "source"}
    differ = {
        name for name in Ruleset.__struct_fields__ if getattr(literal, name) != getattr(play, name)
    }
    assert differ == {*named, "rate", "cap_applies"}


@pytest.mark.rule("A-34")
@pytest.mark.parametrize(
    ("edition", "times"),
    [
        ("play-2017", (45, 30, 20, 3)),
        ("tom", (45, 30, 20, 3)),
        ("top-2017-literal", (45, 30, 20, 3)),
        ("dci-pod", (50, None, None, 5)),
        ("dci-mtr", (50, None, None, 5)),
    ],
)
def test_time_and_turns_are_those_of_the_edition(
    edition: str, times: tuple[int | None, ...]
) -> None:
    said = load(edition).times
    minutes = (said.best_of_three, said.single_constructed, said.single_limited)
    assert (*minutes, said.extra_turns) == times


@pytest.mark.parametrize("edition", ["play-2018", "", "PLAY-2017", "../tom", "tom.toml"])
def test_an_unknown_edition_is_refused_and_the_known_ones_are_named(edition: str) -> None:
    for ask in (load, digest, text):
        with pytest.raises(Unreadable) as told:
            ask(edition)
        assert told.value.message == f"there is no edition {edition!r}."
        assert told.value.hint == f"The released editions are {', '.join(EDITIONS)}."


@pytest.mark.parametrize("released", [b"tom\xff", b"", b"tom " + b"0" * 64])
def test_a_released_file_that_was_touched_is_refused(
    released: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"RELEASED": released, "tom.toml": text("tom")}
    monkeypatch.setattr(editions, "_packaged", files.__getitem__)
    with pytest.raises(Unreadable) as told:
        load.__wrapped__("tom")
    assert told.value.message == "the file of the edition tom differs from the released version."
    assert told.value.where == "tom.toml"


def test_a_changed_byte_in_an_edition_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    packaged = editions._packaged
    monkeypatch.setattr(
        editions,
        "_packaged",
        lambda name: packaged(name).replace(b"loss_points = 0", b"loss_points = 1"),
    )
    with pytest.raises(Unreadable, match="differs from the released version"):
        load.__wrapped__("play-2017")


def test_a_missing_file_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "EDITIONS", (*EDITIONS, "lost"))
    with pytest.raises(Unreadable) as told:
        load("lost")
    assert told.value.message == "the installed file lost.toml is missing or cannot be read."


def test_a_released_edition_loads_without_pydantic() -> None:
    """Every command needs an edition, and none should wait for a form that nobody fills in."""
    code = (
        "import sys; from roundbook.ledger.rulesets.released import load; load('tom'); "
        "sys.exit('pydantic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- an edition that somebody brings --------------------------------------------------------------


def own(edition: str = "play-2017") -> bytes:
    """A released edition under a name of its own."""
    return text(edition).replace(f'edition = "{edition}"'.encode(), b'edition = "our-league"')


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_released_text_read_as_a_brought_one_says_the_same(edition: str) -> None:
    assert read(text(edition)) == load(edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_of_ones_own_differs_in_its_name_only(edition: str) -> None:
    ours = read(own(edition))
    assert ours.edition == "our-league"
    assert ours.tiebreaks == load(edition).tiebreaks
    assert ours.tcg_single_day == load(edition).tcg_single_day


def test_line_ends_and_a_byte_order_mark_do_not_matter() -> None:
    written = b"\xef\xbb\xbf" + own().replace(b"\n", b"\r\n")
    assert read(written) == decode(written) == read(own())


def test_what_has_a_default_may_be_left_out() -> None:
    ours = read(own().replace(b"rounds_until_lock = 2", b"").replace(b"minimum_division = 6", b""))
    assert (ours.rounds_until_lock, ours.minimum_division) == (2, 6)


ALL_TIEBREAKS = (
    "'late', 'op-win', 'op-op-win', 'head-to-head', 'last-opponent', 'lot', 'file-order', "
    "'game-win' or 'op-game-win'"
)
CONTRADICTS = "the edition contradicts itself: "
MISTAKES = [
    # what was written, what was written instead, the sentence
    ("win_points = 3", "", "win_points is missing."),
    (
        "win_points = 3",
        "win_pionts = 3",
        "win_pionts is not a field of an edition; did you mean win_points?",
    ),
    ("win_points = 3", "win_points = true", "win_points: input should be a valid integer."),
    ("win_points = 3", 'win_points = "3"', "win_points: input should be a valid integer."),
    ("win_points = 3", "win_points = 3.0", "win_points: input should be a valid integer."),
    (
        "win_points = 3",
        "win_points = 101",
        "win_points: input should be less than or equal to 100.",
    ),
    (
        "win_points = 3",
        "win_points = -1",
        "win_points: input should be greater than or equal to 0.",
    ),
    (
        "win_points = 3",
        "win_points = 1",
        (
            f"{CONTRADICTS}win_points must be more than tie_points, and tie_points must "
            "not be less than loss_points."
        ),
    ),
    (
        "freeze_dropped = false",
        "freeze_dropped = 0",
        "freeze_dropped: input should be a valid boolean.",
    ),
    (
        'rate = "rounds-played"',
        'rate = "guess"',
        (
            "rate is 'guess', but must be 'rounds-played', 'rounds-planned', 'points' or "
            "'points-of-three'."
        ),
    ),
    (
        'win_floor = "1/4"',
        "win_floor = 0.25",
        'win_floor: 0.25 is not a rate; enter a fraction as text, such as "1/4" or "0".',
    ),
    (
        'win_floor = "1/4"',
        'win_floor = "1/0"',
        'win_floor: \'1/0\' is not a rate; enter a fraction as text, such as "1/4" or "0".',
    ),
    (
        'win_floor = "1/4"',
        'win_floor = "7/8"',
        f"{CONTRADICTS}win_floor (7/8) is above win_cap (3/4).",
    ),
    (
        'win_cap = "3/4"',
        'win_cap = "4/3"',
        f"{CONTRADICTS}win_cap is 4/3, but a rate must be between 0 and 1.",
    ),
    ('"lot"]', '"lot", "coin"]', f"tiebreaks[6] is 'coin', but must be {ALL_TIEBREAKS}."),
    ('"late", ', '"late", "late", ', f"{CONTRADICTS}tiebreaks lists late more than once."),
    (
        ', "lot"]',
        "]",
        CONTRADICTS
        + 'tiebreaks must end with "lot" or "file-order", and contain only one of them.',
    ),
    (
        '["late"',
        '["file-order", "late"',
        CONTRADICTS
        + 'tiebreaks must end with "lot" or "file-order", and contain only one of them.',
    ),
    ("bye_games = [0, 0]", "bye_games = [0]", "bye_games[1] is missing."),
    ("from = 9, to = 16,", "to = 16,", "vg[1].from is missing."),
    (
        "from = 9, to = 16,",
        "from = 10, to = 16,",
        f"{CONTRADICTS}vg, row 10: does not begin where the previous row ends.",
    ),
    (
        "from = 9, to = 16,",
        "from = 9, to = 8,",
        f"{CONTRADICTS}vg, row 9: `to` is less than `from`.",
    ),
    (
        "from = 9, to = 16,",
        "from = 9,",
        f"{CONTRADICTS}vg, row 17: does not begin where the previous row ends.",
    ),
    ("cut = 2 }", "cut = 3 }", f"{CONTRADICTS}vg, row 8: a cut is 0, 2, 4, 8, 16 …, not 3."),
    ("cut = 2 }", "cut = 1 }", f"{CONTRADICTS}vg, row 8: a cut is 0, 2, 4, 8, 16 …, not 1."),
    (
        "cut = 2 }",
        "cut = 16 }",
        f"{CONTRADICTS}vg, row 8: a cut of 16 needs at least 16 players.",
    ),
    (
        "cut = 2 }",
        "cut = 2, day_two_rounds = 5 }",
        (
            f"{CONTRADICTS}vg, row 8: day_two_rounds and day_two_cut (or day_two_points) must be "
            "given together."
        ),
    ),
    (
        "swiss = 3, cut = 2 }",
        "swiss = 0, cut = 2 }",
        "vg[0].swiss: input should be greater than or equal to 1.",
    ),
    ("extra_turns = 3", "", "times.extra_turns is missing."),
    (
        "senior_offset = 16",
        "senior_offset = 12",
        f"{CONTRADICTS}divisions: junior_offset must be less than senior_offset.",
    ),
    (
        "senior_from = 2003",
        "senior_from = 2007",
        f"{CONTRADICTS}divisions, season 2018: junior_from must be later than senior_from.",
    ),
    (
        "seasons = [",
        "seasons = [{ season = 2018, junior_from = 2007, senior_from = 2003 }, ",
        f"{CONTRADICTS}divisions: a season appears twice.",
    ),
    (
        "byes_each = 1",
        'penalties = ["warning", "warning"]',
        f"{CONTRADICTS}penalties lists warning more than once.",
    ),
    (
        'announced = ["cut", "prizes"]',
        'announced = ["cut", "cut"]',
        f"{CONTRADICTS}announced lists cut more than once.",
    ),
    (
        "byes_each = 1",
        "rematch_invalidates_until = 4",
        (
            f"{CONTRADICTS}rematch_invalidates_until (4) is above fewest_rounds (3), the rounds "
            "proposed for the smallest events."
        ),
    ),
    (
        "intentional_draws = true",
        'intentional_draws = false\nintentional_draws_in = "tcg"',
        f"{CONTRADICTS}intentional_draws is false, so intentional_draws_in cannot name a game.",
    ),
    (
        "tie_word =",
        "meant_from = 2026-09-01\nmeant_until = 2026-08-31\ntie_word =",
        f"{CONTRADICTS}meant_until (2026-08-31) is before meant_from (2026-09-01).",
    ),
    (
        "byes_each = 1",
        'verdicts = "trf-2017"',
        "verdicts is 'trf-2017', but must be 'trf-2016' or 'tcg-2026'.",
    ),
    (
        "byes_each = 1",
        'verdicts = "tcg-2026"',
        (
            f"{CONTRADICTS}verdicts names a table from other documents, so citations must give the "
            "sections."
        ),
    ),
    (
        "byes_each = 1",
        'citations = { "TPO §4" = "H §1" }',
        (
            f"{CONTRADICTS}citations: 'TPO §4' is neither a section such as \"TOP §3.1.3\" nor a "
            "rule."
        ),
    ),
    (
        "byes_each = 1",
        'citations = { "TOP §4" = "TOP §5" }',
        (
            f"{CONTRADICTS}citations: 'TOP §4' must give a section of the edition's own documents, "
            "not 'TOP §5'."
        ),
    ),
    (
        "byes_each = 1",
        'citations = { "TOP §4" = 5 }',
        "citations.'TOP §4': input should be a valid string.",
    ),
    (
        'edition = "our-league"',
        'edition = "Our League"',
        (
            f"{CONTRADICTS}its name (edition) may contain only lowercase letters, "
            "digits and dashes, at most 40 of them."
        ),
    ),
    (
        'edition = "our-league"',
        'edition = "tom"',
        "edition: the name tom belongs to a released edition.",
    ),
]


@pytest.mark.parametrize(("right", "wrong", "sentence"), MISTAKES)
def test_a_mistake_in_a_brought_edition_is_one_sentence_that_names_the_field(
    right: str, wrong: str, sentence: str
) -> None:
    ours = own().decode()
    assert right in ours
    with pytest.raises(Unreadable) as told:
        read(ours.replace(right, wrong, 1).encode())
    assert told.value.message == sentence
    assert told.value.hint


ROW = "from = 8, swiss = 7, cut = 8"
TABLES = [
    # the rows of a table of its own, the sentence
    ("vg", f"{{ {ROW} }}", "tables: vg is given twice, here and as vg"),
    (
        "tcg-swiss-only",
        f"{{ {ROW}, day_two_rounds = 2, day_two_points = 22 }}",
        "tables, tcg-swiss-only, row 8: day_two_points is 22, but 7 rounds give at most 21",
    ),
    (
        "ours",
        f'{{ {ROW}, day_two_rounds = 2, day_two_points = 13, day_two_cut = "x-2-0-or-32" }}',
        "tables, ours, row 8: day_two_cut and day_two_points cannot be used together",
    ),
    (
        "ours",
        "{ from = 8, swiss = 7, cut = 0, asymmetrical = true }",
        "tables, ours, row 8: an asymmetrical cut needs a minimum number of players (cut)",
    ),
    (
        "ours",
        "{ from = 8, swiss = 7, cut = 1, asymmetrical = true }",
        "tables, ours, row 8: a cut is 0, 2, 4, 8, 16 …, not 1",
    ),
    (
        "ours",
        "{ from = 8, swiss = 7, cut = 6 }",
        "tables, ours, row 8: a cut is 0, 2, 4, 8, 16 …, not 6",
    ),
]


def with_table(name: str, *rows: str) -> bytes:
    """An edition with one more rounds table, under a name of its own."""
    written = f'[[tables]]\nname = "{name}"\nrows = [{", ".join(rows)}]\n\n[times]'
    return own().replace(b"[times]", written.encode())


@pytest.mark.parametrize(("name", "row", "sentence"), TABLES)
def test_a_mistake_in_a_table_of_its_own_names_the_table_and_the_row(
    name: str, row: str, sentence: str
) -> None:
    with pytest.raises(Unreadable) as told:
        read(with_table(name, row))
    assert told.value.message == f"{CONTRADICTS}{sentence}."


def test_a_table_that_is_named_twice_is_refused() -> None:
    twice = with_table("ours", f"{{ {ROW} }}").replace(
        b"[times]", f'[[tables]]\nname = "ours"\nrows = [{{ {ROW} }}]\n\n[times]'.encode()
    )
    with pytest.raises(Unreadable, match="tables: ours is given twice"):
        read(twice)


@pytest.mark.parametrize("name", ["Ours", "our table", "", "x" * 41, "vg\\n"])
def test_a_table_has_a_name_that_can_be_typed(name: str) -> None:
    with pytest.raises(Unreadable, match=r"tables\[0\]\.name"):
        read(with_table(name, f"{{ {ROW} }}"))


@pytest.mark.rule("A-79")
def test_an_edition_may_have_tables_of_its_own() -> None:
    six = "{ from = 8, swiss = 7, cut = 6, asymmetrical = true }"
    rules = read(with_table("vg-two-day", six))
    assert rules == decode(with_table("vg-two-day", six))
    assert rules.rounds_tables == ("tcg-single-day", "tcg-two-day", "vg", "vg-two-day")
    row = rules.row_for("vg-two-day", 900)
    assert row is not None
    assert (row.swiss, row.cut, row.asymmetrical) == (7, 6, True)
    assert [of_video_game(name) for name in (*rules.rounds_tables, None, "vgc")] == [
        *(False, False, True, True),
        *(False, False),
    ]


def test_pods_by_division_need_divisions() -> None:
    ours = own()[: own().index(b"[divisions]")]
    with pytest.raises(Unreadable, match='pods is "by-division", which needs a table of divisions'):
        read(ours)


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (b"", "edition is missing."),
        (b"\xff", "the edition is not TOML: byte 1 is not UTF-8."),
        (b"points = [", "the edition is not TOML: Invalid value (at end of document)."),
        (b"points = " + b"[" * 9_999, "the edition is not TOML: it is nested too deeply."),
        (
            b"points = " + b"9" * 5_000,
            "the edition is not TOML: it contains an invalid number or date.",
        ),
        (b"#" * (MAX_BYTES + 1), "the edition is longer than 65535 bytes."),
        (b"x" * 41 + b" = 1", f"'{'x' * 12}...{'x' * 13}' is not a field of an edition."),
        (b'"\\u001b[31m" = 1\n' + own(), "'\\x1b[31m' is not a field of an edition."),
    ],
)
def test_what_is_no_edition_at_all_is_one_sentence(written: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable) as told:
        read(written)
    assert told.value.message == sentence


def attempt(written: bytes) -> tuple[Ruleset | None, Unreadable | None]:
    """The edition, or how it was refused."""
    try:
        return read(written), None
    except Unreadable as refusal:
        return None, refusal


@given(st.integers(0, 400), st.sampled_from(sorted(EDITIONS)), st.text(max_size=12))
@example(0, "play-2017", "\x00")
def test_a_spoilt_line_is_read_or_refused_but_never_fails(
    number: int, edition: str, instead: str
) -> None:
    lines = own(edition).decode().splitlines()
    lines[number % len(lines)] = instead
    rules, told = attempt("\n".join(lines).encode())
    if rules:
        assert rules.win_points > rules.tie_points >= rules.loss_points
    if told:
        assert told.message.endswith((".", "?"))
        assert "\n" not in told.message


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_but_never_fail(written: bytes) -> None:
    with pytest.raises(Unreadable) as told:
        read(written)
    assert "\n" not in told.value.message


@given(st.integers(0, 999_999), st.integers(1, 999_999))
def test_a_rate_is_the_fraction_that_was_written(top: int, bottom: int) -> None:
    assert fraction(f"{top}/{bottom}") == Fraction(top, bottom)
    assert fraction(f"{top}") == top


@pytest.mark.parametrize(
    "written", ["", " 1/4", "1/4\n", "-1/4", "+1/4", "1/ 4", ".25", "1_0", "¼", "٣/٤", 0, 1, None]
)
def test_what_is_no_fraction_is_refused(written: object) -> None:
    with pytest.raises(ValueError, match="is not a rate; enter a fraction as text"):
        fraction(written)
