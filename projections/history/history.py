"""The history: every event as a sentence, for all or for one player, match or round.

Nothing is left out or summed up. An event that was corrected later is listed with its old wording.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.posting import PostedSheet
from roundbook.ledger.phrases import counted, several
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.state.lock import chose_day_two, entered_again, seeded_by
from roundbook.ledger.state.round_names import called
from roundbook.ledger.state.subjects import listed
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor, ByeKind, MatchId, PlayerId, Pool
from roundbook.ledger.text import short
from roundbook.projections.history.announcement import changes, facts_of
from roundbook.projections.judging.match_end import in_words
from roundbook.projections.judging.penalties import penalty_called

# Each event as a sentence without a full stop, in the words of the field. Players appear as their
# numbers; `ledger.text.with_names` puts in the names when a sentence is shown, so a history can be
# kept and compared without any names.


def what(  # noqa: C901, PLR0912, PLR0915 - flat.
    event: ev.AnyEvent, tie: str = "tie", t: Tournament | None = None
) -> str:
    """Return what happened, in words; `tie` is the edition's word for a tie, `t` names rounds."""
    match event:
        case ev.PlayerRegistered():
            lost = f", with {counted(event.losses, 'loss')}" if event.losses else ""
            return f"{event.player} was registered in {event.division}{_joined(event)}{lost}"
        case ev.PlayerAmended():
            moved = f", now in {event.division}" if event.division else ""
            return f"the details of {event.player} were corrected{moved}"
        case ev.LatePlayerAdmitted():
            told = f", and was told by {event.informed_by}" if event.informed_by else ""
            lost = counted(event.losses, "loss")
            late = f"late{_joined(event)}"
            return (
                f"{event.player} joined {event.division} {late}, with {lost} and the late tag{told}"
            )
        case ev.RegistrationWithdrawn():
            same = f": the same person as {event.same_as}" if event.same_as else ""
            return f"the registration of {event.player} was withdrawn{same}"
        case ev.LateTagSet():
            return f"{event.player} was given the late tag"
        case ev.LateTagCleared():
            return f"{event.player}'s late tag was removed"
        case ev.PlayerDropped(unplaced=True):
            return f"{event.player} is registered but does not play"
        case ev.PlayerDropped():
            return f"{event.player} dropped, {_after(event.after)}"
        case ev.PlayerReinstated():
            lost = f", with {counted(len(event.missed), 'loss')}" if event.missed else ""
            return f"{event.player} was reinstated{lost}"
        case ev.PlayerDisqualified():
            return f"{event.player} was disqualified, {_after(event.after)}"
        case ev.ByeAwarded():
            return f"{event.player} was awarded a bye in round {event.round}"
        case ev.PlayerCheckedIn():
            return f"{event.player} checked in"
        case ev.CheckInUndone():
            return f"the check-in of {event.player} was undone"
        case ev.EntryRefused():
            return "somebody was not admitted"
        case ev.RoundPaired() | ev.RoundRepaired():
            return _paired(event, t)
        case ev.RoundWithdrawn():
            return f"{_where(event, t)} was withdrawn"
        case ev.RoundPosted():
            slips = "the slips of " if event.sheet is PostedSheet.SLIPS else ""
            done = "were prepared" if slips else "was posted"
            return f"{slips}{_where(event, t)} {done}"
        case ev.RoundStarted():
            clock = f", its clock at {event.clock_at:%H:%M:%S}" if event.clock_at else ""
            return f"{_where(event, t)} was started{clock}"
        case ev.TimeExtended():
            told = (
                f", and both players were told by {event.informed_by}" if event.informed_by else ""
            )
            if event.instead:
                minutes = counted(event.minutes, "minute")
                changed = f"changed to {minutes}" if event.minutes else "withdrawn"
                return f"the extra time of match {event.match} was {changed}{told}"
            return f"match {event.match} was given {counted(event.minutes, 'extra minute')}{told}"
        case ev.JudgeCalled():
            by = f", by {event.player}" if event.player else ""
            return f"a judge was called to match {event.match}{by}"
        case ev.CallTaken():
            return f"the call from match {event.match} was taken: a judge is on the way"
        case ev.CallEnded():
            return f"the call from match {event.match} was closed"
        case ev.MessageSent():
            return f"the desk told {told_to(event)}: {event.text}"
        case ev.MessageWithdrawn():
            return f"the message in entry {event.entry} was withdrawn"
        case ev.ResultReported():
            return f"match {event.match} was reported: {event.result.in_words(tie)}"
        case ev.ResultCorrected():
            return f"match {event.match} was corrected to {event.result.in_words(tie)}"
        case ev.ResultWithdrawn():
            return f"the result of match {event.match} was withdrawn"
        case ev.MatchEnded():
            return f"match {event.match} as a judge saw it: {in_words(event.facts)}"
        case ev.PenaltyIssued():
            where = f" in match {event.match}" if event.match else ""
            given = penalty_called(event.penalty)
            return f"{event.player} was given a {given}{where}: {event.infraction}"
        case ev.PenaltyWithdrawn():
            return f"the penalty of {event.player} in entry {event.entry} was withdrawn"
        case ev.ProxyMade():
            return f"a proxy was made for a damaged card of {event.player}: {event.card}"
        case ev.DeckCheckDrawn():
            return f"the decks to be checked were drawn: {_names(event.players)}"
        case ev.DeckChecked():
            return _checked(event)
        case ev.ThirdPlacePlayoffPaired():
            first, second = event.pairing
            return f"{first} and {second} play for third place at table {event.table}"
        case ev.ThirdPlacePlayoffWithdrawn():
            table = event.match.table
            return f"the 3rd-place match at table {table} was withdrawn: {event.reason}"
        case ev.LotDrawn():
            return (
                f"the tied players of {event.division} were put in random order: "
                f"{_names(event.lots)}"
            )
        case ev.DayTwoMade() if not event.players:
            return f"day two of {event.pool} was withdrawn"
        case ev.DayTwoMade():
            players = counted(len(event.players), "player")
            return f"{players} of {event.pool} advance to day two, after round {event.after}"
        case ev.CutMade() if not event.seeds:
            return f"the cut of {event.division} was withdrawn"
        case ev.CutMade():
            return f"the cut of {event.division} was made: {_names(event.seeds)}, in order of seed"
        case ev.SeedsDrawn():
            return f"the seeds of {event.pool} were drawn: {_names(event.seeds)}, in order of seed"
        case ev.TournamentOpened():
            return f"{event.name} was opened under the edition {event.edition}"
        case ev.AnnouncementMade():
            were = "was" if event.rounds == 1 else "were"
            besides = "; ".join(f"{fact}: {said}" for fact, said in facts_of(event))
            added = f" ({besides})" if besides else ""
            return f"{counted(event.rounds, 'round')} {were} announced{added}"
        case ev.RoundsSet():
            where = f" of {event.pool}" if event.pool else ""
            return f"the rounds{where} were set to {event.rounds}"
        case ev.SecretCommitted():
            return "a new chain of secrets was begun"
        case ev.KeyRotated():
            return "the ledger is signed with a new key from here on"
        case ev.EntropyAdded():
            where = f" for {event.pool}" if event.pool else ""
            return f"public randomness was added{where}, from {event.source}: {event.text}"
        case ev.HandRenamed():
            return f"the name of {event.hand} was corrected: {event.reason}"
        case ev.StaffNamed():
            return f"{event.hand} joined the staff as {event.role}"
        case ev.DeckRegistered():
            cards = counted(event.cards, "card")
            return f"{event.player} handed in the list of a deck of {cards}, for {event.format}"
        case ev.PodsFormed():
            return f"the pools were fixed: {'; '.join(map(several, event.pods.values()))}"
        case ev.DraftSeated():
            tables = counted(len(event.tables), "table")
            what = f"{event.draft} draft" if event.draft else "pod"
            pods = f", which play as {', '.join(event.pools)}" if event.pools else ""
            return f"the seats of the {what} were drawn: {tables}{pods}"
        case ev.SeatsWithdrawn():
            return f"the draft seats were withdrawn: {event.reason}"
        case ev.BuildingStarted():
            why = f": {event.reason}" if event.reason else ""
            return f"the deck-building time was started{why}"
        case ev.BuildingWithdrawn():
            return f"the start of the deck-building time was undone: {event.reason}"
        case ev.TeamFormed():
            return f"{' and '.join(event.players)} are the team {event.name}"
        case ev.TeamSplit():
            return f"the team of {event.player} was split: {event.reason}"
        case ev.FlightsAssigned():
            return _flown(event)
        case ev.TournamentClosed():
            return "the tournament was closed"
        case ev.TournamentReopened():
            return "the tournament was reopened"
        case ev.HistoryShortened():
            return _shortened(event)
        case ev.RequestRecorded() | ev.RequestAnswered() | ev.PeopleErased():
            return _afterwards(event)
        case ev.FactAdded():
            data = f" {short(event.text, MOST_DATA)}" if event.text else ""
            return f"a fact by {event.spec}: {event.id}{data}"
        case ev.ContradictionFound():
            return f"to decide: {event.text.removesuffix('.')}"
        case ev.ContradictionDecided():
            return f"the other desk's entry, kept in entry {event.entry}, was rejected"
        case ev.NoteMade():
            kind = "ruling" if event.ruling else "note"
            where = f" on {event.match}" if event.match else ""
            who = f" about {event.player}" if event.player else ""
            return f"{kind}{where}{who}: {event.text}"


