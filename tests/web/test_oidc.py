"""The staff signs in by a provider of identities: by group or invitation, and by nothing forged."""

import html
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.provider import (
    KNOWN_FOR,
    Begun,
    GroupSeat,
    Provider,
    ProviderSettings,
    begun,
    provider_settings,
)
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import Options, app
from roundbook.cli.web.server.proxy import HERE, proxy_networks, public_address
from roundbook.cli.web.server.tournaments import TournamentFolder
from roundbook.ledger.errors import Misuse
from tests.cli.line import Line
from tests.cli.typed import roundbook
from tests.web.identity_provider import CLIENT, SECRET, Claims, IdentityProvider, key_pair
from tests.web.served import PATIENCE, Served
from tests.web.visitor import Visitor, invited

HOST = "results.example.org"
BACK = f"https://{HOST}/sign-in/back"
SEATS = (
    GroupSeat(group="desk", seat=AccessRole.SCOREKEEPER, tournament="cup", station="desk-7"),
    GroupSeat(group="judges", seat=AccessRole.JUDGE),
    GroupSeat(group="elsewhere", seat=AccessRole.JUDGE, tournament="nowhere"),
)
KIM: Claims = {"sub": "248289761001", "name": "Kim Sun", "groups": ["players", "judges"]}


@pytest.fixture(scope="module")
def key() -> rsa.RSAPrivateKey:
    return key_pair()


@pytest.fixture
def login(key: rsa.RSAPrivateKey) -> Iterator[IdentityProvider]:
    """Return a provider that runs, and knows Kim."""
    with IdentityProvider(BACK, key) as found:
        found.who = dict(KIM)
        yield found


@pytest.fixture
def provider(login: IdentityProvider) -> Provider:
    told = ProviderSettings(
        issuer=login.issuer, client_id=CLIENT, client_secret=SECRET, title="Example", seats=SEATS
    )
    return Provider(told, clock=now, random_bytes=random_bytes)


@pytest.fixture
def browser(
    tournaments: TournamentFolder, access: AccessStore, line: Line, provider: Provider
) -> Iterator[Visitor]:
    """Return a browser at a server with a host name, through its proxy."""
    line.start()
    options = Options(
        addresses=(f"https://{HOST}/",),
        names=(HOST,),
        public=public_address(f"https://{HOST}"),
        proxies=proxy_networks(HERE),
        provider=provider,
    )
    with Visitor(app(tournaments, access, options), f"https://{HOST}") as found:
        yield found


def gone_out(browser: Visitor, query: str = "") -> str:
    """Begin to sign in; return the address at which the provider does it."""
    away = browser.get(f"/sign-in/out{query}", follow_redirects=False)
    assert away.status_code == 303, away.text
    return away.headers["location"]


def sent_back(address: str) -> str:
    """Return the address to which the provider sends whoever signs in there."""
    answer = httpx.get(address, trust_env=False)
    assert answer.status_code == 302, answer.text
    return answer.headers["location"]


def signed_in(browser: Visitor, query: str = "") -> httpx.Response:
    """Sign in, all the way."""
    return browser.get(sent_back(gone_out(browser, query)), follow_redirects=False)


def told(answer: httpx.Response) -> str:
    """Return the sentence of a page that says sorry."""
    found = re.search(r'role="alert"[^>]*>(.*?)</p>', answer.text)
    assert found, answer.text
    return html.unescape(found[1])


def test_a_group_has_a_seat(browser: Visitor, access: AccessStore, login: IdentityProvider) -> None:
    page = browser.get("/sign-in").text
    assert "Sign in with Example" in page
    answer = signed_in(browser, "?back=/t/cup/desk/tables")
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/cup/desk/tables")
    assert "Secure" in answer.headers["set-cookie"]
    [session] = access.doors.sessions
    assert (session.name, session.seat, session.station) == ("Kim Sun", AccessRole.JUDGE, "judge")
    assert (session.tournament, session.event) == (None, None)
    assert browser.get("/t/cup/desk/tables").status_code == 200
    assert login.asked.count("token") == 1


