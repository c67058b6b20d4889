"""What a `.tdf` file tells: who, against whom, with what result, in which order."""

import hashlib
import re
from collections import Counter
from datetime import date
from fractions import Fraction
from itertools import cycle
from pathlib import Path

import msgspec
import pytest

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.importers.tdf.events import people, tell
from roundbook.ledger.importers.tdf.players import divisions_of, years_at_odds
from roundbook.ledger.importers.tdf.reader import official, read
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.terms import Bye, ByeKind, Division, MatchId, PlayerId, Pool, Style, Verdict
from roundbook.ledger.validators.checks import Checks
from roundbook.ledger.validators.in_force import VALIDATORS
from roundbook.projections.compare.official import Difference, compare
from roundbook.projections.standings.records import records
from roundbook.projections.standings.standings import standings
from tests.ledger.tdf_told import (
    IMPORTS,
    LAWFUL,
    SAMPLES,
    entries,
    events,
    followed,
    hand_written,
    plain,
    told,
)

VERDICTS = {
    1: Verdict.FIRST,
    2: Verdict.SECOND,
    3: Verdict.TIE,
    6: Verdict.DOUBLE_LOSS,
    10: Verdict.DOUBLE_LOSS,
}
EVERY = pytest.mark.parametrize("path", LAWFUL, ids=lambda path: path.stem)


def p(number: int) -> PlayerId:
    return PlayerId(f"p{number}")


def sample(name: str) -> bytes:
    return next(path for path in SAMPLES if path.stem.startswith(name)).read_bytes()


@EVERY
def test_every_match_of_a_file_is_told_with_its_table_and_result(path: Path) -> None:
    data = path.read_bytes()
    t = followed(data)
    root, _, matches = plain(data)
    finalised = root.attrib["stage"] == "5"
    two = [match for match in matches if len(match.players) == 2]
    assert len(t.matches) == len(two)
    for match in two:
        ids = [m for m, pair in t.matches.items() if pair == match.players]
        (found,) = [m for m in ids if m.round == match.number]
        assert found.table == match.table
        assert found.pool.endswith("-cut") == match.elimination
        result = t.results.get(found)
        if match.outcome == 0 and match.last_of_pod and not finalised:
            assert result is None
        else:
            assert result is not None
            assert result.verdict == VERDICTS.get(match.outcome, Verdict.UNPLAYED)


@EVERY
def test_every_bye_of_a_file_is_told_with_its_kind(path: Path) -> None:
    data = path.read_bytes()
    t = followed(data)
    _, _, matches = plain(data)
    kinds = {5: ByeKind.RANDOM, 4: ByeKind.AWARDED}
    in_file = {(m.number, m.players[0], kinds[m.outcome]) for m in matches if m.outcome in kinds}
    in_ledger = {(r.number, bye.player, bye.kind) for r in t.rounds.values() for bye in r.byes}
    assert in_ledger == in_file
    awarded = {(m.number, m.players[0]) for m in matches if m.outcome == 4}
    taken = {
        (number, player)
        for player, numbers in t.awarded.items()
        for number in numbers
        if number in {paired.number for paired in t.rounds.values()}
    }
    assert taken == awarded


@EVERY
def test_every_player_of_a_file_is_told_in_its_order(path: Path) -> None:
    data = path.read_bytes()
    root, number, matches = plain(data)
    t = followed(data)
    assert list(t.players) == [f"p{n}" for n in range(1, len(number) + 1)]
    found = people(read(data))
    assert [person.id for person in found] == list(number)
    for element, person in zip(root.iterfind("players/player"), found, strict=True):
        first, last = element.findtext("firstname", ""), element.findtext("lastname", "")
        assert person.name == f"{first} {last}"
        assert person.birth_year == int(element.findtext("birthdate", "")[-4:])
        player = t.players[PlayerId(number[element.attrib["userid"]])]
        absent = sum(player.id in paired.absent for paired in t.rounds.values())
        lost = sum(m.outcome == 8 and player.id in m.players for m in matches)
        assert player.losses + absent == lost
        status = element.findtext("dropped/status", "0")
        if status != "0":
            seen = any(player.id in match.players for match in matches)
            assert player.after == (int(element.findtext("dropped/round", "")) if seen else 0)
            assert player.disqualified == (status == "2")


