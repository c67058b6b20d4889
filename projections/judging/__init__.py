"""What judges do at an event: deck checks, calls, penalties and ends of matches."""
