"""Lists that can be printed at any time, unrecorded: pairings, standings, brackets, forms."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from cli.args.players import find_player
from cli.args.types import quoted
from cli.desk.errors import command as typed
from cli.desk.read import ReadContext
from cli.desk.write import WriteContext
from cli.folder import deck_lists, heads, layout
from cli.printing.fonts import Build, Draft, set_with
from cli.printing.paper import document, table
from cli.printing.posting import as_read
from cli.printing.round_pdf import named_list, staff_list
from ledger.decks.lists import as_text
from ledger.errors import Refused, Unreadable, advice, do
from ledger.events.catalogue import AnnouncementMade
from ledger.events.posting import Paper
from ledger.phrases import Phrase, phrase
from ledger.proofs.checkpoints import Signed
from ledger.proofs.entries import prove
from ledger.record.entry import Entry
from ledger.state.pools import flights_by_player, flights_named
from ledger.terms import Division, PlayerId, Pool
from projections.bracket.bracket import brackets
from projections.bracket.placements import is_pure
from projections.bracket.tree import How, Node, Tree, tree
from projections.explain.dossier import Dossier
from projections.explain.dossier_page import Frame, Proven, page
from projections.judging.deck_checks import paragraphs, progress, sits_at
from projections.podsheet.sheet import (
    PodSheet,
    SheetLine,
    SheetMatch,
    SheetNote,
    as_on_the_sheet,
    omp_note,
    pod_sheets,
)
from projections.reports.messages import SOURCE, opened
from projections.reports.names import division_title
from projections.reports.paper.bracket import DEPTH, Branch, branch_texts, tree_pdf
from projections.reports.paper.document import Document, Heading, NewPage, Paragraph, Part
from projections.reports.paper.from_page import parts_of
from projections.reports.remarks import two_forms as two_forms_of_omp
from projections.reports.text.announcement import announced_lines
from projections.reports.text.bracket import parts_of as parts_of_bracket
from projections.reports.text.cut import going_on
from projections.reports.text.history import told
from projections.reports.text.standings import COLUMNS, division_heading, place_rows, standing_table
from projections.reports.text.tables import Column, named, say, who_wrote, words_of
from projections.rounds.rounds import PostedRound, in_play, posted_round
from projections.standings.standings import Standing, standings

# The page that judges decide a dispute with: names, the exact lines, and their proofs.


def dossier_page(ctx: ReadContext, found: Dossier) -> str:
    """Return the page as HTML that needs neither scripts nor a network."""
    return page(found, _frame(ctx, found))


def dossier_on_paper(found: Dossier, ctx: ReadContext) -> Document:
    """Return the page as a print, in the same words."""
    parts = parts_of(dossier_page(ctx, found))
    (title, *rest) = parts
    assert isinstance(title, Heading)
    return document(ctx, title.text, rest)


def _frame(ctx: ReadContext, found: Dossier) -> Frame:
    """Return the names and the proofs for the page."""
    head = heads.latest(ctx.folder)
    return Frame(
        event=ctx.event,
        edition=ctx.rules.edition,
        entry=ctx.t.seq,
        tie=ctx.rules.tie_word,
        name=lambda player: named(ctx, player),
        by=lambda hand: who_wrote(ctx, hand),
        told=lambda one: told(replace(one, why=None), ctx),
        proven=_proven(ctx, found, head),
        head=head.note.to_bytes().decode() if head else None,
        key=ctx.t.key,
        checks=typed(do("check-proof", "PROOF", "LINE", "--key", "KEY")),
    )


def _proven(ctx: ReadContext, found: Dossier, head: Signed | None) -> list[Proven]:
    """Return the exact lines of the entries, each with its proof if a signed head covers it.

    A head that was signed for different lines proves nothing.
    """
    lines = layout.lines(ctx.folder)
    size = head.checkpoint.size if head else 0
    tree = heads.tree_of(ctx.folder, size)
    covered = size if head and size <= len(lines) and tree.root() == head.checkpoint.root else 0
    return [
        Proven(
            seq=seq,
            line=lines[seq - 1].decode(),
            proof=prove(tree, seq - 1, head.checkpoint, head.note).to_bytes().decode()
            if head and seq <= covered
            else None,
        )
        for seq in found.entries
    ]


# The sheet of an eight-player pod, on screen and paper: its chart, lines and figures.

BLANK = "________"
BOTH = phrase("On each line, write the match score, with the game score below it.")
CHART = (
    Column(phrase("Round"), right=True),
    Column(phrase("Match")),
    Column(phrase("Player"), wraps=True),
    Column(phrase("Games won"), right=True),
    Column(phrase("Player"), wraps=True),
    Column(phrase("Games won"), right=True),
)
LINES = (
    Column(phrase("No")),
    Column(phrase("Name"), wraps=True),
    Column("r1", right=True),
    Column("r2", right=True),
    Column("r3", right=True),
    Column(phrase("Record"), right=True),
    Column(phrase("Deck"), wraps=True),
    Column(phrase("1st pick"), wraps=True),
    Column(phrase("Rank"), right=True),
)
FIGURES = (
    Column(phrase("Rank"), right=True),
    Column(phrase("Name"), wraps=True),
    Column(phrase("Points"), right=True),
    Column("OMP", right=True),
    Column("GWP", right=True),
    Column("OGP", right=True),
)


def how_played(ctx: ReadContext) -> Phrase:
    """Return how a pod is played, in words."""
    times = ctx.rules.times
    return phrase(
        "8 players, best of three, three rounds; %(minutes)s minutes, then %(turns)s extra turns",
        minutes=times.best_of_three,
        turns=times.extra_turns,
    )


def ranked(sheet: PodSheet) -> list[SheetLine]:
    """Return the lines of the players who have a rank, the best first."""
    return sorted((one for one in sheet.lines if one.rank), key=lambda one: one.rank or 0)


def pod_sheets_print(sheets: Sequence[PodSheet], ctx: ReadContext) -> Document:
    """Return the sheets as a print, each on a page of its own."""
    parts: list[Part] = []
    for sheet in sheets:
        lines = [row for one in sheet.lines for row in two_rows(one, ctx)]
        parts += [NewPage(str(sheet.pool))] if len(sheets) > 1 else []
        parts += [
            Paragraph(text=how_played(ctx)),
            table(CHART, list(chart(sheet, ctx)), 10),
            *(Paragraph(text=note) for note in chart_notes(sheet, ctx)),
            Heading(text=phrase("Players")),
            table(LINES, lines, 9),
            Paragraph(text=BOTH),
        ]
        if places := ranked(sheet):
            parts.append(table(FIGURES, [figures(one, ctx) for one in places], 9))
        parts += [Paragraph(text=note) for note in two_forms(sheet, ctx)]
    return document(ctx, phrase("Sheet of an eight-player pod"), parts)


def chart_notes(sheet: PodSheet, ctx: ReadContext) -> list[str]:
    """Return notes on matches where the chart alone would mislead, translated."""
    return [say(_chart_note(one, ctx), ctx) for one in sheet.notes]


def _chart_note(one: SheetNote, ctx: ReadContext) -> Phrase:
    """Return a note as a sentence."""
    player, other = (ctx.name(each) if each else "" for each in (one.player, one.other))
    match one.kind:
        case "lot":
            return phrase(
                "%(match)s was a draw. %(winner)s was given the winner's place at random, and "
                "%(loser)s the loser's.",
                match=one.match,
                winner=player,
                loser=other,
            )
        case "swap":
            return phrase(
                "%(match)s: %(player)s and %(other)s drew in round 1 and had the same record after "
                "round 2, so they swapped places.",
                match=one.match,
                player=player,
                other=other,
            )
        case "records":
            return phrase(
                "Round %(number)s was paired by match points, because the sheet does not give its "
                "pairings.",
                number=one.round,
            )


def two_forms(sheet: PodSheet, ctx: ReadContext) -> list[str]:
    """Return a note for each player whose OMP differs under the sheet's own words, and why."""
    return [
        say(omp_note(ctx.name(one.player), one.omp, one.omp_as_worded), ctx)
        for one in sheet.lines
        if one.player and one.omp is not None and one.omp_as_worded is not None
    ]


