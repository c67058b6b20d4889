"""Players hand in deck lists by phone, and the desk registers them before round 1 (TRF §4)."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import httpx
import pytest

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import app
from roundbook.cli.web.server.tournaments import TournamentFolder
from tests.cli.line import Line
from tests.web.test_acts import hidden
from tests.web.test_signin import HOUR, come_in, form_key
from tests.web.visitor import Visitor

LIST = "Name: Ana Prado\nPokémon: 4\n4 Pikachu SVI 25\nEnergy: 56\n56 Basic {L} Energy SVE 4\n"
LOST = "The list that you sent was not registered: go to the desk."
TOO_LATE = "not registered before your first round started, and now it is too late"
CLAIMS, ERASE = "/t/cup/desk/claims", "/t/cup/desk/do/erase"


class Desk:
    """A tournament before round 1: its desk, and a phone for each of two players."""

    def __init__(
        self, line: Line, came: Callable[[], Visitor], access: AccessStore, played: str
    ) -> None:
        self.line, self.access, self._came = line, access, came
        line.start(*(("--format", played) if played else ()))
        line("register", "Ana Prado", "--birth-year", 1990)
        line("register", "Ben Okafor", "--birth-year", 1990)
        self.desk = self.seat(AccessRole.ORGANISER)
        self.phones = [self.phone(one) for one in ("p1", "p2")]

    def seat(self, role: AccessRole) -> Visitor:
        seat = self._came()
        come_in(seat, self.access, role, tournament="cup", name=f"Kim {role.value.title()}")
        return seat

    def phone(self, player: str) -> Visitor:
        phone = self._came()
        phone.post(f"/join/{self.access.invite_players('cup', [player], lasting=HOUR)[player]}")
        return phone

    def allow(self, word: str = "yes") -> None:
        key = form_key(self.desk.get(CLAIMS))
        self.desk.post(f"{CLAIMS}/switch", data={"key": key, "decks": word})

    def hand_in(self, text: str, *, phone: int = 0, anyway: bool = False) -> httpx.Response:
        one = self.phones[phone]
        data = {"key": form_key(one.get("/t/cup/mine")), "list": text}
        return one.post("/t/cup/mine", data=data | ({"anyway": "yes"} if anyway else {}))

    def seen(self, text: str) -> httpx.Response:
        """Send a list, and return the desk's page that shows it."""
        self.hand_in(text)
        return self.desk.get(CLAIMS)

    def decide(self, shown: httpx.Response, **fields: str) -> httpx.Response:
        part = shown.text[shown.text.index('id="list-p1"') :]
        asked = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', part.split("</form>")[0])
        return self.desk.post(CLAIMS, data={**dict(asked), **fields})


@pytest.fixture
def hall(
    line: Line,
    tournaments: TournamentFolder,
    access: AccessStore,
    request: pytest.FixtureRequest,
) -> Iterator[Desk]:
    """Return the desk of an Unlimited event, unless a test names another format."""
    made, played = app(tournaments, access), getattr(request, "param", "unlimited")
    with ExitStack() as stack:
        yield Desk(line, lambda: stack.enter_context(Visitor(made)), access, played)


def test_nobody_hands_in_a_list_unless_the_organiser_lets_them(hall: Desk) -> None:
    assert 'id="deck"' not in hall.phones[0].get("/t/cup/mine").text
    assert hall.hand_in(LIST).status_code == 403
    hall.allow()
    assert "Hand in your list" in hall.phones[0].get("/t/cup/mine").text
    assert hall.hand_in(LIST).status_code == 200
    hall.allow("no")
    assert "Deck list of" not in hall.desk.get(CLAIMS).text


@pytest.mark.rule("TRF-4a")
def test_a_list_is_an_entry_once_the_desk_has_registered_it(hall: Desk) -> None:
    hall.allow()
    before = hall.line.files()
    assert "Sent: 60 cards." in hall.hand_in(LIST).text
    assert hall.line.files() == before, "what the desk has not seen is not in the ledger"
    shown = hall.desk.get(CLAIMS)
    assert "60 cards" in shown.text
    assert "56 Basic {L} Energy" in shown.text
    assert 'data-waiting="1"' in shown.text
    assert "Breach" not in shown.text
    done = hall.decide(shown)
    assert "60 cards for unlimited" in done.text
    assert 'data-waiting="0"' in done.text
    last = hall.line.ledger()[-1]
    assert last["events"][0]["event"] == "deck-registered"
    assert last["hand"]["station"] == "desk-2", "the desk's, and not that of the phones"
    page = hall.phones[0].get("/t/cup/mine").text
    assert f'Recorded <time datetime="{last["at"]}' in page.replace("+00:00", "Z")
    assert "Only the staff can see your list. You can change it" in page
    again = hall.decide(shown)
    assert again.status_code == 200
    assert hall.line.ledger()[-1]["seq"] == last["seq"], "a form that is sent twice is one act"


