"""What an announcement says, field by field, and how a later one differs from it (TOP §2).

The one table of its fields: the history, a comparison of two ledgers, the poster and the answer of
`announce` read it. Rounds are apart, as pools may differ in them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias, TypeVar

from roundbook.ledger.events.catalogue import AnnouncementMade
from roundbook.ledger.phrases import Phrase, phrase, phrase_of
from roundbook.ledger.state.match_time import Turns
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division

Title: TypeAlias = Callable[[Division], str]
"""Returns the name of a division, in the language of the players."""


Key = TypeVar("Key")
Value = TypeVar("Value")


class Announceable(NamedTuple):
    """A field of an announcement: what it is called, and what players are told of its values.

    One with a value for each division, or for each place, is called by that: `cut of {}`.

    `told` are the sentences by value, or a function that yields them. `words` are a few words for
    the values that do not speak for themselves, None for those that announce nothing.
    """

    field: str
    what: str
    told: Mapping[object, Phrase] | Callable[[AnnouncementMade, Title], Iterator[Phrase]]
    words: Mapping[object, str | None] = {}


def _lasts(told: AnnouncementMade, _title: Title) -> Iterator[Phrase]:
    """Yield how long a match lasts, with its extra turns."""
    if told.minutes:
        turns = Turns(told.extra_turns or 0, told.turns_within)
        yield phrase("A match lasts %(time)s.", time=lasting(told.minutes, turns))


def lasting(minutes: int, turns: Turns) -> Phrase:
    """Return how long a match lasts: its minutes, the turns after them, and their minutes."""
    said = phrase_of("%(num)s minute", "%(num)s minutes", minutes)
    if not turns.number:
        return said
    more = phrase_of("%(num)s turn", "%(num)s turns", turns.number)
    if turns.within is None:
        return phrase("%(minutes)s and %(turns)s", minutes=said, turns=more)
    most = phrase_of("%(num)s minute", "%(num)s minutes", turns.within)
    return phrase(
        "%(minutes)s, then %(turns)s in at most %(most)s", minutes=said, turns=more, most=most
    )


def _flown(told: AnnouncementMade, title: Title) -> Iterator[Phrase]:
    for age, number in _youngest_first(told.flights):
        if number > 1:
            yield phrase("%(where)s play in %(number)s flights.", where=title(age), number=number)


def _second_day(told: AnnouncementMade, title: Title) -> Iterator[Phrase]:
    for age, number in _youngest_first(told.day_two):
        if number:
            yield on_day_two(title(age), number)


def on_day_two(where: str, number: int) -> Phrase:
    """Return the number of rounds that a division or a pool plays on day two."""
    rounds = phrase_of("%(num)s round", "%(num)s rounds", number)
    return phrase("%(where)s: %(rounds)s on day two.", where=where, rounds=rounds)


def _cuts(told: AnnouncementMade, title: Title) -> Iterator[Phrase]:
    """Yield the cuts, and which divisions have none if others have one."""
    cuts = _youngest_first(told.cut) if any(told.cut.values()) else []
    for age, number in sorted(cuts, key=lambda one: not one[1]):
        yield (
            phrase(
                "%(where)s: the top %(number)s advance to single elimination.",
                where=title(age),
                number=number,
            )
            if number
            else phrase("%(where)s: no cut.", where=title(age))
        )


def _prizes(told: AnnouncementMade, _title: Title) -> Iterator[Phrase]:
    if told.prizes == 0:
        yield phrase("There are no prizes.")
    elif told.prizes:
        yield phrase_of(
            "%(num)s player receives a prize.", "%(num)s players receive a prize.", told.prizes
        )


def _named_prizes(told: AnnouncementMade, _title: Title) -> Iterator[Phrase]:
    for places, prize in told.prizes_by_place.items():
        yield phrase_of(
            "Prize for place %(place)s: %(prize)s.",
            "Prize for places %(place)s: %(prize)s.",
            len(prized(places)),
            place=places.replace("-", "–"),
            prize=prize.rstrip("."),
        )


def _breaks(told: AnnouncementMade, _title: Title) -> Iterator[Phrase]:
    if told.breaks == NONE:
        yield phrase("There are no breaks.")
    elif told.breaks:
        yield phrase("Breaks: %(breaks)s.", breaks=told.breaks.rstrip("."))


def _timed_breaks(told: AnnouncementMade, _title: Title) -> Iterator[Phrase]:
    for number, minutes in sorted(told.breaks_after.items(), key=lambda one: int(one[0])):
        time = phrase_of("%(num)s minute", "%(num)s minutes", minutes)
        yield phrase("Break after round %(number)s: %(time)s.", number=number, time=time)


def _format(told: AnnouncementMade, _title: Title) -> Iterator[Phrase]:
    if told.format:
        yield phrase("Format: %(format)s.", format=told.format.rstrip("."))


def _staff(told: AnnouncementMade, _title: Title) -> Iterator[Phrase]:
    if told.staff:
        yield phrase("Staff: %(staff)s.", staff=told.staff.rstrip("."))


NONE = "none"
"""What is announced as breaks if there are none."""

ONLY_YES: Mapping[object, str | None] = {True: "yes", False: None}

ANNOUNCEABLE = (
    Announceable("minutes", "minutes", _lasts),
    # Players are told these two with the minutes.
    Announceable("extra_turns", "extra turns", {}),
    Announceable("turns_within", "minutes for the turns", {}),
    Announceable("format", "format", _format),
    Announceable("flights", "flights of {}", _flown),
    Announceable("day_two", "rounds of day two of {}", _second_day),
    Announceable("cut", "cut of {}", _cuts),
    Announceable(
        "third_place_playoff",
        "third place",
        {True: phrase("There is a 3rd-place match.")},
        {True: "a match", False: None},
    ),
    Announceable("prizes", "number of prizes", _prizes, {0: "none"}),
    Announceable("prizes_by_place", "prize for {}", _named_prizes),
    # What players of a Limited event are told besides (TRF §11.2).
    Announceable(
        "basic_energy",
        "basic Energy",
        {True: phrase("Basic Energy is provided."), False: phrase("Basic Energy is not provided.")},
        {True: "provided", False: "not provided"},
    ),
    Announceable(
        "energy_told_ahead",
        "basic Energy announced in advance",
        {True: phrase("This was also announced before the day of the event.")},
        ONLY_YES,
    ),
    Announceable(
        "redraft",
        "re-draft",
        {True: phrase("There is a re-draft in a later round.")},
        ONLY_YES,
    ),
    Announceable(
        "cooperative_draft",
        "cooperative draft",
        {True: phrase("Players may draft together.")},
        ONLY_YES,
    ),
    Announceable("staff", "staff", _staff),
    Announceable("breaks", "breaks", _breaks),
    Announceable("breaks_after", "minutes of the break after round {}", _timed_breaks),
    Announceable("text", "text", {}),  # As written, which nobody translates.
)
"""Every field of an announcement but its rounds, in the order in which players are told."""


def sentences(told: AnnouncementMade, title: Title) -> Iterator[Phrase]:
    """Yield what players are told besides the rounds and the text; the rest is left out."""
    for each in ANNOUNCEABLE:
        if callable(each.told):
            yield from each.told(told, title)
        elif said := each.told.get(getattr(told, each.field)):
            yield said


PRIZE = "prize"
"""What a place gets if only the number of players who get prizes was announced."""


def prized(places: str) -> range:
    """Return the places that a prize was announced for, such as `3-4`."""
    first, _, last = places.partition("-")
    return range(int(first), int(last or first) + 1)


def prized_in_words(places: str) -> str:
    """Return the same with its word: `place 1`, `places 3-4`."""
    return f"{'place' if len(prized(places)) == 1 else 'places'} {places}"


def prizes_won(told: AnnouncementMade | None, places: Iterable[int]) -> dict[int, str]:
    """Return the prize of each place that gets one; of places that several share, only if all do.

    Nobody knows which of several prizes a shared place gets.
    """
    found = dict[int, str]()
    for place, shared in Counter(places).items():
        if told and place and place + shared - 1 <= (told.prizes or 0):
            found[place] = PRIZE
        for at, prize in (told.prizes_by_place if told and shared == 1 else {}).items():
            if place in prized(at):
                found[place] = prize
    return found


def prizes_of(t: Tournament, placed: Iterable[tuple[Division, int | None]]) -> dict[int, str]:
    """Return the prize of each place if the event ended now; none with several divisions.

    Prizes are announced by place alone, so nobody knows then whose they are. Single elimination has
    one list of places for all divisions.
    """
    found = [*placed]
    alone = t.is_elimination or len({age for age, _ in found}) == 1
    return prizes_won(t.announcement if alone else None, (place or 0 for _, place in found))


def final_prizes(t: Tournament, placed: Iterable[tuple[Division, int | None]]) -> dict[int, str]:
    """Return the prize of each place of a closed event, if its announcement says whose it is."""
    return prizes_of(t, placed) if t.closed else {}


def facts_of(told: AnnouncementMade) -> Iterator[tuple[str, str]]:
    """Yield what was announced besides the rounds, in words; what was not announced is left out."""
    for each in ANNOUNCEABLE:
        value = getattr(told, each.field)
        if isinstance(value, dict):
            for key, one in _youngest_first(value):
                where = prized_in_words(key) if each.told is _named_prizes else key
                yield each.what.format(where), str(one or "none")
        elif (said := each.words.get(value, value)) not in {None, ""}:
            yield each.what, str(said)


def _youngest_first(values: Mapping[Key, Value]) -> list[tuple[Key, Value]]:
    """Return values by division, youngest first, as in all lists; others in their own order."""
    ages = [*Division]
    return sorted(values.items(), key=lambda one: ages.index(one[0]) if one[0] in ages else 0)


def changes(before: AnnouncementMade, told: AnnouncementMade) -> Iterator[str]:
    """Yield how an announcement differs from the one before it, in words."""
    was, now = ({"rounds": str(each.rounds), **dict(facts_of(each))} for each in (before, told))
    for what in {**was, **now}:
        if was.get(what) != now.get(what):
            yield change_in_words(what, was.get(what), now.get(what))


def change_in_words(what: str, before: str | None, now: str | None) -> str:
    """Return what was announced before and is now: `cut of Senior: 2 → none`."""
    return f"{what}: {before or 'not announced'} → {now or 'not announced'}"
