"""People who come to the desk: who they are, their numbers and salts, and the book of names.

The book is held from the reading of it until the entries are written, so that two desks that
register at once lose nobody. It is written first: a crash in between leaves a name that no entry
refers to, never an entry that refers to nobody.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cli.args.choices import chosen
from cli.args.players import Key, index_of, key_of
from cli.desk.named_files import bytes_of, called
from cli.desk.staff import seat
from cli.desk.venue import checks, random_bytes
from cli.desk.write import WriteContext
from cli.folder.people import book_lock, keep_book, read_book
from ledger.desk import Act
from ledger.errors import Refused
from ledger.events.catalogue import AnyEvent, EntryRefused, LatePlayerAdmitted, PlayerRegistered
from ledger.people.book import SALT_BYTES, Book, Display, Person, commitment, packed
from ledger.people.book import BookEntry as KnownBook
from ledger.record.entry import Entry
from ledger.rulesets.divisions import division_of, season_of
from ledger.state.tournament import Tournament
from ledger.terms import Division, PlayerId, Pool
from projections.text import counted

if TYPE_CHECKING:
    from ledger.importers.lists.roster import Roster


class Arrival(Struct, frozen=True, kw_only=True):
    """Somebody who wants to play: who they are, in which division, and how they are shown."""

    person: Person
    division: Division
    display: Display | None = None


Told = Callable[[Tournament, Arrival, PlayerId, str], AnyEvent]
"""What is written of an arrival, given the number and the commitment."""


def arrival(ctx: WriteContext, person: Person, division: Division | None) -> Arrival:
    """Return an arrival in the division of their year of birth, or in the one that is named.

    Raises ValueError, with a sentence, if the two contradict each other or neither is known.
    """
    rules, opened = ctx.rules, ctx.tournament.opened
    if opened is None or rules.divisions is None:
        return Arrival(person=person, division=Division.OPEN)
    of_year = division_of(person.birth_year, opened.start, rules) if person.birth_year else None
    found = of_year or division
    if found is None:
        msg = "the year of birth or the division is missing."
        raise ValueError(msg)
    if found is Division.OPEN:
        msg = "this edition has divisions; nobody plays in Open."
        raise ValueError(msg)
    if division not in {None, found}:
        season = season_of(opened.start)
        msg = f"by year of birth the player is {found} in season {season}, not {division}."
        raise ValueError(msg)
    return Arrival(person=person, division=found)


def showing(ctx: WriteContext, one: Arrival, display: str | None, *, parent: bool) -> Arrival:
    """Return an arrival with the way its name is shown; a usage error says who has to choose."""
    year, division = one.person.birth_year, one.division
    asked = chosen(ctx.tournament, display, parent=parent, birth_year=year, division=division)
    return replace(one, display=asked)


def admit(ctx: WriteContext, arrivals: Sequence[Arrival], told: Told) -> tuple[list[Entry], Book]:
    """Write one entry per arrival; return the entries and the book with the new names."""
    desk = ctx.venue.desk
    with holding_the_book(ctx):
        book = read_book(ctx.venue.folder)
        desk.refresh()
        book = _with_salts(ctx, book, arrivals)
        desk.checks = checks(book)
        known = index_of(book)
        acts = [_act(one, book, known, told) for one in arrivals]
        entries = ctx.take(*acts, before=lambda: keep_book(ctx.venue.folder, book))
    return entries, book


def pool_for(t: Tournament, one: Arrival, named: Pool | None) -> Pool | None:
    """Return the pool that somebody joins after the start; raises Refused if it is not clear."""
    if named or not t.pods:
        return named
    for pool, ages in t.pods.items():
        if one.division in ages:
            return pool
    if len(t.pods) == 1:
        return next(iter(t.pods))
    raise Refused(
        f"no pool plays with {one.division} players.",
        hint=f"Name the pool to join (--pool): {', '.join(sorted(t.pods))}.",
    )


def refuse(ctx: WriteContext, one: Arrival, reason: str) -> Entry:
    """Write that somebody was not admitted, and why; the name stays in the book."""
    with holding_the_book(ctx):
        book = read_book(ctx.venue.folder)
        kept = _refused_before(ctx, book) or fresh_salt()
        bound = commitment(one.person, kept)
        known = KnownBook(person=one.person, salt=kept)
        book = replace(book, refused={**book.refused, bound: known})
        ctx.venue.desk.checks = checks(book)
        event = EntryRefused(commitment=bound, reason=reason)
        return ctx.take(lambda _: [event], before=lambda: keep_book(ctx.venue.folder, book))[0]


def _refused_before(ctx: WriteContext, book: Book) -> str | None:
    """Return the salt that this same command used before, if it was given before."""
    first = ctx.first()
    for event in first.events if first else ():
        if isinstance(event, EntryRefused) and event.commitment in book.refused:
            return book.refused[event.commitment].salt
    return None


@contextmanager
def holding_the_book(ctx: WriteContext) -> Iterator[None]:
    """Hold the book of names, with whoever acts in it; a rehearsal writes nothing."""
    if ctx.dry_run:
        yield
        return
    seat(ctx.venue, ctx.manner.operator)
    with book_lock(ctx.venue.folder):
        yield


def fresh_salt() -> str:
    """Return a salt that nobody can foresee, as the book keeps it."""
    return packed(random_bytes(SALT_BYTES))


def _with_salts(ctx: WriteContext, book: Book, arrivals: Sequence[Arrival]) -> Book:
    """Return the book with a fresh salt for each arrival that this command has not written yet.

    A name that is left from a crash gives way: its number was never given.
    """
    t, cmd = ctx.tournament, ctx.manner.cmd
    joined = (PlayerRegistered, LatePlayerAdmitted)
    entries = ctx.venue.desk.entries if cmd else []
    done = {e.cmd for e in entries if any(isinstance(event, joined) for event in e.events)}
    todo = [
        one
        for n, one in enumerate(arrivals, start=1)
        if (cmd if n == 1 else f"{cmd}/{n}") not in done
    ]
    players = {player: known for player, known in book.players.items() if player in t.players}
    for number, one in enumerate(todo, start=len(t.players) + 1):
        salt = fresh_salt()
        players[PlayerId(f"p{number}")] = KnownBook(
            person=one.person, salt=salt, display=one.display
        )
    former = {player: were for player, were in book.former.items() if player in t.players}
    return replace(book, players=players, former=former)


def _entered(book: Book, player: PlayerId, person: Person) -> KnownBook | None:
    """Return somebody as they were entered first, though they have been amended since."""
    now = book.players.get(player)
    every = [*reversed(book.former.get(player, ())), *([now] if now else [])]
    return next((known for known in every if known.person == person), now)


def _act(one: Arrival, book: Book, known: dict[Key, list[PlayerId]], told: Told) -> Act:
    """Return what registers somebody under the next number, whenever it is asked."""

    def act(t: Tournament) -> list[AnyEvent]:
        player = PlayerId(f"p{len(t.players) + 1}")
        for other in known.get(key_of(one.person), ()):
            if other in t.players:
                raise Refused(
                    f"this person is registered already, as {other}.",
                    hint=f"If {other} has left, use `roundbook reinstate {other}`; "
                    "if it is somebody else, give an id (--id).",
                )
        entered = _entered(book, player, one.person)
        if entered is None:
            raise Refused(
                f"{player} has been erased from the book of names: nobody can say who it was.",
                hint="Give this command an id of its own.",
            )
        return [told(t, one, player, commitment(one.person, entered.salt))]

    return act


# A list of players on its way in: who is new, who is known already, and what people are shown.

MOST_SAID = 20
"""So many odd lines, or known players, are named; the rest is counted."""


class AlreadyRegistered(Struct, frozen=True, kw_only=True):
    """Somebody in a list who is registered already."""

    line: int
    player: PlayerId


class Coming(Struct, frozen=True, kw_only=True):
    """Everybody in a list: who is to be registered, who is known, and what is said of the list."""

    arrivals: tuple[Arrival, ...]
    known: tuple[AlreadyRegistered, ...]
    guessed: bool
    lines: tuple[str, ...]
    answer: dict[str, object]


def coming(ctx: WriteContext, word: str, *, skip_known: bool) -> Coming:
    """Return everybody in a list. Raises Unreadable, or Refused if somebody is known already."""
    from ledger.importers.lists import roster as roster_csv  # It reads workbooks too, if need be.
    from ledger.importers.lists.columns import MAX_BYTES

    where = called(word)
    data = bytes_of(word, MAX_BYTES)
    roster = roster_csv.read(data, where, lambda *who: arrival(ctx, *who))
    new: list[Arrival] = []
    known: list[AlreadyRegistered] = []
    index = index_of(ctx.book)
    for row in roster.rows:
        same = _registered(ctx, index.get(key_of(row.person), []))
        if same is None:
            new.append(arrival(ctx, row.person, row.division))
        else:
            known.append(AlreadyRegistered(line=row.line, player=same))
    if known and not skip_known:
        raise _refused(where, known)
    return Coming(
        arrivals=tuple(new),
        known=tuple(known),
        guessed=roster.taken.guessed,
        lines=tuple(_preview(where, roster, new)),
        answer=_answer(roster, new, known),
    )


def passed_over(ctx: WriteContext, known: Sequence[AlreadyRegistered]) -> list[str]:
    """Return who is registered already, and so is passed over."""
    told = [
        f"line {one.line}: {ctx.named(one.player)} is registered already"
        for one in known[:MOST_SAID]
    ]
    return told + _more(len(known))


def _registered(ctx: WriteContext, same: Sequence[PlayerId]) -> PlayerId | None:
    """Return who of these is registered, but for those whom this very command has registered."""
    t, cmd = ctx.tournament, ctx.manner.cmd
    for player in same:
        if player in t.players:
            by = ctx.venue.desk.entries[t.players[player].seq - 1].cmd if cmd else ""
            if not cmd or (by != cmd and not by.startswith(f"{cmd}/")):
                return player
    return None


def _refused(where: str, known: Sequence[AlreadyRegistered]) -> Refused:
    """Return that some are registered already: all of them are named."""
    first, *others = (f"line {one.line}: this person is registered already, as {one.player}."
                      for one in known)  # fmt: skip
    return Refused(
        f"{where}, {first}",
        hint="Register the others with --skip-known; if it is somebody else, give an id.",
        others=[*others[: MOST_SAID - 1], *_more(len(known))],
    )


def _more(number: int) -> list[str]:
    more = number - MOST_SAID
    return [f"{counted(more, 'more', 'more')} of them."] if more > 0 else []


def _preview(where: str, roster: "Roster", new: Sequence[Arrival]) -> list[str]:
    """Return how a list was read: its form, its columns, its players per division, its oddities."""
    columns = roster.taken.columns
    taken = [f"{columns.titles[at]} = {_HOLDS[name]}" for name, at in columns.places.items()]
    lines = [f"{where} was read as {roster.taken.in_words}", f"  columns: {', '.join(taken)}"]
    if columns.unread:
        lines.append(f"  not read: {', '.join(columns.unread)}")
    sizes = [f"{number} {division}" for division, number in _sizes(new).items()]
    lines.append(f"  {counted(len(new), 'new player')}{': ' if sizes else ''}{', '.join(sizes)}")
    odd = [f"  look at {said}" for said in roster.doubts]
    more = len(odd) - MOST_SAID
    return [*lines, *odd[:MOST_SAID], *([f"  and at {more} more lines"] if more > 0 else [])]


_HOLDS = {
    "name": "name",
    "somebody": "name",
    "first": "first name",
    "last": "last name",
    "id": "id",
    "year": "year of birth",
    "day": "year of birth (of the date)",
    "division": "division",
}


def _sizes(new: Sequence[Arrival]) -> dict[Division, int]:
    counts = Counter(one.division for one in new)
    return {division: counts[division] for division in Division if counts[division]}


def _answer(
    roster: "Roster", new: Sequence[Arrival], known: Sequence[AlreadyRegistered]
) -> dict[str, object]:
    """Return what a program is told of a list."""
    columns = roster.taken.columns
    return {
        "form": roster.taken.form,
        "columns": {name: columns.titles[at] for name, at in columns.places.items()},
        "not_read": columns.unread,
        "divisions": _sizes(new),
        "known": known,
        "doubts": roster.doubts,
    }
