"""Why a round was paired as it was: each table and bye, the proof, and who paired it."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.catalogue import RoundRepaired, Seating
from roundbook.ledger.events.event import Drawn
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import entropy_for
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import Actor, Bye, ByeKind, MatchId, PlayerId, Pool
from roundbook.projections.compare.pairing_quality import Judged, Verdict, field_before, judge
from roundbook.projections.pairing.certificate import (
    DRAW,
    REMATCHES,
    REPAIR,
    SPARING,
    Certificate,
)
from roundbook.projections.pairing.engine import draw
from roundbook.projections.pairing.impossible import NoLegalRound
from roundbook.projections.pairing.inputs import facts_of, key_of
from roundbook.projections.pairing.pod_sheet import POD_SHEET, Box, boxes_of
from roundbook.projections.pairing.reasons import Reason, reasons, worth
from roundbook.projections.pairing.repair import opponents
from roundbook.projections.pairing.state import DrawnRound, Field
from roundbook.projections.pairing.verifying import RoundSheet, verify_round

# Why two players meet, or why a player has the bye: for any round, by hand or at random.

Boxes = dict[frozenset[PlayerId], Box]
"""The matches of a pod sheet, by the players who are there to play them."""


class TableWhy(Struct, frozen=True, kw_only=True):
    """A table, or a bye without a `match`: `why` is the kind of reason, `sentence` the reason.

    The kinds are those of `Why`; `awarded`, `elimination`, `pod-sheet`; `rematch`, `second-bye` and
    `stranger`, which no drawn round has; and `seen`, if only obvious facts are given.

    `met` are the past pairings that ruled out others. `before` is whom each of the players met
    before the round was repaired, if that has changed: a player, `random` or `awarded` for a bye,
    or `nobody`.
    """

    match: MatchId | None
    players: tuple[PlayerId, ...]
    why: str
    sentence: str
    met: tuple[tuple[str, str], ...] = ()
    before: dict[PlayerId, str] = {}


def by_bracket(match: MatchId | None, players: tuple[PlayerId, ...], why: str) -> TableWhy:
    """Return a table of single elimination."""
    return TableWhy(
        match=match,
        players=players,
        why="elimination",
        sentence=f"Single elimination: {why} (TOP §3.2).",
    )


def by_chart(match: MatchId | None, players: tuple[PlayerId, ...], box: Box) -> TableWhy:
    """Return a match of a pod sheet, or the bye of the player whose opponent's place is empty."""
    one, other = box.first, box.second
    if len(players) == 1 and one.player not in players:
        one, other = other, one
    what = f"meets {other.player}, {other.how}"
    if len(players) == 1:
        what = f"has the bye, because the other place in the match, {other.how}, is empty"
    return TableWhy(
        match=match,
        players=players,
        why="pod-sheet",
        sentence=f"Match {box.letter} of the sheet: {one.player}, {one.how}, {what} (POD).",
    )


def sheet_boxes(t: Tournament, rules: Ruleset, event: Seating) -> Boxes:
    """Return the matches of the pod sheet by their players; empty if the sheet was not followed."""
    if isinstance(event, RoundRepaired) or not event.drawn or event.drawn.draw != POD_SHEET:
        return {}
    facts = facts_of(t, rules, pool=event.pool)
    try:
        boxes = boxes_of(t, facts, key_of(t, facts, event.drawn))
    except Refused:
        return {}
    return {frozenset(p for p in box.players if p in facts.players): box for box in boxes}


