"""The letter to the reviewer that lies in every archive."""

import base64
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Protocol

from ledger.record.bulk_read import entries_of
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from projections.reports.remarks import decided

FORM = 1
"""The form of the archive; see docs/archive.md."""


class Sealing(Protocol):
    """What the letter says of what was sealed."""

    @property
    def lines(self) -> Sequence[bytes]:
        """The lines of the ledger."""
        ...

    @property
    def people(self) -> bytes | None:
        """The book of names, if it is there."""
        ...

    @property
    def unfinished(self) -> bytes | None:
        """Why the tournament was sealed before its close."""
        ...

    @property
    def signed(self) -> int:
        """How many lines the signed head covers."""
        ...


def readme(what: Sealing, t: Tournament, rules: Ruleset, root: bytes, keys: Sequence[str]) -> bytes:
    """Return the letter: what lies here, and three ways to check it."""
    assert t.opened is not None, "only a tournament that was opened is sealed"
    letter = resources.files("cli.archive").joinpath("letter.txt").read_text(encoding="utf-8")
    size = len(what.lines)
    covered = f"the first {what.signed} are" if what.signed < size else "all of them are"
    told = letter.format(
        form=FORM,
        name=t.opened.name,
        tournament=t.opened.tournament,
        rules=rules.edition,
        digest=t.opened.edition_sha256,
        size=size,
        root=base64.b64encode(root).decode(),
        signed=f"{covered} covered by the signed head" if what.signed else "nobody signed them",
        keys="\n".join(f"  {key}" for key in keys) or "  none",
        state=_state(what, t),
        decided="\n".join(f"  {said}" for said in _decided(what.lines)) or "  nothing",
        names=(
            "people.json holds the names, and what binds each to the record. Keep it as long as you"
            "\nmay, and no longer: without it everything else still verifies."
            if what.people is not None
            else "This archive names nobody: players and staff stand in it by number."
        ),
    )
    return told.encode()


def _decided(lines: Sequence[bytes]) -> Iterator[str]:
    """Yield what stays visible wherever the results go."""
    return decided(entries_of(lines))


def _state(what: Sealing, t: Tournament) -> str:
    """Say whether the tournament was over."""
    if what.unfinished is not None:
        why = what.unfinished.decode("utf-8", "replace").strip()
        return f"It was sealed before its close: {why}"
    again = f", after it was reopened {t.reopened} times" if t.reopened > 1 else ""
    again = ", after it was reopened once" if t.reopened == 1 else again
    return f"It is closed{again}; its places are final."