def _shortened(event: ev.HistoryShortened) -> str:
    """Return what is known of the lines that an older copy does not have (A-74)."""
    upto = [f"round {number} of {pool}" for pool, number in sorted(event.paired.items())]
    paired = f", up to {several(upto)}" if upto else ""
    were = counted(event.lines, "line")
    return f"the ledger continues from an older copy: {were} had been written before{paired}"


def in_brief(entry: Entry) -> str:
    """Return an entry in a few words: `entry 8 (round 1 of masters was started)`."""
    return f"entry {entry.seq} ({several(map(what, entry.events))})"


def _flown(event: ev.FlightsAssigned) -> str:
    """Return the flights of a division, with their sizes."""
    if not event.flights:
        return f"{event.division} plays without flights again"
    flights = ", ".join(f"{pool} with {len(held)}" for pool, held in sorted(event.flights.items()))
    made = "drawn" if event.drawn else "assigned"
    return f"the flights of {event.division} were {made}: {flights}"


def flight_of(event: ev.FlightsAssigned, player: PlayerId) -> str:
    """Return what the assignment of flights meant for one player."""
    pool = next((pool for pool, held in event.flights.items() if player in held), None)
    made = "drawn" if event.drawn else "assigned"
    return f"{player} was {made} to {pool}" if pool else _flown(event)


