"""Shell completion: offers divisions, pools, open matches and players of a tournament."""

from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from roundbook.cli.session.venue import Venue, venue
from roundbook.cli.verbs import name_of
from roundbook.ledger.errors import Trouble
from roundbook.ledger.text import plain
from roundbook.projections.offers import EACH, about_players, offered
from roundbook.projections.proposals import OF_PLAYER

VARIABLE = "_ROUNDBOOK_COMPLETE"
"""The variable that a shell sets when it asks for completions."""


class TournamentWord(click.ParamType[str]):
    """A word known to a tournament, completed from its beginning."""

    name = "word"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word as typed: it is not checked during completion."""
        del param, ctx
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the words that begin like this; the shell's own files if there are none."""
        del param
        folder = ctx.params.get("folder") or Path()
        verb = name_of(ctx.command_path.partition(" ")[2])
        try:
            here = venue(folder, noting=False, names_needed=False)
            found = [*_words(here, incomplete, verb)]
        except (Trouble, OSError):
            found = []
        return found or [CompletionItem(incomplete, type="file")]


def _words(here: Venue, begun: str, verb: str) -> Iterator[CompletionItem]:
    """Yield completions; for players the number, also after the beginning of a name.

    Of a command about pools or players, only those for whom it can be used now.
    """
    t, rules, wanted = here.desk.tournament, here.desk.rules, plain(begun)
    words = {each.lower(): "division" for each in {one.division for one in t.players.values()}}
    words |= {pool: f"round {t.latest.get(pool, 0)}" for pool in (*t.pods, *t.cuts)}
    if verb in EACH:
        now = {word for one in offered(t, rules, verb) for word in one.act.args[:1]}
        words = {word: said for word, said in words.items() if word in now}
    for match, pair in t.matches.items():
        if match.round == t.latest[match.pool] and match not in t.results:
            words[str(match)] = " - ".join(map(here.book.name, pair))
    for word in sorted(words):
        if word.startswith(wanted):
            yield CompletionItem(word, help=words[word])
    can = about_players(t, rules, [verb]) if verb in OF_PLAYER else None
    for player in t.players if wanted else ():
        name = here.book.name(player)
        fits = any(each.startswith(wanted) for each in (player, *plain(name).split()))
        if fits and (can is None or can[player]):
            yield CompletionItem(player, help=name)


def with_words(command: click.Command) -> click.Command:
    """Return a copy of a command that completes every word except choices and paths."""
    told = copy(command)
    told.params = [_with_words(param) for param in command.params]
    if isinstance(told, click.Group):
        told.commands = {name: with_words(part) for name, part in told.commands.items()}
    return told


def _with_words(param: click.Parameter) -> click.Parameter:
    is_flag = isinstance(param, click.Option) and param.is_flag
    if is_flag or isinstance(param.type, click.Choice | click.Path):
        return param
    told = copy(param)
    told.type = TournamentWord()
    return told
