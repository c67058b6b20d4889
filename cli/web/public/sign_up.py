"""Sign-up at the door: people put themselves on the waiting list, and later see what came of it.

The page is public and needs no script. It never shows the list, and its answer to a form does not
tell whether somebody else is on it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from roundbook.cli.acts.sign_ups import (
    NOBODY_CAN,
    WENT_AT_START,
    SignUpState,
    Typed,
    child_from,
    signed_up,
    state_of,
    wrong_in,
)
from roundbook.cli.places import sign_ups
from roundbook.cli.places.sign_ups import SignUp, SignUps, key_of_phone
from roundbook.cli.session.venue import Venue, new_id, now
from roundbook.cli.web.access.guard import access_of, honest
from roundbook.cli.web.access.security_log import Happening, address_of, note
from roundbook.cli.web.public.live import SIGNED_UP, seen_by
from roundbook.cli.web.public.players import details_kept, kinds_kept
from roundbook.cli.web.server.limits import RateLimit
from roundbook.cli.web.server.page_routes import (
    elsewhere,
    kept_on,
    private,
    served_of,
    shown_now,
    within,
)
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.server.responses import keep_cookie, read_cookie
from roundbook.cli.web.server.tournaments import ServedTournament, tournaments_of
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.people.book import Book
from roundbook.ledger.people.public_names import initial_from
from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.state.rounds import under_way
from roundbook.ledger.terms import PlayerId
from roundbook.projections.reports.rendering import frame

LONGEST = 200
"""The most characters of a field that are read; longer names and ids are refused."""

MOST_OF_PHONE = 8
"""The most sign-ups that one phone finds again, such as those of a family."""

KEPT = 31 * 86_400
"""The seconds for which a phone finds its sign-ups again."""

ASKED_FOR = frozenset({"name", "year", "day", "id", "display", "adult"})
"""The kinds of details that the form asks for."""

_SECRET = re.compile(r"[A-Za-z0-9_-]{16,40}\Z", re.ASCII)

_TOO_MANY = phrase(
    "Too many people are signing up at this moment. Nothing was sent. Wait a minute, then send it "
    "again."
)
_FULL = phrase("The waiting list is full. Please go to the desk.")


class OwnSignUp(Struct, frozen=True, kw_only=True):
    """A sign-up that was sent from this phone: what the desk has decided, and what can be done.

    `name` is empty once the desk has accepted it; the pages then show the player's own choice.
    """

    secret: str
    name: str
    state: str
    player: PlayerId | None = None
    shown: str = ""
    here: bool = False
    checked_in: bool = False


async def sign_up(request: Request) -> Response:
    """Show the form, and what came of what was sent from this phone before."""
    return await _page(request, served_of(request), Typed(), {})


async def sent(request: Request) -> Response:
    """Put somebody on the waiting list, once for each form; or change a sign-up of this phone.

    What is wrong is said at its field, and what was typed stays in the form.
    """
    honest(request)
    served = served_of(request)
    filled = await request.form(max_files=0, max_fields=20)
    fields = {name: value[:LONGEST] for name, value in filled.items() if isinstance(value, str)}
    secret = fields.get("once", "")
    if "does" in fields:
        return await _changed(request, served, fields)
    typed = Typed(**{name: fields.get(name, "").strip() for name in Typed._fields})
    pace = request.app.state.sign_ups
    assert isinstance(pace, RateLimit)
    if pace.are_spent(address_of(request)):
        note(request, Happening.TOO_MANY, path=request.url.path)
        return await _page(request, served, typed, {"": _TOO_MANY}, once=secret, status=429)
    pace.count(address_of(request), _TOO_MANY)
    if not _is_secret(secret):
        msg = phrase("This form is no longer valid. Open the page again.")
        raise TurnedAwayError(msg, status=400)

    if wrong := await within(served, lambda here: _keep(here, typed, secret)):
        return await _page(request, served, typed, wrong, once=secret, status=422)
    served.claim()
    return _back(request, served, [secret, *_secrets(request, served)])


def _keep(here: Venue, typed: Typed, secret: str) -> Mapping[str, Phrase]:
    """Put somebody on the waiting list; return what is wrong, by field, if anything is."""
    t = here.desk.tournament
    state = state_of(t, sign_ups.read(here.folder, t))
    if state in NOBODY_CAN:
        return {"": NOBODY_CAN[state]}
    if wrong := wrong_in(t, typed):
        return wrong
    one, refused = signed_up(t, typed, secret, now()), dict[str, Phrase]()

    def adding(kept: SignUps) -> SignUps:
        """Check again: under this lock, no other program can close or fill the list."""
        state = state_of(t, kept)
        if state in NOBODY_CAN:
            refused[""] = NOBODY_CAN[state]
            return kept
        after = kept.adding(one)
        if after.found(one.key) is None:
            refused[""] = _FULL
        return after

    sign_ups.change(here.folder, t, adding)
    return refused


async def _changed(
    request: Request, served: ServedTournament, fields: Mapping[str, str]
) -> Response:
    """Note that somebody is here, or withdraw a sign-up that is not accepted, given its secret."""
    key = key_of_phone(fields.get("once", ""))

    def change(here: Venue) -> None:
        t = here.desk.tournament

        def changed(kept: SignUps) -> SignUps:
            one = kept.found(key)
            if one is None:
                return kept
            if fields["does"] == "here":
                return kept.changing([one.number], lambda each: replace(each, here=True))
            if fields["does"] == "withdraw" and not one.player:
                return kept.changing([one.number], lambda _: None)
            return kept

        if sign_ups.read(here.folder, t).found(key):
            sign_ups.change(here.folder, t, changed)

    await within(served, change)
    served.claim()
    return _back(request, served, _secrets(request, served), to=fields.get("to", ""))


def _back(
    request: Request, served: ServedTournament, secrets: list[str], *, to: str = ""
) -> Response:
    """Redirect to the page, or to that of the player, and let the phone find its sign-ups again."""
    page = (
        f"mine?{request.url.query}".rstrip("?")
        if to == "mine"
        else f"sign-up?{urlencode({'sent': 'yes'})}"
    )
    response = RedirectResponse(f"/t/{served.slug}/{page}", 303)
    known = ".".join(dict.fromkeys(secrets[:MOST_OF_PHONE]))
    keep_cookie(request, response, _cookie(served), known, seconds=KEPT)
    return response


def _cookie(served: ServedTournament) -> str:
    return f"signed-{served.slug}"


def _secrets(request: Request, served: ServedTournament) -> list[str]:
    """Return the secrets of the sign-ups that were sent from this phone, the latest first."""
    known = (read_cookie(request, _cookie(served)) or "").split(".")
    return [one for one in known if _is_secret(one)][:MOST_OF_PHONE]


def _is_secret(text: str) -> bool:
    """Tell whether a text may be the id of a form of ours: long enough that nobody guesses it."""
    return bool(_SECRET.match(text))


async def _page(
    request: Request,
    served: ServedTournament,
    typed: Typed,
    wrong: Mapping[str, Phrase],
    *,
    once: str = "",
    status: int = 200,
) -> Response:
    """Return the page: the form, what is wrong with it, and the sign-ups of this phone."""
    sight, _ = await shown_now(served)
    secrets = _secrets(request, served)

    home = access_of(request).home

    def looked(here: Venue) -> tuple[SignUpState, list[OwnSignUp], int | None, set[str]]:
        t, kinds = here.desk.tournament, kinds_kept(here, home)
        initial = initial_from(here.book, t, here.desk.rules)
        try:
            kept = sign_ups.read(here.folder, t)
        except Unreadable:  # The terminal and the desk say so; nobody can sign up.
            return SignUpState.NOT_OPEN, [], initial, kinds
        public = served.public_names(here.book, t)
        return state_of(t, kept), [*_of_phone(secrets, kept, here, public)], initial, kinds

    state, own, initial, kinds = await within(served, looked)
    kept = len(kept_on(request, sight))
    sent_before = bool(secrets) or "sent" in request.query_params
    gone = sent_before and state is SignUpState.STARTED
    made = await elsewhere(
        tournaments_of(request),
        lambda: frame(sight, f"{sight.root}/sign-up", mine=kept > 0, several=kept > 1),
    )
    return await private(
        request,
        "sign-up.html",
        status=status,
        frame=made,
        closed=WENT_AT_START if gone else NOBODY_CAN.get(state),
        own=own,
        version=seen_by(served, sight.version, SIGNED_UP),
        sent="sent" in request.query_params
        and not own
        and state in {SignUpState.OPEN, SignUpState.CLOSED},
        typed=typed,
        wrong=wrong,
        once=once if _is_secret(once) else new_id() + new_id(),
        child_from=child_from(sight.t),
        initial_from=initial,
        **details_kept(sight, kinds | ASKED_FOR if state is SignUpState.OPEN else kinds),
    )


def sent_from_here(
    request: Request, served: ServedTournament, here: Venue, player: PlayerId
) -> OwnSignUp | None:
    """Return this phone's sign-up of a player; None without one, or once round 1 has started."""
    t, secrets = here.desk.tournament, _secrets(request, served)
    if not secrets or under_way(t) or t.closed is not None:
        return None
    try:
        kept = sign_ups.read(here.folder, t)
    except Unreadable:  # The desk's page of the sign-ups says so.
        return None
    public = served.public_names(here.book, t)
    own = _of_phone(secrets, kept, here, public)
    return next((one for one in own if one.player == player), None)


def _of_phone(
    secrets: Iterable[str], kept: SignUps, here: Venue, public: Book
) -> Iterator[OwnSignUp]:
    """Yield the sign-ups that the phone with these secrets sent."""
    for secret in secrets:
        if one := kept.found(key_of_phone(secret)):
            yield _own(secret, one, here, public)


def _own(secret: str, one: SignUp, here: Venue, public: Book) -> OwnSignUp:
    """Return a sign-up as the phone that sent it sees it."""
    t, player = here.desk.tournament, PlayerId(one.player)
    if player not in t.players:
        state = "refused" if one.refused else "waiting"
        first, _, _ = one.whole_name.partition(" ")
        return OwnSignUp(secret=secret, name=first, state=state, here=one.here)
    return OwnSignUp(
        secret=secret,
        name="",
        state="accepted",
        player=player,
        shown=public.shown(player),
        here=one.here,
        checked_in=player in t.checked_in,
    )


ROUTES = (
    Route("/t/{slug}/sign-up", sign_up, methods=["GET"]),
    Route("/t/{slug}/sign-up", sent, methods=["POST"]),
)
