"""Which pages there are to look at, for every route: a new page has to be added here."""

NO_PAGE = {
    "/static/{name}",
    "/favicon.ico",
    "/live",
    "/now",
    "/sign-in/out",
    "/sign-in/back",
    "/t/{slug}/logo.png",
    "/t/{slug}/jump",
    "/t/{slug}/live",
    "/t/{slug}/mine/live",
    "/t/{slug}/sign-up/live",
    "/t/{slug}/desk/live",
    "/t/{slug}/desk/print/{verb:path}",
    "/t/{slug}/desk/tom-file/file",
}
"""Routes that answer with a file, with news, or with paper, or lead to a provider and back."""

FOR_PROGRAMS = ("/api", "/healthz", "/readyz")

TOUR: dict[str, tuple[str, ...]] = {
    "/": ("/",),
    "/sign-in": ("/sign-in",),
    "/again/{word}": ("/again/nothing",),
    "/join/{code}": ("/join/NOTH-INGG",),
    "/doors": ("/doors",),
    "/desk": ("/desk",),
    "/desk/shelf": ("/desk/shelf",),
    "/desk/shelf/player": ("/desk/shelf/player",),
    "/desk/shelf/points": ("/desk/shelf/points",),
    "/desk/shelf/people": ("/desk/shelf/people",),
    "/desk/shelf/hand-over": ("/desk/shelf/hand-over",),
    "/desk/shelf/find": ("/desk/shelf/find", "/desk/shelf/find?text=a"),
    "/t/{slug}": ("/t/empty", "/t/running", "/t/over"),
    "/t/{slug}/players": ("/t/running/players", "/t/running/players?find=win"),
    "/t/{slug}/players/{player}": ("/t/running/players/p1", "/t/over/players/p2"),
    "/t/{slug}/pairings": ("/t/empty/pairings", "/t/running/pairings?by=table"),
    "/t/{slug}/standings": ("/t/knock-out/standings", "/t/running/standings"),
    "/t/{slug}/standings/{player}": ("/t/running/standings/p1", "/t/top-cut/standings/p1"),
    "/t/{slug}/bracket": ("/t/top-cut/bracket",),
    "/t/{slug}/words": ("/t/running/words",),
    "/t/{slug}/privacy": ("/t/over/privacy",),
    "/t/{slug}/clock": ("/t/running/clock", "/t/top-cut/clock", "/t/over/clock"),
    "/t/{slug}/screen": (
        *("/t/running/screen", "/t/running/screen?show=standings", "/t/top-cut/screen?look=light"),
        "/t/over/screen",
    ),
    "/t/{slug}/overlay": (
        "/t/top-cut/overlay",
        *(
            f"/t/{slug}/overlay?show={show}"
            for slug, show in (
                ("running", "table"),
                ("running", "clock"),
                ("over", "standings"),
                ("top-cut", "bracket"),
            )
        ),
    ),
    "/t/{slug}/desk": ("/t/running/desk", "/t/running/desk?line=3%20", "/t/top-cut/desk"),
    "/t/{slug}/decks": ("/t/over/decks",),
    "/t/{slug}/mine": (),  # A player's own: see below.
    "/t/{slug}/desk/claims": ("/t/running/desk/claims",),
    "/t/{slug}/desk/check-in": ("/t/registered/desk/check-in", "/t/running/desk/check-in?find=p1"),
    "/t/{slug}/sign-up": ("/t/registered/sign-up", "/t/running/sign-up"),
    "/t/{slug}/desk/sign-ups": ("/t/registered/desk/sign-ups", "/t/running/desk/sign-ups"),
    "/t/{slug}/desk/sign-ups/flyer": ("/t/registered/desk/sign-ups/flyer",),
    "/t/{slug}/desk/codes": ("/t/running/desk/codes",),
    "/t/{slug}/desk/players": (
        "/t/registered/desk/players",
        "/t/running/desk/players?sort=-number",
    ),
    "/t/{slug}/desk/tables": ("/t/running/desk/tables", "/t/running/desk/tables?only=all"),
    "/t/{slug}/desk/tables/{match}": ("/t/running/desk/tables/masters-1-1",),
    "/t/{slug}/desk/look": ("/t/running/desk/look",),
    "/t/{slug}/desk/messages": ("/t/running/desk/messages",),
    "/t/{slug}/desk/history": ("/t/running/desk/history",),
    "/t/{slug}/desk/print": ("/t/running/desk/print",),
    "/t/{slug}/desk/archive": ("/t/running/desk/archive", "/t/over/desk/archive"),
    "/t/{slug}/desk/standings": ("/t/running/desk/standings",),
    "/t/{slug}/desk/bracket": ("/t/top-cut/desk/bracket",),
    "/t/{slug}/desk/ask": ("/t/running/desk/ask",),
    "/t/{slug}/desk/ask/{verb:path}": ("/t/running/desk/ask/explain?about=p1",),
    "/t/{slug}/desk/lists/{kind}": ("/t/running/desk/lists/players",),
    "/t/{slug}/desk/saves": ("/t/running/desk/saves",),
    "/t/{slug}/desk/hand/{kind}": ("/t/running/desk/hand/deck",),
    "/t/{slug}/desk/flights": ("/t/empty/desk/flights", "/t/registered/desk/flights"),
    "/t/{slug}/desk/teams": ("/t/registered/desk/teams",),
    "/t/{slug}/desk/tom-file": ("/t/running/desk/tom-file", "/t/over/desk/tom-file"),
    "/t/{slug}/desk/rounds": tuple(
        f"/t/{slug}/desk/rounds" for slug in ("registered", "paired", "running", "over")
    ),
    "/t/{slug}/desk/correct/{match}": ("/t/running/desk/correct/masters-1-1",),
    "/t/{slug}/desk/acts": ("/t/running/desk/acts",),
    "/t/{slug}/desk/do/{verb:path}": (
        "/t/running/desk/do/announce",
        "/t/running/desk/do/disqualify?who=p1",
        "/t/running/desk/do/withdraw?what=masters-2",
    ),
    "/t/{slug}/desk/{rest:path}": ("/t/running/desk/nowhere",),
}
"""For every route the pages to look at: at the stages of a tournament at which they differ most."""
