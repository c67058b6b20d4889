"""Teams of a team battle: forms and splits them, one by one or from a list (TRF §14.3)."""

from collections.abc import Sequence

from msgspec import Struct

from roundbook.cli.args.players import find_player
from roundbook.cli.session.write import Done, WriteContext
from roundbook.ledger.errors import Refused
from roundbook.ledger.events.catalogue import TeamFormed, TeamSplit
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId


class TeamsFormed(Struct, frozen=True, kw_only=True):
    """The teams that were formed; `alone` are players without a partner."""

    entries: tuple[Entry, ...]
    teams: tuple[TeamFormed, ...]
    alone: tuple[PlayerId, ...]


def form_team(ctx: WriteContext, name: str, one: PlayerId, other: PlayerId) -> TeamsFormed:
    """Form a team of two; the first player represents it."""
    return _formed(ctx, [TeamFormed(players=(one, other), name=name)])


def form_list(
    ctx: WriteContext, data: bytes, where: str, encoding: str | None = None
) -> TeamsFormed:
    """Form all teams in a list, with a name and two players on each line: all of them, or none."""
    from roundbook.ledger.importers.lists import (
        teams as lists,  # It may load the reader of workbooks.
    )

    return _formed(
        ctx,
        [
            TeamFormed(
                players=(
                    _player(ctx, where, row.line, row.first),
                    _player(ctx, where, row.line, row.second),
                ),
                name=row.team,
            )
            for row in lists.read(data, where, encoding)
        ],
    )


def _player(ctx: WriteContext, where: str, line: int, text: str) -> PlayerId:
    try:
        return find_player(text, ctx.tournament, ctx.book)
    except Refused as refusal:
        raise Refused(f"{where}, line {line}: {refusal.message}", hint=refusal.hint) from None


def _formed(ctx: WriteContext, teams: Sequence[TeamFormed]) -> TeamsFormed:
    entries = ctx.take(*[lambda _, team=team: [team] for team in teams])
    return TeamsFormed(
        entries=tuple(entries),
        teams=tuple(teams),
        alone=tuple(without_partner(ctx.after(entries))),
    )


def split_team(ctx: WriteContext, player: PlayerId, *, reason: str) -> Done:
    """Split a team that was formed by mistake."""
    first = ctx.tournament.entrant(player)
    return Done(entries=(ctx.post(TeamSplit(player=first, reason=reason)),))


def without_partner(t: Tournament) -> list[PlayerId]:
    """Return the active players who are not in a team."""
    players = (player for player in t.players.values() if not player.out)
    return [player.id for player in players if player.id not in t.teams]
