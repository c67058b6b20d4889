"""Explanations in plain lines, 80 columns wide, to be read out: places, pairings and locks."""

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence

from roundbook.ledger.errors import Hint, advice, do
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.text import minute_of, with_names, with_number, with_sides
from roundbook.projections.bracket.placements import Fall
from roundbook.projections.compare.pairing_quality import Judged, Verdict
from roundbook.projections.explain.bracket import Course, Leg, Neighbour, Went, course
from roundbook.projections.explain.lock import LockWhy, lock_in_words
from roundbook.projections.explain.missed_cut import Miss
from roundbook.projections.explain.pairing import Chance, Granted, Made, PairingWhy, TableWhy
from roundbook.projections.explain.percentages import Mean, Share
from roundbook.projections.explain.place import Explanation, explain_place
from roundbook.projections.explain.tiebreak import LOST_THIRD, WON_THIRD, WORDS, NeighbourStep
from roundbook.projections.pairing.certificate import Certificate, Kind, Objectives
from roundbook.projections.pairing.state import BYE
from roundbook.projections.reports.text.tables import (
    WIDTH,
    Column,
    Reading,
    Table,
    named,
    who_wrote,
    wrapped,
)
from roundbook.projections.standings.percentages import percent
from roundbook.projections.standings.race import races
from roundbook.projections.standings.records import PlayedRound, Scored
from roundbook.projections.standings.shown import settled
from roundbook.projections.standings.standings import has_places

Names = Mapping[PlayerId, str]
"""The names of the players; a number without a name is shown alone."""

LABEL = 28


def lines(explanation: Explanation, names: Names, *, proof: bool = True) -> list[str]:
    """Return an explanation as lines: the place, what decided it, and then the `proof`.

    The proof shows every figure as an exact fraction, so it can be calculated by hand.
    """
    said = _heading(explanation, names)
    for miss in explanation.misses:  # First: a neighbour may only be above by making the cut.
        said += ["", *_miss(miss, names, disqualified=explanation.standing.disqualified)]
    for step in explanation.steps:
        said += ["", *_step(step, names)]
    if explanation.reading:
        said += ["", *_wrap(explanation.reading, 0)]
    return [*said, "", *_proof(explanation, names)] if proof else said


def _proof(explanation: Explanation, names: Names) -> list[str]:
    """Return every round and every share of the figures that decide a place."""
    said = ["Match points"]
    said += [_round(part, names) for part in explanation.rounds]
    said.append(f"  {'together':<56}{explanation.standing.match_points:>4}")
    if explanation.looks_at:
        said += _wrap(f"The percentages are calculated from {explanation.looks_at}.", 0)
    said += _mean(
        "Op Win %: the average of the opponents' win percentages", explanation.op_win, names
    )
    if explanation.op_op_win:
        said += _mean(
            "Op Op Win %: the average of the opponents' Op Win %", explanation.op_op_win, names
        )
    if explanation.games is not None and explanation.game_win is not None:
        rate = explanation.game_win
        said += ["", f"Game-win %: games {explanation.games}, {rate} = {percent(rate)}%"]
    if explanation.op_game_win:
        said += _mean(
            "Opponents' game-win %: the average of their game-win %", explanation.op_game_win, names
        )
    return said


def _heading(explanation: Explanation, names: Names) -> list[str]:
    """Return the player's place, points and record."""
    one = explanation.standing
    place = f"place {one.place}" if one.place else "no place, disqualified,"
    heading = f"{_label(one.player, names)}: {place} in {one.division}"
    if explanation.flight and explanation.flight_place:
        heading += f", {explanation.flight_place} in {explanation.flight}"
    worth = "1 match point" if one.match_points == 1 else f"{one.match_points} match points"
    parts = [worth, one.record]
    if one.seed:
        parts.append(f"seed {one.seed} of the cut")
    if explanation.late:
        parts.append("late: ranks below on-time players with the same match points (TOP §3.1.4.1)")
    if explanation.dropped_after is not None:
        out = "disqualified" if one.disqualified else "dropped"
        parts.append(f"{out} after round {explanation.dropped_after}")
    return [heading, *_wrap(", ".join(parts), 0)]


def _round(part: PlayedRound, names: Names) -> str:
    """Return what a round was worth."""
    said = {
        Scored.WIN: "won against",
        Scored.TIE: "tied with",
        Scored.LOSS: "lost to",
        Scored.DOUBLE_LOSS: "double loss with",
        Scored.FORCED_LOSS: "lost without an opponent",
        Scored.UNPLAYED: "not played, so not counted",
    }.get(part.scored, part.scored.value)
    whom = f" {_label(part.opponent, names)}" if part.opponent else ""
    return f"  round {part.round:<3} {said + whom:<46}{part.match_points:>4}"


