"""What a .tdf file of this event would lack: said while players can still be asked for it.

It needs nothing of the reader of such files, since every `status` asks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct

from roundbook.ledger.errors import Do, Hint, warning
from roundbook.ledger.events.catalogue import Joining
from roundbook.ledger.people.book import Book, Person
from roundbook.ledger.phrases import several
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.state.pools import draft_pods
from roundbook.ledger.state.rounds import never_came
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.validators.roster import to_amend


class Gap(Struct, frozen=True):
    """A detail of a player that a file needs but nobody knows.

    It is the name, the Player ID, a numeric one, the birth year or the date of birth.
    """

    player: PlayerId
    what: str


def missing(gaps: Sequence[Gap], listed: Callable[[list[PlayerId]], str] = ", ".join) -> list[str]:
    """Return the missing details, each with all the players concerned, as `listed` lists them."""
    kinds = dict.fromkeys(gap.what for gap in gaps)
    return [
        f"the {what} of {listed([gap.player for gap in gaps if gap.what == what])}"
        for what in kinds
    ]


def id_gap(userid: str) -> str | None:
    """Return what a .tdf file lacks if a player has this Player ID; None if it takes the ID."""
    if userid.isascii() and userid.isdigit() and len(userid) <= MOST_DIGITS:
        return None
    return "numeric Player ID" if userid else "Player ID"


BIRTH_DATE = "date of birth"
"""The detail that no file needs: it gives 27 February of the birth year, as TOM itself does."""

MOST_DIGITS = 20
"""The most digits of a Player ID that a .tdf file can have."""

_OPTIONS = {
    "name": ("--name", "NAME"),
    "Player ID": ("--id", "ID"),
    "numeric Player ID": ("--id", "ID"),
    "birth year": ("--birth-year", "YEAR"),
    BIRTH_DATE: ("--birth-date", "DATE"),
}
"""The details that a .tdf file needs, or gives a day for, and how `amend` adds them."""


def to_add(t: Tournament, gaps: Sequence[Gap]) -> Do:
    """Return the command that adds these details of a player, or of each of several."""
    first, *others = dict.fromkeys(gap.player for gap in gaps)
    options = dict.fromkeys(_OPTIONS[gap.what] for gap in gaps)
    return to_amend(t, "PLAYER" if others else first, *chain(*options))


def unfit(t: Tournament) -> str | None:
    """Return why no .tdf file can contain a tournament; None if one can."""
    if t.teams:
        return "it cannot contain teams"
    pods = draft_pods(t)
    if len({division for pool in pods for division in t.pods[pool]}) < len(pods):
        return "it has one pod for each division, and this draft has several"
    return None


def has_no_ids(book: Book) -> bool:
    """Tell whether no player has a Player ID: then no player is asked for one."""
    return not any(one.person.id for one in book.players.values())


def lacking(t: Tournament, book: Book, entries: Iterable[Entry] | None = None) -> list[Gap]:
    """Return the missing Player IDs and birth years, as long as the event is open to add them.

    If no player has a Player ID, nobody plans to upload a .tdf file. Erased players are not in the
    names file, so they are left out; so are players who never came, who are in no file. With the
    `entries` also missing dates of birth, but not those of players whom a file named: it has a date
    for them.
    """
    if t.closed or unfit(t):
        return []
    players = (player for player in t.players if player in book.players)
    known = {one: book.players[one].person for one in players if not never_came(t, one)}
    if not any(person.id for person in known.values()):
        return []
    no_id = [Gap(player, what) for player, one in known.items() if (what := id_gap(one.id))]
    no_year = [player for player, one in known.items() if one.birth_year is None]
    undated = [Gap(player, BIRTH_DATE) for player in _undated(known, entries)]
    return [*no_id, *(Gap(player, "birth year") for player in no_year), *undated]


def are_dated(book: Book) -> bool:
    """Tell whether any whole date of birth is known: then the missing ones are asked for."""
    return any(one.person.birth_date for one in book.players.values())


def _undated(
    known: Mapping[PlayerId, Person], entries: Iterable[Entry] | None
) -> Iterator[PlayerId]:
    """Yield players who came from no file and of whose date of birth only the year is known."""
    if entries is None:
        return
    joined = (event for _, event in each_event(entries) if isinstance(event, Joining))
    told = {event.player for event in joined if event.told}
    for player, one in known.items():
        if one.birth_year is not None and one.birth_date is None and player not in told:
            yield player


def lacking_advice(
    gaps: Sequence[Gap], t: Tournament, book: Book, *, recorded: bool = True
) -> list[Hint]:
    """Return a hint about each detail that players lack.

    Players who are not `recorded` yet, in a dry run, cannot be amended.
    """
    said = list[Hint]()
    for what in _OPTIONS:
        of_kind = [gap for gap in gaps if gap.what == what]
        if not of_kind:
            continue
        players = [gap.player for gap in of_kind]
        first, *others = players
        who = f"{book.named(first)} has"
        if others:
            who = f"{len(players)} players ({several(map(book.named, players))}) have"
        needed, to_mend = f"no {what}, which a .tdf file needs", "{} {}: {}."
        if what == BIRTH_DATE:
            needed = f"no {what}, so a .tdf file gives 27 February"
            to_mend = "{} {}. To add it: {}."
        more = (needed, to_add(t, of_kind)) if recorded else (needed,)
        said.append(warning(to_mend if recorded else "{} {}.", who, *more))
    return said
