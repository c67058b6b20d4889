"""Withdraws the registration of somebody who should not be among the players (A-99)."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.acts.people import forget_unregistered, fresh_salt, holding_the_book
from roundbook.cli.acts.repair import repaired
from roundbook.cli.places.deck_lists import lists_of
from roundbook.cli.places.people import keep_book, read_book
from roundbook.cli.session.write import Done, WriteContext
from roundbook.ledger.errors import Misuse, Refused, advice, do
from roundbook.ledger.events.catalogue import (
    AnyEvent,
    PlayerAmended,
    PlayerDropped,
    RegistrationWithdrawn,
    RoundRepaired,
)
from roundbook.ledger.people.book import Book, BookEntry
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.projections.pairing.pod_sheet import gives
from roundbook.projections.rules_in_force import checks


class Unregistered(Struct, frozen=True, kw_only=True):
    """A withdrawn registration: the player, with the name until then, and the repaired rounds.

    `same_as` is who they are, if they were registered twice; `taken` are the details that this
    player took over. `without_list` tells that a deck list of theirs was deleted.
    """

    entries: tuple[Entry, ...]
    player: PlayerId
    name: str
    same_as: PlayerId | None = None
    taken: tuple[str, ...] = ()
    repaired: tuple[Pool, ...] = ()
    without_list: bool = False


def unregister(
    ctx: WriteContext,
    player: PlayerId,
    *,
    reason: str | None = None,
    same_as: PlayerId | None = None,
) -> Unregistered:
    """Withdraw a registration before round 1 starts; a paired round is repaired without the player.

    Details that only the withdrawn registration has go to `same_as`. The name and
    the deck lists are deleted. Raises Misuse if the round is posted and there is no reason.
    """
    with holding_the_book(ctx):
        ctx.venue.desk.refresh()
        book = read_book(ctx.venue.folder)
        name = book.name(player)
        kept, taken = _merged(book, player, same_as)
        ctx.venue.desk.checks = checks(kept)

        def act(t: Tournament) -> list[AnyEvent]:
            found = _without(ctx, t, player, reason)
            withdrawn = RegistrationWithdrawn(player=player, reason=reason, same_as=same_as)
            if not (same_as and taken):
                return [*found, withdrawn]
            amended = PlayerAmended(
                player=same_as,
                commitment=kept.players[same_as].bound,
                reason=reason or f"{player} was the same person",
            )
            return [*found, withdrawn, amended]

        entries = ctx.take(act, before=lambda: keep_book(ctx.venue.folder, kept))
        without_list = any(lists_of(ctx.venue.folder, {player}))
        if not ctx.dry_run:
            forget_unregistered(ctx)
    events = [event for entry in entries for event in entry.events]
    return Unregistered(
        entries=tuple(entries),
        player=player,
        name=name,
        same_as=same_as,
        taken=taken,
        repaired=tuple(event.pool for event in events if isinstance(event, RoundRepaired)),
        without_list=without_list,
    )


def unregister_all(ctx: WriteContext, players: Sequence[PlayerId]) -> Done:
    """Withdraw the registrations of several players as one entry: all of them or none."""
    with holding_the_book(ctx):
        withdrawn = [RegistrationWithdrawn(player=one) for one in players]
        entries = ctx.take(lambda _: withdrawn)
        if not ctx.dry_run:
            forget_unregistered(ctx)
    return Done(entries=tuple(entries))


def _without(
    ctx: WriteContext, t: Tournament, player: PlayerId, reason: str | None
) -> list[AnyEvent]:
    """Return what takes a player out of rounds that have not started: a drop, and repairs."""
    waiting = [one for one in t.rounds.values() if player in one.players() and not one.started]
    if not waiting or any(player in cut.seeds for cut in t.cuts.values()):
        return []  # A player with a seed stays, as the rule for registrations says.
    if reason is None and any(one.posted for one in waiting):
        raise Misuse("the round is posted, so give a reason.", field="reason")
    out = PlayerDropped(player=player, after=0)
    then = t.copy()
    then.apply(out, t.seq)
    return [out, *_repairs(ctx, then, waiting, reason)]


def _repairs(
    ctx: WriteContext, t: Tournament, waiting: list[Round], reason: str | None
) -> list[RoundRepaired]:
    found = []
    for one in waiting:
        if gives(t, ctx.rules, one.pool):
            name = f"{one.pool}-{one.number}"
            raise Refused(
                f"{named(t, one.pool, one.number)} follows the pod sheet, which fixes every "
                "pairing.",
                hint=advice(
                    "Withdraw the round first ({}), then the registration, and pair again.",
                    do("withdraw", name, "--reason", "…"),
                ),
            )
        event = repaired(t, ctx.rules, one.pool, reason, frozenset())
        if event:
            found.append(event)
            t.apply(event, t.seq)
    return found


def _merged(book: Book, player: PlayerId, same_as: PlayerId | None) -> tuple[Book, tuple[str, ...]]:
    """Return the names file with one player's missing details taken from the other, and which."""
    known, other = book.players.get(player), book.players.get(same_as) if same_as else None
    if same_as is None or known is None or other is None:
        return book, ()
    ghost, stays = known.person, other.person
    person = replace(
        stays,
        id=stays.id or ghost.id,
        birth_year=stays.birth_year or ghost.birth_year,
        birthday=ghost.birthday if stays.birth_year in {None, ghost.birth_year} else stays.birthday,
    )
    if stays.birth_date:
        person = replace(person, birthday=stays.birthday)
    details = {"Player ID": "id", "year of birth": "birth_year", "birthday": "birthday"}
    taken = [
        what for what, field in details.items() if getattr(person, field) != getattr(stays, field)
    ]
    if not taken:
        return book, ()
    entry = BookEntry(person=person, salt=fresh_salt(), display=other.display)
    former = (other, *book.former.get(same_as, ()))
    kept = replace(
        book,
        players={**book.players, same_as: entry},
        former={**book.former, same_as: former},
    )
    return kept, tuple(taken)