def test_of_several_seats_the_first_of_the_file_counts_and_may_be_at_one_tournament(
    browser: Visitor, access: AccessStore, line: Line, login: IdentityProvider
) -> None:
    login.who["groups"] = ["judges", "desk"]
    assert signed_in(browser).headers["location"] == "/t/cup/desk"
    [session] = access.doors.sessions
    assert (session.seat, session.station) == (AccessRole.SCOREKEEPER, "desk-7")
    assert session.event == line.ledger()[0]["events"][0]["tournament"]


def test_who_has_no_group_comes_in_by_an_invitation_and_is_called_as_the_provider_says(
    browser: Visitor, access: AccessStore, login: IdentityProvider
) -> None:
    login.who["groups"] = []
    code = invited(access, AccessRole.HEAD_JUDGE, name="")
    page = browser.get(f"/join/{code}").text
    link = re.search(r'href="(/sign-in/out\?[^"]+)"', page)
    assert link
    assert (
        signed_in(browser, html.unescape(link[1]).removeprefix("/sign-in/out")).status_code == 303
    )
    [session] = access.doors.sessions
    assert (session.name, session.seat) == ("Kim Sun", AccessRole.HEAD_JUDGE)
    assert access.doors.invitations == ()


def test_groups_may_stand_where_the_provider_tells_more_of_a_person(
    browser: Visitor, access: AccessStore, login: IdentityProvider
) -> None:
    login.tells_groups_at_userinfo = True
    assert signed_in(browser).status_code == 303
    assert [one.seat for one in access.doors.sessions] == [AccessRole.JUDGE]
    login.twist_userinfo = lambda claims: claims.update(sub="somebody else", groups=["desk"])
    answer = signed_in(browser)
    assert answer.status_code == 403
    assert told(answer) == "Example sent the details of a different person: start again."


