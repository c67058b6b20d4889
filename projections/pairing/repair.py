"""The repair of a posted round before its start: as few players as possible change (TOP §4)."""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events.event import Drawn
from roundbook.ledger.record import draws
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import next_draw
from roundbook.ledger.state.rounds import latest_round
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import Bye, ByeKind, Pairing, PlayerId, Pool
from roundbook.projections.pairing.board import board_of
from roundbook.projections.pairing.certificate import REPAIR
from roundbook.projections.pairing.impossible import no_legal_round
from roundbook.projections.pairing.inputs import Facts, facts_of, key_of
from roundbook.projections.pairing.proposal import field_of
from roundbook.projections.pairing.repair_search import Fewest, Posted, fewest, posted
from roundbook.projections.pairing.state import BYE
from roundbook.projections.pairing.table_numbers import in_play, tables


class Repair(Struct, frozen=True, kw_only=True):
    """A posted round as it should be: pairings in table order, their tables, and the byes.

    `moved` are the players whose opponent is not the one posted, including those who had none; no
    equally good round changes fewer than `least`, which is their number. `looked_at` of the `field`
    players, the bye included, were paired again to prove it; the others provably stay.
    """

    pool: Pool
    round: int
    pairings: tuple[Pairing, ...]
    tables: tuple[int, ...]
    byes: tuple[Bye, ...]
    drawn: Drawn
    moved: tuple[PlayerId, ...]
    least: int
    looked_at: int


def repair(
    t: Tournament,
    rules: Ruleset,
    *,
    pool: Pool,
    secret: str,
    blocked: Collection[int] = (),
) -> Repair:
    """Return the round of a pool that has not started, as `secret` repairs it (TOP §4, A-42).

    The round becomes as good as one that is drawn now: every active player is seated, nobody meets
    a former opponent, the bye is in the lowest bracket, no more pairs cross brackets than
    necessary. Among all such rounds it is one that gives the fewest players a different opponent.
    If that is nobody, the round is right as it is. Players who await an awarded bye do not have the
    random one if possible (A-56). Players who move never sit at one of the `blocked` tables. Raises
    Refused if no round waits, and NoLegalRound.
    """
    paired = _waiting(t, pool)
    facts = facts_of(t, rules, pool=pool, sparing=True)
    drawn = next_draw(t, REPAIR, secret)
    board, found = _mended(t, paired, facts, key_of(t, facts, drawn))
    pairs = [(PlayerId(board.names[u]), PlayerId(board.names[v])) for u, v in found.pairs]
    seated = _ranked(board, [pair for pair in pairs if pair[1] != BYE])
    at = _at_tables(t, paired, seated, blocked)
    awarded = [Bye(player, ByeKind.AWARDED) for player in facts.awarded]
    repaired = Repair(
        pool=pool,
        round=paired.number,
        pairings=tuple(at[table] for table in sorted(at)),
        tables=tuple(sorted(at)),
        byes=(*awarded, *(Bye(player) for player, other in pairs if other == BYE)),
        drawn=drawn,
        moved=(),
        least=found.least,
        looked_at=found.looked_at,
    )
    before = opponents(paired.pairings, paired.byes)
    now = opponents(repaired.pairings, repaired.byes)
    return replace(repaired, moved=tuple(p for p in facts.players if now[p] != before.get(p)))


def fewest_changes(t: Tournament, rules: Ruleset, *, pool: Pool) -> int:
    """Return how many players a repair has to change, whatever the secret; raise Refused.

    An awarded bye that is not posted yet is a change, too.
    """
    paired = _waiting(t, pool)
    facts = facts_of(t, rules, pool=pool, sparing=True)
    before = opponents(paired.pairings, paired.byes)
    awards = sum(before.get(player) != ByeKind.AWARDED.value for player in facts.awarded)
    return awards + _mended(t, paired, facts, bytes(32))[1].least


def opponents(pairings: Iterable[Pairing], byes: Iterable[Bye]) -> dict[PlayerId, str]:
    """Return each player's opponent in a round; for a bye, its kind."""
    found: dict[PlayerId, str] = {p: q for a, b in pairings for p, q in ((a, b), (b, a))}
    return found | {player: kind.value for player, kind in byes}


