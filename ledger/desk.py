"""The one place where events become an entry: judged, numbered, chained, written, then said."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from ledger.errors import Conflict, Refused, Replaced, Trouble, advice, do
from ledger.events.catalogue import AnyEvent, TournamentOpened
from ledger.record.entry import START, Attempt, Entry, entries_of, leaf_hash, to_line
from ledger.record.schema import schema_of
from ledger.rulesets.ruleset import Ruleset
from ledger.state.subjects import in_words, rests_on
from ledger.state.tournament import Tournament
from ledger.storage.store import Behind, Store
from ledger.terms import Actor, HandId
from ledger.validators.checks import Checks

AnyTrouble = TypeVar("AnyTrouble", bound=Trouble)

Act = Callable[[Tournament], Sequence[AnyEvent]]
"""What a command does, given the tournament it finds: so that it can be asked again.

When another desk was first, it is asked again; when repeated, it has to answer what it did then.
"""


class Desk:
    """Where people act on a ledger. `tournament` is what it tells so far, `entries` how.

    `bound` are the hands to whose names the record is bound.
    """

    def __init__(
        self,
        store: Store,
        *,
        hand: Actor,
        checks: Callable[[], Checks],
        ruleset: Callable[[TournamentOpened], Ruleset],
        clock: Callable[[], datetime],
        new_cmd: Callable[[], str],
        note_attempt: Callable[[Attempt], None],
    ) -> None:
        self.tournament = Tournament()
        self.entries: list[Entry] = []
        self.hand, self._in_force = hand, checks
        self._store, self._ruleset = store, ruleset
        self._rules: Ruleset | None = None
        self._clock, self._new_cmd = clock, new_cmd
        self.note_attempt = note_attempt
        self._last: bytes | None = None
        self._commands: dict[str, int] = {}
        self.bound: set[HandId] = set()
        self.refresh()

    @cached_property
    def checks(self) -> Checks:
        """Return the checks in force; anyone who only reads never asks for them."""
        return self._in_force()

    @property
    def rules(self) -> Ruleset:
        """Return the rules that the ledger names; Refused before it is opened."""
        if self._rules is None:
            msg = "there is no tournament here yet."
            raise Refused(msg, hint=advice("Begin one with {} or {}.", do("open"), do("import")))
        return self._rules

    @property
    def is_stuck(self) -> bool:
        """Whether nothing can be written here any more, until the program is started again."""
        return self._store.stuck

    def leaf(self, seq: int) -> str:
        """Return the leaf hash of line `seq`, in unpadded base64url; of nothing for line 0."""
        last = leaf_hash(self._last) if self._last else START
        return self.entries[seq].prev if seq < len(self.entries) else last

    def refresh(self) -> None:
        """Follow what other desks have written since.

        Raises Replaced where the last line that was read is another now, or is gone.
        """
        seq = self.tournament.seq
        lines = self._store.lines(after=max(seq - 1, 0))
        if seq and lines[:1] != [self._last]:
            msg = f"line {seq} of this ledger has been replaced since it was read."
            raise Replaced(msg, hint="Repeat the command: it will read the ledger again.")
        lines = lines[1:] if seq else lines
        for entry, line in zip(entries_of(lines, seq), lines, strict=True):
            self._follow(entry, line)

    def post(self, *events: AnyEvent, cmd: str | None = None, seen: int | None = None) -> Entry:
        """Write these events as one entry: all of them or none.

        `cmd` makes a repeat harmless: it answers the first entry. `seen` is the entry up to which
        the person had looked. Raises Refused if a rule says no, Conflict if a thing that the events
        rest on has changed since `seen`.
        """
        return self.append([lambda _: events], cmd=cmd, seen=seen)[0]

    def append(
        self,
        acts: Sequence[Act],
        *,
        cmd: str | None = None,
        seen: int | None = None,
        before: Callable[[], None] = lambda: None,
    ) -> list[Entry]:
        """Write one entry per act, all in one write, after everything has been judged.

        The entries carry `cmd`, `cmd/2`, `cmd/3`, …; those that stand already are not written
        again, so a repeat resumes. Raises as `post` does; then nothing was written. `before` runs
        after the judging and before the writing: it keeps the names that are referred to.
        """
        seen = self.tournament.seq if seen is None else seen
        return self._write(acts, cmd or self._new_cmd(), seen, before=before)

    def record(self, source: str, acts: Sequence[Act], *, cmd: str | None = None) -> list[Entry]:
        """Write what the file with the SHA-256 `source` tells, as `append` does.

        It happened, so it is written even where it breaks a rule. No other door takes events that
        name a file, and this one takes nothing else, and only where a file opened the tournament.
        """
        return self._write(acts, cmd or self._new_cmd(), self.tournament.seq, source=source)

    def _write(
        self,
        acts: Sequence[Act],
        cmd: str,
        seen: int,
        *,
        source: str | None = None,
        before: Callable[[], None] = lambda: None,
    ) -> list[Entry]:
        commands = [cmd if n == 1 else f"{cmd}/{n}" for n in range(1, len(acts) + 1)]
        while True:
            self.refresh()
            done = self._done(acts, commands)
            todo = [(a, c) for a, c, had in zip(acts, commands, done, strict=True) if not had]
            lines, entries = self._judged(todo, seen, source)
            try:
                if lines:
                    self._store.ready()
                    before()
                    self._store.append(lines, after=self.tournament.seq)
            except Behind:
                continue
            for entry, line in zip(entries, lines, strict=True):
                self._follow(entry, line)
            fresh = iter(entries)
            return [had or next(fresh) for had in done]

    def rehearse(
        self, acts: Sequence[Act], *, seen: int | None = None, source: str | None = None
    ) -> list[Entry]:
        """Judge these acts as `append` would, and write nothing. Raises as it does.

        With a `source` as `record` would.
        """
        self.refresh()
        numbered = [(act, f"rehearsal/{n}") for n, act in enumerate(acts, start=1)]
        seen = self.tournament.seq if seen is None else seen
        return self._judged(numbered, seen, source)[1]

    def _follow(self, entry: Entry, line: bytes) -> None:
        self._rules = self._rules or self._rules_of(entry)
        self.tournament.apply_entry(entry)
        self.entries.append(entry)
        self._commands.setdefault(entry.cmd, entry.seq)
        if entry.hand.commitment:
            self.bound.add(entry.hand.id)
        self._last = line

    def _rules_of(self, entry: Entry) -> Ruleset | None:
        opening = next((e for e in entry.events if isinstance(e, TournamentOpened)), None)
        return self._ruleset(opening) if opening else None

    def _done(self, acts: Sequence[Act], commands: Sequence[str]) -> list[Entry | None]:
        """Return the entry that each command wrote before, if it is the same command."""
        done, before = list[Entry | None](), Tournament()
        for act, cmd in zip(acts, commands, strict=True):
            seq = self._commands.get(cmd)
            if seq is None:
                done.append(None)
                continue
            for entry in self.entries[before.seq : seq - 1]:
                before.apply_entry(entry)
            first, same = self.entries[seq - 1], False
            with suppress(Refused):  # What was not possible then is not what was done.
                same = tuple(act(before)) == first.events
            if not same:
                msg = f"command id {cmd} was already used by entry {seq}, with different content."
                refused = Refused(msg, hint="Use a different command id.")
                raise self._refused(refused, "command-reused", cmd)
            done.append(first)
        return done

    def _judged(
        self, acts: Sequence[tuple[Act, str]], seen: int, source: str | None
    ) -> tuple[list[bytes], list[Entry]]:
        """Return what would be written, after every rule has been asked."""
        t = self.tournament if len(acts) == 1 else self.tournament.copy()
        rules, prev, lines, entries = self._rules, self.leaf(t.seq), [], []
        known = self.hand.id in self.bound and self.hand.commitment
        hand = replace(self.hand, commitment=UNSET) if known else self.hand
        for act, cmd in acts:
            try:
                events = tuple(act(t))
            except Refused as refused:
                raise self._refused(refused, "not-possible", cmd) from None
            at, seq = self._clock(), t.seq + 1
            v = schema_of(hand, events)
            entry = Entry(seq=seq, at=at, hand=hand, cmd=cmd, prev=prev, v=v, events=events)
            self._refuse_conflict(entry, seen)
            rules = rules or self._rules_of(entry) or self.rules
            if source:
                self._refuse_untold(t, entry, source)
            else:
                self._refuse_breach(t, entry, rules)
            lines.append(to_line(entry))
            entries.append(entry)
            prev = leaf_hash(lines[-1])
            hand = replace(hand, commitment=UNSET) if hand.commitment else hand
            if t is not self.tournament:
                t.apply_entry(entry)
        return lines, entries

    def _refuse_conflict(self, entry: Entry, seen: int) -> None:
        """Refuse what rests on a thing that another desk has changed since (LED-5)."""
        for event in entry.events:
            for thing in rests_on(event):
                changed = self.tournament.changed.get(thing, 0)
                if changed > seen:
                    msg = f"{in_words(thing)} was changed by entry {changed} while you were typing."
                    hint = advice(
                        "Look at entry {} ({}), then decide again.", str(changed), do("history")
                    )
                    conflict = Conflict(msg, hint=hint)
                    raise self._refused(conflict, "changed-meanwhile", entry.cmd, entry.events)

    def _refuse_breach(self, t: Tournament, entry: Entry, rules: Ruleset) -> None:
        """Refuse what a rule forbids, and what borrows the word of a file: rules spare that."""
        told = next((event for event in entry.events if event.told), None)
        if told:
            what = type(told).__struct_config__.tag
            msg = f"{what} gives a file as its source, but it was entered at the desk."
            hint = advice(
                "Leave out the file; only {} and {} use a file.", do("import"), do("follow")
            )
            raise self._refused(Refused(msg, hint=hint), "told-at-desk", entry.cmd, entry.events)
        found = [v for v in self.checks.judge_entry(t, entry, rules) if not v.overridden]
        if found:
            raise self._refused(Refused.because(found), found[0].rule, entry.cmd, entry.events)

    def _refuse_untold(self, t: Tournament, entry: Entry, source: str) -> None:
        """Refuse what this file did not tell, and any file where the desk opened the tournament."""
        if t.opened and not t.opened.told:
            msg = "this tournament was opened at the desk, so nothing can be imported into it."
            hint = "Import the file into a new folder."
        elif all(event.told and event.told.sha256 == source for event in entry.events):
            return
        else:
            msg = (
                f"entry {entry.seq} would record something that is not in the file {source[:16]}…."
            )
            hint = "Enter at the desk what is not in the file."
        raise self._refused(Refused(msg, hint=hint), "told-elsewhere", entry.cmd, entry.events)

    def _refused(
        self, trouble: AnyTrouble, rule: str, cmd: str, events: tuple[AnyEvent, ...] = ()
    ) -> AnyTrouble:
        """Note an attempt that came to nothing; its words stay, unless a name is in them."""
        kept = () if rule == "name-in-text" else events
        at, seq, words = self._clock(), self.tournament.seq, trouble.message
        self.note_attempt(Attempt(at, self.hand, cmd, seq, rule, message=words, events=kept))
        return trouble
