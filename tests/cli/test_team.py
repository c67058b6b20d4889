"""A team battle through the command line: teams, two deck lists, seats, turns, places (A-65)."""

import re

import pytest
from msgspec.structs import replace

from roundbook.cli.session.venue import venue
from roundbook.ledger.record import draws as chance
from roundbook.projections.audits.draws import deck_checks_differ
from roundbook.projections.judging import deck_checks
from roundbook.projections.reports.feed import feed
from tests.cli.line import Line
from tests.scripts import DRAWS, SEED, play

EIGHT = ("Ana Ash", "Ben Bay", "Cho Cox", "Dee Day", "Eva Elm", "Fay Fox", "Gus Gil", "Hal Hay")
TEAMS = "team,first,second\nRocket,p1,Ben Bay\nPlasma,Cho Cox,p4\nAqua,p5,p6\nMagma,p7,p8\n"


def begin(line: Line, played: str = "team-battle-constructed") -> None:
    line.start("--format", played)
    line.register(*EIGHT)


def formed(line: Line) -> None:
    begin(line)
    line.folder.joinpath("teams.csv").write_text(TEAMS)
    said = line("team", "read", line.folder / "teams.csv").out
    assert "Ana Ash (p1) and Ben Bay (p2) are the team Rocket.\n" in said
    assert "without a partner" not in said.lower()


def match_of(line: Line, first: str) -> str:
    """Return the match of round 1 in which a team plays, by the player who represents it."""
    paired = line.paired(1)
    tables = zip(paired["tables"], paired["pairings"], strict=True)
    return f"masters-1-{next(table for table, pair in tables if first in pair)}"


@pytest.mark.rule("A-65", "TRF-14.3")
def test_a_team_battle_from_the_list_of_teams_to_the_places(line: Line) -> None:
    formed(line)
    said = line("announce", "--rounds", 2).out
    assert ": 2 rounds were announced" in said
    line.pair()
    pairs = line.paired(1)["pairings"]
    stand_for = {player for pair in pairs for player in pair}
    assert stand_for == {"p1", "p3", "p5", "p7"}, (
        "a team is one entrant, and its first stands for it"
    )
    assert "Rocket (Ana Ash & Ben Bay)" in str(
        line.run("pairings", "-C", line.folder, "--json").data
    )
    slips = " ".join(line("round slips").out.split())
    assert "Plasma (Cho Cox & Dee Day)" in slips
    for table in line.paired(1)["tables"]:
        line("report", f"masters-1-{table}", "2-0")
    placed = line.run("standings", "-C", line.folder, "--json").standings
    assert {one["player"] for one in placed} == stand_for
    assert sorted(one["match_points"] for one in placed) == [0, 0, 3, 3]
    assert "Magma (Gus Gil & Hal Hay)" in str(placed)
    # What befalls one of them befalls the team.
    refused = line.refused("drop", "p2", rule="team-apart")
    assert "Ben Bay (p2) plays in the team Rocket, and Ana Ash (p1) represents it." in refused
    said = line("drop", "p2", "p1").out
    assert "already" not in said
    assert len(line.ledger()[-1]["events"]) == 1
    line("pair")
    (bye,) = line.paired(2)["byes"]
    assert bye[0] in {"p3", "p5", "p7"}
    history = " ".join(line.run("history", "-C", line.folder, "--player", "p2").out.split())
    assert "are the team Rocket" in history
    verified = line.run("verify", line.folder)
    assert (verified.code, verified.err) == (0, "")


