"""The checks that need figures; the desk asks them after the validators, in this order."""

from ledger import events as ev
from ledger.violations import Check
from projections.audits import cuts, rounds

AUDITS: tuple[Check, ...] = (
    Check(rounds.draw_differs, (ev.RoundPaired,)),
    Check(cuts.cut_differs, (ev.CutMade,), should=True),
)
