"""The extras of the installation that only some commands need: pages, printing, workbooks.

Reading and checking results needs none of them.
"""

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
                hint=f"Install it: pip install 'roundbook[{name}]'.",
            )
    raise error
