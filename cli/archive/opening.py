"""Verifies an archive from any source, as completely as a tournament's folder."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from roundbook.cli.archive.contents import FREE, Recorded, is_named, recorded, sealed, table_files
from roundbook.cli.places import heads, layout
from roundbook.cli.places.last_seen import Contradiction, Kind
from roundbook.cli.places.members import Anywhere, at
from roundbook.cli.places.opened_archive import is_archive, lay, read_archive
from roundbook.cli.places.people import read_book
from roundbook.cli.session.named_files import read_whole
from roundbook.cli.verify.inspect import Report, Watch, concluded, inspect, judged_by
from roundbook.ledger import archive_file as names
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.evidence import by_known_key
from roundbook.ledger.phrases import counted
from roundbook.ledger.proofs.checkpoints import ORIGIN, Signed
from roundbook.ledger.proofs.policy import Policy
from roundbook.ledger.proofs.tree import Tree, leaf, tiles
from roundbook.ledger.record.entry import Entry, entries_of
from roundbook.ledger.state.tournament import Tournament


def inspect_archive(
    file: Path, watch: Watch = iter, policy: Policy | None = None, *, tail: bool = False
) -> Report:
    """Verify an archive. Raises Unreadable if the file is not one.

    This runs `inspect` on the folder that was sealed, and checks that everything derived from the
    ledger matches it.
    """
    members = read_archive(file)
    faults = list(names.faults(members))
    if names.LEDGER not in members or names.EDITION not in members:
        raise Unreadable(f"{file} is not an archive from roundbook: {faults[0]}", where=str(file))
    what = recorded(members)
    with TemporaryDirectory() as away:
        folder = Path(away)
        lay({name: members[name] for name in members if name in {*what.files(), "head"}}, folder)
        found = _in_words(inspect(folder, watch, policy, tail=tail, archived=True), folder)
        faults += found.faults
        remarks: list[str] = []
        if not found.damage:
            entries = [*entries_of(what.lines)]
            faults += _of_record(what, entries)
            remarks += _remarks(what)
            if not faults:
                wanted = _as_sealed(folder, what, entries)
                faults += _of_rest(members, wanted)
                remarks += _of_letters(members, wanted)
    remarks = [*found.remarks, *remarks]
    return concluded(replace(found, faults=tuple(faults), remarks=tuple(remarks)))


def is_unpacked(folder: Anywhere) -> bool:
    """Tell whether a folder was unpacked from an archive, even if somebody took its list away."""
    return any(map(at(folder).has, (names.SUMS, names.PAGE, *names.TABLES)))


def inspect_unpacked(
    folder: Anywhere, watch: Watch = iter, policy: Policy | None = None, *, tail: bool = False
) -> Report:
    """Verify a folder that was unpacked from an archive: its ledger, and what was made from it.

    Raises Unreadable without a ledger.
    """
    found = inspect(folder, watch, policy, tail=tail)
    if found.damaged:
        return found
    single = filter(at(folder).has, (*names.ALWAYS, *names.SOMETIMES))
    shelves = (*at(folder).names(names.TILES), *at(folder).names(layout.WITNESSED))
    members = {name: at(folder).read(name) for name in (*single, *filter(names.belongs, shelves))}
    faults, remarks, unchecked = _of_unpacked(folder, members)
    return concluded(
        replace(
            found,
            faults=(*found.faults, *faults),
            remarks=(*found.remarks, *remarks),
            evidence=replace(found.evidence, unchecked=(*unchecked, *found.evidence.unchecked)),
        )
    )


def _of_unpacked(
    folder: Anywhere, members: Mapping[str, bytes]
) -> tuple[list[str], list[str], list[str]]:
    """Return how unpacked members contradict the ledger, remarks, and what was not compared.

    Entries may have been added after the archive was unpacked, and the names file may have been
    amended or erased since; everything else has to be as it was.
    """
    listed = names.listed(members.get(names.SUMS, b""))
    whole = members[names.LEDGER].split(b"\n")[:-1]
    sealed_then = _listed_lines(whole, listed.get(names.LEDGER))
    lines = whole[: sealed_then or len(whole)]
    faults = [*_of_the_list(members, listed, sealed_then, len(whole))]
    if names.EDITION not in members:
        return faults, [], ["the tables and tiles"]
    what = replace(recorded(members), lines=tuple(lines))
    grown = len(lines) < len(whole)
    if grown:  # The head that was sealed is gone; the tiles still show how far it went.
        what = replace(what, checkpoint=None)
    entries = [*entries_of(what.lines)]
    if not is_named(what.edition, Tournament.replay(entries[:1]).opened):
        faults.append(f"{names.EDITION} is not the text of the edition that the ledger names.")
    wanted = _as_sealed(folder, what, entries)
    if grown:
        tiled = sum(len(data) for name, data in members.items() if name.startswith(_LEAVES))
        wanted = {name: data for name, data in wanted.items() if not name.startswith(_TILES)}
        covered = what.lines[: tiled // HASH_BYTES]
        wanted |= dict(tiles(Tree.over(map(leaf, covered)), covered))
    people = members.get(names.PEOPLE, b"")
    renamed = names.PEOPLE in listed and listed[names.PEOPLE] != sha256(people).hexdigest()
    shown = wanted | dict(_with_their_names(members, wanted, entries)) if renamed else wanted
    derived = {name for name in {*members, *shown} if _is_derived(name)}
    faults += _of_rest(_only(derived, members), _only(derived, shown))
    letters = {names.PAGE} if grown else {*FREE}
    remarks = [*_of_letters(_only(letters, members), wanted)]
    if grown:
        added = counted(len(whole) - len(lines), "entry was", "entries were")
        remarks.append(f"{added} added after the archive was unpacked, so its tables are older.")
    elif not (faults or remarks or renamed) and members[names.SUMS] == names.sums(members):
        remarks.append("the folder is its archive, byte for byte.")
    return faults, remarks, ["the names in the tables"] if renamed else []


_TILES, _LEAVES = f"{names.TILES}/", f"{names.TILES}/0/"
HASH_BYTES = 32
"""The length of a hash in a tile."""


def _is_derived(name: str) -> bool:
    """Tell whether a member follows from the ledger, and can be made again."""
    return name == names.KEYS or name in names.TABLES or name.startswith(_TILES)


def _listed_lines(lines: Sequence[bytes], digest: str | None) -> int | None:
    """Return how many lines the ledger had when its SHA-256 was listed; None if it never had it."""
    ledger = sha256()
    found = None
    for number, line in enumerate(lines, start=1):
        ledger.update(line + b"\n")
        if ledger.hexdigest() == digest:
            found = number
    return found


def _of_the_list(
    members: Mapping[str, bytes], listed: Mapping[str, str], then: int | None, now: int
) -> Iterator[str]:
    """Yield what contradicts the list of sums that was unpacked with the members."""
    if names.SUMS not in members:
        yield f"{names.SUMS} is missing, so it is not known what was in the archive."
        return
    if then is None:
        yield f"{names.SUMS} lists a different ledger, or a later state of this one."
    may_grow = {names.LEDGER, names.CHECKPOINT, *({names.HEAD} if then != now else ())}
    for name in sorted(filter(names.belongs, {*listed, *members} - {names.SUMS, names.PEOPLE})):
        if name not in members:
            if not _is_derived(name):  # Such a one is missed where it is made again.
                yield f"{name} is missing, though {names.SUMS} lists it."
        elif name in {*listed} - may_grow and listed[name] != sha256(members[name]).hexdigest():
            yield f"{name} does not match its line in {names.SUMS}."


def _with_their_names(
    members: Mapping[str, bytes], wanted: Mapping[str, bytes], entries: Sequence[Entry]
) -> Iterator[tuple[str, bytes]]:
    """Yield the tables as they should be, with the names that they have: those in the book differ.

    A table that says anything else than the ledger, or is unlike itself in another form, is not
    among them.
    """
    opened = Tournament.replay(entries[:1]).opened
    for what in ("standings", "rounds"):
        name = f"tables/{what}.json"
        try:
            rows = json.loads(members.get(name, b""))
            plain = [_nameless(row) for row in rows]
        except (ValueError, TypeError, AttributeError):
            continue
        if opened and plain == [_nameless(row) for row in json.loads(wanted[name])]:
            yield from table_files(what, opened.name, rows).items()


def _nameless(row: Mapping[str, object]) -> dict[str, object]:
    return {field: value for field, value in row.items() if not field.endswith("name")}


def _only(some: set[str], members: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in members.items() if name in some}


def _in_words(report: Report, folder: Path) -> Report:
    """Return a report that names the members, without the folder they were unpacked to."""

    def bare(text: str) -> str:
        return text.replace(f"{folder}{os.sep}", "")

    return replace(
        report,
        faults=tuple(map(bare, report.faults)),
        remarks=tuple(map(bare, report.remarks)),
        damage=tuple(replace(one, sentence=bare(one.sentence)) for one in report.damage),
    )


def _of_record(what: Recorded, entries: list[Entry]) -> Iterator[str]:
    """Yield how the ledger contradicts the way the archive was sealed."""
    t = Tournament.replay(entries)
    if t.opened and not is_named(what.edition, t.opened):
        yield f"{names.EDITION} is not the text of the edition that the ledger names."
    if t.key and what.checkpoint is None:
        yield f"{names.CHECKPOINT} is missing, though the ledger names a signing key."
    if t.closed is None and what.unfinished is None:
        yield (
            "the tournament is not closed, and the archive does not say why it was sealed: "
            "this may be an older copy."
        )
    if t.closed is not None and what.unfinished is not None:
        yield f"{names.UNFINISHED} is in the archive, though the tournament is closed."


def _remarks(what: Recorded) -> Iterator[str]:
    """Yield what a reviewer should know that is not a fault."""
    if what.unfinished is not None:
        why = what.unfinished.decode("utf-8", "replace").strip()
        yield f"the archive was sealed before the tournament was closed: {why}"


def _as_sealed(folder: Anywhere, what: Recorded, entries: list[Entry]) -> dict[str, bytes]:
    """Return the members derived from the ledger in `folder`."""
    rules, book = judged_by(folder, entries), read_book(folder)
    assert rules is not None, "a ledger without an opening entry is already faulty"
    return sealed(what, entries, rules, book)


def _of_rest(members: Mapping[str, bytes], wanted: Mapping[str, bytes]) -> Iterator[str]:
    """Yield the members that do not match what is derived from the ledger."""
    for name in sorted({*wanted, *members} - {*FREE, names.SUMS}):
        if name not in members:
            yield f"{name} is missing from the archive."
        elif name not in wanted:
            yield f"{name} does not belong to this ledger."
        elif members[name] != wanted[name]:
            yield f"{name} does not match the ledger."


def _of_letters(members: Mapping[str, bytes], wanted: Mapping[str, bytes]) -> Iterator[str]:
    """Yield the pages for people that another version wrote, or that were changed."""
    for name in FREE:
        if members.get(name, wanted[name]) != wanted[name]:
            yield _odd(name)


def _odd(name: str) -> str:
    return (
        f"{name} is not from this version of roundbook: another version sealed it, or "
        "it was changed."
    )


def compared_with(
    kept: Path, source: Anywhere, report: Report, policy: Policy | None = None
) -> Report:
    """Return a report with what a signed head that somebody kept says of it. Raises Unreadable.

    A head over more lines contradicts nothing, but it cannot be compared: the lines that it covers
    are not all here. A head that does not fit condemns the ledger only if it is signed with a key
    that the ledger has named, or that the user trusts: anyone can write another. A head that fits
    needs such a signature too, to prove anything; a forged one is refused.
    """
    head = heads.read_signed(read_whole(kept), str(kept))
    if is_archive(source):
        lines = read_archive(source)[names.LEDGER].split(b"\n")[:-1]
    else:
        lines = layout.lines(source) if layout.is_tournament(source) else []
    unlike = _unlike(head, lines, damaged=bool(report.damage))
    known = by_known_key(head, _readable(lines), policy)
    if unlike is None:
        if known:
            return report
        unknown = (
            f"{kept} fits this ledger, but its key is neither named in the ledger nor trusted by "
            "you."
        )
        return replace(report, remarks=(*report.remarks, unknown))
    if not known:
        remarks = (*report.remarks, unlike)
        doubtful = replace(report.evidence, doubtful=True)
        return concluded(replace(report, remarks=remarks, evidence=doubtful))
    if head.checkpoint.size > len(lines):
        later = replace(report.evidence, later=head.checkpoint.size)
        return concluded(replace(report, evidence=later))
    found = (*report.contradictions, Contradiction(Kind.OTHER, unlike))
    return concluded(replace(report, contradictions=found))


def _unlike(head: Signed, lines: Sequence[bytes], *, damaged: bool) -> str | None:
    """Return how a head does not fit these lines; None if it does."""
    opened = None if damaged else Tournament.replay(entries_of(lines[:1])).opened
    covered = head.checkpoint
    if opened and covered.origin != f"{ORIGIN}{opened.tournament}":
        return f"{head.path} is the signed head of another tournament's ledger, {covered.origin}."
    if covered.size > len(lines):
        covers = counted(covered.size, "line")
        return f"{head.path} covers {covers}, but the ledger has only {len(lines)}."
    if Tree.over(map(leaf, lines[: covered.size])).root() != covered.root:
        return f"{head.path} does not match this ledger."
    return None


def _readable(lines: Sequence[bytes]) -> Iterator[Entry]:
    """Yield the entries before the first line that is none."""
    with suppress(Unreadable):
        yield from entries_of(lines)
