"""Rules for opening, announcing, closing and reopening a tournament (TOP §2, §3)."""

from roundbook.ledger.errors import Hint, advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.phrases import counted, have, several
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.match_time import least
from roundbook.ledger.state.rounds import under_way
from roundbook.ledger.state.staff import REOPENING, may, who_may
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchFormat, Style
from roundbook.ledger.text import joined
from roundbook.ledger.validators.checks import Breach, Found


def not_open(t: Tournament, event: AnyEvent) -> Found:
    """The first entry opens the tournament and names the edition of the rules (LED-1)."""
    if isinstance(event, ev.TournamentOpened) or t.opened:
        return
    yield Breach(
        message="the tournament has not been opened.",
        cites="the ledger",
        hint=advice("Open it first: {}.", do("open")),
    )


def opened_twice(t: Tournament, event: ev.TournamentOpened) -> Found:
    """A ledger contains one tournament, so it is opened once."""
    if t.opened is None:
        return
    yield Breach(
        message=f"this ledger already contains the tournament {t.opened.tournament}.",
        cites="the ledger",
        hint="Use another folder for another tournament.",
    )


def tournament_closed(t: Tournament, event: AnyEvent) -> Found:
    """After the close nothing can change; the close also locks the last results (A-49).

    People can still add notes and facts, join the staff to do so, decide what a merge left open,
    hand over requested results and erase people.
    """
    if t.closed is None or isinstance(
        event, ev.TournamentReopened | ev.NoteMade | ev.FactAdded | ev.StaffNamed | ev.HandRenamed
    ):
        return
    if isinstance(event, ev.ContradictionFound | ev.ContradictionDecided):
        return
    if isinstance(event, ev.RequestRecorded | ev.RequestAnswered | ev.PeopleErased):
        return
    if isinstance(event, ev.HistoryShortened):
        return
    locked = isinstance(event, ev.ResultReported | ev.Correction)
    yield Breach(
        message=f"the tournament is closed{': its results are locked' if locked else ''}.",
        cites="TOP §4",
        hint=advice(
            "To note what happened, use {}; only the organiser can reopen the tournament: {}.",
            do("note"),
            do("reopen", "--reason", "…"),
        ),
    )


def reopen_not_closed(t: Tournament, event: ev.TournamentReopened) -> Found:
    """Only a closed tournament can be reopened (A-49)."""
    if t.closed:
        return
    yield Breach(
        message="the tournament is not closed.",
        cites="TOP §4",
        hint="There is nothing to reopen: just continue.",
    )


def reopen_not_organiser(t: Tournament, event: ev.TournamentReopened, entry: Entry) -> Found:
    """Only an organiser, listed or the one who opened it, reopens a closed tournament (A-49, A-76).

    In another program, somebody else did: a file does not say who.
    """
    if event.told or may(t, entry.hand, REOPENING):
        return
    yield Breach(
        message="you cannot reopen the tournament.",
        cites="TOP §4",
        hint=who_may(t, entry.hand, REOPENING, "reopen the tournament"),
    )


def key_unchanged(t: Tournament, event: ev.KeyRotated) -> Found:
    """A key can only be replaced by a different key (LED-1)."""
    if event.public_key != t.key:
        return
    yield Breach(
        message="this key already signs this ledger.",
        cites="the ledger",
        hint=advice(
            "There is nothing to do. To replace a lost or stolen key: {}.",
            do("key", "--renew", "--reason", "…"),
        ),
    )


def announcement_missing(t: Tournament, event: ev.RoundStarted, rules: Ruleset) -> Found:
    """Before round 1 starts, players are told the rounds, and what the edition lists (TOP §2)."""
    if event.told or t.announcement:
        return
    if event.round > 1:
        return
    yield Breach(
        message=f"round 1 cannot start: {_to_announce(t, rules)} have not been announced.",
        cites="TOP §2",
        hint=advice("Announce them with {}.", do("announce")),
        waiver=False,
    )


def announcement_late(t: Tournament, event: ev.AnnouncementMade) -> Found:
    """What players are told is announced before round 1 starts, not after (TOP §2).

    A file of an event that has begun does not contain what was announced, so it can be added.
    """
    if event.told or not under_way(t):
        return
    if t.announcement is None and t.opened and t.opened.told:
        return
    yield Breach(
        message="it is too late to change the announcement: round 1 has started.",
        cites="TOP §2",
    )