@pytest.mark.rule("A-65", "TRF-14.3")
def test_the_two_of_a_team_sit_diagonally_and_turns_alternate(line: Line) -> None:
    """TRF §14.3: everybody faces an opponent; the turns go clockwise between the teams."""
    formed(line)
    early = line.run("team", "seats", "-C", line.folder).err
    assert "no match between teams has been paired yet." in early
    assert "Pair the first round: `roundbook pair`" in early
    line("announce", "--rounds", 2)
    line("pair")
    tables = line.run("team", "seats", "-C", line.folder, "--json").data["tables"]
    assert len(tables) == 2
    partner = {"p1": "p2", "p3": "p4", "p5": "p6", "p7": "p8"}
    partner |= {two: one for one, two in partner.items()}
    for table in tables:
        a, b, c, d = table["clockwise"]
        assert (partner[a], partner[b]) == (c, d), "those of a team are opposite corners"
        assert table["turns"] == [a, b, c, d]
        assert partner[a] not in {b, d}, "the turn goes to the other team each time"
    said = line.run("team", "seats", "-C", line.folder, "--match", tables[0]["match"]).out
    turns = tables[0]["turns"]
    assert f"turns: {' - '.join(turns)}, if {turns[0]} begins\n" in said
    assert "the team that wins the coin flip chooses which of its players begins" in said
    assert max(map(len, said.splitlines())) <= 80
    for player in tables[0]["clockwise"]:
        assert f"{player} {EIGHT[int(player[1:]) - 1]}" in said


@pytest.mark.rule("A-65", "TRF-14.3")
def test_both_hand_in_a_list_and_may_trade_within_what_they_were_given(line: Line) -> None:
    begin(line, "team-battle-limited")
    line("team", "form", "Rocket", "p1", "p2")
    line("announce", "--rounds", 2, "--basic-energy", "--energy-told-ahead")
    here = line.folder.parent
    for name, text in {
        "given-1": "10 Pikachu XY 42\n",
        "given-2": "6 Squirtle XY 29\n",
        "deck-1": "4 Pikachu XY 42\n6 Squirtle XY 29\n30 Fire Energy\n",
        "deck-2": "6 Pikachu XY 42\n34 Fire Energy\n",
        "greedy": "7 Pikachu XY 42\n33 Fire Energy\n",
    }.items():
        here.joinpath(f"{name}.txt").write_text(text)
    given = ("--pool-list", here / "given-1.txt", "--pool-list", here / "given-2.txt")
    assert (
        "not handed out" in line.at("deck", "register", "p1", here / "deck-1.txt", *given[:2]).err
    )
    line("deck", "register", "p1", here / "deck-1.txt", *given)
    refused = line.at("deck", "register", "p2", here / "greedy.txt")
    assert "1 of 7 Pikachu (XY 42) was not handed out" in refused.err
    line("deck", "register", "p2", here / "deck-2.txt")
    assert line.ledger()[-1]["events"][0].get("unused", 0) == 0, (
        "between them they use all that was given"
    )
    listed = line.run("team", "list", "-C", line.folder, "--json").data
    assert listed["teams"][0]["players"] == [
        {"player": "p1", "list": True},
        {"player": "p2", "list": True},
    ]
    assert listed["alone"] == ["p3", "p4", "p5", "p6", "p7", "p8"]
    decks = line.run("deck", "list", "-C", line.folder).out
    assert "2 of 8 lists handed in" in decks
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("A-65")
def test_teams_are_formed_of_two_before_round_1_and_in_a_team_battle_alone(line: Line) -> None:
    formed(line)
    for words, sentence in (
        (("Other", "p1", "p2"), "Ana Ash (p1) and Ben Bay (p2) already play in a team"),
        (("Other", "p1", "p1"), "cannot be both players of a team"),
    ):
        assert sentence in line.refused("team", "form", *words, rule="team-wrong")
    line("team", "split", "p2", "--reason", "they came with others")
    same = line.refused("team", "form", "plasma", "p1", "p2", rule="team-wrong")
    assert "there is already a team with the name plasma." in same
    assert "without a partner: Ana Ash, Ben Bay" in line.run("team", "list", "-C", line.folder).out
    line("team", "form", "Rocket", "p2", "p1")
    line("announce", "--rounds", 2)
    line("pair")
    line.refused("team", "split", "p2", "--reason", "too late", rule="team-wrong")
    bad = line.folder.parent / "bad.csv"
    bad.write_text("team,first,second\nRocket,p1\n")
    assert "a team needs a name and two players" in line.refused("team", "read", bad, code=5)


