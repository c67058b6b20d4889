"""A player's own page: their table, and, if allowed, the result, a drop and the deck list."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from roundbook.cli.acts.phone_reports import overruled, result_of
from roundbook.cli.keying.one_line import last_about
from roundbook.cli.places.deck_lists import kept_list
from roundbook.cli.places.phone_claims import (
    Claim,
    Claims,
    HandedList,
    PlayerReports,
    event_of,
    leaving,
    lists_shown,
    may_hand_in,
)
from roundbook.cli.session.venue import PHONES, CommandOptions, Venue, now
from roundbook.cli.session.write import WriteContext
from roundbook.cli.web.access.guard import (
    access_of,
    act_for,
    admitted,
    form_of,
    is_click,
    seated,
    session_of,
    sessions_here,
    to_own_page,
)
from roundbook.cli.web.access.kept_answers import kept_of
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import Session
from roundbook.cli.web.public.calls_and_messages import Hall, hall_of, table_of
from roundbook.cli.web.public.live import seen_by
from roundbook.cli.web.public.match_claims import (
    Contest,
    match_of,
    seen_from_left,
    settle,
    ways,
)
from roundbook.cli.web.public.players import in_order, place_of, seat_of
from roundbook.cli.web.public.sign_up import OwnSignUp, sent_from_here
from roundbook.cli.web.server.page_routes import (
    elsewhere,
    kept_on,
    may_keep,
    me_of,
    private,
    remember,
    served_of,
    shown_now,
    within,
)
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.server.responses import CARD
from roundbook.cli.web.server.tournaments import ServedTournament, tournaments_of
from roundbook.ledger.decks.deck_list import DeckList, as_text
from roundbook.ledger.errors import Misuse, Trouble, Unreadable
from roundbook.ledger.events.catalogue import DeckRegistered
from roundbook.ledger.events.decks import Format
from roundbook.ledger.people.book import without_teams
from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.state.round_names import match_round
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, PlayerId, Result, Verdict
from roundbook.ledger.text import with_names
from roundbook.ledger.validators.decks import is_frozen
from roundbook.projections.cut.needs import needs
from roundbook.projections.judging.deck_checks import deck_size, found_by_check
from roundbook.projections.judging.penalties import LOSSES, TO_PLAYERS, penalties
from roundbook.projections.judging.team_table import team_tables
from roundbook.projections.reports.charts import path
from roundbook.projections.reports.event_page import said_by_desk
from roundbook.projections.reports.player_page import person
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.reports.rendering import frame
from roundbook.projections.reports.seating import now as sits_now

if TYPE_CHECKING:  # Phones that only report need not load it.
    from roundbook.ledger.importers.lists.pasted_decks import PastedDeck

SEATS = frozenset({AccessRole.PLAYER})

REFUSED_LIST = "list"
"""Under which name a refused list is kept, so that reloading the page does not send it again."""

LONGEST = 8_000
"""The maximum length of a deck list from a phone, in characters: longer than any real list."""


class OwnList(Struct, frozen=True, kw_only=True):
    """A player's deck list: the list that waits, and that on record.

    `wanted` is the number of cards in a deck of the event. `typed` is the list as it was typed or
    sent, and `kept` the registered one. `wrong` is why the list could not be read; `breaches` are
    the rules that it breaks, which an official may pass, and `broken` those that the waiting list
    breaks. `lost` tells whether the latest list was discarded and never registered; the page still
    says so in the first round, when it is `too_late` for a list and none `is_taken` any more.
    `may_show` is whether players may show lists at the event. `entry` recorded the list, `at` a
    time.
    """

    waiting: HandedList | None
    wanted: int | None
    is_taken: bool = True
    lost: bool = False
    too_late: bool = False
    may_show: bool = False
    cards: int = 0
    entry: int = 0
    at: datetime | None = None
    wrong: tuple[str, ...] = ()
    breaches: "Broken" = ()
    broken: "Broken" = ()
    typed: str = ""
    kept: str = ""


class OwnPenalty(Struct, frozen=True, kw_only=True):
    """A penalty as its player sees it: what it is, what for, when, and in which round.

    `cost` is the match in which it costs a game or all of it.
    """

    called: Phrase
    infraction: str
    at: datetime
    entry: int
    round: Phrase | None = None
    cost: MatchId | None = None


class Mine(Struct, frozen=True, kw_only=True):
    """The part of a player's own page that is not public.

    `ways` are the reports that the player may make of the match, and `asked` the one that waits for
    confirmation; `said` is what the player has reported, and `theirs` what the opponent has;
    `doubted` is whether the result that both report leaves out a loss that a judge gave. `version`
    is that of the page; `asks` tells whether to show what the player needs for the cut; `leaves`
    whether the player wants to drop, which happens without the desk if the organiser allows it
    (`drops`), and `stays` whether that was just withdrawn; `deck` is the deck list, if lists are
    handed in by phone. `shows` is whether the player agrees to show it, None if lists are not
    shown, and `reads` whether there are lists to read. `penalties` are the player's own that have
    not been withdrawn; apart from the staff, nobody else sees them. Without a `key` the phone only
    remembers the player, and cannot report; `family` are all players that it keeps, with their
    names and the words of their addresses, if they are several, and `way` those of this page.
    `signed` is the sign-up that it sent for the player, until round 1 starts; `overruled` is what
    the player has reported, by the entry that recorded another result; `gone` is who was
    signed out just now, without a name if it was erased, and `removed` who was only kept, and is
    not any more.
    """

    version: str
    key: str = ""
    allowed: bool = False
    premier: bool = False
    match: MatchId | None = None
    ways: Mapping[str, tuple[str, ...]] = {}
    asked: str = ""
    said: str = ""
    theirs: str = ""
    refused: bool = False
    doubted: bool = False
    hall: Hall | None = None
    asks: bool = False
    leaves: bool = False
    stays: bool = False
    drops: bool = False
    deck: OwnList | None = None
    shows: bool | None = None
    reads: bool = False
    penalties: tuple[OwnPenalty, ...] = ()
    family: tuple[tuple[PlayerId, str, str], ...] = ()
    way: str = ""
    signed: OwnSignUp | None = None
    overruled: Mapping[int, Result] = {}
    gone: str | None = None
    removed: tuple[PlayerId, str] | None = None


async def mine(request: Request) -> Response:
    """Show a player's table and place, and ask how the match ended.

    A visitor who only chose "This is me" sees the same, without the question; so does one who is
    signed in to another tournament. A phone with the cards of several players switches between
    them, and each of its tabs stays with its player; a player whom it only keeps is shown, and it
    goes on acting for its own.
    """
    served = served_of(request)
    sight, _ = await shown_now(served)
    found, whose = session_of(request), request.query_params.get(CARD)
    if whose and (found is None or found.player != whose):  # Signed out in another tab, say.
        return _signed_out(request, sight, PlayerId(whose), is_alone=found is None)
    if found is None or not found.at(served.slug):
        return await _remembered(request, sight)
    session = admitted(request, found, SEATS)
    reports = reports_of(request, served)
    player, kept = PlayerId(session.player or ""), kept_on(request, sight)
    me = PlayerId(request.query_params.get("me", player))
    if forget := request.query_params.get("forget"):
        is_out = "gone" in request.query_params
        forgotten = _left(sight, "gone" if is_out else "removed", PlayerId(forget))
        remember(request, forgotten, sight, [one for one in kept if one != forget])
        return forgotten
    if "which" in request.query_params and len({player, *kept}) > 1:
        return await _choice(request, sight, {player, *kept})
    if me != player and may_keep(sight, me):
        if _has_card(request, me):
            return RedirectResponse(f"{sight.root}/mine?{CARD}={me}", 303)
        if "kept" in request.query_params and me not in kept:  # Removed in another tab.
            return _left(sight, "removed", me)
        return await _beside(request, sight, player, me)
    own = await within(served, lambda here: _mine(request, here, reports, session))
    if "refused" in request.query_params and own.deck and own.deck.is_taken:
        refused = kept_of(request).find(session, REFUSED_LIST)
        own = replace(own, deck=refused) if isinstance(refused, OwnList) else own
    sight, _ = await shown_now(served)  # It includes results settled just now.
    own = replace(
        own,
        family=_family(request, sight, {player, *kept}),
        gone=_gone(request, sight, player),
        removed=_removed(request, sight),
    )
    response = await _page(request, sight, player, own)
    act_for(request, response)
    if kept[:1] != [player]:  # From now on, other pages link back to this player.
        remember(request, response, sight, [player, *kept])
    return response


def _signed_out(
    request: Request, sight: Sight, player: PlayerId, *, is_alone: bool
) -> RedirectResponse:
    """Redirect a tab whose player was signed out; a phone with other players forgets that one."""
    kept = kept_on(request, sight)
    left = _left(sight, "gone", player)
    if player in kept and not is_alone:
        remember(request, left, sight, [one for one in kept if one != player])
    return left


def _left(sight: Sight, word: str, player: PlayerId) -> RedirectResponse:
    """Redirect to those who stay on the phone; `word` says what became of the other player.

    It is said at the top: without a fragment of ours, a browser keeps that of the old address.
    """
    return RedirectResponse(f"{sight.root}/mine?{urlencode({word: player})}#top", 303)


async def _beside(request: Request, sight: Sight, player: PlayerId, me: PlayerId) -> Response:
    """Show a player whom the phone keeps without a card, while it acts for another player."""
    kept = kept_on(request, sight)
    if is_click(request) and "kept" not in request.query_params:
        response: Response = _to_kept(sight, me)
    else:
        response = await _page(
            request, sight, me, await _kept(request, sight, me, {player, me, *kept})
        )
    if is_click(request):  # A page that was left open keeps nobody anew.
        remember(request, response, sight, [player, me, *kept])
    return response


def _to_kept(sight: Sight, player: PlayerId, **also: str) -> RedirectResponse:
    """Redirect to a kept player's own address, so that a reloaded tab stays with its player."""
    words = urlencode({"me": player, "kept": "yes"} | also)
    return RedirectResponse(f"{sight.root}/mine?{words}", 303)