def _joined(event: ev.Joining) -> str:
    """Return the flight that was chosen at random, as part of a sentence, or nothing."""
    return f", at random into {event.pool}" if event.drawn else ""


def why(event: ev.AnyEvent) -> str | None:
    """Return the reason that was given, or None."""
    reason: str | None = getattr(event, "reason", None)
    return reason


def _where(
    event: ev.Seating | ev.RoundWithdrawn | ev.RoundPosted | ev.RoundStarted, t: Tournament | None
) -> str:
    """Return the name of the round; a bracket round needs the tournament to have a name."""
    named = called(t, event.pool, event.round) if t else f"round {event.round}"
    return f"{named} of {event.pool}"


def at_the_time(t: Tournament, entries: Iterable[Entry], event: ev.AnyEvent) -> Tournament:
    """Return a tournament with the bracket that a round had when an event about it was written.

    A round is named after the size of its bracket, which may have been another one: a cut can be
    made again until it starts. `entries` are those up to the event, or more.
    """
    pool = Pool(getattr(event, "pool", None) or "")
    if pool not in t.cuts or isinstance(event, ev.Bracket):
        return t
    seeds = then = t.cuts[pool]
    for _, each in each_event(entries):
        if each is event:
            break
        if isinstance(each, ev.Bracket) and each.pool == pool:
            then = each
    if len(then.seeds) == len(seeds.seeds):
        return t
    past = t.copy()
    past.cuts[pool] = then
    return past


