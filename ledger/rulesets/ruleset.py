"""The rules of one edition as data: numbers, and the names of the rules that code implements.

An edition is a TOML file. This module lists its fields, and what contradicts what. Which edition a
tournament is played under is recorded in its ledger, so no code asks for an edition by name: it
asks for a field.
"""

import re
import reprlib
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from roundbook.ledger.phrases import counted
from roundbook.ledger.rulesets.questions import KNOWN, QuestionName
from roundbook.ledger.rulesets.tables import (
    KNOWN_TABLES,
    DivisionYears,
    NamedTable,
    Players,
    RoundsTable,
    Row,
    Times,
    VerdictTable,
)
from roundbook.ledger.terms import DeckRules

# Contradictions in an edition: two fields that cannot both hold, a table with a gap.

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""The pattern of an edition's name."""

PLACE = (
    r"(?:(?:TOP|TRF) §[0-9]+(?:\.[0-9]+)*(?: \([0-9]\))?"
    r"|(?:GTB|POD)\b(?: §[0-9]+(?:\.[0-9]+)*)?)"
)
"""The pattern of a citation of the documents of 2016 and 2017: a section, or a short document."""
_OLD = re.compile(PLACE)
_CITABLE = re.compile(rf"{PLACE}|[a-z]+(?:-[a-z]+)*")

LOCK_OF_TOP = 2
"""How many later rounds lock a result (TOP §4)."""

_LAST_RESORTS = ("lot", "file-order")


def contradiction(rules: "Ruleset") -> str | None:
    """Return the first contradiction in an edition as a sentence, or None if there is none."""
    for look in (_name, _points, _rates, _tiebreaks, _course, _documents, _divisions, _rounds):
        for sentence in look(rules):
            return sentence
    return None


def _name(rules: "Ruleset") -> Iterator[str]:
    """Yield a fault unless the edition has a fit name, and may be sanctioned if it says so."""
    if NAME.fullmatch(rules.edition) is None:
        yield (
            "its name (edition) may contain only lowercase letters, digits and "
            "dashes, at most 40 of them"
        )
    if rules.sanctioned and rules.rounds_until_lock > LOCK_OF_TOP:
        yield (
            f"rounds_until_lock is {rules.rounds_until_lock}, but a result locks when the second "
            "later round is paired (TOP §4): write sanctioned = false, or leave it at 2"
        )
    if rules.meant_from and rules.meant_until and rules.meant_until < rules.meant_from:
        yield f"meant_until ({rules.meant_until}) is before meant_from ({rules.meant_from})"


def _points(rules: "Ruleset") -> Iterator[str]:
    """Yield a fault unless a win is worth more than a tie, and a tie at least as much as a loss."""
    if not rules.win_points > rules.tie_points >= rules.loss_points:
        yield (
            "win_points must be more than tie_points, and tie_points must not be "
            "less than loss_points"
        )


_RATES = (
    "win_floor",
    "win_cap",
    "op_win_without_opponents",
    "own_game_floor",
    "awarded_bye_op_op_win",
)


def _rates(rules: "Ruleset") -> Iterator[str]:
    """Yield a fault unless every rate is between 0 and 1, and the floor is below the cap."""
    for name in _RATES:
        rate: Fraction | None = getattr(rules, name)
        if rate is not None and not 0 <= rate <= 1:
            yield f"{name} is {rate}, but a rate must be between 0 and 1"
    if rules.win_floor > rules.win_cap:
        yield f"win_floor ({rules.win_floor}) is above win_cap ({rules.win_cap})"


def _tiebreaks(rules: "Ruleset") -> Iterator[str]:
    """Yield a fault unless each tiebreak is named once and the last one always decides."""
    chain = rules.tiebreaks
    if len(set(chain)) != len(chain):
        twice = next(name for name in chain if chain.count(name) > 1)
        yield f"tiebreaks lists {twice} more than once"
    ends = [name for name in chain if name in _LAST_RESORTS]
    if ends != list(chain[-1:]):
        yield 'tiebreaks must end with "lot" or "file-order", and contain only one of them'
    after = dict(pairwise(chain))
    if (
        rules.head_to_head == "acyclic"
        and after.get("head-to-head", "last-opponent") != "last-opponent"
    ):
        yield (
            'with head_to_head = "acyclic", "last-opponent" must follow "head-to-head" in tiebreaks'
        )


