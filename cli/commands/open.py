"""Begin a tournament in a new folder."""

from datetime import date
from hashlib import sha256
from pathlib import Path

import click
from msgspec.structs import replace

from cli.args.types import DATE
from cli.args.words import WordsType
from cli.desk.command import before_there_is_a_desk, say_done
from cli.desk.context import CommandOptions
from cli.desk.folding import as_typed
from cli.desk.options import FOLDER
from cli.desk.venue import founding, new_id, random_bytes, rehearsal, today, venue
from cli.desk.write import WriteContext
from cli.folder import edition as editions
from cli.folder import secrets, signing
from cli.folder.home import settings
from cli.folder.layout import is_tournament, refuse_taken
from cli.folder.people import keep_book
from ledger.events.catalogue import TournamentOpened
from ledger.events.decks import Format
from ledger.events.drafts import PairedBy
from ledger.people.book import SALT_BYTES, Book
from ledger.proofs.notes import vkey_of
from ledger.rulesets import released
from ledger.rulesets.ruleset import Ruleset
from ledger.rulesets.tables import RoundsTable
from ledger.terms import MatchFormat, Style
from projections.rounds.rounds import unsanctioned

STYLES = [style.value for style in Style]
UNSANCTIONED = "the style is not sanctioned without prior approval (TOP §3)"
POD_EDITION = "dci-pod"
YEAR = 366
TABLES: list[RoundsTable] = ["tcg-single-day", "tcg-two-day", "vg"]


@click.command("open")
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--name", "title", required=True, type=WordsType(200), help="What it is called.")
@click.option("--edition", type=click.Choice(released.EDITIONS), help="The rules.  [play-2017]")
@click.option(
    "--edition-file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Rules of your own; their text is kept in the folder.",
)
@click.option("--style", type=click.Choice(STYLES), default=Style.SWISS.value, show_default=True)
@click.option("--start", type=DATE, help="The first day.  [default: today]")
@click.option("--end", type=DATE, help="The last day, if there are several.")
@click.option("--table", type=click.Choice(TABLES), help="The rounds table.  [tcg-single-day]")
@click.option(
    "--match-format",
    type=click.Choice([each.value for each in MatchFormat]),
    default=MatchFormat.BEST_OF_THREE.value,
    show_default=True,
    help="How many games make a match.",
)
@click.option(
    "--pairing",
    type=click.Choice([each.value for each in PairedBy]),
    help="By what the rounds are paired.  [swiss; pod-sheet under dci-pod]",
)
@click.option(
    "--format",
    "cards",
    type=click.Choice([each.value for each in Format]),
    metavar="FORMAT",
    help=f"With which decks it is played: {', '.join(Format)}.",
)
@click.option("--premier", is_flag=True, help="It is a premier event.")
@click.option("--championship-points", is_flag=True, help="It gives Championship Points.")
@click.option("--sanction", type=WordsType(40), help="The sanction number.")
@before_there_is_a_desk
def command(  # noqa: PLR0913, PLR0917 - one argument per fact.
    manner: CommandOptions,
    folder: Path,
    title: str,
    edition: str | None,
    edition_file: Path | None,
    style: str,
    start: date | None,
    end: date | None,
    table: RoundsTable | None,
    match_format: str,
    pairing: str | None,
    cards: str | None,
    premier: bool,  # noqa: FBT001 - a flag.
    championship_points: bool,  # noqa: FBT001 - a flag.
    sanction: str | None,
) -> None:
    r"""Begin a tournament in the new folder DIR.

    Swiss, swiss-plus-cut and single-elimination are the sanctioned styles. Any other may be run,
    by hand, with an override that names the approval: it is not sanctioned without it (TOP §3).

    \b
    Examples:
      roundbook open spring-cup --name "Spring Cup"
      roundbook open cup --name Cup --style swiss-plus-cut --table vg --premier
      roundbook open prerelease --name Prerelease --format sealed --match-format bo1
    """
    if edition and edition_file:
        raise click.UsageError("name --edition or --edition-file, not both.")
    rules, text = _rules(edition, edition_file)
    first = start or today()
    if end and end < first:
        raise click.UsageError("the last day (--end) is before the first one (--start).")
    if table and not rules.rows(table):
        raise click.UsageError(f"the edition {rules.edition} has no rounds table {table}.")
    opening = TournamentOpened(
        tournament=new_id(),
        name=title,
        edition=rules.edition,
        edition_sha256=sha256(text).hexdigest(),
        style=Style(style),
        start=first,
        end=end,
        rounds_table=table or next((each for each in TABLES if rules.rows(each)), None),
        match_format=MatchFormat(match_format),
        pairing=PairedBy(pairing) if pairing else _paired_by(rules),
        premier=premier,
        championship_points=championship_points,
        sanction=sanction,
        format=Format(cards) if cards else None,
    )
    if _repeated(manner, folder, opening):
        return
    refuse_taken(folder)
    ctx = WriteContext(venue=rehearsal(folder, Book(), manner.operator, rules=rules), manner=manner)
    entry = replace(ctx, manner=replace(manner, dry_run=True)).post(opening)
    if not manner.dry_run:
        opening = replace(opening, commitment=secrets.begin(settings(), random_bytes(SALT_BYTES)))
        try:
            seed = signing.current(settings(), random_bytes(SALT_BYTES))
            key = vkey_of(signing.origin(opening), seed)
            opening = replace(opening, public_key=str(key))
            with founding(folder, Book(), manner.operator) as here:
                if edition_file:
                    editions.keep(folder, text)
                keep_book(folder, here.book)
                ctx = WriteContext(venue=here, manner=manner)
                entry = ctx.post(opening)
        except BaseException:
            secrets.forget(settings(), opening.commitment or "")
            raise
    kept = secrets.where(settings(), opening.commitment or "")
    say_done(
        ctx,
        entry,
        f"{title} is open in {folder}, under {rules.edition}, from {first}",
        *([UNSANCTIONED] if opening.style is Style.OTHER else []),
        *unsanctioned(opening),
        *_far_away(first),
        *([] if manner.dry_run else [f"the secret of its draws is in {kept}: keep a copy"]),
        f"next: roundbook register --dir {as_typed(folder)} NAME --birth-year YEAR",
    )


