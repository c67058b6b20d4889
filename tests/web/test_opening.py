"""A tournament begins on a page, in a folder of its own; whoever comes in is led to their work."""

import gzip
import io
import re
from datetime import timedelta
from typing import Any

import httpx
import pytest
from openpyxl import Workbook

from roundbook.cli.places.serving import sole
from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.tom.follow import Taken, take
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import app
from roundbook.cli.web.server.tournaments import TournamentFolder
from roundbook.ledger.importers.tdf.reader import read
from roundbook.ledger.importers.tdf.shapes import TdfFile
from tests.cli.line import Line
from tests.cli.typed import files
from tests.house.tree import ROOT
from tests.tom import Tom
from tests.web.by_pages import plain
from tests.web.test_acts import hidden
from tests.web.test_round_forms import filled_in
from tests.web.test_signin import come_in
from tests.web.visitor import Visitor, invited

SAVE = ROOT / "fixtures/imports/03_challenge_five_players_final.tdf"


def opened(visitor: Visitor, **fields: str) -> str:
    form = hidden(visitor.get("/desk").text)
    return visitor.post("/desk", data={**form, **fields}).text


def test_what_is_long_to_read_has_the_whole_width_of_the_form(visitor: Visitor) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get("/desk").text
    for name, wide in (("edition", True), ("table", False), ("style", False)):
        [kind] = re.findall(rf'<div class="(field[^"]*)">\s*<label for="f-{name}">', page)
        assert ("wide" in kind) is wide, name
    assert page.count("TCG single day") == 1, "a table by name"
    assert ">Default of the edition</option>" in page


