"""Which decks are checked, what is found, and how many should have been."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.judging import OK, CheckItem
from roundbook.ledger.people.book import Book
from roundbook.ledger.record import draws as chance
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.projections.judging import deck_checks
from roundbook.projections.judging.deck_checks import LOOK_FOR, SLEEVES
from roundbook.projections.rules_in_force import rules_in_force
from tests.cli.line import Line
from tests.cli.swiss import play as play_round
from tests.cli.typed import roundbook
from tests.scripts import DRAWS, SEED, new_desk, play

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
NAMES = [f"{one} {two}" for one in ("Ana", "Ben", "Cho", "Dee") for two in ("Ash", "Bay", "Cob")]


@pytest.mark.rule("TRF-5c")
@given(
    st.integers(2, 9), st.lists(st.integers(1, 4), min_size=1, max_size=8), st.binary(max_size=8)
)
def test_nobody_is_drawn_again_before_everybody_was(
    players: int, draws: list[int], dice: bytes
) -> None:
    desk = play("open\nregister " + " ".join(f"q{n}" for n in range(players)))
    t = desk.tournament
    for number, asked in enumerate(draws, start=1):
        t.entropy = (ev.EntropyAdded(text=str(dice), source="dice"),)
        drawn = deck_checks.draw(t, asked=asked, secret=chance.secret(SEED, DRAWS, number))
        before = {player: t.deck_draws.get(player, 0) for player in t.players}
        least = min(before.values())
        assert len(drawn.players) == len(set(drawn.players))
        assert {before[player] for player in drawn.players} == {least}
        assert len(drawn.players) == min(asked, list(before.values()).count(least))
        t.apply(drawn, t.seq)
        assert max(t.deck_draws.values()) - min(t.deck_draws.get(p, 0) for p in t.players) <= 1


@pytest.mark.rule("TRF-5c")
def test_at_a_table_nobody_is_taken_again_before_the_bye_has_been() -> None:
    desk = play("register ana ben cho dee eva; round 1 ana-ben cho-dee bye:eva")
    t, masters = desk.tournament, Pool("masters")

    def draw(k: int, *, asked: int, number: int | None = 1) -> ev.DeckCheckDrawn:
        secret = chance.secret(SEED, DRAWS, k)
        return deck_checks.draw(t, asked=asked, secret=secret, pool=masters, number=number)

    first = draw(1, asked=1)
    assert set(first.players) in ({"p1", "p2"}, {"p3", "p4"})
    desk.post(first)
    second = draw(2, asked=9)
    assert set(first.players) | set(second.players) == {"p1", "p2", "p3", "p4"}
    desk.post(second)
    with pytest.raises(Exception, match="has been drawn or checked more often"):
        draw(3, asked=1)
    rest = draw(3, asked=9, number=None)
    assert rest.players == ("p5",)
    desk.post(rest)
    assert len(draw(4, asked=9).players) == 4


@pytest.mark.rule("TRF-5c")
def test_every_deck_is_drawn_about_as_often() -> None:
    """Over many tournaments each of five players comes first in about a fifth of the draws."""
    first = dict.fromkeys((PlayerId(f"p{n}") for n in range(1, 6)), 0)
    desk = play("open\nregister ana ben cho dee eva")
    t = desk.tournament
    assert t.opened is not None
    for n in range(500):
        named = ev.EntropyAdded(text=f"throw {n}", source="dice")
        t.entropy = (named,)
        drawn = deck_checks.draw(t, asked=1, secret=chance.secret(SEED, DRAWS, 1))
        first[drawn.players[0]] += 1
    assert all(60 < count < 140 for count in first.values()), first


@pytest.mark.rule("TRF-5c")
def test_the_draw_is_recorded_and_anybody_can_make_it_again(line: Line) -> None:
    line.begin(*FOUR)
    said = line("ruling deckcheck", "draw", "--tables", 1, "--json")
    (event,) = said.data["entries"][0]["events"]
    assert event["drawn"]["draw"] == "deck-checks-1"
    assert (event["pool"], event["round"], len(event["players"])) == ("masters", 1, 2)
    assert tuple(event["players"]) in {tuple(pair) for pair in line.paired(1)["pairings"]}
    assert roundbook("verify", line.folder).code == 0
    changed = line.folder / "ledger.jsonl"
    assert event["drawn"]["secret"] in changed.read_text(encoding="utf-8")


@pytest.mark.rule("TRF-5c", "LED-3")
def test_a_draw_that_is_not_what_its_secret_gives_is_refused() -> None:
    desk = new_desk(checks=rules_in_force(Book()))
    play("open\nregister ana ben cho", desk)
    drawn = deck_checks.draw(desk.tournament, asked=2, secret=chance.secret(SEED, DRAWS, 1))
    for players in (drawn.players[::-1], drawn.players[:1], ()):
        forged = ev.DeckCheckDrawn(players=players, asked=2, drawn=drawn.drawn)
        with pytest.raises(Exception, match="do not match the draw"):
            desk.post(forged)
    desk.post(drawn)


def test_what_the_draw_says_to_type_asks_for_the_number_of_cards(line: Line) -> None:
    line.begin(*FOUR)
    said = line("ruling deckcheck draw").out
    assert "`roundbook ruling deckcheck record p" in said
    assert said.count(" --counted N`.") == said.count("deckcheck record p")
    refusal = line.refused("ruling deckcheck record", "p1", rule="deck-check-incomplete")
    assert "Count the cards first, and give their number: `--counted N`." in refusal


def test_a_rehearsed_draw_foretells_nothing(line: Line) -> None:
    line.begin(*FOUR)
    before = line.files()
    for form in ((), ("--json",)):
        said = line("ruling deckcheck", "draw", "--dry-run", *form).out
        assert "p1" not in said
        assert "secret" not in said
    assert line.files() == before


@pytest.mark.rule("TRF-5a")
@pytest.mark.parametrize(("players", "required"), [(1, 1), (10, 1), (11, 2), (12, 2)])
def test_one_deck_in_ten_should_be_checked(line: Line, players: int, required: int) -> None:
    line.enrol(*NAMES[:players])
    found = roundbook("ruling deckcheck", "status", "-C", line.folder, "--json").data["deck_checks"]
    assert (found["players"], found["required"], found["missing"]) == (players, required, required)
    line("ruling deckcheck", "record", "p1", "--counted", 60)
    line("ruling deckcheck", "record", "p1", "--counted", 60)
    found = roundbook("ruling deckcheck", "status", "-C", line.folder, "--json").data["deck_checks"]
    assert (found["checked"], found["missing"]) == (["p1"], required - 1)


def status_of(line: Line) -> str:
    return line.run("ruling deckcheck", "status", "-C", line.folder).out


@pytest.mark.rule("TRF-5a")
def test_the_last_round_and_status_say_how_many_decks_to_check(line: Line) -> None:
    line.start()
    for number in range(22):
        line("register", f"Player {number}", "--birth-year", 1990)
    line.announce("--rounds", 3)
    line("pair")
    assert "checked" not in line("start").out, "a recommendation has time until the last round"
    assert "3 decks should be checked (TRF §5): `roundbook ruling deckcheck draw`\n" in status_of(
        line
    )
    line("ruling deckcheck", "draw", "--players", 2)
    drawn = [said for said in status_of(line).splitlines() if "drawn" in said]
    first, second = (said.partition("(")[2].partition(")")[0] for said in drawn)
    assert f"(TRF §5): `roundbook ruling deckcheck record {first} --counted N`\n" in status_of(line)
    line("ruling deckcheck", "record", first, "--counted", 60)
    assert (
        "2 more decks should be checked (TRF §5): "
        f"`roundbook ruling deckcheck record {second} --counted N`\n"
    ) in status_of(line)
    line.play(1)
    line("pair")
    assert "checked" not in line("start").out
    line.play(2)
    line("pair")
    assert "2 more decks should be checked (TRF §5): " in line("start").out


@pytest.mark.rule("TRF-5a")
def test_of_several_decks_to_check_only_one_is_compulsory(line: Line) -> None:
    line.start("--premier")
    line.register(*(f"Player N{number}" for number in range(1, 12)))
    line("announce", "--rounds", 1)
    line("pair")
    due = "2 decks should be checked, and at least one must be (TRF §5): "
    assert due in line.at("status").out
    drawn = line("ruling deckcheck", "draw", "--json").data["entries"][0]["events"][0]["players"]
    line("ruling deckcheck", "record", drawn[0], "--counted", 60)
    said = line.at("status").out
    assert "1 more deck should be checked (TRF §5)" in said
    assert "must be" not in said


@pytest.mark.rule("TRF-5a")
def test_the_last_round_warns_and_a_premier_event_waits_for_a_check(line: Line) -> None:
    line.start("--premier")
    line.register(*FOUR)
    line("announce", "--rounds", 2)
    line("pair")
    line("round slips")
    due = "1 deck must be checked (TRF §5): `roundbook ruling deckcheck draw`\n"
    assert due in line("start").out
    line.play(1)
    line("pair")
    line("round slips")
    assert due in line("start").out
    line.play(2)
    line.refused("close", rule="deck-checks-missing")
    (drawn,) = line("ruling deckcheck", "draw", "--json").data["entries"][0]["events"][0]["players"]
    line("ruling deckcheck", "record", drawn, "--counted", 60)
    said = line.close()
    assert "must be checked" not in said.out


@pytest.mark.rule("TRF-5a")
def test_where_everybody_has_left_no_check_is_offered(line: Line) -> None:
    """A deck check needs a player who is still there; without one, an official closes without."""
    line.start("--premier")
    line.register(*FOUR)
    line("announce", "--rounds", 2)
    line.pair()
    line.play(1)
    line("drop", "p1", "p2", "p3")
    assert line("drop", "p4").code == 0
    close = "close --override deck-checks-missing --because …"
    assert line.at("status").out.splitlines()[-1] == f"next: roundbook {close}"
    said = line.refused("ruling deckcheck", "draw")
    assert "no active players" in said
    assert "Register" not in said
    assert "deckcheck draw" not in line.refused("close", rule="deck-checks-missing")
    assert "deckcheck draw" not in status_of(line)
    done = line("close", "--override", "deck-checks-missing", "--because", "everybody has left")
    assert ": the tournament was closed.\n" in done.out


@pytest.mark.parametrize("premier", [True, False])
def test_status_says_which_lists_and_checks_a_premier_event_lacks(
    line: Line, *, premier: bool
) -> None:
    line.start(*(["--premier"] if premier else []))
    line.register(*FOUR)
    lists = "4 players have no deck list yet: `roundbook deck list`"
    check = "1 deck must be checked (TRF §5): `roundbook ruling deckcheck draw`"
    said = line.at("status").out.splitlines()
    assert (lists in said, check in said) == (premier, False)
    line("announce", "--rounds", 2)
    line.pair()
    line("drop", "p1")
    said = line.at("status").out.splitlines()
    # Nobody has handed in a list here by now, so the lists are on paper.
    assert (any("missing" in one for one in said), check in said) == (False, premier)
    line("ruling deckcheck", "record", "p2", "--counted", 60)
    assert "must be checked" not in line.at("status").out


@pytest.mark.rule("TRF-5c")
def test_a_pool_that_its_players_have_left_is_not_drawn_from(line: Line) -> None:
    """Its announced rounds are not all played, but nobody plays them any more."""
    line.start("--premier", senior=8, masters=8)
    line.first_round(2)
    for table in range(1, 9):
        line("report", table, 1)
    line("drop", *(f"p{n}" for n in range(1, 9)))
    line("pair", "masters")
    line("round slips", "masters")
    assert "`roundbook ruling deckcheck draw masters`" in line("start", "masters").out
    for table in range(5, 9):
        line("report", table, 1)
    assert line.at("status").out.splitlines()[-1] == "next: roundbook ruling deckcheck draw"
    event = line("ruling deckcheck", "draw", "--json").data["entries"][0]["events"][0]
    assert {*event["players"]} <= {f"p{n}" for n in range(9, 17)}


@pytest.mark.rule("TRF-5a")
def test_elsewhere_it_is_a_recommendation_and_video_games_have_no_decks(line: Line) -> None:
    line.begin(*FOUR, played=1)
    assert "1 deck should be checked (TRF §5): `roundbook ruling deckcheck draw`\n" in status_of(
        line
    )
    assert "checked" not in line.close().out
    assert "deckcheck draw" not in status_of(line)
    other = Line(line.home, line.folder.with_name("vg"))
    other.start("--premier", "--table", "vg")
    assert (
        "there are no decks to check"
        in roundbook("ruling deckcheck", "status", "-C", other.folder).out
    )
    other.close()


@pytest.mark.rule("TRF-5b")
def test_what_a_check_found_its_outcome_and_its_penalty_stand_in_one_entry(line: Line) -> None:
    line.begin(*FOUR)
    line("ruling deckcheck", "draw", "--players", 4)
    line.refused("ruling deckcheck", "record", "p1", rule="deck-check-incomplete")
    worn = ("ruling deckcheck", "record", "p1", "--counted", 60, "--sleeves", "two are worn")
    line.refused(*worn, rule="deck-check-outcome")
    said = line(*worn, "--outcome", "the sleeves were replaced", "--penalty", "caution")
    assert said.out == (
        "Entry 10: the deck of Ana Lopez (p1) was checked, 60 cards; sleeves: two are worn (the "
        "sleeves were replaced).\n"
        "Entry 10: Ana Lopez (p1) was given a caution: deck check, sleeves: two are worn.\n"
        "No deck list was handed in here, so there is none to compare with.\n"
        "Let the player shuffle the deck thoroughly (TRF §5).\n"
    )
    checked, penalty = line.ledger()[-1]["events"]
    assert set(checked["items"]) == {item.value for item in CheckItem}
    assert (checked["items"]["sleeves"], checked["items"]["cards"]) == ("two are worn", OK)
    assert (checked["counted"], checked["outcome"]) == (60, "the sleeves were replaced")
    assert penalty["infraction"] == "deck check, sleeves: two are worn"
    found = roundbook("ruling deckcheck", "status", "-C", line.folder, "--json").data["deck_checks"]
    assert (found["checked"], found["waiting"]) == (["p1"], ["p2", "p3", "p4"])
    shown = roundbook("history", "-C", line.folder, "--player", "p1").out
    assert "the sleeves were replaced" in " ".join(shown.split())
    assert roundbook("verify", line.folder).code == 0


@pytest.mark.rule("TRF-5b")
def test_a_deck_with_a_card_too_few_is_not_in_order(line: Line) -> None:
    line.begin(*FOUR)
    few = ("ruling deckcheck", "record", "p1", "--counted", 59)
    assert "something was wrong (cards)" in line.refused(*few, rule="deck-check-outcome")
    said = line(*few, "--outcome", "card added").out
    assert "Ana Lopez (p1) was checked, 59 cards; cards: 59 instead of 60 (card added).\n" in said
    line(*few, "--penalty", "game-loss")
    checked, penalty = line.ledger()[-1]["events"]
    assert (checked["counted"], checked["items"]["cards"]) == (59, "59 instead of 60")
    assert penalty["infraction"] == "deck check, cards: 59 instead of 60"
    line(*few, "--cards", "one is in the box", "--outcome", "put back")
    assert line.ledger()[-1]["events"][0]["items"]["cards"] == "one is in the box"


@pytest.mark.rule("TRF-5b", "TRF-11.2")
def test_the_format_of_the_event_says_how_many_cards_a_deck_has(line: Line) -> None:
    line.start("--format", "sealed")
    line("register", "Ana Lopez", "--birth-year", 1990)
    assert line("ruling deckcheck", "record", "p1", "--counted", 40).out.startswith(
        "Entry 3: the deck of Ana Lopez (p1) was checked, 40 cards; in order.\n"
    )
    line.refused("ruling deckcheck", "record", "p1", "--counted", 60, rule="deck-check-outcome")


@pytest.mark.parametrize("what", [("--outcome", "card added"), ("--penalty", "warning")])
def test_what_was_done_about_a_deck_needs_what_was_wrong(line: Line, what: tuple[str, str]) -> None:
    line.begin(*FOUR)
    said = line.refused("ruling deckcheck", "record", "p1", "--counted", 60, *what, code=2)
    assert "the problem with the deck is missing: describe it, or leave out the" in said


def test_an_outcome_that_only_says_that_nothing_is_wrong_needs_no_problem(line: Line) -> None:
    line.begin(*FOUR)
    said = line("ruling deckcheck", "record", "p1", "--counted", 60, "--outcome", "OK")
    assert "the deck of Ana Lopez (p1) was checked, 60 cards; in order.\n" in said.out
    assert "outcome" not in line.ledger()[-1]["events"][0]
    line.refused(
        "ruling deckcheck", "record", "p1", "--outcome", "ok", "--penalty", "warning", code=2
    )


def test_without_a_deck_list_the_answer_says_that_there_is_none_to_compare_with(
    line: Line,
) -> None:
    line.enrol(*FOUR)
    line.folder.joinpath("list.txt").write_text("4 Pikachu XY 42\n56 Fire Energy\n")
    line("deck", "register", "p1", line.folder / "list.txt", "--format", "expanded")
    none = "No deck list was handed in here, so there is none to compare with.\n"
    check = ("ruling deckcheck", "record", "p2", "--counted", 60)
    assert f"checked, 60 cards; in order.\n{none}" in line(*check).out
    neither = ("--left-out", "legibility", "--left-out", "contents")
    because = ("--override", "deck-check-incomplete", "--because", "no list")
    assert none not in line(*check, *neither, *because).out
    assert none not in line("ruling deckcheck", "record", "p1", "--counted", 60).out


@pytest.mark.rule("TRF-5b")
def test_the_form_asks_for_everything_and_the_cards_are_counted_first(line: Line) -> None:
    line.begin(*FOUR)
    said = roundbook("ruling deckcheck", "form", "-C", line.folder, "p1", code=0)
    flat = " ".join(said.out.split())
    places = [flat.index(f"[ ] {item.value}") for item in CheckItem]
    assert places == sorted(places)
    for text in (*LOOK_FOR.values(), *(each for each in SLEEVES if "Premier" not in each)):
        assert text in flat
    for words in ("PLAYER ID", "date of birth", "expansion abbreviation", "reference cards"):
        assert words in flat
    assert flat.index("Cards counted") < flat.index("[ ] contents")
    assert "premier event" not in flat.lower()
    assert "1990" not in flat
    assert max(map(len, said.out.splitlines())) <= 80


@pytest.mark.rule("TRF-5b")
def test_the_form_has_round_table_and_list_where_they_are_known(line: Line) -> None:
    line.enrol(*FOUR)
    blank = roundbook("ruling deckcheck", "form", "-C", line.folder, "p1").out
    assert "Round: ____ Table: ____" in " ".join(blank.split())
    assert "No deck list was handed in." in blank
    line.folder.joinpath("list.txt").write_text("4 Pikachu XY 42\n56 Fire Energy\n")
    line("deck", "register", "p1", line.folder / "list.txt", "--format", "expanded")
    line("pair")
    table = next(
        table
        for table, pair in zip(
            *(line.paired(1)[each] for each in ("tables", "pairings")), strict=True
        )
        if "p1" in pair
    )
    said = " ".join(roundbook("ruling deckcheck", "form", "-C", line.folder, "p1").out.split())
    assert f"Round: 1 Table: {table}" in said
    assert "4 Pikachu XY 42" in said
    assert "56 Fire Energy" in said
    found = roundbook("ruling deckcheck", "form", "-C", line.folder, "p1", "--json").data["form"]
    assert found[-1]["lines"] == ["4 Pikachu XY 42", "56 Fire Energy"]


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("ruling deckcheck draw", "--tables", "1", "--players", "1"), 2, "not both"),
        (("ruling deckcheck draw", "juniors"), 3, "there is no pool junior."),
        (
            ("ruling deckcheck draw", "juniors", "--tables", "1"),
            3,
            "there is no pool junior.\n  hint: Pools: masters.",
        ),
        (
            ("ruling deckcheck record", "p1", "--counted", "60", "--match", "masters-1-1"),
            2,
            "--match: a match can only be given together with a penalty.",
        ),
        (("ruling deckcheck record", "p9", "--counted", "60"), 3, "there is no player p9"),
        (
            ("ruling deckcheck record", "p1", "--counted", "60", "--sleeves", "Ben Ode’s"),
            3,
            "the text names Ben Ode (p2)",
        ),
    ],
)
def test_what_cannot_be_is_said(
    line: Line, words: tuple[str, ...], code: int, sentence: str
) -> None:
    line.begin(*FOUR)
    assert sentence in line.refused(*words, code=code)


def test_where_several_pools_are_in_play_each_draw_of_tables_is_named(line: Line) -> None:
    line.start(senior=8, masters=9)
    line.announce()
    line("pair")
    said = line.refused("ruling deckcheck", "draw", "--tables", 2)
    assert (
        "tables to check are drawn from one pool at a time, but several pools are playing." in said
    )
    for pool in ("senior", "masters"):
        assert f"`roundbook ruling deckcheck draw {pool} --tables 2`" in " ".join(said.split())
        line("ruling deckcheck", "draw", pool, "--tables", 2)


def test_nobody_sits_at_a_table_before_round_1(line: Line) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990)
    assert "Draw players instead" in line.refused("ruling deckcheck", "draw", "--tables", 1)
    line("ruling deckcheck", "draw")


def test_decks_of_a_cut_are_found_at_its_tables_and_not_at_those_of_the_swiss(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", masters=9)
    line.announce(
        *("--rounds", 1, "--cut", "masters=2", "--override", "rounds-differ", "--because", "so")
    )
    play_round(line)
    line("cut")
    line("pair")
    drawn = line("ruling deckcheck", "draw", "masters-cut", "--players", 2).out
    assert drawn.count(", table 1 of masters-cut") == 2, drawn


@pytest.mark.rule("TRF-5c")
def test_players_whose_pool_has_ended_are_not_drawn(line: Line) -> None:
    line.start(junior=8, senior=8, masters=8)
    line.announce("--rounds", 1)
    line("pair")
    line("start", "masters")
    for match in line.run("status", "-C", line.folder, "--json").data["pools"][2]["missing"]:
        line("report", match, "1")
    said = line.refused("ruling deckcheck", "draw")
    for pool in ("junior", "senior"):
        assert f"`roundbook ruling deckcheck draw {pool}`" in " ".join(said.split())
    assert "`roundbook ruling deckcheck draw senior`" in line("start", "senior").out
    line("start", "junior")
    for match in line.run("status", "-C", line.folder, "--json").data["pools"][0]["missing"]:
        line("report", match, "1")
    event = line("ruling deckcheck", "draw", "--players", 8, "--json").data["entries"][0]["events"][
        0
    ]
    assert event["pool"] == "senior"
    assert {f"p{n}" for n in range(9, 17)} == {*event["players"]}
    assert roundbook("verify", line.folder).code == 0
