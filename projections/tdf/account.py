"""What a .tdf file is written from: the tournament, the times of its events, and the players."""

from fractions import Fraction

from msgspec import Struct

from roundbook.ledger.importers.tdf.shapes import DIVISIONS
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import formed_pods, pool_of
from roundbook.ledger.state.rounds import planned_rounds
from roundbook.ledger.state.tournament import Player, Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool, Style
from roundbook.projections.tdf.event_times import Moments
from roundbook.projections.tdf.players import Identity

# The tournament as a file sees it: its pods, with their rounds, brackets and stages.

_CATEGORIES = {frozenset(ages): category for category, ages in DIVISIONS.items()}
ALL_TOGETHER = 10
"""The category of all divisions together, and of an edition without divisions."""


class Heading(Struct, frozen=True, kw_only=True):
    """Values in the head of a file that are not in a ledger; None stands for a suggestion.

    `version` is the version of TOM whose format is written; `popid` and `organizer` are the person
    running the event; `roundtime` and `finalsroundtime` are in minutes. `sanction` replaces the
    sanction number of the opening, if it was not known then.
    """

    version: str = "1.86"
    gametype: str | None = None
    mode: str | None = None
    city: str = ""
    state: str = ""
    country: str = ""
    popid: str = ""
    organizer: str = ""
    sanction: str = ""
    roundtime: int | None = None
    finalsroundtime: int | None = None

    def since(self, version: str) -> bool:
        """Tell whether the format is at least that of a version; unknown ones count as latest."""
        try:
            return Fraction(self.version) >= Fraction(version)
        except (ValueError, ZeroDivisionError):
            return True


class Account(Struct, frozen=True, kw_only=True):
    """A tournament as it is to be written.

    `absent` are players who are out according to the imported file only because they never started.
    `undivided` is the category of a pod under an edition without divisions, taken from the file.
    """

    t: Tournament
    rules: Ruleset
    heading: Heading
    moments: Moments
    people: dict[PlayerId, Identity]
    absent: frozenset[PlayerId] = frozenset()
    undivided: int = ALL_TOGETHER

    def pods(self) -> dict[Pool, tuple[Division, ...]]:
        """Return the pods; a pod in flights is one pod."""
        if self.pure:
            return {Pool("all"): ()} if self.t.cuts else {}
        return formed_pods(self.t)

    @property
    def pure(self) -> bool:
        """Whether the whole event is one bracket, from the start."""
        return self.t.is_elimination

    def swiss(self, pool: Pool) -> tuple[Pool, ...]:
        """Return the pools paired separately in a pod during Swiss: itself, or its flights."""
        if self.pure:
            return ()
        ages = self.pods()[pool]
        return self.t.flights.get(ages[0], (pool,)) if len(ages) == 1 else (pool,)

    def divisions(self, pool: Pool) -> set[Division]:
        """Return the divisions of a pod, including those of its players that have no other pod."""
        pods = self.pods()
        elsewhere = {age for other, ages in pods.items() if other != pool for age in ages}
        return {*pods[pool], *({one.division for one in self.members(pool)} - elsewhere)}

    def brackets(self, pool: Pool) -> tuple[Pool, ...]:
        """Return the brackets to which the divisions of a pod advanced."""
        if self.pure:
            return tuple(self.t.cuts)
        ages = self.divisions(pool)
        return tuple(name for name, cut in self.t.cuts.items() if cut.division in ages)

    def members(self, pool: Pool) -> list[Player]:
        """Return the players of a pod, in order of registration."""
        if self.pure:
            return [*self.t.players.values()]
        own = self.swiss(pool)
        return [player for player in self.t.players.values() if pool_of(self.t, player) in own]

    def numbers(self, pool: Pool) -> list[int]:
        """Return the numbers of the rounds of a pod, including those of its brackets."""
        pools = {*self.swiss(pool), *self.brackets(pool)}
        playoffs = [match for name, match in self.t.playoffs.items() if name in pools]
        own = {number for name, number in self.t.rounds if name in pools}
        return sorted(own | {match.round for match in playoffs})

    def category(self, pool: Pool) -> int:
        """Return the category of a pod."""
        ages = frozenset(self.pods()[pool])
        return _CATEGORIES.get(ages, self.undivided if Division.OPEN in ages else ALL_TOGETHER)

    def planned(self, pool: Pool) -> int | None:
        """Return how many Swiss rounds are planned for a pool; None if that is not known."""
        swiss = self.swiss(pool)
        return planned_rounds(self.t, swiss[0]) if swiss else None

    @property
    def type(self) -> int:
        """The type of the tournament: 1 elimination, 2 Swiss alone, 3 Swiss with a cut."""
        if self.pure:
            return 1
        opened = self.t.opened
        cut = self.t.cuts or (opened and opened.style is Style.SWISS_PLUS_CUT)
        return 3 if cut else 2

    @property
    def stage(self) -> int:
        """The stage: 1 registration, 3 configured, 4 running, 5 finalised."""
        if self.t.closed:
            return 5
        if self.t.rounds:
            return 4
        return 3 if self.pods() else 1
