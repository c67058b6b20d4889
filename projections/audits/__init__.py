"""The checks that need figures; the desk asks them after the validators, in this order."""

from ledger import events as ev
from ledger.violations import Check
from projections.audits import brackets, cuts, lots, rounds

AUDITS: tuple[Check, ...] = (
    Check(rounds.draw_differs, (ev.RoundPaired,)),
    Check(brackets.bracket_differs, (ev.RoundPaired,)),
    Check(lots.lots_differ, (ev.LotDrawn,)),
    Check(cuts.cut_differs, (ev.CutMade,), should=True),
)
