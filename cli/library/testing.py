"""A tournament as a judge would tell it: scripts that run through a real desk, in memory.

>>> told = roundbook.testing.play('''
...     register ana ben cho dee
...     round 1  ana-ben cho-dee
...     report   1-1 2-0  1-2 1-1-1
...     round 2  ana>cho ben=dee
...     round 3  ana-dee ben-cho
...     correct  1-1 0-2              ! result-locked
... ''')
>>> [one.number for one in told.rounds()]
[1, 2, 3]

Rule: every rule of the ledger is checked as at a desk, but names are not: they stay in the script.
Units: rounds and tables count from 1; the clock goes on by a minute with each entry.
Errors: AssertionError if a line is not answered as it says, Refused if it says nothing about that.

One line is one command, and one entry; only `register`, `report` and `round` write several. `;`
separates commands on one line. A line that begins with `masters-cut:` is about that pool; without,
it is about `masters`. A match is written round-table. A line that ends in `! rule` has to be
refused by that rule first; in one that ends in `~ rule`, an official overrides that rule, or
several. The tournament is opened under play-2017 and announced with nine rounds, unless the script
begins with `open`, or with `unopened`. `round` pairs and starts, `pair` pairs only, `repair` gives
the whole new round. `round` can report as well, `ana>ben:2-1 cho=dee`: `>` and `<` show who won,
`=` is a tie, `/` a double loss, `?` was never played; a name without an opponent has a bye. `seed`
gives the seeds of the pool `bracket`; `event` takes the JSON of any event; `at 9:30` sets the
clock. `crowd 64` registers 64 Masters in one entry, named by their numbers; `flights masters 32 32`
assigns them in order.
"""

import base64
import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta, timezone
from itertools import count
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import asdict, replace

from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.decks import Format
from roundbook.ledger.events.drafts import PairedBy
from roundbook.ledger.events.event import Drawn, Override
from roundbook.ledger.events.flights import names
from roundbook.ledger.people.book import Book
from roundbook.ledger.record import draws
from roundbook.ledger.record.entry import Attempt, Entry, to_line
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.divisions import pods_for, pool_name
from roundbook.ledger.rulesets.tables import KNOWN_TABLES
from roundbook.ledger.state import rounds as state_rounds
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.storage.store import MemoryStore, Store
from roundbook.ledger.terms import (
    Actor,
    Bye,
    ByeKind,
    Division,
    HandId,
    MatchFormat,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Role,
    Score,
    Style,
    Verdict,
    won,
)
from roundbook.ledger.validators.checks import Check, Checks
from roundbook.ledger.validators.in_force import VALIDATORS

if TYPE_CHECKING:
    from roundbook.cli.library.ledger import Ledger

MASTERS = Pool("masters")
SEED, DRAWS = b"a secret that every test knows..", 20
BEGIN = datetime(2018, 3, 4, 10, tzinfo=timezone(timedelta(hours=1)))
SEATS = re.compile(r"(\w+)([-><=/?])(\w+)(?::([\d-]+))?").fullmatch
MARKS = {
    ">": Verdict.FIRST,
    "<": Verdict.SECOND,
    "=": Verdict.TIE,
    "/": Verdict.DOUBLE_LOSS,
    "?": Verdict.UNPLAYED,
}
"""How a match of a round ended, where its line says so."""
ANY_EVENT = msgspec.json.Decoder(ev.AnyEvent)


def new_desk(
    store: Store | None = None,
    *,
    checks: Sequence[Check] = VALIDATORS,
    attempts: list[Attempt] | None = None,
) -> Desk:
    """Return a desk in memory; its clock advances by a minute, its command ids count up."""
    ticks, numbers = count(), count(1)
    return Desk(
        MemoryStore() if store is None else store,
        hand=Actor(id=HandId("h1")),
        checks=lambda: Checks(checks),
        ruleset=lambda opened: released.load(opened.edition),
        clock=lambda: BEGIN + timedelta(minutes=next(ticks)),
        new_cmd=lambda: f"c{next(numbers)}",
        note_attempt=([] if attempts is None else attempts).append,
    )


