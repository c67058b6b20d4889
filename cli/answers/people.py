"""What follows from acts about people: registration, details, check-in, late tags, staff."""

from collections.abc import Sequence

from roundbook.cli.acts.amend import Amended, SeniorsShown
from roundbook.cli.acts.drops import Attendance, CheckedIn, TagChanged, of_events
from roundbook.cli.acts.erase import Erasure
from roundbook.cli.acts.flights import flight_of
from roundbook.cli.acts.people import Named, StaffList
from roundbook.cli.acts.registration import HOLDS, MOST_SAID, Arrived, ListRead, NotAdmitted
from roundbook.cli.acts.unregister import Unregistered
from roundbook.cli.answers.recorded import recorded
from roundbook.cli.answers.results import attendance, nothing_to_do
from roundbook.cli.session.errors import at_prompt
from roundbook.cli.session.venue import Operator
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Folds, Hint, advice, do, option, warning
from roundbook.ledger.events.catalogue import (
    CheckInUndone,
    HandRenamed,
    LatePlayerAdmitted,
    PlayerRegistered,
)
from roundbook.ledger.people.book import Display
from roundbook.ledger.people.name_parts import is_clear
from roundbook.ledger.phrases import counted, several
from roundbook.ledger.state.pools import pool_of
from roundbook.ledger.terms import PlayerId
from roundbook.ledger.text import joined, sentence, with_hands, with_names
from roundbook.ledger.validators.roster import to_amend
from roundbook.projections.history.history import what
from roundbook.projections.reports.text import explanations


def amended(ctx: WriteContext, facts: Amended) -> list[str]:
    """Return a player's details as they are now in the names file, and as they were before.

    The entry is told by number, so a repeat has the same answer as the first time.
    """
    would = "would be" if ctx.dry_run else "is"
    who = f"{facts.known.person.name} ({facts.player}), {facts.division},"
    done = recorded(ctx, facts.entries, nameless=True)
    return [*done, *_changed(facts), f"{who} {would} shown {_SHOWN[facts.display]}."]


_SHOWN = {
    Display.FULL: "with the full name",
    Display.INITIAL: "with the first name and an initial",
    Display.ID: "with the Player ID",
    Display.ANONYMOUS: "with the number only",
}
"""How a player is shown to the public, in words."""


def _changed(facts: Amended) -> list[str]:
    """Return each corrected detail with the one before; of a birth year, only that it changed."""
    now, was = facts.known.person, facts.was or facts.known.person
    shows_last = now.last_name is not None or not is_clear(now.name)
    details = (
        ("Name", was.name, now.name),
        *([("Last name", was.parts.last, now.parts.last)] if shows_last else []),
        ("Player ID", was.id, now.id),
        ("Division", facts.was_in, facts.division),
    )
    said = [f"{what}: {new} (was {old or 'missing'})." for what, old, new in details if new != old]
    # No answer shows a birth year or date, which bystanders could read.
    hidden = (
        ("Birth year", was.birth_year, now.birth_year),
        ("Birthday", was.birthday, now.birthday),
    )
    return [*said, *(f"{what}: changed." for what, old, new in hidden if new != old)]


def seniors(ctx: WriteContext, facts: SeniorsShown) -> list[str]:
    """Return how the names of Seniors who have not chosen are shown."""
    would = "would be" if ctx.dry_run else "are"
    return [f"Seniors under 18 who have not chosen {would} shown {_SHOWN[facts.display]}."]


def not_admitted(_ctx: WriteContext, facts: NotAdmitted) -> list[str]:
    """Return who is not admitted; the ledger does not have the name."""
    return [f"{facts.name} is not admitted. The name is kept outside the ledger."]


def named(ctx: WriteContext, facts: Named) -> list[str | Hint]:
    """Return the number of a staff member, and how to act as somebody renamed from now on."""
    said: list[str | Hint] = [f"{facts.name} is {facts.hand}{_in_roles(facts.roles)}."]
    without = Operator().name
    own = [entry for entry in facts.entries if entry.hand.id == facts.hand]
    if own and ctx.manner.operator.name == without and isinstance(own[0].events[0], HandRenamed):
        # The name of those who give none now means somebody else, who is on no staff list.
        words = "Add {} to commands from now on: without it, they come from a new staff member, {}."
        said.append(advice(words, option("--as", facts.name), without))
    return said


