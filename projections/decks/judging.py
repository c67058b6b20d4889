"""A deck list against its format: every breach with its line, and what could not be judged."""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from ledger.decks.drafts import left_out
from ledger.decks.lists import DeckList, Line
from projections.decks import amounts, handed_out, legality
from projections.decks.judgement import Breach, Judgement, Question

Look = Callable[[DeckList, Question], Iterable[Breach]]

CHECKS: tuple[Look, ...] = (
    amounts.size,
    amounts.copies,
    amounts.limits,
    legality.never_legal,
    legality.bans,
    legality.sets,
    legality.languages,
    handed_out.only_what_was_given,
)
"""What is asked of every list, in order."""


def judge(deck: DeckList, asked: Question) -> Judgement:
    """Return everything that is wrong with a list, in order of its lines, and what is remarkable.

    What concerns the whole list stands first. A remark is no breach: what a line should name but
    need not (TRF §4), what the text of the rules leaves out, what could not be judged.
    """
    if asked.pool:
        deck = replace(deck, lines=tuple(map(asked.pool.spelled, deck.lines)))
    found = [breach for look in CHECKS for breach in look(deck, asked)]
    found.sort(key=lambda breach: breach.line)
    return Judgement(cards=deck.cards, breaches=tuple(found), remarks=tuple(_remarks(deck, asked)))


def _remarks(deck: DeckList, asked: Question) -> Iterator[str]:
    """Yield what people should know though it is no breach."""
    pool = asked.pool
    if pool and not pool.in_force(asked.on):
        until = f" to {pool.valid_until}" if pool.valid_until else ""
        yield f"the pool {pool.name} holds from {pool.valid_from}{until}, not on {asked.on}."
    if asked.limited:
        within = (asked.format, pool) if pool else (asked.format,)
        left = (left_out(asked.draft or asked.format.name, one) for one in within)
        yield from (remark for remark in left if remark)
    if deck.total is not None and deck.total != sum(line.count for line in deck.lines):
        named = sum(line.count for line in deck.lines)
        yield f"the list says that it has {deck.total} cards, and names {named}."
    bare = [
        str(line.line)
        for line in deck.deck
        if not line.number or not line.set
        if not asked.rules.basic_kind(line)
    ]
    if bare:
        lines = f"line {bare[0]}" if len(bare) == 1 else f"{len(bare)} lines, the first {bare[0]},"
        yield f"{lines} without set or collector number: a clear list names both (TRF §4)."
    if pool and not pool.every_set and any(_unsaid(line, asked) for line in deck.deck):
        yield "whether a card without a set is legal cannot be judged (TRF §13)."
    if asked.limited and asked.handed_out is None:
        yield "what was handed out is not known (--pool-list), so it was not compared (TRF §11.2)."
    foreign = sorted({line.language for line in deck.deck if line.language not in {"", "en"}})
    if asked.premier and asked.local is None and foreign:
        said = ", ".join(foreign)
        yield f"cards in {said}: name the --region to judge the languages (TRF §1.8)."


def _unsaid(line: Line, asked: Question) -> bool:
    """Whether a line leaves open which set its card is of, where that matters."""
    pool = asked.pool
    return not (line.set or asked.rules.basic_kind(line) or (pool and pool.reprinted(line)))
