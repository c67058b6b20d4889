"""Why a match is locked, or until when it can be corrected, as sentences for the desk."""

from projections.locks import LockWhy, Sealed, State

RULES = {
    "TOP §4": "A match record can be corrected until the second subsequent round has been paired. "
    "From then on it cannot be altered.",
    "A-48": "What a paired round has locked stays locked, also if that round is withdrawn.",
    "A-49": "The last rounds lock when the tournament is closed; only the organiser opens it "
    "again, and this stays visible.",
    "A-40": "Once a bracket is being played, a correction of Swiss needs an official's word and "
    "does not change the seeds.",
    "A-50": "In a bracket, who goes on is settled once the next round has started.",
}
"""What the body of the rules, and the decisions where it is silent, say about such a complaint."""

CITES = {
    State.LOCKED: ("TOP §4", "A-48"),
    State.CLOSED: ("TOP §4", "A-49"),
    State.SEEDED: ("TOP §4", "A-40"),
    State.ADVANCED: ("TOP §4", "A-50"),
    State.OPEN: ("TOP §4", "A-49"),
}
"""What of it the answer rests on."""


def lock_in_words(found: LockWhy, by: str) -> list[str]:
    """Return the state of a match in sentences; `by` is who wrote the entry that settled it."""
    where = "" if len(found.pools) == 1 else f" of {' or '.join(found.pools)}"
    match found.state:
        case State.LOCKED:
            settled = _settled(found.by, "was paired", by)
            said = [
                f"{found.match} is locked: its record cannot be altered any more (TOP §4).",
                f"Round {found.locks_with}{where}, the second subsequent one, {settled}.",
            ]
            if found.withdrawn:
                said.append("That round was withdrawn since; what it locked stays locked (A-48).")
            return said
        case State.CLOSED:
            return [
                f"{found.match} is locked: the tournament is closed (A-49).",
                f"It {_settled(found.by, 'was closed', by)}; only the organiser can open it again.",
            ]
        case State.SEEDED:
            begun = _settled(found.by, "was started", by)
            return [
                f"{found.match} can be corrected only if an official lets it pass (A-40).",
                f"It has seeded a bracket that is being played: its first round {begun}.",
                "The seeds stay as they are.",
            ]
        case State.ADVANCED:
            return [
                f"{found.match} has decided who goes on, which stays so (A-50).",
                f"The next round {_settled(found.by, 'was started', by)}.",
            ]
        case State.OPEN:
            until = f"until round {found.locks_with}{where} is paired"
            return [
                f"{found.match} can be corrected {until}, or the tournament is closed (TOP §4)."
            ]


def _settled(one: Sealed | None, done: str, by: str) -> str:
    """Return by which entry something was done, when, and by whom."""
    if one is None:
        return done
    at = one.at.isoformat(sep=" ", timespec="minutes")[:16]
    told = ", as a file tells" if one.told else ""
    return f"{done} at {at} by {by} (entry {one.seq}{told})"
