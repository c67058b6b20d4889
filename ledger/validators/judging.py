"""Rules for the records of judges: rulings, penalties, deck checks, calls and extra time."""

from collections.abc import Collection
from datetime import timedelta

from roundbook.ledger.errors import Do, Hint, advice, do, option
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.judging import CheckItem
from roundbook.ledger.phrases import counted, several
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.tables import of_video_game
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.rounds import calls_judge
from roundbook.ledger.state.staff import JUDGES, RULING, in_words, may, who_may
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.validators.checks import Breach, Found


def ruling_not_head_judge(t: Tournament, event: ev.NoteMade, entry: Entry) -> Found:
    """Only a head judge records a ruling; the organiser if there is none (TRF §1.2; A-76)."""
    if not event.ruling or may(t, entry.hand, RULING):
        return
    yield Breach(
        message=f"you are acting as {in_words(entry.hand.role)}, so you cannot make rulings.",
        cites="TRF §1.2",
        hint=who_may(t, entry.hand, RULING, "record a ruling (others can make a plain note)"),
    )


def penalty_elsewhere(t: Tournament, event: ev.PenaltyIssued) -> Found:
    """A penalty in a match is for one of its players (TRF §5, §7.2)."""
    seated = t.at_table(event.match) if event.match else ()
    if event.player in seated or not seated:
        return
    yield Breach(
        message=f"{event.player} does not play in match {event.match}.",
        cites="TRF §5, §7.2",
        hint=f"The players in this match are {several(seated)}; check the match, or leave it out.",
    )


def penalty_not_in_edition(t: Tournament, event: ev.PenaltyIssued, rules: Ruleset) -> Found:
    """A judge gives only the penalties that the edition of the rules knows (TRF §1.2)."""
    if event.penalty in rules.penalties:
        return
    yield Breach(
        message=f"{rules.edition} has no penalty {event.penalty}.",
        cites="TRF §1.2",
        hint=f"Give another one: {', '.join(rules.penalties)}.",
    )


def penalty_unknown(t: Tournament, event: ev.PenaltyWithdrawn) -> Found:
    """Only a current penalty can be withdrawn, by giving its entry and player (LED-4)."""
    if event.player not in t.players:
        return
    if (event.entry, event.player) in t.penalties:
        return
    own = [f"entry {seq}" for seq, player in t.penalties if player == event.player]
    theirs = f"the penalties of {event.player} are in {several(own)}" if own else "there are none"
    yield Breach(
        message=f"entry {event.entry} is not a current penalty of {event.player}.",
        cites="the ledger",
        hint=advice("See {}: {}.", do("penalties"), theirs),
    )


def proxy_not_judge(t: Tournament, event: ev.ProxyMade, entry: Entry) -> Found:
    """A judge on the staff list issues a proxy; the organiser if it has none (TRF §1.7; A-88)."""
    if may(t, entry.hand, JUDGES):
        return
    yield Breach(
        message=f"the proxy for {event.player} must be issued by a judge.",
        cites="TRF §1.7",
        hint=who_may(t, entry.hand, JUDGES, "issue a proxy"),
    )


def damaged_card_not_kept(t: Tournament, event: ev.ProxyMade) -> Found:
    """If a judge makes a proxy, the damaged card is kept for inspection (TRF §1.7)."""
    if event.kept:
        return
    yield Breach(
        message=f"the damaged card of {event.player} must be kept for reference.",
        cites="TRF §1.7",
        hint=advice(
            "Keep the card with the deck and confirm it: {}.", option("--kept", of="proxy")
        ),
    )


def deck_check_incomplete(t: Tournament, event: ev.DeckChecked) -> Found:
    """A deck check looks at every item, and the cards are counted before the contents (TRF §5)."""
    left = [item.value for item in CheckItem if item not in event.items]
    hint: str | Hint = ""
    if left:
        wrong = f"the deck check of {event.player} leaves out {several(left)}"
    elif event.counted is None:
        wrong = f"the number of cards in the deck of {event.player} is missing"
        hint = advice("Count the cards first, and give their number: {}.", option("--counted", "N"))
    else:
        return
    yield Breach(message=f"{wrong}.", cites="TRF §5", hint=hint)


