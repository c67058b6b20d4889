"""`roundbook deck`: lists are judged, taken in before round 1, and kept secret and unchanged."""

import json
from pathlib import Path

import pytest

from roundbook.cli.places import deck_lists
from roundbook.ledger.decks.deck_list import canonical, from_bytes
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.events.decks import DeckRegistered
from roundbook.ledger.importers.lists.pasted_decks import read
from tests.cli.line import Line
from tests.cli.typed import Said, rewrite, roundbook

KEPT = Path(__file__).resolve().parents[2] / "fixtures" / "decks"
LEGAL = "4 Pikachu XY 42\n56 Fire Energy\n"
OTHER = "4 Raichu XY 43\n56 Fire Energy\n"
WRONG = "1 Shiftry NXD 72\n5 Pikachu XY 42\n54 Fire Energy\n"
FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
STANDARD = ("--format", "standard")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("legal", LEGAL), ("other", OTHER), ("wrong", WRONG)):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return tmp_path


def judged(*words: object, stdin: bytes = b"") -> Said:
    return roundbook("deck", "judge", *words, stdin=stdin)


def in_2016(file: Path | str, *words: object, stdin: bytes = b"") -> Said:
    return judged(file, *STANDARD, "--date", "2016-01-16", *words, stdin=stdin)


def opened(line: Line, *words: object) -> None:
    """Open a tournament of the day on which the card pools hold."""
    at = ("--name", "Cup", "--start", "2016-01-16")
    assert line.run("open", line.folder, *at, *words).code == 0
    line.register(*FOUR)


def taken(line: Line, who: str, file: Path, *words: object) -> Said:
    return line("deck", "register", who, file, *STANDARD, *words)


def boxes(line: Line) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (line.folder / "decks").glob("*")}


# --- judge ------------------------------------------------------------------------------------


def test_a_legal_list_is_said_to_be_legal_in_one_line(folder: Path) -> None:
    said = in_2016(folder / "legal.txt")
    assert (said.code, said.err) == (0, "")
    assert said.out == f"{folder / 'legal.txt'}: 60 cards, legal.\n"


@pytest.mark.rule("TRF-1a", "TRF-11.1", "TRF-13.1")
def test_every_breach_is_said_with_its_line_and_its_section(folder: Path) -> None:
    said = in_2016(folder / "wrong.txt")
    assert said.code == 1
    first, *_ = [text for text in said.out.splitlines() if "  hint" not in text]
    assert first.startswith("line 1: Shiftry (NXD 72): NXD is not a set of standard-2015, so the ")
    assert first.endswith("(TRF §1.4, TRF §13.1)")
    assert "line 2: 5 copies of Pikachu; at most 4. (TRF §11.1)\n" in said.out
    assert said.out.endswith("60 cards, 2 breaches.\n")


def test_a_judgement_in_json_names_pool_and_digest(folder: Path) -> None:
    said = in_2016(folder / "wrong.txt", "--json")
    assert said.code == 1
    assert (said.data["format"], said.data["pool"]) == ("standard", "standard-2015")
    assert len(said.data["pool_sha256"]) == 64
    assert [(one["rule"], one.get("line")) for one in said.data["breaches"]] == [
        ("set-not-legal", 1),
        ("copies", 2),
    ]
    assert (said.data["cards"], said.data["prizes"], said.data["sanctioned"]) == (60, 6, True)


def test_a_list_may_come_from_stdin() -> None:
    said = in_2016("-", stdin=LEGAL.encode())
    assert said.out == "-: 60 cards, legal.\n"


@pytest.mark.parametrize(
    ("name", "size"), [("ptcgo.txt", "60 cards"), ("tcg_live.txt", "20 cards")]
)
def test_what_programs_export_is_judged(name: str, size: str) -> None:
    said = judged(KEPT / name, "--format", "unlimited", "--date", "2016-01-16")
    assert said.code == 1
    assert size in said.out


