"""Control and direction characters: they can make a line look like something it is not."""

import re

UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""One such character. None may stand in the record, in a name, or go to a terminal as it is."""
