"""Serve tournaments to phones and screens at the venue."""

import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from roundbook.cli.args.shared_options import OfPlaces
from roundbook.cli.args.types import typed_as
from roundbook.cli.places.layout import is_folder, own_home
from roundbook.cli.session.command import SERVED
from roundbook.cli.session.named_files import FILE
from roundbook.cli.session.venue import now, random_bytes
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roundbook.cli.places.hosted import Places
    from roundbook.cli.places.https_certificate import Certificate
    from roundbook.cli.web.access.provider import Provider
    from roundbook.cli.web.access.sessions import AccessStore
    from roundbook.cli.web.server.monitoring import Answered
    from roundbook.cli.web.server.tournaments import TournamentFolder

PORT = 8080


@click.command("serve", cls=OfPlaces)
@click.argument("folder", metavar="[DIR]", type=SERVED, default=Path())
@click.option(
    "--lan",
    is_flag=True,
    help="Accept connections from the local network.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    default=PORT,
    show_default=True,
    help="The port to listen on.",
)
@click.option("--https", is_flag=True, help="Encrypt with a certificate made for this machine.")
@click.option(
    "--certificate", type=FILE, help="Encrypt with your own certificate, such as venue.pem."
)
@click.option(
    "--as",
    "public",
    metavar="URL",
    help="The public address, such as https://cup.example.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="Your proxy's address or network, with --as.  [default: this machine]",
)
@click.option("--oidc", type=FILE, help="A .toml file for the staff's identity provider.")
@click.option(
    "--metrics", metavar="[HOST:]PORT", help="The port or address for Prometheus metrics."
)
@click.option(
    "--log",
    type=click.Choice(["json"]),
    metavar="json",
    help="Write a line for each request to stderr.",
)
@click.option(
    "--key",
    type=FILE,
    help="The private key, if it is in a separate file.",
)
def command(  # noqa: PLR0913 - one argument per fact.
    folder: "Path | Places",
    *,
    lan: bool,
    port: int,
    https: bool,
    certificate: Path | None,
    key: Path | None,
    public: str | None,
    proxies: tuple[str, ...],
    oidc: Path | None,
    metrics: str | None,
    log: str | None,
) -> None:
    r"""Serve the tournament in DIR, or all tournaments in DIR, to browsers.

    Only this machine can connect, unless you add --lan. Ctrl-C stops the server. Browsers warn once
    about the certificate of --https. See docs/serving.md; for a database, docs/operations.md.

    \b
    Examples:
      roundbook serve cup --lan --https
      roundbook serve events --as https://results.example.org
    """
    if isinstance(folder, Path) and not is_folder(folder):
        msg = f"{folder} is not a folder."
        raise Unreadable(
            msg, where=str(folder), hint="Give a tournament's folder, or a folder of tournaments."
        )
    if key and not certificate:
        raise click.UsageError("--key can only be used with --certificate FILE.")
    if proxies and not public:
        raise click.UsageError("--proxy can only be used with --as URL.")
    from roundbook.cli.places import serving as known
    from roundbook.cli.web import serving
    from roundbook.cli.web.access.sessions import AccessStore
    from roundbook.cli.web.app import Options
    from roundbook.cli.web.server.proxy import HERE, proxy_networks, public_address
    from roundbook.cli.web.server.tournaments import TournamentFolder

    with typed_as():
        home = public_address(public) if public else None
        trusted = proxy_networks(proxies or HERE) if home else ()
        provider = _provider(oidc) if oidc else None
    with known.serving(folder) as found:
        tournaments = TournamentFolder(folder, found)
        watchers = tuple(_watchers(tournaments, metrics, log))
        tls = _certificate(certificate, key, lan=lan) if https or certificate else None
        listening = _bound(lan=lan, port=port)
        port = listening.getsockname()[1]
        names = tls.names if tls and certificate else ()
        names = (*names, home.host) if home else names
        fingerprint = tls.fingerprint if tls and not certificate else ""
        scheme = "https" if tls else "http"
        own = tls.names if tls and certificate else ()
        addresses = [f"{scheme}://{host}:{port}/" for host in (*own, *_hosts(lan=lan))]
        addresses = [str(home), *addresses] if home else addresses
        known.say_where(folder, addresses[0], fingerprint)
        access = AccessStore(own_home(), folder, clock=now, random_bytes=random_bytes)
        _greet(tournaments, addresses, fingerprint, lan=lan, hosted=home is not None)
        for slug in _not_served(provider, tournaments):
            click.echo(f"{oidc} names the tournament {slug}, but none is served under that name.")
        _let_in(access, addresses[0], lan=lan)
        serving.allow_many_files()
        serving.take_turns()
        options = Options(
            addresses=tuple(addresses),
            lan=lan,
            names=names,
            fingerprint=fingerprint,
            public=home,
            proxies=trusted,
            watchers=watchers,
            provider=provider,
        )
        serving.server(tournaments, access, options, tls.context if tls else None).run(
            sockets=[listening]
        )
        click.echo("stopped.")


