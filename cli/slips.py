"""Match slips on paper: what stands on each, in a language (TOP §4)."""

from collections.abc import Iterator
from gettext import NullTranslations
from unicodedata import east_asian_width

from cli.reading import Reading
from cli.sanction import unsanctioned
from cli.sheets import game_boxes, reminder, time_of
from cli.typesetting import is_number
from ledger.terms import Division
from projections.reports.messages import said
from projections.reports.names import bare, division_title
from projections.reports.paper.bidi import isolated
from projections.reports.paper.slips import Player, Slip
from projections.rounds.rounds import PostedRound, Seat
from projections.text import Phrase, phrase, phrase_of


def slips_of(one: PostedRound, reading: Reading, words: NullTranslations) -> Iterator[Slip]:
    """Yield the slips of a round, in table order."""
    t, ages = reading.t, _divisions(one, reading)
    where = said(phrase("%(pool)s, round %(number)s", pool=one.pool, number=one.number), words)
    if ", ".join(ages).lower() != one.pool:
        where = f"{where} · {', '.join(division_title(age, words) for age in ages)}"
    tie = words.gettext("tie") if reading.rules.tie_word == "tie" else words.gettext("draw")
    event = [reading.event, *(said(text, words) for text in unsanctioned(t.opened))]
    for line in one.tables:
        yield Slip(
            event=" · ".join(event),
            where=f"{where}, {words.gettext('third place')}" if line.playoff else where,
            match=str(line.match),
            place=said(phrase("Table %(number)s", number=line.table), words),
            matched=said(phrase("match %(match)s", match=str(line.match)), words),
            first=_player(line.first, reading, words),
            second=_player(line.second, reading, words),
            games=game_boxes(reading),
            tie=None if one.pool in t.cuts else tie,
            time=said(_time(reading, t.extensions.get(line.match)), words),
            reminder=said(reminder(one, reading), words),
        )


def _time(reading: Reading, added: int | None) -> Phrase:
    """Return the time of a match, with what a judge gave it more or will write there."""
    told = phrase("both players told by %(whom)s", whom="_" * 26)
    more = phrase("More: ______ minutes")
    if added:
        more = phrase("%(minutes)s minutes more", minutes=added)
    time = time_of(reading)
    return phrase("Time: %(time)s. %(more)s, %(told)s", time=time, more=more, told=told)


def _divisions(one: PostedRound, reading: Reading) -> list[Division]:
    """Return the divisions that sit in a round, in their order."""
    seats = [seat for line in one.tables for seat in (line.first, line.second)]
    seated = {reading.t.players[seat.player].division for seat in seats}
    return [age for age in Division if age in seated]


def _player(seat: Seat, reading: Reading, words: NullTranslations) -> Player:
    """Return a player of a slip: the end of the organiser's id tells two of one name apart."""
    known, name = reading.book.id(seat.player), reading.name(seat.player)
    about = [seat.player, *([f"id …{known[-4:]}"] if known else [])]
    about.append(division_title(reading.t.players[seat.player].division, words))
    points = phrase_of("%(num)s point", "%(num)s points", seat.match_points)
    record = phrase("%(record)s, %(points)s", record=seat.record, points=points)
    if seat.seed:
        record = phrase("seed %(seed)s", seed=seat.seed)
    return Player(name=last_first(name), about=" · ".join(about), record=said(record, words))


def last_first(name: str) -> str:
    """Return a name with the last word first: `Lopez, Ana`.

    What is so already stays, a number too, and a name in signs that put the family first.
    """
    if name != bare(name):
        return isolated(last_first(bare(name)))
    first, _, last = name.rpartition(" ")
    as_it_is = "," in name or is_number(name) or any(east_asian_width(c) == "W" for c in name)
    return f"{last}, {first}" if first and not as_it_is else name