@EVERY
def test_every_event_names_the_file_that_says_so(path: Path) -> None:
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    assert {event.told.sha256 if event.told else None for event in events(data)} == {digest}


@EVERY
@pytest.mark.rule("LED-3")
def test_a_lawful_file_makes_a_ledger_that_breaks_no_rule(path: Path) -> None:
    _, acts = told(path.read_bytes())
    assert list(Checks(VALIDATORS).review(entries(acts), load("tom"))) == []


@EVERY
def test_what_is_told_can_be_written_and_read_back(path: Path) -> None:
    for event in events(path.read_bytes()):
        assert msgspec.json.decode(msgspec.json.encode(event), type=AnyEvent) == event


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("01", (35, 1, 2, 14, 88, 0, 2, 1)),
        ("02", (16, 1, 1, 3, 22, 2, 0, 1)),
        ("03", (5, 1, 1, 3, 6, 0, 0, 1)),
        ("04a", (19, 1, 1, 4, 27, 0, 0, 0)),
        ("04b", (19, 1, 1, 6, 45, 0, 1, 0)),
        ("04c", (19, 1, 1, 8, 52, 0, 1, 0)),
        ("05", (17, 1, 2, 2, 4, 0, 0, 0)),
        ("06", (4, 0, 0, 0, 0, 0, 0, 0)),
        ("07", (25, 1, 1, 8, 67, 1, 1, 1)),
        ("08", (9, 1, 1, 4, 16, 1, 0, 1)),
    ],
)
def test_every_sample_tells_as_many_events_as_it_has_facts(
    name: str, counts: tuple[int, ...]
) -> None:
    kinds = (
        ev.PlayerRegistered,
        ev.PodsFormed,
        ev.RoundsSet,
        ev.RoundPaired,
        ev.ResultReported,
        ev.PlayerDropped,
        ev.CutMade,
        ev.TournamentClosed,
    )
    found = Counter(type(event) for event in events(sample(name)))
    assert tuple(found[kind] for kind in kinds) == counts
    assert found[ev.TournamentOpened] == 1


def test_a_cup_of_two_pods_is_opened_as_what_it_is() -> None:
    opened, *_ = events(sample("01"))
    assert isinstance(opened, ev.TournamentOpened)
    assert opened.name == "Sample Cup 01"
    assert opened.sanction == "26-01-900001"
    assert opened.style is Style.SWISS_PLUS_CUT
    assert opened.start == date(2026, 1, 17)
    assert opened.rounds_table == "tcg-single-day"
    assert (opened.edition, opened.commitment, opened.end) == ("tom", None, None)
    t = followed(sample("01"))
    assert t.pods == {
        "junior-senior": (Division.JUNIOR, Division.SENIOR),
        "masters": (Division.MASTERS,),
    }
    assert t.closed
    assert t.closed.end == date(2026, 1, 19)  # The day of the last result.


def test_pods_go_on_round_by_round_and_a_cut_comes_before_its_first_round() -> None:
    steps = []
    for event in events(sample("01")):
        if isinstance(event, ev.RoundPaired):
            steps.append(f"{event.pool} {event.round}")
        elif isinstance(event, ev.CutMade):
            steps.append(f"cut {event.division}")
    assert steps == [
        *[f"{pool} {n}" for n in range(1, 5) for pool in ("junior-senior", "masters")],
        "cut Senior",
        "senior-cut 5",
        "masters 5",
        "senior-cut 6",
        "cut Masters",
        "masters-cut 6",
        "masters-cut 7",
        "masters-cut 8",
    ]


