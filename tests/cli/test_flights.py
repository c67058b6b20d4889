"""Flights at the command line: the choice, the draw, who comes later, and a whole event."""

from collections import Counter

import pytest

from roundbook.cli.session.venue import venue
from roundbook.ledger.events.catalogue import ResultReported
from roundbook.ledger.record.entry import from_line
from roundbook.ledger.state.pools import members
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, PlayerId, Pool, Result, Verdict
from tests.cli.line import Line
from tests.cli.typed import rewrite

REGIONAL = ("--style", "swiss-plus-cut", "--table", "vg")
FOUR = tuple(Pool(f"masters-{letter}") for letter in "abcd")


def regional(line: Line, *flights: str, **divisions: int) -> None:
    """Open a regional with so many players, split and announced."""
    line.start(*REGIONAL)
    line.crowd(**divisions)
    line("round flights", *flights)
    line("announce", "--cut", "masters=16")


def now(line: Line) -> Tournament:
    data = (line.folder / "ledger.jsonl").read_bytes().splitlines()
    return Tournament.replay(from_line(text, number) for number, text in enumerate(data, start=1))


def play(line: Line, number: int) -> None:
    """Let every slip of a round come in at once; the lower number of the two players wins."""
    t = now(line)
    desk = venue(line.folder).desk
    slips = [match for match in t.matches if match.round == number and match not in t.results]
    desk.post(*(ResultReported(match=match, result=better(t, match)) for match in slips))


def better(t: Tournament, match: MatchId) -> Result:
    first, second = (int(player[1:]) for player in t.matches[match])
    return Result(verdict=Verdict.FIRST if first < second else Verdict.SECOND)


def late(line: Line, name: str, *words: object) -> Pool:
    """Admit somebody late; return where they play."""
    line("late", name, "--birth-year", 1990, "--informed", *words)
    t = now(line)
    pool = t.players[[*t.players][-1]].pool
    assert pool
    return pool


# --- the choice -----------------------------------------------------------------------------------


@pytest.mark.rule("FL-1", "FL-3", "FL-8")
def test_143_masters_have_the_choice_of_the_procedures_and_no_other(line: Line) -> None:
    line.start(*REGIONAL)
    line.crowd(masters=143, senior=70, junior=20)
    line("announce", "--cut", "masters=16", "--cut", "senior=8")
    before = line.files()
    said = line("round flights", "--at-most", 6)
    assert line.files() == before, "to look at the choice writes nothing"
    rows = [text.split("  ") for text in said.out.splitlines()]
    masters = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    assert ["2", "72, 71", "7", "top 8 of each"] in masters
    assert ["4", "36, 36, 36, 35", "6", "top 4 of each"] in masters
    assert "masters-h would have 17" in said.out
    assert "the fewest flights with at most 6 rounds: 4" in said.out
    divisions = {one["division"]: one for one in line("round flights", "--json").data["divisions"]}
    options = {one["flights"]: one for one in divisions["Masters"]["options"]}
    assert (options[2]["rounds"], options[2]["of_each"]) == (7, 8)
    assert (options[4]["rounds"], options[4]["of_each"]) == (6, 4)
    assert options[8]["why_not"] == "masters-h would have 17 players, but needs at least 32."
    possible = {
        name: [o["flights"] for o in one["options"] if o["why_not"] is None]
        for name, one in divisions.items()
    }
    assert possible == {"Masters": [1, 2, 4], "Senior": [1, 2], "Junior": [1]}
    line.refused("round flights", "masters=8", rule="flights-too-small")


@pytest.mark.rule("FL-1")
def test_each_division_may_have_another_number_and_is_told_what_fewer_would_mean(
    line: Line,
) -> None:
    line.start(*REGIONAL)
    line.crowd(masters=143, senior=70, junior=20)
    said = line("round flights", "masters=4", "senior=2")
    assert (
        "Use as few flights as the time allows (TOP §3.3.3): 2 flights would play 7 rounds.\n"
        in said.out
    )
    t = now(line)
    assert t.flights == {
        Division.MASTERS: FOUR,
        Division.SENIOR: (Pool("senior-a"), Pool("senior-b")),
    }
    assert Pool("junior") in t.pods
    events = [event["event"] for event in line.ledger()[-1]["events"]]
    assert events == ["pods-formed", "flights-assigned", "flights-assigned"]