def _mean(title: str, mean: Mean, names: Names) -> list[str]:
    """Return a figure, share by share, and the mean."""
    said = ["", title]
    for share in mean.shares:
        said += _share(share, names)
    if mean.note:
        said += _wrap(mean.note, 2)
    total = sum((share.counts for share in mean.shares), start=mean.result * 0)
    by = f"{total} ÷ {len(mean.shares)} = " if mean.shares else ""
    return [*said, *_wrap(f"= {by}{mean.result} = {percent(mean.result)}%", 2)]


def _share(share: Share, names: Names) -> list[str]:
    """Return what one opponent counts, and why."""
    who = _label(share.opponent, names) if share.opponent else "awarded bye"
    rate = "" if share.rate is None or share.rate == share.counts else str(share.rate)
    line = f"  {who:<{LABEL}} {share.record:>8}  {rate:>9}  counts {share.counts}"
    return [line, *(part for note in share.notes for part in _wrap(note, 6))]


def _step(step: NeighbourStep, names: Names) -> list[str]:
    """Return the comparison with a neighbour."""
    other = _label(step.other, names)
    level = ", ".join(WORDS[name] for name in step.level_on)
    source = f" ({step.cites})" if step.cites else ""
    if step.decided_by is None:
        draw = ": a random draw will order them" if step.to_draw else ""
        return _wrap(f"Tied with {other} on {level}{draw}.", 0)
    said = _wrap(f"{'Below' if step.is_above else 'Above'} {other}", 0)
    if level:
        said += _wrap(f"equal in {level};", 2)
    said += _wrap(f"decided by {WORDS[step.called or step.decided_by]}{source}:", 2)
    # "lost in the final against won the final" is no sentence.
    in_words = step.decided_by in {"bracket", "cut"}
    theirs = f"; {other}: {step.theirs}" if in_words else f" against {step.theirs}"
    said += _wrap(f"{step.mine}{theirs}", 4)
    return [*said, *(_wrap(f"({step.note})", 2) if step.note else ())]


def _miss(miss: Miss, names: Names, *, disqualified: bool) -> list[str]:
    """Return why a player does not advance."""
    where = f" from {miss.flight}" if miss.flight else ""
    said = _wrap(
        (
            f"Missed {miss.what} of {miss.size} ({miss.pool}); its last player{where} in Swiss "
            f"order is {_label(miss.last, names)}:"
        ),
        0,
    )
    if miss.step is not None:
        return [*said, *_step(miss.step, names)]
    if disqualified:
        return [*said, *_wrap("a disqualified player has no place and cannot advance.", 2)]
    if miss.gone:
        return [*said, *_wrap("had dropped, so the next player in the standings moved up.", 2)]
    who = "players" if miss.what == "day two" else "seeds"
    return [*said, *_wrap(f"the {who} were fixed before the standings last changed.", 2)]


def _label(player: PlayerId | None, names: Names) -> str:
    """Return a player's name and number, shortened to fit its column."""
    return with_number(player, names.get(player, ""), LABEL) if player else ""


def _wrap(text: str, indent: int) -> list[str]:
    """Return a text as lines that fit."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + 2),
        break_on_hyphens=False,
    )


# The path through a bracket, to be read out with the reason for the place.


def _course(course: Course, names: Names) -> list[str]:
    """Return a path through a bracket as lines of text, with the reason for the place."""
    said = (
        [_course_heading(course, names)] if course.pure else [f"{course.pool}, seed {course.seed}"]
    )
    for leg in course.legs:
        said += _wrap(f"{leg.called}: {_leg(leg, names)}", 2)
    said += _wrap(_why_out(course, names), 0)
    for one in course.neighbours:
        said += _wrap(_neighbour(one, names), 0)
    return said


def _course_heading(course: Course, names: Names) -> str:
    """Return the player's place among all players, and in the division."""
    if course.place is None:
        where = "no place, disqualified"
    else:
        own = f", {course.in_division} in the division" if course.in_division else ""
        where = f"place {course.place} of {course.players}{own}"
    return f"{named_in(course.player, names)}: {where}, seed {course.seed}"


