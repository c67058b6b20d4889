"""The extras of the installation that only some commands need: pages, printing, workbooks.

Reading and checking results needs none of them.
"""

import sys
from collections.abc import Collection
from importlib.util import find_spec
from typing import NamedTuple

from roundbook.ledger.errors import Refused


class Extra(NamedTuple):
    """What does not work without an extra, and the modules that it installs."""

    needs: str
    modules: tuple[str, ...]


EXTRAS = {
    "venue": Extra(
        "the server needs", ("jinja2", "PIL", "python_multipart", "starlette", "uvicorn")
    ),
    "print": Extra("PDFs and QR codes need", ("reportlab", "segno")),
    "xlsx": Extra("workbooks need", ("openpyxl",)),
    "postgres": Extra("tournaments in a database need", ("psycopg", "psycopg_binary")),
    "oidc": Extra("signing in through an identity provider needs", ("authlib", "joserfc")),
    "metrics": Extra("metrics for Prometheus need", ("prometheus_client",)),
}
"""The extras by name, as in pyproject.toml."""


def missing(error: ImportError) -> Refused:
    """Return a refusal that names the extra to install for a missing module.

    Raise the error itself for a module that no extra installs.
    """
    module = (error.name or "").partition(".")[0]
    for name, extra in EXTRAS.items():
        if module in extra.modules:
            return Refused(
                f"{extra.needs} {module}, which is not installed.",
                hint=f"Install it: {to_install([name])}.",
            )
    raise error


def lacks(extra: str) -> bool:
    """Tell whether a module of an extra is not installed."""
    return any(find_spec(module) is None for module in EXTRAS[extra].modules)


INSTALLERS = {"/pipx/venvs/": "pipx install --force", "/uv/tools/": "uv tool install"}
"""How programs that keep one environment for each tool install it again, by its place."""


def to_install(extras: Collection[str]) -> str:
    """Return the command that adds extras, for the program that installed roundbook.

    pipx and uv replace what they installed, so the extras that are there are named too.
    """
    place = sys.prefix.replace("\\", "/")
    tool = next((INSTALLERS[part] for part in INSTALLERS if part in place), None)
    named = [one for one in EXTRAS if one in extras or (tool and not lacks(one))]
    quote = '"' if sys.platform == "win32" else "'"
    return f"{tool or 'pip install'} {quote}roundbook[{','.join(named)}]{quote}"
