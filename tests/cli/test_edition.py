"""Rules that an organiser makes: begun with another edition, checked, compared."""

import hashlib
import re
import tomllib
from pathlib import Path

import jsonschema_rs
import msgspec
import pytest

from roundbook.cli.commands.schema import schema_of
from roundbook.ledger.decks import pools
from roundbook.ledger.decks.released import load as pool_text
from roundbook.ledger.rulesets import custom, released
from roundbook.ledger.rulesets.questions import QUESTIONS
from roundbook.ledger.rulesets.ruleset import Ruleset
from tests.cli.line import Line
from tests.cli.typed import roundbook


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("base", released.EDITIONS)
def test_a_new_edition_has_every_rule_of_its_base_and_a_name_of_its_own(
    here: Path, base: str
) -> None:
    assert roundbook("edition", "new", "ours.toml", "--from", base).code == 0
    assert roundbook("edition", "diff", base, "ours.toml").code == 0
    data = (here / "ours.toml").read_bytes()
    rules = custom.read(data)
    assert (rules.edition, rules.title) == ("ours", "ours")
    assert b"has been released" not in data
    checked = roundbook("edition", "check", "ours.toml", "--json").data
    season = released.load(base).season
    sha256 = hashlib.sha256(data).hexdigest()
    of_top = not released.load(base).citations  # No document of other seasons is named.
    lock = (
        "the lock is that of TOP §4" if of_top else "a result locks when 2 later rounds are paired"
    )
    assert checked == {
        "edition": "ours",
        "title": "ours",
        "season": season,
        "sha256": sha256,
        "own_rules": f"own rules (0 fields differ from {base}; {lock})",
        "unanswered": [],
        "not_said": [],
    }
    assert rules.parent == base


@pytest.mark.rule("TOP-3.1.1a")
@pytest.mark.parametrize("base", ["play-2017", "tom"])
def test_the_years_of_birth_of_a_new_edition_are_those_of_its_season(here: Path, base: str) -> None:
    """Season 2018 had Juniors from 2007; nine seasons later the rule of the program counts."""
    roundbook("edition", "new", "y-2027.toml", "--from", base, "--season", "2027")
    years = custom.read((here / "y-2027.toml").read_bytes()).divisions
    assert years is not None
    assert [(r.season, r.junior_from, r.senior_from) for r in years.seasons] == [(2027, 2015, 2011)]
    changed = roundbook("edition", "diff", base, "y-2027.toml", "--json").data["fields"]
    assert {one["field"].partition("[")[0] for one in changed} == {"divisions.seasons"}
    again = roundbook("edition", "new", "y-2028.toml", "--from", "y-2027.toml", "--season", "2028")
    assert again.code == 0
    assert custom.read((here / "y-2028.toml").read_bytes()).season == 2028


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("tom.toml", "--from", "tom"), 2, '"tom" cannot be the name of an edition'),
        (("Our Rules.toml", "--from", "tom"), 2, '"Our Rules" cannot be the name of an edition'),
        (("ours.toml", "--from", "play-2099"), 2, 'there is no edition "play-2099"; give a file'),
        (("taken.toml", "--from", "tom"), 3, "taken.toml already exists."),
        (("ours.toml", "--from", "dci-pod", "--season", "2027"), 3, "does not belong to a season"),
        (("ours.toml", "--from", "taken.toml"), 5, "nothing is not a field of an edition"),
    ],
)
def test_what_cannot_be_made_is_said_and_nothing_is_written(
    here: Path, words: tuple[str, ...], code: int, said: str
) -> None:
    (here / "taken.toml").write_text("nothing = 1\n", encoding="utf-8")
    told = roundbook("edition", "new", *words)
    assert (told.code, told.out) == (code, "")
    assert said in " ".join(told.err.split())
    assert [path.name for path in here.iterdir()] == ["taken.toml"]


def test_a_title_with_quotation_marks_is_kept_as_it_is(here: Path) -> None:
    title = 'The "new" rules of C:\\n'
    roundbook("edition", "new", "ours.toml", "--from", "tom", "--title", title)
    assert custom.read((here / "ours.toml").read_bytes()).title == title


