"""The meaning of a ledger, fact by fact, so that two ledgers can be compared.

The meaning does not include who wrote an entry, when, or in which order independent events
happened; nor does it include secrets. A corrected result counts as its final value, and what a
judge recorded of a match as the result that followed from it.
"""

from collections.abc import Callable, Container, Iterator
from datetime import date
from typing import NamedTuple

from roundbook.ledger.importers.published.events import NO_DAY
from roundbook.ledger.phrases import counted
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Pairing, PlayerId
from roundbook.projections.history.announcement import facts_of
from roundbook.projections.judging.penalties import penalty_called

Label = Callable[[PlayerId], str]
"""The label of a player in both ledgers: an id, a name or a number."""


class Fact(NamedTuple):
    """The subject of a fact, such as `masters, round 2` and `Ana – Ben`, as a person reads it."""

    where: str
    what: str


class Difference(NamedTuple):
    """A fact that differs between two ledgers; None if one of them does not have it."""

    fact: Fact
    left: str | None
    right: str | None


def differences(
    left: Tournament,
    right: Tournament,
    of_left: Label = str,
    of_right: Label = str,
    *,
    whole: bool = True,
) -> list[Difference]:
    """Return every fact that differs between two tournaments, in the order of an event.

    If not `whole`, only what a file can contain is compared: not what judges do, or which sheets
    were posted.
    """
    one = meaning(left, of_left, whole=whole, seats=_seats(right, of_right))
    other = meaning(right, of_right, whole=whole, seats=_seats(left, of_left))
    return [
        Difference(fact, one.get(fact), other.get(fact))
        for fact in {**one, **other}
        if one.get(fact) != other.get(fact)
    ]


def meaning(
    t: Tournament, label: Label = str, *, whole: bool = True, seats: Container[Fact] | None = None
) -> dict[Fact, str]:
    """Return every fact of a tournament and its value, in the order of an event.

    The two players of a match are in the order of its slip if the `seats` of the other ledger are
    known and agree with it; otherwise in the order of their labels.
    """
    return dict(
        [
            *_setup(t),
            *_players(t, label, whole=whole),
            *_rounds(t, label, seats, whole=whole),
            *(_draft(t, label) if whole else ()),
            *_end(t, label),
        ]
    )


def _setup(t: Tournament) -> Iterator[tuple[Fact, str]]:
    """Yield what was settled before the first round."""
    opened, told = t.opened, t.announcement
    if opened:
        for what, value in (
            ("name", opened.name),
            ("edition", f"{opened.edition}, {opened.edition_sha256[:16]}"),
            ("style", opened.style.value),
            ("match format", opened.match_format.value),
            ("pairing", opened.pairing.value),
            ("format", opened.format),
            ("first day", _day(opened.start)),
            ("last day", opened.end),
            ("rounds table", opened.rounds_table),
            ("premier", opened.premier),
            ("Championship Points", opened.championship_points),
            ("sanction", opened.sanction),
        ):
            if value:
                yield Fact("tournament", what), str(value)
    for what, said in facts_of(told) if told else ():
        yield Fact("tournament", what), said
    for pool, rounds in t.planned.items():
        yield Fact("tournament", f"rounds of {pool or 'every pool'}"), str(rounds)
    for pool, ages in t.pods.items():
        yield Fact("tournament", f"pod {pool}"), ", ".join(ages)


def _players(t: Tournament, label: Label, *, whole: bool) -> Iterator[tuple[Fact, str]]:
    """Yield what is known of every player."""
    for player in t.players.values():
        why = "disqualified" if player.disqualified else "dropped"
        said = [player.division.value, *([player.pool] if player.pool else [])]
        said += ["late"] * player.late
        said += [f"losses {player.losses}"] * bool(player.losses)
        said += [f"{why} after round {player.after}"] * player.out
        granted = t.awarded.get(player.id, ())
        said += [f"awarded bye in round {number}" for number in sorted(granted)]
        said += _judged(t, player.id) if whole else ()
        yield Fact("players", label(player.id)), ", ".join(said)


