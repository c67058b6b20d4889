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
from tests.cli.typed import NOON, block, roundbook

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

Every tournament names its edition: the rules that it is played by. By default, `open` takes the
rules of 2017, and says so if the event is more than a season later:

{older}

| you want | edition |
|---|---|
| this season's rules, as described in public notes | `--edition play-2027-notes` |
| this season's rules, from the documents | make a file of your own, as below |
| to follow an event that runs in TOM | `roundbook file follow --edition tom-2027-notes` |

Nobody has compared `play-2027-notes` with the official documents, and `open`, `status` and
`verify` say so. According to the same notes, League Challenges and League Cups have to be run
in TOM. At a terminal, `open` without an edition asks which to use, if one is meant for that day.

For an edition of your own, have the season's documents at hand: first the rules for tournaments,
then the handbooks of the card game and the video game, then the guide to leagues and prereleases.

## 1. Start from a similar edition

{new}

The file has the text of play-2017, which notes its sources, with the birth years for season 2027
(September 2026 to August 2027). `unanswered` lists the questions that you have not answered yet.

## 2. Answer the questions

For each question, find the answer, write it into the fields, note the section in a comment, and
take the question out of `unanswered`. A field that is not in the file has the default given below,
if there is one; to change it, add the field above the first `[table]`, or one of `times` below
`[times]`. If the documents do not answer a question, move it (or one of its fields) to `not_said`,
above `win_points`: then everybody can see that somebody looked.

```toml
not_said = ["second-day", "times.pre_game"]
```

{questions}

A rate is a fraction in quotation marks, such as `"1/4"`. The rows of a rounds table follow each
other without gaps; the last row needs no `to`. A row with a day two also has `day_two_rounds`, and
`day_two_cut = "x-2-0-or-32"` or `day_two_points`. Put a table of your own at the end of the file:

```toml
[[tables]]
name = "tcg-swiss-only"
rows = [
    {{ from = 4, to = 8, swiss = 3, cut = 0 }},
    {{ from = 9, swiss = 4, cut = 0 }},
]
```

Some answers do not apply to every event:

- `minimum_pod` applies to events with a sanction number (`open --sanction`), the end of late entry
  to events with Championship Points (`open --championship-points`), and the rounds in a table to
  events with a cut.
- `fewest_rounds` is only proposed; `meant_from` and `meant_until` only give a warning.
- A rematch in Swiss is refused in any round, unless an official overrides that. If it makes the
  event invalid, the answer, `status`, the standings and `verify` say so.
- Divisions that play together play as many rounds as the largest of them needs, and each has its
  own cut: 14 players, at most 8 in a division, play the rounds for 8. According to the notes, TOM
  does the same.

A season runs from September to August and is numbered by its second year. If your season begins in
another month, it falls in two of these: write a row of `seasons` for each.

Refusals cite the documents of 2016 and 2017, unless you give the sections of your own documents. On
the left, write what a refusal cites: a section of the old documents, or the name of a rule. Any
that is not in the list is then no longer cited:

```toml
[citations]
"TOP §3.3.5" = "TRH §5.5.6"
"result-locked" = "TRH §5.3.1.1"
```

`roundbook lab schema edition > edition.schema.json` lets an editor complete names and mark
errors. A tiebreak, verdict table or deck rule that is not in the list has to be added as code.

As an example: according to the public notes, a match has at least 50 minutes, and the organiser
may not play one round fewer. Change the first line below, add the second above `rounds_source`, and
take `"match"` out of `unanswered`:

{changes}

## 3. Check it

roundbook finds a mistyped name:

{wrong}

After the correction:

{check}

## 4. See what is different

{diff}

Ask a second person to compare this list with the documents.

## 5. Open tournaments with it

{opened}

As long as a question is open, everybody who opens or verifies an event under the edition is told.

The folder and the archive keep the text of the edition, and the first entry keeps its SHA-256. If
you change the file later, it is a different edition, and tournaments keep the old one. Compare to
see whether the new edition would change an older event, here an invented one:

{compared}

## 6. The card pool

A separate file, the card pool, says which sets are legal:

{pool}

{judged}

A line of a deck list may give the card's mark in brackets. A legal mark admits cards of any set,
unless the set is listed and not legal yet. A listed set is legal from the second Friday after its
release (`"second-friday"`), from some days after its release (`days_until_legal`, by default 21),
or from its own `legal_from`.

This season, events under `play-2027-notes` use `standard-2027-notes` and `expanded-2027-notes`,
from the same notes. `roundbook deck pool standard-2027-notes` prints one as an example, and
`roundbook lab schema pool` describes every field.
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
            whole = f"{words} each rule" if field == "citations" else words
            lines += wrapped_item(f"- `{field}`: {whole}{said}")
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
    return f"{said} (default `{words}`)" if words else said


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
    invented = ("--players", "8", "--rounds", "3", "--seed", "dispute")
    assert roundbook("lab", "generate", "older", *invented).code == 0
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
        compared=block("edition", "compare", "older", str(file)),
        opened=block("open", "cup", "--edition-file", str(file), *start),
        pool=fenced(*POOL.splitlines()),
        judged=block(*judged, "--date", "2026-07-30", code=1),
    )
    assert max(map(len, page.splitlines())) <= 140
    golden("docs/seasons.md", page)


def fenced(*lines: str) -> str:
    """Lines of a TOML file, as a block of the page."""
    return "\n".join(["```toml", *lines, "```"])
