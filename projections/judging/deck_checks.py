"""Deck checks: which decks are drawn at random, which still have to be checked, and the form."""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from roundbook.ledger.decks import formats
from roundbook.ledger.errors import Do, Hint, Refused, advice, do
from roundbook.ledger.events.catalogue import DeckCheckDrawn
from roundbook.ledger.events.decks import Format
from roundbook.ledger.events.judging import CheckItem
from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.record import draws
from roundbook.ledger.rulesets.tables import of_video_game
from roundbook.ledger.state.check_in import came
from roundbook.ledger.state.pools import draw_key, next_draw, swiss_pools_of, to_draw
from roundbook.ledger.state.rounds import (
    due,
    latest_matches,
    latest_round,
    open_matches,
    planned_rounds,
    survivors,
)
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, PlayerId, Pool

# The deck check form: what a judge looks at, in order, in the words of the rules (TRF §2, §5).

LOOK_FOR: dict[CheckItem, Phrase] = {
    CheckItem.LEGIBILITY: phrase(
        "The list is legible, above all the PLAYER ID and the date of birth. If an abbreviation "
        "is unclear, the collector number shows which card is meant; a list that is hard to read "
        "must be rewritten."
    ),
    CheckItem.SLEEVES: phrase(
        "The sleeves have no consistent markings and no significant wear; sleeves with either must "
        "be replaced at once."
    ),
    CheckItem.CARDS: phrase(
        "The number of cards is right for the format. Count them all before looking at any."
    ),
    CheckItem.CONTENTS: phrase(
        "The cards match the list: every title, and for each Pokémon the expansion abbreviation "
        "and the collector number."
    ),
    CheckItem.REFERENCES: phrase(
        "The player has reference cards for reprinted cards whose text has changed "
        "significantly. A player without them is denied entry, or given the appropriate penalty."
    ),
}
"""What a judge looks for in each item (TRF §5)."""

SLEEVES = (
    phrase("all of one colour, condition, size and texture"),
    phrase("fronts clear and clean, without designs, holograms or emblems over the card"),
    phrase("the whole card is covered, and nothing sticks out of the open end"),
    phrase("not so reflective that the face of the next card can be recognised in them"),
    phrase("one card in each sleeve"),
    phrase(
        "at a Premier Event, no artwork on the back, except on official sleeves with a "
        "solid-colour border"
    ),
    phrase("inner sleeves meet all of this, and do not mark any card"),
)
"""The requirements for sleeves (TRF §2)."""

AFTERWARDS = phrase("Give the deck back, and let the player shuffle it thoroughly.")
"""What to do after the check (TRF §5)."""


TITLES: dict[CheckItem, Phrase] = {
    CheckItem.LEGIBILITY: phrase("legibility"),
    CheckItem.SLEEVES: phrase("sleeves"),
    CheckItem.CARDS: phrase("cards"),
    CheckItem.CONTENTS: phrase("contents"),
    CheckItem.REFERENCES: phrase("references"),
}
"""The heading of each item."""


_NEXT_ITEM = re.compile("; (?=(?:legibility|sleeves|cards|contents|references): )")
_COUNTED = re.compile(r"([0-9]+) instead of ([0-9]+)", re.ASCII)


def found_by_check(infraction: str) -> str:
    """Return an infraction that a deck check recorded as a phrase that a page can translate.

    What a judge has typed stays as it is; so do other infractions.
    """
    lead, _, rest = infraction.partition(", ")
    first = rest.partition(": ")[0]
    if lead != "deck check" or first not in set(CheckItem):
        return infraction
    found = list[Phrase]()
    for part in _NEXT_ITEM.split(rest):
        item, _, text = part.partition(": ")
        if number := _COUNTED.fullmatch(text):
            made = phrase("%(found)s instead of %(wanted)s", found=number[1], wanted=number[2])
            found.append(phrase("%(item)s: %(text)s", item=TITLES[CheckItem(item)], text=made))
        else:
            found.append(phrase("%(item)s: %(text)s", item=TITLES[CheckItem(item)], text=text))
    said = found.pop()
    while found:
        said = phrase("%(one)s; %(others)s", one=found.pop(), others=said)
    return phrase("deck check, %(what)s", what=said)


