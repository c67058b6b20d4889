"""The round with the fewest rematches, which an organiser may allow if no round is legal (A-11).

The whole field is solved exactly, like a window; docs/pairing.md specifies the procedure.
"""

from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import next_draw
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Pool
from roundbook.projections.pairing.best_round import LOT_BITS, in_rank, lot_of
from roundbook.projections.pairing.board import Board, Scale, board_of
from roundbook.projections.pairing.certificate import REMATCHES
from roundbook.projections.pairing.impossible import NoLegalRound
from roundbook.projections.pairing.inputs import Facts, facts_of, key_of
from roundbook.projections.pairing.proposal import Proposal, field_of, proposal_of, propose
from roundbook.projections.pairing.state import without_bye
from roundbook.projections.pairing.weighted_matching import Price, cheapest


def propose_rematches(t: Tournament, rules: Ruleset, *, pool: Pool, secret: str) -> Proposal:
    """Return the next Swiss round of a pool with the fewest rematches, as `secret` draws it.

    Among these rounds it is the one in which the fewest players meet their opponent of the round
    before; then rematches are in the lowest brackets; then they are the oldest; then it is the best
    round (A-10 to A-14); the rest is chance. Nobody has a second bye. Raises Refused if a legal
    round exists, and NoLegalRound if rematches do not help.
    """
    try:
        propose(t, rules, pool=pool, secret=secret)
    except NoLegalRound as refusal:
        none = refusal
    else:
        raise Refused(
            f"the next round of {pool} can be paired without a rematch, so none is allowed.",
            hint=advice("Pair it: {}.", do("pair", pool)),
        )
    facts = facts_of(t, rules, pool=pool, sparing=True)
    drawn = next_draw(t, REMATCHES, secret)
    field = field_of(t, facts, key_of(t, facts, drawn))
    board = board_of(without_bye(field, facts.awaiting))
    if _bye_for_nobody(board):
        board = board_of(field)
    # Rematches give nobody a bye: only the organiser can allow a second bye.
    if _bye_for_nobody(board):
        raise none
    found = cheapest(_prices(board, facts, _last_met(t, facts)))
    assert found is not None, "any two players may meet, and some player may have the bye"
    pairs = in_rank(board, found.pairs)
    names = board.names
    bye = next((sum(pair) - board.players for pair in pairs if board.players in pair), None)
    return proposal_of(
        facts,
        [(names[u], names[v]) for u, v in pairs if board.players not in (u, v)],
        None if bye is None else names[bye],
        drawn,
    )


def _bye_for_nobody(board: Board) -> bool:
    """Return whether there is a bye that nobody may have."""
    return board.bye and len(board.barred[board.players]) == board.players


def _last_met(t: Tournament, facts: Facts) -> dict[frozenset[str], int]:
    """Return the round of the pool in which two players were last paired."""
    last: dict[frozenset[str], int] = {}
    for paired in t.rounds.values():
        if paired.pool == facts.pool and paired.number < facts.round:
            for pair in paired.pairings:
                both = frozenset(map(str, pair))
                last[both] = max(paired.number, last.get(both, 0))
    return last


def _prices(board: Board, facts: Facts, last: dict[frozenset[str], int]) -> list[list[Price]]:
    """Return the prices of all pairs: the usual ones and, in higher digits, the rematches.

    The digits, from the lowest: rematches from round 0 (another pool) up to the round before; those
    in each bracket from the lowest up, by the higher player; with the last opponent; and all.
    """
    seats = board.seats()
    scale, n = Scale(seats), len(seats)
    room = (n // 2 + 1) << LOT_BITS
    prices: list[list[Price]] = [[None] * n for _ in range(n)]
    for u in range(n):
        for v in range(u + 1, n):
            if v < board.players or u not in board.barred[v]:
                lot = lot_of(board, "pair", board.names[u], board.names[v])
                prices[u][v] = prices[v][u] = scale.price(seats[u], seats[v]) * room + lot
    # More than the price of a whole round without its rematches: from here up every rematch
    # outweighs all usual prices.
    usual = (n // 2 + 1) * (1 + max(price for row in prices for price in row if price is not None))
    digit, brackets = n // 2 + 1, max(board.brackets) + 1
    for u in range(board.players):
        for v in board.barred[u]:
            price = prices[u][v]
            if v < u or v == board.players or price is None:
                continue
            when = last.get(frozenset((board.names[u], board.names[v])), 0)
            low = brackets - 1 - min(board.brackets[u], board.brackets[v])
            before = facts.round > 1 and when == facts.round - 1
            places = (when, facts.round + low, facts.round + brackets + 1)
            weight = sum(digit**place for place in places)
            weight += before * digit ** (facts.round + brackets)
            prices[u][v] = prices[v][u] = price + usual * weight
    return prices