def _course(rules: "Ruleset") -> Iterator[str]:
    """Yield a fault if a list of the course of an event names something twice."""
    for name in ("announced", "penalties", "unanswered", "not_said"):
        listed: tuple[str, ...] = getattr(rules, name)
        if len(set(listed)) != len(listed):
            twice = next(one for one in listed if listed.count(one) > 1)
            yield f"{name} lists {twice} more than once"
    for said in rules.not_said:
        if said not in KNOWN:
            yield f"not_said: {said!r} is neither a question nor a field of one"
        if said in rules.unanswered:
            yield f"unanswered and not_said both list {said}"
    if rules.times.turns_within and not rules.times.extra_turns:
        yield "times: turns_within gives minutes for turns, but extra_turns is 0"
    if rules.by_sheet and rules.verdicts != "trf-2016":
        yield 'pairing is "pod-sheet", which has a verdict table of its own: leave out verdicts'
    if rules.intentional_draws_in != "both" and not rules.intentional_draws:
        yield "intentional_draws is false, so intentional_draws_in cannot name a game"
    if rules.rematch_invalidates_until > rules.fewest_rounds:
        yield (
            f"rematch_invalidates_until ({rules.rematch_invalidates_until}) is above fewest_rounds "
            f"({rules.fewest_rounds}), the rounds proposed for the smallest events"
        )


def _documents(rules: "Ruleset") -> Iterator[str]:
    """Yield a fault if the documents of an edition are not those that it cites."""
    for place, section in rules.citations.items():
        if not _CITABLE.fullmatch(place):
            yield f'citations: {place!r} is neither a section such as "TOP §3.1.3" nor a rule'
        if _OLD.search(section):
            own = "a section of the edition's own documents"
            yield f"citations: {place!r} must give {own}, not {section!r}"
    if rules.citations and _OLD.search(rules.rounds_source):
        yield f"rounds_source is {rules.rounds_source}, but the edition has sections of its own"
    if rules.verdicts != "trf-2016" and not rules.citations:
        yield "verdicts names a table from other documents, so citations must give the sections"
    if rules.deck_rules != "trf-2016" and not rules.citations:
        yield "deck_rules names rules from other documents, so citations must give the sections"


def _divisions(rules: "Ruleset") -> Iterator[str]:
    """Yield a fault if divisions are missing, ages are reversed, or a season is repeated."""
    years = rules.divisions
    if years is None:
        if rules.pods != "one":
            yield f'pods is "{rules.pods}", which needs a table of divisions'
        return
    if years.junior_offset >= years.senior_offset:
        yield "divisions: junior_offset must be less than senior_offset"
    for row in years.seasons:
        if row.junior_from <= row.senior_from:
            yield f"divisions, season {row.season}: junior_from must be later than senior_from"
    seasons = [row.season for row in years.seasons]
    if len(set(seasons)) != len(seasons):
        yield "divisions: a season appears twice"


def _rounds(rules: "Ruleset") -> Iterator[str]:
    """Yield a fault if a rounds table is there twice or has a gap, or a row cannot be played."""
    fields = {name: field for name, field in _OWN_FIELDS.items() if rules.rows(name)}
    for number, table in enumerate(rules.tables):
        if table.name in fields:
            yield f"tables: {table.name} is given twice, here and as {fields[table.name]}"
        if table.name in {one.name for one in rules.tables[:number]}:
            yield f"tables: {table.name} is given twice"
    every = [(field, rules.rows(name)) for name, field in fields.items()]
    for name, rows in (*every, *((f"tables, {one.name}", one.rows) for one in rules.tables)):
        for row in rows:
            for fault in _row(row, rules):
                yield f"{name}, row {row.least}: {fault}"
        for before, row in pairwise(rows):
            if before.most is None or row.least != before.most + 1:
                yield f"{name}, row {row.least}: does not begin where the previous row ends"


