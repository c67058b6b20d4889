"""Make a ledger of an invented event."""

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from fractions import Fraction
from typing import Any

import click

from roundbook.cli.args.types import ReadType, WordsType, quoted, refuse
from roundbook.cli.places import heads
from roundbook.cli.places.layout import refuse_taken
from roundbook.cli.places.layout import store as store_of
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.people import keep_book
from roundbook.cli.session.batch import progress
from roundbook.cli.session.command import PLACE
from roundbook.cli.session.errors import shown
from roundbook.cli.session.output import as_typed
from roundbook.cli.session.read import AS_JSON, say_answer
from roundbook.cli.session.venue import Operator, founding
from roundbook.ledger.desk import Desk
from roundbook.ledger.events.catalogue import PlayerDropped, ResultCorrected
from roundbook.ledger.people.book import Book, packed
from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets import released
from roundbook.ledger.storage.store import MemoryStore
from roundbook.ledger.terms import Actor, Division
from roundbook.projections.practice.invented import Plan, Stage, cast, happenings, signing_seed
from roundbook.projections.reports.api.handouts import InventedEvent
from roundbook.projections.rules_in_force import checks

AGES = (Division.JUNIOR, Division.SENIOR, Division.MASTERS)


def _share(text: str) -> Fraction:
    """Return a share from 0 to 1, such as `0.05`, exactly."""
    try:
        share = Fraction(text) if len(text) <= 20 and "e" not in text.lower() else None
    except (ValueError, ZeroDivisionError):
        share = None
    if share is None or not 0 <= share <= 1:
        refuse(f"{quoted(text)} is not a share; use a number from 0 to 1.")
    return share


def share(name: str, what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return an option that takes a share."""
    return click.option(
        name, type=ReadType("share", _share), default="0", show_default=True, help=what
    )


@click.command("generate")
@click.argument("folder", metavar="DIR", type=PLACE)
@click.option(
    "--players",
    type=click.IntRange(2, 50_000),
    help="The number of players.  [default: 16]",
    metavar="N",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 99),
    default=4,
    show_default=True,
    metavar="N",
    help="The number of rounds.",
)
@share("--ties", "The share of matches that end in a tie.")
@share("--drops", "The share of players who drop each round.")
@share("--late", "The share of players who arrive late.")
@share("--awarded", "The share of players with an awarded bye.")
@click.option("--divisions", metavar="J,S,M", help="The numbers of Juniors, Seniors and Masters.")
@share("--corrections", "The share of results that are corrected.")
@click.option(
    "--seed",
    type=WordsType(200),
    default="roundbook",
    show_default=True,
    help="The random seed: any text.",
)
@click.option(
    "--season",
    type=WordsType(200),
    help="A name for the season; its events share players.",
)
@AS_JSON
def command(folder: Anywhere, *, as_json: bool, **asked: Any) -> None:
    r"""Make a ledger of an event that never took place, in the new folder DIR.

    Players and results are invented; the pairings and all checks are real. The same --seed and
    options give the same ledger, byte for byte. A SHARE is a number from 0 to 1.

    \b
    Examples:
      roundbook lab generate cup
      roundbook lab generate --players 64 --ties 0.05 --drops 0.05 big-cup
    """
    players, divisions = asked.pop("players"), asked.pop("divisions")
    season = asked.pop("season")
    if season is not None:  # Events of two seasons differ, also under the same seed.
        asked["seed"] = f"{asked['seed']} of {season}"
    plan = Plan(divisions=_divisions(players, divisions), **asked)
    refuse_taken(folder)
    store = MemoryStore()
    desk, book = _played(plan, store, season)
    with founding(folder, book, Operator()):
        keep_book(folder, book)
        store_of(folder).append(store.lines(), after=0)
        heads.sign_with(signing_seed(plan), folder, desk)
    events = [event for entry in desk.entries for event in entry.events]
    t = desk.tournament
    if as_json:
        invented = InventedEvent(
            folder=str(folder),
            seed=plan.seed,
            entries=t.seq,
            players=len(t.players),
            rounds=len(t.rounds),
            matches=len(t.matches),
            drops=sum(isinstance(event, PlayerDropped) for event in events),
            corrections=sum(isinstance(event, ResultCorrected) for event in events),
        )
        say_answer(invented)
        return
    entries, people = counted(t.seq, "entry", "entries"), counted(len(t.players), "player")
    rounds, matches = counted(len(t.rounds), "round"), counted(len(t.matches), "match", "matches")
    click.echo(shown(f"an invented event: {people}, {rounds}, {matches}"))
    click.echo(shown(f"{entries} are in {folder}"))
    click.echo(shown(f"next: roundbook file check {as_typed(folder)}"))
    click.echo(shown(f"      roundbook standings -C {as_typed(folder)}"))


def _divisions(players: int | None, text: str | None) -> dict[Division, int]:
    """Return the number of players in each division; raises a usage error."""
    if text is None:
        return {Division.MASTERS: players or 16}
    parts = text.split(",")
    if len(parts) != len(AGES) or not all(
        p.isascii() and p.isdigit() and len(p) < 6 for p in parts
    ):
        raise click.UsageError(f"{quoted(text)} is not three numbers; use --divisions 20,20,24.")
    numbers = [int(part) for part in parts]
    if sum(numbers) < 2 or (players is not None and sum(numbers) != players):
        wanted = "at least 2" if players is None else str(players)
        there = counted(sum(numbers), "player")
        raise click.UsageError(f"the divisions add up to {there}; they must add up to {wanted}.")
    return dict(zip(AGES, numbers, strict=True))


def _played(plan: Plan, store: MemoryStore, season: str | None = None) -> tuple[Desk, Book]:
    """Play the event at its own desk; the clock and all random choices come from the seed."""
    rules = released.load(released.DEFAULT)
    comers, names = cast(plan, rules, season)
    book, hand = names.with_hand(Operator().name)
    book = book.with_staff(hand, packed(plan.dice.throw("salt", hand)))
    clock = datetime.combine(plan.day, time(9), UTC)
    done = 0

    def tick() -> datetime:
        nonlocal clock
        clock += timedelta(seconds=1 + plan.dice.below(20, "pause", done))
        return clock

    desk = Desk(
        store,
        hand=Actor(id=hand, commitment=book.staff[hand].bound),
        checks=lambda: checks(book),
        ruleset=lambda _: rules,
        clock=tick,
        new_cmd=lambda: f"generate/{done}",
        note_attempt=lambda _: None,
    )
    on = Stage(t=desk.tournament, rules=rules, plan=plan, comers=comers, hand=hand)
    expected = plan.players + plan.rounds * (plan.players // 2 + 6)
    for act in progress(happenings(on), "acts", expected):
        done += 1
        desk.post(*act)
    return desk, book
