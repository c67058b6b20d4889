"""The desk: the one place where events become an entry that is checked, chained and written."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from roundbook.ledger.errors import Conflict, Declined, Refused, Replaced, Trouble, advice, do
from roundbook.ledger.events.catalogue import AnyEvent, TournamentOpened
from roundbook.ledger.record.entry import START, Attempt, Entry, entries_of, leaf_hash, to_line
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.subjects import in_words, rests_on
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.storage.store import Behind, Store
from roundbook.ledger.terms import Actor, HandId
from roundbook.ledger.validators.checks import Checks

AnyTrouble = TypeVar("AnyTrouble", bound=Trouble)

Act = Callable[[Tournament], Sequence[AnyEvent]]
"""What a command does: a function from the tournament to events.

It is called again if another desk wrote first. For a repeated command, it has to return the events
of the first time.
"""


class Desk:
    """Where staff write to a ledger.

    `tournament` is the state after the `entries` read so far; `bound` are the staff members whose
    names are bound by a commitment in the ledger.
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
        """Return the checks in force; loaded only when somebody writes."""
        return self._in_force()

    @property
    def rules(self) -> Ruleset:
        """Return the rules that the ledger names; raise Refused before the tournament is opened."""
        if self._rules is None:
            msg = "there is no tournament here yet."
            raise Refused(msg, hint=advice("Begin one with {} or {}.", do("open"), do("import")))
        return self._rules

    @property
    def is_stuck(self) -> bool:
        """Whether nothing can be written here until the program is restarted."""
        return self._store.stuck

    def written_by(self, cmd: str) -> Entry | None:
        """Return the entry that a command has written, or None."""
        seq = self._commands.get(cmd)
        return None if seq is None else self.entries[seq - 1]

    def leaf(self, seq: int) -> str:
        """Return the leaf hash of line `seq`, in unpadded base64url; for 0, the start value."""
        last = leaf_hash(self._last) if self._last else START
        return self.entries[seq].prev if seq < len(self.entries) else last

    def refresh(self) -> None:
        """Read what other desks have written since the last time.

        Raise Replaced if the last line that was read has changed or is gone.
        """
        seq = self.tournament.seq
        # The last known line is read again: if it has changed, everything before it may have
        # changed.
        lines = self._store.lines(after=max(seq - 1, 0))
        if seq and lines[:1] != [self._last]:
            msg = f"line {seq} of this ledger has been replaced since it was read."
            raise Replaced(msg, hint="Repeat the command: it will read the ledger again.")
        lines = lines[1:] if seq else lines
        for entry, line in zip(entries_of(lines, seq), lines, strict=True):
            self._follow(entry, line)

    def post(self, *events: AnyEvent, cmd: str | None = None, seen: int | None = None) -> Entry:
        """Write these events as one entry: all of them or none.

        `cmd` makes a repeat harmless: the first entry is returned. `seen` is the last entry that
        the person had seen. Raise Refused if a rule forbids it, Conflict if something that the
        events rest on has changed since `seen`.
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
        """Write one entry per act, all in one write, after all of them have been checked.

        The entries carry `cmd`, `cmd/2`, `cmd/3`, …; those already in the ledger are not written
        again, so a repeat resumes. Raises as `post` does; then nothing was written. `before` runs
        after the checks and before the write: it stores the names that the entries refer to.
        """
        seen = self.tournament.seq if seen is None else seen
        return self._write(acts, cmd or self._new_cmd(), seen, before=before)

    def confirm(self) -> None:
        """Wait until all that was read is on the disk, before saying that it is recorded."""
        self._write([], "", self.tournament.seq)

    def record(self, source: str, acts: Sequence[Act], *, cmd: str | None = None) -> list[Entry]:
        """Write what the file with the SHA-256 `source` tells, as `append` does.

        It happened, so it is written even if it breaks a rule. Only this method accepts events that
        name a file; it accepts no others, and only in a tournament that was opened from a file.
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
        while True:
            done, lines, entries = self._prepared(acts, cmd, seen, source)
            try:
                if lines:
                    before()
                    self._store.append(lines, after=self.tournament.seq)
                else:
                    self._store.confirm(after=self.tournament.seq)
            except Behind:
                # Another desk was quicker: everything is checked again on top of what it wrote.
                continue
            for entry, line in zip(entries, lines, strict=True):
                self._follow(entry, line)
            return _in_order(done, entries)

    def rehearse(
        self,
        acts: Sequence[Act],
        *,
        cmd: str | None = None,
        seen: int | None = None,
        source: str | None = None,
    ) -> list[Entry]:
        """Check these acts as `append` would, or as `record` would if there is a `source`.

        Writes nothing; raises as they do.
        """
        done, _, entries = self._prepared(acts, cmd or "rehearsal", seen, source)
        return _in_order(done, entries)

    def _prepared(
        self, acts: Sequence[Act], cmd: str, seen: int | None, source: str | None
    ) -> tuple[list[Entry | None], list[bytes], list[Entry]]:
        """Return what each command wrote before, and the lines and entries still to write."""
        self.refresh()
        commands = [cmd if n == 1 else f"{cmd}/{n}" for n in range(1, len(acts) + 1)]
        done = self._done(acts, commands)
        todo = [(a, c) for a, c, had in zip(acts, commands, done, strict=True) if not had]
        seen = self.tournament.seq if seen is None else seen
        lines, entries = self._judged(todo, seen, source)
        if lines:
            self._store.ready()
        return done, lines, entries

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
        """Return the entry that each command wrote before, or None; refuse a different command."""
        done, before = list[Entry | None](), Tournament()
        for act, cmd in zip(acts, commands, strict=True):
            seq = self._commands.get(cmd)
            if seq is None:
                done.append(None)
                continue
            for entry in self.entries[before.seq : seq - 1]:
                before.apply_entry(entry)
            first, same = self.entries[seq - 1], False
            with suppress(Refused):  # What was not possible then was not done then.
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
        """Return the lines and entries to write, after every rule has been checked."""
        # Of several acts, each is checked after those before it, none of which may be seen if one
        # is refused.
        t = self.tournament if len(acts) == 1 else self.tournament.copy()
        rules, prev, lines, entries = self._rules, self.leaf(t.seq), [], []
        # A name is bound once, in the first entry of its writer.
        known = self.hand.id in self.bound and self.hand.commitment
        hand = replace(self.hand, commitment=UNSET) if known else self.hand
        for act, cmd in acts:
            try:
                events = tuple(act(t))
            except Declined:
                raise  # Somebody thought better of it: that is no attempt to note.
            except Refused as refused:
                raise self._refused(refused, "not-possible", cmd) from None
            at, seq = self._clock(), t.seq + 1
            entry = Entry(seq=seq, at=at, hand=hand, cmd=cmd, prev=prev, events=events)
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
        """Refuse events that rest on something that another desk has changed since (LED-5)."""
        for event in entry.events:
            for thing in rests_on(event):
                # As it was read: what an earlier act of the same command changes is not a conflict.
                changed = self.tournament.changed.get(thing, 0)
                if changed > seen:
                    msg = f"entry {changed} changed {in_words(thing)} while you were typing."
                    hint = advice(
                        "Look at entry {} ({}), then decide again.", str(changed), do("history")
                    )
                    conflict = Conflict(msg, hint=hint)
                    raise self._refused(conflict, "changed-meanwhile", entry.cmd, entry.events)

    def _refuse_breach(self, t: Tournament, entry: Entry, rules: Ruleset) -> None:
        """Refuse what a rule forbids, and an event entered here that names a file as its source."""
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
        """Refuse events not from this file, and imports into a desk-opened tournament."""
        if t.opened and not t.opened.told:
            msg = "this tournament was opened at the desk, so no event can be imported into it."
            hint = "Import the file into a new folder."
        elif all(event.told and event.told.sha256 == source for event in entry.events):
            return
        else:
            msg = (
                f"entry {entry.seq} would record something that is not in the file {source[:16]}…."
            )
            hint = "Use the desk to record what is not in the file."
        raise self._refused(Refused(msg, hint=hint), "told-elsewhere", entry.cmd, entry.events)

    def _refused(
        self, trouble: AnyTrouble, rule: str, cmd: str, events: tuple[AnyEvent, ...] = ()
    ) -> AnyTrouble:
        """Log a refused attempt; keep its events, unless they contain a name."""
        kept = () if rule == "name-in-text" else events
        at, seq, words = self._clock(), self.tournament.seq, trouble.message
        self.note_attempt(Attempt(at, self.hand, cmd, seq, rule, message=words, events=kept))
        return trouble


def _in_order(done: Sequence[Entry | None], entries: Sequence[Entry]) -> list[Entry]:
    """Return the entry of each command: the one written before, or the next of the new ones."""
    fresh = iter(entries)
    return [had or next(fresh) for had in done]