def _row(row: Row, rules: "Ruleset") -> Iterator[str]:
    """Yield what is wrong with one row of a rounds table."""
    if row.most is not None and row.most < row.least:
        yield "`to` is less than `from`"
    if row.cut == 1 or (row.cut & (row.cut - 1) and not row.asymmetrical):
        yield f"a cut is 0, 2, 4, 8, 16 …, not {row.cut}"
    if row.cut > row.least:
        yield f"a cut of {row.cut} needs at least {row.cut} players"
    if row.asymmetrical and not row.cut:
        yield "an asymmetrical cut needs a minimum number of players (cut)"
    if row.day_two_cut is not None and row.day_two_points is not None:
        yield "day_two_cut and day_two_points cannot be used together"
    if (row.day_two_cut is None and row.day_two_points is None) != (row.day_two_rounds == 0):
        yield "day_two_rounds and day_two_cut (or day_two_points) must be given together"
    most = row.swiss * rules.win_points
    if row.day_two_points is not None and row.day_two_points > most:
        yield f"day_two_points is {row.day_two_points}, but {row.swiss} rounds give at most {most}"


_OWN_FIELDS = {"vg": "vg", "tcg-two-day": "tcg_two_day", "tcg-single-day": "tcg_single_day"}
"""The rounds tables that have a field of their own, by name."""

Tiebreak = Literal[
    "late",
    "op-win",
    "op-op-win",
    "head-to-head",
    "last-opponent",
    "lot",
    "file-order",
    "game-win",
    "op-game-win",
]
"""The tiebreaks among players with equal match points; `op-win` is also the sheet's OMP."""

PenaltyName = Literal[
    "caution",
    "warning",
    "prize",
    "double-prize",
    "quadruple-prize",
    "game-loss",
    "match-loss",
]
"""The penalties that an edition can know; a disqualification is none of them."""

PENALTIES: tuple[PenaltyName, ...] = (
    *("caution", "warning", "prize", "double-prize", "game-loss", "match-loss"),
)
"""The penalties of 2016."""

Points = Annotated[int, Meta(ge=0, le=100)]
Words = Annotated[str, Meta(min_length=1, max_length=300)]


