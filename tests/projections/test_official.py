"""What an organiser's program made of an event is compared with ours, and what differs is named."""

import hashlib
import re
from pathlib import Path

import pytest

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.importers.tdf.events import people, tell
from roundbook.ledger.importers.tdf.players import moved
from roundbook.ledger.importers.tdf.reader import OfficialPlaces, official, read
from roundbook.ledger.people.book import commitment, packed
from roundbook.ledger.rulesets.released import digest, load
from roundbook.ledger.terms import Division, PlayerId, Result, Verdict
from roundbook.projections.compare.official import Comparison, Difference, compare
from tests.scripts import happened

IMPORTS = Path(__file__).resolve().parents[2] / "fixtures" / "imports"
CUP = "01_cup_two_pods_cut_final.tdf"
CHALLENGE = "08_challenge_awarded_bye_drop_final.tdf"
OFFICIAL = {
    # The file: its lists of places, and how many places, seeds and bracket positions it gives.
    CUP: (3, 35, 12, 12),
    "02_prerelease_mixed_pod_drops_final.tdf": (3, 16, 0, 0),
    "03_challenge_five_players_final.tdf": (2, 5, 0, 0),
    "04b_vgc_cup_top8_paired.tdf": (0, 0, 8, 8),
    "04c_vgc_cup_final_decided.tdf": (0, 0, 8, 8),
    "07_cup_mixed_pod_drop_cap_final.tdf": (2, 25, 8, 8),
    CHALLENGE: (1, 9, 0, 0),
}
UNDECIDED = (
    "04a_vgc_cup_round4_paired.tdf",
    "05_challenge_round1_in_progress_two_pods.tdf",
    "06_challenge_registered_only.tdf",
)


def text_of(name: str) -> str:
    return (IMPORTS / name).read_bytes().decode()


def compared(text: str, edition: str = "tom") -> Comparison:
    file, rules = read(text.encode()), load(edition)
    acts = tell(
        file,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        rules=rules,
        edition_sha256=digest(edition),
        tournament="comparison",
        commitments=[commitment(person, packed(bytes(32))) for person in people(file)],
    )
    _, found = compare([event for act in acts for event in act], rules, official(file))
    return found


def told(found: Comparison) -> set[tuple[str, str, object, object]]:
    """What differs, in short."""
    return {(one.what, one.player, one.said, one.ours) for one in found.differences}


def swapped(text: str, one: str, other: str) -> str:
    """A text in which two things that stand there once have changed places."""
    assert text.count(one) == text.count(other) == 1
    return text.replace(one, "\0").replace(other, one).replace("\0", other)


@pytest.mark.parametrize("name", OFFICIAL)
def test_every_official_place_seed_and_bracket_position_is_ours(name: str) -> None:
    found = compared(text_of(name))
    assert (found.divisions, found.places, found.seeds, found.positions) == OFFICIAL[name]
    assert found.differences == ()


def test_the_finalised_files_hold_eleven_divisions() -> None:
    assert sum(divisions for divisions, *_ in OFFICIAL.values()) == 11


@pytest.mark.parametrize("name", UNDECIDED)
def test_a_file_without_official_places_is_not_taken_for_one_that_agrees(name: str) -> None:
    assert compared(text_of(name)).nothing


def test_another_edition_gives_other_places_and_says_by_which_clause() -> None:
    found = compared(text_of(CHALLENGE), "play-2017")
    assert found.differences == (
        Difference(
            division=Division.MASTERS,
            what="place",
            player=PlayerId("p1"),
            said=4,
            ours=6,
            decided_by="op-win",
        ),
        Difference(
            division=Division.MASTERS,
            what="place",
            player=PlayerId("p7"),
            said=5,
            ours=4,
            decided_by="match-points",
        ),
        Difference(
            division=Division.MASTERS,
            what="place",
            player=PlayerId("p5"),
            said=6,
            ours=5,
            decided_by="op-op-win",
        ),
    )


def row(text: str, place: int) -> re.Match[str]:
    """The line of a place in the last list of a file that has it."""
    found = list(re.finditer(rf'<player id="(\d+)" place="{place}" />', text))
    assert found
    return found[0]


