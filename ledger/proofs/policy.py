"""Trusted keys: a small file that says which keys must have signed a head (C2SP tlog-policy).

    log     example.org/cup+1f2e3d4c+AXk…
    witness judge   judge.example/w+0a1b2c3d+BPo…
    witness office  office.example/w+4d5e6f70+BKz…
    group   both all judge office
    quorum  both

A log may also be given as the code of its key (`Vkey.code`), with or without `log`, which stands for
the key of the ledger that has this code. A group is a number or `any` or `all`, and names of witnesses or earlier groups;
`quorum none` requires no witness.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import takewhile
from typing import NamedTuple, NoReturn

from roundbook.ledger.errors import Unreadable, advice, do
from roundbook.ledger.proofs.notes import CODE_LENGTH, Vkey, in_groups
from roundbook.ledger.text import short

MAX_POLICY = 65_535
FROM_ARCHIVE = (
    "# The keys that this ledger itself names. They prove something only to whoever has\n"
    "# learned them elsewhere: compare them with what the organiser or a witness gave you.\n"
)
"""How the list of keys in an archive begins: an archive must not vouch for itself."""
NONE = "none"
CODE_SENTENCES = {
    "no such code": "no key of this ledger has the code {code}. Compare each digit with the code "
    "that you were given; if they are the same, this ledger has another key: do not rely on it",
    "short code": "a code has thirty digits, but {missing} missing",
    "long code": "a code has thirty digits, but {count} were given",
}
"""What is wrong with a code; the page of an archive has the sentences from here."""
_OF_CODE = re.compile(r"[0-9-]+", re.ASCII)


class Group(NamedTuple):
    """How many of these witnesses or groups have to sign."""

    needed: int
    members: tuple[str, ...]


class Policy(NamedTuple):
    """The keys of the log, of which one must sign, and the witnesses whose quorum is required.

    `codes` are those of keys that only the ledger spells out.
    """

    logs: tuple[Vkey, ...]
    witnesses: Mapping[str, Vkey]
    groups: Mapping[str, Group]
    quorum: str = NONE
    codes: tuple[str, ...] = ()

    def among(self, named: Iterable[Vkey]) -> "Policy":
        """Return the policy with the keys, of those that a ledger names, that have its codes."""
        coded = (key for key in named if key.code in self.codes)
        return self._replace(logs=tuple(dict.fromkeys((*self.logs, *coded))))

    def keys(self) -> tuple[Vkey, ...]:
        """Return every key of the policy."""
        return (*self.logs, *self.witnesses.values())

    def satisfied(self, by: Collection[Vkey]) -> bool:
        """Return whether a log key signed, and the witnesses reach the quorum."""
        return any(key in by for key in self.logs) and self._met(self.quorum, by)

    def _met(self, name: str, by: Collection[Vkey]) -> bool:
        if name == NONE:
            return True
        if name in self.witnesses:
            return self.witnesses[name] in by
        group = self.groups[name]
        return sum(self._met(member, by) for member in group.members) >= group.needed


def read_policy(data: bytes, where: str = "the policy") -> Policy:
    """Read a policy; raise Unreadable with the line that is wrong, or if an archive made it."""
    _insist_own(data, where)
    logs: list[Vkey] = []
    codes: list[str] = []
    witnesses: dict[str, Vkey] = {}
    groups: dict[str, Group] = {}
    quorum: str | None = None
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), start=1):
        words = line.split("#")[0].split()
        names = {*witnesses, *groups, NONE}
        try:
            match words:
                case []:
                    continue
                case ["log", *typed] | [*typed] if typed and _OF_CODE.fullmatch(typed[0]):
                    codes.append(_code("".join(takewhile(_OF_CODE.fullmatch, typed))))
                case ["log", key, *_]:
                    logs.append(Vkey.parse(key))
                case ["witness", name, key, *_] if name not in names:
                    witnesses[name] = Vkey.parse(key)
                case ["group", name, needed, *members] if name not in names and members:
                    groups[name] = _group(needed, members, names)
                case ["quorum", name] if quorum is None and name in names:
                    quorum = name
                case _:
                    _unclear()
        except ValueError as error:
            raise _no_policy(where, f"line {number}: {error}") from None
    if not logs and not codes:
        raise _no_policy(where, "no line gives the key of a log")
    return Policy(tuple(logs), witnesses, groups, quorum or NONE, tuple(codes))


def _unclear() -> NoReturn:
    msg = "the line is not valid, or it defines a name twice or uses one before it is defined"
    raise ValueError(msg)


def _code(typed: str) -> str:
    """Return a code as keys have it; raise ValueError with how many digits are missing."""
    digits = typed.replace("-", "")
    missing = CODE_LENGTH - len(digits)
    if missing > 0:
        said = "1 digit is" if missing == 1 else f"{missing} digits are"
        raise ValueError(CODE_SENTENCES["short code"].format(missing=said))
    if missing < 0:
        raise ValueError(CODE_SENTENCES["long code"].format(count=len(digits)))
    return in_groups(digits)


def _group(needed: str, members: list[str], names: Collection[str]) -> Group:
    """Return a group; raise ValueError if it names a member that is not defined above it."""
    # Only what is defined above, so no group can contain itself.
    unknown = [member for member in members if member not in names or member == NONE]
    if unknown or len({*members}) < len(members):
        msg = f"{short((unknown or members)[0])} is listed twice, or is not defined above"
        raise ValueError(msg)
    counts = {"any": 1, "all": len(members)}
    is_number = needed.isascii() and needed.isdigit() and len(needed) <= 5
    count = counts.get(needed) or (int(needed) if is_number else 0)
    if not 1 <= count <= len(members):
        msg = f"{short(needed)} of {len(members)} cannot be required"
        raise ValueError(msg)
    return Group(count, tuple(members))


def _insist_own(data: bytes, where: str) -> None:
    """Refuse what is too long for a policy, and the list of keys in an archive."""
    if len(data) > MAX_POLICY:
        raise _no_policy(where, f"it has more than {MAX_POLICY:,} bytes")
    if data.startswith(FROM_ARCHIVE.encode()):
        raise Unreadable(
            f"{where} comes from an archive, which cannot vouch for itself.",
            where=where,
            hint="Compare its keys with what the organiser or a witness gave you. Save those that "
            "are the same in a file of your own.",
        )


def _no_policy(where: str, why: str) -> Unreadable:
    return Unreadable(
        f"{where} does not say which keys to trust: {why}.",
        where=where,
        hint=advice(
            "Write one line for each key: `log`, then the key or code that {} shows.", do("key")
        ),
    )
