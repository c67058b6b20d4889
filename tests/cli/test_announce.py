import pytest

from tests.cli.line import Line


def crowd(line: Line, **divisions: int) -> None:
    """Register so many players of each division, in one list."""
    rows = [
        f"{division} {n},{division}" for division, size in divisions.items() for n in range(size)
    ]
    path = line.home.parent / "crowd.csv"
    path.write_text("\n".join(["name,division", *rows]))
    line("register", path)


@pytest.mark.rule("TOP-2a", "TOP-3.3.5a")
def test_without_a_number_the_table_says_how_many_rounds_and_which_row(line: Line) -> None:
    line.start("--style", "swiss-plus-cut")
    crowd(line, masters=9)
    said = line("announce", "--prizes", 4)
    event = line.ledger()[-1]["events"][0]
    assert (event["rounds"], event["cut"], event["prizes"]) == (4, {"Masters": 4}, 4)
    assert "masters: 4 rounds (TOP §3.3.5, TCG single-day, 9-12 players)" in said.out


def test_plain_swiss_has_no_cut_of_its_own(line: Line) -> None:
    line.start()
    crowd(line, masters=9)
    line("announce")
    assert "cut" not in line.ledger()[-1]["events"][0]


def test_each_pod_has_the_rounds_of_its_own_size(line: Line) -> None:
    line.start("--style", "swiss-plus-cut")
    crowd(line, masters=13, senior=9, junior=6)
    line("announce", "--rounds", "junior=2")
    events = line.ledger()[-1]["events"]
    assert (events[0]["rounds"], events[0]["cut"]) == (5, {"Masters": 4, "Senior": 4})
    assert {event["pool"]: event["rounds"] for event in events[1:]} == {"senior": 4, "junior": 2}


def test_a_number_that_is_named_counts(line: Line) -> None:
    line.start()
    line("announce", "--rounds", 7, "--cut", "masters=8", "--third-place", "--text", "Lunch at 1.")
    event = line.ledger()[-1]["events"][0]
    assert event["rounds"] == 7
    assert event["cut"] == {"Masters": 8}
    assert event["third_place_playoff"] is True
    assert event["text"] == "Lunch at 1."


@pytest.mark.rule("TOP-3.3.5c")
def test_a_larger_cut_than_the_table_is_warned_about_at_a_premier_event(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", "--premier")
    crowd(line, masters=9)
    assert "warning: at a premier event the Masters cut is at most 4" in (
        line("announce", "--cut", "masters=8").out
    )


def test_with_nobody_registered_no_table_can_say(line: Line) -> None:
    line.start()
    assert "nobody is registered" in line.refused("announce")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--rounds", "many"), '"many" is no number of rounds; write 5, or junior=3.'),
        (("--rounds", "0"), '"0" is no number of rounds'),
        (("--rounds", "J!=3"), '"J!" is no pool'),
        (("--rounds", "3", "--cut", "masters=6"), '"masters=6" is no cut'),
        (("--rounds", "3", "--cut", "elders=8"), '"elders" is no division'),
        (("--rounds", "3", "--text", "x" * 4001), "at most 4,000 can be kept"),
    ],
)
def test_what_cannot_be_meant_announces_nothing(
    line: Line, words: tuple[str, ...], sentence: str
) -> None:
    line.start()
    assert sentence in line.refused("announce", *words, code=2)


@pytest.mark.rule("LED-5")
def test_a_repeated_announcement_answers_the_first_though_players_came(line: Line) -> None:
    line.start()
    crowd(line, masters=9)
    line("announce", "--cmd", "a1")
    line("register", "Zoe", "--birth-year", 1980)
    before = line.files()
    assert line("announce", "--cmd", "a1").out.startswith("entry 11: announced: 4 Swiss rounds")
    assert line.files() == before
