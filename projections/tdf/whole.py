"""A whole tournament as an element: the root, what the event is, and everything within."""

from msgspec.structs import replace

from ledger.events.catalogue import TournamentOpened
from ledger.events.decks import Format
from ledger.terms import Style
from projections.tdf.account import Account, Heading
from projections.tdf.elements import TIGHT, Element, described, empty, text, within
from projections.tdf.finals import final_places, options
from projections.tdf.moments import day
from projections.tdf.pods import PRERELEASE, additional_rounds, pods
from projections.tdf.roster import players

_MODES = {"tcg-two-day": "TCG2DAY", "vg": "VGCPREMIER", "tcg-single-day": "TCG1DAY"}
_SMALL = {"tcg-single-day", "vg"}


def tournament(account: Account) -> Element:
    """Return a tournament at any stage of its life."""
    heading = account.heading
    found = within(
        "tournament",
        _data(account),
        text("timeelapsed", 0),
        players(account),
        pods(account),
        *([final_places(account)] if account.t.closed else []),
        options(account),
    )
    return described(
        found,
        type=account.type,
        stage=account.stage,
        version=heading.version,
        gametype=heading.gametype,
        mode=heading.mode,
    )


def suggested(heading: Heading, opened: TournamentOpened, minutes: int | None) -> Heading:
    """Return a heading without gaps: the game and the mode from the rounds table and the format.

    A Swiss event by a table of one day is a challenge, one with a cut a cup; without a table it is
    a Prerelease if it is Limited, else of an own kind.
    """
    table = opened.rounds_table or ""
    cut = opened.style is Style.SWISS_PLUS_CUT
    limited = opened.format in {Format.SEALED, Format.BOOSTER_DRAFT}
    mode = _MODES.get(table, PRERELEASE if limited and not cut else "CUSTOM")
    if table in _SMALL and not cut:
        mode = "LEAGUECHALLENGE"
    return replace(
        heading,
        gametype=heading.gametype or ("VIDEO_GAME" if table == "vg" else "TRADING_CARD_GAME"),
        mode=heading.mode or mode,
        roundtime=minutes or 0 if heading.roundtime is None else heading.roundtime,
        finalsroundtime=minutes or 0
        if heading.finalsroundtime is None
        else heading.finalsroundtime,
    )


def _data(account: Account) -> Element:
    heading, opened = account.heading, account.t.opened
    assert opened is not None, "what was never opened is no tournament"
    return within(
        "data",
        text("name", opened.name),
        text("id", opened.sanction or ""),
        text("city", heading.city),
        text("state", heading.state),
        text("country", heading.country),
        text("roundtime", heading.roundtime),
        text("finalsroundtime", heading.finalsroundtime),
        empty("organizer", TIGHT, popid=heading.popid, name=heading.organizer),
        text("startdate", day(opened.start)),
        text("lessswiss", one_less(account)),
        text("autotablenumber", value=True),
        text("overflowtablestart", 0),
    )


def one_less(account: Account) -> bool:
    """Tell whether every pod plays one Swiss round less than the table says."""
    more = [additional_rounds(account, pool) for pool in account.pods()]
    return bool(more) and all(number == -1 for number in more)
