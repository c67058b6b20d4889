"""Show which places would change under other rules editions, and which clause causes it."""

import click

from roundbook.cli.args.shared_options import OfPlaces
from roundbook.cli.session.command import as_shown
from roundbook.cli.session.editions import edition_of
from roundbook.cli.session.errors import FOUND, shown
from roundbook.cli.session.read import AS_JSON, AS_OF, PLAIN, say_answer
from roundbook.cli.terminal.tables import show
from roundbook.cli.tom.compare import told_by
from roundbook.cli.tom.organiser_file import EDITION
from roundbook.ledger.people.book import Book
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.text import has_extension
from roundbook.projections.explain.other_editions import (
    CLAUSES,
    Compared,
    Elsewhere,
    compare_editions,
    other_reading,
)
from roundbook.projections.reports.api.compared import EditionsCompared
from roundbook.projections.reports.text.tables import WIDTH, Column, wrapped

COLUMNS = (
    Column("Player", wraps=True),
    Column("Division"),
    Column("Place", right=True),
    Column("would be", right=True),
    Column("Because of", wraps=True),
)


@click.command("compare-editions", cls=OfPlaces)
@click.argument("words", nargs=-1, metavar="[DIR|FILE] [EDITION]...")
@click.option("--swiss", is_flag=True, help="Compare the order after Swiss, which seeds the cut.")
@AS_OF
@EDITION
@AS_JSON
@PLAIN
def command(
    words: tuple[str, ...],
    moment: str | None,
    edition: str | None,
    *,
    swiss: bool,
    as_json: bool,
    plain: bool,
) -> int:
    r"""Show which places would change under other rules editions, and why.

    The results and pairings stay the same; a clause counts as the cause if the place would be
    different without it. Without EDITION, the comparison uses TOM's rules (tom), the 2017 text read
    literally (top-2017-literal) or by the tiebreaker guide (play-2017), and the other reading of
    head-to-head for three or more tied players. EDITION may be a .toml file of your own.

    \b
    Examples:
      roundbook edition compare cup tom --swiss
      roundbook edition compare cup.tdf play-2017

    \b
    Exit codes:
      0 the same places    1 different places    5 something that cannot be read
    """
    wanted = [word for word in words if word in released.EDITIONS or has_extension(word, ".toml")]
    place = [word for word in words if word not in wanted]
    if len(place) > 1:
        raise click.UsageError(
            f"{place[1]!r} is not an edition; give a .toml file, or one of "
            f"{', '.join(released.EDITIONS)}."
        )
    where = place[0] if place else "."
    t, rules, book = told_by(where, edition, moment)[:3]
    others = wanted or [name for name in released.COMPARED if name != rules.edition]
    named = [edition_of(name)[0] for name in others]
    if not wanted and (other := other_reading(rules)):
        named.append(other)
    found = compare_editions(t, rules, named, swiss_only=swiss)
    if as_json:
        names = {one.player: book.name(one.player) for each in found for one in each.elsewhere}
        own, editions = rules.edition, tuple(found)
        say_answer(
            EditionsCompared(ledger=as_shown(where), edition=own, editions=editions, names=names)
        )
    else:
        for each in found:
            _show(each, rules, book, plain=plain)
    return FOUND if any(each.elsewhere for each in found) else 0


def _show(one: Compared, rules: Ruleset, book: Book, *, plain: bool) -> None:
    """Print which places would change under one edition."""
    under = f"Under {one.edition} instead of {rules.edition}"
    number = len(one.elsewhere) or "none"
    click.echo(f"{under}, {number} of {counted(one.places, 'place')} would change.")
    if not one.elsewhere:
        return
    show(COLUMNS, [_row(each, book) for each in one.elsewhere], plain=plain)
    unlike = "; ".join(CLAUSES[name] for name in one.unlike)
    for line in wrapped(shown(f"These editions differ in: {unlike}."), WIDTH):
        click.echo(line)
    click.echo()


def _row(one: Elsewhere, book: Book) -> list[str]:
    name = book.name(one.player)
    return [
        name if name == one.player else f"{one.player} {name}",
        one.division.value,
        str(one.place or "-"),
        str(one.would_be or "-"),
        "; ".join(CLAUSES[clause] for clause in one.clauses) or "several together",
    ]
