"""Deck check by list: a deck list against its format, with every breach and what is unknown."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.decks.deck_list import CardLine, DeckList, Section, number_key, plain, set_key
from roundbook.ledger.decks.formats import Category, Construction, DeckFormat, Limit
from roundbook.ledger.decks.pools import CardPool, CardSet, left_out, listing
from roundbook.ledger.decks.spelling import spelled
from roundbook.ledger.phrases import Phrase, Value, counted, phrase, phrase_of, with_values
from roundbook.ledger.rulesets.wording import cited, cited_in, uncited

# The questions about a deck list, and the answers: breaches with their lines, and notes.


class Breach(Struct, frozen=True, kw_only=True):
    """A breach of a deck rule: the line (0 for the whole list) and the section of the rules."""

    rule: str
    message: str
    cites: str
    line: int = 0
    hint: str = ""

    @property
    def to_player(self) -> tuple[str, ...]:
        """The breach as its player reads it, and what to do: without sections, translatable."""
        said: str = self.message
        if self.line:
            said = phrase("line %(line)s: %(said)s", line=self.line, said=self.message)
        return (said, with_values(self.hint, _without_options)) if self.hint else (said,)

    @property
    def in_words(self) -> str:
        """The breach in one line: where, what, by which section."""
        where = f"line {self.line}: " if self.line else ""
        source = f" ({self.cites})" if self.cites else ""
        return f"{where}{self.message}{source}"


def _without_options(value: str) -> str:
    """Return a value without its citations; nothing of what only the desk can do."""
    return "" if "`--" in value else uncited(value)


class Judgement(Struct, frozen=True, kw_only=True):
    """The result of a check: breaches in order of their lines, and remarks, which are not breaches.

    `unjudged` are lines with cards that roundbook cannot check for legality.
    """

    cards: int
    breaches: tuple[Breach, ...]
    remarks: tuple[str, ...]
    unjudged: tuple[int, ...] = ()

    @property
    def in_words(self) -> str:
        """The result in a few words: `legal`, the number of breaches, or of lines not checked."""
        if self.breaches:
            return counted(len(self.breaches), "breach", "breaches")
        if not self.unjudged:
            return "legal"
        return f"no breach; {counted(len(self.unjudged), 'line')} cannot be checked"


class Question(Struct, frozen=True, kw_only=True):
    """What a deck list is checked against.

    `pool` has the sets of a Constructed format, or is None if every card may be played; `on` is the
    day of the event. If no known pool is valid on that day, `sets_known` is False: then the bans
    and limits of `pool` count, but not its sets. `local` are the languages of the venue (None if
    not known), which count at a `premier` event. In Limited, `handed_out` is what the player was
    given, if that is known, and `energy_provided` whether the organiser provides basic Energy;
    `draft` is the kind of Limited play.
    """

    format: DeckFormat
    rules: Construction
    on: date
    pool: CardPool | None = None
    sets_known: bool = True
    local: tuple[str, ...] | None = None
    premier: bool = False
    handed_out: DeckList | None = None
    energy_provided: bool = False
    draft: str | None = None

    @property
    def limited(self) -> bool:
        """Whether players are given their cards."""
        return self.format.category is Category.LIMITED


def print_of(line: CardLine) -> str:
    """Return a line's card as people say it: `Shiftry (NXD 72)`."""
    where = " ".join(part for part in (line.set, line.number) if part)
    return f"{line.title} ({where})" if where else line.title


# Numbers: the number of cards, the copies of one title, and limits in a card's own text.


