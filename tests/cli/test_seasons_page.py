"""docs/seasons.md: how the rules of a season are brought, with commands that are really run."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.typed import NOON, block

POOL = """\
name = "standard-2027"
format = "standard"
valid_from = 2026-09-01
valid_until = 2027-08-31

[[sets]]
name = "Scarlet & Violet"
codes = ["SVI"]
released = 2023-03-31

[[sets]]
name = "A set of this autumn"
codes = ["NEW"]
released = 2026-11-14
"""
DECK = "4 Pikachu SVI 18\n4 Raichu NEW 1\n52 Lightning Energy\n"
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
to be run in TOM: there roundbook follows (`roundbook follow`, under `tom-2027-notes`), and it
runs everything else.

An edition from the documents takes an hour: have the four at hand (tournament rules, the handbook
of the card game, that of the video game, and the guide to leagues and prereleases), and answer
these questions in their order.

- Which years of birth has each division? Which small divisions play together? `divisions`,
  `pods`, `minimum_division`
- How many players, and how many rounds, make an event? Does a rematch make it invalid?
  `minimum_pod`, `fewest_rounds`, `rematch_invalidates_until`
- Until when may players join, and do they count for the rounds? `late_entry_until_round`,
  `late_entry_until`, `late_players_count`
- What is announced before round 1? `announced`
- When does a record lock? `rounds_until_lock`
- What are a win, a tie and a loss worth? How is a win % calculated, and what counts a bye?
  `win_points` … `bye_in_rate`
- In which order do the tiebreakers decide? `tiebreaks`, `head_to_head`
- Which rounds and cut has each size, for which kind of event? Is one round fewer an option?
  `tables`, `vg`, `tcg_single_day`, `tcg_two_day`, `one_round_fewer`
- Who plays the second day, and what counts there? `day_two_cut` or `day_two_points` in a row,
  `day_two`
- How long is a match, how many turns follow time, and must a cut be best of three? `times`,
  `cut_best_of_three`
- How does an unfinished match end, and who goes first? `verdicts`
- In which game may players agree on a draw? Which penalties are there? `intentional_draws`,
  `intentional_draws_in`, `penalties`
- For which days is the edition meant, and which sections does it cite? `meant_from`,
  `meant_until`, `rounds_source`, `citations`

## 1. Start from a similar edition

{new}

The file contains all of play-2017, with the source of each value next to it, and the
birth years for season 2027 (September 2026 to August 2027).

## 2. Change what is new this season

By the public notes, a match of this season has at least 50 minutes, and one round fewer is not an
option. In an editor, change the first line, and add the second one above `rounds_source`:

{changes}

The values of some fields (`tiebreaks`, `rate`, `cap_applies` …) come from a fixed list; a new one
has to be contributed as code. `roundbook schema edition > edition.schema.json` describes
every field, and an editor that supports JSON Schema for TOML completes names and marks errors.

## 3. Check it

{wrong}

After the name is corrected:

{check}

## 4. See what is different

{diff}

Ask a second person to compare this list with the season's documents.

## 5. Open tournaments with it

{opened}

The text of the edition is kept in the folder and in the archive; the first entry contains its
SHA-256. If the file is changed later, it is a different edition; existing tournaments keep the old
one. `roundbook compare-editions cup play-2027.toml` shows which places in an older event would
change.

## 6. The card pool

Sets are not part of an edition. A card pool is a separate file, with the dates between which it is
valid:

{pool}

{judged}

A set becomes legal automatically, 21 days after its release (TRF §1.3). If the season has another
rule, such as the second Friday after the release, give each set its `legal_from`. `roundbook deck
pool standard-2015` prints a whole pool as an example, and `roundbook schema pool` describes every
field.
"""


def test_the_page_of_seasons_is_fresh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Callable[[str, str], None]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("roundbook.cli.desk.clock.now", lambda: NOON)
    file = Path("play-2027.toml")
    new = block("edition", "new", str(file), "--from", "play-2017", "--season", "2027")
    text = file.read_text(encoding="utf-8").replace("best_of_three = 45", TIMES)
    text = text.replace("rounds_source =", f"{FEWER}\nrounds_source =")
    file.write_text(text.replace("tie_points", "tie_pionts"), encoding="utf-8")
    wrong = block("edition", "check", str(file), code=5)
    file.write_text(text, encoding="utf-8")
    Path("standard-2027.toml").write_text(POOL, encoding="utf-8")
    Path("ana.txt").write_text(DECK, encoding="utf-8")
    start = ("--name", "Cup", "--start", "2026-11-28", "--dry-run")
    judged = ("deck", "judge", "ana.txt", "--format", "standard", "--pool", "standard-2027.toml")
    page = PAGE.format(
        older=block("open", "cup", *start),
        new=new,
        changes=fenced(TIMES, FEWER),
        wrong=wrong,
        check=block("edition", "check", str(file)),
        diff=block("edition", "diff", "play-2017", str(file), code=1),
        opened=block("open", "cup", "--edition-file", str(file), *start),
        pool=fenced(*POOL.splitlines()),
        judged=block(*judged, "--date", "2026-11-28", code=1),
    )
    assert max(map(len, page.splitlines())) <= 120
    golden("docs/seasons.md", page)


def fenced(*lines: str) -> str:
    """Lines of a TOML file, as a block of the page."""
    return "\n".join(["```toml", *lines, "```"])
