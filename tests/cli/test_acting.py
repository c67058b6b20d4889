"""Our verbs at a venue that is open already: the same commands, the same events, no terminal."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha512
from itertools import count
from pathlib import Path
from typing import Any

import click
import pytest
from msgspec.structs import replace

from roundbook.cli.places import people
from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.people import read_book
from roundbook.cli.session.invoke import CommandAnswer, act_typed
from roundbook.cli.session.venue import CommandOptions, Operator, Venue, reloaded, venue
from roundbook.cli.verbs import VERBS, load, path_of
from roundbook.ledger.errors import Conflict, Refused, Unreadable
from roundbook.ledger.events.catalogue import NoteMade
from roundbook.ledger.events.event import Override
from roundbook.ledger.people.book import Book
from roundbook.ledger.terms import PlayerId, Role
from tests.cli.acts import EVENTS
from tests.cli.line import Line

Options = Mapping[str, str | bool | Sequence[str]]
NONE: Options = {}


def act(
    here: Venue,
    manner: CommandOptions,
    verb: str,
    words: Sequence[str] = (),
    options: Options = NONE,
    *,
    files: bool = False,
) -> CommandAnswer:
    """Type a verb with its options, and its words behind `--`, so that none becomes an option."""
    typed = path_of(verb).split()
    for name, value in options.items():
        if isinstance(value, bool):
            typed += [f"--{name}"] if value else []
        else:
            typed += [f"--{name}={one}" for one in ([value] if isinstance(value, str) else value)]
    return act_typed(here, manner, (*typed, "--", *words), files=files)


def throw(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let chance fall as it fell when the same number was thrown."""
    thrown = count(number * 1000)

    def bytes_of(many: int) -> bytes:
        return sha512(str(next(thrown)).encode()).digest()[:many]

    monkeypatch.setattr("roundbook.cli.session.venue.os.urandom", bytes_of)


def _all_won(of_round: str, tables: int) -> str:
    return "match,result\n" + "".join(f"{of_round}-{n},1\n" for n in range(1, tables + 1))


def prepared(folder: Path) -> None:
    """Lay out the files that the events name."""
    (folder / "ana.txt").write_text("60 Fire Energy")
    (folder / "results.csv").write_text(_all_won("masters-2", 2))
    (folder / "two.csv").write_text(_all_won("masters-2", 16))
    (folder / "bracket.csv").write_text(_all_won("bracket-1", 4))
    (folder / "teams.csv").write_text("team,first,second\nRocket,p1,p2\nAqua,p3,p4\n")


