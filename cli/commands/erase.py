"""Erase a person's name and details from everything stored next to the ledger."""

import click

from roundbook.cli.acts import erase as acts
from roundbook.cli.acts.erase import Erasure, Wish
from roundbook.cli.answers.people import going
from roundbook.cli.answers.spoken import say
from roundbook.cli.args.types import WORDS, quoted, typed_as
from roundbook.cli.session import ask
from roundbook.cli.session.command import at_desk
from roundbook.cli.session.errors import typed as as_typed
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Declined
from roundbook.ledger.terms import Commitment, HandId, PlayerId
from roundbook.ledger.text import plain


@click.command("erase")
@click.argument("who", metavar="[PLAYER]...", nargs=-1)
@click.option(
    "--all",
    "everybody",
    is_flag=True,
    help="Erase everybody; refused while results must be kept.",
)
@click.option(
    "--not-admitted",
    "entry",
    type=int,
    help="The number of the ledger entry that records the refusal, such as 12.",
)
@click.option(
    "--reason", type=WORDS, help="The reason, without names; kept in the ledger for good."
)
@click.option("--yes", is_flag=True, help="Skip the confirmation, for scripts.")
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
    r"""Erase a PLAYER's name, Player ID and year of birth.

    PLAYER is a number, a Player ID or a whole name. For a staff member such as h2, only the name is
    erased. The results remain under the number, and the ledger can still be verified. No registered
    name is erased automatically. Give a reason; --all needs one only if the event was closed after
    its last day. While results have to be kept (TOP §4), erase one person at a time. --dry-run
    shows what will be erased. Copies elsewhere stay as they are.

    \b
    Examples:
      roundbook people erase p17 --reason "the parents asked for it" --dry-run
      roundbook people erase p17 --reason "the parents asked for it"
      roundbook people erase --all
    """
    if everybody == bool(who or entry is not None):
        raise click.UsageError("give one or more players, --all, or --not-admitted.")
    from roundbook.cli.web.access.sessions import guests, sign_out

    gone = acts.everybody(ctx) if everybody else [acts.whom(ctx, text) for text in who]
    gone += [acts.not_admitted(ctx, entry)] if entry is not None else []
    wish = Wish(gone=tuple(dict.fromkeys(gone)), everybody=everybody, reason=reason)
    at_pages = acts.Guests(guests, sign_out)
    with typed_as(reason="give --reason REASON: it stays in the ledger with the erasure."):
        found = acts.consider(ctx, wish, at_pages)
    if not (yes or ctx.dry_run or found.nothing):
        _confirm(ctx, found)
    found = acts.erase(ctx, found, at_pages)
    say(ctx, found, **_as_data(found))


def _confirm(ctx: WriteContext, found: Erasure) -> None:
    """Ask at a terminal to type what is erased. Raises Declined, or a usage error."""
    if not ask.at_terminal():
        raise click.UsageError(
            "an erasure cannot be undone: add --yes, or confirm it at a terminal."
        )
    words = found.wish.words
    question = f'This cannot be undone. Type "{words}" to erase {_who(ctx, found)}'
    typed = ask.answered(
        [*map(as_typed, going(ctx, found))], question, stopped="Nothing was erased."
    )
    names = [_name(ctx, who) for who in found.wish.gone] if len(found.wish.gone) == 1 else []
    if plain(typed) not in map(plain, filter(None, (words, *names))):
        other = f': {quoted(typed)} was typed instead of "{words}"' if typed else ""
        raise Declined(f"Nothing was erased{other}.")


def _who(ctx: WriteContext, it: Erasure) -> str:
    """Return the people to erase, with their names if they are still known."""
    if it.wish.everybody or it.done:
        return it.wish.words
    numbers = zip(it.wish.gone, it.wish.words.split(), strict=True)
    known = ((_name(ctx, who), number) for who, number in numbers)
    return ", ".join(f"{name} ({number})" if name else number for name, number in known)


def _name(ctx: WriteContext, who: str) -> str:
    """Return the name of a player, a staff member or a refused player; empty if unknown."""
    book = ctx.book
    known = book.players.get(PlayerId(who)) or book.refused.get(Commitment(who))
    return known.person.name if known else book.hands.get(HandId(who), "")


def _as_data(it: Erasure) -> dict[str, object]:
    """Return the same for JSON, without names."""
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
            "undecided_decks": found.handed,
        },
        "left": list(found.left),
    }
