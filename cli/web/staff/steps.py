"""The steps of an event on the desk's pages, the next act, and how to undo the latest one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.acts.cut import due_now
from roundbook.cli.acts.rounds import (
    UNDONE,
    goes_back_at_once,
    not_its_day,
    paired_together,
    still_building,
)
from roundbook.cli.keying.open_matters import PAIRING
from roundbook.cli.web.access.permissions import those_who_may
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.cli.web.staff.hints import FORMS_ADDRESS, button_of, with_days
from roundbook.ledger.errors import Do, Refused, do
from roundbook.ledger.events.catalogue import (
    AnyEvent,
    BuildingStarted,
    CutMade,
    DayTwoMade,
    DraftSeated,
    MessageSent,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerDropped,
    RoundPaired,
    RoundStarted,
    TeamFormed,
    ThirdPlacePlayoffPaired,
    TournamentClosed,
)
from roundbook.ledger.events.drafts import Draft, PairedBy
from roundbook.ledger.events.judging import PenaltyIssued
from roundbook.ledger.events.posting import PostedSheet
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.check_in import came
from roundbook.ledger.state.pools import by_sheet, flights_to_draw, in_teams, split_since
from roundbook.ledger.state.round_names import called_alone, first_round, named_alone, of_pools
from roundbook.ledger.state.rounds import day_two_started, decision, latest_rounds, unseated
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, HandId, MatchId, PlayerId, Pool, Style
from roundbook.ledger.text import joined, opened
from roundbook.ledger.validators.decks import table_sizes
from roundbook.ledger.validators.opening import told_before, unannounced
from roundbook.projections.bracket.bracket import third_place
from roundbook.projections.cut.day_two import has_two_days
from roundbook.projections.judging import deck_checks
from roundbook.projections.offers import can_change_cut, flights_due, is_offered, of_pool
from roundbook.projections.progress import Phase, Progress, Stand, Step, next_of
from roundbook.projections.reports.names import pool_title
from roundbook.projections.rounds.needs_repair import stage_again
from roundbook.projections.rounds.rounds import PostedRound, State, posted_round

# The next acts as buttons and links: before round 1 by the kind of event, then by pool.

HERE = (
    *("pair", "repair", "post", "slips", "start"),
    *("seed", "third-place", "draft seats", "draft build", "flights"),
)
"""The commands for which the page of rounds has buttons."""


POST = "Players then see the pairings on the wall, the screen and their phones."
SLIPS = "The contents of the slips are recorded, so they can be proved later."
LATE = "Players who join after this get a loss for this round."
FINAL = "A round that has started cannot be withdrawn."
NO_SLIPS = "A Premier Event uses slips (TOP §4). An official may override this, with a reason."
UNPOSTED = "Players do not see their tables before the start."
POOLS_FIXED = "This settles which divisions play together."
LATE_AFTER = "Players who arrive after the start count as late."
FLIGHTS_APART = "Each flight is paired by itself, until the cut brings them together."
FLIGHTS_NEWER = "The flights have changed since the announcement: announce their rounds."
FLIGHTS_FIXED = "Once round 1 is paired, the flights cannot be changed."
TABLES_APART = "Each draft table plays by itself, as a pod."
TABLES_MIXED = (
    "Players also meet opponents from other draft tables. Each table plays by itself only if the "
    "event was opened with “How rounds are paired: Pod sheet”."
)
PAIRED = "The round can be paired again, repaired or withdrawn until it starts."
SEEDS = "Every active player gets a random seed; nobody can be added after the start."
FLIGHTS = "A large division may play in flights if there is too little time (TOP §3.3.3)."
SEATS_SAID = (
    "The seats are drawn at random. Players find their seats on their phones and on the screen."
)
BUILT_SAID = (
    "Do this once all cards are given out. The screen and the clock page count down 30 minutes."
)
UNBUILT = "Once round 1 starts, deck building cannot be started."
THIRD = (
    "{} and {}, who lost the semi-finals, play for third place, as announced. They can begin at "
    "once: this match has no posting, no start and no clock of its own."
)
PLAYS_THIRD = "The 3rd-place match is being played."
UNCHECKED = "A Premier Event needs a deck check before it is closed (TRF §5)."
OTHER_CUT = "You can change how many players advance until the bracket starts."
DAY_TWO = "Players advance as the rounds table says; the rest keep their place."
DAY_TWO_OPTIONAL = (
    "This event was opened for two days. No number of rounds was announced for the second, so give "
    "it with a reason, or make the cut."
)


class NextAct(Struct, frozen=True, kw_only=True):
    """A next act: its label, what follows from it, its command and its values.

    With `goes` it is a link to a page that asks for more, without it a button. If the act can be
    repeated, `done` says what has been done already; `entry` recorded the sheet that was printed.
    One that `overrides` a rule is only for officials.
    """

    said: str
    verb: str
    asks: tuple[tuple[str, str], ...] = ()
    then: str = ""
    goes: str = ""
    done: str = ""
    entry: int = 0
    overrides: bool = False


def first_steps(t: Tournament, rules: Ruleset) -> Iterator[NextAct]:
    """Yield the acts before anything is paired, in their order, as far as they can be done now."""
    if t.opened is None or t.closed:
        return
    build = NextAct(said="Start the deck-building time", verb="draft build", then=BUILT_SAID)
    builds = [build] if _can_build(t, rules) else []
    if any(t.latest.values()):
        yield from builds
        yield from _splitting(t, rules)
        return
    seats = is_offered(t, rules, "draft seats")
    for draft in _drafts(t):
        yield from _seating(t, draft, seats=seats)
    yield from builds
    yield from _splitting(t, rules)
    announced = t.announcement is not None and not unannounced(t, rules)
    said = "Change the announcement" if announced else "Announce rounds, cut and times"
    told = joined([f"the {one}" for one in told_before(t, rules)])
    then = "" if announced else f"Tell the players {told} before round 1 (TOP §2)."
    then = FLIGHTS_NEWER if any(split_since(t, age) for age in Division) else then
    yield NextAct(said=said, verb="announce", goes="desk/do/announce", then=then)
    if not t.cuts and is_offered(t, rules, "seed"):
        yield NextAct(said="Draw the seeds", verb="seed", then=SEEDS)
    if not t.pods and is_offered(t, rules, "pair"):
        yield NextAct(said="Pair round 1", verb="pair", then=_who_meets(t))


def _can_build(t: Tournament, rules: Ruleset) -> bool:
    """Tell whether the first deck-building time can be started: until round 1 starts, if at all."""
    is_drafted = not _drafts(t) or any(one.draft for one in t.drafts)
    dealt = t.opened is not None and (t.opened.format is not None or bool(t.drafts))
    return t.built is None and dealt and is_drafted and is_offered(t, rules, "draft build")


def _splitting(t: Tournament, rules: Ruleset) -> Iterator[NextAct]:
    """Yield the draw of the announced flights, and the page on which a division is split."""
    if not is_offered(t, rules, "flights"):
        return
    if draws := flights_due(t, rules):
        yield _draw_flights(t, draws.args)
    said = "Split differently" if t.flights else "Split into flights"
    yield NextAct(said=said, verb="flights", goes="desk/flights", then=FLIGHTS)


def _draw_flights(t: Tournament, wanted: Sequence[str]) -> NextAct:
    """Return the draw of the announced flights, such as `masters=2`, with one tap."""
    each = [(pool_title(age), number) for age, _, number in (one.partition("=") for one in wanted)]
    said = f"Split into {each[0][1]} flights at random"
    if len(t.pods) > 1 or len(each) > 1:
        said = f"Split {joined([f'{age} into {number} flights' for age, number in each])} at random"
    asks = (("wanted", "\n".join(wanted)),)
    return NextAct(said=said, verb="flights", asks=asks, then=f"{FLIGHTS_APART} {FLIGHTS_FIXED}")


def _who_meets(t: Tournament) -> str:
    """Return who can meet from round 1 on, and what the start means for late players."""
    drawn = t.drafts[-1] if t.drafts else None
    tables = _tables_meet(t, drawn.draft, len(drawn.tables)) if drawn else ""
    return f"{tables or (FLIGHTS_APART if t.flights else POOLS_FIXED)} {LATE_AFTER}"


def _tables_meet(t: Tournament, draft: Draft | None, tables: int) -> str:
    """Return a sentence on who meets whom after a draft; empty for one table or pairs (A-66)."""
    if tables < 2 or draft is Draft.SOLOMON:
        return ""
    return TABLES_APART if by_sheet(t) else TABLES_MIXED


def _drafts(t: Tournament) -> list[Draft]:
    """Return the drafts that an event may have: that of its format, or those of a pod sheet."""
    opened = t.opened
    if opened is None:
        return []
    of_format = [draft for draft in Draft if opened.format == f"{draft.value}-draft"]
    sheet = opened.pairing is PairedBy.POD_SHEET and opened.format is None
    return of_format or ([Draft.BOOSTER, Draft.ROCHESTER] if sheet else [])


def _seating(t: Tournament, draft: Draft, *, seats: bool) -> Iterator[NextAct]:
    """Yield the draw of the seats, if it can be done; once they are drawn, the picks as well."""
    drawn = [one.draft for one in t.drafts]
    if draft in drawn:
        yield NextAct(
            said="Who picks when",
            verb="draft order",
            goes="desk/ask/draft/order?ask=yes",
        )
        if not seats:
            return
        again = f"desk/do/draft/seats?{urlencode({'kind': draft.value})}"
        yield NextAct(said="Draw the seats again", verb="draft seats", goes=again)
    elif seats and not drawn:
        asks = (("kind", draft.value),)
        said = f"Draw the seats for a {draft.value.capitalize()} draft"
        if draft is Draft.BOOSTER:
            said = "Draw the seats for a booster draft"
        tables = table_sizes(sum(not one.out for one in t.players.values()), draft)
        then = f"{SEATS_SAID} {_tables_meet(t, draft, len(tables))}".strip()
        yield NextAct(said=said, verb="draft seats", asks=asks, then=then)


def next_steps(
    t: Tournament,
    rules: Ruleset,
    pool: Pool,
    one: PostedRound | None,
    *,
    due: bool,
    printed: Mapping[PostedSheet, int],
    name: Callable[[PlayerId], str],
) -> Iterator[NextAct]:
    """Yield the acts that may come next for a pool, the likeliest first.

    `printed` are the sheets of the latest round that have been printed, with their entries. `name`
    returns the name of a player or a team.
    """
    if t.closed is not None or stage_again(t, rules, pool):
        return
    asks = (("pool", str(pool)),)
    if pool in t.cuts:  # The seeds may be out of date; what comes next then says so.
        due = due and isinstance(of_pool(t, rules, "pair", pool), Do)
    pair = third_place(t, pool) if pool in t.cuts else None
    third = t.playoffs.get(pool)
    if third and decision(t, third) is None and one and one.state is not State.STARTED:
        said, goes = WORDS["report"]
        yield NextAct(said=said, verb="report", goes=goes, then=PLAYS_THIRD)
    thirds = [
        NextAct(
            said="Pair the 3rd-place match",
            verb="third-place",
            asks=asks,
            then=THIRD.format(*map(name, pair)),
        )
        for pair in [pair]
        if pair and isinstance(of_pool(t, rules, "third-place", pool), Do)
    ]
    if one is None:
        onwards = next_of(t, rules, pool)
        if due and not (onwards and onwards.verb == "flights"):
            then = PAIRED if t.rounds else _who_meets(t)
            # Pods that are formed anew may have other names: then all that is due is paired.
            named = () if onwards == do("pair") else asks
            first = named_alone(t, pool, first_round(t, pool) if pool in t.cuts else 1)
            yield NextAct(said=f"Pair {first}", verb="pair", asks=named, then=then)
        yield from other_cut(t, rules, pool)
    elif one.state in {State.PAIRED, State.POSTED}:
        yield from thirds
        yield from _to_start(t, rules, one, printed)
        yield from other_cut(t, rules, pool)
    elif one.state is State.COMPLETED and due:
        before = posted_round(t, rules, pool, one.number - 1) if pool not in t.cuts else None
        # Results that were locked stay so, even if the round that locked them is withdrawn.
        still = before and not before.locked
        locks = f" The results of {named_alone(t, pool, one.number - 1)} lock (TOP §4)."
        then = f"{PAIRED}{locks if still else ''}"
        yield NextAct(
            said=f"Pair {named_alone(t, pool, one.number + 1)}", verb="pair", asks=asks, then=then
        )
        yield from thirds
    elif one.state is State.COMPLETED:
        after = next_of(t, rules, pool)
        if after and after.verb != "third-place":
            alone = after.verb != "day-two" or len(due_now(t, rules, t.pods)) == 1
            yield _after_the_last(after.verb, *(after.args if alone else ()))
        yield from thirds
    else:
        yield from thirds


def other_cut(t: Tournament, rules: Ruleset, pool: Pool) -> Iterator[NextAct]:
    """Yield the act that changes the cut of a bracket, as long as the ledger allows one."""
    cut = t.cuts.get(pool)
    if isinstance(cut, CutMade) and can_change_cut(t, rules, cut.division):
        button = button_of(do("cut", cut.division.lower(), "--again"))
        assert button is not None, "every cut has its form"
        yield NextAct(said=button.title, verb="cut", goes=button.goes, then=OTHER_CUT)


def _to_start(
    t: Tournament, rules: Ruleset, one: PostedRound, printed: Mapping[PostedSheet, int]
) -> Iterator[NextAct]:
    """Yield the acts for a paired round: post it, print its slips, start it.

    A round can be started without posting; the act then says what that means. One that cannot
    start is not offered: what comes next says why. Without slips, an official may start one. One
    that no longer matches the active players is repaired first.
    """
    if any((each.pool, each.number) == (one.pool, one.number) for each in unseated(t)):
        return
    asks = (("pool", str(one.pool)),)
    is_posted, has_slips = one.state is State.POSTED, t.rounds[one.pool, one.number].slips
    yield NextAct(
        said="Post the pairings again" if is_posted else "Post the pairings",
        verb="post",
        asks=asks,
        then="" if is_posted else POST,
        done="The pairings are posted." if is_posted else "",
        entry=printed.get(PostedSheet.PAIRINGS, 0),
    )
    yield NextAct(
        said="Print the slips again" if has_slips else "Print the slips",
        verb="slips",
        asks=asks,
        then="" if has_slips else SLIPS,
        done="The slips are ready to print." if has_slips else "",
        entry=printed.get(PostedSheet.SLIPS, 0),
    )
    said, starts = f"Start {named_alone(t, one.pool, one.number)}", _starts(t, rules, one.pool)
    unposted = "" if is_posted else " without posting it"
    why = of_pool(t, rules, "start", one.pool)
    if isinstance(why, Refused):
        if any(each.rule == "slips-missing" for each in why.violations):
            yield NextAct(
                said=f"{said} without slips",
                verb="start",
                goes=f"desk/do/start?{urlencode(dict(asks))}",
                then=NO_SLIPS,
                overrides=True,
            )
        return
    yield NextAct(
        said=f"{said}{unposted}",
        verb="start",
        asks=asks,
        then=starts if is_posted else f"{UNPOSTED} {starts}",
    )


def _starts(t: Tournament, rules: Ruleset, *pools: Pool) -> str:
    """Return what the start of these rounds does; nobody can join a bracket or a team battle."""
    minutes = rules.times.pre_game
    clock = f"The clock starts {'in ' + counted(minutes, 'minute') if minutes else 'at once'}."
    joins = any(pool not in t.cuts for pool in pools) and not in_teams(t)
    day, unbuilt = with_days(not_its_day(t)), UNBUILT if _can_build(t, rules) else ""
    return " ".join(filter(None, (day, unbuilt, clock, LATE if joins else "", FINAL)))


def _after_the_last(verb: str, about: str = "") -> NextAct:
    """Return the act that follows the last round of a pool."""
    form = FORMS.get(verb)
    assert form is not None, "every step after a round has a form"
    names = (field.name for field in form.fields if field.name in {"divisions", "pool"})
    words = dict.fromkeys(names, about) if about else {}
    goes = f"desk/do/{verb}{'?' if words else ''}{urlencode(words)}"
    return NextAct(said=form.title, verb=verb, goes=goes, then=DAY_TWO if verb == "day-two" else "")


# The next act of the event, and its steps.

Allowed = Callable[[str], bool]
"""Tells whether the visitor may use a command."""

WORDS = {
    "register": ("Register players", "desk/players"),
    "report": ("Enter slips", "desk"),
    "archive": ("Seal the archive", "desk/archive"),
    "verify": ("Seal the archive", "desk/archive"),
}
"""Acts whose form is on another page: the label of the link, and the page."""

TOGETHER = {
    "pair": ("Pair the next round", PAIRED),
    "post": ("Post the pairings", POST),
    "slips": ("Print the slips", SLIPS),
    "start": ("Start the next round", ""),
    "seed": ("Draw the seeds", SEEDS),
    "draft build": ("Start the deck-building time", BUILT_SAID),
}
"""Acts that one button does for every waiting pool: the label, and what follows."""


def leading_on(t: Tournament, rules: Ruleset, found: Progress, allowed: Allowed) -> NextAct | None:
    """Return the next act; None if there is none, or it needs a file of TOM or other staff."""
    if found.next is None or not allowed(found.next.verb):
        return None
    lead = _leading(t, found)
    if lead and lead.verb == "pair" and found.phase is Phase.REGISTRATION:
        return replace(lead, then=_who_meets(t))
    if lead is None or lead.verb != "start":
        return lead
    pool = _pool(lead)
    return replace(lead, then=_starts(t, rules, *([Pool(pool)] if pool else t.latest)))


def asked_first(act: NextAct, until: datetime | None, *, left: bool = False) -> NextAct:
    """Return an act as a link to the form that asks, if something should be known before it.

    That is a start while decks are being built, and, while matters are `left` open, what pairs
    players or says who advances.
    """
    asks = left if act.verb in PAIRING else until is not None and act.verb == "start"
    if not asks or act.goes:
        return act
    goes = f"desk/do/{act.verb}{'?' * bool(act.asks)}{urlencode(act.asks)}"
    first = f"{still_building(until)} " if until and act.verb == "start" else ""
    return replace(act, goes=goes, then=f"{first}{act.then}")


def for_others(t: Tournament, found: Progress, allowed: Allowed) -> str:
    """Return who can take the next step, for staff who may not; empty if they may, or it is none.

    So staff do not wait on a page for a step that others take.
    """
    if found.next is None or allowed(found.next.verb):
        return ""
    act = _leading(t, found)
    who = those_who_may(found.next.verb)
    return f"Next step: {act.said}. Only {who} can do this." if act and who else ""


def _leading(t: Tournament, found: Progress) -> NextAct | None:
    """Return the next act of the event for all staff; None if no page does it."""
    if found.next is None:
        return None
    verb, args = found.next.verb, [arg for arg in found.next.args if not arg.startswith("-")]
    if verb in WORDS:
        said, goes = WORDS[verb]
        return NextAct(said=said, verb=verb, goes=goes)
    if verb == "flights" and flights_to_draw(t):
        return _draw_flights(t, args)
    needs_check = UNCHECKED if verb.startswith("deckcheck ") else ""
    if len(args) < len(found.next.args) and (button := button_of(found.next)):
        return NextAct(said=button.title, verb=verb, goes=button.goes, then=needs_check)
    pool = (("pool", args[0]),) if args else ()
    if verb in TOGETHER:
        said, then = TOGETHER[verb]
        every = "" if pool or verb in {"seed", "draft build"} else " of every pool"
        return NextAct(said=f"{said}{every}", verb=verb, asks=pool, then=then)
    form = FORMS.get(verb)
    if form is None:
        return None
    if verb in HERE:
        return NextAct(said=form.title, verb=verb, asks=pool)
    goes = f"desk/do/{verb.replace(' ', '/')}"
    if args and any(field.name == "pool" for field in form.fields):
        goes = f"{goes}?{urlencode({'pool': args[0]})}"
    return NextAct(said=form.title, verb=verb, goes=goes, then=needs_check)


def meanwhile(t: Tournament, lead: NextAct | None) -> Iterator[NextAct]:
    """Yield the acts for every waiting pool that can be done besides the next act."""
    if lead is not None and lead.verb == "cut" and _may_have_day_two(t):
        said, goes = "Begin day two", "desk/do/day-two"
        yield NextAct(said=said, verb="day-two", goes=goes, then=DAY_TWO_OPTIONAL)
    waiting = [one for one in latest_rounds(t) if not one.started]
    leads = lead is not None and lead.verb in {"post", "start"} and not lead.asks
    if leads and len(waiting) > 1 and not all(one.slips for one in waiting):
        yield NextAct(said="Print the slips of every pool", verb="slips", then=SLIPS)


def _may_have_day_two(t: Tournament) -> bool:
    """Tell whether an event of two days can still play its second as Swiss rounds."""
    return has_two_days(t) and not (t.day_two or t.cuts or t.closed)


def is_lead(one: NextAct, lead: NextAct | None) -> bool:
    """Tell whether an act on the page is the next act of the event, for the same pool."""
    return lead is not None and (one.verb, _pool(one)) == (lead.verb, _pool(lead))


def _pool(one: NextAct) -> str | None:
    return dict(one.asks).get("pool")


class RailStep(Struct, frozen=True, kw_only=True):
    """A step of the event on the desk's list of steps: its title, its state, and its page.

    The page is empty for staff who may not take the step.
    """

    title: str
    stand: Stand
    goes: str
    note: str = ""


TITLES = {
    "register": ("Register", "desk/players"),
    "team form": ("Form teams", "desk/teams"),
    "announce": ("Announce", "desk/do/announce"),
    "flights": ("Split into flights", "desk/flights"),
    "draft seats": ("Seat the draft", "desk/rounds"),
    "draft build": ("Build decks", "desk/rounds"),
    "seed": ("Draw the seeds", "desk/rounds"),
    "day-two": ("Day two", "desk/do/day-two"),
    "cut": ("Cut", "desk/do/cut"),
    "third-place": ("Third place", "desk/rounds"),
    "deckcheck": ("Deck checks", "desk/do/deckcheck/draw"),
    "close": ("Close", "desk/do/close"),
    "archive": ("Archive", "desk/archive"),
}
"""The steps that are not rounds: the title, and the page on which the step is done."""

WHOSE = "desk/rounds#whose"
"""The sentence that says who takes the next step, for staff who may not."""

LAST = ("third-place", "deckcheck", "close", "archive")
"""The steps that come after all rounds."""


def rail(
    t: Tournament,
    rules: Ruleset,
    found: Progress,
    allowed: Allowed,
    *,
    building: datetime | None = None,
) -> tuple[RailStep, ...]:
    """Return the steps of an event in order; pools in different states share one step.

    Deck building is a step until its time is over, which is `building` as long as it runs.

    A step is a link only if what it leads to can be done, or seen, by staff who are `allowed` to;
    a step that is due and somebody else's leads to the sentence that says so.
    """
    steps = dict[str, RailStep]()
    ahead = [one for one in found.steps if one.step == "day-two" and one.stand is not Stand.DONE]
    for title, one in _titled(t, found.steps):
        known = steps.get(title)
        own = Stand.WAITS if one.stand is Stand.DONE and _is_half_done(t, one) else one.stand
        stand = own if known is None or known.stand == own else Stand.NOW
        _, goes = TITLES.get(one.step, ("", "desk/rounds"))
        if one.step == "round" and own is Stand.DONE:
            goes = f"desk/rounds?{urlencode({'round': one.round or 1})}"
        elif one.step == "day-two" and own is not Stand.DONE and len(one.pools) == len(ahead) == 1:
            goes = f"{goes}?{urlencode({'pool': one.pools[0]})}"
        note, mine = _note(t, one), one.step == "round" or allowed(one.step)
        goes = _as_far_as_it_goes(t, rules, goes, own) if mine else ""
        if not mine and own is Stand.NOW:  # The page of rounds says whose step it is.
            note, goes = those_who_may(one.step).replace("the ", ""), WHOSE
        if one.step == "draft build" and building and own is Stand.DONE:
            stand, note = Stand.NOW, f"until {building:%H:%M}"
        steps[title] = RailStep(title=title, stand=stand, goes=goes, note=note)
    return tuple(steps.values())


def _as_far_as_it_goes(t: Tournament, rules: Ruleset, goes: str, stand: Stand) -> str:
    """Return the page of a step; empty if it is a form that would be refused now.

    Whether a step that waits for others could be taken early is asked of those before the rounds:
    a cut and a close lead nowhere until they are due.
    """
    if not goes.startswith(f"{FORMS_ADDRESS}/") or stand is Stand.NOW:
        return goes
    verb = goes.removeprefix(f"{FORMS_ADDRESS}/").partition("?")[0].replace("/", " ")
    if verb == "cut":
        return "desk/bracket" if stand is Stand.DONE else ""
    return goes if verb != "close" and is_offered(t, rules, verb) else ""


def _titled(t: Tournament, steps: Sequence[Step]) -> list[tuple[str, Step]]:
    """Return the steps with their titles; the rounds of brackets follow the last cut.

    They are listed bracket by bracket, with the division if there are several brackets. The match
    for third place comes before the last final, since it can be played first.
    """
    found, brackets = list[tuple[str, Step]](), dict[Pool, list[tuple[str, Step]]]()
    for one in steps:
        if one.step in TITLES:
            found.append((TITLES[one.step][0], one))
        elif one.step == "round":
            number = one.round or 1
            for pool in one.pools:
                title = opened(called_alone(t, pool, number))
                of = f"{pool_title(pool).removesuffix(' cut')}: " if len(t.cuts) > 1 else ""
                if pool in t.cuts:
                    brackets.setdefault(pool, []).append((f"{of}{title}", one))
                else:
                    found.append((title, one))
            if not one.pools:
                found.append((f"Round {number}", one))
    found = _by_day(t, found)
    after = max((at for at, (_, one) in enumerate(found, 1) if one.step == "cut"), default=0)
    if not after:
        after = next((at for at, (_, one) in enumerate(found) if one.step in LAST), len(found))
    if _will_be_cut(t):
        found.insert(after, (TITLES["cut"][0], Step(step="cut", stand=Stand.WAITS)))
    if _may_have_day_two(t) and not any(one.step == "day-two" for _, one in found):
        at = next((at for at, (_, one) in enumerate(found) if one.step in {"cut", *LAST}), after)
        found.insert(at, (TITLES["day-two"][0], Step(step="day-two", stand=Stand.WAITS)))
        after += at < after
    played = [step for pool in t.cuts for step in brackets.get(pool, ())]
    third = [each for each in found[after:] if each[1].step == "third-place"]
    left = [each for each in found[after:] if each not in third]
    return [*found[:after], *played[:-1], *third, *played[-1:], *left]


def _by_day(t: Tournament, found: Sequence[tuple[str, Step]]) -> list[tuple[str, Step]]:
    """Return the steps with each day two that has been made before its own rounds."""
    made = [
        each for each in found if each[1].step == "day-two" and {*each[1].pools} & t.day_two.keys()
    ]
    if not made:
        return [*found]
    left = [each for each in found if each not in made]
    last = min(t.day_two[pool].after for _, one in made for pool in one.pools)
    at = next((n for n, (_, one) in enumerate(left) if (one.round or 0) > last), len(left))
    others = next((n for n, (_, one) in enumerate(left) if one.step in {"cut", *LAST}), len(left))
    at = min(at, others)
    return [*left[:at], *made, *left[at:]]


def _will_be_cut(t: Tournament) -> bool:
    """Tell whether a cut follows rounds of which none is paired yet, so no pool has one so far."""
    style, told = t.opened.style if t.opened else None, t.announcement
    sizes = told.cut.values() if told else ()
    return style is Style.SWISS_PLUS_CUT and not t.pods and (not sizes or any(sizes))


def _is_half_done(t: Tournament, one: Step) -> bool:
    """Tell whether decks are still to be checked; one check is enough for the next step."""
    checks = deck_checks.progress(t) if one.step == "deckcheck" else None
    return checks is not None and bool(checks.missing)


def _note(t: Tournament, one: Step) -> str:
    """Return the figure of a step, such as the number of rounds or checks.

    Of the players registered, it counts those who did not drop before round 1.
    """
    if one.step == "register" and t.players:
        there, every = len(came(t)), len(t.players)
        return counted(every, "player") if there == every else f"{there} of {every}"
    checks = deck_checks.progress(t) if one.step == "deckcheck" else None
    if checks and checks.checked:
        return f"{len(checks.checked)} of {checks.required}"
    if one.step == "day-two" and not one.pools and t.announcement:
        most = max(t.announcement.day_two.values(), default=0)
        return counted(most, "round") if most else "not announced"
    if one.step == "announce" and t.announcement:
        return counted(t.announcement.rounds, "round")
    if one.step == "cut":
        told = t.announcement.cut if t.announcement else {}
        made = {cut.division: len(cut.seeds) for cut in t.cuts.values() if isinstance(cut, CutMade)}
        sizes = {size for size in {**told, **made}.values() if size}
        return f"top {sizes.pop()}" if len(sizes) == 1 else ""
    return ""


# After an act: the page for the next one, and how to undo it.

GOES_ON: Mapping[str, tuple[str, ...]] = {
    "desk/rounds": (
        *("announce", "flights", "seed", "pair", "repair", "post", "slips", "start"),
        *("withdraw", "decide", "cut", "day-two", "third-place", "close", "reopen"),
        *("draft seats", "draft build"),
    ),
    "desk/players": (
        *("register", "late", "amend", "drop", "reinstate", "disqualify"),
        *("award-bye", "late-tag", "unregister"),
    ),
    "desk/check-in": ("check-in",),
    "desk/messages": ("message",),
    "desk/teams": ("team form", "team split"),
    "desk/tables": ("call", "extend", "time-called", "verdict", "penalty", "proxy"),
}
"""The pages on which work continues after an act whose form is on a page of its own."""

NEEDS = {
    "desk/rounds": "repair",
    "desk/players": "drop",
    "desk/check-in": "check-in",
    "desk/tables": "extend",
    "desk/messages": "message",
    "desk/teams": "team form",
}
"""The command that an access role must be allowed to use to see a page."""


def goes_on(verb: str, allowed: Allowed) -> str:
    """Return the page on which work continues after an act; empty if it is the form's own page."""
    pages = (page for page, verbs in GOES_ON.items() if verb in verbs and allowed(NEEDS[page]))
    return next(pages, "")


