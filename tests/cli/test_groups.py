"""Few words to know: groups of commands, one way to name a tournament, one way to name a match."""

import re

import click
import pytest

from roundbook.cli.args.table_numbers import OpenTables, Table, in_short, match_in
from roundbook.cli.forms.form import NO_FILE
from roundbook.cli.keying.grammar import Wrong, parse
from roundbook.cli.main import roundbook as program
from roundbook.cli.session.venue import CommandOptions, Operator, venue
from roundbook.cli.session.write import outcome
from roundbook.cli.verbs import LOOKS, NOUNS, SATURDAY, VERBS, WORDS, below, line_of, path_of
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.ledger.terms import MatchId, Pairing, PlayerId, Pool
from tests.cli.line import Line
from tests.cli.typed import roundbook

MOVED = {verb: path_of(verb) for verb in VERBS if " " not in verb and path_of(verb) != verb}
"""Every command that is typed in a group, by its own word."""


def test_at_most_forty_two_words_begin_a_command() -> None:
    assert len(WORDS) <= 42
    assert [*WORDS] == program.list_commands(click.Context(program))
    assert {*SATURDAY} < {*WORDS}
    assert {"call", "extend", "penalty", "time-called", "message", "note"} < {*WORDS}


@pytest.mark.parametrize("word", sorted(MOVED))
def test_a_word_in_a_group_leads_to_its_place_and_is_no_second_name(
    word: str,
) -> None:
    if word in NOUNS:  # It is the name of its own group now.
        assert f"  {path_of(word).split()[1]} " in roundbook("help", word).out
        return
    said = roundbook(word, code=2)
    assert f"there is no command {word!r}. Do you mean " in said.err
    assert f"`{MOVED[word]}`" in said.err
    assert said.err.count("\n") == 1, "one sentence, without the usage"
    assert roundbook("help", word, code=2).err.endswith(said.err.splitlines()[-1] + "\n")


@pytest.mark.parametrize("verb", VERBS)
def test_every_command_is_found_where_it_is_typed(verb: str) -> None:
    found, rest = below(path_of(verb).split())
    assert found is not None
    assert not rest
    assert roundbook("help", *path_of(verb).split()).code == 0


@pytest.mark.parametrize("noun", NOUNS)
def test_every_group_has_help_of_its_own(noun: str) -> None:
    shown = roundbook("help", noun).out
    found = below([noun])[0]
    assert isinstance(found, click.Group)
    assert all(f"\n  {part} " in shown for part in found.commands)
    assert line_of(noun).endswith(".")
    assert f"`{noun} " not in roundbook(noun, "zzzz", code=2).err


def test_a_word_in_the_wrong_group_leads_to_the_right_one() -> None:
    assert "Do you mean `round slips`?" in roundbook("ruling", "slips", code=2).err
    assert "Do you mean `round clock`?" in roundbook("round", "clokc", code=2).err
    assert "`help ruling` lists the commands." in roundbook("ruling", "qqqq", code=2).err


# Looking and doing are one word.


@pytest.mark.parametrize("word", LOOKS)
def test_a_word_alone_shows_what_there_is(line: Line, word: str) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    before = line.files()
    assert line.at(word, code=0).out.startswith("Cup\n")
    assert line.at(word, "--json", code=0).data["as_of"]["name"] == "Cup"
    at_prompt = line.run("desk", "-C", line.folder, stdin=b"call\n") if word == "call" else None
    assert at_prompt is None or "no table is waiting" in at_prompt.out
    assert line.files() == before
    assert LOOKS[word].says.split(",")[0] in " ".join(roundbook("help", word).out.split())


def test_a_penalty_of_a_player_alone_is_looked_up(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    line("penalty", "Ana", "warning", "--for", "slow play")
    assert "slow play" in line.at("penalty", "Ana", code=0).out
    assert "slow play" not in line.at("penalty", "Ben", code=0).out


def test_a_draft_alone_shows_its_pick_order(line: Line) -> None:
    line.start("--format", "booster-draft")
    line.register("Ana", "Ben", "Cho", "Dee")
    assert "`roundbook draft seats booster`" in line.at("draft", code=3).err
    line("draft seats", "booster")
    assert line.at("draft", code=0).out == line.at("draft order", code=0).out


# One way to name a tournament.


def test_a_tournament_is_named_by_the_folder_or_by_one_option(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    there = roundbook("standings", "-C", line.folder, code=0).out
    assert roundbook("-C", line.folder, "standings", code=0).out == there
    # The clock of the round goes on between the two.
    clock = re.compile(r"\d:\d\d$", re.MULTILINE)
    told = (line.run("-C", line.folder, code=0).out, line.at("status").out)
    assert clock.sub("", told[0]) == clock.sub("", told[1])
    for verb in ("verify", "file check", "file replay", "shelf tournaments"):
        assert roundbook(verb, "-C", line.folder) == roundbook(verb, "-C", line.folder)
    monkeypatch.chdir(line.folder)
    assert roundbook("standings", code=0).out == there


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("standings", "cup"), "cup is a folder; use `roundbook standings -C cup`."),
        (("explain", "cup", "p1"), "cup is a folder; use `roundbook explain p1 -C cup`."),
        (("start", "masters", "cup"), "cup is a folder; use `roundbook start … -C cup`."),
        (("proof key", "cup"), "cup is a folder; use `roundbook proof key -C cup`."),
        (("standings", "--dir", "cup"), "Name the tournament's folder with -C, as in `-C cup`."),
        (("note", "x", "--dir", "cup"), "Name the tournament's folder with -C, as in `-C cup`."),
        (("file diff", "--dir", "cup", "x"), "No such option '--dir'.\n"),
        (("people requests", "cup"), "cup is a folder; use `roundbook people requests -C cup`."),
    ],
)
def test_the_folder_in_another_place_leads_to_the_option(
    line: Line, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], sentence: str
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    monkeypatch.chdir(line.folder.parent)
    assert sentence in roundbook(*words, code=2).err


