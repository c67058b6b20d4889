"""The columns of `places` and `matches` are sealed into archives and never change.

`verify` makes these tables again and compares the bytes, so one more cell would make it call every
older archive damaged, unless the README of the archive gets a new number. A new column for people
goes into the tables of `standings_page` and `text.standings`. The tables of rounds, pairings and
players are only exported.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from roundbook.ledger.people.book import Book
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import flights_by_player
from roundbook.ledger.state.rounds import latest_round, lost_alone
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Pairing, PlayerId, Pool, Score, Verdict
from roundbook.projections.reports.cells import Row
from roundbook.projections.rounds.rounds import Seat, posted_round
from roundbook.projections.standings.percentages import percent
from roundbook.projections.standings.standings import FIELDS, Standing


def places(placed: Iterable[Standing], book: Book) -> Iterator[Row]:
    """Yield the line of every player in these standings, with rates as exact fractions.

    An archive seals all places, even those that `as_shown` leaves out.
    """
    for one in placed:
        yield {
            "division": one.division.value,
            "place": one.place,
            "player": one.player,
            "name": _name(book, one.player),
            "match_points": one.match_points,
            "wins": one.wins,
            "losses": one.losses,
            "ties": one.ties,
            **_rates(one),
            "decided_by": one.decided_by,
            "seed": one.seed,
            "late": one.late,
            "dropped": one.dropped,
            "disqualified": one.disqualified,
        }


class Played(NamedTuple):
    """A match that stands, or a bye or a loss without an opponent, which have no table."""

    pool: Pool
    round: int
    match: MatchId | None
    first: PlayerId
    second: PlayerId | None
    result: Verdict | None
    games: Score | None = None
    kind: str | None = None


def played(t: Tournament) -> Iterator[Played]:
    """Yield every match, bye and loss alone, round by round, pool by pool, in table order."""
    for (pool, number), paired in sorted(t.rounds.items(), key=lambda item: item[0]):
        seats: list[tuple[MatchId, Pairing, str | None]] = [
            (match, pair, None) for match, pair in paired.matches()
        ]
        playoff = t.playoffs.get(pool)
        if playoff and playoff.round == number:
            seats.append((playoff, t.matches[playoff], "third place"))
        for match, (first, second), kind in seats:
            found = t.results.get(match)
            result, games = (found.verdict, found.games) if found else (None, None)
            yield Played(pool, number, match, first, second, result, games, kind)
        for player, of in paired.byes:
            kind = f"{of.value} bye"
            yield Played(pool, number, None, player, None, Verdict.FIRST, kind=kind)
        for player in lost_alone(t, paired):
            yield Played(pool, number, None, player, None, Verdict.SECOND, kind="loss")


def matches(t: Tournament, book: Book) -> Iterator[Row]:
    """Yield every match and bye that stands, round by round, pool by pool, in table order."""
    return (_played(book, one) for one in played(t) if one.kind != "loss")


def rounds(t: Tournament, book: Book) -> list[Row]:
    """Return every match, bye and loss without an opponent, round by round, pool by pool."""
    return [_played(book, one) for one in played(t)]


def pairings(t: Tournament, rules: Ruleset, book: Book) -> Iterator[Row]:
    """Yield the tables of the latest round of every pool, with the records before it (TOP §4)."""
    for pool in dict.fromkeys((*t.pods, *t.cuts, *t.latest)):
        latest = latest_round(t, pool)
        posted = posted_round(t, rules, pool, latest.number) if latest else None
        if posted is None:
            continue
        seats: list[tuple[int | None, Seat, Seat | None, str | None]] = [
            *(
                (one.table, one.first, one.second, "third place" if one.playoff else None)
                for one in posted.tables
            ),
            *((None, bye.seat, None, f"{bye.kind.value} bye") for bye in posted.byes),
            *((None, seat, None, "loss") for seat in posted.absent),
        ]
        for table, first, second, kind in seats:
            yield {
                "pool": pool,
                "round": posted.number,
                "table": table,
                **_seat(book, "first", first),
                **_seat(book, "second", second),
                "kind": kind,
            }


def players(t: Tournament, book: Book, *, ids: bool, years: bool) -> Iterator[Row]:
    """Yield all registered players, also those who dropped, in order of registration.

    Player IDs and years of birth are included only on request.
    """
    flights = flights_by_player(t)
    for player in t.players.values():
        known = book.players.get(player.id)
        person = known.person if known else None
        yield {
            "player": player.id,
            "name": person.name if person else None,
            **({"id": person.id or None if person else None} if ids else {}),
            **({"birth_year": person.birth_year if person else None} if years else {}),
            "division": player.division.value,
            "flight": flights.get(player.id),
            "late": player.late,
            "losses_at_start": player.losses,
            "left_after": player.after,
            "disqualified": player.disqualified,
        }


def _played(book: Book, one: Played) -> Row:
    return {
        "pool": one.pool,
        "round": one.round,
        "table": one.match.table if one.match else None,
        "first": one.first,
        "first_name": _name(book, one.first),
        "second": one.second,
        "second_name": _name(book, one.second) if one.second else None,
        "result": one.result.value if one.result else None,
        "games": list(one.games) if one.games else None,
        "kind": one.kind,
    }


def _seat(book: Book, which: str, seat: Seat | None) -> Row:
    return {
        which: seat.player if seat else None,
        f"{which}_name": _name(book, seat.player) if seat else None,
        f"{which}_record": [int(n) for n in seat.record.split("-")] if seat else None,
        f"{which}_points": seat.match_points if seat else None,
    }


def _name(book: Book, player: PlayerId) -> str | None:
    return book.players[player].person.name if player in book.players else None


def _rates(one: Standing) -> Row:
    """Return the percentages that the edition uses, exactly and as printed."""
    found: Row = {}
    for field in FIELDS.values():
        rate = getattr(one, field)
        if rate is not None:
            found[field] = str(rate)
            found[f"{field}_percent"] = percent(rate)
    return found
