"""Distributions with plug-ins, laid where Python looks for installed packages."""

import sys
from pathlib import Path

import pytest


def plugged(
    folder: Path, patch: pytest.MonkeyPatch, module: str, code: str, **members: str
) -> None:
    """Install a distribution `module` 1.0; `members` are `importers="name = module:function"`."""
    site = folder / f"site-{module}"
    site.mkdir()
    (site / f"{module}.py").write_text(code)
    about = site / f"{module}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    groups = "\n".join(f"[roundbook.{group}]\n{lines}" for group, lines in members.items())
    (about / "entry_points.txt").write_text(groups)
    patch.syspath_prepend(site)
    patch.delitem(sys.modules, module, raising=False)
