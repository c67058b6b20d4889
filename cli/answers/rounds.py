"""What follows from acts about rounds, cuts and flights, and what is missing."""

from collections.abc import Callable, Iterable

from roundbook.cli.acts.bracket import SeedsDone, ThirdPlacePaired
from roundbook.cli.acts.cut import CutsMade, DaysMade, JustOut
from roundbook.cli.acts.flights import FlightsDone, FlownDivision, SplitsFound
from roundbook.cli.acts.pairing import NewRounds
from roundbook.cli.acts.repair import RoundsRepaired
from roundbook.cli.acts.rounds import RoundsGone, RoundsStarted
from roundbook.cli.answers.recorded import recorded, seated
from roundbook.cli.places.sign_ups import waiting_names
from roundbook.cli.session.write import WriteContext, sign_ups_gone
from roundbook.ledger.errors import Hint, advice, do, warning
from roundbook.ledger.events.catalogue import (
    AnnouncementMade,
    AnyEvent,
    DraftSeated,
    PlayerDropped,
    PodsFormed,
)
from roundbook.ledger.phrases import counted, several
from roundbook.ledger.rulesets.divisions import as_tom_divides, pods_for, why_together
from roundbook.ledger.state.pools import active_by_division, split_since
from roundbook.ledger.state.round_names import of_pools, read_out
from roundbook.ledger.state.rounds import planned_rounds
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.ledger.text import opened, sentence, with_names
from roundbook.projections.cut.planner import why_mixed
from roundbook.projections.cut.qualifiers import Alone
from roundbook.projections.explain.tiebreak import WORDS
from roundbook.projections.reports.text.cut import (
    apart_in_words,
    cut_in_words,
    in_words,
    rounds_in_words,
    share_of,
)
from roundbook.projections.rounds.invalidating_rematches import rematches
from roundbook.projections.rounds.outgrown_announcements import outgrown


def paired(ctx: WriteContext, facts: NewRounds) -> list[str | Hint]:
    """Return what was paired and locked, the only undefeated player, and outgrown announcements."""
    first = any(one.event.round == 1 for one in facts.rounds)
    late = outgrown(ctx.after(facts.entries), ctx.rules) if first else []
    said = recorded(ctx, facts.entries, without=_goes_without_saying(ctx, facts))
    return [*said, *_pods(ctx, facts), *_paired(ctx, facts), *_invalid(ctx, facts), *late]


def _goes_without_saying(ctx: WriteContext, facts: NewRounds) -> list[AnyEvent]:
    """Return the pods that need no sentence: all of one division, or explained in the answer.

    The pairings that follow name the pods. An official's own pods are always told.
    """
    whys = why_together(active_by_division(ctx.tournament), ctx.rules)
    return [
        event
        for entry in facts.entries
        for event in entry.events
        if isinstance(event, PodsFormed) and not event.override
        if whys or len({one for pod in event.pods.values() for one in pod}) == 1
    ]


def _invalid(ctx: WriteContext, facts: NewRounds) -> list[str | Hint]:
    """Return that a rematch in a new round makes the event invalid, if the edition says so."""
    new = {(one.event.pool, one.event.round) for one in facts.rounds}
    then = ctx.after(facts.entries)
    return [warning(str(said)) for said in rematches(then, ctx.rules, new)]


def _pods(ctx: WriteContext, facts: NewRounds) -> list[str | Hint]:
    """Return why divisions play together, the seats of a draft, and how absent players return."""
    events = [event for entry in facts.entries for event in entry.events]
    formed = any(isinstance(event, PodsFormed) and not event.override for event in events)
    counts = active_by_division(ctx.tournament)
    mixed = any(len(pod) > 1 for pod in pods_for(counts, ctx.rules))
    whys = [as_tom_divides(counts, ctx.rules)] if formed else []
    if formed and not (mixed and _just_announced(ctx, facts)):
        whys.insert(0, why_together(counts, ctx.rules))
    said: list[str | Hint] = [sentence(why) for why in whys if why]
    for event in events:
        said += seated(ctx, event.tables) if isinstance(event, DraftSeated) else []
    if any(isinstance(event, PlayerDropped) for event in events):
        back = do("reinstate", "PLAYER", "--reason", "…")
        said.append(advice("If an absent player arrives, use {}.", back))
    return said


