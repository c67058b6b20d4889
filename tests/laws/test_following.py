"""What holds of a ledger that has followed the saves of an event, whatever happened there."""

import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.cli.tom.follow import newer
from roundbook.cli.tom.save_order import Save, in_order
from roundbook.ledger.importers.tdf.changes import tell_changes
from roundbook.ledger.importers.tdf.events import people
from roundbook.ledger.importers.tdf.players import ListedPlayer, listed_by, seats_of
from roundbook.ledger.importers.tdf.reader import read
from roundbook.ledger.people.book import Book, BookEntry, Person, commitment
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.released import digest, load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor, HandId, PlayerId
from roundbook.projections.standings.standings import standings
from roundbook.projections.tdf.export import Source, tdf_file
from tests.ledger.tdf_told import NOON
from tests.tom import DOUBLE, FIRST, OPEN, SECOND, TIE, Tom

RULES = load("tom")
SALT = "0" * 43


class Ledger(NamedTuple):
    """A ledger that saves have told, and who is who in it."""

    entries: list[Entry]
    listed: dict[str, ListedPlayer]


def follow(saves: Sequence[bytes]) -> Ledger:
    """Tell saves one after the other; the nth is known by the digest that consists of n."""
    entries: list[Entry] = []
    listed: dict[str, ListedPlayer] = {}
    told: dict[int, str] = {}
    t = Tournament()
    for number, data in enumerate(saves, start=1):
        file = read(data)
        before, listed = listed, listed_by(people(file), listed, t.last_number, seats_of(file))
        save = f"{number:064d}"
        acts = tell_changes(
            t,
            file,
            sha256=save,
            rules=RULES,
            edition_sha256=digest("tom"),
            tournament="followed-cup",
            commitments=[_bound(t, person, before, listed) for person in people(file)],
            numbers={userid: one.player for userid, one in listed.items()},
            saves=told,
        )
        for events in acts:
            assert {event.told.sha256 for event in events if event.told} == {save}
            seq = len(entries) + 1
            hand = Actor(id=HandId("h1"))
            cmd, prev = f"follow/{seq}", "A" * 43
            one = Entry(seq=seq, at=NOON, hand=hand, cmd=cmd, prev=prev, events=events)
            entries.append(one)
            t.apply_entry(one)
            told[seq] = save
    return Ledger(entries, listed)


def _bound(
    t: Tournament, person: Person, before: dict[str, ListedPlayer], listed: dict[str, ListedPlayer]
) -> str:
    known = t.players.get(listed[person.id].player)
    if known and person.id in before and before[person.id].person == person:
        return known.commitment
    return commitment(person, SALT)


class Row(NamedTuple):
    """A line of the standings: the place among those whom the last save lists."""

    place: int | None
    division: str
    record: str
    points: int
    op_win: str
    left: tuple[bool, bool, bool]


def rows(ledger: Ledger, among: set[str]) -> dict[str, Row]:
    """Return the standings by userid, without those whom the last save has deleted."""
    of = {one.player: userid for userid, one in ledger.listed.items()}
    lines = [
        one
        for one in standings(Tournament.replay(ledger.entries), RULES)
        if of[PlayerId(one.player)] in among
    ]
    above = {
        line.player: 1
        + sum(
            other.place < line.place and other.division == line.division
            for other in lines
            if other.place is not None
        )
        for line in lines
        if line.place is not None
    }
    return {
        of[line.player]: Row(
            above.get(line.player),
            line.division,
            line.record,
            line.match_points,
            f"{line.op_win} {line.op_op_win}",
            (line.dropped, line.late, line.disqualified),
        )
        for line in lines
    }


def agrees_with_the_last(saves: Sequence[bytes]) -> None:
    """Compare what was followed with an import of the last save alone.

    Who is level in everything stands in the order of the list (TDF): in a ledger that is the order
    in which the saves have listed them first, so the last one is read in that order.
    """
    followed = follow(saves)
    alone = follow([listed_in_order(saves[-1], list(followed.listed))])
    among = set(alone.listed)
    assert rows(followed, among) == rows(alone, among)


def listed_in_order(save: bytes, userids: list[str]) -> bytes:
    """Return a save that lists its players in another order."""
    head, players, rest = re.split(rb"(?<=\n\t<players>\n)|(?=\t</players>\n\t<pods>)", save)
    each = re.findall(rb'\t\t<player userid="(.*?)">(.*?)\t\t</player>\n', players, re.DOTALL)
    of = {userid.decode(): (userid, inside) for userid, inside in each}
    lines = [of[userid] for userid in userids if userid in of]
    rows_of = [b'\t\t<player userid="%s">%s\t\t</player>\n' % one for one in lines]
    return head + b"".join(rows_of) + rest


