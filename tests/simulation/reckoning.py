"""Final places reckoned from the JSON lines of a ledger, without any code of the product.

Written from the prose of the rules (TOP §3.1.4, §3.2, §3.3; the edition play-2017): what stands
in a ledger is read as plain JSON, and everything is counted in the most literal way.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

Json = dict[str, Any]
POINTS = {"win": 3, "tie": 1, "loss": 0, "bye": 3}


class Event:
    """What a ledger tells, in plain dictionaries."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self.players: dict[str, Json] = {}
        self.flights: dict[str, dict[str, list[str]]] = {}
        self.rounds: dict[tuple[str, int], Json] = {}
        self.results: dict[tuple[str, int, int], str] = {}
        self.cuts: dict[str, Json] = {}
        self.second_day: dict[str, Json] = {}
        self.playoffs: dict[str, tuple[int, int, list[str]]] = {}
        self.lots: dict[str, list[str]] = {}
        self.planned: dict[str | None, int] = {}
        self.pods: dict[str, list[str]] = {}
        self.awarded: set[tuple[str, int]] = set()
        self.started: set[tuple[str, int]] = set()
        self.closed = False
        for line in lines:
            for event in json.loads(line)["events"]:
                self.apply(event)

    def apply(self, event: Json) -> None:  # noqa: C901, PLR0912, PLR0915 - one case per event.
        match event["event"]:
            case "player-registered" | "late-player-admitted" as kind:
                self.players[event["player"]] = {
                    "division": event["division"],
                    "late": kind == "late-player-admitted",
                    "losses": event.get("losses", 0),
                    "missed": [],
                    "after": None,
                    "disqualified": False,
                }
                flights = self.flights.get(event["division"], {})
                if event.get("pool") in flights:
                    flights[event["pool"]].append(event["player"])
            case "flights-assigned":
                self.flights[event["division"]] = event["flights"]
            case "late-tag-set" | "late-tag-cleared" as kind:
                self.players[event["player"]]["late"] = kind == "late-tag-set"
            case "player-dropped" | "player-disqualified" as kind:
                player = self.players[event["player"]]
                player["after"] = event["after"]
                player["disqualified"] |= kind == "player-disqualified"
            case "player-reinstated":
                self.players[event["player"]] |= {"after": None, "disqualified": False}
                self.players[event["player"]]["missed"] += event.get("missed", [])
            case "player-amended":
                if event.get("division"):
                    self.players[event["player"]]["division"] = event["division"]
            case "round-paired" | "round-repaired":
                self.rounds[event["pool"], event["round"]] = event
                self.started.discard((event["pool"], event["round"]))
            case "round-withdrawn":
                self.rounds.pop((event["pool"], event["round"]))
            case "round-started":
                self.started.add((event["pool"], event["round"]))
            case "pods-formed":
                self.pods = event["pods"]
            case "bye-awarded":
                self.awarded.add((event["player"], event["round"]))
            case "result-reported" | "result-corrected":
                self.results[tuple(event["match"])] = event["result"]["verdict"]
            case "result-withdrawn":
                self.results.pop(tuple(event["match"]))
            case "cut-made" | "seeds-drawn":
                self.cuts[event["pool"]] = event
            case "announcement-made":
                self.planned[None] = event["rounds"]
            case "rounds-set":
                self.planned[event.get("pool")] = event["rounds"]
            case "tournament-closed" | "tournament-reopened" as kind:
                self.closed = kind == "tournament-closed"
            case "day-two-made":
                self.second_day[event["pool"]] = event
            case "third-place-playoff-paired":
                seat = (event["round"], event["table"], event["pairing"])
                self.playoffs[event["pool"]] = seat
            case "third-place-playoff-withdrawn":
                del self.playoffs[event["match"][0]]
            case "lot-drawn":
                self.lots[event["division"]] = event["lots"]
            case _:
                pass  # It moves nobody.

    def matches(self, pool: str) -> list[tuple[int, int, str, str, str | None]]:
        """Return round, table, both players and the verdict of every match of a pool."""
        found = []
        for (name, number), paired in sorted(self.rounds.items()):
            if name == pool:
                for table, (one, other) in zip(paired["tables"], paired["pairings"], strict=True):
                    verdict = self.results.get((pool, number, table))
                    found.append((number, table, one, other, verdict))
        return found

    def has_ended(self, pool: str, last: int) -> bool:
        """Tell whether a pool has played a round after which no other is legal (TOP §3.1)."""
        missing = [one for one in self.matches(pool) if one[-1] is None]
        if (pool, last) not in self.started or missing:
            return False
        second = self.second_day.get(pool)
        stay = [
            player
            for player, facts in self.players.items()
            if facts["after"] is None and facts["losses"] <= last
            if self.pool_of(player) == pool
            if second is None or last < second["after"] or player in second["players"]
        ]
        return len(stay) < 2 or not self.can_be_paired(pool, last + 1, stay)

    def pool_of(self, player: str) -> str | None:
        division = self.players[player]["division"]
        here = self.flights.get(division) or {}
        own = [flight for flight, players in here.items() if player in players]
        pods = [pod for pod, ages in self.pods.items() if division in ages]
        return next(iter(own or pods), None)

    def can_be_paired(self, pool: str, number: int, players: list[str]) -> bool:
        swiss = [
            one
            for (name, n), one in self.rounds.items()
            if name not in self.cuts and (name != pool or n < number)
        ]
        met = {frozenset(pair) for one in swiss for pair in one["pairings"]}
        had = {bye[0] for one in swiss for bye in one.get("byes", ())}
        rest = [player for player in players if (player, number) not in self.awarded]
        byes = [player for player in rest if player not in had] if len(rest) % 2 else [None]
        return any(paired_up([p for p in rest if p != bye], met) for bye in byes)

    def swiss(self) -> list[str]:
        return sorted({pool for pool, _ in self.rounds} - set(self.cuts))


