"""Answers of the API: headers for other sites, and errors as problem details (RFC 9457)."""

from http import HTTPStatus

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from roundbook.cli.web.server.page_cache import Page, answer
from roundbook.projections.reports.api.basics import Problem
from roundbook.projections.reports.api.openapi import PROBLEM

ROOT = "/api"

OPEN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""Pages on other sites may read public data; no cookies are sent to them or needed."""

ASKED_FIRST = {
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "If-None-Match, Last-Event-ID, Accept",
    "Access-Control-Max-Age": "86400",
    "Allow": "GET, HEAD, OPTIONS",
}

VARY = "Accept-Encoding"


def is_program(request: Request) -> bool:
    """Tell whether a request is for the API, `/api`."""
    path = request.url.path
    return path == ROOT or path.startswith(f"{ROOT}/")


def opened(request: Request, page: Page, vary: str = VARY) -> Response:
    """Return an answer that pages on other sites may read too."""
    response = answer(request, page, vary=vary)
    response.headers.update(OPEN)
    return response


def asked_first() -> Response:
    """Answer a browser's preflight request for a page on another site."""
    return Response(status_code=204, headers={**OPEN, **ASKED_FIRST})


def problem(status: int, detail: str = "") -> Response:
    """Return an error with a one-sentence reason."""
    known = HTTPStatus(status)
    said = Problem(
        type="about:blank",
        title=known.phrase,
        status=status,
        detail=detail or SENTENCES.get(status) or f"{known.description or known.phrase}.",
    )
    headers = {**OPEN, "Cache-Control": "no-store"}
    if status == 405:
        headers["Allow"] = ASKED_FIRST["Allow"]
    body = msgspec.json.encode(said)
    return Response(body, status_code=status, headers=headers, media_type=PROBLEM)


SENTENCES = {
    404: "There is nothing at this address: /api lists the addresses.",
    405: "This address is read-only.",
    500: "Something went wrong here; see the organiser's terminal.",
    503: "The data cannot be read right now; the organiser's terminal shows the reason.",
}


class TurnedAwayError(Exception):
    """A request that is not allowed; the sentence is shown, with this status."""

    def __init__(self, sentence: str, status: int = 403) -> None:
        """Give the reason in one sentence."""
        super().__init__(sentence)
        self.status = status
