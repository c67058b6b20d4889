"""The pages that the site has and nobody writes: `.ci/site.py` asks for them when it is built.

What they show is kept in fixtures/ where a change should be read in a review: the help of every
command, the rules in force, the verdict tables. The requirements follow from the tests alone, and
the answers to the security standard are in docs/.
Nothing but roundbook is imported here, since whoever builds the site may have no pytest.
"""

import re
from collections.abc import Callable, Mapping

from roundbook.ledger.people.book import Book
from roundbook.ledger.state.staff import in_words
from roundbook.ledger.validators.checks import Check
from roundbook.ledger.verdicts.tables import Row
from roundbook.projections.rules_in_force import rules_in_force
from tests.house import matrix
from tests.house.tree import ROOT

COMMANDS = "fixtures/commands/help.txt"
RULES_IN_FORCE = "fixtures/rules-in-force.txt"
ASVS = "docs/asvs.txt"
VERDICTS = "fixtures/verdict-tables.txt"

IN_FORCE_HEAD = """\
# The rules in force

A command that breaks one of these rules is refused, and nothing is written. A ledger made
elsewhere is checked by the same rules. A *should* rule can be overridden by the officials listed
for it, with a reason that stays in the ledger. They must be on the staff list in that role; whoever
opened the tournament counts as an organiser, and stands in while no head judge is listed. The rules
are in order of precedence: the refusal names the first rule that is broken. For each rule,
`fixtures/rules/` contains the smallest ledger that breaks it, and the refusal.

| rule | source | | overridden by | in words |
|---|---|---|---|---|
"""
VERDICTS_HEAD = """\
# How a match ends: the verdict tables

`roundbook time-called MATCH …` records what a judge saw at the table and says which row applies;
`roundbook ruling verdict …` answers the same question without a tournament. The rows are in our own
words; only the English text of the Tournament Rules & Formats of 1 January 2016 (TRF) counts.
Section numbers are those in its body; the row numbers are ours.

An edition names its table (`verdicts`). `trf-2016` is the default; `tcg-2026` is the TCG Tournament
Handbook of 1 September 2026 (TCG-H), as far as public notes give it: nobody has checked its rows
against the document. There a tiebreaker game takes the place of Single Prize Sudden Death, under
the same words in the ledger and in options (`sd1`, `sudden-death`).

How to read the tables:

- A game has started once its starting player is known. In Swiss, a game that has started and has no
  winner is drawn, and a game that has not started does not count: 1-1-1 and 1-1.
- Use a table only after the last turn has ended. First check whether a player was late or away,
  then use the other rows.
- Half the Prize cards: of 6, 3 are half and 2 are fewer; of 4, 2 are half and 1 is fewer; of 3, 1
  is fewer.
- There are three turns after time (TRF §7.3), or as many as the edition sets: five on the sheet of
  a pod.
- If a row awards the match to a player who has not won the games for it, such as after an absence
  or by Sudden Death for the match, the result names only the winner, without games.
"""
TITLES = {
    "8.1": "§8.1 Swiss: when time is called",
    "8.2": "§8.2 Swiss: a single game without a winner",
    "8.3": "§8.3 Swiss: a best of three without a winner",
    "9.1": "§9.1 Elimination: when time is called",
    "9.2": "§9.2 Elimination: a single game without a winner",
    "9.3": "§9.3 Elimination: a best of three without a winner",
    "10": "§10 Who goes first",
    "h7.4.3": "TCG-H §7.4.3: when time is called",
    "h7.4.4.1": "TCG-H §7.4.4.1: a player who was late or away",
    "h7.4.4.2": "TCG-H §7.4.4.2 Swiss: a match without a winner",
    "h7.4.4.3": "TCG-H §7.4.4.3 Elimination: a match without a winner",
    "h7.2": "TCG-H §7.2: who goes first",
    "pod": "The sheet of an eight-player pod",
}


def commands() -> str:
    """Return the help of every command."""
    return (ROOT / COMMANDS).read_text(encoding="utf-8")


def in_force() -> str:
    """Return the rules that refuse, in order of precedence."""
    return IN_FORCE_HEAD + "".join(map(_rule, rules_in_force(Book())))


def _rule(check: Check) -> str:
    words = (ROOT / "fixtures/rules" / f"{check.rule}.txt").read_text(encoding="utf-8")
    cites = words.splitlines()[1].partition("(")[2].removesuffix(")")
    first = (check.find.__doc__ or "").partition("\n")[0]
    kind = "should" if check.should else "must"
    by = ", ".join(map(in_words, check.by)) if check.should else ""
    return f"| `{check.rule}` | {cites} | {kind} | {by} | {first} |\n"


def verdicts() -> str:
    """Return the tables of how a match ends."""
    parts = [VERDICTS_HEAD]
    for section, title in TITLES.items():
        parts.append(f"\n## {title}\n\n| row | game | case | what follows |\n|---|---|---|---|\n")
        parts += [
            f"| {row.number} | {row.game or ''} | {row.case} | {row.follows} |\n"
            for row in Row
            if row.section == section
        ]
    return "".join(parts)


def requirements() -> str:
    """Return which test proves which requirement."""
    return matrix.page(matrix.requirements(), matrix.proofs())


def asvs() -> str:
    """Return the answers to the security standard, as tables."""
    head, *parts = re.split(r"^## ", (ROOT / ASVS).read_text(encoding="utf-8"), flags=re.MULTILINE)
    title, about = (one.replace("\n# ", " ").strip("# \n") for one in head.split("\n#\n"))
    tables = []
    for part in parts:
        name, *answers = filter(None, part.splitlines())
        tables.append(f"## {name}\n\n| requirement | state | evidence |\n|---|---|---|")
        tables[-1] += "".join(f"\n| {one} |" for one in answers)
    return "\n\n".join(("# OWASP ASVS 5.0.0", title, about, *tables, ""))


def rows(page: str) -> str:
    """Return the tables of a page with their titles: what is compared in a review."""
    kept = (line for line in page.splitlines() if line.startswith(("## ", "| ")))
    return "".join(f"{line}\n" for line in kept)


BUILT: Mapping[str, Callable[[], str]] = {
    "commands.md": commands,
    "rules-in-force.md": in_force,
    "verdicts.md": verdicts,
    "rules.md": requirements,
    "asvs.md": asvs,
}
"""Where each is in the site."""
