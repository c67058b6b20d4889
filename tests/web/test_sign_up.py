"""People sign up by phone; the desk accepts them, and nothing stays of the others (LED-9)."""

import asyncio
import json
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import timedelta
from html import unescape
from pathlib import Path

import httpx
import pytest

from roundbook.cli.places import sign_ups
from roundbook.cli.places.people import read_book
from roundbook.cli.session.venue import venue
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.security_log import Happening
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import app
from roundbook.cli.web.server.limits import SIGN_UPS, RateLimit
from roundbook.cli.web.server.tournaments import TournamentFolder
from roundbook.ledger.state.tournament import Tournament
from tests.cli.line import Line
from tests.web.test_acts import hidden
from tests.web.test_signin import come_in
from tests.web.visitor import Visitor

PAGE, DESK = "/t/cup/sign-up", "/t/cup/desk/sign-ups"
SCREEN = "/t/cup/screen?show=sign-up"
MIA = {
    "first": "Mia",
    "last": "Zanzibar",
    "birth_year": "2015",
    "own_id": "7710001",
    "adult": "yes",
}
ANA = {"first": "Ana", "last": "Quokka", "birth_year": "1990"}
BEN = {"first": "Ben", "last": "Quokka", "birth_year": "1991"}


def once(page: httpx.Response) -> str:
    """Return the id of the form of a page."""
    found = re.search(
        r'stacked signs">\s*<input type="hidden" name="once" value="([^"]+)"', page.text
    )
    assert found, page.text
    return found[1]


class Door:
    """A tournament before round 1 that lets people sign up: its desk, and phones."""

    def __init__(
        self,
        line: Line,
        came: Callable[[], Visitor],
        access: AccessStore,
        *,
        opens: bool = True,
        sanction: Sequence[str] = (),
    ) -> None:
        self.line, self.access, self.phone = line, access, came
        line.start(*sanction)
        self.desk = came()
        come_in(self.desk, access, AccessRole.ORGANISER, tournament="cup", name="Kim Sun")
        if opens:
            assert "Sign-up is open until" in self.decide("open")

    def decide(self, act: str, **fields: str) -> str:
        """Send a form of the desk's page; return what it says."""
        form = hidden(self.desk.get(DESK).text)
        return read(self.desk.post(DESK, data={**form, "act": act, **fields}))

    def sign_up(self, typed: Mapping[str, str], phone: Visitor | None = None) -> httpx.Response:
        phone = phone or self.phone()
        return phone.post(PAGE, data={"once": once(phone.get(PAGE)), **typed})

    @property
    def kept(self) -> Path:
        return self.line.folder / "sign-ups.json"


def read(answer: httpx.Response) -> str:
    """Return a page as people read it."""
    return " ".join(re.sub("<[^>]+>", " ", unescape(answer.text)).split())


@pytest.fixture
def came(tournaments: TournamentFolder, access: AccessStore) -> Iterator[Callable[[], Visitor]]:
    made = app(tournaments, access)
    with ExitStack() as stack:
        yield lambda: stack.enter_context(Visitor(made))


@pytest.fixture
def door(line: Line, came: Callable[[], Visitor], access: AccessStore) -> Door:
    return Door(line, came, access)


def tournament(line: Line) -> Tournament:
    """Return the tournament as its ledger has it."""
    return venue(line.folder, noting=False).desk.tournament


def holds(folder: Path, word: str) -> list[str]:
    """Return the files below a folder that contain a word, in any case."""
    sought = word.encode().lower()
    return [
        path.relative_to(folder).as_posix()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and sought in path.read_bytes().lower()
    ]


def test_nobody_signs_up_unless_the_desk_lets_them(
    line: Line, came: Callable[[], Visitor], access: AccessStore
) -> None:
    door = Door(line, came, access, opens=False)
    phone = came()
    assert "Sign-up is not open now" in read(phone.get(PAGE))
    assert "Sign-up is not open now" in read(phone.get(SCREEN))
    assert "Sign-up is not open: open it before you hang this up." in read(
        door.desk.get(f"{DESK}/flyer")
    )
    assert "Sign-up is not open" in read(door.desk.get(DESK))
    assert 'name="first"' not in phone.get(PAGE).text
    before = line.files()
    said = phone.post(PAGE, data={"once": "A" * 22, **ANA})
    assert said.status_code == 422
    assert "Sign-up is not open now" in read(said)
    assert 'role="alert"' in said.text
    assert without_locks(line.files()) == without_locks(before)
    door.decide("open")
    form = once(came().get(PAGE))
    assert "Waiting for the desk" in read(door.sign_up(ANA, phone))
    assert "Sign-up is" not in read(came().get(PAGE))
    assert "Sign up at the desk." in read(phone.get(SCREEN)), "no phone reaches this machine"
    assert "Sign-up is" not in read(door.desk.get(f"{DESK}/flyer"))
    assert "Sign-up is closed." in door.decide("close")
    for page in (came().get(PAGE), came().get(SCREEN), door.desk.get(f"{DESK}/flyer")):
        assert "Sign-up is closed" in read(page), page.url
    assert came().post(PAGE, data={"once": form, **BEN}).status_code == 422
    assert "Ana Quokka" in door.desk.get(DESK).text, "who is on the list stays on it"
    assert "Ben" not in door.desk.get(DESK).text


