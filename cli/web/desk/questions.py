"""The questions that the desk can ask the ledger: verbs that look, with what each asks for."""

from msgspec import Struct


class Asked(Struct, frozen=True, kw_only=True):
    """One field of a question: its name, what it asks for; the option that it is, or a word."""

    name: str
    label: str
    hint: str = ""
    option: str = ""
    needed: bool = False
    several: bool = False
    choices: tuple[str, ...] = ()


class Question(Struct, frozen=True, kw_only=True):
    """A verb that looks: what it answers, what it asks for, whether any moment can be asked."""

    verb: str
    title: str
    fields: tuple[Asked, ...] = ()
    any_moment: bool = True
    files: bool = False


_PLAYER = Asked(name="player", label="Player", hint="p17, or a part of a name", option="player")
_MATCH = Asked(name="match", label="Match", hint="masters-1-14", option="match")
_POOL = Asked(name="pool", label="Pool", hint="masters; empty for all")
_ABOUT = Asked(name="about", label="About", hint="a player, or masters-3-7", needed=True)

QUESTIONS = {
    one.verb: one
    for one in (
        Question(verb="standings", title="Standings, as of any moment"),
        Question(
            verb="pairings",
            title="A round as it was posted",
            fields=(
                _POOL,
                Asked(name="number", label="Round", hint="empty for the latest", option="round"),
            ),
        ),
        Question(
            verb="explain",
            title="Why this place, this pairing, this bye, this lock?",
            fields=(
                Asked(name="kind", label="What", choices=("place", "pairing", "bye", "lock")),
                Asked(
                    name="about",
                    label="About",
                    hint="a player, masters-3-7, or masters-3 for a whole round",
                    needed=True,
                ),
            ),
        ),
        Question(
            verb="what-if",
            title="What would a correction, a drop or a late tag change?",
            fields=(
                Asked(
                    name="results",
                    label="Results that were otherwise",
                    hint="masters-1-3=2-1, one on each line",
                    option="result",
                    several=True,
                ),
                Asked(name="drops", label="Who leaves now", option="drop", several=True),
                Asked(name="lates", label="Who has the late tag", option="late", several=True),
                Asked(name="on_time", label="Who has none", option="on-time", several=True),
            ),
        ),
        Question(
            verb="blame",
            title="Which entries made this figure?",
            fields=(
                _ABOUT,
                Asked(
                    name="cell",
                    label="Figure",
                    choices=(
                        "place",
                        "points",
                        "record",
                        "op-win",
                        "op-op-win",
                        "result",
                        "pairing",
                    ),
                ),
            ),
        ),
        Question(verb="history", title="What happened, in words", fields=(_PLAYER, _MATCH)),
        Question(
            verb="penalties",
            title="Penalties",
            fields=(Asked(name="who", label="Player", hint="empty for all"),),
        ),
        Question(
            verb="draft order",
            title="Who picks when in the draft",
            fields=(
                Asked(name="packs", label="Packs of each", hint="4, unless said", option="packs"),
                Asked(name="cards", label="Cards in one", hint="10, unless said", option="cards"),
            ),
            any_moment=False,
        ),
        Question(verb="deckcheck status", title="Which decks were checked", fields=(_POOL,)),
        Question(verb="clock", title="How much time is left", fields=(_POOL,)),
        Question(
            verb="posted",
            title="What was posted and printed",
            fields=(
                Asked(name="entry", label="Print again entry", hint="a number", option="entry"),
            ),
        ),
        Question(verb="requests", title="Who asked for the results", any_moment=False),
        Question(
            verb="requests receipt",
            title="The receipt of a request",
            fields=(Asked(name="number", label="Number", needed=True),),
        ),
        Question(
            verb="dossier",
            title="All that a dispute is decided by",
            fields=(
                _ABOUT,
                Asked(name="claim", label="Result that is claimed", hint="0-2", option="claim"),
            ),
        ),
        Question(verb="lint", title="What an auditor wants to see all the same"),
        Question(
            verb="verify",
            title="Was anything changed, was every rule kept?",
            any_moment=False,
            files=True,
        ),
    )
}
"""Every question, by its verb."""
