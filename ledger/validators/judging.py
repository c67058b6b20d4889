"""What judges record has what its source asks for: rulings, proxies, penalties, deck checks."""

from collections.abc import Iterator
from datetime import timedelta

from ledger.errors import Violation
from ledger.events import catalogue as ev
from ledger.events.catalogue import AnyEvent
from ledger.events.judging import CheckItem
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import Role
from ledger.validators.phrasing import count, several, waiver


def ruling_not_head_judge(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """The head judge has the last word on rulings, and nobody else's is one (TRF §1.2)."""
    if not isinstance(event, ev.NoteMade) or not event.ruling:
        return
    if entry.hand.role is Role.HEAD_JUDGE:
        return
    yield Violation(
        rule="ruling-not-head-judge",
        seq=entry.seq,
        message=f"a ruling is the head judge's, and this hand acts as {entry.hand.role}.",
        cites="TRF §1.2",
        hint="Let the head judge record it (`--role head-judge`), or make it a plain note.",
    )


def penalty_elsewhere(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A penalty that belongs to a match is for one of its two players (TRF §5, §7.2)."""
    if not isinstance(event, ev.PenaltyIssued) or event.match is None:
        return
    seated = t.matches.get(event.match)
    if seated is None or event.player in seated:
        return
    yield Violation(
        rule="penalty-elsewhere",
        seq=entry.seq,
        message=f"{event.player} does not play in match {event.match}.",
        cites="TRF §5, §7.2",
        hint=f"It is played by {several(seated)}; check the match, or leave it out.",
    )


def penalty_unknown(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Only a penalty that stands can be withdrawn, named by its entry and its player (LED-4)."""
    if not isinstance(event, ev.PenaltyWithdrawn) or event.player not in t.players:
        return
    if (event.entry, event.player) in t.penalties:
        return
    own = [f"entry {seq}" for seq, player in t.penalties if player == event.player]
    theirs = f"those of {event.player} are in {several(own)}" if own else "there is none"
    yield Violation(
        rule="penalty-unknown",
        seq=entry.seq,
        message=f"no penalty of {event.player} stands in entry {event.entry}.",
        cites="LED-4",
        hint=f"Look at `roundbook penalties`: {theirs}.",
    )


def damaged_card_not_kept(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Where a judge makes a proxy, the damaged card is kept to be looked at (TRF §1.7)."""
    if not isinstance(event, ev.ProxyMade) or event.kept:
        return
    yield Violation(
        rule="damaged-card-not-kept",
        seq=entry.seq,
        message=f"the damaged card of {event.player} has to be kept, to refer to it in play.",
        cites="TRF §1.7",
        hint="Keep the card with the deck and say so: `--kept`.",
    )


def deck_check_incomplete(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """A deck check looks at every item, and the cards are counted before the contents (TRF §5)."""
    if not isinstance(event, ev.DeckChecked):
        return
    left = [item.value for item in CheckItem if item not in event.items]
    if left:
        wrong = f"the check of {event.player} leaves out {several(left)}"
    elif event.counted is None:
        wrong = f"nobody says how many cards of {event.player} were counted"
    else:
        return
    yield Violation(
        rule="deck-check-incomplete",
        seq=entry.seq,
        message=f"{wrong}.",
        cites="TRF §5",
        hint=waiver("deck-check-incomplete"),
    )


def deck_check_outcome(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Where a deck check finds something wrong, what came of it is recorded with it (TRF §5)."""
    if not isinstance(event, ev.DeckChecked) or not event.problems or event.outcome:
        return
    given = (e for e in entry.events if isinstance(e, ev.PenaltyIssued))
    if any(each.player == event.player for each in given):
        return
    yield Violation(
        rule="deck-check-outcome",
        seq=entry.seq,
        message=f"something was wrong ({several(event.problems)}) with the deck of {event.player}, "
        "and nobody says what came of it.",
        cites="TRF §5",
        hint="Say what was done (`--outcome …`), or give the penalty (`--penalty …`).",
    )


def deck_checks_missing(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """At a premier event deck checks must be performed before it is closed (TRF §5).

    There are no decks at a video game event. A file does not tell which decks were checked.
    """
    if not isinstance(event, ev.TournamentClosed) or event.told or t.opened is None:
        return
    if not t.opened.premier or t.opened.rounds_table == "vg" or t.deck_checks:
        return
    yield Violation(
        rule="deck-checks-missing",
        seq=entry.seq,
        message="this is a premier event, and no deck has been checked.",
        cites="TRF §5",
        hint="Check some: `roundbook deckcheck draw`. " + waiver("deck-checks-missing"),
    )


# More time for a match: while it is played, told to both players, within reason (TRF §7.2).


def extension_too_late(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Only a match that is still being played can have more time (TRF §7.2)."""
    if not isinstance(event, ev.TimeExtended) or event.match not in t.results:
        return
    yield Violation(
        rule="extension-too-late",
        seq=entry.seq,
        message=f"match {event.match} is over: it has its result.",
        cites="TRF §7.2",
        hint="Check the match: `roundbook pairings` shows which tables are out.",
    )


def extension_not_told(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Both players are told how much more time they have (TRF §7.2)."""
    if not isinstance(event, ev.TimeExtended) or event.informed_by:
        return
    yield Violation(
        rule="extension-not-told",
        seq=entry.seq,
        message=f"nobody has told the players of match {event.match} how much time they have.",
        cites="TRF §7.2",
        hint="Tell both players the minutes, then say so: `--informed`.",
    )


def extension_too_long(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """All the time added to a match should be shorter than the match itself (TRF §7.2)."""
    if not isinstance(event, ev.TimeExtended) or t.announcement is None:
        return
    limit = t.announcement.minutes
    added = t.extensions.get(event.match, 0) + event.minutes
    if limit is None or added < limit:
        return
    yield Violation(
        rule="extension-too-long",
        seq=entry.seq,
        message=f"match {event.match} would have {count(added, 'minute')} more, "
        f"and a whole match has {limit}.",
        cites="TRF §7.2",
        hint=f"Check the minutes. {waiver('extension-too-long')}",
    )


def clock_too_early(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """The clock of a round starts once the players had their time to shuffle (TRF §7.1)."""
    if not isinstance(event, ev.RoundStarted) or event.clock_at is None:
        return
    before = rules.times.pre_game
    if event.clock_at >= entry.at + timedelta(minutes=before):
        return
    yield Violation(
        rule="clock-too-early",
        seq=entry.seq,
        message=f"the clock of round {event.round} of {event.pool} starts later: the players have "
        f"{count(before, 'minute')} first.",
        cites="TRF §7.1",
        hint=f"Name a later time, or none. {waiver('clock-too-early')}",
    )