def test_the_page_of_the_event_leads_to_sign_up_while_it_is_open(
    line: Line, came: Callable[[], Visitor], access: AccessStore
) -> None:
    door, phone = Door(line, came, access, opens=False), came()
    way = 'class="button" href="/t/cup/sign-up"'
    assert way not in phone.get("/t/cup").text
    door.decide("open")
    assert way in phone.get("/t/cup").text
    assert way in phone.get("/t/cup?open=").text, "an address does not decide it"
    door.decide("close")
    assert way not in phone.get("/t/cup").text
    assert way not in phone.get("/t/cup?open=sign-up").text
    door.decide("open")
    door.sign_up(ANA)
    door.sign_up(BEN)
    door.decide("accept", numbers="1\n2")
    assert way in phone.get("/t/cup").text
    door.line.announce("--rounds", 1)
    door.line.pair()
    assert way not in phone.get("/t/cup").text, "round 1 has started"


def test_the_tab_of_sign_ups_counts_who_waits_for_the_desk(door: Door) -> None:
    def waiting(path: str = DESK) -> str:
        found = re.search(
            r"Sign-ups<span data-signing-here>([^<]*)</span>", door.desk.get(path).text
        )
        assert found
        return unescape(found[1]).strip("\xa0")

    assert waiting() == ""
    door.sign_up(ANA)
    door.sign_up(BEN)
    assert waiting() == waiting("/t/cup/desk/players") == "(2)"
    door.decide("refuse", numbers="2")
    assert waiting() == "(1)"
    door.decide("accept", numbers="1")
    assert waiting() == ""
    door.kept.write_bytes(b"{")
    assert waiting("/t/cup/desk/players") == "", "the page of the list says what is wrong"
    assert door.phone().get("/t/cup").status_code == 200


