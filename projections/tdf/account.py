"""All that a file is written from: the tournament, when things happened, and who is who."""

from fractions import Fraction

from msgspec import Struct

from ledger.rulesets.ruleset import Ruleset
from ledger.state.advance import decision
from ledger.state.queries import formed_pods, planned_rounds, pool_of
from ledger.state.tournament import Player, Tournament
from ledger.terms import Division, MatchId, PlayerId, Pool, Style, Verdict
from projections.falls import is_pure
from projections.tdf.moments import Moments

_CATEGORIES: dict[frozenset[Division], int] = {
    frozenset({Division.JUNIOR}): 0,
    frozenset({Division.SENIOR}): 1,
    frozenset({Division.MASTERS}): 2,
    frozenset({Division.JUNIOR, Division.SENIOR}): 8,
    frozenset({Division.SENIOR, Division.MASTERS}): 9,
}
ALL_TOGETHER = 10
"""The category of all divisions together, and of an edition that knows none."""


class Heading(Struct, frozen=True, kw_only=True):
    """What stands at the head of a file and not in a ledger; None is what the ledger suggests.

    `version` is that of the program whose form is written; `popid` and `organizer` are who runs the
    event, `roundtime` and `finalsroundtime` minutes.
    """

    version: str = "1.86"
    gametype: str | None = None
    mode: str | None = None
    city: str = ""
    state: str = ""
    country: str = ""
    popid: str = ""
    organizer: str = ""
    roundtime: int | None = None
    finalsroundtime: int | None = None

    def since(self, version: str) -> bool:
        """Tell whether the form is that of a version or a later one; an odd one is the latest."""
        try:
            return Fraction(self.version) >= Fraction(version)
        except (ValueError, ZeroDivisionError):
            return True


class Identity(Struct, frozen=True, kw_only=True):
    """Who a player is in a file."""

    userid: str
    firstname: str
    lastname: str
    birthdate: str


class Account(Struct, frozen=True, kw_only=True):
    """A tournament as it is to be written.

    `absent` are those whom the imported file shows as gone by no more than that they never started.
    `undivided` is the category of a pod under an edition without divisions: that of the file.
    """

    t: Tournament
    rules: Ruleset
    heading: Heading
    moments: Moments
    people: dict[PlayerId, Identity]
    absent: frozenset[PlayerId] = frozenset()
    undivided: int = ALL_TOGETHER

    def pods(self) -> dict[Pool, tuple[Division, ...]]:
        """Return the pods, those in flights whole."""
        if self.pure:
            return {Pool("all"): ()} if self.t.cuts else {}
        return formed_pods(self.t)

    @property
    def pure(self) -> bool:
        """Whether all is one bracket, from the start."""
        return is_pure(self.t)

    def swiss(self, pool: Pool) -> tuple[Pool, ...]:
        """Return what is paired apart in a pod during Swiss: itself, or its flights."""
        if self.pure:
            return ()
        ages = self.pods()[pool]
        return self.t.flights.get(ages[0], (pool,)) if len(ages) == 1 else (pool,)

    def divisions(self, pool: Pool) -> set[Division]:
        """Return the divisions of a pod, and those that play nowhere else and have joined it."""
        pods = self.pods()
        elsewhere = {age for other, ages in pods.items() if other != pool for age in ages}
        return {*pods[pool], *({one.division for one in self.members(pool)} - elsewhere)}

    def brackets(self, pool: Pool) -> tuple[Pool, ...]:
        """Return the brackets that the divisions of a pod went on to."""
        if self.pure:
            return tuple(self.t.cuts)
        ages = self.divisions(pool)
        return tuple(name for name, cut in self.t.cuts.items() if cut.division in ages)

    def members(self, pool: Pool) -> list[Player]:
        """Return who plays in a pod, in order of registration."""
        if self.pure:
            return [*self.t.players.values()]
        own = self.swiss(pool)
        return [player for player in self.t.players.values() if pool_of(self.t, player) in own]

    def numbers(self, pool: Pool) -> list[int]:
        """Return the numbers of the rounds that a pod has, its brackets' with them."""
        pools = {*self.swiss(pool), *self.brackets(pool)}
        playoffs = [match for name, match in self.t.playoffs.items() if name in pools]
        return sorted(
            {number for name, number in self.t.rounds if name in pools}
            | {match.round for match in playoffs}
        )

    def category(self, pool: Pool) -> int:
        """Return the category of a pod."""
        ages = frozenset(self.pods()[pool])
        return _CATEGORIES.get(ages, self.undivided if Division.OPEN in ages else ALL_TOGETHER)

    def planned(self, pool: Pool) -> int | None:
        """Return how many rounds of Swiss a pod is to play; None where nobody knows."""
        swiss = self.swiss(pool)
        return planned_rounds(self.t, swiss[0]) if swiss else None

    def verdict(self, match: MatchId) -> Verdict | None:
        """Return how a match counts; a match for the third place counts as it was reported."""
        return decision(self.t, match)

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