def paired_up(players: list[str], met: set[frozenset[str]]) -> bool:
    """Tell whether these players can all be paired with somebody they have not met."""
    if not players:
        return True
    first, *others = players
    return any(
        paired_up([p for p in others if p != one], met)
        for one in others
        if frozenset((first, one)) not in met
    )


def read(folder: Path) -> Event:
    """Read the ledger of a folder."""
    return Event((folder / "ledger.jsonl").read_bytes().split(b"\n")[:-1])


# --- Swiss ----------------------------------------------------------------------------------------


class Swiss:
    """Records and percentages of the Swiss rounds up to one of them."""

    def __init__(self, event: Event, last: int = 999) -> None:
        self.event = event
        self.last = last
        self.points: dict[str, int] = defaultdict(int)
        self.counted: dict[str, list[Fraction]] = defaultdict(list)
        self.met: dict[str, list[tuple[int, str, str]]] = defaultdict(list)
        for player, facts in event.players.items():
            self.counted[player] += [Fraction(0)] * (facts["losses"] + len(facts["missed"]))
        for pool in event.swiss():
            for (name, number), paired in event.rounds.items():
                if name == pool and number <= last:
                    for player, _ in paired.get("byes", ()):
                        self.points[player] += POINTS["bye"]
            for number, _, one, other, verdict in event.matches(pool):
                if number <= last and verdict not in {None, "unplayed"}:
                    self.count(number, one, other, verdict or "")
        self.op_win = {player: self.mean_of(player, self.win) for player in event.players}
        self.op_op_win = {
            player: self.mean_of(player, self.op_win.__getitem__) for player in event.players
        }

    def count(self, number: int, one: str, other: str, verdict: str) -> None:
        mine = {"first": "win", "second": "loss", "tie": "tie", "double-loss": "loss"}[verdict]
        theirs = {"first": "loss", "second": "win", "tie": "tie", "double-loss": "loss"}[verdict]
        worth = {"win": Fraction(1), "tie": Fraction(1, 2), "loss": Fraction(0)}
        for player, opponent, came in ((one, other, mine), (other, one, theirs)):
            self.points[player] += POINTS[came]
            self.counted[player].append(worth[came])
            self.met[player].append((number, opponent, came))

    def win(self, player: str) -> Fraction:
        """Return what an opponent contributes: never below 25%, a dropped one at most 75%."""
        rounds = self.counted[player]
        rate = sum(rounds, Fraction(0)) / len(rounds) if rounds else Fraction(0)
        after = self.event.players[player]["after"]
        if after is not None and after < self.ends_of(player):  # Later, all were played.
            rate = min(rate, Fraction(3, 4))
        return max(rate, Fraction(1, 4))

    def ends_of(self, player: str) -> int:
        """Return the last Swiss round of a player: as announced, until Swiss is over."""
        event, swiss = self.event, self.event.swiss()
        seats = [
            (n, pool) for pool, n in event.rounds if pool in swiss and self.sits(player, pool, n)
        ]
        pool = max(seats)[1] if seats else None
        present = max((n for name, n in event.rounds if name == pool), default=0)
        division = event.players[player]["division"]
        over = event.closed or any(cut.get("division") == division for cut in event.cuts.values())
        planned = event.planned.get(pool, event.planned.get(None))
        over = over or (pool is not None and event.has_ended(pool, present))
        return min(present if over else planned or present, self.last)

    def sits(self, player: str, pool: str, number: int) -> bool:
        paired = self.event.rounds[pool, number]
        seated = [one for pair in paired["pairings"] for one in pair]
        return player in seated or player in [bye[0] for bye in paired.get("byes", ())]

    def mean_of(self, player: str, rate: Callable[[str], Fraction]) -> Fraction:
        rates = [rate(opponent) for _, opponent, _ in self.met[player]]
        return sum(rates, Fraction(0)) / len(rates) if rates else Fraction(1, 4)

    # --- the order ------------------------------------------------------------------------------

    def order(self, players: Iterable[str]) -> list[list[str]]:
        """Return these players in tiers, the best first; who shares a tier is level.

        A disqualified player has no place, so nobody is level with them (A-8).
        """
        facts = self.event.players
        players = [player for player in players if not facts[player]["disqualified"]]
        tiers = grouped(players, lambda p: (self.points[p], not self.gone_unseen(p)))
        tiers = refined(tiers, lambda p: not facts[p]["late"])
        tiers = refined(tiers, self.op_win.__getitem__)
        tiers = refined(tiers, self.op_op_win.__getitem__)
        return [part for tier in tiers for part in self.by_matches(tier, self.last_rank(tier))]

    def gone_unseen(self, player: str) -> bool:
        facts = self.event.players[player]
        seated = {
            name
            for paired in self.event.rounds.values()
            for seat in [*paired["pairings"], *([bye[0]] for bye in paired.get("byes", ()))]
            for name in seat
        }
        counted = player in seated or facts["losses"] or facts["missed"]
        return facts["after"] is not None and not counted

    def by_matches(self, tier: list[str], rank: dict[str, int]) -> list[list[str]]:
        """Split players who are level through T3 by T4 and T5 in turn, as A-52 puts it."""
        proven, left, found = self.proven(tier), list(tier), list[list[str]]()
        while left:
            front = [p for p in left if not any((other, p) in proven for other in left)]
            best = front
            if all(p in rank for p in front):
                best = [p for p in front if rank[p] == max(rank[one] for one in front)]
            if len(best) < len(tier):  # Their own matches are tried once more.
                again = self.proven(best)
                best = [p for p in best if not any((other, p) in again for other in best)]
            found.append(best)
            left = [p for p in left if p not in best]
        return found

    def proven(self, players: list[str]) -> set[tuple[str, str]]:
        """Return who beat whom, without the wins that are part of a circle."""
        won: dict[tuple[str, str], int] = defaultdict(int)
        for one in players:
            for _, other, came in self.met[one]:
                won[one, other] += came == "win"
        pairs = [(one, other) for one in players for other in players]
        beat = {(one, other) for one, other in pairs if won[one, other] > won[other, one]}
        leads = set(beat)
        for _ in players:  # As often as the longest way from one player to another needs.
            leads |= {(a, d) for a, b in beat for c, d in leads if b == c}
        return {(one, other) for one, other in beat if (other, one) not in leads}

    def last_rank(self, tier: list[str]) -> dict[str, int]:
        """Return how high the last opponents stand: by points, T1 to T3, and their own matches."""
        last = {player: max(self.met[player])[1] for player in tier if self.met[player]}
        facts = self.event.players
        order = grouped(set(last.values()), self.points.__getitem__)
        order = refined(order, lambda p: not facts[p]["late"])
        order = refined(order, self.op_win.__getitem__)
        order = refined(order, self.op_op_win.__getitem__)
        order = [part for among in order for part in self.by_matches(among, {})]
        rank = {player: -number for number, among in enumerate(order) for player in among}
        return {player: rank[one] for player, one in last.items()}


