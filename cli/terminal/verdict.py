"""A verdict as it is said: in lines for people, with every row that it rests on, or as data."""

from cli.desk.errors import shown
from cli.terminal.tables import WIDTH, wrapped
from ledger.rulesets.ruleset import Ruleset
from ledger.verdicts.tables import Ruling, said
from projections.judging.match_end import coming, verdict


def in_lines(found: Ruling, rules: Ruleset) -> list[str]:
    """Return a ruling as lines that fit a terminal."""
    lines: list[str] = []
    for text in verdict(found, tie=rules.tie_word, turns=rules.times.extra_turns):
        first, *rest = wrapped(shown(text), WIDTH - 4)
        lines += [f"  {first}", *(f"    {line}" for line in rest)]
    return lines


def as_data(found: Ruling, rules: Ruleset) -> dict[str, object]:
    """Return a ruling for a program."""
    turns = rules.times.extra_turns
    return {
        "over": found.result is not None,
        "result": found.result,
        "next": found.next,
        "next_in_words": coming(found.next, turns=turns) if found.next else None,
        "game_won": found.won,
        "cites": found.cites,
        "rows": [
            {"cite": one.cite, "case": one.case, "follows": one.follows}
            for one in map(said, found.rows)
        ],
    }
