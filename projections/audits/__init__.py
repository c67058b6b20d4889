"""The checks that need projections, such as pairings or standings, in their order.

The desk runs them after the validators.
"""

from roundbook.ledger.validators.checks import Check
from roundbook.projections.audits import closing, cuts, draws, rounds

CLOSING: tuple[Check, ...] = (
    Check(closing.round_unfinished, should=True),
    Check(closing.rounds_unplayed, should=True),
    Check(closing.cut_unmade, should=True),
    Check(closing.bracket_unfinished, should=True),
    Check(closing.third_place_unplayed, should=True),
    Check(closing.nothing_played, should=True),
)
"""What has to be complete when an event is closed."""

AUDITS: tuple[Check, ...] = (
    Check(draws.draw_differs),
    Check(rounds.repair_differs),
    Check(rounds.repair_too_wide, should=True),
    Check(rounds.bracket_differs),
    Check(draws.seeds_differ),
    Check(draws.lots_differ),
    Check(rounds.rounds_differ, should=True),
    Check(draws.flights_differ),
    Check(draws.late_flight_differs),
    Check(cuts.swiss_unfinished, should=True),
    Check(draws.deck_checks_differ),
    Check(cuts.cut_differs, should=True),
    Check(cuts.cut_too_large, should=True),
    Check(cuts.cut_shares, should=True),
    Check(cuts.seeds_outdated, should=True),
    Check(cuts.day_two_differs, should=True),
    Check(cuts.day_two_outdated, should=True),
    Check(draws.seats_differ),
    Check(rounds.sheet_left, should=True),
    *CLOSING,
)