@pytest.mark.rule("A-16")
def test_where_the_two_readings_differ_both_are_shown(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-single-day")
    line.crowd(masters=512)
    both = "16 flights: 5 rounds (TOP §3.3.5, TCG single-day, 21-32 players); one round fewer "
    assert f"{both}for each doubling of the flights would give 6\n" in line("round flights").out
    assert (
        "Each flight plays 5 rounds (TOP §3.3.5, TCG single-day, 21-32 players)"
        in line("round flights", "masters=16").out
    )
    refused = line.refused("announce", rule="cut-flights")
    assert "a cut of 8 cannot be taken from the 16 flights of Masters" in refused
    said = line("announce", "--cut", "masters=32").out
    assert "Entry 515: 5 rounds were announced (" in said
    assert "masters, 16 flights of 16 × 32: 5 rounds" in said
    assert "doubling of the flights would give 6" in said


def test_flights_that_were_announced_play_the_rounds_that_were_announced(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-single-day")
    line.crowd(masters=64)
    line("announce", "--flights", "masters=2", "--cut", "masters=8", "--rounds", 4)
    plays = "Each flight plays 4 rounds, as announced; the table has 5 rounds (TOP §3.3.5"
    assert plays in line("round flights", "masters=2").out


@pytest.mark.rule("A-17", "A-82")
def test_flights_that_differ_by_two_players_say_why(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-single-day")
    line.crowd(masters=142)
    why = (
        "only one flight is odd, and only if the total is (TOP §3.3.3.2), so the sizes differ by "
        "two"
    )
    said = line("round flights").out
    assert f"4 flights: {why}" in said
    assert f"O{why[1:]}; " in line("round flights", "masters=4").out
    refused = line.refused("announce", "--cut", "masters=4", rule="cut-flights")
    assert (
        "Each flight must send the same number, at least two: `roundbook announce --cut" in refused
    )
    assert "masters=8`, or twice as many." in refused
    line("announce", "--cut", "masters=8")


@pytest.mark.rule("FL-2")
def test_flights_need_a_cut_divisions_apart_and_64_players_of_whom_32_fly_together(
    line: Line,
) -> None:
    line.start("--style", "swiss")
    line.crowd(masters=70)
    line.refused("round flights", "masters=2", rule="flights-without-cut")
    said = line("round flights").out
    assert "no flights: this tournament has no Swiss rounds with a cut after them" in said


@pytest.mark.rule("FL-2")
def test_a_division_that_plays_with_another_cannot_fly(line: Line) -> None:
    line.start(*REGIONAL)
    line.crowd(masters=70, senior=3)
    line.refused("round flights", "masters=2", rule="flights-mixed")


@pytest.mark.rule("FL-2", "FL-3")
def test_63_players_are_too_few_64_enough_and_three_flights_no_number(line: Line) -> None:
    line.start(*REGIONAL)
    line.crowd(masters=63)
    said = line.refused("round flights", "masters=2", rule="flights-too-small")
    assert "Masters has 63 players, but flights need at least 64." in said
    assert "2, 4, 8 or 16 flights" in line.refused("round flights", "masters=3", code=2)
    line("register", "Zoe", "--birth-year", 1990)
    line("round flights", "masters=2")
    assert Counter(player.pool for player in now(line).players.values()) == {
        FOUR[0]: 32,
        FOUR[1]: 32,
    }


# --- the draw -------------------------------------------------------------------------------------


@pytest.mark.rule("FL-4", "LED-3")
def test_flights_are_drawn_from_recorded_chance_and_anybody_can_draw_them_again(line: Line) -> None:
    regional(line, "masters=2", masters=66)
    (event,) = [
        e for entry in line.ledger() for e in entry["events"] if e["event"] == "flights-assigned"
    ]
    assert event["drawn"]["draw"] == "flights-1"
    assert sorted(map(len, event["flights"].values())) == [32, 34]
    assert line.run("verify", line.folder).code == 0
    first, second = event["flights"]["masters-a"][0], event["flights"]["masters-b"][0]

    def swapped(text: str) -> str:
        if '"flights-assigned"' not in text:
            return text
        return (
            text.replace(f'"{first}"', '"?"')
            .replace(f'"{second}"', f'"{first}"')
            .replace('"?"', f'"{second}"')
        )

    rewrite(line.folder, swapped)
    said = line.run("verify", line.folder, code=1)
    assert "flights-differ" in said.out


def test_a_rehearsal_shows_nothing_of_the_draw(line: Line) -> None:
    line.start(*REGIONAL)
    line.crowd(masters=64)
    before = line.files()
    said = line("round flights", "masters=2", "--dry-run")
    assert said.out == "Nothing was written. 2 flights of Masters would be drawn.\n"
    told = line("round flights", "masters=2", "--dry-run", "--json").data
    assert (told["entries"], told["wanted"]) == ([], {"Masters": 2})
    assert line.files() == before
    line("round flights", "masters=2")
    said = line("round flights", "masters=1", "--reason", "only one room", "--dry-run")
    assert said.out == "Nothing was written. Masters would play without flights.\n"


@pytest.mark.rule("LED-5")
def test_a_repeated_command_answers_the_first(line: Line) -> None:
    line.start(*REGIONAL)
    line.crowd(masters=64)
    first = line("round flights", "masters=2", "--cmd", "f1")
    before = line.files()
    assert line("round flights", "masters=2", "--cmd", "f1").out == first.out
    assert line.files() == before


@pytest.mark.rule("LED-1", "LED-3")
def test_flights_are_assigned_anew_or_given_up_only_for_a_reason(line: Line) -> None:
    regional(line, "masters=2", masters=130)
    line.refused("round flights", "masters=4", rule="reason-missing")
    line("round flights", "masters=4", "--reason", "the hall closes at six")
    assert now(line).flights == {Division.MASTERS: FOUR}
    line.refused("round flights", "masters=1", rule="reason-missing")
    said = line("round flights", "masters=1", "--reason", "a second hall is free")
    assert "Masters plays without flights again: 8 rounds" in said.out
    assert now(line).pods == {Pool("masters"): (Division.MASTERS,)}
    assert "already plays without flights" in line.refused(
        "round flights", "masters=1", "--reason", "again"
    )
    line("announce")
    line("pair", "masters")
    line.refused("round flights", "masters=2", rule="flights-frozen")
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("TOP-2b")
def test_flights_after_the_announcement_have_to_be_announced(line: Line) -> None:
    line.start(*REGIONAL)
    line.crowd(masters=64)
    line("announce")
    line("round flights", "masters=2")
    line("pair")
    line.refused("start", rule="flights-unannounced")
    assert "rounds of every pool: 6 → 5" in line("announce").out
    line("start")


@pytest.mark.rule("TOP-2b", "A-16")
def test_announced_flights_decide_the_rounds_and_are_drawn_before_round_1(line: Line) -> None:
    """Either order works; the rounds are those of the largest flight, before and after the draw."""
    line.start(*REGIONAL)
    line.crowd(masters=128, senior=33)
    said = line("announce", "--flights", "masters=4", "--cut", "masters=8")
    assert "masters, 4 flights of 32, 32, 32, 32: 5 rounds" in said.out
    assert "next: roundbook round flights masters=4" in said.out
    line("announce", "--text", "Bring a pen.")
    line.refused("pair", rule="flights-undrawn")
    said = line("round flights", "masters=4")
    assert "next: roundbook pair\n" in said.out
    assert "Announce the rounds" not in said.out
    t = now(line)
    assert [t.planned.get(pool) for pool in FOUR] == [5, 5, 5, 5]
    line("pair")
    line("start")
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("TOP-2b")
def test_announced_flights_may_be_given_up_if_too_few_came(line: Line) -> None:
    line.start(*REGIONAL)
    line.crowd(masters=64)
    line("announce", "--flights", "masters=2", "--cut", "masters=8")
    said = line("drop", "p3").out
    assert "next: roundbook announce --flights masters=none" in said
    line.announce("--flights", "masters=none", "--rounds", 6)
    line("pair")


def test_what_was_announced_for_single_pools_does_not_stay_behind(line: Line) -> None:
    line.start(*REGIONAL)
    line.crowd(masters=64, senior=16)
    line("announce", "--rounds", 6, "--rounds", "senior=3")
    line("round flights", "masters=2")
    line("announce", "--rounds", "senior=4")
    t = now(line)
    assert (t.planned[None], t.planned[Pool("senior")]) == (5, 4)
    line("announce", "--rounds", 5, "--override", "rounds-differ", "--because", "as agreed")
    assert now(line).planned[Pool("senior")] == 5


def test_divisions_that_would_have_to_mix_do_not_undo_flights_by_themselves(line: Line) -> None:
    regional(line, "masters=2", masters=64, senior=6)
    then = "roundbook round flights masters=1 --reason"
    assert f"\nnext: {then} …" in line("drop", "p65").out
    assert f"\nnext: {then} …" in line.run("status", "-C", line.folder, code=0).out
    assert then in line.refused("pair")
    line("round flights", "masters=1", "--reason", "one Senior went home")
    line("announce")
    assert "round 1 of senior-masters" in line("pair").out


# --- who comes later ------------------------------------------------------------------------------


@pytest.mark.rule("FL-6")
def test_late_players_join_the_flight_that_was_smallest_at_the_start_however_many(
    line: Line,
) -> None:
    regional(line, "masters=4", masters=143)
    line.pair()
    line("drop", members(now(line), FOUR[0])[0])
    assert [late(line, name) for name in ("Eli", "Fay", "Gus")] == [FOUR[3]] * 3
    said = line.refused(
        *("late", "Hal", "--birth-year", 1990, "--informed", "--pool", "masters-a"),
        rule="late-flight",
    )
    assert "Hal (p147) joins masters-a, but masters-d was smaller at the start." in said
    because = ("--override", "late-flight", "--because", "her brother plays there")
    assert late(line, "Hal", "--pool", "masters-a", *because) == FOUR[0]
    line("register", "Ida", "--birth-year", 1990, "--left-off", "--reason", "on another list")
    player = now(line).players[PlayerId("p148")]
    assert (player.pool, player.losses, player.late) == (FOUR[3], 1, False)
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("FL-6", "LED-3")
def test_between_flights_that_were_equally_small_a_recorded_lot_decides(line: Line) -> None:
    regional(line, "masters=2", masters=64)
    line.pair()
    before = line.files()
    told = ("late", "Eli", "--birth-year", 1990, "--informed")
    said = line(*told, "--dry-run")
    assert "Eli (p65) joined Masters late, at random into a flight, with 1 loss and the" in said.out
    assert "masters-" not in said.out, "nobody may know the draw in advance"
    assert line(*told, "--dry-run", "--json").data["entries"] == []
    assert line.files() == before
    joined = {late(line, f"Late {n}") for n in range(12)}
    assert joined == {FOUR[0], FOUR[1]}, "one in 2,048 draws puts all twelve in one"
    event = line.ledger()[-1]["events"][0]
    assert (event["drawn"]["draw"], event["losses"]) == ("late-flight-1", 1)
    assert line.run("verify", line.folder).code == 0
    there = event["pool"]
    other = next(pool for pool in FOUR[:2] if pool != there)
    seq = str(line.ledger()[-1]["seq"])
    rewrite(
        line.folder, lambda text: text.replace(there, other) if f'"seq":{seq},' in text else text
    )
    said = line.run("verify", line.folder, code=1)
    assert "late-flight-differs" in said.out


def test_a_straggler_joins_before_the_start_and_is_seated_by_a_repair(line: Line) -> None:
    regional(line, "masters=2", masters=66)
    line("register", "Eli", "--birth-year", 1990)
    assert now(line).players[PlayerId("p67")].pool == FOUR[1]
    line("pair")
    said = line("register", "Fay", "--birth-year", 1990)
    assert ": Fay (p68) was registered in Masters, in masters-b.\n" in said.out
    assert "Round 1 of masters-b no longer matches the active players" in said.out
    line("round repair", "masters-b")
    line("start")
    assert line.run("verify", line.folder).code == 0


def test_whoever_plays_in_no_flight_is_told_which_there_are(line: Line) -> None:
    regional(line, "masters=2", masters=64, senior=6)
    line.pair()
    words = ("late", "Eli", "--birth-year", 1990, "--informed", "--pool", "senior")
    assert "this division has the flights masters-a and masters-b" in line.refused(
        *words, rule="flight-missing"
    )


# --- a whole event --------------------------------------------------------------------------------


@pytest.mark.rule("FL-5", "FL-8")
def test_143_masters_in_4_flights_play_6_rounds_with_one_who_is_late_and_some_who_leave(
    line: Line,
) -> None:
    regional(line, "masters=4", masters=143, senior=6)
    assigned = {pool: members(now(line), pool) for pool in FOUR}
    assert [len(players) for players in assigned.values()] == [36, 36, 36, 35]
    newcomer = PlayerId("p150")
    for number in range(1, 7):
        said = line("pair")
        assert [f": round {number} of {pool} was paired: " in said.out for pool in FOUR] == [
            True
        ] * 4
        line("start", "masters")
        if number <= 3:
            line("start")
        t = now(line)
        tables = [m.table for m in t.matches if m.round == number and m not in t.results]
        assert len({*tables}) == len(tables), "one numbering for all flights"
        if number == 2:
            assert late(line, "Eli") == FOUR[3]
            assigned[FOUR[3]].append(newcomer)
        if number in {1, 3}:
            for pool in FOUR[:2]:
                line("drop", assigned[pool][number])
        slip = next(m for m in t.matches if m[:2] == (FOUR[2], number))
        assert (
            f"1 of 18 results of round {number} of masters-c is in.\n"
            in line("report", slip, "2-1").out
        )
        play(line, number)
    t = now(line)
    for match, pair in t.matches.items():
        if match.pool in assigned:
            assert set(pair) <= set(assigned[match.pool]), "nobody ever left their flight"
    assert [t.latest[pool] for pool in FOUR] == [6] * 4
    assert "The 6 rounds of masters-a have been played" in line.refused("pair")
    line.refused("pair", "masters-a", rule="rounds-complete")
    views(line, assigned)
    assert "the announced cut of 16 in Masters was not made" in line.refused("close")
    line.close()
    assert line.run("verify", line.folder).code == 0
    checked = line.run("file check", line.folder, "--json").data
    (ledger,) = checked["ledgers"]
    judged = {(one["pool"], one["round"]) for one in ledger["rounds"]}
    assert {(pool, number) for pool in FOUR for number in range(1, 7)} <= judged
    assert all(one["verdict"] in {"parity", "proven"} for one in ledger["rounds"])


def views(line: Line, assigned: dict[Pool, list[PlayerId]]) -> None:
    """Everything that is shown of an event knows its flights."""
    whole = line.run("standings", "-C", line.folder, "--json").standings
    masters = [one for one in whole if one["division"] == "Masters"]
    assert [one["place"] for one in masters] == sorted(one["place"] for one in masters)
    for pool, players in assigned.items():
        own = line.run("standings", "-C", line.folder, "--flight", pool, "--json").standings
        assert {one["player"] for one in own} == set(players)
        there = [one for one in masters if one["flight"] == pool]
        assert [points(one) for one in own] == [points(one) for one in there]
        assert (own[0]["place"], own[0]["flight"]) == (1, pool)
    first = masters[0]
    said = line.run("explain", "-C", line.folder, first["player"])
    assert f"place 1 in Masters, 1 in {first['flight']}\n" in said.out
    assert "Flight" in line.run("standings", "-C", line.folder).out
    assert (
        "masters-a (36 players)"
        in line.run("standings", "-C", line.folder, "--flight", "masters-a").out
    )
    rounds = line.run("pairings", "-C", line.folder, "masters", "--round", 1, "--json").data[
        "pairings"
    ]
    assert [one["pool"] for one in rounds] == list(FOUR)
    match = f"{FOUR[1]}-2-{rounds[1]['tables'][0]['table']}"
    assert line.run("explain", "-C", line.folder, f"{FOUR[1]}-2").code == 0, match
    one = assigned[FOUR[2]][0]
    said = line.run("history", "-C", line.folder, "--player", one)
    assert f"({one})" in said.out
    assert "was drawn to masters-c" in " ".join(said.out.split())
    unknown = line.run("standings", "-C", line.folder, "--flight", "masters-x", code=3)
    assert "There are masters-a, masters-b, masters-c, masters-d." in unknown.err


def points(one: dict[str, object]) -> tuple[object, ...]:
    return one["match_points"], one["op_win"], one["op_op_win"]


def test_the_name_of_the_division_means_all_of_its_flights(line: Line) -> None:
    regional(line, "masters=2", masters=66, senior=6)
    said = line("pair", "masters").out
    assert ["round 1 of masters-a" in said, "round 1 of masters-b" in said] == [True, True]
    assert "round 1 of senior" not in said
    assert said.endswith("\nmeanwhile: roundbook pair senior\n")
    line("pair", "senior")
    gone = [members(now(line), pool)[0] for pool in FOUR[:2]]
    for player in gone:
        line("drop", player)
    said = line("round repair", "masters").out
    assert ["round 1 of masters-a" in said, "round 1 of masters-b" in said] == [True, True]
    for sheet in ("post", "round slips"):
        said = line(sheet, "masters").out
        assert ["masters-a" in said, "masters-b" in said, "senior" in said] == [True, True, False]
    assert sum(paired.posted for paired in now(line).rounds.values()) == 2
    line("start", "masters")
    rounds = line.run("pairings", "-C", line.folder, "masters", "--json").data["pairings"]
    assert [(one["pool"], one["state"]) for one in rounds] == [
        ("masters-a", "started"),
        ("masters-b", "started"),
    ]
    line("start", "senior")
    for match in [match for match in now(line).matches if match.pool == "senior"]:
        line("report", match, 1)
    assert "Round 1 of masters-a lacks" in line.refused("pair", "masters")
