"""A provider of identities as the standard has it, at a port of its own, without our libraries.

OpenID Connect Core and Discovery, RFC 6749, 7517, 7636 and 9207: it refuses what they do not allow.
What it says can be `twisted`, as a provider that is wrong, or somebody in its place, would.
"""

import base64
import json
import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Self
from urllib.parse import parse_qs, quote_plus, urlencode, urlsplit

from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256

CLIENT, SECRET = "roundbook", "a secret: of ours/"
Claims = dict[str, Any]


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def as_json(value: object) -> bytes:
    return json.dumps(value).encode()


def key_pair() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def _as_it_is(told: Claims) -> None:
    """Change nothing."""


class IdentityProvider:
    """It knows one person at a time, `who`, and one client, which comes back to `redirect`."""

    def __init__(self, redirect: str, key: rsa.RSAPrivateKey) -> None:
        self.redirect, self.key, self.kid = redirect, key, "k1"
        self.signs_with = key
        self.who: Claims = {}
        self.twist: Callable[[Claims], object] = _as_it_is
        self.twist_metadata: Callable[[Claims], object] = _as_it_is
        self.twist_userinfo: Callable[[Claims], object] = _as_it_is
        self.answers: dict[str, int] = {}
        self.algorithm = "RS256"
        self.refuses = False
        self.tells_groups_at_userinfo = False
        self.asked: list[str] = []
        self._codes: dict[str, Mapping[str, str]] = {}
        double = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                double.take(self, b"")

            def do_POST(self) -> None:
                double.take(self, self.rfile.read(int(self.headers["content-length"])))

            def log_message(self, *words: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.issuer = f"http://127.0.0.1:{self._server.server_address[1]}/realm"

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.goes_down()

    def goes_down(self) -> None:
        """Answer nobody any more."""
        self._server.shutdown()
        self._server.server_close()

    def take(self, request: BaseHTTPRequestHandler, body: bytes) -> None:
        """Answer a request."""
        at = urlsplit(request.path)
        page = at.path.removeprefix("/realm/")
        self.asked.append(page)
        if page in self.answers:
            self._say(request, self.answers[page], b"{}")
            return
        query = {name: value for name, [value] in parse_qs(at.query).items()}
        form = {name: value for name, [value] in parse_qs(body.decode()).items()}
        if page == ".well-known/openid-configuration":
            self._say(request, 200, as_json(self._metadata()))
        elif page == "authorize":
            self._authorize(request, query)
        elif page == "token":
            self._token(request, form)
        elif page == "jwks":
            self._say(request, 200, as_json({"keys": [self._public()]}))
        elif page == "userinfo" and request.headers["authorization"] == "Bearer open-sesame":
            claims = dict(self.who)
            self.twist_userinfo(claims)
            self._say(request, 200, as_json(claims))
        else:
            self._say(request, 404, b"{}")

    def _metadata(self) -> Claims:
        found: Claims = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/jwks",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "authorization_response_iss_parameter_supported": True,
        }
        self.twist_metadata(found)
        return found

    def _authorize(self, request: BaseHTTPRequestHandler, query: Mapping[str, str]) -> None:
        """Send back whoever asks, as if they had typed a password (RFC 6749 §4.1.2)."""
        assert query["client_id"] == CLIENT
        assert query["redirect_uri"] == self.redirect
        assert query["response_type"] == "code"
        assert "openid" in query["scope"].split()
        assert query["code_challenge_method"] == "S256"
        assert min(len(query[name]) for name in ("state", "nonce", "code_challenge")) >= 43
        back = {"state": query["state"], "iss": self.issuer}
        if self.refuses:
            back["error"] = "access_denied"
        else:
            back["code"] = f"code-{len(self._codes)}"
            self._codes[back["code"]] = query
        request.send_response(302)
        request.send_header("Location", f"{self.redirect}?{urlencode(back)}")
        request.end_headers()

    def _token(self, request: BaseHTTPRequestHandler, form: Mapping[str, str]) -> None:
        """Give tokens for a code, once, to whoever began (RFC 6749 §4.1.3, RFC 7636 §4.6)."""
        pair = f"{quote_plus(CLIENT)}:{quote_plus(SECRET)}".encode()
        if request.headers["authorization"] != f"Basic {base64.b64encode(pair).decode()}":
            self._say(request, 401, as_json({"error": "invalid_client"}))
            return
        began = self._codes.pop(form["code"], None)
        assert form["grant_type"] == "authorization_code"
        assert form["redirect_uri"] == self.redirect
        challenge = packed(sha256(form["code_verifier"].encode()).digest())
        if began is None or began["code_challenge"] != challenge:
            self._say(request, 400, as_json({"error": "invalid_grant"}))
            return
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "exp": now + 300, "iat": now, **self.who}
        claims["nonce"] = began["nonce"]
        if self.tells_groups_at_userinfo:
            claims.pop("groups", None)
        self.twist(claims)
        told = {"access_token": "open-sesame", "token_type": "Bearer"}
        self._say(request, 200, as_json({**told, "id_token": self._signed(claims)}))

    def _signed(self, claims: Claims) -> str:
        """Return a token (RFC 7515 §3.1)."""
        head = {"alg": self.algorithm, "kid": self.kid, "typ": "JWT"}
        text = f"{packed(as_json(head))}.{packed(as_json(claims))}"
        if self.algorithm == "none":
            return f"{text}."
        signature = self.signs_with.sign(text.encode(), padding.PKCS1v15(), SHA256())
        return f"{text}.{packed(signature)}"

    def _public(self) -> Claims:
        """Return the key that others check by (RFC 7518 §6.3.1)."""
        numbers = self.key.public_key().public_numbers()
        parts = {"n": numbers.n, "e": numbers.e}
        shown = {
            name: packed(value.to_bytes(-(-value.bit_length() // 8)))
            for name, value in parts.items()
        }
        return {"kty": "RSA", "use": "sig", "alg": "RS256", "kid": self.kid, **shown}

    @staticmethod
    def _say(request: BaseHTTPRequestHandler, status: int, body: bytes) -> None:
        request.send_response(status)
        request.send_header("Content-Type", "application/json")
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)
