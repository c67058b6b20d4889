"""Turns README into what an index of packages shows: Hatch asks for it whenever it builds.

An index has neither our pictures nor our pages, so a link to a file becomes its text, and a picture
goes. Addresses of the web stay.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"^!\[[^\]]*\]\((?!\w+:)[^)]*\)\n\n?", re.MULTILINE)
LINK = re.compile(r"\[([^\[\]]*)\]\((?!\w+:|#)[^)\s]*\)")


class Readme(MetadataHookInterface):
    """The description of the package."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set it."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        shown = LINK.sub(r"\1", PICTURE.sub("", text))
        metadata["readme"] = {"content-type": "text/markdown", "text": shown}
