"""Words that somebody types who does not know the verbs yet, and which verbs they may mean."""

from collections.abc import Iterable

_MEANT = {
    "add": ("register", "late"),
    "backup": ("archive",),
    "ban": ("disqualify",),
    "begin": ("open", "start"),
    "bye": ("award",),
    "cancel": ("withdraw",),
    "change": ("amend", "correct"),
    "create": ("open",),
    "delete": ("drop", "withdraw", "redact"),
    "draw": ("pair",),
    "dq": ("disqualify",),
    "edit": ("amend", "correct"),
    "end": ("close", "ended"),
    "finals": ("cut", "bracket"),
    "finish": ("close",),
    "fix": ("correct", "amend", "repair"),
    "init": ("open",),
    "list": ("tournaments", "standings", "pairings"),
    "load": ("import", "register"),
    "log": ("history",),
    "ls": ("tournaments",),
    "match": ("report", "pairings"),
    "matches": ("pairings",),
    "new": ("open",),
    "next": ("pair", "start"),
    "pdf": ("pairings", "standings", "slips"),
    "places": ("standings",),
    "player": ("register", "explain"),
    "players": ("register", "standings"),
    "print": ("post", "slips"),
    "quit": ("drop",),
    "rank": ("standings",),
    "ranking": ("standings",),
    "remove": ("drop", "withdraw"),
    "result": ("report",),
    "results": ("report", "pairings"),
    "round": ("pair", "pairings"),
    "rounds": ("announce", "pairings"),
    "save": ("archive", "export"),
    "score": ("report",),
    "seats": ("draft", "pairings"),
    "server": ("serve",),
    "setup": ("open",),
    "show": ("pairings", "standings", "history"),
    "stand": ("standings",),
    "state": ("pairings",),
    "status": ("pairings", "tournaments"),
    "stop": ("close",),
    "swiss": ("pair",),
    "table": ("pairings",),
    "tables": ("pairings",),
    "time": ("clock", "extend"),
    "timer": ("clock",),
    "top": ("cut", "standings"),
    "undo": ("withdraw", "correct", "reinstate"),
    "undrop": ("reinstate",),
    "unreport": ("withdraw",),
    "web": ("serve",),
    "win": ("report",),
    "who": ("standings", "staff"),
}
"""Words of other programs, and the verbs that do such a thing here; `--help` shows the rest."""


def unknown(word: str, verbs: Iterable[str] = ()) -> str:
    """Return what is said of a word that is no verb: which may be meant, or where all are shown."""
    near = _near(word, list(verbs))
    if near:
        *others, last = [f"`{verb}`" for verb in near]
        said = f"Do you mean {', '.join(others)} or {last}?" if others else f"Do you mean {last}?"
    else:
        said = "`help` shows all of them."
    return f"there is no verb {word!r}. {said}"


def _near(word: str, verbs: list[str]) -> list[str]:
    """Return the verbs that a word may stand for: by what it means, or by how it is written."""
    from difflib import get_close_matches  # Needed only where something was mistyped.

    plain = word.lower()
    if plain.endswith(".tdf"):
        return ["import", "replay", "check"]
    if plain in verbs:
        return [plain]
    return list(_MEANT.get(plain, ())) or get_close_matches(plain, verbs, n=3, cutoff=0.7)