@pytest.mark.rule("TOP-3.1.1a")
@pytest.mark.parametrize(
    ("name", "sizes"),
    [("01", (2, 12, 21)), ("02", (3, 1, 12)), ("03", (1, 0, 4)), ("07", (0, 2, 23))],
)
def test_divisions_follow_the_year_of_birth_and_agree_with_the_official_standings(
    name: str, sizes: tuple[int, int, int]
) -> None:
    data = sample(name)
    t = followed(data)
    ages = (Division.JUNIOR, Division.SENIOR, Division.MASTERS)
    counted = Counter(player.division for player in t.players.values())
    assert tuple(counted[age] for age in ages) == sizes
    root, number, _ = plain(data)
    for pod in root.iterfind("standings/pod"):
        for row in pod:
            player = t.players[PlayerId(number[row.attrib["id"]])]
            assert player.division == ages[int(pod.attrib["category"])]


def test_the_seeds_of_a_cut_are_told_in_their_order() -> None:
    root, number, _ = plain(sample("04b"))
    seeded = {
        int(player.findtext("seed", "0")): number[player.attrib["userid"]]
        for player in root.iterfind("players/player")
        if player.find("seed") is not None
    }
    t = followed(sample("04b"))
    assert t.cuts[Pool("masters-cut")].seeds == tuple(seeded[n] for n in range(1, 9))


def test_two_saves_of_one_event_tell_the_same_up_to_where_the_earlier_ends() -> None:
    def facts(name: str) -> list[bytes]:
        plain_events = (msgspec.structs.replace(e, told=None) for e in events(sample(name)))
        return [msgspec.json.encode(event) for event in plain_events]

    early, late = facts("04b"), facts("04c")
    assert late[: len(early)] == early
    assert len(late) > len(early)


@pytest.mark.parametrize(
    ("name", "planned"),
    [
        ("01", {"junior-senior": 4, "masters": 5}),  # Finalised: what was played.
        ("02", {"all": 3}),
        ("04a", {"all": 5}),  # Running: 18 Masters, by the table of video games.
        ("04b", {"all": 5}),  # Cut: what was played.
        ("05", {"junior": 3, "senior-masters": 3}),  # Running: six Masters are below the table.
        ("06", {}),
    ],
)
def test_the_number_of_swiss_rounds_is_told_where_it_can_be_known(
    name: str, planned: dict[str, int]
) -> None:
    assert followed(sample(name)).planned == planned


@pytest.mark.parametrize(
    ("old", "new", "planned"),
    [
        ("<lessswiss>false", "<lessswiss>true", 4),
        ("</subgroupcount>", "</subgroupcount><additionalrounds>2</additionalrounds>", 7),
        ('mode="VGCPREMIER"', 'mode="PRERELEASE"', None),
        ('mode="VGCPREMIER"', 'mode="CUSTOM"', None),
    ],
)
def test_the_settings_of_a_running_file_change_its_number_of_rounds(
    old: str, new: str, planned: int | None
) -> None:
    data = sample("04a").decode()
    assert old in data
    assert followed(data.replace(old, new).encode()).planned.get(Pool("all")) == planned


# --- what no sample shows, in files written by hand -----------------------------------------------


@pytest.mark.rule("TOP-3.1.3a", "A-51")
def test_a_late_player_is_admitted_with_the_losses_that_stand_in_the_rounds() -> None:
    data = hand_written("late_and_left_off")
    (late,) = [e for e in events(data) if isinstance(e, ev.LatePlayerAdmitted)]
    assert (late.player, late.losses, late.informed_by) == (p(7), 1, None)
    assert late.told
    assert late.told.local_time == "2026-05-02T10:40:00"
    (left_off,) = [e for e in events(data) if isinstance(e, ev.PlayerRegistered) and e.losses]
    assert (left_off.player, left_off.losses) == (p(8), 2)
    assert left_off.reason == "The file has forced losses, but no late tag."
    t = followed(data)
    assert (t.players[p(7)].late, t.players[p(8)].late) == (True, False)
    assert p(7) not in set(t.rounds[Pool("masters"), 1].players())


def test_a_late_player_who_was_not_paired_yet_takes_the_losses_of_the_late_block() -> None:
    text = hand_written("byes_to_come").decode()
    block = "<late>\n<round>1</round>\n<forcedloss>1</forcedloss>\n</late>"
    head, tail = text.split('userid="7">', 1)
    data = f'{head}userid="7">{block}{tail}'.encode()
    (late,) = [e for e in events(data) if isinstance(e, ev.LatePlayerAdmitted)]
    assert (late.player, late.losses) == (p(7), 1)