async def _kept(request: Request, sight: Sight, player: PlayerId, family: set[PlayerId]) -> Mine:
    """Return what a phone without a player's card shows besides what is public."""
    served = served_of(request)
    signed = await within(served, lambda here: sent_from_here(request, served, here, player))
    names = _family(request, sight, family)
    return Mine(
        version=sight.version,
        asks=_asks(request),
        family=names,
        signed=signed,
        gone=_gone(request, sight, player),
        removed=_removed(request, sight),
    )


def _gone(request: Request, sight: Sight, shown: PlayerId) -> str | None:
    """Return who was signed out on this phone just now, empty if erased; None for nobody."""
    gone = PlayerId(request.query_params.get("gone", ""))
    if gone not in sight.t.players or gone == shown or _has_card(request, gone):
        return None
    return "" if gone in sight.t.erased else sight.person(gone)


def _removed(request: Request, sight: Sight) -> tuple[PlayerId, str] | None:
    """Return who was removed from this phone just now, and their name, empty if erased."""
    player = PlayerId(request.query_params.get("removed", ""))
    if player not in sight.t.players or player in kept_on(request, sight):
        return None
    return player, "" if player in sight.t.erased else sight.person(player)


def _has_card(request: Request, player: PlayerId) -> bool:
    """Tell whether this phone is signed in as a player, among others or alone."""
    return any(one.player == player for one in sessions_here(request).values())