def undo(
    entries: Sequence[Entry], t: Tournament, name: Callable[[PlayerId], str], hand: HandId
) -> Iterator[tuple[str, Do]]:
    """Yield the acts that undo the latest of these entries, each with the label of its button.

    What the person `hand` has just paired goes back at once, with its reason; for other rounds the
    label says that a form follows.

    There is one act for each event of the last kind that can be undone; but players who were
    checked in together go back together, and what was done together with a round, for other pools
    or players, goes back with it. A cut is not undone: the
    page of rounds has the button to change it, as long as it can be.
    """
    events = entries[-1].events if entries else ()
    if entries and (both := _back_together(entries[-1], t, name)):
        which, who, act = both
        if goes_back_at_once(t, entries[-1], hand):
            also = f" and drop of {who}" if who else ""
            yield (
                f"Undo: pairing of {which}{also}",
                replace(act, args=(*act.args, "--reason", UNDONE)),
            )
        else:
            also = f" and reinstate {who}" if who else ""
            yield f"Withdraw {which}{also} …", act
        return
    came = [one.player for one in events if isinstance(one, PlayerCheckedIn)]
    if len(came) > 1:
        said = f"Undo: check-in of {counted(len(came), 'player')}"
        yield said, do("check-in", *came, "--undo")
        return
    found = [(type(one), _back(one, entries[-1].seq, t, name)) for one in events]
    last = next((kind for kind, back in reversed(found) if back), None)
    for kind, back in found:
        if back and kind is last:
            title, act = back
            yield f"Undo: {title}", act