@pytest.mark.rule("A-8", "A-51")
def test_double_losses_deleted_and_unplayed_matches_are_told_as_what_they_are() -> None:
    t = followed(hand_written("odd_outcomes"))
    masters = Pool("masters")
    found = {str(match): result.verdict for match, result in t.results.items()}
    assert found == {
        "masters-1-1": Verdict.FIRST,
        "masters-1-2": Verdict.DOUBLE_LOSS,
        "masters-1-3": Verdict.FIRST,
        "masters-1-4": Verdict.TIE,
        "masters-2-1": Verdict.FIRST,
        "masters-2-2": Verdict.UNPLAYED,
        "masters-2-3": Verdict.FIRST,
        "masters-2-4": Verdict.DOUBLE_LOSS,
        "masters-3-1": Verdict.FIRST,
        "masters-3-2": Verdict.FIRST,
        "masters-3-3": Verdict.FIRST,
    }
    assert t.matches[MatchId(masters, 1, 1)] == (p(1), p(2))
    assert t.rounds[masters, 3].byes == (Bye(p(4), ByeKind.RANDOM),)
    assert (t.players[p(8)].disqualified, t.players[p(8)].after) == (True, 2)


@pytest.mark.rule("A-7")
def test_a_no_show_has_left_before_the_pods_and_no_round_counts() -> None:
    told_events = events(hand_written("odd_outcomes"))
    kinds = [type(event) for event in told_events]
    (drop,) = [e for e in told_events if isinstance(e, ev.PlayerDropped)]
    assert (drop.player, drop.after) == (p(9), 0)
    assert kinds.index(ev.PlayerDropped) < kinds.index(ev.PodsFormed)


def test_somebody_leaves_after_the_results_of_the_last_round_that_counts() -> None:
    told_events = events(sample("08"))
    at = next(n for n, e in enumerate(told_events) if isinstance(e, ev.PlayerDropped))
    before, drop, after = told_events[at - 1], told_events[at], told_events[at + 1]
    assert isinstance(before, ev.ResultReported)
    assert before.match == MatchId(Pool("masters"), 2, 4)
    assert isinstance(drop, ev.PlayerDropped)
    assert (drop.player, drop.after) == (p(1), 2)
    assert isinstance(after, ev.RoundPaired)
    assert after.round == 3


@pytest.mark.rule("TOP-3.3.6c")
def test_the_losers_of_the_semi_finals_play_for_the_third_place_beside_the_final() -> None:
    t = followed(hand_written("third_place"))
    cut = Pool("masters-cut")
    assert t.cuts[cut].seeds == (p(1), p(2), p(4), p(3))
    assert t.playoffs == {cut: MatchId(cut, 5, 2)}
    assert t.rounds[cut, 5].pairings == ((p(1), p(4)),)
    assert t.matches[MatchId(cut, 5, 2)] == (p(3), p(2))
    assert t.results[MatchId(cut, 5, 2)].verdict is Verdict.SECOND


@pytest.mark.rule("TOP-3.1f")
def test_byes_of_rounds_to_come_are_awarded_and_those_not_taken_are_gone() -> None:
    awarded = [e for e in events(hand_written("byes_to_come")) if isinstance(e, ev.ByeAwarded)]
    assert [(e.player, e.round) for e in awarded] == [(p(1), 1), (p(1), 2)]


def test_whoever_is_listed_but_never_started_has_left_before_round_1() -> None:
    data = hand_written("byes_to_come")
    (drop,) = [e for e in events(data) if isinstance(e, ev.PlayerDropped)]
    assert (drop.player, drop.after) == (p(7), 0)
    assert read(data).warnings == (
        (
            "line 75, tournament/players/player[7]: the player was never "
            "paired, so they count as dropped "
            "before round 1."
        ),
    )