def _leg(leg: Leg, names: Names) -> str:
    """Return the outcome of a round, in words."""
    other = named_in(leg.opponent, names) if leg.opponent else "nobody"
    games = f", {leg.games}" if leg.games else ""
    left = "was disqualified" if leg.disqualified else "dropped"
    leaving = "disqualification" if leg.disqualified else "dropping"
    before = "the bracket had already moved on"
    if leg.corrected:
        before += f" before the result was corrected (entry {leg.corrected})"
    return {
        Went.WENT_ON: f"advanced, not {other}: {before}",
        Went.STAYED_OUT: f"eliminated, and {other} advanced: {before}",
        Went.WON: f"beat {other}{games}",
        Went.LOST: f"lost to {other}{games}",
        Went.BYE: "bye",
        Went.OTHER_LEFT: f"won against {other}, who {left} (TOP §3.2)",
        Went.LEFT: f"lost to {other} by {leaving} (TOP §3.2)",
        Went.BOTH_LOST: f"both lost, against {other}",
        Went.OPEN: f"plays {other}",
    }[leg.went]


def _why_out(course: Course, names: Names) -> str:
    """Return the reason for the place."""
    fall = course.fall
    if fall is None or course.out is None:
        won = f"Won the final (TOP §{'3.2' if course.pure else '3.3.6'})."
        return won if course.won else "Still in: for now, players who are not out rank by seed."
    out = f"{course.out[:1].upper()}{course.out[1:]}, {_by(fall, course.by_place, names)}"
    third = course.third
    if third:
        how = "won" if third.went in {Went.WON, Went.OTHER_LEFT, Went.WENT_ON} else "lost"
        other = f" against {named_in(third.opponent, names)}" if third.opponent else ""
        return f"{out}; {how} the 3rd-place match{other} (TOP §3.3.6.1)."
    if course.lost_final:
        return f"{out}."
    if not course.pure:
        return f"{out}; players knocked out in the same round rank by seed (TOP §3.3.6.1)."
    return (
        f"{out}: players knocked out in the same round rank in the order of the opponents "
        "who beat them (TOP §3.2.3)."
    )


def _neighbour(one: Neighbour, names: Names) -> str:
    """Return how a neighbour left the bracket."""
    who = f"{'Below' if one.is_above else 'Above'} {named_in(one.player, names)}, place {one.place}"
    if one.fall is None:
        return f"{who}: {'won the final' if one.won else 'still in'}."
    if one.won_third is not None:
        return f"{who}: {WON_THIRD if one.won_third else LOST_THIRD}."
    return f"{who}: {one.out}, {_by(one.fall, one.by_place, names)}."


def _by(fall: Fall, place: int | None, names: Names) -> str:
    """Return which player knocked a player out, with that player's place."""
    if fall.by is None:
        return "and nobody advanced from that match"
    stands = f" (place {place})" if place else ""
    who = f"{named_in(fall.by, names)}{stands}"
    return f"knocked out by {who}" if fall.met else f"where {who} advanced"


# Why a round was paired as it was, in paragraphs.

Paragraph = tuple[int, str | Hint]
"""The indent of a paragraph, and its text, which may be wider than a line."""

_PAIR = re.compile(r"\b(p[1-9][0-9]{0,5})-(p[1-9][0-9]{0,5})\b", re.ASCII)


def paragraphs(
    explained: PairingWhy, names: Names, *, by: str, proof: bool = True
) -> list[Paragraph]:
    """Return an explanation as paragraphs; `by` says who entered the round.

    The `proof` is how good the round is, what shows that none is better, and how to repeat the
    draw.
    """
    said: list[Paragraph] = []
    for one in explained.tables:
        said += _table(one, names)
    said += [(0, ""), *_made(explained, names, by)]
    if explained.chance and proof:
        said += [(0, ""), *_chance(explained.chance)]
    if explained.judged:
        verdict, *proved = _compared(explained.judged, explained, names)
        said += [(0, ""), verdict, *(proved if proof else ())]
    return said


def _table(one: TableWhy, names: Names) -> Iterator[Paragraph]:
    """Yield the players at a table, and why they meet; and their opponents before a repair."""
    who = " and ".join(named_in(player, names) for player in one.players)
    yield 0, f"{one.match}: {who}" if one.match else f"no opponent: {who}"
    yield 2, _with_names(one.sentence, names)
    for player, other in one.before.items():
        kind = {"random": "had the bye", "awarded": "had an awarded bye"}
        was = kind.get(other, f"met {_with_names(other, names)}")
        was = "was not in the round" if other == "nobody" else was
        yield 2, f"Before the repair {named_in(player, names)} {was}."