class Whys:
    """The reasons of one round, table by table.

    The reasons why a pair is not in its bracket are given for a round that is as good as `best`.
    For any other round only obvious facts are given, because only the person who paired it knows
    why. A round by the pod sheet has its reasons in `boxes`.
    """

    def __init__(
        self, field: Field, event: Seating, best: DrawnRound | None, boxes: Boxes | None = None
    ) -> None:
        """Find the reasons for all tables and byes at once."""
        self.sheet = RoundSheet(field)
        self.boxes = boxes or {}
        pairs = [
            (str(a), str(b))
            for a, b in event.pairings
            if a in self.sheet.players and b in self.sheet.players
        ]
        lucky = next((str(bye.player) for bye in event.byes if bye.kind is ByeKind.RANDOM), None)
        lucky = lucky if lucky in self.sheet.players else None
        self.told: dict[frozenset[str], Reason] = {}
        if best:
            round_ = replace(best, pairs=tuple(pairs), bye=lucky)
            self.told = {frozenset(one.players): one for one in reasons(field, round_)}

    def table(self, match: MatchId, one: PlayerId, other: PlayerId) -> TableWhy:
        """Return why two players meet."""
        if box := self.boxes.get(frozenset((one, other))):
            return by_chart(match, (one, other), box)
        reason = self.told.get(frozenset((one, other)))
        strangers = [name for name in (one, other) if name not in self.sheet.players]
        if strangers:
            why, sentence = "stranger", f"{strangers[0]} should not have been paired in this round."
        elif not self.sheet.may_meet(one, other):
            why, sentence = "rematch", f"{one} and {other} had met before: this is a rematch."
        elif reason:
            why, sentence = reason.why.value, reason.sentence
        else:
            why, sentence = "seen", " ".join(self._seen(one, other))
        met = reason.met if reason and reason.why == why else ()
        return TableWhy(match=match, players=(one, other), why=why, sentence=sentence, met=met)

    def bye(self, bye: Bye) -> TableWhy:
        """Return why a player has a bye."""
        if box := self.boxes.get(frozenset((bye.player,))):
            return by_chart(None, (bye.player,), box)
        player, reason = bye.player, self.told.get(frozenset((bye.player,)))
        if bye.kind is ByeKind.AWARDED:
            why, sentence = "awarded", f"{player} has an awarded bye (TOP §3.1)."
        elif player not in self.sheet.players:
            why, sentence = "stranger", f"{player} should not have been paired in this round."
        elif self.sheet.players[player].had_bye:
            why, sentence = "second-bye", f"{player} has the bye, and has had one before."
        elif reason:
            why, sentence = reason.why.value, reason.sentence
        else:
            points = worth(self.sheet.players[player].points)
            why, sentence = "seen", f"{player} has the bye, on {points}."
        return TableWhy(match=None, players=(player,), why=why, sentence=sentence)

    def _seen(self, one: PlayerId, other: PlayerId) -> Iterator[str]:
        """Yield the obvious facts about two players who meet."""
        high, low = sorted((one, other), key=lambda name: -self.sheet.players[name].points)
        above, below = (self.sheet.players[name].points for name in (high, low))
        if above == below:
            yield f"{one} and {other} are both on {worth(above)}."
        else:
            yield f"{high}, on {worth(above)}, is paired down with {low}, on"
            yield f"{worth(below)}."
        if self.sheet.division[one] != self.sheet.division[other]:
            yield f"{one} is a {self.sheet.division[one]}, {other} a {self.sheet.division[other]}."


# The round as a whole: who paired it, from what, and how good it is.


class Made(StrEnum):
    """How a round was made; `bracket` means that it follows from seeds and results."""

    DRAWN = "drawn"
    HAND = "by hand"
    TOLD = "told"
    BRACKET = "bracket"


class Chance(Struct, frozen=True, kw_only=True):
    """The input of a draw; `state` and `key` are in hexadecimal, if the procedure is known."""

    procedure: str
    draw: int
    secret: str
    state: str | None = None
    key: str | None = None
    entropy: str = ""


class PairingWhy(Struct, frozen=True, kw_only=True):
    """A round as it stands, last paired by entry `seq`, and everything that it follows from.

    `judged` compares it with the best possible round. `certificate` belongs to the engine's own
    round; `checked` is whether it was verified here without the engine. `moved` are the players to
    whom a repair gave another opponent.

    Rule: TOP §3.1, with the draw from the committed secret.
    Units: `seq` is the entry that paired it, `at` a time with its offset.
    Errors: none; what was never paired is refused.

    >>> cup.why("masters-1").pool
    'masters'
    """

    pool: Pool
    round: int
    seq: int
    at: datetime
    hand: Actor
    made: Made
    repaired: bool
    reason: str | None
    told: str | None
    chance: Chance | None
    tables: tuple[TableWhy, ...]
    moved: tuple[PlayerId, ...] = ()
    judged: Judged | None = None
    certificate: Certificate | None = None
    checked: bool = False