def test_every_mistake_of_a_file_is_named_at_once(here: Path) -> None:
    roundbook("edition", "new", "ours.toml", "--from", "tom")
    text = (here / "ours.toml").read_text(encoding="utf-8")
    wrong = text.replace("win_points = 3", 'win_points = "3"').replace('"tie"', '"tied"', 1)
    (here / "ours.toml").write_text(wrong, encoding="utf-8")
    said = roundbook("edition", "check", "ours.toml")
    assert (said.code, said.out) == (5, "")
    assert said.err.splitlines()[:2] == [
        "cannot read: win_points: input should be a valid integer.",
        "  also: tie_word is 'tied', but must be 'tie' or 'draw'.",
    ]


def test_of_very_many_mistakes_the_first_are_named_and_the_others_counted(here: Path) -> None:
    text = "".join(f"x{number} = 1\n" for number in range(1000))
    (here / "ours.toml").write_bytes(released.text("tom") + b"[more]\n" + text.encode())
    (here / "many.toml").write_text(text, encoding="utf-8")
    assert len(roundbook("edition", "check", "ours.toml").err.splitlines()) == 2
    said = roundbook("edition", "check", "many.toml").err.splitlines()
    missing = sum(field.required for field in msgspec.structs.fields(Ruleset))
    assert (len(said), said[-2]) == (32, f"  also: {970 + missing} more mistakes.")


def test_two_editions_are_compared_field_by_field() -> None:
    said = roundbook("edition", "diff", "play-2017", "top-2017-literal", "--json", code=1)
    asks = "How is a win % calculated, and how does a bye count in it?"
    assert [{**one} for one in said.data["fields"]] == [
        {
            "field": "rate",
            "words": "how a win % is calculated",
            "asks": asks,
            "a": "rounds-played",
            "b": "rounds-planned",
        },
        {
            "field": "cap_applies",
            "words": "which opponents the cap applies to",
            "asks": asks,
            "a": "dropped-early",
            "b": "dropped",
        },
    ]
    assert roundbook("edition", "diff", "play-2017", "top-2017-literal").out == (
        "play-2017 → top-2017-literal:\n"
        f"{asks}\n"
        "  how a win % is calculated (rate): rounds-played → rounds-planned\n"
        "  which opponents the cap applies to (cap_applies): dropped-early → dropped\n"
        "2 fields differ.\n"
    )
    rows = roundbook("edition", "diff", "play-2017", "dci-pod", "--plain").out
    assert "vg[8]" in rows
    assert "to 8, swiss 3, cut 2" in rows
    same = roundbook("edition", "diff", "tom", "tom")
    assert (same.code, same.out) == (0, "the editions have the same rules.\n")


@pytest.mark.parametrize(
    ("start", "edition", "said"),
    [
        ("2019-08-31", "play-2017", False),  # Season 2019, one after that of the rules.
        ("2019-09-01", "play-2017", True),  # Season 2020.
        ("2026-03-07", "top-2017-literal", True),
        ("2026-03-07", "tom", False),  # Its years of birth are a rule for every season.
        ("2026-03-07", "dci-pod", False),
    ],
)
def test_open_says_when_the_rules_are_more_than_a_season_old(
    here: Path, start: str, edition: str, *, said: bool
) -> None:
    words = ("--name", "Cup", "--start", start, "--edition", edition)
    out = roundbook("open", "cup", *words).out
    season = 2020 if start == "2019-09-01" else 2026
    assert (f"those of season 2018; the event is in season {season}\n" in out) == said
    stands = roundbook("status", "-C", "cup").out
    assert (f"`roundbook edition new FILE --from {edition} --season {season}`" in stands) == said