OF_ROUNDS = (RoundPaired, RoundStarted, CutMade, DayTwoMade, TournamentClosed)
"""The events with which the rounds go on: what an earlier answer advises is over then."""


def gone_on(told: Sequence[Entry], entries: Sequence[Entry]) -> bool:
    """Tell whether the rounds went on after the entries of an answer, which are about them."""
    if not told or not any(isinstance(one, OF_ROUNDS) for each in told for one in each.events):
        return False
    later = entries[told[-1].seq :]
    return any(isinstance(one, OF_ROUNDS) for each in later for one in each.events)


def _back_together(
    entry: Entry, t: Tournament, name: Callable[[PlayerId], str]
) -> tuple[str, str, Do] | None:
    """Return an entry's waiting rounds, who was dropped before, and how to undo both; or None."""
    rounds, left_out = paired_together(t, entry)
    if not rounds:
        return None
    (pool, number), *more = rounds
    of = f" ({pool_title(pool)})" if len(t.pods) + len(t.cuts) > 1 else ""
    which = of_pools(t, rounds, pool_title) if more else f"{named_alone(t, pool, number)}{of}"
    who = name(left_out[0]) if len(left_out) == 1 else counted(len(left_out), "player")
    together = ("--together",) if more or left_out else ()
    return which, who if left_out else "", do("withdraw", f"{pool}-{number}", *together)


