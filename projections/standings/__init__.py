"""Records, percentages, tiebreakers and places."""
