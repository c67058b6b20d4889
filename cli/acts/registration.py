"""Registers players, one by one or from a list; admits late players, or refuses them."""

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from datetime import date
from enum import Enum
from functools import partial

from msgspec import UNSET, Struct
from msgspec.structs import replace

from roundbook.cli.acts.amend import add_birthdays
from roundbook.cli.acts.flights import joins
from roundbook.cli.acts.people import (
    MISSING,
    Arrival,
    Told,
    admit,
    already_registered,
    arrival,
    newcomer,
    refuse,
)
from roundbook.cli.args.players import Key, find_player, index_of, is_number, key_of
from roundbook.cli.places.known_people import known_with
from roundbook.cli.session.clock import today
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Do, Hint, Misuse, Refused, advice, do, option, warning
from roundbook.ledger.events.catalogue import (
    AnyEvent,
    Joining,
    LatePlayerAdmitted,
    PlayerRegistered,
)
from roundbook.ledger.people.book import Book, Display, Person, birthday, typed_name
from roundbook.ledger.people.name_parts import is_clear
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.rounds import latest_started, rounds_started
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.ledger.text import plain, turned
from roundbook.ledger.validators.roster import to_amend
from roundbook.projections.tdf.gaps import (
    are_dated,
    has_no_ids,
    lacking,
    lacking_advice,
    unfit,
)

MOST_SAID = 20
"""The most known players that a refusal names; the others are counted."""


HOLDS = {
    "name": "name",
    "surnames": "first name and two last names",
    "surnames_first": "last names, then first name",
    "turned": "last name, then first name",
    "somebody": "name",
    "first": "first name",
    "middle": "middle name",
    "infix": "particle of the last name",
    "last": "last name",
    "family": "last name",
    "second": "second last name",
    "id": "Player ID",
    "year": "year of birth",
    "day": "date of birth",
    "division": "division",
    "status": "status",
}
"""The contents of the columns of a list of players, in words."""


class Newcomer(Struct, frozen=True, kw_only=True):
    """A person who wants to play, with the details given.

    One comma in the name separates the last name from the first: `García Márquez, Ana`. A date of
    birth contains the year. The division follows from the birth year if that is known. `display` is
    how the name may be displayed; `parent` is whether a child's parent chose that.
    """

    name: str
    id: str = ""
    birth_year: int | None = None
    birth_date: date | None = None
    division: Division | None = None
    display: Display | None = None
    parent: bool = False


class LeftOff(Struct, frozen=True, kw_only=True):
    """Players who were left off the list by mistake, so get no late tag: the reason, and the pool.

    The pool is needed only if it is unclear.
    """

    reason: str
    pool: Pool | None = None


class AlreadyRegistered(Struct, frozen=True, kw_only=True):
    """A person in a list who is already registered."""

    line: int
    player: PlayerId


class ListedPlayer(Struct, frozen=True, kw_only=True):
    """A player in a list: the line, who it is, the division, and the number of a known one."""

    line: int
    person: Person
    division: Division | None
    known: PlayerId | None = None


class ListRead(Struct, frozen=True, kw_only=True):
    """How a list of players was read: the heading used for each column, its lines, and oddities.

    `read_as` is the format in words, with the encoding if it was `guessed`. `open_days` says which
    dates of birth may begin with the day or with the month, so only their years were read. `dated`
    are players who were registered without a date of birth, which the list has added.
    """

    name: str
    form: str
    read_as: str
    guessed: bool
    columns: Mapping[str, str]
    not_read: tuple[str, ...]
    divisions: Mapping[Division, int]
    known: tuple[AlreadyRegistered, ...]
    doubts: tuple[str, ...]
    notes: tuple[str, ...] = ()
    lines: tuple[ListedPlayer, ...] = ()
    open_days: str | None = None
    dated: tuple[PlayerId, ...] = ()