def grouped(players: Iterable[str], key: Callable[[str], Any]) -> list[list[str]]:
    """Return players in tiers of an equal key, the highest first."""
    tiers: dict[Any, list[str]] = defaultdict(list)
    for player in sorted(players, key=lambda p: int(p[1:])):
        tiers[key(player)].append(player)
    return [tiers[value] for value in sorted(tiers, reverse=True)]


def refined(tiers: Iterable[list[str]], key: Callable[[str], Any]) -> list[list[str]]:
    return [part for tier in tiers for part in grouped(tier, key)]


# --- brackets and the whole -----------------------------------------------------------------------


def of_bracket(event: Event, pool: str, seeds: list[str]) -> list[str]:
    """Return the players of a bracket from first to last, as it was played to its end.

    Who goes out later stands higher; of one round, whoever lost to the one that ends higher in pure
    elimination, and by Swiss seed after Swiss (TOP §3.2.3, §3.3.6).
    """
    lost: dict[str, tuple[int, str]] = {}
    third: dict[str, int] = {}
    playoff = event.playoffs.get(pool)
    for number, table, one, other, verdict in event.matches(pool):
        if verdict == "first":
            lost[other] = number, one
        elif verdict == "second":
            lost[one] = number, other
        elif verdict == "double-loss":
            lost[one], lost[other] = (number, other), (number, one)
        assert (number, table) != (playoff or (0, 0, []))[:2]
    if playoff:
        number, table, (one, other) = playoff
        won = event.results[pool, number, table]
        third = {one: int(won == "first"), other: int(won == "second")}
    left = [player for player in seeds if player not in lost]
    swiss = bool(event.swiss())
    final: list[str] = list(left)
    for number in sorted({number for number, _ in lost.values()}, reverse=True):
        out = [player for player in seeds if player in lost and lost[player][0] == number]
        by_victor = {player: final.index(lost[player][1]) for player in out if not swiss}
        out.sort(key=lambda p: (-third.get(p, 0), by_victor.get(p, 0), seeds.index(p)))
        final += out
    return final