WRONG: dict[str, tuple[Callable[[Claims], object], str]] = {
    "audience": (
        lambda claims: claims.update(aud="another"),
        "Example signed you in to a different program.",
    ),
    "audience-though-we-asked": (
        lambda claims: claims.update(aud=["another"], azp=CLIENT),
        "Example signed you in to a different program.",
    ),
    "several-audiences": (
        lambda claims: claims.update(aud=[CLIENT, "another"], azp="another"),
        "Example signed you in to a different program.",
    ),
    "ended": (
        lambda claims: claims.update(exp=int(time.time()) - 120, iat=int(time.time()) - 420),
        "Example sent a token that has expired: check the clocks, and start again.",
    ),
    "future": (
        lambda claims: claims.update(iat=int(time.time()) + 600, exp=int(time.time()) + 900),
        "Example sent a token dated in the future: check the clocks.",
    ),
    "nonce": (
        lambda claims: claims.update(nonce="of another sign-in"),
        "Example replied to a different sign-in request: start again.",
    ),
    "no-nonce": (
        lambda claims: claims.pop("nonce"),
        "Example replied to a different sign-in request: start again.",
    ),
    "issuer": (
        lambda claims: claims.update(iss="https://evil.example"),
        "Example sent a token that another provider signed.",
    ),
    "no-subject": (lambda claims: claims.pop("sub"), "Example sent no valid `sub`."),
    "no-end": (lambda claims: claims.pop("exp"), "Example sent no valid `exp`."),
    "no-seat": (
        lambda claims: claims.update(groups=["players"]),
        (
            "Kim Sun has no access role here. Ask the organiser for an invitation, or to be added "
            "to a group."
        ),
    ),
    "groups-are-none": (
        lambda claims: claims.update(groups=None),
        (
            "Kim Sun has no access role here. Ask the organiser for an invitation, or to be added "
            "to a group."
        ),
    ),
    "not-served": (
        lambda claims: claims.update(groups="elsewhere"),
        "Kim Sun has an access role at nowhere, which is not served here.",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_the_provider_should_not_say_lets_nobody_in(
    browser: Visitor, access: AccessStore, login: IdentityProvider, name: str
) -> None:
    login.twist, sentence = WRONG[name]
    answer = signed_in(browser)
    assert (answer.status_code, told(answer)) == (403, sentence)
    assert access.doors.sessions == ()
    assert "refused" in (next((access.home / "security").iterdir())).read_text(encoding="utf-8")


def test_what_the_provider_has_not_signed_lets_nobody_in(
    browser: Visitor, access: AccessStore, login: IdentityProvider
) -> None:
    login.signs_with = key_pair()
    assert (
        told(signed_in(browser)) == "Example sent a token without a valid signature: start again."
    )
    login.algorithm = "none"
    assert (
        told(signed_in(browser)) == "Example sent a token without a valid signature: start again."
    )
    login.twist_metadata = lambda metadata: metadata.update(
        id_token_signing_alg_values_supported=["none", "HS256", "RS256"]
    )
    assert (
        told(signed_in(browser)) == "Example sent a token without a valid signature: start again."
    )
    assert access.doors.sessions == ()


def test_a_new_key_of_the_provider_is_found_at_once(
    browser: Visitor, login: IdentityProvider
) -> None:
    assert signed_in(browser).status_code == 303
    login.key = login.signs_with = key_pair()
    login.kid = "k2"
    assert signed_in(browser).status_code == 303


def test_an_answer_belongs_to_the_browser_that_began_and_is_taken_once(
    browser: Visitor, access: AccessStore
) -> None:
    lost = "This sign-in was started in another browser, or too long ago. Start again."
    address = sent_back(gone_out(browser))
    browser.client.cookies.clear()
    assert told(browser.get(address)) == lost
    gone_out(browser)
    assert told(browser.get(address)) == lost, "of another sign-in"
    assert told(browser.get("/sign-in/back")) == lost
    mine = sent_back(gone_out(browser))
    kept = dict(browser.client.cookies)
    assert browser.get(mine, follow_redirects=False).status_code == 303
    assert told(browser.get(mine)) == lost
    browser.client.cookies.update(kept)
    again = browser.get(mine)
    assert told(again) == "Example no longer recognises this sign-in: start again."
    assert len(access.doors.sessions) == 1


def test_an_answer_of_somebody_else_is_told_apart(browser: Visitor) -> None:
    address = sent_back(gone_out(browser)).partition("&iss=")[0]
    sentence = "Example did not send this answer: start again."
    assert told(browser.get(f"{address}&iss=https://evil.example")) == sentence
    address = sent_back(gone_out(browser)).partition("&iss=")[0]
    assert told(browser.get(address)) == sentence


def test_whoever_says_no_at_the_provider_is_told_so(
    browser: Visitor, login: IdentityProvider
) -> None:
    login.refuses = True
    assert told(signed_in(browser)) == "Example refused the sign-in."


@pytest.mark.parametrize(
    ("page", "status", "sentence"),
    [
        ("token", 500, "Example answered with the error 500: try again, or use a code."),
        ("token", 401, "Example does not recognise us: client_id or secret is wrong."),
        ("token", 302, "Example answered with the error 302: try again, or use a code."),
        ("jwks", 404, "Example answered with the error 404: try again, or use a code."),
    ],
)
def test_a_provider_that_is_in_trouble_is_said_to_be(
    browser: Visitor, login: IdentityProvider, page: str, status: int, sentence: str
) -> None:
    login.answers[page] = status
    answer = signed_in(browser)
    assert (answer.status_code, told(answer)) == (503, sentence)


def test_it_works_from_the_command_line_to_the_desk(line: Line, key: rsa.RSAPrivateKey) -> None:
    line.start()
    with IdentityProvider("", key) as login:
        login.who = {**KIM, "groups": ["desk"]}
        file = line.folder.parent.parent / "login.toml"
        file.write_text(
            f"issuer = '{login.issuer}'\nclient_id = '{CLIENT}'\ntitle = 'Example'\n"
            "[[seats]]\ngroup = 'desk'\nseat = 'scorekeeper'\n"
            "[[seats]]\ngroup = 'x'\nseat = 'judge'\ntournament = 'cup'\n"
            "[[seats]]\ngroup = 'y'\nseat = 'judge'\ntournament = 'kup'\n",
            encoding="utf-8",
        )
        first = f"import os; os.environ['ROUNDBOOK_OIDC_SECRET'] = {SECRET!r}"
        words = ("--oidc", file)
        with (
            Served(line.folder.parent, line.home, *words, first=first) as served,
            httpx.Client(base_url=served.address, trust_env=False, timeout=PATIENCE) as client,
        ):
            login.redirect = f"{served.address}/sign-in/back"
            away = client.get("/sign-in/out").headers["location"]
            back = client.get(sent_back(away))
            assert (back.status_code, back.headers["location"]) == (303, "/desk")
            page = client.get("/desk?all=yes").text
    assert "Signed in as Kim Sun" in page
    assert served.said.count("none is served under that name") == 1
    assert f"{file} names the tournament kup, but none is served" in served.said


def test_a_provider_that_is_down_stops_nobody_with_a_code(
    browser: Visitor, access: AccessStore, login: IdentityProvider, provider: Provider
) -> None:
    address = sent_back(gone_out(browser))
    login.goes_down()
    provider._told = None
    for answer in (browser.get(address), browser.get("/sign-in/out")):
        found = answer.status_code, told(answer)
        assert found == (503, "Example does not answer: try again, or use a code.")
    code = invited(access, AccessRole.JUDGE)
    assert browser.post(f"/join/{code}", follow_redirects=False).status_code == 303


@pytest.mark.parametrize(
    ("twist", "sentence"),
    [
        (
            lambda metadata: metadata.update(issuer="https://evil.example"),
            "Example identifies itself as https://evil.example, not as ISSUER.",
        ),
        (
            lambda metadata: metadata.update(token_endpoint="http://evil.example/token"),
            "Example does not give a secure `token_endpoint`.",
        ),
        (lambda metadata: metadata.pop("jwks_uri"), "Example does not give a secure `jwks_uri`."),
        (lambda metadata: metadata.clear(), "Example identifies itself as None, not as ISSUER."),
    ],
)
def test_a_provider_that_is_another_is_not_asked(
    browser: Visitor,
    login: IdentityProvider,
    twist: Callable[[Claims], object],
    sentence: str,
) -> None:
    login.twist_metadata = twist
    answer = browser.get("/sign-in/out")
    expected = sentence.replace("ISSUER", login.issuer)
    assert (answer.status_code, told(answer)) == (503, expected)


def test_who_tries_too_often_is_not_passed_on_to_the_provider(
    browser: Visitor, login: IdentityProvider
) -> None:
    statuses = []
    for _ in range(30):
        gone_out(browser)
        statuses.append(browser.get("/sign-in/back?state=x&code=y").status_code)
    assert statuses[0] == 403
    assert statuses[-1] == 429
    assert "token" not in login.asked


def test_under_a_name_that_is_not_ours_nobody_is_led_away(browser: Visitor) -> None:
    assert browser.get("/sign-in/out", headers={"host": "evil.example"}).status_code == 421


def test_without_a_provider_there_is_no_such_page(visitor: Visitor, line: Line) -> None:
    assert "Sign in with" not in visitor.get("/sign-in").text
    assert visitor.get("/sign-in/out").status_code == 404
    assert visitor.get("/sign-in/back").status_code == 404


def test_where_its_pages_are_is_remembered_for_a_while(login: IdentityProvider) -> None:
    at = now()

    def clock() -> object:
        return at

    told = ProviderSettings(issuer=login.issuer, client_id=CLIENT)
    provider = Provider(told, clock=clock, random_bytes=random_bytes)  # type: ignore[arg-type]
    for seconds, asked in ((0, 1), (KNOWN_FOR - 1, 1), (2, 2)):
        at = at.fromtimestamp(at.timestamp() + seconds, tz=at.tzinfo)
        provider.begin(BACK, code="", back="")
        assert login.asked.count(".well-known/openid-configuration") == asked


@pytest.mark.parametrize("text", [None, "", "x", "e30=", "eyJzdGF0ZSI6MX0=", "ü"])
def test_a_cookie_that_is_nothing_of_ours_is_no_sign_in(text: str | None) -> None:
    assert begun(text) is None
    here = Begun("s", "n", "v", "code", "/back")
    assert begun(here.to_text()) == here


NAMED = "issuer = 'https://l.example'\nclient_id = 'x'\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("issuer = ", "does not describe a sign-in provider"),
        ("client_id = 'x'", "missing required field `issuer`"),
        ("issuer = 'http://login.example.org'\nclient_id = 'x'", "issuer must be an address"),
        ("issuer = 'https://me@login.example.org'\nclient_id = 'x'", "issuer must be an address"),
        ("issuer = 'https://login.example.org'\nclient_id = ''", "client_id is empty"),
        (f"{NAMED}colour = 1", "unknown field `colour`"),
        (
            f"{NAMED}[[seats]]\ngroup = 'g'\nseat = 'king'",
            "king",
        ),
        (
            f"{NAMED}[[seats]]\ngroup = 'g'\nseat = 'player'",
            "group g cannot have the access role player",
        ),
    ],
)
def test_a_file_that_describes_no_provider_is_said(line: Line, text: str, why: str) -> None:
    line.start()
    file = line.folder.parent / "login.toml"
    file.write_text(text, encoding="utf-8")
    said = roundbook("serve", line.folder, "--port", 0, "--oidc", file, code=2)
    assert why in said.err
    assert "Traceback" not in said.err