def test_status_says_how_to_begin_again_with_the_rules_of_the_season(line: Line) -> None:
    """The folder that was just opened has to go first; the event may also go on as it is."""
    opened = ("open", line.folder, "--name", "Cup", "--start", "2026-11-28")
    line.run(*opened, code=0)
    out = line.run("status", "-C", line.folder).out
    way = f"for other rules, remove the folder {line.folder} and open the event again, with "
    assert f"{way}--edition play-2027-notes or rules of your own (" in out
    again = (
        "The ledger contains only its opening entry. To begin again, remove the folder "
        f"{line.folder}."
    )
    assert again in " ".join(line.run(*opened).err.split())
    own = line.folder / "players.csv"
    own.write_text("name")
    assert "remove" not in line.run(*opened).err  # Their list would go with it.
    own.unlink()
    line("register", "Ana Lopez", "--birth-year", 1990)
    assert "Give a new folder for a new tournament." in line.run(*opened).err
    out = line.run("status", "-C", line.folder).out
    assert "for other rules, open the event again elsewhere, with --edition" in out


def test_an_event_is_opened_with_the_rules_of_its_season(line: Line) -> None:
    file = line.folder.parent / "play-2026.toml"
    line.run("edition", "new", file, "--from", "play-2017", "--season", "2026")
    said = line.run("open", line.folder, "--name", "Cup", "--edition-file", file)
    assert "it uses the rules of" not in said.out
    assert line.run("verify", line.folder).code == 0


@pytest.mark.parametrize("edition", released.EDITIONS)
def test_the_schema_of_an_edition_holds_every_released_one(edition: str) -> None:
    table = tomllib.loads(released.text(edition).decode())
    table |= {key: str(value) for key, value in table.items() if key.startswith("meant")}
    schema = jsonschema_rs.validator_for(schema_of("edition"))
    assert schema.is_valid(table)
    assert not schema.is_valid(table | {"win_pionts": 3})
    assert not schema.is_valid(table | {"win_floor": 0.25})
    assert not schema.is_valid(table | {"tiebreaks": ["by-name", "lot"]})


@pytest.mark.parametrize("pool", [pool.name for pool in pools.released()])
def test_the_schema_of_a_pool_holds_every_released_one(pool: str) -> None:
    table = tomllib.loads(pool_text(pool).decode())
    schema = jsonschema_rs.validator_for(schema_of("pool"))
    table = msgspec.to_builtins(table)
    assert schema.is_valid(table)
    assert not schema.is_valid(table | {"season": 2027})


def test_an_edition_is_not_written_to_a_file_that_claims_another_format(here: Path) -> None:
    said = roundbook("edition", "new", "x.json", "--from", "play-2017")
    assert (said.code, (here / "x.json").exists()) == (2, False)
    assert "an edition is a TOML file; use x.toml." in said.err


def changed(file: Path, *changes: tuple[str, str]) -> Path:
    """Write other values into an edition."""
    text = file.read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    file.write_text(text, "utf-8")
    return file


@pytest.mark.rule("A-75")
def test_rules_of_ones_own_are_named_wherever_somebody_relies_on_them(
    line: Line, tmp_path: Path
) -> None:
    """By what `edition diff` lists, counted; a released edition is not mentioned."""
    line.begin("Ana", "Ben")
    for verb in ("verify", "status"):
        assert "own rules" not in line.run(verb, "-C", line.folder).out
    own = tmp_path / "ours.toml"
    assert roundbook("edition", "new", own, "--from", "tom").code == 0
    assert 'parent = "tom"' in own.read_text("utf-8")
    changed(own, ("win_points = 3", "win_points = 4"), ("byes_each", "# byes_each"))
    cup = tmp_path / "own"
    said = "own rules (2 fields differ from tom; the lock is that of TOP §4)"
    opening = ("--name", "Own", "--start", "2018-03-04", "--edition-file", own)
    for shown in (
        roundbook("edition", "check", own),
        line.run("open", cup, *opening, code=0),
        line.run("status", "-C", cup),
        line.run("verify", cup),
    ):
        assert said in " ".join(shown.out.split())
    differ = roundbook("edition", "diff", "tom", own, "--json").data["fields"]
    names = [one["field"] for one in differ]
    report = line.run("verify", cup)
    assert f"own rules differ in: {', '.join(names)}." in " ".join(report.out.split())
    assert line.run("verify", cup, "--json").data["own_fields"] == names
    assert line.run("status", "-C", cup, "--json").data["own_rules"] == said
    assert roundbook("edition", "check", own, "--json").data["own_rules"] == said


