"""Verifies an archive from any source, as completely as a tournament's folder."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from roundbook.cli.archive.contents import FREE, Recorded, is_named, page, recorded, sealed
from roundbook.cli.desk.named_files import read_whole
from roundbook.cli.folder import heads, layout
from roundbook.cli.folder.last_seen import Contradiction, Kind
from roundbook.cli.folder.members import Anywhere, at
from roundbook.cli.folder.opened_archive import is_archive, lay, read_archive
from roundbook.cli.folder.people import read_book
from roundbook.cli.verify.inspect import Report, Watch, concluded, inspect, judged_by
from roundbook.ledger import archive as names
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.proofs.checkpoints import ORIGIN, Signed
from roundbook.ledger.proofs.policy import Policy
from roundbook.ledger.proofs.tree import Tree, leaf
from roundbook.ledger.record.entry import Entry, entries_of
from roundbook.ledger.signature_verdict import by_known_key
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
    tiles = filter(names.belongs, at(folder).names(names.TILES))
    members = {name: at(folder).read(name) for name in (*single, *tiles)}
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

    The names file may be gone, since names are erased after three months; then the tables, which
    have names, can only be compared with the list of sums.
    """
    listed = names.listed(members[names.SUMS])
    unlisted = {
        name for name, data in members.items() if listed.get(name) != sha256(data).hexdigest()
    }
    if names.EDITION not in members or unlisted & {names.LEDGER, names.CHECKPOINT}:
        changed = (
            f"the folder was changed after its archive was unpacked: {names.SUMS} lists an "
            "earlier state, so the tables and tiles were not compared with the ledger."
        )
        forged = members.get(names.PAGE, page()) != page()
        remarks = [changed, *([_odd(names.PAGE)] if forged else [])]
        return [], remarks, ["the tables and tiles"]
    what = recorded(members)
    entries = [*entries_of(what.lines)]
    wanted = _as_sealed(folder, what, entries)
    nameless = names.PEOPLE in listed and what.people is None
    tiles = (name for name in members if name.startswith(f"{names.TILES}/"))
    compared = {names.KEYS, *(() if nameless else names.TABLES), *tiles}
    faults = [
        *(
            f"{name} does not match its line in {names.SUMS}."
            for name in sorted(unlisted - {names.SUMS, names.PEOPLE})
        ),
        *_of_rest(_only(compared, members), _only(compared & {*members}, wanted)),
    ]
    return faults, [*_of_letters(members, wanted)], ["the tables"] if nameless else []


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
    that the ledger has named, or that the user trusts: anyone can write another.
    """
    head = heads.read_signed(read_whole(kept), str(kept))
    if is_archive(source):
        lines = read_archive(source)[names.LEDGER].split(b"\n")[:-1]
    else:
        lines = layout.lines(source) if layout.is_tournament(source) else []
    unlike = _unlike(head, lines, damaged=bool(report.damage))
    if unlike is None:
        return report
    if not by_known_key(head, _readable(lines), policy):
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
        return f"{head.path} covers {covered.size} lines, but the ledger has only {len(lines)}."
    if Tree.over(map(leaf, lines[: covered.size])).root() != covered.root:
        return f"{head.path} covers different lines."
    return None


def _readable(lines: Sequence[bytes]) -> Iterator[Entry]:
    """Yield the entries before the first line that is none."""
    with suppress(Unreadable):
        yield from entries_of(lines)
