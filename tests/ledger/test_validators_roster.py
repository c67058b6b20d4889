"""Who joins, late or on time; who leaves; which divisions play together; who makes the cut."""

import msgspec
import pytest
from msgspec.structs import replace

from roundbook.cli.session.errors import hint_of
from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import ImportedFrom
from roundbook.ledger.importers.tdf import events, reader
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.check_in import absent
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.history.history import history
from roundbook.projections.standings.records import records
from tests.conftest import ROOT
from tests.scripts import commitment, new_desk, opening, play, tell

pytestmark = pytest.mark.fast

FOUR = """
    register ana ben cho dee
    round    1  ana-ben cho-dee
    report   1-1 2-0  1-2 2-0
"""


@pytest.mark.rule("GTB-2")
def test_after_the_start_register_refuses_and_names_both_ways() -> None:
    desk = play("""
        register ana ben
        pair   1  ana-ben
        register cho
        start  1                        ! seats-changed
        pair   1  ana-ben bye:cho
        start  1
        register dee                    ! registration-closed
        late     dee
        left-off eva
    """)
    assert [p.losses for p in desk.tournament.players.values()] == [0, 0, 0, 1, 1]
    assert [p.late for p in desk.tournament.players.values()] == [False] * 3 + [True, False]


def test_a_round_that_nobody_is_left_to_play_is_to_be_withdrawn_and_not_repaired() -> None:
    desk = play("register ana ben; pair 1 ana-ben; drop ana; drop ben")
    with pytest.raises(Refused) as stopped:
        desk.post(ev.RoundStarted(pool=Pool("masters"), round=1))
    assert "so withdraw it: `roundbook withdraw masters-1 --reason …`." in (
        hint_of(stopped.value) or ""
    )
    one = play("register ana ben cho dee; pair 1 ana-ben cho-dee; drop ana")
    with pytest.raises(Refused) as stopped:
        one.post(ev.RoundStarted(pool=Pool("masters"), round=1))
    assert "Repair it" in (hint_of(stopped.value) or "")


@pytest.mark.rule("TOP-3.1.3a", "TOP-3.1.3d")
def test_a_late_player_takes_a_loss_for_every_round_started_and_is_told_so() -> None:
    play(f"""
        register zoe
        drop zoe
        {FOUR}
        pair   2  ana-cho ben-dee
        late eva 0                      ! late-losses
        late eva 2                      ! late-losses
        late eva 1 untold               ! late-not-informed
        late eva 1
        start  2                        ! seats-changed
        pair   2  ana-cho ben-dee bye:eva
        start  2
        late fay 1                      ! late-losses
        late fay 2
    """)


@pytest.mark.rule("TOP-3.1.3a")
def test_check_in_is_once_for_each_who_is_in_and_ends_when_round_1_starts() -> None:
    desk = play("""
        register ana ben cho dee
        check-in ana ben
        check-in p9                     ! player-unknown
        check-in ben                    ! checked-in-already
        check-in cho cho                ! checked-in-already
        check-in-undone cho             ! not-checked-in
        check-in-undone ben
        check-in-undone ben             ! not-checked-in
        drop dee
        check-in dee                    ! already-out
        check-in ben
        pair     1 ana-ben bye:cho
        check-in cho
        check-in-undone cho
        start    1
        check-in cho                    ! check-in-over
        check-in-undone ana             ! check-in-over
    """)
    assert list(desk.tournament.checked_in) == ["p1", "p2"]
    assert absent(desk.tournament) == ["p3"]
    said = [line.what for line in history(desk.entries) if "check" in line.what]
    assert said[:3] == ["p1 checked in", "p2 checked in", "the check-in of p2 was undone"]


def test_who_comes_late_is_not_absent_and_the_second_of_a_team_comes_too() -> None:
    desk = play("""
        open team-battle-constructed
        register ana ben
        event {"event":"team-formed","players":["p1","p2"],"name":"Rocket"}
        check-in ben
    """)
    assert absent(desk.tournament) == ["p1"]
    late = play(f"{FOUR}late eva 1").tournament
    assert absent(late) == ["p1", "p2", "p3", "p4"]


@pytest.mark.rule("TOP-3.1.3b", "A-42")
def test_whoever_comes_between_pairing_and_start_is_added_or_waits() -> None:
    play(f"""
        {FOUR}
        pair   2  ana-cho ben-dee
        start  2
        late eva 2
        report 2-1 2-0 2-2 2-0
        pair   3  ana-dee ben-cho       ! not-seated
        pair   3  ana-dee ben-cho bye:eva
    """)


def test_nobody_is_late_before_the_start() -> None:
    play("""
        register ana ben
        pair 1  ana-ben
        late cho 0                      ! late-before-start
        late cho 1                      ! late-before-start
    """)