class Ruleset(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of an edition. Rates are exact fractions between 0 and 1.

    - `parent`: the edition from which this one was made. `sanctioned`: false if no event under it
      is sanctioned, because it departs from what every sanctioned event has to keep (A-75).
    - `rate`, the win % of a player. `rounds-played`: wins and half the ties, divided by the rounds
      played (A-3, A-4, A-6). `rounds-planned`: wins alone, divided by the Swiss rounds of the
      tournament or, for a dropped player, by those taken part in. `points`: match points divided by
      the most possible. `points-of-three`: divided by those of the three rounds of a pod, however
      many were played (A-62).
    - `win_floor` is the least that an opponent counts, in matches and (where games count) in games;
      `own_game_floor` the least of a player's own game-win %. `win_cap` is the most that a dropped
      opponent counts: never, if dropped at all, or if dropped before the last planned Swiss round.
    - `freeze_dropped`: a dropped player's own Op Win % and Op Op Win % stay as they were after the
      round of the drop (A-9).
    - `awarded_bye`: `bye` is left out like a random one, `opponent` is a round, a win, and one more
      opponent with 100%; with `awarded_bye_op_op_win` in Op Op Win %, if that is given (A-53).
    - `bye_games`: games won and lost by a bye (A-38). `bye_in_rate`: whether a bye's points and
      round are part of the player's own rate if that is `points` (A-36).
    - `head_to_head`: between exactly `two` tied players (A-21), or `acyclic`: among all tied
      players, except those who beat each other in a circle (A-52).
    - `day_two`: which rounds make the percentages of a second day (A-20).
    - `rounds_until_lock`: a match record locks when this many later rounds are paired (TOP §4).
    - `late_entry_until_round`: once this round has started, or is complete if `late_entry_until` is
      that, nobody should join an event for Championship Points (A-5).
    - `late_players_count`: players who joined after round 1 was paired count for the rounds and the
      cut of their division.
    - `one_round_fewer`: the organiser may play one Swiss round fewer than the table has.
    - `intentional_draws`: whether players may agree on a draw, in which game if not in both.
    - `cut_best_of_three`: a cut after Swiss that awards Championship Points is best of three.
    - `rematch_invalidates_until`: a rematch up to this round makes the event invalid; 0 for none.
    - `citations`: where the edition's documents say what a section of those of 2016 and 2017 said,
      or what a rule demands. If there are any, a section that is not among them is not cited.
    - `verdicts`: the table that decides unfinished matches, and who goes first.
    - `deck_rules`: how decks are built, which of the card pools apply, which languages are local.
    - `penalties`: the penalties that a judge can give, besides a disqualification.
    - `meant_from`, `meant_until`: the days of the events that the edition is meant for. `unchecked`
      says in words why its values are not certain; people who open or read a tournament are told.
    - `remark`: a note for people who open a tournament under it.
    - `unanswered`: the questions whose fields nobody has compared with the documents yet.
      `not_said`: questions, or fields of a question, that the documents do not answer.
    - `pairing`: whether rounds follow the sheet of an eight-player pod, unless the organiser
      decides differently.
    - `missed_rounds`: what a round that started between a drop and the return counts (A-60).
    - `byes_each`: more byes for one player need a reason; without it, only random ones do (A-56).
    - `announced`: what else the players are told before round 1 starts (A-57); with `cut`, it is
      also of a fair size in every division (A-61). `format` is that of the cards, which the
      opening records, `staff` at least one name on the staff list; both can also be announced.
    - `retention_months`: how long results are kept after the last day, 0 if no rule says so.
    - `fewest_rounds`: the rounds of a field too small for the rounds tables (A-18).
    - `tables`: rounds tables under names of their own, next to the three that have a field.

    Rule: the edition's own text, which is never edited once released (docs/seasons.md).
    Units: rates are fractions from 0 to 1, times are in minutes, rounds are counted.
    Errors: none; an edition that cannot be read raises Unreadable.

    >>> cup.rules.win_points, cup.rules.rounds_until_lock
    (3, 2)
    """

    edition: str
    title: Words
    source: Words
    parent: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    sanctioned: bool = True
    unchecked: Words | None = None
    unanswered: tuple[QuestionName, ...] = ()
    not_said: tuple[Annotated[str, Meta(min_length=1, max_length=60)], ...] = ()
    meant_from: date | None = None
    meant_until: date | None = None
    remark: Words | None = None

    win_points: Points
    tie_points: Points
    loss_points: Points
    tie_word: Literal["tie", "draw"]
    intentional_draws: bool
    intentional_draws_in: Literal["both", "tcg"] = "both"

    rate: Literal["rounds-played", "rounds-planned", "points", "points-of-three"]
    win_floor: Fraction
    win_cap: Fraction
    cap_applies: Literal["never", "dropped", "dropped-early"]
    freeze_dropped: bool
    awarded_bye: Literal["bye", "opponent"]
    awarded_bye_op_op_win: Fraction | None = None
    op_win_without_opponents: Fraction
    own_game_floor: Fraction
    bye_games: tuple[Points, Points]
    bye_in_rate: bool
    day_two: Literal["both-days", "day-two-only"]
    tiebreaks: tuple[Tiebreak, ...]
    head_to_head: Literal["two", "acyclic"] = "two"

    rounds_until_lock: Annotated[int, Meta(ge=1, le=99)] = LOCK_OF_TOP
    late_entry_until_round: Annotated[int, Meta(ge=1, le=99)]
    late_entry_until: Literal["started", "complete"] = "started"
    late_players_count: bool = True
    rematch_invalidates_until: Annotated[int, Meta(ge=0, le=99)] = 0
    missed_rounds: Literal["none", "loss"] = "none"
    byes_each: Annotated[int, Meta(ge=0, le=99)] | None = None
    announced: tuple[Literal["cut", "prizes", "format", "staff", "breaks"], ...] = ()
    retention_months: Annotated[int, Meta(ge=0, le=120)] = 3
    verdicts: VerdictTable = "trf-2016"
    deck_rules: DeckRules = "trf-2016"
    citations: dict[Words, Words] = {}
    penalties: tuple[PenaltyName, ...] = PENALTIES
    pods: Literal["by-division", "tom", "one"]
    minimum_division: Players = 6
    minimum_pod: Players
    pairing: Literal["swiss", "pod-sheet"] = "swiss"
    divisions: DivisionYears | None = None

    times: Times
    fewest_rounds: Annotated[int, Meta(ge=1, le=99)] = 3
    rounds_source: Words
    one_round_fewer: bool = True
    cut_best_of_three: bool = False
    vg: tuple[Row, ...] = ()
    tcg_two_day: tuple[Row, ...] = ()
    tcg_single_day: tuple[Row, ...] = ()
    tables: tuple[NamedTable, ...] = ()

    def __post_init__(self) -> None:
        """Refuse an edition that contradicts itself; raise ValueError with a sentence."""
        if (sentence := contradiction(self)) is not None:
            raise ValueError(sentence)

    @property
    def doubt(self) -> str | None:
        """Return why not to rely on every value, as everybody is told; None if there is nothing."""
        open_ = self.unanswered
        asked = f"{counted(len(open_), 'question')} not answered yet" if open_ else None
        return "; ".join(filter(None, (self.unchecked, asked))) or None

    @property
    def season(self) -> int | None:
        """Return the newest season whose years of birth are written out; None if none are."""
        rows = self.divisions.seasons if self.divisions else ()
        return max((row.season for row in rows), default=None)

    @property
    def has_own_words(self) -> bool:
        """Whether what we say is reworded: it has sections, or a word for a tie, of its own."""
        return bool(self.citations) or self.tie_word != "tie"

    @property
    def ranks_late(self) -> bool:
        """Whether the late tag decides places: below players on time with the same match points."""
        return "late" in self.tiebreaks

    @property
    def by_sheet(self) -> bool:
        """Whether rounds and matches follow the sheet of an eight-player pod."""
        return self.pairing == "pod-sheet"

    def rows(self, table: RoundsTable) -> tuple[Row, ...]:
        """Return the rows of a rounds table, the smallest field first; empty if it has none."""
        if table in _OWN_FIELDS:
            rows: tuple[Row, ...] = getattr(self, _OWN_FIELDS[table])
            if rows:
                return rows
        return next((one.rows for one in self.tables if one.name == table), ())

    @property
    def rounds_tables(self) -> tuple[RoundsTable, ...]:
        """The names of its rounds tables, the default first."""
        known = [name for name in KNOWN_TABLES if self.rows(name)]
        return tuple(dict.fromkeys([*known, *(one.name for one in self.tables)]))

    def row_for(self, table: RoundsTable, players: int) -> Row | None:
        """Return the row for a division of that size; None if the table has none."""
        for row in self.rows(table):
            if row.least <= players and (row.most is None or players <= row.most):
                return row
        return None


_FRACTION = re.compile(r"(?P<top>[0-9]{1,6})(?:/(?P<bottom>[1-9][0-9]{0,5}))?")


def fraction(written: object) -> Fraction:
    """Read a rate as an edition writes it: `"1/4"`, `"0"`; raise ValueError with a sentence.

    A decimal such as 0.33 is refused: a third has to be a third.
    """
    found = _FRACTION.fullmatch(written) if isinstance(written, str) else None
    if found is None:
        msg = (
            f'{reprlib.repr(written)} is not a rate; enter a fraction as text, such as "1/4" or "0"'
        )
        raise ValueError(msg)
    return Fraction(int(found["top"]), int(found["bottom"] or 1))


def _hook(kind: type, written: object) -> object:
    """Decode the one type that msgspec does not know."""
    assert kind is Fraction, kind
    return fraction(written)


def parse(text: bytes) -> dict[str, object]:
    """Return the TOML table of a text; raise ValueError or RecursionError.

    A byte order mark, which some editors write, is allowed.
    """
    return tomllib.loads(text.decode("utf-8-sig"))


def build(table: Mapping[str, object]) -> Ruleset:
    """Return the rules in a TOML table; raise msgspec.ValidationError."""
    return msgspec.convert(table, Ruleset, dec_hook=_hook)


def decode(text: bytes) -> Ruleset:
    """Read an edition whose digest is known: a released one, or a custom one read before.

    What a person wrote goes through `ledger.rulesets.custom`, which explains mistakes.
    """
    return build(parse(text))
