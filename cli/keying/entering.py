"""Enters one line of slips at an open venue: the same at a prompt and behind a box on a page."""

import re
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cli.acting import Said, act
from cli.at_hand import Manner
from cli.explain import in_words, kind_of
from cli.fresh import reloaded
from cli.keying.hall import hall_of
from cli.keying.line import parse
from cli.keying.spoken import Keep, Keyed, Other, Show, Slips, Spoken, Undo, Wrong
from cli.keying.undoing import undoing
from cli.keying.verbs import Given, verbs_for
from cli.keying.words import by, card, echo_line, last_about
from cli.wiring import Venue
from ledger.errors import Conflict
from ledger.events.catalogue import ResultCorrected, ResultReported, ResultWithdrawn
from ledger.terms import Hand, MatchId, PlayerId
from projections.history.history import what

Allowed = Callable[[str], bool]
"""Whether a verb may be given by whoever sits here."""

_OF_A_MATCH = (ResultReported, ResultCorrected, ResultWithdrawn)
_SAID_BACK = re.compile(r" are in\Z| has dropped\Z| - ")


class Answer(Struct, frozen=True, kw_only=True):
    """What came of a line.

    `lines` is what is said back, `said` what each verb answered. `wrong` is what stopped it, in
    sentences; the line then stays in its place, to be mended. `at_odds` are the slips against which
    another result stands: whoever keyed them decides. `keeping` is the result that the tables of
    the next line get. `shows` is the match that was asked about. `other` is True where the line is
    none of slips: a verb, perhaps.
    """

    lines: tuple[str, ...] = ()
    said: tuple[Said, ...] = ()
    wrong: tuple[str, ...] = ()
    at_odds: tuple[Keyed, ...] = ()
    keeping: str | None = None
    shows: MatchId | None = None
    other: bool = False


def enter(
    here: Venue,
    manner: Manner,
    line: str,
    keeping: str | None = None,
    *,
    allowed: Allowed = lambda _: True,
) -> Answer:
    """Enter a line, by `allowed` verbs only. Raises Unreadable where the ledger cannot be read."""
    here = reloaded(here)
    spoken = parse(line, hall_of(here.desk.tournament), keeping)
    return carry_out(here, manner, spoken, keeping, allowed=allowed)


def carry_out(
    here: Venue,
    manner: Manner,
    spoken: Spoken,
    keeping: str | None = None,
    *,
    allowed: Allowed = lambda _: True,
) -> Answer:
    """Do what a line means, at a venue that is fresh."""
    answer = Answer(keeping=keeping)
    match spoken:
        case Other():
            return replace(answer, other=True)
        case Wrong():
            return replace(answer, wrong=(spoken.sentence,))
        case Keep():
            kept = spoken.result
            said = f"every table has {kept} now; = ends it" if kept else "no result is kept"
            return replace(answer, keeping=kept, lines=(said,))
        case Show():
            t, desk = here.desk.tournament, here.desk
            said = card(t, desk.rules, here.book, spoken.match, desk.entries)
            return replace(answer, lines=(said,), shows=spoken.match)
        case Undo():
            return _undo(here, manner, spoken, answer, allowed)
        case Slips():
            return _slips(here, manner, spoken, answer, allowed)