@pytest.mark.rule("TOP-3.1.3e", "A-5")
@pytest.mark.parametrize(("stakes", "refusal"), [("points", "! late-entry-closed"), ("bo3", "")])
def test_where_championship_points_are_at_stake_nobody_joins_after_round_2_has_begun(
    stakes: str, refusal: str
) -> None:
    play(f"""
        open {stakes}
        announce 4
        {FOUR}
        late eva 1
        pair   2  ana-cho ben-dee bye:eva
        late fay 1
        pair   2  ana-cho ben-dee eva-fay
        start  2
        late gil 2                      {refusal}
    """)


@pytest.mark.rule("TOP-3.1.3e")
def test_an_official_may_admit_somebody_after_round_2_has_begun() -> None:
    play(f"""
        open points
        announce 4
        {FOUR}
        round  2  ana-cho ben-dee
        late eva 2                      ~ late-entry-closed
    """)


@pytest.mark.rule("GTB-2")
def test_who_was_left_off_by_mistake_has_the_losses_and_a_reason() -> None:
    desk = play(f"{FOUR}; left-off eva 2 ! left-off-losses; left-off eva 1")
    last = desk.entries[-1].events[0]
    assert isinstance(last, ev.PlayerRegistered)
    assert last.losses == 1
    assert last.reason


@pytest.mark.rule("GTB-2")
def test_a_late_tag_is_set_and_cleared_in_turn() -> None:
    play("""
        register ana
        untag ana       ! late-tag-unchanged
        tag   ana
        tag   ana       ! late-tag-unchanged
        untag ana
        tag   p9        ! player-unknown
    """)


@pytest.mark.rule("TOP-3.2.2")
def test_nobody_joins_a_single_elimination_that_has_started() -> None:
    play("""
        open single-elimination
        announce 2
        register ana ben cho
        seed ana ben cho
        bracket: pair 1 ben-cho bye:ana
        bracket: start 1
        register dee    ! registration-closed
        late dee 1      ! registration-closed
        bracket: report 1-1 2-0
        bracket: round 2 ana-ben
    """)


def test_players_are_numbered_in_order_and_known_once() -> None:
    play("""
        register ana
        register ana    ! player-twice
        event {"event":"player-registered","player":"p1","division":"Masters",\
"commitment":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}    ! player-twice
        event {"event":"player-registered","player":"p3","division":"Masters",\
"commitment":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}    ! player-number
        register ben
    """)


@pytest.mark.rule("A-7")
def test_who_leaves_leaves_after_the_latest_round_that_started() -> None:
    play(f"""
        {FOUR}
        pair 2  ana-cho ben-dee
        drop dee 2              ! drop-round
        drop dee 0              ! drop-round
        drop dee 1
        drop dee 1              ! already-out
        disqualify dee 1        ! already-out
        start 2                 ! seats-changed
        reinstate dee
        reinstate dee           ! not-out
        start 2
        disqualify dee 1        ! drop-round
        disqualify dee 2
    """)


MISSED = """
    register ana ben cho dee eva fay
    round   1  ana-ben cho-dee eva-fay
    report  1-1 2-0  1-2 2-0  1-3 2-0
    award   ana 2
    drop    ana
    round   2  cho-eva ben-dee bye:fay
    report  2-1 2-0  2-2 2-0
    pair    3  cho-ben dee-fay bye:eva
"""


@pytest.mark.rule("A-60")
def test_who_comes_back_has_lost_the_rounds_that_started_meanwhile() -> None:
    desk = play(f"""
        {MISSED}
        reinstate ana 0         ! rounds-missed-lost
        reinstate ana 3         ! rounds-missed-lost
        reinstate ana 2 3       ! rounds-missed-lost
        reinstate ana 2
        start 3                 ! seats-changed
        pair  3  ana-cho ben-eva dee-fay
        start 3
        drop ben
        reinstate ben 3         ! rounds-missed-lost
    """)
    told = [line.what for line in history(desk.entries)]
    assert "p1 was reinstated, with 1 loss" in told
    ana, ben = (desk.tournament.players[PlayerId(name)] for name in ("p1", "p2"))
    assert (ana.missed, ana.late, ana.out, ben.out) == ((2,), False, False, True)
    record = records(desk.tournament, desk.rules)[ana.id]
    assert (str(record), record.awarded_byes, len(record.rounds)) == ("1-1-0", 0, 2)
    play("reinstate p2", desk)
    assert desk.tournament.players[ben.id].missed == ()


@pytest.mark.rule("A-60")
def test_who_returns_without_the_losses_of_missed_rounds_is_refused() -> None:
    play(f"""
        {MISSED}
        event {{"event":"player-reinstated","player":"p1","reason":"Bus."}} ! rounds-missed-lost
    """)


