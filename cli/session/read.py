"""What commands that read share: the ledger, the moment to show, and the form of the answer."""

import os
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from functools import wraps
from pathlib import Path
from shlex import quote
from typing import Any, TypedDict, Unpack

import click
from msgspec import Struct, field
from msgspec.structs import replace

from roundbook.cli.args.shared_options import AS_JSON as AS_JSON  # noqa: PLC0414 - of those who read.
from roundbook.cli.args.shared_options import PLAIN as PLAIN  # noqa: PLC0414 - of those who read.
from roundbook.cli.args.shared_options import (
    SHARED_AS_JSON,
    SHARED_PLAIN,
    Command,
    belongs_to_option,
    option,
    with_options,
)
from roundbook.cli.args.table_numbers import matches_in
from roundbook.cli.places.layout import (
    is_address,
    is_file,
    is_folder,
    is_tournament,
    name_of,
    no_ledger,
)
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.opened_archive import is_archive, laid_out
from roundbook.cli.session.command import PLACE, moment_named, named
from roundbook.cli.session.errors import advising_from, in_words_of, naming, shown
from roundbook.cli.session.output import echo
from roundbook.cli.session.output import say_answer as say_answer  # noqa: PLC0414 - of those who read.
from roundbook.cli.session.venue import Venue, now, running_command, venue
from roundbook.cli.session.write import serves
from roundbook.ledger.errors import OtherVersion, Unreadable, advice, do
from roundbook.ledger.people.book import Book
from roundbook.ledger.people.public_names import public_names
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.projections.history.moments import upto
from roundbook.projections.reports.public_view import Sight, slug_of
from roundbook.projections.reports.text.tables import WIDTH
from roundbook.projections.rounds.published import as_put_up, held_back

_AS_OF = {
    "help": 'The moment to show: an entry number, a time, "before round 4" or "after round 3".'
}
AS_OF = click.option("--as-of", "moment", **_AS_OF)  # type: ignore[arg-type]
LOOKING = (
    option(
        "-C",
        "folder",
        type=PLACE,
        metavar="DIR",
        help="The tournament's folder, database or archive.  [default: this folder]",
    ),
    option(
        "--as-of",
        "moment",
        stands_for=("--as-of, …", "Options for all commands: `help options`."),
        **_AS_OF,
    ),
    SHARED_AS_JSON,
    SHARED_PLAIN,
)
PUBLIC = option(
    "--public",
    is_flag=True,
    help="The public view: names as the players chose to show them, no IDs, and no round before it "
    "is posted or started. Commands for the staff, such as `history`, do not have it.",
)


class ReadContext(Struct, frozen=True, kw_only=True):
    """A ledger being read: the entries up to a moment, their tournament, and the names.

    In public, the tournament is without the rounds not posted yet: they are in `held_back`.
    """

    folder: Anywhere
    entries: list[Entry]
    t: Tournament
    rules: Ruleset
    book: Book
    as_of: str | None = None
    as_json: bool = False
    plain: bool = False
    public: bool = False
    held_back: list[Round] = field(default_factory=list)
    language: str = "en"
    width: int = WIDTH
    archive: Path | None = None

    @property
    def source(self) -> Anywhere:
        """The source that was named: the folder, or the archive unpacked to it."""
        return self.archive or self.folder

    def name(self, player: PlayerId) -> str:
        """Return a player's name, distinct from others; the number if it was erased."""
        return self.book.shown(player)

    def named(self, player: PlayerId) -> str:
        """Return a player as named in sentences: `Ana Lopez (p1)`, or `p1` without a name."""
        return self.book.named(player)

    @property
    def tournament(self) -> Tournament:
        """The tournament, under the name that a WriteContext has for it."""
        return self.t

    @property
    def event(self) -> str:
        """The name of the tournament, or of its folder before it is opened."""
        return self.t.opened.name if self.t.opened else str(self.source)

    def sight(self, *, years: bool = False) -> Sight:
        """Return the view for JSON answers; Player IDs only if the reading is not public."""
        return Sight(
            slug=slug_of(name_of(self.folder)),
            version=str(self.t.seq),
            t=self.t,
            rules=self.rules,
            entries=self.entries,
            book=self.book,
            held_back=self.held_back,
            ids=not self.public,
            years=years,
        )


def at_ledger(
    *words: str, kinds: type[StrEnum] | None = None, staff: bool = False
) -> Callable[[Command], Command]:
    """Add the arguments `words`, the reading options with `-C DIR`, and a ReadContext first.

    `words` are the metavars of the arguments: `PLAYER`, or `[POOL]` if it is optional. If a command
    has `kinds`, one of their values may precede its last word; the kind, or None, is passed to the
    command before its words. What a command for `staff` shows has no public view.
    """
    each_kind = tuple(kinds or ())

    def with_reading(command: Command) -> Command:
        @wraps(command)
        def read(
            typed: tuple[str, ...],
            folder: Anywhere | None,
            moment: str | None,
            *,
            as_json: bool,
            plain: bool,
            public: bool = False,
            **options: Any,
        ) -> Any:
            kind = next((one for one in each_kind if typed[-2:-1] == (one,)), None)
            given = (*typed[:-2], *typed[-1:]) if kind else typed
            inside = running_command()
            rest = _in_order(given, words, elsewhere=folder is not None or inside is not None)
            place = folder or Path()
            ctx = ledger_of(place, moment, as_json=as_json, plain=plain, public=public)
            outside = advising_from(place, as_json=ctx.as_json or inside is not None)
            names = naming(ctx.named, lambda: ctx.t.matches, as_json=ctx.as_json)
            with outside, names, in_words_of(ctx.rules):
                options = matches_in(options, ctx.t)
                return command(ctx, *((kind,) if kinds else ()), *rest, **options)

        metavar = " ".join((*([f"[{'|'.join(each_kind)}]"] if kinds else []), *words))
        typed = click.argument("typed", nargs=-1, metavar=metavar or None, cls=_Typed)
        read = typed(serves(read))
        options = LOOKING if staff else (*LOOKING, PUBLIC)
        return with_options(options, read)  # type: ignore[return-value]

    return with_reading