def chart(sheet: PodSheet, ctx: ReadContext) -> Sequence[Sequence[str]]:
    """Return the matches as rows, round by round."""
    return [
        [str(number) if place == 0 else "", one.letter, *_side(one, 0, ctx), *_side(one, 1, ctx)]
        for number, part in enumerate(sheet.chart, start=1)
        for place, one in enumerate(part)
    ]


def _side(one: SheetMatch, side: int, ctx: ReadContext) -> tuple[str, str]:
    """Return one player of a match with the games won; the place if the player is not known."""
    player, place = one.players[side], say(_place(one.places[side]), ctx)
    if player is None:
        empty = any(one.players)
        nobody = say(phrase("nobody"), ctx)
        said = nobody if empty else BLANK
        return f"({place}) {said}" if place else said, "" if empty else "__"
    won = "__" if one.games is None else str(one.games[side])
    return f"({place}) {ctx.name(player)}" if place else ctx.name(player), won


def _place(place: str) -> str:
    """Return the line of a player, or the match that the player comes from, in words."""
    which, _, letter = place.partition(" ")
    match which:
        case "winner":
            return phrase("winner %(match)s", match=letter)
        case "loser":
            return phrase("loser %(match)s", match=letter)
        case _:
            return place


def two_rows(one: SheetLine, ctx: ReadContext) -> list[list[str]]:
    """Return a line as the two rows it has on the sheet: matches above, games below."""
    number = f"{one.number:02}"
    if one.player is None:
        return [[number, BLANK * 2, *["__"] * 4, BLANK, BLANK, "__"], _row(["__"] * 4)]
    matches = [part.matches if part else "__" for part in one.rounds]
    games = [part.games if part else "__" for part in one.rounds]
    name, rank = ctx.name(one.player), str(one.rank or "__")
    return [
        [number, name, *matches, one.record or "__", one.deck, one.first_pick, rank],
        _row([*games, one.games or "__"]),
    ]