class Namesake(Struct, frozen=True, kw_only=True):
    """A player who may be an already registered one: the name is the same, or nearly.

    `year` is whether the birth year is the same too, None if one of them is unknown. `out` is
    whether the other player dropped or was disqualified. `turned` is whether first and last name
    are swapped, `longer` whether one name has all words of the other; `ids` is whether both have a
    Player ID, so that one of the two may be mistyped. `late` is whether one of them has played.
    """

    player: PlayerId
    other: PlayerId
    name: str
    year: bool | None
    out: bool = False
    turned: bool = False
    longer: bool = False
    ids: bool = False
    late: bool = False

    def __str__(self) -> str:
        """Return the case as a question."""
        same = f"the same name{' and year of birth' if self.year else ''} as {self.other}"
        same = (
            f"nearly the same name as {self.other}, and the same year of birth"
            if self.longer
            else same
        )
        but = ", but a different year of birth" if self.year is False else ""
        but = ", but a different Player ID" if self.ids else but
        but = ", with first and last name swapped" if self.turned else but
        return f"{self.name} ({self.player}) has {same}{but}: are they two different people?"

    @property
    def question(self) -> str:
        """The same for a player who has no number yet."""
        return str(self).removeprefix(f"{self.name} ({self.player}) ")


class Arrived(Struct, frozen=True, kw_only=True):
    """Players who were registered or admitted, with their names, and the list they came from.

    `events` match the entries. A dry run with a draw has no entries: nobody may know it in advance.
    `namesakes` may already be registered. `lacking` says whose Player ID or birth year is missing,
    if others have an id, or which id or name typed by hand looks odd.
    """

    entries: tuple[Entry, ...]
    events: tuple[Joining, ...]
    names: Mapping[PlayerId, str]
    listed: ListRead | None = None
    namesakes: tuple[Namesake, ...] = ()
    lacking: tuple[Hint, ...] = ()

    @property
    def players(self) -> list[PlayerId]:
        """The players' numbers in order."""
        return [event.player for event in self.events]


class NotAdmitted(Struct, frozen=True, kw_only=True):
    """A person who was not admitted; the name is only in the names file."""

    entries: tuple[Entry, ...]
    name: str


def register(ctx: WriteContext, who: Newcomer, *, left_off: LeftOff | None = None) -> Arrived:
    """Register a player before the start, or one who was left off the list by mistake."""
    one = _arrival(ctx, who)
    _tell_shown(ctx, [(who, one)])
    return _admit(ctx, [one], _registered(left_off))


def register_list(  # noqa: PLR0913 - one argument per option.
    ctx: WriteContext,
    data: bytes,
    name: str,
    *,
    skip_known: bool = False,
    left_off: LeftOff | None = None,
    division: Division | None = None,
    encoding: str | None = None,
    days: Callable[[str], bool | None] = lambda _: None,
) -> Arrived:
    """Register everybody in a list who is not registered yet: all of them or nobody.

    Players who are registered are skipped if that is asked for; a date of birth that they lack is
    added. `division` is that of lines with neither a year of birth nor a division. `days` is asked
    whether ambiguous dates begin with the day, and not with the month; None keeps only their years.
    Raises Unreadable with every line that is wrong, or Refused if players are already registered
    and not to be skipped.
    """
    from roundbook.ledger.importers.lists import (
        roster as roster_csv,  # It may load the reader of workbooks.
    )

    def arriving(person: Person, given: Division | None) -> Arrival:
        return arrival(ctx, person, given or (None if person.birth_year else division))

    read = partial(roster_csv.read, data, name, partial(_judge, arriving), encoding=encoding)
    roster = read()
    if roster.open_days and (told := days(roster.open_days)) is not None:
        roster = read(days=told)
    new: list[Arrival] = []
    known, swapped = list[AlreadyRegistered](), list[str]()
    lines = list[ListedPlayer]()
    birthdays, undated = dict[PlayerId, Person](), False
    index = index_of(ctx.book)
    for row in roster.rows:
        same = _known_as(ctx, index.get(key_of(row.person), []))
        if same is None:
            new.append(arriving(row.person, row.division))
            lines.append(ListedPlayer(line=row.line, person=row.person, division=new[-1].division))
        else:
            there = ListedPlayer(line=row.line, person=row.person, division=None, known=same)
            lines.append(there)
            known.append(AlreadyRegistered(line=row.line, player=same))
            undated |= ctx.book.players[same].person.birthday is UNSET
            if row.person.birthday is not UNSET:
                birthdays[same] = row.person
            if plain(ctx.book.name(same)) in turned(row.person.name):
                here = f"line {row.line}, {row.person.name}: registered as {ctx.person(same)}"
                swapped.append(f"{here}, with first and last name swapped.")
    if known and not skip_known:
        lacks = any(ctx.book.players[one].person.birthday is UNSET for one in birthdays)
        raise _refused(name, known, lines, adds=lacks or (undated and bool(roster.open_days)))
    columns, counts = roster.taken.columns, Counter(one.division for one in new)
    listed = ListRead(
        name=name,
        form=roster.taken.form,
        read_as=roster.taken.in_words,
        guessed=roster.taken.guessed,
        columns={name: columns.titles[at] for name, at in columns.places.items()},
        not_read=tuple(columns.unread),
        divisions={division: counts[division] for division in Division if counts[division]},
        known=tuple(known),
        doubts=(*roster.doubts, *swapped),
        notes=tuple(roster.notes),
        lines=tuple(lines),
        open_days=roster.open_days if new or undated else None,
    )
    done = Arrived(entries=(), events=(), names={}, listed=listed)
    if new:
        done = _admit(ctx, new, _registered(left_off), listed=listed)
    own = f"{ctx.manner.cmd}.dates" if ctx.manner.cmd else None
    then = replace(ctx, manner=replace(ctx.manner, cmd=own, seen=None))
    dated, entries = add_birthdays(then, birthdays)
    if roster.days and (new or dated):  # How dates were read matters only if one of them is kept.
        listed = replace(listed, notes=(roster.days, *listed.notes))
    listed = replace(listed, dated=dated)
    return replace(done, entries=(*done.entries, *entries), listed=listed)