async def _remembered(request: Request, sight: Sight) -> Response:
    """Show the player whom this phone remembers, add one, put another first, or remove one.

    A player who is `kept` stays in the address, so that each tab stays with its player; one who was
    removed in another tab is not remembered again.
    """
    kept, words = kept_on(request, sight), request.query_params
    me, forget = PlayerId(words.get("me", "")), words.get("forget")
    if "kept" in words and me not in kept:
        return _left(sight, "removed", me)
    if forget or ("me" in words and "kept" not in words):
        known = may_keep(sight, me)
        kept = [me, *kept] if known else [one for one in kept if one != forget]
        if not is_click(request) or not (known or forget):
            to = "mine" if known or (kept and forget) else "players"
            return RedirectResponse(f"{sight.root}/{to}", 303)
        left = PlayerId(forget or "")
        also = {} if known else {"removed": left}
        response = _to_kept(sight, kept[0], **also) if kept else _left(sight, "removed", left)
        remember(request, response, sight, kept)
        return response
    if not kept:  # A forwarded address: this phone remembers no player.
        framed, gone = frame(sight, f"{sight.root}/mine"), _gone(request, sight, PlayerId(""))
        removed, signed = _removed(request, sight), bool(sessions_here(request))
        return await private(
            request, "nobody.html", frame=framed, gone=gone, removed=removed, signed=signed
        )
    if "which" in words and len(kept) > 1:
        return await _choice(request, sight, {*kept})
    if not me:
        return _to_kept(sight, kept[0], **{name: words[name] for name in words if name != "which"})
    page = await _page(request, sight, me, await _kept(request, sight, me, {*kept}))
    if is_click(request) and me != kept[0]:
        remember(request, page, sight, [me, *kept])
    return page