@pytest.mark.rule("A-75")
def test_a_later_lock_is_only_for_events_that_are_not_sanctioned(
    line: Line, tmp_path: Path
) -> None:
    own = tmp_path / "ours.toml"
    assert roundbook("edition", "new", own, "--from", "play-2017").code == 0
    changed(own, ("rounds_until_lock = 2", "rounds_until_lock = 3"))
    refused = roundbook("edition", "check", own, code=5).err
    assert "write sanctioned = false, or leave it at 2" in " ".join(refused.split())
    changed(own, ("rounds_until_lock", "sanctioned = false\nrounds_until_lock"))
    said = (
        "own rules, not sanctioned (2 fields differ from play-2017; a result locks when 3 later "
        "rounds are paired, not as in TOP §4)"
    )
    assert said in " ".join(roundbook("edition", "check", own, code=0).out.split())
    cup = tmp_path / "own"
    line.run("open", cup, "--name", "Own", "--start", "2018-03-04", "--edition-file", own, code=0)
    assert f"no rules broken, {said}." in " ".join(line.run("verify", cup).out.split())


@pytest.mark.rule("A-75")
def test_many_fields_are_folded_and_an_unknown_parent_is_compared_with_the_first(
    line: Line, tmp_path: Path
) -> None:
    own, other = tmp_path / "ours.toml", tmp_path / "theirs.toml"
    assert roundbook("edition", "new", own, "--from", "dci-mtr").code == 0
    assert roundbook("edition", "new", other, "--from", own).code == 0
    text = other.read_text("utf-8")
    assert (text.count("parent ="), 'parent = "ours"' in text) == (1, True)
    cup = tmp_path / "own"
    line.run("open", cup, "--name", "Own", "--edition-file", other, code=0)
    report = line.run("verify", cup)
    fields = line.run("verify", cup, "--json").data["own_fields"]
    shown = " ".join(report.out.split())
    assert f"own rules ({len(fields)} fields differ from play-2017;" in shown
    assert f"{fields[7]} and {len(fields) - 8} more (`roundbook edition diff`)." in shown
    assert fields[8] not in shown


def test_an_edition_for_a_season_lists_what_its_documents_have_not_answered_yet(
    here: Path, line: Line
) -> None:
    """Answered is what somebody takes out of the list; everybody is told of the rest."""
    roundbook("edition", "new", "y-2031.toml", "--from", "play-2017", "--season", "2031", code=0)
    file = here / "y-2031.toml"
    said = roundbook("edition", "check", "y-2031.toml", code=0)
    assert f"{len(QUESTIONS)} questions are not answered yet" in said.out
    asked = roundbook("edition", "check", "y-2031.toml", "--json", code=0).data["unanswered"]
    assert [one["name"] for one in asked] == [one.name for one in QUESTIONS]
    assert roundbook("edition", "diff", "play-2017", "y-2031.toml", "--json").data["fields"] != []
    begun = re.sub(r"(?m)^    \"(?!lock|draws).*\n", "", file.read_text("utf-8"))
    file.write_text(begun, "utf-8")
    left = roundbook("edition", "check", "y-2031.toml", code=0).out
    assert "2 questions are not answered yet, in the order of the documents:\n  lock: " in left
    line.run("open", line.folder, "--name", "Cup", "--edition-file", file, code=0)
    for told in (line.at("status"), line.run("verify", line.folder)):
        assert "2 questions not answered yet" in " ".join(told.out.split())
    again = re.sub(r"(?ms)^unanswered = \[.*?^\]\n", "", begun)
    file.write_text(again, "utf-8")
    assert "not answered" not in roundbook("edition", "check", "y-2031.toml", code=0).out


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        ('["lock", "lock"]', "unanswered lists lock more than once"),
        ('["lunch"]', "unanswered[0] is 'lunch', but must be"),
    ],
)
def test_a_question_that_nobody_asks_is_refused(here: Path, listed: str, said: str) -> None:
    text = released.text("tom").decode().replace('edition = "tom"', 'edition = "ours"')
    text = text.replace("\nsource =", f"\nunanswered = {listed}\nsource =", 1)
    (here / "ours.toml").write_text(text, encoding="utf-8")
    told = roundbook("edition", "check", "ours.toml", code=5)
    assert said in " ".join(told.err.split())


