"""What people should decide before the next round is paired, or the cut is made."""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from roundbook.cli.acts.phone_reports import result_of, unheard
from roundbook.cli.args.types import as_typed
from roundbook.cli.keying.one_line import between, last_about
from roundbook.cli.places.phone_claims import OpenSlip, asked_to_drop, reports_kept
from roundbook.cli.session.venue import PHONES, Venue
from roundbook.ledger.errors import Hint, do, warning
from roundbook.ledger.events.catalogue import ResultCorrected
from roundbook.ledger.phrases import have
from roundbook.ledger.state.pools import pool_of
from roundbook.ledger.state.round_names import match_round
from roundbook.ledger.state.subjects import match_thing
from roundbook.ledger.terms import MatchId, PlayerId, Pool
from roundbook.ledger.text import opened
from roundbook.projections.judging.penalties import forgotten

PAIRING = frozenset({"pair", "cut", "day-two", "third-place"})
"""The acts that pair players or say who advances: people are told first what is open."""


def open_matters(
    here: Venue,
    slips: Mapping[MatchId, OpenSlip] | None = None,
    *,
    on_page: bool = False,
    pairs: Collection[Pool] = (),
) -> list[Hint]:
    """Return who asked to drop, the tables with two results, and the game losses left out.

    `slips` are those that were `left_open`, if they have been read. Of the pools that a button
    `pairs`, it says what follows if nothing is decided first.
    """
    t, name = here.desk.tournament, here.entrants.named
    asked = asked_to_drop(here.folder, t)
    who = have(map(name, asked), one="has", many="have")
    wish = "{} asked on the phone page to drop: {}."
    paired = [name(one) for one in asked if pool_of(t, t.players[one]) in pairs]
    too = f" If you pair now, {have(paired, one='is', many='are')} paired too." if paired else ""
    results = [
        *two_results(here, left_open(here) if slips is None else slips),
        *forgotten(t, here.desk.rules, here.entrants.shown if on_page else name),
    ]
    counts = " If you pair now, the recorded result counts." if pairs else ""
    return [
        *([warning(f"{wish}{{}}", who, do("drop", *asked), too)] if asked else []),
        *(replace(one, text=one.text + counts) for one in results),
    ]


def at_table(here: Venue, match: MatchId) -> list[Hint]:
    """Return what is open about a match: a second result, and a game loss that is left out."""
    lost = forgotten(here.desk.tournament, here.desk.rules, here.entrants.shown, match)
    slips = {one: slip for one, slip in left_open(here).items() if one == match}
    return [*two_results(here, slips), *lost]


def two_results(here: Venue, slips: Mapping[MatchId, OpenSlip]) -> list[Hint]:
    """Return what to do about each table for which another result came in than is recorded."""
    t, tie = here.desk.tournament, here.desk.rules.tie_word
    found = list[Hint]()
    for match, one in slips.items():
        first, second = map(here.entrants.shown, t.matches[match])
        stands, typed = (
            between(first, second, result, tie) for result in (t.results[match], one.result)
        )
        where = f"{opened(match_round(t, match))}, table {match.table}"
        came = "; by phone {} reported" if by_phone(one) else ", {} typed"
        how = "Keep the recorded result on the “Entry” page, or correct it"
        found.append(
            warning(
                f"{{}} has two results: {{}} is recorded{came} {{}}. {how}: {{}}.",
                where,
                stands,
                one.name,
                typed,
                do("correct", one.match, as_typed(one.result), "--reason", "…"),
            )
        )
    return found


def left_open(here: Venue) -> dict[MatchId, OpenSlip]:
    """Return the slips with another result than is recorded, by match, until that is decided.

    What one player alone reported by phone is such a slip, until somebody corrects the result.
    """
    t = here.desk.tournament
    kept = reports_kept(here.folder, t)
    phones = {
        match: OpenSlip(
            match=claim.match,
            result=result_of(claim),
            name=here.entrants.shown(PlayerId(claim.player)),
            station=PHONES.station,
            seq=last.seq,
        )
        for match, claim in unheard(t, kept).items()
        if (last := last_about(match, here.desk.entries))
        and not any(isinstance(event, ResultCorrected) for event in last.events)
    }
    typed = {MatchId.parse(one.match): one for one in kept.slips}
    return phones | {
        match: one
        for match, one in typed.items()
        if match in t.results and t.changed[match_thing(match)] <= one.seq
    }


def by_phone(one: OpenSlip) -> bool:
    """Tell whether a result came from a player's phone, and nobody typed it."""
    return one.station == PHONES.station
