"""The announced number of Swiss rounds is that of the table, or one less."""

from ledger.events.catalogue import AnnouncementMade, RoundsSet
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import told_with_everybody
from ledger.state.tournament import Tournament
from ledger.terms import Division, Pool
from ledger.validators.checks import Breach, Found
from projections.cut.planner import schedules


def rounds_differ(
    t: Tournament, event: AnnouncementMade | RoundsSet, entry: Entry, rules: Ruleset
) -> Found:
    """Swiss has the rounds table's number of rounds, or one fewer, or needs a reason (TOP §3.3.5).

    Compared with who is in at that moment; silent while nobody is, where no row of the table fits,
    on the rounds of a second day, and on what was announced while the same players were in.
    """
    if event.told:
        return
    own = {each.pool for each in entry.events if isinstance(each, RoundsSet)}
    for pool, schedule in schedules(t, rules).items():
        # Where the same entry names the rounds of a pool, the number for all says nothing of it.
        if isinstance(event, RoundsSet):
            about = event.pool in {None, pool}
        else:
            about = pool not in own and not _stands(t, event, pool)
        least = max(schedule.rounds - 1, 1)
        if about and schedule.listed and not least <= event.rounds <= schedule.rounds:
            yield Breach(
                message=f"according to the rounds table, {pool} has {schedule.rounds} "
                f"rounds, or one fewer, not {event.rounds}.",
                cites=schedule.cites.partition(",")[0],
                hint="Leave out the number; roundbook takes it from the rounds table.",
            )
            return


def _stands(t: Tournament, event: AnnouncementMade, pool: Pool) -> bool:
    """Tell whether an announcement repeats what was judged: the same rounds, the same players."""
    ages = t.pods.get(pool, tuple(Division))
    return pool in t.planned or (
        t.planned.get(None) == event.rounds and told_with_everybody(t, ages)
    )