def staff(_ctx: WriteContext, facts: StaffList) -> list[str]:
    """Return a sentence for each staff member."""
    return [
        f"{one.hand}, {one.name or 'whose name is not kept'}"
        f"{_in_roles(one.roles)}: "
        f"{counted(one.entries, 'entry', 'entries')}."
        for one in facts.staff
    ]


def _in_roles(roles: Sequence[str]) -> str:
    return f", {' and '.join(role.replace('-', ' ') for role in roles)}" if roles else ""


def erased(ctx: WriteContext, it: Erasure) -> list[str | Hint]:
    """Return what is, or would be, erased of people, and what is left; no name that is gone."""
    said = recorded(ctx, it.entries, nameless=it.done)
    return [*said, *going(ctx, it)]


def going(ctx: WriteContext, it: Erasure) -> list[str | Hint]:
    """Return what is deleted with the names of people, what is left, and what to export first."""
    return [*_gone(it), *([] if it.done else _before(ctx, it))]


def _before(ctx: WriteContext, it: Erasure) -> list[str | Hint]:
    """Return what to export while the names are still there."""
    if it.plan.empty or ctx.tournament.players.keys().isdisjoint(it.wish.gone):
        return []
    return [advice("If you still need a .tdf file, write it first: {}.", do("export", "FILE.tdf"))]


def _gone(it: Erasure) -> list[str]:
    found = it.plan
    if found.empty and not it.done:
        gone = f"{it.wish.words}: already erased; the name is no longer known here"
        return [f"{gone}, so files added since then cannot be searched for it.", *found.left]
    parts = [
        counted(len(found.people), "name"),
        counted(len(found.sources), "imported file") if found.sources else "",
        counted(len(found.decks), "deck list") if found.decks else "",
        counted(found.attempts, "refused command") if found.attempts else "",
        f"{counted(len(found.aside), 'file')} in quarantine" if found.aside else "",
        counted(found.guests, "sign-in") if found.guests else "",
        f"{counted(found.handed, 'undecided deck list')} from phones" if found.handed else "",
        counted(found.signed, "sign-up") if found.signed else "",
    ]
    went = "Erased" if it.done else "Would be erased"
    return [
        f"{went}: {', '.join(filter(None, parts))}.",
        *(["The imported file can no longer be exported byte for byte."] if found.sources else []),
        *found.left,
        "Backups, exports, prints and copies elsewhere were not searched: delete the names there.",
    ]


EXAMPLES = 5
"""The number of players of a list that are named, to show that its columns were understood."""

FIRST = 3
"""The number of them once the list was registered: it was understood, and anyone can look."""


def arrived(ctx: WriteContext, facts: Arrived) -> list[str | Hint]:
    """Return the players registered or admitted, by name; for a list, also how it was read."""
    seqs = [entry.seq for entry in facts.entries for _ in entry.events]
    tie = ctx.rules.tie_word
    found = []
    for at, event in enumerate(facts.events):
        said = with_names(
            what(event, tie, ctx.tournament), lambda p: f"{facts.names.get(p, p)} ({p})"
        )
        said = with_hands(said, ctx.book.hands)
        if ctx.dry_run and event.drawn:  # Nobody may know a draw in advance.
            said = said.replace(f"into {event.pool}", "into a flight")
        elif not event.drawn:
            said += flight_of(ctx.tournament, event, dry_run=ctx.dry_run)
        numbered = bool(seqs) and not (ctx.dry_run or at_prompt())
        found.append(f"Entry {seqs[at]}: {said}." if numbered else f"{said}.")
    alike = _alike(facts)
    nothing = ["Nothing was written."] if ctx.dry_run else []
    if facts.listed is None:
        tried = ["Nothing was written. The ledger would contain:"] if ctx.dry_run else []
        return [*tried, *found, *_late(ctx, facts), *alike, *facts.lacking]
    read = _listed(ctx, facts, facts.listed)
    return [*nothing, *read, *_of_list(ctx, facts, found), *alike, *facts.lacking]