@pytest.mark.rule("A-27")
def test_where_no_pool_holds_everything_but_the_sets_is_judged(folder: Path) -> None:
    """60 cards, four copies, one ACE SPEC and the bans need no list of sets (TRF §11.1, §13.2)."""
    said = judged(folder / "legal.txt", *STANDARD, "--date", "2026-03-07")
    assert said.code == 0
    none = "roundbook has no standard card pool for these deck rules that is valid on 2026-03-07"
    assert none in said.out
    assert "(--pool FILE)" in said.out
    assert "legal.txt: 60 cards, no breach; " in said.out
    assert said.out.endswith("cannot be checked.\n")
    wrong = folder / "modern.txt"
    wrong.write_text(
        "5 Pikachu SVI 25\n1 Computer Search BCR 137 (ACE SPEC)\n"
        "1 Prime Catcher TEF 157 (ACE SPEC)\n1 Mew (world championships)\n53 Fire Energy\n"
    )
    found = judged(wrong, *STANDARD, "--date", "2026-03-07", "--json")
    assert found.code == 1
    assert [(one["rule"], one.get("line", 0)) for one in found.data["breaches"]] == [
        ("deck-size", 0),
        ("copies", 1),
        ("card-limit", 3),
        ("card-refused", 4),
    ]
    assert found.data["unjudged"] == [1, 2, 3, 4]
    assert (found.data["pool"], found.data["pool_sha256"]) == (None, None)
    banned = folder / "banned.txt"
    banned.write_text("4 Shiftry NXD 72\n56 Fire Energy\n")
    said = judged(banned, "--format", "expanded", "--date", "2026-03-07")
    assert (said.code, "is banned in expanded" in said.out) == (1, True)


@pytest.mark.rule("A-27", "TRF-4b")
def test_a_list_of_today_is_registered_without_a_pool(line: Line, folder: Path) -> None:
    line.start("--format", "standard", "--start", "2026-03-07")
    line("register", "Ana Archer", "--birth-year", 1990)
    said = line("deck", "register", "p1", folder / "legal.txt").out
    assert "the sets were not checked; provide a card pool" in " ".join(said.split())
    event = line.ledger()[-1]["events"][0]
    assert "pool" not in event
    assert "breaches" not in event
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("TRF-1.3", "TRF-1.4", "A-27")
def test_an_organiser_brings_a_pool_of_their_own(folder: Path) -> None:
    pattern = roundbook("deck", "pool", "standard-2015").out
    new = '\n[[sets]]\nname = "XY—BREAKpoint"\ncodes = ["BKP"]\nreleased = 2016-02-03\n'
    ours = pattern.replace('name = "standard-2015"', 'name = "ours"') + new
    (folder / "ours.toml").write_text(ours, encoding="utf-8")
    (folder / "new.txt").write_text("4 Psyduck BKP 16\n56 Fire Energy\n", encoding="utf-8")
    words = (folder / "new.txt", *STANDARD, "--pool", folder / "ours.toml", "--date")
    early = judged(*words, "2016-02-23")
    assert early.code == 1
    assert "XY—BREAKpoint is legal from 2016-02-24, so not yet on 2016-02-23" in early.out
    assert judged(*words, "2016-02-24").code == 0


@pytest.mark.rule("TRF-1.8")
def test_at_a_premier_event_in_a_region_the_languages_count(folder: Path) -> None:
    (folder / "fr.txt").write_text("4 Pikachu XY 42 (fr)\n56 Fire Energy\n", encoding="utf-8")
    assert in_2016(folder / "fr.txt", "--premier", "--region", "canada").code == 0
    said = in_2016(folder / "fr.txt", "--premier", "--region", "mexico")
    assert said.code == 1
    assert "line 1: Pikachu (XY 42) is in the language fr, a foreign language here" in said.out
    assert in_2016(folder / "fr.txt", "--region", "mexico").code == 0


