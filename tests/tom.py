"""An organiser's program as far as its saves are known: what happens to an event, and its bytes.

It is written from what stands in real files, and from nothing of ours; it checks no rule.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

OPEN, FIRST, SECOND, TIE, AWARDED, BYE, FORCED, DOUBLE = 0, 1, 2, 3, 4, 5, 8, 10
MASTERS, EVERYBODY = 2, 10
MODE = 'gametype="TRADING_CARD_GAME" mode="TCG1DAY"'


@dataclass
class Someone:
    """A player as the program lists them."""

    userid: str
    first: str = "Player"
    last: str = ""
    born: int = 1990
    came: bool = True
    late: int | None = None
    left: tuple[int, int] | None = None
    seed: int | None = None
    order: int | None = None
    byes: int = 0

    @property
    def plays(self) -> bool:
        """Whether the player is there to be paired."""
        return self.left is None and (self.came or self.late is not None)


@dataclass
class Match:
    """Two players, or one alone; 0 is an open outcome."""

    players: list[str]
    outcome: int = OPEN
    table: int = 0


@dataclass
class Tom:
    """An event in the program; `saves` counts them, so that no two are alike."""

    name: str = "Followed Cup"
    sanction: str = "26-05-000001"
    category: int = EVERYBODY
    players: list[Someone] = field(default_factory=list)
    rounds: list[list[Match]] = field(default_factory=list)
    swiss: int | None = None
    finalised: bool = False
    saves: int = 0

    def join(self, count: int = 1, *, born: int = 1990, came: bool = True) -> None:
        """List more players; after the start they are late, with a loss for every round."""
        for _ in range(count):
            number = 1 + max((int(one.userid) for one in self.players), default=9000000)
            late = len(self.rounds) if self.rounds and came else None
            userid = str(number)
            last = f"{number % 10000:04}"
            self.players.append(
                Someone(userid, last=last, born=born, came=came and late is None, late=late)
            )

    def someone(self, number: int) -> Someone:
        """Return the nth player of the list."""
        return self.players[number - 1]

    def points(self) -> dict[str, int]:
        """Return the match points in Swiss."""
        found = dict.fromkeys((one.userid for one in self.players), 0)
        for played in self.rounds[: self.swiss]:
            for match in played:
                if match.outcome in {BYE, AWARDED}:
                    found[match.players[0]] += 3
                elif match.outcome in {FIRST, SECOND}:
                    found[match.players[match.outcome - 1]] += 3
                elif match.outcome == TIE:
                    for player in match.players:
                        found[player] += 1
        return found

    def met(self) -> set[frozenset[str]]:
        """Return who has met whom."""
        return {frozenset(match.players) for played in self.rounds for match in played}

    def pair(self) -> None:
        """Pair the next Swiss round: by points, without a rematch while it is easy to avoid one."""
        points, met, number = self.points(), self.met(), len(self.rounds) + 1
        waiting = [one for one in self.players if one.plays]
        waiting.sort(key=lambda one: -points[one.userid])
        played = [Match([one.userid], AWARDED) for one in waiting if one.byes >= number]
        due = [one.userid for one in waiting if one.byes < number]
        had = {m.players[0] for each in self.rounds for m in each if len(m.players) == 1}
        if len(due) % 2:
            alone = next((userid for userid in reversed(due) if userid not in had), due[-1])
            due.remove(alone)
            played.append(Match([alone], BYE))
        table = 0
        while due:
            first = due.pop(0)
            second = next((u for u in due if frozenset((first, u)) not in met), due[0])
            due.remove(second)
            table += 1
            played.append(Match([first, second], OPEN, table))
        self.rounds.append(played)

    def tables(self, number: int) -> list[Match]:
        """Return the matches of two players in a round."""
        return [match for match in self.rounds[number - 1] if len(match.players) == 2]

    def play(self, number: int, *outcomes: int) -> None:
        """Report every open match of a round, with these outcomes in turn."""
        wanted = outcomes or (FIRST,)
        for at, match in enumerate(self.tables(number)):
            if match.outcome == OPEN:
                match.outcome = wanted[at % len(wanted)]

    def drop(self, number: int, *, status: int = 1) -> None:
        """Let the nth player drop after the latest round, or be disqualified."""
        self.someone(number).left = (status, max(len(self.rounds), 1))

    def reinstate(self, number: int, *, lost: bool = True) -> None:
        """Let the nth player be back, with a loss for every round that was paired without them."""
        back = self.someone(number)
        back.left = None
        for played in self.rounds if lost and back.came else ():
            if not any(back.userid in match.players for match in played):
                played.append(Match([back.userid], FORCED))

    def leaders(self, size: int) -> list[str]:
        """Return who leads the Masters, by points and then by the list."""
        points = self.points()
        there = [one.userid for one in self.players if one.plays and one.born == 1990]
        return sorted(there, key=lambda userid: -points[userid])[:size]

    def cut(self, seeds: list[str]) -> None:
        """Make the cut, from the first seed to the last, and pair its first round."""
        order = {2: (1, 2), 4: (1, 4, 3, 2), 8: (1, 8, 5, 4, 3, 6, 7, 2)}[len(seeds)]
        for one in self.players:
            if one.userid in seeds:
                one.seed = seeds.index(one.userid) + 1
                one.order = order.index(one.seed) + 1
        self.swiss = len(self.rounds)
        self.rounds.append(_bracket([seeds[seed - 1] for seed in order]))

    def cut_on(self) -> None:
        """Pair the next round of the cut."""
        self.rounds.append(_bracket([m.players[m.outcome - 1] for m in self.rounds[-1]]))

    def done(self) -> bool:
        """Whether the latest round has all its results."""
        return all(match.outcome != OPEN for match in self.rounds[-1]) if self.rounds else True

    def copy(self) -> "Tom":
        """Return the event as it stands, to be opened again later."""
        return deepcopy(self)

    def save(self) -> bytes:
        """Return the bytes of a save, as the program writes it."""
        self.saves += 1
        stage = 5 if self.finalised else 4 if self.rounds else 1
        lines = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<tournament type="3" stage="{stage}" version="1.84" {MODE}>',
            "\t<data>",
            f"\t\t<name>{escape(self.name)}</name>",
            f"\t\t<id>{self.sanction}</id>",
            "\t\t<city>Sample City</city>",
            "\t\t<roundtime>50</roundtime>",
            "\t\t<startdate>05/02/2026</startdate>",
            "\t\t<lessswiss>false</lessswiss>",
            "\t</data>",
            f"\t<timeelapsed>{self.saves}</timeelapsed>",
            "\t<players>",
            *(line for one in self.players for line in self._player(one)),
            "\t</players>",
            "\t<pods>",
            *(self._pod() if self.rounds else ()),
            "\t</pods>",
            *(self._standings() if self.finalised else ()),
            "\t<finalsoptions>",
            "\t</finalsoptions>",
            "</tournament>",
            "",
        ]
        return "\n".join(lines).encode()

    def _player(self, one: Someone) -> list[str]:
        lines = [
            f"\t\t<player userid={quoteattr(one.userid)}>",
            f"\t\t\t<firstname>{escape(one.first)}</firstname>",
            f"\t\t\t<lastname>{escape(one.last)}</lastname>",
            f"\t\t\t<birthdate>02/27/{one.born}</birthdate>",
        ]
        if self.rounds and one.came:
            lines.append("\t\t\t<starter>true</starter>")
        if one.order is not None:
            lines += [f"\t\t\t<order>{one.order}</order>", f"\t\t\t<seed>{one.seed}</seed>"]
        if one.byes:
            lines.append(f"\t\t\t<byes>{one.byes}</byes>")
        if one.late is not None:
            lines += [
                "\t\t\t<late>",
                f"\t\t\t\t<round>{one.late + 1}</round>",
                "\t\t\t\t<timestamp>05/02/2026 10:40:00</timestamp>",
                f"\t\t\t\t<forcedloss>{one.late}</forcedloss>",
                f"\t\t\t\t<usedforcedloss>{one.late}</usedforcedloss>",
                "\t\t\t</late>",
            ]
        if one.left:
            lines += [
                "\t\t\t<dropped>",
                f"\t\t\t\t<status>{one.left[0]}</status>",
                f"\t\t\t\t<round>{one.left[1]}</round>",
                "\t\t\t\t<timestamp>05/02/2026 12:00:00</timestamp>",
                "\t\t\t</dropped>",
            ]
        return [*lines, "\t\t</player>"]

    def _pod(self) -> list[str]:
        lines = [
            f'\t\t<pod category="{self.category}" stage="0">',
            "\t\t\t<poddata>",
            "\t\t\t\t<startingtable>1</startingtable>",
            "\t\t\t</poddata>",
            "\t\t\t<subgroups>",
            '\t\t\t\t<subgroup number="1">',
            "\t\t\t\t\t<players>",
            *(f'\t\t\t\t\t\t<player userid="{one.userid}" />' for one in self.players),
            "\t\t\t\t\t</players>",
            "\t\t\t\t</subgroup>",
            "\t\t\t</subgroups>",
            "\t\t\t<rounds>",
        ]
        for number, played in enumerate(self.rounds, start=1):
            kind = 3 if self.swiss is None or number <= self.swiss else 1
            lines += [
                f'\t\t\t\t<round number="{number}" type="{kind}" stage="4" >',
                "\t\t\t\t\t<timeleft>0</timeleft>",
                "\t\t\t\t\t<matches>",
                *(line for match in played for line in _match(match)),
                "\t\t\t\t\t</matches>",
                "\t\t\t\t</round>",
            ]
        return [*lines, "\t\t\t</rounds>", "\t\t</pod>"]

    def _standings(self) -> list[str]:
        points = self.points()
        there = [one.userid for one in self.players if not one.left or one.left[0] == 1]
        there.sort(key=lambda userid: -points[userid])
        return [
            "\t<standings>",
            '\t\t<pod category="2" type="finished">',
            *(f'\t\t\t<player id="{u}" place="{at}" />' for at, u in enumerate(there, start=1)),
            "\t\t</pod>",
            "\t</standings>",
        ]


def _bracket(players: list[str]) -> list[Match]:
    return [
        Match([players[at], players[at + 1]], OPEN, at // 2 + 1) for at in range(0, len(players), 2)
    ]


def _match(match: Match) -> list[str]:
    alone = len(match.players) == 1
    tags = ("player",) if alone else ("player1", "player2")
    seats = zip(tags, match.players, strict=True)
    return [
        f'\t\t\t\t\t\t<match outcome="{match.outcome}">',
        *(f'\t\t\t\t\t\t\t<{tag} userid="{userid}"/>' for tag, userid in seats),
        "\t\t\t\t\t\t\t<timestamp>05/02/2026 11:00:00</timestamp>",
        f"\t\t\t\t\t\t\t<tablenumber>{match.table}</tablenumber>",
        "\t\t\t\t\t\t</match>",
    ]
