"""What the terminal says, as a page says it: acts by their titles, fields by their labels.

Verbs and rules speak of commands and options, which whoever clicks has never seen. Nothing of it is
written twice: titles and labels are those of the forms, and only the way to them is another one.
"""

import re

from cli.web.desk.labels import LABELS, TITLES

_PAGES = {
    "desk": "Entry",
    "deck list": "Print",
    "explain": "Questions",
    "history": "History",
    "lint": "Questions",
    "pairings": "Rounds",
    "posted": "Print",
    "roundbook": "All acts",
    "standings": "Standings",
    "tournaments": "Tournaments",
    "verify": "Questions",
    "archive": "Archive",
    "import": "Tournaments",
    "requests": "Requests",
}
"""Verbs that are no form, and the page or the button that does the same."""

_SPAN = re.compile(r"`([^`]*)`")
_NEXT = re.compile(r"\Anext: (roundbook .+)\Z")
_OPTION = re.compile(r"--([a-z][a-z-]+)")
_BARE = re.compile(r"--([a-z][a-z-]+)(?: (?:[A-Z]{2,}|…))?")
_ASIDE = re.compile(r" \((?:--[a-z][^()]*)\)")


def plainly(text: str) -> str:
    """Return what a verb or a rule says, without the words of the terminal."""
    if found := _NEXT.match(text):
        return f"next: {_act(found[1])}"
    text = _SPAN.sub(lambda span: _act(span[1]), text)
    return _BARE.sub(lambda option: f"“{called(option[1])}”", _ASIDE.sub("", text))


def called(option: str) -> str:
    """Return what an option is called on a page."""
    return LABELS.get(option) or option.replace("-", " ").capitalize()


def _act(typed: str) -> str:
    """Return how a page names what stands between backticks."""
    words = typed.split()
    if "--override" in words:
        return "“Let the rule pass”, with the reason"
    options = [called(option) for option in dict.fromkeys(_OPTION.findall(typed))]
    if words[:1] == ["roundbook"]:
        words = words[1:] or words
    elif words[:1] and words[0].startswith("--"):
        return " and ".join(f"“{option}”" for option in options)
    title = _title(words)
    if title is None:
        return f"`{typed}`"
    return f"“{title}” ({', '.join(options)})" if options else f"“{title}”"


def _title(words: list[str]) -> str | None:
    """Return the title of the act or the page that words of the terminal begin with."""
    for verb in (" ".join(words[:2]), " ".join(words[:1])):
        if found := TITLES.get(verb) or _PAGES.get(verb):
            return found
    return None