def _row(cells: Sequence[str]) -> list[str]:
    return ["", "", *cells, "", "", ""]


def figures(one: SheetLine, ctx: ReadContext) -> list[str]:
    """Return the figures that rank a player, calculated as on the sheet."""
    name = ctx.name(one.player) if one.player else ""
    ratios = [as_on_the_sheet(each) for each in (one.omp, one.gwp, one.ogp)]
    return [str(one.rank), name, str(one.points), *ratios]


class ListPrinted(Struct, frozen=True, kw_only=True):
    """A list as a PDF. Nothing is written to the ledger."""

    data: bytes
    entries: tuple[Entry, ...] = ()


def print_list(
    ctx: WriteContext, what: str, about: str = "", *, paper: Paper, language: str = SOURCE
) -> ListPrinted:
    """Print one of LISTS: for a pool or a player, or for all of them if `about` is empty."""
    reading = as_read(ctx, language)
    return ListPrinted(data=set_with(reading, LISTS[what](reading, about), (), paper).data)


# Pairings.


def rounds_asked(ctx: ReadContext, pool: str | None, number: int | None) -> list[PostedRound]:
    """Return the requested rounds. Raises Refused if there are none."""
    t = ctx.t
    shown_now = in_play(t) if number is None else list(t.latest)
    asked = [Pool(pool.lower())] if pool else shown_now
    if pool and (flights := flights_named(t, asked[0])):
        asked = list(flights)
    posted = (posted_round(t, ctx.rules, each, number or t.latest.get(each, 0)) for each in asked)
    found = [one for one in posted if one]
    if not found and (pool or number):
        where = f" of {quoted(pool)}" if pool else ""
        which = f"round {number}{where} has not" if number else f"no round{where} has"
        paired = ", ".join(f"{each}-{latest}" for each, latest in t.latest.items() if latest)
        hint = f"The latest rounds are {paired}." if paired else "Nothing has been paired yet."
        raise Refused(f"{which} been paired.", hint=hint)
    return found