def without_locks(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of a tournament without the locks, which hold nothing."""
    return {name: data for name, data in files.items() if not name.endswith(".lock")}


def test_nothing_is_in_the_ledger_before_the_desk_has_accepted_it(door: Door) -> None:
    entries, names = door.line.ledger(), (door.line.folder / "people.json").read_bytes()
    phone = door.phone()
    door.sign_up(ANA, phone)
    assert door.line.ledger() == entries
    assert (door.line.folder / "people.json").read_bytes() == names
    assert stat.S_IMODE(door.kept.stat().st_mode) == 0o600
    assert "Ana Quokka (p1) was registered in Masters" in door.decide("accept", numbers="1")
    assert door.line.ledger()[-1]["events"][0]["event"] == "player-registered"
    assert door.line.ledger()[-1]["hand"]["station"] == "desk-2", "the desk's, not the phone's"
    assert "Quokka" not in door.kept.read_text(), "the names file has it now"
    assert "your number is p1" in read(phone.get(PAGE))
    assert "My match" not in phone.get(PAGE).text
    phone.get("/t/cup/mine?me=p1")
    assert "My match" in phone.get(PAGE).text, "a phone that knows its player leads on"
    assert "Quokka, Ana" in read(phone.get("/t/cup/players"))


@pytest.mark.rule("LED-9")
def test_no_stranger_reads_the_list_or_learns_who_is_on_it(door: Door) -> None:
    first = door.sign_up(MIA)
    stranger = door.phone()
    again = door.sign_up(MIA, stranger)
    alike = [re.sub(r'value="[^"]*"', "", one.text) for one in (first, again)]
    assert alike[0] == alike[1], "an answer that told would let anybody ask for a child"
    other = door.phone()
    seen = ["/", "/t/cup", "/t/cup/players", PAGE, "/t/cup/screen", "/t/cup/screen?show=sign-up"]
    seen += ["/api/v1/events/cup", "/t/cup/live.json", "/t/cup/sign-ups.json", DESK]
    for path in (*seen, f"{DESK}/flyer"):
        assert "zanzibar" not in other.get(path).text.casefold(), path
    key = sign_ups.read(door.line.folder, tournament(door.line)).people[0].key
    for what in ("here", "withdraw"):
        other.post(PAGE, data={"once": key, "does": what})
    for role in (AccessRole.JUDGE, AccessRole.ENTRY, AccessRole.SCREEN, AccessRole.AUDITOR):
        staff = door.phone()
        come_in(staff, door.access, role, tournament="cup", name=f"Jo {role.value}")
        assert staff.get(DESK).status_code == 403, role
    shown = read(door.desk.get(DESK))
    assert shown.count("Mia Zanzibar 2015 · Junior · 7710001") == 2
    assert "the same person is on the list twice." in shown.lower()


@pytest.mark.rule("LED-9")
def test_nothing_stays_of_who_was_not_accepted(door: Door, tmp_path: Path) -> None:
    phone = door.phone()
    door.sign_up(MIA, phone)
    door.sign_up({"first": "Lou", "last": "Xylander", "birth_year": "1991", "own_id": "7720002"})
    door.sign_up(ANA)
    door.sign_up(BEN)
    door.sign_up(ANA)
    door.decide("refuse", numbers="2")
    assert "accept" in door.decide("accept", numbers="3\n4\n5").lower()
    assert "p1, who is already registered" not in door.decide("accept", numbers="5")
    door.line.announce("--rounds", 1)
    door.line("pair")
    assert door.kept.exists(), "a paired round has not started"
    door.line("start")
    assert not door.kept.exists()
    saved, restored = tmp_path / "after.roundbook-backup", tmp_path / "restored"
    door.line.run("file", "backup", saved, "-C", door.line.folder, code=0)
    door.line.run("file", "restore", saved, restored, code=0)
    for word in ("zanzibar", "xylander", "7710001", "7720002"):
        assert holds(tmp_path, word) == [], word
    assert holds(tmp_path, "quokka"), "the search finds what is there"
    assert "the waiting list has been deleted" in read(door.desk.get(DESK))
    for page in (door.phone().get(PAGE), phone.get(SCREEN)):
        assert "Round 1 has started, so nobody can sign up here any more." in read(page), page.url
    for page in (phone.get(PAGE), phone.get(f"{PAGE}?sent=yes")):
        assert "Forms that the desk had not accepted by then were deleted." in read(page)
        assert "has reached the desk" not in read(page)
    assert "Sign-up is over: round 1 has started." in read(door.desk.get(f"{DESK}/flyer"))
    assert phone.post(PAGE, data={"once": "B" * 22, **BEN}).status_code == 422
    assert "round 1 has started, so nobody can sign up" in door.decide("open").lower()
    assert not door.kept.exists()


@pytest.mark.rule("LED-9")
def test_the_list_goes_when_round_1_starts_on_a_page(door: Door) -> None:
    for one in (ANA, BEN, MIA):
        door.sign_up(one)
    door.decide("accept", numbers="1\n2")
    door.line.announce("--rounds", 1)
    door.line("pair")
    rounds = "/t/cup/desk/rounds"
    before = door.desk.get(rounds)
    assert (
        "1 sign-up still waits for a decision: Mia Zanzibar. Starting round 1 deletes it. "
        "Decide on it first" in read(before)
    )
    done = door.desk.post(rounds, data={**hidden(before.text), "verb": "start", "pool": "masters"})
    assert "1 sign-up was deleted without a decision: Mia Zanzibar." in read(done)
    assert not door.kept.exists()


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize(("typed", "code"), [(b"y\n", 0), (b"\n", 3)])
def test_a_desk_without_pages_hears_who_waits_and_is_asked_before_the_forms_go(
    door: Door, monkeypatch: pytest.MonkeyPatch, typed: bytes, code: int
) -> None:
    for one in (ANA, BEN, MIA):
        door.sign_up(one)
    door.decide("accept", numbers="1\n2")
    door.line.announce("--rounds", 1)
    waits = (
        "1 sign-up waits for a decision: Mia Zanzibar. Starting round 1 deletes it, so decide "
        "first: `roundbook people sign-ups`."
    )
    for words in (("status",), ("pair",), ("post",)):
        said = door.line(*words)
        assert waits in " ".join((said.out + said.err).split()), words
    tried = door.line("start", "--dry-run").out
    assert "1 sign-up would be deleted without a decision: Mia Zanzibar." in tried
    monkeypatch.setattr("roundbook.cli.session.ask.at_terminal", lambda: True)
    asked = door.line.run("start", "-C", door.line.folder, stdin=typed)
    assert waits in " ".join(asked.err.split())
    assert asked.code == code
    gone = "1 sign-up was deleted without a decision: Mia Zanzibar."
    assert (gone in asked.err, door.kept.exists()) == (not code, bool(code))


def test_a_child_needs_an_adult_who_agrees(door: Door) -> None:
    phone = door.phone()
    alone = {name: text for name, text in MIA.items() if name != "adult"}
    refused = door.sign_up({**alone, "display": "full"}, phone)
    assert refused.status_code == 422
    assert "For a child born in 2013 or later, a parent or guardian has to tick" in read(refused)
    told = "If you are that child and no parent is with you, go to the desk: it can register you."
    assert read(refused).count(told) == 1, "the refusal stands in place of the hint"
    assert told in read(door.phone().get("/t/cup/sign-up"))
    assert 'value="Mia"' in refused.text, "what was typed stays"
    fields = re.findall(r'<(?:input|select)[^>]* id="(\w+)"', refused.text)
    beside = fields[fields.index("birth_year") : fields.index("birth_date")]
    assert beside == ["birth_year", "adult"], "the tick is beside the year that asks for it"
    assert not sign_ups.read(door.line.folder, tournament(door.line)).people
    assert door.sign_up({**MIA, "display": "full"}, phone).status_code == 200
    assert "a parent agreed" in read(door.desk.get(DESK))
    door.decide("accept", every="all")
    assert "Zanzibar, Mia" in read(door.phone().get("/t/cup/players")), "the parent chose that"


WRONG = (
    ({"first": ""}, "Enter the name as in the player's account"),
    ({"last": "Quokka, Ana"}, "Enter the name as in the player's account"),
    ({"last": "A\N{RIGHT-TO-LEFT OVERRIDE}B"}, "Enter the name as in the player's account"),
    ({"birth_year": ""}, "Enter the year of birth, such as 2014."),
    ({"birth_year": "90"}, "Enter the year of birth, such as 2014."),
    ({"birth_year": "2027"}, "Enter the year of birth, such as 2014."),
    ({"birth_date": "31 May"}, "Enter the date of birth, such as 2014-05-31"),
    ({"birth_date": "1991-01-01"}, "The year of birth does not match the date of birth."),
    ({"own_id": "4711!"}, "A Player ID has only letters and digits."),
    ({"display": "id"}, "To show only the Player ID, enter it above."),
)


def test_what_is_wrong_is_said_at_its_field_and_nothing_is_sent(door: Door) -> None:
    phone = door.phone()
    wrong = phone.get(PAGE)
    for typed, said in WRONG:
        wrong = door.sign_up({**ANA, **typed}, phone)
        assert wrong.status_code == 422, typed
        assert said in read(wrong), typed
        assert 'aria-invalid="true"' in wrong.text
    assert not sign_ups.read(door.line.folder, tournament(door.line)).people
    mended = phone.post(PAGE, data={"once": once(wrong), **ANA})
    assert "Waiting for the desk" in read(mended)


def test_the_page_speaks_four_languages_also_when_it_refuses(door: Door) -> None:
    phone = door.phone()
    english = ("Enter the year", "A Player ID has", "Nothing was sent yet", "Send to the desk")
    for language in ("en", "de", "es", "fr"):
        form = once(phone.get(f"{PAGE}?lang={language}"))
        wrong = phone.post(PAGE, data={"once": form, **ANA, "birth_year": "", "own_id": "!"})
        assert f'<html lang="{language}"' in wrong.text
        assert [one in read(wrong) for one in english] == [language == "en"] * 4


def test_the_page_tells_parents_who_keeps_what_and_how_long(door: Door) -> None:
    shown = read(door.phone().get(PAGE))
    for part in (
        "The organiser of Cup, and the staff of this event. Only the staff at the desk",
        "the name the year or date of birth the Player ID how the name is shown on pages that a",
        "To register the player",
        "deleted when round 1 starts",
        "keep the results, with the names, for 3 months after the tournament",
        "Players and parents can ask for this at any time",
    ):
        assert part in shown


def test_after_sign_up_every_public_page_leads_to_what_parents_ask(door: Door) -> None:
    early, phone = "Until the desk accepts a sign-up, the phone", door.phone()
    assert early in read(door.sign_up(ANA, phone))
    assert early in read(phone.get("/t/cup/privacy"))
    door.decide("accept", numbers="1")
    door.decide("close")
    assert early not in read(phone.get(PAGE)), "the desk has accepted them, and nobody else can"
    for page in ("/t/cup", "/t/cup/players/p1", "/t/cup/mine?me=p1", "/t/cup/standings"):
        assert 'href="/t/cup/privacy"' in phone.get(page).text
    shown = read(phone.get("/t/cup/privacy"))
    for part in ("Lists on the wall", "for children usually the first name", "Ask at the desk of"):
        assert part in shown
    assert early not in shown
    assert "Angaben der Spielerinnen" in read(phone.get("/t/cup/privacy?lang=de"))


def test_the_page_lists_what_is_kept_until_when_and_whom_to_ask(line: Line, door: Door) -> None:
    phone = door.phone()

    def details() -> str:
        return read(phone.get("/t/cup/privacy")).partition("Who has them")[2]

    assert "What is kept for a week" in details(), "nobody is registered yet"
    line("register", "Ana Quokka", "--birth-year", 1990)
    line("register", "Mia Zanzibar", "--division", "junior")
    line("announce", "--staff", "Kim Sun, kim@example.org.")
    before = details()
    assert "staff of this event. Staff: Kim Sun, kim@example.org. Only the" in before
    assert "What is kept the name the year of birth for a week" in before
    assert "Ask at the desk of this event." in before
    line("people amend", "p2", "--id", "7710001", "--birth-date", "2015-03-01")
    both = "the year or date of birth the Player ID the details before they were corrected for"
    assert f"the name {both} a week" in details()
    line.close("--end", "2026-03-07")
    after = details()
    assert "with the names, until 7 Jun 2026. After that, the organiser has to erase" in after
    assert "Write to the organiser of Cup, or ask where it took place." in after
    assert "Ask at the desk" not in after
    line("people erase", "--all", "--reason", "it is over", "--yes")
    erased = details()
    assert "What is kept for a week" in erased
    assert "The names of all players have been erased. Prints" in erased


@pytest.mark.parametrize("official", [False, True])
def test_the_page_says_what_the_whole_date_of_birth_is_needed_for(
    line: Line, came: Callable[[], Visitor], access: AccessStore, official: bool
) -> None:
    sanction = ("--sanction", "26-01-000001") if official else ()
    door = Door(line, came, access, sanction=sanction)
    shown = read(door.phone().get(PAGE))
    assert ("The organiser needs it, with the Player ID, to report this" in shown) == official
    assert ("Needed only if this tournament is reported to Play! Pokémon" in shown) != official


def test_a_form_that_is_sent_twice_counts_once_and_one_phone_signs_up_a_family(door: Door) -> None:
    phone = door.phone()
    form = once(phone.get(PAGE))
    for _ in range(3):
        assert "Waiting for the desk" in read(phone.post(PAGE, data={"once": form, **ANA}))
    door.sign_up(BEN, phone)
    assert len(sign_ups.read(door.line.folder, tournament(door.line)).people) == 2
    shown = read(phone.get(PAGE))
    assert shown.index("Ben") < shown.index("Ana")


def test_one_person_who_signs_up_twice_is_registered_once_and_that_is_said(door: Door) -> None:
    door.sign_up(ANA)
    door.sign_up(ANA)
    said = door.decide("accept", every="all")
    assert "Ana Quokka (p1) was registered in Masters" in said
    assert "Number 2 is still waiting: the same person is on the list twice." in said
    assert "is already registered as p1" in door.decide("accept", numbers="2")
    assert "none of them" not in door.decide("accept", numbers="2")
    players = [one for one in door.line.ledger() if "player-registered" in str(one)]
    assert len(players) == 1
    shown = door.desk.get(DESK).text
    assert "Accept<" not in shown, "what would be refused is not offered"
    assert "Refuse<" in shown


def test_a_second_desk_and_a_form_sent_twice_accept_nobody_twice(door: Door) -> None:
    door.sign_up(ANA)
    form = hidden(door.desk.get(DESK).text)
    data = {**form, "act": "accept", "numbers": "1"}
    done = [read(door.desk.post(DESK, data=data)) for _ in range(2)]
    assert all("Ana Quokka" in one for one in done)
    assert len(tournament(door.line).players) == 1
    assert "has already been decided" in door.decide("accept", numbers="1")


def test_a_refusal_can_be_undone_and_what_a_parent_asks_for_is_deleted_at_once(door: Door) -> None:
    phone = door.phone()
    door.sign_up(MIA, phone)
    assert "Number 1 is refused" in door.decide("refuse", numbers="1")
    assert "The desk did not accept this sign-up" in read(phone.get(PAGE))
    assert "back on the waiting list" in door.decide("refuse", numbers="1", undo="undo")
    assert "Waiting for the desk" in read(phone.get(PAGE))
    again = door.line.refused("people sign-ups", "refuse", "1", "--undo")
    assert "number 1 has not been refused." in again
    door.decide("refuse", numbers="1")
    assert "deleted, with all details" in door.decide("refuse", numbers="1", delete="delete")
    assert holds(door.line.folder, "zanzibar") == []
    door.sign_up(MIA, phone)
    phone.post(PAGE, data={"once": secret(phone), "does": "withdraw"})
    assert holds(door.line.folder, "zanzibar") == [], "their own phone deletes it too"


def test_check_in_shows_who_says_that_they_are_here_and_checks_all_of_them_in(door: Door) -> None:
    page, phones = "/t/cup/desk/check-in", [door.phone() for _ in range(2)]
    door.sign_up(ANA, phones[0])
    door.sign_up(BEN, phones[1])
    door.decide("accept", every="all")
    assert "says: here" not in door.desk.get(page).text
    assert "that they are here" not in door.desk.get(page).text
    ben = phones[1].get(PAGE).text
    assert ben.index("I am here") < ben.index("My page at this tournament"), "it is due first"
    phones[1].post(PAGE, data={"once": secret(phones[1]), "does": "here"})
    shown = read(door.desk.get(page))
    assert "1 player says on their phone that they are here." in shown
    coming = shown.partition("Not here yet")[2]
    assert coming.index("Ben Quokka") < coming.index("says: here") < coming.index("Ana Quokka")
    form = hidden(door.desk.get(page).text) | {"said": "here"}
    form.pop("who", None)
    done = read(door.desk.post(page, data=form))
    assert "1 player has checked in" in done
    assert [*tournament(door.line).checked_in] == ["p2"]
    assert "says: here" not in done
    door.kept.write_bytes(b"{")
    assert door.desk.get(page).status_code == 200


def test_who_is_here_says_so_on_the_same_page_and_the_desk_checks_them_in(door: Door) -> None:
    phone = door.phone()
    door.sign_up(ANA, phone)
    door.sign_up(BEN)
    assert "who said “i am here”" in door.decide("check-in").lower()
    phone.post(PAGE, data={"once": secret(phone), "does": "here"})
    assert not tournament(door.line).checked_in, "the desk decides that, too"
    door.decide("accept", every="all")
    card = door.phone()
    come_in(card, door.access, AccessRole.PLAYER, tournament="cup", player="p1")
    own = read(card.get("/t/cup/mine"))
    assert "The desk knows that you are here." in own
    assert "Show this code to the staff" not in own, "nobody is asked twice to check in"
    shown = read(door.desk.get(DESK))
    assert "Check in 1 player" in shown
    own = read(phone.get(PAGE))
    assert own.index("The desk knows that you are here.") < own.index("My page at this tournament")
    assert "1 player has checked in; 1 still to check in." in door.decide("check-in")
    assert [*tournament(door.line).checked_in] == ["p1"]
    assert "You are checked in." in read(phone.get(PAGE))
    assert 'value="withdraw"' not in phone.get(PAGE).text
    phone.post(PAGE, data={"once": secret(phone), "does": "withdraw"})
    assert "your number is p1" in read(phone.get(PAGE)), "only the desk unregisters a player"


def test_who_signed_up_here_says_i_am_here_on_their_own_page_until_round_1_starts(
    door: Door,
) -> None:
    phone, stranger, page = door.phone(), door.phone(), "/t/cup/mine?me=p1"
    door.sign_up(ANA, phone)
    door.sign_up(BEN, phone)
    door.decide("accept", every="all")
    own = phone.get(page).text
    assert own.index("I am here") < own.index('aria-labelledby="now"'), "it is due first"
    assert "I am here" not in stranger.get(page).text, "only the phone that signed up says so"
    form = own.partition('action="/t/cup/sign-up?')[2].partition("</form>")[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    told = phone.post(PAGE, data=fields)
    assert told.url.path == "/t/cup/mine"
    assert "The desk knows that you are here." in read(told)
    assert "I am here" not in read(told)
    coming = read(door.desk.get("/t/cup/desk/check-in")).partition("Not here yet")[2]
    assert coming.index("Ana Quokka") < coming.index("says: here") < coming.index("Ben Quokka")
    card = door.access.invite_players("cup", ["p2"], lasting=timedelta(hours=1))["p2"]
    phone.post(f"/join/{card}")
    assert read(phone.get("/t/cup/mine")).count("I am here") == 1, "beside the code at the door"
    door.line("people check-in", "p1")
    phone.post("/sign-out", data=hidden(phone.get("/t/cup/mine").text))
    assert "You are checked in." in read(phone.get(page))
    door.line.announce("--rounds", 1)
    for verb in ("pair", "start"):
        door.line(verb)
    for player in ("p1", "p2"):
        own = read(phone.get(f"/t/cup/mine?me={player}"))
        assert "I am here" not in own, "nobody checks in any more"
        assert "You are checked in." not in own


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize(("seniors", "year"), [(None, 2010), ("full", 2013), ("initial", 2010)])
def test_the_page_says_from_which_year_on_players_are_shown_by_an_initial(
    door: Door, seniors: str | None, year: int
) -> None:
    if seniors:
        door.line("people amend", "seniors", "--display", seniors)
    assert f"Players born in {year} or later are usually shown by" in read(door.phone().get(PAGE))
    for born, shown in ((year, "Ana Q."), (year - 1, "Quokka, Ana")):
        door.sign_up({**ANA, "birth_year": str(born), "adult": "yes"})
        door.decide("accept", every="all")
        assert shown in read(door.phone().get("/t/cup/players")), born
        door.line("people unregister", "Ana")


def secret(phone: Visitor) -> str:
    """Return what only this phone knows of its latest sign-up."""
    kept = {cookie.name: cookie.value or "" for cookie in phone.client.cookies.jar}
    return kept["signed-cup"].partition(".")[0]


def test_a_flood_is_turned_away_and_what_was_typed_stays(door: Door) -> None:
    door.desk.app.state.sign_ups = RateLimit(lambda: 0.0, each=3, most=5)
    phone = door.phone()
    for _ in range(3):
        assert door.sign_up(ANA, phone).status_code == 200
    late = door.sign_up(BEN, phone)
    assert late.status_code == 429
    assert "Wait a minute" in read(late)
    assert 'value="Ben"' in late.text
    lately = door.desk.app.state.security.lately(Happening.TOO_MANY, timedelta(hours=1))
    assert [one.path for one in lately] == [PAGE], "the organiser sees it"
    assert len(sign_ups.read(door.line.folder, tournament(door.line)).people) == 3
    other = Visitor(door.desk.app, client=("10.0.0.9", 5))
    with other:
        assert [door.sign_up(BEN, other).status_code for _ in range(3)] == [200, 200, 429]


def test_the_list_has_a_most_and_the_desk_makes_room(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_ups, "MOST", 2)
    for _ in range(2):
        door.sign_up(ANA)
    full = door.sign_up(BEN)
    assert full.status_code == 422
    assert "The waiting list is full" in read(full)
    door.decide("refuse", every="all", delete="delete")
    assert door.sign_up(BEN).status_code == 200


def test_the_id_of_a_form_is_one_of_ours_or_refused(door: Door) -> None:
    for odd in ("", "x", "../../etc", "A" * 41, "\N{SNOWMAN}" * 20):
        assert door.phone().post(PAGE, data={"once": odd, **ANA}).status_code == 400, odd
    assert not sign_ups.read(door.line.folder, tournament(door.line)).people


def test_a_form_from_another_site_signs_nobody_up(door: Door) -> None:
    phone = door.phone()
    data = {"once": once(phone.get(PAGE)), **ANA}
    for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}):
        assert phone.post(PAGE, data=data, headers=headers).status_code == 403
    assert not sign_ups.read(door.line.folder, tournament(door.line)).people


@pytest.mark.parametrize(
    "many",
    [30, pytest.param(500, marks=pytest.mark.long)],
)
def test_of_many_who_sign_up_at_once_none_is_lost_and_none_doubled(door: Door, many: int) -> None:
    """By the clock of the limit five hundred people come within five minutes, and all tap twice."""
    ticks = iter(range(10_000_000))
    door.desk.app.state.sign_ups = RateLimit(lambda: next(ticks) * 0.15, each=SIGN_UPS)
    phone = door.phone()

    async def come() -> list[int]:
        async def one(number: int) -> list[int]:
            typed = {"first": "Ana", "last": f"Quokka {number}", "birth_year": "1990"}
            data = {"once": f"{number:022}", "own_id": f"77{number}", **typed}
            sent = [phone.client.post(PAGE, data=data) for _ in range(2)]
            return [said.status_code for said in await asyncio.gather(*sent)]

        every = await asyncio.gather(*map(one, range(many)))
        return [status for each in every for status in each]

    assert set(phone.run(come())) == {200}
    kept = sign_ups.read(door.line.folder, tournament(door.line)).people
    assert [one.number for one in kept] == list(range(1, many + 1))
    assert {one.name for one in kept} == {f"Quokka {n}, Ana" for n in range(many)}
    door.decide("accept", every="all")
    names = {known.person.name for known in read_book(door.line.folder).players.values()}
    assert names == {f"Ana Quokka {n}" for n in range(many)}
    assert len(tournament(door.line).players) == many


# At the terminal, and what else knows of the list.


def test_the_terminal_shows_accepts_and_refuses(door: Door) -> None:
    line = door.line
    for one in (ANA, BEN, MIA):
        door.sign_up(one)
    shown = line("people sign-ups").out
    assert "sign-up is open, and 3 people are waiting for the desk" in shown
    assert "Mia Zanzibar" in shown
    assert "2015" not in shown
    told = json.loads(line("people sign-ups", "--json").out)
    assert [one["state"] for one in told["people"]] == ["waiting"] * 3
    before = line.files()
    tried = line("people sign-ups accept", 1, "--dry-run").out
    assert "Nothing was written" in tried
    assert without_locks(line.files()) == without_locks(before)
    assert "Ana Quokka (p1) was registered" in line("people sign-ups accept", 1).out
    assert "Number 3 is refused" in line("people sign-ups refuse", 3).out
    assert "Number 3 is back" in line("people sign-ups refuse", 3, "--undo").out
    assert "Ben Quokka (p2) was registered" in line("people sign-ups accept", "--all").out
    assert "or has already been decided" in line.refused("people sign-ups refuse", 9)
    assert "nobody is waiting" in line.refused("people sign-ups accept", "--all")
    for words in ((), (1, "--all")):
        assert "choose everybody (--all)" in line.refused("people sign-ups accept", *words, code=2)
    tried = line("people sign-ups close", "--dry-run").out
    assert "Nothing was written. Sign-up would be closed." in tried
    assert "Sign-up is closed." in line("people sign-ups close").out
    tried = line("people sign-ups open", "--dry-run").out
    assert "Nothing was written. Sign-up would be open until round 1 starts." in tried
    done = json.loads(line("people sign-ups open", "--json").out)
    assert done["what"] == "opened"


@pytest.mark.rule("LED-9")
def test_an_erasure_takes_the_sign_ups_of_the_same_person(door: Door) -> None:
    door.sign_up(MIA)
    door.sign_up(MIA)
    door.sign_up(ANA)
    door.decide("accept", numbers="1")
    because = ("--reason", "the parents ask for it", "--yes")
    said = door.line("people erase", "p1", *because).out
    assert "2 sign-ups" in said
    assert holds(door.line.folder, "zanzibar") == []
    assert holds(door.line.folder, "quokka") == ["sign-ups.json"]


def test_the_doctor_knows_the_list_and_what_must_not_be_there_any_more(door: Door) -> None:
    line = door.line
    door.sign_up(ANA)
    assert "sign-ups: sign-up is open, and 1 person is waiting." in line.at("lab doctor").out
    door.kept.chmod(0o644)
    assert "other users of this machine can read" in line.at("lab doctor").out
    door.kept.chmod(0o600)
    old = door.kept.read_bytes()
    door.sign_up(BEN)
    door.decide("accept", every="all")
    line.announce("--rounds", 1)
    line.pair()
    assert "sign-ups" not in line.at("lab doctor").out
    door.kept.write_bytes(old)  # From a copy of the folder.
    assert "Ana" not in read(door.desk.get(DESK))
    assert "bad   sign-ups: round 1 has started" in line.at("lab doctor").out
    line("people sign-ups close")
    assert not door.kept.exists()


def test_a_damaged_list_is_said_in_a_sentence_and_nobody_signs_up(door: Door) -> None:
    door.kept.write_bytes(b"{")
    assert "Sign-up is not open now" in read(door.phone().get(PAGE))
    assert door.desk.get(DESK).status_code == 503
    said = door.line.at("people sign-ups")
    assert said.code != 0
    assert "cannot be read" in said.err
    assert "Traceback" not in said.err


@pytest.mark.rule("LED-9")
def test_a_backup_has_the_list_and_an_archive_does_not(door: Door, tmp_path: Path) -> None:
    door.sign_up(MIA)
    saved, restored = tmp_path / "a.roundbook-backup", tmp_path / "restored"
    door.line.run("file", "backup", saved, "-C", door.line.folder, code=0)
    door.line.run("file", "restore", saved, restored, code=0)
    assert (restored / "sign-ups.json").read_bytes() == door.kept.read_bytes()
    assert stat.S_IMODE((restored / "sign-ups.json").stat().st_mode) == 0o600