async def _choice(request: Request, sight: Sight, kept: set[PlayerId]) -> Response:
    """Show the players that a phone keeps, each with the table: a tap opens one."""

    def made() -> dict[str, Any]:
        shown = []
        for player in in_order(sight, kept):
            sat = sits_now(sight, sight.t.entrant(player))
            opponent = sight.name(sat.opponent) if sat and sat.opponent else None
            shown.append((_way(request, player), sight.person(player), sat, opponent))
        return {
            "frame": frame(sight, f"{sight.root}/mine", mine=True, several=True),
            "shown": shown,
        }

    values = await elsewhere(tournaments_of(request), made)
    return await private(request, "family.html", **values)


def _way(request: Request, player: PlayerId) -> str:
    """Return the words of the address at which this phone shows a player that it keeps."""
    return f"{CARD}={player}" if _has_card(request, player) else f"me={player}&kept=yes"


def _family(
    request: Request, sight: Sight, kept: set[PlayerId]
) -> tuple[tuple[PlayerId, str, str], ...]:
    """Return the players that a phone keeps, if they are several, in the order of their names."""
    names = ((one, sight.person(one), _way(request, one)) for one in in_order(sight, kept))
    return tuple(names) if len(kept) > 1 else ()


async def jump(request: Request) -> Response:
    """Redirect to the player's own line of the standings or pairings, or to the list of players."""
    sight, _ = await shown_now(served_of(request))
    player = me_of(request, sight)
    line = seat_of if request.query_params.get("to") == "pairings" else place_of
    to = line(sight, player) if player else f"{sight.root}/players"
    return RedirectResponse(to, 303)


def _asks(request: Request) -> bool:
    return "need" in request.query_params


async def _page(request: Request, sight: Sight, player: PlayerId, own: Mine) -> Response:
    signed = [PlayerId(one.player) for one in sessions_here(request).values() if one.player]

    def made() -> dict[str, Any]:
        first, who = sight.t.entrant(player), person(sight, player)
        return {
            "frame": frame(sight, f"{sight.root}/mine", mine=True),
            "who": who,
            "said": said_by_desk(sight, player),
            "path": path(sight, player),
            "need": needs(sight.t, sight.rules, first) if own.asks else None,
            "seats": _seats(sight, player),
            "cards": [sight.person(one) for one in in_order(sight, signed) if one != player],
            "early": bool(who.begins_at and now() < who.begins_at),
        }

    values = await elsewhere(tournaments_of(request), made)
    own = replace(own, way=_way(request, player))
    status = 422 if own.deck and (own.deck.wrong or own.deck.breaches) else 200
    return await private(request, "player.html", status=status, mine=own, **values)