def test_a_list_without_cards_is_refused_with_an_example_of_a_line(hall: Desk) -> None:
    hall.allow()
    said = hall.hand_in("my deck").text
    assert 'role="alert"' in said
    refused = said.partition('role="alert"')[2].partition("</div>")[0]
    assert "such as 4 Pikachu SVI 25" in refused


def test_the_name_above_a_list_is_not_kept(hall: Desk) -> None:
    hall.allow()
    hall.hand_in(LIST)
    kept = b"".join(path.read_bytes() for path in hall.access.home.glob("claims/*"))
    assert b"Pikachu" in kept
    assert b"Prado" not in kept


def test_a_list_that_cannot_be_read_comes_back_as_it_was_typed(hall: Desk) -> None:
    hall.allow()
    wrong = hall.hand_in("4 Pikachu SVI 25\nPikachu, four times")
    assert wrong.status_code == 422
    assert "line 2" in wrong.text
    assert "Pikachu, four times</textarea>" in wrong.text
    sent = hall.hand_in("4 Pikachu SVI 25\r\n56 Basic {L} Energy SVE 4\r\n???")  # As browsers do.
    assert "4 Pikachu SVI 25\n56 Basic {L} Energy SVE 4\n???</textarea>" in sent.text
    assert sent.url.query == b"as=p1&refused=list", "reloading the page sends nothing again"
    assert hall.phones[0].get(str(sent.url)).text == sent.text
    assert hall.hand_in("").status_code == 422
    assert hall.hand_in("4 Pikachu SVI 25\n" * 600).status_code == 422
    assert "Deck list of" not in hall.desk.get(CLAIMS).text


@pytest.mark.parametrize("hall", ["standard"], indirect=True)
def test_a_note_on_a_list_names_no_option_of_the_terminal(hall: Desk) -> None:
    hall.allow()
    hall.hand_in("4 Pichu XYZ 1\n56 Basic {L} Energy SVE 4", anyway=True)
    shown = hall.desk.get(CLAIMS).text
    assert "provide a card pool" in shown
    assert "--pool" not in shown


def test_every_mistake_is_named_at_once(hall: Desk) -> None:
    hall.allow()
    wrong = hall.hand_in("4 Pikachu SVI 25\nRaichu\n0 Potion\nTwo Switch")
    assert wrong.status_code == 422
    for line in (2, 3, 4):
        assert f"ine {line}: " in wrong.text


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", "Die Liste, Zeile 2: „Raichu“ beginnt nicht mit einer Anzahl"),
        ("es", "La lista, línea 2: «Raichu» no empieza con un número de copias"),
        ("fr", "La liste, ligne 2\u00a0: «\u00a0Raichu\u00a0» ne commence pas par un nombre"),
    ],
)
def test_a_mistake_is_named_in_the_language_of_the_phone(hall: Desk, lang: str, said: str) -> None:
    hall.allow()
    hall.phones[0].get(f"/t/cup/mine?lang={lang}")
    lines = ("4 Pikachu SVI 25", "Raichu", "0 Potion", "4 Switch (SVI", "4 Energy")
    shown = hall.hand_in("\n".join((*lines, *("Raichu",) * 30))).text
    refused = shown.partition('role="alert"')[2].partition("</div>")[0]
    assert said in refused
    assert 'lang="en"' not in refused
    table = "count,name,language,number\n4,Pikachu,xyz,1"
    long = (f"4 {'x' * wide}" for wide in (101, 5_000, 9_000))
    for text in ("", "my deck", "4 Pikachu\u202e SVI 25", table, *long):
        refused = hall.hand_in(text).text.partition('role="alert"')[2].partition("</div>")[0]
        assert refused
        assert 'lang="en"' not in refused, text[:20]


