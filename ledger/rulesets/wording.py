"""The words and citations of an edition, in sentences that were written for those of 2016 and 2017.

Sentences name Sudden Death and cite the documents that roundbook was made from. Under an edition
with other ones they are reworded where they are shown; what is stored does not change its name.
"""

import re
from collections.abc import Callable, Mapping
from typing import Protocol

from roundbook.ledger.rulesets.ruleset import PLACE, Ruleset
from roundbook.ledger.rulesets.tables import VerdictTable

_TERMS: Mapping[VerdictTable, tuple[tuple[re.Pattern[str], str], ...]] = {
    "trf-2016": (),
    "tcg-2026": (
        (
            re.compile(r"Single\s+Prize\s+Sudden\s+Death"),
            "a tiebreaker game with six Prize cards",
        ),
        (re.compile(r"Sudden\s+Death\s+goes\s+on"), "the tiebreaker game goes on"),
        (re.compile(r"the\s+Sudden\s+Death"), "the tiebreaker game"),
        (re.compile(r"Sudden\s+Death"), "a tiebreaker game"),
    ),
}
"""How the words of 2016 are said, by verdict table; the longest first."""

_ANYWHERE = PLACE.replace(" ", r"\s+")
"""A citation whose words may stand on two lines of a text that was wrapped."""
_MORE = rf"(?:(?:,\s+|\s+and\s+|;\s+)(?:{_ANYWHERE}|§[0-9]+(?:\.[0-9]+)*))*"
_CITED = re.compile(rf"\b{_ANYWHERE}{_MORE}")
"""A citation of the documents of 2016 and 2017, with all its sections."""
_IN_BRACKETS = re.compile(rf"(\s?)\(((?:[^()§]*;\s+)?)({_ANYWHERE}{_MORE})\)")
"""A citation in brackets, after what else may be in them, and the space before."""
_LINKED = re.compile(
    r'<a [^>]*href="[^"]*/ask/rules\?about=(?:TOP|TRF)[^"]*"[^>]*>([^<]*)(?:<span.*?</span>)?</a>'
)
"""A section on a page, with the link to our text of it."""
_SEEN = re.compile(r"as a judge saw it:[^<\n]*(?:\n\s+[^<\n]*){0,3}")
"""How the history says what a judge saw at a table: in our words, to the end of the sentence."""
_ONE = re.compile(r"(?:(TOP|TRF|GTB|POD)(?: |\b))?(§[0-9]+(?:\.[0-9]+)*(?: \([0-9]\))?)?")


def in_edition(text: str, rules: Ruleset) -> str:
    """Return a sentence of ours in the words of an edition, with the sections of its documents."""
    return cited_in(of_table(_in_terms(text, rules), rules), rules)


_ROWS = re.compile(r"\b(TRF|TCG-H) (?=§[0-9]+(?:\.[0-9]+)* rows? )")
"""The document of a verdict table, before its section and row."""


def of_table(text: str, rules: Ruleset) -> str:
    """Return a text in which rows are those of the table, if its document is not the edition's."""
    own = _documents(rules)
    if not own:
        return text
    return _ROWS.sub(
        lambda found: found[0] if found[1] in own else f"table {rules.verdicts} ", text
    )


def _documents(rules: "Citing") -> set[str]:
    """Return the documents in which an edition has sections of its own."""
    cited = (section for sections in rules.citations.values() for section in sections.split(", "))
    return {section.partition(" §")[0] for section in cited}


def shown_in(text: str, rules: Ruleset) -> str:
    """Return what is shown of an event: the citations, and what a judge saw, in its words.

    Both can be told from what people wrote, so this can be used on any text.
    """
    if not rules.citations:
        return text
    text = _SEEN.sub(lambda found: _in_terms(found[0], rules), text)
    return cited_in(text, rules)


def _in_terms(text: str, rules: Ruleset) -> str:
    """Return a text of ours with the terms of the edition's verdict table and its word for tie."""
    for old, new in _TERMS[rules.verdicts]:
        text = old.sub(new, text)
    word = rules.tie_word
    return text if word == "tie" else _TIE.sub(lambda found: f"{word}{found[1]}", text)


_TIE = re.compile(r"(?<![-\w`])tie(s?)(?![-\w`])")
"""The word for a match without a winner; not as a part of the name of a rule."""


class Citing(Protocol):
    """What has documents of its own: an edition, or rules of deck building."""

    @property
    def citations(self) -> Mapping[str, str]:
        """The sections of its documents, by those of 2016 and 2017 or by rule."""


def cited_in(text: str, rules: Citing) -> str:
    """Return a text with the citations of an edition; only those in brackets, as all of ours are.

    So it can be used on texts that contain what people wrote. A citation without a section in the
    edition is left out, with its brackets.
    """
    if not rules.citations or "(" not in text:
        return text
    return _citing(text, lambda cites: _sections(cites, rules))


def uncited(text: str) -> str:
    """Return a text of ours without its citations, for people who do not look them up."""
    return _citing(text, lambda _: "")


def _citing(text: str, said: Callable[[str], str]) -> str:
    """Return a text whose citations in brackets are replaced; nothing is left of empty brackets."""

    def replaced(found: re.Match[str]) -> str:
        inside = "; ".join(filter(None, (found[2].rstrip("; \n"), said(found[3]))))
        return f"{found[1]}({inside})" if inside else ""

    return _IN_BRACKETS.sub(replaced, text)


def page_in(page: str, rules: Ruleset) -> str:
    """Return a page of an event with the citations of its edition.

    Our texts of the rules are those of the documents of 2016 and 2017, so nothing links there.
    """
    if not rules.citations:
        return page
    return shown_in(_LINKED.sub(r"\1", page), rules)


def cited(cites: str, rules: Citing, rule: str = "") -> str:
    """Return the citation of a rule in an edition; empty if none is known.

    A rule may have a section of its own, where the section of 2017 was about more than one thing.
    """
    if not rules.citations:
        return cites
    if rule in rules.citations:
        return rules.citations[rule]
    if not _CITED.search(cites):
        rows = _ROWS.match(cites)  # Else it is the ledger, or roundbook itself.
        return "" if rows and rows[1] not in _documents(rules) else cites
    return _sections(cites, rules)


def _sections(cites: str, rules: Citing) -> str:
    """Return the sections of the edition for a citation, each of them once."""
    document, found = "", list[str]()
    for one in _ONE.finditer(" ".join(cites.split())):
        if not one[0]:
            continue
        document = one[1] or document
        place = f"{document} {one[2]}" if one[2] else document
        found += rules.citations.get(place, "").split(", ")
    return ", ".join(dict.fromkeys(filter(None, found)))