def _far_away(first: date) -> list[str]:
    """Return a question where the first day is so far away that it may be a slip."""
    days = (first - today()).days
    return [f"  that is in {days:,} days: is the date right?"] if days > YEAR else []


def _paired_by(rules: Ruleset) -> PairedBy:
    """Return by what an edition's rounds are paired, unless somebody says otherwise.

    `dci-pod` is the sheet of the pod; an edition says nothing of it itself, since it was released
    before the sheet could be followed.
    """
    return PairedBy.POD_SHEET if rules.edition == POD_EDITION else PairedBy.SWISS


def _rules(edition: str | None, file: Path | None) -> tuple[Ruleset, bytes]:
    """Return the rules and the exact text of them. Raises Unreadable."""
    if file is None:
        name = edition or released.EDITIONS[0]
        return released.load(name), released.text(name)
    from ledger.rulesets import custom  # It loads pydantic, and is rarely needed.

    text = file.read_bytes()
    return custom.read(text), text


def _repeated(manner: CommandOptions, folder: Path, opening: TournamentOpened) -> bool:
    """Answer the first entry, if this same command has opened this tournament before."""
    if manner.cmd is None or manner.dry_run or not is_tournament(folder):
        return False
    ctx = WriteContext(venue=venue(folder, manner.operator, begun=False), manner=manner)
    entry = ctx.first()
    stands = ctx.tournament.opened
    if entry is None or stands is None or entry.seq != 1:
        return False
    same = replace(
        opening,
        tournament=stands.tournament,
        commitment=stands.commitment,
        public_key=stands.public_key,
    )
    say_done(
        ctx, ctx.post(same), f"{stands.name} is open in {folder}; this command was given before"
    )
    return True
