"""A tournament in a few words, told as events, for tests that need no desk."""

import itertools
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from ledger.events import catalogue as ev
from ledger.record.entry import START, Entry
from ledger.state.tournament import Tournament
from ledger.terms import (
    Actor,
    Bye,
    ByeKind,
    Division,
    HandId,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Score,
    Style,
    Verdict,
    won,
)
from tests.scripts import opening

MASTERS = Pool("masters")
COMMITMENT = "A" * 43
BEGIN = datetime(2026, 3, 7, 9, tzinfo=UTC)
VERDICTS = {
    ">": Verdict.FIRST,
    "<": Verdict.SECOND,
    "=": Verdict.TIE,
    "x": Verdict.DOUBLE_LOSS,
    "?": Verdict.UNPLAYED,
}


def player(number: int | str) -> PlayerId:
    """Return the id of a player by number: 3 is `p3`."""
    return PlayerId(f"p{number}")


class Told:
    """Collects events, one entry for each call of `entry`, and knows the next table."""

    def __init__(self, edition: str = "play-2017", style: Style = Style.SWISS_PLUS_CUT) -> None:
        """Open a tournament."""
        self.entries: list[Entry] = []
        self.players: list[PlayerId] = []
        self.edition = edition
        begun = opening(edition, style=style)
        here = {"tournament": "tournament", "name": "Cup", "start": BEGIN.date()}
        self.entry(replace(begun, **here, commitment=None))

    def entry(self, *events: ev.AnyEvent, hand: str = "h1") -> None:
        """Add an entry that holds these events."""
        seq = len(self.entries) + 1
        self.entries.append(
            Entry(
                seq=seq,
                at=BEGIN + timedelta(minutes=seq),
                hand=Actor(id=HandId(hand)),
                cmd=f"c{seq}",
                prev=START,
                events=events,
            )
        )

    def register(self, count: int, division: Division = Division.MASTERS) -> None:
        """Register so many players of a division."""
        for _ in range(count):
            self.players.append(player(len(self.players) + 1))
            self.entry(
                ev.PlayerRegistered(
                    player=self.players[-1], division=division, commitment=COMMITMENT
                )
            )

    def late(self, losses: int, division: Division = Division.MASTERS) -> PlayerId:
        """Admit a late player."""
        self.players.append(player(len(self.players) + 1))
        self.entry(
            ev.LatePlayerAdmitted(
                player=self.players[-1], division=division, commitment=COMMITMENT, losses=losses
            )
        )
        return self.players[-1]

    def pods(self, **pods: Sequence[Division]) -> None:
        """Form pods."""
        named = {Pool(name.replace("_", "-")): tuple(held) for name, held in pods.items()}
        self.entry(ev.PodsFormed(pods=named))

    def round(self, number: int, text: str, pool: Pool = MASTERS) -> None:
        """Pair, start and report a round: `1>2 3=4 5x6 7?8 9 bye 10 award`.

        `1-2` is open, `1>2:2-1` has games. A player alone has a bye; `10!` an awarded one.
        """
        pairings: list[tuple[Pairing, Result | None]] = []
        byes: list[Bye] = []
        for word in text.split():
            seats, _, games = word.partition(":")
            mark = next((c for c in seats if c in "><=x?-"), None)
            if mark is None:
                kind = ByeKind.AWARDED if seats.endswith("!") else ByeKind.RANDOM
                byes.append(Bye(player(seats.rstrip("!")), kind))
                continue
            first, second = seats.split(mark)
            result = Result(verdict=VERDICTS[mark]) if mark != "-" else None
            if games:
                result = won(Score(*(int(part) for part in games.split("-"))))
            pairings.append((Pairing(player(first), player(second)), result))
        self.pair(pool, number, pairings, byes)

    def pair(
        self,
        pool: Pool,
        number: int,
        pairings: Iterable[tuple[Pairing, Result | None]],
        byes: Iterable[Bye] = (),
    ) -> None:
        """Pair, start and report a round."""
        seated = list(pairings)
        self.entry(
            ev.RoundPaired(
                pool=pool,
                round=number,
                pairings=tuple(pair for pair, _ in seated),
                tables=tuple(range(1, len(seated) + 1)),
                byes=tuple(byes),
                reason="told by hand",
            )
        )
        self.entry(ev.RoundStarted(pool=pool, round=number))
        for table, (_, result) in zip(itertools.count(1), seated, strict=False):
            if result is not None:
                self.entry(ev.ResultReported(match=MatchId(pool, number, table), result=result))

    def drop(self, number: int, after: int) -> None:
        """Let a player leave."""
        self.entry(ev.PlayerDropped(player=player(number), after=after))

    def cut(self, *seeds: int, pool: str = "masters-cut") -> None:
        """Make the cut of the Masters."""
        self.entry(
            ev.CutMade(
                division=Division.MASTERS, pool=Pool(pool), seeds=tuple(player(s) for s in seeds)
            )
        )

    @property
    def tournament(self) -> Tournament:
        """The tournament told so far."""
        return Tournament.replay(self.entries)