def test_a_name_above_the_cards_is_passed_over_and_that_is_told(hall: Desk) -> None:
    hall.allow()
    cards = LIST.partition("\n")[2]
    sent = hall.hand_in(f"Ana Prado\n\nmy deck!\n{cards}").text
    assert "Sent: 60 cards." in sent
    assert "These lines above the cards in your text were left out: 1, 3<" in sent
    assert "Prado" not in kept(hall)
    assert "were left out" not in hall.hand_in(LIST).text, "a name with a title is known"
    later = hall.hand_in(f"{cards}Ana Prado")
    assert later.status_code == 422, "below the cards it may be a card"


def test_players_read_their_own_list_before_and_after_it_counts(hall: Desk) -> None:
    hall.allow()
    assert "4 Pikachu SVI 25\n" in hall.hand_in(LIST).text
    hall.decide(hall.desk.get(CLAIMS))
    accepted = '<pre class="spoken"><b>Pokémon: 4</b>\n4 Pikachu SVI 25\n'
    before = hall.phones[0].get("/t/cup/mine").text
    assert "Accepted: 60 cards." in before
    assert "Show my list</summary>" in before
    assert "Change my list</summary>" in before
    assert accepted in before
    for words in (("announce",), ("pair",), ("start",)):
        hall.line(*words)
    after = hall.phones[0].get("/t/cup/mine").text
    assert "Accepted: 60 cards." in after
    assert accepted in after
    assert ("<textarea" in before, "<textarea" in after) == (True, False)
    hall.line("report", "masters-1-1", "2-0")
    hall.line.close()
    assert accepted in hall.phones[0].get("/t/cup/mine").text, "it stays the player's own"
    assert "Pikachu" not in hall.phones[1].get("/t/cup/mine").text
    assert "Pikachu" not in hall.phones[1].get("/t/cup/players/p1").text


def test_the_breaches_of_a_list_are_in_the_language_of_the_phone_on_the_lines_as_typed(
    hall: Desk,
) -> None:
    hall.allow()
    typed = "Ana Prado\n\nPokémon: 5\n\n5 Pikachu SVI 25\n\nEnergy: 56\n56 Basic {L} Energy SVE 4\n"
    hall.hand_in(typed)
    phone = hall.phones[0]
    wrong = phone.get("/t/cup/mine?refused=list&lang=de").text
    assert "<span>Das Deck hat 61 Karten, nicht 60: 1 zu viel.</span>" in wrong
    assert "<span>Zeile 5: 5 Exemplare von Pikachu; höchstens 4.</span>" in wrong
    hall.hand_in(typed, anyway=True)
    for language, word in (
        ("de", "Zeile 5"),
        ("es", "Línea 5"),
        ("fr", "Ligne 5"),
        ("en", "Line 5"),
    ):
        waits = phone.get(f"/t/cup/mine?lang={language}").text
        assert f"<span>{word}" in waits
        assert '<span lang="en">' not in waits
    shown = hall.desk.get(CLAIMS).text
    assert "line 5: 5 copies of Pikachu" in shown, "the desk speaks of the same line"


def test_the_desk_sends_a_list_back_and_the_player_sends_another(hall: Desk) -> None:
    hall.allow()
    hall.hand_in("4 Pikachu SVI 25", anyway=True)
    shown = hall.desk.get(CLAIMS)
    refused = hall.decide(shown)
    assert "4 cards, not 60" in refused.text
    assert "Deck list of" in refused.text, "it still waits"
    said = hall.decide(shown, back="yes", why="56 cards are missing").text
    assert "Deck list of" not in said
    assert re.search(r"The list of [^<]+ was sent back\.", said)
    back = hall.phones[0].get("/t/cup/mine").text
    assert "The desk sent your list back.</b> <q>56 cards are missing</q>" in back
    assert "4 Pikachu SVI 25\n</textarea>" in back, "the list can be corrected where it stands"
    assert hall.line.ledger()[-1]["events"][0]["event"] == "player-registered"
    hall.hand_in(LIST)
    stale = hall.decide(shown)
    assert "another was sent" in stale.text, "the desk registers only what it has seen"
    assert "60 cards for unlimited" in hall.decide(stale).text