def _slips(here: Venue, manner: Manner, spoken: Slips, answer: Answer, allowed: Allowed) -> Answer:
    """Enter one slip or several: all are looked at before the first is entered."""
    t = here.desk.tournament
    hall, out = hall_of(t), {player.id for player in t.players.values() if player.out}
    planned = [(slip, verbs_for(slip, hall, out)) for slip in spoken.slips]
    wrong = tuple(_why(here, slip, each) for slip, each in planned if isinstance(each, Wrong))
    if wrong:
        odd = [slip for slip, each in planned if isinstance(each, Wrong) and not slip.reason]
        return replace(answer, wrong=wrong, at_odds=tuple(odd))
    for slip, acts in planned:
        assert not isinstance(acts, Wrong), "what is wrong was answered above"
        answer = _given(here, manner, acts, answer, allowed)
        if answer.wrong:
            was_first = answer.said and isinstance(answer.said[-1].trouble, Conflict)
            return replace(answer, at_odds=(slip,)) if was_first else answer
        done = answer.said[len(answer.said) - len(acts) :]
        lines = (_echo(here, slip.match, slip.leaving), *(x for one in done for x in _beside(one)))
        if manner.dry_run:
            lines = tuple(line for one in done for line in one.lines)
        answer = replace(answer, lines=(*answer.lines, *lines))
    return answer


def _why(here: Venue, slip: Keyed, wrong: Wrong) -> str:
    """Return what is wrong with a slip, and whose entry it is at odds with."""
    told = last_about(slip.match, here.desk.entries)
    if told is None or slip.match not in here.desk.tournament.results:
        return wrong.sentence
    return f"{wrong.sentence} It is entry {told.seq} {by(told, here.book)}."


def _undo(here: Venue, manner: Manner, spoken: Undo, answer: Answer, allowed: Allowed) -> Answer:
    """Take back the last entry of this hand, by entries that say so."""
    desk, sitting = here.desk, manner.sitting
    hand = Hand(id=here.book.with_hand(sitting.name)[1], role=sitting.role, station=sitting.station)
    found = undoing(desk.tournament, desk.entries, hand, reason=spoken.reason, cmd=manner.cmd)
    if isinstance(found, Wrong):
        return replace(answer, wrong=(found.sentence,))
    entry, acts = found
    answer = _given(here, manner, acts, answer, allowed)
    if answer.wrong:
        return answer
    matches = {event.match: None for event in entry.events if isinstance(event, _OF_A_MATCH)}
    was = "; ".join(what(event, desk.rules.tie_word) for event in entry.events)
    lines = [f"entry {entry.seq} is taken back: {was}", *(_echo(here, match) for match in matches)]
    lines += [line for one in answer.said for line in _beside(one)]
    if manner.dry_run:
        lines = [line for one in answer.said for line in one.lines]
    return replace(answer, lines=tuple(lines))


def _given(
    here: Venue, manner: Manner, acts: Sequence[Given], answer: Answer, allowed: Allowed
) -> Answer:
    """Give verbs one after the other, up to the first that is stopped; they must be allowed.

    Each has an id of its own, which says what it is about: a line that is sent again with its id
    finds what it has written, though a part of it was stopped before.
    """
    barred = [given.verb for given in acts if not allowed(given.verb)]
    if barred:
        return replace(answer, wrong=(f"you cannot `{barred[0]}` here; ask the scorekeeper.",))
    for given in acts:
        own = f"{manner.cmd}.{given.verb}.{given.words[0]}" if manner.cmd else None
        by_id = replace(manner, cmd=given.cmd or own)
        said = act(here, by_id, given.verb, given.words, given.options)
        answer = replace(answer, said=(*answer.said, said))
        if not said.done:
            return replace(answer, wrong=tuple(why(said)))
    return answer


def why(said: Said) -> list[str]:
    """Return in sentences what stopped a verb."""
    if said.misuse:
        return [said.misuse]
    trouble = said.trouble
    return in_words(trouble, kind_of(trouble)[0]) if trouble else []


def _echo(here: Venue, match: MatchId, leaving: Sequence[PlayerId] = ()) -> str:
    t, book = here.desk.tournament, here.book
    line = echo_line(t, here.desk.rules, book, match)
    left = [f" · {book.name(p)} has dropped" for p in leaving if t.players[p].out]
    return "".join((line, *left))


def _beside(said: Said) -> list[str]:
    """Return what a verb said that the line said back does not: what follows, what is to do."""
    return [line.strip() for line in said.lines[1:] if not _SAID_BACK.search(line)]