def pairings(rounds: Sequence[PostedRound], ctx: ReadContext, *, named: bool = False) -> Document:
    """Return the pairings for the staff: by table with boxes, or with every player once."""
    if not rounds:
        raise Refused("nothing has been paired yet.", hint=advice("Pair it with {}.", do("pair")))
    return (named_list if named else staff_list)(rounds, ctx)


# Brackets, drawn as trees.


def brackets_asked(ctx: ReadContext, pool: str | None) -> list[Pool]:
    """Return the requested brackets. Raises Refused if there are none."""
    there = [bracket.pool for bracket in brackets(ctx.t)]
    if pool and Pool(pool.lower()) in there:
        return [Pool(pool.lower())]
    if there and not pool:
        return there
    known = (
        f"The brackets are: {', '.join(there)}."
        if there
        else ("No seeds have been drawn and no cut has been made yet.")
    )
    raise Refused(
        f"there is no bracket {quoted(pool)}." if pool else "there is no bracket.",
        hint=known,
    )


def brackets_drawn(found: Sequence[Tree], ctx: ReadContext) -> Draft:
    """Return brackets as a print, with one drawn tree on each page."""
    branches = [
        Branch(
            title=title,
            columns=tuple(tuple((text, games) for text, games in column) for column in columns),
            notes=_note(one.third_place, ctx),
        )
        for one in found
        for title, columns in parts_of_bracket(one, ctx.name, DEPTH, words_of(ctx))
    ]
    moment = phrase("as of entry %(seq)s", seq=ctx.t.seq)
    under = f"{ctx.event} · {say(moment, ctx)}"
    return Draft(
        texts=[*branch_texts(branches), under],
        press=lambda fonts, paper: tree_pdf(
            branches, under, paper=paper, type_=fonts.type, language=ctx.language
        ),
    )


def _note(one: Node | None, ctx: ReadContext) -> tuple[str, ...]:
    """Return the line about the 3rd-place match, if there is one."""
    if one is None:
        return ()
    return (opened(say(phrase("third place: %(result)s", result=third_place(one, ctx)), ctx)),)


def third_place(one: Node, ctx: ReadContext) -> Phrase:
    """Return the 3rd-place match in words."""
    first, second = (ctx.name(player) for player in (one.first, one.second) if player)
    if one.winner is None:
        match = str(one.match)
        return phrase(
            "%(first)s against %(second)s, %(match)s", first=first, second=second, match=match
        )
    winner, loser = ctx.name(one.winner), second if one.winner == one.first else first
    if one.how is How.LEFT:
        return phrase("%(winner)s, against %(loser)s, who dropped", winner=winner, loser=loser)
    games = f" {one.result.games}" if one.result and one.result.games else ""
    return phrase("%(winner)s, against %(loser)s%(games)s", winner=winner, loser=loser, games=games)


# Standings.

ROUNDED = phrase(
    "Percentages are rounded to two decimals here; places are calculated with exact fractions."
)


def standings_list(
    placed: Sequence[Standing],
    ctx: ReadContext,
    *,
    division: Division | None = None,
    title: str = "",
    as_one: bool = False,
) -> Document:
    """Return the standings of everybody, a division or a flight: one table for each.

    Raises Refused if there is nothing to print.
    """
    if not placed or (is_pure(ctx.t) and not brackets(ctx.t)):
        raise Refused("there are no standings yet.", hint="There are no places to print yet.")
    book, rules, words = ctx.book, ctx.rules, words_of(ctx)
    if is_pure(ctx.t):
        rows = place_rows(ctx, division)
        return document(ctx, phrase("Standings"), [table(COLUMNS, rows, 11)])
    if as_one or title:
        whole = standing_table(placed, book, rules, divided=not as_one, words=words)
        over = phrase("Standings: %(flight)s", flight=title) if title else phrase("Standings")
        return document(ctx, over, [table(*whole, 11)], ROUNDED)
    flights = flights_by_player(ctx.t)
    parts: list[Part] = []
    for each in Division:
        own = [one for one in placed if one.division == each]
        if own:
            over = division_heading(each, len(own), words)
            parts.append(NewPage(phrase("Standings: %(division)s", division=over)))
            if found := going_on(ctx.t, each):
                parts.append(Paragraph(text=found))
            made = standing_table(own, book, rules, flights=flights, words=words)
            parts.append(table(*made, 11))
    parts += [Paragraph(text=note) for note in two_forms_of_omp(ctx.t, rules, ctx.name)]
    return document(ctx, phrase("Standings"), parts, ROUNDED)


