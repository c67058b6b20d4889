"""Erase who somebody is from everything that stands beside the record."""

import sys

import click

from cli.acts import erase as acts
from cli.acts.erase import Erasure, Wish
from cli.args.words import WORDS, typed_as
from cli.desk.command import at_desk, say_done
from cli.desk.errors import shown
from cli.desk.output import echo
from cli.desk.write import WriteContext, nobody_to_ask
from ledger.errors import Refused
from projections.text import counted


@click.command("erase")
@click.argument("who", metavar="[PLAYER]...", nargs=-1)
@click.option("--all", "everybody", is_flag=True, help="Everybody, once three months are over.")
@click.option("--not-admitted", "entry", type=int, help="Who was not admitted, by that entry.")
@click.option("--reason", type=WORDS, help="Why. Kept in the ledger for good, without names.")
@click.option("--yes", is_flag=True, help="Do not ask; for scripts.")
@at_desk
def command(
    ctx: WriteContext,
    who: tuple[str, ...],
    entry: int | None,
    reason: str | None,
    *,
    everybody: bool,
    yes: bool,
) -> None:
    r"""Erase who PLAYER is: the name, the id, the year of birth; of staff (h2) the name.

    The results stay, under the number, and the ledger verifies as before. Nothing is ever erased
    by itself. Before the three months of TOP §4 are over it is one person at a time, for a reason.
    --dry-run shows what will go. Copies of the folder elsewhere are not reached.

    \b
    Examples:
      roundbook erase p17 --reason "the parents asked for it" --dry-run
      roundbook erase p17 --reason "the parents asked for it"
      roundbook erase --all
    """
    if everybody == bool(who or entry is not None):
        raise click.UsageError("name a player or more, or say --all.")
    from cli.web.access.sessions import guests, sign_out

    gone = acts.everybody(ctx) if everybody else [acts.whom(ctx, text) for text in who]
    gone += [acts.not_admitted(ctx, entry)] if entry is not None else []
    wish = Wish(gone=tuple(dict.fromkeys(gone)), everybody=everybody, reason=reason)
    at_pages = acts.Guests(guests, sign_out)
    with typed_as(reason="--reason REASON is missing: why somebody is erased is kept."):
        found = acts.consider(ctx, wish, at_pages)
    if not (yes or ctx.dry_run or found.nothing):
        _confirm(found)
    found = acts.erase(ctx, found, at_pages)
    say_done(ctx, found.entries, *_lines(found), **_as_data(found))


def is_terminal() -> bool:
    """Tell whether somebody sits there who can be asked."""
    return not nobody_to_ask() and sys.stdin.isatty()


def _confirm(found: Erasure) -> None:
    """Let somebody at a terminal type whom they erase. Raises Refused, or a usage error."""
    if not is_terminal():
        raise click.UsageError("erasing is for good: add --yes, or do it at a terminal.")
    for line in _lines(found):
        echo(shown(line), err=True)
    words = found.wish.words
    try:
        typed: str = click.prompt(
            f'This is for good. Type "{words}" to erase', default="", err=True
        )
    except click.Abort:
        typed = ""
    if typed.strip().lower() != words:
        raise Refused("nothing was erased: something else was typed.", hint="Give it again.")


def _lines(it: Erasure) -> list[str]:
    """Return what went, or would go, and what stays."""
    found, done = it.plan, it.done
    left = [f"  {one}" for one in found.left]
    if found.empty and not done:
        return [f"nothing of {it.wish.words} is left in this folder", *left]
    parts = [
        counted(len(found.people), "person", "people") + " in people.json",
        counted(len(found.sources), "imported file") if found.sources else "",
        counted(len(found.decks), "deck list") if found.decks else "",
        counted(found.attempts, "refused command") if found.attempts else "",
        f"{counted(len(found.aside), 'file')} in quarantine" if found.aside else "",
        f"{counted(found.guests, 'sign-in')} to its pages" if found.guests else "",
    ]
    said = [f"{it.wish.words}: {'erased' if done else 'to be erased'}"]
    said.append(f"  {'gone' if done else 'will go'}: {', '.join(filter(None, parts))}")
    if found.sources:
        said.append("  the imported file can no longer be given back byte for byte")
    return [*said, *left, "  copies of the folder elsewhere keep the names: see to them too"]


def _as_data(it: Erasure) -> dict[str, object]:
    """Return the same for a program, without a name."""
    found = it.plan
    return {
        "erased": list(it.wish.gone),
        "everybody": it.wish.everybody,
        "gone": {
            "people": len(found.people),
            "sources": len(found.sources),
            "decks": len(found.decks),
            "attempts": found.attempts,
            "quarantine": len(found.aside),
            "sign_ins": found.guests,
        },
        "left": list(found.left),
    }