@pytest.mark.rule("A-29")
def test_solomon_in_unlimited_is_remarked_and_passes(folder: Path) -> None:
    (folder / "forty.txt").write_text("40 Fire Energy\n", encoding="utf-8")
    words = ("--format", "solomon-draft", "--pool", "unlimited-2016")
    said = judged(folder / "forty.txt", *words)
    assert said.code == 0
    assert "note: solomon-draft is not one of the drafts of unlimited" in said.out
    within = ("--format", "2-on-2-limited", "--draft", "solomon-draft")
    said = judged(folder / "forty.txt", *within)
    assert said.code == 0
    assert "not one of the drafts of 2-on-2-limited (TRF §14.1.2)" in said.out


@pytest.mark.rule("TRF-11.2", "TRF-1a")
def test_a_limited_deck_is_part_of_what_was_handed_out(folder: Path) -> None:
    (folder / "given.txt").write_text("30 Pikachu\n5 Raichu\n", encoding="utf-8")
    (folder / "deck.txt").write_text("30 Pikachu\n10 Fire Energy\n", encoding="utf-8")
    words = (folder / "deck.txt", "--format", "sealed", "--pool-list", folder / "given.txt")
    said = judged(*words)
    assert said.code == 1
    assert "line 2: 10 of 10 Fire Energy were not handed out. (TRF §1, §11.2)" in said.out
    assert judged(*words, "--basic-energy").code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--format", "modified"), 2, "'modified' is not one of"),
        ((), 2, "Missing option '--format'"),
        ((*STANDARD, "--pool", "standard-2031"), 2, 'there is no card pool "standard-2031"'),
        ((*STANDARD, "--region", "moon"), 2, "'moon' is not one of"),
        ((*STANDARD, "--draft", "sealed"), 2, "standard is Constructed"),
    ],
)
def test_a_wrong_option_is_misuse(
    folder: Path, words: tuple[str, ...], code: int, said: str
) -> None:
    found = judged(folder / "legal.txt", "--date", "2016-01-16", *words)
    assert found.code == code
    assert said in found.err


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfe", "bad.txt, line 1: it is not UTF-8 text"),
        (b"Pikachu\n", 'bad.txt, line 1: "Pikachu" does not begin with a count'),
        (b"4 Pika\x1bchu\n", "bad.txt, line 1: it contains control or text-direction characters"),
        (b"", "bad.txt is empty."),
    ],
)
def test_a_list_that_cannot_be_read_is_said_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.txt").write_bytes(data)
    found = in_2016("bad.txt")
    assert found.code == 5
    assert found.err.startswith(f"cannot read: {said}")
    assert found.err.count("\n") == 2
    assert found.out == ""


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    found = in_2016(tmp_path / "none.txt")
    assert found.code == 5
    assert "none.txt: no such file or directory." in found.err


def test_the_pools_that_are_carried_are_listed() -> None:
    assert roundbook("deck", "pool").out.splitlines() == [
        "standard-2015: standard, from 2014-09-01 to 2016-08-31",
        "standard-2015-boundaries-crossed: standard, from 2014-09-01 to 2016-08-31",
        "expanded-2015: expanded, from 2014-09-01 to 2016-08-31",
        "unlimited-2016: unlimited, from 2014-09-01",
        *(
            f"{kind}-2027-notes: {kind}, from 2026-09-01 to 2027-08-31; from public notes, not "
            "checked against the documents of 1 September 2026"
            for kind in ("standard", "expanded")
        ),
    ]
    assert roundbook("deck", "pool", "none").code == 2


# --- register ---------------------------------------------------------------------------------


@pytest.mark.rule("TRF-4a")
def test_a_list_is_taken_in_kept_beside_the_ledger_and_bound_to_it(
    line: Line, folder: Path
) -> None:
    opened(line)
    said = taken(line, "Ana", folder / "legal.txt")
    assert said.out == (
        "Entry 6: Ana Lopez (p1) handed in the list of a deck of 60 cards, for standard.\n"
        "The deck list of Ana Lopez (p1) has 60 cards for standard.\n"
    )
    [event] = line.ledger()[-1]["events"]
    assert (event["event"], event["player"], event["cards"]) == ("deck-registered", "p1", 60)
    assert (event["format"], event["pool"]) == ("standard", "standard-2015")
    [(name, data)] = boxes(line).items()
    assert name == f"p1-{event['commitment']}.json"
    kept = from_bytes(data, name)
    assert kept.commitment == event["commitment"]
    assert kept.deck == canonical(read(LEGAL.encode(), "x"))
    assert "Pikachu" not in (line.folder / "ledger.jsonl").read_text(encoding="utf-8")
    assert roundbook("verify", line.folder).code == 0


