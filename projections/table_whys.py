"""Why two players meet, or why one has the bye: said of any round, whoever paired it."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import Refused
from ledger.events.catalogue import RoundRepaired, Seating
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import Bye, ByeKind, MatchId, PlayerId
from projections.pairing.facts import facts_of
from projections.pairing.keys import key_of
from projections.pairing.pod_chart import Box
from projections.pairing.pod_sheet import POD_SHEET, boxes_of
from projections.pairing.reasons import Reason, reasons, worth
from projections.pairing.sheet import Sheet
from projections.pairing.states import DrawnRound, Field

Boxes = dict[frozenset[PlayerId], Box]
"""The matches of the sheet of a pod, by who is there to play them."""


class TableWhy(Struct, frozen=True, kw_only=True):
    """A table, or a bye without a `match`: `why` is the kind of reason, `sentence` says it.

    The kinds are those of `Why`; `awarded`, `elimination`, `pod-sheet`; `rematch`, `second-bye`
    and `stranger`, which no drawn round has; and `seen`, where only what anybody sees is said.

    `met` are the past pairings that stood in the way. `before` is whom each of the players met
    before the round was repaired, where that is another: a player, `random` or `awarded` for a bye,
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
    """Return a match of the sheet of a pod, or the bye of whoever faces an empty place."""
    one, other = box.first, box.second
    if len(players) == 1 and one.player not in players:
        one, other = other, one
    what = f"meets {other.player}, {other.how}"
    if len(players) == 1:
        what = f"has the bye, since nobody is in the other place, {other.how}"
    return TableWhy(
        match=match,
        players=players,
        why="pod-sheet",
        sentence=f"Match {box.letter} of the sheet: {one.player}, {one.how}, {what} (POD-3).",
    )


def sheet_boxes(t: Tournament, rules: Ruleset, event: Seating) -> Boxes:
    """Return the matches of the sheet by who is there to play them; none if it is not followed."""
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

    Why a pair leaves its bracket is told of a round that is as good as `best`. Of any other round
    only what is plain to see is said: nothing made it so but whoever paired it. A round by the
    sheet of a pod has its reasons in `boxes`.
    """

    def __init__(
        self, field: Field, event: Seating, best: DrawnRound | None, boxes: Boxes | None = None
    ) -> None:
        """Ask for the reasons of all who can be told of, once."""
        self.sheet = Sheet(field)
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
            why, sentence = "stranger", f"{strangers[0]} was not to be paired in this round."
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
            why, sentence = "stranger", f"{player} was not to be paired in this round."
        elif self.sheet.players[player].had_bye:
            why, sentence = "second-bye", f"{player} has the bye, and has had one before."
        elif reason:
            why, sentence = reason.why.value, reason.sentence
        else:
            points = worth(self.sheet.players[player].points)
            why, sentence = "seen", f"{player} has the bye, on {points}."
        return TableWhy(match=None, players=(player,), why=why, sentence=sentence)

    def _seen(self, one: PlayerId, other: PlayerId) -> Iterator[str]:
        """Yield what anybody sees of two players who meet."""
        high, low = sorted((one, other), key=lambda name: -self.sheet.players[name].points)
        above, below = (self.sheet.players[name].points for name in (high, low))
        if above == below:
            yield f"{one} and {other} are both on {worth(above)}."
        else:
            yield f"{high}, on {worth(above)}, is paired down with {low}, on"
            yield f"{worth(below)}."
        if self.sheet.division[one] != self.sheet.division[other]:
            yield f"{one} is a {self.sheet.division[one]}, {other} a {self.sheet.division[other]}."