def register_several(
    ctx: WriteContext, people: Sequence[Newcomer]
) -> tuple[Arrived, dict[int, str]]:
    """Register each of these people who can be; return also why others cannot, by position."""
    new, why = who_can_join(ctx, people)
    if not new:
        first = why[min(why)]
        raise Refused(f"none of these people can be registered. For the first one: {first}")
    _tell_shown(ctx, [(people[at], one) for at, one in new.items()])
    return _admit(ctx, [*new.values()], _registered(None)), why


def who_can_join(
    ctx: WriteContext, people: Sequence[Newcomer]
) -> tuple[dict[int, Arrival], dict[int, str]]:
    """Return which of these people can be registered now, and why others cannot, by position."""
    index, new, why = index_of(ctx.book), dict[int, Arrival](), dict[int, str]()
    seen = set[Key]()
    for at, who in enumerate(people):
        try:
            one = _arrival(ctx, who)
        except (Misuse, Refused) as wrong:
            why[at] = wrong.message
            continue
        key = key_of(one.person)
        if (same := _known_as(ctx, index.get(key, []))) is not None:
            why[at] = already_registered(one.person, same)
        elif key in seen:
            why[at] = "the same person is on the list twice."
        else:
            new[at] = one
            seen.add(key)
    return new, why


def admit_late(
    ctx: WriteContext, who: Newcomer, *, pool: Pool | None = None, informed: bool = False
) -> Arrived:
    """Admit a player after the start: a loss for every round already started, and the late tag.

    The player has to be told about both (TOP §3.1.3); `informed` is whether the operator did so.
    """

    def told(t: Tournament, one: Arrival, player: PlayerId, bound: str) -> AnyEvent:
        where, said, drawn = joins(t, one, player, pool)
        return LatePlayerAdmitted(
            player=player,
            division=one.division,
            commitment=bound,
            losses=rounds_started(t, where) if where else 0,
            pool=said,
            informed_by=ctx.venue.desk.hand.id if informed else None,
            drawn=drawn,
        )

    one = _arrival(ctx, who)
    _tell_shown(ctx, [(who, one)])
    return _admit(ctx, [one], told)


def turn_away(ctx: WriteContext, who: Newcomer, *, reason: str) -> NotAdmitted:
    """Record that a person was not admitted, and why."""
    return NotAdmitted(entries=(refuse(ctx, _arrival(ctx, who), reason),), name=who.name)


