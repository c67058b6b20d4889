"""What may be proposed: for each kind of act the words to type, and the events they would record.

Nothing here says whether an act is allowed: `offers` asks the rules, with these events. They are
instances of an act, the likeliest first. Nobody may know a draw in advance, so a stand-in takes
the place of its secret.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, islice

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.decks import formats
from roundbook.ledger.errors import Do, Refused, advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.events.decks import Format
from roundbook.ledger.events.drafts import Draft
from roundbook.ledger.events.event import Drawn
from roundbook.ledger.events.flights import NUMBERS, names, sizes
from roundbook.ledger.events.judging import OK, CheckItem, Penalty
from roundbook.ledger.events.match_end import Facts
from roundbook.ledger.record.draws import NEW_CHAIN
from roundbook.ledger.rulesets.divisions import BRACKET, bracket_name
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.match_time import least
from roundbook.ledger.state.pools import (
    flights_of,
    flights_to_draw,
    members,
    next_draw,
    pool_of,
    smallest_flights,
    swiss_pools_of,
)
from roundbook.ledger.state.rounds import (
    due,
    latest_matches,
    latest_round,
    latest_started,
    rounds_missed,
    rounds_started,
    survivors,
)
from roundbook.ledger.state.subjects import round_thing
from roundbook.ledger.state.tournament import Player, Round, Tournament, part_of
from roundbook.ledger.terms import (
    Bye,
    ByeKind,
    Division,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Score,
    Verdict,
)
from roundbook.ledger.validators.decks import draft_of, table_sizes
from roundbook.ledger.validators.rounds import next_round
from roundbook.ledger.verdicts.decide import ruling
from roundbook.projections import drafts
from roundbook.projections.bracket.bracket import bracket_of, semi_finals, third_place
from roundbook.projections.cut import seed_draw
from roundbook.projections.cut.day_two import (
    attendance,
    divisions_on,
    qualified,
    rounds_of_day_two,
)
from roundbook.projections.cut.planner import largest_cut, schedules, size_due
from roundbook.projections.cut.qualifiers import Contender, best, unplayed
from roundbook.projections.judging import deck_checks
from roundbook.projections.pairing.certificate import DRAW, REPAIR
from roundbook.projections.pairing.pod_sheet import gives
from roundbook.projections.pairing.repair import fewest_changes
from roundbook.projections.pairing.table_numbers import table_of_playoff, tables
from roundbook.projections.rounds import flights
from roundbook.projections.rounds.needs_repair import BY_HAND
from roundbook.projections.rounds.next_bracket_round import along_the_bracket, mended
from roundbook.projections.rounds.ready_to_pair import formed
from roundbook.projections.rounds_by_attendance import elimination_rounds
from roundbook.projections.rounds_left import can_go_on
from roundbook.projections.standings import lots

STAND_IN = "A" * 43
"""The place of a secret, or of a commitment to a name, in an event that is only proposed."""

WHY = "…"
"""The place of a reason or a text."""


class Proposal(Struct, frozen=True, kw_only=True):
    """An instance of an act: the words to type, and the events that it would record.

    Whom a draw or the standings choose is left open: the events then break the rules in `loose`,
    which the act itself keeps. `reckon` is asked last, since it takes long; it raises Refused if
    there is no such event.
    """

    act: Do
    events: tuple[AnyEvent, ...]
    loose: frozenset[str] = frozenset()
    reckon: Callable[[], None] | None = None


Found = Iterator[Proposal]
Propose = Callable[[Tournament, Ruleset], Found]
ForPlayer = Callable[[Tournament, Ruleset, Player], Found]
ForMatch = Callable[[Tournament, MatchId], Found]


def proposal(act: Do, *events: AnyEvent) -> Proposal:
    """Return a proposal whose events need no calculation."""
    return Proposal(act=act, events=events)


# People: who joins, and what can be done about a player.


Sort = tuple[object, ...]
"""Everything about a player that the rules about players look at."""


def sorts(t: Tournament) -> dict[PlayerId, Sort]:
    """Return the sort of each player: a rule treats all players of a sort alike."""
    started = [paired for paired in t.rounds.values() if paired.started]
    played = {player for paired in started for player in paired.players()}
    byes = {bye.player for paired in t.rounds.values() for bye in paired.byes}
    still = {player for pool in t.cuts for player in survivors(t, pool)}
    marks = (played, byes, t.awarded, still, t.checked_in, t.decks, t.erased)
    return {
        one.id: (
            *(one.division, one.pool, one.after, one.disqualified, one.late, one.losses),
            *(t.in_team.get(one.id) == one.id, one.id in t.in_team),
            *(one.id in those for those in marks),
        )
        for one in t.players.values()
    }


def of_each_sort(t: Tournament) -> list[Player]:
    """Return a player of each sort, active ones first."""
    known: dict[Sort, Player] = {}
    for player, sort in sorts(t).items():
        known.setdefault(sort, t.players[player])
    return sorted(known.values(), key=lambda one: one.out)


def _joining(t: Tournament) -> Iterator[tuple[Division, Pool | None, Drawn | None, int]]:
    """Yield where somebody may join: division, pool to name, draw between flights, lost rounds.

    Divisions that have players come first.
    """
    there = dict.fromkeys(one.division for one in t.players.values())
    for division in dict.fromkeys((*there, *Division)):
        own = swiss_pools_of(t, division)
        if division in t.flights:
            smallest = smallest_flights(t, division)
            drawn = next_draw(t, flights.ADMIT, STAND_IN) if len(smallest) > 1 else None
            yield division, smallest[0], drawn, rounds_started(t, smallest[0])
        for pool in () if division in t.flights else own or (*t.pods, None):
            yield division, None if own else pool, None, rounds_started(t, pool) if pool else 0


def _next_player(t: Tournament) -> PlayerId:
    return PlayerId(f"p{t.last_number + 1}")


def _register(t: Tournament, _: Ruleset) -> Found:
    for losses in (False, True):
        for division, pool, drawn, lost in _joining(t):
            words = ("--left-off", "--reason", WHY) if losses else ("--birth-year", "YEAR")
            yield proposal(
                do("register", "NAME", *words),
                ev.PlayerRegistered(
                    player=_next_player(t),
                    division=division,
                    commitment=STAND_IN,
                    losses=lost if losses else 0,
                    pool=pool if losses or drawn or division in t.flights else None,
                    drawn=drawn,
                    reason=WHY if losses else None,
                ),
            )


def _late(t: Tournament, _: Ruleset) -> Found:
    for division, pool, drawn, lost in _joining(t):
        yield proposal(
            do("late", "NAME", "--informed"),
            ev.LatePlayerAdmitted(
                player=_next_player(t),
                division=division,
                commitment=STAND_IN,
                losses=lost,
                pool=pool,
                drawn=drawn,
                informed_by="h1",
            ),
        )


def _amend(_t: Tournament, _: Ruleset, one: Player) -> Found:
    amended = ev.PlayerAmended(player=one.id, commitment=STAND_IN, reason=WHY)
    yield proposal(do("amend", one.id, "--reason", WHY), amended)


def _check_in(_t: Tournament, _: Ruleset, one: Player) -> Found:
    yield proposal(do("check-in", one.id), ev.PlayerCheckedIn(player=one.id))
    yield proposal(do("check-in", one.id, "--undo"), ev.CheckInUndone(player=one.id))


def _drop(t: Tournament, _: Ruleset, one: Player) -> Found:
    dropped = ev.PlayerDropped(player=one.id, after=latest_started(t, one.id))
    yield proposal(do("drop", one.id), dropped)


def _unregister(_t: Tournament, _: Ruleset, one: Player) -> Found:
    withdrawn = ev.RegistrationWithdrawn(player=one.id, reason=WHY)
    yield proposal(do("unregister", one.id, "--reason", WHY), withdrawn)


def _disqualify(t: Tournament, _: Ruleset, one: Player) -> Found:
    out = ev.PlayerDisqualified(player=one.id, after=latest_started(t, one.id), reason=WHY)
    yield proposal(do("disqualify", one.id), out)


def _reinstate(t: Tournament, rules: Ruleset, one: Player) -> Found:
    missed = rounds_missed(t, rules, one.id)
    back = ev.PlayerReinstated(player=one.id, reason=WHY, missed=missed)
    yield proposal(do("reinstate", one.id, "--reason", WHY), back)


def _late_tag(_t: Tournament, _: Ruleset, one: Player) -> Found:
    tag = (ev.LateTagCleared if one.late else ev.LateTagSet)(player=one.id, reason=WHY)
    how = "--clear" if one.late else "--set"
    yield proposal(do("late-tag", one.id, how, "--reason", WHY), tag)


def _award_bye(t: Tournament, _: Ruleset, one: Player) -> Found:
    pool, had = pool_of(t, one), t.awarded.get(one.id, ())
    number = max((t.latest.get(pool, 0) if pool else 0, *had)) + 1
    bye = ev.ByeAwarded(player=one.id, round=number, reason=WHY)
    yield proposal(do("award-bye", one.id, str(number)), bye)


def _penalty(_t: Tournament, _: Ruleset, one: Player) -> Found:
    given = ev.PenaltyIssued(player=one.id, penalty=Penalty.CAUTION, infraction=WHY)
    yield proposal(do("penalty", one.id, "PENALTY"), given)


def _proxy(_t: Tournament, _: Ruleset, one: Player) -> Found:
    made = ev.ProxyMade(player=one.id, card=WHY, reason=WHY, kept=True)
    yield proposal(do("proxy", one.id, "CARD", "--kept", "--reason", WHY), made)


def _deck_check(_t: Tournament, _: Ruleset, one: Player) -> Found:
    found = ev.DeckChecked(player=one.id, items=dict.fromkeys(CheckItem, OK), counted=60)
    yield proposal(do("deckcheck record", one.id, "--counted", "N"), found)


def _deck(t: Tournament, _: Ruleset, one: Player) -> Found:
    played = t.opened.format if t.opened else None
    latest = next((each.format for each in reversed(t.decks.values())), None)
    named = formats.rules().format(played or latest or Format.STANDARD)
    assert named is not None, "every format has its rules"
    deck = ev.DeckRegistered(
        player=one.id, commitment=STAND_IN, format=named.name, cards=named.cards
    )
    yield proposal(do("deck register", one.id, "FILE"), deck)


def _erase(_t: Tournament, _: Ruleset, one: Player) -> Found:
    yield proposal(
        do("erase", one.id, "--reason", WHY), ev.PeopleErased(players=(one.id,), reason=WHY)
    )


OF_PLAYER: Mapping[str, ForPlayer] = {
    "amend": _amend,
    "award-bye": _award_bye,
    "check-in": _check_in,
    "deck register": _deck,
    "deckcheck record": _deck_check,
    "disqualify": _disqualify,
    "drop": _drop,
    "unregister": _unregister,
    "erase": _erase,
    "late-tag": _late_tag,
    "penalty": _penalty,
    "proxy": _proxy,
    "reinstate": _reinstate,
}
"""The acts about one player."""

OF_TEAM = frozenset({"award-bye", "disqualify", "drop", "late-tag", "reinstate", "team split"})
"""Those that count for a whole team, and name the player who represents it (A-65)."""


def _staff(t: Tournament, _: Ruleset) -> Found:
    hand = f"h{len(t.staff) + 2}"
    named = ev.StaffNamed(hand=hand, role="judge", commitment=STAND_IN)
    yield proposal(do("staff", "NAME", "judge"), named)


# Before round 1: teams, drafts, the announcement, flights, seeds.


def _team_form(t: Tournament, _: Ruleset) -> Found:
    alone = [one.id for one in t.players.values() if not one.out and one.id not in t.in_team]
    first, second = (*alone, PlayerId("PLAYER"), PlayerId("PLAYER"))[:2]
    formed_team = ev.TeamFormed(players=(first, second), name=f"Team {first}")
    yield proposal(do("team form", "NAME", first, second), formed_team)


def _team_split(t: Tournament, _: Ruleset) -> Found:
    for first in (*t.teams,)[:1] or (*t.players,)[:1]:
        split = ev.TeamSplit(player=first, reason=WHY)
        yield proposal(do("team split", first, "--reason", WHY), split)


def _draft_seats(t: Tournament, _: Ruleset) -> Found:
    played = t.opened.format if t.opened else None
    own = draft_of(played) if played else None
    for draft in (own,) if own else Draft:
        again = any(draft == before.draft for before in t.drafts)
        words = (*(() if own else (draft,)), *(("--reason", WHY) if again else ()))
        there = iter(one.id for one in t.players.values() if not one.out)
        parts = table_sizes(sum(not one.out for one in t.players.values()), draft)
        seats = ev.DraftSeated(
            tables=tuple(tuple(islice(there, size)) for size in parts),
            draft=draft,
            drawn=next_draw(t, drafts.SEATS, STAND_IN),
            reason=WHY if again else None,
            pools=drafts.pods_of(t, draft, len(parts)),
        )
        yield Proposal(
            act=do("draft seats", *words),
            events=(seats,),
            reckon=partial(_seats, t, draft),
        )
    undo = ev.SeatsWithdrawn(reason=WHY)
    yield proposal(do("draft seats", "--undo", "--reason", WHY), undo)


def _seats(t: Tournament, draft: Draft) -> None:
    """Raise Refused if no seating keeps earlier opponents apart."""
    drafts.draw(t, draft=draft, secret=STAND_IN)


def _draft_build(t: Tournament, _: Ruleset) -> Found:
    again = t.built == len(t.drafts)
    words = ("--reason", WHY) if again else ()
    yield proposal(do("draft build", *words), ev.BuildingStarted(reason=WHY if again else None))
    undo = ev.BuildingWithdrawn(reason=WHY)
    yield proposal(do("draft build", "--undo", "--reason", WHY), undo)


def _announce(t: Tournament, rules: Ruleset) -> Found:
    """Yield the announcement as it stands, or a first one; and one without a cut."""
    limit = least(t.opened, rules) if t.opened else None
    every = {pool: one.rounds for pool, one in schedules(t, rules).items()}
    in_all = elimination_rounds(sum(not one.out for one in t.players.values()))
    rounds = max(every.values(), default=max(in_all, 1))
    told = t.announcement or ev.AnnouncementMade(
        rounds=rounds, minutes=limit.minutes if limit else None
    )
    apart = () if t.announcement else [one for one in every.items() if one[1] != rounds]
    for cut in (told.cut, {}):
        said = replace(told, told=None, override=None, cut=cut, prizes=told.prizes or 0)
        sets = (ev.RoundsSet(pool=pool, rounds=number) for pool, number in apart)
        yield proposal(do("announce"), said, *sets)


def _flights(t: Tournament, rules: Ruleset) -> Found:
    then = t.copy()
    pods = [] if then.flights else formed(then, rules)
    ahead = flights_to_draw(t)
    # Those that were announced come first: all of them together, or else each.
    if len(ahead) > 1:
        both, splits = then.copy(), list[AnyEvent]()
        for division, number in ahead.items():
            splits.append(_split(both, division, number))
            both.apply(splits[-1], t.seq)
        words = (f"{division.lower()}={number}" for division, number in ahead.items())
        yield proposal(do("flights", *words), *pods, *splits)
    for division in dict.fromkeys((*ahead, *(p.division for p in t.players.values()))):
        if division in t.flights:
            none = ev.FlightsAssigned(division=division, flights={}, reason=WHY)
            yield proposal(do("flights", f"{division.lower()}=1", "--reason", WHY), none)
            continue
        number = ahead.get(division, NUMBERS[0])
        split = _split(then, division, number)
        yield proposal(do("flights", f"{division.lower()}={number}"), *pods, split)


def _split(t: Tournament, division: Division, number: int) -> ev.FlightsAssigned:
    """Return a division in this many flights, in the order of its players."""
    there = flights.players_of(t, division)
    line = iter(there)
    return ev.FlightsAssigned(
        division=division,
        flights={
            pool: tuple(islice(line, size))
            for pool, size in zip(names(division, number), sizes(len(there), number), strict=True)
        },
        drawn=next_draw(t, flights.ASSIGN, STAND_IN),
    )


def _seed(t: Tournament, _: Ruleset) -> Found:
    waits, then, back = latest_round(t, BRACKET), t, list[AnyEvent]()
    if waits and not waits.started:
        back.append(ev.RoundWithdrawn(pool=BRACKET, round=waits.number, reason=WHY))
        then = t.copy()
        then.apply(back[0], t.seq)
    there = tuple(one.id for one in t.players.values() if not one.out)
    drawn, why = next_draw(then, seed_draw.DRAW, STAND_IN), WHY if t.cuts else None
    seeds = ev.SeedsDrawn(pool=BRACKET, seeds=there, drawn=drawn, reason=why)
    yield proposal(do("seed", *(("--reason", WHY) if t.cuts else ())), *back, seeds)


# Rounds: paired, repaired, posted, started, withdrawn.

SEATED = frozenset({"rematch", "second-bye", "random-byes", "table-in-play", "sheet-left"})
"""The rules about who meets whom, which a calculated Swiss round keeps."""


def _pair(t: Tournament, rules: Ruleset) -> Found:
    """Yield the next round of each pool, and then the waiting rounds paired again."""
    then = t.copy()
    first = formed(then, rules)
    if first and t.commitment is None:
        for pool in then.pods:
            yield _by_hand(_in_order(then, pool, next_round(then, pool)), *first)
    elif first:
        events = list(first)
        for pool in then.pods:
            events.append(_in_order(then, pool, next_round(then, pool)))
            then.apply(events[-1], t.seq)
        yield Proposal(act=do("pair"), events=tuple(events), loose=SEATED)
    # Pods that are formed anew may have other names: there is no pool to name until then.
    for pool in dict.fromkeys((*t.pods, *t.cuts)) if not first else ():
        yield from _pair_pool(t, rules, pool)
    if not (first or t.pods or t.cuts):
        pool = BRACKET if t.is_elimination else Pool("masters")
        yield proposal(do("pair"), _in_order(t, pool, 1))


def _pair_pool(t: Tournament, rules: Ruleset, pool: Pool) -> Found:
    paired = latest_round(t, pool)
    waits = paired is not None and not paired.started
    number = paired.number if paired and waits else next_round(t, pool)
    again = ("--again", "--reason", WHY) if waits else ()

    def reckon() -> None:
        if pool in t.cuts:
            along_the_bracket(t, rules, pool, None)
        elif waits and paired and _is_as_drawn(t, paired):
            return
        elif not gives(t, rules, pool):
            _insist_on_a_round(t, pool)

    event = _in_order(t, pool, number)
    if event.drawn and t.commitment is None:
        yield replace(_by_hand(event, again=waits), reckon=reckon)
        return
    yield Proposal(
        act=do("pair", pool, *again),
        events=(replace(event, reason=WHY if waits else None),),
        loose=SEATED | {"bracket-differs"},
        reckon=reckon,
    )


def _insist_on_a_round(t: Tournament, pool: Pool) -> None:
    """Raise Refused if no legal round is left for a Swiss pool."""
    if not can_go_on(t, pool):
        raise Refused(f"no legal round is left for {pool}.")


def _by_hand(event: ev.RoundPaired, *before: AnyEvent, again: bool = False) -> Proposal:
    """Return a round that is paired by hand, as in a tournament without secrets to draw with."""
    seated = replace(event, drawn=None, reason=WHY)
    act = do("pair", event.pool, *(("--again",) if again else ()), *BY_HAND)
    return Proposal(act=act, events=(*before, seated), loose=SEATED)


def _in_order(t: Tournament, pool: Pool, number: int) -> ev.RoundPaired:
    """Return a round with everybody who is due in order, before the draw decides who meets whom."""
    there = due(t, pool, number) if pool in t.pods or pool in t.cuts else []
    swiss = pool in t.pods
    awarded = [one for one in there if swiss and number in t.awarded.get(one, ())]
    rest = [one for one in there if one not in awarded]
    pairs = tuple(map(Pairing, rest[::2], rest[1::2]))
    bye = rest[-1:] if len(rest) % 2 else []
    return ev.RoundPaired(
        pool=pool,
        round=number,
        pairings=pairs,
        tables=tables(t, pool, len(pairs)),
        byes=(*(Bye(one, ByeKind.AWARDED) for one in awarded), *map(Bye, bye)),
        drawn=next_draw(t, DRAW, STAND_IN) if swiss else None,
    )


def _waiting(t: Tournament) -> list[tuple[Pool, int]]:
    """Return the latest round of each pool, those that wait to start first."""
    latest = [paired for pool in t.latest if (paired := latest_round(t, pool))]
    return [(one.pool, one.number) for one in sorted(latest, key=lambda one: one.started)]


REPAIRED = SEATED | {
    *("nothing-repaired", "not-due", "not-seated", "bracket-differs"),
    *("awarded-bye-missing", "bye-not-awarded"),
}
"""The rules that the repair of a round keeps, whatever was wrong with it before."""


def _repair(t: Tournament, rules: Ruleset) -> Found:
    for pool, number in _waiting(t):
        paired = t.rounds[pool, number]
        event = ev.RoundRepaired(
            pool=pool,
            round=number,
            pairings=paired.pairings,
            tables=paired.tables,
            byes=paired.byes,
            drawn=next_draw(t, REPAIR, STAND_IN) if pool in t.pods else None,
        )
        yield Proposal(
            act=do("repair", pool),
            events=(event,),
            loose=REPAIRED,
            reckon=partial(_changes, t, rules, pool),
        )


def _is_as_drawn(t: Tournament, paired: Round) -> bool:
    """Tell whether a round is still the best: it was drawn, and nothing else has changed since."""
    own = round_thing(paired.pool, paired.number)
    since = any(seq > paired.seq for thing, seq in t.changed.items() if thing != own)
    return paired.drawn and not since


def _changes(t: Tournament, rules: Ruleset, pool: Pool) -> None:
    """Raise Refused if a repair of the waiting round of a pool would change nothing."""
    paired = latest_round(t, pool)
    assert paired is not None, "it waits"
    if pool in t.cuts:
        changes = mended(t, rules, pool, None) is not None
    elif _is_as_drawn(t, paired) or gives(t, rules, pool):
        changes = False
    elif {*paired.players()} - {*due(t, pool, paired.number)}:
        _insist_on_a_round(t, pool)
        changes = True
    else:
        changes = fewest_changes(t, rules, pool=pool) > 0
    if changes:
        return
    raise Refused(f"there is nothing to repair in {pool}.", hint=START_IT)


START_IT = "Start the round; it fits the players and the results."


def _posted(sheet: ev.PostedSheet, t: Tournament, _: Ruleset) -> Found:
    verb = "post" if sheet is ev.PostedSheet.PAIRINGS else "slips"
    for pool, number in _waiting(t):
        words = ("--round", str(number)) if t.rounds[pool, number].started else ()
        posted = ev.RoundPosted(pool=pool, round=number, sha256="0" * 64, sheet=sheet)
        yield proposal(do(verb, pool, *words), posted)


def _start(t: Tournament, _: Ruleset) -> Found:
    for pool, number in _waiting(t):
        yield proposal(do("start", pool), ev.RoundStarted(pool=pool, round=number))


def _withdraw(t: Tournament, _: Ruleset) -> Found:
    for pool, number in _waiting(t):
        if not t.rounds[pool, number].started:
            back = ev.RoundWithdrawn(pool=pool, round=number, reason=WHY)
            yield proposal(do("withdraw", f"{pool}-{number}", "--reason", WHY), back)
    for match in t.playoffs.values():
        third = ev.ThirdPlacePlayoffWithdrawn(match=match, reason=WHY)
        yield proposal(do("withdraw", str(match), "--reason", WHY), third)
    for match in _with_result(t):
        gone = ev.ResultWithdrawn(match=match, reason=WHY)
        yield proposal(do("withdraw", str(match), "--reason", WHY), gone)


# Matches: results, facts, extra time, calls.

RESULTS = (
    *(Result(verdict=each) for each in (Verdict.FIRST, Verdict.SECOND, Verdict.TIE)),
    *(Result(verdict=Verdict.FIRST, games=Score(2, lost)) for lost in (0, 1)),
    *(Result(verdict=Verdict.SECOND, games=Score(lost, 2)) for lost in (0, 1)),
    Result(verdict=Verdict.FIRST, games=Score(1, 0)),
    Result(verdict=Verdict.SECOND, games=Score(0, 1)),
)
"""Results of matches of any format; the rules say which of them a match can have."""


def _of_each_sort(t: Tournament, matches: Iterable[MatchId]) -> Iterator[MatchId]:
    """Yield a match of each sort: a rule treats all matches of a sort alike."""
    known = set[tuple[object, ...]]()
    for match in matches:
        ages = frozenset(t.players[one].division for one in t.matches[match])
        result = t.results.get(match)
        marks = (match in those for those in (t.endings, t.extensions, t.calls))
        sort = (match.pool, match.round, ages, result and result.verdict, *marks)
        if sort not in known:
            known.add(sort)
            yield match


def _playing(t: Tournament) -> Iterator[MatchId]:
    """Yield matches that have no result, those of the latest rounds first."""
    latest = [match for pool in t.latest for match in latest_matches(t, pool)]
    return _of_each_sort(t, (one for one in (*latest, *t.matches) if one not in t.results))


def _with_result(t: Tournament) -> Iterator[MatchId]:
    """Yield matches that have a result, the latest first."""
    return _of_each_sort(t, (match for match in reversed(t.matches) if match in t.results))


def _report(t: Tournament, rules: Ruleset) -> Found:
    for match in _playing(t):
        facts = t.endings.get(match)
        found = None
        if facts:
            table = rules.verdicts
            found = ruling(facts.facts, sheet=rules.by_sheet, verdicts=table).result
        for result in (found,) if found else RESULTS[:1]:
            reported = ev.ResultReported(match=match, result=result)
            yield proposal(do("report", str(match), "RESULT"), reported)


def _correct(t: Tournament, _: Ruleset) -> Found:
    for match in _with_result(t):
        for result in RESULTS:
            if result != t.results[match]:
                fixed = ev.ResultCorrected(match=match, result=result, reason=WHY)
                yield proposal(do("correct", str(match), "RESULT", "--reason", WHY), fixed)


def _time_called(t: Tournament, match: MatchId) -> Found:
    kind = t.opened.match_format if t.opened else Facts().match_format
    facts = Facts(part=part_of(t, match.pool), match_format=kind)
    yield proposal(do("time-called", str(match)), ev.MatchEnded(match=match, facts=facts))


def _extend(t: Tournament, match: MatchId) -> Found:
    for instead in (False, True)[: 1 + (match in t.extensions)]:
        more = ev.TimeExtended(match=match, minutes=1, instead=instead, informed_by="h1")
        words = ("--informed", *(("--instead",) if instead else ()))
        yield proposal(do("extend", str(match), "MINUTES", *words), more)


def _call_to(_: Tournament, match: MatchId) -> Found:
    yield proposal(do("call", str(match)), ev.JudgeCalled(match=match))


OF_MATCH: Mapping[str, ForMatch] = {
    "extend": _extend,
    "time-called": _time_called,
    "call": _call_to,
}
"""The acts about one match that judges have."""


def _of_some_match(each: ForMatch, t: Tournament, _: Ruleset) -> Found:
    return chain.from_iterable(each(t, match) for match in chain(_playing(t), _with_result(t)))


def _call(t: Tournament, _: Ruleset) -> Found:
    for pool in t.latest:
        for match in _of_each_sort(t, latest_matches(t, pool)):
            yield proposal(do("call", str(match)), ev.JudgeCalled(match=match))
    for match in t.calls:
        yield proposal(do("call", str(match), "--done"), ev.CallEnded(match=match))


def _draw_checks(t: Tournament, _: Ruleset) -> Found:
    there = [one.id for one in t.players.values() if not one.out]
    drawn = next_draw(t, deck_checks.DRAW, STAND_IN)
    for player in there[:1]:
        chosen = ev.DeckCheckDrawn(players=(player,), asked=1, drawn=drawn)
        yield proposal(do("deckcheck draw"), chosen)


# After the rounds: day two, cuts, the 3rd-place match, the close, and what follows it.


def _day_two(t: Tournament, rules: Ruleset) -> Found:
    if t.is_elimination:
        yield proposal(do("day-two"), ev.DayTwoMade(pool=BRACKET, after=1, players=()))
    for pool in t.pods:
        made, on = t.day_two.get(pool), divisions_on(t, rules, pool)
        latest = latest_round(t, pool)
        after = made.after if made else latest.number if latest else 1
        own = max((rounds_of_day_two(t, rules, age) for age in on), default=0)
        words = ("--again",) if made else () if own else ("--rounds", "N", "--reason", WHY)
        until, there = after + (own or 1), tuple(due(t, pool, after))
        day = ev.DayTwoMade(pool=pool, after=after, players=there)
        sets = ev.RoundsSet(pool=pool, rounds=until, reason=WHY)
        new = () if made or t.planned.get(pool) == until else (sets,)
        back = _unpaired(t, pool) if made and latest and latest.number > made.after else ()
        yield Proposal(
            act=do("day-two", pool, *words),
            events=(*back, day, *new),
            loose=frozenset({"day-two-differs"}),
            reckon=partial(_lots, t, rules, partial(_advancing, t, rules, day), seeds=False),
        )


def _advancing(t: Tournament, rules: Ruleset, day: ev.DayTwoMade) -> Iterator[Contender]:
    """Yield the players of a pool who advance to its second day."""
    for age in divisions_on(t, rules, day.pool) or t.pods[day.pool]:
        yield from qualified(t, rules, age, day.pool, day.after)


def _lots(
    t: Tournament, rules: Ruleset, choose: Callable[[], Iterable[Contender]], *, seeds: bool
) -> None:
    """Raise Refused if those who advance need lots, and there is no secret to draw them with.

    Seeds that are tied on everything need lots; for day two, only players who share the last place.
    """
    if t.commitment is not None:
        return
    taken = {one.player for one in choose()}
    for group in chain.from_iterable(lots.level(t, rules).values()):
        still = {player for player in group if not t.players[player].out}
        if taken & still and (len(still) > 1 if seeds else still - taken):
            raise Refused(
                "players are tied on every tiebreaker, but there is no secret for a random draw.",
                hint=advice("Begin a chain of secrets: {}.", NEW_CHAIN),
            )


def _cut(t: Tournament, rules: Ruleset) -> Found:
    """Yield the cut of each division: as many as are due, or the largest that can be made.

    A cut that has been made already may also be made again with half as many players.
    """
    for division in dict.fromkeys(one.division for one in t.players.values()):
        stands, number = bracket_of(t, division), size_due(t, rules, division)
        again = stands is not None and unplayed(t, division)
        still = sum(one.division == division and not one.out for one in t.players.values())
        most = 1 << max(still.bit_length() - 1, 0)
        half = number // 2 if again else 0
        smaller = (largest_cut(attendance(t, rules, division)), most, half)
        for size in dict.fromkeys(one for one in (number, *smaller) if one > 1):
            own = () if size == number else ("--size", str(size), "--reason", WHY)
            made = ev.CutMade(
                division=division,
                pool=stands.pool if stands else bracket_name(division),
                # Seeds that are the same are refused, so here it matters who they are.
                seeds=_seeds(t, rules, division, size) if again else _first(t, division, size),
                reason=None if size == number else WHY,
            )
            yield Proposal(
                act=do("cut", division.lower(), *(("--again",) if stands else ()), *own),
                events=(*_unpaired(t, made.pool), made),
                loose=frozenset({"cut-differs"}),
                reckon=partial(
                    _lots, t, rules, partial(best, t, rules, division, size), seeds=True
                ),
            )


def _seeds(t: Tournament, rules: Ruleset, division: Division, size: int) -> tuple[PlayerId, ...]:
    """Return the seeds of a cut by the standings; if there are none, players who would do."""
    try:
        return tuple(one.player for one in best(t, rules, division, size))
    except Refused:
        return _first(t, division, size)  # The rules say what is wrong with the size.


def _first(t: Tournament, division: Division, size: int) -> tuple[PlayerId, ...]:
    """Return active players of a division, the same number of each flight, in any order."""
    of_each = flights_of(t, division)
    lists = (members(t, pool) if pool else t.players for pool in of_each)
    still = (
        [p for p in those if t.players[p].division == division and not t.players[p].out]
        for those in lists
    )
    return tuple(player for those in still for player in those[: size // len(of_each)])


def _unpaired(t: Tournament, pool: Pool) -> tuple[AnyEvent, ...]:
    """Return the withdrawal of the waiting round of what is made again, if it has one."""
    paired = latest_round(t, pool)
    if paired is None or paired.started:
        return ()
    return (ev.RoundWithdrawn(pool=pool, round=paired.number, reason=WHY),)


def _third_place(t: Tournament, _: Ruleset) -> Found:
    for pool in t.cuts:
        pair, semis = third_place(t, pool), semi_finals(t, pool)
        if pair and semis and pool not in t.playoffs:
            table = table_of_playoff(t, pool, pair, semis)
            made = ev.ThirdPlacePlayoffPaired(
                pool=pool, round=semis.number + 1, pairing=pair, table=table
            )
            yield proposal(do("third-place", pool), made)


def _ask_for_results(t: Tournament, _: Ruleset) -> Found:
    asked = ev.RequestRecorded(number=len(t.requests) + 1, source=WHY)
    yield proposal(do("requests record", "--from", WHY), asked)


def _hand_over(t: Tournament, _: Ruleset) -> Found:
    for number in t.requests:
        answered = ev.RequestAnswered(number=number, sha256="0" * 64, size=0)
        yield proposal(do("requests answer", str(number), "FILE"), answered)


def _decide(t: Tournament, _: Ruleset) -> Found:
    for seq in t.contradictions:
        words = do("decide", str(seq), "--keep", "--reason", WHY)
        yield proposal(words, ev.ContradictionDecided(entry=seq, reason=WHY))


ALWAYS_ALIKE: Mapping[str, Proposal] = {
    "close": proposal(do("close"), ev.TournamentClosed()),
    "entropy": proposal(
        do("entropy", "TEXT", "--source", "SOURCE"), ev.EntropyAdded(text=WHY, source=WHY)
    ),
    "late refuse": proposal(
        do("late", "NAME", "--refuse", "--reason", WHY),
        ev.EntryRefused(commitment=STAND_IN, reason=WHY),
    ),
    "message": proposal(do("message", "TEXT"), ev.MessageSent(text=WHY)),
    "new-secrets": proposal(
        do("new-secrets", "--reason", WHY), ev.SecretCommitted(commitment=STAND_IN, reason=WHY)
    ),
    "fact": proposal(
        do("fact", "SPEC", "ID"), ev.FactAdded(spec="example.org/seats/1", id="plan-2")
    ),
    "note": proposal(do("note", "TEXT"), ev.NoteMade(text=WHY)),
    "reopen": proposal(do("reopen", "--reason", WHY), ev.TournamentReopened(reason=WHY)),
}
"""The acts that are proposed in the same way whatever has happened."""


def _alike(one: Proposal, _t: Tournament, _: Ruleset) -> Found:
    yield one


PROPOSE: Mapping[str, Propose] = {
    "register": _register,
    "late": _late,
    "staff": _staff,
    "team form": _team_form,
    "team split": _team_split,
    "draft seats": _draft_seats,
    "draft build": _draft_build,
    "announce": _announce,
    "flights": _flights,
    "seed": _seed,
    "pair": _pair,
    "repair": _repair,
    "post": partial(_posted, ev.PostedSheet.PAIRINGS),
    "slips": partial(_posted, ev.PostedSheet.SLIPS),
    "start": _start,
    "report": _report,
    **{verb: partial(_of_some_match, each) for verb, each in OF_MATCH.items()},
    "correct": _correct,
    "withdraw": _withdraw,
    "call": _call,
    "deckcheck draw": _draw_checks,
    "day-two": _day_two,
    "cut": _cut,
    "third-place": _third_place,
    "requests record": _ask_for_results,
    "requests answer": _hand_over,
    "decide": _decide,
    **{verb: partial(_alike, one) for verb, one in ALWAYS_ALIKE.items()},
}
"""The other kinds of acts that write into an open tournament, with what may be proposed of them."""

KINDS = (*PROPOSE, *OF_PLAYER)


def proposals(t: Tournament, rules: Ruleset, verb: str, some: Iterable[Player]) -> Found:
    """Return what may be proposed of a kind of act; `some` are a player of each sort."""
    if verb in PROPOSE:
        return PROPOSE[verb](t, rules)
    return chain.from_iterable(OF_PLAYER[verb](t, rules, one) for one in some)
