"""What follows from the close, requests for the results, deck lists and drafts."""

import re
from collections.abc import Iterator

from roundbook.cli.acts.closing import ChainBegun, Closed, RequestKept
from roundbook.cli.acts.decks import BuildingBegun, DeckKept, SeatsDrawn
from roundbook.cli.acts.results import BracketWon, winners
from roundbook.cli.acts.teams import TeamsFormed
from roundbook.cli.answers.recorded import seated
from roundbook.cli.answers.results import won as winner
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Hint, advice, do, warning
from roundbook.ledger.phrases import counted
from roundbook.ledger.validators.retention import months
from roundbook.projections.bracket.bracket import brackets
from roundbook.projections.decks import Judgement
from roundbook.projections.reports.text.posted import request_text
from roundbook.projections.rounds.cut_short import cut_short, short_in_words
from roundbook.projections.standings.shown import shown
from roundbook.projections.standings.standings import by_division


def closed(ctx: WriteContext, found: Closed) -> Iterator[str | Hint]:
    """Yield who was ordered at random, the winners, and how long to keep the results."""
    if ctx.dry_run:
        yield "Nothing was written. The tournament would be closed."
    for division, players in found.lots:
        order = "would be ordered at random" if ctx.dry_run else "were ordered at random"
        tied = ", ".join(map(ctx.named, players))
        yield f"{division} players tied on every tiebreaker {order}: {tied}."
    yield from _winners(ctx, found)
    for one in cut_short(ctx.tournament):
        yield f"{short_in_words(one)}."
    if found.days_left is not None:
        kept = months(ctx.rules)
        yield f"Keep the results until {found.until}, {kept} from {found.last} (TOP §4)."
        if found.days_left < 0:
            yield "That date has passed, so names may be erased; this never happens automatically."
    else:
        yield "The rules of this event do not say how long results must be kept."
    if not (ctx.manner.goes_on or ctx.dry_run):
        yield advice("The final places: {}.", do("standings"))


def _winners(ctx: WriteContext, found: Closed) -> Iterator[str]:
    """Yield the winner of every division: of its bracket, or the first of its Swiss rounds.

    Nobody has won a division whose bracket was not finished, one with one player, or one without a
    single match. In a dry run, places that are still to be drawn have no first.
    """
    t = ctx.after(found.entries)
    in_brackets = {won.division: won for won in winners(t, [one.pool for one in brackets(t)])}
    if t.is_elimination:
        yield from (winner(ctx, won) for won in in_brackets.values())
        return
    drawn = {division for division, _ in found.lots} if ctx.dry_run else set()
    cut = {one.division for one in t.cuts.values()}
    for division, placed in by_division(shown(t, ctx.rules)).items():
        first = next((one.player for one in placed if one.place == 1), None)
        if won := in_brackets.get(division):
            yield winner(ctx, won)
        elif first and t.results and division not in cut | drawn:
            won = BracketWon(player=first, division=division)
            alone = f"{ctx.named(first)} was the only player in {division}."
            yield winner(ctx, won) if len(placed) > 1 else alone


def chain(_ctx: WriteContext, facts: ChainBegun) -> list[str]:
    """Return where the secret of the new chain is kept, and the key that signs from now on."""
    key = [f"From now on, the ledger is signed with {facts.key}."] if facts.key else []
    return [f"The secret of the new chain is in {facts.kept_in}: keep a copy.", *key]


def request(ctx: WriteContext, facts: RequestKept) -> list[str | Hint]:
    """Return the receipt of a request, or how to answer it."""
    said: list[str | Hint] = [*request_text(ctx.tournament, facts.request)]
    said += [warning(facts.doubt)] if facts.doubt else []
    if facts.request.answer is None and not ctx.dry_run:
        then = do("requests answer", str(facts.request.number), "--with", "FILE")
        said.append(advice("When you hand over the results, use {}.", then))
    return said


OPTION = re.compile(r" \(--[a-z-]+( [A-Z]+)?\)", re.ASCII)
"""An option of a command in the middle of a sentence: a page has a field for it."""


def deck(ctx: WriteContext, kept: DeckKept) -> list[str | Hint]:
    """Return the number of cards in a deck list, and what is wrong with it."""
    judged = kept.judgement
    cards = counted(judged.cards, "card")
    before = " and replaces the earlier list" if kept.again else ""
    return [
        f"The deck list of {ctx.person(kept.player)} has {cards} for {kept.format}{before}.",
        *(warning(one.in_words) for one in judged.breaches),
        *(warning(f"Note: {note}") for note in notes_on(judged)),
    ]


def notes_on(judged: Judgement) -> list[str]:
    """Return the notes on a deck list, without the options of the terminal."""
    return [OPTION.sub("", remark) for remark in judged.remarks]


def teams(ctx: WriteContext, facts: TeamsFormed) -> list[Hint]:
    """Return the players who have no partner yet."""
    if not facts.alone:
        return []
    return [warning(f"Without a partner: {', '.join(map(ctx.named, facts.alone))}.")]


def building(_ctx: WriteContext, facts: BuildingBegun) -> list[str]:
    """Return when the deck-building time ends."""
    return [f"The deck-building time ends at {facts.ends_at:%H:%M:%S}."]


def seats(ctx: WriteContext, drawn: SeatsDrawn) -> list[str]:
    """Return the seats of a draft; no names for a dry run."""
    tables = counted(drawn.count, "draft table")
    if ctx.dry_run:
        return [f"Nothing was written. The seats of {tables} would be drawn."]
    return seated(ctx, drawn.tables)


FOLLOWS = {
    Closed: closed,
    ChainBegun: chain,
    RequestKept: request,
    DeckKept: deck,
    SeatsDrawn: seats,
    TeamsFormed: teams,
    BuildingBegun: building,
}