# What was announced, in large type.

SIZE = 16


def told_to_players(ctx: ReadContext) -> AnnouncementMade:
    """Return the announcement. Raises Refused if there is none."""
    told = ctx.t.announcement
    if told is None:
        raise Refused(
            "nothing has been announced yet.", hint=advice("Announce it with {}.", do("announce"))
        )
    return told


def announcement(ctx: ReadContext) -> Document:
    """Return the announcement as a print large enough to read on a wall."""
    told = told_to_players(ctx)
    lines = [Paragraph(text=line, size=SIZE) for line in announced_lines(told, ctx)]
    return document(ctx, phrase("Announcement"), [Heading(text=ctx.event, size=24), *lines])


# The form for a deck check.


def whose_forms(reading: ReadContext, who: str) -> tuple[PlayerId, ...]:
    """Return the players whose forms to print: one player, or all drawn but not yet checked."""
    found = progress(reading.t) if who == "drawn" else None
    waits = found.waiting if found else ()
    if who == "drawn" and not waits:
        raise Refused("no deck check is due.", hint=advice("Draw with {}.", do("deckcheck draw")))
    return tuple(waits) or (find_player(who, reading.t, reading.book),)


def parts_of_form(player: PlayerId, reading: ReadContext) -> list[tuple[str, list[str]]]:
    """Return a player's form: headings, each with its lines."""
    division = division_title(reading.t.players[player].division, words_of(reading))
    whom = f"{player} {reading.book.name(player)}, {division}"
    opened = reading.t.opened
    found = paragraphs(
        whom,
        premier=opened is not None and opened.premier,
        sits=sits_at(reading.t, player),
        cards=_handed_in(player, reading),
    )
    return [(say(title, reading), [say(line, reading) for line in lines]) for title, lines in found]


def _handed_in(player: PlayerId, reading: ReadContext) -> list[str]:
    """Return the lines of a player's deck list; empty if there is none."""
    event = reading.t.decks.get(player)
    try:
        kept = deck_lists.kept_list(reading.folder, event) if event else None
    except Unreadable as trouble:
        return [trouble.message]
    return as_text(kept.deck).splitlines() if kept else []


def deck_forms(players: Sequence[PlayerId], reading: ReadContext) -> Document:
    """Return the forms of these players as a print, each on its own page."""
    parts: list[Part] = []
    for player in players:
        (title, first), *items = parts_of_form(player, reading)
        parts.append(NewPage(title))
        parts += [Paragraph(text=line, size=12) for line in first]
        for over, lines in items:
            parts.append(Heading(text=over.replace("[ ]", "☐"), size=13))
            parts += [Paragraph(text=line.replace("[ ]", "☐"), size=11) for line in lines]
    return document(reading, phrase("Deck check"), parts)


# What the desk can print, by the command that shows the same.

LISTS: Mapping[str, Callable[[ReadContext, str], Build]] = {
    "pairings": lambda ctx, pool: partial(pairings, rounds_asked(ctx, pool, None)),
    "standings": lambda ctx, _: partial(standings_list, standings(ctx.t, ctx.rules)),
    "bracket": lambda ctx, pool: partial(
        brackets_drawn, [tree(ctx.t, each) for each in brackets_asked(ctx, pool)]
    ),
    "announcement": lambda _, __: announcement,
    "deckcheck form": lambda ctx, who: partial(deck_forms, whose_forms(ctx, who)),
    "podsheet": lambda ctx, pool: partial(
        pod_sheets_print,
        pod_sheets(ctx.t, ctx.rules, ctx.entries, only=Pool(pool) if pool else None),
    ),
}
