"""The page that verifies archives reckons as roundbook does: its own script, outside a browser."""

import base64
import gzip
import hashlib
import json
import subprocess
import zlib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from roundbook.ledger.archive_file import FORM, README, SUMS, sums, unpacked
from roundbook.ledger.archive_file import packed as zipped
from roundbook.ledger.errors import BEFORE, Damaged, Unreadable
from roundbook.ledger.events.catalogue import PlayerDropped, ResultReported, ThirdPlacePlayoffPaired
from roundbook.ledger.events.event import ImportedFrom as Source
from roundbook.ledger.people.book import Book
from roundbook.ledger.proofs.notes import signed_by
from roundbook.ledger.record.entry import check_line, to_line
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Pairing, PlayerId, Pool, Result, Verdict
from roundbook.projections.reports.export_tables import places
from roundbook.projections.standings.percentages import percent
from roundbook.projections.standings.shown import settled
from roundbook.projections.standings.standings import standings
from tests.cli.line import Line
from tests.laws.test_elimination import Event as SingleElimination
from tests.ledger.test_versions import OLD, another_zip, members
from tests.scripts import happened, tell
from tests.strategies import simulate

pytestmark = pytest.mark.node

HERE = Path(__file__).resolve().parent
RULES = released.load("play-2017")


class Ask:
    """Asks the script of the page many things at once."""

    def __init__(self, node: str, file: Path) -> None:
        self.node = node
        self.file = file

    def __call__(self, what: str, requests: Iterable[dict[str, Any]]) -> list[Any]:
        asked = [json.dumps({"ask": what, **request}) for request in requests]
        done = subprocess.run(
            [self.node, str(HERE / "page.mjs"), str(self.file)],
            input="\n".join(asked),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(answers) == len(asked)
        return answers


def packed(data: bytes) -> str:
    return base64.b64encode(data).decode()


def test_its_hashes_are_those_of_the_standard_library(ask: Ask) -> None:
    chance = Random(1)  # noqa: S311 - chosen once, the same for ever.
    messages = [chance.randbytes(length) for length in (*range(260), 1000, 65_536)]
    answers = ask("digests", [{"data": packed(message)} for message in messages])
    for message, answer in zip(messages, answers, strict=True):
        assert answer == {
            "sha256": hashlib.sha256(message).hexdigest(),
            "sha512": hashlib.sha512(message).hexdigest(),
            "base64": packed(message),
            "base64url": base64.urlsafe_b64encode(message).decode().rstrip("="),
        }


def signatures() -> Iterator[tuple[bytes, bytes, bytes]]:
    """Yield keys, signatures and messages: good ones, and each broken in several ways."""
    chance = Random(2)  # noqa: S311 - chosen once, the same for ever.
    order = 2**252 + 27742317777372353535851937790883648493
    for length in range(0, 200, 7):
        seed, message = chance.randbytes(32), chance.randbytes(length)
        private = Ed25519PrivateKey.from_private_bytes(seed)
        key, good = private.public_key().public_bytes_raw(), private.sign(message)
        yield key, good, message
        yield key, good, message + b"!"
        place = chance.randrange(512)
        yield key, flipped(good, place), message
        yield flipped(key, place % 256), good, message
        # The same signature with a larger number: verifiers must not take it (RFC 8032 §5.1.7).
        larger = int.from_bytes(good[32:], "little") + order
        yield key, good[:32] + larger.to_bytes(32, "little"), message
        yield key, good[:63], message
    yield bytes(32), bytes(64), b""


def flipped(data: bytes, place: int) -> bytes:
    changed = bytearray(data)
    changed[place // 8] ^= 1 << place % 8
    return bytes(changed)


def test_it_takes_the_signatures_that_the_library_takes_and_no_others(ask: Ask) -> None:
    cases = list(signatures())
    requests = [
        {"key": packed(key), "signature": packed(signature), "message": packed(message)}
        for key, signature, message in cases
    ]
    expected = [signed_by(*case) for case in cases]
    assert ask("signed", requests) == expected
    assert 0 < sum(expected) < len(expected)


VECTORS = """
d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a
e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b
d25bf5f0595bbe24655141438e7a100b

3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c
92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c
387b2eaeb4302aeeb00d291612bb0c00
72
fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025
6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659
4a7c15e9716ed28dc027beceea1ec40a
af82
"""


def test_it_verifies_the_published_vectors_of_the_curve(ask: Ask) -> None:
    """RFC 8032 §7.1, the first three tests."""
    names = ("key", "signature", "message")
    lines = VECTORS.split("\n")[1:-1]
    vectors = [lines[at : at + 4] for at in (0, 4, 8)]
    cases = [map(bytes.fromhex, (key, one + two, said)) for key, one, two, said in vectors]
    requests = [dict(zip(names, map(packed, case), strict=True)) for case in cases]
    assert ask("signed", requests) == [True, True, True]


def test_it_reads_hashes_in_their_one_spelling_only(ask: Ask) -> None:
    texts = ["", "AA==", "AB==", "AA", "AA=", "_-8", "+/8=", "AAA=", "AAAA", "A", "AAAA=", "A A="]
    found = ask("read", [{"text": text} for text in texts])
    for text, (padded, unpadded) in zip(texts, found, strict=True):
        assert (padded is not None) == reads(text, padded_out=True), text
        assert (unpadded is not None) == reads(text, padded_out=False), text


def reads(text: str, *, padded_out: bool) -> bool:
    """Tell whether Python reads a text and writes it back as it was."""
    altchars = b"+/" if padded_out else b"-_"
    whole = text if padded_out else text + "=" * (-len(text) % 4)
    try:
        data = base64.b64decode(whole, altchars=altchars, validate=True)
    except ValueError:
        return False
    again = base64.b64encode(data, altchars=altchars).decode()
    return (again if padded_out else again.rstrip("=")) == text


PROFILE = (
    '{"a":1,"b":[true,null,"x"]}',
    '{"b":1,"a":2}',
    '{"a":1, "b":2}',
    '{"a":1.5}',
    '{"a":1.0}',
    '{"a":1e3}',
    '{"a":-0}',
    '{"a":9007199254740991}',
    '{"a":9007199254740992}',
    '{"a":1,"a":1}',
    '{"ä":1}',
    '{"a":"ä 漢 🃏"}',
    '{"a":"\\u00e4"}',
    '{"a":"\\ud83c"}',
    '{"a":"\\n"}',
    '{"a":"\\/"}',
    '{"a":"\\"\\\\"}',
    '{"a":"\u202e"}',
    '{"a":"\u200d"}',
    '{"a":"\x7f"}',
    '{"__proto__":1,"a":2}',
    '{"10":1,"9":2}',
    '{"9":1,"10":2}',
    "{" + '"a":{' * 14 + "}" * 15,
    "{" + '"a":{' * 15 + "}" * 16,
    "{" + '"a":{' * 16 + "}" * 17,
    "[1]",
)


def test_it_takes_for_canonical_what_roundbook_takes(ask: Ask) -> None:
    end = ',"prev":"x","seq":1,"v":3}'
    texts = [text[:-1] + end if text.endswith("1}") or '"}' in text else text for text in PROFILE]
    found = ask("canonical", [{"text": text} for text in texts])
    for text, theirs in zip(texts, found, strict=True):
        assert theirs == canonical(text) or text == "[1]", text
    assert any(found)
    assert not all(found)


def canonical(text: str) -> bool:
    """Tell whether a line is canonical, wherever it stands."""
    try:
        check_line(text.encode("utf-8", "surrogatepass"), 1)
    except Unreadable as fault:
        return "does not contain its own number" in fault.message
    return True


def test_it_prints_percentages_as_roundbook_does(ask: Ask) -> None:
    cases = [Fraction(top, bottom) for bottom in (1, 3, 7, 16, 32, 20_000) for top in range(33)]
    cases += [Fraction(top, 20_000) for top in range(19_900, 20_001)]
    asked = [{"top": str(rate.numerator), "bottom": str(rate.denominator)} for rate in cases]
    assert ask("percent", asked) == [percent(rate) for rate in cases]


@pytest.mark.rule("A-67")
def test_an_archive_in_another_version_is_refused_and_called_nothing_else(
    ask: Ask, tmp_path: Path
) -> None:
    """By its letter, if that says so; else by its first line."""
    old, kept = (OLD / "cup.zip").read_bytes(), members()
    files = {"before": old, "another zip": another_zip(kept)}
    for name, form in (("ours", FORM), ("newer", FORM + 1)):
        letter = kept[README].replace(b"archive 2\n", b"archive %d\n" % form)
        changed = kept | {README: letter}
        files[name] = zipped(changed | {SUMS: sums(changed)})
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    assert ask("unread", [{"file": str(tmp_path / name)} for name in files]) == [
        f"it {BEFORE}",
        f"it {BEFORE}",
        f"line 1 {BEFORE}",
        f"it was written by a newer roundbook (version {FORM + 1})",
    ]


@pytest.mark.parametrize("part", range(4))
def test_it_finds_the_same_places_in_every_lawful_tournament(ask: Ask, part: int) -> None:
    """With late players, drops, byes, corrections, mixed pods, cuts and double losses."""
    first = 1000 * part  # Seeds, so that each tournament can be played once more.
    desks = [simulate(Random(seed)).desk for seed in range(first, first + 40)]  # noqa: S311
    others = (simulate(Random(seed)).desk for seed in count(first + 40))  # noqa: S311
    desks.append(next(desk for desk in others if _left_a_bracket(desk.tournament)))
    desks.append(next(desk for desk in others if _came_back_later(desk.tournament)))
    requests = [{"lines": [to_line(entry).decode() for entry in desk.entries]} for desk in desks]
    second_days = 0
    for desk, answer in zip(desks, ask("replay", requests), strict=True):
        t = Tournament.replay(desk.entries)
        ours = [without_name(dict(row)) for row in places(standings(t, RULES), Book())]
        assert answer["why"] is None
        assert answer["places"] == ours, [to_line(entry) for entry in desk.entries]
        shown = [without_name(dict(row)) for row in places(standings(settled(t), RULES), Book())]
        assert answer["settled"] == shown, [to_line(entry) for entry in desk.entries]
        second_days += bool(t.day_two)
    assert second_days, "a second day is among them"


def _left_a_bracket(t: Tournament) -> bool:
    return any(t.players[seed].out for cut in t.cuts.values() for seed in cut.seeds)


def _came_back_later(t: Tournament) -> bool:
    return any(player.missed for player in t.players.values())


@pytest.mark.parametrize("part", range(2))
def test_it_finds_the_same_places_in_every_single_elimination(ask: Ask, part: int) -> None:
    """With byes, leavers, both losing, corrections of what the bracket has gone beyond."""
    events = [SingleElimination(Random(seed)) for seed in range(60 * part, 60 * part + 60)]  # noqa: S311
    for event in events:
        event.run()
    requests = [
        {"lines": [to_line(entry).decode() for entry in event.desk.entries]} for event in events
    ]
    for event, answer in zip(events, ask("replay", requests), strict=True):
        t = event.desk.tournament
        ours = [without_name(dict(row)) for row in places(standings(t, RULES), Book())]
        assert answer["why"] is None
        assert answer["places"] == ours, [to_line(entry) for entry in event.desk.entries]


def without_name(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "name"}


def test_it_refuses_every_flipped_bit_of_a_zip_in_the_same_words(ask: Ask) -> None:
    data = zipped({"README.txt": b"x", "head": b"", "tile/0/000.p/2": b"yz"})
    broken = [flipped(data, place) for place in range(8 * len(data))]
    broken += [data[:length] for length in range(len(data))]
    answers = ask("unzip", [{"data": packed(one)} for one in [data, *broken]])
    assert answers[0] == ["README.txt", "head", "tile/0/000.p/2"]
    told = ask("refusal", [{"data": packed(one)} for one in broken])
    for one, theirs, shown in zip(broken, answers[1:], told, strict=True):
        with pytest.raises(Unreadable) as caught:
            unpacked(one)
        damaged = isinstance(caught.value, Damaged)
        how = ":" if damaged else " is not an archive from roundbook:"
        assert caught.value.message == f"the archive{how} {theirs}."
        assert (
            shown
            == f"{'damaged' if damaged else 'this is not an archive from roundbook'}: {theirs}."
        )
    assert {shown.partition(":")[0] for shown in told} == {
        "damaged",
        "this is not an archive from roundbook",
    }


def test_it_reads_a_packed_archive_and_refuses_what_is_wrong_with_its_gzip(ask: Ask) -> None:
    data = zipped({"README.txt": b"x", "head": b"", "tile/0/000.p/2": b"yz"})
    good = gzip.compress(data, mtime=0)
    bomb = zlib.compressobj(1, wbits=31)
    zeros = [bomb.compress(bytes(1 << 20)) for _ in range(257)]
    broken = [
        *(good[:length] for length in range(2, len(good), 7)),
        *(good + more for more in (b"x", bytes(9), good, gzip.compress(b""))),
        *(flipped(good, 8 * (len(good) - place)) for place in (1, 8, 40)),
        gzip.compress(good),
        gzip.compress(data + b"x"),
        b"".join((*zeros, bomb.flush())),
    ]
    answers = ask("unzip", [{"data": packed(one)} for one in (good, *broken)])
    assert answers[0] == ["README.txt", "head", "tile/0/000.p/2"]
    for one, theirs in zip(broken, answers[1:], strict=True):
        with pytest.raises(Unreadable):
            unpacked(one)
        assert isinstance(theirs, str)
    assert answers[-1] == "it is larger than 268,435,456 bytes once unpacked"


@pytest.mark.parametrize("result", [Verdict.FIRST, Verdict.SECOND, Verdict.DOUBLE_LOSS, None])
def test_it_finds_the_same_places_after_a_match_for_the_third_place(
    ask: Ask, result: Verdict | None
) -> None:
    told = happened("""
        crowd 8
        pods masters
        round 1 1>2 3>4 5>6 7=8
        round 2 1>3 5>7 2=6 4>8
        cut masters 5 1 3 4
        masters-cut: round 3 5>4 3<1
        masters-cut: round 4 5>1
    """)
    match = MatchId(Pool("masters-cut"), 4, 9)
    pairing = Pairing(PlayerId("p4"), PlayerId("p3"))
    told.post(ThirdPlacePlayoffPaired(pool=match.pool, round=4, pairing=pairing, table=match.table))
    if result:
        told.post(ResultReported(match=match, result=Result(verdict=result)))
    lines = [to_line(entry).decode() for entry in told.entries]
    ours = [without_name(dict(row)) for row in places(standings(told.tournament, RULES), Book())]
    assert ask("replay", [{"lines": lines}])[0]["places"] == ours
    third = [row["player"] for row in ours if row["place"] == 3]
    assert third == ["p4" if result is Verdict.FIRST else "p3"]


@pytest.mark.parametrize("told", [True, False])
def test_who_left_a_bracket_has_lost_unless_a_file_knew_both(ask: Ask, told: bool) -> None:
    event = happened("""
        crowd 4
        pods masters
        round 1 1>2 3>4
        cut masters 1 3 2 4
        masters-cut: round 2 4<1 2<3
        masters-cut: round 3 1>3
    """)
    source = Source(sha256="0" * 64) if told else None
    tell(event, PlayerDropped(player=PlayerId("p1"), after=3, told=source))
    lines = [to_line(entry).decode() for entry in event.entries]
    ours = [without_name(dict(row)) for row in places(standings(event.tournament, RULES), Book())]
    assert ask("replay", [{"lines": lines}])[0]["places"] == ours
    assert ours[0]["player"] == ("p1" if told else "p3")


@pytest.mark.rule("A-65")
def test_a_team_has_one_place_and_one_that_was_broken_up_has_two(ask: Ask) -> None:
    event = happened("""
        open team-battle-constructed
        announce 3
        crowd 6
        event {"event":"team-formed","players":["p1","p2"],"name":"Rocket"}
        event {"event":"team-formed","players":["p4","p6"],"name":"Plasma"}
        event {"event":"team-split","player":"p4","reason":"others came"}
        event {"event":"team-formed","players":["p4","p3"],"name":"Aqua"}
        event {"event":"team-formed","players":["p6","p5"],"name":"Magma"}
        pods masters
        round 1 1>4 bye:6
    """)
    lines = [to_line(entry).decode() for entry in event.entries]
    ours = [without_name(dict(row)) for row in places(standings(event.tournament, RULES), Book())]
    assert ask("replay", [{"lines": lines}])[0]["places"] == ours
    assert {row["player"] for row in ours} == {"p1", "p4", "p6"}


@pytest.mark.rule("A-56", "LED-3")
def test_it_draws_a_round_again_that_spares_whoever_awaits_a_bye(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    line = Line(tmp_path / "home", tmp_path / "cup")
    line.start()
    names = "".join(f"Player {number},1990\n" for number in range(19))
    (tmp_path / "crowd.csv").write_text(f"name,birth year\n{names}")
    line("register", tmp_path / "crowd.csv")
    line("announce")
    for player in ("p1", "p2", "p3"):
        line("people award-bye", player, 3)
    line.pair()
    line.play(1)
    line("pair")

    def held(entries: list[dict[str, Any]]) -> list[bool]:
        lines = [json.dumps(entry) for entry in entries]
        return [one["holds"] for one in ask("replay", [{"lines": lines}])[0]["draws"]]

    entries = line.ledger()
    last = entries[-1]["events"][-1]
    assert last["drawn"]["draw"] == "draw-1"
    assert held(entries) == [True, True]
    (a, b), (c, d), *others = last["pairings"]
    last["pairings"] = [[a, d], [c, b], *others]
    assert held(entries) == [True, False]
    last["pairings"] = [[a, b], [c, d], *others]
    awards = [entry for entry in entries if entry["events"][0]["event"] != "bye-awarded"]
    assert held(awards)[-1] is False, "the byes to come are facts of this draw"