def player(number: int | str) -> PlayerId:
    """Return the id of a player by number: 3 is `p3`."""
    return PlayerId(f"p{number}")


def commitment(who: object) -> str:
    """Return a commitment that is always the same for the same name."""
    digest = hashlib.sha256(str(who).encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def opening(  # noqa: PLR0913 - as many as an opening has.
    edition: str = "play-2017",
    *,
    style: Style = Style.SWISS_PLUS_CUT,
    match_format: MatchFormat = MatchFormat.BEST_OF_THREE,
    championship_points: bool = False,
    pairing: PairedBy = PairedBy.SWISS,
    rounds_table: str | None = None,
    format: Format | None = None,  # noqa: A002 - the word of the field.
    premier: bool = False,
    sanction: str | None = None,
) -> ev.TournamentOpened:
    """Return how a tournament is opened in a script."""
    return ev.TournamentOpened(
        tournament="spring-cup",
        name="Spring Cup",
        edition=edition,
        edition_sha256=released.digest(edition),
        style=style,
        start=date(2018, 3, 4),
        match_format=match_format,
        pairing=pairing,
        championship_points=championship_points,
        rounds_table=rounds_table,
        format=format,
        premier=premier,
        sanction=sanction,
        commitment=draws.commitment(SEED, DRAWS),
    )


def registered(
    *players: PlayerId, division: Division = Division.MASTERS
) -> Iterator[ev.PlayerRegistered]:
    """Yield how players join, each bound to their number."""
    for player in players:
        yield ev.PlayerRegistered(player=player, division=division, commitment=commitment(player))


def play(text: str) -> "Ledger":
    """Play a script to its end, and return the ledger that it makes; the names stay numbers.

    Rule: all rules, in the order in which a desk refuses.
    Units: as the module says.
    Errors: AssertionError if a line is not answered as it says; Refused if a rule forbids one that
    expects nothing; ValueError if a word of a line means nothing.

    >>> roundbook.testing.play("register ana ben; round 1 ana>ben").standings()[0].record
    '1-0-0'
    """
    return _read(played(text))


def happened(text: str) -> "Ledger":
    """Return the ledger of what a script tells, whether or not it was allowed.

    Rule: no rule is checked, so the ledger may break any: for tests of what finds that.
    Units: as the module says; nothing is announced unless the script does.
    Errors: ValueError if a word of a line means nothing.

    >>> told = roundbook.testing.happened("register ana ben; round 1 ana>ben; round 5 ana>ben")
    >>> len(told.entries) > 4
    True
    """
    return _read(told(text))


def _read(desk: Desk) -> "Ledger":
    from roundbook.cli.library.ledger import read_from  # Our own tests need no more than a desk.

    return read_from(tuple(desk.entries), desk.rules, Book())


def played(text: str, desk: Desk | None = None) -> Desk:
    """Play a script to its end and return the desk; fails if a line is not answered as it says.

    A tournament that is already open at the desk continues.
    """
    script = Script(desk or new_desk())
    for line in lines_of(text) if script.t.opened is None else said(text):
        script.play(line)
    return script.desk


def told(text: str) -> Desk:
    """Play a script, lawful or not, at a desk that checks nothing; nothing is announced."""
    begun = "" if text.lstrip().startswith("open") else "open\n"
    return played(begun + text, new_desk(checks=()))


def of_all_ages(count: int, *ages: str) -> str:
    """Return a script of single elimination; the players have these divisions in turn."""
    joining = (f"{ages[n % len(ages)]} {n + 1}" for n in range(count))
    return "; ".join(["open single-elimination", *joining])


def lines_of(text: str) -> list[str]:
    """Return the lines of a script, with the opening it takes for granted."""
    lines = said(text)
    if lines[:1] == ["unopened"]:
        return lines[1:]
    return lines if lines[:1] and lines[0].startswith("open") else ["open", "announce 9", *lines]


def said(text: str) -> list[str]:
    """Return the lines of a script that say something."""
    lines = (raw.split("#")[0] for raw in text.splitlines())
    return [said for line in lines for part in line.split(";") if (said := part.strip())]


def tell(desk: Desk, *events: ev.AnyEvent) -> None:
    """Append an entry without any check, as a ledger that was made elsewhere may contain it."""
    seq = desk.tournament.seq
    at, cmd = BEGIN + timedelta(minutes=seq), f"told/{seq + 1}"
    prev = desk.leaf(seq)
    entry = Entry(seq=seq + 1, at=at, hand=desk.hand, cmd=cmd, prev=prev, events=events)
    desk._store.append([to_line(entry)], after=seq)  # noqa: SLF001 - no desk would write it.
    desk.refresh()


class Script:
    """A script while it is played: the desk, and the players by the names that it gives them."""

    def __init__(self, desk: Desk) -> None:
        """Begin at a desk, with nobody named."""
        self.desk = desk
        self.names: dict[str, PlayerId] = {}

    @property
    def t(self) -> Tournament:
        """The tournament as the desk has it."""
        return self.desk.tournament

    def play(self, line: str) -> None:
        """Let one line happen, or be refused as it says."""
        command, _, refusal = (part.strip() for part in line.partition("!"))
        if not refusal:
            self._post(command)
            return
        before = len(self.desk.entries)
        try:
            self._post(command)
        except Refused as refused:
            if refused.rule != refusal:
                said = f"{line}: refused by {refused.rule}: {refused.message}"
                raise AssertionError(said) from refused
        else:
            raise AssertionError(f"{line}: it was not refused")
        assert len(self.desk.entries) == before, f"{line}: refused, but written"

    def _post(self, command: str) -> None:
        for acts in self.events(command):
            if any(event.told for event in acts):
                tell(self.desk, *acts)
            else:
                self.desk.post(*acts)

    def events(self, command: str) -> Iterator[tuple[ev.AnyEvent, ...]]:
        """Yield what a line means, one tuple of events for each entry."""
        command, _, waived = (part.strip() for part in command.partition("~"))
        pool = MASTERS
        if ": " in command and not command.startswith("event"):
            name, command = command.split(": ", 1)
            pool = Pool(name.strip())
        verb, *words = command.split()
        for acts in self._acts(verb, pool, words):
            if waived:
                reason = "It is better so."
                override = Override.of(waived.split(), reason=reason, official=self.desk.hand.role)
                yield tuple(replace(event, override=override) for event in acts)
            else:
                yield acts

    def _acts(  # noqa: C901, PLR0912 - one case for each verb, flat.
        self, verb: str, pool: Pool, words: list[str]
    ) -> Iterator[tuple[ev.AnyEvent, ...]]:
        match verb:
            case "register" | "junior" | "senior":
                division = Division.MASTERS if verb == "register" else Division(verb.title())
                for name in words:
                    yield (self._registered(name, division),)
            case "crowd":
                yield tuple(self._crowd(int(words[0])))
            case "check-in":
                yield tuple(ev.PlayerCheckedIn(player=self._who(name)) for name in words)
            case "report":
                for match, result in zip(words[::2], words[1::2], strict=True):
                    yield (
                        ev.ResultReported(match=match_of(pool, match), result=result_of(result)),
                    )
            case "round":
                yield (*self._pods(), paired := self._paired(pool, words))
                yield (ev.RoundStarted(pool=pool, round=paired.round),)
                seated = filter(None, map(SEATS, words))
                for number, seats in zip(paired.tables, seated, strict=False):
                    if (ended := _ended(seats)) is not None:
                        seat = MatchId(pool, paired.round, number)
                        yield (ev.ResultReported(match=seat, result=ended),)
            case "pair":
                yield (*self._pods(), self._paired(pool, words))
            case "repair":
                paired = self._paired(pool, words)
                yield (as_repair(paired),)
            case "hand":
                self.desk.hand = Actor(id=HandId("h2"), role=Role(words[0]))
            case "staff":
                bound = commitment(words[0])
                yield tuple(
                    ev.StaffNamed(hand=words[0], role=role, commitment=bound) for role in words[1:]
                )
            case "at":
                hour, minute = map(int, words[0].split(":"))
                self.desk._clock = lambda: BEGIN.replace(hour=hour, minute=minute)  # noqa: SLF001
            case "event":
                yield (ANY_EVENT.decode(" ".join(words)),)
            case _:
                yield (self._one(verb, pool, words),)

    def _one(  # noqa: C901, PLR0912, PLR0915 - one case for each verb, flat.
        self, verb: str, pool: Pool, words: list[str]
    ) -> ev.AnyEvent:
        """Return what a line means that is one event."""
        first = words[0] if words else ""
        reason = "It was wrong."
        match verb:
            case "open":
                edition = next((word for word in words if word in released.EDITIONS), "play-2017")
                return opening(
                    edition,
                    style=Style(next((w for w in words if w in set(Style)), Style.SWISS_PLUS_CUT)),
                    match_format=MatchFormat("bo1" if "bo1" in words else "bo3"),
                    championship_points="points" in words,
                    pairing=PairedBy.POD_SHEET if "pod-sheet" in words else PairedBy.SWISS,
                    rounds_table=next((w for w in words if w in KNOWN_TABLES), None),
                    format=next((Format(w) for w in words if w in set(Format)), None),
                    premier="premier" in words,
                    sanction=next((w[9:] for w in words if w.startswith("sanction:")), None),
                )
            case "announce":
                return self._announced(words)
            case "pods":
                pods = {Pool(w): tuple(Division(d.title()) for d in w.split("-")) for w in words}
                return ev.PodsFormed(pods=pods)
            case "flights":
                return self._flights(Division(first.title()), [int(size) for size in words[1:]])
            case "start":
                return ev.RoundStarted(pool=pool, round=int(first))
            case "post":
                return ev.RoundPosted(pool=pool, round=int(first), sha256="0" * 64)
            case "slips":
                sheet = ev.PostedSheet.SLIPS
                return ev.RoundPosted(pool=pool, round=int(first), sha256="0" * 64, sheet=sheet)
            case "extend":
                return ev.TimeExtended(
                    match=match_of(pool, first),
                    minutes=int(words[1]),
                    instead="instead" in words,
                    informed_by=None if "untold" in words else "h1",
                )
            case "call":
                caller = self._who(words[1]) if words[1:] else None
                return ev.JudgeCalled(match=match_of(pool, first), player=caller)
            case "take":
                return ev.CallTaken(match=match_of(pool, first))
            case "done":
                return ev.CallEnded(match=match_of(pool, first))
            case "tell":
                return ev.MessageSent(text=" ".join(words))
            case "decide":
                return ev.ContradictionDecided(entry=int(first), reason=reason)
            case "tell-no-more":
                return ev.MessageWithdrawn(entry=int(first))
            case "withdraw" if "-" in first:
                return ev.ResultWithdrawn(match=match_of(pool, first), reason=reason)
            case "withdraw":
                return ev.RoundWithdrawn(pool=pool, round=int(first), reason=reason)
            case "correct":
                return ev.ResultCorrected(
                    match=match_of(pool, first), result=result_of(words[1]), reason=reason
                )
            case "late":
                return ev.LatePlayerAdmitted(
                    player=self._new(first),
                    division=Division.JUNIOR if "junior" in words else Division.MASTERS,
                    commitment=commitment(first),
                    losses=int(words[1]) if words[1:] else self._started(pool),
                    informed_by=None if "untold" in words else "h1",
                )
            case "left-off":
                losses = int(words[1]) if words[1:] else self._started(pool)
                event = self._registered(first, Division.MASTERS)
                return replace(event, losses=losses, reason="She was on the paper list.")
            case "drop":
                return ev.PlayerDropped(player=self._who(first), after=self._after(pool, words))
            case "check-in-undone":
                return ev.CheckInUndone(player=self._who(first))
            case "lots":
                lots = tuple(map(self._who, words[1:]))
                return ev.LotDrawn(division=Division(first.title()), lots=lots)
            case "disqualify":
                after = self._after(pool, words)
                return ev.PlayerDisqualified(player=self._who(first), after=after, reason=reason)
            case "reinstate":
                player = self._who(first)
                missed = state_rounds.rounds_missed(self.t, self.desk.rules, player)
                if words[1:]:
                    missed = tuple(int(word) for word in words[1:] if word != "0")
                return ev.PlayerReinstated(player=player, reason=reason, missed=missed)
            case "amend":
                return ev.PlayerAmended(
                    player=self._who(first),
                    commitment=commitment(first),
                    division=Division(words[1].title()),
                    reason=reason,
                )
            case "tag":
                return ev.LateTagSet(player=self._who(first), reason=reason)
            case "untag":
                return ev.LateTagCleared(player=self._who(first), reason=reason)
            case "award":
                return ev.ByeAwarded(player=self._who(first), round=int(words[1]))
            case "cut":
                return self._cut(Division(first.title()), words[1:])
            case "seed":
                number, seeds = self.t.draws + 1, tuple(self._who(name) for name in words)
                secret = draws.secret(SEED, DRAWS, number)
                return ev.SeedsDrawn(
                    pool=Pool("bracket"),
                    seeds=seeds,
                    drawn=Drawn(draw="as-the-script-says", number=number, secret=secret),
                    reason=reason if self.t.cuts else None,
                )
            case "playoff":
                return ev.ThirdPlacePlayoffPaired(
                    pool=pool,
                    round=int(first),
                    pairing=self._pairing(words[1]),
                    table=int(words[2]),
                )
            case "day-two":
                players = tuple(self._who(name) for name in words[1:])
                return ev.DayTwoMade(pool=pool, after=int(first), players=players)
            case "rounds":
                return ev.RoundsSet(pool=pool, rounds=int(first))
            case "close":
                return ev.TournamentClosed()
            case "reopen":
                return ev.TournamentReopened(reason=reason)
            case "note":
                return ev.NoteMade(text=" ".join(words))
            case _:
                raise AssertionError(f"no script says {verb!r}")

    # --- who and where ---------------------------------------------------------------------------

    def _who(self, name: str) -> PlayerId:
        """Return a player by the name of the script; `p7` means itself, and so does `7`."""
        return self.names.get(name, player(name) if name.isdecimal() else PlayerId(name))

    def _new(self, name: str) -> PlayerId:
        number = player(len(self.t.players) + 1)
        self.names.setdefault(name, number)
        return number

    def _registered(self, name: str, division: Division) -> ev.PlayerRegistered:
        return ev.PlayerRegistered(
            player=self._new(name), division=division, commitment=commitment(name)
        )

    def _announced(self, words: list[str]) -> ev.AnnouncementMade:
        """`9`, with no cut, no prizes and the least time of a match; `9 time:60`, `9 untimed`.

        `9 masters=4 third` has a cut and a match for third place, and `9 bare` has only rounds and
        time. Whatever else the edition asks for is there, too.
        """
        bare = "bare" in words
        ages = (Division.JUNIOR, Division.SENIOR, Division.MASTERS)
        named = [word.split("=") for word in words if "=" in word]
        cuts = not bare and self.t.opened and self.t.opened.style is Style.SWISS_PLUS_CUT
        cut = dict.fromkeys(ages if cuts else (), 0)
        cut |= {Division(age.title()): int(size) for age, size in named}
        said = next((int(w[5:]) for w in words if w.startswith("time:")), None)
        minutes = None if "untimed" in words else said or self.desk.rules.times.best_of_three
        energy = True if "energy" in words else None
        asks = () if bare else self.desk.rules.announced
        return ev.AnnouncementMade(
            rounds=int(words[0]),
            cut=cut,
            prizes=None if bare else 0,
            minutes=minutes,
            basic_energy=energy,
            energy_told_ahead=energy is True,
            third_place_playoff="third" in words,
            format="Standard" if "format" in asks else None,
            staff="Ana judges." if "staff" in asks else None,
            breaks="none" if "breaks" in asks else None,
        )

    def _cut(self, division: Division, names: Sequence[str]) -> ev.CutMade:
        """Return a cut that needs no announcement; of a few players it may take more than half."""
        seeds = tuple(self._who(name) for name in names)
        came = sum(one.division == division for one in self.t.players.values())
        few = Override(rule="cut-too-large", reason="They are few.", official="organiser")
        return ev.CutMade(
            division=division,
            pool=Pool(f"{division.lower()}-cut"),
            seeds=seeds,
            reason="As many as the hall has room for.",
            override=few if len(seeds) * 2 > came else None,
        )

    def _crowd(self, size: int) -> Iterator[ev.PlayerRegistered]:
        """Register this many Masters in one entry, named by their numbers."""
        begin = len(self.t.players) + 1
        return registered(*(player(begin + n) for n in range(size)))

    def _flights(self, division: Division, sizes: Sequence[int]) -> ev.FlightsAssigned:
        """`flights masters 32 32`: in order of registration, as many as each size says."""
        players = iter([p.id for p in self.t.players.values() if p.division == division])
        flights = {
            pool: tuple(next(players) for _ in range(size))
            for pool, size in zip(names(division, len(sizes)), sizes, strict=True)
        }
        return ev.FlightsAssigned(
            division=division, flights=flights, reason="As the hall has room."
        )

    def _pairing(self, word: str) -> Pairing:
        seats = SEATS(word)
        assert seats, f"{word} is not a pairing"
        return Pairing(self._who(seats[1]), self._who(seats[3]))

    def _pods(self) -> tuple[ev.AnyEvent, ...]:
        """Form the pods that the edition asks for, if the script has not formed any."""
        if self.t.pods or (self.t.opened and self.t.opened.style is Style.SINGLE_ELIMINATION):
            return ()
        present = [p.division for p in self.t.players.values() if not p.out]
        pods = pods_for({d: present.count(d) for d in Division}, self.desk.rules)
        return (ev.PodsFormed(pods={pool_name(pod): pod for pod in pods}),) if pods else ()

    def _paired(self, pool: Pool, words: list[str]) -> ev.RoundPaired:
        """`2 ana-ben bye:cho awarded:dee at:4,5`: tables count from 1, or are as they are said."""
        number, *rest = words
        pairings = tuple(self._pairing(word) for word in rest if SEATS(word))
        at = next((word[3:].split(",") for word in rest if word.startswith("at:")), ())
        tables = tuple(map(int, at))
        byes = [
            Bye(self._who(w.removeprefix("bye:")))
            for w in rest
            if w.startswith("bye:") or w.isalnum()
        ]
        awarded = [Bye(self._who(w[8:]), ByeKind.AWARDED) for w in rest if w.startswith("awarded:")]
        return ev.RoundPaired(
            pool=pool,
            round=int(number),
            pairings=pairings,
            tables=tables or tuple(range(1, len(pairings) + 1)),
            byes=(*awarded, *byes),
            reason="As the script says.",
        )

    def _started(self, pool: Pool) -> int:
        return state_rounds.rounds_started(self.t, pool)

    def _after(self, pool: Pool, words: list[str]) -> int:
        return int(words[1]) if words[1:] else self._started(pool)


def _ended(seats: re.Match[str]) -> Result | None:
    """Return how a match of a line ended; None where it says nothing."""
    if seats[4]:
        return result_of(seats[4])
    return Result(verdict=MARKS[seats[2]]) if seats[2] in MARKS else None


def as_repair(paired: ev.RoundPaired) -> ev.RoundRepaired:
    """Return a round as the repair of one that waits; a repair says nothing about kept tables."""
    told = {name: told for name, told in asdict(paired).items() if name != "kept"}
    return ev.RoundRepaired(**told)


def match_of(pool: Pool, word: str) -> MatchId:
    """Return the match that a script writes as round-table."""
    number, table = word.split("-")
    return MatchId(pool, int(number), int(table))


def result_of(word: str) -> Result:
    """Return the result that a script writes as games, or as a verdict: `2-0`, `double-loss`."""
    if word in set(Verdict):
        return Result(verdict=Verdict(word))
    return won(Score(*(int(games) for games in word.split("-"))))