def deck_check_outcome(t: Tournament, event: ev.DeckChecked, entry: Entry) -> Found:
    """If a deck check finds something wrong, its outcome is recorded too (TRF §5)."""
    if not event.problems or event.outcome:
        return
    given = (e for e in entry.events if isinstance(e, ev.PenaltyIssued))
    if any(each.player == event.player for each in given):
        return
    yield Breach(
        message=f"something was wrong ({several(event.problems)}) with the deck of "
        f"{event.player}, but the outcome is missing.",
        cites="TRF §5",
        hint=advice(
            "Give the outcome ({}), or the penalty ({}).",
            option("--outcome", "…"),
            option("--penalty", "…"),
        ),
    )


def deck_checks_missing(t: Tournament, event: ev.TournamentClosed) -> Found:
    """At a Premier Event, decks must be checked before the event is closed (TRF §5).

    A video game event has no decks. A file does not contain which decks were checked.
    """
    if event.told or t.opened is None:
        return
    if not t.opened.premier or of_video_game(t.opened.rounds_table) or t.deck_checks:
        return
    left = any(not player.out for player in t.players.values())
    yield Breach(
        message="this is a Premier Event, but no deck has been checked.",
        cites="TRF §5",
        hint=advice("Decks can be checked until their players leave: {}.", do("deckcheck draw"))
        if left
        else "",
    )


# Calls for a judge, and messages of the desk to the hall.


def call_again(t: Tournament, event: ev.JudgeCalled) -> Found:
    """A table has one call at a time; a second call does not bring a judge sooner (TRF §1.2)."""
    if not calls_judge(t, event.match):
        return
    taken = t.taken.get(event.match)
    state = f"a judge took the call (entry {taken})" if taken else "nobody has taken the call yet"
    yield Breach(
        message=(
            f"match {event.match} has already called a judge (entry "
            f"{t.calls[event.match]}); {state}."
        ),
        cites="TRF §1.2",
        hint=advice(
            "Once the judge has left the table, use {}.", do("call", str(event.match), "--done")
        ),
    )


def call_too_late(t: Tournament, event: ev.JudgeCalled) -> Found:
    """A judge is called to a table of the latest round; others sit at older tables (TOP §4)."""
    if event.match not in t.matches or t.latest.get(event.match.pool, 0) <= event.match.round:
        return
    yield Breach(
        message=(
            f"{named(t, event.match.pool, event.match.round)} is over: a later round has been "
            "paired."
        ),
        cites="TOP §4",
        hint=advice("See where the players sit now: {}.", do("pairings")),
    )


def caller_elsewhere(t: Tournament, event: ev.JudgeCalled) -> Found:
    """Players can call a judge only to their own table (TRF §1.2)."""
    seated = t.at_table(event.match)
    if event.player is None or event.player in seated or not seated:
        return
    yield Breach(
        message=f"{event.player} does not play in match {event.match}.",
        cites="TRF §1.2",
        hint=(
            f"The players in this match are {several(seated)}; check the match, or leave the "
            "player out."
        ),
    )


def call_missing(t: Tournament, event: ev.CallTaken | ev.CallEnded) -> Found:
    """Only an open call can be taken or ended (TRF §1.2)."""
    if event.match in t.calls or event.match not in t.matches:
        return
    yield Breach(
        message=f"match {event.match} has no open call for a judge.",
        cites="TRF §1.2",
        hint=advice("See who is waiting: {}.", do("calls")),
    )


def call_taken_already(t: Tournament, event: ev.CallTaken) -> Found:
    """Only one judge takes a call (TRF §1.2)."""
    if event.match not in t.taken:
        return
    yield Breach(
        message=(
            f"a judge has already taken the call from match {event.match} (entry "
            f"{t.taken[event.match]})."
        ),
        cites="TRF §1.2",
        hint=advice("See who is waiting for a judge: {}.", do("calls")),
    )