# Announcements and their completeness, and the time of a match.


def format_unsanctioned(t: Tournament, event: ev.TournamentOpened) -> Found:
    """Only Constructed and Limited may be sanctioned, not the fun formats (TRF §11, §14)."""
    if not event.sanction:
        return
    if event.format is None or not event.format.fun:
        return
    yield Breach(
        message=f"{event.format} is a fun format, so its events cannot be sanctioned.",
        cites="TRF §11, §14",
        hint="Open it without a sanction number, or play Constructed or Limited.",
    )


def time_too_short(t: Tournament, event: ev.AnnouncementMade, rules: Ruleset) -> Found:
    """A match has at least the minutes and turns that the edition sets (TRF §7.3; A-34)."""
    if t.opened is None:
        return
    shortest = least(t.opened, rules)
    if shortest is None or event.minutes is None:
        return
    turns = shortest.turns if event.extra_turns is None else event.extra_turns
    if event.minutes >= shortest.minutes and turns >= shortest.turns:
        return
    enough = do("announce", "--time", "MINUTES", "--turns", "TURNS")
    hint = advice("Announce at least that much: {}.", enough)
    if t.opened.told and t.opened.match_format is MatchFormat.BEST_OF_THREE:
        single = do("import", "FILE", "DIR", "--match-format", "bo1")
        hint = advice(
            "Announce at least that much: {}. If matches are single games, import the file into "
            "a new folder: {}.",
            enough,
            single,
        )
    yield Breach(
        message=f"a match at this event must have at least {shortest}.",
        cites="TRF §7.3",
        hint=hint,
    )


def turns_too_long(t: Tournament, event: ev.AnnouncementMade, rules: Ruleset) -> Found:
    """The turns after time end within the minutes that the edition gives them, if it has some."""
    within = rules.times.turns_within
    if within is None or (event.turns_within or 0) <= within:
        return
    yield Breach(
        message=f"the turns after time must end within {counted(within, 'minute')}, not "
        f"{event.turns_within}.",
        cites="TRF §8.1",
        hint=advice(
            "Announce at most that many minutes: {}.", do("announce", "--turns-within", str(within))
        ),
    )


def announcement_incomplete(t: Tournament, event: ev.RoundStarted, rules: Ruleset) -> Found:
    """Before round 1, players know what the edition says (TOP §2, TRF §7.3, §11.2).

    These are how many advance in each division, if the style has a cut, how many get prizes, the
    format, the staff and the breaks, as the edition lists them; the time of a match, if it has a
    minimum; and in Limited whether basic Energy is provided, and whether they were also told so
    before the day. "None" and "no" are valid answers (A-57), since it is too late to tell anybody
    earlier.
    """
    if event.told or event.round > 1:
        return
    missing = unannounced(t, rules)
    if not missing:
        return
    words = [word for option in missing.values() for word in option]
    none = "; a number can also be `none`" * ("--cut" in words or "--prizes" in words)
    yield Breach(
        message="round 1 cannot start: "
        f"{have(missing, one='has not been announced', many='have not been announced')}.",
        cites="TOP §2, TRF §7.3, §11.2",
        hint=advice(f"Announce what is missing{none}: {{}}.", do("announce", *words)),
    )


