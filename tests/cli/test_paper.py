"""What people print: PDF files of the views, recorded where they are posted, and made again."""

from collections import Counter
from datetime import UTC, datetime
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from unicodedata import normalize

import pytest
from pypdf import PdfReader

from roundbook.cli.printing import fonts, round_pdf
from roundbook.cli.session import clock
from roundbook.projections.reports.lists import split
from roundbook.projections.reports.names import last_first
from tests.cli.line import Line
from tests.cli.swiss import finish, play
from tests.cli.test_post import paired, second_round
from tests.projections.paper import KHMER, KHMER_NAME, in_order, joined, pages_of, words


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without fonts of its own, so that a test means the same everywhere."""
    monkeypatch.setattr(fonts, "_folders", lambda: [tmp_path / "fonts"])


def printed(line: Line, *words_typed: object, name: str = "out.pdf") -> bytes:
    """What a verb prints as PDF; every file has a name of its own."""
    file = line.home.parent / name
    verb, *more = words_typed
    if verb in {"post", "round slips"}:
        line(str(verb), *more, "--pdf", file)
    else:
        said = line.run(verb, *more, "--pdf", file, code=0)
        assert f"SHA-256 {sha256(file.read_bytes()).hexdigest()}" in said.out
    return file.read_bytes()


@pytest.mark.rule("TOP-4a", "TOP-4d", "TOP-4i")
def test_posted_pairings_have_every_player_once_with_record_reminder_and_time(line: Line) -> None:
    paired(line)
    second_round(line)
    said = words(printed(line, "post"))
    assert in_order(
        said,
        "Masters, round 2: pairings",
        "Cup · posted 20",
        "Player Table Record Opponent",
        "Fox, Dee 2 0-0-1 (1) Ode, Ben",
        "Lopez, Ana 1 1-0-0 (3) Min, Cho",
        "Min, Cho 1 0-0-1 (1) Lopez, Ana",
        "Ode, Ben 2 0-1-0 (0) Fox, Dee",
        "round 1 can be corrected until round 3 is paired, this one until the",
    )
    assert "tournament is closed (TOP §4)." in said  # The last line of a foot is set first.
    [event] = line.ledger()[-1]["events"]
    assert event["printed"].keys() == {"paper", "at"}
    assert event["printed"]["paper"] == "a4"
    assert event["printed"]["at"][:10] in said


@pytest.mark.rule("TOP-4c", "TOP-4e")
def test_what_is_printed_is_recorded_and_can_be_made_again_byte_for_byte(line: Line) -> None:
    paired(line)
    for verb, name, more in (
        ("post", "p.pdf", ("--boards", 2)),
        ("round slips", "s.pdf", ("--paper", "letter", "--one-sided")),
    ):
        data = printed(line, verb, *more, name=name)
        seq = len(line.ledger())
        [event] = line.ledger()[-1]["events"]
        assert event["sha256"] == sha256(data).hexdigest()
        again = line.home.parent / f"again-{name}"
        line.run("proof posted", "-C", line.folder, "--entry", seq, "--pdf", again, code=0)
        assert again.read_bytes() == data
        assert line.run("proof posted", "-C", line.folder, "--check", again).code == 0
    second_round(line)
    assert line.run("proof posted", "-C", line.folder, "--entry", len(line.ledger()) - 4).code == 0
    assert line.run("verify", line.folder).code == 0


def test_what_cannot_be_made_again_is_said(line: Line) -> None:
    paired(line)
    printed(line, "post")
    book = line.folder / "people.json"
    book.write_text(book.read_text().replace("Ana Lopez", "Ana Lopes"))
    said = line.run("proof posted", "-C", line.folder, "--entry", 8, code=1)
    assert "not byte for byte what was posted" in said.err
    assert line.run("proof posted", "-C", line.folder, "--entry", 8, "--json").data["same"] is False


def test_a_text_is_not_printed_again_as_pdf(line: Line) -> None:
    paired(line)
    line("post")
    file = line.home.parent / "x.pdf"
    said = line.run("proof posted", "-C", line.folder, "--entry", 8, "--pdf", file)
    assert (said.code, "printed as text" in said.err, file.exists()) == (3, True, False)
    assert line.run("proof posted", "-C", line.folder, "--pdf", file).code == 2


def test_a_repeated_print_is_the_first_one_whatever_the_clock_says(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    paired(line)
    data = printed(line, "post", "--cmd", "p1")
    file = line.home.parent / "out.pdf"
    file.unlink()
    before = line.files()
    monkeypatch.setattr(clock, "now", lambda: datetime(2031, 1, 1, tzinfo=UTC))
    monkeypatch.setattr("roundbook.cli.printing.posting.now", clock.now)
    assert printed(line, "post", "--cmd", "p1") == data
    assert line.files() == before
    file.write_bytes(b"something else")
    assert "already exists" in line.refused("post", "--pdf", file, "--cmd", "p1")


def test_a_dry_run_writes_no_file(line: Line) -> None:
    paired(line)
    before = line.files()
    file = line.home.parent / "x.pdf"
    said = line("round slips", "--dry-run", "--pdf", file)
    slips = "the slips of round 1 of masters"
    would = f"Nothing was written.\nThis would be entry 8: {slips} were prepared.\n"
    assert said.out.startswith(would)
    assert "\nPrint on both sides, flipped on the long edge; then cut the stack.\n" in said.out
    assert not file.exists()
    assert line.files() == before


def test_slips_stand_in_table_order_once_they_are_cut_with_all_pods_as_one_stack(
    line: Line,
) -> None:
    line.start(junior=9, masters=13)
    line("announce")
    line("pair")
    pages = pages_of(printed(line, "round slips", "--one-sided"))
    matches = [
        f"{event['pool']}-1-{table}"
        for event in line.ledger()[-2]["events"]
        if event["event"] == "round-paired"
        for table in event["tables"]
    ]
    assert len(matches) == 10
    assert len(pages) == 3
    piles = [[page.split("match ")[1:][place:][:1] for page in pages] for place in range(4)]
    stack = [slip[0].split()[0] for pile in piles for slip in pile if slip]
    assert stack == matches


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_smallest_rounds_can_be_printed(line: Line, count: int) -> None:
    line.start(masters=count)
    line("announce", "--rounds", 3, "--override", "rounds-differ", "--because", "an example")
    everybody = [f"p{n}" for n in range(1, count + 1)]
    by_hand = (
        f"{'-'.join(everybody[:2])} {'bye:p3' if count == 3 else ''}" if count > 1 else "bye:p1"
    )
    line("pair", "--by-hand", by_hand.strip(), "--reason", "an example without chance")
    said = words(printed(line, "post"))
    for number in range(1, count + 1):
        assert said.count(f"masters {number}") == (2 if number < 3 and count > 1 else 1)
    assert (" bye " in said) == (count != 2)
    if count % 2:
        assert in_order(said, f"masters {count}", "bye")
    if count == 1:
        assert "no match to print a slip for" in line.refused(
            "round slips", "--pdf", line.home / "x.pdf"
        )


@pytest.mark.parametrize("boards", [1, 2, 3, 26])
def test_boards_share_the_players_by_letter_and_lose_nobody(boards: int) -> None:
    rows = [(f"{letter}ame {n}",) for letter in "AAABBCÇDDDDDDEFG" for n in range(3)]
    parts = split(rows, boards)
    assert [row for part in parts for row in part] == rows
    assert 1 <= len(parts) <= boards
    assert all(parts)
    letters = [{row[0][0].replace("Ç", "C") for row in part} for part in parts]
    assert all(not left & right for left, right in pairwise(letters))


def test_the_boards_of_a_wall_are_pages_of_their_own_and_say_which_letters(line: Line) -> None:
    line.start()
    path = line.home.parent / "crowd.csv"
    names = [f"Ana {letter}opez" for letter in "ABCDEFGHIJKLMNOPQRST"]
    path.write_text("\n".join(["name,division", *(f"{name},masters" for name in names)]))
    line("register", path)
    line("announce")
    line("pair")
    pages = pages_of(printed(line, "post", "--boards", 2))
    assert ["board 1 of 2" in pages[0], "board 2 of 2" in pages[1]] == [True, True]
    assert "A–J" in pages[0]
    assert "K–T" in pages[1]
    assert Counter(" ".join(pages).split())["Ana"] == 40


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana Lopez", "Lopez, Ana"),
        ("Ana Maria Lopez", "Lopez, Ana Maria"),
        ("Ana", "Ana"),
        ("Lopez, Ana", "Lopez, Ana"),
        ("佐藤 花子", "佐藤 花子"),
        ("p17", "p17"),
        ("p17 (id …4567)", "p17 (id …4567)"),
    ],
)
def test_the_last_name_stands_first_where_it_does_not_already(name: str, shown: str) -> None:
    assert last_first(name) == shown


def test_who_cannot_be_shown_stands_as_a_number_and_is_named_at_the_desk(line: Line) -> None:
    line.start()
    for name, own in (("नमस्ते", "1234567"), ("王小明", ""), ("Ana Lopez", "1"), ("Ben Ode", "")):
        line("register", name, "--birth-year", 1990, *(["--id", own] if own else []))
    line("announce", "--rounds", 3)
    line("pair")
    file = line.home.parent / "slips.pdf"
    said = line("round slips", "--pdf", file)
    assert (
        "1 player: the name needs a font that is not installed, so a number is printed: p2"
        in said.out
    )
    assert "cannot show, so a number is printed: p1 (नमस्ते)" in said.out
    assert f"--font FILE; these folders were searched: {line.home.parent / 'fonts'}." in said.out
    assert "A page printed from a browser shows every name." in said.out
    text = words(file.read_bytes())
    assert "p1 (id …4567)" in text
    assert not set("नमस्ते王小明") & set(text) - {" "}
    posted = words(printed(line, "post", name="post.pdf"))
    assert in_order(posted, "Lopez, Ana", "Ode, Ben", "By number", "p1 (id …4567)", "p2 ")


def test_names_from_right_to_left_stand_on_every_print(line: Line) -> None:
    """They are names like any other: by their letters in the list, and in sentences."""
    line.start("--style", "swiss-plus-cut")
    line.register("محمد علي", "דוד לוי", "Ana Lopez", "Ben Ode")
    line.announce("--rounds", 1, "--third-place")
    four = ("--override", "cut-too-large", "--because", "They are four.")
    line("announce", "--cut", "masters=4", *four)
    play(line)
    for verb in ("post", "round slips"):
        told = line(verb, "--round", 1, "--pdf", line.home.parent / f"{verb}.pdf").out
        assert "as a number" not in told
    for more in ((), ("--by-name",)):
        data = printed(line, "pairings", "-C", line.folder, *more, name=f"{len(more)}.pdf")
        said = joined([normalize("NFKC", words(data))])
        assert joined(["علي, محمد"]) in said
        assert joined(["לוי, דוד"]) in said
        assert "Bynumber" not in said
    line("cut", "--reason", "a small event")
    line.pair()
    finish(line, lambda *_: "2-0")
    line("round third-place")
    line.pair()
    for match in ("masters-cut-3-1", "masters-cut-3-2"):
        line("report", match, "2-1")
    bracket = words(printed(line, "round bracket", "-C", line.folder, name="b.pdf"))
    assert bracket.count("2-1") == 2


def test_a_font_that_is_named_shows_the_name_and_is_recorded(line: Line) -> None:
    line.enrol(KHMER_NAME, "Ana Lopez")
    line("announce", "--rounds", 3)
    line("pair", "--by-hand", "p1-p2", "--reason", "an example without chance")
    data = printed(line, "round slips", "--font", KHMER)
    assert KHMER_NAME in words(data)
    [event] = line.ledger()[-1]["events"]
    digest = sha256(KHMER.read_bytes()).hexdigest()
    assert event["printed"]["fonts"] == [digest]
    seq = len(line.ledger())
    missing = line.run("proof posted", "-C", line.folder, "--entry", seq, code=3)
    assert digest in missing.err
    again = line.home.parent / "again.pdf"
    line.run(
        "proof posted", "-C", line.folder, "--entry", seq, "--pdf", again, "--font", KHMER, code=0
    )
    assert again.read_bytes() == data


def test_a_font_of_the_machine_is_found_where_it_is_needed(line: Line, tmp_path: Path) -> None:
    folder = tmp_path / "fonts" / "deep"
    folder.mkdir(parents=True)
    (folder / "NotoSans-Regular.ttf").write_bytes(b"no font at all")
    (folder / "Unifont.ttf").write_bytes(KHMER.read_bytes())
    line.enrol(KHMER_NAME, "Ana Lopez")
    line("announce", "--rounds", 3)
    line("pair", "--by-hand", "p1-p2", "--reason", "an example without chance")
    assert KHMER_NAME in words(printed(line, "post"))
    assert line.run("proof posted", "-C", line.folder, "--entry", len(line.ledger())).code == 0


def test_what_is_no_font_is_refused_in_a_sentence(line: Line) -> None:
    paired(line)
    file = line.home.parent / "odd.ttf"
    file.write_bytes(b"\x00\x01\x00\x00 and no more")
    said = line.refused("post", "--pdf", line.home.parent / "x.pdf", "--font", file, code=5)
    assert f"the font {file} cannot be used: " in said


def test_paper_belongs_to_a_pdf(line: Line) -> None:
    paired(line)
    for more in (["--paper", "letter"], ["--paper", "a4"], ["--font", KHMER], ["--boards", 2]):
        assert line.at("post", *more).code == 2
    assert line.at("round slips", "--one-sided").code == 2
    both = line.at("post", "--out", line.home / "a.txt", "--pdf", line.home / "b.pdf")
    assert (both.code, "not both" in both.err) == (2, True)


def test_nothing_is_written_over(line: Line) -> None:
    paired(line)
    ledger = line.folder / "ledger.jsonl"
    assert "already exists" in line.refused("post", "--pdf", ledger)
    said = line.run("pairings", "-C", line.folder, "--pdf", ledger)
    assert (said.code, "already exists" in said.err) == (3, True)
    nowhere = line.run("pairings", "-C", line.folder, "--pdf", line.home / "no" / "x.pdf")
    assert (nowhere.code, "could not be written" in nowhere.err) == (5, True)


def test_the_list_of_the_staff_is_by_table_with_boxes_for_what_is_out(line: Line) -> None:
    paired(line)
    line("start")
    line("report", "masters-1-1", "2-0")
    said = words(printed(line, "pairings", "-C", line.folder))
    assert in_order(said, "by table", "1 Lopez, Ana 0-0-0 (0) Ode, Ben 0-0-0 (0) 2-0", "2 Min, Cho")
    assert in_order(said, "Fox, Dee 0-0-0 (0) ☐ 1 ☐ 2 ☐ tie")
    named = words(printed(line, "pairings", "-C", line.folder, "--by-name", name="named.pdf"))
    assert in_order(named, "Fox, Dee", "Lopez, Ana", "Min, Cho", "Ode, Ben", "Check your record")
    assert "☐" not in named


@pytest.mark.rule("LED-6")
def test_final_standings_carry_the_code_to_compare_and_those_before_do_not(line: Line) -> None:
    """People take them home, so they have the code from the organiser, not from who sent a file."""
    line.begin("Ana Roy", "Ben Ito", "Cho Lee", "Dee Fox", played=1)
    code = line("proof key").out.partition("read aloud: ")[2].split()[0]

    def printed(name: str, *more: object) -> str:
        file = line.home.parent / name
        line.run("standings", "-C", line.folder, *more, "--pdf", file, code=0)
        return " ".join(" ".join(page.extract_text() for page in PdfReader(file).pages).split())

    assert code not in printed("before.pdf")
    line.close()
    told = f"To check a file of this tournament, compare the code: {code}"
    assert told in printed("after.pdf")
    assert told in printed("as-one.pdf", "--overall")
    assert f"vergleiche den Code: {code}" in printed("german.pdf", "--lang", "de")


def test_standings_say_when_and_of_what_they_are_whether_final_and_for_whom(line: Line) -> None:
    line.run("open", line.folder, "--name", "Cup", "--start", "2026-11-28", "--sanction", "26-11-1")
    for name in ("Ana Roy", "Ben Ito", "Cho Lee", "Dee Fox"):
        line("register", name, "--division", "junior")
    line.announce()
    play(line)
    before = words(printed(line, "standings", "-C", line.folder))
    line.close()
    after = words(printed(line, "standings", "-C", line.folder, name="after.pdf"))
    for said in ("28 Nov 2026", "sanction number 26-11-1", "with full names, so not for publ"):
        assert said in before
        assert said in after
    assert "Final standings" not in before
    assert "Final standings" in after
    public = words(printed(line, "standings", "-C", line.folder, "--public", name="public.pdf"))
    assert "with full names" not in public


def test_standings_are_printed_by_division_with_every_player_once(line: Line) -> None:
    line.start(junior=8, masters=9)
    line("announce")
    play(line)
    data = printed(line, "standings", "-C", line.folder, "--paper", "letter")
    assert PdfReader(line.home.parent / "out.pdf").pages[0].mediabox[2:] == [612, 792]
    pages = pages_of(data)
    assert "Standings: Junior (8 players)" in pages[0]
    assert "Standings: Masters (9 players)" in pages[1]
    for division, page, count in (("masters", pages[1], 9), ("junior", pages[0], 8)):
        said = " ".join(page.split())
        assert all(said.count(f" {division} {n} ") == 1 for n in range(1, count + 1))
    whole = words(printed(line, "standings", "-C", line.folder, "--overall", name="all.pdf"))
    assert whole.count("masters ") >= 9


def test_a_bracket_is_drawn_with_the_seeds_and_who_goes_on(line: Line) -> None:
    line.start("--style", "single-elimination", masters=7)
    line("announce")
    line("round seed")
    line.pair()
    finish(line)
    said = words(printed(line, "round bracket", "-C", line.folder))
    assert "Top 8, quarter-finals - final" in said
    seeds = line.run("round bracket", "-C", line.folder, "--json").data["brackets"][0]["seeds"]
    for number, seed in enumerate(seeds, start=1):
        assert said.count(f"{number} {seed['name']}") >= 1
    assert "bye" in said
    places = words(printed(line, "standings", "-C", line.folder, name="places.pdf"))
    assert "Knocked out by" in places


def test_the_sheet_of_a_pod_is_one_page(line: Line) -> None:
    line.start("--edition", "dci-pod", masters=8)
    line("announce")
    line("pair")
    [page] = pages_of(printed(line, "round podsheet", "-C", line.folder))
    said = " ".join(page.split())
    assert all(said.count(f"masters {n}") == 2 for n in range(1, 9))
    assert "(winner A) ________" in said


def test_an_announcement_is_shown_and_printed_as_it_was_made(line: Line) -> None:
    line.start(masters=9)
    none = line.run("announce", "-C", line.folder, "--plain")
    assert (none.code, "nothing has been announced yet" in none.err) == (3, True)
    line("announce", "--prizes", 8, "--third-place", "--cut", "masters=4", "--text", "No food.")
    said = line.run("announce", "-C", line.folder, "--plain").out
    for text in (
        "4 rounds of Swiss.",
        "A match lasts 45 minutes and 3 turns.",
        "Masters: the top 4 advance to single elimination.",
        "There is a 3rd-place match.",
        "8 players receive a prize.",
        "No food.",
    ):
        assert text in said, said
    sheet = words(printed(line, "announce", "-C", line.folder))
    shown = line.run("announce", "-C", line.folder, "--json").data["lines"]
    assert all(text in sheet for text in shown)


def test_an_announcement_names_every_division_if_their_rounds_differ(line: Line) -> None:
    line.start(masters=13, junior=6)
    line("announce", "--rounds", "junior=2")
    said = line.run("announce", "-C", line.folder).out.splitlines()
    assert {"Junior: 2 rounds of Swiss.", "Masters: 5 rounds of Swiss."} <= set(said)
    assert not any(one[:1].isdigit() for one in said)  # No number that is for nobody in particular.
    german = line.run("announce", "-C", line.folder, "--lang", "de").out
    assert "Masters: 5 Schweizer Runden." in german


def test_forms_are_printed_for_everybody_who_is_drawn(line: Line) -> None:
    line.begin("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
    file = line.home.parent / "none.pdf"
    none = line.run("ruling deckcheck", "form", "-C", line.folder, "drawn", "--pdf", file)
    assert (none.code, "no deck check is due" in none.err) == (3, True)
    line("ruling deckcheck", "draw", "--players", 2)
    drawn = line.ledger()[-1]["events"][0]["players"]
    pages = pages_of(printed(line, "ruling deckcheck", "form", "-C", line.folder, "drawn"))
    assert len(pages) == 2
    for player, page in zip(sorted(drawn), pages, strict=True):
        assert f"Deck check: {player} " in page
        assert "Cards counted: ______" in page
    [one] = pages_of(
        printed(line, "ruling deckcheck", "form", "-C", line.folder, "p3", name="p3.pdf")
    )
    assert "Deck check: p3 Cho Min, Masters" in one


def test_a_dossier_is_printed_with_the_words_of_its_page(line: Line) -> None:
    paired(line)
    second_round(line)
    said = words(printed(line, "proof dossier", "-C", line.folder, "masters-1-1", "--claim", "0-2"))
    assert in_order(
        said,
        "Dossier: masters-1-1",
        "Recorded: 2-0",
        "What happened, entry by entry",
        "If the claim were right",
        "TOP §4",
        "What proves it",
    )
    assert "Ana Lopez" in said
    anonymous = words(
        printed(line, "proof dossier", "-C", line.folder, "p1", "--anonymous", name="p1.pdf")
    )
    assert "Lopez" not in anonymous


def test_in_json_a_print_says_its_file_its_digest_and_who_is_a_number(line: Line) -> None:
    line.start()
    line("register", "王小明", "--birth-year", 1990)
    file = line.home.parent / "x.pdf"
    said = line.run("standings", "-C", line.folder, "--pdf", file, "--json").data
    assert said["sha256"] == sha256(file.read_bytes()).hexdigest()
    assert (said["as_numbers"], said["fonts"], said["file"]) == (["p1"], [], str(file))
    line("announce", "--rounds", 3)
    line("pair", "--by-hand", "bye:p1", "--reason", "an example without chance")
    posted = line("post", "--pdf", line.home.parent / "y.pdf", "--json").data
    assert "text" not in posted
    assert "p1 (王小明)" in posted["remarks"][0]


def test_public_prints_show_names_as_people_chose(line: Line) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990, "--display", "initial")
    line("register", "Ben Ode", "--birth-year", 1990)
    line("announce", "--rounds", 3)
    said = words(printed(line, "standings", "-C", line.folder, "--public"))
    assert "Lopez" not in said
    assert "Ben Ode" in said


def test_a_thousand_names_take_no_font_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where our own font has every sign, nobody looks for others."""

    def walk() -> list[Path]:
        raise AssertionError("the machine was searched")

    monkeypatch.setattr(fonts, "_of_the_machine", walk)
    assert fonts.fonts_for([f"Łopez {n}" for n in range(1000)]).others == ()
    assert round_pdf.POSTED_SIZE >= 14