def pairing_of(event: ev.Seating, player: PlayerId, t: Tournament | None = None) -> str:
    """Return what a pairing meant for one player."""
    where = _where(event, t)
    for pairing, table in zip(event.pairings, event.tables, strict=False):
        if player in pairing:
            met = f"{pairing.first} and {pairing.second}"
            return f"{met} were paired at table {table} in {where}"
    for bye in event.byes:
        if player == bye.player:
            kind = "an awarded bye" if bye.kind == ByeKind.AWARDED else "a bye"
            return f"{bye.player} has {kind} in {where}"
    if player in event.absent:
        return f"{player} lost {where} without an opponent"
    return f"{where} was paired without {player}"


def _paired(event: ev.Seating, t: Tournament | None) -> str:
    """Return a paired round in numbers."""
    alone = ((event.byes, "bye"), (event.absent, "loss"))
    parts = [counted(len(event.pairings), "match", many="matches")]
    parts += [counted(len(some), one) for some, one in alone if some]
    made = "repaired" if isinstance(event, ev.RoundRepaired) else "paired"
    kept = event.kept if isinstance(event, ev.RoundPaired) else None
    tables = several(f"{table} for {player}" for player, table in kept.items()) if kept else "none"
    fixed = "" if kept is None else f"; fixed tables from now on: {tables}"
    return f"{_where(event, t)} was {made}: {several(parts)}{fixed}"


def _checked(event: ev.DeckChecked) -> str:
    """Return the outcome of a deck check."""
    wrong = "; ".join(f"{item}: {said}" for item, said in event.problems.items())
    cards = "" if event.counted is None else f", {counted(event.counted, 'card')}"
    came = f" ({event.outcome})" if event.outcome else ""
    return f"the deck of {event.player} was checked{cards}; {wrong or 'in order'}{came}"


def _afterwards(event: ev.RequestRecorded | ev.RequestAnswered | ev.PeopleErased) -> str:
    """Return a request for results, the answer to it, or an erasure, as a sentence."""
    if isinstance(event, ev.PeopleErased):
        return f"{_whom(event)} erased from the names file"
    text = f": {event.text}" if event.text else ""
    if isinstance(event, ev.RequestAnswered):
        handed = f"a file of {event.size:,} bytes, SHA-256 {event.sha256[:16]}…"
        return f"request {event.number} was answered with {handed}{text}"
    named = f" ({event.reference})" if event.reference else ""
    return f"request {event.number} came from {event.source}{named}{text}"


def _whom(event: ev.PeopleErased) -> str:
    """Return the people that an erasure is about, as a subject: `p17 was`, `p1, p2 were`."""
    if event.everybody:
        return "everybody was"
    people = [*event.players, *event.hands, *("somebody not admitted" for _ in event.refused)]
    return f"{_names(people)} {'was' if len(people) == 1 else 'were'}"


def told_to(event: ev.MessageSent) -> str:
    """Return the people that a message is for, as words in a sentence."""
    parts = [f"match {event.match}"] if event.match else []
    return " and ".join([*parts, *filter(None, [event.division])]) or "everybody"


def _after(number: int) -> str:
    return f"after round {number}" if number else "before the first round"


def _names(names: Iterable[str]) -> str:
    return ", ".join(str(name) for name in names)


MOST_DATA = 160
"""How much of the data of a fact is shown in a sentence, in characters."""

RoundOf = tuple[Pool, int]
"""A round by its pool and number."""


# The history: every event in order, with time, staff member and reason.