def unannounced(t: Tournament, rules: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return what else has to be announced, each with the options that announce it.

    An announcement from a file is taken as complete.
    """
    said, opened = t.announcement, t.opened
    if said is None or opened is None or said.told:
        return {}
    missing = dict[str, tuple[str, ...]]()
    present = {player.division for player in t.players.values() if not player.out}
    if "cut" in rules.announced and opened.style is Style.SWISS_PLUS_CUT:
        open_ = [age for age in Division if age in present and age not in said.cut]
        if open_:
            words = [word for age in open_ for word in ("--cut", f"{age.lower()}=N")]
            missing[f"the cut of {several(open_)}"] = tuple(words)
    missing |= asked_by_edition(t, rules, said)
    if said.minutes is None and least(opened, rules):
        missing["the time limit of a match"] = ("--time", "MINUTES")
    if opened.format is not None and opened.format.limited and said.basic_energy is None:
        missing["whether basic Energy is provided"] = ("--basic-energy",)
    return missing


def _to_announce(t: Tournament, rules: Ruleset) -> str:
    return joined([f"the {one}" for one in told_before(t, rules)])


def told_before(t: Tournament, rules: Ruleset) -> tuple[str, ...]:
    """Return what players are told before round 1 under an edition, in a word each.

    A cut is only announced in a style that has one.
    """
    has_cut = t.opened is not None and t.opened.style is Style.SWISS_PLUS_CUT
    return ("rounds", *(one for one in rules.announced if has_cut or one != "cut"))


def asked_by_edition(
    t: Tournament, rules: Ruleset, said: ev.AnnouncementMade | None = None
) -> dict[str, tuple[str, ...]]:
    """Return what the edition asks for besides the cut, and the announcement does not have.

    What is recorded elsewhere need not be announced.
    """
    every = {
        "prizes": ("the number of prizes", said and said.prizes is not None, ("--prizes", "N")),
        "format": ("the format of the decks", said and said.format, ("--format", "WORDS")),
        "staff": ("the staff", said and said.staff, ("--staff", "WORDS")),
        "breaks": ("when there are breaks", said and said.has_breaks, ("--breaks", "WORDS")),
    }
    return {
        called: options
        for name, (called, known, options) in every.items()
        if is_asked(t, rules, name) and not known
    }


def is_asked(t: Tournament, rules: Ruleset, name: str) -> bool:
    """Tell whether the edition asks for something to be announced that is recorded nowhere else.

    The format of the decks may be that of the event, and the staff may be on the staff list.
    """
    recorded = {"format": t.opened and t.opened.format, "staff": t.staff}
    return name in rules.announced and not recorded.get(name)


# The sanctioned styles, and the events that only some of them have (TOP §3).

OfSwiss = (
    ev.PodsFormed
    | ev.RoundsSet
    | ev.ByeAwarded
    | ev.DayTwoMade
    | ev.CutMade
    | ev.LateTagSet
    | ev.LateTagCleared
)
"""Events that a single elimination does not have."""


def style_not_sanctioned(t: Tournament, event: ev.TournamentOpened) -> Found:
    """Only Swiss, single elimination and Swiss with a cut are sanctioned (TOP §3).

    Another style needs prior approval to be sanctioned; an official gives it as the reason.
    """
    if event.style is not Style.OTHER:
        return
    yield Breach(
        message="a tournament in another style is not sanctioned without prior approval.",
        cites="TOP §3",
        hint="Run it as swiss, swiss-plus-cut or single-elimination.",
    )


def style_kept(
    t: Tournament, event: OfSwiss | ev.SeedsDrawn | ev.RoundPaired | ev.AnnouncementMade
) -> Found:
    """A single elimination has one bracket with drawn seeds, and nothing else (TOP §3.2, §3.2.1).

    Whatever the ages and the number of players, there are no pods, awarded byes, late tags or cut.
    In every other style no seeds are drawn, because Swiss decides them (TOP §3.3).
    """
    hint: str | Hint
    match event:
        case ev.SeedsDrawn() if not t.is_elimination:
            wrong = "seeds are drawn only for single elimination, which this tournament is not"
            hint = "Pair Swiss rounds; if there is a cut, the standings give its seeds."
        case ev.RoundPaired() if t.is_elimination and event.pool not in t.cuts:
            only = "single elimination is played only in a bracket"
            wrong = f"{event.pool} is not a bracket, and {only}"
            hint = advice("Draw the seeds first ({}), then pair the bracket.", do("seed"))
        case ev.AnnouncementMade() if t.is_elimination and any(event.cut.values()):
            wrong = "single elimination has no cut: everybody plays in the bracket from the start"
            hint = "Announce its rounds, and whether there is a 3rd-place match."
        case _ if isinstance(event, OfSwiss) and t.is_elimination:
            wrong = "single elimination has no pods, awarded byes, late tags, day two or cut"
            hint = advice("Draw the seeds of one bracket for all ages: {}.", do("seed"))
            if t.cuts:
                hint = "Play the rounds of its bracket."
        case _:
            return
    yield Breach(message=f"{wrong}.", cites="TOP §3, §3.2.1", hint=hint)
