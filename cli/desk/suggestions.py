"""Words that somebody types who does not know the verbs yet, and which verbs they may mean."""

from cli.verbs import VERBS, verb_of


def unknown(word: str) -> str:
    """Return what is said of a word that is no verb: which may be meant, or where all are shown."""
    near = _near(word)
    if near:
        *others, last = [f"`{verb}`" for verb in near]
        said = f"Do you mean {', '.join(others)} or {last}?" if others else f"Do you mean {last}?"
    else:
        said = "`help` shows all of them."
    return f"there is no verb {word!r}. {said}"


def _near(word: str) -> list[str]:
    """Return the verbs that a word may stand for: by what it means, or by how it is written."""
    from difflib import get_close_matches  # Needed only where something was mistyped.

    plain = word.lower()
    if plain.endswith(".tdf"):
        return ["import", "replay", "check"]
    if verb := verb_of(plain):
        return [verb.name]
    meant = [verb.name for verb in VERBS.values() if plain in verb.words.split()]
    return meant or get_close_matches(plain, VERBS, n=3, cutoff=0.7)
