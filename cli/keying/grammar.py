"""The one-line grammar for slips, the same at the prompt and in the box on a page.

`12 1` left wins · `12 2` right wins · `12 t` tie · `12 20`, `12 111` games · `12 1 d2` right drops
· `12 x` double loss · `12 n2` right did not show up · `12 2 because …` corrects · `12 ?` show · `u`
undo · `= 20`, then `3 7 9`, then `=` one result for many tables · `masters 12 1` if two pools have
a table 12 · `2-12 1` and `masters-2-12 1` an earlier round.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile, zip_longest

from msgspec import Struct

from roundbook.cli.args.slips import Slip
from roundbook.cli.args.table_numbers import OpenTables, Table, no_table, table_named
from roundbook.cli.args.types import division_named, quoted, result_named, without_gaps
from roundbook.ledger.errors import Do
from roundbook.ledger.terms import MAX_TEXT, MatchId, PlayerId, Pool, Result
from roundbook.ledger.text import joined

# The meanings of a line.


class Slips(Struct, frozen=True, kw_only=True):
    """One slip, or several with the same result."""

    slips: tuple[Slip, ...]


class Show(Struct, frozen=True, kw_only=True):
    """A question about a match and its players."""

    match: MatchId


class Undo(Struct, frozen=True, kw_only=True):
    """Undo this person's last entry."""

    reason: str | None = None


class Keep(Struct, frozen=True, kw_only=True):
    """Use this result, as typed, for all tables on the next lines; None ends this."""

    result: str | None


class Wrong(Struct, frozen=True, kw_only=True):
    """A line that cannot be carried out, with the reason in one sentence.

    `then` is the command that does what was meant, if there is one.
    """

    sentence: str
    then: Do | None = None


class Other(Struct, frozen=True, kw_only=True):
    """A line that is not in this grammar: perhaps a command."""


Spoken = Slips | Show | Undo | Keep | Wrong | Other


RESULTS = (
    "1 or 2 for the winner, games such as 20 (2-0) or 111 (1-1-1), t (a tie), "
    "id (an intentional draw), x (a double loss), "
    "n1, n2 or nb (a no-show by one player or both), or unplayed"
)

OF_BRACKET = (
    "1 or 2 for the winner, games such as 20 (2-0) or 21 (2-1), or n1 or n2 (a no-show by a player)"
)
"""The results that a match in a bracket usually has: it is never tied."""

NOTHING = "Nothing from this line was recorded."
"""The sentence for a line with several tables if one of them cannot be entered."""

_BECAUSE = re.compile(r"(?:\A|\s)because(?:\s|\Z)", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,6}\Z", re.ASCII)
_DROPS = re.compile(r"(1|2|t|x|id|n[12b]|[0-9][-:]?[0-9](?:[-:]?[0-9])?)((?:d[12])+)", re.ASCII)
_LEAVES = re.compile("d[12]")
_LEAVING = {"d1": 0, "d2": 1}


class _NotMeantError(ValueError):
    """A line that cannot be understood, with the reason."""


def parse(line: str, hall: OpenTables, keeping: str | None = None) -> Spoken:
    """Return the meaning of a line; `keeping` is the result for tables without one."""
    # The reason is taken off first, as the ledger keeps it as it was typed; all else may be
    # lowercased.
    said, reason = _apart(line)
    words = [*with_drops(without_gaps(said.lower().replace(",", " ")).split())]
    if not words:
        return Other() if reason is None else Wrong(sentence="give the table before `because`.")
    if reason == "":
        return Wrong(sentence="give the reason after `because`.")
    if reason and len(reason) > MAX_TEXT:
        return Wrong(sentence=f"a reason can have at most {MAX_TEXT:,} characters.")
    try:
        return _meant(words, reason, hall, keeping)
    except _NotMeantError as mistake:
        return Wrong(sentence=str(mistake))


def with_drops(words: Iterable[str]) -> Iterator[str]:
    """Yield the words of a line, `1d2` as `1 d2`."""
    for word in words:
        found = _DROPS.fullmatch(word)
        yield from (found[1], *_LEAVES.findall(found[2])) if found else (word,)


def _apart(line: str) -> tuple[str, str | None]:
    """Return the text before `because` and the text after it, or None."""
    said, *why = _BECAUSE.split(line.strip(), maxsplit=1)
    return said, why[0].strip() if why else None


def _meant(words: list[str], reason: str | None, hall: OpenTables, keeping: str | None) -> Spoken:
    words = [one for one, then in zip_longest(words, words[1:]) if not _says_table(one, then)]
    if words in (["u"], ["undo"]):
        return Undo(reason=reason)
    if words[0].startswith("="):
        return _kept([part for part in (words[0][1:], *words[1:]) if part], keeping)
    if not _begins_with_a_table(words, hall):
        return Other()
    if keeping is not None and _only_tables(words, hall):
        result = result_named(keeping)
        if result is None:
            raise _NotMeantError(f"{quoted(keeping)} is not a result to repeat; type {RESULTS}.")
        return Slips(slips=tuple(_several(words, result, reason, hall)))
    match, rest = _table(words, hall)
    if rest in ([], ["?"]):
        return Show(match=match)
    result = result_named(rest[0])
    if result is None:
        known = OF_BRACKET if match.pool in hall.brackets else RESULTS
        raise _NotMeantError(f"{quoted(rest[0])} is not a result; type {known}.")
    _refuse_games_apart(words[: -len(rest)], rest)
    leaving = tuple(_who_leaves(word, match, hall) for word in rest[1:])
    return Slips(
        slips=(
            Slip(match=match, result=result, leaving=tuple(dict.fromkeys(leaving)), reason=reason),
        )
    )