class _Typed(click.Argument):
    """The words of a command, not in its usage line if it takes none: they are only refused."""

    def get_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the words as the command names them."""
        return super().get_usage_pieces(ctx) if self.metavar else []


class Looking(TypedDict, total=False):
    """How a ledger is shown, as in a ReadContext."""

    as_json: bool
    plain: bool
    public: bool
    width: int


def read_ledger(folder: Anywhere, moment: str | None = None, **how: Unpack[Looking]) -> ReadContext:
    """Read the ledger in a folder or an archive, up to a moment. Raises what the desk raises.

    With `public`, it is as everybody may see it (LED-9).
    """
    ctx = read_venue(looked_at(folder), moment, **how)
    return ctx if ctx.folder == folder else replace(ctx, archive=folder)


def looked_at(folder: Anywhere) -> Venue:
    """Open a tournament or an archive for reading, and print notices about it.

    An archive is unpacked to a folder until the command ends.
    """
    if is_file(folder) and not is_archive(folder):
        raise no_ledger(folder)
    place = laid_out(folder) if is_file(folder) else folder
    sealed = place is not folder
    try:
        here = venue(place, noting=False, names_needed=False, sealed=sealed)
    except Unreadable as trouble:
        if not sealed:
            raise
        said = trouble.message.replace(f"{place}{os.sep}", "")
        look = advice("{} shows what is wrong.", do("verify", str(folder)))
        hint = trouble.hint if isinstance(trouble, OtherVersion) else look
        raise type(trouble)(f"{folder}: {said}", where=str(folder), hint=hint) from None
    for notice in here.notices:
        echo(shown(notice), err=True)
    return here


def ledger_of(folder: Anywhere, moment: str | None = None, **how: Unpack[Looking]) -> ReadContext:
    """Read the ledger of the open venue, or else the one in a folder."""
    inside = running_command()
    if inside is None:
        return read_ledger(folder, moment, **how)
    if inside.manner.as_json:
        how["as_json"] = True
    return read_venue(inside.venue, moment, **how)


def read_venue(here: Venue, moment: str | None = None, **how: Unpack[Looking]) -> ReadContext:
    """Read the ledger of an open venue up to a moment. Raises what `moment_named` raises."""
    desk, public = here.desk, how.get("public", False)
    entries = desk.entries
    if moment is not None:
        entries = upto(entries, moment_named(moment, entries))
    t = desk.tournament if moment is None else Tournament.replay(entries)
    return ReadContext(
        folder=here.folder,
        entries=entries,
        t=as_put_up(t) if public else t,
        rules=desk.rules,
        book=public_names(here.book, desk.tournament) if public else here.entrants,
        as_of=moment,
        held_back=held_back(t) if public else [],
        **how,
    )


def reckoned_at(ctx: ReadContext) -> datetime:
    """Return the time to calculate with: now, the time named, or that of the last entry."""
    if ctx.as_of is None:
        return now()
    named = moment_named(ctx.as_of, ctx.entries)
    if isinstance(named, datetime) or not ctx.entries:
        return named if isinstance(named, datetime) else now()
    return ctx.entries[-1].at


def _in_order(
    typed: tuple[str, ...], words: tuple[str, ...], *, elsewhere: bool
) -> list[str | None]:
    """Return the words, None for each optional one left out. Raises a usage error for others.

    If the tournament is named `elsewhere`, as with `-C`, no word is taken for one.
    """
    required = sum(not word.startswith("[") for word in words)
    enough = required <= len(typed) <= len(words)
    place = next((word for word in typed if not elsewhere and _is_a_place(word)), None)
    if place is not None and (not enough or not is_tournament(Path())):
        command = click.get_current_context().command_path
        behind = (f" {quote(word)}" for word in typed if word != place)
        raise click.UsageError(belongs_to_option(place, f"{command}{''.join(behind)}"))
    if len(typed) > len(words):
        each = " ".join(word.strip("[]") for word in words)
        once = f": give one {each} at a time" if len(words) == 1 else ""
        msg = f"Got unexpected extra argument ({typed[len(words)]}){once}"
        raise click.UsageError(msg)
    if len(typed) < required:
        missing = f"'{words[len(typed)]}'"
        here = click.get_current_context()
        raise click.MissingParameter(ctx=here, param_hint=missing, param_type="argument")
    return [*typed, *[None] * (len(words) - len(typed))]


def _is_a_place(word: str) -> bool:
    """Tell whether a word is the folder, the archive or the address of a tournament."""
    return is_address(word) or is_tournament(Path(word)) or is_archive(Path(word))


def ledger_named(word: str) -> Anywhere | None:
    """Return the folder, archive or database that a word names; None for other files."""
    there = named(word)
    is_one = not isinstance(there, Path) or is_folder(there) or is_archive(there)
    return there if is_one else None
