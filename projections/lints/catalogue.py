"""Everything that is looked for, in the order in which it is shown."""

from collections.abc import Iterable

from ledger.record.entry import Attempt, Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from projections.lints import hands, hours, rounds
from projections.lints.remark import Case, Lint, Remark

LINTS: tuple[Lint, ...] = (
    Lint(hours.clock_set_back),
    Lint(hours.written_at_night),
    Lint(hours.before_the_round),
    Lint(hours.long_after_the_round),
    Lint(hours.started_at_once),
    Lint(hands.one_hand_both),
    Lint(hands.changed_again),
    Lint(hands.changed_before_cut),
    Lint(hands.unexplained_override),
    Lint(hands.frequent_overrides),
    Lint(hands.refused_attempts),
    Lint(rounds.second_bye),
    Lint(rounds.rematch_played),
    Lint(rounds.worse_by_hand),
)


def lint(
    entries: Iterable[Entry], rules: Ruleset, attempts: Iterable[Attempt] = ()
) -> list[Remark]:
    """Return what an auditor wants to see in a ledger, lint by lint, each in order of entries."""
    kept = tuple(entries)
    case = Case(entries=kept, t=Tournament.of(kept), rules=rules, attempts=tuple(attempts))
    return [remark for one in LINTS for remark in one.look(case)]
