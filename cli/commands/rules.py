"""Look up what the rules say, in our own words, with the section that is binding."""

from collections.abc import Sequence

import click
from msgspec import Struct
from msgspec.structs import asdict

from roundbook.cli.args.types import quoted
from roundbook.cli.session.errors import shown
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import AS_JSON, say_answer
from roundbook.cli.session.write import serves
from roundbook.cli.verbs import path_of
from roundbook.ledger.errors import Hint, Refused, advice, do
from roundbook.ledger.people.book import Book
from roundbook.ledger.reference.library import OWN, Entry, cited, documents, entries, in_section
from roundbook.ledger.reference.search import Found, near, search
from roundbook.projections.reports.text.tables import WIDTH, wrapped
from roundbook.projections.rules_in_force import rules_in_force


class RuleLine(Struct, frozen=True, kw_only=True):
    """A section of the rules: where it is, and what it says, in our own words.

    `verb` is the command that does or calculates it, empty if people do it themselves. `outside`
    marks a document that the rules mention but roundbook does not include (TOP §1).
    """

    cite: str
    document: str
    section: str
    ids: tuple[str, ...]
    title: str
    points: tuple[str, ...]
    words: tuple[str, ...]
    verb: str
    outside: bool


class RulesFound(Struct, frozen=True, kw_only=True):
    """The sections about the words, the best first, and other sections that mention some of them.

    `in_force` says what a rule demands, if the word was its name, such as `result-locked`. `silent`
    says that the documents do not speak of what was asked. `unknown` are words in no section.
    """

    rules: tuple[RuleLine, ...]
    see_also: tuple[str, ...]
    in_force: str = ""
    silent: str = ""
    unknown: tuple[str, ...] = ()


@click.command("rules")
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--section", help='A section and its subsections, such as "TRF §3.5".')
@AS_JSON
@serves
def command(*, words: tuple[str, ...], section: str | None, as_json: bool) -> None:
    r"""Look up what the rules say about WORD; without WORD, list every section.

    Type your question in your own words: the sections that match it best come first. WORD
    may also be a section, a document (TOP, TRF, POD, GTB), the number of a decision such as A-25,
    or the name of a rule in a refusal, such as result-locked. Every section is summarised in our
    own words, with the matching command; the English text of the section is binding (TOP, Appendix
    A). Sections about things that people do themselves have no matching command. Documents that the
    rules mention but roundbook does not include are marked `not included here`.

    \b
    Examples:
      roundbook edition find time limit
      roundbook edition find coin fell on the floor
      roundbook edition find TRF 8.3
      roundbook edition find POD
      roundbook edition find dice --section "TRF §3"
    """
    every = entries()
    held = list(every) if section is None else in_section(every, section)
    if section is not None and not held:
        raise Refused(
            f"there is no section {quoted(section)}.",
            hint=advice("{} lists the sections; give one, such as TRF §3.5.", do("rules")),
        )
    found, in_force = Found(about=tuple(held)), _demanded(" ".join(words))
    if in_force:
        found = Found(about=tuple(cited(held, in_force)))
    elif words:
        named = tuple(in_section(held, " ".join(words)))
        found = Found(about=named) if named else search(held, words)
    if not found.about and not in_force:
        hint = _similar(found.unknown) or advice("{} lists every section.", do("rules"))
        raise Refused(f"no section is about {quoted(' '.join(words))}.", hint=hint)
    if as_json:
        say_answer(_facts(found, in_force))
        return
    listed = section is None and not words
    lines = _contents() if listed else [line for entry in found.about for line in _whole(entry)]
    said = [found.silent, f"{words[0]}: {in_force}" if in_force else "", _unknown(found.unknown)]
    lines = [line for text in said for line in wrapped(text, WIDTH) if text] + lines
    if found.also:
        lines += ["see also:", *(f"  {_title(entry)}" for entry in found.also)]
    for line in lines:
        echo(shown(line))


def _facts(found: Found, in_force: str) -> RulesFound:
    """Return what was found, as JSON contains it."""
    return RulesFound(
        rules=tuple(RuleLine(cite=entry.cite, **asdict(entry)) for entry in found.about),
        see_also=tuple(entry.cite for entry in found.also),
        in_force=in_force,
        silent=found.silent,
        unknown=found.unknown,
    )


def _similar(words: Sequence[str]) -> Hint | None:
    """Return a hint with words of the rules that look like those not found; None if none do."""
    close = near(words)
    parts = " or ".join(["{}"] * len(close))
    return advice(f"Try {parts}.", *(do("rules", one) for one in close)) if close else None


def _unknown(words: Sequence[str]) -> str:
    """Return a sentence about the words that no section contains, with similar ones."""
    if not words:
        return ""
    close = near(words)
    similar = f" Similar words: {', '.join(close)}." if close else ""
    return f"No section contains {' or '.join(map(quoted, words))}.{similar}"


def _demanded(name: str) -> str:
    """Return what the rule of this name demands; empty if there is none."""
    found = next(
        (one for one in rules_in_force(Book()) if one.rule == name.strip().casefold()), None
    )
    return (found.find.__doc__ or "").split("\n")[0] if found else ""


def _contents() -> list[str]:
    """Return every section with its title; for our own numbers, how to look them up."""
    rules = (one for each in documents() if each.document not in OWN for one in each.entry)
    own = [f"{each.document}  {each.title}" for each in documents() if each.document in OWN]
    return [*map(_title, rules), *own]


def _title(entry: Entry) -> str:
    outside = " (not included here)" if entry.outside else ""
    return f"{entry.cite}  {entry.title}{outside}"


def _whole(entry: Entry) -> list[str]:
    lines = [_title(entry)]
    for point in entry.points:
        first, *rest = wrapped(point, WIDTH - 4)
        lines += [f"  - {first}", *(f"    {line}" for line in rest)]
    return [*lines, f"    command: roundbook {path_of(entry.verb)}"] if entry.verb else lines
