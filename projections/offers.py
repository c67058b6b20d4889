"""What may be done now: each act that the rules accept, with a proposal; and why another may not.

The rules are asked with a proposed event, as the desk asks them. So what is offered is allowed, and
nothing repeats their conditions.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache

from roundbook.ledger.errors import Do, Hint, Refused, Violation
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.draws import NEW_CHAIN
from roundbook.ledger.record.entry import START, Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import flights_to_draw
from roundbook.ledger.state.staff import first_in
from roundbook.ledger.state.tournament import Player, Tournament
from roundbook.ledger.terms import Actor, Division, HandId, MatchId, PlayerId, Pool, Role
from roundbook.ledger.validators.checks import Checks
from roundbook.projections.proposals import (
    KINDS,
    OF_MATCH,
    OF_TEAM,
    Proposal,
    Sort,
    of_each_sort,
    proposals,
    sorts,
)
from roundbook.projections.roles import who_may
from roundbook.projections.rules_in_force import rules_in_force

KNOWN_WHEN_DRAWN = frozenset({
    "secret-wrong",
    "deck-checks-differ",
    "draw-differs",
    "flights-differ",
    "late-flight-differs",
    "lots-differ",
    "repair-differs",
    "repair-too-wide",
    "seats-differ",
    "seeds-differ",
})  # fmt: skip
"""The rules about how a draw falls: nobody may know that before it is drawn."""


@cache
def _rules_but(left_out: frozenset[str]) -> Checks:
    """Return the rules in force, without these."""
    return Checks([one for one in rules_in_force(Book()) if one.rule not in left_out])


_AT = datetime(2000, 1, 1, tzinfo=UTC)

EACH = frozenset({"pair", "repair", "post", "slips", "start", "day-two", "cut", "third-place"})
"""The acts that are offered for each pool; of the others, one instance is offered."""

NOTHING = {
    "call": "no match is being played, so no judge can be called to one.",
    "correct": "no match has a result that could be corrected.",
    "cut": "no division has two active players, so there is no cut to make.",
    "decide": "no merge has left anything to decide.",
    "day-two": "nothing has been paired, so there is no day two to begin.",
    "extend": "no match is being played that could get more time.",
    "flights": "there are no active players, so there is no division to split.",
    "post": "nothing has been paired, so there are no pairings to post.",
    "repair": "nothing has been paired, so there is nothing to repair.",
    "report": "no match is waiting for a result.",
    "requests answer": "no request has been recorded that could be answered.",
    "slips": "nothing has been paired, so there are no slips to print.",
    "start": "nothing has been paired, so no round can start.",
    "team split": "there are no teams.",
    "third-place": "no 3rd-place match can be paired now: "
    "it is paired once, for two players who lost a semi-final.",
    "time-called": "no match is being played.",
    "withdraw": "there is no result, and no paired round, that could be withdrawn.",
}
"""Why an act cannot be done of which there is no instance; for the others, see `why_not`."""


def offers(t: Tournament, rules: Ruleset, role: str = Role.ORGANISER) -> tuple[Do, ...]:
    """Return the acts that an access role may do now without an override, each with a proposal."""
    some = of_each_sort(t)
    kinds = (verb for verb in KINDS if role in who_may(verb))
    return tuple(one.act for verb in kinds for one in offered(t, rules, verb, role, some=some))


def offered(
    t: Tournament,
    rules: Ruleset,
    verb: str,
    role: str = Role.ORGANISER,
    *,
    hand: HandId | None = None,
    some: Sequence[Player] | None = None,
) -> Iterator[Proposal]:
    """Yield the proposals of one kind of act that the rules accept: one, or one for each pool.

    `some` are a player of each sort, if they are known; `hand` is who would act, if not anybody
    who counts in the role.
    """
    done = set[str]()
    try:
        for one in proposals(t, rules, verb, of_each_sort(t) if some is None else some):
            about = one.act.args[0] if one.act.args and verb in EACH else ""
            if about not in done and _refusal(t, rules, one, role, hand) is None:
                yield one
                done.add(about)
                if verb not in EACH:
                    return
    except Refused:
        return  # There is no instance of it now.


def is_offered(
    t: Tournament,
    rules: Ruleset,
    verb: str,
    role: str = Role.ORGANISER,
    *,
    hand: HandId | None = None,
) -> bool:
    """Tell whether an act can be done now, whatever it is about."""
    return any(True for _ in offered(t, rules, verb, role, hand=hand))


def flights_due(t: Tournament, rules: Ruleset) -> Do | None:
    """Return the draw of the announced flights, all at once if that is possible; None if none is.

    The divisions may have become too small for the flights that were announced.
    """
    told = {f"{age.lower()}={number}" for age, number in flights_to_draw(t).items()}
    first = next(offered(t, rules, "flights"), None) if told else None
    return first.act if first and {*first.act.args} <= told else None


def can_change_cut(t: Tournament, rules: Ruleset, division: Division) -> bool:
    """Tell whether the cut of a division can be made again, so that others advance."""
    if not t.cuts:
        return False
    own = division.lower()
    return any(
        "--again" in one.act.args and own == one.act.args[0] for one in offered(t, rules, "cut")
    )


def of_pool(t: Tournament, rules: Ruleset, verb: str, pool: Pool) -> Do | Refused:
    """Return how an act can be done for a pool now, or why it cannot.

    A refusal without a rule says that there is no such event: no legal round, no such match.
    """
    found: Do | Refused = Refused(NOTHING.get(verb, f"nothing can be done for {pool}."))
    try:
        for one in proposals(t, rules, verb, ()):
            if pool in one.act.args[:1]:
                found = _refusal(t, rules, one, Role.ORGANISER) or one.act
                if isinstance(found, Do):
                    return found
    except Refused as why:
        return why
    return found


def lacks_secrets(t: Tournament, rules: Ruleset, act: Do) -> bool:
    """Tell whether a cut or a second day needs lots, and there are no secrets to draw them with."""
    if t.commitment is not None or act.verb not in {"cut", "day-two"}:
        return False
    first = dict[str, Proposal]()
    for one in proposals(t, rules, act.verb, ()):
        if one.act.args[:1] == act.args[:1] or not act.args:
            first.setdefault(one.act.args[0], one)
    why = [_refusal(t, rules, one, Role.ORGANISER) for one in first.values()]
    return any(one and isinstance(one.hint, Hint) and NEW_CHAIN in one.hint.parts for one in why)


def of_match(t: Tournament, rules: Ruleset, verb: str, match: MatchId) -> bool:
    """Tell whether an act of a judge can be done about a match; true of the other acts."""
    every = OF_MATCH[verb](t, match) if verb in OF_MATCH else ()
    return verb not in OF_MATCH or any(
        _refusal(t, rules, one, Role.ORGANISER) is None for one in every
    )


def about_players(
    t: Tournament, rules: Ruleset, verbs: Iterable[str], role: str = Role.ORGANISER
) -> dict[PlayerId, tuple[str, ...]]:
    """Return for each player which of these acts can be done now, some of them for the team."""
    kinds, known = sorts(t), dict[tuple[Sort, Sort], tuple[str, ...]]()
    found = dict[PlayerId, tuple[str, ...]]()
    verbs = tuple(verb for verb in verbs if role in who_may(verb))
    for player in t.players:
        sort = kinds[player], kinds.get(t.entrant(player), ())
        if sort not in known:
            known[sort] = tuple(one for one in verbs if _can(t, rules, one, player, role))
        found[player] = known[sort]
    return found


def _can(t: Tournament, rules: Ruleset, verb: str, player: PlayerId, role: str) -> bool:
    """Tell whether an act can be done about a player, or about the team, if it is for a team."""
    one = t.players[t.entrant(player) if verb in OF_TEAM else player]
    return any(_refusal(t, rules, each, role) is None for each in proposals(t, rules, verb, [one]))


def why_not(
    t: Tournament,
    rules: Ruleset,
    verb: str,
    role: str = Role.ORGANISER,
    *,
    hand: HandId | None = None,
    some: Sequence[Player] | None = None,
) -> Refused | None:
    """Return why an act cannot be done now, whatever is filled in; None if it can be done.

    `some` are the players whom it may be about; by default, all. Of several pools the last one
    counts, since a bracket comes after the Swiss rounds that it has ended.
    """
    why: Refused | None = None
    try:
        for one in proposals(t, rules, verb, of_each_sort(t) if some is None else some):
            if _refusal(t, rules, one, role, hand) is None:
                return None
            if why is None or verb in EACH:
                why = refusal_of(t, rules, one, role, hand)
    except Refused as refused:
        why = why or refused
    return why or Refused(NOTHING.get(verb, "there are no active players."))


def _refusal(
    t: Tournament, rules: Ruleset, one: Proposal, role: str, hand: HandId | None = None
) -> Refused | None:
    """Return the refusal of a proposal, for its first breach; None if the rules accept it."""
    broken = next(_breaches(t, rules, one, _actor(t, role, hand)), None)
    if broken is not None:
        return Refused.because([broken])
    try:
        if one.reckon:
            one.reckon()
    except Refused as refused:
        return refused
    return None


def refusal_of(
    t: Tournament, rules: Ruleset, one: Proposal, role: str, hand: HandId | None = None
) -> Refused | None:
    """Return the refusal of a proposal for every breach, so that an official can override all."""
    found = [*_breaches(t, rules, one, _actor(t, role, hand))]
    return Refused.because(found) if found else _refusal(t, rules, one, role, hand)


def _actor(t: Tournament, role: str, hand: HandId | None) -> Actor:
    """Return who would act in an access role: a hand, or the first that counts in the role."""
    acts_as = Role(role) if role in set(Role) else Role.SCOREKEEPER
    return Actor(id=hand or first_in(t, acts_as), role=acts_as)


def _breaches(t: Tournament, rules: Ruleset, one: Proposal, actor: Actor) -> Iterator[Violation]:
    """Yield what the events of a proposal break, each checked after those before it."""
    entry = Entry(seq=t.seq + 1, at=_AT, hand=actor, cmd="offer", prev=START, events=one.events)
    known = KNOWN_WHEN_DRAWN - ({"secret-wrong"} if t.commitment is None else set())
    then = t if len(one.events) == 1 else t.copy()
    for event in one.events:
        for found in _rules_but(known | one.loose).judge(then, entry, event, rules):
            if not found.overridden:
                yield found
        if then is not t:
            then.apply(event, entry.seq)
