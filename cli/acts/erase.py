"""Whom somebody wants to erase, what is then recorded, and what is said of it."""

import re

import click
from msgspec import Struct

from cli.folder.erasure import Plan, in_order
from ledger.events.catalogue import PeopleErased
from ledger.state.tournament import Tournament
from ledger.terms import Commitment, HandId
from projections.text import counted

OVER = "the three months of TOP §4 are over"
HAND = re.compile(r"h[1-9][0-9]{0,5}\Z", re.ASCII)
_COMMITMENT = re.compile(r"[A-Za-z0-9_-]{43}\Z", re.ASCII)


class Wish(Struct, frozen=True, kw_only=True):
    """Who should be erased: `gone` by number or commitment, and why."""

    gone: tuple[str, ...]
    everybody: bool
    reason: str | None

    @property
    def words(self) -> str:
        """Whom this is about, in words that can be typed."""
        if self.everybody:
            return "everybody"
        return " ".join("not-admitted" if _COMMITMENT.match(who) else who for who in self.gone)

    def event(self, t: Tournament) -> PeopleErased | None:
        """Return what is to be recorded; None where the ledger says all of it already."""
        new = [who for who in self.gone if who not in t.erased]
        players = () if self.everybody else tuple(who for who in t.players if who in new)
        hands = tuple(HandId(who) for who in in_order(new) if HAND.match(who))
        refused = tuple(Commitment(who) for who in new if _COMMITMENT.match(who))
        left = self.everybody and any(player not in t.erased for player in t.players)
        if not (players or hands or refused or left):
            return None
        if self.reason is None and not self.everybody:
            raise click.UsageError("--reason REASON is missing: why somebody is erased is kept.")
        return PeopleErased(
            reason=self.reason or OVER,
            everybody=self.everybody,
            players=players,
            hands=hands,
            refused=refused,
        )


def lines(wish: Wish, found: Plan, *, done: bool) -> list[str]:
    """Return what went, or would go, and what stays."""
    left = [f"  {one}" for one in found.left]
    if found.empty and not done:
        return [f"nothing of {wish.words} is left in this folder", *left]
    parts = [
        counted(len(found.people), "person", "people") + " in people.json",
        counted(len(found.sources), "imported file") if found.sources else "",
        counted(len(found.decks), "deck list") if found.decks else "",
        counted(found.attempts, "refused command") if found.attempts else "",
        f"{counted(len(found.aside), 'file')} in quarantine" if found.aside else "",
        f"{counted(found.guests, 'sign-in')} to its pages" if found.guests else "",
    ]
    said = [f"{wish.words}: {'erased' if done else 'to be erased'}"]
    said.append(f"  {'gone' if done else 'will go'}: {', '.join(filter(None, parts))}")
    if found.sources:
        said.append("  the imported file can no longer be given back byte for byte")
    return [*said, *left, "  copies of the folder elsewhere keep the names: see to them too"]


def as_data(wish: Wish, found: Plan) -> dict[str, object]:
    """Return the same for a program, without a name."""
    return {
        "erased": list(wish.gone),
        "everybody": wish.everybody,
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
