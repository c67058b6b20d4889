"""What the signatures of a ledger prove and what they leave open, as one verdict.

Anyone who rewrites a whole ledger can sign it with a key of their own, so a signature is only as
good as what is known about its key from elsewhere. `cli/archive/verdict.js` says the same, and has
the sentences from here.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from enum import StrEnum

from msgspec import Struct

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.events.catalogue import (
    AnyEvent,
    KeyRotated,
    RoundStarted,
    Seating,
    TournamentOpened,
)
from roundbook.ledger.people.binding import hands_unbound
from roundbook.ledger.proofs.checkpoints import ORIGIN, Signed, Voucher, vouchers
from roundbook.ledger.proofs.notes import Vkey
from roundbook.ledger.proofs.policy import CODE_SENTENCES, Policy
from roundbook.ledger.proofs.tree import Tree
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.tournament import Tournament


class Level(StrEnum):
    """How far a ledger is proved, from the best to the worst."""

    PROVED = "proved"
    SIGNED = "signed"
    PARTLY = "partly"
    UNSIGNED = "unsigned"
    WANTING = "wanting"
    WRONG = "wrong"


class Evidence(Struct, frozen=True, kw_only=True):
    """What the signed heads of a ledger show, next to what the ledger says about itself.

    `signed` is how many of its `lines` are covered by the latest head signed with the ledger's own
    key, whose code is `key`. `asked` is whether the user named the keys that must have signed;
    `trusted` are those of them that did, `proved` is the line up to which they met the policy,
    `tail` whether more lines may follow. `imported` is a ledger that was opened from a file and
    names no key. `witnesses` also signed, but the user gave no keys for them. `unbound` are the
    staff members whose names the ledger does not bind, `names` counts the names that do not match
    their commitment, and `contradicted` is whether anything in the ledger, or next to it, cannot be
    true. `unlike` is whether it contradicts a head or a line that is known from elsewhere. `later`
    is how many lines a head from elsewhere covers, if the ledger has fewer; otherwise 0. `doubtful`
    is whether it contradicts a head from elsewhere, signed with a key that neither the ledger nor
    the user names: either of the two may be forged. `unknown_code` is the first code that the user
    gave and that no key of the ledger has. `unchecked` names what the ledger or its
    archive says that could not be compared with anything.
    """

    lines: int
    signed: int = 0
    key: str = ""
    asked: bool = False
    trusted: tuple[str, ...] = ()
    proved: int = 0
    tail: bool = False
    started: bool = False
    closed: bool = False
    imported: bool = False
    witnesses: tuple[str, ...] = ()
    unbound: tuple[str, ...] = ()
    names: int = 0
    contradicted: bool = False
    unlike: bool = False
    later: int = 0
    doubtful: bool = False
    unknown_code: str = ""
    unchecked: tuple[str, ...] = ()


class Verdict(Struct, frozen=True):
    """How far a ledger is proved, as a sentence, and sentences on what is not proved."""

    level: Level
    sentence: str
    unproved: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing is missing that this ledger should have, or that the user asked for."""
        return self.level not in {Level.WANTING, Level.WRONG}


def verdict(found: Evidence) -> Verdict:
    """Return the verdict on a ledger; no other place makes one."""
    level, sentence = _level(found)
    if found.unchecked and level is not Level.WRONG:
        sentence = _limited(sentence, level, ", ".join(found.unchecked))
    return Verdict(level, sentence, tuple(_unproved(found, level)))


def _limited(sentence: str, level: Level, unchecked: str) -> str:
    """Return a verdict that begins with what was not checked: nobody reads on after "Proved"."""
    how_far, _, rest = sentence.partition(": ")
    joined = "and" if level in {Level.UNSIGNED, Level.WANTING} else "but"
    return f"{how_far}, {joined} not checked here: {unchecked}. {rest[0].upper()}{rest[1:]}"


SENTENCES = {
    "contradicted": "Wrong: this was altered, or was not written by roundbook. Do not rely on it.",
    "unlike": "Wrong: the ledger contradicts what is known about it. Do not rely on it.",
    "lacking": "Not proved: {why}.",
    "proved": "Proved: nothing has been changed since {lines} signed, "
    "unless by somebody who has a key that you trust: {keys}.",
    "partly proved": "Proved in part: nothing has been changed in {lines} since they were signed, "
    "unless by somebody who has a key that you trust: {keys}.",
    "signed": "Signed: nothing has been changed since {lines} signed, "
    "unless by somebody who has the ledger's own key. Its code is {key}.",
    "partly signed": "Signed in part: nothing has been changed in {lines} since they were signed, "
    "unless by somebody who has the ledger's own key. Its code is {key}.",
    "imported": "Not signed: the ledger was imported from a file and names no key.",
    "unsigned": "Not signed yet: no round has started.",
    "doubtful": "this ledger and the head from elsewhere contradict each other, and the head is "
    "signed with a key that the ledger does not name, so either may be forged",
    "later": "the head from elsewhere covers {later} lines, so this ledger of {count} is an older "
    "copy or another branch",
    "names": "a name does not match its cryptographic commitment in the ledger",
    "too few": "too few of the keys that you asked for have signed: {keys}",
    "closed": "the tournament is closed, but {lines} signed",
    "not all": "{lines} signed by the keys that you asked for",
    "nothing": "a round has started, but nothing has been signed",
    "compare": "Anybody can sign with a key of their own: compare the code with the organiser's.",
    "last": "Nobody signed line {count}.",
    "tail": "Nobody signed lines {first} to {count}.",
    "witnesses": "{names} also signed, but you gave no key for them.",
    "unbound": "The ledger contains no cryptographic commitment to the names of {names}.",
    **CODE_SENTENCES,
    "times": "No signature proves the times, which come from the desks' clocks.",
}
"""Every sentence of a verdict; the page of an archive has them from here."""


