"""Sign-in with an identity provider: OpenID Connect's code flow, with PKCE, state and nonce.

The provider tells who somebody is and in which groups; the organiser's file gives each group an
access role. A token is accepted only if it is signed by the provider's keys, for us, for this
sign-in, and has not expired (OpenID Connect Core §3.1.3.7, RFC 7636, RFC 9207).
"""

import asyncio
import base64
import re
import tomllib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from http.client import HTTPException
from typing import Any, NamedTuple, TypeVar
from urllib.error import HTTPError
from urllib.parse import quote_plus, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec
from msgspec import Struct

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.ledger.errors import UNDECODABLE, Misuse
from roundbook.ledger.optional_packages import missing
from roundbook.ledger.people.book import packed
from roundbook.ledger.terms import STATION
from roundbook.ledger.text import reason

Answer = TypeVar("Answer")

PATIENCE, LARGEST = 5.0, 1 << 20
"""How long to wait for a provider, in seconds, and how many bytes of an answer to read."""

LEEWAY = 60
"""The accepted difference between two clocks, in seconds."""

KNOWN_FOR = 600
"""How long a provider's metadata is kept, in seconds."""

AT_ONCE = 50
"""The maximum number of people who may wait for a provider at the same time."""

SIGNED_BY = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512")
"""The accepted signature algorithms of a token: those whose secret only the provider has."""

HERE = {"127.0.0.1", "::1", "localhost"}
"""The hosts on which a provider may be used without HTTPS: this machine."""


class GroupSeat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The access role of a group: at all tournaments, or at the one with this name in addresses."""

    group: str
    seat: AccessRole
    tournament: str | None = None
    station: str = ""


class ProviderSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The organiser's settings. If somebody has several access roles, the first counts.

    `groups` is the provider's name for the list of groups; `scopes` are the scopes to ask for.
    """

    issuer: str
    client_id: str
    client_secret: str = ""
    title: str = ""
    groups: str = "groups"
    scopes: tuple[str, ...] = ("openid", "profile", "email")
    seats: tuple[GroupSeat, ...] = ()

    @property
    def name(self) -> str:
        """The provider's name for people."""
        return self.title or urlsplit(self.issuer).hostname or self.issuer


class Identity(NamedTuple):
    """The name and the groups of a person whom a provider has signed in."""

    name: str
    groups: frozenset[str]


class Begun(Struct, frozen=True):
    """A sign-in that has begun, kept in the browser, so that only this browser can finish it.

    `code` is the invitation with which it began, and `back` is the page to return to.
    """

    state: str
    nonce: str
    verifier: str
    code: str = ""
    back: str = ""

    def to_text(self) -> str:
        """Return the value of the cookie."""
        return base64.urlsafe_b64encode(msgspec.json.encode(self)).decode()


def begun(text: str | None) -> Begun | None:
    """Return the sign-in in the value of the cookie; None if it is not one of ours."""
    try:
        return msgspec.json.decode(base64.urlsafe_b64decode(text or ""), type=Begun)
    except (ValueError, *UNDECODABLE):
        return None


class NotSignedInError(Exception):
    """The provider did not sign the visitor in: a sentence says why; `status` is the HTTP one."""

    def __init__(self, sentence: str, status: int = 403) -> None:
        """Keep the sentence that says why, and the HTTP status."""
        super().__init__(sentence)
        self.status = status


def provider_settings(data: bytes, where: str, secret: str = "") -> ProviderSettings:
    """Return the settings in a file; `secret` is the client secret, if it is not in the file.

    Raise Misuse if the settings are wrong, Refused if a package is missing.
    """
    try:
        import authlib  # noqa: F401 - A missing package is reported before anybody signs in.
        import joserfc  # noqa: F401
    except ImportError as error:
        raise missing(error) from None
    try:
        told = msgspec.convert(tomllib.loads(data.decode()), ProviderSettings)
    except (ValueError, *UNDECODABLE) as error:
        msg = f"{where} does not describe a sign-in provider: {reason(error)}."
        raise Misuse(msg) from None
    if not _is_safe(told.issuer):
        raise Misuse(f"{where}: issuer must be an address such as https://login.example.org.")
    if not told.client_id:
        raise Misuse(f"{where}: client_id is empty.")
    wrong = {AccessRole.PLAYER, AccessRole.SCREEN}
    if odd := next((one for one in told.seats if one.seat in wrong), None):
        raise Misuse(f"{where}: group {odd.group} cannot have the access role {odd.seat.value}.")
    for one in told.seats:
        if one.station and not re.match(STATION, one.station):
            raise Misuse(
                f"{where}: the station of group {one.group} may contain only lowercase letters, "
                "digits and dashes, at most 32."
            )
    return msgspec.structs.replace(told, client_secret=secret or told.client_secret)