def _made(explained: PairingWhy, names: Names, by: str) -> Iterator[Paragraph]:
    """Yield who paired the round, how, and why."""
    where = f"Round {explained.round} of {explained.pool}"
    how = "repaired" if explained.repaired else "paired"
    at = minute_of(explained.at)
    entry = f"entry {explained.seq} by {by}, {at}"
    because = f', because: "{explained.reason}"' if explained.reason else ""
    match explained.made:
        case Made.TOLD:
            yield 0, f"{where} was not {how} here, but imported from a file ({entry})."
            yield 2, f"SHA-256 of the imported file {explained.told}"
        case Made.DRAWN:
            yield 0, f"{where} was {how} at random, by a recorded draw ({entry}){because}."
        case Made.HAND:
            yield 0, f"{where} was {how} by hand ({entry}){because}."
        case Made.BRACKET:
            yield 0, f"{where} was {how} from the bracket ({entry}){because}."
    if explained.repaired:
        moved = ", ".join(named_in(player, names) for player in explained.moved)
        yield 2, f"The repair gave a new opponent, or the bye, to {moved or 'nobody'}."


def _chance(chance: Chance) -> Iterator[Paragraph]:
    """Yield the input of a draw, and how to repeat it."""
    by_sheet = chance.procedure.startswith("pod-sheet-")
    page = "docs/formats.md" if by_sheet else "docs/pairing.md"
    yield 0, f"Draw {chance.draw} in the ledger, by {chance.procedure} ({page})"
    yield 2, f"secret   {chance.secret}"
    if chance.state and chance.key:
        yield 2, f"state    {chance.state}"
        if chance.entropy:
            yield 2, f"entropy  {chance.entropy}"
        yield 2, f"key      {chance.key}"
    again = "Anybody can repeat the draw from these values and {}, with {} or another program."
    yield 0, advice(again, page, do("verify"))


def _compared(judged: Judged, explained: PairingWhy, names: Names) -> Iterator[Paragraph]:
    """Yield how good the round is compared with the best one, and the proof."""
    certificate = explained.certificate
    yield 0, _with_names(_verdict(judged), names)
    if certificate is None:
        return
    whose = "It" if judged.measured.drawn else "The best round known"
    yield 0, f"{whose} has {_objectives(certificate.objectives)}."
    checked = "" if explained.checked or certificate.kind is Kind.UNPROVEN else ", NOT confirmed"
    yield 0, f"Certificate: {_certificate(certificate)}{checked}."


def _verdict(judged: Judged) -> str:
    """Return the verdict on the round, in a sentence."""
    why = "; ".join(judged.why)
    match judged.verdict:
        case Verdict.PARITY | Verdict.PROVEN:
            same = "the one" if judged.measured.drawn else "as good as the one"
            return f"No better pairing is possible: this is {same} that roundbook finds."
        case Verdict.UNPROVEN:
            return "The round is legal, and no better pairing is known."
        case Verdict.WORSE:
            return f"The round is worse than the best possible one: {why}."
        case Verdict.ILLEGAL:
            return f"The round is not legal, though a legal pairing was possible: {why}."
        case Verdict.IMPOSSIBLE:
            return f"No legal pairing of this round was possible: {why.rstrip('.')}."
        case Verdict.SHEET:
            return (
                "The round follows the pod sheet, with the random "
                "choices that the recorded secret gives."
            )
        case Verdict.OTHERWISE:
            worse = "".join(f"; {each}" for each in judged.why[1:])
            return f"The round is NOT the one that the recorded secret gives{worse}."


def _objectives(found: Objectives) -> str:
    """Return the measures of a round, in the order of docs/pairing.md."""
    bye = f"a bye {counted(found.bye, 'bracket')} above the lowest bracket, " if found.bye else ""
    across = f"{counted(found.across, 'pair')} across divisions, " if found.across else ""
    gaps = ", ".join(str(gap) for gap in found.gaps)
    apart = f"pairs across each gap between brackets, from the top: {gaps}"
    return f"{bye}{across}{apart if gaps else 'only one bracket'}"


def _certificate(found: Certificate) -> str:
    """Return what shows that no round is better."""
    match found.kind:
        case Kind.PARITY:
            return (
                "parity: each gap between brackets is crossed once if the number "
                "of players above it is odd"
            )
        case Kind.WINDOW:
            sizes = "; ".join(_inside(window.players) for window in found.windows)
            return (
                f"window: {counted(len(found.windows), 'part')} of the field ({sizes}) with labels "
                "that give a lower bound, which this round meets exactly"
            )
        case Kind.TRIAL:
            return "trial: with so few players every round can be tried, and none is better"
        case Kind.UNPROVEN:
            return "unproven: the round is legal, but a better one has not been ruled out"


def _inside(players: Sequence[str]) -> str:
    """Return the players in a window, as a number; the bye may be among them."""
    people = counted(len(players) - (BYE in players), "player")
    return f"{people} and the bye" if BYE in players else people


