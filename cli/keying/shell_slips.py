"""Reads a slip typed in a shell: a match, a table number or a player, and the result."""

from collections.abc import Sequence

import click
from msgspec.structs import replace

from roundbook.cli.args.players import find_player, is_player
from roundbook.cli.args.slips import Slip
from roundbook.cli.args.table_numbers import OpenTables, hall_of
from roundbook.cli.args.types import RESULT, as_typed, match_or_round, quoted, result_named
from roundbook.cli.keying.grammar import Other, Show, Slips, Spoken, Wrong, parse, with_drops
from roundbook.cli.keying.one_line import reason_too_early
from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.people.book import Book
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Pairing, PlayerId


def slip_typed(words: Sequence[str], t: Tournament, book: Book) -> Slip:
    """Return the slip in words such as `14 20`, `masters-1-14 2-0` or `"Ana Lopez" 2-0`.

    A number means a table if there is such a table. Raises a usage error, or Refused if it is
    unclear which player is meant.
    """
    match, hall = match_or_round(words[0]), hall_of(t)
    words = _with_winner(words, match, t, book)
    if isinstance(match, MatchId) and len(words) == 2:
        return Slip(match=match, result=RESULT.convert(words[1], None, None))
    spoken = parse(" ".join(words), hall)
    if isinstance(spoken, Other) or _is_player_id(words[0], t, book, hall):
        who, rest = _apart(words)
        if is_player(who, t, book):
            spoken = _as_seen_by(find_player(who, t, book), rest, hall)
    match spoken:
        case Slips(slips=(slip,)) if slip.reason is None:
            return slip
        case Slips(slips=(slip,)) if slip.match not in t.results:
            raise click.UsageError(reason_too_early(f"{slip.match}"))
        case Slips(slips=(slip,)):
            fix = f"roundbook correct {slip.match} {as_typed(slip.result)} --reason REASON"
            raise click.UsageError(f"to correct a reported result, use `{fix}`.")
        case Show(match=named):
            raise click.UsageError(f"give the result of match {named}, such as 2-0.")
        case Wrong(sentence=wrong):
            raise click.UsageError(wrong)
        case _:
            msg = (
                f"{quoted(words[0])} is not a match or a player; give the table number, the match "
                "in full, such as 1-14 or masters-1-14, or the player's name."
            )
            raise click.UsageError(msg)


_OF_SIDE = {"w": "1", "win": "1", "won": "1", "l": "2", "lost": "2", "no-show": "n1"}
"""What a slip says of one player, who counts as the upper one."""


def _with_winner(words: Sequence[str], match: object, t: Tournament, book: Book) -> Sequence[str]:
    """Return the words with a result for `W`, `no-show`, or for the number or name of the winner.

    Raises Refused if a name may be that of several players.
    """
    *before, said = words
    if not before:
        return words
    is_match = isinstance(match, MatchId) or words[0].isdecimal()
    if said.lower() in _OF_SIDE and not (is_match and said.lower() == "no-show"):
        return [*before, _OF_SIDE[said.lower()]]
    if result_named(said) or len(before) > 1 or not is_match:
        return words
    hall = hall_of(t)
    here = [match] if isinstance(match, MatchId) else hall.at(int(words[0]))
    seated = [t.matches.get(each, ()) for each in here]
    if len(seated) != 1 or not is_player(said, t, book):
        return words
    won = [n for n, each in enumerate(seated[0], 1) if each == find_player(said, t, book)]
    return [*before, str(won[0])] if won else words


def _is_player_id(word: str, t: Tournament, book: Book, hall: OpenTables) -> bool:
    """Tell whether a number is a Player ID, and not the number of a table."""
    is_table = word.isdecimal() and hall.at(int(word))
    return not is_table and any(book.id(player) == word for player in t.players)


def _apart(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the words that name a player, and the others; a name may be typed without quotes."""
    if " " in words[0] or any(map(str.isdigit, words[0])):
        return words[0], words[1:]
    ends = next((at for at in range(1, len(words)) if _is_result(words[at])), len(words))
    return " ".join(words[:ends]), words[ends:]


def _is_result(word: str) -> bool:
    """Tell whether a word is a result, perhaps with a drop."""
    return bool(result_named(word)) or any(map(result_named, with_drops([word.lower()])))


def _as_seen_by(player: PlayerId, rest: Sequence[str], hall: OpenTables) -> Spoken:
    """Return the meaning of a slip of this player, who counts as the left player."""
    match = _match_of(player, hall)
    first, second = hall.matches[match]
    line = " ".join((str(match), *rest))
    if player == first:
        return parse(line, hall)
    turned = replace(hall, matches={**hall.matches, match: Pairing(second, first)})
    spoken = parse(line, turned)
    if not isinstance(spoken, Slips):
        return spoken
    return Slips(slips=tuple(replace(one, result=one.result.turned()) for one in spoken.slips))


def _match_of(player: PlayerId, hall: OpenTables) -> MatchId:
    """Return a player's match in the current round, open if possible. Raises Refused if none."""
    own = [one for one in (*hall.running, *hall.resting) if player in hall.matches[one]]
    if not own:
        msg = f"{player} has no match in the current round."
        raise Refused(msg, hint=advice("{} lists the tables.", do("pairings")))
    return next((one for one in own if one not in hall.results), own[0])
