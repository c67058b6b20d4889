"""The one-line grammar in which slips are keyed in, the same at a prompt and in a box on a page.

`12 1` left wins · `12 2` right wins · `12 t` tie · `12 20`, `12 111` games · `12 1 d2` right
drops · `12 x` double loss · `12 n2` right did not come · `12 2 because …` another result than
before · `12 ?` show · `u` undo · `= 20`, then `3 7 9`, then `=` one result for many
tables · `masters 12 1` where two pools have a table 12 · `masters-2-12 1` a round before this one.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from cli.args.types import as_typed, result_named
from cli.args.words import quoted
from cli.keying.words import OpenTables
from ledger.terms import MAX_TEXT, MatchId, PlayerId, Pool, Result

# What a line means that somebody has keyed in.


class Keyed(Struct, frozen=True, kw_only=True):
    """The slip of a match: its result, who leaves after it, and why it is another than before."""

    match: MatchId
    result: Result
    leaving: tuple[PlayerId, ...] = ()
    reason: str | None = None


class Slips(Struct, frozen=True, kw_only=True):
    """One slip, or several with the same result."""

    slips: tuple[Keyed, ...]


class Show(Struct, frozen=True, kw_only=True):
    """A question: who sits there, and what is known of the match."""

    match: MatchId


class Undo(Struct, frozen=True, kw_only=True):
    """Take back what this hand has entered last."""

    reason: str | None = None


class Keep(Struct, frozen=True, kw_only=True):
    """Let the tables of the next lines all have this result, as it is keyed; None ends it."""

    result: str | None


class Wrong(Struct, frozen=True, kw_only=True):
    """A line that cannot be meant, and why, in one sentence."""

    sentence: str


class Other(Struct, frozen=True, kw_only=True):
    """No line of this grammar: a verb, perhaps."""


Spoken = Slips | Show | Undo | Keep | Wrong | Other


RESULTS = "1 or 2 for who won, t, games such as 20 or 111, x (double loss), n1 or n2 (did not come)"

_BECAUSE = re.compile(r"(?:\A|\s)because(?:\s|\Z)", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,6}\Z", re.ASCII)
_GAMES = re.compile(r"[0-9]{2,3}\Z", re.ASCII)
_SHORT = {"n1": "no-show:1", "n2": "no-show:2", "nb": "no-show:both"}
_LEAVING = {"d1": 0, "d2": 1}


class _NotMeantError(ValueError):
    """A line that cannot be meant, and why."""


def parse(line: str, hall: OpenTables, keeping: str | None = None) -> Spoken:
    """Return what a line means; `keeping` is the result that tables get without saying it."""
    said, reason = _apart(line)
    words = said.lower().replace(",", " ").split()
    if not words:
        return Other() if reason is None else Wrong(sentence="say which table, before because.")
    if reason == "":
        return Wrong(sentence="say why, behind because.")
    if reason and len(reason) > MAX_TEXT:
        return Wrong(sentence=f"a reason has at most {MAX_TEXT:,} characters.")
    try:
        return _meant(words, reason, hall, keeping)
    except _NotMeantError as mistake:
        return Wrong(sentence=str(mistake))


def result_keyed(word: str) -> Result | None:
    """Return the result that is keyed so: `20` is two games to none; None if there is none."""
    word = word.lower()
    return result_named("-".join(word) if _GAMES.match(word) else _SHORT.get(word, word))


def _apart(line: str) -> tuple[str, str | None]:
    """Return what stands before `because`, and behind it; None if nobody says why."""
    said, *why = _BECAUSE.split(line.strip(), maxsplit=1)
    return said, why[0].strip() if why else None


def _meant(words: list[str], reason: str | None, hall: OpenTables, keeping: str | None) -> Spoken:
    if words == ["u"]:
        return Undo(reason=reason)
    if words[0].startswith("="):
        return _kept([part for part in (words[0][1:], *words[1:]) if part], keeping)
    if not _begins_with_a_table(words, hall):
        return Other()
    if keeping is not None and _only_tables(words, hall):
        result = result_keyed(keeping)
        if result is None:
            raise _NotMeantError(f"{quoted(keeping)} is no result to keep; write {RESULTS}.")
        return Slips(slips=tuple(_several(words, result, reason, hall)))
    match, rest = _table(words, hall)
    if rest in ([], ["?"]):
        return Show(match=match)
    result = result_keyed(rest[0])
    if result is None:
        raise _NotMeantError(f"{quoted(rest[0])} is no result; write {RESULTS}.")
    leaving = tuple(_leaving(word, match, hall) for word in rest[1:])
    return Slips(
        slips=(
            Keyed(match=match, result=result, leaving=tuple(dict.fromkeys(leaving)), reason=reason),
        )
    )


def _kept(words: list[str], keeping: str | None) -> Keep:
    """Return what `= 20` or `=` means."""
    if not words:
        if keeping is None:
            raise _NotMeantError("no result is kept; `= 20` lets the tables that follow have 2-0.")
        return Keep(result=None)
    if len(words) > 1 or result_keyed(words[0]) is None:
        raise _NotMeantError(f"{quoted(' '.join(words))} is no result to keep; write {RESULTS}.")
    return Keep(result=words[0])


def _begins_with_a_table(words: list[str], hall: OpenTables) -> bool:
    first, second = words[0], words[1] if len(words) > 1 else ""
    if _NUMBER.match(first) or _named(first):
        return True
    return bool(_NUMBER.match(second)) and bool(_pools(first, hall))


def _only_tables(words: list[str], hall: OpenTables) -> bool:
    return all(_NUMBER.match(word) or _named(word) or _pools(word, hall) for word in words)


def _several(words: list[str], result: Result, reason: str | None, hall: OpenTables) -> list[Keyed]:
    """Return the slips of the tables in a line: all of them are looked up before any is meant."""
    found: dict[MatchId, Keyed] = {}
    while words:
        match, words = _table(words, hall)
        found[match] = Keyed(match=match, result=result, reason=reason)
    return list(found.values())


def _table(words: list[str], hall: OpenTables) -> tuple[MatchId, list[str]]:
    """Return the match at the table that a line begins with, and what stands behind it."""
    named = _named(words[0])
    if named:
        if named not in hall.matches:
            raise _NotMeantError(f"there is no match {named}.")
        return named, words[1:]
    pool = None
    if not _NUMBER.match(words[0]):
        pools = _pools(words[0], hall)
        if len(pools) > 1:
            raise _NotMeantError(f"{quoted(words[0])} may be {_listed(pools)}; write more of it.")
        pool, words = pools[0], words[1:]
        if not words or not _NUMBER.match(words[0]):
            raise _NotMeantError(f"say which table of {pool}.")
    number = int(words[0])
    found = hall.at(number, pool)
    if not found:
        raise _NotMeantError(_no_table(number, pool, hall))
    if len(found) > 1:
        pools = [match.pool for match in found]
        example = " ".join((pools[0], *words))
        raise _NotMeantError(
            f"table {number} is in {_listed(pools)}: write which, as in `{example}`."
        )
    return found[0], words[1:]


def _no_table(number: int, pool: Pool | None, hall: OpenTables) -> str:
    tables = sorted(
        match.table for match in (*hall.running, *hall.resting) if pool in {None, match.pool}
    )
    where = f" of {pool}" if pool else ""
    if not tables:
        return f"there is no table {number}: no round is paired."
    return f"there is no table {number}{where}; they are {tables[0]} to {tables[-1]}."


def _leaving(word: str, match: MatchId, hall: OpenTables) -> PlayerId:
    if word not in _LEAVING:
        msg = f"{quoted(word)} says nothing behind a result: d1 or d2 drops, `because` says why."
        raise _NotMeantError(msg)
    return hall.matches[match][_LEAVING[word]]


def _named(word: str) -> MatchId | None:
    """Return the match that a word names in full, such as `masters-2-12`."""
    try:
        return MatchId.parse(word)
    except ValueError:
        return None


def _pools(word: str, hall: OpenTables) -> list[Pool]:
    """Return the pools that a word may mean: the one of that name, or those that begin so."""
    if Pool(word) in hall.pools:
        return [Pool(word)]
    return [pool for pool in hall.pools if pool.startswith(word)]


def _listed(pools: list[Pool]) -> str:
    return " and ".join((", ".join(pools[:-1]), pools[-1]) if len(pools) > 1 else pools)


# Double keying: a result counts only when it has been keyed twice, the same both times.


class Twice(NamedTuple):
    """The slips that were keyed for the second time, those that wait for it, and what is said."""

    ready: Slips
    waiting: Mapping[MatchId, Keyed]
    lines: tuple[str, ...]
    wrong: tuple[str, ...]


def twice(spoken: Slips, waiting: Mapping[MatchId, Keyed]) -> Twice:
    """Return which slips count now. Two that differ both go: whoever keys looks at the slip again.

    A reason may be keyed with either.
    """
    still, ready = dict(waiting), list[Keyed]()
    lines, wrong = list[str](), list[str]()
    for slip in spoken.slips:
        table, now = slip.match.table, as_typed(slip.result)
        first = still.pop(slip.match, None)
        if first is None:
            still[slip.match] = slip
            lines.append(f"table {table}: {now}, keyed once; key it again")
        elif (first.result, set(first.leaving)) == (slip.result, set(slip.leaving)):
            ready.append(slip if slip.reason is not None else first)
        else:
            before = as_typed(first.result)
            unlike = f"{before}, and now {now}" if before != now else "with others who leave"
            wrong.append(f"table {table} was keyed {unlike}: neither counts; key it twice.")
    return Twice(Slips(slips=tuple(ready)), still, tuple(lines), tuple(wrong))