OUTCOMES = st.sampled_from([FIRST, SECOND, TIE, DOUBLE])


@st.composite
def events(draw: st.DrawFn) -> list[bytes]:
    """The saves of an event in which anything may happen, and be taken back."""
    tom = Tom()
    tom.join(draw(st.integers(4, 9)))
    tom.join(draw(st.integers(0, 2)), born=2016)
    tom.join(draw(st.integers(0, 1)), came=False)
    tom.someone(1).byes = draw(st.integers(0, 1))
    saves, kept = [tom.save()], [tom.copy()]
    for _ in range(draw(st.integers(1, 14))):
        note(act(draw, tom))
        if draw(st.integers(0, 9)) == 0:
            note("an older save is opened")
            count = tom.saves
            tom = draw(st.sampled_from(kept)).copy()
            tom.saves = count
        kept.append(tom.copy())
        saves.append(tom.save())
    return saves


def act(draw: st.DrawFn, tom: Tom) -> str:  # noqa: C901, PLR0912 - flat.
    """Let one thing happen that the program allows now, and say which."""
    in_cut = tom.swiss is not None
    out = [n for n, one in enumerate(tom.players, start=1) if one.left]
    there = [n for n, one in enumerate(tom.players, start=1) if one.plays]
    tables = [m for n in range(1, len(tom.rounds) + 1) for m in tom.tables(n)]
    last = tom.tables(len(tom.rounds)) if tom.rounds else []
    can: dict[str, bool] = {
        "play": bool(tables) and not tom.done(),
        "pair": not in_cut and len(tom.rounds) < 6 and len(there) > 1,
        "report": bool(last),
        "correct": bool(tables),
        "clear": bool(last),
        "drop": len(there) > 5,
        "disqualify": len(there) > 5,
        "reinstate": bool(out) and not in_cut,
        "join": not in_cut and len(tom.players) < 14,
        "arrive": any(not one.came and one.late is None for one in tom.players),
        "rename": True,
        "reborn": not in_cut,
        "repair": len(last) > 1 and not in_cut,
        "tables": bool(last),
        "delete": not tom.rounds and len(tom.players) > 4,
        "cut": not in_cut and bool(tom.rounds) and tom.done(),
        "cut on": in_cut and tom.done() and len(tom.rounds[-1]) > 1,
        "finalise": bool(tom.rounds),
    }
    can["cut"] &= sum(one.plays and one.born == 1990 for one in tom.players) >= 4
    can["cut on"] &= all(m.outcome in {FIRST, SECOND} for m in last)
    what = draw(st.sampled_from([name for name, now in can.items() if now]))
    outcome = draw(OUTCOMES)
    match what:
        case "play":
            tom.play(len(tom.rounds), *draw(st.lists(OUTCOMES, min_size=1, max_size=4)))
            if in_cut:
                for match in last:
                    match.outcome = match.outcome if match.outcome in {FIRST, SECOND} else FIRST
        case "pair":
            tom.pair()
        case "report" | "clear":
            draw(st.sampled_from(last)).outcome = OPEN if what == "clear" else outcome
        case "correct":
            draw(st.sampled_from(tables)).outcome = outcome
        case "drop" | "disqualify":
            tom.drop(draw(st.sampled_from(there)), status=1 + (what == "disqualify"))
        case "reinstate":
            tom.reinstate(draw(st.sampled_from(out)), lost=draw(st.booleans()))
        case "join":
            tom.join(born=draw(st.sampled_from([1990, 2016])))
        case "arrive":
            one = next(one for one in tom.players if not one.came and one.late is None)
            one.late = len(tom.rounds)
            one.left = None
        case "rename":
            draw(st.sampled_from(tom.players)).first = draw(st.sampled_from(["Ann", "Ben"]))
        case "reborn":
            draw(st.sampled_from(tom.players)).born = draw(st.sampled_from([1990, 2016]))
        case "repair":
            one_match, other = draw(st.permutations(last))[:2]
            one_match.players[0], other.players[0] = other.players[0], one_match.players[0]
            one_match.outcome = other.outcome = OPEN
        case "tables":
            for match in last:
                match.table += 1
        case "delete":
            tom.players.remove(draw(st.sampled_from(tom.players)))
        case "cut":
            tom.cut(tom.leaders(draw(st.sampled_from([2, 4]))))
        case "cut on":
            tom.cut_on()
        case _:
            tom.finalised = not tom.finalised
    return what