def _arrival(ctx: WriteContext, who: Newcomer) -> Arrival:
    """Return an arrival. Raises Refused for a listed player, whom a second number would hide.

    A player who dropped, or was left out of round 1 as absent, returns under the old number.
    """
    who = _filled_in(ctx, who)
    person = _person(who)
    try:
        one = newcomer(ctx, person, who.division, display=who.display, parent=who.parent)
    except Misuse as wrong:
        if wrong.message == MISSING:  # So few details are given for a person whom the desk knows.
            age = "the year of birth ({}) or the division ({})"
            _refuse_listed(ctx, _listed(ctx, person.name), age, "--birth-year", "--division")
        raise
    if not ctx.first():
        by_number = find_player(who.name, ctx.tournament, ctx.book) if is_number(who.name) else None
        back = by_number or _out_before(ctx, one)
        _refuse_listed(ctx, back, "a Player ID ({})", "--id")
    return one


def _filled_in(ctx: WriteContext, who: Newcomer) -> Newcomer:
    """Return a newcomer with what the book of people over events knows about the Player ID.

    The ID may be given in place of the name.
    """
    known = known_with(ctx.venue.folder, who.id or who.name, today())
    if known is None:
        return who
    who = replace(who, id=known.id, name=known.name if who.name == known.id else who.name)
    if known.display in {Display.INITIAL, Display.ANONYMOUS}:  # More is chosen at each event.
        who = replace(who, display=who.display or Display(known.display))
    if who.birth_year or who.birth_date or known.birth_year is None:
        return who
    if known.birthday is None:
        return replace(who, birth_year=known.birth_year)
    return replace(who, birth_date=date.fromisoformat(f"{known.birth_year}-{known.birthday}"))


def _tell_shown(ctx: WriteContext, arrivals: Sequence[tuple[Newcomer, Arrival]]) -> None:
    """Say whose name is shown as it was chosen at an earlier event."""
    taken = [one for who, one in arrivals if one.display and not who.display]
    names = ", ".join(f"{one.person.name} ({one.display})" for one in taken)
    said = f"Names are shown as chosen at an earlier event: {names}."
    ctx.venue.notices.extend([said] if taken else [])


def _person(who: Newcomer) -> Person:
    """Return the person with these details. Raises Misuse if they contradict each other."""
    name, last = typed_name(who.name)
    day = who.birth_date
    if day and who.birth_year not in {None, day.year}:
        raise Misuse("the year of birth does not match the date of birth.", field="birth_date")
    return Person(
        name=name,
        id=who.id,
        birth_year=day.year if day else who.birth_year,
        last=last,
        birthday=birthday(day) if day else UNSET,
    )


def _listed(ctx: WriteContext, text: str) -> PlayerId | None:
    """Return the one player meant by a number, a Player ID or a name, or None.

    Part of a name is enough only for a player who is out: a newcomer may share it.
    """
    try:
        player = find_player(text, ctx.tournament, ctx.book)
    except Refused:
        return None
    whole = {player, ctx.book.id(player), plain(ctx.book.name(player))}
    return player if ctx.tournament.is_out(player) or plain(text) in whole else None


def _out_before(ctx: WriteContext, one: Arrival) -> PlayerId | None:
    """Return a player who is out and may be this person without a Player ID, or None."""
    who, players = one.person, ctx.tournament.players
    if who.id:
        return None
    for player, known in ctx.book.players.items():
        same, there = known.person, players.get(player)
        if there is None or not ctx.tournament.is_out(player):
            continue
        of_age = there.division == one.division and (
            not (who.birth_year and same.birth_year) or who.birth_year == same.birth_year
        )
        if of_age and plain(same.name) == plain(who.name):
            return player
    return None


def _refuse_listed(ctx: WriteContext, player: PlayerId | None, more: str, *options: str) -> None:
    """Refuse a person who is already listed; `more` is what distinguishes somebody else."""
    if player is None:
        return
    t, is_out = ctx.tournament, ctx.tournament.is_out(player)
    known = t.players[t.entrant(player)]
    became = "was disqualified" if known.disqualified else "has dropped"
    back = [advice("To let them play again: {}.", do("reinstate", known.id, "--reason", "…"))]
    else_ = advice(f"For a different person, add {more}.", *map(option, options))
    hints = [*(back if is_out else []), else_]
    raise Refused(
        f"{player} is already registered{f', and {became}' if is_out else ''}.",
        hint=advice(
            " ".join(hint.text for hint in hints), *(part for hint in hints for part in hint.parts)
        ),
    )