@pytest.mark.parametrize("name", EVENTS)
def test_a_verb_given_at_an_open_venue_writes_what_it_writes_in_a_shell(
    name: str, line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, steps = EVENTS[name]
    throw(monkeypatch, 0)
    begin(line)
    other = Line(tmp_path / "other-home", tmp_path / "other")
    shutil.copytree(line.folder, other.folder)
    shutil.copytree(line.home, other.home)
    monkeypatch.chdir(tmp_path)
    prepared(tmp_path)
    here = venue(other.folder)
    for number, step in enumerate(steps, start=1):
        throw(monkeypatch, number)
        monkeypatch.setenv("ROUNDBOOK_HOME", str(line.home))
        trial = line(*step.typed(), "--dry-run")
        assert "next: roundbook" not in trial.out, step
        throw(monkeypatch, number)
        line(*step.typed(), "--cmd", f"c{number}")
        throw(monkeypatch, number)
        monkeypatch.setenv("ROUNDBOOK_HOME", str(other.home))
        manner = CommandOptions(operator=Operator(), cmd=f"c{number}")
        said = act(here, manner, step.verb, step.words, step.options, files=True)
        assert said.done, (step, said)
        told, given = ([_told(entry) for entry in one.ledger()] for one in (line, other))
        assert given == told, step
        assert said.entries[-1].seq == other.ledger()[-1]["seq"]


def _told(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry without what tells when it was written."""
    return {key: value for key, value in entry.items() if key not in {"at", "prev"}}


def _leaves(path: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group) or command.invoke_without_command:
        yield path, command
    if isinstance(command, click.Group):
        for name, part in command.commands.items():
            yield from _leaves(f"{path} {name}", part)


ALL = dict(leaf for verb in VERBS for leaf in _leaves(verb, load(verb)))
WITHOUT_A_VENUE = {
    *("desk", "open", "import", "tournaments", "open-archive", "demo", "generate", "propose"),
    *("check", "replay", "diff", "compare-editions", "witness", "check-proof"),
    *("serve", "invite", "tiles", "practise", "feed", "follow", "help", "completion", "doctor"),
    *("backup", "restore", "transfer", "prepare-database", "plugins"),
    *("shelf", "shelf player", "shelf points", "shelf find"),
    *("shelf due", "shelf hand-over", "shelf people"),
}
"""They make a ledger, or look at others than one."""


def test_every_verb_that_writes_is_compared_with_itself_in_a_shell() -> None:
    writing = {
        path
        for path, command in ALL.items()
        if path not in WITHOUT_A_VENUE and any(param.name == "acting" for param in command.params)
    }
    writing -= {"decide"}  # Only a merge leaves something to decide: tests/cli/test_merge.py.
    writing -= {"settle"}  # What phones report is not in the ledger: tests/web/test_phones.py.
    # Who signs up is beside the ledger, and accepted by `register`: tests/web/test_sign_up.py.
    writing = {path for path in writing if not path.startswith("sign-ups ")}
    assert writing == {step.verb for _, steps in EVENTS.values() for step in steps}


def test_every_verb_can_be_given_at_a_venue_but_those_that_need_none() -> None:
    serving = {p for p, command in ALL.items() if hasattr(command.callback, "serves_at_hand")}
    assert serving == set(ALL) - WITHOUT_A_VENUE


HERE = CommandOptions(operator=Operator(name="Bea", role=Role.SCOREKEEPER, station="desk-2"))


@pytest.fixture
def here(line: Line) -> Venue:
    line.begin("Ana", "Ben", "Cho", "Dee")
    return venue(line.folder)


def test_nothing_is_printed_and_what_is_said_is_handed_back(
    here: Venue, capfd: pytest.CaptureFixture[str]
) -> None:
    capfd.readouterr()
    said = act(here, HERE, "report", ["masters-1-1", "2-0"])
    (entry,) = said.entries
    assert said.lines[0].startswith(f"Entry {entry.seq}: match masters-1-1 was reported: 2-0 (")
    assert entry.hand.role == Role.SCOREKEEPER
    assert entry.hand.station == "desk-2"
    for verb in ("standings", "pairings", "history", "clock", "penalties"):
        assert act(here, HERE, verb).lines, verb
    assert capfd.readouterr() == ("", "")


def test_somebody_who_writes_at_an_open_venue_is_kept_in_the_book_of_names(here: Venue) -> None:
    assert act(here, HERE, "note", ["so it is"]).done
    assert "Bea" in read_book(here.folder).hands.values()
    (entry,) = act(here, HERE, "note", ["so it was"]).entries
    assert read_book(here.folder).hands[entry.hand.id] == "Bea"


@pytest.mark.parametrize(
    "words",
    [["--dry-run"], ["--help"], ["--as=Eve"], ["-h"], ["--", "p1"], ["--json"], ["--override=x"]],
)
def test_no_word_becomes_an_option(here: Venue, words: list[str]) -> None:
    before = here.desk.tournament.seq
    said = act(here, HERE, "drop", words)
    assert isinstance(said.trouble, Refused), said
    assert "nobody" in said.trouble.message or "no player" in said.trouble.message
    assert venue(here.folder).desk.tournament.seq == before


@pytest.mark.parametrize("text", ["--because", "-x", "--", "- a", "--dry-run=1", "a b", "'"])
def test_a_note_holds_what_was_written(here: Venue, text: str) -> None:
    (entry,) = act(here, HERE, "note", [text]).entries
    assert [event.text for event in entry.events if isinstance(event, NoteMade)] == [text]


@pytest.mark.parametrize(
    "name", ["-C", "--as", "--role", "--station", "--accept-shorter", "--seen", "--cmd"]
)
def test_options_of_whoever_gives_the_command_are_not_options_of_its_words(
    here: Venue, name: str
) -> None:
    value = {"--role": "judge", "--seen": "3"}.get(name, "elsewhere")
    said = act_typed(here, HERE, ["note", "so it is", name, value])
    assert said.misuse == f"{name} is already set here; leave it out."
    assert said.entries == ()


def test_a_trial_and_an_override_can_be_typed(here: Venue) -> None:
    seq = here.desk.tournament.seq
    said = act_typed(here, HERE, ["report", "masters-1-1", "2-0", "--dry-run"])
    assert said.lines[0] == "Nothing was written."
    assert said.lines[1].startswith(f"This would be entry {seq + 1}: match masters-1-1 was")
    assert said.entries[0].seq == seq + 1
    assert act_typed(here, HERE, ["standings", "--json"]).lines[0] == "{"
    because = ["--override", "round-open", "--because", "the hall closes"]
    said = act_typed(here, HERE, ["pair", "--override", "round-open"])
    assert said.misuse == "--override RULE and --because REASON must be used together."
    for event in act_typed(here, HERE, ["note", "late", *because]).entries[0].events:
        assert event.override == Override(
            rule="round-open", reason="the hall closes", official="scorekeeper"
        )


def test_a_trial_leaves_no_note_of_what_was_refused_and_the_next_command_does(
    here: Venue, line: Line
) -> None:
    trial = replace(HERE, dry_run=True)
    assert isinstance(act(here, trial, "report", ["masters-1-9", "1"]).trouble, Refused)
    assert not (line.folder / "attempts.jsonl").exists()
    assert isinstance(act(here, HERE, "report", ["masters-1-9", "1"]).trouble, Refused)
    (attempt,) = line.attempts()
    assert attempt["hand"]["station"] == "desk-2"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ([], "no command was given."),
        (["dance"], "there is no command 'dance'. `help all` lists the commands."),
        (["../x"], "there is no command '../x'. `help all` lists the commands."),
        (
            ["deckcheck-reading"],
            "there is no command 'deckcheck-reading'. `help all` lists the commands.",
        ),
        (
            ["lab", "demo"],
            "`lab demo` cannot be used here; run it in a shell, on the machine with the ledger.",
        ),
        (
            ["verify"],
            "`verify` cannot be used here; run it in a shell, on the machine with the ledger.",
        ),
        (["deck"], "choose a subcommand of `deck`: judge, pool, register, list, show."),
        (
            ["people", "requests", "--", "record"],
            "choose a subcommand of `people requests`: record, answer, receipt.",
        ),
        (
            ["round", "clcok"],
            "there is no command 'round clcok'. Do you mean `round clock`?",
        ),
        (["report"], "Missing argument 'MATCH|PLAYER RESULT|FILE.csv'."),
        (["report", "x.csv"], "files cannot be read here; use the machine with the ledger."),
        (["report", "-"], "there is no standard input here (`-`); give a file."),
        (
            ["proof", "lint", "elsewhere"],
            '"elsewhere" does not belong here: put words that belong together in quotation marks',
        ),
        (["post", "--out", "x"], "--out is a file, and files cannot be read here."),
        (
            ["ruling", "verdict", "--ask"],
            "questions can only be answered at a terminal; give what was seen at the table",
        ),
        (
            ["people", "erase", "p1", "--reason", "x"],
            "an erasure cannot be undone: add --yes, or confirm it",
        ),
        (["pair", "--help"], "No such option '--help'."),
    ],
)
def test_misuse_is_told_in_one_sentence(here: Venue, typed: list[str], sentence: str) -> None:
    said = act_typed(here, HERE, typed)
    assert said.misuse is not None, said
    assert said.misuse.startswith(sentence), said.misuse
    assert "\n" not in said.misuse
    assert not said.done


def test_the_input_of_the_program_is_no_list_even_where_files_are_read(here: Venue) -> None:
    said = act_typed(here, HERE, ["register", "-"], files=True)
    assert said.misuse == "there is no standard input here (`-`); give a file."


def test_the_same_command_given_again_answers_what_it_wrote(here: Venue) -> None:
    once = replace(HERE, cmd="form-7")
    first = act(here, once, "report", ["masters-1-1", "2-0"])
    again = act(here, once, "report", ["masters-1-1", "2-0"])
    assert again.entries == first.entries
    other = act(here, once, "report", ["masters-1-1", "0-2"])
    assert isinstance(other.trouble, Refused)


def test_what_was_changed_since_it_was_looked_at_is_a_conflict(here: Venue, line: Line) -> None:
    looked = replace(HERE, seen=here.desk.tournament.seq)
    line("report", "masters-1-1", "2-0")
    said = act(here, looked, "report", ["masters-1-1", "0-2"])
    assert isinstance(said.trouble, Conflict)


def test_what_others_write_is_seen_by_the_same_venue(here: Venue, line: Line) -> None:
    line("late", "Fay", "--birth-year", 1990, "--informed")
    now = reloaded(here)
    assert now.book.name(PlayerId("p5")) == "Fay"
    assert act(here, HERE, "drop", ["Fay"]).lines[0] == "Fay (p5) dropped, after round 1."
    named = act(now, HERE, "note", ["Fay left"])
    assert isinstance(named.trouble, Refused)
    assert named.trouble.violations[0].rule == "name-in-text"
    now = reloaded(now)
    assert reloaded(now) is now


def test_names_that_change_while_a_venue_is_opened_are_those_of_its_ledger(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The names are read first, then the ledger: whoever came between had no name."""
    line.begin("Ana", "Ben", "Cho", "Dee")
    read = people.read_book

    def read_before_the_late_player(folder: Anywhere) -> Book:
        book = read(folder)
        monkeypatch.setattr(people, "read_book", read)
        line("late", "Fay", "--birth-year", 1990, "--informed")
        return book

    monkeypatch.setattr(people, "read_book", read_before_the_late_player)
    here = venue(line.folder)
    assert here.desk.tournament.players.keys() == here.book.players.keys()


@pytest.mark.parametrize("head", ["older", "none"])
def test_an_older_copy_put_in_place_of_the_folder_is_noticed(line: Line, head: str) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    older = line.files()
    line("report", "masters-1-1", "2-0")
    here = venue(line.folder)
    for name, data in older.items():
        (line.folder / name).write_bytes(data)
    if head == "none":
        (line.folder / "head").unlink()
    now = reloaded(here)
    assert now.desk.tournament.seq == len(line.ledger())
    assert now.strange is not None
    assert isinstance(act(here, HERE, "note", ["so it is"]).trouble, Unreadable)


def test_a_ledger_that_lost_its_end_under_a_venue_is_not_written_to(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    older = line.files()["ledger.jsonl"]
    line("report", "masters-1-1", "2-0")
    here = venue(line.folder)
    (line.folder / "ledger.jsonl").write_bytes(older)
    said = act(here, HERE, "note", ["so it is"])
    assert isinstance(said.trouble, Unreadable)
    assert (line.folder / "ledger.jsonl").read_bytes() == older


def test_a_folder_that_went_away_is_said_in_a_sentence(here: Venue, line: Line) -> None:
    line.folder.rename(line.folder.parent / "away")
    said = act(here, HERE, "standings")
    assert isinstance(said.trouble, Unreadable)


def test_threads_do_not_hear_each_other(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")

    def hear(number: int) -> tuple[str, ...]:
        return act(venue(line.folder), HERE, "history", [], {"player": f"p{number % 4 + 1}"}).lines

    once = [hear(number) for number in range(12)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(hear, range(12))) == once
    assert len(set(once)) == 4