def _refuse_games_apart(table: list[str], rest: list[str]) -> None:
    """Say how the games of a result are typed if they were typed apart, as in `3 2 1`."""
    apart = [*takewhile(str.isdecimal, rest)]
    result = result_named("".join(apart)) if len(apart) > 1 else None
    if result is not None and result.games:
        raise _NotMeantError(
            f"{quoted(apart[1])} is not understood after a result; "
            f"for {result.games} type `{' '.join((*table, ''.join(apart)))}`."
        )


def _says_table(word: str, then: str | None) -> bool:
    """Tell whether a word only introduces a table, as in `table 12 20`."""
    return word in {"table", "tisch", "mesa"} and bool(then and _NUMBER.match(then))


def _kept(words: list[str], keeping: str | None) -> Keep:
    """Return the meaning of `= 20` or `=`."""
    if not words:
        if keeping is None:
            raise _NotMeantError(
                "no result is being repeated, so there is nothing to end; `= 20` gives 2-0 to "
                "every table that follows."
            )
        return Keep(result=None)
    if len(words) > 1 or result_named(words[0]) is None:
        raise _NotMeantError(
            f"{quoted(' '.join(words))} is not a result to repeat; type {RESULTS}."
        )
    return Keep(result=words[0])


def _begins_with_a_table(words: list[str], hall: OpenTables) -> bool:
    first, second = words[0], words[1] if len(words) > 1 else ""
    if _is_table(first):
        return True
    return bool(_number(second)) and bool(_pools(first, hall))


def _only_tables(words: list[str], hall: OpenTables) -> bool:
    return all(_is_table(word) or _pools(word, hall) for word in words)


def _several(words: list[str], result: Result, reason: str | None, hall: OpenTables) -> list[Slip]:
    """Return the slips of a line's tables, all of which are looked up first."""
    found: dict[MatchId, Slip] = {}
    several = sum(map(_is_table, words)) > 1
    while words:
        try:
            match, words = _table(words, hall)
        except _NotMeantError as mistake:
            raise _NotMeantError(f"{mistake} {NOTHING}" if several else str(mistake)) from None
        found[match] = Slip(match=match, result=result, reason=reason)
    return list(found.values())


def _table(words: list[str], hall: OpenTables) -> tuple[MatchId, list[str]]:
    """Return the match at the table that a line begins with, and the other words."""
    named = _named_line(words[0])
    if named:
        if named not in hall.matches:
            raise _NotMeantError(f"there is no match {named}.")
        return named, words[1:]
    pool, table = None, _number(words[0])
    if not table:
        pools = _pools(words[0], hall)
        if len(pools) > 1:
            raise _NotMeantError(f"{quoted(words[0])} could be {joined(pools)}; type more letters.")
        pool, words = pools[0], words[1:]
        table = _number(words[0]) if words else None
        if not table:
            raise _NotMeantError(f"give a table number in {pool}.")
    found = hall.at(table.number, pool) if table.round is None else hall.of_round(table, pool)
    if not found:
        raise _NotMeantError(no_table(table, pool, hall))
    if len(found) > 1:
        pools = [match.pool for match in found]
        example = " ".join((pools[0], *words))
        raise _NotMeantError(
            f"table {words[0]} is in {joined(pools)}: type the pool too, as in `{example}`."
        )
    return found[0], words[1:]


def _is_table(word: str) -> bool:
    return bool(_number(word) or _named_line(word))


def _number(word: str) -> Table | None:
    """Return the table in a word: `12` of the current round, or `2-12` of another one."""
    return Table(int(word)) if _NUMBER.match(word) else table_named(word) if "-" in word else None


def _who_leaves(word: str, match: MatchId, hall: OpenTables) -> PlayerId:
    if word in {"d", "drop", "drops"}:
        first, second = hall.matches[match]
        raise _NotMeantError(f"say who drops: d1 is {first}, d2 is {second}.")
    if word not in _LEAVING:
        msg = (
            f"{quoted(word)} is not understood after a result; type d1 or d2 to drop a player, "
            "or `because` and a reason."
        )
        raise _NotMeantError(msg)
    return hall.matches[match][_LEAVING[word]]


def _named_line(word: str) -> MatchId | None:
    """Return the match that a word names in full, such as `masters-2-12`, or None."""
    try:
        return MatchId.parse(word)
    except ValueError:
        return None


def _pools(word: str, hall: OpenTables) -> list[Pool]:
    """Return the pools that a word may mean: the one with that name, or those beginning with it."""
    division = division_named(word)
    # A whole name comes first: `masters` must not also mean `masters-a`.
    if Pool(word) in hall.pools:
        return [Pool(word)]
    if division and Pool(division.lower()) in hall.pools:
        return [Pool(division.lower())]
    return [pool for pool in hall.pools if pool.startswith(word)]