def _of_list(ctx: WriteContext, facts: Arrived, found: Sequence[str]) -> list[str | Hint]:
    """Return the first new players of a list.

    A sentence for each is needed only before anything is written, or if it says more than that the
    player is registered, such as the flight.
    """
    plain = all(
        isinstance(one, PlayerRegistered) and not (one.pool or one.losses) for one in facts.events
    )
    if plain and len(found) > 1 and not ctx.dry_run:
        some = [f"{facts.names.get(p, p)} ({p})" for p in facts.players[:FIRST]]
        if len(found) == len(some):
            return [f"New: {joined(some)}."]
        new = joined([*some, f"{len(found) - len(some)} more"])
        return [advice("New: {}. All players: {}.", new, do("players"))]
    more = len(found) - EXAMPLES
    others = f"… and {counted(more, 'more player')}"
    every: Hint = advice(f"{others}: {{}}.", do("players"))
    if ctx.dry_run:  # These are on no other page yet.
        every = Folds(f"{others}.", rest=tuple(found[EXAMPLES:]))
    would = ["The ledger would contain:"] if ctx.dry_run and found else []
    return [*would, *found[:EXAMPLES], *([every] if more > 0 else [])]


def _late(ctx: WriteContext, facts: Arrived) -> list[str]:
    """Return from which round on a late player plays, and what the late tag means (TOP §3.1.3).

    A player with a bye could be thought an opponent for the round that has started.
    """
    below = ", and ranks below others with the same match points (TOP §3.1.3)"
    t, said = ctx.after(facts.entries), list[str]()
    for one in facts.events:
        if isinstance(one, LatePlayerAdmitted):
            who = f"{facts.names[one.player]} ({one.player})"
            said.append(
                f"{who} plays from round {one.losses + 1}{below if ctx.rules.ranks_late else ''}."
            )
            pool = pool_of(t, t.players[one.player]) if one.player in t.players else None
            running = t.rounds.get((pool, one.losses)) if pool else None
            if running and running.byes:
                byes = several(ctx.named(bye.player) for bye in running.byes)
                keep = "keeps the bye" if len(running.byes) == 1 else "keep their byes"
                said.append(f"Round {one.losses} has started, so {byes} {keep}.")
    return said


def _alike(facts: Arrived) -> list[str | Hint]:
    """Return new players who may already be registered, and what to do about them."""
    said = list[str | Hint]()
    for one in facts.namesakes[:MOST_SAID]:
        drop = do("drop", one.player)
        if one.out:  # After the drop, neither of the two would be active.
            back = do("reinstate", one.other, "--reason", "…")
            same = "If they are the same person, drop the new one ({}), and let the other play: {}."
            said.append(warning(f"{one} {same}", drop, back))
        else:
            merge = do("amend", one.player, "--same-as", one.other)
            same = "If they are the same person, use {}."
            said.append(warning(f"{one} {same}", drop if one.late else merge))
    more = len(facts.namesakes) - MOST_SAID
    others = warning(f"The same is true of {counted(more, 'more player')}.")
    return [*said, *([others] if more > 0 else [])]


def _listed(ctx: WriteContext, facts: Arrived, listed: ListRead) -> list[str | Hint]:
    """Return how a list was read, its players who are already registered, and its odd lines."""
    new = counted(len(facts.events), "player") if facts.events else "Nobody"
    sizes = ", ".join(f"{number} in {division}" for division, number in listed.divisions.items())
    one = len(facts.events) < 2
    now = f"in the list {'is' if one else 'are'} new"
    done = "was registered" if one else "were registered"
    lines = list[str | Hint]()
    lines.append(f"{new} {now if ctx.dry_run else done}{f': {sizes}' if sizes else ''}.")
    if not ctx.dry_run and len(ctx.tournament.players) > len(facts.events):
        known = counted(len(ctx.tournament.players), "player is", "players are")
        lines.append(f"{known} registered now.")
    lines += [
        f"Line {one.line}: {ctx.person(one.player)} is already registered."
        for one in listed.known[:EXAMPLES]
    ]
    others = len(listed.known) - EXAMPLES
    lines += [f"… and {counted(others, 'more line')} with players who are already registered."] * (
        others > 0
    )
    if ctx.dry_run or listed.guessed:
        lines.append(f"{listed.name} was read as {listed.read_as}.")
    if ctx.dry_run:
        lines.append(columns_read(listed))
    not_read = warning(f"Columns not read: {', '.join(listed.not_read)}.")
    lines += [not_read] if listed.not_read else []
    lines += [sentence(said) for said in listed.notes]
    if listed.dated:
        would = "would be" if ctx.dry_run else "was" if len(listed.dated) == 1 else "were"
        lines.append(f"{dates_missing(listed)} {would} added.")
    if listed.open_days:
        again = "To add the dates, register the list again with {} and {}, or {}."
        options = map(option, ("--skip-known", "--day-first", "--month-first"))
        lines.append(warning(f"{years_alone(listed)} {again}", *options))
    lines += [warning(f"Look at {said}") for said in listed.doubts[:MOST_SAID]]
    more = len(listed.doubts) - MOST_SAID
    lines += [warning(f"Look at {counted(more, 'more line')}.")] if more > 0 else []
    if listed.doubts and facts.entries and not ctx.dry_run:
        from roundbook.ledger.importers.lists.roster import MAYBE_ONE  # Only lists need it.

        amend = to_amend(ctx.tournament, "PLAYER", "--name", "NAME")
        lines.append(advice("To correct a name: {}.", amend))
        if any(one.endswith(MAYBE_ONE) for one in listed.doubts):
            merge = do("amend", "PLAYER", "--same-as", "OTHER")
            lines.append(advice("If two players are the same person, use {}.", merge))
    return lines