def test_a_season_takes_over_no_days_and_no_doubts_of_its_base(here: Path) -> None:
    """Of which days and documents the base is says nothing about the new edition."""
    made = ("edition", "new", "y-2028.toml", "--from", "play-2027-notes", "--season", "2028")
    roundbook(*made, code=0)
    rules, base = custom.read(Path("y-2028.toml").read_bytes()), released.load("play-2027-notes")
    assert base.unchecked
    assert base.meant_from
    assert (rules.unchecked, rules.meant_from, rules.meant_until) == (None, None, None)
    assert rules.source == "to be named: the documents of this season"
    assert rules.citations == base.citations
    text = (
        Path("y-2028.toml")
        .read_text("utf-8")
        .replace("win_points", 'not_said = ["lock"]\nwin_points', 1)
    )
    Path("y-2028.toml").write_text(re.sub(r'(?m)^ +"lock",.*\n', "", text), "utf-8")
    roundbook("edition", "new", "y-2029.toml", "--from", "y-2028.toml", "--season", "2029", code=0)
    again = custom.read(Path("y-2029.toml").read_bytes())
    assert (again.not_said, len(again.unanswered)) == ((), len(QUESTIONS))
    assert Path("y-2029.toml").read_text("utf-8").count("# Made from ") == 1


def test_a_copy_keeps_what_is_not_certain(here: Path) -> None:
    """Without a season it is the same edition under another name, and as doubtful."""
    roundbook("edition", "new", "ours.toml", "--from", "play-2027-notes", code=0)
    rules, base = custom.read(Path("ours.toml").read_bytes()), released.load("play-2027-notes")
    assert (rules.unchecked, rules.meant_from) == (base.unchecked, base.meant_from)


def test_what_the_documents_do_not_say_is_an_answer(here: Path, line: Line) -> None:
    """Of a whole question, or of a field: shown with the values that hold, and no doubt."""
    text = released.text("tom").decode().replace('edition = "tom"', 'edition = "ours"')
    said = 'not_said = ["second-day", "times.pre_game", "retention"]'
    (here / "ours.toml").write_text(text.replace("\nsource =", f"\n{said}\nsource =", 1), "utf-8")
    told = " ".join(roundbook("edition", "check", "ours.toml", code=0).out.split())
    assert "not answered yet" not in told
    assert (
        "the documents leave these open, so the values in the file apply: "
        "How long must results be kept? retention_months = 3 "
        "Which rounds count in the percentages on day two? day_two = day-two-only "
        "minutes before the clock starts: times.pre_game = 2 " in told
    )
    data = roundbook("edition", "check", "ours.toml", "--json", code=0).data
    assert [one["name"] for one in data["not_said"]] == [
        "retention",
        "second-day",
        "times.pre_game",
    ]
    opened = line.run("open", line.folder, "--name", "Cup", "--edition-file", "ours.toml", code=0)
    assert "not answered" not in opened.out


@pytest.mark.parametrize(
    ("days", "start", "said"),
    [
        (("2030-09-01", "2031-08-31"), "2030-08-31", "from 2030-09-01 until 2031-08-31"),
        (("2030-09-01", "2031-08-31"), "2030-09-01", ""),
        (("2030-09-01", "2031-08-31"), "2031-08-31", ""),
        (("2030-09-01", ""), "2030-08-31", "from 2030-09-01"),
        (("", "2031-08-31"), "2031-09-01", "until 2031-08-31"),
    ],
)
def test_an_event_on_other_days_than_the_edition_is_meant_for_is_told(
    line: Line, days: tuple[str, str], start: str, said: str
) -> None:
    ours = line.home.parent / "ours.toml"
    line.run("edition", "new", ours, "--from", "tom", code=0)
    fields = zip(("meant_from", "meant_until"), days, strict=True)
    lines = "".join(f"{name} = {day}\n" for name, day in fields if day)
    ours.write_text(ours.read_text("utf-8").replace("win_points", f"{lines}win_points", 1), "utf-8")
    opened = line.run(
        "open", line.folder, "--name", "Cup", "--start", start, "--edition-file", ours, code=0
    )
    other = f"ours is meant for events {said}, but this one starts on {start}"
    for told in (opened, line.at("status"), line.run("lab doctor", "-C", line.folder)):
        assert (other in " ".join(told.out.split())) == bool(said)