def explain_round(entries: Iterable[Entry], rules: Ruleset, pool: Pool, number: int) -> PairingWhy:
    """Return why a round was paired as it was, by what was known when it was paired.

    Later corrections of results make no difference. Raise Refused if there is no such round.
    """
    t = Tournament()
    found: tuple[Tournament, Entry, Seating] | None = None
    for entry, event in each_event(entries):
        if isinstance(event, Seating) and (event.pool, event.round) == (pool, number):
            found = t.copy(), entry, event
        t.apply(event, entry.seq)
    if found is None or (pool, number) not in t.rounds:
        there = ", ".join(f"{name}-{last}" for name, last in sorted(t.latest.items()) if last)
        raise Refused(
            f"no round {number} of {pool} has been paired.",
            hint=f"The latest rounds are {there}." if there else advice("Pair it: {}.", do("pair")),
        )
    before, entry, event = found
    explained = _explained(before, rules, entry, event)
    playoff = t.playoffs.get(pool)
    if playoff is None or playoff.round != number:
        return explained
    third = by_bracket(
        playoff, tuple(t.matches[playoff]), "both lost a semi-final, and play for third place"
    )
    return replace(explained, tables=(*explained.tables, third))


def explain_match(entries: Iterable[Entry], rules: Ruleset, match: MatchId) -> PairingWhy:
    """Return the explanation of one table; raise Refused if there is no such table."""
    return only_table(explain_round(entries, rules, match.pool, match.round), match)


def explain_latest(
    entries: Iterable[Entry], t: Tournament, rules: Ruleset, player: PlayerId
) -> PairingWhy:
    """Return why a player's latest pairing or bye is as it is; raise Refused if there is none."""
    player = t.entrant(player)
    seated = [one for one in t.rounds.values() if player in one.players()]
    if not seated:
        raise Refused(
            f"{player} has not been paired.", hint=advice("See the latest: {}.", do("pairings"))
        )
    latest = max(seated, key=lambda one: one.seq)
    return only_player(explain_round(entries, rules, latest.pool, latest.number), player)


def only_table(explained: PairingWhy, match: MatchId) -> PairingWhy:
    """Return the explanation for one table of the round; raise Refused if there is none."""
    here = tuple(one for one in explained.tables if one.match == match)
    if here:
        return replace(explained, tables=here)
    where = f"{explained.pool}-{explained.round}"
    raise Refused(
        f"nobody was paired at table {match.table} in round {match.round} of {match.pool}.",
        hint=advice("See all tables of the round: {}.", do("explain", where)),
    )


def only_player(explained: PairingWhy, player: PlayerId) -> PairingWhy:
    """Return the explanation for the table, or the bye, of one player of the round."""
    return replace(explained, tables=tuple(o for o in explained.tables if player in o.players))