def _registered(left_off: LeftOff | None) -> Told:
    """Return the function that makes the event for a registered player."""

    def told(t: Tournament, one: Arrival, player: PlayerId, bound: str) -> AnyEvent:
        at_once = left_off is None and one.division not in t.flights
        pool = left_off.pool if left_off else None
        where, said, drawn = (None, None, None) if at_once else joins(t, one, player, pool)
        return PlayerRegistered(
            player=player,
            division=one.division,
            commitment=bound,
            losses=rounds_started(t, where) if where and left_off else 0,
            pool=said,
            reason=left_off.reason if left_off else None,
            drawn=drawn,
        )

    return told


def _admit(
    ctx: WriteContext, arrivals: Sequence[Arrival], told: Told, *, listed: ListRead | None = None
) -> Arrived:
    """Write an entry for each arrival, and return the facts."""
    entries, book = admit(ctx, arrivals, told)
    events = [event for e in entries for event in e.events if isinstance(event, Joining)]
    hidden = ctx.dry_run and any(event.drawn for event in events)
    new = {event.player for event in events}
    after = ctx.after(entries)
    dates = () if are_dated(book) else None  # No file named these players.
    gaps = [gap for gap in lacking(after, book, dates) if gap.player in new]
    odd = new - {gap.player for gap in gaps}
    return Arrived(
        entries=() if hidden else tuple(entries),
        events=tuple(events),
        names={event.player: book.name(event.player) for event in events},
        listed=listed,
        namesakes=tuple(_namesakes(after, book, new)),
        lacking=(
            *lacking_advice(gaps, after, book, recorded=not ctx.dry_run),
            *(() if listed else _odd_ids(after, book, odd, recorded=not ctx.dry_run)),
            *(() if listed else _split_by_rule(after, book, new, recorded=not ctx.dry_run)),
            *(_without_ids(after, book) if listed and new == {*after.players} else ()),
        ),
    )


def _without_ids(t: Tournament, book: Book) -> Iterator[Hint]:
    """Yield that the first list has no Player IDs, unless no .tdf file can contain this event."""
    if book.players and has_no_ids(book) and not unfit(t):
        yield warning("Nobody has a Player ID, which a .tdf file needs.")


def _odd_ids(
    t: Tournament, book: Book, new: Container[PlayerId], *, recorded: bool
) -> Iterator[Hint]:
    """Yield a hint for each new player whose Player ID is unlike those of the others."""
    from roundbook.ledger.importers.lists.roster import odd_id, usual_length

    ids = {player: known.person.id for player, known in book.players.items()}
    usual = usual_length([one for player, one in ids.items() if player not in new and one])
    for player, own in ids.items():
        if player in new and own and (odd := odd_id(own, usual)):
            said = f"The Player ID of {book.named(player)} {odd}"
            amend = to_amend(t, player, "--id", "ID")
            yield (
                warning("{}; if it is wrong, use {}.", said, amend)
                if recorded
                else advice(f"{said}.")
            )


def _split_by_rule(
    t: Tournament, book: Book, new: Container[PlayerId], *, recorded: bool
) -> Iterator[Hint]:
    """Yield a hint for each new player whose last name had to be guessed from several words."""
    for player, known in book.players.items():
        if player in new and (said := guessed_last_name(known.person)):
            amend = to_amend(t, player, "--name", "LAST, FIRST")
            yield (
                warning("{}; if that is wrong, use {}.", said, amend)
                if recorded
                else warning("{}.", said)
            )


def guessed_last_name(person: Person) -> str | None:
    """Return, in words, which last name was guessed, if somebody should look at it."""
    if person.last_name is not None or is_clear(person.name):
        return None
    first, last = person.parts
    return f"{person.name} is listed as {last}, {first}"