def _judged(t: Tournament, player: PlayerId) -> Iterator[str]:
    """Yield what judges recorded of a player: deck list, deck checks and penalties."""
    deck, checks = t.decks.get(player), t.deck_checks.get(player)
    if deck:
        breaches = counted(deck.breaches, "breach", "breaches")
        yield f"deck list of {counted(deck.cards, 'card')} ({deck.format}, {breaches})"
    if checks:
        yield f"deck checked {counted(checks, 'time')}"
    given = (one for (_, who), one in t.penalties.items() if who == player)
    yield from sorted(f"{penalty_called(one.penalty)} for: {one.infraction}" for one in given)


def _rounds(
    t: Tournament, label: Label, seats: Container[Fact] | None, *, whole: bool
) -> Iterator[tuple[Fact, str]]:
    """Yield every round that stands, with its matches, byes and results."""
    for _, paired in sorted(t.rounds.items()):
        where = f"{paired.pool}, round {paired.number}"
        state = ["posted"] * (paired.posted and whole) + ["started"] * paired.started
        yield Fact(where, "state"), ", ".join(state) or "paired"
        for match, pair in paired.matches():
            other_way = seats is None or Fact(where, _pair(pair.second, pair.first, label)) in seats
            turned = other_way and label(pair.second) < label(pair.first)
            players, said = _result(t, match, pair, label, turned=turned)
            more = t.extensions.get(match) if whole else None
            longer = f", {more} extra minutes" if more else ""
            yield Fact(where, players), f"table {match.table}, {said}{longer}"
        for bye in paired.byes:
            yield Fact(where, f"{label(bye.player)}"), f"{bye.kind.value} bye"
    for pool, match in t.playoffs.items():
        pair = t.matches[match]
        played = _result(t, match, pair, label, turned=label(pair.second) < label(pair.first))
        yield Fact(pool, "third place"), ", ".join(played)


def _seats(t: Tournament, label: Label) -> set[Fact]:
    """Return the matches of every round that stands, with the players in the order of the slip."""
    return {
        Fact(f"{paired.pool}, round {paired.number}", _pair(*pair, label))
        for paired in t.rounds.values()
        for _, pair in paired.matches()
    }


def _pair(first: PlayerId, second: PlayerId, label: Label) -> str:
    return f"{label(first)} – {label(second)}"


def _result(
    t: Tournament, match: MatchId, pair: Pairing, label: Label, *, turned: bool
) -> tuple[str, str]:
    """Return the two players of a match as on its slip, or turned, and the result."""
    (first, second), result = pair, t.results.get(match)
    if turned:
        first, second, result = second, first, result and result.turned()
    return _pair(first, second, label), str(result or "no result")


def _draft(t: Tournament, label: Label) -> Iterator[tuple[Fact, str]]:
    """Yield the seats at a draft."""
    for number, draft in enumerate(t.drafts, start=1):
        seats = " | ".join(", ".join(map(label, table)) for table in draft.tables)
        yield Fact("tournament", f"seats {number}"), f"{draft.draft or 'no draft'}: {seats}"


def _end(t: Tournament, label: Label) -> Iterator[tuple[Fact, str]]:
    """Yield who advanced, the random orders, and the close."""
    for pool, taken in t.day_two.items():
        names = ", ".join(sorted(map(label, taken.players)))
        yield Fact(pool, "day two"), f"after round {taken.after}: {names}"
    for pool, cut in t.cuts.items():
        yield Fact(pool, "seeds"), ", ".join(map(label, cut.seeds))
    for division, lots in t.lots.items():
        yield Fact("tournament", f"lots of {division}"), ", ".join(map(label, lots))
    if t.closed:
        yield Fact("tournament", "closed"), _day(t.closed.end) if t.closed.end else "yes"


def _day(day: date) -> str:
    """Return a day in words; a published file may not give its own."""
    return "date not given" if day == NO_DAY else str(day)