@pytest.mark.parametrize(
    ("category", "pool"),
    [(0, "junior"), (1, "senior"), (2, "masters"), (8, "junior-senior"), (9, "senior-masters")],
)
def test_a_pod_is_named_by_its_divisions(category: int, pool: str) -> None:
    text = hand_written("byes_to_come").decode()
    data = text.replace('<pod category="2"', f'<pod category="{category}"').encode()
    assert list(followed(data).pods) == [pool]


def test_three_pods_are_three_pools_whose_rounds_are_paired_side_by_side() -> None:
    t = followed(hand_written("three_pods"))
    assert list(t.pods) == ["junior", "senior", "masters"]
    assert {pool: paired.tables for (pool, _), paired in t.rounds.items()} == {
        "junior": (1, 2, 3),
        "senior": (4, 5, 6),
        "masters": (7, 8, 9),
    }


def test_an_edition_without_divisions_tells_one_open_pool() -> None:
    t = followed(hand_written("odd_outcomes"), "dci-mtr")
    assert t.pods == {"open": (Division.OPEN,)}
    assert {player.division for player in t.players.values()} == {Division.OPEN}


@pytest.mark.parametrize(
    ("name", "edition", "old", "new", "sentence"),
    [
        (
            "three_pods",
            "dci-mtr",
            "",
            "",
            (
                "the file has 3 pods, but the edition dci-mtr has no divisions, so all "
                "players would be in one pod."
            ),
        ),
        (
            "third_place",
            "tom",
            "<seed>4</seed>",
            "<seed>2</seed>",
            "line 39, tournament/players/player[3]: seed 2 of Masters is given to both 2 and 3.",
        ),
        (
            "third_place",
            "tom",
            "<seed>4</seed>",
            "",
            (
                "line 217, "
                "tournament/pods/pod/rounds/round[4]/matches/match/player2: player 3 plays "
                "in the cut, but has no seed."
            ),
        ),
        (
            "byes_to_come",
            "tom",
            "<firstname>Player</firstname>\n\t\t\t<lastname>0004",
            f"<firstname>{'x' * 60}</firstname>\n\t\t\t<lastname>{'y' * 60}",
            (
                'line 51, tournament/players/player[4]: the name "xxxxxxxxxxxxxxxxxxxx…" has 121 '
                "characters; at most 100 can be kept."
            ),
        ),
    ],
)
def test_what_cannot_be_told_is_refused_in_one_sentence(
    name: str, edition: str, old: str, new: str, sentence: str
) -> None:
    text = hand_written(name).decode()
    assert old in text
    with pytest.raises(Unreadable) as refusal:
        told(text.replace(old, new, 1).encode(), edition)
    assert refusal.value.message == sentence
    assert refusal.value.hint


def test_a_commitment_is_needed_for_everybody() -> None:
    file = read((IMPORTS / "06_challenge_registered_only.tdf").read_bytes())
    with pytest.raises(ValueError, match="one cryptographic commitment is needed for each player"):
        tell(
            file,
            sha256="0" * 64,
            rules=load("tom"),
            edition_sha256="0" * 64,
            tournament="hand-written-1",
            commitments=[],
        )


def test_who_waits_in_a_pod_that_has_not_begun_is_still_in_while_another_pod_plays() -> None:
    text = hand_written("three_pods").decode()
    head, rounds, rest = text.partition('<pod category="2"')
    before, _, after = rest.partition("<rounds>")
    players = head.split("</player>\n")
    waiting = [part.replace("<starter>true</starter>", "") for part in players[12:18]]
    head = "</player>\n".join([*players[:12], *waiting, *players[18:]])
    data = f"{head}{rounds}{before}<rounds>{after[after.index('</rounds>') :]}".encode()
    assert read(data).warnings == ()
    t = followed(data)
    assert sorted(pool for pool, _ in t.rounds) == ["junior", "senior"]
    assert [player.id for player in t.players.values() if player.out] == []


# --- files that were cut, or whose years of birth somebody has altered ----------------------------