def _level(e: Evidence) -> tuple[Level, str]:
    """Return how far a ledger is proved; the worst fault counts."""
    if e.contradicted:
        return Level.WRONG, SENTENCES["contradicted"]
    if e.unlike:
        return Level.WRONG, SENTENCES["unlike"]
    if lacking := _lacking(e):
        return Level.WANTING, SENTENCES["lacking"].format(why=lacking)
    keys = ", ".join(e.trusted)
    if e.asked and e.proved == e.lines:
        return Level.PROVED, SENTENCES["proved"].format(lines=_every(e.lines), keys=keys)
    if e.asked:
        lines = _first(e.proved, e.lines)
        return Level.PARTLY, SENTENCES["partly proved"].format(lines=lines, keys=keys)
    if e.signed and e.signed == e.lines:
        return Level.SIGNED, SENTENCES["signed"].format(lines=_every(e.lines), key=e.key)
    if e.signed:
        lines = _first(e.signed, e.lines)
        return Level.PARTLY, SENTENCES["partly signed"].format(lines=lines, key=e.key)
    return Level.UNSIGNED, SENTENCES["imported" if e.imported else "unsigned"]


def _lacking(e: Evidence) -> str | None:
    """Return what is missing that this ledger should have, or that the user asked for."""
    if e.doubtful:
        return SENTENCES["doubtful"]
    if e.later:
        return SENTENCES["later"].format(later=e.later, count=e.lines)
    if e.names:
        return SENTENCES["names"]
    if e.asked and not e.proved and e.unknown_code:
        return SENTENCES["no such code"].format(code=e.unknown_code)
    if e.asked and not e.proved:
        return SENTENCES["too few"].format(keys=", ".join(e.trusted) or "none")
    if e.closed and e.signed < e.lines and not e.imported:
        return SENTENCES["closed"].format(lines=_only(e.signed, e.lines))
    if e.asked and e.proved < e.lines and not e.tail:
        return SENTENCES["not all"].format(lines=_only(e.proved, e.lines))
    if e.started and not e.signed and not e.imported:
        return SENTENCES["nothing"]
    return None


def _unproved(e: Evidence, level: Level) -> Iterator[str]:
    """Yield what the signatures do not prove; nothing if there are none that count."""
    if level in {Level.UNSIGNED, Level.WANTING, Level.WRONG}:
        return
    if not e.asked:
        yield SENTENCES["compare"]
    covered = e.proved if e.asked else e.signed
    if covered + 1 == e.lines:
        yield SENTENCES["last"].format(count=e.lines)
    elif covered < e.lines:
        yield SENTENCES["tail"].format(first=covered + 1, count=e.lines)
    if e.witnesses:
        yield SENTENCES["witnesses"].format(names=", ".join(e.witnesses))
    if e.unbound:
        yield SENTENCES["unbound"].format(names=", ".join(e.unbound))
    yield SENTENCES["times"]


def _every(count: int) -> str:
    return "its one line was" if count == 1 else f"all {count} lines were"


def _only(count: int, lines: int) -> str:
    return f"only {_first(count, lines)} {'is' if count == 1 else 'are'}" if count else "no line is"


def _first(count: int, lines: int) -> str:
    return f"the first of {lines} lines" if count == 1 else f"the first {count} of {lines} lines"


# What the signed heads of a ledger show: each is compared with the lines, and its signatures with
# the key that the ledger named at that point.


