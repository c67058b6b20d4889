"""The progress of an event: its steps in order, each pool, and the next thing to do.

The `next:` lines of the terminal and the guided desk of the pages are made from it. The style and
the format of the event decide which steps are due; optional ones are in `also`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import partial

from msgspec import Struct

from roundbook.ledger.errors import Do, Hint, Refused, advice, do
from roundbook.ledger.events.catalogue import CutMade, TournamentClosed
from roundbook.ledger.record.draws import NEW_CHAIN
from roundbook.ledger.rulesets.divisions import bracket_name
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import (
    flights_to_draw,
    in_no_pod,
    split_since,
    swiss_pools_of,
    to_draw,
)
from roundbook.ledger.state.round_names import first_round
from roundbook.ledger.state.rounds import (
    decision,
    due,
    is_of_a_file,
    latest_matches,
    latest_round,
    missing_before,
    open_matches,
    planned_rounds,
    unseated,
)
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import Division, MatchId, PlayerId, Pool
from roundbook.ledger.validators.decks import draft_of
from roundbook.ledger.validators.elimination import bracket_without_winner
from roundbook.ledger.validators.opening import asked_by_edition, unannounced
from roundbook.projections.audits.closing import cut_unmade
from roundbook.projections.audits.cuts import cut_shares
from roundbook.projections.bracket.bracket import bracket_of, third_place
from roundbook.projections.cut.day_two import awaits_day_two, divisions_on
from roundbook.projections.cut.planner import size_for, table_of
from roundbook.projections.judging import deck_checks
from roundbook.projections.offers import flights_due, lacks_secrets, of_pool, offered
from roundbook.projections.proposals import KINDS, of_each_sort
from roundbook.projections.rounds.cut_short import has_played
from roundbook.projections.rounds.needs_repair import how_to_mend, stage_again, to_mend
from roundbook.projections.rounds.next_bracket_round import draw_seeds_again
from roundbook.projections.rounds.rounds import State, state_of
from roundbook.projections.rounds_by_attendance import elimination_rounds
from roundbook.projections.rounds_left import can_go_on


class Phase(StrEnum):
    """The phase of an event: registration, Swiss rounds, brackets, all played, or closed."""

    REGISTRATION = "registration"
    SWISS = "swiss"
    ELIMINATION = "elimination"
    PLAYED = "played"
    CLOSED = "closed"


class Stand(StrEnum):
    """Whether a step of an event is done, is due now, or waits for the steps before it."""

    DONE = "done"
    NOW = "now"
    WAITS = "waits"


class Step(Struct, frozen=True, kw_only=True):
    """A step of an event: the command that does it, or `round` with its number.

    `pools` are the pools whose step this is; empty for a step of the whole event. `next` is what to
    do about it now.
    """

    step: str
    stand: Stand
    pools: tuple[Pool, ...] = ()
    round: int | None = None
    next: Do | None = None


class Lane(Struct, frozen=True, kw_only=True):
    """The progress of a pool: its latest round, the results that are missing, and what comes next.

    `of` is the number of rounds, None if it has not been announced. `missing` are the matches
    without a result, `every` how many matches the round has; the 3rd-place match counts. `next` is
    None if the pool has finished, or waits for others.
    """

    pool: Pool
    divisions: tuple[Division, ...]
    bracket: bool
    round: int
    of: int | None
    state: State | None
    missing: tuple[MatchId, ...]
    every: int
    next: Do | None


class Progress(Struct, frozen=True, kw_only=True):
    """The progress of an event: `next` is the next thing to do, `also` what else may be done.

    `next` is None once everything is done: the tournament is closed and archived.
    """

    phase: Phase
    steps: tuple[Step, ...]
    lanes: tuple[Lane, ...]
    next: Do | None
    also: tuple[Do, ...]

    def typed(self) -> Do | None:
        """Return the next command, ready to type: MATCH is the first match without a result."""
        if self.next != do("report", "MATCH", "RESULT"):
            return self.next
        out = (match for one in self.lanes if one.next == self.next for match in one.missing)
        return do("report", *map(str, [*out][:1]), "RESULT")

    @property
    def meanwhile(self) -> tuple[Do, ...]:
        """What other pools can do already, such as a cut or the next pairing.

        Empty if something else has to be done before the pools continue.
        """
        acts = _in_order(self.lanes)
        if self.next not in acts:
            return ()
        return tuple(act for act in acts if act != self.next and act.verb != "report")


def progress(t: Tournament, rules: Ruleset, *, archived: bool = False) -> Progress:
    """Return the progress of an event. Before it is opened, the rules are those of any edition.

    `archived` is whether it was archived since its close: the ledger does not record that.
    """
    lanes = tuple(lane(t, rules, pool) for pool in (*t.pods, *t.cuts))
    before = [*_before_round_1(t, rules)]
    after = [*_after_the_rounds(t, lanes, archived=archived)]
    owed = [one.next for one in (*before, *after) if one.next]
    acts_of = (part for said in to_mend(t, rules) for part in said.parts if isinstance(part, Do))
    mended = [_lots_first(t, rules, act) for act in acts_of]
    first = [one.next for one in before if one.next][:1]
    acts = [*mended, *first, *_paired_again(t, lanes), *_days_together(t, lanes), *owed]
    leads = _of_a_file(t) or next(iter(acts), None)
    return Progress(
        phase=_phase(t, lanes),
        steps=(*before, *_rounds(t, lanes), *_cuts(t, rules, lanes), *after),
        lanes=lanes,
        next=leads,
        also=tuple(one for one in dict.fromkeys((*acts, *_else(t, rules))) if one not in acts[:1]),
    )


def go_on(t: Tournament, rules: Ruleset) -> Hint | None:
    """Return how to go on, for somebody who asks for what cannot be done; None if nothing is left.

    A closed tournament has to be reopened first.
    """
    if t.closed:
        return advice("The tournament is closed; {} opens it again.", do("reopen", "--reason", "…"))
    following = progress(t, rules).typed()
    return advice("Continue with {}.", following) if following else None


def _of_a_file(t: Tournament) -> Do | None:
    """Return the next step if TOM runs the event; one that was reopened is closed again here.

    An announcement, secrets or a cut of its own mean that the desk has taken over.
    """
    own = [one for one in (t.announcement, *t.cuts.values()) if one and not one.told]
    is_running = t.closed is None and not t.reopened and not t.commitment and not own
    return do("follow", "FILE.tdf") if is_running and is_of_a_file(t) else None


def _phase(t: Tournament, lanes: Iterable[Lane]) -> Phase:
    if t.closed:
        return Phase.CLOSED
    if not t.latest:
        return Phase.REGISTRATION
    if not any(one.next for one in lanes):
        return Phase.PLAYED
    swiss = any(one.next and not one.bracket for one in lanes)
    return Phase.SWISS if swiss else Phase.ELIMINATION


# The steps before round 1, by the style and the format of the event.


def _before_round_1(t: Tournament, rules: Ruleset) -> Iterator[Step]:
    """Yield the steps before round 1, in order; the first that is not done is due."""
    started = any(paired.started for paired in t.rounds.values())
    acts = (
        (verb, done or (started if verb in {"announce", "draft build"} else bool(t.rounds)), act)
        for verb, done, act in _setting_up(t, rules)
    )
    yield from _one_by_one(acts, is_due=t.closed is None)


def _setting_up(t: Tournament, rules: Ruleset) -> Iterator[tuple[str, bool, Do]]:
    """Yield the steps before round 1: the command, whether it is done, and how to do it."""
    opened, players = t.opened, [one.id for one in t.players.values() if not one.out]
    yield "open", opened is not None, do("open", "DIR", "--name", "NAME")
    yield "register", len(players) > 1, do("register", "NAME", "--birth-year", "YEAR")
    played = opened.format if opened else None
    if played and played.teams:
        alone = [player for player in players if player not in t.teams]
        # One player alone needs a partner first.
        join = do("register", "NAME", "--birth-year", "YEAR")
        form = do("team form", "NAME", *(alone[:2] or ("PLAYER", "PLAYER")))
        yield "team form", bool(players) and not alone, join if len(alone) == 1 else form
    energy = ("--basic-energy", "--energy-told-ahead") if played and played.limited else ()
    missing = unannounced(t, rules)
    words = [word for option in missing.values() for word in option]
    if t.announcement is None:
        asked = asked_by_edition(t, rules).values()
        # Without a table, nothing but the option says how many rounds there are.
        untold = not (t.is_elimination or t.planned or table_of(t))
        rounds = ("--rounds", "N") if untold else ()
        words = [*rounds, *(word for option in asked for word in option), *energy]
    outdated = any(split_since(t, age) for age in Division)
    told = t.announcement is not None and not (missing or outdated)
    yield "announce", told, do("announce", *words)
    if ahead := flights_to_draw(t) if told else {}:
        draws = flights_due(t, rules)
        # They may have become too few for the flights that were announced.
        none = [word for age in ahead for word in ("--flights", f"{age.lower()}=none")]
        yield "flights", False, draws or do("announce", *none)
    elif t.flights:
        yield "flights", True, do("flights")
    if played and draft_of(played):
        yield "draft seats", bool(t.drafts), to_draw(t, do("draft seats"))
    if played and played.limited:
        yield "draft build", t.built is not None, do("draft build")
    if t.is_elimination:
        yield "seed", bool(t.cuts), to_draw(t, do("seed"))
    if not (t.pods or t.cuts):
        yield "round", False, do("pair")


# Active players without a seat: they came late, or came back, after the latest pairing.


def unseated_players(t: Tournament, lanes: Iterable[Lane]) -> list[PlayerId]:
    """Return the active players of pools still in play who have no seat in the latest round.

    They are due for the next one; players who did not make the second day are not.
    """
    playing = {one.pool for one in lanes if one.round and one.next and not one.bracket}
    waiting = {
        player
        for pool in playing
        if (paired := latest_round(t, pool))
        for player in {*due(t, pool, paired.number + 1)} - {*paired.players()}
    }
    return [player for player in t.players if player in waiting]


# The rounds of a pool, and what follows the last round.


def lane(t: Tournament, rules: Ruleset, pool: Pool) -> Lane:
    """Return the progress of a pool: a pod, a flight, or a bracket."""
    paired, cut = latest_round(t, pool), t.cuts.get(pool)
    every = latest_matches(t, pool)
    missing = tuple(match for match in every if decision(t, match) is None)
    return Lane(
        pool=pool,
        divisions=t.pods[pool] if cut is None else (cut.division,) if cut.division else (),
        bracket=cut is not None,
        round=paired.number if paired else 0,
        of=_last_round(t, pool),
        state=state_of(paired, is_open=bool(missing)) if paired else None,
        missing=missing,
        every=len(every),
        next=_lots_first(t, rules, act) if (act := next_of(t, rules, pool)) else None,
    )


def _last_round(t: Tournament, pool: Pool) -> int | None:
    """Return the number of the last round of a pool; None if it has not been announced."""
    if pool not in t.cuts:
        return planned_rounds(t, pool)
    return first_round(t, pool) - 1 + elimination_rounds(len(t.cuts[pool].seeds))


def _lots_first(t: Tournament, rules: Ruleset, act: Do) -> Do:
    """Return an act, or how to begin a chain of secrets if lots have to be drawn for it."""
    return NEW_CHAIN if lacks_secrets(t, rules, act) else act


def next_of(t: Tournament, rules: Ruleset, pool: Pool) -> Do | None:
    """Return what comes next for a pool; None if it has finished, or waits for other pools."""
    if t.closed:
        return None
    if again := draw_seeds_again(t, pool) or stage_again(t, rules, pool):
        return again
    paired = latest_round(t, pool)
    if paired and not paired.started:
        return _before_the_start(t, rules, paired)
    if paired and open_matches(t, paired):
        return do("report", "MATCH", "RESULT")
    if paired and (missing := missing_before(t, pool, paired.number)):
        return do("report", str(missing[0]), "RESULT")  # It was withdrawn since.
    if pool in t.cuts:
        return _in_bracket(t, rules, pool)
    if any(bracket_of(t, division) for division in t.pods[pool]):
        return None
    planned, number = planned_rounds(t, pool), paired.number if paired else 0
    goes_on = (planned is None or number < planned) and can_go_on(t, pool)
    if goes_on and (onwards := _onwards(t, rules, pool)):
        return onwards
    return _after_swiss(t, rules, pool) if number else None


def _onwards(t: Tournament, rules: Ruleset, pool: Pool) -> Do | None:
    """Return how to pair the next round of a Swiss pool; None if it cannot be paired."""
    onwards = of_pool(t, rules, "pair", pool)
    if isinstance(onwards, Do):
        return onwards
    # Somebody who came since may be in no pod: before round 1, pairing forms the pods anew.
    left = in_no_pod(t) if t.rounds else []
    if left or t.rounds:
        return do("drop", left[0]) if left else None
    first = _led_to(onwards)
    return first if first and first.verb in _ORDER else do("pair")


def _before_the_start(t: Tournament, rules: Ruleset, paired: Round) -> Do:
    """Return what to do about a round that has been paired: post it, then start it (TOP §4).

    At a premier event, match slips are printed first. If the round cannot start, it is repaired, or
    it is what the refusal says to do before.
    """
    if not paired.posted:
        return do("post", paired.pool)
    premier = t.opened is not None and t.opened.premier
    if premier and paired.pairings and not paired.slips:
        return do("slips", paired.pool)
    start = of_pool(t, rules, "start", paired.pool)
    if isinstance(start, Do):
        return start
    if paired in unseated(t):
        return how_to_mend(t, rules, paired)[1]
    return _led_to(start) or do("start", paired.pool)


def _led_to(why: Refused) -> Do | None:
    """Return what a refusal says to do first."""
    parts = why.hint.parts if isinstance(why.hint, Hint) else ()
    return next((one for one in parts if isinstance(one, Do)), None)


def _in_bracket(t: Tournament, rules: Ruleset, pool: Pool) -> Do | None:
    """Return what comes next in a bracket once its round is complete (TOP §3.2, §3.3.6.1).

    The final is paired while the 3rd-place match is still being played: both may be played at once.
    """
    for verb in ("third-place", "pair"):
        if isinstance(act := of_pool(t, rules, verb, pool), Do):
            return act
    third = t.playoffs.get(pool)
    return do("report", "MATCH", "RESULT") if third and decision(t, third) is None else None


def _after_swiss(t: Tournament, rules: Ruleset, pool: Pool) -> Do | None:
    """Return what follows the last Swiss round of a pool: day two, or the cut."""
    if awaits_day_two(t, rules, pool) and can_go_on(t, pool):
        return do("day-two", pool)
    ready = (each for each in t.pods[pool] if has_played(t, each))
    return next((act for each in ready if (act := _cut(t, rules, each))), None)


def _cut(t: Tournament, rules: Ruleset, division: Division) -> Do | None:
    """Return how to make the cut of a division; None if none is due, or one player is left.

    All cuts are made together if all of them can be made. If fewer players remain than the cut
    takes, it is the largest cut that they can fill.
    """
    still = Counter(one.division for one in t.players.values() if not one.out)
    there = {one.division for one in t.players.values()}
    sizes = {each: size_for(t, rules, each) for each in there if not bracket_of(t, each)}
    if not sizes.get(division) or still[division] < 2:
        return None
    if sizes[division] > still[division]:
        return _smaller_cut(t, rules, division, 2 ** (still[division].bit_length() - 1))
    due = [each for each, size in sizes.items() if size]
    if all(sizes[each] <= still[each] and _has_played_on(t, rules, each) for each in due):
        apart = (word for each in due for word in _shares_let(t, rules, each, sizes[each]))
        return do("cut", *dict.fromkeys(apart))
    return do("cut", division.lower(), *_shares_let(t, rules, division, sizes[division]))


def _has_played_on(t: Tournament, rules: Ruleset, division: Division) -> bool:
    """Tell whether every Swiss round of a division is played, those of a second day too."""
    ahead = any(awaits_day_two(t, rules, pool) for pool in swiss_pools_of(t, division))
    return has_played(t, division) and not ahead


def _smaller_cut(t: Tournament, rules: Ruleset, division: Division, size: int) -> Do:
    """Return how to make a smaller cut than announced."""
    let = _shares_let(t, rules, division, size)
    return do("cut", division.lower(), "--size", str(size), "--reason", "…", *let)


def _shares_let(t: Tournament, rules: Ruleset, division: Division, size: int) -> tuple[str, ...]:
    """Return the options that a cut of this size needs if its share is uneven; else none."""
    seeds = [one.id for one in t.players.values() if one.division == division and not one.out]
    made = CutMade(division=division, pool=bracket_name(division), seeds=tuple(seeds[:size]))
    apart = any(True for _ in cut_shares(t, made, rules))
    return ("--override", "cut-shares", "--because", "…") if apart else ()


_ORDER = (
    "new-secrets",
    "flights",
    "seed",
    "post",
    "slips",
    "start",
    "third-place",
    "report",
    "pair",
    "day-two",
    "cut",
)
"""What to do first if pools are at different stages: the step that players are waiting for."""


def _in_order(lanes: Iterable[Lane]) -> list[Do]:
    """Return what comes next for the pools: one command if several need the same one."""
    acts = [*dict.fromkeys(one.next for one in lanes if one.next)]
    found = []
    for verb in _ORDER:
        alike = [act for act in acts if act.verb == verb]
        plain = [act for act in alike if act.args == act.args[:1]]
        together = verb in {"post", "slips", "start", "pair", "day-two"} and len(plain) > 1
        found += [do(verb), *(act for act in alike if act not in plain)] if together else alike
    return found


def _days_together(t: Tournament, lanes: Sequence[Lane]) -> list[Do]:
    """Return what comes next: day two begins in all flights before it goes on in one of them."""
    acts = _in_order(lanes)
    ahead = {age for pool in t.day_two for age in t.pods.get(pool, ())}
    begins = (one for one in lanes if one.next and one.next.verb == "day-two")
    late = any(ahead.intersection(one.divisions) for one in begins)
    return sorted(acts, key=lambda act: act.verb != "day-two") if late else acts


def _paired_again(t: Tournament, lanes: Sequence[Lane]) -> list[Do]:
    """Return how to pair what was withdrawn: its players wait, whatever other pools play."""
    waiting = {one.pool for one in lanes if t.ever_paired.get(one.pool, 0) > one.round}
    pairs = [act for act in _in_order(lanes) if act.verb == "pair"]
    return [act for act in pairs if waiting and waiting.issuperset(act.args[:1])]


# The steps from round 1 to the end.


def _rounds(t: Tournament, lanes: Iterable[Lane]) -> Iterator[Step]:
    """Yield the rounds in the order of play; pools at the same stage are one step."""
    found: dict[tuple[int, Stand, Do | None], list[Pool]] = {}
    for one in lanes:
        first = first_round(t, one.pool) if one.bracket else 1
        for number in range(
            first,
            max(one.of or 0, one.round + (one.next is not None and one.next.verb == "pair")) + 1,
        ):
            # The 3rd-place match may still be in progress when the final is due.
            over = one.state is State.COMPLETED or (
                one.next is not None and one.next.verb == "pair"
            )
            is_now = one.next is not None and number == one.round + over
            done = number < one.round or (number == one.round and over)
            stand = _stand(done=done, is_due=is_now or (not one.round and number == first))
            is_over = one.next is None or (one.next.verb in {"cut", "day-two"} and not one.bracket)
            if stand is Stand.WAITS and is_over:
                continue  # The pool ended earlier, or day two has its own number.
            act = one.next if stand is Stand.NOW else None
            found.setdefault((number, stand, act), []).append(one.pool)
    for (number, stand, act), pools in sorted(found.items(), key=lambda each: each[0][0]):
        yield Step(step="round", stand=stand, pools=tuple(pools), round=number, next=act)


def _cuts(t: Tournament, rules: Ruleset, lanes: Iterable[Lane]) -> Iterator[Step]:
    """Yield day two, the cuts and the 3rd-place matches, done or still to be done."""
    acts = {one.next for one in lanes}
    for pool in t.pods:
        if divisions_on(t, rules, pool):
            act = do("day-two", pool)
            stand = _stand(done=pool in t.day_two, is_due=act in acts)
            yield Step(step="day-two", stand=stand, pools=(pool,), next=_if(act in acts, act))
    for division in dict.fromkeys(each for ages in t.pods.values() for each in ages):
        made = bracket_of(t, division)
        how = None if made else _cut(t, rules, division)
        if made or how:
            is_due = how in acts and has_played(t, division) and made is None
            pools = (made.pool,) if made else tuple(swiss_pools_of(t, division))
            stand = _stand(done=made is not None, is_due=is_due)
            yield Step(step="cut", stand=stand, pools=pools, next=how if is_due else None)
    if t.announced_third_place:
        for pool in filter(partial(_may_play_for_third, t), t.cuts):
            third = t.playoffs.get(pool)
            act = do("report", "MATCH", "RESULT") if third else do("third-place", pool)
            is_over = third is not None and decision(t, third) is not None
            stand = _stand(done=is_over, is_due=act in acts or third is not None)
            act_now = _if(stand is Stand.NOW, act)
            yield Step(step="third-place", stand=stand, pools=(pool,), next=act_now)


def _may_play_for_third(t: Tournament, pool: Pool) -> bool:
    """Tell whether a bracket has a 3rd-place match, or may get one: two can lose a semi-final."""
    if pool in t.playoffs or third_place(t, pool):
        return True
    paired, semis = latest_round(t, pool), (_last_round(t, pool) or 0) - 1
    ahead = paired is None or paired.number < semis
    playing = paired is not None and paired.number == semis and bool(open_matches(t, paired))
    return len(t.cuts[pool].seeds) > 3 and (ahead or playing)


def _after_the_rounds(t: Tournament, lanes: Iterable[Lane], *, archived: bool) -> Iterator[Step]:
    """Yield the last steps: compulsory deck checks (TRF §5), the close, the archive."""
    played = bool(t.rounds) and not any(one.next for one in lanes)
    is_due = played or t.closed is not None
    owed = played and not t.closed
    let = [rule for rule, left in _LEFT.items() if owed and any(left(t, TournamentClosed()))]
    yield from _one_by_one(_ending(t, let, archived=archived), is_due=is_due)


_LEFT = {"cut-unmade": cut_unmade, "bracket-without-winner": bracket_without_winner}
"""Rules that a close may break because nobody is left to play; an official overrides them."""


def _ending(t: Tournament, let: list[str], *, archived: bool) -> Iterator[tuple[str, bool, Do]]:
    checks = deck_checks.progress(t)
    if checks and checks.must:
        done = bool(checks.checked) or t.closed is not None
        if act := deck_checks.next_step(t):
            yield "deckcheck", done, act
        elif not done:  # Everybody has left, so no deck can be checked any more.
            let = ["deck-checks-missing", *let]
    options = [word for rule in let for word in ("--override", rule)]
    close = do("close", *options, *(["--because", "…"] if let else []))
    yield "close", t.closed is not None, close
    yield "archive", archived and t.closed is not None, do("archive")


# What else may be done.


def _else(t: Tournament, rules: Ruleset) -> Iterator[Do]:
    """Yield what may also be done, depending on the phase of the event, if the rules allow it."""
    if t.closed:
        acts: tuple[str, ...] = ("verify", "standings", "export", "requests", "reopen")
    elif not t.latest:
        acts = ("register", "amend", "deck register", "staff", "announce", "award-bye", "flights")
        again = next(offered(t, rules, "seed"), None)
        yield from [again.act] if again and again.act.args else []
    else:
        paired = [one for pool in t.latest if (one := latest_round(t, pool))]
        acts = ()
        if not all(one.started for one in paired):
            acts = ("repair", "withdraw")
        elif any(open_matches(t, one) for one in paired):
            acts = ("time-called", "extend", "penalty")
        draw = ("deckcheck draw",) if deck_checks.next_step(t) else ()
        acts = (*acts, "correct", "drop", "late", *draw, "standings")
    some = of_each_sort(t)
    for verb in acts:
        if verb not in KINDS or any(True for _ in offered(t, rules, verb, some=some)):
            yield do(verb)


def _one_by_one(acts: Iterable[tuple[str, bool, Do]], *, is_due: bool) -> Iterator[Step]:
    """Yield steps, each of which waits for those before it."""
    for verb, done, act in acts:
        stand = _stand(done=done, is_due=is_due)
        yield Step(step=verb, stand=stand, next=_if(stand is Stand.NOW, act))
        is_due = is_due and done


def _stand(*, done: bool, is_due: bool) -> Stand:
    return Stand.DONE if done else Stand.NOW if is_due else Stand.WAITS


def _if(wanted: bool, act: Do) -> Do | None:  # noqa: FBT001 - it reads naturally.
    return act if wanted else None