def test_an_event_for_single_players_has_no_teams(line: Line) -> None:
    line.enrol(*EIGHT[:2])
    refused = line.refused("team", "form", "Rocket", "p1", "p2", rule="team-wrong")
    assert "this event is not a team battle" in refused
    assert (
        line.run("team", "list", "-C", line.folder).out
        == "Cup\nthis event is not a team battle, so there are no teams.\n"
    )


@pytest.mark.rule("A-65", "TRF-5c")
def test_a_deck_check_draws_a_team_and_names_both_decks(line: Line) -> None:
    formed(line)
    line("announce", "--rounds", 2)
    teams = [{"p1", "p2"}, {"p3", "p4"}, {"p5", "p6"}, {"p7", "p8"}]
    said = line("ruling deckcheck", "draw").out
    [first] = line.ledger()[-1]["events"]
    assert set(first["players"]) in teams
    assert first["drawn"]["draw"] == "deck-checks-1"
    assert all(f"({player})" in said for player in first["players"])
    line("pair")
    line("ruling deckcheck", "draw", "--tables", 2)
    [second] = line.ledger()[-1]["events"]
    assert sorted(first["players"] + second["players"]) == [f"p{n}" for n in range(1, 9)]
    status = line.run("ruling deckcheck", "status", "-C", line.folder, "--json").data["deck_checks"]
    assert len(status["waiting"]) == 8
    for player in ("p1", "p2"):
        form = str(line.run("ruling deckcheck", "form", "-C", line.folder, player, "--json").data)
        assert "Round: 1" in form
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("A-65", "LED-3")
def test_a_draw_of_teams_is_repeated_from_its_secret() -> None:
    desk = play("""
        open team-battle-constructed
        register ana ben cho dee
        event {"event":"team-formed","players":["p1","p2"],"name":"Rocket"}
    """)
    t, secret = desk.tournament, chance.secret(SEED, DRAWS, 1)
    found = deck_checks.draw(t, asked=4, secret=secret)
    assert set(found.players) == {"p1", "p2", "p3", "p4"}
    assert not list(deck_checks_differ(t, found))
    assert list(deck_checks_differ(t, replace(found, players=found.players[:1])))