@given(events())
def test_a_followed_ledger_stands_as_the_last_save_alone(saves: list[bytes]) -> None:
    agrees_with_the_last(saves)


@given(events())
def test_a_save_that_was_told_tells_nothing_more(saves: list[bytes]) -> None:
    once, twice = follow(saves), follow([*saves, saves[-1]])
    assert len(once.entries) == len(twice.entries)


@given(events(), st.data())
def test_saves_that_nobody_saw_change_no_standing(saves: list[bytes], data: st.DataObject) -> None:
    """The computer was off for a while: what is told at last is the same."""
    seen = [save for save in saves[:-1] if data.draw(st.booleans())]
    agrees_with_the_last([*seen, saves[-1]])


@st.composite
def one_way(draw: st.DrawFn) -> list[bytes]:
    """The saves of an event that only goes on: nothing is taken back."""
    tom = Tom()
    tom.join(draw(st.integers(4, 9)))
    saves = [tom.save()]
    for _ in range(draw(st.integers(1, 3))):
        tom.pair()
        saves.append(tom.save())
        tom.play(len(tom.rounds), *draw(st.lists(OUTCOMES, min_size=1, max_size=4)))
        saves.append(tom.save())
        there = [n for n, one in enumerate(tom.players, start=1) if one.plays]
        if draw(st.booleans()) and len(there) > 4:
            tom.drop(draw(st.sampled_from(there)))
        else:
            draw(st.sampled_from(tom.tables(len(tom.rounds)))).outcome = draw(OUTCOMES)
        saves.append(tom.save())
    tom.finalised = True
    return [*saves, tom.save()]


def played(ledger: Ledger) -> dict[str, object]:
    """Return who met whom in which round at which table, how it ended, and who had byes."""
    t = Tournament.replay(ledger.entries)
    of = {one.player: userid for userid, one in ledger.listed.items()}
    met = {
        str(match): ([of[player] for player in pair], t.results.get(match))
        for match, pair in t.matches.items()
    }
    byes = {
        f"{pool} {number}": sorted((of[bye.player], bye.kind) for bye in one.byes)
        for (pool, number), one in t.rounds.items()
    }
    return {**met, **byes}


@pytest.mark.rule("A-70")
@given(one_way(), st.data())
def test_saves_in_any_order_end_as_the_ordered_ones(
    saves: list[bytes], data: st.DataObject
) -> None:
    """Each comes alone, at any date; what is older than a save that was taken is left out."""
    arriving = data.draw(st.permutations(saves))
    held: list[Save] = []
    for at, save in enumerate(arriving):
        one = Save(path=Path(f"{at}.tdf"), written=at, data=save, file=read(save))
        if newer(one, held) is None:
            held.append(one)
    taken = [one.data for one in held]
    assert taken[-1] == saves[-1]
    found, ordered = follow(taken), follow(saves)
    everybody = set(ordered.listed)
    assert rows(found, everybody) == rows(ordered, everybody)
    assert played(found) == played(ordered)
    at_once = [Save(path=Path("a"), written=0, data=one, file=read(one)) for one in arriving]
    assert [one.data for one in in_order(at_once)] == saves


def signed_as_kept(entries: Sequence[Entry], saves: Sequence[bytes]) -> list[Entry]:
    """Return the entries as they name saves that are kept: by the digest of their bytes."""
    of = {f"{number:064d}": sha256(data).hexdigest() for number, data in enumerate(saves, start=1)}
    return [
        replace(
            one,
            events=tuple(
                replace(
                    event, told=event.told and replace(event.told, sha256=of[event.told.sha256])
                )
                for event in one.events
            ),
        )
        for one in entries
    ]


@given(events())
def test_the_latest_save_that_told_something_goes_out_as_it_came_in(saves: list[bytes]) -> None:
    followed = follow(saves)
    told = followed.entries[-1].events[0].told
    assert told
    latest = saves[int(told.sha256) - 1]
    known = {userid: one.player for userid, one in followed.listed.items()}
    book = Book(
        players={
            one.player: BookEntry(person=one.person, salt=SALT) for one in followed.listed.values()
        }
    )
    kept = signed_as_kept(followed.entries, saves)
    found = tdf_file(kept, RULES, book, Source(latest, kept, known))
    assert found.data == latest