def test_two_equal_lists_do_not_look_alike_in_the_record(line: Line, folder: Path) -> None:
    opened(line)
    taken(line, "p1", folder / "legal.txt")
    taken(line, "p2", folder / "legal.txt")
    one, other = (entry["events"][0]["commitment"] for entry in line.ledger()[-2:])
    assert one != other


@pytest.mark.rule("TRF-4a", "TRF-4b")
def test_a_list_may_be_handed_in_again_and_the_one_before_is_kept(line: Line, folder: Path) -> None:
    opened(line)
    taken(line, "p1", folder / "legal.txt")
    again = line("deck", "register", "p1", folder / "other.txt")
    assert again.out.endswith("has 60 cards for standard and replaces the earlier list.\n")
    assert len(boxes(line)) == 2
    shown = roundbook("deck", "show", "-C", line.folder, "p1")
    assert "4 Raichu XY 43" in shown.out
    assert "Pikachu" not in shown.out
    before = roundbook("deck", "show", "-C", line.folder, "p1", "--as-of", "6")
    assert "4 Pikachu XY 42" in before.out


@pytest.mark.rule("TRF-4b")
def test_once_round_1_has_started_no_list_changes_or_comes(line: Line, folder: Path) -> None:
    opened(line)
    taken(line, "p1", folder / "legal.txt")
    line.first_round()
    boxed = boxes(line)
    line.refused("deck", "register", "p1", folder / "other.txt", rule="deck-frozen")
    line.refused("deck", "register", "p2", folder / "legal.txt", rule="deck-frozen")
    because = ("--override", "deck-frozen", "--because", "he asked nicely")
    line.refused("deck", "register", "p1", folder / "other.txt", *because, rule="deck-frozen")
    assert boxes(line) == boxed


@pytest.mark.rule("TRF-4a")
def test_a_late_player_hands_in_a_list_before_they_play(line: Line, folder: Path) -> None:
    opened(line)
    taken(line, "p1", folder / "legal.txt")
    line.first_round()
    line("late", "Eve Ray", "--birth-year", 1990, "--informed")
    taken(line, "p5", folder / "legal.txt")
    line.play(1)
    line.pair()
    line.refused("deck", "register", "p5", folder / "other.txt", rule="deck-frozen")


@pytest.mark.rule("TRF-1a")
def test_a_list_with_breaches_is_refused_unless_an_official_lets_it_pass(
    line: Line, folder: Path
) -> None:
    opened(line)
    words = ("deck", "register", "p1", folder / "wrong.txt", *STANDARD)
    said = line.refused(*words, rule="deck-not-legal")
    assert "line 2: 5 copies of Pikachu; at most 4. (TRF §11.1)\n" in said
    assert not (line.folder / "decks").exists()
    line(*words, "--override", "deck-not-legal", "--because", "a reprint; one copy comes out")
    [event] = line.ledger()[-1]["events"]
    assert (event["breaches"], event["override"]["rule"]) == (2, "deck-not-legal")
    verified = roundbook("verify", line.folder, code=0)
    assert "1 override" in verified.out


def test_a_deck_of_another_size_is_refused_whoever_asks(line: Line, folder: Path) -> None:
    opened(line)
    (folder / "short.txt").write_text("59 Fire Energy\n", encoding="utf-8")
    words = ("deck", "register", "p1", folder / "short.txt", *STANDARD)
    line.refused(*words, rule="deck-size")


