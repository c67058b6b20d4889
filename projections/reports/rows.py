"""Places, matches, pairings and players as rows of named cells: what every table is made of.

`places` and `matches` are what a sealed archive holds, where `verify` makes them again: their cells
are a promise, and a change needs a new number in the README of the archive.
"""

from collections.abc import Iterator

from ledger.people.book import Book
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import flights_by_player, latest_round
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId
from projections.rates import percent
from projections.rounds import Seat, posted_round
from projections.standings import Standing, standings

Cell = str | int | bool | list[int] | None
Row = dict[str, Cell]
"""One line of a table, by the names of its columns."""


def places(t: Tournament, rules: Ruleset, book: Book) -> Iterator[Row]:
    """Yield the line of every player, division by division, rates as exact fractions."""
    for one in standings(t, rules):
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


def matches(t: Tournament, book: Book) -> Iterator[Row]:
    """Yield every match and bye that stands, round by round, pool by pool, in table order."""
    for (pool, number), paired in sorted(t.rounds.items(), key=lambda item: item[0]):
        seats = [(m.table, pair.first, pair.second, "", m) for m, pair in paired.matches()]
        playoff = t.playoffs.get(pool)
        if playoff and playoff.round == number:
            seats.append((playoff.table, *t.matches[playoff], "third place", playoff))
        for table, first, second, kind, match in seats:
            result = t.results.get(match)
            yield {
                "pool": pool,
                "round": number,
                "table": table,
                "first": first,
                "first_name": _name(book, first),
                "second": second,
                "second_name": _name(book, second),
                "result": result.verdict.value if result else None,
                "games": list(result.games) if result and result.games else None,
                "kind": kind or None,
            }
        for bye in paired.byes:
            yield {
                "pool": pool,
                "round": number,
                "table": None,
                "first": bye.player,
                "first_name": _name(book, bye.player),
                "second": None,
                "second_name": None,
                "result": "first",
                "games": None,
                "kind": f"{bye.kind.value} bye",
            }


def pairings(t: Tournament, rules: Ruleset, book: Book) -> Iterator[Row]:
    """Yield the tables of the latest round of every pool, with the records before it (TOP §4)."""
    for pool in sorted(t.latest):
        latest = latest_round(t, pool)
        posted = posted_round(t, rules, pool, latest.number) if latest else None
        if posted is None:
            continue
        for one in posted.tables:
            yield {
                "pool": pool,
                "round": posted.number,
                "table": one.table,
                **_seat(book, "first", one.first),
                **_seat(book, "second", one.second),
                "kind": "third place" if one.playoff else None,
            }
        for bye in posted.byes:
            yield {
                "pool": pool,
                "round": posted.number,
                "table": None,
                **_seat(book, "first", bye.seat),
                **_seat(book, "second", None),
                "kind": f"{bye.kind.value} bye",
            }


def players(t: Tournament, book: Book, *, ids: bool, years: bool) -> Iterator[Row]:
    """Yield everybody who was ever registered, in order of registration.

    Organiser's ids and years of birth only where they are asked for.
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
    """Return the percentages that the edition knows, exactly and as they are printed."""
    found: Row = {}
    for field in ("op_win", "op_op_win", "game_win", "op_game_win"):
        rate = getattr(one, field)
        if rate is not None:
            found[field] = str(rate)
            found[f"{field}_percent"] = percent(rate)
    return found