def size(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """A deck has exactly as many cards as its format says (TRF §11, §14.2)."""
    wanted = asked.format.cards
    if deck.cards == wanted:
        return
    off, cards = deck.cards - wanted, phrase_of("%(num)s card", "%(num)s cards", deck.cards)
    said: dict[str, Value] = {"cards": cards, "wanted": wanted, "off": abs(off)}
    yield Breach(
        rule="deck-size",
        message=phrase("the deck has %(cards)s, not %(wanted)s: %(off)s too many.", **said)
        if off > 0
        else phrase("the deck has %(cards)s, not %(wanted)s: %(off)s too few.", **said),
        cites=asked.format.cites,
        hint=phrase("A deck has exactly %(wanted)s cards.", wanted=wanted),
    )


def copies(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """A title may be used only as often as the format allows (TRF §11.1, §14.2.1).

    Basic Energy is not limited. If a card's own text gives a number, that counts instead.
    """
    most = asked.format.copies
    if most is None:
        return
    for lines in _by_title(deck, asked).values():
        found = sum(line.count for line in lines)
        limited = any(limit.covers(line) for limit in _in_force(asked) for line in lines)
        if found <= most or asked.rules.basic_kind(lines[0]) or limited:
            continue
        yield Breach(
            rule="copies",
            line=_passing(lines, most),
            message=phrase(
                "%(what)s; at most %(most)s.", what=_where(_copies(found, lines), lines), most=most
            ),
            cites=asked.format.cites,
            hint=phrase(
                "Cards with the same English title count together, whatever the set or the "
                "language."
            ),
        )


def limits(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """A card's text may allow fewer copies, or only one of its kind (TRF §11.1, §11.2, §14.2)."""
    by_title = _by_title(deck, asked)
    for limit in _in_force(asked):
        meant = [lines for lines in by_title.values() if any(map(limit.covers, lines))]
        sets = [[line for lines in meant for line in lines]] if limit.together else meant
        for lines in sets:
            found = sum(line.count for line in lines)
            if limit.most is None or found <= limit.most:
                continue
            what = _copies(found, lines)
            if limit.together:
                what = phrase("%(count)s %(name)s cards", count=found, name=limit.name)
            yield Breach(
                rule="card-limit",
                line=_passing(lines, limit.most),
                message=phrase(
                    "%(what)s; the text on the card allows %(most)s (%(name)s).",
                    what=_where(what, lines),
                    most=limit.most,
                    name=limit.name,
                ),
                cites=asked.format.cites,
                hint=phrase("The text on a card takes precedence over the rule on copies."),
            )


def _in_force(asked: Question) -> Iterable[Limit]:
    """Return the limits that are valid on the day of the event."""
    known = (*asked.rules.limits, *(asked.pool.limits if asked.pool else ()))
    return [limit for limit in known if limit.since is None or limit.since <= asked.on]


def _by_title(deck: DeckList, asked: Question) -> dict[str, list[CardLine]]:
    found: dict[str, list[CardLine]] = {}
    for line in deck.deck:
        found.setdefault(asked.rules.counted(line), []).append(line)
    return found


def _passing(lines: Sequence[CardLine], most: int) -> int:
    """Return the line that exceeds the limit."""
    seen = 0
    for line in lines:
        seen += line.count
        if seen > most:
            return line.line
    return lines[-1].line


def _copies(found: int, lines: Sequence[CardLine]) -> Phrase:
    return phrase("%(count)s copies of %(title)s", count=found, title=lines[0].title)


def _where(what: Phrase, lines: Sequence[CardLine]) -> Phrase:
    """Return what is counted, with the lines that count together, if there are several."""
    *numbers, last = [str(line.line) for line in lines if line.line] or [""]
    if not numbers:
        return what
    lead = ", ".join(numbers)
    return phrase("%(what)s (lines %(lines)s and %(last)s)", what=what, lines=lead, last=last)


# Limited: a deck contains only cards that the player was given.

Print = tuple[str, str, str]
"""A title, a set and a collector number, in the form used for comparison."""


def only_what_was_given(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """In Limited, players use only cards that were handed out at the event (TRF §1, §11.2).

    Basic Energy is free if the organiser provides it. Cards are counted by title, and by print if
    both lists give it.
    """
    if asked.handed_out is None or not asked.limited:
        return
    listed = (*deck.deck, *deck.unused)
    given = (*asked.handed_out.deck, *asked.handed_out.unused)
    titles, prints, unsaid = _counts(given, asked)
    for line in listed:
        title = asked.rules.counted(line)
        basic = asked.rules.basic_kind(line)
        if basic and asked.energy_provided:
            continue
        titles[title] -= line.count
        # First by title: are there more copies than were given in all prints? If not, by print:
        # cards given in this print are used first, then those whose print the list does not give,
        # as they may be this one.
        short = max(0, min(-titles[title], line.count))
        exact = _print(line, title)
        if not short and exact[1] and exact[2]:
            same = min(prints[exact], line.count)
            perhaps = min(unsaid[title], line.count - same)
            prints[exact] -= same
            unsaid[title] -= perhaps
            short = line.count - same - perhaps
        if short:
            said: dict[str, Value] = {"short": short, "count": line.count, "card": print_of(line)}
            message = phrase("%(short)s of %(count)s %(card)s were not handed out.", **said)
            if short == 1:
                message = phrase("1 of %(count)s %(card)s was not handed out.", **said)
            add = " If the organiser provides basic Energy, add `--basic-energy`." if basic else ""
            hint = phrase("Only cards that the organiser gave out may be played.%(add)s", add=add)
            yield Breach(
                rule="not-handed-out",
                line=line.line,
                message=message,
                cites="TRF §1, §11.2",
                hint=hint,
            )
    yield from _left_out(deck, asked, titles)


def _left_out(deck: DeckList, asked: Question, left: Counter[str]) -> Iterator[Breach]:
    """A list that gives its unused cards gives all of them (TRF §4)."""
    names = {asked.rules.counted(line): line for line in (asked.handed_out or deck).lines}
    missing = [
        names[title]
        for title, number in left.items()
        if number > 0 and title in names and not _free(names[title], asked)
    ]
    if deck.unused and missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        yield Breach(
            rule="unused-incomplete",
            message=(
                "cards that were handed out are listed neither in the deck nor "
                f"as unused: {print_of(missing[0])}{more}."
            ),
            cites="TRF §4",
            hint="The list of a Limited event must contain the whole deck and all unused cards.",
        )


def _free(line: CardLine, asked: Question) -> bool:
    return asked.energy_provided and asked.rules.basic_kind(line) is not None


def _counts(
    given: Iterable[CardLine], asked: Question
) -> tuple[Counter[str], Counter[Print], Counter[str]]:
    """Return how many cards were given of each title, each print, and titles without a print."""
    titles, prints, unsaid = Counter[str](), Counter[Print](), Counter[str]()
    for line in given:
        title = asked.rules.counted(line)
        titles[title] += line.count
        exact = _print(line, title)
        if exact[1] and exact[2]:
            prints[exact] += line.count
        else:
            unsaid[title] += line.count
    return titles, prints, unsaid


def _print(line: CardLine, title: str) -> Print:
    return title, set_key(line.set), number_key(line.number)


def with_unused(deck: DeckList, handed_out: DeckList | None, rules: Construction) -> DeckList:
    """Return a list with the cards that were handed out but are not in the deck (TRF §4).

    A list that gives its unused cards itself stays as it is.
    """
    if handed_out is None or deck.unused:
        return deck
    used: Counter[str] = Counter()
    for line in deck.deck:
        used[rules.counted(line)] += line.count
    left: list[CardLine] = []
    for line in handed_out.lines:
        title = rules.counted(line)
        taken = min(used[title], line.count)
        used[title] -= taken
        if line.count > taken:
            left.append(replace(line, count=line.count - taken, unused=True, line=0))
    return replace(deck, lines=(*deck.lines, *left))


# Card legality: cards that are never legal, the card pool on the day, bans and languages.

ASK = phrase(
    "Ask the Head Judge, who has the last word on what a card is%(cites)s.", cites=" (TRF §1.2)"
)


def never_legal(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """Cards of collector's sets, and cards with such a mark, are never legal (TRF §1.11, §12)."""
    for line in deck.deck:
        said = plain(f"{line.title} {line.set} {line.note}")
        mark = next((mark for mark in asked.rules.refused if plain(mark) in said), None)
        if mark:
            yield Breach(
                rule="card-refused",
                line=line.line,
                message=phrase(
                    "%(card)s is not legal in any tournament: %(mark)s.",
                    card=print_of(line),
                    mark=mark,
                ),
                cites="TRF §1.11, §12",
                hint=phrase("Replace the card; another print of it may be legal."),
            )


def sets(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """A card is from a set that is legal by that day, or a reprint (TRF §1.3, §1.4, §13).

    The pool says how long a set is too new. Basic Energy is legal from every set. In Limited, new
    sets are legal at once.
    """
    pool = asked.pool
    for line in deck.deck if pool and asked.sets_known else ():
        if (
            not pool
            or not (line.set or line.mark)
            or asked.rules.basic_kind(line)
            or pool.reprinted(line)
        ):
            continue
        if pool.marks and line.mark and line.mark not in pool.marks:
            yield _of_another_time(line, pool)
        elif one := pool.find(line.set):
            yield from _not_yet(line, one, pool, asked)
        elif line.mark not in pool.marks and not pool.every_set and listing(line.set):
            yield _left_by(line, pool, asked.on)


def _of_another_time(line: CardLine, pool: CardPool) -> Breach:
    """Return a breach for a card whose regulation mark is not legal."""
    marks = ", ".join(pool.marks)
    return Breach(
        rule="mark-not-legal",
        line=line.line,
        message=phrase(
            "%(card)s has the regulation mark %(mark)s; the legal marks are %(marks)s.",
            card=print_of(line),
            mark=line.mark,
            marks=marks,
        ),
        cites=pool.section,
        hint=phrase("Use a print with one of the marks %(marks)s. %(ask)s", marks=marks, ask=ASK),
    )


def _left_by(line: CardLine, pool: CardPool, on: date) -> Breach:
    """Return a breach for a set that the pool leaves out, with a reading that has it (A-27).

    A pool of another season is not another reading: it is valid on other days.
    A set that is in no known pool is not a breach: roundbook cannot check it.
    """
    readings = [
        one.name
        for one in listing(line.set)
        if one.format == pool.format and one.deck_rules == pool.deck_rules and one.in_force(on)
    ]
    other = f" Another reading allows the card: `--pool {readings[0]}`." if readings else ""
    hint = phrase("Use a print from the card pool.%(other)s %(ask)s", other=other, ask=ASK)
    return Breach(
        rule="set-not-legal",
        line=line.line,
        message=phrase(
            "%(card)s: %(set)s is not a set of %(pool)s, so the card is not legal unless a reprint "
            "with the same effect is.",
            card=print_of(line),
            set=line.set,
            pool=pool.name,
        ),
        cites=f"TRF §1.4, {pool.section}",
        hint=hint,
    )


def _cannot_be_judged(deck: DeckList, asked: Question) -> list[CardLine]:
    """Return the cards that roundbook cannot check for legality (TRF §1.3, §13).

    Their set is in no known pool, or they give no set, or no pool is valid on the day.
    """
    pool = asked.pool
    cards = [line for line in deck.deck if not asked.rules.basic_kind(line)]
    if not asked.sets_known:
        return cards
    if pool is None or pool.every_set:
        return []
    return [
        line
        for line in cards
        if not pool.reprinted(line)
        if not (line.set and (pool.find(line.set) or listing(line.set)))
        if not (pool.marks and line.mark)
    ]


def _not_yet(line: CardLine, one: CardSet, pool: CardPool, asked: Question) -> Iterator[Breach]:
    """Yield a breach for a set that is too new, or a number that the pool does not include."""
    digits = "".join(c for c in line.number if c in "0123456789")
    day = pool.legal_from(one)
    if one.lowest is not None and digits and int(digits) < one.lowest:
        yield Breach(
            rule="set-not-legal",
            line=line.line,
            message=phrase(
                "%(card)s: in %(set)s, only %(lowest)s and higher are legal.",
                card=print_of(line),
                set=one.name,
                lowest=one.lowest,
            ),
            cites=pool.section,
            hint=ASK,
        )
    elif day is not None and day > asked.on and not asked.limited:
        yield Breach(
            rule="set-too-new",
            line=line.line,
            message=phrase(
                "%(card)s: %(set)s is legal from %(day)s, so not yet on %(on)s.",
                card=print_of(line),
                set=one.name,
                day=str(day),
                on=str(asked.on),
            ),
            cites="TRF §1.3",
            hint=phrase(
                "A reprint of a card that is already legal may be played%(cites)s: ask the Head "
                "Judge.",
                cites=" (TRF §1.5)",
            ),
        )


def bans(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """Banned cards may not be used; they are banned by title and print (TRF §13.2)."""
    if asked.pool is None:
        return
    for line in deck.deck:
        ban = asked.pool.ban_on(line, asked.on)
        if ban is None or ban.unsure:
            continue
        which = " ".join(part for part in (ban.set, ban.number) if part)
        card = f"{ban.title} ({which})" if which else ban.title
        sure = not ban.set or (line.set and (line.number or not ban.number))
        yield Breach(
            rule="card-banned",
            line=line.line,
            message=phrase("%(card)s is banned in %(format)s.", card=card, format=asked.pool.format)
            if sure
            else phrase(
                "%(card)s is banned in %(format)s, and the line does not say which %(title)s it "
                "is.",
                card=card,
                format=asked.pool.format,
                title=line.title,
            ),
            cites=asked.pool.section,
            hint=phrase("Replace the card.")
            if sure
            else phrase("Give the set and the collector number."),
        )


def languages(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """At a Premier Event, only languages local to the venue are permitted (TRF §1.8)."""
    if not asked.premier or asked.local is None:
        return
    for line in deck.deck:
        if line.language and line.language not in asked.local:
            yield Breach(
                rule="language-foreign",
                line=line.line,
                message=phrase(
                    "%(card)s is in the language %(language)s, a foreign language here; "
                    "foreign-language cards are not allowed at a Premier Event.",
                    card=print_of(line),
                    language=line.language,
                ),
                cites="TRF §1.8",
                hint=phrase(
                    "Local languages here: %(languages)s.", languages=", ".join(asked.local)
                ),
            )


def _has_no_pokemon(deck: DeckList, asked: Question) -> bool:
    """Return whether a list shows that there is no Pokémon in the deck."""
    energy = (asked.rules.basic_kind(line) or line.section is Section.ENERGY for line in deck.deck)
    listed = any(line.section is Section.POKEMON for line in deck.deck)
    return all(energy) or (deck.no_pokemon and not listed)


def basic_pokemon(deck: DeckList, asked: Question) -> Iterator[Breach]:
    """A deck has a Basic Pokémon, if its rules say so: seen only if no Pokémon is listed at all."""
    if asked.rules.basic_needed and _has_no_pokemon(deck, asked):
        yield Breach(
            rule="no-basic-pokemon",
            message=phrase(
                "no Pokémon is listed, but a deck must have at least one Basic Pokémon."
            ),
            cites=asked.format.cites,
            hint=phrase("A deck without a Basic Pokémon cannot begin a game."),
        )


CHECKS: tuple[Callable[[DeckList, Question], Iterable[Breach]], ...] = (
    size,
    basic_pokemon,
    copies,
    limits,
    never_legal,
    bans,
    sets,
    languages,
    only_what_was_given,
)
"""The checks of every deck list, in order."""


def judge(deck: DeckList, asked: Question) -> Judgement:
    """Return all breaches of a list, in order of its lines, and notes on it.

    Breaches of the whole list come first. A note is not a breach: what a line should give but need
    not (TRF §4), what the text of the rules leaves out, what could not be checked.
    """
    deck, perhaps = spelled(deck, asked.pool)
    if asked.handed_out:
        asked = replace(asked, handed_out=spelled(asked.handed_out, asked.pool).deck)
    found = [breach for look in CHECKS for breach in look(deck, asked)]
    found.sort(key=lambda breach: breach.line)
    doubtful = {line.line for line, _ in perhaps}
    open_lines = _cannot_be_judged(deck, asked)
    unjudged = {line.line for line in open_lines} | doubtful
    remarks = (
        *_doubts(asked),
        *_unsure_bans(deck, asked),
        *_remarks(deck, asked),
        *_notes_unknown(deck, asked),
        *map(_perhaps, perhaps),
        *_said_of(open_lines, asked),
    )
    return Judgement(
        cards=deck.cards,
        breaches=tuple(_with_sources(one, asked) for one in found),
        remarks=tuple(cited_in(one, asked.rules) for one in remarks),
        unjudged=tuple(line.line for line in deck.deck if line.line in unjudged),
    )


def _with_sources(one: Breach, asked: Question) -> Breach:
    """Return a breach with the sections of the documents by which the deck was checked."""
    hint = with_values(one.hint, lambda text: cited_in(text, asked.rules))
    return replace(one, cites=cited(one.cites, asked.rules), hint=hint)


def _perhaps(one: tuple[CardLine, str]) -> str:
    """Return the question about a line that may be the card of another title."""
    line, title = one
    return (
        f'line {line.line}: "{line.title}" may be {title} from a set that roundbook does not know; '
        "give the set and the collector number (TRF §4)."
    )


_NOTES = {
    **dict.fromkeys(("foil", "holo", "reverse", "reverse holo", "promo", "full art"), ""),
    "proxy": ": a proxy made by a player is a fake card (TRF §1.7)",
    "fake": ": only genuine cards may be used (TRF §1.6)",
    "signed": ": autographed cards are not permitted (TRF §1.9)",
    "autographed": ": autographed cards are not permitted (TRF §1.9)",
}
"""Notes in brackets, with what a check says of them; empty for those that change nothing."""


def _notes_unknown(deck: DeckList, asked: Question) -> Iterator[str]:
    """Yield the notes in brackets that are not a set, number, language or known text (A-87)."""
    pool_marks = asked.pool.marks if asked.pool else ()
    marks = [*asked.rules.refused, *(mark for one in _in_force(asked) for mark in one.marks)]
    for line in deck.deck:
        for note in filter(None, line.note.split("; ")):
            means = _NOTES.get(plain(note))
            if pool_marks and note[-1:] == line.mark:
                continue
            if means is None and any(plain(mark) in plain(note) for mark in (*marks, "special")):
                continue
            if means != "":
                yield f'line {line.line}: the note "{note}" was not checked{means or ""}.'


def _said_of(lines: Sequence[CardLine], asked: Question) -> Iterator[str]:
    """Yield why some cards cannot be checked, and what is needed to check them."""
    pool = asked.pool
    if not asked.sets_known:
        yield (
            f"roundbook has no {asked.format.name} card pool for these deck rules that is valid "
            f"on {asked.on}, so the sets were not checked; provide a card pool (--pool FILE)."
        )
        return
    unknown = sorted({line.set for line in lines if line.set})
    if pool and unknown:
        more = f" with the {pool.more_to_come}" if pool.more_to_come else ""
        sets = ", ".join(unknown)
        own = pool.section.startswith("TRF")
        cites = f"TRF §1.3, {pool.section}" if own else f"{pool.section}; TRF §1.3"
        yield (
            f"{pool.name} has no entry for {sets}, so roundbook cannot check whether such cards "
            "are legal "
            f"({cites}); provide a card pool{more} (--pool FILE)."
        )
    if any(not line.set for line in lines):
        yield "roundbook cannot check whether a card without a set is legal (TRF §13)."


def _doubts(asked: Question) -> Iterator[str]:
    """Yield why the rules or the card pool may be wrong."""
    for one in (asked.rules, asked.pool):
        if one and one.unchecked:
            yield f"{one.name}: {one.unchecked}."


def _unsure_bans(deck: DeckList, asked: Question) -> Iterator[str]:
    """Yield the cards of which the pool does not know whether they are banned."""
    pool = asked.pool
    for line in deck.deck if pool else ():
        ban = pool.ban_on(line, asked.on) if pool else None
        if pool and ban and ban.unsure:
            why = f"{ban.title} may be banned in {pool.format}: {ban.unsure}"
            yield f"line {line.line}: {why}. {ASK}"


def _remarks(deck: DeckList, asked: Question) -> Iterator[str]:
    """Yield notes that people should know about, although they are not breaches."""
    pool = asked.pool
    if pool and asked.sets_known and not pool.in_force(asked.on):
        until = f" to {pool.valid_until}" if pool.valid_until else ""
        yield (
            f"the card pool {pool.name} is valid from {pool.valid_from}{until}, not on {asked.on}."
        )
    if asked.limited:
        within = (asked.format, pool) if pool else (asked.format,)
        own = asked.format.name if asked.format.sanctioned else None  # A fun format names no draft.
        draft = asked.draft or own
        left = (left_out(draft, one) for one in within if draft)
        yield from (remark for remark in left if remark)
    if deck.total is not None and deck.total != sum(line.count for line in deck.lines):
        named = sum(line.count for line in deck.lines)
        yield f"the list gives a total of {counted(deck.total, 'card')}, but contains {named}."
    bare = [
        str(line.line)
        for line in deck.deck
        if not line.number or not line.set
        if not asked.rules.basic_kind(line)
    ]
    if bare:
        alone, some = f"line {bare[0]} lacks", f"{len(bare)} lines, the first {bare[0]}, lack"
        lines = some if len(bare) > 1 else alone
        yield f"{lines} a set or a collector number; a clear list gives both (TRF §4)."
    if asked.limited and asked.handed_out is None:
        yield (
            "the cards that were handed out are not known (--pool-list), so the "
            "list was not compared with them (TRF §11.2)."
        )
    local = {"", "en"} if asked.local is None else {"", *asked.local}
    if foreign := ", ".join(sorted({line.language for line in deck.deck} - local)):
        if asked.local is None:
            yield f"cards in {foreign}: add --region to check the languages (TRF §1.8)."
        elif not asked.premier:
            yield (
                f"cards in {foreign}, a foreign language here; at a Premier Event they are not "
                "allowed. Ask the Head Judge (TRF §1.8)."
            )
    if not asked.rules.basic_needed and _has_no_pokemon(deck, asked):
        yield (
            "no Pokémon is listed; a deck without a Basic Pokémon cannot begin a game. TRF §12 "
            "does not ask for one."
        )
