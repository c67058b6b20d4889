"""The next round of a pool, drawn from recorded chance."""

from ledger import chance
from ledger.errors import Refused
from ledger.events import Drawn
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Bye, ByeKind, Pairing, PlayerId, Pool
from ledger.tournament import Tournament
from projections.pairing.board import Board, board_of
from projections.pairing.facts import Facts, facts_of
from projections.pairing.neighbours import Tables
from projections.pairing.proposal import DRAW, Proposal
from projections.pairing.search import search


def propose(t: Tournament, rules: Ruleset, *, pool: Pool, secret: str) -> Proposal:
    """Return the next Swiss round of a pool, as `secret` draws it (TOP §3.1).

    Nobody meets a former opponent; the bye goes to the lowest bracket, to nobody twice and to
    nobody after an awarded bye; where divisions are mixed, as few pairs as possible cross them
    (TOP §3.1.2); then players meet within their bracket, from the highest to the lowest; and what
    is left is chance. Raises NoLegalRound, with a reason that can be checked, if there is none.
    """
    facts = _asked(t, rules, pool)
    assert t.opened is not None
    key = chance.key(
        tournament=t.opened.tournament,
        pool=pool,
        round=facts.round,
        draw=t.draws + 1,
        state=facts.state,
        secret=secret,
    )
    board = board_of(facts, key)
    pairs = search(board, f"round {facts.round} of {pool}")
    awarded = tuple(Bye(player, ByeKind.AWARDED) for player in facts.awarded)
    drawn_byes = tuple(Bye(_player(board, u)) for u, v in pairs if v >= board.players)
    return Proposal(
        pool=pool,
        round=facts.round,
        pairings=_in_table_order(board, pairs),
        byes=awarded + drawn_byes,
        drawn=Drawn(draw=DRAW, number=t.draws + 1, secret=secret),
    )


def _asked(t: Tournament, rules: Ruleset, pool: Pool) -> Facts:
    """Return the facts of a question that has an answer; refuse the others in a sentence."""
    if t.opened is None:
        raise Refused("no tournament has been opened.", hint="Open it first.")
    if pool in t.cuts:
        raise Refused(
            f"{pool} is a bracket: its pairings follow from the seeds, and nothing is drawn.",
            hint="Pair the next round of the bracket from its seeds.",
        )
    facts = facts_of(t, rules, pool=pool)
    if not facts.players and not facts.awarded:
        raise Refused(
            f"nobody is to be paired in {pool}: it does not exist, or everybody has dropped.",
            hint=f"The pods are {', '.join(sorted(t.pods)) or 'not formed yet'}.",
        )
    return facts


def _in_table_order(board: Board, pairs: Tables) -> tuple[Pairing, ...]:
    """Return the pairings, the highest bracket first, and by lot within a bracket."""
    by_lot = board.by_lot(range(board.players), "0")
    order = sorted(by_lot, key=lambda v: board.brackets[v])
    rank = {v: place for place, v in enumerate(order)}
    seated = [sorted(pair, key=rank.__getitem__) for pair in pairs if pair[1] < board.players]
    seated.sort(key=lambda pair: rank[pair[0]])
    return tuple(Pairing(_player(board, u), _player(board, v)) for u, v in seated)


def _player(board: Board, v: int) -> PlayerId:
    """Return the id of a player on the board."""
    return PlayerId(board.names[v])
