"""Pages for a stream: one table, the standings, the clock or the bracket on nothing at all."""

from msgspec import Struct

from roundbook.cli.web.public.screen import LOOKS
from roundbook.cli.web.server.page_routes import NotHereError, PageRequest, page
from roundbook.ledger.terms import Pool
from roundbook.projections.reports.bracket_picture import drawings
from roundbook.projections.reports.event_page import PoolStatus, about, faces
from roundbook.projections.reports.lists import latest
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.rendering import frame, render
from roundbook.projections.reports.standings_page import places
from roundbook.projections.rounds.rounds import TableLine

SHOWS = ("table", "standings", "clock", "bracket")

MOST_PLACES = 8
"""The places shown of each division: more cannot be read beside a picture."""


class OnStream(Struct, frozen=True, kw_only=True):
    """A table on the stream: its match, its pool with the clock, and the names of both sides."""

    line: TableLine
    part: PoolStatus
    first: str
    second: str


def overlay(sight: Sight, asked: PageRequest) -> str:
    """Return one page for a stream, or the addresses of all of them.

    `?show=table&table=7` shows a table, by default the first that is still being played;
    `standings`, `clock` and `bracket` show what the screen does. `pool` and `division` choose where
    there are several; `?look=dark` is for a bright picture.
    """
    show, look = asked.word("show"), asked.word("look")
    if look not in LOOKS or show not in {"", *SHOWS}:
        raise NotHereError("")
    if not show:
        around = frame(sight, asked.path, mine=asked.mine, several=asked.several)
        return render("stream.html", asked.language, frame=around, address=asked.address)
    wanted, pool = asked.word("table"), asked.word("pool").lower()
    if wanted and not (wanted.isascii() and wanted.isdigit()):
        raise NotHereError("")
    division = asked.word("division").lower()
    parts = [one for one in sight.once(about).parts if not pool or one.pool == pool]
    return render(
        "overlay.html",
        asked.language,
        frame=frame(sight, asked.path),
        show=show,
        look=look,
        table=_table(sight, wanted, pool) if show == "table" else None,
        faces=faces(parts) if show == "clock" else (),
        building=sight.once(about).building if show == "clock" else None,
        blocks=[
            (block, block.lines[:MOST_PLACES])
            for block in (sight.once(places).blocks if show == "standings" else ())
            if not division or str(block.division).lower() == division
        ],
        drawings=[
            one
            for one in (sight.once(drawings) if show == "bracket" else ())
            if not pool or one.tree.pool == pool
        ],
    )


def _table(sight: Sight, wanted: str, pool: str) -> OnStream | None:
    """Return the table wanted, or the first, if possible one being played; None without one."""
    parts = {(one.pool, one.round.number): one for one in sight.once(about).parts}
    every = [
        (line, (board.round.pool, board.round.number))
        for board in sight.once(latest)
        if not pool or board.round.pool == Pool(pool)
        for line in board.round.tables
    ]
    if wanted:
        every = [one for one in every if str(one[0].table) == wanted.lstrip("0")]
    playing = [one for one in every if one[0].result is None]
    for line, where in (*playing, *every):
        first, second = (sight.name(seat.player) for seat in (line.first, line.second))
        return OnStream(line=line, part=parts[where], first=first, second=second)
    return None


ROUTES = (page("/overlay", overlay, query=("show", "table", "pool", "division", "look")),)
