"""Why a player had a bye, and who granted it where it was awarded (TOP §3.1)."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import Refused, advice, do
from ledger.events import catalogue as ev
from ledger.record.entry import Entry, each_event
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Round, Tournament
from ledger.terms import Actor, ByeKind, PlayerId
from projections.explain.pairing import PairingWhy, explain_round, only_player


class Granted(Struct, frozen=True, kw_only=True):
    """The entry that granted an awarded bye."""

    seq: int
    at: datetime
    hand: Actor
    reason: str | None = None


class ByeWhy(Struct, frozen=True, kw_only=True):
    """Why a player had the bye: the round as it was paired, and who granted it, if awarded."""

    why: PairingWhy
    granted: Granted | None = None


def explain_bye(entries: Sequence[Entry], rules: Ruleset, player: PlayerId) -> ByeWhy:
    """Return why a player had their latest bye; raises Refused if they never had one."""
    t = Tournament.replay(entries)
    had = [one for one in t.rounds.values() if any(bye.player == player for bye in one.byes)]
    if not had:
        hint = advice("{} shows whom they met.", do("explain", "pairing", player))
        raise Refused(f"{player} has had no bye.", hint=hint)
    latest = max(had, key=lambda one: (one.seq, one.number))
    why = explain_round(entries, rules, latest.pool, latest.number)
    tables = tuple(one for one in only_player(why, player).tables if one.match is None)
    return ByeWhy(why=replace(why, tables=tables), granted=_granted(entries, latest, player))


def _granted(entries: Sequence[Entry], paired: Round, player: PlayerId) -> Granted | None:
    """Return who granted an awarded bye, if an entry before the pairing did."""
    if (player, ByeKind.AWARDED) not in paired.byes:
        return None
    found = None
    for entry, event in each_event(entries[: paired.seq]):
        if not isinstance(event, ev.ByeAwarded):
            continue
        if (event.player, event.round) == (player, paired.number):
            found = Granted(seq=entry.seq, at=entry.at, hand=entry.hand, reason=event.reason)
    return found