def _seats(sight: Sight, player: PlayerId) -> list[str]:
    """Return who sits at the table of a match between teams, clockwise from the player."""
    table = table_of(sight.t, player)
    found = team_tables(sight.t, table) if table else []
    return [sight.person(one) for one in found[0].turns(player)] if found else []


def _still_open(t: Tournament) -> None:
    """Raise TurnedAwayError after the close: there is no desk left to ask."""
    if t.closed is not None:
        raise TurnedAwayError(phrase("The event is closed, so nothing can be changed."), status=409)


async def said(request: Request) -> Response:
    """Keep what a player sends: a result, a wish to drop, a deck list, or consent to show it."""
    session = seated(request, SEATS)
    fields = await form_of(request, session)
    served = served_of(request)
    reports = reports_of(request, served)
    if "consent" in fields:
        await within(served, lambda here: _agree(here, reports, session, fields))
        return to_own_page(request, session, part="#shows")
    if "list" in fields:
        return await _handed(request, served, reports, session, fields)
    say = _wish if "leaves" in fields else _say
    pair = await within(served, lambda here: say(here, reports, session, fields))
    served.claim(pair)
    return to_own_page(request, session, "stays=1" if fields.get("leaves") == "no" else "")


def reports_of(request: Request, served: ServedTournament) -> PlayerReports:
    """Return the store of a tournament's claims."""
    return PlayerReports(access_of(request).home, served.folder)


def _say(
    here: Venue, reports: PlayerReports, session: Session, fields: dict[str, str]
) -> tuple[PlayerId, ...]:
    """Keep a player's claim; return both players of the match. Raise TurnedAwayError."""
    t = here.desk.tournament
    _still_open(t)
    if not reports.read(t).allowed:
        msg = phrase("Results cannot be reported from phones here. Hand in the slip.")
        raise TurnedAwayError(msg)
    player = t.entrant(PlayerId(session.player or ""))  # Either of a team reports for both.
    match = match_of(t, player)
    if match is None or str(match) != fields.get("match"):
        own = (one for one, pair in t.matches.items() if player in pair and one in t.results)
        if had := next((one for one in own if str(one) == fields.get("match")), None):
            raise TurnedAwayError(_has_result(t, had, player), status=409)
        msg = phrase("This is no longer your match. Open the page again.")
        raise TurnedAwayError(msg, status=409)
    word, pair = fields.get("said", ""), t.matches[match]
    told = seen_from_left(word, is_left=pair.first == player)
    if told is None or not _may_say(t, match, word):
        raise TurnedAwayError(phrase("Say whether you won, lost or tied."), status=422)
    claim = Claim(match=str(match), player=player, word=told[0], games=told[1], at=now())
    reports.change(lambda claims: claims.saying(claim))
    settle(here, reports)
    return t.at_table(match)


def _has_result(t: Tournament, match: MatchId, player: PlayerId) -> Phrase:
    """Return why a report comes too late: the result that the match has, as the player sees it."""
    result = t.results[match]
    if t.matches[match].first != player:
        result = result.turned()
    words = {Verdict.FIRST: "a win", Verdict.SECOND: "a loss", Verdict.TIE: "a tie"}
    shown = str(result.games).replace("-", "–") if result.games else ""
    return phrase(
        "Your match already has a result: %(result)s. If it is wrong, tell the desk.",
        result=shown or phrase(words.get(result.verdict, "both lost")),
    )


def _agree(here: Venue, reports: PlayerReports, session: Session, fields: dict[str, str]) -> None:
    """Keep whether a player agrees to show the registered deck list; that can always change."""
    t, player = here.desk.tournament, PlayerId(session.player or "")
    if not reports.read(t).shown:
        raise TurnedAwayError(phrase("Deck lists are not shown at this event."), status=409)
    if player not in t.decks:
        raise TurnedAwayError(phrase("You have no registered deck list to show."), status=409)
    agrees = fields.get("shows") == "yes"
    reports.change(lambda kept: kept.consenting(player, agrees=agrees), t)