def _just_announced(ctx: WriteContext, facts: NewRounds) -> bool:
    """Tell whether the entry before is the announcement, which already said who plays together."""
    before = ctx.venue.desk.entries[: facts.entries[0].seq - 1][-1:]
    return any(isinstance(event, AnnouncementMade) for one in before for event in one.events)


def _paired(ctx: WriteContext, done: NewRounds) -> list[str | Hint]:
    """Return the results that pairing locked, and the only undefeated player; no pairings."""
    t = ctx.tournament
    would = "would be" if ctx.dry_run else "are now"
    found: list[str | Hint] = [
        f"The results of {read_out(t, one.pool, one.number)}{one.whose} {would} locked (TOP §4)."
        + (f" Without a result: {several(map(str, one.missing))}." if one.missing else "")
        for one in done.locks
    ]
    if done.would_draw:
        rounds = opened(of_pools(t, zip(done.pools, done.numbers, strict=True)))
        mixed = why_mixed(t, ctx.rules)
        said = f"Nothing was written. {rounds} would be paired{' again' if done.again else ''}."
        return [said, *found, *([sentence(mixed)] if mixed else [])]
    for one in done.rounds:
        found += [
            warning(f"A better pairing is possible: {with_names(why, ctx.named)}.")
            for why in one.worse
        ]
        if one.spared:
            matches = counted(one.spared, "match", "matches")
            found.append(
                f"A different bye would have avoided {matches} across divisions. The bye was "
                "drawn at random, so nothing needs to be done."
            )
        if one.off_sheet:
            which = read_out(t, one.event.pool, one.event.round)
            found.append(
                warning(
                    f"The pod sheet does not give the pairings of {which}, so it was paired by "
                    "match points."
                )
            )
        found += _elsewhere(ctx, one.elsewhere)
        if one.alone:
            found.append(undefeated(one.alone, ctx.named))
    return found


def third_place(ctx: WriteContext, facts: ThirdPlacePaired) -> list[str | Hint]:
    """Return who does not sit at their fixed table in the 3rd-place match."""
    return _elsewhere(ctx, facts.elsewhere)


def _elsewhere(ctx: WriteContext, players: Iterable[PlayerId]) -> list[str | Hint]:
    """Return a sentence for each player who does not sit at the table that is kept for them."""
    return [
        warning(
            f"{ctx.named(player)} does not sit at fixed table {ctx.tournament.kept[player]} this "
            "time."
        )
        for player in players
    ]


def undefeated(alone: Alone, name: Callable[[PlayerId], str]) -> str:
    """Return the sentence for a player who is alone undefeated with rounds left (A-1)."""
    return (
        f"Only {name(alone.player)} is undefeated in {alone.pool} after round {alone.after}; "
        f"{alone.announced} rounds are planned, and that number applies (TOP §3.1)."
    )


def repaired(ctx: WriteContext, done: RoundsRepaired) -> list[str | Hint]:
    """Return how much of each round is unchanged, and a hint to post it again."""
    found = list[str | Hint]()
    for one in done.rounds:
        players = counted(one.moved, "player gets", "players get")
        gets = "a new opponent or the bye" if one.byes else "a new opponent"
        gets = "the bye" if one.byes and one.moved == 1 else gets
        which = read_out(ctx.tournament, one.pool, one.number)
        found.append(
            f"{one.stay} of {counted(one.tables, 'table')} of {which} "
            f"{'is' if 1 in (one.tables, one.stay) else 'are'} unchanged; "
            f"{players} {gets}."
        )
        if not one.in_bracket:
            found.append("No repair would change fewer pairings.")
    if ctx.dry_run:
        return found if done.entries else ["Nothing was written.", *found]
    if any(done.before.rounds[one.pool, one.number].posted for one in done.rounds):
        found.append(
            advice("The posted pairings are out of date. Post them again: {}.", do("post"))
        )
    return found