def test_after_the_pairing_the_hint_says_when_teams_can_change(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    said = line.refused("team", "form", "Rockets", "p1", "p2", rule="team-wrong")
    assert "hint: If round 1 has not started, withdraw it first: " in said


@pytest.mark.rule("A-65", "TRF-14.3")
def test_nobody_plays_a_team_battle_without_a_partner(line: Line) -> None:
    begin(line)
    line.announce("--rounds", 2)
    line.refused("pair", rule="team-missing")
    line("team", "form", "Rocket", "p1", "p2")
    line("drop", *(f"p{number}" for number in range(5, 9)))
    refused = line.refused("pair", rule="team-missing")
    assert "Cho Cox (p3)" in refused
    assert "Dee Day (p4) have no partner" in refused or "Cho Cox (p3) have no partner" in refused
    line("team", "form", "Plasma", "p3", "p4")
    line.pair()
    late = ("late", "Eve Ely", "--birth-year", 1990, "--informed")
    refused = line.refused(*late, rule="team-too-late")
    assert "teams can only be formed before round 1 is paired" in refused
    assert "If round 1 has not started, withdraw it" in refused


@pytest.mark.rule("A-65", "LED-2")
@pytest.mark.parametrize("packed", [(), ("--packed",)])
def test_an_archive_of_teams_has_the_names_that_the_ledger_commits_to(
    line: Line, packed: tuple[str, ...]
) -> None:
    formed(line)
    line.first_round(1)
    line.play(1, "2-0")
    assert "\nA file for TOM cannot be written: it cannot contain teams.\n" in line.close().out
    refused = line.refused("file export", line.folder.parent / "cup.tdf")
    assert "this tournament does not fit into a .tdf file: it cannot contain teams." in refused
    sealed = line.folder.parent / "cup.archive"
    assert line.run("archive", line.folder, "--out", sealed, *packed).code == 0
    said = line.run("verify", sealed, code=0)
    assert "match the ledger" not in said.out + said.err
    assert line.run("file check", sealed).code == 0
    out = line.folder.parent / "again"
    assert line.run("file unpack", sealed, out).code == 0
    assert (out / "people.json").read_bytes() == (line.folder / "people.json").read_bytes()


@pytest.mark.rule("A-65")
@pytest.mark.parametrize(
    "asked",
    [
        ("explain", "{}"),
        ("explain", "pairing", "{}"),
        ("explain", "bye", "{}"),
        ("proof blame", "{}"),
        ("proof blame", "{}", "points"),
        ("what-if", "--drop", "{}"),
        ("what-if", "--late", "{}"),
        ("proof record", "{}"),
    ],
    ids=" ".join,
)
def test_a_question_about_either_player_of_a_team_is_about_the_team(
    line: Line, asked: tuple[str, ...]
) -> None:
    formed(line)
    line.announce("--rounds", 2)
    line("drop", "p1")
    line.pair()
    (bye,) = line.paired(1)["byes"]
    second = f"p{int(bye[0][1:]) + 1}"
    verb, *rest = asked
    first, other = (
        line.run(verb, "-C", line.folder, *(word.format(player) for word in rest))
        for player in (bye[0], second)
    )
    assert first.code == other.code == 0, other.err
    title, *lines = first.out.splitlines()
    their_title, *theirs = other.out.splitlines()
    assert lines == theirs
    assert title == their_title or title.partition(")")[2]


@pytest.mark.rule("A-65")
def test_what_one_player_did_has_their_own_name_and_what_the_team_did_has_the_teams(
    line: Line,
) -> None:
    formed(line)
    line.announce("--rounds", 2)
    assert "Ana Ash (p1) checked in.\n" in line("people check-in", "p1").out
    line.pair()
    match = match_of(line, "p1")
    line("report", match, "2-0")
    line("penalty", "p2", "warning", "--for", "Slow play.", "--match", match)
    line("message", "p1 and p2 to the desk, please.")
    assert "Ana Ash and Ben Bay to the desk, please." in line.run("message", "-C", line.folder).out

    def told(player: str) -> str:
        return " ".join(line.run("history", "-C", line.folder, "--player", player).out.split())

    for player in ("p1", "p2"):
        assert "Ana Ash (p1) and Ben Bay (p2) are the team Rocket" in told(player)
        assert "Rocket (Ana Ash & Ben Bay) (p1)" in told(player), "its match and its result"
    assert "Ana Ash (p1) checked in" in told("p1")
    assert "checked in" not in told("p2")
    assert "Ben Bay (p2) was given a warning" in told("p2")
    page = line.folder.parent / "dossier.html"
    line.run("proof dossier", "-C", line.folder, "p2", "--out", page)
    said = page.read_text()
    assert "No round with any of these players was paired here." not in said
    assert f"{match}: " in said


@pytest.mark.rule("A-65")
def test_a_team_with_a_player_who_is_absent_is_left_out_whole(line: Line) -> None:
    formed(line)
    line.announce("--rounds", 2)
    line("people check-in", "p1", "p3", "p4", "p5", "p6", "p7", "p8")
    said = line("pair", "--absent", "drop").out
    assert "Rocket (Ana Ash & Ben Bay) (p1) dropped, before the first round.\n" in said
    assert "p1" not in str(line.paired(1)["pairings"])


@pytest.mark.rule("A-65")
def test_a_slip_on_which_a_partner_drops_says_whom_to_name(line: Line) -> None:
    formed(line)
    line.first_round(2)
    mine = match_of(line, "p1")
    theirs = next(match for match in line.tables(1) if match != mine)
    refused = line.refused("report", mine, "2-0", "--drop", "p2", rule="team-apart")
    assert "Use Ana Ash (p1) instead" in refused
    assert "does not play in match" in line.at("report", theirs, "2-0", "--drop", "p2").err


@pytest.mark.rule("A-65")
def test_programs_read_a_person_by_name_and_a_team_with_both_players(line: Line) -> None:
    formed(line)
    line.first_round(2)
    line("call", match_of(line, "p1"), "--player", "p2")
    line("penalty", "p1", "warning", "--for", "slow play")
    own, team = "Ana Ash", "Rocket (Ana Ash & Ben Bay)"
    [call] = line.run("call", "-C", line.folder, "--json").data["calls"]
    assert (call["names"]["p1"], call["names"]["p2"]) == (team, "Ben Bay")
    [given] = line.run("penalty", "-C", line.folder, "--json").data["penalties"]
    assert given["name"] == own
    told = line.run("history", "-C", line.folder, "--json").data["history"]
    assert {
        one["names"]["p1"] for one in told if "registered" in one["what"] and one["names"].get("p1")
    } == {own}
    assert told[-1]["names"] == {"p1": own}
    here = venue(line.folder)
    fed = [*feed(here.desk.entries, lambda: here.book)]
    [started] = [one for one in fed if one["event"] == "round-started"]
    assert team in {one[side]["name"] for one in started["tables"] for side in ("first", "second")}
    assert {one["name"] for one in fed if one.get("player") == "p1"} == {own}


@pytest.mark.rule("A-83", "TRF-14.3")
@pytest.mark.parametrize(
    ("played", "most", "left"),
    [("team-battle-constructed", 6, "5-4"), ("team-battle-limited", 4, "4-3")],
)
def test_the_prize_cards_of_a_team_are_counted_together(
    line: Line, played: str, most: int, left: str
) -> None:
    """Two put down half of the Prize cards each; a partner takes over what is left (TRF §14.3)."""
    line.start("--format", played, "--style", "single-elimination")
    for name in EIGHT:
        line("register", name, "--birth-year", 1990)
    line.folder.joinpath("teams.csv").write_text(TEAMS)
    line("team", "read", line.folder / "teams.csv")
    energy = ("--basic-energy", "--energy-told-ahead") if "limited" in played else ()
    line("announce", *energy)
    line("round seed")
    line("pair")
    line("start")
    over = ("--on", "game", "--time", "in-turn", "--last-turn-ended")
    said = line("time-called", "bracket-1-1", *over, "--prizes", left, "--report")
    second = line.paired(1)["pairings"][0][1]
    assert re.search(rf"^Result: 0-1 \(a win for .+ \({second}\)\)\.$", said.out, re.MULTILINE)
    assert line.ledger()[-1]["events"][0]["facts"].get("initial", 6) == most
    many = line.refused(
        "time-called", "bracket-1-2", *over, "--prizes", f"{most - 1}-1", "--initial", most - 1,
        rule="facts-elsewhere",
    )  # fmt: skip
    assert f"starts with {most} Prize cards for each team" in many


@pytest.mark.rule("A-65")
def test_once_a_round_is_paired_it_is_withdrawn_before_the_teams_change(line: Line) -> None:
    formed(line)
    line("announce", "--rounds", 2)
    line("pair")
    said = line.refused("people unregister", "p2", rule="registration-stays")
    assert "Withdraw round 1 (`roundbook withdraw masters-1 --reason …`), then split" in said
    said = line.refused(
        "late", "Ida Ivy", "--birth-year", 1990, "--informed", rule="late-before-start"
    )
    assert "Withdraw round 1 (`roundbook withdraw masters-1 --reason …`), register" in said