@pytest.mark.rule("TRF-1.8")
def test_at_a_premier_event_the_lists_are_judged_so(line: Line, folder: Path) -> None:
    opened(line, "--premier")
    (folder / "ja.txt").write_text("4 Pikachu XY 42 (ja)\n56 Fire Energy\n", encoding="utf-8")
    words = ("deck", "register", "p1", folder / "ja.txt", *STANDARD, "--region", "europe")
    assert "is in the language ja" in line.refused(*words, rule="deck-not-legal")


@pytest.mark.rule("TRF-4a", "TRF-11.2")
def test_in_limited_the_unused_cards_belong_to_the_list(line: Line, folder: Path) -> None:
    opened(line)
    (folder / "given.txt").write_text("30 Pikachu\n5 Raichu\n", encoding="utf-8")
    (folder / "deck.txt").write_text("28 Pikachu\n12 Fire Energy\n", encoding="utf-8")
    by = ("--format", "sealed", "--pool-list", folder / "given.txt", "--basic-energy")
    line("deck", "register", "p1", folder / "deck.txt", *by)
    [event] = line.ledger()[-1]["events"]
    assert (event["cards"], event["unused"]) == (40, 7)
    shown = roundbook("deck", "show", "-C", line.folder, "p1").out
    assert shown.endswith("28 Pikachu\n12 Fire Energy\nUnused\n2 Pikachu\n5 Raichu\n")


def test_the_first_list_says_the_format(line: Line, folder: Path) -> None:
    opened(line)
    words = ("deck", "register", "p1", folder / "legal.txt")
    assert "give the format of the tournament (--format)" in line.refused(*words, code=2)


@pytest.mark.rule("LED-5")
def test_a_repeated_command_answers_the_first(line: Line, folder: Path) -> None:
    opened(line)
    first = taken(line, "p1", folder / "legal.txt", "--cmd", "d1")
    boxed, files = boxes(line), line.files()
    assert taken(line, "p1", folder / "legal.txt", "--cmd", "d1").out == first.out
    assert (boxes(line), line.files()) == (boxed, files)
    words = ("deck", "register", "p1", folder / "other.txt", "--cmd", "d1")
    assert "was already used by entry 6" in line.refused(*words)


def test_a_rehearsal_writes_nothing(line: Line, folder: Path) -> None:
    opened(line)
    before = line.files()
    said = taken(line, "p1", folder / "legal.txt", "--dry-run")
    assert said.out.startswith("Nothing was written.\nThis would be entry 6: Ana Lopez (p1) ")
    assert line.files() == before
    assert not (line.folder / "decks").exists()


def test_the_answer_in_json_holds_the_judgement(line: Line, folder: Path) -> None:
    opened(line)
    said = taken(line, "p1", folder / "legal.txt", "--json")
    assert said.data["judgement"]["breaches"] == []
    assert said.data["entries"][0]["events"][0]["event"] == "deck-registered"


# --- list, show, start, verify ----------------------------------------------------------------


def test_the_staff_sees_who_has_handed_in_and_who_has_not(line: Line, folder: Path) -> None:
    opened(line)
    taken(line, "p2", folder / "legal.txt")
    said = roundbook("deck", "list", "-C", line.folder)
    assert said.out.splitlines()[1:4] == [
        "Number  Player     Division  Cards  Format",
        "p1      Ana Lopez  Masters          no list yet",
        "p2      Ben Ode    Masters      60  standard",
    ]
    assert said.out.endswith("1 of 4 lists handed in\n")
    assert "Pikachu" not in said.out
    data = roundbook("deck", "list", "-C", line.folder, "--json").data
    assert data["missing"] == ["p1", "p3", "p4"]
    assert [one["player"] for one in data["lists"]] == ["p2"]


def test_the_start_warns_of_missing_lists_where_lists_are_handed_in(
    line: Line, folder: Path
) -> None:
    opened(line)
    taken(line, "p2", folder / "legal.txt")
    line("announce")
    line("pair")
    said = line("start")
    assert "No deck list yet: Ana Lopez (p1), Cho Min (p3), Dee Fox (p4).\n" in said.out
    line.play(1)
    line("pair")
    assert "No deck list yet" not in line("start").out


