"""Checks and registers deck lists (TRF §4), draws draft seats, and starts deck building."""

from datetime import date, datetime
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.args.types import quoted
from roundbook.cli.places import deck_lists, secrets
from roundbook.cli.places.layout import own_home
from roundbook.cli.session.venue import random_bytes
from roundbook.cli.session.write import Done, WriteContext
from roundbook.ledger.decks import formats, pools
from roundbook.ledger.decks.deck_list import SALT_BYTES, DeckList, KeptList, canonical
from roundbook.ledger.decks.pools import CardPool
from roundbook.ledger.errors import Misuse, Unreadable
from roundbook.ledger.events.catalogue import (
    BuildingStarted,
    BuildingWithdrawn,
    DeckRegistered,
    DraftSeated,
    SeatsWithdrawn,
)
from roundbook.ledger.events.drafts import Draft
from roundbook.ledger.people.book import packed
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.validators.decks import draft_of
from roundbook.projections import drafts
from roundbook.projections.decks import Judgement, Question, judge, with_unused
from roundbook.projections.rounds.clock import BuildingClock

FORMATS = [one.name for one in formats.rules().formats]
DRAFTS = ["sealed", "booster-draft", "rochester-draft", "solomon-draft"]


class ChosenPool(NamedTuple):
    """A chosen card pool with its digest, and its text if it is the organiser's own."""

    pool: CardPool
    sha256: str
    brought: bytes | None = None


def pool_named(name: str) -> ChosenPool | None:
    """Return one of roundbook's card pools by name, or None."""
    found = pools.named(name)
    return ChosenPool(*found) if found else None


class JudgedBy(Struct, frozen=True, kw_only=True):
    """What a list is checked against, besides its format.

    In Limited, `handed_out` lists all cards that the player was given, `basic_energy` is whether
    the organiser provides basic Energy, and `draft` is the kind of Limited if the format does not
    say.
    """

    pool: ChosenPool | None = None
    region: str | None = None
    handed_out: DeckList | None = None
    basic_energy: bool = False
    draft: str | None = None


class Basis(Struct, frozen=True, kw_only=True):
    """What a list is checked against: the question, and the text of the organiser's own pool."""

    asked: Question
    pool_sha256: str | None = None
    brought: bytes | None = None


def basis(
    by: JudgedBy, *, format_name: str, on: date, premier: bool, deck_rules: str | None = None
) -> Basis:
    """Return what a list is checked against on a day. Raises Misuse if the values do not fit.

    Without the rules of an event's edition, they are those for which the card pool was made.
    """
    deck_rules = deck_rules or (by.pool.pool.deck_rules if by.pool else formats.CURRENT)
    rules = formats.rules(deck_rules)
    wanted = rules.format(format_name)
    if wanted is None:
        msg = f"{quoted(format_name)} is not a format; use one of {', '.join(FORMATS)}."
        raise Misuse(msg, field="format_name")
    chosen = by.pool or (_in_force(wanted.pool, on, deck_rules) if wanted.pool else None)
    last = pools.last_before(wanted.pool, on, deck_rules) if wanted.pool and not chosen else None
    asked = Question(
        format=wanted,
        rules=rules,
        on=on,
        pool=chosen.pool if chosen else last,
        sets_known=wanted.pool is None or chosen is not None,
        local=rules.languages.get(by.region) if by.region else None,
        premier=premier,
        handed_out=by.handed_out,
        energy_provided=by.basic_energy,
        draft=by.draft,
    )
    if not asked.limited and (by.handed_out or by.draft or by.basic_energy):
        msg = (
            f"{wanted.name} is Constructed: drafts and provided basic Energy are only for Limited."
        )
        raise Misuse(msg, field="draft")
    return Basis(
        asked=asked,
        pool_sha256=chosen.sha256 if chosen else None,
        brought=chosen.brought if chosen else None,
    )


