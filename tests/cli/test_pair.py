import json

import pytest

from roundbook.ledger.record import draws
from tests.cli.line import Line
from tests.cli.typed import roundbook

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
LOCKS = "This locks the results of round 1 of masters for good (TOP §4).\n"


def seated(event: dict[str, list[list[str]]]) -> set[str]:
    return {p for pair in event["pairings"] for p in pair} | {b[0] for b in event.get("byes", ())}


@pytest.mark.rule("LED-3")
def test_pairing_forms_the_pods_and_reveals_the_next_secret_of_the_chain(line: Line) -> None:
    line.enrol(*FOUR)
    said = line("pair")
    pods, paired = line.ledger()[-1]["events"]
    assert pods["pods"] == {"masters": ["Masters"]}
    assert seated(paired) == {"p1", "p2", "p3", "p4"}
    assert paired["tables"] == [1, 2]
    published = line.ledger()[0]["events"][0]["commitment"]
    assert draws.follows(paired["drawn"]["secret"], published)
    assert "round 1 of masters was paired: 2 matches.\n" in said.out
    assert "Ana Lopez (p1) 0-0-0" in said.out
    assert said.out.endswith("next: roundbook announce --prizes N\n")  # Before round 1 starts.


def test_the_second_draw_reveals_the_secret_behind_the_first(line: Line) -> None:
    line.begin(*FOUR, played=1)
    line("pair")
    first, second = line.paired(1)["drawn"], line.paired(2)["drawn"]
    assert draws.follows(second["secret"], first["secret"])
    assert (first["number"], second["number"]) == (1, 2)


def test_every_pod_that_is_ready_is_paired_in_one_entry(line: Line) -> None:
    line.start()
    rows = [f"{division} {n},{division}" for division in ("masters", "junior") for n in range(7)]
    path = line.home.parent / "list.csv"
    path.write_text("\n".join(["name,division", *rows]))
    line("register", path)
    said = line("pair")
    pods, *rounds = line.ledger()[-1]["events"]
    assert set(pods["pods"]) == {"masters", "junior"}
    assert sorted(table for paired in rounds for table in paired["tables"]) == [1, 2, 3, 4, 5, 6]
    assert [paired["drawn"]["number"] for paired in rounds] == [1, 2]
    assert said.out.count("  bye: ") == 2
    line("announce")
    line("start", "junior")
    assert "Round 1 of masters has not started." in line.refused("pair")


def test_pods_are_formed_anew_while_nothing_is_paired(line: Line) -> None:
    line.enrol(*FOUR)
    line("pair")
    line("register", "Eve Ray", "--birth-year", 2014)
    line("announce")
    line("withdraw", "masters-1", "--reason", "somebody came")
    line("pair")
    assert line.ledger()[-1]["events"][0]["pods"] == {"junior-masters": ["Junior", "Masters"]}


@pytest.mark.rule("TOP-4h")
def test_it_says_which_results_are_locked_from_now_on(line: Line) -> None:
    line.begin(*FOUR)
    for number in (1, 2):
        line.play(number)
        would = line("pair", "--dry-run")
        said = line("pair")
        locked = "The results of round 1 of masters would be locked (TOP §4).\n"
        assert (locked in would.out) is (number == 2)
        assert (locked.replace("would be", "are now") in said.out) is (number == 2)
        assert said.err == "", "nobody is asked, and the answer says it"
        assert "can be corrected" not in said.out, "the list for the players says until when"
        line("start")


def test_it_says_nothing_of_what_is_locked_already(line: Line) -> None:
    line.begin(*FOUR)
    for number in (1, 2):
        line.play(number)
        line("pair")
        line("start") if number == 1 else None
    line("withdraw", "masters-3", "--reason", "too early")
    said = line("pair", "--json")
    assert (said.err, said.data["locks"]) == ("", [])