def dates_missing(listed: ListRead) -> str:
    """Return how many dates of birth a list adds."""
    return counted(len(listed.dated), "missing date of birth", "missing dates of birth")


def years_alone(listed: ListRead) -> str:
    """Return which dates of a list can be read in two ways, and what is kept of them."""
    return f"{listed.open_days}, so only the year is kept."


def columns_read(listed: ListRead) -> str:
    """Return which column of a list was read as what."""
    # Next to a column of last names, a column called "Nombre" has the first names.
    both = {"name": HOLDS["first"]} if listed.columns.keys() & {"last", "family"} else {}
    holds = HOLDS | both
    # A column that is called what it holds needs no more words.
    columns = (
        title if title.lower() == holds[name].lower() else f"{title} = {holds[name]}"
        for name, title in listed.columns.items()
    )
    return f"Columns: {', '.join(columns)}."


def checked_in(ctx: WriteContext, facts: CheckedIn) -> list[str]:
    """Return for whom there was nothing to do, and how many players have checked in or not."""
    came, absent, t = facts.came, len(facts.absent), ctx.tournament
    undone = any(isinstance(one, CheckInUndone) for each in facts.entries for one in each.events)
    left = [one for one in facts.players if one not in of_events(facts.entries)]
    out = [] if undone else [one for one in left if t.is_out(one)]
    before = [one for one in left if one not in out]
    said = [
        *nothing_to_do(ctx, before, "had not checked in" if undone else "{} here already"),
        *nothing_to_do(ctx, out, "had dropped already"),
    ]
    if not absent:
        return [*said, f"All players have checked in ({came})."]
    here = f"{counted(came, 'player')} {'has' if came == 1 else 'have'} checked in"
    return [*said, f"{here}; {absent} still to check in."]


def tagged(ctx: WriteContext, facts: TagChanged) -> list[str]:
    """Return the places that the late tag decides, and why, for a support ticket (GTB-2)."""
    if facts.why is None:
        return []
    names = {each: ctx.book.name(each) for each in ctx.tournament.players}
    return [
        "The late tag decides these places. For a support ticket:",
        *(
            f"{ctx.named(each)}: place {having} with the tag, {lacking} without."
            for each, having, lacking in facts.moved
        ),
        *filter(None, explanations.lines(facts.why, names)),
    ]


def unregistered(ctx: WriteContext, it: Unregistered) -> list[str]:
    """Return whose registration was withdrawn, what another one took over, and the repairs."""
    was = "would be" if ctx.dry_run else "was"
    who = f"{it.name} ({it.player})" if it.name != it.player else it.player

    def named(player: PlayerId) -> str:  # The names file no longer has who was withdrawn.
        return who if player == it.player else ctx.named(player)

    taken = [f"Taken over: {joined(it.taken)}."] if it.taken else []
    repaired = (f"The paired round of {pool} {was} repaired." for pool in it.repaired)
    done = (with_names(one, named) for one in recorded(ctx, it.entries, nameless=True))
    lists = [f"The deck list of {it.player} {was} deleted."] if it.without_list else []
    return [*done, *taken, *repaired, *lists]


FOLLOWS = {
    Attendance: attendance,
    SeniorsShown: seniors,
    NotAdmitted: not_admitted,
    Named: named,
    StaffList: staff,
    CheckedIn: checked_in,
    TagChanged: tagged,
}
WHOLE = {
    Amended: amended,
    Arrived: arrived,
    Erasure: erased,
    Unregistered: unregistered,
}
