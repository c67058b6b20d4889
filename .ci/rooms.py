"""Puts the rooms of the wheel into one folder of their own (hatch reads this when it builds).

An editable install needs none of it: there roundbook.py finds the rooms beside itself.
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOMS = ("ledger", "projections", "cli")


class Rooms(BuildHookInterface[Any]):
    """The folders of the checkout, under the one folder that roundbook.py puts on the path."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add them to a wheel that is shipped."""
        if version == "standard":
            build_data["force_include"] |= {room: f"_roundbook/{room}" for room in ROOMS}
