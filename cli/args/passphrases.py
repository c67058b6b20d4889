"""The passphrase of a backup: asked for without showing it, or read from a file."""

from pathlib import Path

import click

PASSPHRASE = click.option(
    "--passphrase", is_flag=True, help="Ask for a passphrase to encrypt the backup."
)
PASSPHRASE_FILE = click.option(
    "--passphrase-file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True),
    help="A file with the passphrase in its first line.",
)


def asked(*, passphrase: bool, file: Path | None, confirm: bool) -> str | None:
    """Return the passphrase; None if there is to be none. Raises UsageError for an empty one."""
    if passphrase and file:
        raise click.UsageError("--passphrase and --passphrase-file cannot be used together.")
    if file:
        with click.open_file(str(file), encoding="utf-8") as stream:
            words = str(stream.readline(1_000)).rstrip("\r\n")
        if not words:
            raise click.UsageError(f"{file} has no passphrase in its first line.")
        return words
    if not passphrase:
        return None
    return str(click.prompt("Passphrase", hide_input=True, confirmation_prompt=confirm, err=True))