def evidence(
    t: Tournament,
    entries: Sequence[Entry],
    leaves: Sequence[bytes],
    heads: Sequence[Signed],
    policy: Policy | None = None,
    *,
    tail: bool = False,
) -> tuple[Evidence, list[str]]:
    """Return what the signed heads of a ledger show, and a sentence for each fault in them.

    `t` is the state after the `entries`. `leaves` are the hashes of the lines, 32 bytes each;
    `tail` is whether lines may follow the head that the keys of the `policy` have signed.
    """
    named = _keys(keys_named(entries))
    codes = policy.codes if policy else ()
    policy = policy and policy.among(named)
    tree = Tree.over(leaves if heads else ())
    faults = [fault for one in heads for fault in _faults(one, tree, entries)]
    good = [] if faults else sorted(heads, key=lambda one: one.checkpoint.size)
    own, size = own_key(entries), good[-1].checkpoint.size if good else 0
    known = {*own_key(entries[:size]), *(policy.keys() if policy else ())}
    last = [signature for one in good if one.checkpoint.size == size for signature in _names(one)]
    proved, trusted = _met(good, policy) if policy else (0, [])
    found = Evidence(
        lines=len(entries),
        signed=size,
        key=own[0].code if own else "",
        asked=policy is not None,
        trusted=tuple(key.short for key in trusted),
        proved=proved,
        tail=tail,
        started=any(_is_start(one) for entry in entries for one in entry.events),
        closed=t.closed is not None,
        imported=t.opened is not None and t.opened.told is not None and t.key is None,
        witnesses=tuple(dict.fromkeys(name for name, key in last if key not in _ids(known))),
        unbound=tuple(hands_unbound(entries)),
        contradicted=bool(faults),
        unknown_code=next((code for code in codes if code not in {key.code for key in named}), ""),
    )
    return found, faults


def _is_start(event: AnyEvent) -> bool:
    """Return whether this event starts a round, or gives one from a file: it has started then."""
    return isinstance(event, RoundStarted) or (isinstance(event, Seating) and bool(event.told))


def own_key(entries: Iterable[Entry]) -> list[Vkey]:
    """Return the key that a ledger names last; empty if it names none, or an invalid one."""
    return _keys(keys_named(entries)[-1:])


def keys_named(entries: Iterable[Entry]) -> list[str]:
    """Return all keys that a ledger has named, in order, as written there."""
    return [
        event.public_key
        for entry in entries
        for event in entry.events
        if isinstance(event, TournamentOpened | KeyRotated) and event.public_key
    ]


def _keys(named: Iterable[str]) -> list[Vkey]:
    """Return the valid ones of the keys named."""
    keys: list[Vkey] = []
    for text in named:
        with suppress(ValueError):
            keys.append(Vkey.parse(text))
    return keys


def by_known_key(one: Signed, entries: Iterable[Entry], policy: Policy | None) -> bool:
    """Tell whether a head is signed with a key that the ledger has named, or that the user trusts.

    Raises Unreadable if such a signature is forged: then the head proves nothing.
    """
    keys = [*_keys(keys_named(entries)), *(policy.keys() if policy else ())]
    good, forged = vouchers(one.note, keys)
    if forged and not good:
        raise Unreadable(
            f"{_forged(one, forged)}, so it proves nothing.",
            where=one.path,
            hint="Get a new copy of the head from its source.",
        )
    return bool(good)


def _met(heads: Sequence[Signed], policy: Policy) -> tuple[int, list[Vkey]]:
    """Return the line up to which a policy is met, and its keys that signed there, or at all."""
    by: dict[int, list[Voucher]] = {}
    for one in heads:
        by.setdefault(one.checkpoint.size, []).extend(vouchers(one.note, policy.keys())[0])
    signed = {size: list(dict.fromkeys(one.key for one in good)) for size, good in by.items()}
    met = [size for size, keys in signed.items() if policy.satisfied(keys)]
    size = max(met, default=0)
    return size, signed.get(size) or list(dict.fromkeys(key for k in signed.values() for key in k))


def _names(one: Signed) -> list[tuple[str, tuple[str, bytes]]]:
    return [(each.name, (each.name, each.key_id)) for each in one.note.signatures]


def _ids(keys: Iterable[Vkey]) -> set[tuple[str, bytes]]:
    return {(key.name, key.id) for key in keys}


def _faults(one: Signed, tree: Tree, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the first fault of one signed head."""
    size, path = one.checkpoint.size, one.path
    opened = Tournament.replay(entries[:1]).opened
    if opened and one.checkpoint.origin != f"{ORIGIN}{opened.tournament}":
        yield f"{path} is the signed head of another tournament's ledger, {one.checkpoint.origin}."
    elif size > tree.size:
        yield (
            f"{path} was signed over {size} lines, but the ledger has only {tree.size}: "
            "its end is missing."
        )
    elif tree.root(size) != one.checkpoint.root:
        yield (
            f"{path} was signed over different lines: its root is not the root of the first {size}."
        )
    else:
        yield from _unsigned(one, own_key(entries[:size]))


def _unsigned(one: Signed, key: list[Vkey]) -> Iterator[str]:
    """Yield a fault if a head is not signed by the key that the ledger named at that point."""
    good, forged = vouchers(one.note, key)
    if forged:
        yield f"{_forged(one, forged)}."
    elif not good:
        others = ", ".join(signature.name for signature in one.note.signatures)
        named = f"the ledger names {key[0]}" if key else "the ledger names none"
        yield f"{one.path} is signed with a different key ({others}); {named}."


def _forged(one: Signed, keys: Sequence[Vkey]) -> str:
    """Return that none of these keys made the signature with its name."""
    return f"the signature in {one.path} is forged or damaged: {keys[0]} did not make it"