@pytest.mark.rule("TOP-4a", "TOP-4c")
def test_slips_and_pairings_speak_the_language_that_is_asked_for(line: Line) -> None:
    paired(line)
    slips = words(printed(line, "round slips", "--lang", "de", name="s.pdf"))
    for there in ("Tisch 1", "Spiel 1", "Match", "Drop", "Unentschieden", "Unterschrift", "Strafe"):
        assert there in slips
    listed = words(printed(line, "post", "--lang", "es", name="p.pdf"))
    assert in_order(listed, "ronda 1: emparejamientos", "Jugador", "Mesa", "Balance", "Rival")
    french = words(printed(line, "post", "--lang", "fr", name="f.pdf"))
    assert in_order(french, "ronde 1 : appariements", "Vérifiez votre bilan", "page 1 sur 1")
    for said in (slips, listed, french):
        for odd in ("Check", "Table 1 ", "Player", "Record", "Signed", "round"):
            assert odd not in said


def test_a_print_in_a_language_is_made_again_in_that_language(line: Line) -> None:
    paired(line)
    data = printed(line, "round slips", "--lang", "fr", name="s.pdf")
    [event] = line.ledger()[-1]["events"]
    assert event["printed"]["language"] == "fr"
    again = line.home.parent / "again.pdf"
    done = line.run(
        "proof posted", "-C", line.folder, "--entry", len(line.ledger()), "--pdf", again
    )
    assert (done.code, again.read_bytes()) == (0, data)
