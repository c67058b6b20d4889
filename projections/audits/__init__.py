"""The checks that need figures; the desk asks them after the validators, in this order."""

from ledger.events import catalogue as ev
from ledger.validators.checks import Check
from projections.audits import (
    brackets,
    cuts,
    day_two,
    deck_checks,
    drafts,
    flights,
    lots,
    repairs,
    rounds,
    schedules,
    seeds,
    sheets,
)

AUDITS: tuple[Check, ...] = (
    Check(rounds.draw_differs, (ev.RoundPaired,)),
    Check(repairs.repair_differs, (ev.RoundRepaired,)),
    Check(repairs.repair_too_wide, (ev.RoundRepaired,), should=True),
    Check(brackets.bracket_differs, (ev.RoundPaired, ev.RoundRepaired)),
    Check(seeds.seeds_differ, (ev.SeedsDrawn,)),
    Check(lots.lots_differ, (ev.LotDrawn,)),
    Check(schedules.rounds_differ, (ev.AnnouncementMade, ev.RoundsSet), should=True),
    Check(flights.flights_differ, (ev.FlightsAssigned,)),
    Check(flights.late_flight_differs, (ev.PlayerRegistered, ev.LatePlayerAdmitted)),
    Check(cuts.swiss_unfinished, (ev.CutMade, ev.DayTwoMade), should=True),
    Check(deck_checks.deck_checks_differ, (ev.DeckCheckDrawn,)),
    Check(cuts.cut_differs, (ev.CutMade,), should=True),
    Check(cuts.seeds_outdated, (ev.RoundStarted,), should=True),
    Check(day_two.day_two_differs, (ev.DayTwoMade,), should=True),
    Check(drafts.seats_differ, (ev.DraftSeated,)),
    Check(sheets.sheet_left, (ev.RoundPaired,), should=True),
)
