"""Replay a tournament, round by round, and compare the result with what was recorded."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

import click
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.args.shared_options import OfPlaces
from roundbook.cli.checking.report import OTHER_RULES
from roundbook.cli.checking.sources import recorded_places
from roundbook.cli.places import sources
from roundbook.cli.places.layout import name_of
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.opened_archive import read_archive
from roundbook.cli.session import errors
from roundbook.cli.session.command import named
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import (
    AS_JSON,
    PLAIN,
    ReadContext,
    ledger_named,
    read_ledger,
    say_answer,
)
from roundbook.cli.terminal.tables import show, show_parts
from roundbook.cli.tom.compare import compared, told_events
from roundbook.cli.tom.organiser_file import EDITION, read_telling, say_warnings, telling_of
from roundbook.ledger.errors import Refused, Unreadable
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.people.book import Book
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Pool, Result
from roundbook.ledger.text import joined
from roundbook.ledger.validators.checks import Checks
from roundbook.projections.audits import AUDITS
from roundbook.projections.compare.official import Comparison
from roundbook.projections.explain.tiebreak import told_apart
from roundbook.projections.reports.api.compared import Replay, compared_file
from roundbook.projections.reports.api.standings import standings_of
from roundbook.projections.reports.text.pairings import NONE, round_text
from roundbook.projections.reports.text.review import (
    DIFFERENCE_COLUMNS,
    compared_in_words,
    difference_rows,
    verdict,
)
from roundbook.projections.reports.text.standings import divisions_text
from roundbook.projections.rounds.rounds import PostedRound, corrected_later, posted_round
from roundbook.projections.standings.shown import shown
from roundbook.projections.standings.standings import by_division

UNTIL = re.compile(r"(?:round\s+)?([1-9][0-9]?)", re.IGNORECASE)
TABLES = "tables/standings.json"


class Story(Struct, frozen=True, kw_only=True):
    """A tournament to replay: its events in order, and what was recorded about the end.

    `found` compares the places in a file with ours, None without a file. `odd` has a sentence for
    everything else recorded that was not reproduced; `held` says what was reproduced. `was` are
    results that were corrected after a round was paired with them. `by_default` is whether
    nobody named the edition of a file.
    """

    title: str
    rules: Ruleset
    book: Book
    happened: Sequence[tuple[ev.AnyEvent, int, date | None]]
    end: Tournament
    found: Comparison | None = None
    odd: tuple[str, ...] = ()
    held: str = ""
    by_default: bool = False
    was: Mapping[MatchId, Result] = NONE


@click.command("replay", cls=OfPlaces)
@click.argument("source", metavar="[FILE|DIR]", required=False)
@EDITION
@click.option("--step", is_flag=True, help="Show each round, then wait for a key press.")
@click.option("--until", help='The last round to replay, such as "round 3".')
@AS_JSON
@PLAIN
def command(
    source: str | None,
    edition: str | None,
    *,
    step: bool,
    until: str | None,
    as_json: bool,
    plain: bool,
) -> int:
    r"""Replay a tournament (.tdf, published results, folder, archive) and compare the result.

    A file is compared with its official places, an archive with its standings table, and a ledger
    with its own draws, seeds and cuts. Nothing is written. Without FILE or DIR, the tournament in
    this folder is replayed.

    \b
    Examples:
      roundbook file replay
      roundbook file replay cup.tdf
      roundbook file replay cup.zip --step --until "round 3"

    Exit code: 0 as it was recorded, 1 something differs, 5 unreadable.
    """
    source, last = source or ".", _last(until)
    ledger = None if source == "-" else ledger_named(source)
    story = _of_file(source, edition) if ledger is None else _of_ledger(source, ledger)
    t, played = story.end, list[PostedRound]()
    if step or last is not None:
        t = Tournament()
        for one in _rounds(story, t, last):
            played.append(one)
            if step and not as_json:
                stands = _as_it_stands(one, story.end)
                show_parts(round_text(stands, _at(story, t), was=story.was), plain=plain)
                click.pause("press any key to continue")
                click.echo()
    if last is not None and last > max((one.number for one in played), default=0):
        paired = counted(max((one.number for one in played), default=0), "round")
        raise Refused(f"round {last} was never paired.", hint=f"{paired} can be replayed.")
    if last is not None:
        held = "The recorded final places are not compared."
        story = replace(story, found=None, odd=(), held=held)
    differs = story.odd or (story.found and story.found.differences)
    if as_json:
        _say_json(source, story, t, last)
    else:
        _say(story, t, last, plain=plain)
    return errors.FOUND if differs else 0


def _last(until: str | None) -> int | None:
    """Return the number of the last round to replay; None for all. Raises a usage error."""
    number = UNTIL.fullmatch(until.strip()) if until else None
    if until is not None and number is None:
        raise click.UsageError(f'--until {until!r} is not a round; use the form "round 3".')
    return int(number[1]) if number else None


def _of_file(source: str, edition: str | None) -> Story:
    """Read a .tdf file, or published results, with the official places."""
    telling = read_telling(source, edition)
    telling.refuse_without_rounds("replay")
    say_warnings(telling)
    happened, book = told_events(telling)
    t, found = compared(telling, happened)
    return Story(
        title=telling.event or source,
        rules=telling.rules,
        book=book,
        happened=[(event, 0, None) for event in happened],
        end=t,
        found=found,
        held=_closing(found),
        by_default=edition is None,
    )


def _of_ledger(source: str, ledger: Anywhere) -> Story:
    """Read a ledger, and check its draws, seeds and cuts, and the places of a file or archive."""
    ctx = read_ledger(ledger)
    review = Checks(AUDITS).review(ctx.entries, ctx.rules)
    odd = [f"entry {one.seq}: {one.message}" for one in review if not one.overridden]
    found, held = _in_source(ctx), "Every draw, seed and cut in the ledger was reproduced."
    if ctx.archive:
        table = read_archive(ctx.archive)[TABLES]
        odd += [one.message for one in recorded_places(source, table, ctx.t, ctx.rules, ctx.book)]
        held = f"{held} Every place in the archive's table was reproduced too."
    elif found:
        held = f"{held} {_closing(found)}"
    return Story(
        title=ctx.event,
        rules=ctx.rules,
        book=ctx.book,
        happened=[(event, one.seq, one.at.date()) for one in ctx.entries for event in one.events],
        end=ctx.t,
        found=found,
        odd=tuple(odd),
        held=held,
        was=corrected_later(ctx.entries, ctx.t),
    )


def _in_source(ctx: ReadContext) -> Comparison | None:
    """Compare a ledger with the last imported file; None if no file is kept."""
    for digest in reversed([*sources.told(ctx.entries)]):
        try:
            telling = telling_of(digest, sources.read(ctx.folder, digest), ctx.rules.edition)
        except (OSError, Unreadable):
            continue
        return compared(telling, told_events(telling)[0])[1]
    return None


def _rounds(story: Story, t: Tournament, last: int | None) -> Iterator[PostedRound]:
    """Apply the events to `t`, and yield each round as it stood when the next was paired."""
    running: dict[Pool, int] = {}
    for event, seq, day in story.happened:
        if isinstance(event, ev.RoundPaired):
            if last is not None and event.round > last:
                break
            yield from _shown(story, t, event.pool, running.get(event.pool, 0))
            running[event.pool] = event.round
        t.apply(event, seq, day)
        t.seq = seq
    for pool, number in running.items():
        yield from _shown(story, t, pool, number)


def _shown(story: Story, t: Tournament, pool: Pool, number: int) -> Iterator[PostedRound]:
    if one := posted_round(t, story.rules, pool, number):
        yield one


def _as_it_stands(one: PostedRound, end: Tournament) -> PostedRound:
    """Return a round with its final results, which decide the places."""
    stood = (
        replace(line, result=end.results.get(line.match)) if line.match in end.matches else line
        for line in one.tables
    )
    return replace(one, tables=tuple(stood))


def _at(story: Story, t: Tournament, source: str = "") -> ReadContext:
    """Return the context to show a tournament at one moment of a replay."""
    folder = Path(Path(name_of(named(source))).stem)
    return ReadContext(folder=folder, entries=[], t=t, rules=story.rules, book=story.book)


def _say_json(source: str, story: Story, t: Tournament, last: int | None) -> None:
    found = compared_file(source, story.found, story.book) if story.found else None
    placed = by_division(shown(t, story.rules))
    ours = standings_of(_at(story, t, source).sight(), placed.items())
    say_answer(Replay(compared=found, standings=ours, until=last, differences=story.odd))


def _say(story: Story, t: Tournament, last: int | None, *, plain: bool) -> None:
    click.echo(errors.shown(story.title))
    played, matches = counted(len(t.rounds), "round"), counted(len(t.matches), "match", "matches")
    pools = {pool for pool, _ in t.rounds}
    # Nobody plays the rounds of two pods, so the sum alone would be unclear.
    parts = ((len(pools - {*t.cuts}), "pod"), (len(pools & {*t.cuts}), "bracket"))
    if max(number for number, _ in parts) > 1:
        played += f" ({' and '.join(counted(number, what) for number, what in parts if number)})"
    until = f", up to round {last}" if last is not None else ""
    players = counted(len(t.players), "player")
    click.echo(f"{players}, {played}, {matches}{until}; edition {story.rules.edition}")
    if story.by_default:
        by = story.rules.edition
        echo(f"note: {by} is the default; percentages differ by edition (`--edition`)", err=True)
    placed = shown(t, story.rules)
    show_parts(divisions_text(told_apart(t, placed), story.book, story.rules), plain=plain)
    click.echo()
    found = story.found
    for sentence in story.odd:
        echo(errors.shown(sentence))
    if found and found.differences:
        click.echo(f"{counted(len(found.differences), 'difference')} from the file:")
        show(DIFFERENCE_COLUMNS, difference_rows(found, story.book), plain=plain)
        echo(OTHER_RULES)
    elif not story.odd:
        echo(story.held)


def _closing(found: Comparison) -> str:
    """Return the closing sentence if every place in the file was reproduced."""
    if not found.places:
        said = verdict(found)
        return f"{said[0].upper()}{said[1:]}."
    return f"All {joined([*compared_in_words(found)])} are reproduced."