def places(folder: Path) -> dict[str, list[list[str]]]:
    """Return the final order of each division, in tiers of players who share a place."""
    event = read(folder)
    found = {}
    for division in sorted({facts["division"] for facts in event.players.values()}):
        own = [p for p, facts in event.players.items() if facts["division"] == division]
        counted = [p for p in own if not event.players[p]["disqualified"]]
        top: list[str] = []
        for pool, cut in event.cuts.items():
            if cut.get("division") == division:
                top = of_bracket(event, pool, cut["seeds"])
            elif cut.get("division") is None:  # One bracket, whatever the ages.
                top = [p for p in of_bracket(event, pool, cut["seeds"]) if p in own]
        found[division] = [[p] for p in top if p in counted]
        found[division] += rest(event, own, set(top) | (set(own) - set(counted)), division)
    return found


def rest(event: Event, own: list[str], aside: set[str], division: str) -> list[list[str]]:
    """Return those who are in no bracket, as after Swiss; all were compared with all."""
    if event.cuts and not event.swiss():
        return [[player] for player in own if player not in aside]
    second = {player for taken in event.second_day.values() for player in taken["players"]}
    last = max((taken["after"] for taken in event.second_day.values()), default=0)
    tiers = Swiss(event).order([p for p in own if p in second]) if second else []
    day_one = [player for player in own if player not in second]
    tiers += Swiss(event, last).order(day_one) if second else Swiss(event).order(own)
    left = [[player for player in tier if player not in aside] for tier in tiers]
    return by_lot(event, division, [tier for tier in left if tier])


