"""Record what was announced to the players before round 1: rounds, cut, prizes and times."""

import click
from msgspec.structs import replace

from roundbook.cli.acts.announce import Announced, Tabled, ToAnnounce, announce
from roundbook.cli.args.choices import ANNOUNCED, CUT, PRIZES, ROUNDS_OF, TABLE, rounds_by_pool
from roundbook.cli.args.shared_options import EitherOption, option
from roundbook.cli.desk.command import at_desk, gathered, say_done
from roundbook.cli.desk.errors import command as typed_as
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.errors import do
from roundbook.ledger.phrases import counted, several
from roundbook.ledger.rulesets.divisions import as_tom_divides
from roundbook.ledger.state.pools import active_by_division
from roundbook.ledger.terms import Division
from roundbook.projections.cut.planner import why_mixed
from roundbook.projections.history.announcement import change_in_words, sentences
from roundbook.projections.reports.text.announcement import taken_back_in_words, too_short_in_words
from roundbook.projections.reports.text.cut import in_words, planned_lines, rounds_in_words
from roundbook.projections.rounds_by_attendance import Schedule


def _by_division(
    _ctx: click.Context, _option: click.Parameter, said: tuple[tuple[Division, int], ...]
) -> dict[Division, int]:
    return dict(said)


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
@click.option(
    "--third-place/--no-third-place",
    "third_place_playoff",
    cls=EitherOption,
    default=None,
    help="Whether there is a 3rd-place match.",
)
@option(
    "--text", type=ANNOUNCED, of="announce", help="Anything else that was announced, or `none`."
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
@click.option(
    "--flights",
    type=CUT,
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
    help="Limited: whether there is a re-draft in a later round.",
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

    Round 1 cannot start before the rounds, cuts and prizes are announced. If the first announcement
    leaves out rounds or cuts, they come from the rounds table; times come from the imported file or
    edition. A later announcement changes only what it mentions. `roundbook announcement` shows all.

    \b
    Example:
      roundbook announce --prizes 8 --third-place
    """
    asked = replace(asked, rounds=rounds_by_pool(typed), by_table=TABLE in typed)
    found = announce(ctx, asked)
    rows = _rows(found.tabled)
    cuts = [{**one._asdict(), "share": f"{one.size}/{one.players}"} for one in found.cuts]
    changes = [
        {"what": one.fact.what, "before": one.left, "now": one.right} for one in found.changes
    ]
    lines = [*(_anew(found) if found.changes else _said(found)), *_wrong(found)]
    if mixed := why_mixed(ctx.tournament, ctx.rules):
        lines.append(f"  {mixed}")
    if tom := as_tom_divides(active_by_division(ctx.tournament), ctx.rules):
        lines.append(f"note: {tom}")
    about = {one.fact.what.partition(" ")[0] for one in found.changes}
    if not about or about & {"cut", "rounds", "flights"}:
        lines += planned_lines(found.cuts)
    say_done(
        ctx,
        found.entries,
        *lines,
        rows=rows,
        cuts=cuts,
        changes=changes,
        missing=list(found.missing),
    )


def _anew(found: Announced) -> list[str]:
    """Return what changed in a later announcement, and a warning if a promise was taken back."""
    changes = (change_in_words(one.fact.what, one.left, one.right) for one in found.changes)
    lines = ["announced:", *(f"  {change}" for change in changes)]
    lines += [f"  {row}" for row in _rows(found.tabled)]
    if found.taken_back:
        lines.append(f"warning: {taken_back_in_words(found.taken_back)}")
    return lines


def _said(found: Announced) -> list[str]:
    """Return the lines of a first announcement."""
    told = found.told
    kind = "elimination" if found.eliminates else "Swiss"
    fewer = ", ".join(
        f"{number} for {several([event.pool for event in found.apart if event.rounds == number])}"
        for number in dict.fromkeys(event.rounds for event in found.apart)
    )
    lines = [f"announced: {told.rounds} {kind} rounds{f' ({fewer})' if fewer else ''}"]
    if found.too_short:
        lines.append(f"note: {too_short_in_words(found.too_short)}")
    lines += [f"  {row}" for row in _rows(found.tabled)]
    lines += [f"  {said}" for said in (*sentences(told, str), *told.text.splitlines())]
    if any(told.day_two.values()):
        lines.append("  day two is for players at X-2-0 or better, or the top 32")
    return lines


def _wrong(found: Announced) -> list[str]:
    """Return warnings about cuts that do not fit the table or flights, and what is missing."""
    lines = [
        f"warning: at a premier event the {division} cut is at most {most} (TOP §3.3.5)"
        for division, most in found.most.items()
    ]
    lines += [f"note: {note}" for note in found.beside]
    if found.now_with_cut:
        lines.append("the event now has the style swiss-plus-cut, since a cut was announced")
    return lines + [
        f"still to announce before round 1: {what} ({typed_as(do('announce', *words))})"
        for what, words in found.missing.items()
    ]


def _from(one: Schedule) -> str:
    """Return the source of a pod's number of rounds, and the size of the pod or division behind it.

    The row of the largest division decides (TOP §3.3.5).
    """
    if not one.listed:
        players = sum(each.players for each in one.divisions)
        return f"{counted(players, 'player')}, {one.cites}"
    if len(one.divisions) == 1:
        return one.cites
    return f"{one.largest.players} {one.largest.division}, the largest division; {one.cites}"


def _rows(tabled: Tabled) -> list[str]:
    """Return the rounds of each pod by the rounds table; the flights of a division share a row."""
    if tabled.in_bracket is not None:
        rounds = (max(tabled.in_bracket, 2) - 1).bit_length()
        players = counted(tabled.in_bracket, "player")
        return [f"{players}: {counted(rounds, 'round')} (TOP §3.2)"]
    rows = [f"{pool}: {one.rounds} rounds ({_from(one)})" for pool, one in tabled.pods.items()]
    return rows + [
        f"{one.division.lower()}, {in_words(one)}: {rounds_in_words(one)}" for one in tabled.flown
    ]
