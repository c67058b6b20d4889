"""What a .tdf file cannot hold, listed when it is written."""

from collections import Counter
from collections.abc import Iterator, Sequence

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.divisions import division_of
from roundbook.ledger.state.pools import pool_of
from roundbook.ledger.terms import MatchId, Result, Style, Verdict
from roundbook.projections.standings.standings import standings
from roundbook.projections.tdf.account import ALL_TOGETHER, Account
from roundbook.projections.tdf.document import additional_rounds, awarded_from_the_start, one_less
from roundbook.projections.tdf.rounds import played

# What the ledger contains but a .tdf file cannot, in sentences.


def unsaid(account: Account, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield what the file cannot contain, most important first; sentences without a full stop."""
    yield from _acts(account, entries)
    yield from _kind_of_event(account)
    yield from _tables(account)
    yield from _still_open(account)
    yield from _players(account)


def _acts(account: Account, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield events that leave no trace in a file."""
    events = [event for entry in entries for event in entry.events]
    own = [event for event in events if event.told is None]
    seatings = [event for event in own if isinstance(event, ev.Seating) and not event.drawn]
    by_hand = [event for event in seatings if event.pool not in account.t.cuts]
    # A corrected result counts once, as it is now; what was undone does not count.
    results = {
        event.match: event.result
        for event in own
        if isinstance(event, ev.ResultReported | ev.ResultCorrected)
        and event.match in account.t.results
    }
    games = sum(bool(one.games) for one in results.values())
    absent = sum(bool(one.no_show) for one in results.values())
    for one, what in ((games, "the games of"), (absent, "who did not show up, in")):
        if one:
            yield f"{what} {counted(one, 'match', 'matches')} (it contains only who won)"
    first: dict[MatchId, Result] = {}
    for event in events:
        if isinstance(event, ev.ResultReported):
            first.setdefault(event.match, event.result)
    corrected = {event.match for event in own if isinstance(event, ev.ResultCorrected)}
    of = Counter[type](map(type, own))
    let = [event.override.reason.rstrip(".") for event in events if event.override]
    for number, what in (
        (len(by_hand), "rounds paired by hand"),
        (sum(one.agreed for one in results.values()), "intentional draws"),
        (len(let), f"overrides by an official ({', '.join(dict.fromkeys(let))})"),
        (of[ev.TournamentReopened], "reopenings"),
        (of[ev.HistoryShortened], "continuations from an older copy"),
        (sum(account.t.results.get(one) != first.get(one) for one in corrected), "corrections"),
        (of[ev.PenaltyIssued], "penalties"),
        (of[ev.DraftSeated], "draft seatings"),
        (of[ev.DeckRegistered], "deck lists"),
        (of[ev.DeckChecked], "deck checks"),
        (of[ev.ProxyMade], "proxies"),
        (of[ev.TimeExtended], "extensions of time"),
        (of[ev.MatchEnded], "how matches ended, as a judge saw it"),
        (of[ev.NoteMade], "notes"),
        (of[ev.FactAdded], "facts from other programs"),
        (of[ev.ContradictionFound], "contradictions with another desk"),
        (of[ev.LotDrawn], "random orders of tied players"),
    ):
        if number:
            yield f"{what}: {number}"


def _kind_of_event(account: Account) -> Iterator[str]:
    """Yield what this kind of event has that a file cannot contain."""
    t = account.t
    if t.opened and t.opened.style is Style.OTHER:
        yield "the organiser's own style, which is written as Swiss"
    for pool, ages in account.pods().items():
        if len(account.swiss(pool)) > 1:
            yield (
                f"the flights of {pool}: each round is saved, and later read back, as one "
                "round for all flights"
            )
        if account.category(pool) == ALL_TOGETHER and len(ages) == 2:
            yield f"a pod of {' and '.join(ages)} alone, written as the pod of all divisions"
        more = additional_rounds(account, pool)
        if more is not None and more < 0 and not (one_less(account) and more == -1):
            yield (
                f"that {pool} will have {counted(-more, 'Swiss round')} fewer than the rounds "
                "table gives"
            )
    if t.day_two:
        yield (
            "which players are in day two: the file does not mark the others, and the round "
            "numbers carry on from day one"
        )


def _tables(account: Account) -> Iterator[str]:
    """Yield the matches that cannot keep their tables."""
    for pool in account.pods():
        for one in played(account, pool):
            moved = [match for table, match, _ in one.matches if table != match.table]
            if moved:
                yield (
                    f"the tables of {_some(moved)}, whose numbers are already "
                    "taken in the same round"
                )


def _still_open(account: Account) -> Iterator[str]:
    """Yield what is settled here but open in the file, or the other way round."""
    t = account.t
    for pool in account.pods():
        over = t.closed or account.brackets(pool)
        swiss = sum(not one.elimination for one in played(account, pool))
        planned = account.planned(pool)
        if over and planned is not None and planned != swiss:
            yield f"that {planned} Swiss rounds were planned in {pool}, which has {swiss}"
    for match, result in t.results.items():
        latest = match.round >= t.latest.get(match.pool, 0)
        if result.verdict is Verdict.UNPLAYED and latest and not t.closed:
            yield (
                f"that match {match} was not played; it stays open until the next "
                "round is in the file"
            )
    if t.closed:
        placed = [one for one in standings(t, account.rules) if one.place is not None]
        if len({(one.division, one.place) for one in placed}) < len(placed):
            yield "shared places: they are numbered consecutively, in the order of registration"


def _players(account: Account) -> Iterator[str]:
    """Yield details of players that a file cannot contain."""
    t, rules = account.t, account.rules
    for player, granted in t.awarded.items():
        known = t.players.get(player)
        pool = pool_of(t, known) if known else None
        used = t.latest.get(pool, 0) if pool else 0
        if max(granted) > max(awarded_from_the_start(account, player), used):
            yield (
                f"an awarded bye of {player} before it is used: the file can only "
                "contain awarded byes from round 1 on"
            )
    opened = t.opened
    for one in t.players.values():
        own = pool_of(t, one)
        if one.losses > max((n for pool, n in t.rounds if pool == own), default=0):
            lost = counted(one.losses, "lost round")
            yield f"{lost} of {one.id}, until that many rounds are paired"
        year = int(account.people[one.id].birthdate[-4:])
        if opened and rules.divisions:
            by_year = division_of(year, opened.start, rules)
            if by_year != one.division:
                yield (
                    f"that {one.id} plays as {one.division}; by year "
                    f"of birth, the division is {by_year}"
                )


def _some(found: Sequence[object]) -> str:
    """Return the first few of many, and how many more there are."""
    more = f" and {len(found) - 5} more" if len(found) > 5 else ""
    return ", ".join(str(one) for one in found[:5]) + more