def paragraphs(
    who: str, *, premier: bool, sits: MatchId | None, cards: Sequence[str]
) -> list[tuple[Phrase, list[str]]]:
    """Return the form as headings, each with its lines; the first heading names the player.

    `sits` is the match at which the player sits now, if any; `cards` is the deck list that was
    handed in, line by line.
    """
    line = phrase(
        "Judge: ____________   Round: %(round)s   Table: %(table)s",
        round=str(sits.round) if sits else "____",
        table=str(sits.table) if sits else "____",
    )
    found: list[tuple[Phrase, list[str]]] = [(phrase("Deck check: %(who)s", who=who), [line])]
    for item, text in LOOK_FOR.items():
        lines: list[str] = [text]
        if item is CheckItem.SLEEVES:
            asked = [each for each in SLEEVES if premier or "Premier" not in each]
            lines += [Phrase("[ ] %(asked)s", {"asked": each}) for each in asked]
        if item is CheckItem.CARDS:
            lines.append(phrase("Cards counted: ______"))
        found.append((Phrase("[ ] %(item)s", {"item": TITLES[item]}), lines))
    found.append((phrase("Outcome, penalty"), ["_" * 60, AFTERWARDS]))
    handed_in = [*cards] or [phrase("No deck list was handed in.")]
    return [*found, (phrase("The deck list"), handed_in)]


def sits_at(t: Tournament, player: PlayerId) -> MatchId | None:
    """Return the match of the latest round in which a player sits at a table, or None."""
    entrant = t.entrant(player)
    latest = (match for pool in t.latest for match in latest_matches(t, pool))
    seats = (match for match in latest if entrant in t.matches[match])
    return max(seats, key=lambda match: match.round, default=None)


def deck_size(t: Tournament) -> int | None:
    """Return how many cards a deck must have; None if the event is not played with cards.

    The format comes from the event or, failing that, from the deck lists that were handed in.
    Without either it is Standard: the size of a Constructed deck (TRF §11.1).
    """
    if t.opened is None or of_video_game(t.opened.rounds_table):
        return None
    handed_in = next((one.format for one in reversed(t.decks.values())), None)
    found = formats.rules().format(t.opened.format or handed_in or Format.STANDARD)
    return found.cards if found else None


# How many decks have been checked, and which are drawn next.

DRAW = "deck-checks-1"
"""The draw procedure: of all players (or tables) whose decks were taken least often, it takes those
with the lowest SHA-256 lots of the draw's key, calculated from the player's number or the match.
A team is drawn as one, with the decks of both its players (A-65). The state in the key names the
pool, the round, how many are asked for, and everyone who can be drawn."""

SHARE = 10
"""One deck in this many should be checked over the event (TRF §5)."""


class Progress(Struct, frozen=True, kw_only=True):
    """How many decks of an event have been checked and how many are still to be checked.

    `required` is how many different decks should be checked, `checked` the players whose decks were
    checked, `waiting` the players who were drawn but not checked yet. `must` is whether at least
    one check is compulsory, `missing` how many decks are still to be checked.
    """

    players: int
    required: int
    checked: tuple[PlayerId, ...]
    waiting: tuple[PlayerId, ...]
    must: bool
    missing: int


