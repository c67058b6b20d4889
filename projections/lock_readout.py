"""Why a match is locked, or until when it can be corrected, as sentences for the desk."""

from projections.locks import LockWhy, Sealed, State


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
