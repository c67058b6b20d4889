"""Draw decks to check, record what was found, and see how many have been."""

import click

from cli import keys
from cli.commands.deckcheck_reading import form, status
from cli.commands.penalty import PENALTY, reminder
from cli.counting import counted
from cli.params import MATCH, POOL
from cli.turn import Turn, at_desk
from cli.who import find_player
from cli.wiring import settings
from cli.words import WORDS, WordsType
from ledger.errors import Refused
from ledger.events.catalogue import AnyEvent, DeckCheckDrawn, DeckChecked, PenaltyIssued
from ledger.events.judging import OK, CheckItem, Penalty
from ledger.state.tournament import Tournament
from ledger.terms import MatchId, PlayerId, Pool
from projections.judging.deck_checks import draw, progress

FAULT = WordsType(500)


@click.group("deckcheck")
def command() -> None:
    r"""Draw decks to check, and record what was found.

    At a premier event decks must be checked; at every event one deck in ten should be (TRF §5).

    \b
    Examples:
      roundbook deckcheck draw --tables 2
      roundbook deckcheck form . p17
      roundbook deckcheck record p17 --counted 60
      roundbook deckcheck status
    """


@command.command("draw")
@click.argument("pool", type=POOL, required=False)
@click.option("--tables", type=click.IntRange(1, 999), help="So many tables of the latest round.")
@click.option("--players", type=click.IntRange(1, 9999), help="So many players.  [what is missing]")
@at_desk
def draw_(turn: Turn, pool: Pool | None, tables: int | None, players: int | None) -> None:
    r"""Draw whose decks are checked: of the players of POOL, or of everybody.

    With --tables both decks of each table are taken. Nobody is drawn again before everybody has
    been. The draw comes from recorded chance, so that anybody can draw it again.

    \b
    Examples:
      roundbook deckcheck draw
      roundbook deckcheck draw --players 3
      roundbook deckcheck draw masters --tables 2
    """
    if tables and players:
        raise click.UsageError("draw --tables or --players, not both.")

    def act(t: Tournament) -> list[AnyEvent]:
        where = _pool_in_play(t, pool) if tables else pool
        known = {*t.pods, *t.cuts}
        if where and where not in known:
            there = ", ".join(sorted(known)) or "none yet"
            raise Refused(f"there is no pool {where} here.", hint=f"The pools are: {there}.")
        there_is = progress(t)
        missing = there_is.missing - len(there_is.waiting) if there_is else 0
        return [
            draw(
                t,
                asked=tables or players or max(missing, 1),
                secret=keys.next_secret(settings(), t),
                pool=where,
                number=t.latest[where] if tables and where else None,
            )
        ]

    entry = turn.take(act)[0]
    if turn.dry_run:
        turn.say([], "would be drawn: whose decks are checked")
        return
    (event,) = (event for event in entry.events if isinstance(event, DeckCheckDrawn))
    lines = [f"{counted(len(event.players), 'deck')} to check"]
    lines += [
        f"  {turn.named(player)}{_table(turn.tournament, player)}" for player in event.players
    ]
    turn.say(entry, *lines, "next: roundbook deckcheck record PLAYER --counted N")


def _pool_in_play(t: Tournament, pool: Pool | None) -> Pool:
    """Return the pool whose tables are meant; raises Refused where that is not clear."""
    in_play = [each for each, latest in t.latest.items() if latest]
    if pool in in_play and pool:
        return pool
    if pool is None and len(in_play) == 1:
        return in_play[0]
    if not in_play or pool:
        raise Refused(
            "no round is paired there, so nobody sits at a table.",
            hint="Draw players instead: `roundbook deckcheck draw --players N`.",
        )
    raise Refused("several pools are in play.", hint=f"Name one: {', '.join(in_play)}.")


def _table(t: Tournament, player: PlayerId) -> str:
    """Return where a player sits in the latest round."""
    for pool, latest in t.latest.items():
        paired = t.rounds.get((pool, latest))
        for match, pairing in paired.matches() if paired else ():
            if player in pairing:
                return f", table {match.table} of {pool}"
    return ""


@command.command("record")
@click.argument("who", metavar="PLAYER")
@click.option("--counted", "cards", type=click.IntRange(0, 9999), help="How many cards there were.")
@click.option("--legibility", type=FAULT, help="What was wrong with the list as it is written.")
@click.option("--sleeves", type=FAULT, help="What was wrong with the sleeves.")
@click.option("--cards", "number", type=FAULT, help="What was wrong with the number of cards.")
@click.option("--contents", type=FAULT, help="Where the deck is not the one on the list.")
@click.option("--references", type=FAULT, help="Which reference cards were missing.")
@click.option(
    "--left-out",
    type=click.Choice([item.value for item in CheckItem]),
    multiple=True,
    help="An item that was not looked at.",
)
@click.option("--outcome", type=WORDS, help="What came of it.")
@click.option("--penalty", type=PENALTY, help="A penalty for it, in the same entry.")
@click.option("--match", type=MATCH, help="The match that the penalty belongs to.")
@at_desk
def record(  # noqa: PLR0913, PLR0917 - one argument per fact.
    turn: Turn,
    who: str,
    cards: int | None,
    legibility: str | None,
    sleeves: str | None,
    number: str | None,
    contents: str | None,
    references: str | None,
    left_out: tuple[str, ...],
    outcome: str | None,
    penalty: Penalty | None,
    match: MatchId | None,
) -> None:
    r"""Record that the deck of PLAYER was checked: what is not named was in order.

    \b
    Examples:
      roundbook deckcheck record p17 --counted 60
      roundbook deckcheck record p17 --counted 60 --sleeves "two are worn" --outcome "replaced"
      roundbook deckcheck record p17 --counted 59 --cards "one is missing" --penalty game-loss
    """
    if match and not penalty:
        raise click.UsageError("--match belongs to --penalty.")
    player = find_player(who, turn.tournament, turn.book)
    said = dict(zip(CheckItem, (legibility, sleeves, number, contents, references), strict=True))
    items = {item: text or OK for item, text in said.items() if text or item not in left_out}
    event = DeckChecked(player=player, items=items, counted=cards, outcome=outcome)
    events: list[AnyEvent] = [event]
    if penalty:
        faults = "; ".join(f"{item}: {text}" for item, text in event.problems.items())
        given = f"deck check, {faults}" if faults else "deck check"
        events.append(PenaltyIssued(player=player, penalty=penalty, infraction=given, match=match))
    entry = turn.post(*events)
    found = ", ".join(event.problems) or "in order"
    lines = [f"the deck of {turn.named(player)} is checked: {found}"]
    if penalty:
        lines.append(f"  penalty: {penalty.replace('-', ' ')}")
        lines += reminder(turn, player, penalty, match)
    turn.say(entry, *lines, "  let the player shuffle it thoroughly (TRF §5)")


command.add_command(status)
command.add_command(form)
