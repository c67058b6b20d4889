"""Rematches in the first rounds, by which an edition calls the whole event invalid."""

from collections.abc import Container, Iterator

from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.rounds import rounds_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Pool


def rematches(
    t: Tournament, rules: Ruleset, only: Container[tuple[Pool, int]] | None = None
) -> Iterator[Phrase]:
    """Yield the Swiss rounds with a rematch by which the edition calls the whole event invalid.

    `only` are the rounds to look at, if not all.
    """
    until = rules.rematch_invalidates_until
    for pool in t.pods:
        met = set[frozenset[PlayerId]]()
        for paired in rounds_of(t, pool):
            pairs = {frozenset(pair) for pair in paired.pairings}
            asked = only is None or (pool, paired.number) in only
            if asked and paired.number <= until and met & pairs:
                yield phrase(
                    "Round %(round)s of %(pool)s has a rematch: by %(edition)s, a rematch up to "
                    "round %(until)s makes the event invalid.",
                    round=paired.number,
                    pool=pool,
                    edition=rules.edition,
                    until=until,
                )
            met |= pairs
