"""The checks that need figures; the desk asks them after the validators, in this order."""

from ledger.events import catalogue as ev
from ledger.validators.checks import Check
from projections.audits import cuts, draws, rounds, schedules

AUDITS: tuple[Check, ...] = (
    Check(rounds.draw_differs, (ev.RoundPaired,)),
    Check(rounds.repair_differs, (ev.RoundRepaired,)),
    Check(rounds.repair_too_wide, (ev.RoundRepaired,), should=True),
    Check(rounds.bracket_differs, (ev.RoundPaired, ev.RoundRepaired)),
    Check(draws.seeds_differ, (ev.SeedsDrawn,)),
    Check(draws.lots_differ, (ev.LotDrawn,)),
    Check(schedules.rounds_differ, (ev.AnnouncementMade, ev.RoundsSet), should=True),
    Check(draws.flights_differ, (ev.FlightsAssigned,)),
    Check(draws.late_flight_differs, (ev.PlayerRegistered, ev.LatePlayerAdmitted)),
    Check(cuts.swiss_unfinished, (ev.CutMade, ev.DayTwoMade), should=True),
    Check(draws.deck_checks_differ, (ev.DeckCheckDrawn,)),
    Check(cuts.cut_differs, (ev.CutMade,), should=True),
    Check(cuts.seeds_outdated, (ev.RoundStarted,), should=True),
    Check(cuts.day_two_differs, (ev.DayTwoMade,), should=True),
    Check(draws.seats_differ, (ev.DraftSeated,)),
    Check(rounds.sheet_left, (ev.RoundPaired,), should=True),
)