def test_two_places_that_were_swapped_are_the_two_differences() -> None:
    text = text_of(CHALLENGE)
    second, third = row(text, 2), row(text, 3)
    file = read(text.encode())
    number = {player.userid: f"p{n}" for n, player in enumerate(file.players, start=1)}
    altered = (
        text[: second.start()]
        + second[0].replace(second[1], third[1])
        + text[second.end() : third.start()]
        + third[0].replace(third[1], second[1])
        + text[third.end() :]
    )
    assert told(compared(altered)) == {
        ("place", number[third[1]], 2, 3),
        ("place", number[second[1]], 3, 2),
    }


def test_a_result_that_was_turned_round_moves_both_players() -> None:
    text = text_of(CHALLENGE)
    first_match = re.search(
        r'<match outcome="1">\s*<player1 userid="(\d+)"/>\s*<player2 userid="(\d+)"/>', text
    )
    assert first_match
    turned = first_match[0].replace('outcome="1"', 'outcome="2"')
    found = compared(text.replace(first_match[0], turned, 1))
    ids = [player.userid for player in read(text.encode()).players]
    moved = {PlayerId(f"p{ids.index(userid) + 1}") for userid in first_match.groups()}
    assert moved <= {one.player for one in found.differences}
    assert {one.what for one in found.differences} == {"place"}


def test_a_player_who_is_in_no_list_is_missed() -> None:
    text = text_of(CHALLENGE)
    last = row(text, 9)
    found = compared(text.replace(last[0], ""))
    assert [(one.said, one.ours) for one in found.differences] == [(None, 9)]


def test_a_player_listed_as_not_finished_differs_from_one_with_a_place() -> None:
    text = text_of(CHALLENGE)
    last = row(text, 9)
    dnf = re.search(r'<pod category="2" type="dnf">', text)
    assert dnf
    altered = text.replace(last[0], "").replace(dnf[0], f'{dnf[0]}<player id="{last[1]}" />', 1)
    assert [(one.said, one.ours) for one in compared(altered).differences] == [(None, 9)]


@pytest.mark.rule("A-69")
def test_a_player_listed_in_another_division_is_named_with_both() -> None:
    text = text_of("03_challenge_five_players_final.tdf")
    lists = [f'<pod category="{category}" type="finished">' for category in (0, 1)]
    altered = swapped(text, *lists)
    assert compared(altered).differences == ()
    (found,) = moved(read(altered.encode()), load("tom"))
    assert found.endswith(" (Senior, by year of birth Junior)")


def test_seeds_that_were_swapped_show_in_the_seeds_and_in_the_bracket() -> None:
    text = text_of("04b_vgc_cup_top8_paired.tdf")
    altered = swapped(text, "<seed>1</seed>", "<seed>2</seed>")
    found = compared(altered)
    assert sorted((one.what, one.said, one.ours) for one in found.differences) == [
        ("bracket position", 1, 8),
        ("bracket position", 8, 1),
        ("seed", 1, 2),
        ("seed", 2, 1),
    ]


def test_bracket_positions_that_were_swapped_differ_alone() -> None:
    text = text_of("04b_vgc_cup_top8_paired.tdf")
    altered = swapped(text, "<order>3</order>", "<order>6</order>")
    assert sorted((one.what, one.said, one.ours) for one in compared(altered).differences) == [
        ("bracket position", 3, 6),
        ("bracket position", 6, 3),
    ]


# --- places that a lot will decide ----------------------------------------------------------------

ONE, TWO, THREE, FOUR = (PlayerId(f"p{n}") for n in range(1, 5))
WON = Result(verdict=Verdict.FIRST)


def level() -> list[ev.AnyEvent]:
    """Four players after one round: two who won and are level, two who lost and are level."""
    told = happened("open swiss; crowd 4; pods masters; round 1 1>2 3>4")
    return [event for entry in told.entries for event in entry.events]


def places(*players: PlayerId) -> OfficialPlaces:
    listed = tuple((player, place) for place, player in enumerate(players, start=1))
    return OfficialPlaces(places={Division.MASTERS: listed}, unfinished={}, seeds={}, orders={})


@pytest.mark.rule("A-23")
@pytest.mark.parametrize("order", [(ONE, THREE, TWO, FOUR), (THREE, ONE, FOUR, TWO)])
def test_whatever_order_a_lot_can_give_is_no_difference(order: tuple[PlayerId, ...]) -> None:
    _, found = compare(level(), load("play-2017"), places(*order))
    assert found.differences == ()


def test_an_order_that_no_lot_can_give_is_a_difference() -> None:
    _, found = compare(level(), load("play-2017"), places(ONE, TWO, THREE, FOUR))
    assert told(found) == {("place", TWO, 2, 3), ("place", THREE, 3, 1)}
