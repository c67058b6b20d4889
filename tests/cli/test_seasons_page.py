"""docs/seasons.md: how the rules of a season are brought, with commands that are really run."""

import json
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from roundbook.ledger.rulesets.questions import CHOICES, QUESTIONS
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.tables import DivisionYears, Times
from tests.cli.typed import NOON, block

POOL = """\
name = "standard-spring-2026"
format = "standard"
deck_rules = "tcg-2026-notes"
valid_from = 2026-04-10
marks = ["H", "I", "J"]
new_sets = "second-friday"

[[sets]]
name = "Pitch Black"
released = 2026-07-17
"""
DECK = "4 Pikachu (G)\n4 Raichu (Pitch Black)\n52 Lightning Energy\n"
TIMES = "best_of_three = 50"
FEWER = "one_round_fewer = false"

PAGE = """\
# This season's rules

Written by `pytest --regenerate`, which runs every command on this page; the sentences between
the commands are in `tests/cli/test_seasons_page.py`.

roundbook comes with the 2017 rules. For an event more than a season later, `open` says so:

{older}

Every tournament names its edition. Newer rules go into a new file, so no old tournament changes.

`play-2027-notes` has this season's rules from public notes. Nobody has held it against the
official documents, so it says so whenever it is used, and the default stays `play-2017`. At a
terminal, `open` asks which one to use. By the same notes, League Challenges and League Cups have
to be run in TOM: there roundbook follows (`roundbook file follow`, under `tom-2027-notes`), and it
runs everything else.

An edition from the documents takes an hour. Have them at hand, in this order: the rules for
tournaments, the handbook of the card game, that of the video game, and the guide to leagues and
prereleases.

## 1. Start from a similar edition

{new}

The file contains all of play-2017, with the source of each value next to it, and the birth years
for season 2027 (September 2026 to August 2027). Below its name, it lists the questions that its
documents have not answered yet (`unanswered`).

## 2. Answer the questions

Take the questions in this order, which is that of the documents. Find the answer, write it into the
fields, note the section in a comment, and take the question out of `unanswered`. If a field is not
in the file, its value is the one marked *else*: add the field above the first `[table]`.

If the documents do not answer a question, move it to `not_said`: everybody can then see that
somebody looked, and which value holds. A field of a question can stand there by itself. Add the
line above `win_points`:

```toml
not_said = ["second-day", "times.pre_game"]
```

{questions}

A rate is a fraction in quotation marks, such as `"1/4"`. A rounds table has a row for each
number of players, without gaps: `{{ from = 9, to = 16, swiss = 4, cut = 4 }}`; the last row has
no `to`. A row with a second day also has `day_two_rounds`, and either `day_two_cut =
"x-2-0-or-32"` or `day_two_points`. A table under a name of its own is written at the end of the
file:

```toml
[[tables]]
name = "tcg-swiss-only"
rows = [
    {{ from = 4, to = 8, swiss = 3, cut = 0 }},
    {{ from = 9, swiss = 4, cut = 0 }},
]
```

Some answers do not bind every event:

- `minimum_pod` refuses a pod only at an event with a sanction number (`open --sanction`).
  `fewest_rounds` is only proposed; another number can be announced.
- Late entry ends only at events for Championship Points (`open --championship-points`).
- The number of rounds in a table binds events with a cut. In Swiss without a cut, another number
  is pointed out, but not refused.
- `meant_from` and `meant_until` refuse nothing: whoever opens an event on another day is told.
- A rematch is always refused, and an official may override that. If it makes the event invalid, so
  say the answer, `status`, the standings and `verify`.

A season is counted from September to August, by its second year. If yours turns in another month,
write a row of `seasons` for both seasons that it touches.

Divisions that play together have the number of rounds of the largest of them, and each has its own
cut: 14 players in three divisions, of which none has more than 8, play the rounds of 8 players. By
the public notes TOM does the same, so no field changes that; with `announce --rounds`, they play
as many as you say.

Without a `[citations]` table, refusals cite the documents of 2016 and 2017. With one, at the
end of the file, only the sections in it are cited: on the left a section of those documents, or
the name of a rule, as a refusal gives it; on the right where your documents say
it. `edition check` refuses a name on the left that nobody cites. Begin it with a few, and add one
whenever you meet it:

```toml
[citations]
"TOP §3.3.5" = "TRH §5.5.6"
"result-locked" = "TRH §5.3.1.1"
```

Lists such as `tiebreaks`, and the tables behind `verdicts` and `deck_rules`, choose from what the
program knows; something new has to be contributed as code. `roundbook lab schema edition >
edition.schema.json` describes every field, and an editor that supports JSON Schema for TOML
completes names and marks errors.

By the public notes, a match of this season has at least 50 minutes, and one round fewer is not an
option. In an editor, change the first line, add the second one above `rounds_source`, and take
`"match"` out of `unanswered`:

{changes}

## 3. Check it

{wrong}

After the name is corrected:

{check}

## 4. See what is different

{diff}

Ask a second person to compare this list with the season's documents.

## 5. Open tournaments with it

{opened}

While a question is open, everybody who opens or verifies an event under the edition is told.

The text of the edition is kept in the folder and in the archive; the first entry contains its
SHA-256. If the file is changed later, it is a different edition; existing tournaments keep the old
one. `roundbook edition compare cup play-2027.toml` shows which places in an older event would
change.

## 6. The card pool

Sets are not part of an edition. A card pool is a separate file, with the dates between which it is
valid, the regulation marks that are legal, and the sets with their days of release:

{pool}

{judged}

A line of a deck list gives its mark in brackets. Cards with a legal mark are legal whatever
their set, and a set that is listed also has to be old enough: by `new_sets`, on the second
Friday after its release (`"second-friday"`) or some days after it (`days_until_legal`, 21 if
nothing is said), or from its own `legal_from` on. `deck_rules` names the rules of deck building
that the pool was made for.

`standard-2027-notes` and `expanded-2027-notes` have what public notes say of this season, and no
list of cards; events under `play-2027-notes` use them. `roundbook deck pool standard-2027-notes`
prints one as an example, and `roundbook lab schema pool` describes every field.
"""


