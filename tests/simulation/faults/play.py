"""Plays an event in a hall where everything goes wrong, from a seed, and watches its promises.

A plan is drawn before anything happens: steps with numbers, which each say who does something,
what, and what goes wrong at which effect. What a number means depends on the event as it stands, so
a plan without some of its steps is a plan as well: that is how a history is made short.
"""

import re
import shutil
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import timedelta
from html import unescape
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from roundbook.cli.places.last_seen import UNNOTED
from roundbook.cli.places.people import read_book
from roundbook.cli.places.phone_claims import PlayerReports
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record.chain import Head
from roundbook.ledger.record.entry import Entry, entries_of, to_line
from roundbook.ledger.state.rounds import latest_round, open_matches
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId
from tests.cli.typed import roundbook
from tests.laws.test_lock import Books
from tests.simulation.faults.disk import lines_in
from tests.simulation.faults.hall import FAULTS, Fault, Hall, Heard, Prompt, Server

SECOND = timedelta(seconds=1)
YOUNG = "Verborgen"
"""The last name of everybody who is young: no public page may have it."""

PUBLIC = (
    "/t/cup",
    "/t/cup/pairings",
    "/t/cup/standings",
    "/t/cup/players",
    "/t/cup/clock",
    "/t/cup/screen",
    "/api/v1/tournaments/cup",
    "/api/v1/tournaments/cup/players",
    "/api/v1/tournaments/cup/pairings",
    "/api/v1/tournaments/cup/standings",
    "/api/v1/tournaments/cup/matches",
    "/api/v1/tournaments/cup/feed",
)


class Step(NamedTuple):
    """What happens next: who does what, with numbers to decide by, and what goes wrong."""

    number: int
    what: str
    who: int = 0
    pick: int = 0
    faults: tuple[Fault, ...] = ()
    beside: tuple["Step", ...] = ()


class Setting(NamedTuple):
    """How an event begins."""

    players: int
    young: int
    style: str
    rounds: int


class Plan(NamedTuple):
    """A whole event: how it begins, and what happens."""

    seed: int
    setting: Setting
    steps: tuple[Step, ...]


class BrokenError(AssertionError):
    """A promise was not kept at a step of a plan."""

    def __init__(self, step: int, what: str) -> None:
        super().__init__(f"step {step}: {what}")
        self.step, self.what = step, what
        self.history: list[str] = []

    @property
    def kind(self) -> str:
        """Which promise it was, without whose."""
        return re.split(r"[:\d]", self.what)[0]


class Played(NamedTuple):
    """What happened in an event: commands, faults that struck, entries, and how each was told."""

    commands: int
    faults: int
    entries: int
    acknowledged: int
    refused: int
    unsure: int


WEIGHTS = {
    "shell": 22,
    "prompt": 26,
    "page": 18,
    "button": 10,
    "phone": 6,
    "again": 4,
    "look": 8,
    "race": 6,
    "stop": 2,
    "clock": 2,
    "power": 2,
    "copy": 2,
    "older": 1,
    "restore": 1,
    "list": 2,
    "flip": 1,
}
FAULTS_AT_LEAST = 5
"""If fewer have struck, the power goes until they have."""

WRITES = ("shell", "prompt", "page", "phone")
"""What can go wrong in between, and happen beside another one."""

COMMANDS = (*WRITES, "button", "again", "list")
"""What is a command, and not something that happens to the hall."""


def plan(seed: int, events: int) -> Plan:
    """Return the plan of an event of so many steps."""
    dice = Random(f"plan {seed}")
    players = dice.choice((4, 5, 6, 6, 7, 8, 8, 9, 10, 12, 14, 16, 20, 24, 32, 40))
    style = dice.choice(("swiss", "swiss", "swiss-plus-cut", "single-elimination"))
    setting = Setting(players, dice.randint(0, players // 3), style, dice.randint(3, 5))
    steps = []
    for number in range(events):
        what = dice.choices([*WEIGHTS], [*WEIGHTS.values()])[0]
        struck = dice.random() < 0.2 or (number % 12 == 11 and what in WRITES)
        faults = (_fault(dice),) if struck and what in WRITES else ()
        beside: tuple[Step, ...] = ()
        if what == "race":
            doing = [dice.choice(("shell", "prompt", "page")) for _ in range(dice.randint(2, 3))]
            beside = tuple(
                Step(
                    number,
                    each,
                    who,
                    dice.randrange(1 << 30),
                    (_fault(dice),) * (dice.random() < 0.15),
                )
                for who, each in enumerate(doing)
            )
        steps.append(Step(number, what, dice.randrange(2), dice.randrange(1 << 30), faults, beside))
    return Plan(seed, setting, tuple(steps))


def _fault(dice: Random) -> Fault:
    return Fault(dice.choice(FAULTS), dice.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 9, 12)))


