"""Rounds as they stand: what is put up, the clock, flights."""