def _namesakes(t: Tournament, book: Book, new: Container[PlayerId]) -> Iterator[Namesake]:
    """Yield new players who may already be registered.

    Two Player IDs mean two people, unless name and year of birth are the same: then one of the IDs
    may be mistyped.
    """
    before: dict[str, list[PlayerId]] = {}
    of_year: dict[int | None, list[PlayerId]] = {}
    for player, known in book.players.items():
        if player in t.players and player not in new:
            before.setdefault(plain(known.person.name), []).append(player)
            of_year.setdefault(known.person.birth_year, []).append(player)
    for player, known in book.players.items():
        one = known.person
        if player not in new:
            continue
        alike = dict(_called_alike(one.name, before))
        for other in of_year.get(one.birth_year, ()) if one.birth_year else ():
            if other not in alike and _has_all_words(one.name, book.name(other)):
                alike[other] = Alike.LONGER
        for other, how in alike.items():
            same = book.players[other].person
            both, ids = one.birth_year and same.birth_year, bool(one.id and same.id)
            year = one.birth_year == same.birth_year if both else None
            if (ids and not (year and how is Alike.SAME)) or (
                how is Alike.TURNED and year is False
            ):
                continue
            yield Namesake(
                player=player,
                other=other,
                name=one.name,
                year=year,
                out=t.is_out(other),
                turned=how is Alike.TURNED,
                longer=how is Alike.LONGER,
                ids=ids,
                late=any(latest_started(t, each) for each in (player, other) if each in t.players),
            )


class Alike(Enum):
    """How the names of two players are alike."""

    SAME = 1
    TURNED = 2
    LONGER = 3


def _called_alike(
    name: str, before: Mapping[str, Sequence[PlayerId]]
) -> Iterator[tuple[PlayerId, Alike]]:
    """Yield the players with this name's first and last name swapped, and those of this name."""
    yield from ((other, Alike.TURNED) for way in turned(name) for other in before.get(way, ()))
    yield from ((other, Alike.SAME) for other in before.get(plain(name), ()))


def _has_all_words(name: str, other: str) -> bool:
    """Tell whether one of two names has all words of the other one, which has several."""
    one, two = set(plain(name).split()), set(plain(other).split())
    return min(len(one), len(two)) > 1 and (one < two or two < one)


def _judge(
    arriving: Callable[[Person, Division | None], Arrival],
    person: Person,
    division: Division | None,
) -> object:
    """Raise ValueError, as lists require, if the division in a line is unclear."""
    try:
        return arriving(person, division)
    except Misuse as wrong:
        from roundbook.ledger.importers.lists.roster import NoDivision

        kind = NoDivision if wrong.message == MISSING else ValueError
        raise kind(wrong.message) from None


def _known_as(ctx: WriteContext, same: Sequence[PlayerId]) -> PlayerId | None:
    """Return the first of these who is already registered, not by this very command; or None."""
    t, cmd = ctx.tournament, ctx.manner.cmd
    for player in same:
        if player in t.players:
            by = ctx.venue.desk.entries[t.players[player].seq - 1].cmd if cmd else ""
            if not cmd or (by != cmd and not by.startswith(f"{cmd}/")):
                return player
    return None


def _refused(
    name: str, known: Sequence[AlreadyRegistered], lines: Sequence[ListedPlayer], *, adds: bool
) -> Refused:
    """Return the refusal for players who are already registered, naming them.

    Somebody without a Player ID may be a different person. `adds` is whether the list has dates of
    birth that registered players lack.
    """
    first, *others = (f"line {one.line}: this person is already registered as {one.player}."
                      for one in known)  # fmt: skip
    more = len(known) - MOST_SAID
    rest = [f"{counted(more, 'more', 'more')} of them."] if more > 0 else []
    skip: tuple[Do, ...] = (option("--skip-known"),)
    if len(known) < len(lines):
        what = "Register everybody else with {}"
    elif adds:
        what = "To add only the missing dates of birth, use {}"
    else:
        what, skip = "Everybody in the list is registered, so there is nothing to do", ()
    differs = any(one.known and not one.person.id for one in lines)
    other = "; if somebody is a different person, give their Player ID" if differs else ""
    return Refused(
        f"{name}, {first}",
        hint=advice(f"{what}{other}.", *skip),
        others=[*others[: MOST_SAID - 1], *rest],
    )
