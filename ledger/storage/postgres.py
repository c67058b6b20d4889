"""The store for many desks and halls: a PostgreSQL database that itself checks every append.

A line is the same bytes as in a folder. The server checks its `prev` and `seq`, and lets nobody
change or remove a line, not even the owner; anyone who removed those guards still could not make
the hashes fit. There are no torn lines and no lagging head: an append is one transaction.
"""

from collections.abc import Sequence
from typing import Self

from psycopg import DatabaseError

from roundbook.ledger.errors import Conflict, NotKnown, Occupied, Refused, Unreadable, advice, do
from roundbook.ledger.record.chain import BEGINNING, Head, Mark, Survey, follow, survey
from roundbook.ledger.record.entry import leaf_hash
from roundbook.ledger.storage.database import Database, Lost, Silent, not_created, not_known
from roundbook.ledger.storage.store import Behind

TOGETHER = 1_000
"""How many lines are read together."""

_DOES_NOT_FOLLOW = "RB002"

_APPEND = "SELECT roundbook.append(%s, %s, %s)"
_APPEND_ONE = "SELECT roundbook.append(%s, %s, ARRAY[%s::bytea])"

_NOWHERE = -1
"""No ledger has so many lines."""

_READY = """
SELECT has_function_privilege('roundbook.append(text, int, bytea[])', 'EXECUTE'),
  current_setting('transaction_read_only') = 'off',
  current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on'
"""