def test_too_many_copies_pass_by_an_official_with_a_reason_only(hall: Desk) -> None:
    hall.allow()
    hall.line("people staff", "Kim Organiser", "organiser")
    five = "5 Pikachu SVI 25\n55 Basic {L} Energy SVE 4"
    told = hall.hand_in(five)
    assert told.status_code == 422
    assert "Your list was not sent" in told.text
    assert "at most 4" in told.text
    card = told.text.partition('aria-labelledby="deck"')[2].partition("</section>")[0]
    assert "§" not in card, "a section of the rules says nothing to a player of twelve"
    assert f"{five}</textarea>" in told.text
    assert "Deck list of" not in hall.desk.get(CLAIMS).text
    assert "Sent: 60 cards." in hall.hand_in(five, anyway=True).text
    shown = hall.desk.get(CLAIMS)
    assert "1 breach" in shown.text
    refused = hall.decide(shown)
    assert "Override the rule" in refused.text
    passed = hall.decide(refused, override="deck-not-legal", because="a proxy", typed="OVERRIDE")
    assert "60 cards for unlimited" in passed.text
    assert hall.line.ledger()[-1]["events"][0]["override"]["reason"] == "a proxy"


@pytest.mark.rule("TRF-4a")
def test_a_list_goes_from_the_phone_by_a_mistake_and_the_desk_to_the_judge_at_the_table(
    hall: Desk,
) -> None:
    hall.allow()
    six = "6 Professor's Research (Professor Oak) SVI 189\n54 Basic {L} Energy SVE 4"
    rule, lead = "6 copies of Professor", "It breaks these rules, so the desk may send it back:"
    refused = hall.hand_in(six).text
    assert "Your list was not sent" in refused
    assert rule in refused
    sent = hall.hand_in(six, anyway=True).text
    assert "Sent: 60 cards." in sent
    assert rule in sent.partition(lead)[2], "also once it was sent all the same"
    shown = hall.desk.get(CLAIMS)
    assert rule in shown.text
    hall.decide(shown, back="yes", why="six are too many")
    assert "six are too many" in hall.phones[0].get("/t/cup/mine").text
    four = six.replace("6 Prof", "4 Prof").replace("54 Basic", "56 Basic")
    assert lead not in hall.hand_in(four).text
    hall.decide(hall.desk.get(CLAIMS))
    own = hall.phones[0].get("/t/cup/mine").text
    assert "Accepted: 60 cards." in own
    assert '(Professor Oak) <span class="score">SVI 189</span>\n' in own, "no line ends in between"
    hall.line.first_round()
    judge = hall.seat(AccessRole.JUDGE)
    [way] = re.findall(
        r'href="([^"]+deck/show[^"]+)"', judge.get("/t/cup/desk/tables/masters-1-1").text
    )
    at_table = judge.get(way.replace("&amp;", "&")).text
    assert '(Professor Oak) <span class="score">SVI 189</span>\n' in at_table, "as the player's own"


@pytest.mark.parametrize("hall", [""], indirect=True)
def test_of_an_event_without_a_format_both_sides_read_which_rule_a_list_breaks(hall: Desk) -> None:
    hall.allow()
    five = "5 Pikachu SVI 25\n55 Basic {L} Energy SVE 4"
    assert "at most 4" in hall.hand_in(five).text, "as in every Constructed format"
    assert "Sent: 60 cards." in hall.hand_in(five, anyway=True).text
    shown = hall.desk.get(CLAIMS)
    assert "at most 4" not in shown.text, "the desk has not chosen the format yet"
    refused = hall.decide(shown, format_name="unlimited").text
    assert "at most 4" in refused
    assert "<option selected>unlimited</option>" in refused
    assert "60 cards for unlimited" in hall.decide(hall.seen(LIST), format_name="unlimited").text


@pytest.mark.rule("TRF-4b")
def test_once_their_first_round_has_started_nothing_can_be_handed_in(hall: Desk) -> None:
    hall.allow()
    hall.hand_in(LIST)
    for words in (("announce",), ("pair",), ("start",)):
        hall.line(*words)
    before = hall.line.files()
    assert "Deck list of" not in hall.desk.get(CLAIMS).text
    assert 'id="deck"' not in hall.phones[0].get("/t/cup/mine").text
    assert hall.hand_in(LIST).status_code == 409
    assert hall.line.files() == before