def _let_in(access: "AccessStore", address: str, *, lan: bool) -> None:
    """Print the organiser's own sign-in link, which works once."""
    from roundbook.cli.web.access.permissions import AccessRole
    from roundbook.cli.web.access.sessions import FIRST

    code = access.invite(
        AccessRole.ORGANISER, name="", station="desk", tournament=None, lasting=FIRST
    )
    minutes = int(FIRST.total_seconds()) // 60
    click.echo(f"The organiser signs in at {address}join/{code}")
    click.echo(
        f"  The code works once, within {minutes} minutes; "
        "use `roundbook people invite` for other people."
    )
    if lan:
        from roundbook.cli.web.public.players import in_terminal

        click.echo("The organiser's own code; do not show it to anybody else:")
        click.echo(in_terminal(f"{address}join/{code}"))


def _watchers(
    tournaments: "TournamentFolder", metrics: str | None, log: str | None
) -> "Iterator[Callable[[Answered], None]]":
    """Yield the functions called for every answer: log and metrics. Raises Refused, Unreadable."""
    from roundbook.cli.web.server import monitoring

    if log:
        yield monitoring.as_lines(sys.stderr, now)
    if metrics:
        host, _, port = metrics.rpartition(":")
        if not (port.isascii() and port.isdigit() and int(port) < 65536):
            raise click.UsageError("--metrics takes a port, such as 9100, or HOST:PORT.")
        gauges = {
            "tournaments": (
                "The number of tournaments that are served.",
                lambda: len(tournaments.folders),
            ),
            "open": (
                "The number of tournaments that the server has in memory.",
                lambda: len(tournaments.opened),
            ),
            "listeners": (
                "The number of open pages that follow a tournament.",
                lambda: sum(each.listeners for each in tournaments.opened),
            ),
        }
        try:
            yield monitoring.publish_metrics((host.strip("[]") or "127.0.0.1", int(port)), gauges)
        except OSError as error:
            msg = (
                f"the metrics cannot be served at {metrics}: "
                f"{(error.strerror or str(error)).lower()}."
            )
            raise Unreadable(msg, hint="Give another port: `--metrics 9101`.") from error


def _provider(file: Path) -> "Provider":
    """Return the identity provider in a file. Raises Misuse, Refused, Unreadable."""
    from roundbook.cli.session.named_files import read_whole
    from roundbook.cli.web.access.provider import Provider, provider_settings

    try:
        data = read_whole(file, 100_000)
    except OSError as error:
        msg = f"{file} cannot be read: {(error.strerror or str(error)).lower()}."
        raise Unreadable(msg, where=str(file), hint="Check the permissions of the file.") from error
    told = provider_settings(data, str(file), os.environ.get("ROUNDBOOK_OIDC_SECRET", ""))
    return Provider(told, clock=now, random_bytes=random_bytes)


def _not_served(provider: "Provider | None", tournaments: "TournamentFolder") -> list[str]:
    """Return the tournaments named in a provider's settings that are not served here."""
    named = [one.tournament for one in provider.settings.seats] if provider else []
    return [slug for slug in dict.fromkeys(named) if slug and slug not in tournaments.folders]


def _bound(*, lan: bool, port: int) -> socket.socket:
    """Return the socket to listen on; raises Unreadable if the port is taken."""
    from roundbook.cli.web.serving import bound

    try:
        return bound("0.0.0.0" if lan else "127.0.0.1", port)  # noqa: S104 - asked for by --lan.
    except OSError as error:
        msg = f"the server cannot use port {port}: {(error.strerror or str(error)).lower()}."
        raise Unreadable(msg, hint="Give another port: `--port 8001`.") from error


def _hosts(*, lan: bool) -> list[str]:
    """Return the addresses at which this machine can be reached, the best one first."""
    from roundbook.cli.web.serving import own_addresses

    return [*(own_addresses() if lan else []), "127.0.0.1"]


def _certificate(file: Path | None, key: Path | None, *, lan: bool) -> "Certificate":
    """Return the certificate that was given, or one made for this machine. Raises Unreadable."""
    from roundbook.cli.places.https_certificate import given, made_here

    if file:
        return given(file, key, now=now())
    hosts = [*_hosts(lan=lan), "localhost", socket.gethostname().lower()]
    return made_here(own_home(), hosts, now=now(), serial=random_bytes(15))


def _greet(
    tournaments: "TournamentFolder",
    addresses: list[str],
    fingerprint: str,
    *,
    lan: bool,
    hosted: bool,
) -> None:
    """Print what is served, and at which addresses; for phones, also as a QR code."""
    click.echo(f"serving {counted(len(tournaments.folders), 'tournament')} at")
    for address in addresses:
        click.echo(f"  {address}")
    if lan and len(addresses) > 1:
        from roundbook.cli.web.public.players import in_terminal

        click.echo(in_terminal(addresses[0]))
    if hosted:
        click.echo(
            f"The proxy must forward requests for {addresses[0]} to one of the other addresses."
        )
    elif not lan:
        click.echo("Only this machine can connect; `--lan` lets the local network in.")
    elif addresses[0].startswith("http:"):
        click.echo(
            "Pages are not encrypted: others on this network can read them, including the codes."
        )
        click.echo("  `--https` encrypts them.")
    if fingerprint:
        click.echo(
            "Browsers will warn about the certificate, because it was made on this machine. Its "
            "SHA-256 is"
        )
        click.echo(f"  {fingerprint}")
    click.echo("Stop with Ctrl-C.")