class PostgresStore:
    """Keeps the promises of `Store` in a database; several programs may use it at once.

    It depends on the server: if its settings do not wait for the disk, we only read.
    """

    def __init__(self, database: Database, name: str) -> None:
        """Store the database and the name; nothing is read yet."""
        self.notices: list[str] = []
        self.stuck = False
        self.where = f"{database.where}/{name}"
        self._database = database
        self._name = name
        self._id: int | None = None

    @classmethod
    def create(cls, database: Database, name: str) -> Self:
        """Make an empty ledger. Raises Unreadable if there is one, or the name is invalid."""
        made = cls(database, name)
        try:
            [[is_new]] = database.ask("SELECT roundbook.begin(%s)", name)
        except Lost as error:
            # Not asked again: the server would then call the name taken, by us or by somebody else.
            raise not_created(f"the connection to {database.where} was lost") from error
        except Silent as error:
            raise not_created(error.message.rstrip(".")) from error
        except NotKnown as error:
            raise not_created(
                error.where or database.where
            ) from error  # A standby did not confirm.
        if not is_new:
            msg = f"{made.where} is already a tournament."
            raise Occupied(msg, where=made.where, hint="Choose a name that is not in use yet.")
        return made

    def lines(self, after: int = 0) -> list[bytes]:
        """Return the lines after the `after`-th. Raises Unreadable, naming the line."""
        head = self.head()
        size = head.seq if head else 0
        if after >= size:
            return []
        # The last line that the reader knows is read too: the first new one has to name its hash.
        lines = self._between(max(after, 1), size)
        known = lines[:1] if after else []
        start = Mark(after, leaf_hash(known[0]), 0) if known else BEGINNING
        found = lines[len(known) :]
        end = follow(found, start).after
        if head != Head(leaf=end.leaf, seq=end.seq) or len(found) != size - after:
            return self._surveyed()[after:]
        return found

    def _surveyed(self) -> list[bytes]:
        """Return every line, read again. Raises Unreadable if they are damaged.

        If a standby takes over between two questions, the head and the lines are those of two
        servers, and the new one may lack what the old one never acknowledged.
        """
        found = self.survey()
        if not found.clean:
            self._refuse_damage(found)
        return found.lines

    def beginning(self, most: int) -> bytes:
        """Return the first bytes of the ledger as a file, unverified. Raises Unreadable."""
        count, found = 1, self._between(1, 1)
        while len(found) == count and sum(map(len, found)) + count < most:
            count *= 8
            found = self._between(1, count)
        return b"".join(line + b"\n" for line in found)[:most]

    def survey(self) -> Survey:
        """Survey the whole ledger again, even if damaged. Raises Unreadable if there is none.

        Byte offsets are those of the same ledger in a folder.
        """
        head = self.head()
        lines = self._between(1, head.seq if head else 0)
        return survey(b"".join(line + b"\n" for line in lines), head)

    def accept_shorter(self, reason: str) -> None:
        """Require a reason; there is nothing to accept, since lines and head change together."""
        if not reason.strip():
            msg = "a ledger whose end is missing can be continued only with a reason."
            raise Refused(msg, hint="Give the reason with --accept-shorter.")

    def ready(self) -> None:
        """Raise Unreadable if this user may not write, or the server does not wait for its disk."""
        [[may, writable, durable]] = self._database.read(_READY)
        if not may:
            why = "does not let this user write"
            hint = "Ask the owner of the database: GRANT roundbook_writer TO that user."
        elif not writable:
            why = "is read-only: it follows another server, or was set to read-only"
            hint = (
                "Use the address of the server that accepts writes, or list both servers in "
                "the address."
            )
        elif not durable:
            why = "does not wait until entries are on its disks, so entries could be lost"
            hint = "Ask the person who runs the database to set fsync and full_page_writes to on."
        else:
            return
        raise Unreadable(f"{self._database.where} {why}.", where=self.where, hint=hint)

    def append(self, lines: Sequence[bytes], *, after: int) -> None:
        """Write the lines after line `after`; when it returns the server has them on disk.

        After a lost connection it is unknown whether it was done, so we try again. If the server
        then says that somebody wrote, the bytes show whether that was us.
        """
        assert lines, "An append needs at least one line."
        assert not any(b"\n" in line for line in lines), "A line must not contain a line feed."
        lost = False
        for _ in self._database.attempts():
            try:
                written, held = self._append(lines, after)
                if not written and not (lost and self._stand(lines, after)):
                    raise Behind(after=after, held=held)
            except Lost:
                lost = True
            except Silent as error:
                raise not_known(error.message.rstrip(".")) from error
            except Unreadable as error:
                # A refusal now says nothing about the first attempt, which may have been carried
                # out.
                if lost:
                    raise not_known(f"the connection to {self.where} was lost") from error
                raise
            else:
                return
        raise not_known(f"the connection to {self.where} was lost")

    def confirm(self, *, after: int) -> None:
        """Wait until the first `after` lines are with every standby that an append waits for."""
        for _ in self._database.attempts():
            try:
                # The server answers an append that nothing can precede only once that is so.
                _, held = self._append([b""], _NOWHERE)
            except Lost:
                continue
            except Silent as error:
                raise not_known(error.message.rstrip(".")) from error
            if held != after:
                raise Behind(after=after, held=held)
            return
        raise not_known(f"the connection to {self.where} was lost")

    def _append(self, lines: Sequence[bytes], after: int) -> tuple[bool, int]:
        """Return whether the lines were written, and how many there are. Raises Conflict too."""
        # The driver takes longer for a list than for a value, and there is nearly always one line.
        one = len(lines) == 1
        try:
            [[held]] = self._database.ask(
                _APPEND_ONE if one else _APPEND, self._name, after, lines[0] if one else list(lines)
            )
        except DatabaseError as error:
            if error.sqlstate != _DOES_NOT_FOLLOW:
                raise
            hint = "Repeat the command: it will read the ledger again."
            raise Conflict(error.diag.message_primary or "", hint=hint) from error
        if held is None:
            raise self._missing()
        return held > 0, abs(held)

    def _stand(self, lines: Sequence[bytes], after: int) -> bool:
        """Return whether these very lines are after line `after`, in which case we wrote them.

        Their bytes contain the id of the command, the time, and the hash of all lines before them.
        """
        return self._between(after + 1, after + len(lines)) == list(lines)

    def head(self) -> Head | None:
        """Return the head after the last line; None before the first. Raises Unreadable."""
        ask = """
            SELECT id, size, translate(rtrim(encode(leaf, 'base64'), '='), '+/', '-_')
            FROM roundbook.tournament WHERE name = %s
        """
        found = self._database.read(ask, self._name)
        if not found:
            raise self._missing()
        self._id, size, leaf = found[0]
        return Head(leaf=leaf, seq=size) if size else None

    def number(self) -> int:
        """Return the server's id of the tournament. Raises Unreadable if there is none."""
        if self._id is None:
            self.head()
        assert self._id is not None
        return self._id

    def _between(self, first: int, last: int) -> list[bytes]:
        # The id is passed as a value: if the statement looked it up, a new database would read
        # every line. Lines are read in batches, which stay in the cache, and each batch as one
        # value, since the driver takes longer for a thousand rows than for all that is in them.
        ask = """
            SELECT string_agg(body, '\\x0a' ORDER BY seq) FROM roundbook.line
            WHERE tournament = %s AND seq BETWEEN %s AND %s
        """
        found: list[bytes] = []
        for some in range(first, last + 1, TOGETHER):
            until = min(some + TOGETHER - 1, last)
            [[together]] = self._database.read(ask, self.number(), some, until)
            found += together.split(b"\n") if together is not None else ()
        return found

    def _missing(self) -> Unreadable:
        msg = f"{self._database.where} does not contain a tournament {self._name}."
        hint = advice("Check the spelling, or create the tournament with {}.", do("open"))
        return Unreadable(msg, where=self.where, hint=hint)

    def _refuse_damage(self, found: Survey) -> None:
        first = next(iter(found.damage), None)
        at, why = (first.line, first.sentence) if first else (found.end.seq, "its end is missing.")
        msg = f"{self.where} is damaged at line {at}: {why}"
        hint = advice("Restore the database from a copy; {} lists what is damaged.", do("verify"))
        raise Unreadable(msg, where=f"line {at}", hint=hint)
