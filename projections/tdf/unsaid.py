"""What the ledger knows and a file of the organiser's program cannot say, in sentences."""

from collections.abc import Iterator, Sequence

from ledger.events import catalogue as ev
from ledger.record.entry import Entry
from ledger.rulesets.divisions import division_of
from ledger.state.queries import pool_of
from ledger.terms import Style, Verdict
from projections.standings import standings
from projections.tdf.account import ALL_TOGETHER, Account
from projections.tdf.pods import additional_rounds
from projections.tdf.roster import awarded_from_the_start
from projections.tdf.rounds import played
from projections.tdf.who import Gap
from projections.tdf.whole import one_less


def unsaid(account: Account, entries: Sequence[Entry], gaps: Sequence[Gap]) -> tuple[str, ...]:
    """Return what cannot be said, the weightiest first; sentences without an end."""
    return (
        *_stand_ins(gaps),
        *_acts(account, entries),
        *_form(account),
        *_tables(account),
        *_open_ends(account),
        *_players(account),
    )


def _stand_ins(gaps: Sequence[Gap]) -> Iterator[str]:
    for what in dict.fromkeys(gap.what for gap in gaps):
        who = [gap.player for gap in gaps if gap.what == what]
        yield f"stand-in for the {what} of {_some(who)}"


def _acts(account: Account, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield what was done that leaves no mark in a file."""
    events = [event for entry in entries for event in entry.events]
    own = [event for event in events if event.told is None]
    seatings = [event for event in own if isinstance(event, ev.Seating) and not event.drawn]
    by_hand = [event for event in seatings if event.pool not in account.t.cuts]
    for number, what in (
        (len(by_hand), "rounds paired by hand"),
        (sum(event.override is not None for event in events), "overrides by an official"),
        (sum(isinstance(event, ev.TournamentReopened) for event in own), "reopenings"),
        (sum(isinstance(event, ev.ResultCorrected) for event in own), "corrections"),
        (sum(_has_games(event) for event in own), "results with games or a no-show"),
        (sum(isinstance(event, ev.PenaltyIssued) for event in own), "penalties"),
        (sum(isinstance(event, ev.TimeExtended) for event in own), "extensions of time"),
        (sum(isinstance(event, ev.LotDrawn) for event in own), "drawn lots"),
    ):
        if number:
            yield f"{what}: {number}"


def _has_games(event: ev.AnyEvent) -> bool:
    if not isinstance(event, ev.ResultReported | ev.ResultCorrected):
        return False
    return event.result.games is not None or event.result.no_show is not None


def _form(account: Account) -> Iterator[str]:
    """Yield what of the form of the tournament has no place in a file."""
    t = account.t
    if t.opened and t.opened.style is Style.OTHER:
        yield "a style of its own: it is written as Swiss"
    if account.pure:
        yield "that TOM reads a single elimination so: no .tdf file of one was ever seen"
    for pool, ages in account.pods().items():
        if len(account.swiss(pool)) > 1:
            yield f"the flights of {pool}: each round is written as one, and read so"
        if account.category(pool) == ALL_TOGETHER and len(ages) == 2:
            yield f"a pod of {' and '.join(ages)} alone: it is written as that of all divisions"
        more = additional_rounds(account, pool)
        if more is not None and more < 0 and not (one_less(account) and more == -1):
            yield f"{-more} Swiss rounds fewer than the table in {pool}, before the end"
    if t.day_two:
        yield "who plays the second day: nobody else is marked, and the rounds count on"


def _tables(account: Account) -> Iterator[str]:
    """Yield the matches that cannot keep their tables."""
    for pool in account.pods():
        for one in played(account, pool):
            moved = [match for table, match, _ in one.matches if table != match.table]
            if moved:
                yield f"the tables of {_some(moved)}: the number is taken in the same round"


def _open_ends(account: Account) -> Iterator[str]:
    """Yield what is settled here and open in the file, or the other way round."""
    t = account.t
    for pool in account.pods():
        over = t.closed or account.brackets(pool)
        swiss = sum(not one.elimination for one in played(account, pool))
        planned = account.planned(pool)
        if over and planned is not None and planned != swiss:
            yield f"that {planned} Swiss rounds were planned in {pool}: {swiss} stand in it"
    for match, result in t.results.items():
        latest = match.round >= t.latest.get(match.pool, 0)
        if result.verdict is Verdict.UNPLAYED and latest and not t.closed:
            yield f"that match {match} was not played: it is open until the next round is there"
    if t.closed:
        placed = [one for one in standings(t, account.rules) if one.place is not None]
        if len({(one.division, one.place) for one in placed}) < len(placed):
            yield "shared places: they are numbered on, in the order of registration"


def _players(account: Account) -> Iterator[str]:
    """Yield what of single players has no place in a file."""
    t, rules = account.t, account.rules
    for player, granted in t.awarded.items():
        if player in account.people and max(granted) > awarded_from_the_start(account, player):
            yield f"an awarded bye of {player} before it is taken: only those from round 1 on"
    opened = t.opened
    for one in t.players.values():
        own = pool_of(t, one)
        if one.losses > max((n for pool, n in t.rounds if pool == own), default=0):
            yield f"{one.losses} lost rounds of {one.id}, before those rounds are paired"
        year = int(account.people[one.id].birthdate[-4:])
        if opened and rules.divisions:
            by_year = division_of(year, opened.start, rules)
            if by_year != one.division:
                yield f"that {one.id} plays as {one.division}: by year of birth it is {by_year}"


def _some(found: Sequence[object]) -> str:
    """Return some of many, and how many more there are."""
    more = f" and {len(found) - 5} more" if len(found) > 5 else ""
    return ", ".join(str(one) for one in found[:5]) + more