def _back(  # noqa: C901 - flat.
    event: AnyEvent, seq: int, t: Tournament, name: Callable[[PlayerId], str]
) -> tuple[str, Do] | None:
    """Return what can be undone of an event, and the act for it; None if nothing can."""
    match event:
        case PlayerCheckedIn():
            return f"check-in of {name(event.player)}", do("check-in", event.player, "--undo")
        case TeamFormed():
            return f"team {event.name}", do("team split", event.players[0])
        case MessageSent():
            return "message", do("message", "--withdraw", str(seq))
        case PlayerDropped():
            return f"drop of {name(event.player)}", do("reinstate", event.player)
        case PlayerDisqualified():
            return f"disqualification of {name(event.player)}", do("reinstate", event.player)
        case PenaltyIssued():
            return "penalty", do("penalty", event.player, "--seq", str(seq))
        case ThirdPlacePlayoffPaired():
            match = MatchId(event.pool, event.round, event.table)
            return "3rd-place match", do("withdraw", str(match))
        case DraftSeated() if not t.ever_paired:
            return "draft seats", do("draft seats", "--undo")
        case BuildingStarted() if not (t.decks or t.ever_paired):
            return "start of deck building", do("draft build", "--undo")
        case DayTwoMade() if event.players and not day_two_started(t, event.pool):
            pool = f" ({pool_title(event.pool)})" if len(t.day_two) > 1 else ""
            return f"day two{pool}", do("day-two", event.pool, "--undo")
        case TournamentClosed():
            return "close of the tournament", do("reopen")
        case _:
            return None