def started(ctx: WriteContext, done: RoundsStarted) -> list[str | Hint]:
    """Return what was not done before the start, what it discarded, and decks still to check."""
    found = list[str | Hint]()
    opened = ctx.tournament.opened
    cited = " (TOP §4)" if opened and opened.premier else ""
    for one in done.unposted:
        which = read_out(ctx.tournament, one.pool, one.round)
        said = f"The pairings of {which} were not posted{cited}."
        found.append(warning(f"{said} Post them now: {{}}.", do("post", one.pool)))
        if not ctx.tournament.rounds[one.pool, one.round].slips:
            found.append(advice("Print the match slips: {}.", do("slips", one.pool)))
    if done.without_list:
        names = ", ".join(map(ctx.person, done.without_list))
        found.append(warning(f"No deck list yet: {names}."))
    if done.undecided:
        went = "would be" if ctx.dry_run else "was" if len(done.undecided) == 1 else "were"
        lists = counted(len(done.undecided), "deck list")
        names = ", ".join(map(ctx.person, done.undecided))
        found.append(warning(f"{lists} from phones {went} discarded without a decision: {names}."))
    if ctx.dry_run and (gone := waiting_names(ctx.venue.folder, ctx.tournament)):
        found.append(warning(sign_ups_gone(gone, "would be", "would be")))
    return [*found, *done.to_check]


FOR_THIRD = 4
"""The fewest players of a cut with a 3rd-place match: two of them lose a semi-final."""


def cuts(ctx: WriteContext, done: CutsMade) -> list[str | Hint]:
    """Return the first player below each cut, and the results that pairing it locks."""
    if done.level:
        return [*_by_lot(ctx, done.pools, done.level)]
    found = list[str | Hint]()
    for one in done.cuts:
        share = share_of(len(one.seeds), one.came, ctx.tournament)
        found.append(f"The {one.made.division} cut, {one.made.pool}: {share} advance.")
        found += [
            f"Seed {number}: {ctx.named(player)}, {counted(points, 'point')}, {record}."
            for number, (player, points, record) in enumerate(one.seeds, start=1)
        ]
        found += [f"Ordered at random: {', '.join(map(ctx.named, lot))}." for lot in one.by_lot]
        found += _just_out(ctx, one.out)
        if one.larger:
            most = f"at most {one.larger.cut} ({one.larger.cites})"
            found.append(warning(f"At a Premier Event the {one.made.division} cut is {most}."))
        if ctx.tournament.announced_third_place and len(one.seeds) < FOR_THIRD:
            found.append(
                f"No 3rd-place match, though one was announced: a cut of {len(one.seeds)} has no "
                "semi-finals."
            )
        if one.locks:
            which = f"the {one.made.division} results of round {one.locks}"
            found.append(f"Pairing the cut locks {which} (TOP §4).")
        found.append(
            "Once the cut starts, the seeds are fixed: later corrections do not change them."
        )
    return list(dict.fromkeys(found))  # A sentence that applies to every cut appears once.


def days(ctx: WriteContext, done: DaysMade) -> list[str]:
    """Return the rounds of day two, and the first player who did not advance to it."""
    if done.level:
        return _by_lot(ctx, done.pools, done.level)
    found = list[str]()
    for one in done.days:
        first, last = one.made.after + 1, one.until
        rounds = f"round {last}" if first == last else f"rounds {first} to {last}"
        found.append(f"{one.made.pool} plays {rounds}.")
        needed = counted(one.enough, "match point was", "match points were")
        points = f"X-2-0 is {counted(one.enough, 'match point')}"
        needed = f"{needed} needed" if one.by_points else points
        found.append(f"{needed} after round {one.made.after}.")
        found += _just_out(ctx, one.out) or ["Everybody advances: nobody is left out."]
        found.append(
            "Once day two starts, its players are fixed: later corrections do not change them."
        )
    return found


def _by_lot(ctx: WriteContext, pools: Iterable[Pool], level: Iterable[PlayerId]) -> list[str]:
    """Return which players a draw would order; its outcome is not shown in advance."""
    tied = ", ".join(map(ctx.named, level))
    return [
        (
            f"Nothing was written. In {' and '.join(pools)}, these tied players would be ordered "
            f"at random: {tied}."
        )
    ]


def _just_out(ctx: WriteContext, out: Iterable[JustOut]) -> list[str]:
    """Return the first player who does not advance, and the tiebreak that decides it."""
    found = []
    for one in out:
        where = f" of {one.flight}" if one.flight else ""
        step, why = one.step, ""
        if step and step.decided_by:
            by = WORDS[step.decided_by]
            why = f", below {ctx.named(step.other)} on {by} ({step.mine} against {step.theirs})"
        found.append(f"Just out{where}: {ctx.named(one.player)}{why}.")
    return found


