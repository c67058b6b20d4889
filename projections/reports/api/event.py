"""Answers about a tournament and the people in it, from public data."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from roundbook.ledger.state.pools import flights_by_player
from roundbook.ledger.terms import Division, PlayerId, Style
from roundbook.ledger.text import with_names
from roundbook.projections.judging.calls_and_messages import Message
from roundbook.projections.reports import event_page
from roundbook.projections.reports.api.basics import (
    Moment,
    Number,
    OrganiserId,
    Scores,
    Where,
    Who,
    moment,
    named,
    taken,
)
from roundbook.projections.reports.event_page import about
from roundbook.projections.reports.player_page import person
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.remarks import remarks
from roundbook.projections.reports.seating import Sat
from roundbook.projections.rounds.rounds import State

# Answers about tournaments and the people in them.


class ListedTournament(Struct, frozen=True, kw_only=True):
    """A tournament in the list; `start` is null if its ledger cannot be read right now."""

    slug: Annotated[str, Meta(description="The tournament's name in URLs.")]
    name: str
    start: date | None


class Tournaments(Struct, frozen=True, kw_only=True):
    """Every tournament that is served, by its name in URLs."""

    tournaments: tuple[ListedTournament, ...]
    pages: Annotated[
        int | UnsetType, Meta(description="The number of pages; only if a `page` is asked for.")
    ] = UNSET


class Announced(Struct, frozen=True, kw_only=True):
    """What the players were told before round 1.

    `pools` are the rounds of single pools, `turns` the extra turns after time is called,
    `turns_within` their minutes; what was not announced is null or false, and `prizes` is 0, as it
    is for none. `cut`, `day_two` and `flights` are by division, and 0 means none.
    """

    rounds: int
    pools: dict[str, int]
    minutes: int | None
    turns: int | None
    turns_within: int | None
    cut: dict[str, int]
    day_two: dict[str, int]
    flights: dict[str, int]
    third_place: bool
    prizes: int
    prizes_by_place: dict[str, str]
    basic_energy: bool | None
    energy_told_ahead: bool
    redraft: bool
    cooperative_draft: bool
    format: str | None
    staff: str | None
    breaks: str | None
    breaks_after: Annotated[
        dict[str, int], Meta(description="The minutes of the break after a round, by its number.")
    ]
    text: str


class Announcement(Struct, frozen=True, kw_only=True):
    """What was announced, as facts and in sentences."""

    as_of: Moment
    announced: Announced
    lines: tuple[str, ...]


class PoolStatus(Struct, frozen=True, kw_only=True):
    """A pool in play, with its latest round; `of` is the number of rounds, if it was announced."""

    pool: Where
    bracket: bool
    round: int
    of: int | None
    state: State
    out: Annotated[int, Meta(description="Matches whose results are not in yet.")]


class Tournament(Struct, frozen=True, kw_only=True):
    """A tournament: when it is, under which rules, and how far it is.

    `players` counts all registered players, also those who dropped, by division. `remarks` are
    shown wherever results are: rounds paired by hand, overrides, reopenings, a continuation from
    an older copy, and a format that is not sanctioned.
    """

    as_of: Moment
    id: str | None
    name: str
    style: Style | None
    edition: str | None
    start: date | None
    end: date | None
    players: dict[str, int]
    announced: Announced | None
    pools: tuple[PoolStatus, ...]
    remarks: tuple[str, ...]


class PlayerLine(Struct, frozen=True, kw_only=True):
    """A player in the list; `left` is whether the player is out, `left_after` after which round.

    `losses_at_start` is the number of rounds lost by coming late.
    """

    player: Number
    name: str | None
    division: Division
    flight: Where | None
    late: bool
    losses_at_start: int
    left: bool
    left_after: int | None
    disqualified: bool
    id: OrganiserId = UNSET
    birth_year: Annotated[
        int | UnsetType | None, Meta(description="The birth year, only if it was asked for.")
    ] = UNSET
    deck_list: Annotated[
        bool | UnsetType,
        Meta(description="Whether a deck list was handed in, only in answers for staff."),
    ] = UNSET
    checked_in: Annotated[
        bool | UnsetType,
        Meta(description="Whether the player has checked in, only in answers for staff."),
    ] = UNSET


class Players(Struct, frozen=True, kw_only=True):
    """Every registered player, also those who dropped, in order of registration."""

    as_of: Moment
    players: tuple[PlayerLine, ...]


class MessageLine(Struct, frozen=True, kw_only=True):
    """A message from the desk: `text` as written, `said` with names instead of numbers."""

    seq: int
    at: datetime
    text: str
    said: str
    division: Division | None
    match: str | None


class Messages(Struct, frozen=True, kw_only=True):
    """The messages from the desk that have not been withdrawn, newest first."""

    as_of: Moment
    messages: tuple[MessageLine, ...]


class PlayerRound(Struct, frozen=True, kw_only=True):
    """One round of one player, from that player's point of view.

    `scored` is the kind of result, null until the result is in; `games` are won, lost and drawn.
    Without an opponent it is a bye, or a loss for a round that the player missed.
    """

    pool: Where
    round: int
    table: int | None
    opponent: Who | None
    scored: str | None
    games: tuple[int, int, int] | None
    match_points: int | None


class Player(Struct, frozen=True, kw_only=True):
    """A player: the seat in the latest round (`now`), the record, and every round so far."""

    as_of: Moment
    player: Number
    name: str | None
    division: Division
    late: bool
    left: bool
    place: int | None
    of: Annotated[int, Meta(description="The number of players ranked together with this player.")]
    record: Scores
    match_points: int
    now: PlayerRound | None
    rounds: tuple[PlayerRound, ...]


def remarked(sight: Sight) -> tuple[str, ...]:
    """Return the notes that must be shown wherever results are (TOP §3.3.5, A-49)."""
    return remarks(sight.entries)


def tournament(sight: Sight, words: Mapping[str, str]) -> Tournament:
    """Return what a tournament is, and how far it is."""
    del words
    opened = sight.t.opened
    sizes: dict[str, int] = {}
    for player in sight.t.players.values():
        sizes[player.division] = sizes.get(player.division, 0) + 1
    return Tournament(
        as_of=moment(sight),
        id=opened.tournament if opened else None,
        name=sight.event,
        style=opened.style if opened else None,
        edition=opened.edition if opened else None,
        start=opened.start if opened else None,
        end=opened.end if opened else None,
        players=dict(sorted(sizes.items())),
        announced=announced(sight),
        pools=tuple(
            PoolStatus(
                pool=one.pool,
                bracket=one.pool in sight.t.cuts,
                round=one.round.number,
                of=one.of,
                state=one.round.state,
                out=len(one.round.open),
            )
            for one in sight.once(about).parts
        ),
        remarks=sight.once(remarked),
    )


def players(sight: Sight, words: Mapping[str, str]) -> Players:
    """Return all registered players; a player of a team is as active as the team."""
    del words
    t, flights = sight.t, flights_by_player(sight.t)
    lines = [
        taken(
            PlayerLine,
            entrant,
            player=one.id,
            division=one.division,
            name=named(sight, one.id),
            flight=flights.get(entrant.id),
            losses_at_start=entrant.losses,
            left=entrant.out,
            left_after=entrant.after,
            id=sight.id(one.id),
            birth_year=_birth_year(sight, one.id),
            deck_list=one.id in t.decks if sight.ids else UNSET,
            checked_in=one.id in t.checked_in if sight.ids else UNSET,
        )
        for one in t.players.values()
        for entrant in (t.players[t.entrant(one.id)],)
    ]
    return Players(as_of=moment(sight), players=tuple(lines))


def messages_of(sight: Sight, found: Iterable[Message]) -> Messages:
    """Return messages as an answer."""
    return Messages(
        as_of=moment(sight),
        messages=tuple(
            taken(
                MessageLine,
                one,
                said=with_names(one.text, sight.person),
            )
            for one in found
        ),
    )


def _birth_year(sight: Sight, player: PlayerId) -> int | UnsetType | None:
    """Return a year of birth, if the answer may contain it."""
    if not sight.years:
        return UNSET
    known = sight.book.players.get(player)
    return known.person.birth_year if known else None


def player(sight: Sight, words: Mapping[str, str]) -> Player | None:
    """Return one player; None if there is no such number."""
    number = PlayerId(words["player"])
    if number not in sight.t.players:
        return None
    found = person(sight, number)
    record = found.record
    return taken(
        Player,
        found,
        as_of=moment(sight),
        player=number,
        name=named(sight, number),
        left=found.left or found.disqualified,
        record=Scores(
            wins=record.wins + record.byes + record.awarded_byes,
            losses=record.losses,
            ties=record.ties,
        ),
        match_points=record.match_points,
        now=_sitting(sight, found.sat) if found.sat else None,
        rounds=tuple(_sitting(sight, one) for one, _ in reversed(found.rounds)),
    )


def listed(known: event_page.ListedTournament) -> ListedTournament:
    """Return a tournament's line in the list."""
    return ListedTournament(slug=known.slug, name=known.name, start=known.start)