def test_a_list_is_secret_from_seats_that_register_none(hall: Desk) -> None:
    hall.allow()
    hall.hand_in(LIST)
    station = hall.seat(AccessRole.ENTRY)
    seen = station.get(CLAIMS)
    assert "Pikachu" not in seen.text
    assert 'data-waiting="0"' in seen.text
    key = form_key(seen)
    assert station.post(CLAIMS, data={"key": key, "list": "p1"}).status_code == 403
    assert "Sent: 60 cards" not in hall.phones[1].get("/t/cup/mine").text


def kept(hall: Desk) -> str:
    """All that is kept of what players sent."""
    return "".join(path.read_text() for path in hall.access.home.glob("claims/*.json"))


@pytest.mark.rule("LED-9")
def test_an_undecided_list_goes_with_whoever_is_erased(hall: Desk) -> None:
    hall.allow()
    hall.hand_in(LIST)
    hall.hand_in(LIST.replace("Pikachu SVI 25", "Raichu SVI 26"), phone=1)
    asked = ("people erase", "p1", "--reason", "asked")
    shown = hall.line.run(*asked, "--dry-run", "-C", hall.line.folder)
    assert "1 undecided deck list from phones" in shown.out
    assert "Pikachu" in kept(hall), "nothing goes in a trial"
    hall.line(*asked, "--yes")
    assert "Pikachu" not in kept(hall)
    assert "Raichu" in kept(hall)
    form = dict(re.findall(r'name="(key|cmd|seen)" value="([^"]*)"', hall.desk.get(ERASE).text))
    form |= {"who": "p2", "reason": "asked", "typed": "ERASE"}
    assert "1 undecided deck list from phones" in hall.desk.post(ERASE, data=form).text
    assert "Raichu" not in kept(hall)


def test_a_list_left_by_an_erasure_that_broke_off_goes_with_the_next(hall: Desk) -> None:
    hall.allow()
    hall.hand_in(LIST)
    (claims,) = hall.access.home.glob("claims/*.json")
    data = claims.read_bytes()
    hall.line("people erase", "p1", "--reason", "asked", "--yes")
    claims.write_bytes(data)
    hall.line("people erase", "p1", "--reason", "asked", "--yes")
    assert "Pikachu" not in kept(hall)


def test_a_damaged_file_of_phones_erases_nobody_and_keeps_no_round_from_starting(
    hall: Desk,
) -> None:
    hall.allow()
    (claims,) = hall.access.home.glob("claims/*.json")
    claims.write_text("{")
    refused = hall.line.refused("people erase", "p1", "--reason", "asked", "--yes", code=5)
    assert "the players' reports in" in refused
    for words in (("announce",), ("pair",), ("start",)):
        hall.line(*words)


def test_a_player_hears_that_a_list_was_discarded_until_another_is_sent(hall: Desk) -> None:
    hall.allow()
    hall.hand_in(LIST)
    hall.allow("no")
    assert LOST in hall.phones[0].get("/t/cup/mine").text
    hall.allow()
    assert LOST not in hall.hand_in(LIST).text
    hall.decide(hall.desk.get(CLAIMS))
    hall.hand_in(LIST)
    hall.allow("no")
    counts = f"Your registered list is still the one in entry {hall.line.ledger()[-1]['seq']}."
    assert counts in hall.phones[0].get("/t/cup/mine").text


def test_a_list_that_is_too_short_is_told_at_once(hall: Desk) -> None:
    hall.allow()
    assert "4 cards, not 60" in hall.hand_in("4 Pikachu SVI 25").text
    sent = hall.hand_in("4 Pikachu SVI 25", anyway=True).text
    assert "A deck must have 60 cards" in sent
    assert "A deck must have 60 cards" not in hall.hand_in(LIST).text


@pytest.mark.rule("TRF-4b")
def test_the_organiser_is_reminded_before_round_1_to_allow_lists_from_phones(hall: Desk) -> None:
    rounds, way = "/t/cup/desk/rounds", 'href="/t/cup/desk/claims#decks"'
    assert way in hall.desk.get(rounds).text
    assert 'id="decks"' in hall.desk.get(CLAIMS).text
    assert way not in hall.seat(AccessRole.SCOREKEEPER).get(rounds).text, "who may not allow it"
    hall.allow()
    assert way not in hall.desk.get(rounds).text
    hall.allow("no")
    assert way in hall.desk.get(rounds).text
    hall.line("announce")
    hall.line("pair")
    assert way not in hall.desk.get(rounds).text, "the steps are those of round 1 now"