def seeds(ctx: WriteContext, facts: SeedsDone) -> list[str]:
    """Return the seeds; how many players would be seeded, for a dry run, which shows no draw."""
    players, byes = counted(facts.players, "player"), counted(facts.byes, "bye")
    would = "is withdrawn" if facts.entries else "would be withdrawn"
    broken = [
        f"Round {number} {would}, because all of its matches change (TOP §3.2.2)."
        for number in facts.broken
    ]
    if not facts.entries:
        said = (
            f"Nothing was written. The seeds of {players} would be drawn, with {byes} in round 1."
        )
        return [said, *broken]
    return [
        *broken,
        *(
            f"Seed {number}: {named}{', bye in round 1' if number <= facts.byes else ''}."
            for number, named in enumerate(map(ctx.named, facts.seeds), start=1)
        ),
    ]


def flights(ctx: WriteContext, facts: FlightsDone) -> list[str | Hint]:
    """Return what to announce after a division was split; nothing is drawn in a dry run."""
    if not facts.entries:
        would = [
            f"{many} flights of {division} would be drawn"
            if many > 1
            else f"{division} would play without flights"
            for division, many in facts.wanted.items()
        ]
        return [f"Nothing was written. {' and '.join(would)}."]
    flying = any(one.event.flights for one in facts.flown)
    why = "flights play fewer rounds" if flying else "without flights, more rounds are played"
    rounds = f"Announce the rounds now with {{}}: {why}."
    then = ctx.after(facts.entries)
    said = [line for one in facts.flown for line in _flown(then, one)]
    if any(split_since(then, one.event.division) for one in facts.flown):
        return [*said, advice(rounds, do("announce"))]
    return [*said]


def _flown(t: Tournament, one: FlownDivision) -> list[str]:
    """Return the flights of a division, with their rounds, as announced for them, and cut."""
    division, flights, now = one.event.division, one.event.flights, one.now
    if not flights:
        return [f"{division} plays without flights again: {rounds_in_words(now)}."]
    lines = [f"{pool}: {counted(len(there), 'player')}." for pool, there in flights.items()]
    lines += [opened(sentence(why))] if (why := apart_in_words(now)) else []
    told = None if split_since(t, division) else planned_rounds(t, next(iter(flights)))
    if told in {None, now.rounds}:
        plays = rounds_in_words(now)
    else:
        plays = f"{counted(told or 0, 'round')}, as announced; the table has {rounds_in_words(now)}"
    lines.append(f"Each flight plays {plays}. Cut: {cut_in_words(now)}.")
    fewer = [
        f"{each.flights} flights would play {counted(each.rounds or 0, 'round')}"
        for each in one.fewer
    ]
    but = f": {', '.join(fewer)}" if fewer else ""
    return [*lines, f"Use as few flights as the time allows (TOP §3.3.3){but}."]


def splits(_ctx: WriteContext, found: SplitsFound) -> list[str]:
    """Return the meaning of each number of flights, or why it is not possible."""
    said = []
    for each in found.divisions:
        for one, why_not in each.options:
            means = why_not or f"{rounds_in_words(one)}, {cut_in_words(one)}"
            said.append(f"{each.division}, {in_words(one)}: {means}.")
        if found.at_most:
            most, least = counted(found.at_most, "round"), each.fewest(found.at_most)
            if least is None:
                means = f"needs more than {most} with any possible number of flights"
            elif least == 1:
                means = f"plays at most {most} without flights"
            else:
                means = f"needs at least {least} flights to play at most {most}"
            said.append(f"{each.division} {means}.")
    return said or ["Nobody is registered yet."]


def gone(ctx: WriteContext, facts: RoundsGone) -> list[str]:
    """Return the results that stay locked: the round that locked them was paired (TOP §4)."""
    stay = "would stay" if ctx.dry_run else "stay"
    return [
        f"The results of {read_out(ctx.tournament, one.pool, one.number)}{one.whose} {stay} locked "
        "(TOP §4)."
        for one in facts.locks
    ]


WHOLE = {
    NewRounds: paired,
}
FOLLOWS = {
    RoundsRepaired: repaired,
    RoundsStarted: started,
    RoundsGone: gone,
    CutsMade: cuts,
    DaysMade: days,
    SeedsDone: seeds,
    FlightsDone: flights,
    SplitsFound: splits,
    ThirdPlacePaired: third_place,
}