def _in_force(kind: str, on: date, deck_rules: str) -> ChosenPool | None:
    found = pools.for_format(kind, on, deck_rules)
    return ChosenPool(*found) if found else None


def format_of(ctx: WriteContext, named: str | None) -> tuple[str, date]:
    """Return the format and the first day, as of which lists are checked.

    The format is the one given, that of the tournament, or that of the previous list.
    """
    t = ctx.tournament
    latest = next((one.format for one in reversed(t.decks.values())), None)
    found = named or (t.opened.format if t.opened else None) or latest
    if found is None or t.opened is None:
        raise Misuse("give the format of the tournament.", field="format_name")
    return found, t.opened.start


class DeckJudged(Struct, frozen=True, kw_only=True):
    """A player's deck list, what it was checked against, and the findings."""

    player: PlayerId
    deck: DeckList
    basis: Basis
    judgement: Judgement


class DeckKept(Struct, frozen=True, kw_only=True):
    """A registered deck list; `again` is whether it replaces an earlier one."""

    entries: tuple[Entry, ...]
    player: PlayerId
    format: str
    basis: Basis
    judgement: Judgement
    again: bool


def judge_deck(
    ctx: WriteContext, player: PlayerId, deck: DeckList, by: JudgedBy, *, format_name: str
) -> DeckJudged:
    """Check a player's deck list as for registration. Raises Misuse."""
    opened = ctx.tournament.opened
    assert opened is not None, "it has a format"
    by = _as_the_event_says(ctx.tournament, by, format_name)
    by = replace(by, handed_out=_left_by_partner(ctx, player, by.handed_out))
    found = basis(
        by,
        format_name=format_name,
        on=opened.start,
        premier=opened.premier,
        deck_rules=ctx.rules.deck_rules,
    )
    return DeckJudged(player=player, deck=deck, basis=found, judgement=judge(deck, found.asked))


def _as_the_event_says(t: Tournament, by: JudgedBy, format_name: str) -> JudgedBy:
    """Return what to check against, with the event's own settings: region, Energy, draft."""
    wanted = formats.rules().format(format_name)
    limited = wanted is not None and wanted.category is formats.Category.LIMITED
    told, drafted = t.announcement, [one.draft for one in t.drafts if one.draft]
    return replace(
        by,
        region=by.region or (t.opened.region if t.opened else None),
        basic_energy=by.basic_energy or bool(limited and told and told.basic_energy),
        draft=by.draft or (f"{drafted[-1]}-draft" if limited and drafted else None),
    )


def _left_by_partner(
    ctx: WriteContext, player: PlayerId, handed_out: DeckList | None
) -> DeckList | None:
    """Return the cards for a player's deck: in a team, without the partner's (TRF §14.3.2; A-65).

    Partners may trade within what both were given: the cards named, or for a first list all cards
    on the partner's list. Without a partner's list they are those `handed_out`; None if unknown.
    """
    t = ctx.tournament
    team = t.teams.get(t.entrant(player))
    partner = next((one for one in team.players if one != player), None) if team else None
    event = t.decks.get(partner) if partner else None
    if event is None:
        return handed_out
    kept = deck_lists.kept_list(ctx.venue.folder, event).deck
    given = handed_out or (kept if kept.unused and player not in t.decks else None)
    if given is None:
        return None
    return DeckList(lines=with_unused(DeckList(lines=kept.deck), given, formats.rules()).unused)


