"""How a word at the prompt can go on: verbs first, then options, pools, open matches and names."""

from collections.abc import Iterator

import click

from cli.keying.hall import hall_of
from cli.loading import find
from cli.prompt.session import Session
from cli.who import plain


def offers(session: Session, text: str, first: str | None) -> list[str]:
    """Return the words that begin so; `first` is the word at the beginning, None for that word.

    A name is offered as it has to be typed, in quotation marks.
    """
    wanted = plain(text.lstrip('"'))
    every = [*session.verbs, "help", "quit"] if first is None else _behind(session, first, text)
    return [word for word in every if plain(word.strip('"')).startswith(wanted)]


def _behind(session: Session, first: str, text: str) -> Iterator[str]:
    if text.startswith("-"):
        command = find(first)
        for param in command.params if command else ():
            if isinstance(param, click.Option):
                yield from param.opts
        return
    hall = hall_of(session.here.desk.tournament)
    yield from hall.pools
    for match in hall.running:
        if match not in hall.results:
            yield str(match)
    for known in session.here.book.players.values():
        name = known.person.name
        yield f'"{name}"' if " " in name else name
