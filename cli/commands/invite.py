"""Create a sign-in code for the pages of `roundbook serve`."""

from contextlib import nullcontext, suppress
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from roundbook.cli.args.types import NAME, STATION, RoleType, quoted
from roundbook.cli.places.layout import is_folder
from roundbook.cli.session.command import SERVED
from roundbook.cli.session.output import echo
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.ledger.errors import Refused, Unreadable, advice, do

if TYPE_CHECKING:
    from roundbook.cli.places.hosted import Places


HOURS = 12
"""How long a code is valid, if the command does not say."""


@click.command("invite")
@click.argument("seat", metavar="ROLE", type=RoleType([each.value for each in AccessRole]))
@click.option(
    "-C",
    "folder",
    type=SERVED,
    metavar="DIR",
    default=Path(),
    help="The folder of one tournament, or of several.",
)
@click.option("--name", type=NAME, help="The name; if left out, staff enter it themselves.")
@click.option("--station", type=STATION, help="The desk where the person works.  [default: ROLE]")
@click.option(
    "--tournament",
    metavar="NAME",
    help="The tournament.  [default: all in DIR]",
)
@click.option("--player", help="The player who gets the code, such as p17.", metavar="PLAYER")
@click.option(
    "--hours",
    type=click.IntRange(1, 72),
    default=HOURS,
    show_default=False,
    help=f"The code's lifetime in hours.  [default: {HOURS}]",
    metavar="N",
)
@click.option(
    "--uses",
    type=click.IntRange(1, 50),
    default=1,
    show_default=True,
    help="How often the code can be used.",
    metavar="N",
)
@click.option("--json", "as_json", is_flag=True, help="Print the output as JSON.")
def command(  # noqa: PLR0913, PLR0917 - one argument per option.
    seat: str,
    folder: "Path | Places",
    name: str | None,
    station: str | None,
    tournament: str | None,
    player: str | None,
    hours: int,
    uses: int,
    *,
    as_json: bool,
) -> None:
    r"""Invite somebody to the tournament in DIR, or to all tournaments in DIR.

    ROLE is organiser, head-judge, judge, scorekeeper, entry-station, screen, auditor or player;
    docs/serving.md lists what each may do. The code is shown only once. A session lasts 18 hours;
    it ends earlier after three idle hours (not for a player or a screen), or if ended on `/doors`.
    On the page Phones, the organiser lets players report results and send deck lists.

    \b
    Examples:
      roundbook people invite scorekeeper --name "Kim Sun" --station desk-2
      roundbook people invite entry-station --uses 3
      roundbook people invite player --tournament cup --player p17
    """
    from roundbook.cli.places.layout import own_home
    from roundbook.cli.places.serving import served_around, served_at
    from roundbook.cli.session.venue import now, random_bytes
    from roundbook.cli.web.access.sessions import AccessStore

    chosen = AccessRole(seat)
    if uses > 1 and name:
        raise click.UsageError(
            "an invitation for several people cannot have a name; leave --name out."
        )
    _refuse_unfit(chosen, player)
    if isinstance(folder, Path) and not is_folder(folder):
        raise Refused(f"{folder} is not a folder.", hint="Give the folder being served.")
    if around := served_around(folder):
        msg = f"{folder} is served with the tournaments in {around}, so create its codes there."
        asked = {
            "--tournament": tournament or _own_name(folder),
            "--name": name,
            "--station": station,
            "--player": player,
            "--hours": hours if hours != HOURS else None,
            "--uses": uses if uses > 1 else None,
        }
        words = [word for one in asked.items() if one[1] for word in map(str, one)]
        hint = advice("Invite with {}.", do("invite", seat, "-C", str(around), *words))
        raise Refused(msg, hint=hint)
    with nullcontext() if isinstance(folder, Path) else folder.followed():
        tournament, event = _tournament(folder, tournament, player)
    if station:
        _refuse_station(folder, tournament, station)
    access = AccessStore(own_home(), folder, clock=now, random_bytes=random_bytes)
    code = access.invite(
        chosen,
        name=name or player or "",  # The page shows the name of the player with this number.
        station=station or chosen.value,
        tournament=tournament,
        event=event,
        player=player,
        lasting=timedelta(hours=hours),
        uses=uses,
    )
    at, fingerprint = served_at(folder)
    link = f"{at}join/{code}" if at else None
    if as_json:
        data = {"code": code, "link": link, "seat": seat, "hours": hours, "uses": uses}
        data |= {"certificate_sha256": fingerprint or None}
        click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
        return
    click.echo(f"{seat}: {link or code}")
    if at and link and "//127." not in at:
        from roundbook.cli.web.public.players import in_terminal

        click.echo(in_terminal(link))
    if fingerprint:
        click.echo(
            f"certificate fingerprint, to compare with the one in the browser: {fingerprint}"
        )
    if link is None:
        echo(
            "This folder is not being served: run `roundbook serve`, then enter the "
            "code at /sign-in."
        )


def _refuse_station(folder: "Path | Places", tournament: str | None, station: str) -> None:
    """Refuse a station that is named after a player, before anybody has signed in with it."""
    from roundbook.cli.session.venue import refuse_station
    from roundbook.cli.web.server.tournaments import TournamentFolder

    with nullcontext() if isinstance(folder, Path) else folder.followed():
        every = TournamentFolder(folder)
        one = tournament or every.only
        served = every.served(one) if one is not None else None
        with suppress(Unreadable):  # Staff can be invited to one that has to be repaired.
            if served is not None:
                with served.held() as here:
                    refuse_station(here, station)


def _own_name(folder: "Path | Places") -> str:
    """Return the name in addresses of a single tournament; NAME for a folder of several."""
    from roundbook.cli.places.hosted import FolderOfMany
    from roundbook.projections.reports.public_view import slug_of

    own = FolderOfMany(folder) if isinstance(folder, Path) else folder
    return slug_of(Path(own.whole).name) if own.is_one else "NAME"


def _refuse_unfit(role: AccessRole, player: str | None) -> None:
    """Raise a usage error unless a player, and nobody else, is invited with a player's number."""
    if role is not AccessRole.PLAYER and player is not None:
        raise click.UsageError("--player is only for the role player.")
    if role is AccessRole.PLAYER and player is None:
        raise click.UsageError("an invitation for a player needs --player, such as p17.")


def _tournament(
    folder: "Path | Places", named: str | None, player: str | None
) -> tuple[str | None, str | None]:
    """Return the tournament of an invitation and its id; for a player, by default the only one.

    Raises Refused if there is no such tournament, or no such player in it.
    """
    if named is None and player is None:
        return None, None
    from roundbook.cli.web.server.tournaments import TournamentFolder

    tournaments = TournamentFolder(folder)
    named = named if named is not None else tournaments.only
    served = tournaments.served(named) if named is not None else None
    if served is None:
        known = ", ".join(tournaments.folders) or "none"
        raise Refused(
            f"there is no tournament {quoted(named)}."
            if named
            else "an invitation for a player here needs --tournament.",
            hint=(f"The tournaments are: {known}."),
        )
    with served.held() as here:
        if player is not None and player not in here.desk.tournament.players:
            msg = f"no player in that tournament has the number {quoted(player)}."
            raise Refused(msg, hint="Give a player's number, such as p17.")
    return served.slug, served.event()
