"""What makes no sense, as a terminal says it: with the options that would help."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from ledger.errors import Misuse


@contextmanager
def typed_as(**sentences: str) -> Iterator[None]:
    """Say what makes no sense as a usage error, in the sentence for the value that is wrong."""
    try:
        yield
    except Misuse as wrong:
        raise click.UsageError(sentences.get(wrong.field, wrong.message)) from None