def _explained(t: Tournament, rules: Ruleset, entry: Entry, event: Seating) -> PairingWhy:
    """Return why a round was paired as it was, from the tournament before the pairing."""
    is_bracket = event.pool in t.cuts
    posted = t.rounds.get((event.pool, event.round)) if isinstance(event, RoundRepaired) else None
    before = opponents(posted.pairings, posted.byes) if posted else {}
    now = opponents(event.pairings, event.byes)
    bare = PairingWhy(
        pool=event.pool,
        round=event.round,
        seq=entry.seq,
        at=entry.at,
        hand=entry.hand,
        made=_made(event, is_bracket=is_bracket),
        repaired=isinstance(event, RoundRepaired),
        reason=event.reason,
        told=event.told.sha256 if event.told else None,
        chance=_chance(t, rules, event.pool, event.drawn) if event.drawn else None,
        tables=(),
        moved=tuple(p for p in t.players if posted and p in now and now[p] != before.get(p)),
    )
    at = [MatchId(event.pool, event.round, table) for table in event.tables]
    if is_bracket:
        seated = zip(at, event.pairings, strict=False)
        why = "the pairing follows from the seeds and the earlier results"
        byes = [by_bracket(None, (bye.player,), why) for bye in event.byes]
        return replace(bare, tables=(*(by_bracket(m, tuple(p), why) for m, p in seated), *byes))
    field = field_before(t, rules, event)
    judged = judge(t, rules, event, entry.seq)
    best = _best(field)
    proven = judged.verdict in {Verdict.PARITY, Verdict.PROVEN}
    known = proven or (bare.made is Made.DRAWN and not judged.verdict.wrong)
    boxes = sheet_boxes(t, rules, event)
    whys = Whys(field, event, best if known else None, boxes)
    changed = {player: before.get(player, "nobody") for player in bare.moved}
    pairs = zip(at, event.pairings, strict=False)
    tables = [whys.table(match, pairing.first, pairing.second) for match, pairing in pairs]
    tables += [whys.bye(bye) for bye in event.byes]
    return replace(
        bare,
        tables=tuple(
            replace(one, before={p: changed[p] for p in one.players if p in changed})
            for one in tables
        ),
        judged=judged,
        certificate=best.certificate if best and not boxes else None,
        checked=best is not None and not verify_round(field, best, best.certificate),
    )


def _made(event: Seating, *, is_bracket: bool) -> Made:
    """Return how a round was made."""
    if event.told:
        return Made.TOLD
    if event.drawn:
        return Made.DRAWN
    return Made.BRACKET if is_bracket else Made.HAND


def _chance(t: Tournament, rules: Ruleset, pool: Pool, drawn: Drawn) -> Chance:
    """Return the input of a draw, so that anyone can calculate its key again."""
    named = Chance(
        procedure=drawn.draw,
        draw=drawn.number,
        secret=drawn.secret,
        entropy=entropy_for(t, pool).hex(),
    )
    known = {DRAW, REMATCHES, REPAIR, POD_SHEET}
    if drawn.draw not in known or t.opened is None or pool in t.cuts:
        return named
    facts = facts_of(t, rules, pool=pool, sparing=drawn.draw in SPARING)
    return replace(named, state=facts.state.hex(), key=key_of(t, facts, drawn).hex())


def _best(field: Field) -> DrawnRound | None:
    """Return the engine's own round from the same state; None if no round is legal."""
    if not field.players:
        return None
    try:
        return draw(field)
    except NoLegalRound:
        return None


# Why a player had a bye, and who awarded it, if it was awarded (TOP §3.1).


class Granted(Struct, frozen=True, kw_only=True):
    """The entry that awarded a bye."""

    seq: int
    at: datetime
    hand: Actor
    reason: str | None = None


class ByeWhy(Struct, frozen=True, kw_only=True):
    """Why a player had the bye: the round as it was paired, and who awarded it, if anyone."""

    why: PairingWhy
    granted: Granted | None = None


def explain_bye(
    entries: Sequence[Entry], t: Tournament, rules: Ruleset, player: PlayerId
) -> ByeWhy:
    """Return why a player had their latest bye; raise Refused if there was none."""
    player = t.entrant(player)
    had = [one for one in t.rounds.values() if any(bye.player == player for bye in one.byes)]
    if not had:
        hint = advice("{} explains their latest pairing.", do("explain", "pairing", player))
        raise Refused(f"{player} has had no bye.", hint=hint)
    latest = max(had, key=lambda one: (one.seq, one.number))
    why = explain_round(entries, rules, latest.pool, latest.number)
    tables = tuple(one for one in only_player(why, player).tables if one.match is None)
    return ByeWhy(why=replace(why, tables=tables), granted=_granted(entries, latest, player))


def _granted(entries: Sequence[Entry], paired: Round, player: PlayerId) -> Granted | None:
    """Return who awarded a bye, if an entry before the pairing did."""
    if (player, ByeKind.AWARDED) not in paired.byes:
        return None
    found = None
    for entry, event in each_event(entries[: paired.seq]):
        if not isinstance(event, ev.ByeAwarded):
            continue
        if (event.player, event.round) == (player, paired.number):
            found = Granted(seq=entry.seq, at=entry.at, hand=entry.hand, reason=event.reason)
    return found