def test_without_any_list_the_start_warns_of_none(line: Line) -> None:
    opened(line)
    line("announce")
    line("pair")
    assert "No deck list yet" not in line("start").out


def test_a_list_is_shown_as_it_can_be_handed_in_again(line: Line, folder: Path) -> None:
    opened(line)
    taken(line, "p1", folder / "legal.txt")
    said = roundbook("deck", "show", "-C", line.folder, "p1")
    heading, *text = said.out.splitlines(keepends=True)
    assert heading == "Ana Lopez (p1): 60 cards, format standard, pool standard-2015\n"
    assert read("".join(text).encode(), "x").lines == read(LEGAL.encode(), "x").lines
    data = roundbook("deck", "show", "-C", line.folder, "p1", "--json").data
    assert data["deck"]["lines"][0] == {"count": 4, "title": "Pikachu", "set": "XY", "number": "42"}
    nobody = roundbook("deck", "show", "-C", line.folder, "p2")
    assert (nobody.code, nobody.err.count("\n")) == (3, 2)


def test_history_says_that_a_list_came_and_not_what_is_in_it(line: Line, folder: Path) -> None:
    opened(line)
    taken(line, "p1", folder / "legal.txt")
    said = " ".join(roundbook("history", "-C", line.folder, "--player", "p1").out.split())
    assert "handed in the list of a deck of 60 cards, for standard" in said
    assert "Pikachu" not in said


@pytest.mark.rule("TRF-4b")
def test_a_list_that_was_changed_behind_the_desk_is_found(line: Line, folder: Path) -> None:
    opened(line)
    taken(line, "p1", folder / "legal.txt")
    [path] = (line.folder / "decks").glob("*.json")
    path.write_text(path.read_text(encoding="utf-8").replace("Pikachu", "Raichu"), encoding="utf-8")
    said = roundbook("verify", line.folder, code=5)
    assert "is not the list that was handed in: its digest does not match." in said.out
    shown = roundbook("deck", "show", "-C", line.folder, "p1")
    assert (shown.code, shown.out) == (5, "")


def test_a_record_that_hides_a_breach_of_its_list_is_found(line: Line, folder: Path) -> None:
    opened(line)
    because = ("--override", "deck-not-legal", "--because", "a copy comes out")
    taken(line, "p1", folder / "wrong.txt", *because)
    assert roundbook("verify", line.folder).code == 0
    rewrite(line.folder, lambda text: text.replace('"breaches":2,', '"breaches":1,'))
    said = roundbook("verify", line.folder, code=5)
    assert "the deck list of p1 has 2 breaches, but the ledger states 1." in said.out


def test_a_list_judged_by_a_pool_that_was_brought_is_judged_by_it_again(
    line: Line, folder: Path
) -> None:
    opened(line)
    ours = folder / "ours.toml"
    ours.write_text(
        'name = "ours"\nformat = "standard"\nvalid_from = 2016-01-01\n[[sets]]\nname = "BS"\n',
        encoding="utf-8",
    )
    (folder / "old.txt").write_text("4 Pikachu BS 58\n56 Fire Energy\n", encoding="utf-8")
    taken(line, "p1", folder / "old.txt", "--pool", ours)
    assert roundbook("verify", line.folder).code == 0


