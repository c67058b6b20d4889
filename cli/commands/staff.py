"""Add people to the staff, or list the staff."""

import click

from roundbook.cli.acts import people as acts
from roundbook.cli.args.types import NAME, RoleType
from roundbook.cli.desk.command import at_desk, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import Role

ROLES = RoleType([role.value for role in Role])


@click.command("staff")
@click.argument("name", type=NAME, required=False)
@click.argument("roles", metavar="[ROLE]...", type=ROLES, nargs=-1)
@at_desk
def command(ctx: WriteContext, name: str | None, roles: tuple[str, ...]) -> None:
    r"""Add NAME to the staff in one or more ROLEs; without a name, list the staff.

    The roles are organiser, head-judge, judge and scorekeeper. The ledger contains a number and a
    cryptographic commitment to the name; the name itself stays in people.json. A new name in
    `--as NAME` is added too, unless it is similar to a known one.

    \b
    Examples:
      roundbook staff "Jo Park" judge
      roundbook staff "Kim Sun" head-judge scorekeeper
      roundbook staff --json
    """
    if name is None:
        _list(ctx)
        return
    if not roles:
        raise click.UsageError(f"give a role: {', '.join(role.value for role in Role)}.")
    done = acts.name_staff(ctx, name, roles)
    say_done(
        ctx, done.entries, f"{done.name} is {done.hand}: {', '.join(done.roles)}", hand=done.hand
    )


def _list(ctx: WriteContext) -> None:
    """List all staff members by number: everybody who was added or has written an entry."""
    found = acts.list_staff(ctx).staff
    lines = [
        f"{one.hand}  {one.name or 'not in people.json'}: "
        f"{', '.join(one.roles)}; "
        f"{counted(one.entries, 'entry', 'entries')}"
        for one in found
    ]
    say_done(ctx, [], *lines, staff=found)