def with_more(data: bytes, number: int) -> bytes:
    """Return a file with more players, who stand nowhere else in it."""
    row = (
        b'<player userid="99900%d"><firstname>Cut</firstname><lastname>Away</lastname>'
        b"<birthdate>02/27/2012</birthdate><starter>true</starter><seed>2</seed></player>"
    )
    rows = b"".join(row % one for one in range(number))
    return data.replace(b"</players>", rows + b"</players>", 1)


def unlike(data: bytes) -> list[Difference]:
    file = read(data)
    return [*compare(events(data), load("tom"), official(file))[1].differences]


FINALISED = [path for path in SAMPLES if b'stage="5"' in path.read_bytes()[:200]]


@pytest.mark.rule("A-68")
@pytest.mark.parametrize("path", FINALISED, ids=lambda path: path.stem)
def test_who_stands_in_no_pod_is_registered_and_does_not_play(path: Path) -> None:
    data = with_more(path.read_bytes(), 4)
    assert unlike(data) == []
    t = followed(data)
    whole = followed(path.read_bytes())
    away = [player for player in t.players.values() if player.unplaced]
    assert [one.id for one in away] == [p(len(whole.players) + n) for n in (1, 2, 3, 4)]
    placed = {one.player for one in standings(t, load("tom"))}
    assert placed == set(whole.players)
    assert (t.pods, t.planned) == (whole.pods, whole.planned)
    assert broken(data) == broken(path.read_bytes())
    (note,) = [one for one in read(data).warnings if "not in any pod" in one]
    assert note.startswith("tournament/players: 4 players are not in any pod, match or standings")


def broken(data: bytes) -> list[str]:
    checks = Checks(VALIDATORS)
    return [one.rule for one in checks.review(entries(told(data)[1]), load("tom"))]


@pytest.mark.rule("A-68")
def test_before_there_are_pods_everybody_plays() -> None:
    data = with_more(sample("06"), 2)
    assert not any(player.out for player in followed(data).players.values())


def born(data: bytes, years: list[int]) -> bytes:
    """Return a file with other years of birth, in turn."""
    turn = cycle(years)
    return re.sub(rb"(?<=/)\d{4}(?=</birthdate>)", lambda _: b"%d" % next(turn), data)


def running(data: bytes) -> bytes:
    """Return a file as before it was finalised: without standings."""
    data = re.sub(rb"<standings>.*</standings>", b"", data, flags=re.DOTALL)
    return data.replace(b'stage="5"', b'stage="4"', 1)


@pytest.mark.rule("A-69")
@pytest.mark.parametrize("years", [[1990], [2016], [1990, 2016, 2011]], ids=str)
@pytest.mark.parametrize("path", FINALISED, ids=lambda path: path.stem)
def test_the_standings_say_the_division_and_not_altered_years(path: Path, years: list[int]) -> None:
    assert unlike(born(path.read_bytes(), years)) == []


@pytest.mark.rule("A-69")
def test_the_pod_says_the_division_where_no_standings_do() -> None:
    """Pod 0 is for Juniors; pod 9 for Seniors and Masters, so that nobody in it is a Junior."""
    data = sample("05")
    whole = followed(data)
    juniors = {one.id for one in whole.players.values() if one.division == Division.JUNIOR}
    for year, other in ((1990, Division.MASTERS), (2016, Division.SENIOR)):
        t = followed(born(data, [year]))
        found = {one.id: one.division for one in t.players.values()}
        assert {player for player, age in found.items() if age == Division.JUNIOR} == juniors
        assert {age for player, age in found.items() if player not in juniors} == {other}


@pytest.mark.rule("A-69")
def test_years_that_contradict_the_counts_are_said_once() -> None:
    data = sample("01")
    assert years_at_odds(read(data), load("tom")) is None
    said = years_at_odds(read(born(data, [1990])), load("tom"))
    assert said is not None
    assert said.startswith(
        "tournament/finalsoptions counts Junior 2, Senior 12, Masters 21, "
        "but the years of birth give Junior 0, Senior 0, Masters 35: "
    )


