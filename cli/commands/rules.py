"""Look up what the rules say, in our own words, with the section that is binding."""

import click
from msgspec import Struct
from msgspec.structs import asdict

from roundbook.cli.args.types import quoted
from roundbook.cli.desk.errors import shown
from roundbook.cli.desk.output import echo
from roundbook.cli.desk.read import AS_JSON, say_answer
from roundbook.cli.desk.write import serves
from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.people.book import Book
from roundbook.ledger.reference.library import (
    OWN,
    Entry,
    cited,
    documents,
    entries,
    in_section,
    near,
    search,
)
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
    """The sections about a word, and other sections that mention it.

    `in_force` says what a rule demands, if the word was its name, such as `result-locked`.
    """

    rules: tuple[RuleLine, ...]
    see_also: tuple[str, ...]
    in_force: str = ""


@click.command("rules")
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--section", help='A section and its subsections, such as "TRF §3.5".')
@AS_JSON
@serves
def command(*, words: tuple[str, ...], section: str | None, as_json: bool) -> None:
    r"""Look up what the rules say about WORD; without WORD, list the words you can look up.

    WORD may also be a section, a document (TOP, TRF, POD, GTB), a number from docs/rules.md such as
    A-25, or the name of a rule in a refusal, such as result-locked. Every section is summarised in
    our own words, with the matching command; the English text of the section is binding (TOP,
    Appendix A). Sections about things that people do themselves have no matching command. Documents
    that the rules mention but roundbook does not include are marked `not included here`.

    \b
    Examples:
      roundbook rules time limit
      roundbook rules TRF 8.3
      roundbook rules POD
      roundbook rules dice --section "TRF §3"
    """
    every = entries()
    held = list(every) if section is None else in_section(every, section)
    if section is not None and not held:
        raise Refused(
            f"there is no section {quoted(section)}.",
            hint=advice("{} lists the sections; give one, such as TRF §3.5.", do("rules")),
        )
    about, also = held, list[Entry]()
    in_force = _demanded(" ".join(words))
    if in_force:
        about = cited(held, in_force)
    elif words and not (about := in_section(held, " ".join(words))):
        about, also = search(held, words)
    if not about and not in_force:
        close = near(every, words)
        hint = (
            advice(f"Try {' or '.join(['{}'] * len(close))}.", *(do("rules", one) for one in close))
            if close
            else advice("{} lists everything.", do("rules"))
        )
        raise Refused(f"the rules contain nothing about {quoted(' '.join(words))}.", hint=hint)
    if as_json:
        found = tuple(RuleLine(cite=entry.cite, **asdict(entry)) for entry in about)
        say_answer(
            RulesFound(rules=found, see_also=tuple(one.cite for one in also), in_force=in_force)
        )
        return
    listed = section is None and not words
    lines = _contents() if listed else [line for entry in about for line in _whole(entry)]
    if in_force:
        lines = [*wrapped(f"{words[0]}: {in_force}", WIDTH), *lines]
    if also:
        lines += ["see also:", *(f"  {_title(entry)}" for entry in also)]
    for line in lines:
        echo(shown(line))


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
    return [*lines, f"    command: roundbook {entry.verb}"] if entry.verb else lines
