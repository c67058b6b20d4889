"""Events as nobody would hold them: anything can happen to anybody at any time, allowed or not.

A ledger that breaks rules must be readable to say which, so two readers have to agree on it.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from roundbook.ledger.record.entry import START, Entry, leaf_hash, to_line
from roundbook.ledger.terms import Actor, HandId
from tests.scripts import ANY_EVENT, BEGIN, commitment, opening

POOLS = ("masters", "senior", "masters-a", "masters-b", "junior-senior", "pod-a", "pod-b")
AGES = ("Junior", "Senior", "Masters")
VERDICTS = ("first", "second", "tie", "double-loss", "unplayed")


def wild_event(chance: Random, *, closes: bool = True) -> list[Entry]:
    """Return the entries of an event with a dozen players and rounds of several pools."""
    made: list[Entry] = []
    happened = [msgspec.to_builtins(opening()), *_events(chance)]
    if closes and chance.random() < 0.3:
        happened.append({"event": "tournament-closed"})
    for seq, event in enumerate(happened, start=1):
        entry = Entry(
            seq=seq,
            prev=leaf_hash(to_line(made[-1])) if made else START,
            cmd=f"c{seq}",
            at=BEGIN,
            hand=Actor(id=HandId("h1")),
            events=(ANY_EVENT.decode(msgspec.json.encode(event)),),
        )
        made.append(entry)
    return made


def _events(chance: Random) -> Iterator[dict[str, Any]]:  # noqa: C901, PLR0912, PLR0915 - flat.
    number = chance.randint(4, 12)
    everybody = [f"p{one}" for one in range(1, number + 1)]
    for one in everybody:
        yield _joins(one, chance)
    yield {"event": "announcement-made", "rounds": chance.randint(1, 5), "cut": _cut(chance)}
    yield _pods(chance)
    rounds: list[tuple[str, int, list[int]]] = []
    thirds = 0
    pools = chance.sample(POOLS, 3)
    for _ in range(chance.randint(5, 40)):
        player = chance.choice(everybody)
        match chance.randrange(26):
            case 0 | 1 | 2 | 3 | 4 | 5:
                paired = _paired(chance, everybody, chance.choice(pools), chance.randint(1, 4))
                rounds.append((paired["pool"], paired["round"], paired["tables"]))
                yield paired
                if chance.random() < 0.8:
                    yield {
                        "event": "round-started",
                        "pool": paired["pool"],
                        "round": paired["round"],
                    }
                for table in paired["tables"]:
                    if chance.random() < 0.85:
                        yield _result(chance, (paired["pool"], paired["round"], table))
            case 6 | 7 | 8 if rounds:
                pool, played, tables = chance.choice(rounds)
                for table in tables[:1]:
                    yield _result(chance, (pool, played, table), "result-corrected")
            case 9 if rounds:
                pool, played, _ = chance.choice(rounds)
                yield {"event": "round-withdrawn", "pool": pool, "round": played, "reason": "so"}
            case 10:
                yield {"event": "player-dropped", "player": player, "after": chance.randint(0, 4)}
            case 11:
                yield {
                    "event": "player-disqualified",
                    "player": player,
                    "after": chance.randint(0, 4),
                }
            case 12 | 13:
                missed = chance.sample([1, 2, 3], chance.randint(0, 2))
                yield {
                    "event": "player-reinstated",
                    "player": player,
                    "reason": "so",
                    "missed": missed,
                }
            case 14:
                yield _joins(f"p{len(everybody) + 1}", chance, late=True)
                everybody.append(f"p{len(everybody) + 1}")
            case 15:
                age = chance.choice(AGES)
                bound = commitment((player, age))
                yield {
                    "event": "player-amended",
                    "player": player,
                    "commitment": bound,
                    "reason": "so",
                    "division": age,
                }
            case 16:
                split = chance.random() < 0.3
                halves = {"masters-a": everybody[::2], "masters-b": everybody[1::2]}
                yield {
                    "event": "flights-assigned",
                    "division": "Masters",
                    "flights": {} if split else halves,
                    "reason": "so",
                }
            case 17:
                yield {
                    "event": "team-formed",
                    "players": chance.sample(everybody, 2),
                    "name": "Rocket",
                }
            case 18:
                yield {"event": "team-split", "player": player, "reason": "so"}
            case 19:
                pool = chance.choice(pools)
                some = chance.sample(everybody, chance.randint(0, len(everybody)))
                yield {
                    "event": "day-two-made",
                    "pool": pool,
                    "after": chance.randint(1, 3),
                    "players": some,
                }
            case 20:
                age = chance.choice(AGES)
                seeds = chance.sample(everybody, chance.choice([2, 4]))
                pool = f"{age.lower()}-cut"
                yield {
                    "event": "cut-made",
                    "division": age,
                    "pool": pool,
                    "seeds": seeds,
                    "reason": "so",
                }
                pools.append(pool)
            case 21:
                lots = chance.sample(everybody, len(everybody))
                yield {"event": "lot-drawn", "division": chance.choice(AGES), "lots": lots}
            case 22:
                circles = [everybody[::2], everybody[1::2]]
                yield {
                    "event": "draft-seated",
                    "tables": circles,
                    "reason": "so",
                    "pools": ["pod-a", "pod-b"],
                }
            case 23:
                yield {"event": "seats-withdrawn", "reason": "so"}
            case 24:
                thirds += 1  # Each at a table of its own, so nothing is reported twice.
                match = chance.choice(pools), chance.randint(1, 4), 90 + thirds
                seats = dict(zip(("pool", "round", "table"), match, strict=True))
                pair = chance.sample(everybody, 2)
                yield {"event": "third-place-playoff-paired", **seats, "pairing": pair}
                if chance.random() < 0.5:
                    yield _result(chance, match)
                if chance.random() < 0.5:
                    yield {"event": "third-place-playoff-withdrawn", "match": match, "reason": "so"}
            case _:
                yield chance.choice(
                    [
                        _pods(chance),
                        {
                            "event": "rounds-set",
                            "rounds": chance.randint(1, 5),
                            "pool": chance.choice(pools),
                        },
                    ]
                )


def _joins(player: str, chance: Random, *, late: bool = False) -> dict[str, Any]:
    tag = "late-player-admitted" if late else "player-registered"
    losses = chance.randint(0, 2) if late or chance.random() < 0.1 else 0
    known = {"player": player, "division": chance.choice(AGES), "commitment": commitment(player)}
    return {"event": tag, **known, "losses": losses}


def _cut(chance: Random) -> dict[str, int]:
    return {age: chance.choice([0, 4]) for age in AGES}


def _pods(chance: Random) -> dict[str, Any]:
    apart = {"masters": ["Masters"], "senior": ["Senior"]}
    together = {"masters": ["Masters"], "junior-senior": ["Junior", "Senior"]}
    return {"event": "pods-formed", "pods": chance.choice([apart, together])}


def _paired(chance: Random, everybody: list[str], pool: str, number: int) -> dict[str, Any]:
    some = chance.sample(everybody, chance.randint(2, len(everybody)))
    pairs = [[one, other] for one, other in zip(some[::2], some[1::2], strict=False)]
    pairs = pairs[: chance.randint(1, len(pairs))]
    rest = [one for one in some if one not in {player for pair in pairs for player in pair}]
    kinds = [[one, chance.choice(["random", "awarded"])] for one in rest[:2]]
    return {
        "event": chance.choice(["round-paired", "round-paired", "round-repaired"]),
        "pool": pool,
        "round": number,
        "pairings": pairs,
        "tables": [*range(1, len(pairs) + 1)],
        "byes": kinds,
        "absent": rest[2:],
        "reason": "so",
    }


def _result(
    chance: Random, match: tuple[str, int, int], tag: str = "result-reported"
) -> dict[str, Any]:
    verdict = chance.choice(VERDICTS)
    result: dict[str, Any] = {"verdict": verdict}
    if chance.random() < 0.5 and verdict in {"first", "second", "tie"}:
        result["games"] = {"first": [2, 1, 0], "second": [0, 2, 1], "tie": [1, 1, 1]}[verdict]
    more = {"reason": "so"} if tag == "result-corrected" else {}
    return {"event": tag, "match": list(match), "result": result, **more}
