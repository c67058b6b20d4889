"""Chance that is the same in every run of a test: a tournament's own secrets, and players' salts.

So is the time that stands on a print, since it goes into the print's digest.

No part of the program: a test runs `fix` before it, in the process of the server too. Whatever else
is drawn (ids of commands, invitations, keys of forms) stays as nobody can foresee it.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from importlib import import_module

from msgspec.structs import replace

from roundbook.cli.acts import people
from roundbook.cli.acts.people import Arrival
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.people.book import Book, packed

PRINTED_AT = datetime(2026, 3, 7, 10, 0, tzinfo=UTC)

PROGRAM = "from tests.web.chance import fix; fix()"
"""What a process does first."""


def fix(put: Callable[[object, str, object], None] = setattr) -> None:
    """Let a tournament have the same id, secret and key, and each player the same salt."""
    opening = import_module("roundbook.cli.acts.opening")
    put(opening, "new_id", lambda: "the-same-event")
    put(opening, "random_bytes", lambda count: bytes(range(count)))
    put(import_module("roundbook.cli.printing.posting"), "now", lambda: PRINTED_AT)
    with_salts = people._with_salts

    def salted(ctx: WriteContext, book: Book, who: Sequence[Arrival]) -> Book:
        found = with_salts(ctx, book, who)
        players = {
            player: known
            if player in ctx.tournament.players
            else replace(known, salt=packed(sha256(known.person.name.encode()).digest()))
            for player, known in found.players.items()
        }
        return replace(found, players=players)

    put(people, "_with_salts", salted)