def _wish(
    here: Venue, reports: PlayerReports, session: Session, fields: dict[str, str]
) -> tuple[PlayerId, ...]:
    """Keep a player's wish to drop, or withdraw it; return the players whose phones to notify."""
    t = here.desk.tournament
    _still_open(t)
    player = t.entrant(PlayerId(session.player or ""))
    if player not in t.players or t.players[player].out:
        msg = phrase("You have already dropped. To play again, ask the desk.")
        if player in t.players and t.players[player].disqualified:
            msg = phrase("You were disqualified. If you have a question, ask the desk.")
        raise TurnedAwayError(msg, status=409)
    leaves = fields["leaves"] == "yes"
    reports.change(lambda kept: replace(kept, event=event_of(t)).wishing(player, leaves=leaves), t)
    settle(here, reports)
    return t.players_of(player)


async def _handed(
    request: Request,
    served: ServedTournament,
    reports: PlayerReports,
    session: Session,
    fields: dict[str, str],
) -> Response:
    """Keep a deck list for the desk to check; return one with mistakes as it was typed.

    A list that breaks rules is kept if the player sends it all the same: an official may pass it.
    """
    player, text = PlayerId(session.player or ""), fields["list"]

    def look(here: Venue) -> OwnList | None:
        deck = OwnList(waiting=None, wanted=deck_size(here.desk.tournament), typed=text[:LONGEST])
        try:
            pasted = _read_list(here, reports, player, text)
        except Unreadable as trouble:
            wrong = (trouble.message, *trouble.others)
            return replace(deck, wrong=wrong)
        breaches = _breaches(here, player, pasted.deck)
        if breaches and "anyway" not in fields:
            return replace(deck, breaches=breaches)
        _keep_list(here, reports, player, pasted, breaches)
        return None

    if refused := await within(served, look):
        kept_of(request).keep(session, REFUSED_LIST, refused)
        return to_own_page(request, session, "refused=list", "#deck")
    served.claim((player,))
    return to_own_page(request, session, part="#deck")


def _read_list(here: Venue, reports: PlayerReports, player: PlayerId, text: str) -> "PastedDeck":
    """Return the deck list that a player sends. Raise TurnedAwayError or Unreadable."""
    from roundbook.ledger.importers.lists.pasted_decks import read_pasted

    t = here.desk.tournament
    _still_open(t)
    if not reports.read(t).decks:
        msg = phrase("Deck lists cannot be handed in from phones here. Ask the desk.")
        raise TurnedAwayError(msg)
    if not may_hand_in(t, player):
        msg = (
            phrase("You have dropped, so your deck list can no longer change.")
            if t.is_out(player)
            else phrase("Your first round has started, so your deck list can no longer change.")
        )
        raise TurnedAwayError(msg, status=409)
    if len(text) > LONGEST:
        long = phrase(
            "the list has %(long)s characters; at most %(most)s can be sent.",
            long=f"{len(text):,}",
            most=f"{LONGEST:,}",
        )
        raise Unreadable(long, where="the list")
    return read_pasted(text.encode(), phrase("the list"))


Broken = tuple[tuple[str, ...], ...]
"""The rules that a deck list breaks, each with what to do about it."""


def _breaches(here: Venue, player: PlayerId, deck: DeckList) -> Broken:
    """Return the rules that a deck list breaks, as the desk will see them.

    If the desk has not named the format yet, they are those of every Constructed format.
    """
    from roundbook.cli.acts import decks

    ctx = WriteContext(venue=here, manner=CommandOptions(operator=PHONES, dry_run=True))
    try:
        try:
            named, _ = decks.format_of(ctx, None)
        except Misuse:
            named = Format.UNLIMITED
        judged = decks.judge_deck(ctx, player, deck, decks.JudgedBy(), format_name=named)
    except (Misuse, Trouble):  # It cannot be checked here: the desk decides.
        return ()
    return tuple(one.to_player for one in judged.judgement.breaches)