class Play:
    """An event while it is played."""

    def __init__(self, hall: Hall, setting: Setting) -> None:
        self.hall, self.setting = hall, setting
        self.prompts = [Prompt(hall, name, lasting=True) for name in ("Bea", "Cem")]
        self.shells = [Prompt(hall, name, lasting=False) for name in ("Ada", "Dov")]
        self.servers = [Server(hall, name) for name in ("one", "two")]
        self.held: list[bytes] = []
        self.certain = 0
        self.entries: list[Entry] = []
        self.t = Tournament()
        self.books = Books(_Nobody())  # type: ignore[arg-type]
        self.sent: list[tuple[int, str, str, dict[str, str]]] = []
        self.claims: dict[tuple[str, str], str] = {}
        self.at = 0
        self.frozen = set[MatchId]()
        self.frozen_after = 0
        self.noted = True
        self.history: list[str] = []
        self.counted = {"acknowledged": 0, "refused": 0, "unsure": 0, "commands": 0}

    # --- how it begins ---------------------------------------------------------------------------

    def begin(self) -> None:
        """Open the tournament, register the players, and announce it."""
        setting, folder = self.setting, self.hall.folder
        names = [f"Player{n} Plain{n}" for n in range(setting.players - setting.young)]
        rows = [f"{name},1990" for name in names]
        rows += [f"Kid{n} {YOUNG}{n},{2013 + n % 4}" for n in range(setting.young)]
        text = "\n".join(("name,birth year", *rows, ""))
        (self.hall.lists / "crowd.csv").write_text(text)
        style = ("--style", setting.style)
        say = roundbook
        say("open", folder, "--name", "Cup", "--start", "2026-03-07", *style, code=0)
        say("register", self.hall.lists / "crowd.csv", "-C", folder, code=0)
        told: list[object] = ["--prizes", "none"]
        if setting.style != "single-elimination":
            told += ["--rounds", setting.rounds, "--override", "rounds-differ"]
            told += ["--because", "it is small"]
        say("announce", *told, "-C", folder, code=0)
        if setting.style == "single-elimination":
            say("round seed", "-C", folder, code=0)
        for server in self.servers:
            server.sign_in("Kim Sun")
        self._switch_phones_on()
        self.look_at_lines([], unsure=True)
        self.certain = len(self.held)
        self.hall.disk.image.settle()

    def _switch_phones_on(self) -> None:
        desk = self.servers[0].visitor("Kim Sun")
        key = hidden(desk.get("/t/cup/desk/claims").text).get("key", "")
        desk.post("/t/cup/desk/claims/switch", data={"key": key, "allowed": "yes"})

    # --- a step ----------------------------------------------------------------------------------

    def do(self, step: Step) -> None:
        """Let a step happen, and look at every promise."""
        self.at = step.number
        struck = ", ".join(f"{one.what} at effect {one.at}" for one in step.faults)
        self.history.append(f"{step.number}: {self.name_of(step)}{struck and f' ({struck})'}:")
        self.hall.dice = Random(f"{self.hall.seed} {step.number}")
        self.hall.clock.time += 20 * SECOND
        if step.what == "race":
            self.race(step)
        else:
            sent = len(self.sent)
            heard = self.hall.run(self.name_of(step), step.faults, self.work(step))
            self.after([(step, heard)])
            if step.what == "page" and heard.unsure and len(self.sent) > sent and step.pick % 2:
                self.once_more(step)

    def once_more(self, step: Step) -> None:
        """Let somebody send a form again whose answer never came; then the power may go."""
        who, path, name, fields = self.sent[-1]

        def sending() -> Heard:
            answer = self.servers[who].visitor(name).post(path, data=fields)
            return self.heard_on_page(answer, fields["cmd"])

        self.history.append(f"{step.number}: sent again at once: {fields.get('line', '')}")
        self.after([(step, self.hall.run(self.name_of(step), (), sending))])
        if step.pick % 4 == 1:
            self.history[-1] += ", and the power goes"
            self.power_cut()

    def name_of(self, step: Step) -> str:
        """Return which program does a step."""
        return f"{'page' if step.what in {'button', 'phone'} else step.what}-{step.who % 2}"

    def race(self, step: Step) -> None:
        """Let several programs act at once."""
        among = {self.name_of(one): one for one in step.beside}
        self.history[-1] += " ".join(f" {one.what} {one.faults}" for one in among.values())
        works = {name: self.in_turns(one) for name, one in among.items()}
        heard = self.hall.at_once(works)
        self.after([(one, heard[name]) for name, one in among.items()], alone=False)

    def in_turns(self, step: Step) -> Callable[[], Heard]:
        """Return what a step does beside others."""
        name, work = self.name_of(step), self.work(step)
        return lambda: self.hall.run(name, step.faults, work)

    def after(self, told: list[tuple[Step, Heard]], *, alone: bool = True) -> None:
        """Bring everything back that ended, and look whether all promises are kept."""
        dark = self.hall.dark
        acknowledged = [entry for _, heard in told for entry in heard.entries]
        if not dark:
            self.look_at_lines(acknowledged, unsure=any(heard.unsure for _, heard in told))
            if acknowledged:
                self.noted = not any(is_unnoted(*one) for one in told)
        else:
            self.power_cut(acknowledged)
        for step, heard in told:
            self.counted["commands"] += step.what in COMMANDS
            if heard.unsure:
                self.end(step)
                self.counted["unsure"] += 1
            elif heard.refused:
                self.counted["refused"] += 1
            else:
                self.counted["acknowledged"] += 1
        if not dark:
            for step, heard in told:
                self.look_at_view(step, heard, alone=alone)

    def end(self, step: Step) -> None:
        """Start a program again that is not there any more, or nobody trusts."""
        who = step.who % 2
        if step.what == "prompt":
            self.prompts[who].session = None
        elif step.what in {"page", "button", "phone", "again"}:
            self.servers[who].stop()

    def power_cut(self, acknowledged: Sequence[Entry] = ()) -> None:
        """Let the power go and come back: nothing but the disk is left."""
        lines = [to_line(entry) for entry in acknowledged]
        for line in lines:
            self.broken_unless(line in self.hall.lines(), "an acknowledged line was not written")
        self.note_certain(lines)
        for prompt in self.prompts:
            prompt.session = None
        for server in self.servers:
            server.stop()
        self.hall.power_cut()
        self.hall.faults.append("power")
        self.noted = False
        self.look_at_lines([], unsure=True, shorter=True)
        self.look_at_claims()

    def note_certain(self, lines: Sequence[bytes]) -> None:
        now = self.hall.lines()
        for line in lines:
            self.certain = max(self.certain, now.index(line) + 1)
        if self.certain > len(self.held):
            self.held = now[: max(self.certain, len(self.held))]

    # --- what is promised ------------------------------------------------------------------------

    def broken_unless(self, holds: bool, what: str) -> None:
        """Raise BrokenError unless a promise is kept."""
        if not holds:
            raise BrokenError(self.at, what)

    def look_at_lines(
        self, acknowledged: Sequence[Entry], *, unsure: bool, shorter: bool = False
    ) -> None:
        """Nothing acknowledged is lost, and nothing refused has an effect."""
        now = self.hall.lines()
        kept = self.held[: self.certain]
        self.broken_unless(now[: len(kept)] == kept, "a line that was acknowledged is lost")
        if not shorter:
            self.broken_unless(now[: len(self.held)] == self.held, "a line is not there any more")
        told = [to_line(entry) for entry in acknowledged]
        missing = [line for line in told if line not in now]
        self.broken_unless(not missing, f"acknowledged, but not written: {missing[:1]}")
        new = [line for line in now[len(self.held) :] if line not in told]
        self.broken_unless(unsure or not new, f"refused, but written: {new[:1]}")
        self.follow(now)
        if told:
            self.certain = max(self.certain, *(now.index(line) + 1 for line in told))
        book = read_book(self.hall.folder)
        unnamed = [
            player
            for player in self.t.players
            if player not in book.players and player not in self.t.erased
        ]
        self.broken_unless(not unnamed, f"the names of {unnamed} are lost")

    def follow(self, now: list[bytes]) -> None:
        """Read what is new, as somebody who knows nothing else; see that no lock is passed."""
        same = now[: len(self.held)] == self.held
        if not same:
            self.entries, self.books = [], Books(_Nobody())  # type: ignore[arg-type]
        fresh = list(entries_of(now[len(self.entries) :], len(self.entries)))
        for entry in fresh:
            for event in entry.events:
                if isinstance(event, ev.ResultCorrected | ev.ResultWithdrawn):
                    locked = self.books.locked(event.match)
                    locked |= event.match in self.frozen and entry.seq > self.frozen_after
                    self.broken_unless(not locked, f"{event.match} was locked: {entry.seq}")
                self.books.read(event)
                self.forget_claims(event)
        self.entries += fresh
        self.held = now
        self.t = Tournament.replay(self.entries)

    def look_at_view(self, step: Step, heard: Heard, *, alone: bool) -> None:
        """Every view equals a fresh replay."""
        who = step.who % 2
        if step.what in {"prompt", "shell"}:
            session = (self.prompts if step.what == "prompt" else self.shells)[who].session
            if session and alone and not heard.unsure:
                seen = session.here.desk
                self.broken_unless(seen.entries == self.entries, "a desk has other entries")
                self.broken_unless(vars(seen.tournament) == vars(self.t), "a desk sees otherwise")
        del heard

    def forget_claims(self, event: ev.AnyEvent) -> None:
        """A recorded result, and a round that is paired otherwise, end what players said of it."""
        match = getattr(event, "match", None)
        pool = getattr(event, "pool", None)
        for about, player in [*self.claims]:
            if about == str(match) or (pool and about.startswith(f"{pool}-")):
                del self.claims[about, player]

    def look_at_claims(self) -> None:
        """What a phone was told is received is there, unless the match has a result."""
        claims = self.kept_claims()
        going = {str(match) for match in self.open()}
        for (match, player), said in self.claims.items():
            if match in going:
                self.broken_unless(
                    (match, player) in claims, f"what {player} said of {match} is lost: {said}"
                )

    # --- who does what ---------------------------------------------------------------------------

    def work(self, step: Step) -> Callable[[], Heard]:
        """Return what a step does, decided by the event as it stands now."""
        who, dice = step.who % 2, Random(step.pick)
        match step.what:
            case "shell" | "prompt":
                desk = (self.shells if step.what == "shell" else self.prompts)[who]
                line = self.line(dice)
                self.history[-1] += f" {line}"
                return lambda: desk.type(line)
            case "page":
                return lambda: self.slip(who, dice)
            case "button":
                return lambda: self.button(who, dice)
            case "phone":
                return lambda: self.phone(who, dice)
            case "again":
                return lambda: self.again(dice)
            case "look":
                return lambda: self.look(who, dice)
            case "list":
                return lambda: self.list_again(who, dice)
            case other:
                return lambda: self.happens(other, who, dice)

    def open(self) -> list[MatchId]:
        """Return the matches that are being played."""
        rounds = [one for one in self.t.rounds.values() if one.started]
        return sorted(match for one in rounds for match in open_matches(self.t, one))

    def line(self, dice: Random) -> str:
        """Return what somebody types: mostly what comes next, and now and then what is wrong."""
        t, choices = self.t, list[tuple[int, str]]()
        playing = self.open()
        latest = [one for pool in sorted(t.latest) if (one := latest_round(t, pool))]
        waiting = [one for one in latest if not one.started]
        result = dice.choice(("2-0", "2-1", "0-2", "1-2", "1", "2"))
        inside = [player.id for player in t.players.values() if not player.out]
        outside = [player.id for player in t.players.values() if player.out]
        if playing:
            match = dice.choice(playing)
            choices += [(14, f"report {match} {result}"), (2, f"{match} {result}")]
            choices += [(1, f"extend {match} 3 --informed --reason slow")]
            choices += [(1, f"call {match}")]
        for one in waiting[:1]:
            choices += [(8, f"start {one.pool}"), (2, f"post {one.pool}")]
            choices += [(1, f"withdraw {one.pool}-{one.number} --reason early")]
            choices += [(1, f"round repair {one.pool} --reason changed")]
        if not playing and not waiting:
            choices += [(12, "pair"), (1, "close"), (2, "cut")]
            because = "--override rounds-unplayed --because late"
            choices += [(1 if len(self.entries) > 60 else 0, f"close {because}")]
        if t.results:
            old = [one for one in sorted(t.results) if self.is_locked(one)]
            match = dice.choice(old if old and dice.random() < 0.5 else sorted(t.results))
            choices += [(4, f"correct {match} {result} --reason misread")]
            choices += [(2, f"withdraw {match} --reason misread")]
        if inside:
            player = dice.choice(inside)
            choices += [(1 if len(inside) > 4 else 0, f"drop {player}")]
            choices += [(1, f"penalty {player} warning --for slow")]
            choices += [(1, f'people amend {player} --name "New{self.at} Name" --reason misheard')]
            choices += [(1, f"people award-bye {player} {1 + dice.randrange(3)}")]
        if outside:
            choices += [(2, f"people reinstate {dice.choice(outside)} --reason back")]
        newcomer = f'"Late{self.at} {YOUNG}{self.at}" --birth-year 2014'
        if dice.random() < 0.6:
            newcomer = f'"Late{self.at} Comer{self.at}" --birth-year 1991'
        if len(t.players) < 44:
            choices += [(5 if not t.rounds else 0, f"register {newcomer}")]
            choices += [(3 if t.rounds else 0, f"late {newcomer} --informed")]
        choices += [(2, f'note "The hall was cold, {self.at}."'), (1, 'message "Lunch at noon."')]
        choices += [
            (1, "report masters-9-9 2-0"),
            (1, "start"),
            (1, "pair"),
            (1, "u because wrong"),
        ]
        if t.closed:
            choices += [(6, "shelf reopen --reason 'a slip was found'")]
        return dice.choices([text for _, text in choices], [weight for weight, _ in choices])[0]

    def is_locked(self, match: MatchId) -> bool:
        """Tell whether a result is locked, as an onlooker knows it."""
        return match in self.frozen or self.books.locked(match)

    def slip(self, who: int, dice: Random) -> Heard:
        """Enter a slip on the page of slips."""
        server, root = self.servers[who], "/t/cup/desk"
        form = server.form or hidden(server.visitor("Kim Sun").get(root).text)
        line = self.line(dice)
        if dice.random() < 0.2:
            noted = {**form, "text": f"The hall was cold, {self.at}."}
            return self.send(who, f"{root}/do/note", noted)
        if playing := self.open():
            match = dice.choice(playing)
            line = f"{match} {dice.choice(('1', '2', '20', '21', '02', '12'))}"
        elif self.t.results:
            match = dice.choice(sorted(self.t.results))
            line = f"{match} {dice.choice('12')} because misread"
        return self.send(who, root, {**form, "line": line})

    def button(self, who: int, dice: Random) -> Heard:
        """Press a button of the page of rounds; what it offers is accepted."""
        server, root = self.servers[who], "/t/cup/desk/rounds"
        page = server.visitor("Kim Sun").get(root).text
        forms = re.findall(rf'<form method="post" action="{root}".*?</form>', page, re.DOTALL)
        forms = [form for form in forms if 'value="close"' not in form]
        if not forms:
            return Heard(refused=True)
        form = dice.choice(forms)
        fields = dict(re.findall(r'name="([a-z-]+)" value="([^"]*)"', form))
        for name in re.findall(r'<(?:input|textarea)[^>]* name="([a-z-]+)"[^>]*required', form):
            fields.setdefault(name, "It is better so.")
        heard = self.send(who, root, {name: unescape(value) for name, value in fields.items()})
        said = f"offered and refused: {fields}: {heard.said}"
        # Whether a legal round is left takes the whole search: the page of a big event cannot wait.
        is_offered = "without a rematch" not in heard.said
        self.broken_unless(not (heard.refused and is_offered), said)
        return heard

    def send(self, who: int, path: str, fields: dict[str, str]) -> Heard:
        """Send a form of the desk, and return what the page says."""
        visitor = self.servers[who].visitor("Kim Sun")
        if "cmd" not in fields:
            return Heard(unsure=True, said="the page could not be shown")
        self.sent.append((who, path, "Kim Sun", fields))
        typed = fields.get("line") or " ".join(
            value for name, value in fields.items() if name not in {"key", "cmd", "seen"}
        )
        self.history[-1] += f" {typed}"
        answer = visitor.post(path, data=fields)
        form = hidden(answer.text)
        self.servers[who].form = form if path == "/t/cup/desk" and "cmd" in form else {}
        return self.heard_on_page(answer, fields.get("cmd", ""))

    def heard_on_page(self, answer: Any, cmd: str) -> Heard:
        """Return what somebody understands of a page: it was done, or why not."""
        main = re.search(r"<main.*?</main>", answer.text, re.DOTALL)
        text = main[0] if main else answer.text
        refusal = re.search(r'class="refusal" role="alert">(.*?)</(?:div|p)>', text, re.DOTALL)
        plain = " ".join(re.sub(r"<[^>]+>", " ", refusal[1] if refusal else text).split())
        if answer.status_code >= 500:
            return Heard(refused=True, unsure=True, said=f"{answer.status_code} {plain}")
        if refusal or answer.status_code >= 400:
            return Heard(refused=True, said=plain)
        if re.search(
            r"Already recorded: | · already recorded|nothing was recorded|Nothing was written",
            plain,
        ):
            return Heard(said=plain)
        found = [
            entry
            for entry in entries_of(self.hall.lines(), 0)
            if cmd and re.split(r"[./]", entry.cmd)[0] == cmd
        ]
        self.broken_unless(bool(found) or not cmd, f"a page says it was done: {plain[:200]}")
        return Heard(tuple(found), said=plain)

    def again(self, dice: Random) -> Heard:
        """Send a form again that was sent before: late, or because the answer did not come."""
        if not self.sent:
            return Heard(refused=True)
        who, path, _, fields = dice.choice(self.sent[-8:])
        cmds = [entry.cmd for entry in self.entries]
        self.history[-1] += f" {fields}"
        visitor = self.servers[who].visitor("Kim Sun")
        answer = visitor.post(path, data=fields)
        now = [entry.cmd for entry in entries_of(self.hall.lines(), 0)]
        had = any(re.split("[./]", cmd)[0] == fields["cmd"] for cmd in cmds)
        self.broken_unless(not had or now == cmds, f"sent again and written again: {fields}")
        del answer
        return Heard(refused=True, unsure=not had)

    def phone(self, who: int, dice: Random) -> Heard:
        """Let a player say by phone how the match ended."""
        playing = self.open()
        if not playing:
            return Heard(refused=True)
        match = dice.choice(playing)
        pair = self.t.matches[match]
        player = pair[dice.randrange(2)]
        server = self.servers[who]
        name = f"phone of {player}"
        visitor = server.visitor(name)
        page = visitor.get("/t/cup/mine")
        if "key" not in hidden(page.text):
            codes = server.started[1].invite_players("cup", [player], lasting=300 * 86_400 * SECOND)
            visitor.post(f"/join/{codes[player]}")
            page = visitor.get("/t/cup/mine")
        if "key" not in hidden(page.text):
            return Heard(refused=True)
        left = player == pair[0]
        word = "won" if left == (dice.random() < 0.8) else "lost"
        fields = {"key": hidden(page.text).get("key", ""), "match": str(match), "said": word}
        self.history[-1] += f" {player} {word} {match}"
        before = len(self.hall.lines())
        answer = visitor.post("/t/cup/mine", data=fields)
        if answer.status_code >= 500:
            return Heard(refused=True, unsure=True, said=str(answer.status_code))
        if answer.status_code >= 400:
            return Heard(refused=True, said=str(answer.status_code))
        if answer.url.path != "/t/cup/mine":
            return Heard(refused=True, said=str(answer.url))
        lines = self.hall.lines()
        if len(lines) > before:
            return Heard(tuple(entries_of(lines[before:], before)))
        said = f"what {player} said of {match} was not kept"
        self.broken_unless((str(match), str(player)) in self.kept_claims(), said)
        self.claims[str(match), str(player)] = word
        return Heard()

    def kept_claims(self) -> set[tuple[str, str]]:
        """Return the matches and the players of the reports that are on the disk."""
        reports = PlayerReports(self.hall.home, self.hall.folder)
        return {(one.match, one.player) for one in reports.read(self.t).claims}

    def look(self, who: int, dice: Random) -> Heard:
        """Look at a public page: it is that of a server that has just begun, and names no child."""
        path = dice.choice(PUBLIC)
        self.history[-1] += f" {path}"
        known = self.servers[who].visitor("somebody").get(path)
        fresh = Server(self.hall, "fresh")
        new = fresh.visitor("somebody").get(path)
        fresh.stop()
        self.broken_unless(known.status_code == new.status_code == 200, f"{path}: {known}, {new}")
        self.broken_unless(known.text == new.text, f"{path} is not that of a fresh replay")
        self.broken_unless(YOUNG not in known.text, f"{path} names somebody young")
        return Heard(refused=True)

    def list_again(self, who: int, dice: Random) -> Heard:
        """Read a list again: whoever is on it is registered already."""
        del dice
        return self.shells[who].type(f"register {self.hall.lists / 'crowd.csv'}")

    def happens(self, what: str, who: int, dice: Random) -> Heard:
        """Let something happen to the hall."""
        match what:
            case "clock":
                self.hall.clock.time += dice.choice((-7200, -30, 3600, 90_000)) * SECOND
            case "stop":
                self.servers[who].stop()
                self.prompts[who].session = None
            case "power":
                self.hall.dark = True
            case "copy":
                self.copy()
            case "older":
                self.older()
            case "restore":
                self.restore()
            case _:
                self.flip(dice)
        return Heard(refused=True)

    def copy(self) -> None:
        """Copy the folder to a stick, and look at the copy."""
        stick = self.hall.root / "stick"
        shutil.rmtree(stick, ignore_errors=True)
        shutil.copytree(self.hall.folder, stick)
        said = roundbook("standings", "-C", stick)
        self.broken_unless(said.code in {0, 3}, f"a copy cannot be read: {said.err}")

    def older(self) -> None:
        """Put the stick's copy in the place of the folder: nobody goes on from it unawares."""
        stick, folder = self.hall.root / "stick", self.hall.folder
        # Nobody waits for the note on what was written here, so a power cut may take it; and
        # whoever could not write it said so.
        if not (stick.exists() and self.noted):
            return
        kept = lines_in(stick / "ledger.jsonl")
        if len(kept) >= self.certain or kept != self.held[: len(kept)]:
            return
        shutil.rmtree(folder)
        shutil.copytree(stick, folder)
        self.hall.disk.take_in()
        said = roundbook("note", "Does it go on?", "-C", folder)
        same = self.hall.lines() == kept
        self.broken_unless(said.code != 0 and same, "an older copy went on unnoticed")
        because = ("--accept-shorter", "the disk broke")
        said = roundbook("note", "It goes on.", *because, "-C", folder)
        self.broken_unless(said.code == 0, f"an older copy cannot go on: {said.err}")
        there = Tournament.replay(list(entries_of(kept, 0)))
        same_seats = {
            one for one in there.results if self.t.matches.get(one) == there.matches.get(one)
        }
        self.frozen |= {one for one in same_seats if self.books.locked(one)}
        self.held, self.entries = [], []
        self.books = Books(_Nobody())  # type: ignore[arg-type]
        self.claims.clear()
        now = self.hall.lines()
        self.frozen_after = self.certain = len(now)
        self.follow(now)

    def restore(self) -> None:
        """Make a backup, and restore it beside: it is the same ledger."""
        file = self.hall.root / "stick.roundbook-backup"
        file.unlink(missing_ok=True)
        said = roundbook("file backup", file, "-C", self.hall.folder)
        self.broken_unless(said.code == 0, f"no backup: {said.err}")
        there = self.hall.root / "restored"
        shutil.rmtree(there, ignore_errors=True)
        said = roundbook("file restore", file, there)
        self.broken_unless(said.code == 0, f"no restore: {said.err}")
        same = lines_in(there / "ledger.jsonl") == self.held
        self.broken_unless(same, "a restored backup is another ledger")

    def flip(self, dice: Random) -> None:
        """Let a bit of the ledger fall over: it is noticed, and nothing is written to it."""
        path = self.hall.folder / "ledger.jsonl"
        whole = path.read_bytes()
        # What stands behind the last line that `head` names may be the rest of a write.
        try:
            head = Head.from_bytes((self.hall.folder / "head").read_bytes())
        except (OSError, Unreadable):
            return
        named = head.seq if head else 0
        if not named:  # A power cut has emptied `head`: it vouches for no line.
            return
        at = dice.randrange(sum(len(line) + 1 for line in self.held[:named]))
        wrong = bytes([*whole[:at], whole[at] ^ (1 << dice.randrange(8)), *whole[at + 1 :]])
        path.write_bytes(wrong)
        said = roundbook("note", "Does it go on?", "-C", self.hall.folder)
        now = path.read_bytes()
        path.write_bytes(whole)
        self.broken_unless(said.code != 0 and now == wrong, f"a flipped bit at {at} went unnoticed")

    # --- the end ---------------------------------------------------------------------------------

    def finish(self) -> None:
        """Start everything again, and see that it verifies."""
        self.at += 1
        self.hall.dice = Random(self.hall.seed)
        self.power_cut()
        while len(self.hall.faults) < FAULTS_AT_LEAST:
            self.power_cut()
        heard = self.hall.run("shell-0", (), lambda: self.shells[0].type('note "We go home."'))
        self.broken_unless(bool(heard.entries), f"nothing can be written at the end: {heard.said}")
        self.after([(Step(self.at, "shell"), heard)])
        said = roundbook("verify", self.hall.folder)
        self.broken_unless("no rules broken" in said.out, f"it does not verify: {said}")