def progress(t: Tournament) -> Progress | None:
    """Return how far the deck checks have come; None if the event is not played with cards.

    One deck in ten should be checked, rounded up, of all players who did not drop before round 1
    (TRF §5).
    """
    if t.opened is None or of_video_game(t.opened.rounds_table):
        return None
    played = came(t)
    present = {each for p in t.players.values() if not p.out for each in t.players_of(p.id)}
    required = -(-len(played) // SHARE)
    checked = tuple(p for p in t.players if t.deck_checks.get(p))
    return Progress(
        players=len(played),
        required=required,
        checked=checked,
        waiting=tuple(
            p
            for p in t.players
            if p in present and t.deck_draws.get(p, 0) > t.deck_checks.get(p, 0)
        ),
        must=t.opened.premier,
        missing=max(required - len(checked), 0),
    )


def still_playing(t: Tournament) -> list[Pool]:
    """Return the pools that are still playing if others have ended; empty if all or none have.

    The players of a pool that has ended may have gone home, so a draw from all pools could name
    them.
    """
    pools = [*t.pods, *(pool for pool in t.cuts if pool not in t.pods)]
    found = [pool for pool in pools if not _has_ended(t, pool)]
    return found if len(found) < len(pools) else []


def _has_ended(t: Tournament, pool: Pool) -> bool:
    """Tell whether play in a pool is over: all rounds played, the cut made, or its players gone."""
    paired = latest_round(t, pool)
    if paired is None:
        return False
    if any(pool in swiss_pools_of(t, cut.division) for cut in t.cuts.values()):
        return True
    if not paired.started or open_matches(t, paired):
        return False
    if pool in t.cuts:
        return len(survivors(t, pool)) < 2
    return last_round(t, pool, paired.number) or len(due(t, pool, paired.number + 1)) < 2


def remark(t: Tournament, just: Sequence[Pool] = ()) -> list[Hint]:
    """Return what staff should do if decks are still to be checked; otherwise nothing.

    If some pools have ended, the draw is from one that is still playing, preferably one that has
    `just` started a round.
    """
    found = progress(t)
    if found is None or not found.missing or t.closed:
        return []
    step = next_step(t, just)
    if step is None:
        return []
    # One check is compulsory, the others are not (TRF §5).
    compelled = found.must and not found.checked
    must = "must" if compelled and found.missing == 1 else "should"
    also = ", and at least one must be" if compelled and found.missing > 1 else ""
    more = " more" if found.checked else ""
    decks = f"{found.missing}{more} {'deck' if found.missing == 1 else 'decks'}"
    return [advice(f"{decks} {must} be checked{also} (TRF §5): {{}}", step)]


def at_premier(t: Tournament) -> list[Hint]:
    """Return what a Premier Event still needs of decks: the lists, and the checks once it plays.

    Decks are checked against their lists (TRF §5); other events decide for
    themselves.
    """
    found = progress(t)
    if found is None or not found.must or t.closed:
        return []
    held = {each for p in t.players.values() if not p.out for each in t.players_of(p.id)}
    # Where nobody has handed one in when round 1 is paired, the lists are on paper.
    missing = len(held - t.decks.keys()) if t.decks or not t.latest else 0
    have = "player has" if missing == 1 else "players have"
    told = [advice(f"{missing} {have} no deck list yet: {{}}", do("deck list"))] if missing else []
    return [*told, *(remark(t) if t.latest else ())]


def next_step(t: Tournament, just: Sequence[Pool] = ()) -> Do | None:
    """Return how to check the next deck: one that was drawn, or a draw; None if nobody is left."""
    found = progress(t)
    if found and found.waiting:
        return do("deckcheck record", found.waiting[0], "--counted", "N")
    playing = sorted(still_playing(t), key=lambda pool: pool not in just)
    pool = next(iter(playing), None)
    if not _present(t, pool, None):
        return None
    return to_draw(t, do("deckcheck draw", *playing[:1]))


def last_round(t: Tournament, pool: Pool, number: int) -> bool:
    """Tell whether a Swiss round is the last one planned for a pool."""
    planned = planned_rounds(t, pool)
    return pool not in t.cuts and planned is not None and number >= planned


def draw(
    t: Tournament,
    *,
    asked: int,
    secret: str,
    pool: Pool | None = None,
    number: int | None = None,
) -> DeckCheckDrawn:
    """Draw decks with `secret`: those of `asked` players, or of `asked` tables in round `number`.

    At a table all decks are taken, and both decks of a team, except those that have been drawn more
    often than others.
    Raise Refused if there is nobody to draw.
    """
    assert t.opened is not None, "nothing is drawn before the tournament is opened"
    units = dict(_units(t, pool, number))
    if not units and not number:
        msg = "there are no active players, so no decks can be drawn."
        raise Refused(msg, hint=None if t.players else "Register the players first.")
    if not units:
        msg = (
            "players without a table come first: every deck at a table of this round has been "
            "drawn or checked more often than theirs."
        )
        by_player = do("deckcheck draw", "--players", "N")
        raise Refused(msg, hint=advice("Draw players instead of tables: {}.", by_player))
    where = pool or ""
    held = (" ".join((unit, *players)) for unit, players in units.items())
    state = draws.digest([DRAW, where, str(number or 0), str(asked), *held])
    drawn = next_draw(t, DRAW, secret)
    key = draw_key(t, drawn, where, state, number or 0)
    chosen = sorted(units, key=lambda unit: draws.lot(key, DRAW, unit))[:asked]
    return DeckCheckDrawn(
        players=tuple(player for unit in chosen for player in units[unit]),
        asked=asked,
        drawn=drawn,
        pool=pool,
        round=number,
    )


def _units(
    t: Tournament, pool: Pool | None, number: int | None
) -> Iterable[tuple[str, tuple[PlayerId, ...]]]:
    """Yield what can be drawn (an entrant or a match), each with the decks that would be taken."""
    decks = {each: t.players_of(each) for each in _present(t, pool, number)}
    drawn = {player: t.deck_draws.get(player, 0) for held in decks.values() for player in held}
    least = min(drawn.values(), default=0)
    units: Iterable[tuple[str, Iterable[PlayerId]]] = ((each, [each]) for each in decks)
    if number is not None and pool is not None:
        paired = t.rounds.get((pool, number))
        units = ((str(match), pair) for match, pair in paired.matches()) if paired else ()
    for unit, entrants in units:
        held = (player for each in entrants for player in decks.get(each, ()))
        taken = tuple(player for player in held if drawn[player] == least)
        if taken:
            yield unit, taken


def _present(t: Tournament, pool: Pool | None, number: int | None) -> list[PlayerId]:
    """Return the players who have not dropped: those of the pool, if one is named."""
    if pool is None:
        return [player.id for player in t.players.values() if not player.out]
    known = pool in t.pods or pool in t.cuts
    return due(t, pool, number or max(t.latest.get(pool, 0), 1)) if known else []
