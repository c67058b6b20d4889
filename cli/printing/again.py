"""Prints again what an entry posted, from the ledger as it stood then, and compares the digests."""

from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cli.desk.read import ReadContext
from cli.printing.fonts import fonts_again, set_with
from cli.printing.pdf import sheet_draft
from cli.printing.text import sheet_text
from ledger.errors import Refused, advice, do
from ledger.events.catalogue import RoundPosted
from ledger.state.tournament import Tournament
from projections.reports.text.posted import postings
from projections.rounds.rounds import posted_round


class SheetAgain(Struct, frozen=True, kw_only=True):
    """A sheet as it is printed now: a text or a PDF; `same` if it is what was posted."""

    event: RoundPosted
    data: bytes
    same: bool

    @property
    def text(self) -> str | None:
        """The sheet, where it was printed as text."""
        return None if self.event.printed else self.data.decode()


def sheet_again(ctx: ReadContext, seq: int, fonts: Sequence[Path] = ()) -> SheetAgain:
    """Print what an entry posted, a PDF on the same paper and in the very fonts.

    Raises Refused if the entry posted nothing, or a font is not here nor among `fonts`.
    """
    own = [event for entry, event in postings(ctx.entries) if entry.seq == seq]
    if not own:
        msg = f"entry {seq} posted nothing."
        raise Refused(msg, hint=advice("{} lists what was posted.", do("posted")))
    t = Tournament.replay(ctx.entries[: seq - 1])
    found = [posted_round(t, ctx.rules, event.pool, event.round) for event in own]
    rounds = [one for one in found if one]
    event = own[0]
    then = replace(ctx, t=t, language=event.language)
    printed = event.printed
    if printed is None:
        data = sheet_text(event.sheet, rounds, then).encode()
        return SheetAgain(event=event, data=data, same=sha256(data).hexdigest() == event.sha256)
    again = fonts_again(printed.fonts, fonts)
    if again is None:
        digests = ", ".join(printed.fonts)
        hint = f"Name its file: --pdf FILE --font FONT. The SHA-256 of what is needed: {digests}."
        raise Refused("a font that this was printed in is not here.", hint=hint)
    done = set_with(then, partial(sheet_draft, event.sheet, rounds, printed=printed), again)
    return SheetAgain(event=event, data=done.data, same=done.sha256 == event.sha256)