def _keep_list(
    here: Venue,
    reports: PlayerReports,
    player: PlayerId,
    pasted: "PastedDeck",
    breaches: Broken,
) -> None:
    """Keep a deck list until the desk has checked it.

    Only the cards are kept, not any name above them.
    """
    t, deck = here.desk.tournament, pasted.deck
    handed = HandedList(
        player=player,
        text=as_text(deck, as_typed=True),
        cards=deck.cards,
        at=now(),
        unread=pasted.unread,
        breaches=tuple(" ".join(one) for one in breaches),
    )
    reports.change(lambda kept: replace(kept, event=event_of(t)).handing(player, handed), t)


def _broken(here: Venue, player: PlayerId, waiting: HandedList) -> Broken:
    """Return the rules that a list on its way to the desk breaks, found again to be translated."""
    from roundbook.ledger.importers.lists.pasted_decks import read_pasted

    try:
        return _breaches(here, player, read_pasted(waiting.text.encode(), "the list").deck)
    except Unreadable:
        return tuple((one,) for one in waiting.breaches)


def _own_list(here: Venue, kept: Claims, player: PlayerId) -> OwnList | None:
    """Return the state of a player's deck list; None if none is needed any more."""
    t = here.desk.tournament
    is_taken, too_late = kept.decks and may_hand_in(t, player), is_frozen(t, player)
    lists = kept.lists if t.closed is None else ()
    waiting = next((one for one in lists if one.player == player), None)
    # The news of the round may come before the list is off the disk, and says so already.
    going = too_late and waiting is not None and not waiting.returned
    lost, registered = going or player in kept.unregistered, t.decks.get(player)
    lost = lost and t.closed is None
    if not (is_taken or lost or (kept.decks and registered)):
        return None
    recorded = _registered(here, registered) if registered and kept.decks else ""
    entry = next((e for e in reversed(here.desk.entries) if registered in e.events), None)
    return OwnList(
        waiting=waiting,
        wanted=deck_size(t),
        is_taken=is_taken,
        lost=lost,
        too_late=too_late,
        may_show=kept.shown,
        cards=registered.cards if registered else 0,
        entry=entry.seq if registered and entry else 0,
        at=entry.at if registered and entry else None,
        broken=_broken(here, player, waiting) if waiting and waiting.breaches else (),
        typed=waiting.text if waiting else recorded,
        kept=recorded,
    )


def _registered(here: Venue, registered: DeckRegistered) -> str:
    """Return a registered deck list as text; empty if it was deleted or is damaged."""
    try:
        return as_text(kept_list(here.folder, registered).deck)
    except Trouble:
        return ""


def _may_say(t: Tournament, match: MatchId, word: str) -> bool:
    """Tell whether a report is one of those offered; the games may be left out."""
    return any(word == kind or word in games for kind, games in ways(t, match).items())


def _mine(request: Request, here: Venue, reports: PlayerReports, session: Session) -> Mine:
    """Return the part of a player's own page that is not public."""
    left, served = settle(here, reports), served_of(request)
    t = here.desk.tournament
    player = PlayerId(session.player or "")
    if player not in t.players:
        raise TurnedAwayError("There is no such player here.", status=404)
    side = t.entrant(player)
    match, kept = match_of(t, side), reports.read(t)
    contest = next((each for each in left if each.match == match), None)
    own, other = _sides(contest, side)
    is_left = match is not None and t.matches[match].first == side
    said = _in_own_words(own, is_left=is_left)
    return Mine(
        version=seen_by(served, served.version, player),
        key=session.form_key,
        allowed=kept.allowed,
        premier=bool(t.opened and t.opened.premier),
        match=match,
        ways=ways(t, match) if match else {},
        asked=_asked(request, t, match, said),
        said=said,
        theirs=_in_own_words(other, is_left=is_left),
        refused=bool(contest and (contest.refused or contest.doubts)),
        doubted=bool(contest and contest.doubts),
        hall=hall_of(request, here, player),
        asks=_asks(request),
        leaves=side in leaving(t, kept),
        stays="stays" in request.query_params,
        drops=kept.drops,
        deck=_own_list(here, kept, player),
        shows=player in kept.consents if kept.shown and player in t.decks else None,
        reads=bool(lists_shown(t, kept, player)),
        penalties=tuple(_penalties(here, served, player)),
        signed=sent_from_here(request, served, here, player),
        overruled=dict(_overruled(here, kept, side)),
    )


