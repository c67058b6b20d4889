"""Pair a round for another program: read the state, write the pairings and their proof."""

import sys
from collections.abc import Iterable, Iterator
from itertools import chain

import click
import msgspec

from roundbook.cli.session import errors
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.importers.states_json import HINT, RoundState, is_json, numbered, read_state
from roundbook.ledger.text import UNSAFE
from roundbook.projections.pairing.for_other_programs import Refusal, answer
from roundbook.projections.pairing.state import Field, FieldPlayer, mutual


@click.command("propose")
def command() -> int:
    r"""Pair a round described on stdin, and answer in JSON on stdout.

    The state on stdin lists the players with their match points, opponents, byes and divisions,
    plus the key of the draw. The answer contains the tables with their reasons, the bye, and a
    certificate that no better pairing exists; or the reason why no pairing is possible. You may
    write several states, one per line: the answers come in the same order, and a line that cannot
    be read does not stop the rest.

    \b
    Examples:
      roundbook lab propose < state.json
      roundbook lab propose < states.jsonl > answers.jsonl

    \b
    Exit codes:
      0 answered
      3 the only state given has no legal pairing
      5 a line that cannot be read
    """
    states = _states(sys.stdin.buffer)
    first = next(states, None)
    if first is None:
        raise Unreadable("no state was given on stdin.", hint=f"Send one: {HINT}")
    codes = [
        _answer(*first)
    ]  # At once: another program may wait for the answer before it sends the next state.
    codes += [_answer(where, text) for where, text in states]
    if errors.UNREADABLE in codes:
        return errors.UNREADABLE
    return codes[0] if len(codes) == 1 else 0


def _states(lines: Iterable[bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield each state with its place; a state on several lines must be the only one."""
    several = numbered(lines)
    first = next(several, None)
    if first is None:
        return
    if not is_json(first[1]):
        rest = list(several)
        whole = b"".join([first[1], *(line for _, line in rest)])
        if is_json(whole):
            yield "the state", whole
            return
        several = iter(rest)
    for number, line in chain([first], several):
        yield f"line {number}", line


def _answer(where: str, text: bytes) -> int:
    """Answer one state on one line; return the exit code as if it were the only state."""
    try:
        found = answer(mutual(_field(read_state(text, where))))
    except Unreadable as trouble:
        _say(
            {"error": {"where": where, "message": trouble.message, "hint": errors.hint_of(trouble)}}
        )
        return errors.UNREADABLE
    _say(found)
    return errors.REFUSED if isinstance(found, Refusal) else 0


def _field(state: RoundState) -> Field:
    """Return a state as the input of the pairing engine."""
    return Field(
        players=tuple(
            FieldPlayer(
                id=player.id,
                points=player.points,
                division=player.division,
                opponents=frozenset(player.opponents),
                had_bye=player.had_bye,
            )
            for player in state.players
        ),
        key=state.key,
        round=state.round,
        rounds_planned=state.rounds_planned,
        age_modified=state.age_modified,
    )


def _say(found: object) -> None:
    """Print one line of JSON at once: another program may be waiting for it."""
    text = msgspec.json.encode(found).decode()
    click.echo(UNSAFE.sub(lambda odd: f"\\u{ord(odd[0]):04x}", text))
    sys.stdout.flush()
