"""What holds of every `.tdf` file that is written, and of every one that goes out again."""

from contextlib import suppress
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.importers.tdf.xml import Node, parse
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId
from roundbook.projections.tdf.edits import Span, every, plain, root_of
from roundbook.projections.tdf.export import Source, tdf_file
from tests.laws import test_elimination
from tests.ledger.tdf_told import LAWFUL, entries, told
from tests.projections.tdf.holds import Held, book_of, edition_of, held, reread
from tests.projections.tdf.otherwise import otherwise
from tests.scripts import happened
from tests.strategies import dice, tournaments

# Each example is an event that is run, written, read and told: a third of them is many.
EVENTS = settings(max_examples=max(settings().max_examples // 3, 10))
FILES = [path.read_bytes() for path in LAWFUL]
OF_TWO = (Division.JUNIOR, Division.MASTERS)
ALL = (Division.JUNIOR, Division.SENIOR, Division.MASTERS)
PLACED = {"place", "division", "bracket position"}


def as_written(t: Tournament) -> Held:
    """What a file holds; Juniors and Masters alone are written as the pod of all divisions."""
    found = held(t)
    if OF_TWO in found.pods.values():
        return found._replace(pods={"all": ALL})
    return found


def up_to(whole: list[Entry], chance: Random) -> list[Entry]:
    """An event as it stood at some moment, most often at its end."""
    return whole[: chance.randint(1, len(whole))] if chance.random() < 0.7 else whole


def without(found: Held, early: set[PlayerId]) -> Held:
    """What a file holds of everybody else."""
    return found._replace(players={p: said for p, said in found.players.items() if p not in early})


@EVENTS
@given(tournaments(), dice())
def test_at_every_stage_a_file_tells_what_happened(whole: list[Entry], chance: Random) -> None:
    sofar = up_to(whole, chance)
    edition = edition_of(sofar)
    t = Tournament.replay(sofar)
    data = tdf_file(sofar, load(edition), book_of(t, load(edition))).data
    found, compared = reread(data, edition)
    assert held(found) == as_written(t)
    if not t.day_two:  # A file has no second day: whoever stayed below it is placed with all.
        assert [one for one in compared.differences if one.what in PLACED] == []


@EVENTS
@given(dice())
def test_a_single_elimination_is_told_back_as_it_was_played(chance: Random) -> None:
    event = test_elimination.Event(chance)
    event.run()
    with suppress(Refused):  # A bracket that somebody still has to win stays open.
        event.post(ev.TournamentClosed())
    sofar = up_to(event.desk.entries, chance)
    t, edition = Tournament.replay(sofar), edition_of(sofar)
    data = tdf_file(sofar, load(edition), book_of(t, load(edition))).data
    found, compared = reread(data, edition)
    assert held(found) == held(t)
    assert compared.differences == ()


@EVENTS
@given(st.sampled_from(FILES), dice())
def test_a_file_that_did_not_change_goes_out_as_it_came_in(data: bytes, chance: Random) -> None:
    written = otherwise(data, chance)
    _, acts = told(written)
    found = tdf_file(entries(acts), load("tom"), Book(), Source(written))
    assert found.data == written
    assert found.how == "kept"


@EVENTS
@given(tournaments(), dice())
def test_what_we_wrote_goes_out_as_it_came_in(whole: list[Entry], chance: Random) -> None:
    sofar = up_to(whole, chance)
    edition = edition_of(sofar)
    rules = load(edition)
    book = book_of(Tournament.replay(sofar), rules)
    written = otherwise(tdf_file(sofar, rules, book).data, chance)
    _, acts = told(written, edition)
    assert tdf_file(entries(acts), rules, book, Source(written)).data == written


@EVENTS
@given(tournaments(), dice())
def test_an_event_that_goes_on_changes_its_file_to_what_happened(
    whole: list[Entry], chance: Random
) -> None:
    edition = edition_of(whole)
    rules = load(edition)
    at = chance.randint(1, len(whole))
    assume(
        OF_TWO not in Tournament.replay(whole).pods.values()
    )  # Its pod goes by another name then.
    book = book_of(Tournament.replay(whole), rules)
    source = otherwise(tdf_file(whole[:at], rules, book).data, chance)
    imported = entries(told(source, edition)[1])
    after = [replace(one, seq=len(imported) + n) for n, one in enumerate(whole[at:], start=1)]
    t = Tournament.replay([*imported, *after])
    data = tdf_file([*imported, *after], rules, book, Source(source)).data
    found, compared = reread(data, edition)
    assert held(found) == as_written(t)
    if not Tournament.replay(whole).day_two:
        assert [one for one in compared.differences if one.what in PLACED] == []
    assert data.count(b"\xef\xbb\xbf") == source.count(b"\xef\xbb\xbf")
    assert data.count(b'colour="&#x3C;red"') <= source.count(b'colour="&#x3C;red"')


@EVENTS
@given(st.sampled_from(FILES), dice())
def test_a_file_can_be_taken_back_to_any_moment(data: bytes, chance: Random) -> None:
    source = otherwise(data, chance)
    whole = entries(told(source)[1])
    sofar = whole[: chance.randint(1, len(whole))]
    t = Tournament.replay(sofar)
    found = tdf_file(sofar, load("tom"), Book(), Source(source, whole))
    # A file tells losses with the registration, and shows them in rounds that come after that.
    early = {one.id for one in t.players.values() if one.losses > max(t.latest.values(), default=0)}
    assert bool(early) == any("before those rounds" in one for one in found.unsaid)
    again = reread(found.data, "tom")[0]
    assert without(held(again), early) == without(held(t), early)


@EVENTS
@given(st.sampled_from(FILES), dice())
def test_the_spans_of_a_file_are_the_elements_that_the_importer_reads(
    data: bytes, chance: Random
) -> None:
    written = otherwise(data, chance)
    root = root_of(written)
    assert shape_of(root, written) == shape_of_node(parse(written))
    for span in every(root):
        inner = written[span.start : span.end]
        assert inner.startswith(f"<{span.tag}".encode())
        assert inner.endswith(b"/>" if span.closes_itself else b">")


def shape_of(span: Span, data: bytes) -> object:
    said = {name: plain(data[a:b]) for name, (a, b) in span.attributes.items()}
    known = {name: value for name, value in said.items() if ":" not in name}
    return span.tag, known, [shape_of(child, data) for child in span.children]


def shape_of_node(node: Node) -> object:
    known = {name: value for name, value in node.attributes.items() if "{" not in name}
    return node.tag, known, [shape_of_node(child) for child in node.children]


def test_brackets_paired_by_hand_keep_everybody_in_the_division_of_their_year() -> None:
    """Seeds 1 and 2 of the Juniors, who met at once, were taken for a Senior cut of two."""
    seats = "1>5 2>6 3>7 4>8"
    whole = happened(
        f"""
        open
        junior 1 2 3 4
        senior 5 6 7 8
        announce 1 junior=4 senior=2
        pods junior-senior
        junior-senior: round 1 {seats}
        cut junior 1 2 3 4 ~ cut-too-large
        cut senior 5 6
        junior-cut: pair 2 1-2 3-4 ~ bracket-differs
        """
    ).entries
    rules = load(edition_of(whole))
    t = Tournament.replay(whole)
    data = tdf_file(whole, rules, book_of(t, rules)).data
    found, _ = reread(data, edition_of(whole))
    assert held(found) == as_written(t)