def test_a_record_that_says_another_size_than_its_list_is_found(line: Line, folder: Path) -> None:
    opened(line)
    taken(line, "p1", folder / "legal.txt")
    kept = from_bytes(next(iter(boxes(line).values())), "x")
    event = {**line.ledger()[-1]["events"][0], "unused": 3}
    forged = DeckRegistered(**{k: v for k, v in event.items() if k != "event"})
    deck_lists.keep(line.folder, forged, kept, None)
    with pytest.raises(
        Unreadable, match="has 60 cards and 0 unused ones, but the ledger states 60 and 3"
    ):
        deck_lists.kept_list(line.folder, forged)


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff", b"[" * 100_000, b'{"deck":{"lines":1}}'])
def test_a_damaged_list_is_said_in_words(line: Line, folder: Path, data: bytes) -> None:
    opened(line)
    taken(line, "p1", folder / "legal.txt")
    [path] = (line.folder / "decks").glob("*.json")
    path.write_bytes(data)
    said = roundbook("verify", line.folder, code=5)
    assert "Traceback" not in said.out + said.err
    assert "damaged: " in said.out


def test_a_list_that_is_missing_is_remarked_and_is_no_fault(line: Line, folder: Path) -> None:
    opened(line)
    taken(line, "p1", folder / "legal.txt")
    [path] = (line.folder / "decks").glob("*.json")
    path.unlink()
    said = roundbook("verify", line.folder, code=0)
    assert "note: the deck list of p1 is missing" in said.out
    assert "Restore it from a copy" in roundbook("deck", "show", "-C", line.folder, "p1").err


def test_a_list_is_not_missing_from_an_archive_or_after_an_erasure(
    line: Line, folder: Path, tmp_path: Path
) -> None:
    opened(line)
    taken(line, "p1", folder / "legal.txt")
    archive = tmp_path / "cup.zip"
    assert line.run("archive", line.folder, "--unfinished", "a test", "--out", archive).code == 0
    assert "deck list of p1" not in roundbook("verify", archive).out
    line("people erase", "p1", "--reason", "she asked", "--yes")
    assert "deck list of p1" not in roundbook("verify", line.folder).out


@pytest.mark.rule("A-27")
def test_a_pool_that_was_brought_is_kept_and_compared(line: Line, folder: Path) -> None:
    opened(line)
    pattern = roundbook("deck", "pool", "standard-2015").out
    ours = folder / "ours.toml"
    ours.write_bytes(pattern.replace('name = "standard-2015"', 'name = "ours"').encode())
    taken(line, "p1", folder / "legal.txt", "--pool", ours)
    [event] = line.ledger()[-1]["events"]
    assert event["pool"] == "ours"
    path = line.folder / "decks" / f"pool-{event['pool_sha256']}.toml"
    assert path.read_bytes() == ours.read_bytes()
    path.write_bytes(b"name = 'other'\n")
    said = roundbook("verify", line.folder, code=5)
    assert "is not the card pool that was used" in said.out


def test_a_forged_size_is_found(line: Line, folder: Path) -> None:
    opened(line)
    taken(line, "p1", folder / "legal.txt")
    path = line.folder / "ledger.jsonl"
    *lines, last = path.read_bytes().splitlines(keepends=True)
    entry = json.loads(last)
    assert entry["events"][0]["cards"] == 60
    path.write_bytes(b"".join(lines) + last.replace(b'"cards":60', b'"cards":61'))
    assert roundbook("verify", line.folder).code == 5


@pytest.mark.rule("TRF-1.8", "TRF-11.2")
def test_region_and_basic_energy_are_said_once_for_the_event(line: Line, folder: Path) -> None:
    """German cards are local in Europe; Energy that was announced need not be handed out."""
    at = ("--name", "Cup", "--start", "2016-01-16", "--format", "sealed", "--premier")
    assert line.run("open", line.folder, *at, "--region", "united-states").code == 0
    assert line.ledger()[0]["events"][0]["region"] == "united-states"
    line.register(*FOUR)
    given, deck = folder / "given.txt", folder / "german.txt"
    given.write_text("20 Pikachu XY 42 (de)\n")
    deck.write_text("20 Pikachu XY 42 (de)\n20 Fire Energy\n")
    hand_in = ("deck", "register", "p1", deck, "--pool-list", given)
    refused = line.refused(*hand_in, rule="deck-not-legal")
    assert "2 breaches" in refused, "foreign cards, and Energy that nobody gave"
    line("announce", "--rounds", 3, "--basic-energy", "--energy-told-ahead")
    refused = line.refused(*hand_in, rule="deck-not-legal")
    assert "1 breach" in refused
    assert "in the language de, a foreign language here" in refused
    line(*hand_in, "--region", "europe")
