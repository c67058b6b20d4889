"""A list of results: what is read, and which line is named where it is wrong."""

import pytest

from roundbook.cli.session.errors import hint_of
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.importers.lists.results import MOST, ResultRow, read

pytestmark = pytest.mark.fast


def test_a_list_says_match_result_and_who_leaves() -> None:
    text = "Score;Table;Drops\n2-1;Masters-1-14;\n\n1;masters-1-15;p9 + Ana Lopez\n"
    assert read(text.encode("utf-8-sig"), "round.csv").rows == [
        ResultRow(2, "masters-1-14", "2-1", ()),
        ResultRow(4, "masters-1-15", "1", ("p9", "Ana Lopez")),
    ]


def test_a_slip_that_is_still_out_is_passed_over() -> None:
    text = b"match,result,table of\nmasters-1-1,,somebody\nmasters-1-2,tie,others\n"
    assert read(text, "round.csv").rows == [ResultRow(3, "masters-1-2", "tie", ())]


def test_our_own_file_of_pairings_is_read_with_its_byes_passed_over_and_counted() -> None:
    text = "pool,round,table,first,result,kind\nmasters,2,14,p1,2-1,\nmasters,2,,p9,,drawn bye\n"
    found = read(f"{text}masters,2,15,p3,,\n".encode(), "pairings.csv")
    assert found.rows == [ResultRow(2, "masters-2-14", "2-1", ())]
    assert (found.byes, found.still_out) == (1, 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "round.csv is empty."),
        ("match,result\n", "round.csv does not contain any results."),
        ("match,result\nmasters-1-1,\n", "round.csv does not contain any results."),
        (
            "match\nmasters-1-1\n",
            'resultado or résultat); it says "match".',
        ),
        (
            "match,result,score\n",
            'line 1: two columns contain the same information: the second is "score".',
        ),
        ("match,result\n1,2-Jan\n", 'line 2: "2-Jan" is a date: Excel turns results such as'),
        ("match,result\n1,02.01.\n", "Format the column as text, then type the result again."),
        ("match,result\n1,2026-01-02\n", "is a date: Excel turns"),
        ("match,result\n1,01.02.2001\n", "is a date: Excel turns"),
        ("match,result\n1,2. Jan\n", "is a date: Excel turns"),
        ("match,result\n1,1/2/2026\n", "is a date: Excel turns"),
        ("match,result\n1,02-janv\n", "is a date: Excel turns"),
        ("match,result\n,2-1\n", "line 2: no match is given; enter one such as masters-1-14."),
        ("match,result,drop\na-1-1,,p9\n", "line 2: a player drops, but the match has no result."),
        ("match,result\na-1-1,1\nb-1-1,2\nA-1-1,2\n", "line 4: this match is already on line 2"),
        (f"match,result\na-1-{'9' * 5_000},2\n", "line 2: a cell has more than 200 characters."),
        ('match,result\n"a-1-1,2\n', "line 2: the quotation marks in a cell do not match"),
        (
            "match,result\n" + "a-1-1,1\n" * (MOST + 1),
            "contains 20,001 results; a list can contain at most",
        ),
        ("match,result\n" + "a" * 5_000_000, "5,000,013 bytes; a list of results can have at most"),
    ],
)
def test_what_is_wrong_is_named_by_its_line(text: str, said: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read(text.encode(), "round.csv")
    assert said in refused.value.message
    assert "nothing was written" in (hint_of(refused.value) or "")


def test_every_wrong_line_is_named_at_once() -> None:
    text = "match,result,drop\n,1\na-1-1,1\na-1-2,,p9\na-1-1,2\n"
    with pytest.raises(Unreadable) as refused:
        read(text.encode(), "round.csv")
    assert (
        refused.value.message
        == "round.csv, line 2: no match is given; enter one such as masters-1-14."
    )
    assert refused.value.others == (
        "line 4: a player drops, but the match has no result.",
        "line 5: this match is already on line 3.",
    )
