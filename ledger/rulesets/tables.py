"""The tables inside an edition: rounds by attendance, divisions by year of birth, match times."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

RoundsTable = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}\Z")]
"""The name of a rounds table. A table of the video game is `vg`, or begins with `vg-` (A-79)."""

KNOWN_TABLES = ("tcg-single-day", "tcg-swiss-only", "tcg-two-day", "vg", "vg-two-day")
"""The names that are proposed; the first one that an edition has is its default."""

VerdictTable = Literal["trf-2016", "tcg-2026"]
"""The verdict tables, which decide unfinished matches: `ledger.verdicts` has their rows."""

Players = Annotated[int, Meta(ge=0, le=1_000_000)]
Rounds = Annotated[int, Meta(ge=0, le=99)]
Minutes = Annotated[int, Meta(ge=1, le=999)]
Year = Annotated[int, Meta(ge=1900, le=2999)]


def of_video_game(table: str | None) -> bool:
    """Tell whether a rounds table is for the video game, which has no decks and no Prize cards."""
    return table is not None and table.partition("-")[0] == "vg"


def title_of(table: RoundsTable) -> str:
    """Return the name of a rounds table as people read it: `TCG single-day`."""
    game, _, kind = table.partition("-")
    kind = kind.replace("swiss", "Swiss")
    return f"{game.upper()} {kind}".rstrip() if game in {"tcg", "vg"} else table


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row of a rounds table: the rounds and the cut for that many players in a division.

    `cut` is how many players advance to single elimination, 0 for none. If the row has a second
    day, `swiss` are the rounds of the first one, and one of two fields says who advances.
    `day_two_cut`: everybody with X-2-0 or better, or the 32 ranked highest, whichever are more
    (A-19). `day_two_points`: everybody with at least so many match points. `asymmetrical` is a cut
    that takes more players than it names if they are tied, and which no document defines.
    """

    least: Annotated[int, Meta(ge=1, le=1_000_000)] = field(name="from")
    most: Players | None = field(name="to", default=None)
    swiss: Annotated[int, Meta(ge=1, le=99)]
    cut: Players
    day_two_rounds: Rounds = 0
    day_two_cut: Literal["x-2-0-or-32"] | None = None
    day_two_points: Annotated[int, Meta(ge=1, le=9_999)] | None = None
    asymmetrical: bool = False


class NamedTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rounds table under its own name, as `open --table` and a ledger give it."""

    name: RoundsTable
    rows: Annotated[tuple[Row, ...], Meta(min_length=1)]


class SeasonYears(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first years of birth of Juniors and of Seniors in one season."""

    season: Year
    junior_from: Year
    senior_from: Year


class DivisionYears(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The age divisions by year of birth: a rule for every season, and the seasons that differ.

    A Junior is born in the year season - `junior_offset` or later, a Senior in the year season -
    `senior_offset` or later; everybody older is a Master.
    """

    junior_offset: Annotated[int, Meta(ge=1, le=99)]
    senior_offset: Annotated[int, Meta(ge=1, le=99)]
    seasons: tuple[SeasonYears, ...] = ()


class Times(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The shortest time a match may be given, in minutes, and the turns after time is called.

    A kind of match that the edition does not know is absent. `turns_within` are the minutes that
    these turns may take in all; without it, they take as long as they take. `pre_game` are the
    minutes before the clock of a round starts, in which decks are shuffled and presented (TRF
    §7.1).
    """

    best_of_three: Minutes
    single_constructed: Minutes | None = None
    single_limited: Minutes | None = None
    extra_turns: Rounds
    turns_within: Minutes | None = None
    pre_game: Rounds = 2