def _with_names(text: str, names: Names) -> str:
    """Return a sentence with names instead of player numbers."""
    text = _PAIR.sub(r"\1 with \2", text)
    return with_names(text, lambda number: named_in(number, names))


def named_in(player: PlayerId, names: Names) -> str:
    """Return a player's name and number, or the number alone."""
    return with_number(player, names.get(player, ""))


# Why a player has a place, why a round was paired so, why a match is locked: to be read out.


def why_place(player: PlayerId, ctx: Reading, *, proof: bool = True) -> list[str]:
    """Return what decided a place, or the path through the bracket; `proof` adds every fraction."""
    names = _names(ctx)
    way = course(ctx.t, ctx.rules, player)
    found = explain_place(ctx.t, ctx.rules, player)
    if not has_places(settled(ctx.t), found.division):
        why = f"no round of {found.division} is complete"
        why = "no result has been reported" if ctx.t.is_elimination else why
        return [f"{_label(player, names)}: no place yet, as {why}"]
    said = [] if way and way.pure else lines(found, names, proof=proof)
    race = races(ctx.t, ctx.rules).get(found.division) if said and proof else None
    if race:
        places = ", ".join(str(place or "none") for place in race.of(found.player))
        said += ["", f"place after each round: {places}"]
    if said and not proof:
        said += ["", "--proof shows every round and every fraction."]
    if way:
        said += [*([""] if said else []), *_course(way, names)]
    return said


WHY_MET = (Column("Table", right=True), Column("Players", wraps=True), Column("Why", wraps=True))


def tables_of(found: PairingWhy, ctx: Reading) -> Table:
    """Return why the players of each table meet, table by table."""
    names = _names(ctx)

    def row(one: TableWhy) -> list[str]:
        _heading, *why = (str(text) for _indent, text in _table(one, names))
        who = " and ".join(named_in(player, names) for player in one.players)
        return [str(one.match.table) if one.match else "-", who, " ".join(why)]

    return Table(WHY_MET, [row(one) for one in found.tables])


def why_paired(
    found: PairingWhy,
    granted: Granted | None,
    ctx: Reading,
    *,
    advise: Callable[[str | Hint], str],
    proof: bool = True,
) -> Iterator[str]:
    """Yield why a round was paired so, who awarded a bye, and the `proof`.

    `advise` turns a hint into text.
    """
    by = ctx.book.hand(found.hand.id)
    by = by if by == found.hand.role else f"{by}, {found.hand.role}"
    for indent, text in paragraphs(found, _names(ctx), by=by, proof=proof):
        yield from _paragraph(indent, advise(text), ctx.width)
    if not proof and (found.chance or found.judged):
        draw = ", and how to repeat the draw" if found.chance else ""
        yield from ("", f"--proof shows the proof of the pairing{draw}.")
    if granted:
        at = minute_of(granted.at)
        by = who_wrote(ctx, granted.hand)
        because = f', because: "{granted.reason}"' if granted.reason else ""
        yield ""
        said = f"The awarded bye was granted by {by}, {at} (entry {granted.seq}){because}."
        yield from _paragraph(0, said, ctx.width)


def why_locked(found: LockWhy, ctx: Reading) -> Iterator[str]:
    """Yield the players, the result, and why it is locked or until when it can be corrected."""
    first, second = (named(ctx, player) for player in found.players)
    result = found.result.in_words(ctx.rules.tie_word) if found.result else "no result yet"
    sides = with_sides(result, *map(ctx.name, found.players))
    yield f"{found.match}: {first} and {second}, {sides}"
    _, said = lock_said(found, ctx)
    for line in said:
        yield from _paragraph(2, line, ctx.width)


def lock_said(found: LockWhy, ctx: Reading) -> tuple[str | None, list[str]]:
    """Return who wrote the entry that settled a match, if any, and its state in sentences."""
    by = who_wrote(ctx, found.by.hand) if found.by else None
    return by, lock_in_words(found, by or "")


def _paragraph(indent: int, text: str, width: int) -> Iterator[str]:
    """Yield the lines of a paragraph; all but the first are indented further."""
    first, *rest = wrapped(text, width - indent - 2)
    yield f"{' ' * indent}{first}".rstrip()
    for line in rest:
        yield f"{' ' * (indent + 2)}{line}"


def _names(ctx: Reading) -> dict[PlayerId, str]:
    """Return the names of players who have one, as they are shown."""
    names = {number: ctx.name(number) for number in ctx.t.players}
    return {number: name for number, name in names.items() if name != number}