@pytest.mark.rule("A-60")
def test_under_the_rules_of_the_dci_a_missed_round_is_none() -> None:
    desk = play(
        f"open dci-mtr; announce 9; {MISSED}; reinstate ana 2 ! rounds-missed-lost; reinstate ana"
    )
    assert str(records(desk.tournament, desk.rules)[PlayerId("p1")]) == "1-0-0"


def test_who_leaves_the_bracket_leaves_after_its_latest_round() -> None:
    play(f"""
        {FOUR}
        cut masters ana cho
        masters-cut: round 2 ana-cho
        drop ana 1              ! drop-round
        drop ana 2
        drop ben 1
    """)


# --- divisions and pods ---------------------------------------------------------------------------


SIX_AND_SIX = "register a b c d e f\nsenior g h i j k l"


@pytest.mark.rule("TOP-3.1.1b", "TOP-3.1.2a")
def test_divisions_of_six_play_apart_and_smaller_ones_together() -> None:
    play(f"""
        {SIX_AND_SIX}
        pods senior-masters     ! pods-wrong
        pods masters            ! pods-wrong
        pods masters senior
        drop l
        pods masters senior     ! pods-wrong
        pods senior-masters
        pods masters senior     ~ pods-wrong
        round 1 a-b c-d e-f
        pods senior-masters     ! pods-frozen
    """)


def test_everybody_who_is_in_belongs_to_a_pod_before_a_round_is_paired() -> None:
    play("""
        register ana ben
        pods masters
        senior cho
        pair 1 ana-ben          ! pods-missing
        drop cho
        pair 1 ana-ben
    """)


def test_the_first_of_a_division_is_in_a_pod_before_round_1_starts() -> None:
    """Somebody registers once round 1 is paired; after its start no pod can be formed."""
    play("""
        register ana ben
        pods masters
        pair 1 ana-ben
        senior cho
        start 1                 ! pods-missing
        drop cho
        start 1
    """)


@pytest.mark.parametrize("seniors", [3, 9])
def test_a_file_does_not_say_how_many_were_there_when_its_pods_were_formed(seniors: int) -> None:
    """Seven Masters, and Seniors of whom six came late: the pods are right with and without."""
    told = ImportedFrom(sha256="0" * 64)
    desk = new_desk()
    desk.post(opening())
    for number in range(7):
        tell(desk, registered(number, Division.MASTERS, told))
    for number in range(7, 7 + seniors):
        event = registered(number, Division.SENIOR, told)
        late = ev.LatePlayerAdmitted(
            told=told,
            player=event.player,
            division=event.division,
            commitment=event.commitment,
            losses=1,
        )
        tell(desk, late if number < 13 else event)
    masters, senior, both = Pool("masters"), Pool("senior"), Pool("senior-masters")
    apart: ev.AnyEvent = ev.PodsFormed(
        told=told, pods={masters: (Division.MASTERS,), senior: (Division.SENIOR,)}
    )
    together = ev.PodsFormed(told=told, pods={both: (Division.SENIOR, Division.MASTERS)})
    found = []
    for event_of_pods in (apart, together):
        tell(desk, event_of_pods)
        seq = len(desk.entries)
        found.append([v for v in desk.checks.review(desk.entries, desk.rules) if v.seq == seq])
    assert [[v.rule for v in each] for each in found] == [
        ["pods-wrong"] if seniors == 3 else [],
        [],
    ]


def registered(number: int, division: Division, told: ImportedFrom) -> ev.PlayerRegistered:
    return ev.PlayerRegistered(
        told=told,
        player=PlayerId(f"p{number + 1}"),
        division=division,
        commitment=commitment(number),
    )


# --- the cut --------------------------------------------------------------------------------------


@pytest.mark.rule("TOP-3.3a", "A-15")
def test_a_cut_is_a_power_of_two_of_its_division_after_the_last_result() -> None:
    play("""
        register ana ben cho dee
        junior eva
        cut masters ana ben                     ! cut-too-early
        junior-masters: round 1 ana-ben cho-dee bye:eva
        cut masters ana ben                     ! cut-too-early
        junior-masters: report 1-1 2-0 1-2 2-0
        cut masters ana ben cho                 ! cut-size
        cut masters ana                         ! cut-size
        cut masters ana eva                     ! cut-player
        cut masters ana ana                     ! cut-player
        cut masters ana p9                      ! player-unknown
        cut masters ana ben cho dee
    """)


@pytest.mark.rule("A-44")
def test_who_leaves_before_the_bracket_starts_is_replaced_by_the_next() -> None:
    play(f"""
        {FOUR}
        cut masters ana cho
        cut masters ana cho                     ! cut-twice
        masters-cut: pair 2 ana-cho
        drop cho
        masters-cut: start 2                    ! seats-changed
        cut masters ana cho                     ! cut-twice
        cut masters cho ana                     ! cut-player
        cut masters ana ben
        masters-cut: round 2 ana-ben
        cut masters ana dee                     ! cut-twice
    """)