@pytest.mark.rule("A-69")
@pytest.mark.parametrize("years", [[1990], [2016], [1990, 2011], [2016, 1990, 2011]], ids=str)
@pytest.mark.parametrize("name", ["01", "04b", "04c", "07"])
def test_who_plays_one_bracket_is_of_one_division_without_standings_too(
    name: str, years: list[int]
) -> None:
    """TOM cuts each division for itself, and the file keeps the size of each cut."""
    data = running(sample(name))
    whole, t = followed(data), followed(born(data, years))
    assert {pool: cut.seeds for pool, cut in t.cuts.items()} == {
        pool: cut.seeds for pool, cut in whole.cuts.items()
    }


@pytest.mark.rule("A-69")
def test_brackets_of_two_divisions_in_one_pod_are_told_apart_by_their_seeds() -> None:
    """Cuts of eight and of four in one pod: 1 and 8 meet in the one, 1 and 4 in the other."""
    data = running(sample("01"))
    whole = divisions_of(read(data), load("tom"))
    younger, older = re.findall(rb"<pod category=.*?</pod>", data, re.DOTALL)
    matches = re.findall(rb'type="1".*?(<match .*?)</matches>', younger, re.DOTALL)
    matches = [re.sub(rb"(?<=<tablenumber>)", b"9", one) for one in matches]
    one_pod = older.replace(b'category="2"', b'category="10"')
    for number, more in zip((6, 7), matches, strict=True):
        one_pod = re.sub(
            rb'(<round number="%d".*?<matches>)' % number,
            rb"\1" + more,
            one_pod,
            flags=re.DOTALL,
        )
    data = data.replace(younger, b"").replace(older, one_pod)
    fights = [match for _, one, match in read(data).matches() if one.type == 1]
    cut = {seat.userid for match in fights for seat in match.players}
    assert len(cut) == 12
    for years in ([1990], [2016], [2011, 1990]):
        found = divisions_of(read(born(data, years)), load("tom"))
        assert [found[userid] for userid in cut] == [whole[userid] for userid in cut]


@pytest.mark.rule("A-69")
def test_players_whom_the_standings_list_in_two_divisions_do_not_meet_in_the_cut() -> None:
    data = sample("07")
    first = re.search(rb'<round number="6" type="1".*?<player1 userid="(\d+)"', data, re.DOTALL)
    assert first
    listed = re.search(rb'\s*<player id="%s"[^>]*/>' % first[1], data)
    assert listed
    data = data.replace(listed[0], b"")
    seniors = b'<pod category="1" type="finished">'
    data = data.replace(seniors, seniors + listed[0])
    with pytest.raises(
        Unreadable, match=r"but belong to different divisions \(by the standings, the"
    ):
        told(data)


# --- what was seen in real files, and contradicts nothing -----------------------------------------


@pytest.mark.rule("A-70")
def test_a_loss_without_an_opponent_in_mid_event_is_one() -> None:
    """Player 3 came back late from the break: round 3 is lost, and counts as played.

    By hand: player 1 met 2 (1 of 3), 3 (1 of 3) and 5 (3 of 3), which makes 5/9.
    """
    data = hand_written("late_in_mid_event")
    t = followed(data)
    paired = t.rounds[Pool("masters"), 3]
    assert (paired.absent, paired.byes) == ((p(3),), (Bye(p(6)),))
    record = records(t, load("tom"))[p(3)]
    assert (str(record), len(record.rounds), len(record.opponents)) == ("1-2-0", 3, 2)
    assert {one.player: one.op_win for one in standings(t, load("tom"))}[p(1)] == Fraction(5, 9)
    assert t.players[p(3)].losses == 0
    assert unlike(data) == []
    assert broken(data) == []


@pytest.mark.rule("A-70")
def test_two_players_at_table_0_get_the_next_number() -> None:
    data = sample("03").replace(b"<tablenumber>1<", b"<tablenumber>0<", 2)
    whole, t = followed(sample("03")), followed(data)
    assert len(t.matches) == len(whole.matches)
    assert [m.table for m in t.matches if m.round == 1] == [2, 3]
    assert unlike(data) == []
    assert any("have no table (0)" in one for one in read(data).warnings)