class Provider:
    """An identity provider. Its own threads make the requests, so that nobody else waits."""

    def __init__(
        self,
        settings: ProviderSettings,
        *,
        clock: Callable[[], datetime],
        random_bytes: Callable[[int], bytes],
    ) -> None:
        """Keep the settings; no request is made yet."""
        self.settings = settings
        self._waiting = 0
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="provider")
        self._clock, self._fresh = clock, random_bytes
        self._told: tuple[float, Mapping[str, Any]] | None = None

    async def alone(self, work: Callable[[], Answer]) -> Answer:
        """Return the result of `work`, run in a provider thread. Raise NotSignedInError."""
        if self._waiting >= AT_ONCE:
            raise NotSignedInError("Too many people are signing in right now. Wait a minute.", 503)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    def begin(self, redirect: str, *, code: str, back: str) -> tuple[str, Begun]:
        """Return the provider's sign-in address, and the sign-in for the browser to keep.

        `redirect` is the address to which the provider sends people back. Raise NotSignedInError.
        """
        from authlib.oauth2.rfc6749.parameters import prepare_grant_uri
        from authlib.oauth2.rfc7636 import create_s256_code_challenge

        state, nonce, verifier = (packed(self._fresh(32)) for _ in range(3))
        here = Begun(state, nonce, verifier, code, back)
        address = prepare_grant_uri(
            self._metadata()["authorization_endpoint"],
            self.settings.client_id,
            "code",
            redirect_uri=redirect,
            scope=" ".join(self.settings.scopes),
            state=here.state,
            nonce=here.nonce,
            code_challenge=create_s256_code_challenge(here.verifier),
            code_challenge_method="S256",
        )
        return str(address), here

    def finish(self, here: Begun | None, answer: Mapping[str, str], redirect: str) -> Identity:
        """Return the person signed in, from the provider's answer. Raise NotSignedInError."""
        if here is None or answer.get("state") != here.state:
            msg = "This sign-in was started in another browser, or too long ago. Start again."
            raise NotSignedInError(msg)
        metadata = self._metadata()
        said = answer.get("iss")
        promised = metadata.get("authorization_response_iss_parameter_supported") is True
        if (said or promised) and said != self.settings.issuer:
            raise self._no("did not send this answer: start again")
        if "code" not in answer:
            raise self._no("refused the sign-in")
        tokens = self._tokens(metadata, answer["code"], here.verifier, redirect)
        claims = self._checked(metadata, tokens, here.nonce)
        if self.settings.groups not in claims and "userinfo_endpoint" in metadata:
            bearer = {"Authorization": f"Bearer {tokens.get('access_token', '')}"}
            more = self._ask(metadata["userinfo_endpoint"], bearer)
            # These details are not signed, so they have to name the same person (OpenID Connect
            # Core §5.3.2).
            if more.get("sub") != claims["sub"]:
                raise self._no("sent the details of a different person: start again")
            # What the token says was signed, so it counts before what was only sent.
            claims = {**more, **claims}
        groups = claims.get(self.settings.groups, ())
        told = (claims.get(name) for name in ("name", "preferred_username", "email"))
        return Identity(
            name=next((one for one in told if isinstance(one, str) and one.strip()), ""),
            groups=frozenset([groups] if isinstance(groups, str) else map(str, groups or ())),
        )

    def _tokens(
        self, metadata: Mapping[str, Any], code: str, verifier: str, redirect: str
    ) -> Mapping[str, Any]:
        """Return the tokens that the provider gives for its code (RFC 6749 §4.1.3)."""
        ours, secret = self.settings.client_id, self.settings.client_secret
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect,
            "code_verifier": verifier,
        }
        headers = {}
        ways = metadata.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
        if secret and "client_secret_basic" in ways:
            # Both are encoded as in a form before they are joined (RFC 6749 §2.3.1).
            pair = f"{quote_plus(ours)}:{quote_plus(secret)}".encode()
            headers["Authorization"] = f"Basic {base64.b64encode(pair).decode()}"
        else:
            form |= {"client_id": ours, **({"client_secret": secret} if secret else {})}
        return self._ask(metadata["token_endpoint"], headers, urlencode(form).encode())

    def _checked(
        self, metadata: Mapping[str, Any], tokens: Mapping[str, Any], nonce: str
    ) -> Mapping[str, Any]:
        """Return the claims of the ID token, after checking its signature and this sign-in."""
        from authlib.oidc.core import CodeIDToken
        from joserfc import jwt
        from joserfc.errors import (
            ExpiredTokenError,
            InvalidClaimError,
            JoseError,
            MissingClaimError,
        )
        from joserfc.jwk import KeySet

        offered = metadata.get("id_token_signing_alg_values_supported", ["RS256"])
        keys = self._ask(metadata["jwks_uri"]).get("keys", ())
        # An `oct` key is a shared secret: everybody who has it could sign.
        signing = [one for one in keys if one.get("kty") != "oct" and one.get("use") != "enc"]
        try:
            found = jwt.decode(
                str(tokens.get("id_token", "")),
                KeySet.import_key_set({"keys": signing}),
                algorithms=[one for one in SIGNED_BY if one in offered],
            )
        except (JoseError, ValueError):
            raise self._no("sent a token without a valid signature: start again") from None
        claims = CodeIDToken(
            found.claims,
            found.header,
            {
                "iss": {"essential": True, "value": self.settings.issuer},
                "aud": {"essential": True, "value": self.settings.client_id},
            },
            {
                "nonce": nonce,
                "client_id": self.settings.client_id,
                "access_token": tokens.get("access_token"),
            },
        )
        try:
            claims.validate(now=int(self._clock().timestamp()), leeway=LEEWAY)
        except ExpiredTokenError:
            raise self._no(
                "sent a token that has expired: check the clocks, and start again"
            ) from None
        except (InvalidClaimError, MissingClaimError) as error:
            raise self._no(_WRONG.get(error.claim, f"sent no valid `{error.claim}`")) from None
        except (JoseError, TypeError, ValueError):
            raise self._no("sent a token that cannot be read") from None
        return dict(claims)

    def _metadata(self) -> Mapping[str, Any]:
        """Return the provider's metadata: its addresses (OpenID Connect Discovery §4)."""
        at = self._clock().timestamp()
        if self._told and at < self._told[0] + KNOWN_FOR:
            return self._told[1]
        issuer = self.settings.issuer
        found = self._ask(f"{issuer.rstrip('/')}/.well-known/openid-configuration")
        if found.get("issuer") != issuer:
            raise self._no(f"identifies itself as {found.get('issuer')}, not as {issuer}", 503)
        wanted = ("authorization_endpoint", "token_endpoint", "jwks_uri")
        for name in (*wanted, *({"userinfo_endpoint"} & found.keys())):
            if not _is_safe(str(found.get(name, ""))):
                raise self._no(f"does not give a secure `{name}`", 503)
        self._told = (at, found)
        return found

    def _ask(
        self, address: str, headers: Mapping[str, str] = {}, form: bytes | None = None
    ) -> Mapping[str, Any]:
        """Return the JSON object at an address, or in the answer to a form."""
        asked = Request(address, form, {"Accept": "application/json", **headers})  # noqa: S310 - See _is_safe.
        try:
            with _OPENER.open(asked, timeout=PATIENCE) as answer:
                data = answer.read(LARGEST + 1)
        except HTTPError as error:
            error.close()
            if form is not None and error.code == 400:
                raise self._no("no longer recognises this sign-in: start again") from None
            if form is not None and error.code == 401:
                raise self._no("does not recognise us: client_id or secret is wrong", 503) from None
            raise self._no(
                (f"answered with the error {error.code}: try again, or use a code"), 503
            ) from None
        except (OSError, HTTPException):
            raise self._no("does not answer: try again, or use a code", 503) from None
        try:
            return msgspec.json.decode(data, type=dict[str, Any])
        except UNDECODABLE:
            raise self._no("sent an answer that cannot be read", 503) from None

    def _no(self, what: str, status: int = 403) -> NotSignedInError:
        return NotSignedInError(f"{self.settings.name} {what}.", status)


_WRONG = {
    "aud": "signed you in to a different program",
    "azp": "signed you in to a different program",
    "iss": "sent a token that another provider signed",
    "nonce": "replied to a different sign-in request: start again",
    "iat": "sent a token dated in the future: check the clocks",
    "nbf": "sent a token dated in the future: check the clocks",
}


class _Straight(HTTPRedirectHandler):
    """A handler that does not follow redirects, so that a redirect counts as an error."""

    def redirect_request(self, *_: Any) -> None:
        """Return None: do not follow."""


_OPENER = build_opener(_Straight)


def _is_safe(address: str) -> bool:
    """Tell whether an address is safe to use: encrypted, or on this machine."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    secure = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in HERE)
    return secure and bool(parts.hostname) and not parts.fragment and parts.username is None
