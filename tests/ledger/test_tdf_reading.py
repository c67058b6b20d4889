"""What a `.tdf` file must be, to be read at all; and what is said of one that cannot be."""

import re
from pathlib import Path

import pytest

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.importers.tdf import xml
from roundbook.ledger.importers.tdf.reader import read
from roundbook.ledger.importers.tdf.shapes import Outcome
from tests.ledger.tdf_told import IMPORTS, LAWFUL, SAMPLES, hand_written

pytestmark = pytest.mark.fast

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def refusal(data: bytes | str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(data.encode() if isinstance(data, str) else data)
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_real_file_is_read_whole_and_without_a_doubt(path: Path) -> None:
    assert read(path.read_bytes()).warnings == ()


@pytest.mark.parametrize("path", LAWFUL, ids=lambda path: path.stem)
def test_line_ends_make_no_difference(path: Path) -> None:
    plain = path.read_bytes().replace(b"\r\n", b"\n")
    assert read(plain) == read(plain.replace(b"\n", b"\r\n"))


def test_a_byte_order_mark_makes_no_difference() -> None:
    data = hand_written("third_place")
    assert read(b"\xef\xbb\xbf" + data) == read(data)


def test_settings_are_read_as_the_file_has_them() -> None:
    file = read(hand_written("third_place"))
    assert (file.type, file.stage, file.version, file.mode) == (3, 5, "1.86", "TCG1DAY")
    assert file.data.roundtime == 30
    assert file.data.organizer
    assert file.data.organizer.popid == "9999999"
    (pod,) = file.pods
    assert pod.poddata
    assert pod.poddata.playoff3rd4th
    assert [option.cut for option in file.finalsoptions] == [4]
    assert file.finalsoptions[0].options == (0, 4)
    assert pod.rounds[0].matches[0].outcome is Outcome.FIRST
    assert str(pod.rounds[0].pairtime) == "2026-05-02 10:00:00"


def test_what_is_not_known_is_named_so_that_nobody_thinks_it_was_read() -> None:
    assert read(hand_written("unknown_things")).warnings == (
        "line 2, tournament/@version: the version '1.99' is unknown.",
        "line 2, tournament/@mode: the mode 'TEALEAGUE' is unknown.",
        "line 11, tournament/data/organizer/@phone: this attribute is unknown and was ignored.",
        (
            "line 26, tournament/players/player/nickname: this element "
            "is unknown and was ignored, 2 times."
        ),
        "line 18, tournament/weather: this element is unknown and was ignored.",
    )


def test_text_where_none_belongs_is_named_too() -> None:
    text = hand_written("unknown_things").decode()
    file = read(text.replace("<pods>", "<pods>soon").encode())
    line = text.split("\n").index("\t<pods>") + 1
    assert f"line {line}, tournament/pods/text(): this text is unknown and was ignored." in (
        file.warnings
    )


def test_an_older_file_that_says_nobody_is_late_is_understood() -> None:
    file = read(hand_written("byes_to_come"))
    assert file.players[0].late is None
    assert "<late>false</late>" in hand_written("byes_to_come").decode()


def test_what_may_be_empty_or_odd_without_harm_is_read_all_the_same() -> None:
    text = hand_written("third_place").decode()
    for old, new in (
        ("<roundtime>30</roundtime>", "<roundtime></roundtime>"),
        ("<timeelapsed>0", "<timeelapsed>12345678"),
        ("<timeleft>1800", "<timeleft>-90"),
        ("<creationdate>05/02/2026 09:00:00", "<creationdate>some time in May"),
        ("<starter>true</starter>\n\t\t\t<creation", "<seed>0</seed>\n\t\t\t<creation"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    file = read(text.encode())
    assert (file.data.roundtime, file.timeelapsed, file.pods[0].rounds[0].timeleft) == (
        *(0, 12345678),
        -90,
    )
    assert [player.seed for player in file.players] == [1, 2, 4, 3, None, None, None, None]


def test_a_pod_of_several_subgroups_is_told_as_one_and_said_to_be() -> None:
    text = hand_written("third_place").decode()
    more = '</subgroup><subgroup number="2"><players></players></subgroup>'
    line = text.split("\n").index('\t\t<pod category="2" stage="1">') + 1
    [said] = read(text.replace("</subgroup>", more, 1).encode()).warnings
    assert said == (
        f"line {line}, tournament/pods/pod: its 2 subgroups are imported as one group, so "
        "the seeds of a cut from flights cannot be checked."
    )


def test_a_player_without_a_name_is_called_by_the_number() -> None:
    text = hand_written("third_place").decode()
    data = text.replace(
        "<firstname>Player</firstname>\n\t\t\t<lastname>0001</lastname>", "", 1
    ).encode()
    assert read(data).warnings == (
        (
            "line 19, tournament/players/player: the player has no name, so the player's number is "
            "used."
        ),
    )


# --- what is no tournament file -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "the file is empty."),
        (b"  \r\n ", "the file is empty."),
        (b"hello", "line 1: this is not XML, so it is not a tournament file (syntax error)."),
        (b"PK\x03\x04", "this is a workbook or an archive, not a tournament file."),
        (b"\x89PNG", "line 1: byte 1 of the file is not UTF-8."),
        (
            f"{HEAD}<html><body/></html>".encode(),
            "line 2: this is not a tournament file: it begins with <html> instead of <tournament>.",
        ),
        (
            f"{HEAD}<tournament>\n<players>\n<player userid=".encode(),
            "line 4: the file breaks off inside tournament/players.",
        ),
        (
            f"{HEAD}<tournament>\n<players>\n<player>\n".encode(),
            "line 5: the file breaks off inside tournament/players/player.",
        ),
        (
            f"{HEAD}<tournament></tournament>\n<tournament/>".encode(),
            (
                "line 3: this is not XML, so it is not a tournament file "
                "(junk after document element)."
            ),
        ),
        (
            f"{HEAD}<tournament>\n<a></b></tournament>".encode(),
            "line 3: this is not XML, so it is not a tournament file (mismatched tag).",
        ),
        (
            f"{HEAD}<tournament>&rubbish;</tournament>".encode(),
            "line 2: this is not XML, so it is not a tournament file (undefined entity).",
        ),
        (
            b"<?xml version='1.0' encoding='UTF-16'?>\n<tournament/>",
            "line 1: the file declares the encoding 'UTF-16'; a tournament file must be in UTF-8.",
        ),
        (
            f"{HEAD}\n<tournament>\n<data name='Jos\xe9'/></tournament>".encode("latin-1"),
            "line 4: byte 69 of the file is not UTF-8.",
        ),
        (
            f'{HEAD}<!DOCTYPE a [<!ENTITY b "bb">]>\n<tournament>&b;</tournament>'.encode(),
            "line 2: the file declares a document type or entities, which no tournament file does.",
        ),
        (
            f'{HEAD}<!DOCTYPE a SYSTEM "other.dtd">\n<tournament/>'.encode(),
            "line 2: the file declares a document type or entities, which no tournament file does.",
        ),
        (
            f"{HEAD}{'<a>' * 17}{'</a>' * 17}".encode(),
            "line 2: the file has more deeply nested elements than any tournament file.",
        ),
    ],
)
def test_what_is_no_tournament_file_is_refused_in_one_sentence(data: bytes, sentence: str) -> None:
    assert refusal(data).message == sentence


def test_a_file_of_a_million_elements_or_twenty_megabytes_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert (xml.MAX_ELEMENTS, xml.MAX_BYTES) == (1_000_000, 20_000_000)
    monkeypatch.setattr(xml, "MAX_ELEMENTS", 100)
    many = f"{HEAD}<tournament>\n{'<a/>' * 100}</tournament>"
    assert refusal(many).message == "line 3: the file has more elements than any tournament file."
    monkeypatch.setattr(xml, "MAX_BYTES", 100)
    assert refusal(b" " * 100 + b"<a/>").message == (
        "the file has 104 bytes; a tournament file has at most 100."
    )


def test_a_file_that_breaks_off_anywhere_is_refused() -> None:
    data = (IMPORTS / "06_challenge_registered_only.tdf").read_bytes().rstrip()
    for end in range(len(data)):
        assert refusal(data[:end]).message


# --- what contradicts itself ----------------------------------------------------------------------

POD = "tournament/pods/pod"
CASES = [
    # (what is replaced, by what, the sentence)
    (
        'type="3" stage="5"',
        'type="4" stage="5"',
        ("line 2, tournament: attribute type is '4', which is not a known tournament type."),
    ),
    (
        'stage="5"',
        'stage="2"',
        ("line 2, tournament: attribute stage is '2', which is not a known tournament stage."),
    ),
    (' version="1.86"', "", "line 2, tournament: <tournament> has no attribute version."),
    (
        "<startdate>05/02/2026",
        "<startdate>02/30/2026",
        (
            "line 12, tournament/data/startdate: "
            "<startdate> is '02/30/2026', which is not a date in the form MM/DD/YYYY."
        ),
    ),
    (
        "<startdate>05/02/2026",
        "<startdate>2026-05-02",
        (
            "line 12, tournament/data/startdate: "
            "<startdate> is '2026-05-02', which is not a date in the form MM/DD/YYYY."
        ),
    ),
    (
        "<startdate>05/02/2026</startdate>",
        "",
        "line 3, tournament/data: <data> has no <startdate>.",
    ),
    (
        "<roundtime>30",
        "<roundtime>half an hour",
        (
            "line 9, tournament/data/roundtime: <roundtime> "
            "is 'half an hour', which is not a whole number from 0 to 999999."
        ),
    ),
    (
        "<lessswiss>false",
        "<lessswiss>maybe",
        (
            "line 13, tournament/data/lessswiss: <lessswiss> is "
            "'maybe', which is neither true nor false."
        ),
    ),
    (
        "<name>Third place",
        f"<name>{'x' * 10_000_000}",
        "line 4, tournament/data/name: <name> has 10,000,000 characters; at most 200 can be read.",
    ),
    (
        "<lastname>0001",
        "<lastname>00\u202e01",
        (
            "line 21, tournament/players/player/lastname: "
            "<lastname> is '00\\u202e01', which contains control or text-direction characters."
        ),
    ),
    (
        "<lastname>0001",
        "<lastname>00&#9;01",
        (
            "line 21, tournament/players/player/lastname: "
            "<lastname> is '00\\t01', which contains control or text-direction characters."
        ),
    ),
    (
        "<lastname>0001",
        "<lastname>00</lastname><lastname>01",
        "line 21, tournament/players/player/lastname[2]: <lastname> appears twice in one <player>.",
    ),
    (
        "<birthdate>02/27/1995",
        "<birthdate>13/27/1995",
        (
            "line 22, "
            "tournament/players/player/birthdate: <birthdate> is '13/27/1995', which is not a date "
            "in the form MM/DD/YYYY."
        ),
    ),
    (
        "<birthdate>02/27/1995</birthdate>",
        "",
        "line 19, tournament/players/player: <player> has no <birthdate>.",
    ),
    (
        "<birthdate>02/27/1995",
        "<birthdate>02/27/2030",
        (
            "line 19, tournament/players/player: player "
            "1 was born in 2030, but the event was held in 2026."
        ),
    ),
    (
        "<birthdate>02/27/1995",
        "<birthdate>02/27/1795",
        (
            "line 19, tournament/players/player: player "
            "1 was born in 1795, but the event was held in 2026."
        ),
    ),
    (
        "<timestamp>05/02/2026 10:31:00",
        "<timestamp>05/02/2026 25:31:00",
        (
            f"line 125, {POD}/rounds/round/matches/match/timestamp: <timestamp> is "
            "'05/02/2026 25:31:00', which is not a time in the form MM/DD/YYYY HH:MM:SS."
        ),
    ),
    (
        '<player userid="1">',
        '<player userid="one">',
        (
            "line 19, tournament/players/player: "
            "attribute userid is 'one', which is not a player's number."
        ),
    ),
    (
        '<player userid="2">',
        '<player userid="1">',
        "line 29, tournament/players/player[2]: player 1 is listed twice, first in line 19.",
    ),
    (
        "<starter>true</starter>",
        "<dropped><status>3</status><round>1</round></dropped>",
        (
            "line 23, tournament/players/player/dropped/status: <status> is '3', which is not a "
            "known drop status."
        ),
    ),
    (
        "<starter>true</starter>",
        "<late></late>",
        (
            "line 23, tournament/players/player/late: <late> is neither true nor false, "
            "and gives no round."
        ),
    ),
    (
        "<starter>true</starter>",
        "<late>sometimes</late>",
        (
            "line 23, "
            "tournament/players/player/late: <late> is neither true nor false, and gives no round."
        ),
    ),
    (
        "<pods>",
        "<pods/><pods>",
        "line 92, tournament/pods[2]: <pods> appears twice in one <tournament>.",
    ),
    (
        '<pod category="2" stage="1">',
        '<pod category="7" stage="1">',
        f"line 93, {POD}: attribute category is '7', which is not a known category.",
    ),
    (
        '<pod category="2" stage="1">',
        '<pod category="2" stage="3">',
        f"line 93, {POD}: attribute stage is '3', which is not a known pod stage.",
    ),
    (
        '<player userid="8" />',
        '<player userid="88" />',
        (
            "line 112, "
            f"{POD}/subgroups/subgroup/players/player[8]: pod 2 lists "
            "player 88, who is not in <players>."
        ),
    ),
    (
        '<player userid="8" />',
        '<player userid="7" />',
        (
            f"line 112, {POD}/subgroups/subgroup/players/player[8]: player 7 is listed twice in "
            "the pods."
        ),
    ),
    (
        '<round number="2"',
        '<round number="3"',
        f"line 148, {POD}/rounds/round[2]: round 2 of pod 2 is missing: round 3 is in its place.",
    ),
    (
        '<round number="1"',
        '<round number="0"',
        f"line 117, {POD}/rounds/round: round 1 of pod 2 is missing: round 0 is in its place.",
    ),
    (
        '<round number="1" type="3"',
        '<round number="1" type="5"',
        (f"line 117, {POD}/rounds/round: attribute type is '5', which is not a known round type."),
    ),
    (
        'type="3" stage="8"',
        'type="3" stage="7"',
        (
            f"line 179, {POD}/rounds/round[3]: attribute "
            "stage is '7', which is not a known round stage."
        ),
    ),
    (
        'type="3" stage="5"',
        'type="2" stage="5"',
        (
            f"line 210, {POD}/rounds/round[4]: round 4 is "
            "elimination, but the tournament is Swiss only (type 2)."
        ),
    ),
    (
        '<round number="2" type="3"',
        '<round number="2" type="1"',
        f"line 179, {POD}/rounds/round[3]: round 3 is Swiss, but follows an elimination round.",
    ),
    (
        '<match outcome="1">',
        '<match outcome="7">',
        (
            f"line 122, {POD}/rounds/round/matches/match: "
            "attribute outcome is '7', which is not a known outcome."
        ),
    ),
    (
        '<match outcome="1">',
        "<match>",
        f"line 122, {POD}/rounds/round/matches/match: <match> has no attribute outcome.",
    ),
    (
        '<match outcome="1">',
        '<match outcome="8">',
        (
            f"line 122, {POD}/rounds/round/matches/match: "
            "outcome 8 (a bye or a forced loss) needs exactly one <player>."
        ),
    ),
    (
        '<match outcome="1">',
        '<match outcome="5">',
        (
            f"line 122, {POD}/rounds/round/matches/match: "
            "outcome 5 (a bye or a forced loss) needs exactly one <player>."
        ),
    ),
    (
        '<player1 userid="1"/>',
        "",
        f"line 122, {POD}/rounds/round/matches/match: outcome 1 needs a <player1> and a <player2>.",
    ),
    (
        '<player1 userid="1"/>',
        '<player1 userid="99"/>',
        (
            "line 123, "
            f"{POD}/rounds/round/matches/match/player1: a match names player 99, who is "
            "not in <players>."
        ),
    ),
    (
        '<player1 userid="1"/>',
        '<player1 userid="8"/>',
        (
            "line 122, "
            f"{POD}/rounds/round/matches/match: player 8 is seated twice "
            "in round 1, first in line 123."
        ),
    ),
    (
        '<player1 userid="1"/>',
        '<player1 userid="2"/>',
        (
            "line 128, "
            f"{POD}/rounds/round/matches/match[2]: player 2 is seated "
            "twice in round 1, first in line "
            "123."
        ),
    ),
    (
        "<tablenumber>2<",
        "<tablenumber>1<",
        (
            f"line 128, {POD}/rounds/round/matches/match[2]: table "
            "1 is used twice in round 1, first in line 122."
        ),
    ),
    (
        "<tablenumber>2<",
        "<tablenumber>-2<",
        (
            "line 132, "
            f"{POD}/rounds/round/matches/match[2]/tablenumber: "
            "<tablenumber> is '-2', which is not a whole "
            "number from 0 to 999999."
        ),
    ),
    (
        "<tablenumber>2</tablenumber>",
        "",
        f"line 128, {POD}/rounds/round/matches/match[2]: <match> has no <tablenumber>.",
    ),
    (
        'type="finished"',
        'type="winners"',
        "line 252, tournament/standings/pod: standings of type 'winners' are unknown.",
    ),
    (
        'category="1" type="finished"',
        'category="2" type="finished"',
        (
            "line 264, tournament/standings/pod[3]: there are two sets of finished standings "
            "for category 2."
        ),
    ),
    (
        '<pod category="2" type="finished"',
        '<pod category="9" type="finished"',
        (
            "line 252, tournament/standings/pod: attribute category is '9', which is not a known "
            "standings category."
        ),
    ),
    (
        '<player id="8" place="8" />',
        '<player id="9" place="8" />',
        (
            "line 260, "
            "tournament/standings/pod/player[8]: the standings name "
            "player 9, who is not in <players>."
        ),
    ),
    (
        '<player id="8" place="8" />',
        '<player id="7" place="8" />',
        "line 260, tournament/standings/pod/player[8]: the standings list player 7 twice.",
    ),
    (
        '<player id="8" place="8" />',
        '<player id="8" place="7" />',
        "line 260, tournament/standings/pod/player[8]: place 7 is given twice in one division.",
    ),
    (
        '<player id="8" place="8" />',
        '<player id="8" />',
        "line 260, tournament/standings/pod/player[8]: player 8 finished, but has no place.",
    ),
    (
        "<cut>4</cut>",
        "<cut>four</cut>",
        (
            "line 279, tournament/finalsoptions/categorycut/cut: <cut> "
            "is 'four', which is not a whole number from 0 to 999999."
        ),
    ),
    (
        '<categorycut key="2">',
        '<categorycut key="3">',
        (
            "line 274, tournament/finalsoptions/categorycut: attribute key is '3', which is not "
            "a known category."
        ),
    ),
]


@pytest.mark.parametrize(("old", "new", "sentence"), CASES, ids=[case[2][:60] for case in CASES])
def test_what_contradicts_itself_is_refused_in_one_sentence(
    old: str, new: str, sentence: str
) -> None:
    text = hand_written("third_place").decode()
    assert old in text
    text = text.replace(old, new, 1)
    found = refusal(text)
    assert found.message == sentence
    assert found.where
    assert found.message.startswith(found.where)
    # The line is that of the element which the path ends with.
    at = re.fullmatch(r"line ([0-9]+), (?:.*/)?([a-z0-9]+)(?:\[[0-9]+\])?", found.where)
    assert at
    assert f"<{at[2]}" in text.split("\n")[int(at[1]) - 1]


@pytest.mark.parametrize(
    ("name", "old", "new", "sentence"),
    [
        (
            "three_pods",
            '<pod category="1"',
            '<pod category="8"',
            f"line 214, {POD}[2]: a division of pod 8 is also in another pod.",
        ),
        (
            "three_pods",
            '<player1 userid="7"/>',
            '<player1 userid="1"/>',
            (
                f"line 242, {POD}[2]/rounds/round/matches/match/player1: "
                "player 1 plays in pod 1, but "
                "is listed in pod 0."
            ),
        ),
        (
            "three_pods",
            'stage="4" version',
            'stage="1" version',
            (
                f"line 187, {POD}/rounds/round: the tournament is still "
                "registering players (stage 1), "
                "but a round is paired."
            ),
        ),
        (
            "three_pods",
            'stage="4" version',
            'stage="5" version',
            "line 2, tournament: the tournament is finalised (stage 5), but has no <standings>.",
        ),
    ],
)
def test_pods_and_stages_that_contradict_each_other_are_refused(
    name: str, old: str, new: str, sentence: str
) -> None:
    text = hand_written(name).decode()
    assert old in text
    assert refusal(text.replace(old, new, 1)).message == sentence


def test_whole_parts_that_are_missing_are_named() -> None:
    text = hand_written("unknown_things").decode()
    start, end = text.index("\t<players>"), text.index("\t<pods>")
    assert refusal(text[:start] + text[end:]).message == (
        "line 2, tournament: <tournament> has no <players>."
    )


def test_final_standings_in_an_unfinished_file_are_doubted() -> None:
    text = hand_written("third_place").decode()
    assert read(text.replace('stage="5"', 'stage="4"', 1).encode()).warnings == (
        "tournament/standings: there are final standings, but the file is not finalised.",
    )
