"""Names are put into sentences where the numbers of players stand."""

from roundbook.ledger.text import with_names


def test_every_number_of_a_player_is_replaced_and_nothing_that_looks_like_one() -> None:
    said = "p1 and p23 met at table 2 of p-1, stamp7, p01 and p1234567; p1-p2"
    assert with_names(said, lambda who: f"<{who}>") == (
        "<p1> and <p23> met at table 2 of p-1, stamp7, p01 and p1234567; <p1>-<p2>"
    )
