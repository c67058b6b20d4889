"""Which kinds of Limited the rules name for a format; one they leave out is remarked (A-29)."""

from ledger.decks import formats, pools
from ledger.decks.formats import DeckFormat
from ledger.decks.pools import CardPool


def unnamed(draft: str, within: str) -> str | None:
    """Return the remark that the text leaves a draft out for a format or a pool, or None.

    `draft` is such as `solomon-draft`, `within` such as `2-on-2-limited`, `unlimited`. The text
    names Solomon Draft for Standard and Expanded, and not for Unlimited and 2-on-2; it forbids it
    nowhere, so it is not a breach.
    """
    known: tuple[DeckFormat | CardPool, ...] = (*pools.released(), *formats.rules().formats)
    meant = (one for one in known if within == one.name or _stands_for(one, within))
    return next((said for one in meant if (said := left_out(draft, one))), None)


def left_out(draft: str, within: DeckFormat | CardPool) -> str | None:
    """Return the remark that the drafts named for a format or a pool do not include this one."""
    if not within.drafts or draft in within.drafts:
        return None
    named = f"the drafts of {within.name}"
    return f"{draft} is not one of {named} ({within.cites})."


def _stands_for(one: DeckFormat | CardPool, kind: str) -> bool:
    return isinstance(one, CardPool) and one.default and one.format == kind