def test_a_bracket_takes_no_name_that_is_in_use() -> None:
    cut = '{"event":"cut-made","division":"Masters","reason":"Two.","seeds":["p1","p2"],"pool":'
    play(f"""
        {FOUR}
        event {cut}"masters"}}                  ! pool-taken
        event {cut}"masters-cut"}}
        event {cut}"masters-final"}}            ! cut-twice
        event {cut.replace("Masters", "Senior")}"masters-cut"}}     ! pool-taken
    """)


# --- what files tell ------------------------------------------------------------------------------


IMPORTS = sorted(path.name for path in (ROOT / "fixtures/imports").glob("*.tdf"))


@pytest.mark.parametrize("name", IMPORTS)
def test_a_real_file_of_a_real_event_breaks_no_rule(name: str) -> None:
    file = reader.read((ROOT / "fixtures/imports" / name).read_bytes())
    desk = new_desk()
    acts = events.tell(
        file,
        sha256="0" * 64,
        rules=released.load("tom"),
        edition_sha256=released.digest("tom"),
        tournament="real-file",
        commitments=[commitment(n) for n in range(len(events.people(file)))],
    )
    desk.record("0" * 64, [lambda _, act=act: act for act in acts])  # type: ignore[misc]
    assert list(desk.checks.review(desk.entries, desk.rules)) == []
    assert len(IMPORTS) == 10


@pytest.mark.rule("TOP-3.1f", "A-56")
@pytest.mark.parametrize(("edition", "refusal"), [("play-2017", "! second-bye"), ("dci-mtr", "")])
def test_a_second_bye_needs_a_reason_also_where_it_is_awarded(edition: str, refusal: str) -> None:
    play(f"""
        open {edition}
        announce 5
        register ana ben cho
        round   1 ana-ben bye:cho
        report  1-1 2-0
        award   cho 3    {refusal}
        award   ana 3
        award   ana 4    {refusal}
    """)
    play("""
        register ana ben cho
        award  ana 1
        award  ana 2     ~ second-bye
    """)


@pytest.mark.rule("TOP-3.1.3e", "A-58")
@pytest.mark.parametrize("way", ["late", "left-off"])
def test_every_way_in_is_closed_once_round_2_has_started(way: str) -> None:
    play(f"""
        open points
        announce 5
        register ana ben cho dee
        round 1  ana-ben cho-dee
        {way} eva 1
        report 1-1 2-0 1-2 2-0
        round 2  ana-cho ben-dee bye:eva
        {way} fay 2      ! late-entry-closed
        {way} fay 2      ~ late-entry-closed
    """)


@pytest.mark.rule("A-59")
@pytest.mark.parametrize("way", ["late", "left-off"])
@pytest.mark.parametrize(
    "course",
    [
        "announce 1; register ana ben; round 1 ana-ben",
        "register ana ben; round 1 ana-ben; report 1-1 2-0; cut masters ana ben",
        "register ana ben; round 1 ana-ben; report 1-1 2-0; day-two 1 ana ben",
    ],
)
def test_nobody_joins_when_no_round_is_left(way: str, course: str) -> None:
    desk = play(f"open points; {course if 'announce' in course else f'announce 9; {course}'}")
    play(f"{way} eva 1 ! nothing-left-to-play", desk)
    play(f"{way} fay 1 ~ late-entry-closed ! nothing-left-to-play", desk)


@pytest.mark.rule("A-18")
@pytest.mark.parametrize(
    ("players", "sanction", "refusal"),
    [(3, "sanction:17", "! pod-too-small"), (4, "sanction:17", ""), (3, "", "")],
)
def test_a_sanctioned_pod_has_four_players(players: int, sanction: str, refusal: str) -> None:
    seats = "p1-p2 p3-p4" if players == 4 else "p1-p2 bye:p3"
    play(f"open {sanction}; announce 3; crowd {players}; pods masters; pair 1 {seats} {refusal}")


@pytest.mark.rule("A-90")
def test_a_disqualification_needs_a_reason_unless_a_file_says_it() -> None:
    out = ev.PlayerDisqualified(player=PlayerId("p4"), after=1)
    said = msgspec.json.encode(out).decode()
    desk = play(f"{FOUR}\nevent {said}  ! reason-missing")
    told = replace(out, told=ImportedFrom(sha256="0" * 64))
    t, rules = desk.tournament, desk.rules
    assert [one.rule for one in desk.checks.judge(t, desk.entries[-1], told, rules)] == []
    play("disqualify p4 1", desk)
