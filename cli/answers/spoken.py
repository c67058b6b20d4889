"""The answer to an act at the terminal: its sentences and what comes next, or the facts as JSON."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from roundbook.cli.acts.results import Corrected, Reported
from roundbook.cli.answers.answer import answer, says_slip
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.phone_claims import waiting_lists
from roundbook.cli.session.command import NEXT, leading_on, next_line
from roundbook.cli.session.errors import shown, typed
from roundbook.cli.session.output import echo
from roundbook.cli.session.venue import running_command, speak_of
from roundbook.cli.session.write import Facts, WriteContext
from roundbook.ledger.errors import Do, Hint, advice, do
from roundbook.ledger.events.catalogue import (
    BuildingStarted,
    MessageSent,
    RoundPosted,
    RoundStarted,
    TimeExtended,
)
from roundbook.ledger.events.event import Event
from roundbook.ledger.people.book import BookEntry
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.rounds import latest_round, under_way
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, PlayerId
from roundbook.projections.explain.place import Explanation
from roundbook.projections.progress import progress
from roundbook.projections.rounds.needs_repair import how_to_mend

KEPT = (Entry, Event)
"""Values that JSON shows as they are in the ledger."""

WITHIN = (BookEntry, Explanation, Ruleset, Tournament, bytes)
"""Values that only serve to find the words, and those that are not public; JSON has neither."""

HIDDEN = {"basis", "lines", "names"}
"""Fields of the same sort."""


def say(ctx: WriteContext, facts: Facts, *more: str, **data: object) -> None:
    """Print the answer to an act, then `more` lines, and what comes next.

    With `--json`, print the entries and the facts, and `data`.
    """
    speak_of(*facts.entries)
    if ctx.manner.as_json:
        said = {"dry_run": ctx.dry_run, **as_data(facts), **data}
        text = msgspec.json.format(
            msgspec.json.encode(said, enc_hook=str, order="sorted"), indent=2
        )
        echo(text.decode())
        return
    for line in (*lines_of(ctx, facts), *more, *nexts(ctx, facts)):
        echo(shown(line))


def lines_of(ctx: WriteContext, facts: Facts) -> list[str]:
    """Return the answer to an act, with its hints as commands to type."""
    return [typed(said) for said in answer(ctx, facts)]


def nexts(ctx: WriteContext, facts: Facts) -> list[str]:
    """Return the lines on what comes next; none in a dry run, which wrote nothing."""
    if ctx.dry_run or ctx.manner.goes_on or not facts.entries:
        return []
    match facts:
        case Reported():
            return [next_line(act, ctx.tournament) for act in following(ctx, facts)]
        case _ if isinstance(slip := getattr(facts, "follows", None), Reported):
            return nexts(ctx, slip)
        case _:
            events = [event for entry in facts.entries for event in entry.events]
            if sent := [event for event in events if isinstance(event, MessageSent)]:
                told = "on phones and on the screen" if not sent[0].match else "on players' phones"
                return [f"`roundbook serve` shows the message {told}."]
            if any(isinstance(event, BuildingStarted | TimeExtended) for event in events):
                return [next_line(do("clock"), ctx.tournament)]
            if all(event.apart for event in events):
                return []
            # The start and the slips lead to a result; the prompt takes it without a command.
            slips = any(isinstance(event, RoundStarted | RoundPosted) for event in events)
            lead = leading_on(ctx, facts.entries, slips=slips and not running_command())
            # Nothing is said in a dry run, so the tournament is as these entries have left it.
            lists = waiting_lists(ctx.venue.folder, ctx.tournament)
            signed = sign_ups_wait(ctx.venue.folder, ctx.tournament)
            return [*signed, *lists_wait(ctx.person, lists), *_repair_first(ctx, facts, lead)]


def _repair_first(ctx: WriteContext, facts: Facts, lead: list[str]) -> list[str]:
    """Return what comes next; a waiting round that rests on the old result is repaired first.

    A Swiss round may also go on as it is (TOP §4).
    """
    if not isinstance(facts, Corrected) or facts.waiting is None:
        return lead
    waiting = latest_round(ctx.tournament, facts.match.pool)
    assert waiting, "it was there when the result was corrected"
    repair = next_line(how_to_mend(ctx.tournament, ctx.rules, waiting)[1], ctx.tournament)
    unchanged = [] if facts.in_bracket else lead[:1]
    others = [
        f"or, to keep the round as it is: {one.removeprefix(NEXT)}"
        for one in unchanged
        if one != repair
    ]
    return [repair, *others, *lead[1:]]


def lists_wait(named: Callable[[PlayerId], str], players: Sequence[PlayerId]) -> list[str]:
    """Return the line about deck lists that players sent and the desk has not decided on."""
    if not players:
        return []
    lists = counted(len(players), "deck list")
    wait, them = ("waits", "it") if len(players) == 1 else ("wait", "them")
    who = ", ".join(map(named, players))
    how = f"Decide on {them} on the desk's page Phones: starting their first round discards {them}."
    return [f"{lists} from phones {wait} for a decision: {who}. {how}"]


def sign_ups_wait(folder: Anywhere, t: Tournament) -> list[str]:
    """Return the line about people who signed up, and on whom the desk has not decided."""
    if under_way(t):
        return []
    from roundbook.cli.places.sign_ups import waiting_names  # Only before round 1.

    if not (names := waiting_names(folder, t)):
        return []
    wait, them = ("waits", "it") if len(names) == 1 else ("wait", "them")
    said = f"{counted(len(names), 'sign-up')} {wait} for a decision: {', '.join(names)}. "
    how = advice(f"Starting round 1 deletes {them}, so decide first: {{}}.", do("sign-ups"))
    return [said + typed(how)]


def beside(ctx: WriteContext, facts: Facts) -> Sequence[str | Hint]:
    """Return the answer next to a slip at the prompt: also what is next, once a round is complete.

    A page shows it elsewhere.
    """
    return [*says_slip(ctx, facts), *nexts(ctx, facts)]


def following(ctx: WriteContext, found: Reported) -> list[Do]:
    """Return what comes next, naming the first of the matches that are missing elsewhere."""
    now = progress(ctx.after(found.entries), ctx.rules) if found.next else None
    acts = (now.typed() if now and now.next == one else one for one in found.next)
    return [act for act in acts if act]


def as_data(value: Any) -> Any:
    """Return facts as JSON: a match by its name, everything else by its fields."""
    match value:
        case MatchId():
            return str(value)
        case Struct() if not isinstance(value, KEPT):
            named = ((name, getattr(value, name)) for name in value.__struct_fields__)
            return {
                name: as_data(one)
                for name, one in named
                if name not in HIDDEN and not isinstance(one, WITHIN)
            }
        case Mapping():
            return {str(key): as_data(one) for key, one in value.items()}
        case tuple() if hasattr(value, "_asdict"):
            return as_data(value._asdict())
        case str():
            return value
        case Iterable() if not isinstance(value, KEPT):
            return [as_data(one) for one in value]
        case _:
            return value