def questions() -> str:
    """The questions in their order; for each its fields with their words and values."""
    hints = get_type_hints(Ruleset, include_extras=True)
    hints |= {
        f"{table}.{name}": hint
        for table, kind in (("times", Times), ("divisions", DivisionYears))
        for name, hint in get_type_hints(kind, include_extras=True).items()
    }
    lines = list[str]()
    for question in QUESTIONS:
        lines += [f"**{question.asks}** `{question.name}`", ""]
        for field, words in question.fields.items():
            meanings = CHOICES.get(field, {})
            said = values_of(hints[field], otherwise(field), explained=bool(meanings))
            lines += wrapped_item(f"- `{field}`: {words}{said}")
            for value, meaning in meanings.items():
                lines += wrapped_item(f"  - `{value}`: {meaning}")
        lines.append("")
    return "\n".join(lines).rstrip()


def wrapped_item(text: str) -> list[str]:
    """An item of a list, on lines that fit a page."""
    indent = " " * (text.index("-") + 2)
    return textwrap.wrap(text, 98, subsequent_indent=indent, break_on_hyphens=False)


def otherwise(field: str) -> object:
    """The value of a field that is not in the file; `msgspec.NODEFAULT` if it has to be."""
    table, _, name = field.rpartition(".")
    kinds: dict[str, type[msgspec.Struct]] = {
        "": Ruleset,
        "times": Times,
        "divisions": DivisionYears,
    }
    return next(one.default for one in msgspec.structs.fields(kinds[table]) if one.name == name)


def values_of(hint: Any, default: object, *, explained: bool) -> str:
    """The values of a field, if they come from a list, and the one that counts without it.

    Those that are `explained` are listed below it.
    """
    words = json.dumps(default) if isinstance(default, bool | int | str) else None
    known = [one for one in literals(hint) if isinstance(one, str)]
    listed = "; one of " if get_origin(hint) is Literal else "; a list of "
    each = "these" if explained else ", ".join(f"`{one}`" for one in known)
    said = f"{listed}{each}" if known else ""
    return f"{said} (else `{words}`)" if words else said


def literals(hint: Any) -> list[object]:
    """The words among which a type lets people choose."""
    if get_origin(hint) is Literal:
        return [*get_args(hint)]
    return [one for part in get_args(hint) for one in literals(part)] if get_args(hint) else []


def test_the_page_of_seasons_is_fresh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Callable[[str, str], None]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("roundbook.cli.session.clock.now", lambda: NOON)
    file = Path("play-2027.toml")
    new = block("edition", "new", str(file), "--from", "play-2017", "--season", "2027")
    text = file.read_text(encoding="utf-8").replace("best_of_three = 45", TIMES)
    text = text.replace("rounds_source =", f"{FEWER}\nrounds_source =")
    text = re.sub(r'(?m)^ +"match", .*\n', "", text)
    file.write_text(text.replace("tie_points", "tie_pionts"), encoding="utf-8")
    wrong = block("edition", "check", str(file), code=5)
    file.write_text(text, encoding="utf-8")
    Path("our-pool.toml").write_text(POOL, encoding="utf-8")
    Path("ana.txt").write_text(DECK, encoding="utf-8")
    start = ("--name", "Cup", "--start", "2026-11-28", "--dry-run")
    judged = ("deck", "judge", "ana.txt", "--format", "standard", "--pool", "our-pool.toml")
    page = PAGE.format(
        older=block("open", "cup", *start),
        new=new,
        questions=questions(),
        changes=fenced(TIMES, FEWER),
        wrong=wrong,
        check=block("edition", "check", str(file)),
        diff=block("edition", "diff", "play-2017", str(file), code=1),
        opened=block("open", "cup", "--edition-file", str(file), *start),
        pool=fenced(*POOL.splitlines()),
        judged=block(*judged, "--date", "2026-07-30", code=1),
    )
    assert max(map(len, page.splitlines())) <= 140
    golden("docs/seasons.md", page)


def fenced(*lines: str) -> str:
    """Lines of a TOML file, as a block of the page."""
    return "\n".join(["```toml", *lines, "```"])
