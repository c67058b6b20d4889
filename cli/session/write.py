"""The context of an act: the tournament at its desk, who acts, and how."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.args.players import find_staff
from roundbook.cli.args.shared_options import Command
from roundbook.cli.places import last_seen as known
from roundbook.cli.places.layout import is_tournament, own_home
from roundbook.cli.places.members import Anywhere, at
from roundbook.cli.places.people import book_lock, keep_book, read_book
from roundbook.cli.places.refused import note
from roundbook.cli.session.errors import of_the_system, typed
from roundbook.cli.session.venue import CommandOptions, Operator, Venue, reloaded, seated
from roundbook.ledger.desk import Act
from roundbook.ledger.errors import Hint, Misuse, Refused, Trouble
from roundbook.ledger.events.catalogue import (
    AnnouncementMade,
    AnyEvent,
    HistoryShortened,
    MessageSent,
    RoundPaired,
    RoundStarted,
)
from roundbook.ledger.events.event import Event
from roundbook.ledger.people.book import Book
from roundbook.ledger.people.privacy import texts
from roundbook.ledger.people.public_names import last_names
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.rounds import under_way
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor, PlayerId, Role
from roundbook.projections.judging.penalties import forgotten
from roundbook.projections.rounds.needs_repair import to_mend

Kind = TypeVar("Kind", bound=Event)

# Marks commands that can be run inside another program.


def serves(command: Command) -> Command:
    """Mark a command that can run inside a program: its output uses `cli.session.output`."""
    command.serves_at_hand = True  # type: ignore[attr-defined]
    return command


def serves_files(command: Command) -> Command:
    """Mark a command that uses files of this machine, and is run by somebody at it."""
    command.serves_at_hand = "files"  # type: ignore[attr-defined]
    return command


class WriteContext(Struct, frozen=True, kw_only=True):
    """A venue, and the options of the command that is run there.

    `agree` asks a person at a terminal whether to write a text all the same: false if nobody can be
    asked; it raises Declined if they say no.
    """

    venue: Venue
    manner: CommandOptions
    agree: Callable[[Sequence[str], str], bool] = lambda _, __: False

    @property
    def tournament(self) -> Tournament:
        """Return the current tournament."""
        return self.venue.desk.tournament

    @property
    def rules(self) -> Ruleset:
        """Return the rules of the tournament."""
        return self.venue.desk.rules

    @property
    def book(self) -> Book:
        """Return the names file as it was when the command began."""
        return self.venue.book

    @property
    def dry_run(self) -> bool:
        """Whether this is a dry run."""
        return self.manner.dry_run

    def first(self) -> Entry | None:
        """Return the entry already written by this command, if it is a repeat."""
        cmd = self.manner.cmd
        return self.venue.desk.written_by(cmd) if cmd else None

    def written(self, kind: type[Kind]) -> list[Kind]:
        """Return the events of a kind already written by this command, if it is a repeat."""
        first = self.first()
        return [event for event in first.events if isinstance(event, kind)] if first else []

    def named(self, player: PlayerId) -> str:
        """Return who is paired, as named to people: `Ana Lopez (p1)`, or `p1` without a name."""
        return self.venue.entrants.named(player)

    def person(self, player: PlayerId) -> str:
        """Return a player as named to people, also one who represents a team."""
        return self.book.named(player)

    def to_repair(self) -> list[str]:
        """Return what to do if a round that has not started no longer fits its players."""
        return [typed(said) for said in to_mend(self.tournament, self.rules)]

    def forgotten(self) -> list[str]:
        """Return which recorded results do not count a game loss or match loss."""
        return [typed(said) for said in forgotten(self.tournament, self.rules, self.named)]

    def rehearse(self, *acts: Act) -> list[Entry]:
        """Check acts as in a dry run, before somebody is asked. Raises what the desk raises."""
        return replace(self, manner=replace(self.manner, dry_run=True)).take(*acts)

    def take(self, *acts: Act, before: Callable[[], None] = lambda: None) -> list[Entry]:
        """Write one entry per act, or only check them. Raises what the desk raises.

        `before` is called after all checks and before writing.
        """
        desk, cmd = self.venue.desk, self.manner.cmd
        told = set[PlayerId]()
        allowed = [self._heeding(self._allowed(act), told) for act in acts]
        known.refuse(self.venue.strange, self.venue.folder)
        seen = desk.tournament.seq if self.manner.seen is None else self.manner.seen
        check = partial(desk.rehearse, allowed, cmd=cmd, seen=seen)
        if shortened := self._shortened():
            check = partial(self._rehearse_after, shortened, allowed, seen)
            # The lost lines get an entry of their own first, so a refusal has to come before it:
            # nothing is written then.
            if not self.dry_run:
                check()
        if self.dry_run:
            return check()
        seat(self.venue, self.manner.operator, unless=check)
        if shortened:
            self.shorten(shortened)
        done = desk.append(allowed, cmd=cmd, seen=seen, before=before)
        known.after(own_home(), self.venue.folder, desk, done, self.venue.notices)
        if under_way(desk.tournament) and any(
            isinstance(event, RoundStarted | RoundPaired) for one in done for event in one.events
        ):
            from roundbook.cli.places import sign_ups  # Hardly any entry starts a round.

            # Nothing stays of people who were not accepted.
            if gone := sign_ups.forget(self.venue.folder):
                self.venue.notices.append(sign_ups_gone(gone, "was", "were"))
        return done

    def _shortened(self) -> HistoryShortened | None:
        """Return what the ledger must still record about its lost lines (A-74); None if nothing."""
        lost, t = self.venue.shortened, self.tournament
        return None if self.first() or lost in t.shortened.values() else lost

    def shorten(self, lost: HistoryShortened) -> None:
        """Write that the ledger goes on from an older copy, and tell the person at the desk."""
        from roundbook.projections.history.history import what  # Few commands need it.

        here = self.venue
        [entry] = here.desk.append([lambda _: (lost,)])
        known.after(own_home(), here.folder, here.desk, [entry], here.notices)
        here.notices.append(f"entry {entry.seq}: {what(lost)}.")

    def _rehearse_after(
        self, first: HistoryShortened, acts: Sequence[Act], seen: int
    ) -> list[Entry]:
        """Check acts as they will be, after the entry that has to come first."""
        return self.venue.desk.rehearse([lambda _: (first,), *acts], seen=seen)[1:]

    def post(self, *events: AnyEvent) -> Entry:
        """Write these events as one entry, or only check them."""
        return self.take(lambda _: events)[0]

    def after(self, entries: Iterable[Entry]) -> Tournament:
        """Return the tournament after these entries, even if this is a dry run."""
        if not self.dry_run:
            return self.tournament
        then = self.tournament.copy()
        for entry in entries:
            then.apply_entry(entry)
        return then

    def _heeding(self, act: Act, told: set[PlayerId]) -> Act:
        """Return an act that lets nobody write a last name without noticing (LED-9).

        The ledger keeps a text for good, and everybody reads the messages of the desk.
        """
        if self.first():
            return act

        def heeding(t: Tournament) -> Sequence[AnyEvent]:
            events = act(t)
            for who, line in (each for event in events for each in self._last_names(event, t)):
                if who not in told:
                    told.add(who)
                    if self.dry_run or not self.agree([line], "Write it anyway?"):
                        self.venue.notices.append(line)
            return events

        return heeding

    def _last_names(self, event: AnyEvent, t: Tournament) -> Iterator[tuple[PlayerId, str]]:
        """Yield each player whose last name is in a text, and what to know about it.

        Raises Refused for a message that shows a hidden one. A text with a full name is left to the
        desk, which refuses it: nobody is asked about a part of what cannot be written anyway.
        """
        said = list(texts(event))
        if isinstance(event, AnnouncementMade) and event.staff in said:
            said.remove(event.staff)  # It is there for names, which may be those of players too.
        if event.told or not said:
            return
        if any(self.book.named_in(text, t.players, t.bound) for text in said):
            return
        for text in said:
            for one in last_names(text, self.book, t):
                if isinstance(event, MessageSent) and one.hidden:
                    msg = f"the message contains the last name of {one.player}, which the public "
                    hint = f'Write "{one.player}", the table, or "{one.public}".'
                    raise Refused(f"{msg}does not see.", hint=hint)
                if one.plain or one.hidden:
                    who = one.player
                    last = f'"{one.word}" is the last name of {who}, and text in the ledger is'
                    yield who, f'{last} never erased; "{who}" would be enough.'

    def _allowed(self, act: Act) -> Act:
        override = self.manner.override
        if override is None:
            return act
        return lambda t: [replace(event, override=override) for event in act(t)]


def at_open_venue(here: Venue, manner: CommandOptions) -> WriteContext:
    """Return the context for an act at a venue that stays open, brought up to date.

    The operator's number in the names file is saved once they write. Refusals are recorded next to
    the ledger, except in a dry run.
    """
    here = acted_by(reloaded(here), manner)
    noted = None if manner.dry_run else here.folder
    here.desk.note_attempt = lambda attempt: note(
        attempt, noted, read_book(here.folder), here.notices
    )
    return WriteContext(venue=here, manner=manner)


def seat(here: Venue, operator: Operator, unless: Callable[[], object] = lambda: None) -> None:
    """Give the operator a staff number and a salt, and save both before anything else.

    The names file is locked, so two new people at two desks get different numbers. An error raised
    by `unless` comes first: somebody whose first act is refused gets no number.
    """
    book = read_book(here.folder)
    if seated(here, operator, book) != book:
        unless()
        with book_lock(here.folder):
            keep_book(here.folder, seated(here, operator, read_book(here.folder)))
    elif here.desk.hand.id not in here.desk.bound:
        # A number that no entry has used: who gave it may have been killed before it would last.
        at(here.folder).settle()


def in_own_name(folder: Anywhere, manner: CommandOptions) -> CommandOptions:
    """Return the options of the staff member meant by the name after `--as`.

    Raises Refused if the name is only similar to a known one.
    """
    operator = manner.operator
    if operator.name == Operator().name or not is_tournament(folder):
        return manner
    name = find_staff(operator.name, read_book(folder))
    return replace(manner, operator=replace(operator, name=name))


def in_own_role(here: Venue, manner: CommandOptions) -> CommandOptions:
    """Return the options with the operator's role from the staff list, if no role was given.

    Somebody with no role there, or with several, acts in the default role.
    """
    hand = here.desk.hand
    roles = here.desk.tournament.staff.get(hand.id, ())
    if len(roles) != 1:
        return manner
    role = Role(roles[0])
    here.desk.hand = replace(hand, role=role)
    override = manner.override and replace(manner.override, official=role)
    return replace(manner, operator=replace(manner.operator, role=role), override=override)


def new_on_staff(folder: Anywhere, operator: Operator) -> str | None:
    """Return a notice that somebody has never acted here before; None if they have.

    They are not on the staff list: an organiser adds people to it (A-76).
    """
    if operator.name == Operator().name or read_book(folder).hand_named(operator.name):
        return None
    more = "; a judge adds `--role judge`" if operator.role is Operator().role else ""
    return f"{operator.name} is new here, and acts as {operator.role.replace('-', ' ')}{more}."


def acted_by(here: Venue, manner: CommandOptions) -> Venue:
    """Return the venue with the operator as the author of its entries."""
    operator = manner.operator
    book, hand = here.book.with_hand(operator.name)
    here.desk.hand = Actor(id=hand, role=operator.role, station=operator.station)
    return replace(here, book=book)


def sign_ups_gone(names: Sequence[str], was: str, were: str) -> str:
    """Return a sentence on sign-ups that the start of round 1 deletes without a decision."""
    forms = counted(len(names), "sign-up")
    went = was if len(names) == 1 else were
    return f"{forms} {went} deleted without a decision: {', '.join(names)}."


# The results of acts: the entries written and what follows, or what stopped them.


class Facts(Protocol):
    """The facts about an act: the entries that were, or would be, written, and what follows."""

    @property
    def entries(self) -> Sequence[Entry]:
        """Return the entries in order."""


class Done(Struct, frozen=True, kw_only=True):
    """Entries without further consequences."""

    entries: tuple[Entry, ...]


class Outcome(Struct, frozen=True, kw_only=True):
    """The outcome of an act at an open venue: the facts, and lines about them.

    `trouble` is the rule, other desk or file that stopped it; `misuse` is a sentence on what was
    wrong with the input. `notes` are about the tournament's files.
    """

    facts: Facts | None = None
    lines: tuple[str | Hint, ...] = ()
    notes: tuple[str, ...] = ()
    trouble: Trouble | None = None
    misuse: str | None = None
    field: str = ""

    @property
    def done(self) -> bool:
        """Whether the act succeeded."""
        return self.trouble is None and self.misuse is None

    @property
    def entries(self) -> Sequence[Entry]:
        """The entries that were, or would be, written."""
        return self.facts.entries if self.facts else ()


def outcome(
    here: Venue,
    manner: CommandOptions,
    do: Callable[[WriteContext], Facts],
    *,
    say: Callable[[WriteContext, Facts], Sequence[str | Hint]] = lambda _, __: (),
) -> Outcome:
    """Carry out an act at an open venue with these options; `say` puts the facts into words.

    Errors that people should read are returned, not raised.
    """
    try:
        ctx = at_open_venue(here, manner)
        facts = do(ctx)
        lines = tuple(say(ctx, facts))
    except Misuse as wrong:
        return Outcome(misuse=wrong.message, field=wrong.field, notes=_notices(here))
    except Trouble as trouble:
        return Outcome(trouble=trouble, notes=_notices(here))
    except OSError as error:
        return Outcome(trouble=of_the_system(error), notes=_notices(here))
    return Outcome(facts=facts, lines=lines, notes=_notices(here))


def _notices(here: Venue) -> tuple[str, ...]:
    """Return the notices about a tournament's files, once."""
    found = tuple(here.notices)
    here.notices.clear()
    return found
