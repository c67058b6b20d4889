"""A draft through the command line."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from roundbook.cli.session.venue import venue
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.text import cells_of
from tests.cli.line import Line

TEN = [f"Player {letter}" for letter in "ABCDEFGHIJ"]


def tables(line: Line) -> list[list[str]]:
    """Return the seats of the latest draft, as the last entry draws them."""
    found: list[list[str]] = line.ledger()[-1]["events"][-1]["tables"]
    return found


def state(line: Line) -> Tournament:
    return venue(line.folder).desk.tournament


def begin(line: Line, names: list[str]) -> None:
    line.enrol(*names)


@pytest.mark.rule("TRF-11.2.2", "A-32")
def test_ten_players_sit_at_two_tables_of_five(line: Line) -> None:
    begin(line, TEN)
    dry = line("draft", "seats", "booster", "--dry-run")
    assert dry.out == "Nothing was written. The seats of 2 draft tables would be drawn.\n"
    said = line("draft", "seats", "booster").out.splitlines()
    assert said[0] == "Entry 12: the seats of the booster draft were drawn: 2 tables."
    assert [one.partition(": ")[0] for one in said if "Draft table" in one] == [
        f"Draft table {table}, seat {seat}" for table in (1, 2) for seat in range(1, 6)
    ]
    (event,) = line.ledger()[-1]["events"]
    assert [len(circle) for circle in event["tables"]] == [5, 5]
    assert event["draft"] == "booster"
    assert event["drawn"]["draw"] == "seats-1"
    assert "needs a reason" in line.refused("draft", "seats", "booster", rule="reason-missing")
    history = line.run("history", "-C", line.folder, "--player", "p4", "--plain").out
    assert "the seats of the booster draft were drawn: 2 tables" in " ".join(history.split())
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("TRF-11.2.2")
def test_the_order_at_the_own_tables_names_the_players(line: Line) -> None:
    begin(line, TEN)
    assert "no draft seats have been drawn yet" in line.refused("draft", "order")
    line("draft", "seats", "booster")
    (event,) = line.ledger()[-1]["events"]
    data = line("draft", "order", "--cards", 5, "--packs", 2, "--json").data
    assert [len(one["picks"]) for one in data["tables"]] == [50, 50]
    first = event["tables"][0][0]
    assert data["tables"][0]["seats"][0].endswith(f"({first})")
    second = line("draft", "order", "--table", 2, "--cards", 5, "--packs", 2).out
    assert second.startswith("draft table 2\n  1 Player ")
    assert "pack 2, passed to the right" in second
    assert "there is no draft table 3" in line.refused("draft", "order", "--table", 3)


@pytest.mark.rule("TRF-11.2.3")
@pytest.mark.parametrize("players", range(1, 9))
@pytest.mark.parametrize("kind", ["booster", "rochester"])
def test_an_order_for_any_table_fits_eighty_columns(line: Line, kind: str, players: int) -> None:
    said = line.run("draft", "order", kind, "--players", players, "--cards", 15, code=0)
    assert max(map(cells_of, said.out.splitlines())) <= 80


@pytest.mark.rule("TRF-11.2.3")
def test_rochester_for_six_with_ten_cards_in_a_pack(line: Line) -> None:
    words = ("draft", "order", "rochester", "--players", 6, "--cards", 10, "--packs", 2)
    said = line.run(*words).out
    assert "1 opens: 1-2-3-4-5-6  6-5-4-3-2-1  1-2-3-4-5-6  6-5\n" in said
    assert "6 opens: 6-1-2-3-4-5  5-4-3-2-1-6  6-1-2-3-4-5  5-4\n" in said
    (table,) = line.run(*words, "--json").data["tables"]
    assert table["picks"][6] == {
        "draft": "rochester",
        "opening": 1,
        "opener": 1,
        "pick": 7,
        "seat": 6,
    }
    nine = line.run("draft", "order", "rochester", "--players", 9, code=2)
    assert "9 is not in the range" in nine.err


@pytest.mark.rule("TRF-11.2")
@pytest.mark.parametrize("kind", ["solomon", "rochester"])
def test_without_seats_the_draft_of_the_event_is_proposed(line: Line, kind: str) -> None:
    line.start("--format", f"{kind}-draft")
    line.register(*TEN[:4])
    assert f"`roundbook draft seats {kind}`" in line.refused("draft", "order")


@pytest.mark.rule("TRF-11.2.4", "A-33")
def test_solomon_is_for_two(line: Line) -> None:
    words = ("draft", "order", "solomon", "--packs", 1, "--cards", 5)
    said = line.run(*words, "--players", 2).out
    assert said.splitlines()[1:] == [
        "  pile   1, laid out by player 1; picks by 1 2 2 1",
        "  pile   2, laid out by player 2; picks by 2 1 1 2",
        "  pile   3, laid out by player 1; picks by 1 2",
    ]
    assert line.run(*words, "--players", 3).code == 2
    assert line.run("draft", "order", "--players", 4).code == 2
    begin(line, TEN[:4])
    line("draft", "seats", "solomon")
    assert line("draft", "order").out.count("Solomon draft: 2 players") == 2


@pytest.mark.rule("TRF-11.2.4")
def test_after_the_start_only_solomon_is_drafted_again(line: Line) -> None:
    begin(line, TEN[:4])
    line("draft", "seats", "solomon")
    line("announce", "--redraft")
    line.pair()
    line.refused("draft", "seats", "booster", rule="draft-too-late")
    line.refused("draft", "seats", "solomon", rule="reason-missing")
    line("draft", "seats", "solomon", "--reason", "The re-draft was announced.")


@pytest.mark.rule("TRF-11.2.1", "TRF-11.2b")
def test_the_course_of_a_sealed_deck_event(line: Line) -> None:
    said = line.run("draft", "course", "sealed").out
    assert "At the signal everybody opens all their packs.\n" in said
    assert "30 minutes." in " ".join(said.split())
    assert all(cells_of(text) <= 80 for text in said.splitlines())
    steps = line.run("draft", "course", "sealed", "--json").data["steps"]
    assert [one["minutes"] for one in steps if one["minutes"]] == [30]


@pytest.mark.rule("TRF-11.2", "TRF-11.2.2")
def test_the_format_of_the_event_says_what_is_drafted(line: Line) -> None:
    line.start("--format", "rochester-draft")
    line.register(*TEN[:4])
    refused = line.refused("draft", "seats", "booster", rule="draft-elsewhere")
    assert "the event is rochester-draft, so it has no booster draft." in refused
    line("draft", "seats")
    assert line.ledger()[-1]["events"][0]["draft"] == "rochester"


@pytest.mark.rule("TRF-11.2")
@pytest.mark.parametrize("played", ["sealed", "standard"])
def test_an_event_without_a_draft_seats_nobody_for_one(line: Line, played: str) -> None:
    line.start("--format", played)
    line.register(*TEN[:4])
    line.refused("draft", "seats", "solomon", rule="draft-elsewhere")
    assert "KIND: give the draft: booster, rochester or solomon." in line.refused(
        "draft", "seats", code=2
    )


@pytest.mark.rule("TRF-11.2.4")
@pytest.mark.parametrize("announced", [True, False])
def test_a_second_solomon_draft_was_announced_before_the_start(
    line: Line, *, announced: bool
) -> None:
    line.start("--format", "solomon-draft")
    line.register(*TEN[:4])
    told = ("--basic-energy", "--energy-told-ahead", "--rounds", 3)
    line("announce", *told, *(["--redraft"] if announced else []))
    line("draft", "seats")
    line.pair()
    again = ("draft", "seats", "--reason", "the second draft")
    if announced:
        line(*again)
        return
    assert "a re-draft was not announced" in line.refused(*again, rule="redraft-unannounced")
    line(*again, "--override", "redraft-unannounced", "--because", "everybody asked for it")


@pytest.mark.rule("TRF-11.2b")
def test_the_time_to_build_decks_is_started_shown_and_kept(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start("--format", "sealed")
    line.register(*TEN[:2])
    before = line.files()
    assert line("draft", "build", "--dry-run").out.startswith(
        "Nothing was written.\nThis would be entry 4: the deck-building time was started.\n"
    )
    assert line.files() == before
    said = line("draft", "build").out
    entry = line.ledger()[-1]
    assert entry["events"] == [{"event": "building-started"}]
    ends = datetime.fromisoformat(entry["at"]) + timedelta(minutes=30)
    assert f"The deck-building time ends at {ends:%H:%M:%S}.\n" in said
    assert said.endswith("next: roundbook round clock\n")

    def clock(at: datetime) -> str:
        return line.run(
            "round clock", "-C", line.folder, "--as-of", at.isoformat()
        ).out.splitlines()[1]

    early, late = ends - timedelta(minutes=9, seconds=5), ends + timedelta(minutes=2)
    with monkeypatch.context() as hall:
        hall.setattr("roundbook.cli.session.command.now", lambda: ends + timedelta(hours=1))
        assert clock(early) == f"building decks: 9:05 left, until {ends:%H:%M:%S}"
        assert clock(late) == "building decks: time was called 2:00 ago"
        data = line.run(
            "round clock", "-C", line.folder, "--as-of", early.isoformat(), "--json"
        ).data
    assert data["building"]["seconds_left"] == 9 * 60 + 5
    assert datetime.fromisoformat(data["building"]["ends_at"]) == ends
    history = line.run("history", "-C", line.folder, "--plain").out
    assert "deck-building time was started" in " ".join(history.split())

    assert "needs a reason" in line.refused("draft", "build", rule="reason-missing")
    line("draft", "build", "--reason", "a fire alarm")
    line("announce", "--basic-energy", "--energy-told-ahead")
    line("pair")
    assert "building decks" in line.run("round clock", "-C", line.folder).out
    line("start")
    assert "building" not in line.run("round clock", "-C", line.folder).out
    assert line.run("round clock", "-C", line.folder, "--json").data["building"] is None
    line.refused("draft", "build", "--reason", "late", rule="building-too-late")
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("TRF-11.2b", "TRF-11.2.4")
def test_a_re_draft_has_its_own_time_to_build(line: Line) -> None:
    line.start("--format", "solomon-draft")
    line.register(*TEN[:4])
    line("announce", "--redraft", "--basic-energy", "--energy-told-ahead")
    line("draft", "seats")
    line("draft", "build")
    line.pair()
    line.refused("draft", "build", "--reason", "again", rule="building-too-late")
    line.play(1)
    line("draft", "seats", "--reason", "the re-draft that was announced")
    line("draft", "build")
    assert "building decks: " in line.run("round clock", "-C", line.folder).out
    line.refused("draft", "build", "--reason", "again", rule="building-too-late")


def test_nobody_builds_decks_where_players_bring_them(line: Line) -> None:
    line.start("--format", "standard")
    said = line.refused("draft", "build", rule="building-elsewhere")
    assert "the event is standard, so players bring their decks" in said


@pytest.mark.rule("A-91")
def test_the_seats_of_a_draft_are_kept_once_decks_are_being_built(line: Line) -> None:
    line.start("--format", "booster-draft")
    line.register(*TEN[:4])
    line("draft", "seats")
    line.refused("draft", "build", "--undo", "--reason", "too early", rule="building-missing")
    line("draft", "seats", "--reason", "until decks are built, a reason is enough")
    line("draft", "build")
    again = ("draft", "seats", "--reason", "the tables were swapped")
    said = line.refused(*again, rule="draft-under-way")
    assert "players are already building their decks" in said
    assert "`roundbook draft build --undo --reason …`" in said
    anyway = ("--override", "draft-under-way", "--because", "we want to")
    line.refused(*again, *anyway, rule="draft-under-way")
    assert "--reason: this field must be filled in." in line.refused(
        "draft", "build", "--undo", code=2
    )
    line("draft", "build", "--undo", "--reason", "one table is still drafting")
    assert "building" not in line.run("round clock", "-C", line.folder).out
    assert "undone: " in line.run("history", "-C", line.folder).out.replace("\n", " ")
    line(*again)
    line("draft", "build")
    assert "building decks: " in line.run("round clock", "-C", line.folder).out
    line("announce", "--basic-energy", "--energy-told-ahead")
    line("pair")
    undo = ("draft", "build", "--undo", "--reason", "by mistake")
    assert "a round has been paired" in line.refused(*undo, rule="building-used")
    line.refused(*again, rule="draft-under-way")
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("A-91")
def test_a_start_of_building_stays_once_a_list_is_in(line: Line, tmp_path: Path) -> None:
    line.start("--format", "sealed")
    line.register(*TEN[:2])
    line("announce", "--basic-energy", "--energy-told-ahead")
    line("draft", "build")
    deck = tmp_path / "deck.txt"
    deck.write_text("40 Fire Energy")
    line("deck", "register", "p1", deck)
    undo = ("draft", "build", "--undo", "--reason", "by mistake")
    assert "p1) has handed in a deck list" in line.refused(*undo, rule="building-used")


@pytest.mark.rule("A-91", "TRF-11.2.4")
@pytest.mark.parametrize("announced", [True, False])
def test_after_building_only_an_announced_re_draft_between_rounds_is_seated(
    line: Line, *, announced: bool
) -> None:
    line.start("--format", "solomon-draft")
    line.register(*TEN[:6])
    told = ("--basic-energy", "--energy-told-ahead", *(("--redraft",) if announced else ()))
    line("announce", "--rounds", 3, *told)
    line("draft", "seats")
    line("draft", "build")
    line.pair()
    again = ("draft", "seats", "--reason", "the re-draft")
    why = "round 1 of masters is still being played" if announced else "was not announced"
    assert why in line.refused(*again, rule="draft-under-way")
    line.play(1)
    if not announced:
        line.refused(*again, rule="draft-under-way")
        return
    line(*again)
    line("draft", "seats", "--reason", "a late pair came back")
    line("draft", "build")
    line.refused(*again, rule="draft-under-way")
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("A-91")
@pytest.mark.parametrize(
    ("played", "words", "cards", "first"),
    [
        ("booster-draft", (), 40, "Sit in circles"),
        ("solomon-draft", (), 40, "Sit in pairs"),
        ("30-card-limited", ("booster",), 30, "Sit in circles"),
        ("standard", ("sealed",), 40, "At the signal"),
    ],
)
def test_the_course_is_that_of_the_format_of_the_event(
    line: Line, played: str, words: tuple[str, ...], cards: int, first: str
) -> None:
    """TRF §11.2: 40 cards; §14.2.2: 30."""
    line.start("--format", played)
    steps = line("draft", "course", *words, "--json").data["steps"]
    assert steps[1]["what"].startswith(first)
    assert f"exactly {cards} cards" in next(one["what"] for one in steps if one["minutes"])
    if played == "30-card-limited":
        assert "give the kind" in line.refused("draft", "course", code=2)


@pytest.mark.rule("A-91")
def test_seats_drawn_by_mistake_are_withdrawn_until_decks_are_built(line: Line) -> None:
    line.start("--format", "booster-draft", "--pairing", "pod-sheet")
    line.register(*TEN)
    line("announce", "--basic-energy", "--energy-told-ahead")
    line.refused("draft", "seats", "--undo", "--reason", "too early", rule="seats-missing")
    line("draft", "seats")
    assert len(tables(line)) == 2
    line.refused("draft", "seats", "--undo", code=2)
    line.refused("draft", "seats", "booster", "--undo", "--reason", "too early", code=2)
    said = line("draft", "seats", "--undo", "--reason", "two players are still outside").out
    assert "the draft seats were withdrawn: two players are still outside" in said
    assert "no draft seats have been drawn yet" in line.refused("draft", "order")
    line("people unregister", "p10", "--reason", "registered at another event")
    line("draft", "seats")
    assert sorted(len(circle) for circle in tables(line)) == [4, 5], "no reason is owed twice"
    line("draft", "build")
    refused = line.refused("draft", "seats", "--undo", "--reason", "again", rule="seats-used")
    assert "players are already building their decks" in refused
    line("draft", "build", "--undo", "--reason", "not all cards are given out")
    line("draft", "seats", "--undo", "--reason", "the boosters are the wrong ones")
    line("draft", "seats")
    line("pair")
    refused = line.refused("draft", "seats", "--undo", "--reason", "again", rule="seats-used")
    assert "a round has been paired" in refused
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("A-91", "A-66")
def test_pods_that_were_draft_tables_are_gone_with_the_seats(line: Line) -> None:
    line.start("--format", "booster-draft", "--pairing", "pod-sheet")
    line.register(*TEN)
    line("draft", "seats")
    assert [*state(line).pods] == ["pod-a", "pod-b"]
    line("draft", "seats", "--undo", "--reason", "too early")
    t = state(line)
    assert (t.pods, t.drafts) == ({}, ())
    assert {player.pool for player in t.players.values()} == {None}
    line("draft", "seats")
    line("draft", "seats", "--reason", "a table was moved")
    line("draft", "seats", "--undo", "--reason", "the first seats were right")
    t = state(line)
    [only] = t.drafts
    assert [*t.pods] == ["pod-a", "pod-b"]
    assert {p.id: p.pool for p in t.players.values()} == {
        player: pool
        for pool, circle in zip(only.pools, only.tables, strict=True)
        for player in circle
    }


@pytest.mark.rule("TRF-11.2.2")
@pytest.mark.parametrize(("typed", "code"), [(b"y\n", 0), (b"\n", 3)])
def test_somebody_at_a_terminal_is_asked_before_a_round_starts_while_decks_are_built(
    line: Line, monkeypatch: pytest.MonkeyPatch, typed: bytes, code: int
) -> None:
    line.start("--format", "booster-draft", masters=8)
    line("announce", "--basic-energy", "--energy-told-ahead")
    line("draft", "seats")
    line("draft", "build")
    ends = datetime.fromisoformat(line.ledger()[-1]["at"]) + timedelta(minutes=30)
    line("pair")
    monkeypatch.setattr("roundbook.cli.session.ask.at_terminal", lambda: True)
    said = line.run("start", "-C", line.folder, stdin=typed)
    asked = f"Players are building decks until {ends:%H:%M}.\nStart now? [y/N]: "
    assert said.err.startswith(asked)
    assert said.code == code
    last = line.ledger()[-1]["events"][-1]["event"]
    assert last == ("round-paired" if code else "round-started")
