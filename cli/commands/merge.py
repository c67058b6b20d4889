"""Add what another branch of the same ledger recorded since the fork."""

import click
from msgspec.structs import replace

from roundbook.cli.desk.command import PLACE, as_shown, at_desk, say_done
from roundbook.cli.desk.errors import FOUND, shown
from roundbook.cli.desk.output import echo
from roundbook.cli.desk.read import read_ledger
from roundbook.cli.desk.write import WriteContext
from roundbook.cli.folder.layout import is_same
from roundbook.cli.folder.members import Anywhere
from roundbook.ledger.errors import Refused
from roundbook.ledger.events.catalogue import NoteMade
from roundbook.ledger.phrases import counted
from roundbook.ledger.record.entry import Entry
from roundbook.projections.compare.merge import Taken, Undecided, merge
from roundbook.projections.history.history import what


@click.command("merge")
@click.argument("other", type=PLACE)
@at_desk
def command(ctx: WriteContext, other: Anywhere) -> int:
    r"""Add what the branch in OTHER recorded since the fork: results, notes and drops.

    Each result, note or drop becomes a new entry here, with the number, time, author and leaf hash
    of the original.
    Entries that both branches have are not added again; differences are listed for the staff to
    decide. If both branches have paired the same round, the merge is refused: only one of the two
    rounds was played.

    \b
    Examples:
      roundbook file merge laptop-two -C cup
      roundbook file merge laptop-two -C cup --dry-run

    \b
    Exit codes:
      0 everything is here    1 something to decide    3 refused
    """
    if is_same(other, ctx.venue.folder):
        said = f"{as_shown(str(other))} is this tournament's own folder"
        hint = "Give the folder with the other branch."
        raise Refused(f"{said}, so there is nothing to merge.", hint=hint)
    found = merge(ctx.venue.desk.entries, read_ledger(other).entries, ctx.rules.tie_word)
    done, refused = _add(ctx, found.taken)
    undecided = sorted((*found.undecided, *refused), key=lambda one: one.seq)
    added = counted(len(done), "entry", "entries")
    word = "would be added" if ctx.dry_run else "added"
    say_done(
        ctx,
        done,
        f"{added} {word}; {len(found.same)} already here (fork after entry {found.fork})",
        fork=found.fork,
        same=found.same,
        undecided=undecided,
    )
    if undecided and not ctx.manner.as_json:
        echo(f"{counted(len(undecided), 'entry', 'entries')} to decide on:")
        for one in undecided:
            echo(shown(f"  {one.message}"))
    return FOUND if undecided else 0


def _add(ctx: WriteContext, taken: tuple[Taken, ...]) -> tuple[list[Entry], list[Undecided]]:
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
            refused.append(Undecided(seq=one.seq, message=said))
    return done, refused
