"""The page that verifies an archive in a browser, put together from its parts into one file.

Its policy allows nothing but its own script and style, each by its hash: no network, no image, no
other script.
"""

import base64
from functools import cache
from hashlib import sha256
from importlib import resources

SCRIPTS = (
    "digests.js",
    "curve.js",
    "unzip.js",
    "record.js",
    "heads.js",
    "fold.js",
    "brackets.js",
    "days.js",
    "places.js",
    "draws.js",
    "tables.js",
    "review.js",
    "view.js",
)
"""The parts of the script, in order: a part uses only those before it."""


@cache
def page() -> bytes:
    """Return the whole page; the same bytes everywhere."""
    script = "\n".join(["'use strict';", *(_part(name) for name in SCRIPTS)])
    style = _part("page.css")
    assert "</" not in script.replace("<\\/", ""), "a closing tag would end the script early"
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    html = _part("page.html")
    for mark, part in (("@policy@", policy), ("@style@", style), ("@script@", script)):
        assert html.count(mark) == 1, mark
        html = html.replace(mark, part)
    return html.encode()


def _part(name: str) -> str:
    return resources.files("cli.archive").joinpath(name).read_bytes().decode()


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"