def _groups(command: click.Command) -> list[click.Command]:
    parts = command.commands.values() if isinstance(command, click.Group) else ()
    return [command, *(each for part in parts for each in _groups(part))]


def test_no_command_has_the_old_option() -> None:
    every = [each for word in WORDS for each in _groups(below([word])[0] or click.Command("x"))]
    assert len(every) > 100
    assert not [each.name for each in every for one in each.params if "--dir" in one.opts]


# One way to name a match.


@pytest.fixture
def later(line: Line) -> Line:
    """A tournament in its second round, of which the first table is reported."""
    line.begin("Ana", "Ben", "Cho", "Dee", played=1)
    line.pair()
    line("report", "1", "2-0")
    return line


def test_a_table_of_an_earlier_round_is_named_by_both_numbers(later: Line) -> None:
    """`correct 1-1`, `what-if 1-2` and `history 2-1`: nobody types the pool."""
    said = later("correct", "1-1", "2-1", "--reason", "a slip").out
    assert "masters-1-1" in said
    for verb, *words in (("what-if", "1-2", "0-2"), ("history", "2-1"), ("proof blame", "1-2")):
        full = [
            word.replace("1-2", "masters-1-2").replace("2-1", "masters-2-1") for word in words[:1]
        ]
        assert later.at(verb, *words, code=0).out == later.at(verb, *full, *words[1:], code=0).out
    assert later.at("history", "1", code=0).out == later.at("history", "masters-2-1").out


@pytest.mark.parametrize(
    "words",
    [
        ("explain", "1-1"),
        ("explain", "lock", "1-1"),
        ("proof dossier", "1-1"),
        ("proof blame", "1-1", "pairing"),
        ("history", "--match", "1-1"),
        ("what-if", "--result", "1-1=0-2"),
        ("withdraw", "2-1", "--reason", "x", "--dry-run"),
        ("extend", "2-2", "3", "--informed", "--dry-run"),
        ("time-called", "2-2", "--games", "1", "--time", "in-turn", "--dry-run"),
        ("call", "2-2", "--dry-run"),
        ("note", "x", "--match", "2-2", "--dry-run"),
        ("report", "2-2", "2-0", "--dry-run"),
    ],
)
def test_every_command_takes_it(later: Line, words: tuple[str, ...]) -> None:
    full = [re.sub(r"^(\d-\d)(?==|$)", r"masters-\1", word) for word in words]
    at = next(n for n, word in enumerate(full) if word.startswith("masters-"))
    typed = [*words[:at], full[at], *words[at + 1 :]]
    assert later.at(*words, code=0).out == later.at(*typed, code=0).out


def test_at_the_prompt_and_in_a_form_it_is_the_same(later: Line) -> None:
    typed = b"2-2 20\n1-1 ?\n1-1 21 because a slip\n"
    later.run("desk", "-C", later.folder, stdin=typed, code=0)
    written = [entry["events"][0]["match"] for entry in later.ledger()[-2:]]
    assert written == [["masters", 2, 2], ["masters", 1, 1]]
    form, fields = FORMS["note"], {"text": "slow play", "match": "1-2"}
    manner = CommandOptions(operator=Operator())
    said = outcome(venue(later.folder), manner, lambda ctx: form.give(ctx, fields, NO_FILE))
    assert said.done
    assert later.ledger()[-1]["events"][0]["match"] == ["masters", 1, 2]


def test_a_table_of_a_round_that_two_pools_have_is_told_apart() -> None:
    both = [MatchId(Pool(pool), 1, 2) for pool in ("masters", "senior")]
    pair = Pairing(PlayerId("p1"), PlayerId("p2"))
    hall = OpenTables(running=(), resting=(), matches=dict.fromkeys(both, pair), results={})
    with pytest.raises(click.UsageError, match="table 2 of round 1 is used in masters and senior"):
        match_in(Table(2, 1), None, hall)
    assert match_in(Table(2, 1), Pool("senior"), hall) == both[1]
    said = parse("1-2 20", hall)
    assert isinstance(said, Wrong)
    assert said.sentence.endswith("type the pool too, as in `masters 1-2 20`.")


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        ("round 1 table 2", "1-2"),
        ("Table 2 of round 1", "1-2"),
        ("Masters A, round 1, table 2", "masters-a-1-2"),
        ("table 12", "table 12"),
        ("Ana Round", "Ana Round"),
    ],
)
def test_a_match_in_the_words_of_a_page_is_understood(words: str, typed: str) -> None:
    assert in_short(words) == typed


def test_a_table_that_no_round_has_is_said(later: Line) -> None:
    said = later.refused("call", "7-1", code=2)
    assert "there is no table 1 of round 7: round 7 is not paired." in said
    said = later.refused("call", "1-99", code=2)
    assert "there is no table 99 of round 1; the tables are 1 to 2." in said
