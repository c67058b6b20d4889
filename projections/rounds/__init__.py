"""Rounds as they stand: posted pairings, clocks, flights, and pools ready to be paired."""