def register_deck(ctx: WriteContext, it: DeckJudged) -> DeckKept:
    """Register a player's deck list before their first round starts.

    The list is saved next to the ledger, which contains only its commitment. A new list replaces
    the previous one, which is kept.
    """
    asked, judged = it.basis.asked, it.judgement
    kept = KeptList(
        deck=canonical(with_unused(it.deck, asked.handed_out, asked.rules)),
        salt=_salt_before(ctx, it.player) or packed(random_bytes(SALT_BYTES)),
    )
    event = DeckRegistered(
        player=it.player,
        commitment=kept.commitment,
        format=asked.format.name,
        cards=judged.cards,
        unused=sum(line.count for line in kept.deck.unused),
        pool=asked.pool.name if asked.pool and it.basis.pool_sha256 else None,
        pool_sha256=it.basis.pool_sha256,
        breaches=sum(one.rule != "deck-size" for one in judged.breaches),
    )
    folder = ctx.venue.folder
    [entry] = ctx.take(
        lambda _: [event],
        before=lambda: deck_lists.keep(folder, event, kept, it.basis.brought),
    )
    return DeckKept(
        entries=(entry,),
        player=it.player,
        format=asked.format.name,
        basis=it.basis,
        judgement=judged,
        again=_had_list(ctx, it.player, entry),
    )


def _had_list(ctx: WriteContext, player: PlayerId, now: Entry) -> bool:
    """Tell whether a player had a registered list before an entry."""
    earlier = (e for entry in ctx.venue.desk.entries[: now.seq - 1] for e in entry.events)
    return any(isinstance(event, DeckRegistered) and event.player == player for event in earlier)


def _salt_before(ctx: WriteContext, player: PlayerId) -> str | None:
    """Return the salt that this same command has already used, if it is a repeat."""
    for event in ctx.written(DeckRegistered):
        if event.player == player:
            try:
                return deck_lists.kept_list(ctx.venue.folder, event).salt
            except Unreadable:
                return None
    return None


# Draft seats, drawn at random from the recorded secret (TRF §11.2).


class SeatsDrawn(Struct, frozen=True, kw_only=True):
    """The number of draft tables, and the players at each, seat by seat.

    A dry run has no players: nobody may know the draw in advance.
    """

    entries: tuple[Entry, ...]
    draft: Draft
    count: int
    tables: tuple[tuple[PlayerId, ...], ...] = ()


def draw_seats(
    ctx: WriteContext, draft: Draft | None = None, *, reason: str | None = None
) -> SeatsDrawn:
    """Draw the seats from the next secret of the chain; repeating it needs a reason.

    Without a `draft`, it is that of the event's format. Raises Misuse if the format has none.
    """
    opened = ctx.tournament.opened
    draft = draft or (draft_of(opened.format) if opened and opened.format else None)
    if draft is None:
        raise Misuse("give the draft: booster, rochester or solomon.", field="kind")

    def act(t: Tournament) -> list[DraftSeated]:
        secret = secrets.next_secret(own_home(), t)
        return [drafts.draw(t, draft=draft, secret=secret, reason=reason)]

    entry = ctx.take(act)[0]
    drawn = next(event for event in entry.events if isinstance(event, DraftSeated))
    if ctx.dry_run:
        return SeatsDrawn(entries=(), draft=draft, count=len(drawn.tables))
    tables = tuple(map(tuple, drawn.tables))
    return SeatsDrawn(entries=(entry,), draft=draft, count=len(tables), tables=tables)


def undo_seats(ctx: WriteContext, *, reason: str) -> Done:
    """Withdraw the seats of the latest draft, which were drawn by mistake (A-91)."""
    return Done(entries=(ctx.post(SeatsWithdrawn(reason=reason)),))


class BuildingBegun(Struct, frozen=True, kw_only=True):
    """Deck building until time is called at `ends_at`."""

    entries: tuple[Entry, ...]
    ends_at: datetime


def start_building(ctx: WriteContext, *, reason: str | None = None) -> BuildingBegun:
    """Start the time for building Limited decks (TRF §11.2); repeating it needs a reason."""
    entry = ctx.post(BuildingStarted(reason=reason))
    return BuildingBegun(entries=(entry,), ends_at=BuildingClock(entry.at).ends_at)


def undo_building(ctx: WriteContext, *, reason: str) -> Done:
    """Undo the start of the deck-building time, which was a mistake (A-91)."""
    return Done(entries=(ctx.post(BuildingWithdrawn(reason=reason)),))