def by_lot(event: Event, division: str, tiers: list[list[str]]) -> list[list[str]]:
    """Return tiers with those parted who are level and have a lot (A-23)."""
    lots = {player: number for number, player in enumerate(event.lots.get(division, ()))}
    drawn = [
        grouped(tier, lambda p: -lots[p]) if all(p in lots for p in tier) else [tier]
        for tier in tiers
    ]
    return [part for tier in drawn for part in tier]


# --- who plays on, as it was when it was said -----------------------------------------------------


def when(folder: Path, kind: str, pool: str) -> Event:
    """Return what a ledger told up to the last line that says who plays on in a pool."""
    lines = (folder / "ledger.jsonl").read_bytes().split(b"\n")[:-1]
    made = [
        number
        for number, line in enumerate(lines, start=1)
        for event in json.loads(line)["events"]
        if event["event"] == kind and event["pool"] == pool
    ]
    return Event(lines[: made[-1]])


def still_in(event: Event, division: str, players: Iterable[str], last: int = 999) -> list[str]:
    """Return who of a list is still in, in the order of Swiss, the level ones by lot."""
    tiers = by_lot(event, division, Swiss(event, last).order(players))
    return [p for tier in tiers for p in tier if event.players[p]["after"] is None]


def seeds_of(folder: Path, pool: str) -> list[str]:
    """Return who makes a cut, in order of seed: the same number of each flight (TOP §3.3.3)."""
    event = when(folder, "cut-made", pool)
    division, size = event.cuts[pool]["division"], len(event.cuts[pool]["seeds"])
    own = [p for p, facts in event.players.items() if facts["division"] == division]
    flights = event.flights.get(division)
    if flights:
        each = size // len(flights)
        chosen = {p for f in flights.values() for p in still_in(event, division, f)[:each]}
        return [p for p in still_in(event, division, own) if p in chosen]
    if event.second_day:
        (taken,) = event.second_day.values()
        own = [p for p in own if p in taken["players"]]
    return still_in(event, division, own)[:size]


def second_day_of(folder: Path, pool: str) -> list[str]:
    """Return who plays the second day: X-2-0 or better, or the best 32 (A-19)."""
    event = when(folder, "day-two-made", pool)
    after = event.second_day[pool]["after"]
    counted = Swiss(event, after)
    order = still_in(event, "Masters", event.players, after)
    enough = [p for p in order if counted.points[p] >= 3 * (after - 2)]
    return enough if len(enough) > 32 else order[:32]


def pairs_of_bracket(event: Event, pool: str) -> dict[int, set[frozenset[str]]]:
    """Return who has to meet whom in each round of a bracket, and nobody else (TOP §3.2.1).

    The position that a seed has doubles with the bracket: its two seeds add up to one more than
    there are positions. Byes go to the highest seeds; the winners of neighbours are neighbours.
    """
    seeds = event.cuts[pool]["seeds"]
    line = [1]
    while len(line) < len(seeds):
        size = 2 * len(line)
        halves = [sorted((seed, size + 1 - seed)) for seed in line]
        line = [s for at, half in enumerate(halves) for s in (half if at % 2 == 0 else half[::-1])]
    at_place: list[str | None] = [seeds[s - 1] if s <= len(seeds) else None for s in line]
    won = {
        (number, frozenset((one, other))): one if verdict == "first" else other
        for number, _, one, other, verdict in event.matches(pool)
    }
    number = min(n for n, *_ in event.matches(pool))
    found: dict[int, set[frozenset[str]]] = {}
    while len(at_place) > 1:
        pairs = list(zip(at_place[::2], at_place[1::2], strict=True))
        found[number] = {frozenset((a, b)) for a, b in pairs if a and b}
        at_place = [won[number, frozenset((a, b))] if a and b else a or b for a, b in pairs]
        number += 1
    return found