def is_unnoted(step: Step, heard: Heard) -> bool:
    """Tell whether somebody heard that an older copy would not be noticed from now on.

    A phone is not told what is the matter with the desk's disk.
    """
    return UNNOTED in heard.said or bool(heard.entries and step.what == "phone" and step.faults)


class _Nobody:
    entries: tuple[Entry, ...] = ()


def hidden(text: str) -> dict[str, str]:
    """Return the fields of a form that nobody fills in."""
    found = re.findall(r'type="hidden" name="(key|cmd|seen|warned)" value="([^"]*)"', text)
    return {name: unescape(value) for name, value in found}


def play(wanted: Plan, at_end: Callable[[Play], None] = lambda _: None) -> Played:
    """Play a plan in a folder of its own, and look at it in the end. Raises BrokenError."""
    with ExitStack() as stack:
        away = stack.enter_context(TemporaryDirectory(prefix="hall-"))
        hall = stack.enter_context(Hall(Path(away), str(wanted.seed)).open())
        event = Play(hall, wanted.setting)
        try:
            event.begin()
            for step in wanted.steps:
                event.do(step)
            event.finish()
            at_end(event)
        except BrokenError as broken:
            broken.history = event.history
            raise
        finally:
            for server in event.servers:
                server.stop()
        counted = event.counted
        return Played(
            commands=counted["commands"],
            faults=len(hall.faults),
            entries=len(event.entries),
            acknowledged=counted["acknowledged"],
            refused=counted["refused"],
            unsure=counted["unsure"],
        )