OF_PEOPLE = (
    ev.PlayerRegistered
    | ev.LatePlayerAdmitted
    | ev.PlayerAmended
    | ev.PlayerCheckedIn
    | ev.CheckInUndone
    | ev.TeamFormed
    | ev.DeckRegistered
    | ev.DeckCheckDrawn
    | ev.DeckChecked
    | ev.PenaltyIssued
    | ev.PenaltyWithdrawn
    | ev.ProxyMade
    | ev.NoteMade
    | ev.JudgeCalled
    | ev.MessageSent
)
"""Events about people; all others are about those who are paired, perhaps a team (A-65)."""


class Happening(Struct, frozen=True, kw_only=True):
    """One event of the ledger, in words.

    `what` is a sentence without a full stop, with players by number; `why` is the reason given.
    `players`, `match` and `round` are what it is about. `told` is the digest of the file that it
    was imported from, `allowed` says who overrode a rule and why. `of_people` is whether the
    players have their own names, also one who represents a team.

    Rule: every event has one, in the order of the ledger.
    Units: `seq` is its entry, `at` a time with its offset, `hand` who wrote it, by number.
    Errors: none.

    >>> cup.history()[-1].seq == len(cup.entries)
    True
    """

    seq: int
    at: datetime
    hand: Actor
    what: str
    why: str | None = None
    told: str | None = None
    allowed: str | None = None
    players: tuple[PlayerId, ...] = ()
    match: MatchId | None = None
    round: RoundOf | None = None
    of_people: bool = False


def history_asked(
    entries: Iterable[Entry],
    *,
    player: PlayerId | None = None,
    match: MatchId | None = None,
    round_of: RoundOf | None = None,
    tie: str = "tie",
) -> list[Happening]:
    """Return what `history` yields. Raises Refused for a match or a round that never was."""
    found = [*history(entries, player=player, match=match, round_of=round_of, tie=tie)]
    if not found and (match or round_of):
        where = match or "-".join(map(str, round_of or ()))
        hint = advice("{} shows the rounds and their tables.", do("pairings"))
        raise Refused(f"the ledger contains nothing about {where}.", hint=hint)
    return found


def history(
    entries: Iterable[Entry],
    *,
    player: PlayerId | None = None,
    match: MatchId | None = None,
    round_of: RoundOf | None = None,
    tie: str = "tie",
) -> Iterator[Happening]:
    """Yield every event in order, or only those about a player, a match or a round.

    With several filters, an event has to match all of them. Events about everybody, such as the
    start of a round, are not about any one player; the pairing of a round is about every player in
    it. What happened to a team happened to both its players. `tie` is the edition's word for a tie.
    """
    t, meant = Tournament(), dict[int, Happening]()
    for entry in entries:
        for event in entry.events:
            asked = t.entrant(player) if player and not isinstance(event, OF_PEOPLE) else player
            found = _happening(t, entry, event, asked, tie)
            if isinstance(event, ev.PenaltyIssued | ev.MessageSent | ev.ContradictionFound):
                meant[entry.seq] = found
            if isinstance(
                event, ev.PenaltyWithdrawn | ev.MessageWithdrawn | ev.ContradictionDecided
            ):
                found = _taking_back(found, meant.get(event.entry))
            if (
                (player is None or not {player, asked}.isdisjoint(found.players))
                and (match is None or match in _matches(found, event))
                and (round_of is None or round_of == found.round)
            ):
                yield found
            t.apply(event, entry.seq)
        t.seq = entry.seq


def _taking_back(found: Happening, before: Happening | None) -> Happening:
    """Return a withdrawal as being about everything that the withdrawn event was about."""
    if before is None:
        return found
    players = tuple(dict.fromkeys((*found.players, *before.players)))
    return replace(found, players=players, match=before.match, round=before.round)


def line(happening: Happening) -> str:
    """Return an event as one line: entry, time, staff member, what, why."""
    at = happening.at.isoformat(sep=" ", timespec="seconds")
    hand = f"{happening.hand.id} ({happening.hand.role}, {happening.hand.station})"
    because = f" - {happening.why}" if happening.why else ""
    told = " [imported from a file]" if happening.told else ""
    allowed = f" [{happening.allowed}]" if happening.allowed else ""
    return f"{happening.seq} {at} {hand}: {happening.what}{because}{told}{allowed}"


