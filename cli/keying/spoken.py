"""What a line means that somebody has keyed in."""

from msgspec import Struct

from ledger.terms import MatchId, PlayerId, Result


class Keyed(Struct, frozen=True, kw_only=True):
    """The slip of a match: its result, who leaves after it, and why it is another than before."""

    match: MatchId
    result: Result
    leaving: tuple[PlayerId, ...] = ()
    reason: str | None = None


class Slips(Struct, frozen=True, kw_only=True):
    """One slip, or several with the same result."""

    slips: tuple[Keyed, ...]


class Show(Struct, frozen=True, kw_only=True):
    """A question: who sits there, and what is known of the match."""

    match: MatchId


class Undo(Struct, frozen=True, kw_only=True):
    """Take back what this hand has entered last."""

    reason: str | None = None


class Keep(Struct, frozen=True, kw_only=True):
    """Let the tables of the next lines all have this result, as it is keyed; None ends it."""

    result: str | None


class Wrong(Struct, frozen=True, kw_only=True):
    """A line that cannot be meant, and why, in one sentence."""

    sentence: str


class Other(Struct, frozen=True, kw_only=True):
    """No line of this grammar: a verb, perhaps."""


Spoken = Slips | Show | Undo | Keep | Wrong | Other