@pytest.mark.rule("TRF-4b")
def test_the_start_of_round_1_drops_what_is_undecided_and_says_so_before(hall: Desk) -> None:
    hall.allow()
    hall.hand_in(LIST)
    rounds = "/t/cup/desk/rounds"
    early = hall.desk.get(rounds).text
    assert "1 deck list from phones waits for a decision." in early
    assert "starting the round discards" not in early, "nothing is paired yet"
    hall.line("announce")
    hall.line("pair")
    before = hall.desk.get(rounds).text
    assert (
        "1 deck list sent from players' phones is still waiting for a decision; "
        "starting the round discards it." in before
    )
    assert "would be discarded" in hall.line("start", "--dry-run").out
    assert "Pikachu" in kept(hall)
    form = dict(re.findall(r'name="(key|cmd|seen)" value="([^"]*)"', before))
    after = hall.desk.post(rounds, data={**form, "verb": "start"}).text
    assert "1 deck list from phones was discarded without a decision: Ana Prado (p1)." in after
    assert "Pikachu" not in kept(hall)
    told = hall.phones[0].get("/t/cup/mine").text
    assert TOO_LATE in told
    assert "say that you sent it on your phone" in told
    assert LOST not in told, "the desk can register none any more"
    assert TOO_LATE not in hall.phones[1].get("/t/cup/mine").text, "nothing was sent from there"
    assert "and starting the round" not in hall.desk.get(rounds).text


