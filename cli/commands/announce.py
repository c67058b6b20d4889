"""Record what was announced to the players before round 1: rounds, cut, prizes and times."""

import click
from msgspec.structs import replace

from roundbook.cli.acts.announce import ToAnnounce, announce, nothing_new
from roundbook.cli.answers.announcing import rows_of
from roundbook.cli.answers.spoken import say
from roundbook.cli.args.choices import (
    ANNOUNCED,
    CUT,
    FEW_WORDS,
    FLIGHTS_TOLD,
    PRIZES,
    ROUNDS_OF,
    TABLE,
    breaks_after,
    prizes_by_place,
    rounds_by_pool,
)
from roundbook.cli.args.shared_options import EitherOption, option
from roundbook.cli.commands.announcement import show
from roundbook.cli.printing.posting import as_read
from roundbook.cli.session.command import at_desk, gathered
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.terms import Division
from roundbook.projections.reports.languages import SOURCE
from roundbook.projections.reports.text.cut import planned_lines


def _by_division(
    _ctx: click.Context, _option: click.Parameter, said: tuple[tuple[Division, int], ...]
) -> dict[Division, int]:
    return dict(said)


def _by_place(
    _ctx: click.Context, _option: click.Parameter, said: tuple[str, ...]
) -> dict[str, str] | None:
    return prizes_by_place(said) if said else None


def _by_round(
    _ctx: click.Context, _option: click.Parameter, said: tuple[str, ...]
) -> dict[str, int] | None:
    return breaks_after(said) if said else None


@click.command("announce")
@click.option(
    "--rounds",
    "typed",
    multiple=True,
    metavar="[POOL=]N",
    help="The number of Swiss rounds, or `table`.",
)
@click.option(
    "--cut",
    type=CUT,
    multiple=True,
    callback=_by_division,
    help="The size of the cut, such as masters=8.",
    metavar="DIVISION=N",
)
@click.option(
    "--day-two",
    type=ROUNDS_OF,
    multiple=True,
    callback=_by_division,
    help="The number of rounds on day two.",
    metavar="DIVISION=N",
)
@click.option(
    "--one-less",
    "--one-fewer",
    is_flag=True,
    help="One round fewer than in the rounds table.",
)
@click.option(
    "--prizes", type=PRIZES, metavar="N", help="The number of players who get prizes, or `none`."
)
@option(
    "--prize",
    "prizes_by_place",
    of="announce",
    multiple=True,
    callback=_by_place,
    help='The prize for a place, such as 1="36 packs" or 3-4="12 packs"; '
    "`none` removes all prizes.",
    metavar="PLACE=PRIZE",
)
@click.option(
    "--third-place/--no-third-place",
    "third_place_playoff",
    cls=EitherOption,
    default=None,
    help="A 3rd-place match, or none.",
)
@option(
    "--text", type=ANNOUNCED, of="announce", help="Anything else that was announced, or `none`."
)
@option(
    "--format",
    type=FEW_WORDS,
    of="announce",
    help="What is played, if the format was not given when the event was opened.",
)
@option(
    "--staff",
    type=FEW_WORDS,
    of="announce",
    help="The staff to announce, if the staff list is empty.",
)
@option(
    "--breaks",
    type=FEW_WORDS,
    of="announce",
    help='When there are breaks, such as "lunch after round 3", or `none`.',
)
@option(
    "--break-after",
    "breaks_after",
    of="announce",
    multiple=True,
    callback=_by_round,
    help="The length of the break after a round, in minutes, such as 3=45; `none` removes them.",
    metavar="ROUND=MINUTES",
)
@click.option(
    "--time",
    "minutes",
    type=click.IntRange(1, 999),
    metavar="MINUTES",
    help="The length of a match.",
)
@click.option(
    "--turns",
    "extra_turns",
    type=click.IntRange(0, 99),
    metavar="N",
    help="The number of extra turns after time.",
)
@option(
    "--turns-within",
    type=click.IntRange(1, 999),
    metavar="MINUTES",
    of="announce",
    help="The time limit for all the turns after time, in minutes.",
)
@click.option(
    "--flights",
    type=FLIGHTS_TOLD,
    multiple=True,
    callback=_by_division,
    help="The number of flights, such as masters=2.",
    metavar="DIVISION=N",
)
@option(
    "--basic-energy/--no-basic-energy",
    default=None,
    of="announce",
    stands_for=("--basic-energy, …", "More options, some for Limited: `help options`."),
    help="Limited: the organiser provides basic Energy.",
)
@option(
    "--energy-told-ahead/--energy-not-told-ahead",
    default=None,
    of="announce",
    help="Limited: players were also told about basic Energy before the day of the event.",
)
@option(
    "--redraft/--no-redraft",
    default=None,
    of="announce",
    help="Solomon draft: whether there is a re-draft later.",
)
@option(
    "--cooperative-draft/--no-cooperative-draft",
    default=None,
    of="announce",
    help="Solomon draft: the two players may draft together.",
)
@gathered(ToAnnounce)
@at_desk
def command(ctx: WriteContext, typed: tuple[str, ...], asked: ToAnnounce) -> None:
    r"""Record what the players were told before round 1 (TOP §2).

    Announce the rounds and what the edition lists. What you leave out the first time comes
    from the rounds table (rounds; cuts in swiss-plus-cut) and the file or edition (times).

    \b
    Example:
      roundbook announce --prizes 8 --third-place
    """
    if not typed and asked == ToAnnounce() and nothing_new(ctx):
        reading = replace(as_read(ctx, SOURCE), as_json=ctx.manner.as_json)
        show(reading)
        return
    asked = replace(asked, rounds=rounds_by_pool(typed), by_table=TABLE in typed)
    found = announce(ctx, asked)
    rows = rows_of(found.tabled, ctx.tournament, ctx.rules)
    cuts = [{**one._asdict(), "share": f"{one.size}/{one.players}"} for one in found.cuts]
    changes = [
        {"what": one.fact.what, "before": one.left, "now": one.right} for one in found.changes
    ]
    about = {one.fact.what.partition(" ")[0] for one in found.changes}
    listed = not about or about & {"cut", "rounds", "flights"}
    more = planned_lines(found.cuts, ctx.tournament) if listed else []
    say(ctx, found, *more, rows=rows, cuts=cuts, changes=changes, missing=list(found.missing))
