"""Show a bracket: who met whom, and who goes on."""

from collections.abc import Sequence
from functools import partial

import click
import msgspec

from cli.args.words import quoted
from cli.desk.errors import shown
from cli.desk.output import echo
from cli.desk.read import Reading, at_ledger, say_json
from cli.printing.fonts import Draft
from cli.printing.paper import Asked, on_paper, write_pdf
from cli.terminal.bracket import parts_of, picture
from cli.terminal.language import heading, in_language, say, tell, words_of
from ledger.errors import Refused
from ledger.events.posting import Paper
from ledger.terms import PlayerId, Pool
from projections.bracket.bracket import brackets
from projections.bracket.tree import How, Node, Tree, tree
from projections.reports.messages import opened
from projections.reports.paper.bracket import DEPTH, Branch, branch_texts, tree_pdf
from projections.text import Phrase, phrase


@click.command("bracket")
@at_ledger("[POOL]")
@on_paper
@in_language
def command(reading: Reading, pool: str | None, on_paper: Asked | None) -> None:
    r"""Show a bracket as a picture: the seeds, who met whom, and who goes on (TOP §3.2, §3.3).

    POOL is one bracket, such as masters-cut; without it all of them are shown. A large bracket is
    shown in parts of eight, the early rounds first.

    \b
    Examples:
      roundbook bracket cup
      roundbook bracket cup masters-cut
      roundbook bracket cup --as-of "before round 3"
      roundbook bracket cup masters-cut --pdf top8.pdf --lang de
    """
    found = [tree(reading.t, each) for each in _asked(reading, pool)]
    if on_paper:
        write_pdf(reading, on_paper, partial(_draft, found, on_paper.paper), "the bracket")
        return
    if reading.as_json:
        say_json(
            tournament=reading.event,
            entry=reading.t.seq,
            brackets=[_as_data(one, reading) for one in found],
        )
        return
    echo(heading(reading))
    for one in found:
        for line in picture(one, lambda player: shown(reading.name(player)), words_of(reading)):
            echo(line)
        if one.third_place:
            third = phrase("third place: %(result)s", result=_third(one.third_place, reading))
            echo()
            tell(third, reading)
        if one.winner:
            name = reading.name(one.winner)
            won = phrase("%(pool)s is won by %(name)s", pool=one.pool, name=name)
            echo()
            tell(won, reading)


def _draft(found: Sequence[Tree], paper: Paper, reading: Reading) -> Draft:
    """Return brackets as a print: a drawn tree on each page."""
    branches = [
        Branch(
            title=title,
            columns=tuple(tuple((text, games) for text, games in column) for column in columns),
            notes=_note(one.third_place, reading),
        )
        for one in found
        for title, columns in parts_of(one, reading.name, DEPTH, words_of(reading))
    ]
    moment = phrase("as of entry %(seq)s", seq=reading.t.seq)
    under = f"{reading.event} · {say(moment, reading)}"
    return Draft(
        texts=[*branch_texts(branches), under],
        press=lambda fonts: tree_pdf(
            branches, under, paper=paper, type_=fonts.type, language=reading.language
        ),
    )


def _note(one: Node | None, reading: Reading) -> tuple[str, ...]:
    """Return the line about the third place, where there is a match for it."""
    if one is None:
        return ()
    return (opened(say(phrase("third place: %(result)s", result=_third(one, reading)), reading)),)


def _asked(reading: Reading, pool: str | None) -> list[Pool]:
    """Return the brackets that are asked for; raises Refused if there are none."""
    there = [bracket.pool for bracket in brackets(reading.t)]
    if pool and Pool(pool.lower()) in there:
        return [Pool(pool.lower())]
    if there and not pool:
        return there
    known = f"There is {', '.join(there)}." if there else "No seeds and no cut stand here yet."
    raise Refused(
        f"there is no bracket {quoted(pool)}." if pool else "there is no bracket.", hint=known
    )


def _third(one: Node, reading: Reading) -> Phrase:
    """Return the match for the third place in words."""
    first, second = (reading.name(player) for player in (one.first, one.second) if player)
    if one.winner is None:
        return phrase(
            "%(first)s against %(second)s, %(match)s",
            first=first,
            second=second,
            match=str(one.match),
        )
    winner, loser = reading.name(one.winner), second if one.winner == one.first else first
    if one.how is How.LEFT:
        return phrase(
            "%(winner)s, against %(loser)s, since the other left", winner=winner, loser=loser
        )
    games = f" {one.result.games}" if one.result and one.result.games else ""
    return phrase("%(winner)s, against %(loser)s%(games)s", winner=winner, loser=loser, games=games)


def _as_data(one: Tree, reading: Reading) -> dict[str, object]:
    """Return a bracket for a program, with the names."""
    return {
        "pool": one.pool,
        "seeds": [_player(player, reading) for player in one.seeds],
        "rounds": [[_node(node, reading) for node in nodes] for nodes in one.rounds],
        "third_place": _node(one.third_place, reading) if one.third_place else None,
        "winner": _player(one.winner, reading),
    }


def _node(one: Node, reading: Reading) -> dict[str, object]:
    return {
        **msgspec.structs.asdict(one),
        "match": str(one.match) if one.match else None,
        "first": _player(one.first, reading),
        "second": _player(one.second, reading),
        "winner": _player(one.winner, reading),
    }


def _player(player: PlayerId | None, reading: Reading) -> dict[str, str] | None:
    return {"player": player, "name": reading.name(player)} if player else None