def _mended(t: Tournament, paired: Round, facts: Facts, key: bytes) -> tuple[Posted, Fewest]:
    """Return the repair as numbers on its board; raise Refused if there is none."""
    where = f"round {paired.number} of {paired.pool}"
    if not facts.players and not facts.awarded:
        raise Refused(
            f"there is nobody to pair in {where}.",
            hint=advice(
                "Withdraw it: {}.",
                do("withdraw", f"{paired.pool}-{paired.number}", "--reason", "…"),
            ),
        )
    field = field_of(t, facts, key)
    before: dict[str, str] = {p: q for a, b in paired.pairings for p, q in ((a, b), (b, a))}
    before |= {bye.player: BYE for bye in paired.byes if bye.kind is ByeKind.RANDOM}
    board = posted(field, before)
    found = fewest(board)
    if found is None:
        raise no_legal_round(board_of(field), where)
    return board, found


STARTED_STAYS = (
    "A round that has started cannot be changed; the next round will be paired correctly."
)


def _waiting(t: Tournament, pool: Pool) -> Round:
    """Return the paired round of a pool that has not started; raise Refused if there is none."""
    if pool in t.cuts:
        raise Refused(
            (
                f"the pairings of the bracket {pool} follow from "
                "its seeds and results, so they cannot be repaired."
            ),
            hint="Withdraw the round and pair it again from the seeds.",
        )
    paired = latest_round(t, pool)
    if paired is None or paired.started:
        raise Refused(
            f"{pool} has no round to repair: none is waiting to start.",
            hint=STARTED_STAYS,
        )
    return paired


def _ranked(board: Posted, pairs: Sequence[tuple[PlayerId, PlayerId]]) -> list[Pairing]:
    """Return pairings as in a draw: the highest bracket first, and at random within a bracket."""
    level = {name: cell[0] for name, cell in zip(board.names, board.cells, strict=False)}

    def rank(player: PlayerId) -> tuple[int, bytes]:
        return level[player], draws.lot(board.key, "0", player)

    seated = [Pairing(*sorted(pair, key=rank)) for pair in pairs]
    return sorted(seated, key=lambda pairing: rank(pairing.first))


def _at_tables(
    t: Tournament, paired: Round, pairings: Sequence[Pairing], blocked: Collection[int]
) -> dict[int, Pairing]:
    """Return the pairing at each table: players who keep their opponent stay at their table.

    The others take the table that is kept for one of them, one that was theirs, the lowest that has
    become free, or a new one; never one that is blocked, or kept for another player.
    """
    # As few people as possible move: players who keep their opponent keep their table, and a new
    # pair takes the table of one of the two if possible.
    old = {frozenset(pair): (match.table, pair) for match, pair in paired.matches()}
    sat = {player: match.table for match, pair in paired.matches() for player in pair}
    at = dict(old[frozenset(pairing)] for pairing in pairings if frozenset(pairing) in old)
    changed = [pairing for pairing in pairings if frozenset(pairing) not in old]
    kept = {player: table for player, table in t.kept.items() if not t.players[player].out}
    taken = {*in_play(t, paired.pool), *blocked}
    for pairing in changed:
        own = (kept[p] for p in pairing if kept.get(p) not in {None, *at, *taken})
        if (table := next(own, None)) is not None:
            at[table] = pairing
    changed = [pairing for pairing in changed if pairing not in at.values()]
    barred = {*blocked, *kept.values()}
    more = tables(t, paired.pool, len(changed), max(paired.tables, default=0) + 1, barred)
    free = sorted(set(paired.tables) - set(at) - barred) + list(more)
    homeless: list[Pairing] = []
    for pairing in changed:
        table = next((sat[p] for p in pairing if sat.get(p) in free), None)
        if table is None:
            homeless.append(pairing)
        else:
            at[table] = pairing
            free.remove(table)
    return at | dict(zip(free, homeless, strict=False))
