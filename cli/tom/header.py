"""The fields in the header of a .tdf file that no ledger contains, declared once.

The options of the command and the fields of the page are made from this list.
"""

from collections.abc import Mapping

import click
from msgspec import Struct

from roundbook.cli.args.types import SANCTION, quoted
from roundbook.ledger.errors import Misuse
from roundbook.ledger.importers.tdf.reader import read
from roundbook.ledger.importers.tdf.shapes import GAMES, MODES, VERSIONS


class HeaderField(Struct, frozen=True, kw_only=True):
    """A field of the header: its name, and its label and hint for people.

    `minutes` tells whether it takes a number of minutes. A field that is `seldom` changed already
    has a value that fits. `choices` are the codes to choose from, each with its label.
    """

    name: str
    label: str
    hint: str = ""
    minutes: bool = False
    seldom: bool = False
    choices: Mapping[str, str] = {}


GAME_TITLES = {
    "TRADING_CARD_GAME": "Trading card game",
    "VIDEO_GAME": "Video game",
    "GO": "Pokémon GO",
}
MODE_TITLES = {
    "LEAGUECHALLENGE": "League Challenge",
    "TCG1DAY": "TCG, one day",
    "TCG2DAY": "TCG, two days",
    "PRERELEASE": "Prerelease",
    "VGCPREMIER": "VG Premier Event",
    "GOPREMIER": "GO Premier Event",
    "CUSTOM": "Custom",
}
"""What people call the codes that TOM writes."""

HEADER = (
    HeaderField(name="sanction", label="Sanction number", hint="An upload needs it."),
    HeaderField(name="city", label="City"),
    HeaderField(name="state", label="State or province"),
    HeaderField(name="country", label="Country"),
    HeaderField(name="organizer", label="Organiser's name"),
    HeaderField(name="popid", label="Organiser's Player ID"),
    HeaderField(name="roundtime", label="Time of a Swiss match", minutes=True, seldom=True),
    HeaderField(
        name="finalsroundtime", label="Time of a match in the cut", minutes=True, seldom=True
    ),
    HeaderField(name="gametype", label="Game", choices=GAME_TITLES, seldom=True),
    HeaderField(name="mode", label="Kind of event", choices=MODE_TITLES),
    HeaderField(
        name="version", label="Version of TOM", hint="The format of this version.", seldom=True
    ),
)

NAMES = tuple(field.name for field in HEADER)

_CODES = {"mode": MODES, "gametype": GAMES, "version": VERSIONS}
"""What TOM writes in these fields; a file with anything else is refused when it is imported."""


def checked_header(said: Mapping[str, str]) -> dict[str, str]:
    """Return the values given for the header. Raises Misuse."""
    by_name = {field.name: field for field in HEADER}
    for name, text in said.items():
        if by_name[name].minutes and not (text.isascii() and text.isdigit() and len(text) < 4):
            raise Misuse("the minutes must be a number from 0 to 999.", field=name)
        codes = _CODES.get(name)
        if codes and text and text not in codes:  # Empty: as suggested.
            raise Misuse(f"{quoted(text)} is not one of {', '.join(sorted(codes))}.", field=name)
    found = dict(said)
    if found.get("sanction"):
        try:
            found["sanction"] = SANCTION.convert(found["sanction"], None, None)
        except click.UsageError as wrong:
            raise Misuse(wrong.message, field="sanction") from None
    return found


def header_of(data: bytes) -> dict[str, str]:
    """Return the header of a .tdf file, each field by its name; empty texts for what it lacks."""
    file = read(data)
    organizer = file.data.organizer
    return {
        "sanction": file.data.id,
        "city": file.data.city,
        "state": file.data.state,
        "country": file.data.country,
        "organizer": organizer.name if organizer else "",
        "popid": organizer.popid if organizer else "",
        "roundtime": str(file.data.roundtime),
        "finalsroundtime": str(file.data.finalsroundtime),
        "gametype": file.gametype,
        "mode": file.mode,
        "version": file.version,
    }