def somebody_plays_two_rounds(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play so far that the next round locks the first, with somebody at a terminal."""
    line.begin(*FOUR, played=2)
    monkeypatch.setattr("roundbook.cli.session.ask.at_terminal", lambda: True)


@pytest.mark.rule("TOP-4h")
@pytest.mark.parametrize(("typed", "code"), [("y", 0), ("YES ", 0), ("n", 3), ("", 3)])
def test_somebody_at_a_terminal_is_asked_before_results_are_locked(
    line: Line, monkeypatch: pytest.MonkeyPatch, typed: str, code: int
) -> None:
    somebody_plays_two_rounds(line, monkeypatch)
    before = line.files()
    said = roundbook("pair", "-C", line.folder, stdin=f"{typed}\n".encode())
    assert said.err.startswith(f"{LOCKS}Pair? [y/N]: ")
    assert said.code == code
    assert (line.files() == before) is bool(code)
    if code:
        assert said.err.endswith(": Nothing was recorded.\n")
        assert "refused" not in said.err
        line("correct", "masters-1-1", "2", "--reason", "asked again")


@pytest.mark.parametrize(("typed", "code"), [("pair\nyess\ny", 0), ("repair\nno", 3), ("post", 3)])
def test_what_is_neither_yes_nor_no_is_asked_again(
    line: Line, monkeypatch: pytest.MonkeyPatch, typed: str, code: int
) -> None:
    somebody_plays_two_rounds(line, monkeypatch)
    said = roundbook("pair", "-C", line.folder, stdin=f"{typed}\n".encode(), code=code)
    wrong = sum(word not in {"y", "no"} for word in typed.split())
    again = "Pair? [y/N]: Please answer y or n.\n"
    assert said.err.startswith(f"{LOCKS}{again * wrong}Pair? [y/N]: ")


def test_what_cannot_be_paired_is_refused_without_a_question(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin(*FOUR, played=1)
    line.pair()
    monkeypatch.setattr("roundbook.cli.session.ask.at_terminal", lambda: True)
    assert "Pair?" not in line.refused("pair")
    assert "Pair?" not in line.refused("pair", "masters", rule="results-missing")


@pytest.mark.rule("TOP-4a")
def test_a_round_that_is_under_way_keeps_the_next_one_waiting(line: Line) -> None:
    line.begin(*FOUR)
    said = line.refused("pair")
    assert "nothing can be paired now. Round 1 of masters lacks 2 results (tables 1 and 2)." in said
    line.refused("pair", "masters", rule="results-missing")


def test_a_missing_result_of_the_last_announced_round_has_a_hint_that_can_be_followed(
    line: Line,
) -> None:
    line.enrol(*FOUR)
    line.first_round(1)
    said = line.refused("pair", "masters", rule="results-missing")
    told = "Report the results first: `roundbook report MATCH RESULT`."
    assert f"hint: {told} Round 1 is the last round that was announced.\n" in said.replace(
        "\n   ", ""
    )
    assert "withdraw" not in said


def test_after_the_announced_rounds_only_an_official_pairs_another(line: Line) -> None:
    line.enrol(*FOUR)
    line("announce", "--rounds", 1)
    line.pair()
    line.play(1)
    said = line.refused("pair")
    assert "nothing can be paired now. The 1 round of masters has been played.\n" in said
    assert said.endswith("  hint: Continue with `roundbook close`.\n")
    assert "Continue with `roundbook close`." in line.refused("pair")
    said = line.refused("pair", "masters", rule="rounds-complete")
    assert "Close the tournament once all matches are played: `roundbook close`." in said
    line("pair", "masters", "--override", "rounds-complete", "--because", "two are undefeated")
    assert line.ledger()[-1]["events"][0]["override"]["rule"] == "rounds-complete"


@pytest.mark.rule("TOP-3.1f")
def test_an_awarded_bye_is_taken_before_anything_is_drawn(line: Line) -> None:
    line.enrol(*FOUR, "Eve Ray")
    line("people award-bye", "p2", 1)
    said = line("pair")
    assert line.paired(1)["byes"] == [["p2", "awarded"]]
    assert "bye (awarded): Ben Ode (p2)" in said.out


def test_a_hand_may_pair_for_a_reason(line: Line) -> None:
    line.enrol(*FOUR, "Eve Ray")
    by_hand = ("pair", "--by-hand", "p1-p3, p2-p4 bye:p5")
    assert "need --reason REASON" in line.refused(*by_hand, code=2)
    line(*by_hand, "--reason", "the printer had these seats already", "--first-table", 101)
    paired = line.ledger()[-1]["events"][-1]
    assert paired["pairings"] == [["p1", "p3"], ["p2", "p4"]]
    assert paired["byes"] == [["p5", "random"]]
    assert paired["tables"] == [101, 102]
    assert "drawn" not in paired
    for pool in ([], ["masters"]):
        said = line.refused("pair", *pool, *by_hand[1:], "--reason", "another list")
        assert "round 1 of masters is already paired, but has not started." in said
        assert "hint: To pair this round by hand, add `--again`." in said
    line(*by_hand, "--again", "--reason", "another list")


@pytest.mark.parametrize(
    ("seats", "rule"),
    [("p1-p2 p3-p3", "seated-twice"), ("p1-p2", "not-seated"), ("p1-p2 p3-p9", "player-unknown")],
)
def test_a_hand_cannot_break_the_rules(line: Line, seats: str, rule: str) -> None:
    line.enrol(*FOUR)
    line.refused("pair", "--by-hand", seats, "--reason", "by hand", rule=rule)


@pytest.mark.parametrize("seats", ["p1+p2", "ana-ben", "bye:", "", "p1-p2-p3"])
def test_seats_that_nobody_can_read_are_misuse(line: Line, seats: str) -> None:
    line.start()
    line("register", "Ana", "--birth-year", 1990)
    said = line.refused("pair", "--by-hand", seats, "--reason", "by hand", code=2)
    assert "--by-hand" in said


def test_nobody_and_an_unknown_pool_are_said_in_a_sentence(line: Line) -> None:
    line.start()
    assert "there are no active players, so there is nobody to pair" in line.refused("pair")
    line("register", "Ana", "--birth-year", 1990)
    assert "there is no pool junior." in line.refused("pair", "juniors")
    assert '"Ma sters" is not a pool' in line.refused("pair", "Ma sters", code=2)


def test_a_dry_run_shows_nothing_of_the_draw(line: Line) -> None:
    line.enrol(*FOUR)
    before = line.files()
    said = line("pair", "--dry-run")
    assert said.out == "Nothing was written. Round 1 of masters would be paired.\n"
    assert line("pair", "--dry-run", "--json").data == {
        "dry_run": True,
        "entries": [],
        "locks": [],
        "pools": ["masters"],
        "numbers": [1],
        "again": False,
        "rounds": [],
        "absent": [],
    }
    assert line.files() == before
    line("pair")
    again = line("pair", "--again", "--reason", "Table 2 is gone.", "--dry-run").out
    assert again == "Nothing was written. Round 1 of masters would be paired again.\n"


def test_a_refused_draw_leaves_its_secret_out_of_the_attempts(line: Line) -> None:
    line.begin(*FOUR)
    line.refused("pair", "masters", rule="results-missing")
    attempt = line.attempts()[-1]
    assert attempt["rule"] == "results-missing"
    assert "secret" not in json.dumps(attempt)


@pytest.mark.rule("LED-5")
def test_a_repeated_pairing_answers_the_first_round(line: Line) -> None:
    line.begin(*FOUR, played=1)
    first = line("pair", "--cmd", "r2", "--json").data["entries"]
    line("start")
    line.play(2)
    before = line.files()
    assert line("pair", "--cmd", "r2", "--json").data["entries"] == first
    assert line.files() == before
    assert "command id r2 was already used" in line.refused(
        "pair", "--cmd", "r2", "--first-table", 9
    )


def test_without_the_secret_nothing_is_drawn(line: Line) -> None:
    line.begin(*FOUR, played=1)
    (chain,) = (line.home / "chains").iterdir()
    chain.write_text("no chain")
    assert "the secret of this tournament cannot be read" in line.refused("pair")
    chain.unlink()
    said = line.refused("pair")
    assert "the secret of this tournament is not on this machine" in said
    assert "roundbook round new-secrets" in said


@pytest.mark.rule("TOP-3.1.2a")
def test_why_divisions_play_together_or_alone_is_said_where_pods_are_formed(line: Line) -> None:
    line.start()
    crowd = {"junior": 5, "senior": 5, "masters": 9}
    for division, number in crowd.items():
        for n in range(number):
            line("register", f"{division} {n}", "--division", division)
    told = line("announce").out
    rehearsed = line("pair", "--dry-run").out
    said = line("pair").out.splitlines()
    assert said[0].endswith(": round 1 of all was paired: 9 matches and 1 bye."), "no more of pods"
    why = (
        "5 Junior, 5 Senior and 9 Masters: Junior and Senior each have fewer than 6 players, so "
        "all play together (TOP §3.1.2), with places for each division."
    )
    assert why in told.splitlines(), "it is said before anything is paired"
    assert why in rehearsed.splitlines()
    assert why not in said, "the announcement has just said it"
    assert "all: 4 rounds for 9 Masters, the largest division (TOP §3.3.5, " in told
    line("withdraw", "all-1", "--reason", "two more have come")
    for division in ("junior", "senior"):
        line("register", f"{division} last", "--division", division)
    rehearsed = line("pair", "--dry-run").out
    assert "play together" not in rehearsed
    assert (
        "\n6 Junior, 6 Senior and 9 Masters: each division has at least 6 players (TOP §3.1.1).\n"
    ) in line("pair").out


@pytest.mark.rule("TOP-3.1.2a")
def test_why_divisions_play_together_is_said_again_if_anything_came_after_the_announcement(
    line: Line,
) -> None:
    line.start(senior=3, masters=4)
    line("announce")
    line("register", "One More", "--division", "masters")
    assert (
        "\n3 Senior and 5 Masters: Senior and Masters each have fewer than 6 players, so all play "
        "together (TOP §3.1.2), with places for each division.\n"
    ) in line("pair").out


# What a better pairing would spare is said before a round by hand is written.


@pytest.mark.rule("A-93")
@pytest.mark.parametrize(("typed", "code"), [(b"y\n", 0), (b"n\n", 3)])
def test_a_worse_round_by_hand_is_asked_about_with_the_figures(
    line: Line, monkeypatch: pytest.MonkeyPatch, typed: bytes, code: int
) -> None:
    """Both winners are paired down, where none has to be."""
    line.begin("Ana", "Ben", "Cho", "Dee", "Eve", "Fay", "Gus", "Hal")
    line.play(1)
    pairs = line.paired(1)["pairings"]
    (a, b), (c, d), (e, f), (g, h) = pairs
    seats = f"{a}-{d} {c}-{b} {e}-{h} {g}-{f}"
    words = ("pair", "masters", "--by-hand", seats, "--reason", "they asked for it")
    why = "4 pairs straddle the gap between 3 and 0 match points; 0 would be enough"
    rehearsed = line(*words, "--dry-run")
    assert f"\nA better pairing is possible: {why}.\n" in rehearsed.out
    before = line.ledger()
    monkeypatch.setattr("roundbook.cli.session.ask.at_terminal", lambda: True)
    said = line.run(*words, "-C", line.folder, stdin=typed)
    assert said.code == code
    assert f"a better pairing is possible: {why}." in " ".join(said.err.split())
    assert (line.ledger() == before) is bool(code)
    if not code:
        remarks = " ".join(line.at("proof lint").out.split())
        assert "was paired by hand; a better pairing was possible" in remarks
        line("start")
        shown = " ".join(line.run("standings", "-C", line.folder, "--json").out.split())
        assert "round 2 of masters was paired by hand: they asked for it" in shown


@pytest.mark.rule("A-93", "A-97")
def test_a_swap_says_what_it_costs_and_a_second_bye_stays_remarked(line: Line) -> None:
    """Nobody is asked outside a terminal: what it costs is printed."""
    line.begin("Ana", "Ben", "Cho", "Dee", "Eve")
    line.play(1)
    bye = line.paired(1)["byes"][0][0]
    line("pair")
    other = line.paired(2)["byes"][0][0]
    words = ("pair", "--swap", bye, other, "--reason", "he has to leave for an hour")
    line.refused(*words, rule="second-bye")
    let = ("--override", "second-bye", "--because", "otherwise he would lose")
    said = line(*words, *let)
    assert f"({bye}) has had a bye" in " ".join(said.err.split())
    line("start")
    line.play(2)
    remarks = " ".join(line.at("proof lint").out.split())
    assert "had a bye in round 1, and another in round 2 of masters" in remarks
    shown = " ".join(line.run("standings", "-C", line.folder, "--json").out.split())
    assert "the organiser overrode second-bye: otherwise he would lose" in shown


@pytest.mark.rule("A-77")
def test_pairing_says_what_another_bye_would_have_spared(line: Line) -> None:
    """Three Juniors, two Seniors, four Masters: a Junior bye lets everybody stay among their own.

    The bye is drawn first (A-14), so the note depends on who has it.
    """
    line.start("--style", "swiss")
    line.crowd(junior=3, senior=2, masters=4)
    line("announce", "--rounds", 3)
    seen = set[tuple[str, bool]]()
    for _ in range(12):
        said = line("pair").out
        paired = line.paired(1)
        bye = paired["byes"][0][0]
        noted = "\nA different bye would have avoided 1 match across divisions. The bye was" in said
        seen.add(("junior" if bye in {"p1", "p2", "p3"} else "other", noted))
        assert seen <= {("junior", False), ("other", True)}
        line("withdraw", "all-1", "--reason", "once more")
    assert ("other", True) in seen, "two in three draws"