def _happening(
    t: Tournament, entry: Entry, event: ev.AnyEvent, asked: PlayerId | None, tie: str
) -> Happening:
    """Return an event in words, as things stood when it happened."""
    match = getattr(event, "match", None)
    players = _players(t, event, match)
    said = what(event, tie, t)
    if isinstance(event, ev.AnnouncementMade) and t.announcement:
        said = _announced_again(t.announcement, event)
    if isinstance(event, ev.Seating) and asked in players and asked:
        said = pairing_of(event, asked, t)
    if isinstance(event, ev.FlightsAssigned) and asked in players and asked:
        said = flight_of(event, asked)
    if isinstance(event, ev.ResultReported | ev.Correction) and players:
        said = f"{said} ({' against '.join(players)})"
    if isinstance(event, ev.Correction) and match in t.results:
        said = f"{said}, before that: {t.results[match].in_words(tie)}"
        playing = seeded_by(t, match)
        said += f"; not used for seeding {', '.join(playing)}" if playing else ""
        said += "; does not change the players of day two" if chose_day_two(t, match) else ""
    if isinstance(event, ev.ResultReported) and (before := entered_again(t, event.match)):
        said += f", entered again after entry {before}"
    if isinstance(event, ev.PlayerDropped | ev.PlayerDisqualified):
        said += "".join(f", and so lost match {lost}" for lost in _lost_by_leaving(t, event))
    override = event.override
    return Happening(
        seq=entry.seq,
        at=entry.at,
        hand=entry.hand,
        what=said,
        why=why(event),
        told=event.told.sha256 if event.told else None,
        allowed=f"{override.official} overrode {override.named}: {override.reason}"
        if override
        else None,
        players=players,
        match=match,
        round=_round(event, match),
        of_people=isinstance(event, OF_PEOPLE),
    )


def _announced_again(before: ev.AnnouncementMade, event: ev.AnnouncementMade) -> str:
    """Return what a later announcement changes; it repeats the rest."""
    changed = "; ".join(changes(before, event))
    return (
        f"the announcement was changed ({changed})" if changed else "the announcement was repeated"
    )


def _lost_by_leaving(
    t: Tournament, event: ev.PlayerDropped | ev.PlayerDisqualified
) -> list[MatchId]:
    """Return the bracket matches that a player loses by dropping (TOP §3.2)."""
    return [
        match
        for match, pair in t.matches.items()
        if match.pool in t.cuts and match.round == event.after and event.player in pair
    ]


def _players(t: Tournament, event: ev.AnyEvent, match: MatchId | None) -> tuple[PlayerId, ...]:
    """Return the players whom an event is about."""
    several = listed(event)
    if several:
        return several
    player: PlayerId | None = getattr(event, "player", None)
    seated = t.matches.get(match, ()) if match else ()
    return tuple(dict.fromkeys([*seated, *([player] if player else [])]))


def _round(event: ev.AnyEvent, match: MatchId | None) -> RoundOf | None:
    """Return the round that an event is about."""
    match event:
        case (
            ev.RoundPaired()
            | ev.RoundRepaired()
            | ev.RoundWithdrawn()
            | ev.RoundPosted()
            | ev.RoundStarted()
            | ev.ThirdPlacePlayoffPaired()
        ):
            return (event.pool, event.round)
        case ev.DeckCheckDrawn() if event.pool and event.round:
            return (event.pool, event.round)
        case _:
            return (match.pool, match.round) if match else None


def _matches(found: Happening, event: ev.AnyEvent) -> tuple[MatchId, ...]:
    """Return the matches that an event is about; for the pairing of a round, all of them."""
    match event:
        case ev.RoundPaired() | ev.RoundRepaired():
            return tuple(MatchId(event.pool, event.round, table) for table in event.tables)
        case ev.ThirdPlacePlayoffPaired():
            return (MatchId(event.pool, event.round, event.table),)
        case _:
            return (found.match,) if found.match else ()
