"""The tournament as a `.tdf` file for TOM.

If the imported file is still next to the ledger, only what has changed since is changed in it.
Without changes it is returned as it is, byte for byte.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, replace

from roundbook.ledger.errors import Refused, Unreadable, advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.importers.tdf.players import numbers
from roundbook.ledger.importers.tdf.reader import read
from roundbook.ledger.importers.tdf.shapes import PlayerRow, TdfFile
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.rounds import never_came
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.text import joined
from roundbook.projections.tdf.account import ALL_TOGETHER, Account, Heading
from roundbook.projections.tdf.document import suggested, tournament, why_mode
from roundbook.projections.tdf.edits import edited
from roundbook.projections.tdf.elements import DECLARATION, Element, lines
from roundbook.projections.tdf.event_times import midnight, moments
from roundbook.projections.tdf.gaps import missing, unfit
from roundbook.projections.tdf.left_out import unsaid
from roundbook.projections.tdf.players import from_file, identities

# The file itself: kept as it is, changed if the ledger has changed, or written from scratch.

How = Literal["kept", "changed", "written"]
"""An imported file is kept as it is, or changed if the ledger has changed; any other file is
written from scratch."""

_UNSET = "\0"


PLACED = "a placeholder is written"
"""What a file for TOM has in place of a detail that is missing."""

UNSEEN = (
    "roundbook's authors have never seen a .tdf file of a single-elimination event, so TOM may not "
    "be able to read this one."
)


class Written(Struct, frozen=True, kw_only=True):
    """A file, and how it was made.

    `unsaid` is what it cannot contain, `to_complete` what it needs and we do not know, in words;
    `of_players` are those of the latter that are about players. `doubt` is why TOM may not read it.
    """

    data: bytes
    how: How
    stage: int
    unsaid: tuple[str, ...]
    of_players: tuple[str, ...]
    to_complete: tuple[str, ...]
    doubt: str | None = None

    @property
    def sha256(self) -> str:
        """The digest of the file, in hexadecimal."""
        return sha256(self.data).hexdigest()


class Source(NamedTuple):
    """The file that was imported, or the latest save that was followed.

    `told` are all entries of the ledger, if only those up to an earlier moment are written; `known`
    are the numbers of its players by userid, if earlier saves have given them.
    """

    data: bytes
    told: Sequence[Entry] | None = None
    known: Mapping[str, PlayerId] | None = None


def tdf_file(
    entries: Sequence[Entry],
    rules: Ruleset,
    book: Book,
    source: Source | None = None,
    *,
    heading: dict[str, str] | None = None,
    stand_ins: bool = False,
) -> Written:
    """Return the tournament as a `.tdf` file, and what it cannot contain.

    `heading` has values for the head of the file, by the names of `Heading`; all others are as in
    the source. Raise Refused if the tournament cannot be written, or if details of a player are
    missing and there may be no `stand_ins`.
    """
    file = read(source.data) if source else None
    known = (source and source.known) or (numbers(file) if file else {})
    rows = {known[row.userid]: row for row in file.players} if file else {}
    t = _without_deleted(Tournament.replay(entries), known, rows)
    if t.opened is None:
        msg = "the tournament has not been opened, so there is nothing to write."
        raise Refused(msg, hint=advice("Open it with {}.", do("open")))
    if why := unfit(t):
        raise Refused(
            f"this tournament does not fit into a .tdf file: {why}.",
            hint=advice("Pass on the archive instead: {}.", do("archive")),
        )
    people, gaps, undated = identities(t, rules, book, rows, stand_ins=stand_ins)
    minutes = t.announcement.minutes if t.announcement else None
    account = Account(
        t=t,
        rules=rules,
        heading=_heading(minutes, t.opened, file, heading or {}),
        moments=moments(entries, untold="" if source else midnight(t.opened.start)),
        people=people,
        undivided=file.pods[0].category if file and file.pods else ALL_TOGETHER,
        absent=frozenset(
            one.id
            for one in t.players.values()
            if one.told_out and one.id in rows and not rows[one.id].left
        ),
    )
    new = tournament(account)
    # In TOM's format: tabs, LF, and a line ending at the end.
    data = "".join(f"{line}\n" for line in (DECLARATION, *lines(new))).encode()
    how: How = "written"
    if source:
        digest = sha256(source.data).hexdigest()
        # Not the ledger of that time, but what the file told of it: what we would write for that
        # alone. Only where this and what we write now differ has anything happened since.
        unchanged = replace(account, heading=_heading(None, t.opened, file, heading or {}))
        old = _as_told(unchanged, source.told or entries, digest, rows, known, heading or {})
        data = edited(source.data, old, new, known)
        how = "kept" if data == source.data else "changed"
    if how != "kept":
        _refuse_unreadable(data)
    of_players = [f"{each}: {PLACED}" for each in missing(gaps)]
    of_players += [f"{each}: 27 February is written" for each in missing(undated)]
    to_complete = [*of_players]
    if how == "written":
        to_complete += _of_the_head(account.heading, t.opened, heading or {})
    return Written(
        data=data,
        how=how,
        stage=account.stage,
        unsaid=tuple(unsaid(account, entries)),
        of_players=tuple(of_players),
        to_complete=tuple(to_complete),
        doubt=UNSEEN if account.pure else None,
    )


def _without_deleted(
    t: Tournament, known: Mapping[str, PlayerId], rows: Mapping[PlayerId, PlayerRow]
) -> Tournament:
    """Take out the players whom the program had deleted when it saved the file; return `t`.

    A player who was deleted in TOM is nowhere in its file, so neither in a pod nor in a place. Nor
    is somebody who dropped before the start and never played, unless the file lists them (A-99).
    """
    for player in [one for one in t.players if one not in rows and never_came(t, one)]:
        del t.players[player]
    for player in known.values():
        one = t.players.get(player)
        if one and one.after == 0 and player not in rows:
            del t.players[player]
    return t


def _of_the_head(
    heading: Heading, opened: ev.TournamentOpened, given: Mapping[str, str]
) -> Iterator[str]:
    """Yield what is not in the ledger for the head of a file: empty fields, and a guessed mode."""
    if not (opened.sanction or heading.sanction):
        yield "sanction: empty, but an upload needs it"
    if "mode" not in given:
        yield f"mode: {heading.mode} was chosen, as for {why_mode(opened)}"
    if empty := [name for name in _OF_THE_VENUE if not getattr(heading, name)]:
        yield f"empty: {joined(empty)}"


_OF_THE_VENUE = ("city", "state", "country", "organizer", "popid")
"""The fields of the head, by the names of `Heading`, that are empty unless somebody gives them."""


def _heading(
    minutes: int | None,
    opened: ev.TournamentOpened,
    file: TdfFile | None,
    said: dict[str, str],
) -> Heading:
    """Return the heading: as given, else as announced, else as in the file, else as suggested.

    `minutes` are those of a match, as announced. The finals keep a time of their own that the file
    gives them, because none can be announced for them.
    """
    known = asdict(Heading())
    if file:
        known |= {"version": file.version, "gametype": file.gametype, "mode": file.mode}
        known |= {"roundtime": file.data.roundtime, "finalsroundtime": file.data.finalsroundtime}
    if minutes:
        apart = known["finalsroundtime"] != known["roundtime"]
        known |= {"roundtime": minutes} | ({} if apart else {"finalsroundtime": minutes})
    known |= {k: int(v) if k.endswith("time") else v for k, v in said.items()}
    return suggested(Heading(**known), opened)


def _as_told(
    account: Account,
    entries: Sequence[Entry],
    digest: str,
    rows: dict[PlayerId, PlayerRow],
    known: Mapping[str, PlayerId],
    said: dict[str, str],
) -> Element:
    """Return what the file told, as we write it; values given for the head always differ.

    A followed save tells what it adds to the saves before it, so theirs belongs to it too.
    """
    saves = [(one, save.sha256) for one in entries if (save := one.events[0].told)]
    last = max((one.seq for one, sha in saves if sha == digest), default=0)
    own = [one for one, _ in saves if one.seq <= last]
    # Values that no file has, so whatever was given for the head differs, and is written, even if
    # we would have suggested the same.
    unset = {name: -1 if name.endswith("time") else _UNSET for name in said}
    before = replace(
        account,
        t=_without_deleted(Tournament.replay(own), known, rows),
        moments=moments(own, untold=""),
        people=account.people | {player: from_file(row) for player, row in rows.items()},
        heading=replace(account.heading, **{k: v for k, v in unset.items() if k != "version"}),
    )
    element = tournament(before)
    if "version" in said:
        told = {**dict(element.attributes), "version": _UNSET}
        element = replace(element, attributes=tuple(told.items()))
    return element


def _refuse_unreadable(data: bytes) -> None:
    """Raise Refused if we could not read the file ourselves."""
    try:
        read(data)
    except Unreadable as trouble:
        raise Refused(
            f"this tournament does not fit into a .tdf file: {trouble.message}",
            hint=advice("Pass on the archive instead: {}.", do("archive")),
        ) from None
