"""The sheet of a pod at the desk: its seats before round 1, and its rounds as long as it lasts."""

from cli.folder import secrets
from cli.folder.home import settings
from ledger.errors import Refused
from ledger.events.catalogue import AnyEvent, DraftSeated
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import Pool
from projections.drafts import seats
from projections.pairing import propose
from projections.pairing.pod_sheet import SEATS, SheetLeft, by_sheet, propose_by_sheet, seats_of
from projections.pairing.proposal import Proposal


def pod_seats(t: Tournament) -> list[AnyEvent]:
    """Let the seats of a pod be drawn before round 1, unless a draft has seated it (POD-2).

    Raises Refused where the sheet has no line for somebody.
    """
    if not by_sheet(t) or t.rounds:
        return []
    players = [player.id for player in t.players.values() if not player.out]
    if len(players) > SEATS:
        raise Refused(
            f"the sheet of a pod has {SEATS} lines, and {len(players)} players are in.",
            hint="Run every pod as a tournament of its own.",
        )
    there = seats_of(t)
    missing = [player for player in players if player not in there]
    if there and missing:
        raise Refused(
            f"{missing[0]} came after the seats were drawn, and has none.",
            hint="Draw them again before the draft: `roundbook draft seats … --reason …`.",
        )
    if there or len(players) < SEATS - 1:
        return []
    event: DraftSeated = seats.draw(t, draft=None, secret=secrets.next_secret(settings(), t))
    t.apply(event, t.seq)
    return [event]


def propose_pod(t: Tournament, rules: Ruleset, *, pool: Pool, secret: str) -> Proposal:
    """Return the next round of a pod: by its sheet, or of Swiss where that says no more (A-37)."""
    try:
        return propose_by_sheet(t, rules, pool=pool, secret=secret)
    except SheetLeft:
        return propose(t, rules, pool=pool, secret=secret)


def refuse_on_sheet(t: Tournament, rules: Ruleset, pool: Pool) -> None:
    """Refuse to repair a round that goes by the sheet of a pod: the sheet says how it is now."""
    try:
        propose_by_sheet(t, rules, pool=pool, secret=secrets.next_secret(settings(), t))
    except SheetLeft:
        return
    raise Refused(
        f"{pool} goes by the sheet of the pod, which says who meets whom, whoever has left.",
        hint=f"Pair the round anew by it: `roundbook pair {pool} --again --reason …`.",
    )
