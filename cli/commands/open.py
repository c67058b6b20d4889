"""Begin a tournament in a new folder."""

from datetime import date
from functools import partial
from pathlib import Path

import click
from msgspec.structs import replace

from roundbook.cli.acts import opening
from roundbook.cli.acts.opening import REGIONS
from roundbook.cli.args.shared_options import option
from roundbook.cli.args.types import DATE, SANCTION, EnumType, WordsType, quoted, typed_as
from roundbook.cli.places.members import Anywhere
from roundbook.cli.session.ask import answered, at_terminal
from roundbook.cli.session.command import PLACE, before_there_is_a_desk, gathered, say_done
from roundbook.cli.session.errors import in_words_of
from roundbook.cli.session.named_files import FILE, read_whole
from roundbook.cli.session.output import as_typed
from roundbook.cli.session.venue import CommandOptions, rehearsal, today
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.events.decks import Format
from roundbook.ledger.events.drafts import PairedBy
from roundbook.ledger.people.book import Book
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.divisions import not_meant_for, season_of, seasons_later
from roundbook.ledger.rulesets.own_rules import own_rules
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.terms import MatchFormat, Style


@click.command("open")
@click.argument("folder", metavar="DIR", type=PLACE)
@click.option("--name", required=True, type=WordsType(200), help="The tournament's name.")
@click.option(
    "--edition",
    type=click.Choice(released.EDITIONS),
    help=f"The rules edition.  [default: {released.DEFAULT}]",
    metavar="EDITION",
)
@option(
    "--edition-file",
    type=FILE,
    of="open",
    stands_for=("--edition-file, …", "More options: `help options`."),
    help="A file with your own rules edition, which is copied into DIR.",
)
@click.option(
    "--style",
    type=EnumType(Style),
    default=Style.SWISS.value,
    show_default=True,
    metavar="STYLE",
    help="The style of the event.",
)
@click.option("--start", type=DATE, help="The first day.  [default: today]")
@click.option("--end", type=DATE, help="The last day.  [default: day of closing]")
@click.option(
    "--table",
    "--rounds-table",
    type=WordsType(40),
    help="The rounds table.  [default: the edition's]",
    metavar="TABLE",
)
@click.option(
    "--match-format",
    type=EnumType(MatchFormat),
    default=MatchFormat.BEST_OF_THREE.value,
    show_default=True,
    help="The match format.",
)
@option(
    "--pairing",
    of="open",
    type=EnumType(PairedBy),
    help="The way rounds are paired.  [default: that of the edition: swiss, or pod-sheet under "
    "dci-pod and dci-pod-literal]",
)
@click.option(
    "--format",
    type=EnumType(Format),
    metavar="FORMAT",
    help="The deck format, such as standard.",
)
@click.option("--premier", is_flag=True, help="The event is a Premier Event.")
@option(
    "--championship-points", is_flag=True, of="open", help="The event awards Championship Points."
)
@option(
    "--sanction",
    type=SANCTION,
    metavar="NUMBER",
    of="open",
    help="The sanction number, such as 26-11-000123.",
)
@option(
    "--region",
    type=click.Choice(REGIONS),
    metavar="REGION",
    of="open",
    help="The region of the event, which decides the card languages allowed.",
)
@gathered(opening.Opening)
@before_there_is_a_desk
def command(
    manner: CommandOptions, folder: Anywhere, asked: opening.Opening, edition_file: Path | None
) -> None:
    r"""Begin a tournament in the new folder DIR.

    `help options` lists every EDITION, STYLE, TABLE and FORMAT. The style `other` needs prior
    approval (TOP §3); pair it as Swiss, or by hand.

    \b
    Examples:
      roundbook open spring-cup --name "Spring Cup"
      roundbook open cup --name Cup --style swiss-plus-cut --table vg --premier
      roundbook open sealed --name Prerelease --format sealed --match-format bo1
    """
    ctx = WriteContext(venue=rehearsal(folder, Book(), manner.operator), manner=manner)
    says_days = partial(typed_as, end="the last day (--end) is before the first day (--start).")
    chosen = None
    if edition_file:
        if asked.edition:
            raise click.UsageError("give --edition or --edition-file, not both.")
        asked = replace(asked, rules_text=read_whole(edition_file))
    elif asked.edition is None and not manner.as_json:
        with says_days():
            chosen = _chosen(ctx, asked)
        asked = replace(asked, edition=chosen)
    with says_days():
        done = opening.open_tournament(ctx, asked)
    with in_words_of(done.rules):
        _say(ctx, done, chosen=chosen)


def _say(ctx: WriteContext, done: opening.Opened, *, chosen: str | None) -> None:
    """Print what was opened and where, under which rules, and what comes next; no more.

    `status` has the rest, as long as players are registered. The season of rules that were `chosen`
    was said by the question.
    """
    folder = ctx.venue.folder
    here, stands = as_typed(folder), done.opening
    if done.again:
        said = f"{stands.name} is open in {folder}; this command was already run"
        say_done(ctx, done.entries, said)
        return
    say_done(
        ctx,
        done.entries,
        f"{stands.name} is open in {folder}, from {stands.start}",
        f"rules: {stands.edition}"
        if chosen and not done.rules.doubt
        else f"rules: {stands.edition}, {_rules(done.rules, stands.start)}",
        *([f"sanction number: {stands.sanction}"] if stands.sanction else []),
        *filter(None, (not_meant_for(stands.start, done.rules), done.remark)),
        f"next: roundbook desk -C {here}, then: register FILE"
        if at_terminal()
        else f"next: roundbook register -C {here} FILE",
    )


def _rules(rules: Ruleset, start: date) -> str:
    """Return where rules come from: own, from notes, of an older season, or from documents."""
    if own := own_rules(rules):
        return "; ".join(filter(None, (own, rules.doubt)))
    if seasons_later(start, rules) > 1:
        late = f"those of season {rules.season}; the event is in season {season_of(start)}"
        return "; ".join(filter(None, (late, rules.doubt)))
    return rules.doubt or f"source: {rules.source}"


def _chosen(ctx: WriteContext, asked: opening.Opening) -> str | None:
    """Ask at a terminal which edition to use, if one is meant for that day; None for the default.

    Until somebody has checked the edition of a season, it is never taken without being asked for.
    Whatever would be refused under any edition is refused before the question.
    """
    start = asked.start or today()
    meant = released.to_run(start)
    if not meant or not at_terminal():
        return None
    if ctx.manner.cmd is None:
        trial = WriteContext(venue=ctx.venue, manner=replace(ctx.manner, dry_run=True))
        opening.open_tournament(trial, replace(asked, table=None))
    editions = [released.DEFAULT, *meant]
    lines = [f"rules (this is season {season_of(start)}):"]
    for number, one in enumerate(editions, start=1):
        rules = released.load(one)
        checked = f"the newest checked against their documents (season {rules.season})"
        said = "this season's, but from public notes and not checked" if rules.doubt else checked
        lines.append(f"  {number}  {one}: {said}")
    question = f"Number [1 to {len(editions)}; Enter for 1]"
    typed = answered(lines, question, stopped="Nothing was opened.") or "1"
    if typed not in {str(number) for number in range(1, len(editions) + 1)}:
        raise click.UsageError(f"{quoted(typed)} is not one of these numbers; nothing was opened.")
    return editions[int(typed) - 1]
