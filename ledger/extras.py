"""Which extra of the installation brings what only some commands need: pages, paper, workbooks.

Anyone who only reads and checks results needs none of them.
"""

from typing import NamedTuple

from ledger.errors import Refused


class Extra(NamedTuple):
    """What cannot be had without an extra, and the modules that it brings."""

    needs: str
    modules: tuple[str, ...]


EXTRAS = {
    "venue": Extra(
        "the server needs", ("jinja2", "PIL", "python_multipart", "starlette", "uvicorn")
    ),
    "print": Extra("PDFs and QR codes need", ("reportlab", "segno")),
    "xlsx": Extra("workbooks need", ("openpyxl",)),
    "postgres": Extra("tournaments in a database need", ("psycopg", "psycopg_binary")),
    "oidc": Extra("signing in with a provider needs", ("authlib", "joserfc")),
    "metrics": Extra("metrics for Prometheus need", ("prometheus_client",)),
}
"""The extras by their names, as in pyproject.toml."""


def missing(error: ImportError) -> Refused:
    """Return which extra to install for a module that is not there.

    Raises the error itself for a module that no extra brings.
    """
    module = (error.name or "").partition(".")[0]
    for name, extra in EXTRAS.items():
        if module in extra.modules:
            return Refused(
                f"{extra.needs} {module}, which is not installed.",
                hint=f"Install it: pip install 'roundbook[{name}]'.",
            )
    raise error
