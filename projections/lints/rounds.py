"""What the rounds show: a second bye, a rematch, a round by hand that could have been better."""

from collections.abc import Iterator

from ledger.events import catalogue as ev
from ledger.state.tournament import Tournament
from ledger.terms import ByeKind, PlayerId, Pool
from projections.lints.remark import Case, Remark
from projections.review import Verdict, judge


def second_bye(case: Case) -> Iterator[Remark]:
    """Nobody should have a second drawn bye; somebody let it pass (TOP §3.1)."""
    had: dict[tuple[PlayerId, Pool], int] = {}
    for seq, event in _standing(case):
        for bye in event.byes:
            if bye.kind is ByeKind.AWARDED:
                continue
            first = had.setdefault((bye.player, event.pool), event.round)
            if first != event.round:
                where = f"in round {event.round} of {event.pool}"
                said = f"{bye.player} had a bye in round {first}, and another {where}."
                yield Remark(lint="second-bye", seq=seq, message=said)


def rematch_played(case: Case) -> Iterator[Remark]:
    """Two who have met should not meet again in Swiss; somebody let it pass (TOP §3.1)."""
    met: dict[tuple[Pool, frozenset[PlayerId]], int] = {}
    for seq, event in _standing(case):
        for pairing in event.pairings:
            first = met.setdefault((event.pool, frozenset(pairing)), event.round)
            if first != event.round:
                who = f"{pairing.first} and {pairing.second}"
                said = f"{who} met in round {first}, and again in round {event.round}."
                yield Remark(lint="rematch-played", seq=seq, message=said)


def worse_by_hand(case: Case) -> Iterator[Remark]:
    """A round that was paired by hand, and is not as good as it could be, favoured somebody."""
    by_hand = {seq for seq, event in _standing(case) if not event.drawn and not event.told}
    t = Tournament()
    for entry in case.entries:
        for event in entry.events:
            if (
                entry.seq in by_hand
                and isinstance(event, ev.Seating)
                and event.pool not in case.t.cuts
            ):
                one = judge(t, case.rules, event, entry.seq)
                if one.verdict is Verdict.WORSE:
                    where = f"round {one.round} of {one.pool}"
                    said = f"{where} was paired by hand; a better one was possible: {one.why[0]}."
                    yield Remark(lint="worse-by-hand", seq=entry.seq, message=said)
            t.happen(event, entry.seq)


def _standing(case: Case) -> Iterator[tuple[int, ev.Seating]]:
    """Yield the Swiss rounds that stand, as they were paired last, in order."""
    for entry in case.entries:
        for event in entry.events:
            if isinstance(event, ev.Seating) and event.pool not in case.t.cuts:
                stands = case.t.rounds.get((event.pool, event.round))
                if stands and stands.seq == entry.seq:
                    yield entry.seq, event
