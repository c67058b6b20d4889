"""The checks that need figures; the desk asks them after the validators, in this order."""

from ledger import events as ev
from ledger.violations import Check
from projections.audits import brackets, cuts, deck_checks, lots, repairs, rounds

AUDITS: tuple[Check, ...] = (
    Check(rounds.draw_differs, (ev.RoundPaired,)),
    Check(repairs.repair_differs, (ev.RoundRepaired,)),
    Check(repairs.repair_too_wide, (ev.RoundRepaired,), should=True),
    Check(brackets.bracket_differs, (ev.RoundPaired, ev.RoundRepaired)),
    Check(lots.lots_differ, (ev.LotDrawn,)),
    Check(deck_checks.deck_checks_differ, (ev.DeckCheckDrawn,)),
    Check(cuts.cut_differs, (ev.CutMade,), should=True),
)