def test_without_the_packages_it_is_said_what_to_install(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start()
    file = line.folder.parent / "login.toml"
    file.write_text(NAMED, encoding="utf-8")
    monkeypatch.setitem(sys.modules, "joserfc", None)
    said = roundbook("serve", line.folder, "--port", 0, "--oidc", file, code=3)
    assert (
        "signing in through an identity provider needs joserfc, which is not installed" in said.err
    )
    assert "pip install 'roundbook[oidc]'" in said.err


def test_a_secret_need_not_stand_in_the_file(tmp_path: Path) -> None:
    text = b"issuer = 'https://l.example/r'\nclient_id = 'x'\nclient_secret = 'old'\n"
    assert provider_settings(text, "login.toml").client_secret == "old"
    assert provider_settings(text, "login.toml", "new").client_secret == "new"
    assert provider_settings(text, "login.toml").name == "l.example"
    with pytest.raises(Misuse, match="does not describe a sign-in provider"):
        provider_settings(b"\xff", "login.toml")
    desk = b"[[seats]]\ngroup = 'g'\nseat = 'judge'\nstation = 'Desk 2'\n"
    with pytest.raises(Misuse, match=r"login.toml: the station of group g may contain only low"):
        provider_settings(text + desk, "login.toml")
    assert provider_settings(text + desk.replace(b"Desk 2", b"desk-2"), "login.toml").seats


def test_a_link_from_elsewhere_changes_no_seat(
    browser: Visitor, access: AccessStore, login: IdentityProvider
) -> None:
    """Where the provider knows the browser, following a link would be enough to come in."""
    assert signed_in(browser).status_code == 303
    before = access.doors.sessions
    code = invited(access, AccessRole.JUDGE)
    elsewhere = {"sec-fetch-site": "cross-site"}
    for query, shown in ((f"?code={code}", f"/join/{code}"), ("", "/sign-in")):
        led = browser.get(f"/sign-in/out{query}", headers=elsewhere, follow_redirects=False)
        assert (led.status_code, led.headers["location"]) == (303, shown)
    assert access.doors.sessions == before
    assert len(access.doors.invitations) == 1


def test_codes_that_others_try_keep_nobody_out_of_the_provider(
    browser: Visitor, access: AccessStore
) -> None:
    statuses = {browser.get(f"/join/WRONG-{n}").status_code for n in range(40)}
    assert 429 in statuses
    assert signed_in(browser).status_code == 303
    [session] = access.doors.sessions
    assert session.name == "Kim Sun"
