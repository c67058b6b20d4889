"""Prepare a database for tournaments."""

import click
from msgspec import Struct

from roundbook.cli.places.layout import is_address
from roundbook.cli.session.command import announce
from roundbook.cli.session.errors import shown
from roundbook.cli.session.output import as_typed, echo
from roundbook.cli.session.read import AS_JSON, say_answer
from roundbook.ledger.optional_packages import missing


class DatabasePrepared(Struct, frozen=True, kw_only=True):
    """A database that is ready for tournaments; `new` if it was not prepared before."""

    database: str
    new: bool


@click.command("prepare-database")
@click.argument("address")
@AS_JSON
def command(address: str, *, as_json: bool) -> None:
    r"""Create the tables and roles for tournaments in a PostgreSQL database.

    If the tables and roles already exist, nothing changes. The user in ADDRESS must own the
    database and have permission to create roles. Create a separate
    database user for each desk, and grant it roundbook_writer, or roundbook_reader if it only
    reads. The tables are in the schemas roundbook and roundbook_names.

    \b
    Example:
      roundbook file database postgresql://owner@db.example.org/events
    """
    if not is_address(address):
        msg = f"{address} is not a database address; use postgresql://USER@HOST/DATABASE."
        raise click.UsageError(msg)
    try:
        from roundbook.cli.places.database import hall, prepared  # An optional package.
    except ImportError as error:
        raise missing(error) from error
    where, new = prepared(address, announce)
    if as_json:
        say_answer(DatabasePrepared(database=where, new=new))
        return
    echo(shown(f"{where} is ready for tournaments" if new else f"{where} was already prepared"))
    if new:
        echo("grant the desks their permissions: GRANT roundbook_writer TO …")
        cup = as_typed(hall(address).address_of("NAME"))
        echo(shown(f"next: roundbook open {cup} --name TITLE"))