def message_gone(t: Tournament, event: ev.MessageWithdrawn) -> Found:
    """Only a message that is still shown can be withdrawn, by its entry (TOP §2)."""
    what, see = "a current message", do("messages")
    return _gone(event.entry, t.messages, what, see, cites="TOP §2")


def contradiction_gone(t: Tournament, event: ev.ContradictionDecided) -> Found:
    """Only a contradiction that a merge has left open can be decided, by its entry (LED-5)."""
    what, see = "an open contradiction", do("decide")
    return _gone(event.entry, t.contradictions, what, see, cites="the ledger")


def _gone(entry: int, there: Collection[int], what: str, see: Do, *, cites: str) -> Found:
    """Yield a breach if an entry is not, or is no longer, one of those that are there."""
    if entry in there:
        return
    stand = several(f"entry {seq}" for seq in there)
    yield Breach(
        message=f"entry {entry} is not {what}.",
        cites=cites,
        hint=advice("{} lists them: {}.", see, stand or "there are none now"),
    )


# Extra time for a match that is still played, told to both players (TRF §7.2).


def extension_too_late(t: Tournament, event: ev.TimeExtended) -> Found:
    """Only a match that is still being played can get more time (TRF §7.2)."""
    if event.match not in t.results:
        return
    yield Breach(
        message=f"match {event.match} is over: it has a result.",
        cites="TRF §7.2",
        hint=advice("Check the match: {} shows which tables are still playing.", do("pairings")),
    )


def extension_not_told(t: Tournament, event: ev.TimeExtended) -> Found:
    """Both players are told how much more time they have (TRF §7.2)."""
    if event.informed_by:
        return
    yield Breach(
        message=f"the players of match {event.match} have not been told how much extra time "
        f"they have.",
        cites="TRF §7.2",
        hint=advice(
            "Tell both players how many extra minutes they have, then add {}.",
            option("--informed", of="extend"),
        ),
    )


def extension_of_nothing(t: Tournament, event: ev.TimeExtended) -> Found:
    """An extension adds at least a minute; only an existing one can be replaced (TRF §7.2)."""
    if event.instead and event.match not in t.extensions:
        yield Breach(
            message=f"match {event.match} has no extra time that could be replaced.",
            cites="TRF §7.2",
            hint=advice("Check the match: {} shows who has extra time.", do("clock")),
        )
    if not (event.minutes or event.instead):
        yield Breach(
            message=f"no minutes would be added to match {event.match}.",
            cites="TRF §7.2",
            hint="Give at least one minute.",
        )


def extension_too_long(t: Tournament, event: ev.TimeExtended) -> Found:
    """The time added to a match should be shorter than the match itself (TRF §7.2)."""
    if t.announcement is None:
        return
    limit = t.announcement.minutes
    added = event.minutes + (0 if event.instead else t.extensions.get(event.match, 0))
    if limit is None or added < limit:
        return
    yield Breach(
        message=(
            f"match {event.match} would have {counted(added, 'minute')} of extra "
            f"time, but a whole match lasts {limit} minutes."
        ),
        cites="TRF §7.2",
        hint="Check the minutes.",
    )


def clock_too_early(t: Tournament, event: ev.RoundStarted, entry: Entry, rules: Ruleset) -> Found:
    """A round's clock starts after the players have had time to shuffle (TRF §7.1)."""
    if event.clock_at is None:
        return
    before = rules.times.pre_game
    if event.clock_at >= entry.at + timedelta(minutes=before):
        return
    yield Breach(
        message=(
            f"the clock for {named(t, event.pool, event.round)} must start later: "
            f"the players have {counted(before, 'minute')} to shuffle first."
        ),
        cites="TRF §7.1",
        hint="Give a later time for the clock, or no time.",
    )