def test_a_tournament_is_opened_in_a_new_folder(
    visitor: Visitor, tournaments: TournamentFolder, line: Line
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    assert "None yet" in visitor.get("/desk").text
    opened(visitor, title="Herbst-Cup ☃ 2026", style="swiss-plus-cut")
    assert list(tournaments.folders) == ["herbst-cup-2026"]
    assert (tournaments.folder / "herbst-cup-2026" / "ledger.jsonl").is_file()
    assert "Herbst-Cup" in visitor.get("/desk").text
    opened(visitor, title="Herbst-Cup 2026")
    assert list(tournaments.folders) == ["herbst-cup-2026", "herbst-cup-2026-2"]


def test_the_sanction_number_is_in_sight_and_said_once_it_is_taken(
    visitor: Visitor, tournaments: TournamentFolder
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get("/desk").text
    assert page.index('name="sanction"') < page.index("<summary>More</summary>")
    form = {**hidden(page), "title": "Cup", "sanction": "26-11-000123", "start": "2026-11-28"}
    said = visitor.post("/desk", data=form)
    assert said.url.path == "/t/cup/desk/players"
    assert "The tournament was opened with the sanction number 26-11-000123" in plain(said.text)
    assert "League Challenges and League Cups have to be run in TOM" in plain(said.text)
    assert list(tournaments.folders) == ["cup"]


def test_a_form_that_is_sent_twice_opens_one_tournament(
    visitor: Visitor, tournaments: TournamentFolder
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    form = {**hidden(visitor.get("/desk").text), "title": "Herbst-Cup"}
    first, again = (visitor.post("/desk", data=form) for _ in range(2))
    assert first.url.path == again.url.path == "/t/herbst-cup/desk/players"
    assert list(tournaments.folders) == ["herbst-cup"]
    twice = "The form was sent twice, and opened one tournament: this one."
    assert (twice in first.text, twice in again.text) == (False, True)
    assert visitor.post("/desk", data={**form, "cmd": "not one of ours"}).status_code == 400


def test_what_is_wrong_is_said_and_nothing_is_made(
    visitor: Visitor, tournaments: TournamentFolder
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    said = opened(visitor, title="Cup", start="2026-03-07", end="2026-03-01")
    assert "before the first day" in said
    assert 'value="Cup"' in said
    assert opened(visitor, title="  ")
    assert opened(visitor, title="--help")
    assert [path.name for path in tournaments.folder.iterdir()] in ([], ["help"])


@pytest.mark.parametrize("left", [False, True])
def test_nothing_is_made_while_the_served_folder_is_missing(line: Line, left: bool) -> None:
    """It was moved, or its disk was removed; then an empty folder may be left in its place."""
    line.start()
    events = line.folder.parent
    with (
        sole(events),
        Visitor(
            app(
                TournamentFolder(events),
                doors := AccessStore(line.home, events, clock=now, random_bytes=random_bytes),
            )
        ) as visitor,
    ):
        come_in(visitor, doors, AccessRole.ORGANISER)
        form = {**hidden(visitor.get("/desk?all=yes").text), "title": "Cup"}
        events.rename(events.with_name("away"))
        if left:
            events.mkdir()
        for goes, file in (
            ("/desk", None),
            ("/desk/bring", ("cup.tdf", SAVE.read_bytes())),
            ("/desk/bring", ("a.csv", b"name,birth-year\nAna,1990\n")),
        ):
            sent = visitor.post(goes, data=form, files={"file": file} if file else None)
            assert sent.status_code == 503
        gone, what = (
            visitor.get("/readyz"),
            "is not the one" if left else "is missing: it was moved",
        )
        assert gone.status_code == 503
        assert gone.text.startswith(f"The served folder {what}")
        assert "Put it back" in gone.text
        assert not left or not [*events.iterdir()]
        assert events.exists() == left
        if left:
            events.rmdir()
        events.with_name("away").rename(events)
        assert visitor.get("/readyz").status_code == 200
        assert opened(visitor, title="Next Cup")
    assert (events / "next-cup" / "ledger.jsonl").is_file()


@pytest.mark.parametrize(
    ("seat", "tournament"),
    [(AccessRole.ORGANISER, "cup"), (AccessRole.SCOREKEEPER, None), (AccessRole.SCREEN, None)],
)
def test_only_the_organiser_of_all_opens_one(
    visitor: Visitor, access: AccessStore, line: Line, seat: AccessRole, tournament: str | None
) -> None:
    line.start()
    said = visitor.come_in(seat, tournament=tournament)
    form = {"key": access.doors.sessions[-1].form_key, "title": "Another Cup"}
    assert visitor.post("/desk", data=form).status_code == 403
    assert "Open a tournament" not in said.text + visitor.get("/desk?all").text


LANDINGS = {
    AccessRole.HEAD_JUDGE: "/desk/tables",
    AccessRole.JUDGE: "/desk/tables",
    AccessRole.SCOREKEEPER: "/desk",
    AccessRole.ENTRY: "/desk",
    AccessRole.SCREEN: "/screen",
    AccessRole.AUDITOR: "/desk/history",
}
"""Where a seat works, below the tournament."""


@pytest.mark.parametrize("by_code", [False, True])
@pytest.mark.parametrize("tournament", [None, "cup"])
@pytest.mark.parametrize("seat", sorted(LANDINGS))
def test_every_seat_arrives_at_its_work_and_staff_never_loops(
    visitor: Visitor,
    access: AccessStore,
    line: Line,
    seat: AccessRole,
    tournament: str | None,
    by_code: bool,
) -> None:
    """Of several tournaments it is the only one that is not over, else the list of them."""
    line.start()
    over = Line(line.home, line.folder.parent / "over")
    over.start()
    over.close()
    code = invited(access, seat, tournament=tournament)
    came = (
        visitor.post("/sign-in", data={"code": code}) if by_code else visitor.post(f"/join/{code}")
    )
    assert (came.status_code, came.url.path) == (200, f"/t/cup{LANDINGS[seat]}")
    assert visitor.get("/sign-in?at=-").url.path == f"/t/cup{LANDINGS[seat]}"
    Line(line.home, line.folder.parent / "second").start()
    again = visitor.get("/sign-in?at=-")
    assert again.url.path == ("/desk" if tournament is None else f"/t/cup{LANDINGS[seat]}")
    if tournament is None:
        words = seat.value.replace("-", " ")
        assert f"Signed in as Kim Sun, {words}" in " ".join(again.text.split())
        assert f'href="/t/second{LANDINGS[seat]}"' in again.text
        assert again.text.index("/t/second") < again.text.index("/t/over")


def test_the_doors_choose_nothing_for_whoever_invites(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.start()
    line.run("open", line.folder.parent / "other", "--name", "Other", "--start", "2026-03-08")
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get("/doors").text
    assert page.count('<option value="">Choose …</option>') == 2
    key = access.doors.sessions[-1].form_key
    filled = {"key": key, "seat": "judge", "tournament": ""}
    assert "Choose a tournament, or all of them" in visitor.post("/doors", data=filled).text
    assert not access.doors.invitations
    visitor.post("/doors", data={**filled, "tournament": "*"})
    assert [one.tournament for one in access.doors.invitations] == [None]


def test_the_first_code_of_a_server_has_no_name_to_show(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    """It is made for the organiser, whoever that is, so the role is not said twice."""
    line.start()
    visitor.come_in(AccessRole.ORGANISER)
    access.invite(
        AccessRole.ORGANISER,
        name="organiser",
        station="desk",
        tournament=None,
        lasting=timedelta(hours=1),
    )
    page = plain(visitor.get("/doors").text)
    assert "anybody with the code · organiser" in page
    assert "organiser · organiser" not in page


def dropped(visitor: Visitor, name: str, data: bytes, **fields: str) -> httpx.Response:
    """Drop a file on the first page."""
    form = {**hidden(visitor.get("/desk").text), **fields}
    return visitor.post("/desk/bring", data=form, files={"file": (name, data)})


def test_a_save_of_tom_is_dropped_on_the_first_page(
    visitor: Visitor, line: Line, tournaments: TournamentFolder
) -> None:
    """It is imported as by the command; sent twice it is one tournament."""
    visitor.come_in(AccessRole.ORGANISER)
    data = SAVE.read_bytes()
    form = hidden(visitor.get("/desk").text)
    files = {"file": ("cup.tdf", data)}
    came = [visitor.post("/desk/bring", data=form, files=files).url.path for _ in range(2)]
    [folder] = tournaments.folder.iterdir()
    assert came == [f"/t/{folder.name}/desk", f"/t/{folder.name}/desk/players"]
    line.run("file import", SAVE, line.folder, code=0)
    by_page = Line(line.home, folder)
    told = [[entry["events"] for entry in one.ledger()] for one in (by_page, line)]
    assert len(told[0]) == len(told[1])
    assert line.run("verify", folder).code == line.run("verify", line.folder).code


def test_what_was_odd_in_a_dropped_file_is_said_on_the_page_that_follows(
    visitor: Visitor, tournaments: TournamentFolder
) -> None:
    """The command prints these warnings; a page that left them out seemed to have read it all."""
    visitor.come_in(AccessRole.ORGANISER)
    save = SAVE.read_bytes().replace(b"<players>", b"<weather>hot</weather><players>", 1)
    came = dropped(visitor, "cup.tdf", save)
    [folder] = tournaments.folder.iterdir()
    assert came.url.path == f"/t/{folder.name}/desk/players"
    assert "tournament/weather: this element is unknown and was ignored." in plain(came.text)
    people = b"Name,Date of birth (DD/MM/YYYY),Shirt\nAna Lima,02/11/2015,M\nBen,25/12/1990,L\n"
    came = dropped(visitor, "winter.csv", people, start="2026-03-07")
    assert came.url.path == "/t/winter/desk/players"
    said = plain(came.text)
    assert "2 players were registered: 1 in Junior, 1 in Masters." in said
    assert "The dates begin with the day: 02/11/2015 was read as 2 November 2015." in said
    assert "Columns not read: Shirt." in said


def test_an_archive_is_dropped_and_is_a_tournament_again(
    visitor: Visitor, line: Line, tournaments: TournamentFolder
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    zipped = line.home.parent / "autumn.zip"
    assert line.run("archive", line.folder, "--out", zipped, "--unfinished", "a copy").code == 0
    visitor.come_in(AccessRole.ORGANISER)
    answer = dropped(visitor, "autumn.ZIP", zipped.read_bytes())
    assert answer.url.path == "/t/autumn/desk"
    assert line.run("verify", tournaments.folder / "autumn").code == 0
    packed = dropped(visitor, "winter.zip.gz", gzip.compress(zipped.read_bytes()))
    assert packed.url.path == "/t/winter/desk"
    assert files(tournaments.folder / "winter") == files(tournaments.folder / "autumn")
    upper = dropped(visitor, "SPRING.ZIP.GZ", gzip.compress(zipped.read_bytes()))
    assert upper.url.path == "/t/spring/desk"


def test_a_file_that_is_not_a_tournament_is_refused_with_what_this_page_has(
    visitor: Visitor,
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    packed = dropped(visitor, "cup.tdf.gz", gzip.compress(SAVE.read_bytes())).text
    assert "this is a compressed file, not a tournament file." in packed
    for name, data in (("cup.pdf", b"%PDF-1.4"), ("cup", b"PK\x03\x04\x14\x00")):
        said = dropped(visitor, name, data).text.partition('class="refusal"')[2]
        assert "“Import a file”" in said
        assert "roundbook" not in said.partition("</div>")[0]


def test_a_backup_that_is_dropped_is_called_one_and_says_how_it_is_restored(
    visitor: Visitor, line: Line, tournaments: TournamentFolder
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    file = line.home.parent / "cup.roundbook-backup"
    line("file backup", file)
    visitor.come_in(AccessRole.ORGANISER)
    said = dropped(visitor, file.name, file.read_bytes())
    assert said.status_code == 422
    assert "this is a backup, not a tournament file." in said.text
    assert "roundbook file restore FILE DIR" in said.text
    assert list(tournaments.folders) == ["cup"]


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_a_list_of_players_begins_a_tournament_that_has_them_all(
    visitor: Visitor, line: Line, tournaments: TournamentFolder, ending: str
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    rows = (("Name", "Birth year"), ("Ana López", "1990"), ("Ben Ode", "2016"), ("Cho Ito", "2012"))
    data = "\n".join(map(",".join, rows)).encode()
    if ending == "xlsx":
        book, out = Workbook(), io.BytesIO()
        sheet = book.create_sheet("Players", 0)
        for row in rows:
            sheet.append(row)
        book.save(out)
        data = out.getvalue()
    form = {**hidden(visitor.get("/desk").text), "start": "2026-03-07"}
    files = {"file": (f"Herbst-Cup 2026.{ending}", data)}
    came = [visitor.post("/desk/bring", data=form, files=files) for _ in range(2)]
    assert came[0].url.path == "/t/herbst-cup-2026/desk/players"
    assert came[1].url.path == came[0].url.path
    assert "The form was sent twice, and opened one tournament" in came[1].text
    assert list(tournaments.folders) == ["herbst-cup-2026"]
    for name in ("Ana López", "Ben Ode", "Cho Ito"):
        assert name in came[0].text
    made = Line(line.home, tournaments.folder / "herbst-cup-2026")
    opened, *players = (event for entry in made.ledger() for event in entry["events"])
    assert (opened["name"], opened["start"]) == ("Herbst-Cup 2026", "2026-03-07")
    assert [one["division"] for one in players] == ["Masters", "Junior", "Senior"]
    assert line.run("verify", made.folder).code == 0


def test_a_list_that_is_refused_is_explained_as_on_other_pages(visitor: Visitor) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    data = b"name,division\nAna,masters\nBen,grandmasters\nCho,giants\n"
    said = dropped(visitor, "people.csv", data)
    assert said.status_code == 422
    refusal = said.text.partition('class="refusal"')[2].partition("</div>")[0]
    assert "grandmasters" in refusal
    assert "giants" in refusal
    for word in ("also:", "hint:", "rule:", "refused:", "cannot read:"):
        assert word not in refusal.lower(), refusal


def saved_again(visitor: Visitor, text: str) -> httpx.Response:
    """Confirm the first form of a page that carries a save."""
    form = next(one for one in re.findall(r"<form.*?</form>", text, re.DOTALL) if "packed" in one)
    goes = re.search(r'action="([^"]+)"', form)
    fields = dict(re.findall(r'type="hidden" name="([a-z-]+)" value="([^"]*)"', form))
    assert goes
    return visitor.post(goes[1], data=fields, files={"none": ("", b"")})


def test_a_later_save_of_tom_is_known_on_the_first_page_and_adds_what_has_changed(
    visitor: Visitor, line: Line, tournaments: TournamentFolder
) -> None:
    """What comes of it is what `follow` makes of the same saves; nothing before it is confirmed."""
    visitor.come_in(AccessRole.ORGANISER)
    tom, saves = Tom(), []
    tom.join(8)
    for number in (1, 2):
        tom.pair()
        saves.append(tom.save())
        tom.play(number)
        saves.append(tom.save())
    assert dropped(visitor, "cup.tdf", saves[0]).url.path == "/t/followed-cup/desk"
    assert "desk/saves" in visitor.get("/t/followed-cup/desk/acts").text
    made = Line(line.home, tournaments.folder / "followed-cup")
    assert "Import a save from TOM" in visitor.get("/t/followed-cup/desk/rounds").text
    for at, save in enumerate(saves[1:]):
        asked, before = dropped(visitor, "cup.tdf", save).text, made.ledger()
        assert "cup.tdf is a later save of Followed Cup: import the changes?" in asked
        assert ("results of round 1 of all" in asked) == (at == 0)
        assert len(made.ledger()) == len(before), "only asked"
        answer = saved_again(visitor, asked)
        assert answer.status_code == 200, answer.text
        assert re.search(f"Recorded as entr(y|ies) {len(before) + 1}", answer.text)
        again = saved_again(visitor, asked)
        assert "already has everything in cup.tdf" in again.text
    assert list(tournaments.folders) == ["followed-cup"]
    (line.home.parent / "saves").mkdir()
    for number, save in enumerate(saves):
        (line.home.parent / "saves" / f"{number}.tdf").write_bytes(save)
    line.run("file follow", line.home.parent / "saves", "-C", line.folder, "--once", code=0)
    kinds = [
        [event["event"] for entry in one.ledger() for event in entry["events"]]
        for one in (made, line)
    ]
    assert kinds[0] == kinds[1]
    assert line.run("verify", made.folder).code == line.run("verify", line.folder).code == 0


def followed(visitor: Visitor) -> Tom:
    """Drop the first save of an event of eight; then TOM pairs round 1."""
    tom = Tom()
    tom.join(8)
    dropped(visitor, "cup.tdf", tom.save())
    tom.pair()
    return tom


def test_a_save_is_read_once_when_it_is_shown_and_once_when_it_is_recorded(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    tom = followed(visitor)
    reads = list[bytes]()

    def counted(data: bytes) -> TdfFile:
        reads.append(data)
        return read(data)

    monkeypatch.setattr("roundbook.cli.tom.follow.read", counted)
    save = tom.save()
    asked = dropped(visitor, "cup.tdf", save).text
    assert reads.count(save) == 1
    assert "Recorded as entr" in saved_again(visitor, asked).text
    assert reads.count(save) == 2


def test_a_save_that_another_desk_records_in_between_is_recorded_once(
    visitor: Visitor,
    line: Line,
    tournaments: TournamentFolder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    tom = followed(visitor)
    asked, made = dropped(visitor, "cup.tdf", tom.save()).text, tournaments.folder / "followed-cup"

    def after_another(*args: Any, **options: Any) -> Taken:
        assert take(*args, **options).entries
        return take(*args, **options)

    monkeypatch.setattr("roundbook.cli.tom.follow.take", after_another)
    answer = saved_again(visitor, asked)
    assert answer.status_code == 200
    assert "already has everything in cup.tdf" in answer.text
    paired = [
        event
        for entry in Line(line.home, made).ledger()
        for event in entry["events"]
        if event["event"] == "round-paired"
    ]
    assert len(paired) == 1


def test_a_save_that_cannot_be_added_is_refused_in_one_sentence(
    visitor: Visitor, line: Line, tournaments: TournamentFolder
) -> None:
    """An earlier save, one of another event, one that contradicts itself; it can stand alone."""
    visitor.come_in(AccessRole.ORGANISER)
    tom = Tom()
    tom.join(8)
    tom.pair()
    early = tom.save()
    tom.play(1)
    late = tom.save()
    dropped(visitor, "cup.tdf", late)
    said = dropped(visitor, "old.tdf", early)
    assert said.status_code == 422
    earlier = (
        "old.tdf is an earlier save of Followed Cup: the latest save contains everything in "
        "this file, and also"
    )
    assert earlier in said.text
    assert "import the changes?" not in said.text
    assert saved_again(visitor, said.text).url.path == "/t/followed-cup-2/desk"
    assert sorted(tournaments.folders) == ["followed-cup", "followed-cup-2"]

    def given(data: bytes) -> httpx.Response:
        form = hidden(visitor.get("/t/followed-cup/desk/saves").text)
        return visitor.post(
            "/t/followed-cup/desk/saves", data=form, files={"file": ("cup.tdf", data)}
        )

    assert "already has everything in cup.tdf" in given(late).text
    other = Tom(name="Another Cup", sanction="26-05-000002")
    other.join(8)
    wrong = given(other.save())
    assert wrong.status_code == 422
    assert "save of another event, Another Cup, not of Followed Cup" in wrong.text
    for number, outcome in ((2, 1), (3, 1)):
        tom.pair()
        tom.play(number, outcome)
    assert saved_again(visitor, given(tom.save()).text).status_code == 200
    tom.rounds[0][0].outcome = 2
    against = given(tom.save()).text
    assert "Importing these changes breaks a rule" in against
    assert "locked: round 3 has been paired" in against
    kept = saved_again(visitor, against).text
    assert "Recorded as entry" in kept
    assert "These changes break a rule" in kept
    tom.someone(3).late = 1
    assert "came late, with 1 forced loss, but was already paired" in given(tom.save()).text
    assert "cup.tdf" in given(b"<tournament").text


def test_a_tournament_that_was_opened_at_the_desk_takes_no_save(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.start()
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get("/t/cup/desk/saves").text
    assert "did not begin with a save from TOM" in page
    assert 'class="refusal"' not in page, "nothing has been refused yet"
    assert 'href="/t/cup/desk/rounds">Go to the rounds' in page
    answer = visitor.post(
        "/t/cup/desk/saves", data=hidden(page) | {"key": access.doors.sessions[-1].form_key},
        files={"file": ("cup.tdf", SAVE.read_bytes())},
    )  # fmt: skip
    assert answer.status_code == 422
    assert "did not begin with a save from TOM" in answer.text
    assert "Import a save" not in visitor.get("/t/cup/desk/rounds").text
    assert "desk/saves" not in visitor.get("/t/cup/desk/acts").text


# Without the time of packing: the bytes stand in the name of a test.
TORN = gzip.compress(b"PK", mtime=0)[:-1]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("cup.tdf", b"<tournament", "cup.tdf: "),
        ("", b"", "Choose a file."),
        ("cup.zip", b"PK\x03\x04 no archive", "cup.zip"),
        ("cup.zip.gz", TORN, "cup.zip.gz: its gzip wrapper is cut short"),
        ("people.csv", b"name,division\nAna,masters\nBen,nobles\n", "line 3"),
        ("people.csv", b"name,birth year\nAna,1990\nAna,1990\n", "already on line 2"),
        ("people.csv", b"name\nAna\n", "people.csv"),
        ("people.xlsx", b"PK\x03\x04 no workbook", "people.xlsx"),
    ],
)
def test_a_file_that_is_no_tournament_is_named_and_nothing_is_made(
    visitor: Visitor,
    tournaments: TournamentFolder,
    name: str,
    data: bytes,
    said: str,
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    answer = dropped(visitor, name, data)
    assert answer.status_code == 422
    assert said in answer.text
    assert "roundbook-" not in answer.text.partition('role="alert"')[2].partition("</div>")[0]
    assert list(tournaments.folder.iterdir()) == []


def test_a_new_tournament_begins_with_what_most_events_have(visitor: Visitor) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get("/desk").text
    chosen = filled_in(page)
    proposed = {"style": "swiss", "edition": "play-2017", "match_format": "bo3"}
    assert chosen.items() >= proposed.items()
    for word in ("tcg-single-day", "dci-pod", "pod-sheet"):
        assert not re.search(rf">[^<]*\b{word}\b[^<]*<", page), word


def test_the_page_says_which_rules_to_take_and_what_a_prerelease_and_pods_need(
    visitor: Visitor,
) -> None:
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get("/desk").text
    assert "the newest rules that were checked against the official documents" in page
    assert "each draft table plays on its own as a pod" in page
    assert page.index("For a Prerelease: sealed, or a booster draft.") < page.index(
        "More</summary>"
    )