BAD = [
    # what is written, and the one sentence that names its field
    (
        ('[[tables]]\nname = "vg"\nrows = [{from = 4, swiss = 3, cut = 0}]\n',),
        "tables: vg is given",
    ),
    (
        ('[[tables]]\nname = "own"\nrows = [{from = 4, swiss = 3, cut = 0}]\n',) * 2,
        "tables: own is given twice",
    ),
    (
        (
            (
                "[[tables]]\nname = 'own'\n"
                "rows = [{from = 4, swiss = 3, cut = 0, day_two_rounds = 2, day_two_points = 10}]\n"
            ),
        ),
        "tables, own, row 4: day_two_points is 10, but 3 rounds give at most 9",
    ),
    (("verdicts = 'tcg-2031'\n",), "verdicts is 'tcg-2031', but must be"),
    (("verdicts = 'tcg-2026'\n",), "verdicts names a table from other documents"),
    (("deck_rules = 'trf-2031'\n",), "deck_rules is 'trf-2031', but must be"),
    (("deck_rules = 'tcg-2026-notes'\n",), "deck_rules names rules from other documents"),
    (("retention_months = -1\n",), "retention_months: "),
    (("retention_months = 'three'\n",), "retention_months: "),
    (("announced = ['breaks', 'breaks']\n",), "announced lists breaks more than once"),
    (("announced = ['lunch']\n",), "announced[0] is 'lunch', but must be"),
    (("penalties = ['prize', 'prize']\n",), "penalties lists prize more than once"),
    (("citations = {'TOP §4' = 'TRF §8'}\n",), "own documents, not 'TRF §8'"),
    (("[citations]\n'TOP §4' = 'OLH 2'\n",), "rounds_source is TOP §3.3.5, but the edition has"),
    (("not_said = ['lock', 'lock']\n",), "not_said lists lock more than once"),
    (("not_said = ['lunch']\n",), "not_said: 'lunch' is neither a question nor a field of one"),
    (
        ("not_said = ['lock']\nunanswered = ['lock']\n",),
        "unanswered and not_said both list lock",
    ),
    (
        ("rounds_source = 'OLH 3'\n", "citations = {'result-lokced' = 'OLH 2'}\n"),
        "did you mean result-locked?",
    ),
    (
        ("rounds_source = 'OLH 3'\n", "citations = {'TOP §9.9' = 'OLH 2'}\n"),
        '"TOP §9.9" is neither a section of the 2016 or',
    ),
    (("meant_from = 2031-09-01\nmeant_until = 2031-08-31\n",), "meant_until (2031-08-31) is"),
]


@pytest.mark.parametrize(("lines", "said"), BAD)
def test_what_an_edition_cannot_say_is_refused_in_one_sentence(
    here: Path, lines: tuple[str, ...], said: str
) -> None:
    text = released.text("play-2017").decode().replace('"play-2017"', '"ours"')
    for line in lines:
        name = line.partition(" =")[0]
        if name.isidentifier():
            text = re.sub(rf"(?m)^{name} = .*\n", "", text)
        text = f"{text}\n{line}" if line.startswith("[") else f"{line}{text}"
    (here / "ours.toml").write_text(text, encoding="utf-8")
    told = roundbook("edition", "check", "ours.toml", code=5)
    assert said in " ".join(told.err.split())
    assert len([one for one in told.err.splitlines() if not one.startswith("  ")]) == 1