def announced(sight: Sight) -> Announced | None:
    """Return what the players were told; None before the announcement."""
    said = sight.t.announcement
    if said is None:
        return None
    return taken(
        Announced,
        said,
        pools=dict(sorted((pool, number) for pool, number in sight.t.planned.items() if pool)),
        turns=said.extra_turns,
        cut=_by_division(said.cut),
        day_two=_by_division(said.day_two),
        flights=_by_division(said.flights),
        energy_told_ahead=said.energy_told_ahead,
        third_place=said.third_place_playoff,
        prizes=said.prizes or 0,
    )


def announcement(sight: Sight, lines: Iterable[str]) -> Announcement | None:
    """Return what was announced, with its sentences; None before the announcement."""
    told = announced(sight)
    return Announcement(as_of=moment(sight), announced=told, lines=tuple(lines)) if told else None


def _by_division(numbers: Mapping[Division, int]) -> dict[str, int]:
    return {division.value: number for division, number in sorted(numbers.items())}


def _sitting(sight: Sight, sat: Sat) -> PlayerRound:
    """Return one round of a player."""
    games = None if sat.won is None or sat.lost is None else (sat.won, sat.lost, sat.drawn)
    return taken(
        PlayerRound,
        sat,
        sight,
        table=sat.match.table if sat.match else None,
        games=games,
        match_points=sat.points,
    )
