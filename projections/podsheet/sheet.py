"""The sheet of an eight-player pod, filled in as far as the event has come (POD-15)."""

from collections.abc import Iterable

from msgspec import Struct

from ledger.errors import Refused
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from projections.pairing.pod_chart import ROUNDS, SEATS
from projections.pairing.pod_sheet import seats_of
from projections.podsheet.chart import SheetMatch, chart_round
from projections.podsheet.lines import SheetLine, line_of, noted_in
from projections.records import records
from projections.standings import standings


class PodSheet(Struct, frozen=True, kw_only=True):
    """The whole sheet: the chart, round by round, and the lines."""

    chart: tuple[tuple[SheetMatch, ...], ...]
    lines: tuple[SheetLine, ...]


def pod_sheet(t: Tournament, rules: Ruleset, entries: Iterable[Entry]) -> PodSheet:
    """Return the sheet of a pod; raises Refused if it has no line for everybody."""
    lines = tuple(player for player in seats_of(t) or t.players if player in t.players)
    if len(lines) > SEATS:
        raise Refused(
            f"the sheet of a pod has {SEATS} lines, and {len(lines)} players are here.",
            hint="Every pod is a tournament of its own; `roundbook standings` shows this one.",
        )
    pool = next((pool for pool in t.latest if pool not in t.cuts), None)
    noted = noted_in(entries)
    table = records(t, rules)
    placed = {one.player: one for one in standings(t, rules)}
    return PodSheet(
        chart=tuple(chart_round(t, pool, number) for number in range(1, ROUNDS + 1)),
        lines=tuple(
            line_of(rules, number, table[player], placed[player], noted.get(player, {}))
            for number, player in enumerate(lines, start=1)
        )
        + tuple(SheetLine(number=number) for number in range(len(lines) + 1, SEATS + 1)),
    )