def _overruled(here: Venue, kept: Claims, side: PlayerId) -> Iterator[tuple[int, Result]]:
    """Yield what a side has reported where another result is recorded, with its entry."""
    t = here.desk.tournament
    for match, claim in overruled(t, kept):
        entry = last_about(match, here.desk.entries)
        if entry and claim.player == side:
            said = result_of(claim)
            yield entry.seq, said if t.matches[match].first == side else said.turned()


def _penalties(here: Venue, served: ServedTournament, player: PlayerId) -> Iterator[OwnPenalty]:
    """Yield a player's own penalties, with the names that players see; not those withdrawn."""
    t = here.desk.tournament
    public = without_teams(served.public_names(here.book, t), t).shown
    for one in penalties(here.desk.entries, player):
        if one.withdrawn is None and one.penalty in TO_PLAYERS:
            yield OwnPenalty(
                called=TO_PLAYERS[one.penalty],
                infraction=found_by_check(with_names(one.infraction, public)),
                at=one.at,
                entry=one.seq,
                round=match_round(t, one.match) if one.match else None,
                cost=one.match if one.penalty in LOSSES else None,
            )


def _asked(request: Request, t: Tournament, match: MatchId | None, said: str) -> str:
    """Return the report that waits for confirmation; empty if there is none.

    The address names the match, so that a page that stays open does not carry a choice over to the
    next match. A report that was sent already is not asked for again.
    """
    asked = request.query_params.get("said", "")
    if match is None or request.query_params.get("match") != str(match):
        return ""
    is_sent = asked in {said, said.partition(" ")[2]}
    return asked if asked and not is_sent and _may_say(t, match, asked) else ""


def _in_own_words(claim: Claim | None, *, is_left: bool) -> str:
    """Return a claim as one side sees it, such as `won 2-1`; empty if there is none."""
    if claim is None:
        return ""
    result = result_of(claim) if is_left else result_of(claim).turned()
    word = {Verdict.FIRST: "won", Verdict.SECOND: "lost"}.get(result.verdict, "tied")
    return f"{word} {result.games}" if result.games else word


def _sides(contest: Contest | None, player: PlayerId) -> tuple[Claim | None, Claim | None]:
    """Return the claims of a player and of their opponent."""
    if contest is None:
        return None, None
    sides = (contest.left, contest.right)
    return sides if contest.players[0] == player else (sides[1], sides[0])


async def decks(request: Request) -> Response:
    """Show the deck lists of the players who agreed, to those who may read them now."""
    served = served_of(request)
    session = session_of(request)
    is_player = session is not None and session.at(served.slug) and session.seat in SEATS
    viewer = PlayerId(session.player or "") if session and is_player else None
    reports = reports_of(request, served)
    sight, _ = await shown_now(served)

    def looked(here: Venue) -> list[tuple[PlayerId, str, str]]:
        t = here.desk.tournament
        try:
            every = lists_shown(t, reports.read(t), viewer)
        except Unreadable:
            return []
        own = without_teams(served.public_names(here.book, t), t).shown
        return [(one, own(one), text) for one in every if (text := _registered(here, t.decks[one]))]

    found = await within(served, looked)
    kept = len(kept_on(request, sight))
    framed = frame(sight, f"{sight.root}/decks", mine=viewer is not None, several=kept > 1)
    return await private(request, "decks.html", frame=framed, lists=found)


ROUTES = (
    Route("/t/{slug}/mine", mine, methods=["GET"]),
    Route("/t/{slug}/mine", said, methods=["POST"]),
    Route("/t/{slug}/jump", jump, methods=["GET"]),
    Route("/t/{slug}/decks", decks, methods=["GET"]),
)
