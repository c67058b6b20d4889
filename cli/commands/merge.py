"""Add what another branch of the same ledger recorded since the fork."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import click
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.args.types import WORDS
from roundbook.cli.places import last_seen
from roundbook.cli.places.layout import is_same, own_home
from roundbook.cli.places.members import Anywhere
from roundbook.cli.session.command import PLACE, as_shown, at_desk, say_done
from roundbook.cli.session.errors import FOUND, shown
from roundbook.cli.session.errors import command as as_typed
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import read_ledger
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events.catalogue import ContradictionFound, NoteMade
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.projections.compare.merge import Taken, Undecided, merge
from roundbook.projections.history.history import what


@click.command("merge")
@click.argument("other", type=PLACE)
@click.option(
    "--gone",
    type=WORDS,
    metavar="REASON",
    help="The reason OTHER no longer exists; it is recorded, and nothing is merged.",
)
@partial(at_desk, beside="other")
def command(ctx: WriteContext, other: Anywhere, *, gone: str | None) -> int:
    r"""Add what the branch in OTHER recorded since the fork.

    Each result, note, message, check-in or drop becomes a new entry that names the original.
    Entries that both branches have are not added again. Entries that contradict those here, and
    other kinds, such as penalties, stay open until `roundbook ruling decide` or a correction
    settles them. If both branches have changed rounds, cuts or draws since the fork, the merge is
    refused.

    \b
    Examples:
      roundbook file merge laptop-two -C cup
      roundbook file merge trial -C cup --gone "it was only a trial"

    \b
    Exit codes:
      0 everything is here    1 something to decide    3 refused
    """
    if is_same(other, ctx.venue.folder):
        said = f"{as_shown(str(other))} is this tournament's own folder"
        hint = "Give the folder with the other branch."
        raise Refused(f"{said}, so there is nothing to merge.", hint=hint)
    if gone is not None:
        _settle(ctx, other, gone)
        return 0
    with last_seen.beside(ctx.venue.folder):
        theirs = read_ledger(other).entries
    found = merge(ctx.venue.desk.entries, theirs, ctx.rules.tie_word)
    done, refused = _add(ctx, found.taken)
    kept = _keep(ctx, sorted((*found.undecided, *refused), key=lambda one: one.seq))
    name = as_shown(str(other))
    added = counted(len(done), "entry", "entries") if done else "nothing to add"
    same = f", {len(found.same)} already here" if found.same else ""
    settled = f", {kept.decided} decided" if kept.decided else ""
    say_done(
        ctx,
        done,
        f"{added} from {name}{same}{settled}; the two are the same up to entry {found.fork}",
        fork=found.fork,
        same=found.same,
        undecided=kept.open,
    )
    if kept.open and not ctx.manner.as_json:
        echo(f"{counted(len(kept.open), 'entry', 'entries')} to decide on:")
        for one in kept.open:
            act = as_typed(do("decide", str(one.entry))) if one.entry else ""
            echo(shown(f"  {one.message}{f' Decide: `{act}`.' if act else ''}"))
    return FOUND if kept.open else 0


def _settle(ctx: WriteContext, other: Anywhere, reason: str) -> None:
    """Record that a copy no longer exists, so that nobody is told of its entries again."""
    name, here, opened = as_shown(str(other)), ctx.venue, ctx.tournament.opened
    assert opened is not None
    last_seen.refuse(here.strange, here.folder)
    copies = last_seen.at_desk(own_home(), here.folder, here.desk).copies
    copy = next((one for one in copies if one.is_in(other)), None)
    if copy is None:
        raise Refused(
            f"this machine knows of no other entries in {name}.",
            hint="There is nothing to do: every entry known from there is in this ledger.",
        )
    if copy.shared is not None or last_seen.is_there(copy, other):
        msg = f"{name} still has its entries, so they are not gone."
        raise Refused(msg, hint=advice("Merge it: {}.", do("merge", str(other))))
    last = copy.written.last
    text = f"a copy of this ledger that ended with line {last.seq} is gone: {reason}"
    there = replace(ctx, manner=replace(ctx.manner, cmd=f"gone/{last.leaf}"))
    entry = there.first() or there.post(NoteMade(text=text))
    if not ctx.dry_run:
        last_seen.settle(own_home(), opened, copy)
    say_done(ctx, entry, f"{name} was recorded as gone, with its line {last.seq}", line=last.seq)


class Open(Struct, frozen=True, kw_only=True):
    """An entry of the other branch to decide on, and the entry here that keeps it."""

    seq: int
    message: str
    entry: int | None


class Kept(NamedTuple):
    """What is open after a merge, and how much an earlier merge left that is decided by now."""

    open: list[Open]
    decided: int


def _keep(ctx: WriteContext, undecided: Sequence[Undecided]) -> Kept:
    """Keep what has to be decided in the ledger, each once, however often you merge."""
    before = {
        event.leaf: entry.seq
        for entry, event in each_event(ctx.venue.desk.entries)
        if isinstance(event, ContradictionFound)
    }
    found, decided = list[Open](), 0
    for one in undecided:
        seq = before.get(one.leaf)
        if seq is None and not ctx.dry_run:
            seq = _record(ctx, one)
        elif seq is not None and seq not in ctx.tournament.contradictions:
            decided += 1
            continue
        found.append(Open(seq=one.seq, message=one.message, entry=seq))
    return Kept(found, decided)


def _record(ctx: WriteContext, one: Undecided) -> int:
    """Record a contradiction; if its text may not be in the ledger, without it."""
    there = replace(ctx, manner=replace(ctx.manner, cmd=f"undecided/{one.leaf}"))
    try:
        return there.post(one.found(one.message)).seq
    except Refused:
        return there.post(one.found(f"see entry {one.seq} of the other branch.")).seq


def _add(ctx: WriteContext, taken: Sequence[Taken]) -> tuple[list[Entry], list[Undecided]]:
    """Add the entries, one by one; an entry that a rule refuses is left to be decided.

    The command id names the original, so the entry is added only once, however often you merge.
    """
    done: list[Entry] = []
    refused: list[Undecided] = []
    kept: list[tuple[object, ...]] = []
    for one in taken:
        events = (*one.events, NoteMade(text=one.note()))
        manner = replace(ctx.manner, cmd=f"merge/{one.leaf}")
        try:
            if ctx.dry_run:
                acts = [lambda _, told=told: told for told in (*kept, events)]
                done = ctx.venue.desk.rehearse(acts)
                kept.append(events)
            else:
                done.append(replace(ctx, manner=manner).post(*events))
        except Refused as no:
            told = "; ".join(map(what, one.events))
            said = f"entry {one.seq} of the other branch was refused here ({told}): {no.message}"
            refused.append(one.undecided(said))
    return done, refused
