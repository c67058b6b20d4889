"""The lock of a result is reckoned in one module, which everybody asks."""

from tests.house.tree import ROOT, modules

READ_IN = {
    "ledger/rulesets/ruleset.py",
    "ledger/rulesets/own_rules.py",
    "ledger/rulesets/questions.py",
    "ledger/state/lock.py",
}
"""Where the number stands in the rules, where somebody's own is named, and where it is read."""


def test_when_a_result_locks_is_read_in_one_module() -> None:
    read = [path for path in modules() if "rounds_until_lock" in (ROOT / path).read_text("utf-8")]
    assert {path.as_posix() for path in read} == READ_IN
