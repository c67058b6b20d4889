"""For every lint the smallest ledger in which it finds something, at the last entry."""

from typing import NamedTuple

from roundbook.ledger.record.entry import Attempt, Entry
from roundbook.ledger.terms import Actor, HandId
from tests.scripts import BEGIN, happened

BEGUN = "at 10:00; pods masters; crowd 2; round 1 1-2"
PAIRED = "at 10:00; crowd 2; pair 1 1-2"
LOST = (
    '{"event":"history-shortened","leaf":"47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU","lines":40,'
    '"paired":{"masters":2},"reason":"The stick was lost."}'
)
FOUND = (
    '{"event":"contradiction-found","leaf":"47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",'
    '"entry":9,"at":"2018-03-04T10:40:00Z","text":"Table 1 is 2-0 at the other desk."}'
)
CASES = {
    "history-shortened": f"{BEGUN}; event {LOST}",
    "clock-set-back": f"{BEGUN}; at 9:30; note The clock was an hour fast.",
    "written-at-night": f"{BEGUN}; at 23:00; start 1; at 23:40; report 1-1 first",
    "before-the-round": f"{PAIRED}; at 10:40; report 1-1 first; at 10:50; start 1",
    "long-after-the-round": f"{BEGUN}; at 13:40; report 1-1 first",
    "started-at-once": f"{PAIRED}; at 10:05; post 1; start 1",
    "one-hand-both": """
        at 10:00; crowd 4; round 1 1-2 3-4
        at 10:30; report 1-2 first
        hand organiser
        at 10:40; report 1-1 first
        at 10:45; correct 1-1 second
    """,
    "changed-again": f"{BEGUN}; at 10:40; report 1-1 first; correct 1-1 second; correct 1-1 first",
    "changed-before-cut": f"""
        {BEGUN}
        at 10:40; report 1-1 first
        at 10:45; correct 1-1 second
        at 10:59; cut masters 2 1
    """,
    "undecided": f"{BEGUN}; event {FOUND}",
    "unexplained-override": f"""
        {BEGUN}
        event {{"event":"player-dropped","player":"p1","after":0,\
"override":{{"rule":"drop-round","reason":"it happened","official":"head-judge"}}}}
    """,
    "frequent-overrides": f"{BEGUN}; " + "; ".join(f"drop {n} 0 ~ drop-round" for n in (1, 2, 1)),
    "refused-attempts": BEGUN,
    "second-bye": "at 10:00; crowd 3; round 1 1-2 3; pair 2 2-1 3 ~ second-bye",
    "rematch-played": f"{BEGUN}; pair 2 1-2 ~ rematch",
    "worse-by-hand": "at 10:00; crowd 8; round 1 1>2 3>4 5>6 7>8; pair 2 1-4 3-6 5-8 7-2",
    "closed-owing": "at 10:00; announce 2 masters=2; crowd 4; round 1 1>2 3>4; close",
}
"""The scripts, in the order of the lints."""


class Given(NamedTuple):
    """A ledger, and what was refused beside it."""

    entries: list[Entry]
    attempts: tuple[Attempt, ...] = ()


def case(name: str) -> Given:
    """Return what happened in a case."""
    entries = happened(CASES[name]).entries
    refused = Attempt(
        at=BEGIN,
        hand=Actor(id=HandId("h2")),
        cmd="c99",
        after=len(entries),
        rule="result-locked",
        message="match masters-1-1 is locked: round 3 has been paired.",
    )
    return Given(entries, (refused,) if name == "refused-attempts" else ())