def test_the_news_of_the_round_says_that_a_list_is_lost_even_before_it_is_deleted(
    hall: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.allow()
    hall.hand_in(LIST)
    hall.line("announce")
    hall.line("pair")
    monkeypatch.setattr("roundbook.cli.acts.rounds.drop_frozen", lambda *_, **__: [])
    hall.line("start")
    assert "Pikachu" in kept(hall), "the entry is there, and the list not gone yet"
    assert TOO_LATE in hall.phones[0].get("/t/cup/mine").text


def test_the_help_says_where_phones_are_allowed_to_send_lists(hall: Desk) -> None:
    for words in (("deck",), ("people", "invite")):
        said = " ".join(hall.line.run(*words, "--help").out.split())
        assert "On the page Phones" in said, words
        assert "deck lists" in said.lower() or "send their lists" in said


WAITS = (
    "1 deck list from phones waits for a decision: Ana Prado (p1). Decide on it on the desk's "
    "page Phones: starting their first round discards it."
)


@pytest.mark.rule("TRF-4b")
@pytest.mark.parametrize(("typed", "code"), [(b"y\n", 0), (b"\n", 3)])
def test_a_desk_without_pages_hears_of_waiting_lists_and_is_asked_before_they_go(
    hall: Desk, monkeypatch: pytest.MonkeyPatch, typed: bytes, code: int
) -> None:
    assert "from phones" not in hall.line("status").out
    assert "from phones" not in hall.line("deck list").out
    hall.allow()
    hall.hand_in(LIST)
    hall.line("announce")
    for words in (("status",), ("pair",), ("post",), ("deck list",)):
        found = hall.line(*words)
        assert WAITS in " ".join((found.out + found.err).split()), words
    assert "waits for a decision" in hall.line("deck list").out.partition("\n")[2]
    assert hall.line("deck list", "--json").data["waiting"] == ["p1"]
    assert hall.line("status", "--json").data["deck_lists"] == 1
    monkeypatch.setattr("roundbook.cli.session.ask.at_terminal", lambda: True)
    asked = hall.line.run("start", "-C", hall.line.folder, stdin=typed)
    assert WAITS in " ".join(asked.err.split())
    assert "Start, and discard them? [y/N]" in asked.err
    assert asked.code == code
    assert ("Pikachu" in kept(hall)) == bool(code), "no is no"
    assert ("1 deck list" in hall.line("status").out) == bool(code)


def test_at_the_terminal_too_and_of_nobody_who_begins_later(hall: Desk) -> None:
    for number in range(16):
        hall.line("register", f"Player N{number}", "--birth-year", 1990 if number < 8 else 2018)
    hall.phones.append(hall.phone("p18"))
    hall.allow()
    hall.hand_in(LIST)
    hall.hand_in(LIST.replace("Pikachu SVI 25", "Raichu SVI 26"), phone=2)
    hall.line("announce")
    hall.line("pair")
    assert (
        "2 deck lists sent from players' phones are still waiting"
        in hall.desk.get("/t/cup/desk/rounds").text
    )
    said = hall.line("start", "masters").out
    assert "1 deck list from phones was discarded without a decision: Ana Prado (p1)." in said
    assert "Pikachu" not in kept(hall)
    assert "Raichu" in kept(hall), "round 1 of the juniors has not started"


def test_who_checks_decks_reads_a_registered_list_and_nobody_else(hall: Desk) -> None:
    hall.allow()
    hall.hand_in(LIST)
    assert "after that, only staff who check decks" in hall.desk.get(CLAIMS).text
    assert hall.seat(AccessRole.JUDGE).get(CLAIMS).text.count("Pikachu") == 0, "not registered yet"
    hall.decide(hall.desk.get(CLAIMS))
    hall.line.first_round()
    judge, asked = hall.seat(AccessRole.JUDGE), "/t/cup/desk/ask/deck/show?player=p1"
    check = "/t/cup/desk/do/deckcheck/record?who=p1&match=masters-1-1"
    for page in ("/t/cup/desk/tables/masters-1-1", check):
        way = f'href="{asked}&amp;match=masters-1-1"'
        assert judge.get(page).text.count(way) == 1
        assert "player=p2" not in judge.get(page).text, "there is no list of p2"
    assert judge.get("/t/cup/desk/tables/masters-1-1").text.count("no deck list") == 1
    assert f'href="{asked}"' in hall.desk.get("/t/cup/desk/players").text
    shown = judge.get(asked).text
    assert "4 Pikachu SVI 25" in shown
    assert "Ana Prado (p1)" in shown
    assert ": 60 cards, format unlimited" in shown
    assert "Back to table" not in shown
    back = judge.get(f"{asked}&match=masters-1-1").text
    assert '<a href="/t/cup/desk/tables" aria-current="true">' in back, "the judge is at a table"
    assert "(this page)" not in back, "and in no group of other pages"
    assert "<h2>Answer</h2>" not in back
    assert "<summary>Another player&#39;s list</summary>" in back.replace(
        "player's", "player&#39;s"
    )
    assert '<a href="/t/cup/desk/tables/masters-1-1">Back to table 1</a>' in back
    assert "Back to table" not in judge.get(f"{asked}&match=<b>").text
    assert judge.get(asked.replace("p1", "p2")).status_code == 422
    for role in (AccessRole.AUDITOR, AccessRole.ENTRY, AccessRole.SCREEN):
        assert hall.seat(role).get(asked).status_code == 403
    assert hall.phones[1].get(asked).status_code == 403


def test_after_a_deck_check_the_judge_is_at_the_table_again(hall: Desk) -> None:
    hall.line.first_round()
    judge = hall.seat(AccessRole.JUDGE)
    page = judge.get("/t/cup/desk/do/deckcheck/record?who=p1&match=masters-1-1")
    fields = {**hidden(page.text), "who": "p1", "match": "masters-1-1", "cards": "60"}
    said = judge.post("/t/cup/desk/do/deckcheck/record", data=fields)
    assert said.url.path == "/t/cup/desk/tables/masters-1-1", said.text
    assert "Ana Prado" in said.text


def test_the_penalty_of_a_deck_check_is_in_the_language_of_the_phone_but_for_what_a_judge_typed(
    hall: Desk,
) -> None:
    found = "59 instead of 60; contents: no Iono; two are old"
    hall.line("penalty", "p1", "warning", "--for", f"deck check, cards: {found}")
    said = {
        language: hall.phones[0].get(f"/t/cup/mine?lang={language}").text
        for language in ("en", "de", "fr")
    }
    assert f"<q>deck check, cards: {found}</q>" in said["en"]
    typed = "no Iono; two are old"
    assert f"<q>Deckkontrolle, Karten: 59 statt 60; Inhalt: {typed}</q>" in said["de"]
    assert "59 au lieu de 60\xa0; " in said["fr"]
